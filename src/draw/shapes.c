// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Polygons and circles are made of strips, which have soft edges (strip.h).

#include <math.h>

#include "base/fail.h"
#include "coir/overlap.h"
#include "draw/strip.h"

static bool check_painter(const CoirPainter *painter, const char *function)
{
    return painter ? true : MISTAKE("%s: the painter is NULL", function);
}

// Polygons -----------------------------------------------------------------------------------------------------------

static CoirVec2 direction(CoirVec2 from, CoirVec2 to)
{
    CoirVec2 way = coir_vec2_sub(to, from);
    float length = hypotf(way.x, way.y);
    return length > 0 ? coir_vec2_scale(way, 1 / length) : coir_vec2(0, 0);
}

static bool is_same(CoirVec2 a, CoirVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// Returns the index of the next corner, in steps of `step` (1 or -1), with another position than corner `i`; `i` if
// there is no such corner.
static int other_corner(const CoirVec2 *points, int count, int i, int step)
{
    int k = i;
    do
        k = k + step == count ? 0 : k + step < 0 ? count - 1 : k + step;
    while (k != i && is_same(points[k], points[i]));
    return k;
}

// Returns twice the area of a polygon; below 0 if the corners are clockwise.
static double twice_area(const CoirVec2 *points, int count)
{
    double area = 0;
    for (int i = 1; i + 1 < count; i++) {
        double ax = (double)points[i].x - points[0].x, ay = (double)points[i].y - points[0].y;
        double bx = (double)points[i + 1].x - points[0].x, by = (double)points[i + 1].y - points[0].y;
        area += ax * by - ay * bx;
    }
    return area;
}

typedef struct Corner {
    CoirVec2 before, after; // directions of the edges before and after the corner
} Corner;

static Corner corner_of(const CoirVec2 *points, int count, int i)
{
    int before = other_corner(points, count, i, -1), after = other_corner(points, count, i, 1);
    Corner corner = {direction(points[before], points[i]), direction(points[i], points[after])};
    return corner;
}

// Returns the vector by which a corner moves when both edges are moved outwards by 1, with a length of at most
// COIR_POINT_LIMIT. `sign`: 1; -1 for a polygon with clockwise corners.
static CoirVec2 outwards(Corner corner, float sign)
{
    CoirVec2 sum = coir_vec2_add(corner.before, corner.after);
    CoirVec2 out = coir_vec2_scale(coir_vec2(sum.y, -sum.x), sign);
    float q = coir_vec2_dot(sum, sum) / 2, least = 2 / (COIR_POINT_LIMIT * COIR_POINT_LIMIT);
    if (q < 1e-6f)
        return coir_vec2(0, 0);
    return coir_vec2_scale(out, q < least ? COIR_POINT_LIMIT / sqrtf(2 * q) : 1 / q);
}

static void fill_polygon(CoirPainter *painter, const CoirVec2 *points, int count, float softness, float sign,
                         CoirColor color)
{
    CoirStrip strip;
    coir_strip_begin_fill(&strip, painter, "coir_painter_polygon", softness, softness, color);
    for (int i = 0; i <= count; i++) {
        CoirVec2 p = points[i % count], out = outwards(corner_of(points, count, i % count), sign);
        const CoirVec2 row[2] = {coir_vec2_sub(p, coir_vec2_scale(out, softness / 2)),
                                 coir_vec2_add(p, coir_vec2_scale(out, softness / 2))};
        if (i == 0 || i == count || !is_same(p, points[i - 1]))
            coir_strip_add(&strip, row, true);
    }
    coir_strip_end(&strip);
}

void coir_painter_polygon(CoirPainter *painter, const CoirVec2 *points, int count, CoirColor color)
{
    const char *function = "coir_painter_polygon";
    if (!check_painter(painter, function))
        return;
    if (!points || count < 3) {
        MISTAKE("%s: %d points%s; a polygon needs at least 3", function, count,
                points ? "" : ", and the array is NULL");
        return;
    }
    float pixel = coir_points_are_finite(points, count, function) ? coir_strip_pixel(painter, function) : 0;
    if (pixel == 0)
        return;
    if (!coir_polygon_is_convex(points, count)) {
        MISTAKE("%s: the polygon is not convex; cut the polygon into triangles, for coir_painter_triangles", function);
        return;
    }
    double area = twice_area(points, count);
    if (area != 0) // 0: all corners are on one line
        fill_polygon(painter, points, count, coir_strip_softness(painter, pixel), area < 0 ? -1 : 1, color);
}

// Circles ------------------------------------------------------------------------------------------------------------

// Adds the rows of a circle, and ends the strip. `middle` is the radius to which the strip's offsets are added.
static void go_around(CoirStrip *strip, CoirVec2 center, float middle, int segments)
{
    CoirVec2 row[COIR_STRIP_WIDTH];
    for (int i = 0; i <= segments; i++) {
        double angle = 2 * COIR_PI * (i % segments) / segments;
        CoirVec2 out = coir_vec2((float)cos(angle), (float)sin(angle));
        for (int k = 0; k < strip->width; k++)
            row[k] = coir_vec2_add(center, coir_vec2_scale(out, fmaxf(middle + strip->offsets[k], 0)));
        coir_strip_add(strip, row, true);
    }
    coir_strip_end(strip);
}

// Returns the size of a pixel in points, or 0 if there is nothing to draw. Reports mistakes under the name of
// `function`.
static float check_circle(const CoirPainter *painter, CoirVec2 center, float radius, const char *function)
{
    if (!check_painter(painter, function) || !coir_length_check(radius, "radius", function) ||
        !coir_points_are_finite(&center, 1, function) || radius == 0)
        return 0;
    return coir_strip_pixel(painter, function);
}

static void put_circle(CoirPainter *painter, CoirVec2 center, float radius, float pixel, CoirColor color,
                       const char *function)
{
    CoirStrip strip;
    coir_strip_begin_fill(&strip, painter, function, radius, coir_strip_softness(painter, pixel), color);
    go_around(&strip, center, 0, coir_strip_segments(painter, radius));
}

void coir_painter_circle(CoirPainter *painter, CoirVec2 center, float radius, CoirColor color)
{
    const char *function = "coir_painter_circle";
    float pixel = check_circle(painter, center, radius, function);
    if (pixel > 0)
        put_circle(painter, center, radius, pixel, color, function);
}

void coir_painter_ring(CoirPainter *painter, CoirVec2 center, float radius, float width, CoirColor color)
{
    CoirStrip strip;
    const char *function = "coir_painter_ring";
    float pixel = coir_length_check(width, "width", function) ? check_circle(painter, center, radius, function) : 0;
    if (pixel == 0 || width == 0)
        return;
    if (width >= radius) {
        put_circle(painter, center, radius, pixel, color, function);
        return;
    }
    coir_strip_begin_stroke(&strip, painter, function, width, coir_strip_softness(painter, pixel), color);
    go_around(&strip, center, radius - width / 2, coir_strip_segments(painter, radius));
}
