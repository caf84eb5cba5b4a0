// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The timers, updates and runs of a node. The functions forward to the scheduler of the node, and to the node's runs.
// On stage, runs belong to an action manager of the stage. Off stage, runs are frozen, unless coir_action_manager_run
// has given the node a manager.

#include "coir/node_time.h"

#include "action/describe/action.h"
#include "action/run/run.h"
#include "base/fail.h"
#include "node/clock.h"
#include "node/reference.h"
#include "node/timers.h"
#include "scene/sound.h"

static bool unschedule_update(CoirNode *node)
{
    CoirScheduler *scheduler = coir_node_scheduler(node);
    CoirScheduledUpdate *update = coir_find_update(scheduler, node, COIR_SCHEDULED_UPDATE);
    if (update)
        coir_unschedule(scheduler, &update->scheduled);
    return true;
}

// Logs that a timer or function of a node was replaced, once for each line of code that makes such nodes.
static void tell_replaced(const CoirNode *node, const char *function, const char *what, const char *instead)
{
    coir_tell_once("%s: the %s made at %s:%d had %s, which is replaced; to have two, %s", function, node->class_->name,
                   node->made_file_, (int)node->made_line_, what, instead);
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
        tell_replaced(node, "coir_node_every_frame", "such a function",
                      "give one of them to coir_node_schedule as a timer with an interval of 0");
    return true;
}

static bool schedule(CoirNode *node, const CoirTimerDef *def, const char *function)
{
    if (!coir_node_check(node, function) || !coir_timer_def_check(def, true, function))
        return false;
    CoirTargetState state = coir_node_target_state(node);
    node->scheduled_ = true;
    return coir_schedule_timer(coir_node_scheduler(node), node, &state, def);
}

bool coir_node_schedule(CoirNode *node, const CoirTimerDef *def)
{
    return schedule(node, def, "coir_node_schedule");
}

// Schedules a timer without a key: the callback's address is its key.
static bool schedule_by_callback(CoirNode *node, const CoirTimerDef *def, const char *function)
{
    bool was_scheduled = coir_node_is_callback_scheduled(node, (CoirAnyFn)def->call);
    coir_world()->releases_wait++; // no user code may run before the message, since user code may free the node
    bool is_scheduled = schedule(node, def, function);
    coir_world()->releases_wait--;
    if (was_scheduled && is_scheduled)
        tell_replaced(node, function, "a timer with the same callback",
                      "call coir_node_schedule, with a key for each of them");
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

static CoirScheduledTimer *find(const CoirNode *node, const char *key, CoirAnyFn callback)
{
    if (!node || !node->scheduled_ || !(key || callback))
        return NULL;
    return coir_find_timer(coir_node_scheduler(node), node, key, callback);
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
        return MISTAKE("coir_node_unschedule: the key is NULL; a timer without one is known by its callback");
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
    return node && key && coir_target_remaining(coir_node_scheduler(node), node, key, NULL, seconds);
}

bool coir_node_callback_remaining(const CoirNode *node, CoirAnyFn callback, double *seconds)
{
    return node && callback && coir_target_remaining(coir_node_scheduler(node), node, NULL, callback, seconds);
}

int coir_node_timers(const CoirNode *node, CoirTimerInfo *timers, int capacity)
{
    return node ? coir_target_timers(coir_node_scheduler(node), node, timers, capacity) : 0;
}

CoirRun coir_node_run(CoirNode *node, CoirAction *action)
{
    const CoirRun none = {0, 0};
    if (!action)
        return MISSING("coir_node_run: the action is NULL, nothing is run"), none;
    if (!coir_action_may_take(action, "coir_node_run"))
        return none;
    if (!coir_node_check(node, "coir_node_run"))
        return coir_action_release(action), none;
    if (node->stage_ && !node->runs_)
        coir_node_runs_enter(node);
    return coir_node_start_run(node, action);
}

static bool may_run(const CoirActionManager *manager, const CoirNode *node, const CoirAction *action)
{
    if (!manager || !action)
        return MISSING("coir_action_manager_run: the %s is NULL", manager ? "action" : "manager");
    if (!coir_node_check(node, "coir_action_manager_run"))
        return false;
    if (manager->is_dead)
        return MISTAKE("coir_action_manager_run: the manager has been destroyed");
    if (node->stage_)
        return MISTAKE("coir_action_manager_run: the node is on a stage; use coir_node_run");
    if (node->runs_ && coir_manager_of(node) && coir_manager_of(node) != manager)
        return MISTAKE("coir_action_manager_run: the node's runs belong to another manager");
    return true;
}

CoirRun coir_action_manager_run(CoirActionManager *manager, CoirNode *node, CoirAction *action)
{
    if (action && !coir_action_may_take(action, "coir_action_manager_run"))
        return (CoirRun){0, 0};
    if (!may_run(manager, node, action))
        return coir_action_release(action), (CoirRun){0, 0};
    if (coir_manager_of(node) != manager || node->suspended_) {
        coir_node_set_manager(node, manager);
        node->suspended_ = false;
        coir_node_thaw_runs(node);
    }
    return coir_node_start_run(node, action);
}

// Runs by tag and by flags --------------------------------------------------------------------------------------------

void coir_node_stop_all(CoirNode *node)
{
    if (coir_node_check(node, "coir_node_stop_all"))
        coir_node_end_runs(node, COIR_END_STOPPED);
}

int coir_node_run_count(const CoirNode *node)
{
    int count = 0;
    for (uint32_t i = node ? node->runs_ : 0; i; i = coir_run_next_of(node, i))
        count++;
    return count;
}

// Selects runs: with a tag, or with one of the flags of a mask.
typedef struct Sign {
    bool is_tag;
    int tag;
    uint32_t mask;
} Sign;

static bool has_sign(const CoirRunRecord *run, Sign sign)
{
    const CoirRunBlock *block = run->flags & COIR_RUN_BLOCK ? run->block : NULL;
    int tag = block ? block->tag : 0;
    uint32_t flags = block ? block->flags : 0;
    return sign.is_tag ? tag == sign.tag : (flags & sign.mask) != 0;
}

// Returns the first run with the sign that was added before `bound`; 0: none.
static uint32_t first_with(const CoirNode *node, Sign sign, uint32_t bound)
{
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i))
        if (has_sign(coir_run_at(i), sign) && (int32_t)(coir_run_at(i)->order - bound) < 0)
            return i;
    return 0;
}

// Stops at most `most` runs with the sign. Their callbacks may start and stop other runs.
static int stop_with(CoirNode *node, Sign sign, int most)
{
    uint32_t bound = coir_runs_next_order(), index;
    int stopped = 0;
    coir_nodes_busy_begin();
    for (; stopped < most && (index = first_with(node, sign, bound)) != 0; stopped++)
        coir_run_end(index, COIR_END_STOPPED);
    coir_nodes_busy_end();
    return stopped;
}

int coir_node_stop_tag(CoirNode *node, int tag)
{
    return coir_node_check(node, "coir_node_stop_tag") ? stop_with(node, (Sign){.is_tag = true, .tag = tag}, 1) : 0;
}

int coir_node_stop_all_tag(CoirNode *node, int tag)
{
    if (!coir_node_check(node, "coir_node_stop_all_tag"))
        return 0;
    return stop_with(node, (Sign){.is_tag = true, .tag = tag}, INT32_MAX);
}

int coir_node_stop_flags(CoirNode *node, uint32_t mask)
{
    return coir_node_check(node, "coir_node_stop_flags") ? stop_with(node, (Sign){.mask = mask}, INT32_MAX) : 0;
}

CoirRun coir_node_find_run(const CoirNode *node, int tag)
{
    uint32_t index = node ? first_with(node, (Sign){.is_tag = true, .tag = tag}, coir_runs()->orders + 1) : 0;
    return index ? (CoirRun){index, coir_run_at(index)->generation} : (CoirRun){0, 0};
}
