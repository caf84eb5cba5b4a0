// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Managers step runs. A manager has a list of moving runs, in the order of adding; runs that sleep wait for an alarm
// (sleep.c). The list may also have entries of runs that have ended, sleep or are frozen, until the next update reaches
// these entries. A run that goes to another manager leaves a 0 in the list. A run that moves again is put at the end of
// the list, and is sorted in before the next run is stepped. Most runs have few leaves in progress, each of which
// changes one or two numbers: step_hot_ones steps these runs.

#include <string.h>

#include "action/run/run.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "base/slots.h"
#include "time/nanoseconds.h"
#include "time/scheduler/scheduled.h"

#define GENERATION_MAX (UINT32_MAX >> COIR_MANAGER_INDEX_BITS)

CoirSlots coir_managers;
static int manager_count;
static uint32_t pass; // number of the last pass over runs in which no user code was called

int64_t coir_manager_scheduler_reads(const CoirActionManager *manager)
{
    int64_t reads = coir_scheduler_reads(manager->scheduler);
    const CoirActionManager *leader = manager->leader;
    return leader && leader->is_calling ? reads - (leader->time - leader->instant) : reads;
}

uint32_t coir_runs_next_order(void)
{
    return ++coir_runs.orders;
}

static bool is_before(uint32_t one, uint32_t other)
{
    return (int32_t)(one - other) < 0;
}

// The list -----------------------------------------------------------------------------------------------------------

// Called when an entry is removed from the list. 0: the entry of a run that has gone to another manager.
static void drop(CoirActionManager *manager, uint32_t index)
{
    CoirRunRecord *run = coir_run_at(index);
    if (index == 0 || coir_run_state(run) == COIR_RUN_ENDED)
        manager->stale--;
    if (index == 0)
        return;
    run->flags &= ~(uint32_t)COIR_RUN_LISTED;
    if (coir_run_state(run) == COIR_RUN_ENDED && !(run->flags & COIR_RUN_STEPPING))
        coir_runs_give(index);
}

// Removes the entries of runs that do not move. Not called in an update.
static void compact(CoirActionManager *manager)
{
    int kept = 0, sorted = 0;
    for (int i = 0; i < manager->listed; i++) {
        uint32_t index = manager->list[i];
        if (coir_run_state(coir_run_at(index)) == COIR_RUN_MOVING)
            manager->list[kept++] = index;
        else
            drop(manager, index);
        if (i < manager->sorted)
            sorted = kept;
    }
    manager->listed = kept;
    manager->sorted = sorted;
}

// Grows the list by a quarter: with a million runs, double the room would be most of the memory of a run.
static bool grow(CoirActionManager *manager, int needed)
{
    int capacity = needed + needed / 4 + 16;
    uint32_t *list = coir_realloc(manager->list, (size_t)capacity * sizeof *list);
    if (!list)
        return false;
    manager->list = list;
    manager->capacity = capacity;
    return true;
}

// Makes room for all runs of the manager, so listing a run that begins to move needs no memory.
static bool is_moving(const CoirRunRecord *run)
{
    return coir_run_state(run) == COIR_RUN_MOVING && coir_run_moves(run);
}

bool coir_manager_moves(const CoirActionManager *manager)
{
    for (int i = 0; i < manager->listed; i++)
        if (manager->list[i] && is_moving(coir_run_at(manager->list[i])))
            return true;
    return manager->has_lost;
}

bool coir_manager_add(CoirActionManager *manager)
{
    if (manager->count + manager->stale >= manager->capacity && manager->stale > manager->capacity / 4 &&
        !manager->is_updating)
        compact(manager);
    int needed = manager->count + manager->stale + 1;
    if (needed > manager->capacity && !grow(manager, needed))
        return false;
    manager->count++;
    return true;
}

// Returns true for an entry that the present update has kept or removed. A kept entry was moved to the kept ones
// before, and the memory of a removed run may belong to a run of another manager.
static bool is_passed(const CoirActionManager *manager, int i)
{
    return manager->is_updating && i >= manager->kept && i < manager->at;
}

static void take_out(CoirActionManager *manager, uint32_t index)
{
    for (int i = manager->listed - 1; i >= 0; i--)
        if (manager->list[i] == index && !is_passed(manager, i)) {
            manager->list[i] = 0;
            manager->stale++;
            break;
        }
    coir_run_at(index)->flags &= ~(uint32_t)COIR_RUN_LISTED;
}

void coir_manager_remove(CoirActionManager *manager, uint32_t index)
{
    CoirRunRecord *run = coir_run_at(index);
    manager->count--;
    if (!(run->flags & COIR_RUN_LISTED))
        return;
    if (coir_run_state(run) == COIR_RUN_ENDED)
        manager->stale++;
    else
        take_out(manager, index);
}

void coir_manager_list(CoirActionManager *manager, uint32_t index)
{
    CoirRunRecord *run = coir_run_at(index);
    if (run->flags & COIR_RUN_LISTED)
        return;
    if (manager->listed == manager->capacity && !grow(manager, manager->listed + 1)) {
        manager->has_lost = true; // a run of another manager, which came without memory; the next update tries again
        return;
    }
    bool is_in_order =
        manager->sorted == manager->listed &&
        (manager->listed == 0 || (manager->list[manager->listed - 1] &&
                                  is_before(coir_run_at(manager->list[manager->listed - 1])->order, run->order)));
    manager->list[manager->listed++] = index;
    run->flags |= COIR_RUN_LISTED;
    if (is_in_order)
        manager->sorted = manager->listed;
}

// Order --------------------------------------------------------------------------------------------------------------

typedef struct Entry {
    uint32_t key, index;
} Entry;

static uint32_t key_of(uint32_t index, uint32_t base)
{
    return coir_run_at(index)->order - base;
}

// Sorts entries by merging, from short parts to long parts.
static void sort_entries(Entry *entries, Entry *spare, int count)
{
    for (int width = 1; width < count; width *= 2) {
        for (int begin = 0; begin < count; begin += 2 * width) {
            int middle = begin + width < count ? begin + width : count;
            int end = middle + width < count ? middle + width : count, left = begin, right = middle;
            for (int i = begin; i < end; i++) {
                bool take_left = right == end || (left < middle && entries[left].key <= entries[right].key);
                spare[i] = entries[take_left ? left++ : right++];
            }
        }
        memcpy(entries, spare, (size_t)count * sizeof *entries);
    }
}

static void insert_one_by_one(uint32_t *list, int sorted, int count, uint32_t base)
{
    for (int i = sorted; i < count; i++) {
        uint32_t index = list[i];
        int place = i;
        for (; place > 0 && key_of(list[place - 1], base) > key_of(index, base); place--)
            list[place] = list[place - 1];
        list[place] = index;
    }
}

static void merge_in(uint32_t *list, int sorted, const Entry *entries, int count, uint32_t base)
{
    for (int i = sorted + count - 1; count > 0; i--) {
        bool take_old = sorted > 0 && key_of(list[sorted - 1], base) > entries[count - 1].key;
        list[i] = take_old ? list[--sorted] : entries[--count].index;
    }
}

// Sorts a part of a list whose first `sorted` entries are sorted. Orders are counted from `base`.
static void sort_list(uint32_t *list, int sorted, int count, uint32_t base)
{
    while (sorted < count && (sorted == 0 || key_of(list[sorted - 1], base) <= key_of(list[sorted], base)))
        sorted++; // runs mostly wake up in their order
    int late = count - sorted;
    if (late == 0)
        return;
    Entry *entries = coir_realloc(NULL, 2 * (size_t)late * sizeof *entries);
    if (!entries) {
        insert_one_by_one(list, sorted, count, base);
        return;
    }
    for (int i = 0; i < late; i++)
        entries[i] = (Entry){key_of(list[sorted + i], base), list[sorted + i]};
    sort_entries(entries, entries + late, late);
    merge_in(list, sorted, entries, late, base);
    coir_free(entries);
}

// Called in an update. Sorts runs that began to move into the part of the list that has not been stepped yet. Runs that
// were already stepped in this update go to the end.
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
    sort_list(list + manager->at, sorted - manager->at, count - manager->at, manager->order + 1);
    manager->sorted = count;
    manager->has_late = true;
}

// An update ----------------------------------------------------------------------------------------------------------

// Lists the runs that came when there was no memory for the list.
static void list_lost_ones(CoirActionManager *manager)
{
    manager->has_lost = false;
    for (uint32_t i = 1; i <= coir_runs.used; i++) {
        const CoirRunRecord *run = coir_run_at(i);
        if (coir_run_state(run) == COIR_RUN_MOVING && coir_run_is_of(run, manager->number))
            coir_manager_list(manager, i);
    }
}

static void settle(CoirActionManager *manager)
{
    if (manager->has_lost)
        list_lost_ones(manager);
    coir_manager_wake_due(manager);
    if (manager->sorted == manager->listed)
        return;
    compact(manager);
    sort_list(manager->list, manager->sorted, manager->listed, coir_runs.orders + 1);
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

// Stores the time of the clock of a run in a subtree. Returns false if the clock stands still.
static bool read_clock(CoirClock *clock, int64_t manager_time, int64_t *time)
{
    if (clock->pass != pass) {
        clock->reads = coir_timer_queue_reads_at(&clock->queue, manager_time);
        clock->is_frozen = coir_timer_queue_is_frozen(&clock->queue);
        clock->pass = pass;
    }
    *time = clock->reads;
    return !clock->is_frozen;
}

static inline bool step_clocked(CoirRunHot *hot, int64_t manager_time)
{
    int64_t time;
    return !read_clock((CoirClock *)hot->node->clock_, manager_time, &time) || step_hot(hot, time);
}

// Steps the hot leaves of a run that has several. Returns false if the run needs a full step.
static bool step_hot_leaves(const CoirRunRecord *run, CoirRunHot *hot, int64_t manager_time)
{
    CoirRunBlock *block = run->block;
    int64_t time = manager_time;
    if (!(run->flags & COIR_RUN_BLOCK) || block->hot_count == 0)
        return false;
    if (hot->is_clocked && !read_clock((CoirClock *)hot->node->clock_, manager_time, &time))
        return true;
    int64_t local = run->flags & COIR_RUN_RATED ? coir_run_local_at(run, time) : time - run->base;
    if (local >= block->calm_until)
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

// Keeps an entry in the list. Mostly the entry stays in its place, and nothing is written, which saves memory traffic.
static inline void keep(uint32_t *list, int *kept, int at)
{
    if (*kept != at)
        list[*kept] = list[at];
    ++*kept;
}

// Steps runs by their hot parts, up to the first run that needs a full step. Returns the index of this run; 0: all runs
// have been stepped.
static uint32_t step_hot_ones(CoirActionManager *manager)
{
    uint32_t *list = manager->list, found = 0;
    int at = manager->at, kept = manager->kept, listed = manager->listed;
    pass++; // user code may have changed how fast clocks run
    for (; at < listed && found == 0; at++) {
        uint32_t index = list[at];
        CoirRunHot *hot = coir_run_hot_at(index);
        if (hot->leaf) { // the run moves, and was listed before this update
            keep(list, &kept, at);
            bool is_done = hot->is_clocked ? step_clocked(hot, manager->time) : step_hot(hot, manager->time);
            found = is_done ? 0 : index;
            continue;
        }
        const CoirRunRecord *run = coir_run_at(index);
        if (coir_run_state(run) != COIR_RUN_MOVING) {
            drop(manager, index);
            continue;
        }
        if (!is_before(run->order, manager->born) || !is_before(manager->order, run->order))
            break; // the run was added in this update, or began to move after its turn
        keep(list, &kept, at);
        found = step_hot_leaves(run, hot, manager->time) ? 0 : index;
    }
    manager->at = at;
    manager->kept = kept;
    return found;
}

// Keeps the rest of the list for the next update: runs that were added in this update, and runs that began to move
// after their turn.
static void keep_rest(CoirActionManager *manager)
{
    int rest = manager->listed - manager->at;
    if (rest > 0)
        memmove(manager->list + manager->kept, manager->list + manager->at, (size_t)rest * sizeof *manager->list);
    manager->listed = manager->kept + rest;
    manager->sorted = manager->has_late ? manager->kept : manager->listed;
}

static void step_all(CoirActionManager *manager)
{
    manager->at = manager->kept = 0;
    for (uint32_t index; (index = step_hot_ones(manager)) != 0;) {
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
    if (manager->is_dead)
        return MISTAKE("%s: the action manager has been destroyed", function);
    manager->before = manager->time;
    manager->time = time;
    if (++manager->update == 0)
        manager->update = 1; // 0 is the `step` of scopes without a finished loop
    settle(manager);
    manager->born = coir_runs_next_order();
    manager->order = manager->born - (UINT32_C(1) << 31); // before the orders of all runs
    manager->has_late = false;
    manager->is_updating = true;
    coir_runs_busy_begin();
    step_all(manager);
    coir_runs_busy_end();
    manager->is_updating = false;
    if (manager->is_dead)
        coir_free(manager);
    return true;
}

// Managers -----------------------------------------------------------------------------------------------------------

// Returns false without memory, and if there are too many managers, which is reported.
static bool give_number(CoirActionManager *manager)
{
    CoirSlotId id;
    do
        id = coir_slots_add(&coir_managers, manager);
    while (id.generation > GENERATION_MAX);
    if (id.generation == 0)
        return false;
    if (id.index > COIR_MANAGER_INDEX_MASK) {
        coir_slots_remove(&coir_managers, id);
        return FAIL("no more than %u action managers, of which a stage has two, can be alive",
                    (unsigned)COIR_MANAGER_INDEX_MASK);
    }
    manager->number = id.generation << COIR_MANAGER_INDEX_BITS | id.index;
    manager_count++;
    return true;
}

static void take_number(const CoirActionManager *manager)
{
    coir_slots_remove(&coir_managers, (CoirSlotId){manager->number & COIR_MANAGER_INDEX_MASK,
                                                   manager->number >> COIR_MANAGER_INDEX_BITS});
    manager_count--;
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
    for (uint32_t i = 1; i <= coir_runs.used; i++) {
        const CoirRunRecord *run = coir_run_at(i);
        if (coir_run_is_of(run, number) && is_before(run->order, bound))
            coir_run_end(i, reason);
    }
}

static void freeze_all(const CoirActionManager *manager)
{
    for (uint32_t i = 1; i <= coir_runs.used; i++) {
        CoirRunRecord *run = coir_run_at(i);
        if (coir_run_is_of(run, manager->number))
            coir_run_freeze(run);
    }
}

void coir_runs_clear_if_unused(void)
{
    if (manager_count > 0 || coir_runs.count > 0)
        return;
    coir_slots_free(&coir_managers);
    coir_alarms_free_memory();
    coir_runs_clear();
}

void coir_action_manager_destroy(CoirActionManager *manager)
{
    if (!manager || manager->is_dead)
        return;
    if (manager->is_of_stage) {
        MISTAKE(
            "coir_action_manager_destroy: this manager belongs to a stage, which takes it along when it is destroyed");
        return;
    }
    bool has_runs = manager->count > 0;
    if (has_runs)
        freeze_all(manager); // callbacks that hear of an end find the other runs with their local times
    manager->is_dead = true;
    take_number(manager);
    for (int i = 0; i < manager->listed; i++)
        if (!is_passed(manager, i))
            drop(manager, manager->list[i]);
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
    for (uint32_t i = 1; i <= coir_runs.used && manager->count > 0; i++) {
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
    if (!manager || !manager->scheduler || manager->is_of_stage)
        return MISSING("coir_action_manager_catch_up: the manager is NULL, or does not go by a scheduler of yours");
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
