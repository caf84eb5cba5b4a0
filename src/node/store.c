// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Makes, destroys and frees nodes. The memory of a node is a block of the pool of its class. A destroyed node loses its
// parent, its stage and its attachments at once. The node and all nodes below are freed at the end of the frame,
// because a callback of the node may still be running. Until then the node waits in the list of destroyed nodes.

#include "node/store.h"

#include <stdio.h>

#include "base/fail.h"
#include "base/inline.h"
#include "base/owned.h"
#include "base/pool.h"
#include "node/class.h"
#include "node/clock.h"
#include "node/reference.h"
#include "node/timers.h"
#include "node/tree.h"

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

static void destroy(void *node)
{
    coir_node_destroy(node);
}

// Calls the `made` hooks. Returns false if a hook failed or destroyed the node. In both cases the node is destroyed.
static bool make(CoirWorld *world, CoirNode *node)
{
    uint32_t error = coir_error_number();
    world->nodes_busy++;
    const CoirNodeClass *failed = coir_node_call_made(node);
    bool is_made = !failed && !node->dead_;
    if (!failed && node->dead_)
        MISTAKE("%s: the `made` hook has destroyed its node; return false there instead", node->class_->name);
    if (failed && error == coir_error_number())
        FAIL("the `made` hook of %s returned false", failed->name);
    if (failed && !node->dead_)
        coir_keep_error(destroy, node); // runs that the hook has started report their ends
    if (failed)
        node->class_ = failed; // `destroy` runs for the class that failed and its bases, not for derived classes
    world->nodes_busy--;
    return is_made;
}

// Called for the first node of a class in a world. Makes and returns the pool of the class. Before the first node of
// the world, also makes the waiting room, the scheduler of nodes off stage (timers.c). NULL: no memory.
static COIR_RARE CoirPool *first_pool(CoirWorld *world, const CoirNodeClass *node_class)
{
    coir_world_mark(world);
    world->trim = coir_nodes_trim;
    if (!world->waiting && !coir_waiting_room_open())
        return NULL;
    return coir_class_prepare(world, node_class);
}

static CoirNode *take_node(CoirWorld *world, const CoirNodeClass *node_class)
{
    CoirPoolChunk *chunk;
    CoirPool *pool = coir_class_pool(world, node_class);
    if (!pool)
        pool = first_pool(world, node_class);
    CoirNode *node = pool ? coir_pool_take_findable(pool, &chunk) : NULL;
    if (!node)
        return NULL;
    node->class_ = node_class;
    node->chunk_ = chunk;
    if (!coir_reference_add(world, node))
        return coir_pool_give_findable(chunk, node), NULL;
    return node;
}

// Makes a node without calling its `made` hooks. Returns NULL if there is no memory.
static CoirNode *prepare(CoirWorld *world, const CoirNodeClass *node_class, const char *file, int line)
{
    CoirNode *node = take_node(world, node_class);
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
        if (!coir_schedule_update(coir_node_scheduler(node), node, &state, COIR_SCHEDULED_CLASS_UPDATE, class_update,
                                  NULL, 0)) {
            coir_reference_remove(node);
            return coir_pool_give_findable(node->chunk_, node), NULL;
        }
        node->scheduled_ = true;
    }
    return node;
}

static CoirNode *not_made(const CoirNodeClass *node_class, const char *file, int line)
{
    char macro[100];
    snprintf(macro, sizeof macro, "COIR_NEW(%s)", node_class->name);
    return coir_not_made(node_class == &CoirNode_class ? "coir_node_new" : macro, file, line);
}

// Returns true for a class that has passed coir_class_check: a node of the class was made.
static bool is_checked(const CoirNodeClass *node_class)
{
    return node_class && node_class->state_ && coir_class_index(node_class) > 0;
}

CoirNode *coir_node_make(const CoirNodeClass *node_class, const char *file, int line)
{
    file = file ? file : "?";
    if (!is_checked(node_class) && !coir_class_check(node_class, file, line))
        return NULL;
    CoirWorld *world = coir_world();
    CoirNode *node = prepare(world, node_class, file, line);
    return node && make(world, node) ? node : not_made(node_class, file, line);
}

static bool check_position(float x, float y, const char *function)
{
    if (isfinite(x) && isfinite(y))
        return true;
    return MISTAKE("%s: the position is %g, %g; both numbers must be finite: look for a division by zero", function,
                   (double)x, (double)y);
}

CoirNode *coir_node_put_in(CoirNode *parent, CoirNode *node, float x, float y, const char *macro, const char *file,
                           int line)
{
    bool may_add = node && check_position(x, y, macro) && coir_node_may_become_child(node, parent, macro);
    if (node && !may_add)
        coir_node_discard(node);
    if (!coir_made(may_add ? node : NULL, macro, file, line))
        return NULL;
    node->position = coir_vec2(x, y);
    coir_node_link(parent, node);
    return node;
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

// Whether `kill` has found runs or sounds in a subtree. Their ends are reported when all nodes of the subtree are
// destroyed.
typedef struct Remains {
    bool runs, sounds;
} Remains;

// From here on, calls that add to the node or destroy the node again are refused, and references find nothing.
static void mark_dead(CoirNode *node)
{
    node->dead_ = true;
    coir_reference_remove(node);
}

// Drops the listeners, timers, clocks and references of a subtree, and freezes the runs. Calls no hooks.
static void kill(CoirNode *node, Remains *remains)
{
    remains->sounds |= node->sounds_;
    if (node->runs_) { // freezes the runs: the callback at the end of one run may update the manager of the others
        remains->runs = true;
        coir_attachment(COIR_ATTACHED_RUNS)->changing(node, false);
    }
    mark_dead(node);
    COIR_TELL(node, dropped, node);
    coir_node_drop_time(node);
    for (CoirNode *child = node->first_; child; child = child->next_)
        kill(child, remains);
}

// Ends the runs of a subtree. Their callbacks find all nodes of the subtree destroyed.
static void end_runs_below(CoirNode *node)
{
    COIR_TELL(node, ended, node);
    for (CoirNode *child = node->first_; child; child = child->next_)
        end_runs_below(child);
}

static void bury(CoirNode *node)
{
    mark_dead(node);
    if (node->parent_)
        coir_node_unlink(node);
    coir_node_leave(node);
    Remains remains = {false, false};
    kill(node, &remains);
    CoirWorld *world = coir_world();
    node->next_ = world->dead_first;
    world->dead_first = node;
    if (remains.runs)
        end_runs_below(node);
    if (remains.sounds)
        coir_world()->clock_watch->owner_gone();
}

void coir_node_discard(CoirNode *node)
{
    bury(node);
}

void coir_node_destroy(CoirNode *node)
{
    if (!node || !coir_node_check(node, "coir_node_destroy"))
        return;
    coir_nodes_busy_begin();
    coir_clocks_changing(); // calls user code, which may destroy the node
    if (node->scene_ && !node->dead_)
        coir_stage_base(node->scene_of_)->forget(node);
    if (!node->dead_) // the `leaving` hook of a scene may have destroyed the node
        bury(node);
    coir_nodes_busy_end();
}

void coir_node_destroy_children(CoirNode *node)
{
    if (!coir_node_check(node, "coir_node_destroy_children"))
        return;
    coir_nodes_busy_begin(); // the hooks of the children may destroy the node
    while (node->first_ && !node->dead_)
        coir_node_destroy(node->first_);
    coir_nodes_busy_end();
}

static void call_destroy_hooks(CoirNode *node)
{
    coir_node_call_destroy(node);
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
    COIR_TELL(node, freed, node);
    coir_pool_give_findable(node->chunk_, node);
    return count;
}

int coir_nodes_free_dead(void)
{
    int count = 0;
    CoirWorld *world = coir_world();
    CoirNode *list = world->dead_first;
    CoirOwned *owned = NULL;
    world->dead_first = NULL;
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

bool coir_nodes_any_dead(void)
{
    return coir_world()->dead_first || coir_timers_may_release();
}

void coir_nodes_trim(void)
{
    CoirWorld *world = coir_world();
    if (coir_nodes_count() > 0 || world->dead_first || coir_nodes_are_busy())
        return;
    coir_classes_free();
    coir_references_trim();
    coir_waiting_room_close();
    world->trim = NULL;
}
