// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Each action of coir/action.h: the properties of the node at the start, after a quarter, in the middle and at the
// end of the action; for coir_follow, the position of the node. Instants are tested in test_action_instants.c, bad
// arguments in test_action_bad_input.c.

#include "support/actions.h"

#include <limits.h>

// Values -------------------------------------------------------------------------------------------------------------

typedef enum Property { POSITION, SCALE, ANCHOR, SIZE, SKEW, ROTATION, OPACITY, COLOR, VISIBLE, NOTHING } Property;

static const Looks first_looks = {.position = {10, 20},
                                  .scale = {2, 3},
                                  .anchor = {0.25f, 0.5f},
                                  .size = {40, 50},
                                  .skew = {5, 6},
                                  .rotation = 30,
                                  .opacity = 0.5f,
                                  .z = 7,
                                  .color = {100, 150, 200, 77},
                                  .visible = true};

static void note_vec2(CoirVec2 v)
{
    note("%.7g %.7g | ", (double)v.x + 0.0, (double)v.y + 0.0);
}

static void note_property(const CoirNode *of, Property property)
{
    switch (property) {
    case POSITION: note_vec2(of->position); break;
    case SCALE: note_vec2(of->scale); break;
    case ANCHOR: note_vec2(of->anchor); break;
    case SIZE: note_vec2(of->size); break;
    case SKEW: note_vec2(of->skew); break;
    case ROTATION: note("%.7g | ", (double)of->rotation); break;
    case OPACITY: note("%.7g | ", (double)of->opacity); break;
    case COLOR: note("%d %d %d | ", of->color.r, of->color.g, of->color.b); break;
    case VISIBLE: note("%s | ", of->visible ? "yes" : "no"); break;
    case NOTHING: break;
    }
}

// Returns `first_looks`, but with the node's present value of `property`, to compare all other properties.
static Looks looks_but(const CoirNode *of, Property property)
{
    Looks looks = first_looks, now = looks_of(of);
    switch (property) {
    case POSITION: looks.position = now.position; break;
    case SCALE: looks.scale = now.scale; break;
    case ANCHOR: looks.anchor = now.anchor; break;
    case SIZE: looks.size = now.size; break;
    case SKEW: looks.skew = now.skew; break;
    case ROTATION: looks.rotation = now.rotation; break;
    case OPACITY: looks.opacity = now.opacity; break;
    case COLOR: looks.color.r = now.color.r, looks.color.g = now.color.g, looks.color.b = now.color.b; break;
    case VISIBLE: looks.visible = now.visible; break;
    case NOTHING: break;
    }
    return looks;
}

// Runs an action of one second. `expected` lists the values of the property at 0, 0.25, 0.5 and 1 s. No other
// property may change.
#define assert_goes(action, property, expected) check_goes((action), (property), (expected), __FILE__, __LINE__)
static void check_goes(CoirAction *action, Property property, const char *expected, const char *file, int line)
{
    static const double steps[] = {0, 0.25, 0.25, 0.5};
    dress(node, first_looks);
    CoirRun run = play(action);
    for (int i = 0; i < COUNT(steps); i++) {
        _assert_true(coir_run_is_running(run), "the run has not ended", file, line);
        step(steps[i]);
        note_property(node, property);
        check_looks(node, looks_but(node, property), "another property has changed", file, line);
    }
    support_assert_trace(expected, file, line);
    _assert_true(!coir_run_is_running(run), "the run is done after a second", file, line);
    step(1);
    check_looks(node, looks_but(node, property), "afterwards", file, line);
}

static void moves(void **state)
{
    (void)state;
    assert_goes(coir_move_to(1, 110, 220), POSITION, "10 20 | 35 70 | 60 120 | 110 220 | ");
    assert_goes(coir_move_by(1, 100, -20), POSITION, "10 20 | 35 15 | 60 10 | 110 0 | ");
}

static void scales(void **state)
{
    (void)state;
    assert_goes(coir_scale_to(1, 4, 1), SCALE, "2 3 | 2.5 2.5 | 3 2 | 4 1 | ");
    assert_goes(coir_scale_by(1, 2, 0.5f), SCALE, "2 3 | 2.5 2.625 | 3 2.25 | 4 1.5 | ");
    assert_goes(coir_scale_to_uniform(1, 5), SCALE, "2 3 | 2.75 3.5 | 3.5 4 | 5 5 | ");
    assert_goes(coir_scale_by_uniform(1, 3), SCALE, "2 3 | 3 4.5 | 4 6 | 6 9 | ");
    assert_goes(coir_scale_by(1, 0, -1), SCALE, "2 3 | 1.5 1.5 | 1 0 | 0 -3 | ");
}

static void rotations(void **state)
{
    (void)state;
    assert_goes(coir_rotate_to(1, 90), ROTATION, "30 | 45 | 60 | 90 | ");
    assert_goes(coir_rotate_to(1, 350), ROTATION, "30 | 20 | 10 | 350 | ");
    assert_goes(coir_rotate_by(1, -90), ROTATION, "30 | 7.5 | -15 | -60 | ");
    assert_goes(coir_rotate_by(1, 720), ROTATION, "30 | 210 | 390 | 750 | ");
}

static void skews_sizes_and_anchors(void **state)
{
    (void)state;
    assert_goes(coir_skew_to(1, 15, 16), SKEW, "5 6 | 7.5 8.5 | 10 11 | 15 16 | ");
    assert_goes(coir_skew_by(1, 10, -10), SKEW, "5 6 | 7.5 3.5 | 10 1 | 15 -4 | ");
    assert_goes(coir_size_to(1, 80, 100), SIZE, "40 50 | 50 62.5 | 60 75 | 80 100 | ");
    assert_goes(coir_size_by(1, 10, 20), SIZE, "40 50 | 42.5 55 | 45 60 | 50 70 | ");
    assert_goes(coir_anchor_to(1, 0.75f, 1), ANCHOR, "0.25 0.5 | 0.375 0.625 | 0.5 0.75 | 0.75 1 | ");
}

static void fades_and_tints(void **state)
{
    (void)state;
    assert_goes(coir_fade_to(1, 1), OPACITY, "0.5 | 0.625 | 0.75 | 1 | ");
    assert_goes(coir_fade_in(1), OPACITY, "0.5 | 0.625 | 0.75 | 1 | ");
    assert_goes(coir_fade_out(1), OPACITY, "0.5 | 0.375 | 0.25 | 0 | ");
    assert_goes(coir_tint_to(1, coir_rgba(200, 50, 0, 3)), COLOR,
                "100 150 200 | 125 125 150 | 150 100 100 | 200 50 0 | ");
    assert_goes(coir_tint_by(1, 100, -100, 100), COLOR, "100 150 200 | 125 125 225 | 150 100 250 | 200 50 255 | ");
    assert_goes(coir_tint_by(1, -255, 255, 0), COLOR, "100 150 200 | 36 214 200 | 0 255 200 | 0 255 200 | ");
}

static void jumps_and_beziers(void **state)
{
    (void)state;
    assert_goes(coir_jump_to(1, 110, 20, 60, 2), POSITION, "10 20 | 35 80 | 60 20 | 110 20 | ");
    assert_goes(coir_jump_by(1, 100, 40, 60, 1), POSITION, "10 20 | 35 75 | 60 100 | 110 60 | ");
    assert_goes(coir_jump_by(1, 0, 0, -60, 1), POSITION, "10 20 | 10 -25 | 10 -40 | 10 20 | ");
    assert_goes(coir_bezier_to(1, coir_vec2(10, 120), coir_vec2(110, 120), coir_vec2(110, 20)), POSITION,
                "10 20 | 25.625 76.25 | 60 95 | 110 20 | ");
    assert_goes(coir_bezier_by(1, coir_vec2(0, 100), coir_vec2(100, 100), coir_vec2(100, 0)), POSITION,
                "10 20 | 25.625 76.25 | 60 95 | 110 20 | ");
}

static const CoirVec2 corner[] = {{0, 0}, {100, 0}, {100, 100}}, line[] = {{0, 0}, {100, 0}, {100, 300}};

static void splines_and_polylines(void **state)
{
    (void)state;
    assert_goes(coir_cardinal_spline_to(1, 1, corner, 3), POSITION, "0 0 | 50 0 | 100 0 | 100 100 | ");
    assert_goes(coir_cardinal_spline_to(1, 0, corner, 3), POSITION, "0 0 | 50 -6.25 | 100 0 | 100 100 | ");
    assert_goes(coir_cardinal_spline_by(1, 0, corner, 3), POSITION, "10 20 | 60 13.75 | 110 20 | 110 120 | ");
    assert_goes(coir_catmull_rom_to(1, corner, 3), POSITION, "0 0 | 50 -3.125 | 100 0 | 100 100 | ");
    assert_goes(coir_catmull_rom_by(1, corner, 3), POSITION, "10 20 | 60 16.875 | 110 20 | 110 120 | ");
    assert_goes(coir_polyline_to(1, line, 3), POSITION, "0 0 | 100 0 | 100 100 | 100 300 | ");
    assert_goes(coir_polyline_by(1, line, 3), POSITION, "10 20 | 110 20 | 110 120 | 110 320 | ");
}

static void paths_of_one_point_or_equal_points_stay_at_the_point(void **state)
{
    static const CoirVec2 same[] = {{5, 6}, {5, 6}, {5, 6}};
    (void)state;
    for (int count = 1; count <= 3; count += 2) {
        assert_goes(coir_cardinal_spline_to(1, 0, same, count), POSITION, "5 6 | 5 6 | 5 6 | 5 6 | ");
        assert_goes(coir_catmull_rom_to(1, same, count), POSITION, "5 6 | 5 6 | 5 6 | 5 6 | ");
        assert_goes(coir_polyline_to(1, same, count), POSITION, "5 6 | 5 6 | 5 6 | 5 6 | ");
        assert_goes(coir_catmull_rom_by(1, same, count), POSITION, "15 26 | 15 26 | 15 26 | 15 26 | ");
        assert_goes(coir_polyline_by(1, same, count), POSITION, "15 26 | 15 26 | 15 26 | 15 26 | ");
    }
}

static void points_are_copied(void **state)
{
    CoirVec2 points[] = {{0, 0}, {100, 0}, {100, 100}};
    (void)state;
    CoirAction *spline = coir_cardinal_spline_to(1, 1, points, 3);
    memset(points, 0, sizeof points);
    assert_goes(spline, POSITION, "0 0 | 50 0 | 100 0 | 100 100 | ");
}

static void rule_4_14_blink_shows_in_the_second_half_of_each_slice(void **state)
{
    (void)state;
    assert_goes(coir_blink(1, 2), VISIBLE, "no | yes | no | yes | ");
    assert_goes(coir_blink(1, 1), VISIBLE, "no | no | yes | yes | ");
    node->visible = false;
    play(coir_blink(1, 1));
    step(0.6);
    assert_true(node->visible);
    step(0.4);
    assert_false(node->visible);
}

static void actions_without_length_take_effect_at_once(void **state)
{
    CoirAction *all[] = {coir_move_to(0, 1, 2),
                         coir_scale_by(0, 2, 2),
                         coir_rotate_to(0, 350),
                         coir_skew_by(0, 1, 1),
                         coir_size_to(0, 8, 9),
                         coir_anchor_to(0, 1, 0),
                         coir_fade_out(0),
                         coir_blink(0, 3),
                         coir_tint_by(0, 1, 1, 1),
                         coir_jump_by(0, 5, 5, 9, 2),
                         coir_polyline_by(0, line, 3)};
    (void)state;
    dress(node, first_looks);
    play(coir_spawn_of(all, COUNT(all)));
    step(0);
    assert_looks(
        node,
        ((Looks){{1 + 5 + 100, 2 + 5 + 300}, {4, 6}, {1, 0}, {8, 9}, {6, 7}, 350, 0, 7, {101, 151, 201, 77}, true}));
    assert_int_equal(coir_node_run_count(node), 0);
}

static double square(double t, void *user)
{
    *(int *)user += 1;
    return t * t;
}

static void compositions(void **state)
{
    int asked = 0;
    (void)state;
    assert_goes(coir_delay(1), NOTHING, "");
    assert_goes(coir_sequence(coir_move_by(0.25, 10, 0), coir_move_by(0.75, 0, 30)), POSITION,
                "10 20 | 20 20 | 20 30 | 20 50 | ");
    assert_goes(coir_spawn(coir_move_by(1, 40, 0), coir_move_by(0.5, 0, 20)), POSITION,
                "10 20 | 20 30 | 30 40 | 50 40 | ");
    assert_goes(coir_repeat(2, coir_move_by(0.5, 10, 20)), POSITION, "10 20 | 15 30 | 20 40 | 30 60 | ");
    assert_goes(coir_speed(2, coir_move_by(2, 100, -20)), POSITION, "10 20 | 35 15 | 60 10 | 110 0 | ");
    assert_goes(coir_speed(0.5, coir_move_by(0.5, 100, -20)), POSITION, "10 20 | 35 15 | 60 10 | 110 0 | ");
    assert_goes(coir_reverse_time(coir_move_by(1, 100, -20)), POSITION, "110 0 | 85 5 | 60 10 | 10 20 | ");
    assert_goes(coir_yoyo(coir_move_by(0.5, 100, -20)), POSITION, "10 20 | 60 10 | 110 0 | 10 20 | ");
    assert_goes(coir_with_mark("here", coir_move_by(1, 100, -20)), POSITION, "10 20 | 35 15 | 60 10 | 110 0 | ");
    assert_goes(coir_ease(COIR_EASE_IN_QUAD, coir_move_by(1, 160, -32)), POSITION,
                "10 20 | 20 18 | 50 12 | 170 -12 | ");
    assert_goes(coir_ease_with(COIR_EASE_IN, 3, coir_move_by(1, 64, -64)), POSITION,
                "10 20 | 11 19 | 18 12 | 74 -44 | ");
    assert_goes(coir_ease_bezier(0, 0, 1, 1, coir_move_by(1, 100, -20)), POSITION, "10 20 | 35 15 | 60 10 | 110 0 | ");
    assert_goes(coir_ease_function(square, &asked, coir_move_by(1, 160, -32)), POSITION,
                "10 20 | 20 18 | 50 12 | 170 -12 | ");
    assert_int_equal(asked, 2); // the function is not called at 0 and at 1
}

static void targeted_changes_the_given_node_and_not_the_node_of_the_run(void **state)
{
    CoirNode *other = coir_node_new();
    (void)state;
    other->position = coir_vec2(1, 1);
    assert_goes(coir_targeted(other, coir_move_by(1, 8, 4)), NOTHING, "");
    assert_true(other->position.x == 9 && other->position.y == 5);
    coir_node_destroy(other);
}

static void repeat_forever_has_no_end(void **state)
{
    (void)state;
    CoirRun run = play(coir_repeat_forever(coir_move_by(0.5, 8, 0)));
    step(1e6);
    assert_true(node->position.x == 16e6f);
    assert_true(coir_run_is_running(run));
    assert_true(isinf(coir_run_duration(run)));
}

// Following ----------------------------------------------------------------------------------------------------------

#define assert_place(of, x_, y_)             \
    do {                                     \
        assert_near((of)->position.x, (x_)); \
        assert_near((of)->position.y, (y_)); \
    } while (0)

static void follow_keeps_a_node_in_the_middle_of_the_view(void **state)
{
    CoirNode *player = child_of(hero);
    (void)state;
    player->position = coir_vec2(500, 300);
    CoirRun run = act_on(hero, coir_follow(player, coir_vec2(200, 100), (CoirRect){0, 0, 0, 0}));
    frame(0);
    assert_place(hero, -400, -250);
    player->position.x += 40;
    frame(0.1);
    assert_place(hero, -440, -250);
    hero->scale = coir_vec2(2, 2);
    frame(0.1);
    assert_place(hero, -980, -550);
    assert_true(isinf(coir_run_duration(run)));
}

static void follow_does_not_leave_its_bounds(void **state)
{
    CoirNode *player = child_of(hero);
    (void)state;
    player->position = coir_vec2(20, 10);
    act_on(hero, coir_follow(player, coir_vec2(200, 100), (CoirRect){-50, 0, 1000, 80}));
    frame(0);
    assert_place(hero, 50, 10); // the view is higher than the bounds, so the view shows the middle of the bounds
    player->position = coir_vec2(990, 10);
    frame(0);
    assert_place(hero, -750, 10);
    player->position = coir_vec2(400, 70);
    frame(0);
    assert_place(hero, -300, 10);
}

static void follow_respects_nodes_in_between_and_the_anchor(void **state)
{
    CoirNode *between = child_of(hero), *player = child_of(between);
    (void)state;
    between->position = coir_vec2(100, 0);
    between->scale = coir_vec2(2, 2);
    player->position = coir_vec2(50, 25);
    hero->size = coir_vec2(60, 40);
    hero->anchor = coir_vec2(0.5f, 0.5f);
    act_on(hero, coir_follow(player, coir_vec2(100, 100), (CoirRect){0, 0, 0, 0}));
    frame(0);
    CoirVec2 seen = coir_node_to_parent(hero, coir_vec2(200, 50));
    assert_near(seen.x, 50);
    assert_near(seen.y, 50);
}

static void follow_keeps_the_target_of_a_mirrored_node_in_the_middle(void **state)
{
    CoirNode *player = child_of(hero);
    (void)state;
    hero->scale = coir_vec2(-1, -2);
    player->position = coir_vec2(500, 300);
    act_on(hero, coir_follow(player, coir_vec2(200, 100), (CoirRect){0, 0, 600, 320}));
    frame(0);
    // In the coordinates of `hero`, the bounds end at 320 and the view is 50 high.
    CoirVec2 seen = coir_node_to_parent(hero, coir_vec2(500, 295));
    assert_near(seen.x, 100);
    assert_near(seen.y, 50);
}

static void follow_stops_once_its_target_is_destroyed(void **state)
{
    CoirNode *player = child_of(hero);
    (void)state;
    CoirRun run = act_on(hero, coir_follow(player, coir_vec2(200, 100), (CoirRect){0, 0, 0, 0}));
    frame(0);
    coir_node_destroy(player);
    hero->position = coir_vec2(7, 7);
    frame(1);
    assert_place(hero, 7, 7);
    assert_true(coir_run_is_running(run));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void follow_does_not_move_a_node_with_a_scale_of_0(void **state)
{
    CoirNode *player = child_of(hero);
    (void)state;
    act_on(hero, coir_follow(player, coir_vec2(200, 100), (CoirRect){0, 0, 0, 0}));
    frame(0);
    assert_place(hero, 100, 50);
    player->position = coir_vec2(9, 9);
    for (int i = 0; i < 2; i++) {
        hero->scale = coir_vec2((float)i, 1 - (float)i);
        frame(0.1);
        assert_place(hero, 100, 50);
    }
}

static void follow_of_a_node_that_is_not_below_is_a_mistake_reported_once(void **state)
{
    CoirNode *beside = child_of(scene);
    (void)state;
    act_on(hero, coir_follow(beside, coir_vec2(200, 100), (CoirRect){0, 0, 0, 0}));
    frame(0);
    frame(0);
    assert_place(hero, 0, 0);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    assert_mistake("coir_follow");
}

TEST_FILE(action_catalogue)
{
    const struct CMUnitTest tests[] = {
        action_test(moves),
        action_test(scales),
        action_test(rotations),
        action_test(skews_sizes_and_anchors),
        action_test(fades_and_tints),
        action_test(jumps_and_beziers),
        action_test(splines_and_polylines),
        action_test(paths_of_one_point_or_equal_points_stay_at_the_point),
        action_test(points_are_copied),
        action_test(rule_4_14_blink_shows_in_the_second_half_of_each_slice),
        action_test(actions_without_length_take_effect_at_once),
        action_test(compositions),
        action_test(targeted_changes_the_given_node_and_not_the_node_of_the_run),
        action_test(repeat_forever_has_no_end),
        action_test(follow_keeps_a_node_in_the_middle_of_the_view),
        action_test(follow_does_not_leave_its_bounds),
        action_test(follow_respects_nodes_in_between_and_the_anchor),
        action_test(follow_keeps_the_target_of_a_mirrored_node_in_the_middle),
        action_test(follow_stops_once_its_target_is_destroyed),
        action_test(follow_does_not_move_a_node_with_a_scale_of_0),
        action_test(follow_of_a_node_that_is_not_below_is_a_mistake_reported_once),
    };
    return cmocka_run_group_tests_name("action_catalogue", tests, NULL, NULL);
}
