// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Inner times: the inner time of an item at an elapsed time, and the elapsed time at which the inner time reaches a
// given time.

#include <math.h>

#include "action/play/play.h"
#include "time/nanoseconds.h"
#include "time/scale.h"

#define EASE_SAMPLES 1024 // samples in the search of a curve that goes back and forth

int64_t coir_playhead_inner_time(const CoirPlayhead *inner, int64_t elapsed)
{
    const CoirAction *action = inner->item->action;
    int64_t total = inner->timeline->total;
    bool is_end = elapsed >= action->duration;
    switch (action->kind) {
    case COIR_ACTION_REVERSE_TIME: return is_end ? 0 : total - elapsed;
    case COIR_ACTION_YOYO: return is_end ? 0 : elapsed <= total ? elapsed : 2 * total - elapsed;
    case COIR_ACTION_SPEED: // the inner time ends after a hundred years
        elapsed = is_end ? total : coir_scaled_time(elapsed, action->speed);
        elapsed = elapsed < COIR_TIME_MAX ? elapsed : COIR_TIME_MAX;
        break;
    case COIR_ACTION_EASE: {
        double t = is_end ? 1 : coir_run_eased(inner->run, action, (double)elapsed / (double)total);
        elapsed = t >= 1 ? total : llround(t * (double)total);
        break;
    }
    default: break;
    }
    return elapsed < 0 ? 0 : elapsed > total ? total : elapsed;
}

// Returns an elapsed time in (low, high] at which the inner time rises to `time`: the first such time, if the inner
// time only rises. The inner time at `high` must be at least `time`.
static int64_t bisect(const CoirPlayhead *inner, int64_t time, int64_t low, int64_t high)
{
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (coir_playhead_inner_time(inner, middle) >= time)
            high = middle;
        else
            low = middle;
    }
    return high;
}

// Returns the elapsed time in [low, high] at which the inner time is greatest. The inner time must rise and then fall.
static int64_t greatest(const CoirPlayhead *inner, int64_t low, int64_t high)
{
    while (high - low > 2) {
        int64_t third = (high - low) / 3, left = low + third, right = high - third;
        if (coir_playhead_inner_time(inner, left) < coir_playhead_inner_time(inner, right))
            low = left + 1;
        else
            high = right;
    }
    int64_t best = low;
    for (int64_t elapsed = low + 1; elapsed <= high; elapsed++)
        if (coir_playhead_inner_time(inner, elapsed) > coir_playhead_inner_time(inner, best))
            best = elapsed;
    return best;
}

// Does the work of coir_playhead_elapsed_at for an ease. Takes samples of a curve that may go back and forth. Between
// two samples, such a curve may rise to `time` and fall again, so the function also looks for the top around each
// sample that is greater than its neighbours.
static int64_t ease_reaches(const CoirPlayhead *inner, int64_t time, int64_t from)
{
    const CoirAction *action = inner->item->action;
    if (coir_action_only_rises(action))
        return bisect(inner, time, from - 1, action->duration);
    int64_t times[3] = {from - 1, from, from}, values[3] = {-1, -1, coir_playhead_inner_time(inner, from)};
    for (int i = 0; i <= EASE_SAMPLES; i++) {
        if (values[2] >= time)
            return bisect(inner, time, times[1] < times[2] ? times[1] : from - 1, times[2]);
        if (i > 0 && values[1] > values[0] && values[1] >= values[2]) {
            int64_t top = greatest(inner, times[0] < from ? from : times[0], times[2]);
            if (coir_playhead_inner_time(inner, top) >= time)
                return bisect(inner, time, times[0], top);
        }
        times[0] = times[1], times[1] = times[2];
        values[0] = values[1], values[1] = values[2];
        times[2] = i + 1 >= EASE_SAMPLES ? action->duration : from + (action->duration - from) / EASE_SAMPLES * (i + 1);
        values[2] = coir_playhead_inner_time(inner, times[2]);
    }
    return COIR_NEVER;
}

static int64_t speed_reaches(const CoirPlayhead *inner, int64_t time)
{
    const CoirAction *action = inner->item->action;
    if (time <= 0)
        return 0;
    if (time > inner->timeline->total || time > COIR_TIME_MAX)
        return COIR_NEVER;
    int64_t elapsed = coir_time_for_scaled(time, action->speed);
    return elapsed < action->duration ? elapsed : action->duration; // at the end, all of the inner time has passed
}

int64_t coir_playhead_elapsed_at(const CoirPlayhead *inner, int64_t time, int64_t from)
{
    switch (inner->item->action->kind) {
    case COIR_ACTION_REVERSE_TIME: return from == 0 ? 0 : COIR_NEVER;
    case COIR_ACTION_YOYO: return from <= time ? time : COIR_NEVER;
    case COIR_ACTION_SPEED: return speed_reaches(inner, time);
    case COIR_ACTION_EASE: return ease_reaches(inner, time, from);
    default: return time;
    }
}

int64_t coir_playhead_until_inside(const CoirPlayhead *playhead, const CoirItem *item, int64_t until)
{
    const CoirPlayhead *inner = coir_playhead_state(playhead, item);
    int64_t begin = coir_playhead_loop_begin(playhead) + item->begin, elapsed = until - begin;
    if (item->end != COIR_NEVER && elapsed > item->end - item->begin)
        elapsed = item->end - item->begin;
    bool turns = item->action->kind == COIR_ACTION_YOYO && elapsed > inner->timeline->total;
    if (turns && playhead->time - begin < inner->timeline->total)
        return inner->timeline->total; // the inner time rises to the top before it falls
    return coir_playhead_inner_time(inner, elapsed);
}
