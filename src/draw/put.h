// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Quads with one colour for all vertices: sprites, letters, boxes, rectangles, frames, and the cells of nine slices and
// tiles. A quad goes to the painter in three steps:
//
// 1. coir_quad_at_origin or coir_quad computes the corners.
// 2. coir_quad_is_seen compares the quad with the clip.
// 3. coir_write_quad writes the vertices.
//
// The functions are inline, since a game draws mostly such quads. Each caller passes a constant as `is_upright`: true
// if b and c of the caller's transforms are always 0. The compiler then leaves out the products with b and c.

#ifndef COIR_DRAW_PUT_H
#define COIR_DRAW_PUT_H

#include <math.h>

#include "base/inline.h"
#include "draw/painter.h"
#include "media/texture.h"

// Functions for rare cases:
//
// 1. coir_painter_refuse reports a quad with a position that is not finite.
// 2. coir_painter_begin_quad makes room for four vertices, and sets `open` to a draw call with this page and blend
//    mode. Returns NULL if there is no memory, or if the sink is being called.
// 3. coir_painter_tinted multiplies a colour by the tint, and by alpha if the blend mode multiplies colours.
void coir_painter_refuse(void);
CoirVertex *coir_painter_begin_quad(CoirPainter *painter, CoirPage *page, CoirBlend blend);
CoirColor coir_painter_tinted(const CoirPainter *painter, CoirColor color, CoirBlend blend);

// Returns the colour of the vertices of a picture that is multiplied with `color`.
static inline CoirColor coir_tint(const CoirPainter *painter, CoirColor color, CoirBlend blend)
{
    bool white = (color.r & color.g & color.b & color.a) == 255;
    return white && !coir_blends[blend].multiplies_colors ? painter->tint : coir_painter_tinted(painter, color, blend);
}

// Corners of a quad: upper left, upper right, lower right, lower left.
typedef struct CoirCorners {
    CoirVec2 at[4];
} CoirCorners;

// A parallelogram in pixels. `across` is the vector along the upper edge to the right, `up` the vector along the left
// edge.
typedef struct CoirQuad {
    CoirCorners corners;
    CoirVec2 across, up;
} CoirQuad;

// Returns the quad with this upper left corner.
static COIR_INLINE CoirQuad coir_quad_from(CoirVec2 corner, CoirVec2 across, CoirVec2 up, bool is_upright)
{
    float right = corner.x + across.x, bottom = corner.y - up.y;
    CoirQuad quad = {{{corner, {right, corner.y}, {right, bottom}, {corner.x, bottom}}}, across, up};
    if (!is_upright) {
        quad.corners.at[1].y = corner.y + across.y;
        quad.corners.at[2] = coir_vec2(right - up.x, corner.y + across.y - up.y);
        quad.corners.at[3].x = corner.x - up.x;
    }
    return quad;
}

// Returns the quad of a rectangle with the lower left corner (0, 0); `m` maps points to pixels. `size` is a pointer:
// clang would read a struct by value as a vector, and multiply twice when coir_node_transform_in is inlined with this
// function.
static COIR_INLINE CoirQuad coir_quad_at_origin(const CoirAffine *m, const CoirVec2 *size, bool is_upright)
{
    CoirVec2 across = {m->a * size->x, m->b * size->x}, up = {m->c * size->y, m->d * size->y};
    CoirVec2 corner = {is_upright ? m->tx : up.x + m->tx, up.y + m->ty};
    return coir_quad_from(corner, across, up, is_upright);
}

// Returns the quad of any rectangle. Each corner is computed from its own point, so that quads with a common corner
// have the corner at the same position.
static COIR_INLINE CoirQuad coir_quad(const CoirAffine *m, CoirRect r, bool is_upright)
{
    float right = r.x + r.width, top = r.y + r.height;
    float x0 = m->a * r.x + m->tx, x1 = m->a * right + m->tx, y0 = m->d * r.y + m->ty, y1 = m->d * top + m->ty;
    CoirQuad quad = {{{{x0, y1}, {x1, y1}, {x1, y0}, {x0, y0}}},
                     {m->a * r.width, m->b * r.width},
                     {m->c * r.height, m->d * r.height}};
    if (!is_upright) {
        CoirVec2 points[4] = {{r.x, top}, {right, top}, {right, r.y}, {r.x, r.y}};
        for (int i = 0; i < 4; i++)
            quad.corners.at[i] = coir_affine_apply(*m, points[i]);
    }
    return quad;
}

// Moves an upright quad to whole pixels, if CoirPainter.whole_positions is set. The size does not change.
static COIR_INLINE void coir_quad_to_pixels(CoirQuad *quad, const CoirPainter *painter)
{
    CoirVec2 corner = quad->corners.at[0];
    if (painter->whole_positions && quad->across.y == 0 && quad->up.x == 0)
        *quad =
            coir_quad_from(coir_vec2(floorf(corner.x + 0.5f), floorf(corner.y + 0.5f)), quad->across, quad->up, true);
}

// Adds four vertices to a draw call with this page and blend mode. Returns NULL if there is no memory, or if the sink
// is being called.
static inline CoirVertex *coir_add_corners(CoirPainter *painter, CoirPage *page, CoirBlend blend)
{
    CoirDrawCall *call = painter->open;
    CoirVertex *corners;
    if (!call || call->page != page || call->blend != blend || painter->vertex_capacity - painter->vertex_count < 4) {
        corners = coir_painter_begin_quad(painter, page, blend);
        if (!corners)
            return NULL;
        call = painter->open;
    } else {
        corners = painter->vertices + painter->vertex_count;
    }
    call->vertex_count += 4;
    painter->vertex_count += 4;
    return corners;
}

typedef enum CoirSight { COIR_SIGHT_SEEN, COIR_SIGHT_OUTSIDE, COIR_SIGHT_NOT_FINITE } CoirSight;

// Compares a quad with the clip. A quad is seen if its bounds overlap the clip: on both axes, twice the distance of the
// two middles is smaller than the sum of the two sizes.
static COIR_INLINE CoirSight coir_quad_sight(const CoirPainter *painter, const CoirQuad *quad, bool is_upright)
{
    const CoirVec2 *at = quad->corners.at;
    float width = fabsf(quad->across.x), height = fabsf(quad->up.y);
    if (!is_upright) {
        width += fabsf(quad->up.x);
        height += fabsf(quad->across.y);
    }
    float away_x = fabsf(at[0].x + at[2].x - painter->middle.x) - width;
    float away_y = fabsf(at[0].y + at[2].y - painter->middle.y) - height;
    if (away_x < painter->extent.x && away_y < painter->extent.y)
        return COIR_SIGHT_SEEN;
    return away_x < INFINITY && away_y < INFINITY ? COIR_SIGHT_OUTSIDE : COIR_SIGHT_NOT_FINITE;
}

// Returns true if a quad is seen. Counts a quad outside the clip, and reports a quad that is not finite.
static COIR_INLINE bool coir_quad_is_seen(CoirPainter *painter, const CoirQuad *quad, bool is_upright)
{
    CoirSight sight = coir_quad_sight(painter, quad, is_upright);
    if (sight == COIR_SIGHT_OUTSIDE)
        painter->counted.culled++;
    if (sight == COIR_SIGHT_NOT_FINITE)
        coir_painter_refuse();
    return sight == COIR_SIGHT_SEEN;
}

// Adds the vertices of a quad that is seen. `uv`: u and v of the corners. If there is no memory, the quad is left out.
//
// The u and v are written last. If the code writes vertex after vertex, GCC 12 computes neighbouring numbers as
// vectors, and many of them again as single numbers: 10 instructions more for a sprite, 70 for a turned sprite.
static COIR_INLINE void coir_write_quad(CoirPainter *painter, CoirPage *page, CoirBlend blend, const CoirQuad *quad,
                                        CoirCorners uv, CoirColor color)
{
    const CoirVec2 *at = quad->corners.at;
    CoirVertex *to = coir_add_corners(painter, page, blend);
    if (!to)
        return;
    to[0].x = at[0].x;
    to[0].y = at[0].y;
    to[1].x = at[1].x;
    to[1].y = at[1].y;
    to[2].x = at[2].x;
    to[2].y = at[2].y;
    to[3].x = at[3].x;
    to[3].y = at[3].y;
    to[0].color = to[1].color = to[2].color = to[3].color = color;
    to[0].u = uv.at[0].x;
    to[0].v = uv.at[0].y;
    to[1].u = uv.at[1].x;
    to[1].v = uv.at[1].y;
    to[2].u = uv.at[2].x;
    to[2].v = uv.at[2].y;
    to[3].u = uv.at[3].x;
    to[3].v = uv.at[3].y;
}

// Returns the u and v of an upright part of a texture. Both are at most 1, as SDL requires, since n * (1 / n) rounds
// to 1 at most.
static COIR_INLINE CoirCorners coir_region_uv(const CoirPlace *place, CoirRect region)
{
    const CoirPage *page = place->page;
    float x = place->x + region.x, y = place->y + region.y;
    float left = x * page->u, right = (x + region.width) * page->u;
    float top = y * page->v, bottom = (y + region.height) * page->v;
    return (CoirCorners){{{left, top}, {right, top}, {right, bottom}, {left, bottom}}};
}

#endif
