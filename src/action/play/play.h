// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Declarations that the files of playing share.

#ifndef COIR_ACTION_PLAY_H
#define COIR_ACTION_PLAY_H

#include "action/run/run.h"

// Returns true if all loops of a repeat are over; false for a timeline that is played once.
static inline bool coir_playhead_is_over(const CoirPlayhead *playhead)
{
    return playhead->timeline->times != 1 && playhead->loop == playhead->timeline->times;
}

// Items in progress (playhead.c) --------------------------------------------------------------------------------------

// Return the item in progress after or before an item, in the order of the description; -1: none.
static inline int coir_playhead_after(const CoirPlayhead *playhead, int index)
{
    return ((const CoirItemState *)coir_playhead_state(playhead, &playhead->timeline->items[index]))->next;
}

static inline int coir_playhead_before(const CoirPlayhead *playhead, int index)
{
    return ((const CoirItemState *)coir_playhead_state(playhead, &playhead->timeline->items[index]))->previous;
}

void coir_playhead_insert(CoirPlayhead *playhead, const CoirItem *item);
void coir_playhead_remove(CoirPlayhead *playhead, const CoirItem *item);
void coir_playhead_reset(CoirPlayhead *playhead); // to time 0, with nothing in progress

// An inner playhead that can wait is in a heap of its outer playhead until its next event. So thousands of inner
// playheads cost nothing before their events. coir_playhead_wait puts an inner playhead into the heap; its next event
// comes at the time `event` of the outer playhead. coir_playhead_take_due moves inner playheads with an event at `time`
// or before from the heap to the end of the list `due`, sorted by event, then in the order of the description.
void coir_playhead_wait(CoirPlayhead *inner, int64_t event);
void coir_playhead_take_due(CoirPlayhead *playhead, int64_t time);

// Inner time (inner_time.c) -----------------------------------------------------------------------------------------

// Returns the first elapsed time of the item of `inner`, from `from` on, at which the inner time has risen to `time`.
// COIR_NEVER: the inner time does not rise to `time`.
int64_t coir_playhead_elapsed_at(const CoirPlayhead *inner, int64_t time, int64_t from);

// Returns the inner time of an item at the time `until` of `playhead`. `until` is at most the end of the step. If a
// yoyo turns between the playhead's time and `until`, returns the inner time at the turn.
int64_t coir_playhead_until_inside(const CoirPlayhead *playhead, const CoirItem *item, int64_t until);

// Events (events.c) -------------------------------------------------------------------------------------------------

// Returns the time of the next event of a playhead's items. `until`: the end of the step.
int64_t coir_playhead_next_item_event(CoirPlayhead *playhead, int64_t until);

// Returns the time of `playhead` at which the next inner event of an item comes, or at which the item ends, if earlier.
// COIR_NEVER: neither. `until`: the end of the step.
int64_t coir_playhead_inner_event(CoirPlayhead *playhead, const CoirItem *item, int64_t until);

// Returns the time of a playhead up to which the inner events of `item` come before all other events of the playhead.
int64_t coir_playhead_alone_until(CoirPlayhead *playhead, const CoirItem *item);

// Returns the number of the present or last update of the run's manager; 0 without a manager.
static inline uint32_t coir_run_update_number(const CoirRunRecord *run)
{
    const CoirActionManager *manager = coir_run_manager(run);
    return manager ? manager->update : 0;
}

// Plays a run's playhead forwards up to a time, but halts before user code is called.
void coir_playhead_play_for_show(CoirRunRecord *run, int64_t time);

// Does the work of coir_playhead_seek in a pass that has begun.
void coir_pass_seek(CoirPass *pass, int64_t time, bool with_calls);

// Playing (play.c) --------------------------------------------------------------------------------------------------

// Brings a playhead to a time. There must be no event before this time. At this time, leaves may end, except objects
// (coir_objects_finish), and no item begins.
void coir_playhead_bring(CoirPass *pass, CoirPlayhead *playhead, int64_t time, int64_t until);

// Returns true if a playhead can be brought to an earlier time without a replay: no event lies between, and neither a
// time bender nor an empty loop (timeline.h) is in progress inside.
bool coir_playhead_can_go_back(const CoirPlayhead *playhead, int64_t time);

// In a pass without calls: brings a run's own playhead to a time by searches, without playing the leaves before
// (jump.c). Does nothing for an inner playhead, after the first item has begun, for a timeline that is not sequential,
// and for a `time` after the first loop.
void coir_playhead_jump(CoirPass *pass, CoirPlayhead *playhead, int64_t time);

// Called after coir_playhead_bring: end the objects that end at the playhead's time, and begin the items that are due,
// in the order of the description. Both may halt the run.
void coir_objects_finish(CoirPass *pass, CoirPlayhead *playhead);
void coir_playhead_begin_items(CoirPass *pass, CoirPlayhead *playhead, int64_t until);

// Exact objects (exact.c) --------------------------------------------------------------------------------------------

// Called after an event, in a step to `time`: brings the exact objects to the time just after the event.
void coir_playhead_exact_after_event(CoirPass *pass, int64_t time);

// Loops (loops.c) ---------------------------------------------------------------------------------------------------

// Passes at once all loops of this step that need not be played one by one. Does nothing after the first item of the
// present loop has begun.
void coir_playhead_skip_spent_loops(CoirPass *pass, CoirPlayhead *playhead);
void coir_playhead_end_loop(CoirPass *pass, CoirPlayhead *playhead);

// Returns true in a loop beyond the limit of loops in a step: the calls of this loop are dropped. Logs a warning, once
// for a run.
bool coir_playhead_is_dropped(CoirPass *pass, const CoirPlayhead *playhead);

#endif
