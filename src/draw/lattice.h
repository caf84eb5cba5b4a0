// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A lattice for edges that several quads share. Without a lattice there are gaps between neighbouring quads:
//
// 1. SDL's software renderer cuts off the fractions of a rectangle's position and of its size separately. Two
//    rectangles that meet between two pixels leave a gap.
// 2. A graphics device leaves a gap where position + size, as a float, differs from the position of the next quad.
//
// So edges lie on the lines of a lattice. If the node is upright or turned by a multiple of 90 degrees, the lines are
// whole pixels of the target. Otherwise the lines are as dense as possible, while sums of their positions are exact as
// floats.

#ifndef COIR_DRAW_LATTICE_H
#define COIR_DRAW_LATTICE_H

#include "draw/painter.h"

typedef struct CoirLatticeAxis {
    double scale, shift; // a position of `p` points is on line p * scale + shift
    double beyond;       // distance by which edges are moved away from line 0, in lines
} CoirLatticeAxis;

typedef struct CoirLattice {
    CoirLatticeAxis x, y; // axes of the node
    bool whole;           // true if the lines are pixels of the target
} CoirLattice;

// Returns the lattice for edges within `where`.
CoirLattice coir_lattice(const CoirPainter *painter, CoirRect where);

// Returns the line that is nearest to a position in points.
double coir_lattice_line(CoirLatticeAxis axis, double points);

// Returns the number of lines in a length in points; at least 1.
double coir_lattice_lines(CoirLatticeAxis axis, double points);

// Returns the rectangle between two lines of each axis, in points. `left` and `bottom` are the lines with the lower
// coordinates in points.
CoirRect coir_lattice_rect(const CoirLattice *lattice, double left, double bottom, double right, double top);

#endif
