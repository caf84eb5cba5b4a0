// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What a node has going, forwarded to its target (timers and updates) and its actor (actions). Both are made when they
// are first needed. Off stage they are suspended; on stage they belong to the stage's scheduler and action manager.

#include "coir/node_time.h"

#include "action/run.h"
#include "base/fail.h"
#include "scene/node.h"
#include "time/target.h"

CoirTarget *coir_node_target(CoirNode *node, const char *function)
{
    if (!coir_node_check(node, function))
        return NULL;
    if (node->target_)
        return node->target_;
    node->target_ = coir_target_new(node);
    if (!node->target_)
        return NULL;
    node->target_->owned = true;
    node->target_->paused = node->paused_;
    node->target_->suspended = !node->stage_;
    if (node->stage_)
        coir_target_set_scheduler(node->target_, node->stage_->scheduler);
    return node->target_;
}

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
        coir_actor_set_manager(node->actor_, node->stage_->actions);
    return node->actor_;
}

bool coir_node_every_frame(CoirNode *node, CoirTickFn callback, void *user, int priority)
{
    if (!coir_node_check(node, "coir_node_every_frame"))
        return false;
    if (callback) {
        CoirTarget *target = coir_node_target(node, "coir_node_every_frame");
        return target && coir_target_schedule_update(target, COIR_UPDATE_USER, callback, user, priority);
    }
    if (node->target_)
        coir_target_unschedule_update(node->target_, COIR_UPDATE_USER);
    return true;
}

static bool schedule(CoirNode *node, const CoirTimerDef *def, const char *function)
{
    if (!coir_node_check(node, function) || !coir_timer_def_check(def, function))
        return false;
    CoirTarget *target = coir_node_target(node, function);
    return target && coir_target_schedule(target, def);
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

static CoirScheduled *find(const CoirNode *node, const char *key, CoirTickFn callback)
{
    return node && node->target_ && (key || callback) ? coir_target_find(node->target_, key, callback) : NULL;
}

static bool unschedule(CoirScheduled *scheduled)
{
    if (scheduled)
        coir_target_unschedule(scheduled);
    return scheduled != NULL;
}

bool coir_node_unschedule(CoirNode *node, const char *key)
{
    if (!key)
        return MISTAKE("coir_node_unschedule: the key is NULL; a timer without one is known by its callback");
    return coir_node_check(node, "coir_node_unschedule") && unschedule(find(node, key, NULL));
}

bool coir_node_unschedule_callback(CoirNode *node, CoirTickFn callback)
{
    return coir_node_check(node, "coir_node_unschedule_callback") && unschedule(find(node, NULL, callback));
}

void coir_node_unschedule_all(CoirNode *node)
{
    if (!coir_node_check(node, "coir_node_unschedule_all") || !node->target_)
        return;
    while (node->target_->first)
        coir_target_unschedule(node->target_->first);
    coir_target_unschedule_update(node->target_, COIR_UPDATE_USER);
}

bool coir_node_is_scheduled(const CoirNode *node, const char *key)
{
    return find(node, key, NULL) != NULL;
}

bool coir_node_is_callback_scheduled(const CoirNode *node, CoirTickFn callback)
{
    return find(node, NULL, callback) != NULL;
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
    if (node->target_)
        coir_target_set_paused(node->target_, paused);
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
