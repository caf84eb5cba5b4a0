// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Circle nodes: constructors, drawing, and the points that a circle contains.

#include "coir/circle.h"

#include <math.h>

#include "support/shapes.h"

#include "support/drawn.h"

static CoirCircle *red_circle(void)
{
    CoirCircle *circle = coir_circle_new(10, RED);
    assert_non_null(circle);
    circle->node.position = coir_vec2(20, 15);
    return circle;
}

static void a_circle_is_made_and_placed_in_one_line(void **state)
{
    CoirNode *parent = coir_node_new();
    CoirCircle *circle = coir_circle_add(parent, 480, 40, 8, (CoirColor){1, 2, 3, 4});
    (void)state;
    assert_size(&circle->node, 16, 16);
    assert_true(circle->node.position.x == 480 && circle->node.position.y == 40 && circle->node.anchor.x == 0.5f);
    assert_true(circle->fill.r == 1 && circle->fill.a == 4 && circle->outline.a == 0 && circle->outline_width == 0);
    assert_ptr_equal(coir_node_parent(&circle->node), parent);
    assert_non_null(strstr(circle->node.made_file_, "test_circle.c"));
    coir_node_destroy(parent);
}

static void a_circle_that_cannot_be_made_is_reported(void **state)
{
    CoirNode *parent = coir_node_new();
    (void)state;
    assert_null(coir_circle_new(-1, RED));
    assert_mistake("coir_circle_new: a radius of -1 points; it must be a number from 0 to 1.7e+38");
    assert_null(coir_circle_new(3e38f, RED));
    assert_mistake("a radius of 3e+38 points; it must be a number from 0 to 1.7e+38");
    assert_null(coir_circle_add(parent, 1, 2, (float)INFINITY, RED));
    assert_mistake("coir_circle_add: a radius of");
    assert_null(coir_circle_add((CoirNode *)NULL, 1, 2, 3, RED));
    assert_mistake("coir_circle_add (parent)");
    assert_int_equal(coir_nodes_count(), 1);
    coir_node_destroy(parent);
}

static void a_circle_is_round_and_in_the_middle_of_its_size(void **state)
{
    CoirVec2 middle = {20, 15};
    (void)state;
    for (int i = 0; i < 3; i++) {
        CoirCircle *circle = red_circle();
        circle->node.size = i == 1 ? coir_vec2(20, 30) : i == 2 ? coir_vec2(30, 20) : circle->node.size;
        draw_node(&circle->node);
        float least, most;
        reach_of(drawing.painter, middle, 255, &least, &most);
        assert_true(fabsf(most - 9.5f) < 0.01f);
        assert_reach(drawing.painter, middle, 0, 10.5f, 10.5f);
    }
}

static void an_outline_and_a_fill_share_no_pixel(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        CoirCircle *circle = red_circle();
        circle->fill = i == 1 ? coir_rgba(0, 0, 0, 0) : HALF;
        circle->outline = HALF;
        circle->outline_width = i == 2 ? 0 : i == 3 ? 50 : 4;
        draw_node(&circle->node);
        int count = count_halves_and_free(take_picture(drawing));
        assert_in_range(count, i == 1 ? 150 : 250, i == 1 ? 230 : 330);
    }
}

static void a_transparent_part_is_not_drawn(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        CoirCircle *circle = red_circle();
        circle->blend = COIR_BLEND_NONE; // would replace pixels by transparent pixels
        circle->fill.a = i == 0 ? 255 : 0;
        circle->outline = i == 1 ? RED : coir_rgba(0, 0, 255, 0);
        circle->outline_width = 4;
        draw_node(&circle->node);
        if (i == 2) {
            assert_nothing_drawn(drawing);
            continue;
        }
        SDL_Surface *picture = take_picture(drawing);
        assert_pixel(picture, 20, 15, i == 0 ? RED : background, 0);
        assert_pixel(picture, 12, 15, RED, 0);
        SDL_FreeSurface(picture);
    }
}

static void blend_modes_apply(void **state)
{
    CoirCircle *circle = red_circle();
    (void)state;
    circle->blend = COIR_BLEND_ADD;
    draw_node(&circle->node);
    assert_int_equal(drawing.painter->call_count, 1);
    assert_int_equal(drawing.painter->calls[0].blend, COIR_BLEND_ADD);
}

static void empty_circles_draw_nothing_and_bad_circles_are_mistakes(void **state)
{
    CoirCircle *circle = red_circle();
    (void)state;
    circle->fill.a = 0;
    draw_node(&circle->node);
    circle = red_circle();
    circle->node.size.y = 0;
    draw_node(&circle->node);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    circle = red_circle();
    circle->outline = RED;
    circle->outline_width = -1;
    draw_node(&circle->node);
    assert_mistake("its outline_width is -1; it must be a finite number of at least 0");
    circle = red_circle();
    circle->outline = RED;
    circle->outline_width = (float)INFINITY;
    draw_node(&circle->node);
    assert_mistake("its outline_width is inf; it must be a finite number of at least 0");
    circle = red_circle();
    circle->node.size.x = (float)NAN;
    draw_node(&circle->node);
    assert_mistake("CoirCircle: a number of the rectangle is not finite");
    assert_nothing_drawn(drawing);
}

static void a_circle_contains_points_nearer_than_its_radius(void **state)
{
    CoirCircle *circle = red_circle();
    (void)state;
    assert_true(coir_circle_contains(circle, coir_vec2(20, 15)));
    assert_true(coir_circle_contains(circle, coir_vec2(25.9f, 22.9f)));
    assert_false(coir_circle_contains(circle, coir_vec2(26.1f, 23.1f)));
    assert_false(coir_circle_contains(circle, coir_vec2(28, 23)));
    circle->node.scale = coir_vec2(2, 1);
    circle->node.rotation = 90;
    assert_true(coir_circle_contains(circle, coir_vec2(20, 33)));
    assert_false(coir_circle_contains(circle, coir_vec2(33, 15)));
    circle->node.scale = coir_vec2(0, 1); // a flattened circle contains no point
    assert_false(coir_circle_contains(circle, coir_vec2(20, 15)));
    assert_false(coir_circle_contains(circle, coir_vec2(10, 10)));
    assert_false(coir_circle_contains(NULL, coir_vec2(0, 0)));
    coir_node_destroy(&circle->node);
}

TEST_FILE(circle)
{
    const struct CMUnitTest tests[] = {
        drawn_test(a_circle_is_made_and_placed_in_one_line),
        drawn_test(a_circle_that_cannot_be_made_is_reported),
        drawn_test(a_circle_is_round_and_in_the_middle_of_its_size),
        drawn_test(an_outline_and_a_fill_share_no_pixel),
        drawn_test(a_transparent_part_is_not_drawn),
        drawn_test(blend_modes_apply),
        drawn_test(empty_circles_draw_nothing_and_bad_circles_are_mistakes),
        drawn_test(a_circle_contains_points_nearer_than_its_radius),
    };
    return cmocka_run_group_tests_name("circle", tests, folder_setup, folder_teardown);
}
