// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs and who steps them. A run belongs to the actor of its node, and through it to a manager; the manager's list is
// in the order of adding. A run that is stopped is out of all lists at once; if it is being stepped its memory goes
// when the step is over.

#include <utlist.h>

#include "action/run.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "time/nanoseconds.h"
#include "time/scheduled.h"

static CoirSlots runs; // so that a CoirRun is a value, whichever manager it belongs to
static int managers;   // how many there are

// What the manager's clock reads: in a call that instant's time, else its scheduler's logical time.
static int64_t manager_now(const CoirActionManager *manager)
{
    if (manager->calling)
        return manager->instant;
    return manager->scheduler ? coir_scheduler_reads(manager->scheduler) : manager->time;
}

// What the clock of an actor reads when the manager's reads `time`.
static int64_t time_of(const CoirActor *actor, int64_t time)
{
    const CoirTimerQueue *clock = actor->clock;
    if (!clock)
        return time;
    bool is_detached = coir_timer_queue_root(clock) != &actor->manager->scheduler->clock; // its node is leaving
    return is_detached ? coir_timer_queue_reads(clock) : coir_timer_queue_reads_at(clock, time);
}

static int64_t now(const CoirActor *actor)
{
    const CoirActionManager *manager = actor->manager;
    if (actor->clock && !manager->calling && manager->scheduler->phase == COIR_PHASE_TIMERS)
        return coir_timer_queue_reads(actor->clock); // exactly, should a timer of this clock be firing
    return time_of(actor, manager_now(manager));
}

int64_t coir_run_instant(const CoirRunRecord *run)
{
    const CoirTimerQueue *clock = run->actor->clock;
    int64_t time = run->clock_base + (coir_run_at(run) - run->base);
    return clock ? coir_timer_queue_root_time(clock, time) : time;
}

// True unless it is kept from moving by its node, or by having no manager; its clock may stand still all the same.
static bool is_going(const CoirActor *actor)
{
    return actor->manager && !actor->paused && !actor->suspended;
}

bool coir_actor_moves(const CoirActor *actor)
{
    return is_going(actor) && !(actor->clock && coir_timer_queue_stands_still(actor->clock));
}

static CoirRunRecord *find(CoirRun run)
{
    return coir_slots_get(&runs, (CoirSlotId){run.index, run.generation});
}

// Runs ---------------------------------------------------------------------------------------------------------------

static void link_to_manager(CoirRunRecord *run, CoirActionManager *manager)
{
    DL_APPEND2(manager->runs, run, manager_previous, manager_next);
    manager->count++;
    run->born = manager->updating ? manager->update : 0;
}

static void unlink_from_manager(CoirRunRecord *run, CoirActionManager *manager)
{
    if (manager->cursor == run)
        manager->cursor = run->manager_next;
    DL_DELETE2(manager->runs, run, manager_previous, manager_next);
    manager->count--;
}

static void clear_if_unused(void)
{
    if (runs.count == 0 && managers == 0)
        coir_slots_clear(&runs);
}

static void free_run(CoirRunRecord *run)
{
    coir_action_release(run->action);
    coir_free(run->sums);
    coir_free(run->state);
    coir_free(run);
}

static void end_run(CoirRunRecord *run)
{
    CoirActor *actor = run->actor;
    if (actor->manager)
        unlink_from_manager(run, actor->manager);
    DL_DELETE2(actor->runs, run, previous, next);
    coir_slots_remove(&runs, run->id);
    clear_if_unused();
    run->actor = NULL;
    if (!run->stepping)
        free_run(run);
}

// A run of `action`, which is taken over, still in no list. NULL: no memory.
static CoirRunRecord *new_run(CoirAction *action)
{
    const CoirTimeline *timeline = coir_action_timeline(action);
    CoirRunRecord *run = timeline ? coir_alloc(sizeof *run) : NULL;
    if (!run)
        return coir_action_release(action), NULL;
    int sum_count = 0;
    for (unsigned mask = timeline->by_mask; mask; mask &= mask - 1)
        sum_count++;
    run->action = action;
    run->timeline = timeline;
    run->state = coir_alloc(timeline->state_size);
    run->sums = run->state && sum_count ? coir_alloc((size_t)sum_count * sizeof *run->sums) : NULL;
    if (run->state && (run->sums || !sum_count))
        run->id = coir_slots_add(&runs, run);
    if (!run->id.generation)
        return free_run(run), NULL;
    return run;
}

CoirRun coir_actor_run(CoirActor *actor, CoirAction *action)
{
    CoirRunRecord *run = new_run(action);
    if (!run)
        return (CoirRun){0, 0};
    run->actor = actor;
    DL_APPEND2(actor->runs, run, previous, next);
    if (actor->manager) {
        run->clock_base = now(actor);
        link_to_manager(run, actor->manager);
    }
    return (CoirRun){run->id.index, run->id.generation};
}

void coir_run_stop(CoirRun run)
{
    CoirRunRecord *record = find(run);
    if (record)
        end_run(record);
}

bool coir_run_is_running(CoirRun run)
{
    return find(run) != NULL;
}

// Actors -------------------------------------------------------------------------------------------------------------

CoirActor *coir_actor_new(CoirNode *node)
{
    CoirActor *actor = coir_alloc(sizeof *actor);
    if (actor)
        actor->node = node;
    return actor;
}

void coir_actor_stop_all(CoirActor *actor)
{
    while (actor->runs)
        end_run(actor->runs);
}

void coir_actor_destroy(CoirActor *actor)
{
    coir_actor_stop_all(actor);
    coir_actor_set_manager(actor, NULL);
    coir_free(actor);
}

// The local times of all runs as of now, before they stop or another clock counts for them. A run that has been brought
// to the frame's time stands there, also when another run's call at an earlier instant stops it.
static void stand(CoirActor *actor)
{
    if (!is_going(actor))
        return;
    int64_t time = now(actor);
    for (CoirRunRecord *run = actor->runs; run; run = run->next) {
        int64_t local = run->base + (time - run->clock_base), at = coir_run_at(run);
        local = local < at ? at : local;
        run->clock_base += local - run->base;
        run->base = local;
    }
}

// Never from before the time at which they stopped: a frame's timers run at earlier times than its per-frame updates.
static void go_on(CoirActor *actor)
{
    if (!is_going(actor))
        return;
    int64_t time = now(actor);
    for (CoirRunRecord *run = actor->runs; run; run = run->next)
        run->clock_base = time < run->clock_base ? run->clock_base : time;
}

// The local times go on from now on.
static void rebase(CoirActor *actor)
{
    for (CoirRunRecord *run = actor->runs; run; run = run->next)
        run->clock_base = actor->manager ? now(actor) : 0;
}

void coir_actor_set_manager(CoirActor *actor, CoirActionManager *manager)
{
    if (actor->manager == manager)
        return;
    stand(actor);
    for (CoirRunRecord *run = actor->runs; run; run = run->next) {
        if (actor->manager)
            unlink_from_manager(run, actor->manager);
        if (manager)
            link_to_manager(run, manager);
    }
    if (actor->manager)
        DL_DELETE2(actor->manager->actors, actor, manager_previous, manager_next);
    if (manager)
        DL_APPEND2(manager->actors, actor, manager_previous, manager_next);
    actor->manager = manager;
    actor->clock = NULL;
    rebase(actor);
}

void coir_actor_set_clock(CoirActor *actor, const CoirTimerQueue *clock)
{
    if (actor->clock == clock)
        return;
    stand(actor);
    actor->clock = clock;
    rebase(actor);
}

static void set_flag(CoirActor *actor, bool *flag, bool value)
{
    if (*flag == value)
        return;
    stand(actor);
    *flag = value;
    go_on(actor);
}

void coir_actor_set_paused(CoirActor *actor, bool paused)
{
    set_flag(actor, &actor->paused, paused);
}

void coir_actor_set_suspended(CoirActor *actor, bool suspended)
{
    set_flag(actor, &actor->suspended, suspended);
}

// The manager --------------------------------------------------------------------------------------------------------

CoirActionManager *coir_action_manager_new(void)
{
    CoirActionManager *manager = coir_alloc(sizeof *manager);
    if (manager)
        managers++;
    return manager;
}

void coir_action_manager_destroy(CoirActionManager *manager)
{
    if (!manager || manager->dead)
        return;
    if (manager->scheduler) {
        MISTAKE(
            "coir_action_manager_destroy: this manager belongs to a stage, which takes it along when it is destroyed");
        return;
    }
    while (manager->runs)
        end_run(manager->runs);
    while (manager->actors)
        coir_actor_set_manager(manager->actors, NULL);
    managers--;
    clear_if_unused();
    manager->dead = true;
    if (!manager->updating)
        coir_free(manager);
}

static void step(CoirActionManager *manager, CoirRunRecord *run)
{
    int64_t local = run->base + (time_of(run->actor, manager->time) - run->clock_base);
    int64_t at = coir_run_at(run), end = run->timeline->duration;
    local = local < at ? at : local; // its clock has been slowed since it was added
    run->stepping = true;
    coir_run_play(run, local < end ? local : end);
    run->stepping = false;
    if (!run->actor)
        free_run(run);
    else if (local >= end && !run->halted)
        end_run(run);
}

bool coir_action_manager_run_to(CoirActionManager *manager, int64_t time)
{
    if (manager->updating)
        return MISTAKE("coir_action_manager_update: called inside an update of the same manager");
    manager->time = time;
    manager->updating = true;
    if (++manager->update == 0)
        manager->update = 1; // 0 marks a run that was added between two updates
    for (CoirRunRecord *run = manager->runs; run; run = manager->cursor) {
        manager->cursor = run->manager_next;
        if (run->born != manager->update && coir_actor_moves(run->actor))
            step(manager, run);
    }
    manager->updating = false;
    if (manager->dead)
        coir_free(manager);
    return true;
}

bool coir_action_manager_update(CoirActionManager *manager, double dt)
{
    int64_t nanoseconds;
    if (!manager)
        return MISTAKE("coir_action_manager_update: the manager is NULL");
    if (!coir_to_nanoseconds(dt, &nanoseconds) || dt < 0 || nanoseconds > COIR_TIME_MAX - manager->time)
        return MISTAKE(
            "coir_action_manager_update: dt %g s must be at least 0, and no clock runs beyond a hundred years", dt);
    if (manager->scheduler)
        return MISTAKE("coir_action_manager_update: this manager follows its stage's scheduler; update the stage");
    return coir_action_manager_run_to(manager, manager->time + nanoseconds);
}

int coir_action_manager_count(const CoirActionManager *manager)
{
    return manager ? manager->count : 0;
}
