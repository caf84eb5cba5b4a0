// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "time/scheduler/calls.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "time/scheduler/scheduled.h"

// Lists ---------------------------------------------------------------------------------------------------------------

static void set_index(CoirScheduled *scheduled, int index)
{
    if (coir_is_timer(scheduled))
        ((CoirScheduledTimer *)scheduled)->timer.index = index;
    else
        ((CoirScheduledUpdate *)scheduled)->index = index;
}

static void close_holes(CoirCallList *list)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        if (!list->calls[i].scheduled)
            continue;
        list->calls[kept] = list->calls[i];
        set_index(list->calls[kept].scheduled, kept);
        kept++;
    }
    list->count = kept;
    list->holes = 0;
}

bool coir_call_list_add(CoirCallList *list, CoirScheduled *scheduled, uint64_t order)
{
    if (list->limit == 0 && list->count == list->capacity && list->holes > list->count / 4)
        close_holes(list); // no update walks over this list
    CoirCall *calls = coir_grow(list->calls, &list->capacity, list->count + 1, sizeof *calls);
    if (!calls)
        return false;
    list->calls = calls;
    set_index(scheduled, list->count);
    calls[list->count++] = (CoirCall){NULL, scheduled->address, scheduled->user, scheduled, 0};
    if (order < list->last_order)
        list->is_unsorted = true;
    else
        list->last_order = order;
    return true;
}

void coir_call_list_remove(CoirCallList *list, int index)
{
    list->calls[index].tick = NULL;
    list->calls[index].scheduled = NULL;
    list->holes++;
}

static const CoirTimer *timer_of(const CoirCall *call)
{
    return &((const CoirScheduledTimer *)call->scheduled)->timer;
}

static int compare_orders(const void *a, const void *b)
{
    return coir_timer_compare_orders(timer_of(a), timer_of(b));
}

static void sort(CoirCallList *list)
{
    qsort(list->calls, (size_t)list->count, sizeof *list->calls, compare_orders);
    for (int i = 0; i < list->count; i++)
        set_index(list->calls[i].scheduled, i);
    list->is_unsorted = false;
}

void coir_call_list_begin(CoirCallList *list)
{
    if (list->holes > 0)
        close_holes(list);
    if (list->is_unsorted)
        sort(list);
    list->limit = list->count;
    list->next = 0;
}

void coir_call_list_free(CoirCallList *list)
{
    coir_free(list->calls);
    *list = (CoirCallList){.priority = list->priority};
}

// Calls of a scheduler ------------------------------------------------------------------------------------------------

CoirCall *coir_call_of(CoirScheduler *scheduler, const CoirScheduled *scheduled)
{
    if (coir_is_timer(scheduled)) {
        const CoirScheduledTimer *timer = (const CoirScheduledTimer *)scheduled;
        return coir_is_in_calls(timer) ? &scheduler->each_update.calls[timer->timer.index] : NULL;
    }
    const CoirScheduledUpdate *update = (const CoirScheduledUpdate *)scheduled;
    return update->list ? &update->list->calls[update->index] : NULL;
}

// Sets `tick` of a usual call, and clears `tick` of a special call. For a usual call, an update reads only the
// CoirCall, and not the CoirScheduled.
void coir_refresh_call(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    CoirCall *call = coir_call_of(scheduler, scheduled);
    if (!call)
        return;
    bool is_usual = !scheduled->paused && !scheduled->is_call && coir_clock_of(scheduled) == &scheduler->clock;
    if (coir_is_timer(scheduled))
        is_usual = is_usual && scheduled->calls_left == COIR_FOREVER;
    call->tick = is_usual ? (CoirTickFn)scheduled->callback : NULL;
    call->user = scheduled->user;
}

// Returns the index of the first list whose priority is `priority` or a greater number.
static int first_list_from(const CoirScheduler *scheduler, int priority)
{
    int low = 0, high = scheduler->update_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (scheduler->updates[middle]->priority < priority)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static CoirCallList *find_or_make_list(CoirScheduler *scheduler, int priority)
{
    int at = first_list_from(scheduler, priority);
    if (at < scheduler->update_count && scheduler->updates[at]->priority == priority)
        return scheduler->updates[at];
    CoirCallList **grown =
        coir_grow(scheduler->updates, &scheduler->update_capacity, scheduler->update_count + 1, sizeof *grown);
    if (grown)
        scheduler->updates = grown;
    CoirCallList *list = grown ? coir_alloc(sizeof *list) : NULL;
    if (!list)
        return NULL;
    list->priority = priority;
    memmove(&grown[at + 1], &grown[at], (size_t)(scheduler->update_count++ - at) * sizeof *grown);
    return grown[at] = list;
}

static bool add_update(CoirScheduler *scheduler, CoirScheduledUpdate *update, int priority)
{
    CoirCallList *list = find_or_make_list(scheduler, priority);
    if (!list || !coir_call_list_add(list, &update->scheduled, 0))
        return false;
    update->list = list;
    update->scheduled.priority = priority;
    return true;
}

static bool add_timer(CoirScheduler *scheduler, CoirScheduledTimer *timer)
{
    if (!coir_call_list_add(&scheduler->each_update, &timer->scheduled, timer->timer.order))
        return false;
    timer->timer.state = COIR_TIMER_IN_CALLS;
    scheduler->each_update.calls[timer->timer.index].last = timer->last;
    return true;
}

bool coir_add_call(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    bool done = coir_is_timer(scheduled) ? add_timer(scheduler, (CoirScheduledTimer *)scheduled)
                                         : add_update(scheduler, (CoirScheduledUpdate *)scheduled, scheduled->priority);
    coir_refresh_call(scheduler, scheduled);
    return done;
}

static void set_lacking(CoirScheduler *scheduler, CoirScheduled *scheduled, bool lacks)
{
    scheduler->lacking += (int)lacks - (int)scheduled->lacks_call;
    scheduled->lacks_call = lacks;
}

void coir_need_call(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    if (coir_add_call(scheduler, scheduled))
        return;
    set_lacking(scheduler, scheduled, true);
    scheduler->has_new_lacking = true;
}

void coir_report_lacking_calls(CoirScheduler *scheduler)
{
    bool says = scheduler->has_new_lacking && scheduler->lacking > 0;
    scheduler->has_new_lacking = false;
    if (says)
        coir_log(COIR_LOG_ERROR, "out of memory: until there is memory again, some callbacks that are scheduled for "
                                 "each update are not called");
}

static void remove_timer(CoirScheduler *scheduler, CoirScheduledTimer *timer)
{
    int index = timer->timer.index;
    timer->last = scheduler->each_update.calls[index].last;
    timer->timer.state = COIR_TIMER_OUT;
    coir_call_list_remove(&scheduler->each_update, index);
}

static void remove_from(CoirCallList **list, int index)
{
    if (*list)
        coir_call_list_remove(*list, index);
    *list = NULL;
}

bool coir_remove_call(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    bool had_call = scheduled->lacks_call || coir_call_of(scheduler, scheduled);
    set_lacking(scheduler, scheduled, false);
    if (!coir_is_timer(scheduled)) {
        CoirScheduledUpdate *update = (CoirScheduledUpdate *)scheduled;
        remove_from(&update->list, update->index);
        remove_from(&update->old_list, update->old_index);
    } else if (coir_is_in_calls((CoirScheduledTimer *)scheduled)) {
        remove_timer(scheduler, (CoirScheduledTimer *)scheduled);
    }
    return had_call;
}

static void add_lacking_calls(CoirScheduler *scheduler)
{
    for (CoirScheduled *first = coir_targets_next(&scheduler->targets, NULL); first && scheduler->lacking > 0;
         first = coir_targets_next(&scheduler->targets, first))
        for (CoirScheduled *each = first; each; each = each->next)
            if (each->lacks_call && coir_add_call(scheduler, each))
                set_lacking(scheduler, each, false);
}

void coir_begin_calls(CoirScheduler *scheduler)
{
    if (scheduler->lacking > 0)
        add_lacking_calls(scheduler);
    for (int i = 0; i < scheduler->update_count; i++)
        coir_call_list_begin(scheduler->updates[i]);
    coir_call_list_begin(&scheduler->each_update);
}

static bool is_empty(const CoirCallList *list)
{
    return list->count == list->holes;
}

void coir_end_calls(CoirScheduler *scheduler)
{
    int kept = 0;
    for (int i = 0; i < scheduler->update_count; i++) {
        CoirCallList *list = scheduler->updates[i];
        list->limit = 0;
        if (!is_empty(list)) {
            scheduler->updates[kept++] = list;
            continue;
        }
        coir_call_list_free(list);
        coir_free(list);
    }
    scheduler->update_count = kept;
    scheduler->each_update.limit = 0;
}

// Returns true if the present update still has to make the call at `index`.
static bool is_to_come(const CoirCallList *list, int index)
{
    return list && index >= list->next && index < list->limit;
}

bool coir_change_priority(CoirScheduler *scheduler, CoirScheduledUpdate *update, int priority)
{
    CoirCallList *old_list = update->list;
    int old_index = update->index;
    if (update->scheduled.priority == priority)
        return true;
    if (!add_update(scheduler, update, priority))
        return false;
    set_lacking(scheduler, &update->scheduled, false);
    if (is_to_come(old_list, old_index)) { // the scheduler's present update still makes the call in the old list
        update->old_list = old_list;
        update->old_index = old_index;
        old_list->calls[old_index].tick = NULL;
    } else {
        remove_from(&old_list, old_index);
    }
    return true;
}
