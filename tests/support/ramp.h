// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A sound with a rising ramp as samples, so that the value of a sample is its position in the sound, in seconds. Tests
// compare the position that is heard with the position that a voice reports.

#ifndef COIR_TESTS_RAMP_H
#define COIR_TESTS_RAMP_H

#include "support/sounds.h"

static CoirSound *ramp; // one second long; samples rise from 0 to 1

static inline int set_up_ramp(void **state)
{
    static float samples[RATE];
    for (int i = 0; i < RATE; i++)
        samples[i] = (float)i / RATE;
    int failed = set_up_sound(state);
    ramp = coir_sound_from_samples(1, RATE, RATE, samples);
    return failed || !ramp;
}

static inline int tear_down_ramp(void **state)
{
    coir_stage_destroy(stage);
    stage = NULL;
    coir_mixer_close();
    coir_sound_destroy(ramp);
    return tear_down_sound(state);
}

#define ramp_test(function) cmocka_unit_test_setup_teardown(function, set_up_ramp, tear_down_ramp)

// Returns the position in `ramp` that is heard `seconds` after the start of the rendered `samples`.
static inline double heard(const float *samples, double seconds)
{
    return (double)samples[(int)(seconds * RATE)];
}

#endif
