// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What a manager may know of a scope, so as not to play it: that nothing happens for a while, or that only straight
// leaves are in progress, each alone in its channel.

#include <string.h>

#include "action/describe/leaf.h"
#include "action/play/play.h"

bool coir_scope_is_idle(const CoirScope *scope)
{
    if (scope->going > 0)
        return false;
    for (int i = scope->first; i >= 0; i = coir_scope_after(scope, i)) {
        const CoirScope *inner = coir_scope_state(scope, &scope->timeline->items[i]);
        if (coir_timeline_is_idle(inner->timeline) || coir_scope_is_home(inner) || !coir_scope_is_idle(inner))
            return false;
    }
    return true;
}

typedef struct HotSearch {
    CoirHotLeaf *hot;
    int count, most;
} HotSearch;

static void add_start(const CoirScope *scope, int channel, double *at)
{
    const CoirChannel *state = coir_scope_channel(scope, channel);
    int link = scope->outer ? scope->item->link + channel : COIR_NO_LINK;
    if (scope->outer)
        add_start(scope->outer, scope->outer->timeline->links[link].channel, at);
    for (int i = 0; i < 2; i++)
        at[i] = scope->outer ? at[i] - coir_scope_link(scope->outer, link)->absorbed[i] + state->sum[i]
                             : state->start[i] + state->sum[i];
}

// Returns the channel of the run's own scope, if nothing but a leaf changes the channel; -1 otherwise.
static int own_channel(const CoirScope *scope, int channel)
{
    for (;; scope = scope->outer) {
        const CoirChannel *state = coir_scope_channel(scope, channel);
        if (state->first != state->last)
            return -1;
        if (!scope->outer)
            return channel;
        channel = scope->outer->timeline->links[scope->item->link + channel].channel;
    }
}

static bool add_hot(HotSearch *search, CoirScope *scope, int link, int64_t begin)
{
    const CoirLinkDef *def = &scope->timeline->links[link];
    const CoirItem *item = &scope->timeline->items[def->item];
    int channel = own_channel(scope, def->channel);
    if (item->hot == COIR_HOT_NOT || item->target.generation || search->count == search->most || channel < 0 ||
        !coir_property_fits(coir_leaf_property(item->leaf), coir_run_node_of(scope->run)))
        return false;
    CoirHotLeaf *hot = &search->hot[search->count++];
    *hot = (CoirHotLeaf){.item = item, .since = begin + item->begin, .channel = channel};
    memcpy(hot->wrote, coir_scope_channel(scope->run->block->scope, channel)->wrote, sizeof hot->wrote);
    if (item->hot == COIR_HOT_BY) {
        add_start(scope, def->channel, hot->at);
        for (int i = 0; i < 2; i++)
            hot->at[i] -= coir_scope_link(scope, link)->absorbed[i];
        return true;
    }
    const CoirLeafState *state = coir_scope_state(scope, item);
    hot->at[0] = state->from[0];
    hot->at[1] =
        item->hot == COIR_HOT_TURN ? coir_leaf_way(state->from[0], (double)item->value[0], true) : state->from[1];
    return true;
}

// False: there is something in progress that is not hot.
static bool search_hot(HotSearch *search, CoirScope *scope, int64_t begin)
{
    begin += coir_scope_loop_begin(scope);
    for (int i = scope->first; i >= 0; i = coir_scope_after(scope, i)) {
        const CoirItem *item = &scope->timeline->items[i];
        bool is_loop = item->inner && item->action->kind == COIR_ACTION_REPEAT && !coir_timeline_is_idle(item->inner);
        if (!is_loop || !search_hot(search, coir_scope_state(scope, item), begin + item->begin))
            return false;
    }
    for (int i = 0; i < scope->timeline->channel_count; i++) {
        int link = coir_scope_channel(scope, i)->first;
        for (; link >= 0; link = coir_scope_link(scope, link)->next)
            if (!scope->timeline->items[scope->timeline->links[link].item].inner &&
                !add_hot(search, scope, link, begin))
                return false;
    }
    return true;
}

int coir_scope_hot_leaves(CoirScope *scope, CoirHotLeaf *hot, int most)
{
    HotSearch search = {hot, 0, most};
    return search_hot(&search, scope, 0) ? search.count : 0;
}
