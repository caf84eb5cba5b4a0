// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Overlaps: known cases, properties of all shapes, agreement with a model (support/solids.h), and bad numbers.

#include "coir/overlap.h"

#include <string.h>

#include "coir/error.h"
#include "support/solids.h"
#include "support/support.h"

static CoirOverlap overlap;

#define assert_near(value, expected) assert_true(fabs((double)(value) - (double)(expected)) < 1e-4)

static void assert_overlap_at(bool result, CoirOverlap expected, int line)
{
    if (result && fabsf(overlap.normal.x - expected.normal.x) < 1e-5f &&
        fabsf(overlap.normal.y - expected.normal.y) < 1e-5f && fabsf(overlap.depth - expected.depth) < 1e-5f &&
        fabsf(overlap.point.x - expected.point.x) < 1e-5f && fabsf(overlap.point.y - expected.point.y) < 1e-5f)
        return;
    fail_msg("line %d: %s, normal %g %g, depth %g, point %g %g", line, result ? "true" : "false",
             (double)overlap.normal.x, (double)overlap.normal.y, (double)overlap.depth, (double)overlap.point.x,
             (double)overlap.point.y);
}

#define assert_overlap(result, ...) assert_overlap_at((result), (CoirOverlap)__VA_ARGS__, __LINE__)

static void assert_none_at(bool result, int line)
{
    const CoirOverlap zero = {.depth = 0};
    if (result || memcmp(&overlap, &zero, sizeof zero) != 0)
        fail_msg("line %d: an overlap", line);
}

#define assert_none(result) assert_none_at((result), __LINE__)

// Known cases --------------------------------------------------------------------------------------------------------

static void a_rectangle_leaves_another_on_the_shortest_way(void **state)
{
    CoirRect wall = {10, 10, 20, 10};
    (void)state;
    assert_overlap(coir_overlap_rect_rect(coir_rect(5, 12, 6, 4), wall, &overlap), {{-1, 0}, 1, {10.5f, 14}});
    assert_overlap(coir_overlap_rect_rect(coir_rect(28, 12, 6, 4), wall, &overlap), {{1, 0}, 2, {29, 14}});
    assert_overlap(coir_overlap_rect_rect(coir_rect(12, 19, 6, 4), wall, &overlap), {{0, 1}, 1, {15, 19.5f}});
    assert_overlap(coir_overlap_rect_rect(coir_rect(12, 8, 6, 4), wall, &overlap), {{0, -1}, 2, {15, 11}});
    assert_overlap(coir_overlap_rect_rect(coir_rect(18, 14, 4, 2), wall, &overlap), {{0, 1}, 6, {20, 15}});
}

static void shapes_that_share_an_edge_or_a_corner_do_not_overlap(void **state)
{
    const CoirVec2 triangle[3] = {{0, 0}, {10, 0}, {0, 10}}, beside[3] = {{10, 0}, {20, 0}, {10, 10}};
    const CoirVec2 slanted[3] = {{10, 0}, {10, 10}, {0, 10}};
    CoirRect rect = {0, 0, 10, 10};
    (void)state;
    assert_none(coir_overlap_rect_rect(rect, coir_rect(10, 0, 5, 5), &overlap));
    assert_none(coir_overlap_rect_rect(rect, coir_rect(10, 10, 5, 5), &overlap));
    assert_none(coir_overlap_circle_rect(coir_vec2(13, 14), 5, rect, &overlap));
    assert_none(coir_overlap_circle_rect(coir_vec2(5, 15), 5, rect, &overlap));
    assert_none(coir_overlap_circle_circle(coir_vec2(0, 0), 2, coir_vec2(3, 4), 3, &overlap));
    assert_none(coir_overlap_polygon_polygon(triangle, 3, beside, 3, &overlap));
    assert_none(coir_overlap_polygon_polygon(triangle, 3, slanted, 3, &overlap));
    assert_none(coir_overlap_circle_polygon(coir_vec2(5, -2), 2, triangle, 3, &overlap));
    assert_none(coir_overlap_segment_rect(coir_vec2(-5, 10), coir_vec2(15, 10), rect, &overlap));
    assert_none(coir_overlap_segment_rect(coir_vec2(5, 10), coir_vec2(5, 15), rect, &overlap));
    assert_none(coir_overlap_segment_polygon(coir_vec2(20, -10), coir_vec2(-10, 20), triangle, 3, &overlap));
    assert_none(coir_overlap_segment_circle(coir_vec2(-5, 5), coir_vec2(5, 5), coir_vec2(0, 0), 5, &overlap));
}

static void a_circle_leaves_a_rectangle_over_an_edge_or_a_corner(void **state)
{
    CoirRect rect = {0, 0, 20, 10};
    (void)state;
    assert_overlap(coir_overlap_circle_rect(coir_vec2(6, 13), 4, rect, &overlap), {{0, 1}, 1, {6, 10}});
    assert_overlap(coir_overlap_circle_rect(coir_vec2(23, 14), 6, rect, &overlap), {{0.6f, 0.8f}, 1, {20, 10}});
    assert_overlap(coir_overlap_circle_rect(coir_vec2(1, 5), 4, rect, &overlap), {{-1, 0}, 5, {1, 5}});
    assert_overlap(coir_overlap_circle_rect(coir_vec2(12, 2), 4, rect, &overlap), {{0, -1}, 6, {12, 2}});
    assert_overlap(coir_overlap_circle_rect(coir_vec2(20, 5), 4, rect, &overlap), {{1, 0}, 4, {20, 5}});
}

static void circles_separate_along_the_line_between_their_middles(void **state)
{
    (void)state;
    assert_overlap(coir_overlap_circle_circle(coir_vec2(3, 4), 4, coir_vec2(0, 0), 2.5f, &overlap),
                   {{0.6f, 0.8f}, 1.5f, {1.5f, 2}});
    assert_overlap(coir_overlap_circle_circle(coir_vec2(1, 0), 1, coir_vec2(0, 0), 9, &overlap), {{1, 0}, 9, {1, 0}});
    assert_overlap(coir_overlap_circle_circle(coir_vec2(7, 7), 1, coir_vec2(7, 7), 2, &overlap), {{0, 1}, 3, {7, 7}});
}

static void polygons_of_either_winding_separate_along_an_edge(void **state)
{
    const CoirVec2 diamond[4] = {{0, -5}, {5, 0}, {0, 5}, {-5, 0}}, back[4] = {{-5, 0}, {0, 5}, {5, 0}, {0, -5}};
    const CoirVec2 square[4] = {{2, 2}, {8, 2}, {8, 8}, {2, 8}};
    float s = sqrtf(0.5f);
    (void)state;
    assert_overlap(coir_overlap_polygon_polygon(square, 4, diamond, 4, &overlap),
                   {{s, s}, s, {(2 + 3 + 2) / 3.0f, (2 + 2 + 3) / 3.0f}});
    assert_overlap(coir_overlap_polygon_polygon(square, 4, back, 4, &overlap),
                   {{s, s}, s, {(2 + 3 + 2) / 3.0f, (2 + 2 + 3) / 3.0f}});
    assert_true(coir_overlap_polygon_polygon(diamond, 4, square, 4, NULL));
    assert_overlap(coir_overlap_circle_polygon(coir_vec2(6, 0), 2, diamond, 4, &overlap), {{1, 0}, 1, {5, 0}});
    assert_overlap(coir_overlap_circle_polygon(coir_vec2(1, 1), 2, back, 4, &overlap), {{s, s}, 2 + 3 * s, {1, 1}});
}

static void the_point_of_a_segment_is_its_first_point_in_the_shape(void **state)
{
    const CoirVec2 diamond[4] = {{0, -5}, {5, 0}, {0, 5}, {-5, 0}};
    CoirRect rect = {0, 0, 20, 10};
    (void)state;
    assert_overlap(coir_overlap_segment_rect(coir_vec2(-10, 8), coir_vec2(30, 8), rect, &overlap), {{0, 1}, 2, {0, 8}});
    assert_overlap(coir_overlap_segment_rect(coir_vec2(5, 1), coir_vec2(15, 1), rect, &overlap), {{0, -1}, 1, {5, 1}});
    assert_overlap(coir_overlap_segment_rect(coir_vec2(2, 5), coir_vec2(2, 5), rect, &overlap), {{-1, 0}, 2, {2, 5}});
    assert_overlap(coir_overlap_segment_polygon(coir_vec2(9, 1), coir_vec2(-9, 1), diamond, 4, &overlap),
                   {{0, 1}, 4, {4, 1}});
    assert_overlap(coir_overlap_segment_circle(coir_vec2(-10, 3), coir_vec2(10, 3), coir_vec2(0, 0), 5, &overlap),
                   {{0, 1}, 2, {-4, 3}});
    assert_overlap(coir_overlap_segment_circle(coir_vec2(-10, 0), coir_vec2(10, 0), coir_vec2(0, 0), 5, &overlap),
                   {{0, 1}, 5, {-5, 0}});
    assert_overlap(coir_overlap_segment_circle(coir_vec2(3, 0), coir_vec2(3, 0), coir_vec2(0, 0), 5, &overlap),
                   {{1, 0}, 2, {3, 0}});
    assert_none(coir_overlap_segment_rect(coir_vec2(-1, 5), coir_vec2(-9, 5), rect, &overlap));
}

static void segments_cross_touch_and_lie_on_each_other(void **state)
{
    CoirVec2 a = {0, 0}, b = {10, 0};
    (void)state;
    assert_overlap(coir_overlap_segment_segment(a, b, coir_vec2(4, -3), coir_vec2(4, 1), &overlap),
                   {{0, 1}, 1, {4, 0}});
    assert_overlap(coir_overlap_segment_segment(coir_vec2(4, -3), coir_vec2(4, 1), a, b, &overlap),
                   {{0, -1}, 1, {4, 0}});
    assert_true(coir_overlap_segment_segment(a, b, coir_vec2(10, 0), coir_vec2(12, 5), &overlap));
    assert_near(overlap.depth, 0);
    assert_near(overlap.point.x, 10);
    assert_true(coir_overlap_segment_segment(a, b, coir_vec2(14, 0), coir_vec2(7, 0), &overlap));
    assert_near(overlap.point.x, 7);
    assert_near(overlap.depth, 0);
    assert_true(coir_overlap_segment_segment(a, b, b, coir_vec2(20, 0), &overlap));
    assert_none(coir_overlap_segment_segment(a, b, coir_vec2(10.5f, 0), coir_vec2(20, 0), &overlap));
    assert_none(coir_overlap_segment_segment(a, b, coir_vec2(0, 1), coir_vec2(10, 1), &overlap));
    assert_none(coir_overlap_segment_segment(a, b, coir_vec2(4, 3), coir_vec2(4, 1), &overlap));
    assert_overlap(coir_overlap_segment_segment(coir_vec2(3, 0), coir_vec2(3, 0), a, b, &overlap),
                   {{0, -1}, 0, {3, 0}});
    assert_overlap(coir_overlap_segment_segment(a, a, a, a, &overlap), {{0, 1}, 0, {0, 0}});
    assert_none(coir_overlap_segment_segment(a, a, b, b, &overlap));
}

static void a_polygon_contains_its_lower_and_left_edges(void **state)
{
    const CoirVec2 square[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    const CoirVec2 arrow[4] = {{0, 0}, {10, 5}, {0, 10}, {4, 5}}; // not convex
    (void)state;
    for (int x = -1; x <= 11; x++)
        for (int y = -1; y <= 11; y++) {
            CoirVec2 p = {(float)x, (float)y};
            assert_int_equal(coir_polygon_contains(square, 4, p), coir_rect_contains(coir_rect(0, 0, 10, 10), p));
        }
    assert_true(coir_polygon_contains(arrow, 4, coir_vec2(6, 5)));
    assert_false(coir_polygon_contains(arrow, 4, coir_vec2(2, 5)));
}

static void polygons_that_share_edges_contain_each_point_once(void **state)
{
    Chance chance = {5};
    (void)state;
    for (int i = 0; i < SUPPORT_TRIES(100000); i++) {
        CoirVec2 middle = {solid_number(&chance, 1, 9), solid_number(&chance, 1, 9)};
        const CoirVec2 corners[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
        CoirVec2 p = {solid_number(&chance, 0, 9), solid_number(&chance, 0, 9)};
        int count = 0;
        for (int k = 0; k < 4; k++) {
            const CoirVec2 triangle[3] = {corners[k], corners[(k + 1) % 4], middle};
            count += coir_polygon_contains(triangle, 3, p);
        }
        assert_int_equal(count, 1);
    }
}

static void stars_and_dents_are_not_convex(void **state)
{
    const CoirVec2 dented[4] = {{0, 0}, {10, 0}, {4, 4}, {0, 10}};
    const CoirVec2 doubled[5] = {{0, 0}, {10, 0}, {10, 0}, {10, 10}, {0, 0}};
    CoirVec2 star[5], round[64];
    (void)state;
    for (int i = 0; i < 5; i++)
        star[i] = coir_vec2_rotate(coir_vec2(0, 12), 144 * (float)i);
    for (int i = 0; i < 64; i++)
        round[i] = coir_vec2_add(coir_vec2(1000, 2000), coir_vec2_rotate(coir_vec2(0, 5), -5.625f * (float)i));
    assert_false(coir_polygon_is_convex(dented, 4));
    assert_false(coir_polygon_is_convex(star, 5));
    assert_true(coir_polygon_is_convex(doubled, 5));
    assert_true(coir_polygon_is_convex(round, 64));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

// Returns true if a polygon is convex in each of eight turns, and false if in none.
static bool is_convex_in_all_turns(const CoirVec2 *points, int count)
{
    CoirVec2 turned[8];
    int convex = 0;
    for (int turn = 0; turn < 8; turn++) {
        for (int i = 0; i < count; i++)
            turned[i] = coir_vec2_rotate(points[i], 45 * (float)turn);
        convex += coir_polygon_is_convex(turned, count);
    }
    assert_true(convex == 0 || convex == 8);
    return convex > 0;
}

static void an_edge_that_turns_back_counts_as_half_a_turn_in_any_direction(void **state)
{
    const CoirVec2 spike[5] = {{0, 0}, {2, 0}, {0, 0}, {1, -1}, {1, 1}};
    const CoirVec2 notched[8] = {{0, 0}, {1, 0}, {1, 1}, {-1, 1}, {0, 1}, {0, 2}, {-1, 2}, {-1, 0}};
    const CoirVec2 in_the_notch[4] = {{.2f, 1.2f}, {.8f, 1.2f}, {.8f, 1.8f}, {.2f, 1.8f}};
    const CoirVec2 flat[4] = {{0, 0}, {3, 0}, {2, 0}, {1, 0}};
    const CoirVec2 zigzag[6] = {{0, 0}, {3, 3}, {1, 1}, {4, 4}, {2, 2}, {5, 5}};
    (void)state;
    assert_false(is_convex_in_all_turns(spike, 5));
    assert_false(is_convex_in_all_turns(notched, 8));
    assert_true(is_convex_in_all_turns(flat, 4));
    assert_true(coir_polygon_is_convex(zigzag, 6));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    assert_none(coir_overlap_polygon_polygon(in_the_notch, 4, notched, 8, &overlap));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    assert_none(coir_overlap_polygon_polygon(zigzag, 6, in_the_notch, 4, &overlap));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
}

// Properties of all shapes -------------------------------------------------------------------------------------------

// Returns true if the library has a function for the pair in this order.
static bool is_pair(SolidKind a, SolidKind b)
{
    if (a == b || a == SOLID_SEGMENT)
        return true;
    return a == SOLID_CIRCLE && b != SOLID_SEGMENT;
}

static bool test_circle(const Solid *a, const Solid *b, CoirOverlap *result)
{
    const CoirVec2 *p = a->points, *q = b->points;
    switch (b->kind) {
    case SOLID_CIRCLE: return coir_overlap_circle_circle(p[0], a->radius, q[0], b->radius, result);
    case SOLID_RECT: return coir_overlap_circle_rect(p[0], a->radius, b->rect, result);
    default: return coir_overlap_circle_polygon(p[0], a->radius, q, b->count, result);
    }
}

static bool test_segment(const Solid *a, const Solid *b, CoirOverlap *result)
{
    const CoirVec2 *p = a->points, *q = b->points;
    switch (b->kind) {
    case SOLID_CIRCLE: return coir_overlap_segment_circle(p[0], p[1], q[0], b->radius, result);
    case SOLID_RECT: return coir_overlap_segment_rect(p[0], p[1], b->rect, result);
    case SOLID_SEGMENT: return coir_overlap_segment_segment(p[0], p[1], q[0], q[1], result);
    default: return coir_overlap_segment_polygon(p[0], p[1], q, b->count, result);
    }
}

static bool test_pair(const Solid *a, const Solid *b, CoirOverlap *result)
{
    switch (a->kind) {
    case SOLID_CIRCLE: return test_circle(a, b, result);
    case SOLID_SEGMENT: return test_segment(a, b, result);
    case SOLID_RECT: return coir_overlap_rect_rect(a->rect, b->rect, result);
    default: return coir_overlap_polygon_polygon(a->points, a->count, b->points, b->count, result);
    }
}

static bool overlaps_after(const Solid *a, const Solid *b, CoirVec2 by)
{
    Solid moved = solid_moved(*a, by);
    return test_pair(&moved, b, NULL);
}

// Calls `check` for `count` random pairs of shapes for which the library has a function; in a slow build, for a tenth
// of them.
static void each_pair(uint64_t seed, int count, void (*check)(Chance *chance, const Solid *a, const Solid *b))
{
    Chance chance = {seed};
    for (int left = SUPPORT_TRIES(count); left > 0;) {
        SolidKind first = (SolidKind)chance_below(&chance, SOLID_KINDS);
        SolidKind second = (SolidKind)chance_below(&chance, SOLID_KINDS);
        if (!is_pair(first, second))
            continue;
        Solid a = solid_any(&chance, first), b = solid_any(&chance, second);
        check(&chance, &a, &b);
        left--;
    }
}

static void check_separation(Chance *chance, const Solid *a, const Solid *b)
{
    if (!test_pair(a, b, &overlap))
        return;
    CoirVec2 out = overlap.normal;
    float depth = overlap.depth;
    assert_near(coir_vec2_length(out), 1);
    assert_false(overlaps_after(a, b, coir_vec2_scale(out, depth + 1e-3f)));
    if (depth < 0.02f)
        return;
    assert_true(overlaps_after(a, b, coir_vec2_scale(out, depth - 0.01f)));
    CoirVec2 other = coir_vec2_rotate(coir_vec2(depth - 0.01f, 0), (float)chance_below(chance, 360));
    assert_true(overlaps_after(a, b, other)); // a shorter move in a random direction does not separate
}

static void no_way_out_is_shorter_than_normal_times_depth(void **state)
{
    (void)state;
    each_pair(1, 1000000, check_separation);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void check_translation(Chance *chance, const Solid *a, const Solid *b)
{
    CoirVec2 by = {solid_number(chance, -1000, 1000), solid_number(chance, -1000, 1000)};
    Solid a2 = solid_moved(*a, by), b2 = solid_moved(*b, by);
    CoirOverlap moved;
    bool result = test_pair(a, b, &overlap);
    assert_int_equal(result, test_pair(a, b, NULL));
    assert_int_equal(result, test_pair(&a2, &b2, &moved));
    assert_near(overlap.depth, moved.depth);
}

static void overlaps_do_not_depend_on_the_place(void **state)
{
    (void)state;
    each_pair(2, 1000000, check_translation);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void check_symmetry(Chance *chance, const Solid *a, const Solid *b)
{
    CoirOverlap other;
    (void)chance;
    if (!is_pair(b->kind, a->kind))
        return;
    bool result = test_pair(a, b, &overlap);
    assert_int_equal(result, test_pair(b, a, &other));
    assert_near(overlap.depth, other.depth);
}

static void shapes_overlap_each_other(void **state)
{
    (void)state;
    each_pair(3, 1000000, check_symmetry);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void check_model(Chance *chance, const Solid *a, const Solid *b)
{
    double expected = solid_depth(a, b, 720);
    (void)chance;
    bool result = test_pair(a, b, &overlap);
    if (expected < -1e-4)
        assert_false(result);
    if (expected > 0.5)
        assert_true(result);
    if (!result)
        return;
    assert_true(overlap.depth < expected + 1e-4 && overlap.depth > expected - 0.5);
    assert_true(solid_outside(a, overlap.point) < 1e-4 && solid_outside(b, overlap.point) < 1e-4);
}

static void depths_and_points_agree_with_a_model(void **state)
{
    (void)state;
    each_pair(4, 10000, check_model);
}

// Bad shapes ---------------------------------------------------------------------------------------------------------

static void shapes_without_area_overlap_nothing(void **state)
{
    const CoirVec2 flat[3] = {{0, 0}, {5, 5}, {10, 10}}, square[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    CoirRect rect = {0, 0, 10, 10}, line = {5, 2, 0, 5};
    CoirVec2 middle = {5, 5};
    (void)state;
    assert_none(coir_overlap_rect_rect(rect, line, &overlap));
    assert_none(coir_overlap_rect_rect(line, rect, &overlap));
    assert_none(coir_overlap_circle_rect(middle, 0, rect, &overlap));
    assert_none(coir_overlap_circle_rect(middle, 3, line, &overlap));
    assert_none(coir_overlap_circle_circle(middle, 0, middle, 3, &overlap));
    assert_none(coir_overlap_circle_circle(middle, 3, middle, 0, &overlap));
    assert_none(coir_overlap_circle_polygon(middle, 0, square, 4, &overlap));
    assert_none(coir_overlap_circle_polygon(middle, 3, flat, 3, &overlap));
    assert_none(coir_overlap_polygon_polygon(square, 4, flat, 3, &overlap));
    assert_none(coir_overlap_segment_rect(coir_vec2(0, 0), coir_vec2(10, 10), line, &overlap));
    assert_none(coir_overlap_segment_circle(coir_vec2(0, 0), coir_vec2(10, 10), middle, 0, &overlap));
    assert_none(coir_overlap_segment_polygon(coir_vec2(0, 10), coir_vec2(10, 0), flat, 3, &overlap));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void bad_shapes_are_mistakes(void **state)
{
    const CoirVec2 dented[4] = {{0, 0}, {10, 0}, {4, 4}, {0, 10}}, square[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    const CoirVec2 broken[3] = {{0, 0}, {10, (float)INFINITY}, {4, 4}};
    CoirRect rect = {0, 0, 10, 10};
    CoirVec2 o = {0, 0}, nowhere = {(float)INFINITY, 0};
    (void)state;
    assert_none(coir_overlap_rect_rect(rect, coir_rect(0, 0, -1, 5), &overlap));
    assert_mistake("coir_overlap_rect_rect: a rectangle of -1 x 5 at 0, 0");
    assert_none(coir_overlap_rect_rect(coir_rect(0, (float)NAN, 1, 5), rect, &overlap));
    assert_mistake("coir_overlap_rect_rect: a rectangle");
    assert_none(coir_overlap_rect_rect(coir_rect(FLT_MAX, 0, FLT_MAX, 5), rect, &overlap));
    assert_mistake("coir_overlap_rect_rect: a rectangle");
    assert_none(coir_overlap_circle_rect(o, -1, rect, &overlap));
    assert_mistake(
        "coir_overlap_circle_rect: a circle at 0, 0 with a radius of -1; the place must be finite, the radius "
        "a finite number of at least 0");
    assert_none(coir_overlap_circle_circle(o, 1, nowhere, 1, &overlap));
    assert_mistake("coir_overlap_circle_circle: a circle");
    assert_none(coir_overlap_circle_polygon(o, 1, NULL, 3, &overlap));
    assert_mistake("coir_overlap_circle_polygon: a polygon of 3 corners, and the array is NULL");
    assert_none(coir_overlap_polygon_polygon(square, 4, square, 2, &overlap));
    assert_mistake("coir_overlap_polygon_polygon: a polygon of 2 corners; at least 3");
    assert_none(coir_overlap_polygon_polygon(dented, 4, square, 4, &overlap));
    assert_mistake("not convex");
    assert_none(coir_overlap_segment_polygon(o, o, broken, 3, &overlap));
    assert_mistake("coir_overlap_segment_polygon: corner 1 of a polygon is at 10, inf; both numbers must be finite");
    assert_none(coir_overlap_segment_rect(nowhere, o, rect, &overlap));
    assert_mistake("coir_overlap_segment_rect: a segment from inf, 0 to 0, 0; all numbers must be finite");
    assert_none(coir_overlap_segment_circle(o, nowhere, o, 3, &overlap));
    assert_mistake("coir_overlap_segment_circle");
    assert_none(coir_overlap_segment_segment(o, o, nowhere, o, &overlap));
    assert_mistake("coir_overlap_segment_segment");
    assert_false(coir_polygon_contains(square, -3, o));
    assert_mistake("coir_polygon_contains: a polygon of -3 corners");
    assert_false(coir_polygon_contains(square, 4, nowhere));
    assert_mistake("coir_polygon_contains: the point is inf, 0; both numbers must be finite");
    assert_false(coir_polygon_is_convex(NULL, 0));
    assert_mistake("coir_polygon_is_convex");
}

static void a_polygon_that_crosses_itself_is_a_mistake(void **state)
{
    const CoirVec2 bow_tie[4] = {{0, 0}, {10, 10}, {10, 0}, {0, 10}}; // two halves of the same size
    const CoirVec2 one_large_half[4] = {{0, 0}, {10, 10}, {10, -5}, {0, 10}};
    const CoirVec2 there_and_back[4] = {{0, 0}, {10, 0}, {10, 10}, {10, 0}};
    const CoirVec2 twice_around[8] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {9, 0}, {9, 9}, {0, 9}};
    const CoirVec2 square[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    const struct {
        const CoirVec2 *points;
        int count;
    } bad[] = {{bow_tie, 4}, {one_large_half, 4}, {there_and_back, 4}, {twice_around, 8}};
    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_none(coir_overlap_polygon_polygon(bad[i].points, bad[i].count, square, 4, &overlap));
        assert_mistake("coir_overlap_polygon_polygon: a polygon is not convex, or crosses itself; give the corners in "
                       "their order around the polygon");
        assert_none(coir_overlap_circle_polygon(coir_vec2(2, 5), 3, bad[i].points, bad[i].count, &overlap));
        assert_mistake("coir_overlap_circle_polygon: a polygon is not convex");
        assert_none(coir_overlap_segment_polygon(coir_vec2(0, 5), coir_vec2(9, 5), bad[i].points, bad[i].count, NULL));
        assert_mistake("coir_overlap_segment_polygon: a polygon is not convex");
        assert_false(coir_polygon_is_convex(bad[i].points, bad[i].count));
    }
}

static float any_float(Chance *chance)
{
    static const float numbers[] = {
        0,      1,     -1,    8,    16777216,   FLT_MAX,         -FLT_MAX, FLT_MIN, FLT_TRUE_MIN,
        1e-20f, 1e20f, 1e37f, 0.1f, (float)NAN, (float)INFINITY, -1e30f};
    return numbers[chance_below(chance, 16)];
}

static void spoil(Chance *chance, Solid *solid)
{
    for (int i = 0; i < solid->count; i++)
        if (chance_one_in(chance, 2))
            solid->points[i] = coir_vec2(any_float(chance), any_float(chance));
    solid->radius = any_float(chance);
    solid->rect = coir_rect(any_float(chance), any_float(chance), any_float(chance), any_float(chance));
}

static bool is_finite_overlap(CoirOverlap o)
{
    return isfinite(o.normal.x) && isfinite(o.normal.y) && isfinite(o.depth) && o.depth >= 0 && isfinite(o.point.x) &&
           isfinite(o.point.y);
}

static void check_spoiled(Chance *chance, const Solid *a, const Solid *b)
{
    Solid c = *a, d = *b;
    spoil(chance, &c);
    spoil(chance, &d);
    test_pair(&c, &d, &overlap);
    assert_true(is_finite_overlap(overlap));
    test_pair(a, &d, &overlap);
    assert_true(is_finite_overlap(overlap));
    coir_polygon_contains(c.points, c.count, d.points[0]);
}

static void any_numbers_give_finite_results(void **state)
{
    (void)state;
    each_pair(6, 300000, check_spoiled);
}

TEST_FILE(overlap)
{
    const struct CMUnitTest tests[] = {
        support_test(a_rectangle_leaves_another_on_the_shortest_way),
        support_test(shapes_that_share_an_edge_or_a_corner_do_not_overlap),
        support_test(a_circle_leaves_a_rectangle_over_an_edge_or_a_corner),
        support_test(circles_separate_along_the_line_between_their_middles),
        support_test(polygons_of_either_winding_separate_along_an_edge),
        support_test(the_point_of_a_segment_is_its_first_point_in_the_shape),
        support_test(segments_cross_touch_and_lie_on_each_other),
        support_test(a_polygon_contains_its_lower_and_left_edges),
        support_test(polygons_that_share_edges_contain_each_point_once),
        support_test(stars_and_dents_are_not_convex),
        support_test(an_edge_that_turns_back_counts_as_half_a_turn_in_any_direction),
        support_test(no_way_out_is_shorter_than_normal_times_depth),
        support_test(overlaps_do_not_depend_on_the_place),
        support_test(shapes_overlap_each_other),
        support_test(depths_and_points_agree_with_a_model),
        support_test(shapes_without_area_overlap_nothing),
        support_test(bad_shapes_are_mistakes),
        support_test(a_polygon_that_crosses_itself_is_a_mistake),
        support_test(any_numbers_give_finite_results),
    };
    return cmocka_run_group_tests_name("overlap", tests, NULL, NULL);
}
