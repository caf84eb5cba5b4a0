// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal interface of timer queues, for modules that put timers and queues of their own into a tree of queues.
// Times are nanoseconds. The functions do not check their parameters.

#ifndef COIR_TIME_QUEUE_TIMER_QUEUE_H
#define COIR_TIME_QUEUE_TIMER_QUEUE_H

#include <stddef.h>

#include "base/slots.h"
#include "coir/timer_queue.h"
#include "time/queue/agenda.h"

// The functions that fire and drop timers.
typedef struct CoirTimerKind {
    // Called when a timer fires. The clock of its queue reads `now`. A timer leaves its queue before its last call,
    // so `fire` may free the timer in this call.
    void (*fire)(CoirTimer *timer, CoirTimerQueue *root, int64_t now);

    // Called when the queue is destroyed, after the timer has left the queue.
    void (*drop)(CoirTimer *timer);
} CoirTimerKind;

// Greatest time, in nanoseconds (104 days), up to which a double counts each nanosecond.
#define COIR_EXACT_MAX (INT64_C(1) << 53)

typedef enum CoirTimerState {
    COIR_TIMER_OUT,      // in no queue
    COIR_TIMER_WAITING,  // in the agenda of its queue
    COIR_TIMER_DEFERRED, // in a list of the root until the end of the present advance
    COIR_TIMER_TIED,     // in a list of the root, with the other timers that are due in the same nanosecond of the root
    COIR_TIMER_IN_CALLS, // in a list of calls of a scheduler, at CoirTimer.index: called in each update
} CoirTimerState;

// A timer with a kind of its own, instead of the kind of its queue.
typedef struct CoirKindTimer {
    CoirTimer timer; // first field, for casts; `has_kind` is true
    const CoirTimerKind *kind;
} CoirKindTimer;

struct CoirTimerQueue {
    CoirTimer entry; // first field, for casts: the queue as a timer in the parent's agenda; not in the agenda if `time`
                     // is COIR_NEVER
    CoirTimerQueue *parent;
    CoirTimerQueue *children;        // first child
    CoirTimerQueue *next, *previous; // other children of the same parent
    const CoirTimerKind *kind;
    CoirAgenda agenda;   // timers, and the entries of children in or below which a timer will be due
    int64_t base;        // time of the clock at its last change; of a root: present time
    int64_t parent_base; // time of the parent's clock at the last change of this clock
    double scale;
    bool paused;
    int deferred_count, tied_count; // number of deferred timers, and of tied timers, in this queue and below
    CoirSlots ids;                  // ids of the timers of coir_timer_queue_insert

    // Of a root only.
    uint64_t last_order;        // last insertion number
    CoirTimer *deferred, *tied; // lists in insertion order, linked by `next` and `previous`
    int64_t tied_time;          // due time of the tied timers, on the root's clock
    CoirTimerQueue *firing;     // queue of the firing timer, whose clock reads `logical_time`; NULL: none. For a timer
                                // of the root: the root, or NULL
    int64_t logical_time;
    int64_t advance_to;   // end of the present or last advance; the clock stops earlier after a single timer
    uint32_t advance;     // number of the present or last advance
    int64_t skipped;      // interval of a timer with skipped calls, for a warning after the timer has fired; 0: none
    bool may_tie;         // several times of a clock below may fall into one nanosecond of the root
    bool advancing, dead; // coir_timer_queue_run is running; the root was destroyed meanwhile
};

static inline bool coir_is_catch_up(CoirCatchUp catch_up)
{
    return catch_up == COIR_CATCH_UP_ALL || catch_up == COIR_CATCH_UP_ONE || catch_up == COIR_CATCH_UP_RESTART;
}

CoirTimerQueue *coir_timer_queue_root(const CoirTimerQueue *queue);

static inline const CoirTimerKind *coir_timer_kind(const CoirTimer *timer)
{
    return timer->has_kind ? ((const CoirKindTimer *)timer)->kind : timer->queue->kind;
}

// Makes a root. Allocates nothing.
void coir_timer_queue_init(CoirTimerQueue *queue, const CoirTimerKind *kind);

// Takes the queue from its parent, drops all timers of the queue and of the queues below, and frees the queues below.
// Does not free the memory of the queue itself.
void coir_timer_queue_clear(CoirTimerQueue *queue);

// Gives a timer that is in no queue its times and the next insertion number. Does not put the timer into the queue.
static inline void coir_timer_prepare(CoirTimer *timer, CoirTimerQueue *queue, int64_t start, int64_t interval,
                                      CoirCatchUp catch_up)
{
    CoirTimerQueue *root = queue->parent ? coir_timer_queue_root(queue) : queue;
    *timer = (CoirTimer){.time = start,
                         .order = ++root->last_order,
                         .queue = queue,
                         .interval = interval,
                         .catch_up = (unsigned)catch_up & 3};
}

// Prepares a timer, and puts the timer into the queue.
void coir_timer_start(CoirTimer *timer, CoirTimerQueue *queue, int64_t start, int64_t interval, CoirCatchUp catch_up);

// Takes a timer out of its queue. Does nothing to a timer that is in no queue.
void coir_timer_stop(CoirTimer *timer);

// Puts a prepared timer, or a timer that was taken out, into a queue of the same tree. The timer keeps its due time and
// its insertion number.
void coir_timer_enter(CoirTimer *timer, CoirTimerQueue *queue);

// Pauses a timer, so that the timer is not called. A waiting timer stays in its agenda until the timer is due, so
// that a short pause moves nothing.
static inline void coir_timer_pause(CoirTimer *timer)
{
    if (timer->state == COIR_TIMER_WAITING)
        timer->is_paused = true;
    else
        coir_timer_stop(timer);
}

// Resumes a paused timer, which is then due at `time`. The timer keeps its insertion number.
// coir_timer_resume_elsewhere is the part for a timer that has left its agenda, or is due at another time.
void coir_timer_resume_elsewhere(CoirTimer *timer, int64_t time);
static inline void coir_timer_resume(CoirTimer *timer, int64_t time)
{
    if (timer->state == COIR_TIMER_WAITING && timer->time == time)
        timer->is_paused = false;
    else
        coir_timer_resume_elsewhere(timer, time);
}

// Changes the state of a timer, and updates the entries of the queues above.
void coir_timer_set_state(CoirTimer *timer, CoirTimerState state);

// Sets the due time of a timer in an agenda, or in a list of the root. Afterwards the timer is in the agenda of its
// queue.
void coir_timer_set_time(CoirTimer *timer, int64_t time);

// Moves all timers of the queue, and of the queues below, that are due up to `limit` to a list of the root. `limit`
// is a time of the queue's clock. `state`: deferred or tied.
void coir_timers_take_due(CoirTimerQueue *queue, int64_t limit, CoirTimerState state);

// Moves all timers of the queue, and of the queues below, that are in a list of the root back to their agendas.
// `state`: deferred or tied.
void coir_timers_requeue_all(CoirTimerQueue *queue, CoirTimerState state);

// Returns the time that the clock reads now. coir_child_queue_reads is the part for a child.
int64_t coir_child_queue_reads(const CoirTimerQueue *queue);
static inline int64_t coir_timer_queue_reads(const CoirTimerQueue *queue)
{
    if (queue->parent)
        return coir_child_queue_reads(queue);
    return queue->base; // also while a timer of the root fires
}

// Returns the time that the clock reads when the root's clock reads `root_time`, if no clock changes before.
int64_t coir_timer_queue_reads_at(const CoirTimerQueue *queue, int64_t root_time);

// Returns true if the clock is frozen: this clock, or a clock above, is paused or has the scale 0. The root's clock is
// never frozen.
bool coir_timer_queue_is_frozen(const CoirTimerQueue *queue);

// Convert a time of the queue's clock to the time that another clock reads then: the clock of a queue above, or the
// root's clock. COIR_NEVER: a clock on the way is frozen, or the time is never reached. coir_timer_root_time returns
// the due time of a timer on the root's clock.
int64_t coir_timer_queue_time_above(const CoirTimerQueue *queue, int64_t time, const CoirTimerQueue *above);
int64_t coir_timer_queue_root_time(const CoirTimerQueue *queue, int64_t time);
int64_t coir_timer_root_time(const CoirTimer *timer);

// Returns the earliest timer of the queue, or of the queues below, that is due up to `limit` and is not paused. Stores
// the due time of this timer. Both times are times of the queue's clock. Takes the paused timers that come earlier from
// their agendas. Returns NULL, and stores nothing, if there is no such timer.
CoirTimer *coir_timer_queue_find_due(CoirTimerQueue *queue, int64_t limit, int64_t *due);

// Returns the due time of the next timer in the queue or below, on the queue's own clock; COIR_NEVER: there is none.
int64_t coir_timer_queue_next(CoirTimerQueue *queue);

// Moves a queue with all queues below to `parent`; NULL: the queue becomes a root.
void coir_timer_queue_move(CoirTimerQueue *queue, CoirTimerQueue *parent);

// Changes the scale and the pause of a clock. The clock keeps its time.
void coir_timer_queue_change(CoirTimerQueue *queue, double scale, bool paused);

// Returns true for a queue below the ancestor, and for the ancestor itself.
bool coir_timer_queue_is_below(const CoirTimerQueue *queue, const CoirTimerQueue *ancestor);

// Moves a root's clock to `time`, fires all timers that are due up to `time`, and returns false. If `single` is true
// and a timer is due, fires only the first timer, moves the clock only to the due time of this timer, and returns true.
// Frees the queue if a callback destroyed the queue.
bool coir_timer_queue_run(CoirTimerQueue *root, int64_t time, bool single);

#endif
