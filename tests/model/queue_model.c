// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The model's timer queues: rules 1.1 to 2.10. To find the timer that fires next, the model looks at every timer of the
// tree, and converts the due time level by level to the clock of the root. The timer with the least due time fires; if
// due times are equal, the timer with the least insertion number fires. The readings of children's clocks are computed
// from the root down; only the reading of the queue whose timer fires is stored.

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/time_model.h"

// More than a hundred years, so no time of a script reaches far_away or -far_away. The difference of both still fits
// into an int64_t.
static const int64_t far_away = 4000000000000000000;
static const int64_t never = INT64_MAX;

static ModelQueue *find_queue(TraceEngine *engine, const char *name)
{
    for (size_t i = 0; i < engine->queues.count; i++) {
        ModelQueue *queue = engine->queues.items[i];
        if (queue->alive && strcmp(queue->name, name) == 0)
            return queue;
    }
    return NULL;
}

static ModelQueue *find_root(TraceEngine *engine, const char *name)
{
    ModelQueue *queue = find_queue(engine, name);
    return queue && !queue->parent ? queue : NULL;
}

static ModelQueue *find_child(TraceEngine *engine, const char *name)
{
    ModelQueue *queue = find_queue(engine, name);
    return queue && queue->parent ? queue : NULL;
}

static ModelQueue *root_of(ModelQueue *queue)
{
    return queue->parent ? root_of(queue->parent) : queue;
}

static ModelTimer *find_timer(TraceEngine *engine, const ModelQueue *queue, const char *id)
{
    for (size_t i = 0; i < engine->timers.count; i++) {
        ModelTimer *timer = engine->timers.items[i];
        if (timer->alive && timer->queue == queue && strcmp(timer->id, id) == 0)
            return timer;
    }
    return NULL;
}

// Clocks -------------------------------------------------------------------------------------------------------------

static bool is_stopped(const ModelQueue *queue)
{
    return queue->halted || queue->scale == 0;
}

// 1.3: Returns the reading of a child's clock while the parent's clock reads `parent_now`. No reading goes beyond
// far_away.
static int64_t child_time(const ModelQueue *queue, int64_t parent_now)
{
    if (is_stopped(queue))
        return queue->base;
    double passed = (double)(parent_now - queue->parent_base) * queue->scale;
    int64_t time = queue->base + llround(fmin(fmax(passed, (double)-far_away), (double)far_away));
    return time < -far_away ? -far_away : time > far_away ? far_away : time;
}

// If an estimate is good enough, narrows the range in which parent_time searches. This only makes the search faster.
static void narrow(const ModelQueue *queue, int64_t time, int64_t *low, int64_t *high)
{
    double guess = (double)queue->parent_base + (double)(time - queue->base) / queue->scale;
    double slack = 2 + 1 / queue->scale;
    if (fabs(guess) + slack > 1e18)
        return;
    int64_t below = llround(guess - slack), above = llround(guess + slack);
    if (child_time(queue, below) < time)
        *low = below;
    if (child_time(queue, above) >= time)
        *high = above;
}

// 1.3: Returns the least time of the parent at which the child's clock reads `time` or more, or `never`. During the
// search the result is always after `low`, and not after `high`.
static int64_t parent_time(const ModelQueue *queue, int64_t time)
{
    int64_t low = -far_away, high = far_away;
    if (is_stopped(queue) || child_time(queue, high) < time)
        return never;
    narrow(queue, time, &low, &high);
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (child_time(queue, middle) >= time)
            high = middle;
        else
            low = middle;
    }
    return high;
}

// 1.3: Converts `time` level by level to the clock of the root.
static int64_t time_on_root(const ModelQueue *queue, int64_t time)
{
    if (!queue->parent || time == never)
        return time;
    return time_on_root(queue->parent, parent_time(queue, time));
}

// Returns the reading of a queue's clock while the root's clock reads `root_now`, by 1.3 alone: without regard to the
// timer that fires (1.4).
static int64_t time_at(const ModelQueue *queue, int64_t root_now)
{
    return queue->parent ? child_time(queue, time_at(queue->parent, root_now)) : root_now;
}

// Returns the reading of a queue's clock now: by 1.3, except for the queue whose timer fires (1.4). The clock of this
// queue reads `firing_reads` during the callback. The value is kept until the next timer fires: `fire` checks that the
// clock does not run backwards (2.3).
static int64_t reading(ModelQueue *queue)
{
    ModelQueue *root = root_of(queue);
    if (root->firing == queue)
        return root->firing_reads;
    return queue->parent ? child_time(queue, reading(queue->parent)) : queue->now;
}

// 1.3: Takes new bases. Called at each change of scale or pause.
static void take_bases(ModelQueue *queue)
{
    queue->base = reading(queue);
    queue->parent_base = reading(queue->parent);
}

// Firing -------------------------------------------------------------------------------------------------------------

static int64_t due(const ModelTimer *timer)
{
    return timer->start + timer->occurrence * timer->interval;
}

// Returns true if a timer may fire in this advance. Timers that wait for the next advance may not (2.4). A timer with
// another catch-up than ALL fires once in an advance (2.7).
static bool may_fire(const ModelTimer *timer)
{
    return timer->alive && !timer->waits && (timer->catch_up == COIR_CATCH_UP_ALL || timer->calls == 0);
}

// 2.2: Returns the timer with the least due time on the root's clock, then with the least insertion number. 2.9: Timers
// on a clock that does not move are never due.
static ModelTimer *next_to_fire(TraceEngine *engine, ModelQueue *root, int64_t *root_due)
{
    ModelTimer *next = NULL;
    for (size_t i = 0; i < engine->timers.count; i++) {
        ModelTimer *timer = engine->timers.items[i];
        if (!may_fire(timer) || root_of(timer->queue) != root)
            continue;
        int64_t time = time_on_root(timer->queue, due(timer));
        if (!next || time < *root_due || (time == *root_due && timer->order < next->order)) {
            next = timer;
            *root_due = time;
        }
    }
    return next;
}

// 2.7: Skips to the first occurrence after `end`, the time advanced to, on the root's clock.
static void skip(ModelTimer *timer, int64_t end)
{
    timer->occurrence = model_occurrence_after(timer->start, timer->interval, time_at(timer->queue, end));
}

// 2.7: Computes the next due time by the timer's catch-up. `end`: the time advanced to, on the root's clock. `limit`:
// maximum number of calls of the timer in one advance.
static void set_next_due(ModelTimer *timer, int64_t end, int limit)
{
    int64_t now = time_at(timer->queue, end);
    if (timer->catch_up == COIR_CATCH_UP_ONE) {
        skip(timer, end);
    } else if (timer->catch_up == COIR_CATCH_UP_RESTART) {
        timer->start = now + timer->interval;
        timer->occurrence = 0;
    } else {
        timer->occurrence++;
        if (timer->calls >= limit && due(timer) <= now)
            skip(timer, end);
    }
}

static void fire(TraceEngine *engine, ModelTimer *timer, int64_t root_due, int64_t end, int limit)
{
    ModelQueue *queue = timer->queue, *root = root_of(queue);
    int64_t before = reading(queue);
    if (root_due > root->now) // 2.3: a clock never runs backwards
        root->now = root_due;
    root->firing_reads = due(timer) > before ? due(timer) : before; // the due time (1.4), but never backwards (2.3)
    root->firing = queue;

    timer->calls++;
    if (timer->interval == 0)
        timer->alive = false; // 2.1: a timer ends before its last call
    else
        set_next_due(timer, end, limit); // 2.7: before the callback is called
    engine->calls.timer(engine->listener, queue->name, timer->id);
}

static void begin(TraceEngine *engine, ModelQueue *root)
{
    root->advancing = true;
    for (size_t i = 0; i < engine->timers.count; i++) {
        ModelTimer *timer = engine->timers.items[i];
        if (root_of(timer->queue) == root) {
            timer->calls = 0;
            timer->waits = false;
        }
    }
}

static void end_at(ModelQueue *root, int64_t end)
{
    root->advancing = false;
    root->firing = NULL;
    if (end > root->now)
        root->now = end;
}

// The functions of the engine ----------------------------------------------------------------------------------------

bool model_queue(TraceEngine *engine, const char *name, const char *parent_name)
{
    ModelQueue *parent = parent_name ? find_queue(engine, parent_name) : NULL;
    if (find_queue(engine, name) || (parent_name && !parent))
        return false;
    ModelQueue *queue = model_list_add(&engine->queues, sizeof *queue);
    queue->name = model_text(name);
    queue->alive = true;
    queue->parent = parent;
    queue->parent_base = parent ? reading(parent) : 0; // 1.2: the queue's own base is 0
    queue->scale = 1;
    return true;
}

bool model_insert(TraceEngine *engine, const char *queue_name, const char *id, double start, double interval,
                  CoirCatchUp catch_up)
{
    ModelQueue *queue = find_queue(engine, queue_name);
    int64_t start_time, interval_time;
    if (!queue || find_timer(engine, queue, id) || !model_time(start, true, &start_time) ||
        !model_time(interval, false, &interval_time))
        return false;
    ModelTimer *timer = model_list_add(&engine->timers, sizeof *timer);
    timer->queue = queue;
    timer->id = model_text(id);
    timer->alive = true;
    timer->start = start_time;
    timer->interval = interval_time;
    timer->catch_up = catch_up;
    timer->order = engine->inserted++;
    timer->waits = root_of(queue)->advancing && start_time <= reading(queue); // 2.4: so each advance ends
    return true;
}

bool model_erase(TraceEngine *engine, const char *queue_name, const char *id)
{
    ModelQueue *queue = find_queue(engine, queue_name);
    ModelTimer *timer = queue ? find_timer(engine, queue, id) : NULL;
    if (timer)
        timer->alive = false; // 2.5: at once, also in the timer's own callback
    return queue != NULL;
}

static bool is_or_is_below(const ModelQueue *queue, const ModelQueue *above)
{
    return queue == above || (queue->parent && is_or_is_below(queue->parent, above));
}

bool model_destroy_queue(TraceEngine *engine, const char *queue_name)
{
    ModelQueue *doomed = find_queue(engine, queue_name);
    if (!doomed)
        return false;
    for (size_t i = 0; i < engine->queues.count; i++) {
        ModelQueue *queue = engine->queues.items[i];
        queue->alive = queue->alive && !is_or_is_below(queue, doomed); // 2.6: children end with their parent
    }
    for (size_t i = 0; i < engine->timers.count; i++) {
        ModelTimer *timer = engine->timers.items[i];
        timer->alive = timer->alive && timer->queue->alive;
    }
    return true;
}

bool model_scale(TraceEngine *engine, const char *queue_name, double scale)
{
    ModelQueue *queue = find_child(engine, queue_name);
    if (!queue || !isfinite(scale) || scale < 0)
        return false;
    if (scale != queue->scale)
        take_bases(queue);
    queue->scale = scale;
    return true;
}

static bool set_halted(TraceEngine *engine, const char *queue_name, bool halted)
{
    ModelQueue *queue = find_child(engine, queue_name);
    if (!queue)
        return false;
    if (halted != queue->halted)
        take_bases(queue);
    queue->halted = halted;
    return true;
}

bool model_halt(TraceEngine *engine, const char *queue)
{
    return set_halted(engine, queue, true);
}

bool model_go(TraceEngine *engine, const char *queue)
{
    return set_halted(engine, queue, false);
}

bool model_advance(TraceEngine *engine, const char *queue, double dt)
{
    ModelQueue *root = find_root(engine, queue);
    int64_t step, end, root_due = 0;
    if (!root || root->advancing) // 2.10: no advance of a child, or inside a callback of the same tree
        return false;
    if (!model_time(dt, false, &step) || !model_time_after(root->now, step, &end))
        return false;
    begin(engine, root);
    while (root->alive) { // 2.6: a callback may destroy the root
        ModelTimer *timer = next_to_fire(engine, root, &root_due);
        if (!timer || root_due > end)
            break;
        if (timer->interval != 0 && timer->calls >= CALLS_AT_MOST)
            skip(timer, end); // the timer came due again because a callback changed a scale
        else
            fire(engine, timer, root_due, end, CALLS_AT_MOST);
    }
    end_at(root, end);
    return true;
}

bool model_tick_one(TraceEngine *engine, const char *queue, double now, bool *fired)
{
    ModelQueue *root = find_root(engine, queue);
    int64_t end, root_due = 0;
    if (!root || root->advancing || !model_time(now, true, &end)) // 2.10: as in model_advance
        return false;
    if (end < root->now) // 2.8: a `now` in the past counts as the clock's time
        end = root->now;
    begin(engine, root);
    ModelTimer *timer = next_to_fire(engine, root, &root_due);
    *fired = timer && root_due <= end;
    if (*fired)
        fire(engine, timer, root_due, end, INT_MAX);
    end_at(root, *fired ? root->now : end);
    return true;
}

double model_queue_now(TraceEngine *engine, const char *queue_name)
{
    ModelQueue *queue = find_queue(engine, queue_name);
    return queue ? model_seconds(reading(queue)) : 0;
}
