// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls that each update makes: per-frame updates, and timers without an interval. The calls of a list lie side by
// side in memory, so that an update goes along an array. A call that is removed leaves a hole. Holes are closed when
// the next update begins, or, if there are many, when the array is full between updates. A scheduler has a list for
// each priority of per-frame updates, and a list for timers.

#ifndef COIR_TIME_CALLS_H
#define COIR_TIME_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/scheduler.h"

typedef struct CoirScheduled CoirScheduled;
typedef struct CoirScheduledUpdate CoirScheduledUpdate;

typedef struct CoirCall {
    CoirTickFn tick; // NULL: a hole, or a special call, which needs more than this function
    void *address, *user;
    CoirScheduled *scheduled; // NULL: a hole
    int64_t last;             // of a timer: clock's time of the last call, or of scheduling
} CoirCall;

// A list of all zeros is empty.
typedef struct CoirCallList {
    CoirCall *calls;
    int count, capacity, holes; // `count` includes the holes
    int limit; // in an update: number of calls that were in the list when the update began; otherwise 0
    int next;  // in an update: index of the next call; always 0 in the list for timers
    int priority;
    uint64_t last_order; // greatest `order` that was added
    bool is_unsorted;
} CoirCallList;

// Adds a call at the end of a list, and stores the index of the call in `scheduled`. `order`: insertion number of a
// timer, by which the next update sorts the list; 0 for a per-frame update. Returns false, and changes nothing, if
// there is no memory.
bool coir_call_list_add(CoirCallList *list, CoirScheduled *scheduled, uint64_t order);

// Removes a call, which leaves a hole.
void coir_call_list_remove(CoirCallList *list, int index);

// Called when an update begins: closes holes, sorts the list, and sets `limit` and `next`.
void coir_call_list_begin(CoirCallList *list);

void coir_call_list_free(CoirCallList *list);

// Adds the call of a timer or an update. Returns false if there is no memory.
bool coir_add_call(CoirScheduler *scheduler, CoirScheduled *scheduled);

// Adds a call that cannot be refused: when a node enters a stage, or a delay is over. Without memory, the call is
// lacking: each later update first tries again to add the call. (Reserved memory would be no help: a node off stage may
// enter any stage, so each stage would have to reserve memory for all nodes.)
void coir_need_call(CoirScheduler *scheduler, CoirScheduled *scheduled);

// Logs an error if calls are lacking that were not reported yet. Call this only where user code may be called: the log
// hook may destroy anything.
void coir_report_lacking_calls(CoirScheduler *scheduler);

// Removes the call of a timer or an update. Returns true if there was a call, or the call was lacking.
bool coir_remove_call(CoirScheduler *scheduler, CoirScheduled *scheduled);

// Moves an update to another priority. Returns false, and changes nothing, if there is no memory.
bool coir_change_priority(CoirScheduler *scheduler, CoirScheduledUpdate *update, int priority);

// Returns the call of a timer or an update; NULL: there is none.
CoirCall *coir_call_of(CoirScheduler *scheduler, const CoirScheduled *scheduled);

// Called after a change that matters for the call of a timer or an update: a change of the function, of the clock, or
// of the target's pause.
void coir_refresh_call(CoirScheduler *scheduler, CoirScheduled *scheduled);

// Called before an update makes the calls of all lists, and afterwards. coir_end_calls also frees empty lists.
void coir_begin_calls(CoirScheduler *scheduler);
void coir_end_calls(CoirScheduler *scheduler);

#endif
