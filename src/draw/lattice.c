// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "draw/lattice.h"

#include <math.h>

// Distance in pixels by which edges are moved away from line 0. Of two opposite edges on one side of line 0, the edge
// farther from line 0 is moved twice as far. Without this distance, rounding from pixels to points and back could make
// a position or a size slightly too small, and SDL, which rounds towards 0, would cut off a pixel. The distance is not
// visible, because no device samples a pixel so close to the pixel's edge.
#define BEYOND (1.0 / 256)

#define STEPS 22 // the 24 bits of a float, less 2 bits for sums

static bool is_small(float part, float whole)
{
    return fabsf(part) <= fabsf(whole) * 1e-6f;
}

static CoirLatticeAxis pixel_axis(float scale, float shift)
{
    CoirLatticeAxis axis = {scale, shift, BEYOND};
    return axis;
}

static CoirLatticeAxis step_axis(double start, double size)
{
    int exponent;
    frexp(fmax(fabs(start), fabs(start + size)), &exponent);
    CoirLatticeAxis axis = {ldexp(1, STEPS - exponent), 0, 0};
    return axis;
}

CoirLattice coir_lattice(const CoirPainter *painter, CoirRect where)
{
    const CoirAffine m = painter->transform;
    CoirLattice lattice = {step_axis(where.x, where.width), step_axis(where.y, where.height), false};
    bool upright = is_small(m.b, m.a) && is_small(m.c, m.d) && m.a != 0 && m.d != 0;
    bool quarter = is_small(m.a, m.b) && is_small(m.d, m.c) && m.b != 0 && m.c != 0;
    if (!isfinite(m.a + m.b + m.c + m.d + m.tx + m.ty) || !(upright || quarter))
        return lattice;
    lattice.x = upright ? pixel_axis(m.a, m.tx) : pixel_axis(m.b, m.ty);
    lattice.y = upright ? pixel_axis(m.d, m.ty) : pixel_axis(m.c, m.tx);
    lattice.whole = true;
    return lattice;
}

double coir_lattice_line(CoirLatticeAxis axis, double points)
{
    return floor(points * axis.scale + axis.shift + 0.5);
}

double coir_lattice_lines(CoirLatticeAxis axis, double points)
{
    return fmax(1, floor(points * fabs(axis.scale) + 0.5));
}

// Returns the position of an edge in points. `upper`: the edge is at the end with the higher line number.
static double position_of(CoirLatticeAxis axis, double line, bool upper)
{
    double beyond = line < 0 ? (upper ? -1 : -2) : (upper ? 2 : 1);
    return (line + beyond * axis.beyond - axis.shift) / axis.scale;
}

static void between(CoirLatticeAxis axis, double first, double last, float *start, float *size)
{
    bool rises = first < last;
    *start = (float)position_of(axis, first, !rises);
    *size = (float)(position_of(axis, last, rises) - (double)*start);
}

CoirRect coir_lattice_rect(const CoirLattice *lattice, double left, double bottom, double right, double top)
{
    CoirRect rect;
    between(lattice->x, left, right, &rect.x, &rect.width);
    between(lattice->y, bottom, top, &rect.y, &rect.height);
    return rect;
}
