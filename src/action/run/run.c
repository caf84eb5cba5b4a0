// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs: freezing and thawing, steps and seeks. A run that stops in the middle of a frame is first brought to the
// present time, or to the time that its stopping clock reads, so that the node shows this time.

#include "action/run/time.h"

#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "coir/log.h"
#include "node/reference.h"
#include "time/nanoseconds.h"
#include "time/scale.h"
#include "time/scheduler/scheduled.h"

#define REQUESTS_MAX 1000 // limit of requests: a callback may seek to a time at which the callback is called again

// Freezing and thawing -----------------------------------------------------------------------------------------------

// Returns true if, in the middle of a frame, the node still shows an earlier time than the run's local time `local` at
// `clock`. Returns false for a run that was added in the present update: its first step is in the next update.
static inline bool shows_earlier_time(const CoirRunRecord *run, const CoirNode *node, const CoirActionManager *manager,
                                      int64_t local, int64_t clock)
{
    if (!manager || run->flags & COIR_RUN_STEPPING)
        return false;
    if (!(run->flags & COIR_RUN_STEPPED))
        return local > 0 && !(manager->is_updating && (int32_t)(run->order - manager->born) >= 0);
    bool is_waiting = manager->is_updating && !coir_run_is_stepped(run, manager);
    return clock != coir_clock_at(node, manager, is_waiting ? manager->before : manager->time);
}

// Brings a moving run to a local time in the middle of a frame. Calls no user code, also not the log hook: mistakes in
// updates of objects are not logged before the next step.
static void show_time(CoirRunRecord *run, CoirRunHot *hot, int64_t local)
{
    local = coir_local_within(run, local);
    coir_nodes_busy_begin();
    coir_making();
    run->flags |= COIR_RUN_STEPPING | COIR_RUN_STEPPED;
    coir_run_write_back(run, hot);
    if (run->flags & COIR_RUN_BLOCK && run->block->playhead)
        coir_playhead_show(run, local);
    else
        coir_run_seek_plain(run, local);
    run->flags &= ~(uint32_t)COIR_RUN_STEPPING;
    coir_made(run, NULL, NULL, 0);
    coir_nodes_busy_end();
}

static void show_at(CoirRunRecord *run, CoirRunHot *hot, const CoirNode *node, const CoirActionManager *manager,
                    int64_t local, int64_t clock)
{
    if (!coir_run_has_time(run) || !shows_earlier_time(run, node, manager, local, clock) || !coir_run_moves(run))
        return;
    coir_run_wake(run->index);
    show_time(run, hot, local);
}

static void show_now(CoirRunRecord *run, CoirRunHot *hot, const CoirNode *node, const CoirActionManager *manager)
{
    int64_t clock, local = coir_local_now(run, node, manager, &clock);
    show_at(run, hot, node, manager, local, clock);
}

void coir_run_show_now(CoirRunRecord *run)
{
    CoirRunHot *hot = coir_run_hot(run);
    const CoirActionManager *manager = coir_manager_of(hot->node);
    if (manager && coir_manager_is_mid_frame(manager))
        show_now(run, hot, hot->node, manager);
}

void coir_node_show_runs(const CoirNode *node)
{
    const CoirActionManager *manager = coir_manager_of(node);
    if (!manager || node->dead_ || !coir_manager_is_mid_frame(manager))
        return;
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i))
        show_now(coir_run_at(i), coir_run_hot_at(i), node, manager);
}

void coir_node_show_stop(const CoirNode *node)
{
    const CoirActionManager *manager = coir_manager_of(node);
    const CoirTimerQueue *stopping = coir_node_runs_clock(node, manager);
    if (!stopping || node->dead_ || !coir_manager_is_mid_frame(manager))
        return;
    int64_t reads = coir_timer_queue_reads(stopping);
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i)) {
        CoirRunRecord *run = coir_run_at(i);
        int64_t clock = coir_not_before_change(run, reads);
        show_at(run, coir_run_hot(run), node, manager, coir_unbounded_local_at(run, clock), clock);
    }
}

// Freezes a run. `hot` is the hot part of the run, `node` the node of the run. The function does not read these two
// pointers from the run, since each read would wait for the previous read.
static inline void freeze(CoirRunRecord *run, CoirRunHot *hot, const CoirNode *node)
{
    if (!coir_run_has_time(run))
        return;
    if (coir_run_has_exact(run))
        coir_run_update_exact(run, true);
    const CoirActionManager *manager = coir_manager_of(node);
    int64_t clock, local = coir_local_now(run, node, manager, &clock);
    coir_run_write_back(run, hot);
    coir_run_wake_up(run);
    coir_run_set_state(run, COIR_RUN_FROZEN);
    run->base = local;
    bool is_ahead = manager && coir_run_is_stepped(run, manager);
    run->flags |= is_ahead ? COIR_RUN_AHEAD : 0;
    hot->since = is_ahead ? manager->time : clock;
}

void coir_run_freeze(CoirRunRecord *run)
{
    CoirRunHot *hot = coir_run_hot(run);
    freeze(run, hot, hot->node);
}

void coir_node_freeze_runs(CoirNode *node)
{
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i))
        freeze(coir_run_at(i), coir_run_hot_at(i), node);
}

// Lets a frozen run move, unless the run must stay frozen. There are two rules for the time at which the run goes on:
//
// 1. On the clock and in the manager of the freeze, the run goes on at the time of the freeze or later. The time of the
//    thaw may be earlier: a per-frame update reads the end of the step, and may freeze the run there. The timers of the
//    step are called later, at earlier times, and may thaw the run.
// 2. A run that was frozen after its turn in an update (COIR_RUN_AHEAD) goes on at the time of this update or later, on
//    every clock.
static inline void thaw(uint32_t index, const CoirNode *node)
{
    CoirActionManager *manager = coir_manager_of(node);
    CoirRunRecord *run = coir_run_at(index);
    CoirRunHot *hot = coir_run_hot_at(index);
    if (coir_run_state(run) != COIR_RUN_FROZEN || !coir_run_may_move(run, node, manager))
        return;
    int64_t clock = coir_clock_now(node, manager);
    bool is_ahead = run->flags & COIR_RUN_AHEAD && coir_manager_reads(manager) < hot->since;
    if (is_ahead)
        clock = coir_clock_at(node, manager, hot->since);
    else if (!(run->flags & COIR_RUN_AHEAD) && clock < hot->since)
        clock = hot->since;
    run->flags &= ~(uint32_t)COIR_RUN_AHEAD;
    if (coir_run_is_rated(run)) {
        run->block->from = run->base;
        run->base = clock;
    } else {
        run->base = clock - run->base;
    }
    hot->since = clock;
    coir_run_set_state(run, COIR_RUN_MOVING);
    if (!is_ahead && coir_run_is_stepped(run, manager))
        run->flags |= COIR_RUN_LATE;
    bool is_clocked = coir_node_runs_clock(node, manager) != NULL;
    if (hot->is_clocked != is_clocked) // a write to a part of a word delays the next read of the word
        hot->is_clocked = is_clocked;
    if (!(run->flags & COIR_RUN_LISTED))
        coir_manager_list(manager, index);
    if (coir_run_has_exact(run))
        coir_run_update_exact(run, false);
}

void coir_run_thaw(uint32_t index)
{
    thaw(index, coir_run_hot_at(index)->node);
}

void coir_node_thaw_runs(CoirNode *node)
{
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i))
        thaw(i, node);
}

// Stepping -----------------------------------------------------------------------------------------------------------

// Finds the time at which a run with a playhead needs its next full step: the next event, or the next frame of an
// animation. Until then, the run sleeps or is skipped, or only its hot leaves are stepped. Only a run that goes
// forwards, and in which only hot leaves or only animations move (hot.c), can wait in this way. Every other run gets a
// full step in each update.
static void look_ahead(uint32_t index, CoirRunRecord *run, int64_t local)
{
    CoirRunBlock *block = run->block;
    CoirPlayhead *playhead = block->playhead;
    if (block->is_reversed)
        return;
    bool is_still = coir_playhead_is_still(playhead);
    if (!is_still)
        block->hot_count = coir_playhead_hot_leaves(playhead, block->hot, block->timeline->hot_count);
    int64_t frames_until = !is_still && block->hot_count == 0 ? coir_playhead_frames_until(playhead) : COIR_NEVER;
    if (frames_until < local)
        return;
    int64_t event = coir_playhead_next_event(playhead, local);
    block->event_time = coir_local_within(run, event < frames_until ? event : frames_until);
    if (is_still)
        coir_run_sleep_until(index, run, local, block->event_time);
    if (block->hot_count == 0)
        return;
    const CoirHotLeaf *only = block->hot;
    if (block->hot_count > 1 || coir_run_is_rated(run) ||
        block->event_time < only->since + (only->item->end - only->item->begin))
        return;
    CoirRunHot *hot = coir_run_hot(run);
    hot->leaf = only->item;
    hot->since = run->base + only->since;
    memcpy(hot->at, only->at, sizeof hot->at);
    memcpy(hot->wrote, only->wrote, sizeof hot->wrote);
}

// Does the requested seek, and further seeks that are requested meanwhile: at most `*left`, which counts down.
static void do_seeks(CoirRunRecord *run, int *left)
{
    CoirRunBlock *block = run->block;
    for (; *left > 0 && block->is_seek_pending && coir_run_is_alive(run); --*left) {
        block->is_seek_pending = false;
        coir_run_seek_to(run, block->pending_seek, block->pending_flags);
    }
    block->is_seek_pending = false;
}

void coir_run_do_seeks(CoirRunRecord *run)
{
    int left = REQUESTS_MAX;
    do_seeks(run, &left);
}

// Does the seeks that callbacks of the run have requested, at most `*left`. Returns true if the step goes on: a
// callback has requested a seek, or has changed the speed or direction, and the run has not ended.
static bool do_requests(CoirRunRecord *run, int *left)
{
    CoirRunBlock *block = run->block;
    bool goes_on = block->is_changed || block->is_seek_pending;
    if (!coir_run_is_alive(run))
        return false;
    CoirRunCall call; // runs that user code starts in these seeks begin at the instant of the requesting call
    coir_run_call_begin(run, &call);
    do_seeks(run, left);
    coir_run_call_end(run, &call);
    block->is_changed = false;
    return goes_on && coir_run_is_alive(run);
}

// Returns true if the local time has reached the end of the run.
static bool is_at_end(const CoirRunRecord *run, int64_t local)
{
    if (coir_run_is_rated(run) && run->block->is_reversed)
        return local <= 0;
    return local >= coir_run_timeline(run)->total;
}

// If a callback has halted the run, and the run does not move any more, keeps the run at the instant of the call.
// Otherwise the run would later go on from the end of the step: the clock of the run already reads this time, even if
// the callback has frozen the clock or given the run a new clock.
static void freeze_at_halt(CoirRunRecord *run)
{
    const CoirActionManager *manager = coir_run_manager(run);
    if (manager && coir_run_has_time(run) && run->block->is_halted && !coir_run_moves(run))
        coir_run_set_local(run, run->block->playhead->time, coir_run_clock_at(run, manager->time));
}

static void say_requests(CoirRunRecord *run)
{
    if (run->block->requests_said)
        return;
    run->block->requests_said = true;
    CoirRunCall call; // the log hook is user code
    coir_run_call_begin(run, &call);
    coir_log(COIR_LOG_WARNING,
             "callbacks of an action of a %s have sought, reversed or changed the speed of their run %d times in one "
             "step; the run goes on in the next step. Does a callback call coir_run_seek for a time at which the "
             "callback is called again?",
             coir_run_node_of(run)->class_->name, REQUESTS_MAX);
    coir_run_call_end(run, &call);
}

// Steps a run with a playhead, and stores the local time of the step. Returns false if the step does not go on: a
// callback has frozen or ended the run or moved the run to another manager, or there were too many requests.
static bool step_block(CoirRunRecord *run, int64_t *local, int64_t clock)
{
    CoirRunBlock *block = run->block;
    uint32_t manager = coir_run_node_of(run)->manager_;
    for (int left = REQUESTS_MAX; left > 0;) {
        block->was_moving = true;
        *local = coir_run_local_at(run, clock);
        if (block->is_reversed || *local < block->playhead->time) // reversed twice since the last step
            coir_playhead_play_back(run, *local);
        else
            coir_playhead_play(run, *local, false);
        if (!block->is_halted && !block->is_seek_pending && !block->is_changed)
            return true;
        left -= !block->is_seek_pending; // do_seeks counts the seeks
        bool goes_on = do_requests(run, &left);
        freeze_at_halt(run);
        if (!goes_on || !coir_run_moves(run) || coir_run_node_of(run)->manager_ != manager)
            return false;
    }
    say_requests(run);
    return false;
}

// Called after the step of a run if the clock reads a time before `change`, the clock's time at the last change of the
// run. This happens if a per-frame update changes the run, and the clock is then slowed. The local time stays the same
// until the clock reads `change`. A run that has fallen asleep wakes, since a sleeping run does not keep `change`. The
// hot leaves are written back, so that the manager does not step the leaves before then.
static void freeze_until(CoirRunRecord *run, CoirRunHot *hot, int64_t change)
{
    coir_run_wake(run->index);
    if (coir_run_state(run) != COIR_RUN_MOVING)
        return;
    coir_run_write_back(run, hot);
    hot->since = change;
}

void coir_run_step(uint32_t index, int64_t clock)
{
    CoirRunRecord *run = coir_run_at(index);
    int64_t reached = coir_not_before_change(run, clock), local = coir_run_local_at(run, reached);
    bool goes_on = true;
    if (run->flags & COIR_RUN_STEPPING)
        return;
    run->flags |= COIR_RUN_STEPPING | COIR_RUN_STEPPED;
    run->flags &= ~(uint32_t)COIR_RUN_LATE;
    coir_run_write_back(run, coir_run_hot(run));
    bool is_plain = !(run->flags & COIR_RUN_BLOCK) || !run->block->playhead;
    if (is_plain)
        coir_run_step_plain(index, run, local);
    else
        goes_on = step_block(run, &local, reached);
    goes_on = goes_on && coir_run_has_time(run);
    bool is_done = goes_on && is_at_end(run, local);
    if (goes_on && !is_done && !is_plain)
        look_ahead(index, run, local);
    if (reached > clock)
        freeze_until(run, coir_run_hot(run), reached);
    run->flags &= ~(uint32_t)COIR_RUN_STEPPING;
    if (!coir_run_is_alive(run))
        coir_run_dispose(index);
    else if (is_done)
        coir_run_end(index, COIR_END_DONE);
}

// The clock is read after the seek, since user code may have advanced the clock. In a callback of the run, the clock
// reads the instant of the call.
void coir_run_seek_to(CoirRunRecord *run, int64_t local, unsigned flags)
{
    CoirRunBlock *block = run->block;
    bool was_stepping = run->flags & COIR_RUN_STEPPING;
    int64_t clock;
    coir_nodes_busy_begin();
    run->flags |= COIR_RUN_STEPPING;
    coir_run_write_back(run, coir_run_hot(run));
    block->was_moving = coir_run_moves(run);
    local = coir_local_within(run, local);
    if (!block->playhead)
        coir_run_seek_plain(run, flags & COIR_SEEK_ANEW ? -1 : local);
    else if (flags & COIR_SEEK_ANEW)
        coir_playhead_rewind(run);
    else
        coir_playhead_seek(run, local, flags & COIR_SEEK_CALLS);
    coir_nodes_busy_end();
    if (!was_stepping)
        run->flags &= ~(uint32_t)COIR_RUN_STEPPING;
    if (!coir_run_is_alive(run))
        return;
    coir_run_now(run, &clock);
    coir_run_set_local(run, block->is_halted ? block->playhead->time : local, clock);
}
