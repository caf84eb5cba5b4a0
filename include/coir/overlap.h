// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Overlaps of shapes: whether two shapes overlap, where, and how deep.
//
//     CoirOverlap overlap;
//     if (coir_overlap_circle_rect(ball, 8, brick, &overlap))
//         ball = coir_vec2_add(ball, coir_vec2_scale(overlap.normal, overlap.depth)); // out of the brick
//
// These functions do not use nodes: shapes are points, rectangles and numbers, all in the same coordinates. The box
// of an upright node is coir_node_bounds or coir_node_world_bounds; the polygon of a turned node is
// coir_node_world_corners.
//
// - A circle is a middle and a radius. A segment is its two ends. A polygon is its corners in their order around the
//   polygon, in either direction. A polygon must be convex, except for coir_polygon_contains.
// - Shapes that share only an edge or a corner do not overlap. A shape without area (a width, height, radius or area
//   of 0) overlaps no other shape. Segments are an exception: a segment overlaps another shape if a part of the segment
//   is inside the shape, and two segments overlap if they share a point.
// - A mistake is reported for a number that is not finite, a width, height or radius below 0, a polygon with fewer
//   than 3 corners, and a polygon that is not convex or crosses itself. The result is then false.

#ifndef COIR_OVERLAP_H
#define COIR_OVERLAP_H

#include <stdbool.h>

#include "coir/api.h"
#include "coir/geometry.h"

// The result of a test. Moving the first shape by `normal` * `depth` separates the shapes; no shorter way does.
typedef struct CoirOverlap {
    CoirVec2 normal; // direction from the second shape to the first, of length 1
    float depth;     // points
    CoirVec2 point;  // a point that belongs to both shapes; see the functions
} CoirOverlap;

// Each function below returns true if the shapes overlap, and then fills `overlap`. Otherwise `overlap` is set to all
// 0. NULL as `overlap` asks only whether the shapes overlap, which is faster.

// Test two rectangles, or two convex polygons. `point` is in the middle of the area that both shapes share.
COIR_API bool coir_overlap_rect_rect(CoirRect a, CoirRect b, CoirOverlap *overlap);
COIR_API bool coir_overlap_polygon_polygon(const CoirVec2 *a, int a_count, const CoirVec2 *b, int b_count,
                                           CoirOverlap *overlap);

// Test a circle and another shape. `point` is the point of the other shape that is nearest to `center`. If `point` is
// equal to `center`, `normal` points out of the other shape at the nearest edge, or up for circles with the same
// middle.
COIR_API bool coir_overlap_circle_circle(CoirVec2 center, float radius, CoirVec2 other_center, float other_radius,
                                         CoirOverlap *overlap);
COIR_API bool coir_overlap_circle_rect(CoirVec2 center, float radius, CoirRect rect, CoirOverlap *overlap);
COIR_API bool coir_overlap_circle_polygon(CoirVec2 center, float radius, const CoirVec2 *points, int count,
                                          CoirOverlap *overlap);

// Test a segment and another shape. `point` is the first point on the way from `from` to `to` that is in the other
// shape; this is `from` itself if `from` is inside. Two segments that only touch have an overlap with a depth of 0. A
// segment without length is a point.
COIR_API bool coir_overlap_segment_segment(CoirVec2 from, CoirVec2 to, CoirVec2 other_from, CoirVec2 other_to,
                                           CoirOverlap *overlap);
COIR_API bool coir_overlap_segment_circle(CoirVec2 from, CoirVec2 to, CoirVec2 center, float radius,
                                          CoirOverlap *overlap);
COIR_API bool coir_overlap_segment_rect(CoirVec2 from, CoirVec2 to, CoirRect rect, CoirOverlap *overlap);
COIR_API bool coir_overlap_segment_polygon(CoirVec2 from, CoirVec2 to, const CoirVec2 *points, int count,
                                           CoirOverlap *overlap);

// Returns true if a point is inside a polygon, convex or not. Where a polygon crosses itself, a point is inside if
// the polygon goes round the point an odd number of times. Lower and left edges are inside, as for
// coir_rect_contains. So if two polygons share an edge, exactly one of the two contains a point on this edge.
COIR_API bool coir_polygon_contains(const CoirVec2 *points, int count, CoirVec2 point);

// Returns true if all corners of a polygon turn the same way, and together make one full turn. Corners at the same
// point count once. Since floats are not exact, a corner may turn the other way by less than a thousandth (the sine of
// the angle). Also returns true for corners on one line: such a polygon has no area, and overlaps nothing.
COIR_API bool coir_polygon_is_convex(const CoirVec2 *points, int count);

#endif
