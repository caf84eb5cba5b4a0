// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Repeats with thousands of loops in one step: where possible, the result of many loops is computed, and the loops are
// not played one by one.

#include <string.h>

#include "action/play/play.h"
#include "coir/log.h"
#include "time/nanoseconds.h"

#define LOOP_LIMIT 1000   // loops of a repeat in one step that make their calls
#define MUTED_LIMIT 10000 // loops without calls that are played if their effect cannot be computed
#define STEP_LIMIT 100000 // loops without calls in one step or seek: of a repeat, and of all repeats of a run together

static void next_loop(CoirPlayhead *playhead)
{
    playhead->next = playhead->next_end = 0;
    playhead->since = playhead->time;
    playhead->loop++;
}

// Plays a loop from begin to end.
static void play_loop(CoirPass *pass, CoirPlayhead *playhead)
{
    int64_t end = coir_playhead_loop_begin(playhead) + playhead->timeline->length;
    for (;;) {
        coir_playhead_begin_items(pass, playhead, end);
        if (pass->block->is_halted)
            return;
        int64_t event = coir_playhead_next_item_event(playhead, end);
        if (pass->block->is_halted)
            return;
        if (event > end)
            break;
        coir_playhead_bring(pass, playhead, event > playhead->time ? event : playhead->time, end);
        coir_objects_finish(pass, playhead);
    }
    coir_playhead_bring(pass, playhead, end, end);
    if (!pass->block->is_halted)
        next_loop(playhead);
}

// Returns true for an uneven channel: there are leaves that add or scale, but the sum of a loop cannot be multiplied,
// because some leaves set or scale the property.
static bool is_uneven(const CoirChannelDef *def)
{
    return def->adds && (def->sets || !def->adds_equally);
}

static void mark_channels(CoirPlayhead *playhead)
{
    for (int i = 0; i < playhead->timeline->channel_count; i++) {
        CoirChannel *channel = coir_playhead_channel(playhead, i);
        if (is_uneven(&playhead->timeline->channels[i]))
            coir_channel_value(playhead, i, channel->mark);
        else
            memcpy(channel->mark, channel->sum, sizeof channel->mark);
    }
}

// Returns true if the last loop has left all uneven channels with the values of the loop before.
static bool changes_nothing(const CoirPlayhead *playhead)
{
    for (int i = 0; i < playhead->timeline->channel_count; i++) {
        const CoirChannelDef *def = &playhead->timeline->channels[i];
        double value[COIR_PROPERTY_WIDTH];
        if (!is_uneven(def))
            continue;
        coir_channel_value(playhead, i, value);
        for (int k = 0; k < def->property->count; k++)
            if ((float)value[k] != (float)coir_playhead_channel(playhead, i)->mark[k])
                return false;
    }
    return true;
}

// Adds `count` times the sums of the last loop. The result is that of `count` more loops.
static void add_loops(CoirPlayhead *playhead, int64_t count)
{
    for (int i = 0; i < playhead->timeline->channel_count; i++) {
        const CoirChannelDef *def = &playhead->timeline->channels[i];
        CoirChannel *channel = coir_playhead_channel(playhead, i);
        if (!def->adds || is_uneven(def))
            continue;
        for (int k = 0; k < COIR_PROPERTY_WIDTH; k++)
            channel->sum[k] += (channel->sum[k] - channel->mark[k]) * (double)count;
        coir_channel_mark(playhead, i);
    }
}

// Counts one more loop that is played without calls in this step. Returns false, and does not count, for a loop beyond
// STEP_LIMIT.
static bool may_play_muted(CoirRunBlock *block, int64_t step)
{
    if (block->muted_step != step)
        block->muted_loops = 0;
    block->muted_step = step;
    bool may_play = block->muted_loops < STEP_LIMIT;
    block->muted_loops += may_play;
    return may_play;
}

// Passes `count` loops without calls:
//
// 1. The first loop is always played. If properties only change by amounts, the sums of this loop are multiplied by the
//    number of the other loops.
// 2. If a property is scaled, or is set and also changed by amounts, loops are played until a loop changes nothing, at
//    most MUTED_LIMIT loops. If there are toggles, an even number of loops is left out, except beyond STEP_LIMIT.
// 3. Objects are updated only in a seek or replay, and only in the first loop.
static void skip_loops(CoirPass *pass, CoirPlayhead *playhead, int64_t count)
{
    CoirRunBlock *block = pass->block;
    bool was_muted = pass->is_muted, was_skipping = pass->is_skipping, toggles = playhead->timeline->toggles;
    bool is_sought = pass->is_seeking || pass->is_replaying, is_constant = false;
    int64_t end = playhead->loop + count;
    pass->is_muted = true;
    for (int played = 0; count > 0 && !block->is_halted; played++) {
        bool is_wanted = (!is_constant && played < MUTED_LIMIT) || (toggles && count % 2 != 0);
        // Beyond STEP_LIMIT, also an odd number is left out: with a second loop on each level of nested repeats, the
        // time would double with each level.
        if (!(is_wanted && may_play_muted(block, pass->number)) && played > 0)
            break;
        pass->is_skipping = was_skipping || !is_sought || playhead->is_spent || played > 0;
        mark_channels(playhead);
        play_loop(pass, playhead);
        count--;
        is_constant = changes_nothing(playhead);
    }
    pass->is_muted = was_muted;
    pass->is_skipping = was_skipping;
    if (block->is_halted)
        return;
    add_loops(playhead, count);
    playhead->loop = end;
    playhead->time = end * playhead->timeline->length;
    playhead->since = playhead->time;
}

static void say_loops(CoirPass *pass, const CoirPlayhead *playhead)
{
    if (pass->block->loops_said)
        return;
    pass->block->loops_said = true;
    CoirRunCall call; // the log hook is user code
    coir_run_call_begin(pass->run, &call);
    coir_log(COIR_LOG_WARNING,
             "a repeated action of %g s made more than %d loops in one step; the calls of the rest are dropped",
             coir_to_seconds(playhead->timeline->length), LOOP_LIMIT);
    coir_run_call_end(pass->run, &call);
}

bool coir_playhead_is_dropped(CoirPass *pass, const CoirPlayhead *playhead)
{
    for (; playhead; playhead = playhead->outer)
        if (playhead->is_spent && playhead->step == pass->number)
            return say_loops(pass, playhead), true;
    return false;
}

// Returns the time of a playhead up to which nothing else in the run begins or ends.
static int64_t alone_until(const CoirPass *pass, CoirPlayhead *playhead)
{
    if (!playhead->outer)
        return playhead->until;
    int64_t outside = alone_until(pass, playhead->outer),
            beside = coir_playhead_alone_until(playhead->outer, playhead->item);
    int64_t inside = coir_playhead_until_inside(playhead->outer, playhead->item, beside < outside ? beside : outside);
    return inside < playhead->until ? inside : playhead->until;
}

// Returns true if other items in progress change the property of this channel, in an outer playhead.
static bool is_shared(const CoirPlayhead *playhead, int channel)
{
    for (; playhead->outer; playhead = playhead->outer) {
        channel = playhead->outer->timeline->links[playhead->item->link + channel].channel;
        const CoirChannel *outer = coir_playhead_channel(playhead->outer, channel);
        if (outer->first != outer->last)
            return true;
    }
    return false;
}

// Returns true if, in each outer playhead, the item with the inner playhead is the only item in progress, and this item
// has no links: it changes no property.
static bool is_alone(const CoirPlayhead *playhead)
{
    for (; playhead->outer; playhead = playhead->outer)
        if (playhead->outer->active > 0 || playhead->outer->first != playhead->outer->last)
            return false;
    return true;
}

// Returns true if no other item in progress changes the result of this playhead.
static bool is_independent(const CoirPlayhead *playhead)
{
    const CoirTimeline *timeline = playhead->timeline;
    if (is_alone(playhead))
        return true;
    if (timeline->has_objects)
        return false;
    for (int i = 0; i < timeline->channel_count; i++) {
        const CoirChannelDef *def = &timeline->channels[i];
        if ((def->sets || !def->adds_equally) && is_shared(playhead, i))
            return false;
    }
    return true;
}

// Returns true if nothing else in the run sees or changes the loops of this playhead, so that the playhead may be ahead
// of the other playheads in the middle of a pass.
static bool is_apart(const CoirPass *pass, const CoirPlayhead *playhead)
{
    const CoirTimeline *run = pass->block->timeline;
    if (run->has_objects || (run->has_calls && !pass->is_muted))
        return false;
    for (int i = 0; i < playhead->timeline->channel_count; i++) {
        int channel = i;
        for (const CoirPlayhead *at = playhead; at->outer; at = at->outer) {
            const CoirTimeline *outer = at->outer->timeline;
            channel = outer->links[at->item->link + channel].channel;
            const CoirChannelDef *def = &outer->channels[channel];
            if (def->link_count > 1 && (def->sets || !def->adds_equally))
                return false;
        }
    }
    return true;
}

// Returns the number of loops that are passed together, up to the end of the step; 0 or less: none.
//
// 1. Loops beyond the limit (loop_limit) are passed together. In a seek or replay, so are all loops that make no calls
//    there, and have no objects of a user's class.
// 2. Loops with a result that depends on other items are played one by one: up to the limit if there are objects, else
//    up to the limit or up to STEP_LIMIT loops, whichever is more.
// 3. Loops without length are all at the same time. The rest of the loops is passed together if they make no calls and
//    have no objects.
static int64_t loops_to_skip(const CoirPass *pass, CoirPlayhead *playhead)
{
    const CoirTimeline *timeline = playhead->timeline;
    bool is_silent = pass->is_muted || pass->is_replaying || (pass->is_seeking && !timeline->has_calls);
    if (timeline->length == 0) {
        bool is_worked_out = !timeline->has_users && (is_silent || !(timeline->has_calls || timeline->has_objects));
        return playhead->is_spent || is_worked_out ? timeline->times - playhead->loop : 0;
    }
    bool may_play_all = playhead->loops < STEP_LIMIT && !timeline->has_objects;
    if (!playhead->is_spent && (timeline->has_users || !is_silent))
        return 0;
    if ((!playhead->is_spent || may_play_all) && !is_independent(playhead))
        return 0;
    bool makes_no_calls = is_silent || !timeline->has_calls;
    int64_t until = makes_no_calls && is_apart(pass, playhead) ? playhead->until : alone_until(pass, playhead);
    int64_t whole = until / timeline->length;
    if (timeline->times >= 0 && whole > timeline->times)
        whole = timeline->times;
    return whole - playhead->loop;
}

// Returns the number of loops that a step or seek plays one by one before the rest is passed without calls. A seek with
// calls has no limit for loops that have calls, but no objects of a user's class.
static int64_t loop_limit(const CoirPass *pass, const CoirTimeline *timeline)
{
    bool makes_calls = !pass->is_muted && timeline->has_calls;
    if (!pass->is_seeking || timeline->has_users || (timeline->length == 0 && !makes_calls))
        return LOOP_LIMIT;
    return makes_calls ? INT64_MAX : STEP_LIMIT;
}

void coir_playhead_skip_spent_loops(CoirPass *pass, CoirPlayhead *playhead)
{
    const CoirTimeline *timeline = playhead->timeline;
    if (timeline->times == 1 || coir_timeline_is_empty_loop(timeline) || playhead->next > 0)
        return;
    playhead->is_spent = playhead->step == pass->number && playhead->loops >= loop_limit(pass, timeline);
    int64_t count = loops_to_skip(pass, playhead);
    if (count <= 0 || pass->block->is_halted)
        return;
    if (playhead->is_spent && !pass->is_muted && !pass->is_for_show && (timeline->has_calls || timeline->has_objects))
        say_loops(pass, playhead);
    if (!pass->block->is_halted)
        skip_loops(pass, playhead, count);
}

void coir_playhead_end_loop(CoirPass *pass, CoirPlayhead *playhead)
{
    next_loop(playhead);
    if (playhead->step != pass->number) {
        playhead->step = pass->number;
        playhead->loops = 0;
    }
    // A seek with calls plays any number of loops. All of them would overflow the count.
    playhead->loops += playhead->loops < STEP_LIMIT;
}
