// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of the painter: arrays of vertices in the target's pixels, and runs of them that one call can draw. It
// knows nothing of who will draw them: a sink is handed what there is whenever that is a good deal, so that it is drawn
// while it is in the processor's cache.
//
// The vertices' colours have the tint in them. For COIR_BLEND_MULTIPLY their red, green and blue are multiplied by
// alpha, and the texture must be, too: what is there * (colour + 1 - alpha) is then the result, so that what is
// transparent changes nothing.

#ifndef COIR_DRAW_PAINTER_H
#define COIR_DRAW_PAINTER_H

#include "coir/painter.h"
#include "draw/page.h"

static inline bool coir_is_blend(CoirBlend blend)
{
    return (unsigned)blend <= COIR_BLEND_PREMULTIPLIED;
}

// A picture to be drawn: where its upper left corner lies in the texture, and where its upper and its left edge lead
// from there, in pixels.
typedef struct CoirImage {
    CoirTexture *texture;
    CoirVec2 corner, across, down;
} CoirImage;

// A part of a texture; `rotated`: it lies there turned by 90 degrees clockwise.
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

// Neighbours with the same page, blend mode and clip. Quads (not `indexed`) use the pattern 0 1 2 2 3 0 counted from
// first_vertex (and may begin at the second of the corners that were given); triangles have indices of their own,
// counted from first_vertex, too. Or a function of the user's (`raw`), and nothing else. Or a change of the target
// (`retargets`), and nothing else.
typedef struct CoirPaintRun {
    CoirPage *page; // NULL: colours alone
    CoirBlend blend;
    CoirClip clip;
    int first_vertex, vertex_count;
    int first_index, index_count;
    bool indexed;
    bool continues; // one that a sink has got the beginning of
    CoirRawDraw raw;
    void *raw_user;
    bool retargets;   // the runs behind are drawn to `canvas`
    CoirPage *canvas; // NULL: the picture or window of the sink
} CoirPaintRun;

typedef struct CoirBounds {
    float left, top, right, bottom; // pixels
} CoirBounds;

// Draws all runs of a painter (some may be empty). False: said.
typedef bool (*CoirPaintSink)(void *user, const CoirPainter *painter);

struct CoirPainter {
    // What each quad needs.
    CoirAffine transform;    // from the present node's points to pixels
    CoirColor tint;          // the present node's, its opacity as alpha
    CoirVec2 middle, extent; // twice the middle of the clip in force; its size, below 0: nothing is inside
    CoirPaintRun *open;      // the last run, if it is of quads and its clip is the one in force; NULL: look further
    CoirVertex *vertices;
    int vertex_count, vertex_capacity;
    CoirPainterStats counted; // of this frame, without the runs that are here
    bool whole_positions;     // upright pictures are put on whole pixels

    int *indices;
    CoirPaintRun *runs;
    CoirClip *clips;   // clips[clip_count - 1] is in force; clips[0] is the whole target
    CoirBlend *blends; // as clips
    int index_count, index_capacity, run_count, run_capacity;
    int clip_count, clip_capacity, blend_count, blend_capacity;
    CoirAffine view;               // from the world's points to pixels
    CoirPainterStats stats;        // of the last frame that was ended
    int pushed;                    // clips and blend modes that want their pop
    int lost_clips, lost_blends;   // pushes for which there was no memory, and that still want their pop
    bool failed;                   // something was left out for want of memory
    bool text_failed, sink_failed; // said
    bool sinking;                  // the sink is being called
    bool raw_waits;                // there is a function of the user's: the sink waits for the end of the draw hook
    int clip_floor, blend_floor;   // what is below them was pushed by others than the present draw hook
    CoirPage *canvas;              // what is drawn to at present; NULL: the picture or window of the sink
    bool has_canvases;             // the sink can draw to canvases
    CoirPaintSink sink;            // NULL: all of a frame stays until the next
    void *sink_user;

    struct CoirTextGlyph *glyphs; // room for coir_painter_text
    int glyph_capacity;
};

// The blend mode that was pushed last.
static inline CoirBlend coir_painter_blend(const CoirPainter *painter)
{
    return painter->blend_count > 0 ? painter->blends[painter->blend_count - 1] : COIR_BLEND_ALPHA;
}

CoirPainter *coir_painter_new(void);
void coir_painter_destroy(CoirPainter *painter);

// Empties the painter for a target of this size; keeps the arrays. `transform` is `view` and `tint` white until they
// are set. False: no memory.
bool coir_painter_begin(CoirPainter *painter, CoirAffine view, int width, int height);

// Lets `sink` draw, from the next coir_painter_begin on; NULL: nobody.
void coir_painter_set_sink(CoirPainter *painter, CoirPaintSink sink, void *user);

// What has been drawn so far in this frame.
CoirPainterStats coir_painter_counted(const CoirPainter *painter);

// False, and a reported mistake in `function`'s name, for NULL and inside a function of coir_painter_raw.
bool coir_painter_check(const CoirPainter *painter, const char *function);

// From here to coir_painter_end_hooks, draw hooks may not pop what is pushed now.
void coir_painter_begin_hooks(CoirPainter *painter);
void coir_painter_end_hooks(CoirPainter *painter);

// Hands what there is to the sink, and forgets it.
void coir_painter_flush(CoirPainter *painter);

// Pops what was pushed since there were so many clips and blend modes, and reports it in the name of `who`.
void coir_painter_pop_all(CoirPainter *painter, int clips, int blends, const char *who);

// Hands the rest to the sink, and closes the frame's statistics. False when something was left out for want of memory
// or the sink failed, said in coir_error().
bool coir_painter_end(CoirPainter *painter);

// A run of its own behind the others. NULL: no memory.
CoirPaintRun *coir_painter_add_run(CoirPainter *painter);

// Draws a picture over a rectangle of the node's points, in a colour that is multiplied with it.
void coir_painter_put(CoirPainter *painter, const CoirImage *image, CoirRect where, CoirBlend blend, CoirColor color);

// Fills a rectangle with its lower left corner at (0, 0) of the node's points. Does what coir_painter_rect does, for
// nodes of which there are many.
void coir_painter_put_color(CoirPainter *painter, CoirVec2 size, CoirBlend blend, CoirColor color);

#endif
