// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The catch-up of overdue timers (rule 2.7), in advances and in coir_timer_queue_tick_one (rule 2.8).

#include "support/timers.h"

static void rule_2_7_catch_up_all_calls_each_occurrence_in_turn_with_others(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 2);
    Job slow = {.name = "slow"}, fast = {.name = "fast"};
    (void)state;
    every(root, 1, 1, COIR_CATCH_UP_ALL, &slow);
    every(child, 1.5, 1.5, COIR_CATCH_UP_ALL, &fast);
    advance(root, 2.5);
    assert_trace("fast@1.5 slow@1 fast@3 slow@2 fast@4.5 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_7_catch_up_all_calls_one_timer_a_thousand_times_at_most_and_keeps_its_phase(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job fast = {.name = NULL}, other = {.name = NULL};
    (void)state;
    every(root, 0.25, 0.5, COIR_CATCH_UP_ALL, &fast);
    every(root, 0.5, 0.5, COIR_CATCH_UP_ALL, &other);
    advance(root, 499.75);
    assert_int_equal(fast.calls, 1000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0); // the 1000th call was the last due call
    fast.name = "fast";
    advance(root, 0.5);
    assert_trace("fast@500.25 ");
    fast.name = NULL;
    fast.calls = other.calls = 0;
    advance(root, 100000);
    assert_int_equal(fast.calls, 1000);
    assert_int_equal(other.calls, 1000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 2);
    advance(root, 100000);
    assert_int_equal(fast.calls, 2000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 2);
    assert_string_equal(coir_error(), "");
    fast.name = "fast";
    other.name = "other";
    advance(root, 0.75);
    assert_trace("other@200500.5 fast@200500.75 other@200501 ");
    coir_timer_queue_destroy(root);
}

// A timer may be called 1000 times in one advance. The count begins again at the first call in each advance. The
// shorter path of a call (fire_usual in src/time/queue/firing.c) does not set the count back. So a timer that was
// called several times in its last advance must take the longer path. The first timer in a slice of the wheel usually
// takes the longer path anyway. So `fast` comes after `first`, and 1000 late timers make the wheel.
static void rule_2_7_the_thousand_calls_are_counted_again_in_each_advance(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job first = {.name = NULL}, fast = {.name = NULL}, late = {.name = NULL};
    (void)state;
    for (int i = 0; i < 1000; i++)
        once(root, 1e6, &late);
    every(root, 0.01, 0.01, COIR_CATCH_UP_ALL, &first);
    every(root, 0.01, 0.01, COIR_CATCH_UP_ALL, &fast);
    advance(root, 5);
    assert_int_equal(fast.calls, 500);
    advance(root, 9);
    assert_int_equal(fast.calls, 1400);
    advance(root, 11);
    assert_int_equal(fast.calls, 2400);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 2);
    assert_non_null(root->agenda.wheel);
    coir_timer_queue_destroy(root);
}

static void rule_2_7_catch_up_one_calls_once_at_its_first_due_time(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "one"}, other = {.name = "other"};
    (void)state;
    every(root, 1, 2, COIR_CATCH_UP_ONE, &job);
    once(root, 4, &other);
    advance(root, 6.5);
    assert_trace("one@1 other@4 ");
    advance(root, 0.4);
    assert_trace("");
    advance(root, 0.1);
    assert_trace("one@7 ");
    advance(root, 4); // to 11; one@9 also covers the occurrence at 11, so the next call is at 13
    assert_trace("one@9 ");
    advance(root, 1.9);
    assert_trace("");
    advance(root, 0.1);
    assert_trace("one@13 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_7_catch_up_restart_counts_from_the_time_advanced_to(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "restart"};
    (void)state;
    every(root, 1, 2, COIR_CATCH_UP_RESTART, &job);
    advance(root, 6.5);
    assert_trace("restart@1 ");
    advance(root, 1.9);
    assert_trace("");
    advance(root, 0.6); // to 9
    assert_trace("restart@8.5 ");
    advance(root, 1.9);
    assert_trace("");
    advance(root, 0.1);
    assert_trace("restart@11 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_7_the_time_advanced_to_is_read_on_the_timers_own_clock(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 0.5);
    Job one = {.name = "one"}, restart = {.name = "restart"};
    (void)state;
    every(child, 1, 1, COIR_CATCH_UP_ONE, &one);
    every(child, 1, 1, COIR_CATCH_UP_RESTART, &restart);
    advance(root, 5); // the child reads 2.5
    assert_trace("one@1 restart@1 ");
    advance(root, 3); // the child reads 4
    assert_trace("one@3 restart@3.5 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_7_one_and_restart_in_the_past_call_once(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job one = {.name = "one"}, restart = {.name = "restart"};
    (void)state;
    advance(root, 10);
    every(root, 0.5, 1, COIR_CATCH_UP_ONE, &one);
    every(root, 0.5, 1, COIR_CATCH_UP_RESTART, &restart);
    advance(root, 1);
    assert_trace("one@10 restart@10 ");
    advance(root, 1);
    assert_trace("one@11.5 restart@12 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_7_the_next_due_time_is_computed_before_the_call(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 1);
    Job one = {.name = "one", .act = act_scale_other, .other = child, .number = 0.5};
    Job restart = {.name = "restart"};
    (void)state;
    every(child, 1, 1, COIR_CATCH_UP_ONE, &one);
    every(child, 2, 1, COIR_CATCH_UP_RESTART, &restart);
    // `one` is due next at 6, as if the child went on to 5. Then the child slows down at 1 and reaches 3.
    advance(root, 5);
    assert_trace("one@1 restart@2 ");
    assert_now(child, 3);
    advance(root, 2); // the child reads 4, where `restart` is due next
    assert_trace("restart@4 ");
    advance(root, 4); // the child reads 6
    assert_trace("restart@5 one@6 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_7_one_and_restart_due_again_wait_for_the_next_advance(void **state)
{
    for (CoirCatchUp catch_up = COIR_CATCH_UP_ONE; catch_up <= COIR_CATCH_UP_RESTART; catch_up++) {
        CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 1);
        Job job = {.name = "job", .act = act_scale_other, .other = child, .number = 10}, all = {.name = "all"};
        (void)state;
        every(child, 1, 1, catch_up, &job);
        once(child, 15, &all);
        advance(root, 4); // due next at 5; the child goes on to 31
        assert_trace("job@1 all@15 ");
        assert_now(child, 31);
        advance(root, 0);
        assert_trace("job@31 ");
        advance(root, 0);
        assert_trace("");
        coir_timer_queue_destroy(root);
    }
}

static void act_scale_other_at_call_1000(Job *job)
{
    if (job->calls == 1000)
        coir_timer_queue_set_scale(job->other, 10);
}

static void rule_2_7_calls_beyond_the_limit_are_skipped_also_after_a_change_of_scale(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job job = {.act = act_scale_other_at_call_1000, .other = child};
    (void)state;
    every(child, 1, 1, COIR_CATCH_UP_ALL, &job);
    advance(root, 1010); // call 1000 speeds up the child, to 1100 instead of 1010; all later calls are skipped
    assert_int_equal(job.calls, 1000);
    assert_now(child, 1100);
    advance(root, 0);
    assert_int_equal(job.calls, 1000);
    advance(root, 0.1); // the phase is kept
    assert_int_equal(job.calls, 1001);
    coir_timer_queue_destroy(root);
}

static void rule_2_7_a_single_call_that_is_skipped_is_reported_too(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job job = {.name = NULL}, scale = {.act = act_scale_other, .other = child, .number = 2};
    (void)state;
    every(child, 1, 1, COIR_CATCH_UP_ALL, &job);
    once(root, 1000.25, &scale);
    advance(root, 1000.875); // after 1000 calls the child goes on from 1000.25 to 1001.5
    assert_int_equal(job.calls, 1000);
    assert_now(child, 1001.5);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    advance(root, 0.25);
    assert_int_equal(job.calls, 1001);
    coir_timer_queue_destroy(root);
}

static void rule_2_7_the_next_due_time_is_found_a_hundred_years_later(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "job"};
    double due = 0;
    (void)state;
    CoirTimerId id = every(root, -SECONDS_MAX, SECONDS_MAX, COIR_CATCH_UP_ONE, &job);
    advance(root, SECONDS_MAX);
    assert_trace("job@0 ");
    assert_true(coir_timer_queue_due(root, id, &due) && due == 2 * SECONDS_MAX);
    coir_timer_queue_destroy(root);
}

static void rule_2_8_tick_one_fires_a_single_timer_and_stops_the_clock_there(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 2);
    Job a = {.name = "a"}, b = {.name = "b"};
    (void)state;
    every(root, 1, 1, COIR_CATCH_UP_ALL, &a);
    once(child, 3, &b);
    assert_true(coir_timer_queue_tick_one(root, 2.5));
    assert_trace("a@1 ");
    assert_now(root, 1);
    assert_true(coir_timer_queue_tick_one(root, 2.5));
    assert_trace("b@3 ");
    assert_now(root, 1.5);
    assert_true(coir_timer_queue_tick_one(root, 2.5));
    assert_trace("a@2 ");
    assert_false(coir_timer_queue_tick_one(root, 2.5));
    assert_trace("");
    assert_now(root, 2.5);
    assert_true(coir_timer_queue_tick_one(root, 3));
    assert_trace("a@3 ");
    coir_timer_queue_destroy(root);
}

// The three timers are overdue when they are added, and wait in two slices of the wheel. The first two calls of
// coir_timer_queue_tick_one leave overdue timers behind.
static void rule_2_8_tick_one_fires_many_overdue_timers_one_by_one(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job later = {0}, jobs[3] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
    const double times[] = {0.02, 0.0201, 0.04};
    (void)state;
    for (int i = 0; i < 300; i++)
        once(root, 1000 + i, &later);
    advance(root, 0.05);
    for (int i = 0; i < 3; i++)
        once(root, times[i], &jobs[i]);
    for (int i = 0; i < 3; i++)
        assert_true(coir_timer_queue_tick_one(root, 0.05));
    assert_trace("a@0.05 b@0.05 c@0.05 ");
    assert_false(coir_timer_queue_tick_one(root, 0.05));
    coir_timer_queue_destroy(root);
}

static void rule_2_8_a_now_before_the_clock_counts_as_the_clocks_time(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "job"};
    (void)state;
    advance(root, 5);
    assert_false(coir_timer_queue_tick_one(root, 2));
    assert_now(root, 5);
    assert_false(coir_timer_queue_tick_one(root, -2));
    assert_now(root, 5);
    once(root, 4, &job);
    once(root, 5, &job);
    assert_true(coir_timer_queue_tick_one(root, -SECONDS_MAX));
    assert_true(coir_timer_queue_tick_one(root, 1));
    assert_false(coir_timer_queue_tick_one(root, 1));
    assert_trace("job@5 job@5 ");
    assert_string_equal(coir_error(), "");
    coir_timer_queue_destroy(root);
}

static void rule_2_8_tick_one_catches_up_by_its_now(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job one = {.name = "one"}, restart = {.name = "restart"};
    (void)state;
    every(root, 1, 1, COIR_CATCH_UP_ONE, &one);
    every(root, 2, 1, COIR_CATCH_UP_RESTART, &restart);
    while (coir_timer_queue_tick_one(root, 5.5)) {
    }
    while (coir_timer_queue_tick_one(root, 6.5)) {
    }
    assert_trace("one@1 restart@2 one@6 restart@6.5 ");
    coir_timer_queue_destroy(root);
}

static void destroy_from_log(CoirLogLevel level, const char *message, void *queue)
{
    (void)level;
    (void)message;
    coir_timer_queue_destroy(queue);
}

static void the_log_hook_may_destroy_the_queue_that_has_skipped_calls(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job fast = {.name = NULL}, other = {.name = NULL};
    (void)state;
    every(child, 1, 1, COIR_CATCH_UP_ALL, &fast);
    every(root, 5000, 5000, COIR_CATCH_UP_ALL, &other);
    coir_log_set_hook(destroy_from_log, child);
    advance(root, 10000);
    assert_int_equal(fast.calls, 1000);
    assert_int_equal(other.calls, 2);
    every(root, 1, 1, COIR_CATCH_UP_ALL, &fast);
    coir_log_set_hook(destroy_from_log, root);
    assert_true(coir_timer_queue_advance(root, 10000));
}

static void rule_2_8_tick_one_has_no_limit_of_calls(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = NULL};
    (void)state;
    every(root, 1, 1, COIR_CATCH_UP_ALL, &job);
    for (int i = 1; i <= 3000; i++) {
        assert_true(coir_timer_queue_tick_one(root, 3000));
        assert_now(root, i);
    }
    assert_false(coir_timer_queue_tick_one(root, 3000));
    assert_int_equal(job.calls, 3000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
    coir_timer_queue_destroy(root);
}

TEST_FILE(timer_catch_up)
{
    const struct CMUnitTest tests[] = {
        queue_test(rule_2_7_catch_up_all_calls_each_occurrence_in_turn_with_others),
        queue_test(rule_2_7_catch_up_all_calls_one_timer_a_thousand_times_at_most_and_keeps_its_phase),
        queue_test(rule_2_7_the_thousand_calls_are_counted_again_in_each_advance),
        queue_test(rule_2_7_catch_up_one_calls_once_at_its_first_due_time),
        queue_test(rule_2_7_catch_up_restart_counts_from_the_time_advanced_to),
        queue_test(rule_2_7_the_time_advanced_to_is_read_on_the_timers_own_clock),
        queue_test(rule_2_7_one_and_restart_in_the_past_call_once),
        queue_test(rule_2_7_the_next_due_time_is_computed_before_the_call),
        queue_test(rule_2_7_one_and_restart_due_again_wait_for_the_next_advance),
        queue_test(rule_2_7_calls_beyond_the_limit_are_skipped_also_after_a_change_of_scale),
        queue_test(rule_2_7_a_single_call_that_is_skipped_is_reported_too),
        queue_test(rule_2_7_the_next_due_time_is_found_a_hundred_years_later),
        queue_test(rule_2_8_tick_one_fires_a_single_timer_and_stops_the_clock_there),
        queue_test(rule_2_8_tick_one_fires_many_overdue_timers_one_by_one),
        queue_test(rule_2_8_a_now_before_the_clock_counts_as_the_clocks_time),
        queue_test(rule_2_8_tick_one_catches_up_by_its_now),
        queue_test(rule_2_8_tick_one_has_no_limit_of_calls),
        queue_test(the_log_hook_may_destroy_the_queue_that_has_skipped_calls),
    };
    return cmocka_run_group_tests_name("timer_catch_up", tests, NULL, NULL);
}
