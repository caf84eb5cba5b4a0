// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The work of coir_painter_put as inline functions, for sprites and letters, of which there are most.

#ifndef COIR_DRAW_PUT_H
#define COIR_DRAW_PUT_H

#include <math.h>

#include "draw/painter.h"
#include "media/texture.h"

// Functions for rare cases: report a picture whose place is not finite; begin vertices with another page or blend mode
// (NULL: no memory); multiply colours; keep places on a page with one texture inside of the page.
void coir_painter_refuse(void);
CoirVertex *coir_painter_begin_picture(CoirPainter *painter, CoirPage *page, CoirBlend blend);
CoirColor coir_painter_tinted(const CoirPainter *painter, CoirColor color, CoirBlend blend);
void coir_painter_limit(CoirVertex vertices[4]);

// Returns the colour of the vertices of a picture that is multiplied with `color`.
static inline CoirColor coir_tint(const CoirPainter *painter, CoirColor color, CoirBlend blend)
{
    bool white = (color.r & color.g & color.b & color.a) == 255;
    return white && !coir_blends[blend].multiplies_colors ? painter->tint : coir_painter_tinted(painter, color, blend);
}

// A parallelogram in pixels: its upper left corner, and the edges that lead from there to the right and down.
typedef struct CoirEdges {
    float x, y, across_x, across_y, down_x, down_y;
} CoirEdges;

// Return the edges of a rectangle of the node's points, and of a rectangle whose lower left corner is (0, 0).
static inline CoirEdges coir_edges(const CoirAffine *m, CoirRect where)
{
    float top = where.y + where.height;
    CoirEdges edges = {m->a * where.x + m->c * top + m->tx,
                       m->b * where.x + m->d * top + m->ty,
                       m->a * where.width,
                       m->b * where.width,
                       m->c * -where.height,
                       m->d * -where.height};
    return edges;
}

static inline CoirEdges coir_edges_at_origin(const CoirAffine *m, CoirVec2 size)
{
    CoirEdges edges = {m->c * size.y + m->tx, m->d * size.y + m->ty, m->a * size.x,
                       m->b * size.x,         m->c * -size.y,        m->d * -size.y};
    return edges;
}

// Adds four vertices to a run with this page and blend mode. NULL: no memory.
static inline CoirVertex *coir_add_corners(CoirPainter *painter, CoirPage *page, CoirBlend blend)
{
    CoirPaintRun *run = painter->open;
    CoirVertex *corners;
    if (!run || run->page != page || run->blend != blend || painter->vertex_capacity - painter->vertex_count < 4) {
        corners = coir_painter_begin_picture(painter, page, blend);
        if (!corners)
            return NULL;
        run = painter->open;
    } else {
        corners = painter->vertices + painter->vertex_count;
    }
    run->vertex_count += 4;
    painter->vertex_count += 4;
    return corners;
}

// Returns true if a quad overlaps the clip. `away`: twice the distance of its middle from the middle of the clip, minus
// its size. Returns false for a number that is not finite.
static inline bool coir_is_seen(CoirPainter *painter, float away_x, float away_y)
{
    if (away_x < painter->extent.x && away_y < painter->extent.y)
        return true;
    if (away_x + away_y < INFINITY)
        painter->counted.culled++;
    else
        coir_painter_refuse();
    return false;
}

// Adds four vertices: upper left, upper right, lower right, lower left. The caller sets their u and v. NULL: the quad
// is not visible, or no memory.
static inline CoirVertex *coir_put_corners(CoirPainter *painter, CoirPage *page, CoirEdges e, CoirBlend blend,
                                           CoirColor tint)
{
    if (painter->whole_positions && e.across_y == 0 && e.down_x == 0) {
        e.x = floorf(e.x + 0.5f);
        e.y = floorf(e.y + 0.5f);
    }
    float end_x = e.x + e.across_x + e.down_x, end_y = e.y + e.across_y + e.down_y;
    float away_x = fabsf(e.x + end_x - painter->middle.x) - fabsf(e.across_x) - fabsf(e.down_x);
    float away_y = fabsf(e.y + end_y - painter->middle.y) - fabsf(e.across_y) - fabsf(e.down_y);
    CoirVertex *to = coir_is_seen(painter, away_x, away_y) ? coir_add_corners(painter, page, blend) : NULL;
    if (!to)
        return NULL;
    to[0].x = e.x;
    to[0].y = e.y;
    to[1].x = e.x + e.across_x;
    to[1].y = e.y + e.across_y;
    to[2].x = end_x;
    to[2].y = end_y;
    to[3].x = e.x + e.down_x;
    to[3].y = e.y + e.down_y;
    to[0].color = to[1].color = to[2].color = to[3].color = tint;
    return to;
}

// Do the same in two steps for an upright rectangle, in pixels from the upper left corner.
static inline bool coir_is_rect_seen(CoirPainter *painter, CoirRect r)
{
    return coir_is_seen(painter, fabsf(r.x * 2 + r.width - painter->middle.x) - fabsf(r.width),
                        fabsf(r.y * 2 + r.height - painter->middle.y) - fabsf(r.height));
}

static inline CoirVertex *coir_put_rect(CoirPainter *painter, CoirPage *page, CoirRect r, CoirBlend blend,
                                        CoirColor tint)
{
    CoirVertex *to = coir_add_corners(painter, page, blend);
    if (!to)
        return NULL;
    to[0].x = to[3].x = r.x;
    to[1].x = to[2].x = r.x + r.width;
    to[0].y = to[1].y = r.y;
    to[2].y = to[3].y = r.y + r.height;
    to[0].color = to[1].color = to[2].color = to[3].color = tint;
    return to;
}

// Set the u and v of four corners, for an upright part of a texture, and for any picture. SDL refuses a u or v above 1.
// For an upright part they are at most 1, since n * (1 / n) rounds to 1 at most. For other pictures they are sums of
// products, which may round above 1: a shared page has room beside its pictures, other pages are limited.
static inline void coir_show_region(CoirVertex corners[4], const CoirPlace *place, CoirRect region)
{
    const CoirPage *page = place->page;
    float x = place->x + region.x, y = place->y + region.y;
    float left = x * page->u, right = (x + region.width) * page->u;
    float top = y * page->v, bottom = (y + region.height) * page->v;
    corners[0].u = corners[3].u = left;
    corners[1].u = corners[2].u = right;
    corners[0].v = corners[1].v = top;
    corners[2].v = corners[3].v = bottom;
}

static inline void coir_show_image(CoirVertex corners[4], const CoirPlace *place, const CoirImage *image)
{
    const CoirPage *page = place->page;
    float u = (place->x + image->corner.x) * page->u, v = (place->y + image->corner.y) * page->v;
    float across_u = image->across.x * page->u, across_v = image->across.y * page->v;
    float down_u = image->down.x * page->u, down_v = image->down.y * page->v;
    corners[0].u = u;
    corners[0].v = v;
    corners[1].u = u + across_u;
    corners[1].v = v + across_v;
    corners[2].u = u + across_u + down_u;
    corners[2].v = v + across_v + down_v;
    corners[3].u = u + down_u;
    corners[3].v = v + down_v;
    if (!page->shared)
        coir_painter_limit(corners);
}

#endif
