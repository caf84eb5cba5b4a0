// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// When something happens next.

#include "action/play.h"
#include "time/nanoseconds.h"

uint32_t coir_run_update(const CoirRunRecord *run)
{
    const CoirActionManager *manager = coir_run_manager(run);
    return manager ? manager->update : 0;
}

static int64_t inner_event(const CoirRunRecord *run, CoirScope *scope, const CoirItem *item, int64_t until)
{
    CoirScope *inner = coir_scope_state(scope, item);
    int64_t begin = coir_scope_loop_begin(scope) + item->begin,
            end = item->end == COIR_NEVER ? COIR_NEVER : begin + item->end - item->begin;
    if (coir_timeline_is_idle(inner->timeline))
        return inner->loop == coir_run_update(run) ? COIR_NEVER : until;
    int64_t event = coir_scope_next_event(run, inner, coir_scope_until_inside(scope, item, until));
    if (event == COIR_NEVER)
        return end;
    if (inner->reaches != event || inner->reached_at < scope->time - begin) {
        inner->reached_at = coir_item_reaches(item, event, scope->time - begin);
        inner->reaches = event;
    }
    if (inner->reached_at == COIR_NEVER || begin + inner->reached_at > end)
        return end;
    return begin + inner->reached_at;
}

// The same without what happens in one of the timelines inside (NULL: with all).
static int64_t next_event_but(const CoirRunRecord *run, CoirScope *scope, const CoirItem *but, int64_t until)
{
    const CoirTimeline *timeline = scope->timeline;
    int64_t begin = coir_scope_loop_begin(scope), event = COIR_NEVER;
    if (scope->next < timeline->count)
        event = begin + timeline->items[scope->next].begin;
    if (scope->next_end < timeline->end_count && begin + timeline->items[timeline->ends[scope->next_end]].end < event)
        event = begin + timeline->items[timeline->ends[scope->next_end]].end;
    for (int i = scope->first; i >= 0; i = coir_scope_after(scope, i)) {
        if (!timeline->items[i].inner || &timeline->items[i] == but)
            continue;
        int64_t inner = inner_event(run, scope, &timeline->items[i], until);
        event = inner < event ? inner : event;
    }
    return event;
}

int64_t coir_scope_next_item_event(const CoirRunRecord *run, CoirScope *scope, int64_t until)
{
    return next_event_but(run, scope, NULL, until);
}

int64_t coir_scope_event_beside(const CoirRunRecord *run, CoirScope *scope, const CoirItem *item)
{
    int64_t event = next_event_but(run, scope, item, scope->until);
    int64_t loop_end =
        scope->timeline->times == 1 ? COIR_NEVER : coir_scope_loop_begin(scope) + scope->timeline->length;
    return loop_end < event ? loop_end : event;
}

int64_t coir_scope_next_event(const CoirRunRecord *run, CoirScope *scope, int64_t until)
{
    if (coir_scope_is_over(scope))
        return COIR_NEVER;
    int64_t event = coir_scope_next_item_event(run, scope, until);
    if (scope->timeline->times == 1)
        return event;
    int64_t loop_end = coir_scope_loop_begin(scope) + scope->timeline->length;
    return loop_end < event ? loop_end : event;
}
