// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The clock of frames. Cuts the time of a frame into steps: one step of any length, or whole steps of equal length.
// Holds, time scale and dropped steps are handled here, so that a test needs no director.
//
//     coir_frame_clock_begin(&clock, dt, 0);
//     while (coir_frame_clock_next(&clock, &step))
//         ...
//     coir_frame_clock_end(&clock);

#ifndef COIR_APP_FRAME_CLOCK_H
#define COIR_APP_FRAME_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define COIR_FRAME_SLACK 1e-9 // seconds; a smaller rest of a step or of a hold counts as rounding

typedef struct CoirFrameStep {
    double dt;    // length in stage seconds
    double held;  // stage seconds, from the start of the step, for which the game is held; 0 in steps of equal length
    bool is_held; // the game is held during the whole step
} CoirFrameStep;

typedef struct CoirFrameClock {
    double step;            // seconds of a whole step; 0: a frame is one step
    int max_steps;          // largest number of whole steps in a frame
    double scale;           // stage seconds per second
    double frame_scale;     // scale of the rest of this frame in `waiting`, until the next step
    double seconds;         // length of this frame
    double hold;            // seconds for which the game is still held
    double waiting;         // stage seconds that no step has taken yet
    int taken;              // number of steps in this frame so far
    double most;            // largest number of steps in this frame: `max_steps`, and the steps of the time slept
    int64_t steps, dropped; // number of steps in all; number of whole steps that were dropped
    bool is_stepping;       // true from coir_frame_clock_begin to the last step, or to coir_frame_clock_end
} CoirFrameClock;

// Makes a clock. `max_steps` 0: as many steps as an eighth of a second needs.
CoirFrameClock coir_frame_clock_make(double step, int max_steps);

// Begins a frame of `seconds` (>= 0). The caller has slept for `quiet` of these seconds, because there was nothing to
// do. The steps of this time do not count for `max_steps`.
void coir_frame_clock_begin(CoirFrameClock *clock, double seconds, double quiet);

// Takes the next step of the frame. Returns false after the last step.
bool coir_frame_clock_next(CoirFrameClock *clock, CoirFrameStep *step);

// Ends the frame. If the caller stopped before coir_frame_clock_next returned false, all time that no step has taken
// yet is discarded.
void coir_frame_clock_end(CoirFrameClock *clock);

// Sets the time scale. After a call inside a step, the rest of the frame runs at the new scale, so that the number of
// steps does not depend on the frame rate.
void coir_frame_clock_set_scale(CoirFrameClock *clock, double scale);

// Holds the game for `seconds` from the next step on. Does nothing if the present hold lasts longer. 0 ends the hold.
// A whole step is either held or not held. So with whole steps, the hold lasts the nearest number of steps, at least
// one.
void coir_frame_clock_hold(CoirFrameClock *clock, double seconds);

// Returns the time that no step has taken yet, as a fraction of a step: 0..1. Returns 1 without whole steps.
double coir_frame_clock_fraction(const CoirFrameClock *clock);

#endif
