// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Places in the lists of what is called in each update: one list for each priority of per-frame updates, and one for
// timers without an interval. Should a list find no memory where nothing can be refused (a node enters a stage, a delay
// is over), the place is wanted until there is some.

#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "time/scheduler/scheduled.h"

// NULL: it has no place in a list.
CoirCall *coir_call_of(CoirScheduler *scheduler, const CoirScheduled *scheduled)
{
    if (coir_is_timer(scheduled)) {
        const CoirScheduledTimer *timer = (const CoirScheduledTimer *)scheduled;
        return coir_is_in_calls(timer) ? &scheduler->each_update.calls[timer->timer.index] : NULL;
    }
    const CoirScheduledUpdate *update = (const CoirScheduledUpdate *)scheduled;
    return update->list ? &update->list->calls[update->place] : NULL;
}

// Where there is nothing but to call, the list alone is looked at.
void coir_refresh_call(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    CoirCall *call = coir_call_of(scheduler, scheduled);
    if (!call)
        return;
    bool plain = !scheduled->paused && !scheduled->is_call && coir_clock_of(scheduled) == &scheduler->clock;
    if (coir_is_timer(scheduled))
        plain = plain && scheduled->calls_left == COIR_FOREVER;
    call->tick = plain ? (CoirTickFn)scheduled->callback : NULL;
    call->user = scheduled->user;
}

// The index of the first list of this priority or above.
static int find_level(const CoirScheduler *scheduler, int priority)
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
    int at = find_level(scheduler, priority);
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

static bool give_place_to_update(CoirScheduler *scheduler, CoirScheduledUpdate *update, int priority)
{
    CoirCallList *list = find_or_make_list(scheduler, priority);
    if (!list || !coir_call_list_add(list, &update->scheduled, 0))
        return false;
    update->list = list;
    update->scheduled.priority = priority;
    return true;
}

static bool give_place_to_timer(CoirScheduler *scheduler, CoirScheduledTimer *timer)
{
    if (!coir_call_list_add(&scheduler->each_update, &timer->scheduled, timer->timer.order))
        return false;
    timer->timer.place = COIR_TIMER_IN_CALLS;
    scheduler->each_update.calls[timer->timer.index].last = timer->last;
    return true;
}

bool coir_give_place(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    bool done = coir_is_timer(scheduled)
                    ? give_place_to_timer(scheduler, (CoirScheduledTimer *)scheduled)
                    : give_place_to_update(scheduler, (CoirScheduledUpdate *)scheduled, scheduled->priority);
    coir_refresh_call(scheduler, scheduled);
    return done;
}

static void set_wants_place(CoirScheduler *scheduler, CoirScheduled *scheduled, bool wants)
{
    scheduler->wanted += (int)wants - (int)scheduled->wants_place;
    scheduled->wants_place = wants;
}

void coir_need_place(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    if (coir_give_place(scheduler, scheduled))
        return;
    set_wants_place(scheduler, scheduled, true);
    scheduler->has_new_wants = true;
}

void coir_say_wanted_places(CoirScheduler *scheduler)
{
    bool says = scheduler->has_new_wants && scheduler->wanted > 0;
    scheduler->has_new_wants = false;
    if (says)
        coir_log(COIR_LOG_ERROR, "out of memory; until there is some, something is not called that is scheduled for "
                                 "each update");
}

static void leave_calls(CoirScheduler *scheduler, CoirScheduledTimer *timer)
{
    int place = timer->timer.index;
    timer->last = scheduler->each_update.calls[place].last;
    timer->timer.place = COIR_TIMER_OUT;
    coir_call_list_remove(&scheduler->each_update, place);
}

static void leave_list(CoirCallList **list, int place)
{
    if (*list)
        coir_call_list_remove(*list, place);
    *list = NULL;
}

// True if it had a place in a list of calls, or wanted one.
bool coir_leave_place(CoirScheduler *scheduler, CoirScheduled *scheduled)
{
    bool had_place = scheduled->wants_place || coir_call_of(scheduler, scheduled);
    set_wants_place(scheduler, scheduled, false);
    if (!coir_is_timer(scheduled)) {
        CoirScheduledUpdate *update = (CoirScheduledUpdate *)scheduled;
        leave_list(&update->list, update->place);
        leave_list(&update->old_list, update->old_place);
    } else if (coir_is_in_calls((CoirScheduledTimer *)scheduled)) {
        leave_calls(scheduler, (CoirScheduledTimer *)scheduled);
    }
    return had_place;
}

static void give_wanted_places(CoirScheduler *scheduler)
{
    for (CoirScheduled *first = coir_targets_next(&scheduler->targets, NULL); first && scheduler->wanted > 0;
         first = coir_targets_next(&scheduler->targets, first))
        for (CoirScheduled *each = first; each; each = each->next)
            if (each->wants_place && coir_give_place(scheduler, each))
                set_wants_place(scheduler, each, false);
}

void coir_scheduler_begin_calls(CoirScheduler *scheduler)
{
    if (scheduler->wanted > 0)
        give_wanted_places(scheduler);
    for (int i = 0; i < scheduler->update_count; i++)
        coir_call_list_begin(scheduler->updates[i]);
    coir_call_list_begin(&scheduler->each_update);
}

static bool is_empty(const CoirCallList *list)
{
    return list->count == list->holes;
}

void coir_scheduler_end_calls(CoirScheduler *scheduler)
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

// True for a place whose turn in the present update comes yet.
static bool is_to_come(const CoirScheduler *scheduler, const CoirCallList *list, int place)
{
    if (scheduler->phase != COIR_PHASE_UPDATES || !list || place >= list->limit)
        return false;
    return list->priority != scheduler->calling_priority ? list->priority > scheduler->calling_priority
                                                         : place > scheduler->calling_place;
}

bool coir_change_priority(CoirScheduler *scheduler, CoirScheduledUpdate *update, int priority)
{
    CoirCallList *old_list = update->list;
    int old_place = update->place;
    if (update->scheduled.priority == priority)
        return true;
    if (!give_place_to_update(scheduler, update, priority))
        return false;
    set_wants_place(scheduler, &update->scheduled, false);
    if (is_to_come(scheduler, old_list, old_place)) { // there it has its turn in this update
        update->old_list = old_list;
        update->old_place = old_place;
        old_list->calls[old_place].tick = NULL;
    } else {
        leave_list(&old_list, old_place);
    }
    return true;
}
