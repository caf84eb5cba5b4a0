// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A target: what is scheduled for one object, on a clock of its own. The Scheduler finds targets by address; a node
// owns its target itself, also while there is no scheduler: the clock then stands still, and all waits.

#ifndef COIR_TARGET_H
#define COIR_TARGET_H

#include <stdint.h>

#include "base/hash.h"
#include "coir/scheduler.h"
#include "time/timer_queue.h"
#include "time/update_list.h"

typedef struct CoirTarget CoirTarget;

// A scheduled timer. One with an interval waits in the target's clock; one without (and past its delay) is in the
// scheduler's list of those called in each update.
typedef struct CoirScheduled {
    CoirTimer timer; // first: it is cast
    CoirTarget *target;
    struct CoirScheduled *previous, *next;             // of the same target, in order of scheduling
    struct CoirScheduled *frame_previous, *frame_next; // called in each update
    CoirTickFn callback;
    void *user;
    char *key; // NULL: the callback is the key
    int64_t last, interval;
    uint64_t order;
    uint32_t ran;   // the update in which it was called or scheduled last
    int calls_left; // after the next one; COIR_FOREVER
    bool each_frame;
} CoirScheduled;

// A target's per-frame updates: one that its owner's type brings along (nodes), one that is scheduled by the user.
typedef enum CoirUpdateSlot { COIR_UPDATE_USER, COIR_UPDATE_CLASS, COIR_UPDATE_SLOTS } CoirUpdateSlot;

struct CoirTarget {
    void *address;
    CoirScheduler *scheduler; // NULL: none yet
    CoirTimerQueue clock;
    CoirUpdate *updates[COIR_UPDATE_SLOTS];
    CoirScheduled *first;        // in order of scheduling
    CoirTarget *previous, *next; // of the same scheduler
    UT_hash_handle hh;           // by address, when it is `hashed`
    bool owned;                  // stays when nothing is scheduled any more
    bool paused, suspended;      // by the user; because its node is off stage
    bool hashed, hash_failed;
};

struct CoirScheduler {
    CoirTimerQueue clock;
    CoirTarget *by_address, *targets;
    CoirUpdateList updates;
    CoirScheduled *frame_first, *frame_cursor;
    uint64_t next_order;
    uint32_t update; // counts the updates from 1
    int64_t until;   // the time that the present update goes to
    double time_scale, dt;
    enum { COIR_PHASE_NONE, COIR_PHASE_UPDATES, COIR_PHASE_TIMERS } phase;
    bool owned; // by a stage, which destroys it
    bool dead;
};

// A target that no scheduler knows yet. Set `owned` to keep it until coir_target_destroy. NULL: no memory.
CoirTarget *coir_target_new(void *address);

// Drops all that is scheduled, and the target.
void coir_target_destroy(CoirTarget *target);

// Hands a target to a scheduler (NULL: to none). What it has keeps its remaining times and counts as scheduled now.
void coir_target_set_scheduler(CoirTarget *target, CoirScheduler *scheduler);

void coir_target_set_paused(CoirTarget *target, bool paused);
void coir_target_set_suspended(CoirTarget *target, bool suspended);

bool coir_target_schedule(CoirTarget *target, const CoirTimerDef *def);
bool coir_target_schedule_update(CoirTarget *target, CoirUpdateSlot slot, CoirTickFn callback, void *user,
                                 int priority);
void coir_target_unschedule_update(CoirTarget *target, CoirUpdateSlot slot);
void coir_target_unschedule(CoirScheduled *scheduled);
void coir_target_unschedule_all(CoirTarget *target);

// The timer with this key or (`key` NULL) this callback.
CoirScheduled *coir_target_find(const CoirTarget *target, const char *key, CoirTickFn callback);

bool coir_target_is_empty(const CoirTarget *target);
bool coir_target_is_running(const CoirTarget *target);

// Checks `def` and says what is wrong in `function`'s name.
bool coir_timer_def_check(const CoirTimerDef *def, const char *function);

// Calls a scheduled timer: counts, and removes it before its last call.
void coir_scheduled_call(CoirScheduled *scheduled);

// Drops a target that is not owned and has nothing left.
void coir_target_forget_if_empty(CoirTarget *target);

// The logical time (in a per-frame update the frame's).
int64_t coir_scheduler_reads(const CoirScheduler *scheduler);

#endif
