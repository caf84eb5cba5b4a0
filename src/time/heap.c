// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// An implicit d-ary heap (D. B. Johnson, "Priority queues with update and finding minimum spanning trees", 1975): the
// children of entry i are the entries from i * WAYS + 1 on. Each entry has its item's time beside it, so that going
// down the tree reads a few cache lines in a row at each of few levels; an item knows its index, so that it can be
// removed.
//
// Where a larger array cannot be had, an item goes into a list, which is searched, until there is room: nothing that
// has to wait for its time is ever refused.

#include "time/heap.h"

#include <limits.h>

#include <utlist.h>

#include "base/alloc.h"

#define WAYS 16
#define HEIGHT_MAX 8                   // 16^8 items are more than an int counts
#define COUNT_MAX (INT_MAX / WAYS - 1) // so that the number of a child never overflows

static bool is_before(const CoirHeapEntry *a, const CoirHeapEntry *b)
{
    return a->time != b->time ? a->time < b->time : a->item->order < b->item->order;
}

static void put(CoirHeap *heap, int index, CoirHeapEntry entry)
{
    heap->entries[index] = entry;
    entry.item->index = index;
}

static void sift_up(CoirHeap *heap, int index, CoirHeapEntry entry)
{
    while (index > 0 && is_before(&entry, &heap->entries[(index - 1) / WAYS])) {
        int parent = (index - 1) / WAYS;
        put(heap, index, heap->entries[parent]);
        index = parent;
    }
    put(heap, index, entry);
}

// The earliest child of an entry that has some, the first of which is given. Which one it is cannot be predicted, so
// the least time is found without branches, and then the item; orders are looked at where times are equal.
static int earliest_child(const CoirHeap *heap, int first)
{
    const CoirHeapEntry *entries = heap->entries;
    int end = heap->count - first > WAYS ? first + WAYS : heap->count, earliest = -1;
    int64_t least = entries[first].time;
    for (int i = first + 1; i < end; i++)
        least = entries[i].time < least ? entries[i].time : least;
    for (int i = first; i < end; i++)
        if (entries[i].time == least && (earliest < 0 || entries[i].item->order < entries[earliest].item->order))
            earliest = i;
    return earliest;
}

// The items learn their places at the end, all at once: what costs time with a million timers is to reach the memory
// that they lie in.
static void sift_down(CoirHeap *heap, int index, CoirHeapEntry entry)
{
    int moved[HEIGHT_MAX], count = 0;
    for (int first; (first = index * WAYS + 1) < heap->count;) {
        int child = earliest_child(heap, first);
        if (!is_before(&heap->entries[child], &entry))
            break;
        heap->entries[index] = heap->entries[child];
        moved[count++] = index;
        index = child;
    }
    put(heap, index, entry);
    while (count-- > 0)
        heap->entries[moved[count]].item->index = moved[count];
}

static void sift(CoirHeap *heap, int index, CoirHeapEntry entry)
{
    if (index > 0 && is_before(&entry, &heap->entries[(index - 1) / WAYS]))
        sift_up(heap, index, entry);
    else
        sift_down(heap, index, entry);
}

static bool is_spilled(const CoirHeap *heap, const CoirHeapItem *item)
{
    if (!heap->spilled)
        return false;
    return item->index < 0 || item->index >= heap->count || heap->entries[item->index].item != item;
}

bool coir_heap_reserve(CoirHeap *heap, int count)
{
    CoirHeapEntry *entries =
        count <= COUNT_MAX ? coir_grow(heap->entries, &heap->capacity, count, sizeof *entries) : NULL;
    if (entries)
        heap->entries = entries;
    return entries != NULL;
}

void coir_heap_insert(CoirHeap *heap, CoirHeapItem *item)
{
    if (coir_heap_reserve(heap, heap->count + 1))
        sift_up(heap, heap->count++, (CoirHeapEntry){item->time, item});
    else
        DL_APPEND2(heap->spilled, item, previous, next);
}

static void remove_entry(CoirHeap *heap, int index)
{
    CoirHeapEntry last = heap->entries[--heap->count];
    if (index < heap->count)
        sift(heap, index, last);
}

static void take_in_spilled(CoirHeap *heap)
{
    while (heap->spilled && heap->count < heap->capacity) {
        CoirHeapItem *item = heap->spilled;
        DL_DELETE2(heap->spilled, item, previous, next);
        coir_heap_insert(heap, item);
    }
}

void coir_heap_remove(CoirHeap *heap, CoirHeapItem *item)
{
    if (is_spilled(heap, item))
        DL_DELETE2(heap->spilled, item, previous, next);
    else
        remove_entry(heap, item->index);
    take_in_spilled(heap);
}

void coir_heap_update(CoirHeap *heap, CoirHeapItem *item)
{
    if (!is_spilled(heap, item))
        sift(heap, item->index, (CoirHeapEntry){item->time, item});
}

CoirHeapItem *coir_heap_search(const CoirHeap *heap)
{
    CoirHeapItem *first = heap->count > 0 ? heap->entries[0].item : NULL;
    for (CoirHeapItem *item = heap->spilled; item; item = item->next)
        if (!first || coir_heap_item_before(item, first))
            first = item;
    return first;
}

CoirHeapItem *coir_heap_at(const CoirHeap *heap, int number)
{
    if (number < heap->count)
        return heap->entries[number].item;
    CoirHeapItem *item = heap->spilled;
    for (number -= heap->count; item && number > 0; number--)
        item = item->next;
    return item;
}

void coir_heap_free(CoirHeap *heap)
{
    coir_free(heap->entries);
    *heap = (CoirHeap){.count = 0};
}
