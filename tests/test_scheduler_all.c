// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Functions of the Scheduler over all targets, what it tells about itself, schedulers inside schedulers, and memory.
// Rule numbers are those of the time rules, 3.x.

#include "support/jobs.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/error.h"
#include "time/scheduler/scheduled.h"

static int targets[1000];
static void *const a = &targets[0], *const b = &targets[1], *const c = &targets[2], *const d = &targets[3];

// What is called ------------------------------------------------------------------------------------------------------

static CoirTargetSet *paused; // what a job has paused; destroyed after each test

static void run_posted(void *user)
{
    run_job(NULL, 0, user);
}

static void post(Job *job)
{
    assert_true(coir_scheduler_post(scheduler, run_posted, job));
}

static bool is_paused(const void *target)
{
    return coir_scheduler_is_target_paused(scheduler, target);
}

static bool has_update(const void *target)
{
    return coir_scheduler_is_update_scheduled(scheduler, target);
}

static void pause_all(int min_priority)
{
    assert_null(paused);
    paused = coir_scheduler_pause_all(scheduler, min_priority);
    assert_non_null(paused);
}

static void resume_all(void)
{
    assert_true(coir_scheduler_resume_set(scheduler, paused));
    coir_target_set_destroy(paused);
    paused = NULL;
}

static bool is_in(const void *target)
{
    return coir_target_set_contains(paused, target);
}

static int destroy_set_and_scheduler(void **state)
{
    coir_target_set_destroy(paused);
    paused = NULL;
    return destroy_scheduler(state);
}

#define set_test(function) cmocka_unit_test_setup_teardown(function, make_scheduler, destroy_set_and_scheduler)

// What jobs do.

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

// A population: who has what ------------------------------------------------------------------------------------------

// One of each kind, for all functions that go by priority.
typedef struct Someone {
    bool has_update, has_timer, has_each;
    int priority;
} Someone;

static const Someone population[] = {
    {.has_update = true, .priority = INT_MIN},
    {.has_update = true, .priority = COIR_PRIORITY_USER_MIN},
    {.has_update = true, .priority = -1},
    {.has_update = true, .priority = 0},
    {.has_update = true, .priority = 1},
    {.has_update = true, .priority = INT_MAX},
    {.has_timer = true},
    {.has_each = true},
    {.has_update = true, .has_timer = true, .priority = INT_MIN},
    {.has_update = true, .has_timer = true, .priority = -1},
    {.has_update = true, .has_each = true, .priority = 1},
    {.has_update = true, .has_timer = true, .has_each = true, .priority = INT_MAX},
};

#define PEOPLE (int)(sizeof population / sizeof *population)

static const int priorities[] = {INT_MIN, COIR_PRIORITY_USER_MIN, -2, -1, 0, 1, 2, INT_MAX};

#define PRIORITIES (sizeof priorities / sizeof *priorities)

static void populate(Job *job)
{
    for (int i = 0; i < PEOPLE; i++) {
        if (population[i].has_timer)
            every(&targets[i], "timer", job, 1);
        if (population[i].has_update)
            each_frame(&targets[i], job, population[i].priority);
        if (population[i].has_each)
            every(&targets[i], "each", job, 0);
    }
}

// How many things each has, and how many calls an update of 1 s makes.
static int count_things(const Someone *someone)
{
    return someone->has_update + someone->has_timer + someone->has_each;
}

static bool keeps_update(const Someone *someone, int min_priority)
{
    return someone->has_update && someone->priority < min_priority;
}

static bool has_from(const Someone *someone, int min_priority)
{
    bool has_timers = someone->has_timer || someone->has_each;
    return (someone->has_update && someone->priority >= min_priority) || (has_timers && min_priority <= 0);
}

// 3.11: pausing all ---------------------------------------------------------------------------------------------------

static void check_pause_all(Job *job, int min_priority)
{
    int count = 0, calls = 0, all = 0;
    pause_all(min_priority);
    for (int i = 0; i < PEOPLE; i++) {
        bool is_one = has_from(&population[i], min_priority);
        assert_int_equal(is_in(&targets[i]), is_one);
        assert_int_equal(is_paused(&targets[i]), is_one);
        count += is_one;
        calls += is_one ? 0 : count_things(&population[i]);
        all += count_things(&population[i]);
    }
    assert_int_equal(coir_target_set_count(paused), count);
    job->calls = 0;
    update(1);
    assert_int_equal(job->calls, calls);
    resume_all();
    for (int i = 0; i < PEOPLE; i++)
        assert_false(is_paused(&targets[i]));
    job->calls = 0;
    update(1);
    assert_int_equal(job->calls, all);
}

static void rule_3_11_pause_all_pauses_what_has_something_of_the_priority(void **state)
{
    Job job = {0};
    (void)state;
    populate(&job);
    for (size_t i = 0; i < PRIORITIES; i++)
        check_pause_all(&job, priorities[i]);
}

static void rule_3_11_a_paused_target_is_paused_with_all_that_it_has(void **state)
{
    Job timer = {.name = "timer"}, frame = {.name = "frame"};
    (void)state;
    every(a, "timer", &timer, 1);
    each_frame(a, &frame, 5);
    every(b, "timer", &timer, 1);
    pause_all(5);
    assert_int_equal(coir_target_set_count(paused), 1);
    update(1);
    assert_trace("timer 1@1 "); // b's
}

static void rule_3_11_what_was_paused_before_is_not_in_the_set(void **state)
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

static void rule_3_11_pausing_all_twice_gives_an_empty_set(void **state)
{
    Job job = {0};
    (void)state;
    populate(&job);
    pause_all(COIR_PRIORITY_SYSTEM);
    CoirTargetSet *second = coir_scheduler_pause_all(scheduler, COIR_PRIORITY_SYSTEM);
    assert_non_null(second);
    assert_int_equal(coir_target_set_count(second), 0);
    assert_false(coir_target_set_contains(second, a));
    assert_true(coir_scheduler_resume_set(scheduler, second));
    coir_target_set_destroy(second);
    for (int i = 0; i < PEOPLE; i++)
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

static void rule_3_11_what_is_scheduled_later_is_not_in_the_set(void **state)
{
    Job old = {.name = "old"}, new = {.name = "new"};
    (void)state;
    every(a, "old", &old, 1);
    pause_all(COIR_PRIORITY_SYSTEM);
    every(b, "new", &new, 1);
    every(a, "more", &new, 0.5); // of a paused one
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

static void rule_3_11_an_empty_scheduler_gives_an_empty_set(void **state)
{
    (void)state;
    pause_all(COIR_PRIORITY_SYSTEM);
    assert_int_equal(coir_target_set_count(paused), 0);
    assert_false(is_in(a));
    assert_true(coir_scheduler_resume_set(scheduler, paused));
}

static void rule_3_11_one_forgotten_and_scheduled_again_is_resumed(void **state)
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

static void rule_3_11_one_that_is_gone_stays_gone(void **state)
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
    assert_false(coir_scheduler_pause_target(scheduler, a)); // it has nothing
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
        assert_true(coir_scheduler_resume_set(scheduler, paused)); // runs already
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

// A paused timer stays where it waits until the timer is due.
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
    each_frame(d, &frame, -1); // below what is paused
    post(&resume);
    update(2); // time stands at 0.5 in the middle of the update, and goes on from there after it
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
    populate(&job);
    support_fail_allocation(1);
    assert_null(coir_scheduler_pause_all(scheduler, COIR_PRIORITY_SYSTEM));
    assert_non_null(strstr(coir_error(), "out of memory"));
    for (int i = 0; i < PEOPLE; i++)
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

// 3.12: unscheduling all ----------------------------------------------------------------------------------------------

static void check_unschedule_all(int min_priority)
{
    Job job = {0};
    int left = 0;
    populate(&job);
    assert_true(coir_scheduler_unschedule_all(scheduler, min_priority));
    for (int i = 0; i < PEOPLE; i++) {
        const Someone *someone = &population[i];
        bool keeps_timers = min_priority > 0, has_update_left = keeps_update(someone, min_priority);
        assert_int_equal(has_update(&targets[i]), has_update_left);
        assert_int_equal(is_scheduled(&targets[i], "timer"), someone->has_timer && keeps_timers);
        assert_int_equal(is_scheduled(&targets[i], "each"), someone->has_each && keeps_timers);
        left += has_update_left + (keeps_timers ? someone->has_timer + someone->has_each : 0);
    }
    update(1);
    assert_int_equal(job.calls, left);
    assert_true(coir_scheduler_unschedule_all(scheduler, COIR_PRIORITY_SYSTEM));
    for (int i = 0; i < PEOPLE; i++)
        assert_false(coir_scheduler_unschedule_target(scheduler, &targets[i]));
    update(1);
    assert_int_equal(job.calls, left);
}

static void rule_3_12_unschedule_all_removes_what_has_the_priority(void **state)
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
    every(a, "new", &job, 1); // runs
    every(b, "new", &job, 1); // is still paused
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

static void rule_3_12_what_is_scheduled_afterwards_starts_anew(void **state)
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

// What remains --------------------------------------------------------------------------------------------------------

// Or -1 where there is no such timer.
static double remaining(const void *target, const char *key)
{
    double seconds = -1;
    bool is_there = coir_scheduler_remaining(scheduler, target, key, &seconds);
    assert_int_equal(is_there, is_scheduled(target, key));
    assert_int_equal(is_there, seconds >= 0);
    return seconds;
}

#define assert_remaining(target, key, expected) assert_true(remaining(target, key) == (expected))

static void what_remains_gets_less_with_time(void **state)
{
    Job job = {0};
    (void)state;
    update(1);
    every(a, "timer", &job, 2);
    schedule(a, "once", &job, 0, 0, 3);
    schedule(a, "delayed", &job, 2, 1, 0.5);
    assert_remaining(a, "timer", 2.0);
    assert_remaining(a, "once", 3.0);
    assert_remaining(a, "delayed", 0.5);
    update(0.5);
    assert_remaining(a, "timer", 1.5);
    assert_remaining(a, "once", 2.5);
    assert_remaining(a, "delayed", 2.0);
    update(1.5);
    assert_remaining(a, "timer", 2.0);
    assert_remaining(a, "once", 1.0);
    assert_remaining(a, "delayed", 0.5);
    update(1);
    assert_remaining(a, "once", -1.0);
    assert_remaining(a, "delayed", -1.0);
    assert_remaining(a, "timer", 1.0);
    every(a, "timer", &job, 5);
    assert_remaining(a, "timer", 5.0);
}

static void what_remains_is_kept_by_a_paused_target(void **state)
{
    Job job = {0};
    (void)state;
    every(a, "timer", &job, 2);
    every(a, "each", &job, 0);
    update(0.5);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    assert_remaining(a, "timer", 1.5);
    update(10);
    assert_remaining(a, "timer", 1.5);
    assert_remaining(a, "each", 0.0);
    every(a, "new", &job, 3);
    assert_remaining(a, "new", 3.0);
    assert_true(coir_scheduler_resume_target(scheduler, a));
    update(0.5);
    assert_remaining(a, "timer", 1.0);
    assert_remaining(a, "new", 2.5);
}

static void what_remains_of_a_timer_for_each_update_is_its_delay(void **state)
{
    Job job = {0};
    (void)state;
    schedule(a, "delayed", &job, 0, COIR_FOREVER, 2);
    every(a, "each", &job, 0);
    assert_remaining(a, "delayed", 2.0);
    assert_remaining(a, "each", 0.0);
    update(1.5);
    assert_remaining(a, "delayed", 0.5);
    assert_remaining(a, "each", 0.0);
    update(1);
    assert_remaining(a, "delayed", 0.0);
}

static void what_remains_is_counted_on_the_targets_clock(void **state)
{
    Job job = {0};
    (void)state;
    every(a, "timer", &job, 2);
    assert_true(coir_scheduler_set_time_scale(scheduler, 4));
    assert_remaining(a, "timer", 2.0);
    update(0.25);
    assert_remaining(a, "timer", 1.0);
}

static void what_remains_after_catching_up(void **state)
{
    static const double expected[] = {0.25, 0.25, 1.0}; // ALL, ONE, RESTART
    Job job = {0};
    (void)state;
    for (int i = 0; i < 3; i++) {
        CoirTimerDef def = {.tick = run_job, .user = &job, .key = "timer", .interval = 1, .repeat = COIR_FOREVER};
        def.catch_up = (CoirCatchUp)i;
        assert_true(coir_scheduler_schedule(scheduler, &targets[i], &def));
    }
    update(2.75);
    for (int i = 0; i < 3; i++)
        assert_remaining(&targets[i], "timer", expected[i]);
    assert_int_equal(job.calls, 4);
}

static void what_remains_after_more_than_a_thousand_occurrences(void **state)
{
    Job job = {0};
    (void)state;
    every(a, "timer", &job, 1);
    update(2000.25);
    assert_int_equal(job.calls, 1000);
    assert_remaining(a, "timer", 0.75);
}

// What remains of a target's timer, or "-" where there is none, seen from inside a callback.
static void act_tell_remaining(Job *job)
{
    double seconds;
    if (coir_scheduler_remaining(scheduler, job->other, job->key, &seconds))
        note("(%g) ", seconds);
    else
        note("(-) ");
}

static void what_remains_seen_from_the_timer_itself(void **state)
{
    Job timer = {.name = "timer", .act = act_tell_remaining, .other = a, .key = "timer"};
    (void)state;
    schedule(a, "timer", &timer, 0.5, 2, 0);
    update(1);
    assert_trace("timer 0.5@0.5 (0.5) timer 0.5@1 (0.5) ");
    update(1);
    assert_trace("timer 0.5@1.5 (-) ");
    schedule(a, "timer", &timer, 0, 1, 0);
    update(1);
    update(1);
    assert_trace("timer 1@3 (0) timer 1@4 (-) ");
}

static void what_remains_seen_from_others(void **state)
{
    Job timer = {.name = "timer"}, frame = {.name = "frame", .act = act_tell_remaining, .other = a, .key = "timer"};
    Job early = {.name = "early", .act = act_tell_remaining, .other = a, .key = "timer"};
    Job same = {.name = "same", .act = act_tell_remaining, .other = a, .key = "timer"};
    Job posted = {.name = "posted", .act = act_tell_remaining, .other = a, .key = "timer"};
    (void)state;
    schedule(b, "same", &same, 1, 0, 0);
    every(a, "timer", &timer, 1);
    schedule(b, "early", &early, 0.75, 0, 0);
    each_frame(c, &frame, 0);
    post(&posted);
    update(1.5); // in the per-frame phase the clocks stand where they were
    assert_trace("frame 1.5@1.5 (1) early 0.75@0.75 (0.25) same 1@1 (0) timer 1@1 posted 0@1.5 (0.5) ");
}

static void act_schedule_and_tell(Job *job)
{
    every(job->other, job->key, job->job, job->number);
    act_tell_remaining(job);
}

static void what_remains_of_one_that_was_scheduled_in_the_same_phase(void **state)
{
    Job new = {.name = "new"}, frame = {.name = "frame", .act = act_schedule_and_tell, .at = 1, .job = &new};
    Job timer = {.name = "timer", .act = act_schedule_and_tell, .at = 1, .job = &new, .number = 2, .other = b};
    (void)state;
    frame.key = timer.key = "new";
    frame.other = a;
    frame.number = 2;
    each_frame(c, &frame, 0);
    every(d, "timer", &timer, 0.5);
    update(1); // the frame's counts from 1, while its clock reads 0
    assert_trace("frame 1@1 (3) timer 0.5@0.5 (2) timer 0.5@1 ");
    assert_remaining(a, "new", 2.0);
    assert_remaining(b, "new", 1.5);
}

static void what_remains_of_one_without_a_key(void **state)
{
    Job job = {0};
    double seconds = -1;
    (void)state;
    assert_true(coir_scheduler_every(scheduler, a, 3, run_job, &job));
    assert_true(coir_scheduler_callback_remaining(scheduler, a, run_job, &seconds));
    assert_true(seconds == 3);
    assert_false(coir_scheduler_callback_remaining(scheduler, a, run_other_job, &seconds));
    assert_false(coir_scheduler_callback_remaining(scheduler, b, run_job, &seconds));
    every(a, "key", &job, 1); // of the same callback
    assert_true(coir_scheduler_callback_remaining(scheduler, a, run_job, &seconds));
    assert_true(seconds == 3);
    assert_remaining(a, "key", 1.0);
    update(1);
    assert_true(coir_scheduler_callback_remaining(scheduler, a, run_job, &seconds));
    assert_true(seconds == 2);
    assert_true(coir_scheduler_callback_remaining(scheduler, a, run_job, NULL));
}

static void asking_what_remains_of_nothing(void **state)
{
    Job job = {0};
    double seconds = 42;
    (void)state;
    every(a, "timer", &job, 1);
    each_frame(b, &job, 0);
    assert_true(coir_scheduler_remaining(scheduler, a, "timer", NULL));
    assert_false(coir_scheduler_remaining(scheduler, a, "other", &seconds));
    assert_false(coir_scheduler_remaining(scheduler, a, "", &seconds));
    assert_false(coir_scheduler_remaining(scheduler, a, NULL, &seconds));
    assert_false(coir_scheduler_remaining(scheduler, b, "timer", &seconds));
    assert_false(coir_scheduler_remaining(scheduler, NULL, "timer", &seconds));
    assert_false(coir_scheduler_remaining(NULL, a, "timer", &seconds));
    assert_false(coir_scheduler_callback_remaining(scheduler, b, run_job, &seconds));
    assert_false(coir_scheduler_callback_remaining(scheduler, a, NULL, &seconds));
    assert_false(coir_scheduler_callback_remaining(scheduler, NULL, run_job, &seconds));
    assert_false(coir_scheduler_callback_remaining(NULL, a, run_job, &seconds));
    assert_true(seconds == 42);
}

// The timers of a target ----------------------------------------------------------------------------------------------

// Notes the keys of a target's timers, in the order in which it is told about them.
static void note_timers(const void *target)
{
    CoirTimerInfo infos[100];
    int count = coir_scheduler_timers(scheduler, target, infos, 100);
    for (int i = 0; i < count; i++)
        note("%s ", infos[i].key ? infos[i].key : "-");
}

static void timers_are_told_in_order_of_scheduling(void **state)
{
    Job job = {0};
    (void)state;
    each_frame(a, &job, 0);
    every(a, "third to fire", &job, 3);
    every(a, "each", &job, 0);
    schedule(a, "delayed each", &job, 0, COIR_FOREVER, 2);
    every(a, "first", &job, 1);
    assert_true(coir_scheduler_every(scheduler, a, 2, run_job, &job));
    every(b, "another's", &job, 1);
    note_timers(a);
    assert_trace("third to fire each delayed each first - ");
    update(2.5);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    note_timers(a);
    assert_trace("third to fire each delayed each first - ");
    assert_true(coir_scheduler_resume_target(scheduler, a));
    every(a, "each", &job, 0); // anew
    assert_true(coir_scheduler_unschedule(scheduler, a, "delayed each"));
    note_timers(a);
    assert_trace("third to fire first - each ");
}

static void no_more_timers_are_told_than_there_is_room_for(void **state)
{
    Job job = {0};
    CoirTimerInfo infos[3];
    (void)state;
    every(a, "1", &job, 1);
    every(a, "2", &job, 1);
    every(a, "3", &job, 1);
    for (int capacity = -1; capacity <= 3; capacity++) {
        memset(infos, 0, sizeof infos);
        assert_int_equal(coir_scheduler_timers(scheduler, a, infos, capacity), 3);
        for (int i = 0; i < 3; i++)
            assert_int_equal(infos[i].key != NULL, i < capacity);
    }
    assert_string_equal(infos[2].key, "3");
    assert_int_equal(coir_scheduler_timers(scheduler, a, NULL, 0), 3);
    assert_int_equal(coir_scheduler_timers(scheduler, a, NULL, 3), 3);
    assert_int_equal(coir_scheduler_timers(scheduler, b, infos, 3), 0);
    assert_int_equal(coir_scheduler_timers(scheduler, NULL, infos, 3), 0);
    assert_int_equal(coir_scheduler_timers(NULL, a, infos, 3), 0);
    assert_string_equal(infos[2].key, "3");
    each_frame(b, &job, 0);
    assert_int_equal(coir_scheduler_timers(scheduler, b, infos, 3), 0);
}

static void a_timer_is_told_about_in_full(void **state)
{
    Job job = {0}, other = {0};
    CoirTimerDef def = {.tick = run_other_job, .user = &other, .interval = 2, .repeat = 3, .delay = 0.5};
    CoirTimerInfo infos[2];
    (void)state;
    def.catch_up = COIR_CATCH_UP_RESTART;
    every(a, "key", &job, 1.5);
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    assert_int_equal(coir_scheduler_timers(scheduler, a, infos, 2), 2);
    assert_string_equal(infos[0].key, "key");
    assert_true(infos[0].tick == run_job && infos[0].user == &job);
    assert_true(infos[0].interval == 1.5 && infos[0].remaining == 1.5 && infos[0].repeat == COIR_FOREVER);
    assert_int_equal(infos[0].catch_up, COIR_CATCH_UP_ALL);
    assert_null(infos[1].key);
    assert_true(infos[1].tick == run_other_job && infos[1].user == &other);
    assert_true(infos[1].interval == 2 && infos[1].remaining == 0.5 && infos[1].repeat == 3);
    assert_int_equal(infos[1].catch_up, COIR_CATCH_UP_RESTART);
    update(1);
    assert_int_equal(coir_scheduler_timers(scheduler, a, infos, 2), 2);
    assert_true(infos[0].remaining == 0.5 && infos[0].repeat == COIR_FOREVER);
    assert_true(infos[1].remaining == 2 && infos[1].repeat == 2);
}

static void a_key_is_the_schedulers_own_copy(void **state)
{
    Job job = {0};
    char key[] = "key";
    CoirTimerInfo info;
    (void)state;
    every(a, key, &job, 1);
    strcpy(key, "no");
    assert_int_equal(coir_scheduler_timers(scheduler, a, &info, 1), 1);
    update(10);
    assert_string_equal(info.key, "key");
}

static void act_tell_timers(Job *job)
{
    CoirTimerInfo infos[4];
    int count = coir_scheduler_timers(scheduler, job->other, infos, 4);
    note("(");
    for (int i = 0; i < count; i++)
        note("%s:%g,%d ", infos[i].key, infos[i].remaining, infos[i].repeat);
    note(") ");
}

static void timers_are_told_inside_their_calls(void **state)
{
    Job timer = {.name = "timer", .act = act_tell_timers, .other = a};
    Job frame = {.name = "frame", .act = act_tell_timers, .other = a};
    (void)state;
    schedule(a, "x", &timer, 1, 1, 0);
    schedule(a, "y", &timer, 0, 1, 0);
    each_frame(a, &frame, 0);
    update(1);
    assert_trace("frame 1@1 (x:1,1 y:0,1 ) timer 1@1 (x:1,0 y:0,1 ) timer 1@1 (x:1,0 y:0,0 ) ");
    update(1);
    assert_trace("frame 1@2 (x:1,0 y:0,0 ) timer 1@2 (y:0,0 ) timer 1@2 () ");
}

// The scheduler in words ----------------------------------------------------------------------------------------------

#define TEXT_SIZE 4096

// The parts of a dump, each followed by its lines. What is expected is noted.
#define UPDATES "per-frame updates, in this order:\n"
#define TIMERS "timers, by the time at which they are due:\n"
#define EACH "timers that are called in each update, in this order:\n"
#define FROZEN "frozen timers:\n"

static void act_dump(Job *job)
{
    char text[TEXT_SIZE];
    size_t length = coir_scheduler_dump(scheduler, text, sizeof text);
    (void)job;
    assert_true(length < sizeof text);
    assert_int_equal(strlen(text), length);
    note("%s", text);
}

// Checks the dump against what has been noted.
static void assert_dump(void)
{
    char expected[TEXT_SIZE];
    snprintf(expected, sizeof expected, "%s", noted());
    forget_trace();
    act_dump(NULL);
    assert_trace(expected);
}

static void the_dump_of_nothing(void **state)
{
    (void)state;
    note("scheduler at 0 s, time scale 1, targets: 0\n" UPDATES TIMERS EACH FROZEN "posted functions: 0\n");
    assert_dump();
    assert_true(coir_scheduler_set_time_scale(scheduler, 0.5));
    update(3);
    note("scheduler at 1.5 s, time scale 0.5, targets: 0\n" UPDATES TIMERS EACH FROZEN "posted functions: 0\n");
    assert_dump();
}

static void the_dump_tells_updates_in_their_order(void **state)
{
    Job job = {0};
    (void)state;
    each_frame(a, &job, 3);
    each_frame(b, &job, -7);
    each_frame(c, &job, 3);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    note("scheduler at 0 s, time scale 1, targets: 3\n" UPDATES);
    note("  priority -7: target %p\n  priority 3: target %p, paused\n", b, a);
    note("  priority 3: target %p\n" TIMERS EACH FROZEN "posted functions: 0\n", c);
    assert_dump();
    each_frame(b, &job, 4);
    assert_true(coir_scheduler_unschedule_update(scheduler, a));
    note("scheduler at 0 s, time scale 1, targets: 2\n" UPDATES);
    note("  priority 3: target %p\n  priority 4: target %p\n", c, b);
    note(TIMERS EACH FROZEN "posted functions: 0\n");
    assert_dump();
}

static void the_dump_tells_timers_by_due_time(void **state)
{
    Job job = {0};
    (void)state;
    every(a, "slow", &job, 2.5);
    schedule(b, "one", &job, 1, 0, 0);
    schedule(b, "few", &job, 0.25, 3, 0.5);
    schedule(d, "delayed each", &job, 0, 1, 0.123456789);
    assert_true(coir_scheduler_every(scheduler, c, 1, run_job, &job));
    note("scheduler at 0 s, time scale 1, targets: 4\n" UPDATES TIMERS);
    note("  at 0.123456789 s: \"delayed each\" of target %p, 1 more after that\n", d);
    note("  at 0.5 s: \"few\" of target %p, every 0.25 s, 3 more after that\n", b);
    note("  at 1 s: \"one\" of target %p, the last call\n", b);
    note("  at 1 s: a timer without a key of target %p, every 1 s\n", c);
    note("  at 2.5 s: \"slow\" of target %p, every 2.5 s\n" EACH FROZEN "posted functions: 0\n", a);
    assert_dump();
}

static void the_dump_tells_what_is_called_in_each_update(void **state)
{
    Job job = {0};
    (void)state;
    every(a, "1", &job, 0);
    schedule(b, "2", &job, 0, 4, 0);
    every(c, "3", &job, 0);
    assert_true(coir_scheduler_pause_target(scheduler, c));
    note("scheduler at 0 s, time scale 1, targets: 3\n" UPDATES TIMERS EACH);
    note("  \"1\" of target %p\n  \"2\" of target %p, 4 more after that\n", a, b);
    note("  target paused: \"3\" of target %p\n" FROZEN "posted functions: 0\n", c);
    assert_dump();
    assert_true(coir_scheduler_unschedule(scheduler, a, "1"));
    update(1);
    note("scheduler at 1 s, time scale 1, targets: 2\n" UPDATES TIMERS EACH);
    note("  \"2\" of target %p, 3 more after that\n", b);
    note("  target paused: \"3\" of target %p\n" FROZEN "posted functions: 0\n", c);
    assert_dump();
}

static void the_dump_tells_the_order_of_the_next_update(void **state)
{
    Job job = {0};
    (void)state;
    schedule(a, "first", &job, 0, COIR_FOREVER, 1);
    every(b, "second", &job, 0);
    for (int i = 1; i <= 2; i++) {
        update(1);
        note("scheduler at %d s, time scale 1, targets: 2\n" UPDATES TIMERS EACH, i);
        note("  \"first\" of target %p\n  \"second\" of target %p\n" FROZEN "posted functions: 0\n", a, b);
        assert_dump();
    }
}

static void the_dump_tells_what_stands_still_in_order_of_scheduling(void **state)
{
    Job job = {0};
    (void)state;
    every(d, "1", &job, 3);
    schedule(a, "2", &job, 1, 0, 0);
    every(b, "goes", &job, 1);
    every(d, "3", &job, 2);
    update(0.25);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    assert_true(coir_scheduler_pause_target(scheduler, d));
    update(0.25);
    note("scheduler at 0.5 s, time scale 1, targets: 3\n" UPDATES TIMERS);
    note("  at 1 s: \"goes\" of target %p, every 1 s\n" EACH FROZEN, b);
    note("  target paused, 2.75 s to go: \"1\" of target %p, every 3 s\n", d);
    note("  target paused, 0.75 s to go: \"2\" of target %p, the last call\n", a);
    note("  target paused, 1.75 s to go: \"3\" of target %p, every 2 s\nposted functions: 0\n", d);
    assert_dump();
}

static void the_dump_counts_what_is_posted(void **state)
{
    Job job = {0}, told = {.act = act_dump};
    (void)state;
    post(&told);
    post(&job);
    post(&job);
    note("scheduler at 0 s, time scale 1, targets: 0\n" UPDATES TIMERS EACH FROZEN "posted functions: 3\n");
    assert_dump();
    update(1); // in the first one of the batch
    assert_trace("scheduler at 1 s, time scale 1, targets: 0\n" UPDATES TIMERS EACH FROZEN "posted functions: 2\n");
}

static void the_dump_inside_an_update(void **state)
{
    Job first = {.act = act_dump}, job = {0};
    char expected[TEXT_SIZE];
    (void)state;
    each_frame(a, &first, 1);
    each_frame(b, &job, 2);
    every(c, "timer", &job, 1);
    note("scheduler at 0.75 s, time scale 1, targets: 3\n" UPDATES);
    note("  priority 1: target %p\n  priority 2: target %p\n" TIMERS, a, b);
    note("  at 1 s: \"timer\" of target %p, every 1 s\n" EACH FROZEN "posted functions: 0\n", c);
    snprintf(expected, sizeof expected, "%s", noted());
    forget_trace();
    update(0.75);
    assert_trace(expected);
}

static void act_change_priority_and_dump(Job *job)
{
    each_frame(job->other, job->job, job->priority);
    act_dump(job);
}

static void the_dump_tells_an_update_that_changes_its_priority_once(void **state)
{
    Job job = {0}, first = {.act = act_change_priority_and_dump, .other = b, .job = &job, .priority = 7};
    char expected[TEXT_SIZE];
    (void)state;
    each_frame(a, &first, 1);
    each_frame(b, &job, 2);
    note("scheduler at 1 s, time scale 1, targets: 2\n" UPDATES);
    note("  priority 1: target %p\n  priority 7: target %p\n" TIMERS EACH FROZEN "posted functions: 0\n", a, b);
    snprintf(expected, sizeof expected, "%s", noted());
    forget_trace();
    update(1);
    assert_trace(expected);
    assert_int_equal(job.calls, 1);
}

static void act_destroy_and_dump(Job *job)
{
    coir_scheduler_destroy(scheduler);
    act_dump(job);
}

static void the_dump_of_one_that_was_destroyed_in_the_same_call(void **state)
{
    Job job = {.act = act_destroy_and_dump};
    (void)state;
    each_frame(a, &job, 1);
    every(b, "timer", &job, 1);
    every(b, "each", &job, 0);
    post(&job);
    update(1);
    scheduler = NULL;
    assert_trace("scheduler at 1 s, time scale 1, targets: 0\n" UPDATES TIMERS EACH FROZEN "posted functions: 0\n");
}

// Something of each kind.
static void make_a_scene(Job *job)
{
    populate(job);
    assert_true(coir_scheduler_pause_target(scheduler, &targets[8]));
    assert_true(coir_scheduler_pause_target(scheduler, &targets[10]));
    post(job);
    update(0.5);
    post(job);
}

static void the_dump_is_cut_like_snprintf_does(void **state)
{
    Job job = {0};
    char whole[TEXT_SIZE], text[TEXT_SIZE];
    (void)state;
    make_a_scene(&job);
    size_t length = coir_scheduler_dump(scheduler, whole, sizeof whole);
    assert_in_range(length, 500, sizeof whole - 1);
    for (size_t size = 0; size <= length + 1; size++) {
        memset(text, '#', sizeof text);
        assert_int_equal(coir_scheduler_dump(scheduler, text, size), length);
        if (size > 0) {
            assert_memory_equal(text, whole, size - 1);
            assert_int_equal(text[size - 1], '\0');
        }
        for (size_t i = size; i < sizeof text; i++)
            assert_int_equal(text[i], '#');
    }
    assert_int_equal(coir_scheduler_dump(scheduler, NULL, 0), length);
    assert_int_equal(coir_scheduler_dump(scheduler, NULL, 100), length);
}

static void the_dump_of_null_is_reported(void **state)
{
    char text[] = "text";
    (void)state;
    assert_int_equal(coir_scheduler_dump(NULL, text, sizeof text), 0);
    assert_mistake("coir_scheduler_dump: the scheduler is NULL");
    assert_string_equal(text, "");
    assert_int_equal(coir_scheduler_dump(NULL, NULL, 0), 0);
    assert_mistake("coir_scheduler_dump: the scheduler is NULL");
}

static void the_dump_without_memory_says_so(void **state)
{
    Job job = {0};
    char whole[TEXT_SIZE], text[TEXT_SIZE];
    static const char *const parts[] = {
        "  4, which there is no memory to sort\n", // what waits for its time
        "  3, which there is no memory to sort\n", // what is called in each update
        "  1, which there is no memory to sort\n", // what stands still
    };
    (void)state;
    make_a_scene(&job);
    every(&targets[0], "one more", &job, 3);
    coir_scheduler_dump(scheduler, whole, sizeof whole);
    for (int i = 0; i < 3; i++) {
        support_fail_allocation(i + 1);
        size_t length = coir_scheduler_dump(scheduler, text, sizeof text);
        assert_true(support_failed());
        assert_int_equal(strlen(text), length);
        for (int part = 0; part < 3; part++)
            assert_int_equal(strstr(text, parts[part]) != NULL, part == i);
        assert_non_null(strstr(text, "posted functions: 1\n"));
    }
    support_fail_allocation(0);
    coir_scheduler_dump(scheduler, text, sizeof text);
    assert_string_equal(text, whole);
}

// Schedulers inside schedulers ----------------------------------------------------------------------------------------

// `scheduler` is the inner one.
static CoirScheduler *outer;

static void drive(void *inner, double dt, void *user)
{
    (void)user;
    assert_true(coir_scheduler_update(inner, dt));
}

static void drive_inner(void)
{
    outer = coir_scheduler_new();
    assert_non_null(outer);
    assert_true(coir_scheduler_schedule_update(outer, scheduler, drive, NULL, 0, false));
}

static void update_outer(double dt)
{
    assert_true(coir_scheduler_update(outer, dt));
}

static void the_time_scales_of_nested_schedulers_multiply(void **state)
{
    Job timer = {.name = "timer"}, frame = {.name = "frame"};
    (void)state;
    drive_inner();
    assert_true(coir_scheduler_set_time_scale(outer, 2));
    assert_true(coir_scheduler_set_time_scale(scheduler, 3));
    every(a, "timer", &timer, 4);
    each_frame(b, &frame, 0);
    update_outer(1);
    assert_true(coir_scheduler_now(outer) == 2);
    assert_true(coir_scheduler_now(scheduler) == 6);
    assert_trace("frame 6@6 timer 4@4 ");
    assert_true(coir_scheduler_set_time_scale(outer, 0));
    update_outer(1);
    assert_trace("frame 0@6 ");
    coir_scheduler_destroy(outer);
}

static void three_schedulers_one_inside_the_other(void **state)
{
    CoirScheduler *top = coir_scheduler_new();
    Job timer = {.name = "timer"};
    (void)state;
    drive_inner();
    assert_true(coir_scheduler_schedule_update(top, outer, drive, NULL, 0, false));
    assert_true(coir_scheduler_set_time_scale(top, 0.5));
    assert_true(coir_scheduler_set_time_scale(outer, 0.5));
    assert_true(coir_scheduler_set_time_scale(scheduler, 8));
    every(a, "timer", &timer, 1);
    assert_true(coir_scheduler_update(top, 0.5));
    assert_trace("timer 1@1 ");
    coir_scheduler_destroy(top);
    coir_scheduler_destroy(outer);
}

static void pausing_the_inner_scheduler_as_a_target_stops_it(void **state)
{
    Job timer = {.name = "timer"};
    (void)state;
    drive_inner();
    every(a, "timer", &timer, 2);
    update_outer(1.5);
    assert_true(coir_scheduler_pause_target(outer, scheduler));
    update_outer(5);
    assert_true(coir_scheduler_now(scheduler) == 1.5);
    assert_remaining(a, "timer", 0.5);
    paused = coir_scheduler_pause_all(outer, COIR_PRIORITY_SYSTEM);
    assert_false(is_in(scheduler)); // it was paused before
    assert_true(coir_scheduler_resume_target(outer, scheduler));
    assert_false(is_paused(a)); // of which the inner one knew nothing
    update_outer(0.5);
    assert_trace("timer 2@2 ");
    coir_scheduler_destroy(outer);
}

static void pausing_all_of_the_outer_scheduler_pauses_the_inner_one(void **state)
{
    Job timer = {.name = "timer"};
    (void)state;
    drive_inner();
    every(a, "timer", &timer, 1);
    paused = coir_scheduler_pause_all(outer, 0);
    assert_true(is_in(scheduler));
    assert_false(is_in(a));
    update_outer(1);
    assert_trace("");
    assert_true(coir_scheduler_resume_set(outer, paused));
    update_outer(1);
    assert_trace("timer 1@1 ");
    coir_scheduler_destroy(outer);
}

static void act_update_outer(Job *job)
{
    (void)job;
    assert_false(coir_scheduler_update(outer, 1));
    assert_mistake("inside an update");
}

static void the_inner_scheduler_cannot_update_the_outer_one_that_drives_it(void **state)
{
    Job job = {.name = "job", .act = act_update_outer};
    (void)state;
    drive_inner();
    every(a, "timer", &job, 1);
    each_frame(b, &job, 0);
    post(&job);
    update_outer(1);
    assert_trace("job 1@1 job 1@1 job 0@1 ");
    coir_scheduler_destroy(outer);
}

static void act_destroy_inner(Job *job)
{
    (void)job;
    assert_true(coir_scheduler_unschedule_target(outer, scheduler));
    coir_scheduler_destroy(scheduler);
}

static void act_destroy_outer(Job *job)
{
    (void)job;
    coir_scheduler_destroy(outer);
}

static void act_destroy_both(Job *job)
{
    CoirScheduler *const both[] = {scheduler, outer};
    coir_scheduler_destroy(both[job->priority]);
    coir_scheduler_destroy(both[1 - job->priority]);
}

// Schedules a job in one of five ways: an update before or after, a timer, one for each update, posted.
#define WAYS 5

static void schedule_in_some_way(CoirScheduler *in, int way, Job *job)
{
    CoirTimerDef def = {.tick = run_job, .user = job, .interval = way == 2 ? 0.5 : 0, .repeat = COIR_FOREVER};
    if (way < 2)
        assert_true(coir_scheduler_schedule_update(in, b, run_job, job, way == 0 ? -1 : 1, false));
    else if (way < 4)
        assert_true(coir_scheduler_schedule(in, b, &def));
    else
        assert_true(coir_scheduler_post(in, run_posted, job));
}

static void the_inner_scheduler_is_destroyed_by_the_outer_one(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Job destroy = {.act = act_destroy_inner, .at = 1}, timer = {0};
        drive_inner();
        every(a, "timer", &timer, 0.25);
        post(&timer);
        schedule_in_some_way(outer, way, &destroy);
        update_outer(1);
        update_outer(1);
        assert_int_equal(timer.calls, way == 0 ? 0 : 5);
        coir_scheduler_destroy(outer);
        scheduler = coir_scheduler_new();
    }
}

static void the_inner_scheduler_destroys_itself(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Job destroy = {.act = act_destroy_inner, .at = 1}, never = {0}, of_outer = {0};
        drive_inner();
        schedule_in_some_way(scheduler, way, &destroy);
        every(a, "timer", &never, 1.25);
        assert_true(coir_scheduler_every(outer, a, 1, run_job, &of_outer));
        update_outer(1);
        update_outer(1);
        assert_int_equal(destroy.calls, 1);
        assert_int_equal(never.calls, 0);
        assert_int_equal(of_outer.calls, 2);
        coir_scheduler_destroy(outer);
        scheduler = coir_scheduler_new();
    }
}

static void the_outer_scheduler_is_destroyed_by_the_inner_one(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Job destroy = {.act = act_destroy_outer, .at = 1}, timer = {0}, of_outer = {0};
        drive_inner();
        schedule_in_some_way(scheduler, way, &destroy);
        every(a, "timer", &timer, 0.25);
        post(&timer);
        assert_true(coir_scheduler_every(outer, a, 0.25, run_job, &of_outer));
        assert_true(coir_scheduler_post(outer, run_posted, &of_outer));
        assert_true(coir_scheduler_schedule_update(outer, c, run_job, &of_outer, 1, false));
        update_outer(1);
        assert_int_equal(timer.calls, 5); // the inner one finishes its update
        assert_int_equal(of_outer.calls, 0);
        update(1);
        assert_int_equal(timer.calls, 9);
        coir_scheduler_destroy(scheduler);
        scheduler = coir_scheduler_new();
    }
}

static void both_schedulers_are_destroyed_by_the_inner_one(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * WAYS; i++) {
        Job destroy = {.act = act_destroy_both, .priority = i % 2}, never = {0};
        drive_inner();
        schedule_in_some_way(scheduler, i / 2, &destroy);
        every(a, "timer", &never, 1.25);
        assert_true(coir_scheduler_every(outer, a, 0.25, run_job, &never));
        assert_true(coir_scheduler_post(outer, run_posted, &never));
        update_outer(1);
        assert_int_equal(destroy.calls, 1);
        assert_int_equal(never.calls, 0);
        scheduler = coir_scheduler_new();
    }
}

// Memory --------------------------------------------------------------------------------------------------------------

static void assert_out_of_memory(void)
{
    assert_true(support_failed());
    assert_non_null(strstr(coir_error(), "out of memory"));
    coir_error_clear();
}

// Each does its work in the end; where there is no memory at first, it says so and nothing has changed.
static void stubborn_timer(void *target, const char *key, Job *job, double interval, double delay)
{
    CoirTimerDef def = {.tick = run_job, .user = job, .key = key, .interval = interval, .repeat = COIR_FOREVER};
    int count = coir_scheduler_timers(scheduler, target, NULL, 0);
    def.delay = delay;
    if (coir_scheduler_schedule(scheduler, target, &def))
        return;
    assert_out_of_memory();
    assert_int_equal(coir_scheduler_timers(scheduler, target, NULL, 0), count);
    assert_true(coir_scheduler_schedule(scheduler, target, &def));
}

static void stubborn_update(void *target, Job *job, int priority)
{
    bool was = has_update(target);
    if (coir_scheduler_schedule_update(scheduler, target, run_job, job, priority, false))
        return;
    assert_out_of_memory();
    assert_int_equal(has_update(target), was);
    assert_true(coir_scheduler_schedule_update(scheduler, target, run_job, job, priority, false));
}

static void stubborn_post(Job *job)
{
    if (coir_scheduler_post(scheduler, run_posted, job))
        return;
    assert_out_of_memory();
    post(job);
}

static void stubborn_pause_all(int min_priority)
{
    paused = coir_scheduler_pause_all(scheduler, min_priority);
    if (paused)
        return;
    assert_out_of_memory();
    assert_false(is_paused(a));
    pause_all(min_priority);
}

static void stubborn_dump(void)
{
    char text[TEXT_SIZE];
    size_t length = coir_scheduler_dump(scheduler, text, sizeof text);
    assert_int_equal(strlen(text), length);
    if (strstr(text, "there is no memory"))
        assert_out_of_memory();
}

static void act_stubbornly(Job *job)
{
    stubborn_timer(job->other, job->key, job->job, 0.5, 0);
    stubborn_timer(job->other, "each", job->job, 0, 0);
    stubborn_update(job->other, job->job, -1);
    stubborn_post(job->job);
    stubborn_pause_all(1);
    resume_all();
    stubborn_dump();
}

static void begin_a_life(void)
{
    scheduler = coir_scheduler_new();
    if (scheduler)
        return;
    assert_out_of_memory();
    scheduler = coir_scheduler_new();
}

// More than the first table of targets has room for, more lists than fit into the first array of them, and so many keys
// that one target gets an index, before it is the first to go.
static void make_many(Job *job)
{
    char key[16];
    for (int i = 10; i < 60; i++)
        stubborn_update(&targets[i], job, i % 7);
    for (int i = 0; i < 50; i++) {
        snprintf(key, sizeof key, "key %d", i);
        stubborn_timer(d, key, job, 1, 0);
    }
    for (int i = 0; i < 50; i += 2) {
        snprintf(key, sizeof key, "key %d", i);
        assert_true(coir_scheduler_unschedule(scheduler, d, key));
        assert_false(is_scheduled(d, key));
    }
}

// Everything that may allocate, and everything that must work where nothing can be had.
static void live_a_little(void)
{
    Job late = {.name = "late"}, job = {.name = "job"}, many = {0}, delayed = {.name = "delayed"};
    Job frame = {.name = "frame", .act = act_stubbornly, .at = 2, .other = c, .key = "late", .job = &late};
    Job timer = {.name = "timer", .act = act_stubbornly, .at = 3, .other = b, .key = "late", .job = &late};
    begin_a_life();
    make_many(&many);
    stubborn_timer(a, "timer", &timer, 0.5, 0);
    stubborn_timer(b, "delayed", &delayed, 0, 0.75);
    stubborn_timer(b, "job", &job, 0.75, 0);
    stubborn_timer(b, "job", &job, 0.25, 0); // replaces the one before
    stubborn_timer(b, "each", &job, 0, 0);
    stubborn_update(a, &frame, 0);
    stubborn_update(a, &frame, 9);
    stubborn_post(&job);
    update(1);
    stubborn_pause_all(9);
    assert_int_equal(coir_target_set_count(paused), 1);
    update(0.25);
    resume_all();
    stubborn_dump();
    update(1);
    assert_true(coir_scheduler_unschedule(scheduler, c, "late"));
    stubborn_pause_all(COIR_PRIORITY_SYSTEM);
    assert_int_equal(coir_target_set_count(paused), 54);
    stubborn_post(&job);
    assert_int_equal(coir_scheduler_unpost_all(scheduler), 1);
    update(1);
    resume_all();
    assert_true(coir_scheduler_unschedule_all(scheduler, 9));
    update(0.5);
    stubborn_post(&job);
    coir_scheduler_destroy(scheduler);
    scheduler = NULL;
    note("many %d", many.calls);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    coir_scheduler_destroy(scheduler);
    assert_true(support_fail_each_allocation(live_a_little) >= 200);
    assert_non_null(strstr(noted(), "late 0@"));
    assert_non_null(strstr(noted(), "delayed 0.5@1.25 "));
    forget_trace();
}

// With no memory in the update in which its delay is over.
static void schedule_one_that_finds_no_place(Job *job)
{
    schedule(a, "starved", job, 0, 3, 0.5);
    support_fail_allocation(1);
    update(1);
    assert_true(support_failed());
    assert_int_equal(support_logged(COIR_LOG_ERROR), 1);
    assert_non_null(strstr(support_last_message(), "out of memory"));
}

static void unschedule_from_log(CoirLogLevel level, const char *message, void *target)
{
    (void)level;
    (void)message;
    note("told ");
    coir_scheduler_unschedule_target(scheduler, target);
}

static void the_log_hook_may_unschedule_what_finds_no_memory(void **state)
{
    Job starved = {.name = "starved"};
    (void)state;
    schedule(a, "starved", &starved, 0, 3, 0.5);
    coir_log_set_hook(unschedule_from_log, a);
    support_fail_allocation(1);
    update(1);
    assert_trace("starved 0.5@0.5 told ");
    assert_false(coir_scheduler_is_scheduled(scheduler, a, "starved"));
    update(1);
    assert_trace("");
}

static void a_timer_whose_delay_ends_without_memory_is_called_when_there_is_some(void **state)
{
    Job starved = {.name = "starved"}, each = {.name = "each"};
    CoirTimerInfo info;
    (void)state;
    schedule_one_that_finds_no_place(&starved);
    assert_trace("starved 0.5@0.5 ");
    support_fail_allocation(1);
    update(1);
    assert_true(support_failed());
    assert_trace("");
    assert_int_equal(support_logged(COIR_LOG_ERROR), 1);
    assert_remaining(a, "starved", 0.0);
    assert_int_equal(coir_scheduler_timers(scheduler, a, &info, 1), 1);
    assert_int_equal(info.repeat, 2);
    every(b, "each", &each, 0); // finds a place, but was scheduled later
    update(1);
    assert_trace("starved 2.5@3 each 1@3 ");
    update(1);
    update(1);
    update(1);
    assert_trace("starved 1@4 each 1@4 starved 1@5 each 1@5 each 1@6 ");
}

static void a_timer_without_a_place_is_paused_and_resumed(void **state)
{
    Job starved = {.name = "starved"};
    (void)state;
    schedule_one_that_finds_no_place(&starved);
    pause_all(0);
    assert_true(is_in(a));
    assert_remaining(a, "starved", 0.0);
    update(1); // it gets its place, but is paused
    assert_trace("starved 0.5@0.5 ");
    resume_all();
    update(1);
    assert_trace("starved 1.5@3 ");
}

static void a_timer_without_a_place_is_paused_and_resumed_without_memory(void **state)
{
    Job starved = {.name = "starved"};
    (void)state;
    schedule_one_that_finds_no_place(&starved);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    support_fail_allocation(1);
    update(1);
    assert_true(support_failed());
    assert_true(coir_scheduler_resume_target(scheduler, a));
    update(1);
    assert_trace("starved 0.5@0.5 starved 1.5@3 ");
}

static void a_timer_without_a_place_is_removed_or_replaced(void **state)
{
    Job starved = {.name = "starved"}, job = {.name = "job"};
    (void)state;
    schedule_one_that_finds_no_place(&starved);
    assert_int_equal(scheduler->lacking, 1);
    assert_true(coir_scheduler_unschedule(scheduler, a, "starved"));
    assert_int_equal(scheduler->lacking, 0);
    forget_trace();
    update(1);
    support_forget_messages();
    schedule_one_that_finds_no_place(&starved);
    every(a, "starved", &job, 1);
    update(1);
    assert_trace("starved 0.5@2.5 job 1@4 ");
    support_forget_messages();
    assert_true(coir_scheduler_unschedule_all(scheduler, 0));
    schedule_one_that_finds_no_place(&starved);
    coir_scheduler_destroy(scheduler);
    scheduler = NULL;
}

static void coming_and_going_between_updates_takes_no_more_memory(void **state)
{
    Job job = {0};
    (void)state;
    for (int i = 0; i < 10; i++) {
        each_frame(&targets[i], &job, 0);
        every(&targets[i], "each", &job, 0);
    }
    update(1);
    size_t bytes = support_bytes();
    for (int i = 0; i < 1000; i++) {
        assert_true(coir_scheduler_unschedule_target(scheduler, &targets[i % 10]));
        each_frame(&targets[i % 10], &job, 0);
        every(&targets[i % 10], "each", &job, 0);
    }
    assert_in_range(support_bytes(), 1, 2 * bytes);
}

static void the_dump_tells_a_timer_without_a_place(void **state)
{
    Job starved = {0};
    char text[TEXT_SIZE];
    (void)state;
    schedule_one_that_finds_no_place(&starved);
    coir_scheduler_dump(scheduler, text, sizeof text);
    assert_non_null(strstr(text, "\"starved\" of "));
    assert_non_null(strstr(text, "not called in each update, for want of memory: 1\n"));
    update(1); // there is some
    coir_scheduler_dump(scheduler, text, sizeof text);
    assert_non_null(strstr(text, "\"starved\" of "));
    assert_null(strstr(text, "for want of memory"));
}

static const struct CMUnitTest tests[] = {
    set_test(rule_3_11_pause_all_pauses_what_has_something_of_the_priority),
    set_test(rule_3_11_a_paused_target_is_paused_with_all_that_it_has),
    set_test(rule_3_11_what_was_paused_before_is_not_in_the_set),
    set_test(rule_3_11_pausing_all_twice_gives_an_empty_set),
    set_test(rule_3_11_sets_of_several_priorities_are_resumed_one_by_one),
    set_test(rule_3_11_what_is_scheduled_later_is_not_in_the_set),
    set_test(rule_3_11_an_empty_scheduler_gives_an_empty_set),
    set_test(rule_3_11_one_forgotten_and_scheduled_again_is_resumed),
    set_test(rule_3_11_one_that_is_gone_stays_gone),
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
    set_test(rule_3_12_unschedule_all_removes_what_has_the_priority),
    set_test(rule_3_12_a_target_is_forgotten_if_nothing_is_left),
    set_test(rule_3_12_in_a_per_frame_update),
    set_test(rule_3_12_in_a_timer_with_much_due),
    set_test(rule_3_12_in_a_timer_that_is_called_in_each_update),
    set_test(rule_3_12_what_is_scheduled_afterwards_starts_anew),
    set_test(unscheduling_many_targets_takes_no_memory),
    set_test(unscheduling_all_of_null_is_reported),
    set_test(what_remains_gets_less_with_time),
    set_test(what_remains_is_kept_by_a_paused_target),
    set_test(what_remains_of_a_timer_for_each_update_is_its_delay),
    set_test(what_remains_is_counted_on_the_targets_clock),
    set_test(what_remains_after_catching_up),
    set_test(what_remains_after_more_than_a_thousand_occurrences),
    set_test(what_remains_seen_from_the_timer_itself),
    set_test(what_remains_seen_from_others),
    set_test(what_remains_of_one_that_was_scheduled_in_the_same_phase),
    set_test(what_remains_of_one_without_a_key),
    set_test(asking_what_remains_of_nothing),
    set_test(timers_are_told_in_order_of_scheduling),
    set_test(no_more_timers_are_told_than_there_is_room_for),
    set_test(a_timer_is_told_about_in_full),
    set_test(a_key_is_the_schedulers_own_copy),
    set_test(timers_are_told_inside_their_calls),
    set_test(the_dump_of_nothing),
    set_test(the_dump_tells_updates_in_their_order),
    set_test(the_dump_tells_timers_by_due_time),
    set_test(the_dump_tells_what_is_called_in_each_update),
    set_test(the_dump_tells_the_order_of_the_next_update),
    set_test(the_dump_tells_what_stands_still_in_order_of_scheduling),
    set_test(the_dump_counts_what_is_posted),
    set_test(the_dump_inside_an_update),
    set_test(the_dump_tells_an_update_that_changes_its_priority_once),
    set_test(the_dump_of_one_that_was_destroyed_in_the_same_call),
    set_test(the_dump_is_cut_like_snprintf_does),
    set_test(the_dump_of_null_is_reported),
    set_test(the_dump_without_memory_says_so),
    set_test(the_time_scales_of_nested_schedulers_multiply),
    set_test(three_schedulers_one_inside_the_other),
    set_test(pausing_the_inner_scheduler_as_a_target_stops_it),
    set_test(pausing_all_of_the_outer_scheduler_pauses_the_inner_one),
    set_test(the_inner_scheduler_cannot_update_the_outer_one_that_drives_it),
    set_test(the_inner_scheduler_is_destroyed_by_the_outer_one),
    set_test(the_inner_scheduler_destroys_itself),
    set_test(the_outer_scheduler_is_destroyed_by_the_inner_one),
    set_test(both_schedulers_are_destroyed_by_the_inner_one),
    set_test(each_allocation_may_fail),
    set_test(a_timer_whose_delay_ends_without_memory_is_called_when_there_is_some),
    set_test(the_log_hook_may_unschedule_what_finds_no_memory),
    set_test(a_timer_without_a_place_is_paused_and_resumed),
    set_test(a_timer_without_a_place_is_paused_and_resumed_without_memory),
    set_test(a_timer_without_a_place_is_removed_or_replaced),
    set_test(coming_and_going_between_updates_takes_no_more_memory),
    set_test(the_dump_tells_a_timer_without_a_place),
};

int main(void)
{
    return cmocka_run_group_tests_name("scheduler_all", tests, NULL, NULL);
}
