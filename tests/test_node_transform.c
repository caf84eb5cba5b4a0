// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Positions and looks of nodes, without a stage: transforms of points, bounds, opacity and color, and changes of the
// parent that keep the position in the world.

#include "support/nodes.h"

#include <math.h>

// Transforms ---------------------------------------------------------------------------------------------------------

#define assert_near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (double)(within))

static void assert_point(CoirVec2 point, float x, float y)
{
    assert_near(point.x, x, 1e-4);
    assert_near(point.y, y, 1e-4);
}

static void a_position_moves_points(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    node->position = coir_vec2(10, 20);
    assert_point(coir_node_to_parent(node, coir_vec2(1, 2)), 11, 22);
    assert_point(coir_node_from_parent(node, coir_vec2(11, 22)), 1, 2);
    destroy(node);
}

static void rotation_is_clockwise_in_degrees_with_y_upwards(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    node->rotation = 90;
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), 0, -1);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 1)), 1, 0);
    node->rotation = 30;
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), sqrtf(3) / 2, -0.5f);
    destroy(node);
}

static void scale_comes_before_rotation(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    coir_node_set_scale(node, 2);
    assert_point(coir_node_to_parent(node, coir_vec2(1, 1)), 2, 2);
    node->scale = coir_vec2(2, 3);
    node->rotation = 90;
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), 0, -2);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 1)), 3, 0);
    destroy(node);
}

static void skew_x_leans_vertical_edges_and_skew_y_horizontal_edges(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    node->skew = coir_vec2(45, 0);
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), 1, 0);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 1)), 1, 1);
    node->skew = coir_vec2(0, 45);
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), 1, 1);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 1)), 0, 1);
    node->skew = coir_vec2(30, 45); // rotation * scale * (1 tan x; tan y 1), as in cocos2d
    node->rotation = 90;
    node->scale = coir_vec2(2, 3);
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), 3, -2);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 1)), 3, -2 * tanf((float)COIR_PI / 6));
    destroy(node);
}

static void the_anchor_is_placed_and_turned_about(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    node->size = coir_vec2(40, 20);
    node->anchor = coir_vec2(0.5f, 0.5f);
    node->position = coir_vec2(100, 50);
    assert_point(coir_node_to_parent(node, coir_vec2(20, 10)), 100, 50);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 0)), 80, 40);
    node->rotation = 90;
    node->scale = coir_vec2(2, 1);
    assert_point(coir_node_to_parent(node, coir_vec2(20, 10)), 100, 50);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 0)), 90, 90);
    node->anchor = coir_vec2(1, 1);
    assert_point(coir_node_to_parent(node, coir_vec2(40, 20)), 100, 50);
    destroy(node);
}

static uint32_t random_state = 12345;

static float random_between(float low, float high)
{
    random_state = random_state * 1664525u + 1013904223u;
    return low + (high - low) * (float)(random_state >> 8) / (float)(1 << 24);
}

static void place_at_random(CoirNode *node)
{
    node->position = coir_vec2(random_between(-100, 100), random_between(-100, 100));
    node->scale = coir_vec2(random_between(0.5f, 2), random_between(-2, -0.5f));
    node->rotation = random_between(-360, 360);
    node->skew = coir_vec2(random_between(-40, 40), random_between(-40, 40));
    node->size = coir_vec2(random_between(1, 50), random_between(1, 50));
    node->anchor = coir_vec2(random_between(0, 1), random_between(0, 1));
}

static void points_go_there_and_back(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *middle = child_of(root, "middle"), *leaf = child_of(middle, "leaf");
    (void)state;
    for (int i = 0; i < 1000; i++) {
        place_at_random(root);
        place_at_random(middle);
        place_at_random(leaf);
        CoirVec2 point = coir_vec2(random_between(-50, 50), random_between(-50, 50));
        CoirVec2 world = coir_node_to_world(leaf, point), back = coir_node_from_world(leaf, world);
        CoirVec2 by_parents = coir_node_to_parent(root, coir_node_to_parent(middle, coir_node_to_parent(leaf, point)));
        CoirVec2 parent_back = coir_node_from_parent(leaf, coir_node_to_parent(leaf, point));
        assert_near(coir_vec2_distance(back, point), 0, 0.01);
        assert_near(coir_vec2_distance(parent_back, point), 0, 0.01);
        assert_near(coir_vec2_distance(world, by_parents), 0, 0.01);
    }
    destroy(root);
}

// Only the fields of the nodes tell: rounding errors make the determinant of most of these transforms other than 0.
static void below_a_scale_of_0_no_rotation_or_skew_converts_a_point_back(void **state)
{
    CoirNode *card = child_of(NULL, "card"), *child = child_of(card, "child");
    (void)state;
    for (int i = 0; i < 1000; i++) {
        place_at_random(card);
        place_at_random(child);
        child->anchor = child->position = coir_vec2(0, 0);
        child->size = coir_vec2(1e10f, 1e10f);
        *(i % 2 ? &card->scale.x : &card->scale.y) = 0;
        CoirVec2 world = coir_node_to_world(child, coir_vec2(1, 1)), back = coir_node_from_world(child, world);
        CoirVec2 card_back = coir_node_from_parent(card, coir_vec2(200, 300));
        assert_true(back.x == 0 && back.y == 0 && card_back.x == 0 && card_back.y == 0);
        assert_false(coir_node_contains(child, world));
    }
    destroy(card);
}

static void below_a_very_small_scale_points_go_there_and_back(void **state)
{
    CoirNode *card = child_of(NULL, "card"), *child = child_of(card, "child");
    (void)state;
    card->rotation = 30;
    child->rotation = 20;
    card->scale = coir_vec2(1e-6f, 1e-6f);
    assert_point(coir_node_from_world(child, coir_node_to_world(child, coir_vec2(3, 4))), 3, 4);
    card->scale = coir_vec2(1e-3f, 1);
    CoirVec2 back = coir_node_from_world(child, coir_node_to_world(child, coir_vec2(3, 4)));
    assert_near(coir_vec2_distance(back, coir_vec2(3, 4)), 0, 0.01);
    destroy(card);
}

static void corners_go_around_a_turned_node(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *node = child_of(root, "node");
    CoirVec2 corners[4];
    (void)state;
    root->position = coir_vec2(100, 0);
    node->size = coir_vec2(10, 20);
    node->position = coir_vec2(5, 5);
    node->rotation = 90;
    coir_node_world_corners(node, corners);
    assert_point(corners[0], 105, 5);
    assert_point(corners[1], 105, -5);
    assert_point(corners[2], 125, -5);
    assert_point(corners[3], 125, 5);
    coir_node_world_corners((const CoirNode *)NULL, corners);
    assert_point(corners[2], 0, 0);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    coir_node_world_corners(node, NULL);
    assert_mistake("coir_node_world_corners: the corners are NULL");
    destroy(root);
}

static void bounds_are_upright_and_as_small_as_can_be(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *node = child_of(root, "node");
    (void)state;
    node->size = coir_vec2(10, 20);
    node->position = coir_vec2(5, 5);
    CoirRect r = coir_node_bounds(node);
    assert_true(r.x == 5 && r.y == 5 && r.width == 10 && r.height == 20);
    node->rotation = 90;
    r = coir_node_bounds(node);
    assert_point(coir_vec2(r.x, r.y), 5, -5);
    assert_point(coir_vec2(r.width, r.height), 20, 10);
    root->scale = coir_vec2(-2, 1);
    r = coir_node_world_bounds(node);
    assert_point(coir_vec2(r.x, r.y), -50, -5);
    assert_point(coir_vec2(r.width, r.height), 40, 10);
    for (int i = 0; i < 100; i++) {
        place_at_random(root);
        place_at_random(node);
        r = coir_node_world_bounds(node);
        float left = INFINITY, right = -INFINITY;
        for (int corner = 0; corner < 4; corner++) {
            CoirVec2 p =
                coir_node_to_world(node, coir_vec2(corner & 1 ? node->size.x : 0, corner & 2 ? node->size.y : 0));
            left = fminf(left, p.x);
            right = fmaxf(right, p.x);
        }
        assert_near(r.x, left, 0.01);
        assert_near(r.x + r.width, right, 0.01);
    }
    destroy(root);
}

static void a_node_contains_the_points_of_its_turned_rectangle(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *node = child_of(root, "node");
    (void)state;
    node->size = coir_vec2(10, 10);
    node->anchor = coir_vec2(0.5f, 0.5f);
    node->rotation = 45;
    root->position = coir_vec2(100, 100);
    assert_true(coir_node_contains(node, coir_vec2(100, 106)));
    assert_false(coir_node_contains(node, coir_vec2(104, 104))); // inside the bounds, outside of the node
    assert_false(coir_node_contains(node, coir_vec2(0, 6)));
    node->scale = coir_vec2(0, 1);
    assert_false(coir_node_contains(node, coir_vec2(1000, 1000)));
    destroy(root);
}

static void opacity_is_multiplied_with_the_parents(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *node = child_of(root, "node"), *leaf = child_of(node, "leaf");
    (void)state;
    root->opacity = 0.5f;
    leaf->opacity = 0.5f;
    assert_near(coir_node_shown_opacity(root), 0.5, 1e-6);
    assert_near(coir_node_shown_opacity(node), 0.5, 1e-6);
    assert_near(coir_node_shown_opacity(leaf), 0.25, 1e-6);
    node->opacity = 7; // a value out of range counts as the nearest end of the range
    assert_near(coir_node_shown_opacity(leaf), 0.25, 1e-6);
    node->opacity = -1;
    assert_near(coir_node_shown_opacity(leaf), 0, 0);
    root->opacity = NAN; // NAN is drawn as 0
    assert_near(coir_node_shown_opacity(root), 0, 0);
    destroy(root);
}

static void assert_color(CoirColor color, int r, int g, int b)
{
    assert_int_equal(color.r, r);
    assert_int_equal(color.g, g);
    assert_int_equal(color.b, b);
}

static void a_colour_is_passed_to_children_only_with_cascade_color(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *node = child_of(root, "node"), *leaf = child_of(node, "leaf");
    (void)state;
    root->color = coir_rgb(255, 0, 102);
    node->color = coir_rgb(51, 255, 255);
    assert_color(coir_node_shown_color(leaf), 255, 255, 255);
    assert_color(coir_node_shown_color(node), 51, 255, 255);
    root->cascade_color = true;
    assert_color(coir_node_shown_color(node), 51, 0, 102);
    assert_color(coir_node_shown_color(leaf), 255, 255, 255); // the node between does not pass the color on
    node->cascade_color = true;
    leaf->color = coir_rgb(255, 255, 51);
    assert_color(coir_node_shown_color(leaf), 51, 0, 20);
    root->cascade_color = false;
    assert_color(coir_node_shown_color(leaf), 51, 255, 51);
    destroy(root);
}

// Changing the parent ------------------------------------------------------------------------------------------------

static void corners_of(const CoirNode *node, CoirVec2 corners[4])
{
    for (int i = 0; i < 4; i++)
        corners[i] = coir_node_to_world(node, coir_vec2(i & 1 ? node->size.x : 0, i & 2 ? node->size.y : 0));
}

static void set_parent_keeps_the_world_points_of_the_corners(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *a = child_of(root, "a"), *b = child_of(child_of(root, "between"), "b");
    CoirNode *node = child_of(a, "node");
    (void)state;
    for (int i = 0; i < 2000; i++) {
        CoirVec2 before[4], after[4];
        place_at_random(root);
        place_at_random(a);
        place_at_random(b);
        place_at_random(coir_node_parent(b));
        place_at_random(node);
        corners_of(node, before);
        assert_true(coir_node_set_parent(node, coir_node_parent(node) == a ? b : a));
        corners_of(node, after);
        for (int corner = 0; corner < 4; corner++)
            assert_near(coir_vec2_distance(before[corner], after[corner]), 0, 0.05);
        assert_valid(root);
    }
    destroy(root);
}

static void set_parent_adds_a_node_without_a_parent_as_the_last_child(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *a = child_of(root, "a"), *node = child_of(NULL, "node");
    (void)state;
    child_of(root, "b");
    root->position = coir_vec2(10, 0);
    node->position = coir_vec2(15, 5);
    assert_true(coir_node_set_parent(node, root));
    assert_children(root, "a b node ");
    assert_point(node->position, 5, 5);
    assert_true(coir_node_set_parent(a, root));
    assert_children(root, "b node a ");
    assert_point(a->position, 0, 0);
    destroy(root);
}

// A card in the middle of a flip has a scale of 0 in x.
static void set_parent_moves_a_node_with_a_scale_of_0(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *a = child_of(root, "a"), *node = child_of(root, "node");
    (void)state;
    a->position = coir_vec2(10, 20);
    node->position = coir_vec2(50, 60);
    node->scale = coir_vec2(0, 3);
    assert_true(coir_node_set_parent(node, a));
    assert_point(node->position, 40, 40);
    assert_point(node->scale, 0, 3);
    destroy(root);
}

static void set_parent_to_a_flat_parent_leaves_the_fields(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *flat = child_of(root, "flat"), *node = child_of(root, "node");
    (void)state;
    flat->scale = coir_vec2(1, 0);
    node->position = coir_vec2(3, 4);
    node->rotation = 20;
    assert_true(coir_node_set_parent(node, flat));
    assert_ptr_equal(coir_node_parent(node), flat);
    assert_true(node->position.x == 3 && node->position.y == 4 && node->rotation == 20 && node->scale.x == 1);
    node->scale = coir_vec2(0, 0); // a flat node may change its parent, too
    assert_true(coir_node_set_parent(node, root));
    assert_true(isfinite(node->position.x) && isfinite(node->rotation) && isfinite(node->scale.y));
    destroy(root);
}

static void set_parent_below_a_turned_scale_of_0_leaves_the_fields(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *card = child_of(root, "card"), *child = child_of(card, "child");
    (void)state;
    card->scale = coir_vec2(0, 1);
    for (int i = 5; i < 90; i += 5) {
        for (int j = 5; j < 90; j += 5) {
            CoirNode *node = child_of(root, "node");
            card->rotation = (float)i;
            child->rotation = (float)j;
            node->position = coir_vec2(200, 300);
            node->rotation = 20;
            assert_true(coir_node_set_parent(node, child));
            assert_true(node->position.x == 200 && node->position.y == 300 && node->rotation == 20);
            assert_true(node->scale.x == 1 && node->scale.y == 1 && node->skew.x == 0 && node->skew.y == 0);
        }
    }
    destroy(root);
}

TEST_FILE(node_transform)
{
    const struct CMUnitTest tests[] = {
        node_test(a_position_moves_points),
        node_test(rotation_is_clockwise_in_degrees_with_y_upwards),
        node_test(scale_comes_before_rotation),
        node_test(skew_x_leans_vertical_edges_and_skew_y_horizontal_edges),
        node_test(the_anchor_is_placed_and_turned_about),
        node_test(points_go_there_and_back),
        node_test(below_a_scale_of_0_no_rotation_or_skew_converts_a_point_back),
        node_test(below_a_very_small_scale_points_go_there_and_back),
        node_test(corners_go_around_a_turned_node),
        node_test(bounds_are_upright_and_as_small_as_can_be),
        node_test(a_node_contains_the_points_of_its_turned_rectangle),
        node_test(opacity_is_multiplied_with_the_parents),
        node_test(a_colour_is_passed_to_children_only_with_cascade_color),
        node_test(set_parent_keeps_the_world_points_of_the_corners),
        node_test(set_parent_adds_a_node_without_a_parent_as_the_last_child),
        node_test(set_parent_moves_a_node_with_a_scale_of_0),
        node_test(set_parent_to_a_flat_parent_leaves_the_fields),
        node_test(set_parent_below_a_turned_scale_of_0_leaves_the_fields),
    };
    return cmocka_run_group_tests_name("node_transform", tests, NULL, NULL);
}
