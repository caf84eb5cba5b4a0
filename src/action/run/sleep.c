// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sleep. A run that does nothing until a known time waits for an alarm. On a stage, the alarm is a timer on the run's
// clock, beside the timers of the scheduler. So a sleeping run costs nothing, however many clocks there are, and a
// change of a clock needs no work. A manager that belongs to no stage has a timer queue of its own for alarms.

#include <stddef.h>

#include "action/run/time.h"
#include "time/nanoseconds.h"
#include "time/scheduler/scheduled.h"

#define LEAST_SLEEP INT64_C(64000000) // 64 ms: a shorter sleep is not worth while

typedef struct CoirRunAlarm {
    CoirKindTimer timer; // first field, for casts
    uint32_t index;
} CoirRunAlarm;

static CoirTimerQueue *clock_of(const CoirRunRecord *run)
{
    CoirActionManager *manager = coir_run_manager(run);
    CoirTimerQueue *clock = coir_node_runs_clock(coir_run_node_of(run), manager);
    if (clock)
        return clock;
    return manager->is_of_stage ? &manager->scheduler->clock : &manager->own_clock;
}

// Frees the alarm of a sleeping run, and sets the run's state to moving.
static void forget_alarm(CoirRunRecord *run)
{
    CoirRunHot *hot = coir_run_hot(run);
    if (hot->alarm)
        coir_pool_give(&coir_runs()->alarms, hot->alarm);
    coir_run_set_state(run, COIR_RUN_MOVING);
    hot->is_clocked = coir_node_runs_clock(hot->node, coir_run_manager(run)) != NULL;
    hot->since = COIR_RUN_BEFORE_ALL;
}

static void wake(CoirTimer *timer)
{
    uint32_t index = ((CoirRunAlarm *)timer)->index;
    CoirRunRecord *run = coir_run_at(index);
    CoirActionManager *manager = coir_run_manager(run);
    forget_alarm(run);
    if (manager)
        coir_manager_list(manager, index);
}

static void fire(CoirTimer *timer, CoirTimerQueue *root, int64_t now)
{
    (void)root, (void)now;
    wake(timer);
}

static const CoirTimerKind alarm_kind = {fire, wake};

// Lets a run sleep until a time of its clock; COIR_NEVER: until coir_run_wake_up. Without memory the run stays awake.
static void sleep_on_clock(uint32_t index, int64_t time)
{
    CoirRunRecord *run = coir_run_at(index);
    CoirRunAlarm *alarm = NULL;
    if (time <= COIR_TIME_MAX) {
        CoirTimerQueue *clock = clock_of(run);
        CoirPool *alarms = &coir_runs()->alarms;
        alarms->block_size = sizeof *alarm;
        alarm = coir_pool_take(alarms);
        if (!alarm)
            return;
        coir_timer_start(&alarm->timer.timer, clock, time, 0, COIR_CATCH_UP_ONE);
        alarm->timer.timer.has_kind = true;
        alarm->timer.kind = &alarm_kind;
        alarm->index = index;
    }
    coir_run_hot(run)->alarm = alarm;
    coir_run_set_state(run, COIR_RUN_ASLEEP);
}

void coir_run_end_sleep(CoirRunRecord *run)
{
    if (coir_run_hot(run)->alarm)
        coir_timer_stop(&coir_run_hot(run)->alarm->timer.timer);
    forget_alarm(run);
}

void coir_manager_wake_due(CoirActionManager *manager)
{
    if (!manager->is_of_stage) // the alarms of a stage fire in the updates of its scheduler
        coir_timer_queue_run(&manager->own_clock, manager->time, false);
}

void coir_run_sleep_until(uint32_t index, CoirRunRecord *run, int64_t local, int64_t until)
{
    int64_t total = coir_run_timeline(run)->total;
    until = until < total ? until : total;
    if (coir_run_is_rated(run) || until - local < LEAST_SLEEP)
        return;
    int64_t wake_time = run->base + (until < COIR_TIME_MAX ? until : COIR_TIME_MAX); // the sum cannot overflow
    sleep_on_clock(index, until > COIR_TIME_MAX ? COIR_NEVER : wake_time);
}

void coir_run_wake(uint32_t index)
{
    CoirRunRecord *run = coir_run_at(index);
    if (coir_run_state(run) != COIR_RUN_ASLEEP)
        return;
    coir_run_wake_up(run);
    coir_manager_list(coir_run_manager(run), index);
}
