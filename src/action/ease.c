// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The formulas are those of Robert Penner, "Programming Macromedia Flash MX", 2002, chapter 7.

#include "coir/ease.h"

#include <math.h>
#include <stddef.h>

#include "coir/geometry.h"

double coir_ease_at(CoirEase ease, double t)
{
    if (t == 0 || t == 1)
        return t;
    switch (ease) {
    case COIR_EASE_IN_SINE: return 1 - cos(t * COIR_PI / 2);
    case COIR_EASE_OUT_SINE: return sin(t * COIR_PI / 2);
    case COIR_EASE_IN_OUT_SINE: return (1 - cos(t * COIR_PI)) / 2;
    case COIR_EASE_IN_OUT_QUAD: return t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
    case COIR_EASE_LINEAR:
    case COIR_EASE_COUNT: break;
    }
    return t;
}

const char *coir_ease_name(CoirEase ease)
{
    switch (ease) {
    case COIR_EASE_LINEAR: return "linear";
    case COIR_EASE_IN_SINE: return "in_sine";
    case COIR_EASE_OUT_SINE: return "out_sine";
    case COIR_EASE_IN_OUT_SINE: return "in_out_sine";
    case COIR_EASE_IN_OUT_QUAD: return "in_out_quad";
    case COIR_EASE_COUNT: break;
    }
    return NULL;
}
