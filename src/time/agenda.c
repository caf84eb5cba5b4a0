// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// In a heap of a million items nearly all lie in memory that is in no cache, and one that is put back passes many of
// them on its way down. So what is due within the next minute waits in a timing wheel (G. Varghese and T. Lauck,
// "Hashed and hierarchical timing wheels", 1987): in lists, unsorted, of one slice of time each. A slice is brought
// into a small heap, which gives the exact order, when nothing earlier is left. What is due after that minute waits in
// a heap of its own, and is taken from there.
//
// So the earliest item of all is always in one of the two heaps. Only `next` matters to that. A list may hold items of
// other turns of the wheel, too, as when the clock has gone on by more than one: they come into the heap early.
//
// What has been put into a list needs no more memory: the heap is given room for every slice.

#include "time/agenda.h"

#include <string.h>

#include "base/alloc.h"
#include "base/prefetch.h"

#define SLICE_LENGTH (INT64_C(1) << 26) // nanoseconds: four frames
#define SLICES 1024                     // a minute and nine seconds
#define LANES 4
#define KEPT_CAPACITY 64 // so much of the heap's array is kept when all is empty

#ifndef COIR_AGENDA_FEW      // tests have a library of their own in which two are not few
#define COIR_AGENDA_FEW 8192 // their places in a heap take four times as much memory as a wheel
#endif

struct CoirWheel {
    CoirHeap far;
    int64_t next;       // no slice before this one has an item in a list
    int count;          // of items in lists
    int counts[SLICES]; // of items in the lists of a slice
    CoirHeapItem *lists[SLICES][LANES];
};

static int64_t slice_of(int64_t time)
{
    return time / SLICE_LENGTH;
}

static int number_of(int64_t slice)
{
    return (int)((uint64_t)slice % SLICES);
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
    int number = number_of(slice), lane = wheel->counts[number]++ % LANES;
    link_item(&wheel->lists[number][lane], item);
    if (wheel->count++ == 0 || slice < wheel->next)
        wheel->next = slice;
}

static void remove_later(CoirWheel *wheel, CoirHeapItem *item)
{
    unlink_item(item);
    wheel->counts[number_of(slice_of(item->time))]--;
    wheel->count--;
}

// Turns the lists of a slice round, so that what was put in first is first. Each step along a list waits for memory:
// the lists are followed side by side, so that those of all of them wait together. What an item is a part of, some
// bytes before and behind it, is looked at when it is called, and is asked for here.
static void turn_round(CoirHeapItem *lists[LANES])
{
    CoirHeapItem *turned[LANES] = {NULL};
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < LANES; i++) {
            CoirHeapItem *item = lists[i];
            if (!item)
                continue;
            coir_prefetch((uintptr_t)item - sizeof *item);
            coir_prefetch((uintptr_t)item + 2 * sizeof *item);
            lists[i] = item->next;
            item->next = turned[i];
            turned[i] = item;
            more = true;
        }
    }
    memcpy(lists, turned, sizeof turned);
}

// About in the order in which they were put in: of equal times, none then has to rise in the heap.
static void bring_in(CoirAgenda *agenda, int64_t slice)
{
    CoirWheel *wheel = agenda->wheel;
    int number = number_of(slice), count = wheel->counts[number];
    CoirHeapItem **lists = wheel->lists[number];
    turn_round(lists);
    wheel->counts[number] = 0;
    wheel->count -= count;
    wheel->next = slice + 1;
    for (int i = 0; count > 0; i = (i + 1) % LANES) {
        CoirHeapItem *item = lists[i];
        if (!item)
            continue;
        lists[i] = item->next;
        item->place = COIR_AGENDA_NEAR;
        coir_heap_insert(&agenda->near, item);
        count--;
    }
}

// Brings in what may be earlier than all that is in the heaps. A slice comes as a whole, also when what was before it
// has not been called but removed; each item pays for that once.
static void settle(CoirAgenda *agenda)
{
    CoirWheel *wheel = agenda->wheel;
    if (!wheel)
        return;
    while (wheel->count > 0) {
        const CoirHeapItem *first = coir_agenda_first(agenda);
        int64_t last = first ? slice_of(first->time) : INT64_MAX;
        while (wheel->next <= last && wheel->counts[number_of(wheel->next)] == 0)
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

// What is due after the slice of the first item, and is not overdue, can wait in a list. Where there is no room for it,
// it has to wait elsewhere.
static CoirAgendaPlace place_for(CoirAgenda *agenda, int64_t time)
{
    CoirWheel *wheel = agenda->wheel;
    if (!wheel)
        return COIR_AGENDA_NEAR;
    const CoirHeapItem *first = coir_agenda_first(agenda);
    int64_t slice = slice_of(time);
    if (!first || slice <= slice_of(first->time))
        return COIR_AGENDA_NEAR;
    bool is_later = (uint64_t)(slice - slice_of(agenda->reached)) < SLICES;
    if (!is_later && coir_heap_reserve(&wheel->far, wheel->far.count + 1))
        return COIR_AGENDA_FAR;
    bool has_room = coir_heap_reserve(&agenda->near, wheel->counts[number_of(slice)] + 1);
    return has_room ? COIR_AGENDA_LATER : COIR_AGENDA_NEAR;
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
    if (item->place == COIR_AGENDA_LATER)
        remove_later(agenda->wheel, item);
    else
        coir_heap_remove(heap_of(agenda, item->place), item);
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
    if ((agenda->wheel || agenda->near.capacity > KEPT_CAPACITY) && !coir_agenda_first(agenda))
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

CoirHeapItem *coir_agenda_first_of_both(const CoirAgenda *agenda)
{
    CoirHeapItem *near = coir_heap_first(&agenda->near), *far = coir_heap_first(&agenda->wheel->far);
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
