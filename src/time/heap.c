// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The heap is a tree in which every item comes after its parent. Two trees are joined by making the later top the first
// child of the earlier one; removing a top joins its children in pairs from left to right, then the pairs from right to
// left, which is what keeps the cost logarithmic on average.

#include "time/heap.h"

#include <stddef.h>

static CoirHeapItem *join(CoirHeapItem *a, CoirHeapItem *b)
{
    if (!a || !b)
        return a ? a : b;
    if (coir_heap_before(b, a)) {
        CoirHeapItem *swap = a;
        a = b;
        b = swap;
    }
    b->next = a->child;
    if (b->next)
        b->next->previous = b;
    b->previous = a;
    a->child = b;
    return a;
}

// Joins a list of siblings into one tree.
static CoirHeapItem *join_siblings(CoirHeapItem *first)
{
    CoirHeapItem *pairs = NULL; // linked by `next`, the last pair first
    while (first) {
        CoirHeapItem *a = first, *b = first->next;
        first = b ? b->next : NULL;
        a->next = a->previous = NULL;
        if (b)
            b->next = b->previous = NULL;
        a = join(a, b);
        a->next = pairs;
        pairs = a;
    }
    CoirHeapItem *tree = NULL;
    while (pairs) {
        CoirHeapItem *pair = pairs;
        pairs = pair->next;
        pair->next = NULL;
        tree = join(tree, pair);
    }
    return tree;
}

void coir_heap_insert(CoirHeapItem **heap, CoirHeapItem *item)
{
    item->child = item->next = item->previous = NULL;
    *heap = join(*heap, item);
}

void coir_heap_remove(CoirHeapItem **heap, CoirHeapItem *item)
{
    CoirHeapItem *children = join_siblings(item->child);
    if (item == *heap) {
        *heap = children;
    } else {
        if (item->previous->child == item)
            item->previous->child = item->next;
        else
            item->previous->next = item->next;
        if (item->next)
            item->next->previous = item->previous;
        *heap = join(*heap, children);
    }
    item->child = item->next = item->previous = NULL;
}

CoirHeapItem *coir_heap_walk(CoirHeapItem *item)
{
    if (item->child)
        return item->child;
    while (item) {
        if (item->next)
            return item->next;
        while (item->previous && item->previous->child != item)
            item = item->previous; // back to the first sibling, whose `previous` is the parent
        item = item->previous;
    }
    return NULL;
}
