// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Triangles for SDL's software renderer. SDL computes in signed integers of 32 bits. Four times the area of a
// triangle's bounding box, times the largest texture coordinate, both in pixels, must fit. A triangle that is too large
// is cut along the lines of a grid of whole pixels. The grid is the same for all triangles with the same texture, so
// that neighbours meet in the same corners.

#ifndef COIR_DRAW_SOFT_TRIANGLES_H
#define COIR_DRAW_SOFT_TRIANGLES_H

#include <math.h>

#include "draw/painter.h"

#define COIR_ROUNDING (1 / 128.0f) // greatest rounding error of floats, in pixels

// Draws a triangle. Returns false on failure; coir_error() says why.
typedef bool (*CoirTriangleSink)(void *user, const CoirVertex corners[3]);

// The clip of triangles, and the size of their texture in pixels (0: no texture).
typedef struct CoirTriangles {
    CoirClip clip;
    int width, height;
} CoirTriangles;

// Returns the first pixel, along x or y, with its middle at or after `edge`. Edges in the middle of a pixel are common,
// and rounding errors must not separate two shapes that share such an edge.
static inline float coir_first_pixel(float edge)
{
    return ceilf(edge - 0.5f - COIR_ROUNDING);
}

// Returns false if a triangle or quad is outside the clip, or if the position of a corner is not finite.
bool coir_triangles_are_seen(const CoirTriangles *triangles, const CoirVertex *corners, int count);

// Returns true if the corners of a triangle or quad are so near the clip that their coordinates in pixels fit into 16
// bits.
bool coir_triangles_are_near(const CoirTriangles *triangles, const CoirVertex *corners, int count);

// Returns true if SDL can draw a triangle, or each half of a quad, without cuts.
bool coir_triangles_are_small(const CoirTriangles *triangles, const CoirVertex *corners, int count);

// Cuts a triangle, rounds the corners of the pieces to whole pixels, and calls `sink` for each visible piece. Returns
// false if `sink` has returned false.
bool coir_triangles_cut(const CoirTriangles *triangles, const CoirVertex corners[3], CoirTriangleSink sink, void *user);

#endif
