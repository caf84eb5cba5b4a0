// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Jumps: a pass without calls finds the state of a sequential timeline at a time by searches, and plays none of the
// parts before.

#include <string.h>

#include "action/play/play.h"

// Gives a channel the value that the leaves before a place, which are over, have left. Amounts that depend on the value
// at the begin of a leaf are added up leaf by leaf.
static void leave_behind(CoirScope *scope, int number, int place)
{
    const CoirTimeline *timeline = scope->timeline;
    const CoirChannelDef *def = &timeline->channels[number];
    const CoirItem *last = coir_timeline_leaf(timeline, def, place - 1);
    CoirChannel *channel = coir_scope_channel(scope, number);
    bool sets = coir_action_kinds[last->leaf->kind].sets;
    int setter = sets ? place - 1 : last->setter;
    for (int i = 0; i < def->property->count; i++) {
        if (setter >= 0)
            channel->start[i] = (double)coir_leaf_value(coir_timeline_leaf(timeline, def, setter)->leaf)[i];
        channel->sum[i] =
            sets || def->multiplies ? 0 : coir_leaf_by(last->done[i], (double)coir_leaf_value(last->leaf)[i], 1);
    }
    for (int i = setter + 1; i < place && def->multiplies; i++)
        coir_leaf_add_whole(scope, coir_timeline_leaf(timeline, def, i));
    coir_channel_mark(scope, number);
}

static void jump_in_channel(CoirPass *pass, CoirScope *scope, int number, int64_t time)
{
    const CoirTimeline *timeline = scope->timeline;
    const CoirChannelDef *def = &timeline->channels[number];
    int place = coir_timeline_last_begun(timeline, def, time);
    if (place < 0)
        return;
    const CoirItem *item = coir_timeline_leaf(timeline, def, place);
    bool is_over = item->end <= time;
    coir_channel_touch(pass, scope, number);
    if (place + is_over > 0)
        leave_behind(scope, number, place + is_over);
    if (!is_over)
        coir_leaf_begin(pass, scope, item);
}

void coir_scope_jump(CoirPass *pass, CoirScope *scope, int64_t time)
{
    const CoirTimeline *timeline = scope->timeline;
    bool is_in_first_loop = timeline->times == 1 || time < timeline->length;
    bool is_at_begin = scope->loop == 0 && scope->next == 0 && !scope->outer;
    if (!timeline->is_sequential || !pass->is_muted || !is_in_first_loop || !is_at_begin)
        return;
    scope->time = scope->since = time;
    for (int i = 0; i < timeline->channel_count; i++)
        jump_in_channel(pass, scope, i, time);
    scope->next = coir_items_until(timeline->items, NULL, timeline->count, time, false);
    scope->next_end = coir_items_until(timeline->items, timeline->ends, timeline->end_count, time, true);
}
