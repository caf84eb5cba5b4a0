// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What waits for its time: the earliest is at hand. A heap is enough for some thousands of items; of more than that,
// those that are not due soon wait unsorted.

#ifndef COIR_TIME_AGENDA_H
#define COIR_TIME_AGENDA_H

#include "time/heap.h"

typedef struct CoirWheel CoirWheel;

// Where an item waits.
typedef enum CoirAgendaPlace {
    COIR_AGENDA_NEAR,  // in the heap of what is due soon
    COIR_AGENDA_FAR,   // in the wheel's heap of what is not due in the next minute
    COIR_AGENDA_LATER, // in one of the wheel's lists
} CoirAgendaPlace;

// All zero is an empty one.
typedef struct CoirAgenda {
    CoirHeap near;
    CoirWheel *wheel; // made when there are many, if there is memory for it, and kept until there are none
    int64_t reached;  // by the clock on which the items are due, about: set from outside, it matters to speed alone
} CoirAgenda;

// For going through all items; all zero is the beginning.
typedef struct CoirAgendaWalk {
    int place, number;
    CoirHeapItem *item;
} CoirAgendaWalk;

// Adds an item; it never fails. Removes one that is in. Gives one that is in another time and order.
void coir_agenda_insert(CoirAgenda *agenda, CoirHeapItem *item);
void coir_agenda_remove(CoirAgenda *agenda, CoirHeapItem *item);
void coir_agenda_update(CoirAgenda *agenda, CoirHeapItem *item, int64_t time, uint64_t order);

// The earliest item of one with a wheel.
CoirHeapItem *coir_agenda_first_of_both(const CoirAgenda *agenda);

// The earliest item; NULL: there is none.
static inline CoirHeapItem *coir_agenda_first(const CoirAgenda *agenda)
{
    return agenda->wheel ? coir_agenda_first_of_both(agenda) : coir_heap_first(&agenda->near);
}

// The next item of a walk, in no useful order; NULL after the last. Between two steps none may be added, moved or
// removed.
CoirHeapItem *coir_agenda_walk(const CoirAgenda *agenda, CoirAgendaWalk *walk);

// Frees the memory of one that is empty.
void coir_agenda_free(CoirAgenda *agenda);

#endif
