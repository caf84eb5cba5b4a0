// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The frame of a painter, and the painter's stacks of clips and blend modes. quads.c adds quads and triangles. The
// painter keeps its arrays from frame to frame, so that nothing is allocated after a few frames.

#include "draw/painter.h"

#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "draw/canvas.h"
#include "media/texture.h"

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
    coir_free(painter->calls);
    coir_free(painter->clips);
    coir_free(painter->blends);
    coir_free(painter->glyphs);
    coir_free(painter);
}

// Computes the fields that depend on the clip in force.
static void use_clip(CoirPainter *painter)
{
    CoirClip clip = painter->clips[painter->clip_count - 1];
    bool empty = clip.width == 0 || clip.height == 0;
    painter->middle = coir_vec2((float)(2 * clip.x + clip.width), (float)(2 * clip.y + clip.height));
    painter->extent = empty ? coir_vec2(-INFINITY, -INFINITY) : coir_vec2((float)clip.width, (float)clip.height);
    painter->open = NULL;
}

static bool put_clip(CoirPainter *painter, CoirClip clip)
{
    CoirClip *clips = coir_grow(painter->clips, &painter->clip_capacity, painter->clip_count + 1, sizeof clip);
    if (!clips)
        return false;
    painter->clips = clips;
    clips[painter->clip_count++] = clip;
    use_clip(painter);
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
    painter->vertex_count = painter->index_count = painter->call_count = 0;
    painter->clip_count = painter->lost_clips = painter->blend_count = painter->lost_blends = 0;
    painter->pushed = 0;
    painter->raw_waits = false;
    painter->clip_floor = painter->blend_floor = 1;
    painter->failed = painter->sink_failed = false;
    painter->reason[0] = '\0';
    painter->open = NULL;
    painter->canvas = NULL;
    painter->view = painter->transform = view;
    painter->tint = COIR_WHITE;
    memset(&painter->counted, 0, sizeof painter->counted);
    return put_clip(painter, all) && put_blend(painter, COIR_BLEND_ALPHA);
}

void coir_painter_set_sink(CoirPainter *painter, CoirPaintSink sink, void *user)
{
    painter->sink = sink;
    painter->sink_user = user;
}

CoirAffine coir_painter_transform(const CoirPainter *painter)
{
    return painter ? painter->transform : coir_affine_identity();
}

// Returns the counts with the draw calls in `calls`. `page` points to the page of the last draw call in `counted`, and
// gets the page of the last draw call in `calls`.
static CoirPainterStats count(const CoirPainter *painter, const CoirPage **page)
{
    CoirPainterStats counted = painter->counted;
    for (int i = 0; i < painter->call_count; i++) {
        const CoirDrawCall *call = &painter->calls[i];
        if (call->retargets)
            continue;
        counted.texture_switches += counted.calls > 0 && !call->continues && call->page != *page;
        counted.calls += !call->continues;
        counted.quads += call->indexed ? 0 : call->vertex_count / 4;
        counted.triangles += call->index_count / 3;
        *page = call->page;
    }
    return counted;
}

CoirPainterStats coir_painter_counted(const CoirPainter *painter)
{
    const CoirPage *page = painter->last_page;
    return count(painter, &page);
}

// Removes all draw calls except for the last draw call, which loses its vertices and can take the next vertices. The
// last draw call is also removed if it is a function of the user or a change of the target.
static void continue_last_call(CoirPainter *painter)
{
    CoirDrawCall *first = painter->calls;
    painter->open = NULL;
    if (painter->calls[painter->call_count - 1].raw || painter->calls[painter->call_count - 1].retargets) {
        painter->call_count = 0;
        return;
    }
    *first = painter->calls[painter->call_count - 1];
    first->first_vertex = first->vertex_count = first->first_index = first->index_count = 0;
    first->continues = true;
    painter->call_count = 1;
}

void coir_painter_flush(CoirPainter *painter)
{
    if (painter->call_count == 0)
        return;
    painter->sinking = true;
    painter->raw_waits = false;
    painter->open = NULL; // so that new vertices are refused while the sink is called
    if (!painter->sink_failed && !painter->sink(painter->sink_user, painter)) {
        painter->sink_failed = true;
        coir_painter_keep_error(painter);
    }
    painter->sinking = false;
    painter->counted = count(painter, &painter->last_page);
    painter->vertex_count = painter->index_count = 0;
    continue_last_call(painter);
}

void coir_painter_keep_error(CoirPainter *painter)
{
    if (!painter->reason[0])
        snprintf(painter->reason, sizeof painter->reason, "%s", coir_error());
}

bool coir_painter_end(CoirPainter *painter)
{
    coir_painter_pop_all(painter, 1, 1, "this frame");
    if (painter->sink)
        coir_painter_flush(painter);
    painter->stats = coir_painter_counted(painter);
    if (painter->reason[0])
        return FAIL("%s", painter->reason);
    return painter->failed ? FAIL("out of memory: a part of this frame could not be drawn") : true;
}

CoirPainterStats coir_painter_stats(const CoirPainter *painter)
{
    static const CoirPainterStats none;
    return painter ? painter->stats : none;
}

bool coir_painter_check(const CoirPainter *painter, const char *function)
{
    if (!painter)
        return MISTAKE("%s: the painter is NULL", function);
    if (painter->sinking)
        return MISTAKE("%s: a function of coir_painter_raw draws with a painter; draw with SDL alone there", function);
    return true;
}

void coir_painter_begin_hooks(CoirPainter *painter)
{
    painter->clip_floor = painter->clip_count;
    painter->blend_floor = painter->blend_count;
}

void coir_painter_end_hooks(CoirPainter *painter)
{
    painter->clip_floor = painter->blend_floor = 1;
}

// Clips --------------------------------------------------------------------------------------------------------------

static int between(float value, int low, int high)
{
    return value < (float)low ? low : value > (float)high ? high : (int)value;
}

// Returns the common part of `r` and `outer`, rounded outwards to whole pixels. An edge less than a thousandth of a
// pixel beyond a whole pixel is rounded to this pixel, because floats are not exact.
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
    if (!coir_painter_check(painter, "coir_painter_push_clip"))
        return;
    CoirRect r = coir_affine_apply_rect(painter->transform, where);
    painter->pushed++;
    bool finite = coir_rect_is_finite(r);
    if (!finite)
        MISTAKE("coir_painter_push_clip: the rectangle is not finite; the present clip stays");
    if (painter->clip_count && !painter->lost_clips) {
        CoirClip outer = painter->clips[painter->clip_count - 1];
        if (put_clip(painter, finite ? clip_inside(outer, r) : outer))
            return;
    }
    painter->lost_clips++;
    painter->failed = true;
}

static void drop_clip(CoirPainter *painter)
{
    painter->clip_count--;
    painter->pushed--;
    use_clip(painter);
}

void coir_painter_pop_clip(CoirPainter *painter)
{
    if (!coir_painter_check(painter, "coir_painter_pop_clip"))
        return;
    if (painter->lost_clips > 0)
        painter->lost_clips--, painter->pushed--;
    else if (painter->clip_count > painter->clip_floor)
        drop_clip(painter);
    else
        MISTAKE("coir_painter_pop_clip: called without a coir_painter_push_clip before");
}

// Blend modes --------------------------------------------------------------------------------------------------------

void coir_painter_push_blend(CoirPainter *painter, CoirBlend blend)
{
    if (!coir_painter_check(painter, "coir_painter_push_blend"))
        return;
    if (!coir_is_blend(blend)) {
        MISTAKE("coir_painter_push_blend: %d is no blend mode; the present blend mode stays", (int)blend);
        blend = coir_painter_blend(painter);
    }
    painter->pushed++;
    if (painter->blend_count && !painter->lost_blends && put_blend(painter, blend))
        return;
    painter->lost_blends++;
    painter->failed = true;
}

void coir_painter_pop_blend(CoirPainter *painter)
{
    if (!coir_painter_check(painter, "coir_painter_pop_blend"))
        return;
    if (painter->lost_blends > 0)
        painter->lost_blends--, painter->pushed--;
    else if (painter->blend_count > painter->blend_floor)
        painter->blend_count--, painter->pushed--;
    else
        MISTAKE("coir_painter_pop_blend: called without a coir_painter_push_blend before");
}

void coir_painter_pop_all(CoirPainter *painter, int clips, int blends, const char *who)
{
    if (painter->clip_count > clips || painter->lost_clips > 0)
        MISTAKE("coir_painter_push_clip: in %s, called more often than coir_painter_pop_clip", who);
    if (painter->blend_count > blends || painter->lost_blends > 0)
        MISTAKE("coir_painter_push_blend: in %s, called more often than coir_painter_pop_blend", who);
    painter->lost_clips = painter->lost_blends = 0;
    while (painter->clip_count > clips)
        drop_clip(painter);
    painter->blend_count = painter->blend_count > blends ? blends : painter->blend_count;
    painter->pushed = painter->clip_count > 0 ? painter->clip_count - 1 + painter->blend_count - 1 : 0;
}

// Canvases -----------------------------------------------------------------------------------------------------------

// Adds a draw call that changes the target. If the array is full, the sink makes the draw calls up to now. So with a
// sink, the change back to the old target cannot fail: later vertices are never drawn to the canvas.
static bool retarget(CoirPainter *painter, CoirPage *canvas, bool clears)
{
    if (painter->sink && painter->call_count == painter->call_capacity)
        coir_painter_flush(painter);
    CoirDrawCall *call = coir_painter_add_call(painter);
    if (!call)
        return false;
    call->retargets = true;
    call->clears = clears;
    call->canvas = painter->canvas = canvas;
    return true;
}

bool coir_painter_begin_canvas(CoirPainter *painter, CoirTexture *canvas, CoirAffine view, CoirCanvasBefore *before)
{
    const CoirClip all = {0, 0, canvas->width, canvas->height};
    *before = (CoirCanvasBefore){painter->view,        painter->transform,  painter->tint,
                                 painter->clip_count,  painter->clip_floor, painter->blend_count,
                                 painter->blend_floor, painter->pushed,     painter->canvas};
    if (put_clip(painter, all) && put_blend(painter, COIR_BLEND_ALPHA) && retarget(painter, canvas->place.page, true)) {
        painter->view = painter->transform = view;
        painter->tint = COIR_WHITE;
        return true;
    }
    painter->clip_count = before->clip_count;
    painter->blend_count = before->blend_count;
    use_clip(painter);
    painter->failed = true;
    return false;
}

void coir_painter_end_canvas(CoirPainter *painter, const CoirCanvasBefore *before)
{
    painter->view = before->view;
    painter->transform = before->transform;
    painter->tint = before->tint;
    painter->clip_count = before->clip_count;
    painter->clip_floor = before->clip_floor;
    painter->blend_count = before->blend_count;
    painter->blend_floor = before->blend_floor;
    painter->pushed = before->pushed;
    use_clip(painter);
    if (!retarget(painter, before->canvas, false))
        painter->failed = true;
}

// Functions of the user ----------------------------------------------------------------------------------------------

void coir_painter_raw(CoirPainter *painter, CoirRawDraw draw, void *user)
{
    if (!coir_painter_check(painter, "coir_painter_raw"))
        return;
    if (!draw) {
        MISTAKE("coir_painter_raw: the function is NULL");
        return;
    }
    CoirDrawCall *call = coir_painter_add_call(painter);
    if (!call) {
        painter->failed = true;
        return;
    }
    call->raw = draw;
    call->raw_user = user;
    painter->raw_waits = true;
}
