// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A queue keeps two heaps: its timers by due time, and its children, each with one entry: the time on this queue's
// clock at which the earliest thing below it is due. So the earliest timer of a whole tree is found by stepping down
// from the root, and a change travels up only as far as it changes an entry. Nothing of this allocates.
//
// A child's clock is an affine function of its parent's, kept as two bases taken at the last change, so that no error
// adds up however often it is scaled and paused. While a timer fires, its queue's clock reads exactly the due time: the
// root remembers that one exception (`reading`, `reads`); every other clock is computed.

#include "time/timer_queue.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "time/nanoseconds.h"

#define FIRE_LIMIT 1000
#define READING_MAX 4e18 // where a scaled clock stops, short of overflow

CoirTimerQueue *coir_timer_queue_root(const CoirTimerQueue *queue)
{
    while (queue->parent)
        queue = queue->parent;
    return (CoirTimerQueue *)queue;
}

// Clocks -------------------------------------------------------------------------------------------------------------

static bool stands_still(const CoirTimerQueue *queue)
{
    return queue->paused || queue->scale == 0;
}

static int64_t saturated(double nanoseconds)
{
    if (nanoseconds > READING_MAX)
        return (int64_t)READING_MAX;
    return nanoseconds < -READING_MAX ? (int64_t)-READING_MAX : llround(nanoseconds);
}

static int64_t reads_when_parent_reads(const CoirTimerQueue *queue, int64_t parent_time)
{
    if (stands_still(queue))
        return queue->base;
    int64_t reads = queue->base + saturated((double)(parent_time - queue->parent_base) * queue->scale);
    return reads < (int64_t)READING_MAX ? reads : (int64_t)READING_MAX; // or the next base would overflow
}

static int64_t reads_below(const CoirTimerQueue *queue, const CoirTimerQueue *root)
{
    if (queue == root->reading)
        return root->reads;
    if (!queue->parent)
        return queue->base;
    return reads_when_parent_reads(queue, reads_below(queue->parent, root));
}

int64_t coir_timer_queue_reads(const CoirTimerQueue *queue)
{
    return reads_below(queue, coir_timer_queue_root(queue));
}

int64_t coir_timer_queue_reads_at(const CoirTimerQueue *queue, int64_t root_time)
{
    if (!queue->parent)
        return root_time;
    return reads_when_parent_reads(queue, coir_timer_queue_reads_at(queue->parent, root_time));
}

// The least time of the parent at which the queue's clock reads at least `time`: a guess, then bisection, since
// rounding makes the guess miss by a little.
static int64_t parent_time_of(const CoirTimerQueue *queue, int64_t time)
{
    double guess = (double)queue->parent_base + ((double)(time - queue->base) - 0.5) / queue->scale;
    if (!(fabs(guess) < READING_MAX))
        return guess < 0 ? (int64_t)-READING_MAX : COIR_NEVER;
    int64_t low = (int64_t)guess, high = low;
    for (double step = 1; reads_when_parent_reads(queue, low) >= time && low > -(int64_t)READING_MAX; step *= 2)
        low = saturated((double)low - step);
    for (double step = 1; reads_when_parent_reads(queue, high) < time; step *= 2) {
        if (high == (int64_t)READING_MAX)
            return COIR_NEVER;
        high = saturated((double)high + step);
    }
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (reads_when_parent_reads(queue, middle) >= time)
            high = middle;
        else
            low = middle;
    }
    return high;
}

// Takes the bases anew, before a change of scale, pause or parent.
static void rebase(CoirTimerQueue *queue)
{
    int64_t reads = coir_timer_queue_reads(queue);
    queue->parent_base = queue->parent ? coir_timer_queue_reads(queue->parent) : 0;
    queue->base = reads;
}

// Order --------------------------------------------------------------------------------------------------------------

CoirHeapItem *coir_timer_queue_earliest(const CoirTimerQueue *queue)
{
    if (!queue->timers || !queue->children)
        return queue->timers ? queue->timers : queue->children;
    return coir_heap_before(queue->children, queue->timers) ? queue->children : queue->timers;
}

// Brings the queue's entry with its parent up to date, and so on upwards.
static void refresh(CoirTimerQueue *queue)
{
    for (; queue->parent; queue = queue->parent) {
        const CoirHeapItem *first = coir_timer_queue_earliest(queue);
        int64_t time = COIR_NEVER;
        uint64_t order = 0;
        if (first && first->time != COIR_NEVER && !stands_still(queue)) {
            time = parent_time_of(queue, first->time);
            order = first->order;
        }
        if (queue->item.time == time && queue->item.order == order)
            return;
        coir_heap_remove(&queue->parent->children, &queue->item);
        queue->item.time = time;
        queue->item.order = order;
        coir_heap_insert(&queue->parent->children, &queue->item);
    }
}

static void hold(CoirTimer *timer, CoirTimerQueue *root)
{
    timer->held = true;
    timer->item.child = timer->item.previous = NULL;
    timer->item.next = root->held;
    if (root->held)
        root->held->previous = &timer->item;
    root->held = &timer->item;
}

static void release(CoirTimer *timer, CoirTimerQueue *root)
{
    CoirHeapItem *item = &timer->item;
    if (item->previous)
        item->previous->next = item->next;
    else
        root->held = item->next;
    if (item->next)
        item->next->previous = item->previous;
    item->next = item->previous = NULL;
    timer->held = false;
}

static void release_all(CoirTimerQueue *root)
{
    while (root->held) {
        CoirTimer *timer = (CoirTimer *)root->held;
        release(timer, root);
        coir_heap_insert(&timer->queue->timers, &timer->item);
        refresh(timer->queue);
    }
}

void coir_timer_start(CoirTimer *timer, CoirTimerQueue *queue, int64_t start, int64_t interval, CoirCatchUp catch_up)
{
    CoirTimerQueue *root = coir_timer_queue_root(queue);
    timer->queue = queue;
    timer->start = timer->item.time = start;
    timer->interval = interval;
    timer->occurrence = 0;
    timer->item.order = root->next_order++;
    timer->advance = 0;
    timer->fired = 0;
    timer->catch_up = (uint8_t)catch_up;
    timer->skip_said = false;
    queue->count++;
    if (root->advancing && start <= coir_timer_queue_reads(queue)) {
        hold(timer, root); // or a callback that adds a timer due now could keep one advance going for ever
        return;
    }
    coir_heap_insert(&queue->timers, &timer->item);
    refresh(queue);
}

void coir_timer_stop(CoirTimer *timer)
{
    CoirTimerQueue *queue = timer->queue;
    if (!queue)
        return;
    timer->queue = NULL;
    queue->count--;
    if (timer->held) {
        release(timer, coir_timer_queue_root(queue));
        return;
    }
    coir_heap_remove(&queue->timers, &timer->item);
    refresh(queue);
}

// Firing -------------------------------------------------------------------------------------------------------------

// The first occurrence after the time advanced to.
static void skip_ahead(CoirTimer *timer, int64_t reached)
{
    int64_t next = timer->occurrence + 1;
    if (reached >= timer->start) {
        int64_t after = (reached - timer->start) / timer->interval + 1;
        if (after > next)
            next = after;
    }
    timer->occurrence = next;
}

// Sets a timer that is about to be called to its next due time, or takes it out before its last call.
static void set_next(CoirTimer *timer, const CoirTimerQueue *root)
{
    CoirTimerQueue *queue = timer->queue;
    if (timer->interval == 0) {
        coir_timer_stop(timer);
        return;
    }
    int64_t reached = coir_timer_queue_reads_at(queue, root->advance_to);
    if (timer->catch_up == COIR_CATCH_UP_RESTART) {
        timer->start = reached + timer->interval;
        timer->occurrence = 0;
    } else if (timer->catch_up == COIR_CATCH_UP_ONE) {
        skip_ahead(timer, reached);
    } else if (timer->fired >= FIRE_LIMIT) {
        int64_t due = timer->occurrence + 1;
        skip_ahead(timer, reached);
        if (timer->occurrence > due && !timer->skip_said) {
            timer->skip_said = true;
            coir_log(
                COIR_LOG_WARNING,
                "a timer of interval %g s was due more than %d times in one advance; the rest is skipped. A longer "
                "interval, or COIR_CATCH_UP_ONE, avoids that.",
                coir_to_seconds(timer->interval), FIRE_LIMIT);
        }
    } else {
        timer->occurrence++;
    }
    coir_heap_remove(&queue->timers, &timer->item);
    timer->item.time = timer->start + timer->occurrence * timer->interval;
    coir_heap_insert(&queue->timers, &timer->item);
    refresh(queue);
}

// True for one that has had all its calls of this advance and has come due again.
static bool has_had_its_turn(const CoirTimer *timer, const CoirTimerQueue *root)
{
    if (timer->advance != root->advance)
        return false;
    return timer->catch_up != COIR_CATCH_UP_ALL || timer->fired >= FIRE_LIMIT;
}

static void fire(CoirTimer *timer, CoirTimerQueue *root, int64_t root_due)
{
    CoirTimerQueue *queue = timer->queue;
    if (has_had_its_turn(timer, root)) {
        coir_heap_remove(&queue->timers, &timer->item);
        hold(timer, root);
        refresh(queue);
        return;
    }
    int64_t before = coir_timer_queue_reads(queue), due = timer->item.time;
    if (root_due > root->base)
        root->base = root_due;
    root->reading = queue;
    root->reads = due > before ? due : before;
    timer->fired = timer->advance == root->advance ? (uint16_t)(timer->fired + (timer->fired < FIRE_LIMIT)) : 1;
    timer->advance = root->advance;
    set_next(timer, root);
    timer->kind->fire(timer, queue);
}

static CoirTimer *next_timer(CoirTimerQueue *root, int64_t limit)
{
    CoirTimerQueue *queue = root;
    CoirHeapItem *first = coir_timer_queue_earliest(queue);
    if (!first || first->time > limit)
        return NULL;
    while (first == queue->children) {
        queue = (CoirTimerQueue *)first;
        first = coir_timer_queue_earliest(queue);
    }
    return (CoirTimer *)first;
}

bool coir_timer_queue_run(CoirTimerQueue *root, int64_t time, bool single)
{
    bool fired = false;
    root->advancing = true;
    root->advance_to = time;
    if (++root->advance == 0)
        root->advance = 1; // 0 marks a timer that has not fired
    while (!root->dead && !(single && fired)) {
        CoirTimer *timer = next_timer(root, time);
        if (!timer)
            break;
        fire(timer, root, coir_timer_queue_earliest(root)->time);
        fired = true;
    }
    root->advancing = false;
    if (root->dead) {
        coir_free(root);
        return fired;
    }
    if (!(single && fired))
        root->base = time;
    root->reading = NULL;
    release_all(root);
    return fired;
}

// The tree of queues --------------------------------------------------------------------------------------------------

void coir_timer_queue_init(CoirTimerQueue *queue, CoirTimerQueue *parent)
{
    *queue = (CoirTimerQueue){.parent = parent, .scale = 1};
    queue->item.time = COIR_NEVER;
    if (!parent)
        return;
    queue->parent_base = coir_timer_queue_reads(parent);
    coir_heap_insert(&parent->children, &queue->item);
}

static void drop(CoirTimer *timer)
{
    timer->queue->count--;
    timer->queue = NULL;
    timer->kind->drop(timer);
}

void coir_timer_queue_clear(CoirTimerQueue *queue)
{
    CoirTimerQueue *root = coir_timer_queue_root(queue);
    while (queue->timers) {
        CoirHeapItem *item = queue->timers;
        coir_heap_remove(&queue->timers, item);
        drop((CoirTimer *)item);
    }
    for (CoirHeapItem *item = root->held, *next; item; item = next) {
        CoirTimer *timer = (CoirTimer *)item;
        next = item->next;
        if (timer->queue == queue) {
            release(timer, root);
            drop(timer);
        }
    }
    while (queue->children) {
        CoirTimerQueue *child = (CoirTimerQueue *)queue->children;
        coir_timer_queue_clear(child);
        coir_free(child);
    }
    coir_slots_clear(&queue->ids);
    if (root->reading == queue)
        root->reading = NULL;
    if (queue->parent) {
        coir_heap_remove(&queue->parent->children, &queue->item);
        refresh(queue->parent);
        queue->parent = NULL;
    }
}

void coir_timer_queue_set_paused(CoirTimerQueue *queue, bool paused)
{
    if (queue->paused == paused)
        return;
    rebase(queue);
    queue->paused = paused;
    refresh(queue);
}

void coir_timer_queue_change_scale(CoirTimerQueue *queue, double scale)
{
    rebase(queue);
    queue->scale = scale;
    refresh(queue);
}

bool coir_timer_queue_is_below(const CoirTimerQueue *queue, const CoirTimerQueue *ancestor)
{
    while (queue && queue != ancestor)
        queue = queue->parent;
    return queue != NULL;
}

// Finds the range of the insertion numbers in a queue and below it.
static void find_orders(const CoirTimerQueue *queue, uint64_t *least, uint64_t *most)
{
    for (const CoirHeapItem *item = queue->timers; item; item = coir_heap_walk((CoirHeapItem *)item)) {
        *least = item->order < *least ? item->order : *least;
        *most = item->order > *most ? item->order : *most;
    }
    for (const CoirHeapItem *item = queue->children; item; item = coir_heap_walk((CoirHeapItem *)item))
        find_orders((const CoirTimerQueue *)item, least, most);
}

// Adds to the insertion numbers, and forgets what was called in the old tree's advance.
static void renumber(CoirTimerQueue *queue, uint64_t by)
{
    for (CoirHeapItem *item = queue->timers; item; item = coir_heap_walk(item)) {
        item->order += by;
        ((CoirTimer *)item)->advance = 0;
    }
    for (CoirHeapItem *item = queue->children; item; item = coir_heap_walk(item)) {
        renumber((CoirTimerQueue *)item, by);
        if (item->time != COIR_NEVER)
            item->order += by;
    }
}

// In another tree all of them count as inserted now, in the order that they had among themselves.
static void join_tree(CoirTimerQueue *queue, CoirTimerQueue *old_root, CoirTimerQueue *root)
{
    for (CoirHeapItem *item = old_root->held, *next; item; item = next) {
        CoirTimer *timer = (CoirTimer *)item;
        next = item->next;
        if (coir_timer_queue_is_below(timer->queue, queue)) {
            release(timer, old_root);
            coir_heap_insert(&timer->queue->timers, item);
            refresh(timer->queue);
        }
    }
    uint64_t least = UINT64_MAX, most = 0, by = 0;
    find_orders(queue, &least, &most);
    if (root == queue) {
        root->next_order = old_root->next_order;
    } else if (least <= most) {
        by = root->next_order - least; // modulo 2^64 is what is wanted
        root->next_order += most - least + 1;
    }
    renumber(queue, by);
}

// Takes what is due out of the heaps below `queue`, whose entries with their parents are then to be refreshed.
static void hold_due(CoirTimerQueue *queue, CoirTimerQueue *root)
{
    int64_t reads = coir_timer_queue_reads(queue);
    while (queue->timers && queue->timers->time <= reads) {
        CoirTimer *timer = (CoirTimer *)queue->timers;
        coir_heap_remove(&queue->timers, &timer->item);
        hold(timer, root);
    }
    for (CoirHeapItem *item = queue->children; item; item = coir_heap_walk(item))
        hold_due((CoirTimerQueue *)item, root);
}

void coir_timer_queue_move(CoirTimerQueue *queue, CoirTimerQueue *parent)
{
    CoirTimerQueue *old_root = coir_timer_queue_root(queue), *root = parent ? coir_timer_queue_root(parent) : queue;
    int64_t reads = coir_timer_queue_reads(queue);
    if (old_root->reading && coir_timer_queue_is_below(old_root->reading, queue) && root != old_root)
        old_root->reading = NULL;
    if (queue->parent) {
        CoirTimerQueue *old_parent = queue->parent;
        coir_heap_remove(&old_parent->children, &queue->item);
        queue->parent = NULL;
        refresh(old_parent);
    }
    if (root != old_root)
        join_tree(queue, old_root, root);
    queue->parent = parent;
    queue->base = reads;
    queue->item.time = COIR_NEVER;
    if (!parent)
        return;
    queue->parent_base = coir_timer_queue_reads(parent);
    coir_heap_insert(&parent->children, &queue->item);
    if (root != old_root && root->advancing) {
        hold_due(queue, root); // as coir_timer_start does, and for the same reason
        for (CoirHeapItem *item = root->held; item; item = item->next)
            refresh(((CoirTimer *)item)->queue);
    }
    refresh(queue);
}
