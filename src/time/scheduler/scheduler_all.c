// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Functions of the Scheduler over all its targets, and sets of targets: sorted arrays of addresses.

#include <stddef.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "time/scheduler/scheduled.h"

struct CoirTargetSet {
    int count;
    void *targets[];
};

bool coir_scheduler_unschedule_all(CoirScheduler *scheduler, int min_priority)
{
    if (!scheduler)
        return MISSING("coir_scheduler_unschedule_all: the scheduler is NULL");
    for (CoirScheduled *first = coir_targets_next(&scheduler->targets, NULL), *next; first; first = next) {
        next = coir_targets_next(&scheduler->targets, first);
        coir_unschedule_from(scheduler, first->address, min_priority);
    }
    coir_timers_release();
    return true;
}

// True for a running target that has something of at least this priority.
static bool runs_from(const CoirScheduled *first, int min_priority)
{
    for (const CoirScheduled *each = first; each && !first->paused; each = each->next)
        if (coir_is_timer(each) ? 0 >= min_priority : each->priority >= min_priority)
            return true;
    return false;
}

// Counts the targets that are to be paused, and stores them if there is a set.
static int collect(const CoirScheduler *scheduler, int min_priority, CoirTargetSet *set)
{
    int count = 0;
    for (CoirScheduled *first = coir_targets_next(&scheduler->targets, NULL); first;
         first = coir_targets_next(&scheduler->targets, first)) {
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
    int count = collect(scheduler, min_priority, NULL);
    CoirTargetSet *set = coir_alloc(sizeof *set + (size_t)count * sizeof *set->targets);
    if (!set)
        return NULL;
    set->count = collect(scheduler, min_priority, set);
    qsort(set->targets, (size_t)count, sizeof *set->targets, compare_addresses);
    for (int i = 0; i < count; i++)
        coir_target_set_paused(scheduler, set->targets[i], true);
    return set;
}

bool coir_scheduler_resume_set(CoirScheduler *scheduler, const CoirTargetSet *set)
{
    if (!scheduler || !set)
        return MISSING("coir_scheduler_resume_set: the %s is NULL", scheduler ? "set" : "scheduler");
    for (int i = 0; i < set->count; i++)
        coir_target_set_paused(coir_scheduler_of(scheduler, set->targets[i]), set->targets[i], false);
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
    coir_free(set);
}
