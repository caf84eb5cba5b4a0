// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Geometry for SDL's software renderer: quads and triangles with corners on whole pixels.

#ifndef COIR_DRAW_SOFT_GEOMETRY_H
#define COIR_DRAW_SOFT_GEOMETRY_H

#include <string.h>

#include "draw/soft/cutouts.h"
#include "draw/soft/triangles.h"

// SDL may scale a picture only if the scaled picture has at most this number of pixels: SDL computes the whole scaled
// picture, including the part outside the clip.
#define COIR_COPY_MOST (COIR_CUTOUTS_BUDGET / 4)

// The device, texture and clip that geometry is drawn with.
typedef struct CoirGeometry {
    struct SDL_Renderer *device;
    struct SDL_Texture *copy; // NULL: colours alone
    CoirTriangles triangles;
} CoirGeometry;

static inline bool coir_is_one_colour(const CoirVertex q[4])
{
    for (int i = 1; i < 4; i++)
        if (memcmp(&q[i].color, &q[0].color, sizeof q->color) != 0)
            return false;
    return true;
}

// Draws a quad, and may change the order of the corners. Returns false on failure; coir_error() says why.
bool coir_geometry_quad(const CoirGeometry *geometry, CoirVertex quad[4]);

// Draws a triangle: undivided if `whole`, else in pieces. Returns false on failure; coir_error() says why.
bool coir_geometry_triangle(const CoirGeometry *geometry, const CoirVertex corners[3], bool whole);

#endif
