// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs: restart, progress, the function at the end of a run, and all functions of a run from inside a call of the run
// itself.

#include "support/actions.h"

// Restart and progress -----------------------------------------------------------------------------------------------

static void restart_plays_forwards_from_0_and_keeps_speed_and_pause(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(say("a"), coir_move_by(2, 100, 0), say("b")));
    coir_run_set_speed(run, 2);
    step(0.5);
    coir_run_reverse(run);
    coir_run_pause(run);
    assert_true(coir_run_restart(run));
    assert_true(node->position.x == 0);
    assert_false(coir_run_is_reversed(run));
    assert_true(coir_run_is_paused(run) && coir_run_speed(run) == 2 && coir_run_elapsed(run) == 0);
    coir_run_resume(run);
    step(0.5);
    assert_near(node->position.x, 50);
    step(0.5);
    assert_trace("a@0 a@0.5 b@1.5 ");
}

static void restart_undoes_instants_at_time_0(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(coir_hide(), coir_set_z(4), coir_delay(1)));
    step(0.5);
    assert_false(node->visible);
    coir_run_restart(run);
    assert_true(node->visible);
    assert_int_equal(node->z, 0);
    step(0);
    assert_false(node->visible);
}

static void a_run_that_never_moved_can_be_restarted(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(say("a"), walk()));
    assert_true(coir_run_restart(run));
    step(0.5);
    assert_trace("a@0 ");
    assert_near(node->position.x, 50);
}

static void elapsed_progress_and_duration(void **state)
{
    (void)state;
    CoirRun run = play(coir_move_by(4, 1, 0));
    assert_true(coir_run_elapsed(run) == 0 && coir_run_progress(run) == 0 && coir_run_duration(run) == 4);
    step(1);
    assert_true(coir_run_elapsed(run) == 1 && coir_run_progress(run) == 0.25);
    coir_run_set_speed(run, 2);
    step(1);
    assert_true(coir_run_elapsed(run) == 3 && coir_run_progress(run) == 0.75 && coir_run_duration(run) == 4);
    assert_ptr_equal(coir_run_node(run), node);
    CoirRun endless = play(coir_repeat_forever(coir_delay(1))), instant = play(coir_delay(0));
    assert_true(coir_run_progress(instant) == 0 && coir_run_elapsed(instant) == 0);
    step(0.5);
    assert_true(coir_run_elapsed(endless) == 0.5 && coir_run_progress(endless) == 0);
    assert_true(isinf(coir_run_duration(endless)));
}

static void coir_run_loops_counts_loops_of_the_outermost_repeat(void **state)
{
    (void)state;
    CoirRun five = play(coir_repeat(5, coir_repeat(2, coir_delay(0.5)))), forever, none, inner;
    forever = play(coir_repeat_forever(coir_delay(0.25)));
    none = play(coir_delay(10));
    inner = play(coir_sequence(coir_repeat(3, coir_delay(0.5)), coir_delay(10)));
    for (int i = 0; i < 5; i++) {
        note("%d %d, ", (int)coir_run_loops(five), (int)coir_run_loops(forever));
        step(0.75);
    }
    assert_trace("0 0, 0 3, 1 6, 2 9, 3 12, ");
    assert_true(coir_run_loops(none) == 0 && coir_run_loops(inner) == 0);
    step(1e9);
    assert_true(coir_run_loops(forever) == 4000000015);
}

// Ends ---------------------------------------------------------------------------------------------------------------

static void on_done_is_called_once_with_the_reason(void **state)
{
    (void)state;
    CoirRun done = play(coir_delay(1)), stopped = play(coir_delay(9)), gone = act_on(hero, coir_delay(9));
    assert_true(coir_run_on_done(done, note_end, "a") && coir_run_on_done(stopped, note_end, "b"));
    assert_true(coir_run_on_done(gone, note_end, "c"));
    step(5);
    assert_trace("a:done ");
    coir_run_stop(stopped);
    assert_trace("b:stopped ");
    frame(1);
    coir_node_destroy(scene);
    assert_trace("c:gone ");
    step(9);
    assert_trace("");
}

static void on_done_is_called_for_a_run_that_never_moved(void **state)
{
    (void)state;
    coir_run_on_done(play(walk()), note_end, "a");
    coir_node_stop_all(node);
    coir_node_detach(hero);
    coir_run_on_done(act_on(hero, walk()), note_end, "b");
    coir_node_destroy(hero);
    assert_trace("a:stopped b:gone ");
}

static void on_done_can_be_replaced_and_removed(void **state)
{
    (void)state;
    CoirRun run = play(coir_delay(1)), other = play(coir_delay(1));
    coir_run_on_done(run, note_end, "first");
    coir_run_on_done(run, note_end, "second");
    coir_run_on_done(other, note_end, "never");
    assert_true(coir_run_on_done(other, NULL, NULL));
    step(1);
    assert_trace("second:done ");
}

static void a_manager_that_is_destroyed_stops_its_runs(void **state)
{
    (void)state;
    coir_run_on_done(play(coir_sequence(coir_delay(1), say("no"))), note_end, "a");
    coir_run_on_done(play(walk()), note_end, "b");
    step(0.5);
    coir_action_manager_destroy(manager);
    assert_trace("a:stopped b:stopped ");
    manager = NULL;
    assert_int_equal(coir_node_run_count(node), 0);
}

static CoirRun watched;

static void check_watched_run(CoirNode *of, CoirRunEnd reason, void *user)
{
    (void)reason;
    assert_ptr_equal(of, user);
    assert_false(coir_run_is_running(watched) || coir_run_stop(watched));
    note("%d ", coir_node_run_count(of));
}

static void in_on_done_the_run_is_stale_and_its_properties_are_at_the_end(void **state)
{
    (void)state;
    watched = play(walk());
    coir_run_on_done(watched, check_watched_run, node);
    step(2);
    assert_trace("0 ");
}

static void run_again(CoirNode *of, CoirRunEnd reason, void *user)
{
    int *left = user;
    note("%d@%g ", (int)reason, (double)of->position.x);
    if (--*left > 0)
        coir_run_on_done(coir_action_manager_run(manager, of, walk()), run_again, left);
}

static void on_done_may_start_the_next_run(void **state)
{
    int left = 3;
    (void)state;
    coir_run_on_done(play(walk()), run_again, &left);
    for (int i = 0; i < 5; i++)
        step(1);
    assert_trace("0@100 0@200 0@300 ");
}

static void destroy_node(CoirNode *of, CoirRunEnd reason, void *user)
{
    (void)user;
    note("%d ", (int)reason);
    coir_node_destroy(of);
}

static void on_done_may_destroy_the_node(void **state)
{
    (void)state;
    CoirRun run = act_on(hero, walk()), other = act_on(hero, coir_delay(9));
    coir_run_on_done(run, destroy_node, NULL);
    coir_run_on_done(other, destroy_node, NULL);
    frame(1);
    assert_false(coir_run_is_running(other));
    assert_trace("0 2 ");
}

// In a call of the run itself ----------------------------------------------------------------------------------------

static int calls;

// Notes the elapsed time, the progress and the loops of the run at the instant of the call.
static void ask(CoirNode *of, void *user)
{
    (void)of, (void)user;
    note("%.10g %.10g %d ", coir_run_elapsed(watched), coir_run_progress(watched), (int)coir_run_loops(watched));
}

static void in_a_call_elapsed_progress_and_loops_are_at_the_time_of_the_call(void **state)
{
    (void)state;
    watched = play(coir_repeat(4, coir_sequence(coir_delay(0.5), coir_call(ask, NULL), coir_delay(0.5))));
    step(3);
    assert_trace("0.5 0.125 0 1.5 0.375 1 2.5 0.625 2 ");
    coir_run_set_speed(watched, 2);
    step(9);
    assert_trace("3.5 0.875 3 ");
}

static void act_once(CoirNode *of, void *act)
{
    (void)of;
    if (++calls == 1)
        (*(void (**)(void))act)();
}

// Runs a move of one second, then "a", `act` and "b" at the same time, then "c" a second later. The step ends between
// "b" and "c". If the run comes to `act` a second time, `act` is not called.
static void in_call(void (*act)(void))
{
    static void (*acting)(void);
    calls = 0;
    acting = act;
    CoirAction *rest = coir_sequence(coir_move_by(1, 100, 0), say("a"), coir_call(act_once, &acting), say("b"),
                                     coir_move_by(1, 100, 0), say("c"), coir_with_mark("last", coir_delay(1)));
    watched = play(rest);
    coir_run_on_done(watched, note_end, "end");
    step(1.5);
}

static void stop_watched_run(void)
{
    assert_true(coir_run_stop(watched));
    assert_false(coir_run_is_running(watched));
}

static void stop_in_a_call_stops_the_run_at_once(void **state)
{
    (void)state;
    in_call(stop_watched_run);
    step(9);
    assert_trace("a@1 end:stopped ");
    assert_near(node->position.x, 100);
}

static void pause_watched_run(void)
{
    assert_true(coir_run_pause(watched));
}

static void pause_in_a_call_pauses_the_run_at_the_time_of_the_call(void **state)
{
    (void)state;
    in_call(pause_watched_run);
    assert_near(node->position.x, 100);
    assert_near(coir_run_elapsed(watched), 1);
    coir_run_resume(watched);
    step(0.5);
    assert_near(node->position.x, 150);
    assert_trace("a@1 b@1.5 ");
}

static void double_speed(void)
{
    assert_true(coir_run_set_speed(watched, 2));
}

static void speed_set_in_a_call_counts_from_the_time_of_the_call(void **state)
{
    (void)state;
    in_call(double_speed);
    step(9);
    assert_trace("a@1 b@1 c@1.5 end:done ");
}

static void stand_still(void)
{
    assert_true(coir_run_set_speed(watched, 0));
}

static void speed_0_set_in_a_call_stops_the_time_of_the_run_there(void **state)
{
    (void)state;
    in_call(stand_still);
    step(9);
    assert_near(coir_run_elapsed(watched), 1);
    coir_run_set_speed(watched, 1);
    step(0.5);
    assert_near(node->position.x, 150);
}

static void turn_back(void)
{
    assert_true(coir_run_reverse(watched));
}

static void reverse_in_a_call_turns_the_run_back_there(void **state)
{
    (void)state;
    in_call(turn_back);
    assert_near(coir_run_elapsed(watched), 0.5);
    assert_near(node->position.x, 50);
    step(0.5);
    assert_trace("a@1 end:done ");
    assert_true(node->position.x == 0);
}

static void seek_ahead(void)
{
    assert_true(coir_run_seek(watched, 2.25, 0));
}

static void a_seek_in_a_call_is_done_when_the_call_returns(void **state)
{
    (void)state;
    in_call(seek_ahead);
    assert_near(coir_run_elapsed(watched), 2.75);
    assert_near(node->position.x, 200);
    step(0.25);
    assert_trace("a@1 end:done ");
}

static void seek_back_to_a_mark_and_a_fraction(void)
{
    assert_true(coir_run_seek_mark(watched, "last", 0));
    assert_true(coir_run_seek_fraction(watched, 0.25, 0)); // the last seek counts
}

static void a_call_may_seek_a_mark_or_a_fraction(void **state)
{
    (void)state;
    in_call(seek_back_to_a_mark_and_a_fraction);
    // The run goes from 0.75 s to 1.25 s. The second call at 1 s does nothing.
    assert_near(coir_run_elapsed(watched), 1.25);
    assert_trace("a@1 a@1.25 b@1.25 ");
}

static void start_anew(void)
{
    assert_true(coir_run_restart(watched));
}

static void restart_in_a_call_plays_from_0_again(void **state)
{
    (void)state;
    in_call(start_anew);
    assert_near(coir_run_elapsed(watched), 0.5);
    assert_near(node->position.x, 50);
    step(0.5);
    assert_trace("a@1 a@2 b@2 ");
}

static void tag_and_find_watched_run(void)
{
    assert_true(coir_run_set_tag(watched, 3) && coir_run_set_flags(watched, 4));
    assert_int_equal(coir_node_find_run(node, 3).index, watched.index);
    assert_true(coir_run_on_done(watched, note_end, "new"));
    assert_int_equal(coir_node_stop_flags(node, 4), 1);
}

static void tags_flags_and_on_done_set_in_a_call_count_at_once(void **state)
{
    (void)state;
    in_call(tag_and_find_watched_run);
    assert_trace("a@1 new:stopped ");
}

static void seek_for_ever(CoirNode *of, void *user)
{
    (void)of, (void)user;
    calls++;
    coir_run_seek(watched, 0, 0);
}

static void a_call_that_seeks_to_before_the_call_repeats_until_the_step_ends(void **state)
{
    (void)state;
    calls = 0;
    watched = play(coir_sequence(coir_delay(0.25), coir_call(seek_for_ever, NULL), coir_delay(1)));
    step(1.125);
    assert_int_equal(calls, 4);
    assert_near(coir_run_elapsed(watched), 0.125);
}

static void rule_4_8_calls_seek_their_run_1000_times_in_one_step(void **state)
{
    (void)state;
    calls = 0;
    watched = play(coir_sequence(coir_delay(0.001), coir_call(seek_for_ever, NULL), coir_delay(1)));
    step(0.9);
    assert_int_equal(calls, 900);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
    step(2);
    assert_int_equal(calls, 1900);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
}

TEST_FILE(action_run_calls)
{
    const struct CMUnitTest tests[] = {
        action_test(restart_plays_forwards_from_0_and_keeps_speed_and_pause),
        action_test(restart_undoes_instants_at_time_0),
        action_test(a_run_that_never_moved_can_be_restarted),
        action_test(elapsed_progress_and_duration),
        action_test(coir_run_loops_counts_loops_of_the_outermost_repeat),
        action_test(on_done_is_called_once_with_the_reason),
        action_test(on_done_is_called_for_a_run_that_never_moved),
        action_test(on_done_can_be_replaced_and_removed),
        action_test(a_manager_that_is_destroyed_stops_its_runs),
        action_test(in_on_done_the_run_is_stale_and_its_properties_are_at_the_end),
        action_test(on_done_may_start_the_next_run),
        action_test(on_done_may_destroy_the_node),
        action_test(in_a_call_elapsed_progress_and_loops_are_at_the_time_of_the_call),
        action_test(stop_in_a_call_stops_the_run_at_once),
        action_test(pause_in_a_call_pauses_the_run_at_the_time_of_the_call),
        action_test(speed_set_in_a_call_counts_from_the_time_of_the_call),
        action_test(speed_0_set_in_a_call_stops_the_time_of_the_run_there),
        action_test(reverse_in_a_call_turns_the_run_back_there),
        action_test(a_seek_in_a_call_is_done_when_the_call_returns),
        action_test(a_call_may_seek_a_mark_or_a_fraction),
        action_test(restart_in_a_call_plays_from_0_again),
        action_test(tags_flags_and_on_done_set_in_a_call_count_at_once),
        action_test(a_call_that_seeks_to_before_the_call_repeats_until_the_step_ends),
        action_test(rule_4_8_calls_seek_their_run_1000_times_in_one_step),
    };
    return cmocka_run_group_tests_name("action_run_calls", tests, NULL, NULL);
}
