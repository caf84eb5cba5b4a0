// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pacing decides when a frame begins, and measures the length of the previous frame.

#ifndef COIR_APP_PACING_H
#define COIR_APP_PACING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct CoirPacing {
    double rate;      // frames per second; 0: frames are taken as fast as possible
    uint64_t start;   // tick of the performance counter from which frames are counted
    int64_t count;    // number of the frame that is due next
    uint64_t last;    // tick at which the last frame began
    double oversleep; // worst recent oversleep: seconds by which a sleep was longer than requested
} CoirPacing;

// Starts pacing now, for `rate` frames per second. 0: coir_pacing_wait does not wait.
CoirPacing coir_pacing_start(double rate);

// Changes the rate. Frames are counted from the last frame on.
void coir_pacing_set_rate(CoirPacing *pacing, double rate);

// Waits until the next frame is due and returns the seconds since the last frame began.
double coir_pacing_wait(CoirPacing *pacing);

// Begins a frame now, and counts the following frames from now. Returns the seconds since the last frame began.
double coir_pacing_begin_now(CoirPacing *pacing);

// Pacing for a display that calls a function for each refresh. With a lower rate, some refreshes take no frame. Times
// are in seconds, on the clock of the display.
typedef struct CoirRefreshPacing {
    double rate;   // frames per second; 0: a frame for each refresh
    double last;   // time at which the last frame began
    double due;    // time at which the next frame is due
    bool has_last; // there was a frame
} CoirRefreshPacing;

// Returns true if a frame is due in the refresh at `now`. If `rate` differs from the rate of the last call, the new
// interval is counted from the last frame.
bool coir_refresh_is_due(CoirRefreshPacing *pacing, double rate, double now);

// Begins a frame. Returns the seconds since the last frame began; 0 for the first frame.
double coir_refresh_begin(CoirRefreshPacing *pacing, double now);

#endif
