// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of sound: a stage with a scene, sounds that are easy to recognise in rendered samples, and
// rendering.

#ifndef COIR_TESTS_SOUNDS_H
#define COIR_TESTS_SOUNDS_H

#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coir/coir.h"
#include "sound/check.h"
#include "sound/voices.h"
#include "support/constant_sound.h"

#define RATE 48000

static CoirStage *stage;
static CoirNode *scene;
static CoirSound *click; // one sample, 0.5
static CoirSound *level; // one second long; all samples are 0.5

static inline int set_up_sound(void **state)
{
    support_setup(state);
    stage = coir_stage_new();
    scene = coir_node_new();
    click = constant_sound(1, 0.5F);
    level = constant_sound(RATE, 0.5F);
    return coir_stage_show(stage, scene) && coir_stage_update(stage, 0) && click && level ? 0 : 1;
}

static inline int tear_down_sound(void **state)
{
    coir_stage_destroy(stage);
    coir_mixer_close();
    coir_sounds_set_random(NULL);
    coir_sound_destroy(click);
    coir_sound_destroy(level);
    coir_sounds_purge();
    coir_nodes_sweep();
    if (coir_nodes_report() > 0)
        return 1;
    return support_teardown(state);
}

#define sound_test(function) cmocka_unit_test_setup_teardown(function, set_up_sound, tear_down_sound)

// Updates the stage frame by frame for `seconds`, which must be a whole number of frames. Checks the state of sounds
// after each frame.
static inline void play_frames(double seconds, double frames_a_second)
{
    long frames = lround(seconds * frames_a_second);
    for (long i = 0; i < frames; i++) {
        assert_true(coir_stage_update(stage, 1 / frames_a_second));
        const char *fault = coir_sounds_fault();
        if (fault)
            fail_msg("%s", fault);
    }
}

// Renders `seconds` of sound and returns the left samples. The caller frees the samples.
static inline float *render(double seconds)
{
    int64_t count = (int64_t)(seconds * RATE + 0.5);
    float *pairs = malloc((size_t)count * 2 * sizeof *pairs);
    assert_int_equal(coir_sound_render(seconds, pairs), count);
    for (int64_t i = 0; i < count; i++)
        pairs[i] = pairs[2 * i];
    return pairs;
}

// Returns the largest difference between samples. The loop does without fmax, because gcc 12 for ARM crashes on fmax
// here.
static inline double largest_difference(const float *one, const float *other, int64_t count)
{
    double largest = 0;
    for (int64_t i = 0; i < count; i++) {
        double difference = fabs((double)one[i] - (double)other[i]);
        if (difference > largest)
            largest = difference;
    }
    return largest;
}

// Returns the index of the first sample that is not 0, from the index `from` on; -1 if there is none.
static inline int64_t first_sound(const float *samples, int64_t from, int64_t count)
{
    for (int64_t i = from; i < count; i++)
        if (samples[i] != 0)
            return i;
    return -1;
}

#endif
