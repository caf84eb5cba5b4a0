// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The list of a manager has the moving runs, in insertion order. Runs that have ended, sleep or are frozen may keep
// their entries until the next update reaches these entries. The entry of a run that goes to another manager becomes
// 0. A run that moves again, and has no entry, is put at the end of the list. The list is sorted before the next run is
// stepped.

#include <stddef.h>

#include "action/run/run.h"
#include "base/alloc.h"
#include "base/sort.h"

// `index` 0: the entry of a run that went to another manager.
void coir_manager_drop(CoirActionManager *manager, uint32_t index)
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

void coir_manager_compact(CoirActionManager *manager)
{
    int kept = 0, sorted = 0;
    for (int i = 0; i < manager->listed; i++) {
        uint32_t index = manager->list[i];
        if (coir_run_state(coir_run_at(index)) == COIR_RUN_MOVING)
            manager->list[kept++] = index;
        else
            coir_manager_drop(manager, index);
        if (i < manager->sorted)
            sorted = kept;
    }
    manager->listed = kept;
    manager->sorted = sorted;
}

// Grows the list by a quarter. With a million runs, twice the room would waste much memory.
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

// Counts a new run of the manager, and makes room in the list for all its runs. Returns false if there is no memory.
// Due to this room, coir_manager_list needs memory in two cases only: in an update, in which visited entries still take
// room, and for a run that came from another manager while there was no memory here.
bool coir_manager_count_run(CoirActionManager *manager)
{
    if (manager->count + manager->stale >= manager->capacity && manager->stale > manager->capacity / 4 &&
        !manager->is_updating)
        coir_manager_compact(manager);
    int needed = manager->count + manager->stale + 1;
    if (needed > manager->capacity && !grow(manager, needed))
        return false;
    manager->count++;
    return true;
}

// Returns true for an entry between `kept` and `at`, which the present update has already visited. Such an entry is out
// of use: if its run stays, a copy of the entry is among the kept entries; the record of a removed run may already
// belong to a run of another manager.
bool coir_manager_has_passed(const CoirActionManager *manager, int i)
{
    return manager->is_updating && i >= manager->kept && i < manager->at;
}

static void take_out(CoirActionManager *manager, uint32_t index)
{
    for (int i = manager->listed - 1; i >= 0; i--)
        if (manager->list[i] == index && !coir_manager_has_passed(manager, i)) {
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
        manager->has_lost = true; // no memory (see coir_manager_count_run); the next update tries again
        return;
    }
    bool is_in_order = manager->sorted == manager->listed &&
                       (manager->listed == 0 ||
                        (manager->list[manager->listed - 1] &&
                         coir_order_is_before(coir_run_at(manager->list[manager->listed - 1])->order, run->order)));
    manager->list[manager->listed++] = index;
    run->flags |= COIR_RUN_LISTED;
    if (is_in_order)
        manager->sorted = manager->listed;
}

// Order ---------------------------------------------------------------------------------------------------------------

typedef struct Entry {
    struct Entry *next;
    uint32_t key, index;
} Entry;

static uint32_t key_of(uint32_t index, uint32_t base)
{
    return coir_run_at(index)->order - base;
}

static bool is_later(const void *one, const void *other)
{
    return ((const Entry *)one)->key > ((const Entry *)other)->key;
}

static void insert_one_by_one(uint32_t *list, int sorted, int count, uint32_t base)
{
    for (int i = sorted; i < count; i++) {
        uint32_t index = list[i];
        int to = i;
        for (; to > 0 && key_of(list[to - 1], base) > key_of(index, base); to--)
            list[to] = list[to - 1];
        list[to] = index;
    }
}

// Merges the entries `late`, the last one first, into a list with room for them.
static void merge_in(uint32_t *list, int sorted, const Entry *late, int count, uint32_t base)
{
    for (int i = sorted + count - 1; late; i--) {
        if (sorted > 0 && key_of(list[sorted - 1], base) > late->key) {
            list[i] = list[--sorted];
        } else {
            list[i] = late->index;
            late = late->next;
        }
    }
}

// Sorts a part of a list. The first `sorted` entries are sorted already. Insertion numbers are counted from `base`.
void coir_manager_sort(uint32_t *list, int sorted, int count, uint32_t base)
{
    while (sorted < count && (sorted == 0 || key_of(list[sorted - 1], base) <= key_of(list[sorted], base)))
        sorted++; // runs mostly wake up in insertion order
    int late = count - sorted;
    if (late == 0)
        return;
    Entry *entries = coir_realloc(NULL, (size_t)late * sizeof *entries), *last = NULL;
    if (!entries) {
        insert_one_by_one(list, sorted, count, base);
        return;
    }
    for (int i = 0; i < late; i++) {
        entries[i] = (Entry){last, key_of(list[sorted + i], base), list[sorted + i]};
        last = &entries[i];
    }
    last = coir_sort_list(last, &(const CoirListKind){offsetof(Entry, next), is_later, NULL});
    merge_in(list, sorted, last, late, base);
    coir_free(entries);
}
