// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Ink: what demos draw with that load no pictures: panels, a row of hues, and shapes made of pixels.

#ifndef DEMO_INK_H
#define DEMO_INK_H

#include <coir/coir.h>

#define INK_PANEL coir_rgb(27, 30, 49)
#define INK_RULE coir_rgb(32, 35, 57)
#define INK_TEXT coir_rgb(222, 226, 244)
#define INK_DIM coir_rgb(112, 119, 156)

// A row of hues that go well together, from coral (t = 0) over amber, green and blue to violet and pink (t = 1).
CoirColor ink_hue(float t);

// The same colour with less or more alpha (0..1).
CoirColor ink_alpha(CoirColor color, float alpha);

// A dark backdrop for the whole stage, and a panel with a thin frame and its corners taken off.
void ink_backdrop(CoirPainter *painter);
void ink_panel(CoirPainter *painter, CoirRect where, CoirColor fill, CoirColor frame);

// Shapes of 32 x 32 pixels in one texture, white, to be tinted.
typedef enum InkShape { INK_FACE, INK_BODY, INK_DOT, INK_GLOW, INK_MOON, INK_MOON_PHASES = 8 } InkShape;

// The texture with all shapes; it is yours. NULL: no memory.
CoirTexture *ink_shapes(void);

// Where a shape is in it; the phases of the moon are INK_MOON + 0..7.
CoirRect ink_region(int shape);

// A shape over the rectangle `where` after `place`, in a colour.
void ink_shape(CoirPainter *painter, CoirTexture *shapes, int shape, CoirAffine place, CoirRect where, CoirColor color);

#endif
