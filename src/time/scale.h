// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Scaled time: the time that passes on a clock, in a run or in an action with a speed other than 1.

#ifndef COIR_TIME_SCALE_H
#define COIR_TIME_SCALE_H

#include <stdint.h>

#define COIR_SCALED_MAX INT64_C(4000000000000000000) // nanoseconds, 127 years, so that a sum of two does not overflow

// Returns the time that passes at `scale` (at least 0) while `time` passes, in nanoseconds. The result is at most
// COIR_SCALED_MAX, and at least -COIR_SCALED_MAX.
int64_t coir_scaled_time(int64_t time, double scale);

// Returns the least time for which coir_scaled_time gives at least `scaled`; COIR_NEVER: there is none up to
// COIR_SCALED_MAX.
int64_t coir_time_for_scaled(int64_t scaled, double scale);

#endif
