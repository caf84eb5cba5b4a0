// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timer queues: calls, their order, and timers that callbacks insert and erase (rules 2.1 to 2.5), advances in
// callbacks (2.10), mistakes, and failing allocations.

#include "support/timers.h"

// Rules 2.1 to 2.5, 2.10 ---------------------------------------------------------------------------------------------

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

static void rule_2_1_inside_its_last_call_a_timer_is_not_in_the_queue(void **state)
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

static void rule_2_2_an_advance_of_0_fires_due_timers(void **state)
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

static void rule_2_4_a_timer_inserted_by_a_callback_fires_in_the_same_advance(void **state)
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

static void rule_2_4_a_timer_inserted_for_the_present_time_waits_for_the_next_advance(void **state)
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

static void rule_2_4_now_is_the_time_of_the_queue_inserted_into(void **state)
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

static void rule_2_4_a_chain_of_timers_for_the_present_time_makes_one_step_in_each_advance(void **state)
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

static void rule_2_5_a_timer_removes_itself_while_another_continues(void **state)
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

// After the timer was erased, the entry of `child` in the root and the entry of `below` in `child` are too early.
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

// Calls all functions that may allocate, and functions that must work if there is no memory.
static void play_scenario(void)
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
    assert_true(support_fail_each_allocation(play_scenario) >= 15);
    assert_non_null(strstr(noted(), "late@"));
    forget_trace();
}

TEST_FILE(timer_queue)
{
    const struct CMUnitTest tests[] = {
        queue_test(rule_2_1_without_an_interval_a_timer_fires_once),
        queue_test(rule_2_1_occurrences_are_multiples_of_the_interval),
        queue_test(rule_2_1_inside_its_last_call_a_timer_is_not_in_the_queue),
        queue_test(rule_2_1_a_stale_id_never_names_the_timer_that_follows),
        queue_test(rule_2_2_order_is_time_then_insertion_over_the_whole_tree),
        queue_test(rule_2_2_a_repeating_timer_keeps_its_number),
        queue_test(rule_2_2_an_advance_of_0_fires_due_timers),
        queue_test(rule_2_3_every_missed_occurrence_fires_in_the_next_advance),
        queue_test(rule_2_4_a_timer_inserted_by_a_callback_fires_in_the_same_advance),
        queue_test(rule_2_4_a_timer_inserted_for_the_present_time_waits_for_the_next_advance),
        queue_test(rule_2_4_now_is_the_time_of_the_queue_inserted_into),
        queue_test(rule_2_4_a_chain_of_timers_for_the_present_time_makes_one_step_in_each_advance),
        queue_test(rule_2_5_a_timer_removed_by_another_does_not_fire),
        queue_test(rule_2_5_a_timer_removes_itself_while_another_continues),
        queue_test(rule_2_5_a_timer_that_waits_for_the_next_advance_can_be_removed),
        queue_test(rule_2_10_advancing_inside_a_callback_of_the_same_tree_is_a_mistake),
        queue_test(rule_2_10_another_tree_may_be_advanced_inside_a_callback),
        queue_test(rule_2_10_a_child_is_not_advanced),
        queue_test(null_is_reported_and_does_nothing),
        queue_test(no_such_catch_up_is_reported),
        queue_test(ids_that_name_nothing_are_harmless),
        queue_test(the_next_due_time_is_given_on_the_queues_own_clock),
        queue_test(the_next_due_time_is_exact_after_the_earliest_of_many_timers_was_erased),
        queue_test(the_next_due_time_is_exact_after_the_earliest_timer_two_queues_below_was_erased),
        queue_test(count_is_of_the_queue_alone),
        queue_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("timer_queue", tests, NULL, NULL);
}
