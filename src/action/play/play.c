// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Playing a timeline. A step goes from event to event; an event is an item that begins or ends, also in an inner
// timeline. At each event, all playheads are brought to the time of the event. Then items begin and calls are made, in
// the order of the description. So a long step has the same result as many short steps, and each call finds the nodes
// with their values at the time of the call.
//
// User code may end the run or pause its node. Then playing halts, and the next step plays the rest. Ease functions are
// user code, too, so functions that return an inner time or a value may halt the run.
//
// There are two cases of a step backwards:
//
// 1. No event lies between, and no time bender is in progress. The playheads are brought to the earlier time.
// 2. Otherwise all values are reset to the beginning of the run, and the timeline is played up to the new time without
//    calls.

#include "action/play/play.h"
#include "time/nanoseconds.h"

static void seek_inner(CoirPass *pass, CoirPlayhead *playhead, int64_t time);

// Bringing -----------------------------------------------------------------------------------------------------------

// Moves the frontier of a time bender to the inner time, if all instants at this inner time have taken effect. Instants
// up to the frontier do not take effect again.
static void note_frontier(CoirPlayhead *inner)
{
    if (coir_playhead_owns_channels(inner) && inner->time > inner->frontier &&
        coir_playhead_next_event(inner, inner->time) > inner->time)
        inner->frontier = inner->time;
}

static void bring_inner(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item, int64_t until)
{
    CoirPlayhead *inner = coir_playhead_state(playhead, item);
    if (coir_timeline_is_empty_loop(inner->timeline))
        return;
    int64_t time = coir_playhead_inner_time(inner, playhead->time - coir_playhead_loop_begin(playhead) - item->begin);
    int64_t inner_until = coir_playhead_until_inside(playhead, item, until);
    note_frontier(inner);
    bool turns_back =
        time < inner->time && coir_playhead_owns_channels(inner) && !coir_playhead_can_go_back(inner, time);
    if (!turns_back && time > inner->time) { // stops at the next inner event; several events come one by one
        int64_t event = coir_playhead_next_event(inner, inner_until);
        time = event > time ? time : event > inner->time ? event : inner->time;
    }
    if (pass->block->is_halted)
        return;
    if (turns_back)
        seek_inner(pass, inner, time);
    else
        coir_playhead_bring(pass, inner, time, inner_until);
}

// If the run halts, its next step brings the remaining items to the time.
void coir_playhead_bring(CoirPass *pass, CoirPlayhead *playhead, int64_t time, int64_t until)
{
    const CoirTimeline *timeline = playhead->timeline;
    playhead->time = time;
    int first = playhead->watched > 0 ? playhead->first : -1;
    for (int i = first; i >= 0 && !pass->block->is_halted; i = coir_playhead_after(playhead, i))
        if (timeline->items[i].inner && !timeline->items[i].inner->can_wait)
            bring_inner(pass, playhead, &timeline->items[i], until);
    coir_playhead_take_due(playhead, time);
    for (const CoirPlayhead *due = playhead->due; due && !pass->block->is_halted; due = due->next_due)
        bring_inner(pass, playhead, due->item, until);
    while (playhead->next_end < timeline->end_count && !pass->block->is_halted) {
        int index = timeline->ends[playhead->next_end];
        const CoirItem *item = &timeline->items[index];
        if (index >= playhead->next || coir_playhead_loop_begin(playhead) + item->end > time)
            break;
        playhead->next_end++;
        playhead->since = time;
        if (item->link != COIR_NO_LINK)
            coir_leaf_end(pass, playhead, item);
    }
}

// User code ----------------------------------------------------------------------------------------------------------

static CoirPlayhead *own_playhead(CoirPass *pass)
{
    return pass->block->playhead;
}

// Writes the channels to the nodes, and updates the objects.
static void show(CoirPass *pass)
{
    coir_channels_write(pass, own_playhead(pass));
    if (!pass->is_skipping && !pass->block->is_halted)
        coir_objects_update(pass, own_playhead(pass));
}

// Halts the run before an item that calls user code, in a pass that only shows a time. Returns true if the run has
// halted.
static bool halts_before(CoirPass *pass, const CoirItem *item)
{
    if (pass->is_for_show && coir_item_calls_user(item))
        pass->block->is_halted = true;
    return pass->block->is_halted;
}

static void finish_object(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item)
{
    bool is_skipping = pass->is_skipping;
    if (!is_skipping)
        coir_channels_write(pass, own_playhead(pass));
    if (halts_before(pass, item))
        return;
    coir_playhead_remove(playhead, item);
    playhead->active--;
    if (!is_skipping)
        coir_object_update(pass, playhead, item, 1);
}

// Ends the objects of inner playheads, too. Stops if the run halts.
void coir_objects_finish(CoirPass *pass, CoirPlayhead *playhead)
{
    int first = playhead->timeline->has_objects ? playhead->first : -1;
    for (int i = first, next; i >= 0 && !pass->block->is_halted; i = next) {
        const CoirItem *item = &playhead->timeline->items[i];
        next = coir_playhead_after(playhead, i);
        if (item->inner)
            coir_objects_finish(pass, coir_playhead_state(playhead, item));
        else if (item->end != COIR_NEVER && coir_playhead_loop_begin(playhead) + item->end <= playhead->time)
            finish_object(pass, playhead, item);
    }
}

// Returns true for a call, or for the destruction of a node, that this pass leaves out.
static bool is_left_out(CoirPass *pass, const CoirPlayhead *playhead, const CoirItem *item)
{
    if (coir_playhead_is_past(playhead))
        return true;
    if (item->leaf->kind == COIR_ACTION_REMOVE)
        return pass->is_skipping;
    return pass->is_muted || pass->drops_calls || coir_playhead_is_dropped(pass, playhead);
}

// call, begin_object and begin_leaf return false if the run has halted before the item took effect.
static bool call(CoirPass *pass, const CoirPlayhead *playhead, const CoirItem *item)
{
    if (is_left_out(pass, playhead, item))
        return true;
    show(pass);
    CoirNode *node = coir_run_target(pass->run, item->target);
    if (halts_before(pass, item) || !node)
        return !pass->block->is_halted;
    CoirRunCall call;
    coir_run_call_begin(pass->run, &call);
    if (item->leaf->kind == COIR_ACTION_REMOVE)
        coir_node_destroy(node);
    else
        item->leaf->function(node, item->leaf->user);
    coir_run_call_end(pass->run, &call);
    return true;
}

static bool begin_object(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item)
{
    bool is_instant = item->end == item->begin;
    if (pass->is_skipping || (is_instant && coir_playhead_is_past(playhead)))
        return true;
    if (!coir_object_is_silent(playhead, item))
        show(pass);
    if (halts_before(pass, item))
        return false;
    if (!is_instant) {
        coir_playhead_insert(playhead, item);
        playhead->active++;
    }
    return coir_object_begin(pass, playhead, item);
}

// Items that begin ---------------------------------------------------------------------------------------------------

// Begins the items that are due, in this playhead and in inner playheads. Goes on to the next loop if a loop is over.
// May halt the run.
static void begin_playhead(CoirPass *pass, CoirPlayhead *playhead, int64_t until)
{
    const CoirTimeline *timeline = playhead->timeline;
    playhead->until = until;
    while (!pass->block->is_halted) {
        coir_playhead_skip_spent_loops(pass, playhead);
        if (pass->block->is_halted || coir_playhead_is_over(playhead))
            return;
        coir_playhead_begin_items(pass, playhead, until);
        if (pass->block->is_halted || timeline->times == 1 ||
            playhead->time < coir_playhead_loop_begin(playhead) + timeline->length)
            return;
        coir_playhead_end_loop(pass, playhead);
    }
}

// Plays an empty loop: an endless repeat of an action without length. The action is played once in each update: when
// the item begins, and then at the end of each step.
static void pass_empty_loop(CoirPass *pass, CoirPlayhead *playhead, CoirPlayhead *inner, int64_t until)
{
    int64_t update = coir_run_update_number(pass->run);
    if (inner->loop == update || (inner->loop > 0 && playhead->time < until))
        return;
    inner->loop = update;
    inner->time = 0;
    coir_playhead_begin_items(pass, inner, 0);
    if (!pass->block->is_halted)
        inner->next = inner->next_end = 0;
}

// Plays the inner timeline of an item up to the time of `playhead`. Returns true if the item is over.
static bool pass_inner(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item, int64_t until)
{
    CoirPlayhead *inner = coir_playhead_state(playhead, item);
    int64_t elapsed = playhead->time - coir_playhead_loop_begin(playhead) - item->begin;
    int64_t time = coir_playhead_inner_time(inner, elapsed),
            inner_until = coir_playhead_until_inside(playhead, item, until);
    if (pass->block->is_halted)
        return false;
    if (coir_timeline_is_empty_loop(inner->timeline)) {
        pass_empty_loop(pass, playhead, inner, until);
        return false;
    }
    for (;;) {
        begin_playhead(pass, inner, inner_until);
        if (pass->block->is_halted)
            return false;
        if (inner->time > inner->frontier)
            inner->frontier = inner->time;
        int64_t event = coir_playhead_next_event(inner, inner_until);
        if (pass->block->is_halted)
            return false;
        if (event > time)
            break;
        coir_playhead_bring(pass, inner, event > inner->time ? event : inner->time, inner_until);
        coir_objects_finish(pass, inner);
    }
    if (inner->time < time)
        coir_playhead_bring(pass, inner, time, inner_until);
    return item->end != COIR_NEVER && elapsed >= item->end - item->begin;
}

// When the item of a time bender ends, its inner time may have turned back, so that objects are still in progress.
// undo_inner undoes objects that are back at their begin, in reverse order. leave_inner then updates the other objects.
static void undo_inner(CoirPass *pass, CoirPlayhead *inner)
{
    for (int i = inner->last; i >= 0 && !pass->block->is_halted; i = coir_playhead_before(inner, i)) {
        const CoirItem *item = &inner->timeline->items[i];
        if (item->inner)
            undo_inner(pass, coir_playhead_state(inner, item));
        else if (coir_leaf_fraction(inner, item) == 0 && !pass->block->is_halted)
            coir_object_undo(pass, inner, item);
    }
}

static void leave_inner(CoirPass *pass, CoirPlayhead *inner)
{
    for (int i = inner->first; i >= 0 && !pass->block->is_halted; i = coir_playhead_after(inner, i)) {
        const CoirItem *item = &inner->timeline->items[i];
        if (item->inner) {
            leave_inner(pass, coir_playhead_state(inner, item));
            continue;
        }
        double t = coir_leaf_fraction(inner, item);
        if (t != 0 && !pass->block->is_halted)
            coir_object_update(pass, inner, item, t);
    }
}

static void end_inner(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item)
{
    CoirPlayhead *inner = coir_playhead_state(playhead, item);
    if (!pass->is_skipping) {
        undo_inner(pass, inner);
        leave_inner(pass, inner);
    }
    if (pass->block->is_halted)
        return; // the item ends when the run goes on
    coir_playhead_remove(playhead, item);
    coir_links_end(playhead, item);
    playhead->since = playhead->time;
}

// Begins a leaf. In a pass that only shows a time, halts the run before a leaf on a node without the leaf's property.
// The next step begins the leaf and reports the mistake to the log hook, which is user code. A replay begins only
// leaves that have begun before.
static bool begin_leaf(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item)
{
    bool may_halt = pass->is_for_show && !pass->is_replaying;
    const CoirNode *node = may_halt ? coir_run_target(pass->run, item->target) : NULL;
    if (node && !coir_property_fits(coir_leaf_property(item->leaf), node)) {
        show(pass);
        pass->block->is_halted = true;
        return false;
    }
    coir_leaf_begin(pass, playhead, item);
    return true;
}

static bool begin_item(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item)
{
    playhead->since = playhead->time;
    if (item->inner) {
        coir_playhead_begin(pass->run, coir_playhead_state(playhead, item), item->inner, playhead, item);
        if (coir_item_turns_back(item) && !pass->is_replaying)
            coir_objects_leave(pass, coir_playhead_state(playhead, item));
        coir_links_begin(playhead, item);
        coir_playhead_insert(playhead, item);
        return true;
    }
    switch (item->leaf->kind) {
    case COIR_ACTION_CALL:
    case COIR_ACTION_REMOVE: return call(pass, playhead, item);
    case COIR_ACTION_OBJECT: return begin_object(pass, playhead, item);
    default: return begin_leaf(pass, playhead, item);
    }
}

// Returns the first item in progress, from the item `other` on, with an inner timeline that cannot wait; -1: none.
static int next_watched(const CoirPlayhead *playhead, int other)
{
    const CoirItem *items = playhead->timeline->items;
    while (other >= 0 && (!items[other].inner || items[other].inner->can_wait))
        other = coir_playhead_after(playhead, other);
    return other;
}

// Plays the inner timeline of an item. Returns false if the run has halted.
static bool play_inner(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item, int64_t until)
{
    bool is_done = pass_inner(pass, playhead, item, until);
    if (pass->block->is_halted)
        return false;
    if (is_done)
        end_inner(pass, playhead, item);
    if (pass->block->is_halted)
        return false;
    CoirPlayhead *inner = coir_playhead_state(playhead, item);
    if (playhead->due == inner)
        playhead->due = inner->next_due;
    if (!is_done && item->inner->can_wait)
        coir_playhead_wait(inner, coir_playhead_inner_event(playhead, item, until));
    return true;
}

// Begins the items that are due, and plays the inner timelines, in the order of the description.
void coir_playhead_begin_items(CoirPass *pass, CoirPlayhead *playhead, int64_t until)
{
    const CoirTimeline *timeline = playhead->timeline;
    const CoirItem *items = timeline->items;
    int other = playhead->watched > 0 ? playhead->first : -1;
    while (!pass->block->is_halted) {
        const CoirItem *next = playhead->next < timeline->count ? &items[playhead->next] : NULL;
        bool is_due = next && coir_playhead_loop_begin(playhead) + next->begin <= playhead->time;
        for (;;) {
            other = next_watched(playhead, other);
            const CoirItem *item = other >= 0 ? &items[other] : NULL;
            if (playhead->due && (!item || playhead->due->item->order < item->order))
                item = playhead->due->item;
            if (!item || (is_due && next->order < item->order))
                break;
            if (other >= 0 && item == &items[other])
                other = coir_playhead_after(playhead, other);
            if (!play_inner(pass, playhead, item, until))
                return;
        }
        if (!is_due || !begin_item(pass, playhead, next))
            return;
        if (next->inner && next->inner->can_wait) {
            CoirPlayhead *inner = coir_playhead_state(playhead, next);
            inner->event = playhead->time;
            inner->next_due = playhead->due;
            playhead->due = inner;
        } else if (next->inner) {
            other = playhead->next;
        }
        playhead->next++;
    }
}

// Playing ------------------------------------------------------------------------------------------------------------

// Makes the calls of a loop that are due, in a timeline that has only calls.
static void make_calls(CoirPass *pass, CoirPlayhead *playhead, int64_t time)
{
    const CoirTimeline *timeline = playhead->timeline;
    int64_t begin = coir_playhead_loop_begin(playhead);
    while (playhead->next < timeline->count && !pass->block->is_halted) {
        const CoirItem *item = &timeline->items[playhead->next];
        if (begin + item->begin > time)
            return;
        playhead->time = playhead->since = begin + item->begin;
        if (call(pass, playhead, item))
            playhead->next++;
    }
}

// Plays a timeline that has only calls. Nothing changes between the calls.
static void play_calls(CoirPass *pass, CoirPlayhead *playhead, int64_t time)
{
    playhead->until = time;
    for (;;) {
        coir_playhead_skip_spent_loops(pass, playhead);
        if (pass->block->is_halted)
            return;
        if (coir_playhead_is_over(playhead))
            break;
        make_calls(pass, playhead, time);
        if (pass->block->is_halted)
            return;
        int64_t end = coir_playhead_loop_begin(playhead) + playhead->timeline->length;
        if (playhead->timeline->times == 1 || end > time)
            break;
        playhead->time = end;
        coir_playhead_end_loop(pass, playhead);
    }
    playhead->time = time;
}

static void play(CoirPass *pass, CoirPlayhead *playhead, int64_t time)
{
    if (pass->is_muted)
        coir_playhead_jump(pass, playhead, time);
    if (playhead->timeline->has_only_calls) {
        play_calls(pass, playhead, time);
        return;
    }
    for (;;) {
        int64_t event = coir_playhead_next_event(playhead, time);
        if (pass->block->is_halted)
            return;
        if (event > time)
            break;
        // After a halt, an event that was not played may be earlier than the time of the playhead.
        coir_playhead_bring(pass, playhead, event > playhead->time ? event : playhead->time, time);
        coir_objects_finish(pass, playhead);
        if (!pass->block->is_halted)
            begin_playhead(pass, playhead, time);
        if (pass->block->timeline->has_exact && !pass->block->is_halted && !playhead->outer)
            coir_playhead_exact_after_event(pass, time);
        if (pass->block->is_halted)
            return;
    }
    if (playhead->time != time)
        coir_playhead_bring(pass, playhead, time, time);
}

// Seeking ------------------------------------------------------------------------------------------------------------

// Called when the inner time of a time bender turns back to `time`, and the playhead cannot go back: replays the
// playhead up to this time. Instants are not undone.
static void seek_inner(CoirPass *pass, CoirPlayhead *playhead, int64_t time)
{
    coir_objects_silence(pass, playhead);
    coir_channels_rewind(playhead);
    coir_playhead_reset(playhead);
    bool was_replaying = pass->is_replaying;
    pass->is_replaying = true;
    play(pass, playhead, time);
    pass->is_replaying = was_replaying;
    if (!was_replaying)
        coir_objects_end_silence(pass);
}

bool coir_playhead_can_go_back(const CoirPlayhead *playhead, int64_t time)
{
    if (time < playhead->since)
        return false;
    for (int i = playhead->first; i >= 0; i = coir_playhead_after(playhead, i)) {
        const CoirItem *item = &playhead->timeline->items[i];
        const CoirPlayhead *inner = item->inner ? coir_playhead_state(playhead, item) : NULL;
        if (inner &&
            (coir_timeline_is_empty_loop(inner->timeline) || coir_playhead_owns_channels(inner) ||
             !coir_playhead_can_go_back(
                 inner, coir_playhead_inner_time(inner, time - coir_playhead_loop_begin(playhead) - item->begin))))
            return false;
    }
    return true;
}

// Undoes the objects and rewinds the channels, as if nothing had begun. In channels with leaves that add, the changes
// by other code since the last write are added to the start values first. Meanwhile the run is at the time `goal`, and
// stays there if `undo` freezes the run. Returns true if user code has halted the run. Then the pass goes on, unless
// the run has ended: a frozen run is replayed as well.
static bool undo_and_rewind(CoirPass *pass, CoirPlayhead *playhead, int64_t goal)
{
    CoirRunBlock *block = pass->block;
    playhead->time = goal;
    for (int i = 0; i < playhead->timeline->channel_count; i++)
        if (playhead->timeline->channels[i].adds && coir_playhead_channel(playhead, i)->is_known)
            coir_channel_touch(pass, playhead, i);
    coir_objects_undo(pass);
    coir_channels_rewind(playhead);
    coir_playhead_reset(playhead);
    bool has_halted = block->is_halted;
    block->is_halted = !coir_run_is_alive(pass->run);
    block->was_moving = block->was_moving && coir_run_moves(pass->run);
    return has_halted;
}

static void go_back(CoirPass *pass, CoirPlayhead *playhead, int64_t time)
{
    bool has_events = !coir_playhead_can_go_back(playhead, time);
    if (pass->block->is_halted)
        return;
    if (!has_events) {
        coir_playhead_bring(pass, playhead, time, time);
        return;
    }
    CoirRunBlock *block = pass->block;
    pass->goal = time;
    bool has_halted = undo_and_rewind(pass, playhead, time);
    const bool was_changed = block->is_changed, was_sought = block->is_seek_pending; // by `undo`
    block->is_changed = block->is_seek_pending = false; // otherwise the next user code would halt the replay
    if (!block->is_halted)
        play(pass, playhead, time);
    block->is_changed |= was_changed;
    block->is_seek_pending |= was_sought;
    pass->goal = -1;
    if (has_halted && !block->is_halted) {
        show(pass);
        block->is_halted = true;
    }
}

static void play_on(CoirPass *pass, CoirPlayhead *playhead, int64_t time)
{
    pass->goal = time;
    play(pass, playhead, time);
    pass->goal = -1;
}

// Prepares a halted run for its next pass: ends the objects that did not end because of the halt.
static void leave_halt(CoirPass *pass)
{
    bool was_halted = pass->block->is_halted;
    pass->block->is_halted = false;
    if (was_halted)
        coir_objects_finish(pass, own_playhead(pass));
}

void coir_pass_begin(CoirPass *pass, CoirRunRecord *run)
{
    const CoirActionManager *manager = coir_run_manager(run);
    int64_t update = manager ? (int64_t)manager->update + !manager->is_updating : 0;
    *pass = (CoirPass){.run = run, .block = run->block, .number = update, .goal = -1};
    run->block->pass = pass;
}

void coir_pass_turn_to_seek(CoirPass *pass)
{
    pass->is_seeking = true;
    pass->number = -1 - ++pass->block->seeks;
}

void coir_pass_end(const CoirPass *pass)
{
    pass->block->pass = NULL;
}

// Shows the result of a pass, unless the run has halted, and calls `after_pass`.
static void finish(CoirPass *pass)
{
    if (!pass->block->is_halted)
        show(pass);
    if (coir_runs()->after_pass)
        coir_run_call_after_pass(pass->run);
}

void coir_playhead_play(CoirRunRecord *run, int64_t time, bool drops_calls)
{
    CoirPass pass;
    coir_pass_begin(&pass, run);
    pass.drops_calls = drops_calls;
    leave_halt(&pass);
    play(&pass, own_playhead(&pass), time);
    finish(&pass);
    coir_pass_end(&pass);
}

void coir_playhead_play_for_show(CoirRunRecord *run, int64_t time)
{
    CoirPass pass;
    coir_pass_begin(&pass, run);
    pass.is_for_show = true;
    leave_halt(&pass);
    play(&pass, own_playhead(&pass), time);
    finish(&pass);
    coir_pass_end(&pass);
}

void coir_playhead_rewind(CoirRunRecord *run)
{
    CoirPass pass;
    coir_pass_begin(&pass, run);
    coir_pass_turn_to_seek(&pass);
    run->block->is_halted = false;
    undo_and_rewind(&pass, own_playhead(&pass), 0);
    finish(&pass);
    coir_pass_end(&pass);
}

void coir_pass_seek(CoirPass *pass, int64_t time, bool with_calls)
{
    CoirPlayhead *playhead = own_playhead(pass);
    bool is_forward = time >= playhead->time;
    coir_pass_turn_to_seek(pass);
    pass->is_muted = false;
    leave_halt(pass);
    pass->is_muted = !with_calls || !is_forward;
    if (is_forward)
        play_on(pass, playhead, time);
    else if (!pass->block->is_halted)
        go_back(pass, playhead, time);
    finish(pass);
}

void coir_playhead_seek(CoirRunRecord *run, int64_t time, bool with_calls)
{
    CoirPass pass;
    coir_pass_begin(&pass, run);
    coir_pass_seek(&pass, time, with_calls);
    coir_pass_end(&pass);
}
