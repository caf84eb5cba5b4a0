// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The public functions of runs.

#include <math.h>

#include "action/run/run.h"
#include "base/fail.h"
#include "time/nanoseconds.h"

bool coir_run_stop(CoirRun run)
{
    CoirRunRecord *record = coir_runs_find(run);
    if (record)
        coir_run_end(run.index, COIR_END_STOPPED);
    return record != NULL;
}

bool coir_run_is_running(CoirRun run)
{
    return coir_runs_find(run) != NULL;
}

// Called before a run is paused, is sought, or changes its speed or direction. A run with exact objects, which play
// sounds, is played up to the present time. But a run that may call user code is left alone, unless `drops_calls` is
// true: then the calls of coir_call are not made. Returns false if the run has ended.
static bool reach_now(uint32_t index, const CoirRunRecord *run, bool drops_calls)
{
    return !coir_run_has_exact(run) || coir_run_reach_exact(index, drops_calls);
}

bool coir_run_pause(CoirRun run)
{
    CoirRunRecord *record = coir_runs_find(run);
    if (!record || !reach_now(run.index, record, false))
        return false;
    coir_run_show_now(record);
    coir_run_freeze(record);
    record->flags |= COIR_RUN_PAUSED;
    return true;
}

bool coir_run_resume(CoirRun run)
{
    CoirRunRecord *record = coir_runs_find(run);
    if (!record)
        return false;
    record->flags &= ~(uint32_t)COIR_RUN_PAUSED;
    coir_run_thaw(run.index);
    return true;
}

bool coir_run_is_paused(CoirRun run)
{
    const CoirRunRecord *record = coir_runs_find(run);
    return record && record->flags & COIR_RUN_PAUSED;
}

// Returns the record of a run that is to be changed, and makes sure that the run has a block. NULL: a stale run, or
// no memory.
static CoirRunRecord *with_block(CoirRun run)
{
    CoirRunRecord *record = coir_runs_find(run);
    return record && coir_run_expand(record) ? record : NULL;
}

// Returns the block of a run. NULL: a stale run, or a run without a block, which has the default settings.
static const CoirRunBlock *block_of(CoirRun run)
{
    const CoirRunRecord *record = coir_runs_find(run);
    return record && record->flags & COIR_RUN_BLOCK ? record->block : NULL;
}

// Speed and direction ------------------------------------------------------------------------------------------------

// Sets speed and direction. Wakes the run first, since its next event may come at another time, and a sleeping run does
// not keep the time of the change. Returns false if the run has ended.
static bool set_rate(uint32_t index, CoirRunRecord *run, double speed, bool is_reversed)
{
    int64_t clock;
    coir_run_wake(index);
    if (!reach_now(index, run, is_reversed != run->block->is_reversed))
        return false;
    if (coir_run_has_exact(run))
        coir_run_update_exact(run, false);
    int64_t local = coir_run_now(run, &clock);
    if (is_reversed != run->block->is_reversed)
        local = coir_run_local(run);
    coir_run_write_back(run, coir_run_hot(run));
    run->block->speed = speed;
    run->block->is_reversed = is_reversed;
    run->flags &= ~(uint32_t)COIR_RUN_RATED;
    if (speed != 1 || is_reversed)
        run->flags |= COIR_RUN_RATED;
    run->block->is_changed = (run->flags & COIR_RUN_STEPPING) != 0;
    coir_run_set_local(run, local, clock);
    return true;
}

bool coir_run_set_speed(CoirRun run, double speed)
{
    if (!(speed >= 0) || isinf(speed))
        return MISTAKE("coir_run_set_speed: %g is not a finite number of at least 0", speed);
    CoirRunRecord *record = with_block(run);
    return record && set_rate(run.index, record, speed, record->block->is_reversed);
}

double coir_run_speed(CoirRun run)
{
    const CoirRunBlock *block = block_of(run);
    return block ? block->speed : coir_runs_find(run) ? 1 : 0;
}

bool coir_run_reverse(CoirRun run)
{
    CoirRunRecord *record = with_block(run);
    return record && set_rate(run.index, record, record->block->speed, !record->block->is_reversed);
}

bool coir_run_is_reversed(CoirRun run)
{
    const CoirRunBlock *block = block_of(run);
    return block && block->is_reversed;
}

// Seeking ------------------------------------------------------------------------------------------------------------

static bool seek(CoirRun run, int64_t local, unsigned flags)
{
    CoirRunRecord *record = with_block(run);
    if (!record)
        return false;
    coir_run_wake(run.index); // as in set_rate
    if (!reach_now(run.index, record, false))
        return false;
    if (coir_run_has_exact(record))
        coir_run_update_exact(record, false);
    record->block->pending_seek = local;
    record->block->pending_flags = flags;
    record->block->is_seek_pending = true;
    if (record->flags & COIR_RUN_STEPPING)
        return true; // the seek is done when the callback returns
    record->flags |= COIR_RUN_STEPPED;
    coir_run_do_seeks(record);
    record->block->is_changed = false; // no step is under way that must take notice of the change
    if (!coir_run_is_alive(record))
        coir_run_dispose(run.index);
    return true;
}

bool coir_run_seek(CoirRun run, double seconds, unsigned flags)
{
    int64_t local = seconds > 0 ? COIR_TIME_MAX : 0;
    if (isnan(seconds))
        return MISTAKE("coir_run_seek: the time is not a number");
    const CoirRunRecord *record = coir_runs_find(run);
    if (!record)
        return false;
    bool is_endless = coir_run_timeline(record)->total == COIR_NEVER;
    if (!coir_to_nanoseconds(seconds, &local) && is_endless && seconds > 0)
        return MISTAKE("coir_run_seek: %g s; an action without end can be sought within a hundred years", seconds);
    return seek(run, local, flags);
}

bool coir_run_seek_mark(CoirRun run, const char *mark, unsigned flags)
{
    const CoirRunRecord *record = coir_runs_find(run);
    int64_t local;
    if (!record)
        return false;
    if (!mark || !coir_action_find_mark(coir_run_action(record), mark, &local))
        return MISTAKE("coir_run_seek_mark: the action has no mark \"%s\"", mark ? mark : "(NULL)");
    return seek(run, local, flags);
}

bool coir_run_seek_fraction(CoirRun run, double fraction, unsigned flags)
{
    const CoirRunRecord *record = coir_runs_find(run);
    if (!record)
        return false;
    int64_t total = coir_run_timeline(record)->total;
    if (total == COIR_NEVER)
        return MISTAKE("coir_run_seek_fraction: the action has no end; use coir_run_seek");
    if (!(fraction >= 0 && fraction <= 1))
        return MISTAKE("coir_run_seek_fraction: %g; it must be between 0 and 1", fraction);
    return seek(run, fraction == 1 ? total : llround(fraction * (double)total), flags);
}

bool coir_run_restart(CoirRun run)
{
    CoirRunRecord *record = with_block(run);
    if (!record)
        return false;
    if (record->block->is_reversed && !set_rate(run.index, record, record->block->speed, false))
        return false;
    return seek(run, 0, COIR_SEEK_ANEW);
}

// Asking -------------------------------------------------------------------------------------------------------------

// Returns the local time for the public functions. The result is 0 until the run is first stepped, sought, or brought
// to the present time in the middle of a frame (COIR_RUN_STEPPED), although the local time of a run that began earlier
// in this frame is greater than 0 already.
static int64_t elapsed(const CoirRunRecord *run)
{
    return run->flags & COIR_RUN_STEPPED ? coir_run_local(run) : 0;
}

double coir_run_elapsed(CoirRun run)
{
    const CoirRunRecord *record = coir_runs_find(run);
    return record ? coir_to_seconds(elapsed(record)) : 0;
}

double coir_run_duration(CoirRun run)
{
    const CoirRunRecord *record = coir_runs_find(run);
    return record ? coir_action_duration(coir_run_action(record)) : 0;
}

double coir_run_progress(CoirRun run)
{
    const CoirRunRecord *record = coir_runs_find(run);
    if (!record || coir_run_timeline(record)->total == COIR_NEVER)
        return 0;
    int64_t total = coir_run_timeline(record)->total;
    return total > 0 ? (double)elapsed(record) / (double)total : 0;
}

int64_t coir_run_loops(CoirRun run)
{
    const CoirRunRecord *record = coir_runs_find(run);
    const CoirAction *action = record ? coir_run_action(record) : NULL;
    if (!action || action->kind != COIR_ACTION_REPEAT || coir_action_parts(action)[0]->duration == 0)
        return 0;
    return elapsed(record) / coir_action_parts(action)[0]->duration;
}

CoirNode *coir_run_node(CoirRun run)
{
    const CoirRunRecord *record = coir_runs_find(run);
    return record ? coir_run_node_of(record) : NULL;
}

bool coir_run_on_done(CoirRun run, CoirRunEndFn function, void *user)
{
    CoirRunRecord *record = with_block(run);
    if (!record)
        return false;
    record->block->on_done = function;
    record->block->on_done_user = user;
    return true;
}

bool coir_run_set_tag(CoirRun run, int tag)
{
    CoirRunRecord *record = with_block(run);
    if (record)
        record->block->tag = tag;
    return record != NULL;
}

int coir_run_tag(CoirRun run)
{
    const CoirRunBlock *block = block_of(run);
    return block ? block->tag : 0;
}

bool coir_run_set_flags(CoirRun run, uint32_t flags)
{
    CoirRunRecord *record = with_block(run);
    if (record)
        record->block->flags = flags;
    return record != NULL;
}

uint32_t coir_run_flags(CoirRun run)
{
    const CoirRunBlock *block = block_of(run);
    return block ? block->flags : 0;
}
