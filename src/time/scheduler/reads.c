// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The logical time of a scheduler (coir_scheduler_reads). A scheduler with a leader is stepped after the leader.

#include "time/scheduler/scheduled.h"

static int64_t reads_behind(const CoirScheduler *scheduler, const CoirScheduler *leader)
{
    int64_t reads = scheduler->until - (leader->until - coir_scheduler_reads(leader));
    return reads > scheduler->clock.base ? reads : scheduler->clock.base;
}

int64_t coir_scheduler_reads_ahead(const CoirScheduler *scheduler)
{
    const CoirScheduler *leader = scheduler->leader;
    if (scheduler->phase == COIR_PHASE_UPDATES)
        return scheduler->until;
    bool is_behind = leader && scheduler->phase == COIR_PHASE_NONE && leader->phase != COIR_PHASE_NONE;
    return is_behind ? reads_behind(scheduler, leader) : scheduler->clock.base;
}
