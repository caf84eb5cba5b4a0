// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// coir_follow, a camera: moves a node so that a target below the node stays in the middle of the view.

#include <math.h>

#include "action/describe/action.h"
#include "base/fail.h"
#include "node/reference.h"
#include "time/nanoseconds.h"

typedef struct Follow {
    CoirNodeRef target;
    CoirVec2 view;
    CoirRect bounds;
} Follow;

static void note(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    *(CoirVec2 *)state = node->position;
}

static void restore(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    node->position = *(const CoirVec2 *)state;
}

// Returns the beginning of a view of `view` points around `middle`, along an axis. The view is moved to stay inside the
// bounds. Bounds that are shorter than the view are in the middle of the view.
static float begin_of_view(float middle, float view, float low, float length)
{
    float begin = middle - view / 2;
    if (length <= view)
        return low + (length - view) / 2;
    if (begin < low)
        return low;
    return begin > low + length - view ? low + length - view : begin;
}

// Stores the position of `target` in the points of the node `world`. Returns false if `target` is not below `world`.
static bool position_in(const CoirNode *world, const CoirNode *target, CoirVec2 *position)
{
    *position = target->position;
    for (const CoirNode *parent = coir_node_parent(target); parent != world; parent = coir_node_parent(parent)) {
        if (!parent)
            return false;
        *position = coir_node_to_parent(parent, *position);
    }
    return true;
}

static void follow(CoirNode *node, const void *parameters, void *state, double t)
{
    const Follow *def = parameters;
    const CoirNode *target = coir_node_get(def->target);
    CoirVec2 position, scale = node->scale;
    (void)state, (void)t;
    if (!target || scale.x == 0 || scale.y == 0)
        return;
    if (!position_in(node, target, &position)) {
        MISTAKE("coir_follow: the %s to be followed is not below the node that follows it", target->class_->name);
        return;
    }
    CoirVec2 view = coir_vec2(def->view.x / fabsf(scale.x), def->view.y / fabsf(scale.y));
    CoirVec2 begin = coir_vec2(position.x - view.x / 2, position.y - view.y / 2);
    if (def->bounds.width > 0) {
        begin.x = begin_of_view(position.x, view.x, def->bounds.x, def->bounds.width);
        begin.y = begin_of_view(position.y, view.y, def->bounds.y, def->bounds.height);
    }
    CoirVec2 anchor = coir_vec2(node->anchor.x * node->size.x, node->anchor.y * node->size.y);
    // The point, in the node's coordinates, that comes to the lower left corner of the view, which is (0, 0) in the
    // parent. A scale below 0 mirrors the node.
    CoirVec2 corner = coir_vec2(scale.x > 0 ? begin.x : begin.x + view.x, scale.y > 0 ? begin.y : begin.y + view.y);
    node->position.x = (anchor.x - corner.x) * scale.x;
    node->position.y = (anchor.y - corner.y) * scale.y;
}

static const CoirActionClass follow_class = {"follow", sizeof(Follow), sizeof(CoirVec2), note,
                                             follow,   NULL,           restore,          coir_action_is_its_opposite};

CoirAction *coir_follow(CoirNode *target, CoirVec2 view, CoirRect bounds)
{
    Follow def = {coir_node_ref(target), view, bounds};
    if (!coir_node_check(target, "coir_follow"))
        return NULL;
    if (!(view.x > 0 && view.y > 0 && isfinite(view.x) && isfinite(view.y)))
        return MISTAKE("coir_follow: a view of %g x %g points; both must be finite and above 0", (double)view.x,
                       (double)view.y),
               NULL;
    if (!isfinite(bounds.x) || !isfinite(bounds.y) || !(bounds.width >= 0 && bounds.height >= 0) ||
        isinf(bounds.width) || isinf(bounds.height))
        return MISTAKE("coir_follow: the bounds must be finite, with a width and a height of at least 0"), NULL;
    CoirAction *action = coir_action_make_object(&follow_class, 0, &def, sizeof def, "coir_follow");
    if (action)
        action->duration = COIR_NEVER;
    return action;
}
