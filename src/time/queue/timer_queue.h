// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of a timer queue, for the modules of time/ that put their own timers and queues into it.

#ifndef COIR_TIME_QUEUE_TIMER_QUEUE_H
#define COIR_TIME_QUEUE_TIMER_QUEUE_H

#include <stddef.h>

#include "base/slots.h"
#include "coir/timer_queue.h"
#include "time/queue/agenda.h"

// What is done with the timers of a queue.
typedef struct CoirTimerKind {
    // Called when the timer fires. In its last call the timer is in no queue any more, and may be freed.
    void (*fire)(CoirTimer *timer, CoirTimerQueue *queue, CoirTimerQueue *root);

    // Called when the queue is destroyed, after the timer has left the queue.
    void (*drop)(CoirTimer *timer);
} CoirTimerKind;

// Where a timer is. Those that are held or tied are in lists of the root, not in their queue's agenda.
typedef enum CoirTimerState {
    COIR_TIMER_OUT,
    COIR_TIMER_WAITING,
    COIR_TIMER_HELD,     // until the next advance
    COIR_TIMER_TIED,     // due in the same nanosecond of the root as others, in their order of insertion
    COIR_TIMER_IN_CALLS, // of a scheduler: called in each update; `index` is the index in the list of calls
} CoirTimerState;

// A timer with a kind of its own, not its queue's.
typedef struct CoirKindTimer {
    CoirTimer timer; // with `has_kind`; first: it is cast
    const CoirTimerKind *kind;
} CoirKindTimer;

struct CoirTimerQueue {
    CoirTimer entry; // the queue as a timer of the parent; first: it is cast to the queue
    CoirTimerQueue *parent;
    CoirTimerQueue *children;        // list
    CoirTimerQueue *next, *previous; // child of the same parent
    const CoirTimerKind *kind;
    CoirAgenda agenda;         // timers, and an entry for each child in which a timer is due at some time
    int64_t base, parent_base; // the clock's time and the parent's when the clock last changed; of a root: its time
    double scale;
    bool paused;
    bool is_entered;            // the entry is in the parent's agenda
    int count;                  // of timers
    int held_count, tied_count; // timers in such a list, of this queue and of all queues below
    CoirSlots ids;              // of the timers that coir_timer_queue_insert made

    // Of a root only.
    uint64_t last_order;     // last insertion number
    CoirTimer *held, *tied;  // lists, linked by `next` and `previous`
    int64_t tied_time;       // when the tied timers are due, on the root's clock
    CoirTimerQueue *reading; // the queue whose timer fires; its clock reads `reads`
    int64_t reads, advance_to;
    uint32_t advance; // number of the present advance, or of the last one
    int64_t skipped;  // interval of a timer that skipped calls, logged after the timer has fired; 0: none
    bool may_tie;     // a nanosecond of the root may be several nanoseconds of a clock below, or may have been
    bool advancing, dead;
};

static inline const CoirTimerKind *coir_timer_kind(const CoirTimer *timer)
{
    return timer->has_kind ? ((const CoirKindTimer *)timer)->kind : timer->queue->kind;
}

void coir_timer_queue_init(CoirTimerQueue *queue, CoirTimerQueue *parent, const CoirTimerKind *kind);

// Drops timers and children (the children's memory too), and leaves the parent; not the queue's own memory.
void coir_timer_queue_clear(CoirTimerQueue *queue);

// Makes a timer one that has been inserted just now, and is out.
void coir_timer_prepare(CoirTimer *timer, CoirTimerQueue *queue, int64_t start, int64_t interval, CoirCatchUp catch_up);

// Prepares a timer (it must be in no queue) and puts it in; `start` and `interval` in nanoseconds, checked by the
// caller.
void coir_timer_start(CoirTimer *timer, CoirTimerQueue *queue, int64_t start, int64_t interval, CoirCatchUp catch_up);

// Takes it out; nothing happens if it is out.
void coir_timer_stop(CoirTimer *timer);

// Puts a timer that is out back into a queue of the same tree, in its old order of insertion, due at `timer->time`.
void coir_timer_put_back(CoirTimer *timer, CoirTimerQueue *queue);

// Pauses a timer: the timer is not called. A paused timer that waits stays in its agenda until it is due, so that a
// short pause moves nothing.
static inline void coir_timer_pause(CoirTimer *timer)
{
    if (timer->state == COIR_TIMER_WAITING)
        timer->is_paused = true;
    else
        coir_timer_stop(timer);
}

// Lets a paused timer go on in its old order of insertion, due at `time`.
void coir_timer_resume_late(CoirTimer *timer, int64_t time);
static inline void coir_timer_resume(CoirTimer *timer, int64_t time)
{
    if (timer->state == COIR_TIMER_WAITING && timer->time == time)
        timer->is_paused = false;
    else
        coir_timer_resume_late(timer, time);
}

// What the clock reads now, and what it reads when the root reads `root_time`, as the clocks stand.
int64_t coir_child_queue_reads(const CoirTimerQueue *queue);
static inline int64_t coir_timer_queue_reads(const CoirTimerQueue *queue)
{
    if (queue->parent)
        return coir_child_queue_reads(queue);
    return queue->reading == queue ? queue->reads : queue->base;
}
int64_t coir_timer_queue_reads_at(const CoirTimerQueue *queue, int64_t root_time);

// Moves a queue with all below it to `parent` (NULL: it becomes a root); the caller has checked that this can be.
void coir_timer_queue_move(CoirTimerQueue *queue, CoirTimerQueue *parent);

void coir_timer_queue_set_paused(CoirTimerQueue *queue, bool paused);
void coir_timer_queue_change_scale(CoirTimerQueue *queue, double scale);

// True for a clock that does not move, itself or by what is above it.
bool coir_timer_queue_stands_still(const CoirTimerQueue *queue);

// Finds the earliest timer of a tree that is due up to `limit`, and stores when, both on the root's clock. NULL: none
// is due.
CoirTimer *coir_timer_queue_find_due(CoirTimerQueue *root, int64_t limit, int64_t *due);

// When the next timer in the queue or below it is due, on the queue's own clock; COIR_NEVER: none will.
int64_t coir_timer_queue_next(CoirTimerQueue *queue);

// When a timer or entry of `queue`, due there at `time`, is due on the clock of `above`; COIR_NEVER: a clock between
// stands still.
int64_t coir_timer_queue_time_above(const CoirTimerQueue *queue, int64_t time, const CoirTimerQueue *above);

// What the root's clock reads when the queue's reads `time`; COIR_NEVER: a clock stands still. When a timer is due, on
// the root's clock.
int64_t coir_timer_queue_root_time(const CoirTimerQueue *queue, int64_t time);
int64_t coir_timer_root_time(const CoirTimer *timer);

// Moves a timer to another of its places; OUT and WAITING, if need be, with all entries above it.
void coir_timer_set_state(CoirTimer *timer, CoirTimerState state);

// Sets when a timer that is in a queue is due next; it is WAITING then.
void coir_timer_set_time(CoirTimer *timer, int64_t time);

// Puts those that are held, or tied, of a queue and below it back into their queues.
void coir_timers_put_back_all(CoirTimerQueue *queue, CoirTimerState state);

CoirTimerQueue *coir_timer_queue_root(const CoirTimerQueue *queue);

// True for the ancestor itself, too.
bool coir_timer_queue_is_below(const CoirTimerQueue *queue, const CoirTimerQueue *ancestor);

// Moves a root's clock to `time` and fires what is due till then, or (`single`) fires the first of it and moves the
// clock only so far. True if something fired. The queue is gone if a callback destroyed it.
bool coir_timer_queue_run(CoirTimerQueue *root, int64_t time, bool single);

#endif
