// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Canvases: a picture that is drawn to a canvas, and then shown, has the same pixels as a picture that is drawn
// directly.

#include "support/canvas.h"

#include <string.h>

#include "draw/canvas.h"

static const CoirRect all = {0, 0, WIDTH, HEIGHT};

static void draw_things(const Drawing *drawing)
{
    coir_painter_push_blend(drawing->painter, COIR_BLEND_ADD);
    coir_painter_rect(drawing->painter, coir_rect(2, 3, 20, 10), coir_rgba(0, 100, 0, 128));
    coir_painter_pop_blend(drawing->painter);
    coir_painter_push_clip(drawing->painter, coir_rect(5, 5, 30, 20));
    coir_painter_image(drawing->painter, drawing->texture, coir_rect(3, 3, 16, 8));
    coir_painter_circle(drawing->painter, coir_vec2(25, 15), 8, coir_rgba(0, 0, 255, 200));
    coir_painter_pop_clip(drawing->painter);
    coir_painter_push_blend(drawing->painter, COIR_BLEND_NONE);
    coir_painter_rect(drawing->painter, coir_rect(30, 1, 8, 8), coir_rgba(10, 20, 30, 0));
    coir_painter_pop_blend(drawing->painter);
}

// Returns the picture that is drawn directly. The picture is drawn twice, because a scaled picture is smooth only
// from the second frame on.
static SDL_Surface *expect(Drawing drawing)
{
    draw_things(&drawing);
    SDL_FreeSurface(take_picture(drawing));
    draw_things(&drawing);
    return take_picture(drawing);
}

static void draw_to(const Drawing *drawing, CoirTexture *canvas)
{
    CoirCanvasBefore before;
    assert_true(coir_painter_begin_canvas(drawing->painter, canvas, upwards, &before));
    draw_things(drawing);
    coir_painter_end_canvas(drawing->painter, &before);
}

// Lets the device lose its textures, and draws two frames without the canvas.
static void reset(Drawing drawing)
{
    coir_renderer_reset(drawing.renderer);
    SDL_FreeSurface(expect(drawing));
}

static void assert_same(SDL_Surface *a, SDL_Surface *b)
{
    assert_int_equal(a->w, b->w);
    assert_int_equal(a->h, b->h);
    assert_memory_equal(a->pixels, b->pixels, (size_t)(a->pitch * a->h));
    SDL_FreeSurface(b);
}

static void release(CoirTexture *canvas)
{
    coir_canvas_destroy(canvas);
    coir_textures_sweep();
}

static void a_canvas_shows_the_picture_that_was_drawn_to_it(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *canvas = coir_canvas_new(WIDTH, HEIGHT);
    (void)state;
    SDL_Surface *expected = expect(drawing);
    for (int i = 0; i < 3; i++) {
        draw_to(&drawing, canvas);
        coir_painter_image(drawing.painter, canvas, all);
        assert_same(expected, take_picture(drawing));
        if (i == 1)
            reset(drawing);
    }
    SDL_FreeSurface(expected);
    release(canvas);
    close_drawing(drawing);
}

static void drawing_to_a_canvas_is_not_on_the_screen(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *canvas = coir_canvas_new(WIDTH, HEIGHT);
    (void)state;
    SDL_Surface *empty = take_picture(drawing);
    draw_to(&drawing, canvas);
    assert_same(empty, take_picture(drawing));
    SDL_FreeSurface(empty);
    release(canvas);
    close_drawing(drawing);
}

static void a_canvas_inside_a_canvas_is_shown_by_the_outer_one(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *outer = coir_canvas_new(WIDTH, HEIGHT), *inner = coir_canvas_new(WIDTH, HEIGHT);
    CoirCanvasBefore before;
    (void)state;
    SDL_Surface *expected = expect(drawing);
    assert_true(coir_painter_begin_canvas(drawing.painter, outer, upwards, &before));
    coir_painter_push_clip(drawing.painter, coir_rect(1, 1, 2, 2)); // does not clip the inner canvas
    draw_to(&drawing, inner);
    coir_painter_pop_clip(drawing.painter);
    coir_painter_image(drawing.painter, inner, all);
    coir_painter_end_canvas(drawing.painter, &before);
    coir_painter_image(drawing.painter, outer, all);
    assert_same(expected, take_picture(drawing));
    SDL_FreeSurface(expected);
    release(inner);
    release(outer);
    close_drawing(drawing);
}

static void a_canvas_keeps_its_picture_when_an_inner_canvas_ends(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *outer = coir_canvas_new(WIDTH, HEIGHT), *inner = coir_canvas_new(WIDTH, HEIGHT);
    CoirCanvasBefore before;
    (void)state;
    SDL_Surface *expected = expect(drawing);
    assert_true(coir_painter_begin_canvas(drawing.painter, outer, upwards, &before));
    draw_things(&drawing);
    draw_to(&drawing, inner);
    coir_painter_end_canvas(drawing.painter, &before);
    coir_painter_image(drawing.painter, outer, all);
    assert_same(expected, take_picture(drawing));
    SDL_FreeSurface(expected);
    release(inner);
    release(outer);
    close_drawing(drawing);
}

static void a_canvas_may_get_another_size_and_filter(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *canvas = coir_canvas_new(7, 700);
    (void)state;
    draw_to(&drawing, canvas);
    coir_painter_image(drawing.painter, canvas, all);
    SDL_FreeSurface(take_picture(drawing));
    assert_true(coir_canvas_set_size(canvas, WIDTH, HEIGHT));
    assert_true(coir_texture_set_filter(canvas, COIR_FILTER_NEAREST));
    coir_textures_sweep();
    assert_int_equal(coir_texture_width(canvas), WIDTH);
    SDL_Surface *expected = expect(drawing);
    draw_to(&drawing, canvas);
    coir_painter_image(drawing.painter, canvas, all);
    assert_same(expected, take_picture(drawing));
    SDL_FreeSurface(expected);
    release(canvas);
    close_drawing(drawing);
}

static void a_canvas_counts_its_pixels(void **state)
{
    int64_t before = coir_textures_bytes();
    (void)state;
    CoirTexture *canvas = coir_canvas_new(100, 50);
    assert_int_equal(coir_textures_bytes() - before, 20000);
    assert_true(coir_canvas_set_size(canvas, 10, 7));
    assert_int_equal(coir_textures_bytes() - before, 280);
    support_fail_allocation(1);
    assert_false(coir_canvas_set_size(canvas, 20, 20));
    support_fail_allocation(0);
    assert_int_equal(coir_textures_bytes() - before, 280);
    assert_true(coir_texture_set_filter(canvas, COIR_FILTER_NEAREST)); // the canvas moves to another page
    assert_int_equal(coir_textures_bytes() - before, 280);
    coir_canvas_destroy(canvas);
    assert_int_equal(coir_textures_bytes() - before, 280); // not freed before the sweep
    coir_textures_sweep();
    assert_int_equal(coir_textures_bytes() - before, 0);
}

static void scale_window(SDL_Renderer *device, void *user)
{
    (void)user;
    assert_int_equal(SDL_SetRenderTarget(device, NULL), 0);
    assert_int_equal(SDL_RenderSetScale(device, 2, 3), 0);
    assert_int_equal(SDL_RenderSetViewport(device, &(SDL_Rect){5, 6, 7, 8}), 0);
}

static void raw_drawing_to_a_canvas_leaves_no_state_of_the_window(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *canvas = coir_canvas_new(WIDTH, HEIGHT);
    CoirCanvasBefore before;
    (void)state;
    SDL_Surface *expected = expect(drawing);
    assert_true(coir_painter_begin_canvas(drawing.painter, canvas, upwards, &before));
    coir_painter_raw(drawing.painter, scale_window, NULL);
    draw_things(&drawing);
    coir_painter_end_canvas(drawing.painter, &before);
    coir_painter_image(drawing.painter, canvas, all);
    assert_same(expected, take_picture(drawing));
    draw_things(&drawing);
    assert_same(expected, take_picture(drawing)); // the next frame
    SDL_FreeSurface(expected);
    release(canvas);
    close_drawing(drawing);
}

static void the_painter_continues_after_a_canvas_as_before(void **state)
{
    Drawing drawing = open_drawing();
    CoirPainter *painter = drawing.painter;
    CoirTexture *canvas = coir_canvas_new(9, 9);
    CoirCanvasBefore before;
    (void)state;
    coir_painter_push_clip(painter, coir_rect(1, 2, 3, 4));
    coir_painter_push_blend(painter, COIR_BLEND_ADD);
    painter->transform = coir_affine_identity();
    painter->tint = coir_rgb(1, 2, 3);
    CoirPainter expected = *painter;
    assert_true(coir_painter_begin_canvas(painter, canvas, upwards, &before));
    assert_int_equal(coir_painter_blend(painter), COIR_BLEND_ALPHA);
    coir_painter_rect(painter, coir_rect(0, 0, 5, 5), COIR_WHITE);
    coir_painter_end_canvas(painter, &before);
    assert_memory_equal(&painter->transform, &expected.transform, sizeof painter->transform);
    assert_memory_equal(&painter->tint, &expected.tint, sizeof painter->tint);
    assert_memory_equal(&painter->middle, &expected.middle, sizeof painter->middle);
    assert_memory_equal(&painter->extent, &expected.extent, sizeof painter->extent);
    assert_int_equal(painter->clip_count, expected.clip_count);
    assert_int_equal(coir_painter_blend(painter), COIR_BLEND_ADD);
    coir_painter_pop_blend(painter);
    coir_painter_pop_clip(painter);
    SDL_FreeSurface(take_picture(drawing));
    release(canvas);
    close_drawing(drawing);
}

static void a_canvas_that_cannot_be_made_leaves_nothing_behind(void **state)
{
    Drawing drawing = open_drawing();
    int64_t bytes = coir_textures_bytes();
    CoirTexture *canvas = NULL;
    CoirCanvasBefore before;
    long nth;
    (void)state;
    for (nth = 1; !canvas; nth++) {
        support_fail_allocation(nth);
        canvas = coir_canvas_new(WIDTH, HEIGHT);
        assert_true(canvas || strstr(coir_error(), "out of memory"));
        assert_int_equal(coir_textures_bytes() - bytes, canvas ? 4 * WIDTH * HEIGHT : 0);
    }
    assert_true(nth > 2);
    support_fail_allocation(1);
    assert_false(coir_canvas_set_size(canvas, 5, 5));
    assert_int_equal(canvas->width, WIDTH);
    coir_painter_destroy(drawing.painter); // a new painter has empty arrays, so begin_canvas needs memory
    drawing.painter = coir_painter_new();
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
    support_fail_allocation(1);
    assert_false(coir_painter_begin_canvas(drawing.painter, canvas, upwards, &before));
    assert_int_equal(drawing.painter->clip_count, 1);
    assert_int_equal(drawing.painter->blend_count, 1);
    assert_false(coir_painter_end(drawing.painter));
    support_fail_allocation(0);
    release(canvas);
    close_drawing(drawing);
}

static void do_nothing(SDL_Renderer *device, void *user)
{
    (void)device;
    (void)user;
}

static void a_canvas_that_was_drawn_to_ends_without_memory(void **state)
{
    const CoirColor red = {255, 0, 0, 255};
    Drawing drawing = open_drawing();
    CoirPainter *painter = drawing.painter;
    CoirTexture *canvas = coir_canvas_new(WIDTH, HEIGHT);
    CoirCanvasBefore before;
    (void)state;
    coir_painter_set_sink(painter, coir_renderer_sink, drawing.renderer);
    assert_true(coir_renderer_begin(drawing.renderer, background));
    assert_true(coir_painter_begin_canvas(painter, canvas, upwards, &before));
    while (!SDL_GetRenderTarget(coir_renderer_sdl(drawing.renderer)))
        coir_painter_rect(painter, all, red);
    while (painter->call_count < painter->call_capacity)
        coir_painter_raw(painter, do_nothing, NULL);
    support_fail_allocation(1);
    coir_painter_end_canvas(painter, &before);
    support_fail_allocation(0);
    coir_painter_rect(painter, coir_rect(3, 5, 10, 7), red);
    assert_true(coir_painter_end(painter));
    assert_null(SDL_GetRenderTarget(coir_renderer_sdl(drawing.renderer)));
    SDL_Surface *picture = picture_of(drawing.renderer);
    assert_rectangle(picture, (SDL_Rect){3, HEIGHT - 12, 10, 7}, red, 0);
    SDL_FreeSurface(picture);
    release(canvas);
    close_drawing(drawing);
}

TEST_FILE(canvas)
{
    const struct CMUnitTest tests[] = {
        support_test(a_canvas_shows_the_picture_that_was_drawn_to_it),
        support_test(drawing_to_a_canvas_is_not_on_the_screen),
        support_test(a_canvas_inside_a_canvas_is_shown_by_the_outer_one),
        support_test(a_canvas_keeps_its_picture_when_an_inner_canvas_ends),
        support_test(a_canvas_may_get_another_size_and_filter),
        support_test(a_canvas_counts_its_pixels),
        support_test(raw_drawing_to_a_canvas_leaves_no_state_of_the_window),
        support_test(the_painter_continues_after_a_canvas_as_before),
        support_test(a_canvas_that_cannot_be_made_leaves_nothing_behind),
        support_test(a_canvas_that_was_drawn_to_ends_without_memory),
    };
    return cmocka_run_group_tests_name("canvas", tests, folder_setup, folder_teardown);
}
