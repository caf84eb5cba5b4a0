// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Dispatch: finds the nodes and listeners that receive an event.

#ifndef COIR_SCENE_DISPATCH_H
#define COIR_SCENE_DISPATCH_H

#include "coir/listener.h"
#include "input/event.h"

// Who has dealt with an event.
typedef enum CoirDealt {
    COIR_DEALT_NOT,
    COIR_DEALT_BEFORE, // a listener with a priority below 0
    COIR_DEALT_NODE,
    COIR_DEALT_AFTER, // a listener with a priority of 0 or more
} CoirDealt;

// Returns true if the player's input reaches a node: the node is in the overlay, or in the scene and no transition
// keeps the input from the scene.
bool coir_stage_reaches(const CoirStage *stage, const CoirNode *node);

// Sends an event to the nodes on stage, topmost first, until a node has dealt with the event. `excluded`: node that has
// received the event already; NULL: none. Returns the node that has dealt with the event; NULL: none. A callback may
// have destroyed the returned node.
CoirNode *coir_stage_deliver_to_nodes(CoirStage *stage, const CoirEvent *event, const CoirNode *excluded);

// Does the same as coir_stage_deliver_to_nodes for the nodes of the overlay only.
CoirNode *coir_stage_deliver_to_overlay(CoirStage *stage, const CoirEvent *event);

// Returns true for the overlay and the nodes below the overlay.
bool coir_stage_has_in_overlay(const CoirStage *stage, const CoirNode *node);

// Returns the topmost node at a world point that receives POINTER_ENTER or POINTER_LEAVE; NULL: none. Calls hit
// functions, but no listener.
CoirNode *coir_stage_find_hovered(CoirStage *stage, CoirVec2 point);

// Sends an event to listeners with a priority below 0, the nodes, and listeners with a priority of 0 or more, in this
// order, until the event has been dealt with.
CoirDealt coir_stage_deliver(CoirStage *stage, const CoirEvent *event);

#endif
