// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Clocks for subtrees of nodes: the calls that a clock drives and the times of these calls, frozen clocks, and nodes
// that move between clocks. Random tests against a model of clocks are in test_node_clock_model.c.

#include "support/clocked.h"

// Calls on a clock ---------------------------------------------------------------------------------------------------

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

static void scales_multiply_with_the_scales_of_parents_and_of_the_stage(void **state)
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

static void timers_catch_up_on_the_nodes_clock(void **state)
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

// Frozen clocks ------------------------------------------------------------------------------------------------------

static void freeze(bool by_scale)
{
    assert_true(by_scale ? coir_node_set_time_scale(world, 0) : coir_node_pause_tree(world));
}

static void unfreeze(bool by_scale)
{
    assert_true(by_scale ? coir_node_set_time_scale(world, 1) : coir_node_resume_tree(world));
}

static void check_frozen(bool by_scale)
{
    CoirNode *inner = runner_new(world, "inner");
    double start = now();
    start_everything(inner);
    update(0.75);
    assert_remains(inner, 0.25);
    forget_trace();
    freeze(by_scale);
    assert_true(coir_node_is_tree_paused(world) == !by_scale);
    assert_false(coir_node_is_tree_paused(inner));
    update(8);
    update(0);
    assert_trace("");
    assert_remains(inner, 0.25);
    unfreeze(by_scale);
    assert_false(coir_node_is_tree_paused(world));
    update(0.25);
    char expected[120];
    snprintf(expected, sizeof expected, "inner.update 0.25 inner.frame 0.25@%g inner.timer 1@%g inner.each 0.25@%g ",
             start + 9, start + 9, start + 9);
    assert_trace(expected);
    coir_node_destroy(inner);
}

static void a_frozen_clock_makes_no_calls_and_keeps_remaining_times(void **state)
{
    (void)state;
    check_frozen(true);
    check_frozen(false);
}

static void a_timer_scheduled_on_a_frozen_clock_counts_from_the_time_of_scheduling(void **state)
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

static void scale_and_tree_pause_are_independent(void **state)
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

static void pausing_a_node_with_a_clock_does_not_pause_its_children(void **state)
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

static void resuming_a_node_without_a_clock_does_nothing(void **state)
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

static void a_clock_and_remaining_times_survive_leaving_and_entering(void **state)
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

static void nodes_added_below_a_clock_run_on_this_clock(void **state)
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

static void a_node_moved_from_clock_to_clock_keeps_remaining_times(void **state)
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
    update(2); // 1 s for `bubble` and `inner`, 2 s for `core`
    set_scale(world, 0.5);
    assert_true(coir_node_set_parent(bubble, world));
    update(4); // again 1 s for `bubble` and `inner`, 2 s for `core`
    assert_remains(bubble, 2);
    assert_remains(inner, 2);
    assert_remains(core, 4);
    assert_true(coir_node_set_parent(inner, scene)); // away from the clock of `bubble`
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

static void a_clocked_subtree_continues_on_another_stage(void **state)
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

static void a_new_clock_in_the_middle_becomes_parent_of_the_clocks_below(void **state)
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

// Questions, mistakes, memory ----------------------------------------------------------------------------------------

static void remaining_times_and_timers_are_on_the_nodes_clock(void **state)
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

static void the_dump_lists_due_times_on_the_stages_clock_and_paused_timers(void **state)
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
        assert_true(coir_node_resume_tree(refused[i])); // needs no memory
        support_fail_allocation(0);
    }
    coir_error_clear();
    update(1);
    assert_trace("world.frame 1@1 inner.timer 1@1 ");
    set_scale(world, 0.5);
    support_fail_allocation(1);
    assert_true(coir_node_set_time_scale(world, 1) && coir_node_pause_tree(world)); // `world` has a clock already
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

// Lets the allocation `nth` fail, and calls all functions of clocks that may allocate. Ignores refused calls.
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

TEST_FILE(node_clock)
{
    const struct CMUnitTest tests[] = {
        clock_test(timers_updates_and_functions_of_a_node_and_all_below_run_on_its_clock),
        clock_test(nodes_above_and_beside_a_clock_are_untouched),
        clock_test(a_slowed_timer_is_called_at_exact_times_with_the_seconds_of_its_clock),
        clock_test(a_timer_on_a_fast_clock_makes_all_its_calls_in_order_of_time),
        clock_test(timers_of_a_fast_clock_that_fall_into_one_nanosecond_are_called_in_order_of_scheduling),
        clock_test(scales_multiply_with_the_scales_of_parents_and_of_the_stage),
        clock_test(timers_catch_up_on_the_nodes_clock),
        clock_test(a_frozen_clock_makes_no_calls_and_keeps_remaining_times),
        clock_test(a_timer_scheduled_on_a_frozen_clock_counts_from_the_time_of_scheduling),
        clock_test(scale_and_tree_pause_are_independent),
        clock_test(pausing_twice_is_once),
        clock_test(a_nodes_own_pause_and_the_trees_are_independent),
        clock_test(pausing_a_node_with_a_clock_does_not_pause_its_children),
        clock_test(resuming_a_node_without_a_clock_does_nothing),
        clock_test(a_clock_may_be_given_and_changed_off_stage),
        clock_test(a_clock_and_remaining_times_survive_leaving_and_entering),
        clock_test(a_tree_pause_lasts_through_leaving_and_entering),
        clock_test(nodes_added_below_a_clock_run_on_this_clock),
        clock_test(a_node_moved_from_clock_to_clock_keeps_remaining_times),
        clock_test(a_clocked_subtree_moves_below_another_clock_and_out_to_the_top),
        clock_test(a_clocked_subtree_continues_on_another_stage),
        clock_test(a_new_clock_in_the_middle_becomes_parent_of_the_clocks_below),
        clock_test(remaining_times_and_timers_are_on_the_nodes_clock),
        clock_test(the_dump_lists_due_times_on_the_stages_clock_and_paused_timers),
        clock_test(null_and_destroyed_nodes_are_reported),
        clock_test(bad_scales_are_reported_and_change_nothing),
        clock_test(without_memory_nothing_changes),
        clock_test(each_allocation_may_fail_in_turn),
    };
    return cmocka_run_group_tests_name("node_clock", tests, NULL, NULL);
}
