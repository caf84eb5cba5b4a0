// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Functions that overlaps and sweeps share: vectors in double, so that differences and products of floats are exact
// or nearly exact, and checks of shapes.

#ifndef COIR_GEOMETRY_OVERLAP_H
#define COIR_GEOMETRY_OVERLAP_H

#include <float.h>
#include <math.h>

#include "base/fail.h"
#include "coir/overlap.h"

typedef struct CoirVec {
    double x, y;
} CoirVec;

// Positions of the edges of a rectangle. coir_sides rounds the right and the upper edge to floats, as
// coir_rect_overlaps does.
typedef struct CoirSides {
    double left, bottom, right, top;
} CoirSides;

static inline CoirVec coir_vec(CoirVec2 v)
{
    CoirVec result = {v.x, v.y};
    return result;
}

static inline CoirVec coir_vec_sub(CoirVec a, CoirVec b)
{
    CoirVec result = {a.x - b.x, a.y - b.y};
    return result;
}

// Returns the point that is `t` * `way` away from `from`.
static inline CoirVec coir_vec_along(CoirVec from, CoirVec way, double t)
{
    CoirVec result = {from.x + way.x * t, from.y + way.y * t};
    return result;
}

static inline double coir_vec_dot(CoirVec a, CoirVec b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double coir_vec_cross(CoirVec a, CoirVec b)
{
    return a.x * b.y - a.y * b.x;
}

static inline double coir_vec_length(CoirVec v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

// Rounds to a float. A number beyond the range of floats becomes the largest float of the same sign.
static inline float coir_float(double number)
{
    return number > FLT_MAX ? FLT_MAX : number < -FLT_MAX ? -FLT_MAX : (float)number;
}

static inline CoirVec2 coir_vec_round(CoirVec v)
{
    return coir_vec2(coir_float(v.x), coir_float(v.y));
}

static inline double coir_clamp(double number, double low, double high)
{
    return number < low ? low : number > high ? high : number;
}

static inline CoirSides coir_sides(CoirRect r)
{
    float right = r.x + r.width, top = r.y + r.height;
    CoirSides sides = {r.x, r.y, right, top};
    return sides;
}

static inline bool coir_sides_are_empty(CoirSides s)
{
    return !(s.right > s.left && s.top > s.bottom);
}

// Returns the point of a rectangle that is nearest to `p`.
static inline CoirVec coir_sides_nearest(CoirSides s, CoirVec p)
{
    CoirVec nearest = {coir_clamp(p.x, s.left, s.right), coir_clamp(p.y, s.bottom, s.top)};
    return nearest;
}

static inline bool coir_vec2_is_finite(CoirVec2 v)
{
    return isfinite(v.x) && isfinite(v.y);
}

// Checks a rectangle. Reports a mistake under the name of `function`, and returns false, if an edge is not finite, or
// the width or the height is below 0.
static inline bool coir_rect_check(CoirRect r, const char *function)
{
    if (isfinite(r.x) && isfinite(r.y) && isfinite(r.x + r.width) && isfinite(r.y + r.height) && r.width >= 0 &&
        r.height >= 0)
        return true;
    return MISTAKE("%s: a rectangle of %g x %g at %g, %g; its edges must be finite, its width and height at least 0",
                   function, (double)r.width, (double)r.height, (double)r.x, (double)r.y);
}

static inline bool coir_circle_check(CoirVec2 center, float radius, const char *function)
{
    if (coir_vec2_is_finite(center) && isfinite(radius) && radius >= 0)
        return true;
    return MISTAKE(
        "%s: a circle at %g, %g with a radius of %g; the place must be finite, the radius a finite number of "
        "at least 0",
        function, (double)center.x, (double)center.y, (double)radius);
}

#endif
