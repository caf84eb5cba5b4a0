// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A timer as it waits in a queue. A child queue waits in its parent as a timer, too: for the time at which the earliest
// timer in the child, or below it, is due.

#ifndef COIR_TIME_TIMER_H
#define COIR_TIME_TIMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CoirTimer CoirTimer;
typedef struct CoirTimerQueue CoirTimerQueue;

// A timer is a part of a larger struct, for example of a scheduled timer. All zero is a timer that is in no queue.
struct CoirTimer {
    int64_t time;   // due time, on the queue's clock
    uint64_t order; // insertion number, from 1. Of a child queue's entry: number of the earliest timer at or below the
                    // child; 0: this timer is not known, and is due at `time` or later
    union {
        CoirTimer **link;    // in a list of an agenda: the pointer to this timer; not set in the first of the batch
        CoirTimer *previous; // in another list, or in the heap: the timer before, or the parent of a first child
        int index;           // in an array
    };
    CoirTimer *next;
    union {
        CoirTimer *child; // in the heap: first child
        CoirTimer *ahead; // in a list of an agenda: later timer to prefetch, see COIR_TIMERS_AHEAD; may be freed
    };
    CoirTimerQueue *queue;
    int64_t interval;
    uint32_t advance;       // number of the advance in which the timer fired last, or 0
    unsigned again : 16;    // calls in that advance after the first call
    unsigned level : 4;     // in an agenda: level of the wheel, or COIR_AGENDA_HEAP
    unsigned state : 3;     // a CoirTimerState
    unsigned is_paused : 1; // waits in an agenda, but is taken out there when it is due
    unsigned catch_up : 2;  // a CoirCatchUp
    unsigned skip_said : 1;
    unsigned is_queue : 1;
    unsigned has_kind : 1; // the timer is a CoirKindTimer
};

// A walk through a list would wait for the memory of each timer. So a timer of a long list names the timer that was
// added this many places later, and a walk, which comes to the named timer soon, fetches its memory early.
#define COIR_TIMERS_AHEAD 8

// Timers are ordered by `time`, equal times by `order`.
static inline bool coir_timer_before(const CoirTimer *a, const CoirTimer *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

// For sorting by insertion number.
static inline int coir_timer_compare_orders(const CoirTimer *a, const CoirTimer *b)
{
    return (a->order > b->order) - (a->order < b->order);
}

#endif
