// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Declarations that the files of playing share (playhead.c, inner_time.c, events.c, play.c, loops.c).

#ifndef COIR_ACTION_PLAY_H
#define COIR_ACTION_PLAY_H

#include "action/run/run.h"

// Returns true if all loops are over.
static inline bool coir_playhead_is_over(const CoirPlayhead *playhead)
{
    return playhead->timeline->times != 1 && playhead->loop == playhead->timeline->times;
}

// Items in progress (playhead.c) --------------------------------------------------------------------------------------

// Return the item in progress after or before an item, in the order of writing; -1: none.
static inline int coir_playhead_after(const CoirPlayhead *playhead, int index)
{
    return ((const CoirOther *)coir_playhead_state(playhead, &playhead->timeline->items[index]))->next;
}

static inline int coir_playhead_before(const CoirPlayhead *playhead, int index)
{
    return ((const CoirOther *)coir_playhead_state(playhead, &playhead->timeline->items[index]))->previous;
}

void coir_playhead_insert(CoirPlayhead *playhead, const CoirItem *item);
void coir_playhead_remove(CoirPlayhead *playhead, const CoirItem *item);
void coir_playhead_reset(CoirPlayhead *playhead); // back to time 0, with nothing in progress

// Timelines inside that can wait are in a heap of their playhead, by the time of the next event inside. Thousands of
// these so cost nothing before their events. coir_playhead_wait puts such a timeline into the heap of its outer
// playhead. coir_playhead_take_due moves all whose event has come from the heap to the list `due`, in the order of
// writing.
void coir_playhead_wait(CoirPlayhead *inner, int64_t event);
void coir_playhead_take_due(CoirPlayhead *playhead, int64_t time);

// Time inside (inner_time.c) ----------------------------------------------------------------------------------------

// Returns the least elapsed time of the item of `inner`, at least `from`, at which the inner time comes to `time`.
// Returns COIR_NEVER if the inner time does not come there.
int64_t coir_playhead_reaches(const CoirPlayhead *inner, int64_t time, int64_t from);

// Returns the time inside an item at the time `until` of its playhead.
int64_t coir_playhead_until_inside(const CoirPlayhead *playhead, const CoirItem *item, int64_t until);

// Events (events.c) -------------------------------------------------------------------------------------------------

// Returns the time of the next event of a playhead's items. `until`: the end of the step.
int64_t coir_playhead_next_item_event(CoirPlayhead *playhead, int64_t until);

// Returns the time of the next event inside an item.
int64_t coir_playhead_inner_event(CoirPlayhead *playhead, const CoirItem *item, int64_t until);

// Returns the time of a playhead up to which no event of its other items comes before the events inside `item`.
int64_t coir_playhead_calm_beside(CoirPlayhead *playhead, const CoirItem *item);

// Returns the number of the manager's update.
static inline uint32_t coir_run_update(const CoirRunRecord *run)
{
    const CoirActionManager *manager = coir_run_manager(run);
    return manager ? manager->update : 0;
}

// Plays a run's playhead forwards up to a time, but halts before user code is called.
void coir_playhead_play_for_show(CoirRunRecord *run, int64_t time);

// Does the work of coir_playhead_seek in a pass that has begun.
void coir_pass_seek(CoirPass *pass, int64_t time, bool with_calls);

// Playing (play.c) --------------------------------------------------------------------------------------------------

// Brings a playhead to a time before which it has no event. Items that end at this time end; no item begins.
void coir_playhead_bring(CoirPass *pass, CoirPlayhead *playhead, int64_t time, int64_t until);

// Returns true if a playhead can be brought to an earlier time without a replay: there is no event between, and no home
// playhead in progress inside.
bool coir_playhead_can_go_back(const CoirPlayhead *playhead, int64_t time);

// Of a pass that makes no calls: brings a playhead in which nothing has begun to a time without playing the parts
// before, if the timeline is sequential (jump.c). Does nothing otherwise.
void coir_playhead_jump(CoirPass *pass, CoirPlayhead *playhead, int64_t time);

// Called afterwards: end the objects that end at this time, and begin the items that are due, in the order of writing.
// The run may have halted then.
void coir_objects_finish(CoirPass *pass, CoirPlayhead *playhead);
void coir_playhead_begin_items(CoirPass *pass, CoirPlayhead *playhead, int64_t until);

// Exact objects (exact.c) --------------------------------------------------------------------------------------------

// Called after an event of a step to `time`: brings the exact objects to the time just after the event.
void coir_playhead_tell_turn(CoirPass *pass, int64_t time);

// Loops (loops.c) ---------------------------------------------------------------------------------------------------

// Called at the begin of a loop. Passes all loops of this step at once that need not be played one by one.
void coir_playhead_skip_spent_loops(CoirPass *pass, CoirPlayhead *playhead);
void coir_playhead_end_loop(CoirPass *pass, CoirPlayhead *playhead);

// Returns true in a loop beyond the limit of loops of this step, whose calls are dropped. Warns once.
bool coir_playhead_is_dropped(CoirPass *pass, const CoirPlayhead *playhead);

#endif
