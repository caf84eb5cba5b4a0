// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Private declarations of the listeners of nodes and stages.

#ifndef COIR_SCENE_LISTENERS_H
#define COIR_SCENE_LISTENERS_H

#include <stdint.h>

#include "coir/listener.h"

// Set of event types. Each type has the bit `1 << type`.
typedef uint64_t CoirEventTypes;
#define COIR_TYPES_OF(type) (UINT64_C(1) << (type))
#define COIR_TYPES_HOVER (COIR_TYPES_OF(COIR_EVENT_POINTER_ENTER) | COIR_TYPES_OF(COIR_EVENT_POINTER_LEAVE))
#define COIR_TYPES_WITHOUT_HOVER (~COIR_TYPES_HOVER) // types for listeners of coir_node_listen and for `event` hooks

typedef struct CoirNodeListener {
    CoirListener function; // NULL: a hole; the listener was removed while listeners of the node were being called
    void *user;
    const char *name; // name of the custom events that the listener receives; NULL: all events of `types`
    CoirEventTypes types;
} CoirNodeListener;

// Listener with a priority, of a node or of a stage. A node's listener is in the list of the stage while the node is
// on stage.
typedef struct CoirPriorityListener {
    struct CoirPriorityListener *next, *previous;
    struct CoirPriorityListener *next_of_node;
    CoirStage *stage; // stage that has this listener in its list; NULL: the node is off stage
    CoirNode *node;   // NULL: a listener of the stage
    CoirListener function;
    CoirStageListener stage_function;
    void *user;
    int priority;
    uint32_t number; // number in the order in which listeners came to the stage's list
} CoirPriorityListener;

// A node's listeners and its hit function. Most nodes have no such list.
typedef struct CoirListenerList {
    CoirEventTypes types; // all types that the listeners receive
    CoirNodeListener *listeners;
    int count, capacity;
    int calls; // number of loops in progress that call these listeners; above 0, listeners keep their indices
    bool has_holes;
    CoirHitFn hit;
    void *hit_user;
    CoirPriorityListener *prioritized;
} CoirListenerList;

// Walk over a stage's listeners with a priority.
typedef struct CoirPriorityWalk {
    CoirPriorityListener *next; // listener to be called next
    struct CoirPriorityWalk *outer;
} CoirPriorityWalk;

typedef struct CoirPriorityListeners {
    CoirPriorityListener *first, *last;
    CoirPriorityWalk *walks; // walks in progress, the innermost first
    uint32_t last_number;    // CoirPriorityListener.number of the newest listener
    int hover_nodes;         // number of nodes on stage that receive POINTER_ENTER or POINTER_LEAVE
} CoirPriorityListeners;

// Returns true if the node may receive an event of these types.
static inline bool coir_node_receives(const CoirNode *node, CoirEventTypes types);

// Calls the listeners of a node that receive the event, then the `event` hook of the node's class. Returns true as soon
// as one of these functions has dealt with the event.
bool coir_node_deliver(CoirNode *node, CoirStage *stage, const CoirEvent *event);

// Call the listeners in the stage's list: coir_stage_deliver_before calls the listeners with a priority below 0,
// coir_stage_deliver_after the listeners with a priority of 0 or more. Return true if a listener has dealt with the
// event.
bool coir_stage_deliver_before(CoirStage *stage, const CoirEvent *event);
bool coir_stage_deliver_after(CoirStage *stage, const CoirEvent *event);

// Empties the stage's list of listeners with a priority, and frees the listeners of the stage. Listeners of nodes are
// freed with their nodes.
void coir_stage_drop_listeners(CoirStage *stage);

// Returns true if a point, in the node's own coordinates, is on the node.
bool coir_node_hit_at(CoirNode *node, CoirVec2 point);

static inline bool coir_node_receives(const CoirNode *node, CoirEventTypes types)
{
    const CoirListenerList *list = node->listener_list_;
    if (list && (list->types & types))
        return true;
    return node->class_->state_->event_ && (types & COIR_TYPES_WITHOUT_HOVER);
}

#endif
