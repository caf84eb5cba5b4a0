// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The Scheduler: calls functions in every frame or at intervals, for targets.
//
// A target is any pointer. It may have one per-frame update, with a priority, and any number of timers, each known by
// its key (a string, or without one the address of its callback). A target can be paused; what remained of each
// interval then remains. What belongs to a node is scheduled by coir_node_every and its neighbours in coir/node_time.h,
// and goes with the node; it is in its stage's scheduler, with the node as its target, and pausing that target (or all)
// pauses the node.
//
//     static void mail(void *server, double elapsed, void *user) { ... }
//
//     CoirScheduler *scheduler = coir_scheduler_new();
//     coir_scheduler_every(scheduler, server, 3600, mail, NULL);
//     while (running)
//         coir_scheduler_update(scheduler, seconds_since_last_time);
//
// Schedulers may be nested: one is driven by a per-frame update of another, and its time scale then multiplies.
//
//     static void drive(void *inner, double dt, void *user) { coir_scheduler_update(inner, dt); }
//
//     coir_scheduler_schedule_update(outer, inner, drive, NULL, 0, false);
//
// Time is counted in whole nanoseconds, to which each dt, interval and delay is rounded.
//
// A NULL scheduler or target is a mistake where something is to be changed; where something is asked, the answer is
// false or 0.
//
// Every function may be called from every callback. Only coir_scheduler_update inside itself is refused. All of them
// belong to one thread, save for coir_scheduler_post.

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

#define COIR_PRIORITY_SYSTEM INT_MIN         // the framework's own
#define COIR_PRIORITY_USER_MIN (INT_MIN + 1) // the earliest that is yours

// A timer, with either `tick` or `call`. With all other fields 0, the timer is called once, in the next update.
typedef struct CoirTimerDef {
    CoirTickFn tick;      // called with the target and the seconds since the previous call
    CoirCallFn call;      // called with the node; only for targets that are nodes
    void *user;           // handed to the callback
    CoirUserFn release;   // called with `user` when the timer has ended; NULL: none, `user` is yours
    const char *key;      // copied; NULL: the callback's address is the key
    double interval;      // seconds between calls; 0: a call in each update
    int repeat;           // how many calls follow the first one; COIR_FOREVER: no end
    double delay;         // seconds to the first call; 0: the interval
    bool paused;          // the target's state, for one that has nothing scheduled yet (not for nodes)
    CoirCatchUp catch_up; // when several calls are due in one update
} CoirTimerDef;

// Makes a scheduler whose time is 0. It is yours, to be destroyed. NULL: no memory.
COIR_API CoirScheduler *coir_scheduler_new(void);

// Drops everything that is scheduled, and the scheduler; also inside its update, which then ends quietly. NULL does
// nothing.
COIR_API void coir_scheduler_destroy(CoirScheduler *scheduler);

// Moves time on by `dt` seconds (>= 0) times the time scale: calls the per-frame updates by priority, then the timers
// in order of time, then those without an interval, then what was posted. False, and nothing happens: a bad `dt`, one
// with which time would pass a hundred years, or inside an update of the same scheduler.
COIR_API bool coir_scheduler_update(CoirScheduler *scheduler, double dt);

// The logical time in seconds: in a timer's callback the time at which it was due, in a per-frame update the frame's.
COIR_API double coir_scheduler_now(const CoirScheduler *scheduler);

// Lets time run `scale` (>= 0) times as fast from the next update on. False, and nothing changes, for another number.
COIR_API bool coir_scheduler_set_time_scale(CoirScheduler *scheduler, double scale);
COIR_API double coir_scheduler_time_scale(const CoirScheduler *scheduler);

// The target may be a node if the scheduler is a stage's (coir_stage_scheduler). Timers and updates of a node behave as
// in coir/node_time.h: they run on the node's clock, while the node is on stage, and are dropped with the node.

// Schedules a timer for `target` (not NULL). One with the same key on the same target is replaced, and counts anew.
// `def` is copied. False: a NULL, both `tick` and `call`, a `call` for a target that is no node, a number out of range,
// or no memory. Nothing changes then: an existing timer goes on, and `release` is not called.
//
// The timer ends after its last call, and when the timer is removed or replaced, or its node or scheduler is destroyed.
// Then `release` is called once: in an update of any scheduler at the end of the update, otherwise at once, and for a
// destroyed node as what coir_node_own was given: when the node's memory goes, after its `destroy` hooks. So a callback
// may use `user` up to its end, also when the callback removes its own timer.
//
// 1. `release` may do anything, but a destroyed node is no more. A destroyed scheduler, stage or director refuses
//    everything; one that was destroyed in an update of another scheduler, or by another release function, is no more.
// 2. Each timer releases its own `user`. A callback that schedules its timer anew with the same `user` replaces the
//    timer, and the old timer releases the `user` of the new one: give the new timer a copy, or schedule it without
//    `release`.
COIR_API bool coir_scheduler_schedule(CoirScheduler *scheduler, void *target, const CoirTimerDef *def);

// Calls `tick` every `interval` seconds without end (0: in each update, after the timers). As coir_scheduler_schedule.
COIR_API bool coir_scheduler_every(CoirScheduler *scheduler, void *target, double interval, CoirTickFn tick,
                                   void *user);

// Calls `tick` once, `delay` seconds from now. As coir_scheduler_schedule.
COIR_API bool coir_scheduler_once_after(CoirScheduler *scheduler, void *target, double delay, CoirTickFn tick,
                                        void *user);

// Calls `tick` in each update, before the timers; lower priorities first, equal ones in order of scheduling. A target
// has one: scheduling it again replaces function, user and priority. `paused`: as in CoirTimerDef. False as above.
COIR_API bool coir_scheduler_schedule_update(CoirScheduler *scheduler, void *target, CoirTickFn tick, void *user,
                                             int priority, bool paused);

// Removes a timer by its key or by its function, the per-frame update, or all that a target has (of a node its type's
// `update` hook stays). At once, from anywhere. False when there is no such thing, which is no mistake. A node's timers
// with a CoirCallFn are found by coir_node_unschedule_callback and its neighbours.
COIR_API bool coir_scheduler_unschedule(CoirScheduler *scheduler, const void *target, const char *key);
COIR_API bool coir_scheduler_unschedule_callback(CoirScheduler *scheduler, const void *target, CoirTickFn tick);
COIR_API bool coir_scheduler_unschedule_update(CoirScheduler *scheduler, const void *target);
COIR_API bool coir_scheduler_unschedule_target(CoirScheduler *scheduler, const void *target);

// Removes what has at least the priority `min_priority`: per-frame updates by theirs, and timers, which count as
// priority 0. COIR_PRIORITY_SYSTEM: everything. The `update` hooks of node types stay. False for a NULL scheduler.
COIR_API bool coir_scheduler_unschedule_all(CoirScheduler *scheduler, int min_priority);

// True while there is such a timer or per-frame update, paused or not.
COIR_API bool coir_scheduler_is_scheduled(const CoirScheduler *scheduler, const void *target, const char *key);
COIR_API bool coir_scheduler_is_callback_scheduled(const CoirScheduler *scheduler, const void *target, CoirTickFn tick);
COIR_API bool coir_scheduler_is_update_scheduled(const CoirScheduler *scheduler, const void *target);

// Stops a target's clock where it stands, and sets it going again. The state lasts as long as the target has something
// scheduled. False for a target that has nothing, which is no mistake.
COIR_API bool coir_scheduler_pause_target(CoirScheduler *scheduler, const void *target);
COIR_API bool coir_scheduler_resume_target(CoirScheduler *scheduler, const void *target);
COIR_API bool coir_scheduler_is_target_paused(const CoirScheduler *scheduler, const void *target);

// Targets, remembered by address.
typedef struct CoirTargetSet CoirTargetSet;

// Pauses every running target that has something of at least the priority `min_priority` (timers count as priority 0),
// and gives back which they are: what was paused before is not among them, what is scheduled later neither. The set is
// yours, to be destroyed. NULL, and nothing is paused: no memory, or a NULL scheduler.
COIR_API CoirTargetSet *coir_scheduler_pause_all(CoirScheduler *scheduler, int min_priority);

// Resumes those of a set that have something scheduled now. The set stays yours. False for a NULL.
COIR_API bool coir_scheduler_resume_set(CoirScheduler *scheduler, const CoirTargetSet *set);

// How many targets there are in a set, and whether one is. NULL is an empty set, and destroying it does nothing.
COIR_API int coir_target_set_count(const CoirTargetSet *set);
COIR_API bool coir_target_set_contains(const CoirTargetSet *set, const void *target);
COIR_API void coir_target_set_destroy(CoirTargetSet *set);

// Posting ------------------------------------------------------------------------------------------------------------

// Has `function` called with `user` in the scheduler's thread, at the end of its next update (of this one, if one is
// under way there; one posted by a posted function: of the next). May be called from any thread, as long as the
// scheduler lives; a memory hook must then be good for all threads. False: a NULL scheduler or function, or no memory.
COIR_API bool coir_scheduler_post(CoirScheduler *scheduler, CoirUserFn function, void *user);

// Drops what was posted and has not been called. How many that were.
COIR_API int coir_scheduler_unpost_all(CoirScheduler *scheduler);

// Looking inside -----------------------------------------------------------------------------------------------------

// What coir_scheduler_timers tells about a timer.
typedef struct CoirTimerInfo {
    const char *key; // NULL: known by its callback. The scheduler's, good as long as the timer is there
    CoirTickFn tick; // one of these two is NULL
    CoirCallFn call;
    void *user;
    double interval;  // seconds
    double remaining; // seconds on the target's clock to the next call; 0: in the next update
    int repeat;       // how many calls will follow the next one; COIR_FOREVER: no end
    CoirCatchUp catch_up;
} CoirTimerInfo;

// Stores in `*seconds` (NULL: nowhere) how long it is, on the target's clock, until a timer is called next; what has
// come due is 0. False when there is no such timer.
COIR_API bool coir_scheduler_remaining(const CoirScheduler *scheduler, const void *target, const char *key,
                                       double *seconds);
COIR_API bool coir_scheduler_callback_remaining(const CoirScheduler *scheduler, const void *target, CoirTickFn tick,
                                                double *seconds);

// Tells about a target's timers, in order of scheduling: the first `capacity` of them are stored in `timers`. How many
// there are in all, so that `NULL, 0` counts them.
COIR_API int coir_scheduler_timers(const CoirScheduler *scheduler, const void *target, CoirTimerInfo *timers,
                                   int capacity);

// Writes in words who is scheduled, in which order, and due when: for debugging. At most `size` bytes, the final zero
// included, are stored in `text`. The length of the whole text, as from snprintf, so that `NULL, 0` measures it.
COIR_API size_t coir_scheduler_dump(const CoirScheduler *scheduler, char *text, size_t size);

#endif
