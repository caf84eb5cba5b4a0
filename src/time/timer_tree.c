// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A queue keeps two agendas: its timers by due time, and its children, each with one entry: the time on this queue's
// clock at which the earliest thing below it is due. So the earliest timer of a whole tree is found by stepping down
// from the root, and a change travels up only as far as it changes an entry. Nothing of this fails.
// What its clock reads is in timer_clock.c, what fires in timer_fire.c.

#include "time/timer_queue.h"

#include <stddef.h>
#include <stdlib.h>

#include <utlist.h>

#include "base/alloc.h"
#include "time/nanoseconds.h"

// Order --------------------------------------------------------------------------------------------------------------

CoirHeapItem *coir_timer_queue_earliest(const CoirTimerQueue *queue)
{
    CoirHeapItem *timer = coir_agenda_first(&queue->timers), *child = coir_agenda_first(&queue->children);
    if (!timer || !child)
        return timer ? timer : child;
    return coir_heap_item_before(child, timer) ? child : timer;
}

// Brings the queue's entry with its parent up to date, and so on upwards.
static void refresh(CoirTimerQueue *queue)
{
    for (; queue->parent; queue = queue->parent) {
        const CoirHeapItem *first = coir_timer_queue_earliest(queue);
        int64_t time = first ? coir_timer_queue_time_above(queue, first->time, queue->parent) : COIR_NEVER;
        uint64_t order = time != COIR_NEVER ? first->order : 0;
        if (queue->item.time == time && queue->item.order == order)
            return;
        coir_agenda_update(&queue->parent->children, &queue->item, time, order);
    }
}

// Places ------------------------------------------------------------------------------------------------------------

static CoirHeapItem **list_of(CoirTimerQueue *root, int place)
{
    return place == COIR_TIMER_HELD ? &root->held : &root->tied;
}

// A queue knows how many of its timers, and of those below it, are in a list, so that the list is looked through only
// where some are.
static void count_in_list(CoirTimerQueue *queue, int held, int tied)
{
    for (; queue; queue = queue->parent) {
        queue->held_count += held;
        queue->tied_count += tied;
    }
}

static int in_list(const CoirTimerQueue *queue, int place)
{
    return place == COIR_TIMER_HELD ? queue->held_count : queue->tied_count;
}

static void add_to_list(CoirTimer *timer)
{
    CoirHeapItem **list = list_of(coir_timer_queue_root(timer->queue), timer->place);
    CoirHeapItem *item = &timer->item, *after = *list ? (*list)->previous : NULL; // the last
    while (after && after->order > item->order)
        after = after == *list ? NULL : after->previous;
    DL_APPEND_ELEM2(*list, after, item, previous, next);
    count_in_list(timer->queue, timer->place == COIR_TIMER_HELD, timer->place == COIR_TIMER_TIED);
}

static void remove_from_list(CoirTimer *timer)
{
    CoirHeapItem **list = list_of(coir_timer_queue_root(timer->queue), timer->place);
    DL_DELETE2(*list, &timer->item, previous, next);
    count_in_list(timer->queue, -(timer->place == COIR_TIMER_HELD), -(timer->place == COIR_TIMER_TIED));
}

void coir_timer_set_place(CoirTimer *timer, CoirTimerPlace place)
{
    CoirTimerQueue *queue = timer->queue;
    if (timer->place == COIR_TIMER_WAITING)
        coir_agenda_remove(&queue->timers, &timer->item);
    else if (timer->place != COIR_TIMER_OUT)
        remove_from_list(timer);
    if (place == COIR_TIMER_WAITING)
        coir_agenda_insert(&queue->timers, &timer->item);
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
    if (timer->place == COIR_TIMER_WAITING) {
        coir_agenda_update(&queue->timers, &timer->item, time, timer->item.order);
    } else {
        remove_from_list(timer);
        timer->item.time = time;
        timer->place = COIR_TIMER_WAITING;
        coir_agenda_insert(&queue->timers, &timer->item);
    }
    refresh(queue);
}

// The next timer in a list that is in `queue` or below it, starting with `item`; NULL: there is none.
static CoirTimer *find_in_list(const CoirTimerQueue *queue, int place, CoirHeapItem *item)
{
    if (in_list(queue, place) == 0)
        return NULL;
    while (item && !coir_timer_queue_is_below(((CoirTimer *)item)->queue, queue))
        item = item->next;
    return (CoirTimer *)item;
}

void coir_timers_put_back_all(CoirTimerQueue *queue, CoirTimerPlace place)
{
    CoirHeapItem *next = *list_of(coir_timer_queue_root(queue), place);
    for (CoirTimer *timer; (timer = find_in_list(queue, place, next)) != NULL;) {
        next = timer->item.next;
        coir_timer_set_place(timer, COIR_TIMER_WAITING);
    }
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

static int64_t earliest_in_list(const CoirTimerQueue *queue, int place, int64_t earliest)
{
    CoirHeapItem *next = *list_of(coir_timer_queue_root(queue), place);
    for (const CoirTimer *timer; (timer = find_in_list(queue, place, next)) != NULL; next = timer->item.next) {
        int64_t time = coir_timer_queue_time_above(timer->queue, timer->item.time, queue);
        earliest = time < earliest ? time : earliest;
    }
    return earliest;
}

int64_t coir_timer_queue_next(const CoirTimerQueue *queue)
{
    const CoirHeapItem *first = coir_timer_queue_earliest(queue);
    int64_t earliest = earliest_in_list(queue, COIR_TIMER_HELD, first ? first->time : COIR_NEVER);
    return earliest_in_list(queue, COIR_TIMER_TIED, earliest);
}

// The tree of queues --------------------------------------------------------------------------------------------------

void coir_timer_queue_init(CoirTimerQueue *queue, CoirTimerQueue *parent, const CoirTimerKind *kind)
{
    *queue = (CoirTimerQueue){.parent = parent, .scale = 1, .kind = kind};
    queue->item.time = COIR_NEVER;
    if (!parent)
        return;
    queue->parent_base = coir_timer_queue_reads(parent);
    coir_agenda_insert(&parent->children, &queue->item);
}

static void drop(CoirTimer *timer)
{
    CoirTimerQueue *queue = timer->queue;
    coir_timer_stop(timer);
    queue->kind->drop(timer);
}

static void drop_from_list(CoirTimerQueue *queue, CoirTimerPlace place)
{
    CoirHeapItem *next = *list_of(coir_timer_queue_root(queue), place);
    for (CoirTimer *timer; (timer = find_in_list(queue, place, next)) != NULL;) {
        next = timer->item.next;
        drop(timer);
    }
}

static void leave_parent(CoirTimerQueue *queue)
{
    CoirTimerQueue *parent = queue->parent;
    coir_agenda_remove(&parent->children, &queue->item);
    count_in_list(parent, -queue->held_count, -queue->tied_count);
    queue->parent = NULL;
    refresh(parent);
}

static void drop_all(CoirTimerQueue *queue)
{
    for (CoirHeapItem *item; (item = coir_agenda_first(&queue->timers)) != NULL;)
        drop((CoirTimer *)item);
    for (CoirHeapItem *item; (item = coir_agenda_first(&queue->children)) != NULL;) {
        CoirTimerQueue *child = (CoirTimerQueue *)item;
        coir_agenda_remove(&queue->children, item);
        child->parent = NULL;
        drop_all(child);
        coir_free(child);
    }
    coir_agenda_free(&queue->timers);
    coir_agenda_free(&queue->children);
    coir_slots_free(&queue->ids);
}

void coir_timer_queue_clear(CoirTimerQueue *queue)
{
    CoirTimerQueue *root = coir_timer_queue_root(queue);
    drop_from_list(queue, COIR_TIMER_HELD);
    drop_from_list(queue, COIR_TIMER_TIED);
    if (root->reading && coir_timer_queue_is_below(root->reading, queue))
        root->reading = NULL;
    if (queue->parent)
        leave_parent(queue);
    drop_all(queue);
}

static void note_speed(CoirTimerQueue *queue)
{
    if (queue->scale > 1)
        coir_timer_queue_root(queue)->may_tie = true;
}

// Takes the bases anew, before a change of scale, pause or parent.
static void rebase(CoirTimerQueue *queue)
{
    int64_t reads = coir_timer_queue_reads(queue);
    queue->parent_base = queue->parent ? coir_timer_queue_reads(queue->parent) : 0;
    queue->base = reads;
}

void coir_timer_queue_set_paused(CoirTimerQueue *queue, bool paused)
{
    if (queue->paused == paused)
        return;
    coir_timers_put_back_all(queue, COIR_TIMER_TIED); // their due times on the root's clock change
    rebase(queue);
    queue->paused = paused;
    refresh(queue);
}

void coir_timer_queue_change_scale(CoirTimerQueue *queue, double scale)
{
    if (scale == queue->scale)
        return;                                       // taking the bases anew would round once more
    coir_timers_put_back_all(queue, COIR_TIMER_TIED); // their due times on the root's clock change
    rebase(queue);
    queue->scale = scale;
    note_speed(queue);
    refresh(queue);
}

// Insertion numbers --------------------------------------------------------------------------------------------------

// Stores the timers of a queue and below it, if there is an array. How many there are.
static size_t collect(const CoirTimerQueue *queue, CoirHeapItem **items)
{
    size_t count = 0;
    CoirHeapItem *item;
    for (CoirAgendaWalk walk = {0}; (item = coir_agenda_walk(&queue->timers, &walk)) != NULL; count++)
        if (items)
            items[count] = item;
    for (CoirAgendaWalk walk = {0}; (item = coir_agenda_walk(&queue->children, &walk)) != NULL;)
        count += collect((const CoirTimerQueue *)item, items ? items + count : NULL);
    return count;
}

static int compare_orders(const void *a, const void *b)
{
    uint64_t order_a = (*(CoirHeapItem *const *)a)->order, order_b = (*(CoirHeapItem *const *)b)->order;
    return (order_a > order_b) - (order_a < order_b);
}

// Brings the numbers of the entries below a queue up to date. All have changed alike, so that the agendas stay as they
// are.
static void refresh_orders(CoirTimerQueue *queue)
{
    CoirHeapItem *item;
    for (CoirAgendaWalk walk = {0}; (item = coir_agenda_walk(&queue->children, &walk)) != NULL;) {
        CoirTimerQueue *child = (CoirTimerQueue *)item;
        refresh_orders(child);
        if (item->time != COIR_NEVER)
            item->order = coir_timer_queue_earliest(child)->order;
    }
}

// Gives timers, which are sorted, the next numbers of a tree. They have not been called in its advance.
static void number(CoirHeapItem **items, size_t count, CoirTimerQueue *root)
{
    for (size_t i = 0; i < count; i++) {
        items[i]->order = root->next_order++;
        ((CoirTimer *)items[i])->advance = 0;
    }
}

static void add_to_numbers(CoirTimerQueue *queue, uint64_t by)
{
    CoirHeapItem *item;
    for (CoirAgendaWalk walk = {0}; (item = coir_agenda_walk(&queue->timers, &walk)) != NULL;) {
        item->order += by;
        ((CoirTimer *)item)->advance = 0;
    }
    for (CoirAgendaWalk walk = {0}; (item = coir_agenda_walk(&queue->children, &walk)) != NULL;)
        add_to_numbers((CoirTimerQueue *)item, by);
}

// In another tree all of them count as inserted now, in the order that they had among themselves. They get the next
// numbers without gaps: with the gaps of what has come and gone, those who log in and out would use up all numbers.
static void join_tree(CoirTimerQueue *queue, const CoirTimerQueue *old_root, CoirTimerQueue *root)
{
    size_t count = collect(queue, NULL);
    CoirHeapItem **items = count > 0 ? coir_alloc(count * sizeof *items) : NULL;
    root->may_tie = root->may_tie || old_root->may_tie;
    if (root == queue)
        root->next_order = 0;
    if (items) {
        collect(queue, items);
        qsort(items, count, sizeof *items, compare_orders);
        number(items, count, root);
    } else if (count > 0) { // there is no memory for that
        add_to_numbers(queue, root->next_order);
        root->next_order += old_root->next_order;
    }
    coir_free(items);
    refresh_orders(queue);
}

// Moving -------------------------------------------------------------------------------------------------------------

static CoirHeapItem *first_due(const CoirAgenda *agenda, int64_t time)
{
    CoirHeapItem *first = coir_agenda_first(agenda);
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
    coir_timers_put_back_all(queue, COIR_TIMER_TIED); // their due times on the root's clock change
    if (root != old_root && old_root->reading && coir_timer_queue_is_below(old_root->reading, queue))
        old_root->reading = NULL;
    if (root != old_root) // they go along
        coir_timers_put_back_all(queue, COIR_TIMER_HELD);
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
    count_in_list(parent, queue->held_count, queue->tied_count);
    coir_agenda_insert(&parent->children, &queue->item);
    refresh(queue);
    if (root != old_root && root->advancing)
        hold_due(queue);
}
