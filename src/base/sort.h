// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A stable sort of linked lists that allocates nothing: a natural merge sort (D. Knuth, "The Art of Computer
// Programming", volume 3, 5.2.4). Most items were added in their order, so a list consists of few sorted stretches. Two
// stretches of one rank are merged into a stretch of the next rank, as a binary counter carries.
//
// All functions are inline, so that the loops contain the comparison. For each kind of list, write one function that
// calls coir_sort_list.

#ifndef COIR_BASE_SORT_H
#define COIR_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/inline.h"

#define COIR_SORT_RANKS 48 // 2^48 items do not fit into memory

// The links and the order of a list's items. Callers pass a constant.
typedef struct CoirListKind {
    size_t next; // offset of the pointer to the next item
    bool (*is_before)(const void *one, const void *other);

    // Called with an item and the address of the pointer to this item, maybe several times for an item: the last call
    // has the address in the sorted list. Exception: for the first item of the sorted list, the address is not valid
    // after the sort. NULL: no function.
    void (*linked)(void *item, void *link);
} CoirListKind;

static COIR_INLINE void *coir_sort_next(const void *item, const CoirListKind *kind)
{
    void *next;
    memcpy(&next, (const char *)item + kind->next, sizeof next);
    return next;
}

static COIR_INLINE void coir_sort_link(void *link, void *item, const CoirListKind *kind)
{
    memcpy(link, &item, sizeof item); // no assignment: `link` points to a pointer of the items' type, not to a void *
    if (item && kind->linked)
        kind->linked(item, link);
}

// Merges two sorted lists. Where items are equal, the items of `a` come before the items of `b`.
static COIR_INLINE void *coir_sort_merge(void *a, void *b, const CoirListKind *kind)
{
    void *merged = NULL, *link = &merged;
    bool are_both_left = a && b;
    while (are_both_left) {
        void *item = a;
        if (kind->is_before(b, a)) {
            item = b;
            are_both_left = (b = coir_sort_next(b, kind)) != NULL;
        } else {
            are_both_left = (a = coir_sort_next(a, kind)) != NULL;
        }
        coir_sort_link(link, item, kind);
        link = (char *)item + kind->next;
    }
    coir_sort_link(link, a ? a : b, kind);
    return merged;
}

// Cuts the first sorted stretch off a list. Returns the stretch.
static COIR_INLINE void *coir_sort_cut(void **list, const CoirListKind *kind)
{
    void *first = *list, *last = first, *next;
    while ((next = coir_sort_next(last, kind)) != NULL && !kind->is_before(next, last)) {
        coir_sort_link((char *)last + kind->next, next, kind);
        last = next;
    }
    coir_sort_link((char *)last + kind->next, NULL, kind);
    *list = next;
    return first;
}

// Sorts a list. Returns its first item; NULL: the list is empty.
static COIR_INLINE void *coir_sort_list(void *list, const CoirListKind *kind)
{
    void *sorted = NULL, *stretches[COIR_SORT_RANKS]; // stretches[i]: rank i, merged from 2^i stretches; or NULL
    int ranks = 0;
    while (list) {
        void *stretch = coir_sort_cut(&list, kind);
        int rank = 0;
        for (; rank < ranks && stretches[rank]; rank++) {
            stretch = coir_sort_merge(stretches[rank], stretch, kind);
            stretches[rank] = NULL;
        }
        stretches[rank] = stretch;
        ranks = rank == ranks ? ranks + 1 : ranks;
    }
    for (int rank = 0; rank < ranks; rank++)
        sorted = coir_sort_merge(stretches[rank], sorted, kind);
    return sorted;
}

#endif
