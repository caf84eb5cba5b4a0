// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The formulas of leaves without a path. The quick ways of stepping a leaf (run.h, plain.c) and the general way
// (value.c) use the same formulas, so that all ways give the same bits. `t` is the fraction of the leaf's time, eased.

#ifndef COIR_ACTION_LEAF_H
#define COIR_ACTION_LEAF_H

#include <math.h>
#include <stdbool.h>

// Returns the number that a leaf "by an amount" makes of the start value.
static inline double coir_leaf_by(double start, double amount, double t)
{
    return start + amount * t;
}

// Returns the distance that a leaf "to a target" covers. An angle turns the shorter way round.
static inline double coir_leaf_way(double start, double target, bool is_angle)
{
    return is_angle ? remainder(target - start, 360) : target - start;
}

// Returns the number that a leaf "to a target" sets before its end. At its end, the leaf sets the target without this
// formula, so that the number is exact.
static inline double coir_leaf_to(double start, double way, double t)
{
    return start + way * t;
}

// Returns the amount that a leaf "times a factor" adds, if the start value is `start`.
static inline double coir_leaf_times(double start, double factor, double t)
{
    return start * (factor - 1) * t;
}

#endif
