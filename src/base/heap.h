// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A pairing heap (M. L. Fredman, R. Sedgewick, D. D. Sleator and R. E. Tarjan, "The pairing heap: a new form of
// self-adjusting heap", 1986), which needs no memory beside the items. A heap is a pointer to its first item; NULL:
// empty. An item points to its first child; the children of an item are a list. Adding an item takes one comparison.
// Removing an item merges its children: first in pairs, then the pairs from last to first.
//
// All functions are inline, so that the loops contain the comparison. For each kind of heap, write a function that
// calls coir_heap_insert and a function that calls coir_heap_remove.

#ifndef COIR_BASE_HEAP_H
#define COIR_BASE_HEAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/inline.h"

typedef struct CoirHeapLinks {
    void *previous; // item before in the list of children; of a first child: the parent
    void *next;     // next item in the list of children
    void *child;    // first child
} CoirHeapLinks;

// The links and the order of a heap's items. Callers pass a constant.
typedef struct CoirHeapKind {
    size_t links; // offset of the CoirHeapLinks
    bool (*is_before)(const void *one, const void *other);
} CoirHeapKind;

static COIR_INLINE CoirHeapLinks *coir_heap_links(void *item, const CoirHeapKind *kind)
{
    return (CoirHeapLinks *)((char *)item + kind->links);
}

// Makes the later of two trees the first child of the earlier tree. Returns the earlier tree.
static COIR_INLINE void *coir_heap_meld(void *a, void *b, const CoirHeapKind *kind)
{
    bool is_b_first = kind->is_before(b, a);
    void *first = is_b_first ? b : a, *later = is_b_first ? a : b;
    CoirHeapLinks *parent = coir_heap_links(first, kind), *child = coir_heap_links(later, kind);
    child->next = parent->child;
    child->previous = first;
    if (parent->child)
        coir_heap_links(parent->child, kind)->previous = later;
    parent->child = later;
    return first;
}

// Merges the trees of a list into one tree. Returns the tree; NULL if the list is empty.
static COIR_INLINE void *coir_heap_meld_all(void *list, const CoirHeapKind *kind)
{
    void *pairs = NULL, *all = NULL;
    while (list) {
        void *pair = list, *other = coir_heap_links(pair, kind)->next;
        list = other ? coir_heap_links(other, kind)->next : NULL;
        if (other)
            pair = coir_heap_meld(pair, other, kind);
        coir_heap_links(pair, kind)->next = pairs;
        pairs = pair;
    }
    while (pairs) {
        void *pair = pairs;
        pairs = coir_heap_links(pair, kind)->next;
        all = all ? coir_heap_meld(all, pair, kind) : pair;
    }
    if (all)
        coir_heap_links(all, kind)->next = coir_heap_links(all, kind)->previous = NULL;
    return all;
}

// Adds an item. Returns the first item.
static COIR_INLINE void *coir_heap_insert(void *heap, void *item, const CoirHeapKind *kind)
{
    *coir_heap_links(item, kind) = (CoirHeapLinks){NULL, NULL, NULL};
    return heap ? coir_heap_meld(heap, item, kind) : item;
}

// Removes an item of the heap. Returns the first item; NULL: the heap is empty.
static COIR_INLINE void *coir_heap_remove(void *heap, void *item, const CoirHeapKind *kind)
{
    const CoirHeapLinks *links = coir_heap_links(item, kind);
    void *children = coir_heap_meld_all(links->child, kind);
    if (item == heap)
        return children;
    CoirHeapLinks *previous = coir_heap_links(links->previous, kind);
    if (previous->child == item)
        previous->child = links->next;
    else
        previous->next = links->next;
    if (links->next)
        coir_heap_links(links->next, kind)->previous = links->previous;
    return children ? coir_heap_meld(heap, children, kind) : heap;
}

#endif
