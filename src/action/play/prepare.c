// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Finds out how a timeline can be played quickly: which leaves are hot, so that a manager can step them without a
// playhead, and whether the values at a time follow from the start values, so that no earlier leaf has to be played.

#include <string.h>

#include "action/describe/leaf.h"
#include "action/play/timeline.h"
#include "base/alloc.h"

static CoirHot hot_kind(const CoirItem *item)
{
    const CoirAction *leaf = item->leaf;
    if (!leaf || (leaf->kind != COIR_ACTION_TO && leaf->kind != COIR_ACTION_BY) || leaf->path ||
        item->end == item->begin || coir_action_has_curve(item->action))
        return COIR_HOT_NOT;
    const CoirPropertyTraits *traits = coir_leaf_property(leaf);
    if (traits->count > 2 || traits->storage == COIR_STORAGE_BYTE || traits->get || traits->offset > UINT16_MAX)
        return COIR_HOT_NOT;
    if (leaf->kind == COIR_ACTION_BY)
        return COIR_HOT_BY;
    return traits->is_angle ? COIR_HOT_TURN : COIR_HOT_TO;
}

static void prepare_hot(CoirItem *item)
{
    item->hot = (uint8_t)hot_kind(item);
    if (item->hot == COIR_HOT_NOT)
        return;
    const CoirPropertyTraits *traits = coir_leaf_property(item->leaf);
    item->offset = (uint16_t)traits->offset;
    item->numbers = traits->count;
    item->is_fraction = traits->storage == COIR_STORAGE_FRACTION;
    memcpy(item->value, coir_leaf_value(item->leaf), sizeof item->value);
}

static int channel_of_leaf(const CoirTimeline *timeline, const CoirItem *item)
{
    return timeline->links[item->link].channel;
}

static bool is_call_or_straight_leaf(const CoirItem *item)
{
    const CoirAction *leaf = item->leaf;
    return leaf && (leaf->kind == COIR_ACTION_CALL || (coir_action_kinds[leaf->kind].is_straight && !leaf->path));
}

// Returns the indices of all leaves that change a property, channel by channel, in the order of begin; NULL: no memory.
// Sets `first` and `count` of each channel.
static int *group_by_channel(CoirTimeline *timeline)
{
    int *grouped = coir_realloc(NULL, (size_t)timeline->count * sizeof *grouped), first = 0;
    if (!grouped)
        return NULL;
    for (int i = 0; i < timeline->count; i++)
        if (timeline->items[i].link != COIR_NO_LINK)
            timeline->channels[channel_of_leaf(timeline, &timeline->items[i])].count++;
    for (int i = 0; i < timeline->channel_count; i++) {
        timeline->channels[i].first = first;
        first += timeline->channels[i].count;
        timeline->channels[i].count = 0;
    }
    for (int i = 0; i < timeline->count; i++) {
        if (timeline->items[i].link == COIR_NO_LINK)
            continue;
        CoirChannelDef *channel = &timeline->channels[channel_of_leaf(timeline, &timeline->items[i])];
        grouped[channel->first + channel->count++] = i;
    }
    return grouped;
}

// Returns true if the leaves of a channel come one after the other.
static bool is_sequential(const CoirTimeline *timeline, const CoirChannelDef *channel)
{
    for (int i = 1; i < channel->count; i++) {
        const int *number = &timeline->channel_items[channel->first + i];
        if (timeline->items[number[0]].begin < timeline->items[number[-1]].end)
            return false;
    }
    return true;
}

// Returns true if the values of a sequential channel follow from the time and the start value, also in a loop. Two
// conditions must hold:
//
// 1. All leaves of the channel add, or all set.
// 2. A leaf that sets begins when the leaf before ends. In a gap, other code could change the property, and the leaf
//    would start at another value. A gap between two loops is accepted, because such repeats are frequent: if other
//    code changes the property there, a later seek back may find another start value than the run has found
//    (docs/rules.md, rule 4.8).
static bool is_plain(const CoirTimeline *timeline, const CoirChannelDef *channel)
{
    for (int i = 1; i < channel->count && channel->sets; i++) {
        const int *number = &timeline->channel_items[channel->first + i];
        if (timeline->items[number[0]].begin > timeline->items[number[-1]].end)
            return false;
    }
    return !channel->adds || !channel->sets;
}

// Stores in each leaf the sum that earlier leaves have added since the last leaf that sets.
static void sum_amounts(CoirTimeline *timeline, CoirChannelDef *channel)
{
    double sum[COIR_PROPERTY_WIDTH] = {0};
    int setter = -1;
    for (int i = 0; i < channel->count; i++) {
        CoirItem *item = &timeline->items[timeline->channel_items[channel->first + i]];
        memcpy(item->done, sum, sizeof item->done);
        item->setter = setter;
        bool adds = !coir_action_kinds[item->leaf->kind].sets;
        for (int k = 0; k < channel->property->count; k++)
            sum[k] = adds ? coir_leaf_by(sum[k], (double)coir_leaf_value(item->leaf)[k], 1) : 0;
        setter = adds ? setter : i;
    }
    memcpy(channel->loop_sum, sum, sizeof channel->loop_sum);
}

static void prepare_leaves(CoirTimeline *timeline)
{
    int hot_count = 0;
    timeline->is_sequential = timeline->is_plain = timeline->count > 0;
    for (int i = 0; i < timeline->count; i++) {
        CoirItem *item = &timeline->items[i];
        prepare_hot(item);
        hot_count += item->inner ? item->inner->hot_count : item->hot != COIR_HOT_NOT;
        hot_count = hot_count < COIR_HOT_MAX ? hot_count : COIR_HOT_MAX;
        timeline->is_sequential &= is_call_or_straight_leaf(item);
        timeline->is_plain &= item->hot != COIR_HOT_NOT && !item->target.generation;
    }
    timeline->hot_count = (uint8_t)hot_count;
}

bool coir_timeline_prepare(CoirTimeline *timeline)
{
    prepare_leaves(timeline);
    timeline->channel_items = timeline->is_sequential ? group_by_channel(timeline) : NULL;
    if (timeline->is_sequential && !timeline->channel_items)
        return false;
    for (int i = 0; i < timeline->channel_count && timeline->is_sequential; i++)
        timeline->is_sequential = is_sequential(timeline, &timeline->channels[i]);
    timeline->has_only_calls = timeline->is_sequential && timeline->channel_count == 0;
    timeline->is_plain &= timeline->is_sequential;
    for (int i = 0; i < timeline->channel_count && timeline->is_sequential; i++) {
        sum_amounts(timeline, &timeline->channels[i]);
        timeline->is_plain &= is_plain(timeline, &timeline->channels[i]);
    }
    const CoirChannelDef *only = timeline->channel_count == 1 ? timeline->channels : NULL;
    timeline->is_plain &= timeline->channel_count <= UINT8_MAX;
    if (timeline->is_plain)
        timeline->hot_count = (uint8_t)timeline->channel_count;
    timeline->is_bare = timeline->is_plain && only && (only->adds || (timeline->count == 1 && timeline->times == 1));
    return true;
}

int coir_items_until(const CoirItem *items, const int *numbers, int count, int64_t time, bool by_end)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const CoirItem *item = &items[numbers ? numbers[middle] : middle];
        if ((by_end ? item->end : item->begin) <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
