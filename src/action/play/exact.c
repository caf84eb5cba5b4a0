// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Exact objects (CoirAction.is_exact): the actions that play sounds. Their result must not depend on the frame rate, so
// exact objects are updated more often than other objects:
//
// 1. A step backwards goes from event to event.
// 2. A step forwards updates the objects just after each event, because the inner time of a yoyo may turn there.
// 3. Before the run is frozen or sought, or changes its speed or direction, for example in the callback of a timer, the
//    objects are brought to the present time.
// 4. A run with exact objects that is added in an update of its manager begins at once, and not in the next update.
//    Exception: a run that may call user code.

#include "action/play/play.h"

#define BACK_EVENTS_MAX 100 // events of a step backwards that are played one by one; each event costs a replay

// Steps backwards ----------------------------------------------------------------------------------------------------

// Returns the time of the last event between `time` and the playhead's time: the least time to which the playhead can
// be brought without a replay. Returns `time` if there is no such event, or if each step backwards needs a replay.
static int64_t last_event(const CoirPlayhead *playhead, int64_t time)
{
    int64_t low = time, high = playhead->time;
    if (coir_playhead_can_go_back(playhead, low) || !coir_playhead_can_go_back(playhead, high))
        return time;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (coir_playhead_can_go_back(playhead, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

// Brings the run back to each event after `time`, and to the time just before the event, for at most BACK_EVENTS_MAX
// events. Returns false if the run has halted.
static bool go_back_over_events(CoirPass *pass, int64_t time)
{
    const CoirPlayhead *playhead = pass->block->playhead;
    for (int i = 0; i < BACK_EVENTS_MAX; i++) {
        int64_t event = last_event(playhead, time);
        if (event <= time)
            return true;
        coir_pass_seek(pass, event, false);
        if (pass->block->is_halted)
            return false;
        coir_pass_seek(pass, event - 1, false);
        if (pass->block->is_halted)
            return false;
    }
    return true;
}

// The run may have halted in an earlier pass: the first seek ends the halt.
void coir_playhead_play_back(CoirRunRecord *run, int64_t time)
{
    CoirPass pass;
    coir_pass_begin(&pass, run);
    pass.is_exact = pass.block->timeline->has_exact;
    if (!pass.is_exact || go_back_over_events(&pass, time))
        coir_pass_seek(&pass, time, false);
    coir_pass_end(&pass);
}

// Turns --------------------------------------------------------------------------------------------------------------

void coir_playhead_exact_after_event(CoirPass *pass, int64_t time)
{
    CoirRunBlock *block = pass->block;
    CoirPlayhead *playhead = block->playhead;
    int64_t after = playhead->time + 1;
    if (pass->goal >= 0 || after >= time || coir_playhead_next_event(playhead, time) <= after || block->is_halted)
        return;
    coir_playhead_bring(pass, playhead, after, time);
    pass->is_for_exact = true;
    if (!block->is_halted)
        coir_objects_update(pass, playhead);
    pass->is_for_exact = false;
}

// Between steps ------------------------------------------------------------------------------------------------------

// Brings a playhead to `time`. Forwards, stops just before the first event on the way. Backwards, does nothing if an
// event lies between, or if a time bender is in progress. Returns false if the playhead was not brought to a time, or
// if the run has halted.
static bool bring_before_event(CoirPass *pass, CoirPlayhead *playhead, int64_t time)
{
    if (time < playhead->time && !coir_playhead_can_go_back(playhead, time))
        return false;
    int64_t event = time < playhead->time ? COIR_NEVER : coir_playhead_next_event(playhead, time);
    time = event > time ? time : event - 1;
    if (pass->block->is_halted || (event != COIR_NEVER && time < playhead->time))
        return false;
    coir_playhead_bring(pass, playhead, time, time);
    return true;
}

// Writes the channels only: coir_run_update_exact updates the exact objects. A run that has halted stays halted: the
// next step ends the objects that did not end because of the halt.
static void show_channels(CoirRunRecord *run, int64_t time)
{
    CoirPass pass;
    bool was_halted = run->block->is_halted;
    coir_pass_begin(&pass, run);
    run->block->is_halted = false;
    if (bring_before_event(&pass, run->block->playhead, time))
        coir_channels_write(&pass, run->block->playhead);
    run->block->is_halted |= was_halted;
    coir_pass_end(&pass);
}

void coir_playhead_update_exact(CoirRunRecord *run, int64_t time, bool is_frozen)
{
    CoirPass pass;
    coir_pass_begin(&pass, run);
    pass.is_exact_update = pass.is_for_exact = true;
    pass.freezes = is_frozen;
    if (bring_before_event(&pass, run->block->playhead, time))
        coir_objects_update(&pass, run->block->playhead);
    coir_pass_end(&pass);
}

void coir_playhead_show(CoirRunRecord *run, int64_t time)
{
    const CoirTimeline *timeline = run->block->timeline;
    bool is_back = time < run->block->playhead->time;
    if (timeline->bend_calls_users)
        return;
    if (timeline->has_exact || (is_back && timeline->calls_users))
        show_channels(run, time);
    else if (is_back)
        coir_playhead_play_back(run, time);
    else
        coir_playhead_play_for_show(run, time);
}

// The calling run ----------------------------------------------------------------------------------------------------

CoirRunCaller coir_run_caller(void)
{
    static const CoirPass no_pass = {.goal = -1};
    const CoirRunRecord *run = coir_run_at(coir_runs()->caller.index);
    const CoirRunBlock *block = run->block;
    const CoirPass *pass = block->pass ? block->pass : &no_pass;
    int64_t time = block->playhead->time;
    bool is_on_its_way = pass->is_replaying || (pass->goal >= 0 && time < pass->goal);
    return (CoirRunCaller){.time = time,
                           .goal = pass->goal,
                           .is_seek = pass->is_seeking && !pass->is_exact,
                           .is_on_its_way = is_on_its_way,
                           .goes_back = block->is_reversed,
                           .is_exact_update = pass->is_exact_update,
                           .is_frozen = !coir_run_moves(run) || (pass->is_exact_update && pass->freezes)};
}
