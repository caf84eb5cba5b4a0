// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs with exact objects, which are actions that play sounds (play/exact.c). Before such a run is frozen or sought, or
// changes its speed or direction, the run, or only its exact objects, are brought to the present time (run.h).

#include "action/run/run.h"
#include "node/reference.h"

void coir_run_update_exact(CoirRunRecord *run, bool is_frozen)
{
    CoirRunBlock *block = run->block;
    if (run->flags & COIR_RUN_STEPPING || !coir_run_is_alive(run) || block->timeline->bend_calls_users ||
        block->is_halted)
        return;
    if (!is_frozen && !coir_run_moves(run)) // the objects were updated when the run was frozen
        return;
    int64_t local = coir_run_local(run);
    coir_nodes_busy_begin();
    coir_run_write_back(run, coir_run_hot(run));
    run->flags |= COIR_RUN_STEPPING;
    coir_playhead_update_exact(run, local, is_frozen);
    block->is_halted = false;
    run->flags &= ~(uint32_t)COIR_RUN_STEPPING;
    coir_nodes_busy_end();
}

// Plays a run to its local time now. Returns false if the run has ended.
static bool reach(uint32_t index, bool drops_calls)
{
    CoirRunRecord *run = coir_run_at(index);
    CoirRunBlock *block = run->block;
    int64_t local = coir_run_local(run);
    coir_nodes_busy_begin();
    coir_run_write_back(run, coir_run_hot(run));
    run->flags |= COIR_RUN_STEPPING;
    block->was_moving = coir_run_moves(run);
    if (local < block->playhead->time)
        coir_playhead_play_back(run, local);
    else
        coir_playhead_play(run, local, drops_calls);
    coir_run_do_seeks(run);
    block->is_changed = false;
    coir_nodes_busy_end();
    run->flags &= ~(uint32_t)COIR_RUN_STEPPING;
    if (coir_run_is_alive(run))
        return true;
    coir_run_dispose(index);
    return false;
}

bool coir_run_reach_exact(uint32_t index, bool drops_calls)
{
    CoirRunRecord *run = coir_run_at(index);
    if (run->flags & COIR_RUN_STEPPING || !coir_run_moves(run) || (run->block->timeline->calls_users && !drops_calls))
        return true;
    run->flags |= COIR_RUN_STEPPED;
    return reach(index, drops_calls);
}

void coir_run_begin_exact(uint32_t index)
{
    const CoirRunRecord *run = coir_run_at(index);
    const CoirActionManager *manager = coir_run_manager(run);
    if (manager && manager->is_updating && coir_run_moves(run) && !run->block->timeline->calls_users)
        reach(index, false);
}
