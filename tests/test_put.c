// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Tests the quads of put.h. The flag for upright transforms must not change a quad, and neighbours must have common
// corners.

#include "support/support.h"

#include <string.h>

#include "coir/random.h"
#include "draw/put.h"

#define TRIES 10000

static float number(CoirRandom *random)
{
    return (float)coir_random_range(random, -300, 300);
}

static CoirAffine random_affine(CoirRandom *random, bool is_upright)
{
    CoirAffine m = {number(random), number(random), number(random), number(random), number(random), number(random)};
    if (is_upright)
        m.b = m.c = 0;
    return m;
}

static void assert_near(CoirVec2 a, CoirVec2 b)
{
    assert_float_equal(a.x, b.x, 0.05);
    assert_float_equal(a.y, b.y, 0.05);
}

// Compares numbers, not bytes: without the flag, products that are 0 are added, which turns -0 into 0.
static void assert_same_corners(const CoirQuad *a, const CoirQuad *b)
{
    for (int i = 0; i < 4; i++)
        assert_true(a->corners.at[i].x == b->corners.at[i].x && a->corners.at[i].y == b->corners.at[i].y);
    assert_true(a->across.x == b->across.x && a->across.y == b->across.y);
    assert_true(a->up.x == b->up.x && a->up.y == b->up.y);
}

static void the_flag_for_upright_transforms_changes_nothing(void **state)
{
    CoirRandom random = coir_random(1);
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        CoirAffine m = random_affine(&random, true);
        CoirRect r = {number(&random), number(&random), number(&random), number(&random)};
        CoirQuad flag = coir_quad(&m, r, true), none = coir_quad(&m, r, false);
        assert_same_corners(&flag, &none);
        const CoirVec2 size = {r.width, r.height};
        flag = coir_quad_at_origin(&m, &size, true);
        none = coir_quad_at_origin(&m, &size, false);
        assert_same_corners(&flag, &none);
    }
}

static void corners_are_at_their_transformed_positions(void **state)
{
    CoirRandom random = coir_random(2);
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        CoirAffine m = random_affine(&random, i % 2);
        CoirVec2 size = coir_vec2(number(&random), number(&random));
        const CoirVec2 points[4] = {{0, size.y}, size, {size.x, 0}, {0, 0}};
        CoirQuad quad = coir_quad_at_origin(&m, &size, false),
                 same = coir_quad(&m, coir_rect(0, 0, size.x, size.y), false);
        for (int k = 0; k < 4; k++) {
            assert_near(quad.corners.at[k], coir_affine_apply(m, points[k]));
            assert_near(same.corners.at[k], coir_affine_apply(m, points[k]));
        }
    }
}

static void neighbours_share_their_corners(void **state)
{
    CoirRandom random = coir_random(3);
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        CoirAffine m = random_affine(&random, i % 2);
        CoirRect a = {number(&random), number(&random), number(&random), number(&random)};
        CoirRect right = {a.x + a.width, a.y, number(&random), a.height};
        CoirQuad first = coir_quad(&m, a, false), second = coir_quad(&m, right, false);
        assert_memory_equal(&first.corners.at[1], &second.corners.at[0], sizeof(CoirVec2));
        assert_memory_equal(&first.corners.at[2], &second.corners.at[3], sizeof(CoirVec2));
    }
}

// Only upright quads are moved, and only if the painter draws at whole positions.
static void quads_are_moved_to_whole_pixels_and_keep_their_size(void **state)
{
    const CoirAffine upright = {1, 0, 0, -1, 10.3f, 20.6f}, turned = {1, 0.5f, -0.5f, 1, 10.3f, 20.6f};
    CoirPainter painter;
    (void)state;
    memset(&painter, 0, sizeof painter);
    CoirQuad quad = coir_quad(&upright, coir_rect(0, 0, 4.5f, 3), false), before = quad;
    coir_quad_to_pixels(&quad, &painter);
    assert_same_corners(&quad, &before);
    painter.whole_positions = true;
    coir_quad_to_pixels(&quad, &painter);
    const CoirVec2 expected[4] = {{10, 18}, {14.5f, 18}, {14.5f, 21}, {10, 21}};
    for (int i = 0; i < 4; i++)
        assert_true(quad.corners.at[i].x == expected[i].x && quad.corners.at[i].y == expected[i].y);
    quad = before = coir_quad(&turned, coir_rect(0, 0, 4.5f, 3), false);
    coir_quad_to_pixels(&quad, &painter);
    assert_same_corners(&quad, &before);
}

TEST_FILE(put)
{
    const struct CMUnitTest tests[] = {
        support_test(the_flag_for_upright_transforms_changes_nothing),
        support_test(corners_are_at_their_transformed_positions),
        support_test(neighbours_share_their_corners),
        support_test(quads_are_moved_to_whole_pixels_and_keep_their_size),
    };
    return cmocka_run_group_tests_name("put", tests, NULL, NULL);
}
