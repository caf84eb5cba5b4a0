// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The generator of random numbers.

#include "support/support.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "coir/random.h"

static void the_generator_gives_the_published_numbers(void **state)
{
    // Seed 42, stream 54, as in the demonstration program of the generator's authors.
    static const uint32_t expected[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
    CoirRandom random = {0, 54 << 1 | 1};
    (void)state;
    coir_random_bits(&random);
    random.state += 42;
    coir_random_bits(&random);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(coir_random_bits(&random), expected[i]);
}

static void a_seed_determines_its_sequence(void **state)
{
    CoirRandom a = coir_random(1), b = coir_random(1), c = coir_random(2);
    int different = 0;
    (void)state;
    for (int i = 0; i < 100; i++) {
        uint32_t bits = coir_random_bits(&a);
        assert_int_equal(bits, coir_random_bits(&b));
        different += bits != coir_random_bits(&c);
    }
    assert_true(different > 90);
    CoirRandom saved = a;
    uint32_t next = coir_random_bits(&a);
    assert_int_equal(coir_random_bits(&saved), next);
}

static void neighbouring_seeds_begin_differently(void **state)
{
    uint32_t first[64];
    (void)state;
    for (uint64_t seed = 0; seed < 64; seed++) {
        CoirRandom random = coir_random(seed);
        first[seed] = coir_random_bits(&random);
        for (uint64_t i = 0; i < seed; i++)
            assert_int_not_equal(first[i], first[seed]);
    }
}

static void all_zero_is_a_valid_state(void **state)
{
    CoirRandom random = {0, 0};
    int different = 0;
    (void)state;
    uint32_t last = coir_random_bits(&random);
    for (int i = 0; i < 100; i++) {
        uint32_t bits = coir_random_bits(&random);
        different += bits != last;
        last = bits;
    }
    assert_true(different > 90);
}

static void whole_numbers_cover_their_range_evenly(void **state)
{
    CoirRandom random = coir_random(7);
    int counts[6] = {0};
    (void)state;
    for (int i = 0; i < 60000; i++) {
        int n = i % 2 ? coir_random_int(&random, -2, 3) : coir_random_int(&random, 3, -2);
        assert_in_range(n + 2, 0, 5);
        counts[n + 2]++;
    }
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 9500, 10500);
    assert_int_equal(coir_random_int(&random, 5, 5), 5);
}

static void whole_numbers_of_large_ranges_are_not_skewed(void **state)
{
    CoirRandom random = coir_random(9);
    int low_half = 0, negative = 0;
    (void)state;
    for (int i = 0; i < 30000; i++) {
        low_half += coir_random_int(&random, 0, INT_MAX) < 0x40000000;
        negative += coir_random_int(&random, INT_MIN, INT_MAX) < 0;
    }
    assert_in_range(low_half, 14500, 15500);
    assert_in_range(negative, 14500, 15500);
    // The remainder of 32 random bits would put half of all numbers into the first third of these 3 * 2^30 numbers.
    int first_third = 0;
    for (int i = 0; i < 30000; i++)
        first_third += coir_random_int(&random, INT_MIN, INT_MIN + 0x7fffffff + 0x40000000) < INT_MIN + 0x40000000;
    assert_in_range(first_third, 9500, 10500);
}

static void numbers_of_a_range_stay_below_its_end(void **state)
{
    CoirRandom random = coir_random(11);
    double sum = 0, least = 1, next = nextafter(1e9, 2e9);
    (void)state;
    for (int i = 0; i < 10000; i++) {
        double x = coir_random_range(&random, -1, 3);
        assert_true(x >= -1 && x < 3);
        sum += x;
        least = x < least ? x : least;
        assert_true(coir_random_range(&random, 1e9, next) == 1e9); // rounding must not give `next`
    }
    assert_float_equal(sum / 10000, 1, 0.05);
    assert_true(least < -0.99);
    assert_true(coir_random_range(&random, 4, 4) == 4);
    for (int i = 0; i < 100; i++) { // the difference of the limits is no finite number
        double x = coir_random_range(&random, -DBL_MAX, DBL_MAX);
        assert_true(isfinite(x) && x < DBL_MAX);
    }
}

TEST_FILE(random)
{
    const struct CMUnitTest tests[] = {
        support_test(the_generator_gives_the_published_numbers),
        support_test(a_seed_determines_its_sequence),
        support_test(neighbouring_seeds_begin_differently),
        support_test(all_zero_is_a_valid_state),
        support_test(whole_numbers_cover_their_range_evenly),
        support_test(whole_numbers_of_large_ranges_are_not_skewed),
        support_test(numbers_of_a_range_stay_below_its_end),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
