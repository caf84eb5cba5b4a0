// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Descriptions that are very deep, very many loops, actions without length, and a scenario in which each allocation
// fails in turn.

#include "support/actions.h"

#include <limits.h>

#include "base/fail.h"
#include "coir/action_class.h"
#include "coir/action_timeline.h"
#include "coir/animation.h"
#include "coir/sprite.h"
#include "coir/tween.h"

// Very many loops ----------------------------------------------------------------------------------------------------

// Playing the loops one by one would take far too long.
static void very_many_loops_that_turn_back_are_worked_out(void **state)
{
    const double length = 0.5 * INT_MAX;
    (void)state;
    CoirRun run = play(coir_yoyo(coir_repeat(INT_MAX, coir_move_by(0.5, 1, 0))));
    step(0.5);
    step(1.5 * length); // all loops forwards, and half of them backwards
    assert_near(node->position.x / (float)length, 1);
    assert_true(coir_run_stop(run));
    node->position.x = 0;
    play(coir_reverse_time(coir_yoyo(coir_repeat(INT_MAX, coir_move_by(0.5, 1, 0)))));
    step(0.5);
    assert_near(node->position.x, 1);
}

// Neither a step backwards nor a seek may play billions of loops one by one, also if a leaf beside the loops is in
// progress.
static void a_seek_does_not_play_very_many_loops_beside_a_tween_one_by_one(void **state)
{
    const CoirField turn = COIR_FIELD(CoirNode, rotation), width = COIR_FIELD(CoirNode, size.x);
    (void)state;
    CoirRun run =
        play(coir_spawn(coir_tween_float(2, turn, 0, 100), coir_repeat_forever(coir_tween_float(1e-9, width, 0, 1))));
    step(4);
    assert_true(coir_run_reverse(run));
    step(3);
    assert_near(node->rotation, 50);
    assert_true(coir_run_seek(run, 1.5, 0));
    assert_near(node->rotation, 75);
}

static void loops_side_by_side_are_worked_out_in_a_seek(void **state)
{
    const double century = 3155e6;
    CoirAction *moves = coir_repeat_forever(coir_sequence(coir_move_by(0.25, 1, 0), coir_move_by(0.25, 1, 0)));
    CoirAction *turns = coir_repeat_forever(coir_yoyo(coir_sequence(coir_rotate_by(0.5, 90), coir_rotate_by(1, 90))));
    (void)state;
    CoirRun run = play(coir_spawn(moves, turns, coir_repeat_forever(coir_move_by(0.3, 0, 3))));
    assert_true(coir_run_seek(run, century + 0.5, 0));
    assert_near(node->position.x / (float)(4 * century), 1);
    assert_near(node->position.y / (float)(10 * century), 1);
    assert_near(node->rotation, 90); // the time inside the yoyo is 0.5 s
    assert_true(coir_run_seek(run, 1.75, 0));
    assert_near(node->position.x, 7);
    assert_near(node->position.y, 17.5);
    assert_near(node->rotation, 157.5);
}

static float seen_x;

static void see_x(void *of, double value, void *user)
{
    (void)value, (void)user;
    seen_x = ((const CoirNode *)of)->position.x;
}

static void a_function_beside_loops_finds_the_node_at_its_instant_in_a_seek(void **state)
{
    (void)state;
    CoirAction *loop = coir_repeat_forever(coir_sequence(coir_move_by(0.25, 1, 0), coir_move_by(0.25, 1, 0)));
    CoirRun run = play(coir_spawn(loop, coir_each(1, 0, 1, see_x, NULL)));
    assert_true(coir_run_seek(run, 10, 0));
    assert_near(seen_x, 4);
    assert_near(node->position.x, 40);
}

static int writes;

static void get_width(CoirNode *self, float *values)
{
    values[0] = self->size.x;
}

static void set_width(CoirNode *self, const float *values)
{
    self->size.x = values[0];
    writes++;
}

static void a_run_of_calls_alone_is_sought_over_a_hundred_years(void **state)
{
    int calls = 0;
    (void)state;
    CoirRun run = play(coir_repeat_forever(coir_sequence(coir_delay(0.25), counting(&calls), coir_delay(0.5))));
    step(1.125);
    assert_int_equal(calls, 2);
    assert_true(coir_run_seek(run, 3e9, 0) && coir_run_loops(run) == INT64_C(4000000000));
    step(0.75);
    assert_int_equal(calls, 3);
    assert_true(coir_run_seek(run, 0.5, 0));
    step(0.75);
    assert_int_equal(calls, 4);
}

// A seek with calls need not play loops that contain no calls.
static void loops_without_calls_are_bounded_in_a_seek_with_calls(void **state)
{
    const CoirField turn = COIR_FIELD(CoirNode, rotation);
    const CoirField width = COIR_FIELD_FUNCTIONS(CoirNode, COIR_FIELD_FLOAT, get_width, set_width);
    int calls = 0;
    (void)state;
    CoirAction *loop = coir_repeat_forever(coir_tween_float(1e-6, width, 0, 1));
    CoirRun run = play(coir_spawn(coir_tween_float(2, turn, 0, 100), loop,
                                  coir_repeat(3, coir_sequence(coir_delay(0.5), counting(&calls)))));
    step(0.0005);
    writes = 0;
    assert_true(coir_run_seek(run, 1.75, COIR_SEEK_CALLS));
    assert_near(node->rotation, 87.5f);
    assert_int_equal(calls, 3);
    assert_in_range(writes, 1, 300000); // of 1.75 million loops
}

// A step plays only some of these loops, and computes how far the other loops move the node.
static void loops_that_are_left_out_move_the_node(void **state)
{
    CoirAction *parts[16] = {coir_scale_by(0.001, -1, -1)}; // each loop ends with another scale than the previous loop
    (void)state;
    for (int i = 1; i < COUNT(parts); i++)
        parts[i] = coir_repeat(3, coir_move_by(0.001, 1, 0));
    CoirAction *action = coir_repeat(20000, coir_sequence_of(parts, COUNT(parts)));
    CoirRun run = play(coir_action_retain(action));
    step(0.0005);
    step(1000);
    assert_true(node->position.x == 20000 * 45);
    assert_false(coir_run_is_running(run));
    node->position.x = 0;
    run = play(action);
    assert_true(coir_run_seek(run, 20000 * 0.046, 0));
    assert_true(node->position.x == 20000 * 45);
    assert_true(coir_run_stop(run));
}

// The time inside the coir_speed ends at a hundred years.
static void a_very_fast_run_stops_after_a_hundred_years_of_inner_time(void **state)
{
    (void)state;
    CoirRun run = play(coir_speed(1e6, coir_repeat_forever(coir_move_by(1, 1, 0))));
    step(0.5);
    step(1e5);
    assert_true(coir_run_is_running(run));
    assert_true(node->position.x == (float)(100 * 365.25 * 86400));
    step(1e5);
    assert_true(node->position.x == (float)(100 * 365.25 * 86400));
    assert_true(coir_run_stop(run));
}

// Without length -----------------------------------------------------------------------------------------------------

static void compositions_of_actions_without_length_are_done_at_once(void **state)
{
    int count = 0;
    (void)state;
    play(coir_sequence(coir_repeat(7, coir_yoyo(coir_delay(0))), coir_reverse_time(counting(&count)),
                       coir_yoyo(counting(&count)), coir_ease(COIR_EASE_IN_SINE, counting(&count)),
                       coir_speed(3, counting(&count)), coir_repeat(3, coir_repeat(4, counting(&count))),
                       coir_timeline(coir_at(0, counting(&count)), coir_after(0, counting(&count))),
                       coir_move_to(0, 1, 2), coir_repeat(3, coir_move_by(0, 1, 1))));
    step(0);
    assert_int_equal(count, 4 + 12 + 2);
    assert_true(node->position.x == 4 && node->position.y == 5);
    assert_int_equal(coir_node_run_count(node), 0);
}

static void repeat_0_of_anything_is_nothing(void **state)
{
    (void)state;
    CoirAction *parts[] = {walk(), say("no"), coir_repeat_forever(say("no")), coir_remove_self(), coir_hide()};
    for (int i = 0; i < COUNT(parts); i++) {
        CoirRun run = act_on(hero, coir_repeat(0, parts[i]));
        Looks before = looks_of(hero);
        frame(1);
        assert_looks(hero, before);
        assert_false(coir_run_is_running(run));
    }
    assert_trace("");
}

static void repeat_forever_of_no_length_is_once_in_an_update_and_may_be_sought(void **state)
{
    int count = 0;
    (void)state;
    CoirRun run = play(coir_repeat_forever(counting(&count)));
    for (int i = 0; i < 5; i++)
        step(1);
    assert_int_equal(count, 5);
    seek(run, 3);
    seek(run, 100);
    assert_int_equal(count, 5);
    assert_true(coir_run_is_running(run));
    assert_true(coir_run_loops(run) == 0);
}

// Deep ---------------------------------------------------------------------------------------------------------------

static CoirNode *target;

static CoirAction *wrap(int kind, CoirAction *action)
{
    switch (kind) {
    case 0: return coir_sequence(action);
    case 1: return coir_spawn(action, coir_delay(0));
    case 2: return coir_repeat(1, action);
    case 3: return coir_repeat(2, action);
    case 4: return coir_speed(1, action);
    case 5: return coir_ease(COIR_EASE_LINEAR, action);
    case 6: return coir_ease(COIR_EASE_LINEAR, coir_sequence(action, coir_delay(0)));
    case 7: return coir_reverse_time(action);
    case 8: return coir_yoyo(action);
    case 9: return coir_targeted(target, action);
    case 10: return coir_with_mark("name", action);
    case 11: return coir_timeline(coir_at(0, action), coir_mark("name"));
    case 12: return coir_repeat_forever(action);
    default: return coir_stagger(&target, 1, 1, COIR_FROM_START, action);
    }
}
#define KINDS 14

// Returns the number of levels up to which a description must be made; with more levels, a mistake is allowed. With
// some kinds, each level doubles the duration. At most 12 compositions that turn back may be nested.
static int levels_of(int kind)
{
    return kind == 3 ? 40 : kind == 7 || kind == 8 ? 12 : 999;
}

// Makes a leaf inside `levels` compositions of a kind.
static CoirAction *deep(int kind, int levels)
{
    CoirAction *action = coir_move_by(kind == 3 || kind == 8 ? 1e-9 : 0.5, 8, 0);
    for (int i = 0; i < levels && action; i++)
        action = wrap(kind, action);
    return action;
}

static void play_with_every_call(CoirAction *action)
{
    CoirRun run = coir_action_manager_run(manager, node, action);
    step(0.25);
    coir_run_seek(run, 0.1, 0);
    coir_run_seek_mark(run, "name", 0);
    coir_run_seek_mark(run, "none", 0);
    step(0.25);
    coir_run_reverse(run);
    step(0.1);
    coir_run_restart(run);
    char text[64];
    coir_action_manager_dump(manager, text, sizeof text);
    coir_run_stop(run);
    coir_log_forget();
}

static void thousands_of_levels_of_each_composition_work_or_are_a_mistake(void **state)
{
    static const int levels[] = {1, 10, 12, 13, 40, 999, 1000, 1001, 1999, 2000, 2001, 12000};
    int made = 0, refused = 0;
    (void)state;
    target = child_of(scene);
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < COUNT(levels); i++) {
            coir_error_clear();
            coir_log_forget();
            CoirAction *action = deep(kind, levels[i]);
            assert_true(action || coir_error()[0] != '\0');
            assert_true(action || levels[i] > levels_of(kind));
            made += action != NULL;
            refused += !action;
            if (action)
                play_with_every_call(action);
        }
    assert_true(made >= 3 * KINDS && refused >= KINDS);
}

static void deep_actions_have_an_opposite(void **state)
{
    (void)state;
    target = child_of(scene);
    for (int kind = 0; kind < KINDS; kind++)
        for (int levels = 500; levels <= 2000; levels += 1500) {
            CoirAction *action = deep(kind, levels);
            if (!action)
                continue;
            CoirAction *opposite = coir_reverse(action);
            assert_true(opposite || coir_error()[0] != '\0');
            if (opposite)
                play_with_every_call(opposite);
        }
}

static void count_step(void *of, double value, void *user)
{
    (void)of, (void)value;
    ++*(int *)user;
}

// Each level may play its contents several times, so the number of nested levels must be limited.
static void twelve_may_turn_back_inside_each_other_and_no_more(void **state)
{
    (void)state;
    for (int kind = 6; kind <= 8; kind++) {
        int count = 0;
        CoirAction *action = coir_each(1, 0, 1, count_step, &count);
        for (int i = 0; i < 12; i++)
            action =
                kind == 6 ? coir_ease(COIR_EASE_OUT_BOUNCE, coir_sequence(action, coir_delay(0))) : wrap(kind, action);
        assert_null(coir_yoyo(coir_action_retain(action)));
        assert_mistake("whose time may turn back");
        assert_null(coir_reverse_time(coir_sequence(coir_delay(1), coir_action_retain(action))));
        assert_mistake("whose time may turn back");
        play(action);
        for (int i = 0; i < 4; i++)
            step(0.2);
        assert_true(count > 0 && count < 100000);
        coir_node_stop_all(node);
    }
}

// Makes an action inside three eases, of which one turns back.
static CoirAction *ease_thrice(CoirAction *action, int turning)
{
    action = coir_sequence(action, coir_delay(0));
    for (int i = 0; i < 3; i++)
        action = coir_ease(i == turning ? COIR_EASE_OUT_BOUNCE : COIR_EASE_LINEAR, action);
    return action;
}

static void eases_around_eases_turn_back_if_any_of_them_does(void **state)
{
    (void)state;
    for (int turning = 0; turning < 3; turning++) {
        CoirAction *action = coir_move_by(1, 8, 0);
        for (int i = 0; i < 12; i++)
            action = ease_thrice(action, turning);
        action = coir_ease(COIR_EASE_OUT_BOUNCE, action); // the outermost eases turn back already
        assert_non_null(action);
        assert_null(ease_thrice(action, turning));
        assert_mistake("whose time may turn back");
    }
}

static void a_deep_expression_that_is_refused_at_the_top_is_released(void **state)
{
    size_t blocks = support_blocks();
    (void)state;
    CoirAction *action = deep(0, 9000);
    assert_null(coir_spawn(coir_delay(1), action, coir_delay(-1)));
    assert_int_equal(support_blocks(), blocks);
}

// Each allocation may fail -------------------------------------------------------------------------------------------

static CoirSprite *sprite;

static void object_start(CoirNode *of, const void *parameters, void *memory)
{
    (void)parameters;
    *(float *)memory = of->position.x;
}

static void object_update(CoirNode *of, const void *parameters, void *memory, double t)
{
    of->position.x = *(float *)memory + *(const float *)parameters * (float)t;
}

static const CoirActionClass object_class = {"object", sizeof(float), sizeof(float), .start = object_start,
                                             .update = object_update};

static void each_value(void *of, double value, void *user)
{
    CoirNode *turned = of;
    (void)user;
    turned->rotation = (float)value;
}

static void do_nothing(CoirNode *of, void *user)
{
    (void)of, (void)user;
}

static double straight(double t, void *user)
{
    (void)user;
    return t;
}

static CoirAction *make_one(CoirNode *of, int index, void *user)
{
    (void)of, (void)user;
    return coir_sequence(coir_delay(0.01 * index), coir_move_by(0.1, 1, 1));
}

static const CoirVec2 points[] = {{0, 0}, {10, 5}, {20, 0}};

static CoirAction *leaves(void)
{
    CoirAction *parts[] = {coir_move_to(0.1, 1, 1),
                           coir_move_by(0.1, 1, 1),
                           coir_scale_to(0.1, 1, 1),
                           coir_scale_by(0.1, 2, 2),
                           coir_scale_to_uniform(0.1, 2),
                           coir_scale_by_uniform(0.1, 2),
                           coir_rotate_to(0.1, 9),
                           coir_rotate_by(0.1, 9),
                           coir_skew_to(0.1, 1, 1),
                           coir_skew_by(0.1, 1, 1),
                           coir_size_to(0.1, 1, 1),
                           coir_size_by(0.1, 1, 1),
                           coir_anchor_to(0.1, 1, 1),
                           coir_jump_to(0.1, 1, 1, 9, 2),
                           coir_jump_by(0.1, 1, 1, 9, 2),
                           coir_bezier_to(0.1, points[0], points[1], points[2]),
                           coir_bezier_by(0.1, points[0], points[1], points[2]),
                           coir_cardinal_spline_to(0.1, 0, points, 3),
                           coir_cardinal_spline_by(0.1, 0, points, 3),
                           coir_catmull_rom_to(0.1, points, 3),
                           coir_catmull_rom_by(0.1, points, 3),
                           coir_polyline_to(0.1, points, 3),
                           coir_polyline_by(0.1, points, 3),
                           coir_fade_to(0.1, 0.5f),
                           coir_fade_in(0.1),
                           coir_fade_out(0.1),
                           coir_tint_to(0.1, COIR_WHITE),
                           coir_tint_by(0.1, 1, 1, 1),
                           coir_blink(0.1, 2),
                           coir_show(),
                           coir_hide(),
                           coir_toggle_visibility(),
                           coir_place(1, 1),
                           coir_flip_x(true),
                           coir_flip_y(false),
                           coir_set_z(2),
                           coir_call(do_nothing, NULL),
                           coir_delay(0.1),
                           coir_each(0.1, 0, 1, each_value, NULL),
                           coir_tween_float(0.1, COIR_FIELD(CoirNode, rotation), 0, 1),
                           coir_tween_vec2(0.1, COIR_FIELD(CoirNode, anchor), points[0], points[1]),
                           coir_tween_to_float(0.1, COIR_FIELD(CoirNode, rotation), 1),
                           coir_tween_to_vec2(0.1, COIR_FIELD(CoirNode, anchor), points[1]),
                           coir_tween_to_color(0.1, COIR_FIELD(CoirNode, color), COIR_BLACK),
                           coir_tween_by_float(0.1, COIR_FIELD(CoirNode, rotation), 1),
                           coir_tween_by_vec2(0.1, COIR_FIELD(CoirNode, anchor), points[1]),
                           coir_tween_color(0.1, COIR_FIELD(CoirNode, color), COIR_BLACK, COIR_WHITE),
                           coir_action_new(&object_class, 0.1, &(float){3})};
    return coir_sequence_of(parts, COUNT(parts));
}

static void ignore_event(CoirNode *of, const char *event, void *user)
{
    (void)of, (void)event, (void)user;
}

static CoirAction *pictures(CoirTexture *texture)
{
    const CoirFrame frames[] = {{.texture = texture, .region = {0, 0, 1, 1}, .delay = 0.05},
                                {.texture = texture, .region = {1, 0, 1, 1}, .delay = 0.05, .event = "e"}},
                    whole = {.texture = texture, .region = {0, 0, 2, 1}};
    const CoirAnimation two = {.frames = frames, .count = 2, .loops = 2, .restore = true, .on_event = ignore_event};
    return coir_spawn(coir_reverse(coir_animate(&two)), coir_set_frame(&whole));
}

static CoirAction *everything(CoirNode *other, CoirTexture *texture)
{
    CoirNode *both[] = {other, &sprite->node};
    CoirAction *bent = coir_spawn(coir_ease(COIR_EASE_IN_OUT_BACK, leaves()), coir_ease_with(COIR_EASE_IN, 3, walk()),
                                  coir_ease_bezier(0.1, 0, 1, 1, coir_repeat(2, walk())),
                                  coir_ease_function(straight, NULL, walk()), coir_reverse_time(walk()),
                                  coir_yoyo(coir_sequence(walk(), coir_rotate_by(1, 3))), coir_speed(2, walk()),
                                  coir_reverse(coir_sequence(walk(), coir_polyline_by(0.1, points, 3),
                                                             coir_repeat(2, coir_with_mark("a", walk())),
                                                             coir_each(0.1, 0, 1, each_value, NULL))));
    CoirAction *placed =
        coir_timeline(coir_at(0.1, coir_targeted(other, walk())), coir_after(-0.1, walk()), coir_mark("here"),
                      coir_with(0.1, walk()), coir_at_mark("here", 0.2, coir_with_mark("there", walk())),
                      coir_stagger(both, 2, 0.1, COIR_FROM_RANDOM, walk()),
                      coir_stagger_with(both, 2, &(CoirStaggerDef){.each = 0.1, .make = make_one}));
    CoirAction *whole = coir_sequence(coir_spawn(bent, placed, pictures(texture)), coir_repeat(2, leaves()),
                                      coir_repeat_forever(coir_sequence(walk(), coir_delay(0.1))));
    CoirAction *camera = coir_follow(other, coir_vec2(10, 10), (CoirRect){0, 0, 0, 0});
    return coir_spawn(whole, coir_targeted(scene, camera));
}

static void run_everything(CoirStage *on, CoirNode *other, CoirTexture *texture)
{
    CoirActionManager *actions = coir_stage_actions(on);
    CoirRun run = coir_node_run(&sprite->node, everything(other, texture)), plain = coir_node_run(other, walk());
    CoirRun asleep = coir_node_run(other, coir_sequence(coir_delay(100), coir_remove_self()));
    coir_stage_update(on, 0.3);
    coir_run_on_done(run, NULL, NULL);
    coir_run_set_tag(plain, 3);
    coir_run_set_flags(asleep, 4);
    coir_run_set_speed(plain, 0.5);
    coir_run_reverse(asleep);
    coir_run_seek(run, 2, COIR_SEEK_CALLS);
    coir_run_seek_mark(run, "there", 0);
    coir_run_seek_fraction(plain, 0.75, 0);
    coir_stage_update(on, 0.3);
    coir_run_restart(run);
    CoirNodeSet *set = coir_action_manager_pause_all(actions);
    coir_stage_update(on, 0.1);
    if (set)
        coir_node_set_resume(set);
    coir_node_set_destroy(set);
    coir_node_detach(other);
    coir_stage_update(on, 1);
    char text[256];
    coir_action_manager_dump(actions, text, sizeof text);
    coir_action_manager_stop_all(actions);
    coir_node_destroy(other);
}

// Plays a scenario in which any allocation may fail. The scenario notes nothing, so the test checks only that no
// memory is lost and that nothing crashes.
static void run_every_action(void)
{
    static const uint8_t pixels[2 * 4];
    CoirStage *on = coir_stage_new();
    CoirTexture *texture = coir_texture_from_pixels(2, 1, pixels);
    CoirNode *other = coir_node_new();
    sprite = COIR_NEW(CoirSprite);
    scene = coir_node_new();
    if (on && texture && other && sprite && scene && coir_node_add(scene, &sprite->node) &&
        coir_node_add(scene, other) && coir_stage_show(on, scene)) {
        coir_stage_update(on, 0);
        run_everything(on, other, texture);
    } else {
        if (other && !coir_node_parent(other))
            coir_node_destroy(other);
        if (sprite && !coir_node_parent(&sprite->node))
            coir_node_destroy(&sprite->node);
        coir_node_destroy(scene);
    }
    coir_texture_destroy(texture);
    coir_stage_destroy(on);
    coir_nodes_sweep();
    coir_textures_sweep();
}

static void each_allocation_of_a_scenario_with_every_constructor_may_fail(void **state)
{
    (void)state;
    destroy_stage_and_manager();
    assert_true(support_fail_each_allocation(run_every_action) > 200);
    assert_int_equal(coir_nodes_count(), 0);
}

static void each_failing_allocation_makes_an_expression_with_all_constructors_null(void **state)
{
    static const uint8_t pixels[2 * 4];
    CoirTexture *texture = coir_texture_from_pixels(2, 1, pixels);
    (void)state;
    sprite = COIR_NEW(CoirSprite);
    assert_true(coir_node_add(scene, &sprite->node));
    size_t blocks = support_blocks();
    long nth = 0;
    for (;;) {
        coir_error_clear();
        support_fail_allocation(++nth);
        CoirAction *action = everything(hero, texture);
        if (!support_failed()) {
            assert_non_null(action);
            coir_action_release(action);
            break;
        }
        assert_null(action);
        assert_non_null(strstr(coir_error(), "memory"));
        assert_int_equal(support_blocks(), blocks);
    }
    assert_true(nth > 150);
    coir_texture_destroy(texture);
}

static void a_run_continues_unchanged_if_a_change_has_no_memory(void **state)
{
    (void)state;
    for (int change = 0; change < 9; change++) {
        node->position.x = 0;
        CoirRun run = play(walk()); // the run has no CoirRunBlock yet, so each change needs memory
        step(0.25);
        support_fail_allocation(1);
        switch (change) {
        case 0: assert_false(coir_run_set_speed(run, 2)); break;
        case 1: assert_false(coir_run_reverse(run)); break;
        case 2: assert_false(coir_run_seek(run, 0.5, 0)); break;
        case 3: assert_false(coir_run_seek_fraction(run, 0.5, 0)); break;
        case 4: assert_false(coir_run_restart(run)); break;
        case 5: assert_false(coir_run_on_done(run, note_end, "no")); break;
        case 6: assert_false(coir_run_set_tag(run, 2)); break;
        case 7: assert_false(coir_run_set_flags(run, 2)); break;
        default: assert_null(coir_action_manager_pause_all(manager)); break;
        }
        assert_true(support_failed());
        assert_true(coir_run_speed(run) == 1 && !coir_run_is_reversed(run) && coir_run_tag(run) == 0);
        assert_false(coir_node_is_paused(node));
        step(0.25);
        assert_near(node->position.x, 50);
        step(1);
        assert_trace("");
    }
}

TEST_FILE(action_extremes)
{
    const struct CMUnitTest tests[] = {
        action_test(very_many_loops_that_turn_back_are_worked_out),
        action_test(a_seek_does_not_play_very_many_loops_beside_a_tween_one_by_one),
        action_test(loops_without_calls_are_bounded_in_a_seek_with_calls),
        action_test(loops_that_are_left_out_move_the_node),
        action_test(loops_side_by_side_are_worked_out_in_a_seek),
        action_test(a_function_beside_loops_finds_the_node_at_its_instant_in_a_seek),
        action_test(a_run_of_calls_alone_is_sought_over_a_hundred_years),
        action_test(a_very_fast_run_stops_after_a_hundred_years_of_inner_time),
        action_test(compositions_of_actions_without_length_are_done_at_once),
        action_test(repeat_0_of_anything_is_nothing),
        action_test(repeat_forever_of_no_length_is_once_in_an_update_and_may_be_sought),
        action_test(thousands_of_levels_of_each_composition_work_or_are_a_mistake),
        action_test(deep_actions_have_an_opposite),
        action_test(twelve_may_turn_back_inside_each_other_and_no_more),
        action_test(eases_around_eases_turn_back_if_any_of_them_does),
        action_test(a_deep_expression_that_is_refused_at_the_top_is_released),
        action_test(each_allocation_of_a_scenario_with_every_constructor_may_fail),
        action_test(each_failing_allocation_makes_an_expression_with_all_constructors_null),
        action_test(a_run_continues_unchanged_if_a_change_has_no_memory),
    };
    return cmocka_run_group_tests_name("action_extremes", tests, NULL, NULL);
}
