// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs that are asleep during a long delay. Sleep must not change the effect of any function. Most tests do the same to
// two runs: one run sleeps, and the other run stays awake because a leaf that changes nothing is in progress beside the
// delay.

#include "support/actions.h"

#include "coir/tween.h"

static CoirRun sleeper, awake;
static CoirNode *other; // node of the run that stays awake

static CoirAction *long_wait(void)
{
    return coir_sequence(coir_delay(100), say("a"), coir_move_by(10, 100, 0), coir_delay(100), say("b"),
                         coir_move_by(10, 0, 100));
}

static void tick(void *of, double value, void *user)
{
    (void)of, (void)value, (void)user;
}

static int make_sleepers(void **state)
{
    int result = setup_stage_and_manager(state);
    other = coir_node_new();
    sleeper = play(long_wait());
    awake = coir_action_manager_run(manager, other, coir_spawn(long_wait(), coir_each(220, 0, 1, tick, NULL)));
    coir_run_on_done(sleeper, note_end, "end");
    coir_run_on_done(awake, note_end, "end");
    step(1);
    return result;
}

static int end_sleepers(void **state)
{
    coir_node_destroy(other);
    return teardown_stage_and_manager(state);
}

#define sleep_test(function) cmocka_unit_test_setup_teardown(function, make_sleepers, end_sleepers)

// Checks that both runs are at the same time, that both nodes look the same, and that both runs have made the same
// calls.
static void compare(void)
{
    const char *half = noted() + strlen(noted()) / 2;
    assert_true(coir_run_elapsed(sleeper) == coir_run_elapsed(awake));
    assert_true(coir_run_is_running(sleeper) == coir_run_is_running(awake));
    assert_looks(node, looks_of(other));
    assert_int_equal(strlen(noted()) % 2, 0);
    assert_memory_equal(noted(), half, strlen(half));
    forget_trace();
}

static void step_and_compare(double dt, const char *called)
{
    step(dt);
    assert_memory_equal(noted(), called, strlen(called));
    assert_int_equal(strlen(noted()), 2 * strlen(called));
    compare();
}

// Calls the same function for both runs.
#define both(function, ...)                          \
    do {                                             \
        assert_true(function(sleeper, __VA_ARGS__)); \
        assert_true(function(awake, __VA_ARGS__));   \
    } while (0)

static void a_sleeping_run_wakes_at_its_wake_time(void **state)
{
    (void)state;
    step_and_compare(98.9, "");
    step_and_compare(0.1, "a@100 ");
    step_and_compare(5, "");
    assert_near(node->position.x, 50);
    step_and_compare(104, "");
    step_and_compare(10, "b@210 ");
    step_and_compare(10, "end:done ");
}

static void one_step_over_the_whole_sleep(void **state)
{
    (void)state;
    step(1000);
    assert_trace("a@100 b@210 end:done a@100 b@210 end:done ");
    assert_near(node->position.x, 100);
    assert_near(node->position.y, 100);
}

static void a_run_paused_while_asleep_keeps_the_rest_of_its_sleep(void **state)
{
    (void)state;
    assert_true(coir_run_pause(sleeper) && coir_run_pause(awake));
    step_and_compare(500, "");
    assert_true(coir_run_resume(sleeper) && coir_run_resume(awake));
    step_and_compare(98.5, "");
    step_and_compare(1, "a@600 ");
}

static void a_run_keeps_the_rest_of_its_sleep_while_its_node_is_paused(void **state)
{
    (void)state;
    coir_node_pause(node);
    coir_node_pause(other);
    step_and_compare(500, "");
    coir_node_resume(node);
    coir_node_resume(other);
    step_and_compare(100, "a@600 ");
}

static void a_run_stopped_while_asleep_ends(void **state)
{
    (void)state;
    assert_true(coir_run_stop(sleeper) && coir_run_stop(awake));
    step_and_compare(500, "end:stopped ");
    assert_int_equal(coir_action_manager_count(manager), 0);
}

static void a_run_asleep_ends_when_its_node_is_destroyed(void **state)
{
    (void)state;
    coir_node_destroy(node);
    coir_node_destroy(other);
    assert_trace("end:gone end:gone ");
    other = NULL;
    step(500);
    assert_int_equal(coir_action_manager_count(manager), 0);
}

static void a_speed_set_while_a_run_is_asleep_counts_from_the_time_of_the_call(void **state)
{
    (void)state;
    both(coir_run_set_speed, 2);
    step_and_compare(49, "");
    step_and_compare(1, "a@50.5 ");
    both(coir_run_set_speed, 1);
    step_and_compare(30, "");
    both(coir_run_set_speed, 0);
    step_and_compare(1000, "");
    both(coir_run_set_speed, 1);
    step_and_compare(80, "b@1160 ");
}

static void a_run_reversed_while_asleep_is_done_at_its_start(void **state)
{
    (void)state;
    step_and_compare(49, "");
    assert_true(coir_run_reverse(sleeper) && coir_run_reverse(awake));
    step_and_compare(49.5, "");
    step_and_compare(1, "end:done ");
}

static void a_run_reversed_twice_while_asleep_continues_forwards(void **state)
{
    (void)state;
    step_and_compare(29, "");
    assert_true(coir_run_reverse(sleeper) && coir_run_reverse(awake));
    step_and_compare(20, "");
    assert_true(coir_run_reverse(sleeper) && coir_run_reverse(awake));
    step_and_compare(89.5, "");
    step_and_compare(1, "a@140 ");
}

static void a_run_sought_while_asleep_continues_from_the_goal(void **state)
{
    (void)state;
    both(coir_run_seek, 99.5, 0);
    step_and_compare(1, "a@1.5 ");
    both(coir_run_seek, 150, 0);
    compare();
    both(coir_run_seek, 50, 0);
    compare();
    step_and_compare(49, "");
    step_and_compare(2, "a@52 ");
    both(coir_run_seek_fraction, 1, 0);
    compare();
    step_and_compare(0, "end:done ");
}

static void a_run_restarted_while_asleep_begins_again(void **state)
{
    (void)state;
    step_and_compare(50, "");
    assert_true(coir_run_restart(sleeper) && coir_run_restart(awake));
    step_and_compare(99.5, "");
    step_and_compare(1, "a@151 ");
}

static void a_node_that_goes_to_a_stage_asleep_wakes_there(void **state)
{
    (void)state;
    assert_true(coir_node_add(scene, node));
    assert_int_equal(coir_action_manager_count(manager), 1);
    step(200); // steps only the other run
    forget_trace();
    frame(98.5);
    assert_trace("");
    frame(1);
    assert_trace("a@99 ");
    coir_node_detach(node);
    frame(50);
    coir_node_add(scene, node);
    frame(9);
    assert_near(node->position.x, 95);
}

static void changes_by_other_code_during_a_sleep_stay(void **state)
{
    (void)state;
    node->position = coir_vec2(7, 7);
    other->position = coir_vec2(7, 7);
    step_and_compare(104, "a@100 ");
    assert_near(node->position.x, 57);
}

// Order --------------------------------------------------------------------------------------------------------------

static void rule_4_10_runs_that_wake_together_are_stepped_in_insertion_order(void **state)
{
    static const double waits[] = {3, 1, 2, 5, 4, 0.5};
    static const char *const names[] = {"0", "1", "2", "3", "4", "5"};
    (void)state;
    coir_action_manager_stop_all(manager);
    forget_trace();
    for (int i = 0; i < COUNT(waits); i++)
        play(coir_sequence(coir_delay(waits[i]), say(names[i]), coir_delay(10), say(names[i])));
    step(0.1);
    step(9);
    assert_trace("0@4 1@2 2@3 3@6 4@5 5@1.5 ");
    step(9);
    assert_trace("0@14 1@12 2@13 3@16 4@15 5@11.5 ");
}

static void thousands_wake_one_after_the_other(void **state)
{
    static CoirRun runs[3000];
    int count = 0, stopped = 0;
    (void)state;
    coir_action_manager_stop_all(manager);
    for (int i = 0; i < COUNT(runs); i++)
        runs[i] = play(coir_sequence(coir_delay(1 + (i * 7919) % 3000 * 0.01), counting(&count)));
    step(0.5);
    for (int i = 0; i < COUNT(runs); i += 3)
        stopped += coir_run_stop(runs[i]);
    for (int i = 1; i <= 60; i++) {
        int expected = 0;
        step(0.5);
        for (int k = 0; k < COUNT(runs); k++)
            expected += k % 3 != 0 && 1 + (k * 7919) % 3000 * 0.01 <= 0.5 + i * 0.5 + 1e-9;
        assert_int_equal(count, expected);
    }
    step(1);
    assert_int_equal(count + stopped, COUNT(runs));
    assert_int_equal(coir_action_manager_count(manager), 0);
}

static void catch_up_now(void *target, double dt, void *user)
{
    (void)dt, (void)user;
    coir_action_manager_catch_up(target);
}

// A per-frame update is called before the scheduler's timers. If the manager catches up in such an update, the manager
// wakes the runs that are due.
static void a_run_caught_up_in_a_per_frame_update_wakes_in_time(void **state)
{
    CoirScheduler *scheduler = coir_scheduler_new();
    CoirActionManager *early = coir_action_manager_new_on(scheduler);
    CoirNode *moved = coir_node_new();
    (void)state;
    coir_action_manager_run(early, moved, coir_sequence(coir_delay(1), coir_place(5, 6), coir_delay(100)));
    coir_scheduler_update(scheduler, 0.5);
    coir_action_manager_catch_up(early);
    coir_scheduler_schedule_update(scheduler, early, catch_up_now, NULL, 0, false);
    coir_scheduler_update(scheduler, 0.25);
    assert_true(moved->position.x == 0);
    coir_scheduler_update(scheduler, 0.25);
    assert_true(moved->position.x == 5);
    coir_node_destroy(moved);
    coir_action_manager_destroy(early);
    coir_scheduler_destroy(scheduler);
}

static char fired[4000];

static void note_timer(void *target, double elapsed, void *user)
{
    size_t length = strlen(fired);
    (void)elapsed;
    snprintf(fired + length, sizeof fired - length, "%s@%g ", (const char *)target, coir_scheduler_now(user));
}

static void note_run(CoirNode *of, void *user)
{
    (void)of;
    note_timer("run", 0, user);
}

// Plays timers and two managers, each with a sleeping run. One timer is paused at first, and some timers are due
// together. Both managers catch up after each update. If `is_early`, `early` also catches up in a per-frame update.
static void play_timers(bool is_early)
{
    static char names[12][4];
    CoirScheduler *scheduler = coir_scheduler_new();
    CoirActionManager *early = coir_action_manager_new_on(scheduler), *late = coir_action_manager_new_on(scheduler);
    CoirNode *nodes[] = {coir_node_new(), coir_node_new()};
    fired[0] = 0;
    for (int i = 0; i < COUNT(names); i++) {
        snprintf(names[i], sizeof names[i], "%d", i);
        coir_scheduler_every(scheduler, names[i], 0.1 * (1 + i % 4), note_timer, scheduler);
    }
    coir_scheduler_pause_target(scheduler, names[5]);
    coir_action_manager_run(early, nodes[0], coir_sequence(coir_delay(0.7), coir_place(5, 6), coir_delay(100)));
    coir_action_manager_run(late, nodes[1], coir_sequence(coir_delay(0.7), coir_call(note_run, scheduler)));
    if (is_early)
        coir_scheduler_schedule_update(scheduler, early, catch_up_now, NULL, 0, false);
    for (int i = 0; i < 20; i++) {
        coir_scheduler_update(scheduler, 0.08);
        coir_action_manager_catch_up(early);
        coir_action_manager_catch_up(late);
        assert_true((nodes[0]->position.x == 5) == (i >= 8));
        if (i == 10)
            coir_scheduler_resume_target(scheduler, names[5]);
    }
    coir_node_destroy(nodes[0]);
    coir_node_destroy(nodes[1]);
    coir_action_manager_destroy(early);
    coir_action_manager_destroy(late);
    coir_scheduler_destroy(scheduler);
}

static void catching_up_in_a_per_frame_update_leaves_timers_and_other_managers_alone(void **state)
{
    char expected[sizeof fired];
    (void)state;
    play_timers(false);
    memcpy(expected, fired, sizeof fired);
    assert_true(strlen(expected) > 500 && strstr(expected, "run@"));
    play_timers(true);
    assert_string_equal(fired, expected);
}

static void without_memory_a_run_stays_awake(void **state)
{
    CoirNode *waiting = coir_node_new();
    (void)state;
    coir_action_manager_run(manager, waiting, coir_sequence(coir_delay(1), coir_place(5, 6)));
    support_fail_allocation(1);
    step(0.5);
    assert_true(support_failed());
    support_fail_allocation(0);
    step(0.4);
    assert_true(waiting->position.x == 0);
    step(0.1);
    assert_true(waiting->position.x == 5);
    coir_node_destroy(waiting);
}

TEST_FILE(action_sleep)
{
    const struct CMUnitTest tests[] = {
        sleep_test(a_sleeping_run_wakes_at_its_wake_time),
        sleep_test(one_step_over_the_whole_sleep),
        sleep_test(a_run_paused_while_asleep_keeps_the_rest_of_its_sleep),
        sleep_test(a_run_keeps_the_rest_of_its_sleep_while_its_node_is_paused),
        sleep_test(a_run_stopped_while_asleep_ends),
        sleep_test(a_run_asleep_ends_when_its_node_is_destroyed),
        sleep_test(a_speed_set_while_a_run_is_asleep_counts_from_the_time_of_the_call),
        sleep_test(a_run_reversed_while_asleep_is_done_at_its_start),
        sleep_test(a_run_reversed_twice_while_asleep_continues_forwards),
        sleep_test(a_run_sought_while_asleep_continues_from_the_goal),
        sleep_test(a_run_restarted_while_asleep_begins_again),
        sleep_test(a_node_that_goes_to_a_stage_asleep_wakes_there),
        sleep_test(changes_by_other_code_during_a_sleep_stay),
        sleep_test(rule_4_10_runs_that_wake_together_are_stepped_in_insertion_order),
        sleep_test(thousands_wake_one_after_the_other),
        sleep_test(a_run_caught_up_in_a_per_frame_update_wakes_in_time),
        sleep_test(catching_up_in_a_per_frame_update_leaves_timers_and_other_managers_alone),
        sleep_test(without_memory_a_run_stays_awake),
    };
    return cmocka_run_group_tests_name("action_sleep", tests, NULL, NULL);
}
