// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Boxes: nodes that show a rectangle, filled or with an outline or both, with square or round corners.
//
//     CoirBox *paddle = coir_box_add(scene, 480, 40, 120, 16, COIR_WHITE);
//     paddle->radius = 8;

#ifndef COIR_BOX_H
#define COIR_BOX_H

#include "coir/color.h"
#include "coir/node.h"
#include "coir/painter.h"

// You may read and write the fields at any time. The size of the box is its node's size; a size of 0 or less draws
// nothing. The default anchor is the middle. The node's tint and opacity apply to all colours. When the box is drawn,
// a `radius` below 0 or not finite is a mistake, and nothing is drawn. The same holds for `outline_width`, unless the
// outline is transparent.
//
// A box without outline and round corners costs as little as a sprite. Round corners have soft edges, and are drawn
// in one piece with the outline. No pixel is drawn twice, so half-transparent colours do not get darker anywhere.
typedef struct CoirBox {
    CoirNode node;
    CoirColor fill;      // alpha 0: no fill
    CoirColor outline;   // alpha 0: no outline
    float outline_width; // points, to the inside; 0: no outline
    float radius;        // of the corners, points; more than half of the shorter side counts as half of that side
    CoirBlend blend;
} CoirBox;

COIR_API_DATA const CoirNodeClass CoirBox_class;

// Makes a box of `width` x `height` points. The box is yours until you add it to a parent. `...` is the colour of the
// fill, which may be a literal, such as (CoirColor){255, 0, 0, 255}. Returns NULL for a width or height below 0 or
// not finite, or if there is no memory.
#define coir_box_new(width, height, ... /* fill */) coir_box_make((width), (height), __VA_ARGS__, __FILE__, __LINE__)

// Makes a box with its middle at `x`, `y` in the points of `parent`, and adds the box to `parent`, which then owns the
// box. Also returns NULL for a NULL or destroyed parent, or a position that is not finite.
#define coir_box_add(parent, x, y, width, height, ... /* fill */) \
    coir_box_make_in(COIR_NODE(parent), (x), (y), (width), (height), __VA_ARGS__, __FILE__, __LINE__)

// The macros call these functions with the caller's `file` and `line`.
COIR_API CoirBox *coir_box_make(float width, float height, CoirColor fill, const char *file, int line);
COIR_API CoirBox *coir_box_make_in(CoirNode *parent, float x, float y, float width, float height, CoirColor fill,
                                   const char *file, int line);

#endif
