// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "time/scheduler/call_list.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "time/scheduler/scheduled.h"

static void set_place(CoirScheduled *scheduled, int place)
{
    if (coir_is_timer(scheduled))
        ((CoirScheduledTimer *)scheduled)->timer.index = place;
    else
        ((CoirScheduledUpdate *)scheduled)->place = place;
}

static void close_holes(CoirCallList *list)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        if (!list->calls[i].scheduled)
            continue;
        list->calls[kept] = list->calls[i];
        set_place(list->calls[kept].scheduled, kept);
        kept++;
    }
    list->count = kept;
    list->holes = 0;
}

bool coir_call_list_add(CoirCallList *list, CoirScheduled *scheduled, uint64_t order)
{
    if (list->limit == 0 && list->count == list->capacity && list->holes > list->count / 4)
        close_holes(list); // no update is under way
    CoirCall *calls = coir_grow(list->calls, &list->capacity, list->count + 1, sizeof *calls);
    if (!calls)
        return false;
    list->calls = calls;
    set_place(scheduled, list->count);
    calls[list->count++] = (CoirCall){NULL, scheduled->address, scheduled->user, scheduled, 0};
    if (order < list->last_order)
        list->is_unsorted = true;
    else
        list->last_order = order;
    return true;
}

void coir_call_list_remove(CoirCallList *list, int place)
{
    list->calls[place].tick = NULL;
    list->calls[place].scheduled = NULL;
    list->holes++;
}

static uint64_t order_of(const CoirCall *call)
{
    return ((const CoirScheduledTimer *)call->scheduled)->timer.order;
}

static int compare_orders(const void *a, const void *b)
{
    uint64_t order_a = order_of(a), order_b = order_of(b);
    return (order_a > order_b) - (order_a < order_b);
}

static void sort(CoirCallList *list)
{
    qsort(list->calls, (size_t)list->count, sizeof *list->calls, compare_orders);
    for (int i = 0; i < list->count; i++)
        set_place(list->calls[i].scheduled, i);
    list->is_unsorted = false;
}

void coir_call_list_begin(CoirCallList *list)
{
    if (list->holes > 0)
        close_holes(list);
    if (list->is_unsorted)
        sort(list);
    list->limit = list->count;
}

void coir_call_list_free(CoirCallList *list)
{
    coir_free(list->calls);
    *list = (CoirCallList){.priority = list->priority};
}
