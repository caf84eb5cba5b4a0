// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Frames and nine-slices, checked by the pixels of the target. Some tests also draw tiles (coir_painter_tiles).

#include "support/parts.h"

#include <math.h>
#include <string.h>

static const CoirFrame no_frame = {0};

// Frames -------------------------------------------------------------------------------------------------------------

static void a_frame_leaves_its_trimmed_borders_empty(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = nine_parts(3, 3, (SDL_Rect){0, 0, 3, 3}, false);
    CoirFrame frame = {.texture = texture, .size = {6, 8}, .offset = {2, 1}};
    (void)state;
    coir_painter_frame(drawing.painter, &frame, coir_rect(10, 4, 12, 16)); // 10 pixels below the top of the target
    assert_drawn(drawing, (SDL_Rect){14, 12, 6, 6}, part_color(0, 0), 0);
    finish(drawing, texture);
}

static void a_rotated_frame_is_drawn_upright(void **state)
{
    Drawing drawing = open_drawing();
    SDL_Rect part = {0, 0, 9, 6};
    CoirTexture *texture = nine_parts(6, 9, part, true);
    CoirFrame frame = {.texture = texture, .rotated = true, .size = {9, 9}};
    (void)state;
    coir_painter_frame(drawing.painter, &frame, coir_rect(5, 5, 27, 18));
    SDL_Surface *picture = take_picture(drawing);
    assert_middles(picture, 5, HEIGHT - 23, 9, 6, part);
    SDL_FreeSurface(picture);
    finish(drawing, texture);
}

// Nine slices --------------------------------------------------------------------------------------------------------

// Checks that the picture of nine parts has its edges at these pixels, and that the rest is background.
static void assert_parts(Drawing drawing, const int x[4], const int y[4], int tolerance)
{
    SDL_Surface *picture = take_picture(drawing);
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++) {
            int i = 0, k = 0;
            while (i < 3 && column >= x[i + 1])
                i++;
            while (k < 3 && row >= y[k + 1])
                k++;
            bool inside = column >= x[0] && row >= y[0] && i < 3 && k < 3;
            assert_pixel(picture, column, row, inside ? part_color(i, k) : background, inside ? tolerance : 0);
        }
    SDL_FreeSurface(picture);
}

static void a_nine_slice_keeps_its_corners(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    coir_painter_nine_slice(drawing.painter, &frame, coir_insets_all(3), coir_rect(5, 4, 20, 16));
    assert_int_equal(coir_painter_counted(drawing.painter).quads, 9);
    assert_parts(drawing, (const int[]){5, 8, 22, 25}, (const int[]){10, 13, 23, 26}, 0);
    finish(drawing, texture);
}

static void insets_are_left_top_right_bottom(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    coir_painter_nine_slice(drawing.painter, &frame, coir_insets(6, 6, 0, 0), coir_rect(5, 4, 15, 16));
    assert_int_equal(coir_painter_counted(drawing.painter).quads, 4);
    assert_parts(drawing, (const int[]){5, 8, 11, 20}, (const int[]){10, 13, 16, 26}, 0);
    coir_painter_nine_slice(drawing.painter, &frame, coir_insets(0, 0, 6, 6), coir_rect(5, 4, 15, 16));
    assert_parts(drawing, (const int[]){5, 14, 17, 20}, (const int[]){10, 20, 23, 26}, 0);
    finish(drawing, texture);
}

static void insets_may_cover_the_whole_frame(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    coir_painter_nine_slice(drawing.painter, &frame, coir_insets(3, 6, 6, 3), coir_rect(5, 4, 9, 9));
    assert_int_equal(coir_painter_counted(drawing.painter).quads, 4);
    assert_parts(drawing, (const int[]){5, 8, 11, 14}, (const int[]){17, 20, 23, 26}, 0);
    finish(drawing, texture);
}

static void corners_shrink_evenly_where_there_is_no_room(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    coir_painter_nine_slice(drawing.painter, &frame, coir_insets_all(3), coir_rect(5, 4, 20, 4));
    assert_parts(drawing, (const int[]){5, 7, 23, 25}, (const int[]){22, 24, 24, 26}, 0);
    coir_painter_nine_slice(drawing.painter, &frame, coir_insets_all(3), coir_rect(5, 4, 2, 2));
    assert_parts(drawing, (const int[]){5, 6, 6, 7}, (const int[]){24, 25, 25, 26}, 0);
    coir_painter_nine_slice(drawing.painter, &frame, coir_insets_all(3), coir_rect(5, 4, 4, 20));
    assert_parts(drawing, (const int[]){5, 7, 7, 9}, (const int[]){6, 8, 24, 26}, 0);
    finish(drawing, texture);
}

static void slices_meet_at_any_scale(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    for (int i = 0; i < 200; i++) {
        float scale = 0.8f + 0.013f * (float)i, shift = 0.37f * (float)(i % 10), up = HEIGHT - shift;
        const double places[4] = {1, 4, 6, 9};
        int x[4], y[4];
        set_view(drawing, scale, 0, 0, -scale, shift, up);
        for (int k = 0; k < 4; k++) {
            x[k] = (int)floor(places[k] * scale + shift + 0.5);
            y[k] = (int)floor(up - places[3 - k] * scale + 0.5);
        }
        coir_painter_nine_slice(drawing.painter, &frame, coir_insets_all(3), coir_rect(1, 1, 8, 8));
        assert_parts(drawing, x, y, 1);
    }
    finish(drawing, texture);
}

static void no_transparent_pixel_is_drawn_twice(void **state)
{
    Drawing drawing = open_drawing();
    static const uint8_t white[9 * 9 * 4];
    uint8_t pixels[sizeof white];
    memset(pixels, 255, sizeof pixels);
    CoirTexture *texture = coir_texture_from_pixels(9, 9, pixels);
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    drawing.painter->tint.a = 128;
    set_view(drawing, 1.3f, 0, 0, -1.3f, 0.4f, 25.3f);
    coir_painter_nine_slice(drawing.painter, &frame, coir_insets_all(3), coir_rect(2, 2, 20, 12));
    coir_painter_tiles(drawing.painter, &frame, coir_rect(2, 14, 20, 4), coir_vec2(3.3f, 2.7f), coir_vec2(0.3f, 0.9f));
    assert_drawn(drawing, (SDL_Rect){3, 2, 26, 21}, coir_rgb(228, 178, 153), 2);
    finish(drawing, texture);
}

static void trimmed_and_rotated_frames_are_sliced_like_whole_frames(void **state)
{
    Drawing drawing = open_drawing();
    SDL_Rect part = {2, 1, 6, 7}; // the part that is not transparent
    CoirTexture *whole = nine_parts(9, 9, part, false), *turned = nine_parts(7, 6, part, true);
    CoirFrame a = coir_frame_whole(whole), b = {whole, {2, 1, 6, 7}, 0, false, {9, 9}, {2, 1}, NULL},
              c = {turned, {0, 0, 7, 6}, 0, true, {9, 9}, {2, 1}, NULL};
    CoirRect where = coir_rect(4, 3, 27, 18);
    (void)state;
    coir_painter_nine_slice(drawing.painter, &a, coir_insets_all(3), where);
    SDL_Surface *picture = take_picture(drawing);
    coir_painter_nine_slice(drawing.painter, &b, coir_insets_all(3), where);
    assert_same_and_free(picture, take_picture(drawing));
    coir_painter_nine_slice(drawing.painter, &c, coir_insets_all(3), coir_rect(4, 3, 9, 9));
    picture = take_picture(drawing);
    assert_middles(picture, 4, HEIGHT - 12, 3, 3, part);
    SDL_FreeSurface(picture);
    coir_texture_destroy(whole);
    finish(drawing, turned);
}

static void neighbours_of_one_texture_are_one_draw_call(void **state)
{
    Drawing drawing = open_drawing();
    CoirFrame frame = coir_frame_whole(drawing.texture);
    (void)state;
    coir_painter_image(drawing.painter, drawing.texture, coir_rect(0, 0, 4, 2));
    coir_painter_nine_slice(drawing.painter, &frame, coir_insets(1, 0.5f, 1, 0.5f), coir_rect(5, 5, 20, 10));
    coir_painter_tiles(drawing.painter, &frame, coir_rect(0, 20, 20, 10), coir_vec2(0, 0), coir_vec2(0, 0));
    coir_painter_frame(drawing.painter, &frame, coir_rect(10, 5, 4, 2));
    assert_int_equal(drawing.painter->call_count, 1);
    coir_painter_push_blend(drawing.painter, COIR_BLEND_ADD);
    coir_painter_nine_slice(drawing.painter, &frame, coir_insets(1, 0.5f, 1, 0.5f), coir_rect(5, 5, 20, 10));
    coir_painter_tiles(drawing.painter, &frame, coir_rect(0, 20, 20, 10), coir_vec2(0, 0), coir_vec2(0, 0));
    coir_painter_frame(drawing.painter, &frame, coir_rect(10, 5, 4, 2));
    coir_painter_pop_blend(drawing.painter);
    assert_int_equal(drawing.painter->call_count, 2);
    assert_int_equal(drawing.painter->calls[1].blend, COIR_BLEND_ADD);
    close_drawing(drawing);
}

// Returns how many vertices of the painter are exactly at this position.
static int corners_at(const CoirPainter *painter, float x, float y)
{
    int count = 0;
    for (int i = 0; i < painter->vertex_count; i++)
        count += painter->vertices[i].x == x && painter->vertices[i].y == y;
    return count;
}

static void parts_of_a_turned_node_share_their_corners_exactly(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    CoirPainter *painter = drawing.painter;
    (void)state;
    for (int i = 0; i < 100; i++) {
        float turn = 0.1f + 0.014f * (float)i, c = cosf(turn), s = sinf(turn);
        int shared[5] = {0};
        assert_true(coir_painter_begin(painter, upwards, WIDTH, HEIGHT));
        set_view(drawing, c, s, s, -c, 20, 15);
        coir_painter_nine_slice(painter, &frame, coir_insets_all(3), coir_rect(-10.1f, -8.7f, 20.3f, 15.9f));
        assert_int_equal(painter->vertex_count, 36);
        for (int k = 0; k < painter->vertex_count; k++)
            shared[corners_at(painter, painter->vertices[k].x, painter->vertices[k].y)]++;
        assert_true(shared[1] == 4 && shared[2] == 16 && shared[4] == 16);
    }
    finish(drawing, texture);
}

// Mistakes -----------------------------------------------------------------------------------------------------------

static void bad_insets_are_mistakes(void **state)
{
    const CoirInsets bad[] = {{-1, 0, 0, 0}, {0, -1, 0, 0},   {0, 0, -1, 0},         {0, 0, 0, -1},
                              {3, 0, 2, 0},  {0, 2, 0, 0.5f}, {(float)NAN, 0, 0, 0}, {0, 0, 0, INFINITY}};
    Drawing drawing = open_drawing();
    CoirFrame frame = coir_frame_whole(drawing.texture);
    (void)state;
    for (int i = 0; i < 8; i++) {
        coir_painter_nine_slice(drawing.painter, &frame, bad[i], coir_rect(0, 0, 20, 20));
        assert_mistake("do not fit a picture of 4 x 2");
        assert_nothing_drawn(drawing);
    }
    finish(drawing, NULL);
}

static void bad_rectangles_and_frames_are_mistakes(void **state)
{
    Drawing drawing = open_drawing();
    CoirPainter *painter = drawing.painter;
    CoirFrame frame = coir_frame_whole(drawing.texture), outside = {.texture = drawing.texture, .region = {3, 0, 2, 2}};
    CoirRect where = coir_rect(0, 0, 20, 20), bad = coir_rect(0, (float)NAN, 1, 1);
    CoirVec2 none = coir_vec2(0, 0);
    (void)state;
    coir_painter_frame(painter, &frame, bad);
    assert_mistake("finite");
    coir_painter_nine_slice(painter, &frame, coir_insets_all(0), bad);
    assert_mistake("finite");
    coir_painter_tiles(painter, &frame, bad, none, none);
    assert_mistake("finite");
    coir_painter_frame(painter, &outside, where);
    assert_mistake("coir_painter_frame");
    coir_painter_nine_slice(painter, NULL, coir_insets_all(0), where);
    assert_mistake("coir_painter_nine_slice: the frame is NULL");
    coir_painter_nine_slice(NULL, &frame, coir_insets_all(0), where);
    assert_mistake("coir_painter_nine_slice: the painter is NULL");
    coir_painter_tiles(painter, NULL, where, none, none);
    assert_mistake("coir_painter_tiles: the frame is NULL");
    coir_painter_frame(NULL, &frame, where);
    assert_mistake("coir_painter_frame: the painter is NULL");
    assert_nothing_drawn(drawing);
    finish(drawing, NULL);
}

static void empty_frames_and_rectangles_draw_nothing(void **state)
{
    Drawing drawing = open_drawing();
    CoirPainter *painter = drawing.painter;
    CoirFrame frame = coir_frame_whole(drawing.texture);
    CoirVec2 none = coir_vec2(0, 0);
    (void)state;
    coir_painter_frame(painter, &no_frame, coir_rect(0, 0, 20, 20));
    coir_painter_nine_slice(painter, &no_frame, coir_insets_all(3), coir_rect(0, 0, 20, 20));
    coir_painter_tiles(painter, &no_frame, coir_rect(0, 0, 20, 20), none, none);
    coir_painter_nine_slice(painter, &frame, coir_insets_all(0), coir_rect(0, 0, 0, 20));
    coir_painter_nine_slice(painter, &frame, coir_insets_all(1), coir_rect(0, 0, 20, -5));
    coir_painter_tiles(painter, &frame, coir_rect(0, 0, -20, 20), none, none);
    assert_nothing_drawn(drawing);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    finish(drawing, NULL);
}

// Extremes -----------------------------------------------------------------------------------------------------------

static void extreme_numbers_do_no_harm(void **state)
{
    const float values[] = {0, 1e-45f, 1e-6f, 0.3f, 7, 1e7f, 3e38f};
    Drawing drawing = open_drawing();
    CoirFrame frame = coir_frame_whole(drawing.texture);
    (void)state;
    for (int i = 0; i < 7 * 7 * 7 * 7; i++) {
        float a = values[i % 7], b = values[i / 7 % 7], c = values[i / 49 % 7], d = values[i / 343];
        assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
        set_view(drawing, a, i % 2 ? b : 0, 0, -b, c, -d);
        coir_painter_nine_slice(drawing.painter, &frame, coir_insets(1, 1, 2, 0), coir_rect(-c, d, b, a));
        if (a > 1e-6f && b > 1e-6f)
            coir_painter_tiles(drawing.painter, &frame, coir_rect(-d, c, a, b), coir_vec2(b, 7), coir_vec2(d, -a));
        coir_painter_end(drawing.painter);
    }
    finish(drawing, NULL);
}

static void draw_all(void)
{
    CoirPainter *painter = coir_painter_new();
    static const uint8_t red[4] = {255, 0, 0, 255};
    CoirTexture *texture = coir_texture_from_pixels(1, 1, red);
    if (painter && texture && coir_painter_begin(painter, upwards, WIDTH, HEIGHT)) {
        CoirFrame frame = coir_frame_whole(texture);
        coir_painter_nine_slice(painter, &frame, coir_insets(0.2f, 0.2f, 0.2f, 0.2f), coir_rect(0, 0, 20, 10));
        coir_painter_tiles(painter, &frame, coir_rect(0, 0, 40, 30), coir_vec2(0, 0), coir_vec2(0, 0));
        coir_painter_end(painter);
    }
    coir_painter_destroy(painter);
    coir_texture_destroy(texture);
    coir_textures_sweep();
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    assert_true(support_fail_each_allocation(draw_all) > 5);
}

TEST_FILE(slices)
{
    const struct CMUnitTest tests[] = {
        support_test(a_frame_leaves_its_trimmed_borders_empty),
        support_test(a_rotated_frame_is_drawn_upright),
        support_test(a_nine_slice_keeps_its_corners),
        support_test(insets_are_left_top_right_bottom),
        support_test(insets_may_cover_the_whole_frame),
        support_test(corners_shrink_evenly_where_there_is_no_room),
        support_test(slices_meet_at_any_scale),
        support_test(no_transparent_pixel_is_drawn_twice),
        support_test(trimmed_and_rotated_frames_are_sliced_like_whole_frames),
        support_test(neighbours_of_one_texture_are_one_draw_call),
        support_test(parts_of_a_turned_node_share_their_corners_exactly),
        support_test(bad_insets_are_mistakes),
        support_test(bad_rectangles_and_frames_are_mistakes),
        support_test(empty_frames_and_rectangles_draw_nothing),
        support_test(extreme_numbers_do_no_harm),
        support_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("slices", tests, folder_setup, folder_teardown);
}
