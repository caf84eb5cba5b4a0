// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The listeners of nodes and stages.

#ifndef COIR_SCENE_LISTENERS_H
#define COIR_SCENE_LISTENERS_H

#include <stdint.h>

#include "coir/listener.h"

// A set of event types: bit `1 << type`.
typedef uint64_t CoirEventTypes;
#define COIR_TYPES_OF(type) (UINT64_C(1) << (type))
#define COIR_TYPES_HOVER (COIR_TYPES_OF(COIR_EVENT_POINTER_ENTER) | COIR_TYPES_OF(COIR_EVENT_POINTER_LEAVE))
#define COIR_TYPES_ALL (~COIR_TYPES_HOVER)

typedef struct CoirNodeListener {
    CoirListener function; // NULL: removed while the listeners of the node are being called
    void *user;
    const char *name; // of custom events; NULL: any
    CoirEventTypes types;
} CoirNodeListener;

// A listener with a priority, of a node or of a stage. On stage it is linked into the stage's list.
typedef struct CoirFixedListener {
    struct CoirFixedListener *next, *previous;
    struct CoirFixedListener *next_of_node;
    CoirStage *stage; // NULL: the node is off stage
    CoirNode *node;   // NULL: of the stage
    CoirListener function;
    CoirStageListener stage_function;
    void *user;
    int priority;
    uint32_t number; // counts what comes to the stage's list
} CoirFixedListener;

// What a node has for events. Most nodes have no list.
typedef struct CoirListenerList {
    CoirEventTypes types; // of all listeners together
    CoirNodeListener *listeners;
    int count, capacity;
    int calls; // calls of these listeners that are under way; while there are any, listeners keep their places
    bool has_holes;
    CoirHitFn hit;
    void *hit_user;
    CoirFixedListener *fixed;
} CoirListenerList;

// The place of a loop over the listeners of a stage with a priority.
typedef struct CoirFixedWalk {
    CoirFixedListener *next;
    struct CoirFixedWalk *outer;
} CoirFixedWalk;

typedef struct CoirFixedListeners {
    CoirFixedListener *first, *last;
    CoirFixedWalk *walks; // innermost first
    uint32_t numbers;
    int hover_nodes; // nodes on stage that hear POINTER_ENTER or POINTER_LEAVE
} CoirFixedListeners;

// Returns true if the node may hear an event of these types.
static inline bool coir_node_hears(const CoirNode *node, CoirEventTypes types);

// Calls the listeners of a node that hear the event, then the hook of its class. Returns true once one of them has.
bool coir_node_tell(CoirNode *node, CoirStage *stage, const CoirEvent *event);

// Calls the listeners of a stage with a priority below 0, or the others.
bool coir_stage_tell_before(CoirStage *stage, const CoirEvent *event);
bool coir_stage_tell_after(CoirStage *stage, const CoirEvent *event);

// Removes all listeners of a stage.
void coir_stage_drop_listeners(CoirStage *stage);

// Returns true if a point in the node's own points is on the node.
bool coir_node_hit_at(CoirNode *node, CoirVec2 point);

static inline bool coir_node_hears(const CoirNode *node, CoirEventTypes types)
{
    const CoirListenerList *list = node->listener_list_;
    if (list && (list->types & types))
        return true;
    return node->class_->state_->event_ && (types & COIR_TYPES_ALL);
}

#endif
