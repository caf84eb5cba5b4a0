// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "time/scale.h"

#include <math.h>

#include "time/nanoseconds.h"

static int64_t saturated(double nanoseconds)
{
    double most = (double)COIR_SCALED_MAX;
    return coir_round(nanoseconds > most ? most : nanoseconds < -most ? -most : nanoseconds);
}

int64_t coir_scaled_time(int64_t time, double scale)
{
    return saturated((double)time * scale);
}

// A division gives only a guess, since its result is rounded. Bisection finds the exact time.
int64_t coir_time_for_scaled(int64_t scaled, double scale)
{
    double guess = ((double)scaled - 0.5) / scale;
    if (!(fabs(guess) < (double)COIR_SCALED_MAX))
        return guess < 0 ? -COIR_SCALED_MAX : COIR_NEVER;
    int64_t low = (int64_t)guess, high = low;
    for (double step = 1; coir_scaled_time(low, scale) >= scaled && low > -COIR_SCALED_MAX; step *= 2)
        low = saturated((double)low - step);
    for (double step = 1; coir_scaled_time(high, scale) < scaled; step *= 2) {
        if (high == COIR_SCALED_MAX)
            return COIR_NEVER;
        high = saturated((double)high + step);
    }
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (coir_scaled_time(middle, scale) >= scaled)
            high = middle;
        else
            low = middle;
    }
    return high;
}
