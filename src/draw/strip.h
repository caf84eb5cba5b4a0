// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Strips: rows of vertices, with triangles between neighbouring rows. Shapes are made of strips. A strip goes to
// the painter in pieces, from an array on the stack, so that shapes allocate no memory of their own.
//
// Edges are soft, as in many vector renderers: an edge has a vertex half a pixel to the inside, and a transparent
// vertex half a pixel to the outside. On a graphics device, soft edges look as good as multisampling, and cost a few
// triangles. SDL's software renderer rounds all vertices to whole pixels. Even so, circles and slanted lines look much
// smoother with soft edges than with sharp edges.

#ifndef COIR_DRAW_STRIP_H
#define COIR_DRAW_STRIP_H

#include "draw/painter.h"

#define COIR_STRIP_WIDTH 4
#define COIR_STRIP_ROWS 64 // rows of a piece

// Mitre limit: when edges are moved outwards, their corner may move at most this many times as far.
#define COIR_POINT_LIMIT 4.0f

// Returns false, and reports a mistake under the name of `function`, if a point is not finite.
bool coir_points_are_finite(const CoirVec2 *points, int count, const char *function);

// Returns false, and reports a mistake under the name of `function`, if a length is below 0 or not finite. `name` names
// the length in the message, such as "width".
bool coir_length_check(float length, const char *name, const char *function);

typedef struct CoirStrip {
    CoirPainter *painter;
    const char *function; // public function in whose name mistakes are reported
    int width;            // vertices of a row

    // Distances of a row's vertices from the middle, in points. Set by coir_strip_begin_stroke and
    // coir_strip_begin_fill. The caller computes the points of its rows from the offsets.
    float offsets[COIR_STRIP_WIDTH];

    CoirColor colors[COIR_STRIP_WIDTH]; // colours of a row
    bool filled;                        // the first vertices of all rows form a convex polygon, which is filled
    bool has_first;                     // true if vertices[0] is set
    int rows;                           // rows in `vertices`
    CoirVertex vertices[1 + COIR_STRIP_ROWS * COIR_STRIP_WIDTH]; // first the common corner of the fill's triangles
} CoirStrip;

// Returns the size of a pixel of the target, in points of the node; 0 if the node has no area on the target. Reports a
// mistake under the name of `function`, and returns 0, if the node's transform is not finite.
float coir_strip_pixel(const CoirPainter *painter, const char *function);

// Returns the number of segments that a circle needs to look round on the target.
int coir_strip_segments(const CoirPainter *painter, float radius);

// Begins a strip with `width` vertices in a row, in these colours. `function` and `filled` as in CoirStrip.
void coir_strip_begin_colors(CoirStrip *strip, CoirPainter *painter, const char *function, bool filled, int width,
                             const CoirColor *colors);

// Sets the common corner of the fill's triangles. Must be called directly after the strip has begun. Without this call,
// the common corner is the first vertex of the first row. A point in the middle avoids thin triangles: SDL's software
// renderer rounds vertices, and thin triangles may then turn over and cover other triangles.
void coir_strip_fill_from(CoirStrip *strip, CoirVec2 middle);

// coir_strip_begin_stroke begins a strip along both sides of a line. coir_strip_begin_fill begins a filled shape;
// `reach` is the distance from the middle of the shape, a point or a line, to its edge. `softness` is the width of a
// soft edge in points; half of this width is outside the shape. A shape that is thinner than a soft edge is drawn as
// wide as the soft edge, and paler.
void coir_strip_begin_stroke(CoirStrip *strip, CoirPainter *painter, const char *function, float width, float softness,
                             CoirColor color);
void coir_strip_begin_fill(CoirStrip *strip, CoirPainter *painter, const char *function, float reach, float softness,
                           CoirColor color);

// Adds a row of `width` points. `seen` false: the whole row is transparent.
void coir_strip_add(CoirStrip *strip, const CoirVec2 *row, bool seen);

void coir_strip_end(CoirStrip *strip);

// Returns the width of soft edges in points; 0 in a blend mode with sharp edges.
static inline float coir_strip_softness(const CoirPainter *painter, float pixel)
{
    return coir_blends[coir_painter_blend(painter)].has_sharp_edges ? 0 : pixel;
}

#endif
