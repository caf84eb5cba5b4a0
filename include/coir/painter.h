// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The painter draws for `draw` hooks. The painter collects quads and triangles in the order of drawing. Quads that
// follow each other with the same page, blend mode and clip become one call to the graphics device; so do triangles.
//
// All coordinates are the node's own points. The painter applies the node's transform, tint and opacity. A NULL
// painter is a reported mistake, except in coir_painter_transform and coir_painter_stats.

#ifndef COIR_PAINTER_H
#define COIR_PAINTER_H

#include <stdbool.h>

#include "coir/api.h"
#include "coir/color.h"
#include "coir/frame.h"
#include "coir/geometry.h"
#include "coir/texture.h"

typedef struct CoirPainter CoirPainter;
struct SDL_Renderer;

typedef enum CoirBlend {
    COIR_BLEND_ALPHA,         // draws over the background
    COIR_BLEND_ADD,           // adds light
    COIR_BLEND_MULTIPLY,      // darkens
    COIR_BLEND_NONE,          // replaces the background
    COIR_BLEND_PREMULTIPLIED, // draws over the background; the colours are already multiplied with alpha
    COIR_BLEND_COUNT,         // number of blend modes
} CoirBlend;

typedef struct CoirVertex {
    float x, y;
    CoirColor color;
    float u, v; // position in the texture, 0..1 from the upper left corner
} CoirVertex;

// Draws the whole picture of `texture`, stretched over `where`. A NULL texture draws nothing.
COIR_API void coir_painter_image(CoirPainter *painter, CoirTexture *texture, CoirRect where);

// Draws a filled rectangle.
COIR_API void coir_painter_rect(CoirPainter *painter, CoirRect where, CoirColor color);

// Draws a quad. The corners are in their order around the quad. With a NULL `texture`, draws only the colours.
COIR_API void coir_painter_quad(CoirPainter *painter, CoirTexture *texture, const CoirVertex corners[4]);

// Draws `index_count` / 3 triangles: each three indices, counted from 0, name the corners of a triangle among `count`
// vertices. With a NULL `texture`, draws only the colours. If an index is out of range, `index_count` is not a multiple
// of 3, or an array is NULL, a mistake is reported, and nothing is drawn.
COIR_API void coir_painter_triangles(CoirPainter *painter, CoirTexture *texture, const CoirVertex *vertices, int count,
                                     const int *indices, int index_count);

// Frames -------------------------------------------------------------------------------------------------------------
//
// A frame without a texture draws nothing. A frame with a bad region, offset or size is a mistake, and so is a number
// that is not finite: nothing is drawn.

// Draws a frame over `where`, as a sprite shows the frame: nothing where transparent borders were cut off, and
// upright if the picture is stored turned in the texture.
COIR_API void coir_painter_frame(CoirPainter *painter, const CoirFrame *frame, CoirRect where);

// Draws a frame over `where` in nine parts: the corners keep their size, one point a pixel, and the edges are
// stretched in one direction. Use the function for panels, buttons and speech bubbles.
//
// 1. `insets` are the sizes of the corners, in pixels of the whole picture, including the borders that were cut off.
//    Whole numbers look best. If the insets leave no middle, no middle is drawn. Insets below 0 are a mistake, and so
//    are insets that are larger together than the picture.
// 2. If `where` is too small for the corners, all four corners shrink by the same factor. If `where` is empty,
//    nothing is drawn.
// 3. If the node is not turned, all parts begin and end on whole pixels of the target, so there are no gaps between
//    the parts.
COIR_API void coir_painter_nine_slice(CoirPainter *painter, const CoirFrame *frame, CoirInsets insets, CoirRect where);

// Fills `where` with copies of a frame. The first copy begins in the lower left corner of `where`, moved by `offset`
// points (any number): a background scrolls while `offset` grows.
//
// 1. `tile` is the size of a copy in points; a width or height of 0 means one point a pixel. A size below 0 is a
//    mistake, and so is a size that makes more than a million copies visible. Nothing is drawn then.
// 2. Copies are cut off at the edges of `where`. Copies outside the clip cost nothing. If the node is not turned, all
//    edges are on whole pixels of the target.
// 3. The graphics device mixes neighbouring pixels when a picture is enlarged. So if a frame of a sheet is drawn
//    enlarged, the sheet must repeat the frame's edge pixels around the frame. A frame that is a whole texture needs
//    no repeated pixels.
COIR_API void coir_painter_tiles(CoirPainter *painter, const CoirFrame *frame, CoirRect where, CoirVec2 tile,
                                 CoirVec2 offset);

// Shapes -------------------------------------------------------------------------------------------------------------
//
// Shapes have one colour. Their edges are soft over one pixel of the target (not with COIR_BLEND_NONE). On a node that
// is not turned, outlines of rectangles with square corners, and horizontal and vertical lines of coir_painter_line,
// have sharp edges: they are a whole number of pixels wide, at least one. A width of 0 draws nothing, and so does a
// circle or ring with a radius of 0. A width or radius below 0, or a number that is not finite, is a mistake, and
// nothing is drawn.

// Draws the outline of a rectangle, `width` points wide, inside the rectangle; a filled rectangle if `width` reaches
// the middle.
COIR_API void coir_painter_rect_outline(CoirPainter *painter, CoirRect where, float width, CoirColor color);

// Draw a filled rectangle with round corners, or its outline, `width` points wide, inside the rectangle. `radius` is
// the radius of the corners, at most half of the shorter side; a larger number counts as half of the shorter side. With
// a radius of 0 the functions draw the same as coir_painter_rect and coir_painter_rect_outline. An outline is at least
// one pixel wide. No pixel is drawn twice, so a transparent colour is not darker at the corners.
COIR_API void coir_painter_rounded_rect(CoirPainter *painter, CoirRect where, float radius, CoirColor color);
COIR_API void coir_painter_rounded_rect_outline(CoirPainter *painter, CoirRect where, float radius, float width,
                                                CoirColor color);

// Draws a straight line from `from` to `to`, `width` points wide, with flat ends. A line without length is a square
// dot, drawn as by coir_painter_rect.
COIR_API void coir_painter_line(CoirPainter *painter, CoirVec2 from, CoirVec2 to, float width, CoirColor color);

// Draws lines from each point to the next and, if `closed`, from the last point to the first. A transparent colour is
// not darker at the joints, except where a line is shorter than `width`, or where lines meet at a very small angle.
// Corners are pointed; a tip that would be more than two widths away from its point is cut off. A point is left out if
// the last drawn point is nearer than a quarter of a pixel. A single point is a square dot, drawn as by
// coir_painter_rect.
COIR_API void coir_painter_polyline(CoirPainter *painter, const CoirVec2 *points, int count, bool closed, float width,
                                    CoirColor color);

// Draws a filled, convex polygon with at least three corners, in their order around the polygon, in either direction.
// A polygon that is not convex is a mistake: cut the polygon into triangles, and call coir_painter_triangles.
COIR_API void coir_painter_polygon(CoirPainter *painter, const CoirVec2 *points, int count, CoirColor color);

// Draws a filled circle. The number of corners depends on the size of the circle on the target.
COIR_API void coir_painter_circle(CoirPainter *painter, CoirVec2 center, float radius, CoirColor color);

// Draws the outline of a circle, `width` points wide, inside the circle; a filled circle if `width` reaches the middle.
COIR_API void coir_painter_ring(CoirPainter *painter, CoirVec2 center, float radius, float width, CoirColor color);

// Blend modes and clips ----------------------------------------------------------------------------------------------

// Sets the blend mode until coir_painter_pop_blend; the default is COIR_BLEND_ALPHA. Each push needs a pop in the
// same `draw` hook. A missing pop is made after the hook, and reported as a mistake.
COIR_API void coir_painter_push_blend(CoirPainter *painter, CoirBlend blend);
COIR_API void coir_painter_pop_blend(CoirPainter *painter);

// Limits all drawing until coir_painter_pop_clip to `where`, and to the clip that was set before. On a turned node
// the clip is the upright rectangle around `where`. Pops are as for blend modes.
COIR_API void coir_painter_push_clip(CoirPainter *painter, CoirRect where);
COIR_API void coir_painter_pop_clip(CoirPainter *painter);

// Calls `draw(renderer, user)` when the frame is drawn, after everything that was drawn before this call. Use the
// function to draw with SDL itself. SDL counts in pixels of the target from the upper left corner. When `draw` is
// called, the painter has another transform: call coir_painter_transform before, and pass the result in `user`. Inside
// `draw`, drawing with the painter is a mistake. `draw` may change the renderer's target, clip, scale and viewport,
// which are set again afterwards, but must not present. `user` must be valid until the frame is drawn.
typedef void (*CoirRawDraw)(struct SDL_Renderer *renderer, void *user);
COIR_API void coir_painter_raw(CoirPainter *painter, CoirRawDraw draw, void *user);

// Returns the transform from the node's own points to pixels of the target, for coir_affine_apply(transform, point).
// Returns the identity for NULL.
COIR_API CoirAffine coir_painter_transform(const CoirPainter *painter);

// Counts of the last frame.
typedef struct CoirPainterStats {
    int calls;            // number of calls to the graphics device
    int quads;            // quads that were drawn
    int triangles;        // triangles that were drawn, without quads
    int culled;           // quads that were left out because they are outside the clip
    int texture_switches; // calls with another page than the call before; all calls without a texture share one page
} CoirPainterStats;

// Returns the counts of the last frame; all 0 for NULL.
COIR_API CoirPainterStats coir_painter_stats(const CoirPainter *painter);

#endif
