// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Circles: nodes that show a disc, a ring, or both.
//
//     CoirCircle *ball = coir_circle_add(scene, 480, 80, 8, COIR_WHITE);

#ifndef COIR_CIRCLE_H
#define COIR_CIRCLE_H

#include "coir/color.h"
#include "coir/node.h"
#include "coir/painter.h"

// You may read and write the fields at any time. The circle lies in the middle of its node's size, and its diameter is
// the shorter side of the size. To change the radius, set both sides of the size to twice the radius. The default
// anchor is the middle. The node's tint and opacity apply to all colours. Events hit the disc, not the box of the node.
// With an outline that is not transparent, an `outline_width` below 0 or not finite is a mistake when the circle is
// drawn, and nothing is drawn.
typedef struct CoirCircle {
    CoirNode node;
    CoirColor fill;      // alpha 0: no fill
    CoirColor outline;   // alpha 0: no outline
    float outline_width; // points, to the inside; 0: no outline
    CoirBlend blend;
} CoirCircle;

COIR_API_DATA const CoirNodeClass CoirCircle_class;

// Makes a circle; `radius` is in points. The circle is yours until you add it to a parent. `...` is the colour of the
// fill. Returns NULL for a radius below 0, a diameter that is not finite as a float, or if there is no memory.
#define coir_circle_new(radius, ... /* fill */) coir_circle_make((radius), __VA_ARGS__, __FILE__, __LINE__)

// Makes a circle with its middle at `x`, `y` in the points of `parent`, and adds the circle to `parent`, which then
// owns the circle. Also returns NULL for a NULL or destroyed parent, or a position that is not finite.
#define coir_circle_add(parent, x, y, radius, ... /* fill */) \
    coir_circle_make_in(COIR_NODE(parent), (x), (y), (radius), __VA_ARGS__, __FILE__, __LINE__)

// Returns true if a world point is inside the circle, even if the node is turned, scaled or skewed. Returns false for
// NULL.
COIR_API bool coir_circle_contains(const CoirCircle *circle, CoirVec2 world_point);

// The macros call these functions with the caller's `file` and `line`.
COIR_API CoirCircle *coir_circle_make(float radius, CoirColor fill, const char *file, int line);
COIR_API CoirCircle *coir_circle_make_in(CoirNode *parent, float x, float y, float radius, CoirColor fill,
                                         const char *file, int line);

#endif
