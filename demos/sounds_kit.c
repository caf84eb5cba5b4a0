// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The tones of the demo "sounds". The volumes leave room for many tones at once, because sums beyond 1 are clipped.

#include "sounds.h"

#include <math.h>

static const CoirTone tones[SOUNDS_COUNT] = {
    [SOUNDS_COIN] = {.pitch = 988, .volume = 0.26, .jumps = {{0.07, 5 / 12.0}}, .hold = 0.07, .decay = 0.45},
    [SOUNDS_LASER] = {.shape = COIR_TONE_SAW,
                      .pitch = 1800,
                      .volume = 0.28,
                      .slide = -9,
                      .slide_change = 12,
                      .hold = 0.05,
                      .decay = 0.22,
                      .high_pass = 200},
    [SOUNDS_EXPLOSION] = {.shape = COIR_TONE_NOISE,
                          .pitch = 7000,
                          .volume = 0.45,
                          .slide = -3,
                          .hold = 0.1,
                          .punch = 0.7,
                          .decay = 1.1,
                          .low_pass = 5000,
                          .low_pass_slide = -3},
    [SOUNDS_JUMP] =
        {.pitch = 250, .volume = 0.26, .slide = 4, .hold = 0.06, .decay = 0.2, .duty = 0.3, .low_pass = 5000},
    [SOUNDS_HIT] = {.shape = COIR_TONE_NOISE,
                    .seed = 3,
                    .pitch = 3000,
                    .volume = 0.4,
                    .slide = -12,
                    .hold = 0.02,
                    .punch = 0.8,
                    .decay = 0.15},
    [SOUNDS_POWER_UP] = {.pitch = 330,
                         .volume = 0.22,
                         .slide = 1.6,
                         .repeat = 0.11,
                         .hold = 0.44,
                         .decay = 0.35,
                         .duty = 0.25,
                         .duty_slide = 2,
                         .low_pass = 6000},
    [SOUNDS_BLIP] = {.pitch = 660, .volume = 0.24, .hold = 0.03, .decay = 0.08, .duty = 0.25},
    [SOUNDS_TELEPORT] = {.shape = COIR_TONE_SINE,
                         .pitch = 500,
                         .volume = 0.35,
                         .vibrato = 0.9,
                         .vibrato_rate = 18,
                         .slide = 2,
                         .attack = 0.1,
                         .hold = 0.3,
                         .decay = 0.4,
                         .flange = 0.004,
                         .flange_slide = -0.004},
    [SOUNDS_FALL] = {.shape = COIR_TONE_TRIANGLE,
                     .pitch = 1200,
                     .volume = 0.4,
                     .slide = -2.6,
                     .vibrato = 0.05,
                     .vibrato_rate = 9,
                     .hold = 0.7,
                     .decay = 0.3},
    [SOUNDS_BELL] =
        {.shape = COIR_TONE_TRIANGLE, .pitch = 440, .volume = 0.35, .hold = 0.02, .punch = 0.4, .decay = 0.8},
    [SOUNDS_CLICK] = {.shape = COIR_TONE_SINE, .pitch = 1500, .volume = 0.2, .slide = -20, .decay = 0.04},
    [SOUNDS_KICK] = {.shape = COIR_TONE_SINE,
                     .pitch = 160,
                     .volume = 0.42,
                     .slide = -14,
                     .slide_change = 60,
                     .hold = 0.04,
                     .decay = 0.22},
    [SOUNDS_SNARE] = {.shape = COIR_TONE_NOISE,
                      .seed = 5,
                      .pitch = 9000,
                      .volume = 0.13,
                      .slide = -4,
                      .hold = 0.02,
                      .punch = 0.5,
                      .decay = 0.16,
                      .high_pass = 500},
    [SOUNDS_HAT] =
        {.shape = COIR_TONE_NOISE, .seed = 8, .pitch = 20000, .volume = 0.2, .decay = 0.06, .high_pass = 7000},
    [SOUNDS_TICK] = {.shape = COIR_TONE_SINE, .pitch = 880, .volume = 0.14, .hold = 0.01, .decay = 0.1},
    [SOUNDS_BASS] = {.shape = COIR_TONE_SAW,
                     .pitch = 110,
                     .volume = 0.18,
                     .hold = 0.08,
                     .decay = 0.22,
                     .low_pass = 900,
                     .low_pass_slide = -3,
                     .resonance = 0.3},
    [SOUNDS_PLUCK] =
        {.pitch = 440, .volume = 0.1, .hold = 0.01, .decay = 0.3, .duty = 0.25, .low_pass = 3500, .low_pass_slide = -4},
    [SOUNDS_PAD] = {.shape = COIR_TONE_SAW,
                    .pitch = 220,
                    .volume = 0.08,
                    .attack = 0.5,
                    .hold = 0.9,
                    .decay = 0.6,
                    .low_pass = 700,
                    .low_pass_slide = 0.5,
                    .vibrato = 0.006,
                    .vibrato_rate = 5},
    [SOUNDS_BOUNCE] =
        {.shape = COIR_TONE_TRIANGLE, .pitch = 420, .volume = 0.24, .slide = -5, .hold = 0.02, .decay = 0.2},
    [SOUNDS_HUM] = {.shape = COIR_TONE_TRIANGLE, .pitch = 110, .volume = 0.4, .hold = 1},
};

static bool check(const SoundsKit *kit)
{
    for (int i = 0; i < SOUNDS_COUNT; i++)
        if (!kit->sounds[i])
            return false;
    return true;
}

bool sounds_kit_make(SoundsKit *kit)
{
    kit->beat = kit->ball = COIR_GROUP_EFFECTS;
    for (int i = 0; i < SOUNDS_COUNT; i++)
        kit->sounds[i] = coir_sound_tone(&tones[i]);
    return check(kit) && coir_sound_set_loop(kit->sounds[SOUNDS_HUM], 0.1, 0.9) && // 88 whole periods
           coir_sound_set_rules(kit->sounds[SOUNDS_CLICK], &(CoirSoundRules){.gap = 0.03}) &&
           coir_sound_set_rules(kit->sounds[SOUNDS_HIT],
                                &(CoirSoundRules){.volume_spread = 0.3f, .pitch_spread = 0.15f}) &&
           coir_sound_set_rules(kit->sounds[SOUNDS_EXPLOSION], &(CoirSoundRules){.voices = 3, .pitch_spread = 0.2f});
}

void sounds_kit_free(SoundsKit *kit)
{
    for (int i = 0; i < SOUNDS_COUNT; i++)
        coir_sound_destroy(kit->sounds[i]);
}

void sounds_click(const SoundsKit *kit)
{
    coir_sound_play_with(kit->sounds[SOUNDS_CLICK], &(CoirPlay){.group = COIR_GROUP_INTERFACE});
}

float sounds_pitch(int semitones)
{
    return exp2f((float)semitones / 12);
}
