// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Scheduling, pausing and removing. Timers with an interval are timers of their target's clock: the Scheduler's, or the
// one of a subtree of nodes. Pausing a target takes them out and keeps what remained of each; so a paused target costs
// nothing, and a due time is the same number whether its target was ever paused or not.

#include "time/scheduler/scheduled.h"

#include <stddef.h>
#include <string.h>

#include <utlist.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "time/nanoseconds.h"

CoirOwned *coir_timers_unreleased;
static CoirOwned **unreleased_end = &coir_timers_unreleased;
int coir_releases_wait;

// Clocks -------------------------------------------------------------------------------------------------------------

// From now on the times of a timer count from the moment at which its clock stopped, or (`by` the clock's reading)
// no more.
static void shift(CoirScheduler *scheduler, CoirScheduledTimer *timer, int64_t by)
{
    CoirCall *call = coir_call_of(scheduler, &timer->scheduled);
    int64_t *last = call ? &call->last : &timer->last;
    *last += by;
    timer->timer.time += by;
}

static void stop(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    if (!coir_is_timer(scheduled))
        return;
    CoirScheduledTimer *timer = (CoirScheduledTimer *)scheduled;
    if (!coir_is_in_calls(timer))
        coir_timer_stop(&timer->timer);
    shift(scheduler, timer, -coir_timer_queue_reads(timer->timer.queue));
}

static void go_on(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    if (!coir_is_timer(scheduled))
        return;
    CoirScheduledTimer *timer = (CoirScheduledTimer *)scheduled;
    shift(scheduler, timer, coir_timer_queue_reads(timer->timer.queue));
    if (!coir_is_in_calls(timer) && !scheduled->wants_place)
        coir_timer_put_back(&timer->timer, timer->timer.queue);
}

bool coir_target_set_paused(CoirScheduler *scheduler, const void *address, bool paused)
{
    CoirScheduled *first = coir_targets_find(&scheduler->targets, address);
    for (CoirScheduled *each = first; each; each = each->next) {
        if (each->paused == paused)
            continue;
        each->paused = paused;
        if (paused)
            stop(scheduler, each);
        else
            go_on(scheduler, each);
        coir_refresh_call(scheduler, each);
    }
    if (first && first->of_node && scheduler->nodes)
        scheduler->nodes->was_paused(first->address, paused);
    return first != NULL;
}

static void set_clock(CoirScheduled *scheduled, CoirTimerQueue *clock)
{
    if (coir_is_timer(scheduled))
        ((CoirScheduledTimer *)scheduled)->timer.queue = clock;
    else
        ((CoirScheduledUpdate *)scheduled)->clock = clock;
}

void coir_target_set_clock(CoirScheduler *scheduler, const void *address, CoirTimerQueue *clock)
{
    for (CoirScheduled *each = coir_targets_find(&scheduler->targets, address); each; each = each->next) {
        if (coir_clock_of(each) == clock)
            continue;
        if (!each->paused)
            stop(scheduler, each);
        set_clock(each, clock);
        if (!each->paused)
            go_on(scheduler, each);
        coir_refresh_call(scheduler, each);
    }
}

// From one scheduler to another --------------------------------------------------------------------------------------

// In order of scheduling; the type's own update comes first.
static int compare(const CoirScheduled *a, const CoirScheduled *b)
{
    if (!coir_is_timer(a) || !coir_is_timer(b))
        return (int)a->kind - (int)b->kind;
    uint64_t order_a = ((const CoirScheduledTimer *)a)->timer.order;
    uint64_t order_b = ((const CoirScheduledTimer *)b)->timer.order;
    return (order_a > order_b) - (order_a < order_b);
}

static CoirScheduled *take_all(CoirScheduler *scheduler, const void *address)
{
    CoirScheduled *taken = NULL, *each;
    while ((each = coir_targets_find(&scheduler->targets, address)) != NULL) {
        if (!each->paused)
            stop(scheduler, each);
        each->wants_place = coir_leave_place(scheduler, each);
        coir_targets_remove(&scheduler->targets, each);
        LL_PREPEND2(taken, each, next);
    }
    LL_SORT2(taken, compare, next);
    return taken;
}

static void give(CoirScheduler *scheduler, CoirScheduled *scheduled, const CoirTargetState *state)
{
    scheduled->paused = state->paused;
    scheduled->of_node = state->of_node;
    set_clock(scheduled, state->clock);
    coir_targets_add(&scheduler->targets, scheduled);
    if (coir_is_timer(scheduled)) {
        CoirTimer *timer = &((CoirScheduledTimer *)scheduled)->timer;
        timer->order = ++scheduler->clock.last_order;
        timer->advance = 0;
    }
    if (!state->paused)
        go_on(scheduler, scheduled);
    if (!scheduled->wants_place)
        return;
    scheduled->wants_place = false; // nobody has counted it yet
    coir_need_place(scheduler, scheduled);
}

void coir_target_move(CoirScheduler *from, CoirScheduler *to, void *address, const CoirTargetState *state)
{
    CoirScheduled *taken = take_all(from, address);
    if (!taken)
        return;
    coir_target_set_paused(to, address, state->paused); // should it have something there already
    coir_target_set_clock(to, address, state->clock);
    while (taken) {
        CoirScheduled *each = taken;
        taken = each->next;
        give(to, each, state);
    }
}

// Removing -----------------------------------------------------------------------------------------------------------

static size_t key_size(const CoirScheduledTimer *timer)
{
    return timer->scheduled.kind == COIR_SCHEDULED_KEYED_TIMER ? strlen(timer->key) + 1 : 0;
}

// Makes a removed timer an entry of a list. So the end of a timer needs no memory.
static CoirOwned *keep(CoirScheduledTimer *timer, CoirOwned **list)
{
    CoirOwned owned = {.next = *list, .user = timer->scheduled.user};
    memcpy(&owned.release, timer->key + key_size(timer), sizeof owned.release);
    return *list = memcpy(timer, &owned, sizeof owned);
}

void coir_timers_release_once(void)
{
    if (!coir_timers_may_release())
        return;
    CoirOwned *owned = coir_timers_unreleased;
    coir_timers_unreleased = NULL;
    unreleased_end = &coir_timers_unreleased;
    coir_releases_wait++;
    coir_owned_release(&owned);
    coir_releases_wait--;
}

void coir_timers_release_all(void)
{
    for (int i = 0; i < COIR_RELEASES_MAX && coir_timers_may_release(); i++)
        coir_timers_release_once();
    if (coir_timers_may_release())
        MISTAKE("CoirTimerDef.release: a release function ends a timer, whose release function ends a timer, and so on "
                "%d times; the next update goes on. Look for a function that ends another of its own kind.",
                COIR_RELEASES_MAX);
}

// What a timer owns goes to `owned`.
static void unschedule(CoirScheduler *scheduler, CoirScheduled *scheduled, CoirOwned **owned)
{
    coir_leave_place(scheduler, scheduled);
    if (coir_is_timer(scheduled))
        coir_timer_stop(&((CoirScheduledTimer *)scheduled)->timer);
    coir_targets_remove(&scheduler->targets, scheduled);
    if (!scheduled->has_release) {
        coir_free(scheduled);
        return;
    }
    CoirOwned *kept = keep((CoirScheduledTimer *)scheduled, owned);
    if (owned == unreleased_end)
        unreleased_end = &kept->next;
}

void coir_unschedule(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    unschedule(scheduler, scheduled, unreleased_end);
}

void coir_unschedule_target(CoirScheduler *scheduler, const void *address, CoirOwned **owned)
{
    CoirScheduled *first;
    while ((first = coir_targets_find(&scheduler->targets, address)) != NULL)
        unschedule(scheduler, first, owned ? owned : unreleased_end);
}

static bool is_from(const CoirScheduled *scheduled, int min_priority)
{
    if (coir_is_timer(scheduled))
        return 0 >= min_priority;
    return scheduled->kind == COIR_SCHEDULED_UPDATE && scheduled->priority >= min_priority;
}

bool coir_unschedule_from(CoirScheduler *scheduler, const void *address, int min_priority)
{
    CoirScheduled *first = coir_targets_find(&scheduler->targets, address);
    for (CoirScheduled *each = first, *next; each; each = next) {
        next = each->next;
        if (is_from(each, min_priority))
            coir_unschedule(scheduler, each);
    }
    return first != NULL;
}

// Timers -------------------------------------------------------------------------------------------------------------

CoirScheduledTimer *coir_find_timer(const CoirScheduler *scheduler, const void *address, const char *key,
                                    CoirAnyFn callback)
{
    return coir_targets_find_timer((CoirTargets *)&scheduler->targets, address, key, callback);
}

static void begin(CoirScheduled *scheduled, void *address, const CoirTargetState *state, CoirScheduledKind kind)
{
    scheduled->address = address;
    scheduled->kind = (uint8_t)kind;
    scheduled->paused = state->paused;
    scheduled->of_node = state->of_node;
}

static CoirScheduledTimer *new_timer(void *address, const CoirTargetState *state, const CoirTimerDef *def)
{
    size_t key_size = def->key ? strlen(def->key) + 1 : 0, release_size = def->release ? sizeof def->release : 0;
    CoirScheduledTimer *timer = coir_alloc(offsetof(CoirScheduledTimer, key) + key_size + release_size);
    if (!timer)
        return NULL;
    begin(&timer->scheduled, address, state, def->key ? COIR_SCHEDULED_KEYED_TIMER : COIR_SCHEDULED_TIMER);
    timer->scheduled.callback = coir_timer_def_callback(def);
    timer->scheduled.is_call = def->call != NULL;
    timer->scheduled.user = def->user;
    timer->scheduled.calls_left = def->repeat;
    if (def->key)
        memcpy(timer->key, def->key, key_size);
    if (def->release) {
        timer->scheduled.has_release = true;
        memcpy(timer->key + key_size, &def->release, release_size);
    }
    return timer;
}

// The reading of its clock at which something counts as scheduled now.
static int64_t scheduling_time(const CoirScheduler *scheduler, const CoirTargetState *state)
{
    if (state->paused)
        return 0; // since it stopped
    int64_t reads = coir_scheduler_reads(scheduler);
    if (reads != scheduler->clock.base) // it is ahead of the clock
        return coir_timer_queue_reads_at(state->clock, reads);
    return coir_timer_queue_reads(state->clock);
}

// Sets the times of a new timer, which is then in no queue and no list.
static void set_times(CoirScheduledTimer *timer, const CoirTargetState *state, const CoirTimerDef *def, int64_t now)
{
    int64_t interval = 0, delay = 0;
    coir_to_nanoseconds(def->interval, &interval);
    coir_to_nanoseconds(def->delay, &delay);
    coir_timer_prepare(&timer->timer, state->clock, now + (delay > 0 ? delay : interval), interval, def->catch_up);
    timer->last = now;
}

static CoirTargetState state_of(const CoirScheduled *first, const CoirTargetState *otherwise)
{
    if (!first)
        return *otherwise;
    return (CoirTargetState){coir_clock_of(first), first->paused, first->of_node};
}

bool coir_schedule_timer(CoirScheduler *scheduler, void *address, const CoirTargetState *state, const CoirTimerDef *def)
{
    CoirScheduledTimer *old = coir_find_timer(scheduler, address, def->key, coir_timer_def_callback(def));
    CoirTargetState now_is = state_of(coir_targets_find(&scheduler->targets, address), state);
    CoirScheduledTimer *timer = new_timer(address, &now_is, def);
    if (!timer)
        return false;
    int64_t now = scheduling_time(scheduler, &now_is);
    set_times(timer, &now_is, def, now);
    bool in_each_update = timer->timer.interval == 0 && timer->timer.time == now;
    if (in_each_update && !coir_give_place(scheduler, &timer->scheduled))
        return coir_free(timer), false;
    if (old)
        coir_unschedule(scheduler, &old->scheduled);
    coir_targets_add(&scheduler->targets, &timer->scheduled);
    if (!in_each_update && !now_is.paused)
        coir_timer_put_back(&timer->timer, now_is.clock);
    if (old)
        coir_timers_release(); // last: calls user code
    return true;
}

// Per-frame updates --------------------------------------------------------------------------------------------------

CoirScheduledUpdate *coir_find_update(const CoirScheduler *scheduler, const void *address, CoirScheduledKind kind)
{
    CoirScheduled *each = coir_targets_find(&scheduler->targets, address);
    while (each && !coir_is_timer(each) && each->kind != kind)
        each = each->next;
    return each && each->kind == kind ? (CoirScheduledUpdate *)each : NULL;
}

static CoirScheduledUpdate *new_update(void *address, const CoirTargetState *state, CoirScheduledKind kind,
                                       int priority)
{
    CoirScheduledUpdate *update = coir_alloc(sizeof *update);
    if (!update)
        return NULL;
    begin(&update->scheduled, address, state, kind);
    update->scheduled.priority = priority;
    update->clock = state->clock;
    return update;
}

bool coir_schedule_update(CoirScheduler *scheduler, void *address, const CoirTargetState *state, CoirScheduledKind kind,
                          CoirTickFn tick, void *user, int priority)
{
    CoirScheduledUpdate *old = coir_find_update(scheduler, address, kind), *update = old;
    if (!old) {
        CoirTargetState now_is = state_of(coir_targets_find(&scheduler->targets, address), state);
        update = new_update(address, &now_is, kind, priority);
    }
    if (!update || (old && !coir_change_priority(scheduler, update, priority)))
        return false;
    update->scheduled.callback = (CoirAnyFn)tick;
    update->scheduled.user = user;
    if (old)
        coir_refresh_call(scheduler, &update->scheduled);
    else if (coir_give_place(scheduler, &update->scheduled))
        coir_targets_add(&scheduler->targets, &update->scheduled);
    else
        return coir_free(update), false;
    return true;
}
