// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The items in progress of a playhead, except leaves with a channel. Objects (such as sounds and actions of the user)
// and inner timelines are in a list. Inner playheads that wait for their next event are also in a heap.

#include <string.h>

#include "action/play/play.h"

static bool is_watched(const CoirItem *item)
{
    return item->inner && !item->inner->can_wait;
}

void coir_playhead_insert(CoirPlayhead *playhead, const CoirItem *item)
{
    const CoirItem *items = playhead->timeline->items;
    CoirItemState *state = coir_playhead_state(playhead, item);
    int previous = playhead->last, index = (int)(item - items);
    while (previous >= 0 && items[previous].order > item->order)
        previous = ((CoirItemState *)coir_playhead_state(playhead, &items[previous]))->previous;
    CoirItemState *before = previous >= 0 ? coir_playhead_state(playhead, &items[previous]) : NULL;
    state->previous = previous;
    state->next = before ? before->next : playhead->first;
    *(before ? &before->next : &playhead->first) = index;
    if (state->next >= 0)
        ((CoirItemState *)coir_playhead_state(playhead, &items[state->next]))->previous = index;
    else
        playhead->last = index;
    playhead->watched += is_watched(item);
}

void coir_playhead_remove(CoirPlayhead *playhead, const CoirItem *item)
{
    const CoirItem *items = playhead->timeline->items;
    CoirItemState *state = coir_playhead_state(playhead, item);
    if (state->previous >= 0)
        ((CoirItemState *)coir_playhead_state(playhead, &items[state->previous]))->next = state->next;
    else
        playhead->first = state->next;
    if (state->next >= 0)
        ((CoirItemState *)coir_playhead_state(playhead, &items[state->next]))->previous = state->previous;
    else
        playhead->last = state->previous;
    playhead->watched -= is_watched(item);
}

// Orders inner playheads by their next events, then in the order of the description.
static bool is_before(const void *one, const void *other)
{
    const CoirPlayhead *a = one, *b = other;
    return a->event != b->event ? a->event < b->event : a->item->order < b->item->order;
}

static const CoirHeapKind kind = {offsetof(CoirPlayhead, heap), is_before};

void coir_playhead_wait(CoirPlayhead *inner, int64_t event)
{
    inner->event = event;
    inner->is_waiting = true;
    inner->outer->waiting = coir_heap_insert(inner->outer->waiting, inner, &kind);
}

void coir_playhead_take_due(CoirPlayhead *playhead, int64_t time)
{
    CoirPlayhead **last = &playhead->due;
    while (*last)
        last = &(*last)->next_due;
    while (playhead->waiting && playhead->waiting->event <= time) {
        CoirPlayhead *top = playhead->waiting;
        playhead->waiting = coir_heap_remove(top, top, &kind);
        top->next_due = NULL;
        top->is_waiting = false;
        *last = top;
        last = &top->next_due;
    }
}

void coir_playhead_reset(CoirPlayhead *playhead)
{
    playhead->time = playhead->since = playhead->loop = 0;
    playhead->next = playhead->next_end = playhead->active = 0;
    playhead->first = playhead->last = -1;
    playhead->watched = 0;
    playhead->is_waiting = false;
    playhead->waiting = playhead->due = NULL;
}

void coir_playhead_begin(CoirRunRecord *run, CoirPlayhead *playhead, const CoirTimeline *timeline, CoirPlayhead *outer,
                         const CoirItem *item)
{
    playhead->run = run;
    playhead->timeline = timeline;
    playhead->outer = outer;
    playhead->item = item;
    playhead->key = outer ? coir_playhead_key(outer, item) : 0;
    playhead->frontier = playhead->cached_event = -1;
    coir_playhead_reset(playhead);
    for (int i = 0; i < timeline->channel_count; i++) {
        CoirChannel *channel = coir_playhead_channel(playhead, i);
        channel->is_known = channel->is_dirty = channel->is_set = false;
        memset(channel->sum, 0, sizeof channel->sum);
        channel->first = channel->last = -1;
    }
}

bool coir_playhead_is_past(const CoirPlayhead *playhead)
{
    for (; playhead->item; playhead = playhead->outer)
        if (coir_item_turns_back(playhead->item) && playhead->time <= playhead->frontier)
            return true;
    return false;
}
