// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Questions to a scheduler: the time of the next call, the timers of a target, and a dump in words.

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/words.h"
#include "time/nanoseconds.h"
#include "time/scheduler/scheduled.h"

int coir_scheduler_count_timers(const CoirScheduler *scheduler)
{
    int count = 0;
    for (const CoirScheduled *first = NULL; (first = coir_targets_next(&scheduler->targets, first)) != NULL;)
        for (const CoirScheduled *each = first; each; each = each->next)
            count += coir_is_timer(each);
    return count;
}

// The next call ------------------------------------------------------------------------------------------------------

static bool is_called(const CoirCall *call)
{
    const CoirScheduled *scheduled = call->scheduled;
    return call->tick || (scheduled && !scheduled->paused && !coir_timer_queue_is_frozen(coir_clock_of(scheduled)));
}

static bool has_calls(const CoirCallList *list)
{
    for (int i = 0; i < list->count; i++)
        if (is_called(&list->calls[i]))
            return true;
    return false;
}

static bool has_call_in_each_update(const CoirScheduler *scheduler)
{
    for (int i = 0; i < scheduler->update_count; i++)
        if (has_calls(scheduler->updates[i]))
            return true;
    return scheduler->lacking > 0 || has_calls(&scheduler->each_update);
}

int64_t coir_scheduler_quiet_for(const CoirScheduler *scheduler)
{
    if (coir_scheduler_posted_count(scheduler) > 0 || has_call_in_each_update(scheduler))
        return 0;
    int64_t next = coir_timer_queue_next((CoirTimerQueue *)&scheduler->clock);
    if (next == COIR_NEVER || next <= scheduler->clock.base)
        return next == COIR_NEVER ? COIR_NEVER : 0;
    double outer = (double)(next - scheduler->clock.base) / scheduler->time_scale; // infinite for a scale of 0
    return outer < (double)COIR_TIME_MAX ? (int64_t)outer : COIR_NEVER;
}

// One target ---------------------------------------------------------------------------------------------------------

static double remaining(const CoirScheduledTimer *timer)
{
    if (!coir_waits_in_queue(timer))
        return 0;
    int64_t now = timer->scheduled.paused ? timer->paused_at : coir_timer_queue_reads(timer->timer.queue);
    int64_t left = timer->timer.time - now;
    return left > 0 ? coir_to_seconds(left) : 0;
}

bool coir_target_remaining(const CoirScheduler *scheduler, const void *address, const char *key, CoirAnyFn callback,
                           double *seconds)
{
    const CoirScheduledTimer *timer = coir_find_timer(scheduler, address, key, callback);
    if (timer && seconds)
        *seconds = remaining(timer);
    return timer != NULL;
}

bool coir_scheduler_remaining(const CoirScheduler *scheduler, const void *target, const char *key, double *seconds)
{
    return scheduler && key && coir_target_remaining(coir_scheduler_of(scheduler, target), target, key, NULL, seconds);
}

bool coir_scheduler_callback_remaining(const CoirScheduler *scheduler, const void *target, CoirTickFn tick,
                                       double *seconds)
{
    return scheduler && tick &&
           coir_target_remaining(coir_scheduler_of(scheduler, target), target, NULL, (CoirAnyFn)tick, seconds);
}

static CoirTimerInfo info_of(const CoirScheduledTimer *timer)
{
    return (CoirTimerInfo){
        .key = timer->scheduled.kind == COIR_SCHEDULED_KEYED_TIMER ? timer->key : NULL,
        .tick = timer->scheduled.is_call ? NULL : (CoirTickFn)timer->scheduled.callback,
        .call = timer->scheduled.is_call ? (CoirCallFn)timer->scheduled.callback : NULL,
        .user = timer->scheduled.user,
        .interval = coir_to_seconds(timer->timer.interval),
        .remaining = remaining(timer),
        .repeat = timer->scheduled.calls_left,
        .catch_up = (CoirCatchUp)timer->timer.catch_up,
    };
}

int coir_target_timers(const CoirScheduler *scheduler, const void *address, CoirTimerInfo *timers, int capacity)
{
    const CoirScheduled *first = coir_targets_find(&scheduler->targets, address);
    int count = 0;
    for (const CoirScheduled *each = first; each; each = each->next)
        count += coir_is_timer(each);
    int at = count; // the timer that was scheduled last comes first in the list
    for (const CoirScheduled *each = first; timers && each; each = each->next)
        if (coir_is_timer(each) && --at < capacity)
            timers[at] = info_of((const CoirScheduledTimer *)each);
    return count;
}

int coir_scheduler_timers(const CoirScheduler *scheduler, const void *target, CoirTimerInfo *timers, int capacity)
{
    return scheduler ? coir_target_timers(coir_scheduler_of(scheduler, target), target, timers, capacity) : 0;
}

// A dump in words ----------------------------------------------------------------------------------------------------

static void say_target(CoirWords *words, const CoirScheduler *scheduler, const CoirScheduled *scheduled)
{
    char name[128];
    if (scheduled->of_node && scheduler->nodes) {
        scheduler->nodes->name(scheduled->address, name, sizeof name);
        coir_words_append(words, "%s", name);
    } else {
        coir_words_append(words, "target %p", scheduled->address);
    }
}

static void say_updates(CoirWords *words, const CoirScheduler *scheduler)
{
    for (int i = 0; i < scheduler->update_count; i++) {
        const CoirCallList *list = scheduler->updates[i];
        for (int index = 0; index < list->count; index++) {
            const CoirScheduled *scheduled = list->calls[index].scheduled;
            const CoirScheduledUpdate *update = (const CoirScheduledUpdate *)scheduled;
            if (!update || update->list != list || update->index != index)
                continue; // a hole, or the update has moved to another priority
            coir_words_append(words, "  priority %d: ", list->priority);
            say_target(words, scheduler, scheduled);
            coir_words_append(words, "%s%s\n",
                              scheduled->kind == COIR_SCHEDULED_CLASS_UPDATE ? ", its type's update" : "",
                              scheduled->paused ? ", paused" : "");
        }
    }
}

static void say_timer(CoirWords *words, const CoirScheduler *scheduler, const CoirScheduledTimer *timer)
{
    if (timer->scheduled.kind == COIR_SCHEDULED_KEYED_TIMER)
        coir_words_append(words, "\"%s\" of ", timer->key);
    else
        coir_words_append(words, "a timer without a key of ");
    say_target(words, scheduler, &timer->scheduled);
    if (timer->scheduled.calls_left == 0)
        coir_words_append(words, ", the last call");
    else if (timer->timer.interval > 0)
        coir_words_append(words, ", every %g s", coir_to_seconds(timer->timer.interval));
    if (timer->scheduled.calls_left > 0 && timer->scheduled.calls_left != COIR_FOREVER)
        coir_words_append(words, ", %d more after that", timer->scheduled.calls_left);
    coir_words_append(words, "\n");
}

static bool is_frozen(const CoirScheduledTimer *timer)
{
    return timer->scheduled.paused || coir_timer_queue_is_frozen(timer->timer.queue);
}

static int compare_orders(const void *a, const void *b)
{
    return coir_timer_compare_orders(&(*(CoirScheduledTimer *const *)a)->timer,
                                     &(*(CoirScheduledTimer *const *)b)->timer);
}

static int compare_due(const void *a, const void *b)
{
    int64_t due_a = coir_timer_root_time(&(*(CoirScheduledTimer *const *)a)->timer);
    int64_t due_b = coir_timer_root_time(&(*(CoirScheduledTimer *const *)b)->timer);
    return due_a != due_b ? (due_a > due_b) - (due_a < due_b) : compare_orders(a, b);
}

typedef enum Group { WAITING, FROZEN, CALLED_EACH_UPDATE } Group;

static Group group_of(const CoirScheduledTimer *timer)
{
    if (!coir_waits_in_queue(timer))
        return CALLED_EACH_UPDATE;
    return is_frozen(timer) ? FROZEN : WAITING;
}

// Returns the number of timers in a group, and stores the timers in `timers`, unless `timers` is NULL.
static int collect_timers(const CoirScheduler *scheduler, Group group, const CoirScheduledTimer **timers)
{
    int count = 0;
    for (CoirScheduled *first = NULL; (first = coir_targets_next(&scheduler->targets, first)) != NULL;) {
        for (CoirScheduled *each = first; each; each = each->next) {
            const CoirScheduledTimer *timer = (const CoirScheduledTimer *)each;
            if (!coir_is_timer(each) || group_of(timer) != group)
                continue;
            if (timers)
                timers[count] = timer;
            count++;
        }
    }
    return count;
}

static void say_when(CoirWords *words, const CoirScheduledTimer *timer, Group group)
{
    if (group == WAITING)
        coir_words_append(words, "  at %.9g s: ", coir_to_seconds(coir_timer_root_time(&timer->timer)));
    else if (group == FROZEN)
        coir_words_append(words, "  %s, %.9g s to go: ", timer->scheduled.paused ? "target paused" : "clock frozen",
                          remaining(timer));
    else
        coir_words_append(words, "  %s",
                          timer->scheduled.paused ? "target paused: "
                          : is_frozen(timer)      ? "clock frozen: "
                                                  : "");
}

static void say_timers(CoirWords *words, const CoirScheduler *scheduler, Group group)
{
    int count = collect_timers(scheduler, group, NULL);
    const CoirScheduledTimer **timers = coir_alloc((size_t)(count + 1) * sizeof *timers);
    if (!timers) {
        coir_words_append(words, "  %d, not listed, since there is no memory\n", count);
        return;
    }
    collect_timers(scheduler, group, timers);
    qsort(timers, (size_t)count, sizeof *timers, group == WAITING ? compare_due : compare_orders);
    for (int i = 0; i < count; i++) {
        say_when(words, timers[i], group);
        say_timer(words, scheduler, timers[i]);
    }
    coir_free(timers);
}

size_t coir_scheduler_dump(const CoirScheduler *scheduler, char *text, size_t size)
{
    CoirWords words = coir_words(text, size);
    if (!scheduler)
        return MISSING("coir_scheduler_dump: the scheduler is NULL"), 0;
    coir_words_append(&words, "scheduler at %.9g s, time scale %g, targets: %u\n", coir_scheduler_now(scheduler),
                      scheduler->time_scale, (unsigned)scheduler->targets.count);
    coir_words_append(&words, "per-frame updates, in this order:\n");
    say_updates(&words, scheduler);
    coir_words_append(&words, "timers, by the time at which they are due:\n");
    say_timers(&words, scheduler, WAITING);
    coir_words_append(&words, "timers that are called in each update, in this order:\n");
    say_timers(&words, scheduler, CALLED_EACH_UPDATE);
    coir_words_append(&words, "frozen timers:\n");
    say_timers(&words, scheduler, FROZEN);
    coir_words_append(&words, "posted functions: %d\n", coir_scheduler_posted_count(scheduler));
    if (scheduler->lacking > 0)
        coir_words_append(&words, "timers and updates that are not called, since there is no memory: %d\n",
                          scheduler->lacking);
    return words.length;
}
