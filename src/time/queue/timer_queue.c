// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The public functions of timer queues. The functions check their parameters; tree.c, clock.c and firing.c do the work.

#include "time/queue/timer_queue.h"

#include <math.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "time/nanoseconds.h"

typedef struct Inserted { // a timer of coir_timer_queue_insert
    CoirTimer timer;
    CoirTimerFn callback;
    void *user;
    CoirTimerId id;
} Inserted;

static Inserted *find(const CoirTimerQueue *queue, CoirTimerId id)
{
    return queue ? coir_slots_get(&queue->ids, (CoirSlotId){id.index, id.generation}) : NULL;
}

// Frees a timer that has left its queue.
static void free_inserted(CoirTimerQueue *queue, Inserted *inserted)
{
    coir_slots_remove(&queue->ids, (CoirSlotId){inserted->id.index, inserted->id.generation});
    coir_free(inserted);
}

static void fire_inserted(CoirTimer *timer, CoirTimerQueue *root, int64_t now)
{
    Inserted *inserted = (Inserted *)timer;
    CoirTimerQueue *queue = timer->queue;
    CoirTimerFn callback = inserted->callback;
    void *user = inserted->user;
    CoirTimerId id = inserted->id;
    (void)root, (void)now;
    if (timer->state == COIR_TIMER_OUT)
        free_inserted(queue, inserted);
    callback(queue, id, user);
}

static void drop_inserted(CoirTimer *timer)
{
    coir_free(timer);
}

static const CoirTimerKind kind = {fire_inserted, drop_inserted};

CoirTimerQueue *coir_timer_queue_new(CoirTimerQueue *parent)
{
    if (parent && coir_timer_queue_root(parent)->dead)
        return MISTAKE("coir_timer_queue_new: the parent has been destroyed"), NULL;
    CoirTimerQueue *queue = coir_alloc(sizeof *queue);
    if (!queue)
        return NULL;
    coir_timer_queue_init(queue, &kind);
    coir_timer_queue_move(queue, parent);
    return queue;
}

void coir_timer_queue_destroy(CoirTimerQueue *queue)
{
    if (!queue)
        return;
    if (queue->dead) {
        MISTAKE("coir_timer_queue_destroy: the queue has been destroyed already");
        return;
    }
    coir_timer_queue_clear(queue);
    if (queue->advancing)
        queue->dead = true; // the end of the present advance frees the queue
    else
        coir_free(queue);
}

CoirTimerId coir_timer_queue_insert(CoirTimerQueue *queue, double start, double interval, CoirCatchUp catch_up,
                                    CoirTimerFn callback, void *user)
{
    const CoirTimerId none = {0, 0};
    int64_t start_time, interval_time;
    if (!queue)
        return MISSING("coir_timer_queue_insert: the queue is NULL"), none;
    if (!callback)
        return MISTAKE("coir_timer_queue_insert: the callback is NULL"), none;
    if (coir_timer_queue_root(queue)->dead)
        return MISTAKE("coir_timer_queue_insert: the queue has been destroyed"), none;
    if (!coir_to_nanoseconds(start, &start_time) || !coir_to_nanoseconds(interval, &interval_time) || interval < 0)
        return MISTAKE("coir_timer_queue_insert: start %g s, interval %g s: both must be finite and within a hundred "
                       "years, the interval not negative",
                       start, interval),
               none;
    if (!coir_is_catch_up(catch_up))
        return MISTAKE("coir_timer_queue_insert: %d is no CoirCatchUp", (int)catch_up), none;
    Inserted *inserted = coir_alloc(sizeof *inserted);
    if (!inserted)
        return none;
    CoirSlotId slot = coir_slots_add(&queue->ids, inserted);
    if (!slot.generation)
        return coir_free(inserted), none;
    inserted->callback = callback;
    inserted->user = user;
    inserted->id = (CoirTimerId){slot.index, slot.generation};
    coir_timer_start(&inserted->timer, queue, start_time, interval_time, catch_up);
    return inserted->id;
}

bool coir_timer_queue_erase(CoirTimerQueue *queue, CoirTimerId id)
{
    if (!queue)
        return MISSING("coir_timer_queue_erase: the queue is NULL");
    Inserted *inserted = find(queue, id);
    if (!inserted)
        return false;
    coir_timer_stop(&inserted->timer);
    free_inserted(queue, inserted);
    return true;
}

bool coir_timer_queue_contains(const CoirTimerQueue *queue, CoirTimerId id)
{
    return find(queue, id) != NULL;
}

bool coir_timer_queue_due(const CoirTimerQueue *queue, CoirTimerId id, double *due)
{
    const Inserted *inserted = find(queue, id);
    if (inserted && due)
        *due = coir_to_seconds(inserted->timer.time);
    return inserted != NULL;
}

bool coir_timer_queue_set_parent(CoirTimerQueue *queue, CoirTimerQueue *parent)
{
    if (!queue)
        return MISSING("coir_timer_queue_set_parent: the queue is NULL");
    if (coir_timer_queue_is_below(parent, queue))
        return MISTAKE("coir_timer_queue_set_parent: the new parent is the queue itself or below it");
    if (queue->advancing && parent)
        return MISTAKE("coir_timer_queue_set_parent: a root that is being advanced cannot become a child");
    if (parent && coir_timer_queue_root(parent)->dead)
        return MISTAKE("coir_timer_queue_set_parent: the new parent has been destroyed");
    if (parent != queue->parent)
        coir_timer_queue_move(queue, parent);
    return true;
}

static bool is_child(const CoirTimerQueue *queue, const char *function)
{
    if (!queue)
        return MISSING("%s: the queue is NULL", function);
    if (!queue->parent)
        return MISTAKE("%s: the queue is a root; only a child's clock can be scaled or paused", function);
    return true;
}

bool coir_timer_queue_set_scale(CoirTimerQueue *queue, double scale)
{
    if (!is_child(queue, "coir_timer_queue_set_scale"))
        return false;
    if (!(scale >= 0) || isinf(scale))
        return MISTAKE("coir_timer_queue_set_scale: %g is not a finite number of at least 0", scale);
    coir_timer_queue_change(queue, scale, queue->paused);
    return true;
}

double coir_timer_queue_scale(const CoirTimerQueue *queue)
{
    return queue ? queue->scale : 0;
}

static bool set_paused(CoirTimerQueue *queue, bool paused, const char *function)
{
    if (!is_child(queue, function))
        return false;
    coir_timer_queue_change(queue, queue->scale, paused);
    return true;
}

bool coir_timer_queue_pause(CoirTimerQueue *queue)
{
    return set_paused(queue, true, "coir_timer_queue_pause");
}

bool coir_timer_queue_resume(CoirTimerQueue *queue)
{
    return set_paused(queue, false, "coir_timer_queue_resume");
}

bool coir_timer_queue_is_paused(const CoirTimerQueue *queue)
{
    return queue && queue->paused;
}

double coir_timer_queue_now(const CoirTimerQueue *queue)
{
    return queue ? coir_to_seconds(coir_timer_queue_reads(queue)) : 0;
}

static bool may_advance(const CoirTimerQueue *root, const char *function)
{
    if (!root)
        return MISSING("%s: the queue is NULL", function);
    if (root->parent)
        return MISTAKE("%s: the queue is a child; only a root is advanced, its children follow", function);
    if (root->advancing)
        return MISTAKE("%s: called inside a callback of the same tree; the advance that is running fires the timers "
                       "that become due",
                       function);
    return true;
}

bool coir_timer_queue_advance(CoirTimerQueue *root, double dt)
{
    int64_t step;
    if (!may_advance(root, "coir_timer_queue_advance"))
        return false;
    if (!coir_to_nanoseconds(dt, &step) || dt < 0 || step > COIR_TIME_MAX - root->base)
        return MISTAKE("coir_timer_queue_advance: dt %g s must be at least 0, and no clock runs beyond a hundred years",
                       dt);
    coir_timer_queue_run(root, root->base + step, false);
    return true;
}

bool coir_timer_queue_tick_one(CoirTimerQueue *root, double now)
{
    int64_t time;
    if (!may_advance(root, "coir_timer_queue_tick_one"))
        return false;
    if (!coir_to_nanoseconds(now, &time))
        return MISTAKE("coir_timer_queue_tick_one: %g s is not a time within a hundred years", now);
    return coir_timer_queue_run(root, time > root->base ? time : root->base, true);
}

bool coir_timer_queue_next_due(const CoirTimerQueue *queue, double *due)
{
    int64_t next =
        queue && !coir_timer_queue_is_frozen(queue) ? coir_timer_queue_next((CoirTimerQueue *)queue) : COIR_NEVER;
    if (next == COIR_NEVER)
        return false;
    if (due)
        *due = coir_to_seconds(next);
    return true;
}

int coir_timer_queue_count(const CoirTimerQueue *queue)
{
    return queue ? queue->ids.count : 0;
}
