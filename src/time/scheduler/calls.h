// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of each update: per-frame updates, and timers without an interval. The calls of a list lie side by side in
// memory, so that an update walks over an array. A call that is removed leaves a hole. Holes are closed when the next
// update begins, or, if there are many, when the array is full between updates. A scheduler has one list for each
// priority of per-frame updates, and one list for timers.

#ifndef COIR_TIME_CALLS_H
#define COIR_TIME_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/scheduler.h"

typedef struct CoirScheduled CoirScheduled;
typedef struct CoirScheduledUpdate CoirScheduledUpdate;

typedef struct CoirCall {
    CoirTickFn tick; // NULL: more is needed than to call `tick`, see `scheduled`
    void *address, *user;
    CoirScheduled *scheduled; // NULL: a hole
    int64_t last;             // of a timer: clock's time of the last call, or of scheduling
} CoirCall;

// All zero is an empty list.
typedef struct CoirCallList {
    CoirCall *calls;
    int count, capacity, holes;
    int limit; // in an update: number of calls that were in the list when the update began; otherwise 0
    int next;  // in an update: index of the next call
    int priority;
    uint64_t last_order; // greatest order in the list
    bool is_unsorted;
} CoirCallList;

// Adds a call at the end of a list, and stores the index in `scheduled`. The next update sorts the list by `order`.
// Returns false, and changes nothing, without memory.
bool coir_call_list_add(CoirCallList *list, CoirScheduled *scheduled, uint64_t order);

// Makes a hole.
void coir_call_list_remove(CoirCallList *list, int index);

// Called when an update begins: closes holes, sorts the list, and sets `limit` and `next`.
void coir_call_list_begin(CoirCallList *list);

void coir_call_list_free(CoirCallList *list);

// Adds the call of something that is scheduled for each update. Returns false without memory.
bool coir_add_call(CoirScheduler *scheduler, CoirScheduled *scheduled);

// The same where nothing can be refused: a node enters a stage, or a delay is over. Without memory the call is added
// before the next update for which there is memory. (A reservation is no way out: a node off stage may enter any stage,
// so that each stage would reserve memory for all nodes.)
void coir_need_call(CoirScheduler *scheduler, CoirScheduled *scheduled);

// Logs once that there was no memory for calls. Call this only where user code may be called: the log hook may destroy
// anything.
void coir_report_lacking_calls(CoirScheduler *scheduler);

// Removes the call. Returns true if there was a call, or a call was lacking.
bool coir_remove_call(CoirScheduler *scheduler, CoirScheduled *scheduled);

// Moves an update to another priority. Returns false, and changes nothing, without memory.
bool coir_change_priority(CoirScheduler *scheduler, CoirScheduledUpdate *update, int priority);

// Returns the call of something; NULL: there is none.
CoirCall *coir_call_of(CoirScheduler *scheduler, const CoirScheduled *scheduled);

// Called when something has changed that its call depends on: the function, the clock, or whether the target is paused.
void coir_refresh_call(CoirScheduler *scheduler, CoirScheduled *scheduled);

// Called before and after an update walks over the lists.
void coir_begin_calls(CoirScheduler *scheduler);
void coir_end_calls(CoirScheduler *scheduler);

#endif
