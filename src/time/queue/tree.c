// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A tree of queues. The agenda of a queue has the queue's timers, and an entry for each child: the time on this queue's
// clock at which the earliest timer of the child, or below the child, is due. A child has no entry while no such timer
// will be due, for example while the child's clock is frozen. The earliest timer of a tree is found by stepping down
// from the root. After a change of a timer, the entries of the queues above are corrected, up to the first entry that
// stays the same. Searches and corrections never fail: without memory for a wheel, an agenda keeps its timers in the
// heap.
//
// While the child's earliest timer is in the child's wheel, where timers are not sorted, the entry has the bound of
// the wheel. The bound may be too early. Such an entry is corrected when its time comes.
//
// The times of clocks are in clock.c, firing is in firing.c.

#include "time/queue/timer_queue.h"

#include <stddef.h>

#include <utlist.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "time/nanoseconds.h"

// Entries ------------------------------------------------------------------------------------------------------------

static void enter_agenda(CoirTimerQueue *queue, CoirTimer *entry)
{
    if (coir_agenda_needs_wheel(&queue->agenda))
        coir_agenda_add_wheel(&queue->agenda, coir_timer_queue_reads(queue));
    coir_agenda_insert(&queue->agenda, entry);
}

// Returns a time before which no timer of the queue, or below the queue, is due. Stores the insertion number for the
// queue's entry.
static int64_t bound_of(const CoirTimerQueue *queue, uint64_t *order)
{
    CoirTimer *first = coir_agenda_first(&queue->agenda);
    *order = first ? first->order : 0;
    return first ? first->time : queue->agenda.wheel_bound;
}

static void set_entry(CoirTimerQueue *queue, int64_t time, uint64_t order)
{
    CoirTimerQueue *parent = queue->parent;
    bool was_entered = queue->entry.time != COIR_NEVER, is_entered = time != COIR_NEVER;
    if (was_entered && is_entered) {
        coir_agenda_update(&parent->agenda, &queue->entry, time, order);
        return;
    }
    if (was_entered)
        coir_agenda_remove(&parent->agenda, &queue->entry);
    queue->entry.time = time;
    queue->entry.order = order;
    if (is_entered)
        enter_agenda(parent, &queue->entry);
}

// Corrects the entry of a queue and the entries of the queues above. Returns false if the queue's entry was correct.
static bool refresh(CoirTimerQueue *queue)
{
    bool has_changed = false;
    for (; queue->parent; queue = queue->parent) {
        uint64_t order;
        int64_t time = coir_timer_queue_time_above(queue, bound_of(queue, &order), queue->parent);
        if (queue->entry.time == time && queue->entry.order == order)
            break;
        set_entry(queue, time, order);
        has_changed = true;
    }
    return has_changed;
}

// Returns the earliest timer below an entry. NULL: an entry on the way down was too early, and was corrected.
static CoirTimer *step_down(CoirTimer *entry)
{
    while (entry->is_queue) {
        CoirTimerQueue *queue = (CoirTimerQueue *)entry;
        CoirTimer *first = coir_agenda_first(&queue->agenda);
        if (first && first->order == entry->order) {
            entry = first;
            continue;
        }
        if (!refresh(queue)) { // the entry is the bound of the wheel
            coir_agenda_sort_slice(&queue->agenda);
            refresh(queue);
        }
        return NULL;
    }
    return entry;
}

CoirTimer *coir_timer_queue_find_due(CoirTimerQueue *queue, int64_t limit, int64_t *due)
{
    CoirTimer *entry;
    while ((entry = coir_agenda_due(&queue->agenda, limit)) != NULL) {
        CoirTimer *timer = step_down(entry);
        if (timer && timer->is_paused)
            coir_timer_stop(timer);
        else if (timer)
            return *due = entry->time, timer;
    }
    return NULL;
}

// States ------------------------------------------------------------------------------------------------------------

// Some timers are in no agenda, but in one of two lists of the root (CoirTimerState): deferred timers wait for the next
// advance, and tied timers are due in the same nanosecond of the root's clock.

static CoirTimer **list_of(CoirTimerQueue *root, int state)
{
    return state == COIR_TIMER_DEFERRED ? &root->deferred : &root->tied;
}

// Changes the numbers of deferred and tied timers of a queue and of the queues above. The lists of the root are
// searched for timers of a queue only if the queue's number is above 0.
static void count_in_list(CoirTimerQueue *queue, int deferred, int tied)
{
    for (; queue; queue = queue->parent) {
        queue->deferred_count += deferred;
        queue->tied_count += tied;
    }
}

static int number_in_list(const CoirTimerQueue *queue, int state)
{
    return state == COIR_TIMER_DEFERRED ? queue->deferred_count : queue->tied_count;
}

static void add_to_list(CoirTimer *timer)
{
    CoirTimer **list = list_of(coir_timer_queue_root(timer->queue), timer->state);
    CoirTimer *after = *list ? (*list)->previous : NULL; // the last timer of the list
    while (after && after->order > timer->order)
        after = after == *list ? NULL : after->previous;
    DL_APPEND_ELEM2(*list, after, timer, previous, next);
    count_in_list(timer->queue, timer->state == COIR_TIMER_DEFERRED, timer->state == COIR_TIMER_TIED);
}

static void remove_from_list(CoirTimer *timer)
{
    CoirTimer **list = list_of(coir_timer_queue_root(timer->queue), timer->state);
    DL_DELETE2(*list, timer, previous, next);
    count_in_list(timer->queue, -(timer->state == COIR_TIMER_DEFERRED), -(timer->state == COIR_TIMER_TIED));
}

static inline void set_state(CoirTimer *timer, CoirTimerState state)
{
    CoirTimerQueue *queue = timer->queue;
    if (timer->state == COIR_TIMER_WAITING)
        coir_agenda_remove(&queue->agenda, timer);
    else if (timer->state != COIR_TIMER_OUT)
        remove_from_list(timer);
    timer->state = (unsigned)state & 7;
    if (state == COIR_TIMER_WAITING)
        enter_agenda(queue, timer);
    else if (state != COIR_TIMER_OUT)
        add_to_list(timer);
    refresh(queue);
}

void coir_timer_set_state(CoirTimer *timer, CoirTimerState state)
{
    set_state(timer, state);
}

void coir_timer_set_time(CoirTimer *timer, int64_t time)
{
    if (timer->state == COIR_TIMER_WAITING) {
        coir_agenda_update(&timer->queue->agenda, timer, time, timer->order);
        refresh(timer->queue);
    } else {
        timer->time = time;
        coir_timer_set_state(timer, COIR_TIMER_WAITING);
    }
}

// Returns the first timer of `queue`, or of the queues below, in a list that begins at `entry`; NULL: there is none.
static CoirTimer *find_in_list(const CoirTimerQueue *queue, int state, CoirTimer *entry)
{
    if (number_in_list(queue, state) == 0)
        return NULL;
    while (entry && !coir_timer_queue_is_below(entry->queue, queue))
        entry = entry->next;
    return entry;
}

void coir_timers_take_due(CoirTimerQueue *queue, int64_t limit, CoirTimerState state)
{
    int64_t due;
    for (CoirTimer *timer; (timer = coir_timer_queue_find_due(queue, limit, &due)) != NULL;)
        coir_timer_set_state(timer, state);
}

void coir_timers_requeue_all(CoirTimerQueue *queue, CoirTimerState state)
{
    CoirTimer *next = *list_of(coir_timer_queue_root(queue), state);
    for (CoirTimer *timer; (timer = find_in_list(queue, state, next)) != NULL;) {
        next = timer->next;
        coir_timer_set_state(timer, COIR_TIMER_WAITING);
    }
}

void coir_timer_enter(CoirTimer *timer, CoirTimerQueue *queue)
{
    timer->queue = queue;
    timer->state = COIR_TIMER_WAITING;
    enter_agenda(queue, timer);
    refresh(queue);
}

void coir_timer_start(CoirTimer *timer, CoirTimerQueue *queue, int64_t start, int64_t interval, CoirCatchUp catch_up)
{
    // A timer that is already due has to wait for the next advance. Otherwise a callback that adds such a timer again
    // and again would keep one advance going for ever.
    CoirTimerQueue *root = coir_timer_queue_root(queue);
    bool is_deferred = root->advancing && start <= coir_timer_queue_reads(queue);
    root->may_tie = root->may_tie || (queue->parent && queue->base - start > COIR_EXACT_MAX);
    coir_timer_prepare(timer, queue, start, interval, catch_up);
    coir_timer_set_state(timer, is_deferred ? COIR_TIMER_DEFERRED : COIR_TIMER_WAITING);
}

void coir_timer_stop(CoirTimer *timer)
{
    timer->is_paused = false;
    if (timer->state != COIR_TIMER_OUT)
        set_state(timer, COIR_TIMER_OUT);
}

void coir_timer_resume_elsewhere(CoirTimer *timer, int64_t time)
{
    if (timer->state == COIR_TIMER_OUT) {
        timer->time = time;
        coir_timer_enter(timer, timer->queue);
    } else {
        timer->is_paused = false;
        coir_timer_set_time(timer, time);
    }
}

static int64_t earliest_in_list(const CoirTimerQueue *queue, int state, int64_t earliest)
{
    CoirTimer *next = *list_of(coir_timer_queue_root(queue), state);
    for (const CoirTimer *timer; (timer = find_in_list(queue, state, next)) != NULL; next = timer->next) {
        int64_t time = coir_timer_queue_time_above(timer->queue, timer->time, queue);
        earliest = time < earliest ? time : earliest;
    }
    return earliest;
}

// Does the work of coir_timer_queue_next for waiting timers only. Corrects the entries of children, and takes out
// paused timers, until a timer that is not paused comes first.
static int64_t next_waiting(CoirTimerQueue *queue)
{
    CoirTimer *earliest;
    while ((earliest = coir_agenda_earliest(&queue->agenda)) != NULL && (earliest->is_queue || earliest->is_paused)) {
        if (earliest->is_paused) {
            coir_timer_stop(earliest);
            continue;
        }
        int64_t time = earliest->time;
        next_waiting((CoirTimerQueue *)earliest);
        refresh((CoirTimerQueue *)earliest);
        if (earliest->time == time)
            break;
    }
    return earliest ? earliest->time : COIR_NEVER;
}

int64_t coir_timer_queue_next(CoirTimerQueue *queue)
{
    int64_t earliest = next_waiting(queue);
    refresh(queue);
    earliest = earliest_in_list(queue, COIR_TIMER_DEFERRED, earliest);
    return earliest_in_list(queue, COIR_TIMER_TIED, earliest);
}

// The tree of queues --------------------------------------------------------------------------------------------------

void coir_timer_queue_init(CoirTimerQueue *queue, const CoirTimerKind *kind)
{
    *queue = (CoirTimerQueue){.entry = {.time = COIR_NEVER, .is_queue = true}, .scale = 1, .kind = kind};
    coir_agenda_init(&queue->agenda);
}

static void leave_parent(CoirTimerQueue *queue)
{
    CoirTimerQueue *parent = queue->parent;
    set_entry(queue, COIR_NEVER, 0);
    DL_DELETE2(parent->children, queue, previous, next);
    count_in_list(parent, -queue->deferred_count, -queue->tied_count);
    queue->parent = NULL;
    refresh(parent);
}

static void drop_all(CoirTimerQueue *queue)
{
    CoirTimer *next = coir_agenda_take_all(&queue->agenda), *entry;
    while ((entry = next) != NULL) {
        next = entry->next;
        if (entry->is_queue)
            continue;
        entry->state = COIR_TIMER_OUT;
        coir_timer_kind(entry)->drop(entry);
    }
    for (CoirTimerQueue *child; (child = queue->children) != NULL;) {
        queue->children = child->next;
        drop_all(child);
        coir_free(child);
    }
    coir_slots_free(&queue->ids);
}

void coir_timer_queue_clear(CoirTimerQueue *queue)
{
    CoirTimerQueue *root = coir_timer_queue_root(queue);
    coir_timers_requeue_all(queue, COIR_TIMER_DEFERRED);
    coir_timers_requeue_all(queue, COIR_TIMER_TIED);
    if (root->firing && coir_timer_queue_is_below(root->firing, queue))
        root->firing = NULL;
    if (queue->parent)
        leave_parent(queue);
    drop_all(queue);
}

void coir_timer_queue_change(CoirTimerQueue *queue, double scale, bool paused)
{
    if (scale == queue->scale && paused == queue->paused)
        return;                                      // new bases would only add a rounding error
    coir_timers_requeue_all(queue, COIR_TIMER_TIED); // the due times of tied timers on the root's clock change
    queue->base = coir_timer_queue_reads(queue);
    queue->parent_base = queue->parent ? coir_timer_queue_reads(queue->parent) : 0;
    queue->scale = scale;
    queue->paused = paused;
    if (scale > 1)
        coir_timer_queue_root(queue)->may_tie = true;
    refresh(queue);
}

// Insertion numbers --------------------------------------------------------------------------------------------------

// Moves all timers of a queue, and of the queues below, from the agendas to a list linked by `next`.
static void take_timers(CoirTimerQueue *queue, CoirTimer **list)
{
    CoirTimer *next = coir_agenda_take_all(&queue->agenda), *entry;
    while ((entry = next) != NULL) {
        next = entry->next;
        if (!entry->is_queue)
            LL_PREPEND(*list, entry);
    }
    for (CoirTimerQueue *child = queue->children; child; child = child->next) {
        child->entry.time = COIR_NEVER;
        take_timers(child, list);
    }
}

static void refresh_below(CoirTimerQueue *queue)
{
    for (CoirTimerQueue *child = queue->children; child; child = child->next) {
        refresh_below(child);
        refresh(child);
    }
}

static bool was_inserted_before(const void *one, const void *other)
{
    return coir_timer_compare_orders(one, other) < 0;
}

// Called when a queue moves to another tree. All timers of the queue, and of the queues below, count as inserted now,
// in their old order. The new insertion numbers have no gaps. If the gaps of removed timers stayed, they would grow
// with each move, and queues that move to and fro, such as queues of players who log in and out, would use up all
// numbers.
static void join_tree(CoirTimerQueue *queue, const CoirTimerQueue *old_root, CoirTimerQueue *root)
{
    CoirTimer *timers = NULL, *timer;
    root->may_tie = root->may_tie || old_root->may_tie;
    if (root == queue)
        root->last_order = 0;
    take_timers(queue, &timers);
    timers = coir_sort_list(timers, &(const CoirListKind){offsetof(CoirTimer, next), was_inserted_before, NULL});
    while ((timer = timers) != NULL) {
        timers = timer->next;
        timer->order = ++root->last_order;
        timer->advance = 0; // the timer has not been called in the new tree's advance
        root->may_tie = root->may_tie || timer->queue->base - timer->time > COIR_EXACT_MAX;
        enter_agenda(timer->queue, timer);
    }
    refresh_below(queue);
}

// Moving -------------------------------------------------------------------------------------------------------------

void coir_timer_queue_move(CoirTimerQueue *queue, CoirTimerQueue *parent)
{
    CoirTimerQueue *old_root = coir_timer_queue_root(queue), *root = parent ? coir_timer_queue_root(parent) : queue;
    int64_t reads = coir_timer_queue_reads(queue);
    coir_timers_requeue_all(queue, COIR_TIMER_TIED); // the due times of tied timers on the root's clock change
    if (root != old_root && old_root->firing && coir_timer_queue_is_below(old_root->firing, queue))
        old_root->firing = NULL;
    if (root != old_root) // deferred timers move to the new tree
        coir_timers_requeue_all(queue, COIR_TIMER_DEFERRED);
    if (queue->parent)
        leave_parent(queue);
    queue->base = reads; // before join_tree, where new wheels begin at the times of the clocks
    if (root != old_root)
        join_tree(queue, old_root, root);
    queue->parent = parent;
    if (!parent)
        return;
    queue->parent_base = coir_timer_queue_reads(parent);
    root->may_tie = root->may_tie || queue->scale > 1 || root->advance_to > COIR_EXACT_MAX;
    count_in_list(parent, queue->deferred_count, queue->tied_count);
    DL_PREPEND2(parent->children, queue, previous, next);
    refresh(queue);
    if (root != old_root && root->advancing) // timers that are due wait for the next advance, as in coir_timer_start
        coir_timers_take_due(queue, coir_timer_queue_reads(queue), COIR_TIMER_DEFERRED);
}
