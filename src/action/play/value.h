// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The values of channels, computed from the states of playheads (value.c).

#ifndef COIR_ACTION_VALUE_H
#define COIR_ACTION_VALUE_H

#include "action/play/playhead.h"

static inline const CoirPropertyTraits *coir_channel_property(const CoirPlayhead *playhead, int channel)
{
    return playhead->timeline->channels[channel].property;
}

// Returns true for a channel with a start value of its own: any channel of the run's own playhead, and a channel of a
// time bender's playhead if the property is not discrete.
static inline bool coir_channel_is_own(const CoirPlayhead *playhead, int channel)
{
    return !playhead->outer ||
           (coir_playhead_owns_channels(playhead) && !coir_channel_property(playhead, channel)->is_discrete);
}

static inline int coir_outer_link(const CoirPlayhead *playhead, int channel)
{
    return playhead->item->link + channel;
}

static inline int coir_outer_channel(const CoirPlayhead *playhead, int channel)
{
    return playhead->outer->timeline->links[coir_outer_link(playhead, channel)].channel;
}

// Computes the value that a leaf sets at the fraction `t` of its time. `from`: the start value of the leaf. `is_end`:
// the leaf ends, and a leaf that goes to a value (coir_leaf_value) sets exactly this value. Before the end, the value
// is computed from `t`, also if an ease reaches 1 earlier.
void coir_leaf_set(const CoirAction *leaf, const double *from, double t, bool is_end, double *value);

// Apply to the value of the channel: a leaf at the fraction `t` of its time; an inner timeline; a link in progress.
void coir_leaf_apply(const CoirPlayhead *playhead, const CoirItem *item, double t, double *value);
void coir_inner_apply(const CoirPlayhead *inner, int channel, double *value);
void coir_link_apply(const CoirPlayhead *playhead, const CoirLinkDef *link, double *value);

// Returns true while a link sets its channel, so that earlier links do not count.
bool coir_link_sets(const CoirPlayhead *playhead, const CoirLinkDef *def);

// Computes the start value of a leaf that begins now. The channel must have a start value of its own. A blink in
// progress does not count.
void coir_channel_at_begin(const CoirPlayhead *playhead, int channel, double *value);

// Adds to `sum` the amounts of finished links, and of links in progress that add and come before the link `until` in
// the description.
void coir_channel_sum_before(const CoirPlayhead *playhead, int channel, int until, double *sum);

#endif
