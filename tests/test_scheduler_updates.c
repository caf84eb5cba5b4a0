// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Updates of the scheduler (rules 3.1 to 3.3): the order of per-frame updates and timers, priorities, and per-frame
// updates that are added, removed, paused or replaced during an update.

#include "support/jobs.h"

static void act_unschedule_update(Job *job)
{
    assert_true(coir_scheduler_unschedule_update(scheduler, job->other ? job->other : job->target));
}

static void act_schedule_update(Job *job)
{
    each_frame(job->other ? job->other : job->target, job->job ? job->job : job, (int)job->number);
}

static void rule_3_1_first_the_updates_at_the_new_time_then_the_timers_at_theirs(void **state)
{
    Job timer = {.name = "timer"}, frame = {.name = "frame"}, each = {.name = "each"};
    (void)state;
    every(a, "each", &each, 0);
    every(a, "timer", &timer, 0.5);
    each_frame(b, &frame, 0);
    update(1.25);
    assert_trace("frame 1.25@1.25 timer 0.5@0.5 timer 0.5@1 each 1.25@1.25 ");
    assert_true(coir_scheduler_now(scheduler) == 1.25);
    update(0.25);
    assert_trace("frame 0.25@1.5 timer 0.5@1.5 each 0.25@1.5 ");
}

static void rule_3_1_a_timer_scheduled_in_an_update_counts_from_the_new_time(void **state)
{
    Job later = {.name = "later"}, again = {.name = "again"};
    Job frame = {.name = "frame", .act = act_schedule_job, .at = 1, .key = "later", .job = &later, .number = 0.5};
    Job old = {.name = "old", .act = act_schedule_job, .at = 1, .key = "again", .job = &again, .number = 0.5};
    (void)state;
    each_frame(a, &frame, 0);
    each_frame(b, &old, 0);
    update(1);
    assert_trace("frame 1@1 old 1@1 ");
    update(0.25);
    update(0.25);
    assert_trace("frame 0.25@1.25 old 0.25@1.25 frame 0.25@1.5 old 0.25@1.5 later 0.5@1.5 again 0.5@1.5 ");
}

static void rule_3_1_an_interval_scheduled_in_an_update_does_not_fire_in_this_update(void **state)
{
    Job later = {.name = "later"};
    Job frame = {.act = act_schedule_job_for_ever, .at = 1, .key = "later", .job = &later, .number = 1e-9};
    (void)state;
    each_frame(a, &frame, 0);
    update(10);
    assert_trace("");
    update(1e-9);
    assert_trace("later 1e-09@10 ");
}

static void rule_3_1_update_inside_update_is_a_mistake(void **state)
{
    Job frame = {.name = "frame", .act = act_update}, timer = {.name = "timer", .act = act_update};
    Job each = {.name = "each", .act = act_update};
    (void)state;
    each_frame(a, &frame, 0);
    every(a, "timer", &timer, 1);
    every(a, "each", &each, 0);
    update(1);
    assert_trace("frame 1@1 timer 1@1 each 1@1 ");
    assert_true(coir_scheduler_now(scheduler) == 1);
}

static void act_update_another_scheduler(Job *job)
{
    assert_true(coir_scheduler_update(job->other, 2));
    note("(%g) ", coir_scheduler_now(job->other));
}

static void rule_3_1_another_scheduler_may_be_updated(void **state)
{
    Job frame = {.name = "frame", .act = act_update_another_scheduler, .other = coir_scheduler_new()};
    (void)state;
    each_frame(a, &frame, 0);
    update(1);
    assert_trace("frame 1@1 (2) ");
    coir_scheduler_destroy(frame.other);
}

static void rule_3_1_the_scheduler_does_not_clamp(void **state)
{
    Job frame = {.name = "frame"}, timer = {.name = "timer"};
    (void)state;
    each_frame(a, &frame, 0);
    every(a, "timer", &timer, 1200);
    update(3600);
    assert_trace("frame 3600@3600 timer 1200@1200 timer 1200@2400 timer 1200@3600 ");
    update(0);
    assert_trace("frame 0@3600 ");
}

static void rule_3_1_a_bad_dt_is_a_mistake(void **state)
{
    static const double bad[] = {-1e-9, -1, NAN, INFINITY, -INFINITY, SECONDS_MAX * 1.001};
    Job frame = {.name = "frame"}, each = {.name = "each"};
    (void)state;
    each_frame(a, &frame, 0);
    every(a, "each", &each, 0);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            assert_false(coir_scheduler_update(scheduler, bad[i]));
            assert_mistake("hundred years");
        }
        assert_true(coir_scheduler_set_time_scale(scheduler, 0));
    }
    assert_trace("");
    assert_true(coir_scheduler_now(scheduler) == 0);
    coir_scheduler_set_time_scale(scheduler, 1000);
    assert_false(coir_scheduler_update(scheduler, SECONDS_MAX / 999));
    assert_mistake("hundred years");
    coir_scheduler_set_time_scale(scheduler, 1);
    update(SECONDS_MAX - 1);
    assert_false(coir_scheduler_update(scheduler, 2));
    assert_mistake("hundred years");
    assert_true(coir_scheduler_now(scheduler) == SECONDS_MAX - 1);
}

static void rule_3_2_updates_run_by_priority_then_in_order_of_scheduling(void **state)
{
    static const struct {
        int priority;
        const char *name;
    } given[] = {
        {20, "20"},
        {-5, "-5"},
        {50, "50"},
        {0, "0"},
        {-10, "-10"},
        {10, "10"},
        {0, "0b"},
        {COIR_PRIORITY_SYSTEM, "system"},
        {INT_MAX, "max"},
        {-10, "-10b"},
        {COIR_PRIORITY_USER_MIN, "user"},
    };
    Job jobs[11];
    (void)state;
    for (int i = 0; i < 11; i++) {
        jobs[i] = (Job){.name = given[i].name};
        each_frame(&targets[i], &jobs[i], given[i].priority);
    }
    update(1);
    assert_trace("system 1@1 user 1@1 -10 1@1 -10b 1@1 -5 1@1 0 1@1 0b 1@1 10 1@1 20 1@1 50 1@1 max 1@1 ");
}

static void rule_3_2_scheduling_again_with_the_same_priority_keeps_the_place(void **state)
{
    Job first = {.name = "first"}, second = {.name = "second"}, replaced = {.name = "replaced"};
    (void)state;
    each_frame(a, &first, 3);
    each_frame(b, &second, 3);
    assert_true(coir_scheduler_schedule_update(scheduler, a, run_other_job, &replaced, 3, false));
    update(1);
    assert_trace("replaced 1@1 second 1@1 ");
}

static void rule_3_2_scheduling_again_with_another_priority_moves_an_update(void **state)
{
    Job first = {.name = "first"}, second = {.name = "second"};
    (void)state;
    each_frame(a, &first, 3);
    each_frame(b, &second, 3);
    each_frame(a, &first, 4);
    each_frame(b, &second, 4);
    update(1);
    assert_trace("first 1@1 second 1@1 ");
    each_frame(a, &first, 3);
    each_frame(a, &first, 4);
    update(1);
    assert_trace("second 1@2 first 1@2 ");
}

static void rule_3_2_a_new_place_counts_before_the_first_update_too(void **state)
{
    Job first = {.name = "first"}, second = {.name = "second"};
    (void)state;
    update(0);
    each_frame(a, &first, 3);
    each_frame(b, &second, 4);
    each_frame(a, &first, 5);
    update(0);
    assert_trace("second 0@0 first 0@0 ");
}

static void rule_3_2_scheduling_again_keeps_the_paused_state(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    each_frame(a, &job, 0);
    assert_true(coir_scheduler_schedule_update(scheduler, a, run_job, &job, 1, true));
    assert_false(coir_scheduler_is_target_paused(scheduler, a));
    update(1);
    coir_scheduler_pause_target(scheduler, a);
    assert_true(coir_scheduler_schedule_update(scheduler, a, run_job, &job, 2, false));
    update(1);
    assert_true(coir_scheduler_is_target_paused(scheduler, a));
    assert_trace("job 1@1 ");
}

static void act_replace_callback(Job *job)
{
    assert_true(coir_scheduler_schedule_update(scheduler, job->target, run_other_job, job->job, 0, false));
}

static void rule_3_2_an_update_replaces_itself(void **state)
{
    Job second = {.name = "second"}, first = {.name = "first", .act = act_replace_callback, .job = &second};
    (void)state;
    each_frame(a, &first, 0);
    update(1);
    update(1);
    assert_trace("first 1@1 second 1@2 ");
}

static void rule_3_3_an_update_added_in_the_phase_runs_first_in_the_next(void **state)
{
    for (int priority = -1; priority <= 1; priority++) {
        Job added = {0}, frame = {.act = act_schedule_update, .at = 1, .job = &added}, last = {0};
        (void)state;
        frame.other = b;
        frame.number = priority;
        each_frame(a, &frame, 0);
        each_frame(c, &last, 2); // the walk goes on after `frame`, and must not come to the new update
        update(1);
        assert_int_equal(added.calls, 0);
        update(1);
        assert_int_equal(added.calls, 1);
        coir_scheduler_unschedule_target(scheduler, a);
        coir_scheduler_unschedule_target(scheduler, b);
    }
}

static void rule_3_3_an_update_added_by_a_timer_runs_in_the_next(void **state)
{
    Job added = {.name = "added"}, timer = {.name = "timer", .act = act_schedule_update, .job = &added};
    (void)state;
    schedule(a, "timer", &timer, 1, 0, 0);
    update(1);
    update(1);
    assert_trace("timer 1@1 added 1@2 ");
}

static void rule_3_3_one_removed_or_paused_before_its_turn_does_not_run(void **state)
{
    Job removed = {.name = "removed"}, paused = {.name = "paused"};
    Job remove = {.name = "remove", .act = act_unschedule_update, .other = &targets[11]};
    Job pause = {.name = "pause", .act = act_pause, .other = &targets[13]};
    (void)state;
    each_frame(&targets[10], &remove, 0);
    each_frame(&targets[11], &removed, 0);
    each_frame(&targets[12], &pause, 0);
    each_frame(&targets[13], &paused, 0);
    update(1);
    assert_trace("remove 1@1 pause 1@1 ");
}

static void rule_3_3_one_resumed_before_its_turn_runs(void **state)
{
    Job early = {.name = "early"}, late = {.name = "late"};
    Job resume_late = {.name = "resume", .act = act_resume, .other = c};
    Job resume_early = {.name = "resume", .act = act_resume, .other = a};
    (void)state;
    each_frame(a, &early, -1);
    each_frame(b, &resume_late, 0);
    each_frame(c, &late, 1);
    each_frame(&targets[3], &resume_early, 0);
    coir_scheduler_pause_target(scheduler, a);
    coir_scheduler_pause_target(scheduler, c);
    update(1);
    assert_trace("resume 1@1 resume 1@1 late 1@1 ");
    update(1);
    assert_trace("early 1@2 resume 1@2 resume 1@2 late 1@2 ");
}

static void rule_3_3_one_that_changes_its_own_priority_runs_once(void **state)
{
    Job low = {.name = "low"}, high = {.name = "high"};
    Job job = {.name = "job", .act = act_schedule_update, .at = 1, .number = 9};
    (void)state;
    each_frame(a, &low, -5);
    each_frame(b, &job, 0);
    each_frame(c, &high, 5);
    update(1);
    assert_trace("low 1@1 job 1@1 high 1@1 ");
    job.at = 2;
    job.number = -9;
    update(1);
    assert_trace("low 1@2 high 1@2 job 1@2 ");
    update(1);
    assert_trace("job 1@3 low 1@3 high 1@3 ");
}

static void act_note_target(Job *job)
{
    note("%d ", (int)((int *)job->target - targets));
}

static void act_change_priority_of_other(Job *job)
{
    each_frame(job->other, job->job, (int)job->number);
}

static void rule_3_3_one_whose_priority_changes_before_its_turn_runs_at_its_old_place(void **state)
{
    static const int priorities[] = {-9, -1, 9};
    for (int i = 0; i < 3; i++) {
        Job moved = {.name = "moved"}, last = {.name = "last"};
        Job change = {.name = "change", .act = act_change_priority_of_other, .at = 1, .other = b, .job = &moved};
        (void)state;
        change.number = priorities[i];
        each_frame(a, &change, -3);
        each_frame(b, &moved, -2);
        each_frame(c, &last, -1);
        update(0);
        assert_trace("change 0@0 moved 0@0 last 0@0 ");
        update(0);
        assert_trace(i == 0 ? "moved 0@0 change 0@0 last 0@0 " : "change 0@0 last 0@0 moved 0@0 ");
        coir_scheduler_unschedule_target(scheduler, a);
        coir_scheduler_unschedule_target(scheduler, b);
        coir_scheduler_unschedule_target(scheduler, c);
    }
}

static void act_change_priority_and_add(Job *job)
{
    act_change_priority_of_other(job);
    each_frame(&targets[9], job->job, (int)job->number);
}

static void rule_3_3_a_change_of_priority_orders_an_update_by_the_time_of_the_change(void **state)
{
    Job moved = {.act = act_note_target};
    Job change = {.act = act_change_priority_and_add, .at = 1, .other = b, .job = &moved};
    (void)state;
    change.number = 5;
    each_frame(a, &change, 0);
    each_frame(b, &moved, 1);
    each_frame(c, &moved, 5);
    update(0);
    assert_trace("1 2 ");
    update(0);
    assert_trace("2 1 9 "); // target 9 was scheduled after the change of target 1
}

static void rule_3_3_an_update_whose_priority_changes_after_its_turn_does_not_run_again(void **state)
{
    Job moved = {.name = "moved"};
    Job change = {.name = "change", .act = act_change_priority_of_other, .at = 1, .other = a, .job = &moved};
    (void)state;
    change.number = 9;
    each_frame(a, &moved, 0);
    each_frame(b, &change, 1);
    update(1);
    assert_trace("moved 1@1 change 1@1 ");
    update(1);
    assert_trace("change 1@2 moved 1@2 ");
}

// Three times in each call, gives one of the ten updates a new priority at random.
static void act_shuffle(Job *job)
{
    uint32_t *seed = job->other;
    for (int i = 0; i < 3; i++) {
        *seed = *seed * 1664525 + 1013904223;
        int which = (int)(*seed >> 24) % 10;
        each_frame(&targets[which], &job->job[which], (int)(*seed >> 16) % 5 - 2);
    }
}

static void rule_3_3_each_update_runs_once_through_all_changes(void **state)
{
    uint32_t seed = 1;
    Job jobs[10];
    (void)state;
    for (int i = 0; i < 10; i++) {
        jobs[i] = (Job){.act = act_shuffle, .other = &seed, .job = jobs};
        each_frame(&targets[i], &jobs[i], i % 3);
    }
    for (int frame = 1; frame <= 1000; frame++) {
        update(0);
        for (int i = 0; i < 10; i++)
            assert_int_equal(jobs[i].calls, frame);
    }
}

static void act_remove_and_add_other(Job *job)
{
    if (coir_scheduler_unschedule_update(scheduler, job->other))
        each_frame(job->other, job->job, 0);
}

static void two_updates_that_remove_and_add_each_other_run_once_at_most(void **state)
{
    Job first = {.act = act_remove_and_add_other, .other = b}, second = {.act = act_remove_and_add_other, .other = a};
    (void)state;
    first.job = &second;
    second.job = &first;
    each_frame(a, &first, 0);
    each_frame(b, &second, 0);
    for (int frame = 1; frame <= 4; frame++) {
        int before = first.calls + second.calls;
        update(1);
        assert_int_equal(first.calls + second.calls, before + 1); // the other, added again, runs in the next frame
    }
}

static void act_remove_successor(Job *job)
{
    int *next = (int *)job->target + 1;
    if (next < targets + 500)
        coir_scheduler_unschedule_target(scheduler, next);
}

static void every_50th_of_500_removes_its_successor_which_never_runs(void **state)
{
    static Job jobs[500];
    (void)state;
    for (int i = 0; i < 500; i++) {
        jobs[i] = (Job){.act = i % 50 == 0 ? act_remove_successor : NULL};
        each_frame(&targets[i], &jobs[i], 0);
    }
    update(1);
    update(1);
    for (int i = 0; i < 500; i++)
        assert_int_equal(jobs[i].calls, i % 50 == 1 ? 0 : 2);
}

TEST_FILE(scheduler_updates)
{
    const struct CMUnitTest tests[] = {
        scheduler_test(rule_3_1_first_the_updates_at_the_new_time_then_the_timers_at_theirs),
        scheduler_test(rule_3_1_a_timer_scheduled_in_an_update_counts_from_the_new_time),
        scheduler_test(rule_3_1_an_interval_scheduled_in_an_update_does_not_fire_in_this_update),
        scheduler_test(rule_3_1_update_inside_update_is_a_mistake),
        scheduler_test(rule_3_1_another_scheduler_may_be_updated),
        scheduler_test(rule_3_1_the_scheduler_does_not_clamp),
        scheduler_test(rule_3_1_a_bad_dt_is_a_mistake),
        scheduler_test(rule_3_2_updates_run_by_priority_then_in_order_of_scheduling),
        scheduler_test(rule_3_2_scheduling_again_with_the_same_priority_keeps_the_place),
        scheduler_test(rule_3_2_scheduling_again_with_another_priority_moves_an_update),
        scheduler_test(rule_3_2_a_new_place_counts_before_the_first_update_too),
        scheduler_test(rule_3_2_scheduling_again_keeps_the_paused_state),
        scheduler_test(rule_3_2_an_update_replaces_itself),
        scheduler_test(rule_3_3_an_update_added_in_the_phase_runs_first_in_the_next),
        scheduler_test(rule_3_3_an_update_added_by_a_timer_runs_in_the_next),
        scheduler_test(rule_3_3_one_removed_or_paused_before_its_turn_does_not_run),
        scheduler_test(rule_3_3_one_resumed_before_its_turn_runs),
        scheduler_test(rule_3_3_one_that_changes_its_own_priority_runs_once),
        scheduler_test(rule_3_3_one_whose_priority_changes_before_its_turn_runs_at_its_old_place),
        scheduler_test(rule_3_3_a_change_of_priority_orders_an_update_by_the_time_of_the_change),
        scheduler_test(rule_3_3_an_update_whose_priority_changes_after_its_turn_does_not_run_again),
        scheduler_test(rule_3_3_each_update_runs_once_through_all_changes),
        scheduler_test(two_updates_that_remove_and_add_each_other_run_once_at_most),
        scheduler_test(every_50th_of_500_removes_its_successor_which_never_runs),
    };
    return cmocka_run_group_tests_name("scheduler_updates", tests, NULL, NULL);
}
