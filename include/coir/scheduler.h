// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The Scheduler: calls functions in every frame or at intervals, for targets.
//
// A target is any pointer. A target may have one per-frame update, with a priority, and any number of timers. A timer
// is identified by its key, a string, or, without a key, by its callback. While a target is paused, the remaining
// time to the next call of each timer stays the same.
//
// The timers of a node are scheduled by coir_node_every and the other functions of coir/node_time.h, and are removed
// with the node. They are in the scheduler of the node's stage, and the node is their target: pausing this target
// pauses the node.
//
//     static void mail(void *server, double elapsed, void *user) { ... }
//
//     CoirScheduler *scheduler = coir_scheduler_new();
//     coir_scheduler_every(scheduler, server, 3600, mail, NULL);
//     while (running)
//         coir_scheduler_update(scheduler, seconds_since_last_time);
//
// Schedulers may be nested: a per-frame update of the outer scheduler updates the inner scheduler. Their time scales
// multiply.
//
//     static void drive(void *inner, double dt, void *user) { coir_scheduler_update(inner, dt); }
//
//     coir_scheduler_schedule_update(outer, inner, drive, NULL, 0, false);
//
// Time is counted in whole nanoseconds. Intervals and delays are rounded to the nearest nanosecond, so a delay of less
// than half a nanosecond is 0. In each update, dt times the time scale is rounded in the same way; only per-frame
// updates on the scheduler's own clock get the product unrounded. No time is longer than a hundred years,
// 3 155 760 000 s.
//
// In per-frame updates the scheduler's time is already the end of the update, but the clocks of the targets still read
// the start, because the timers of this update have not been called yet. A timer that is scheduled there counts from
// the end; if its target is paused, from the start. Pausing, resuming, the remaining time, and a change of a node's
// time scale or parent count from the start, too. So if a per-frame update schedules a timer with an
// interval of 0, and then pauses the target or changes its clock, the first call may come before this clock reads the
// time from which the timer counts. This call gets a negative number of seconds, or 0 if the target is on the clock of
// a node.
//
// Functions that change a scheduler report a NULL scheduler or target as a mistake. Queries return false or 0.
//
// Every function may be called from every callback, except coir_scheduler_update inside an update of the same
// scheduler. All schedulers of a world (coir/world.h) share memory, and must be used by one thread: without worlds, by
// one thread of the program. Only coir_scheduler_post may be called from any thread.

#ifndef COIR_SCHEDULER_H
#define COIR_SCHEDULER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "coir/api.h"
#include "coir/callback.h"
#include "coir/timer_queue.h"

typedef struct CoirScheduler CoirScheduler;

#define COIR_FOREVER INT_MAX

#define COIR_PRIORITY_SYSTEM INT_MIN         // reserved for Coir
#define COIR_PRIORITY_USER_MIN (INT_MIN + 1) // earliest priority for users

// A timer, with either `tick` or `call`. With all other fields 0, the timer is called once, in the next update.
typedef struct CoirTimerDef {
    CoirTickFn tick;      // called with the target and the seconds since the previous call
    CoirCallFn call;      // called with the node; only for targets that are nodes
    void *user;           // passed to the callback
    CoirUserFn release;   // called with `user` when the timer has ended; NULL: `user` stays yours
    const char *key;      // copied; NULL: the callback's address is the key
    double interval;      // seconds between calls; 0: after the delay, a call in each update
    int repeat;           // number of calls after the first one; COIR_FOREVER: no end
    double delay;         // seconds to the first call; 0: the interval
    bool paused;          // true: if this is the first timer or update of a target, the target starts paused; no effect
                          // for later timers, and for nodes
    CoirCatchUp catch_up; // policy for several calls that are due in one update
} CoirTimerDef;

// Makes a scheduler whose time is 0. You destroy the scheduler. Returns NULL if there is no memory.
COIR_API CoirScheduler *coir_scheduler_new(void);

// Destroys a scheduler with its timers, updates and posted functions. May be called inside an update of the scheduler:
// the update then ends at once. Destroying the scheduler of a stage is a reported mistake: destroy the stage instead.
// NULL does nothing.
COIR_API void coir_scheduler_destroy(CoirScheduler *scheduler);

// Advances the time by `dt` seconds (>= 0) times the time scale, and calls, in this order:
//
// 1. per-frame updates, lower priorities first,
// 2. timers that are due, in the order of their due times; timers with the same due time in the order of scheduling,
// 3. timers with an interval of 0 whose delay, if any, ended before this update, in the order of scheduling,
// 4. posted functions.
//
// A per-frame update, or a timer with neither interval nor delay, that is scheduled during an update is first called in
// the next update. Exception: if a target's per-frame update is replaced before its turn, the new function is called in
// the same update. Any other timer that is scheduled during an update is called in the same update if it is due by
// then. After a callback that destroys the scheduler, the function returns true.
//
// Returns false, and does nothing, for a `dt` that is negative, not finite, above a hundred years, or would bring the
// time beyond a hundred years, and inside an update of the same scheduler.
COIR_API bool coir_scheduler_update(CoirScheduler *scheduler, double dt);

// Returns the time in seconds:
//
// 1. in a timer's callback: the due time of the call. Exception: in timers of the interface (coir_node_set_interface),
//    the end of the update, because the stage's scheduler has the time of the game, which is stepped first;
// 2. in per-frame updates, calls of group 3 above, posted functions and calls of actions: the end of the present
//    update;
// 3. elsewhere: the end of the last update.
COIR_API double coir_scheduler_now(const CoirScheduler *scheduler);

// Sets the time scale, from the next update on. With 2 the time runs twice as fast. With 0 the time stops, and
// per-frame updates and timers with an interval of 0 get 0 seconds. Returns false, and changes nothing, for a number
// below 0 or not finite.
COIR_API bool coir_scheduler_set_time_scale(CoirScheduler *scheduler, double scale);
COIR_API double coir_scheduler_time_scale(const CoirScheduler *scheduler);

// The target may be a node if the scheduler is a stage's (coir_stage_scheduler). Timers and updates of a node behave as
// in coir/node_time.h: they run on the node's clock, while the node is on stage, and are dropped with the node.

// Schedules a timer for `target` (not NULL). A timer with the same key on the same target is replaced, and its time
// starts anew. `def` is copied. Returns false for a NULL, a timer with both `tick` and `call`, a `call` for a target
// that is no node, a number out of range, or if there is no memory. Then nothing has changed: an existing timer goes
// on, and `release` is not called.
//
// The timer ends after its last call, when it is removed or replaced, and when its node or scheduler is destroyed.
// Then `release` is called once. For a destroyed node, `release` is called after its `destroy` hooks, like the release
// functions of coir_node_own. Otherwise, while any scheduler is being updated, `release` is called at the end of the
// outermost update; outside of updates, at once. So a callback may use `user` until it returns, even if the callback
// removes its own timer.
//
// 1. `release` may do anything, but must not use a destroyed node. If the timer ends because a scheduler, stage or
//    director is destroyed, `release` may still use this scheduler, stage or director, which schedules no more timers
//    and calls no posted functions. Exception: a scheduler, stage or director that was destroyed in an update of
//    another scheduler, or by another release function, must not be used, because `release` is called later.
// 2. Timers that end together, with their target or scheduler, release in no certain order.
// 3. Each timer releases its own `user`. A callback that schedules its timer anew with the same `user` replaces the
//    timer, and the old timer releases the `user` of the new timer: give the new timer a copy, or schedule the new
//    timer without `release`.
COIR_API bool coir_scheduler_schedule(CoirScheduler *scheduler, void *target, const CoirTimerDef *def);

// Calls `tick` every `interval` seconds without end (0: in each update, after the timers). The callback is the key: a
// timer of the target with the same callback, and without a key of its own, is replaced. Returns false in the same
// cases as coir_scheduler_schedule.
COIR_API bool coir_scheduler_every(CoirScheduler *scheduler, void *target, double interval, CoirTickFn tick,
                                   void *user);

// Calls `tick` once, after `delay` seconds. The callback is the key, as in coir_scheduler_every. Returns false in the
// same cases as coir_scheduler_schedule.
COIR_API bool coir_scheduler_once_after(CoirScheduler *scheduler, void *target, double delay, CoirTickFn tick,
                                        void *user);

// Calls `tick` in each update, before the timers: lower priorities first, equal priorities in the order of scheduling.
// A target has one such update: a second call replaces function, `user` and priority. If the priority changes, the
// update comes after the updates that have this priority. `paused` is as in CoirTimerDef. Returns false in the same
// cases as coir_scheduler_schedule.
COIR_API bool coir_scheduler_schedule_update(CoirScheduler *scheduler, void *target, CoirTickFn tick, void *user,
                                             int priority, bool paused);

// Remove a timer by its key, a timer by its callback, a target's per-frame update, or everything that a target has. The
// removal counts at once. The `update` hook of a node's type stays. Use coir_node_unschedule_callback to remove a
// node's timer with a CoirCallFn. Return false if there is nothing to remove, which is no mistake.
COIR_API bool coir_scheduler_unschedule(CoirScheduler *scheduler, const void *target, const char *key);
COIR_API bool coir_scheduler_unschedule_callback(CoirScheduler *scheduler, const void *target, CoirTickFn tick);
COIR_API bool coir_scheduler_unschedule_update(CoirScheduler *scheduler, const void *target);
COIR_API bool coir_scheduler_unschedule_target(CoirScheduler *scheduler, const void *target);

// Removes the per-frame updates with a priority of `min_priority` or more and, if `min_priority` is 0 or less, the
// timers. COIR_PRIORITY_SYSTEM removes everything. The `update` hooks of node types stay. Returns false for a NULL
// scheduler.
COIR_API bool coir_scheduler_unschedule_all(CoirScheduler *scheduler, int min_priority);

// Return true while the target has such a timer or per-frame update, paused or not.
COIR_API bool coir_scheduler_is_scheduled(const CoirScheduler *scheduler, const void *target, const char *key);
COIR_API bool coir_scheduler_is_callback_scheduled(const CoirScheduler *scheduler, const void *target, CoirTickFn tick);
COIR_API bool coir_scheduler_is_update_scheduled(const CoirScheduler *scheduler, const void *target);

// Pause and resume a target. While the target is paused, its timers and update wait, with the time that remains. The
// pause also ends when the target has no timers and no update left; a node stays paused (coir_node_is_paused). Return
// false for a target without timers and update, which is no mistake.
COIR_API bool coir_scheduler_pause_target(CoirScheduler *scheduler, const void *target);
COIR_API bool coir_scheduler_resume_target(CoirScheduler *scheduler, const void *target);
COIR_API bool coir_scheduler_is_target_paused(const CoirScheduler *scheduler, const void *target);

// A set of targets, stored as addresses.
typedef struct CoirTargetSet CoirTargetSet;

// Pauses the running targets that have an update with a priority of `min_priority` or more, or timers if
// `min_priority` is 0 or less. Returns the set of the targets that this call has paused; targets that were paused
// before are not in the set. You destroy the set. The call does not pause targets that are scheduled later. Returns
// NULL, and pauses nothing, for a NULL scheduler, or if there is no memory.
COIR_API CoirTargetSet *coir_scheduler_pause_all(CoirScheduler *scheduler, int min_priority);

// Resumes the targets of a set that still have timers or an update. The set stays yours. Returns false for NULL.
COIR_API bool coir_scheduler_resume_set(CoirScheduler *scheduler, const CoirTargetSet *set);

// Count the targets of a set, tell whether a target is in the set, and destroy the set. NULL counts as an empty set;
// destroying NULL does nothing.
COIR_API int coir_target_set_count(const CoirTargetSet *set);
COIR_API bool coir_target_set_contains(const CoirTargetSet *set, const void *target);
COIR_API void coir_target_set_destroy(CoirTargetSet *set);

// Posting ------------------------------------------------------------------------------------------------------------

// Calls `function(user)` once, in the scheduler's thread, at the end of the running update, or else of the next
// update. A function that a posted function posts is called in the next update. May be called from any thread while
// the scheduler exists; memory hooks (coir/memory.h) must then be safe in all threads. Returns false for a NULL
// scheduler or function, or if there is no memory.
COIR_API bool coir_scheduler_post(CoirScheduler *scheduler, CoirUserFn function, void *user);

// Drops the posted functions that have not been called. Returns their number.
COIR_API int coir_scheduler_unpost_all(CoirScheduler *scheduler);

// Inspection ---------------------------------------------------------------------------------------------------------

// A timer, as described by coir_scheduler_timers.
typedef struct CoirTimerInfo {
    const char *key; // NULL: identified by its callback. Owned by the scheduler, valid as long as the timer
    CoirTickFn tick; // one of `tick` and `call` is NULL
    CoirCallFn call;
    void *user;
    double interval;  // seconds
    double remaining; // seconds on the target's clock to the next call; 0: called in the next update
    int repeat;       // number of calls after the next call; COIR_FOREVER: no end
    CoirCatchUp catch_up;
} CoirTimerInfo;

// Store in `*seconds` the time to the next call of a timer, on the target's clock; 0 if the call is due. In per-frame
// updates the time counts from the start of the update. `seconds` may be NULL. Return false if there is no such
// timer.
COIR_API bool coir_scheduler_remaining(const CoirScheduler *scheduler, const void *target, const char *key,
                                       double *seconds);
COIR_API bool coir_scheduler_callback_remaining(const CoirScheduler *scheduler, const void *target, CoirTickFn tick,
                                                double *seconds);

// Stores a target's timers in `timers`, at most `capacity` of them, in the order of scheduling. Returns the number of
// all timers of the target: call with `NULL, 0` to count.
COIR_API int coir_scheduler_timers(const CoirScheduler *scheduler, const void *target, CoirTimerInfo *timers,
                                   int capacity);

// Writes all timers and updates as text, in the order of their calls, with their due times, for debugging. At most
// `size` bytes, with the final zero, are stored in `text`. Returns the length of the whole text, as snprintf does:
// call with `NULL, 0` to measure. If there is no memory to sort the timers, the text has only their number. Returns 0,
// and reports a mistake, for a NULL scheduler.
COIR_API size_t coir_scheduler_dump(const CoirScheduler *scheduler, char *text, size_t size);

#endif
