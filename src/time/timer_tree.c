// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A queue keeps two heaps: its timers by due time, and its children, each with one entry: the time on this queue's
// clock at which the earliest thing below it is due. So the earliest timer of a whole tree is found by stepping down
// from the root, and a change travels up only as far as it changes an entry. Nothing of this fails.
//
// A child's clock is an affine function of its parent's, kept as two bases taken at the last change, so that no error
// adds up however often it is scaled and paused. While a timer fires, its queue's clock reads exactly the due time: the
// root remembers that one exception (`reading`, `reads`); every other clock is computed. What fires is in timer_fire.c.

#include "time/timer_queue.h"

#include <stddef.h>
#include <stdlib.h>

#include <utlist.h>

#include "base/alloc.h"
#include "time/nanoseconds.h"

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

bool coir_timer_queue_stands_still(const CoirTimerQueue *queue)
{
    while (queue && !stands_still(queue))
        queue = queue->parent;
    return queue != NULL;
}

// Order --------------------------------------------------------------------------------------------------------------

CoirHeapItem *coir_timer_queue_earliest(const CoirTimerQueue *queue)
{
    CoirHeapItem *timer = coir_heap_first(&queue->timers), *child = coir_heap_first(&queue->children);
    if (!timer || !child)
        return timer ? timer : child;
    bool child_first = child->time != timer->time ? child->time < timer->time : child->order < timer->order;
    return child_first ? child : timer;
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
        queue->item.time = time;
        queue->item.order = order;
        coir_heap_update(&queue->parent->children, &queue->item);
    }
}

// Places ------------------------------------------------------------------------------------------------------------

static CoirHeapItem **list_of(const CoirTimer *timer)
{
    CoirTimerQueue *root = coir_timer_queue_root(timer->queue);
    return timer->place == COIR_TIMER_HELD ? &root->held : &root->tied;
}

static void add_to_list(CoirTimer *timer)
{
    CoirHeapItem **list = list_of(timer), *item = &timer->item, *after = *list ? (*list)->previous : NULL; // the last
    while (after && after->order > item->order)
        after = after == *list ? NULL : after->previous;
    DL_APPEND_ELEM2(*list, after, item, previous, next);
}

static void remove_from_list(CoirTimer *timer)
{
    CoirHeapItem **list = list_of(timer);
    DL_DELETE2(*list, &timer->item, previous, next);
}

void coir_timer_set_place(CoirTimer *timer, CoirTimerPlace place)
{
    CoirTimerQueue *queue = timer->queue;
    if (timer->place == COIR_TIMER_WAITING)
        coir_heap_remove(&queue->timers, &timer->item);
    else if (timer->place != COIR_TIMER_OUT)
        remove_from_list(timer);
    if (place == COIR_TIMER_WAITING)
        coir_heap_insert(&queue->timers, &timer->item);
    bool changes_entry = timer->place == COIR_TIMER_WAITING || place == COIR_TIMER_WAITING;
    timer->place = (uint8_t)place;
    if (place == COIR_TIMER_HELD || place == COIR_TIMER_TIED)
        add_to_list(timer);
    if (changes_entry)
        refresh(queue);
}

void coir_timer_set_time(CoirTimer *timer, int64_t time)
{
    CoirTimerQueue *queue = timer->queue;
    if (timer->place != COIR_TIMER_WAITING)
        remove_from_list(timer);
    timer->item.time = time;
    if (timer->place == COIR_TIMER_WAITING)
        coir_heap_update(&queue->timers, &timer->item);
    else
        coir_heap_insert(&queue->timers, &timer->item);
    timer->place = COIR_TIMER_WAITING;
    refresh(queue);
}

void coir_timers_put_back_all(CoirHeapItem **list)
{
    while (*list)
        coir_timer_set_place((CoirTimer *)*list, COIR_TIMER_WAITING);
}

static void put_into(CoirTimer *timer, CoirTimerQueue *queue, CoirTimerPlace place)
{
    timer->queue = queue;
    queue->count++;
    coir_timer_set_place(timer, place);
}

void coir_timer_prepare(CoirTimer *timer, CoirTimerQueue *queue, int64_t start, int64_t interval, CoirCatchUp catch_up)
{
    *timer = (CoirTimer){.item.time = start, .queue = queue, .interval = interval};
    timer->item.order = coir_timer_queue_root(queue)->next_order++;
    timer->catch_up = (uint8_t)catch_up & 3;
}

void coir_timer_start(CoirTimer *timer, CoirTimerQueue *queue, int64_t start, int64_t interval, CoirCatchUp catch_up)
{
    // What is due now waits, or a callback that adds such a timer could keep one advance going for ever.
    bool is_held = coir_timer_queue_root(queue)->advancing && start <= coir_timer_queue_reads(queue);
    coir_timer_prepare(timer, queue, start, interval, catch_up);
    put_into(timer, queue, is_held ? COIR_TIMER_HELD : COIR_TIMER_WAITING);
}

void coir_timer_stop(CoirTimer *timer)
{
    if (timer->place == COIR_TIMER_OUT)
        return;
    coir_timer_set_place(timer, COIR_TIMER_OUT);
    timer->queue->count--;
}

void coir_timer_put_back(CoirTimer *timer, CoirTimerQueue *queue)
{
    put_into(timer, queue, COIR_TIMER_WAITING);
}

// When a timer or entry of `queue`, due there at `time`, is due on the clock of `above`.
static int64_t time_above(const CoirTimerQueue *queue, int64_t time, const CoirTimerQueue *above)
{
    for (; queue != above && time != COIR_NEVER; queue = queue->parent)
        time = stands_still(queue) ? COIR_NEVER : parent_time_of(queue, time);
    return time;
}

int64_t coir_timer_queue_root_time(const CoirTimerQueue *queue, int64_t time)
{
    return time_above(queue, time, coir_timer_queue_root(queue));
}

int64_t coir_timer_root_time(const CoirTimer *timer)
{
    return coir_timer_queue_root_time(timer->queue, timer->item.time);
}

static int64_t earliest_in_list(const CoirHeapItem *list, const CoirTimerQueue *queue, int64_t earliest)
{
    for (const CoirHeapItem *item = list; item; item = item->next) {
        const CoirTimerQueue *its = ((const CoirTimer *)item)->queue;
        if (!coir_timer_queue_is_below(its, queue))
            continue;
        int64_t time = time_above(its, item->time, queue);
        earliest = time < earliest ? time : earliest;
    }
    return earliest;
}

int64_t coir_timer_queue_next(const CoirTimerQueue *queue)
{
    const CoirTimerQueue *root = coir_timer_queue_root(queue);
    const CoirHeapItem *first = coir_timer_queue_earliest(queue);
    int64_t earliest = earliest_in_list(root->held, queue, first ? first->time : COIR_NEVER);
    return earliest_in_list(root->tied, queue, earliest);
}

// The tree of queues --------------------------------------------------------------------------------------------------

void coir_timer_queue_init(CoirTimerQueue *queue, CoirTimerQueue *parent, const CoirTimerKind *kind)
{
    *queue = (CoirTimerQueue){.parent = parent, .scale = 1, .kind = kind};
    queue->item.time = COIR_NEVER;
    if (!parent)
        return;
    queue->parent_base = coir_timer_queue_reads(parent);
    coir_heap_insert(&parent->children, &queue->item);
}

static void drop(CoirTimer *timer)
{
    CoirTimerQueue *queue = timer->queue;
    coir_timer_stop(timer);
    queue->kind->drop(timer);
}

static void drop_from_list(CoirHeapItem *list, const CoirTimerQueue *queue)
{
    for (CoirHeapItem *item = list, *next; item; item = next) {
        next = item->next;
        if (coir_timer_queue_is_below(((CoirTimer *)item)->queue, queue))
            drop((CoirTimer *)item);
    }
}

static void leave_parent(CoirTimerQueue *queue)
{
    CoirTimerQueue *parent = queue->parent;
    coir_heap_remove(&parent->children, &queue->item);
    queue->parent = NULL;
    refresh(parent);
}

static void drop_all(CoirTimerQueue *queue)
{
    for (CoirHeapItem *item; (item = coir_heap_at(&queue->timers, 0)) != NULL;)
        drop((CoirTimer *)item);
    for (CoirHeapItem *item; (item = coir_heap_at(&queue->children, 0)) != NULL;) {
        CoirTimerQueue *child = (CoirTimerQueue *)item;
        coir_heap_remove(&queue->children, item);
        child->parent = NULL;
        drop_all(child);
        coir_free(child);
    }
    coir_heap_free(&queue->timers);
    coir_heap_free(&queue->children);
    coir_slots_clear(&queue->ids);
}

void coir_timer_queue_clear(CoirTimerQueue *queue)
{
    CoirTimerQueue *root = coir_timer_queue_root(queue);
    drop_from_list(root->held, queue);
    drop_from_list(root->tied, queue);
    if (root->reading && coir_timer_queue_is_below(root->reading, queue))
        root->reading = NULL;
    if (queue->parent)
        leave_parent(queue);
    drop_all(queue);
}

// Due times on the root's clock are about to change.
static void untie(CoirTimerQueue *queue)
{
    coir_timers_put_back_all(&coir_timer_queue_root(queue)->tied);
}

static void note_speed(CoirTimerQueue *queue)
{
    if (queue->scale > 1)
        coir_timer_queue_root(queue)->fast = true;
}

void coir_timer_queue_set_paused(CoirTimerQueue *queue, bool paused)
{
    if (queue->paused == paused)
        return;
    untie(queue);
    rebase(queue);
    queue->paused = paused;
    refresh(queue);
}

void coir_timer_queue_change_scale(CoirTimerQueue *queue, double scale)
{
    if (scale == queue->scale)
        return; // taking the bases anew would round once more
    untie(queue);
    rebase(queue);
    queue->scale = scale;
    note_speed(queue);
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
    const CoirHeapItem *item;
    for (int i = 0; (item = coir_heap_at(&queue->timers, i)) != NULL; i++) {
        *least = item->order < *least ? item->order : *least;
        *most = item->order > *most ? item->order : *most;
    }
    for (int i = 0; (item = coir_heap_at(&queue->children, i)) != NULL; i++)
        find_orders((const CoirTimerQueue *)item, least, most);
}

// Adds to the insertion numbers, and forgets what was called in the old tree's advance.
static void renumber(CoirTimerQueue *queue, uint64_t by)
{
    CoirHeapItem *item;
    for (int i = 0; (item = coir_heap_at(&queue->timers, i)) != NULL; i++) {
        item->order += by;
        ((CoirTimer *)item)->advance = 0;
    }
    for (int i = 0; (item = coir_heap_at(&queue->children, i)) != NULL; i++) {
        renumber((CoirTimerQueue *)item, by);
        if (item->time != COIR_NEVER)
            item->order += by;
    }
}

// What the old root holds back of a queue goes along.
static void leave_tree(CoirTimerQueue *queue, CoirTimerQueue *old_root)
{
    for (CoirHeapItem *item = old_root->held, *next; item; item = next) {
        next = item->next;
        if (coir_timer_queue_is_below(((CoirTimer *)item)->queue, queue))
            coir_timer_set_place((CoirTimer *)item, COIR_TIMER_WAITING);
    }
}

// In another tree all of them count as inserted now, in the order that they had among themselves.
static void join_tree(CoirTimerQueue *queue, CoirTimerQueue *old_root, CoirTimerQueue *root)
{
    root->fast = root->fast || old_root->fast;
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

static CoirHeapItem *first_due(const CoirHeap *heap, int64_t time)
{
    CoirHeapItem *first = coir_heap_first(heap);
    return first && first->time <= time ? first : NULL;
}

// As coir_timer_start does, and for the same reason.
static void hold_due(CoirTimerQueue *queue)
{
    int64_t reads = coir_timer_queue_reads(queue);
    CoirHeapItem *item;
    while ((item = first_due(&queue->timers, reads)) != NULL)
        coir_timer_set_place((CoirTimer *)item, COIR_TIMER_HELD);
    while ((item = first_due(&queue->children, reads)) != NULL)
        hold_due((CoirTimerQueue *)item); // whose entry then moves on
}

void coir_timer_queue_move(CoirTimerQueue *queue, CoirTimerQueue *parent)
{
    CoirTimerQueue *old_root = coir_timer_queue_root(queue), *root = parent ? coir_timer_queue_root(parent) : queue;
    int64_t reads = coir_timer_queue_reads(queue);
    untie(queue);
    if (root != old_root && old_root->reading && coir_timer_queue_is_below(old_root->reading, queue))
        old_root->reading = NULL;
    if (root != old_root) // while the lists of the old root are still to be found
        leave_tree(queue, old_root);
    if (queue->parent)
        leave_parent(queue);
    if (root != old_root)
        join_tree(queue, old_root, root);
    queue->parent = parent;
    queue->base = reads;
    queue->item.time = COIR_NEVER;
    if (!parent)
        return;
    queue->parent_base = coir_timer_queue_reads(parent);
    coir_heap_insert(&parent->children, &queue->item);
    refresh(queue);
    if (root != old_root && root->advancing)
        hold_due(queue);
}
