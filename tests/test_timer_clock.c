// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Clocks of timer queues (rules 1.1 to 1.4): rounding, limits, scale and pause, and timers of frozen queues (2.9). A
// clock gathers no error, and a clock with an enormous scale stops short of an overflow.

#include "support/timers.h"

#define BAD_NUMBERS                                                         \
    {                                                                       \
        NAN, INFINITY, -INFINITY, SECONDS_MAX * 1.001, -SECONDS_MAX * 1.001 \
    }

static void rule_1_1_times_are_rounded_to_nanoseconds(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job below = {.name = "below"}, above = {.name = "above"};
    (void)state;
    once(root, 1 + 0.4 * NANOSECOND, &below);
    once(root, 1 + 0.6 * NANOSECOND, &above);
    advance(root, 1);
    assert_trace("below@1 ");
    advance(root, 0.4 * NANOSECOND);
    assert_now(root, 1);
    advance(root, 0.6 * NANOSECOND);
    assert_trace("above@1.000000001 ");
    coir_timer_queue_destroy(root);
}

static void rule_1_1_numbers_out_of_range_insert_nothing(void **state)
{
    static const double bad[] = BAD_NUMBERS;
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "job"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(coir_timer_queue_insert(root, bad[i], 0, COIR_CATCH_UP_ALL, run_job, &job).generation, 0);
        assert_mistake("hundred years");
        assert_int_equal(coir_timer_queue_insert(root, 0, bad[i], COIR_CATCH_UP_ALL, run_job, &job).generation, 0);
        assert_mistake("hundred years");
    }
    assert_int_equal(coir_timer_queue_insert(root, 0, -NANOSECOND, COIR_CATCH_UP_ALL, run_job, &job).generation, 0);
    assert_mistake("negative");
    assert_int_equal(coir_timer_queue_count(root), 0);
    once(root, -SECONDS_MAX, &job);
    once(root, SECONDS_MAX, &job);
    every(root, SECONDS_MAX, SECONDS_MAX, COIR_CATCH_UP_ALL, &job);
    advance(root, SECONDS_MAX);
    assert_trace("job@0 job@3155760000 job@3155760000 ");
    coir_timer_queue_destroy(root);
}

static void rule_1_1_numbers_out_of_range_move_no_clock(void **state)
{
    static const double bad[] = BAD_NUMBERS;
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job job = {.name = "job"};
    (void)state;
    once(root, 0, &job);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(coir_timer_queue_advance(root, bad[i]));
        assert_mistake("hundred years");
        assert_false(coir_timer_queue_tick_one(root, bad[i]));
        assert_mistake("hundred years");
    }
    assert_false(coir_timer_queue_advance(root, -NANOSECOND));
    assert_mistake("at least 0");
    assert_now(root, 0);
    assert_now(child, 0);
    assert_trace("");
    advance(root, SECONDS_MAX - 1);
    assert_false(coir_timer_queue_advance(root, 2));
    assert_mistake("hundred years");
    assert_now(root, SECONDS_MAX - 1);
    advance(root, 1);
    assert_now(root, SECONDS_MAX);
    coir_timer_queue_destroy(root);
}

static void rule_1_2_clocks_start_at_0_when_they_are_made(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    (void)state;
    assert_now(root, 0);
    advance(root, 5);
    CoirTimerQueue *child = coir_timer_queue_new(root);
    assert_now(child, 0);
    advance(root, 2);
    assert_now(root, 7);
    assert_now(child, 2);
    coir_timer_queue_destroy(root);
}

static void rule_1_3_a_child_clock_is_scaled_from_the_last_change_on(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    CoirTimerQueue *grandchild = scaled(child, 4);
    (void)state;
    assert_true(coir_timer_queue_scale(child) == 1);
    advance(root, 1);
    coir_timer_queue_set_scale(child, 0.5);
    assert_true(coir_timer_queue_scale(child) == 0.5);
    assert_now(child, 1);
    advance(root, 3);
    assert_now(child, 2.5);
    assert_now(grandchild, 10);
    coir_timer_queue_set_scale(child, 2);
    advance(root, 1);
    assert_now(root, 5);
    assert_now(child, 4.5);
    assert_now(grandchild, 18);
    coir_timer_queue_destroy(root);
}

static void rule_1_3_a_clock_is_frozen_when_paused_or_at_scale_0(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 2);
    CoirTimerQueue *grandchild = coir_timer_queue_new(child);
    (void)state;
    advance(root, 1);
    assert_false(coir_timer_queue_is_paused(child));
    coir_timer_queue_pause(child);
    coir_timer_queue_pause(child);
    assert_true(coir_timer_queue_is_paused(child));
    assert_false(coir_timer_queue_is_paused(grandchild));
    advance(root, 1);
    assert_now(child, 2);
    assert_now(grandchild, 2);
    coir_timer_queue_resume(child);
    coir_timer_queue_resume(child);
    advance(root, 1);
    assert_now(child, 4);
    coir_timer_queue_set_scale(child, 0);
    advance(root, 1);
    assert_now(child, 4);
    coir_timer_queue_pause(child);
    coir_timer_queue_set_scale(child, 3);
    advance(root, 1);
    assert_now(child, 4);
    coir_timer_queue_resume(child);
    advance(root, 1);
    assert_now(child, 7);
    assert_now(grandchild, 7);
    coir_timer_queue_destroy(root);
}

static void rule_1_3_a_scaled_clock_adds_up_no_error(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 1 / 3.0);
    (void)state;
    for (int i = 0; i < 600000; i++)
        advance(root, 0.001);
    assert_now(root, 600);
    assert_now(child, 200);
    coir_timer_queue_destroy(root);
}

static void act_note_other(Job *job)
{
    note("(%lld) ", nanoseconds(job->other));
}

static void rule_1_3_a_due_time_maps_to_the_least_parent_time_that_reaches_the_due_time(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *fast = scaled(root, 3), *slow = scaled(root, 0.5);
    CoirTimerQueue *both = scaled(slow, 3);
    Job a = {.name = "a", .act = act_note_other, .other = root}, b = a, c = a;
    b.name = "b";
    c.name = "c";
    (void)state;
    once(fast, 10e-9, &a); // `fast` reads 9 at 3 ns of the root, and 12 at 4 ns
    once(slow, 2e-9, &b);  // `slow` reads 1 at 2 ns, and 1.5 at 3 ns, rounded to 2
    once(both, 10e-9, &c); // `both` reads 12 at 4 ns of `slow`, which reads 3.5 at 7 ns, rounded to 4
    advance(root, 10e-9);
    assert_trace("b@2e-09 (3) a@1e-08 (4) c@1e-08 (7) ");
    coir_timer_queue_destroy(root);
}

static void act_check_least_root_time(Job *job)
{
    long long due = nanoseconds(job->queue), root = coir_timer_queue_root(job->queue)->base;
    assert_true(llround((double)root * job->number) >= due);
    assert_true(llround((double)(root - 1) * job->number) < due);
}

static void rule_1_3_the_parent_time_is_the_least_also_where_doubles_are_coarse(void **state)
{
    static const double scales[] = {1, 0.1, 1 / 3.0, 7.7, 1e-3, 1234.5678};
    (void)state;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, scales[i]);
        Job job = {.act = act_check_least_root_time, .number = scales[i]};
        // act_check_least_root_time reads the due time in seconds, and rounds it to nanoseconds. For each of these due
        // times the result is exact.
        for (double due = 0.000002; due < SECONDS_MAX; due *= 3)
            once(child, due, &job);
        advance(root, SECONDS_MAX);
        assert_true(job.calls > 20);
        coir_timer_queue_destroy(root);
    }
}

static void rule_1_3_the_past_is_extrapolated_backwards(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job child_8 = {.name = "child -4"}, root_9 = {.name = "root 9"};
    Job child_9_5 = {.name = "child -1"}, child_10 = {.name = "child 0"};
    (void)state;
    advance(root, 10);
    CoirTimerQueue *child = scaled(root, 2);
    once(child, 0, &child_10);
    once(child, -1, &child_9_5);
    once(root, 9, &root_9);
    once(child, -4, &child_8);
    advance(root, 0);
    assert_trace("child -4@0 root 9@10 child -1@0 child 0@0 ");
    coir_timer_queue_destroy(root);
}

static void act_note_clocks(Job *job)
{
    for (int i = 0; i < 3; i++, job = job->job)
        note("%g,", coir_timer_queue_now(job->other));
    note(" ");
}

static void rule_1_4_while_a_timer_fires_its_queue_reads_its_due_time(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *half = scaled(root, 0.5), *twice = scaled(root, 2);
    Job c = {.name = "twice", .act = act_note_clocks, .other = twice};
    Job b = {.name = "half", .act = act_note_clocks, .other = half, .job = &c};
    Job a = {.name = "root", .act = act_note_clocks, .other = root, .job = &b};
    (void)state;
    c.job = &a;
    once(root, 1, &a);  // notes root, half, twice
    once(half, 1, &b);  // notes half, twice, root
    once(twice, 6, &c); // notes twice, root, half
    advance(root, 10);
    assert_trace("root@1 1,0.5,2, half@1 1,4,2, twice@6 6,3,1.5, ");
    assert_now(root, 10);
    assert_now(half, 5);
    assert_now(twice, 20);
    coir_timer_queue_destroy(root);
}

static void rule_1_3_a_timer_of_a_slow_child_that_is_due_after_the_clock_of_the_root_stops_is_never_due(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 0.5);
    Job never = {.name = "never"};
    double due = 0;
    (void)state;
    once(child, 1.8e9, &never);
    assert_false(coir_timer_queue_next_due(root, &due));
    assert_true(coir_timer_queue_set_scale(child, 1));
    assert_true(coir_timer_queue_next_due(root, &due) && due == 1.8e9);
    coir_timer_queue_destroy(root);
}

static void rule_1_3_the_clock_of_a_child_stops_at_a_hundred_years(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 4);
    Job last = {.name = "last"}, after = {.name = "after"};
    double due = 0;
    (void)state;
    advance(root, 1);
    once(child, SECONDS_MAX, &last);
    every(child, SECONDS_MAX, 1, COIR_CATCH_UP_ONE, &after);
    advance(root, SECONDS_MAX / 3);
    assert_trace("last@3155760000 after@3155760000 ");
    assert_now(child, SECONDS_MAX);
    assert_false(coir_timer_queue_next_due(root, &due));
    assert_true(coir_timer_queue_set_parent(child, NULL));
    advance(child, 0);
    coir_timer_queue_destroy(child);
    coir_timer_queue_destroy(root);
}

static void rule_2_9_nothing_fires_below_a_frozen_clock(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *parent = coir_timer_queue_new(root);
    CoirTimerQueue *child = coir_timer_queue_new(parent);
    Job job = {.name = "job"}, past = {.name = "past"};
    (void)state;
    once(child, 1, &job);
    once(child, -1, &past);
    coir_timer_queue_pause(parent);
    advance(root, 5);
    coir_timer_queue_resume(parent);
    coir_timer_queue_set_scale(parent, 0);
    advance(root, 5);
    coir_timer_queue_set_scale(parent, 1);
    coir_timer_queue_pause(child);
    once(child, -2, &past);
    advance(root, 5);
    assert_trace("");
    coir_timer_queue_resume(child);
    advance(root, 1);
    assert_trace("past@0 past@0 job@1 ");
    coir_timer_queue_destroy(root);
}

static void act_resume_other(Job *job)
{
    assert_true(coir_timer_queue_resume(job->other));
}

static void act_pause_own_queue(Job *job)
{
    assert_true(coir_timer_queue_pause(job->queue));
}

static void rule_2_9_a_queue_paused_from_7_to_14_fires_a_timer_due_at_10_at_17(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job pause = {.name = "pause", .act = act_pause_own_queue};
    Job resume = {.name = "resume", .act = act_resume_other, .other = child};
    Job job = {.name = "job", .act = act_note_other, .other = root};
    (void)state;
    once(child, 7, &pause);
    once(root, 14, &resume);
    once(child, 10, &job);
    once(child, 7, &job);
    advance(root, 20);
    assert_trace("pause@7 resume@14 job@7 (14000000000) job@10 (17000000000) ");
    coir_timer_queue_destroy(root);
}

static void rule_2_9_a_scale_set_in_a_callback_brings_timers_into_the_same_advance(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 0);
    Job go = {.name = "go", .act = act_scale_other, .other = child, .number = 4};
    Job job = {.name = "job"}, late = {.name = "late"};
    (void)state;
    once(root, 1, &go);
    once(child, 4, &job);
    once(child, 5, &late);
    advance(root, 2);
    assert_trace("go@1 job@4 ");
    coir_timer_queue_destroy(root);
}

static void a_bad_scale_changes_nothing(void **state)
{
    static const double bad[] = {-NANOSECOND, -1, NAN, INFINITY, -INFINITY};
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 2);
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(coir_timer_queue_set_scale(child, bad[i]));
        assert_mistake("at least 0");
    }
    assert_true(coir_timer_queue_scale(child) == 2);
    advance(root, 1);
    assert_now(child, 2);
    coir_timer_queue_destroy(root);
}

static void a_root_is_neither_scaled_nor_paused(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    (void)state;
    assert_false(coir_timer_queue_set_scale(root, 2));
    assert_mistake("a root");
    assert_true(coir_timer_queue_scale(root) == 1);
    assert_false(coir_timer_queue_pause(root));
    assert_mistake("a root");
    assert_false(coir_timer_queue_is_paused(root));
    assert_false(coir_timer_queue_resume(root));
    assert_mistake("a root");
    advance(root, 1);
    assert_now(root, 1);
    coir_timer_queue_destroy(root);
}

static void a_clock_that_runs_away_stops_short_of_overflow(void **state)
{
    static const double scales[] = {1e300, 1e10, 1e-300};
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *queues[4] = {root};
    Job job = {.name = NULL};
    (void)state;
    for (int i = 1; i < 4; i++) {
        queues[i] = scaled(queues[i - 1], 1);
        every(queues[i], SECONDS_MAX, SECONDS_MAX, (CoirCatchUp)(i - 1), &job);
        once(queues[i], -SECONDS_MAX, &job);
    }
    for (int round = 0; round < 12; round++) {
        for (int i = 1; i < 4; i++) {
            double before = coir_timer_queue_now(queues[i]);
            coir_timer_queue_set_scale(queues[i], scales[(round + i) % 3]);
            assert_true(coir_timer_queue_now(queues[i]) == before);
        }
        advance(root, 3600);
        for (int i = 1; i < 4; i++)
            assert_true(coir_timer_queue_now(queues[i]) >= 0);
    }
    assert_true(job.calls >= 3);
    assert_now(root, 12 * 3600);
    coir_timer_queue_destroy(root);
}

static void a_timer_that_is_due_after_its_clock_has_stopped_is_never_called(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *queue = scaled(root, 1);
    Job job = {.name = NULL};
    (void)state;
    every(queue, SECONDS_MAX, SECONDS_MAX, COIR_CATCH_UP_ALL, &job);
    coir_timer_queue_set_scale(queue, 1e300);
    for (int i = 0; i < 3; i++) {
        advance(root, 3600);
        assert_int_equal(job.calls, 1);
        assert_false(coir_timer_queue_next_due(root, NULL));
        coir_timer_queue_set_scale(queue, 1e200); // stores the present times as the base of the clock
    }
    coir_timer_queue_destroy(root);
}

static const int rates[] = {30, 60, 144, 240};

static void act_check_multiple(Job *job)
{
    assert_int_equal(nanoseconds(job->queue), llround(job->calls * job->number * 1e9));
}

static void a_timer_makes_the_same_calls_at_the_same_times_at_every_frame_rate(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 2);
        Job tenth = {.act = act_check_multiple, .number = 0.1}, doubled = {.act = act_check_multiple, .number = 0.1};
        Job hour = {.act = act_check_multiple, .number = 3600};
        every(root, 0.1, 0.1, COIR_CATCH_UP_ALL, &tenth);
        every(child, 0.1, 0.1, COIR_CATCH_UP_ALL, &doubled);
        once(root, 3600, &hour);
        int frames = 0;
        for (; coir_timer_queue_now(root) < 3600; frames++)
            advance(root, 1.0 / rates[i]);
        assert_in_range(frames, 3600 * rates[i], 3600 * rates[i] + 1);
        assert_int_equal(tenth.calls, 36000);
        assert_int_equal(doubled.calls, 72000);
        assert_int_equal(hour.calls, 1);
        coir_timer_queue_destroy(root);
    }
}

static void a_weeks_clock_has_no_drift(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 0.1);
    Job job = {.act = act_check_multiple, .number = 0.1};
    (void)state;
    advance(root, 7 * 86400);
    assert_now(child, 60480);
    every(root, 0.1, 0.1, COIR_CATCH_UP_ONE, &job); // overdue: one call, then in phase
    job.act = NULL;
    advance(root, 0);
    job.act = act_check_multiple;
    job.calls = 7 * 864000;
    for (int i = 0; i < 1000; i++)
        advance(root, 1 / 128.0);
    assert_int_equal(job.calls, 7 * 864000 + 78);
    coir_timer_queue_destroy(root);
}

TEST_FILE(timer_clock)
{
    const struct CMUnitTest tests[] = {
        queue_test(rule_1_1_times_are_rounded_to_nanoseconds),
        queue_test(rule_1_1_numbers_out_of_range_insert_nothing),
        queue_test(rule_1_1_numbers_out_of_range_move_no_clock),
        queue_test(rule_1_2_clocks_start_at_0_when_they_are_made),
        queue_test(rule_1_3_a_child_clock_is_scaled_from_the_last_change_on),
        queue_test(rule_1_3_a_clock_is_frozen_when_paused_or_at_scale_0),
        queue_test(rule_1_3_a_scaled_clock_adds_up_no_error),
        queue_test(rule_1_3_a_due_time_maps_to_the_least_parent_time_that_reaches_the_due_time),
        queue_test(rule_1_3_the_parent_time_is_the_least_also_where_doubles_are_coarse),
        queue_test(rule_1_3_the_past_is_extrapolated_backwards),
        queue_test(rule_1_4_while_a_timer_fires_its_queue_reads_its_due_time),
        queue_test(rule_1_3_the_clock_of_a_child_stops_at_a_hundred_years),
        queue_test(rule_1_3_a_timer_of_a_slow_child_that_is_due_after_the_clock_of_the_root_stops_is_never_due),
        queue_test(rule_2_9_nothing_fires_below_a_frozen_clock),
        queue_test(rule_2_9_a_queue_paused_from_7_to_14_fires_a_timer_due_at_10_at_17),
        queue_test(rule_2_9_a_scale_set_in_a_callback_brings_timers_into_the_same_advance),
        queue_test(a_bad_scale_changes_nothing),
        queue_test(a_root_is_neither_scaled_nor_paused),
        queue_test(a_clock_that_runs_away_stops_short_of_overflow),
        support_test(a_timer_that_is_due_after_its_clock_has_stopped_is_never_called),
        queue_test(a_timer_makes_the_same_calls_at_the_same_times_at_every_frame_rate),
        queue_test(a_weeks_clock_has_no_drift),
    };
    return cmocka_run_group_tests_name("timer_clock", tests, NULL, NULL);
}
