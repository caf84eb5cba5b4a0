// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Jumps: in a pass without calls, a playhead at its start goes straight to a time in a sequential timeline
// (timeline.h). Searches find the state at this time; the earlier leaves are not played.

#include <string.h>

#include "action/play/play.h"

// Sets a channel to its value after its first `index` leaves, which are all finished: the value of the last leaf that
// sets, plus the amounts of the later leaves. The timeline has the sums of these amounts (CoirItem.done). But if an
// amount depends on the value at the beginning of its leaf (CoirChannelDef.multiplies), the amounts are added up leaf
// by leaf.
static void leave_behind(CoirPlayhead *playhead, int number, int index)
{
    const CoirTimeline *timeline = playhead->timeline;
    const CoirChannelDef *def = &timeline->channels[number];
    const CoirItem *last = coir_timeline_leaf(timeline, def, index - 1);
    CoirChannel *channel = coir_playhead_channel(playhead, number);
    bool sets = coir_action_kinds[last->leaf->kind].sets;
    int setter = sets ? index - 1 : last->setter;
    for (int i = 0; i < def->property->count; i++) {
        if (setter >= 0)
            channel->start[i] = (double)coir_leaf_value(coir_timeline_leaf(timeline, def, setter)->leaf)[i];
        channel->sum[i] =
            sets || def->multiplies ? 0 : coir_leaf_by(last->done[i], (double)coir_leaf_value(last->leaf)[i], 1);
    }
    for (int i = setter + 1; i < index && def->multiplies; i++)
        coir_leaf_add_whole(playhead, coir_timeline_leaf(timeline, def, i));
    coir_channel_mark(playhead, number);
}

static void jump_in_channel(CoirPass *pass, CoirPlayhead *playhead, int number, int64_t time)
{
    const CoirTimeline *timeline = playhead->timeline;
    const CoirChannelDef *def = &timeline->channels[number];
    int index = coir_timeline_last_begun(timeline, def, time);
    if (index < 0)
        return;
    const CoirItem *item = coir_timeline_leaf(timeline, def, index);
    bool is_over = item->end <= time;
    coir_channel_touch(pass, playhead, number);
    if (index + is_over > 0)
        leave_behind(playhead, number, index + is_over);
    if (!is_over)
        coir_leaf_begin(pass, playhead, item);
}

void coir_playhead_jump(CoirPass *pass, CoirPlayhead *playhead, int64_t time)
{
    const CoirTimeline *timeline = playhead->timeline;
    bool is_in_first_loop = timeline->times == 1 || time < timeline->length;
    bool is_at_begin = playhead->loop == 0 && playhead->next == 0 && !playhead->outer;
    if (!timeline->is_sequential || !is_in_first_loop || !is_at_begin)
        return;
    playhead->time = playhead->since = time;
    for (int i = 0; i < timeline->channel_count; i++)
        jump_in_channel(pass, playhead, i, time);
    playhead->next = coir_items_until(timeline->items, NULL, timeline->count, time, false);
    playhead->next_end = coir_items_until(timeline->items, timeline->ends, timeline->end_count, time, true);
}
