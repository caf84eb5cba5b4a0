// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What SDL's software renderer draws as geometry: quads and triangles whose corners are on whole pixels.

#ifndef COIR_DRAW_SOFT_GEOMETRY_H
#define COIR_DRAW_SOFT_GEOMETRY_H

#include <string.h>

#include "draw/soft/cutouts.h"
#include "draw/soft/triangles.h"

// Pixels of a picture that SDL scales, as a whole, also where it is not seen.
#define COIR_COPY_MOST (COIR_CUTOUTS_BUDGET / 4)

// With what, and where.
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

// Draws a quad, with its corners in another order. False: said.
bool coir_geometry_quad(const CoirGeometry *geometry, CoirVertex quad[4]);

// Draws a triangle, `whole` or in pieces. False: said.
bool coir_geometry_triangle(const CoirGeometry *geometry, const CoirVertex corners[3], bool whole);

#endif
