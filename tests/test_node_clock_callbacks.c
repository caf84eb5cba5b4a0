// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timers, updates and hooks that change, move and destroy clocks for subtrees.

#include "support/clocked.h"

// Timers and updates -------------------------------------------------------------------------------------------------

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

static void a_timer_that_pauses_its_tree_stops_the_whole_tree_at_the_same_time(void **state)
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
    schedule(hud, "timer", 2, act_resume_world); // due at 4 s
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

static void timers_due_at_one_time_wait_when_their_clock_is_frozen_or_joins_a_frozen_clock(void **state)
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

static void a_clock_resumed_in_a_timer_continues_from_that_time(void **state)
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

static void a_timer_scheduled_in_an_update_counts_from_the_frames_time_on_the_clock(void **state)
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

static void a_timer_scheduled_before_its_clock_slows_in_the_same_phase_is_not_early(void **state)
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

static void a_timer_scheduled_by_a_timer_counts_from_the_due_time_on_the_clock(void **state)
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
    update(0.5); // the node is on the slow clock again at 1.875
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

// Destruction --------------------------------------------------------------------------------------------------------

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

static void destroying_a_clocked_subtree_drops_its_timers_and_memory(void **state)
{
    (void)state;
    size_t blocks = blocks_after_destroying_a_clocked_subtree(); // includes memory that is kept for later clocks
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

static void a_clock_made_in_place_of_a_destroyed_clock_begins_at_0(void **state)
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

static void hooks_may_add_to_a_clock_and_destroy_the_clock(void **state)
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

// Gives `world` a clock. Makes `middle` below `world`, with a leave hook, and `inner` below `middle`, with a timer.
// Then plays 1 s, which is 0.5 s on the clock of `world`.
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

static void a_clock_may_be_destroyed_while_the_nodes_below_leave(void **state)
{
    CoirNode *inner, *middle = put_in_middle(act_destroy_world, &inner);
    (void)state;
    coir_node_detach(middle);
    assert_remains(inner, 0.5);
    coir_node_add(scene, middle);
    update(0.5);
    assert_trace("inner.timer 1@1.5 ");
}

static void a_node_that_a_leave_hook_returns_to_the_stage_runs_on_its_new_clock(void **state)
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

static void a_node_that_a_leave_hook_moves_to_another_stage_runs_there(void **state)
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

static void a_node_that_stays_while_its_parents_leave_and_return_stays_on_their_clock(void **state)
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

static void a_node_still_on_stage_below_a_clock_that_has_left_runs_on_the_stages_clock(void **state)
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

static void a_stage_updated_while_a_clock_enters_does_not_call_nodes_of_another_stage(void **state)
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

TEST_FILE(node_clock_callbacks)
{
    const struct CMUnitTest tests[] = {
        clock_test(a_timer_that_changes_its_own_scale_does_so_at_its_own_time),
        clock_test(a_timer_that_pauses_its_tree_stops_the_whole_tree_at_the_same_time),
        clock_test(timers_due_at_one_time_wait_when_their_clock_is_frozen_or_joins_a_frozen_clock),
        clock_test(a_clock_resumed_in_a_timer_continues_from_that_time),
        clock_test(a_scale_set_in_an_update_holds_for_the_rest_of_that_frame),
        clock_test(a_tree_paused_in_an_update_has_no_more_calls_in_that_frame),
        clock_test(a_timer_scheduled_in_an_update_counts_from_the_frames_time_on_the_clock),
        clock_test(a_timer_scheduled_before_its_clock_slows_in_the_same_phase_is_not_early),
        clock_test(a_timer_scheduled_by_a_timer_counts_from_the_due_time_on_the_clock),
        clock_test(a_timer_that_moves_its_node_to_another_clock_keeps_its_phase),
        clock_test(a_timer_that_takes_its_node_off_and_on_again_loses_no_time),
        clock_test(a_clocked_node_its_parent_the_scene_and_the_stage_may_be_destroyed_in_its_callbacks),
        clock_test(destroying_a_clocked_subtree_drops_its_timers_and_memory),
        clock_test(a_clock_made_in_place_of_a_destroyed_clock_begins_at_0),
        clock_test(a_node_destroyed_off_stage_takes_its_clock_along),
        clock_test(a_scale_may_be_set_in_enter_hooks),
        clock_test(a_scale_may_be_set_in_leave_hooks),
        clock_test(hooks_may_add_to_a_clock_and_destroy_the_clock),
        clock_test(a_clock_may_be_destroyed_while_the_nodes_below_leave),
        clock_test(a_node_that_a_leave_hook_returns_to_the_stage_runs_on_its_new_clock),
        clock_test(a_node_that_a_leave_hook_moves_to_another_stage_runs_there),
        clock_test(a_node_that_stays_while_its_parents_leave_and_return_stays_on_their_clock),
        clock_test(a_node_still_on_stage_below_a_clock_that_has_left_runs_on_the_stages_clock),
        clock_test(a_stage_updated_while_a_clock_enters_does_not_call_nodes_of_another_stage),
    };
    return cmocka_run_group_tests_name("node_clock_callbacks", tests, NULL, NULL);
}
