// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timers that are due in the same nanosecond of the root, on clocks that run faster than the root (rule 2.2); and the
// due times that a queue reports while timers fire. A call is noted as "name ".

#include "support/support.h"

#include <math.h>

#include "coir/timer_queue.h"

#define NS 1e-9

static CoirTimerQueue *root, *fast;

static int make_queues(void **state)
{
    support_setup(state);
    root = coir_timer_queue_new(NULL);
    fast = coir_timer_queue_new(root);
    return root && fast && coir_timer_queue_set_scale(fast, 4) ? 0 : 1;
}

static int destroy_queues(void **state)
{
    coir_timer_queue_destroy(root);
    return support_teardown(state);
}

#define ties_test(function) cmocka_unit_test_setup_teardown(function, make_queues, destroy_queues)

static void say(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    (void)queue;
    (void)id;
    note("%s ", (const char *)user);
}

static CoirTimerId insert(CoirTimerQueue *queue, double start, double interval, char *name)
{
    return coir_timer_queue_insert(queue, start, interval, COIR_CATCH_UP_ALL, say, name);
}

static CoirTimerId act(CoirTimerQueue *queue, double start, CoirTimerFn function)
{
    return coir_timer_queue_insert(queue, start, 0, COIR_CATCH_UP_ALL, function, NULL);
}

static void rule_2_2_in_one_nanosecond_of_the_root_insertion_decides(void **state)
{
    (void)state;
    insert(fast, 8 * NS, 0, "a8"); // all but "d4" are due at 2 ns of the root
    insert(root, 2 * NS, 0, "root");
    insert(fast, 5 * NS, 0, "b5");
    insert(fast, 7 * NS, 0, "c7");
    insert(fast, 4 * NS, 0, "d4"); // due at 1 ns
    assert_true(coir_timer_queue_advance(root, 3 * NS));
    assert_trace("d4 a8 root b5 c7 ");
}

static void rule_2_2_insertion_decides_ties_over_several_queues_and_levels(void **state)
{
    CoirTimerQueue *other = coir_timer_queue_new(root), *below = coir_timer_queue_new(fast);
    (void)state;
    coir_timer_queue_set_scale(other, 2);
    coir_timer_queue_set_scale(below, 3); // 12 times as fast as the root
    insert(below, 24 * NS, 0, "below24");
    insert(other, 4 * NS, 0, "other4");
    insert(below, 13 * NS, 0, "below13");
    insert(other, 3 * NS, 0, "other3");
    insert(fast, 6 * NS, 0, "fast6");
    assert_true(coir_timer_queue_advance(root, 2 * NS));
    assert_trace("below24 other4 below13 other3 fast6 ");
}

static void rule_2_2_a_repeating_timer_keeps_its_number_within_the_nanosecond(void **state)
{
    (void)state;
    insert(fast, 1 * NS, 1 * NS, "each");
    insert(fast, 4 * NS, 0, "last");
    assert_true(coir_timer_queue_advance(root, 1 * NS));
    assert_trace("each each each each last ");
}

static void rule_2_2_one_by_one_the_order_is_the_same(void **state)
{
    (void)state;
    insert(fast, 8 * NS, 0, "a8");
    insert(fast, 5 * NS, 0, "b5");
    insert(fast, 6 * NS, 0, "c6");
    while (coir_timer_queue_tick_one(root, 1))
        ;
    assert_trace("a8 b5 c6 ");
}

static void slow_down(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    say(queue, id, "slow");
    (void)user;
    coir_timer_queue_set_scale(fast, 1);
}

static void rule_2_2_a_change_of_scale_separates_tied_timers_again(void **state)
{
    (void)state;
    act(fast, 5 * NS, slow_down);
    insert(fast, 8 * NS, 0, "8");
    insert(fast, 7 * NS, 0, "7");
    insert(fast, 6 * NS, 0, "6");
    assert_true(coir_timer_queue_advance(root, 2 * NS));
    assert_trace("slow "); // `fast` reads 5 ns at 2 ns of the root, and from there on is as fast as the root
    assert_true(coir_timer_queue_advance(root, 1 * NS));
    assert_trace("6 ");
    assert_true(coir_timer_queue_advance(root, 1 * NS));
    assert_trace("7 ");
    assert_true(coir_timer_queue_advance(root, 1 * NS));
    assert_trace("8 ");
}

static void rule_2_3_the_clock_does_not_run_backwards_among_tied_timers(void **state)
{
    (void)state;
    insert(fast, 8 * NS, 0, "8");
    act(fast, 5 * NS, slow_down); // called when `fast` reads 8 ns
    insert(fast, 7 * NS, 0, "7");
    insert(fast, 9 * NS, 0, "9");
    assert_true(coir_timer_queue_advance(root, 2 * NS));
    assert_trace("8 slow 7 ");
    assert_true(coir_timer_queue_advance(root, 1 * NS));
    assert_trace("9 ");
}

static CoirTimerId victim;

static void erase_victim(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    say(queue, id, "erase");
    (void)user;
    assert_true(coir_timer_queue_erase(fast, victim));
}

static void pause_fast(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    say(queue, id, "pause");
    (void)user;
    coir_timer_queue_pause(fast);
}

static void destroy_fast(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    say(queue, id, "destroy");
    (void)user;
    coir_timer_queue_destroy(fast);
}

static void rules_2_5_and_2_9_hold_for_tied_timers(void **state)
{
    (void)state;
    act(fast, 8 * NS, erase_victim);
    victim = insert(fast, 7 * NS, 0, "victim");
    act(root, 2 * NS, pause_fast);
    insert(fast, 6 * NS, 0, "later");
    assert_true(coir_timer_queue_advance(root, 1));
    assert_trace("erase pause ");
    coir_timer_queue_resume(fast);
    assert_true(coir_timer_queue_advance(root, 0));
    assert_trace("later ");
    act(fast, 4 + 8 * NS, destroy_fast);
    insert(fast, 4 + 7 * NS, 0, "gone");
    assert_true(coir_timer_queue_advance(root, 2));
    assert_trace("destroy ");
}

static void insert_earlier(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    CoirTimerQueue *still = coir_timer_queue_new(root);
    say(queue, id, "insert");
    (void)user;
    coir_timer_queue_pause(still);
    insert(still, 0.5 * NS, 0, "lost");
    insert(fast, 8 * NS, 0, "tied");
}

static CoirTimerQueue *still;

static void resume_still(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    say(queue, id, "resume");
    (void)user;
    coir_timer_queue_resume(still);
}

static void rule_2_9_an_earlier_timer_whose_queue_resumes_comes_before_tied_timers(void **state)
{
    (void)state;
    still = coir_timer_queue_new(root);
    coir_timer_queue_pause(still);
    act(fast, 8 * NS, resume_still);
    insert(fast, 6 * NS, 0, "6");
    insert(still, -1, 0, "past");
    assert_true(coir_timer_queue_advance(root, 2 * NS));
    assert_trace("resume past 6 ");
}

static void rule_2_4_a_timer_inserted_for_the_same_nanosecond_comes_last(void **state)
{
    (void)state;
    act(fast, 5 * NS, insert_earlier);
    insert(fast, 6 * NS, 0, "6");
    insert(root, 3 * NS, 0, "next");
    assert_true(coir_timer_queue_advance(root, 3 * NS));
    assert_trace("insert 6 tied next ");
}

static void rule_1_3_the_same_scale_again_is_no_change(void **state)
{
    (void)state;
    assert_true(coir_timer_queue_set_scale(fast, 0.75));
    insert(fast, 3 * NS, 0, "3");
    for (int i = 0; i < 3; i++) {
        assert_true(coir_timer_queue_set_scale(fast, 0.75));
        assert_true(coir_timer_queue_advance(root, 1 * NS));
    }
    assert_trace(""); // 3 * 0.75 is 2.25; if each step were rounded, the sum would be 3
    assert_true(coir_timer_queue_advance(root, 1 * NS));
    assert_trace("3 ");
}

// Due times while timers fire ----------------------------------------------------------------------------------------

static double due_within, next_within;

static void ask(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    CoirTimerId now = insert(root, 0, 0, "now"); // waits for the next advance
    (void)queue;
    (void)id;
    (void)user;
    assert_true(coir_timer_queue_due(root, now, &due_within));
    assert_true(coir_timer_queue_next_due(root, &next_within));
}

static void next_due_includes_timers_that_wait_for_the_next_advance(void **state)
{
    (void)state;
    act(root, 1, ask);
    insert(root, 5, 0, "5");
    assert_true(coir_timer_queue_advance(root, 2));
    assert_true(due_within == 0 && next_within == 0);
    assert_trace("");
    assert_true(coir_timer_queue_advance(root, 0));
    assert_trace("now ");
}

static void next_due_is_none_below_a_frozen_clock(void **state)
{
    CoirTimerQueue *below = coir_timer_queue_new(fast);
    double due = 0;
    (void)state;
    insert(below, 5, 0, "5");
    assert_true(coir_timer_queue_next_due(below, &due) && due == 5);
    coir_timer_queue_pause(fast);
    assert_false(coir_timer_queue_next_due(below, &due));
    assert_false(coir_timer_queue_next_due(fast, &due));
    assert_false(coir_timer_queue_next_due(root, &due));
    assert_true(coir_timer_queue_set_parent(fast, NULL)); // as a root, `fast` runs
    assert_true(coir_timer_queue_next_due(fast, &due) && due == 5);
    assert_true(coir_timer_queue_advance(fast, 5));
    assert_trace("5 ");
    assert_true(coir_timer_queue_set_parent(fast, root));
}

static void ask_for_next(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    (void)queue;
    (void)id;
    (void)user;
    assert_true(coir_timer_queue_next_due(root, &next_within));
}

static void next_due_includes_tied_timers(void **state)
{
    (void)state;
    act(fast, 8 * NS, ask_for_next);
    insert(fast, 6 * NS, 0, "6");
    insert(root, 1, 0, "later");
    assert_true(coir_timer_queue_advance(root, 2 * NS));
    assert_int_equal(llround(next_within * 1e9), 2);
    assert_trace("6 ");
}

static void due_is_on_the_queues_own_clock_and_moves_with_each_call(void **state)
{
    double due = NAN;
    (void)state;
    CoirTimerId id = insert(fast, -3, 2, "x"), gone = insert(fast, 1, 0, "y");
    assert_true(coir_timer_queue_due(fast, id, &due) && due == -3);
    assert_true(coir_timer_queue_due(fast, id, NULL));
    assert_true(coir_timer_queue_advance(root, 1));
    assert_trace("x x x y x ");
    assert_true(coir_timer_queue_due(fast, id, &due) && due == 5);
    due = 7;
    assert_false(coir_timer_queue_due(fast, gone, &due));
    assert_false(coir_timer_queue_due(root, id, &due));
    assert_false(coir_timer_queue_due(NULL, id, &due));
    assert_true(due == 7);
}

// A double cannot hold each nanosecond of a time that is more than 104 days (2^53 ns) away from the last change of a
// clock. So timers have ties there on clocks of scale 1, too.
static void rule_2_2_insertion_decides_ties_of_starts_more_than_104_days_in_the_past(void **state)
{
    const double start = -9500000;
    (void)state;
    coir_timer_queue_destroy(root);
    root = coir_timer_queue_new(NULL); // this root never had a fast child
    CoirTimerQueue *child = coir_timer_queue_new(root);
    insert(child, start + 4 * NS, 0, "once");
    insert(child, start, 3 * NS, "x");
    for (int i = 0; i < 4; i++)
        assert_true(coir_timer_queue_tick_one(root, 0));
    assert_trace("x once x x ");
}

static void rule_2_2_insertion_decides_ties_of_early_starts_of_a_root_that_becomes_a_child(void **state)
{
    const double start = -20000000;
    (void)state;
    coir_timer_queue_destroy(root);
    root = coir_timer_queue_new(NULL);
    CoirTimerQueue *child = coir_timer_queue_new(NULL);
    insert(child, start + 4 * NS, 0, "once");
    insert(child, start, 3 * NS, "x");
    assert_true(coir_timer_queue_set_parent(child, root));
    for (int i = 0; i < 3; i++)
        assert_true(coir_timer_queue_tick_one(root, 0));
    assert_trace("x once x ");
}

static void make_a_child_far_from_its_due_times(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    (void)id, (void)user;
    CoirTimerQueue *child = coir_timer_queue_new(queue);
    insert(child, 20000000 + 4 * NS, 0, "once");
    insert(child, 20000000, 3 * NS, "x");
}

static void rule_2_2_insertion_decides_ties_of_a_first_child_that_a_callback_makes(void **state)
{
    (void)state;
    coir_timer_queue_destroy(root);
    root = coir_timer_queue_new(NULL);
    coir_timer_queue_insert(root, 1, 0, COIR_CATCH_UP_ALL, make_a_child_far_from_its_due_times, NULL);
    assert_true(coir_timer_queue_advance(root, 20000001 + 4 * NS));
    assert_trace("x once x ");
}

TEST_FILE(timer_ties)
{
    const struct CMUnitTest tests[] = {
        ties_test(rule_2_2_in_one_nanosecond_of_the_root_insertion_decides),
        ties_test(rule_2_2_insertion_decides_ties_over_several_queues_and_levels),
        ties_test(rule_2_2_a_repeating_timer_keeps_its_number_within_the_nanosecond),
        ties_test(rule_2_2_one_by_one_the_order_is_the_same),
        ties_test(rule_2_2_a_change_of_scale_separates_tied_timers_again),
        ties_test(rule_2_3_the_clock_does_not_run_backwards_among_tied_timers),
        ties_test(rules_2_5_and_2_9_hold_for_tied_timers),
        ties_test(rule_2_9_an_earlier_timer_whose_queue_resumes_comes_before_tied_timers),
        ties_test(rule_2_4_a_timer_inserted_for_the_same_nanosecond_comes_last),
        ties_test(rule_2_2_insertion_decides_ties_of_starts_more_than_104_days_in_the_past),
        ties_test(rule_2_2_insertion_decides_ties_of_early_starts_of_a_root_that_becomes_a_child),
        ties_test(rule_2_2_insertion_decides_ties_of_a_first_child_that_a_callback_makes),
        ties_test(rule_1_3_the_same_scale_again_is_no_change),
        ties_test(next_due_includes_timers_that_wait_for_the_next_advance),
        ties_test(next_due_is_none_below_a_frozen_clock),
        ties_test(next_due_includes_tied_timers),
        ties_test(due_is_on_the_queues_own_clock_and_moves_with_each_call),
    };
    return cmocka_run_group_tests_name("timer_ties", tests, NULL, NULL);
}
