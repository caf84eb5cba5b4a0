// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The values of channels. The value of a channel is its start value, plus the sum of finished leaves, changed by the
// items in progress, which are leaves that add, leaves that set, and inner timelines, in the order of the description.
// The value depends on the playhead's time alone.
//
// An item is linked to each channel that the item changes. When a leaf that sets begins, its start value contains the
// amounts that links later in the description have added so far. The leaf absorbs these amounts: from then on, each of
// these links adds only the rest.
//
// There are three kinds of channels:
//
// 1. A channel of the run's own playhead is a property of a node.
// 2. A channel in the playhead of a repeat, or of coir_speed, continues the channel of the outer playhead.
// 3. The playhead of a time bender has a channel of its own, which starts with the outer value. In the outer playhead,
//    the time bender counts like one leaf that adds or sets. So the inner time may turn back, and nothing else changes.
//
// A discrete property, such as `visible`, has channels, too: its instants are leaves without length that set. Inside of
// a time bender an instant takes effect once. So a discrete channel of a time bender has no start value: the instants
// set the channel of the run's own playhead. This channel has the value of the last instant, or of a blink in progress.
// When the time turns back, the replay skips the instants and the ends of blinks at times that were reached before.

#include "action/play/value.h"

#include <math.h>
#include <string.h>

#include "action/describe/leaf.h"
#include "action/describe/path.h"
#include "action/run/run.h"

double coir_leaf_fraction(const CoirPlayhead *playhead, const CoirItem *item)
{
    int64_t elapsed = coir_playhead_now(playhead) - coir_playhead_loop_begin(playhead) - item->begin;
    if (elapsed >= item->end - item->begin)
        return 1;
    double t = elapsed > 0 ? (double)elapsed / item->length : 0;
    return item->is_eased ? coir_run_eased(playhead->run, item->action, t) : t;
}

static void leave_out_absorbed(const CoirPlayhead *playhead, int link, double *value)
{
    for (int i = 0; i < COIR_PROPERTY_WIDTH; i++)
        value[i] -= coir_playhead_link(playhead, link)->absorbed[i];
}

// Adds to `value` the sum of the finished items of an inner timeline, less the absorbed amount.
static void add_sum(const CoirPlayhead *inner, int channel, double *value)
{
    leave_out_absorbed(inner->outer, coir_outer_link(inner, channel), value);
    for (int i = 0; i < COIR_PROPERTY_WIDTH; i++)
        value[i] += coir_playhead_channel(inner, channel)->sum[i];
}

static void add_by(const CoirAction *leaf, double t, double *value)
{
    if (leaf->path) {
        double way[2];
        coir_path_by(leaf->path, t, way);
        value[0] += way[0];
        value[1] += way[1];
        return;
    }
    for (int i = 0; i < coir_leaf_property(leaf)->count; i++)
        value[i] = coir_leaf_by(value[i], (double)coir_leaf_value(leaf)[i], t);
}

// Returns 1 in the second half of each of `times` equal slices of the time, 0 in the first half, and `from` at the end.
static double blinking(double from, int times, double t)
{
    double slice = t * times;
    return t == 1 ? from : slice - floor(slice) >= 0.5;
}

static void set_frame(const CoirAction *leaf, const double *from, double t, double *value)
{
    const void *frame = coir_leaf_property(leaf)->frames->at(coir_action_parameters(leaf), t);
    float numbers[3];
    if (!frame) {
        memcpy(value, from, 3 * sizeof *value);
        return;
    }
    coir_property_split_address(frame, numbers);
    for (int i = 0; i < 3; i++)
        value[i] = (double)numbers[i];
}

void coir_leaf_set(const CoirAction *leaf, const double *from, double t, bool is_end, double *value)
{
    if (leaf->path) {
        coir_path_to(leaf->path, from, t, value);
        return;
    }
    if (leaf->kind == COIR_ACTION_TOGGLE || leaf->kind == COIR_ACTION_BLINK) {
        value[0] = leaf->kind == COIR_ACTION_TOGGLE ? 1 - from[0] : blinking(from[0], leaf->times, t);
        return;
    }
    if (leaf->kind == COIR_ACTION_FRAMES) {
        set_frame(leaf, from, t, value);
        return;
    }
    for (int i = 0; i < coir_leaf_property(leaf)->count; i++) {
        double way = coir_leaf_way(from[i], (double)coir_leaf_value(leaf)[i], coir_leaf_property(leaf)->is_angle);
        value[i] = is_end ? (double)coir_leaf_value(leaf)[i] : coir_leaf_to(from[i], way, t);
    }
}

static void add_times(const CoirAction *leaf, const double *from, double t, double *value)
{
    for (int i = 0; i < coir_leaf_property(leaf)->count; i++) {
        double factor = leaf->divides ? 1 / (double)coir_leaf_value(leaf)[i] : (double)coir_leaf_value(leaf)[i];
        value[i] += coir_leaf_times(from[i], factor, t);
    }
}

void coir_leaf_apply(const CoirPlayhead *playhead, const CoirItem *item, double t, double *value)
{
    const CoirLeafState *state = coir_playhead_state(playhead, item);
    const CoirAction *leaf = item->leaf;
    if (coir_action_kinds[leaf->kind].sets) {
        coir_leaf_set(leaf, state->from, t, false, value);
        return;
    }
    leave_out_absorbed(playhead, item->link, value);
    if (leaf->kind == COIR_ACTION_BY)
        add_by(leaf, t, value);
    else
        add_times(leaf, state->from, t, value);
}

static void apply_links(const CoirPlayhead *playhead, int first, int until, double *value)
{
    for (int link = first; link >= 0 && link != until; link = coir_playhead_link(playhead, link)->next)
        coir_link_apply(playhead, &playhead->timeline->links[link], value);
}

void coir_inner_apply(const CoirPlayhead *inner, int channel, double *value)
{
    const CoirChannel *state = coir_playhead_channel(inner, channel);
    if (coir_channel_is_own(inner, channel) && state->is_set) {
        coir_channel_value(inner, channel, value);
        return;
    }
    add_sum(inner, channel, value);
    apply_links(inner, state->first, -1, value);
}

void coir_link_apply(const CoirPlayhead *playhead, const CoirLinkDef *link, double *value)
{
    const CoirItem *item = &playhead->timeline->items[link->item];
    if (item->inner)
        coir_inner_apply(coir_playhead_state(playhead, item), link->part, value);
    else
        coir_leaf_apply(playhead, item, coir_leaf_fraction(playhead, item), value);
}

bool coir_link_sets(const CoirPlayhead *playhead, const CoirLinkDef *def)
{
    const CoirItem *item = &playhead->timeline->items[def->item];
    if (!item->inner)
        return coir_action_kinds[item->leaf->kind].sets;
    const CoirPlayhead *inner = coir_playhead_state(playhead, item);
    const CoirChannel *state = coir_playhead_channel(inner, def->part);
    if (coir_channel_is_own(inner, def->part))
        return state->is_set;
    for (int link = state->first; link >= 0; link = coir_playhead_link(inner, link)->next)
        if (coir_link_sets(inner, &inner->timeline->links[link]))
            return true;
    return false;
}

// Computes the value of a channel from the links before `until`; -1: from all links.
static void value_before(const CoirPlayhead *playhead, int channel, int until, double *value)
{
    const CoirChannel *state = coir_playhead_channel(playhead, channel);
    bool is_own = coir_channel_is_own(playhead, channel);
    int last = until >= 0 ? coir_playhead_link(playhead, until)->previous : state->last, from = -1;
    for (int link = last; link >= 0 && from < 0; link = coir_playhead_link(playhead, link)->previous)
        if (coir_link_sets(playhead, &playhead->timeline->links[link]))
            from = link; // earlier links do not count
    for (int i = 0; i < COIR_PROPERTY_WIDTH; i++)
        value[i] = is_own ? state->start[i] + state->sum[i] : 0;
    if (from < 0 && !is_own) {
        value_before(playhead->outer, coir_outer_channel(playhead, channel), coir_outer_link(playhead, channel), value);
        add_sum(playhead, channel, value);
    }
    apply_links(playhead, from < 0 ? state->first : from, until, value);
}

void coir_channel_value(const CoirPlayhead *playhead, int channel, double *value)
{
    value_before(playhead, channel, -1, value);
}

void coir_channel_at_begin(const CoirPlayhead *playhead, int channel, double *value)
{
    if (coir_channel_property(playhead, channel)->is_discrete)
        memcpy(value, coir_playhead_channel(playhead, channel)->start, sizeof(double[COIR_PROPERTY_WIDTH]));
    else
        coir_channel_value(playhead, channel, value);
}

void coir_channel_sum_before(const CoirPlayhead *playhead, int channel, int until, double *sum)
{
    const CoirChannel *state = coir_playhead_channel(playhead, channel);
    if (coir_channel_is_own(playhead, channel)) {
        for (int i = 0; i < COIR_PROPERTY_WIDTH; i++)
            sum[i] += state->sum[i];
    } else {
        coir_channel_sum_before(playhead->outer, coir_outer_channel(playhead, channel),
                                coir_outer_link(playhead, channel), sum);
        add_sum(playhead, channel, sum);
    }
    for (int link = state->first; link >= 0 && link != until; link = coir_playhead_link(playhead, link)->next)
        if (!coir_link_sets(playhead, &playhead->timeline->links[link]))
            coir_link_apply(playhead, &playhead->timeline->links[link], sum);
}
