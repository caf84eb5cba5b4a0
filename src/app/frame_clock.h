// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The clock of frames: the time of a frame as one step of any length, or as whole steps of one length. Holds, time
// scale and dropped steps are counted here, so that a test needs no director.
//
//     coir_frame_clock_begin(&clock, dt);
//     while (coir_frame_clock_next(&clock, &step))
//         ...
//     coir_frame_clock_end(&clock);

#ifndef COIR_APP_FRAME_CLOCK_H
#define COIR_APP_FRAME_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct CoirFrameStep {
    double dt;    // stage seconds
    double held;  // stage seconds at the start of the step in which the world stands
    bool is_held; // the world stands during the whole step
} CoirFrameStep;

typedef struct CoirFrameClock {
    double step;            // seconds of a whole step; 0: a frame is one step
    int max_steps;          // whole steps in a frame
    double scale;           // stage seconds in a second
    double seconds;         // of this frame
    double hold;            // seconds for which the world is still held
    double waiting;         // stage seconds that no step has taken yet
    int taken;              // steps in this frame
    double most;            // largest number of steps in this frame
    int64_t steps, dropped; // steps in all, and whole steps that were dropped
    bool is_stepping;       // from `begin` until `next` has returned false
} CoirFrameClock;

// Makes a clock. `max_steps` 0: so many steps that they make up an eighth of a second.
CoirFrameClock coir_frame_clock_make(double step, int max_steps);

// Begins a frame of `seconds` (>= 0). For `quiet` of these seconds the caller has slept, because there was nothing to
// do: the steps of this time do not count for `max_steps`.
void coir_frame_clock_begin(CoirFrameClock *clock, double seconds, double quiet);

// Takes the next step of the frame. Returns false after the last step.
bool coir_frame_clock_next(CoirFrameClock *clock, CoirFrameStep *step);

// Ends the frame. If the caller stopped before the last step, the rest of the frame's time is discarded.
void coir_frame_clock_end(CoirFrameClock *clock);

// Sets the time scale. Inside a step the rest of the frame runs at the new scale, so that the number of steps does not
// depend on the frame rate.
void coir_frame_clock_set_scale(CoirFrameClock *clock, double scale);

// Holds the world for `seconds` from the next step on, unless it is held for longer already. A whole step is held or
// not: the hold lasts the nearest number of whole steps, at least one. 0 ends the hold.
void coir_frame_clock_hold(CoirFrameClock *clock, double seconds);

// Returns the time that no step has taken yet, as a part of a step: 0..1. Returns 1 without whole steps.
double coir_frame_clock_fraction(const CoirFrameClock *clock);

#endif
