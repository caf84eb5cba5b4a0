// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Vectors, rectangles and transforms.

#include "support/support.h"

#include <math.h>

#include "coir/geometry.h"

#define NEAR 1e-5f

static void assert_vec2(CoirVec2 v, float x, float y)
{
    assert_float_equal(v.x, x, NEAR);
    assert_float_equal(v.y, y, NEAR);
}

static void assert_rect(CoirRect r, float x, float y, float width, float height)
{
    assert_vec2(coir_vec2(r.x, r.y), x, y);
    assert_vec2(coir_vec2(r.width, r.height), width, height);
}

static void vectors_are_added_scaled_and_measured(void **state)
{
    CoirVec2 a = coir_vec2(3, 4), b = coir_vec2(1, -2);
    (void)state;
    assert_vec2(coir_vec2_add(a, b), 4, 2);
    assert_vec2(coir_vec2_sub(a, b), 2, 6);
    assert_vec2(coir_vec2_scale(a, -2), -6, -8);
    assert_float_equal(coir_vec2_dot(a, b), -5, NEAR);
    assert_float_equal(coir_vec2_length(a), 5, NEAR);
    assert_float_equal(coir_vec2_distance(a, coir_vec2(0, 0)), 5, NEAR);
    assert_float_equal(coir_vec2_distance(b, coir_vec2(4, 2)), 5, NEAR);
    assert_vec2(coir_vec2_normalize(a), 0.6f, 0.8f);
    assert_vec2(coir_vec2_normalize(coir_vec2(0, 0)), 0, 0);
    assert_vec2(coir_vec2_lerp(a, b, 0), 3, 4);
    assert_vec2(coir_vec2_lerp(a, b, 0.5f), 2, 1);
    assert_vec2(coir_vec2_lerp(a, b, 1), 1, -2);
}

static void angles_are_degrees_clockwise(void **state)
{
    (void)state;
    assert_vec2(coir_vec2_rotate(coir_vec2(1, 0), 90), 0, -1);
    assert_vec2(coir_vec2_rotate(coir_vec2(0, 2), 90), 2, 0);
    assert_vec2(coir_vec2_rotate(coir_vec2(1, 2), -180), -1, -2);
    assert_float_equal(coir_vec2_angle(coir_vec2(5, 0)), 0, NEAR);
    assert_float_equal(coir_vec2_angle(coir_vec2(0, 5)), -90, NEAR);
    assert_float_equal(coir_vec2_angle(coir_vec2(0, -5)), 90, NEAR);
    assert_float_equal(coir_vec2_angle(coir_vec2(0, 0)), 0, NEAR);
    assert_float_equal(coir_vec2_angle(coir_vec2(-0.0f, -0.0f)), 0, NEAR);
    for (float degrees = -170; degrees < 180; degrees += 10)
        assert_float_equal(coir_vec2_angle(coir_vec2_rotate(coir_vec2(2, 0), degrees)), degrees, 1e-3f);
}

static void a_rectangle_contains_its_lower_and_left_edge_only(void **state)
{
    CoirRect r = coir_rect(1, 2, 3, 4);
    (void)state;
    assert_true(coir_rect_contains(r, coir_vec2(1, 2)));
    assert_true(coir_rect_contains(r, coir_vec2(3.9f, 5.9f)));
    assert_false(coir_rect_contains(r, coir_vec2(4, 3)));
    assert_false(coir_rect_contains(r, coir_vec2(2, 6)));
    assert_false(coir_rect_contains(r, coir_vec2(0.9f, 3)));
    assert_false(coir_rect_contains(r, coir_vec2(2, 1.9f)));
}

static void rectangles_overlap_intersect_and_unite(void **state)
{
    CoirRect a = coir_rect(0, 0, 4, 4), b = coir_rect(2, 1, 4, 2);
    CoirRect beside = coir_rect(4, 0, 1, 1), above = coir_rect(0, 9, 1, 1);
    (void)state;
    assert_true(coir_rect_overlaps(a, b));
    assert_true(coir_rect_overlaps(b, a));
    assert_false(coir_rect_overlaps(a, beside));
    assert_false(coir_rect_overlaps(beside, a));
    assert_false(coir_rect_overlaps(a, above));
    assert_false(coir_rect_overlaps(above, a));
    assert_false(coir_rect_overlaps(a, coir_rect(1, 1, 0, 0))); // no area
    assert_rect(coir_rect_intersection(a, b), 2, 1, 2, 2);
    assert_rect(coir_rect_intersection(b, a), 2, 1, 2, 2);
    CoirRect none = coir_rect_intersection(above, beside);
    assert_float_equal(none.width, 0, 0);
    assert_float_equal(none.height, 0, 0);
    none = coir_rect_intersection(a, above); // apart in y only
    assert_float_equal(none.width, 0, 0);
    assert_float_equal(none.height, 0, 0);
    assert_rect(coir_rect_union(a, b), 0, 0, 6, 4);
    assert_rect(coir_rect_union(above, beside), 0, 0, 5, 10);
}

static void transforms_apply_multiply_and_invert(void **state)
{
    CoirAffine turn = {0, -1, 1, 0, 0, 0}, move = {1, 0, 0, 1, 10, 20}, m = {2, 1, -1, 3, 5, -7};
    (void)state;
    assert_vec2(coir_affine_apply(coir_affine_identity(), coir_vec2(3, 4)), 3, 4);
    assert_vec2(coir_affine_apply(turn, coir_vec2(1, 0)), 0, -1);
    assert_vec2(coir_affine_apply(m, coir_vec2(1, 2)), 5, 0);
    assert_vec2(coir_affine_apply(coir_affine_multiply(move, turn), coir_vec2(1, 0)), 10, 19);
    assert_vec2(coir_affine_apply(coir_affine_multiply(turn, move), coir_vec2(1, 0)), 20, -11);
    assert_vec2(coir_affine_apply(coir_affine_multiply(m, turn), coir_vec2(3, 4)), 2 * 4 + 3 + 5, 4 - 9 - 7);
    assert_vec2(coir_affine_apply(coir_affine_inverse(m), coir_affine_apply(m, coir_vec2(8, 9))), 8, 9);
    assert_vec2(coir_affine_apply(m, coir_affine_apply(coir_affine_inverse(m), coir_vec2(8, 9))), 8, 9);
}

static void a_flat_transform_has_no_inverse(void **state)
{
    static const CoirAffine zero;
    CoirAffine flat = {1, 2, 2, 4, 5, 6}, infinite = {INFINITY, 0, 0, 1, 0, 0};
    (void)state;
    flat = coir_affine_inverse(flat);
    infinite = coir_affine_inverse(infinite);
    assert_memory_equal(&flat, &zero, sizeof zero);
    assert_memory_equal(&infinite, &zero, sizeof zero);
}

static void a_transformed_rectangle_is_the_upright_box_around_it(void **state)
{
    CoirAffine turn = {0, -1, 1, 0, 0, 0}, mirror = {-2, 0, 0, 1, 10, 0}, shear = {1, 0, -1, 1, 0, 0};
    CoirRect r = coir_rect(1, 2, 3, 4);
    (void)state;
    assert_rect(coir_affine_apply_rect(coir_affine_identity(), r), 1, 2, 3, 4);
    assert_rect(coir_affine_apply_rect(turn, r), 2, -4, 4, 3);
    assert_rect(coir_affine_apply_rect(mirror, r), 2, 2, 6, 4);
    assert_rect(coir_affine_apply_rect(shear, r), -5, 2, 7, 4);
}

TEST_FILE(geometry)
{
    const struct CMUnitTest tests[] = {
        support_test(vectors_are_added_scaled_and_measured),
        support_test(angles_are_degrees_clockwise),
        support_test(a_rectangle_contains_its_lower_and_left_edge_only),
        support_test(rectangles_overlap_intersect_and_unite),
        support_test(transforms_apply_multiply_and_invert),
        support_test(a_flat_transform_has_no_inverse),
        support_test(a_transformed_rectangle_is_the_upright_box_around_it),
    };
    return cmocka_run_group_tests_name("geometry", tests, NULL, NULL);
}
