// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The time of frames is added up in `waiting`, and whole steps are taken from `waiting`. `waiting` is usually a
// fraction of a second, so the rounding errors of a double are below 1e-16 s. Integer nanoseconds are not exact enough:
// 1/60 s and 1/120 s are not whole numbers of nanoseconds, so two frames of 1/120 s would be too short for a step of
// 1/60 s. Doubles are rounded, too, so a step is taken, and a hold ends, up to COIR_FRAME_SLACK early. Exception: a
// hold in whole steps ends with the nearest step.

#include "app/frame_clock.h"

#include <math.h>

#define WAITING_MAX 1e6    // seconds; limit that keeps counts of dropped steps in range
#define CATCH_UP_MAX 0.125 // seconds; default limit of the steps in one frame

CoirFrameClock coir_frame_clock_make(double step, int max_steps)
{
    CoirFrameClock clock = {.step = step, .max_steps = max_steps, .scale = 1};
    if (step > 0 && max_steps == 0)
        clock.max_steps = (int)ceil(CATCH_UP_MAX / step);
    return clock;
}

// Shortens a hold by `seconds`, and ends the hold if less than `least` is left.
static void pass_hold(CoirFrameClock *clock, double seconds, double least)
{
    clock->hold -= seconds;
    if (clock->hold < least)
        clock->hold = 0;
}

void coir_frame_clock_begin(CoirFrameClock *clock, double seconds, double quiet)
{
    if (clock->step > 0 && clock->scale == 0)
        pass_hold(clock, seconds, COIR_FRAME_SLACK); // no step will come to shorten the hold
    clock->most = clock->max_steps + (quiet > 0 ? quiet * clock->scale / clock->step : 0);
    clock->seconds = seconds;
    clock->frame_scale = clock->scale;
    clock->waiting += seconds * clock->scale;
    clock->taken = 0;
    clock->is_stepping = true;
}

// Takes the frame as one step. A hold that ends in this frame covers the first part of the step; a longer hold covers
// the whole step.
static bool next_of_any_length(CoirFrameClock *clock, CoirFrameStep *step)
{
    if (clock->taken > 0)
        return false;
    bool is_held = clock->hold > 0 && clock->hold + COIR_FRAME_SLACK >= clock->seconds;
    *step = (CoirFrameStep){.dt = clock->waiting, .held = clock->hold * clock->scale, .is_held = is_held};
    pass_hold(clock, clock->seconds, COIR_FRAME_SLACK);
    clock->waiting = 0;
    return true;
}

static void drop_steps(CoirFrameClock *clock)
{
    double waiting = clock->waiting < WAITING_MAX ? clock->waiting : WAITING_MAX;
    double steps = floor((waiting + COIR_FRAME_SLACK) / clock->step);
    clock->dropped += (int64_t)steps;
    clock->waiting = waiting - steps * clock->step;
}

static bool next_whole(CoirFrameClock *clock, CoirFrameStep *step)
{
    if (clock->waiting + COIR_FRAME_SLACK < clock->step)
        return false;
    if (clock->taken >= clock->most) {
        drop_steps(clock);
        return false;
    }
    clock->waiting -= clock->step;
    *step = (CoirFrameStep){.dt = clock->step, .is_held = clock->hold > 0};
    double seconds = clock->step / clock->scale; // length of the step before scaling, like the hold
    if (step->is_held)
        pass_hold(clock, seconds, seconds / 2);
    return true;
}

// Converts the rest of the frame to the scale that the last step has set.
static void convert_waiting(CoirFrameClock *clock)
{
    if (clock->frame_scale > 0)
        clock->waiting = fmin(fmin(clock->waiting, WAITING_MAX) * clock->scale / clock->frame_scale, WAITING_MAX);
    clock->frame_scale = clock->scale;
}

bool coir_frame_clock_next(CoirFrameClock *clock, CoirFrameStep *step)
{
    if (clock->scale != clock->frame_scale)
        convert_waiting(clock);
    bool is_taken = clock->step > 0 ? next_whole(clock, step) : next_of_any_length(clock, step);
    clock->taken += is_taken;
    clock->steps += is_taken;
    clock->is_stepping = is_taken;
    return is_taken;
}

void coir_frame_clock_end(CoirFrameClock *clock)
{
    if (clock->is_stepping)
        clock->waiting = 0; // the caller stopped after a step: the rest of the frame is discarded
    clock->is_stepping = false;
}

void coir_frame_clock_set_scale(CoirFrameClock *clock, double scale)
{
    clock->scale = scale;
}

void coir_frame_clock_hold(CoirFrameClock *clock, double seconds)
{
    if (seconds > clock->hold || seconds == 0)
        clock->hold = seconds;
}

double coir_frame_clock_fraction(const CoirFrameClock *clock)
{
    if (clock->step == 0)
        return 1;
    double fraction = clock->waiting / clock->step;
    return fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
}
