// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timer queues: a clock with timers, and child queues whose clocks run on their parent's.
//
// This is the one mechanism of time; the Scheduler stands on it, and a server may use it alone: one root that is
// advanced, one child queue a player, and everything a player had waiting goes with one destroy. A player who logs out
// to come back may keep the queue instead, as a root of its own (coir_timer_queue_set_parent): to catch up, advance it
// by the time away, and put it back below the world.
//
//     CoirTimerQueue *world = coir_timer_queue_new(NULL);
//     coir_timer_queue_insert(world, 3600, 3600, COIR_CATCH_UP_ALL, hourly_mail, server);
//     while (running)
//         coir_timer_queue_advance(world, seconds_since_last_time);
//
// Seconds as double are exact to the nanosecond for 104 days; a clock that is to run on for longer counts no less
// exactly inside, but a start that is computed from its reading is rounded.
//
// Time is counted in whole nanoseconds, to which each start, interval and dt is rounded (an interval of less than half
// a nanosecond to 0).
//
// A NULL queue is a mistake where something is to be changed; where something is asked, the answer is false or 0. A
// tree of queues belongs to one thread.
//
// Every function may be called from every callback, save that advancing, or giving a parent to the root that is being
// advanced, is refused inside a callback of the same tree. A timer that a callback adds for now or for the past waits
// for the next advance, so that no advance can go on for ever.

#ifndef COIR_TIMER_QUEUE_H
#define COIR_TIMER_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/api.h"

typedef struct CoirTimerQueue CoirTimerQueue;

// Names a timer of a queue. A value: once the timer is gone it names nothing, and using it is harmless. {0, 0} is none;
// the generation of a timer is never 0.
typedef struct CoirTimerId {
    uint32_t index, generation;
} CoirTimerId;

// What happens when several occurrences of a repeating timer are due in one advance.
typedef enum CoirCatchUp {
    COIR_CATCH_UP_ALL,     // each is called, with the clock at its own time (at most 1000 in one advance)
    COIR_CATCH_UP_ONE,     // one call; then the first occurrence after the time advanced to
    COIR_CATCH_UP_RESTART, // one call; then the time advanced to plus the interval
} CoirCatchUp;

// Called when a timer fires. Meanwhile coir_timer_queue_now(queue) reads exactly the time at which it was due.
// In the last call of a timer `id` is stale already.
typedef void (*CoirTimerFn)(CoirTimerQueue *queue, CoirTimerId id, void *user);

// Makes a queue whose clock reads 0, as a child of `parent` or, with NULL, as a root. It is yours, to be destroyed
// with coir_timer_queue_destroy unless its parent is. NULL: no memory.
COIR_API CoirTimerQueue *coir_timer_queue_new(CoirTimerQueue *parent);

// Destroys a queue with its timers and its children. It may be the one that is firing, or its root. NULL does nothing.
COIR_API void coir_timer_queue_destroy(CoirTimerQueue *queue);

// Adds a timer that is due at `start` (seconds on the queue's clock; in the past: due at once, with every missed
// occurrence) and then every `interval` seconds, 0: only once. `callback` is called with `user`. {0, 0} on error:
// no memory, a NULL queue or callback, a number that is not finite or beyond a hundred years, an interval below 0.
COIR_API CoirTimerId coir_timer_queue_insert(CoirTimerQueue *queue, double start, double interval, CoirCatchUp catch_up,
                                             CoirTimerFn callback, void *user);

// Removes a timer, at once. Returns false when the id is stale.
COIR_API bool coir_timer_queue_erase(CoirTimerQueue *queue, CoirTimerId id);

// True while the timer is waiting to fire.
COIR_API bool coir_timer_queue_contains(const CoirTimerQueue *queue, CoirTimerId id);

// Stores in `*due` (NULL: nowhere) when a timer fires next, in seconds on the queue's clock: what is to be kept of it
// if it is to be inserted again another day. False when the id is stale.
COIR_API bool coir_timer_queue_due(const CoirTimerQueue *queue, CoirTimerId id, double *due);

// Moves a queue with all its contents below `parent`, or makes it a root (NULL). Its clock goes on from what it reads.
// As a root it goes as it is advanced; the scale and pause that it had as a child count again below a parent. False,
// and nothing changes, when `parent` is the queue itself or below it.
COIR_API bool coir_timer_queue_set_parent(CoirTimerQueue *queue, CoirTimerQueue *parent);

// Lets a child's clock run `scale` (>= 0) times as fast as its parent's. False for a root or a negative or infinite
// scale.
COIR_API bool coir_timer_queue_set_scale(CoirTimerQueue *queue, double scale);
COIR_API double coir_timer_queue_scale(const CoirTimerQueue *queue);

// Stops a child's clock where it stands, and sets it going again. False for a root.
COIR_API bool coir_timer_queue_pause(CoirTimerQueue *queue);
COIR_API bool coir_timer_queue_resume(CoirTimerQueue *queue);
COIR_API bool coir_timer_queue_is_paused(const CoirTimerQueue *queue);

// What the queue's clock reads, in seconds.
COIR_API double coir_timer_queue_now(const CoirTimerQueue *queue);

// Moves a root's clock on by `dt` seconds (>= 0) and fires everything due in the whole tree, in order of time, then of
// insertion. False for a queue that is no root, a bad `dt`, one with which the clock would pass a hundred years, or
// inside a callback of the same tree.
COIR_API bool coir_timer_queue_advance(CoirTimerQueue *root, double dt);

// Moves a root's clock to the earliest due time if that is not after `now` (seconds on its clock), fires that one
// timer, and returns true; else moves the clock to `now` and returns false. False, too, where advancing is refused.
COIR_API bool coir_timer_queue_tick_one(CoirTimerQueue *root, double now);

// Stores in `*due` when the next timer in the queue or below it fires, in seconds on the queue's own clock. False when
// nothing will, or the clock stands still. `due` may be NULL.
COIR_API bool coir_timer_queue_next_due(const CoirTimerQueue *queue, double *due);

// How many timers wait in the queue itself, without its children.
COIR_API int coir_timer_queue_count(const CoirTimerQueue *queue);

#endif
