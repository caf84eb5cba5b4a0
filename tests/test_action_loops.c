// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Repeats (rule 4.5): the number of loops, loops without length, and the limit of 1000 loops that make their calls in
// one step.

#include "support/action_instants.h"

static void rule_4_5_repeat_n_is_exactly_n_times(void **state)
{
    static const int times[] = {0, 1, 2, 7, 1000};
    (void)state;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 2; k++) {
            int count = 0;
            CoirRun run = play(coir_repeat(times[i], loop_of(0.25, counting(&count))));
            for (int guard = 0; coir_run_is_running(run) && guard < 10000; guard++)
                step(k ? 0.1 : 1000);
            assert_int_equal(count, times[i]);
            assert_false(coir_run_is_running(run));
        }
}

static void rule_4_5_repeat_0_is_done_at_once(void **state)
{
    (void)state;
    play(coir_sequence(coir_repeat(0, coir_sequence(say("a"), coir_move_by(1, 1, 1))), say("b")));
    CoirRun run = play(coir_repeat(0, coir_repeat_forever(say("c"))));
    step(0);
    assert_trace("b@0 ");
    assert_false(coir_run_is_running(run));
    assert_at(node->position.x, 0);
}

static void rule_4_5_an_action_without_length_is_repeated_n_times_in_one_step(void **state)
{
    static const int times[] = {0, 1, 2, 50, 1000};
    (void)state;
    for (int i = 0; i < 5; i++) {
        int count = 0;
        node->position.x = 0;
        CoirRun run = play(coir_repeat(times[i], coir_sequence(counting(&count), coir_move_by(0, 1, 0))));
        assert_int_equal(count, 0);
        step(0);
        assert_int_equal(count, times[i]);
        assert_at(node->position.x, times[i]);
        assert_false(coir_run_is_running(run));
    }
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
}

static void rule_4_5_an_endless_repeat_without_length_is_played_once_in_each_update(void **state)
{
    int count = 0, never = 0;
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(1), coir_repeat_forever(counting(&count)), counting(&never)));
    for (int i = 0; i < 10; i++)
        step(0.3); // the fourth step passes 1 s, where the loop begins
    assert_int_equal(count, 7);
    step(0);
    assert_int_equal(count, 8);
    step(1000);
    assert_int_equal(count, 9);
    assert_int_equal(never, 0);
    assert_true(coir_run_is_running(run));
}

static void rule_4_5_calls_of_a_loop_without_length_are_made_at_the_end_of_each_step(void **state)
{
    (void)state;
    play(coir_spawn(coir_repeat_forever(say_x("a")), coir_sequence(coir_delay(0.6), say_x("b")), walk()));
    step(0.5);
    assert_trace("a@0:0 "); // the first call is made where the loop begins, all others at the ends of steps
    step(0.25);
    assert_trace("b@0.6:60 a@0.75:75 ");
    step(0.25);
    assert_trace("a@1:100 ");
}

static void rule_4_5_loops_without_length_in_a_spawn_and_in_a_repeat_make_one_call_each_step(void **state)
{
    int count = 0;
    (void)state;
    play(coir_repeat(3, coir_spawn(coir_repeat_forever(coir_repeat_forever(counting(&count))),
                                   coir_repeat_forever(counting(&count)))));
    for (int i = 1; i <= 5; i++) {
        step(0.1);
        assert_int_equal(count, 2 * i);
    }
}

static void rule_4_5_every_loop_that_fits_into_a_step_is_played_in_the_step(void **state)
{
    int count = 0;
    (void)state;
    play(coir_repeat_forever(coir_sequence(coir_delay(0.1), counting(&count))));
    step(1);
    assert_int_equal(count, 10);
    step(0.05);
    assert_int_equal(count, 10);
    step(0.05);
    assert_int_equal(count, 11);
}

static void repeat_of_a_call_and_a_delay_50_times_makes_fifty_calls(void **state)
{
    int count = 0;
    (void)state;
    CoirRun run = play(coir_repeat(50, coir_sequence(counting(&count), coir_delay(0.02))));
    int frames = 0;
    for (; coir_run_is_running(run); frames++)
        step(1.0 / 60);
    assert_int_equal(count, 50);
    assert_int_equal(frames, 60);
}

static void rule_4_5_an_action_after_an_endless_loop_is_never_reached(void **state)
{
    int count = 0, never = 0;
    (void)state;
    play(coir_sequence(coir_repeat_forever(loop_of(1, counting(&count))), counting(&never)));
    play(coir_repeat(2, coir_sequence(coir_repeat_forever(loop_of(1, counting(&count))), counting(&never), walk())));
    step(100.5);
    assert_int_equal(count, 202);
    assert_int_equal(never, 0);
    assert_at(node->position.x, 0);
}

static void rule_4_5_beyond_1000_loops_in_a_step_calls_are_dropped_and_reported_once(void **state)
{
    int count = 0;
    (void)state;
    play(coir_repeat_forever(coir_sequence(coir_delay(0.001), counting(&count), coir_move_by(0.001, 2, 1))));
    step(2);
    assert_int_equal(count, 1000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
    step(4);
    assert_int_equal(count, 2000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    step(4);
    assert_int_equal(count, 3000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    assert_true(node->position.x == 10000 && node->position.y == 5000);
    step(0.0015);
    assert_int_equal(count, 3001);
    assert_at(node->position.x, 10001);
}

static void rule_4_5_displacement_and_time_are_as_if_every_loop_had_run(void **state)
{
    (void)state;
    play(coir_sequence(coir_repeat(1000000, coir_spawn(coir_move_by(0.001, 1, -1), coir_rotate_by(0.0005, 0.25f))),
                       say_x("end")));
    step(1500);
    assert_trace("end@1000:1000000 ");
    assert_true(node->position.y == -1000000 && node->rotation == 250000);
}

static void rule_4_5_also_where_loops_are_nested(void **state)
{
    int inner = 0, outer = 0;
    (void)state;
    CoirAction *loop =
        coir_sequence(coir_repeat(3000, coir_sequence(coir_move_by(0.001, 1, 0), counting(&inner))), counting(&outer));
    play(coir_sequence(coir_repeat(2000, loop), say_x("end")));
    step(10000);
    assert_trace("end@6000:6000000 ");
    assert_int_equal(outer, 1000);
    assert_int_equal(inner, 1000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    play(coir_repeat(5000, coir_repeat(1, coir_sequence(counting(&inner), coir_delay(0.001)))));
    step(10);
    assert_int_equal(inner, 2000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 2);
}

static void rule_4_5_also_where_a_property_is_set_or_multiplied(void **state)
{
    (void)state;
    node->position.x = 77;
    play(coir_sequence(
        coir_repeat(5000, coir_sequence(coir_move_to(0.001, 10, 0), coir_move_by(0.001, 5, 0))), say_x("a"),
        coir_repeat(5000, coir_sequence(coir_move_by(0.001, 5, 0), coir_move_to(0.001, 20, 0))), say_x("b")));
    step(100);
    assert_trace("a@10:15 b@20:20 ");
    play(coir_repeat(5000, coir_sequence(coir_repeat(2, coir_move_to(0.001, 10, 0)), coir_move_by(0.001, 5, 0))));
    step(100);
    assert_at(node->position.x, 15);
    play(coir_repeat(5000, coir_sequence(coir_scale_by(0.001, 2, 1.001f), coir_scale_by(0.001, 0.5f, 1))));
    step(100);
    assert_at(node->scale.x, 1);
    assert_true(fabs(log((double)node->scale.y) - 5000 * log((double)1.001f)) < 1e-3);
}

static void rule_4_5_a_repeat_without_length_does_not_count_towards_the_limit_of_the_outer_repeat(void **state)
{
    int inner = 0, outer = 0;
    (void)state;
    play(coir_repeat(3, coir_sequence(coir_repeat(300, counting(&inner)), counting(&outer), coir_delay(0.1))));
    step(1);
    assert_int_equal(inner, 900);
    assert_int_equal(outer, 3);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
    play(coir_repeat(3, coir_sequence(coir_repeat(900, counting(&inner)), counting(&outer), coir_delay(0.1))));
    for (int i = 0; i < 3; i++)
        step(i * 0.05);
    assert_int_equal(inner, 900 + 1800);
    assert_int_equal(outer, 5);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
}

static void rule_4_5_without_length_1000_loops_in_a_step_make_their_calls(void **state)
{
    int count = 0;
    (void)state;
    play(coir_sequence(coir_repeat(1000, counting(&count)), say_x("a")));
    step(0);
    assert_int_equal(count, 1000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
    play(coir_sequence(coir_repeat(1001, coir_sequence(counting(&count), coir_move_by(0, 1, 0))), say_x("b")));
    step(0);
    assert_int_equal(count, 2000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    play(coir_sequence(coir_repeat(10001, coir_sequence(coir_toggle_visibility(), counting(&count))), say_x("c")));
    step(0);
    assert_int_equal(count, 3000);
    assert_false(node->visible);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 2);
    play(coir_repeat(3, coir_sequence(coir_repeat(2000, counting(&count)), coir_delay(0.1))));
    step(0.05);
    assert_int_equal(count, 4000);
    step(1);
    assert_int_equal(count, 5000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 3);
    assert_trace("a@0:0 b@0:1001 c@0:1001 ");
}

static void after_any_number_of_loops_with_toggles_the_visibility_is_right(void **state)
{
    (void)state;
    for (int times = 30000; times <= 30001; times++) { // more loops than are played
        node->visible = true;
        play(coir_repeat(times, coir_spawn(coir_scale_by(0.001, 1.0001f, 1), coir_toggle_visibility())));
        step(1000);
        assert_true(node->visible == (times % 2 == 0));
    }
}

static void rule_4_5_a_repeat_without_length_ends_in_bounded_time(void **state)
{
    CoirRun runs[3];
    (void)state;
    runs[0] = play(coir_repeat(COIR_FOREVER, coir_show()));
    runs[1] = play(coir_sequence(coir_repeat(COIR_FOREVER, coir_hide()), coir_delay(1)));
    runs[2] = play(coir_yoyo(coir_sequence(coir_delay(1), coir_repeat(COIR_FOREVER, coir_set_z(3)), coir_delay(1))));
    step(0);
    assert_false(coir_run_is_running(runs[0]));
    assert_false(node->visible);
    assert_true(coir_run_restart(runs[1]) && node->visible);
    assert_true(coir_run_seek(runs[1], 0.5, 0) && !node->visible);
    assert_true(coir_run_seek(runs[2], 1.5, 0) && coir_run_reverse(runs[2]));
    step(1);
    assert_int_equal(node->z, 0);
    assert_true(coir_run_seek(runs[2], 3.5, COIR_SEEK_CALLS) && coir_run_seek(runs[2], 1.5, COIR_SEEK_CALLS));
    assert_int_equal(node->z, 3);
}

static void rule_4_5_nested_repeats_without_length_are_bounded_and_reported_once(void **state)
{
    int count = 0;
    (void)state;
    CoirAction *loop = coir_sequence(counting(&count), coir_show(), coir_scale_by(0, 1.0000001f, 2));
    play(coir_sequence(coir_repeat(800, coir_repeat(800, coir_repeat(800, loop))), say_x("end")));
    step(0);
    assert_int_equal(count, 1000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    assert_trace("end@0:0 ");
}

// The effect of these loops is found only by playing the loops. Without a limit, the steps would play hundreds of
// billions of loops.
static void rule_4_5_silent_loops_of_a_step_are_bounded_also_in_nested_loops(void **state)
{
    (void)state;
    CoirAction *loop = coir_scale_by(0.001, 1.0000001f, 1);
    for (int i = 0; i < 3; i++)
        loop = coir_sequence(coir_repeat(9000, loop), coir_scale_by(0, 1, 1.0000001f));
    play(loop);
    step(5e8);
    step(5e8);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
}

static void rule_4_5_the_limit_counts_for_a_step_with_any_number_of_events(void **state)
{
    int count = 0, events = 0;
    (void)state;
    play(coir_spawn(coir_repeat_forever(loop_of(0.001, counting(&count))),
                    coir_repeat(100, loop_of(1, counting(&events)))));
    step(100.0005);
    assert_int_equal(events, 100);
    assert_true(count >= 1000 && count <= 1001); // the loop in progress at the end of the step makes its call, too
}

static void a_millisecond_loop_over_a_hundred_thousand_seconds_ends(void **state)
{
    int count = 0;
    (void)state;
    play(coir_repeat_forever(coir_repeat(1000, coir_sequence(counting(&count), coir_move_by(0.001, 1, 0)))));
    step(100000);
    assert_true(count >= 1000 && count < 5000);
    assert_at(node->position.x, 1e8);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
}

static void the_count_of_loops_in_a_seek_with_calls_stays_at_a_limit(void **state)
{
    int count = 0;
    (void)state;
    CoirRun run = play(coir_repeat_forever(loop_of(0.001, counting(&count))));
    assert_true(coir_run_seek(run, 150, COIR_SEEK_CALLS));
    assert_in_range(count, 150000, 150001);
    assert_int_equal(coir_runs_find(run)->block->playhead->loops, 100000);
}

TEST_FILE(action_loops)
{
    const struct CMUnitTest tests[] = {
        action_test(rule_4_5_repeat_n_is_exactly_n_times),
        action_test(rule_4_5_repeat_0_is_done_at_once),
        action_test(rule_4_5_an_action_without_length_is_repeated_n_times_in_one_step),
        action_test(rule_4_5_an_endless_repeat_without_length_is_played_once_in_each_update),
        action_test(rule_4_5_calls_of_a_loop_without_length_are_made_at_the_end_of_each_step),
        action_test(rule_4_5_loops_without_length_in_a_spawn_and_in_a_repeat_make_one_call_each_step),
        action_test(rule_4_5_every_loop_that_fits_into_a_step_is_played_in_the_step),
        action_test(repeat_of_a_call_and_a_delay_50_times_makes_fifty_calls),
        action_test(rule_4_5_an_action_after_an_endless_loop_is_never_reached),
        action_test(rule_4_5_beyond_1000_loops_in_a_step_calls_are_dropped_and_reported_once),
        action_test(rule_4_5_displacement_and_time_are_as_if_every_loop_had_run),
        action_test(rule_4_5_also_where_loops_are_nested),
        action_test(rule_4_5_also_where_a_property_is_set_or_multiplied),
        action_test(rule_4_5_a_repeat_without_length_does_not_count_towards_the_limit_of_the_outer_repeat),
        action_test(rule_4_5_without_length_1000_loops_in_a_step_make_their_calls),
        action_test(after_any_number_of_loops_with_toggles_the_visibility_is_right),
        action_test(rule_4_5_a_repeat_without_length_ends_in_bounded_time),
        action_test(rule_4_5_nested_repeats_without_length_are_bounded_and_reported_once),
        action_test(rule_4_5_silent_loops_of_a_step_are_bounded_also_in_nested_loops),
        action_test(rule_4_5_the_limit_counts_for_a_step_with_any_number_of_events),
        action_test(a_millisecond_loop_over_a_hundred_thousand_seconds_ends),
        action_test(the_count_of_loops_in_a_seek_with_calls_stays_at_a_limit),
    };
    return cmocka_run_group_tests_name("action_loops", tests, NULL, NULL);
}
