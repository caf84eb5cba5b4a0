// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timer queues. Rule numbers are those of the time rules: 1.x clocks, 2.x timers.

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/error.h"
#include "time/queue/timer_queue.h"

#define SECONDS_MAX 3155760000.0 // a hundred years
#define NANOSECOND 1e-9
#define BAD_NUMBERS                                                         \
    {                                                                       \
        NAN, INFINITY, -INFINITY, SECONDS_MAX * 1.001, -SECONDS_MAX * 1.001 \
    }

// What was called -----------------------------------------------------------------------------------------------------

// A timer's callback: notes name and time, then does something.
typedef struct Job {
    const char *name; // NULL: is not noted
    void (*act)(struct Job *job);
    CoirTimerQueue *queue; // of the present call
    CoirTimerId id;
    int calls;
    CoirTimerQueue *other; // what `act` works with
    CoirTimerId other_id;
    struct Job *job;
    double number;
} Job;

static void run_job(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    Job *job = user;
    job->calls++;
    job->queue = queue;
    job->id = id;
    if (job->name)
        note("%s@%.10g ", job->name, coir_timer_queue_now(queue));
    if (job->act)
        job->act(job);
}

static CoirTimerId every(CoirTimerQueue *queue, double start, double interval, CoirCatchUp catch_up, Job *job)
{
    CoirTimerId id = coir_timer_queue_insert(queue, start, interval, catch_up, run_job, job);
    assert_int_not_equal(id.generation, 0);
    return id;
}

static CoirTimerId once(CoirTimerQueue *queue, double start, Job *job)
{
    return every(queue, start, 0, COIR_CATCH_UP_ALL, job);
}

static void advance(CoirTimerQueue *root, double dt)
{
    assert_true(coir_timer_queue_advance(root, dt));
}

static CoirTimerQueue *scaled(CoirTimerQueue *parent, double scale)
{
    CoirTimerQueue *queue = coir_timer_queue_new(parent);
    assert_true(coir_timer_queue_set_scale(queue, scale));
    return queue;
}

static long long nanoseconds(const CoirTimerQueue *queue)
{
    return llround(coir_timer_queue_now(queue) * 1e9);
}

#define assert_now(queue, seconds) assert_int_equal(nanoseconds(queue), llround((seconds)*1e9))

static int new_trace(void **state)
{
    forget_trace();
    return support_setup(state);
}

#define queue_test(function) cmocka_unit_test_setup_teardown(function, new_trace, support_teardown)

// 1: clocks ----------------------------------------------------------------------------------------------------------

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

static void rule_1_3_a_clock_stands_still_when_paused_or_at_scale_0(void **state)
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

static void rule_1_3_a_due_time_is_the_least_parent_time_that_reads_at_least_it(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *fast = scaled(root, 3), *slow = scaled(root, 0.5);
    CoirTimerQueue *both = scaled(slow, 3);
    Job a = {.name = "a", .act = act_note_other, .other = root}, b = a, c = a;
    b.name = "b";
    c.name = "c";
    (void)state;
    once(fast, 10e-9, &a); // root 3 reads 9, root 4 reads 12
    once(slow, 2e-9, &b);  // root 2 reads 1, root 3 reads 1.5, rounded to 2
    once(both, 10e-9, &c); // slow 4 reads 12; root 7 reads 3.5, rounded to 4
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

static void rule_1_3_it_is_the_least_one_also_where_doubles_are_coarse(void **state)
{
    static const double scales[] = {1, 0.1, 1 / 3.0, 7.7, 1e-3, 1234.5678};
    (void)state;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, scales[i]);
        Job job = {.act = act_check_least_root_time, .number = scales[i]};
        // Whole multiples of 2 microseconds, so that seconds as double give each due time exactly.
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

// 2: timers ----------------------------------------------------------------------------------------------------------

static void rule_2_1_without_an_interval_a_timer_fires_once(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "job"};
    (void)state;
    once(root, 1, &job);
    advance(root, 0.999999999);
    assert_trace("");
    advance(root, NANOSECOND);
    assert_trace("job@1 ");
    advance(root, 10);
    assert_trace("");
    assert_int_equal(coir_timer_queue_count(root), 0);
    coir_timer_queue_destroy(root);
}

static void rule_2_1_occurrences_are_multiples_of_the_interval(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "job"};
    (void)state;
    every(root, 0.5, 1 / 3.0, COIR_CATCH_UP_ALL, &job);
    advance(root, 1.2);
    advance(root, 0.3);
    assert_trace("job@0.5 job@0.833333333 job@1.166666666 job@1.499999999 ");
    coir_timer_queue_destroy(root);
}

static void act_note_whether_it_waits(Job *job)
{
    note("%s ", coir_timer_queue_contains(job->queue, job->id) ? "waits" : "gone");
    note("%d ", coir_timer_queue_count(job->queue));
}

static void rule_2_1_inside_its_last_call_a_timer_is_gone(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job single = {.name = "single", .act = act_note_whether_it_waits};
    Job many = {.name = "many", .act = act_note_whether_it_waits};
    (void)state;
    CoirTimerId id = once(root, 1, &single);
    assert_true(coir_timer_queue_contains(root, id));
    advance(root, 1);
    assert_trace("single@1 gone 0 ");
    assert_int_equal(single.id.index, id.index);
    assert_int_equal(single.id.generation, id.generation);
    every(root, 2, 1, COIR_CATCH_UP_ALL, &many);
    advance(root, 1);
    assert_trace("many@2 waits 1 ");
    coir_timer_queue_destroy(root);
}

static void act_insert_then_erase_own_id(Job *job)
{
    job->other_id = once(job->queue, 5, job->job);
    assert_false(coir_timer_queue_erase(job->queue, job->id));
}

static void rule_2_1_a_stale_id_never_names_the_timer_that_follows(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job second = {.name = "second"}, first = {.name = "first", .act = act_insert_then_erase_own_id, .job = &second};
    (void)state;
    once(root, 1, &first);
    advance(root, 2);
    assert_true(coir_timer_queue_contains(root, first.other_id));
    assert_false(coir_timer_queue_contains(root, first.id));
    advance(root, 3);
    assert_trace("first@1 second@5 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_2_order_is_time_then_insertion_over_the_whole_tree(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *a = coir_timer_queue_new(root), *b = coir_timer_queue_new(root);
    CoirTimerQueue *below_a = coir_timer_queue_new(a);
    Job jobs[] = {{.name = "1"}, {.name = "2"}, {.name = "3"}, {.name = "4"}, {.name = "5"}, {.name = "6"}};
    Job early = {.name = "early"};
    (void)state;
    once(b, 2, &jobs[0]);
    once(below_a, 2, &jobs[1]);
    once(root, 2, &jobs[2]);
    once(a, 2, &jobs[3]);
    once(below_a, 2, &jobs[4]);
    once(b, 2, &jobs[5]);
    once(a, 1, &early);
    advance(root, 3);
    assert_trace("early@1 1@2 2@2 3@2 4@2 5@2 6@2 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_2_a_repeating_timer_keeps_its_number(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job first = {.name = "first"}, second = {.name = "second"}, third = {.name = "third"};
    (void)state;
    every(child, 2, 2, COIR_CATCH_UP_ALL, &first);
    every(root, 1, 1, COIR_CATCH_UP_ALL, &second);
    every(child, 4, 1, COIR_CATCH_UP_ALL, &third);
    advance(root, 4);
    assert_trace("second@1 first@2 second@2 second@3 first@4 second@4 third@4 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_2_an_advance_of_0_fires_what_is_due(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "job"};
    (void)state;
    once(root, 0, &job);
    once(root, NANOSECOND, &job);
    advance(root, 0);
    assert_trace("job@0 ");
    advance(root, -0.0);
    assert_trace("");
    coir_timer_queue_destroy(root);
}

static void rule_2_3_every_missed_occurrence_fires_in_the_next_advance(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job past = {.name = "past"}, other = {.name = "other"};
    (void)state;
    advance(root, 1);
    every(root, -2.5, 1, COIR_CATCH_UP_ALL, &past);
    every(root, -1.5, 1.5, COIR_CATCH_UP_ALL, &other);
    advance(root, 1);
    assert_trace("past@1 past@1 other@1 past@1 other@1 past@1 past@1.5 other@1.5 ");
    coir_timer_queue_destroy(root);
}

static void act_insert_other(Job *job)
{
    if (job->calls == 1)
        every(job->other ? job->other : job->queue, job->number, 1, COIR_CATCH_UP_ALL, job->job);
}

static void rule_2_4_what_a_callback_inserts_fires_in_the_same_advance(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 2);
    Job c = {.name = "c"}, b = {.name = "b", .act = act_insert_other, .job = &c, .number = 5, .other = child};
    Job a = {.name = "a", .act = act_insert_other, .job = &b, .number = 1 + NANOSECOND};
    (void)state;
    once(root, 1, &a);
    advance(root, 3);
    assert_trace("a@1 b@1.000000001 b@2.000000001 c@5 c@6 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_4_a_timer_inserted_for_now_waits_for_the_next_advance(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job b = {.name = "b"}, a = {.name = "a", .act = act_insert_other, .job = &b, .number = 1};
    (void)state;
    once(root, 1, &a);
    advance(root, 2.5);
    assert_trace("a@1 ");
    assert_int_equal(coir_timer_queue_count(root), 1);
    advance(root, 0);
    assert_trace("b@2.5 b@2.5 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_4_now_is_what_the_queue_inserted_into_reads(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 0.5), *fast = scaled(root, 2);
    Job b = {.name = "b"}, c = {.name = "c"}, d = {.name = "d"};
    Job a = {.name = "a", .act = act_insert_other, .job = &b, .number = 0.6, .other = child};
    Job wait = {.name = "wait", .act = act_insert_other, .job = &c, .number = 2, .other = fast};
    Job past = {.name = "past", .act = act_insert_other, .job = &d, .number = -7, .other = child};
    (void)state;
    once(root, 1, &a);
    once(root, 1, &wait);
    once(root, 1, &past);
    advance(root, 1.2);
    assert_trace("a@1 wait@1 past@1 b@0.6 ");
    advance(root, 0);
    assert_trace("d@0.6 d@0.6 d@0.6 d@0.6 d@0.6 d@0.6 d@0.6 d@0.6 c@2.4 ");
    coir_timer_queue_destroy(root);
}

static void act_chain(Job *job)
{
    once(job->queue, coir_timer_queue_now(job->queue), job);
}

static void rule_2_4_a_chain_of_timers_for_now_makes_one_step_in_each_advance(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "job", .act = act_chain};
    (void)state;
    once(root, 0, &job);
    for (int i = 0; i < 3; i++)
        advance(root, 1);
    assert_trace("job@0 job@1 job@2 ");
    assert_true(coir_timer_queue_tick_one(root, 9));
    assert_trace("job@3 ");
    coir_timer_queue_destroy(root);
}

static void act_erase_other(Job *job)
{
    assert_true(coir_timer_queue_erase(job->other, job->other_id));
    assert_false(coir_timer_queue_contains(job->other, job->other_id));
    assert_false(coir_timer_queue_erase(job->other, job->other_id));
}

static void rule_2_5_a_timer_removed_by_another_does_not_fire(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job victim = {.name = "victim"}, killer = {.name = "killer", .act = act_erase_other, .other = child};
    (void)state;
    every(root, 2, 0, COIR_CATCH_UP_ALL, &killer);
    killer.other_id = every(child, 1, 0.5, COIR_CATCH_UP_ALL, &victim);
    advance(root, 5);
    assert_trace("victim@1 victim@1.5 killer@2 ");
    assert_int_equal(coir_timer_queue_count(child), 0);
    coir_timer_queue_destroy(root);
}

static void act_erase_itself_at_3(Job *job)
{
    if (job->calls == 3)
        assert_true(coir_timer_queue_erase(job->queue, job->id));
}

static void rule_2_5_a_timer_removes_itself_while_another_goes_on(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job stops = {.name = "stops", .act = act_erase_itself_at_3}, goes_on = {.name = "on"};
    (void)state;
    every(root, 1, 1, COIR_CATCH_UP_ALL, &stops);
    every(root, 1, 2, COIR_CATCH_UP_ALL, &goes_on);
    advance(root, 5);
    assert_trace("stops@1 on@1 stops@2 stops@3 on@3 on@5 ");
    assert_int_equal(coir_timer_queue_count(root), 1);
    coir_timer_queue_destroy(root);
}

static void act_insert_for_now_and_erase(Job *job)
{
    CoirTimerId ids[3];
    for (int i = 0; i < 3; i++)
        ids[i] = once(job->queue, 0, job->job);
    assert_int_equal(coir_timer_queue_count(job->queue), 3);
    assert_true(coir_timer_queue_erase(job->queue, ids[1]));
    assert_true(coir_timer_queue_erase(job->queue, ids[2]));
    assert_true(coir_timer_queue_erase(job->queue, ids[0]));
    assert_int_equal(coir_timer_queue_count(job->queue), 0);
}

static void rule_2_5_a_timer_that_waits_for_the_next_advance_can_be_removed(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job never = {.name = "never"}, job = {.name = "job", .act = act_insert_for_now_and_erase, .job = &never};
    (void)state;
    once(root, 1, &job);
    advance(root, 2);
    advance(root, 2);
    assert_trace("job@1 ");
    coir_timer_queue_destroy(root);
}

static void act_destroy_other(Job *job)
{
    coir_timer_queue_destroy(job->other);
}

static void act_insert_for_now_and_destroy_other(Job *job)
{
    once(job->queue, 0, job->job);
    coir_timer_queue_destroy(job->other);
}

// root -> parent -> firing -> child, and a sibling of each, all with timers before and after the call at time 2.
static CoirTimerQueue *plant(Job *killer, const char *destroys)
{
    static Job jobs[] = {
        {.name = "root"}, {.name = "parent"}, {.name = "firing"}, {.name = "child"}, {.name = "uncle"},
    };
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *parent = coir_timer_queue_new(root);
    CoirTimerQueue *firing = coir_timer_queue_new(parent), *child = coir_timer_queue_new(firing);
    CoirTimerQueue *queues[] = {root, parent, firing, child, coir_timer_queue_new(root)};
    once(firing, 2, killer);
    for (int i = 0; i < 5; i++) {
        every(queues[i], 1, 1, COIR_CATCH_UP_ALL, &jobs[i]);
        if (!strcmp(jobs[i].name, destroys))
            killer->other = queues[i];
    }
    return root;
}

static void rule_2_6_the_firing_queue_may_be_destroyed(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "firing");
    (void)state;
    advance(root, 2);
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 root@2 parent@2 uncle@2 ");
    coir_timer_queue_destroy(root);
}

static void act_destroy_own_queue_and_make_another(Job *job)
{
    coir_timer_queue_destroy(job->queue);
    job->queue = coir_timer_queue_new(job->other);
    assert_now(job->queue, 0);
    once(job->queue, 1, job->job);
}

static void rule_2_6_a_queue_made_in_place_of_the_firing_one_starts_at_0(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job after = {.name = "after"};
    Job job = {.name = "job", .act = act_destroy_own_queue_and_make_another, .other = root, .job = &after};
    (void)state;
    once(coir_timer_queue_new(root), 2, &job);
    advance(root, 5);
    assert_trace("job@2 after@1 ");
    assert_now(job.queue, 3);
    coir_timer_queue_destroy(root);
}

static void rule_2_6_the_parent_of_the_firing_queue_may_be_destroyed(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "parent");
    (void)state;
    advance(root, 2);
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 root@2 uncle@2 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_6_a_child_of_the_firing_queue_may_be_destroyed(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "child");
    (void)state;
    advance(root, 2);
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 root@2 parent@2 firing@2 uncle@2 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_6_a_queue_elsewhere_may_be_destroyed(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "uncle");
    (void)state;
    advance(root, 2);
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 root@2 parent@2 firing@2 child@2 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_6_the_root_may_be_destroyed_and_the_advance_ends(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "root");
    (void)state;
    assert_true(coir_timer_queue_advance(root, 9));
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 ");
}

static void rule_2_6_the_root_may_be_destroyed_in_tick_one(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "root");
    (void)state;
    for (int i = 0; i < 6; i++)
        assert_true(coir_timer_queue_tick_one(root, 9));
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 ");
}

static void rule_2_6_timers_that_wait_for_the_next_advance_go_with_their_queue(void **state)
{
    static const char *const who[] = {"firing", "parent", "root"};
    Job waiting = {.name = "waiting"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        Job killer = {.name = "killer", .act = act_insert_for_now_and_destroy_other, .job = &waiting};
        CoirTimerQueue *root = plant(&killer, who[i]);
        forget_trace();
        advance(root, 9);
        assert_null(strstr(noted(), "waiting"));
        assert_non_null(strstr(noted(), "killer@2"));
        if (i < 2) {
            forget_trace();
            advance(root, 1);
            assert_trace(i == 0 ? "root@10 parent@10 uncle@10 " : "root@10 uncle@10 ");
            coir_timer_queue_destroy(root);
        }
    }
}

static void act_use_the_destroyed_root(Job *job)
{
    CoirTimerQueue *root = job->queue, *stranger = coir_timer_queue_new(NULL);
    CoirTimerId none;
    coir_timer_queue_destroy(root);
    none = coir_timer_queue_insert(root, 5, 0, COIR_CATCH_UP_ALL, run_job, job);
    assert_int_equal(none.generation, 0);
    assert_mistake("destroyed");
    assert_null(coir_timer_queue_new(root));
    assert_mistake("destroyed");
    assert_false(coir_timer_queue_set_parent(stranger, root));
    assert_mistake("destroyed");
    coir_timer_queue_destroy(root);
    assert_mistake("destroyed");
    assert_false(coir_timer_queue_advance(root, 1));
    assert_mistake("inside a callback");
    assert_false(coir_timer_queue_erase(root, job->other_id));
    assert_false(coir_timer_queue_contains(root, job->other_id));
    assert_int_equal(coir_timer_queue_count(root), 0);
    assert_false(coir_timer_queue_next_due(root, NULL));
    assert_now(root, 1);
    coir_timer_queue_destroy(stranger);
}

static void rule_2_6_a_destroyed_root_takes_nothing_in_until_its_advance_ends(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job other = {.name = "other"}, job = {.name = "job", .act = act_use_the_destroyed_root};
    (void)state;
    once(root, 1, &job);
    job.other_id = once(root, 1, &other);
    advance(root, 2);
    assert_trace("job@1 ");
}

static void rule_2_6_between_advances_a_queue_takes_timers_and_children_along(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *player = coir_timer_queue_new(root);
    CoirTimerQueue *spell = coir_timer_queue_new(player);
    Job lost = {.name = "lost"}, kept = {.name = "kept"};
    (void)state;
    for (int i = 0; i < 1000; i++)
        once(i % 2 ? player : spell, 1 + i % 7, &lost);
    once(root, 3, &kept);
    size_t all = support_blocks();
    coir_timer_queue_destroy(player);
    assert_int_equal(support_blocks(), all - 1000 - 6); // two queues, their tables of ids and their wheels
    advance(root, 10);
    assert_trace("kept@3 ");
    coir_timer_queue_destroy(root);
    coir_timer_queue_destroy(NULL);
}

static void rule_2_7_all_calls_each_occurrence_in_turn_with_others(void **state)
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

static void rule_2_7_all_calls_one_timer_a_thousand_times_at_most_and_keeps_its_phase(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job fast = {.name = NULL}, other = {.name = NULL};
    (void)state;
    every(root, 0.25, 0.5, COIR_CATCH_UP_ALL, &fast);
    every(root, 0.5, 0.5, COIR_CATCH_UP_ALL, &other);
    advance(root, 499.75);
    assert_int_equal(fast.calls, 1000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0); // the 1000th was the last that was due
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

// With a wheel, all timers of a slice but the first one have a shorter way for their first call of an advance.
static void rule_2_7_the_thousand_calls_are_counted_anew_in_each_advance(void **state)
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

static void rule_2_7_one_calls_once_at_its_first_due_time(void **state)
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
    advance(root, 4); // to 11, which is an occurrence: the next one lies after it
    assert_trace("one@9 ");
    advance(root, 1.9);
    assert_trace("");
    advance(root, 0.1);
    assert_trace("one@13 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_7_restart_counts_from_the_time_advanced_to(void **state)
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
    advance(root, 5); // 2.5 there
    assert_trace("one@1 restart@1 ");
    advance(root, 3); // 4 there
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

static void act_scale_other(Job *job)
{
    assert_true(coir_timer_queue_set_scale(job->other, job->number));
}

static void rule_2_7_the_next_due_time_is_computed_before_the_call(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 1);
    Job one = {.name = "one", .act = act_scale_other, .other = child, .number = 0.5};
    Job restart = {.name = "restart"};
    (void)state;
    every(child, 1, 1, COIR_CATCH_UP_ONE, &one);
    every(child, 2, 1, COIR_CATCH_UP_RESTART, &restart);
    advance(root, 5); // one: 6, as if the child went on to 5; then it slows down at 1 and comes to 3
    assert_trace("one@1 restart@2 ");
    assert_now(child, 3);
    advance(root, 2); // restart: 4
    assert_trace("restart@4 ");
    advance(root, 4); // 6
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

static void rule_2_7_what_comes_due_beyond_the_limit_is_skipped_also_by_a_change_of_scale(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job job = {.act = act_scale_other_at_call_1000, .other = child};
    (void)state;
    every(child, 1, 1, COIR_CATCH_UP_ALL, &job);
    advance(root, 1010); // 1001 to 1010 are skipped; then the child goes on to 1100
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

// A single call leaves other timers that are overdue, in several slices of the wheel.
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

static void rule_2_9_nothing_fires_below_a_clock_that_stands_still(void **state)
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

static void rule_2_9_a_queue_paused_at_7_and_resumed_at_14_fires_what_was_due_at_10_at_17(void **state)
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

static void act_advance_root(Job *job)
{
    assert_false(coir_timer_queue_advance(job->other, 1));
    assert_mistake("inside a callback");
    assert_false(coir_timer_queue_tick_one(job->other, 100));
    assert_mistake("inside a callback");
}

static void rule_2_10_advancing_inside_a_callback_of_the_same_tree_is_a_mistake(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job job = {.name = "job", .act = act_advance_root, .other = root};
    (void)state;
    once(root, 1, &job);
    once(child, 2, &job);
    once(root, 3, &job);
    advance(root, 2);
    assert_trace("job@1 job@2 ");
    assert_now(root, 2);
    assert_true(coir_timer_queue_tick_one(root, 3));
    assert_trace("job@3 ");
    coir_timer_queue_destroy(root);
}

static void act_advance_another_tree(Job *job)
{
    assert_true(coir_timer_queue_advance(job->other, 1));
    assert_false(coir_timer_queue_tick_one(job->other, 0));
}

static void rule_2_10_another_tree_may_be_advanced_inside_a_callback(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *another = coir_timer_queue_new(NULL);
    Job inner = {.name = "inner"}, outer = {.name = "outer", .act = act_advance_another_tree, .other = another};
    (void)state;
    every(root, 1, 1, COIR_CATCH_UP_ALL, &outer);
    every(another, 0.5, 0.5, COIR_CATCH_UP_ALL, &inner);
    advance(root, 2);
    assert_trace("outer@1 inner@0.5 inner@1 outer@2 inner@1.5 inner@2 ");
    coir_timer_queue_destroy(root);
    coir_timer_queue_destroy(another);
}

static void rule_2_10_a_child_is_not_advanced(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job job = {.name = "job"};
    (void)state;
    once(child, 0, &job);
    assert_false(coir_timer_queue_advance(child, 1));
    assert_mistake("a child");
    assert_false(coir_timer_queue_tick_one(child, 1));
    assert_mistake("a child");
    assert_now(child, 0);
    assert_trace("");
    coir_timer_queue_destroy(root);
}

// Mistakes -----------------------------------------------------------------------------------------------------------

static void null_is_reported_and_does_nothing(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    const CoirTimerId none = {0, 0};
    Job job = {.name = "job"};
    double due = 5;
    (void)state;
    assert_int_equal(coir_timer_queue_insert(NULL, 0, 0, COIR_CATCH_UP_ALL, run_job, &job).generation, 0);
    assert_mistake("the queue is NULL");
    assert_int_equal(coir_timer_queue_insert(root, 0, 0, COIR_CATCH_UP_ALL, NULL, &job).generation, 0);
    assert_mistake("the callback is NULL");
    assert_false(coir_timer_queue_erase(NULL, none));
    assert_mistake("NULL");
    assert_false(coir_timer_queue_set_parent(NULL, root));
    assert_mistake("NULL");
    assert_false(coir_timer_queue_set_scale(NULL, 1));
    assert_mistake("NULL");
    assert_false(coir_timer_queue_pause(NULL));
    assert_mistake("NULL");
    assert_false(coir_timer_queue_resume(NULL));
    assert_mistake("NULL");
    assert_false(coir_timer_queue_advance(NULL, 1));
    assert_mistake("NULL");
    assert_false(coir_timer_queue_tick_one(NULL, 1));
    assert_mistake("NULL");
    assert_false(coir_timer_queue_contains(NULL, none));
    assert_false(coir_timer_queue_is_paused(NULL));
    assert_true(coir_timer_queue_scale(NULL) == 0);
    assert_true(coir_timer_queue_now(NULL) == 0);
    assert_false(coir_timer_queue_next_due(NULL, &due));
    assert_true(due == 5);
    assert_int_equal(coir_timer_queue_count(NULL), 0);
    assert_int_equal(coir_timer_queue_count(root), 0);
    coir_timer_queue_destroy(root);
}

static void no_such_catch_up_is_reported(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "job"};
    (void)state;
    assert_int_equal(coir_timer_queue_insert(root, 0, 1, (CoirCatchUp)3, run_job, &job).generation, 0);
    assert_mistake("3 is no CoirCatchUp");
    assert_int_equal(coir_timer_queue_insert(root, 0, 1, (CoirCatchUp)-1, run_job, &job).generation, 0);
    assert_mistake("CoirCatchUp");
    assert_int_equal(coir_timer_queue_count(root), 0);
    coir_timer_queue_destroy(root);
}

static void ids_that_name_nothing_are_harmless(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *other = coir_timer_queue_new(root);
    static const CoirTimerId never[] = {{0, 0}, {0, 7}, {1, 1}, {UINT32_MAX, UINT32_MAX}};
    Job job = {.name = "job"};
    (void)state;
    CoirTimerId id = once(root, 1, &job);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        assert_false(coir_timer_queue_contains(root, never[i]));
        assert_false(coir_timer_queue_erase(root, never[i]));
    }
    assert_false(coir_timer_queue_contains(other, id));
    assert_false(coir_timer_queue_erase(other, id));
    assert_true(coir_timer_queue_erase(root, id));
    assert_false(coir_timer_queue_erase(root, id));
    assert_string_equal(coir_error(), "");
    advance(root, 2);
    assert_trace("");
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

// Enormous scales ----------------------------------------------------------------------------------------------------

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
        coir_timer_queue_set_scale(queue, 1e200); // the clock's times are stored anew
    }
    coir_timer_queue_destroy(root);
}

// The tree -----------------------------------------------------------------------------------------------------------

static void a_moved_queue_keeps_its_reading_and_its_timers(void **state)
{
    CoirTimerQueue *a = coir_timer_queue_new(NULL), *b = coir_timer_queue_new(NULL), *queue = scaled(a, 2);
    Job job = {.name = "job"};
    (void)state;
    every(queue, 1, 1, COIR_CATCH_UP_ALL, &job);
    advance(a, 0.75);
    advance(b, 100);
    assert_trace("job@1 ");
    assert_true(coir_timer_queue_set_parent(queue, b));
    assert_now(queue, 1.5);
    advance(a, 1);
    assert_trace("");
    advance(b, 0.25);
    assert_trace("job@2 ");
    assert_true(coir_timer_queue_set_parent(queue, NULL));
    advance(b, 10);
    assert_trace("");
    advance(queue, 1);
    assert_trace("job@3 ");
    assert_true(coir_timer_queue_set_parent(queue, a));
    assert_true(coir_timer_queue_scale(queue) == 2);
    coir_timer_queue_destroy(b);
    advance(a, 0.5);
    assert_trace("job@4 ");
    coir_timer_queue_destroy(a);
}

static void moved_timers_count_as_inserted_last_in_the_order_they_had(void **state)
{
    CoirTimerQueue *a = coir_timer_queue_new(NULL), *b = coir_timer_queue_new(NULL);
    CoirTimerQueue *queue = coir_timer_queue_new(a), *below = coir_timer_queue_new(queue);
    Job first = {.name = "first"}, second = {.name = "second"}, third = {.name = "third"};
    Job stays = {.name = "stays"}, after = {.name = "after"};
    (void)state;
    once(queue, 1, &first);
    once(below, 1, &second);
    once(queue, 1, &third);
    for (int i = 0; i < 5; i++)
        once(b, 1, &stays);
    assert_true(coir_timer_queue_set_parent(queue, b));
    once(b, 1, &after);
    advance(b, 1);
    assert_trace("stays@1 stays@1 stays@1 stays@1 stays@1 first@1 second@1 third@1 after@1 ");
    coir_timer_queue_destroy(a);
    coir_timer_queue_destroy(b);
}

static void within_a_tree_moved_timers_keep_their_numbers(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *a = coir_timer_queue_new(root), *b = coir_timer_queue_new(root);
    CoirTimerQueue *queue = coir_timer_queue_new(a);
    Job first = {.name = "first"}, second = {.name = "second"};
    (void)state;
    once(queue, 1, &first);
    once(root, 1, &second);
    assert_true(coir_timer_queue_set_parent(queue, b));
    coir_timer_queue_destroy(a);
    assert_true(coir_timer_queue_set_parent(queue, b));
    advance(root, 1);
    assert_trace("first@1 second@1 ");
    coir_timer_queue_destroy(root);
}

static void a_queue_does_not_move_below_itself(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    CoirTimerQueue *below = coir_timer_queue_new(child);
    Job job = {.name = "job"};
    (void)state;
    once(below, 1, &job);
    assert_false(coir_timer_queue_set_parent(child, child));
    assert_mistake("itself or below");
    assert_false(coir_timer_queue_set_parent(child, below));
    assert_mistake("itself or below");
    assert_false(coir_timer_queue_set_parent(root, below));
    assert_mistake("itself or below");
    advance(root, 1);
    assert_trace("job@1 ");
    coir_timer_queue_destroy(root);
}

static void act_move_other(Job *job)
{
    assert_true(coir_timer_queue_set_parent(job->other, job->job ? job->job->queue : NULL));
}

// Timers below that are overdue from before the begin of their clock, in a queue that is old.
static void a_queue_that_becomes_a_root_makes_the_wheels_below_at_the_present_time(void **state)
{
    CoirTimerQueue *world = coir_timer_queue_new(NULL), *player = coir_timer_queue_new(world);
    Job job = {0};
    (void)state;
    advance(world, 10);
    CoirTimerQueue *pet = coir_timer_queue_new(player);
    for (int i = 0; i < 300; i++)
        once(pet, -5 + 0.001 * i, &job);
    assert_true(coir_timer_queue_set_parent(player, NULL));
    assert_non_null(pet->agenda.wheel);
    assert_int_equal(pet->agenda.wheel->reached, 0);
    advance(player, 1);
    assert_int_equal(job.calls, 300);
    coir_timer_queue_destroy(player);
    coir_timer_queue_destroy(world);
}

static void the_firing_queue_may_leave_its_tree(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 3);
    Job leave = {.name = "leave", .act = act_move_other, .other = child}, job = {.name = "job"};
    (void)state;
    once(child, 3 + NANOSECOND, &leave);
    every(child, 3, 3, COIR_CATCH_UP_ALL, &job);
    advance(root, 10);
    assert_trace("job@3 leave@3.000000001 ");
    assert_now(child, 3 + NANOSECOND);
    coir_timer_queue_destroy(root);
    advance(child, 3);
    assert_trace("job@6 ");
    coir_timer_queue_destroy(child);
}

static void act_leave_advance_and_come_back(Job *job)
{
    assert_true(coir_timer_queue_set_parent(job->queue, NULL));
    assert_true(coir_timer_queue_advance(job->queue, 5));
    assert_true(coir_timer_queue_set_parent(job->queue, job->other));
    note("(%g) ", coir_timer_queue_now(job->queue));
}

static void the_firing_queue_may_leave_its_tree_be_advanced_and_come_back(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job leave = {.name = "leave", .act = act_leave_advance_and_come_back, .other = root}, job = {.name = "job"};
    (void)state;
    once(child, 1, &leave);
    every(child, 2, 2, COIR_CATCH_UP_ALL, &job);
    advance(root, 3);
    assert_trace("leave@1 job@2 job@4 job@6 (6) job@8 ");
    assert_now(child, 8);
    coir_timer_queue_destroy(root);
}

static void the_firing_queue_may_move_to_another_tree_that_is_destroyed_at_once(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job nest = {.queue = coir_timer_queue_new(NULL)};
    Job destroy = {.name = "destroy", .act = act_destroy_other, .other = nest.queue};
    Job leave = {.name = "leave", .act = act_move_other, .other = child, .job = &nest}, lost = {.name = "lost"};
    (void)state;
    once(child, 1, &leave);
    once(child, 1, &lost);
    once(root, 1, &destroy);
    advance(root, 2);
    assert_trace("leave@1 destroy@1 ");
    coir_timer_queue_destroy(root);
}

static void act_insert_below_for_now_and_move(Job *job)
{
    once(job->job->queue, 0, job->job);
    act_move_other(&(Job){.other = job->other});
}

static void timers_that_wait_for_the_next_advance_move_along(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job below = {.name = "below", .queue = coir_timer_queue_new(child)};
    Job job = {.name = "job", .act = act_insert_below_for_now_and_move, .other = child, .job = &below};
    (void)state;
    once(child, 1, &job);
    advance(root, 2);
    assert_trace("job@1 ");
    advance(child, 0);
    assert_trace("below@1 ");
    coir_timer_queue_destroy(child);
    coir_timer_queue_destroy(root);
}

static void calls_in_one_tree_do_not_count_in_another(void **state)
{
    for (CoirCatchUp catch_up = COIR_CATCH_UP_ONE; catch_up <= COIR_CATCH_UP_RESTART; catch_up++) {
        CoirTimerQueue *a = coir_timer_queue_new(NULL), *b = coir_timer_queue_new(NULL);
        CoirTimerQueue *queue = coir_timer_queue_new(a);
        Job job = {.name = "job"};
        (void)state;
        every(queue, 1, 1, catch_up, &job);
        advance(a, 1);
        coir_timer_queue_set_parent(queue, b);
        advance(b, 1); // the first advance of this tree, as the other was of the other tree
        assert_trace("job@1 job@2 ");
        coir_timer_queue_set_parent(queue, NULL);
        advance(queue, 1);
        assert_trace("job@3 ");
        coir_timer_queue_destroy(a);
        coir_timer_queue_destroy(b);
        coir_timer_queue_destroy(queue);
    }
}

static void act_make_a_due_queue_and_join_it(Job *job)
{
    CoirTimerQueue *queue = coir_timer_queue_new(NULL);
    once(queue, 0, job);
    assert_true(coir_timer_queue_set_parent(queue, job->other));
}

static void what_joins_a_tree_during_its_advance_counts_as_inserted_then(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "job", .act = act_make_a_due_queue_and_join_it, .other = root};
    (void)state;
    once(root, 1, &job);
    advance(root, 2);
    assert_trace("job@1 ");
    advance(root, 0);
    assert_trace("job@1 "); // the clock of the queue that joined at 1 of the root
    coir_timer_queue_destroy(root);
}

static void act_move_own_root(Job *job)
{
    CoirTimerQueue *stranger = coir_timer_queue_new(NULL);
    assert_false(coir_timer_queue_set_parent(job->other, stranger));
    assert_mistake("being advanced");
    coir_timer_queue_destroy(stranger);
}

static void a_root_that_is_being_advanced_does_not_become_a_child(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "job", .act = act_move_own_root, .other = root};
    (void)state;
    every(root, 1, 1, COIR_CATCH_UP_ALL, &job);
    advance(root, 2);
    assert_trace("job@1 job@2 ");
    coir_timer_queue_destroy(root);
}

// Questions ----------------------------------------------------------------------------------------------------------

static double next_due(const CoirTimerQueue *queue)
{
    double due = NAN;
    assert_true(coir_timer_queue_next_due(queue, &due));
    assert_true(coir_timer_queue_next_due(queue, NULL));
    return due;
}

static void the_next_due_time_is_given_on_the_queues_own_clock(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 2), *below = coir_timer_queue_new(child);
    Job job = {.name = "job"};
    (void)state;
    assert_false(coir_timer_queue_next_due(root, NULL));
    CoirTimerId id = once(below, 6, &job);
    assert_true(next_due(root) == 3);
    assert_true(next_due(child) == 6);
    once(root, 4, &job);
    assert_true(next_due(root) == 3);
    coir_timer_queue_pause(child);
    assert_true(next_due(root) == 4);
    coir_timer_queue_resume(child);
    assert_true(coir_timer_queue_erase(below, id));
    assert_true(next_due(root) == 4);
    assert_false(coir_timer_queue_next_due(child, NULL));
    coir_timer_queue_destroy(root);
}

static void the_next_due_time_is_exact_after_the_earliest_of_many_timers_was_erased(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = scaled(root, 2);
    Job job = {0};
    CoirTimerId earliest = {0};
    (void)state;
    for (int i = 1000; i > 0; i--)
        earliest = once(child, 200 + i, &job);
    assert_true(next_due(root) == 100.5);
    assert_true(coir_timer_queue_erase(child, earliest));
    assert_true(next_due(root) == 101);
    assert_true(next_due(child) == 202);
    coir_timer_queue_destroy(root);
}

// The entries of both children are too early at first.
static void the_next_due_time_is_exact_after_the_earliest_timer_two_queues_below_was_erased(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    CoirTimerQueue *below = coir_timer_queue_new(child);
    Job job = {0};
    (void)state;
    for (int i = 0; i < 300; i++)
        once(below, 1000 + i, &job);
    CoirTimerId earliest = once(below, 1, &job);
    assert_true(coir_timer_queue_erase(below, earliest));
    once(root, 2, &job);
    assert_true(next_due(root) == 2);
    coir_timer_queue_destroy(root);
}

static void count_is_of_the_queue_alone(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job job = {.name = "job"};
    (void)state;
    once(root, 1, &job);
    every(root, 1, 1, COIR_CATCH_UP_ALL, &job);
    CoirTimerId id = once(child, 3, &job);
    assert_int_equal(coir_timer_queue_count(root), 2);
    assert_int_equal(coir_timer_queue_count(child), 1);
    advance(root, 2);
    assert_int_equal(coir_timer_queue_count(root), 1);
    coir_timer_queue_erase(child, id);
    assert_int_equal(coir_timer_queue_count(child), 0);
    coir_timer_queue_destroy(root);
}

// Exactness ----------------------------------------------------------------------------------------------------------

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
    every(root, 0.1, 0.1, COIR_CATCH_UP_ONE, &job); // overdue: one call, then in step
    job.act = NULL;
    advance(root, 0);
    job.act = act_check_multiple;
    job.calls = 7 * 864000;
    for (int i = 0; i < 1000; i++)
        advance(root, 1 / 128.0);
    assert_int_equal(job.calls, 7 * 864000 + 78);
    coir_timer_queue_destroy(root);
}

// Memory -------------------------------------------------------------------------------------------------------------

static void assert_out_of_memory(void)
{
    assert_true(support_failed());
    assert_non_null(strstr(coir_error(), "out of memory"));
    coir_error_clear();
}

static CoirTimerQueue *stubborn_new(CoirTimerQueue *parent)
{
    CoirTimerQueue *queue = coir_timer_queue_new(parent);
    if (queue)
        return queue;
    assert_out_of_memory();
    return coir_timer_queue_new(parent);
}

static CoirTimerId stubborn_insert(CoirTimerQueue *queue, double start, double interval, Job *job)
{
    int count = coir_timer_queue_count(queue);
    CoirTimerId id = coir_timer_queue_insert(queue, start, interval, COIR_CATCH_UP_ALL, run_job, job);
    if (id.generation)
        return id;
    assert_out_of_memory();
    assert_int_equal(coir_timer_queue_count(queue), count);
    return every(queue, start, interval, COIR_CATCH_UP_ALL, job);
}

static void act_insert_stubbornly(Job *job)
{
    stubborn_insert(job->other, coir_timer_queue_now(job->other) + 0.25, 0, job->job);
}

// Everything that may allocate, and everything that must work where nothing can be had.
static void live_a_little(void)
{
    CoirTimerQueue *root = stubborn_new(NULL), *a = stubborn_new(root), *b = stubborn_new(a);
    Job jobs[10], late = {.name = "late"};
    CoirTimerId ids[10];
    static const char *const names[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    for (int i = 0; i < 10; i++) {
        jobs[i] = (Job){.name = names[i], .act = i % 3 ? NULL : act_insert_stubbornly, .other = a, .job = &late};
        ids[i] = stubborn_insert(i % 2 ? a : b, 1 + i % 4, i % 5, &jobs[i]);
    }
    assert_true(coir_timer_queue_erase(a, ids[5]));
    assert_true(coir_timer_queue_set_scale(b, 2));
    assert_true(coir_timer_queue_pause(a));
    advance(root, 1);
    assert_true(coir_timer_queue_resume(a));
    advance(root, 2);
    assert_true(coir_timer_queue_set_parent(b, root));
    coir_timer_queue_destroy(a);
    jobs[6].act = NULL;
    advance(root, 1);
    coir_timer_queue_destroy(root);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    assert_true(support_fail_each_allocation(live_a_little) >= 15);
    assert_non_null(strstr(noted(), "late@"));
    forget_trace();
}

// Numbers of insertion ------------------------------------------------------------------------------------------------

// A player logs out, and some time later in again, with what was waiting and something new.
static void visit(CoirTimerQueue *world, CoirTimerQueue *player, Job *job)
{
    assert_true(coir_timer_queue_set_parent(player, NULL));
    advance(world, 1);
    once(player, coir_timer_queue_now(player) + 1e6, job);
    advance(player, 1);
    assert_true(coir_timer_queue_set_parent(player, world));
}

static void many_log_ins_do_not_use_up_the_numbers_of_insertion(void **state)
{
    static const char *const names[] = {"0", "1", "2", "3", "4"};
    CoirTimerQueue *world = coir_timer_queue_new(NULL), *players[2];
    Job never = {0}, ties[5];
    (void)state;
    for (int i = 0; i < 2; i++) {
        players[i] = coir_timer_queue_new(world);
        once(players[i], 1e9, &never); // it stays, with its old number
    }
    for (int i = 0; i < 200; i++)
        visit(world, players[i % 2], &never);
    for (int i = 0; i < 5; i++) {
        CoirTimerQueue *queue = i % 3 == 2 ? world : players[i % 3];
        ties[i] = (Job){.name = names[i]};
        once(queue, coir_timer_queue_now(queue) + 5, &ties[i]);
    }
    advance(world, 5);
    assert_int_equal(ties[0].calls + ties[1].calls + ties[2].calls + ties[3].calls + ties[4].calls, 5);
    assert_memory_equal(noted(), "0@", 2);
    forget_trace();
    assert_true(world->last_order < 200000);
    coir_timer_queue_destroy(world);
}

static void moving_a_queue_to_another_tree_needs_no_memory(void **state)
{
    CoirTimerQueue *world = coir_timer_queue_new(NULL), *player = coir_timer_queue_new(NULL);
    Job jobs[4] = {{.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "d"}};
    (void)state;
    once(world, 1, &jobs[0]);
    once(player, 1, &jobs[1]);
    once(coir_timer_queue_new(player), 1, &jobs[2]);
    support_fail_allocation(1);
    assert_true(coir_timer_queue_set_parent(player, world));
    assert_false(support_failed());
    support_fail_allocation(0);
    once(world, 1, &jobs[3]);
    advance(world, 1);
    assert_trace("a@1 b@1 c@1 d@1 ");
    coir_timer_queue_destroy(world);
}

static const struct CMUnitTest tests[] = {
    queue_test(rule_1_1_times_are_rounded_to_nanoseconds),
    queue_test(rule_1_1_numbers_out_of_range_insert_nothing),
    queue_test(rule_1_1_numbers_out_of_range_move_no_clock),
    queue_test(rule_1_2_clocks_start_at_0_when_they_are_made),
    queue_test(rule_1_3_a_child_clock_is_scaled_from_the_last_change_on),
    queue_test(rule_1_3_a_clock_stands_still_when_paused_or_at_scale_0),
    queue_test(rule_1_3_a_scaled_clock_adds_up_no_error),
    queue_test(rule_1_3_a_due_time_is_the_least_parent_time_that_reads_at_least_it),
    queue_test(rule_1_3_it_is_the_least_one_also_where_doubles_are_coarse),
    queue_test(rule_1_3_the_past_is_extrapolated_backwards),
    queue_test(rule_1_4_while_a_timer_fires_its_queue_reads_its_due_time),
    queue_test(rule_2_1_without_an_interval_a_timer_fires_once),
    queue_test(rule_2_1_occurrences_are_multiples_of_the_interval),
    queue_test(rule_2_1_inside_its_last_call_a_timer_is_gone),
    queue_test(rule_2_1_a_stale_id_never_names_the_timer_that_follows),
    queue_test(rule_2_2_order_is_time_then_insertion_over_the_whole_tree),
    queue_test(rule_2_2_a_repeating_timer_keeps_its_number),
    queue_test(rule_2_2_an_advance_of_0_fires_what_is_due),
    queue_test(rule_2_3_every_missed_occurrence_fires_in_the_next_advance),
    queue_test(rule_2_4_what_a_callback_inserts_fires_in_the_same_advance),
    queue_test(rule_2_4_a_timer_inserted_for_now_waits_for_the_next_advance),
    queue_test(rule_2_4_now_is_what_the_queue_inserted_into_reads),
    queue_test(rule_2_4_a_chain_of_timers_for_now_makes_one_step_in_each_advance),
    queue_test(rule_2_5_a_timer_removed_by_another_does_not_fire),
    queue_test(rule_2_5_a_timer_removes_itself_while_another_goes_on),
    queue_test(rule_2_5_a_timer_that_waits_for_the_next_advance_can_be_removed),
    queue_test(rule_2_6_the_firing_queue_may_be_destroyed),
    queue_test(rule_2_6_a_queue_made_in_place_of_the_firing_one_starts_at_0),
    queue_test(rule_2_6_the_parent_of_the_firing_queue_may_be_destroyed),
    queue_test(rule_2_6_a_child_of_the_firing_queue_may_be_destroyed),
    queue_test(rule_2_6_a_queue_elsewhere_may_be_destroyed),
    queue_test(rule_2_6_the_root_may_be_destroyed_and_the_advance_ends),
    queue_test(rule_2_6_the_root_may_be_destroyed_in_tick_one),
    queue_test(rule_2_6_timers_that_wait_for_the_next_advance_go_with_their_queue),
    queue_test(rule_2_6_a_destroyed_root_takes_nothing_in_until_its_advance_ends),
    queue_test(rule_2_6_between_advances_a_queue_takes_timers_and_children_along),
    queue_test(rule_2_7_all_calls_each_occurrence_in_turn_with_others),
    queue_test(rule_2_7_all_calls_one_timer_a_thousand_times_at_most_and_keeps_its_phase),
    queue_test(rule_2_7_the_thousand_calls_are_counted_anew_in_each_advance),
    queue_test(rule_2_7_one_calls_once_at_its_first_due_time),
    queue_test(rule_2_7_restart_counts_from_the_time_advanced_to),
    queue_test(rule_2_7_the_time_advanced_to_is_read_on_the_timers_own_clock),
    queue_test(rule_2_7_one_and_restart_in_the_past_call_once),
    queue_test(rule_2_7_the_next_due_time_is_computed_before_the_call),
    queue_test(rule_2_7_one_and_restart_due_again_wait_for_the_next_advance),
    queue_test(rule_2_7_what_comes_due_beyond_the_limit_is_skipped_also_by_a_change_of_scale),
    queue_test(rule_2_7_a_single_call_that_is_skipped_is_reported_too),
    queue_test(rule_2_7_the_next_due_time_is_found_a_hundred_years_later),
    queue_test(rule_1_3_the_clock_of_a_child_stops_at_a_hundred_years),
    queue_test(rule_2_8_tick_one_fires_a_single_timer_and_stops_the_clock_there),
    queue_test(rule_2_8_tick_one_fires_many_overdue_timers_one_by_one),
    queue_test(rule_2_8_a_now_before_the_clock_counts_as_the_clocks_time),
    queue_test(rule_2_8_tick_one_catches_up_by_its_now),
    queue_test(rule_2_8_tick_one_has_no_limit_of_calls),
    queue_test(the_log_hook_may_destroy_the_queue_that_has_skipped_calls),
    queue_test(rule_2_9_nothing_fires_below_a_clock_that_stands_still),
    queue_test(rule_2_9_a_queue_paused_at_7_and_resumed_at_14_fires_what_was_due_at_10_at_17),
    queue_test(rule_2_9_a_scale_set_in_a_callback_brings_timers_into_the_same_advance),
    queue_test(rule_2_10_advancing_inside_a_callback_of_the_same_tree_is_a_mistake),
    queue_test(rule_2_10_another_tree_may_be_advanced_inside_a_callback),
    queue_test(rule_2_10_a_child_is_not_advanced),
    queue_test(null_is_reported_and_does_nothing),
    queue_test(no_such_catch_up_is_reported),
    queue_test(ids_that_name_nothing_are_harmless),
    queue_test(a_bad_scale_changes_nothing),
    queue_test(a_root_is_neither_scaled_nor_paused),
    queue_test(a_clock_that_runs_away_stops_short_of_overflow),
    support_test(a_timer_that_is_due_after_its_clock_has_stopped_is_never_called),
    queue_test(a_moved_queue_keeps_its_reading_and_its_timers),
    queue_test(moved_timers_count_as_inserted_last_in_the_order_they_had),
    queue_test(within_a_tree_moved_timers_keep_their_numbers),
    queue_test(a_queue_does_not_move_below_itself),
    queue_test(a_queue_that_becomes_a_root_makes_the_wheels_below_at_the_present_time),
    queue_test(the_firing_queue_may_leave_its_tree),
    queue_test(the_firing_queue_may_leave_its_tree_be_advanced_and_come_back),
    queue_test(the_firing_queue_may_move_to_another_tree_that_is_destroyed_at_once),
    queue_test(timers_that_wait_for_the_next_advance_move_along),
    queue_test(calls_in_one_tree_do_not_count_in_another),
    queue_test(what_joins_a_tree_during_its_advance_counts_as_inserted_then),
    queue_test(a_root_that_is_being_advanced_does_not_become_a_child),
    queue_test(the_next_due_time_is_given_on_the_queues_own_clock),
    queue_test(the_next_due_time_is_exact_after_the_earliest_of_many_timers_was_erased),
    queue_test(the_next_due_time_is_exact_after_the_earliest_timer_two_queues_below_was_erased),
    queue_test(count_is_of_the_queue_alone),
    queue_test(a_timer_makes_the_same_calls_at_the_same_times_at_every_frame_rate),
    queue_test(a_weeks_clock_has_no_drift),
    queue_test(each_allocation_may_fail),
    queue_test(many_log_ins_do_not_use_up_the_numbers_of_insertion),
    queue_test(moving_a_queue_to_another_tree_needs_no_memory),
};

int main(void)
{
    return cmocka_run_group_tests_name("timer queue", tests, NULL, NULL);
}
