// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Channels. The value of a channel is its start value, plus the sum of finished leaves, changed by the items in
// progress in the order of writing: leaves that add, leaves that set, and timelines inside. The value depends on the
// playhead's time alone. When a leaf that sets begins, its start value contains the amounts that later links (in the
// order of writing) have added so far. Each of these links absorbs this amount: from then on it adds only the rest.
//
// A channel of the run's own playhead is a property of a node. The playhead of a repeat continues the channel of the
// outer playhead. A home playhead, whose time may turn back, has a channel of its own, which starts with the outer
// value. In the outer playhead the whole home playhead counts like one leaf that adds or sets. So its time may turn
// back, and nothing else changes.
//
// A discrete property has channels, too: its instants are leaves without length that set. In a home playhead inside of
// the run's own, an instant takes effect once. So a discrete channel keeps its start value when the time turns back,
// and a replay passes over the instants, and over the ends of blinks, whose time has been reached before. The value is
// that of the last instant, or of a blink in progress.

#include <math.h>
#include <string.h>

#include "action/describe/path.h"
#include "action/play/playhead.h"
#include "action/run/run.h"
#include "base/fail.h"

static const CoirPropertyTraits *property_of(const CoirPlayhead *playhead, int channel)
{
    return playhead->timeline->channels[channel].property;
}

CoirNode *coir_run_target(const CoirRunRecord *run, CoirNodeRef target)
{
    if (!coir_run_is_alive(run))
        return NULL;
    return target.generation ? coir_node_get(target) : coir_run_node_of(run);
}

static int outer_link(const CoirPlayhead *playhead, int channel)
{
    return playhead->item->link + channel;
}

static int outer_channel(const CoirPlayhead *playhead, int channel)
{
    return playhead->outer->timeline->links[outer_link(playhead, channel)].channel;
}

// Values -------------------------------------------------------------------------------------------------------------

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

// Adds to `value` the sum of the finished items of a timeline inside.
static void add_sum(const CoirPlayhead *inner, int channel, double *value)
{
    leave_out_absorbed(inner->outer, outer_link(inner, channel), value);
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

// Shown in the second half of each of `times` equal slices, and at the end as found at the start.
static double blinking(double from, int times, double t)
{
    double slice = t * times;
    return t == 1 ? from : slice - floor(slice) >= 0.5;
}

// Sets the value of a leaf that sets. At the end the value is exactly the leaf's; before the end it is computed from
// `t`, also if an ease reaches 1 earlier.
static void set_to(const CoirAction *leaf, const double *from, double t, bool is_end, double *value)
{
    if (leaf->path) {
        coir_path_to(leaf->path, from, t, value);
        return;
    }
    if (leaf->kind == COIR_ACTION_TOGGLE || leaf->kind == COIR_ACTION_BLINK) {
        value[0] = leaf->kind == COIR_ACTION_TOGGLE ? 1 - from[0] : blinking(from[0], leaf->times, t);
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

static void apply_leaf(const CoirPlayhead *playhead, const CoirItem *item, double t, double *value)
{
    const CoirLeafState *state = coir_playhead_state(playhead, item);
    const CoirAction *leaf = item->leaf;
    if (coir_action_kinds[leaf->kind].sets) {
        set_to(leaf, state->from, t, false, value);
        return;
    }
    leave_out_absorbed(playhead, item->link, value);
    if (leaf->kind == COIR_ACTION_BY)
        add_by(leaf, t, value);
    else
        add_times(leaf, state->from, t, value);
}

static void apply(const CoirPlayhead *playhead, const CoirLinkDef *link, double *value);

static void apply_links(const CoirPlayhead *playhead, int first, int until, double *value)
{
    for (int link = first; link >= 0 && link != until; link = coir_playhead_link(playhead, link)->next)
        apply(playhead, &playhead->timeline->links[link], value);
}

// Applies a timeline inside to a channel of the outer playhead.
static void apply_inner(const CoirPlayhead *inner, int channel, double *value)
{
    const CoirChannel *state = coir_playhead_channel(inner, channel);
    if (coir_playhead_is_home(inner) && state->is_set) {
        coir_channel_value(inner, channel, value);
        return;
    }
    add_sum(inner, channel, value);
    apply_links(inner, state->first, -1, value);
}

static void apply(const CoirPlayhead *playhead, const CoirLinkDef *link, double *value)
{
    const CoirItem *item = &playhead->timeline->items[link->item];
    if (item->inner)
        apply_inner(coir_playhead_state(playhead, item), link->part, value);
    else
        apply_leaf(playhead, item, coir_leaf_fraction(playhead, item), value);
}

// Returns true while a link sets its channel, so that links before it do not count.
static bool sets(const CoirPlayhead *playhead, const CoirLinkDef *def)
{
    const CoirItem *item = &playhead->timeline->items[def->item];
    if (!item->inner)
        return coir_action_kinds[item->leaf->kind].sets;
    const CoirPlayhead *inner = coir_playhead_state(playhead, item);
    const CoirChannel *state = coir_playhead_channel(inner, def->part);
    if (coir_playhead_is_home(inner))
        return state->is_set;
    for (int link = state->first; link >= 0; link = coir_playhead_link(inner, link)->next)
        if (sets(inner, &inner->timeline->links[link]))
            return true;
    return false;
}

// Computes the value of a channel from the links before `until`; -1: from all links.
static void value_before(const CoirPlayhead *playhead, int channel, int until, double *value)
{
    const CoirChannel *state = coir_playhead_channel(playhead, channel);
    bool is_home = coir_playhead_is_home(playhead);
    int last = until >= 0 ? coir_playhead_link(playhead, until)->previous : state->last, from = -1;
    for (int link = last; link >= 0 && from < 0; link = coir_playhead_link(playhead, link)->previous)
        if (sets(playhead, &playhead->timeline->links[link]))
            from = link; // earlier links do not count
    for (int i = 0; i < COIR_PROPERTY_WIDTH; i++)
        value[i] = is_home ? state->start[i] + state->sum[i] : 0;
    if (from < 0 && !is_home) {
        value_before(playhead->outer, outer_channel(playhead, channel), outer_link(playhead, channel), value);
        add_sum(playhead, channel, value);
    }
    apply_links(playhead, from < 0 ? state->first : from, until, value);
}

void coir_channel_value(const CoirPlayhead *playhead, int channel, double *value)
{
    value_before(playhead, channel, -1, value);
}

// Computes the value that the instants of a discrete channel have set, also those inside.
static void value_without_blinks(const CoirPlayhead *playhead, int channel, double *value)
{
    const CoirChannel *state = coir_playhead_channel(playhead, channel);
    if (coir_playhead_is_home(playhead))
        memcpy(value, state->start, sizeof state->start);
    for (int link = state->first; link >= 0; link = coir_playhead_link(playhead, link)->next) {
        const CoirLinkDef *def = &playhead->timeline->links[link];
        const CoirItem *item = &playhead->timeline->items[def->item];
        const CoirPlayhead *inner = item->inner ? coir_playhead_state(playhead, item) : NULL;
        if (inner && (!coir_playhead_is_home(inner) || coir_playhead_channel(inner, def->part)->is_set))
            value_without_blinks(inner, def->part, value);
    }
}

// Computes the value that an item finds that begins now. A blink in progress does not count.
static void value_at_begin(const CoirPlayhead *playhead, int channel, double *value)
{
    if (property_of(playhead, channel)->is_discrete)
        value_without_blinks(playhead, channel, value);
    else
        coir_channel_value(playhead, channel, value);
}

// Adds to `sum` the amounts of all links before `until` that add, finished or in progress.
static void sum_before(const CoirPlayhead *playhead, int channel, int until, double *sum)
{
    const CoirChannel *state = coir_playhead_channel(playhead, channel);
    if (coir_playhead_is_home(playhead)) {
        for (int i = 0; i < COIR_PROPERTY_WIDTH; i++)
            sum[i] += state->sum[i];
    } else {
        sum_before(playhead->outer, outer_channel(playhead, channel), outer_link(playhead, channel), sum);
        add_sum(playhead, channel, sum);
    }
    for (int link = state->first; link >= 0 && link != until; link = coir_playhead_link(playhead, link)->next)
        if (!sets(playhead, &playhead->timeline->links[link]))
            apply(playhead, &playhead->timeline->links[link], sum);
}

// Returns the run's own playhead, and stores the number that `*channel` of `playhead` has there.
static CoirPlayhead *outermost_of(CoirPlayhead *playhead, int *channel)
{
    for (; playhead->outer; playhead = playhead->outer)
        *channel = outer_channel(playhead, *channel);
    return playhead;
}

static CoirPlayhead *home_of(CoirPlayhead *playhead, int *channel)
{
    for (; !coir_playhead_is_home(playhead); playhead = playhead->outer)
        *channel = outer_channel(playhead, *channel);
    return playhead;
}

// Fields of the user --------------------------------------------------------------------------------------------------

static bool has_property(const CoirNode *node, const CoirPropertyTraits *property)
{
    return coir_property_fits(property, node) ||
           MISTAKE("coir_%s: it runs on the %s made at %s:%d, which is no %s; nothing changes",
                   property->name ? property->name : "tween", node->class_->name, node->made_file_,
                   (int)node->made_line_, property->node_class->name);
}

// The functions of a field are user code, which may halt the run.
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

// Touching -----------------------------------------------------------------------------------------------------------

static void move_start(CoirChannel *state, const CoirChannelDef *def, const double *way)
{
    for (int i = 0; i < def->property->count; i++) {
        state->start[i] += way[i];
        state->initial[i] += def->adds ? way[i] : 0;
        if (def->property->is_discrete) // a blink in progress wrote another value than the start
            state->start[i] = (double)coir_property_stored(def->property, state->start[i]);
    }
}

// Moves the starts of home playheads inside, which set the channel, in the same way.
static void move_inner(CoirPlayhead *playhead, int channel, const double *way)
{
    const CoirLinkDef *links = playhead->timeline->links;
    for (int link = coir_playhead_channel(playhead, channel)->first; link >= 0;
         link = coir_playhead_link(playhead, link)->next) {
        const CoirItem *item = &playhead->timeline->items[links[link].item];
        CoirPlayhead *inner = item->inner ? coir_playhead_state(playhead, item) : NULL;
        if (!inner)
            continue;
        if (coir_playhead_is_home(inner) && coir_playhead_channel(inner, links[link].part)->is_known)
            move_start(coir_playhead_channel(inner, links[link].part), &inner->timeline->channels[links[link].part],
                       way);
        move_inner(inner, links[link].part, way);
    }
}

// Returns true if another run blinks the node of the channel, and stores the value that this run would leave.
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
                coir_playhead_channel(playhead, k)->first < 0)
                continue;
            value_without_blinks(playhead, k, value);
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

// Reads the property of the node. A change that others have made since the last write moves the start.
static void touch_node(CoirPass *pass, CoirPlayhead *playhead, int channel)
{
    const CoirChannelDef *def = &playhead->timeline->channels[channel];
    CoirChannel *state = coir_playhead_channel(playhead, channel);
    CoirNode *node = coir_run_target(pass->run, def->target);
    float values[COIR_PROPERTY_WIDTH];
    double way[COIR_PROPERTY_WIDTH] = {0};
    bool is_moved = false;
    if (!node || !has_property(node, def->property))
        return;
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
    move_start(state, def, way);
    move_inner(playhead, channel, way);
}

void coir_channel_touch(CoirPass *pass, CoirPlayhead *playhead, int channel)
{
    if (!playhead->outer) {
        touch_node(pass, playhead, channel);
        return;
    }
    CoirChannel *state = coir_playhead_channel(playhead, channel);
    int outer = outer_channel(playhead, channel);
    coir_channel_touch(pass, playhead->outer, outer);
    if (!coir_playhead_is_home(playhead) || state->is_known)
        return;
    const CoirPlayhead *home = home_of(playhead->outer, &outer);
    value_at_begin(home, outer, state->initial);
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
    playhead->going++;
}

static void link_end(CoirPlayhead *playhead, int link)
{
    CoirChannel *channel = coir_playhead_channel(playhead, playhead->timeline->links[link].channel);
    CoirLink *state = coir_playhead_link(playhead, link);
    *(state->previous >= 0 ? &coir_playhead_link(playhead, state->previous)->next : &channel->first) = state->next;
    *(state->next >= 0 ? &coir_playhead_link(playhead, state->next)->previous : &channel->last) = state->previous;
    playhead->going--;
}

// Returns true for a leaf of a discrete property whose begin or end has taken effect before the time turned back.
static bool is_passed_over(const CoirPlayhead *playhead, const CoirItem *item)
{
    return coir_leaf_property(item->leaf)->is_discrete && coir_playhead_is_past(playhead);
}

// Forgets changes that others have made since the last write: a `to` that ends overwrites them.
static void overwrite(const CoirPass *pass, CoirPlayhead *playhead, int channel)
{
    playhead = outermost_of(playhead, &channel);
    const CoirChannelDef *def = &playhead->timeline->channels[channel];
    CoirNode *node = coir_run_target(pass->run, def->target);
    if (node && coir_property_fits(def->property, node))
        read_property(pass->run, node, def->property, coir_playhead_channel(playhead, channel)->wrote);
}

// Called when a link that sets its channel ends with `value`. The start of the channel changes so that the channel has
// this value, and links that add go on from there.
static void settle(CoirPlayhead *playhead, int link, const double *value)
{
    int channel = playhead->timeline->links[link].channel;
    int each = channel;
    double rest[COIR_PROPERTY_WIDTH] = {0};
    for (CoirPlayhead *at = playhead;; at = at->outer) { // `value` contains these sums
        memset(coir_playhead_channel(at, each)->sum, 0, sizeof coir_playhead_channel(at, each)->sum);
        if (coir_playhead_is_home(at))
            break;
        memset(coir_playhead_link(at->outer, outer_link(at, each))->absorbed, 0, sizeof(double[COIR_PROPERTY_WIDTH]));
        each = outer_channel(at, each);
    }
    sum_before(playhead, channel, link, rest);
    CoirPlayhead *home = home_of(playhead, &channel);
    for (int i = 0; i < property_of(home, channel)->count; i++)
        coir_playhead_channel(home, channel)->start[i] = value[i] - rest[i];
}

void coir_leaf_end(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item)
{
    CoirChannel *channel = coir_playhead_channel(playhead, playhead->timeline->links[item->link].channel);
    const CoirLeafState *state = coir_playhead_state(playhead, item);
    double value[COIR_PROPERTY_WIDTH];
    if (is_passed_over(playhead, item)) {
        // the end has taken effect before
    } else if (coir_action_kinds[item->leaf->kind].sets) {
        overwrite(pass, playhead, playhead->timeline->links[item->link].channel);
        set_to(item->leaf, state->from, 1, true, value);
        settle(playhead, item->link, value);
    } else {
        apply_leaf(playhead, item, 1, channel->sum);
    }
    link_end(playhead, item->link);
    coir_channel_mark(playhead, playhead->timeline->links[item->link].channel);
}

// Stores the start value of a leaf, unless the leaf has begun before in the same passing, or in a loop that is
// replayed.
static void take_in(CoirPlayhead *playhead, const CoirItem *item, int channel)
{
    CoirLeafState *state = coir_playhead_state(playhead, item);
    if (state->key == coir_playhead_passing(playhead) || is_passed_over(playhead, item))
        return;
    state->key = coir_playhead_passing(playhead);
    const CoirFieldLeaf *field = coir_leaf_field(item->leaf);
    if (field && field->has_from) {
        for (int i = 0; i < COIR_PROPERTY_WIDTH; i++)
            state->from[i] = (double)field->from[i];
        return;
    }
    const CoirPlayhead *home = home_of(playhead, &channel);
    value_at_begin(home, channel, state->from);
    if (item->leaf->kind == COIR_ACTION_TIMES)
        return;
    for (int i = 0; i < coir_leaf_property(item->leaf)->count; i++)
        state->from[i] = (double)coir_property_stored(coir_leaf_property(item->leaf), state->from[i]);
}

// Called when a link that sets begins: later links of the playhead absorb the amounts that they have added so far.
// Returns false if a later link sets, too, so that this link counts alone.
static bool absorb_after(CoirPlayhead *playhead, int link)
{
    for (link = coir_playhead_link(playhead, link)->next; link >= 0; link = coir_playhead_link(playhead, link)->next) {
        double *absorbed = coir_playhead_link(playhead, link)->absorbed, added[COIR_PROPERTY_WIDTH] = {0};
        if (sets(playhead, &playhead->timeline->links[link]))
            return false;
        apply(playhead, &playhead->timeline->links[link], added);
        for (int i = 0; i < COIR_PROPERTY_WIDTH; i++)
            absorbed[i] += added[i];
    }
    return true;
}

// Does the same in the outer playheads, up to the home playhead.
static void absorb_all_after(CoirPlayhead *playhead, int link)
{
    while (absorb_after(playhead, link) && !coir_playhead_is_home(playhead)) {
        link = outer_link(playhead, playhead->timeline->links[link].channel);
        playhead = playhead->outer;
    }
}

// Notes that a `to` has begun in a channel: home playheads set the outer channel from then on.
static void note_set(CoirPlayhead *playhead, int channel)
{
    for (;; playhead = playhead->outer) {
        coir_playhead_channel(playhead, channel)->is_set = true;
        if (!playhead->outer)
            return;
        channel = outer_channel(playhead, channel);
    }
}

void coir_leaf_add_whole(CoirPlayhead *playhead, const CoirItem *item)
{
    int channel = playhead->timeline->links[item->link].channel;
    if (item->leaf->kind == COIR_ACTION_TIMES)
        take_in(playhead, item, channel);
    apply_leaf(playhead, item, 1, coir_playhead_channel(playhead, channel)->sum);
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

// Called when a timeline inside ends: its effect on a channel stays.
static void keep_inner(CoirPlayhead *playhead, const CoirItem *item, int part)
{
    const CoirPlayhead *inner = coir_playhead_state(playhead, item);
    int link = item->link + part;
    CoirChannel *channel = coir_playhead_channel(playhead, playhead->timeline->links[link].channel);
    double value[COIR_PROPERTY_WIDTH];
    if (!coir_playhead_is_home(inner) || !coir_playhead_channel(inner, part)->is_set) {
        apply_inner(inner, part, channel->sum);
        return;
    }
    value_at_begin(inner, part, value);
    settle(playhead, link, value);
}

// Marks a channel if its value has changed by rounding, as sums are now added in another order: the value that is
// written must not depend on how the run came there.
static void mark_if_other(CoirPlayhead *playhead, int channel)
{
    playhead = outermost_of(playhead, &channel);
    const CoirPropertyTraits *property = property_of(playhead, channel);
    double value[COIR_PROPERTY_WIDTH];
    coir_channel_value(playhead, channel, value);
    for (int i = 0; i < property->count; i++)
        if (coir_property_stored(property, value[i]) != coir_playhead_channel(playhead, channel)->wrote[i])
            coir_channel_mark(playhead, channel);
}

// A channel is written anew if an item inside is still in progress (the time inside has turned back), or if another
// link now decides the value.
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

// The run's own playhead ----------------------------------------------------------------------------------------------

// The time of a home playhead inside turns back.
static void rewind_discrete(CoirPlayhead *playhead, int number)
{
    CoirChannel *channel = coir_playhead_channel(playhead, number);
    if (channel->first >= 0)
        coir_channel_mark(playhead, number);
    value_without_blinks(playhead, number, channel->start);
    channel->first = channel->last = -1;
}

void coir_channels_rewind(CoirPlayhead *playhead)
{
    for (int i = 0; i < playhead->timeline->channel_count; i++) {
        CoirChannel *channel = coir_playhead_channel(playhead, i);
        if (playhead->outer && property_of(playhead, i)->is_discrete) {
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
    for (int i = 0; i < def->property->count; i++)
        state->wrote[i] = coir_property_stored(def->property, value[i]);
    state->is_dirty = false;
    write_property(pass->run, node, def->property, state->wrote);
}

// Returns true while a leaf changes the channel, in this playhead or inside.
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
