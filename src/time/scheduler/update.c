// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// An update of the scheduler calls, in this order: the per-frame updates by priority, the timers by due time, the
// timers that are called in each update, and the posted functions. A callback may remove anything, even the scheduler.
// So all data of a call is read before the call. After the call only the scheduler and its lists are read, which exist
// until the end of the update.

#include <stddef.h>

#include "base/fail.h"
#include "time/nanoseconds.h"
#include "time/scheduler/scheduled.h"

// Per-frame updates --------------------------------------------------------------------------------------------------

// Stores the seconds by which this update moves a clock. Returns false if the clock is frozen.
static bool dt_on(const CoirScheduler *scheduler, const CoirTimerQueue *clock, double *dt)
{
    *dt = scheduler->dt;
    if (clock == &scheduler->clock)
        return true;
    *dt = coir_to_seconds(coir_timer_queue_reads_at(clock, scheduler->until) - coir_timer_queue_reads(clock));
    return !coir_timer_queue_is_frozen(clock);
}

// Handles a call without `tick`: the target is paused, the per-frame update has another clock than the scheduler's, or
// the priority has changed in this update of the scheduler. Calls the function unless the target is paused or the clock
// is frozen.
static void call_special_update(CoirScheduler *scheduler, CoirCallList *list, int index)
{
    CoirScheduledUpdate *update = (CoirScheduledUpdate *)list->calls[index].scheduled;
    const CoirScheduled *scheduled = &update->scheduled;
    double dt;
    if (update->old_list == list && update->old_index == index) {
        update->old_list = NULL;
        coir_call_list_remove(list, index);
    }
    if (!scheduled->paused && dt_on(scheduler, update->clock, &dt))
        ((CoirTickFn)scheduled->callback)(scheduled->address, dt, scheduled->user);
}

static void call_list(CoirScheduler *scheduler, CoirCallList *list)
{
    for (int i = 0; i < list->limit; i++) {
        const CoirCall *call = &list->calls[i]; // the function may move the array
        list->next = i + 1;
        if (call->tick)
            call->tick(call->address, scheduler->dt, call->user);
        else if (call->scheduled)
            call_special_update(scheduler, list, i);
    }
}

// Calls all per-frame updates. A function may add lists. New lists have no calls to make in this update.
static void call_updates(CoirScheduler *scheduler)
{
    for (int i = 0; i < scheduler->update_count; i++) {
        CoirCallList *list = scheduler->updates[i];
        call_list(scheduler, list);
        while (scheduler->updates[i] != list)
            i++;
    }
}

// Timers -------------------------------------------------------------------------------------------------------------

void coir_call_timer(CoirScheduler *scheduler, CoirScheduledTimer *timer, int64_t now, int64_t last)
{
    if (timer->timer.interval == 0 && timer->timer.state == COIR_TIMER_OUT && timer->scheduled.calls_left != 0)
        coir_need_call(scheduler, &timer->scheduled); // the delay of the timer is over
    CoirAnyFn callback = timer->scheduled.callback;
    void *address = timer->scheduled.address, *user = timer->scheduled.user;
    bool is_call = timer->scheduled.is_call;
    // A timer that a per-frame update schedules counts from the end of the scheduler's update, which is ahead of the
    // clock. If the clock is slowed, or the timer gets another clock, then the call may come before the clock reads the
    // time from which the timer counts.
    if (last > now && timer->timer.queue != &scheduler->clock)
        last = now;
    if (timer->scheduled.calls_left == 0)
        coir_unschedule(scheduler, &timer->scheduled);
    else if (timer->scheduled.calls_left != COIR_FOREVER)
        timer->scheduled.calls_left--;
    if (is_call)
        ((CoirCallFn)callback)(address, user);
    else
        ((CoirTickFn)callback)(address, coir_to_seconds(now - last), user);
}

// Handles a call without `tick`: the target is paused, or the timer has another clock than the scheduler's, a limited
// number of calls, or a CoirCallFn. Calls the function unless the target is paused or the clock is frozen.
static void call_special_timer(CoirScheduler *scheduler, CoirCall *call)
{
    CoirScheduledTimer *timer = (CoirScheduledTimer *)call->scheduled;
    const CoirTimerQueue *clock = timer->timer.queue;
    if (timer->scheduled.paused || coir_timer_queue_is_frozen(clock))
        return;
    int64_t now = coir_timer_queue_reads(clock), last = call->last;
    call->last = now;
    coir_call_timer(scheduler, timer, now, last);
}

static void call_each_update(CoirScheduler *scheduler)
{
    const CoirCallList *list = &scheduler->each_update;
    int64_t now = scheduler->clock.base;
    for (int i = 0; i < list->limit; i++) {
        CoirCall *call = &list->calls[i];
        if (call->tick) {
            int64_t elapsed = now - call->last;
            call->last = now;
            call->tick(call->address, coir_to_seconds(elapsed), call->user);
        } else if (call->scheduled) {
            call_special_timer(scheduler, call);
        }
    }
}

// The update ---------------------------------------------------------------------------------------------------------

static void run(CoirScheduler *scheduler)
{
    coir_begin_calls(scheduler);
    scheduler->phase = COIR_PHASE_UPDATES;
    call_updates(scheduler);
    scheduler->phase = COIR_PHASE_TIMERS;
    coir_timer_queue_run(&scheduler->clock, scheduler->until, false);
    call_each_update(scheduler);
    scheduler->phase = COIR_PHASE_POSTED;
    coir_call_posted(scheduler);
    coir_report_lacking_calls(scheduler);
    scheduler->phase = COIR_PHASE_NONE;
    coir_end_calls(scheduler);
}

// Calls release functions, and then frees the scheduler if a callback of the update has destroyed the scheduler. The
// release functions come first, since they may still use the scheduler. A scheduler of a stage is freed with the stage.
static void end_update(CoirScheduler *scheduler)
{
    bool dead = scheduler->dead && !scheduler->owned;
    scheduler->world->releases_wait--;
    coir_timers_release();
    if (dead)
        coir_scheduler_free(scheduler);
}

bool coir_scheduler_step(CoirScheduler *scheduler, double dt, const char *function)
{
    int64_t step;
    if (!scheduler)
        return MISSING("%s: the scheduler is NULL", function);
    if (scheduler->phase != COIR_PHASE_NONE)
        return MISTAKE("%s: called inside an update of the same scheduler", function);
    if (scheduler->dead)
        return MISTAKE("%s: the scheduler has been destroyed", function);
    if (!coir_scheduler_check_world(scheduler, function))
        return false;
    double scaled = dt * scheduler->time_scale;
    if (!(dt >= 0 && dt <= COIR_SECONDS_MAX) || !coir_to_nanoseconds(scaled, &step) ||
        step > COIR_TIME_MAX - scheduler->clock.base)
        return MISTAKE("%s: dt %g s, with the time scale %g; both dt and dt times the time scale must be between 0 and "
                       "a hundred years, and no clock runs beyond a hundred years",
                       function, dt, scheduler->time_scale);
    scheduler->dt = scaled;
    scheduler->until = scheduler->clock.base + step;
    scheduler->world->releases_wait++;
    run(scheduler);
    end_update(scheduler);
    return true;
}

bool coir_scheduler_update(CoirScheduler *scheduler, double dt)
{
    void (*ended)(void) = scheduler ? scheduler->update_ended : NULL;
    if (ended)
        scheduler->update_begins();
    bool done = coir_scheduler_step(scheduler, dt, "coir_scheduler_update");
    if (ended)
        ended(); // last, since the function also frees a destroyed stage
    return done;
}

bool coir_scheduler_step_frozen(CoirScheduler *scheduler, const char *function)
{
    if (scheduler->phase != COIR_PHASE_NONE)
        return MISTAKE("%s: called inside an update of the same scheduler", function);
    scheduler->world->releases_wait++;
    scheduler->phase = COIR_PHASE_POSTED;
    coir_call_posted(scheduler);
    scheduler->phase = COIR_PHASE_NONE;
    end_update(scheduler);
    return true;
}

void coir_scheduler_announce(CoirScheduler *scheduler, double dt)
{
    int64_t step;
    if (coir_to_nanoseconds(dt, &step) && step <= COIR_TIME_MAX - scheduler->clock.base)
        scheduler->until = scheduler->clock.base + step;
}
