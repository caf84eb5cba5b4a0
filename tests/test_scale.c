// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Scaled time, and rounding to nanoseconds.

#include "support/support.h"

#include <math.h>

#include "coir/random.h"
#include "time/nanoseconds.h"
#include "time/scale.h"

static CoirRandom random = {.state = 7, .stream = 1};

// Returns a number from `least` to `most` with a random magnitude, so that small and large numbers are equally
// frequent.
static double any_size(double least, double most)
{
    return least * pow(most / least, coir_random_range(&random, 0, 1));
}

// Checks that coir_round gives the nearest integer; halves must go away from 0. Does not compare with llround, because
// some C libraries round the greatest number below 0.5 wrongly.
static void check_rounded(double value)
{
    int64_t rounded = coir_round(value);
    double miss = fabs(value - (double)rounded);
    assert_true(miss <= 0.5);
    assert_true(miss < 0.5 || fabs((double)rounded) > fabs(value));
}

static void numbers_are_rounded_to_the_nearest_and_halves_away_from_0(void **state)
{
    (void)state;
    assert_int_equal(coir_round(0), 0);
    assert_int_equal(coir_round(0.5), 1);
    assert_int_equal(coir_round(-0.5), -1);
    assert_int_equal(coir_round(2.5), 3);
    assert_int_equal(coir_round(-2.5), -3);
    assert_int_equal(coir_round(0.49999999999999994), 0);
    assert_int_equal(coir_round(-0.49999999999999994), 0);
    assert_int_equal(coir_round(4503599627370495.5), 4503599627370496);
    assert_int_equal(coir_round(-9007199254740994.0), -9007199254740994);
    for (int i = 0; i < 200000; i++) {
        double value = any_size(1e-3, 9e18) * (i % 2 ? 1 : -1);
        check_rounded(value);
        check_rounded(floor(value) + 0.5);
    }
}

static void time_for_scaled_is_the_least_time_that_reaches_the_scaled_time(void **state)
{
    (void)state;
    for (int i = 0; i < 200000; i++) {
        double scale = any_size(1e-6, 1e6);
        int64_t scaled = (int64_t)any_size(1, 3e18) * (i % 3 ? 1 : -1);
        int64_t time = coir_time_for_scaled(scaled, scale);
        if (time == COIR_NEVER) {
            assert_true(coir_scaled_time(COIR_SCALED_MAX, scale) < scaled);
            continue;
        }
        assert_true(coir_scaled_time(time, scale) >= scaled);
        assert_true(time == -COIR_SCALED_MAX || coir_scaled_time(time - 1, scale) < scaled);
    }
}

static void a_scaled_time_that_is_too_long_ends_at_the_greatest(void **state)
{
    (void)state;
    assert_int_equal(coir_scaled_time(COIR_TIME_MAX, 1e9), COIR_SCALED_MAX);
    assert_int_equal(coir_scaled_time(-COIR_TIME_MAX, 1e9), -COIR_SCALED_MAX);
    assert_int_equal(coir_scaled_time(COIR_TIME_MAX, 1), COIR_TIME_MAX);
    assert_int_equal(coir_scaled_time(COIR_TIME_MAX, 0), 0);
}

static void with_a_scale_of_0_no_time_is_enough(void **state)
{
    (void)state;
    assert_int_equal(coir_time_for_scaled(1, 0), COIR_NEVER);
    assert_int_equal(coir_time_for_scaled(COIR_SCALED_MAX, 1e-9), COIR_NEVER);
}

TEST_FILE(scale)
{
    const struct CMUnitTest tests[] = {
        support_test(numbers_are_rounded_to_the_nearest_and_halves_away_from_0),
        support_test(time_for_scaled_is_the_least_time_that_reaches_the_scaled_time),
        support_test(a_scaled_time_that_is_too_long_ends_at_the_greatest),
        support_test(with_a_scale_of_0_no_time_is_enough),
    };
    return cmocka_run_group_tests_name("scale", tests, NULL, NULL);
}
