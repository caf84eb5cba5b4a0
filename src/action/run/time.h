// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The local time of a run: inline functions for the fastest loops; time.c has the other functions. The node and the
// manager of a run are parameters where the caller has them, so that the processor need not wait until their pointers
// are read from the run.

#ifndef COIR_ACTION_RUN_TIME_H
#define COIR_ACTION_RUN_TIME_H

#include "action/run/run.h"
#include "time/scale.h"
#include "time/scheduler/scheduled.h"

// Returns true if the speed of a run is not 1, or its local time goes backwards.
static inline bool coir_run_is_rated(const CoirRunRecord *run)
{
    return (run->flags & COIR_RUN_RATED) != 0;
}

// Returns the time of the clock of a node's runs at the manager's time `time`.
static inline int64_t coir_clock_at(const CoirNode *node, const CoirActionManager *manager, int64_t time)
{
    const CoirTimerQueue *clock = coir_node_runs_clock(node, manager);
    return clock ? coir_timer_queue_reads_at(clock, time) : time;
}

// Returns the time that the clock of a node's runs reads now. `manager` NULL: 0.
static inline int64_t coir_clock_now(const CoirNode *node, const CoirActionManager *manager)
{
    if (!manager)
        return 0;
    const CoirTimerQueue *clock = coir_node_runs_clock(node, manager);
    if (clock && !manager->is_calling && manager->scheduler->phase == COIR_PHASE_TIMERS)
        return coir_timer_queue_reads(clock); // exactly the due time, if a timer of this clock is firing
    int64_t time = coir_manager_reads(manager);
    return clock ? coir_timer_queue_reads_at(clock, time) : time;
}

// Limits a local time to the time from the beginning to the end of the action.
static inline int64_t coir_local_within(const CoirRunRecord *run, int64_t local)
{
    int64_t total = coir_run_timeline(run)->total;
    return local < 0 ? 0 : local > total ? total : local;
}

// Returns the local time without limits: the result may be before the beginning or after the end. A change of clock or
// speed keeps this time.
static inline int64_t coir_unbounded_local_at(const CoirRunRecord *run, int64_t clock)
{
    if (!coir_run_has_time(run))
        return run->base;
    int64_t since = clock - run->base;
    if (coir_run_is_rated(run)) {
        int64_t way = coir_scaled_time(since < 0 ? -since : since, run->block->speed);
        way = way < COIR_TIME_MAX ? way : COIR_TIME_MAX;
        way = since < 0 ? -way : way;
        since = run->block->is_reversed ? run->block->from - way : run->block->from + way;
    }
    return since < -COIR_TIME_MAX ? -COIR_TIME_MAX : since > COIR_TIME_MAX ? COIR_TIME_MAX : since;
}

// Returns true in an update of the manager, if the turn of the run is over.
static inline bool coir_run_is_stepped(const CoirRunRecord *run, const CoirActionManager *manager)
{
    return manager->is_updating && !(run->flags & COIR_RUN_LATE) && (int32_t)(run->order - manager->order) < 0;
}

// Returns the later of two times: `clock`, and the clock's time when the local time was last set. This time may be
// later than `clock`: a per-frame update reads the end of the step, and may thaw or seek the run there. The timers of
// the step are called afterwards, at earlier times.
static inline int64_t coir_not_before_change(const CoirRunRecord *run, int64_t clock)
{
    const CoirRunHot *hot = coir_run_hot(run);
    bool may_be_later = coir_run_state(run) == COIR_RUN_MOVING && !hot->leaf;
    return may_be_later && clock < hot->since ? hot->since : clock;
}

// Returns the local time now, without limits, and stores the clock's time. A run that was stepped in the present update
// is at the time of the update, also while another run makes a call at an earlier time. In a step or seek, a run with a
// playhead has the time of the playhead.
static inline int64_t coir_local_now(const CoirRunRecord *run, const CoirNode *node, const CoirActionManager *manager,
                                     int64_t *clock)
{
    *clock = coir_clock_now(node, manager);
    if (run->flags & COIR_RUN_STEPPING && run->flags & COIR_RUN_BLOCK && run->block->playhead)
        return run->block->playhead->time;
    if (!manager || !coir_run_has_time(run))
        return run->base;
    *clock = coir_not_before_change(run, *clock);
    int64_t local = coir_unbounded_local_at(run, *clock);
    if (!coir_run_is_stepped(run, manager))
        return local;
    int64_t reached_clock = coir_clock_at(node, manager, manager->time),
            reached = coir_unbounded_local_at(run, reached_clock);
    bool is_reversed = coir_run_is_rated(run) && run->block->is_reversed;
    if (is_reversed ? reached >= local : reached <= local)
        return local;
    *clock = reached_clock;
    return reached;
}

static inline bool coir_run_may_move(const CoirRunRecord *run, const CoirNode *node, const CoirActionManager *manager)
{
    return !(run->flags & COIR_RUN_PAUSED) && coir_run_is_alive(run) && !node->paused_ && !node->suspended_ &&
           !node->dead_ && manager;
}

#endif
