// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The local time of a run, and the states of a run.

#include "action/run/time.h"

#define BIT(STATE) (1u << COIR_RUN_##STATE)
const uint8_t coir_run_followers[] = {
    [COIR_RUN_FROZEN] = BIT(MOVING) | BIT(ENDED),
    [COIR_RUN_MOVING] = BIT(FROZEN) | BIT(ASLEEP) | BIT(ENDED),
    [COIR_RUN_ASLEEP] = BIT(MOVING), // a sleeping run must wake first, which frees the alarm
    [COIR_RUN_ENDED] = 0,
};

int64_t coir_manager_scheduler_reads(const CoirActionManager *manager)
{
    int64_t reads = coir_scheduler_reads(manager->scheduler);
    const CoirActionManager *leader = manager->leader;
    return leader && leader->is_calling ? reads - (leader->time - leader->instant) : reads;
}

int64_t coir_run_clock_at(const CoirRunRecord *run, int64_t time)
{
    return coir_clock_at(coir_run_node_of(run), coir_run_manager(run), time);
}

int64_t coir_run_clock(const CoirRunRecord *run)
{
    return coir_clock_now(coir_run_node_of(run), coir_run_manager(run));
}

int64_t coir_run_local_at(const CoirRunRecord *run, int64_t clock)
{
    return coir_local_within(run, coir_unbounded_local_at(run, clock));
}

int64_t coir_run_now(const CoirRunRecord *run, int64_t *clock)
{
    return coir_local_now(run, coir_run_node_of(run), coir_run_manager(run), clock);
}

int64_t coir_run_local(const CoirRunRecord *run)
{
    int64_t clock;
    return coir_local_within(run, coir_run_now(run, &clock));
}

void coir_run_set_local(CoirRunRecord *run, int64_t local, int64_t clock)
{
    CoirRunHot *hot = coir_run_hot(run);
    if (coir_run_state(run) == COIR_RUN_MOVING && !hot->leaf)
        hot->since = clock;
    if (!coir_run_has_time(run))
        run->base = local;
    else if (!coir_run_is_rated(run))
        run->base = clock - local;
    else {
        run->base = clock;
        run->block->from = local;
    }
}

// Returns the shortest time of the run's clock, counted from `base`, after which a run with COIR_RUN_RATED reaches a
// local time.
static int64_t least_passed(const CoirRunBlock *block, int64_t local)
{
    int64_t way = block->is_reversed ? block->from - local : local - block->from;
    int64_t time = way > 0 && block->speed > 0 ? coir_time_for_scaled(way, block->speed) : 0;
    return time < COIR_TIME_MAX ? time : COIR_TIME_MAX;
}

int64_t coir_run_instant(const CoirRunRecord *run)
{
    const CoirActionManager *manager = coir_run_manager(run);
    const CoirPass *pass = run->block->pass;
    int64_t reached = run->block->playhead->time, goal = pass ? pass->goal : -1;
    // If a step backwards of a run with exact objects replays the run, the goal counts: the playhead may still be on
    // its way from 0. Otherwise, the goal is -1. Seeks do not call this function (coir_run_call_begin).
    int64_t local = reached > goal ? reached : goal, time = run->base + local;
    if (!coir_run_has_time(run))
        return coir_manager_reads(manager);
    if (coir_run_is_rated(run))
        time = run->base + least_passed(run->block, local);
    const CoirTimerQueue *clock = coir_node_runs_clock(coir_run_node_of(run), manager);
    if (!clock)
        return time;
    int64_t instant = coir_timer_queue_root_time(clock, time);
    if (instant == COIR_NEVER)
        return coir_manager_reads(manager); // user code has frozen the clock in this step
    // If user code has scaled the clock in this step, the new scale counts back from the end of the step, so the
    // instant may lie outside of the step.
    return instant < manager->before ? manager->before : instant > manager->time ? manager->time : instant;
}

bool coir_run_moves(const CoirRunRecord *run)
{
    const CoirNode *node = coir_run_node_of(run);
    const CoirActionManager *manager = coir_run_manager(run);
    const CoirTimerQueue *clock = coir_node_runs_clock(node, manager);
    return coir_run_may_move(run, node, manager) && !(clock && coir_timer_queue_is_frozen(clock));
}
