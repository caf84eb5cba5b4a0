// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Events: the times at which an item of a playhead begins or ends, also in an inner timeline, and at which a loop ends.

#include "action/play/play.h"
#include "time/nanoseconds.h"

int64_t coir_playhead_inner_event(CoirPlayhead *playhead, const CoirItem *item, int64_t until)
{
    CoirPlayhead *inner = coir_playhead_state(playhead, item);
    int64_t begin = coir_playhead_loop_begin(playhead) + item->begin,
            end = item->end == COIR_NEVER ? COIR_NEVER : begin + (item->end - item->begin);
    if (coir_timeline_is_empty_loop(inner->timeline))
        return inner->loop == coir_run_update_number(playhead->run) ? COIR_NEVER : until;
    int64_t event = coir_playhead_next_event(inner, coir_playhead_until_inside(playhead, item, until));
    if (event == COIR_NEVER)
        return end;
    if (inner->cached_event != event || inner->cached_elapsed < coir_playhead_now(playhead) - begin) {
        inner->cached_elapsed = coir_playhead_elapsed_at(inner, event, coir_playhead_now(playhead) - begin);
        inner->cached_event = event;
    }
    if (inner->cached_elapsed == COIR_NEVER || begin + inner->cached_elapsed > end)
        return end;
    return begin + inner->cached_elapsed;
}

static int64_t next_begin(const CoirPlayhead *playhead)
{
    const CoirTimeline *timeline = playhead->timeline;
    return playhead->next < timeline->count ? coir_playhead_loop_begin(playhead) + timeline->items[playhead->next].begin
                                            : COIR_NEVER;
}

static int64_t next_end(const CoirPlayhead *playhead)
{
    const CoirTimeline *timeline = playhead->timeline;
    return playhead->next_end < timeline->end_count
               ? coir_playhead_loop_begin(playhead) + timeline->items[timeline->ends[playhead->next_end]].end
               : COIR_NEVER;
}

static int64_t loop_end(const CoirPlayhead *playhead)
{
    return playhead->timeline->times == 1 ? COIR_NEVER
                                          : coir_playhead_loop_begin(playhead) + playhead->timeline->length;
}

static int64_t least(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

int64_t coir_playhead_next_item_event(CoirPlayhead *playhead, int64_t until)
{
    const CoirItem *items = playhead->timeline->items;
    int64_t event = least(next_begin(playhead), next_end(playhead));
    if (playhead->due)
        event = least(event, playhead->due->event);
    if (playhead->waiting)
        event = least(event, playhead->waiting->event);
    for (int i = playhead->watched > 0 ? playhead->first : -1; i >= 0; i = coir_playhead_after(playhead, i))
        if (items[i].inner && !items[i].inner->can_wait)
            event = least(event, coir_playhead_inner_event(playhead, &items[i], until));
    return event;
}

// Returns the time up to which an item may be played alone before the event of another item. `comes_first`: at the time
// of the event, the other item is played first.
static int64_t just_before(int64_t event, bool comes_first)
{
    return comes_first && event != COIR_NEVER ? event - 1 : event;
}

// Of the events at one time, the ends of leaves come first. Then come items that begin, and inner events, in the order
// of the description.
int64_t coir_playhead_alone_until(CoirPlayhead *playhead, const CoirItem *item)
{
    const CoirItem *items = playhead->timeline->items;
    bool is_next_first = playhead->next < playhead->timeline->count && items[playhead->next].order < item->order;
    int64_t until = least(just_before(next_end(playhead), true), just_before(next_begin(playhead), is_next_first));
    for (int i = playhead->first; i >= 0; i = coir_playhead_after(playhead, i))
        if (items[i].inner && &items[i] != item)
            until = least(until, just_before(coir_playhead_inner_event(playhead, &items[i], playhead->until),
                                             items[i].order < item->order));
    return least(until, loop_end(playhead));
}

int64_t coir_playhead_next_event(CoirPlayhead *playhead, int64_t until)
{
    if (coir_playhead_is_over(playhead))
        return COIR_NEVER;
    return least(coir_playhead_next_item_event(playhead, until), loop_end(playhead));
}
