// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Fires the timers of a scheduler. The usual timer (`is_endless_tick`) is called here, and all other timers are called
// by coir_call_timer. coir_call_timer is in another file, so that the compiler cannot inline the function: then `fire`
// calls the usual timer without saving registers.

#include <stddef.h>

#include "base/prefetch.h"
#include "time/nanoseconds.h"
#include "time/scheduler/scheduled.h"

#define MANY 8192 // up to this number of timers, their targets fit into a near cache

static CoirScheduledTimer *scheduled_of(CoirTimer *timer)
{
    return (CoirScheduledTimer *)((char *)timer - offsetof(CoirScheduledTimer, timer));
}

// While a timer is called, prefetches a later timer, and the target of the next timer. Entries of child queues and
// alarms of runs wait among the timers, and have no target.
static void prefetch_next(CoirTimer *next)
{
    if (!next || next->is_queue || next->has_kind)
        return;
    uintptr_t later = (uintptr_t)next->ahead;
    coir_prefetch((uintptr_t)scheduled_of(next)->scheduled.address);
    coir_prefetch_to_write(later);
    coir_prefetch_to_write(later - offsetof(CoirScheduledTimer, timer));
}

static void fire(CoirTimer *timer, CoirTimerQueue *root, int64_t now)
{
    CoirScheduledTimer *scheduled = scheduled_of(timer);
    int64_t last = scheduled->last;
    if (root->agenda.count > MANY)
        prefetch_next(root->agenda.batch);
    scheduled->last = now;
    if (scheduled->scheduled.is_endless_tick && last <= now)
        ((CoirTickFn)scheduled->scheduled.callback)(scheduled->scheduled.address, coir_to_seconds(now - last),
                                                    scheduled->scheduled.user);
    else
        coir_call_timer((CoirScheduler *)root, scheduled, now, last);
}

// Would be called for timers that are left when a clock is destroyed. A clock is destroyed only when no scheduled timer
// is left, so the function does nothing.
static void drop(CoirTimer *timer)
{
    (void)timer;
}

const CoirTimerKind coir_scheduled_timer_kind = {fire, drop};
