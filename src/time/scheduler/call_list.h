// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A list of what is called in each update, side by side in memory, so that calling it is a walk over an array. What is
// removed leaves a hole, which goes between two updates.

#ifndef COIR_CALL_LIST_H
#define COIR_CALL_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/scheduler.h"

typedef struct CoirScheduled CoirScheduled;

typedef struct CoirCall {
    CoirTickFn tick; // NULL: there is more to it than calling; look at `scheduled`
    void *address, *user;
    CoirScheduled *scheduled; // NULL: a hole
    int64_t last;             // of a timer: when it was called or scheduled
} CoirCall;

// All zero is an empty list.
typedef struct CoirCallList {
    CoirCall *calls;
    int count, capacity, holes;
    int limit; // those before it have been there since the present update began
    int priority;
    uint64_t last_order; // the greatest
    bool is_unsorted;
} CoirCallList;

// Adds a call at the end, and tells `scheduled` its place. From the next update on it is called in its `order`.
// False: no memory, and nothing has changed.
bool coir_call_list_add(CoirCallList *list, CoirScheduled *scheduled, uint64_t order);

// Makes a hole.
void coir_call_list_remove(CoirCallList *list, int place);

// An update begins: holes are closed, and what has come out of order is sorted in. In the end the limit is to be 0.
void coir_call_list_begin(CoirCallList *list);

void coir_call_list_free(CoirCallList *list);

#endif
