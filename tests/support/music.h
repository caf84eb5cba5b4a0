// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of music: two pieces of music, a function that plays frames up to a time, and a comparison of
// voices.

#ifndef COIR_TESTS_MUSIC_H
#define COIR_TESTS_MUSIC_H

#include "support/sounds.h"

static CoirSound *low, *high; // two seconds long; all samples are 0.25 in `low`, 0.5 in `high`

static inline int set_up_music(void **state)
{
    int failed = set_up_sound(state);
    low = constant_sound(2 * RATE, 0.25F);
    high = constant_sound(2 * RATE, 0.5F);
    return failed || !low || !high;
}

static inline int tear_down_music(void **state)
{
    coir_stage_destroy(stage);
    stage = NULL;
    coir_mixer_close();
    coir_sound_destroy(low);
    coir_sound_destroy(high);
    return tear_down_sound(state);
}

#define music_test(function) cmocka_unit_test_setup_teardown(function, set_up_music, tear_down_music)

// Plays frames of 1/64 s until the sound clock reads at least `time`.
static inline void play_to(double time)
{
    while (coir_sound_now() < time - 1e-6)
        play_frames(1.0 / 64, 64);
}

static inline bool is_same(CoirVoice one, CoirVoice other)
{
    return one.index == other.index && one.generation == other.generation;
}

#endif
