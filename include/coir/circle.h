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

// The fields may be read and written at any time. The circle lies in the middle of its node's size and touches the
// nearer sides: to change the radius, set both sides of the size to twice the radius. The anchor is at first the
// middle. The node's tint and opacity apply to all colours. Events hit the disc, not the box of the node. When the
// circle is drawn, an `outline_width` below 0 or not finite is a mistake, unless the outline is transparent. Nothing is
// drawn then.
typedef struct CoirCircle {
    CoirNode node;
    CoirColor fill;      // alpha 0: no fill
    CoirColor outline;   // alpha 0: no outline
    float outline_width; // points, to the inside; 0: no outline
    CoirBlend blend;
} CoirCircle;

COIR_API_DATA const CoirNodeClass CoirCircle_class;

// Makes a circle. The circle is yours until it is added. `...` is the colour of the fill. NULL: a radius below 0 or not
// finite, or no memory.
#define coir_circle_new(radius, ... /* fill */) coir_circle_make((radius), __VA_ARGS__, __FILE__, __LINE__)

// Makes a circle whose middle is at `x`, `y` of `parent`'s points, and adds it to `parent`, which owns it then. NULL
// also for a position that is not finite.
#define coir_circle_add(parent, x, y, radius, ... /* fill */) \
    coir_circle_make_in(COIR_NODE(parent), (x), (y), (radius), __VA_ARGS__, __FILE__, __LINE__)

// Returns true if a point of the world is inside the circle, also when the node is turned, scaled or skewed. False for
// NULL.
COIR_API bool coir_circle_contains(const CoirCircle *circle, CoirVec2 world_point);

// The macros call these functions; `file` and `line` are the caller's.
COIR_API CoirCircle *coir_circle_make(float radius, CoirColor fill, const char *file, int line);
COIR_API CoirCircle *coir_circle_make_in(CoirNode *parent, float x, float y, float radius, CoirColor fill,
                                         const char *file, int line);

#endif
