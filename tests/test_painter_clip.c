// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Clips, and the shapes that the painter leaves out because they lie outside the clip.

#include "support/support.h"

#include <math.h>

#include "coir/error.h"
#include "draw/painter.h"

#define WIDTH 100
#define HEIGHT 50

static const CoirAffine upwards = {1, 0, 0, -1, 0, HEIGHT}; // origin in the lower left corner
static const CoirVertex corners[4] = {{.x = 0, .y = 10}, {.x = 10, .y = 10}, {.x = 10, .y = 0}, {.x = 0, .y = 0}};
static const int triangle[3] = {0, 1, 2};

static CoirPainter *painter_with(CoirAffine view)
{
    CoirPainter *painter = coir_painter_new();
    assert_non_null(painter);
    assert_true(coir_painter_begin(painter, view, WIDTH, HEIGHT));
    return painter;
}

static CoirPainter *new_painter(void)
{
    return painter_with(upwards);
}

static CoirPainterStats finish(CoirPainter *painter)
{
    assert_true(coir_painter_end(painter));
    CoirPainterStats stats = coir_painter_stats(painter);
    coir_painter_destroy(painter);
    return stats;
}

static void assert_clip(const CoirPainter *painter, int x, int y, int width, int height)
{
    CoirClip clip = painter->clips[painter->clip_count - 1];
    assert_int_equal(clip.x, x);
    assert_int_equal(clip.y, y);
    assert_int_equal(clip.width, width);
    assert_int_equal(clip.height, height);
}

// Culling ------------------------------------------------------------------------------------------------------------

static void quads_outside_are_left_out_and_counted(void **state)
{
    CoirPainter *painter = new_painter();
    static const CoirRect outside[] = {{-10, 0, 10, 10},    {WIDTH, 0, 10, 10}, {0, -10, 10, 10},
                                       {0, HEIGHT, 10, 10}, {1e9f, 1e9f, 1, 1}, {-3e38f, 0, 1, 1}};
    static const CoirRect inside[] = {{-9.9f, 0, 10, 10},         {WIDTH - 0.1f, 0, 10, 10},  {0, -9.9f, 10, 10},
                                      {0, HEIGHT - 0.1f, 10, 10}, {-1e9f, -1e9f, 2e9f, 2e9f}, {5, 5, -3, -3}};
    (void)state;
    for (int i = 0; i < 6; i++) {
        coir_painter_rect(painter, outside[i], COIR_WHITE);
        assert_int_equal(painter->vertex_count, 0);
    }
    for (int i = 0; i < 6; i++)
        coir_painter_rect(painter, inside[i], COIR_WHITE);
    CoirPainterStats stats = finish(painter);
    assert_int_equal(stats.culled, 6);
    assert_int_equal(stats.quads, 6);
    assert_int_equal(stats.calls, 1);
}

static void culling_looks_at_the_clip_in_force(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_push_clip(painter, coir_rect(20, 20, 10, 10));
    coir_painter_rect(painter, coir_rect(0, 0, 10, 10), COIR_WHITE);
    coir_painter_triangles(painter, NULL, corners, 4, triangle, 3);
    coir_painter_pop_clip(painter);
    coir_painter_rect(painter, coir_rect(0, 0, 10, 10), COIR_WHITE);
    CoirPainterStats stats = finish(painter);
    assert_int_equal(stats.culled, 1);
    assert_int_equal(stats.quads, 1);
    assert_int_equal(stats.triangles, 0);
}

static void nothing_is_drawn_into_an_empty_clip(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_push_clip(painter, coir_rect(0, 0, 10, 10));
    coir_painter_push_clip(painter, coir_rect(30, 30, 10, 10));
    coir_painter_rect(painter, coir_rect(0, 0, WIDTH, HEIGHT), COIR_WHITE);
    coir_painter_triangles(painter, NULL, corners, 4, triangle, 3);
    coir_painter_pop_clip(painter);
    coir_painter_pop_clip(painter);
    assert_int_equal(finish(painter).calls, 0);
}

// Clips --------------------------------------------------------------------------------------------------------------

static void clips_nest_and_intersect(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    assert_clip(painter, 0, 0, WIDTH, HEIGHT);
    coir_painter_push_clip(painter, coir_rect(10, 10, 50, 20));
    assert_clip(painter, 10, 20, 50, 20);
    coir_painter_push_clip(painter, coir_rect(0, 0, 30, 15));
    assert_clip(painter, 10, 35, 20, 5);
    coir_painter_push_clip(painter, coir_rect(-1000, -1000, 3000, 3000));
    assert_clip(painter, 10, 35, 20, 5);
    coir_painter_pop_clip(painter);
    coir_painter_pop_clip(painter);
    assert_clip(painter, 10, 20, 50, 20);
    coir_painter_pop_clip(painter);
    assert_clip(painter, 0, 0, WIDTH, HEIGHT);
    finish(painter);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void a_clip_is_rounded_outwards(void **state)
{
    CoirPainter *painter = painter_with(coir_affine_identity());
    (void)state;
    coir_painter_push_clip(painter, coir_rect(10.5f, 20.25f, 3, 3.5f));
    assert_clip(painter, 10, 20, 4, 4);
    coir_painter_pop_clip(painter);
    coir_painter_push_clip(painter, coir_rect(10.00001f, 20, 3.00002f, 2.99999f)); // whole, but for rounding errors
    assert_clip(painter, 10, 20, 3, 3);
    coir_painter_pop_clip(painter);
    finish(painter);
}

static void a_turned_clip_becomes_the_upright_rectangle_around_the_clip(void **state)
{
    CoirPainter *painter = painter_with(coir_affine_identity());
    CoirAffine turned = {0.6f, 0.8f, -0.8f, 0.6f, 40, 10};
    (void)state;
    painter->transform = turned;
    coir_painter_push_clip(painter, coir_rect(0, 0, 10, 20));
    assert_clip(painter, 24, 10, 22, 20);
    coir_painter_pop_clip(painter);
    finish(painter);
}

static void huge_and_bad_clips_are_survived(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_push_clip(painter, coir_rect(-1e30f, -1e30f, 2e30f, 2e30f));
    assert_clip(painter, 0, 0, WIDTH, HEIGHT);
    coir_painter_push_clip(painter, coir_rect(1e30f, 1e30f, 1, 1));
    assert_int_equal(painter->clips[2].width * painter->clips[2].height, 0);
    coir_painter_pop_clip(painter);
    coir_painter_push_clip(painter, coir_rect(NAN, 0, 1, 1));
    assert_mistake("finite");
    assert_clip(painter, 0, 0, WIDTH, HEIGHT);
    coir_painter_pop_clip(painter);
    coir_painter_pop_clip(painter);
    finish(painter);
    assert_string_equal(coir_error(), "");
}

static void a_pop_without_push_is_a_mistake(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_pop_clip(painter);
    assert_mistake("without a coir_painter_push_clip");
    assert_clip(painter, 0, 0, WIDTH, HEIGHT);
    finish(painter);
}

static void a_push_without_pop_is_reported_at_the_end_of_the_frame(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_push_clip(painter, coir_rect(0, 0, 1, 1));
    assert_true(coir_painter_end(painter));
    assert_mistake("more often");
    assert_true(coir_painter_begin(painter, upwards, WIDTH, HEIGHT));
    assert_clip(painter, 0, 0, WIDTH, HEIGHT);
    finish(painter);
}

TEST_FILE(painter_clip)
{
    const struct CMUnitTest tests[] = {
        support_test(quads_outside_are_left_out_and_counted),
        support_test(culling_looks_at_the_clip_in_force),
        support_test(nothing_is_drawn_into_an_empty_clip),
        support_test(clips_nest_and_intersect),
        support_test(a_clip_is_rounded_outwards),
        support_test(a_turned_clip_becomes_the_upright_rectangle_around_the_clip),
        support_test(huge_and_bad_clips_are_survived),
        support_test(a_pop_without_push_is_a_mistake),
        support_test(a_push_without_pop_is_reported_at_the_end_of_the_frame),
    };
    return cmocka_run_group_tests_name("painter_clip", tests, NULL, NULL);
}
