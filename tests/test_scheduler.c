// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The scheduler: the time scale (rule 3.15), cases with several functions, destruction in a callback, mistakes, the
// same calls at every frame rate, and failing allocations.

#include "support/jobs.h"

static void act_destroy_scheduler(Job *job)
{
    (void)job;
    coir_scheduler_destroy(scheduler);
}

// Time scale ---------------------------------------------------------------------------------------------------------

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

// Cases --------------------------------------------------------------------------------------------------------------

static void a_timer_unschedules_itself_while_another_of_the_target_continues(void **state)
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

static void a_dt_of_0_calls_only_updates_and_timers_of_each_update(void **state)
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
    every(a, "fast", &fast, 0.001); // makes at most 1000 calls in one update (COIR_CATCH_UP_ALL)
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

static void a_millisecond_timer_over_a_hundred_thousand_seconds_reports_skipped_calls_once(void **state)
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

static void a_timer_unscheduled_in_a_long_update_is_not_called_again_in_this_update(void **state)
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

// Lets a job destroy the scheduler among updates and timers of other targets. `start` schedules the job.
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

// Mistakes -----------------------------------------------------------------------------------------------------------

static void a_due_time_after_the_end_of_all_clocks_is_resumed_without_an_overflow(void **state)
{
    Job job = {.name = "job", .act = act_pause, .target = a};
    CoirTimerDef def = {.tick = run_job, .user = &job, .interval = SECONDS_MAX, .delay = 1, .repeat = COIR_FOREVER};
    double remaining = 0;
    (void)state;
    def.catch_up = COIR_CATCH_UP_RESTART;
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    // The call after 1 s pauses the target, and is due next one interval after the update, at 200 years. The end of the
    // pause adds 100 years, but an int64_t of nanoseconds ends at 292 years.
    assert_true(coir_scheduler_update(scheduler, SECONDS_MAX));
    assert_true(coir_scheduler_resume_target(scheduler, a));
    assert_true(coir_scheduler_callback_remaining(scheduler, a, run_job, &remaining));
    assert_true(remaining >= SECONDS_MAX);
}

static void a_bad_description_is_reported_and_changes_no_timer(void **state)
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

static void unscheduling_a_missing_timer_is_no_mistake(void **state)
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

// Exactness ----------------------------------------------------------------------------------------------------------

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

// Memory -------------------------------------------------------------------------------------------------------------

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

// Calls functions that may allocate, and functions that must work if there is no memory.
static void play_scenario(void)
{
    Job late = {.name = "late"}, job = {.name = "job"}, many = {0};
    Job frame = {.name = "frame", .act = act_schedule_stubbornly, .at = 2, .other = c, .key = "late", .job = &late};
    Job timer = {.name = "timer", .act = act_schedule_stubbornly, .at = 3, .other = b, .key = "job", .job = &late};
    scheduler = coir_scheduler_new();
    if (!scheduler) {
        assert_out_of_memory();
        scheduler = coir_scheduler_new();
    }
    for (int i = 10; i < 400; i++) // more targets than the first table has room for
        stubborn_update(&targets[i], &many, i % 3);
    stubborn_schedule(a, "timer", &timer, 0.5);
    stubborn_schedule(b, "job", &job, 0.75);
    stubborn_schedule(b, "job", &job, 0.25); // replaces the previous timer
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
    assert_true(support_fail_each_allocation(play_scenario) >= 400);
    assert_non_null(strstr(noted(), "late 0.5@"));
    forget_trace();
}

static void a_timer_that_could_not_be_replaced_continues(void **state)
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
    for (int nth = 1; nth <= 2; nth++) { // 1: the timer; 2: the list of calls that each update makes
        support_fail_allocation(nth);
        assert_false(coir_scheduler_schedule(scheduler, a, &def));
        assert_out_of_memory();
    }
    update(1.5);
    assert_trace("old 1@1 old 1@2 ");
}

TEST_FILE(scheduler)
{
    const struct CMUnitTest tests[] = {
        scheduler_test(rule_3_15_the_time_scale_applies_from_the_next_update_on),
        scheduler_test(rule_3_15_a_bad_time_scale_changes_nothing),
        scheduler_test(a_timer_unschedules_itself_while_another_of_the_target_continues),
        scheduler_test(a_target_pauses_itself_in_its_own_callback),
        scheduler_test(an_update_and_an_interval_0_timer_are_stopped_by_a_third),
        scheduler_test(at_time_scale_10_a_timer_that_unschedules_itself_is_called_once),
        scheduler_test(delay_1_then_a_half_and_a_half_from_inside_in_one_update),
        scheduler_test(a_dt_of_0_calls_only_updates_and_timers_of_each_update),
        scheduler_test(a_short_timer_in_an_update_of_an_hour_starves_nobody),
        scheduler_test(a_timer_with_a_delay_schedules_its_own_key_again_in_its_call),
        scheduler_test(a_millisecond_timer_over_a_hundred_thousand_seconds_reports_skipped_calls_once),
        scheduler_test(a_timer_unscheduled_in_a_long_update_is_not_called_again_in_this_update),
        scheduler_test(an_interval_0_timer_that_schedules_itself_again_is_called_once_in_each_update),
        scheduler_test(everything_is_replaced_from_inside_each_callback),
        scheduler_test(a_scheduler_is_destroyed_in_a_per_frame_update),
        scheduler_test(a_scheduler_is_destroyed_in_a_timer),
        scheduler_test(a_scheduler_is_destroyed_in_the_last_call_of_a_timer),
        scheduler_test(a_scheduler_is_destroyed_in_an_interval_0_timer),
        scheduler_test(a_scheduler_takes_along_all_that_is_scheduled),
        scheduler_test(a_due_time_after_the_end_of_all_clocks_is_resumed_without_an_overflow),
        scheduler_test(a_bad_description_is_reported_and_changes_no_timer),
        scheduler_test(scheduling_with_null_is_reported),
        scheduler_test(changing_with_null_is_reported),
        scheduler_test(questions_about_nothing_are_answered),
        scheduler_test(unscheduling_a_missing_timer_is_no_mistake),
        scheduler_test(timers_make_the_same_calls_at_the_same_times_at_every_frame_rate),
        scheduler_test(each_allocation_may_fail),
        scheduler_test(a_timer_that_could_not_be_replaced_continues),
    };
    return cmocka_run_group_tests_name("scheduler", tests, NULL, NULL);
}
