// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timers as they wait in queues. A child queue also waits as a timer in the agenda of its parent: the child's entry.
// The entry is due when the earliest timer in the child, or in the queues below, is due.

#ifndef COIR_TIME_TIMER_H
#define COIR_TIME_TIMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/heap.h"

typedef struct CoirTimer CoirTimer;
typedef struct CoirTimerQueue CoirTimerQueue;

// A timer is a field of a larger struct, for example of a scheduled timer. A timer of all zeros is in no queue.
struct CoirTimer {
    int64_t time;   // due time, on the queue's clock
    uint64_t order; // insertion number, from 1. Of a child queue's entry: number of the earliest timer in the child or
                    // below; 0: the earliest timer is not known, and is due at `time` or later
    union {
        CoirHeapLinks heap; // in the heap of an agenda
        struct {
            union {
                CoirTimer **link;    // in a list of an agenda: address of the pointer to this timer; invalid in the
                                     // first timer of the batch
                CoirTimer *previous; // in another list: timer before
                int index;           // with COIR_TIMER_IN_CALLS: index in the list of calls
            };
            CoirTimer *next;
            CoirTimer *ahead; // in a list of an agenda: timer to prefetch (COIR_TIMERS_AHEAD), may be freed
        };
    };
    CoirTimerQueue *queue;
    int64_t interval;              // 0: the queue fires the timer once
    uint32_t advance;              // number of the advance in which the timer fired last, or 0
    unsigned again : 16;           // calls in that advance after the first call
    unsigned level : 4;            // in an agenda: level of the wheel, or COIR_AGENDA_HEAP
    unsigned state : 3;            // a CoirTimerState
    unsigned is_paused : 1;        // in an agenda: the timer is taken out when due, and not called
    unsigned catch_up : 2;         // a CoirCatchUp
    unsigned is_skip_reported : 1; // a warning of skipped calls was logged for the timer
    unsigned is_queue : 1;         // the timer is the entry of a child queue
    unsigned has_kind : 1;         // the timer is a CoirKindTimer
};

// A loop over a list of timers waits for the memory of each timer. So in a long list, `ahead` is the address of the
// timer COIR_TIMERS_AHEAD places later, and the loop prefetches the memory there. `ahead` is only a hint: the later
// timer may have been removed and freed.
#define COIR_TIMERS_AHEAD 8

// Returns true if a timer is before another one: by `time`, then by `order`.
static inline bool coir_timer_before(const CoirTimer *a, const CoirTimer *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

// Compares insertion numbers, for sorting.
static inline int coir_timer_compare_orders(const CoirTimer *a, const CoirTimer *b)
{
    return (a->order > b->order) - (a->order < b->order);
}

#endif
