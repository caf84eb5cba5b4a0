// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Everything is brought into the target's pixels as it comes, looked at (is it finite, is it inside the clip), and put
// behind what is there; it lengthens the last run if that one draws in the same way. The arrays stay from frame to
// frame, so that after a few frames nothing is allocated.

#include "draw/painter.h"

#include <float.h>
#include <limits.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"

// Begin and end ------------------------------------------------------------------------------------------------------

CoirPainter *coir_painter_new(void)
{
    return coir_alloc(sizeof(CoirPainter));
}

void coir_painter_destroy(CoirPainter *painter)
{
    if (!painter)
        return;
    coir_free(painter->vertices);
    coir_free(painter->indices);
    coir_free(painter->runs);
    coir_free(painter->clips);
    coir_free(painter->blends);
    coir_free(painter);
}

static bool put_clip(CoirPainter *painter, CoirClip clip)
{
    CoirClip *clips = coir_grow(painter->clips, &painter->clip_capacity, painter->clip_count + 1, sizeof clip);
    if (!clips)
        return false;
    painter->clips = clips;
    clips[painter->clip_count++] = clip;
    return true;
}

static bool put_blend(CoirPainter *painter, CoirBlend blend)
{
    CoirBlend *blends = coir_grow(painter->blends, &painter->blend_capacity, painter->blend_count + 1, sizeof blend);
    if (!blends)
        return false;
    painter->blends = blends;
    blends[painter->blend_count++] = blend;
    return true;
}

bool coir_painter_begin(CoirPainter *painter, CoirAffine view, int width, int height)
{
    CoirClip all = {0, 0, width, height};
    painter->vertex_count = painter->index_count = painter->run_count = 0;
    painter->clip_count = painter->lost_clips = painter->blend_count = painter->lost_blends = 0;
    painter->failed = false;
    painter->view = painter->transform = view;
    painter->tint = COIR_WHITE;
    memset(&painter->counted, 0, sizeof painter->counted);
    return put_clip(painter, all) && put_blend(painter, COIR_BLEND_ALPHA);
}

bool coir_painter_end(CoirPainter *painter)
{
    coir_painter_pop_all(painter, 1, 1, "this frame");
    painter->counted.calls = painter->run_count;
    painter->stats = painter->counted;
    return painter->failed ? FAIL("out of memory: a part of this frame could not be drawn") : true;
}

CoirPainterStats coir_painter_stats(const CoirPainter *painter)
{
    static const CoirPainterStats none;
    return painter ? painter->stats : none;
}

// Vertices -----------------------------------------------------------------------------------------------------------

typedef struct Bounds {
    float left, top, right, bottom; // pixels
} Bounds;

// A place in a texture, inside 0..1, and a little further on: it was most often divided by the texture's size, and may
// be rounded down; SDL's software renderer multiplies, cuts off, and draws one pixel less of every tenth region.
static float in_texture(float value)
{
    value *= 1.000001f;
    value = value > 0 ? value : 0;
    return value < 1 ? value : 1;
}

static CoirColor tinted(const CoirPainter *painter, CoirColor color, CoirBlend blend)
{
    color = coir_color_multiply(color, painter->tint);
    if (blend == COIR_BLEND_MULTIPLY || blend == COIR_BLEND_PREMULTIPLIED)
        color = coir_color_multiply(color, coir_rgba(color.a, color.a, color.a, 255));
    return color;
}

// Transforms and tints `count` vertices, and finds their bounds. False when one of them is not finite.
static bool place(const CoirPainter *painter, CoirBlend blend, CoirVertex *to, const CoirVertex *from, int count,
                  Bounds *bounds)
{
    const CoirAffine m = painter->transform;
    Bounds b = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};
    CoirColor color = {0}, last = {0};
    float sum = 0; // stays 0 unless something is not finite
    for (int i = 0; i < count; i++) {
        CoirVec2 p = coir_affine_apply(m, coir_vec2(from[i].x, from[i].y));
        if (i == 0 || memcmp(&from[i].color, &last, sizeof last) != 0) // most often all have one colour
            color = tinted(painter, last = from[i].color, blend);
        CoirVertex vertex = {p.x, p.y, color, in_texture(from[i].u), in_texture(from[i].v)};
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

static bool is_outside(const CoirPainter *painter, Bounds bounds)
{
    CoirClip clip = painter->clips[painter->clip_count - 1];
    return clip.width == 0 || clip.height == 0 || !(bounds.left < (float)(clip.x + clip.width)) ||
           !(bounds.right > (float)clip.x) || !(bounds.top < (float)(clip.y + clip.height)) ||
           !(bounds.bottom > (float)clip.y);
}

static bool is_same_clip(CoirClip a, CoirClip b)
{
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

// The run that what comes next belongs to, a new one if need be. NULL: no memory.
static CoirPaintRun *run_for(CoirPainter *painter, CoirTexture *texture, CoirBlend blend, bool indexed)
{
    CoirClip clip = painter->clips[painter->clip_count - 1];
    CoirPaintRun *run = painter->run_count ? &painter->runs[painter->run_count - 1] : NULL;
    if (run && run->texture == texture && run->blend == blend && indexed == (run->index_count > 0) &&
        is_same_clip(run->clip, clip))
        return run;
    CoirPaintRun *runs = coir_grow(painter->runs, &painter->run_capacity, painter->run_count + 1, sizeof *runs);
    if (!runs)
        return NULL;
    painter->runs = runs;
    run = &runs[painter->run_count++];
    *run = (CoirPaintRun){texture, blend, clip, painter->vertex_count, 0, painter->index_count, 0};
    return run;
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

static bool is_blend(CoirBlend blend)
{
    return (unsigned)blend <= COIR_BLEND_PREMULTIPLIED;
}

// The blend mode that was pushed last.
static CoirBlend blend_of(const CoirPainter *painter)
{
    return painter->blend_count > 0 ? painter->blends[painter->blend_count - 1] : COIR_BLEND_ALPHA;
}

static void leave_out(CoirPainter *painter)
{
    painter->failed = true;
}

// Quads --------------------------------------------------------------------------------------------------------------

static bool is_one_colour(const CoirVertex q[4])
{
    for (int i = 1; i < 4; i++)
        if (memcmp(&q[i].color, &q[0].color, sizeof q->color) != 0)
            return false;
    return true;
}

// Chooses the diagonal along which an upright rectangle of one colour is cut. SDL's software renderer draws two
// triangles as a copy, which is exact and many times faster, if the cut goes from the upper left to the lower right
// corner. It does not see that a picture is turned by a quarter, and fills without a texture only in blend mode ALPHA:
// those must be cut the other way.
static void choose_diagonal(CoirVertex q[4], const CoirTexture *texture, CoirBlend blend)
{
    int h = q[1].y == q[0].y ? 1 : 3, v = 4 - h; // the neighbours of q[0] in its row and column
    bool upright = q[h].y == q[0].y && q[v].x == q[0].x && q[2].x == q[h].x && q[2].y == q[v].y;
    if (!upright || !is_one_colour(q))
        return;
    bool straight = q[h].v == q[0].v && q[v].u == q[0].u && q[2].u == q[h].u && q[2].v == q[v].v;
    bool falling = (q[0].x < q[2].x) == (q[0].y < q[2].y);
    if (falling == (texture ? straight : blend == COIR_BLEND_ALPHA))
        return;
    CoirVertex first = q[0];
    memmove(q, q + 1, 3 * sizeof *q);
    q[3] = first;
}

static void put_quad(CoirPainter *painter, CoirTexture *texture, CoirBlend blend, const CoirVertex corners[4])
{
    Bounds bounds;
    CoirVertex *room = painter->clip_count ? vertex_room(painter, 4) : NULL;
    if (!room) {
        leave_out(painter);
        return;
    }
    if (!place(painter, blend, room, corners, 4, &bounds)) {
        MISTAKE("a quad with a corner that is not a finite number is left out: look for a division by zero in "
                "positions, sizes and scales");
        return;
    }
    if (is_outside(painter, bounds)) {
        painter->counted.culled++;
        return;
    }
    CoirPaintRun *run = run_for(painter, texture, blend, false);
    if (!run) {
        leave_out(painter);
        return;
    }
    choose_diagonal(room, texture, blend);
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
    put_quad(painter, texture, blend_of(painter), corners);
}

void coir_painter_put(CoirPainter *painter, const CoirImage *image, CoirRect where, CoirBlend blend, CoirColor color)
{
    float x = 1 / (float)coir_texture_width(image->texture), y = 1 / (float)coir_texture_height(image->texture);
    CoirVec2 a = image->corner, b = coir_vec2_add(a, image->across), c = coir_vec2_add(b, image->down),
             d = coir_vec2_add(a, image->down);
    float right = where.x + where.width, top = where.y + where.height;
    const CoirVertex corners[4] = {
        {where.x, top, color, a.x * x, a.y * y},
        {right, top, color, b.x * x, b.y * y},
        {right, where.y, color, c.x * x, c.y * y},
        {where.x, where.y, color, d.x * x, d.y * y},
    };
    put_quad(painter, image->texture, blend, corners);
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
        put_quad(painter, texture, blend_of(painter), corners);
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
static CoirPaintRun *triangle_room(CoirPainter *painter, CoirTexture *texture, CoirBlend blend, int index_count)
{
    if (painter->index_count > INT_MAX - index_count)
        return NULL;
    int *indices =
        coir_grow(painter->indices, &painter->index_capacity, painter->index_count + index_count, sizeof *indices);
    if (!indices)
        return NULL;
    painter->indices = indices;
    return run_for(painter, texture, blend, true);
}

static void put_triangles(CoirPainter *painter, CoirTexture *texture, CoirBlend blend, const CoirVertex *vertices,
                          int count, const int *indices, int index_count)
{
    Bounds bounds;
    CoirVertex *room = painter->clip_count ? vertex_room(painter, count) : NULL;
    if (!room) {
        leave_out(painter);
        return;
    }
    if (!place(painter, blend, room, vertices, count, &bounds)) {
        MISTAKE("coir_painter_triangles: a vertex is not finite, all is left out: look for a division by zero");
        return;
    }
    if (is_outside(painter, bounds))
        return;
    CoirPaintRun *run = triangle_room(painter, texture, blend, index_count);
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
        put_triangles(painter, texture, blend_of(painter), vertices, count, indices, index_count);
}

// Clips --------------------------------------------------------------------------------------------------------------

static int between(float value, int low, int high)
{
    return value < (float)low ? low : value > (float)high ? high : (int)value;
}

// What `r` and `outer` have in common, rounded outwards; a thousandth of a pixel is what floats are wrong by.
static CoirClip clip_inside(CoirClip outer, CoirRect r)
{
    int right = outer.x + outer.width, bottom = outer.y + outer.height;
    int x0 = between(floorf(r.x + 0.001f), outer.x, right), x1 = between(ceilf(r.x + r.width - 0.001f), x0, right);
    int y0 = between(floorf(r.y + 0.001f), outer.y, bottom), y1 = between(ceilf(r.y + r.height - 0.001f), y0, bottom);
    CoirClip clip = {x0, y0, x1 - x0, y1 - y0};
    return clip;
}

void coir_painter_push_clip(CoirPainter *painter, CoirRect where)
{
    if (!painter) {
        MISTAKE("coir_painter_push_clip: the painter is NULL");
        return;
    }
    CoirRect r = coir_affine_apply_rect(painter->transform, where);
    bool finite = isfinite(r.x) && isfinite(r.y) && isfinite(r.width) && isfinite(r.height);
    if (!finite)
        MISTAKE("coir_painter_push_clip: the rectangle is not finite; the clip before it stays");
    if (painter->clip_count && !painter->lost_clips) {
        CoirClip outer = painter->clips[painter->clip_count - 1];
        if (put_clip(painter, finite ? clip_inside(outer, r) : outer))
            return;
    }
    painter->lost_clips++;
    leave_out(painter);
}

void coir_painter_pop_clip(CoirPainter *painter)
{
    if (!painter)
        MISTAKE("coir_painter_pop_clip: the painter is NULL");
    else if (painter->lost_clips > 0)
        painter->lost_clips--;
    else if (painter->clip_count > 1)
        painter->clip_count--;
    else
        MISTAKE("coir_painter_pop_clip without coir_painter_push_clip before it");
}

// Blend modes --------------------------------------------------------------------------------------------------------

void coir_painter_push_blend(CoirPainter *painter, CoirBlend blend)
{
    if (!painter) {
        MISTAKE("coir_painter_push_blend: the painter is NULL");
        return;
    }
    if (!is_blend(blend)) {
        MISTAKE("coir_painter_push_blend: %d is no blend mode; the one before it stays", (int)blend);
        blend = blend_of(painter);
    }
    if (painter->blend_count && !painter->lost_blends && put_blend(painter, blend))
        return;
    painter->lost_blends++;
    leave_out(painter);
}

void coir_painter_pop_blend(CoirPainter *painter)
{
    if (!painter)
        MISTAKE("coir_painter_pop_blend: the painter is NULL");
    else if (painter->lost_blends > 0)
        painter->lost_blends--;
    else if (painter->blend_count > 1)
        painter->blend_count--;
    else
        MISTAKE("coir_painter_pop_blend without coir_painter_push_blend before it");
}

void coir_painter_pop_all(CoirPainter *painter, int clips, int blends, const char *who)
{
    if (painter->clip_count > clips || painter->lost_clips > 0)
        MISTAKE("coir_painter_push_clip was called more often than coir_painter_pop_clip in %s", who);
    if (painter->blend_count > blends || painter->lost_blends > 0)
        MISTAKE("coir_painter_push_blend was called more often than coir_painter_pop_blend in %s", who);
    painter->lost_clips = painter->lost_blends = 0;
    painter->clip_count = painter->clip_count > clips ? clips : painter->clip_count;
    painter->blend_count = painter->blend_count > blends ? blends : painter->blend_count;
}
