// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// How the time inside a composition passes that an ease, speed, reverse_time or yoyo stands around.

#ifndef COIR_TESTS_MODEL_ACTION_BEND_H
#define COIR_TESTS_MODEL_ACTION_BEND_H

#include "model/action_tree.h"

#define BEND_PEAKS 64

// Of an ease: the times at which its curve turns back, and its end. It is found by taking samples, so no bump of it may
// be much narrower than a thousandth of its length.
typedef struct BendPeaks {
    int64_t times[BEND_PEAKS];
    int count;
} BendPeaks;

// The fraction of the way through all the eases that stand around a tree.
double bend_eased(const ActionTree *tree, double t);

// True where a fraction of the time is so near to a step of an ease that rounding decides on which side.
bool bend_is_at_step(const ActionTree *tree, double t);

// True where a fraction of the time is so near to a step of an ease that rounding decides on which side.
bool bend_is_at_step(const ActionTree *tree, double t);

// The time inside at a time since the begin.
int64_t bend_time(const ActionTree *tree, int64_t elapsed);

// The first time since the begin at which the time inside is `inner` or more. `peaks` are all zero before they are
// found.
void bend_find_peaks(const ActionTree *tree, BendPeaks *peaks);
int64_t bend_first_time(const ActionTree *tree, const BendPeaks *peaks, int64_t inner);

#endif
