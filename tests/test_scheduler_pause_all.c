// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Functions that pause and unschedule all targets from a priority on (rules 3.11 and 3.12), also when they are called
// in updates, in timers and in posted functions.

#include "support/target_sets.h"

// Values of Job.act --------------------------------------------------------------------------------------------------

static void act_pause_all(Job *job)
{
    pause_all(job->priority);
    note("(%d) ", coir_target_set_count(paused));
}

static void act_resume_all(Job *job)
{
    (void)job;
    resume_all();
}

static void act_pause_and_resume(Job *job)
{
    pause_all(job->priority);
    resume_all();
}

static void act_unschedule_all(Job *job)
{
    assert_true(coir_scheduler_unschedule_all(scheduler, job->priority));
}

static void act_start_anew(Job *job)
{
    act_unschedule_all(job);
    every(job->other, "new", job->job, 0.5);
    each_frame(job->other, job->job, 0);
}

// Selection by a priority --------------------------------------------------------------------------------------------

static const int priorities[] = {INT_MIN, COIR_PRIORITY_USER_MIN, -2, -1, 0, 1, 2, INT_MAX};

#define PRIORITIES (sizeof priorities / sizeof *priorities)

// Returns the number of a target's updates and timers. update(1) calls each of them once.
static int count_things(const TargetKind *kind)
{
    return kind->has_update + kind->has_timer + kind->has_each;
}

static bool keeps_update(const TargetKind *kind, int min_priority)
{
    return kind->has_update && kind->priority < min_priority;
}

static bool is_selected(const TargetKind *kind, int min_priority)
{
    bool has_timers = kind->has_timer || kind->has_each;
    return (kind->has_update && kind->priority >= min_priority) || (has_timers && min_priority <= 0);
}

// Pausing (rule 3.11) ------------------------------------------------------------------------------------------------

static void check_pause_all(Job *job, int min_priority)
{
    int count = 0, calls = 0, all = 0;
    pause_all(min_priority);
    for (int i = 0; i < KINDS; i++) {
        bool selected = is_selected(&kinds[i], min_priority);
        assert_int_equal(is_in(&targets[i]), selected);
        assert_int_equal(is_paused(&targets[i]), selected);
        count += selected;
        calls += selected ? 0 : count_things(&kinds[i]);
        all += count_things(&kinds[i]);
    }
    assert_int_equal(coir_target_set_count(paused), count);
    job->calls = 0;
    update(1);
    assert_int_equal(job->calls, calls);
    resume_all();
    for (int i = 0; i < KINDS; i++)
        assert_false(is_paused(&targets[i]));
    job->calls = 0;
    update(1);
    assert_int_equal(job->calls, all);
}

static void rule_3_11_pause_all_pauses_targets_with_the_priority(void **state)
{
    Job job = {0};
    (void)state;
    schedule_all_kinds(&job);
    for (size_t i = 0; i < PRIORITIES; i++)
        check_pause_all(&job, priorities[i]);
}

static void rule_3_11_a_paused_target_is_paused_with_all_its_timers(void **state)
{
    Job timer = {.name = "timer"}, frame = {.name = "frame"};
    (void)state;
    every(a, "timer", &timer, 1);
    each_frame(a, &frame, 5);
    every(b, "timer", &timer, 1);
    pause_all(5);
    assert_int_equal(coir_target_set_count(paused), 1);
    update(1);
    assert_trace("timer 1@1 "); // the timer of b
}

static void rule_3_11_targets_paused_earlier_are_not_in_the_set(void **state)
{
    Job job = {0};
    (void)state;
    for (int i = 0; i < 10; i++)
        every(&targets[i], "timer", &job, 1);
    for (int i = 0; i < 10; i += 3)
        assert_true(coir_scheduler_pause_target(scheduler, &targets[i]));
    pause_all(COIR_PRIORITY_SYSTEM);
    assert_int_equal(coir_target_set_count(paused), 6);
    for (int i = 0; i < 10; i++)
        assert_int_equal(is_in(&targets[i]), i % 3 != 0);
    resume_all();
    for (int i = 0; i < 10; i++)
        assert_int_equal(is_paused(&targets[i]), i % 3 == 0);
}

static void rule_3_11_pausing_all_twice_returns_an_empty_set(void **state)
{
    Job job = {0};
    (void)state;
    schedule_all_kinds(&job);
    pause_all(COIR_PRIORITY_SYSTEM);
    CoirTargetSet *second = coir_scheduler_pause_all(scheduler, COIR_PRIORITY_SYSTEM);
    assert_non_null(second);
    assert_int_equal(coir_target_set_count(second), 0);
    assert_false(coir_target_set_contains(second, a));
    assert_true(coir_scheduler_resume_set(scheduler, second));
    coir_target_set_destroy(second);
    for (int i = 0; i < KINDS; i++)
        assert_true(is_paused(&targets[i]));
}

static void rule_3_11_sets_of_several_priorities_are_resumed_one_by_one(void **state)
{
    Job low = {.name = "low"}, high = {.name = "high"};
    (void)state;
    each_frame(a, &low, -1);
    each_frame(b, &high, 1);
    pause_all(0);
    CoirTargetSet *rest = coir_scheduler_pause_all(scheduler, COIR_PRIORITY_SYSTEM);
    assert_int_equal(coir_target_set_count(rest), 1);
    assert_true(coir_target_set_contains(rest, a));
    resume_all();
    update(1);
    assert_trace("high 1@1 ");
    assert_true(coir_scheduler_resume_set(scheduler, rest));
    update(1);
    assert_trace("low 1@2 high 1@2 ");
    coir_target_set_destroy(rest);
}

static void rule_3_11_targets_scheduled_later_are_not_in_the_set(void **state)
{
    Job old = {.name = "old"}, new = {.name = "new"};
    (void)state;
    every(a, "old", &old, 1);
    pause_all(COIR_PRIORITY_SYSTEM);
    every(b, "new", &new, 1);
    every(a, "more", &new, 0.5); // of a paused target
    assert_false(is_in(b));
    assert_false(is_paused(b));
    update(1);
    assert_trace("new 1@1 ");
    assert_true(coir_scheduler_pause_target(scheduler, b));
    resume_all();
    assert_true(is_paused(b));
    update(1);
    assert_trace("new 0.5@1.5 old 1@2 new 0.5@2 ");
}

static void rule_3_11_an_empty_scheduler_returns_an_empty_set(void **state)
{
    (void)state;
    pause_all(COIR_PRIORITY_SYSTEM);
    assert_int_equal(coir_target_set_count(paused), 0);
    assert_false(is_in(a));
    assert_true(coir_scheduler_resume_set(scheduler, paused));
}

static void rule_3_11_a_target_forgotten_and_scheduled_again_is_resumed(void **state)
{
    Job job = {.name = "job"};
    CoirTimerDef def = {.tick = run_job, .user = &job, .key = "again", .interval = 1, .paused = true};
    (void)state;
    every(a, "timer", &job, 1);
    pause_all(COIR_PRIORITY_SYSTEM);
    assert_true(coir_scheduler_unschedule_target(scheduler, a));
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    update(1);
    assert_true(is_paused(a));
    resume_all();
    assert_false(is_paused(a));
    update(1);
    assert_trace("job 1@2 ");
}

static void rule_3_11_a_destroyed_target_is_not_resumed(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    every(a, "timer", &job, 1);
    every(b, "timer", &job, 1);
    pause_all(COIR_PRIORITY_SYSTEM);
    assert_true(coir_scheduler_unschedule_target(scheduler, a));
    assert_true(is_in(a));
    assert_int_equal(coir_target_set_count(paused), 2);
    assert_true(coir_scheduler_resume_set(scheduler, paused));
    assert_false(coir_scheduler_pause_target(scheduler, a)); // a has nothing scheduled
    assert_int_equal(coir_scheduler_timers(scheduler, a, NULL, 0), 0);
    update(1);
    assert_trace("job 1@1 ");
}

static void rule_3_11_a_set_may_be_used_again_and_outlives_its_scheduler(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    every(a, "timer", &job, 1);
    pause_all(COIR_PRIORITY_SYSTEM);
    for (int i = 0; i < 3; i++) {
        assert_true(coir_scheduler_resume_set(scheduler, paused));
        assert_true(coir_scheduler_resume_set(scheduler, paused)); // already resumed
        assert_false(is_paused(a));
        assert_true(coir_scheduler_pause_target(scheduler, a));
    }
    coir_scheduler_destroy(scheduler);
    scheduler = NULL;
    assert_true(is_in(a));
    assert_int_equal(coir_target_set_count(paused), 1);
}

static void rule_3_11_due_at_10_paused_at_7_resumed_at_14_fires_at_17(void **state)
{
    Job timer = {.name = "timer"}, each = {.name = "each"}, frame = {.name = "frame"};
    (void)state;
    every(a, "timer", &timer, 10);
    schedule(a, "delayed", &each, 0, 1, 8);
    each_frame(a, &frame, 0);
    update(7);
    pause_all(COIR_PRIORITY_SYSTEM);
    update(4);
    update(3);
    assert_trace("frame 7@7 ");
    resume_all();
    update(2.75);
    update(0.25);
    update(10);
    assert_trace("frame 2.75@16.75 each 8@15 frame 0.25@17 timer 10@17 each 2@17 frame 10@27 timer 10@27 ");
}

static void rule_3_11_a_short_pause_leaves_the_order_of_equal_times(void **state)
{
    Job first = {.name = "first"}, second = {.name = "second"};
    (void)state;
    every(a, "timer", &first, 1);
    every(b, "timer", &second, 1);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    assert_true(coir_scheduler_resume_target(scheduler, a));
    update(1);
    assert_trace("first 1@1 second 1@1 ");
    assert_true(coir_scheduler_pause_target(scheduler, a));
    update(0.5);
    assert_true(coir_scheduler_resume_target(scheduler, a));
    update(1);
    assert_trace("second 1@2 first 1@2.5 ");
}

// A paused timer stays in its queue until the timer is due, and must not count as the next timer.
static void rule_3_11_a_paused_timer_is_not_the_next_to_be_called(void **state)
{
    Job soon = {.name = "soon"}, later = {.name = "later"};
    const int64_t second = 1000000000;
    (void)state;
    every(a, "timer", &soon, 1);
    every(b, "timer", &later, 3);
    assert_int_equal(coir_scheduler_quiet_for(scheduler), second);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    assert_int_equal(coir_scheduler_quiet_for(scheduler), 3 * second);
    assert_true(coir_scheduler_resume_target(scheduler, a));
    assert_int_equal(coir_scheduler_quiet_for(scheduler), second);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    assert_true(coir_scheduler_pause_target(scheduler, b));
    assert_int_equal(coir_scheduler_quiet_for(scheduler), INT64_MAX);
    update(5);
    assert_trace("");
    assert_true(coir_scheduler_resume_target(scheduler, a));
    assert_true(coir_scheduler_resume_target(scheduler, b));
    update(3);
    assert_trace("soon 1@6 soon 1@7 soon 1@8 later 3@8 ");
}

static void rule_3_11_in_a_per_frame_update(void **state)
{
    Job timer = {.name = "timer"}, each = {.name = "each"}, first = {.name = "first"}, last = {.name = "last"};
    Job pause = {.name = "pause", .act = act_pause_all, .at = 2, .priority = COIR_PRIORITY_SYSTEM};
    (void)state;
    each_frame(a, &first, -1);
    each_frame(b, &pause, 0);
    each_frame(c, &last, 1);
    every(d, "timer", &timer, 3);
    every(d, "each", &each, 0);
    update(1);
    assert_trace("first 1@1 pause 1@1 last 1@1 each 1@1 ");
    update(1); // the clocks stop at 1
    assert_trace("first 1@2 pause 1@2 (4) ");
    update(5);
    resume_all();
    update(1.75);
    assert_trace("first 1.75@8.75 pause 1.75@8.75 last 1.75@8.75 each 1.75@8.75 ");
    update(0.25);
    assert_trace("first 0.25@9 pause 0.25@9 last 0.25@9 timer 3@9 each 0.25@9 ");
}

static void rule_3_11_paused_and_resumed_in_one_phase_nothing_is_lost(void **state)
{
    Job timer = {.name = "timer"}, each = {.name = "each"}, last = {.name = "last"};
    Job blink = {.name = "blink", .act = act_pause_and_resume, .priority = COIR_PRIORITY_SYSTEM};
    (void)state;
    each_frame(b, &blink, 0);
    each_frame(c, &last, 1);
    every(d, "timer", &timer, 0.5);
    every(d, "blink", &blink, 0.75);
    every(d, "each", &each, 0);
    every(d, "blink each", &blink, 0);
    schedule(d, "late", &each, 0, COIR_FOREVER, 1.5);
    post(&blink);
    update(1);
    assert_trace("blink 1@1 last 1@1 timer 0.5@0.5 blink 0.75@0.75 timer 0.5@1 each 1@1 blink 1@1 blink 0@1 ");
    update(1);
    assert_trace("blink 1@2 last 1@2 timer 0.5@1.5 blink 0.75@1.5 each 1.5@1.5 timer 0.5@2 each 1@2 blink 1@2 ");
}

static void rule_3_11_in_a_timer(void **state)
{
    Job timer = {.name = "timer"}, each = {.name = "each"}, frame = {.name = "frame"}, resume = {.name = "resume"};
    Job pause = {.name = "pause", .act = act_pause_all, .at = 1};
    (void)state;
    resume.act = act_resume_all;
    every(a, "pause", &pause, 0.5);
    every(b, "timer", &timer, 0.25);
    every(c, "each", &each, 0);
    each_frame(d, &frame, -1); // a lower priority than the paused priorities
    post(&resume);
    update(2); // the clocks stop at 0.5 inside the update, and go on from 0.5 after the update
    assert_trace("frame 2@2 timer 0.25@0.25 pause 0.5@0.5 (3) resume 0@2 ");
    update(0.5);
    assert_trace("frame 0.5@2.5 timer 0.25@2 timer 0.25@2.25 pause 0.5@2.5 timer 0.25@2.5 each 1@2.5 ");
}

static void rule_3_11_in_a_timer_that_is_called_in_each_update(void **state)
{
    Job before = {.name = "before"}, after = {.name = "after"};
    Job pause = {.name = "pause", .act = act_pause_all, .at = 1};
    (void)state;
    every(a, "before", &before, 0);
    every(b, "pause", &pause, 0);
    every(c, "after", &after, 0);
    update(1);
    assert_trace("before 1@1 pause 1@1 (3) ");
    update(1);
    assert_trace("");
    resume_all();
    update(0.5);
    assert_trace("before 0.5@2.5 pause 0.5@2.5 after 1.5@2.5 ");
}

static void rule_3_11_in_a_last_call_the_target_is_forgotten_already(void **state)
{
    Job pause = {.name = "pause", .act = act_pause_all}, other = {.name = "other"};
    (void)state;
    schedule(a, "pause", &pause, 1, 0, 0);
    every(b, "other", &other, 1);
    update(1);
    assert_trace("pause 1@1 (1) ");
    assert_false(is_in(a));
    assert_true(is_in(b));
}

static void rule_3_11_in_a_posted_function(void **state)
{
    Job pause = {.name = "pause", .act = act_pause_all}, resume = {.name = "resume", .act = act_resume_all};
    Job timer = {.name = "timer"}, frame = {.name = "frame"};
    (void)state;
    every(a, "timer", &timer, 1);
    each_frame(b, &frame, 0);
    post(&pause);
    update(0.75);
    assert_trace("frame 0.75@0.75 pause 0@0.75 (2) ");
    post(&resume);
    update(1);
    assert_trace("resume 0@1.75 ");
    update(0.25);
    assert_trace("frame 0.25@2 timer 1@2 ");
}

static void pause_all_for_many_targets(void **state)
{
    Job job = {0};
    (void)state;
    for (int i = 0; i < 1000; i++)
        each_frame(&targets[i], &job, i % 10);
    pause_all(7);
    assert_int_equal(coir_target_set_count(paused), 300);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(is_in(&targets[i]), i % 10 >= 7);
    assert_false(is_in((char *)&targets[7] + 1));
    assert_false(is_in(NULL));
    update(1);
    assert_int_equal(job.calls, 700);
    resume_all();
    update(1);
    assert_int_equal(job.calls, 1700);
}

static void pause_all_without_memory_pauses_nothing(void **state)
{
    Job job = {0};
    (void)state;
    schedule_all_kinds(&job);
    support_fail_allocation(1);
    assert_null(coir_scheduler_pause_all(scheduler, COIR_PRIORITY_SYSTEM));
    assert_non_null(strstr(coir_error(), "out of memory"));
    for (int i = 0; i < KINDS; i++)
        assert_false(is_paused(&targets[i]));
}

static void resuming_a_set_takes_no_memory(void **state)
{
    Job job = {0};
    (void)state;
    for (int i = 0; i < 100; i++)
        every(&targets[i], "timer", &job, 1);
    pause_all(0);
    support_fail_allocation(1);
    assert_true(coir_scheduler_resume_set(scheduler, paused));
    support_fail_allocation(0);
    update(1);
    assert_int_equal(job.calls, 100);
}

static void sets_and_null(void **state)
{
    (void)state;
    assert_null(coir_scheduler_pause_all(NULL, 0));
    assert_mistake("coir_scheduler_pause_all: the scheduler is NULL");
    assert_false(coir_scheduler_resume_set(scheduler, NULL));
    assert_mistake("coir_scheduler_resume_set: the set is NULL");
    pause_all(0);
    assert_false(coir_scheduler_resume_set(NULL, paused));
    assert_mistake("coir_scheduler_resume_set: the scheduler is NULL");
    assert_int_equal(coir_target_set_count(NULL), 0);
    assert_false(coir_target_set_contains(NULL, a));
    assert_false(coir_target_set_contains(NULL, NULL));
    coir_target_set_destroy(NULL);
    assert_string_equal(coir_error(), "");
}

// Unscheduling (rule 3.12) -------------------------------------------------------------------------------------------

static void check_unschedule_all(int min_priority)
{
    Job job = {0};
    int left = 0;
    schedule_all_kinds(&job);
    assert_true(coir_scheduler_unschedule_all(scheduler, min_priority));
    for (int i = 0; i < KINDS; i++) {
        const TargetKind *kind = &kinds[i];
        bool keeps_timers = min_priority > 0, has_update_left = keeps_update(kind, min_priority);
        assert_int_equal(has_update(&targets[i]), has_update_left);
        assert_int_equal(is_scheduled(&targets[i], "timer"), kind->has_timer && keeps_timers);
        assert_int_equal(is_scheduled(&targets[i], "each"), kind->has_each && keeps_timers);
        left += has_update_left + (keeps_timers ? kind->has_timer + kind->has_each : 0);
    }
    update(1);
    assert_int_equal(job.calls, left);
    assert_true(coir_scheduler_unschedule_all(scheduler, COIR_PRIORITY_SYSTEM));
    for (int i = 0; i < KINDS; i++)
        assert_false(coir_scheduler_unschedule_target(scheduler, &targets[i]));
    update(1);
    assert_int_equal(job.calls, left);
}

static void rule_3_12_unschedule_all_removes_updates_with_the_priority(void **state)
{
    (void)state;
    for (size_t i = 0; i < PRIORITIES; i++)
        check_unschedule_all(priorities[i]);
}

static void rule_3_12_a_target_is_forgotten_if_nothing_is_left(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    every(a, "timer", &job, 1);
    every(b, "timer", &job, 1);
    each_frame(b, &job, -1);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    assert_true(coir_scheduler_pause_target(scheduler, b));
    assert_true(coir_scheduler_unschedule_all(scheduler, 0));
    assert_false(coir_scheduler_resume_target(scheduler, a));
    every(a, "new", &job, 1); // a was forgotten: the timer is not paused
    every(b, "new", &job, 1); // b is still paused
    assert_true(is_paused(b));
    update(1);
    assert_trace("job 1@1 ");
}

static void rule_3_12_in_a_per_frame_update(void **state)
{
    Job timer = {.name = "timer"}, each = {.name = "each"}, last = {.name = "last"}, low = {.name = "low"};
    Job remove = {.name = "remove", .act = act_unschedule_all, .priority = 0};
    (void)state;
    each_frame(a, &low, -1);
    each_frame(b, &remove, 0);
    each_frame(c, &last, 1);
    every(d, "timer", &timer, 0.5);
    every(d, "each", &each, 0);
    update(1);
    update(1);
    assert_trace("low 1@1 remove 1@1 low 1@2 ");
}

static void rule_3_12_in_a_timer_with_much_due(void **state)
{
    Job timer = {.name = "timer"}, each = {.name = "each"};
    Job remove = {.name = "remove", .act = act_unschedule_all, .at = 2};
    (void)state;
    every(a, "timer", &timer, 0.25);
    every(b, "remove", &remove, 0.25);
    every(c, "timer", &timer, 0.25);
    every(d, "each", &each, 0);
    update(10);
    assert_trace("timer 0.25@0.25 remove 0.25@0.25 timer 0.25@0.25 timer 0.25@0.5 remove 0.25@0.5 ");
    update(10);
    assert_trace("");
    assert_true(coir_scheduler_now(scheduler) == 20);
}

static void rule_3_12_in_a_timer_that_is_called_in_each_update(void **state)
{
    Job before = {.name = "before"}, after = {.name = "after"};
    Job remove = {.name = "remove", .act = act_unschedule_all};
    (void)state;
    every(a, "before", &before, 0);
    every(b, "remove", &remove, 0);
    every(c, "after", &after, 0);
    update(1);
    update(1);
    assert_trace("before 1@1 remove 1@1 ");
}

static void rule_3_12_timers_scheduled_afterwards_start_again(void **state)
{
    static const char *const traces[] = {
        "start 1@1 new 0.5@1.5 new 0.5@1.5 ",
        "start 0.5@0.5 new 0.5@1 new 0.5@1.5 new 0.5@1.5 ",
        "start 1@1 new 0.5@1.5 new 0.5@1.5 ",
        "start 0@1 new 0.5@1.5 new 0.5@1.5 ",
    };
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        Job new = {.name = "new"};
        Job start = {.name = "start", .act = act_start_anew, .job = &new, .other = kind % 2 ? a : b};
        start.priority = COIR_PRIORITY_SYSTEM;
        if (kind == 0)
            each_frame(a, &start, 0);
        else if (kind < 3)
            every(a, "start", &start, kind == 1 ? 0.5 : 0);
        else
            post(&start);
        update(1);
        update(0.5);
        assert_trace(traces[kind]);
        coir_scheduler_destroy(scheduler);
        scheduler = coir_scheduler_new();
    }
}

static void unscheduling_many_targets_takes_no_memory(void **state)
{
    Job job = {0};
    (void)state;
    for (int i = 0; i < 1000; i++) {
        each_frame(&targets[i], &job, i % 10);
        if (i % 3 == 0)
            every(&targets[i], "timer", &job, 1);
    }
    support_fail_allocation(1);
    assert_true(coir_scheduler_unschedule_all(scheduler, 5));
    assert_false(support_failed());
    support_fail_allocation(0);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(has_update(&targets[i]), i % 10 < 5);
    update(1);
    assert_int_equal(job.calls, 500 + 334);
}

static void unscheduling_all_of_null_is_reported(void **state)
{
    (void)state;
    assert_false(coir_scheduler_unschedule_all(NULL, 0));
    assert_mistake("coir_scheduler_unschedule_all: the scheduler is NULL");
    assert_true(coir_scheduler_unschedule_all(scheduler, 0));
}

TEST_FILE(scheduler_pause_all)
{
    const struct CMUnitTest tests[] = {
        set_test(rule_3_11_pause_all_pauses_targets_with_the_priority),
        set_test(rule_3_11_a_paused_target_is_paused_with_all_its_timers),
        set_test(rule_3_11_targets_paused_earlier_are_not_in_the_set),
        set_test(rule_3_11_pausing_all_twice_returns_an_empty_set),
        set_test(rule_3_11_sets_of_several_priorities_are_resumed_one_by_one),
        set_test(rule_3_11_targets_scheduled_later_are_not_in_the_set),
        set_test(rule_3_11_an_empty_scheduler_returns_an_empty_set),
        set_test(rule_3_11_a_target_forgotten_and_scheduled_again_is_resumed),
        set_test(rule_3_11_a_destroyed_target_is_not_resumed),
        set_test(rule_3_11_a_set_may_be_used_again_and_outlives_its_scheduler),
        set_test(rule_3_11_due_at_10_paused_at_7_resumed_at_14_fires_at_17),
        set_test(rule_3_11_in_a_per_frame_update),
        set_test(rule_3_11_a_short_pause_leaves_the_order_of_equal_times),
        set_test(rule_3_11_a_paused_timer_is_not_the_next_to_be_called),
        set_test(rule_3_11_paused_and_resumed_in_one_phase_nothing_is_lost),
        set_test(rule_3_11_in_a_timer),
        set_test(rule_3_11_in_a_timer_that_is_called_in_each_update),
        set_test(rule_3_11_in_a_last_call_the_target_is_forgotten_already),
        set_test(rule_3_11_in_a_posted_function),
        set_test(pause_all_for_many_targets),
        set_test(pause_all_without_memory_pauses_nothing),
        set_test(resuming_a_set_takes_no_memory),
        set_test(sets_and_null),
        set_test(rule_3_12_unschedule_all_removes_updates_with_the_priority),
        set_test(rule_3_12_a_target_is_forgotten_if_nothing_is_left),
        set_test(rule_3_12_in_a_per_frame_update),
        set_test(rule_3_12_in_a_timer_with_much_due),
        set_test(rule_3_12_in_a_timer_that_is_called_in_each_update),
        set_test(rule_3_12_timers_scheduled_afterwards_start_again),
        set_test(unscheduling_many_targets_takes_no_memory),
        set_test(unscheduling_all_of_null_is_reported),
    };
    return cmocka_run_group_tests_name("scheduler_pause_all", tests, NULL, NULL);
}
