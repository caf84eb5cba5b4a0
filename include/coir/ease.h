// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Eases: curves that map the fraction of time passed to the fraction of the way done.
//
// In begins slowly, out ends slowly, in_out both, and out_in is slow in the middle. Every curve is 0 at 0 and 1 at 1,
// exactly; back and elastic leave 0..1 between.

#ifndef COIR_EASE_H
#define COIR_EASE_H

#include <stdbool.h>

#include "coir/api.h"

typedef enum CoirEase {
    COIR_EASE_LINEAR,
    COIR_EASE_IN, // t to the power of the parameter, the rate (2); at least 0.01
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
    COIR_EASE_IN_BACK, // the parameter says how far it goes back (1.70158: a tenth of the way); at least 0
    COIR_EASE_OUT_BACK,
    COIR_EASE_IN_OUT_BACK,
    COIR_EASE_OUT_IN_BACK,
    COIR_EASE_IN_ELASTIC, // the parameter is the period of the swing (0.3); at least 0.01
    COIR_EASE_OUT_ELASTIC,
    COIR_EASE_IN_OUT_ELASTIC,
    COIR_EASE_OUT_IN_ELASTIC,
    COIR_EASE_IN_BOUNCE,
    COIR_EASE_OUT_BOUNCE,
    COIR_EASE_IN_OUT_BOUNCE,
    COIR_EASE_OUT_IN_BOUNCE,
    COIR_EASE_STEPS,  // the parameter is how many equal steps (4), a whole number of at least 1; each at the end of its
                      // share of the time
    COIR_EASE_SPRING, // a spring that is let go; the parameter is its damping, 0.05 (it swings long) to 1 (it does not
                      // swing); 0.3
    COIR_EASE_COUNT,
} CoirEase;

// A curve of the user's: the fraction of the way at the fraction `t` of the time, 0..1. It is not asked at 0 and at 1.
typedef double (*CoirEaseFn)(double t, void *user);

// The fraction of the way at the fraction `t` of the time (clamped to 0..1), with the ease's usual parameter, or with
// one. An unknown ease is linear, and so is a parameter that is out of range.
COIR_API double coir_ease_at(CoirEase ease, double t);
COIR_API double coir_ease_at_with(CoirEase ease, double parameter, double t);

// A cubic bezier curve as in CSS: from 0, 0 to 1, 1 with the two controls between. `x1` and `x2` are 0..1; others, and
// what is not finite, make it linear.
COIR_API double coir_ease_bezier_at(double x1, double y1, double x2, double y2, double t);

// The usual parameter of an ease, 0 for one that has none; and whether a parameter is good for it (any, if it has
// none).
COIR_API double coir_ease_parameter(CoirEase ease);
COIR_API bool coir_ease_takes(CoirEase ease, double parameter);

// "in_out_sine" and so on; NULL for an unknown one.
COIR_API const char *coir_ease_name(CoirEase ease);

#endif
