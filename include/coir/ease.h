// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Eases: curves that map the fraction of an action's time to the fraction of its way.
//
// `in` begins slowly, `out` ends slowly, `in_out` does both, and `out_in` is slow in the middle. Every curve is exactly
// 0 at 0 and 1 at 1. In between, the families back, elastic and spring go below 0 or above 1, except for `out_in` with
// a usual parameter, which goes beyond the middle of the way and back. Some eases have a parameter, which the comment
// at the first ease of a family describes.

#ifndef COIR_EASE_H
#define COIR_EASE_H

#include <stdbool.h>

#include "coir/api.h"

typedef enum CoirEase {
    COIR_EASE_LINEAR,
    COIR_EASE_IN, // t to the power of the parameter, the rate: 2 by default, at least 0.01
    COIR_EASE_OUT,
    COIR_EASE_IN_OUT,
    COIR_EASE_OUT_IN,
    COIR_EASE_IN_SINE,
    COIR_EASE_OUT_SINE,
    COIR_EASE_IN_OUT_SINE,
    COIR_EASE_OUT_IN_SINE,
    COIR_EASE_IN_QUAD,
    COIR_EASE_OUT_QUAD,
    COIR_EASE_IN_OUT_QUAD,
    COIR_EASE_OUT_IN_QUAD,
    COIR_EASE_IN_CUBIC,
    COIR_EASE_OUT_CUBIC,
    COIR_EASE_IN_OUT_CUBIC,
    COIR_EASE_OUT_IN_CUBIC,
    COIR_EASE_IN_QUART,
    COIR_EASE_OUT_QUART,
    COIR_EASE_IN_OUT_QUART,
    COIR_EASE_OUT_IN_QUART,
    COIR_EASE_IN_QUINT,
    COIR_EASE_OUT_QUINT,
    COIR_EASE_IN_OUT_QUINT,
    COIR_EASE_OUT_IN_QUINT,
    COIR_EASE_IN_EXPO,
    COIR_EASE_OUT_EXPO,
    COIR_EASE_IN_OUT_EXPO,
    COIR_EASE_OUT_IN_EXPO,
    COIR_EASE_IN_CIRC,
    COIR_EASE_OUT_CIRC,
    COIR_EASE_IN_OUT_CIRC,
    COIR_EASE_OUT_IN_CIRC,
    COIR_EASE_IN_BACK, // overshoots; the parameter is the amount: default 1.70158, a tenth of the way; at least 0
    COIR_EASE_OUT_BACK,
    COIR_EASE_IN_OUT_BACK,
    COIR_EASE_OUT_IN_BACK,
    COIR_EASE_IN_ELASTIC, // swings; the parameter is the period as a fraction of the time: default 0.3, at least 0.01
    COIR_EASE_OUT_ELASTIC,
    COIR_EASE_IN_OUT_ELASTIC,
    COIR_EASE_OUT_IN_ELASTIC,
    COIR_EASE_IN_BOUNCE,
    COIR_EASE_OUT_BOUNCE,
    COIR_EASE_IN_OUT_BOUNCE,
    COIR_EASE_OUT_IN_BOUNCE,
    COIR_EASE_STEPS,  // jumps; the parameter is the number of equal steps: 4 by default, a whole number from
                      // 1 to 1 000 000. Each jump is at the end of its share of the time
    COIR_EASE_SPRING, // a spring that is released; the parameter is the damping, from 0.05 (swings long) to 1 (does not
                      // swing): 0.3 by default
    COIR_EASE_COUNT,  // number of eases
} CoirEase;

// A curve of your own. Returns the fraction of the way at the fraction `t` of the time, 0..1. Not called for 0 and 1.
typedef double (*CoirEaseFn)(double t, void *user);

// Return the fraction of the way at the fraction `t` of the time, which is clamped to 0..1. coir_ease_at uses the
// default parameter of the ease, coir_ease_at_with uses `parameter`. An unknown ease, or a parameter out of range,
// counts as linear.
COIR_API double coir_ease_at(CoirEase ease, double t);
COIR_API double coir_ease_at_with(CoirEase ease, double parameter, double t);

// Returns y where x is `t` (clamped to 0..1) on a cubic Bezier curve, as in CSS: from (0, 0) to (1, 1), with two
// control points. `x1` and `x2` are 0..1. With a number out of range or not finite the curve is linear.
COIR_API double coir_ease_bezier_at(double x1, double y1, double x2, double y2, double t);

// Return the default parameter of an ease (0 for an ease without parameter), and tell whether a parameter is in the
// range of an ease (always true for an ease without parameter). Return 0 and false for an unknown ease.
COIR_API double coir_ease_parameter(CoirEase ease);
COIR_API bool coir_ease_takes(CoirEase ease, double parameter);

// Returns the name of an ease, such as "in_out_sine"; NULL for an unknown ease.
COIR_API const char *coir_ease_name(CoirEase ease);

#endif
