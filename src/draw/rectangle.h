// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Rectangles with an outline, with round corners, or with both, in one piece: nothing is drawn twice where the fill
// meets the outline. A circle is a rectangle whose corners meet.

#ifndef COIR_DRAW_RECTANGLE_H
#define COIR_DRAW_RECTANGLE_H

#include "draw/painter.h"

typedef struct CoirRectangle {
    CoirRect where;
    float radius; // of the corners; more than half of the shorter side counts as half of that side
    float width;  // of the outline, to the inside; 0: no outline
    bool filled;  // up to where the outline begins
    CoirColor fill, outline;
} CoirRectangle;

// Draws a rectangle. A radius or a width below 0, and a number that is not finite, is a mistake in `function`'s name. A
// rectangle without area draws nothing.
void coir_painter_rectangle(CoirPainter *painter, CoirRectangle rectangle, const char *function);

#endif
