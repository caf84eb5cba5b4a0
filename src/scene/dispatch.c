// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Dispatch: an event goes through the tree in the reverse order of drawing. Subtrees without listeners are left out.
// On the way down, the position of the event is converted to the coordinates of each node, so that a hit test costs
// the same at any depth.

#include "scene/dispatch.h"

#include "base/fail.h"
#include "node/reference.h"
#include "node/tree.h"
#include "scene/listeners.h"
#include "scene/pointers.h"
#include "scene/stage.h"

// Limits of events that listeners send inside of events. With these limits, 0.5 MB of the stack are enough.
#define NESTED_MOST 100
#define LEVELS_MOST 1000 // of nodes that all events in progress have gone down; one more event may add as many

typedef struct Search {
    CoirStage *stage;
    const CoirEvent *event; // NULL: the search is for the hovered node
    CoirEventTypes types;
    bool has_place;
    const CoirNode *asked; // node that is left out, because the node was asked already; NULL: none
    CoirNode *found;       // node that has dealt with the event, or the hovered node; NULL: none yet
} Search;

bool coir_event_has_position(CoirEventType type)
{
    const CoirEventTypes placed =
        COIR_TYPES_OF(COIR_EVENT_POINTER_DOWN) | COIR_TYPES_OF(COIR_EVENT_POINTER_UP) |
        COIR_TYPES_OF(COIR_EVENT_POINTER_MOVE) | COIR_TYPES_OF(COIR_EVENT_WHEEL) | COIR_TYPES_OF(COIR_EVENT_CLICK) |
        COIR_TYPES_OF(COIR_EVENT_DOUBLE_CLICK) | COIR_TYPES_OF(COIR_EVENT_LONG_PRESS) |
        COIR_TYPES_OF(COIR_EVENT_DRAG_BEGIN) | COIR_TYPES_OF(COIR_EVENT_DRAG) | COIR_TYPES_OF(COIR_EVENT_DRAG_END) |
        COIR_TYPES_OF(COIR_EVENT_PINCH_BEGIN) | COIR_TYPES_OF(COIR_EVENT_PINCH) | COIR_TYPES_OF(COIR_EVENT_PINCH_END);
    return (COIR_TYPES_OF(type) & placed) != 0;
}

bool coir_event_is_drag(CoirEventType type)
{
    return type >= COIR_EVENT_DRAG_BEGIN && type <= COIR_EVENT_DRAG_END;
}

// Returns the position of an event for hit tests. A drag belongs to the nodes at the position where the drag began.
static CoirVec2 place_of(const CoirEvent *event)
{
    return coir_event_is_drag(event->type) ? event->start : event->position;
}

// Returns true if the event hits the node. A click must also have begun on the node.
static bool is_hit(const Search *search, CoirNode *node, CoirVec2 point)
{
    if (!coir_node_hit_at(node, point))
        return false;
    bool is_click =
        search->event && (search->event->type == COIR_EVENT_CLICK || search->event->type == COIR_EVENT_DOUBLE_CLICK);
    return !is_click || coir_node_is_hit(node, search->event->start);
}

// Returns false if the node is not on the stage: a callback has destroyed or removed the node, or the node has never
// entered.
static bool is_here(const CoirNode *node, const CoirStage *stage)
{
    return !node->dead_ && node->stage_ == stage;
}

static bool ask(Search *search, CoirNode *node, CoirVec2 point)
{
    if (!node->listening_ || node == search->asked || !coir_node_hears(node, search->types))
        return false;
    if (search->has_place && (!is_hit(search, node, point) || !is_here(node, search->stage)))
        return false;
    if (search->event && !coir_node_tell(node, search->stage, search->event))
        return false;
    search->found = node;
    return true;
}

// Converts a point from the parent's coordinates to the node's own coordinates. Returns false for a node that is
// scaled to nothing.
static bool to_own_points(const CoirNode *node, CoirVec2 *point)
{
    CoirAffine inverse = coir_affine_inverse(coir_node_transform(node));
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
    bool done = false, asked = false;
    coir_node_sort_children(node);
    coir_walk_begin(&walk, node, true);
    while (!done && is_here(node, search->stage)) {
        CoirNode *child = coir_walk_next(&walk, true);
        if (!asked && (!child || child->z < 0)) {
            asked = true;
            done = ask(search, node, point);
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
    if (search->has_place && !to_own_points(node, &point))
        return false;
    search->stage->levels++;
    bool done = node->first_ ? search_with_children(search, node, point) : ask(search, node, point);
    search->stage->levels--;
    return done;
}

static const CoirNode *root_of(const CoirNode *node)
{
    while (node->parent_)
        node = node->parent_;
    return node;
}

bool coir_stage_reaches(const CoirStage *stage, const CoirNode *node)
{
    const CoirNode *root = root_of(node);
    return root == stage->base.overlay || root == coir_stage_listening_scene(stage);
}

bool coir_stage_has_in_overlay(const CoirStage *stage, const CoirNode *node)
{
    return root_of(node) == stage->base.overlay;
}

static CoirNode *search_overlay(Search *search, CoirVec2 point)
{
    CoirNode *overlay = search->stage->base.overlay;
    if (overlay && is_here(overlay, search->stage))
        search_in(search, overlay, point);
    return search->found;
}

// Returns true for events that scenes hear also during a transition: events of the window, events of controllers that
// are added or removed, and custom events. A scene that missed RESIZED would keep a wrong layout.
static bool is_for_all_scenes(CoirEventType type)
{
    return (type >= COIR_EVENT_CONTROLLER_ADDED && type <= COIR_EVENT_QUIT) || type == COIR_EVENT_CUSTOM;
}

static void search_scene(Search *search, CoirNode *scene, CoirVec2 point)
{
    if (!search->found && scene && is_here(scene, search->stage))
        search_in(search, scene, point);
}

// Searches the roots, topmost first. During a transition, some events come to both scenes.
static CoirNode *search_roots(Search *search, CoirVec2 point)
{
    CoirStage *stage = search->stage;
    if (search_overlay(search, point))
        return search->found;
    if (stage->transition && search->event && is_for_all_scenes(search->event->type)) {
        search_scene(search, stage->scene, point);
        search_scene(search, stage->going, point);
    } else {
        search_scene(search, coir_stage_listening_scene(stage), point);
    }
    return search->found;
}

static Search search_for(CoirStage *stage, const CoirEvent *event, const CoirNode *asked)
{
    return (Search){.stage = stage,
                    .event = event,
                    .types = COIR_TYPES_OF(event->type),
                    .has_place = coir_event_has_position(event->type),
                    .asked = asked};
}

CoirNode *coir_stage_ask_nodes(CoirStage *stage, const CoirEvent *event, const CoirNode *asked)
{
    Search search = search_for(stage, event, asked);
    return search_roots(&search, place_of(event));
}

CoirNode *coir_stage_ask_overlay(CoirStage *stage, const CoirEvent *event)
{
    Search search = search_for(stage, event, NULL);
    return search_overlay(&search, place_of(event));
}

CoirNode *coir_stage_find_hovered(CoirStage *stage, CoirVec2 point)
{
    Search search = {.stage = stage, .types = COIR_TYPES_HOVER, .has_place = true};
    return search_roots(&search, point);
}

CoirDealt coir_stage_ask_all(CoirStage *stage, const CoirEvent *event)
{
    if (coir_stage_tell_before(stage, event))
        return COIR_DEALT_BEFORE;
    if (coir_stage_ask_nodes(stage, event, NULL))
        return COIR_DEALT_NODE;
    return coir_stage_tell_after(stage, event) ? COIR_DEALT_AFTER : COIR_DEALT_NOT;
}

// Events from outside ------------------------------------------------------------------------------------------------

static bool check(const CoirStage *stage, const CoirEvent *event)
{
    if (!stage)
        return MISSING("coir_stage_event: the stage is NULL");
    if (!event)
        return MISTAKE("coir_stage_event: the event is NULL; give the address of a CoirEvent");
    return coir_event_check(event, "coir_stage_event") && !stage->base.dead;
}

// Sends a text or key event. The node that text input was started for hears the event before all other nodes. Text
// comes to no other node.
static CoirDealt take_text_or_key(CoirStage *stage, const CoirEvent *event)
{
    bool is_key = event->type == COIR_EVENT_KEY_DOWN || event->type == COIR_EVENT_KEY_UP;
    if (coir_stage_tell_before(stage, event))
        return COIR_DEALT_BEFORE;
    CoirNode *node = coir_stage_text_node(stage);
    if (node && coir_stage_reaches(stage, node) && coir_node_tell(node, stage, event))
        return COIR_DEALT_NODE;
    if (is_key && coir_stage_ask_nodes(stage, event, node))
        return COIR_DEALT_NODE;
    return coir_stage_tell_after(stage, event) ? COIR_DEALT_AFTER : COIR_DEALT_NOT;
}

static CoirDealt take(CoirStage *stage, const CoirEvent *event)
{
    switch (event->type) {
    case COIR_EVENT_POINTER_DOWN: return coir_pointer_down(stage, event);
    case COIR_EVENT_POINTER_MOVE: return coir_pointer_move(stage, event);
    case COIR_EVENT_POINTER_UP: return coir_pointer_up(stage, event);
    case COIR_EVENT_POINTER_CANCEL: return coir_pointer_cancel(stage, event->finger), COIR_DEALT_NOT;
    case COIR_EVENT_POINTER_ENTER:
    case COIR_EVENT_POINTER_LEAVE: return COIR_DEALT_NOT; // the stage makes these events itself
    case COIR_EVENT_POINTER_AWAY: coir_hover_end(stage); break;
    case COIR_EVENT_FOCUS_LOST: coir_pointers_cancel(stage); break;
    case COIR_EVENT_KEY_DOWN:
    case COIR_EVENT_KEY_UP:
    case COIR_EVENT_TEXT:
    case COIR_EVENT_TEXT_EDITING: return take_text_or_key(stage, event);
    default: break;
    }
    return stage->base.dead ? COIR_DEALT_NOT : coir_stage_ask_all(stage, event);
}

// Sends an event, unless a limit is reached. At a limit, the stage refuses all events until the outermost event is
// over. Otherwise two listeners that each send the event that they hear would make 2^100 calls.
static bool deal(CoirStage *stage, const CoirEvent *event, const char *function)
{
    stage->refuses_events |= stage->events == NESTED_MOST || stage->levels > LEVELS_MOST;
    if (stage->refuses_events) {
        MISTAKE(
            "%s: %d events are under way inside of each other, at %d levels of nodes; no more events are sent until "
            "the first of them is over; look for a listener that sends the event that it hears, or send the event "
            "later, by coir_scheduler_post",
            function, stage->events, stage->levels);
        stage->refuses_events &= stage->events > 0; // 0: in a gesture that a frame sends, only this event is refused
        return event->type == COIR_EVENT_QUIT;      // counts as refused, so the game continues
    }
    coir_nodes_busy_begin();
    stage->events++;
    CoirDealt dealt = take(stage, event);
    stage->events--;
    stage->refuses_events &= stage->events > 0;
    coir_nodes_busy_end();
    coir_nodes_sweep_if_idle(); // also frees the stage, if the stage has been destroyed
    return dealt != COIR_DEALT_NOT;
}

bool coir_stage_event(CoirStage *stage, const CoirEvent *event)
{
    return check(stage, event) && deal(stage, event, "coir_stage_event");
}

bool coir_stage_send(CoirStage *stage, const char *name, void *data)
{
    if (!coir_stage_check(stage, "coir_stage_send"))
        return false;
    if (!name)
        return MISTAKE("coir_stage_send: the name is NULL; give the name that listeners wait for");
    return deal(stage, &(CoirEvent){.type = COIR_EVENT_CUSTOM, .name = name, .data = data}, "coir_stage_send");
}

// Text input ---------------------------------------------------------------------------------------------------------

// Returns true if the node is in a scene that a transition takes away.
static bool is_going(const CoirStage *stage, const CoirNode *node)
{
    return stage->going && root_of(node) == stage->going;
}

bool coir_node_start_text(CoirNode *node)
{
    if (!coir_node_check(node, "coir_node_start_text"))
        return false;
    if (!node->stage_)
        return MISTAKE("coir_node_start_text: the node is not on stage; call it in the node's `enter` hook or later");
    if (is_going(node->stage_, node))
        return MISTAKE(
            "coir_node_start_text: the node's scene is going away by a transition, and hears nothing; start text "
            "in the scene that comes");
    node->stage_->base.text = node->ref_;
    return true;
}

void coir_stage_stop_text(CoirStage *stage)
{
    if (!stage)
        MISSING("coir_stage_stop_text: the stage is NULL");
    else
        stage->base.text = (CoirNodeRef){0, 0};
}

CoirNode *coir_stage_text_node(const CoirStage *stage)
{
    CoirNode *node = stage ? coir_node_get(stage->base.text) : NULL;
    return node && node->stage_ == stage && !is_going(stage, node) ? node : NULL;
}
