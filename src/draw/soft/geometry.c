// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "draw/soft/geometry.h"

#include <limits.h>
#include <math.h>

#include <SDL.h>

#include "base/fail.h"

static bool draw(const CoirGeometry *geometry, const CoirVertex *vertices, int count)
{
    static const int quad[6] = {0, 1, 2, 2, 3, 0};
    const int stride = (int)sizeof *vertices, index_count = count == 4 ? 6 : 0;
    int status = SDL_RenderGeometryRaw(geometry->device, geometry->copy, &vertices->x, stride,
                                       (const SDL_Color *)&vertices->color, stride, &vertices->u, stride, count,
                                       index_count ? quad : NULL, index_count, index_count ? sizeof *quad : 0);
    return status == 0 ? true : FAIL("%d vertices could not be drawn: %s", count, SDL_GetError());
}

// Adds a pixel to the highest texture coordinates, because SDL subtracts a pixel from the highest coordinates of each
// triangle. At the far edge of a page, no pixel can be added, and the last row or column is not shown.
static void add_last_pixel(const CoirTriangles *triangles, CoirVertex *corners, int count)
{
    const float width = (float)triangles->width, height = (float)triangles->height;
    int left = INT_MAX, top = INT_MAX, right = 0, bottom = 0;
    for (int i = 0; i < count; i++) {
        int u = (int)(corners[i].u * width), v = (int)(corners[i].v * height);
        left = u < left ? u : left;
        right = u > right ? u : right;
        top = v < top ? v : top;
        bottom = v > bottom ? v : bottom;
    }
    for (int i = 0; i < count; i++) {
        if (left < right && (int)(corners[i].u * width) == right)
            corners[i].u = fminf(((float)right + 1.5f) / width, 1);
        if (top < bottom && (int)(corners[i].v * height) == bottom)
            corners[i].v = fminf(((float)bottom + 1.5f) / height, 1);
    }
}

// Draws a triangle or the two triangles of a quad, undivided.
static bool draw_whole(const CoirGeometry *geometry, CoirVertex *corners, int count)
{
    if (geometry->copy)
        add_last_pixel(&geometry->triangles, corners, count);
    return draw(geometry, corners, count);
}

// Returns true if a copy by SDL gives the right result for a rectangle. SDL does not notice that a picture is turned by
// 90 degrees, or that there is no memory for a huge picture. If SDL finds no whole pixel of the texture between two
// corners, SDL fills the rectangle with the colour of the corners. At a distance of two pixels, SDL always finds a
// whole pixel.
static bool is_copied_well(const CoirTriangles *triangles, const CoirVertex q[4], int h, int v)
{
    bool straight = q[h].v == q[0].v && q[v].u == q[0].u && q[2].u == q[h].u && q[2].v == q[v].v;
    return straight && fabsf(q[2].u - q[0].u) * (float)triangles->width >= 2 &&
           fabsf(q[2].v - q[0].v) * (float)triangles->height >= 2 &&
           fabsf(q[2].x - q[0].x) * fabsf(q[2].y - q[0].y) <= COIR_COPY_MOST &&
           coir_triangles_are_near(triangles, q, 4);
}

// Chooses the diagonal that divides an upright rectangle of one colour into two triangles. SDL draws the triangles as
// one rectangle if the diagonal goes from the upper left to the lower right corner: as a copy or, without a picture,
// with SDL_BLENDMODE_BLEND, whatever the blend mode is. Returns true if SDL will draw a copy.
static bool choose_diagonal(const CoirGeometry *geometry, CoirVertex q[4])
{
    int h = q[1].y == q[0].y ? 1 : 3, v = 4 - h; // the neighbours of q[0] in its row and column
    bool upright = q[h].y == q[0].y && q[v].x == q[0].x && q[2].x == q[h].x && q[2].y == q[v].y;
    if (!upright || !coir_is_one_colour(q))
        return false;
    bool falling = (q[0].x < q[2].x) == (q[0].y < q[2].y);
    bool as_copy = geometry->copy && is_copied_well(&geometry->triangles, q, h, v);
    if (falling == as_copy)
        return as_copy;
    CoirVertex first = q[0];
    memmove(q, q + 1, 3 * sizeof *q);
    q[3] = first;
    return as_copy;
}

static bool draw_piece(void *user, const CoirVertex corners[3])
{
    return draw(user, corners, 3);
}

bool coir_geometry_triangle(const CoirGeometry *geometry, const CoirVertex corners[3], bool whole)
{
    CoirGeometry pieces = *geometry;
    if (!whole)
        return coir_triangles_cut(&geometry->triangles, corners, draw_piece, &pieces);
    CoirVertex triangle[3] = {corners[0], corners[1], corners[2]};
    return !coir_triangles_are_seen(&geometry->triangles, corners, 3) || draw_whole(geometry, triangle, 3);
}

bool coir_geometry_quad(const CoirGeometry *geometry, CoirVertex quad[4])
{
    const CoirTriangles *triangles = &geometry->triangles;
    if (!coir_triangles_are_seen(triangles, quad, 4))
        return true;
    if (choose_diagonal(geometry, quad))
        return draw(geometry, quad, 4);
    if (coir_triangles_are_small(triangles, quad, 4))
        return draw_whole(geometry, quad, 4);
    const CoirVertex other[3] = {quad[2], quad[3], quad[0]};
    return coir_geometry_triangle(geometry, quad, false) && coir_geometry_triangle(geometry, other, false);
}
