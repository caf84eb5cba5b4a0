// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The list of the items in progress in a scope: objects and timelines inside, but not leaves of channels.

#include <string.h>

#include "action/play/play.h"

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
}

void coir_scope_reset(CoirScope *scope)
{
    scope->time = scope->since = scope->loop = 0;
    scope->next = scope->next_end = scope->going = 0;
    scope->first = scope->last = -1;
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
