// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The frame clock: steps of any length, fixed steps, dropped steps, and the time scale.

#include "support/support.h"

#include <math.h>

#include "app/frame_clock.h"

// Takes all steps of a frame. Returns the number of steps, and adds their lengths to `*sum`.
static int take_frame(CoirFrameClock *clock, double dt, double *sum)
{
    int steps = 0;
    CoirFrameStep step;
    coir_frame_clock_begin(clock, dt, 0);
    for (; coir_frame_clock_next(clock, &step); steps++)
        *sum += step.dt;
    coir_frame_clock_end(clock);
    return steps;
}

static void without_whole_steps_each_frame_is_one_step(void **state)
{
    const double frames[] = {0.01, 0, 0.3, 1e-9};
    CoirFrameClock clock = coir_frame_clock_make(0, 0);
    (void)state;
    for (int i = 0; i < 4; i++) {
        double sum = 0;
        assert_int_equal(take_frame(&clock, frames[i], &sum), 1);
        assert_true(sum == frames[i]);
        assert_true(coir_frame_clock_fraction(&clock) == 1);
    }
    assert_int_equal(clock.steps, 4);
    assert_int_equal(clock.dropped, 0);
}

static void a_frame_of_whole_steps_takes_exactly_so_many(void **state)
{
    (void)state;
    for (int steps = 1; steps <= 4; steps++) {
        double sum = 0;
        CoirFrameClock clock = coir_frame_clock_make(1.0 / 60, 0);
        for (int i = 0; i < 100000; i++)
            assert_int_equal(take_frame(&clock, steps / 60.0, &sum), steps);
    }
}

static void the_number_of_steps_is_the_same_at_any_frame_rate(void **state)
{
    const double rates[] = {24, 30, 50, 59.94, 60, 75, 100, 120, 144, 165, 240, 1000};
    (void)state;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        double sum = 0;
        CoirFrameClock clock = coir_frame_clock_make(1.0 / 60, 0);
        for (int64_t frame = 1; frame <= 100000; frame++) {
            take_frame(&clock, 1 / rates[i], &sum);
            assert_int_equal(clock.steps, (int64_t)floor((double)frame / rates[i] * 60 + 1e-6));
        }
        assert_int_equal(clock.dropped, 0);
    }
}

static void time_that_no_step_has_taken_is_a_fraction_of_a_step(void **state)
{
    double sum = 0;
    CoirFrameClock clock = coir_frame_clock_make(0.1, 0);
    (void)state;
    assert_true(coir_frame_clock_fraction(&clock) == 0);
    assert_int_equal(take_frame(&clock, 0.025, &sum), 0);
    assert_float_equal(coir_frame_clock_fraction(&clock), 0.25, 1e-9);
    assert_int_equal(take_frame(&clock, 0.1, &sum), 1);
    assert_float_equal(coir_frame_clock_fraction(&clock), 0.25, 1e-9);
    assert_int_equal(take_frame(&clock, 0.075 - 1e-10, &sum), 1); // a little early
    assert_true(coir_frame_clock_fraction(&clock) == 0);
}

static void steps_beyond_the_most_are_dropped_and_counted(void **state)
{
    double sum = 0;
    CoirFrameClock clock = coir_frame_clock_make(0.01, 3);
    (void)state;
    assert_int_equal(take_frame(&clock, 0.03, &sum), 3);
    assert_int_equal(clock.dropped, 0);
    assert_int_equal(take_frame(&clock, 0.105, &sum), 3);
    assert_int_equal(clock.dropped, 7);
    assert_float_equal(coir_frame_clock_fraction(&clock), 0.5, 1e-6);
    assert_int_equal(take_frame(&clock, 0.005, &sum), 1);
    assert_int_equal(clock.steps, 7);
    assert_int_equal(take_frame(&clock, INFINITY, &sum), 3);
    assert_true(coir_frame_clock_fraction(&clock) >= 0);
    assert_true(clock.dropped > 1000000);
}

static void the_default_makes_up_for_an_eighth_of_a_second(void **state)
{
    (void)state;
    assert_int_equal(coir_frame_clock_make(1.0 / 60, 0).max_steps, 8);
    assert_int_equal(coir_frame_clock_make(1.0 / 240, 0).max_steps, 30);
    assert_int_equal(coir_frame_clock_make(1, 0).max_steps, 1);
    assert_int_equal(coir_frame_clock_make(1.0 / 60, 2).max_steps, 2);
}

static void the_scale_changes_how_often_steps_come(void **state)
{
    double sum = 0;
    CoirFrameClock clock = coir_frame_clock_make(0.01, 100);
    (void)state;
    coir_frame_clock_set_scale(&clock, 0.25);
    assert_int_equal(take_frame(&clock, 0.08, &sum), 2);
    coir_frame_clock_set_scale(&clock, 4);
    assert_int_equal(take_frame(&clock, 0.02, &sum), 8);
    coir_frame_clock_set_scale(&clock, 0);
    assert_int_equal(take_frame(&clock, 10, &sum), 0);
    assert_float_equal(sum, 0.1, 1e-9);
}

// Plays a second at a frame rate, and sets the scale to `first` and to `scale` inside step `nth`. Returns the number of
// steps.
static int64_t steps_with_scales_set_inside(double rate, int nth, double first, double scale)
{
    CoirFrameStep step;
    CoirFrameClock clock = coir_frame_clock_make(0.01, 100);
    for (int i = 0; i < (int)rate; i++) {
        coir_frame_clock_begin(&clock, 1 / rate, 0);
        while (coir_frame_clock_next(&clock, &step))
            if (clock.steps == nth) {
                coir_frame_clock_set_scale(&clock, first);
                coir_frame_clock_set_scale(&clock, scale);
            }
        coir_frame_clock_end(&clock);
    }
    return clock.steps;
}

static void a_scale_set_inside_a_step_counts_from_there_at_any_frame_rate(void **state)
{
    const double rates[] = {5, 20, 50, 100, 250};
    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(steps_with_scales_set_inside(rates[i], 30, 1, 0), 30);
        assert_int_equal(steps_with_scales_set_inside(rates[i], 30, 1, 0.5), 30 + 35);
        assert_int_equal(steps_with_scales_set_inside(rates[i], 30, 1, 2), 30 + 140);
    }
}

static void of_the_scales_set_inside_a_step_the_last_counts(void **state)
{
    const double rates[] = {5, 20, 50, 100, 250};
    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(steps_with_scales_set_inside(rates[i], 30, 0, 1), 100);
        assert_int_equal(steps_with_scales_set_inside(rates[i], 30, 0, 2), 30 + 140);
        assert_int_equal(steps_with_scales_set_inside(rates[i], 30, 4, 0.5), 30 + 35);
    }
}

static void stopping_inside_a_frame_discards_the_rest_of_the_frame(void **state)
{
    double sum = 0;
    CoirFrameStep step;
    CoirFrameClock clock = coir_frame_clock_make(0.01, 100);
    (void)state;
    coir_frame_clock_begin(&clock, 0.055, 0);
    assert_true(coir_frame_clock_next(&clock, &step));
    coir_frame_clock_end(&clock);
    assert_true(coir_frame_clock_fraction(&clock) == 0);
    assert_int_equal(take_frame(&clock, 0.02, &sum), 2);
    assert_int_equal(clock.dropped, 0);
}

TEST_FILE(frame_clock)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_whole_steps_each_frame_is_one_step),
        cmocka_unit_test(a_frame_of_whole_steps_takes_exactly_so_many),
        cmocka_unit_test(the_number_of_steps_is_the_same_at_any_frame_rate),
        cmocka_unit_test(time_that_no_step_has_taken_is_a_fraction_of_a_step),
        cmocka_unit_test(steps_beyond_the_most_are_dropped_and_counted),
        cmocka_unit_test(the_default_makes_up_for_an_eighth_of_a_second),
        cmocka_unit_test(the_scale_changes_how_often_steps_come),
        cmocka_unit_test(a_scale_set_inside_a_step_counts_from_there_at_any_frame_rate),
        cmocka_unit_test(of_the_scales_set_inside_a_step_the_last_counts),
        cmocka_unit_test(stopping_inside_a_frame_discards_the_rest_of_the_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
