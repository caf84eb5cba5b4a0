// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A leaf as often as it takes its turn, and what it does to the numbers that it writes: `k` is which of them, `t` the
// fraction of its time, eased.

#ifndef COIR_TESTS_MODEL_ACTION_ITEM_H
#define COIR_TESTS_MODEL_ACTION_ITEM_H

#include "model/action_tree.h"

typedef struct ModelItem {
    const ActionTree *leaf, *eased; // `eased`: the eases around it
    bool is_opposite;
    int node, clock;
    int64_t begin, end;    // on the clock
    double from[3];        // what it found when it first began
    double held[3];        // of a To: what leaves in progress that are written before it had moved at its end
    int begun_at, over_at; // its events
} ModelItem;

// True for one that happens at once, and for one that changes numbers by amounts.
bool model_item_is_instant(const ModelItem *item);
bool model_item_moves(const ModelItem *item);

// `t` at a time on its clock.
double model_item_fraction(const ModelItem *item, int64_t time);

// How far one that moves has come.
double model_item_moved(const ModelItem *item, int k, double t);

// What one that does not move makes of a value while it is in progress, and what is left when it is over. A blink that
// is stopped leaves the value that it found; no rule says which if the blink was over before, and the time turned back.
double model_item_during(const ModelItem *item, int k, double t, bool is_stopped, bool is_replayed);
double model_item_after(const ModelItem *item, int k, double value);

// What one that does not move leaves when its time ends at its begin.
double model_item_left(const ModelItem *item, int k);

// What a property reads then: bounds are kept, and colours are whole numbers.
double model_shown(TreeGroup group, double value);

#endif
