// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timer queues: a clock with timers, and with child queues whose clocks follow the parent's clock.
//
// Schedulers, nodes and actions take their time from timer queues; a server may use timer queues alone. The server
// advances one root queue, and has a child queue for each player; destroying the child removes all timers of the
// player. When a player logs out and will come back, keep the queue as a root of its own
// (coir_timer_queue_set_parent). When the player comes back, advance the queue by the time that has passed, and make
// the queue a child of the server's root again.
//
//     CoirTimerQueue *world = coir_timer_queue_new(NULL);
//     coir_timer_queue_insert(world, 3600, 3600, COIR_CATCH_UP_ALL, hourly_mail, server);
//     while (running)
//         coir_timer_queue_advance(world, seconds_since_last_time);
//
// Time is counted in whole nanoseconds: each start, interval and dt is rounded to the nearest nanosecond (an interval
// of less than half a nanosecond to 0). The clock of a root is exact for as long as it runs. Seconds in a double are
// exact to the nanosecond for 48 days: on an older clock, a start that is computed from coir_timer_queue_now is
// rounded. The clock of a child counts in a double from its last change of scale, pause or parent: 104 days after the
// change, this clock is rounded, too. The time of a slowed clock is rounded to the nearest nanosecond, and a timer
// fires as soon as the rounded time reaches the due time. So with a scale of 0.5 the timer fires up to one nanosecond
// of the parent's time early.
//
// No clock runs beyond a hundred years, 3 155 760 000 s. A child's clock stops there, and a root cannot be advanced
// further.
//
// Functions that change a queue report a NULL queue as a mistake. Queries return false or 0. A tree of queues belongs
// to one thread.
//
// Every function may be called from every callback, with two exceptions: inside a callback no queue of the same tree
// may be advanced, and the root that is being advanced cannot get a parent. A timer that a callback adds for now or
// for the past waits for the next advance. So each advance ends.

#ifndef COIR_TIMER_QUEUE_H
#define COIR_TIMER_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/api.h"

typedef struct CoirTimerQueue CoirTimerQueue;

// The name of a timer: a value. When the timer no longer exists, the value names no timer, and using the value is
// harmless. {0, 0} names no timer; the generation of a timer is never 0.
typedef struct CoirTimerId {
    uint32_t index, generation;
} CoirTimerId;

// Policy for a repeating timer if one or several of its occurrences are due in an advance.
typedef enum CoirCatchUp {
    COIR_CATCH_UP_ALL,     // a call for each occurrence, with the clock at its due time; after 1000 in one advance the
                           // rest is skipped, which is logged once for the timer
    COIR_CATCH_UP_ONE,     // one call; the next occurrence is the first occurrence after the end of the advance
    COIR_CATCH_UP_RESTART, // one call; the next occurrence is one interval after the end of the advance
} CoirCatchUp;

// Called when a timer fires. During the call, coir_timer_queue_now(queue) is exactly the due time, or a later time that
// the clock had already reached. In the last call of a timer, `id` already names no timer.
typedef void (*CoirTimerFn)(CoirTimerQueue *queue, CoirTimerId id, void *user);

// Makes a queue whose clock is at 0, as a child of `parent` or, with NULL, as a root. You destroy a root; a parent
// destroys its children. Returns NULL if there is no memory, or if the parent has been destroyed.
COIR_API CoirTimerQueue *coir_timer_queue_new(CoirTimerQueue *parent);

// Destroys a queue with its timers and its children. May be called in a callback of this queue and of its children.
// NULL does nothing.
COIR_API void coir_timer_queue_destroy(CoirTimerQueue *queue);

// Adds a timer that is due at `start`, in seconds on the queue's clock, and then every `interval` seconds; with an
// interval of 0, only once. With a start in the past, the missed occurrences are due in the next advance. `callback`
// is called with `user`. Returns {0, 0} on error: no memory, a NULL queue or callback, a number that is not finite or
// beyond a hundred years, an interval below 0.
COIR_API CoirTimerId coir_timer_queue_insert(CoirTimerQueue *queue, double start, double interval, CoirCatchUp catch_up,
                                             CoirTimerFn callback, void *user);

// Removes a timer at once. Returns false if `id` names no timer of this queue.
COIR_API bool coir_timer_queue_erase(CoirTimerQueue *queue, CoirTimerId id);

// Returns true while the timer waits to fire.
COIR_API bool coir_timer_queue_contains(const CoirTimerQueue *queue, CoirTimerId id);

// Stores in `*due` the time at which a timer fires next, in seconds on the queue's clock. A game that saves its
// timers saves this time. `due` may be NULL. Returns false if `id` names no timer of this queue.
COIR_API bool coir_timer_queue_due(const CoirTimerQueue *queue, CoirTimerId id, double *due);

// Makes a queue, with all its timers and children, a child of `parent`, or a root (NULL). The clock of the queue
// keeps its time. The scale and the pause of a child have no effect while the queue is a root; they count again below
// a parent. Returns false, and changes nothing, if `parent` is the queue itself or is below the queue.
COIR_API bool coir_timer_queue_set_parent(CoirTimerQueue *queue, CoirTimerQueue *parent);

// Sets the speed of a child's clock: `scale` (>= 0) times the speed of the parent's clock. Returns false, and changes
// nothing, for a root, and for a scale that is negative or not finite.
COIR_API bool coir_timer_queue_set_scale(CoirTimerQueue *queue, double scale);
COIR_API double coir_timer_queue_scale(const CoirTimerQueue *queue);

// Pause and resume the clock of a child. Return false for a root.
COIR_API bool coir_timer_queue_pause(CoirTimerQueue *queue);
COIR_API bool coir_timer_queue_resume(CoirTimerQueue *queue);

// Returns true for a queue that is paused; a root keeps the pause that it had as a child, without effect.
COIR_API bool coir_timer_queue_is_paused(const CoirTimerQueue *queue);

// Returns the time of the queue's clock, in seconds.
COIR_API double coir_timer_queue_now(const CoirTimerQueue *queue);

// Advances the clock of a root by `dt` seconds (>= 0), and fires all timers of the tree that are due: earlier due
// times first, equal times in the order of insertion. Due times of children are compared in whole nanoseconds of the
// root's clock. Returns false, and does nothing, for a queue that is no root, for a `dt` that is negative, not
// finite, or would bring the clock beyond a hundred years, and inside a callback of the same tree.
COIR_API bool coir_timer_queue_advance(CoirTimerQueue *root, double dt);

// Fires at most one timer. If a timer of the tree is due up to `now` (seconds on the root's clock), the clock goes to
// the earliest due time (but never back), this timer fires, and the function returns true. Otherwise the clock goes
// to `now`, and the function returns false. A `now` before the clock's time counts as the clock's time. Also returns
// false, and does nothing, for a queue that is no root, for a `now` that is not finite or beyond a hundred years, and
// inside a callback of the same tree. Each call is an advance. For CoirCatchUp, the advance ends at `now`, also if the
// clock stops at an earlier due time. A loop of calls with the same `now` does not end while each callback adds a timer
// for the past.
COIR_API bool coir_timer_queue_tick_one(CoirTimerQueue *root, double now);

// Stores in `*due` the time at which the next timer of the queue or of its children fires, in seconds on the queue's
// own clock. `due` may be NULL. Returns false if there is no such timer, or if the clock is frozen: paused, scaled by
// 0, or below a frozen clock.
COIR_API bool coir_timer_queue_next_due(const CoirTimerQueue *queue, double *due);

// Returns the number of timers in the queue itself, without its children.
COIR_API int coir_timer_queue_count(const CoirTimerQueue *queue);

#endif
