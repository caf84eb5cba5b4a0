// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of scheduler.h, timer_queue.h, action_manager.h and world.h, and the functions of node_time.h that schedule
// and unschedule.

#include <limits.h>
#include <stddef.h>

#include "random/world.h"

#define TIMERS 3
#define TEXT 200

static CoirTimerDef timer(CoirTickFn tick, CoirCallFn call)
{
    CoirTimerDef def = {.tick = tick, .call = call, .catch_up = any_catch_up(), .paused = one_in(8)};
    def.key = one_in(2) ? any_key() : NULL;
    def.interval = any_seconds();
    def.repeat = one_in(2) ? COIR_FOREVER : any_int();
    def.delay = one_in(2) ? any_seconds() : 0;
    def.release = one_in(3) ? any_release() : NULL;
    return def;
}

static bool owns(const CoirTimerDef *def)
{
    return def && def->release;
}

static void schedule(Function function)
{
    CoirScheduler *scheduler = any_scheduler();
    void *target = any_target(scheduler);
    CoirTickFn tick = any_tick_of(target);
    CoirTimerDef def = timer(tick, badly() ? any_call() : NULL), *given = badly() ? NULL : &def;
    if (function == F_coir_scheduler_every)
        coir_scheduler_every(scheduler, target, any_seconds(), tick, NULL);
    else if (function == F_coir_scheduler_once_after)
        coir_scheduler_once_after(scheduler, target, any_seconds(), tick, NULL);
    else if (function == F_coir_scheduler_schedule_update)
        coir_scheduler_schedule_update(scheduler, target, tick, NULL, any_int(), any_bool());
    else
        count_owned(coir_scheduler_schedule(scheduler, target, given) && owns(given));
}

static bool drive_scheduling(Function function)
{
    CoirTimerDef def, *given;
    switch (function) {
    case F_coir_scheduler_schedule:
    case F_coir_scheduler_every:
    case F_coir_scheduler_once_after:
    case F_coir_scheduler_schedule_update: schedule(function); return true;
    case F_coir_node_schedule:
        def = one_in(2) ? timer(any_node_tick(), badly() ? any_call() : NULL) : timer(NULL, any_call());
        given = badly() ? NULL : &def;
        count_owned(coir_node_schedule(any_node(), given) && owns(given));
        return true;
    case F_coir_node_every: coir_node_every(any_node(), any_seconds(), any_call(), NULL); return true;
    case F_coir_node_once_after: coir_node_once_after(any_node(), any_seconds(), any_call(), NULL); return true;
    case F_coir_node_every_frame: coir_node_every_frame(any_node(), any_node_tick(), NULL, any_int()); return true;
    case F_coir_scheduler_post: coir_scheduler_post(any_scheduler(), any_post_function(), NULL); return true;
    case F_coir_scheduler_unpost_all: coir_scheduler_unpost_all(any_scheduler()); return true;
    default: return false;
    }
}

static bool drive_unscheduling(Function function)
{
    switch (function) {
    case F_coir_scheduler_unschedule:
        coir_scheduler_unschedule(any_scheduler(), any_queried_target(), any_key());
        return true;
    case F_coir_scheduler_unschedule_callback:
        coir_scheduler_unschedule_callback(any_scheduler(), any_queried_target(), any_tick());
        return true;
    case F_coir_scheduler_unschedule_update:
        coir_scheduler_unschedule_update(any_scheduler(), any_queried_target());
        return true;
    case F_coir_scheduler_unschedule_target:
        coir_scheduler_unschedule_target(any_scheduler(), any_queried_target());
        return true;
    case F_coir_scheduler_unschedule_all: coir_scheduler_unschedule_all(any_scheduler(), any_int()); return true;
    case F_coir_scheduler_pause_target: coir_scheduler_pause_target(any_scheduler(), any_queried_target()); return true;
    case F_coir_scheduler_resume_target:
        coir_scheduler_resume_target(any_scheduler(), any_queried_target());
        return true;
    case F_coir_scheduler_pause_all: keep_target_set(coir_scheduler_pause_all(any_scheduler(), any_int())); return true;
    case F_coir_scheduler_resume_set: coir_scheduler_resume_set(any_scheduler(), any_target_set()); return true;
    case F_coir_target_set_destroy: coir_target_set_destroy(take_target_set()); return true;
    case F_coir_node_unschedule: coir_node_unschedule(any_node(), any_key()); return true;
    case F_coir_node_unschedule_callback: coir_node_unschedule_callback(any_node(), any_node_callback()); return true;
    case F_coir_node_unschedule_all: coir_node_unschedule_all(any_node()); return true;
    default: return false;
    }
}

static bool drive_asking(Function function)
{
    double seconds;
    CoirTimerInfo timers[TIMERS];
    char text[TEXT];
    switch (function) {
    case F_coir_scheduler_is_scheduled:
        coir_scheduler_is_scheduled(any_scheduler(), any_queried_target(), any_key());
        return true;
    case F_coir_scheduler_is_callback_scheduled:
        coir_scheduler_is_callback_scheduled(any_scheduler(), any_queried_target(), any_tick());
        return true;
    case F_coir_scheduler_is_update_scheduled:
        coir_scheduler_is_update_scheduled(any_scheduler(), any_queried_target());
        return true;
    case F_coir_scheduler_is_target_paused:
        coir_scheduler_is_target_paused(any_scheduler(), any_queried_target());
        return true;
    case F_coir_scheduler_remaining:
        coir_scheduler_remaining(any_scheduler(), any_queried_target(), any_key(), badly() ? NULL : &seconds);
        return true;
    case F_coir_scheduler_callback_remaining:
        coir_scheduler_callback_remaining(any_scheduler(), any_queried_target(), any_tick(), badly() ? NULL : &seconds);
        return true;
    case F_coir_scheduler_timers:
        coir_scheduler_timers(any_scheduler(), any_queried_target(), badly() ? NULL : timers, any_count(TIMERS));
        return true;
    case F_coir_scheduler_dump: coir_scheduler_dump(any_scheduler(), one_in(4) ? NULL : text, TEXT); return true;
    case F_coir_target_set_count: coir_target_set_count(any_target_set()); return true;
    case F_coir_target_set_contains: coir_target_set_contains(any_target_set(), any_queried_target()); return true;
    case F_coir_scheduler_now: coir_scheduler_now(any_scheduler()); return true;
    case F_coir_scheduler_time_scale: coir_scheduler_time_scale(any_scheduler()); return true;
    default: return false;
    }
}

static void new_queue(void)
{
    CoirTimerQueue *parent = one_in(2) ? any_queue() : NULL;
    keep_queue(coir_timer_queue_new(parent), parent);
}

static void set_parent(void)
{
    CoirTimerQueue *queue = any_queue(), *parent = one_in(3) ? NULL : any_queue();
    if (coir_timer_queue_set_parent(queue, parent))
        move_queue(queue, parent);
}

static bool drive_queues(Function function)
{
    double seconds;
    switch (function) {
    case F_coir_timer_queue_new: new_queue(); return true;
    case F_coir_timer_queue_destroy: coir_timer_queue_destroy(take_queue()); return true;
    case F_coir_timer_queue_insert:
        keep_timer(coir_timer_queue_insert(any_queue(), any_number() * 4, any_seconds(), any_catch_up(),
                                           any_timer_function(), NULL));
        return true;
    case F_coir_timer_queue_erase: coir_timer_queue_erase(any_queue(), any_timer()); return true;
    case F_coir_timer_queue_contains: coir_timer_queue_contains(any_queue(), any_timer()); return true;
    case F_coir_timer_queue_due: coir_timer_queue_due(any_queue(), any_timer(), badly() ? NULL : &seconds); return true;
    case F_coir_timer_queue_set_parent: set_parent(); return true;
    case F_coir_timer_queue_set_scale: coir_timer_queue_set_scale(any_queue(), any_seconds()); return true;
    case F_coir_timer_queue_scale: coir_timer_queue_scale(any_queue()); return true;
    case F_coir_timer_queue_pause: coir_timer_queue_pause(any_queue()); return true;
    case F_coir_timer_queue_resume: coir_timer_queue_resume(any_queue()); return true;
    case F_coir_timer_queue_is_paused: coir_timer_queue_is_paused(any_queue()); return true;
    case F_coir_timer_queue_now: coir_timer_queue_now(any_queue()); return true;
    case F_coir_timer_queue_advance: coir_timer_queue_advance(any_queue(), any_dt()); return true;
    case F_coir_timer_queue_tick_one: coir_timer_queue_tick_one(any_queue(), any_dt() * 4); return true;
    case F_coir_timer_queue_next_due: coir_timer_queue_next_due(any_queue(), badly() ? NULL : &seconds); return true;
    case F_coir_timer_queue_count: coir_timer_queue_count(any_queue()); return true;
    default: return false;
    }
}

static void new_manager_on(void)
{
    CoirScheduler *scheduler = any_scheduler();
    keep_manager(coir_action_manager_new_on(scheduler), scheduler);
}

static bool drive_managers(Function function)
{
    char text[TEXT];
    switch (function) {
    case F_coir_action_manager_new: keep_manager(coir_action_manager_new(), NULL); return true;
    case F_coir_action_manager_new_on: new_manager_on(); return true;
    case F_coir_action_manager_destroy: coir_action_manager_destroy(take_manager()); return true;
    case F_coir_action_manager_update: coir_action_manager_update(any_manager(), any_dt()); return true;
    case F_coir_action_manager_catch_up: coir_action_manager_catch_up(any_manager()); return true;
    case F_coir_action_manager_run:
        keep_run(coir_action_manager_run(any_manager(), any_node(), take_action()));
        return true;
    case F_coir_action_manager_now: coir_action_manager_now(any_manager()); return true;
    case F_coir_action_manager_count: coir_action_manager_count(any_manager()); return true;
    case F_coir_action_manager_stop_all: coir_action_manager_stop_all(any_manager()); return true;
    case F_coir_action_manager_pause_all: keep_node_set(coir_action_manager_pause_all(any_manager())); return true;
    case F_coir_action_manager_dump:
        coir_action_manager_dump(any_manager(), one_in(4) ? NULL : text, TEXT);
        return true;
    case F_coir_node_set_resume: coir_node_set_resume(any_node_set()); return true;
    case F_coir_node_set_count: coir_node_set_count(any_node_set()); return true;
    case F_coir_node_set_contains: coir_node_set_contains(any_node_set(), any_node()); return true;
    case F_coir_node_set_destroy: coir_node_set_destroy(take_node_set()); return true;
    case F_coir_scheduler_new: keep_scheduler(coir_scheduler_new()); return true;
    case F_coir_scheduler_destroy: coir_scheduler_destroy(take_scheduler()); return true;
    case F_coir_scheduler_update: coir_scheduler_update(any_scheduler(), any_dt()); return true;
    case F_coir_scheduler_set_time_scale: coir_scheduler_set_time_scale(any_scheduler(), any_seconds()); return true;
    default: return false;
    }
}

// Uses a new world for a moment. Meanwhile, calls nothing that logs: the log hook would make calls with objects of the
// default world.
static void use_new_world(void)
{
    CoirWorld *world = coir_world_new();
    if (world && coir_world_use(world)) {
        coir_scheduler_destroy(coir_scheduler_new());
        coir_world_use(NULL);
    }
    coir_world_destroy(world);
}

static bool drive_worlds(Function function)
{
    switch (function) {
    case F_coir_world_new: coir_world_destroy(coir_world_new()); return true;
    case F_coir_world_use: use_new_world(); return true;
    case F_coir_world_used: coir_world_use(coir_world_used()); return true;
    case F_coir_world_destroy: coir_world_destroy(coir_world_used()); return true;
    default: return false;
    }
}

bool drive_time(Function function)
{
    return drive_worlds(function) || drive_scheduling(function) || drive_unscheduling(function) ||
           drive_asking(function) || drive_queues(function) || drive_managers(function);
}
