// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What the parts of playing share.

#ifndef COIR_ACTION_PLAY_H
#define COIR_ACTION_PLAY_H

#include "action/run.h"

// When the loop that a scope is in began, by its own time.
static inline int64_t coir_scope_loop_begin(const CoirScope *scope)
{
    return scope->loop > 0 ? scope->loop * scope->timeline->length : 0;
}

// True when all loops are behind it.
static inline bool coir_scope_is_over(const CoirScope *scope)
{
    return scope->timeline->times != 1 && scope->loop == scope->timeline->times;
}

// True for a repeat without end of something without length: it happens once in each update, at the end of the step.
// Its `loop` is the last update in which it did.
static inline bool coir_timeline_is_idle(const CoirTimeline *timeline)
{
    return timeline->times < 0 && timeline->length == 0;
}

// What else is in progress (scope.c) --------------------------------------------------------------------------------

// The ones after and before one in the order of writing; -1: none.
static inline int coir_scope_after(const CoirScope *scope, int index)
{
    return ((const CoirOther *)coir_scope_state(scope, &scope->timeline->items[index]))->next;
}

static inline int coir_scope_before(const CoirScope *scope, int index)
{
    return ((const CoirOther *)coir_scope_state(scope, &scope->timeline->items[index]))->previous;
}

void coir_scope_insert(CoirScope *scope, const CoirItem *item);
void coir_scope_remove(CoirScope *scope, const CoirItem *item);
void coir_scope_reset(CoirScope *scope); // to its first moment, with nothing in progress

// Time inside (inner_time.c) ----------------------------------------------------------------------------------------

// Returns the least elapsed time of the item of `inner`, at least `from`, at which the inner time comes to `time`.
// Returns COIR_NEVER if the inner time does not come there.
int64_t coir_scope_reaches(const CoirScope *inner, int64_t time, int64_t from);

// The time inside when that outside is `until`.
int64_t coir_scope_until_inside(const CoirScope *scope, const CoirItem *item, int64_t until);

// Events (events.c) -------------------------------------------------------------------------------------------------

// The next one of a scope's items. `until`: to which the step goes.
int64_t coir_scope_next_item_event(const CoirRunRecord *run, CoirScope *scope, int64_t until);

// The time up to which nothing happens in a scope that comes before what happens inside an item of it.
int64_t coir_scope_calm_beside(const CoirRunRecord *run, CoirScope *scope, const CoirItem *item);

// The number of the manager's update.
uint32_t coir_run_update(const CoirRunRecord *run);

// Playing (play.c) --------------------------------------------------------------------------------------------------

// Brings a scope to a time before which it has no event. What ends there ends; nothing begins.
void coir_scope_bring(CoirRunRecord *run, CoirScope *scope, int64_t time, int64_t until);

// Then: the objects that end there, and what is due, in the order of writing. The run may have halted afterwards.
void coir_objects_finish(CoirRunRecord *run, CoirScope *scope);
void coir_scope_begin_items(CoirRunRecord *run, CoirScope *scope, int64_t until);

// True where instants have taken effect before: inside something whose time has turned back.
bool coir_scope_is_past(const CoirScope *scope);

// Loops (loops.c) ---------------------------------------------------------------------------------------------------

// At the begin of a loop: when no more of them may make their calls in this step, those that are left in it are
// skipped.
void coir_scope_skip_spent_loops(CoirRunRecord *run, CoirScope *scope);
void coir_scope_end_loop(CoirRunRecord *run, CoirScope *scope);

// True in a loop that comes after too many in this step, which is said.
bool coir_scope_is_dropped(CoirRunRecord *run, const CoirScope *scope);

#endif
