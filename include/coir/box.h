// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Boxes: nodes that show a rectangle, filled, with an outline, with round corners.
//
//     CoirBox *paddle = coir_box_add(scene, 480, 40, 120, 16, COIR_WHITE);
//     paddle->radius = 8;

#ifndef COIR_BOX_H
#define COIR_BOX_H

#include "coir/color.h"
#include "coir/node.h"
#include "coir/painter.h"

// The fields may be read and written at any time. The size of the box is its node's size; a size that is not larger
// than 0 draws nothing. The anchor is at first the middle. The node's tint and opacity apply to all colours. When the
// box is drawn, a `radius` below 0 or not finite is a mistake, and so is such an `outline_width` of an outline that is
// not transparent. Nothing is drawn then.
//
// A box without outline and round corners costs as little as a sprite. Round corners have soft edges, and are drawn in
// one piece with the outline: nothing is drawn twice, so transparent colours do not get darker anywhere.
typedef struct CoirBox {
    CoirNode node;
    CoirColor fill;      // alpha 0: no fill
    CoirColor outline;   // alpha 0: no outline
    float outline_width; // points, to the inside; 0: no outline
    float radius;        // of the corners, points; more than half of the shorter side counts as half of that side
    CoirBlend blend;
} CoirBox;

COIR_API_DATA const CoirNodeClass CoirBox_class;

// Makes a box of `width` x `height` points. The box is yours until it is added. `...` is the colour of the fill, which
// may be a literal, as (CoirColor){255, 0, 0, 255}. NULL: a width or height below 0 or not finite, or no memory.
#define coir_box_new(width, height, ... /* fill */) coir_box_make((width), (height), __VA_ARGS__, __FILE__, __LINE__)

// Makes a box whose middle is at `x`, `y` of `parent`'s points, and adds it to `parent`, which owns it then. NULL
// also for a position that is not finite.
#define coir_box_add(parent, x, y, width, height, ... /* fill */) \
    coir_box_make_in(COIR_NODE(parent), (x), (y), (width), (height), __VA_ARGS__, __FILE__, __LINE__)

// The macros call these functions; `file` and `line` are the caller's.
COIR_API CoirBox *coir_box_make(float width, float height, CoirColor fill, const char *file, int line);
COIR_API CoirBox *coir_box_make_in(CoirNode *parent, float x, float y, float width, float height, CoirColor fill,
                                   const char *file, int line);

#endif
