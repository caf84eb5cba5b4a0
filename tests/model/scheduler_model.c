// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The model's Scheduler: rules 3.1 to 3.15. All clocks of targets run as fast as the scheduler's clock. So the clock of
// a running target is the scheduler's clock minus a constant, the lag of the target. The clock of a paused target is a
// constant. Due times are on the target's clock (3.4, 3.9). To find the next call, the model looks at all updates and
// timers.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coir/scheduler.h"
#include "model/time_model.h"

static ModelTarget *find_target(TraceEngine *engine, int number)
{
    for (size_t i = 0; i < engine->targets.count; i++) {
        ModelTarget *target = engine->targets.items[i];
        if (target->number == number)
            return target;
    }
    ModelTarget *target = model_list_add(&engine->targets, sizeof *target);
    target->number = number;
    return target;
}

static ModelUpdate *find_update(TraceEngine *engine, const ModelTarget *target)
{
    for (size_t i = 0; i < engine->updates.count; i++) {
        ModelUpdate *update = engine->updates.items[i];
        if (update->alive && update->target == target)
            return update;
    }
    return NULL;
}

// Returns the timer of a target with this key, or any timer of the target if `key` is NULL.
static ModelJob *find_job(TraceEngine *engine, const ModelTarget *target, const char *key)
{
    for (size_t i = 0; i < engine->jobs.count; i++) {
        ModelJob *job = engine->jobs.items[i];
        if (job->alive && job->target == target && (!key || strcmp(job->key, key) == 0))
            return job;
    }
    return NULL;
}

// 3.10: Returns true if something is scheduled for the target. Any other target is forgotten: the model ignores the
// state that is still stored for the target.
static bool is_known(TraceEngine *engine, const ModelTarget *target)
{
    return find_update(engine, target) || find_job(engine, target, NULL);
}

// Returns the reading of a target's clock while the scheduler's clock reads `time`.
static int64_t read_at(const ModelTarget *target, int64_t time)
{
    return target->paused ? target->stopped : time - target->lag;
}

static void pause_target(TraceEngine *engine, ModelTarget *target)
{
    if (target->paused || !is_known(engine, target)) // 3.4: pausing a forgotten target does nothing
        return;
    target->stopped = read_at(target, engine->clock); // 3.9: in per-frame updates, the time before this tick
    target->paused = true;
}

static void resume_target(TraceEngine *engine, ModelTarget *target)
{
    if (!target->paused || !is_known(engine, target))
        return;
    target->lag = engine->clock - target->stopped; // 3.9: the clock goes on from where it stopped
    target->paused = false;
}

// Returns the target for which something is being scheduled. Sets up the state of a target that was forgotten or new.
static ModelTarget *target_to_schedule(TraceEngine *engine, int number, bool paused)
{
    ModelTarget *target = find_target(engine, number);
    if (!is_known(engine, target)) { // 3.8: only here `paused` has an effect; the clock is new, too
        target->paused = paused;
        target->lag = 0;
        target->stopped = engine->clock;
    }
    return target;
}

// Scheduling ---------------------------------------------------------------------------------------------------------

bool model_update(TraceEngine *engine, int number, int priority, bool paused)
{
    ModelTarget *target = target_to_schedule(engine, number, paused);
    ModelUpdate *update = find_update(engine, target);
    if (!update) {
        update = model_list_add(&engine->updates, sizeof *update);
        update->target = target;
        update->alive = true;
        update->order = engine->inserted++;
    } else if (update->priority != priority) {
        update->order = engine->inserted++; // 3.2: as if newly scheduled; with the same priority, the order stays
    }
    update->priority = priority;
    return true;
}

void model_unupdate(TraceEngine *engine, int number)
{
    ModelUpdate *update = find_update(engine, find_target(engine, number));
    if (update)
        update->alive = false;
}

bool model_schedule(TraceEngine *engine, int number, const char *key, double interval, int repeat, double delay,
                    bool paused, CoirCatchUp catch_up)
{
    int64_t interval_time, delay_time;
    if (repeat < 0 || !model_time(interval, false, &interval_time) || !model_time(delay, false, &delay_time))
        return false; // a mistake (3.4)
    ModelTarget *target = target_to_schedule(engine, number, paused);
    ModelJob *old = find_job(engine, target, key);
    if (old)
        old->alive = false;                         // 3.7: the new timer replaces everything, including the order
    int64_t now = read_at(target, engine->logical); // 3.4: the timer counts from this time
    ModelJob *job = model_list_add(&engine->jobs, sizeof *job);
    job->target = target;
    job->key = model_text(key);
    job->alive = true;
    job->timed = delay_time > 0 || interval_time > 0;
    job->start = now + (delay_time > 0 ? delay_time : interval_time);
    job->interval = interval_time;
    job->last = now; // 3.6: the first call gets the seconds since the scheduling
    job->repeat = repeat;
    job->catch_up = catch_up;
    job->order = engine->inserted++;
    job->touched_in = engine->updating ? engine->update_number : 0;
    return true;
}

void model_unschedule(TraceEngine *engine, int number, const char *key)
{
    ModelJob *job = find_job(engine, find_target(engine, number), key);
    if (job)
        job->alive = false;
}

static void unschedule_jobs(TraceEngine *engine, const ModelTarget *target)
{
    ModelJob *job;
    while ((job = find_job(engine, target, NULL)) != NULL)
        job->alive = false;
}

void model_unschedule_target(TraceEngine *engine, int number)
{
    model_unupdate(engine, number);
    unschedule_jobs(engine, find_target(engine, number));
}

void model_unschedule_all(TraceEngine *engine, int min_priority)
{
    for (size_t i = 0; i < engine->targets.count; i++) {
        const ModelTarget *target = engine->targets.items[i];
        ModelUpdate *update = find_update(engine, target);
        if (update && update->priority >= min_priority)
            update->alive = false;
        if (0 >= min_priority) // 3.12: timers count as priority 0
            unschedule_jobs(engine, target);
    }
}

bool model_is_update_scheduled(TraceEngine *engine, int number)
{
    return find_update(engine, find_target(engine, number)) != NULL;
}

bool model_is_scheduled(TraceEngine *engine, int number, const char *key)
{
    return find_job(engine, find_target(engine, number), key) != NULL;
}

// Pausing ------------------------------------------------------------------------------------------------------------

void model_pause(TraceEngine *engine, int number)
{
    pause_target(engine, find_target(engine, number));
}

void model_resume(TraceEngine *engine, int number)
{
    resume_target(engine, find_target(engine, number));
}

bool model_is_paused(TraceEngine *engine, int number)
{
    const ModelTarget *target = find_target(engine, number);
    return is_known(engine, target) && target->paused;
}

int model_pause_all(TraceEngine *engine, int min_priority)
{
    engine->paused_set.count = 0;
    for (size_t i = 0; i < engine->targets.count; i++) {
        ModelTarget *target = engine->targets.items[i];
        const ModelUpdate *update = find_update(engine, target);
        bool has_update = update && update->priority >= min_priority;
        bool has_timer = 0 >= min_priority && find_job(engine, target, NULL); // 3.11: timers count as priority 0
        if (target->paused || (!has_update && !has_timer))
            continue;
        pause_target(engine, target);
        model_list_append(&engine->paused_set, target);
    }
    return (int)engine->paused_set.count;
}

void model_resume_paused(TraceEngine *engine)
{
    for (size_t i = 0; i < engine->paused_set.count; i++)
        resume_target(engine, engine->paused_set.items[i]);
    engine->paused_set.count = 0;
}

// The update (3.1) ---------------------------------------------------------------------------------------------------

double model_now(TraceEngine *engine)
{
    return model_seconds(engine->logical);
}

bool model_time_scale(TraceEngine *engine, double scale)
{
    if (!isfinite(scale) || scale < 0)
        return false; // a mistake (3.15)
    engine->scale_of_time = scale;
    return true;
}

static int compare_updates(const void *left, const void *right)
{
    const ModelUpdate *a = *(void *const *)left, *b = *(void *const *)right;
    if (a->priority != b->priority)
        return a->priority < b->priority ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

// 3.3: Calls the updates that exist at the beginning of the phase, in the order at the beginning.
static void call_updates(TraceEngine *engine, double dt)
{
    ModelList now = {0};
    for (size_t i = 0; i < engine->updates.count; i++) {
        ModelUpdate *update = engine->updates.items[i];
        if (update->alive)
            model_list_append(&now, update);
    }
    if (now.count > 0)
        qsort(now.items, now.count, sizeof *now.items, compare_updates); // 3.2: by priority, then insertion number
    for (size_t i = 0; i < now.count; i++) {
        const ModelUpdate *update = now.items[i];
        if (update->alive && !update->target->paused)
            engine->calls.update(engine->listener, update->target->number, dt);
    }
    free(now.items);
}

static int64_t due(const ModelJob *job)
{
    return job->start + job->occurrence * job->interval;
}

// 2.7: Computes the next due time by the timer's catch-up. `now`: the end of the update, on the target's clock.
static void set_next_due(ModelJob *job, int64_t now)
{
    if (job->catch_up == COIR_CATCH_UP_RESTART) {
        job->start = now + job->interval;
        job->occurrence = 0;
        return;
    }
    job->occurrence++;
    if (job->catch_up == COIR_CATCH_UP_ONE || (job->calls >= CALLS_AT_MOST && due(job) <= now))
        job->occurrence = model_occurrence_after(job->start, job->interval, now);
}

// Calls a timer at the scheduler's time `time`; the update goes on to `end`.
static void call(TraceEngine *engine, ModelJob *job, int64_t time, int64_t end)
{
    engine->clock = engine->logical = time; // 3.1: in a timer's call, both are the time of the call
    int64_t now = read_at(job->target, time), elapsed = now - job->last;
    job->last = now;
    job->calls++;
    job->touched_in = engine->update_number;
    if (job->repeat == 0)
        job->alive = false; // 3.4: a timer ends before its last call
    else if (job->repeat != COIR_FOREVER)
        job->repeat--;
    if (job->timed && job->interval > 0)
        set_next_due(job, read_at(job->target, end)); // 2.7: before the callback is called
    job->timed = job->interval > 0;                   // 3.5: with interval 0, from now on a call in each update
    engine->calls.fire(engine->listener, job->target->number, job->key, model_seconds(elapsed));
}

// 2.2: Returns the timed timer that is due up to `end` and has the least due time, then the least insertion number.
// 2.9, 3.9: Timers of paused targets do not count.
static ModelJob *next_timed(TraceEngine *engine, int64_t end)
{
    ModelJob *next = NULL;
    int64_t next_time = 0;
    for (size_t i = 0; i < engine->jobs.count; i++) {
        ModelJob *job = engine->jobs.items[i];
        bool waits = job->catch_up != COIR_CATCH_UP_ALL && job->calls > 0; // 2.7: one call in an update
        if (!job->alive || !job->timed || job->target->paused || waits)
            continue;
        int64_t time = due(job) + job->target->lag;
        if (time <= end && (!next || time < next_time || (time == next_time && job->order < next->order))) {
            next = job;
            next_time = time;
        }
    }
    return next;
}

// 3.5: Returns the timer without a due time that has the least insertion number after `last`. Timers that were
// scheduled or called in this update do not count. A timer that is resumed in this update is called if its turn has not
// passed.
static ModelJob *next_untimed(TraceEngine *engine, long last)
{
    ModelJob *next = NULL;
    for (size_t i = 0; i < engine->jobs.count; i++) {
        ModelJob *job = engine->jobs.items[i];
        if (!job->alive || job->timed || job->target->paused || job->touched_in == engine->update_number)
            continue;
        if (job->order > last && (!next || job->order < next->order))
            next = job;
    }
    return next;
}

// 3.5: Calls all timed timers, then the timers without a due time.
static void call_timers(TraceEngine *engine, int64_t end)
{
    ModelJob *job;
    for (size_t i = 0; i < engine->jobs.count; i++)
        ((ModelJob *)engine->jobs.items[i])->calls = 0;
    while ((job = next_timed(engine, end)) != NULL) {
        int64_t time = due(job) + job->target->lag;
        call(engine, job, time > engine->clock ? time : engine->clock, end); // no clock runs backwards
    }
    for (long last = -1; (job = next_untimed(engine, last)) != NULL;) {
        last = job->order;
        call(engine, job, end, end);
    }
}

bool model_post(TraceEngine *engine, const char *name)
{
    model_list_append(&engine->posted, model_text(name));
    return true;
}

static void call_posted(TraceEngine *engine)
{
    ModelList now = engine->posted; // 3.14: functions that are posted meanwhile are for the next update
    engine->posted = (ModelList){0};
    for (size_t i = 0; i < now.count; i++) {
        engine->calls.posted(engine->listener, now.items[i]);
        free(now.items[i]);
    }
    free(now.items);
}

bool model_tick(TraceEngine *engine, double dt)
{
    int64_t step, end;
    double scaled = dt * engine->scale_of_time;
    if (engine->updating || !model_time(dt, false, &step) || !model_time(scaled, false, &step) ||
        !model_time_after(engine->clock, step, &end))
        return false;
    engine->updating = true;
    engine->update_number++;
    engine->logical = end;
    call_updates(engine, scaled);
    call_timers(engine, end);
    engine->clock = engine->logical = end;
    call_posted(engine);
    engine->updating = false;
    return true;
}
