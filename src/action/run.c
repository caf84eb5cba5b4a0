// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Playing a timeline. Time passes from one event (something begins or ends, also in a timeline inside) to the next. At
// each the leaves in progress are brought there first, those of all timelines inside, too; then what begins there
// begins, and what is called is called, in the order of writing. So a step of any length does what many small ones do,
// and each call finds the node's properties as they are at its instant. A call may end the run or stop its node:
// playing then halts where it is, with everything that has not happened yet still to come.

#include "action/run.h"

#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "time/nanoseconds.h"

#define LOOP_LIMIT 1000   // loops of a repeat in one step that make their calls
#define MUTED_LIMIT 10000 // loops without calls that are played where what they do cannot be worked out

// Kept out of functions that call each other as deep as descriptions are nested: a large frame of theirs would end the
// stack.
#ifdef __GNUC__
#define APART __attribute__((noinline))
#else
#define APART
#endif

typedef struct Play { // a timeline and its state, as it is being played
    CoirRunRecord *run;
    const CoirTimeline *timeline;
    CoirPlayState *state;
    int64_t until; // the timeline's time to which the step goes
} Play;

static void play(const Play *p);

size_t coir_play_state_size(int parallel)
{
    size_t size = sizeof(CoirPlayState) + (size_t)parallel * sizeof(int);
    return (size + 7) / 8 * 8;
}

static void *item_state(const Play *p, const CoirTimelineItem *item)
{
    return (unsigned char *)p->state + item->state;
}

static double eased(const CoirAction *action, double t)
{
    for (; action->kind == COIR_ACTION_EASE; action = action->parts[0])
        t = coir_ease_at(action->ease, t);
    return t;
}

// Instants -----------------------------------------------------------------------------------------------------------

int64_t coir_run_at(const CoirRunRecord *run)
{
    return ((const CoirPlayState *)run->state)->time;
}

static void call(CoirRunRecord *run, const CoirAction *action)
{
    CoirActionManager *manager = run->actor->manager;
    if (run->muted)
        return;
    int64_t outer_instant = manager->instant;
    bool outer_calling = manager->calling;
    manager->instant = coir_run_instant(run);
    manager->calling = true;
    action->function(run->actor->node, action->user);
    manager->instant = outer_instant;
    manager->calling = outer_calling;
    run->halted = !run->actor || run->actor->manager != manager || !coir_actor_moves(run->actor);
}

// Timelines inside ---------------------------------------------------------------------------------------------------

// The time inside a composition that eases stand around.
static int64_t bend(const CoirAction *ease, int64_t elapsed)
{
    if (elapsed >= ease->duration)
        return ease->duration;
    double length = (double)ease->duration;
    return llround(eased(ease, (double)elapsed / length) * length);
}

// The least time at which the time inside has come to `inner`.
static int64_t unbend(const CoirAction *ease, int64_t inner)
{
    int64_t low = 0, high = ease->duration;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (bend(ease, middle) >= inner)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static Play inside(const Play *p, const CoirTimelineItem *item)
{
    CoirPlayState *state = item_state(p, item);
    int64_t until = p->until - item->begin;
    if (item->action->kind == COIR_ACTION_EASE)
        until = bend(item->action, until);
    else if (state->loop > 0)
        until -= state->loop * item->inner->duration;
    return (Play){p->run, item->inner, state, until};
}

// True for a repeat without end of something without length: it happens once in each update, at the end of the step.
// Its `loop` is the last update in which it did.
static bool is_idle_loop(const CoirTimelineItem *item)
{
    return item->action->kind == COIR_ACTION_REPEAT && item->action->times < 0 && item->inner->duration == 0;
}

static int64_t this_update(const Play *p)
{
    return p->run->actor->manager->update;
}

static int64_t next_event(const Play *p);

static int64_t inner_event(const Play *p, const CoirTimelineItem *item)
{
    if (is_idle_loop(item))
        return ((CoirPlayState *)item_state(p, item))->loop == this_update(p) ? COIR_NEVER : p->until;
    Play inner = inside(p, item);
    int64_t event = next_event(&inner), length = inner.timeline->duration;
    if (item->action->kind == COIR_ACTION_EASE && event != COIR_NEVER)
        return event > inner.until ? COIR_NEVER : item->begin + unbend(item->action, event);
    if (item->action->kind == COIR_ACTION_EASE)
        return item->end;
    if (length == COIR_NEVER)
        return event == COIR_NEVER ? COIR_NEVER : item->begin + event;
    return item->begin + inner.state->loop * length + (event < length ? event : length);
}

// The next time at which an item begins or ends, here or inside; COIR_NEVER: none up to where the step goes.
static int64_t next_event(const Play *p)
{
    const CoirPlayState *state = p->state;
    int64_t time = state->next < p->timeline->count ? p->timeline->items[state->next].begin : COIR_NEVER;
    for (int i = 0; i < state->active_count; i++) {
        const CoirTimelineItem *item = &p->timeline->items[state->active[i]];
        int64_t event = item->inner ? inner_event(p, item) : item->end;
        time = event < time ? event : time;
    }
    return time;
}

// What is in progress ------------------------------------------------------------------------------------------------

static void bring(const Play *p, int64_t time);

static void bring_inner(const Play *p, const CoirTimelineItem *item, int64_t time)
{
    Play inner = inside(p, item);
    if (item->action->kind == COIR_ACTION_EASE) {
        int64_t bent = bend(item->action, time), event = next_event(&inner);
        // Where several events inside fall on the same time outside, they are dealt with one after the other.
        bring(&inner, event < bent ? event : bent);
    } else {
        bring(&inner, inner.state->loop > 0 ? time - inner.state->loop * inner.timeline->duration : time);
    }
}

static void bring_leaf(const Play *p, const CoirTimelineItem *item, int64_t time)
{
    bool is_end = time >= item->end;
    double t = is_end ? 1 : (double)(time - item->begin) / (double)(item->end - item->begin);
    coir_leaf_update(p->run, coir_action_core(item->action), item_state(p, item), eased(item->action, t), is_end);
}

// Brings all leaves in progress to a time and drops those that end there. Nothing is called.
static void bring(const Play *p, int64_t time)
{
    CoirPlayState *state = p->state;
    int kept = 0;
    state->time = time;
    for (int i = 0; i < state->active_count; i++) {
        const CoirTimelineItem *item = &p->timeline->items[state->active[i]];
        if (item->inner)
            bring_inner(p, item, time - item->begin);
        else
            bring_leaf(p, item, time);
        if (item->inner || time < item->end)
            state->active[kept++] = state->active[i];
    }
    state->active_count = kept;
}

// Loops --------------------------------------------------------------------------------------------------------------

static void rewind_state(CoirPlayState *state)
{
    state->next = 0;
    state->active_count = 0;
    state->time = 0;
}

// Adds `count` times what the last loop has moved by amounts: as if as many more loops had run.
static void add_loops(const Play *p, const CoirSum *before, unsigned mask, double count)
{
    for (int property = 0; property < COIR_PROPERTY_COUNT; property++) {
        if (!(mask & 1u << property))
            continue;
        CoirSum *sum = coir_run_sum(p->run, (CoirProperty)property);
        for (int i = 0; i < 2; i++)
            sum->sum[i] += (sum->sum[i] - before[property].sum[i]) * count;
        coir_run_write_sum(p->run, (CoirProperty)property);
    }
}

static void note_sums(const Play *p, CoirSum *sums)
{
    for (int property = 0; property < COIR_PROPERTY_COUNT; property++)
        if (p->timeline->by_mask & 1u << property)
            sums[property] = *coir_run_sum(p->run, (CoirProperty)property);
}

// True when a loop has left all these properties where the one before it did.
static bool is_settled(const Play *p, const CoirSum *before, unsigned mask)
{
    for (int property = 0; property < COIR_PROPERTY_COUNT; property++)
        if (mask & 1u << property && memcmp(before[property].wrote, coir_run_sum(p->run, (CoirProperty)property)->wrote,
                                            sizeof before->wrote) != 0)
            return false;
    return true;
}

// Plays `count` loops without calls. Where a property changes by amounts alone, one loop tells what all of them do;
// where it is multiplied or set as well, they are played until nothing changes any more.
static APART void skip_loops(const Play *outer, const CoirTimelineItem *item, int64_t count)
{
    CoirRunRecord *run = outer->run;
    CoirSum before[COIR_PROPERTY_COUNT] = {{.known = false}};
    Play p = {run, item->inner, item_state(outer, item), item->inner->duration};
    unsigned uneven = p.timeline->by_mask & p.timeline->uneven_mask;
    bool was_muted = run->muted;
    run->muted = true;
    for (int played = 0; count > 0 && played < MUTED_LIMIT; played++) {
        note_sums(&p, before);
        play(&p);
        rewind_state(p.state);
        count--;
        if (is_settled(&p, before, uneven))
            break;
    }
    add_loops(&p, before, p.timeline->by_mask & ~uneven, (double)count);
    run->muted = was_muted;
    if (run->muted || run->loops_said)
        return;
    run->loops_said = true;
    coir_log(COIR_LOG_WARNING,
             "a repeated action of %g s made more than %d loops in one step; the calls of the rest are dropped",
             coir_to_seconds(p.timeline->duration), LOOP_LIMIT);
}

static void end_loop(const Play *p, CoirPlayState *state)
{
    rewind_state(state);
    state->loop++;
    if (state->update != this_update(p)) {
        state->update = this_update(p);
        state->loops = 0;
    }
    state->loops++;
}

// At the begin of a loop: when no more of them may make their calls in this step, those that are left in it are
// skipped.
static void skip_spent_loops(const Play *p, const CoirTimelineItem *item, CoirPlayState *state)
{
    bool is_spent = state->update == this_update(p) && state->loops >= LOOP_LIMIT;
    if (item->inner->duration == 0 || state->next > 0 || (!is_spent && !p->run->muted))
        return;
    int64_t whole = (p->until - item->begin) / item->inner->duration;
    if (item->action->times >= 0 && whole > item->action->times)
        whole = item->action->times;
    if (whole <= state->loop)
        return;
    skip_loops(p, item, whole - state->loop);
    state->loop = whole;
}

// What begins --------------------------------------------------------------------------------------------------------

static void begin(const Play *p, int64_t time);

static void pass_idle_loop(const Play *p, const CoirTimelineItem *item, int64_t time)
{
    CoirPlayState *state = item_state(p, item);
    if (state->loop == this_update(p) || (state->loop > 0 && time < p->until))
        return;
    Play inner = {p->run, item->inner, state, 0};
    state->loop = this_update(p);
    begin(&inner, 0);
    if (!p->run->halted)
        rewind_state(state);
}

// These do what is due inside at `time`, and return true when all is done.
static bool pass_repeat(const Play *p, const CoirTimelineItem *item, int64_t time)
{
    CoirPlayState *state = item_state(p, item);
    int64_t length = item->inner->duration;
    do {
        skip_spent_loops(p, item, state);
        if (state->loop == item->action->times)
            break;
        Play inner = inside(p, item);
        int64_t local = time - item->begin - (state->loop > 0 ? state->loop * length : 0);
        begin(&inner, local);
        if (p->run->halted || local < length)
            return false;
        end_loop(p, state);
    } while (state->loop != item->action->times);
    return true;
}

static bool pass_ease(const Play *p, const CoirTimelineItem *item, int64_t time)
{
    Play inner = inside(p, item);
    int64_t bent = bend(item->action, time - item->begin);
    for (;;) {
        begin(&inner, inner.state->time);
        if (p->run->halted)
            return false;
        int64_t event = next_event(&inner);
        if (event > bent)
            return time >= item->end;
        bring(&inner, event);
    }
}

static bool pass_inner(const Play *p, const CoirTimelineItem *item, int64_t time)
{
    if (item->action->kind == COIR_ACTION_EASE)
        return pass_ease(p, item, time);
    if (!is_idle_loop(item))
        return pass_repeat(p, item, time);
    pass_idle_loop(p, item, time);
    return false;
}

// Begins an item, which takes its place among those in progress if it has a length or a timeline of its own.
static void begin_item(const Play *p, const CoirTimelineItem *item, int place)
{
    CoirPlayState *state = p->state;
    const CoirAction *core = coir_action_core(item->action);
    if (item->inner) {
        CoirPlayState *inner = item_state(p, item);
        inner->loop = 0;
        rewind_state(inner);
    } else if (core->kind == COIR_ACTION_CALL) {
        call(p->run, core);
        return;
    } else {
        coir_leaf_start(p->run, core, item_state(p, item));
        if (item->end == item->begin) {
            bring_leaf(p, item, item->begin);
            return;
        }
    }
    memmove(&state->active[place + 1], &state->active[place],
            (size_t)(state->active_count++ - place) * sizeof state->active[0]);
    state->active[place] = (int)(item - p->timeline->items);
}

// Does what is due at a time, here and inside, in the order of writing. The run may have halted when it returns.
static void begin(const Play *p, int64_t time)
{
    CoirPlayState *state = p->state;
    const CoirTimelineItem *items = p->timeline->items;
    for (int i = 0;; state->next++) {
        const CoirTimelineItem *next = &items[state->next];
        bool is_due = state->next < p->timeline->count && next->begin <= time;
        while (i < state->active_count && (!is_due || items[state->active[i]].order < next->order)) {
            const CoirTimelineItem *item = &items[state->active[i++]];
            bool is_done = item->inner && pass_inner(p, item, time);
            if (p->run->halted)
                return;
            if (is_done) {
                i--;
                memmove(&state->active[i], &state->active[i + 1],
                        (size_t)(--state->active_count - i) * sizeof state->active[0]);
            }
        }
        if (!is_due)
            return;
        begin_item(p, next, i);
        if (p->run->halted) {
            state->next++;
            return;
        }
    }
}

static void play(const Play *p)
{
    for (;;) {
        int64_t event = next_event(p);
        if (event > p->until)
            break;
        bring(p, event < p->state->time ? p->state->time : event); // one that was left when playing halted lies behind
        begin(p, p->state->time);
        if (p->run->halted)
            return;
    }
    bring(p, p->until);
}

void coir_run_play(CoirRunRecord *run, int64_t time)
{
    Play p = {run, run->timeline, (CoirPlayState *)run->state, time};
    run->halted = false;
    play(&p);
}
