// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Quads and triangles. The painter converts the corners to pixels of the target, leaves out quads that are not finite
// or outside the clip, and adds the others to the last draw call if this draw call has the same page, blend mode and
// clip. The triangles of one coir_painter_triangles are added or left out together.
//
// A shape without a picture shows the white pixel of the last draw call's page. So a coloured bar between two sprites
// is in one draw call with the sprites. If the shape cannot be added to this draw call, the shape begins a new draw
// call, without a page.

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "draw/painter.h"
#include "draw/put.h"
#include "media/texture.h"

// Draw calls ---------------------------------------------------------------------------------------------------------

static bool is_same_clip(CoirClip a, CoirClip b)
{
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

// Returns true for a draw call with this blend mode and the clip in force, of triangles if `indexed`, else of quads.
static bool is_alike(const CoirPainter *painter, const CoirDrawCall *call, CoirBlend blend, bool indexed)
{
    return call->blend == blend && indexed == call->indexed && !call->raw && !call->retargets &&
           is_same_clip(call->clip, painter->clips[painter->clip_count - 1]);
}

static CoirDrawCall *last_call(const CoirPainter *painter)
{
    return painter->call_count > 0 ? &painter->calls[painter->call_count - 1] : NULL;
}

// Gives a page to a draw call of colours alone, which then shows the white pixel of the page.
static void whiten(CoirPainter *painter, CoirDrawCall *call, CoirPage *page)
{
    CoirVec2 white = coir_page_white(page);
    for (int i = 0; i < call->vertex_count; i++) {
        painter->vertices[call->first_vertex + i].u = white.x;
        painter->vertices[call->first_vertex + i].v = white.y;
    }
    call->page = page;
}

// Adds a draw call after the last draw call. Returns NULL if there is no memory.
static CoirDrawCall *add_call(CoirPainter *painter, CoirPage *page, CoirBlend blend, bool indexed)
{
    CoirDrawCall *calls = coir_grow(painter->calls, &painter->call_capacity, painter->call_count + 1, sizeof *calls);
    if (!calls)
        return NULL;
    painter->calls = calls;
    CoirDrawCall *call = &calls[painter->call_count++];
    *call = (CoirDrawCall){.page = page,
                           .blend = blend,
                           .indexed = indexed,
                           .clip = painter->clips[painter->clip_count - 1],
                           .first_vertex = painter->vertex_count,
                           .first_index = painter->index_count};
    return call;
}

// Returns the draw call for the next vertices: the last draw call, or a new draw call. Returns NULL if there is no
// memory.
static CoirDrawCall *call_for(CoirPainter *painter, CoirPage *page, CoirBlend blend, bool indexed)
{
    CoirDrawCall *call = last_call(painter);
    bool alike = call && is_alike(painter, call, blend, indexed);
    if (alike && !call->page && page && page->shared)
        whiten(painter, call, page);
    if (!alike || call->page != page)
        call = add_call(painter, page, blend, indexed);
    painter->open = indexed ? NULL : call;
    return call;
}

// Returns the page of the texture. For colours alone, returns the page of the last draw call if the page has a white
// pixel and the colours can be added to the draw call, else NULL.
static CoirPage *page_for(const CoirPainter *painter, const CoirTexture *texture, CoirBlend blend, bool indexed)
{
    const CoirDrawCall *call = last_call(painter);
    if (texture)
        return texture->place.page;
    return call && call->page && call->page->shared && is_alike(painter, call, blend, indexed) ? call->page : NULL;
}

CoirDrawCall *coir_painter_add_call(CoirPainter *painter)
{
    painter->open = NULL;
    return painter->clip_count ? add_call(painter, NULL, COIR_BLEND_ALPHA, false) : NULL;
}

// Vertices -----------------------------------------------------------------------------------------------------------

CoirColor coir_painter_tinted(const CoirPainter *painter, CoirColor color, CoirBlend blend)
{
    color = coir_color_multiply(color, painter->tint);
    if (coir_blends[blend].multiplies_colors)
        color = coir_color_multiply(color, coir_rgba(color.a, color.a, color.a, 255));
    return color;
}

// Maps positions in a texture, 0..1, to positions on the page: the position x of the texture is at `u` + `width` * x on
// the page, and likewise for `v` and `height`. Without a texture, every position is mapped to the white pixel.
typedef struct Mapping {
    float u, v, width, height;
} Mapping;

static Mapping mapping_of(const CoirTexture *texture, const CoirPage *page)
{
    Mapping none = {0, 0, 0, 0};
    if (!page)
        return none;
    CoirVec2 white = coir_page_white(page);
    Mapping no_texture = {white.x, white.y, 0, 0};
    if (!texture)
        return no_texture;
    Mapping mapping = {texture->place.x * page->u, texture->place.y * page->v, (float)texture->width * page->u,
                       (float)texture->height * page->v};
    return mapping;
}

static float limited(float value)
{
    return value > 0 ? (value < 1 ? value : 1) : 0;
}

static bool are_finite(const CoirVertex *to, const CoirVertex *from, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(to[i].x) || !isfinite(to[i].y) || !isfinite(from[i].u) || !isfinite(from[i].v))
            return false;
    return true;
}

// Transforms and tints `count` vertices, and finds their bounds. Returns false if a vertex is not finite.
static bool map_all(const CoirPainter *painter, CoirBlend blend, Mapping map, CoirVertex *to, const CoirVertex *from,
                    int count, CoirBounds *bounds)
{
    const CoirAffine m = painter->transform;
    CoirBounds b = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};
    CoirColor color = {0}, last = {0};
    float sum = 0; // stays 0 unless a number is not finite, or the sum of four numbers is too large for a float
    for (int i = 0; i < count; i++) {
        CoirVec2 p = coir_affine_apply(m, coir_vec2(from[i].x, from[i].y));
        if (i == 0 || memcmp(&from[i].color, &last, sizeof last) != 0) // most often all vertices have one colour
            color = coir_painter_tinted(painter, last = from[i].color, blend);
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
    return sum == 0 || are_finite(to, from, count);
}

static bool is_outside(const CoirPainter *painter, CoirBounds b)
{
    return !(fabsf(b.left + b.right - painter->middle.x) - (b.right - b.left) < painter->extent.x &&
             fabsf(b.top + b.bottom - painter->middle.y) - (b.bottom - b.top) < painter->extent.y);
}

// Number of vertices after which the painter calls its sink. More vertices would leave the processor's nearer caches
// before the sink draws the vertices.
#define SINK_VERTICES 4096

// Makes room for `count` more vertices, and calls the sink first if there are many vertices. Returns NULL if there is
// no memory, or, after reporting a mistake, if the sink is being called.
static CoirVertex *vertex_room(CoirPainter *painter, int count)
{
    if (painter->sinking) {
        MISTAKE("coir_painter_raw: the function draws with a painter; draw with SDL alone there");
        return NULL;
    }
    if (painter->sink && !painter->raw_waits && painter->vertex_count > 0 &&
        painter->vertex_count > SINK_VERTICES - count)
        coir_painter_flush(painter);
    if (painter->vertex_count > INT_MAX - count)
        return NULL;
    int wanted = painter->vertex_count + count;
    wanted = painter->sink && wanted < SINK_VERTICES ? SINK_VERTICES : wanted;
    CoirVertex *vertices = coir_grow(painter->vertices, &painter->vertex_capacity, wanted, sizeof *vertices);
    if (!vertices)
        return NULL;
    painter->vertices = vertices;
    return vertices + painter->vertex_count;
}

static void leave_out(CoirPainter *painter)
{
    painter->failed |= !painter->sinking; // vertex_room has reported a mistake if the sink is being called
}

// Quads --------------------------------------------------------------------------------------------------------------

static void refuse(const char *function)
{
    MISTAKE(
        "%s: a corner is not a finite number, nothing is drawn; look for a division by zero in positions, sizes and "
        "scales",
        function);
}

// Adds a quad with any corners and colours.
static void put_quad(CoirPainter *painter, CoirTexture *texture, CoirBlend blend, const CoirVertex corners[4])
{
    CoirBounds bounds;
    CoirVertex mapped[4], *to;
    CoirPage *page = painter->clip_count ? page_for(painter, texture, blend, false) : NULL;
    if (!map_all(painter, blend, mapping_of(texture, page), mapped, corners, 4, &bounds))
        refuse("coir_painter_quad");
    else if (is_outside(painter, bounds))
        painter->counted.culled++;
    else if ((to = coir_add_corners(painter, page, blend)) != NULL)
        memcpy(to, mapped, sizeof mapped);
}

// Adds a quad without a picture.
static COIR_INLINE void write_color(CoirPainter *painter, const CoirQuad *quad, CoirBlend blend, CoirColor color)
{
    CoirPage *page = painter->clip_count ? page_for(painter, NULL, blend, false) : NULL;
    CoirVec2 white = page ? coir_page_white(page) : coir_vec2(0, 0);
    if (coir_quad_is_seen(painter, quad, false))
        coir_write_quad(painter, page, blend, quad, (CoirCorners){{white, white, white, white}},
                        coir_tint(painter, color, blend));
}

// Adds a rectangle. If the corners are finite, but the sum of two corners is too large for a float, the rectangle
// counts as outside. coir_quad_is_seen would report the quad as not finite.
static void put_rect(CoirPainter *painter, CoirRect where, CoirColor color)
{
    const CoirQuad quad = coir_quad(&painter->transform, where, false);
    const CoirVec2 a = quad.corners.at[0], b = quad.corners.at[2];
    if (!isfinite(a.x) || !isfinite(a.y) || !isfinite(b.x) || !isfinite(b.y))
        refuse("coir_painter_rect");
    else if (!isfinite(a.x + b.x) || !isfinite(a.y + b.y))
        painter->counted.culled++;
    else
        write_color(painter, &quad, coir_painter_blend(painter), color);
}

void coir_painter_rect(CoirPainter *painter, CoirRect where, CoirColor color)
{
    if (!painter)
        MISTAKE("coir_painter_rect: the painter is NULL");
    else
        put_rect(painter, where, color);
}

void coir_painter_quad(CoirPainter *painter, CoirTexture *texture, const CoirVertex corners[4])
{
    if (!painter || !corners)
        MISTAKE("coir_painter_quad: the %s NULL", painter ? "corners are" : "painter is");
    else
        put_quad(painter, texture, coir_painter_blend(painter), corners);
}

void coir_painter_put_color(CoirPainter *painter, CoirVec2 size, CoirBlend blend, CoirColor color)
{
    CoirQuad quad = coir_quad_at_origin(&painter->transform, &size, false);
    coir_quad_to_pixels(&quad, painter);
    write_color(painter, &quad, blend, color);
}

// Pictures -----------------------------------------------------------------------------------------------------------

void coir_painter_refuse(void)
{
    MISTAKE("a picture, letter or box is not drawn, because one of its corners is not a finite number; look for a "
            "division by zero in positions, sizes and scales");
}

CoirVertex *coir_painter_begin_quad(CoirPainter *painter, CoirPage *page, CoirBlend blend)
{
    CoirVertex *vertices = vertex_room(painter, 4);
    if (vertices && painter->clip_count > 0 && call_for(painter, page, blend, false))
        return vertices;
    leave_out(painter);
    return NULL;
}

// Returns the u and v of a picture, at most 1, since SDL refuses more. Sums of products may round above 1. A shared
// page has padding beside its pictures, so that no sum reaches 1 on a shared page.
static CoirCorners image_uv(const CoirImage *image)
{
    const CoirPlace *place = &image->texture->place;
    const CoirPage *page = place->page;
    float u = (place->x + image->corner.x) * page->u, v = (place->y + image->corner.y) * page->v;
    float across_u = image->across.x * page->u, across_v = image->across.y * page->v;
    float down_u = image->down.x * page->u, down_v = image->down.y * page->v;
    CoirCorners uv = {{{u, v},
                       {u + across_u, v + across_v},
                       {u + across_u + down_u, v + across_v + down_v},
                       {u + down_u, v + down_v}}};
    for (int i = 0; i < 4 && !page->shared; i++)
        uv.at[i] = coir_vec2(limited(uv.at[i].x), limited(uv.at[i].y));
    return uv;
}

void coir_painter_put(CoirPainter *painter, const CoirImage *image, CoirRect where, CoirBlend blend, CoirColor color)
{
    CoirQuad quad = coir_quad(&painter->transform, where, false);
    coir_quad_to_pixels(&quad, painter);
    if (coir_quad_is_seen(painter, &quad, false))
        coir_write_quad(painter, image->texture->place.page, blend, &quad, image_uv(image),
                        coir_tint(painter, color, blend));
}

void coir_painter_image(CoirPainter *painter, CoirTexture *texture, CoirRect where)
{
    if (!painter)
        MISTAKE("coir_painter_image: the painter is NULL");
    if (!painter || !texture)
        return;
    CoirImage whole = {texture, {0, 0}, {(float)texture->width, 0}, {0, (float)texture->height}};
    coir_painter_put(painter, &whole, where, coir_painter_blend(painter), COIR_WHITE);
}

// Triangles ----------------------------------------------------------------------------------------------------------

static bool check_indices(int count, const int *indices, int index_count)
{
    if (count < 0 || index_count < 0 || index_count % 3 != 0)
        return MISTAKE("coir_painter_triangles: %d vertices, %d indices; each triangle has three indices", count,
                       index_count);
    for (int i = 0; i < index_count; i++)
        if (indices[i] < 0 || indices[i] >= count)
            return MISTAKE("coir_painter_triangles: the index %d, but there are %d vertices", indices[i], count);
    return true;
}

// Makes room for indices, and returns the draw call for the triangles. If there is no memory, returns NULL and changes
// nothing that is drawn.
static CoirDrawCall *triangle_room(CoirPainter *painter, CoirPage *page, CoirBlend blend, int index_count)
{
    if (painter->index_count > INT_MAX - index_count)
        return NULL;
    int *indices =
        coir_grow(painter->indices, &painter->index_capacity, painter->index_count + index_count, sizeof *indices);
    if (!indices)
        return NULL;
    painter->indices = indices;
    return call_for(painter, page, blend, true);
}

void coir_painter_put_triangles(CoirPainter *painter, CoirTexture *texture, const CoirVertex *vertices, int count,
                                const int *indices, int index_count, const char *function)
{
    CoirBounds bounds;
    CoirBlend blend = coir_painter_blend(painter);
    CoirVertex *room = painter->clip_count ? vertex_room(painter, count) : NULL;
    if (!room) {
        leave_out(painter);
        return;
    }
    CoirPage *page = page_for(painter, texture, blend, true);
    if (!map_all(painter, blend, mapping_of(texture, page), room, vertices, count, &bounds)) {
        MISTAKE("%s: a vertex is not finite, all is left out: look for a division by zero", function);
        return;
    }
    if (is_outside(painter, bounds))
        return;
    CoirDrawCall *call = triangle_room(painter, page, blend, index_count);
    if (!call) {
        leave_out(painter);
        return;
    }
    for (int i = 0; i < index_count; i++)
        painter->indices[painter->index_count + i] = indices[i] + call->vertex_count;
    call->vertex_count += count;
    call->index_count += index_count;
    painter->vertex_count += count;
    painter->index_count += index_count;
}

void coir_painter_triangles(CoirPainter *painter, CoirTexture *texture, const CoirVertex *vertices, int count,
                            const int *indices, int index_count)
{
    if (!painter || !vertices || !indices)
        MISTAKE("coir_painter_triangles: the %s NULL", !painter    ? "painter is"
                                                       : !vertices ? "vertices are"
                                                                   : "indices are");
    else if (check_indices(count, indices, index_count) && index_count > 0)
        coir_painter_put_triangles(painter, texture, vertices, count, indices, index_count, "coir_painter_triangles");
}
