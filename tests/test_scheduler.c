// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The Scheduler. Rule numbers are those of the time rules, 3.x.

#include "support/jobs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/error.h"
#include "time/scheduler/scheduled.h"

#define SECONDS_MAX 3155760000.0 // a hundred years

static int targets[500];
static void *const a = &targets[0], *const b = &targets[1], *const c = &targets[2];

// What jobs do --------------------------------------------------------------------------------------------------------

static void act_schedule_job(Job *job)
{
    schedule(job->other ? job->other : job->target, job->key, job->job, job->number, 0, 0);
}

static void act_schedule_job_for_ever(Job *job)
{
    every(job->other ? job->other : job->target, job->key, job->job, job->number);
}

static void act_unschedule(Job *job)
{
    void *target = job->other ? job->other : job->target;
    assert_true(coir_scheduler_unschedule(scheduler, target, job->key));
    assert_false(is_scheduled(target, job->key));
    assert_false(coir_scheduler_unschedule(scheduler, target, job->key));
}

static void act_unschedule_target(Job *job)
{
    assert_true(coir_scheduler_unschedule_target(scheduler, job->other ? job->other : job->target));
}

static void act_unschedule_update(Job *job)
{
    assert_true(coir_scheduler_unschedule_update(scheduler, job->other ? job->other : job->target));
}

static void act_schedule_update(Job *job)
{
    each_frame(job->other ? job->other : job->target, job->job ? job->job : job, (int)job->number);
}

static void act_pause(Job *job)
{
    assert_true(coir_scheduler_pause_target(scheduler, job->other ? job->other : job->target));
}

static void act_resume(Job *job)
{
    assert_true(coir_scheduler_resume_target(scheduler, job->other ? job->other : job->target));
}

static void act_update(Job *job)
{
    (void)job;
    assert_false(coir_scheduler_update(scheduler, 1));
    assert_mistake("inside an update");
}

static void act_destroy_scheduler(Job *job)
{
    (void)job;
    coir_scheduler_destroy(scheduler);
}

// 3.1: the update -----------------------------------------------------------------------------------------------------

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

static void rule_3_1_what_an_update_schedules_counts_from_the_new_time(void **state)
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

static void rule_3_1_an_interval_scheduled_in_an_update_does_not_fire_in_it(void **state)
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

// 3.2, 3.3: per-frame updates -----------------------------------------------------------------------------------------

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

static void rule_3_2_scheduling_again_with_another_priority_gives_a_new_place(void **state)
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

static void rule_3_2_scheduling_again_leaves_the_paused_state(void **state)
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
        each_frame(c, &last, 2); // or nothing would be left to be reached
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

static void rule_3_3_its_new_place_is_that_of_the_time_of_the_change(void **state)
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
    assert_trace("2 1 9 "); // 9 was scheduled after 1 changed
}

static void rule_3_3_one_whose_priority_changes_after_its_turn_does_not_run_again(void **state)
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

// Changes the priorities of ten updates at random in each call.
static void act_shuffle(Job *job)
{
    uint32_t *seed = job->other;
    for (int i = 0; i < 3; i++) {
        *seed = *seed * 1664525 + 1013904223;
        int which = (int)(*seed >> 24) % 10;
        each_frame(&targets[which], &job->job[which], (int)(*seed >> 16) % 5 - 2);
    }
}

static void rule_3_3_whatever_changes_each_update_runs_once(void **state)
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
        assert_int_equal(first.calls + second.calls, before + 1); // the other one is new, and waits for the next update
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

// 3.4: timers ---------------------------------------------------------------------------------------------------------

static void rule_3_4_repeat_r_means_r_plus_1_calls(void **state)
{
    Job none = {.name = "0"}, two = {.name = "2"};
    (void)state;
    schedule(a, "0", &none, 1, 0, 0);
    schedule(a, "2", &two, 1, 2, 0);
    update(10);
    assert_trace("0 1@1 2 1@1 2 1@2 2 1@3 ");
    assert_false(is_scheduled(a, "0"));
    assert_false(is_scheduled(a, "2"));
}

static void rule_3_4_forever_has_no_end(void **state)
{
    Job timer = {0}, each = {0};
    (void)state;
    every(a, "timer", &timer, 1);
    every(a, "each", &each, 0);
    for (int i = 0; i < 3000; i++)
        update(1);
    assert_int_equal(timer.calls, 3000);
    assert_int_equal(each.calls, 3000);
    assert_int_equal(coir_find_timer(scheduler, a, "timer", NULL)->scheduled.calls_left, COIR_FOREVER);
    assert_int_equal(coir_find_timer(scheduler, a, "each", NULL)->scheduled.calls_left, COIR_FOREVER);
}

static void rule_3_4_the_first_call_comes_after_the_delay_then_every_interval(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    schedule(a, "job", &job, 0.5, 3, 1);
    update(10);
    assert_trace("job 1@1 job 0.5@1.5 job 0.5@2 job 0.5@2.5 ");
}

static void rule_3_4_a_key_or_the_callback_names_a_timer(void **state)
{
    Job x = {.name = "x"}, y = {.name = "y"}, first = {.name = "first"}, second = {.name = "second"};
    char key[] = "x";
    (void)state;
    every(a, key, &x, 1);
    key[0] = 'y';
    every(a, key, &y, 1);
    key[0] = 'z';
    assert_true(coir_scheduler_every(scheduler, a, 1, run_job, &first));
    assert_true(coir_scheduler_every(scheduler, a, 1, run_other_job, &second));
    assert_true(is_scheduled(a, "x") && is_scheduled(a, "y") && !is_scheduled(a, "z") && !is_scheduled(b, "x"));
    assert_true(coir_scheduler_is_callback_scheduled(scheduler, a, run_job));
    assert_false(coir_scheduler_is_callback_scheduled(scheduler, b, run_job));
    update(1);
    assert_trace("x 1@1 y 1@1 first 1@1 second 1@1 ");
    assert_true(coir_scheduler_unschedule_callback(scheduler, a, run_job));
    assert_false(coir_scheduler_unschedule_callback(scheduler, a, run_job));
    assert_false(coir_scheduler_is_callback_scheduled(scheduler, a, run_job));
    assert_true(coir_scheduler_unschedule(scheduler, a, "x"));
    assert_false(coir_scheduler_unschedule(scheduler, a, "x"));
    update(1);
    assert_trace("y 1@2 second 1@2 ");
}

static void rule_3_4_on_a_paused_target_time_counts_from_its_stopped_clock(void **state)
{
    Job job = {.name = "job"}, frame = {.name = "frame"};
    (void)state;
    each_frame(a, &frame, 0);
    update(3);
    coir_scheduler_pause_target(scheduler, a);
    update(4);
    every(a, "job", &job, 2);
    update(5);
    coir_scheduler_resume_target(scheduler, a); // at 12
    coir_scheduler_unschedule_update(scheduler, a);
    update(2);
    assert_trace("frame 3@3 job 2@14 ");
}

static void act_schedule_and_resume(Job *job)
{
    every(job->other, "job", job->job, 2);
    assert_true(coir_scheduler_resume_target(scheduler, job->other));
}

static void rule_3_4_also_in_the_per_frame_phase(void **state)
{
    Job job = {.name = "job"}, kept = {.name = "kept"};
    Job frame = {.name = "frame", .act = act_schedule_and_resume, .other = b, .job = &job};
    (void)state;
    schedule(a, "frame", &kept, 100, 0, 0);
    schedule(b, "kept", &kept, 100, 0, 0);
    coir_scheduler_pause_target(scheduler, b);
    each_frame(a, &frame, 0);
    update(3); // b's clock stands at 0, goes on from there within this update
    assert_trace("frame 3@3 job 2@2 ");
}

static void rule_3_4_skipped_occurrences_do_not_count(void **state)
{
    Job one = {.name = "one"}, all = {0};
    CoirTimerDef def = {.tick = run_job, .user = &one, .interval = 1, .repeat = 2, .catch_up = COIR_CATCH_UP_ONE};
    (void)state;
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    schedule(b, "all", &all, 1, 1999, 0);
    for (int i = 1; i <= 4; i++)
        update(1500.5);
    assert_trace("one 1@1 one 1500@1501 one 1501@3002 ");
    assert_int_equal(all.calls, 2000);
    assert_false(is_scheduled(b, "all"));
}

static void act_note_what_is_scheduled(Job *job)
{
    bool scheduled = job->key ? is_scheduled(job->target, job->key)
                              : coir_scheduler_is_callback_scheduled(scheduler, job->target, run_job);
    note("%s ", scheduled ? "scheduled" : "gone");
    note("%s ", coir_scheduler_pause_target(scheduler, job->target) ? "paused" : "forgotten");
}

static void rule_3_4_inside_its_last_call_a_timer_and_perhaps_its_target_are_forgotten(void **state)
{
    Job single = {.name = "single", .act = act_note_what_is_scheduled, .key = "single"}, frame = {0};
    Job each = {.name = "each", .act = act_note_what_is_scheduled};
    CoirTimerDef def = {.tick = run_job, .user = &each};
    (void)state;
    schedule(a, "single", &single, 1, 1, 0);
    update(1);
    assert_trace("single 1@1 scheduled paused ");
    coir_scheduler_resume_target(scheduler, a);
    update(1);
    assert_trace("single 1@2 gone forgotten ");
    assert_true(coir_scheduler_schedule(scheduler, b, &def));
    each_frame(b, &frame, 0);
    update(1);
    assert_trace("each 1@3 gone paused ");
}

static void rule_3_4_scheduling_in_the_last_call_starts_anew(void **state)
{
    Job job = {.name = "job", .act = act_schedule_job, .key = "job", .number = 0.5};
    (void)state;
    job.job = &job;
    schedule(a, "job", &job, 1, 0, 0);
    update(2.25);
    assert_trace("job 1@1 job 0.5@1.5 job 0.5@2 ");
    assert_true(is_scheduled(a, "job"));
    update(0.25);
    assert_trace("job 0.5@2.5 ");
}

static void act_schedule_job_paused(Job *job)
{
    CoirTimerDef def = {.tick = run_job, .user = job->job, .key = "job", .interval = 1, .paused = true};
    assert_true(coir_scheduler_schedule(scheduler, job->target, &def));
}

static void rule_3_4_a_target_made_anew_in_a_last_call_takes_the_paused_given(void **state)
{
    Job second = {.name = "second"}, first = {.name = "first", .act = act_schedule_job_paused, .job = &second};
    (void)state;
    schedule(a, "job", &first, 1, 0, 0);
    update(5);
    assert_trace("first 1@1 ");
    assert_true(coir_scheduler_is_target_paused(scheduler, a));
    coir_scheduler_resume_target(scheduler, a);
    update(1);
    assert_trace("second 1@6 ");
}

static void timers_of_all_targets_fire_in_order_of_time_then_of_scheduling(void **state)
{
    Job jobs[] = {{.name = "0"}, {.name = "1"}, {.name = "2"}, {.name = "3"}};
    (void)state;
    schedule(b, "0", &jobs[0], 2, 1, 0);
    schedule(a, "1", &jobs[1], 1, 3, 0);
    schedule(b, "2", &jobs[2], 1, 3, 0);
    schedule(a, "3", &jobs[3], 4, 0, 0);
    update(4);
    assert_trace("1 1@1 2 1@1 0 2@2 1 1@2 2 1@2 1 1@3 2 1@3 0 2@4 1 1@4 2 1@4 3 4@4 ");
}

// 3.5 to 3.7 ----------------------------------------------------------------------------------------------------------

static void rule_3_5_interval_0_is_called_once_in_each_update_after_the_timed_ones(void **state)
{
    Job each = {.name = "each"}, too = {.name = "too"}, timed = {.name = "timed"};
    (void)state;
    every(a, "each", &each, 0);
    every(b, "too", &too, 0);
    every(c, "timed", &timed, 1);
    update(2);
    assert_trace("timed 1@1 timed 1@2 each 2@2 too 2@2 ");
    update(0);
    assert_trace("each 0@2 too 0@2 ");
}

static void rule_3_5_after_a_delay_it_takes_its_place_by_scheduling(void **state)
{
    Job delayed = {.name = "delayed"}, each = {.name = "each"};
    (void)state;
    schedule(a, "delayed", &delayed, 0, 4, 3);
    every(b, "each", &each, 0);
    update(2);
    assert_trace("each 2@2 ");
    update(2);
    assert_trace("delayed 3@3 each 2@4 "); // its first call was in this update
    update(2);
    assert_trace("delayed 3@6 each 2@6 ");
    for (int i = 0; i < 5; i++)
        update(0);
    assert_int_equal(delayed.calls, 5);
}

static void rule_3_5_scheduled_during_an_update_it_is_called_in_the_next(void **state)
{
    Job from_frame = {.name = "from frame"}, from_timer = {.name = "from timer"}, from_each = {.name = "from each"};
    Job frame = {.act = act_schedule_job_for_ever, .at = 1, .other = c, .key = "1", .job = &from_frame};
    Job timer = {.act = act_schedule_job_for_ever, .at = 1, .other = c, .key = "2", .job = &from_timer};
    Job each = {.act = act_schedule_job_for_ever, .at = 1, .other = c, .key = "3", .job = &from_each};
    (void)state;
    each_frame(a, &frame, 0);
    every(a, "timer", &timer, 1);
    every(a, "each", &each, 0);
    update(2);
    assert_trace("");
    update(0.5);
    assert_trace("from frame 0.5@2.5 from timer 1.5@2.5 from each 0.5@2.5 ");
}

static void rule_3_5_one_of_two_removes_the_other(void **state)
{
    Job other = {.name = "other"}, job = {.name = "job", .act = act_unschedule, .at = 2, .other = b, .key = "other"};
    (void)state;
    every(a, "job", &job, 0);
    every(b, "other", &other, 0);
    update(1);
    update(1);
    update(1);
    assert_trace("job 1@1 other 1@1 job 1@2 job 1@3 ");
}

static void rule_3_6_elapsed_is_the_interval_in_all_mode_however_long_the_update(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    schedule(a, "job", &job, 0.1, 5, 0);
    update(0.25);
    update(0.01);
    update(10);
    assert_trace("job 0.1@0.1 job 0.1@0.2 job 0.1@0.3 job 0.1@0.4 job 0.1@0.5 job 0.1@0.6 ");
}

static void rule_3_6_elapsed_tells_what_was_skipped_and_leaves_out_pauses(void **state)
{
    Job one = {.name = "one"}, restart = {.name = "restart"}, all = {0};
    CoirTimerDef one_def = {.tick = run_job, .user = &one, .key = "one", .interval = 1, .repeat = COIR_FOREVER};
    CoirTimerDef restart_def = one_def;
    (void)state;
    one_def.catch_up = COIR_CATCH_UP_ONE;
    restart_def.user = &restart;
    restart_def.key = "restart";
    restart_def.catch_up = COIR_CATCH_UP_RESTART;
    assert_true(coir_scheduler_schedule(scheduler, a, &one_def));
    assert_true(coir_scheduler_schedule(scheduler, a, &restart_def));
    update(2.5);
    assert_trace("one 1@1 restart 1@1 ");
    coir_scheduler_pause_target(scheduler, a);
    update(10);
    coir_scheduler_resume_target(scheduler, a);
    update(1);
    assert_trace("one 2@13 restart 2.5@13.5 ");
    every(b, "all", &all, 1);
    update(1500);
    assert_int_equal(all.calls, 1000);
    update(1);
    assert_int_equal(all.calls, 1001);
    assert_true(all.elapsed == 501);
}

static void act_schedule_each_frame_and_pause(Job *job)
{
    every(job->other, "each", job->job, 0);
    assert_true(coir_scheduler_pause_target(scheduler, job->other));
}

static void rule_3_6_elapsed_counts_from_the_time_scheduled_at_on_the_targets_clock(void **state)
{
    Job each = {.name = "each"}, frame = {.act = act_schedule_each_frame_and_pause, .at = 1, .other = b, .job = &each};
    (void)state;
    each_frame(a, &frame, 0);
    update(1); // scheduled at 1, then the clock is stopped at 0
    coir_scheduler_resume_target(scheduler, b);
    update(3);
    assert_trace("each 2@4 ");
}

static void rule_3_7_scheduling_again_replaces_everything_and_counts_anew(void **state)
{
    Job old = {.name = "old"}, new = {.name = "new"}, other = {.name = "other"};
    CoirTimerDef def = {.tick = run_other_job, .user = &new, .key = "key", .interval = 0.5, .repeat = 1};
    (void)state;
    def.delay = 1;
    schedule(a, "key", &old, 1, 1, 0);
    schedule(b, "other", &other, 1, 1, 0);
    update(1.25);
    assert_trace("old 1@1 other 1@1 ");
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    update(0.75);
    assert_trace("other 1@2 ");
    update(8);
    assert_trace("new 1@2.25 new 0.5@2.75 ");
    assert_false(is_scheduled(a, "key"));
}

static void rule_3_7_its_order_is_that_of_a_new_one(void **state)
{
    Job first = {.name = "first"}, second = {.name = "second"};
    (void)state;
    every(a, "key", &first, 1);
    every(b, "key", &second, 1);
    every(a, "key", &first, 1);
    update(1);
    assert_trace("second 1@1 first 1@1 ");
    every(a, "key", &first, 0);
    every(b, "key", &second, 0);
    every(a, "key", &first, 0);
    update(1);
    assert_trace("second 1@2 first 1@2 ");
}

static void rule_3_7_the_target_keeps_its_clock_and_its_paused_state(void **state)
{
    Job job = {.name = "job"}, kept = {.name = "kept"};
    CoirTimerDef def = {.tick = run_job, .user = &job, .key = "key", .interval = 2, .paused = false};
    (void)state;
    every(a, "key", &job, 1);
    schedule(a, "kept", &kept, 5, 0, 0);
    update(0.5);
    coir_scheduler_pause_target(scheduler, a);
    update(1);
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    assert_true(coir_scheduler_is_target_paused(scheduler, a));
    update(10);
    coir_scheduler_resume_target(scheduler, a); // at 11.5, its clock at 0.5
    update(5);
    assert_trace("job 2@13.5 kept 5@16 ");
}

static void act_replace_for_good(Job *job)
{
    every(job->target, job->key, job->job, 0.25);
}

static void rule_3_7_a_timer_replaces_itself_in_its_call(void **state)
{
    Job second = {.name = "second"};
    Job first = {.name = "first", .act = act_replace_for_good, .key = "key", .job = &second};
    (void)state;
    every(a, "key", &first, 1);
    update(1.5);
    assert_trace("first 1@1 second 0.25@1.25 second 0.25@1.5 ");
}

// 3.8 to 3.13: targets ------------------------------------------------------------------------------------------------

static void rule_3_8_paused_is_taken_for_a_target_with_nothing_scheduled(void **state)
{
    Job job = {.name = "job"};
    CoirTimerDef def = {.tick = run_job, .user = &job, .key = "1", .interval = 1, .repeat = COIR_FOREVER};
    (void)state;
    def.paused = true;
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    assert_true(coir_scheduler_is_target_paused(scheduler, a));
    update(5);
    assert_trace("");
    coir_scheduler_resume_target(scheduler, a);
    def.key = "2";
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    assert_false(coir_scheduler_is_target_paused(scheduler, a));
    update(1);
    assert_trace("job 1@6 job 1@6 ");
    assert_true(coir_scheduler_schedule_update(scheduler, b, run_job, &job, 0, true));
    assert_true(coir_scheduler_is_target_paused(scheduler, b));
    coir_scheduler_unschedule_update(scheduler, b);
    assert_true(coir_scheduler_schedule_update(scheduler, b, run_job, &job, 0, false));
    assert_false(coir_scheduler_is_target_paused(scheduler, b));
}

static void rule_3_9_what_remained_of_each_interval_remains(void **state)
{
    Job job = {.name = "job"}, frame = {.name = "frame"}, each = {.name = "each"};
    (void)state;
    schedule(a, "job", &job, 10, 0, 0);
    each_frame(a, &frame, 0);
    every(a, "each", &each, 0);
    update(7);
    assert_trace("frame 7@7 each 7@7 ");
    coir_scheduler_pause_target(scheduler, a);
    coir_scheduler_pause_target(scheduler, a);
    assert_true(coir_scheduler_is_target_paused(scheduler, a));
    assert_false(coir_scheduler_is_target_paused(scheduler, b));
    update(7);
    assert_trace("");
    coir_scheduler_resume_target(scheduler, a);
    coir_scheduler_resume_target(scheduler, a);
    coir_scheduler_unschedule_update(scheduler, a);
    update(10);
    assert_trace("job 10@17 each 10@24 ");
}

static void rule_3_9_in_the_timer_phase_a_clock_stops_at_the_logical_time(void **state)
{
    Job job = {.name = "job", .act = act_pause, .at = 2}, long_one = {.name = "long"};
    Job other = {.name = "other", .act = act_resume, .at = 1, .other = a};
    (void)state;
    every(a, "job", &job, 1);
    every(a, "long", &long_one, 2.5);
    schedule(b, "other", &other, 6, 0, 0);
    update(7.5);
    assert_trace("job 1@1 job 1@2 other 6@6 long 2.5@6.5 job 1@7 ");
}

static void rule_3_9_in_the_per_frame_phase_a_clock_stops_where_the_last_update_left_it(void **state)
{
    Job timer = {.name = "timer"}, frame = {.name = "frame", .act = act_pause, .at = 2, .other = b};
    (void)state;
    each_frame(a, &frame, 0);
    every(b, "timer", &timer, 1.5);
    update(1);
    update(1); // stops at 1
    assert_trace("frame 1@1 frame 1@2 ");
    coir_scheduler_resume_target(scheduler, b);
    update(0.5);
    assert_trace("frame 0.5@2.5 timer 1.5@2.5 ");
}

static void act_pause_and_resume(Job *job)
{
    act_pause(job);
    act_resume(job);
}

static void rule_3_9_pausing_and_resuming_at_once_changes_nothing(void **state)
{
    Job frame = {.act = act_pause_and_resume, .other = b}, timer = {.name = "timer", .act = act_pause_and_resume};
    (void)state;
    each_frame(a, &frame, 0);
    every(b, "timer", &timer, 1);
    update(2.5);
    update(0.5);
    assert_trace("timer 1@1 timer 1@2 timer 1@3 ");
}

static void rule_3_9_one_interval_0_timer_pauses_another(void **state)
{
    Job paused = {.name = "paused"}, pause = {.name = "pause", .act = act_pause, .at = 2, .other = b};
    Job resume = {.name = "resume", .act = act_resume, .at = 3, .other = b};
    (void)state;
    every(a, "pause", &pause, 0);
    every(b, "paused", &paused, 0);
    every(c, "resume", &resume, 0);
    for (int i = 0; i < 4; i++)
        update(1);
    assert_trace("pause 1@1 paused 1@1 resume 1@1 pause 1@2 resume 1@2 pause 1@3 resume 1@3 "
                 "pause 1@4 paused 2@4 resume 1@4 ");
}

static void rule_3_10_a_target_without_anything_scheduled_is_forgotten(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    every(b, "lists and tables are made", &job, 0);
    every(b, "the heap, too", &job, 1);
    each_frame(b, &job, 0);
    size_t before = support_blocks();
    every(a, "1", &job, 1);
    every(a, "2", &job, 0);
    each_frame(a, &job, 0);
    coir_scheduler_pause_target(scheduler, a);
    assert_true(coir_scheduler_unschedule(scheduler, a, "1"));
    assert_true(coir_scheduler_unschedule_update(scheduler, a));
    assert_false(coir_scheduler_unschedule_update(scheduler, a));
    assert_true(coir_scheduler_is_target_paused(scheduler, a));
    assert_true(coir_scheduler_unschedule(scheduler, a, "2"));
    assert_false(coir_scheduler_is_target_paused(scheduler, a));
    assert_false(coir_scheduler_pause_target(scheduler, a));
    assert_false(coir_scheduler_resume_target(scheduler, a));
    assert_int_equal(support_blocks(), before);
}

static void unscheduling_a_target_removes_all_that_it_has_and_nothing_else(void **state)
{
    Job job = {.name = "job"}, other = {.name = "other"};
    (void)state;
    every(a, "1", &job, 1);
    every(a, "2", &job, 0);
    each_frame(a, &job, 0);
    schedule(b, "1", &other, 1, 0, 0);
    assert_true(coir_scheduler_is_update_scheduled(scheduler, a));
    assert_true(coir_scheduler_unschedule_target(scheduler, a));
    assert_false(coir_scheduler_unschedule_target(scheduler, a));
    assert_false(is_scheduled(a, "1") || is_scheduled(a, "2") || coir_scheduler_is_update_scheduled(scheduler, a));
    update(1);
    assert_trace("other 1@1 ");
}

static void rule_3_12_the_framework_comes_first(void **state)
{
    (void)state;
    assert_true(COIR_PRIORITY_SYSTEM == INT_MIN);
    assert_true(COIR_PRIORITY_USER_MIN == INT_MIN + 1);
}

static void act_become_another_object(Job *job)
{
    act_unschedule_target(job);
    schedule(job->target, "new", job->job, 0.5, 0, 0);
    each_frame(job->target, job->job, 0);
}

static void rule_3_13_a_new_object_at_the_same_address_starts_with_nothing(void **state)
{
    Job new = {.name = "new"}, old = {.name = "old"};
    Job frame = {.name = "frame", .act = act_become_another_object, .job = &new};
    (void)state;
    each_frame(a, &frame, 0);
    every(a, "old", &old, 0.25);
    update(1);
    assert_trace("frame 1@1 ");
    assert_false(is_scheduled(a, "old"));
    update(1);
    assert_trace("new 1@2 new 0.5@1.5 ");
}

static void rule_3_13_also_in_its_own_timer(void **state)
{
    Job new = {.name = "new"}, old = {.name = "old", .act = act_become_another_object, .job = &new};
    (void)state;
    every(a, "old", &old, 1);
    update(2);
    assert_trace("old 1@1 new 0.5@1.5 ");
    update(1);
    assert_trace("new 1@3 ");
}

// 3.15: time scale ----------------------------------------------------------------------------------------------------

static void act_set_time_scale(Job *job)
{
    assert_true(coir_scheduler_set_time_scale(scheduler, job->number));
}

static void rule_3_15_the_time_scale_applies_from_the_next_update_on(void **state)
{
    Job frame = {.name = "frame", .act = act_set_time_scale, .at = 1, .number = 0.5}, timer = {.name = "timer"};
    (void)state;
    assert_true(coir_scheduler_time_scale(scheduler) == 1);
    each_frame(a, &frame, 0);
    every(a, "timer", &timer, 1);
    update(1);
    assert_trace("frame 1@1 timer 1@1 ");
    update(2);
    assert_trace("frame 1@2 timer 1@2 ");
    assert_true(coir_scheduler_time_scale(scheduler) == 0.5);
    coir_scheduler_set_time_scale(scheduler, 0);
    update(100);
    assert_trace("frame 0@2 ");
}

static void rule_3_15_a_bad_time_scale_changes_nothing(void **state)
{
    static const double bad[] = {-1e-9, -1, NAN, INFINITY, -INFINITY};
    (void)state;
    coir_scheduler_set_time_scale(scheduler, 3);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(coir_scheduler_set_time_scale(scheduler, bad[i]));
        assert_mistake("at least 0");
    }
    assert_true(coir_scheduler_time_scale(scheduler) == 3);
}

// Cases ---------------------------------------------------------------------------------------------------------------

static void a_timer_unschedules_itself_while_another_of_the_target_goes_on(void **state)
{
    Job stops = {.name = "stops", .act = act_unschedule, .at = 2, .key = "stops"}, goes_on = {.name = "on"};
    (void)state;
    every(a, "stops", &stops, 1);
    every(a, "on", &goes_on, 1);
    update(3);
    assert_trace("stops 1@1 on 1@1 stops 1@2 on 1@2 on 1@3 ");
}

static void a_target_pauses_itself_in_its_own_callback(void **state)
{
    Job frame = {.name = "frame", .act = act_pause}, timer = {.name = "timer"};
    (void)state;
    each_frame(a, &frame, 0);
    every(a, "timer", &timer, 1);
    update(1);
    update(1);
    assert_trace("frame 1@1 ");
    frame.act = NULL;
    coir_scheduler_resume_target(scheduler, a);
    update(1);
    assert_trace("frame 1@3 timer 1@3 ");
}

static void an_update_and_an_interval_0_timer_are_stopped_by_a_third(void **state)
{
    Job frame = {.name = "frame"}, each = {.name = "each"};
    Job stop = {.name = "stop", .act = act_unschedule_target, .other = a};
    (void)state;
    each_frame(a, &frame, 0);
    every(a, "each", &each, 0);
    schedule(b, "stop", &stop, 2, 0, 0);
    for (int i = 0; i < 3; i++)
        update(1);
    assert_trace("frame 1@1 each 1@1 frame 1@2 stop 2@2 ");
}

static void at_time_scale_10_a_timer_that_unschedules_itself_is_called_once(void **state)
{
    Job job = {.name = "job", .act = act_unschedule, .key = "job"};
    (void)state;
    coir_scheduler_set_time_scale(scheduler, 10);
    every(a, "job", &job, 0.01);
    update(1);
    update(1);
    assert_trace("job 0.01@0.01 ");
}

static void delay_1_then_a_half_and_a_half_from_inside_in_one_update(void **state)
{
    Job third = {.name = "third"};
    Job second = {.name = "second", .act = act_schedule_job, .key = "3", .job = &third, .number = 0.5};
    Job first = {.name = "first", .act = act_schedule_job, .key = "2", .job = &second, .number = 0.5};
    (void)state;
    schedule(a, "1", &first, 0, 0, 1);
    update(2);
    assert_trace("first 1@1 second 0.5@1.5 third 0.5@2 ");
}

static void act_schedule_own_key_after_a_delay(Job *job)
{
    schedule(job->target, job->key, job, 5, COIR_FOREVER, 0.5);
}

static void a_dt_of_0_calls_what_is_called_in_each_update_and_no_more(void **state)
{
    Job frame = {.name = "frame"}, each = {.name = "each"}, timer = {.name = "timer"};
    (void)state;
    each_frame(a, &frame, 0);
    every(a, "each", &each, 0);
    every(a, "timer", &timer, 1);
    update(0);
    assert_trace("frame 0@0 each 0@0 ");
    update(1);
    assert_trace("frame 1@1 timer 1@1 each 1@1 ");
    update(0);
    assert_trace("frame 0@1 each 0@1 ");
}

static void a_short_timer_in_an_update_of_an_hour_starves_nobody(void **state)
{
    Job fast = {0}, slow = {.name = "slow"}, minute = {0};
    (void)state;
    every(a, "fast", &fast, 0.001); // stops at its limit
    every(b, "slow", &slow, 1800);
    every(c, "minute", &minute, 60);
    update(3600);
    assert_int_equal(fast.calls, 1000);
    assert_int_equal(minute.calls, 60);
    assert_trace("slow 1800@1800 slow 1800@3600 ");
}

static void a_timer_with_a_delay_schedules_its_own_key_again_in_its_call(void **state)
{
    Job job = {.name = "job", .act = act_schedule_own_key_after_a_delay, .key = "job"};
    (void)state;
    schedule(a, "job", &job, 5, COIR_FOREVER, 1);
    update(2);
    assert_trace("job 1@1 job 0.5@1.5 job 0.5@2 ");
}

static void a_millisecond_over_a_hundred_thousand_seconds_ends_and_says_once_what_it_skipped(void **state)
{
    Job fast = {0}, slow = {0};
    (void)state;
    every(a, "fast", &fast, 0.001);
    every(b, "slow", &slow, 1000);
    update(100000);
    assert_int_equal(fast.calls, 1000);
    assert_int_equal(slow.calls, 100);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    update(100000);
    assert_int_equal(fast.calls, 2000);
    assert_int_equal(slow.calls, 200);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
}

static void a_timer_unscheduled_in_a_long_update_is_not_called_again_in_it(void **state)
{
    Job fast = {.name = "fast"}, stop = {.name = "stop", .act = act_unschedule, .other = a, .key = "fast"};
    (void)state;
    every(a, "fast", &fast, 1);
    schedule(b, "stop", &stop, 2.5, 0, 0);
    update(100);
    assert_trace("fast 1@1 fast 1@2 stop 2.5@2.5 ");
}

static void act_schedule_each_frame_anew(Job *job)
{
    every(job->target, job->key, job, 0);
}

static void an_interval_0_timer_that_schedules_itself_again_is_called_once_in_each_update(void **state)
{
    Job job = {.name = "job", .act = act_schedule_each_frame_anew, .key = "job"};
    (void)state;
    every(a, "job", &job, 0);
    update(1);
    update(1);
    assert_trace("job 1@1 job 1@2 ");
}

static void act_turn_everything_over(Job *job)
{
    for (int i = 0; i < 5; i++)
        coir_scheduler_unschedule_target(scheduler, &targets[i]);
    for (int i = 4; i >= 0; i--) {
        every(&targets[i], "timer", job, 0.5);
        every(&targets[i], "each", job, 0);
        each_frame(&targets[i], job, i);
    }
}

static void everything_is_replaced_from_inside_each_callback(void **state)
{
    Job job = {.act = act_turn_everything_over};
    (void)state;
    act_turn_everything_over(&job);
    for (int i = 1; i <= 4; i++) {
        int before = job.calls;
        update(0.25 * i);
        assert_true(job.calls > before);
    }
    act_turn_everything_over(&job);
    job = (Job){0};
    update(1);
    assert_int_equal(job.calls, 5 + 5 * 2 + 5);
}

static void act_use_the_destroyed_scheduler(Job *job)
{
    CoirTimerDef def = {.tick = run_job, .user = job};
    note("destroyed ");
    coir_scheduler_destroy(scheduler);
    assert_false(coir_scheduler_schedule(scheduler, b, &def));
    assert_mistake("destroyed");
    assert_false(coir_scheduler_schedule_update(scheduler, b, run_job, job, 0, false));
    assert_mistake("destroyed");
    assert_false(coir_scheduler_is_update_scheduled(scheduler, a));
    assert_false(coir_scheduler_unschedule_target(scheduler, a));
    assert_false(coir_scheduler_pause_target(scheduler, a));
    coir_scheduler_destroy(scheduler);
    assert_true(coir_scheduler_set_time_scale(scheduler, 2));
    act_update(job);
}

// Lets `job` destroy the scheduler in the middle of many other things.
static void destroy_from(void (*start)(Job *job), const char *expected)
{
    Job job = {.act = act_use_the_destroyed_scheduler}, other = {.name = "other"};
    for (int i = 3; i < 6; i++) {
        if (i == 4)
            start(&job);
        each_frame(&targets[i], &other, 0);
        every(&targets[i], "timer", &other, 1);
        every(&targets[i], "each", &other, 0);
    }
    update(1);
    scheduler = NULL;
    support_assert_trace(expected, __FILE__, __LINE__);
}

static void start_each_frame(Job *job)
{
    every(a, "job", job, 0);
}

static void start_timer(Job *job)
{
    every(a, "job", job, 1);
}

static void start_last_timer(Job *job)
{
    schedule(a, "job", job, 1, 0, 0);
}

static void start_update(Job *job)
{
    each_frame(a, job, 0);
}

static void a_scheduler_is_destroyed_in_a_per_frame_update(void **state)
{
    (void)state;
    destroy_from(start_update, "other 1@1 destroyed ");
}

static void a_scheduler_is_destroyed_in_a_timer(void **state)
{
    (void)state;
    destroy_from(start_timer, "other 1@1 other 1@1 other 1@1 other 1@1 destroyed ");
}

static void a_scheduler_is_destroyed_in_the_last_call_of_a_timer(void **state)
{
    (void)state;
    destroy_from(start_last_timer, "other 1@1 other 1@1 other 1@1 other 1@1 destroyed ");
}

static void a_scheduler_is_destroyed_in_an_interval_0_timer(void **state)
{
    (void)state;
    destroy_from(start_each_frame, "other 1@1 other 1@1 other 1@1 other 1@1 other 1@1 other 1@1 other 1@1 destroyed ");
}

static void a_scheduler_takes_along_all_that_is_scheduled(void **state)
{
    Job job = {.name = "job", .act = act_destroy_scheduler};
    (void)state;
    for (int i = 0; i < 100; i++) {
        every(&targets[i], "a key of some length", &job, 1);
        every(&targets[i], NULL, &job, 0);
        each_frame(&targets[i], &job, i % 7);
    }
    coir_scheduler_destroy(scheduler);
    scheduler = NULL;
    assert_trace("");
    coir_scheduler_destroy(NULL);
}

// Mistakes ------------------------------------------------------------------------------------------------------------

static void a_due_time_after_the_end_of_all_clocks_is_resumed_without_an_overflow(void **state)
{
    Job job = {.name = "job", .act = act_pause, .target = a};
    CoirTimerDef def = {.tick = run_job, .user = &job, .interval = SECONDS_MAX, .delay = 1, .repeat = COIR_FOREVER};
    double remaining = 0;
    (void)state;
    def.catch_up = COIR_CATCH_UP_RESTART;
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    assert_true(coir_scheduler_update(scheduler, SECONDS_MAX)); // next call after 200 years, and 100 years of pause
    assert_true(coir_scheduler_resume_target(scheduler, a));
    assert_true(coir_scheduler_callback_remaining(scheduler, a, run_job, &remaining));
    assert_true(remaining >= SECONDS_MAX);
}

static void a_bad_description_is_reported_and_the_timer_stands_as_it_was(void **state)
{
    static const double bad[] = {-1e-9, NAN, INFINITY, -INFINITY, SECONDS_MAX * 1.001};
    Job job = {.name = "job"};
    CoirTimerDef good = {.tick = run_job, .user = &job, .key = "job", .interval = 1, .repeat = COIR_FOREVER};
    CoirTimerDef def = good;
    (void)state;
    assert_true(coir_scheduler_schedule(scheduler, a, &good));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        def = good;
        def.interval = bad[i];
        assert_false(coir_scheduler_schedule(scheduler, a, &def));
        assert_mistake("hundred years");
        assert_false(coir_scheduler_every(scheduler, b, bad[i], run_job, &job));
        assert_mistake("hundred years");
        def = good;
        def.delay = bad[i];
        assert_false(coir_scheduler_schedule(scheduler, a, &def));
        assert_mistake("hundred years");
        assert_false(coir_scheduler_once_after(scheduler, b, bad[i], run_job, &job));
        assert_mistake("hundred years");
    }
    def = good;
    def.repeat = -1;
    assert_false(coir_scheduler_schedule(scheduler, a, &def));
    assert_mistake("repeat -1 is negative");
    def = good;
    def.catch_up = (CoirCatchUp)3;
    assert_false(coir_scheduler_schedule(scheduler, a, &def));
    assert_mistake("3 is no CoirCatchUp");
    def = good;
    def.tick = NULL;
    assert_false(coir_scheduler_schedule(scheduler, a, &def));
    assert_mistake("the callback is NULL");
    assert_false(coir_scheduler_schedule(scheduler, a, NULL));
    assert_mistake("description is NULL");
    assert_false(coir_scheduler_unschedule_target(scheduler, b));
    update(2);
    assert_trace("job 1@1 job 1@2 ");
}

static void scheduling_with_null_is_reported(void **state)
{
    Job job = {.name = "job"};
    CoirTimerDef def = {.tick = run_job, .user = &job};
    (void)state;
    assert_false(coir_scheduler_schedule(NULL, a, &def));
    assert_mistake("the scheduler is NULL");
    assert_false(coir_scheduler_schedule(scheduler, NULL, &def));
    assert_mistake("the target is NULL");
    assert_false(coir_scheduler_every(NULL, a, 1, run_job, &job));
    assert_mistake("coir_scheduler_every: the scheduler is NULL");
    assert_false(coir_scheduler_every(scheduler, NULL, 1, run_job, &job));
    assert_mistake("coir_scheduler_every: the target is NULL");
    assert_false(coir_scheduler_every(scheduler, a, 1, NULL, &job));
    assert_mistake("coir_scheduler_every: the callback is NULL");
    assert_false(coir_scheduler_once_after(NULL, a, 1, run_job, &job));
    assert_mistake("coir_scheduler_once_after: the scheduler is NULL");
    assert_false(coir_scheduler_once_after(scheduler, NULL, 1, run_job, &job));
    assert_mistake("coir_scheduler_once_after: the target is NULL");
    assert_false(coir_scheduler_once_after(scheduler, a, 1, NULL, &job));
    assert_mistake("coir_scheduler_once_after: the callback is NULL");
    assert_false(coir_scheduler_schedule_update(NULL, a, run_job, &job, 0, false));
    assert_mistake("the scheduler is NULL");
    assert_false(coir_scheduler_schedule_update(scheduler, NULL, run_job, &job, 0, false));
    assert_mistake("the target is NULL");
    assert_false(coir_scheduler_schedule_update(scheduler, a, NULL, &job, 0, false));
    assert_mistake("the callback is NULL");
    update(1);
    assert_trace("");
    assert_false(coir_scheduler_unschedule_target(scheduler, a));
}

static void changing_with_null_is_reported(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    every(a, "job", &job, 1);
    for (int i = 0; i < 2; i++) {
        CoirScheduler *given = i ? scheduler : NULL;
        void *target = i ? NULL : a;
        const char *missing = i ? "the target is NULL" : "the scheduler is NULL";
        assert_false(coir_scheduler_unschedule(given, target, "job"));
        assert_mistake(missing);
        assert_false(coir_scheduler_unschedule_callback(given, target, run_job));
        assert_mistake(missing);
        assert_false(coir_scheduler_unschedule_update(given, target));
        assert_mistake(missing);
        assert_false(coir_scheduler_unschedule_target(given, target));
        assert_mistake(missing);
        assert_false(coir_scheduler_pause_target(given, target));
        assert_mistake(missing);
        assert_false(coir_scheduler_resume_target(given, target));
        assert_mistake(missing);
    }
    assert_false(coir_scheduler_unschedule(scheduler, a, NULL));
    assert_mistake("the key is NULL");
    assert_false(coir_scheduler_unschedule_callback(scheduler, a, NULL));
    assert_mistake("the callback is NULL");
    assert_false(coir_scheduler_update(NULL, 1));
    assert_mistake("the scheduler is NULL");
    assert_false(coir_scheduler_set_time_scale(NULL, 1));
    assert_mistake("the scheduler is NULL");
    update(1);
    assert_trace("job 1@1 ");
}

static void questions_about_nothing_are_answered(void **state)
{
    (void)state;
    assert_false(coir_scheduler_is_scheduled(NULL, a, "key"));
    assert_false(coir_scheduler_is_scheduled(scheduler, NULL, "key"));
    assert_false(coir_scheduler_is_scheduled(scheduler, a, NULL));
    assert_false(coir_scheduler_is_callback_scheduled(NULL, a, run_job));
    assert_false(coir_scheduler_is_callback_scheduled(scheduler, a, NULL));
    assert_false(coir_scheduler_is_update_scheduled(NULL, a));
    assert_false(coir_scheduler_is_update_scheduled(scheduler, NULL));
    assert_false(coir_scheduler_is_target_paused(NULL, a));
    assert_false(coir_scheduler_is_target_paused(scheduler, NULL));
    assert_true(coir_scheduler_now(NULL) == 0);
    assert_true(coir_scheduler_time_scale(NULL) == 0);
}

static void what_is_not_there_is_no_mistake(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_false(coir_scheduler_unschedule(scheduler, a, "key"));
        assert_false(coir_scheduler_unschedule_callback(scheduler, a, run_job));
        assert_false(coir_scheduler_unschedule_update(scheduler, a));
        every(a, "another", &job, 1);
    }
    assert_false(coir_scheduler_unschedule_target(scheduler, b));
    assert_false(coir_scheduler_pause_target(scheduler, b));
    assert_false(coir_scheduler_resume_target(scheduler, b));
    assert_string_equal(coir_error(), "");
}

// From one scheduler to another ---------------------------------------------------------------------------------------

static void move(CoirScheduler *from, CoirScheduler *to, void *address, bool paused)
{
    CoirTargetState state = {.clock = &to->clock, .paused = paused};
    coir_target_move(from, to, address, &state);
}

static void a_target_that_is_moved_to_another_scheduler_keeps_what_remained(void **state)
{
    Job timer = {.name = "timer"}, each = {.name = "each"}, frame = {.name = "frame"}, class_update = {.name = "class"};
    CoirTimerDef timer_def = {.tick = run_job, .user = &timer, .key = "timer", .interval = 2};
    CoirTimerDef each_def = {.tick = run_job, .user = &each, .key = "each", .repeat = COIR_FOREVER};
    CoirScheduler *waiting = coir_scheduler_new();
    CoirTargetState begins = {.clock = &waiting->clock};
    (void)state;
    timer_def.repeat = COIR_FOREVER;
    assert_true(coir_schedule_timer(waiting, a, &begins, &timer_def));
    assert_true(coir_schedule_timer(waiting, a, &begins, &each_def));
    assert_true(coir_schedule_update(waiting, a, &begins, COIR_SCHEDULED_UPDATE, run_job, &frame, 0));
    assert_true(coir_schedule_update(waiting, a, &begins, COIR_SCHEDULED_CLASS_UPDATE, run_job, &class_update, 0));
    update(5);
    assert_trace("");
    move(waiting, scheduler, a, false);
    update(1.5);
    assert_trace("class 1.5@6.5 frame 1.5@6.5 each 1.5@6.5 ");
    move(scheduler, waiting, a, false);
    assert_true(coir_scheduler_is_scheduled(waiting, a, "timer"));
    assert_false(coir_scheduler_is_scheduled(scheduler, a, "timer"));
    update(10);
    assert_trace("");
    move(waiting, scheduler, a, true);
    update(10);
    assert_true(coir_scheduler_resume_target(scheduler, a));
    assert_trace("");
    update(0.5);
    assert_trace("class 0.5@27 frame 0.5@27 timer 2@27 each 0.5@27 ");
    coir_scheduler_destroy(waiting);
}

static void act_change_priority_of_other_and_move_it(Job *job)
{
    CoirScheduler *waiting = coir_scheduler_new();
    each_frame(job->other, job->job, -5);
    move(scheduler, waiting, job->other, false);
    move(waiting, scheduler, job->other, false);
    coir_scheduler_destroy(waiting);
}

static void a_priority_that_changed_before_the_turn_goes_along_to_another_scheduler(void **state)
{
    Job moved = {.name = "moved"},
        change = {.name = "change", .act = act_change_priority_of_other_and_move_it, .at = 1};
    (void)state;
    change.other = b;
    change.job = &moved;
    each_frame(a, &change, 0);
    each_frame(b, &moved, 1);
    update(1);
    assert_trace("change 1@1 ");
    update(1);
    assert_trace("moved 1@2 change 1@2 ");
}

static void moved_timers_keep_the_order_in_which_they_were_scheduled(void **state)
{
    static const char *const keys[] = {"0", "1", "2", "3", "4"};
    Job jobs[5];
    CoirScheduler *waiting = coir_scheduler_new();
    (void)state;
    for (int i = 0; i < 5; i++) {
        CoirTimerDef def = {.tick = run_job, .user = &jobs[i], .key = keys[i], .interval = i % 2, .repeat = 3};
        jobs[i] = (Job){.name = keys[i]};
        assert_true(coir_scheduler_schedule(waiting, a, &def));
    }
    move(waiting, scheduler, a, false);
    update(1);
    assert_trace("1 1@1 3 1@1 0 1@1 2 1@1 4 1@1 ");
    coir_scheduler_destroy(waiting);
}

// Exactness -----------------------------------------------------------------------------------------------------------

static const int rates[] = {30, 60, 144, 240};

static void act_check_multiple(Job *job)
{
    assert_int_equal(llround(coir_scheduler_now(scheduler) * 1e9), llround(job->calls * job->number * 1e9));
    assert_true(job->elapsed == job->number);
}

static void timers_make_the_same_calls_at_the_same_times_at_every_frame_rate(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Job tenth = {.act = act_check_multiple, .number = 0.1}, second = {.act = act_check_multiple, .number = 1};
        Job hour = {.act = act_check_multiple, .number = 3600}, each = {0}, frame = {0};
        int frames = 0, second_in = 0;
        coir_scheduler_destroy(scheduler);
        scheduler = coir_scheduler_new();
        every(a, "tenth", &tenth, 0.1);
        every(a, "second", &second, 1);
        schedule(b, "hour", &hour, 3600, 0, 0);
        every(b, "each", &each, 0);
        each_frame(c, &frame, 0);
        while (coir_scheduler_now(scheduler) < 3600) {
            update(1.0 / rates[i]);
            frames++;
            if (second.calls == 1 && !second_in)
                second_in = frames;
        }
        assert_in_range(second_in, rates[i], rates[i] + 1);
        if (rates[i] == 60)
            assert_int_equal(second_in, 60);
        assert_in_range(frames, 3600 * rates[i], 3600 * rates[i] + 1);
        assert_int_equal(tenth.calls, 36000);
        assert_int_equal(second.calls, 3600);
        assert_int_equal(hour.calls, 1);
        assert_int_equal(each.calls, frames);
        assert_int_equal(frame.calls, frames);
    }
}

// Memory --------------------------------------------------------------------------------------------------------------

static void assert_out_of_memory(void)
{
    assert_true(support_failed());
    assert_non_null(strstr(coir_error(), "out of memory"));
    coir_error_clear();
}

static void stubborn_schedule(void *target, const char *key, Job *job, double interval)
{
    CoirTimerDef def = {.tick = run_job, .user = job, .key = key, .interval = interval, .repeat = COIR_FOREVER};
    bool was = is_scheduled(target, key);
    if (coir_scheduler_schedule(scheduler, target, &def))
        return;
    assert_out_of_memory();
    assert_int_equal(is_scheduled(target, key), was);
    assert_true(coir_scheduler_schedule(scheduler, target, &def));
}

static void stubborn_update(void *target, Job *job, int priority)
{
    if (coir_scheduler_schedule_update(scheduler, target, run_job, job, priority, false))
        return;
    assert_out_of_memory();
    assert_false(coir_scheduler_is_update_scheduled(scheduler, target));
    assert_true(coir_scheduler_schedule_update(scheduler, target, run_job, job, priority, false));
}

static void act_schedule_stubbornly(Job *job)
{
    stubborn_schedule(job->other, job->key, job->job, 0.5);
    stubborn_update(job->other, job->job, -1);
}

// Everything that may allocate, and everything that must work where nothing can be had.
static void live_a_little(void)
{
    Job late = {.name = "late"}, job = {.name = "job"}, many = {0};
    Job frame = {.name = "frame", .act = act_schedule_stubbornly, .at = 2, .other = c, .key = "late", .job = &late};
    Job timer = {.name = "timer", .act = act_schedule_stubbornly, .at = 3, .other = b, .key = "job", .job = &late};
    scheduler = coir_scheduler_new();
    if (!scheduler) {
        assert_out_of_memory();
        scheduler = coir_scheduler_new();
    }
    for (int i = 10; i < 400; i++) // more than the first table of targets has room for
        stubborn_update(&targets[i], &many, i % 3);
    stubborn_schedule(a, "timer", &timer, 0.5);
    stubborn_schedule(b, "job", &job, 0.75);
    stubborn_schedule(b, "job", &job, 0.25); // replaces the one before
    stubborn_update(a, &frame, 0);
    stubborn_update(a, &frame, 1);
    update(1);
    assert_true(coir_scheduler_pause_target(scheduler, b));
    update(1);
    assert_true(coir_scheduler_resume_target(scheduler, b));
    update(0.5);
    assert_true(coir_scheduler_unschedule(scheduler, c, "late"));
    assert_true(coir_scheduler_unschedule_target(scheduler, a));
    update(0.5);
    assert_int_equal(many.calls, 4 * 390);
    coir_scheduler_destroy(scheduler);
    scheduler = NULL;
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    coir_scheduler_destroy(scheduler);
    assert_true(support_fail_each_allocation(live_a_little) >= 400);
    assert_non_null(strstr(noted(), "late 0.5@"));
    forget_trace();
}

static void a_timer_that_could_not_be_replaced_goes_on(void **state)
{
    Job old = {.name = "old"}, new = {.name = "new"};
    CoirTimerDef def = {.tick = run_job, .user = &new, .key = "key", .interval = 0.5, .repeat = COIR_FOREVER};
    (void)state;
    every(a, "key", &old, 1);
    update(0.5);
    support_fail_allocation(1);
    assert_false(coir_scheduler_schedule(scheduler, a, &def));
    assert_out_of_memory();
    def.interval = 0;
    for (int nth = 1; nth <= 2; nth++) { // the timer, and the list of those that are called in each update
        support_fail_allocation(nth);
        assert_false(coir_scheduler_schedule(scheduler, a, &def));
        assert_out_of_memory();
    }
    update(1.5);
    assert_trace("old 1@1 old 1@2 ");
}

static const struct CMUnitTest tests[] = {
    scheduler_test(rule_3_1_first_the_updates_at_the_new_time_then_the_timers_at_theirs),
    scheduler_test(rule_3_1_what_an_update_schedules_counts_from_the_new_time),
    scheduler_test(rule_3_1_an_interval_scheduled_in_an_update_does_not_fire_in_it),
    scheduler_test(rule_3_1_update_inside_update_is_a_mistake),
    scheduler_test(rule_3_1_another_scheduler_may_be_updated),
    scheduler_test(rule_3_1_the_scheduler_does_not_clamp),
    scheduler_test(rule_3_1_a_bad_dt_is_a_mistake),
    scheduler_test(rule_3_2_updates_run_by_priority_then_in_order_of_scheduling),
    scheduler_test(rule_3_2_scheduling_again_with_the_same_priority_keeps_the_place),
    scheduler_test(rule_3_2_scheduling_again_with_another_priority_gives_a_new_place),
    scheduler_test(rule_3_2_a_new_place_counts_before_the_first_update_too),
    scheduler_test(rule_3_2_scheduling_again_leaves_the_paused_state),
    scheduler_test(rule_3_2_an_update_replaces_itself),
    scheduler_test(rule_3_3_an_update_added_in_the_phase_runs_first_in_the_next),
    scheduler_test(rule_3_3_an_update_added_by_a_timer_runs_in_the_next),
    scheduler_test(rule_3_3_one_removed_or_paused_before_its_turn_does_not_run),
    scheduler_test(rule_3_3_one_resumed_before_its_turn_runs),
    scheduler_test(rule_3_3_one_that_changes_its_own_priority_runs_once),
    scheduler_test(rule_3_3_one_whose_priority_changes_before_its_turn_runs_at_its_old_place),
    scheduler_test(rule_3_3_its_new_place_is_that_of_the_time_of_the_change),
    scheduler_test(rule_3_3_one_whose_priority_changes_after_its_turn_does_not_run_again),
    scheduler_test(rule_3_3_whatever_changes_each_update_runs_once),
    scheduler_test(two_updates_that_remove_and_add_each_other_run_once_at_most),
    scheduler_test(every_50th_of_500_removes_its_successor_which_never_runs),
    scheduler_test(rule_3_4_repeat_r_means_r_plus_1_calls),
    scheduler_test(rule_3_4_forever_has_no_end),
    scheduler_test(rule_3_4_the_first_call_comes_after_the_delay_then_every_interval),
    scheduler_test(rule_3_4_a_key_or_the_callback_names_a_timer),
    scheduler_test(rule_3_4_on_a_paused_target_time_counts_from_its_stopped_clock),
    scheduler_test(rule_3_4_also_in_the_per_frame_phase),
    scheduler_test(rule_3_4_skipped_occurrences_do_not_count),
    scheduler_test(rule_3_4_inside_its_last_call_a_timer_and_perhaps_its_target_are_forgotten),
    scheduler_test(rule_3_4_scheduling_in_the_last_call_starts_anew),
    scheduler_test(rule_3_4_a_target_made_anew_in_a_last_call_takes_the_paused_given),
    scheduler_test(timers_of_all_targets_fire_in_order_of_time_then_of_scheduling),
    scheduler_test(rule_3_5_interval_0_is_called_once_in_each_update_after_the_timed_ones),
    scheduler_test(rule_3_5_after_a_delay_it_takes_its_place_by_scheduling),
    scheduler_test(rule_3_5_scheduled_during_an_update_it_is_called_in_the_next),
    scheduler_test(rule_3_5_one_of_two_removes_the_other),
    scheduler_test(rule_3_6_elapsed_is_the_interval_in_all_mode_however_long_the_update),
    scheduler_test(rule_3_6_elapsed_tells_what_was_skipped_and_leaves_out_pauses),
    scheduler_test(rule_3_6_elapsed_counts_from_the_time_scheduled_at_on_the_targets_clock),
    scheduler_test(rule_3_7_scheduling_again_replaces_everything_and_counts_anew),
    scheduler_test(rule_3_7_its_order_is_that_of_a_new_one),
    scheduler_test(rule_3_7_the_target_keeps_its_clock_and_its_paused_state),
    scheduler_test(rule_3_7_a_timer_replaces_itself_in_its_call),
    scheduler_test(rule_3_8_paused_is_taken_for_a_target_with_nothing_scheduled),
    scheduler_test(rule_3_9_what_remained_of_each_interval_remains),
    scheduler_test(rule_3_9_in_the_timer_phase_a_clock_stops_at_the_logical_time),
    scheduler_test(rule_3_9_in_the_per_frame_phase_a_clock_stops_where_the_last_update_left_it),
    scheduler_test(rule_3_9_pausing_and_resuming_at_once_changes_nothing),
    scheduler_test(rule_3_9_one_interval_0_timer_pauses_another),
    scheduler_test(rule_3_10_a_target_without_anything_scheduled_is_forgotten),
    scheduler_test(unscheduling_a_target_removes_all_that_it_has_and_nothing_else),
    scheduler_test(rule_3_12_the_framework_comes_first),
    scheduler_test(rule_3_13_a_new_object_at_the_same_address_starts_with_nothing),
    scheduler_test(rule_3_13_also_in_its_own_timer),
    scheduler_test(rule_3_15_the_time_scale_applies_from_the_next_update_on),
    scheduler_test(rule_3_15_a_bad_time_scale_changes_nothing),
    scheduler_test(a_timer_unschedules_itself_while_another_of_the_target_goes_on),
    scheduler_test(a_target_pauses_itself_in_its_own_callback),
    scheduler_test(an_update_and_an_interval_0_timer_are_stopped_by_a_third),
    scheduler_test(at_time_scale_10_a_timer_that_unschedules_itself_is_called_once),
    scheduler_test(delay_1_then_a_half_and_a_half_from_inside_in_one_update),
    scheduler_test(a_dt_of_0_calls_what_is_called_in_each_update_and_no_more),
    scheduler_test(a_short_timer_in_an_update_of_an_hour_starves_nobody),
    scheduler_test(a_timer_with_a_delay_schedules_its_own_key_again_in_its_call),
    scheduler_test(a_millisecond_over_a_hundred_thousand_seconds_ends_and_says_once_what_it_skipped),
    scheduler_test(a_timer_unscheduled_in_a_long_update_is_not_called_again_in_it),
    scheduler_test(an_interval_0_timer_that_schedules_itself_again_is_called_once_in_each_update),
    scheduler_test(everything_is_replaced_from_inside_each_callback),
    scheduler_test(a_scheduler_is_destroyed_in_a_per_frame_update),
    scheduler_test(a_scheduler_is_destroyed_in_a_timer),
    scheduler_test(a_scheduler_is_destroyed_in_the_last_call_of_a_timer),
    scheduler_test(a_scheduler_is_destroyed_in_an_interval_0_timer),
    scheduler_test(a_scheduler_takes_along_all_that_is_scheduled),
    scheduler_test(a_due_time_after_the_end_of_all_clocks_is_resumed_without_an_overflow),
    scheduler_test(a_bad_description_is_reported_and_the_timer_stands_as_it_was),
    scheduler_test(scheduling_with_null_is_reported),
    scheduler_test(changing_with_null_is_reported),
    scheduler_test(questions_about_nothing_are_answered),
    scheduler_test(what_is_not_there_is_no_mistake),
    scheduler_test(a_target_that_is_moved_to_another_scheduler_keeps_what_remained),
    scheduler_test(a_priority_that_changed_before_the_turn_goes_along_to_another_scheduler),
    scheduler_test(moved_timers_keep_the_order_in_which_they_were_scheduled),
    scheduler_test(timers_make_the_same_calls_at_the_same_times_at_every_frame_rate),
    scheduler_test(each_allocation_may_fail),
    scheduler_test(a_timer_that_could_not_be_replaced_goes_on),
};

int main(void)
{
    return cmocka_run_group_tests_name("scheduler", tests, NULL, NULL);
}
