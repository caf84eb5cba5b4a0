// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The items in progress in a scope that are not leaves of channels: a list of objects and timelines inside, and a heap
// of the timelines inside that wait for their next event.

#include <string.h>

#include "action/play/play.h"

static bool is_watched(const CoirItem *item)
{
    return item->inner && !item->inner->can_wait;
}

void coir_scope_insert(CoirScope *scope, const CoirItem *item)
{
    const CoirItem *items = scope->timeline->items;
    CoirOther *other = coir_scope_state(scope, item);
    int previous = scope->last, index = (int)(item - items);
    while (previous >= 0 && items[previous].order > item->order)
        previous = ((CoirOther *)coir_scope_state(scope, &items[previous]))->previous;
    CoirOther *before = previous >= 0 ? coir_scope_state(scope, &items[previous]) : NULL;
    other->previous = previous;
    other->next = before ? before->next : scope->first;
    *(before ? &before->next : &scope->first) = index;
    if (other->next >= 0)
        ((CoirOther *)coir_scope_state(scope, &items[other->next]))->previous = index;
    else
        scope->last = index;
    scope->watched += is_watched(item);
}

void coir_scope_remove(CoirScope *scope, const CoirItem *item)
{
    const CoirItem *items = scope->timeline->items;
    CoirOther *other = coir_scope_state(scope, item);
    if (other->previous >= 0)
        ((CoirOther *)coir_scope_state(scope, &items[other->previous]))->next = other->next;
    else
        scope->first = other->next;
    if (other->next >= 0)
        ((CoirOther *)coir_scope_state(scope, &items[other->next]))->previous = other->previous;
    else
        scope->last = other->previous;
    scope->watched -= is_watched(item);
}

// The heap is a pairing heap (Fredman, Sedgewick, Sleator, Tarjan, "The pairing heap", 1986).
static bool comes_first(const CoirScope *one, const CoirScope *other)
{
    return one->event != other->event ? one->event < other->event : one->item->order < other->item->order;
}

static CoirScope *meld(CoirScope *one, CoirScope *other)
{
    if (!one || !other)
        return one ? one : other;
    CoirScope *top = comes_first(one, other) ? one : other, *lower = top == one ? other : one;
    lower->beside = top->below;
    top->below = lower;
    return top;
}

// Melds the heaps below a top that is taken away: first in pairs, then from the last pair to the first.
static CoirScope *meld_all(CoirScope *first)
{
    CoirScope *pairs = NULL, *heap = NULL;
    while (first) {
        CoirScope *second = first->beside, *rest = second ? second->beside : NULL;
        CoirScope *pair = meld(first, second);
        pair->beside = pairs;
        pairs = pair;
        first = rest;
    }
    while (pairs) {
        CoirScope *next = pairs->beside;
        heap = meld(heap, pairs);
        pairs = next;
    }
    return heap;
}

void coir_scope_wait(CoirScope *inner, int64_t event)
{
    inner->event = event;
    inner->is_waiting = true;
    inner->below = inner->beside = NULL;
    inner->outer->waiting = meld(inner->outer->waiting, inner);
}

void coir_scope_take_due(CoirScope *scope, int64_t time)
{
    CoirScope **last = &scope->due;
    while (*last)
        last = &(*last)->beside;
    while (scope->waiting && scope->waiting->event <= time) {
        CoirScope *top = scope->waiting;
        scope->waiting = meld_all(top->below);
        top->below = top->beside = NULL;
        top->is_waiting = false;
        *last = top;
        last = &top->beside;
    }
}

void coir_scope_reset(CoirScope *scope)
{
    scope->time = scope->since = scope->loop = 0;
    scope->next = scope->next_end = scope->going = 0;
    scope->first = scope->last = -1;
    scope->watched = 0;
    scope->is_waiting = false;
    scope->waiting = scope->due = NULL;
}

void coir_scope_begin(CoirRunRecord *run, CoirScope *scope, const CoirTimeline *timeline, CoirScope *outer,
                      const CoirItem *item)
{
    scope->run = run;
    scope->timeline = timeline;
    scope->outer = outer;
    scope->item = item;
    scope->key = outer ? coir_scope_key(outer, item) : 0;
    scope->frontier = scope->reaches = -1;
    coir_scope_reset(scope);
    for (int i = 0; i < timeline->channel_count; i++) {
        CoirChannel *channel = coir_scope_channel(scope, i);
        channel->is_known = channel->is_dirty = channel->is_set = false;
        memset(channel->sum, 0, sizeof channel->sum);
        channel->first = channel->last = -1;
    }
}

bool coir_scope_is_past(const CoirScope *scope)
{
    for (; scope->item; scope = scope->outer)
        if (coir_item_turns_back(scope->item) && scope->time <= scope->frontier)
            return true;
    return false;
}
