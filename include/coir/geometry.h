// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Vectors, rectangles and affine transforms, in points with the y axis upwards. Angles are in degrees clockwise.

#ifndef COIR_GEOMETRY_H
#define COIR_GEOMETRY_H

#include <math.h>
#include <stdbool.h>

typedef struct CoirVec2 {
    float x, y;
} CoirVec2;

// A rectangle; `x`, `y` is the lower left corner.
typedef struct CoirRect {
    float x, y, width, height;
} CoirRect;

// Distances from the edges to the inside.
typedef struct CoirInsets {
    float left, top, right, bottom;
} CoirInsets;

// Maps (x, y) to (a x + c y + tx, b x + d y + ty).
typedef struct CoirAffine {
    float a, b, c, d, tx, ty;
} CoirAffine;

#define COIR_PI 3.14159265358979323846

static inline CoirVec2 coir_vec2(float x, float y)
{
    CoirVec2 v = {x, y};
    return v;
}

// Return the sum and the difference of two vectors, and a vector times `k`.
static inline CoirVec2 coir_vec2_add(CoirVec2 a, CoirVec2 b)
{
    return coir_vec2(a.x + b.x, a.y + b.y);
}

static inline CoirVec2 coir_vec2_sub(CoirVec2 a, CoirVec2 b)
{
    return coir_vec2(a.x - b.x, a.y - b.y);
}

static inline CoirVec2 coir_vec2_scale(CoirVec2 v, float k)
{
    return coir_vec2(v.x * k, v.y * k);
}

// Return the dot product of two vectors, the length of a vector, and the distance between two points.
static inline float coir_vec2_dot(CoirVec2 a, CoirVec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline float coir_vec2_length(CoirVec2 v)
{
    return sqrtf(coir_vec2_dot(v, v));
}

static inline float coir_vec2_distance(CoirVec2 a, CoirVec2 b)
{
    return coir_vec2_length(coir_vec2_sub(a, b));
}

// Returns the vector of length 1 in the same direction; (0, 0) for (0, 0). The length of any other `v` must be from
// 1e-19 to 1e19, so that the square of the length is neither 0 nor infinite as a float.
static inline CoirVec2 coir_vec2_normalize(CoirVec2 v)
{
    float length = coir_vec2_length(v);
    return length > 0 ? coir_vec2_scale(v, 1 / length) : v;
}

// Returns the point at the fraction `t` of the way from `a` (t = 0) to `b` (t = 1).
static inline CoirVec2 coir_vec2_lerp(CoirVec2 a, CoirVec2 b, float t)
{
    return coir_vec2(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
}

// Returns `v` turned about (0, 0) by `degrees` clockwise.
static inline CoirVec2 coir_vec2_rotate(CoirVec2 v, float degrees)
{
    float radians = degrees * (float)(COIR_PI / 180), c = cosf(radians), s = sinf(radians);
    return coir_vec2(v.x * c + v.y * s, v.y * c - v.x * s);
}

// Returns the velocity `v` after a bounce off an edge. `normal` is the edge's normal, with length 1.
static inline CoirVec2 coir_vec2_reflect(CoirVec2 v, CoirVec2 normal)
{
    return coir_vec2_sub(v, coir_vec2_scale(normal, 2 * coir_vec2_dot(v, normal)));
}

// Returns the direction of `v` in degrees clockwise from the positive x axis, as used for CoirNode.rotation: a
// picture that points to the right then points along `v`. Returns 0 for (0, 0).
static inline float coir_vec2_angle(CoirVec2 v)
{
    return v.x == 0 && v.y == 0 ? 0 : -atan2f(v.y, v.x) * (float)(180 / COIR_PI); // atan2f(0, -0) is pi
}

static inline CoirRect coir_rect(float x, float y, float width, float height)
{
    CoirRect r = {x, y, width, height};
    return r;
}

// Returns true if the point `p` is inside the rectangle, or on its lower or left edge.
static inline bool coir_rect_contains(CoirRect r, CoirVec2 p)
{
    return p.x >= r.x && p.y >= r.y && p.x < r.x + r.width && p.y < r.y + r.height;
}

// Returns true if two rectangles share an area. Rectangles that only touch do not overlap.
static inline bool coir_rect_overlaps(CoirRect a, CoirRect b)
{
    bool is_empty = !(a.width > 0 && a.height > 0 && b.width > 0 && b.height > 0);
    return !is_empty && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

// Returns the common part of two rectangles. If there is none, width and height are 0.
static inline CoirRect coir_rect_intersection(CoirRect a, CoirRect b)
{
    float left = a.x > b.x ? a.x : b.x, bottom = a.y > b.y ? a.y : b.y;
    float right = a.x + a.width < b.x + b.width ? a.x + a.width : b.x + b.width;
    float top = a.y + a.height < b.y + b.height ? a.y + a.height : b.y + b.height;
    if (right <= left || top <= bottom)
        return coir_rect(left, bottom, 0, 0);
    return coir_rect(left, bottom, right - left, top - bottom);
}

// Returns the smallest rectangle around both rectangles.
static inline CoirRect coir_rect_union(CoirRect a, CoirRect b)
{
    float left = a.x < b.x ? a.x : b.x, bottom = a.y < b.y ? a.y : b.y;
    float right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    float top = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return coir_rect(left, bottom, right - left, top - bottom);
}

static inline CoirInsets coir_insets(float left, float top, float right, float bottom)
{
    CoirInsets insets = {left, top, right, bottom};
    return insets;
}

// Returns insets with the same distance from each edge.
static inline CoirInsets coir_insets_all(float inset)
{
    return coir_insets(inset, inset, inset, inset);
}

// Returns the transform that maps each point to itself.
static inline CoirAffine coir_affine_identity(void)
{
    CoirAffine m = {1, 0, 0, 1, 0, 0};
    return m;
}

// Returns the transform that applies `inner` first, then `outer`.
static inline CoirAffine coir_affine_multiply(CoirAffine outer, CoirAffine inner)
{
    CoirAffine m = {
        outer.a * inner.a + outer.c * inner.b,
        outer.b * inner.a + outer.d * inner.b,
        outer.a * inner.c + outer.c * inner.d,
        outer.b * inner.c + outer.d * inner.d,
        outer.a * inner.tx + outer.c * inner.ty + outer.tx,
        outer.b * inner.tx + outer.d * inner.ty + outer.ty,
    };
    return m;
}

// Returns the point to which `m` maps `p`.
static inline CoirVec2 coir_affine_apply(CoirAffine m, CoirVec2 p)
{
    return coir_vec2(m.a * p.x + m.c * p.y + m.tx, m.b * p.x + m.d * p.y + m.ty);
}

// Returns the transform that undoes `m`. For a transform with a scale of 0, which cannot be undone, the result is all
// 0.
static inline CoirAffine coir_affine_inverse(CoirAffine m)
{
    double det = (double)m.a * m.d - (double)m.b * m.c;
    CoirAffine none = {0, 0, 0, 0, 0, 0};
    if (det == 0 || !isfinite(det))
        return none;
    CoirAffine inverse = {
        (float)(m.d / det),
        (float)(-m.b / det),
        (float)(-m.c / det),
        (float)(m.a / det),
        (float)(((double)m.c * m.ty - (double)m.d * m.tx) / det),
        (float)(((double)m.b * m.tx - (double)m.a * m.ty) / det),
    };
    return inverse;
}

// Returns the smallest upright rectangle around `r` after the transform `m`.
static inline CoirRect coir_affine_apply_rect(CoirAffine m, CoirRect r)
{
    CoirVec2 p = coir_affine_apply(m, coir_vec2(r.x, r.y));
    float wx = m.a * r.width, wy = m.b * r.width, hx = m.c * r.height, hy = m.d * r.height;
    float left = p.x + (wx < 0 ? wx : 0) + (hx < 0 ? hx : 0), bottom = p.y + (wy < 0 ? wy : 0) + (hy < 0 ? hy : 0);
    return coir_rect(left, bottom, fabsf(wx) + fabsf(hx), fabsf(wy) + fabsf(hy));
}

#endif
