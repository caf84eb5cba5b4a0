// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// An agenda: timers that wait for their time, the earliest at hand. Timers are in one of three places:
//
// 1. The batch: a sorted list. Firing walks this list, so that a timer that fires often is never searched for.
// 2. The heap: timers that were added after the batch was sorted, and are due up to `batch_end`.
// 3. The wheel: timers that are due after the batch. A slice of the wheel is sorted into the batch when its time
//    comes. The wheel is made when there are many timers, and freed when the agenda is empty. Without a wheel all
//    timers are in the heap.

#ifndef COIR_TIME_AGENDA_H
#define COIR_TIME_AGENDA_H

#include "time/nanoseconds.h"
#include "time/queue/heap.h"
#include "time/queue/wheel.h"

// The place of a timer in the heap. Smaller numbers are levels of the wheel; a timer of the batch keeps the number of
// the level that it had.
#define COIR_AGENDA_HEAP COIR_WHEEL_LEVELS

typedef struct CoirAgenda {
    CoirTimer *batch, *heap; // the first timer of each
    CoirWheel *wheel;        // NULL: all timers are in the heap
    int64_t batch_end;       // a timer that is due up to this time is not put into the wheel
    int64_t wheel_bound;     // no timer of the wheel is due before this time; COIR_NEVER: the wheel is empty
    CoirTimer *earliest;     // earliest timer of the wheel, due at `wheel_bound`; NULL: not known
    int count;
    bool is_crowded; // the memory of the timers is not in a near cache, and slices have to be sorted
} CoirAgenda;

void coir_agenda_init(CoirAgenda *agenda);

// Adds a timer to the wheel.
static inline void coir_agenda_put_into_wheel(CoirAgenda *agenda, CoirTimer *timer)
{
    coir_wheel_insert(agenda->wheel, timer);
    if (timer->time < agenda->wheel_bound) {
        agenda->wheel_bound = timer->time;
        agenda->earliest = timer;
    }
}

// Add and remove a timer without counting, for a timer that goes to another place of the agenda.
static inline void coir_agenda_put(CoirAgenda *agenda, CoirTimer *timer)
{
    if (timer->time > agenda->batch_end) {
        coir_agenda_put_into_wheel(agenda, timer);
    } else {
        timer->level = COIR_AGENDA_HEAP;
        coir_heap_insert(&agenda->heap, timer);
    }
}

static inline void coir_agenda_take(CoirAgenda *agenda, CoirTimer *timer)
{
    if (timer->level == COIR_AGENDA_HEAP) {
        coir_heap_remove(&agenda->heap, timer);
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

// Adds a timer. If coir_agenda_wants_wheel returns true, call coir_agenda_add_wheel before.
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

// Returns true if there is no wheel, but more timers than a heap alone is fast with.
#ifndef COIR_AGENDA_FEW // tests have a library of their own in which two are not few
#define COIR_AGENDA_FEW 256
#endif
static inline bool coir_agenda_wants_wheel(const CoirAgenda *agenda)
{
    return !agenda->wheel && agenda->count >= COIR_AGENDA_FEW;
}

// Makes the wheel, which begins at `now`, a time of the agenda's clock. Without memory the timers stay in the heap.
void coir_agenda_add_wheel(CoirAgenda *agenda, int64_t now);

// Returns the earliest timer of the batch and of the heap, which comes before all timers of the wheel; NULL: all
// timers are in the wheel.
static inline CoirTimer *coir_agenda_first(const CoirAgenda *agenda)
{
    CoirTimer *batch = agenda->batch, *heap = agenda->heap;
    return !heap || (batch && coir_timer_before(batch, heap)) ? batch : heap;
}

// Called when the batch and the heap are empty. Moves the wheel on to its bound, and sorts the timers of the slice
// there into the batch. The batch stays empty if the bound was too early.
void coir_agenda_sort_slice(CoirAgenda *agenda);

// Returns the earliest timer that is due up to `limit`; NULL: none is.
static inline CoirTimer *coir_agenda_due(CoirAgenda *agenda, int64_t limit)
{
    CoirTimer *first;
    while (!(first = coir_agenda_first(agenda)) && agenda->wheel_bound <= limit)
        coir_agenda_sort_slice(agenda);
    return first && first->time <= limit ? first : NULL;
}

// Called when the agenda's clock reads `now` and no timer is due up to `now`. Moves an idle wheel on from time to time,
// so that new timers go into the wheel, and timers of the wheel move down little by little.
void coir_agenda_reach(CoirAgenda *agenda, int64_t now);

// Returns the earliest timer, any of several with the same time; NULL: there is none.
CoirTimer *coir_agenda_earliest(CoirAgenda *agenda);

// Moves the first timer of the batch to a time after the batch.
static inline void coir_agenda_postpone(CoirAgenda *agenda, int64_t time)
{
    CoirTimer *timer = agenda->batch;
    agenda->batch = timer->next;
    timer->time = time;
    coir_agenda_put_into_wheel(agenda, timer);
    if (agenda->is_crowded)
        coir_wheel_set_ahead(agenda->wheel, timer);
}

// Gives a timer of the agenda another time and order.
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
