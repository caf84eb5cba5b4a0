// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Opposites of actions (coir_reverse, rule 4.7), for all kinds of actions.

#include "support/actions.h"

#include "coir/action_timeline.h"
#include "coir/animation.h"
#include "coir/sprite.h"
#include "coir/tween.h"

// There and back -----------------------------------------------------------------------------------------------------

static const CoirVec2 way[] = {{0, 0}, {13.7f, -0.1f}, {7.3f, 99.9f}, {-5.5f, 3.3f}};
static const CoirVec2 off[] = {{1.1f, 2.2f}, {13.7f, -0.1f}, {7.3f, 99.9f}};

// X(name, expression) for every kind of action that changes a property by an amount, except tweens.
#define BYS(X)                                                                                   \
    X(move_by, coir_move_by(0.7, 33.3f, -7.1f))                                                  \
    X(scale_by, coir_scale_by(0.7, 3.3f, 0.1f))                                                  \
    X(scale_by_uniform, coir_scale_by_uniform(0.7, 1.7f))                                        \
    X(rotate_by, coir_rotate_by(0.7, 333.3f))                                                    \
    X(skew_by, coir_skew_by(0.7, 12.3f, -45.6f))                                                 \
    X(size_by, coir_size_by(0.7, 12.3f, 45.6f))                                                  \
    X(tint_by, coir_tint_by(0.7, 33, -77, 200))                                                  \
    X(jump_by, coir_jump_by(0.7, 33.3f, -7.1f, 50, 3))                                           \
    X(bezier_by, coir_bezier_by(0.7, way[1], way[2], way[3]))                                    \
    X(cardinal_spline_by, coir_cardinal_spline_by(0.7, 0.3f, way, 4))                            \
    X(catmull_rom_by, coir_catmull_rom_by(0.7, way, 4))                                          \
    X(catmull_rom_by_off, coir_catmull_rom_by(0.7, off, 3))                                      \
    X(polyline_by, coir_polyline_by(0.7, way, 4))                                                \
    X(sequence, coir_sequence(coir_move_by(0.3, 0.1f, 7.7f), coir_rotate_by(0.4, 33.3f)))        \
    X(spawn, coir_spawn(coir_move_by(0.3, 0.1f, 7.7f), coir_skew_by(0.4, 3.3f, 1.1f)))           \
    X(repeat, coir_repeat(3, coir_move_by(0.3, 0.1f, 7.7f)))                                     \
    X(speed, coir_speed(3, coir_move_by(0.3, 0.1f, 7.7f)))                                       \
    X(eased, coir_ease(COIR_EASE_IN_OUT_BACK, coir_move_by(0.7, 0.1f, 7.7f)))                    \
    X(eased_whole, coir_ease(COIR_EASE_OUT_SINE, coir_repeat(2, coir_move_by(0.7, 0.1f, 7.7f)))) \
    X(reverse_time, coir_reverse_time(coir_move_by(0.7, 0.1f, 7.7f)))                            \
    X(yoyo, coir_yoyo(coir_move_by(0.35, 0.1f, 7.7f)))                                           \
    X(marked, coir_with_mark("name", coir_move_by(0.7, 0.1f, 7.7f)))                             \
    X(timeline, coir_timeline(coir_at(0.1, coir_move_by(0.3, 0.1f, 7.7f)), coir_at(0.2, coir_move_by(0.3, 3.3f, 0))))

#define DEFINE_MAKER(name, expression)   \
    static CoirAction *make_##name(void) \
    {                                    \
        return expression;               \
    }
BYS(DEFINE_MAKER)

#define LIST_MAKER(name, expression) {#name, make_##name},
static const struct {
    const char *name;
    CoirAction *(*make)(void);
} bys[] = {BYS(LIST_MAKER)};

static CoirAction *there_and_back(CoirAction *action)
{
    return coir_sequence(coir_action_retain(action), coir_reverse(action));
}

static void rule_4_7_a_by_and_its_opposite_end_exactly_at_the_start_value(void **state)
{
    static const double steps[] = {0.05, 1.0 / 3, 100};
    (void)state;
    for (int i = 0; i < COUNT(bys); i++)
        for (int k = 0; k < COUNT(steps); k++) {
            dress(node, odd_looks);
            CoirRun run = play(coir_repeat(3, there_and_back(bys[i].make())));
            bool has_changed = false;
            while (coir_run_is_running(run)) {
                step(steps[k]);
                Looks now = looks_of(node);
                has_changed |= memcmp(&now.position, &odd_looks.position, sizeof now.position) != 0 ||
                               now.rotation != odd_looks.rotation || now.skew.x != odd_looks.skew.x ||
                               now.size.x != odd_looks.size.x || now.scale.x != odd_looks.scale.x ||
                               now.color.r != odd_looks.color.r;
            }
            check_looks(node, odd_looks, bys[i].name, __FILE__, __LINE__);
            assert_true(has_changed || steps[k] == 100);
        }
}

// Compared with a tolerance: if a curve is reversed twice, its points are rounded twice.
static void rule_4_7_the_opposite_of_the_opposite_is_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(bys); i++) {
        Looks once = {0}, again = {0};
        for (int k = 0; k < 2; k++) {
            dress(node, odd_looks);
            CoirAction *action = bys[i].make();
            play(k == 1 ? coir_reverse(coir_reverse(action)) : action);
            step(0.35);
            *(k == 1 ? &again : &once) = looks_of(node);
            coir_node_stop_all(node);
        }
        assert_near(once.position.x, (double)again.position.x);
        assert_near(once.position.y, (double)again.position.y);
        assert_near(once.scale.x, (double)again.scale.x);
        assert_near(once.skew.x, (double)again.skew.x);
        assert_near(once.size.x, (double)again.size.x);
        assert_near(once.rotation, (double)again.rotation);
        assert_near(once.color.b, (double)again.color.b);
    }
}

// On the way back, the node passes the positions of the way there in reverse order.
static void rule_4_7_a_reversed_curve_follows_the_same_path(void **state)
{
    CoirAction *curves[] = {coir_jump_by(1, 100, 0, 60, 1), coir_bezier_by(1, way[1], way[2], way[3]),
                            coir_catmull_rom_by(1, way, 4), coir_polyline_by(1, way, 4)};
    (void)state;
    for (int i = 0; i < COUNT(curves); i++) {
        node->position = coir_vec2(0, 0);
        CoirRun run = play(there_and_back(curves[i]));
        for (double t = 0.125; t < 1; t += 0.125) {
            seek(run, t);
            CoirVec2 there = node->position;
            seek(run, 2 - t);
            assert_near(node->position.x, (double)there.x);
            assert_near(node->position.y, (double)there.y);
        }
        coir_run_stop(run);
    }
}

static void rule_4_7_an_action_repeated_with_its_opposite_ends_at_the_start_value(void **state)
{
    (void)state;
    node->position = coir_vec2(0.1f, 0.2f);
    play(coir_repeat(2, there_and_back(coir_move_by(1, 100.1f, 0.3f))));
    step(1);
    assert_near(node->position.x, 100.2);
    step(9);
    assert_true(node->position.x == 0.1f && node->position.y == 0.2f);
}

// Actions to a value -------------------------------------------------------------------------------------------------

static void rule_4_7_a_to_has_no_opposite(void **state)
{
    CoirAction *tos[] = {coir_move_to(1, 1, 1),
                         coir_scale_to(1, 1, 1),
                         coir_scale_to_uniform(1, 1),
                         coir_rotate_to(1, 1),
                         coir_skew_to(1, 1, 1),
                         coir_size_to(1, 1, 1),
                         coir_anchor_to(1, 1, 1),
                         coir_fade_to(1, 1),
                         coir_tint_to(1, coir_rgb(1, 1, 1)),
                         coir_jump_to(1, 1, 1, 1, 1),
                         coir_bezier_to(1, way[0], way[1], way[2]),
                         coir_cardinal_spline_to(1, 0, way, 4),
                         coir_catmull_rom_to(1, way, 4),
                         coir_polyline_to(1, way, 4)};
    (void)state;
    for (int i = 0; i < COUNT(tos); i++) {
        assert_null(coir_reverse(coir_action_retain(tos[i])));
        assert_mistake("coir_reverse");
        assert_null(coir_reverse(coir_sequence(coir_delay(1), coir_spawn(coir_delay(1), coir_repeat(2, tos[i])))));
        assert_mistake("coir_reverse");
    }
}

static void rule_4_7_a_scale_by_0_cannot_be_undone(void **state)
{
    (void)state;
    assert_null(coir_reverse(coir_scale_by(1, 0, 2)));
    assert_mistake("coir_reverse");
    assert_null(coir_reverse(coir_scale_by(1, 2, 0)));
    assert_mistake("coir_reverse");
}

static void the_points_of_a_reversed_path_must_be_finite(void **state)
{
    static const CoirVec2 far[] = {{3e38f, 0}, {3e38f, 0}, {-3e38f, 0}};
    CoirAction *paths[] = {coir_bezier_by(1, far[0], far[1], far[2]), coir_catmull_rom_by(1, far, 3),
                           coir_polyline_by(1, far, 3)};
    (void)state;
    for (int i = 0; i < COUNT(paths); i++) {
        assert_null(coir_reverse(paths[i]));
        assert_mistake("coir_reverse: the points of the path are too far apart");
    }
}

static void the_opposite_of_null_is_null_and_keeps_the_error(void **state)
{
    (void)state;
    assert_null(coir_reverse(coir_delay(-1)));
    assert_mistake("coir_delay");
    assert_null(coir_reverse(NULL));
    assert_non_null(strstr(coir_error(), "coir_reverse"));
}

// Compositions -------------------------------------------------------------------------------------------------------

static void rule_4_7_a_sequence_goes_from_its_last_part_to_its_first(void **state)
{
    (void)state;
    play(coir_reverse(coir_sequence(say("a"), coir_delay(0.25), say("b"), coir_delay(0.5), say("c"))));
    step(5);
    assert_trace("c@0 b@0.5 a@0.75 ");
}

static void rule_4_7_the_parts_of_a_spawn_all_begin_at_once(void **state)
{
    (void)state;
    CoirAction *late = coir_sequence(coir_delay(0.25), say("a"));
    play(coir_reverse(coir_spawn(late, coir_delay(1), coir_sequence(say("b"), coir_delay(0.5)), say("c"))));
    step(5);
    assert_trace("a@0 c@0 b@0.5 ");
}

static void a_timeline_is_mirrored(void **state)
{
    (void)state;
    CoirAction *part = coir_sequence(say("b"), coir_delay(0.25), say("c"));
    CoirAction *timeline = coir_timeline(say("a"), coir_at(0.25, part), coir_at(1, say("d")), coir_at(0.125, walk()));
    play(coir_reverse(timeline)); // lasts 1.125 s
    step(0);
    assert_true(node->position.x == 0);
    step(0.5);
    assert_near(node->position.x, -50);
    step(5);
    assert_trace("d@0.125 c@0.625 b@0.875 a@1.125 ");
    assert_near(node->position.x, -100);
}

static void a_timeline_mirrored_twice_equals_the_first(void **state)
{
    CoirAction *parts[] = {coir_at(0.25, say("a")), coir_at(0.5, coir_delay(0.5)), coir_at(0.125, say("b"))};
    (void)state;
    play(coir_reverse(coir_reverse(coir_timeline_of(parts, 3))));
    step(5);
    assert_trace("b@0.125 a@0.25 ");
}

static void a_stagger_is_mirrored_too(void **state)
{
    CoirNode *nodes[] = {child_of(scene), child_of(scene), child_of(scene)};
    (void)state;
    act_on(scene, coir_reverse(coir_stagger(nodes, 3, 0.5, COIR_FROM_START, coir_move_by(1, 100, 0))));
    frame(0.5);
    assert_near(nodes[0]->position.x, 0);
    assert_near(nodes[1]->position.x, 0);
    assert_near(nodes[2]->position.x, -50);
    frame(1);
    assert_near(nodes[0]->position.x, -50);
    assert_near(nodes[1]->position.x, -100);
}

static void rule_4_7_the_opposite_of_a_repeat_speed_or_target_has_the_opposite_inside(void **state)
{
    (void)state;
    act_on(scene, coir_reverse(coir_repeat(2, coir_sequence(say("a"), coir_delay(0.5), say("b")))));
    frame(5);
    assert_trace("b@0 a@0.5 b@0.5 a@1 ");
    act_on(scene, coir_reverse(coir_speed(2, coir_targeted(hero, coir_move_by(1, 100, 0)))));
    frame(0.25);
    assert_near(hero->position.x, -50);
    assert_near(scene->position.x, 0);
    frame(5);
    assert_near(hero->position.x, -100);
    act_on(hero, coir_reverse(coir_repeat_forever(coir_move_by(1, 100, 0))));
    frame(3.5);
    assert_near(hero->position.x, -450);
}

static void rule_4_7_the_opposite_of_an_ease_keeps_its_curve(void **state)
{
    (void)state;
    play(coir_reverse(coir_ease(COIR_EASE_IN_QUAD, coir_move_by(1, 100, 0))));
    step(0.5);
    assert_near(node->position.x, -25);
    coir_node_stop_all(node);
    node->position.x = 0;
    play(coir_reverse(coir_ease_with(COIR_EASE_IN, 3, coir_sequence(coir_move_by(0.5, 10, 0), coir_delay(0.5)))));
    step(0.8);
    assert_near(node->position.x, -0.24); // 0.512 s of inner time, of which 0.5 s are the delay
    coir_node_stop_all(node);
}

static void a_mark_in_a_reverse_is_at_the_reversed_begin_of_its_part(void **state)
{
    (void)state;
    CoirRun run = play(coir_reverse(coir_sequence(walk(), coir_with_mark("here", coir_delay(1)), coir_delay(2))));
    assert_true(coir_run_seek_mark(run, "here", 0));
    assert_near(coir_run_elapsed(run), 2);
}

// Leaves that are their own opposite, or the opposite of another leaf ------------------------------------------------

static void rule_4_7_show_and_hide_and_the_fades_are_opposites(void **state)
{
    (void)state;
    node->visible = false;
    play(coir_reverse(coir_hide()));
    step(0);
    assert_true(node->visible);
    play(coir_reverse(coir_show()));
    step(0);
    assert_false(node->visible);
    play(coir_reverse(coir_fade_in(1)));
    step(0.5);
    assert_near(node->opacity, 0.5);
    step(0.5);
    assert_true(node->opacity == 0);
    play(coir_reverse(coir_fade_out(1)));
    step(0.75);
    assert_near(node->opacity, 0.75);
    step(0.25);
    assert_true(node->opacity == 1);
}

static void rule_4_7_delay_blink_toggle_place_z_call_and_remove_self_are_their_own_opposites(void **state)
{
    (void)state;
    CoirAction *reversed = coir_reverse(coir_sequence(coir_remove_self(), coir_set_z(7), say("call"), coir_place(3, 4),
                                                      coir_toggle_visibility(), coir_blink(1, 2), coir_delay(0.5)));
    assert_true(coir_action_duration(reversed) == 1.5);
    act_on(hero, reversed);
    frame(0.5);
    assert_false(hero->visible);
    frame(0.25);
    assert_true(hero->visible);
    assert_true(hero->position.x == 0 && hero->z == 0);
    CoirNodeRef ref = coir_node_ref(hero);
    frame(0.7);
    assert_non_null(coir_node_get(ref));
    assert_trace("");
    frame(0.05);
    assert_null(coir_node_get(ref));
    assert_trace("call@1.5 ");
}

static void rule_4_7_place_and_set_z_do_the_same_reversed(void **state)
{
    (void)state;
    play(coir_reverse(coir_sequence(coir_place(3, 4), coir_set_z(5))));
    step(0);
    assert_true(node->position.x == 3 && node->position.y == 4);
    assert_int_equal(node->z, 5);
}

static void rule_4_7_the_opposite_of_a_flip_flips_the_other_way(void **state)
{
    CoirSprite *sprite = COIR_NEW(CoirSprite);
    (void)state;
    coir_node_add(scene, &sprite->node);
    act_on(&sprite->node, coir_reverse(coir_spawn(coir_flip_x(false), coir_flip_y(false))));
    frame(0);
    assert_true(sprite->flip_x && sprite->flip_y);
    act_on(&sprite->node, coir_reverse(coir_flip_x(true)));
    frame(0);
    assert_true(!sprite->flip_x && sprite->flip_y);
}

static void rule_4_7_an_animation_shows_its_frames_backwards_and_set_frame_is_its_own_opposite(void **state)
{
    static const uint8_t pixels[4 * 4];
    CoirTexture *texture = coir_texture_from_pixels(4, 1, pixels);
    CoirSprite *sprite = COIR_NEW(CoirSprite);
    const CoirFrame frames[] = {{.texture = texture, .region = {0, 0, 1, 1}, .delay = 0.1},
                                {.texture = texture, .region = {1, 0, 1, 1}, .delay = 0.2},
                                {.texture = texture, .region = {2, 0, 1, 1}, .delay = 0.3}},
                    other = {.texture = texture, .region = {3, 0, 1, 1}};
    (void)state;
    coir_node_add(scene, &sprite->node);
    act_on(&sprite->node, coir_reverse(coir_animate(&(CoirAnimation){.frames = frames, .count = 3, .loops = 2})));
    for (int i = 0; i < 13; i++) {
        frame(i == 0 ? 0.05 : 0.1);
        note("%g ", (double)coir_sprite_region(sprite).x);
    }
    assert_trace("2 2 2 1 1 0 2 2 2 1 1 0 0 ");
    act_on(&sprite->node, coir_reverse(coir_set_frame(&other)));
    frame(0);
    assert_true(coir_sprite_region(sprite).x == 3);
    coir_node_destroy(&sprite->node);
    coir_texture_destroy(texture);
}

static void note_value(void *of, double value, void *user)
{
    (void)of, (void)user;
    note("%g ", value);
}

static void a_tween_goes_from_its_end_to_its_begin(void **state)
{
    (void)state;
    play(coir_reverse(coir_each(1, 10, 20, note_value, NULL)));
    step(0.25);
    step(0.75);
    assert_trace("17.5 10 ");
    CoirField field = COIR_FIELD(CoirNode, opacity);
    play(coir_reverse(coir_tween_float(1, field, 0.25f, 0.75f)));
    step(0.5);
    assert_near(node->opacity, 0.5);
    step(0.5);
    assert_true(node->opacity == 0.25f);
}

static void reverse_keeps_the_description_for_others(void **state)
{
    CoirAction *action = walk();
    (void)state;
    play(coir_reverse(coir_action_retain(action)));
    step(0.5);
    assert_near(node->position.x, -50);
    play(action);
    step(1);
    assert_near(node->position.x, 0);
}

TEST_FILE(action_reverse)
{
    const struct CMUnitTest tests[] = {
        action_test(rule_4_7_a_by_and_its_opposite_end_exactly_at_the_start_value),
        action_test(rule_4_7_the_opposite_of_the_opposite_is_the_same),
        action_test(rule_4_7_a_reversed_curve_follows_the_same_path),
        action_test(rule_4_7_an_action_repeated_with_its_opposite_ends_at_the_start_value),
        action_test(rule_4_7_a_to_has_no_opposite),
        action_test(rule_4_7_a_scale_by_0_cannot_be_undone),
        action_test(the_points_of_a_reversed_path_must_be_finite),
        action_test(the_opposite_of_null_is_null_and_keeps_the_error),
        action_test(rule_4_7_a_sequence_goes_from_its_last_part_to_its_first),
        action_test(rule_4_7_the_parts_of_a_spawn_all_begin_at_once),
        action_test(a_timeline_is_mirrored),
        action_test(a_timeline_mirrored_twice_equals_the_first),
        action_test(a_stagger_is_mirrored_too),
        action_test(rule_4_7_the_opposite_of_a_repeat_speed_or_target_has_the_opposite_inside),
        action_test(rule_4_7_the_opposite_of_an_ease_keeps_its_curve),
        action_test(a_mark_in_a_reverse_is_at_the_reversed_begin_of_its_part),
        action_test(rule_4_7_show_and_hide_and_the_fades_are_opposites),
        action_test(rule_4_7_delay_blink_toggle_place_z_call_and_remove_self_are_their_own_opposites),
        action_test(rule_4_7_place_and_set_z_do_the_same_reversed),
        action_test(rule_4_7_the_opposite_of_a_flip_flips_the_other_way),
        action_test(rule_4_7_an_animation_shows_its_frames_backwards_and_set_frame_is_its_own_opposite),
        action_test(a_tween_goes_from_its_end_to_its_begin),
        action_test(reverse_keeps_the_description_for_others),
    };
    return cmocka_run_group_tests_name("action_reverse", tests, NULL, NULL);
}
