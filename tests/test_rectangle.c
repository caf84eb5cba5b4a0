// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Rectangles with round corners and outlines. The tests check pixels by their distance from the edge, and that no
// pixel is drawn twice.

#include "draw/rectangle.h"

#include <math.h>
#include <string.h>

#include "support/shapes.h"

#define BLUE coir_rgb(0, 0, 255)

static const CoirRect where = {4, 5, 30, 20};

// Returns how far the middle of a pixel is outside of a rectangle with round corners. Negative values are inside.
static float outside_by(CoirRect r, float radius, int x, int y)
{
    float dx = fabsf((float)x + 0.5f - r.x - r.width / 2) - r.width / 2 + radius;
    float dy = fabsf(HEIGHT - ((float)y + 0.5f) - r.y - r.height / 2) - r.height / 2 + radius;
    return hypotf(fmaxf(dx, 0), fmaxf(dy, 0)) + fminf(fmaxf(dx, dy), 0) - radius;
}

// Checks only the pixels that are more than 1.3 pixels from an edge, because SDL's software renderer rounds vertices.
static void assert_rounded(SDL_Surface *picture, CoirRect r, float radius, float width, CoirColor fill,
                           CoirColor outline)
{
    const float near = 1.3f;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float out = outside_by(r, radius, x, y);
            if (out > near)
                assert_pixel(picture, x, y, background, 0);
            else if (out < -near && out > -width + near)
                assert_pixel(picture, x, y, outline, 1);
            else if (out < -width - near)
                assert_pixel(picture, x, y, fill, 1);
        }
    SDL_FreeSurface(picture);
}

static void a_rounded_rectangle_leaves_out_its_corners(void **state)
{
    static const float radii[] = {0.5f, 2, 5, 9};
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 4; i++) {
        coir_painter_rounded_rect(drawing.painter, where, radii[i], RED);
        assert_rounded(take_picture(drawing), where, radii[i], 0, RED, RED);
    }
    close_drawing(drawing);
}

static void a_large_radius_is_half_of_the_shorter_side(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_rounded_rect(drawing.painter, where, 1000, RED);
    assert_rounded(take_picture(drawing), where, 10, 0, RED, RED);
    coir_painter_rounded_rect(drawing.painter, coir_rect(10, 5, 20, 20), 10, RED); // a circle
    float least, most;
    reach_of(drawing.painter, coir_vec2(20, 15), 255, &least, &most);
    assert_true(fabsf(most - 9.5f) < 0.01f);
    assert_reach(drawing.painter, coir_vec2(20, 15), 0, 10.5f, 10.5f);
    close_drawing(drawing);
}

static void an_outline_has_the_same_width_on_all_sides(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_rounded_rect_outline(drawing.painter, where, 7, 4, RED);
    assert_rounded(take_picture(drawing), where, 7, 4, background, RED);
    coir_painter_rounded_rect_outline(drawing.painter, where, 2, 6, RED); // the inner corners are pointed
    assert_rounded(take_picture(drawing), where, 2, 6, background, RED);
    coir_painter_rounded_rect_outline(drawing.painter, where, 7, 10, RED); // the outline covers the inside
    assert_rounded(take_picture(drawing), where, 7, 0, RED, RED);
    close_drawing(drawing);
}

// Draws outlines of a circle of radius 10. Each soft edge reaches half a pixel to both sides of the exact edge.
static void an_outline_ends_at_its_width_and_is_at_least_a_pixel_wide(void **state)
{
    static const float widths[] = {4, 1, 0.1f, 0.001f};
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 4; i++) {
        float width = fmaxf(widths[i], 1), least, most;
        coir_painter_rounded_rect_outline(drawing.painter, coir_rect(10, 5, 20, 20), 10, widths[i], RED);
        assert_reach(drawing.painter, coir_vec2(20, 15), 255, 10.5f - width, 9.5f);
        reach_of(drawing.painter, coir_vec2(20, 15), 0, &least, &most);
        assert_true(fabsf(most - 10.5f) < 0.01f);
        empty(drawing);
    }
    close_drawing(drawing);
}

// The outline is 12 wide and the rectangle only 20 wide or high, so the outlines of two opposite sides overlap.
static void a_wide_outline_without_a_radius_covers_each_pixel_once(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 4; i++) {
        CoirRectangle r = {coir_rect(3, 2, i % 2 ? 30 : 20, i % 2 ? 20 : 26), 0, 12, i < 2, RED, HALF};
        coir_painter_rectangle(drawing.painter, r, "here");
        assert_int_equal(count_halves_and_free(take_picture(drawing)), r.where.width * r.where.height);
    }
    close_drawing(drawing);
}

static void an_outline_keeps_its_width_on_a_flipped_axis(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 4; i++) {
        CoirRectangle both = {where, 0, 4, true, BLUE, RED};
        drawing.painter->transform =
            (CoirAffine){i % 2 ? -1 : 1, 0, 0, i < 2 ? -1 : 1, i % 2 ? 38 : 0, i < 2 ? HEIGHT : 0};
        coir_painter_rectangle(drawing.painter, both, "here");
        SDL_Surface *picture = take_picture(drawing);
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                float out = outside_by(where, 0, x, y);
                assert_pixel(picture, x, y, out > 0 ? background : out > -4 ? RED : BLUE, 0);
            }
        SDL_FreeSurface(picture);
    }
    close_drawing(drawing);
}

static void an_outline_surrounds_its_fill(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    CoirRectangle both = {where, 7, 4, true, BLUE, RED};
    coir_painter_rectangle(drawing.painter, both, "here");
    assert_rounded(take_picture(drawing), where, 7, 4, BLUE, RED);
    both.radius = 0;
    coir_painter_rectangle(drawing.painter, both, "here");
    SDL_Surface *picture = take_picture(drawing);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float out = outside_by(where, 0, x, y);
            assert_pixel(picture, x, y, out > 0 ? background : out > -4 ? RED : BLUE, 0); // also exact at the edges
        }
    SDL_FreeSurface(picture);
    close_drawing(drawing);
}

// Returns the area of a rectangle with round corners after all edges have moved inwards by `inset`.
static double area_inside(CoirRect r, double radius, double inset)
{
    double round = fmax(radius - inset, 0);
    return (r.width - 2 * inset) * (r.height - 2 * inset) - (4 - COIR_PI) * round * round;
}

// Returns the sum of the areas of all triangles. Fails if a triangle is turned over.
static double area_of_triangles(const CoirPainter *painter)
{
    const CoirDrawCall *call = &painter->calls[0];
    double sum = 0;
    assert_true(painter->call_count == 1 && call->indexed);
    for (int i = 0; i < call->index_count; i += 3) {
        const CoirVertex *a = &painter->vertices[painter->indices[i]], *b = &painter->vertices[painter->indices[i + 1]],
                         *c = &painter->vertices[painter->indices[i + 2]];
        double area = ((b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x)) / 2;
        assert_true(area < 1e-3);
        sum -= area;
    }
    return sum;
}

static void triangles_do_not_overlap(void **state)
{
    const CoirRect r = {5.3f, 6.7f, 26.4f, 15.1f};
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 5 * 7 * 2; i++) {
        CoirRectangle rectangle = {r, (float)(i % 5) * 3, (float)(i / 5 % 7) * 1.2f, i < 35, HALF, HALF};
        if (rectangle.width == 0 && (rectangle.radius == 0 || !rectangle.filled))
            continue;
        drawing.painter->transform = (CoirAffine){0.8f, -0.6f, -0.6f, -0.8f, 20, 15};
        coir_painter_rectangle(drawing.painter, rectangle, "here");
        double radius = fminf(rectangle.radius, r.height / 2), expected = area_inside(r, radius, -0.5);
        if (!rectangle.filled)
            expected -= area_inside(r, radius, fmin(fmax(rectangle.width, 1) + 0.5, r.height / 2));
        assert_true(fabs(area_of_triangles(drawing.painter) - expected) < 0.01 * r.width * r.height);
        empty(drawing);
    }
    close_drawing(drawing);
}

static void no_transparent_pixel_is_drawn_twice(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 4 * 5; i++) {
        CoirRectangle r = {where, (float)(i % 4) * 3, (float)(i / 4) * 2, true, HALF, HALF};
        coir_painter_rectangle(drawing.painter, r, "here");
        assert_in_range(count_halves_and_free(take_picture(drawing)), 450, 600);
    }
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    close_drawing(drawing);
}

static void large_rectangles_are_drawn_in_several_pieces(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    assert_true(coir_painter_begin(drawing.painter, (CoirAffine){100, 0, 0, -100, 0, 3000}, 4000, 3000));
    coir_painter_rectangle(drawing.painter, (CoirRectangle){where, 9, 2, true, RED, BLUE}, "here");
    assert_true(drawing.painter->vertex_count > 2 * 64 * 4);
    assert_true(fabs(area_of_triangles(drawing.painter) / 1e4 - area_inside(where, 9, 0)) < 0.5);
    close_drawing(drawing);
}

static void a_rectangle_without_a_radius_is_drawn_as_plain_quads(void **state)
{
    Drawing drawing = open_drawing();
    CoirVertex plain[4 * 4];
    (void)state;
    coir_painter_rounded_rect(drawing.painter, where, 0, RED);
    assert_int_equal(drawing.painter->vertex_count, 4);
    empty(drawing);
    coir_painter_rect_outline(drawing.painter, where, 3, RED);
    memcpy(plain, drawing.painter->vertices, sizeof plain);
    empty(drawing);
    coir_painter_rounded_rect_outline(drawing.painter, where, 0, 3, RED);
    assert_int_equal(drawing.painter->vertex_count, 4 * 4);
    assert_memory_equal(drawing.painter->vertices, plain, sizeof plain);
    close_drawing(drawing);
}

static void thin_rectangles_are_paler(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        int most = 0;
        coir_painter_rounded_rect(drawing.painter, coir_rect(4, 5, kind == 0 ? 30 : 0.25f, kind == 1 ? 20 : 0.25f), 1,
                                  RED);
        for (int i = 0; i < drawing.painter->vertex_count; i++)
            most = drawing.painter->vertices[i].color.a > most ? drawing.painter->vertices[i].color.a : most;
        assert_int_equal(most, kind == 2 ? 16 : 64);
        empty(drawing);
    }
    close_drawing(drawing);
}

static void edges_are_sharp_with_blend_none(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_push_blend(drawing.painter, COIR_BLEND_NONE);
    coir_painter_rectangle(drawing.painter, (CoirRectangle){where, 7, 4, true, BLUE, RED}, "here");
    coir_painter_rounded_rect_outline(drawing.painter, where, 7, 4, RED);
    coir_painter_rounded_rect(drawing.painter, where, 7, BLUE);
    for (int i = 0; i < drawing.painter->vertex_count; i++)
        assert_int_equal(drawing.painter->vertices[i].color.a, 255);
    coir_painter_pop_blend(drawing.painter);
    close_drawing(drawing);
}

static void an_empty_rectangle_draws_nothing(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_rounded_rect(drawing.painter, coir_rect(5, 5, 0, 9), 2, RED);
    coir_painter_rounded_rect(drawing.painter, coir_rect(5, 5, 9, -1), 2, RED);
    coir_painter_rounded_rect_outline(drawing.painter, where, 2, 0, RED);
    drawing.painter->transform = (CoirAffine){1, 0, 0, 0, 0, 0};
    coir_painter_rounded_rect(drawing.painter, where, 2, RED);
    assert_nothing_drawn(drawing);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    close_drawing(drawing);
}

static void bad_numbers_are_mistakes(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_rounded_rect(NULL, where, 2, RED);
    assert_mistake("coir_painter_rounded_rect: the painter is NULL");
    coir_painter_rounded_rect(drawing.painter, where, -1, RED);
    assert_mistake("coir_painter_rounded_rect: a radius of -1");
    coir_painter_rounded_rect(drawing.painter, coir_rect(0, 0, (float)INFINITY, 4), 1, RED);
    assert_mistake("coir_painter_rounded_rect: a number of the rectangle is not finite");
    coir_painter_rounded_rect_outline(drawing.painter, where, 1, (float)NAN, RED);
    assert_mistake("coir_painter_rounded_rect_outline: a width of");
    drawing.painter->transform.tx = (float)NAN;
    coir_painter_rounded_rect_outline(drawing.painter, where, 1, 1, RED);
    assert_mistake("coir_painter_rounded_rect_outline: the node's transform is not finite");
    assert_nothing_drawn(drawing);
    close_drawing(drawing);
}

TEST_FILE(rectangle)
{
    const struct CMUnitTest tests[] = {
        support_test(a_rounded_rectangle_leaves_out_its_corners),
        support_test(a_large_radius_is_half_of_the_shorter_side),
        support_test(an_outline_has_the_same_width_on_all_sides),
        support_test(an_outline_ends_at_its_width_and_is_at_least_a_pixel_wide),
        support_test(a_wide_outline_without_a_radius_covers_each_pixel_once),
        support_test(an_outline_keeps_its_width_on_a_flipped_axis),
        support_test(an_outline_surrounds_its_fill),
        support_test(triangles_do_not_overlap),
        support_test(no_transparent_pixel_is_drawn_twice),
        support_test(large_rectangles_are_drawn_in_several_pieces),
        support_test(a_rectangle_without_a_radius_is_drawn_as_plain_quads),
        support_test(thin_rectangles_are_paler),
        support_test(edges_are_sharp_with_blend_none),
        support_test(an_empty_rectangle_draws_nothing),
        support_test(bad_numbers_are_mistakes),
    };
    return cmocka_run_group_tests_name("rectangle", tests, folder_setup, folder_teardown);
}
