// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Playing a timeline. A step goes from event to event: an item begins or ends, also in a timeline inside. At each event
// all scopes are brought to its time; then items begin and calls are made, in the order of writing. So a long step has
// the same result as many short steps, and each call finds the nodes with their values at the time of the call. User
// code may end the run or pause its node: then playing halts, and the next step plays the rest. Ease functions are user
// code, too, so functions that return a time inside or a value may halt the run.
//
// Backwards, a step without events between brings the scopes to the earlier time. A step over an event sets everything
// back to the begin of the run, and plays up to the new time without calls.

#include "action/play/play.h"
#include "time/nanoseconds.h"

static void seek_inner(CoirPass *pass, CoirScope *scope, int64_t time);

// Bringing -----------------------------------------------------------------------------------------------------------

// Moves the frontier of a home scope to its time, if all instants at this time have taken effect.
static void note_frontier(CoirScope *inner)
{
    if (coir_scope_is_home(inner) && inner->time > inner->frontier &&
        coir_scope_next_event(inner, inner->time) > inner->time)
        inner->frontier = inner->time;
}

static void bring_inner(CoirPass *pass, CoirScope *scope, const CoirItem *item, int64_t until)
{
    CoirScope *inner = coir_scope_state(scope, item);
    if (coir_timeline_is_idle(inner->timeline))
        return;
    int64_t time = coir_scope_inner_time(inner, scope->time - coir_scope_loop_begin(scope) - item->begin);
    int64_t inner_until = coir_scope_until_inside(scope, item, until);
    note_frontier(inner);
    bool turns_back = time < inner->time && coir_scope_is_home(inner) && !coir_scope_can_go_back(inner, time);
    if (!turns_back && time > inner->time) { // several inner events at this time come one by one
        int64_t event = coir_scope_next_event(inner, inner_until);
        time = event > time ? time : event > inner->time ? event : inner->time;
    }
    if (pass->block->is_halted)
        return;
    if (turns_back)
        seek_inner(pass, inner, time);
    else
        coir_scope_bring(pass, inner, time, inner_until);
}

// Brings a scope to a time before which the scope has no event. Items that end at this time end; no item begins. If the
// run halts, the remaining items are brought there when the run goes on.
void coir_scope_bring(CoirPass *pass, CoirScope *scope, int64_t time, int64_t until)
{
    const CoirTimeline *timeline = scope->timeline;
    scope->time = time;
    int first = scope->watched > 0 ? scope->first : -1;
    for (int i = first; i >= 0 && !pass->block->is_halted; i = coir_scope_after(scope, i))
        if (timeline->items[i].inner && !timeline->items[i].inner->can_wait)
            bring_inner(pass, scope, &timeline->items[i], until);
    coir_scope_take_due(scope, time);
    for (const CoirScope *due = scope->due; due && !pass->block->is_halted; due = due->beside)
        bring_inner(pass, scope, due->item, until);
    while (scope->next_end < timeline->end_count && !pass->block->is_halted) {
        int index = timeline->ends[scope->next_end];
        const CoirItem *item = &timeline->items[index];
        if (index >= scope->next || coir_scope_loop_begin(scope) + item->end > time)
            break;
        scope->next_end++;
        scope->since = time;
        if (item->link != COIR_NO_LINK)
            coir_leaf_end(pass, scope, item);
    }
}

// User code ----------------------------------------------------------------------------------------------------------

static CoirScope *own_scope(CoirPass *pass)
{
    return pass->block->scope;
}

// Writes the channels to the nodes, and updates the objects.
static void show(CoirPass *pass)
{
    coir_channels_write(pass, own_scope(pass));
    if (!pass->is_skipping && !pass->block->is_halted)
        coir_objects_update(pass, own_scope(pass));
}

// Halts a run that would call user code in a pass that only shows a time. Returns true if the run has halted.
static bool halts_before(CoirPass *pass, const CoirItem *item)
{
    if (pass->is_for_show && coir_item_calls_user(item))
        pass->block->is_halted = true;
    return pass->block->is_halted;
}

static void finish_object(CoirPass *pass, CoirScope *scope, const CoirItem *item)
{
    bool is_skipping = pass->is_skipping;
    if (!is_skipping)
        coir_channels_write(pass, own_scope(pass));
    if (halts_before(pass, item))
        return;
    coir_scope_remove(scope, item);
    scope->going--;
    if (!is_skipping)
        coir_object_update(pass, scope, item, 1);
}

// Ends the objects that end at the time of a scope, also in inner scopes. Stops if the run halts.
void coir_objects_finish(CoirPass *pass, CoirScope *scope)
{
    int first = scope->timeline->has_objects ? scope->first : -1;
    for (int i = first, next; i >= 0 && !pass->block->is_halted; i = next) {
        const CoirItem *item = &scope->timeline->items[i];
        next = coir_scope_after(scope, i);
        if (item->inner)
            coir_objects_finish(pass, coir_scope_state(scope, item));
        else if (item->end != COIR_NEVER && coir_scope_loop_begin(scope) + item->end <= scope->time)
            finish_object(pass, scope, item);
    }
}

// The functions below return false if the run has halted, and nothing was done.
static bool call(CoirPass *pass, const CoirScope *scope, const CoirItem *item)
{
    if (pass->is_muted || pass->drops_calls || coir_scope_is_past(scope) || coir_scope_is_dropped(pass, scope))
        return true;
    show(pass);
    CoirNode *node = coir_run_target(pass->run, item->target);
    if (halts_before(pass, item) || !node)
        return !pass->block->is_halted;
    CoirRunCall call;
    coir_run_call_begin(pass->run, &call);
    item->leaf->function(node, item->leaf->user);
    coir_run_call_end(pass->run, &call);
    return true;
}

static bool remove_node(CoirPass *pass, const CoirScope *scope, const CoirItem *item)
{
    if (pass->is_skipping || coir_scope_is_past(scope))
        return true;
    show(pass);
    CoirNode *node = coir_run_target(pass->run, item->target);
    if (halts_before(pass, item) || !node)
        return !pass->block->is_halted;
    CoirRunCall call;
    coir_run_call_begin(pass->run, &call);
    coir_node_destroy(node);
    coir_run_call_end(pass->run, &call);
    return true;
}

static bool begin_object(CoirPass *pass, CoirScope *scope, const CoirItem *item)
{
    bool is_instant = item->end == item->begin;
    if (pass->is_skipping || (is_instant && coir_scope_is_past(scope)))
        return true;
    if (!coir_object_is_silent(scope, item))
        show(pass);
    if (halts_before(pass, item))
        return false;
    if (!is_instant) {
        coir_scope_insert(scope, item);
        scope->going++;
    }
    return coir_object_begin(pass, scope, item);
}

// Items that begin ---------------------------------------------------------------------------------------------------

// Lets the items that are due begin, in this scope and inside. The run may have halted afterwards.
static void begin_scope(CoirPass *pass, CoirScope *scope, int64_t until)
{
    const CoirTimeline *timeline = scope->timeline;
    scope->until = until;
    while (!pass->block->is_halted) {
        coir_scope_skip_spent_loops(pass, scope);
        if (pass->block->is_halted || coir_scope_is_over(scope))
            return;
        coir_scope_begin_items(pass, scope, until);
        if (pass->block->is_halted || timeline->times == 1 ||
            scope->time < coir_scope_loop_begin(scope) + timeline->length)
            return;
        coir_scope_end_loop(pass, scope);
    }
}

static void pass_idle_loop(CoirPass *pass, CoirScope *scope, CoirScope *inner, int64_t until)
{
    int64_t update = coir_run_update(pass->run);
    if (inner->loop == update || (inner->loop > 0 && scope->time < until))
        return;
    inner->loop = update;
    inner->time = 0;
    coir_scope_begin_items(pass, inner, 0);
    if (!pass->block->is_halted)
        inner->next = inner->next_end = 0;
}

// Plays a timeline inside up to the time of its scope. Returns true if the item is over.
static bool pass_inner(CoirPass *pass, CoirScope *scope, const CoirItem *item, int64_t until)
{
    CoirScope *inner = coir_scope_state(scope, item);
    int64_t elapsed = scope->time - coir_scope_loop_begin(scope) - item->begin;
    int64_t time = coir_scope_inner_time(inner, elapsed), inner_until = coir_scope_until_inside(scope, item, until);
    if (pass->block->is_halted)
        return false;
    if (coir_timeline_is_idle(inner->timeline)) {
        pass_idle_loop(pass, scope, inner, until);
        return false;
    }
    for (;;) {
        begin_scope(pass, inner, inner_until);
        if (pass->block->is_halted)
            return false;
        if (inner->time > inner->frontier)
            inner->frontier = inner->time;
        int64_t event = coir_scope_next_event(inner, inner_until);
        if (pass->block->is_halted)
            return false;
        if (event > time)
            break;
        coir_scope_bring(pass, inner, event > inner->time ? event : inner->time, inner_until);
        coir_objects_finish(pass, inner);
    }
    if (inner->time < time)
        coir_scope_bring(pass, inner, time, inner_until);
    return item->end != COIR_NEVER && elapsed >= item->end - item->begin;
}

// Brings objects to the time at which an inner time that has turned back ends. Objects that are back at their begin are
// undone first, in reverse order. Then the other objects are updated.
static void undo_inner(CoirPass *pass, CoirScope *inner)
{
    for (int i = inner->last; i >= 0 && !pass->block->is_halted; i = coir_scope_before(inner, i)) {
        const CoirItem *item = &inner->timeline->items[i];
        if (item->inner)
            undo_inner(pass, coir_scope_state(inner, item));
        else if (coir_leaf_fraction(inner, item) == 0 && !pass->block->is_halted)
            coir_object_undo(pass, inner, item, coir_scope_home(inner));
    }
}

static void leave_inner(CoirPass *pass, CoirScope *inner)
{
    for (int i = inner->first; i >= 0 && !pass->block->is_halted; i = coir_scope_after(inner, i)) {
        const CoirItem *item = &inner->timeline->items[i];
        if (item->inner) {
            leave_inner(pass, coir_scope_state(inner, item));
            continue;
        }
        double t = coir_leaf_fraction(inner, item);
        if (t != 0 && !pass->block->is_halted)
            coir_object_update(pass, inner, item, t);
    }
}

static void end_inner(CoirPass *pass, CoirScope *scope, const CoirItem *item)
{
    CoirScope *inner = coir_scope_state(scope, item);
    if (!pass->is_skipping) {
        undo_inner(pass, inner);
        leave_inner(pass, inner);
    }
    if (pass->block->is_halted)
        return; // the item ends when the run goes on
    coir_scope_remove(scope, item);
    coir_links_end(scope, item);
    scope->since = scope->time;
}

static bool begin_item(CoirPass *pass, CoirScope *scope, const CoirItem *item)
{
    scope->since = scope->time;
    if (item->inner) {
        coir_scope_begin(pass->run, coir_scope_state(scope, item), item->inner, scope, item);
        coir_links_begin(scope, item);
        coir_scope_insert(scope, item);
        return true;
    }
    switch (item->leaf->kind) {
    case COIR_ACTION_CALL: return call(pass, scope, item);
    case COIR_ACTION_REMOVE: return remove_node(pass, scope, item);
    case COIR_ACTION_OBJECT: return begin_object(pass, scope, item);
    default: coir_leaf_begin(pass, scope, item); return true;
    }
}

// Returns the item with the number `other`, or the next one in the list, whose timeline inside cannot wait; -1: none.
static int next_watched(const CoirScope *scope, int other)
{
    const CoirItem *items = scope->timeline->items;
    while (other >= 0 && (!items[other].inner || items[other].inner->can_wait))
        other = coir_scope_after(scope, other);
    return other;
}

// Plays the timeline inside an item. Returns false if the run has halted.
static bool play_inner(CoirPass *pass, CoirScope *scope, const CoirItem *item, int64_t until)
{
    bool is_done = pass_inner(pass, scope, item, until);
    if (pass->block->is_halted)
        return false;
    if (is_done)
        end_inner(pass, scope, item);
    if (pass->block->is_halted)
        return false;
    CoirScope *inner = coir_scope_state(scope, item);
    if (scope->due == inner)
        scope->due = inner->beside;
    if (!is_done && item->inner->can_wait)
        coir_scope_wait(inner, coir_scope_inner_event(scope, item, until));
    return true;
}

// Lets the items that are due at a scope's time begin, and plays the timelines inside, in the order of writing.
void coir_scope_begin_items(CoirPass *pass, CoirScope *scope, int64_t until)
{
    const CoirTimeline *timeline = scope->timeline;
    const CoirItem *items = timeline->items;
    int other = scope->watched > 0 ? scope->first : -1;
    while (!pass->block->is_halted) {
        const CoirItem *next = scope->next < timeline->count ? &items[scope->next] : NULL;
        bool is_due = next && coir_scope_loop_begin(scope) + next->begin <= scope->time;
        for (;;) {
            other = next_watched(scope, other);
            const CoirItem *item = other >= 0 ? &items[other] : NULL;
            if (scope->due && (!item || scope->due->item->order < item->order))
                item = scope->due->item;
            if (!item || (is_due && next->order < item->order))
                break;
            if (other >= 0 && item == &items[other])
                other = coir_scope_after(scope, other);
            if (!play_inner(pass, scope, item, until))
                return;
        }
        if (!is_due || !begin_item(pass, scope, next))
            return;
        if (next->inner && next->inner->can_wait) {
            CoirScope *inner = coir_scope_state(scope, next);
            inner->event = scope->time;
            inner->beside = scope->due;
            scope->due = inner;
        } else if (next->inner) {
            other = scope->next;
        }
        scope->next++;
    }
}

// Seeking ------------------------------------------------------------------------------------------------------------

static void play(CoirPass *pass, CoirScope *scope, int64_t time)
{
    coir_scope_jump(pass, scope, time);
    for (;;) {
        int64_t event = coir_scope_next_event(scope, time);
        if (pass->block->is_halted)
            return;
        if (event > time)
            break;
        // One that was left when playing halted lies behind.
        coir_scope_bring(pass, scope, event > scope->time ? event : scope->time, time);
        coir_objects_finish(pass, scope);
        if (!pass->block->is_halted)
            begin_scope(pass, scope, time);
        if (pass->block->timeline->has_exact && !pass->block->is_halted && !scope->outer)
            coir_scope_tell_turn(pass, time);
        if (pass->block->is_halted)
            return;
    }
    if (scope->time != time)
        coir_scope_bring(pass, scope, time, time);
}

// Called when the time of a home scope turns back: brings the scope to the earlier time `time`. Instants are not
// undone.
static void seek_inner(CoirPass *pass, CoirScope *scope, int64_t time)
{
    coir_objects_silence(pass, scope);
    coir_channels_rewind(scope);
    coir_scope_reset(scope);
    bool was_replaying = pass->is_replaying;
    pass->is_replaying = true;
    play(pass, scope, time);
    pass->is_replaying = was_replaying;
    if (!was_replaying)
        coir_objects_settle(pass, scope);
}

bool coir_scope_can_go_back(const CoirScope *scope, int64_t time)
{
    if (time < scope->since)
        return false;
    for (int i = scope->first; i >= 0; i = coir_scope_after(scope, i)) {
        const CoirItem *item = &scope->timeline->items[i];
        const CoirScope *inner = item->inner ? coir_scope_state(scope, item) : NULL;
        if (inner && (coir_timeline_is_idle(inner->timeline) || coir_scope_is_home(inner) ||
                      !coir_scope_can_go_back(
                          inner, coir_scope_inner_time(inner, time - coir_scope_loop_begin(scope) - item->begin))))
            return false;
    }
    return true;
}

// Sets everything back, as if nothing had begun.
static void put_back(CoirPass *pass, CoirScope *scope)
{
    for (int i = 0; i < scope->timeline->channel_count; i++)
        if (scope->timeline->channels[i].adds && coir_scope_channel(scope, i)->is_known)
            coir_channel_touch(pass, scope, i);
    coir_objects_undo(pass, scope);
    coir_channels_rewind(scope);
    coir_scope_reset(scope);
}

static void go_back(CoirPass *pass, CoirScope *scope, int64_t time)
{
    bool has_events = !coir_scope_can_go_back(scope, time);
    if (pass->block->is_halted)
        return;
    if (!has_events) {
        coir_scope_bring(pass, scope, time, time);
        return;
    }
    pass->goal = time;
    put_back(pass, scope);
    if (!pass->block->is_halted)
        play(pass, scope, time);
    pass->goal = -1;
}

static void play_on(CoirPass *pass, CoirScope *scope, int64_t time)
{
    pass->goal = time;
    play(pass, scope, time);
    pass->goal = -1;
}

// Prepares a halted run for its next step: ends the objects that the halt has kept from ending.
static void go_on(CoirPass *pass)
{
    bool was_halted = pass->block->is_halted;
    pass->block->is_halted = false;
    if (was_halted)
        coir_objects_finish(pass, own_scope(pass));
}

void coir_pass_begin(CoirPass *pass, CoirRunRecord *run)
{
    *pass = (CoirPass){.run = run, .block = run->block, .goal = -1};
    run->block->pass = pass;
}

void coir_pass_end(const CoirPass *pass)
{
    pass->block->pass = NULL;
}

// Shows what a pass has come to, unless the run has halted.
static void finish(CoirPass *pass)
{
    if (!pass->block->is_halted)
        show(pass);
    if (coir_runs.on_settled)
        coir_run_settle(pass->run);
}

void coir_scope_play(CoirRunRecord *run, int64_t time, bool drops_calls)
{
    CoirPass pass;
    coir_pass_begin(&pass, run);
    pass.drops_calls = drops_calls;
    go_on(&pass);
    play(&pass, own_scope(&pass), time);
    finish(&pass);
    coir_pass_end(&pass);
}

void coir_scope_play_for_show(CoirRunRecord *run, int64_t time)
{
    CoirPass pass;
    coir_pass_begin(&pass, run);
    pass.is_for_show = true;
    play(&pass, own_scope(&pass), time);
    finish(&pass);
    coir_pass_end(&pass);
}

void coir_scope_rewind(CoirRunRecord *run)
{
    CoirPass pass;
    coir_pass_begin(&pass, run);
    pass.is_seeking = true;
    run->block->is_halted = false;
    put_back(&pass, own_scope(&pass));
    finish(&pass);
    coir_pass_end(&pass);
}

void coir_pass_seek(CoirPass *pass, int64_t time, bool with_calls)
{
    CoirScope *scope = own_scope(pass);
    bool is_forward = time >= scope->time;
    pass->is_seeking = true;
    pass->is_muted = false;
    pass->block->seeks++;
    go_on(pass);
    pass->is_muted = !with_calls || !is_forward;
    if (is_forward)
        play_on(pass, scope, time);
    else if (!pass->block->is_halted)
        go_back(pass, scope, time);
    finish(pass);
}

void coir_scope_seek(CoirRunRecord *run, int64_t time, bool with_calls)
{
    CoirPass pass;
    coir_pass_begin(&pass, run);
    coir_pass_seek(&pass, time, with_calls);
    coir_pass_end(&pass);
}
