// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A description is flattened once: sequences and spawns vanish into leaves on [begin, end) and instants, sorted by
// time. What a leaf may not be spliced into stays a timeline inside: a repeat, which counts its loops, and an ease
// around a composition, which bends their time.

#include <string.h>

#include "action/action.h"
#include "action/run.h"
#include "base/alloc.h"
#include "time/nanoseconds.h"

const CoirAction *coir_action_core(const CoirAction *action)
{
    while (action->kind == COIR_ACTION_EASE)
        action = action->parts[0];
    return action;
}

static bool is_composition(const CoirAction *action)
{
    return action->kind == COIR_ACTION_SEQUENCE || action->kind == COIR_ACTION_SPAWN ||
           action->kind == COIR_ACTION_REPEAT;
}

// True for one that becomes a timeline inside another.
static bool is_inner(const CoirAction *action)
{
    return action->kind == COIR_ACTION_REPEAT ||
           (action->kind == COIR_ACTION_EASE && is_composition(coir_action_core(action)));
}

static void add_item(CoirTimeline *timeline, CoirAction *action, int64_t begin, const CoirTimeline *inner)
{
    CoirTimelineItem *item = &timeline->items[timeline->count];
    const CoirAction *core = coir_action_core(action);
    item->begin = begin;
    item->end = action->duration == COIR_NEVER ? COIR_NEVER : begin + action->duration;
    item->action = action;
    item->inner = inner;
    item->state = timeline->state_size;
    item->order = timeline->count++;
    if (inner) {
        timeline->by_mask |= inner->by_mask;
        timeline->uneven_mask |= inner->uneven_mask;
    }
    if (core->kind == COIR_ACTION_BY || core->kind == COIR_ACTION_TIMES)
        timeline->by_mask |= 1u << core->property;
    if (core->kind == COIR_ACTION_TO || core->kind == COIR_ACTION_TIMES)
        timeline->uneven_mask |= 1u << core->property;
    timeline->state_size += inner ? inner->state_size : core->kind == COIR_ACTION_CALL ? 0 : sizeof(CoirLeafState);
}

static bool flatten(CoirTimeline *timeline, CoirAction *action, int64_t begin)
{
    if (action->items == 0) // it does nothing but last
        return true;
    if (is_inner(action)) {
        CoirAction *part = action->parts[0];
        while (action->kind == COIR_ACTION_EASE && part->kind == COIR_ACTION_EASE)
            part = part->parts[0]; // eases around eases bend time all at once
        const CoirTimeline *inner = coir_action_timeline(part);
        if (!inner)
            return false;
        add_item(timeline, action, begin, inner);
        return true;
    }
    if (!is_composition(action)) {
        add_item(timeline, action, begin, NULL);
        return true;
    }
    for (int i = 0; i < action->part_count; i++) {
        CoirAction *part = action->parts[i];
        if (!flatten(timeline, part, begin))
            return false;
        if (action->kind == COIR_ACTION_SPAWN)
            continue;
        if (part->duration == COIR_NEVER)
            break; // what follows is never reached
        begin += part->duration;
    }
    return true;
}

// By begin, then by writing: a merge sort, since qsort is not stable and its worst case may be quadratic.
static void sort(CoirTimelineItem *items, CoirTimelineItem *spare, int count)
{
    if (count < 2)
        return;
    int half = count / 2, left = 0, right = half;
    sort(items, spare, half);
    sort(items + half, spare, count - half);
    if (items[half - 1].begin <= items[half].begin)
        return;
    for (int i = 0; i < count; i++) {
        bool take_left = right == count || (left < half && items[left].begin <= items[right].begin);
        spare[i] = items[take_left ? left++ : right++];
    }
    memcpy(items, spare, (size_t)count * sizeof *items);
}

const CoirTimeline *coir_action_timeline(CoirAction *action)
{
    if (action->timeline)
        return action->timeline;
    int count = action->items;
    size_t items_size = (size_t)count * sizeof(CoirTimelineItem);
    CoirTimeline *timeline = coir_alloc(sizeof *timeline + items_size);
    CoirTimelineItem *spare = timeline && count > 1 ? coir_realloc(NULL, items_size) : NULL;
    if (!timeline || (count > 1 && !spare))
        return coir_free(timeline), NULL;
    timeline->duration = action->duration;
    timeline->state_size = coir_play_state_size(action->parallel);
    if (!flatten(timeline, action, 0))
        return coir_free(timeline), coir_free(spare), NULL;
    sort(timeline->items, spare, timeline->count);
    coir_free(spare);
    action->timeline = timeline;
    return timeline;
}
