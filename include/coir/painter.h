// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The painter: what `draw` hooks draw with. Quads and triangles are collected, and neighbours with the same texture,
// blend mode and clip become one call to the graphics device; nothing is reordered.
//
// All coordinates are the node's own points; its place, tint and opacity are applied by the painter.

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
    COIR_BLEND_ALPHA,         // over what is there
    COIR_BLEND_ADD,           // adds light
    COIR_BLEND_MULTIPLY,      // darkens
    COIR_BLEND_NONE,          // replaces what is there
    COIR_BLEND_PREMULTIPLIED, // over what is there, of a picture whose colours have been multiplied with its alpha
} CoirBlend;

typedef struct CoirVertex {
    float x, y;
    CoirColor color;
    float u, v; // place in the texture, 0..1 from its upper left corner
} CoirVertex;

// The whole picture of `texture` over `where`. NULL: nothing is drawn.
COIR_API void coir_painter_image(CoirPainter *painter, CoirTexture *texture, CoirRect where);

// A filled rectangle.
COIR_API void coir_painter_rect(CoirPainter *painter, CoirRect where, CoirColor color);

// Four corners in order around. `texture` NULL: the colours alone.
COIR_API void coir_painter_quad(CoirPainter *painter, CoirTexture *texture, const CoirVertex corners[4]);

// `index_count` / 3 triangles over `count` vertices; an index out of range drops the whole call with a reported
// mistake.
COIR_API void coir_painter_triangles(CoirPainter *painter, CoirTexture *texture, const CoirVertex *vertices, int count,
                                     const int *indices, int index_count);

// Frames -------------------------------------------------------------------------------------------------------------
//
// A frame without a texture draws nothing; one whose region, offset or size is wrong is a mistake, and so is a number
// that is not finite.

// A frame over `where`, as a sprite shows it: where transparent borders were cut off nothing is drawn, and what lies
// turned in the texture is turned back.
COIR_API void coir_painter_frame(CoirPainter *painter, const CoirFrame *frame, CoirRect where);

// A frame stretched over `where` in nine parts, so that its corners keep their size, one point a pixel, and its edges
// are stretched in one direction only: for panels, buttons and speech bubbles. `insets` cut off the corners, in pixels
// of the whole picture (before its borders were cut off); whole numbers are best, and nothing is drawn in the middle
// when they leave nothing of it. Where `where` is too small for the corners all four shrink by the same factor. One
// that is not larger than 0 draws nothing. Insets below 0, or larger together than the picture: a mistake.
//
// While the node is not turned all edges are on whole pixels of the target, so that there is no gap between parts.
COIR_API void coir_painter_nine_slice(CoirPainter *painter, const CoirFrame *frame, CoirInsets insets, CoirRect where);

// Fills `where` with copies of a frame of `tile` points each, (0, 0) or a 0 in either: one point a pixel. The first
// has its lower left corner in that of `where`, moved by `offset` points, which may be any: to let a background
// scroll, let it grow. What would reach beyond `where` is cut off, what is outside the clip costs nothing. Edges are on
// whole pixels as for coir_painter_nine_slice. A tile below 0, or so small that more than a million are to be seen: a
// mistake, and nothing is drawn.
//
// A frame within a sheet should have its edge pixels repeated around it, if it is to be drawn larger than it is: the
// graphics device mixes neighbouring pixels. A texture of its own needs nothing.
COIR_API void coir_painter_tiles(CoirPainter *painter, const CoirFrame *frame, CoirRect where, CoirVec2 tile,
                                 CoirVec2 offset);

// Shapes -------------------------------------------------------------------------------------------------------------
//
// Of one colour. Edges are soft, over one pixel of the target (not in COIR_BLEND_NONE); but outlines of rectangles and
// level and steep lines, on a node that is not turned, are exact: whole pixels of the target, at least one.
// A width or radius of 0 draws nothing. One below 0, or a number that is not finite, is a mistake, and nothing is
// drawn.

// The edges of a rectangle, `width` points to the inside; a filled rectangle where they meet.
COIR_API void coir_painter_rect_outline(CoirPainter *painter, CoirRect where, float width, CoirColor color);

// Draw a filled rectangle with round corners, or the outline of such a rectangle, `width` points to the inside.
// `radius` is the radius of the corners, at most half of the shorter side; a larger number counts as half of the
// shorter side. With a radius of 0 the functions draw the same as coir_painter_rect and coir_painter_rect_outline. An
// outline is at least one pixel wide. No pixel is drawn twice, so a transparent colour is not darker at the corners.
COIR_API void coir_painter_rounded_rect(CoirPainter *painter, CoirRect where, float radius, CoirColor color);
COIR_API void coir_painter_rounded_rect_outline(CoirPainter *painter, CoirRect where, float radius, float width,
                                                CoirColor color);

// A straight line, `width` points across, that ends at its ends. One without length is a square dot.
COIR_API void coir_painter_line(CoirPainter *painter, CoirVec2 from, CoirVec2 to, float width, CoirColor color);

// Lines from each point to the next and, if `closed`, from the last to the first. It is of one piece: what is
// transparent does not get darker at the joints. Corners are pointed, or cut off if they would reach further than two
// widths from the point. Points that are nearer to the one before than a quarter of a pixel are left out; if only one
// is left, it is a square dot.
COIR_API void coir_painter_polyline(CoirPainter *painter, const CoirVec2 *points, int count, bool closed, float width,
                                    CoirColor color);

// A filled polygon, at least three corners in order around, either way. It must be convex; one that is not is a
// mistake: cut it in triangles and use coir_painter_triangles.
COIR_API void coir_painter_polygon(CoirPainter *painter, const CoirVec2 *points, int count, CoirColor color);

// A filled circle; its roundness is chosen by its size on the target.
COIR_API void coir_painter_circle(CoirPainter *painter, CoirVec2 center, float radius, CoirColor color);

// The edge of a circle, `width` points to the inside; a filled circle where that reaches the middle.
COIR_API void coir_painter_ring(CoirPainter *painter, CoirVec2 center, float radius, float width, CoirColor color);

// Blend modes and clips ----------------------------------------------------------------------------------------------

// Draws in this blend mode (at first COIR_BLEND_ALPHA) until coir_painter_pop_blend. Every push wants its pop in the
// same `draw`; what is left over is popped behind it, and reported.
COIR_API void coir_painter_push_blend(CoirPainter *painter, CoirBlend blend);
COIR_API void coir_painter_pop_blend(CoirPainter *painter);

// Draws only inside the upright rectangle around `where`, and inside the clip before it, until coir_painter_pop_clip.
// Pops are as for blend modes.
COIR_API void coir_painter_push_clip(CoirPainter *painter, CoirRect where);
COIR_API void coir_painter_pop_clip(CoirPainter *painter);

// For those who must: calls `draw` with SDL's own renderer when the picture comes to this place; what was drawn before
// it is under what it draws. It may change the renderer's target, clip, scale and viewport, which are set again behind
// it, but must not present. `user` must live until the frame is drawn. It draws in pixels of the target, counted from
// the upper left corner; the way there is to be had in the `draw` hook.
typedef void (*CoirRawDraw)(struct SDL_Renderer *renderer, void *user);
COIR_API void coir_painter_raw(CoirPainter *painter, CoirRawDraw draw, void *user);

// The way from the node's own points to pixels of the target: coir_affine_apply(way, point). NULL: the identity.
COIR_API CoirAffine coir_painter_transform(const CoirPainter *painter);

// What the last frame drew.
typedef struct CoirPainterStats {
    int calls;            // to the graphics device
    int quads;            // drawn
    int triangles;        // drawn, without those of quads
    int culled;           // quads that were outside and left out
    int texture_switches; // from one call to the next: to another page, or to none
} CoirPainterStats;

COIR_API CoirPainterStats coir_painter_stats(const CoirPainter *painter);

#endif
