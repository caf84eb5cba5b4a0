// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The public functions of the Scheduler, except coir_scheduler_update (update.c), the posting of functions (posts.c),
// and the time until a timer's next call, the lists of timers and the dump (queries.c). The functions check their
// parameters; schedule.c does the work.

#include "coir/scheduler.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "time/nanoseconds.h"
#include "time/scheduler/scheduled.h"

void coir_scheduler_init(CoirScheduler *scheduler)
{
    *scheduler = (CoirScheduler){.time_scale = 1, .world = coir_world()};
    coir_timer_queue_init(&scheduler->clock, &coir_scheduled_timer_kind);
    coir_targets_init(&scheduler->targets);
}

bool coir_scheduler_refuse_world(const char *function)
{
    return MISTAKE("%s: the scheduler belongs to another world than this thread uses; call coir_world_use first, with "
                   "the world in which the scheduler was made",
                   function);
}

CoirScheduler *coir_scheduler_new(void)
{
    CoirScheduler *scheduler = coir_alloc(sizeof *scheduler);
    if (!scheduler)
        return NULL;
    coir_scheduler_init(scheduler);
    scheduler->world->scheduler_count++;
    coir_world_mark(scheduler->world);
    return scheduler;
}

void coir_scheduler_empty(CoirScheduler *scheduler)
{
    for (CoirScheduled *first = coir_targets_next(&scheduler->targets, NULL), *next; first; first = next) {
        next = coir_targets_next(&scheduler->targets, first);
        coir_unschedule_target(scheduler, first->address, NULL);
    }
    coir_scheduler_drop_posts(scheduler);
}

void coir_scheduler_clear(CoirScheduler *scheduler)
{
    coir_scheduler_empty(scheduler);
    coir_end_calls(scheduler);
    coir_free(scheduler->updates);
    scheduler->updates = NULL;
    scheduler->update_capacity = 0;
    coir_call_list_free(&scheduler->each_update);
    coir_targets_free(&scheduler->targets);
    coir_timers_free_memory(scheduler->world);
}

void coir_scheduler_free(CoirScheduler *scheduler)
{
    coir_scheduler_clear(scheduler);
    scheduler->world->scheduler_count--;
    coir_free(scheduler);
}

void coir_scheduler_drop(CoirScheduler *scheduler)
{
    scheduler->dead = true;
    coir_scheduler_empty(scheduler);
    if (scheduler->phase == COIR_PHASE_NONE) // otherwise the end of the update frees the scheduler
        coir_scheduler_free(scheduler);
}

void coir_scheduler_destroy(CoirScheduler *scheduler)
{
    if (!scheduler || scheduler->dead || !coir_scheduler_check_world(scheduler, "coir_scheduler_destroy"))
        return;
    if (scheduler->owned) {
        MISTAKE("coir_scheduler_destroy: this scheduler belongs to a stage; destroy the stage instead");
        return;
    }
    scheduler->dead = true;
    coir_scheduler_empty(scheduler);
    coir_timers_release(); // first, since release functions may still name the scheduler
    coir_scheduler_drop(scheduler);
}

double coir_scheduler_now(const CoirScheduler *scheduler)
{
    return scheduler ? coir_to_seconds(coir_scheduler_reads(scheduler)) : 0;
}

bool coir_scheduler_set_time_scale(CoirScheduler *scheduler, double scale)
{
    if (!scheduler)
        return MISSING("coir_scheduler_set_time_scale: the scheduler is NULL");
    if (!coir_scheduler_check_world(scheduler, "coir_scheduler_set_time_scale"))
        return false;
    if (!(scale >= 0) || isinf(scale))
        return MISTAKE("coir_scheduler_set_time_scale: %g is not a finite number of at least 0", scale);
    scheduler->time_scale = scale;
    return true;
}

double coir_scheduler_time_scale(const CoirScheduler *scheduler)
{
    return scheduler ? scheduler->time_scale : 0;
}

// Scheduling ---------------------------------------------------------------------------------------------------------

static bool is_given(const CoirScheduler *scheduler, const void *address, const char *function)
{
    if (!scheduler || !address)
        return MISSING("%s: the %s is NULL", function, scheduler ? "target" : "scheduler");
    return coir_scheduler_check_world(scheduler, function);
}

// Returns the scheduler of an address, and writes to `state` the clock and the pause of the address for the case that
// nothing is scheduled for the address yet. NULL: a mistake was reported.
static inline CoirScheduler *scheduler_for(CoirScheduler *scheduler, void *address, bool paused, CoirTargetState *state,
                                           const char *function)
{
    if (!is_given(scheduler, address, function))
        return NULL;
    if (scheduler->dead)
        return MISTAKE("%s: the scheduler has been destroyed", function), NULL;
    *state = (CoirTargetState){.clock = &scheduler->clock, .paused = paused};
    return scheduler->nodes ? scheduler->nodes->scheduler_for(scheduler, address, state, function) : scheduler;
}

static bool has_callback(const CoirTimerDef *def, bool of_node, const char *function)
{
    if (!def || (!def->tick && !def->call))
        return def ? MISTAKE("%s: the callback is NULL; give a function, for a node `call`, otherwise `tick`", function)
                   : MISTAKE("%s: the timer's description is NULL; give the address of a CoirTimerDef", function);
    if (def->tick && def->call)
        return MISTAKE("%s: the timer has both `tick` and `call`; leave one of them out", function);
    if (def->call && !of_node)
        return MISTAKE("%s: the target of a timer with `call` must be a node of the world in use, and the scheduler "
                       "must belong to a stage; use `tick`",
                       function);
    return true;
}

static inline bool is_duration(double seconds)
{
    return seconds >= 0 && seconds <= COIR_SECONDS_MAX;
}

static bool has_numbers(const CoirTimerDef *def, const char *function)
{
    if (!is_duration(def->interval) || !is_duration(def->delay))
        return MISTAKE("%s: interval %g s and delay %g s must be between 0 and a hundred years", function,
                       def->interval, def->delay);
    if (def->repeat < 0)
        return MISTAKE("%s: repeat %d is negative; 0 is one call, COIR_FOREVER no end", function, def->repeat);
    if (!coir_is_catch_up(def->catch_up))
        return MISTAKE("%s: %d is no CoirCatchUp", function, (int)def->catch_up);
    return true;
}

bool coir_timer_def_check(const CoirTimerDef *def, bool of_node, const char *function)
{
    return has_callback(def, of_node, function) && has_numbers(def, function);
}

static bool schedule(CoirScheduler *scheduler, void *target, const CoirTimerDef *def, const char *function)
{
    CoirTargetState state;
    scheduler = scheduler_for(scheduler, target, def && def->paused, &state, function);
    return scheduler && coir_timer_def_check(def, state.of_node, function) &&
           coir_schedule_timer(scheduler, target, &state, def);
}

bool coir_scheduler_schedule(CoirScheduler *scheduler, void *target, const CoirTimerDef *def)
{
    return schedule(scheduler, target, def, "coir_scheduler_schedule");
}

bool coir_scheduler_every(CoirScheduler *scheduler, void *target, double interval, CoirTickFn tick, void *user)
{
    CoirTimerDef def = {.tick = tick, .user = user, .interval = interval, .repeat = COIR_FOREVER};
    return schedule(scheduler, target, &def, "coir_scheduler_every");
}

bool coir_scheduler_once_after(CoirScheduler *scheduler, void *target, double delay, CoirTickFn tick, void *user)
{
    CoirTimerDef def = {.tick = tick, .user = user, .delay = delay};
    return schedule(scheduler, target, &def, "coir_scheduler_once_after");
}

bool coir_scheduler_schedule_update(CoirScheduler *scheduler, void *target, CoirTickFn tick, void *user, int priority,
                                    bool paused)
{
    CoirTargetState state;
    scheduler = scheduler_for(scheduler, target, paused, &state, "coir_scheduler_schedule_update");
    if (!scheduler)
        return false;
    if (!tick)
        return MISTAKE("coir_scheduler_schedule_update: the callback is NULL");
    return coir_schedule_update(scheduler, target, &state, COIR_SCHEDULED_UPDATE, tick, user, priority);
}

static bool unschedule_timer(CoirScheduler *scheduler, const void *address, const char *key, CoirAnyFn callback)
{
    scheduler = coir_scheduler_of(scheduler, address);
    CoirScheduledTimer *timer = coir_find_timer(scheduler, address, key, callback);
    if (timer)
        coir_unschedule(scheduler, &timer->scheduled);
    coir_timers_release();
    return timer != NULL;
}

bool coir_scheduler_unschedule(CoirScheduler *scheduler, const void *target, const char *key)
{
    if (!key)
        return MISTAKE("coir_scheduler_unschedule: the key is NULL; use coir_scheduler_unschedule_callback for a timer "
                       "without a key");
    return is_given(scheduler, target, "coir_scheduler_unschedule") && unschedule_timer(scheduler, target, key, NULL);
}

bool coir_scheduler_unschedule_callback(CoirScheduler *scheduler, const void *target, CoirTickFn tick)
{
    if (!tick)
        return MISTAKE("coir_scheduler_unschedule_callback: the callback is NULL");
    return is_given(scheduler, target, "coir_scheduler_unschedule_callback") &&
           unschedule_timer(scheduler, target, NULL, (CoirAnyFn)tick);
}

bool coir_scheduler_unschedule_update(CoirScheduler *scheduler, const void *target)
{
    if (!is_given(scheduler, target, "coir_scheduler_unschedule_update"))
        return false;
    scheduler = coir_scheduler_of(scheduler, target);
    CoirScheduledUpdate *update = coir_find_update(scheduler, target, COIR_SCHEDULED_UPDATE);
    if (update)
        coir_unschedule(scheduler, &update->scheduled);
    return update != NULL;
}

bool coir_scheduler_unschedule_target(CoirScheduler *scheduler, const void *target)
{
    if (!is_given(scheduler, target, "coir_scheduler_unschedule_target"))
        return false;
    bool had_any = coir_unschedule_from(coir_scheduler_of(scheduler, target), target, COIR_PRIORITY_SYSTEM);
    coir_timers_release();
    return had_any;
}

bool coir_scheduler_is_scheduled(const CoirScheduler *scheduler, const void *target, const char *key)
{
    return scheduler && key && coir_find_timer(coir_scheduler_of(scheduler, target), target, key, NULL);
}

bool coir_scheduler_is_callback_scheduled(const CoirScheduler *scheduler, const void *target, CoirTickFn tick)
{
    return scheduler && coir_find_timer(coir_scheduler_of(scheduler, target), target, NULL, (CoirAnyFn)tick);
}

bool coir_scheduler_is_update_scheduled(const CoirScheduler *scheduler, const void *target)
{
    return scheduler && coir_find_update(coir_scheduler_of(scheduler, target), target, COIR_SCHEDULED_UPDATE);
}

// Called before targets are paused or resumed. May call user code (CoirNodeTargets.pauses_changing).
static void pauses_changing(const CoirScheduler *scheduler)
{
    if (scheduler->nodes)
        scheduler->nodes->pauses_changing();
}

static bool set_target_paused(CoirScheduler *scheduler, const void *target, bool paused)
{
    pauses_changing(scheduler); // first, since user code may move or destroy the target
    return coir_target_set_paused(coir_scheduler_of(scheduler, target), target, paused);
}

bool coir_scheduler_pause_target(CoirScheduler *scheduler, const void *target)
{
    return is_given(scheduler, target, "coir_scheduler_pause_target") && set_target_paused(scheduler, target, true);
}

bool coir_scheduler_resume_target(CoirScheduler *scheduler, const void *target)
{
    return is_given(scheduler, target, "coir_scheduler_resume_target") && set_target_paused(scheduler, target, false);
}

bool coir_scheduler_is_target_paused(const CoirScheduler *scheduler, const void *target)
{
    const CoirScheduled *first =
        scheduler ? coir_targets_find(&coir_scheduler_of(scheduler, target)->targets, target) : NULL;
    return first && first->paused;
}

// All targets --------------------------------------------------------------------------------------------------------

// A sorted array of addresses.
struct CoirTargetSet {
    int users; // the owner, and calls of coir_scheduler_resume_set in progress; the last user frees the set
    int count;
    void *targets[];
};

bool coir_scheduler_unschedule_all(CoirScheduler *scheduler, int min_priority)
{
    if (!scheduler)
        return MISSING("coir_scheduler_unschedule_all: the scheduler is NULL");
    if (!coir_scheduler_check_world(scheduler, "coir_scheduler_unschedule_all"))
        return false;
    for (CoirScheduled *first = coir_targets_next(&scheduler->targets, NULL), *next; first; first = next) {
        next = coir_targets_next(&scheduler->targets, first);
        coir_unschedule_from(scheduler, first->address, min_priority);
    }
    coir_timers_release();
    return true;
}

int coir_scheduler_unpost_all(CoirScheduler *scheduler)
{
    if (!scheduler)
        return MISSING("coir_scheduler_unpost_all: the scheduler is NULL"), 0;
    return coir_scheduler_check_world(scheduler, "coir_scheduler_unpost_all") ? coir_scheduler_drop_posts(scheduler)
                                                                              : 0;
}

// Returns true if the target of `first` is not paused, and has a timer or an update with this priority or a greater
// number.
static bool runs_from(const CoirScheduled *first, int min_priority)
{
    for (const CoirScheduled *each = first; each && !first->paused; each = each->next)
        if (coir_priority_of(each) >= min_priority)
            return true;
    return false;
}

// Returns the number of targets that are to be paused, and stores the targets in `set`, unless NULL.
static int collect_targets(const CoirScheduler *scheduler, int min_priority, CoirTargetSet *set)
{
    int count = 0;
    for (CoirScheduled *first = NULL; (first = coir_targets_next(&scheduler->targets, first)) != NULL;) {
        if (!runs_from(first, min_priority))
            continue;
        if (set)
            set->targets[count] = first->address;
        count++;
    }
    return count;
}

static int compare_addresses(const void *a, const void *b)
{
    uintptr_t address_a = (uintptr_t) * (void *const *)a, address_b = (uintptr_t) * (void *const *)b;
    return (address_a > address_b) - (address_a < address_b);
}

CoirTargetSet *coir_scheduler_pause_all(CoirScheduler *scheduler, int min_priority)
{
    if (!scheduler)
        return MISSING("coir_scheduler_pause_all: the scheduler is NULL"), NULL;
    if (!coir_scheduler_check_world(scheduler, "coir_scheduler_pause_all"))
        return NULL;
    pauses_changing(scheduler);
    int count = collect_targets(scheduler, min_priority, NULL);
    CoirTargetSet *set = coir_alloc(sizeof *set + (size_t)count * sizeof *set->targets);
    if (!set)
        return NULL;
    set->users = 1;
    set->count = collect_targets(scheduler, min_priority, set);
    qsort(set->targets, (size_t)count, sizeof *set->targets, compare_addresses);
    for (int i = 0; i < count; i++)
        coir_target_set_paused(scheduler, set->targets[i], true);
    return set;
}

bool coir_scheduler_resume_set(CoirScheduler *scheduler, const CoirTargetSet *set)
{
    if (!scheduler || !set)
        return MISSING("coir_scheduler_resume_set: the %s is NULL", scheduler ? "set" : "scheduler");
    if (!coir_scheduler_check_world(scheduler, "coir_scheduler_resume_set"))
        return false;
    CoirTargetSet *kept = (CoirTargetSet *)set;
    kept->users++; // user code may destroy the set
    pauses_changing(scheduler);
    for (int i = 0; i < set->count; i++)
        coir_target_set_paused(coir_scheduler_of(scheduler, set->targets[i]), set->targets[i], false);
    coir_target_set_destroy(kept);
    return true;
}

int coir_target_set_count(const CoirTargetSet *set)
{
    return set ? set->count : 0;
}

bool coir_target_set_contains(const CoirTargetSet *set, const void *target)
{
    return set && bsearch(&target, set->targets, (size_t)set->count, sizeof *set->targets, compare_addresses);
}

void coir_target_set_destroy(CoirTargetSet *set)
{
    if (set && --set->users == 0)
        coir_free(set);
}
