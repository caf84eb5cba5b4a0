// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by tests of the mixer: a mixer, the pairs of samples that the mixer gave last, and measurements of the left
// samples.

#ifndef COIR_TESTS_MIXED_H
#define COIR_TESTS_MIXED_H

#include "support/mixing.h"

#define MANY 100000

static CoirMixer *mixer;
static float pairs[2 * MANY];

static inline int set_up_mixer(void **state)
{
    support_setup(state);
    mixer = coir_mixer_new(RATE, 16);
    return mixer ? 0 : 1;
}

static inline int tear_down_mixer(void **state)
{
    coir_mixer_free(mixer);
    return support_teardown(state);
}

#define mixer_test(function) cmocka_unit_test_setup_teardown(function, set_up_mixer, tear_down_mixer)

static inline void mix(int count)
{
    assert_true(count <= MANY);
    coir_mixer_mix(mixer, pairs, count);
}

static inline double left(int i)
{
    return (double)pairs[2 * i];
}

static inline void assert_near(double value, double wanted, double error)
{
    if (!(fabs(value - wanted) <= error))
        fail_msg("%.9g is not %.9g +- %g", value, wanted, error);
}

// Returns the largest difference between neighbouring left samples, in `count` pairs from the pair `from` on.
static inline double largest_step(int from, int count)
{
    double largest = 0;
    for (int i = from + 1; i < from + count; i++) {
        double step = fabs(left(i) - left(i - 1));
        largest = step > largest ? step : largest;
    }
    return largest;
}

static inline double loudest(int from, int count)
{
    double largest = 0;
    for (int i = from; i < from + count; i++)
        if (fabs(left(i)) > largest)
            largest = fabs(left(i));
    return largest;
}

#endif
