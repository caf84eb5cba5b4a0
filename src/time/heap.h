// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A pairing heap of items that stand inside what they order, so that neither inserting nor removing can run out of
// memory. M. Fredman, R. Sedgewick, D. Sleator, R. Tarjan, "The Pairing Heap: A New Form of Self-Adjusting Heap", 1986.

#ifndef COIR_HEAP_H
#define COIR_HEAP_H

#include <stdbool.h>
#include <stdint.h>

// Ordered by `time`, then by `order`. All zero is an item that is in no heap.
typedef struct CoirHeapItem {
    int64_t time;
    uint64_t order;
    struct CoirHeapItem *child, *next, *previous; // `previous` of a first child is its parent
} CoirHeapItem;

// A heap is the pointer to its earliest item, NULL when it is empty.
void coir_heap_insert(CoirHeapItem **heap, CoirHeapItem *item);
void coir_heap_remove(CoirHeapItem **heap, CoirHeapItem *item);

// Walks over all items, in no useful order: starts with the heap itself; NULL after the last. Nothing may change
// meanwhile.
CoirHeapItem *coir_heap_walk(CoirHeapItem *item);

static inline bool coir_heap_before(const CoirHeapItem *a, const CoirHeapItem *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

#endif
