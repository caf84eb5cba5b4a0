// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Times: seconds as double in the public interface, whole nanoseconds inside the library.

#ifndef COIR_NANOSECONDS_H
#define COIR_NANOSECONDS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define COIR_SECONDS_MAX 3155760000.0              // a hundred years
#define COIR_TIME_MAX INT64_C(3155760000000000000) // the same in nanoseconds: the limit of all clocks
#define COIR_NEVER INT64_MAX                       // later than any time

// Rounds to the nearest whole number, halves away from 0. `value` must fit into the result. Unlike llround, this
// function is inline, and gives the same result on all systems.
static inline int64_t coir_round(double value)
{
    int64_t whole = (int64_t)value;
    double rest = value - (double)whole;
    return whole + (rest >= 0.5) - (rest <= -0.5);
}

// Converts seconds to nanoseconds. Returns false, and stores nothing, if `seconds` is not finite, or is more than a
// hundred years before or after 0.
static inline bool coir_to_nanoseconds(double seconds, int64_t *nanoseconds)
{
    if (!(fabs(seconds) <= COIR_SECONDS_MAX))
        return false;
    *nanoseconds = coir_round(seconds * 1e9);
    return true;
}

static inline double coir_to_seconds(int64_t nanoseconds)
{
    return (double)nanoseconds / 1e9;
}

// Returns the later of two times.
static inline int64_t coir_later(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

#endif
