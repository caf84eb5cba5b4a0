// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The listeners of a node are an array. While listeners of the node are being called, a removed listener leaves a
// hole, and a new listener is added at the end. The holes are closed when the last of these calls has returned.
//
// Listeners with a priority, of a stage and of its nodes, are blocks in a list of the stage, sorted by priority. A walk
// over this list keeps the next listener in a CoirPriorityWalk. If this listener is removed, the walk continues with
// the listener after it.

#include "scene/listeners.h"

#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "node/attachment.h"
#include "node/reference.h"
#include "node/transform.h"
#include "node/tree.h"
#include "scene/stage.h"

// Listeners of nodes -------------------------------------------------------------------------------------------------

static const CoirAttachment attachment;

// Returns the list of a node, and makes the list if there is none. Returns NULL if there is no memory.
static CoirListenerList *need_list(CoirNode *node)
{
    coir_attachment_use(COIR_ATTACHED_LISTENERS, &attachment);
    if (!node->listener_list_)
        node->listener_list_ = coir_alloc(sizeof *node->listener_list_);
    return node->listener_list_;
}

// Sets the event types that the node's listeners receive, and updates the counts that depend on these types.
static void set_types(CoirNode *node, CoirEventTypes types)
{
    CoirListenerList *list = node->listener_list_;
    bool hovered = (list->types & COIR_TYPES_HOVER) != 0, hovers = (types & COIR_TYPES_HOVER) != 0;
    bool listens = types || node->class_->state_->event_;
    list->types = types;
    if (node->stage_)
        node->stage_->prioritized.hover_nodes += (int)hovers - (int)hovered;
    coir_node_count_listeners(node, (int)listens - (int)node->listening_);
    node->listening_ = listens;
}

// Closes the holes, unless listeners of the node are being called.
static void compact(CoirListenerList *list)
{
    int count = 0;
    if (list->calls > 0 || !list->has_holes)
        return;
    list->has_holes = false;
    for (int i = 0; i < list->count; i++)
        if (list->listeners[i].function)
            list->listeners[count++] = list->listeners[i];
    list->count = count;
}

static bool is_same(const CoirNodeListener *a, const CoirNodeListener *b)
{
    return a->function == b->function && a->user == b->user && a->types == b->types &&
           (a->name == b->name || (a->name && b->name && strcmp(a->name, b->name) == 0));
}

static bool add(CoirNode *node, CoirNodeListener listener, const char *function)
{
    if (!coir_node_check(node, function))
        return false;
    if (!listener.function)
        return MISTAKE("%s: the listener is NULL; give a function", function);
    CoirListenerList *list = need_list(node);
    if (!list)
        return false;
    for (int i = 0; i < list->count; i++)
        if (is_same(&list->listeners[i], &listener))
            return true;
    CoirNodeListener *grown = coir_grow(list->listeners, &list->capacity, list->count + 1, sizeof *grown);
    if (!grown)
        return false;
    list->listeners = grown;
    grown[list->count++] = listener;
    set_types(node, list->types | listener.types);
    return true;
}

bool coir_node_on(CoirNode *node, CoirEventType type, CoirListener listener, void *user)
{
    if (!coir_event_check_type(type, "coir_node_on"))
        return false;
    return add(node, (CoirNodeListener){listener, user, NULL, COIR_TYPES_OF(type)}, "coir_node_on");
}

bool coir_node_on_custom(CoirNode *node, const char *name, CoirListener listener, void *user)
{
    if (!name)
        return MISTAKE("coir_node_on_custom: the name is NULL; give the name that coir_stage_send sends");
    return add(node, (CoirNodeListener){listener, user, name, COIR_TYPES_OF(COIR_EVENT_CUSTOM)}, "coir_node_on_custom");
}

bool coir_node_listen(CoirNode *node, CoirListener listener, void *user)
{
    return add(node, (CoirNodeListener){listener, user, NULL, COIR_TYPES_WITHOUT_HOVER}, "coir_node_listen");
}

static bool remove_from_list(CoirNode *node, CoirListener function, const void *user)
{
    CoirListenerList *list = node->listener_list_;
    CoirEventTypes types = 0;
    bool removed = false;
    for (int i = 0; i < list->count; i++) {
        CoirNodeListener *listener = &list->listeners[i];
        bool goes = listener->function && listener->function == function && listener->user == user;
        if (goes) {
            listener->function = NULL;
            list->has_holes = true;
        }
        removed = removed || goes;
        types |= listener->function ? listener->types : 0;
    }
    compact(list);
    set_types(node, types);
    return removed;
}

// Returns true if a callback has ended the gesture of the event. `stage` is NULL for a node that has left the stage and
// receives the end of a gesture.
static bool is_over(const CoirStage *stage, const CoirEvent *event)
{
    return stage && stage->input.sending && coir_sending_is_over(stage, event);
}

// Calls the listeners of a node that receive the event. `end` is the number of listeners at the start: listeners that
// are added meanwhile do not receive this event. Returns true if a listener has dealt with the event.
static bool call_list(CoirNode *node, CoirStage *stage, const CoirEvent *event)
{
    CoirListenerList *list = node->listener_list_; // valid until the node is freed
    bool done = false;
    list->calls++;
    for (int i = 0, end = list->count; !done && i < end && i < list->count && node->stage_ == stage; i++) {
        const CoirNodeListener listener = list->listeners[i];
        if (!listener.function || !(listener.types & COIR_TYPES_OF(event->type)) || is_over(stage, event))
            continue;
        if (!listener.name || (event->name && strcmp(listener.name, event->name) == 0))
            done = listener.function(node, event, listener.user);
    }
    list->calls--;
    compact(list);
    return done;
}

bool coir_node_deliver(CoirNode *node, CoirStage *stage, const CoirEvent *event)
{
    const CoirListenerList *list = node->listener_list_;
    CoirEventTypes types = COIR_TYPES_OF(event->type);
    if (list && (list->types & types) && call_list(node, stage, event))
        return true;
    if (node->dead_ || node->stage_ != stage || !node->class_->state_->event_ || !(types & COIR_TYPES_WITHOUT_HOVER) ||
        is_over(stage, event))
        return false;
    return node->class_->state_->event_(node, event);
}

// Listeners with a priority ------------------------------------------------------------------------------------------

static void link_in(CoirPriorityListener *listener, CoirStage *stage)
{
    CoirPriorityListeners *list = &stage->prioritized;
    CoirPriorityListener *before = list->last;
    while (before && before->priority > listener->priority)
        before = before->previous;
    listener->stage = stage;
    listener->number = ++list->last_number;
    listener->previous = before;
    listener->next = before ? before->next : list->first;
    *(before ? &before->next : &list->first) = listener;
    *(listener->next ? &listener->next->previous : &list->last) = listener;
}

static void link_out(CoirPriorityListener *listener)
{
    if (!listener->stage)
        return;
    CoirPriorityListeners *list = &listener->stage->prioritized;
    for (CoirPriorityWalk *walk = list->walks; walk; walk = walk->outer)
        if (walk->next == listener)
            walk->next = listener->next;
    *(listener->previous ? &listener->previous->next : &list->first) = listener->next;
    *(listener->next ? &listener->next->previous : &list->last) = listener->previous;
    listener->next = listener->previous = NULL;
    listener->stage = NULL;
}

static bool call_prioritized(const CoirPriorityListener *listener, const CoirEvent *event)
{
    return listener->node ? listener->function(listener->node, event, listener->user)
                          : listener->stage_function(listener->stage, event, listener->user);
}

// Calls the listeners with a priority below 0, or, with `after`, the listeners with a priority of 0 or more. Listeners
// that are added meanwhile do not receive this event. Returns true if a listener has dealt with the event.
static bool call_all(CoirStage *stage, const CoirEvent *event, bool after)
{
    CoirPriorityListeners *list = &stage->prioritized;
    CoirPriorityWalk walk = {.next = list->first, .outer = list->walks};
    uint32_t newest = list->last_number;
    bool done = false;
    while (after && walk.next && walk.next->priority < 0)
        walk.next = walk.next->next;
    list->walks = &walk;
    while (!done && walk.next && (after || walk.next->priority < 0) && !is_over(stage, event)) {
        const CoirPriorityListener *listener = walk.next;
        walk.next = listener->next;
        if ((int32_t)(newest - listener->number) >= 0)
            done = call_prioritized(listener, event);
    }
    list->walks = walk.outer;
    return done;
}

bool coir_stage_deliver_before(CoirStage *stage, const CoirEvent *event)
{
    return stage->prioritized.first && call_all(stage, event, false);
}

bool coir_stage_deliver_after(CoirStage *stage, const CoirEvent *event)
{
    return stage->prioritized.last && call_all(stage, event, true);
}

bool coir_node_listen_with_priority(CoirNode *node, int priority, CoirListener listener, void *user)
{
    if (!coir_node_check(node, "coir_node_listen_with_priority"))
        return false;
    if (!listener)
        return MISTAKE("coir_node_listen_with_priority: the listener is NULL; give a function");
    CoirListenerList *list = need_list(node);
    if (!list)
        return false;
    CoirPriorityListener **end = &list->prioritized;
    for (; *end; end = &(*end)->next_of_node)
        if ((*end)->function == listener && (*end)->user == user && (*end)->priority == priority)
            return true;
    CoirPriorityListener *made = coir_alloc(sizeof *made);
    if (!made)
        return false;
    *made = (CoirPriorityListener){.node = node, .function = listener, .user = user, .priority = priority};
    *end = made;
    if (node->stage_)
        link_in(made, node->stage_);
    return true;
}

static bool remove_prioritized(CoirListenerList *list, CoirListener function, const void *user)
{
    bool removed = false;
    for (CoirPriorityListener **link = &list->prioritized; *link;) {
        CoirPriorityListener *listener = *link;
        if (listener->function != function || listener->user != user) {
            link = &listener->next_of_node;
            continue;
        }
        *link = listener->next_of_node;
        link_out(listener);
        coir_free(listener);
        removed = true;
    }
    return removed;
}

bool coir_node_unlisten(CoirNode *node, CoirListener listener, void *user)
{
    if (!coir_node_check(node, "coir_node_unlisten"))
        return false;
    if (!listener)
        return MISTAKE("coir_node_unlisten: the listener is NULL; give the function that was added");
    if (!node->listener_list_)
        return false;
    bool was_prioritized = remove_prioritized(node->listener_list_, listener, user);
    return remove_from_list(node, listener, user) || was_prioritized;
}

// Listeners of stages ------------------------------------------------------------------------------------------------

static bool check_stage(const CoirStage *stage, CoirStageListener listener, const char *function)
{
    if (!coir_stage_check(stage, function))
        return false;
    return listener ? true : MISTAKE("%s: the listener is NULL; give a function", function);
}

bool coir_stage_listen(CoirStage *stage, int priority, CoirStageListener listener, void *user)
{
    if (!check_stage(stage, listener, "coir_stage_listen"))
        return false;
    for (const CoirPriorityListener *each = stage->prioritized.first; each; each = each->next)
        if (!each->node && each->stage_function == listener && each->user == user && each->priority == priority)
            return true;
    CoirPriorityListener *made = coir_alloc(sizeof *made);
    if (!made)
        return false;
    *made = (CoirPriorityListener){.stage_function = listener, .user = user, .priority = priority};
    link_in(made, stage);
    return true;
}

bool coir_stage_unlisten(CoirStage *stage, CoirStageListener listener, void *user)
{
    bool removed = false;
    if (!check_stage(stage, listener, "coir_stage_unlisten"))
        return false;
    for (CoirPriorityListener *each = stage->prioritized.first, *next; each; each = next) {
        next = each->next;
        if (each->node || each->stage_function != listener || each->user != user)
            continue;
        link_out(each);
        coir_free(each);
        removed = true;
    }
    return removed;
}

// Entering and leaving a stage ---------------------------------------------------------------------------------------

static void joined(CoirNode *node, CoirStage *stage)
{
    const CoirListenerList *list = node->listener_list_;
    stage->prioritized.hover_nodes += (list->types & COIR_TYPES_HOVER) != 0;
    for (CoirPriorityListener *each = list->prioritized; each; each = each->next_of_node)
        link_in(each, stage);
}

static void parted(CoirNode *node, CoirStage *stage)
{
    const CoirListenerList *list = node->listener_list_;
    stage->prioritized.hover_nodes -= (list->types & COIR_TYPES_HOVER) != 0;
    for (CoirPriorityListener *each = list->prioritized; each; each = each->next_of_node)
        link_out(each);
}

static void dropped(CoirNode *node)
{
    CoirListenerList *list = node->listener_list_;
    if (node->stage_)
        parted(node, node->stage_);
    list->count = 0; // ends the loops of call_list that are in progress
    list->types = 0;
    list->hit = NULL;
    while (list->prioritized) {
        CoirPriorityListener *listener = list->prioritized;
        list->prioritized = listener->next_of_node;
        link_out(listener);
        coir_free(listener);
    }
}

static void freed(CoirNode *node)
{
    dropped(node);
    coir_free(node->listener_list_->listeners);
    coir_free(node->listener_list_);
    node->listener_list_ = NULL;
}

static const CoirAttachment attachment = {.joined = joined, .parted = parted, .dropped = dropped, .freed = freed};

// Removes all listeners from the list. Frees only the listeners of the stage: listeners of nodes belong to the nodes.
void coir_stage_drop_listeners(CoirStage *stage)
{
    for (CoirPriorityListener *each = stage->prioritized.first, *next; each; each = next) {
        next = each->next;
        link_out(each);
        if (!each->node)
            coir_free(each);
    }
}

// Hits ---------------------------------------------------------------------------------------------------------------

bool coir_node_set_hit(CoirNode *node, CoirHitFn function, void *user)
{
    if (!coir_node_check(node, "coir_node_set_hit"))
        return false;
    if (!function && !node->listener_list_)
        return true;
    CoirListenerList *list = need_list(node);
    if (!list)
        return false;
    list->hit = function;
    list->hit_user = user;
    return true;
}

bool coir_node_hit_at(CoirNode *node, CoirVec2 point)
{
    const CoirListenerList *list = node->listener_list_;
    if (list && list->hit)
        return list->hit(node, point, list->hit_user);
    if (node->class_->state_->hit_)
        return node->class_->state_->hit_(node, point);
    return (node->size.x == 0 && node->size.y == 0) ||
           coir_rect_contains(coir_rect(0, 0, node->size.x, node->size.y), point);
}

bool coir_node_is_hit(CoirNode *node, CoirVec2 world_point)
{
    if (!coir_node_check(node, "coir_node_is_hit"))
        return false;
    CoirAffine inverse = coir_node_world_inverse(node);
    if (inverse.a == 0 && inverse.b == 0)
        return false;
    coir_nodes_busy_begin(); // the hit function may destroy the node
    bool is_hit = coir_node_hit_at(node, coir_affine_apply(inverse, world_point));
    coir_nodes_busy_end();
    return is_hit;
}
