// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Lines, circles, polygons: by their vertices where it is about geometry, by pixels where it is about what is seen.

#include "support/canvas.h"

#include <math.h>

#define RED coir_rgb(255, 0, 0)
#define HALF coir_rgba(0, 0, 0, 128)

static const CoirVec2 middle = {20, 15};

static SDL_Surface *take_picture(Scene scene)
{
    draw(scene);
    SDL_Surface *picture = picture_of(scene.renderer);
    assert_true(coir_painter_begin(scene.painter, upwards, WIDTH, HEIGHT));
    return picture;
}

static void empty(Scene scene)
{
    assert_true(coir_painter_end(scene.painter));
    assert_true(coir_painter_begin(scene.painter, upwards, WIDTH, HEIGHT));
}

static void assert_nothing_drawn(Scene scene)
{
    assert_int_equal(scene.painter->vertex_count + scene.painter->run_count, 0);
}

// Checks a picture by the distance of each pixel's middle from that of the target: `inside` from `low` to `high`,
// background beyond two pixels from there.
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

// The smallest and the largest distance of a vertex with an alpha of `alpha` from a place in pixels.
static void reach_of(const CoirPainter *painter, CoirVec2 from, int alpha, float *least, float *most)
{
    *least = INFINITY;
    *most = 0;
    for (int i = 0; i < painter->vertex_count; i++) {
        const CoirVertex *v = &painter->vertices[i];
        float distance = hypotf(v->x - from.x, v->y - from.y);
        if (v->color.a != alpha)
            continue;
        *least = fminf(*least, distance);
        *most = fmaxf(*most, distance);
    }
}

static void assert_reach(const CoirPainter *painter, CoirVec2 from, int alpha, float least, float most)
{
    float low, high;
    reach_of(painter, from, alpha, &low, &high);
    if (fabsf(low - least) > 0.01f || fabsf(high - most) > 0.01f)
        fail_msg("vertices with alpha %d are %g to %g away, expected %g to %g", alpha, (double)low, (double)high,
                 (double)least, (double)most);
}

// Circles ------------------------------------------------------------------------------------------------------------

static void a_circle_is_round_and_soft_over_a_pixel(void **state)
{
    Scene scene = open_scene();
    (void)state;
    coir_painter_circle(scene.painter, middle, 10, RED);
    assert_reach(scene.painter, middle, 255, 9.5f, 9.5f);
    assert_reach(scene.painter, middle, 0, 10.5f, 10.5f);
    assert_round(take_picture(scene), -9, 10, RED);
    close_scene(scene);
}

static void circles_have_as_many_segments_as_their_pixels_want(void **state)
{
    Scene scene = open_scene();
    int before = 0;
    (void)state;
    for (int i = 0; i < 60; i++) {
        float pixels = 0.5f * powf(1.2f, (float)i);
        CoirAffine view = {pixels / 2, 0, 0, -pixels / 2, 30000, 30000}; // all of it can be seen
        assert_true(coir_painter_begin(scene.painter, view, 60000, 60000));
        coir_painter_push_blend(scene.painter, COIR_BLEND_NONE);
        coir_painter_circle(scene.painter, coir_vec2(0, 0), 2, RED);
        coir_painter_pop_blend(scene.painter);
        int segments = scene.painter->counted.triangles;
        double chord = pixels * (1 - cos(COIR_PI / segments)), coarser = pixels * (1 - cos(COIR_PI / (segments - 1)));
        assert_in_range(segments, 8, 256);
        assert_true(segments >= before);
        assert_true(chord <= 0.2501 || segments == 256);
        assert_true(coarser > 0.2499 || segments == 8);
        before = segments;
    }
    assert_int_equal(before, 256);
    close_scene(scene);
}

static void a_circle_smaller_than_a_pixel_is_paler(void **state)
{
    Scene scene = open_scene();
    (void)state;
    coir_painter_circle(scene.painter, middle, 0.25f, RED);
    assert_reach(scene.painter, middle, 128, 0, 0);
    assert_reach(scene.painter, middle, 0, 1, 1);
    close_scene(scene);
}

static void a_ring_is_inside_its_radius(void **state)
{
    Scene scene = open_scene();
    (void)state;
    coir_painter_ring(scene.painter, middle, 12, 5, RED);
    assert_reach(scene.painter, middle, 255, 7.5f, 11.5f);
    assert_reach(scene.painter, middle, 0, 6.5f, 12.5f);
    assert_round(take_picture(scene), 7, 12, RED);
    coir_painter_ring(scene.painter, middle, 12, 40, RED);
    assert_round(take_picture(scene), -9, 12, RED);
    close_scene(scene);
}

static void what_is_transparent_is_drawn_once_all_around(void **state)
{
    Scene scene = open_scene();
    (void)state;
    coir_painter_ring(scene.painter, middle, 13, 7, HALF);
    assert_round(take_picture(scene), 6, 13, coir_rgb(100, 50, 25));
    close_scene(scene);
}

// Lines --------------------------------------------------------------------------------------------------------------

static void level_and_steep_lines_are_exact(void **state)
{
    Scene scene = open_scene();
    (void)state;
    coir_painter_line(scene.painter, coir_vec2(5, 10), coir_vec2(25, 10), 4, RED);
    assert_drawn(scene, (SDL_Rect){5, HEIGHT - 12, 20, 4}, RED, 0);
    empty(scene);
    coir_painter_line(scene.painter, coir_vec2(12, 25), coir_vec2(12, 5), 2, RED);
    assert_drawn(scene, (SDL_Rect){11, HEIGHT - 25, 2, 20}, RED, 0);
    empty(scene);
    scene.painter->transform = (CoirAffine){0, 0.5f, 1.5f, 0, 2, 3};
    coir_painter_line(scene.painter, coir_vec2(8, 2), coir_vec2(8, 20), 0.3f, RED);
    assert_drawn(scene, (SDL_Rect){5, 7, 27, 1}, RED, 0);
    close_scene(scene);
}

static void a_slanted_line_ends_at_its_ends(void **state)
{
    Scene scene = open_scene();
    CoirVec2 from = {10, 10}, to = {16, 18}; // 10 long
    (void)state;
    coir_painter_line(scene.painter, from, to, 6, RED);
    // The corners, in a rectangle that is half a pixel smaller or larger.
    float near = hypotf(2.5f, 0.5f), far = hypotf(2.5f, 9.5f);
    assert_reach(scene.painter, coir_vec2(10, 20), 255, near, far);
    assert_reach(scene.painter, coir_vec2(10, 20), 0, near, hypotf(3.5f, 10.5f));
    SDL_Surface *picture = take_picture(scene);
    assert_pixel(picture, 13, 16, RED, 0);
    assert_pixel(picture, 8, 22, background, 0);
    assert_pixel(picture, 18, 9, background, 0);
    SDL_FreeSurface(picture);
    close_scene(scene);
}

static void a_line_thinner_than_a_pixel_is_paler(void **state)
{
    Scene scene = open_scene();
    (void)state;
    coir_painter_line(scene.painter, coir_vec2(5, 5), coir_vec2(25, 20), 0.5f, RED);
    for (int i = 0; i < scene.painter->vertex_count; i++)
        assert_true(scene.painter->vertices[i].color.a == 0 || scene.painter->vertices[i].color.a == 128);
    close_scene(scene);
}

static void a_line_without_length_is_a_dot(void **state)
{
    Scene scene = open_scene();
    CoirVec2 points[3] = {{10, 10}, {10, 10}, {10, 10}};
    (void)state;
    coir_painter_line(scene.painter, points[0], points[1], 4, RED);
    assert_drawn(scene, (SDL_Rect){8, 18, 4, 4}, RED, 0);
    for (int i = 1; i <= 3; i++) {
        empty(scene);
        coir_painter_polyline(scene.painter, points, i, i % 2, 4, RED);
        assert_drawn(scene, (SDL_Rect){8, 18, 4, 4}, RED, 0);
    }
    close_scene(scene);
}

// Polylines ----------------------------------------------------------------------------------------------------------

static void joints_are_pointed_and_sharp_ones_cut_off(void **state)
{
    Scene scene = open_scene();
    CoirVec2 square[3] = {{5, 15}, {20, 15}, {20, 28}}, sharp[3] = {{2, 15}, {35, 15}, {2, 17}};
    float least, most;
    (void)state;
    coir_painter_polyline(scene.painter, square, 3, false, 4, RED);
    assert_int_equal(scene.painter->counted.triangles, 4 * 3 * 2);
    reach_of(scene.painter, coir_vec2(20, 15), 255, &least, &most);
    assert_true(fabsf(least - 1.5f * sqrtf(2)) < 0.01f);
    empty(scene);
    coir_painter_polyline(scene.painter, sharp, 3, false, 4, RED);
    assert_int_equal(scene.painter->counted.triangles, 5 * 3 * 2);
    for (int i = 0; i < scene.painter->vertex_count; i++)
        assert_true(scene.painter->vertices[i].x < 35 + 2.6f);
    close_scene(scene);
}

static void the_inner_side_of_a_bend_goes_no_further_back_than_the_line(void **state)
{
    const CoirVec2 points[3] = {{10, 15}, {13, 15}, {13, 28}};
    Scene scene = open_scene();
    (void)state;
    coir_painter_polyline(scene.painter, points, 3, false, 10, RED);
    for (int i = 0; i < scene.painter->vertex_count; i++)
        assert_true(scene.painter->vertices[i].x > 9.4f || scene.painter->vertices[i].y < 5); // or the line's end
    close_scene(scene);
}

// Checks that no pixel is darker than what is seen once through HALF; how many are seen through just once.
static int count_halves(SDL_Surface *picture)
{
    int count = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int red = (int)(((Uint32 *)picture->pixels)[y * picture->pitch / 4 + x] >> 16 & 255);
            if (red < 98)
                fail_msg("pixel %d, %d is drawn twice: %d", x, y, red);
            count += red < 102;
        }
    SDL_FreeSurface(picture);
    return count;
}

static void joints_are_not_darker(void **state)
{
    const CoirVec2 zigzag[5] = {{4, 4}, {12, 26}, {18, 5}, {26, 26}, {36, 8}},
                   star[4] = {{5, 4}, {20, 27}, {35, 4}, {20, 12}};
    Scene scene = open_scene();
    (void)state;
    coir_painter_polyline(scene.painter, zigzag, 5, false, 5, HALF);
    assert_in_range(count_halves(take_picture(scene)), 300, 480);
    coir_painter_polyline(scene.painter, star, 4, true, 5, HALF);
    assert_in_range(count_halves(take_picture(scene)), 270, 450);
    coir_painter_polyline(scene.painter, star, 4, false, 3, HALF);
    assert_in_range(count_halves(take_picture(scene)), 120, 250);
    close_scene(scene);
}

static void points_that_are_the_same_count_once(void **state)
{
    const CoirVec2 plain[4] = {{5, 5}, {30, 8}, {28, 25}, {6, 20}},
                   doubled[8] = {{5, 5}, {5, 5}, {30, 8}, {28, 25}, {28, 25}, {28, 25}, {6, 20}, {5, 5}};
    Scene scene = open_scene();
    (void)state;
    for (int closed = 0; closed < 2; closed++) {
        coir_painter_polyline(scene.painter, plain, 4, closed, 3, RED);
        int first = scene.painter->vertex_count;
        coir_painter_polyline(scene.painter, doubled, closed ? 8 : 7, closed, 3, RED);
        assert_int_equal(scene.painter->vertex_count, 2 * first);
        for (int i = 0; i < first; i++)
            assert_memory_equal(&scene.painter->vertices[i], &scene.painter->vertices[first + i], sizeof(CoirVertex));
        empty(scene);
    }
    close_scene(scene);
}

static void two_points_are_no_closed_line(void **state)
{
    const CoirVec2 points[3] = {{5, 5}, {30, 8}, {5, 5}};
    Scene scene = open_scene();
    (void)state;
    coir_painter_line(scene.painter, points[0], points[1], 3, RED);
    int first = scene.painter->vertex_count;
    coir_painter_polyline(scene.painter, points, 3, true, 3, RED);
    assert_int_equal(scene.painter->vertex_count, 2 * first);
    close_scene(scene);
}

static void there_and_back_is_survived(void **state)
{
    const CoirVec2 points[3] = {{5, 5}, {30, 5}, {10, 5}};
    Scene scene = open_scene();
    float least, most;
    (void)state;
    coir_painter_polyline(scene.painter, points, 3, false, 4, RED);
    reach_of(scene.painter, coir_vec2(17.5f, 25), 0, &least, &most);
    assert_true(most < 14);
    SDL_Surface *picture = take_picture(scene);
    for (int x = 6; x < 29; x++)
        assert_pixel(picture, x, 24, RED, 3);
    SDL_FreeSurface(picture);
    close_scene(scene);
}

static void a_long_polyline_has_no_gap_between_its_pieces(void **state)
{
    static CoirVec2 points[2000];
    Scene scene = open_scene();
    (void)state;
    for (int i = 0; i < 2000; i++)
        points[i] = coir_vec2(2 + 36 * (float)i / 1999, 15 + 8 * sinf((float)i * 0.003f));
    coir_painter_polyline(scene.painter, points, 2000, false, 5, HALF);
    SDL_Surface *picture = take_picture(scene);
    for (int i = 60; i < 1940; i++)
        assert_pixel(picture, (int)points[i].x, HEIGHT - 1 - (int)points[i].y, coir_rgb(100, 50, 25), 2);
    count_halves(picture);
    close_scene(scene);
}

// Polygons -----------------------------------------------------------------------------------------------------------

static void polygons_are_filled_either_way_around(void **state)
{
    const CoirVec2 there[6] = {{5, 5}, {35, 5}, {35, 5}, {38, 15}, {20, 27}, {5, 5}};
    CoirVec2 back[6];
    Scene scene = open_scene();
    (void)state;
    for (int i = 0; i < 6; i++)
        back[i] = there[5 - i];
    coir_painter_polygon(scene.painter, there, 6, HALF);
    assert_in_range(count_halves(take_picture(scene)), 330, 480);
    coir_painter_polygon(scene.painter, back, 6, HALF);
    assert_in_range(count_halves(take_picture(scene)), 330, 480);
    coir_painter_polygon(scene.painter, there, 6, RED);
    float least, most;
    reach_of(scene.painter, coir_vec2(20, HEIGHT - 27), 255, &least, &most);
    assert_true(least > 0.5f); // full colour stays half a pixel inside
    close_scene(scene);
}

static void what_is_not_convex_is_a_mistake(void **state)
{
    const CoirVec2 arrow[4] = {{5, 5}, {20, 12}, {35, 5}, {20, 25}}, flat[3] = {{5, 5}, {10, 5}, {20, 5}};
    Scene scene = open_scene();
    (void)state;
    coir_painter_polygon(scene.painter, arrow, 4, RED);
    assert_mistake("not convex");
    assert_nothing_drawn(scene);
    coir_painter_polygon(scene.painter, flat, 3, RED);
    assert_nothing_drawn(scene);
    coir_painter_polygon(scene.painter, arrow, 2, RED);
    assert_mistake("at least 3");
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 2);
    close_scene(scene);
}

// Rectangles ---------------------------------------------------------------------------------------------------------

static void assert_outline(Scene scene, SDL_Rect outer, int across, int up)
{
    SDL_Surface *picture = take_picture(scene);
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
    Scene scene = open_scene();
    (void)state;
    coir_painter_rect_outline(scene.painter, coir_rect(5, 4, 20, 12), 3, HALF);
    assert_outline(scene, (SDL_Rect){5, HEIGHT - 16, 20, 12}, 3, 3);
    coir_painter_rect_outline(scene.painter, coir_rect(5, 4, 20, 12), 6, HALF);
    assert_outline(scene, (SDL_Rect){5, HEIGHT - 16, 20, 12}, 10, 6);
    scene.painter->transform = (CoirAffine){1.4f, 0, 0, -1.4f, 0.4f, 28.4f};
    coir_painter_rect_outline(scene.painter, coir_rect(1, 2, 20, 12), 0.1f, HALF); // 1.8 to 29.8, 8.8 to 25.6
    assert_outline(scene, (SDL_Rect){2, 9, 28, 17}, 1, 1);
    scene.painter->transform = (CoirAffine){0, 1, 1, 0, 4, 3};
    coir_painter_rect_outline(scene.painter, coir_rect(1, 2, 20, 12), 2, HALF);
    assert_outline(scene, (SDL_Rect){6, 4, 12, 20}, 2, 2);
    close_scene(scene);
}

static void a_turned_outline_is_a_line(void **state)
{
    Scene scene = open_scene();
    float least, most;
    (void)state;
    for (int i = 0; i < 2; i++) {
        scene.painter->transform = (CoirAffine){0.8f, 0.6f, 0.6f, -0.8f, 20, 15};
        coir_painter_rect_outline(scene.painter, coir_rect(-12, -5, 24, 10), i == 0 ? 2.0f : 7.0f, HALF);
        reach_of(scene.painter, middle, 0, &least, &most);
        assert_true(fabsf(most - hypotf(12.5f, 5.5f)) < 0.01f);
        count_halves(take_picture(scene));
    }
    close_scene(scene);
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

static void shapes_are_one_run(void **state)
{
    Scene scene = open_scene();
    (void)state;
    draw_every_shape(scene.painter, RED);
    draw_every_shape(scene.painter, HALF);
    assert_int_equal(scene.painter->run_count, 1);
    coir_painter_rect(scene.painter, coir_rect(0, 0, 9, 9), RED);
    coir_painter_rect_outline(scene.painter, coir_rect(5, 4, 20, 12), 3, RED);
    coir_painter_line(scene.painter, coir_vec2(0, 0), coir_vec2(20, 0), 3, RED);
    assert_int_equal(scene.painter->run_count, 2);
    close_scene(scene);
}

static void what_replaces_has_sharp_edges(void **state)
{
    Scene scene = open_scene();
    (void)state;
    coir_painter_push_blend(scene.painter, COIR_BLEND_NONE);
    draw_every_shape(scene.painter, RED);
    coir_painter_pop_blend(scene.painter);
    for (int i = 0; i < scene.painter->vertex_count; i++)
        assert_int_equal(scene.painter->vertices[i].color.a, 255);
    assert_int_equal(scene.painter->runs[0].blend, COIR_BLEND_NONE);
    close_scene(scene);
}

static void softness_is_a_pixel_of_the_target(void **state)
{
    Scene scene = open_scene();
    (void)state;
    scene.painter->transform = (CoirAffine){4, 0, 0, -4, 20, 15};
    coir_painter_circle(scene.painter, coir_vec2(0, 0), 3, RED);
    assert_reach(scene.painter, middle, 255, 11.5f, 11.5f);
    assert_reach(scene.painter, middle, 0, 12.5f, 12.5f);
    close_scene(scene);
}

// Mistakes -----------------------------------------------------------------------------------------------------------

static void null_is_a_mistake(void **state)
{
    CoirVec2 points[3] = {{0, 0}, {9, 0}, {0, 9}};
    Scene scene = open_scene();
    (void)state;
    coir_painter_circle(NULL, middle, 9, RED);
    assert_mistake("coir_painter_circle: the painter is NULL");
    coir_painter_ring(NULL, middle, 9, 2, RED);
    assert_mistake("coir_painter_ring: the painter is NULL");
    coir_painter_line(NULL, middle, points[0], 2, RED);
    assert_mistake("coir_painter_line: the painter is NULL");
    coir_painter_polyline(NULL, points, 3, true, 2, RED);
    assert_mistake("coir_painter_polyline: the painter is NULL");
    coir_painter_polyline(scene.painter, NULL, 3, true, 2, RED);
    assert_mistake("coir_painter_polyline: the points are NULL");
    coir_painter_polygon(NULL, points, 3, RED);
    assert_mistake("coir_painter_polygon: the painter is NULL");
    coir_painter_polygon(scene.painter, NULL, 3, RED);
    assert_mistake("they are NULL");
    coir_painter_rect_outline(NULL, coir_rect(0, 0, 9, 9), 1, RED);
    assert_mistake("coir_painter_rect_outline: the painter is NULL");
    coir_painter_polyline(scene.painter, points, -1, true, 2, RED);
    assert_mistake("-1 points");
    assert_nothing_drawn(scene);
    close_scene(scene);
}

static void numbers_that_are_not_finite_or_below_zero_are_mistakes(void **state)
{
    const float bad[] = {-1, (float)NAN, INFINITY, -INFINITY};
    Scene scene = open_scene();
    CoirPainter *painter = scene.painter;
    (void)state;
    for (int i = 0; i < 4; i++) {
        CoirVec2 points[3] = {{0, 0}, {9, 0}, {0, i > 0 ? bad[i] : (float)NAN}};
        coir_painter_circle(painter, middle, bad[i], RED);
        assert_mistake("a radius of");
        coir_painter_ring(painter, middle, bad[i], 2, RED);
        assert_mistake("a radius of");
        coir_painter_ring(painter, middle, 9, bad[i], RED);
        assert_mistake("a width of");
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
    painter->transform.a = (float)NAN;
    draw_every_shape(painter, RED);
    assert_mistake("the node's place is not finite");
    assert_nothing_drawn(scene);
    close_scene(scene);
}

static void nothing_is_drawn_as_nothing(void **state)
{
    const CoirVec2 points[3] = {{0, 0}, {9, 1}, {0, 9}};
    Scene scene = open_scene();
    CoirPainter *painter = scene.painter;
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
    assert_nothing_drawn(scene);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    close_scene(scene);
}

static void any_numbers_are_survived(void **state)
{
    const float values[] = {0, 1e-45f, 1e-6f, 0.3f, 7, 1e7f, 3e38f};
    Scene scene = open_scene();
    (void)state;
    for (int i = 0; i < 7 * 7 * 7 * 7; i++) {
        float a = values[i % 7], b = values[i / 7 % 7], c = values[i / 49 % 7], d = values[i / 343];
        const CoirVec2 points[4] = {{a, b}, {-b, c}, {c, -d}, {d, a}};
        assert_true(coir_painter_begin(scene.painter, upwards, WIDTH, HEIGHT));
        scene.painter->transform = (CoirAffine){a, i % 2 ? b : 0, 0, -b, c, -d};
        coir_painter_circle(scene.painter, points[0], c, RED);
        coir_painter_ring(scene.painter, points[1], d, a, RED);
        coir_painter_line(scene.painter, points[2], points[0], b, RED);
        coir_painter_polyline(scene.painter, points, 4, i % 3, d, RED);
        coir_painter_polygon(scene.painter, points, 4, RED);
        coir_painter_rect_outline(scene.painter, coir_rect(-a, b, c, d), a, RED);
        coir_painter_end(scene.painter);
    }
    close_scene(scene);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(a_circle_is_round_and_soft_over_a_pixel),
        support_test(circles_have_as_many_segments_as_their_pixels_want),
        support_test(a_circle_smaller_than_a_pixel_is_paler),
        support_test(a_ring_is_inside_its_radius),
        support_test(what_is_transparent_is_drawn_once_all_around),
        support_test(level_and_steep_lines_are_exact),
        support_test(a_slanted_line_ends_at_its_ends),
        support_test(a_line_thinner_than_a_pixel_is_paler),
        support_test(a_line_without_length_is_a_dot),
        support_test(joints_are_pointed_and_sharp_ones_cut_off),
        support_test(the_inner_side_of_a_bend_goes_no_further_back_than_the_line),
        support_test(joints_are_not_darker),
        support_test(points_that_are_the_same_count_once),
        support_test(two_points_are_no_closed_line),
        support_test(there_and_back_is_survived),
        support_test(a_long_polyline_has_no_gap_between_its_pieces),
        support_test(polygons_are_filled_either_way_around),
        support_test(what_is_not_convex_is_a_mistake),
        support_test(an_outline_lies_inside_and_is_exact),
        support_test(a_turned_outline_is_a_line),
        support_test(shapes_are_one_run),
        support_test(what_replaces_has_sharp_edges),
        support_test(softness_is_a_pixel_of_the_target),
        support_test(null_is_a_mistake),
        support_test(numbers_that_are_not_finite_or_below_zero_are_mistakes),
        support_test(nothing_is_drawn_as_nothing),
        support_test(any_numbers_are_survived),
        support_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("shapes", tests, folder_setup, folder_teardown);
}
