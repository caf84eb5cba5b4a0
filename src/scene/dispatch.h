// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Dispatch: how an event finds the nodes and listeners that hear it.

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
