// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Clocks for subtrees of nodes: what runs on them, at which times, and what stays when they are changed, moved and
// destroyed, from outside and from callbacks. Random walks against a model of them are in test_node_clock_model.c.

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/node_time.h"
#include "support/probe.h"

// A node that notes its updates, and does something once when it enters or leaves.
typedef struct Runner {
    CoirNode node;
    void (*on_enter)(CoirNode *node), (*on_leave)(CoirNode *node), (*on_update)(CoirNode *node);
    bool is_quiet;
} Runner;

static CoirStage *stage, *other_stage;
static CoirNode *scene, *world, *hud, *other_scene;

static double now(void)
{
    return coir_scheduler_now(coir_stage_scheduler(stage));
}

static void act_once(CoirNode *node, void (**act)(CoirNode *))
{
    void (*function)(CoirNode *) = *act;
    *act = NULL;
    if (function)
        function(node);
}

static void runner_enter(CoirNode *node)
{
    act_once(node, &((Runner *)node)->on_enter);
}

static void runner_leave(CoirNode *node)
{
    act_once(node, &((Runner *)node)->on_leave);
}

static void runner_update(CoirNode *node, double dt)
{
    if (!((Runner *)node)->is_quiet)
        note("%s.update %g ", node->name, dt);
    act_once(node, &((Runner *)node)->on_update);
}

static COIR_NODE_CLASS(Runner, .enter = runner_enter, .leave = runner_leave, .update = runner_update);

static CoirNode *set_up_runner(Runner *runner, CoirNode *parent, const char *name)
{
    assert_non_null(runner);
    runner->node.name = name;
    if (parent)
        assert_true(coir_node_add(parent, &runner->node));
    return &runner->node;
}

#define runner_new(parent, name) set_up_runner(COIR_NEW(Runner), (parent), (name))

static CoirNode *plain_new(CoirNode *parent, const char *name)
{
    CoirNode *node = coir_node_new();
    assert_non_null(node);
    node->name = name;
    if (parent)
        assert_true(coir_node_add(parent, node));
    return node;
}

static int set_up_stages(void **state)
{
    support_setup(state);
    stage = coir_stage_new();
    other_stage = coir_stage_new();
    scene = plain_new(NULL, "scene");
    other_scene = plain_new(NULL, "other");
    show(stage, scene);
    show(other_stage, other_scene);
    world = plain_new(scene, "world");
    hud = plain_new(scene, "hud");
    return 0;
}

static int tear_down_stages(void **state)
{
    coir_stage_destroy(stage);
    coir_stage_destroy(other_stage);
    coir_nodes_sweep();
    if (coir_nodes_report() > 0)
        return 1;
    return support_teardown(state);
}

// On stage are `scene` and in it `world` and `hud`; on another one is `other_scene`.
#define clock_test(function) cmocka_unit_test_setup_teardown(function, set_up_stages, tear_down_stages)

static void note_call(void *target, double elapsed, void *user)
{
    const CoirNode *node = target;
    note("%s.%s %g@%g ", node->name, (const char *)user, elapsed, now());
}

static void note_timer(CoirNode *node, void *user)
{
    note("%s.%s@%g ", node->name, (const char *)user, now());
}

static void update(double dt)
{
    assert_true(coir_stage_update(stage, dt));
}

static void *text(const char *name)
{
    return (void *)name;
}

static void schedule(CoirNode *node, const char *key, double interval, CoirTickFn tick)
{
    CoirTimerDef def = {.tick = tick, .user = text(key), .key = key, .interval = interval, .repeat = COIR_FOREVER};
    assert_true(coir_node_schedule(node, &def));
}

static void every(CoirNode *node, double interval)
{
    schedule(node, "timer", interval, note_call);
}

static void each(CoirNode *node)
{
    schedule(node, "each", 0, note_call);
}

static void frame(CoirNode *node)
{
    assert_true(coir_node_every_frame(node, note_call, text("frame"), 0));
}

static void start_everything(CoirNode *node)
{
    frame(node);
    every(node, 1);
    each(node);
}

static void set_scale(CoirNode *node, double scale)
{
    assert_true(coir_node_set_time_scale(node, scale));
    assert_true(coir_node_time_scale(node) == scale);
}

// A slowed clock reads a time from half a nanosecond before it; the exact numbers are the model's business.
#define ROUNDING 1e-8

static void assert_remains(const CoirNode *node, double expected)
{
    double seconds = -1;
    assert_true(coir_node_remaining(node, "timer", &seconds));
    if (!(fabs(seconds - expected) < ROUNDING))
        fail_msg("%.9g s remain, expected %.9g", seconds, expected);
}

// What runs on a clock -----------------------------------------------------------------------------------------------

static void timers_updates_and_functions_of_a_node_and_all_below_run_on_its_clock(void **state)
{
    (void)state;
    CoirNode *outer = runner_new(world, "outer"), *inner = runner_new(outer, "inner");
    CoirNode *beside = runner_new(hud, "beside");
    set_scale(outer, 0.5);
    start_everything(inner);
    start_everything(outer);
    start_everything(beside);
    update(1);
    assert_trace("outer.update 0.5 inner.update 0.5 beside.update 1 inner.frame 0.5@1 outer.frame 0.5@1 "
                 "beside.frame 1@1 beside.timer 1@1 inner.each 0.5@1 outer.each 0.5@1 beside.each 1@1 ");
    update(1);
    assert_trace("outer.update 0.5 inner.update 0.5 beside.update 1 inner.frame 0.5@2 outer.frame 0.5@2 "
                 "beside.frame 1@2 inner.timer 1@2 outer.timer 1@2 beside.timer 1@2 inner.each 0.5@2 outer.each 0.5@2 "
                 "beside.each 1@2 ");
}

static void nodes_above_and_beside_a_clock_are_untouched(void **state)
{
    (void)state;
    CoirNode *slow = plain_new(world, "slow");
    every(world, 2);
    every(slow, 1);
    every(hud, 2);
    set_scale(slow, 0.25);
    update(5);
    assert_trace("world.timer 2@2 hud.timer 2@2 slow.timer 1@4 world.timer 2@4 hud.timer 2@4 ");
    assert_true(coir_node_time_scale(world) == 1 && coir_node_time_scale(slow) == 0.25);
}

static void a_slowed_timer_is_called_at_exact_times_with_the_seconds_of_its_clock(void **state)
{
    (void)state;
    set_scale(world, 0.25);
    every(world, 0.5);
    each(world);
    update(5);
    assert_trace("world.timer 0.5@2 world.timer 0.5@4 world.each 1.25@5 ");
    assert_remains(world, 0.25);
}

static void a_timer_on_a_fast_clock_makes_all_its_calls_in_order_of_time(void **state)
{
    (void)state;
    set_scale(world, 4);
    every(world, 1);
    every(hud, 0.5);
    update(1);
    assert_trace("world.timer 1@0.25 world.timer 1@0.5 hud.timer 0.5@0.5 world.timer 1@0.75 world.timer 1@1 "
                 "hud.timer 0.5@1 ");
}

static void start_tie(CoirNode *node)
{
    schedule(node, "first", 1.000000003, note_call);
    schedule(node, "second", 1.000000001, note_call);
}

static void timers_of_a_fast_clock_that_fall_into_one_nanosecond_are_called_in_order_of_scheduling(void **state)
{
    (void)state;
    CoirNode *fast = plain_new(NULL, "fast");
    set_scale(fast, 4);
    start_tie(fast);
    coir_node_add(world, fast);
    update(0.25000001);
    assert_trace("fast.first 1@0.25 fast.second 1@0.25 ");
    set_scale(fast, 1);
    start_tie(fast);
    update(1.0000001);
    assert_trace("fast.second 1@1.25 fast.first 1@1.25 ");
}

static void scales_multiply_with_those_above_and_the_stages(void **state)
{
    (void)state;
    CoirNode *outer = plain_new(world, "outer"), *middle = plain_new(outer, "middle"),
             *inner = runner_new(middle, "inner");
    set_scale(inner, 8);
    set_scale(outer, 0.5);
    every(inner, 1);
    assert_true(coir_scheduler_set_time_scale(coir_stage_scheduler(stage), 2));
    update(0.125);
    assert_trace("inner.update 1 inner.timer 1@0.25 ");
    set_scale(world, 0.25);
    update(0.5);
    assert_trace("inner.update 1 inner.timer 1@1.25 ");
    set_scale(outer, 0);
    assert_true(coir_node_time_scale(inner) == 8);
    update(1);
    assert_trace("");
}

static void a_scheme_of_catching_up_looks_at_the_nodes_clock(void **state)
{
    (void)state;
    CoirTimerDef one = {.tick = note_call, .user = text("one"), .key = "one", .interval = 1, .repeat = COIR_FOREVER};
    CoirTimerDef restart = one;
    one.catch_up = COIR_CATCH_UP_ONE;
    restart.user = text(restart.key = "restart");
    restart.catch_up = COIR_CATCH_UP_RESTART;
    set_scale(world, 0.5);
    assert_true(coir_node_schedule(world, &one));
    assert_true(coir_node_schedule(world, &restart));
    update(7); // the clock reads 3.5
    assert_trace("world.one 1@2 world.restart 1@2 ");
    update(2);
    assert_trace("world.one 3@8 world.restart 3.5@9 ");
}

static void count_call(CoirNode *node, void *user)
{
    int *count = user;
    (void)node;
    ++*count;
}

static void a_clock_that_is_far_too_fast_skips_calls_and_says_so_once(void **state)
{
    int count = 0;
    (void)state;
    set_scale(world, 1e7);
    assert_true(coir_node_every(world, 1, count_call, &count));
    update(0.001);
    assert_int_equal(count, 1000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    update(0.001);
    assert_int_equal(count, 2000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
}

// Standing still -----------------------------------------------------------------------------------------------------

static void stand_still(bool by_scale)
{
    assert_true(by_scale ? coir_node_set_time_scale(world, 0) : coir_node_pause_tree(world));
}

static void go_on(bool by_scale)
{
    assert_true(by_scale ? coir_node_set_time_scale(world, 1) : coir_node_resume_tree(world));
}

static void check_standing_still(bool by_scale)
{
    CoirNode *inner = runner_new(world, "inner");
    double start = now();
    start_everything(inner);
    update(0.75);
    assert_remains(inner, 0.25);
    forget_trace();
    stand_still(by_scale);
    assert_true(coir_node_is_tree_paused(world) == !by_scale);
    assert_false(coir_node_is_tree_paused(inner));
    update(8);
    update(0);
    assert_trace("");
    assert_remains(inner, 0.25);
    go_on(by_scale);
    assert_false(coir_node_is_tree_paused(world));
    update(0.25);
    char expected[120];
    snprintf(expected, sizeof expected, "inner.update 0.25 inner.frame 0.25@%g inner.timer 1@%g inner.each 0.25@%g ",
             start + 9, start + 9, start + 9);
    assert_trace(expected);
    coir_node_destroy(inner);
}

static void a_clock_that_stands_still_makes_no_calls_and_keeps_what_remained(void **state)
{
    (void)state;
    check_standing_still(true);
    check_standing_still(false);
}

static void what_is_scheduled_on_a_standing_clock_counts_from_where_it_stands(void **state)
{
    (void)state;
    update(3);
    assert_true(coir_node_pause_tree(world));
    update(2);
    every(world, 1);
    update(2);
    assert_remains(world, 1);
    assert_true(coir_node_resume_tree(world));
    update(1);
    assert_trace("world.timer 1@8 ");
}

static void scale_and_tree_pause_are_two_things(void **state)
{
    (void)state;
    every(world, 1);
    assert_true(coir_node_pause_tree(world));
    set_scale(world, 2);
    update(4);
    assert_true(coir_node_is_tree_paused(world));
    assert_trace("");
    assert_true(coir_node_resume_tree(world));
    assert_true(coir_node_time_scale(world) == 2);
    update(0.5);
    assert_trace("world.timer 1@4.5 ");
}

static void pausing_twice_is_once(void **state)
{
    (void)state;
    every(world, 1);
    assert_true(coir_node_pause_tree(world) && coir_node_pause_tree(world));
    update(1);
    assert_true(coir_node_resume_tree(world) && coir_node_resume_tree(world));
    update(1);
    assert_trace("world.timer 1@2 ");
}

static void a_nodes_own_pause_and_the_trees_are_independent(void **state)
{
    (void)state;
    CoirNode *inner = plain_new(world, "inner");
    every(inner, 4);
    for (int i = 0; i < 4; i++) {
        if (i & 1)
            coir_node_pause(inner);
        if (i & 2)
            assert_true(coir_node_pause_tree(world));
        assert_true(coir_node_is_paused(inner) == ((i & 1) != 0));
        assert_true(coir_node_is_tree_paused(world) == ((i & 2) != 0));
        assert_false(coir_node_is_paused(world));
        update(1);
        assert_remains(inner, i == 0 ? 3 : 4);
        coir_node_resume(inner);
        update(1);
        assert_remains(inner, i == 0 ? 2 : i == 1 ? 3 : 4);
        assert_true(coir_node_resume_tree(world));
        every(inner, 4);
    }
    coir_node_pause(inner);
    assert_true(coir_node_pause_tree(inner) && coir_node_resume_tree(inner));
    assert_true(coir_node_is_paused(inner));
    assert_trace("");
}

static void pausing_a_node_with_its_clock_leaves_those_below_it_running(void **state)
{
    (void)state;
    CoirNode *inner = plain_new(world, "inner");
    set_scale(world, 0.5);
    every(world, 1);
    every(inner, 1);
    coir_node_pause(world);
    update(2);
    assert_trace("inner.timer 1@2 ");
    coir_node_resume(world);
    update(2);
    assert_trace("world.timer 1@4 inner.timer 1@4 ");
}

static void resuming_what_has_no_clock_is_nothing(void **state)
{
    (void)state;
    size_t blocks = support_blocks();
    assert_true(coir_node_resume_tree(world));
    assert_false(coir_node_is_tree_paused(world));
    assert_true(coir_node_time_scale(world) == 1);
    assert_int_equal(support_blocks(), blocks);
}

// Off stage and on ---------------------------------------------------------------------------------------------------

static void a_clock_may_be_given_and_changed_off_stage(void **state)
{
    (void)state;
    CoirNode *outer = plain_new(NULL, "outer"), *inner = runner_new(outer, "inner");
    every(inner, 1);
    set_scale(outer, 4);
    set_scale(inner, 0.5);
    assert_true(coir_node_pause_tree(outer));
    set_scale(outer, 0.5);
    update(8);
    coir_node_add(world, outer);
    update(8);
    assert_trace("");
    assert_remains(inner, 1);
    assert_true(coir_node_resume_tree(outer));
    update(4);
    assert_trace("inner.update 1 inner.timer 1@20 ");
}

static void a_clock_and_what_remained_stay_through_leaving_and_entering(void **state)
{
    (void)state;
    CoirNode *inner = plain_new(world, "inner");
    set_scale(world, 0.5);
    set_scale(inner, 0.5);
    start_everything(inner);
    update(3);
    assert_trace("inner.frame 0.75@3 inner.each 0.75@3 ");
    assert_ptr_equal(coir_node_detach(world), world);
    assert_remains(inner, 0.25);
    assert_true(coir_node_time_scale(world) == 0.5 && coir_node_time_scale(inner) == 0.5);
    update(5);
    coir_node_add(scene, world);
    update(1);
    assert_trace("inner.frame 0.25@9 inner.timer 1@9 inner.each 0.25@9 ");
}

static void a_tree_pause_lasts_through_leaving_and_entering(void **state)
{
    (void)state;
    every(world, 1);
    assert_true(coir_node_pause_tree(world));
    coir_node_detach(world);
    assert_true(coir_node_is_tree_paused(world));
    coir_node_add(scene, world);
    update(4);
    assert_trace("");
    coir_node_detach(world);
    assert_true(coir_node_resume_tree(world));
    coir_node_add(scene, world);
    update(1);
    assert_trace("world.timer 1@5 ");
}

// Moving -------------------------------------------------------------------------------------------------------------

static void nodes_added_below_a_clock_run_on_it(void **state)
{
    (void)state;
    CoirNode *late = plain_new(NULL, "late"), *later = plain_new(late, "later");
    set_scale(world, 0.5);
    update(3);
    every(later, 1);
    coir_node_add(world, late);
    every(late, 1);
    update(2);
    assert_trace("later.timer 1@5 late.timer 1@5 ");
}

static void a_node_moved_from_clock_to_clock_keeps_what_remained(void **state)
{
    (void)state;
    CoirNode *node = plain_new(world, "node"), *inner = plain_new(node, "inner");
    set_scale(world, 0.25);
    set_scale(hud, 2);
    every(node, 1);
    every(inner, 1);
    each(inner);
    update(2);
    assert_trace("inner.each 0.5@2 ");
    assert_true(coir_node_set_parent(node, hud));
    assert_remains(node, 0.5);
    assert_remains(inner, 0.5);
    update(0.125);
    assert_trace("inner.each 0.25@2.125 ");
    coir_node_add(scene, coir_node_detach(node));
    assert_remains(node, 0.25);
    update(0.25);
    assert_trace("node.timer 1@2.375 inner.timer 1@2.375 inner.each 0.25@2.375 ");
}

static void a_clocked_subtree_moves_below_another_clock_and_out_to_the_top(void **state)
{
    (void)state;
    CoirNode *bubble = plain_new(scene, "bubble"), *inner = plain_new(bubble, "inner"),
             *core = plain_new(inner, "core");
    set_scale(bubble, 0.5);
    set_scale(core, 2);
    every(bubble, 4);
    every(inner, 4);
    every(core, 8);
    update(2); // 1, 1 and 2 of their seconds
    set_scale(world, 0.5);
    assert_true(coir_node_set_parent(bubble, world));
    update(4); // 1, 1 and 2 more
    assert_remains(bubble, 2);
    assert_remains(inner, 2);
    assert_remains(core, 4);
    assert_true(coir_node_set_parent(inner, scene)); // off the bubble's clock
    assert_remains(inner, 2);
    update(1);
    assert_remains(bubble, 1.75);
    assert_remains(inner, 1);
    assert_remains(core, 2);
    assert_true(coir_node_set_parent(bubble, scene));
    update(1);
    assert_trace("inner.timer 4@8 core.timer 8@8 ");
    assert_remains(bubble, 1.25);
}

static void a_clocked_subtree_goes_on_on_another_stage(void **state)
{
    (void)state;
    CoirNode *inner = plain_new(world, "inner");
    assert_true(coir_stage_update(other_stage, 100));
    set_scale(world, 0.5);
    set_scale(other_scene, 0.5);
    every(inner, 1);
    update(1);
    assert_true(coir_node_set_parent(world, other_scene));
    assert_remains(inner, 0.5);
    update(8);
    assert_trace("");
    assert_true(coir_stage_update(other_stage, 1));
    assert_remains(inner, 0.25);
    coir_stage_destroy(stage);
    stage = other_stage;
    other_stage = NULL;
    update(1);
    assert_trace("inner.timer 1@102 ");
}

static void a_clock_given_in_the_middle_takes_over_the_clocks_below_it(void **state)
{
    (void)state;
    CoirNode *middle = plain_new(world, "middle"), *inner = plain_new(middle, "inner");
    set_scale(inner, 2);
    every(inner, 4);
    every(middle, 4);
    update(1);
    set_scale(middle, 0.25);
    assert_remains(inner, 2);
    assert_remains(middle, 3);
    update(4);
    assert_trace("inner.timer 4@5 ");
    assert_remains(middle, 2);
}

// Callbacks ----------------------------------------------------------------------------------------------------------

static void act_halve(void *target, double elapsed, void *user)
{
    note_call(target, elapsed, user);
    assert_true(coir_node_set_time_scale(world, coir_node_time_scale(world) / 2));
}

static void a_timer_that_changes_its_own_scale_does_so_at_its_own_time(void **state)
{
    (void)state;
    CoirNode *inner = plain_new(world, "inner");
    set_scale(world, 2);
    schedule(inner, "halve", 1, act_halve);
    every(world, 1);
    every(hud, 2);
    update(8);
    assert_trace("inner.halve 1@0.5 world.timer 1@0.5 inner.halve 1@1.5 world.timer 1@1.5 hud.timer 2@2 "
                 "inner.halve 1@3.5 world.timer 1@3.5 hud.timer 2@4 hud.timer 2@6 inner.halve 1@7.5 world.timer 1@7.5 "
                 "hud.timer 2@8 ");
}

static void act_pause_world(void *target, double elapsed, void *user)
{
    note_call(target, elapsed, user);
    assert_true(coir_node_pause_tree(world));
}

static void act_resume_world(void *target, double elapsed, void *user)
{
    note_call(target, elapsed, user);
    assert_true(coir_node_resume_tree(world));
}

static void a_timer_that_pauses_its_tree_stops_all_of_it_in_the_same_instant(void **state)
{
    (void)state;
    CoirNode *first = plain_new(world, "first"), *second = plain_new(world, "second");
    schedule(first, "pause", 1, act_pause_world);
    every(second, 1);
    each(second);
    every(hud, 1.5);
    update(2);
    assert_trace("first.pause 1@1 hud.timer 1.5@1.5 ");
    assert_remains(second, 0);
    schedule(hud, "timer", 2, act_resume_world); // at 4
    update(2);
    assert_trace("hud.timer 2@4 second.timer 1@4 second.each 1@4 ");
}

static void act_pause_second(void *target, double elapsed, void *user)
{
    note_call(target, elapsed, user);
    assert_true(coir_node_pause_tree(coir_node_find(world, "second")));
}

static void act_move_away(void *target, double elapsed, void *user)
{
    note_call(target, elapsed, user);
    assert_true(coir_node_set_parent(coir_node_find(world, "second"), hud));
}

static void what_is_due_in_the_same_instant_waits_when_its_fast_clock_is_stopped_or_moved_to_one_that_stands(
    void **state)
{
    CoirNode *first = plain_new(world, "first"), *second = plain_new(world, "second");
    (void)state;
    set_scale(second, 4);
    set_scale(hud, 0);
    schedule(first, "pause", 1, act_pause_second);
    every(second, 4);
    update(2);
    assert_trace("first.pause 1@1 first.pause 1@2 ");
    assert_remains(second, 0);
    assert_true(coir_node_resume_tree(second));
    schedule(first, "pause", 4, note_call);
    update(1);
    assert_trace("second.timer 4@2 second.timer 4@3 ");
    schedule(first, "move", 1, act_move_away);
    every(second, 4);
    update(1);
    assert_trace("first.move 1@4 ");
    assert_remains(second, 0);
}

static void what_is_set_going_in_a_timer_goes_on_from_that_instant(void **state)
{
    (void)state;
    every(world, 1);
    assert_true(coir_node_pause_tree(world));
    schedule(hud, "resume", 1.25, act_resume_world);
    update(4);
    assert_trace(
        "hud.resume 1.25@1.25 world.timer 1@2.25 hud.resume 1.25@2.5 world.timer 1@3.25 hud.resume 1.25@3.75 ");
}

static void act_slow_world(CoirNode *node)
{
    (void)node;
    set_scale(world, 0.5);
}

static void act_stop_world(CoirNode *node)
{
    (void)node;
    assert_true(coir_node_pause_tree(world));
}

static void act_start_world(CoirNode *node)
{
    (void)node;
    assert_true(coir_node_resume_tree(world));
}

static void a_scale_set_in_an_update_holds_for_the_rest_of_that_frame(void **state)
{
    (void)state;
    CoirNode *first = runner_new(world, "first"), *second = runner_new(world, "second");
    ((Runner *)first)->on_update = act_slow_world;
    every(first, 1);
    each(second);
    update(2);
    assert_trace("first.update 2 second.update 1 first.timer 1@2 second.each 1@2 ");
    update(2);
    assert_trace("first.update 1 second.update 1 first.timer 1@4 second.each 1@4 ");
}

static void a_tree_paused_in_an_update_has_no_more_calls_in_that_frame(void **state)
{
    (void)state;
    CoirNode *first = runner_new(world, "first"), *second = runner_new(world, "second"),
             *last = runner_new(hud, "last");
    ((Runner *)first)->on_update = act_stop_world;
    ((Runner *)last)->on_update = act_start_world;
    every(second, 1);
    each(second);
    assert_true(coir_node_every_frame(second, note_call, text("late"), 1));
    update(1);
    assert_trace("first.update 1 last.update 1 second.late 1@1 second.timer 1@1 second.each 1@1 ");
    ((Runner *)first)->on_update = act_stop_world;
    update(1);
    assert_trace("first.update 1 last.update 1 ");
    assert_remains(second, 1);
}

static void act_schedule(CoirNode *node)
{
    every(node, 1);
}

static void what_is_scheduled_in_an_update_counts_from_the_frames_time_on_the_clock(void **state)
{
    (void)state;
    CoirNode *inner = runner_new(world, "inner");
    ((Runner *)inner)->is_quiet = true;
    set_scale(world, 0.5);
    update(1);
    ((Runner *)inner)->on_update = act_schedule;
    update(1);
    assert_remains(inner, 1);
    update(2);
    assert_trace("inner.timer 1@4 ");
}

static void act_schedule_each_and_slow_world(CoirNode *node)
{
    each(node);
    set_scale(world, 0.25);
}

static void what_is_scheduled_before_its_clock_is_slowed_in_the_same_phase_is_not_called_before_its_time(void **state)
{
    (void)state;
    CoirNode *inner = runner_new(world, "inner");
    ((Runner *)inner)->is_quiet = true;
    ((Runner *)inner)->on_update = act_schedule_each_and_slow_world;
    update(1);
    update(1);
    update(1);
    assert_trace("inner.each 0@2 inner.each 0.25@3 ");
}

static void act_schedule_another(CoirNode *node, void *user)
{
    note_timer(node, user);
    every(node, 0.25);
}

static void what_a_timer_schedules_counts_from_its_due_time_on_the_clock(void **state)
{
    (void)state;
    set_scale(world, 0.5);
    assert_true(coir_node_once_after(world, 0.5, act_schedule_another, text("once")));
    update(2);
    assert_trace("world.once@1 world.timer 0.25@1.5 world.timer 0.25@2 ");
}

static CoirNode *moved_to;

static void act_move(void *target, double elapsed, void *user)
{
    note_call(target, elapsed, user);
    assert_true(coir_node_set_parent(target, moved_to));
}

static void a_timer_that_moves_its_node_to_another_clock_keeps_its_phase(void **state)
{
    (void)state;
    CoirNode *node = plain_new(world, "node");
    set_scale(world, 0.5);
    set_scale(hud, 2);
    every(node, 1);
    schedule(node, "move", 0.75, act_move);
    moved_to = hud;
    update(1.75);
    assert_trace("node.move 0.75@1.5 node.timer 1@1.625 ");
    assert_remains(node, 0.75);
    moved_to = world;
    update(0.5); // at 1.875 it is on the slow clock again
    assert_trace("node.move 0.75@1.875 ");
    assert_remains(node, 0.3125);
}

static void act_leave_and_come_back(void *target, double elapsed, void *user)
{
    note_call(target, elapsed, user);
    assert_true(coir_node_add(scene, coir_node_detach(target)));
}

static void a_timer_that_takes_its_node_off_and_on_again_loses_no_time(void **state)
{
    (void)state;
    set_scale(world, 0.5);
    schedule(world, "back", 0.5, act_leave_and_come_back);
    every(world, 0.75);
    update(4);
    assert_trace("world.back 0.5@1 world.timer 0.75@1.5 world.back 0.5@2 world.back 0.5@3 world.timer 0.75@3 "
                 "world.back 0.5@4 ");
}

// Going away ---------------------------------------------------------------------------------------------------------

typedef enum Victim { SELF, WORLD, SCENE, STAGE, VICTIMS } Victim;

static Victim victim;

static void act_destroy(void *target, double elapsed, void *user)
{
    note_call(target, elapsed, user);
    if (victim == STAGE)
        coir_stage_destroy(stage);
    else
        coir_node_destroy(victim == SELF ? target : victim == WORLD ? world : scene);
}

static void destroy_in_update(CoirNode *node)
{
    act_destroy(node, 0, text("destroy"));
}

static void start_destroyer(CoirNode *node, int way)
{
    if (way == 0)
        schedule(node, "destroy", 1, act_destroy);
    else if (way == 1)
        schedule(node, "destroy", 0, act_destroy);
    else if (way == 2)
        assert_true(coir_node_every_frame(node, act_destroy, text("destroy"), 0));
    else
        ((Runner *)node)->on_update = destroy_in_update;
}

static void check_destroying(int way)
{
    CoirNode *inner = runner_new(world, "inner"), *below = runner_new(inner, "below");
    ((Runner *)inner)->is_quiet = ((Runner *)below)->is_quiet = true;
    set_scale(world, 0.5);
    set_scale(inner, 2);
    set_scale(below, 4);
    start_destroyer(inner, way);
    every(below, 4);
    each(below);
    frame(below);
    update(1);
    const char *end = strstr(noted(), "inner.destroy");
    assert_non_null(end);
    assert_null(strstr(end, "below"));
    forget_trace();
}

static void a_clocked_node_its_parent_the_scene_and_the_stage_may_be_destroyed_in_its_callbacks(void **state)
{
    for (int way = 0; way < 4; way++)
        for (victim = SELF; victim < VICTIMS; victim++) {
            check_destroying(way);
            if (victim == STAGE)
                stage = NULL;
            assert_int_equal(tear_down_stages(state), 0);
            set_up_stages(state);
        }
}

static size_t blocks_after_destroying_a_clocked_subtree(void)
{
    CoirNode *outer = plain_new(world, "outer"), *inner = plain_new(outer, "inner");
    set_scale(outer, 0.5);
    set_scale(inner, 0.5);
    start_everything(inner);
    start_everything(outer);
    update(1);
    forget_trace();
    coir_node_destroy(outer);
    update(8);
    assert_trace("");
    return support_blocks();
}

static void destroying_a_clocked_subtree_drops_what_it_had_and_its_memory(void **state)
{
    (void)state;
    size_t blocks = blocks_after_destroying_a_clocked_subtree(); // with what is kept for the next time
    assert_int_equal(blocks_after_destroying_a_clocked_subtree(), blocks);
}

static void act_replace_world(void *target, double elapsed, void *user)
{
    (void)target, (void)elapsed, (void)user;
    coir_node_destroy(world);
    world = plain_new(scene, "world");
    set_scale(world, 0.5);
    every(world, 1);
    assert_remains(world, 1);
}

static void a_clock_made_where_another_one_has_been_destroyed_begins_anew(void **state)
{
    (void)state;
    set_scale(world, 0.5);
    schedule(world, "replace", 1, act_replace_world);
    update(2);
    assert_remains(world, 1);
    update(2);
    assert_trace("world.timer 1@4 ");
}

static void a_node_destroyed_off_stage_takes_its_clock_along(void **state)
{
    (void)state;
    CoirNode *inner = plain_new(world, "inner");
    set_scale(world, 0.5);
    set_scale(inner, 0);
    every(inner, 1);
    coir_node_destroy(coir_node_detach(world));
    update(1);
    CoirNode *loose = plain_new(NULL, "loose");
    set_scale(loose, 3);
    coir_node_destroy(loose);
    update(1);
    assert_trace("");
}

// Hooks --------------------------------------------------------------------------------------------------------------

static void act_slow_self(CoirNode *node)
{
    set_scale(node, 0.5);
}

static void act_slow_first_child(CoirNode *node)
{
    set_scale(coir_node_first_child(node), 0.5);
}

static void a_scale_may_be_set_in_enter_hooks(void **state)
{
    (void)state;
    CoirNode *outer = runner_new(NULL, "outer"), *inner = runner_new(outer, "inner"), *core = plain_new(inner, "core");
    ((Runner *)outer)->is_quiet = ((Runner *)inner)->is_quiet = true;
    ((Runner *)outer)->on_enter = act_slow_self;
    ((Runner *)inner)->on_enter = act_slow_first_child;
    every(outer, 1);
    every(core, 0.75);
    coir_node_add(world, outer);
    update(4);
    assert_trace("outer.timer 1@2 core.timer 0.75@3 outer.timer 1@4 ");
}

static void a_scale_may_be_set_in_leave_hooks(void **state)
{
    (void)state;
    CoirNode *outer = runner_new(world, "outer"), *inner = runner_new(outer, "inner"), *core = plain_new(inner, "core");
    ((Runner *)outer)->is_quiet = ((Runner *)inner)->is_quiet = true;
    ((Runner *)outer)->on_leave = act_slow_first_child;
    ((Runner *)inner)->on_leave = act_slow_world;
    every(core, 1);
    update(0.5);
    coir_node_detach(outer);
    assert_remains(core, 0.5);
    coir_node_add(world, outer);
    update(2);
    assert_trace("core.timer 1@2.5 ");
}

static void act_add_beating_child(CoirNode *node)
{
    every(plain_new(node, "child"), 1);
}

static void act_destroy_world(CoirNode *node)
{
    (void)node;
    coir_node_destroy(world);
}

static void hooks_may_add_to_a_clock_and_destroy_it(void **state)
{
    (void)state;
    CoirNode *outer = runner_new(NULL, "outer"), *inner = runner_new(NULL, "inner");
    ((Runner *)outer)->is_quiet = ((Runner *)inner)->is_quiet = true;
    ((Runner *)outer)->on_enter = act_add_beating_child;
    ((Runner *)inner)->on_enter = act_destroy_world;
    set_scale(world, 0.5);
    set_scale(outer, 0.5);
    coir_node_add(world, outer);
    update(4);
    assert_trace("child.timer 1@4 ");
    every(inner, 1);
    set_scale(inner, 2);
    coir_node_add(outer, inner);
    update(4);
    assert_trace("");
}

static void act_to_scene(CoirNode *node)
{
    assert_true(coir_node_set_parent(node, scene));
}

static void act_to_other_scene(CoirNode *node)
{
    assert_true(coir_node_set_parent(node, other_scene));
}

// `world` with a clock, below it `middle`, whose leave hook acts, below that `inner` with a timer.
static CoirNode *put_in_middle(void (*on_leave)(CoirNode *), CoirNode **inner)
{
    CoirNode *middle = runner_new(world, "middle");
    ((Runner *)middle)->is_quiet = true;
    ((Runner *)middle)->on_leave = on_leave;
    *inner = plain_new(middle, "inner");
    set_scale(world, 0.5);
    every(*inner, 1);
    update(1);
    return middle;
}

static void a_clock_destroyed_while_what_was_below_it_leaves_is_not_needed_any_more(void **state)
{
    CoirNode *inner, *middle = put_in_middle(act_destroy_world, &inner);
    (void)state;
    coir_node_detach(middle);
    assert_remains(inner, 0.5);
    coir_node_add(scene, middle);
    update(0.5);
    assert_trace("inner.timer 1@1.5 ");
}

static void what_a_leave_hook_puts_back_on_stage_runs_on_the_clock_that_is_above_it_now(void **state)
{
    CoirNode *inner, *middle = put_in_middle(act_to_scene, &inner);
    (void)state;
    coir_node_detach(world);
    assert_true(coir_node_is_on_stage(inner) && coir_node_is_on_stage(middle));
    assert_remains(inner, 0.5);
    frame(inner);
    update(0.5);
    assert_trace("inner.frame 0.5@1.5 inner.timer 1@1.5 ");
    coir_node_destroy(world);
    update(1);
    assert_trace("inner.frame 1@2.5 inner.timer 1@2.5 ");
}

static void what_a_leave_hook_puts_on_another_stage_runs_there(void **state)
{
    CoirNode *inner, *middle = put_in_middle(act_to_other_scene, &inner);
    (void)state;
    set_scale(middle, 0.5);
    coir_node_detach(world);
    assert_true(coir_node_is_on_stage(inner));
    assert_remains(inner, 0.5);
    assert_true(coir_stage_update(other_stage, 0.75));
    assert_remains(inner, 0.125);
    coir_node_destroy(world);
    assert_true(coir_stage_update(other_stage, 0.25));
    assert_trace("inner.timer 1@1 ");
}

static void act_parent_to_scene(CoirNode *node)
{
    assert_true(coir_node_add(scene, coir_node_parent(node)));
}

static void what_stays_while_those_above_it_leave_and_come_back_stays_on_their_clock(void **state)
{
    CoirNode *inner, *middle = put_in_middle(act_parent_to_scene, &inner);
    (void)state;
    coir_node_detach(world);
    assert_true(coir_node_is_on_stage(inner) && coir_node_parent(middle) == world);
    assert_remains(inner, 0.5);
    assert_valid(scene);
    update(2);
    assert_trace("inner.timer 1@2 ");
}

static void act_start_child_and_update(CoirNode *node)
{
    every(coir_node_first_child(node), 0.5);
    update(0.5);
}

static void what_is_still_on_stage_below_a_clock_that_has_left_runs_on_the_stages(void **state)
{
    CoirNode *outer = runner_new(world, "outer");
    (void)state;
    plain_new(outer, "inner");
    ((Runner *)outer)->is_quiet = true;
    ((Runner *)outer)->on_leave = act_start_child_and_update;
    set_scale(outer, 0.25);
    coir_node_destroy(outer);
    assert_trace("inner.timer 0.5@0.5 ");
}

static void act_add_to_other_scene(CoirNode *node)
{
    assert_true(coir_node_add(other_scene, node));
}

static void act_update_other_stage(CoirNode *node)
{
    (void)node;
    assert_true(coir_stage_update(other_stage, 8));
}

static void a_stage_updated_while_a_clock_enters_it_does_not_call_what_is_still_on_another(void **state)
{
    (void)state;
    CoirNode *outer = runner_new(world, "outer"), *inner = plain_new(outer, "inner");
    ((Runner *)outer)->is_quiet = true;
    ((Runner *)outer)->on_leave = act_add_to_other_scene;
    ((Runner *)outer)->on_enter = act_update_other_stage;
    set_scale(outer, 0.5);
    assert_true(coir_node_once_after(inner, 1, note_timer, text("once")));
    coir_node_detach(outer);
    assert_true(coir_node_is_callback_scheduled(inner, COIR_CALLBACK(note_timer)));
    assert_trace("");
    assert_true(coir_stage_update(other_stage, 2));
    assert_trace("inner.once@0 ");
}

// Exactness ----------------------------------------------------------------------------------------------------------

static void act_change(CoirNode *node, void *user)
{
    static const double scales[] = {0.25, 4, 1, 0.5, 2, 3};
    int *count = user;
    assert_true(coir_node_set_time_scale(node, scales[++*count % 6]));
}

// In each round of six, its timer of 12 s takes 12 / scale of the stage's seconds.
static void many_changes_of_scale_add_up_no_error(void **state)
{
    int count = 0;
    (void)state;
    set_scale(world, 0.25);
    assert_true(coir_node_every(world, 12, act_change, &count));
    every(world, 12 * 6 * 1000);
    double round = 48 + 3 + 12 + 24 + 6 + 4;
    for (int i = 0; i < 1000; i++)
        update(round);
    assert_int_equal(count, 6000);
    assert_trace("world.timer 72000@97000 ");
}

#define LINES_MAX 1000

typedef struct Line {
    const void *who;
    int64_t at, elapsed;
} Line;

static Line lines[LINES_MAX], first_lines[LINES_MAX];
static int line_count;

static void log_call(void *target, double elapsed, void *user)
{
    (void)target;
    if (now() > 10)
        return;
    assert_true(line_count < LINES_MAX);
    lines[line_count++] = (Line){user, llround(now() * 1e9), llround(elapsed * 1e9)};
}

static void log_and_change(void *target, double elapsed, void *user)
{
    static const double scales[] = {0.25, 0.5, 2, 0, 1, 1.0 / 3, 1.7};
    log_call(target, elapsed, user);
    assert_true(coir_node_set_time_scale(world, scales[line_count % 7]));
}

static void log_and_move(void *target, double elapsed, void *user)
{
    log_call(target, elapsed, user);
    CoirNode *parent = coir_node_parent(target);
    assert_true(coir_node_set_parent(target, parent == world ? hud : parent == hud ? scene : world));
}

static void log_and_toggle(void *target, double elapsed, void *user)
{
    log_call(target, elapsed, user);
    assert_true(coir_node_is_tree_paused(hud) ? coir_node_resume_tree(hud) : coir_node_pause_tree(hud));
}

static void play_at(int frames_per_second)
{
    static const char names[6][2] = {"0", "1", "2", "3", "4", "5"};
    CoirNode *inner = plain_new(world, "inner"), *mover = plain_new(world, "mover");
    line_count = 0;
    set_scale(world, 0.5);
    set_scale(inner, 2);
    set_scale(hud, 2);
    schedule(scene, "change", 0.37, log_and_change);
    schedule(scene, "toggle", 0.61, log_and_toggle);
    schedule(mover, "move", 0.23, log_and_move);
    CoirNode *beating[] = {scene, world, inner, hud, mover};
    for (int i = 0; i < 5; i++)
        schedule(beating[i], names[i], 0.1 + 0.05 * i, log_call);
    for (int i = 0; i <= 10 * frames_per_second; i++)
        update(1.0 / frames_per_second);
}

static void the_calls_are_the_same_at_all_frame_rates(void **state)
{
    static const int rates[] = {30, 60, 144, 240, 1};
    int count = 0;
    for (int i = 0; i < 5; i++) {
        play_at(rates[i]);
        if (i == 0) {
            count = line_count;
            memcpy(first_lines, lines, sizeof lines);
            assert_true(count > 100);
        }
        assert_int_equal(line_count, count);
        for (int line = 0; line < count; line++)
            if (lines[line].at != first_lines[line].at || lines[line].elapsed != first_lines[line].elapsed ||
                lines[line].who != first_lines[line].who)
                fail_msg("at %d frames a second, call %d is another one", rates[i], line);
        assert_int_equal(tear_down_stages(state), 0);
        set_up_stages(state);
    }
}

// Looking, mistakes, memory ------------------------------------------------------------------------------------------

static void remaining_times_and_timers_are_told_on_the_nodes_clock(void **state)
{
    (void)state;
    CoirTimerInfo infos[3];
    double seconds = 0;
    set_scale(world, 0.25);
    every(world, 1);
    each(world);
    assert_true(coir_node_every(world, 2, note_timer, NULL));
    update(2);
    assert_trace("world.each 0.5@2 ");
    assert_remains(world, 0.5);
    assert_true(coir_node_callback_remaining(world, COIR_CALLBACK(note_timer), &seconds));
    assert_true(seconds == 1.5);
    assert_int_equal(coir_node_timers(world, infos, 3), 3);
    assert_true(infos[0].remaining == 0.5 && infos[1].remaining == 0 && infos[2].remaining == 1.5);
    assert_true(infos[0].interval == 1 && infos[2].interval == 2);
    assert_string_equal(infos[0].key, "timer");
    assert_null(infos[2].key);
    coir_node_pause(world);
    assert_true(coir_node_pause_tree(world));
    assert_remains(world, 0.5);
    coir_node_detach(world);
    assert_remains(world, 0.5);
    assert_int_equal(coir_node_timers(world, NULL, 0), 3);
    assert_false(coir_node_remaining(world, "other", &seconds));
    assert_false(coir_node_remaining(NULL, "timer", &seconds));
    assert_false(coir_node_callback_remaining(NULL, COIR_CALLBACK(note_timer), &seconds));
    assert_int_equal(coir_node_timers(NULL, infos, 3), 0);
    coir_node_add(scene, world);
}

static void the_dump_tells_due_times_on_the_stages_clock_and_what_stands_still(void **state)
{
    (void)state;
    char words[2000];
    set_scale(world, 0.25);
    every(world, 1);
    coir_scheduler_dump(coir_stage_scheduler(stage), words, sizeof words);
    assert_non_null(strstr(words, "at 4 s: \"timer\""));
    assert_true(coir_node_pause_tree(world));
    coir_scheduler_dump(coir_stage_scheduler(stage), words, sizeof words);
    assert_non_null(strstr(words, "clock frozen, 1 s to go: \"timer\""));
}

static void assert_clock_calls_refuse(CoirNode *none, const char *why)
{
    assert_false(coir_node_set_time_scale(none, 1));
    assert_mistake(why);
    assert_false(coir_node_pause_tree(none));
    assert_mistake(why);
    assert_false(coir_node_resume_tree(none));
    assert_mistake(why);
    assert_false(coir_node_is_tree_paused(none));
    coir_node_time_scale(none);
    assert_string_equal(coir_error(), "");
}

static void count_target_call(void *target, double dt, void *user)
{
    (void)dt, (void)user;
    ++*(int *)target;
}

// Timers, clocks of nodes and alarms of runs that sleep are due one after the other, at one time.
static void clocks_and_sleeping_runs_are_due_among_ten_thousand_timers(void **state)
{
    enum { MANY = 10000, NODES = 50 };
    static int calls[MANY];
    int node_calls = 0, run_calls = 0;
    (void)state;
    memset(calls, 0, sizeof calls);
    for (int i = 0; i < MANY; i++) {
        coir_scheduler_every(coir_stage_scheduler(stage), &calls[i], 1, count_target_call, NULL);
        if (i % (MANY / NODES) > 0)
            continue;
        CoirNode *clocked = plain_new(world, "clocked"), *sleeping = plain_new(world, "sleeping");
        coir_node_set_time_scale(clocked, 0.5);
        coir_node_every(clocked, 0.5, count_call, &node_calls);
        coir_node_run(sleeping, coir_sequence(coir_delay(1), coir_call(count_call, &run_calls)));
    }
    for (int i = 0; i < 8; i++)
        coir_stage_update(stage, 0.25);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(calls[i], 2);
    assert_int_equal(node_calls, 2 * NODES);
    assert_int_equal(run_calls, NODES);
}

static void null_and_destroyed_nodes_are_reported(void **state)
{
    (void)state;
    assert_clock_calls_refuse(NULL, "the node is NULL");
    set_scale(hud, 0.5);
    assert_true(coir_node_pause_tree(hud));
    coir_node_destroy(hud);
    assert_clock_calls_refuse(hud, "destroyed already");
}

static void bad_scales_are_reported_and_change_nothing(void **state)
{
    static const double bad[] = {-1, -1e-300, NAN, INFINITY, -INFINITY};
    (void)state;
    size_t blocks = support_blocks();
    for (int i = 0; i < 5; i++) {
        assert_false(coir_node_set_time_scale(world, bad[i]));
        assert_mistake("coir_node_set_time_scale");
        assert_true(coir_node_time_scale(world) == 1);
    }
    assert_int_equal(support_blocks(), blocks);
    set_scale(world, 0.5);
    every(world, 1);
    for (int i = 0; i < 5; i++)
        assert_false(coir_node_set_time_scale(world, bad[i]));
    assert_true(coir_node_time_scale(world) == 0.5);
    update(2);
    assert_trace("world.timer 1@2 ");
}

static void extreme_scales_neither_crash_nor_hang(void **state)
{
    static const double extreme[] = {1e-300, 5e-324, 1e-9, 1e12, 1e300, 0, -0.0};
    (void)state;
    CoirNode *inner = plain_new(world, "inner");
    schedule(inner, "never", 1e9, log_call);
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 7; k++) {
            line_count = 0;
            assert_true(coir_node_set_time_scale(world, extreme[i]));
            assert_true(coir_node_set_time_scale(inner, extreme[k]));
            update(0.001);
        }
    set_scale(world, 1);
    set_scale(inner, 1);
    update(1);
}

static void without_memory_nothing_changes(void **state)
{
    (void)state;
    CoirNode *inner = plain_new(world, "inner"), *refused[] = {world, inner};
    every(inner, 1);
    frame(world);
    for (int i = 0; i < 2; i++) {
        support_fail_allocation(1);
        assert_false(coir_node_set_time_scale(refused[i], 0.5));
        assert_true(support_failed());
        support_fail_allocation(1);
        assert_false(coir_node_pause_tree(refused[i]));
        assert_true(coir_node_time_scale(refused[i]) == 1);
        assert_false(coir_node_is_tree_paused(refused[i]));
        support_fail_allocation(1);
        assert_true(coir_node_resume_tree(refused[i])); // wants none
        support_fail_allocation(0);
    }
    coir_error_clear();
    update(1);
    assert_trace("world.frame 1@1 inner.timer 1@1 ");
    set_scale(world, 0.5);
    support_fail_allocation(1);
    assert_true(coir_node_set_time_scale(world, 1) && coir_node_pause_tree(world)); // it has its clock
    assert_true(coir_node_resume_tree(world) && coir_node_set_parent(inner, hud));
    assert_false(support_failed());
}

static void act_nothing(void *target, double elapsed, void *user)
{
    (void)target, (void)elapsed, (void)user;
}

static void call_nothing(CoirNode *node, void *user)
{
    (void)node, (void)user;
}

// Everything with clocks that takes memory; what is refused is left out.
static void play_without_an_allocation(long nth)
{
    CoirNode *node = plain_new(NULL, "node"), *inner = runner_new(node, "inner");
    ((Runner *)inner)->is_quiet = true;
    support_fail_allocation(nth);
    coir_node_set_time_scale(node, 0.5);
    coir_node_every(inner, 0.25, call_nothing, NULL);
    coir_node_every_frame(inner, act_nothing, NULL, 1);
    coir_node_add(world, node);
    coir_node_pause_tree(inner);
    coir_node_set_time_scale(world, 0.5);
    CoirTimerDef def = {.tick = act_nothing, .key = "each", .repeat = COIR_FOREVER};
    coir_node_schedule(inner, &def);
    coir_stage_update(stage, 1);
    coir_node_resume_tree(inner);
    coir_node_set_parent(inner, hud);
    coir_stage_update(stage, 1);
    coir_node_set_parent(node, other_scene);
    coir_stage_update(other_stage, 1);
    coir_node_destroy(coir_node_detach(node));
    coir_node_destroy(inner);
    coir_stage_update(stage, 1);
}

static void each_allocation_may_fail_in_turn(void **state)
{
    bool failed = true;
    for (long nth = 1; failed; nth++) {
        assert_true(nth < 200);
        play_without_an_allocation(nth);
        failed = support_failed();
        assert_int_equal(tear_down_stages(state), 0);
        set_up_stages(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        clock_test(timers_updates_and_functions_of_a_node_and_all_below_run_on_its_clock),
        clock_test(nodes_above_and_beside_a_clock_are_untouched),
        clock_test(a_slowed_timer_is_called_at_exact_times_with_the_seconds_of_its_clock),
        clock_test(a_timer_on_a_fast_clock_makes_all_its_calls_in_order_of_time),
        clock_test(timers_of_a_fast_clock_that_fall_into_one_nanosecond_are_called_in_order_of_scheduling),
        clock_test(scales_multiply_with_those_above_and_the_stages),
        clock_test(a_scheme_of_catching_up_looks_at_the_nodes_clock),
        clock_test(a_clock_that_is_far_too_fast_skips_calls_and_says_so_once),
        clock_test(a_clock_that_stands_still_makes_no_calls_and_keeps_what_remained),
        clock_test(what_is_scheduled_on_a_standing_clock_counts_from_where_it_stands),
        clock_test(scale_and_tree_pause_are_two_things),
        clock_test(pausing_twice_is_once),
        clock_test(a_nodes_own_pause_and_the_trees_are_independent),
        clock_test(pausing_a_node_with_its_clock_leaves_those_below_it_running),
        clock_test(resuming_what_has_no_clock_is_nothing),
        clock_test(a_clock_may_be_given_and_changed_off_stage),
        clock_test(a_clock_and_what_remained_stay_through_leaving_and_entering),
        clock_test(a_tree_pause_lasts_through_leaving_and_entering),
        clock_test(nodes_added_below_a_clock_run_on_it),
        clock_test(a_node_moved_from_clock_to_clock_keeps_what_remained),
        clock_test(a_clocked_subtree_moves_below_another_clock_and_out_to_the_top),
        clock_test(a_clocked_subtree_goes_on_on_another_stage),
        clock_test(a_clock_given_in_the_middle_takes_over_the_clocks_below_it),
        clock_test(a_timer_that_changes_its_own_scale_does_so_at_its_own_time),
        clock_test(a_timer_that_pauses_its_tree_stops_all_of_it_in_the_same_instant),
        clock_test(what_is_due_in_the_same_instant_waits_when_its_fast_clock_is_stopped_or_moved_to_one_that_stands),
        clock_test(what_is_set_going_in_a_timer_goes_on_from_that_instant),
        clock_test(a_scale_set_in_an_update_holds_for_the_rest_of_that_frame),
        clock_test(a_tree_paused_in_an_update_has_no_more_calls_in_that_frame),
        clock_test(what_is_scheduled_in_an_update_counts_from_the_frames_time_on_the_clock),
        clock_test(what_is_scheduled_before_its_clock_is_slowed_in_the_same_phase_is_not_called_before_its_time),
        clock_test(what_a_timer_schedules_counts_from_its_due_time_on_the_clock),
        clock_test(a_timer_that_moves_its_node_to_another_clock_keeps_its_phase),
        clock_test(a_timer_that_takes_its_node_off_and_on_again_loses_no_time),
        clock_test(a_clocked_node_its_parent_the_scene_and_the_stage_may_be_destroyed_in_its_callbacks),
        clock_test(destroying_a_clocked_subtree_drops_what_it_had_and_its_memory),
        clock_test(a_clock_made_where_another_one_has_been_destroyed_begins_anew),
        clock_test(a_node_destroyed_off_stage_takes_its_clock_along),
        clock_test(a_scale_may_be_set_in_enter_hooks),
        clock_test(a_scale_may_be_set_in_leave_hooks),
        clock_test(hooks_may_add_to_a_clock_and_destroy_it),
        clock_test(a_clock_destroyed_while_what_was_below_it_leaves_is_not_needed_any_more),
        clock_test(what_a_leave_hook_puts_back_on_stage_runs_on_the_clock_that_is_above_it_now),
        clock_test(what_a_leave_hook_puts_on_another_stage_runs_there),
        clock_test(what_stays_while_those_above_it_leave_and_come_back_stays_on_their_clock),
        clock_test(what_is_still_on_stage_below_a_clock_that_has_left_runs_on_the_stages),
        clock_test(a_stage_updated_while_a_clock_enters_it_does_not_call_what_is_still_on_another),
        clock_test(many_changes_of_scale_add_up_no_error),
        clock_test(the_calls_are_the_same_at_all_frame_rates),
        clock_test(remaining_times_and_timers_are_told_on_the_nodes_clock),
        clock_test(the_dump_tells_due_times_on_the_stages_clock_and_what_stands_still),
        clock_test(clocks_and_sleeping_runs_are_due_among_ten_thousand_timers),
        clock_test(null_and_destroyed_nodes_are_reported),
        clock_test(bad_scales_are_reported_and_change_nothing),
        clock_test(extreme_scales_neither_crash_nor_hang),
        clock_test(without_memory_nothing_changes),
        clock_test(each_allocation_may_fail_in_turn),
    };
    return cmocka_run_group_tests_name("node_clock", tests, NULL, NULL);
}
