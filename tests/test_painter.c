// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The painter alone, without a renderer and without SDL. The painter reads sizes and places of textures, but no pixels.

#include "support/support.h"

#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "coir/error.h"
#include "draw/canvas.h"
#include "draw/painter.h"
#include "media/texture.h"

#define WIDTH 100
#define HEIGHT 50

// Each texture has a page of its own, with one pixel.
static CoirPage pages[2] = {{.width = 1, .height = 1, .u = 1, .v = 1}, {.width = 1, .height = 1, .u = 1, .v = 1}};
static CoirTexture textures[2] = {{.place = {.page = &pages[0]}, .width = 1, .height = 1},
                                  {.place = {.page = &pages[1]}, .width = 1, .height = 1}};
#define TEXTURE_A (&textures[0])
#define TEXTURE_B (&textures[1])

static const CoirAffine upwards = {1, 0, 0, -1, 0, HEIGHT}; // origin in the lower left corner
static const CoirVertex corners[4] = {
    {0, 10, {255, 255, 255, 255}, 0, 0},
    {10, 10, {255, 255, 255, 255}, 1, 0},
    {10, 0, {255, 255, 255, 255}, 1, 1},
    {0, 0, {255, 255, 255, 255}, 0, 1},
};
static const int triangle[3] = {0, 1, 2};

static CoirPainter *new_painter(void)
{
    CoirPainter *painter = coir_painter_new();
    assert_non_null(painter);
    assert_true(coir_painter_begin(painter, upwards, WIDTH, HEIGHT));
    return painter;
}

static CoirPainterStats finish(CoirPainter *painter)
{
    assert_true(coir_painter_end(painter));
    CoirPainterStats stats = coir_painter_stats(painter);
    coir_painter_destroy(painter);
    return stats;
}

static void assert_vertex(const CoirVertex *vertex, float x, float y, float u, float v)
{
    assert_float_equal(vertex->x, x, 1e-4);
    assert_float_equal(vertex->y, y, 1e-4);
    assert_float_equal(vertex->u, u, 1e-5);
    assert_float_equal(vertex->v, v, 1e-5);
}

static void assert_color(CoirColor color, int r, int g, int b, int a)
{
    assert_int_equal(color.r, r);
    assert_int_equal(color.g, g);
    assert_int_equal(color.b, b);
    assert_int_equal(color.a, a);
}

// Draw calls ---------------------------------------------------------------------------------------------------------

static void an_empty_frame_has_no_calls(void **state)
{
    (void)state;
    CoirPainterStats stats = finish(new_painter());
    assert_int_equal(stats.calls + stats.quads + stats.triangles + stats.culled, 0);
}

static void neighbours_with_one_texture_make_one_call(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    for (int i = 0; i < 1000; i++)
        coir_painter_image(painter, TEXTURE_A, coir_rect(0, 0, 10, 10));
    assert_int_equal(painter->call_count, 1);
    assert_int_equal(painter->calls[0].vertex_count, 4000);
    assert_int_equal(painter->calls[0].index_count, 0);
    CoirPainterStats stats = finish(painter);
    assert_int_equal(stats.calls, 1);
    assert_int_equal(stats.quads, 1000);
}

static void interleaved_textures_are_not_reordered(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    for (int i = 0; i < 10; i++)
        coir_painter_image(painter, i % 2 ? TEXTURE_A : TEXTURE_B, coir_rect(0, 0, 10, 10));
    assert_int_equal(painter->call_count, 10);
    for (int i = 0; i < 10; i++) {
        assert_ptr_equal(painter->calls[i].page, &pages[i % 2 ? 0 : 1]);
        assert_int_equal(painter->calls[i].first_vertex, 4 * i);
    }
    assert_int_equal(finish(painter).calls, 10);
}

static void a_change_of_blend_mode_begins_a_call(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    for (int blend = 0; blend < COIR_BLEND_COUNT; blend++) {
        coir_painter_push_blend(painter, (CoirBlend)blend);
        for (int i = 0; i < 2; i++)
            coir_painter_quad(painter, TEXTURE_A, corners);
        coir_painter_pop_blend(painter);
    }
    assert_int_equal(painter->call_count, COIR_BLEND_COUNT);
    assert_int_equal(painter->calls[COIR_BLEND_MULTIPLY].blend, COIR_BLEND_MULTIPLY);
    assert_int_equal(finish(painter).quads, 2 * COIR_BLEND_COUNT);
}

static void a_change_of_clip_begins_a_call_and_the_same_clip_does_not(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    for (int i = 0; i < 2; i++) {
        coir_painter_push_clip(painter, coir_rect(0, 0, 20, 20));
        coir_painter_rect(painter, coir_rect(0, 0, 10, 10), COIR_WHITE);
        coir_painter_pop_clip(painter);
    }
    assert_int_equal(painter->call_count, 1);
    coir_painter_rect(painter, coir_rect(0, 0, 10, 10), COIR_WHITE);
    assert_int_equal(painter->call_count, 2);
    assert_int_equal(painter->calls[0].clip.width, 20);
    assert_int_equal(painter->calls[1].clip.width, WIDTH);
    finish(painter);
}

static void quads_and_triangles_do_not_share_a_call(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_quad(painter, NULL, corners);
    coir_painter_triangles(painter, NULL, corners, 4, triangle, 3);
    coir_painter_quad(painter, NULL, corners);
    CoirPainterStats stats = finish(painter);
    assert_int_equal(stats.calls, 3);
    assert_int_equal(stats.quads, 2);
    assert_int_equal(stats.triangles, 1);
}

static void neighbouring_triangles_merge_and_their_indices_count_from_the_call(void **state)
{
    static const int indices[6] = {0, 1, 2, 2, 3, 0};
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_quad(painter, NULL, corners);
    coir_painter_triangles(painter, NULL, corners, 4, triangle, 3);
    coir_painter_triangles(painter, NULL, corners, 4, indices, 6);
    assert_int_equal(painter->call_count, 2);
    const CoirDrawCall *call = &painter->calls[1];
    assert_int_equal(call->first_vertex, 4);
    assert_int_equal(call->vertex_count, 8);
    assert_int_equal(call->first_index, 0);
    assert_int_equal(call->index_count, 9);
    static const int expected[9] = {0, 1, 2, 4, 5, 6, 6, 7, 4};
    assert_memory_equal(painter->indices, expected, sizeof expected);
    assert_int_equal(finish(painter).triangles, 3);
}

static void a_new_frame_starts_empty_and_allocates_nothing(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    for (int frame = 0; frame < 3; frame++) {
        assert_true(coir_painter_begin(painter, upwards, WIDTH, HEIGHT));
        assert_int_equal(painter->vertex_count + painter->call_count + painter->index_count, 0);
        for (int i = 0; i < 50; i++)
            coir_painter_image(painter, i % 2 ? TEXTURE_A : TEXTURE_B, coir_rect(0, 0, 10, 10));
        coir_painter_triangles(painter, NULL, corners, 4, triangle, 3);
        assert_true(coir_painter_end(painter));
        support_fail_allocation(1);
    }
    assert_false(support_failed());
    support_fail_allocation(0);
    finish(painter);
}

static void statistics_describe_the_last_ended_frame(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_quad(painter, NULL, corners);
    assert_int_equal(coir_painter_stats(painter).quads, 0);
    assert_true(coir_painter_end(painter));
    assert_int_equal(coir_painter_stats(painter).quads, 1);
    assert_true(coir_painter_begin(painter, upwards, WIDTH, HEIGHT));
    assert_int_equal(coir_painter_stats(painter).quads, 1);
    assert_int_equal(coir_painter_stats(painter).calls, 1);
    assert_int_equal(finish(painter).quads, 0);
}

// Vertices -----------------------------------------------------------------------------------------------------------

static bool draw_nothing(void *user, const CoirPainter *painter)
{
    (void)user;
    (void)painter;
    return true;
}

static void do_nothing(struct SDL_Renderer *device, void *user)
{
    (void)device;
    (void)user;
}

// Draws texture A, then to a canvas, then texture A, a function of the user, and texture A. Flushes after each step, if
// `flushes`. Returns the number of texture switches.
static int count_switches(bool flushes)
{
    CoirPainter *painter = new_painter();
    CoirCanvasBefore before;
    coir_painter_set_sink(painter, draw_nothing, NULL);
    for (int step = 0; step < 7; step++) {
        if (step == 1)
            assert_true(coir_painter_begin_canvas(painter, TEXTURE_B, coir_affine_identity(), &before));
        else if (step == 3)
            coir_painter_end_canvas(painter, &before);
        else if (step == 5)
            coir_painter_raw(painter, do_nothing, NULL);
        else
            coir_painter_image(painter, TEXTURE_A, coir_rect(0, 0, 10, 10));
        if (flushes)
            coir_painter_flush(painter);
    }
    CoirPainterStats stats = finish(painter);
    assert_int_equal(stats.calls, 5);
    return stats.texture_switches;
}

// The function of the user is a call without a texture. A change of the target is no call.
static void texture_switches_depend_neither_on_targets_nor_on_the_sink(void **state)
{
    (void)state;
    assert_int_equal(count_switches(false), 2);
    assert_int_equal(count_switches(true), 2);
}

static void an_image_is_upright(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_image(painter, TEXTURE_A, coir_rect(20, 5, 30, 10));
    for (int i = 0; i < 4; i++) {
        const CoirVertex *vertex = &painter->vertices[i];
        assert_true(vertex->u == 0 || vertex->u == 1);
        assert_vertex(vertex, 20 + 30 * vertex->u, HEIGHT - 15 + 10 * vertex->v, vertex->u, vertex->v);
        assert_color(vertex->color, 255, 255, 255, 255);
    }
    assert_float_equal(painter->vertices[0].u + painter->vertices[2].u, 1, 0); // corner 2 is opposite to corner 0
    assert_float_equal(painter->vertices[0].v + painter->vertices[2].v, 1, 0);
    finish(painter);
}

static void a_null_image_draws_nothing(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_image(painter, NULL, coir_rect(0, 0, 10, 10));
    assert_string_equal(coir_error(), "");
    assert_int_equal(finish(painter).quads, 0);
}

static void the_transform_is_applied_to_every_vertex(void **state)
{
    CoirPainter *painter = new_painter();
    CoirAffine turned = {1.2f, 1.6f, -1.6f, 1.2f, 40, 20}; // twice as large, and turned
    (void)state;
    painter->transform = turned;
    coir_painter_quad(painter, TEXTURE_A, corners);
    assert_vertex(&painter->vertices[0], 24, 32, 0, 0);
    assert_vertex(&painter->vertices[1], 36, 48, 1, 0);
    assert_vertex(&painter->vertices[2], 52, 36, 1, 1);
    assert_vertex(&painter->vertices[3], 40, 20, 0, 1);
    painter->transform = coir_affine_identity();
    coir_painter_triangles(painter, TEXTURE_A, corners, 4, triangle, 3);
    assert_vertex(&painter->vertices[5], 10, 10, 1, 0);
    finish(painter);
}

static void begin_sets_transform_and_tint(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    painter->transform = coir_affine_identity();
    painter->tint = COIR_BLACK;
    assert_true(coir_painter_begin(painter, upwards, WIDTH, HEIGHT));
    assert_memory_equal(&painter->transform, &upwards, sizeof upwards);
    assert_color(painter->tint, 255, 255, 255, 255);
    finish(painter);
}

static void colours_are_multiplied_with_the_tint(void **state)
{
    CoirPainter *painter = new_painter();
    CoirVertex mixed[4];
    (void)state;
    memcpy(mixed, corners, sizeof mixed);
    mixed[0].color = coir_rgba(255, 255, 255, 255);
    mixed[1].color = mixed[2].color = coir_rgba(128, 64, 0, 128);
    mixed[3].color = coir_rgba(0, 0, 0, 0);
    painter->tint = coir_rgba(255, 128, 10, 51);
    coir_painter_quad(painter, NULL, mixed);
    assert_color(painter->vertices[0].color, 255, 128, 10, 51);
    assert_color(painter->vertices[1].color, 128, 32, 0, 26);
    assert_color(painter->vertices[2].color, 128, 32, 0, 26);
    assert_color(painter->vertices[3].color, 0, 0, 0, 0);
    finish(painter);
}

static void multiplying_colours_carry_their_alpha(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    painter->tint = coir_rgba(255, 100, 0, 51);
    coir_painter_push_blend(painter, COIR_BLEND_MULTIPLY);
    coir_painter_quad(painter, NULL, corners);
    coir_painter_pop_blend(painter);
    assert_color(painter->vertices[0].color, 51, 20, 0, 51);
    finish(painter);
}

static void texture_coordinates_are_clamped(void **state)
{
    CoirPainter *painter = new_painter();
    CoirVertex wild[4];
    (void)state;
    memcpy(wild, corners, sizeof wild);
    wild[0].u = -0.25f;
    wild[1].u = 1.0001f;
    wild[2].v = 1e30f;
    wild[3].u = 0.5f;
    painter->transform.b = 0.5f; // a quad that is not upright keeps the order of its corners
    coir_painter_quad(painter, TEXTURE_A, wild);
    assert_float_equal(painter->vertices[0].u, 0, 0);
    assert_float_equal(painter->vertices[1].u, 1, 0);
    assert_float_equal(painter->vertices[2].v, 1, 0);
    assert_float_equal(painter->vertices[3].u, 0.5f, 1e-5);
    finish(painter);
}

static void shapes_that_are_not_finite_are_left_out_and_reported_once(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    CoirPainter *painter = new_painter();
    (void)state;
    for (int i = 0; i < 4 * 4 * 3; i++) {
        CoirVertex wrong[4];
        memcpy(wrong, corners, sizeof wrong);
        CoirVertex *vertex = &wrong[i % 4];
        float *fields[] = {&vertex->x, &vertex->y, &vertex->u, &vertex->v};
        *fields[i / 4 % 4] = bad[i / 16];
        coir_painter_quad(painter, TEXTURE_A, wrong);
        assert_int_equal(painter->vertex_count, 0);
        assert_int_equal(painter->call_count, 0);
    }
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    assert_mistake("finite");
    CoirVertex wrong[4];
    memcpy(wrong, corners, sizeof wrong);
    wrong[3].y = NAN;
    coir_painter_triangles(painter, NULL, wrong, 4, triangle, 3);
    assert_mistake("finite");
    painter->transform.a = NAN;
    coir_painter_rect(painter, coir_rect(0, 0, 1, 1), COIR_WHITE);
    assert_mistake("finite");
    CoirPainterStats stats = finish(painter);
    assert_int_equal(stats.quads + stats.triangles + stats.calls + stats.culled, 0);
}

static void shapes_far_away_are_left_out_without_a_mistake(void **state)
{
    CoirPainter *painter = new_painter();
    CoirVertex far[4];
    (void)state;
    memcpy(far, corners, sizeof far);
    for (int i = 0; i < 4; i++) {
        far[i].x += 2e38F;
        far[i].y += 2e38F;
    }
    coir_painter_quad(painter, TEXTURE_A, far);
    coir_painter_triangles(painter, NULL, far, 4, triangle, 3);
    coir_painter_rect(painter, coir_rect(1.2e38F, 1.2e38F, 1e37F, 1e37F), COIR_WHITE);
    assert_int_equal(painter->vertex_count, 0);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    assert_true(finish(painter).culled > 0);
}

// Mistakes and memory ------------------------------------------------------------------------------------------------

static void nulls_and_bad_numbers_are_mistakes(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_image(NULL, TEXTURE_A, coir_rect(0, 0, 1, 1));
    assert_mistake("painter is NULL");
    coir_painter_rect(NULL, coir_rect(0, 0, 1, 1), COIR_WHITE);
    assert_mistake("painter is NULL");
    coir_painter_quad(NULL, NULL, corners);
    assert_mistake("painter is NULL");
    coir_painter_quad(painter, NULL, NULL);
    assert_mistake("corners are NULL");
    coir_painter_push_blend(painter, (CoirBlend)17);
    coir_painter_pop_blend(painter);
    assert_mistake("17 is no blend mode");
    coir_painter_triangles(NULL, NULL, corners, 4, triangle, 3);
    assert_mistake("painter is NULL");
    coir_painter_triangles(painter, NULL, NULL, 4, triangle, 3);
    assert_mistake("vertices are NULL");
    coir_painter_triangles(painter, NULL, corners, 4, NULL, 3);
    assert_mistake("indices are NULL");
    coir_painter_push_blend(painter, (CoirBlend)(-1));
    coir_painter_pop_blend(painter);
    assert_mistake("-1 is no blend mode");
    coir_painter_pop_blend(painter);
    assert_mistake("without a coir_painter_push_blend");
    coir_painter_push_blend(NULL, COIR_BLEND_ADD);
    assert_mistake("painter is NULL");
    coir_painter_pop_blend(NULL);
    assert_mistake("painter is NULL");
    coir_painter_push_clip(NULL, coir_rect(0, 0, 1, 1));
    assert_mistake("painter is NULL");
    coir_painter_pop_clip(NULL);
    assert_mistake("painter is NULL");
    assert_int_equal(coir_painter_stats(NULL).quads, 0);
    coir_painter_destroy(NULL);
    assert_int_equal(finish(painter).calls, 0);
}

static void triangles_with_a_bad_index_are_refused(void **state)
{
    static const int high[6] = {0, 1, 2, 0, 1, 4}, low[3] = {0, -1, 2};
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_triangles(painter, NULL, corners, 4, high, 6);
    assert_mistake("the index 4");
    coir_painter_triangles(painter, NULL, corners, 4, low, 3);
    assert_mistake("the index -1");
    coir_painter_triangles(painter, NULL, corners, 4, high, 5);
    assert_mistake("5 indices");
    coir_painter_triangles(painter, NULL, corners, -4, high, 3);
    assert_mistake("-4 vertices");
    coir_painter_triangles(painter, NULL, corners, 4, high, -3);
    assert_mistake("-3 indices");
    coir_painter_triangles(painter, NULL, corners, 0, high, 0);
    assert_string_equal(coir_error(), "");
    assert_int_equal(finish(painter).calls, 0);
}

// Draws clips, images, blend modes and triangles. Returns false if the frame could not be begun or ended.
static bool draw_all(CoirPainter *painter)
{
    bool begun = coir_painter_begin(painter, upwards, WIDTH, HEIGHT);
    for (int i = 0; i < 12; i++) {
        coir_painter_push_clip(painter, coir_rect(0, 0, (float)(20 + i), 20));
        coir_painter_image(painter, i % 2 ? TEXTURE_A : TEXTURE_B, coir_rect(0, 0, 10, 10));
        coir_painter_push_blend(painter, COIR_BLEND_ADD);
        coir_painter_triangles(painter, NULL, corners, 4, triangle, 3);
        coir_painter_pop_blend(painter);
    }
    for (int i = 0; i < 12; i++)
        coir_painter_pop_clip(painter);
    return coir_painter_end(painter) && begun;
}

static void every_failing_allocation_leaves_shapes_out_and_is_reported(void **state)
{
    long nth = 1;
    (void)state;
    for (bool failed = true; failed; nth++) {
        CoirPainter *painter = coir_painter_new();
        assert_non_null(painter);
        support_fail_allocation(nth);
        bool ok = draw_all(painter);
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(ok, !failed);
        if (failed)
            assert_non_null(strstr(coir_error(), "out of memory"));
        assert_true(draw_all(painter)); // in the next frame allocations succeed again
        assert_int_equal(coir_painter_stats(painter).quads, 12);
        assert_int_equal(coir_painter_stats(painter).triangles, 12);
        coir_painter_destroy(painter);
        assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
        coir_error_clear();
    }
    assert_true(nth > 8);
    support_fail_allocation(1);
    assert_null(coir_painter_new());
    support_fail_allocation(0);
}

static bool refuse_to_draw(void *user, const CoirPainter *painter)
{
    (void)user;
    (void)painter;
    return coir_fail("the device is gone");
}

static void the_end_of_a_frame_gives_the_reason_of_its_first_failure(void **state)
{
    CoirPainter *painter = new_painter();
    (void)state;
    coir_painter_set_sink(painter, refuse_to_draw, NULL);
    for (int i = 0; i < 1025; i++) // the last rectangle calls the sink
        coir_painter_rect(painter, coir_rect(0, 0, 10, 10), COIR_WHITE);
    assert_string_equal(coir_error(), "the device is gone");
    coir_painter_rect(NULL, coir_rect(0, 0, 10, 10), COIR_WHITE);
    assert_mistake("the painter is NULL");
    assert_false(coir_painter_end(painter));
    assert_string_equal(coir_error(), "the device is gone");
    coir_painter_set_sink(painter, NULL, NULL);
    assert_true(coir_painter_begin(painter, upwards, WIDTH, HEIGHT));
    finish(painter);
}

TEST_FILE(painter)
{
    const struct CMUnitTest tests[] = {
        support_test(an_empty_frame_has_no_calls),
        support_test(neighbours_with_one_texture_make_one_call),
        support_test(interleaved_textures_are_not_reordered),
        support_test(a_change_of_blend_mode_begins_a_call),
        support_test(a_change_of_clip_begins_a_call_and_the_same_clip_does_not),
        support_test(quads_and_triangles_do_not_share_a_call),
        support_test(neighbouring_triangles_merge_and_their_indices_count_from_the_call),
        support_test(a_new_frame_starts_empty_and_allocates_nothing),
        support_test(statistics_describe_the_last_ended_frame),
        support_test(texture_switches_depend_neither_on_targets_nor_on_the_sink),
        support_test(an_image_is_upright),
        support_test(a_null_image_draws_nothing),
        support_test(the_transform_is_applied_to_every_vertex),
        support_test(begin_sets_transform_and_tint),
        support_test(colours_are_multiplied_with_the_tint),
        support_test(multiplying_colours_carry_their_alpha),
        support_test(texture_coordinates_are_clamped),
        support_test(shapes_that_are_not_finite_are_left_out_and_reported_once),
        support_test(shapes_far_away_are_left_out_without_a_mistake),
        support_test(nulls_and_bad_numbers_are_mistakes),
        support_test(triangles_with_a_bad_index_are_refused),
        support_test(every_failing_allocation_leaves_shapes_out_and_is_reported),
        support_test(the_end_of_a_frame_gives_the_reason_of_its_first_failure),
    };
    return cmocka_run_group_tests_name("painter", tests, NULL, NULL);
}
