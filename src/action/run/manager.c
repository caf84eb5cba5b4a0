// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Managers step the moving runs, in insertion order. Most runs have only a few hot leaves in progress, each of which
// changes one or two numbers. step_hot_ones steps these runs without a full step.

#include <string.h>

#include "action/run/run.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "base/prefetch.h"
#include "base/slots.h"
#include "node/clock.h"
#include "node/reference.h"
#include "time/nanoseconds.h"
#include "time/scheduler/scheduled.h"

#define GENERATION_MAX (UINT32_MAX >> COIR_MANAGER_INDEX_BITS)

// Called in an update. Sorts the runs that began to move. Runs that come after the present run in insertion order go
// to their positions in the rest of the list; earlier runs go to the end of the list.
static void sort_rest(CoirActionManager *manager)
{
    uint32_t *list = manager->list;
    int count = manager->at, sorted = manager->at;
    for (int i = manager->at; i < manager->listed; i++) {
        if (list[i])
            list[count++] = list[i];
        else
            manager->stale--;
        if (i < manager->sorted)
            sorted = count;
    }
    manager->listed = count;
    coir_manager_sort(list + manager->at, sorted - manager->at, count - manager->at, manager->order + 1);
    manager->sorted = count;
    manager->has_late = true;
}

// An update ----------------------------------------------------------------------------------------------------------

// Completes the list: adds the moving runs for which there was no memory.
static void list_lost_ones(CoirActionManager *manager)
{
    manager->has_lost = false;
    for (uint32_t i = 1; i <= coir_runs()->used; i++) {
        const CoirRunRecord *run = coir_run_at(i);
        if (coir_run_state(run) == COIR_RUN_MOVING && coir_run_is_of(run, manager->number))
            coir_manager_list(manager, i);
    }
}

static void prepare_list(CoirActionManager *manager)
{
    if (manager->has_lost)
        list_lost_ones(manager);
    coir_manager_wake_due(manager);
    if (manager->sorted == manager->listed)
        return;
    coir_manager_compact(manager);
    coir_manager_sort(manager->list, manager->sorted, manager->listed, coir_runs()->last_order + 1);
    manager->sorted = manager->listed;
}

// Steps a run by its hot part. Returns false if the run needs a full step.
static inline bool step_hot(CoirRunHot *hot, int64_t time)
{
    const CoirItem *leaf = hot->leaf;
    int64_t elapsed = time - hot->since;
    if ((uint64_t)elapsed >= (uint64_t)(leaf->end - leaf->begin))
        return false;
    return coir_hot_step(leaf, hot->node, coir_hot_fraction(leaf, elapsed), hot->at, hot->wrote);
}

// Stores the time of a subtree's clock. Returns false if the clock is frozen.
static bool read_clock(CoirClock *clock, uint32_t round, int64_t manager_time, int64_t *time)
{
    if (clock->round != round) {
        clock->reads = coir_timer_queue_reads_at(&clock->queue, manager_time);
        clock->is_frozen = coir_timer_queue_is_frozen(&clock->queue);
        clock->round = round;
    }
    *time = clock->reads;
    return !clock->is_frozen;
}

static inline bool step_clocked(CoirRunHot *hot, uint32_t round, int64_t manager_time)
{
    int64_t time;
    return !read_clock((CoirClock *)hot->node->clock_, round, manager_time, &time) || step_hot(hot, time);
}

// Steps the hot leaves of a run with a block. A run without hot leaves is skipped until its `event_time`. Returns
// false if the run needs a full step.
static bool step_hot_leaves(const CoirRunRecord *run, CoirRunHot *hot, uint32_t round, int64_t manager_time)
{
    CoirRunBlock *block = run->block;
    int64_t time = manager_time;
    if (!(run->flags & COIR_RUN_BLOCK))
        return false;
    if (hot->is_clocked && !read_clock((CoirClock *)hot->node->clock_, round, manager_time, &time))
        return true;
    int64_t local = run->flags & COIR_RUN_RATED ? coir_run_local_at(run, time) : time - run->base;
    if (local >= block->event_time)
        return false;
    for (int i = 0; i < block->hot_count; i++) {
        CoirHotLeaf *leaf = &block->hot[i];
        if (!leaf->item || leaf->is_over)
            continue; // a channel of a plain run between two leaves
        int64_t elapsed = local - leaf->since;
        if ((uint64_t)elapsed >= (uint64_t)(leaf->item->end - leaf->item->begin) ||
            !coir_hot_step(leaf->item, hot->node, coir_hot_fraction(leaf->item, elapsed), leaf->at, leaf->wrote))
            return false;
    }
    return true;
}

// Keeps an entry in the list. Mostly the entry does not move. Then nothing is written, which saves memory traffic.
static inline void keep(uint32_t *list, int *kept, int at)
{
    if (*kept != at)
        list[*kept] = list[at];
    ++*kept;
}

// Steps runs by their hot parts, up to the first run that needs a full step. Returns the index of this run; 0: all runs
// have been stepped. With very many runs their nodes are not in the cache, and an ease has too many instructions for
// the processor to look ahead to the next node. So the loop prefetches a node a few runs before its turn.
// The loop has two exits with the same lines: with one exit, gcc keeps the counters in memory, and the loop takes 6 %
// longer.
static uint32_t step_hot_ones(CoirActionManager *manager, CoirRunTable *table)
{
    uint32_t *list = manager->list, found = 0, round = ++table->round; // user code may have changed clocks
    int at = manager->at, kept = manager->kept, listed = manager->listed;
    for (; at < listed; at++) {
        uint32_t index = list[at];
        CoirRunHot *hot = coir_run_hot_in(table, index);
        if (hot->leaf) { // the run moves, and was listed before this update
            coir_prefetch_to_write((uintptr_t)hot[COIR_RUNS_AHEAD].node + offsetof(CoirNode, position));
            keep(list, &kept, at);
            bool is_done = hot->is_clocked ? step_clocked(hot, round, manager->time) : step_hot(hot, manager->time);
            if (is_done)
                continue;
            found = index;
            at++;
            break;
        }
        const CoirRunRecord *run = coir_run_in(table, index);
        if (coir_run_state(run) != COIR_RUN_MOVING) {
            coir_manager_drop(manager, index);
            continue;
        }
        if (!coir_order_is_before(run->order, manager->born) || !coir_order_is_before(manager->order, run->order))
            break; // the run was added in this update, or began to move after its turn
        keep(list, &kept, at);
        if (!step_hot_leaves(run, hot, round, manager->time)) {
            found = index;
            at++;
            break;
        }
    }
    manager->at = at;
    manager->kept = kept;
    return found;
}

// Keeps the rest of the list for the next update. The rest are runs that were added in this update, and runs that
// began to move after their turn.
static void keep_rest(CoirActionManager *manager)
{
    int rest = manager->listed - manager->at;
    if (rest > 0)
        memmove(manager->list + manager->kept, manager->list + manager->at, (size_t)rest * sizeof *manager->list);
    manager->listed = manager->kept + rest;
    manager->sorted = manager->has_late ? manager->kept : manager->listed;
}

static void step_all(CoirActionManager *manager, CoirRunTable *table)
{
    manager->at = manager->kept = 0;
    for (uint32_t index; (index = step_hot_ones(manager, table)) != 0;) {
        const CoirRunRecord *run = coir_run_at(index);
        manager->order = run->order;
        if (coir_run_moves(run))
            coir_run_step(index, coir_run_clock_at(run, manager->time));
        if (manager->is_dead)
            return;
        if (manager->sorted < manager->listed)
            sort_rest(manager);
    }
    keep_rest(manager);
}

bool coir_action_manager_run_to(CoirActionManager *manager, int64_t time, const char *function)
{
    if (manager->is_updating)
        return MISTAKE("%s: called inside an update of the same action manager", function);
    manager->before = manager->time;
    manager->time = time;
    if (++manager->update == 0)
        manager->update = 1; // CoirPlayhead.step is the number of the update in which a loop ended; 0: no loop ended
    prepare_list(manager);
    if (manager->listed == 0)
        return true; // all runs sleep, are paused or frozen
    CoirWorld *world = coir_world();
    manager->born = ++world->runs.last_order;
    manager->order = manager->born - (UINT32_C(1) << 31); // before the numbers of all runs
    manager->has_late = false;
    manager->is_updating = true;
    world->nodes_busy++;
    step_all(manager, &world->runs);
    world->nodes_busy--;
    manager->is_updating = false;
    if (manager->is_dead)
        coir_free(manager);
    return true;
}

// Managers -----------------------------------------------------------------------------------------------------------

// Returns false, and sets coir_error(), if there is no memory or there are too many managers.
static bool give_number(CoirActionManager *manager)
{
    CoirSlotId id;
    do
        id = coir_slots_add(&coir_runs()->managers, manager);
    while (id.generation > GENERATION_MAX);
    if (id.generation == 0)
        return false;
    if (id.index > COIR_MANAGER_INDEX_MASK) {
        coir_slots_remove(&coir_runs()->managers, id);
        return FAIL("there can be at most %u action managers at one time; a stage has two",
                    (unsigned)COIR_MANAGER_INDEX_MASK + 1);
    }
    manager->number = id.generation << COIR_MANAGER_INDEX_BITS | id.index;
    coir_runs()->manager_count++;
    return true;
}

static void take_number(const CoirActionManager *manager)
{
    coir_slots_remove(&coir_runs()->managers, (CoirSlotId){manager->number & COIR_MANAGER_INDEX_MASK,
                                                           manager->number >> COIR_MANAGER_INDEX_BITS});
    coir_runs()->manager_count--;
}

bool coir_manager_refuse(const CoirActionManager *manager, const char *function)
{
    if (manager->is_dead)
        return MISTAKE("%s: the action manager has been destroyed", function);
    return MISTAKE("%s: the action manager belongs to another world than this thread uses; call coir_world_use first, "
                   "with the world in which the manager was made",
                   function);
}

CoirActionManager *coir_action_manager_new(void)
{
    CoirActionManager *manager = coir_alloc(sizeof *manager);
    if (!manager)
        return NULL;
    if (!give_number(manager))
        return coir_free(manager), NULL;
    coir_timer_queue_init(&manager->own_clock, NULL);
    return manager;
}

CoirActionManager *coir_action_manager_new_on(CoirScheduler *scheduler)
{
    if (!scheduler)
        return MISSING("coir_action_manager_new_on: the scheduler is NULL"), NULL;
    if (!coir_scheduler_check_world(scheduler, "coir_action_manager_new_on"))
        return NULL;
    CoirActionManager *manager = coir_action_manager_new();
    if (!manager)
        return NULL;
    manager->scheduler = scheduler;
    manager->time = coir_scheduler_reads(scheduler);
    return manager;
}

void coir_manager_end_all(uint32_t number, CoirRunEnd reason)
{
    uint32_t bound = coir_runs_next_order();
    for (uint32_t i = 1; i <= coir_runs()->used; i++) {
        const CoirRunRecord *run = coir_run_at(i);
        if (coir_run_is_of(run, number) && coir_order_is_before(run->order, bound))
            coir_run_end(i, reason);
    }
}

static void freeze_all(const CoirActionManager *manager)
{
    for (uint32_t i = 1; i <= coir_runs()->used; i++) {
        CoirRunRecord *run = coir_run_at(i);
        if (coir_run_is_of(run, manager->number))
            coir_run_freeze(run);
    }
}

void coir_action_manager_destroy(CoirActionManager *manager)
{
    if (!manager || manager->is_dead || !coir_manager_check(manager, "coir_action_manager_destroy"))
        return;
    if (manager->is_of_stage) {
        MISTAKE("coir_action_manager_destroy: this manager belongs to a stage, which destroys the manager");
        return;
    }
    bool has_runs = manager->count > 0;
    if (has_runs)
        freeze_all(manager); // so that callbacks for the end of one run can read the local times of the other runs
    manager->is_dead = true;
    take_number(manager);
    for (int i = 0; i < manager->listed; i++)
        if (!coir_manager_has_passed(manager, i))
            coir_manager_drop(manager, manager->list[i]);
    manager->listed = manager->count = 0;
    if (has_runs)
        coir_manager_end_all(manager->number, COIR_END_STOPPED);
    coir_free(manager->list);
    coir_timer_queue_clear(&manager->own_clock);
    coir_runs_clear_if_unused();
    if (!manager->is_updating)
        coir_free(manager);
}

void coir_action_manager_give_up(CoirActionManager *manager)
{
    for (uint32_t i = 1; i <= coir_runs()->used && manager->count > 0; i++) {
        const CoirRunRecord *run = coir_run_at(i);
        if (coir_run_is_of(run, manager->number))
            coir_node_set_manager(coir_run_node_of(run), NULL);
    }
}

bool coir_action_manager_update(CoirActionManager *manager, double dt)
{
    int64_t nanoseconds;
    if (!manager)
        return MISSING("coir_action_manager_update: the manager is NULL");
    if (!coir_manager_check(manager, "coir_action_manager_update"))
        return false;
    if (!coir_to_nanoseconds(dt, &nanoseconds) || dt < 0 || nanoseconds > COIR_TIME_MAX - manager->time)
        return MISTAKE(
            "coir_action_manager_update: dt %g s must be at least 0, and no clock runs beyond a hundred years", dt);
    if (manager->is_of_stage)
        return MISTAKE("coir_action_manager_update: this manager follows its stage's scheduler; update the stage");
    if (manager->scheduler)
        return MISTAKE(
            "coir_action_manager_update: this manager goes by a scheduler; use coir_action_manager_catch_up");
    return coir_action_manager_run_to(manager, manager->time + nanoseconds, "coir_action_manager_update");
}

bool coir_action_manager_catch_up(CoirActionManager *manager)
{
    if (!manager)
        return MISSING("coir_action_manager_catch_up: the manager is NULL");
    if (!coir_manager_check(manager, "coir_action_manager_catch_up"))
        return false;
    if (manager->is_of_stage)
        return MISTAKE("coir_action_manager_catch_up: this manager follows its stage's scheduler; update the stage");
    if (!manager->scheduler)
        return MISTAKE("coir_action_manager_catch_up: this manager has its own clock; use coir_action_manager_update");
    int64_t time = coir_scheduler_reads(manager->scheduler);
    return coir_action_manager_run_to(manager, time > manager->time ? time : manager->time,
                                      "coir_action_manager_catch_up");
}

double coir_action_manager_now(const CoirActionManager *manager)
{
    return manager ? coir_to_seconds(coir_manager_reads(manager)) : 0;
}

int coir_action_manager_count(const CoirActionManager *manager)
{
    return manager ? manager->count : 0;
}
