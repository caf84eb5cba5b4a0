// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Circles, polygons and outlines. Geometry is checked by vertices, the look by pixels. All shapes are also drawn with
// bad numbers.

#include "support/shapes.h"

#include <math.h>

static const CoirVec2 middle = {20, 15};

// Checks each pixel by the distance of its middle from the middle of the target. At distances from `low` to `high` the
// pixel has the colour `inside`, at other distances the colour of the background. Pixels within 2.2 of `low` or `high`
// are not checked.
static void assert_round(SDL_Surface *picture, float low, float high, CoirColor inside)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float distance = hypotf((float)x + 0.5f - 20, (float)y + 0.5f - 15);
            if (distance > low + 2.2f && distance < high - 2.2f)
                assert_pixel(picture, x, y, inside, 1);
            if (distance < low - 2.2f || distance > high + 2.2f)
                assert_pixel(picture, x, y, background, 0);
        }
    SDL_FreeSurface(picture);
}

// Circles ------------------------------------------------------------------------------------------------------------

static void a_circle_is_round_and_soft_over_a_pixel(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_circle(drawing.painter, middle, 10, RED);
    assert_reach(drawing.painter, middle, 255, 9.5f, 9.5f);
    assert_reach(drawing.painter, middle, 0, 10.5f, 10.5f);
    assert_round(take_picture(drawing), -9, 10, RED);
    close_drawing(drawing);
}

static void circles_have_as_many_segments_as_their_pixels_want(void **state)
{
    Drawing drawing = open_drawing();
    int before = 0;
    (void)state;
    for (int i = 0; i < 60; i++) {
        float pixels = 0.5f * powf(1.2f, (float)i);
        CoirAffine view = {pixels / 2, 0, 0, -pixels / 2, 30000, 30000}; // the whole circle is visible
        assert_true(coir_painter_begin(drawing.painter, view, 60000, 60000));
        coir_painter_push_blend(drawing.painter, COIR_BLEND_NONE);
        coir_painter_circle(drawing.painter, coir_vec2(0, 0), 2, RED);
        coir_painter_pop_blend(drawing.painter);
        int segments = coir_painter_counted(drawing.painter).triangles;
        double chord = pixels * (1 - cos(COIR_PI / segments)), coarser = pixels * (1 - cos(COIR_PI / (segments - 1)));
        assert_in_range(segments, 8, 384);
        assert_true(segments >= before);
        assert_true(chord <= 0.12501 || segments == 384);
        assert_true(coarser > 0.12499 || segments == 8);
        before = segments;
    }
    assert_int_equal(before, 384);
    close_drawing(drawing);
}

static void a_circle_smaller_than_a_pixel_is_paler(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_circle(drawing.painter, middle, 0.25f, RED);
    assert_reach(drawing.painter, middle, 128, 0, 0);
    assert_reach(drawing.painter, middle, 0, 1, 1);
    close_drawing(drawing);
}

static void a_ring_is_inside_its_radius(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_ring(drawing.painter, middle, 12, 5, RED);
    assert_reach(drawing.painter, middle, 255, 7.5f, 11.5f);
    assert_reach(drawing.painter, middle, 0, 6.5f, 12.5f);
    assert_round(take_picture(drawing), 7, 12, RED);
    coir_painter_ring(drawing.painter, middle, 12, 40, RED);
    assert_round(take_picture(drawing), -9, 12, RED);
    close_drawing(drawing);
}

static void transparent_outlines_draw_no_pixel_twice(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_ring(drawing.painter, middle, 13, 7, HALF);
    assert_round(take_picture(drawing), 6, 13, coir_rgb(100, 50, 25));
    close_drawing(drawing);
}

// Polygons -----------------------------------------------------------------------------------------------------------

static void a_star_that_crosses_itself_is_no_polygon(void **state)
{
    CoirVec2 star[5];
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 5; i++)
        star[i] = coir_vec2_add(coir_vec2(20, 15), coir_vec2_rotate(coir_vec2(0, 12), 144 * (float)i));
    coir_painter_polygon(drawing.painter, star, 5, RED);
    assert_mistake("convex");
    assert_nothing_drawn(drawing);
    close_drawing(drawing);
}

static void a_polygon_without_area_that_crosses_itself_is_a_mistake(void **state)
{
    const CoirVec2 bow[4] = {{10, 5}, {30, 25}, {30, 5}, {10, 25}};
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_polygon(drawing.painter, bow, 4, RED);
    assert_mistake("convex");
    assert_nothing_drawn(drawing);
    close_drawing(drawing);
}

static void a_polygon_on_one_line_draws_nothing(void **state)
{
    const CoirVec2 flat[6] = {{1, 2}, {10, 20}, {7, 14}, {7, 14}, {13, 26}, {4, 8}};
    Drawing drawing = open_drawing();
    (void)state;
    for (int count = 3; count <= 6; count++)
        coir_painter_polygon(drawing.painter, flat, count, RED);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    assert_nothing_drawn(drawing);
    close_drawing(drawing);
}

static void polygons_are_filled_either_way_around(void **state)
{
    const CoirVec2 there[6] = {{5, 5}, {35, 5}, {35, 5}, {38, 15}, {20, 27}, {5, 5}};
    CoirVec2 back[6];
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 6; i++)
        back[i] = there[5 - i];
    coir_painter_polygon(drawing.painter, there, 6, HALF);
    assert_in_range(count_halves_and_free(take_picture(drawing)), 330, 480);
    coir_painter_polygon(drawing.painter, back, 6, HALF);
    assert_in_range(count_halves_and_free(take_picture(drawing)), 330, 480);
    coir_painter_polygon(drawing.painter, there, 6, RED);
    float least, most;
    reach_of(drawing.painter, coir_vec2(20, HEIGHT - 27), 255, &least, &most);
    assert_true(least > 0.5f); // full colour ends half a pixel inside
    close_drawing(drawing);
}

// Returns how far a point is outside of a polygon with anticlockwise corners. Negative values are inside.
static float outside_by(CoirVec2 at, const CoirVec2 *points, int count)
{
    float most = -INFINITY;
    for (int i = 0; i < count; i++) {
        CoirVec2 way = coir_vec2_sub(points[(i + 1) % count], points[i]), from = coir_vec2_sub(at, points[i]);
        most = fmaxf(most, (way.y * from.x - way.x * from.y) / hypotf(way.x, way.y));
    }
    return most;
}

static void a_polygon_is_soft_over_a_pixel_at_every_corner(void **state)
{
    const CoirVec2 points[5] = {{5, 5}, {35, 4}, {36, 5.5f}, {22, 26}, {12, 24}};
    CoirVec2 small[5];
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 5; i++)
        small[i] = coir_vec2_scale(points[i], 0.01f);
    for (int k = 0; k < 2; k++) {
        drawing.painter->transform = k == 0 ? (CoirAffine){1, 0, 0, 1, 0, 0} : (CoirAffine){100, 0, 0, 100, 0, 0};
        coir_painter_polygon(drawing.painter, k == 0 ? points : small, 5, RED);
        int rim[2] = {0, 0};
        for (int i = 0; i < drawing.painter->vertex_count; i++) {
            const CoirVertex *v = &drawing.painter->vertices[i];
            float away = outside_by(coir_vec2(v->x, v->y), points, 5);
            bool inside = v->color.a == 255;
            if (fabsf(away) > 2)
                continue; // in the middle of the polygon
            rim[inside]++;
            if (fabsf(away - (inside ? -0.5f : 0.5f)) > 0.01f)
                fail_msg("a corner with alpha %d is %g outside", v->color.a, (double)away);
        }
        assert_true(rim[0] >= 5 && rim[1] >= 5);
        empty(drawing);
    }
    close_drawing(drawing);
}

static void a_polygon_that_is_not_convex_is_a_mistake(void **state)
{
    const CoirVec2 arrow[4] = {{5, 5}, {20, 12}, {35, 5}, {20, 25}}, flat[3] = {{5, 5}, {10, 5}, {20, 5}};
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_polygon(drawing.painter, arrow, 4, RED);
    assert_mistake("not convex");
    assert_nothing_drawn(drawing);
    coir_painter_polygon(drawing.painter, flat, 3, RED);
    assert_nothing_drawn(drawing);
    coir_painter_polygon(drawing.painter, arrow, 2, RED);
    assert_mistake("at least 3");
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 2);
    close_drawing(drawing);
}

// Rectangles ---------------------------------------------------------------------------------------------------------

static void assert_outline(Drawing drawing, SDL_Rect outer, int across, int up)
{
    SDL_Surface *picture = take_picture(drawing);
    SDL_Rect inner = {outer.x + across, outer.y + up, outer.w - 2 * across, outer.h - 2 * up};
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            SDL_Point p = {x, y};
            bool on = SDL_PointInRect(&p, &outer) && !SDL_PointInRect(&p, &inner);
            assert_pixel(picture, x, y, on ? coir_rgb(100, 50, 25) : background, on ? 2 : 0);
        }
    SDL_FreeSurface(picture);
}

static void an_outline_lies_inside_and_is_exact(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_rect_outline(drawing.painter, coir_rect(5, 4, 20, 12), 3, HALF);
    assert_outline(drawing, (SDL_Rect){5, HEIGHT - 16, 20, 12}, 3, 3);
    coir_painter_rect_outline(drawing.painter, coir_rect(5, 4, 20, 12), 6, HALF);
    assert_outline(drawing, (SDL_Rect){5, HEIGHT - 16, 20, 12}, 10, 6);
    drawing.painter->transform = (CoirAffine){1.4f, 0, 0, -1.4f, 0.4f, 28.4f};
    coir_painter_rect_outline(drawing.painter, coir_rect(1, 2, 20, 12), 0.1f, HALF); // x 1.8 to 29.8, y 8.8 to 25.6
    assert_outline(drawing, (SDL_Rect){2, 9, 28, 17}, 1, 1);
    drawing.painter->transform = (CoirAffine){0, 1, 1, 0, 4, 3};
    coir_painter_rect_outline(drawing.painter, coir_rect(1, 2, 20, 12), 2, HALF);
    assert_outline(drawing, (SDL_Rect){6, 4, 12, 20}, 2, 2);
    close_drawing(drawing);
}

static void a_turned_outline_is_a_line(void **state)
{
    Drawing drawing = open_drawing();
    float least, most;
    (void)state;
    for (int i = 0; i < 2; i++) {
        drawing.painter->transform = (CoirAffine){0.8f, 0.6f, 0.6f, -0.8f, 20, 15};
        coir_painter_rect_outline(drawing.painter, coir_rect(-12, -5, 24, 10), i == 0 ? 2.0f : 7.0f, HALF);
        reach_of(drawing.painter, middle, 0, &least, &most);
        assert_true(fabsf(most - hypotf(12.5f, 5.5f)) < 0.01f);
        count_halves_and_free(take_picture(drawing));
    }
    int dark[2];
    for (int i = 0; i < 2; i++) { // an outline thinner than a pixel looks as wide as a pixel
        drawing.painter->transform = (CoirAffine){0.8f, 0.6f, 0.6f, -0.8f, 20, 15};
        coir_painter_rect_outline(drawing.painter, coir_rect(-12, -5, 24, 10), i == 0 ? 1.0f : 0.01f, RED);
        SDL_Surface *picture = take_picture(drawing);
        dark[i] = 0;
        for (int k = 0; k < WIDTH * HEIGHT; k++)
            dark[i] += 100 - (int)(((Uint32 *)picture->pixels)[k / WIDTH * picture->pitch / 4 + k % WIDTH] >> 8 & 255);
        SDL_FreeSurface(picture);
    }
    assert_true(dark[0] > 3000 && dark[0] == dark[1]);
    close_drawing(drawing);
}

// Together -----------------------------------------------------------------------------------------------------------

static void draw_every_shape(CoirPainter *painter, CoirColor color)
{
    const CoirVec2 points[3] = {{5, 5}, {30, 8}, {20, 25}};
    coir_painter_circle(painter, middle, 9, color);
    coir_painter_ring(painter, middle, 9, 2, color);
    coir_painter_line(painter, points[0], points[1], 3, color);
    coir_painter_polyline(painter, points, 3, true, 3, color);
    coir_painter_polygon(painter, points, 3, color);
}

static void shapes_are_one_draw_call(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    draw_every_shape(drawing.painter, RED);
    draw_every_shape(drawing.painter, HALF);
    assert_int_equal(drawing.painter->call_count, 1);
    coir_painter_rect(drawing.painter, coir_rect(0, 0, 9, 9), RED);
    coir_painter_rect_outline(drawing.painter, coir_rect(5, 4, 20, 12), 3, RED);
    coir_painter_line(drawing.painter, coir_vec2(0, 0), coir_vec2(20, 0), 3, RED);
    assert_int_equal(drawing.painter->call_count, 2);
    close_drawing(drawing);
}

static void shapes_with_blend_none_have_sharp_edges(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_push_blend(drawing.painter, COIR_BLEND_NONE);
    draw_every_shape(drawing.painter, RED);
    coir_painter_pop_blend(drawing.painter);
    for (int i = 0; i < drawing.painter->vertex_count; i++)
        assert_int_equal(drawing.painter->vertices[i].color.a, 255);
    assert_int_equal(drawing.painter->calls[0].blend, COIR_BLEND_NONE);
    close_drawing(drawing);
}

static void softness_is_a_pixel_of_the_target(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    drawing.painter->transform = (CoirAffine){4, 0, 0, -4, 20, 15};
    coir_painter_circle(drawing.painter, coir_vec2(0, 0), 3, RED);
    assert_reach(drawing.painter, middle, 255, 11.5f, 11.5f);
    assert_reach(drawing.painter, middle, 0, 12.5f, 12.5f);
    close_drawing(drawing);
}

// Mistakes -----------------------------------------------------------------------------------------------------------

static void null_is_a_mistake(void **state)
{
    CoirVec2 points[3] = {{0, 0}, {9, 0}, {0, 9}};
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_circle(NULL, middle, 9, RED);
    assert_mistake("coir_painter_circle: the painter is NULL");
    coir_painter_ring(NULL, middle, 9, 2, RED);
    assert_mistake("coir_painter_ring: the painter is NULL");
    coir_painter_line(NULL, middle, points[0], 2, RED);
    assert_mistake("coir_painter_line: the painter is NULL");
    coir_painter_polyline(NULL, points, 3, true, 2, RED);
    assert_mistake("coir_painter_polyline: the painter is NULL");
    coir_painter_polyline(drawing.painter, NULL, 3, true, 2, RED);
    assert_mistake("coir_painter_polyline: the points are NULL");
    coir_painter_polygon(NULL, points, 3, RED);
    assert_mistake("coir_painter_polygon: the painter is NULL");
    coir_painter_polygon(drawing.painter, NULL, 3, RED);
    assert_mistake("the array is NULL");
    coir_painter_rect_outline(NULL, coir_rect(0, 0, 9, 9), 1, RED);
    assert_mistake("coir_painter_rect_outline: the painter is NULL");
    coir_painter_polyline(drawing.painter, points, -1, true, 2, RED);
    assert_mistake("-1 points");
    assert_nothing_drawn(drawing);
    close_drawing(drawing);
}

static void numbers_that_are_not_finite_or_below_zero_are_mistakes(void **state)
{
    const float bad[] = {-1, (float)NAN, INFINITY, -INFINITY};
    Drawing drawing = open_drawing();
    CoirPainter *painter = drawing.painter;
    (void)state;
    for (int i = 0; i < 4; i++) {
        CoirVec2 points[3] = {{0, 0}, {9, 0}, {0, i > 0 ? bad[i] : (float)NAN}};
        coir_painter_circle(painter, middle, bad[i], RED);
        assert_mistake("; it must be a finite number of at least 0");
        coir_painter_ring(painter, middle, bad[i], 2, RED);
        assert_mistake("; it must be a finite number of at least 0");
        coir_painter_ring(painter, middle, 9, bad[i], RED);
        assert_mistake("; it must be a finite number of at least 0");
        coir_painter_line(painter, middle, points[0], bad[i], RED);
        assert_mistake("a width of");
        coir_painter_rect_outline(painter, coir_rect(0, 0, 9, 9), bad[i], RED);
        assert_mistake("a width of");
        coir_painter_circle(painter, points[2], 9, RED);
        assert_mistake("not finite");
        coir_painter_line(painter, points[2], points[0], 2, RED);
        assert_mistake("point 0 is not finite");
        coir_painter_polyline(painter, points, 3, true, 2, RED);
        assert_mistake("point 2 is not finite");
        coir_painter_polygon(painter, points, 3, RED);
        assert_mistake("point 2 is not finite");
        coir_painter_rect_outline(painter, coir_rect(0, points[2].y, 9, 9), 1, RED);
        assert_mistake("not finite");
    }
    coir_painter_ring(painter, middle, 0, -1, RED);
    assert_mistake("coir_painter_ring: a width of -1");
    painter->transform.a = 0; // no area
    coir_painter_ring(painter, middle, 9, -1, RED);
    assert_mistake("coir_painter_ring: a width of -1");
    painter->transform.a = (float)NAN;
    draw_every_shape(painter, RED);
    assert_mistake("the node's transform is not finite");
    assert_nothing_drawn(drawing);
    close_drawing(drawing);
}

static void very_large_shapes_are_drawn_in_short_time(void **state)
{
    Drawing drawing = open_drawing();
    CoirPainter *painter = drawing.painter;
    (void)state;
    for (float far = 1e5f; far < 1e37f; far *= 31) {
        const CoirVec2 points[3] = {{-far, 1}, {far, -far}, {far / 3, far}};
        coir_painter_line(painter, coir_vec2(-far, 0), coir_vec2(far, 2 * far), 2, RED);
        coir_painter_line(painter, coir_vec2(-far, 3), coir_vec2(far, 3.5f), far / 100, RED);
        coir_painter_circle(painter, middle, far, RED);
        coir_painter_circle(painter, coir_vec2(-far / 2, far * 0.6f), far, RED);
        coir_painter_ring(painter, middle, far, far / 2, RED);
        coir_painter_polygon(painter, points, 3, RED);
        coir_painter_polyline(painter, points, 3, true, 5, RED);
        SDL_FreeSurface(take_picture(drawing));
    }
    close_drawing(drawing);
}

static void nothing_is_drawn_as_nothing(void **state)
{
    const CoirVec2 points[3] = {{0, 0}, {9, 1}, {0, 9}};
    Drawing drawing = open_drawing();
    CoirPainter *painter = drawing.painter;
    (void)state;
    coir_painter_circle(painter, middle, 0, RED);
    coir_painter_ring(painter, middle, 9, 0, RED);
    coir_painter_line(painter, points[0], points[1], 0, RED);
    coir_painter_line(painter, points[0], coir_vec2(9, 0), 0, RED);
    coir_painter_polyline(painter, NULL, 0, true, 2, RED);
    coir_painter_rect_outline(painter, coir_rect(0, 0, 9, 9), 0, RED);
    coir_painter_rect_outline(painter, coir_rect(0, 0, 0, 9), 1, RED);
    painter->transform = (CoirAffine){0, 0, 0, 0, 20, 15};
    draw_every_shape(painter, RED);
    assert_nothing_drawn(drawing);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    close_drawing(drawing);
}

static void any_numbers_are_survived(void **state)
{
    const float values[] = {0, 1e-45f, 1e-6f, 0.3f, 7, 1e7f, 3e38f};
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 7 * 7 * 7 * 7; i++) {
        float a = values[i % 7], b = values[i / 7 % 7], c = values[i / 49 % 7], d = values[i / 343];
        const CoirVec2 points[4] = {{a, b}, {-b, c}, {c, -d}, {d, a}};
        assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
        drawing.painter->transform = (CoirAffine){a, i % 2 ? b : 0, 0, -b, c, -d};
        coir_painter_circle(drawing.painter, points[0], c, RED);
        coir_painter_ring(drawing.painter, points[1], d, a, RED);
        coir_painter_line(drawing.painter, points[2], points[0], b, RED);
        coir_painter_polyline(drawing.painter, points, 4, i % 3, d, RED);
        coir_painter_polygon(drawing.painter, points, 4, RED);
        coir_painter_rect_outline(drawing.painter, coir_rect(-a, b, c, d), a, RED);
        coir_painter_end(drawing.painter);
    }
    close_drawing(drawing);
}

static void draw_all(void)
{
    CoirPainter *painter = coir_painter_new();
    if (painter && coir_painter_begin(painter, upwards, WIDTH, HEIGHT)) {
        draw_every_shape(painter, RED);
        coir_painter_rect_outline(painter, coir_rect(5, 4, 20, 12), 3, RED);
        coir_painter_end(painter);
    }
    coir_painter_destroy(painter);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    assert_true(support_fail_each_allocation(draw_all) > 5);
}

static void numbers_that_overflow_are_mistakes_of_their_function(void **state)
{
    const CoirVec2 far[3] = {{-3e38f, 0}, {3e38f, 0}, {0, 3e38f}};
    Drawing drawing = open_drawing();
    CoirPainter *painter = drawing.painter;
    (void)state;
    for (int i = 0; i < 2; i++) {
        coir_painter_line(painter, far[0], far[1], 1, RED);
        assert_mistake("coir_painter_line: ");
        coir_painter_polyline(painter, far, 2, false, 1, RED);
        assert_mistake("coir_painter_polyline: ");
        coir_painter_polygon(painter, far, 3, RED);
        assert_mistake("coir_painter_polygon: ");
        coir_painter_circle(painter, far[1], 3e38f, RED);
        assert_mistake("coir_painter_circle: ");
        for (int width = 1; width <= 2; width++) {
            coir_painter_ring(painter, far[1], 3e38f, (float)width * 1.5e38f, RED);
            assert_mistake("coir_painter_ring: ");
        }
        coir_painter_rounded_rect(painter, coir_rect(3e38f, 0, 3e38f, 9), 1, RED);
        assert_mistake("coir_painter_rounded_rect: ");
        painter->transform = coir_affine_multiply(upwards, (CoirAffine){0.6f, 0.8f, -0.8f, 0.6f, 0, 0}); // turned
    }
    assert_nothing_drawn(drawing);
    close_drawing(drawing);
}

TEST_FILE(shapes)
{
    const struct CMUnitTest tests[] = {
        support_test(a_circle_is_round_and_soft_over_a_pixel),
        support_test(circles_have_as_many_segments_as_their_pixels_want),
        support_test(a_circle_smaller_than_a_pixel_is_paler),
        support_test(a_ring_is_inside_its_radius),
        support_test(transparent_outlines_draw_no_pixel_twice),
        support_test(polygons_are_filled_either_way_around),
        support_test(a_star_that_crosses_itself_is_no_polygon),
        support_test(a_polygon_without_area_that_crosses_itself_is_a_mistake),
        support_test(a_polygon_on_one_line_draws_nothing),
        support_test(a_polygon_is_soft_over_a_pixel_at_every_corner),
        support_test(a_polygon_that_is_not_convex_is_a_mistake),
        support_test(an_outline_lies_inside_and_is_exact),
        support_test(a_turned_outline_is_a_line),
        support_test(shapes_are_one_draw_call),
        support_test(shapes_with_blend_none_have_sharp_edges),
        support_test(softness_is_a_pixel_of_the_target),
        support_test(null_is_a_mistake),
        support_test(numbers_that_are_not_finite_or_below_zero_are_mistakes),
        support_test(very_large_shapes_are_drawn_in_short_time),
        support_test(nothing_is_drawn_as_nothing),
        support_test(any_numbers_are_survived),
        support_test(each_allocation_may_fail),
        support_test(numbers_that_overflow_are_mistakes_of_their_function),
    };
    return cmocka_run_group_tests_name("shapes", tests, folder_setup, folder_teardown);
}
