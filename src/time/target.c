// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What is scheduled for one object. Timers with an interval are timers of the target's own queue, so that pausing is
// stopping one clock and due times are exact; timers that are called in each update stand in a list of the scheduler.
// Whatever is called may remove anything: before each call all that is needed is copied, and nothing is looked at after
// it.

#include "time/target.h"

#include <stddef.h>
#include <string.h>

#include <utlist.h>

#include "base/fail.h"
#include "time/nanoseconds.h"

// The list of those called in each update ----------------------------------------------------------------------------

static void frame_list_insert(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    CoirScheduled *first = scheduler->frame_first, *after = first ? first->frame_previous : NULL; // the last
    while (after && after->order > scheduled->order)
        after = after == first ? NULL : after->frame_previous;
    DL_APPEND_ELEM2(scheduler->frame_first, after, scheduled, frame_previous, frame_next);
}

static void frame_list_remove(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    if (scheduler->frame_cursor == scheduled)
        scheduler->frame_cursor = scheduled->frame_next;
    DL_DELETE2(scheduler->frame_first, scheduled, frame_previous, frame_next);
}

// Targets ------------------------------------------------------------------------------------------------------------

CoirTarget *coir_target_new(void *address)
{
    CoirTarget *target = coir_alloc(sizeof *target);
    if (!target)
        return NULL;
    target->address = address;
    coir_timer_queue_init(&target->clock, NULL);
    return target;
}

bool coir_target_is_empty(const CoirTarget *target)
{
    return !target->first && !target->updates[COIR_UPDATE_USER] && !target->updates[COIR_UPDATE_CLASS];
}

bool coir_target_is_running(const CoirTarget *target)
{
    return target->scheduler && !target->paused && !target->suspended;
}

void coir_target_forget_if_empty(CoirTarget *target)
{
    if (!target->owned && coir_target_is_empty(target))
        coir_target_destroy(target);
}

static void leave_scheduler(CoirTarget *target)
{
    CoirScheduler *scheduler = target->scheduler;
    for (CoirScheduled *each = target->first; each; each = each->next)
        if (each->each_frame)
            frame_list_remove(scheduler, each);
    for (int slot = 0; slot < COIR_UPDATE_SLOTS; slot++)
        if (target->updates[slot])
            coir_update_list_remove(&scheduler->updates, target->updates[slot]);
    DL_DELETE2(scheduler->targets, target, previous, next);
    if (target->hashed)
        HASH_DEL(scheduler->by_address, target);
    target->hashed = false;
    coir_timer_queue_move(&target->clock, NULL);
    target->scheduler = NULL;
}

static void join_scheduler(CoirTarget *target, CoirScheduler *scheduler)
{
    uint32_t ran = scheduler->phase == COIR_PHASE_NONE ? 0 : scheduler->update;
    target->scheduler = scheduler;
    DL_APPEND2(scheduler->targets, target, previous, next);
    coir_timer_queue_move(&target->clock, &scheduler->clock);
    coir_timer_queue_set_paused(&target->clock, target->paused || target->suspended);
    for (CoirScheduled *each = target->first; each; each = each->next) {
        each->order = scheduler->next_order++;
        each->ran = ran;
        if (each->each_frame)
            frame_list_insert(scheduler, each);
    }
    for (int slot = COIR_UPDATE_SLOTS - 1; slot >= 0; slot--) {
        CoirUpdate *update = target->updates[slot];
        if (!update)
            continue;
        update->ran = ran;
        update->priority = update->new_priority;
        update->order = update->new_order = scheduler->next_order++;
        coir_update_list_insert(&scheduler->updates, update);
    }
}

void coir_target_set_scheduler(CoirTarget *target, CoirScheduler *scheduler)
{
    if (target->scheduler == scheduler)
        return;
    if (target->scheduler)
        leave_scheduler(target);
    if (scheduler)
        join_scheduler(target, scheduler);
}

void coir_target_destroy(CoirTarget *target)
{
    target->owned = true; // or dropping the last thing would come back here
    coir_target_unschedule_all(target);
    coir_target_set_scheduler(target, NULL);
    coir_timer_queue_clear(&target->clock);
    coir_free(target);
}

static void set_clock_going_or_not(CoirTarget *target)
{
    if (target->scheduler)
        coir_timer_queue_set_paused(&target->clock, target->paused || target->suspended);
}

void coir_target_set_paused(CoirTarget *target, bool paused)
{
    target->paused = paused;
    set_clock_going_or_not(target);
}

void coir_target_set_suspended(CoirTarget *target, bool suspended)
{
    target->suspended = suspended;
    set_clock_going_or_not(target);
}

// Timers -------------------------------------------------------------------------------------------------------------

bool coir_timer_def_check(const CoirTimerDef *def, const char *function)
{
    int64_t nanoseconds;
    if (!def || !def->callback)
        return MISTAKE("%s: the %s is NULL", function, def ? "callback" : "timer's description");
    if (!coir_to_nanoseconds(def->interval, &nanoseconds) || def->interval < 0 ||
        !coir_to_nanoseconds(def->delay, &nanoseconds) || def->delay < 0)
        return MISTAKE("%s: interval %g s and delay %g s must be between 0 and a hundred years", function,
                       def->interval, def->delay);
    if (def->repeat < 0)
        return MISTAKE("%s: repeat %d is negative; 0 is one call, COIR_FOREVER no end", function, def->repeat);
    if (def->catch_up != COIR_CATCH_UP_ALL && def->catch_up != COIR_CATCH_UP_ONE &&
        def->catch_up != COIR_CATCH_UP_RESTART)
        return MISTAKE("%s: %d is no CoirCatchUp", function, (int)def->catch_up);
    return true;
}

CoirScheduled *coir_target_find(const CoirTarget *target, const char *key, CoirTickFn callback)
{
    for (CoirScheduled *each = target->first; each; each = each->next)
        if (key ? each->key && !strcmp(each->key, key) : !each->key && each->callback == callback)
            return each;
    return NULL;
}

static void unlink_scheduled(CoirScheduled *scheduled)
{
    CoirTarget *target = scheduled->target;
    coir_timer_stop(&scheduled->timer);
    if (scheduled->each_frame && target->scheduler)
        frame_list_remove(target->scheduler, scheduled);
    DL_DELETE2(target->first, scheduled, previous, next);
}

static void free_scheduled(CoirScheduled *scheduled)
{
    coir_free(scheduled->key);
    coir_free(scheduled);
}

void coir_target_unschedule(CoirScheduled *scheduled)
{
    CoirTarget *target = scheduled->target;
    unlink_scheduled(scheduled);
    free_scheduled(scheduled);
    coir_target_forget_if_empty(target);
}

static void start_each_frame(CoirScheduled *scheduled)
{
    scheduled->each_frame = true;
    if (scheduled->target->scheduler)
        frame_list_insert(scheduled->target->scheduler, scheduled);
}

void coir_scheduled_call(CoirScheduled *scheduled)
{
    CoirTarget *target = scheduled->target;
    CoirTickFn callback = scheduled->callback;
    void *address = target->address, *user = scheduled->user;
    int64_t now = coir_timer_queue_reads(&target->clock);
    double elapsed = coir_to_seconds(now - scheduled->last);
    scheduled->last = now;
    scheduled->ran = target->scheduler->update;
    if (scheduled->calls_left == 0)
        coir_target_unschedule(scheduled);
    else if (scheduled->calls_left != COIR_FOREVER)
        scheduled->calls_left--;
    callback(address, elapsed, user);
}

static void fire_scheduled(CoirTimer *timer, CoirTimerQueue *queue)
{
    CoirScheduled *scheduled = (CoirScheduled *)timer;
    (void)queue;
    if (scheduled->interval == 0 && scheduled->calls_left != 0)
        start_each_frame(scheduled); // its delay is over
    coir_scheduled_call(scheduled);
}

static void drop_scheduled(CoirTimer *timer)
{
    free_scheduled((CoirScheduled *)timer);
}

static CoirScheduled *new_scheduled(const CoirTimerDef *def)
{
    static const CoirTimerKind kind = {fire_scheduled, drop_scheduled};
    CoirScheduled *scheduled = coir_alloc(sizeof *scheduled);
    if (!scheduled)
        return NULL;
    if (def->key && !(scheduled->key = coir_copy_text(def->key)))
        return coir_free(scheduled), NULL;
    scheduled->timer.kind = &kind;
    scheduled->callback = def->callback;
    scheduled->user = def->user;
    scheduled->calls_left = def->repeat;
    coir_to_nanoseconds(def->interval, &scheduled->interval);
    return scheduled;
}

bool coir_target_schedule(CoirTarget *target, const CoirTimerDef *def)
{
    CoirScheduler *scheduler = target->scheduler;
    CoirScheduled *scheduled = new_scheduled(def), *old = coir_target_find(target, def->key, def->callback);
    int64_t delay = 0;
    if (!scheduled)
        return false;
    if (old) {
        unlink_scheduled(old);
        free_scheduled(old);
    }
    scheduled->target = target;
    DL_APPEND2(target->first, scheduled, previous, next);
    coir_to_nanoseconds(def->delay, &delay);
    int64_t now = coir_timer_queue_reads(&target->clock);
    if (scheduler) {
        scheduled->order = scheduler->next_order++;
        scheduled->ran = scheduler->phase == COIR_PHASE_NONE ? 0 : scheduler->update;
        if (scheduler->phase == COIR_PHASE_UPDATES)
            now = coir_timer_queue_reads_at(&target->clock, scheduler->until);
    }
    scheduled->last = now;
    if (scheduled->interval == 0 && delay == 0)
        start_each_frame(scheduled);
    else
        coir_timer_start(&scheduled->timer, &target->clock, now + (delay > 0 ? delay : scheduled->interval),
                         scheduled->interval, def->catch_up);
    return true;
}

// Per-frame updates --------------------------------------------------------------------------------------------------

static void change_update(CoirUpdate *update, CoirScheduler *scheduler, int priority)
{
    if (update->new_priority == priority)
        return;
    update->new_priority = priority;
    if (!scheduler) {
        update->priority = priority;
        return;
    }
    update->new_order = scheduler->next_order++;
    if (scheduler->phase == COIR_PHASE_UPDATES && update->ran != scheduler->update)
        return; // it moves at its turn, which it still has
    coir_update_list_remove(&scheduler->updates, update);
    update->priority = priority;
    update->order = update->new_order;
    coir_update_list_insert(&scheduler->updates, update);
}

bool coir_target_schedule_update(CoirTarget *target, CoirUpdateSlot slot, CoirTickFn callback, void *user, int priority)
{
    CoirScheduler *scheduler = target->scheduler;
    CoirUpdate *update = target->updates[slot];
    if (update) {
        change_update(update, scheduler, priority);
        update->callback = callback;
        update->user = user;
        return true;
    }
    update = coir_alloc(sizeof *update);
    if (!update)
        return false;
    *update = (CoirUpdate){
        .target = target, .callback = callback, .user = user, .priority = priority, .new_priority = priority};
    target->updates[slot] = update;
    if (scheduler) {
        update->order = update->new_order = scheduler->next_order++;
        update->ran = scheduler->phase == COIR_PHASE_UPDATES ? scheduler->update : 0;
        coir_update_list_insert(&scheduler->updates, update);
    }
    return true;
}

void coir_target_unschedule_update(CoirTarget *target, CoirUpdateSlot slot)
{
    CoirUpdate *update = target->updates[slot];
    if (!update)
        return;
    if (update->listed)
        coir_update_list_remove(&target->scheduler->updates, update);
    coir_free(update);
    target->updates[slot] = NULL;
    coir_target_forget_if_empty(target);
}

void coir_target_unschedule_all(CoirTarget *target)
{
    bool owned = target->owned;
    target->owned = true; // stays until all of it is out
    while (target->first)
        coir_target_unschedule(target->first);
    for (int slot = 0; slot < COIR_UPDATE_SLOTS; slot++)
        coir_target_unschedule_update(target, slot);
    target->owned = owned;
    coir_target_forget_if_empty(target);
}
