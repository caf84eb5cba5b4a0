// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The pixels that coir_painter_tiles draws: whole tiles and cut tiles, at any scale and turned.

#include "support/parts.h"

#include <math.h>

static int modulo(int a, int b)
{
    return (a % b + b) % b;
}

// Draws the tiles. Inside `where`, the pixels must repeat the 4 x 2 pixels of the texture, moved by the offset. All
// other pixels must be background. `where` and the offset are in points: y goes up.
static void assert_tiled(Drawing drawing, SDL_Rect where, int offset_x, int offset_y)
{
    SDL_Surface *picture = take_picture(drawing);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int up = HEIGHT - 1 - y;
            bool inside = x >= where.x && x < where.x + where.w && up >= where.y && up < where.y + where.h;
            int column = modulo(x - where.x - offset_x, 4), row = 1 - modulo(up - where.y - offset_y, 2);
            const uint8_t *p = eight_pixels + 4 * (row * 4 + column);
            assert_pixel(picture, x, y, inside ? coir_rgb(p[0], p[1], p[2]) : background, 0);
        }
    SDL_FreeSurface(picture);
}

static void tiles_repeat_and_are_cut_off_at_the_edges(void **state)
{
    const int offsets[][2] = {{0, 0}, {1, 0}, {3, 1}, {-1, -1}, {-6, 7}, {4000001, -4000001}};
    Drawing drawing = open_drawing();
    CoirFrame frame = coir_frame_whole(drawing.texture);
    (void)state;
    for (int i = 0; i < 6; i++) {
        CoirVec2 offset = coir_vec2((float)offsets[i][0], (float)offsets[i][1]);
        coir_painter_tiles(drawing.painter, &frame, coir_rect(3, 4, 14, 7), coir_vec2(0, 0), offset);
        assert_tiled(drawing, (SDL_Rect){3, 4, 14, 7}, offsets[i][0], offsets[i][1]);
    }
    finish(drawing, NULL);
}

static void a_tile_without_a_height_is_as_high_as_the_picture(void **state)
{
    Drawing drawing = open_drawing();
    CoirFrame frame = coir_frame_whole(drawing.texture);
    (void)state;
    coir_painter_tiles(drawing.painter, &frame, coir_rect(0, 0, 40, 30), coir_vec2(10, 0), coir_vec2(0, 0));
    assert_int_equal(coir_painter_counted(drawing.painter).quads, 4 * 15);
    finish(drawing, NULL);
}

static void trimmed_frames_are_tiled_like_whole_frames(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = nine_parts(9, 9, (SDL_Rect){2, 1, 6, 7}, false);
    CoirFrame whole = coir_frame_whole(texture), cut = {texture, {2, 1, 6, 7}, 0, false, {9, 9}, {2, 1}, NULL};
    (void)state;
    for (int i = 0; i < 20; i++) {
        CoirVec2 offset = coir_vec2((float)i * 0.5f, (float)-i);
        coir_painter_tiles(drawing.painter, &whole, coir_rect(3, 4, 31, 17), coir_vec2(0, 0), offset);
        SDL_Surface *first = take_picture(drawing);
        coir_painter_tiles(drawing.painter, &cut, coir_rect(3, 4, 31, 17), coir_vec2(0, 0), offset);
        assert_same_and_free(first, take_picture(drawing));
    }
    finish(drawing, texture);
}

static void rotated_frames_are_tiled_like_whole_frames(void **state)
{
    Drawing drawing = open_drawing();
    SDL_Rect part = {2, 1, 6, 7};
    CoirTexture *texture = nine_parts(7, 6, part, true);
    CoirFrame frame = {texture, {0, 0, 7, 6}, 0, true, {9, 9}, {2, 1}, NULL};
    (void)state;
    coir_painter_tiles(drawing.painter, &frame, coir_rect(3, 4, 31, 17), coir_vec2(0, 0), coir_vec2(4, -7));
    SDL_Surface *picture = take_picture(drawing);
    for (int x = 0; x < 3; x++)
        assert_middles(picture, 7 + 9 * x, HEIGHT - 15, 3, 3, part);
    assert_pixel(picture, 7 - 9 + 7, HEIGHT - 15 + 4, part_color(2, 1), 0); // a tile that is cut off
    SDL_FreeSurface(picture);
    finish(drawing, texture);
}

// Draws the tiles. All pixels of this rectangle, and no others, must differ from the background.
static void assert_filled(Drawing drawing, int left, int top, int right, int bottom)
{
    SDL_Surface *picture = take_picture(drawing);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            Uint32 pixel = ((Uint32 *)picture->pixels)[y * picture->pitch / 4 + x] & 0xffffff;
            bool inside = x >= left && x < right && y >= top && y < bottom;
            if ((pixel != 0xc86432) != inside)
                fail_msg("pixel %d, %d is %06x", x, y, (unsigned)pixel);
        }
    SDL_FreeSurface(picture);
}

static void tiles_meet_at_any_scale(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    for (int i = 0; i < 200; i++) {
        float scale = 0.8f + 0.013f * (float)i, shift = 0.37f * (float)(i % 10), up = HEIGHT - shift;
        double s = scale, left = s + shift, right = 10 * s + shift;
        set_view(drawing, scale, 0, 0, -scale, shift, up);
        coir_painter_tiles(drawing.painter, &frame, coir_rect(1, 1, 9, 7), coir_vec2(2.3f, 1.9f),
                           coir_vec2(0.31f * (float)i, -0.17f * (float)i));
        assert_filled(drawing, (int)floor(left + 0.5), (int)floor(up - 8 * s + 0.5), (int)floor(right + 0.5),
                      (int)floor(up - s + 0.5));
    }
    finish(drawing, texture);
}

static void a_part_of_less_than_a_pixel_keeps_the_colour_of_the_picture(void **state)
{
    Drawing drawing = open_drawing();
    static const uint8_t red[4] = {255, 0, 0, 255};
    CoirTexture *texture = coir_texture_from_pixels(1, 1, red);
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    for (int i = 0; i < 40; i++) {
        coir_painter_tiles(drawing.painter, &frame, coir_rect(5, 5, 7, 9), coir_vec2(40, 40),
                           coir_vec2((float)i, (float)(2 * i)));
        assert_drawn(drawing, (SDL_Rect){5, HEIGHT - 14, 7, 9}, coir_rgb(255, 0, 0), 0);
        assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
    }
    finish(drawing, texture);
}

static void tiles_outside_the_clip_are_not_made(void **state)
{
    Drawing drawing = open_drawing();
    CoirFrame frame = coir_frame_whole(drawing.texture);
    CoirPainter *painter = drawing.painter;
    (void)state;
    coir_painter_tiles(painter, &frame, coir_rect(-1e6f, -1e6f, 2e6f, 2e6f), coir_vec2(0, 0), coir_vec2(0, 0));
    assert_in_range(coir_painter_counted(painter).quads + coir_painter_counted(painter).culled, 10 * 15, 13 * 18);
    assert_tiled(drawing, (SDL_Rect){0, 0, WIDTH, HEIGHT}, 0, 0);
    coir_painter_push_clip(painter, coir_rect(8, 8, 4, 4));
    coir_painter_tiles(painter, &frame, coir_rect(0, 0, 40, 30), coir_vec2(0, 0), coir_vec2(0, 0));
    assert_in_range(coir_painter_counted(painter).quads + coir_painter_counted(painter).culled, 2, 3 * 4);
    coir_painter_push_clip(painter, coir_rect(20, 8, 4, 4));
    coir_painter_tiles(painter, &frame, coir_rect(0, 0, 4e6f, 3e6f), coir_vec2(0, 0), coir_vec2(0, 0));
    coir_painter_pop_clip(painter);
    coir_painter_pop_clip(painter);
    assert_in_range(coir_painter_counted(painter).quads + coir_painter_counted(painter).culled, 2, 3 * 4);
    set_view(drawing, 0, 0, 0, 0, 5, 5);
    coir_painter_tiles(painter, &frame, coir_rect(0, 0, 40, 30), coir_vec2(0, 0), coir_vec2(0, 0));
    assert_in_range(coir_painter_counted(painter).quads + coir_painter_counted(painter).culled, 2, 3 * 4);
    finish(drawing, NULL);
}

static void a_rotated_node_has_rotated_tiles_at_their_positions(void **state)
{
    Drawing drawing = open_drawing();
    static const uint8_t red[4] = {255, 0, 0, 255};
    CoirTexture *texture = coir_texture_from_pixels(1, 1, red);
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    set_view(drawing, 0, 1, 1, 0, 5, 3); // a quarter turn: right becomes down, and up becomes right
    coir_painter_tiles(drawing.painter, &frame, coir_rect(0, 0, 12, 20), coir_vec2(5.3f, 4.1f), coir_vec2(1, 1));
    assert_drawn(drawing, (SDL_Rect){5, 3, 20, 12}, coir_rgb(255, 0, 0), 0);
    finish(drawing, texture);
}

// Checks that corners that are closer than 0.0001 pixels have exactly the same position.
static void assert_no_splits(const CoirPainter *painter)
{
    for (int i = 0; i < painter->vertex_count; i++)
        for (int k = 0; k < i; k++) {
            const CoirVertex *a = &painter->vertices[i], *b = &painter->vertices[k];
            bool near = fabsf(a->x - b->x) < 1e-4f && fabsf(a->y - b->y) < 1e-4f;
            if (near && (a->x != b->x || a->y != b->y))
                fail_msg("corners at %.9g, %.9g and %.9g, %.9g", (double)a->x, (double)a->y, (double)b->x,
                         (double)b->y);
        }
}

static void tiles_of_a_turned_node_share_their_corners_exactly(void **state)
{
    Drawing drawing = open_drawing();
    CoirFrame frame = coir_frame_whole(drawing.texture);
    (void)state;
    for (int i = 0; i < 50; i++) {
        assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
        set_view(drawing, 0.15f, 0.05f, 0.05f, -0.15f, 20, 15);
        coir_painter_tiles(drawing.painter, &frame, coir_rect(-97.3f, -1.1f, 197.7f, 2.3f), coir_vec2(3.37f, 9),
                           coir_vec2(0.173f * (float)i, 0));
        assert_true(drawing.painter->vertex_count > 200);
        assert_no_splits(drawing.painter);
    }
    finish(drawing, NULL);
}

static void bad_tiles_are_mistakes(void **state)
{
    Drawing drawing = open_drawing();
    CoirFrame frame = coir_frame_whole(drawing.texture);
    CoirRect where = coir_rect(0, 0, 20, 20);
    CoirVec2 none = coir_vec2(0, 0);
    (void)state;
    coir_painter_tiles(drawing.painter, &frame, where, coir_vec2(-1, 1), none);
    assert_mistake("a tile of -1 x 1");
    coir_painter_tiles(drawing.painter, &frame, where, coir_vec2(1, INFINITY), none);
    assert_mistake("a tile of 1 x inf");
    coir_painter_tiles(drawing.painter, &frame, where, none, coir_vec2((float)NAN, 0));
    assert_mistake("offset");
    coir_painter_tiles(drawing.painter, &frame, where, coir_vec2(0.01f, 0.01f), none);
    assert_mistake("at most 1000000");
    coir_painter_tiles(drawing.painter, &frame, where, coir_vec2(1e-45f, 1e-45f), none);
    assert_mistake("at most 1000000");
    assert_nothing_drawn(drawing);
    finish(drawing, NULL);
}

TEST_FILE(tiles)
{
    const struct CMUnitTest tests[] = {
        support_test(tiles_repeat_and_are_cut_off_at_the_edges),
        support_test(a_tile_without_a_height_is_as_high_as_the_picture),
        support_test(trimmed_frames_are_tiled_like_whole_frames),
        support_test(rotated_frames_are_tiled_like_whole_frames),
        support_test(tiles_meet_at_any_scale),
        support_test(a_part_of_less_than_a_pixel_keeps_the_colour_of_the_picture),
        support_test(tiles_outside_the_clip_are_not_made),
        support_test(a_rotated_node_has_rotated_tiles_at_their_positions),
        support_test(tiles_of_a_turned_node_share_their_corners_exactly),
        support_test(bad_tiles_are_mistakes),
    };
    return cmocka_run_group_tests_name("tiles", tests, folder_setup, folder_teardown);
}
