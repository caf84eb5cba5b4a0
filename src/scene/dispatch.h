// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Dispatch: how an event finds the nodes and listeners that hear it.

#ifndef COIR_SCENE_DISPATCH_H
#define COIR_SCENE_DISPATCH_H

#include "coir/listener.h"

#define POINTER_BUTTONS 5 // buttons of a mouse have the numbers 1 to 5

// Who has dealt with an event.
typedef enum CoirDealt {
    COIR_DEALT_NOT,
    COIR_DEALT_BEFORE, // a listener with a priority below 0
    COIR_DEALT_NODE,
    COIR_DEALT_AFTER, // a listener with a priority of 0 or more
} CoirDealt;

// Report a bad type, number or text of an event as a mistake in the name of a public function, and return false.
bool coir_event_check(const CoirEvent *event, const char *function);
bool coir_event_check_type(CoirEventType type, const char *function);

// Returns the name of the constant of a type that exists, for messages.
const char *coir_event_name(CoirEventType type);

// True for the keys of coir/key.h, without COIR_KEY_NONE.
bool coir_event_is_key(int key);

// True for events that come only to nodes that are hit.
bool coir_event_has_place(CoirEventType type);

// True for the three events of drags.
bool coir_event_is_drag(CoirEventType type);

// True for a node below the overlay or the scene, unless a transition keeps events from the scene.
bool coir_stage_reaches(const CoirStage *stage, const CoirNode *node);

// Asks the nodes on stage, topmost first, without `asked`, a node that was asked already (NULL: none). Returns the node
// that has dealt with the event, which may be destroyed by now, or NULL.
CoirNode *coir_stage_ask_nodes(CoirStage *stage, const CoirEvent *event, const CoirNode *asked);

// Asks the nodes of the overlay alone. Returns as coir_stage_ask_nodes.
CoirNode *coir_stage_ask_overlay(CoirStage *stage, const CoirEvent *event);

// True for the overlay and the nodes below it.
bool coir_stage_has_in_overlay(const CoirStage *stage, const CoirNode *node);

// Returns the topmost node at a point of the world that hears POINTER_ENTER or POINTER_LEAVE, or NULL. Calls functions
// of hit tests, but no listener.
CoirNode *coir_stage_find_hovered(CoirStage *stage, CoirVec2 point);

// Asks all: listeners before the nodes, the nodes, and listeners after the nodes.
CoirDealt coir_stage_ask_all(CoirStage *stage, const CoirEvent *event);

#endif
