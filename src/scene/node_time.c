// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What a node has going, forwarded to the scheduler that it is in (timers and updates) and to its actor (actions). The
// actor is made when it is first needed. Off stage it is suspended; on stage it belongs to the stage's action manager.

#include "coir/node_time.h"

#include "action/run.h"
#include "base/fail.h"
#include "scene/node.h"

CoirActor *coir_node_actor(CoirNode *node, const char *function)
{
    if (!coir_node_check(node, function))
        return NULL;
    if (node->actor_)
        return node->actor_;
    node->actor_ = coir_actor_new(node);
    if (!node->actor_)
        return NULL;
    node->actor_->paused = node->paused_;
    node->actor_->suspended = !node->stage_;
    if (node->stage_)
        coir_node_enter_actor(node);
    return node->actor_;
}

static bool unschedule_update(CoirNode *node)
{
    CoirScheduler *scheduler = coir_node_scheduler(node);
    CoirScheduledUpdate *update = coir_find_update(scheduler, node, COIR_SCHEDULED_UPDATE);
    if (update)
        coir_unschedule(scheduler, &update->scheduled);
    return true;
}

bool coir_node_every_frame(CoirNode *node, CoirTickFn callback, void *user, int priority)
{
    if (!coir_node_check(node, "coir_node_every_frame"))
        return false;
    if (!callback)
        return unschedule_update(node);
    CoirTargetState state = coir_node_target_state(node);
    node->scheduled_ = true;
    return coir_schedule_update(coir_node_scheduler(node), node, &state, COIR_SCHEDULED_UPDATE, callback, user,
                                priority);
}

static bool schedule(CoirNode *node, const CoirTimerDef *def, const char *function)
{
    if (!coir_node_check(node, function) || !coir_timer_def_check(def, function))
        return false;
    CoirTargetState state = coir_node_target_state(node);
    node->scheduled_ = true;
    return coir_schedule_timer(coir_node_scheduler(node), node, &state, def);
}

bool coir_node_schedule(CoirNode *node, const CoirTimerDef *def)
{
    return schedule(node, def, "coir_node_schedule");
}

bool coir_node_every(CoirNode *node, double interval, CoirTickFn callback, void *user)
{
    CoirTimerDef def = {.callback = callback, .user = user, .interval = interval, .repeat = COIR_FOREVER};
    return schedule(node, &def, "coir_node_every");
}

bool coir_node_once_after(CoirNode *node, double delay, CoirTickFn callback, void *user)
{
    CoirTimerDef def = {.callback = callback, .user = user, .delay = delay};
    return schedule(node, &def, "coir_node_once_after");
}

static CoirScheduledTimer *find(const CoirNode *node, const char *key, CoirTickFn callback)
{
    if (!node || !node->scheduled_ || !(key || callback))
        return NULL;
    return coir_find_timer(coir_node_scheduler(node), node, key, callback);
}

static bool unschedule(const CoirNode *node, const char *key, CoirTickFn callback)
{
    CoirScheduledTimer *timer = find(node, key, callback);
    if (timer)
        coir_unschedule(coir_node_scheduler(node), &timer->scheduled);
    return timer != NULL;
}

bool coir_node_unschedule(CoirNode *node, const char *key)
{
    if (!key)
        return MISTAKE("coir_node_unschedule: the key is NULL; a timer without one is known by its callback");
    return coir_node_check(node, "coir_node_unschedule") && unschedule(node, key, NULL);
}

bool coir_node_unschedule_callback(CoirNode *node, CoirTickFn callback)
{
    return coir_node_check(node, "coir_node_unschedule_callback") && unschedule(node, NULL, callback);
}

void coir_node_unschedule_all(CoirNode *node)
{
    if (coir_node_check(node, "coir_node_unschedule_all"))
        coir_unschedule_from(coir_node_scheduler(node), node, COIR_PRIORITY_SYSTEM);
}

bool coir_node_is_scheduled(const CoirNode *node, const char *key)
{
    return find(node, key, NULL) != NULL;
}

bool coir_node_is_callback_scheduled(const CoirNode *node, CoirTickFn callback)
{
    return find(node, NULL, callback) != NULL;
}

bool coir_node_remaining(const CoirNode *node, const char *key, double *seconds)
{
    return node && key && coir_target_remaining(coir_node_scheduler(node), node, key, NULL, seconds);
}

bool coir_node_callback_remaining(const CoirNode *node, CoirTickFn callback, double *seconds)
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
    if (!action) {
        coir_log(COIR_LOG_WARNING, "coir_node_run: nothing is run, since the action could not be made: %s",
                 coir_error()[0] ? coir_error() : "it is NULL");
        return none;
    }
    CoirActor *actor = coir_node_actor(node, "coir_node_run");
    if (!actor)
        return coir_action_release(action), none;
    return coir_actor_run(actor, action);
}

static void remove_self(CoirNode *node, void *user)
{
    (void)user;
    coir_node_destroy(node);
}

CoirAction *coir_remove_self(void)
{
    return coir_call(remove_self, NULL);
}

CoirRun coir_action_manager_run(CoirActionManager *manager, CoirNode *node, CoirAction *action)
{
    const CoirRun none = {0, 0};
    CoirActor *actor = manager && action ? coir_node_actor(node, "coir_action_manager_run") : NULL;
    if (!manager || !action)
        MISTAKE("coir_action_manager_run: the %s is NULL", manager ? "action" : "manager");
    else if (actor && manager->dead)
        actor = (MISTAKE("coir_action_manager_run: the manager has been destroyed"), NULL);
    else if (actor && node->stage_)
        actor = (MISTAKE("coir_action_manager_run: the node is on a stage; use coir_node_run"), NULL);
    else if (actor && actor->manager && actor->manager != manager)
        actor = (MISTAKE("coir_action_manager_run: the node's runs belong to another manager"), NULL);
    if (!actor)
        return coir_action_release(action), none;
    coir_actor_set_manager(actor, manager);
    coir_actor_set_suspended(actor, false);
    return coir_actor_run(actor, action);
}

void coir_node_stop_all(CoirNode *node)
{
    if (coir_node_check(node, "coir_node_stop_all") && node->actor_)
        coir_actor_stop_all(node->actor_);
}

int coir_node_run_count(const CoirNode *node)
{
    int count = 0;
    if (node && node->actor_)
        for (const CoirRunRecord *run = node->actor_->runs; run; run = run->next)
            count++;
    return count;
}

static void set_paused(CoirNode *node, bool paused)
{
    node->paused_ = paused;
    if (node->scheduled_)
        coir_target_set_paused(coir_node_scheduler(node), node, paused);
    if (node->actor_)
        coir_actor_set_paused(node->actor_, paused);
}

void coir_node_pause(CoirNode *node)
{
    if (coir_node_check(node, "coir_node_pause"))
        set_paused(node, true);
}

void coir_node_resume(CoirNode *node)
{
    if (coir_node_check(node, "coir_node_resume"))
        set_paused(node, false);
}

bool coir_node_is_paused(const CoirNode *node)
{
    return node && node->paused_;
}
