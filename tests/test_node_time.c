// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Per-frame functions, timers and runs of a node. All of them wait while the node is off stage.

#include "support/support.h"

#include <math.h>
#include <string.h>

#include "coir/action_timeline.h"
#include "coir/node_time.h"
#include "support/probe.h"

static CoirStage *stage;
static CoirNode *scene, *node;
static CoirNodeRef node_ref;

static int set_up_stage(void **state)
{
    support_setup(state);
    stage = coir_stage_new();
    scene = coir_node_new();
    node = coir_node_new();
    if (!stage || !scene || !node)
        return 1;
    node_ref = coir_node_ref(node);
    show(stage, scene);
    return 0;
}

static int tear_down_stage(void **state)
{
    coir_node_destroy(coir_node_get(node_ref));
    coir_stage_destroy(stage);
    if (coir_nodes_report() > 0)
        return 1;
    return support_teardown(state);
}

// A test starts with `node` off stage.
#define time_test(function) cmocka_unit_test_setup_teardown(function, set_up_stage, tear_down_stage)

static double now(void)
{
    return coir_scheduler_now(coir_stage_scheduler(stage));
}

static void note_call(void *target, double elapsed, void *user)
{
    const char *name = user;
    assert_ptr_equal(target, node);
    note("%s %g@%g ", name, elapsed, now());
}

static void note_other_call(void *target, double elapsed, void *user)
{
    note_call(target, elapsed, user);
}

static void note_timer(CoirNode *of, void *user)
{
    const char *name = user;
    assert_ptr_equal(of, node);
    note("%s@%g ", name, now());
}

static void note_other_timer(CoirNode *of, void *user)
{
    note_timer(of, user);
}

static void *text(const char *name)
{
    return (void *)name;
}

static void update(double dt)
{
    assert_true(coir_stage_update(stage, dt));
}

static void put_on_stage(void)
{
    assert_true(coir_node_add(scene, node));
}

static bool schedule(const char *key, double interval, int repeat, double delay)
{
    CoirTimerDef def = {
        .tick = note_call, .user = text(key), .key = key, .interval = interval, .repeat = repeat, .delay = delay};
    return coir_node_schedule(node, &def);
}

// On stage -----------------------------------------------------------------------------------------------------------

static void a_function_is_called_in_each_frame_until_replaced_or_ended(void **state)
{
    (void)state;
    put_on_stage();
    assert_true(coir_node_every_frame(node, note_call, text("first"), 0));
    update(0.5);
    assert_trace("first 0.5@0.5 ");
    assert_true(coir_node_every_frame(node, note_other_call, text("second"), 5));
    update(0.25);
    assert_trace("second 0.25@0.75 ");
    assert_true(coir_node_every_frame(node, NULL, NULL, 0));
    update(0.25);
    assert_trace("");
    assert_true(coir_node_every_frame(node, NULL, NULL, 0)); // no function is set: this is no mistake
}

static void note_frame(void *target, double dt, void *user)
{
    (void)dt, (void)user;
    note("%s.frame ", ((CoirNode *)target)->name);
}

static void note_a_timer(CoirNode *of, void *user)
{
    (void)of, (void)user;
    note("timer ");
}

static void class_updates_have_priority_0_and_run_beside_the_users_function(void **state)
{
    (void)state;
    Probe *early = probe_new(scene, "early", PROBE_UPDATE), *late = probe_new(scene, "late", PROBE_UPDATE);
    Probe *plain = probe_new(scene, "plain", PROBE_UPDATE);
    assert_true(coir_node_every_frame(&late->node, note_frame, NULL, 1));
    assert_true(coir_node_every_frame(&early->node, note_frame, NULL, -1));
    assert_true(coir_node_every_frame(&plain->node, note_frame, NULL, 0));
    step(stage);
    assert_trace("early.frame early.update late.update plain.update plain.frame late.frame ");
    coir_node_every_frame(&early->node, NULL, NULL, 0);
    coir_node_unschedule_all(&late->node);
    step(stage);
    assert_trace("early.update late.update plain.update plain.frame ");
}

static void timers_are_called_every_interval_or_once_after_a_delay(void **state)
{
    (void)state;
    put_on_stage();
    assert_true(coir_node_every(node, 0.5, note_timer, text("every")));
    assert_true(coir_node_once_after(node, 0.75, note_other_timer, text("once")));
    update(1);
    assert_trace("every@0.5 once@0.75 every@1 ");
    assert_false(coir_node_is_callback_scheduled(node, COIR_CALLBACK(note_other_timer)));
    assert_true(coir_node_every(node, 0.25, note_timer, text("anew"))); // replaces the first timer: the same callback
    update(0.5);
    assert_trace("anew@1.25 anew@1.5 ");
}

static void a_timer_calls_with_the_elapsed_seconds_or_without(void **state)
{
    CoirTimerDef with = {.tick = note_call, .user = text("with"), .interval = 0.5, .repeat = 1};
    CoirTimerDef without = {.call = note_timer, .user = text("without"), .interval = 0.5, .repeat = 1};
    (void)state;
    put_on_stage();
    assert_true(coir_node_schedule(node, &with) && coir_node_schedule(node, &without));
    update(2);
    assert_trace("with 0.5@0.5 without@0.5 with 0.5@1 without@1 ");
    with.key = without.key = "key";
    assert_true(coir_node_schedule(node, &with) && coir_node_schedule(node, &without)); // the second replaces the first
    update(0.5);
    assert_trace("without@2.5 ");
}

static void a_timer_in_each_frame_calls_without_the_elapsed_seconds(void **state)
{
    (void)state;
    put_on_stage();
    assert_true(coir_node_every(node, 0, note_timer, text("each")));
    update(0.5);
    update(0.25);
    assert_trace("each@0.5 each@0.75 ");
    coir_node_pause(node);
    update(1);
    assert_trace("");
    coir_node_resume(node);
    update(1);
    assert_trace("each@2.75 ");
}

static void timers_of_both_types_are_found_by_their_callbacks(void **state)
{
    CoirTimerDef with = {.tick = note_call, .interval = 1}, without = {.call = note_timer, .interval = 2};
    CoirTimerInfo infos[2];
    double seconds = 0;
    (void)state;
    assert_true(coir_node_schedule(node, &with) && coir_node_schedule(node, &without));
    assert_int_equal(coir_node_timers(node, infos, 2), 2);
    assert_true(infos[0].tick == note_call && !infos[0].call);
    assert_true(infos[1].call == note_timer && !infos[1].tick);
    assert_true(coir_node_callback_remaining(node, COIR_CALLBACK(note_call), &seconds) && seconds == 1);
    assert_true(coir_node_callback_remaining(node, COIR_CALLBACK(note_timer), &seconds) && seconds == 2);
    assert_true(coir_node_unschedule_callback(node, COIR_CALLBACK(note_timer)));
    assert_true(coir_node_is_callback_scheduled(node, COIR_CALLBACK(note_call)));
    assert_false(coir_node_is_callback_scheduled(node, COIR_CALLBACK(note_timer)));
    assert_true(coir_node_unschedule_callback(node, COIR_CALLBACK(note_call)));
    assert_int_equal(coir_node_timers(node, NULL, 0), 0);
}

static void a_timer_has_one_callback(void **state)
{
    CoirTimerDef both = {.tick = note_call, .call = note_timer, .interval = 1}, neither = {.interval = 1};
    (void)state;
    assert_false(coir_node_schedule(node, &both));
    assert_mistake("coir_node_schedule: the timer has both");
    assert_false(coir_node_schedule(node, &neither));
    assert_mistake("coir_node_schedule: the callback is NULL");
}

static void a_timer_of_any_kind_is_known_by_its_key(void **state)
{
    (void)state;
    put_on_stage();
    assert_true(schedule("three", 0.25, 2, 1));
    assert_true(schedule("other", 0.5, 0, 0));
    assert_true(coir_node_is_scheduled(node, "three"));
    assert_false(coir_node_is_scheduled(node, "four"));
    assert_false(coir_node_is_callback_scheduled(node, COIR_CALLBACK(note_call))); // not found: the timers have keys
    update(2);
    assert_trace("other 0.5@0.5 three 1@1 three 0.25@1.25 three 0.25@1.5 ");
    assert_false(coir_node_is_scheduled(node, "three"));
    assert_true(schedule("three", 1, COIR_FOREVER, 0));
    assert_true(coir_node_unschedule(node, "three"));
    assert_false(coir_node_unschedule(node, "three"));
    assert_true(coir_node_every(node, 1, note_timer, text("callback")));
    assert_true(coir_node_is_callback_scheduled(node, COIR_CALLBACK(note_timer)));
    assert_true(coir_node_unschedule_callback(node, COIR_CALLBACK(note_timer)));
    assert_false(coir_node_unschedule_callback(node, COIR_CALLBACK(note_timer)));
    assert_string_equal(coir_error(), "");
    update(2);
    assert_trace("");
}

static void unscheduling_all_leaves_the_types_update_and_the_runs(void **state)
{
    (void)state;
    Probe *probe = probe_new(scene, "probe", PROBE_UPDATE);
    assert_true(coir_node_every_frame(&probe->node, note_frame, NULL, 0));
    assert_true(coir_node_every(&probe->node, FRAME, note_a_timer, NULL));
    assert_true(coir_run_is_running(coir_node_run(&probe->node, coir_delay(1))));
    coir_node_unschedule_all(&probe->node);
    step(stage);
    assert_trace("probe.update ");
    assert_int_equal(coir_node_run_count(&probe->node), 1);
    coir_node_unschedule_all(scene); // nothing is scheduled
    assert_string_equal(coir_error(), "");
}

static void runs_are_stepped_in_each_frame_and_can_be_stopped(void **state)
{
    (void)state;
    put_on_stage();
    CoirRun one = coir_node_run(node, coir_move_by(1, 64, 0)), two = coir_node_run(node, coir_rotate_by(2, 64));
    assert_int_equal(coir_node_run_count(node), 2);
    update(0.5);
    assert_true(node->position.x == 32 && node->rotation == 16);
    update(0.5);
    assert_false(coir_run_is_running(one));
    assert_true(coir_run_is_running(two));
    assert_int_equal(coir_node_run_count(node), 1);
    coir_node_stop_all(node);
    assert_int_equal(coir_node_run_count(node), 0);
    update(1);
    assert_true(node->position.x == 64 && node->rotation == 32);
}

// Off stage and paused -----------------------------------------------------------------------------------------------

static void start_everything(void)
{
    assert_true(coir_node_every_frame(node, note_call, text("frame"), 0));
    assert_true(schedule("timer", 1, COIR_FOREVER, 0));
    assert_true(schedule("each", 0, COIR_FOREVER, 0));
    assert_true(coir_run_is_running(coir_node_run(node, coir_move_by(2, 64, 0))));
}

static void timers_started_off_stage_wait_until_the_node_enters(void **state)
{
    (void)state;
    start_everything();
    assert_true(coir_node_is_scheduled(node, "timer"));
    assert_int_equal(coir_node_run_count(node), 1);
    update(8);
    assert_trace("");
    assert_true(node->position.x == 0);
    put_on_stage();
    update(0.5);
    assert_trace("frame 0.5@8.5 each 0.5@8.5 ");
    assert_true(node->position.x == 16);
    update(0.5);
    assert_trace("frame 0.5@9 timer 1@9 each 0.5@9 ");
    assert_true(node->position.x == 32);
}

static void a_node_that_leaves_keeps_remaining_times(void **state)
{
    (void)state;
    put_on_stage();
    start_everything();
    update(0.75);
    assert_trace("frame 0.75@0.75 each 0.75@0.75 ");
    coir_node_detach(node);
    update(8);
    assert_trace("");
    assert_true(node->position.x == 24);
    put_on_stage();
    update(0.25);
    assert_trace("frame 0.25@9 timer 1@9 each 0.25@9 "); // the time off stage does not count
    assert_true(node->position.x == 32);
}

static void a_node_keeps_remaining_times_on_another_stage_after_the_first_is_destroyed(void **state)
{
    (void)state;
    put_on_stage();
    start_everything();
    update(0.75);
    forget_trace();
    coir_node_detach(node);
    coir_stage_destroy(stage);
    stage = coir_stage_new();
    scene = coir_node_new();
    show(stage, scene);
    assert_int_equal(coir_node_run_count(node), 1);
    assert_true(coir_node_is_scheduled(node, "timer"));
    put_on_stage();
    assert_true(node->position.x == 24);
    update(0.25);
    assert_trace("frame 0.25@0.25 timer 1@0.25 each 0.25@0.25 ");
    assert_true(node->position.x == 32);
}

static void act_move_to_other(Probe *probe)
{
    coir_node_detach(&probe->node);
    assert_true(coir_node_add(probe->other, &probe->node));
}

static void timers_of_a_node_continue_on_another_stage(void **state)
{
    CoirStage *second = coir_stage_new();
    CoirNode *there = coir_node_new();
    (void)state;
    show(second, there);
    put_on_stage();
    assert_true(coir_run_is_running(coir_node_run(node, coir_move_by(2, 64, 0))));
    update(0.5);
    assert_true(coir_node_set_parent(node, there));
    update(1);
    assert_true(node->position.x == 16);
    assert_true(coir_stage_update(second, 0.5));
    assert_true(node->position.x == 32);
    assert_int_equal(coir_action_manager_count(coir_stage_actions(stage)), 0);
    Probe *probe = probe_new(scene, "probe", PROBE_UPDATE);
    probe_acts(probe, PROBE_UPDATE, act_move_to_other, there);
    step(stage);
    assert_trace("probe.update ");
    step(stage);
    assert_trace("");
    step(second);
    assert_trace("probe.update ");
    coir_stage_destroy(second);
}

static void a_paused_node_keeps_remaining_times_and_its_children_run(void **state)
{
    (void)state;
    put_on_stage();
    probe_new(node, "child", PROBE_UPDATE);
    start_everything();
    update(0.75);
    forget_trace();
    coir_node_pause(node);
    assert_true(coir_node_is_paused(node));
    update(8);
    assert_trace("child.update ");
    coir_node_resume(node);
    assert_false(coir_node_is_paused(node));
    update(0.25);
    assert_trace("child.update frame 0.25@9 timer 1@9 each 0.25@9 ");
    assert_true(node->position.x == 32);
}

static void a_pause_survives_leaving_and_entering_and_counts_for_new_timers(void **state)
{
    (void)state;
    coir_node_pause(node);
    start_everything();
    put_on_stage();
    update(4);
    coir_node_detach(node);
    put_on_stage();
    update(4);
    assert_trace("");
    coir_node_detach(node);
    coir_node_resume(node);
    update(4);
    assert_trace("");
    put_on_stage();
    update(1);
    assert_trace("frame 1@13 timer 1@13 each 1@13 ");
}

static void pausing_all_of_the_stages_scheduler_pauses_nodes_with_their_actions(void **state)
{
    CoirScheduler *scheduler = coir_stage_scheduler(stage);
    (void)state;
    put_on_stage();
    assert_true(schedule("timer", 1, COIR_FOREVER, 0));
    coir_node_run(node, coir_move_by(10, 100, 0));
    update(0.5);
    CoirTargetSet *set = coir_scheduler_pause_all(scheduler, COIR_PRIORITY_SYSTEM);
    assert_true(coir_target_set_contains(set, node));
    assert_true(coir_node_is_paused(node));
    update(5);
    coir_node_detach(node);
    coir_node_add(scene, node); // does not resume the node
    update(5);
    assert_true(fabsf(node->position.x - 5) < 1e-4f);
    assert_trace("");
    assert_true(coir_scheduler_resume_set(scheduler, set));
    assert_false(coir_node_is_paused(node));
    update(0.5);
    assert_true(fabsf(node->position.x - 10) < 1e-4f);
    assert_trace("timer 1@11 ");
    assert_true(coir_scheduler_pause_target(scheduler, node));
    coir_node_resume(node);
    assert_false(coir_scheduler_is_target_paused(scheduler, node));
    coir_target_set_destroy(set);
}

static void a_set_that_is_resumed_while_a_node_is_off_stage_resumes_the_node(void **state)
{
    CoirScheduler *scheduler = coir_stage_scheduler(stage);
    (void)state;
    put_on_stage();
    assert_true(schedule("timer", 1, COIR_FOREVER, 0));
    CoirTargetSet *set = coir_scheduler_pause_all(scheduler, COIR_PRIORITY_SYSTEM);
    assert_true(coir_node_is_paused(node));
    coir_node_detach(node);
    assert_true(coir_scheduler_resume_set(scheduler, set));
    assert_false(coir_node_is_paused(node));
    coir_node_add(scene, node);
    update(1);
    assert_trace("timer 1@1 ");
    coir_target_set_destroy(set);
}

static void a_paused_types_update_does_not_run(void **state)
{
    (void)state;
    Probe *probe = probe_new(scene, "probe", PROBE_UPDATE);
    coir_node_pause(&probe->node);
    step(stage);
    assert_trace("");
    coir_node_resume(&probe->node);
    step(stage);
    assert_trace("probe.update ");
}

// Going away ---------------------------------------------------------------------------------------------------------

static void timers_of_a_destroyed_node_are_removed(void **state)
{
    (void)state;
    put_on_stage();
    start_everything();
    CoirRun run = coir_node_run(node, coir_delay(5));
    coir_node_destroy(node);
    assert_false(coir_run_is_running(run));
    assert_int_equal(coir_action_manager_count(coir_stage_actions(stage)), 0);
    update(8);
    assert_trace("");
}

static void a_run_of_remove_self_destroys_the_node_at_its_instant(void **state)
{
    (void)state;
    put_on_stage();
    assert_true(coir_node_every(node, 0.5, note_timer, text("timer")));
    coir_node_run(node, coir_sequence(coir_delay(1.25), coir_remove_self()));
    update(1);
    assert_trace("timer@0.5 timer@1 ");
    assert_non_null(coir_node_get(node_ref));
    update(0.25);
    assert_null(coir_node_get(node_ref));
}

// Mistakes -----------------------------------------------------------------------------------------------------------

static void assert_time_calls_refuse(CoirNode *none, const char *why)
{
    CoirTimerDef def = {.tick = note_call};
    assert_false(coir_node_every_frame(none, note_call, NULL, 0));
    assert_mistake(why);
    assert_false(coir_node_every_frame(none, NULL, NULL, 0));
    assert_mistake(why);
    assert_false(coir_node_every(none, 1, note_timer, NULL));
    assert_mistake(why);
    assert_false(coir_node_once_after(none, 1, note_timer, NULL));
    assert_mistake(why);
    assert_false(coir_node_schedule(none, &def));
    assert_mistake(why);
    assert_false(coir_node_unschedule(none, "key"));
    assert_mistake(why);
    assert_false(coir_node_unschedule_callback(none, COIR_CALLBACK(note_timer)));
    assert_mistake(why);
    coir_node_unschedule_all(none);
    assert_mistake(why);
    assert_int_equal(coir_node_run(none, coir_delay(1)).generation, 0);
    assert_mistake(why);
    coir_node_stop_all(none);
    assert_mistake(why);
    coir_node_pause(none);
    assert_mistake(why);
    coir_node_resume(none);
    assert_mistake(why);
    assert_false(coir_node_is_scheduled(none, "key"));
    assert_false(coir_node_is_callback_scheduled(none, COIR_CALLBACK(note_timer)));
    assert_int_equal(coir_node_run_count(none), 0);
    assert_string_equal(coir_error(), "");
}

static void null_and_destroyed_nodes_are_reported(void **state)
{
    (void)state;
    assert_time_calls_refuse(NULL, "the node is NULL");
    assert_false(coir_node_is_paused(NULL));
    start_everything();
    coir_node_destroy(node);
    assert_time_calls_refuse(node, "destroyed already");
}

static void bad_numbers_and_null_callbacks_are_reported_and_change_nothing(void **state)
{
    static const double bad[] = {-1, NAN, INFINITY};
    (void)state;
    put_on_stage();
    start_everything();
    for (int i = 0; i < 3; i++) {
        assert_false(coir_node_every(node, bad[i], note_timer, NULL));
        assert_mistake("interval");
        assert_false(coir_node_once_after(node, bad[i], note_timer, NULL));
        assert_mistake("delay");
        assert_false(schedule("timer", bad[i], 0, 0));
        assert_mistake("interval");
    }
    assert_false(coir_node_every(node, 1, NULL, NULL));
    assert_mistake("NULL");
    assert_false(coir_node_once_after(node, 1, NULL, NULL));
    assert_mistake("NULL");
    assert_false(coir_node_schedule(node, NULL));
    assert_mistake("NULL");
    assert_false(coir_node_unschedule(node, NULL));
    assert_mistake("the key is NULL");
    assert_false(coir_node_unschedule_callback(node, NULL));
    update(1);
    assert_trace("frame 1@1 timer 1@1 each 1@1 ");
}

static void running_a_null_action_reports_the_cause(void **state)
{
    (void)state;
    CoirRun run = coir_node_run(node, coir_sequence(coir_delay(1), coir_move_by(-1, 0, 0)));
    assert_int_equal(run.generation, 0);
    assert_non_null(strstr(support_last_message(), "coir_node_run: the action is NULL"));
    assert_non_null(strstr(support_last_message(), "coir_move_by"));
    assert_int_equal(coir_node_run_count(node), 0);
    coir_error_clear();
    coir_node_run(node, NULL);
    assert_non_null(strstr(support_last_message(), "coir_node_run: the action is NULL, nothing is run"));
}

static void without_memory_nothing_is_started_and_nothing_lost(void **state)
{
    (void)state;
    put_on_stage();
    for (long nth = 1; nth < 5; nth++) {
        support_fail_allocation(nth);
        bool started = schedule("timer", 1, COIR_FOREVER, 0);
        assert_true(started || support_failed()); // a timer may start although an allocation has failed
        assert_int_equal(coir_node_is_scheduled(node, "timer"), started);
        support_fail_allocation(nth);
        bool frame = coir_node_every_frame(node, note_call, text("frame"), 0);
        assert_int_equal(frame, !support_failed());
        support_fail_allocation(nth);
        CoirRun run = coir_node_run(node, coir_delay(1));
        assert_int_equal(coir_run_is_running(run), !support_failed());
    }
    support_fail_allocation(0);
    coir_node_stop_all(node);
}

static void an_action_that_runs_is_not_run_again_without_another_owner(void **state)
{
    (void)state;
    put_on_stage();
    CoirAction *hop = coir_move_by(1, 100, 0);
    CoirRun first = coir_node_run(node, hop), second = coir_node_run(scene, hop);
    assert_mistake("coir_node_run: the action runs already, or is a part of another action; call coir_action_retain");
    assert_true(coir_run_is_running(first) && !coir_run_is_running(second));
    assert_null(coir_sequence(hop, coir_delay(1)));
    assert_mistake("coir_sequence");
    assert_null(coir_timeline(coir_delay(1), hop));
    assert_mistake("coir_timeline");
    assert_null(coir_reverse(hop));
    assert_mistake("coir_reverse");
    assert_null(coir_stagger(&scene, 1, 1, COIR_FROM_START, hop));
    assert_mistake("coir_stagger: the action runs already");
    assert_null(coir_ease((CoirEase)-1, hop));
    assert_mistake("coir_ease: -1 is no CoirEase");
    assert_null(coir_targeted(NULL, hop));
    assert_mistake("coir_targeted: the node is NULL");
    coir_action_release(hop);
    assert_mistake("coir_action_release: the action runs");
    CoirAction *part = coir_delay(1);
    coir_node_run(node, coir_repeat_forever(part));
    assert_false(coir_run_is_running(coir_node_run(scene, part)));
    assert_mistake("coir_node_run");
    second = coir_node_run(scene, coir_action_retain(hop));
    assert_true(coir_run_is_running(second));
    update(0.5);
    assert_true(node->position.x == 50 && scene->position.x == 50);
}

static void a_timeline_does_not_take_a_part_twice(void **state)
{
    (void)state;
    CoirAction *part = coir_delay(1);
    assert_null(coir_timeline(part, part));
    assert_mistake("coir_timeline: an action is given twice");
}

static void a_timer_that_replaces_another_is_reported_once(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_true(coir_node_once_after(node, 1 + i, note_timer, NULL));
    assert_int_equal(support_logged(COIR_LOG_INFO), 1);
    assert_non_null(strstr(support_last_message(), "coir_node_once_after: the CoirNode made at "));
    assert_non_null(strstr(support_last_message(), "call coir_node_schedule, with a key for each timer"));
    assert_true(coir_node_every(node, 1, note_timer, NULL));
    assert_int_equal(support_logged(COIR_LOG_INFO), 2);
    assert_true(coir_node_every(node, 1, note_other_timer, NULL));
    assert_true(schedule("key", 1, 0, 0) && schedule("key", 2, 0, 0)); // with a key, replacing a timer is not logged
    assert_true(coir_node_unschedule_callback(node, COIR_CALLBACK(note_other_timer)));
    assert_true(coir_node_every(node, 1, note_other_timer, NULL));
    assert_int_equal(support_logged(COIR_LOG_INFO), 2);
    assert_string_equal(coir_error(), "");
}

static void a_function_for_each_frame_that_replaces_another_is_reported_once(void **state)
{
    (void)state;
    assert_true(coir_node_every_frame(node, note_call, NULL, 0));
    assert_true(coir_node_every_frame(node, note_call, NULL, 5)); // the same function with another priority
    assert_int_equal(support_logged(COIR_LOG_INFO), 0);
    for (int i = 0; i < 3; i++)
        assert_true(coir_node_every_frame(node, i % 2 ? note_call : note_other_call, NULL, 0));
    assert_int_equal(support_logged(COIR_LOG_INFO), 1);
    assert_non_null(strstr(support_last_message(), "coir_node_schedule, as a timer with an interval of 0"));
}

// Through the stage's scheduler --------------------------------------------------------------------------------------

static CoirScheduler *scheduler(void)
{
    return coir_stage_scheduler(stage);
}

static void timers_of_the_stages_scheduler_for_a_node_end_with_the_node(void **state)
{
    (void)state;
    put_on_stage();
    assert_true(coir_scheduler_every(scheduler(), node, 1, note_call, text("timer")));
    assert_true(coir_scheduler_schedule_update(scheduler(), node, note_call, text("frame"), 0, false));
    update(1);
    assert_trace("frame 1@1 timer 1@1 ");
    assert_true(coir_node_is_callback_scheduled(node, COIR_CALLBACK(note_call)));
    coir_node_destroy(node);
    update(1);
    assert_trace("");
    assert_false(coir_scheduler_is_callback_scheduled(scheduler(), node, note_call));
}

static void a_timer_of_the_stages_scheduler_runs_on_the_nodes_clock_and_pauses_with_the_node(void **state)
{
    (void)state;
    put_on_stage();
    assert_true(coir_node_set_time_scale(node, 0.5));
    assert_true(coir_scheduler_every(scheduler(), node, 1, note_call, text("timer")));
    assert_true(coir_node_validate(scene));
    update(1);
    assert_trace("");
    update(1);
    assert_trace("timer 1@2 ");
    coir_node_pause(node);
    assert_true(coir_scheduler_is_target_paused(scheduler(), node));
    update(2);
    assert_trace("");
    assert_true(coir_scheduler_resume_target(scheduler(), node));
    assert_false(coir_node_is_paused(node));
    update(2);
    assert_trace("timer 1@6 ");
    assert_true(coir_node_pause_tree(scene));
    update(2);
    assert_trace("");
}

static void a_timer_scheduled_for_a_paused_node_is_paused(void **state)
{
    (void)state;
    put_on_stage();
    coir_node_pause(node);
    assert_true(coir_scheduler_every(scheduler(), node, 1, note_call, text("timer")));
    update(1);
    assert_trace("");
    coir_node_resume(node);
    update(1);
    assert_trace("timer 1@2 ");
}

static void a_timer_for_a_node_off_stage_waits_and_all_queries_agree(void **state)
{
    CoirTimerDef def = {.tick = note_call, .user = text("key"), .key = "key", .interval = 1, .paused = true};
    double seconds = 0;
    (void)state;
    assert_true(coir_scheduler_schedule(scheduler(), node, &def)); // `paused` has no effect on nodes
    assert_true(coir_scheduler_once_after(scheduler(), node, 1, note_other_call, text("once")));
    update(3);
    assert_trace("");
    assert_true(coir_scheduler_is_scheduled(scheduler(), node, "key"));
    assert_true(coir_scheduler_is_callback_scheduled(scheduler(), node, note_other_call));
    assert_true(coir_scheduler_remaining(scheduler(), node, "key", &seconds) && seconds == 1);
    assert_true(coir_scheduler_callback_remaining(scheduler(), node, note_other_call, &seconds) && seconds == 1);
    assert_int_equal(coir_scheduler_timers(scheduler(), node, NULL, 0), 2);
    assert_true(coir_scheduler_unschedule_callback(scheduler(), node, note_other_call));
    assert_true(coir_scheduler_pause_target(scheduler(), node) && coir_node_is_paused(node));
    assert_true(coir_scheduler_resume_target(scheduler(), node) && !coir_node_is_paused(node));
    put_on_stage();
    update(1);
    assert_trace("key 1@4 ");
    assert_true(coir_scheduler_every(scheduler(), node, 1, note_call, text("timer")));
    coir_node_detach(node);
    assert_true(coir_scheduler_unschedule_target(scheduler(), node));
    assert_int_equal(coir_node_timers(node, NULL, 0), 0);
}

static int ticks;

static void fish_update(CoirNode *fish, double dt)
{
    (void)fish, (void)dt;
    ticks++;
}

typedef struct Fish {
    CoirNode node;
} Fish;

static COIR_NODE_CLASS(Fish, .update = fish_update);

static void unscheduling_a_target_that_has_only_its_types_update_removes_nothing(void **state)
{
    (void)state;
    Fish *fish = COIR_NEW(Fish);
    assert_false(coir_scheduler_unschedule_target(scheduler(), fish));
    assert_true(coir_scheduler_every(scheduler(), fish, 1, note_call, text("timer")));
    assert_true(coir_scheduler_unschedule_target(scheduler(), fish));
    assert_false(coir_scheduler_unschedule_target(scheduler(), fish));
    put_on_stage();
    ticks = 0;
    coir_node_add(node, &fish->node);
    update(1);
    assert_int_equal(ticks, 1);
}

static CoirNode *doomed;

static void destroy_at_a_message(CoirLogLevel level, const char *message, void *user)
{
    CoirNode *destroyed = doomed;
    (void)level;
    (void)user;
    if (!destroyed || !strstr(message, "which is replaced"))
        return;
    doomed = NULL;
    coir_node_destroy(destroyed);
    coir_nodes_sweep();
}

static void a_log_hook_may_destroy_the_node_whose_function_is_replaced(void **state)
{
    (void)state;
    put_on_stage();
    doomed = coir_node_new();
    coir_node_add(scene, doomed);
    coir_node_every_frame(doomed, note_frame, text("first"), 0);
    coir_log_set_hook(destroy_at_a_message, NULL);
    coir_node_every_frame(doomed, note_frame, text("second"), 0);
    assert_null(doomed);
    CoirNode *other = coir_node_new(); // may get the memory of the destroyed node
    coir_node_once_after(other, 5, note_timer, text("other"));
    coir_node_add(scene, other);
    update(1);
    assert_trace("");
}

static void a_destroyed_node_is_no_target(void **state)
{
    (void)state;
    put_on_stage();
    coir_node_destroy(node);
    assert_false(coir_scheduler_every(scheduler(), node, 1, note_call, NULL));
    assert_mistake("has been destroyed already");
    coir_nodes_sweep();
    assert_false(coir_scheduler_schedule_update(scheduler(), node, note_call, NULL, 0, false));
    assert_mistake("it has been destroyed and freed");
    assert_false(coir_scheduler_is_update_scheduled(scheduler(), node));
}

static void other_targets_of_the_stages_scheduler_are_not_changed(void **state)
{
    CoirTimerDef def = {.tick = note_frame, .interval = 1, .repeat = COIR_FOREVER, .paused = true};
    Probe *probe = probe_new(scene, "probe", 0);
    void *inside = &probe->node.name; // an address inside a node's memory is no node
    (void)state;
    assert_true(coir_scheduler_schedule(scheduler(), inside, &def));
    assert_true(coir_scheduler_is_target_paused(scheduler(), inside));
    assert_false(coir_scheduler_is_target_paused(scheduler(), &probe->node));
    assert_true(coir_scheduler_unschedule_target(scheduler(), inside));
    assert_true(coir_scheduler_schedule(scheduler(), &def, &def));
    assert_true(coir_scheduler_unschedule_target(scheduler(), &def));
}

static void a_timer_with_a_call_is_for_nodes(void **state)
{
    CoirTimerDef def = {.call = note_timer, .user = text("call"), .interval = 1};
    (void)state;
    put_on_stage();
    assert_false(coir_scheduler_schedule(scheduler(), &def, &def));
    assert_mistake("coir_scheduler_schedule: the target of a timer with `call` must be a node of the world in "
                   "use, and the scheduler must belong to a stage; use `tick`");
    assert_true(coir_scheduler_schedule(scheduler(), node, &def));
    update(1);
    assert_trace("call@1 ");
}

TEST_FILE(node_time)
{
    const struct CMUnitTest tests[] = {
        time_test(a_function_is_called_in_each_frame_until_replaced_or_ended),
        time_test(class_updates_have_priority_0_and_run_beside_the_users_function),
        time_test(timers_are_called_every_interval_or_once_after_a_delay),
        time_test(a_timer_calls_with_the_elapsed_seconds_or_without),
        time_test(a_timer_in_each_frame_calls_without_the_elapsed_seconds),
        time_test(timers_of_both_types_are_found_by_their_callbacks),
        time_test(a_timer_has_one_callback),
        time_test(a_timer_of_any_kind_is_known_by_its_key),
        time_test(unscheduling_all_leaves_the_types_update_and_the_runs),
        time_test(runs_are_stepped_in_each_frame_and_can_be_stopped),
        time_test(timers_started_off_stage_wait_until_the_node_enters),
        time_test(a_node_that_leaves_keeps_remaining_times),
        time_test(a_node_keeps_remaining_times_on_another_stage_after_the_first_is_destroyed),
        time_test(timers_of_a_node_continue_on_another_stage),
        time_test(a_paused_node_keeps_remaining_times_and_its_children_run),
        time_test(a_pause_survives_leaving_and_entering_and_counts_for_new_timers),
        time_test(pausing_all_of_the_stages_scheduler_pauses_nodes_with_their_actions),
        time_test(a_set_that_is_resumed_while_a_node_is_off_stage_resumes_the_node),
        time_test(a_paused_types_update_does_not_run),
        time_test(timers_of_a_destroyed_node_are_removed),
        time_test(a_run_of_remove_self_destroys_the_node_at_its_instant),
        time_test(null_and_destroyed_nodes_are_reported),
        time_test(bad_numbers_and_null_callbacks_are_reported_and_change_nothing),
        time_test(running_a_null_action_reports_the_cause),
        time_test(without_memory_nothing_is_started_and_nothing_lost),
        time_test(an_action_that_runs_is_not_run_again_without_another_owner),
        time_test(a_timeline_does_not_take_a_part_twice),
        time_test(a_timer_that_replaces_another_is_reported_once),
        time_test(a_function_for_each_frame_that_replaces_another_is_reported_once),
        time_test(timers_of_the_stages_scheduler_for_a_node_end_with_the_node),
        time_test(a_timer_of_the_stages_scheduler_runs_on_the_nodes_clock_and_pauses_with_the_node),
        time_test(a_timer_scheduled_for_a_paused_node_is_paused),
        time_test(a_timer_for_a_node_off_stage_waits_and_all_queries_agree),
        time_test(unscheduling_a_target_that_has_only_its_types_update_removes_nothing),
        time_test(a_log_hook_may_destroy_the_node_whose_function_is_replaced),
        time_test(a_destroyed_node_is_no_target),
        time_test(other_targets_of_the_stages_scheduler_are_not_changed),
        time_test(a_timer_with_a_call_is_for_nodes),
    };
    return cmocka_run_group_tests_name("node_time", tests, NULL, NULL);
}
