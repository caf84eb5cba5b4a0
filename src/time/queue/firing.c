// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Firing. The tree of queues gives the earliest timer that is due. The timer's next due time is set before the timer is
// called, so that the callback may do anything with the timer. After the call only the root is read.
//
// Several times of a clock fall into one nanosecond of the root in two cases: the clock runs faster than its parent's
// clock, or the time is so far from the clock's last change that a double does not count each nanosecond. The timers
// of one nanosecond must fire in insertion order, but agendas sort timers by the times of their own clocks. So in a
// tree with such a clock, all timers that are due in one nanosecond are first gathered in a list, the tied timers.

#include <stddef.h>

#include "base/alloc.h"
#include "coir/log.h"
#include "time/nanoseconds.h"
#include "time/queue/timer_queue.h"

#define FIRE_LIMIT 1000 // most calls of a timer in one advance
#define AGAIN_MAX (FIRE_LIMIT - 1)

// Returns the first due time of a timer that is later than `reached` and later than the present due time.
static int64_t time_after(const CoirTimer *timer, int64_t reached)
{
    int64_t time = timer->time, interval = timer->interval;
    return reached >= time ? reached - (reached - time) % interval + interval : time + interval;
}

// Logs that calls of a timer are skipped. Called after the last access to the timer, since the log hook may destroy the
// timer.
static void say_skipped(CoirTimerQueue *root)
{
    double interval = coir_to_seconds(root->skipped);
    root->skipped = 0;
    coir_log(COIR_LOG_WARNING,
             "a timer of interval %g s was due more than %d times in one advance; the rest is skipped. A longer "
             "interval, or COIR_CATCH_UP_ONE, avoids skipped calls.",
             interval, FIRE_LIMIT);
}

// Returns the first due time after the end of the present advance. `next` is the next due time without skipped calls.
// Notes a warning the first time that calls of a timer with COIR_CATCH_UP_ALL are skipped.
static int64_t skip(CoirTimer *timer, CoirTimerQueue *root, int64_t next)
{
    int64_t after = time_after(timer, coir_timer_queue_reads_at(timer->queue, root->advance_to));
    if (timer->catch_up == COIR_CATCH_UP_ALL && after > next && !timer->is_skip_reported) {
        timer->is_skip_reported = true;
        root->skipped = timer->interval;
    }
    return after;
}

static int64_t next_time(CoirTimer *timer, CoirTimerQueue *root)
{
    int64_t next = timer->time + timer->interval;
    if (timer->catch_up == COIR_CATCH_UP_ALL && timer->again < AGAIN_MAX)
        return next;
    if (timer->catch_up == COIR_CATCH_UP_RESTART)
        return coir_timer_queue_reads_at(timer->queue, root->advance_to) + timer->interval;
    return skip(timer, root, next);
}

// Called before a timer is called. Sets the next due time, or takes the timer out of its queue before its last call.
static void set_next(CoirTimer *timer, CoirTimerQueue *root)
{
    if (timer->interval == 0)
        coir_timer_stop(timer);
    else
        coir_timer_set_time(timer, next_time(timer, root));
}

// Called for a timer that is due. Returns true if the timer has had all its calls of this advance.
static bool has_had_its_calls(const CoirTimer *timer, const CoirTimerQueue *root)
{
    if (timer->advance != root->advance)
        return false;
    return timer->catch_up != COIR_CATCH_UP_ALL || timer->again >= AGAIN_MAX;
}

// Called for a timer that has had all its calls of this advance. With COIR_CATCH_UP_ALL, the further calls of this
// advance are skipped. With another policy, the next call waits for the next advance.
static void pass_over(CoirTimer *timer, CoirTimerQueue *root)
{
    if (timer->catch_up == COIR_CATCH_UP_ALL)
        coir_timer_set_time(timer, skip(timer, root, timer->time));
    else
        coir_timer_set_state(timer, COIR_TIMER_DEFERRED);
}

// Counts the calls of a timer in the present advance.
static void count_call(CoirTimer *timer, const CoirTimerQueue *root)
{
    if (timer->advance != root->advance) {
        timer->advance = root->advance;
        timer->again = 0;
    } else if (timer->again < AGAIN_MAX) {
        timer->again++;
    }
}

static void fire(CoirTimer *timer, CoirTimerQueue *root, int64_t root_due)
{
    CoirTimerQueue *queue = timer->queue;
    if (has_had_its_calls(timer, root)) {
        pass_over(timer, root);
        return;
    }
    int64_t before = coir_timer_queue_reads(queue), due = timer->time;
    if (root_due > root->base)
        root->base = root_due;
    root->firing = queue;
    root->logical_time = due > before ? due : before;
    count_call(timer, root);
    set_next(timer, root);
    coir_timer_kind(timer)->fire(timer, root, root->logical_time);
}

// Does the same as `fire` for the usual timer, but faster. The usual timer is a timer of the root that repeats with
// COIR_CATCH_UP_ALL, has no kind of its own, is not paused, is the first of the batch while the heap is empty, has not
// fired in this advance, fired at most once in the advance of its last call, and is due again after `batch_end`.
// Returns false, and does nothing, if the next timer is not usual, or not due up to `limit`, or if the tree may have
// ties.
static inline bool fire_usual(CoirTimerQueue *root, int64_t limit)
{
    CoirAgenda *agenda = &root->agenda;
    CoirTimer *timer = agenda->batch;
    if (!timer || agenda->heap || timer->time > limit || root->may_tie)
        return false;
    int64_t due = timer->time, next = due + timer->interval;
    bool is_usual = next > agenda->batch_end && timer->advance != root->advance;
    if (!is_usual || timer->is_queue || timer->has_kind || timer->is_paused || timer->again > 0 ||
        timer->catch_up != COIR_CATCH_UP_ALL)
        return false;
    int64_t now = due > root->base ? due : root->base;
    root->base = now;
    root->firing = NULL;
    timer->advance = root->advance;
    coir_agenda_postpone(agenda, next);
    root->kind->fire(timer, root, now);
    return true;
}

// Returns the next timer that is due up to `limit`, and stores its due time. Both times are on the root's clock. NULL:
// no timer is due. In a tree with ties, first gathers all timers that are due in the same nanosecond.
static CoirTimer *next_timer(CoirTimerQueue *root, int64_t limit, int64_t *due)
{
    if (!root->may_tie)
        return coir_timer_queue_find_due(root, limit, due);
    if (root->tied && coir_timer_queue_find_due(root, root->tied_time - 1, due))
        coir_timers_requeue_all(root, COIR_TIMER_TIED); // a callback has inserted an earlier timer
    if (!root->tied && !coir_timer_queue_find_due(root, limit, &root->tied_time))
        return NULL;
    coir_timers_take_due(root, root->tied_time, COIR_TIMER_TIED);
    *due = root->tied_time;
    return root->tied;
}

// Fires the next timer that is due up to `limit`. Returns false if no timer is due.
static bool fire_next(CoirTimerQueue *root, int64_t limit)
{
    int64_t due;
    CoirTimer *timer = next_timer(root, limit, &due);
    if (!timer)
        return false;
    fire(timer, root, due);
    if (root->skipped)
        say_skipped(root);
    return true;
}

// Fires all timers that are due up to `limit`.
static void fire_all(CoirTimerQueue *root, int64_t limit)
{
    while (fire_usual(root, limit) || (!root->dead && fire_next(root, limit))) // a dead root has no usual timer
        ;
}

bool coir_timer_queue_run(CoirTimerQueue *root, int64_t time, bool single)
{
    bool fired = false;
    root->may_tie = root->children && (root->may_tie || time > COIR_EXACT_MAX);
    root->advancing = true;
    root->advance_to = time;
    if (++root->advance == 0)
        root->advance = 1; // 0 marks a timer that has not fired
    if (single)
        fired = fire_next(root, time);
    else
        fire_all(root, time);
    root->advancing = false;
    if (root->dead) {
        coir_free(root);
        return fired;
    }
    root->firing = NULL;
    if (!fired) { // no timer is due any more
        root->base = time;
        coir_agenda_reach(&root->agenda, time);
    }
    if (root->tied)
        coir_timers_requeue_all(root, COIR_TIMER_TIED);
    if (root->deferred)
        coir_timers_requeue_all(root, COIR_TIMER_DEFERRED);
    return fired;
}
