// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// How the local time of a run passes: functions that are read in the fastest loops, and time.c. The node and the
// manager of a run are parameters where the caller has them, since each read of a pointer waits for the read before.

#ifndef COIR_ACTION_RUN_TIME_H
#define COIR_ACTION_RUN_TIME_H

#include "action/run/run.h"
#include "time/scale.h"
#include "time/scheduler/scheduled.h"

static inline bool coir_run_is_rated(const CoirRunRecord *run)
{
    return (run->flags & COIR_RUN_RATED) != 0;
}

static inline int64_t coir_subtree_clock_at(const CoirTimerQueue *clock, const CoirActionManager *manager, int64_t time)
{
    bool is_detached = coir_timer_queue_root(clock) != &manager->scheduler->clock; // its node is leaving
    return is_detached ? coir_timer_queue_reads(clock) : coir_timer_queue_reads_at(clock, time);
}

static inline int64_t coir_clock_at(const CoirNode *node, const CoirActionManager *manager, int64_t time)
{
    const CoirTimerQueue *clock = coir_node_runs_clock(node, manager);
    return clock ? coir_subtree_clock_at(clock, manager, time) : time;
}

static inline int64_t coir_clock_now(const CoirNode *node, const CoirActionManager *manager)
{
    if (!manager)
        return 0;
    const CoirTimerQueue *clock = coir_node_runs_clock(node, manager);
    if (clock && !manager->is_calling && manager->scheduler->phase == COIR_PHASE_TIMERS)
        return coir_timer_queue_reads(clock); // exactly, should a timer of this clock be firing
    int64_t time = coir_manager_reads(manager);
    return clock ? coir_subtree_clock_at(clock, manager, time) : time;
}

static inline int64_t coir_local_within(const CoirRunRecord *run, int64_t local)
{
    int64_t total = coir_run_timeline(run)->total;
    return local < 0 ? 0 : local > total ? total : local;
}

// Returns the local time, also before the begin and after the end: a change of clock or speed keeps this time.
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

// Returns true if the run was stepped already in the update that is under way.
static inline bool coir_run_is_stepped(const CoirRunRecord *run, const CoirActionManager *manager)
{
    return manager->is_updating && !(run->flags & COIR_RUN_LATE) && (int32_t)(run->order - manager->order) < 0;
}

// Returns a time of the clock that is not before the last change of the local time: the per-frame updates, in which the
// run may have been thawed or sought, come before the timers of the frame.
static inline int64_t coir_not_before_change(const CoirRunRecord *run, int64_t clock)
{
    const CoirRunHot *hot = coir_run_hot(run);
    bool may_be_later = coir_run_state(run) == COIR_RUN_MOVING && !hot->leaf;
    return may_be_later && clock < hot->since ? hot->since : clock;
}

// A run that was stepped to the frame's time has this time, also when another run makes a call at an earlier time.
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
