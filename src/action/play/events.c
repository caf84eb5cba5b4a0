// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Events: the times at which the items of a scope begin, end or are called.

#include "action/play/play.h"
#include "time/nanoseconds.h"

int64_t coir_scope_inner_event(CoirScope *scope, const CoirItem *item, int64_t until)
{
    CoirScope *inner = coir_scope_state(scope, item);
    int64_t begin = coir_scope_loop_begin(scope) + item->begin,
            end = item->end == COIR_NEVER ? COIR_NEVER : begin + item->end - item->begin;
    if (coir_timeline_is_idle(inner->timeline))
        return inner->loop == coir_run_update(scope->run) ? COIR_NEVER : until;
    int64_t event = coir_scope_next_event(inner, coir_scope_until_inside(scope, item, until));
    if (event == COIR_NEVER)
        return end;
    if (inner->reaches != event || inner->reached_at < coir_scope_now(scope) - begin) {
        inner->reached_at = coir_scope_reaches(inner, event, coir_scope_now(scope) - begin);
        inner->reaches = event;
    }
    if (inner->reached_at == COIR_NEVER || begin + inner->reached_at > end)
        return end;
    return begin + inner->reached_at;
}

static int64_t next_begin(const CoirScope *scope)
{
    const CoirTimeline *timeline = scope->timeline;
    return scope->next < timeline->count ? coir_scope_loop_begin(scope) + timeline->items[scope->next].begin
                                         : COIR_NEVER;
}

static int64_t next_end(const CoirScope *scope)
{
    const CoirTimeline *timeline = scope->timeline;
    return scope->next_end < timeline->end_count
               ? coir_scope_loop_begin(scope) + timeline->items[timeline->ends[scope->next_end]].end
               : COIR_NEVER;
}

static int64_t loop_end(const CoirScope *scope)
{
    return scope->timeline->times == 1 ? COIR_NEVER : coir_scope_loop_begin(scope) + scope->timeline->length;
}

static int64_t least(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

int64_t coir_scope_next_item_event(CoirScope *scope, int64_t until)
{
    const CoirItem *items = scope->timeline->items;
    int64_t event = least(next_begin(scope), next_end(scope));
    if (scope->due)
        event = least(event, scope->due->event);
    if (scope->waiting)
        event = least(event, scope->waiting->event);
    for (int i = scope->watched > 0 ? scope->first : -1; i >= 0; i = coir_scope_after(scope, i))
        if (items[i].inner && !items[i].inner->can_wait)
            event = least(event, coir_scope_inner_event(scope, &items[i], until));
    return event;
}

// Returns the time up to which an item may go on alone before an event of another item. `comes_first`: at the same time
// the other item comes first.
static int64_t calm_before(int64_t event, bool comes_first)
{
    return comes_first && event != COIR_NEVER ? event - 1 : event;
}

// At the same time, ends come first; then items that begin, or have an event inside, in the order of writing.
int64_t coir_scope_calm_beside(CoirScope *scope, const CoirItem *item)
{
    const CoirItem *items = scope->timeline->items;
    bool is_next_first = scope->next < scope->timeline->count && items[scope->next].order < item->order;
    int64_t until = least(calm_before(next_end(scope), true), calm_before(next_begin(scope), is_next_first));
    for (int i = scope->first; i >= 0; i = coir_scope_after(scope, i))
        if (items[i].inner && &items[i] != item)
            until = least(until, calm_before(coir_scope_inner_event(scope, &items[i], scope->until),
                                             items[i].order < item->order));
    return least(until, loop_end(scope));
}

int64_t coir_scope_next_event(CoirScope *scope, int64_t until)
{
    if (coir_scope_is_over(scope))
        return COIR_NEVER;
    return least(coir_scope_next_item_event(scope, until), loop_end(scope));
}
