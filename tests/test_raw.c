// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// coir_painter_raw: the order of its drawing, and that no change of the renderer's state remains.

#include "support/canvas.h"

#include <string.h>

#include "coir/box.h"
#include "coir/stage.h"

#define RED coir_rgb(255, 0, 0)
#define GREEN coir_rgb(0, 255, 0)
#define BLUE coir_rgb(0, 0, 255)

static void begin(Drawing drawing)
{
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
}

static void fill(SDL_Renderer *device, SDL_Rect where, CoirColor color)
{
    assert_int_equal(SDL_SetRenderDrawBlendMode(device, SDL_BLENDMODE_NONE), 0);
    assert_int_equal(SDL_SetRenderDrawColor(device, color.r, color.g, color.b, color.a), 0);
    assert_int_equal(SDL_RenderFillRect(device, &where), 0);
}

static void fill_middle(SDL_Renderer *device, void *user)
{
    int *calls = user;
    ++*calls;
    fill(device, (SDL_Rect){10, 0, 20, HEIGHT}, GREEN);
}

// Order --------------------------------------------------------------------------------------------------------------

static void raw_drawing_is_above_earlier_and_below_later_drawing(void **state)
{
    Drawing drawing = open_drawing();
    int calls = 0;
    (void)state;
    coir_painter_rect(drawing.painter, coir_rect(0, 0, WIDTH, HEIGHT), RED);
    coir_painter_raw(drawing.painter, fill_middle, &calls);
    coir_painter_rect(drawing.painter, coir_rect(15, 0, 5, HEIGHT), BLUE);
    assert_int_equal(calls, 0);
    draw(drawing);
    assert_int_equal(calls, 1);
    SDL_Surface *picture = picture_of(drawing.renderer);
    for (int x = 0; x < WIDTH; x++)
        assert_pixel(picture, x, 9, x >= 15 && x < 20 ? BLUE : x >= 10 && x < 30 ? GREEN : RED, 0);
    SDL_FreeSurface(picture);
    close_drawing(drawing);
}

static void a_raw_function_is_called_once_for_each_call_and_only_in_its_frame(void **state)
{
    Drawing drawing = open_drawing();
    int calls = 0;
    (void)state;
    for (int i = 0; i < 3; i++)
        coir_painter_raw(drawing.painter, fill_middle, &calls);
    draw(drawing);
    assert_int_equal(calls, 3);
    assert_int_equal(coir_painter_stats(drawing.painter).calls, 3);
    begin(drawing);
    draw(drawing);
    assert_int_equal(calls, 3);
    close_drawing(drawing);
}

static void raw_drawing_is_clipped(void **state)
{
    Drawing drawing = open_drawing();
    int calls = 0;
    (void)state;
    coir_painter_push_clip(drawing.painter, coir_rect(12, 10, 100, 5));
    coir_painter_raw(drawing.painter, fill_middle, &calls);
    coir_painter_pop_clip(drawing.painter);
    assert_drawn(drawing, (SDL_Rect){12, HEIGHT - 15, 18, 5}, GREEN, 0);
    begin(drawing);
    coir_painter_push_clip(drawing.painter, coir_rect(-10, 0, 5, 5)); // outside of the picture
    coir_painter_raw(drawing.painter, fill_middle, &calls);
    coir_painter_pop_clip(drawing.painter);
    assert_drawn(drawing, (SDL_Rect){0, 0, 0, 0}, GREEN, 0);
    close_drawing(drawing);
}

static void raw_drawing_separates_draw_calls_before_and_after(void **state)
{
    Drawing drawing = open_drawing();
    int calls = 0;
    (void)state;
    for (int frame = 0; frame < 2; frame++) { // in the second frame all arrays have been allocated
        begin(drawing);
        for (int i = 0; i < 4; i++) {
            coir_painter_image(drawing.painter, drawing.texture, coir_rect(0, 0, 4, 2));
            if (i / 2)
                coir_painter_rect(drawing.painter, coir_rect(0, 0, 4, 2), RED);
            coir_painter_raw(drawing.painter, fill_middle, &calls);
        }
        draw(drawing);
        assert_int_equal(coir_painter_stats(drawing.painter).calls, 8);
    }
    close_drawing(drawing);
}

// Changes of the renderer's state ------------------------------------------------------------------------------------

static const SDL_Rect corner = {30, 20, 5, 5};

static void set_color_and_blend(SDL_Renderer *device, void *user)
{
    (void)user;
    SDL_SetRenderDrawColor(device, 9, 99, 199, 9);
    SDL_SetRenderDrawBlendMode(device, SDL_BLENDMODE_MOD);
}

static void set_clip(SDL_Renderer *device, void *user)
{
    (void)user;
    SDL_RenderSetClipRect(device, &corner);
}

static void set_no_clip(SDL_Renderer *device, void *user)
{
    (void)user;
    SDL_RenderSetClipRect(device, NULL);
}

static void set_scale(SDL_Renderer *device, void *user)
{
    (void)user;
    SDL_RenderSetScale(device, 3, 0.5f);
}

static void set_viewport(SDL_Renderer *device, void *user)
{
    (void)user;
    SDL_RenderSetViewport(device, &corner);
}

static SDL_Texture *other_target;

static void set_target(SDL_Renderer *device, void *user)
{
    (void)user;
    SDL_DestroyTexture(other_target);
    other_target = SDL_CreateTexture(device, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, 16, 16);
    assert_non_null(other_target);
    assert_int_equal(SDL_SetRenderTarget(device, other_target), 0);
    SDL_RenderSetScale(device, 3, 0.5f);
    SDL_RenderSetClipRect(device, &corner);
    fill(device, (SDL_Rect){0, 0, 16, 16}, RED);
}

static void destroy_target(SDL_Renderer *device, void *user)
{
    set_target(device, user);
    SDL_DestroyTexture(other_target);
    other_target = NULL;
}

static void set_all(SDL_Renderer *device, void *user)
{
    set_scale(device, user);
    set_viewport(device, user);
    set_clip(device, user);
    set_target(device, user);
    set_color_and_blend(device, user);
}

// Draws shapes of all kinds. Calls `raw` between them, if not NULL.
static void draw_much(Drawing drawing, CoirRawDraw raw)
{
    static const int indices[6] = {0, 1, 2, 2, 3, 0};
    begin(drawing);
    for (int i = 0; i < 3; i++) {
        float x = (float)(13 * i);
        const CoirVertex corners[4] = {
            {x, 6, RED, 0, 0}, {x + 5, 6, RED, 0, 0}, {x + 5, 1, RED, 0, 0}, {x, 1, RED, 0, 0}};
        coir_painter_rect(drawing.painter, coir_rect(x, 10, 4, 4), coir_rgba(0, 0, 255, 100));
        coir_painter_image(drawing.painter, drawing.texture, coir_rect(x, 20, 4, 2));
        if (raw)
            coir_painter_raw(drawing.painter, raw, NULL);
        coir_painter_triangles(drawing.painter, NULL, corners, 4, indices, 6);
        if (i == 1)
            coir_painter_push_clip(drawing.painter, coir_rect(20, 0, 10, 12));
        quad(drawing.painter, NULL, COIR_BLEND_ADD, coir_rect(x + 3, 10, 4, 4), GREEN);
        if (raw)
            coir_painter_raw(drawing.painter, raw, NULL);
        coir_painter_image(drawing.painter, drawing.texture, coir_rect(x + 3, 11, 4, 2));
    }
    coir_painter_pop_clip(drawing.painter);
    draw(drawing);
}

static void no_renderer_state_of_raw_drawing_stays(void **state)
{
    static const CoirRawDraw all[] = {set_color_and_blend, set_clip,   set_no_clip,    set_scale,
                                      set_viewport,        set_target, destroy_target, set_all};
    Drawing drawing = open_drawing();
    (void)state;
    draw_much(drawing, NULL);
    SDL_Surface *expected = picture_of(drawing.renderer);
    for (int i = 0; i < 2 * 8; i++) {
        draw_much(drawing, i % 2 ? NULL : all[i / 2]); // NULL: the frame after the raw drawing
        SDL_Surface *picture = picture_of(drawing.renderer);
        if (memcmp(picture->pixels, expected->pixels, (size_t)(picture->pitch * picture->h)) != 0)
            fail_msg("the frame %s function %d differs", i % 2 ? "after" : "with", i / 2);
        SDL_FreeSurface(picture);
    }
    SDL_FreeSurface(expected);
    SDL_DestroyTexture(other_target);
    other_target = NULL;
    close_drawing(drawing);
}

static void raw_drawing_at_the_end_of_a_frame_leaves_no_renderer_state(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 2; i++) {
        begin(drawing);
        coir_painter_rect(drawing.painter, coir_rect(3, 5, 10, 7), RED);
        coir_painter_raw(drawing.painter, set_all, NULL);
        assert_drawn(drawing, (SDL_Rect){3, HEIGHT - 12, 10, 7}, RED, 0); // fails if `other_target` is still the target
    }
    SDL_DestroyTexture(other_target);
    other_target = NULL;
    close_drawing(drawing);
}

// Mistakes and memory ------------------------------------------------------------------------------------------------

static void nulls_are_mistakes(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_raw(NULL, set_clip, NULL);
    assert_mistake("painter is NULL");
    coir_painter_raw(drawing.painter, NULL, NULL);
    assert_mistake("function is NULL");
    draw(drawing);
    assert_int_equal(coir_painter_stats(drawing.painter).calls, 0);
    close_drawing(drawing);
}

static void paint_again(SDL_Renderer *device, void *user)
{
    Drawing *drawing = user;
    (void)device;
    note("again ");
    coir_painter_image(drawing->painter, drawing->texture, coir_rect(0, 0, WIDTH, HEIGHT));
    assert_mistake("draw with SDL alone there");
    coir_painter_rect(drawing->painter, coir_rect(0, 0, WIDTH, HEIGHT), RED);
    assert_mistake("draw with SDL alone there");
    coir_painter_raw(drawing->painter, paint_again, drawing);
    assert_mistake("draw with SDL alone there");
}

static void a_raw_function_may_not_use_the_painter(void **state)
{
    static const uint8_t pixel[4] = {255, 255, 255, 255};
    CoirTexture *white = coir_texture_from_pixels(1, 1, pixel);
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_set_sink(drawing.painter, coir_renderer_sink, drawing.renderer);
    for (int frame = 0; frame < 2; frame++) {
        begin(drawing);
        assert_true(coir_renderer_begin(drawing.renderer, background));
        coir_painter_raw(drawing.painter, paint_again, &drawing);
        coir_painter_rect(drawing.painter, coir_rect(3, 5, 10, 7), BLUE);
        coir_painter_image(drawing.painter, white, coir_rect(3, 5, 10, 7));
        assert_true(coir_painter_end(drawing.painter));
        assert_true(coir_renderer_end(drawing.renderer));
        SDL_Surface *picture = picture_of(drawing.renderer);
        assert_rectangle(picture, (SDL_Rect){3, HEIGHT - 12, 10, 7}, COIR_WHITE, 0);
        SDL_FreeSurface(picture);
        assert_trace("again ");
    }
    coir_texture_destroy(white);
    close_drawing(drawing);
}

typedef struct StageOnPainter {
    CoirStage *stage;
    CoirPainter *painter;
} StageOnPainter;

static void draw_stage(SDL_Renderer *device, void *user)
{
    const StageOnPainter *both = user;
    (void)device;
    coir_stage_draw(both->stage, both->painter);
    assert_mistake("coir_stage_draw: a function of coir_painter_raw draws");
}

static void a_raw_function_may_not_draw_a_stage(void **state)
{
    Drawing drawing = open_drawing();
    StageOnPainter both = {coir_stage_new(), drawing.painter};
    (void)state;
    assert_true(both.stage && coir_stage_show(both.stage, (CoirNode *)coir_box_new(WIDTH, HEIGHT, RED)));
    assert_true(coir_stage_update(both.stage, 0));
    coir_painter_set_sink(drawing.painter, coir_renderer_sink, drawing.renderer);
    assert_true(coir_renderer_begin(drawing.renderer, background));
    coir_painter_raw(drawing.painter, draw_stage, &both);
    coir_painter_rect(drawing.painter, coir_rect(3, 5, 10, 7), BLUE);
    assert_true(coir_painter_end(drawing.painter));
    SDL_Surface *picture = picture_of(drawing.renderer);
    assert_rectangle(picture, (SDL_Rect){3, HEIGHT - 12, 10, 7}, BLUE, 0);
    SDL_FreeSurface(picture);
    coir_stage_destroy(both.stage);
    close_drawing(drawing);
}

static void every_failing_allocation_leaves_raw_drawing_out_and_is_reported(void **state)
{
    long nth = 1;
    (void)state;
    for (bool failed = true; failed; nth++) {
        Drawing drawing = open_drawing();
        int calls = 0;
        support_fail_allocation(nth);
        for (int i = 0; i < 40; i++)
            coir_painter_raw(drawing.painter, fill_middle, &calls);
        bool ended = coir_painter_end(drawing.painter);
        bool drawn = coir_renderer_begin(drawing.renderer, background) &&
                     coir_renderer_draw(drawing.renderer, drawing.painter) && coir_renderer_end(drawing.renderer);
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(ended, !failed);
        assert_true(drawn);
        assert_int_equal(calls < 40, failed);
        assert_int_equal(strstr(coir_error(), "out of memory") != NULL, failed);
        coir_error_clear();
        begin(drawing);
        coir_painter_raw(drawing.painter, fill_middle, &calls);
        assert_drawn(drawing, (SDL_Rect){10, 0, 20, HEIGHT}, GREEN, 0);
        close_drawing(drawing);
    }
    assert_true(nth > 2);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

TEST_FILE(raw)
{
    const struct CMUnitTest tests[] = {
        support_test(raw_drawing_is_above_earlier_and_below_later_drawing),
        support_test(a_raw_function_is_called_once_for_each_call_and_only_in_its_frame),
        support_test(raw_drawing_is_clipped),
        support_test(raw_drawing_separates_draw_calls_before_and_after),
        support_test(no_renderer_state_of_raw_drawing_stays),
        support_test(raw_drawing_at_the_end_of_a_frame_leaves_no_renderer_state),
        support_test(nulls_are_mistakes),
        support_test(a_raw_function_may_not_use_the_painter),
        support_test(a_raw_function_may_not_draw_a_stage),
        support_test(every_failing_allocation_leaves_raw_drawing_out_and_is_reported),
    };
    return cmocka_run_group_tests_name("raw", tests, folder_setup, folder_teardown);
}
