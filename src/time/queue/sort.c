// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A natural merge sort (D. Knuth, "The Art of Computer Programming", volume 3, 5.2.4). Timers that are due at one time
// were mostly added in the order in which they will be called, so a list has few runs. The runs are merged as a binary
// counter carries: two of a rank become one of the next.

#include "time/queue/sort.h"

#include <stddef.h>

#include "base/prefetch.h"

#define RANKS 48 // 2 to this power are more timers than fit into memory

// Merges two lists, and sets the `link` of each timer but the first.
static CoirTimer *merge(CoirTimer *a, CoirTimer *b)
{
    CoirTimer *merged = NULL, **end = &merged;
    while (a && b) {
        CoirTimer **from = coir_timer_before(b, a) ? &b : &a, *timer = *from;
        coir_prefetch_to_write((uintptr_t)timer->ahead);
        *from = timer->next;
        *end = timer;
        timer->link = end;
        end = &timer->next;
    }
    *end = a ? a : b;
    if (*end)
        (*end)->link = end;
    return merged;
}

// Cuts the first run off a list. Returns the run.
static CoirTimer *cut_run(CoirTimer **list)
{
    CoirTimer *run = *list, *last = run;
    while (last->next && !coir_timer_before(last->next, last)) {
        coir_prefetch_to_write((uintptr_t)last->ahead);
        last = last->next;
    }
    *list = last->next;
    last->next = NULL;
    return run;
}

CoirTimer *coir_sort_timers(CoirTimer *list)
{
    CoirTimer *runs[RANKS]; // runs[i]: merged from 2^i runs, or NULL
    int ranks = 0;
    while (list) {
        CoirTimer *run = cut_run(&list);
        int rank = 0;
        for (; rank < ranks && runs[rank]; rank++) {
            run = merge(runs[rank], run);
            runs[rank] = NULL;
        }
        runs[rank] = run;
        ranks = rank == ranks ? ranks + 1 : ranks;
    }
    CoirTimer *sorted = NULL;
    for (int rank = 0; rank < ranks; rank++)
        sorted = merge(runs[rank], sorted);
    return sorted;
}
