// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of a timer queue, for the modules of time/ that put their own timers and queues into it.

#ifndef COIR_TIME_TIMER_QUEUE_H
#define COIR_TIME_TIMER_QUEUE_H

#include <stddef.h>

#include "base/slots.h"
#include "coir/timer_queue.h"
#include "time/heap.h"

typedef struct CoirTimer CoirTimer;

typedef struct CoirTimerKind {
    void (*fire)(CoirTimer *timer, CoirTimerQueue *queue); // in its last call it waits no more, and may be freed
    void (*drop)(CoirTimer *timer); // its queue is being destroyed; the timer is out of it already
} CoirTimerKind;

// A timer stands inside what it belongs to. All zero is a timer that waits in no queue.
struct CoirTimer {
    CoirHeapItem item; // `time`: when it is due next, on its queue's clock. First: a heap item is cast to its timer.
    CoirTimerQueue *queue;
    const CoirTimerKind *kind;
    int64_t start, interval, occurrence;
    uint32_t advance; // the advance in which it fired last, or none
    uint16_t fired;   // how often in that one
    uint8_t catch_up;
    bool held; // in the root's list of those that wait for the next advance
    bool skip_said;
};

struct CoirTimerQueue {
    CoirHeapItem item; // its entry with its parent: the next due time on the parent's clock. First: it is cast.
    CoirTimerQueue *parent;
    CoirHeapItem *timers, *children;
    int64_t base, parent_base; // of a root: `base` is its time
    double scale;
    bool paused;
    int count;
    CoirSlots ids; // of the timers that coir_timer_queue_insert made

    // A root's only.
    uint64_t next_order;
    CoirHeapItem *held;      // timers that wait for the next advance, linked by `next` and `previous`
    CoirTimerQueue *reading; // the queue whose clock reads `reads`, not what the formula gives: the one that fires
    int64_t reads, advance_to;
    uint32_t advance;
    bool advancing, dead;
};

void coir_timer_queue_init(CoirTimerQueue *queue, CoirTimerQueue *parent);

// Drops timers and children (the children's memory too), and leaves the parent; not the queue's own memory.
void coir_timer_queue_clear(CoirTimerQueue *queue);

// Puts a timer in (it must not be in any); `start` and `interval` in nanoseconds, checked by the caller.
void coir_timer_start(CoirTimer *timer, CoirTimerQueue *queue, int64_t start, int64_t interval, CoirCatchUp catch_up);

// Takes it out; nothing happens if it is in none.
void coir_timer_stop(CoirTimer *timer);

static inline bool coir_timer_is_waiting(const CoirTimer *timer)
{
    return timer->queue != NULL;
}

// What the clock reads now, and what it reads when the root reads `root_time`, as the clocks stand.
int64_t coir_timer_queue_reads(const CoirTimerQueue *queue);
int64_t coir_timer_queue_reads_at(const CoirTimerQueue *queue, int64_t root_time);

// Moves a queue with all below it to `parent` (NULL: it becomes a root); the caller has checked that this can be.
void coir_timer_queue_move(CoirTimerQueue *queue, CoirTimerQueue *parent);

void coir_timer_queue_set_paused(CoirTimerQueue *queue, bool paused);
void coir_timer_queue_change_scale(CoirTimerQueue *queue, double scale);

// The earliest of a queue's timers and children; NULL: it has none.
CoirHeapItem *coir_timer_queue_earliest(const CoirTimerQueue *queue);

CoirTimerQueue *coir_timer_queue_root(const CoirTimerQueue *queue);

// True for the ancestor itself, too.
bool coir_timer_queue_is_below(const CoirTimerQueue *queue, const CoirTimerQueue *ancestor);

// Moves a root's clock to `time` and fires what is due till then, or (`single`) fires the first of it and moves the
// clock only so far. True if something fired. The queue is gone if a callback destroyed it.
bool coir_timer_queue_run(CoirTimerQueue *root, int64_t time, bool single);

#endif
