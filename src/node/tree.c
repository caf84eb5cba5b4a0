// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The tree of nodes. The children of a node are a list in the order of drawing. A walk for drawing or for events first
// sorts the list by z if needed, so users may write z at any time.

#include "node/tree.h"

#include <string.h>

#include "base/fail.h"
#include "base/prefetch.h"
#include "base/sort.h"
#include "node/attachment.h"
#include "node/class.h"
#include "node/clock.h"
#include "node/reference.h"
#include "node/transform.h"

#define LEVELS_MAX 1000 // levels of a tree; limits the recursion of walks

// Walking ------------------------------------------------------------------------------------------------------------

void coir_walk_begin(CoirWalk *walk, CoirNode *parent, bool backwards)
{
    CoirWorld *world = coir_world();
    *walk = (CoirWalk){.parent = parent,
                       .outer = world->walks,
                       .world = world,
                       .number = ++world->walk_number,
                       .links = world->links,
                       .backwards = backwards};
    world->walks = walk;
}

// Returns true if `stamp` is the number of `walk`, or of a walk that began later. The numbers may have wrapped around.
static bool is_since(const CoirWalk *walk, uint32_t stamp)
{
    return stamp - walk->number <= walk->world->walk_number - walk->number;
}

// Without this check, two children with callbacks that move each other to the end would be visited for ever.
bool coir_walk_has_visited(const CoirWalk *walk, const CoirNode *child)
{
    return is_since(walk, child->linked_) && is_since(walk, child->walked_);
}

void coir_walk_end(CoirWalk *walk)
{
    walk->world->walks = walk->outer;
}

// Links --------------------------------------------------------------------------------------------------------------

void coir_node_count_listeners(CoirNode *node, int count)
{
    for (; node && count; node = node->parent_)
        node->listeners_ += count;
}

static void link_last(CoirNode *parent, CoirNode *child)
{
    CoirWorld *world = coir_world();
    child->parent_ = parent;
    child->linked_ = world->walk_number;
    world->links++;
    child->next_ = NULL;
    child->previous_ = parent->last_;
    if (parent->last_)
        parent->last_->next_ = child;
    else
        parent->first_ = child;
    parent->last_ = child;
    coir_node_count_listeners(parent, child->listeners_);
    int height = child->height_ + 1;
    for (CoirNode *node = parent; node && (int)node->height_ < height; node = node->parent_)
        node->height_ = (uint32_t)height++ & 0x3ff;
}

void coir_node_unlink(CoirNode *node)
{
    CoirNode *parent = node->parent_;
    const CoirTimerQueue *outer = coir_node_outer_clock(node);
    for (CoirWalk *walk = coir_world()->walks; walk; walk = walk->outer)
        if (walk->at == node)
            walk->at = walk->backwards ? node->next_ : node->previous_;
    if (node->previous_)
        node->previous_->next_ = node->next_;
    else
        parent->first_ = node->next_;
    if (node->next_)
        node->next_->previous_ = node->previous_;
    else
        parent->last_ = node->previous_;
    coir_node_count_listeners(parent, -node->listeners_);
    node->parent_ = node->previous_ = node->next_ = NULL;
    coir_node_move_time(node, outer);
}

// Drawing reads the same nodes just after this check, and would wait for the memory of each node. Siblings mostly lie
// side by side in their pool, since they were made one after the other. So the check prefetches the node that is
// sixteen sprites ahead: all cache lines of a sprite but the third.
#define AHEAD 4096 // bytes

static bool is_sorted(const CoirNode *node)
{
    const CoirNode *child = node->first_;
    for (const CoirNode *next; child && (next = child->next_) != NULL; child = next) {
        coir_prefetch((uintptr_t)next + AHEAD);
        coir_prefetch((uintptr_t)next + AHEAD + 64);
        coir_prefetch((uintptr_t)next + AHEAD + 192);
        if (child->z > next->z)
            return false;
    }
    return true;
}

static bool is_below(const void *one, const void *other)
{
    return ((const CoirNode *)one)->z < ((const CoirNode *)other)->z;
}

static bool is_walked(const CoirNode *parent)
{
    const CoirWalk *walk = coir_world()->walks;
    while (walk && walk->parent != parent)
        walk = walk->outer;
    return walk != NULL;
}

void coir_node_sort_children(CoirNode *node)
{
    if (is_sorted(node) || is_walked(node)) // a walk in progress would miss some children, and visit others twice
        return;
    node->first_ = coir_sort_list(node->first_, &(const CoirListKind){offsetof(CoirNode, next_), is_below, NULL});
    CoirNode *previous = NULL;
    for (CoirNode *child = node->first_; child; child = child->next_) {
        child->previous_ = previous;
        previous = child;
    }
    node->last_ = previous;
}

// The public functions -----------------------------------------------------------------------------------------------

// Computes the heights of a node and of all nodes below: removals do not lower the heights. Returns the node's height.
static int lower_heights(CoirNode *node)
{
    int height = 0;
    for (CoirNode *child = node->first_; child; child = child->next_) {
        int below = lower_heights(child) + 1;
        height = below > height ? below : height;
    }
    node->height_ = (uint32_t)height & 0x3ff;
    return height;
}

bool coir_node_may_become_child(CoirNode *node, const CoirNode *parent, const char *function)
{
    int depth = 1;
    for (const CoirNode *above = parent; above; above = above->parent_, depth++)
        if (above == node)
            return MISTAKE(
                "%s: the node would become its own ancestor; the parent is the node itself or below the node",
                function);
    if (node->scene_)
        return MISTAKE("%s: the node is a scene or an overlay, which belongs to its stage", function);
    if (depth + node->height_ > LEVELS_MAX && depth + lower_heights(node) > LEVELS_MAX)
        return MISTAKE("%s: the tree would have more than %d levels", function, LEVELS_MAX);
    return true;
}

void coir_node_link(CoirNode *parent, CoirNode *child)
{
    link_last(parent, child);
    if (parent->stage_)
        coir_node_enter(child, parent->stage_);
}

bool coir_node_add(CoirNode *parent, CoirNode *child)
{
    if (!coir_node_check(parent, "coir_node_add (parent)") || !coir_node_check(child, "coir_node_add (child)"))
        return false;
    if (child->parent_)
        return MISTAKE("coir_node_add: the %s made at %s:%d has a parent already; call coir_node_detach first, or use "
                       "coir_node_set_parent",
                       child->class_->name, child->made_file_, child->made_line_);
    if (!coir_node_may_become_child(child, parent, "coir_node_add"))
        return false;
    coir_node_link(parent, child);
    return true;
}

CoirNode *coir_node_detach(CoirNode *node)
{
    coir_clocks_changing();
    if (!coir_node_check(node, "coir_node_detach"))
        return NULL;
    if (!node->parent_)
        return MISTAKE("coir_node_detach: the node has no parent"), NULL;
    coir_nodes_busy_begin(); // the hooks of the node may destroy the node
    coir_node_unlink(node);
    coir_node_leave(node);
    bool is_destroyed = node->dead_;
    coir_nodes_busy_end();
    return is_destroyed ? NULL : node;
}

// Sets the fields of a node so that its transform is `m`. The skew in y becomes 0: the other fields are enough for
// every `m`. Sets only the position if `m` maps the x axis to a point. Does nothing if a number is not finite.
static void set_transform(CoirNode *node, CoirAffine m)
{
    float length = sqrtf(m.a * m.a + m.b * m.b);
    CoirVec2 anchor = coir_affine_apply(m, coir_vec2(node->anchor.x * node->size.x, node->anchor.y * node->size.y));
    if (!isfinite(length) || !isfinite(anchor.x) || !isfinite(anchor.y))
        return;
    node->position = anchor;
    if (length == 0)
        return;
    float c = m.a / length, s = -m.b / length;
    node->rotation = atan2f(s, c) * (float)(180 / COIR_PI);
    node->scale = coir_vec2(length, m.c * s + m.d * c);
    node->skew = coir_vec2(atanf((m.c * c - m.d * s) / length) * (float)(180 / COIR_PI), 0);
}

// Called before a node moves to another parent on its stage. The pose of an interpolated node at the start of the step
// counts from the old parent, and means nothing under the new one. So the node gets poses like a node that enters.
static void renew_poses(CoirNode *node)
{
    COIR_TELL_KIND(COIR_ATTACHED_POSES, node, leaving, node, node->stage_);
    COIR_TELL_KIND(COIR_ATTACHED_POSES, node, entered, node);
}

bool coir_node_set_parent(CoirNode *node, CoirNode *parent)
{
    coir_clocks_changing();
    if (!coir_node_check(node, "coir_node_set_parent (node)") ||
        !coir_node_check(parent, "coir_node_set_parent (parent)") ||
        !coir_node_may_become_child(node, parent, "coir_node_set_parent"))
        return false;
    if (node->stage_ && node->stage_ == parent->stage_ && node->parent_ != parent)
        renew_poses(node);
    CoirAffine world = coir_node_world_transform(node), from_world = coir_node_world_inverse(parent);
    coir_nodes_busy_begin(); // the hooks of the node may destroy the node
    if (node->parent_)
        coir_node_unlink(node);
    if (from_world.a != 0 || from_world.b != 0)
        set_transform(node, coir_affine_multiply(from_world, world));
    const CoirTimerQueue *outer = coir_node_outer_clock(node);
    link_last(parent, node);
    if (node->stage_ == parent->stage_)
        coir_node_move_time(node, outer);
    if (node->stage_ && node->stage_ != parent->stage_)
        coir_node_leave(node);
    if (!node->stage_ && !node->dead_ && node->parent_ && node->parent_->stage_)
        coir_node_enter(node, node->parent_->stage_);
    coir_clocks_changed();
    coir_nodes_busy_end();
    return true;
}

CoirNode *coir_node_parent(const CoirNode *node)
{
    return node ? node->parent_ : NULL;
}

int coir_node_child_count(const CoirNode *node)
{
    int count = 0;
    for (const CoirNode *child = coir_node_first_child(node); child; child = child->next_)
        count++;
    return count;
}

CoirNode *coir_node_first_child(const CoirNode *node)
{
    return node ? node->first_ : NULL;
}

CoirNode *coir_node_next_sibling(const CoirNode *node)
{
    return node && node->parent_ ? node->next_ : NULL; // `next_` also links the destroyed nodes, which have no parent
}

void coir_node_each_child(CoirNode *node, CoirCallFn function, void *user)
{
    CoirWalk walk;
    if (!coir_node_check(node, "coir_node_each_child"))
        return;
    if (!function) {
        MISTAKE("coir_node_each_child: the function is NULL; give a function");
        return;
    }
    coir_nodes_busy_begin();
    coir_walk_begin(&walk, node, false);
    for (CoirNode *child; !node->dead_ && (child = coir_walk_next(&walk, false));)
        function(child, user);
    coir_walk_end(&walk);
    coir_nodes_busy_end();
}

// Returns the next node of a tree, parents before children; NULL after the last node below `root`.
static CoirNode *next_in_tree(CoirNode *node, const CoirNode *root)
{
    if (node->first_)
        return node->first_;
    while (node != root && !node->next_)
        node = node->parent_;
    return node == root ? NULL : node->next_;
}

CoirNode *coir_node_find(CoirNode *root, const char *name)
{
    CoirNode *node = name ? root : NULL;
    while (node && !(node->name && strcmp(node->name, name) == 0))
        node = next_in_tree(node, root);
    return node;
}

CoirNode *coir_node_find_tag(CoirNode *root, int tag)
{
    CoirNode *node = root;
    while (node && node->tag != tag)
        node = next_in_tree(node, root);
    return node;
}

// The stage ----------------------------------------------------------------------------------------------------------

bool coir_node_is_on_stage(const CoirNode *node)
{
    return node && node->stage_;
}

static void leave(CoirNode *node);

static void enter(CoirNode *node, CoirStage *stage)
{
    CoirWalk walk;
    bool was_crossing = node->crossing_;
    node->crossing_ = true;
    node->stage_ = stage;
    COIR_TELL(node, joined, node, stage);
    coir_node_enter_time(node);
    coir_node_call_enter(node);
    coir_walk_begin(&walk, node, false);
    for (CoirNode *child; node->stage_ == stage && !node->dead_ && (child = coir_walk_next(&walk, false));) {
        if (child->stage_ && child->stage_ != stage)
            leave(child); // a hook has moved the child here before the child had completely left its old stage
        if (!child->stage_ && !child->dead_ && child->parent_ == node && node->stage_ == stage)
            enter(child, stage);
    }
    coir_walk_end(&walk);
    node->crossing_ = was_crossing;
}

void coir_node_enter(CoirNode *node, CoirStage *stage)
{
    if (coir_stage_base(stage)->dead)
        return;
    coir_nodes_busy_begin();
    enter(node, stage);
    coir_nodes_busy_end();
}

static void part(CoirNode *node, CoirStage *stage)
{
    CoirNodeRef *text = &coir_stage_base(stage)->text;
    COIR_TELL(node, parted, node, stage);
    if (text->index == node->ref_.index && text->generation == node->ref_.generation)
        *text = (CoirNodeRef){0, 0};
    coir_node_leave_time(node, stage);
}

// Takes a node, and all nodes below, off their stage. A `leave` hook may call this function again, for example by
// destroying the node: the inner call skips the hooks that have run already, and does the rest.
static void leave(CoirNode *node)
{
    CoirWalk walk;
    CoirStage *stage = node->stage_;
    bool was_crossing = node->crossing_;
    node->crossing_ = true;
    node->stage_ = NULL;
    if (stage)
        part(node, stage);
    coir_node_call_leave(node);
    coir_walk_begin(&walk, node, false);
    for (CoirNode *child; !node->stage_ && (child = coir_walk_next(&walk, false));)
        leave(child);
    coir_walk_end(&walk);
    node->crossing_ = was_crossing;
}

void coir_node_leave(CoirNode *node)
{
    if (!node->stage_ && !node->dead_)
        return;
    CoirWorld *world = coir_world();
    world->nodes_busy++;
    leave(node);
    world->nodes_busy--;
}

// Checking -----------------------------------------------------------------------------------------------------------

static bool is_alive(const CoirNode *node)
{
    return node->class_ && !node->dead_ && coir_node_get(node->ref_) == node;
}

static bool links_are_right(const CoirNode *node, const CoirNode *child, const CoirNode *previous)
{
    if (!is_alive(child))
        return FAIL("coir_node_validate: a node in the tree is destroyed");
    if (child->parent_ != node || child->previous_ != previous)
        return FAIL("coir_node_validate: the links of the %s made at %s:%d are wrong", child->class_->name,
                    child->made_file_, child->made_line_);
    if (child->stage_ != node->stage_ && !node->crossing_)
        return FAIL("coir_node_validate: the %s made at %s:%d is not on its parent's stage", child->class_->name,
                    child->made_file_, child->made_line_);
    if (!coir_node_time_is_right(child))
        return FAIL("coir_node_validate: the clock of the %s made at %s:%d, or the clock of its timers, is wrong",
                    child->class_->name, child->made_file_, child->made_line_);
    if (child->height_ >= node->height_)
        return FAIL("coir_node_validate: the heights are wrong");
    return true;
}

static bool validate(const CoirNode *node)
{
    int listeners = node->listening_;
    const CoirNode *previous = NULL;
    for (const CoirNode *child = node->first_; child; previous = child, child = child->next_) {
        if (!links_are_right(node, child, previous) || !validate(child))
            return false;
        listeners += child->listeners_;
    }
    if (node->last_ != previous)
        return FAIL("coir_node_validate: a last child is wrong");
    if (node->listeners_ != listeners)
        return FAIL("coir_node_validate: %d listeners are counted where there are %d", node->listeners_, listeners);
    return true;
}

bool coir_node_validate(const CoirNode *root)
{
    if (!coir_node_check(root, "coir_node_validate"))
        return false;
    return is_alive(root) ? validate(root) : FAIL("coir_node_validate: the node is not known");
}
