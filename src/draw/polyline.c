// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A polyline is one strip. At a joint, each side of a line ends where it meets the same side of the next line (a
// mitre). A joint with a mitre that would be too long gets two rows instead. The two rows share their inner side, and
// the triangle between the rows is the bevel. On the inner side, a joint takes a part of both lines: half the width of
// the polyline if the lines meet at 90 degrees, 0.87 widths at 60 degrees, 5.7 widths at 10 degrees. Nothing is drawn
// twice, unless two lines cross, or a line is shorter than the parts that its joints take on one side.
//
// A line of coir_painter_line along an axis of the node is a rectangle of whole pixels, if the axes of the node are
// horizontal and vertical on the target. With soft edges, such a line could become two pale rows of pixels.

#include <math.h>

#include "base/fail.h"
#include "draw/lattice.h"
#include "draw/strip.h"

typedef struct Stroke {
    CoirStrip strip;
    float softness; // width of the soft edges, in points
    float near;     // greatest distance at which two points count as one point
} Stroke;

// Vectors that, multiplied by an offset, lead from the middle of the line to a vertex: `left` for positive offsets,
// `right` for negative offsets.
typedef struct Sides {
    CoirVec2 left, right;
} Sides;

typedef struct Joint {
    Sides rows[2];
    int count;
} Joint;

// Returns the direction from one point to another, with length 1, and stores their distance. The points must differ.
static CoirVec2 way_to(CoirVec2 from, CoirVec2 to, float *length)
{
    CoirVec2 way = coir_vec2_sub(to, from);
    *length = hypotf(way.x, way.y);
    return coir_vec2_scale(way, 1 / *length);
}

static CoirVec2 left_of(CoirVec2 way)
{
    return coir_vec2(-way.y, way.x);
}

static void add_row(Stroke *stroke, CoirVec2 at, Sides sides, bool seen)
{
    CoirVec2 row[COIR_STRIP_WIDTH];
    for (int i = 0; i < stroke->strip.width; i++) {
        float offset = stroke->strip.offsets[i];
        row[i] = coir_vec2_add(at, coir_vec2_scale(offset > 0 ? sides.left : sides.right, offset));
    }
    coir_strip_add(&stroke->strip, row, seen);
}

// Returns the factor that shortens the mitre on the inner side of a joint, so that the mitre reaches back no further
// than the shorter line is long. `tangent` is the distance that the full mitre reaches back for an offset of 1.
static float inner_factor(const Stroke *stroke, float tangent, float length1, float length2)
{
    float back = stroke->strip.offsets[0] * tangent, room = fminf(length1, length2);
    return back > room ? room / back : 1;
}

static Joint make_joint(const Stroke *stroke, CoirVec2 before, CoirVec2 at, CoirVec2 after)
{
    float length1, length2;
    CoirVec2 way1 = way_to(before, at, &length1), way2 = way_to(at, after, &length2);
    CoirVec2 n1 = left_of(way1), n2 = left_of(way2), sum = coir_vec2_add(n1, n2), mitre = {0, 0}, inner = {0, 0};
    float q = coir_vec2_dot(sum, sum) / 2; // 1 + cos of the angle of the turn; a mitre has the length sqrt(2 / q)
    if (q > 1e-6f) {
        mitre = coir_vec2_scale(sum, 1 / q);
        inner = coir_vec2_scale(mitre, inner_factor(stroke, sqrtf(fmaxf(2 - q, 0) / q), length1, length2));
    }
    // `left`: the line turns left. `pointed`: the mitre is short enough.
    bool left = coir_vec2_dot(n1, way2) > 0, pointed = 2 <= q * COIR_POINT_LIMIT * COIR_POINT_LIMIT;
    CoirVec2 outer1 = pointed ? mitre : n1, outer2 = pointed ? mitre : n2;
    Joint joint = {{{left ? inner : outer1, left ? outer1 : inner}, {left ? inner : outer2, left ? outer2 : inner}},
                   pointed ? 1 : 2};
    return joint;
}

// Adds an end of an open polyline. `out` is the direction out of the polyline, `room` the length of the line at this
// end.
static void add_end(Stroke *stroke, CoirVec2 at, CoirVec2 out, CoirVec2 left, float room, bool first)
{
    const Sides sides = {left, left};
    float soft = stroke->softness / 2, in = fminf(soft, room / 2);
    CoirVec2 outer = coir_vec2_add(at, coir_vec2_scale(out, soft)), inner = coir_vec2_sub(at, coir_vec2_scale(out, in));
    if (soft > 0 && first)
        add_row(stroke, outer, sides, false);
    add_row(stroke, inner, sides, true);
    if (soft > 0 && !first)
        add_row(stroke, outer, sides, false);
}

static void add_start(Stroke *stroke, CoirVec2 at, CoirVec2 next)
{
    float length;
    CoirVec2 way = way_to(at, next, &length);
    add_end(stroke, at, coir_vec2_scale(way, -1), left_of(way), length, true);
}

static void add_finish(Stroke *stroke, CoirVec2 before, CoirVec2 at)
{
    float length;
    CoirVec2 way = way_to(before, at, &length);
    add_end(stroke, at, way, left_of(way), length, false);
}

static void add_joint(Stroke *stroke, CoirVec2 at, const Joint *joint)
{
    for (int i = 0; i < joint->count; i++)
        add_row(stroke, at, joint->rows[i], true);
}

// Returns the index of the first point after point `i` that is not near point `i`; `count` if there is none.
static int next_point(const CoirVec2 *points, int count, int i, float near)
{
    int k = i + 1;
    while (k < count && hypotf(points[k].x - points[i].x, points[k].y - points[i].y) <= near)
        k++;
    return k;
}

// Adds the rows of all points. `second` is the index of the first point that is not near point 0.
static void follow(Stroke *stroke, const CoirVec2 *points, int count, int second, bool closed)
{
    Joint first = {.count = 0};
    int before = 0, at = second;
    if (closed) {
        first = make_joint(stroke, points[count - 1], points[0], points[second]);
        add_row(stroke, points[0], first.rows[first.count - 1], true);
    } else {
        add_start(stroke, points[0], points[second]);
    }
    while (at < count) {
        int next = next_point(points, count, at, stroke->near);
        if (next == count && !closed) {
            add_finish(stroke, points[before], points[at]);
        } else {
            Joint joint = make_joint(stroke, points[before], points[at], points[next < count ? next : 0]);
            add_joint(stroke, points[at], &joint);
        }
        before = at;
        at = next;
    }
    add_joint(stroke, points[0], &first);
    coir_strip_end(&stroke->strip);
}

static void put_dot(CoirPainter *painter, CoirVec2 at, float width, CoirColor color)
{
    coir_painter_rect(painter, coir_rect(at.x - width / 2, at.y - width / 2, width, width), color);
}

static void put_polyline(CoirPainter *painter, const CoirVec2 *points, int count, bool closed, float width,
                         CoirColor color, const char *function)
{
    float pixel = coir_strip_pixel(painter, function), near = pixel / 4;
    if (pixel == 0 || width == 0 || count == 0)
        return;
    while (closed && count > 1 && hypotf(points[count - 1].x - points[0].x, points[count - 1].y - points[0].y) <= near)
        count--;
    int second = next_point(points, count, 0, near);
    if (second == count) {
        put_dot(painter, points[0], width, color);
        return;
    }
    float softness = coir_strip_softness(painter, pixel);
    Stroke stroke;
    stroke.softness = softness;
    stroke.near = near;
    coir_strip_begin_stroke(&stroke.strip, painter, function, width, softness, color);
    follow(&stroke, points, count, second, closed && next_point(points, count, second, near) < count);
}

static bool check(const CoirPainter *painter, const CoirVec2 *points, int count, float width, const char *function)
{
    if (!painter || (!points && count != 0))
        return MISTAKE("%s: the %s NULL", function, painter ? "points are" : "painter is");
    if (count < 0 || !(width >= 0) || !isfinite(width))
        return MISTAKE("%s: %d points, a width of %g; each must be a finite number of at least 0", function, count,
                       (double)width);
    return coir_points_are_finite(points, count, function);
}

// Draws a horizontal or vertical line as a rectangle of whole pixels: nothing if both ends are rounded to the same
// pixel. Returns false, and draws nothing, for any other line, for a line whose length is too large for a float, and
// for a node without a lattice of whole pixels.
static bool put_axis_aligned(CoirPainter *painter, CoirVec2 from, CoirVec2 to, float width, CoirColor color)
{
    CoirRect r = coir_rect(fminf(from.x, to.x), fminf(from.y, to.y), fabsf(to.x - from.x), fabsf(to.y - from.y));
    bool level = r.height == 0;
    if (level == (r.width == 0) || !coir_rect_is_finite(r))
        return false;
    CoirLattice lattice = coir_lattice(painter, r);
    if (!lattice.whole)
        return false;
    CoirLatticeAxis across = level ? lattice.y : lattice.x, along = level ? lattice.x : lattice.y;
    double middle = (level ? r.y : r.x) * across.scale + across.shift, lines = coir_lattice_lines(across, width);
    double low = floor(middle - lines / 2 + 0.5), start = level ? r.x : r.y;
    double first = coir_lattice_line(along, start),
           last = coir_lattice_line(along, start + (level ? r.width : r.height));
    if (across.scale < 0) {
        low += lines;
        lines = -lines;
    }
    if (first != last)
        coir_painter_rect(painter,
                          level ? coir_lattice_rect(&lattice, first, low, last, low + lines)
                                : coir_lattice_rect(&lattice, low, first, low + lines, last),
                          color);
    return true;
}

void coir_painter_line(CoirPainter *painter, CoirVec2 from, CoirVec2 to, float width, CoirColor color)
{
    const CoirVec2 points[2] = {from, to};
    if (!check(painter, points, 2, width, "coir_painter_line") || width == 0)
        return;
    if (!put_axis_aligned(painter, from, to, width, color))
        put_polyline(painter, points, 2, false, width, color, "coir_painter_line");
}

void coir_painter_polyline(CoirPainter *painter, const CoirVec2 *points, int count, bool closed, float width,
                           CoirColor color)
{
    if (check(painter, points, count, width, "coir_painter_polyline"))
        put_polyline(painter, points, count, closed, width, color, "coir_painter_polyline");
}
