// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A heap of timers. The heap needs no memory beside the timers. A heap is a pointer to its earliest timer; NULL:
// empty.

#ifndef COIR_TIME_HEAP_H
#define COIR_TIME_HEAP_H

#include "time/queue/timer.h"

// Adds a timer to a heap, and removes a timer of the heap.
void coir_heap_insert(CoirTimer **heap, CoirTimer *timer);
void coir_heap_remove(CoirTimer **heap, CoirTimer *timer);

#endif
