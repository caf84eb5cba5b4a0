// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The block of a run (CoirRunBlock): making and freeing the block, and copying state back to the block from the hot
// part of the run (CoirRunHot). While a manager steps a single leaf with the hot part, only the hot part is up to date.

#include "action/run/time.h"
#include "base/alloc.h"

// Brings the channels of the playhead up to date with the values that the hot leaves wrote last. A leaf that adds keeps
// these values in `wrote`. A leaf that sets does not keep its values, so they are read from the node. `is_in_hot_part`:
// there is one hot leaf, and its `wrote` is in the hot part of the run.
static void write_back_hot(const CoirRunRecord *run, bool is_in_hot_part)
{
    const CoirRunBlock *block = run->block;
    for (int i = 0; i < block->hot_count; i++) {
        const CoirItem *item = block->hot[i].item;
        const float *written = is_in_hot_part ? coir_run_hot(run)->wrote : block->hot[i].wrote;
        const float *values = item->hot == COIR_HOT_BY ? written : coir_run_leaf_values(run, item);
        for (int k = 0; k < item->numbers; k++)
            coir_playhead_channel(block->playhead, block->hot[i].channel)->wrote[k] = values[k];
    }
}

void coir_run_write_back_leaves(CoirRunRecord *run, CoirRunHot *hot)
{
    const CoirItem *item = hot->leaf;
    hot->leaf = NULL;
    if (run->flags & COIR_RUN_BLOCK && run->block->playhead)
        write_back_hot(run, item != NULL);
    else if (item)
        coir_run_write_back_plain(run, item);
    if (run->flags & COIR_RUN_BLOCK) {
        run->block->hot_count = 0;
        run->block->event_time = COIR_RUN_STEP_NOW;
    }
}

// Returns false if the node lacks a field that the timeline changes.
static bool fits(const CoirTimeline *timeline, const CoirNode *node)
{
    for (int i = 0; i < timeline->channel_count && timeline->has_fields; i++)
        if (!coir_property_fits(timeline->channels[i].property, node))
            return false;
    return true;
}

static CoirRunBlock *new_block(CoirRunRecord *run, CoirAction *action, const CoirTimeline *timeline, bool is_plain)
{
    size_t size = offsetof(CoirRunBlock, hot) + timeline->hot_count * sizeof(CoirHotLeaf);
    size_t playhead_at = COIR_STATE_ALIGNED(size);
    CoirRunBlock *block = coir_alloc(is_plain ? size : playhead_at + timeline->state_size);
    if (!block)
        return NULL;
    block->action = action;
    block->timeline = timeline;
    block->speed = 1;
    block->event_time = COIR_RUN_STEP_NOW;
    if (is_plain)
        return block;
    block->playhead = (CoirPlayhead *)((char *)block + playhead_at);
    coir_playhead_begin(run, block->playhead, timeline, NULL, NULL);
    return block;
}

// Returns the local time up to which a run was stepped, computed from the time of the manager's last step. If the run
// began to move after this step, the result may be earlier than the local time at which the run began to move.
static int64_t stepped_local(const CoirRunRecord *run)
{
    const CoirActionManager *manager = coir_run_manager(run);
    if (!manager || !coir_run_has_time(run))
        return coir_local_within(run, run->base);
    bool is_waiting = manager->is_updating && !coir_run_is_stepped(run, manager);
    return coir_run_local_at(run, coir_run_clock_at(run, is_waiting ? manager->before : manager->time));
}

bool coir_run_expand(CoirRunRecord *run)
{
    if (run->flags & COIR_RUN_BLOCK)
        return true;
    CoirRunBlock *block = new_block(run, run->action, run->action->timeline, true);
    if (!block)
        return false;
    int64_t local = stepped_local(run);
    coir_run_write_back(run, coir_run_hot(run));
    coir_run_inherit_bare(run, block, local);
    run->block = block;
    run->flags |= COIR_RUN_BLOCK;
    return true;
}

bool coir_run_set_timeline(CoirRunRecord *run, const CoirNode *node, CoirAction *action, const CoirTimeline *timeline)
{
    bool is_plain = timeline->is_plain && fits(timeline, node);
    if (timeline->is_bare && is_plain) {
        run->action = action;
        return true;
    }
    run->block = new_block(run, action, timeline, is_plain);
    run->flags |= run->block ? COIR_RUN_BLOCK : 0;
    return run->block != NULL;
}

void coir_run_free_block(CoirRunRecord *run)
{
    if (!(run->flags & COIR_RUN_BLOCK))
        return;
    if (run->block->timeline->holds)
        coir_channels_let_go(run->block->playhead);
    coir_timeline_free(run->block->own_timeline);
    coir_free(run->block);
}
