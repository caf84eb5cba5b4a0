// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Tones: sounds that are described by a few numbers, for a game without sound files.
//
//     CoirSound *jump = coir_sound_tone(&(CoirTone){.shape = COIR_TONE_SQUARE, .pitch = 260, .slide = 1.5,
//                                                   .hold = 0.05, .decay = 0.2});
//
//     CoirSound *coin = coir_sound_tone(&(CoirTone){.pitch = 988, .jumps = {{0.07, 5 / 12.0}},
//                                                   .hold = 0.07, .decay = 0.4});
//
//     CoirSound *explosion = coir_sound_tone(&(CoirTone){.shape = COIR_TONE_NOISE, .pitch = 6000, .slide = -3,
//                                                        .hold = 0.1, .punch = 0.7, .decay = 0.9});

#ifndef COIR_TONE_H
#define COIR_TONE_H

#include "coir/sound.h"

typedef enum CoirToneShape {
    COIR_TONE_SQUARE,
    COIR_TONE_TRIANGLE,
    COIR_TONE_SAW,
    COIR_TONE_SINE,
    COIR_TONE_NOISE, // a new random level `pitch` times a second; the same levels for the same `seed`
} CoirToneShape;

// A jump of the pitch at one time of the tone.
typedef struct CoirToneJump {
    double time;    // seconds from the start of the tone, or of a repeat, 0..60; 0: no jump
    double octaves; // octaves above the pitch without jumps, -10..10. 4 / 12.0 is four keys of a piano
} CoirToneJump;

#define COIR_TONE_JUMPS 4

// A tone. A field that you leave out is 0, and means the default. The sample at a time depends only on these numbers
// and on the time.
typedef struct CoirTone {
    CoirToneShape shape;
    uint32_t seed; // seed of the noise
    double pitch;  // hertz, 1..20000; 0: 440. Slides, jumps and vibrato stop at these limits
    double volume; // 0..1; 0: 0.5. Loudness before the effects: `flange` makes a tone at most 1.4 times as loud, punch,
                   // thin squares and `high_pass` twice, and resonance 11 times

    // The loudness rises for `attack`, stays for `hold`, and falls to silence for `decay` seconds, fast at first. The
    // sum is the length, at most 60 seconds. The last sample is 0: a tone without decay fades out in its last 2 ms.
    double attack, hold, decay; // seconds; all 0: a decay of 0.2
    double punch;               // 0..1: loudness that is added at the start of `hold`, and has faded at its end

    double slide;        // octaves a second by which the pitch rises, -100..100; below 0 the pitch falls
    double slide_change; // change of `slide` in a second, in octaves a second, -1000..1000
    double vibrato;      // depth in octaves, 0..2
    double vibrato_rate; // hertz, 0..100; 0: 6
    double duty;         // of a square: part of a period that is high, 0.01..0.99; 0: 0.5
    double duty_slide;   // change of `duty` in a second, -100..100
    CoirToneJump jumps[COIR_TONE_JUMPS]; // the latest jump so far counts. One jump makes the two notes of a coin
    double repeat;                       // seconds after which slide, jumps and duty start anew, 0.001..60; 0: never

    double low_pass;        // hertz, 10..20000: weakens the frequencies above; 0: off
    double low_pass_slide;  // octaves a second by which `low_pass` rises, -100..100
    double resonance;       // 0..1: makes frequencies near `low_pass` louder
    double high_pass;       // hertz, 10..20000: weakens the frequencies below; 0: off
    double high_pass_slide; // octaves a second by which `high_pass` rises, -100..100
    double flange;          // seconds, 0..0.05: delay of a copy that is added to the tone; 0: no copy
    double flange_slide;    // change of the delay in a second, -1..1
} CoirTone;

// Makes a sound of a tone: one channel, 44100 samples a second. You destroy the sound with coir_sound_destroy.
// Returns NULL for NULL, a number out of range, or if there is no memory.
COIR_API CoirSound *coir_sound_tone(const CoirTone *tone);

#endif
