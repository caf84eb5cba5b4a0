// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Triangles for SDL's software renderer. It counts in integers of 32 bits: four times the area of a triangle, times its
// place in the texture, must fit. What is too large is cut along the lines of a grid of whole pixels, which is the same
// for all triangles, so that neighbours meet in the same corners.

#ifndef COIR_DRAW_SOFT_TRIANGLES_H
#define COIR_DRAW_SOFT_TRIANGLES_H

#include <math.h>

#include "draw/painter.h"

#define COIR_ROUNDING (1 / 128.0f) // pixels; what floats are wrong by

// Draws one triangle. False: said.
typedef bool (*CoirTriangleSink)(void *user, const CoirVertex corners[3]);

// Where triangles are seen, and the size of their texture in pixels (0: none).
typedef struct CoirTriangles {
    CoirClip clip;
    int width, height;
} CoirTriangles;

// The first pixel whose middle is not left of `edge`. Half a pixel is common, and what floats are wrong by must not
// part two that share an edge there.
static inline float coir_first_pixel(float edge)
{
    return ceilf(edge - 0.5f - COIR_ROUNDING);
}

// False if nothing of a triangle or quad is inside the clip, or a number is not finite.
bool coir_triangles_are_seen(const CoirTriangles *triangles, const CoirVertex *corners, int count);

// True if the places of a triangle or quad are near enough for 16 bits.
bool coir_triangles_are_near(const CoirTriangles *triangles, const CoirVertex *corners, int count);

// True if SDL draws a triangle, or each half of a quad, as it is.
bool coir_triangles_are_small(const CoirTriangles *triangles, const CoirVertex *corners, int count);

// Hands the pieces of a triangle that can be seen to `sink`, on whole pixels. False: that did.
bool coir_triangles_cut(const CoirTriangles *triangles, const CoirVertex corners[3], CoirTriangleSink sink, void *user);

#endif
