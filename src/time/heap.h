// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A heap of items: the earliest is at hand, and as long as there is memory, nothing that is done costs more than the
// height of the tree.

#ifndef COIR_HEAP_H
#define COIR_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Ordered by `time`, then by `order`.
typedef struct CoirHeapItem {
    int64_t time;
    uint64_t order : 62;
    uint64_t place : 2; // of its agenda
    union {
        struct { // while it is in a list
            union {
                struct CoirHeapItem *previous;
                struct CoirHeapItem **link; // what points to it: the list, or `next` of the one before it
            };
            struct CoirHeapItem *next;
        };
        int index; // while it is in an array
    };
} CoirHeapItem;

typedef struct CoirHeapEntry {
    int64_t time; // the item's
    CoirHeapItem *item;
} CoirHeapEntry;

// All zero is an empty heap.
typedef struct CoirHeap {
    CoirHeapEntry *entries;
    int count, capacity;
    CoirHeapItem *spilled; // a list of those for which there was no memory
} CoirHeap;

static inline bool coir_heap_item_before(const CoirHeapItem *a, const CoirHeapItem *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

// Adds an item; it never fails. Removes one that is in. Moves one whose time or order has changed.
void coir_heap_insert(CoirHeap *heap, CoirHeapItem *item);
void coir_heap_remove(CoirHeap *heap, CoirHeapItem *item);
void coir_heap_update(CoirHeap *heap, CoirHeapItem *item);

// Makes room for `count` items in all; false: no memory.
bool coir_heap_reserve(CoirHeap *heap, int count);

// The earliest item, where some may have found no memory.
CoirHeapItem *coir_heap_search(const CoirHeap *heap);

// The earliest item; NULL: there is none.
static inline CoirHeapItem *coir_heap_first(const CoirHeap *heap)
{
    if (heap->spilled)
        return coir_heap_search(heap);
    return heap->count > 0 ? heap->entries[0].item : NULL;
}

// The items by number, from 0, in no useful order; NULL after the last.
CoirHeapItem *coir_heap_at(const CoirHeap *heap, int number);

// Frees the memory of a heap that is empty.
void coir_heap_free(CoirHeap *heap);

#endif
