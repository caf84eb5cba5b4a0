// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A sound for tests. All its samples have the same value.

#ifndef COIR_TESTS_CONSTANT_SOUND_H
#define COIR_TESTS_CONSTANT_SOUND_H

#include <stdlib.h>

#include "coir/sound.h"

// Returns a sound with one channel at 48 000 samples a second.
static inline CoirSound *constant_sound(int count, float value)
{
    float *samples = malloc((size_t)count * sizeof *samples);
    for (int i = 0; i < count; i++)
        samples[i] = value;
    CoirSound *sound = coir_sound_from_samples(1, 48000, count, samples);
    free(samples);
    return sound;
}

#endif
