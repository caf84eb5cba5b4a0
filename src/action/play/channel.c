// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Channels (value.c): start values, leaves that begin and end, and writing the values to the nodes.

#include <math.h>
#include <string.h>

#include "action/play/value.h"
#include "action/run/run.h"
#include "base/fail.h"

CoirNode *coir_run_target(const CoirRunRecord *run, CoirNodeRef target)
{
    if (!coir_run_is_alive(run))
        return NULL;
    return target.generation ? coir_node_get(target) : coir_run_node_of(run);
}

// Returns the run's own playhead. Changes `*channel`, an index in `playhead`, to the index in the run's own playhead.
static CoirPlayhead *outermost_of(CoirPlayhead *playhead, int *channel)
{
    for (; playhead->outer; playhead = playhead->outer)
        *channel = coir_outer_channel(playhead, *channel);
    return playhead;
}

// Returns the playhead that has the start value of a channel (coir_channel_is_own): `playhead`, or a playhead around.
// Changes `*channel`, an index in `playhead`, to the index in the returned playhead.
static CoirPlayhead *owner_of(CoirPlayhead *playhead, int *channel)
{
    for (; !coir_channel_is_own(playhead, *channel); playhead = playhead->outer)
        *channel = coir_outer_channel(playhead, *channel);
    return playhead;
}

// Properties of one node type -----------------------------------------------------------------------------------------

static bool has_property(CoirRunRecord *run, const CoirNode *node, const CoirPropertyTraits *property)
{
    const char *name = property->frames ? "animate or coir_set_frame" : property->name ? property->name : "tween";
    if (coir_property_fits(property, node))
        return true;
    CoirRunCall call; // the log hook is user code
    coir_run_call_begin(run, &call);
    MISTAKE("coir_%s: the action runs on the %s made at %s:%d, which is no %s; nothing changes", name,
            node->class_->name, node->made_file_, (int)node->made_line_, property->node_class->name);
    coir_run_call_end(run, &call);
    return false;
}

// `get` and `set`, which only a field of a user's node type has (coir/tween.h), are user code, and may halt the run.
static void read_property(CoirRunRecord *run, CoirNode *node, const CoirPropertyTraits *property, float *values)
{
    CoirRunCall call;
    if (property->get)
        coir_run_call_begin(run, &call);
    coir_property_read(node, property, values);
    if (property->get)
        coir_run_call_end(run, &call);
}

static void write_property(CoirRunRecord *run, CoirNode *node, const CoirPropertyTraits *property, const float *values)
{
    CoirRunCall call;
    if (property->set)
        coir_run_call_begin(run, &call);
    coir_property_write(node, property, values);
    if (property->set)
        coir_run_call_end(run, &call);
}

// Frames --------------------------------------------------------------------------------------------------------------

// Returns a note: a copy of a frame that the run found on the node (CoirFrameTraits). Note 0 has the frame that the run
// found first, note 1 the latest frame that other code has shown since. An animation that restores note 1 shows the
// latest frame, even if the note had an earlier frame when the animation began.
static void *note_of(CoirPlayhead *playhead, const CoirChannelDef *def, int number)
{
    return (char *)playhead + def->notes + (size_t)number * COIR_STATE_ALIGNED(def->property->frames->note_size);
}

// Finds the frame that the node shows. Stores the address of the frame in `values`, split into numbers
// (COIR_STORAGE_ADDRESS).
static void find_frame(CoirPlayhead *playhead, int channel, CoirNode *node, float *values)
{
    const CoirChannelDef *def = &playhead->timeline->channels[channel];
    const CoirChannel *state = coir_playhead_channel(playhead, channel);
    const void *wrote = state->is_known ? coir_property_address(state->wrote) : NULL;
    const void *frame = def->property->frames->find(node, wrote, note_of(playhead, def, state->is_known ? 1 : 0));
    coir_property_split_address(frame, values);
}

void coir_channels_let_go(CoirPlayhead *playhead)
{
    for (int i = 0; i < playhead->timeline->channel_count; i++) {
        const CoirChannelDef *def = &playhead->timeline->channels[i];
        for (int note = 0; def->property->frames && note < 2; note++)
            def->property->frames->release_note(note_of(playhead, def, note));
    }
}

// Touching -----------------------------------------------------------------------------------------------------------

// Called when other code has changed the property by `way`, to `values`. Adds `way` to the start value of a channel,
// and to the initial value if leaves add. A channel of frames starts with `values` instead.
static void move_start(CoirChannel *state, const CoirChannelDef *def, const double *way, const float *values)
{
    for (int i = 0; i < def->property->count; i++) {
        state->start[i] = def->property->frames ? (double)values[i] : state->start[i] + way[i];
        state->initial[i] += def->adds ? way[i] : 0;
        if (def->property->is_discrete) // after a blink has written the opposite, the sum may be -1 or 2
            state->start[i] = (double)coir_property_stored(def->property, state->start[i]);
    }
}

// Calls move_start for the channels of inner time benders, too: a time bender that sets the channel computes its value
// from its own start value.
static void move_inner(CoirPlayhead *playhead, int channel, const double *way, const float *values)
{
    const CoirLinkDef *links = playhead->timeline->links;
    for (int link = coir_playhead_channel(playhead, channel)->first; link >= 0;
         link = coir_playhead_link(playhead, link)->next) {
        const CoirItem *item = &playhead->timeline->items[links[link].item];
        CoirPlayhead *inner = item->inner ? coir_playhead_state(playhead, item) : NULL;
        if (!inner)
            continue;
        if (coir_channel_is_own(inner, links[link].part) && coir_playhead_channel(inner, links[link].part)->is_known)
            move_start(coir_playhead_channel(inner, links[link].part), &inner->timeline->channels[links[link].part],
                       way, values);
        move_inner(inner, links[link].part, way, values);
    }
}

// Returns true while a leaf changes the channel, in this playhead or in inner playheads.
static bool is_moving(const CoirPlayhead *playhead, int channel)
{
    const CoirLinkDef *links = playhead->timeline->links;
    int link = coir_playhead_channel(playhead, channel)->first;
    for (; link >= 0; link = coir_playhead_link(playhead, link)->next) {
        const CoirItem *item = &playhead->timeline->items[links[link].item];
        if (!item->inner || is_moving(coir_playhead_state(playhead, item), links[link].part))
            return true;
    }
    return false;
}

// Returns true if another run of the node blinks the node, and stores the value without the blink.
static bool find_blink(const CoirRunRecord *run, const CoirNode *node, const CoirPropertyTraits *property,
                       double *value)
{
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i)) {
        const CoirRunRecord *other = coir_run_at(i);
        bool may_blink = other != run && other->flags & COIR_RUN_BLOCK && other->block->timeline->blinks;
        const CoirTimeline *timeline = may_blink ? other->block->timeline : NULL;
        for (int k = 0; timeline && k < timeline->channel_count; k++) {
            const CoirPlayhead *playhead = other->block->playhead;
            if (timeline->channels[k].property != property || timeline->channels[k].target.generation ||
                !is_moving(playhead, k))
                continue;
            memcpy(value, coir_playhead_channel(playhead, k)->start, sizeof(double[COIR_PROPERTY_WIDTH]));
            return true;
        }
    }
    return false;
}

static void find_start(const CoirRunRecord *run, CoirChannel *state, const CoirNode *node,
                       const CoirPropertyTraits *property, const float *values)
{
    for (int i = 0; i < property->count; i++)
        state->start[i] = (double)values[i];
    if (property->is_discrete)
        find_blink(run, node, property, state->start);
    memcpy(state->initial, state->start, sizeof state->initial);
}

static bool is_other(float one, float two)
{
    return one != two && !(isnan(one) && isnan(two));
}

// Reads the property of the node. A change by other code since the last write moves the start value.
static void touch_node(CoirPass *pass, CoirPlayhead *playhead, int channel)
{
    const CoirChannelDef *def = &playhead->timeline->channels[channel];
    CoirChannel *state = coir_playhead_channel(playhead, channel);
    CoirNode *node = coir_run_target(pass->run, def->target);
    float values[COIR_PROPERTY_WIDTH];
    double way[COIR_PROPERTY_WIDTH] = {0};
    bool is_moved = false;
    if (!node || !has_property(pass->run, node, def->property))
        return;
    if (def->property->frames)
        find_frame(playhead, channel, node, values);
    else
        read_property(pass->run, node, def->property, values);
    if (!state->is_known)
        find_start(pass->run, state, node, def->property, values);
    for (int i = 0; i < def->property->count; i++) {
        if (state->is_known && is_other(values[i], state->wrote[i]))
            is_moved = true, way[i] = (double)values[i] - (double)state->wrote[i];
        state->wrote[i] = values[i];
    }
    state->is_known = true;
    if (!is_moved)
        return;
    move_start(state, def, way, values);
    move_inner(playhead, channel, way, values);
}

void coir_channel_touch(CoirPass *pass, CoirPlayhead *playhead, int channel)
{
    if (!playhead->outer) {
        touch_node(pass, playhead, channel);
        return;
    }
    CoirChannel *state = coir_playhead_channel(playhead, channel);
    int outer = coir_outer_channel(playhead, channel);
    coir_channel_touch(pass, playhead->outer, outer);
    if (!coir_channel_is_own(playhead, channel) || state->is_known)
        return;
    coir_channel_value(playhead->outer, outer, state->initial);
    memcpy(state->start, state->initial, sizeof state->start);
    state->is_known = true;
}

void coir_channel_mark(CoirPlayhead *playhead, int channel)
{
    playhead = outermost_of(playhead, &channel);
    coir_playhead_channel(playhead, channel)->is_dirty = true;
}

// Beginning and ending ----------------------------------------------------------------------------------------------

static void link_begin(CoirPlayhead *playhead, int link)
{
    CoirChannel *channel = coir_playhead_channel(playhead, playhead->timeline->links[link].channel);
    const CoirItem *items = playhead->timeline->items;
    int order = items[playhead->timeline->links[link].item].order, previous = channel->last;
    while (previous >= 0 && items[playhead->timeline->links[previous].item].order > order)
        previous = coir_playhead_link(playhead, previous)->previous;
    int next = previous >= 0 ? coir_playhead_link(playhead, previous)->next : channel->first;
    *coir_playhead_link(playhead, link) = (CoirLink){next, previous, {0}};
    *(previous >= 0 ? &coir_playhead_link(playhead, previous)->next : &channel->first) = link;
    *(next >= 0 ? &coir_playhead_link(playhead, next)->previous : &channel->last) = link;
    playhead->active++;
}

static void link_end(CoirPlayhead *playhead, int link)
{
    CoirChannel *channel = coir_playhead_channel(playhead, playhead->timeline->links[link].channel);
    CoirLink *state = coir_playhead_link(playhead, link);
    *(state->previous >= 0 ? &coir_playhead_link(playhead, state->previous)->next : &channel->first) = state->next;
    *(state->next >= 0 ? &coir_playhead_link(playhead, state->next)->previous : &channel->last) = state->previous;
    playhead->active--;
}

// Returns true for a leaf of a discrete property if its beginning or end has taken effect before the time turned back.
static bool is_passed_over(const CoirPlayhead *playhead, const CoirItem *item)
{
    return coir_leaf_property(item->leaf)->is_discrete && coir_playhead_is_past(playhead);
}

// Called when a leaf ends that sets `value`. Changes by other code since the last write are dropped: `wrote` becomes
// the present value of the node, so that coir_channel_touch finds no change. A frame of other code is known only as a
// copy in a note, so the frame that the leaf sets is written at once, and `wrote` becomes the address of this frame.
static void overwrite(const CoirPass *pass, CoirPlayhead *playhead, int channel, const double *value)
{
    playhead = outermost_of(playhead, &channel);
    const CoirChannelDef *def = &playhead->timeline->channels[channel];
    CoirChannel *state = coir_playhead_channel(playhead, channel);
    CoirNode *node = coir_run_target(pass->run, def->target);
    if (!node || !coir_property_fits(def->property, node))
        return;
    if (!def->property->frames) {
        read_property(pass->run, node, def->property, state->wrote);
        return;
    }
    for (int i = 0; i < def->property->count; i++)
        state->wrote[i] = (float)value[i];
    coir_property_write(node, def->property, state->wrote);
}

// Called when a link that sets its channel ends with `value`. Changes the start value so that the channel has this
// value. Links that add go on from this value.
static void rebase(CoirPlayhead *playhead, int link, const double *value)
{
    int channel = playhead->timeline->links[link].channel;
    int each = channel;
    double rest[COIR_PROPERTY_WIDTH] = {0};
    for (CoirPlayhead *at = playhead;; at = at->outer) { // `value` contains the sums
        memset(coir_playhead_channel(at, each)->sum, 0, sizeof coir_playhead_channel(at, each)->sum);
        if (coir_channel_is_own(at, each))
            break;
        memset(coir_playhead_link(at->outer, coir_outer_link(at, each))->absorbed, 0,
               sizeof(double[COIR_PROPERTY_WIDTH]));
        each = coir_outer_channel(at, each);
    }
    coir_channel_sum_before(playhead, channel, link, rest);
    CoirPlayhead *owner = owner_of(playhead, &channel);
    for (int i = 0; i < coir_channel_property(owner, channel)->count; i++)
        coir_playhead_channel(owner, channel)->start[i] = value[i] - rest[i];
}

void coir_leaf_end(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item)
{
    CoirChannel *channel = coir_playhead_channel(playhead, playhead->timeline->links[item->link].channel);
    const CoirLeafState *state = coir_playhead_state(playhead, item);
    double value[COIR_PROPERTY_WIDTH];
    if (is_passed_over(playhead, item)) {
        link_end(playhead, item->link);
        coir_channel_mark(playhead, playhead->timeline->links[item->link].channel);
        return;
    }
    if (coir_action_kinds[item->leaf->kind].sets) {
        coir_leaf_set(item->leaf, state->from, 1, true, value);
        overwrite(pass, playhead, playhead->timeline->links[item->link].channel, value);
        rebase(playhead, item->link, value);
    } else {
        coir_leaf_apply(playhead, item, 1, channel->sum);
    }
    link_end(playhead, item->link);
    coir_channel_mark(playhead, playhead->timeline->links[item->link].channel);
}

// Stores the start value of a leaf. Does nothing if the leaf has begun before in the same occurrence (playhead.h), or
// has taken effect before the time turned back.
static void take_in(CoirPlayhead *playhead, const CoirItem *item, int channel)
{
    CoirLeafState *state = coir_playhead_state(playhead, item);
    if (state->key == coir_playhead_occurrence(playhead) || is_passed_over(playhead, item))
        return;
    state->key = coir_playhead_occurrence(playhead);
    const CoirFieldLeaf *field = coir_leaf_field(item->leaf);
    if (field && field->has_from) {
        for (int i = 0; i < COIR_PROPERTY_WIDTH; i++)
            state->from[i] = (double)field->from[i];
        return;
    }
    const CoirPlayhead *owner = owner_of(playhead, &channel);
    coir_channel_at_begin(owner, channel, state->from);
    if (item->leaf->kind == COIR_ACTION_TIMES)
        return;
    for (int i = 0; i < coir_leaf_property(item->leaf)->count; i++)
        state->from[i] = (double)coir_property_stored(coir_leaf_property(item->leaf), state->from[i]);
}

// Called when a link that sets begins: absorbs the amounts that links later in the description have added so far, in
// this playhead. Returns false if such a link sets, too: the later link decides the value, and no further amount needs
// to be absorbed.
static bool absorb_after(CoirPlayhead *playhead, int link)
{
    for (link = coir_playhead_link(playhead, link)->next; link >= 0; link = coir_playhead_link(playhead, link)->next) {
        double *absorbed = coir_playhead_link(playhead, link)->absorbed, added[COIR_PROPERTY_WIDTH] = {0};
        if (coir_link_sets(playhead, &playhead->timeline->links[link]))
            return false;
        coir_link_apply(playhead, &playhead->timeline->links[link], added);
        for (int i = 0; i < COIR_PROPERTY_WIDTH; i++)
            absorbed[i] += added[i];
    }
    return true;
}

// Calls absorb_after in a playhead, and in the outer playheads up to the playhead that has the start value.
static void absorb_all_after(CoirPlayhead *playhead, int link)
{
    while (absorb_after(playhead, link) && !coir_channel_is_own(playhead, playhead->timeline->links[link].channel)) {
        link = coir_outer_link(playhead, playhead->timeline->links[link].channel);
        playhead = playhead->outer;
    }
}

// Notes that a leaf that sets has begun in a channel. From then on, the time benders around set their outer channels.
static void note_set(CoirPlayhead *playhead, int channel)
{
    for (;; playhead = playhead->outer) {
        coir_playhead_channel(playhead, channel)->is_set = true;
        if (!playhead->outer)
            return;
        channel = coir_outer_channel(playhead, channel);
    }
}

void coir_leaf_add_whole(CoirPlayhead *playhead, const CoirItem *item)
{
    int channel = playhead->timeline->links[item->link].channel;
    if (item->leaf->kind == COIR_ACTION_TIMES)
        take_in(playhead, item, channel);
    coir_leaf_apply(playhead, item, 1, coir_playhead_channel(playhead, channel)->sum);
}

void coir_leaf_begin(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item)
{
    int channel = playhead->timeline->links[item->link].channel;
    if (item->end == item->begin && is_passed_over(playhead, item))
        return;
    coir_channel_touch(pass, playhead, channel);
    if (item->leaf->kind != COIR_ACTION_BY)
        take_in(playhead, item, channel);
    link_begin(playhead, item->link);
    if (coir_action_kinds[item->leaf->kind].sets) {
        absorb_all_after(playhead, item->link);
        note_set(playhead, channel);
    }
    coir_channel_mark(playhead, channel);
    if (item->end == item->begin)
        coir_leaf_end(pass, playhead, item);
}

void coir_links_begin(CoirPlayhead *playhead, const CoirItem *item)
{
    for (int i = 0; i < item->inner->channel_count; i++)
        link_begin(playhead, item->link + i);
}

// Called when an inner timeline ends. The outer channel keeps the effect of the inner channel `part`.
static void keep_inner(CoirPlayhead *playhead, const CoirItem *item, int part)
{
    const CoirPlayhead *inner = coir_playhead_state(playhead, item);
    int link = item->link + part;
    CoirChannel *channel = coir_playhead_channel(playhead, playhead->timeline->links[link].channel);
    double value[COIR_PROPERTY_WIDTH];
    if (coir_channel_property(inner, part)->is_discrete)
        return; // the run's own channel has the value
    if (!coir_playhead_owns_channels(inner) || !coir_playhead_channel(inner, part)->is_set) {
        coir_inner_apply(inner, part, channel->sum);
        return;
    }
    coir_channel_value(inner, part, value);
    rebase(playhead, link, value);
}

// Marks a channel if its value has changed by rounding, as sums are now added in another order. The value that is
// written must not depend on the steps that came before.
static void mark_if_other(CoirPlayhead *playhead, int channel)
{
    playhead = outermost_of(playhead, &channel);
    const CoirPropertyTraits *property = coir_channel_property(playhead, channel);
    double value[COIR_PROPERTY_WIDTH];
    coir_channel_value(playhead, channel, value);
    for (int i = 0; i < property->count; i++)
        if (coir_property_stored(property, value[i]) != coir_playhead_channel(playhead, channel)->wrote[i])
            coir_channel_mark(playhead, channel);
}

// Marks a channel for the next write in three cases:
//
// 1. An inner item is still in progress, because the inner time has turned back.
// 2. Another link is in progress, and may now decide the value.
// 3. The value has changed by rounding.
void coir_links_end(CoirPlayhead *playhead, const CoirItem *item)
{
    const CoirPlayhead *inner = coir_playhead_state(playhead, item);
    for (int i = 0; i < item->inner->channel_count; i++) {
        int channel = playhead->timeline->links[item->link + i].channel;
        keep_inner(playhead, item, i);
        link_end(playhead, item->link + i);
        if (coir_playhead_channel(inner, i)->first >= 0 || coir_playhead_channel(playhead, channel)->first >= 0)
            coir_channel_mark(playhead, channel);
        else if (item->inner->channels[i].adds)
            mark_if_other(playhead, channel);
    }
}

// Rewinding and writing -----------------------------------------------------------------------------------------------

// Rewinds a discrete channel of the playhead of a time bender. Such a channel has no start value (value.c).
static void rewind_discrete(CoirPlayhead *playhead, int number)
{
    CoirChannel *channel = coir_playhead_channel(playhead, number);
    if (channel->first >= 0)
        coir_channel_mark(playhead, number);
    channel->first = channel->last = -1;
}

void coir_channels_rewind(CoirPlayhead *playhead)
{
    for (int i = 0; i < playhead->timeline->channel_count; i++) {
        CoirChannel *channel = coir_playhead_channel(playhead, i);
        if (!coir_channel_is_own(playhead, i)) {
            rewind_discrete(playhead, i);
            continue;
        }
        memcpy(channel->start, channel->initial, sizeof channel->start);
        memset(channel->sum, 0, sizeof channel->sum);
        channel->first = channel->last = -1;
        channel->is_set = false;
        if (channel->is_known)
            coir_channel_mark(playhead, i);
    }
}

static void write(CoirPass *pass, CoirPlayhead *playhead, int channel)
{
    const CoirChannelDef *def = &playhead->timeline->channels[channel];
    CoirChannel *state = coir_playhead_channel(playhead, channel);
    double value[COIR_PROPERTY_WIDTH];
    if (def->adds)
        coir_channel_touch(pass, playhead, channel);
    coir_channel_value(playhead, channel, value);
    CoirNode *node = coir_run_target(pass->run, def->target);
    if (!node || pass->block->is_halted)
        return;
    bool is_other_frame = state->is_dirty;
    for (int i = 0; i < def->property->count; i++) {
        float stored = coir_property_stored(def->property, value[i]);
        is_other_frame |= stored != state->wrote[i];
        state->wrote[i] = stored;
    }
    state->is_dirty = false;
    if (!def->property->frames || is_other_frame)
        write_property(pass->run, node, def->property, state->wrote);
}

void coir_channels_write(CoirPass *pass, CoirPlayhead *playhead)
{
    for (int i = 0; i < playhead->timeline->channel_count && !pass->block->is_halted; i++) {
        const CoirChannel *channel = coir_playhead_channel(playhead, i);
        if (channel->is_known && (channel->is_dirty || is_moving(playhead, i)))
            write(pass, playhead, i);
    }
}

static void end_blinks(const CoirPlayhead *playhead, int channel, CoirNode *node)
{
    for (int link = coir_playhead_channel(playhead, channel)->first; link >= 0;
         link = coir_playhead_link(playhead, link)->next) {
        const CoirLinkDef *def = &playhead->timeline->links[link];
        const CoirItem *item = &playhead->timeline->items[def->item];
        if (item->inner) {
            end_blinks(coir_playhead_state(playhead, item), def->part, node);
        } else if (item->leaf->kind == COIR_ACTION_BLINK) {
            const CoirLeafState *state = coir_playhead_state(playhead, item);
            coir_property_write(node, coir_leaf_property(item->leaf), &(float){(float)state->from[0]});
        }
    }
}

void coir_channels_end(const CoirPlayhead *playhead, CoirNode *run_node)
{
    const CoirTimeline *timeline = playhead->timeline;
    for (int i = 0; i < timeline->channel_count && timeline->blinks; i++) {
        CoirNodeRef target = timeline->channels[i].target;
        CoirNode *node = target.generation ? coir_node_get(target) : run_node;
        if (node && timeline->channels[i].property->is_discrete)
            end_blinks(playhead, i, node);
    }
}
