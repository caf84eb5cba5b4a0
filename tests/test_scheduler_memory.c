// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The scheduler without memory. Each allocation fails in turn. Other tests schedule a timer with a delay and an
// interval of 0: when the delay ends, there is no memory to call the timer in each update.

#include "support/target_sets.h"

static void assert_out_of_memory(void)
{
    assert_true(support_failed());
    assert_non_null(strstr(coir_error(), "out of memory"));
    coir_error_clear();
}

// The stubborn functions, except stubborn_dump, try again when there is no memory. A failed try must report the error
// and change nothing.
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

static void make_scheduler_stubbornly(void)
{
    scheduler = coir_scheduler_new();
    if (scheduler)
        return;
    assert_out_of_memory();
    scheduler = coir_scheduler_new();
}

// Schedules updates of so many targets, with so many priorities, that the table of targets and the array of lists grow.
// Then schedules so many timers of `d` that `d` gets an index of keys, and unschedules half of the timers.
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

// Calls functions that may allocate, and functions that must work if there is no memory.
static void play_scenario(void)
{
    Job late = {.name = "late"}, job = {.name = "job"}, many = {0}, delayed = {.name = "delayed"};
    Job frame = {.name = "frame", .act = act_stubbornly, .at = 2, .other = c, .key = "late", .job = &late};
    Job timer = {.name = "timer", .act = act_stubbornly, .at = 3, .other = b, .key = "late", .job = &late};
    make_scheduler_stubbornly();
    make_many(&many);
    stubborn_timer(a, "timer", &timer, 0.5, 0);
    stubborn_timer(b, "delayed", &delayed, 0, 0.75);
    stubborn_timer(b, "job", &job, 0.75, 0);
    stubborn_timer(b, "job", &job, 0.25, 0); // replaces the previous timer
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
    assert_true(support_fail_each_allocation(play_scenario) >= 200);
    assert_non_null(strstr(noted(), "late 0@"));
    assert_non_null(strstr(noted(), "delayed 0.5@1.25 "));
    forget_trace();
}

// Schedules a timer with an interval of 0 and a delay. In the update in which the delay ends, there is no memory to add
// the timer to the list of timers that are called in each update.
static void schedule_a_timer_without_memory_for_its_call(Job *job)
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

static void the_log_hook_may_unschedule_a_timer_without_memory(void **state)
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
    schedule_a_timer_without_memory_for_its_call(&starved);
    assert_trace("starved 0.5@0.5 ");
    support_fail_allocation(1);
    update(1);
    assert_true(support_failed());
    assert_trace("");
    assert_int_equal(support_logged(COIR_LOG_ERROR), 1);
    assert_remaining(a, "starved", 0.0);
    assert_int_equal(coir_scheduler_timers(scheduler, a, &info, 1), 1);
    assert_int_equal(info.repeat, 2);
    every(b, "each", &each, 0); // is added to the list before `starved`, but was scheduled later
    update(1);
    assert_trace("starved 2.5@3 each 1@3 ");
    update(1);
    update(1);
    update(1);
    assert_trace("starved 1@4 each 1@4 starved 1@5 each 1@5 each 1@6 ");
}

static void a_timer_without_memory_for_its_call_is_paused_and_resumed(void **state)
{
    Job starved = {.name = "starved"};
    (void)state;
    schedule_a_timer_without_memory_for_its_call(&starved);
    pause_all(0);
    assert_true(is_in(a));
    assert_remaining(a, "starved", 0.0);
    update(1); // adds the timer to the list of calls; the timer is paused
    assert_trace("starved 0.5@0.5 ");
    resume_all();
    update(1);
    assert_trace("starved 1.5@3 ");
}

static void a_timer_without_memory_for_its_call_is_paused_and_resumed_while_memory_lacks(void **state)
{
    Job starved = {.name = "starved"};
    (void)state;
    schedule_a_timer_without_memory_for_its_call(&starved);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    support_fail_allocation(1);
    update(1);
    assert_true(support_failed());
    assert_true(coir_scheduler_resume_target(scheduler, a));
    update(1);
    assert_trace("starved 0.5@0.5 starved 1.5@3 ");
}

static void a_timer_without_memory_for_its_call_is_removed_or_replaced(void **state)
{
    Job starved = {.name = "starved"}, job = {.name = "job"};
    (void)state;
    schedule_a_timer_without_memory_for_its_call(&starved);
    assert_int_equal(scheduler->lacking, 1);
    assert_true(coir_scheduler_unschedule(scheduler, a, "starved"));
    assert_int_equal(scheduler->lacking, 0);
    forget_trace();
    update(1);
    support_forget_messages();
    schedule_a_timer_without_memory_for_its_call(&starved);
    every(a, "starved", &job, 1);
    update(1);
    assert_trace("starved 0.5@2.5 job 1@4 ");
    support_forget_messages();
    assert_true(coir_scheduler_unschedule_all(scheduler, 0));
    schedule_a_timer_without_memory_for_its_call(&starved);
    coir_scheduler_destroy(scheduler);
    scheduler = NULL;
}

static void adding_and_removing_between_updates_takes_no_more_memory(void **state)
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

static void the_dump_lists_a_timer_without_memory_for_its_call(void **state)
{
    Job starved = {0};
    char text[TEXT_SIZE];
    (void)state;
    schedule_a_timer_without_memory_for_its_call(&starved);
    coir_scheduler_dump(scheduler, text, sizeof text);
    assert_non_null(strstr(text, "\"starved\" of "));
    assert_non_null(strstr(text, "timers and updates that are not called, since there is no memory: 1\n"));
    update(1); // now there is memory
    coir_scheduler_dump(scheduler, text, sizeof text);
    assert_non_null(strstr(text, "\"starved\" of "));
    assert_null(strstr(text, "since there is no memory"));
}

TEST_FILE(scheduler_memory)
{
    const struct CMUnitTest tests[] = {
        set_test(each_allocation_may_fail),
        set_test(a_timer_whose_delay_ends_without_memory_is_called_when_there_is_some),
        set_test(the_log_hook_may_unschedule_a_timer_without_memory),
        set_test(a_timer_without_memory_for_its_call_is_paused_and_resumed),
        set_test(a_timer_without_memory_for_its_call_is_paused_and_resumed_while_memory_lacks),
        set_test(a_timer_without_memory_for_its_call_is_removed_or_replaced),
        set_test(adding_and_removing_between_updates_takes_no_more_memory),
        set_test(the_dump_lists_a_timer_without_memory_for_its_call),
    };
    return cmocka_run_group_tests_name("scheduler_memory", tests, NULL, NULL);
}
