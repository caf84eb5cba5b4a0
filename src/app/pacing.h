// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pacing: when a frame begins, and how long the frame before took.

#ifndef COIR_APP_PACING_H
#define COIR_APP_PACING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct CoirPacing {
    double rate;      // frames a second; 0: frames come as fast as they can
    uint64_t start;   // tick of the performance counter from which frames are counted
    int64_t count;    // number of the frame that is due next
    uint64_t last;    // tick at which the last frame began
    double oversleep; // seconds that a sleep takes longer than asked for, at worst, lately
} CoirPacing;

// Starts now, for `rate` frames a second; 0: no waiting (the display waits, or nobody).
CoirPacing coir_pacing_start(double rate);

// Changes the rate. Frames are counted from the last one.
void coir_pacing_set_rate(CoirPacing *pacing, double rate);

// Waits until the next frame is due and returns the seconds since the last frame began.
double coir_pacing_wait(CoirPacing *pacing);

// Returns the seconds since the last frame began.
double coir_pacing_elapsed(const CoirPacing *pacing);

// Begins a frame now, and counts the following frames from now. Returns the seconds since the last frame began.
double coir_pacing_begin_now(CoirPacing *pacing);

// Pacing where the display calls: each call is a refresh, and a lower rate leaves refreshes out. Times are seconds on
// the clock of the display.
typedef struct CoirRefreshPacing {
    double rate;   // frames a second; 0: a frame for each refresh
    double last;   // when the last frame began
    double due;    // when the next frame is due
    bool has_last; // there was a frame
} CoirRefreshPacing;

// Returns true if a frame is due in the refresh at `now`. A rate that differs from the last call's counts from the last
// frame.
bool coir_refresh_is_due(CoirRefreshPacing *pacing, double rate, double now);

// Begins a frame. Returns the seconds since the last frame began; 0 for the first frame.
double coir_refresh_begin(CoirRefreshPacing *pacing, double now);

#endif
