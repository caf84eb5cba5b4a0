// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The memory of nodes. A node lies in the pool of its class, and has a slot, by which references find the node. A
// destroyed node leaves everything at once, and waits, with all nodes below, in the list of the dead until the end of
// the frame, since its callbacks may still be running.

#include <stdio.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/owned.h"
#include "base/slots.h"
#include "media/texture.h"
#include "node/node.h"
#include "scene/pool.h"
#include "scene/sound.h"

static CoirSlots nodes;
static CoirNode *dead_first;
int coir_nodes_busy;

// The classes that have a pool, to find them again when the pools go.
static const CoirNodeClass **classes;
static int class_count, class_capacity;

const CoirNodeClass CoirNode_class = {
    .name = "CoirNode", .size = sizeof(CoirNode), .state_ = &(CoirNodeClassState){.resolved_ = false}};

bool coir_node_refuse(const CoirNode *node, const char *function)
{
    if (!node)
        return MISSING("%s: the node is NULL", function);
    if (!node->class_)
        return MISTAKE(
            "%s: this is no node any more; it has been destroyed and freed. Keep a CoirNodeRef to nodes that "
            "are not yours.",
            function);
    return MISTAKE(
        "%s: the %s made at %s:%d has been destroyed already. Keep a CoirNodeRef to nodes that are not yours.",
        function, node->class_->name, node->made_file_, node->made_line_);
}

// Classes ------------------------------------------------------------------------------------------------------------

static bool class_fits(const CoirNodeClass *node_class, const char *file, int line)
{
    if (!node_class || !node_class->state_)
        return MISTAKE("%s:%d: the node's class is NULL or was not defined with COIR_NODE_CLASS", file, line);
    size_t least = node_class->super ? node_class->super->size : sizeof(CoirNode);
    if (node_class->size < least)
        return MISTAKE("%s:%d: the class %s is smaller than its base; its struct must begin with it", file, line,
                       node_class->name);
    return true;
}

// Finds the hooks that the nearest level has.
static void resolve(const CoirNodeClass *node_class)
{
    CoirNodeClassState *state = node_class->state_;
    for (const CoirNodeClass *level = node_class; level; level = level->super) {
        state->update_ = state->update_ ? state->update_ : level->update;
        state->draw_ = state->draw_ ? state->draw_ : level->draw;
        state->event_ = state->event_ ? state->event_ : level->event;
        state->hit_ = state->hit_ ? state->hit_ : level->hit;
    }
    state->resolved_ = true;
}

static bool make_pool(const CoirNodeClass *node_class)
{
    CoirNodeClassState *state = node_class->state_;
    if (state->pool_)
        return true;
    const CoirNodeClass **grown = coir_grow(classes, &class_capacity, class_count + 1, sizeof *classes);
    if (!grown)
        return false;
    classes = grown;
    state->pool_ = coir_pool_new(node_class->size);
    if (state->pool_)
        classes[class_count++] = node_class;
    return state->pool_ != NULL;
}

static void (*hook_of(const CoirNodeClass *level, CoirHook hook))(CoirNode *)
{
    switch (hook) {
    case COIR_HOOK_ENTERED: return level->entered;
    case COIR_HOOK_LEAVING: return level->leaving;
    case COIR_HOOK_DESTROY: break;
    }
    return level->destroy;
}

static void call_from(const CoirNodeClass *level, CoirNode *node, CoirHook hook)
{
    bool up = hook == COIR_HOOK_ENTERED;
    void (*function)(CoirNode *) = hook_of(level, hook);
    if (up && level->super)
        call_from(level->super, node, hook);
    if (function && (!node->dead_ || hook == COIR_HOOK_DESTROY))
        function(node);
    if (!up && level->super)
        call_from(level->super, node, hook);
}

void coir_node_call_hook(CoirNode *node, CoirHook hook)
{
    call_from(node->class_, node, hook);
}

static int count_levels(const CoirNodeClass *level)
{
    int count = 0;
    for (; level; level = level->super)
        count++;
    return count;
}

// A level of a class; 0 is the base.
static const CoirNodeClass *level_of(const CoirNodeClass *node_class, int from_base)
{
    for (int above = count_levels(node_class) - 1 - from_base; above > 0; above--)
        node_class = node_class->super;
    return node_class;
}

void coir_node_call_enter(CoirNode *node)
{
    int levels = count_levels(node->class_);
    while (node->stage_ && !node->dead_ && node->entered_ < levels) {
        const CoirNodeClass *level = level_of(node->class_, node->entered_++);
        if (level->enter)
            level->enter(node);
    }
}

void coir_node_call_leave(CoirNode *node)
{
    while (!node->stage_ && node->entered_ > 0) {
        const CoirNodeClass *level = level_of(node->class_, --node->entered_);
        if (level->leave)
            level->leave(node);
    }
}

// Making -------------------------------------------------------------------------------------------------------------

static void class_update(void *target, double dt, void *user)
{
    CoirNode *node = target;
    (void)user;
    node->class_->state_->update_(node, dt);
}

bool coir_node_own(CoirNode *node, void *user, CoirUserFn release)
{
    if (!coir_node_check(node, "coir_node_own"))
        return false;
    if (!release)
        return MISTAKE("coir_node_own: the release function is NULL; give a function, such as free");
    return coir_owned_add(&node->owned_, user, release);
}

static void end_runs(CoirNode *node)
{
    if (node->runs_)
        coir_run_attachment->ended(node);
}

static void free_node(CoirNode *node)
{
    CoirPoolChunk *chunk = node->chunk_;
    coir_node_drop_time(node);
    end_runs(node);
    if (node->listener_list_)
        coir_listeners_free(node);
    coir_slots_remove(&nodes, (CoirSlotId){node->ref_.index, node->ref_.generation});
    coir_pool_give(chunk, node);
}

// Runs the `made` hooks from the plain node upwards. Returns the class whose hook failed, or NULL.
static const CoirNodeClass *call_made(const CoirNodeClass *level, CoirNode *node)
{
    const CoirNodeClass *failed = level->super ? call_made(level->super, node) : NULL;
    if (failed || !level->made || level->made(node))
        return failed;
    return level;
}

// Returns false if a `made` hook failed, or destroyed the node. The node is destroyed then, whatever the hooks have
// done.
static bool make(CoirNode *node)
{
    uint32_t error = coir_error_number();
    coir_nodes_busy_begin();
    const CoirNodeClass *failed = call_made(node->class_, node);
    bool is_made = !failed && !node->dead_;
    if (!failed && node->dead_)
        MISTAKE("%s: its `made` hook has destroyed its node; return false there instead", node->class_->name);
    if (failed && error == coir_error_number())
        FAIL("the `made` hook of %s returned false", failed->name);
    if (failed && !node->dead_)
        coir_node_destroy(node);
    if (failed)
        node->class_ = failed; // `destroy` runs for the levels made so far
    coir_nodes_busy_end();
    return is_made;
}

static CoirNode *take_node(const CoirNodeClass *node_class)
{
    CoirPoolChunk *chunk;
    CoirNode *node = make_pool(node_class) ? coir_pool_take(node_class->state_->pool_, &chunk) : NULL;
    if (!node)
        return NULL;
    node->class_ = node_class;
    node->chunk_ = chunk;
    CoirSlotId slot = coir_slots_add(&nodes, node);
    node->ref_ = (CoirNodeRef){slot.index, slot.generation};
    if (!slot.generation)
        return coir_pool_give(chunk, node), NULL;
    return node;
}

// Makes a node without calling its `made` hooks. Returns NULL if there is no memory.
static CoirNode *prepare(const CoirNodeClass *node_class, const char *file, int line)
{
    if (!node_class->state_->resolved_)
        resolve(node_class);
    CoirNode *node = take_node(node_class);
    if (!node)
        return NULL;
    node->scale = coir_vec2(1, 1);
    node->opacity = 1;
    node->color = COIR_WHITE;
    node->visible = true;
    node->made_file_ = file;
    node->made_line_ = (uint32_t)line & 0x3ffff;
    if (node_class->state_->event_) {
        node->listening_ = true;
        node->listeners_ = 1;
    }
    if (node_class->state_->update_) {
        CoirTargetState state = coir_node_target_state(node);
        node->scheduled_ = true;
        if (!coir_schedule_update(coir_node_scheduler(node), node, &state, COIR_SCHEDULED_CLASS_UPDATE, class_update,
                                  NULL, 0))
            return free_node(node), NULL;
    }
    return node;
}

static CoirNode *not_made(const CoirNodeClass *node_class, const char *file, int line)
{
    char macro[100];
    snprintf(macro, sizeof macro, "COIR_NEW(%s)", node_class->name);
    return coir_not_made(node_class == &CoirNode_class ? "coir_node_new" : macro, file, line);
}

CoirNode *coir_node_make(const CoirNodeClass *node_class, const char *file, int line)
{
    file = file ? file : "?";
    if (!class_fits(node_class, file, line))
        return NULL;
    CoirNode *node = prepare(node_class, file, line);
    return node && make(node) ? node : not_made(node_class, file, line);
}

bool coir_node_is(const CoirNode *node, const CoirNodeClass *node_class)
{
    if (!node || !node_class)
        return false;
    const CoirNodeClass *level = node->class_;
    while (level && level != node_class)
        level = level->super;
    return level || (node->class_ && node_class == &CoirNode_class);
}

CoirNode *coir_node_cast(CoirNode *node, const CoirNodeClass *node_class, const char *file, int line)
{
    if (!node_class)
        return MISTAKE("%s:%d: coir_node_cast was given a class that is NULL", file, line), NULL;
    if (coir_node_is(node, node_class))
        return node;
    if (node && node->class_)
        MISTAKE("%s:%d: COIR_AS(%s, ...) was given a %s", file, line, node_class->name, node->class_->name);
    else
        MISTAKE("%s:%d: COIR_AS(%s, ...) was given %s", file, line, node_class->name,
                node ? "a node that has been freed" : "NULL");
    return NULL;
}

// Destroying ---------------------------------------------------------------------------------------------------------

// Drops the listeners, timers and references of a subtree, and freezes the runs. Calls no hooks. Returns true if a node
// has played a sound.
static bool kill(CoirNode *node)
{
    bool sounds = node->sounds_;
    if (node->runs_) // a callback that hears of the end of a run may update the manager of the other runs
        coir_run_attachment->changing(node, false);
    node->dead_ = true;
    if (node->listener_list_)
        coir_listeners_drop(node);
    coir_node_drop_time(node);
    coir_slots_remove(&nodes, (CoirSlotId){node->ref_.index, node->ref_.generation});
    for (CoirNode *child = node->first_; child; child = child->next_)
        sounds |= kill(child);
    return sounds;
}

// Ends the runs of a subtree. Their callbacks find all nodes of the subtree destroyed.
static void end_runs_below(CoirNode *node)
{
    end_runs(node);
    for (CoirNode *child = node->first_; child; child = child->next_)
        end_runs_below(child);
}

static void bury(CoirNode *node)
{
    node->dead_ = true; // from here on nobody adds to it or destroys it again
    if (node->parent_)
        coir_node_unlink(node);
    coir_node_leave(node);
    bool sounds = kill(node);
    node->next_ = dead_first;
    dead_first = node;
    end_runs_below(node);
    if (sounds)
        coir_voices_owner_gone();
}

void coir_node_destroy(CoirNode *node)
{
    if (!node || !coir_node_check(node, "coir_node_destroy"))
        return;
    coir_nodes_busy_begin();
    coir_voices_clock_changing(); // a function that is told of the end of a run may destroy the node
    if (node->scene_ && !node->dead_)
        coir_stage_forget(node);
    if (!node->dead_) // its `leaving` hook may have done it
        bury(node);
    coir_nodes_busy_end();
}

void coir_node_destroy_children(CoirNode *node)
{
    if (!coir_node_check(node, "coir_node_destroy_children"))
        return;
    coir_nodes_busy_begin(); // their hooks may destroy the node
    while (node->first_ && !node->dead_)
        coir_node_destroy(node->first_);
    coir_nodes_busy_end();
}

CoirNodeRef coir_node_ref(const CoirNode *node)
{
    return node && node->class_ && !node->dead_ ? node->ref_ : (CoirNodeRef){0, 0};
}

CoirNode *coir_node_get(CoirNodeRef ref)
{
    CoirNode *node = coir_slots_get(&nodes, (CoirSlotId){ref.index, ref.generation});
    return node && !node->dead_ ? node : NULL; // dead: it is in its `leave` hooks
}

static void call_destroy_hooks(CoirNode *node)
{
    coir_node_call_hook(node, COIR_HOOK_DESTROY);
    for (CoirNode *child = node->first_; child; child = child->next_)
        call_destroy_hooks(child);
}

static int free_subtree(CoirNode *node, CoirOwned **owned)
{
    int count = 1;
    for (CoirNode *child = node->first_, *next; child; child = next) {
        next = child->next_;
        count += free_subtree(child, owned);
    }
    if (node->owned_)
        coir_owned_move(&node->owned_, owned);
    free_node(node);
    return count;
}

static int free_dead(void)
{
    int count = 0;
    CoirNode *list = dead_first;
    CoirOwned *owned = NULL;
    dead_first = NULL;
    coir_nodes_busy_begin();
    for (CoirNode *node = list; node; node = node->next_)
        call_destroy_hooks(node);
    coir_timers_release_once();
    coir_nodes_busy_end();
    while (list) {
        CoirNode *node = list;
        list = node->next_;
        count += free_subtree(node, &owned);
    }
    coir_nodes_busy_begin();
    coir_owned_release(&owned);
    coir_nodes_busy_end();
    return count;
}

// Frees transitions. Returns true if free_dead has something to do.
static bool is_any_dead(void)
{
    coir_transition_runs_sweep();
    return dead_first || coir_timers_may_release();
}

static void tell_endless(void)
{
    coir_nodes_busy_begin(); // the log hook may not sweep
    MISTAKE(
        "coir_nodes_sweep: `destroy` hooks or release functions destroy nodes or end timers, which do the same, and "
        "so on %d times; the next sweep goes on. Look for a function that ends another of its own kind.",
        COIR_RELEASES_MAX);
    coir_nodes_busy_end();
}

int coir_nodes_sweep(void)
{
    if (coir_nodes_busy > 0) {
        MISTAKE("coir_nodes_sweep: called in a callback, whose node may be among the destroyed; they go at the end of "
                "the frame");
        return 0;
    }
    int count = 0, rounds = 0;
    while (is_any_dead() && rounds++ < COIR_RELEASES_MAX)
        count += free_dead();
    if (rounds > COIR_RELEASES_MAX)
        tell_endless();
    coir_stages_sweep();
    coir_textures_sweep(); // no frame is being drawn
    return count;
}

void coir_nodes_sweep_if_idle(void)
{
    if (coir_nodes_busy == 0)
        coir_nodes_sweep();
}

CoirNode *coir_node_at(const void *address)
{
    return coir_pools_find(address); // pools contain nodes only
}

int coir_nodes_count(void)
{
    return nodes.count;
}

static int count_below(const CoirNode *node)
{
    int count = 0;
    for (const CoirNode *child = node->first_; child; child = child->next_)
        count += 1 + count_below(child);
    return count;
}

static void report_root(const CoirNode *root)
{
    char below[40] = "";
    int count = count_below(root);
    if (count > 0)
        snprintf(below, sizeof below, ", and %d below it", count);
    coir_log(COIR_LOG_WARNING, "a %s made at %s:%d was never destroyed%s%s%s", root->class_->name, root->made_file_,
             (int)root->made_line_, below, root->name ? "; its name is " : "", root->name ? root->name : "");
}

int coir_nodes_report(void)
{
    for (int i = 0; i < nodes.used; i++) {
        const CoirNode *node = nodes.slots[i].item;
        if (node && !node->parent_ && node->made_line_ > 0)
            report_root(node);
    }
    return nodes.count;
}

void coir_nodes_trim(void)
{
    if (nodes.count > 0 || dead_first || coir_nodes_busy > 0)
        return;
    for (int i = 0; i < class_count; i++) {
        coir_pool_free_if_empty(classes[i]->state_->pool_);
        classes[i]->state_->pool_ = NULL;
    }
    coir_free(classes);
    classes = NULL;
    class_count = class_capacity = 0;
    coir_slots_trim(&nodes);
    coir_waiting_room_clear();
}
