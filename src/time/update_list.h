// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Per-frame updates in order of priority, then of scheduling.

#ifndef COIR_UPDATE_LIST_H
#define COIR_UPDATE_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/scheduler.h"

struct CoirTarget;

typedef struct CoirUpdate {
    struct CoirTarget *target;
    CoirTickFn callback;
    void *user;
    struct CoirUpdate *previous, *next;
    struct CoirUpdate *level_next, *level_last; // in the first of its priority: the first of the next one, its own last
    uint64_t order, new_order;                  // they differ when it moves to `new_priority` at its next turn
    int priority, new_priority;
    uint32_t ran; // the update in which it was called last, or scheduled while one went on
    bool listed;
} CoirUpdate;

typedef struct CoirUpdateList {
    CoirUpdate *first;
    CoirUpdate *cursor; // the next one to be looked at by the walk that is going on
} CoirUpdateList;

void coir_update_list_insert(CoirUpdateList *list, CoirUpdate *update);
void coir_update_list_remove(CoirUpdateList *list, CoirUpdate *update);

#endif
