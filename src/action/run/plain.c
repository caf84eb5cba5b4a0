// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Plain runs have only hot leaves, which follow one after the other in each channel. The values of a plain run follow
// from its local time and the start values of its channels. So a plain run is brought to any time, forwards or
// backwards, by a search for the leaves at this time. The state of a channel is a CoirHotLeaf. A *bare* run has one
// channel and no block: the hot part and the flags of the run have the state.

#include <string.h>

#include "action/describe/leaf.h"
#include "action/run/time.h"
#include "time/nanoseconds.h"

// The last leaf of a channel that has begun up to a local time.
typedef struct Reached {
    const CoirItem *item; // NULL: no leaf has begun
    int64_t begin;        // local time at which the leaf began
    int64_t loop;
    int index; // index of the leaf in the channel; -1: no leaf has begun
    bool is_over;
} Reached;

static Reached reach(const CoirTimeline *timeline, const CoirChannelDef *channel, int64_t local)
{
    int64_t loop = timeline->times != 1 ? local / timeline->length : 0;
    loop -= timeline->times != 1 && loop == timeline->times;
    int64_t loop_begin = loop > 0 ? loop * timeline->length : 0;
    int index = coir_timeline_last_begun(timeline, channel, local - loop_begin);
    if (index < 0 && loop > 0) { // the last leaf of the previous loop
        loop--;
        loop_begin -= timeline->length;
        index = channel->count - 1;
    }
    if (index < 0)
        return (Reached){.index = -1};
    const CoirItem *item = coir_timeline_leaf(timeline, channel, index);
    return (Reached){item, loop_begin + item->begin, loop, index, local - loop_begin >= item->end};
}

// Returns the local time at which the next leaf of a channel begins; COIR_NEVER: there is none.
static int64_t next_begin(const CoirTimeline *timeline, const CoirChannelDef *channel, const Reached *now)
{
    int64_t loop_begin = now->item ? now->begin - now->item->begin : 0;
    if (now->index + 1 < channel->count)
        return loop_begin + coir_timeline_leaf(timeline, channel, now->index + 1)->begin;
    bool is_last = timeline->times >= 0 && now->loop + 1 >= timeline->times;
    return is_last ? COIR_NEVER : loop_begin + timeline->length + coir_timeline_leaf(timeline, channel, 0)->begin;
}

// States -------------------------------------------------------------------------------------------------------------

static bool is_in_progress(const CoirHotLeaf *leaf)
{
    return leaf->item && !leaf->is_over;
}

// Adds to `at` the sum of all amounts before `item`, times `sign`: the amounts of the earlier leaves in the loop
// `loop`, and of the earlier loops.
static void add_sum(CoirHotLeaf *leaf, const CoirChannelDef *channel, const CoirItem *item, int64_t loop, int sign)
{
    for (int i = 0; i < item->numbers; i++)
        leaf->at[i] += sign * ((double)loop * channel->loop_sum[i] + item->done[i]);
}

static int64_t loop_of(const CoirTimeline *timeline, const CoirHotLeaf *leaf)
{
    return timeline->times != 1 ? leaf->since / timeline->length : 0;
}

static float stored(const CoirItem *item, double value)
{
    return coir_stored(item->is_fraction ? COIR_STORAGE_FRACTION : COIR_STORAGE_FLOAT, value);
}

static float *values_of(CoirNode *node, const CoirItem *item)
{
    return (float *)((char *)node + item->offset);
}

const float *coir_run_leaf_values(const CoirRunRecord *run, const CoirItem *item)
{
    return values_of(coir_run_node_of(run), item);
}

// Reads the start value from the node, if the value is not known yet. Later calls add the changes by other code since
// the last write.
static void touch(CoirHotLeaf *leaf, const CoirItem *item, const float *values)
{
    for (int i = 0; i < item->numbers; i++) {
        if (!leaf->is_known)
            leaf->at[i] = (double)values[i];
        else if (values[i] != leaf->wrote[i])
            leaf->at[i] += (double)values[i] - (double)leaf->wrote[i];
        leaf->wrote[i] = values[i];
    }
    leaf->is_known = true;
}

// Bringing -----------------------------------------------------------------------------------------------------------

static bool is_same(const CoirHotLeaf *leaf, const Reached *now)
{
    return leaf->item == now->item && leaf->since == now->begin;
}

static double fraction_of(const Reached *now, int64_t local)
{
    return now->is_over ? 1 : coir_hot_fraction(now->item, local - now->begin);
}

// Brings a channel to a local time, if the leaves of the channel add.
static void bring_adding(const CoirRunRecord *run, const CoirChannelDef *channel, CoirHotLeaf *leaf, const Reached *now,
                         int64_t local)
{
    const CoirTimeline *timeline = coir_run_timeline(run);
    const CoirItem *first = coir_timeline_leaf(timeline, channel, 0);
    CoirNode *node = coir_run_node_of(run);
    float *values = values_of(node, first);
    bool has_sum = is_in_progress(leaf);
    if (has_sum && !is_same(leaf, now)) {
        add_sum(leaf, channel, leaf->item, loop_of(timeline, leaf), -1);
        has_sum = false;
    }
    touch(leaf, first, values);
    if (!now->item) {
        for (int i = 0; i < first->numbers; i++)
            values[i] = leaf->wrote[i] = stored(first, leaf->at[i]);
        return;
    }
    if (!has_sum)
        add_sum(leaf, channel, now->item, now->loop, 1);
    coir_hot_step(now->item, node, fraction_of(now, local), leaf->at, leaf->wrote);
    if (now->is_over)
        add_sum(leaf, channel, now->item, now->loop, -1);
}

// Finds the start value of the leaf `now->item`, which sets:
//
// 1. A leaf of a field with `has_from`: the number `from`.
// 2. The first leaf of the run in the channel: the value before the run changed the property (`wrote`).
// 3. Other leaves: the number that the previous leaf sets. If a step has already found the previous leaf over: the
//    value of the node, which other code may have changed since.
static void find_start(const CoirRunRecord *run, const CoirChannelDef *channel, CoirHotLeaf *leaf, const Reached *now)
{
    const CoirTimeline *timeline = coir_run_timeline(run);
    const float *values = coir_run_leaf_values(run, now->item);
    int index = now->index > 0 ? now->index - 1 : channel->count - 1;
    const CoirItem *before = now->index > 0 || now->loop > 0 ? coir_timeline_leaf(timeline, channel, index) : NULL;
    int64_t way = now->item->begin - (before ? before->begin : 0) + (now->index > 0 ? 0 : timeline->length);
    bool was_over = before && leaf->item == before && leaf->is_over && leaf->since == now->begin - way;
    const CoirFieldLeaf *field = coir_leaf_field(now->item->leaf);
    for (int i = 0; i < now->item->numbers; i++) {
        if (!leaf->is_known)
            leaf->wrote[i] = values[i];
        float start = was_over ? values[i] : before ? stored(before, (double)before->value[i]) : leaf->wrote[i];
        leaf->at[i] = field && field->has_from ? (double)field->from[i] : (double)start;
    }
    if (now->item->hot == COIR_HOT_TURN)
        leaf->at[1] = coir_leaf_way(leaf->at[0], (double)now->item->value[0], true);
    leaf->is_known = true;
}

// Brings a channel to a local time, if the leaves of the channel set.
static void bring_setting(const CoirRunRecord *run, const CoirChannelDef *channel, CoirHotLeaf *leaf,
                          const Reached *now, int64_t local)
{
    const CoirItem *first = coir_timeline_leaf(coir_run_timeline(run), channel, 0);
    CoirNode *node = coir_run_node_of(run);
    if (now->item && !is_same(leaf, now))
        find_start(run, channel, leaf, now);
    if (now->item && !now->is_over) {
        coir_hot_step(now->item, node, fraction_of(now, local), leaf->at, leaf->wrote);
        return;
    }
    for (int i = 0; i < first->numbers; i++)
        values_of(node, first)[i] = now->item ? stored(first, (double)now->item->value[i]) : leaf->wrote[i];
}

// Returns true if a step does not change a channel.
static bool is_quiet(const CoirHotLeaf *leaf, const Reached *now)
{
    return is_same(leaf, now) && (!now->item || (leaf->is_over && now->is_over));
}

// Brings all channels to a local time; -1: as if nothing had begun. Returns the local time at which the next leaf
// begins; COIR_NEVER: none.
static int64_t bring(const CoirRunRecord *run, CoirHotLeaf *leaves, int64_t local)
{
    const CoirTimeline *timeline = coir_run_timeline(run);
    int64_t next = COIR_NEVER;
    for (int i = 0; i < timeline->channel_count; i++) {
        const CoirChannelDef *channel = &timeline->channels[i];
        CoirHotLeaf *leaf = &leaves[i];
        Reached now = reach(timeline, channel, local);
        int64_t begin = next_begin(timeline, channel, &now);
        next = begin < next ? begin : next;
        if (is_quiet(leaf, &now) && !(local < 0 && leaf->is_known))
            continue;
        (channel->adds ? bring_adding : bring_setting)(run, channel, leaf, &now, local);
        leaf->item = now.item;
        leaf->since = now.begin;
        leaf->is_over = now.is_over;
    }
    return next;
}

// Runs ---------------------------------------------------------------------------------------------------------------

// Returns the state of a bare run. A leaf that sets is over if the flag COIR_RUN_OVER is set. For leaves that add, the
// result is the state before the first leaf, with a start value that contains no sum (add_sum).
static CoirHotLeaf bare_leaf(const CoirRunRecord *run)
{
    const CoirRunHot *hot = coir_run_hot(run);
    CoirHotLeaf leaf = {.is_known = run->flags & COIR_RUN_KNOWN, .is_over = run->flags & COIR_RUN_OVER};
    memcpy(leaf.at, hot->at, sizeof leaf.at);
    memcpy(leaf.wrote, hot->wrote, sizeof leaf.wrote);
    if (leaf.is_over) {
        leaf.item = run->action->timeline->items;
        leaf.since = leaf.item->begin;
    }
    return leaf;
}

static void store_bare_leaf(CoirRunRecord *run, const CoirHotLeaf *leaf)
{
    CoirRunHot *hot = coir_run_hot(run);
    bool is_over = leaf->is_over && leaf->item->hot != COIR_HOT_BY;
    run->flags &= ~(uint32_t)COIR_RUN_OVER;
    run->flags |= (leaf->is_known ? COIR_RUN_KNOWN : 0) | (is_over ? COIR_RUN_OVER : 0);
    memcpy(hot->at, leaf->at, sizeof hot->at);
    memcpy(hot->wrote, leaf->wrote, sizeof hot->wrote);
}

// Lets the manager step a leaf with the hot part alone.
static void put_into_hot(const CoirRunRecord *run, const CoirHotLeaf *leaf)
{
    CoirRunHot *hot = coir_run_hot(run);
    hot->leaf = leaf->item;
    hot->since = run->base + leaf->since;
    memcpy(hot->at, leaf->at, sizeof hot->at);
    memcpy(hot->wrote, leaf->wrote, sizeof hot->wrote);
}

// Lets the manager step the leaves in progress until a leaf ends or begins. If no leaf is in progress, lets the manager
// skip the run until a leaf begins, and returns false. A run that goes backwards gets a full step in each update.
static bool put_leaves_into_hot(CoirRunRecord *run, int64_t next)
{
    CoirRunBlock *block = run->block;
    const CoirHotLeaf *only = NULL;
    int count = 0;
    for (int i = 0; i < block->timeline->channel_count; i++)
        if (is_in_progress(&block->hot[i])) {
            only = &block->hot[i];
            count++;
        }
    if (block->is_reversed)
        return count > 0;
    bool is_to_end = count == 1 && next >= only->since + (only->item->end - only->item->begin);
    if (is_to_end && !(run->flags & COIR_RUN_RATED)) {
        put_into_hot(run, only);
        return true;
    }
    block->hot_count = block->timeline->channel_count;
    block->event_time = coir_local_within(run, next);
    return count > 0;
}

// Brings a bare run to a local time, and stores the state in the run and in `leaf`. While a leaf that adds is in
// progress, `at` contains the sum of the leaves before. Returns the local time at which the next leaf begins.
static int64_t bring_bare(CoirRunRecord *run, CoirHotLeaf *leaf, int64_t local)
{
    *leaf = bare_leaf(run);
    int64_t next = bring(run, leaf, local);
    store_bare_leaf(run, leaf);
    return next;
}

void coir_run_step_plain(uint32_t index, CoirRunRecord *run, int64_t local)
{
    bool is_moving;
    int64_t next;
    if (run->flags & COIR_RUN_BLOCK) {
        next = bring(run, run->block->hot, local);
        is_moving = put_leaves_into_hot(run, next);
    } else {
        CoirHotLeaf leaf;
        next = bring_bare(run, &leaf, local);
        is_moving = is_in_progress(&leaf);
        if (is_moving)
            put_into_hot(run, &leaf);
    }
    if (!is_moving)
        coir_run_sleep_until(index, run, local, next);
}

void coir_run_seek_plain(CoirRunRecord *run, int64_t local)
{
    CoirHotLeaf leaf;
    if (run->flags & COIR_RUN_BLOCK) {
        bring(run, run->block->hot, local);
        return;
    }
    bring_bare(run, &leaf, local);
    if (is_in_progress(&leaf)) { // the manager does not step the leaf: coir_run_write_back removes the sum from `at`
        CoirRunHot *hot = coir_run_hot(run);
        int64_t since = hot->since;
        put_into_hot(run, &leaf);
        coir_run_write_back(run, hot);
        hot->since = since;
    }
}

void coir_run_write_back_plain(CoirRunRecord *run, const CoirItem *item)
{
    CoirRunHot *hot = coir_run_hot(run);
    const CoirTimeline *timeline = coir_run_timeline(run);
    int number = timeline->links[item->link].channel;
    if (run->flags & COIR_RUN_BLOCK) {
        memcpy(run->block->hot[number].wrote, hot->wrote, sizeof hot->wrote);
    } else if (item->hot == COIR_HOT_BY) {
        CoirHotLeaf leaf = {.since = hot->since - run->base, .at = {hot->at[0], hot->at[1]}};
        add_sum(&leaf, &timeline->channels[number], item, loop_of(timeline, &leaf), -1);
        memcpy(hot->at, leaf.at, sizeof hot->at);
    }
}

void coir_run_inherit_bare(const CoirRunRecord *run, CoirRunBlock *block, int64_t local)
{
    CoirHotLeaf *leaf = &block->hot[0];
    const CoirChannelDef *channel = &block->timeline->channels[0];
    *leaf = bare_leaf(run);
    if (!leaf->is_known)
        return;
    Reached now = reach(block->timeline, channel, local);
    leaf->item = now.item;
    leaf->since = now.begin;
    leaf->is_over = now.is_over;
    if (is_in_progress(leaf) && channel->adds)
        add_sum(leaf, channel, now.item, now.loop, 1);
}
