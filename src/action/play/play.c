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

static void seek_inner(CoirRunRecord *run, CoirScope *scope, int64_t time);

// Bringing -----------------------------------------------------------------------------------------------------------

// Moves the frontier of a home scope to its time, if all instants at this time have taken effect.
static void note_frontier(const CoirRunRecord *run, CoirScope *inner)
{
    if (coir_scope_is_home(inner) && inner->time > inner->frontier &&
        coir_scope_next_event(run, inner, inner->time) > inner->time)
        inner->frontier = inner->time;
}

static void bring_inner(CoirRunRecord *run, CoirScope *scope, const CoirItem *item, int64_t until)
{
    CoirScope *inner = coir_scope_state(scope, item);
    if (coir_timeline_is_idle(inner->timeline))
        return;
    int64_t time = coir_scope_inner_time(inner, scope->time - coir_scope_loop_begin(scope) - item->begin);
    int64_t inner_until = coir_scope_until_inside(scope, item, until);
    note_frontier(run, inner);
    bool turns_back = time < inner->time && coir_scope_is_home(inner) && !coir_scope_can_go_back(inner, time);
    if (!turns_back && time > inner->time) { // several inner events at this time come one by one
        int64_t event = coir_scope_next_event(run, inner, inner_until);
        time = event > time ? time : event > inner->time ? event : inner->time;
    }
    if (run->block->is_halted)
        return;
    if (turns_back)
        seek_inner(run, inner, time);
    else
        coir_scope_bring(run, inner, time, inner_until);
}

// Brings a scope to a time before which the scope has no event. Items that end at this time end; no item begins. If the
// run halts, the remaining items are brought there when the run goes on.
void coir_scope_bring(CoirRunRecord *run, CoirScope *scope, int64_t time, int64_t until)
{
    const CoirTimeline *timeline = scope->timeline;
    scope->time = time;
    for (int i = scope->first; i >= 0 && !run->block->is_halted; i = coir_scope_after(scope, i))
        if (timeline->items[i].inner)
            bring_inner(run, scope, &timeline->items[i], until);
    while (scope->next_end < timeline->end_count && !run->block->is_halted) {
        int index = timeline->ends[scope->next_end];
        const CoirItem *item = &timeline->items[index];
        if (index >= scope->next || coir_scope_loop_begin(scope) + item->end > time)
            break;
        scope->next_end++;
        scope->since = time;
        if (item->link != COIR_NO_LINK)
            coir_leaf_end(run, scope, item);
    }
}

// User code ----------------------------------------------------------------------------------------------------------

static CoirScope *own_scope(CoirRunRecord *run)
{
    return run->block->scope;
}

// Writes the channels to the nodes, and updates the objects.
static void show(CoirRunRecord *run)
{
    coir_channels_write(run, own_scope(run));
    if (!run->block->is_skipping && !run->block->is_halted)
        coir_objects_update(run, own_scope(run));
}

static void finish_object(CoirRunRecord *run, CoirScope *scope, const CoirItem *item)
{
    bool is_skipping = run->block->is_skipping;
    if (!is_skipping)
        coir_channels_write(run, own_scope(run));
    if (run->block->is_halted)
        return;
    coir_scope_remove(scope, item);
    scope->going--;
    if (!is_skipping)
        coir_object_update(run, scope, item, 1);
}

// Ends the objects that end at the time of a scope, also in inner scopes. Stops if the run halts.
void coir_objects_finish(CoirRunRecord *run, CoirScope *scope)
{
    for (int i = scope->first, next; i >= 0 && !run->block->is_halted; i = next) {
        const CoirItem *item = &scope->timeline->items[i];
        next = coir_scope_after(scope, i);
        if (item->inner)
            coir_objects_finish(run, coir_scope_state(scope, item));
        else if (item->end != COIR_NEVER && coir_scope_loop_begin(scope) + item->end <= scope->time)
            finish_object(run, scope, item);
    }
}

// Returns true if the instants at this time have taken effect before: the time of a scope around has turned back.
bool coir_scope_is_past(const CoirScope *scope)
{
    for (; scope->item; scope = scope->outer)
        if (coir_item_turns_back(scope->item) && scope->time <= scope->frontier)
            return true;
    return false;
}

// The functions below return false if the run has halted, and nothing was done.
static bool call(CoirRunRecord *run, const CoirScope *scope, const CoirItem *item)
{
    if (run->block->is_muted || run->block->drops_calls || coir_scope_is_past(scope) ||
        coir_scope_is_dropped(run, scope))
        return true;
    show(run);
    CoirNode *node = coir_run_target(run, item->target);
    if (run->block->is_halted || !node)
        return !run->block->is_halted;
    CoirRunCall call;
    coir_run_call_begin(run, &call);
    item->leaf->function(node, item->leaf->user);
    coir_run_call_end(run, &call);
    return true;
}

static bool remove_node(CoirRunRecord *run, const CoirScope *scope, const CoirItem *item)
{
    if (run->block->is_skipping || coir_scope_is_past(scope))
        return true;
    show(run);
    CoirNode *node = coir_run_target(run, item->target);
    if (run->block->is_halted || !node)
        return !run->block->is_halted;
    CoirRunCall call;
    coir_run_call_begin(run, &call);
    coir_node_destroy(node);
    coir_run_call_end(run, &call);
    return true;
}

static bool begin_object(CoirRunRecord *run, CoirScope *scope, const CoirItem *item)
{
    bool is_instant = item->end == item->begin;
    if (run->block->is_skipping || (is_instant && coir_scope_is_past(scope)))
        return true;
    if (!coir_object_is_silent(scope, item))
        show(run);
    if (run->block->is_halted)
        return false;
    if (!is_instant) {
        coir_scope_insert(scope, item);
        scope->going++;
    }
    return coir_object_begin(run, scope, item);
}

// Items that begin ---------------------------------------------------------------------------------------------------

// Lets the items that are due begin, in this scope and inside. The run may have halted afterwards.
static void begin_scope(CoirRunRecord *run, CoirScope *scope, int64_t until)
{
    const CoirTimeline *timeline = scope->timeline;
    scope->until = until;
    while (!run->block->is_halted) {
        coir_scope_skip_spent_loops(run, scope);
        if (run->block->is_halted || coir_scope_is_over(scope))
            return;
        coir_scope_begin_items(run, scope, until);
        if (run->block->is_halted || timeline->times == 1 ||
            scope->time < coir_scope_loop_begin(scope) + timeline->length)
            return;
        coir_scope_end_loop(run, scope);
    }
}

static void pass_idle_loop(CoirRunRecord *run, CoirScope *scope, CoirScope *inner, int64_t until)
{
    int64_t update = coir_run_update(run);
    if (inner->loop == update || (inner->loop > 0 && scope->time < until))
        return;
    inner->loop = update;
    inner->time = 0;
    coir_scope_begin_items(run, inner, 0);
    if (!run->block->is_halted)
        inner->next = inner->next_end = 0;
}

// Plays a timeline inside up to the time of its scope. Returns true if the item is over.
static bool pass_inner(CoirRunRecord *run, CoirScope *scope, const CoirItem *item, int64_t until)
{
    CoirScope *inner = coir_scope_state(scope, item);
    int64_t elapsed = scope->time - coir_scope_loop_begin(scope) - item->begin;
    int64_t time = coir_scope_inner_time(inner, elapsed), inner_until = coir_scope_until_inside(scope, item, until);
    if (run->block->is_halted)
        return false;
    if (coir_timeline_is_idle(inner->timeline)) {
        pass_idle_loop(run, scope, inner, until);
        return false;
    }
    for (;;) {
        begin_scope(run, inner, inner_until);
        if (run->block->is_halted)
            return false;
        if (inner->time > inner->frontier)
            inner->frontier = inner->time;
        int64_t event = coir_scope_next_event(run, inner, inner_until);
        if (run->block->is_halted)
            return false;
        if (event > time)
            break;
        coir_scope_bring(run, inner, event > inner->time ? event : inner->time, inner_until);
        coir_objects_finish(run, inner);
    }
    if (inner->time < time)
        coir_scope_bring(run, inner, time, inner_until);
    return item->end != COIR_NEVER && elapsed >= item->end - item->begin;
}

// Brings objects to the time at which an inner time that has turned back ends. Objects that are back at their begin are
// undone first, in reverse order. Then the other objects are updated, and also objects at their begin that set a value
// of their own there.
static void undo_inner(CoirRunRecord *run, CoirScope *inner)
{
    for (int i = inner->last; i >= 0 && !run->block->is_halted; i = coir_scope_before(inner, i)) {
        const CoirItem *item = &inner->timeline->items[i];
        if (item->inner)
            undo_inner(run, coir_scope_state(inner, item));
        else if (!item->leaf->has_from && coir_leaf_fraction(inner, item) == 0 && !run->block->is_halted)
            coir_object_undo(run, inner, item, coir_scope_home(inner));
    }
}

static void leave_inner(CoirRunRecord *run, CoirScope *inner)
{
    for (int i = inner->first; i >= 0 && !run->block->is_halted; i = coir_scope_after(inner, i)) {
        const CoirItem *item = &inner->timeline->items[i];
        if (item->inner) {
            leave_inner(run, coir_scope_state(inner, item));
            continue;
        }
        double t = coir_leaf_fraction(inner, item);
        if ((t != 0 || item->leaf->has_from) && !run->block->is_halted)
            coir_object_update(run, inner, item, t);
    }
}

static void end_inner(CoirRunRecord *run, CoirScope *scope, const CoirItem *item)
{
    CoirScope *inner = coir_scope_state(scope, item);
    if (!run->block->is_skipping) {
        undo_inner(run, inner);
        leave_inner(run, inner);
    }
    if (run->block->is_halted)
        return; // the item ends when the run goes on
    coir_scope_remove(scope, item);
    coir_links_end(scope, item);
    scope->since = scope->time;
}

static bool begin_item(CoirRunRecord *run, CoirScope *scope, const CoirItem *item)
{
    scope->since = scope->time;
    if (item->inner) {
        coir_scope_begin(run, coir_scope_state(scope, item), item->inner, scope, item);
        coir_links_begin(scope, item);
        coir_scope_insert(scope, item);
        return true;
    }
    switch (item->leaf->kind) {
    case COIR_ACTION_CALL: return call(run, scope, item);
    case COIR_ACTION_REMOVE: return remove_node(run, scope, item);
    case COIR_ACTION_OBJECT: return begin_object(run, scope, item);
    default: coir_leaf_begin(run, scope, item); return true;
    }
}

// Lets the items that are due at a scope's time begin, and plays the timelines inside, in the order of writing.
void coir_scope_begin_items(CoirRunRecord *run, CoirScope *scope, int64_t until)
{
    const CoirTimeline *timeline = scope->timeline;
    const CoirItem *items = timeline->items;
    const bool *is_halted = &run->block->is_halted;
    int other = scope->first;
    while (!*is_halted) {
        const CoirItem *next = scope->next < timeline->count ? &items[scope->next] : NULL;
        bool is_due = next && coir_scope_loop_begin(scope) + next->begin <= scope->time;
        while (other >= 0 && !*is_halted && (!is_due || items[other].order < next->order)) {
            const CoirItem *item = &items[other];
            bool is_done = item->inner && pass_inner(run, scope, item, until);
            if (*is_halted)
                return;
            other = coir_scope_after(scope, other);
            if (is_done)
                end_inner(run, scope, item);
        }
        if (*is_halted || !is_due || !begin_item(run, scope, next))
            return;
        if (next->inner)
            other = scope->next;
        scope->next++;
    }
}

// Seeking ------------------------------------------------------------------------------------------------------------

static void play(CoirRunRecord *run, CoirScope *scope, int64_t time)
{
    for (;;) {
        int64_t event = coir_scope_next_event(run, scope, time);
        if (run->block->is_halted)
            return;
        if (event > time)
            break;
        // One that was left when playing halted lies behind.
        coir_scope_bring(run, scope, event > scope->time ? event : scope->time, time);
        coir_objects_finish(run, scope);
        if (!run->block->is_halted)
            begin_scope(run, scope, time);
        if (run->block->timeline->has_exact && !run->block->is_halted && !scope->outer)
            coir_scope_tell_turn(run, time);
        if (run->block->is_halted)
            return;
    }
    if (scope->time != time)
        coir_scope_bring(run, scope, time, time);
}

// Called when the time of a home scope turns back: brings the scope to the earlier time `time`. Instants are not
// undone.
static void seek_inner(CoirRunRecord *run, CoirScope *scope, int64_t time)
{
    coir_objects_silence(run, scope);
    coir_channels_rewind(scope);
    coir_scope_reset(scope);
    bool was_replaying = run->block->is_replaying;
    run->block->is_replaying = true;
    play(run, scope, time);
    run->block->is_replaying = was_replaying;
    if (!was_replaying)
        coir_objects_settle(run, scope);
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
static void put_back(CoirRunRecord *run, CoirScope *scope)
{
    for (int i = 0; i < scope->timeline->channel_count; i++)
        if (scope->timeline->channels[i].adds && coir_scope_channel(scope, i)->is_known)
            coir_channel_touch(run, scope, i);
    coir_objects_undo(run, scope);
    coir_channels_rewind(scope);
    coir_scope_reset(scope);
}

static void go_back(CoirRunRecord *run, CoirScope *scope, int64_t time)
{
    bool has_events = !coir_scope_can_go_back(scope, time);
    if (run->block->is_halted)
        return;
    if (!has_events) {
        coir_scope_bring(run, scope, time, time);
        return;
    }
    run->block->goal = time;
    put_back(run, scope);
    if (!run->block->is_halted)
        play(run, scope, time);
    run->block->goal = -1;
}

static void play_on(CoirRunRecord *run, CoirScope *scope, int64_t time)
{
    run->block->goal = time;
    play(run, scope, time);
    run->block->goal = -1;
}

// Prepares a halted run for its next step: ends the objects that the halt has kept from ending.
static void go_on(CoirRunRecord *run)
{
    bool was_halted = run->block->is_halted;
    run->block->is_halted = false;
    if (was_halted)
        coir_objects_finish(run, own_scope(run));
}

void coir_scope_play(CoirRunRecord *run, int64_t time)
{
    go_on(run);
    play(run, own_scope(run), time);
    if (!run->block->is_halted)
        show(run);
    if (coir_runs.on_settled)
        coir_run_settle(run);
}

void coir_scope_rewind(CoirRunRecord *run)
{
    CoirScope *scope = own_scope(run);
    run->block->is_halted = false;
    run->block->is_seeking = true;
    put_back(run, scope);
    if (!run->block->is_halted)
        show(run);
    if (coir_runs.on_settled)
        coir_run_settle(run);
    run->block->is_seeking = false;
}

void coir_scope_seek(CoirRunRecord *run, int64_t time, bool with_calls)
{
    CoirRunBlock *block = run->block;
    CoirScope *scope = own_scope(run);
    bool is_forward = time >= scope->time;
    block->is_seeking = true;
    block->seeks++;
    go_on(run);
    block->is_muted = !with_calls || !is_forward;
    if (is_forward)
        play_on(run, scope, time);
    else if (!block->is_halted)
        go_back(run, scope, time);
    if (!block->is_halted)
        show(run);
    if (coir_runs.on_settled)
        coir_run_settle(run);
    block->is_seeking = block->is_muted = false;
}
