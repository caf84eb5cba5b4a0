// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Eases: curves that map the fraction of time passed to the fraction of the way done.

#ifndef COIR_EASE_H
#define COIR_EASE_H

#include "coir/api.h"

typedef enum CoirEase {
    COIR_EASE_LINEAR,
    COIR_EASE_IN_SINE,
    COIR_EASE_OUT_SINE,
    COIR_EASE_IN_OUT_SINE,
    COIR_EASE_IN_OUT_QUAD,
    COIR_EASE_COUNT,
} CoirEase;

// The fraction of the way at the fraction `t` of the time. f(0) = 0 and f(1) = 1 exactly; an unknown ease is linear.
COIR_API double coir_ease_at(CoirEase ease, double t);

// "in_out_sine" and so on; NULL for an unknown one.
COIR_API const char *coir_ease_name(CoirEase ease);

#endif
