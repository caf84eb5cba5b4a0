// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Edges that several quads share. SDL's software renderer cuts off the fractions of a rectangle's place and of its
// size, each for itself, so that two which meet between two pixels leave a gap; a graphics device leaves one where the
// sum of place and size, as a float, is not quite the next one's place. So edges lie on the lines of a grid: the
// target's whole pixels while the node is upright, and else steps so fine that floats add them without an error.

#ifndef COIR_DRAW_GRID_H
#define COIR_DRAW_GRID_H

#include "draw/painter.h"

typedef struct CoirGridAxis {
    double scale, shift; // a place of `p` points is on line p * scale + shift
    double beyond;       // what edges are moved away from line 0, in lines
} CoirGridAxis;

typedef struct CoirGrid {
    CoirGridAxis x, y; // of the node
    bool whole;        // the lines are pixels of the target
} CoirGrid;

// The grid for what lies within `where`.
CoirGrid coir_grid(const CoirPainter *painter, CoirRect where);

// The nearest line.
double coir_grid_line(CoirGridAxis axis, double points);

// How many lines so many points are; at least one.
double coir_grid_lines(CoirGridAxis axis, double points);

// The rectangle between two lines of each axis, in points. `left` and `bottom` are the ends with the lower points.
CoirRect coir_grid_rect(const CoirGrid *grid, double left, double bottom, double right, double top);

#endif
