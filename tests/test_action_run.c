// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Functions of coir/run.h: pause, speed, direction and seek, and stale references to runs.

#include "support/actions.h"

// Stale references ---------------------------------------------------------------------------------------------------

static void check_stale(CoirRun run)
{
    assert_false(coir_run_is_running(run));
    assert_false(coir_run_stop(run));
    assert_false(coir_run_pause(run) || coir_run_resume(run) || coir_run_is_paused(run));
    assert_false(coir_run_set_speed(run, 2) || coir_run_reverse(run) || coir_run_is_reversed(run));
    assert_false(coir_run_seek(run, 1, 0) || coir_run_seek_mark(run, "name", 0) || coir_run_seek_fraction(run, 1, 0));
    assert_false(coir_run_restart(run));
    assert_false(coir_run_on_done(run, note_end, "never"));
    assert_false(coir_run_set_tag(run, 1) || coir_run_set_flags(run, 1));
    assert_true(coir_run_speed(run) == 0 && coir_run_elapsed(run) == 0 && coir_run_duration(run) == 0);
    assert_true(coir_run_progress(run) == 0 && coir_run_loops(run) == 0);
    assert_true(coir_run_tag(run) == 0 && coir_run_flags(run) == 0);
    assert_null(coir_run_node(run));
}

static void a_stale_run_does_nothing_and_is_no_mistake(void **state)
{
    (void)state;
    CoirRun done = play(coir_delay(1)), stopped = play(coir_delay(1)), gone = act_on(hero, coir_delay(1));
    step(1);
    coir_run_stop(stopped);
    coir_node_destroy(hero);
    check_stale(done);
    check_stale(stopped);
    check_stale(gone);
    check_stale((CoirRun){0, 0});
    check_stale((CoirRun){UINT32_MAX, UINT32_MAX});
    check_stale((CoirRun){done.index, 0});
    assert_trace("");
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void a_stale_run_does_not_name_the_run_that_reuses_its_slot(void **state)
{
    (void)state;
    CoirRun old = play(walk());
    assert_true(coir_run_stop(old));
    for (int i = 0; i < 3; i++) {
        CoirRun run = play(walk());
        check_stale(old);
        assert_true(coir_run_is_running(run));
        coir_run_stop(run);
    }
}

// Pause --------------------------------------------------------------------------------------------------------------

static void pause_freezes_a_run_and_resume_continues_the_run(void **state)
{
    (void)state;
    CoirRun run = play(walk());
    step(0.25);
    assert_false(coir_run_is_paused(run));
    assert_true(coir_run_pause(run));
    assert_true(coir_run_pause(run)); // a second pause changes nothing
    assert_true(coir_run_is_paused(run));
    step(5);
    assert_near(node->position.x, 25);
    assert_near(coir_run_elapsed(run), 0.25);
    assert_true(coir_run_resume(run));
    assert_true(coir_run_resume(run));
    assert_false(coir_run_is_paused(run));
    step(0.25);
    assert_near(node->position.x, 50);
}

static void rule_4_11_a_run_moves_if_neither_the_run_nor_its_node_is_paused(void **state)
{
    (void)state;
    CoirRun run = act_on(hero, walk());
    for (int pauses = 0; pauses < 4; pauses++) {
        float x = hero->position.x;
        (pauses & 1 ? coir_run_pause : coir_run_resume)(run);
        (pauses & 2 ? coir_node_pause : coir_node_resume)(hero);
        assert_int_equal(coir_run_is_paused(run), pauses & 1);
        frame(0.125);
        assert_near(hero->position.x, (double)x + (pauses == 0 ? 12.5 : 0));
    }
}

static void one_run_is_paused_and_another_of_the_node_continues(void **state)
{
    (void)state;
    CoirRun run = play(walk());
    play(coir_move_by(1, 0, 100));
    coir_run_pause(run);
    step(0.5);
    assert_near(node->position.x, 0);
    assert_near(node->position.y, 50);
}

static void a_run_paused_before_its_first_step_begins_when_resumed(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(say("a"), walk()));
    coir_run_pause(run);
    step(3);
    assert_trace("");
    coir_run_resume(run);
    step(0.5);
    assert_trace("a@3 ");
    assert_near(node->position.x, 50);
}

// Speed and direction ------------------------------------------------------------------------------------------------

static void a_speed_counts_from_the_time_of_the_call(void **state)
{
    (void)state;
    CoirRun run = play(coir_move_by(8, 80, 0));
    assert_true(coir_run_speed(run) == 1);
    step(1);
    assert_true(coir_run_set_speed(run, 2));
    assert_true(coir_run_speed(run) == 2);
    assert_near(coir_run_elapsed(run), 1);
    step(1);
    assert_near(node->position.x, 30);
    assert_true(coir_run_set_speed(run, 0.5));
    step(1);
    assert_near(node->position.x, 35);
    assert_true(coir_run_set_speed(run, 0));
    step(100);
    assert_near(node->position.x, 35);
    assert_true(coir_run_speed(run) == 0);
    assert_true(coir_run_set_speed(run, 1));
    step(1);
    assert_near(node->position.x, 45);
}

static void a_bad_speed_is_a_mistake_and_changes_nothing(void **state)
{
    static const double bad[] = {-1, -1e-300, NAN, INFINITY, -INFINITY};
    (void)state;
    CoirRun run = play(walk());
    coir_run_set_speed(run, 0.5);
    for (int i = 0; i < COUNT(bad); i++) {
        assert_false(coir_run_set_speed(run, bad[i]));
        assert_mistake("coir_run_set_speed");
        assert_true(coir_run_speed(run) == 0.5);
    }
    step(1);
    assert_near(node->position.x, 50);
}

static void an_enormous_speed_ends_a_run_and_a_tiny_speed_does_not(void **state)
{
    (void)state;
    CoirRun fast = play(walk()), slow = play(coir_move_by(1, 0, 100));
    coir_run_set_speed(fast, 1e300);
    coir_run_set_speed(slow, 1e-300);
    step(1);
    assert_false(coir_run_is_running(fast));
    assert_near(node->position.x, 100);
    assert_true(coir_run_is_running(slow));
    assert_true(node->position.y == 0);
    coir_run_set_speed(play(coir_repeat_forever(walk())), 1e300);
    step(1);
}

static void rule_4_10_calls_of_a_fast_run_are_at_their_instants(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(1), say("a"), coir_delay(1), say("b"), coir_delay(1)));
    coir_run_set_speed(run, 4);
    step(0.3);
    coir_run_set_speed(run, 2);
    step(10);
    assert_trace("a@0.25 b@0.7 ");
}

static void reverse_turns_back_and_is_done_at_the_begin(void **state)
{
    (void)state;
    node->position.x = 0.1f;
    CoirRun run = play(coir_sequence(say("a"), coir_move_by(1, 100.3f, 0), say("b"), coir_delay(1)));
    coir_run_on_done(run, note_end, "end");
    step(1.5);
    assert_trace("a@0 b@1 ");
    assert_true(coir_run_reverse(run));
    assert_true(coir_run_is_reversed(run));
    step(1);
    assert_near(node->position.x, 50.25);
    assert_near(coir_run_elapsed(run), 0.5);
    step(0.5);
    assert_trace("end:done ");
    assert_false(coir_run_is_running(run));
    assert_true(node->position.x == 0.1f);
}

static void a_run_reversed_twice_goes_forward_and_calls_again(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(0.5), say("a"), coir_delay(0.5)));
    step(0.75);
    coir_run_reverse(run);
    step(0.5);
    coir_run_reverse(run);
    assert_false(coir_run_is_reversed(run));
    step(0.5);
    assert_trace("a@0.5 a@1.5 ");
}

static void a_run_reversed_at_its_start_is_done_in_the_next_step(void **state)
{
    (void)state;
    CoirRun run = play(walk());
    coir_run_reverse(run);
    assert_true(coir_run_is_running(run));
    step(0.5);
    assert_false(coir_run_is_running(run));
    assert_true(node->position.x == 0);
}

static void a_loop_without_end_reversed_goes_back_through_its_loops(void **state)
{
    (void)state;
    CoirRun run = play(coir_repeat_forever(coir_sequence(coir_move_by(1, 10, 0), coir_delay(1))));
    step(7);
    assert_near(node->position.x, 40);
    coir_run_reverse(run);
    step(1.5);
    assert_near(node->position.x, 30);
    step(5.5);
    assert_false(coir_run_is_running(run));
    assert_true(node->position.x == 0);
}

// Ended leaves and destroyed nodes -----------------------------------------------------------------------------------

static void rule_4_3_a_leaf_that_is_over_sets_its_value_once_also_if_the_run_is_paused_then(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(coir_move_to(0.1, 100, 0), coir_delay(1)));
    step(0.2);
    assert_true(node->position.x == 100);
    node->position.x = 5;
    coir_run_pause(run);
    coir_run_resume(run);
    step(0.1);
    assert_true(node->position.x == 5);
    step(1);
    assert_false(coir_run_is_running(run));
    assert_true(node->position.x == 5);
}

static void update_the_manager(CoirNode *of, CoirRunEnd reason, void *user)
{
    (void)of, (void)reason, (void)user;
    step(1);
}

static void runs_of_a_destroyed_node_do_not_move_when_an_end_updates_their_manager(void **state)
{
    (void)state;
    for (int several = 0; several < 2; several++) {
        CoirNode *gone = coir_node_new();
        CoirAction *move = coir_move_by(10, 100, 0);
        CoirRun run = coir_action_manager_run(manager, gone, coir_delay(10));
        coir_run_on_done(run, update_the_manager, NULL);
        coir_action_manager_run(manager, gone, several ? coir_spawn(move, coir_rotate_by(10, 90)) : move);
        step(2);
        coir_node_destroy(gone); // the memory stays until the sweep
        assert_near(gone->position.x, 20);
        coir_nodes_sweep();
    }
}

// Seeking ------------------------------------------------------------------------------------------------------------

static void a_seek_shows_its_time_at_once_and_the_run_continues_there(void **state)
{
    (void)state;
    CoirRun run = play(coir_move_by(4, 400, 0));
    seek(run, 3);
    assert_near(node->position.x, 300);
    assert_near(coir_run_elapsed(run), 3);
    seek(run, 1);
    assert_near(node->position.x, 100);
    step(0.5);
    assert_near(node->position.x, 150);
}

static void a_seek_beyond_the_end_goes_to_the_end_and_the_run_ends_in_the_next_step(void **state)
{
    static const double beyond[] = {4, 4.5, 1e9, 1e300, INFINITY};
    static const double before[] = {0, -1, -1e300, -INFINITY};
    (void)state;
    CoirRun run = play(coir_move_by(4, 400, 0));
    for (int i = 0; i < COUNT(beyond); i++) {
        seek(run, beyond[i]);
        assert_true(node->position.x == 400);
        assert_true(coir_run_elapsed(run) == 4);
        seek(run, before[i % COUNT(before)]);
        assert_true(node->position.x == 0);
        assert_true(coir_run_elapsed(run) == 0);
    }
    seek(run, 4);
    assert_true(coir_run_is_running(run));
    step(0);
    assert_false(coir_run_is_running(run));
}

static void seek_refuses_nan_and_far_times_of_endless_runs(void **state)
{
    (void)state;
    CoirRun run = play(walk()), endless = play(coir_repeat_forever(coir_move_by(1, 0, 1)));
    step(0.5);
    assert_false(coir_run_seek(run, NAN, 0));
    assert_mistake("coir_run_seek");
    assert_near(node->position.x, 50);
    assert_false(coir_run_seek(endless, INFINITY, 0));
    assert_mistake("coir_run_seek");
    assert_false(coir_run_seek(endless, 1e12, 0));
    assert_mistake("coir_run_seek");
    assert_near(node->position.y, 0.5);
    seek(endless, 1e9); // the loops are computed, not played one by one
    assert_true(node->position.y == 1e9f);
    seek(endless, -5);
    assert_true(node->position.y == 0);
}

static void seek_mark_goes_to_the_begin_of_the_marked_part(void **state)
{
    (void)state;
    CoirAction *tail = coir_spawn(coir_delay(1), coir_sequence(coir_delay(0.5), coir_with_mark("deep", coir_delay(1))));
    CoirRun run = play(
        coir_sequence(coir_move_by(1, 100, 0), coir_with_mark("second", coir_move_by(1, 100, 0)), coir_speed(2, tail)));
    assert_true(coir_run_seek_mark(run, "second", 0));
    assert_near(node->position.x, 100);
    assert_true(coir_run_seek_mark(run, "deep", 0));
    assert_near(coir_run_elapsed(run), 2.25);
    assert_false(coir_run_seek_mark(run, "third", 0));
    assert_mistake("third");
    assert_false(coir_run_seek_mark(run, NULL, 0));
    assert_mistake("coir_run_seek_mark");
    assert_false(coir_run_seek_mark(run, "", 0));
    assert_mistake("coir_run_seek_mark");
    assert_near(coir_run_elapsed(run), 2.25);
}

static void of_two_equal_marks_the_first_is_meant(void **state)
{
    (void)state;
    char name[] = "name";
    CoirRun run =
        play(coir_sequence(coir_delay(1), coir_with_mark(name, coir_delay(1)), coir_with_mark("name", coir_delay(1))));
    name[0] = '?'; // the name was copied
    assert_true(coir_run_seek_mark(run, "name", 0));
    assert_near(coir_run_elapsed(run), 1);
}

static void seek_to_a_fraction(void **state)
{
    static const double bad[] = {-0.01, 1.01, NAN, INFINITY, -INFINITY};
    (void)state;
    CoirRun run = play(coir_move_by(3, 300, 0)), endless = play(coir_repeat_forever(coir_delay(1)));
    assert_true(coir_run_seek_fraction(run, 0.25, 0));
    assert_near(node->position.x, 75);
    assert_true(coir_run_progress(run) == 0.25);
    for (int i = 0; i < COUNT(bad); i++) {
        assert_false(coir_run_seek_fraction(run, bad[i], 0));
        assert_mistake("coir_run_seek_fraction");
    }
    assert_true(coir_run_progress(run) == 0.25);
    assert_true(coir_run_seek_fraction(run, 1, 0));
    assert_true(node->position.x == 300);
    assert_true(coir_run_seek_fraction(run, 0, 0));
    assert_true(node->position.x == 0);
    assert_false(coir_run_seek_fraction(endless, 0.5, 0));
    assert_mistake("coir_run_seek_fraction");
}

static void seek_works_on_a_paused_run_and_off_stage(void **state)
{
    (void)state;
    CoirRun run = play(walk()), off = act_on(coir_node_detach(hero), walk());
    coir_run_pause(run);
    seek(run, 0.5);
    assert_near(node->position.x, 50);
    seek(off, 0.25);
    assert_near(hero->position.x, 25);
    assert_near(coir_run_elapsed(off), 0.25);
    coir_run_resume(run);
    step(0.25);
    assert_near(node->position.x, 75);
    assert_true(coir_node_add(scene, hero));
    frame(0.25);
    assert_near(hero->position.x, 50);
}

static void all_kinds_of_seeking_can_make_calls(void **state)
{
    (void)state;
    CoirAction *action = coir_sequence(say("a"), coir_delay(1), say("b"), coir_with_mark("mark", coir_delay(1)));
    CoirRun run = play(action);
    assert_true(coir_run_seek_fraction(run, 0.5, COIR_SEEK_CALLS));
    assert_trace("a@0 b@0 ");
    coir_run_restart(run);
    assert_true(coir_run_seek_mark(run, "mark", COIR_SEEK_CALLS));
    assert_trace("a@0 b@0 ");
}

static void turn_around(CoirNode *of, void *run)
{
    (void)of;
    assert_true(coir_run_reverse(*(CoirRun *)run));
}

// The callback of the second timer: another timer with `turn_around` would replace the first.
static void turn_again(CoirNode *of, void *run)
{
    turn_around(of, run);
}

static void a_run_reversed_twice_between_two_steps_is_before_its_old_time(void **state)
{
    (void)state;
    CoirRun run = act_on(hero, coir_move_by(10, 100, 0));
    coir_node_once_after(hero, 1.2, turn_around, &run);
    coir_node_once_after(hero, 1.9, turn_again, &run);
    frame(1);
    frame(1); // forwards to 1.2 s, back to 0.5 s, forwards to 0.6 s
    assert_near(coir_run_elapsed(run), 0.6);
    assert_near(hero->position.x, 6);
    frame(1);
    assert_near(hero->position.x, 16);
}

TEST_FILE(action_run)
{
    const struct CMUnitTest tests[] = {
        action_test(a_run_reversed_twice_between_two_steps_is_before_its_old_time),
        action_test(a_stale_run_does_nothing_and_is_no_mistake),
        action_test(a_stale_run_does_not_name_the_run_that_reuses_its_slot),
        action_test(pause_freezes_a_run_and_resume_continues_the_run),
        action_test(rule_4_11_a_run_moves_if_neither_the_run_nor_its_node_is_paused),
        action_test(one_run_is_paused_and_another_of_the_node_continues),
        action_test(a_run_paused_before_its_first_step_begins_when_resumed),
        action_test(a_speed_counts_from_the_time_of_the_call),
        action_test(a_bad_speed_is_a_mistake_and_changes_nothing),
        action_test(an_enormous_speed_ends_a_run_and_a_tiny_speed_does_not),
        action_test(rule_4_10_calls_of_a_fast_run_are_at_their_instants),
        action_test(reverse_turns_back_and_is_done_at_the_begin),
        action_test(a_run_reversed_twice_goes_forward_and_calls_again),
        action_test(a_run_reversed_at_its_start_is_done_in_the_next_step),
        action_test(a_loop_without_end_reversed_goes_back_through_its_loops),
        action_test(rule_4_3_a_leaf_that_is_over_sets_its_value_once_also_if_the_run_is_paused_then),
        action_test(runs_of_a_destroyed_node_do_not_move_when_an_end_updates_their_manager),
        action_test(a_seek_shows_its_time_at_once_and_the_run_continues_there),
        action_test(a_seek_beyond_the_end_goes_to_the_end_and_the_run_ends_in_the_next_step),
        action_test(seek_refuses_nan_and_far_times_of_endless_runs),
        action_test(seek_mark_goes_to_the_begin_of_the_marked_part),
        action_test(of_two_equal_marks_the_first_is_meant),
        action_test(seek_to_a_fraction),
        action_test(seek_works_on_a_paused_run_and_off_stage),
        action_test(all_kinds_of_seeking_can_make_calls),
    };
    return cmocka_run_group_tests_name("action_run", tests, NULL, NULL);
}
