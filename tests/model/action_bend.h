// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Converts between the time of an ease, speed, reverse_time or yoyo and the inner time, which is the time of the
// description inside.

#ifndef COIR_TESTS_MODEL_ACTION_BEND_H
#define COIR_TESTS_MODEL_ACTION_BEND_H

#include "model/action_tree.h"

#define BEND_PEAKS 64

// The times at which the curve of an ease stops rising: the peaks, the starts of level parts, and the end of the ease
// as the last time. The curve is sampled to find the peaks, so no bump of the curve may be much narrower than a
// thousandth of the length.
typedef struct BendPeaks {
    int64_t times[BEND_PEAKS];
    int count;
} BendPeaks;

// Applies the eases that are nested directly in each other, from `tree` inwards, to the fraction `t` of the time. If
// there are reverses between the eases, the reverses have no effect on the fraction.
double bend_eased(const ActionTree *tree, double t);

// Returns true if the fraction `t` is so near to a step of an ease that rounding decides which side of the step counts.
bool bend_is_at_step(const ActionTree *tree, double t);

// Returns the inner time at the time `elapsed` since the start.
int64_t bend_time(const ActionTree *tree, int64_t elapsed);

// Finds the peaks if `tree` is an ease, and does nothing otherwise. `peaks` must be all zero.
void bend_find_peaks(const ActionTree *tree, BendPeaks *peaks);

// Returns the first time since the start at which the inner time is `inner` or more.
int64_t bend_first_time(const ActionTree *tree, const BendPeaks *peaks, int64_t inner);

#endif
