// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Queues that move to another parent or to another tree: the clock and the timers of the queue, the order of the moved
// timers, and moves in callbacks.

#include "support/timers.h"

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

static void moved_timers_count_as_inserted_last_in_their_old_order(void **state)
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

static void a_root_that_is_advanced_stays_a_root(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job move = {.name = "move", .act = act_move_other, .other = root};
    (void)state;
    once(root, 1, &move);
    advance(root, 1);
    assert_trace("move@1 ");
    coir_timer_queue_destroy(root);
}

// The clock of `pet` reads 0 while the clock of `player` reads 10. When `player` becomes a root, `pet` gets a new
// wheel, which must begin at 0, the time of `pet`. All timers of `pet` are overdue, so they do not move the wheel.
static void when_a_queue_becomes_a_root_new_wheels_below_begin_at_the_times_of_their_queues(void **state)
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

static void act_insert_a_due_timer_below_and_move(Job *job)
{
    once(job->job->queue, 0, job->job);
    act_move_other(&(Job){.other = job->other});
}

static void timers_that_wait_for_the_next_advance_move_along(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    Job below = {.name = "below", .queue = coir_timer_queue_new(child)};
    Job job = {.name = "job", .act = act_insert_a_due_timer_below_and_move, .other = child, .job = &below};
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
        advance(b, 1); // the first advance of b; the previous call was in the first advance of a
        assert_trace("job@1 job@2 ");
        coir_timer_queue_set_parent(queue, NULL);
        advance(queue, 1);
        assert_trace("job@3 ");
        coir_timer_queue_destroy(a);
        coir_timer_queue_destroy(b);
        coir_timer_queue_destroy(queue);
    }
}

static void act_make_a_due_queue_and_join_the_queue(Job *job)
{
    CoirTimerQueue *queue = coir_timer_queue_new(NULL);
    once(queue, 0, job);
    assert_true(coir_timer_queue_set_parent(queue, job->other));
}

static void timers_that_join_a_tree_during_its_advance_count_as_inserted_then(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job job = {.name = "job", .act = act_make_a_due_queue_and_join_the_queue, .other = root};
    (void)state;
    once(root, 1, &job);
    advance(root, 2);
    assert_trace("job@1 ");
    advance(root, 0);
    assert_trace("job@1 "); // the new queue joined when the root read 1; now the root reads 2, the queue 1
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

// Lets a player log out and later log in again, with the old timers and a new timer.
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
        once(players[i], 1e9, &never); // stays, with its old insertion number
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

TEST_FILE(timer_tree)
{
    const struct CMUnitTest tests[] = {
        queue_test(a_moved_queue_keeps_its_reading_and_its_timers),
        queue_test(moved_timers_count_as_inserted_last_in_their_old_order),
        queue_test(within_a_tree_moved_timers_keep_their_numbers),
        queue_test(a_queue_does_not_move_below_itself),
        queue_test(a_root_that_is_advanced_stays_a_root),
        queue_test(when_a_queue_becomes_a_root_new_wheels_below_begin_at_the_times_of_their_queues),
        queue_test(the_firing_queue_may_leave_its_tree),
        queue_test(the_firing_queue_may_leave_its_tree_be_advanced_and_come_back),
        queue_test(the_firing_queue_may_move_to_another_tree_that_is_destroyed_at_once),
        queue_test(timers_that_wait_for_the_next_advance_move_along),
        queue_test(calls_in_one_tree_do_not_count_in_another),
        queue_test(timers_that_join_a_tree_during_its_advance_count_as_inserted_then),
        queue_test(a_root_that_is_being_advanced_does_not_become_a_child),
        queue_test(many_log_ins_do_not_use_up_the_numbers_of_insertion),
        queue_test(moving_a_queue_to_another_tree_needs_no_memory),
    };
    return cmocka_run_group_tests_name("timer_tree", tests, NULL, NULL);
}
