// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Overlaps of a circle, and of two rectangles, are computed directly. In all other overlaps both shapes are hulls, and
// the normal of each edge is tried (separating axes). The shortest way to move the first hull out of the second is
// along one of these normals. All numbers are computed in double, and written as float.

#include "geometry/overlap.h"

#include <string.h>

// A convex polygon, or a segment (2 points). `sign`: 1 if the points are anticlockwise, -1 if not.
typedef struct Hull {
    const CoirVec2 *points;
    int count;
    double sign;
} Hull;

// The shortest way out of a shape, among the directions that were tried.
typedef struct Way {
    CoirVec normal;
    double depth; // below 0: the shapes do not overlap
} Way;

typedef struct Sum {
    CoirVec total;
    int count;
} Sum;

static const CoirVec up = {0, 1};

static void clear(CoirOverlap *overlap)
{
    if (overlap)
        memset(overlap, 0, sizeof *overlap);
}

static bool found(CoirOverlap *overlap, CoirVec normal, double depth, CoirVec point)
{
    if (overlap) {
        overlap->normal = coir_vec_round(normal);
        overlap->depth = coir_float(depth);
        overlap->point = coir_vec_round(point);
    }
    return true;
}

static CoirVec scaled(CoirVec v, double k)
{
    CoirVec result = {v.x * k, v.y * k};
    return result;
}

// Rectangles and circles ---------------------------------------------------------------------------------------------

// Replaces `way` by another way, if the other way is shorter.
static void consider(Way *way, double x, double y, double depth)
{
    if (depth < way->depth)
        *way = (Way){{x, y}, depth};
}

// Returns the shortest way for the rectangle `reach`, which may be a point, out of the rectangle `of`.
static Way way_out(CoirSides of, CoirSides reach)
{
    Way way = {up, of.top - reach.bottom};
    consider(&way, 0, -1, reach.top - of.bottom);
    consider(&way, -1, 0, reach.right - of.left);
    consider(&way, 1, 0, of.right - reach.left);
    return way;
}

bool coir_overlap_rect_rect(CoirRect a, CoirRect b, CoirOverlap *overlap)
{
    const char *function = "coir_overlap_rect_rect";
    clear(overlap);
    if (!coir_rect_check(a, function) || !coir_rect_check(b, function))
        return false;
    CoirSides s = coir_sides(a), t = coir_sides(b);
    Way way = way_out(t, s);
    if (!(way.depth > 0) || coir_sides_are_empty(s) || coir_sides_are_empty(t))
        return false;
    CoirVec middle = {(fmax(s.left, t.left) + fmin(s.right, t.right)) / 2,
                      (fmax(s.bottom, t.bottom) + fmin(s.top, t.top)) / 2};
    return found(overlap, way.normal, way.depth, middle);
}

bool coir_overlap_circle_circle(CoirVec2 center, float radius, CoirVec2 other_center, float other_radius,
                                CoirOverlap *overlap)
{
    const char *function = "coir_overlap_circle_circle";
    clear(overlap);
    if (!coir_circle_check(center, radius, function) || !coir_circle_check(other_center, other_radius, function))
        return false;
    CoirVec a = coir_vec(center), b = coir_vec(other_center), way = coir_vec_sub(a, b);
    double distance = coir_vec_length(way), reach = (double)radius + other_radius;
    if (!(distance < reach) || radius == 0 || other_radius == 0)
        return false;
    CoirVec normal = distance > 0 ? scaled(way, 1 / distance) : up;
    return found(overlap, normal, reach - distance,
                 distance > other_radius ? coir_vec_along(b, normal, other_radius) : a);
}

bool coir_overlap_circle_rect(CoirVec2 center, float radius, CoirRect rect, CoirOverlap *overlap)
{
    const char *function = "coir_overlap_circle_rect";
    clear(overlap);
    if (!coir_circle_check(center, radius, function) || !coir_rect_check(rect, function))
        return false;
    CoirSides sides = coir_sides(rect);
    CoirVec c = coir_vec(center), nearest = coir_sides_nearest(sides, c), way = coir_vec_sub(c, nearest);
    double distance = coir_vec_length(way);
    if (!(distance < radius) || coir_sides_are_empty(sides))
        return false;
    if (distance > 0)
        return found(overlap, scaled(way, 1 / distance), radius - distance, nearest);
    Way out = way_out(sides, (CoirSides){c.x, c.y, c.x, c.y});
    return found(overlap, out.normal, out.depth + radius, c);
}

// Polygons -----------------------------------------------------------------------------------------------------------

static CoirVec point_of(const Hull *hull, int i)
{
    return coir_vec(hull->points[i]);
}

static CoirVec next_point_of(const Hull *hull, int i)
{
    return coir_vec(hull->points[i + 1 < hull->count ? i + 1 : 0]);
}

// Returns the normal of edge `i` that points outwards. The normal is as long as the edge.
static CoirVec normal_of(const Hull *hull, int i)
{
    CoirVec edge = coir_vec_sub(next_point_of(hull, i), point_of(hull, i));
    CoirVec normal = {edge.y * hull->sign, -edge.x * hull->sign};
    return normal;
}

// Returns twice the area. The result is below 0 for clockwise corners.
static double twice_area(const CoirVec2 *points, int count)
{
    double area = 0;
    for (int i = 1; i + 1 < count; i++)
        area += coir_vec_cross(coir_vec_sub(coir_vec(points[i]), coir_vec(points[0])),
                               coir_vec_sub(coir_vec(points[i + 1]), coir_vec(points[0])));
    return area;
}

static bool check_corners(const CoirVec2 *points, int count, const char *function)
{
    if (!points || count < 3)
        return MISTAKE("%s: a polygon of %d corners%s; at least 3 are needed", function, count,
                       points ? "" : ", and the array is NULL");
    for (int i = 0; i < count; i++)
        if (!coir_vec2_is_finite(points[i]))
            return MISTAKE("%s: corner %d of a polygon is at %g, %g; both numbers must be finite", function, i,
                           (double)points[i].x, (double)points[i].y);
    return true;
}

// Returns a number for the direction of `v`. The number grows anticlockwise, by 4 for a full turn.
static double turn_of(CoirVec v)
{
    double part = v.y / (fabs(v.x) + fabs(v.y));
    return v.x < 0 ? 2 - part : part;
}

// Returns the turn from the direction of `a` to the direction of `b`: -1 to 3, where 4 is a full turn. `sign`: 1 for
// turns anticlockwise, -1 for turns clockwise. So an edge that turns back counts as half a turn on (2), also if
// rounding makes the edge bend the other way.
static double turn_between(CoirVec a, CoirVec b, double sign)
{
    double turn = (turn_of(b) - turn_of(a)) * sign;
    return turn > 3 ? turn - 4 : turn < -1 ? turn + 4 : turn;
}

static bool bends_back(CoirVec a, CoirVec b, double sign)
{
    double cross = coir_vec_cross(a, b) * sign;
    return cross < 0 && -cross > 0.001 * coir_vec_length(a) * coir_vec_length(b);
}

static bool has_length(CoirVec v)
{
    return v.x != 0 || v.y != 0;
}

// Returns true if all corners are on one line. If the corners of a polygon are not on one line, but its area is 0, the
// polygon crosses itself.
static bool is_flat(const CoirVec2 *points, int count)
{
    CoirVec first = coir_vec(points[0]), along = {0, 0};
    for (int i = 1; i < count; i++) {
        CoirVec way = coir_vec_sub(coir_vec(points[i]), first);
        if (coir_vec_cross(along, way) != 0)
            return false;
        if (!has_length(along))
            along = way;
    }
    return true;
}

// Returns true if finite corners all turn the same way, and go around once, or if all corners are on one line. A star
// goes around more than once. `area`: from twice_area.
static bool is_convex(const CoirVec2 *points, int count, double area)
{
    const Hull hull = {points, count, area < 0 ? -1 : 1};
    CoirVec before = {0, 0};
    double turned = 0;
    if (area == 0)
        return is_flat(points, count);
    for (int i = count - 1; i >= 0 && !has_length(before); i--)
        before = coir_vec_sub(next_point_of(&hull, i), point_of(&hull, i));
    for (int i = 0; i < count; i++) {
        CoirVec edge = coir_vec_sub(next_point_of(&hull, i), point_of(&hull, i));
        if (!has_length(edge))
            continue;
        if (bends_back(before, edge, hull.sign))
            return false;
        turned += turn_between(before, edge, hull.sign);
        before = edge;
    }
    return turned < 6; // one turn is 4, two turns are 8
}

bool coir_polygon_is_convex(const CoirVec2 *points, int count)
{
    return check_corners(points, count, "coir_polygon_is_convex") &&
           is_convex(points, count, twice_area(points, count));
}

// Returns a polygon as a hull. The hull has no points if the polygon has no area, or after a mistake.
static Hull polygon(const CoirVec2 *points, int count, const char *function)
{
    Hull none = {NULL, 0, 0};
    if (!check_corners(points, count, function))
        return none;
    double area = twice_area(points, count);
    bool is_good = is_convex(points, count, area);
    if (!is_good)
        MISTAKE("%s: a polygon is not convex, or crosses itself; give the corners in their order around the polygon, "
                "or cut the polygon into triangles",
                function);
    if (!is_good || area == 0)
        return none;
    Hull hull = {points, count, area < 0 ? -1 : 1};
    return hull;
}

bool coir_polygon_contains(const CoirVec2 *points, int count, CoirVec2 point)
{
    const char *function = "coir_polygon_contains";
    bool inside = false;
    if (!check_corners(points, count, function))
        return false;
    if (!coir_vec2_is_finite(point))
        return MISTAKE("%s: the point is %g, %g; both numbers must be finite", function, (double)point.x,
                       (double)point.y);
    CoirVec p = coir_vec(point);
    for (int i = 0; i < count; i++) {
        CoirVec low = coir_vec(points[i]), high = coir_vec(points[i + 1 < count ? i + 1 : 0]);
        if ((low.y <= p.y) == (high.y <= p.y))
            continue;
        if (low.y > high.y) { // so that two polygons with a common edge compute the same numbers
            CoirVec swap = low;
            low = high;
            high = swap;
        }
        inside ^= coir_vec_cross(coir_vec_sub(p, low), coir_vec_sub(high, low)) < 0;
    }
    return inside;
}

bool coir_overlap_circle_polygon(CoirVec2 center, float radius, const CoirVec2 *points, int count, CoirOverlap *overlap)
{
    const char *function = "coir_overlap_circle_polygon";
    clear(overlap);
    if (!coir_circle_check(center, radius, function))
        return false;
    const Hull hull = polygon(points, count, function);
    CoirVec c = coir_vec(center), nearest = c;
    Way out = {up, INFINITY};
    double distance = INFINITY;
    for (int i = 0; i < hull.count; i++) {
        CoirVec at = point_of(&hull, i), edge = coir_vec_sub(next_point_of(&hull, i), at), from = coir_vec_sub(c, at);
        CoirVec normal = normal_of(&hull, i);
        double length = coir_vec_length(normal);
        if (length == 0)
            continue;
        consider(&out, normal.x / length, normal.y / length, -coir_vec_dot(from, normal) / length);
        double t = coir_clamp(coir_vec_dot(from, edge) / coir_vec_dot(edge, edge), 0, 1);
        CoirVec candidate = coir_vec_along(at, edge, t);
        double far = coir_vec_length(coir_vec_sub(c, candidate));
        if (far < distance) {
            distance = far;
            nearest = candidate;
        }
    }
    if (hull.count == 0 || radius == 0)
        return false;
    if (out.depth >= 0 || distance == 0)
        return found(overlap, out.normal, fmax(out.depth, 0) + radius, c);
    return distance < radius &&
           found(overlap, scaled(coir_vec_sub(c, nearest), 1 / distance), radius - distance, nearest);
}

// Hulls --------------------------------------------------------------------------------------------------------------

// Tries to move hull `a` out of hull `b` along `normal`. The division by the length of the normal comes last, so that
// hulls that share only an edge have a depth of exactly 0.
static void try_normal(Way *way, const Hull *a, const Hull *b, CoirVec normal)
{
    double a_low = INFINITY, b_high = -INFINITY, length = coir_vec_length(normal);
    CoirVec origin = point_of(b, 0);
    for (int i = 0; i < a->count; i++)
        a_low = fmin(a_low, coir_vec_dot(coir_vec_sub(point_of(a, i), origin), normal));
    for (int i = 0; i < b->count; i++)
        b_high = fmax(b_high, coir_vec_dot(coir_vec_sub(point_of(b, i), origin), normal));
    if (length > 0)
        consider(way, normal.x / length, normal.y / length, (b_high - a_low) / length);
}

// Returns the shortest way for hull `a` out of hull `b`. A segment has two edges: there and back.
static Way hull_way(const Hull *a, const Hull *b)
{
    Way way = {up, INFINITY};
    for (int i = 0; i < b->count && way.depth >= 0; i++)
        try_normal(&way, a, b, normal_of(b, i));
    for (int i = 0; i < a->count && way.depth >= 0; i++)
        try_normal(&way, a, b, scaled(normal_of(a, i), -1));
    return way;
}

static bool hull_contains(const Hull *hull, CoirVec p)
{
    for (int i = 0; i < hull->count; i++) {
        CoirVec at = point_of(hull, i), edge = coir_vec_sub(next_point_of(hull, i), at);
        if (coir_vec_cross(edge, coir_vec_sub(p, at)) * hull->sign < 0)
            return false;
    }
    return true;
}

static void add(Sum *sum, CoirVec p)
{
    sum->total = coir_vec_along(sum->total, p, 1);
    sum->count++;
}

static void add_corners_inside(Sum *sum, const Hull *of, const Hull *in)
{
    for (int i = 0; i < of->count; i++)
        if (hull_contains(in, point_of(of, i)))
            add(sum, point_of(of, i));
}

// Returns true if two segments share a point. Stores in `*t` the position of the point along the first segment (0..1).
// Returns false for parallel segments.
static bool cross_at(CoirVec from, CoirVec way, CoirVec other_from, CoirVec other_way, double *t)
{
    CoirVec between = coir_vec_sub(other_from, from);
    double scale = coir_vec_cross(way, other_way), along = coir_vec_cross(between, other_way),
           other_along = coir_vec_cross(between, way);
    if (scale < 0) {
        scale = -scale;
        along = -along;
        other_along = -other_along;
    }
    *t = along / scale;
    return scale > 0 && along >= 0 && along <= scale && other_along >= 0 && other_along <= scale;
}

static void add_crossings(Sum *sum, const Hull *a, const Hull *b)
{
    double t;
    for (int i = 0; i < a->count; i++) {
        CoirVec from = point_of(a, i), way = coir_vec_sub(next_point_of(a, i), from);
        for (int k = 0; k < b->count; k++) {
            CoirVec other = point_of(b, k);
            if (cross_at(from, way, other, coir_vec_sub(next_point_of(b, k), other), &t))
                add(sum, coir_vec_along(from, way, t));
        }
    }
}

// Returns the mean of the corners of the area that two polygons share. The mean is inside because both polygons are
// convex.
static CoirVec shared_middle(const Hull *a, const Hull *b, Way way)
{
    Sum sum = {{0, 0}, 0};
    add_corners_inside(&sum, a, b);
    add_corners_inside(&sum, b, a);
    add_crossings(&sum, a, b);
    if (sum.count > 0)
        return scaled(sum.total, 1.0 / sum.count);
    CoirVec deepest = point_of(a, 0); // the overlap is so small that rounding hides its corners
    for (int i = 1; i < a->count; i++)
        if (coir_vec_dot(coir_vec_sub(point_of(a, i), deepest), way.normal) < 0)
            deepest = point_of(a, i);
    return deepest;
}

bool coir_overlap_polygon_polygon(const CoirVec2 *a, int a_count, const CoirVec2 *b, int b_count, CoirOverlap *overlap)
{
    const char *function = "coir_overlap_polygon_polygon";
    clear(overlap);
    const Hull first = polygon(a, a_count, function), second = polygon(b, b_count, function);
    if (first.count == 0 || second.count == 0)
        return false;
    Way way = hull_way(&first, &second);
    if (!(way.depth > 0))
        return false;
    return !overlap || found(overlap, way.normal, way.depth, shared_middle(&first, &second, way));
}

// Segments -----------------------------------------------------------------------------------------------------------

static bool check_segment(CoirVec2 from, CoirVec2 to, const char *function)
{
    if (coir_vec2_is_finite(from) && coir_vec2_is_finite(to))
        return true;
    return MISTAKE("%s: a segment from %g, %g to %g, %g; all numbers must be finite", function, (double)from.x,
                   (double)from.y, (double)to.x, (double)to.y);
}

// Returns the first point of a segment that is inside of a hull. The segment and the hull must overlap.
static CoirVec entry_point(const Hull *segment, const Hull *hull)
{
    CoirVec from = point_of(segment, 0), way = coir_vec_sub(point_of(segment, 1), from);
    double entry = 0;
    for (int i = 0; i < hull->count; i++) {
        CoirVec normal = normal_of(hull, i);
        double outside = coir_vec_dot(coir_vec_sub(from, point_of(hull, i)), normal), speed = coir_vec_dot(way, normal);
        if (speed < 0 && outside > 0)
            entry = fmax(entry, outside / -speed);
    }
    return coir_vec_along(from, way, fmin(entry, 1));
}

static bool segment_hull(CoirVec2 from, CoirVec2 to, const Hull *hull, CoirOverlap *overlap)
{
    const CoirVec2 points[2] = {from, to};
    const Hull segment = {points, 2, 1};
    if (hull->count == 0)
        return false;
    Way way = hull_way(&segment, hull);
    return way.depth > 0 && found(overlap, way.normal, way.depth, entry_point(&segment, hull));
}

bool coir_overlap_segment_polygon(CoirVec2 from, CoirVec2 to, const CoirVec2 *points, int count, CoirOverlap *overlap)
{
    const char *function = "coir_overlap_segment_polygon";
    clear(overlap);
    if (!check_segment(from, to, function))
        return false;
    const Hull hull = polygon(points, count, function);
    return segment_hull(from, to, &hull, overlap);
}

bool coir_overlap_segment_rect(CoirVec2 from, CoirVec2 to, CoirRect rect, CoirOverlap *overlap)
{
    const char *function = "coir_overlap_segment_rect";
    clear(overlap);
    if (!check_segment(from, to, function) || !coir_rect_check(rect, function))
        return false;
    float right = rect.x + rect.width, top = rect.y + rect.height;
    const CoirVec2 corners[4] = {{rect.x, rect.y}, {right, rect.y}, {right, top}, {rect.x, top}};
    const Hull hull = {corners, coir_sides_are_empty(coir_sides(rect)) ? 0 : 4, 1};
    return segment_hull(from, to, &hull, overlap);
}

// Returns the position along a segment, 0 to 1, at which the segment enters a circle around (0, 0); 0: the segment
// begins in the circle.
static double circle_entry(CoirVec from, CoirVec way, double radius)
{
    double length = coir_vec_length(way), aside = coir_vec_cross(from, way) / length;
    double half = sqrt(fmax(radius * radius - aside * aside, 0));
    return coir_clamp((-coir_vec_dot(from, way) / length - half) / length, 0, 1);
}

bool coir_overlap_segment_circle(CoirVec2 from, CoirVec2 to, CoirVec2 center, float radius, CoirOverlap *overlap)
{
    const char *function = "coir_overlap_segment_circle";
    clear(overlap);
    if (!check_segment(from, to, function) || !coir_circle_check(center, radius, function))
        return false;
    CoirVec c = coir_vec(center), a = coir_vec(from), way = coir_vec_sub(coir_vec(to), a), to_a = coir_vec_sub(a, c);
    bool is_point = !has_length(way);
    double t = is_point ? 0 : coir_clamp(-coir_vec_dot(to_a, way) / coir_vec_dot(way, way), 0, 1);
    CoirVec out = coir_vec_along(to_a, way, t);
    double distance = coir_vec_length(out);
    if (!(distance < radius))
        return false;
    CoirVec aside = {-way.y, way.x};
    CoirVec normal = distance > 0 ? scaled(out, 1 / distance) : is_point ? up : scaled(aside, 1 / coir_vec_length(way));
    double entry = is_point ? 0 : circle_entry(to_a, way, radius);
    return found(overlap, normal, radius - distance, coir_vec_along(a, way, entry));
}

// Does the work of cross_at for parallel segments.
static bool meet_at(CoirVec from, CoirVec way, CoirVec other_from, CoirVec other_way, double *t)
{
    CoirVec between = coir_vec_sub(other_from, from), line = has_length(way) ? way : other_way;
    double length = coir_vec_dot(way, way);
    *t = 0;
    if (coir_vec_cross(line, between) != 0)
        return false;
    if (!has_length(line))
        return !has_length(between);
    double first = coir_vec_dot(between, line), last = first + coir_vec_dot(other_way, line);
    double low = fmin(first, last), high = fmax(first, last);
    if (length > 0 && low > 0)
        *t = fmin(low / length, 1);
    return low <= length && high >= 0;
}

bool coir_overlap_segment_segment(CoirVec2 from, CoirVec2 to, CoirVec2 other_from, CoirVec2 other_to,
                                  CoirOverlap *overlap)
{
    const char *function = "coir_overlap_segment_segment";
    const CoirVec2 points[2] = {from, to}, other_points[2] = {other_from, other_to};
    const Hull segment = {points, 2, 1}, other = {other_points, 2, 1};
    double t;
    clear(overlap);
    if (!check_segment(from, to, function) || !check_segment(other_from, other_to, function))
        return false;
    CoirVec a = coir_vec(from), b = coir_vec(other_from), way = coir_vec_sub(coir_vec(to), a),
            other_way = coir_vec_sub(coir_vec(other_to), b);
    bool parallel = coir_vec_cross(way, other_way) == 0;
    if (!(parallel ? meet_at : cross_at)(a, way, b, other_way, &t))
        return false;
    Way out = hull_way(&segment, &other);
    bool is_point = out.depth == INFINITY; // both segments are points
    return found(overlap, out.normal, is_point ? 0 : fmax(out.depth, 0), coir_vec_along(a, way, t));
}
