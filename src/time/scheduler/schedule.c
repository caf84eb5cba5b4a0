// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Scheduling, pausing and removing. A timer with an interval or a delay waits in its target's clock, a timer queue:
// the clock of the scheduler, or of a subtree of nodes. The timers of a paused target are marked, and are not called.
// When the target is resumed, the due time of each timer moves by the length of the pause, so that pauses add no
// rounding errors.

#include "time/scheduler/scheduled.h"

#include <stddef.h>
#include <string.h>

#include <utlist.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/pool.h"
#include "base/sort.h"
#include "time/nanoseconds.h"
#include "time/scale.h"

// Clocks -------------------------------------------------------------------------------------------------------------

static int64_t reads(const CoirScheduledTimer *timer)
{
    return coir_timer_queue_reads(timer->timer.queue);
}

static int64_t *last_of(CoirScheduler *scheduler, CoirScheduledTimer *timer)
{
    CoirCall *call = coir_call_of(scheduler, &timer->scheduled);
    return call ? &call->last : &timer->last;
}

static void pause_timer(CoirScheduledTimer *timer)
{
    timer->paused_at = reads(timer);
    if (coir_waits_in_queue(timer))
        coir_timer_pause(&timer->timer);
}

// Returns a due time that is moved by `by`. A due time that no clock reaches stays, so that the sum does not
// overflow.
static int64_t moved(int64_t due, int64_t by)
{
    return by > 0 && due > COIR_SCALED_MAX ? due : due + by;
}

static void resume_timer(CoirScheduler *scheduler, CoirScheduledTimer *timer)
{
    int64_t passed = reads(timer) - timer->paused_at;
    if (!coir_waits_in_queue(timer)) {
        *last_of(scheduler, timer) += passed;
        return;
    }
    timer->last += passed;
    coir_timer_resume(&timer->timer, moved(timer->timer.time, passed));
}

static inline void set_paused(CoirScheduler *scheduler, CoirScheduled *scheduled, bool paused)
{
    CoirScheduledTimer *timer = (CoirScheduledTimer *)scheduled;
    scheduled->paused = paused;
    if (coir_is_timer(scheduled) && paused)
        pause_timer(timer);
    else if (coir_is_timer(scheduled))
        resume_timer(scheduler, timer);
    coir_refresh_call(scheduler, scheduled);
}

bool coir_target_set_paused(CoirScheduler *scheduler, const void *address, bool paused)
{
    CoirScheduled *first = coir_targets_find(&scheduler->targets, address);
    for (CoirScheduled *each = first; each; each = each->next)
        if (each->paused != paused)
            set_paused(scheduler, each, paused);
    if (first && first->of_node && scheduler->nodes)
        scheduler->nodes->pause_changed(first->address, paused);
    return first != NULL;
}

// Takes a timer out of its clock; a timer with a CoirCall is in no clock. Notes the clock's time in `paused_at`; if the
// target is paused, `paused_at` is set already.
static void leave_clock(CoirScheduled *scheduled)
{
    CoirScheduledTimer *timer = (CoirScheduledTimer *)scheduled;
    if (!coir_is_timer(scheduled))
        return;
    if (!scheduled->paused)
        timer->paused_at = reads(timer);
    if (!coir_is_in_calls(timer))
        coir_timer_stop(&timer->timer);
}

// Puts a timer or update that has left its clock on another clock. The time to a timer's next call stays the same.
static void enter_clock(CoirScheduler *scheduler, CoirScheduled *scheduled, CoirTimerQueue *clock)
{
    CoirScheduledTimer *timer = (CoirScheduledTimer *)scheduled;
    if (!coir_is_timer(scheduled)) {
        ((CoirScheduledUpdate *)scheduled)->clock = clock;
        return;
    }
    timer->timer.queue = clock;
    int64_t by = reads(timer) - timer->paused_at;
    *last_of(scheduler, timer) += by;
    timer->timer.time = moved(timer->timer.time, by);
    timer->paused_at += by;
    if (!scheduled->paused && coir_waits_in_queue(timer))
        coir_timer_enter(&timer->timer, clock);
}

void coir_target_set_clock(CoirScheduler *scheduler, const void *address, CoirTimerQueue *clock)
{
    for (CoirScheduled *each = coir_targets_find(&scheduler->targets, address); each; each = each->next) {
        if (coir_clock_of(each) == clock)
            continue;
        leave_clock(each);
        enter_clock(scheduler, each, clock);
        coir_refresh_call(scheduler, each);
    }
}

// From one scheduler to another --------------------------------------------------------------------------------------

// Orders timers by their insertion numbers. Updates come before timers, the update of the node's type first.
static bool is_before(const void *one, const void *other)
{
    const CoirScheduledTimer *a = one, *b = other;
    if (!coir_is_timer(&a->scheduled) || !coir_is_timer(&b->scheduled))
        return a->scheduled.kind < b->scheduled.kind;
    return coir_timer_compare_orders(&a->timer, &b->timer) < 0;
}

static CoirScheduled *take_members(CoirScheduler *scheduler, const void *address)
{
    CoirScheduled *taken = NULL, *each;
    while ((each = coir_targets_find(&scheduler->targets, address)) != NULL) {
        leave_clock(each);
        each->lacks_call = coir_remove_call(scheduler, each);
        coir_targets_remove(&scheduler->targets, each);
        LL_PREPEND2(taken, each, next);
    }
    return coir_sort_list(taken, &(const CoirListKind){offsetof(CoirScheduled, next), is_before, NULL});
}

static void give(CoirScheduler *scheduler, CoirScheduled *scheduled, const CoirTargetState *state)
{
    scheduled->paused = state->paused;
    scheduled->of_node = state->of_node;
    coir_targets_add(&scheduler->targets, scheduled, coir_targets_find(&scheduler->targets, scheduled->address));
    if (coir_is_timer(scheduled)) {
        CoirTimer *timer = &((CoirScheduledTimer *)scheduled)->timer;
        timer->order = ++scheduler->clock.last_order;
        timer->advance = 0;
    }
    enter_clock(scheduler, scheduled, state->clock);
    if (!scheduled->lacks_call)
        return;
    scheduled->lacks_call = false; // without memory, coir_need_call sets and counts the flag in the new scheduler
    coir_need_call(scheduler, scheduled);
}

void coir_target_move(CoirScheduler *from, CoirScheduler *to, void *address, const CoirTargetState *state)
{
    CoirScheduled *taken = take_members(from, address);
    if (!taken)
        return;
    coir_target_set_paused(to, address, state->paused); // the target may have members there already
    coir_target_set_clock(to, address, state->clock);
    while (taken) {
        CoirScheduled *each = taken;
        taken = each->next;
        give(to, each, state);
    }
}

// Removing -----------------------------------------------------------------------------------------------------------

// Timers without a release function come from two pools. The first pool has the timers without a key, which take two
// cache lines where pointers have 64 bits. The second pool has the timers with a key of at most SHORT_KEY_SIZE bytes,
// the final zero included. Every other timer is an allocation of its own.
#define SHORT_KEY_SIZE 16
static CoirPool *pool_of(CoirScheduler *scheduler, bool has_key)
{
    CoirPool *pool = &scheduler->world->timers[has_key];
    pool->block_size = offsetof(CoirScheduledTimer, key) + (has_key ? SHORT_KEY_SIZE : 0);
    return pool;
}
static_assert(offsetof(CoirScheduledTimer, key) <= 128, "a timer without a key takes two cache lines");
static_assert(sizeof(void *) != 8 || offsetof(CoirScheduledTimer, timer) == 64, "the second line is the CoirTimer");

static void free_scheduled(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    if (scheduled->is_of_pool)
        coir_pool_give(&scheduler->world->timers[scheduled->kind == COIR_SCHEDULED_KEYED_TIMER], scheduled);
    else
        coir_free(scheduled);
}

static size_t key_size(const CoirScheduledTimer *timer)
{
    return timer->scheduled.kind == COIR_SCHEDULED_KEYED_TIMER ? strlen(timer->key) + 1 : 0;
}

// Turns the block of a removed timer into an entry of a list of owned pointers, so that removing a timer needs no
// memory.
static CoirOwned *keep(CoirScheduledTimer *timer, CoirOwned **list)
{
    CoirOwned owned = {.next = *list, .user = timer->scheduled.user};
    memcpy(&owned.release, timer->key + key_size(timer), sizeof owned.release);
    return *list = memcpy(timer, &owned, sizeof owned);
}

void coir_timers_release_once(void)
{
    CoirWorld *world = coir_world();
    if (!coir_timers_may_release())
        return;
    CoirOwned *owned = world->unreleased;
    world->unreleased = NULL;
    world->unreleased_end = &world->unreleased;
    world->releases_wait++;
    coir_owned_release(&owned);
    world->releases_wait--;
}

void coir_timers_release_all(void)
{
    for (int i = 0; i < COIR_RELEASES_MAX && coir_timers_may_release(); i++)
        coir_timers_release_once();
    if (coir_timers_may_release())
        MISTAKE("CoirTimerDef.release: a release function ends a timer, whose release function ends a timer, and so on "
                "%d times; the next update calls the rest of the release functions. Look for a release function that "
                "ends a timer with the same release function.",
                COIR_RELEASES_MAX);
}

// Removes a timer or an update. If the timer owns a pointer, inserts the pointer into a list at the link `owned`.
static void unschedule(CoirScheduler *scheduler, CoirScheduled *scheduled, CoirOwned **owned)
{
    CoirScheduledTimer *timer = (CoirScheduledTimer *)scheduled;
    if (coir_is_timer(scheduled) && coir_waits_in_queue(timer))
        coir_timer_stop(&timer->timer);
    else
        coir_remove_call(scheduler, scheduled);
    coir_targets_remove(&scheduler->targets, scheduled);
    if (!scheduled->has_release) {
        free_scheduled(scheduler, scheduled);
        return;
    }
    CoirOwned *kept = keep(timer, owned);
    if (owned == scheduler->world->unreleased_end)
        scheduler->world->unreleased_end = &kept->next;
}

void coir_timers_free_memory(CoirWorld *world)
{
    coir_pool_clear_if_unused(&world->timers[0]);
    coir_pool_clear_if_unused(&world->timers[1]);
}

void coir_unschedule(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    unschedule(scheduler, scheduled, scheduler->world->unreleased_end);
}

void coir_unschedule_target(CoirScheduler *scheduler, const void *address, CoirOwned **owned)
{
    CoirScheduled *first;
    while ((first = coir_targets_find(&scheduler->targets, address)) != NULL)
        unschedule(scheduler, first, owned ? owned : scheduler->world->unreleased_end);
}

static bool is_from(const CoirScheduled *scheduled, int min_priority)
{
    return scheduled->kind != COIR_SCHEDULED_CLASS_UPDATE && coir_priority_of(scheduled) >= min_priority;
}

bool coir_unschedule_from(CoirScheduler *scheduler, const void *address, int min_priority)
{
    bool had_any = false;
    for (CoirScheduled *each = coir_targets_find(&scheduler->targets, address), *next; each; each = next) {
        next = each->next;
        if (!is_from(each, min_priority))
            continue;
        coir_unschedule(scheduler, each);
        had_any = true;
    }
    return had_any;
}

// Timers -------------------------------------------------------------------------------------------------------------

static CoirScheduledTimer *find_in_target(CoirTargets *targets, CoirScheduled *first, const char *key,
                                          CoirAnyFn callback)
{
    return key ? coir_targets_find_key(targets, first, key) : coir_targets_find_callback(targets, first, callback);
}

CoirScheduledTimer *coir_find_timer(const CoirScheduler *scheduler, const void *address, const char *key,
                                    CoirAnyFn callback)
{
    CoirTargets *targets = (CoirTargets *)&scheduler->targets; // a search may make an index
    return find_in_target(targets, coir_targets_find(targets, address), key, callback);
}

// Returns the time of a target's clock at which the delay of a new timer begins.
static int64_t scheduling_time(const CoirScheduler *scheduler, const CoirTargetState *target)
{
    int64_t reads = coir_scheduler_reads(scheduler);
    if (reads != scheduler->clock.base && !target->paused) // the logical time is ahead (coir_scheduler_reads)
        return coir_timer_queue_reads_at(target->clock, reads);
    return coir_timer_queue_reads(target->clock);
}

static CoirAnyFn callback_of(const CoirTimerDef *def)
{
    return def->call ? (CoirAnyFn)def->call : (CoirAnyFn)def->tick;
}

static CoirScheduledTimer *take_memory(CoirScheduler *scheduler, const CoirTimerDef *def, size_t key_size)
{
    if (key_size <= SHORT_KEY_SIZE && !def->release)
        return coir_pool_take(pool_of(scheduler, def->key != NULL));
    return coir_realloc(NULL, offsetof(CoirScheduledTimer, key) + key_size + (def->release ? sizeof def->release : 0));
}

// Returns a new timer that is in no queue and in no target; NULL: no memory.
static CoirScheduledTimer *new_timer(CoirScheduler *scheduler, void *address, const CoirTargetState *target,
                                     const CoirTimerDef *def)
{
    size_t key_size = def->key ? strlen(def->key) + 1 : 0;
    CoirScheduledTimer *timer = take_memory(scheduler, def, key_size);
    int64_t now = scheduling_time(scheduler, target), interval = coir_round(def->interval * 1e9);
    int64_t delay = coir_round(def->delay * 1e9);
    if (!timer)
        return NULL;
    timer->scheduled = (CoirScheduled){.address = address,
                                       .callback = callback_of(def),
                                       .user = def->user,
                                       .calls_left = def->repeat,
                                       .kind = def->key ? COIR_SCHEDULED_KEYED_TIMER : COIR_SCHEDULED_TIMER,
                                       .paused = target->paused,
                                       .of_node = target->of_node,
                                       .is_call = def->call != NULL,
                                       .is_endless_tick = def->tick && interval > 0 && def->repeat == COIR_FOREVER,
                                       .has_release = def->release != NULL,
                                       .is_of_pool = key_size <= SHORT_KEY_SIZE && !def->release};
    coir_timer_prepare(&timer->timer, target->clock, now + (delay > 0 ? delay : interval), interval, def->catch_up);
    timer->last = timer->paused_at = now;
    if (def->key)
        memcpy(timer->key, def->key, key_size);
    if (def->release)
        memcpy(timer->key + key_size, &def->release, sizeof def->release);
    return timer;
}

static CoirTargetState state_of(const CoirScheduled *first, const CoirTargetState *otherwise)
{
    if (!first)
        return *otherwise;
    return (CoirTargetState){coir_clock_of(first), first->paused, first->of_node};
}

bool coir_schedule_timer(CoirScheduler *scheduler, void *address, const CoirTargetState *state, const CoirTimerDef *def)
{
    CoirTargets *targets = &scheduler->targets;
    CoirScheduled *first = coir_targets_find(targets, address);
    CoirScheduledTimer *old = find_in_target(targets, first, def->key, callback_of(def));
    CoirTargetState target = state_of(first, state);
    CoirScheduledTimer *timer = new_timer(scheduler, address, &target, def);
    if (!timer)
        return false;
    bool in_each_update = timer->timer.interval == 0 && timer->timer.time == timer->last;
    if (in_each_update && !coir_add_call(scheduler, &timer->scheduled))
        return free_scheduled(scheduler, &timer->scheduled), false;
    if (old) {
        coir_unschedule(scheduler, &old->scheduled);
        first = coir_targets_find(targets, address);
    }
    coir_targets_add(targets, &timer->scheduled, first);
    if (!in_each_update && !target.paused)
        coir_timer_enter(&timer->timer, target.clock);
    if (old)
        coir_timers_release(); // last, since this calls user code
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
    update->scheduled = (CoirScheduled){.address = address,
                                        .priority = priority,
                                        .kind = (uint8_t)kind,
                                        .paused = state->paused,
                                        .of_node = state->of_node};
    update->clock = state->clock;
    return update;
}

bool coir_schedule_update(CoirScheduler *scheduler, void *address, const CoirTargetState *state, CoirScheduledKind kind,
                          CoirTickFn tick, void *user, int priority)
{
    CoirScheduledUpdate *old = coir_find_update(scheduler, address, kind), *update = old;
    CoirScheduled *first = coir_targets_find(&scheduler->targets, address);
    if (!old) {
        CoirTargetState target = state_of(first, state);
        update = new_update(address, &target, kind, priority);
    }
    if (!update || (old && !coir_change_priority(scheduler, update, priority)))
        return false;
    update->scheduled.callback = (CoirAnyFn)tick;
    update->scheduled.user = user;
    if (old)
        coir_refresh_call(scheduler, &update->scheduled);
    else if (coir_add_call(scheduler, &update->scheduled))
        coir_targets_add(&scheduler->targets, &update->scheduled, first);
    else
        return coir_free(update), false;
    return true;
}
