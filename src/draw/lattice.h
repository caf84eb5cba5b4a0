// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Edges that several quads share. SDL's software renderer cuts off the fractions of a rectangle's place and of its
// size, each for itself, so that two which meet between two pixels leave a gap; a graphics device leaves one where the
// sum of place and size, as a float, is not quite the next one's place. So edges lie on the lines of a lattice: the
// target's whole pixels while the node is upright, and else steps so fine that floats add them without an error.

#ifndef COIR_DRAW_LATTICE_H
#define COIR_DRAW_LATTICE_H

#include "draw/painter.h"

typedef struct CoirLatticeAxis {
    double scale, shift; // a place of `p` points is on line p * scale + shift
    double beyond;       // what edges are moved away from line 0, in lines
} CoirLatticeAxis;

typedef struct CoirLattice {
    CoirLatticeAxis x, y; // of the node
    bool whole;           // the lines are pixels of the target
} CoirLattice;

// The lattice for what lies within `where`.
CoirLattice coir_lattice(const CoirPainter *painter, CoirRect where);

// The nearest line.
double coir_lattice_line(CoirLatticeAxis axis, double points);

// How many lines so many points are; at least one.
double coir_lattice_lines(CoirLatticeAxis axis, double points);

// The rectangle between two lines of each axis, in points. `left` and `bottom` are the ends with the lower points.
CoirRect coir_lattice_rect(const CoirLattice *lattice, double left, double bottom, double right, double top);

#endif
