// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Playing a timeline. Time passes from one event (something begins or ends, also in a timeline inside) to the next. At
// each, the scopes are brought there first; then what begins there begins, and what is called is called, in the order
// of writing. So a step of any length does what many small ones do, and each call finds the nodes as they are at its
// instant. User code may end the run or stop its node: playing then halts where it is, with everything that has not
// happened yet still to come.
//
// Backwards there are no events. As long as none lies between, the scopes are just brought to an earlier time;
// otherwise everything is put back to where the run found it, and played again in silence.

#include <math.h>
#include <string.h>

#include "action/run.h"
#include "base/fail.h"
#include "coir/log.h"
#include "time/nanoseconds.h"

#define LOOP_LIMIT 1000   // loops of a repeat in one step that make their calls
#define MUTED_LIMIT 10000 // loops without calls that are played where what they do cannot be worked out
#define EASE_SAMPLES 1024 // in which a curve that goes back and forth is searched

static int64_t loop_begin(const CoirScope *scope)
{
    return scope->loop > 0 ? scope->loop * scope->timeline->length : 0;
}

static bool is_over(const CoirScope *scope) // all loops are
{
    return scope->timeline->times != 1 && scope->loop == scope->timeline->times;
}

static uint32_t this_update(const CoirRunRecord *run)
{
    const CoirActionManager *manager = coir_manager_of(run->node);
    return manager ? manager->update : 0;
}

// What is in progress ------------------------------------------------------------------------------------------------

static void insert_other(CoirScope *scope, const CoirItem *item)
{
    const CoirItem *items = scope->timeline->items;
    CoirOther *other = coir_scope_state(scope, item);
    int previous = scope->last, index = (int)(item - items);
    while (previous >= 0 && items[previous].order > item->order)
        previous = ((CoirOther *)coir_scope_state(scope, &items[previous]))->previous;
    CoirOther *before = previous >= 0 ? coir_scope_state(scope, &items[previous]) : NULL;
    other->previous = previous;
    other->next = before ? before->next : scope->first;
    other->is_going = true;
    *(before ? &before->next : &scope->first) = index;
    if (other->next >= 0)
        ((CoirOther *)coir_scope_state(scope, &items[other->next]))->previous = index;
    else
        scope->last = index;
}

static void remove_other(CoirScope *scope, const CoirItem *item)
{
    const CoirItem *items = scope->timeline->items;
    CoirOther *other = coir_scope_state(scope, item);
    if (other->previous >= 0)
        ((CoirOther *)coir_scope_state(scope, &items[other->previous]))->next = other->next;
    else
        scope->first = other->next;
    if (other->next >= 0)
        ((CoirOther *)coir_scope_state(scope, &items[other->next]))->previous = other->previous;
    else
        scope->last = other->previous;
    other->is_going = false;
}

static int after(const CoirScope *scope, int index)
{
    return ((const CoirOther *)coir_scope_state(scope, &scope->timeline->items[index]))->next;
}

static void reset(CoirScope *scope)
{
    scope->time = scope->since = scope->loop = 0;
    scope->next = scope->next_end = scope->going = 0;
    scope->first = scope->last = -1;
}

// What is in progress is so no more.
static void drop_others(CoirScope *scope)
{
    for (int i = scope->first; i >= 0; i = after(scope, i)) {
        CoirOther *other = coir_scope_state(scope, &scope->timeline->items[i]);
        other->is_going = false;
        if (scope->timeline->items[i].inner)
            drop_others((CoirScope *)other);
    }
}

void coir_scope_begin(CoirScope *scope, const CoirTimeline *timeline, CoirScope *outer, const CoirItem *item)
{
    scope->timeline = timeline;
    scope->outer = outer;
    scope->item = item;
    scope->key = outer ? coir_scope_passing(outer) + (uint64_t)item->order : 0;
    scope->frontier = scope->reaches = -1;
    reset(scope);
    for (int i = 0; i < timeline->channel_count; i++) {
        CoirChannel *channel = coir_scope_channel(scope, i);
        channel->is_known = channel->is_dirty = false;
        memset(channel->sum, 0, sizeof channel->sum);
        channel->first = channel->last = -1;
    }
}

// Time inside
// ----------------------------------------------------------------------------------------------------------

int64_t coir_item_inner_time(const CoirItem *item, int64_t elapsed)
{
    const CoirAction *action = item->action;
    int64_t total = item->inner->total;
    bool is_end = elapsed >= action->duration;
    switch (action->kind) {
    case COIR_ACTION_REVERSE_TIME: return is_end ? 0 : total - elapsed;
    case COIR_ACTION_YOYO: return is_end ? 0 : elapsed <= total ? elapsed : 2 * total - elapsed;
    case COIR_ACTION_SPEED: elapsed = is_end ? total : llround((double)elapsed * action->speed); break;
    case COIR_ACTION_EASE: {
        double t = is_end ? 1 : coir_action_eased(action, (double)elapsed / (double)total) * 1;
        elapsed = t >= 1 ? total : llround(t * (double)total);
        break;
    }
    default: break;
    }
    return elapsed < 0 ? 0 : elapsed > total ? total : elapsed;
}

// The least time in (low, high] at which the time inside has come to `inner`, as it surely has at `high`.
static int64_t bisect(const CoirItem *item, int64_t inner, int64_t low, int64_t high)
{
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (coir_item_inner_time(item, middle) >= inner)
            high = middle;
        else
            low = middle;
    }
    return high;
}

// The time in [low, high] at which the time inside is greatest, where it goes up and then down.
static int64_t greatest(const CoirItem *item, int64_t low, int64_t high)
{
    while (high - low > 2) {
        int64_t third = (high - low) / 3, left = low + third, right = high - third;
        if (coir_item_inner_time(item, left) < coir_item_inner_time(item, right))
            low = left + 1;
        else
            high = right;
    }
    int64_t best = low;
    for (int64_t time = low + 1; time <= high; time++)
        if (coir_item_inner_time(item, time) > coir_item_inner_time(item, best))
            best = time;
    return best;
}

// A curve may go back and forth: it is searched in samples, and where one is higher than those beside it between them.
static int64_t ease_reaches(const CoirItem *item, int64_t inner, int64_t from)
{
    if (coir_action_only_rises(item->action))
        return bisect(item, inner, from - 1, item->action->duration);
    int64_t times[3] = {from - 1, from, from}, values[3] = {-1, -1, coir_item_inner_time(item, from)};
    for (int i = 0; i <= EASE_SAMPLES; i++) {
        if (values[2] >= inner)
            return bisect(item, inner, times[1] < times[2] ? times[1] : from - 1, times[2]);
        if (i > 0 && values[1] > values[0] && values[1] >= values[2]) {
            int64_t top = greatest(item, times[0] < from ? from : times[0], times[2]);
            if (coir_item_inner_time(item, top) >= inner)
                return bisect(item, inner, times[0], top);
        }
        times[0] = times[1], times[1] = times[2];
        values[0] = values[1], values[1] = values[2];
        times[2] = i + 1 >= EASE_SAMPLES ? item->action->duration
                                         : from + (item->action->duration - from) / EASE_SAMPLES * (i + 1);
        values[2] = coir_item_inner_time(item, times[2]);
    }
    return COIR_NEVER;
}

static int64_t speed_reaches(const CoirItem *item, int64_t inner)
{
    double guess = (double)inner / item->action->speed;
    int64_t low = guess < (double)COIR_TIME_MAX ? (int64_t)guess : COIR_TIME_MAX, reach = 2;
    while (low > 0 && coir_item_inner_time(item, low) >= inner) {
        low = low > reach ? low - reach : 0;
        reach *= 2;
    }
    if (low == 0 && coir_item_inner_time(item, 0) >= inner)
        return 0;
    int64_t high = low + 1;
    for (reach = 1; coir_item_inner_time(item, high) < inner; reach *= 2) {
        if (high > COIR_TIME_MAX)
            return COIR_NEVER;
        high += reach;
    }
    return bisect(item, inner, low, high);
}

// When, after `from`, the time inside comes to `inner`; COIR_NEVER: it does not.
static int64_t reaches(const CoirItem *item, int64_t inner, int64_t from)
{
    switch (item->action->kind) {
    case COIR_ACTION_REVERSE_TIME: return from == 0 ? 0 : COIR_NEVER;
    case COIR_ACTION_YOYO: return from <= inner ? inner : COIR_NEVER;
    case COIR_ACTION_SPEED: return speed_reaches(item, inner);
    case COIR_ACTION_EASE: return ease_reaches(item, inner, from);
    default: return inner;
    }
}

// Events -------------------------------------------------------------------------------------------------------------

// True for a repeat without end of something without length: it happens once in each update, at the end of the step.
// Its `loop` is the last update in which it did.
static bool is_idle_loop(const CoirTimeline *timeline)
{
    return timeline->times < 0 && timeline->length == 0;
}

static int64_t next_item_event(const CoirRunRecord *run, CoirScope *scope, int64_t until);

static int64_t until_inside(const CoirScope *scope, const CoirItem *item, int64_t until)
{
    int64_t elapsed = until - loop_begin(scope) - item->begin;
    if (item->end != COIR_NEVER && elapsed > item->end - item->begin)
        elapsed = item->end - item->begin;
    return coir_item_inner_time(item, elapsed);
}

static int64_t inner_event(const CoirRunRecord *run, CoirScope *scope, const CoirItem *item, int64_t until)
{
    CoirScope *inner = coir_scope_state(scope, item);
    int64_t begin = loop_begin(scope) + item->begin,
            end = item->end == COIR_NEVER ? COIR_NEVER : begin + item->end - item->begin;
    if (is_idle_loop(inner->timeline))
        return inner->loop == this_update(run) ? COIR_NEVER : until;
    int64_t event = coir_scope_next_event(run, inner, until_inside(scope, item, until));
    if (event == COIR_NEVER)
        return end;
    if (inner->reaches != event || inner->reached_at < scope->time - begin) {
        inner->reached_at = reaches(item, event, scope->time - begin);
        inner->reaches = event;
    }
    if (inner->reached_at == COIR_NEVER || begin + inner->reached_at > end)
        return end;
    return begin + inner->reached_at;
}

// The same without what happens in one of the timelines inside (NULL: with all).
static int64_t next_event_but(const CoirRunRecord *run, CoirScope *scope, const CoirItem *but, int64_t until)
{
    const CoirTimeline *timeline = scope->timeline;
    int64_t begin = loop_begin(scope), event = COIR_NEVER;
    if (scope->next < timeline->count)
        event = begin + timeline->items[scope->next].begin;
    if (scope->next_end < timeline->end_count && begin + timeline->items[timeline->ends[scope->next_end]].end < event)
        event = begin + timeline->items[timeline->ends[scope->next_end]].end;
    for (int i = scope->first; i >= 0; i = after(scope, i)) {
        if (!timeline->items[i].inner || &timeline->items[i] == but)
            continue;
        int64_t inner = inner_event(run, scope, &timeline->items[i], until);
        event = inner < event ? inner : event;
    }
    return event;
}

static int64_t next_item_event(const CoirRunRecord *run, CoirScope *scope, int64_t until)
{
    return next_event_but(run, scope, NULL, until);
}

static int64_t event_beside(const CoirRunRecord *run, CoirScope *scope, const CoirItem *item)
{
    int64_t event = next_event_but(run, scope, item, scope->until);
    int64_t loop_end = scope->timeline->times == 1 ? COIR_NEVER : loop_begin(scope) + scope->timeline->length;
    return loop_end < event ? loop_end : event;
}

int64_t coir_scope_next_event(const CoirRunRecord *run, CoirScope *scope, int64_t until)
{
    if (is_over(scope))
        return COIR_NEVER;
    int64_t event = next_item_event(run, scope, until);
    if (scope->timeline->times == 1)
        return event;
    int64_t loop_end = loop_begin(scope) + scope->timeline->length;
    return loop_end < event ? loop_end : event;
}

// Bringing -----------------------------------------------------------------------------------------------------------

static void bring(CoirRunRecord *run, CoirScope *scope, int64_t time, int64_t until);
static bool can_go_back(const CoirScope *scope, int64_t time);
static void seek_inner(CoirRunRecord *run, CoirScope *scope, int64_t time);

// The instants at its time have taken effect, should playing have halted after the last of them.
static void note_frontier(const CoirRunRecord *run, CoirScope *inner)
{
    if (coir_scope_is_home(inner) && inner->time > inner->frontier &&
        coir_scope_next_event(run, inner, inner->time) > inner->time)
        inner->frontier = inner->time;
}

static void bring_inner(CoirRunRecord *run, CoirScope *scope, const CoirItem *item, int64_t until)
{
    CoirScope *inner = coir_scope_state(scope, item);
    if (is_idle_loop(inner->timeline))
        return;
    int64_t time = coir_item_inner_time(item, scope->time - loop_begin(scope) - item->begin);
    note_frontier(run, inner);
    if (time < inner->time && coir_scope_is_home(inner) && !can_go_back(inner, time)) {
        seek_inner(run, inner, time);
        return;
    }
    int64_t inner_until = until_inside(scope, item, until);
    if (time > inner->time) { // where several events inside fall on this time, they come one after the other
        int64_t event = coir_scope_next_event(run, inner, inner_until);
        time = event > time ? time : event > inner->time ? event : inner->time;
    }
    bring(run, inner, time, inner_until);
}

// Brings a scope to a time before which it has no event. What ends there ends; nothing begins.
static void bring(CoirRunRecord *run, CoirScope *scope, int64_t time, int64_t until)
{
    const CoirTimeline *timeline = scope->timeline;
    scope->time = time;
    for (int i = scope->first; i >= 0; i = after(scope, i))
        if (timeline->items[i].inner)
            bring_inner(run, scope, &timeline->items[i], until);
    while (scope->next_end < timeline->end_count) {
        int index = timeline->ends[scope->next_end];
        const CoirItem *item = &timeline->items[index];
        if (index >= scope->next || loop_begin(scope) + item->end > time)
            break;
        scope->next_end++;
        scope->since = time;
        if (item->link != COIR_NO_LINK)
            coir_leaf_end(scope, item);
    }
}

// User code ----------------------------------------------------------------------------------------------------------

static CoirScope *own_scope(CoirRunRecord *run)
{
    return run->block->scope;
}

// Writes what is in progress to the nodes.
static void show(CoirRunRecord *run)
{
    coir_channels_write(run, own_scope(run));
    if (!run->block->is_skipping)
        coir_objects_update(run, own_scope(run));
}

// After a scope has been brought to a time: the objects that end there, also inside.
static void end_objects(CoirRunRecord *run, CoirScope *scope)
{
    for (int i = scope->first, next; i >= 0; i = next) {
        const CoirItem *item = &scope->timeline->items[i];
        next = after(scope, i);
        if (item->inner) {
            end_objects(run, coir_scope_state(scope, item));
        } else if (item->end != COIR_NEVER && loop_begin(scope) + item->end <= scope->time) {
            remove_other(scope, item);
            scope->going--;
            if (run->block->is_skipping)
                continue;
            coir_channels_write(run, own_scope(run));
            coir_object_update(run, scope, item, 1);
        }
    }
}

// True where instants have taken effect before: inside something whose time has turned back.
static bool is_past(const CoirScope *scope)
{
    for (; scope->item; scope = scope->outer)
        if (coir_item_turns_back(scope->item) && scope->time <= scope->frontier)
            return true;
    return false;
}

static void say_loops(CoirRunRecord *run, const CoirScope *scope)
{
    if (run->block->loops_said)
        return;
    run->block->loops_said = true;
    coir_log(COIR_LOG_WARNING,
             "a repeated action of %g s made more than %d loops in one step; the calls of the rest are dropped",
             coir_to_seconds(scope->timeline->length), LOOP_LIMIT);
}

// True in a loop that comes after too many in this step.
static bool is_dropped(CoirRunRecord *run, const CoirScope *scope)
{
    for (; scope; scope = scope->outer)
        if (scope->is_spent && scope->update == this_update(run))
            return say_loops(run, scope), true;
    return false;
}

// These return false if the run has halted before they could do anything.
static bool call(CoirRunRecord *run, const CoirScope *scope, const CoirItem *item)
{
    if (run->block->is_muted || is_past(scope) || is_dropped(run, scope))
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
    if (run->block->is_skipping || is_past(scope))
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
    if (run->block->is_skipping || (is_instant && is_past(scope)))
        return true;
    show(run);
    if (run->block->is_halted)
        return false;
    if (!is_instant) {
        insert_other(scope, item);
        scope->going++;
    }
    coir_object_begin(run, scope, item);
    return true;
}

// Loops --------------------------------------------------------------------------------------------------------------

static void begin_items(CoirRunRecord *run, CoirScope *scope, int64_t until);

static void next_loop(CoirScope *scope)
{
    scope->next = scope->next_end = 0;
    scope->since = scope->time;
    scope->loop++;
}

// Plays the loop that begins now, up to its end.
static void play_loop(CoirRunRecord *run, CoirScope *scope)
{
    int64_t end = loop_begin(scope) + scope->timeline->length;
    for (;;) {
        begin_items(run, scope, end);
        if (run->block->is_halted)
            return;
        int64_t event = next_item_event(run, scope, end);
        if (event > end)
            break;
        bring(run, scope, event > scope->time ? event : scope->time, end);
        end_objects(run, scope);
    }
    bring(run, scope, end, end);
    next_loop(scope);
}

static bool is_uneven(const CoirChannelDef *def)
{
    return def->adds && (def->sets || !def->is_even);
}

static void mark_channels(CoirScope *scope)
{
    for (int i = 0; i < scope->timeline->channel_count; i++) {
        CoirChannel *channel = coir_scope_channel(scope, i);
        if (is_uneven(&scope->timeline->channels[i]))
            coir_channel_value(scope, i, channel->mark);
        else
            memcpy(channel->mark, channel->sum, sizeof channel->mark);
    }
}

// True when a loop has left all properties of which that cannot be worked out where the one before it did.
static bool is_settled(const CoirScope *scope)
{
    for (int i = 0; i < scope->timeline->channel_count; i++) {
        const CoirChannelDef *def = &scope->timeline->channels[i];
        double value[COIR_PROPERTY_WIDTH];
        if (!is_uneven(def))
            continue;
        coir_channel_value(scope, i, value);
        for (int k = 0; k < coir_property_places[def->property].count; k++)
            if ((float)value[k] != (float)coir_scope_channel(scope, i)->mark[k])
                return false;
    }
    return true;
}

// Adds `count` times what the last loop has moved by amounts: as if as many more loops had run.
static void add_loops(CoirScope *scope, int64_t count)
{
    for (int i = 0; i < scope->timeline->channel_count; i++) {
        const CoirChannelDef *def = &scope->timeline->channels[i];
        CoirChannel *channel = coir_scope_channel(scope, i);
        if (!def->adds || is_uneven(def))
            continue;
        for (int k = 0; k < COIR_PROPERTY_WIDTH; k++)
            channel->sum[k] += (channel->sum[k] - channel->mark[k]) * (double)count;
        coir_channel_mark(scope, i);
    }
}

// Plays `count` loops without calls. Where a property changes by amounts alone, one loop tells what all of them do;
// where it is multiplied or set as well, they are played until nothing changes any more. Objects are in the first loop
// of a seek only, but in all of them that are played, of which there are an even number less, if every second one does
// something else.
static void skip_loops(CoirRunRecord *run, CoirScope *scope, int64_t count)
{
    CoirRunBlock *block = run->block;
    bool was_muted = block->is_muted, was_skipping = block->is_skipping, toggles = scope->timeline->toggles;
    bool is_settled_now = false;
    int64_t end = scope->loop + count;
    block->is_muted = true;
    for (int played = 0; count > 0 && played < MUTED_LIMIT && !block->is_halted; played++) {
        if (is_settled_now && !(toggles && count % 2 != 0))
            break;
        block->is_skipping = was_skipping || (!toggles && (!block->is_seeking || played > 0));
        mark_channels(scope);
        play_loop(run, scope);
        count--;
        is_settled_now = is_settled(scope);
    }
    block->is_muted = was_muted;
    block->is_skipping = was_skipping;
    if (block->is_halted)
        return;
    add_loops(scope, count);
    scope->loop = end;
    scope->time = end * scope->timeline->length;
    scope->since = scope->time;
}

// The time of a scope up to which nothing happens in the run but in this scope.
static int64_t calm_until(const CoirRunRecord *run, CoirScope *scope)
{
    if (!scope->outer)
        return scope->until;
    int64_t outside = calm_until(run, scope->outer), event = event_beside(run, scope->outer, scope->item);
    int64_t inside = until_inside(scope->outer, scope->item, event < outside ? event : outside);
    return inside < scope->until ? inside : scope->until;
}

// At the begin of a loop: when no more of them may make their calls in this step, those that are left in it are
// skipped.
static void skip_spent_loops(CoirRunRecord *run, CoirScope *scope)
{
    const CoirTimeline *timeline = scope->timeline;
    if (timeline->times == 1 || timeline->length == 0 || scope->next > 0)
        return;
    bool is_spent = !run->block->is_seeking && scope->update == this_update(run) && scope->loops >= LOOP_LIMIT;
    scope->is_spent = is_spent;
    if (!is_spent && !run->block->is_muted && !run->block->is_replaying)
        return;
    int64_t whole = calm_until(run, scope) / timeline->length;
    if (timeline->times >= 0 && whole > timeline->times)
        whole = timeline->times;
    if (whole <= scope->loop)
        return;
    if (is_spent && !run->block->is_muted)
        say_loops(run, scope);
    skip_loops(run, scope, whole - scope->loop);
}

static void end_loop(CoirRunRecord *run, CoirScope *scope)
{
    next_loop(scope);
    if (scope->update != this_update(run)) {
        scope->update = this_update(run);
        scope->loops = 0;
    }
    scope->loops++;
}

// What begins --------------------------------------------------------------------------------------------------------

// Does what is due at a scope's time, here and inside. The run may have halted when it returns.
static void begin_scope(CoirRunRecord *run, CoirScope *scope, int64_t until)
{
    const CoirTimeline *timeline = scope->timeline;
    scope->until = until;
    for (;;) {
        skip_spent_loops(run, scope);
        if (run->block->is_halted || is_over(scope))
            return;
        begin_items(run, scope, until);
        if (run->block->is_halted || timeline->times == 1 || scope->time < loop_begin(scope) + timeline->length)
            return;
        end_loop(run, scope);
    }
}

static void pass_idle_loop(CoirRunRecord *run, CoirScope *scope, CoirScope *inner, int64_t until)
{
    int64_t update = this_update(run);
    if (inner->loop == update || (inner->loop > 0 && scope->time < until))
        return;
    inner->loop = update;
    inner->time = 0;
    begin_items(run, inner, 0);
    if (!run->block->is_halted)
        inner->next = inner->next_end = 0;
}

// Does what is due inside, and returns true when all is over there.
static bool pass_inner(CoirRunRecord *run, CoirScope *scope, const CoirItem *item, int64_t until)
{
    CoirScope *inner = coir_scope_state(scope, item);
    int64_t elapsed = scope->time - loop_begin(scope) - item->begin;
    int64_t time = coir_item_inner_time(item, elapsed), inner_until = until_inside(scope, item, until);
    if (is_idle_loop(inner->timeline)) {
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
        if (event > time)
            break;
        bring(run, inner, event > inner->time ? event : inner->time, inner_until);
        end_objects(run, inner);
    }
    if (inner->time < time)
        bring(run, inner, time, inner_until);
    return item->end != COIR_NEVER && elapsed >= item->end - item->begin;
}

// What is still in progress inside, since its time has turned back to it, is brought there for the last time.
static void leave_inner(CoirRunRecord *run, CoirScope *inner)
{
    for (int i = inner->first; i >= 0; i = after(inner, i)) {
        const CoirItem *item = &inner->timeline->items[i];
        if (item->inner)
            leave_inner(run, coir_scope_state(inner, item));
        else if (coir_leaf_fraction(inner, item) == 0)
            coir_object_undo(run, inner, item, false);
        else
            coir_object_update(run, inner, item, coir_leaf_fraction(inner, item));
    }
}

static void end_inner(CoirRunRecord *run, CoirScope *scope, const CoirItem *item)
{
    CoirScope *inner = coir_scope_state(scope, item);
    if (!run->block->is_skipping)
        leave_inner(run, inner);
    drop_others(inner);
    remove_other(scope, item);
    coir_links_end(scope, item);
    scope->since = scope->time;
}

static bool begin_item(CoirRunRecord *run, CoirScope *scope, const CoirItem *item)
{
    scope->since = scope->time;
    if (item->inner) {
        coir_scope_begin(coir_scope_state(scope, item), item->inner, scope, item);
        coir_links_begin(scope, item);
        insert_other(scope, item);
        return true;
    }
    switch (item->leaf->kind) {
    case COIR_ACTION_CALL: return call(run, scope, item);
    case COIR_ACTION_REMOVE: return remove_node(run, scope, item);
    case COIR_ACTION_OBJECT: return begin_object(run, scope, item);
    default: coir_leaf_begin(run, scope, item); return true;
    }
}

// Does what is due at a scope's time, in the order of writing: what begins, and what is inside of what has begun.
static void begin_items(CoirRunRecord *run, CoirScope *scope, int64_t until)
{
    const CoirTimeline *timeline = scope->timeline;
    const CoirItem *items = timeline->items;
    int other = scope->first;
    for (;;) {
        const CoirItem *next = items + scope->next;
        bool is_due = scope->next < timeline->count && loop_begin(scope) + next->begin <= scope->time;
        while (other >= 0 && (!is_due || items[other].order < next->order)) {
            const CoirItem *item = &items[other];
            bool is_done = item->inner && pass_inner(run, scope, item, until);
            if (run->block->is_halted)
                return;
            other = after(scope, other);
            if (is_done)
                end_inner(run, scope, item);
        }
        if (!is_due || !begin_item(run, scope, next))
            return;
        if (next->inner)
            other = scope->next;
        scope->next++;
        if (run->block->is_halted)
            return;
    }
}

// Seeking ------------------------------------------------------------------------------------------------------------

static void play(CoirRunRecord *run, CoirScope *scope, int64_t time)
{
    for (;;) {
        int64_t event = coir_scope_next_event(run, scope, time);
        if (event > time)
            break;
        // One that was left when playing halted lies behind.
        bring(run, scope, event > scope->time ? event : scope->time, time);
        end_objects(run, scope);
        if (!run->block->is_halted)
            begin_scope(run, scope, time);
        if (run->block->is_halted)
            return;
    }
    if (scope->time != time)
        bring(run, scope, time, time);
}

// Inside something whose time turns back: instants stay as they are.
static void seek_inner(CoirRunRecord *run, CoirScope *scope, int64_t time)
{
    coir_objects_undo(run, scope, false);
    coir_channels_rewind(scope);
    drop_others(scope);
    reset(scope);
    bool was_replaying = run->block->is_replaying;
    run->block->is_replaying = true;
    play(run, scope, time);
    run->block->is_replaying = was_replaying;
}

// True if it is enough to bring a scope to an earlier time: nothing has happened since, and there is nothing inside
// that has a clock with a mind of its own.
static bool can_go_back(const CoirScope *scope, int64_t time)
{
    if (time < scope->since)
        return false;
    for (int i = scope->first; i >= 0; i = after(scope, i)) {
        const CoirItem *item = &scope->timeline->items[i];
        const CoirScope *inner = item->inner ? coir_scope_state(scope, item) : NULL;
        if (inner && (is_idle_loop(inner->timeline) || coir_scope_is_home(inner) ||
                      !can_go_back(inner, coir_item_inner_time(item, time - loop_begin(scope) - item->begin))))
            return false;
    }
    return true;
}

// Everything is as if nothing had begun.
static void put_back(CoirRunRecord *run, CoirScope *scope)
{
    for (int i = 0; i < scope->timeline->channel_count; i++)
        if (scope->timeline->channels[i].adds && coir_scope_channel(scope, i)->is_known)
            coir_channel_touch(run, scope, i);
    coir_objects_undo(run, scope, true);
    coir_channels_rewind(scope);
    drop_others(scope);
    reset(scope);
}

static void go_back(CoirRunRecord *run, CoirScope *scope, int64_t time)
{
    if (can_go_back(scope, time)) {
        bring(run, scope, time, time);
        return;
    }
    put_back(run, scope);
    if (!run->block->is_halted)
        play(run, scope, time);
}

void coir_scope_catch_up(CoirRunRecord *run, int64_t time)
{
    CoirScope *scope = own_scope(run);
    run->block->is_halted = false;
    run->block->is_muted = run->block->is_seeking = true;
    play(run, scope, time);
    run->block->is_muted = run->block->is_seeking = false;
    for (int i = 0; i < scope->timeline->channel_count; i++)
        coir_scope_channel(scope, i)->is_dirty = false;
}

void coir_scope_play(CoirRunRecord *run, int64_t time)
{
    run->block->is_halted = false;
    play(run, own_scope(run), time);
    if (!run->block->is_halted)
        show(run);
}

void coir_scope_rewind(CoirRunRecord *run)
{
    CoirScope *scope = own_scope(run);
    run->block->is_halted = false;
    put_back(run, scope);
    show(run);
}

void coir_scope_seek(CoirRunRecord *run, int64_t time, bool with_calls)
{
    CoirRunBlock *block = run->block;
    CoirScope *scope = own_scope(run);
    bool is_forward = time >= scope->time;
    block->is_halted = false;
    block->is_seeking = true;
    block->is_muted = !with_calls || !is_forward;
    if (is_forward)
        play(run, scope, time);
    else
        go_back(run, scope, time);
    if (!block->is_halted)
        show(run);
    block->is_seeking = block->is_muted = false;
}

// For the manager ----------------------------------------------------------------------------------------------------

bool coir_scope_is_idle(const CoirScope *scope)
{
    if (scope->going > 0)
        return false;
    for (int i = scope->first; i >= 0; i = after(scope, i)) {
        const CoirScope *inner = coir_scope_state(scope, &scope->timeline->items[i]);
        if (is_idle_loop(inner->timeline) || coir_scope_is_home(inner) || !coir_scope_is_idle(inner))
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
    if (scope->outer)
        add_start(scope->outer, scope->outer->timeline->links[scope->item->link + channel].channel, at);
    for (int i = 0; i < 2; i++)
        at[i] = scope->outer ? at[i] + state->sum[i] : state->start[i] + state->sum[i];
}

// The channel of the run's own scope, if a leaf is all that may change it; NULL otherwise.
static CoirChannel *own_channel(CoirScope *scope, int channel)
{
    for (;; scope = scope->outer) {
        CoirChannel *state = coir_scope_channel(scope, channel);
        if (state->first != state->last)
            return NULL;
        if (!scope->outer)
            return state;
        channel = scope->outer->timeline->links[scope->item->link + channel].channel;
    }
}

static bool add_hot(HotSearch *search, CoirScope *scope, int link, int64_t begin)
{
    const CoirLinkDef *def = &scope->timeline->links[link];
    const CoirItem *item = &scope->timeline->items[def->item];
    CoirChannel *channel = own_channel(scope, def->channel);
    if (item->hot == COIR_HOT_NOT || item->target.generation || search->count == search->most || !channel)
        return false;
    CoirHotLeaf *hot = &search->hot[search->count++];
    *hot = (CoirHotLeaf){.item = item, .since = begin + item->begin, .channel = channel};
    if (item->hot == COIR_HOT_BY) {
        add_start(scope, def->channel, hot->at);
        return true;
    }
    const CoirLeafState *state = coir_scope_state(scope, item);
    hot->at[0] = state->from[0];
    hot->at[1] = item->hot == COIR_HOT_TURN ? remainder((double)item->value[0] - state->from[0], 360) : state->from[1];
    return true;
}

// False: there is something in progress that is not hot.
static bool search_hot(HotSearch *search, CoirScope *scope, int64_t begin)
{
    begin += loop_begin(scope);
    for (int i = scope->first; i >= 0; i = after(scope, i)) {
        const CoirItem *item = &scope->timeline->items[i];
        bool is_loop = item->inner && item->action->kind == COIR_ACTION_REPEAT && !is_idle_loop(item->inner);
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
