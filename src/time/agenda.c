// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// In a heap of a million items nearly all lie in memory that is in no cache, and one that is put back passes many of
// them on its way down. So what is due within the next minute waits in a timing wheel (G. Varghese and T. Lauck,
// "Hashed and hierarchical timing wheels", 1987): in lists, unsorted, of one slice of time each. A slice is brought
// into a small heap, which gives the exact order, when nothing earlier is left. What is due after that minute waits in
// a heap of its own, and is taken from there.
//
// So the earliest item of all is always in one of the two heaps. Only `next` matters to that; nothing is wrong if a
// list holds items of other slices, too, as when the clock has gone on for more than a turn of the wheel.

#include "time/agenda.h"

#include <string.h>

#include "base/alloc.h"
#include "base/prefetch.h"

#define SLICE_LENGTH (INT64_C(1) << 26) // nanoseconds: four frames
#define SLICES 1024                     // a minute and nine seconds
#define LANES 4

#ifndef COIR_AGENDA_FEW      // tests have a library of their own in which two are not few
#define COIR_AGENDA_FEW 8192 // their places in a heap take four times as much memory as a wheel
#endif

struct CoirWheel {
    CoirHeap far;
    int64_t next;  // no slice before this one has an item in a list
    int count;     // of items in lists
    unsigned lane; // which list of its slice the next item goes to
    CoirHeapItem *lists[SLICES][LANES];
};

static int64_t slice_of(int64_t time)
{
    return time / SLICE_LENGTH;
}

static CoirHeapItem **lists_of(CoirWheel *wheel, int64_t slice)
{
    return wheel->lists[(uint64_t)slice % SLICES];
}

// Lists --------------------------------------------------------------------------------------------------------------

static void link_item(CoirHeapItem **list, CoirHeapItem *item)
{
    item->link = list;
    item->next = *list;
    if (*list)
        (*list)->link = &item->next;
    *list = item;
}

static void unlink_item(CoirHeapItem *item)
{
    *item->link = item->next;
    if (item->next)
        item->next->link = item->link;
}

static void add_later(CoirWheel *wheel, CoirHeapItem *item)
{
    int64_t slice = slice_of(item->time);
    link_item(&lists_of(wheel, slice)[wheel->lane++ % LANES], item);
    if (wheel->count++ == 0 || slice < wheel->next)
        wheel->next = slice;
}

static bool is_empty(CoirWheel *wheel, int64_t slice)
{
    CoirHeapItem **lists = lists_of(wheel, slice);
    for (int i = 0; i < LANES; i++)
        if (lists[i])
            return false;
    return true;
}

// Each step along a list waits for memory. The lists of a slice are followed side by side, so that those of all of them
// wait together; and what an item is a part of, which is looked at when it is due, comes along.
static void fetch(CoirHeapItem *const *lists)
{
    const CoirHeapItem *items[LANES];
    memcpy(items, lists, sizeof items);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < LANES; i++) {
            if (!items[i])
                continue;
            coir_prefetch((uintptr_t)items[i] - sizeof *items[i]);
            coir_prefetch((uintptr_t)items[i] + 2 * sizeof *items[i]);
            items[i] = items[i]->next;
            more = true;
        }
    }
}

static void bring_in(CoirAgenda *agenda, int64_t slice)
{
    CoirWheel *wheel = agenda->wheel;
    CoirHeapItem **lists = lists_of(wheel, slice);
    fetch(lists);
    for (int i = 0; i < LANES; i++) {
        for (CoirHeapItem *item; (item = lists[i]) != NULL; wheel->count--) {
            unlink_item(item);
            item->place = COIR_AGENDA_NEAR;
            coir_heap_insert(&agenda->near, item);
        }
    }
    wheel->next = slice + 1;
}

// Brings in what may be earlier than all that is in the heaps.
static void settle(CoirAgenda *agenda)
{
    CoirWheel *wheel = agenda->wheel;
    while (wheel && wheel->count > 0) {
        const CoirHeapItem *first = coir_agenda_first(agenda);
        int64_t last = first ? slice_of(first->time) : INT64_MAX;
        while (wheel->next <= last && is_empty(wheel, wheel->next))
            wheel->next++;
        if (wheel->next > last)
            return;
        bring_in(agenda, wheel->next);
    }
}

// Places -------------------------------------------------------------------------------------------------------------

static CoirHeap *heap_of(CoirAgenda *agenda, int place)
{
    return place == COIR_AGENDA_NEAR ? &agenda->near : &agenda->wheel->far;
}

// What is due after the slice of the first item can wait in a list.
static CoirAgendaPlace place_for(const CoirAgenda *agenda, int64_t time)
{
    const CoirHeapItem *first = coir_agenda_first(agenda);
    if (!agenda->wheel || !first || slice_of(time) <= slice_of(first->time))
        return COIR_AGENDA_NEAR;
    return slice_of(time) - slice_of(agenda->reached) < SLICES ? COIR_AGENDA_LATER : COIR_AGENDA_FAR;
}

static void put(CoirAgenda *agenda, CoirHeapItem *item, CoirAgendaPlace place)
{
    item->place = place;
    if (place == COIR_AGENDA_LATER)
        add_later(agenda->wheel, item);
    else
        coir_heap_insert(heap_of(agenda, place), item);
}

static void take(CoirAgenda *agenda, CoirHeapItem *item)
{
    if (item->place == COIR_AGENDA_LATER) {
        unlink_item(item);
        agenda->wheel->count--;
    } else {
        coir_heap_remove(heap_of(agenda, item->place), item);
    }
}

static void add_wheel(CoirAgenda *agenda)
{
    CoirHeap all = agenda->near;
    agenda->wheel = coir_alloc(sizeof *agenda->wheel);
    if (!agenda->wheel)
        return;
    agenda->near = (CoirHeap){.spilled = all.spilled};
    for (int i = 0; i < all.count; i++)
        put(agenda, all.entries[i].item, place_for(agenda, all.entries[i].time));
    coir_heap_free(&all);
}

void coir_agenda_insert(CoirAgenda *agenda, CoirHeapItem *item)
{
    if (!agenda->wheel && agenda->near.count >= COIR_AGENDA_FEW)
        add_wheel(agenda);
    put(agenda, item, place_for(agenda, item->time));
}

void coir_agenda_remove(CoirAgenda *agenda, CoirHeapItem *item)
{
    take(agenda, item);
    settle(agenda);
    if (agenda->wheel && !coir_agenda_first(agenda))
        coir_agenda_free(agenda);
}

void coir_agenda_update(CoirAgenda *agenda, CoirHeapItem *item, int64_t time, uint64_t order)
{
    CoirAgendaPlace place = place_for(agenda, time);
    bool stays = place == item->place && place != COIR_AGENDA_LATER;
    if (!stays)
        take(agenda, item);
    item->time = time;
    item->order = order;
    if (stays)
        coir_heap_update(heap_of(agenda, place), item);
    else
        put(agenda, item, place);
    settle(agenda);
}

CoirHeapItem *coir_agenda_first(const CoirAgenda *agenda)
{
    CoirHeapItem *near = coir_heap_first(&agenda->near);
    CoirHeapItem *far = agenda->wheel ? coir_heap_first(&agenda->wheel->far) : NULL;
    if (!near || !far)
        return near ? near : far;
    return coir_heap_item_before(far, near) ? far : near;
}

static CoirHeapItem *walk_lists(const CoirWheel *wheel, CoirAgendaWalk *walk)
{
    walk->item = walk->item ? walk->item->next : NULL;
    for (; !walk->item && walk->number < SLICES * LANES; walk->number++)
        walk->item = wheel->lists[walk->number / LANES][walk->number % LANES];
    return walk->item;
}

CoirHeapItem *coir_agenda_walk(const CoirAgenda *agenda, CoirAgendaWalk *walk)
{
    for (; walk->place != COIR_AGENDA_LATER; walk->place++, walk->number = 0) {
        if (walk->place == COIR_AGENDA_FAR && !agenda->wheel)
            return NULL;
        const CoirHeap *heap = walk->place == COIR_AGENDA_NEAR ? &agenda->near : &agenda->wheel->far;
        CoirHeapItem *item = coir_heap_at(heap, walk->number++);
        if (item)
            return item;
    }
    return walk_lists(agenda->wheel, walk);
}

void coir_agenda_free(CoirAgenda *agenda)
{
    if (agenda->wheel)
        coir_heap_free(&agenda->wheel->far);
    coir_free(agenda->wheel);
    agenda->wheel = NULL;
    coir_heap_free(&agenda->near);
}
