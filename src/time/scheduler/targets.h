// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The table of targets, which finds the target of an address. A target is the list of its members: the timers and
// updates that are scheduled for the address.

#ifndef COIR_TARGETS_H
#define COIR_TARGETS_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/scheduler.h"

typedef struct CoirScheduled CoirScheduled;
typedef struct CoirScheduledTimer CoirScheduledTimer;

typedef struct CoirTargets {
    CoirScheduled **buckets;      // each bucket is a list of first members of targets, linked by `chain`
    CoirScheduled *only;          // the only bucket, until there is memory for other buckets
    uint32_t mask;                // number of buckets, a power of two, minus 1
    uint32_t count;               // number of targets
    struct CoirKeyIndex *indexes; // indexes of targets with many timers, by address; NULL: none
} CoirTargets;

void coir_targets_init(CoirTargets *targets);

// Frees the table, which must be empty.
void coir_targets_free(CoirTargets *targets);

// Returns the first member of the target of an address; NULL: nothing is scheduled for the address. `next` links the
// members: first the updates, then the timers, of which the newest comes first.
CoirScheduled *coir_targets_find(const CoirTargets *targets, const void *address);

// Adds a timer or an update to its target. `first` is the first member of the target; NULL: nothing is scheduled for
// the address. Never fails.
void coir_targets_add(CoirTargets *targets, CoirScheduled *scheduled, CoirScheduled *first);

// Removes a timer or an update from its target. Never fails.
void coir_targets_remove(CoirTargets *targets, CoirScheduled *scheduled);

// Return the timer of a target with this key, or without a key and with this callback; NULL: there is none. `first`
// is the first member of the target; NULL: nothing is scheduled for the address.
CoirScheduledTimer *coir_targets_find_key(CoirTargets *targets, CoirScheduled *first, const char *key);
CoirScheduledTimer *coir_targets_find_callback(CoirTargets *targets, CoirScheduled *first, CoirAnyFn callback);

// Returns the first member of the next target, in no useful order. `first` is the first member of the previous target;
// NULL: the loop begins. Returns NULL after the last target. During a loop, all members of a target that the loop has
// passed may be removed, but no target may be added.
CoirScheduled *coir_targets_next(const CoirTargets *targets, const CoirScheduled *first);

#endif
