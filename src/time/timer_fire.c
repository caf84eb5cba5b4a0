// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Firing. The agendas of timer_tree.c give the earliest timer of the tree; before it is called, its next due time is
// set, so that the callback may do anything with it. After the call nothing is looked at but the root.
//
// Where a clock runs faster than its parent's, or has gone on for so long that it is no longer computed to the
// nanosecond, several of its times fall into one nanosecond of the root's, and those are to fire in the order of
// insertion, which no agenda of the tree knows. In such a tree all timers of that nanosecond are first gathered in one
// list (`tied`).

#include <stddef.h>

#include "base/alloc.h"
#include "coir/log.h"
#include "time/nanoseconds.h"
#include "time/timer_queue.h"

#define FIRE_LIMIT 1000
#define EXACT_MAX (INT64_C(1) << 53) // nanoseconds, 104 days, up to which a double is exact

// The first occurrence after the time advanced to; a timer is at `item.time` all the same.
static int64_t time_after(const CoirTimer *timer, int64_t reached)
{
    int64_t time = timer->item.time, interval = timer->interval;
    return reached >= time ? time + ((reached - time) / interval + 1) * interval : time + interval;
}

static int64_t skip_what_is_too_much(CoirTimer *timer, int64_t reached, CoirTimerQueue *root)
{
    int64_t time = timer->item.time, after = time_after(timer, reached);
    if (after > time + timer->interval && !timer->skip_said) {
        timer->skip_said = true;
        root->skipped = timer->interval;
    }
    return after;
}

// Called after the last access to the timer, since the log hook may destroy the timer.
static void say_skipped(CoirTimerQueue *root)
{
    double interval = coir_to_seconds(root->skipped);
    root->skipped = 0;
    coir_log(COIR_LOG_WARNING,
             "a timer of interval %g s was due more than %d times in one advance; the rest is skipped. A longer "
             "interval, or COIR_CATCH_UP_ONE, avoids that.",
             interval, FIRE_LIMIT);
}

static int64_t next_time(CoirTimer *timer, CoirTimerQueue *root)
{
    int64_t reached;
    if (timer->catch_up == COIR_CATCH_UP_ALL && timer->fired < FIRE_LIMIT)
        return timer->item.time + timer->interval;
    reached = coir_timer_queue_reads_at(timer->queue, root->advance_to);
    switch ((CoirCatchUp)timer->catch_up) {
    case COIR_CATCH_UP_RESTART: return reached + timer->interval;
    case COIR_CATCH_UP_ONE: return time_after(timer, reached);
    case COIR_CATCH_UP_ALL: break;
    }
    return skip_what_is_too_much(timer, reached, root);
}

// Sets a timer that is about to be called to its next due time, or takes it out before its last call.
static void set_next(CoirTimer *timer, CoirTimerQueue *root)
{
    if (timer->interval == 0) {
        coir_timer_stop(timer);
        return;
    }
    int64_t time = next_time(timer, root);
    coir_timer_set_time(timer, time);
}

// True for one that has had all its calls of this advance and has come due again.
static bool has_had_its_turn(const CoirTimer *timer, const CoirTimerQueue *root)
{
    if (timer->advance != root->advance)
        return false;
    return timer->catch_up != COIR_CATCH_UP_ALL || timer->fired >= FIRE_LIMIT;
}

// Of ALL, the rest is skipped; the one call of the others waits.
static void pass_over(CoirTimer *timer, CoirTimerQueue *root)
{
    if (timer->catch_up == COIR_CATCH_UP_ALL)
        coir_timer_set_time(timer, next_time(timer, root));
    else
        coir_timer_set_place(timer, COIR_TIMER_HELD);
}

static void tell_agendas(CoirTimerQueue *queue, int64_t reads)
{
    queue->timers.reached = reads;
    for (queue = queue->parent; queue; queue = queue->parent)
        if (queue->children.wheel)
            queue->children.reached = coir_timer_queue_reads(queue);
}

static void fire(CoirTimer *timer, CoirTimerQueue *root, int64_t root_due)
{
    CoirTimerQueue *queue = timer->queue;
    if (has_had_its_turn(timer, root)) {
        pass_over(timer, root);
        return;
    }
    int64_t before = coir_timer_queue_reads(queue), due = timer->item.time;
    if (root_due > root->base)
        root->base = root_due;
    root->reading = queue;
    root->reads = due > before ? due : before;
    timer->fired = timer->advance == root->advance ? (uint16_t)(timer->fired + (timer->fired < FIRE_LIMIT)) : 1;
    timer->advance = root->advance;
    tell_agendas(queue, root->reads);
    set_next(timer, root);
    queue->kind->fire(timer, queue);
}

static CoirTimer *earliest_timer(CoirTimerQueue *queue)
{
    CoirHeapItem *first = coir_timer_queue_earliest(queue);
    while (first == coir_agenda_first(&queue->children)) {
        queue = (CoirTimerQueue *)first;
        first = coir_timer_queue_earliest(queue);
    }
    return (CoirTimer *)first;
}

// When the earliest timer of the tree is due, on the root's clock.
static int64_t next_due(const CoirTimerQueue *root)
{
    const CoirHeapItem *first = coir_timer_queue_earliest(root);
    return first ? first->time : COIR_NEVER;
}

// Brings all that is due in the same nanosecond as the next timer into the list of the tied. False: nothing is due
// until `limit`.
static bool gather(CoirTimerQueue *root, int64_t limit)
{
    if (root->tied && next_due(root) < root->tied_time)
        coir_timers_put_back_all(root, COIR_TIMER_TIED); // a callback has brought something earlier
    if (!root->tied)
        root->tied_time = next_due(root);
    if (root->tied_time > limit)
        return false;
    while (next_due(root) == root->tied_time)
        coir_timer_set_place(earliest_timer(root), COIR_TIMER_TIED);
    return true;
}

// The next timer that is due until `limit`, and when on the root's clock; NULL: none.
static CoirTimer *next_timer(CoirTimerQueue *root, int64_t limit, int64_t *due)
{
    if (root->may_tie) {
        *due = gather(root, limit) ? root->tied_time : COIR_NEVER;
        return (CoirTimer *)root->tied;
    }
    *due = next_due(root);
    return *due <= limit ? earliest_timer(root) : NULL;
}

bool coir_timer_queue_run(CoirTimerQueue *root, int64_t time, bool single)
{
    bool fired = false;
    root->may_tie = root->may_tie || (time > EXACT_MAX && coir_agenda_first(&root->children));
    root->advancing = true;
    root->advance_to = time;
    if (++root->advance == 0)
        root->advance = 1; // 0 marks a timer that has not fired
    while (!root->dead && !(single && fired)) {
        int64_t due;
        CoirTimer *timer = next_timer(root, time, &due);
        if (!timer)
            break;
        fire(timer, root, due);
        fired = true;
        if (root->skipped)
            say_skipped(root);
    }
    root->advancing = false;
    if (root->dead) {
        coir_free(root);
        return fired;
    }
    if (!(single && fired))
        root->base = time;
    root->timers.reached = root->children.reached = root->base;
    root->reading = NULL;
    coir_timers_put_back_all(root, COIR_TIMER_TIED);
    coir_timers_put_back_all(root, COIR_TIMER_HELD);
    return fired;
}
