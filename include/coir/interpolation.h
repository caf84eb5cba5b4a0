// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Interpolation: with whole steps (CoirDirectorDef.step) a frame falls between two steps. An interpolated node is
// drawn between its positions of the last two steps, so that the node moves evenly at any frame rate. The picture is
// one step late.
//
//     CoirDirector *director = coir_director_create(&(CoirDirectorDef){.title = "Ball", .step = 1.0 / 60});
//     ...
//     coir_node_set_interpolated(ball, true);
//     ...
//     coir_node_teleport(ball, 0, 200); // through the door: the ball is not drawn on its way

#ifndef COIR_INTERPOLATION_H
#define COIR_INTERPOLATION_H

#include "coir/node.h"

// Turns interpolation on or off. An interpolated node is drawn, with all nodes below, between its positions,
// rotations and scales of the last two steps. Otherwise the node is drawn with its own position, rotation and scale.
// A rotation goes the shorter way round. A node that has come on stage, or to another parent, since the last step began
// is not interpolated. Without whole steps no node is interpolated.
//
// While a frame is drawn, the fields of the node hold the values that are shown, also for draw hooks and
// coir_node_to_world. After drawing, the fields are set back to the values of the last step, except fields that a draw
// hook has changed. Everywhere else (updates, events, actions) the fields have the values of the last step.
//
// Returns false, and changes nothing, for a NULL node, or if there is no memory.
COIR_API bool coir_node_set_interpolated(CoirNode *node, bool interpolated);
COIR_API bool coir_node_is_interpolated(const CoirNode *node);

// Sets the position of a node. Until the next step begins, the node is drawn with its own position, rotation and
// scale, and not between two steps.
COIR_API void coir_node_teleport(CoirNode *node, float x, float y);

#endif
