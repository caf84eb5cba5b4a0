// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Ink: panels, colours and shapes made of pixels, for demos that load no pictures.

#ifndef DEMO_INK_H
#define DEMO_INK_H

#include <coir/coir.h>

#define INK_PANEL coir_rgb(27, 30, 49)
#define INK_RULE coir_rgb(32, 35, 57)
#define INK_TEXT coir_rgb(222, 226, 244)
#define INK_DIM coir_rgb(112, 119, 156)

// Returns a colour of a row of hues that fit together, from coral (t = 0) over amber, green and blue to violet and
// pink (t = 1).
CoirColor ink_hue(float t);

// Returns the same colour with another alpha (0..1).
CoirColor ink_alpha(CoirColor color, float alpha);

// Draw a dark backdrop for the whole stage, and a panel with a thin frame and cut corners.
void ink_backdrop(CoirPainter *painter);
void ink_panel(CoirPainter *painter, CoirRect where, CoirColor fill, CoirColor frame);

// Shapes of 32 x 32 pixels in one texture. The shapes are white, with grey shades, so that they can be tinted.
typedef enum InkShape { INK_FACE, INK_BODY, INK_DOT, INK_GLOW, INK_MOON, INK_MOON_PHASES = 8 } InkShape;

// Returns the texture with all shapes. You destroy the texture. Returns NULL if there is no memory.
CoirTexture *ink_shapes(void);

// Returns the region of a shape in the texture. The phases of the moon are INK_MOON + 0..7.
CoirRect ink_region(int shape);

// Draws a shape in a colour. The shape fills the rectangle `where`, which is transformed by `place`.
void ink_shape(CoirPainter *painter, CoirTexture *shapes, int shape, CoirAffine place, CoirRect where, CoirColor color);

#endif
