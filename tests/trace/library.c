// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The engine (engine.h) that uses the library: the operations of scripts that concern time. Scripts use numbers and
// names for targets, keys, queues and timers. This file makes a record for each target, key, queue and timer, and
// passes the address of the record to the library, which passes the address back to callbacks. Records are kept until
// the engine is destroyed, so that no record is freed during a call.

#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "coir/error.h"
#include "coir/scheduler.h"
#include "coir/timer_queue.h"
#include "trace/library.h"
#include "trace/words.h"

typedef struct Key { // key of a target's timer
    char *name;
    TraceEngine *engine;
    UT_hash_handle hh;
} Key;

typedef struct Target {
    int number;
    Key *keys;
    UT_hash_handle hh;
} Target;

typedef struct Queue {
    char *name;
    TraceEngine *engine;
    CoirTimerQueue *queue;
    struct Queue *parent;
    struct Timer *timers;
    struct Queue *next; // next queue in TraceEngine.destroyed
    UT_hash_handle hh;
} Queue;

typedef struct Timer {
    char *name;
    Queue *queue;
    CoirTimerId id;
    UT_hash_handle hh;
} Timer;

static char *copy(const char *name)
{
    return trace_copy(name, strlen(name));
}

// The Scheduler ------------------------------------------------------------------------------------------------------

static Target *find_target(TraceEngine *engine, int number)
{
    Target *target;
    HASH_FIND_INT(engine->targets, &number, target);
    if (target)
        return target;
    target = trace_allocate(NULL, sizeof *target);
    *target = (Target){.number = number};
    HASH_ADD_INT(engine->targets, number, target);
    return target;
}

static Key *find_key(TraceEngine *engine, Target *target, const char *name)
{
    Key *key;
    HASH_FIND_STR(target->keys, name, key);
    if (key)
        return key;
    key = trace_allocate(NULL, sizeof *key);
    *key = (Key){.name = copy(name), .engine = engine};
    HASH_ADD_KEYPTR(hh, target->keys, key->name, strlen(key->name), key);
    return key;
}

static void free_targets(TraceEngine *engine)
{
    Target *target, *next;
    HASH_ITER(hh, engine->targets, target, next)
    {
        Key *key, *next_key;
        HASH_ITER(hh, target->keys, key, next_key)
        {
            HASH_DEL(target->keys, key);
            free(key->name);
            free(key);
        }
        HASH_DEL(engine->targets, target);
        free(target);
    }
}

TraceName *trace_find_name(TraceEngine *engine, const char *text)
{
    TraceName *name;
    HASH_FIND_STR(engine->names, text, name);
    if (name)
        return name;
    name = trace_allocate(NULL, sizeof *name);
    *name = (TraceName){.name = copy(text), .engine = engine};
    HASH_ADD_KEYPTR(hh, engine->names, name->name, strlen(name->name), name);
    return name;
}

static void free_names(TraceEngine *engine)
{
    TraceName *name, *next;
    HASH_ITER(hh, engine->names, name, next)
    {
        HASH_DEL(engine->names, name);
        free(name->name);
        free(name);
    }
}

static double now(TraceEngine *engine)
{
    return coir_scheduler_now(engine->scheduler);
}

static void called_update(void *target, double dt, void *user)
{
    const Target *self = target;
    const TraceEngine *engine = user;
    engine->calls->update(engine->listener, self->number, dt);
}

static bool update(TraceEngine *engine, int target, int priority, bool paused)
{
    return coir_scheduler_schedule_update(engine->scheduler, find_target(engine, target), called_update, engine,
                                          priority, paused);
}

static void unupdate(TraceEngine *engine, int target)
{
    coir_scheduler_unschedule_update(engine->scheduler, find_target(engine, target));
}

static void called_timer(void *target, double elapsed, void *user)
{
    const Target *self = target;
    const Key *key = user;
    key->engine->calls->fire(key->engine->listener, self->number, key->name, elapsed);
}

static bool schedule(TraceEngine *engine, int target, const char *key, double interval, int repeat, double delay,
                     bool paused, CoirCatchUp catch_up)
{
    Target *self = find_target(engine, target);
    CoirTimerDef def = {.tick = called_timer,
                        .user = find_key(engine, self, key),
                        .key = key,
                        .interval = interval,
                        .repeat = repeat,
                        .delay = delay,
                        .paused = paused,
                        .catch_up = catch_up};
    return coir_scheduler_schedule(engine->scheduler, self, &def);
}

static void unschedule(TraceEngine *engine, int target, const char *key)
{
    coir_scheduler_unschedule(engine->scheduler, find_target(engine, target), key);
}

static void unschedule_target(TraceEngine *engine, int target)
{
    coir_scheduler_unschedule_target(engine->scheduler, find_target(engine, target));
}

static void unschedule_all(TraceEngine *engine, int min_priority)
{
    coir_scheduler_unschedule_all(engine->scheduler, min_priority);
}

static void pause_target(TraceEngine *engine, int target)
{
    coir_scheduler_pause_target(engine->scheduler, find_target(engine, target));
}

static void resume_target(TraceEngine *engine, int target)
{
    coir_scheduler_resume_target(engine->scheduler, find_target(engine, target));
}

static int pause_all(TraceEngine *engine, int min_priority)
{
    coir_target_set_destroy(engine->paused);
    engine->paused = coir_scheduler_pause_all(engine->scheduler, min_priority);
    return coir_target_set_count(engine->paused);
}

static void resume_paused(TraceEngine *engine)
{
    if (!engine->paused)
        return;
    coir_scheduler_resume_set(engine->scheduler, engine->paused);
    coir_target_set_destroy(engine->paused);
    engine->paused = NULL;
}

static bool time_scale(TraceEngine *engine, double scale)
{
    return coir_scheduler_set_time_scale(engine->scheduler, scale);
}

static bool is_update_scheduled(TraceEngine *engine, int target)
{
    return coir_scheduler_is_update_scheduled(engine->scheduler, find_target(engine, target));
}

static bool is_scheduled(TraceEngine *engine, int target, const char *key)
{
    return coir_scheduler_is_scheduled(engine->scheduler, find_target(engine, target), key);
}

static bool is_paused(TraceEngine *engine, int target)
{
    return coir_scheduler_is_target_paused(engine->scheduler, find_target(engine, target));
}

static void called_posted(void *user)
{
    const TraceName *posted = user;
    posted->engine->calls->posted(posted->engine->listener, posted->name);
}

static bool post(TraceEngine *engine, const char *name)
{
    return coir_scheduler_post(engine->scheduler, called_posted, trace_find_name(engine, name));
}

static bool tick(TraceEngine *engine, double dt)
{
    return coir_scheduler_update(engine->scheduler, dt);
}

// Timer queues -------------------------------------------------------------------------------------------------------

static Queue *find_queue(TraceEngine *engine, const char *name)
{
    Queue *queue;
    HASH_FIND_STR(engine->queues, name, queue);
    return queue;
}

// Returns the library's queue with this name, or NULL. The library refuses NULL.
static CoirTimerQueue *queue_of_name(TraceEngine *engine, const char *name)
{
    const Queue *queue = find_queue(engine, name);
    return queue ? queue->queue : NULL;
}

static bool make_queue(TraceEngine *engine, const char *name, const char *parent)
{
    Queue *above = parent ? find_queue(engine, parent) : NULL;
    if (find_queue(engine, name) || (parent && !above))
        return false;
    Queue *queue = trace_allocate(NULL, sizeof *queue);
    *queue = (Queue){.name = copy(name), .engine = engine, .parent = above};
    queue->queue = coir_timer_queue_new(above ? above->queue : NULL);
    HASH_ADD_KEYPTR(hh, engine->queues, queue->name, strlen(queue->name), queue);
    return true;
}

static bool is_below(const Queue *queue, const Queue *ancestor)
{
    while (queue && queue != ancestor)
        queue = queue->parent;
    return queue != NULL;
}

// Moves a queue and all queues below this queue to the list of destroyed queues, so that new queues can use the names.
static void forget_names(TraceEngine *engine, const Queue *destroyed)
{
    Queue *queue, *next;
    HASH_ITER(hh, engine->queues, queue, next)
    {
        if (!is_below(queue, destroyed))
            continue;
        HASH_DEL(engine->queues, queue);
        queue->next = engine->destroyed;
        engine->destroyed = queue;
    }
}

static bool destroy_queue(TraceEngine *engine, const char *name)
{
    Queue *queue = find_queue(engine, name);
    if (!queue)
        return false;
    forget_names(engine, queue);
    coir_timer_queue_destroy(queue->queue);
    return true;
}

static Timer *find_timer(Queue *queue, const char *name)
{
    Timer *timer;
    HASH_FIND_STR(queue->timers, name, timer);
    if (timer)
        return timer;
    timer = trace_allocate(NULL, sizeof *timer);
    *timer = (Timer){.name = copy(name), .queue = queue};
    HASH_ADD_KEYPTR(hh, queue->timers, timer->name, strlen(timer->name), timer);
    return timer;
}

static void called_queue(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    const Timer *timer = user;
    const TraceEngine *engine = timer->queue->engine;
    (void)queue, (void)id;
    engine->calls->timer(engine->listener, timer->queue->name, timer->name);
}

static bool insert(TraceEngine *engine, const char *name, const char *id, double start, double interval,
                   CoirCatchUp catch_up)
{
    Queue *queue = find_queue(engine, name);
    Timer *timer = queue ? find_timer(queue, id) : NULL;
    if (!timer || coir_timer_queue_contains(queue->queue, timer->id))
        return false;
    CoirTimerId inserted = coir_timer_queue_insert(queue->queue, start, interval, catch_up, called_queue, timer);
    if (!inserted.generation)
        return false;
    timer->id = inserted;
    return true;
}

static bool erase(TraceEngine *engine, const char *name, const char *id)
{
    Queue *queue = find_queue(engine, name);
    if (!queue)
        return false;
    coir_timer_queue_erase(queue->queue, find_timer(queue, id)->id);
    return true;
}

static bool scale_queue(TraceEngine *engine, const char *name, double scale)
{
    return coir_timer_queue_set_scale(queue_of_name(engine, name), scale);
}

static bool halt(TraceEngine *engine, const char *name)
{
    return coir_timer_queue_pause(queue_of_name(engine, name));
}

static bool go(TraceEngine *engine, const char *name)
{
    return coir_timer_queue_resume(queue_of_name(engine, name));
}

static bool advance(TraceEngine *engine, const char *name, double dt)
{
    return coir_timer_queue_advance(queue_of_name(engine, name), dt);
}

// If no timer fired, only the error can tell whether the call was refused.
static bool tick_one(TraceEngine *engine, const char *name, double until, bool *fired)
{
    coir_error_clear();
    *fired = coir_timer_queue_tick_one(queue_of_name(engine, name), until);
    return *fired || !*coir_error();
}

static double queue_now(TraceEngine *engine, const char *name)
{
    return coir_timer_queue_now(queue_of_name(engine, name));
}

static void free_queue(Queue *queue)
{
    Timer *timer, *next;
    HASH_ITER(hh, queue->timers, timer, next)
    {
        HASH_DEL(queue->timers, timer);
        free(timer->name);
        free(timer);
    }
    free(queue->name);
    free(queue);
}

static void free_queues(TraceEngine *engine)
{
    Queue *queue, *next;
    HASH_ITER(hh, engine->queues, queue, next)
    {
        if (!queue->parent)
            coir_timer_queue_destroy(queue->queue); // destroys the queues below, too
    }
    HASH_ITER(hh, engine->queues, queue, next)
    {
        HASH_DEL(engine->queues, queue);
        free_queue(queue);
    }
    for (queue = engine->destroyed; queue; queue = next) {
        next = queue->next;
        free_queue(queue);
    }
}

// The engine ---------------------------------------------------------------------------------------------------------

TraceEngine *trace_engine_new(const TraceListener *calls, void *listener, CoirScheduler *scheduler)
{
    TraceEngine *engine = trace_allocate(NULL, sizeof *engine);
    *engine = (TraceEngine){.calls = calls, .listener = listener, .scheduler = scheduler};
    return engine;
}

void trace_engine_free(TraceEngine *engine)
{
    coir_target_set_destroy(engine->paused);
    free_targets(engine);
    free_names(engine);
    free_queues(engine);
    free(engine);
}

static TraceEngine *new_engine(const TraceListener *calls, void *listener)
{
    return trace_engine_new(calls, listener, coir_scheduler_new());
}

static void destroy_engine(TraceEngine *engine)
{
    coir_scheduler_destroy(engine->scheduler);
    trace_engine_free(engine);
}

const TraceEngineClass trace_library = {
    .new = new_engine,
    .destroy = destroy_engine,
    .now = now,
    .update = update,
    .unupdate = unupdate,
    .schedule = schedule,
    .unschedule = unschedule,
    .unschedule_target = unschedule_target,
    .unschedule_all = unschedule_all,
    .pause = pause_target,
    .resume = resume_target,
    .pause_all = pause_all,
    .resume_paused = resume_paused,
    .time_scale = time_scale,
    .is_update_scheduled = is_update_scheduled,
    .is_scheduled = is_scheduled,
    .is_paused = is_paused,
    .post = post,
    .tick = tick,
    .queue = make_queue,
    .insert = insert,
    .erase = erase,
    .destroy_queue = destroy_queue,
    .scale = scale_queue,
    .halt = halt,
    .go = go,
    .advance = advance,
    .tick_one = tick_one,
    .queue_now = queue_now,
};
