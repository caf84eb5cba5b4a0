// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The Scheduler: finds targets by address, and runs the phases of an update. What is scheduled is in target.c, the
// order of per-frame updates in update_list.c, time itself in timer_tree.c.

#include "coir/scheduler.h"

#include <math.h>
#include <stddef.h>

#include "base/fail.h"
#include "time/nanoseconds.h"
#include "time/target.h"

CoirScheduler *coir_scheduler_new(void)
{
    CoirScheduler *scheduler = coir_alloc(sizeof *scheduler);
    if (!scheduler)
        return NULL;
    coir_timer_queue_init(&scheduler->clock, NULL);
    scheduler->time_scale = 1;
    return scheduler;
}

void coir_scheduler_destroy(CoirScheduler *scheduler)
{
    if (!scheduler || scheduler->dead)
        return;
    if (scheduler->owned) {
        MISTAKE("coir_scheduler_destroy: this scheduler belongs to a stage, which takes it along when it is destroyed");
        return;
    }
    while (scheduler->targets) {
        if (scheduler->targets->owned)
            coir_target_set_scheduler(scheduler->targets, NULL);
        else
            coir_target_destroy(scheduler->targets);
    }
    scheduler->dead = true;
    if (scheduler->phase == COIR_PHASE_NONE)
        coir_free(scheduler);
}

// The update ---------------------------------------------------------------------------------------------------------

// One update's turn. It may move to another priority first, and it may be gone after its call.
static void run_update(CoirScheduler *scheduler, CoirUpdate *update)
{
    if (update->ran == scheduler->update)
        return;
    if (update->new_order != update->order) {
        coir_update_list_remove(&scheduler->updates, update);
        update->priority = update->new_priority;
        update->order = update->new_order;
        coir_update_list_insert(&scheduler->updates, update);
    }
    update->ran = scheduler->update;
    if (coir_target_is_running(update->target))
        update->callback(update->target->address, scheduler->dt, update->user);
}

static void run_updates(CoirScheduler *scheduler)
{
    CoirUpdateList *list = &scheduler->updates;
    for (CoirUpdate *update = list->first; update; update = list->cursor) {
        list->cursor = update->next;
        run_update(scheduler, update);
    }
}

static void run_each_frame(CoirScheduler *scheduler)
{
    for (CoirScheduled *each = scheduler->frame_first; each; each = scheduler->frame_cursor) {
        scheduler->frame_cursor = each->frame_next;
        if (each->ran != scheduler->update && coir_target_is_running(each->target))
            coir_scheduled_call(each);
    }
}

bool coir_scheduler_update(CoirScheduler *scheduler, double dt)
{
    int64_t step;
    if (!scheduler)
        return MISTAKE("coir_scheduler_update: the scheduler is NULL");
    if (scheduler->phase != COIR_PHASE_NONE)
        return MISTAKE("coir_scheduler_update: called inside an update of the same scheduler");
    double scaled = dt * scheduler->time_scale;
    if (!(dt >= 0 && dt <= COIR_SECONDS_MAX) || !coir_to_nanoseconds(scaled, &step) ||
        step > COIR_TIME_MAX - scheduler->clock.base)
        return MISTAKE("coir_scheduler_update: dt %g s must be at least 0, and no clock runs beyond a hundred years",
                       dt);
    if (++scheduler->update == 0)
        scheduler->update = 1; // 0 marks what has not run
    scheduler->dt = scaled;
    scheduler->until = scheduler->clock.base + step;
    scheduler->phase = COIR_PHASE_UPDATES;
    run_updates(scheduler);
    scheduler->phase = COIR_PHASE_TIMERS;
    coir_timer_queue_run(&scheduler->clock, scheduler->until, false);
    run_each_frame(scheduler);
    scheduler->phase = COIR_PHASE_NONE;
    if (scheduler->dead)
        coir_free(scheduler);
    return true;
}

int64_t coir_scheduler_reads(const CoirScheduler *scheduler)
{
    return scheduler->phase == COIR_PHASE_UPDATES ? scheduler->until : scheduler->clock.base;
}

double coir_scheduler_now(const CoirScheduler *scheduler)
{
    return scheduler ? coir_to_seconds(coir_scheduler_reads(scheduler)) : 0;
}

bool coir_scheduler_set_time_scale(CoirScheduler *scheduler, double scale)
{
    if (!scheduler)
        return MISTAKE("coir_scheduler_set_time_scale: the scheduler is NULL");
    if (!(scale >= 0) || isinf(scale))
        return MISTAKE("coir_scheduler_set_time_scale: %g is not a finite number of at least 0", scale);
    scheduler->time_scale = scale;
    return true;
}

double coir_scheduler_time_scale(const CoirScheduler *scheduler)
{
    return scheduler ? scheduler->time_scale : 0;
}

// Targets by address -------------------------------------------------------------------------------------------------

static CoirTarget *find(const CoirScheduler *scheduler, const void *address)
{
    CoirTarget *target = NULL;
    if (scheduler)
        HASH_FIND_PTR(scheduler->by_address, &address, target);
    return target;
}

static bool is_given(const CoirScheduler *scheduler, const void *address, const char *function)
{
    if (!scheduler || !address)
        return MISTAKE("%s: the %s is NULL", function, scheduler ? "target" : "scheduler");
    return true;
}

// As find, for a function that changes something: a NULL is then a mistake.
static CoirTarget *find_given(const CoirScheduler *scheduler, const void *address, const char *function)
{
    return is_given(scheduler, address, function) ? find(scheduler, address) : NULL;
}

static bool may_schedule(const CoirScheduler *scheduler, const void *address, const char *function)
{
    if (!is_given(scheduler, address, function))
        return false;
    if (scheduler->dead)
        return MISTAKE("%s: the scheduler has been destroyed", function);
    return true;
}

// The target of this address, made if there is none. NULL: no memory.
static CoirTarget *find_or_make(CoirScheduler *scheduler, void *address, bool paused)
{
    CoirTarget *target = find(scheduler, address);
    if (target)
        return target;
    target = coir_target_new(address);
    if (!target)
        return NULL;
    target->paused = paused;
    HASH_ADD_PTR(scheduler->by_address, address, target);
    target->hashed = !target->hash_failed;
    if (!target->hashed)
        return coir_target_destroy(target), NULL;
    coir_target_set_scheduler(target, scheduler);
    return target;
}

bool coir_scheduler_schedule(CoirScheduler *scheduler, void *target, const CoirTimerDef *def)
{
    if (!may_schedule(scheduler, target, "coir_scheduler_schedule") ||
        !coir_timer_def_check(def, "coir_scheduler_schedule"))
        return false;
    CoirTarget *found = find_or_make(scheduler, target, def->paused);
    if (!found)
        return false;
    bool done = coir_target_schedule(found, def);
    coir_target_forget_if_empty(found);
    return done;
}

bool coir_scheduler_every(CoirScheduler *scheduler, void *target, double interval, CoirTickFn callback, void *user)
{
    CoirTimerDef def = {.callback = callback, .user = user, .interval = interval, .repeat = COIR_FOREVER};
    return coir_scheduler_schedule(scheduler, target, &def);
}

bool coir_scheduler_once_after(CoirScheduler *scheduler, void *target, double delay, CoirTickFn callback, void *user)
{
    CoirTimerDef def = {.callback = callback, .user = user, .delay = delay};
    return coir_scheduler_schedule(scheduler, target, &def);
}

bool coir_scheduler_schedule_update(CoirScheduler *scheduler, void *target, CoirTickFn callback, void *user,
                                    int priority, bool paused)
{
    if (!may_schedule(scheduler, target, "coir_scheduler_schedule_update"))
        return false;
    if (!callback)
        return MISTAKE("coir_scheduler_schedule_update: the callback is NULL");
    CoirTarget *found = find_or_make(scheduler, target, paused);
    if (!found)
        return false;
    bool done = coir_target_schedule_update(found, COIR_UPDATE_USER, callback, user, priority);
    coir_target_forget_if_empty(found);
    return done;
}

static bool unschedule(CoirTarget *target, const char *key, CoirTickFn callback)
{
    CoirScheduled *scheduled = target ? coir_target_find(target, key, callback) : NULL;
    if (scheduled)
        coir_target_unschedule(scheduled);
    return scheduled != NULL;
}

bool coir_scheduler_unschedule(CoirScheduler *scheduler, const void *target, const char *key)
{
    if (!key)
        return MISTAKE("coir_scheduler_unschedule: the key is NULL; a timer without one is known by its callback");
    return unschedule(find_given(scheduler, target, "coir_scheduler_unschedule"), key, NULL);
}

bool coir_scheduler_unschedule_callback(CoirScheduler *scheduler, const void *target, CoirTickFn callback)
{
    if (!callback)
        return MISTAKE("coir_scheduler_unschedule_callback: the callback is NULL");
    return unschedule(find_given(scheduler, target, "coir_scheduler_unschedule_callback"), NULL, callback);
}

bool coir_scheduler_unschedule_update(CoirScheduler *scheduler, const void *target)
{
    CoirTarget *found = find_given(scheduler, target, "coir_scheduler_unschedule_update");
    if (!found || !found->updates[COIR_UPDATE_USER])
        return false;
    coir_target_unschedule_update(found, COIR_UPDATE_USER);
    return true;
}

bool coir_scheduler_unschedule_target(CoirScheduler *scheduler, const void *target)
{
    CoirTarget *found = find_given(scheduler, target, "coir_scheduler_unschedule_target");
    if (found)
        coir_target_unschedule_all(found);
    return found != NULL;
}

bool coir_scheduler_is_scheduled(const CoirScheduler *scheduler, const void *target, const char *key)
{
    CoirTarget *found = find(scheduler, target);
    return found && key && coir_target_find(found, key, NULL);
}

bool coir_scheduler_is_callback_scheduled(const CoirScheduler *scheduler, const void *target, CoirTickFn callback)
{
    CoirTarget *found = find(scheduler, target);
    return found && coir_target_find(found, NULL, callback);
}

bool coir_scheduler_is_update_scheduled(const CoirScheduler *scheduler, const void *target)
{
    CoirTarget *found = find(scheduler, target);
    return found && found->updates[COIR_UPDATE_USER];
}

static bool set_paused(CoirTarget *target, bool paused)
{
    if (target)
        coir_target_set_paused(target, paused);
    return target != NULL;
}

bool coir_scheduler_pause_target(CoirScheduler *scheduler, const void *target)
{
    return set_paused(find_given(scheduler, target, "coir_scheduler_pause_target"), true);
}

bool coir_scheduler_resume_target(CoirScheduler *scheduler, const void *target)
{
    return set_paused(find_given(scheduler, target, "coir_scheduler_resume_target"), false);
}

bool coir_scheduler_is_target_paused(const CoirScheduler *scheduler, const void *target)
{
    CoirTarget *found = find(scheduler, target);
    return found && found->paused;
}
