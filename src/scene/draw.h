// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Checks for the draw hooks of Coir's own nodes.

#ifndef COIR_SCENE_DRAW_H
#define COIR_SCENE_DRAW_H

#include "coir/node.h"
#include "draw/painter.h"

// Returns the blend mode to draw a node with. For a number that is no CoirBlend, reports a mistake and returns
// COIR_BLEND_ALPHA.
CoirBlend coir_node_bad_blend(const CoirNode *node, CoirBlend blend);
static inline CoirBlend coir_node_blend(const CoirNode *node, CoirBlend blend)
{
    return coir_is_blend(blend) ? blend : coir_node_bad_blend(node, blend);
}

// Returns true for a length that can be drawn. Otherwise reports `field` of the node, and returns false.
bool coir_node_check_length(const CoirNode *node, float length, const char *field);

#endif
