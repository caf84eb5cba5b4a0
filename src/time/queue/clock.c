// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Clocks. The clock of a child is an affine function of its parent's clock. The times of both clocks (`base`,
// `parent_base`) are stored only when the scale, the pause or the parent of the child's clock changes, and every time
// in between is computed from these two times. So no error adds up, however often the clocks advance. While a timer
// fires, the clock of its queue reads exactly the due time, or a later time that the clock had already reached: the
// root stores the queue and this time (`firing`, `logical_time`). The time of the root itself is not computed, but
// stored (`base`).

#include <stddef.h>

#include "time/nanoseconds.h"
#include "time/queue/timer_queue.h"
#include "time/scale.h"

CoirTimerQueue *coir_timer_queue_root(const CoirTimerQueue *queue)
{
    while (queue->parent)
        queue = queue->parent;
    return (CoirTimerQueue *)queue;
}

static bool is_frozen_itself(const CoirTimerQueue *queue)
{
    return queue->paused || queue->scale == 0;
}

static int64_t reads_when_parent_reads(const CoirTimerQueue *queue, int64_t parent_time)
{
    if (is_frozen_itself(queue))
        return queue->base;
    int64_t reads = queue->base + coir_scaled_time(parent_time - queue->parent_base, queue->scale);
    return reads < COIR_TIME_MAX ? reads : COIR_TIME_MAX; // the limit of all clocks, which also keeps sums in range
}

// Returns the time that the clock of a queue reads now. `root` is the root of the queue's tree.
static int64_t reads_below(const CoirTimerQueue *queue, const CoirTimerQueue *root)
{
    if (queue == root->firing)
        return root->logical_time;
    if (!queue->parent)
        return queue->base;
    return reads_when_parent_reads(queue, reads_below(queue->parent, root));
}

int64_t coir_child_queue_reads(const CoirTimerQueue *queue)
{
    return reads_below(queue, coir_timer_queue_root(queue));
}

int64_t coir_timer_queue_reads_at(const CoirTimerQueue *queue, int64_t root_time)
{
    if (!queue->parent)
        return root_time;
    return reads_when_parent_reads(queue, coir_timer_queue_reads_at(queue->parent, root_time));
}

// Returns the least time of the parent's clock at which the queue's clock reads at least `time`; COIR_NEVER: there is
// none, since clocks stop at COIR_TIME_MAX.
static int64_t parent_time_of(const CoirTimerQueue *queue, int64_t time)
{
    if (time > COIR_TIME_MAX)
        return COIR_NEVER;
    int64_t passed = coir_time_for_scaled(time - queue->base, queue->scale);
    return passed > COIR_TIME_MAX - queue->parent_base ? COIR_NEVER : queue->parent_base + passed;
}

bool coir_timer_queue_is_frozen(const CoirTimerQueue *queue)
{
    while (queue->parent && !is_frozen_itself(queue))
        queue = queue->parent;
    return queue->parent != NULL; // a root ignores the scale and the pause that were set while it was a child
}

bool coir_timer_queue_is_below(const CoirTimerQueue *queue, const CoirTimerQueue *ancestor)
{
    while (queue && queue != ancestor)
        queue = queue->parent;
    return queue != NULL;
}

int64_t coir_timer_queue_time_above(const CoirTimerQueue *queue, int64_t time, const CoirTimerQueue *above)
{
    for (; queue != above && time != COIR_NEVER; queue = queue->parent)
        time = is_frozen_itself(queue) ? COIR_NEVER : parent_time_of(queue, time);
    return time;
}

int64_t coir_timer_queue_root_time(const CoirTimerQueue *queue, int64_t time)
{
    return coir_timer_queue_time_above(queue, time, coir_timer_queue_root(queue));
}

int64_t coir_timer_root_time(const CoirTimer *timer)
{
    return coir_timer_queue_root_time(timer->queue, timer->time);
}
