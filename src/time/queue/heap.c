// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A pairing heap (M. L. Fredman, R. Sedgewick, D. D. Sleator and R. E. Tarjan, "The pairing heap: a new form of
// self-adjusting heap", 1986). A timer points to its first child. The children of a timer are a list. Adding a timer
// takes one comparison. Removing a timer merges its children: first in pairs, then the pairs from last to first.

#include "time/queue/heap.h"

#include <stddef.h>

// Makes the later of two trees the first child of the earlier tree. Returns the earlier tree.
static CoirTimer *meld(CoirTimer *a, CoirTimer *b)
{
    if (coir_timer_before(b, a)) {
        CoirTimer *later = a;
        a = b;
        b = later;
    }
    b->next = a->child;
    b->previous = a;
    if (a->child)
        a->child->previous = b;
    a->child = b;
    return a;
}

// Melds the trees of a list in pairs. Returns the list of pairs, the last pair first.
static CoirTimer *meld_pairs(CoirTimer *list)
{
    CoirTimer *pairs = NULL;
    while (list) {
        CoirTimer *one = list, *other = one->next;
        list = other ? other->next : NULL;
        if (other)
            one = meld(one, other);
        one->next = pairs;
        pairs = one;
    }
    return pairs;
}

// Melds all trees of a list. Returns the one tree that is left; NULL: the list is empty.
static CoirTimer *meld_all(CoirTimer *list)
{
    CoirTimer *pairs = meld_pairs(list), *all = pairs;
    if (!pairs)
        return NULL;
    for (CoirTimer *next = pairs->next; next;) {
        CoirTimer *pair = next;
        next = pair->next;
        all = meld(all, pair);
    }
    all->next = all->previous = NULL;
    return all;
}

static CoirTimer *join(CoirTimer *a, CoirTimer *b)
{
    return a && b ? meld(a, b) : a ? a : b;
}

void coir_heap_insert(CoirTimer **heap, CoirTimer *timer)
{
    timer->next = timer->previous = timer->child = NULL;
    *heap = join(*heap, timer);
}

static bool is_first_child(const CoirTimer *timer)
{
    return timer->previous && timer->previous->child == timer;
}

void coir_heap_remove(CoirTimer **heap, CoirTimer *timer)
{
    CoirTimer *children = meld_all(timer->child);
    if (timer == *heap) {
        *heap = children;
        return;
    }
    if (is_first_child(timer))
        timer->previous->child = timer->next;
    else
        timer->previous->next = timer->next;
    if (timer->next)
        timer->next->previous = timer->previous;
    *heap = join(*heap, children);
}
