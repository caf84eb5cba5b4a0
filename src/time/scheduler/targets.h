// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The table of targets: by address, the list of what is scheduled for it.

#ifndef COIR_TARGETS_H
#define COIR_TARGETS_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/scheduler.h"

typedef struct CoirScheduled CoirScheduled;
typedef struct CoirScheduledTimer CoirScheduledTimer;

typedef struct CoirTargets {
    CoirScheduled **buckets; // each the first ones of targets, linked by `chain`; as many as a power of two
    CoirScheduled *only;     // the bucket while there is but one
    uint32_t mask;           // of the number of a bucket
    uint32_t count;          // of targets
    struct CoirKeyIndex *indexes;
} CoirTargets;

void coir_targets_init(CoirTargets *targets);

// Frees the table, which must be empty.
void coir_targets_free(CoirTargets *targets);

// The first thing that is scheduled for an address; NULL: nothing is. The others follow by `next`,
// updates before timers.
CoirScheduled *coir_targets_find(const CoirTargets *targets, const void *address);

// Adds something to a target, whose first thing is `first` (NULL: nothing is scheduled for the address). Never fails.
void coir_targets_add(CoirTargets *targets, CoirScheduled *scheduled, CoirScheduled *first);

// Never fails.
void coir_targets_remove(CoirTargets *targets, CoirScheduled *scheduled);

// Returns the timer of a target (its first thing; NULL: nothing is scheduled) with this key, or (`key` NULL) with this
// callback and no key; NULL: there is none.
CoirScheduledTimer *coir_targets_find_timer(CoirTargets *targets, CoirScheduled *first, const char *key,
                                            CoirAnyFn callback);

// Walks over the first things of all targets, in no useful order: starts with NULL; NULL after the last. Those that
// have been passed may be removed with all that their targets have.
CoirScheduled *coir_targets_next(const CoirTargets *targets, const CoirScheduled *first);

#endif
