// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The functions of nodes that schedule and remove timers and updates. Each function forwards to the scheduler that has
// the timers of the node.

#include "base/fail.h"
#include "base/world.h"
#include "coir/node_time.h"
#include "node/reference.h"
#include "node/timers.h"

static bool unschedule_update(CoirNode *node)
{
    CoirScheduler *scheduler = coir_node_scheduler(node);
    CoirScheduledUpdate *update = coir_find_update(scheduler, node, COIR_SCHEDULED_UPDATE);
    if (update)
        coir_unschedule(scheduler, &update->scheduled);
    return true;
}

// Logs that a timer or function of a node was replaced. Nodes that the same line of code has made share one message.
static void report_replaced(const CoirNode *node, const char *function, const char *what, const char *instead)
{
    coir_log_once(COIR_LOG_INFO, "%s: the %s made at %s:%d had %s, which is replaced; to have two, %s", function,
                  node->class_->name, node->made_file_, (int)node->made_line_, what, instead);
}

bool coir_node_every_frame(CoirNode *node, CoirTickFn tick, void *user, int priority)
{
    if (!coir_node_check(node, "coir_node_every_frame"))
        return false;
    if (!tick)
        return unschedule_update(node);
    const CoirScheduledUpdate *old =
        node->scheduled_ ? coir_find_update(coir_node_scheduler(node), node, COIR_SCHEDULED_UPDATE) : NULL;
    bool replaces = old && (old->scheduled.callback != (CoirAnyFn)tick || old->scheduled.user != user);
    CoirTargetState state = coir_node_target_state(node);
    node->scheduled_ = true;
    if (!coir_schedule_update(coir_node_scheduler(node), node, &state, COIR_SCHEDULED_UPDATE, tick, user, priority))
        return false;
    if (replaces) // last: the log hook may free the node
        report_replaced(node, "coir_node_every_frame", "a per-frame function",
                        "give one of the two functions to coir_node_schedule, as a timer with an interval of 0");
    return true;
}

// Schedules a timer of a node that the caller has checked.
static bool schedule(CoirNode *node, const CoirTimerDef *def, const char *function)
{
    if (!coir_timer_def_check(def, true, function))
        return false;
    CoirTargetState state = coir_node_target_state(node);
    node->scheduled_ = true;
    return coir_schedule_timer(coir_node_scheduler(node), node, &state, def);
}

bool coir_node_schedule(CoirNode *node, const CoirTimerDef *def)
{
    return coir_node_check(node, "coir_node_schedule") && schedule(node, def, "coir_node_schedule");
}

// Schedules a timer without a key. The callback identifies the timer.
static bool schedule_by_callback(CoirNode *node, const CoirTimerDef *def, const char *function)
{
    if (!coir_node_check(node, function))
        return false;
    bool was_scheduled = coir_node_is_callback_scheduled(node, (CoirAnyFn)def->call);
    coir_world()->releases_wait++; // no user code may run before the message, since user code may free the node
    bool is_scheduled = schedule(node, def, function);
    coir_world()->releases_wait--;
    if (was_scheduled && is_scheduled)
        report_replaced(node, function, "a timer with the same callback",
                        "call coir_node_schedule, with a key for each timer");
    coir_timers_release();
    return is_scheduled;
}

bool coir_node_every(CoirNode *node, double interval, CoirCallFn call, void *user)
{
    CoirTimerDef def = {.call = call, .user = user, .interval = interval, .repeat = COIR_FOREVER};
    return schedule_by_callback(node, &def, "coir_node_every");
}

bool coir_node_once_after(CoirNode *node, double delay, CoirCallFn call, void *user)
{
    CoirTimerDef def = {.call = call, .user = user, .delay = delay};
    return schedule_by_callback(node, &def, "coir_node_once_after");
}

// Returns the scheduler that has the timers of a node. NULL: the node is NULL or has had no timers, or the node is off
// stage in another world, and the world of this thread has no nodes.
static CoirScheduler *scheduler_of(const CoirNode *node)
{
    return node && node->scheduled_ ? coir_node_scheduler(node) : NULL;
}

static CoirScheduledTimer *find(const CoirNode *node, const char *key, CoirAnyFn callback)
{
    const CoirScheduler *scheduler = scheduler_of(node);
    return scheduler && (key || callback) ? coir_find_timer(scheduler, node, key, callback) : NULL;
}

static bool unschedule(const CoirNode *node, const char *key, CoirAnyFn callback)
{
    CoirScheduledTimer *timer = find(node, key, callback);
    if (timer)
        coir_unschedule(coir_node_scheduler(node), &timer->scheduled);
    coir_timers_release();
    return timer != NULL;
}

bool coir_node_unschedule(CoirNode *node, const char *key)
{
    if (!key)
        return MISTAKE(
            "coir_node_unschedule: the key is NULL; use coir_node_unschedule_callback for a timer without a key");
    return coir_node_check(node, "coir_node_unschedule") && unschedule(node, key, NULL);
}

bool coir_node_unschedule_callback(CoirNode *node, CoirAnyFn callback)
{
    return coir_node_check(node, "coir_node_unschedule_callback") && unschedule(node, NULL, callback);
}

void coir_node_unschedule_all(CoirNode *node)
{
    if (!coir_node_check(node, "coir_node_unschedule_all"))
        return;
    coir_unschedule_from(coir_node_scheduler(node), node, COIR_PRIORITY_SYSTEM);
    coir_timers_release();
}

bool coir_node_is_scheduled(const CoirNode *node, const char *key)
{
    return find(node, key, NULL) != NULL;
}

bool coir_node_is_callback_scheduled(const CoirNode *node, CoirAnyFn callback)
{
    return find(node, NULL, callback) != NULL;
}

bool coir_node_remaining(const CoirNode *node, const char *key, double *seconds)
{
    const CoirScheduler *scheduler = scheduler_of(node);
    return scheduler && key && coir_target_remaining(scheduler, node, key, NULL, seconds);
}

bool coir_node_callback_remaining(const CoirNode *node, CoirAnyFn callback, double *seconds)
{
    const CoirScheduler *scheduler = scheduler_of(node);
    return scheduler && callback && coir_target_remaining(scheduler, node, NULL, callback, seconds);
}

int coir_node_timers(const CoirNode *node, CoirTimerInfo *timers, int capacity)
{
    const CoirScheduler *scheduler = scheduler_of(node);
    return scheduler ? coir_target_timers(scheduler, node, timers, capacity) : 0;
}
