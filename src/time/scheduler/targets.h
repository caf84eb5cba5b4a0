// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The table of targets: finds the list of things that are scheduled for an address.

#ifndef COIR_TARGETS_H
#define COIR_TARGETS_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/scheduler.h"

typedef struct CoirScheduled CoirScheduled;
typedef struct CoirScheduledTimer CoirScheduledTimer;

typedef struct CoirTargets {
    CoirScheduled **buckets;      // a power of two; each has the first things of targets, linked by `chain`
    CoirScheduled *only;          // the only bucket, until there is memory for more
    uint32_t mask;                // number of buckets - 1
    uint32_t count;               // number of targets
    struct CoirKeyIndex *indexes; // of targets with many timers, by address; NULL: none
} CoirTargets;

void coir_targets_init(CoirTargets *targets);

// Frees the table, which must be empty.
void coir_targets_free(CoirTargets *targets);

// Returns the first thing that is scheduled for an address; NULL: nothing is. `next` links the other things: updates
// before timers, timers that were scheduled later before earlier ones.
CoirScheduled *coir_targets_find(const CoirTargets *targets, const void *address);

// Adds something to a target, whose first thing is `first` (NULL: nothing is scheduled for the address). Never fails.
void coir_targets_add(CoirTargets *targets, CoirScheduled *scheduled, CoirScheduled *first);

// Removes something from its target. Never fails.
void coir_targets_remove(CoirTargets *targets, CoirScheduled *scheduled);

// Return the timer of a target with this key, or without a key and with this callback; NULL: there is none. `first`:
// first thing of the target; NULL: nothing is scheduled for the address.
CoirScheduledTimer *coir_targets_find_key(CoirTargets *targets, CoirScheduled *first, const char *key);
CoirScheduledTimer *coir_targets_find_callback(CoirTargets *targets, CoirScheduled *first, CoirAnyFn callback);

// Returns the first thing of the next target, in no useful order. `first`: first thing of the target before; NULL: the
// walk begins. Returns NULL after the last target. During a walk, all things of a target that was passed may be
// removed.
CoirScheduled *coir_targets_next(const CoirTargets *targets, const CoirScheduled *first);

#endif
