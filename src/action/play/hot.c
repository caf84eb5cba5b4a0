// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Finds out when a manager need not play a playhead. There are three cases:
//
// 1. Nothing moves before the next event.
// 2. Only hot leaves (CoirHotLeaf) are in progress, each alone in its channel: the manager steps these leaves.
// 3. Only animations are in progress, and their frames stay for a time.

#include <string.h>

#include "action/describe/leaf.h"
#include "action/play/play.h"

bool coir_playhead_is_still(const CoirPlayhead *playhead)
{
    if (playhead->active > 0)
        return false;
    for (int i = playhead->first; i >= 0; i = coir_playhead_after(playhead, i)) {
        const CoirPlayhead *inner = coir_playhead_state(playhead, &playhead->timeline->items[i]);
        if (coir_timeline_is_empty_loop(inner->timeline) || coir_playhead_owns_channels(inner) ||
            !coir_playhead_is_still(inner))
            return false;
    }
    return true;
}

typedef struct HotSearch {
    CoirHotLeaf *hot;
    int count, most;
} HotSearch;

// Writes to `at` the value to which the leaves in progress in a channel of `playhead` add their amounts. The value is
// the start value in the run's own playhead, plus the sums of the finished leaves in all playheads from the run's own
// to `playhead`, less the amounts that a `to` has absorbed (CoirLink.absorbed).
static void add_start(const CoirPlayhead *playhead, int channel, double *at)
{
    const CoirChannel *state = coir_playhead_channel(playhead, channel);
    int link = playhead->outer ? playhead->item->link + channel : COIR_NO_LINK;
    if (playhead->outer)
        add_start(playhead->outer, playhead->outer->timeline->links[link].channel, at);
    for (int i = 0; i < 2; i++)
        at[i] = playhead->outer ? at[i] - coir_playhead_link(playhead->outer, link)->absorbed[i] + state->sum[i]
                                : state->start[i] + state->sum[i];
}

// Returns the index that a channel of `playhead` has in the run's own playhead; -1: another leaf in progress changes
// the channel, too.
static int own_channel(const CoirPlayhead *playhead, int channel)
{
    for (;; playhead = playhead->outer) {
        const CoirChannel *state = coir_playhead_channel(playhead, channel);
        if (state->first != state->last)
            return -1;
        if (!playhead->outer)
            return channel;
        channel = playhead->outer->timeline->links[playhead->item->link + channel].channel;
    }
}

static bool add_hot(HotSearch *search, CoirPlayhead *playhead, int link, int64_t begin)
{
    const CoirLinkDef *def = &playhead->timeline->links[link];
    const CoirItem *item = &playhead->timeline->items[def->item];
    int channel = own_channel(playhead, def->channel);
    if (item->hot == COIR_HOT_NOT || item->target.generation || search->count == search->most || channel < 0 ||
        !coir_property_fits(coir_leaf_property(item->leaf), coir_run_node_of(playhead->run)))
        return false;
    CoirHotLeaf *hot = &search->hot[search->count++];
    *hot = (CoirHotLeaf){.item = item, .since = begin + item->begin, .channel = channel};
    memcpy(hot->wrote, coir_playhead_channel(playhead->run->block->playhead, channel)->wrote, sizeof hot->wrote);
    if (item->hot == COIR_HOT_BY) {
        add_start(playhead, def->channel, hot->at);
        for (int i = 0; i < 2; i++)
            hot->at[i] -= coir_playhead_link(playhead, link)->absorbed[i];
        return true;
    }
    const CoirLeafState *state = coir_playhead_state(playhead, item);
    hot->at[0] = state->from[0];
    hot->at[1] =
        item->hot == COIR_HOT_TURN ? coir_leaf_way(state->from[0], (double)item->value[0], true) : state->from[1];
    return true;
}

static bool is_loop(const CoirItem *item)
{
    return item->inner && item->action->kind == COIR_ACTION_REPEAT && !coir_timeline_is_empty_loop(item->inner);
}

// Stores the hot leaves in progress, also in inner playheads. `begin`: the run's local time at time 0 of `playhead`.
// Returns false if the manager has to play the playhead.
static bool search_hot(HotSearch *search, CoirPlayhead *playhead, int64_t begin)
{
    begin += coir_playhead_loop_begin(playhead);
    for (int i = playhead->first; i >= 0; i = coir_playhead_after(playhead, i)) {
        const CoirItem *item = &playhead->timeline->items[i];
        if (!is_loop(item) || !search_hot(search, coir_playhead_state(playhead, item), begin + item->begin))
            return false;
    }
    for (int i = 0; i < playhead->timeline->channel_count; i++) {
        int link = coir_playhead_channel(playhead, i)->first;
        for (; link >= 0; link = coir_playhead_link(playhead, link)->next)
            if (!playhead->timeline->items[playhead->timeline->links[link].item].inner &&
                !add_hot(search, playhead, link, begin))
                return false;
    }
    return true;
}

int coir_playhead_hot_leaves(CoirPlayhead *playhead, CoirHotLeaf *hot, int most)
{
    HotSearch search = {hot, 0, most};
    return search_hot(&search, playhead, 0) ? search.count : 0;
}

// Lowers `*until` to the run's local time up to which the frames of a playhead stay. `begin`: the run's local time at
// time 0 of `playhead`. Returns false if anything is in progress besides repeats, and animations without ease and
// speed.
static bool find_frames(const CoirPlayhead *playhead, int64_t begin, int64_t *until)
{
    const CoirTimeline *timeline = playhead->timeline;
    begin += coir_playhead_loop_begin(playhead);
    for (int i = playhead->first; i >= 0; i = coir_playhead_after(playhead, i)) {
        const CoirItem *item = &timeline->items[i];
        if (!is_loop(item) || !find_frames(coir_playhead_state(playhead, item), begin + item->begin, until))
            return false;
    }
    for (int i = 0; i < timeline->channel_count; i++)
        for (int link = coir_playhead_channel(playhead, i)->first; link >= 0;
             link = coir_playhead_link(playhead, link)->next) {
            const CoirItem *item = &timeline->items[timeline->links[link].item];
            if (item->inner)
                continue;
            bool has_own_time = item->end - item->begin == item->leaf->duration && !item->is_eased;
            if (item->leaf->kind != COIR_ACTION_FRAMES || !has_own_time)
                return false;
            const CoirFrameTraits *frames = coir_leaf_property(item->leaf)->frames;
            int64_t stays = begin + item->begin +
                            frames->stays_until(coir_action_parameters(item->leaf), coir_leaf_fraction(playhead, item));
            *until = stays < *until ? stays : *until;
        }
    return true;
}

int64_t coir_playhead_frames_until(const CoirPlayhead *playhead)
{
    int64_t until = COIR_NEVER;
    return find_frames(playhead, 0, &until) ? until : -1;
}
