// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// An item is one playback of a leaf: a leaf inside a repeat has one item for each loop. The functions below compute how
// an item changes the numbers that its leaf writes. `k` is the index of the number, and `t` is the eased fraction of
// the item's time. NAN in a result means that any value is right.

#ifndef COIR_TESTS_MODEL_ACTION_ITEM_H
#define COIR_TESTS_MODEL_ACTION_ITEM_H

#include "model/action_tree.h"

typedef struct ModelItem {
    const ActionTree *leaf, *eased; // `eased`: outermost ease around the leaf, or the leaf itself
    bool is_opposite;
    int node, clock;
    int64_t begin, end;    // span on the clock
    double from[3];        // values found when the item first began
    double held[3];        // FORM_TO, FORM_SET: amounts of earlier moving items in progress when this item ends
    int begun_at, over_at; // indices, in the plan, of the events at which the item begins and ends
} ModelItem;

// Returns true if the item happens at once.
bool model_item_is_instant(const ModelItem *item);

// Returns true if the item moves, which means that the item changes numbers by amounts.
bool model_item_moves(const ModelItem *item);

// Returns `t` at a time on the item's clock. NAN: the time is so near to a jump of COIR_EASE_STEPS that rounding
// decides.
double model_item_fraction(const ModelItem *item, int64_t time);

// Returns the amount by which a moving item has moved at `t`.
double model_item_moved(const ModelItem *item, int k, double t);

// Returns the value during an item that does not move. A blink that is stopped leaves the value that the blink found.
// `is_replayed`: the item was over before, and the time turned back. No rule says which value a blink leaves then.
double model_item_during(const ModelItem *item, int k, double t, bool is_stopped, bool is_replayed);

// Returns the value after the end of an item that does not move. `value` is the value before the item.
double model_item_after(const ModelItem *item, int k, double value);

// Returns the value after an item that does not move and that is LEFT (action_model.c): the item's clock went back to
// the start of the item and ended there; or the item is a blink, and the clock went back to a time before the start.
double model_item_left(const ModelItem *item, int k);

// Returns the value as the property shows it: opacity in 0..1, colours as whole numbers in 0..255, and all other values
// rounded to float.
double model_shown(TreeGroup group, double value);

#endif
