// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Lines and polylines. As in test_shapes.c, geometry is checked by vertices, and the look by pixels.

#include "support/shapes.h"

#include <math.h>

// Lines --------------------------------------------------------------------------------------------------------------

static void level_and_steep_lines_are_exact(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_line(drawing.painter, coir_vec2(5, 10), coir_vec2(25, 10), 4, RED);
    assert_drawn(drawing, (SDL_Rect){5, HEIGHT - 12, 20, 4}, RED, 0);
    empty(drawing);
    coir_painter_line(drawing.painter, coir_vec2(12, 25), coir_vec2(12, 5), 2, RED);
    assert_drawn(drawing, (SDL_Rect){11, HEIGHT - 25, 2, 20}, RED, 0);
    empty(drawing);
    drawing.painter->transform = (CoirAffine){0, 0.5f, 1.5f, 0, 2, 3};
    coir_painter_line(drawing.painter, coir_vec2(8, 2), coir_vec2(8, 20), 0.3f, RED);
    assert_drawn(drawing, (SDL_Rect){5, 7, 27, 1}, RED, 0);
    close_drawing(drawing);
}

static void a_slanted_line_ends_at_its_ends(void **state)
{
    Drawing drawing = open_drawing();
    CoirVec2 from = {10, 10}, to = {16, 18}; // 10 long
    (void)state;
    coir_painter_line(drawing.painter, from, to, 6, RED);
    // Soft edges: opaque vertices are half a pixel inside the outline, 2.5 pixels beside the centre line. Transparent
    // vertices are half a pixel outside; beyond the end, two more transparent vertices are 2.5 pixels beside the centre
    // line. So from the end point, the nearest vertices of both kinds are equally far: `near`.
    float near = hypotf(2.5f, 0.5f), far = hypotf(2.5f, 9.5f);
    assert_reach(drawing.painter, coir_vec2(10, 20), 255, near, far);
    assert_reach(drawing.painter, coir_vec2(10, 20), 0, near, hypotf(3.5f, 10.5f));
    SDL_Surface *picture = take_picture(drawing);
    assert_pixel(picture, 13, 16, RED, 0);
    assert_pixel(picture, 8, 22, background, 0);
    assert_pixel(picture, 18, 9, background, 0);
    SDL_FreeSurface(picture);
    close_drawing(drawing);
}

static void a_line_thinner_than_a_pixel_is_paler(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_line(drawing.painter, coir_vec2(5, 5), coir_vec2(25, 20), 0.5f, RED);
    for (int i = 0; i < drawing.painter->vertex_count; i++)
        assert_true(drawing.painter->vertices[i].color.a == 0 || drawing.painter->vertices[i].color.a == 128);
    close_drawing(drawing);
}

static void a_line_without_length_is_a_dot(void **state)
{
    Drawing drawing = open_drawing();
    CoirVec2 points[3] = {{10, 10}, {10, 10}, {10, 10}};
    (void)state;
    coir_painter_line(drawing.painter, points[0], points[1], 4, RED);
    assert_drawn(drawing, (SDL_Rect){8, 18, 4, 4}, RED, 0);
    for (int i = 1; i <= 3; i++) {
        empty(drawing);
        coir_painter_polyline(drawing.painter, points, i, i % 2, 4, RED);
        assert_drawn(drawing, (SDL_Rect){8, 18, 4, 4}, RED, 0);
    }
    close_drawing(drawing);
}

// Polylines ----------------------------------------------------------------------------------------------------------

static void joints_are_pointed_and_sharp_joints_are_cut_off(void **state)
{
    Drawing drawing = open_drawing();
    CoirVec2 square[3] = {{5, 15}, {20, 15}, {20, 28}}, sharp[3] = {{2, 15}, {35, 15}, {2, 17}};
    float least, most;
    (void)state;
    coir_painter_polyline(drawing.painter, square, 3, false, 4, RED);
    assert_int_equal(coir_painter_counted(drawing.painter).triangles, 4 * 3 * 2);
    reach_of(drawing.painter, coir_vec2(20, 15), 255, &least, &most);
    assert_true(fabsf(least - 1.5f * sqrtf(2)) < 0.01f);
    empty(drawing);
    coir_painter_polyline(drawing.painter, sharp, 3, false, 4, RED);
    assert_int_equal(coir_painter_counted(drawing.painter).triangles, 5 * 3 * 2);
    for (int i = 0; i < drawing.painter->vertex_count; i++)
        assert_true(drawing.painter->vertices[i].x < 35 + 2.6f);
    close_drawing(drawing);
}

static void the_inner_side_of_a_bend_goes_no_further_back_than_the_line(void **state)
{
    const CoirVec2 points[3] = {{10, 15}, {13, 15}, {13, 28}};
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_polyline(drawing.painter, points, 3, false, 10, RED);
    // Left of 9.4 are only vertices at the last point, 2 pixels from the top.
    for (int i = 0; i < drawing.painter->vertex_count; i++)
        assert_true(drawing.painter->vertices[i].x > 9.4f || drawing.painter->vertices[i].y < 5);
    close_drawing(drawing);
}

static void a_sharp_bend_of_a_thin_line_is_not_drawn_beyond_its_ends(void **state)
{
    const CoirVec2 points[3] = {{10, 10.5f}, {10.5f, 15.5f}, {11, 10.5f}};
    Drawing drawing = open_drawing();
    (void)state;
    for (int width = 1; width <= 4; width++) {
        coir_painter_polyline(drawing.painter, points, 3, false, (float)width, RED);
        for (int i = 0; i < drawing.painter->vertex_count; i++) // soft edges end half a pixel beyond the ends
            assert_true(drawing.painter->vertices[i].y < HEIGHT - 9.5f);
        empty(drawing);
    }
    close_drawing(drawing);
}

static void joints_are_not_darker(void **state)
{
    const CoirVec2 zigzag[5] = {{4, 4}, {12, 26}, {18, 5}, {26, 26}, {36, 8}},
                   star[4] = {{5, 4}, {20, 27}, {35, 4}, {20, 12}};
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_polyline(drawing.painter, zigzag, 5, false, 5, HALF);
    assert_in_range(count_halves_and_free(take_picture(drawing)), 300, 480);
    coir_painter_polyline(drawing.painter, star, 4, true, 5, HALF);
    assert_in_range(count_halves_and_free(take_picture(drawing)), 270, 450);
    coir_painter_polyline(drawing.painter, star, 4, false, 3, HALF);
    assert_in_range(count_halves_and_free(take_picture(drawing)), 120, 250);
    close_drawing(drawing);
}

static void a_closed_line_ends_at_its_first_point(void **state)
{
    const CoirVec2 points[4] = {{6, 4}, {34, 6}, {33, 26}, {5, 24}};
    Drawing drawing = open_drawing();
    (void)state;
    for (int closed = 0; closed < 2; closed++) {
        coir_painter_polyline(drawing.painter, points, 4, closed, 3, RED);
        SDL_Surface *picture = take_picture(drawing);
        for (int i = 0; i < 4; i++)
            for (int part = 1; part < 10; part++) {
                CoirVec2 at = coir_vec2_lerp(points[i], points[(i + 1) % 4], (float)part / 10);
                assert_pixel(picture, (int)at.x, HEIGHT - 1 - (int)at.y, closed || i < 3 ? RED : background, 3);
            }
        SDL_FreeSurface(picture);
    }
    close_drawing(drawing);
}

static void points_that_are_the_same_count_once(void **state)
{
    const CoirVec2 plain[4] = {{5, 5}, {30, 8}, {28, 25}, {6, 20}},
                   doubled[8] = {{5, 5}, {5, 5}, {30, 8}, {28, 25}, {28, 25}, {28, 25}, {6, 20}, {5, 5}};
    Drawing drawing = open_drawing();
    (void)state;
    for (int closed = 0; closed < 2; closed++) {
        coir_painter_polyline(drawing.painter, plain, 4, closed, 3, RED);
        int first = drawing.painter->vertex_count;
        coir_painter_polyline(drawing.painter, doubled, closed ? 8 : 7, closed, 3, RED);
        assert_int_equal(drawing.painter->vertex_count, 2 * first);
        for (int i = 0; i < first; i++)
            assert_memory_equal(&drawing.painter->vertices[i], &drawing.painter->vertices[first + i],
                                sizeof(CoirVertex));
        empty(drawing);
    }
    close_drawing(drawing);
}

static void two_points_are_no_closed_line(void **state)
{
    const CoirVec2 points[3] = {{5, 5}, {30, 8}, {5, 5}};
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_line(drawing.painter, points[0], points[1], 3, RED);
    int first = drawing.painter->vertex_count;
    coir_painter_polyline(drawing.painter, points, 3, true, 3, RED);
    assert_int_equal(drawing.painter->vertex_count, 2 * first);
    close_drawing(drawing);
}

static void there_and_back_is_survived(void **state)
{
    const CoirVec2 points[3] = {{5, 5}, {30, 5}, {10, 5}};
    Drawing drawing = open_drawing();
    float least, most;
    (void)state;
    coir_painter_polyline(drawing.painter, points, 3, false, 4, RED);
    reach_of(drawing.painter, coir_vec2(17.5f, 25), 0, &least, &most);
    assert_true(most < 14);
    SDL_Surface *picture = take_picture(drawing);
    for (int x = 6; x < 29; x++)
        assert_pixel(picture, x, 24, RED, 3);
    SDL_FreeSurface(picture);
    close_drawing(drawing);
}

static void a_long_polyline_has_no_gap_between_its_pieces(void **state)
{
    static CoirVec2 points[2000];
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 2000; i++)
        points[i] = coir_vec2(2 + 36 * (float)i / 1999, 15 + 8 * sinf((float)i * 0.003f));
    coir_painter_polyline(drawing.painter, points, 2000, false, 5, HALF);
    SDL_Surface *picture = take_picture(drawing);
    for (int i = 60; i < 1940; i++)
        assert_pixel(picture, (int)points[i].x, HEIGHT - 1 - (int)points[i].y, coir_rgb(100, 50, 25), 2);
    count_halves_and_free(picture);
    close_drawing(drawing);
}

TEST_FILE(polyline)
{
    const struct CMUnitTest tests[] = {
        support_test(level_and_steep_lines_are_exact),
        support_test(a_slanted_line_ends_at_its_ends),
        support_test(a_line_thinner_than_a_pixel_is_paler),
        support_test(a_line_without_length_is_a_dot),
        support_test(joints_are_pointed_and_sharp_joints_are_cut_off),
        support_test(the_inner_side_of_a_bend_goes_no_further_back_than_the_line),
        support_test(a_sharp_bend_of_a_thin_line_is_not_drawn_beyond_its_ends),
        support_test(joints_are_not_darker),
        support_test(a_closed_line_ends_at_its_first_point),
        support_test(points_that_are_the_same_count_once),
        support_test(two_points_are_no_closed_line),
        support_test(there_and_back_is_survived),
        support_test(a_long_polyline_has_no_gap_between_its_pieces),
    };
    return cmocka_run_group_tests_name("polyline", tests, folder_setup, folder_teardown);
}
