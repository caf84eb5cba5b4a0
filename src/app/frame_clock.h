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
    double held;  // of them, at the begin of the step: the world stands
    bool is_held; // the world stands all the time
} CoirFrameStep;

typedef struct CoirFrameClock {
    double step;            // seconds of a whole step; 0: a frame is one step
    int max_steps;          // whole steps in a frame
    double scale;           // stage seconds in a second
    double seconds;         // of this frame
    double hold;            // seconds for which the world is still held
    double waiting;         // stage seconds that no step has taken yet
    int taken;              // steps in this frame
    double most;            // steps that this frame may take
    int64_t steps, dropped; // steps in all, and whole steps that were dropped
    bool is_stepping;       // from `begin` until `next` has returned false
} CoirFrameClock;

// Makes a clock. `max_steps` 0: so many steps that they make up an eighth of a second.
CoirFrameClock coir_frame_clock_make(double step, int max_steps);

// Begins a frame of `seconds` (>= 0). It may take more than `max_steps` for the `quiet` seconds of it, in which the
// caller has slept because nothing was to be done.
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

// Returns how far the time that no step has taken yet is on its way to the next step: 0..1. Returns 1 without whole
// steps.
double coir_frame_clock_fraction(const CoirFrameClock *clock);

#endif
