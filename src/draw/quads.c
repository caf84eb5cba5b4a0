// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Quads and triangles: brought into the target's pixels, looked at (is it finite, is it inside the clip), and put
// behind what is there, into the last run if that one is drawn in the same way.
//
// What has no picture shows the white spot of a page, so that a coloured bar between two sprites does not part their
// run; only where no page is in use yet is it drawn without one.

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "draw/painter.h"
#include "draw/texture.h"

// Runs ---------------------------------------------------------------------------------------------------------------

static bool is_same_clip(CoirClip a, CoirClip b)
{
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

// True if the run is drawn with this blend mode, indices and the clip in force.
static bool is_alike(const CoirPainter *painter, const CoirPaintRun *run, CoirBlend blend, bool indexed)
{
    return run->blend == blend && indexed == (run->index_count > 0) && !run->raw &&
           is_same_clip(run->clip, painter->clips[painter->clip_count - 1]);
}

static CoirPaintRun *last_run(const CoirPainter *painter)
{
    return painter->run_count > 0 ? &painter->runs[painter->run_count - 1] : NULL;
}

// Gives a run of colours alone a page whose white spot they show.
static void whiten(CoirPainter *painter, CoirPaintRun *run, CoirPage *page)
{
    float u = ((float)page->white.x + 0.5f) * page->u, v = ((float)page->white.y + 0.5f) * page->v;
    for (int i = 0; i < run->vertex_count; i++) {
        painter->vertices[run->first_vertex + i].u = u;
        painter->vertices[run->first_vertex + i].v = v;
    }
    run->page = page;
}

// A new run behind the others. NULL: no memory.
static CoirPaintRun *add_run(CoirPainter *painter, CoirPage *page, CoirBlend blend)
{
    CoirPaintRun *runs = coir_grow(painter->runs, &painter->run_capacity, painter->run_count + 1, sizeof *runs);
    if (!runs)
        return NULL;
    painter->runs = runs;
    CoirPaintRun *run = &runs[painter->run_count++];
    *run = (CoirPaintRun){.page = page,
                          .blend = blend,
                          .clip = painter->clips[painter->clip_count - 1],
                          .first_vertex = painter->vertex_count,
                          .first_index = painter->index_count};
    return run;
}

// The run that what comes next belongs to. NULL: no memory.
static CoirPaintRun *run_for(CoirPainter *painter, CoirPage *page, CoirBlend blend, bool indexed)
{
    CoirPaintRun *run = last_run(painter);
    bool alike = run && is_alike(painter, run, blend, indexed);
    if (alike && !run->page && page && page->shared)
        whiten(painter, run, page);
    if (!alike || run->page != page)
        run = add_run(painter, page, blend);
    painter->open = run;
    return run;
}

// The page that something is to be drawn with: its texture's, or, for colours alone, that of the run before.
static CoirPage *page_for(const CoirPainter *painter, const CoirTexture *texture, CoirBlend blend, bool indexed)
{
    const CoirPaintRun *run = last_run(painter);
    if (texture)
        return texture->place.page;
    return run && run->page && run->page->shared && is_alike(painter, run, blend, indexed) ? run->page : NULL;
}

CoirPaintRun *coir_painter_add_run(CoirPainter *painter)
{
    painter->open = NULL;
    return painter->clip_count ? add_run(painter, NULL, COIR_BLEND_ALPHA) : NULL;
}

// Vertices -----------------------------------------------------------------------------------------------------------

static CoirColor tinted(const CoirPainter *painter, CoirColor color, CoirBlend blend)
{
    color = coir_color_multiply(color, painter->tint);
    if (blend == COIR_BLEND_MULTIPLY || blend == COIR_BLEND_PREMULTIPLIED)
        color = coir_color_multiply(color, coir_rgba(color.a, color.a, color.a, 255));
    return color;
}

// From 0..1 of a texture to its place on its page.
typedef struct Mapping {
    float u, v, width, height;
} Mapping;

static Mapping mapping_of(const CoirTexture *texture, const CoirPage *page)
{
    Mapping none = {0, 0, 0, 0};
    if (!page)
        return none;
    const CoirPlace *place = texture ? &texture->place : &page->white;
    float spot = texture ? 0 : 0.5f;
    Mapping mapping = {((float)place->x + spot) * page->u, ((float)place->y + spot) * page->v,
                       texture ? (float)texture->width * page->u : 0, texture ? (float)texture->height * page->v : 0};
    return mapping;
}

static float limited(float value)
{
    return value > 0 ? (value < 1 ? value : 1) : 0;
}

// Transforms and tints `count` vertices, and finds their bounds. False when one of them is not finite.
static bool place(const CoirPainter *painter, CoirBlend blend, Mapping map, CoirVertex *to, const CoirVertex *from,
                  int count, CoirBounds *bounds)
{
    const CoirAffine m = painter->transform;
    CoirBounds b = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};
    CoirColor color = {0}, last = {0};
    float sum = 0; // stays 0 unless something is not finite
    for (int i = 0; i < count; i++) {
        CoirVec2 p = coir_affine_apply(m, coir_vec2(from[i].x, from[i].y));
        if (i == 0 || memcmp(&from[i].color, &last, sizeof last) != 0) // most often all have one colour
            color = tinted(painter, last = from[i].color, blend);
        CoirVertex vertex = {p.x, p.y, color, map.u + limited(from[i].u) * map.width,
                             map.v + limited(from[i].v) * map.height};
        to[i] = vertex;
        sum += (p.x + p.y + from[i].u + from[i].v) * 0;
        b.left = p.x < b.left ? p.x : b.left;
        b.right = p.x > b.right ? p.x : b.right;
        b.top = p.y < b.top ? p.y : b.top;
        b.bottom = p.y > b.bottom ? p.y : b.bottom;
    }
    *bounds = b;
    return sum == 0;
}

static bool is_outside(const CoirPainter *painter, CoirBounds b)
{
    const CoirBounds *inside = &painter->inside;
    return !(b.left < inside->right && b.right > inside->left && b.top < inside->bottom && b.bottom > inside->top);
}

// Room for `count` more vertices, NULL: no memory.
static CoirVertex *vertex_room(CoirPainter *painter, int count)
{
    if (painter->vertex_count > INT_MAX - count)
        return NULL;
    CoirVertex *vertices =
        coir_grow(painter->vertices, &painter->vertex_capacity, painter->vertex_count + count, sizeof *vertices);
    if (!vertices)
        return NULL;
    painter->vertices = vertices;
    return vertices + painter->vertex_count;
}

static void leave_out(CoirPainter *painter)
{
    painter->failed = true;
}

// Quads --------------------------------------------------------------------------------------------------------------

static void put_quad(CoirPainter *painter, CoirTexture *texture, CoirBlend blend, const CoirVertex corners[4])
{
    CoirBounds bounds;
    CoirVertex *room = painter->clip_count ? vertex_room(painter, 4) : NULL;
    if (!room) {
        leave_out(painter);
        return;
    }
    CoirPage *page = page_for(painter, texture, blend, false);
    if (!place(painter, blend, mapping_of(texture, page), room, corners, 4, &bounds)) {
        MISTAKE("a quad with a corner that is not a finite number is left out: look for a division by zero in "
                "positions, sizes and scales");
        return;
    }
    if (is_outside(painter, bounds)) {
        painter->counted.culled++;
        return;
    }
    CoirPaintRun *run = run_for(painter, page, blend, false);
    if (!run) {
        leave_out(painter);
        return;
    }
    run->vertex_count += 4;
    painter->vertex_count += 4;
    painter->counted.quads++;
}

static void put_rect(CoirPainter *painter, CoirTexture *texture, CoirRect r, CoirColor color)
{
    const CoirVertex corners[4] = {
        {r.x, r.y + r.height, color, 0, 0},
        {r.x + r.width, r.y + r.height, color, 1, 0},
        {r.x + r.width, r.y, color, 1, 1},
        {r.x, r.y, color, 0, 1},
    };
    put_quad(painter, texture, coir_painter_blend(painter), corners);
}

void coir_painter_image(CoirPainter *painter, CoirTexture *texture, CoirRect where)
{
    if (!painter)
        MISTAKE("coir_painter_image: the painter is NULL");
    else if (texture)
        put_rect(painter, texture, where, COIR_WHITE);
}

void coir_painter_rect(CoirPainter *painter, CoirRect where, CoirColor color)
{
    if (!painter)
        MISTAKE("coir_painter_rect: the painter is NULL");
    else
        put_rect(painter, NULL, where, color);
}

void coir_painter_quad(CoirPainter *painter, CoirTexture *texture, const CoirVertex corners[4])
{
    if (!painter || !corners)
        MISTAKE("coir_painter_quad: the %s NULL", painter ? "corners are" : "painter is");
    else
        put_quad(painter, texture, coir_painter_blend(painter), corners);
}

// Pictures: quads whose edges are parallel, which most quads are
// -------------------------------------------------------

// A corner, and the two edges from there, in pixels.
typedef struct Parallelogram {
    CoirVec2 corner, across, down;
} Parallelogram;

// The upper edge leads from the upper left corner to the right.
static Parallelogram placed(const CoirPainter *painter, CoirRect where)
{
    const CoirAffine m = painter->transform;
    float x = where.x, y = where.y + where.height;
    Parallelogram p = {{m.a * x + m.c * y + m.tx, m.b * x + m.d * y + m.ty},
                       {m.a * where.width, m.b * where.width},
                       {-m.c * where.height, -m.d * where.height}};
    if (painter->whole_positions && p.across.y == 0 && p.down.x == 0) {
        p.corner.x = floorf(p.corner.x + 0.5f);
        p.corner.y = floorf(p.corner.y + 0.5f);
    }
    return p;
}

// False for one that is outside, and for one with a number that is not finite.
static bool is_inside(const CoirBounds *inside, Parallelogram p)
{
    float width = fabsf(p.across.x) + fabsf(p.down.x), height = fabsf(p.across.y) + fabsf(p.down.y);
    float x = 2 * p.corner.x + p.across.x + p.down.x, y = 2 * p.corner.y + p.across.y + p.down.y; // twice the middle
    return x - width < 2 * inside->right && x + width > 2 * inside->left && y - height < 2 * inside->bottom &&
           y + height > 2 * inside->top && width < FLT_MAX && height < FLT_MAX;
}

static void leave_outside(CoirPainter *painter, Parallelogram p)
{
    float sum = p.corner.x + p.corner.y + p.across.x + p.across.y + p.down.x + p.down.y;
    if (isfinite(sum))
        painter->counted.culled++;
    else
        MISTAKE("a picture whose place is not a finite number is left out: look for a division by zero in positions, "
                "sizes and scales");
}

// Four vertices at the end of a run for them. NULL: no memory, and something is left out.
static CoirVertex *add_vertices(CoirPainter *painter, CoirPage *page, CoirBlend blend)
{
    CoirVertex *vertices = painter->vertices + painter->vertex_count;
    CoirPaintRun *run = painter->open;
    if (painter->vertex_capacity - painter->vertex_count < 4)
        vertices = vertex_room(painter, 4);
    if (!run || run->page != page || run->blend != blend || run->index_count > 0)
        run = vertices && painter->clip_count ? run_for(painter, page, blend, false) : NULL;
    if (!run || !vertices) {
        leave_out(painter);
        return NULL;
    }
    run->vertex_count += 4;
    painter->vertex_count += 4;
    painter->counted.quads++;
    return vertices;
}

static void limit(CoirVertex *vertices)
{
    for (int i = 0; i < 4; i++) {
        vertices[i].u = limited(vertices[i].u);
        vertices[i].v = limited(vertices[i].v);
    }
}

void coir_painter_put(CoirPainter *painter, const CoirImage *image, CoirRect where, CoirBlend blend, CoirColor color)
{
    const Parallelogram p = placed(painter, where);
    if (!is_inside(&painter->inside, p)) {
        leave_outside(painter, p);
        return;
    }
    const CoirPlace *at = &image->texture->place;
    const CoirPage *page = at->page;
    CoirVertex *to = add_vertices(painter, at->page, blend);
    if (!to)
        return;
    bool white = color.r == 255 && color.g == 255 && color.b == 255 && color.a == 255;
    color = white && blend <= COIR_BLEND_ADD ? painter->tint : tinted(painter, color, blend);
    CoirVec2 a = p.corner, b = coir_vec2_add(a, p.across), c = coir_vec2_add(b, p.down), d = coir_vec2_add(a, p.down);
    float u = ((float)at->x + image->corner.x) * page->u, v = ((float)at->y + image->corner.y) * page->v;
    float across_u = image->across.x * page->u, across_v = image->across.y * page->v;
    float down_u = image->down.x * page->u, down_v = image->down.y * page->v;
    to[0] = (CoirVertex){a.x, a.y, color, u, v};
    to[1] = (CoirVertex){b.x, b.y, color, u + across_u, v + across_v};
    to[2] = (CoirVertex){c.x, c.y, color, u + across_u + down_u, v + across_v + down_v};
    to[3] = (CoirVertex){d.x, d.y, color, u + down_u, v + down_v};
    if (!page->shared) // beside a shared one's pictures is room for what rounding adds
        limit(to);
}

// Triangles ----------------------------------------------------------------------------------------------------------

static bool check_indices(int count, const int *indices, int index_count)
{
    if (count < 0 || index_count < 0 || index_count % 3 != 0)
        return MISTAKE("coir_painter_triangles: %d vertices, %d indices; each triangle has three", count, index_count);
    for (int i = 0; i < index_count; i++)
        if (indices[i] < 0 || indices[i] >= count)
            return MISTAKE("coir_painter_triangles: the index %d, but there are %d vertices", indices[i], count);
    return true;
}

// Room for vertices, indices and a run; NULL: no memory, and the painter is as it was.
static CoirPaintRun *triangle_room(CoirPainter *painter, CoirPage *page, CoirBlend blend, int index_count)
{
    if (painter->index_count > INT_MAX - index_count)
        return NULL;
    int *indices =
        coir_grow(painter->indices, &painter->index_capacity, painter->index_count + index_count, sizeof *indices);
    if (!indices)
        return NULL;
    painter->indices = indices;
    return run_for(painter, page, blend, true);
}

static void put_triangles(CoirPainter *painter, CoirTexture *texture, CoirBlend blend, const CoirVertex *vertices,
                          int count, const int *indices, int index_count)
{
    CoirBounds bounds;
    CoirVertex *room = painter->clip_count ? vertex_room(painter, count) : NULL;
    if (!room) {
        leave_out(painter);
        return;
    }
    CoirPage *page = page_for(painter, texture, blend, true);
    if (!place(painter, blend, mapping_of(texture, page), room, vertices, count, &bounds)) {
        MISTAKE("coir_painter_triangles: a vertex is not finite, all is left out: look for a division by zero");
        return;
    }
    if (is_outside(painter, bounds))
        return;
    CoirPaintRun *run = triangle_room(painter, page, blend, index_count);
    if (!run) {
        leave_out(painter);
        return;
    }
    for (int i = 0; i < index_count; i++)
        painter->indices[painter->index_count + i] = indices[i] + run->vertex_count;
    run->vertex_count += count;
    run->index_count += index_count;
    painter->vertex_count += count;
    painter->index_count += index_count;
    painter->counted.triangles += index_count / 3;
}

void coir_painter_triangles(CoirPainter *painter, CoirTexture *texture, const CoirVertex *vertices, int count,
                            const int *indices, int index_count)
{
    if (!painter || !vertices || !indices)
        MISTAKE("coir_painter_triangles: the %s NULL", !painter    ? "painter is"
                                                       : !vertices ? "vertices are"
                                                                   : "indices are");
    else if (check_indices(count, indices, index_count) && index_count > 0)
        put_triangles(painter, texture, coir_painter_blend(painter), vertices, count, indices, index_count);
}
