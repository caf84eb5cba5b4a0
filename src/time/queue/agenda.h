// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// An agenda has timers that wait for their due times, and finds the earliest timer. A timer is in one of three
// structures:
//
// 1. The batch: a sorted list. The timers of the batch fire from the front of the list, without a search.
// 2. The heap: timers that were added after the batch was sorted, and are due up to `batch_end`.
// 3. The wheel: timers that are due after `batch_end`. When the time of a slice of the wheel comes, the timers of the
//    slice are sorted, and become the batch. The wheel is made when there are many timers, and freed when the agenda is
//    empty. Without a wheel all timers are in the heap.

#ifndef COIR_TIME_AGENDA_H
#define COIR_TIME_AGENDA_H

#include "time/nanoseconds.h"
#include "time/queue/wheel.h"

// The `level` of a timer in the heap. Smaller numbers are levels of the wheel. A timer of the batch keeps the level
// that the timer had in the wheel, which is 0.
#define COIR_AGENDA_HEAP COIR_WHEEL_LEVELS

typedef struct CoirAgenda {
    CoirTimer *batch, *heap; // first timer of the batch; earliest timer of the heap
    CoirWheel *wheel;        // NULL: all timers are in the heap
    int64_t batch_end;       // timers that are due up to this time are not put into the wheel
    int64_t wheel_bound;     // time before which no timer of the wheel is due; COIR_NEVER: the wheel is empty
    CoirTimer *earliest;     // earliest timer of the wheel, due at `wheel_bound`; NULL: not known
    int count;               // number of timers in all three structures
    bool is_crowded;         // more timers than fit into a near cache, and the last slice had to be sorted
} CoirAgenda;

void coir_agenda_init(CoirAgenda *agenda);

// Add a timer to a heap, and remove a timer from a heap. `*heap` is the earliest timer; NULL: the heap is empty.
void coir_timer_heap_insert(CoirTimer **heap, CoirTimer *timer);
void coir_timer_heap_remove(CoirTimer **heap, CoirTimer *timer);

// Adds a timer to the wheel.
static inline void coir_agenda_put_into_wheel(CoirAgenda *agenda, CoirTimer *timer)
{
    coir_wheel_insert(agenda->wheel, timer);
    if (timer->time < agenda->wheel_bound) {
        agenda->wheel_bound = timer->time;
        agenda->earliest = timer;
    }
}

// Add and remove a timer without counting. For a timer that moves within the agenda.
static inline void coir_agenda_put(CoirAgenda *agenda, CoirTimer *timer)
{
    if (timer->time > agenda->batch_end) {
        coir_agenda_put_into_wheel(agenda, timer);
    } else {
        timer->level = COIR_AGENDA_HEAP;
        coir_timer_heap_insert(&agenda->heap, timer);
    }
}

static inline void coir_agenda_take(CoirAgenda *agenda, CoirTimer *timer)
{
    if (timer->level == COIR_AGENDA_HEAP) {
        coir_timer_heap_remove(&agenda->heap, timer);
    } else if (timer == agenda->batch) {
        agenda->batch = timer->next;
    } else {
        *timer->link = timer->next;
        if (timer->next)
            timer->next->link = timer->link;
        coir_wheel_forget(agenda->wheel, timer);
        if (timer == agenda->earliest)
            agenda->earliest = NULL;
    }
}

// Adds a timer. If coir_agenda_needs_wheel returns true, the caller calls coir_agenda_add_wheel first.
static inline void coir_agenda_insert(CoirAgenda *agenda, CoirTimer *timer)
{
    agenda->count++;
    coir_agenda_put(agenda, timer);
}

// Frees the wheel of an empty agenda.
void coir_agenda_drop_wheel(CoirAgenda *agenda);

static inline void coir_agenda_remove(CoirAgenda *agenda, CoirTimer *timer)
{
    coir_agenda_take(agenda, timer);
    if (--agenda->count == 0)
        coir_agenda_drop_wheel(agenda);
}

// Returns true if there is no wheel, but there are too many timers for a heap alone.
#ifndef COIR_AGENDA_FEW // tests build a library of their own with a smaller number
#define COIR_AGENDA_FEW 256
#endif
static inline bool coir_agenda_needs_wheel(const CoirAgenda *agenda)
{
    return !agenda->wheel && agenda->count >= COIR_AGENDA_FEW;
}

// Makes the wheel, which begins at `now`, a time of the clock of the agenda. Without memory the timers stay in the
// heap.
void coir_agenda_add_wheel(CoirAgenda *agenda, int64_t now);

// Returns the earliest timer of batch and heap, which is before all timers of the wheel; NULL: batch and heap are
// empty.
static inline CoirTimer *coir_agenda_first(const CoirAgenda *agenda)
{
    CoirTimer *batch = agenda->batch, *heap = agenda->heap;
    return !heap || (batch && coir_timer_before(batch, heap)) ? batch : heap;
}

// Called when the batch and the heap are empty. Moves the wheel on to `wheel_bound`. The timers of the slice there are
// sorted, and become the batch. The batch stays empty if the bound was too early.
void coir_agenda_sort_slice(CoirAgenda *agenda);

// Returns the earliest timer that is due up to `limit`; NULL: no timer is due.
static inline CoirTimer *coir_agenda_due(CoirAgenda *agenda, int64_t limit)
{
    CoirTimer *first;
    while (!(first = coir_agenda_first(agenda)) && agenda->wheel_bound <= limit)
        coir_agenda_sort_slice(agenda);
    return first && first->time <= limit ? first : NULL;
}

// Called when the clock of the agenda reads `now`, and no timer is due up to `now`. Moves the wheel on to `now` if the
// wheel is far behind, or if a timer of the wheel is due soon. So new timers go into low levels of the wheel, and the
// timers of the wheel move to lower levels a few at a time.
void coir_agenda_reach(CoirAgenda *agenda, int64_t now);

// Returns the earliest timer; if several timers have the earliest time, any of these timers. NULL: the agenda is empty.
CoirTimer *coir_agenda_earliest(CoirAgenda *agenda);

// Sets the due time of the first timer of the batch to a time after `batch_end`, and moves the timer to the wheel.
static inline void coir_agenda_postpone(CoirAgenda *agenda, int64_t time)
{
    CoirTimer *timer = agenda->batch;
    agenda->batch = timer->next;
    timer->time = time;
    coir_agenda_put_into_wheel(agenda, timer);
    if (agenda->is_crowded)
        coir_wheel_set_ahead(agenda->wheel, timer);
}

// Gives a timer of the agenda another due time and insertion number.
static inline void coir_agenda_update(CoirAgenda *agenda, CoirTimer *timer, int64_t time, uint64_t order)
{
    coir_agenda_take(agenda, timer);
    timer->time = time;
    timer->order = order;
    coir_agenda_put(agenda, timer);
}

// Empties an agenda. Returns the timers as a list linked by `next`.
CoirTimer *coir_agenda_take_all(CoirAgenda *agenda);

#endif
