// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Strips: rows of vertices one behind the other, with triangles between neighbours. What shapes are made of. A strip
// goes to the painter in pieces, from an array on the stack, so that shapes allocate nothing of their own.
//
// Edges are soft, as many vector drawers have them: an edge is a pair of vertices half a pixel to either side of it,
// the outer one transparent. Where there is a graphics device this looks as good as multisampling, at the price of a
// few triangles. SDL's software renderer rounds all vertices to whole pixels, but there, too, circles and slanted lines
// look much smoother with it than with the steps of sharp edges.

#ifndef COIR_DRAW_STRIP_H
#define COIR_DRAW_STRIP_H

#include "draw/painter.h"

#define COIR_STRIP_WIDTH 4
#define COIR_STRIP_ROWS 64 // of one piece

#define COIR_POINT_LIMIT 4.0f // how much further from its corner than the edges a pointed one may reach

// False, and a reported mistake in `function`'s name, when one of them is not.
bool coir_points_are_finite(const CoirVec2 *points, int count, const char *function);

// Reports a mistake in `function`'s name and returns false for a width or radius below 0, or one that is not finite.
bool coir_length_check(float length, const char *name, const char *function);

typedef struct CoirStrip {
    CoirPainter *painter;
    int width;                          // vertices of a row
    float offsets[COIR_STRIP_WIDTH];    // points from the middle of what is drawn, for the caller
    CoirColor colors[COIR_STRIP_WIDTH]; // of a row
    bool filled;                        // the first vertices of all rows are the corners of a convex polygon, filled
    bool begun;
    int rows;                                                    // in the array
    CoirVertex vertices[1 + COIR_STRIP_ROWS * COIR_STRIP_WIDTH]; // the first is where it is filled from
} CoirStrip;

// The size of the target's pixels in points of the node. 0: nothing of the node can be seen; what is not finite is a
// mistake in `function`'s name.
float coir_strip_pixel(const CoirPainter *painter, const char *function);

// Returns the number of segments that a circle needs to look round on the target.
int coir_strip_segments(const CoirPainter *painter, float radius);

// Begins a strip with `width` vertices in a row, in these colours. `filled` as in CoirStrip.
void coir_strip_begin_colors(CoirStrip *strip, CoirPainter *painter, bool filled, int width, const CoirColor *colors);

// Lets a strip that has just begun be filled from this point, not from the first vertex of the first row. SDL's
// software renderer rounds vertices: thin triangles turn over then, and cover others.
void coir_strip_fill_from(CoirStrip *strip, CoirVec2 middle);

// Begins a strip that is drawn to both sides of a line, or a polygon that is filled up to `reach` from a point or line.
// `softness` in points: how wide the edges are; they reach half of it further. What is thinner is paler instead.
void coir_strip_begin_stroke(CoirStrip *strip, CoirPainter *painter, float width, float softness, CoirColor color);
void coir_strip_begin_fill(CoirStrip *strip, CoirPainter *painter, float reach, float softness, CoirColor color);

// Adds a row: as many points as `width` says. `seen` false: all of it is transparent.
void coir_strip_add(CoirStrip *strip, const CoirVec2 *row, bool seen);

void coir_strip_end(CoirStrip *strip);

// Returns the width of soft edges in points; 0 in a blend mode with sharp edges.
static inline float coir_strip_softness(const CoirPainter *painter, float pixel)
{
    return coir_blends[coir_painter_blend(painter)].has_sharp_edges ? 0 : pixel;
}

#endif
