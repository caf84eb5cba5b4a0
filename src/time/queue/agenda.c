// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "time/queue/agenda.h"

#include <stddef.h>

#include "base/alloc.h"

#define MANY 16384                            // greatest number of timers that fit into a near cache
#define SOON (INT64_C(16) << COIR_SLICE_BITS) // 67 ms: time after which even a quiet agenda moves its wheel on
#define SLICE_MASK ((INT64_C(1) << COIR_SLICE_BITS) - 1)

static bool is_before(const void *one, const void *other)
{
    return coir_timer_before(one, other);
}

static const CoirHeapKind kind = {offsetof(CoirTimer, heap), is_before};

void coir_timer_heap_insert(CoirTimer **heap, CoirTimer *timer)
{
    *heap = coir_heap_insert(*heap, timer, &kind);
}

void coir_timer_heap_remove(CoirTimer **heap, CoirTimer *timer)
{
    *heap = coir_heap_remove(*heap, timer, &kind);
}

void coir_agenda_init(CoirAgenda *agenda)
{
    *agenda = (CoirAgenda){.batch_end = COIR_NEVER, .wheel_bound = COIR_NEVER};
}

void coir_agenda_drop_wheel(CoirAgenda *agenda)
{
    if (!agenda->wheel)
        return;
    coir_free(agenda->wheel);
    coir_agenda_init(agenda);
}

static void set_batch_end(CoirAgenda *agenda, int64_t time)
{
    agenda->batch_end = time | SLICE_MASK;
}

// Empties a heap into a list linked by `next`.
static void take_heap(CoirTimer *heap, CoirTimer **list)
{
    while (heap) {
        CoirTimer *timer = heap;
        coir_timer_heap_remove(&heap, timer);
        timer->next = *list;
        *list = timer;
    }
}

void coir_agenda_add_wheel(CoirAgenda *agenda, int64_t now)
{
    CoirTimer *timers = NULL, *timer;
    agenda->wheel = coir_alloc(sizeof *agenda->wheel);
    if (!agenda->wheel)
        return;
    agenda->wheel->reached = coir_slice_of(now);
    set_batch_end(agenda, now);
    take_heap(agenda->heap, &timers);
    agenda->heap = NULL;
    while ((timer = timers) != NULL) {
        timers = timer->next;
        coir_agenda_put(agenda, timer);
    }
}

// Moves the wheel on to the slice of `time`, whose timers become the batch. The batch and the heap must be empty.
static void reach(CoirAgenda *agenda, int64_t time)
{
    set_batch_end(agenda, time);
    agenda->batch = coir_wheel_reach(agenda->wheel, time);
    agenda->is_crowded = agenda->count > MANY && agenda->wheel->has_sorted;
    if (agenda->wheel_bound <= agenda->batch_end) { // the earliest timer may have left the wheel
        agenda->wheel_bound = coir_wheel_bound(agenda->wheel);
        agenda->earliest = NULL;
    }
}

void coir_agenda_sort_slice(CoirAgenda *agenda)
{
    reach(agenda, agenda->wheel_bound);
}

void coir_agenda_reach(CoirAgenda *agenda, int64_t now)
{
    if (now <= agenda->batch_end)
        return;
    bool is_near = now - agenda->batch_end < SOON;
    bool is_quiet = agenda->wheel_bound - now > 3 * SOON; // no timer has to move to level 0 soon
    if (!is_near || !is_quiet)
        reach(agenda, now);
}

CoirTimer *coir_agenda_earliest(CoirAgenda *agenda)
{
    CoirTimer *first = coir_agenda_first(agenda);
    if (first || !agenda->wheel)
        return first;
    if (!agenda->earliest) {
        agenda->earliest = coir_wheel_earliest(agenda->wheel);
        agenda->wheel_bound = agenda->earliest ? agenda->earliest->time : COIR_NEVER;
    }
    return agenda->earliest;
}

// Moves all timers of a list to another list, both linked by `next`.
static void take_list(CoirTimer *from, CoirTimer **list)
{
    while (from) {
        CoirTimer *timer = from;
        from = timer->next;
        timer->next = *list;
        *list = timer;
    }
}

CoirTimer *coir_agenda_take_all(CoirAgenda *agenda)
{
    CoirTimer *all = NULL;
    take_heap(agenda->heap, &all);
    take_list(agenda->batch, &all);
    for (int i = 0; agenda->wheel && i < COIR_WHEEL_ALL; i++)
        take_list(agenda->wheel->lists[i].first, &all);
    coir_free(agenda->wheel);
    coir_agenda_init(agenda);
    return all;
}
