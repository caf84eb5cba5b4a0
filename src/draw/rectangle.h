// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Rectangles with an outline, with round corners, or with both, in one piece: nothing is drawn twice where the fill
// meets the outline. A circle is a rectangle with round corners that meet.

#ifndef COIR_DRAW_RECTANGLE_H
#define COIR_DRAW_RECTANGLE_H

#include "draw/painter.h"

typedef struct CoirRectangle {
    CoirRect where;
    float radius; // radius of the corners, limited to half of the shorter side
    float width;  // width of the outline, which is inside the edge; 0: no outline
    bool filled;  // true if the inside is filled
    CoirColor fill, outline;
} CoirRectangle;

// Draws a rectangle. Reports a mistake under the name of `function` if the painter is NULL, if the radius or the width
// is below 0, or if a number is not finite. A rectangle without area draws nothing.
void coir_painter_rectangle(CoirPainter *painter, CoirRectangle rectangle, const char *function);

#endif
