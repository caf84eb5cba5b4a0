// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Dispatch: an event goes through the tree in the reverse order of drawing. Subtrees without listeners are left out.
// On the way down, the position of the event is converted to the coordinates of each node, so that a hit test costs
// the same at any depth. Exception: the test of `start` for a click computes the transforms of all nodes above.

#include "scene/dispatch.h"

#include "base/fail.h"
#include "node/reference.h"
#include "node/transform.h"
#include "node/tree.h"
#include "scene/listeners.h"
#include "scene/pointers.h"
#include "scene/stage.h"

typedef struct Search {
    CoirStage *stage;
    const CoirEvent *event; // NULL: the search is for the hovered node
    CoirEventTypes types;
    bool has_position;
    const CoirNode *excluded; // node that has received the event already; NULL: none
    CoirNode *found;          // node that has dealt with the event, or the hovered node; NULL: none yet
} Search;

// Returns the position of an event for hit tests. A drag belongs to the nodes at `start` (coir/event.h), although
// DRAG_BEGIN is sent only when the pointer has moved away from there.
static CoirVec2 position_of(const CoirEvent *event)
{
    return coir_event_is_drag(event->type) ? event->start : event->position;
}

// Returns false if the node is not on the stage: a callback has destroyed or removed the node, or the node has never
// entered.
static bool is_here(const CoirNode *node, const CoirStage *stage)
{
    return !node->dead_ && node->stage_ == stage;
}

// Returns true if the event hits the node. A click must also have begun on the node. A function of
// coir_node_set_hit may destroy or remove the node.
static bool is_hit(const Search *search, CoirNode *node, CoirVec2 point)
{
    if (!coir_node_hit_at(node, point))
        return false;
    bool is_click =
        search->event && (search->event->type == COIR_EVENT_CLICK || search->event->type == COIR_EVENT_DOUBLE_CLICK);
    return !is_click || (is_here(node, search->stage) && coir_node_is_hit(node, search->event->start));
}

static bool deliver(Search *search, CoirNode *node, CoirVec2 point)
{
    if (!node->listening_ || node == search->excluded || !coir_node_receives(node, search->types))
        return false;
    if (search->has_position && (!is_hit(search, node, point) || !is_here(node, search->stage)))
        return false;
    if (search->event && !coir_node_deliver(node, search->stage, search->event))
        return false;
    search->found = node;
    return true;
}

// Converts a point from the parent's coordinates to the node's own coordinates. Returns false for a node that is
// scaled to nothing.
static bool to_own_points(const CoirNode *node, CoirVec2 *point)
{
    CoirAffine inverse = coir_node_inverse(node);
    *point = coir_affine_apply(inverse, *point);
    return inverse.a != 0 || inverse.b != 0;
}

static bool is_child_here(const CoirNode *child, const CoirNode *parent, const CoirStage *stage)
{
    return is_here(parent, stage) && child->parent_ == parent && is_here(child, stage);
}

static bool search_in(Search *search, CoirNode *node, CoirVec2 point);

static bool search_with_children(Search *search, CoirNode *node, CoirVec2 point)
{
    CoirWalk walk;
    bool done = false, visited = false;
    coir_node_sort_children(node);
    coir_walk_begin(&walk, node, true);
    while (!done && is_here(node, search->stage)) {
        CoirNode *child = coir_walk_next(&walk, true);
        if (!visited && (!child || child->z < 0)) {
            visited = true;
            done = deliver(search, node, point);
        }
        if (!child)
            break;
        if (!done && is_child_here(child, node, search->stage))
            done = search_in(search, child, point);
    }
    coir_walk_end(&walk);
    return done;
}

// Searches a node and the nodes below, topmost first. `point`: position of the event in the parent's coordinates.
// Returns true if a node was found.
static bool search_in(Search *search, CoirNode *node, CoirVec2 point)
{
    if (node->listeners_ == 0 || !node->visible)
        return false;
    if (search->has_position && !to_own_points(node, &point))
        return false;
    search->stage->levels++;
    bool done = node->first_ ? search_with_children(search, node, point) : deliver(search, node, point);
    search->stage->levels--;
    return done;
}

bool coir_stage_reaches(const CoirStage *stage, const CoirNode *node)
{
    const CoirNode *root = coir_node_root(node);
    return root == stage->base.overlay || root == coir_stage_listening_scene(stage);
}

bool coir_stage_has_in_overlay(const CoirStage *stage, const CoirNode *node)
{
    return coir_node_root(node) == stage->base.overlay;
}

static CoirNode *search_overlay(Search *search, CoirVec2 point)
{
    CoirNode *overlay = search->stage->base.overlay;
    if (overlay && is_here(overlay, search->stage))
        search_in(search, overlay, point);
    return search->found;
}

// Returns true for events that scenes receive also during a transition: events of the window, events of controllers
// that are added or removed, and custom events. A scene that missed RESIZED would keep a wrong layout.
static bool is_for_all_scenes(CoirEventType type)
{
    return (type >= COIR_EVENT_CONTROLLER_ADDED && type <= COIR_EVENT_QUIT) || type == COIR_EVENT_CUSTOM;
}

static void search_scene(Search *search, CoirNode *scene, CoirVec2 point)
{
    if (!search->found && scene && is_here(scene, search->stage))
        search_in(search, scene, point);
}

// Searches the overlay, then the scene. During a transition, some events come to both scenes.
static CoirNode *search_roots(Search *search, CoirVec2 point)
{
    CoirStage *stage = search->stage;
    if (search_overlay(search, point))
        return search->found;
    if (stage->transition && search->event && is_for_all_scenes(search->event->type)) {
        search_scene(search, stage->scene, point);
        search_scene(search, stage->outgoing, point);
    } else {
        search_scene(search, coir_stage_listening_scene(stage), point);
    }
    return search->found;
}

static Search search_for(CoirStage *stage, const CoirEvent *event, const CoirNode *excluded)
{
    return (Search){.stage = stage,
                    .event = event,
                    .types = COIR_TYPES_OF(event->type),
                    .has_position = coir_event_has_position(event->type),
                    .excluded = excluded};
}

CoirNode *coir_stage_deliver_to_nodes(CoirStage *stage, const CoirEvent *event, const CoirNode *excluded)
{
    Search search = search_for(stage, event, excluded);
    return search_roots(&search, position_of(event));
}

CoirNode *coir_stage_deliver_to_overlay(CoirStage *stage, const CoirEvent *event)
{
    Search search = search_for(stage, event, NULL);
    return search_overlay(&search, position_of(event));
}

CoirNode *coir_stage_find_hovered(CoirStage *stage, CoirVec2 point)
{
    Search search = {.stage = stage, .types = COIR_TYPES_HOVER, .has_position = true};
    return search_roots(&search, point);
}

CoirDealt coir_stage_deliver(CoirStage *stage, const CoirEvent *event)
{
    if (coir_stage_deliver_before(stage, event))
        return COIR_DEALT_BEFORE;
    if (coir_stage_deliver_to_nodes(stage, event, NULL))
        return COIR_DEALT_NODE;
    return coir_stage_deliver_after(stage, event) ? COIR_DEALT_AFTER : COIR_DEALT_NOT;
}
