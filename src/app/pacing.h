// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pacing: when a frame begins, and how long the one before it was.

#ifndef COIR_APP_PACING_H
#define COIR_APP_PACING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct CoirPacing {
    uint64_t last, next;  // ticks of the performance counter: when the last frame began, when the next is due
    uint64_t frame_ticks; // 0: frames come as fast as they can
} CoirPacing;

// Starts now, for `rate` frames a second, 0: no waiting (the display does it, or nobody).
CoirPacing coir_pacing_start(double rate);

// Waits until the next frame is due and returns the seconds since the last one began.
double coir_pacing_wait(CoirPacing *pacing);

#endif
