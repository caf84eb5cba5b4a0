// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Compares the transform of a node with a product of matrices in double precision. The arguments `outer_is_turned` and
// `turn` of coir_node_transform_in only save work: all valid values must give the same result.

#include "support/support.h"

#include <math.h>

#include "coir/random.h"
#include "node/transform.h"

#define TRIES 10000

typedef struct Matrix {
    double a, b, c, d, tx, ty; // as in CoirAffine
} Matrix;

static Matrix product(Matrix o, Matrix i)
{
    return (Matrix){o.a * i.a + o.c * i.b, o.b * i.a + o.d * i.b,          o.a * i.c + o.c * i.d,
                    o.b * i.c + o.d * i.d, o.a * i.tx + o.c * i.ty + o.tx, o.b * i.tx + o.d * i.ty + o.ty};
}

static double radians_of(float degrees)
{
    return (double)degrees * COIR_PI / 180;
}

// Returns the expected transform, a product of matrices. The order of application is: anchor, skew, scale, rotation,
// position, `outer`.
static Matrix expected_of(const CoirNode *node, const CoirAffine *outer)
{
    double turn = radians_of(node->rotation), c = cos(turn), s = sin(turn);
    Matrix result = {outer->a, outer->b, outer->c, outer->d, outer->tx, outer->ty};
    result = product(result, (Matrix){1, 0, 0, 1, node->position.x, node->position.y});
    result =
        product(result, (Matrix){c * node->scale.x, -s * node->scale.x, s * node->scale.y, c * node->scale.y, 0, 0});
    result = product(result, (Matrix){1, tan(radians_of(node->skew.y)), tan(radians_of(node->skew.x)), 1, 0, 0});
    return product(
        result, (Matrix){1, 0, 0, 1, -(double)node->anchor.x * node->size.x, -(double)node->anchor.y * node->size.y});
}

static void assert_near(const CoirAffine *m, const Matrix *expected)
{
    const float fields[6] = {m->a, m->b, m->c, m->d, m->tx, m->ty};
    const double values[6] = {expected->a, expected->b, expected->c, expected->d, expected->tx, expected->ty};
    for (int i = 0; i < 6; i++)
        if (fabs((double)fields[i] - values[i]) > 1e-3 + 1e-4 * fabs(values[i]))
            fail_msg("field %d is %g instead of %g", i, (double)fields[i], values[i]);
}

// Compares numbers, not bytes: adding 0 changes -0.
static void assert_same(const CoirAffine *a, const CoirAffine *b)
{
    assert_true(a->a == b->a && a->b == b->b && a->c == b->c && a->d == b->d && a->tx == b->tx && a->ty == b->ty);
}

static float number(CoirRandom *random, double most)
{
    return (float)coir_random_range(random, -most, most);
}

static CoirVec2 pair(CoirRandom *random, double most)
{
    return coir_vec2(number(random, most), number(random, most));
}

static void change(CoirNode *node, CoirRandom *random, bool rotated, bool skewed)
{
    node->position = pair(random, 500);
    node->scale = pair(random, 3);
    node->anchor = pair(random, 2);
    node->size = pair(random, 100);
    node->rotation = rotated ? number(random, 400) : 0;
    node->skew = skewed ? pair(random, 60) : coir_vec2(0, 0);
}

static void transforms_are_products_of_matrices(void **state)
{
    CoirRandom random = coir_random(1);
    CoirNode *node = coir_node_new();
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        const CoirAffine identity = coir_affine_identity();
        CoirAffine outer = {number(&random, 2), number(&random, 2),  number(&random, 2),
                            number(&random, 2), number(&random, 90), number(&random, 90)};
        change(node, &random, i % 2, i / 2 % 2);
        const CoirAffine inside = coir_node_transform_in(node, &outer, true, COIR_TURN_ANY),
                         own = coir_node_transform(node);
        const Matrix expected = expected_of(node, &outer), alone = expected_of(node, &identity);
        assert_near(&inside, &expected);
        assert_near(&own, &alone);
    }
    coir_node_destroy(node);
    coir_nodes_sweep();
}

static void flags_change_nothing(void **state)
{
    CoirRandom random = coir_random(2);
    CoirNode *node = coir_node_new();
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        CoirAffine outer = {number(&random, 2), 0, 0, number(&random, 2), number(&random, 90), number(&random, 90)};
        change(node, &random, i % 2, false);
        const CoirAffine none = coir_node_transform_in(node, &outer, true, COIR_TURN_ANY);
        CoirAffine other = coir_node_transform_in(node, &outer, false, COIR_TURN_ANY);
        assert_same(&other, &none);
        other = coir_node_transform_in(node, &outer, false, COIR_TURN_ROTATION);
        assert_same(&other, &none);
        if (node->rotation != 0)
            continue;
        other = coir_node_transform_in(node, &outer, false, COIR_TURN_NONE);
        assert_same(&other, &none);
        outer.b = number(&random, 2);
        outer.c = number(&random, 2);
        const CoirAffine turned = coir_node_transform_in(node, &outer, true, COIR_TURN_ANY);
        other = coir_node_transform_in(node, &outer, true, COIR_TURN_NONE);
        assert_same(&other, &turned);
    }
    coir_node_destroy(node);
    coir_nodes_sweep();
}

TEST_FILE(node_transform_values)
{
    const struct CMUnitTest tests[] = {
        support_test(transforms_are_products_of_matrices),
        support_test(flags_change_nothing),
    };
    return cmocka_run_group_tests_name("node_transform_values", tests, NULL, NULL);
}
