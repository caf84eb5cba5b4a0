// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal state of the painter: arrays of vertices in pixels of the target, and draw calls. Most draw calls are ranges
// of vertices, each for one call to SDL; CoirDrawCall lists the other kinds. The painter collects draw calls. A sink
// passes the collected draw calls to SDL. The painter calls the sink whenever there are many vertices, so that the
// vertices are drawn while they are in the processor's cache.
//
// The colours of vertices contain the tint. In some blend modes, red, green and blue are multiplied by alpha (blend.h).

#ifndef COIR_DRAW_PAINTER_H
#define COIR_DRAW_PAINTER_H

#include "coir/painter.h"
#include "draw/blend.h"
#include "media/page.h"

// A picture to be drawn: the position of the picture's upper left corner in the texture, and the vectors along the
// upper and the left edge, in pixels.
typedef struct CoirImage {
    CoirTexture *texture;
    CoirVec2 corner, across, down;
} CoirImage;

// Returns a part of a texture as a picture. `rotated`: the texture contains the part turned by 90 degrees clockwise.
static inline CoirImage coir_image(CoirTexture *texture, CoirRect region, bool rotated)
{
    float x = region.x, y = region.y, width = region.width, height = region.height;
    CoirImage upright = {texture, {x, y}, {width, 0}, {0, height}},
              turned = {texture, {x + width, y}, {0, height}, {-width, 0}};
    return rotated ? turned : upright;
}

static inline CoirImage coir_image_mirrored(CoirImage image)
{
    image.corner = coir_vec2_add(image.corner, image.across);
    image.across = coir_vec2_scale(image.across, -1);
    return image;
}

static inline CoirImage coir_image_upside_down(CoirImage image)
{
    image.corner = coir_vec2_add(image.corner, image.down);
    image.down = coir_vec2_scale(image.down, -1);
    return image;
}

static inline bool coir_rect_is_finite(CoirRect r)
{
    return isfinite(r.x) && isfinite(r.y) && isfinite(r.width) && isfinite(r.height);
}

typedef struct CoirClip {
    int x, y, width, height; // pixels, from the upper left corner
} CoirClip;

// A draw call is one of the following:
//
// 1. Quads with the same page, blend mode and clip (not `indexed`). The indices of the first quad are 0 1 2 2 3 0,
//    counted from first_vertex.
// 2. Triangles (`indexed`). The indices are also counted from first_vertex.
// 3. A function of the user (`raw`).
// 4. A change of the target (`retargets`).
typedef struct CoirDrawCall {
    CoirPage *page; // NULL: colours alone
    CoirBlend blend;
    CoirClip clip;
    int first_vertex, vertex_count;
    int first_index, index_count;
    bool indexed;
    bool continues; // the sink has drawn the beginning of this draw call already
    CoirRawDraw raw;
    void *raw_user;
    bool retargets;   // the next draw calls draw to `canvas`
    bool clears;      // the sink clears `canvas` first
    CoirPage *canvas; // NULL: the picture or window of the sink
} CoirDrawCall;

typedef struct CoirBounds {
    float left, top, right, bottom; // pixels
} CoirBounds;

// Makes all draw calls of a painter; some may be empty. Returns false on failure; coir_error() says why.
typedef bool (*CoirPaintSink)(void *user, const CoirPainter *painter);

struct CoirPainter {
    // Fields that each quad reads.
    CoirAffine transform;    // from the present node's points to pixels
    CoirColor tint;          // tint of the present node, with its opacity as alpha
    CoirVec2 middle, extent; // twice the middle of the present clip, and the size of the clip; extent below 0: empty
    CoirDrawCall *open;      // last draw call, if known to take quads with the present clip; else NULL
    CoirVertex *vertices;
    int vertex_count, vertex_capacity;
    CoirPainterStats counted; // counts of this frame, without the draw calls in `calls`
    bool whole_positions;     // upright pictures, letters and plain boxes are moved to whole pixels

    int *indices;
    CoirDrawCall *calls;
    CoirClip *clips;   // stack; the last entry is the present clip, clips[0] the whole target
    CoirBlend *blends; // stack; the last entry is the present blend mode
    int index_count, index_capacity, call_count, call_capacity;
    int clip_count, clip_capacity, blend_count, blend_capacity;
    CoirAffine view;             // from points to pixels
    CoirPainterStats stats;      // counts of the last finished frame
    const CoirPage *last_page;   // page of the last draw call in `counted`
    int pushed;                  // number of clips and blend modes that have not been popped
    int lost_clips, lost_blends; // pushes without an entry, since there was no memory; not popped yet
    bool failed;                 // something was left out, since there was no memory
    bool sink_failed;            // the sink is not called any more in this frame
    bool sinking;                // the sink is being called
    bool raw_waits;              // a draw call is a function of the user: the sink waits for the end of the draw hook
    int clip_floor, blend_floor; // number of entries in each stack that a pop must not remove
    CoirPage *canvas;            // present target; NULL: the picture or window of the sink
    bool has_canvases;           // the sink can draw to canvases
    CoirPaintSink sink;          // NULL: the draw calls of a frame stay until the next frame
    void *sink_user;

    struct CoirTextGlyph *glyphs; // room for coir_painter_text
    int glyph_capacity;
    char reason[512]; // coir_error() after the first failure of this frame (coir_painter_keep_error); "": none
};

// Returns the present blend mode.
static inline CoirBlend coir_painter_blend(const CoirPainter *painter)
{
    return painter->blend_count > 0 ? painter->blends[painter->blend_count - 1] : COIR_BLEND_ALPHA;
}

CoirPainter *coir_painter_new(void);
void coir_painter_destroy(CoirPainter *painter);

// Begins a frame for a target of this size, with `view` as the transform and a white tint. The arrays are kept. Returns
// false if there is no memory.
bool coir_painter_begin(CoirPainter *painter, CoirAffine view, int width, int height);

// Sets the sink. NULL: nothing is drawn.
void coir_painter_set_sink(CoirPainter *painter, CoirPaintSink sink, void *user);

// Returns the counts of the present frame up to now.
CoirPainterStats coir_painter_counted(const CoirPainter *painter);

// Returns false, and reports a mistake under the name of `function`, for NULL and inside a function of
// coir_painter_raw.
bool coir_painter_check(const CoirPainter *painter, const char *function);

// Keep draw hooks from popping the clips and blend modes that were pushed before coir_painter_begin_hooks.
void coir_painter_begin_hooks(CoirPainter *painter);
void coir_painter_end_hooks(CoirPainter *painter);

// Calls the sink, which must be set, for all draw calls, and removes the draw calls. After a failure in this frame
// (`sink_failed`), only removes the draw calls. The last draw call may stay, without vertices, to take the next
// vertices (CoirDrawCall.continues).
void coir_painter_flush(CoirPainter *painter);

// Keeps coir_error() for coir_painter_end, since later errors of the frame replace coir_error(). The frame's first
// failure is kept.
void coir_painter_keep_error(CoirPainter *painter);

// Pops clips and blend modes down to these numbers, and reports missing pops as mistakes of coir_painter_push_clip and
// coir_painter_push_blend. `who` says in the message where the pops are missing: the name of a class, or "this frame".
void coir_painter_pop_all(CoirPainter *painter, int clips, int blends, const char *who);

// Ends a frame: calls the sink for the remaining draw calls. Returns false if something was left out because there was
// no memory, or if the sink failed; coir_error() then gives the reason of the frame's first failure.
bool coir_painter_end(CoirPainter *painter);

// Adds a draw call after the last draw call. Returns NULL if there is no memory.
CoirDrawCall *coir_painter_add_call(CoirPainter *painter);

// Draws a picture over a rectangle of the node's points. The picture is multiplied with `color`.
void coir_painter_put(CoirPainter *painter, const CoirImage *image, CoirRect where, CoirBlend blend, CoirColor color);

// Fills a rectangle with its lower left corner at (0, 0) of the node's points. Does the work of coir_painter_rect for
// nodes that a game has in large numbers.
void coir_painter_put_color(CoirPainter *painter, CoirVec2 size, CoirBlend blend, CoirColor color);

// Draws triangles, as coir_painter_triangles does, without a check of the numbers and indices. Reports a mistake under
// the name of `function` if a vertex is not finite.
void coir_painter_put_triangles(CoirPainter *painter, CoirTexture *texture, const CoirVertex *vertices, int count,
                                const int *indices, int index_count, const char *function);

#endif
