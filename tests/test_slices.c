// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Frames, nine-slices and tiles, by what is on the target's pixels.

#include "support/canvas.h"

#include <math.h>
#include <string.h>

static const CoirFrame no_frame = {0};

// Pictures -----------------------------------------------------------------------------------------------------------

// 9 x 9 pixels in nine parts of three by three, each of its own colour.
static CoirColor part_color(int column, int row)
{
    return coir_rgb((uint8_t)(30 + 100 * column), (uint8_t)(20 + 90 * row), (uint8_t)(250 - 60 * (column + row)));
}

// `width` * `height` pixels of which those inside `part` are those of a picture of nine parts, and the others clear;
// `turned`: then it lies turned by 90 degrees clockwise.
static CoirTexture *nine_parts(int width, int height, SDL_Rect part, bool turned)
{
    static uint8_t pixels[16 * 16 * 4];
    memset(pixels, 0, sizeof pixels);
    for (int y = 0; y < part.h; y++)
        for (int x = 0; x < part.w; x++) {
            CoirColor color = part_color((part.x + x) / 3, (part.y + y) / 3);
            int at = turned ? x * width + width - 1 - y : (part.y + y) * width + part.x + x;
            memcpy(pixels + 4 * at, &color, 4);
        }
    CoirTexture *texture = coir_texture_from_pixels(width, height, pixels);
    assert_non_null(texture);
    return texture;
}

static CoirTexture *whole_picture(void)
{
    return nine_parts(9, 9, (SDL_Rect){0, 0, 9, 9}, false);
}

// Draws, and empties the painter for what comes next. The caller frees it.
static SDL_Surface *take_picture(Scene scene)
{
    draw(scene);
    SDL_Surface *picture = picture_of(scene.renderer);
    assert_true(coir_painter_begin(scene.painter, upwards, WIDTH, HEIGHT));
    return picture;
}

static void assert_same(SDL_Surface *a, SDL_Surface *b)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            Uint32 pixel = ((Uint32 *)a->pixels)[y * a->pitch / 4 + x];
            assert_pixel(b, x, y, coir_rgb((uint8_t)(pixel >> 16), (uint8_t)(pixel >> 8), (uint8_t)pixel), 0);
        }
    SDL_FreeSurface(a);
    SDL_FreeSurface(b);
}

// Checks the middles of the nine parts, each of `width` * `height` pixels, from this corner. SDL's software renderer
// draws what lies turned with its pixels sometimes moved by one.
static void assert_middles(SDL_Surface *picture, int left, int top, int width, int height, SDL_Rect part)
{
    for (int i = 0; i < 9; i++) {
        int column = i % 3, row = i / 3, x = left + column * width + width / 2, y = top + row * height + height / 2;
        SDL_Point middle = {3 * column + 1, 3 * row + 1};
        bool drawn = SDL_PointInRect(&middle, &part);
        assert_pixel(picture, x, y, drawn ? part_color(column, row) : background, 0);
    }
}

// From the node's points, in which y goes up, to pixels.
static void set_view(Scene scene, float a, float b, float c, float d, float x, float y)
{
    scene.painter->transform = (CoirAffine){a, b, c, d, x, y};
}

static void finish(Scene scene, CoirTexture *texture)
{
    coir_texture_destroy(texture);
    close_scene(scene);
}

// Frames -------------------------------------------------------------------------------------------------------------

static void a_frame_leaves_its_cut_borders_empty(void **state)
{
    Scene scene = open_scene();
    CoirTexture *texture = nine_parts(3, 3, (SDL_Rect){0, 0, 3, 3}, false);
    CoirFrame frame = {.texture = texture, .size = {6, 8}, .offset = {2, 1}};
    (void)state;
    coir_painter_frame(scene.painter, &frame, coir_rect(10, 4, 12, 16)); // its top is at 10 from the target's
    assert_drawn(scene, (SDL_Rect){14, 12, 6, 6}, part_color(0, 0), 0);
    finish(scene, texture);
}

static void a_frame_that_lies_turned_is_turned_back(void **state)
{
    Scene scene = open_scene();
    SDL_Rect part = {0, 0, 9, 6};
    CoirTexture *texture = nine_parts(6, 9, part, true);
    CoirFrame frame = {.texture = texture, .rotated = true, .size = {9, 9}};
    (void)state;
    coir_painter_frame(scene.painter, &frame, coir_rect(5, 5, 27, 18));
    SDL_Surface *picture = take_picture(scene);
    assert_middles(picture, 5, HEIGHT - 23, 9, 6, part);
    SDL_FreeSurface(picture);
    finish(scene, texture);
}

// Nine slices --------------------------------------------------------------------------------------------------------

// Checks that the picture of nine parts is drawn with its edges at these pixels, and nothing else.
static void assert_parts(Scene scene, const int x[4], const int y[4], int tolerance)
{
    SDL_Surface *picture = take_picture(scene);
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
    Scene scene = open_scene();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    coir_painter_nine_slice(scene.painter, &frame, coir_insets_all(3), coir_rect(5, 4, 20, 16));
    assert_int_equal(scene.painter->counted.quads, 9);
    assert_parts(scene, (const int[]){5, 8, 22, 25}, (const int[]){10, 13, 23, 26}, 0);
    finish(scene, texture);
}

static void insets_are_left_top_right_bottom(void **state)
{
    Scene scene = open_scene();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    coir_painter_nine_slice(scene.painter, &frame, coir_insets(6, 6, 0, 0), coir_rect(5, 4, 15, 16));
    assert_int_equal(scene.painter->counted.quads, 4);
    assert_parts(scene, (const int[]){5, 8, 11, 20}, (const int[]){10, 13, 16, 26}, 0);
    coir_painter_nine_slice(scene.painter, &frame, coir_insets(0, 0, 6, 6), coir_rect(5, 4, 15, 16));
    assert_parts(scene, (const int[]){5, 14, 17, 20}, (const int[]){10, 20, 23, 26}, 0);
    finish(scene, texture);
}

static void corners_shrink_evenly_where_there_is_no_room(void **state)
{
    Scene scene = open_scene();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    coir_painter_nine_slice(scene.painter, &frame, coir_insets_all(3), coir_rect(5, 4, 20, 4));
    assert_parts(scene, (const int[]){5, 7, 23, 25}, (const int[]){22, 24, 24, 26}, 0);
    coir_painter_nine_slice(scene.painter, &frame, coir_insets_all(3), coir_rect(5, 4, 2, 2));
    assert_parts(scene, (const int[]){5, 6, 6, 7}, (const int[]){24, 25, 25, 26}, 0);
    finish(scene, texture);
}

static void slices_meet_at_any_scale(void **state)
{
    Scene scene = open_scene();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    for (int i = 0; i < 200; i++) {
        float scale = 0.8f + 0.013f * (float)i, shift = 0.37f * (float)(i % 10), up = HEIGHT - shift;
        const double places[4] = {1, 4, 6, 9};
        int x[4], y[4];
        set_view(scene, scale, 0, 0, -scale, shift, up);
        for (int k = 0; k < 4; k++) {
            x[k] = (int)floor(places[k] * scale + shift + 0.5);
            y[k] = (int)floor(up - places[3 - k] * scale + 0.5);
        }
        coir_painter_nine_slice(scene.painter, &frame, coir_insets_all(3), coir_rect(1, 1, 8, 8));
        assert_parts(scene, x, y, 1);
    }
    finish(scene, texture);
}

static void what_is_transparent_is_drawn_once(void **state)
{
    Scene scene = open_scene();
    static const uint8_t white[9 * 9 * 4];
    uint8_t pixels[sizeof white];
    memset(pixels, 255, sizeof pixels);
    CoirTexture *texture = coir_texture_from_pixels(9, 9, pixels);
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    scene.painter->tint.a = 128;
    set_view(scene, 1.3f, 0, 0, -1.3f, 0.4f, 25.3f);
    coir_painter_nine_slice(scene.painter, &frame, coir_insets_all(3), coir_rect(2, 2, 20, 12));
    coir_painter_tiles(scene.painter, &frame, coir_rect(2, 14, 20, 4), coir_vec2(3.3f, 2.7f), coir_vec2(0.3f, 0.9f));
    assert_drawn(scene, (SDL_Rect){3, 2, 26, 21}, coir_rgb(228, 178, 153), 2);
    finish(scene, texture);
}

static void cut_and_turned_frames_are_sliced_as_whole_ones(void **state)
{
    Scene scene = open_scene();
    SDL_Rect part = {2, 1, 6, 7}; // what is not clear
    CoirTexture *whole = nine_parts(9, 9, part, false), *turned = nine_parts(7, 6, part, true);
    CoirFrame a = coir_frame_whole(whole), b = {whole, {2, 1, 6, 7}, 0, false, {9, 9}, {2, 1}, NULL},
              c = {turned, {0, 0, 7, 6}, 0, true, {9, 9}, {2, 1}, NULL};
    CoirRect where = coir_rect(4, 3, 27, 18);
    (void)state;
    coir_painter_nine_slice(scene.painter, &a, coir_insets_all(3), where);
    SDL_Surface *picture = take_picture(scene);
    coir_painter_nine_slice(scene.painter, &b, coir_insets_all(3), where);
    assert_same(picture, take_picture(scene));
    coir_painter_nine_slice(scene.painter, &c, coir_insets_all(3), coir_rect(4, 3, 9, 9));
    picture = take_picture(scene);
    assert_middles(picture, 4, HEIGHT - 12, 3, 3, part);
    SDL_FreeSurface(picture);
    coir_texture_destroy(whole);
    finish(scene, turned);
}

static void neighbours_of_one_texture_are_one_run(void **state)
{
    Scene scene = open_scene();
    CoirFrame frame = coir_frame_whole(scene.texture);
    (void)state;
    coir_painter_image(scene.painter, scene.texture, coir_rect(0, 0, 4, 2));
    coir_painter_nine_slice(scene.painter, &frame, coir_insets(1, 0.5f, 1, 0.5f), coir_rect(5, 5, 20, 10));
    coir_painter_tiles(scene.painter, &frame, coir_rect(0, 20, 20, 10), coir_vec2(0, 0), coir_vec2(0, 0));
    coir_painter_frame(scene.painter, &frame, coir_rect(10, 5, 4, 2));
    assert_int_equal(scene.painter->run_count, 1);
    coir_painter_push_blend(scene.painter, COIR_BLEND_ADD);
    coir_painter_nine_slice(scene.painter, &frame, coir_insets(1, 0.5f, 1, 0.5f), coir_rect(5, 5, 20, 10));
    coir_painter_tiles(scene.painter, &frame, coir_rect(0, 20, 20, 10), coir_vec2(0, 0), coir_vec2(0, 0));
    coir_painter_frame(scene.painter, &frame, coir_rect(10, 5, 4, 2));
    coir_painter_pop_blend(scene.painter);
    assert_int_equal(scene.painter->run_count, 2);
    assert_int_equal(scene.painter->runs[1].blend, COIR_BLEND_ADD);
    close_scene(scene);
}

// Tiles --------------------------------------------------------------------------------------------------------------

static int modulo(int a, int b)
{
    return (a % b + b) % b;
}

// Checks that pixels inside `where`, which are whole points, show the 4 x 2 pixels of the texture again and again.
static void assert_tiled(Scene scene, SDL_Rect where, int offset_x, int offset_y)
{
    SDL_Surface *picture = take_picture(scene);
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
    Scene scene = open_scene();
    CoirFrame frame = coir_frame_whole(scene.texture);
    (void)state;
    for (int i = 0; i < 6; i++) {
        CoirVec2 offset = coir_vec2((float)offsets[i][0], (float)offsets[i][1]);
        coir_painter_tiles(scene.painter, &frame, coir_rect(3, 4, 14, 7), coir_vec2(0, 0), offset);
        assert_tiled(scene, (SDL_Rect){3, 4, 14, 7}, offsets[i][0], offsets[i][1]);
    }
    finish(scene, NULL);
}

static void one_side_of_a_tile_may_be_left_to_the_picture(void **state)
{
    Scene scene = open_scene();
    CoirFrame frame = coir_frame_whole(scene.texture);
    (void)state;
    coir_painter_tiles(scene.painter, &frame, coir_rect(0, 0, 40, 30), coir_vec2(10, 0), coir_vec2(0, 0));
    assert_int_equal(scene.painter->counted.quads, 4 * 15);
    finish(scene, NULL);
}

static void cut_frames_are_tiled_as_whole_ones(void **state)
{
    Scene scene = open_scene();
    CoirTexture *texture = nine_parts(9, 9, (SDL_Rect){2, 1, 6, 7}, false);
    CoirFrame whole = coir_frame_whole(texture), cut = {texture, {2, 1, 6, 7}, 0, false, {9, 9}, {2, 1}, NULL};
    (void)state;
    for (int i = 0; i < 20; i++) {
        CoirVec2 offset = coir_vec2((float)i * 0.5f, (float)-i);
        coir_painter_tiles(scene.painter, &whole, coir_rect(3, 4, 31, 17), coir_vec2(0, 0), offset);
        SDL_Surface *first = take_picture(scene);
        coir_painter_tiles(scene.painter, &cut, coir_rect(3, 4, 31, 17), coir_vec2(0, 0), offset);
        assert_same(first, take_picture(scene));
    }
    finish(scene, texture);
}

static void turned_frames_are_tiled_as_whole_ones(void **state)
{
    Scene scene = open_scene();
    SDL_Rect part = {2, 1, 6, 7};
    CoirTexture *texture = nine_parts(7, 6, part, true);
    CoirFrame frame = {texture, {0, 0, 7, 6}, 0, true, {9, 9}, {2, 1}, NULL};
    (void)state;
    coir_painter_tiles(scene.painter, &frame, coir_rect(3, 4, 31, 17), coir_vec2(0, 0), coir_vec2(4, -7));
    SDL_Surface *picture = take_picture(scene);
    for (int x = 0; x < 3; x++)
        assert_middles(picture, 7 + 9 * x, HEIGHT - 15, 3, 3, part);
    assert_pixel(picture, 7 - 9 + 7, HEIGHT - 15 + 4, part_color(2, 1), 0); // one that is cut off
    SDL_FreeSurface(picture);
    finish(scene, texture);
}

// Checks that exactly these pixels are drawn on.
static void assert_filled(Scene scene, int left, int top, int right, int bottom)
{
    SDL_Surface *picture = take_picture(scene);
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
    Scene scene = open_scene();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    for (int i = 0; i < 200; i++) {
        float scale = 0.8f + 0.013f * (float)i, shift = 0.37f * (float)(i % 10), up = HEIGHT - shift;
        double s = scale, left = s + shift, right = 10 * s + shift;
        set_view(scene, scale, 0, 0, -scale, shift, up);
        coir_painter_tiles(scene.painter, &frame, coir_rect(1, 1, 9, 7), coir_vec2(2.3f, 1.9f),
                           coir_vec2(0.31f * (float)i, -0.17f * (float)i));
        assert_filled(scene, (int)floor(left + 0.5), (int)floor(up - 8 * s + 0.5), (int)floor(right + 0.5),
                      (int)floor(up - s + 0.5));
    }
    finish(scene, texture);
}

static void less_than_a_pixel_of_a_picture_is_no_plain_colour(void **state)
{
    Scene scene = open_scene();
    static const uint8_t red[4] = {255, 0, 0, 255};
    CoirTexture *texture = coir_texture_from_pixels(1, 1, red);
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    for (int i = 0; i < 40; i++) {
        coir_painter_tiles(scene.painter, &frame, coir_rect(5, 5, 7, 9), coir_vec2(40, 40),
                           coir_vec2((float)i, (float)(2 * i)));
        assert_drawn(scene, (SDL_Rect){5, HEIGHT - 14, 7, 9}, coir_rgb(255, 0, 0), 0);
        assert_true(coir_painter_begin(scene.painter, upwards, WIDTH, HEIGHT));
    }
    finish(scene, texture);
}

static void tiles_outside_the_clip_are_not_made(void **state)
{
    Scene scene = open_scene();
    CoirFrame frame = coir_frame_whole(scene.texture);
    CoirPainter *painter = scene.painter;
    (void)state;
    coir_painter_tiles(painter, &frame, coir_rect(-1e6f, -1e6f, 2e6f, 2e6f), coir_vec2(0, 0), coir_vec2(0, 0));
    assert_in_range(painter->counted.quads + painter->counted.culled, 10 * 15, 13 * 18);
    assert_tiled(scene, (SDL_Rect){0, 0, WIDTH, HEIGHT}, 0, 0);
    coir_painter_push_clip(painter, coir_rect(8, 8, 4, 4));
    coir_painter_tiles(painter, &frame, coir_rect(0, 0, 40, 30), coir_vec2(0, 0), coir_vec2(0, 0));
    assert_in_range(painter->counted.quads + painter->counted.culled, 2, 3 * 4);
    coir_painter_push_clip(painter, coir_rect(20, 8, 4, 4));
    coir_painter_tiles(painter, &frame, coir_rect(0, 0, 4e6f, 3e6f), coir_vec2(0, 0), coir_vec2(0, 0));
    coir_painter_pop_clip(painter);
    coir_painter_pop_clip(painter);
    assert_in_range(painter->counted.quads + painter->counted.culled, 2, 3 * 4);
    set_view(scene, 0, 0, 0, 0, 5, 5);
    coir_painter_tiles(painter, &frame, coir_rect(0, 0, 40, 30), coir_vec2(0, 0), coir_vec2(0, 0));
    assert_in_range(painter->counted.quads + painter->counted.culled, 2, 3 * 4);
    finish(scene, NULL);
}

static void a_turned_node_has_turned_tiles_where_they_belong(void **state)
{
    Scene scene = open_scene();
    static const uint8_t red[4] = {255, 0, 0, 255};
    CoirTexture *texture = coir_texture_from_pixels(1, 1, red);
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    set_view(scene, 0, 1, 1, 0, 5, 3); // a quarter: right is down, up is right
    coir_painter_tiles(scene.painter, &frame, coir_rect(0, 0, 12, 20), coir_vec2(5.3f, 4.1f), coir_vec2(1, 1));
    assert_drawn(scene, (SDL_Rect){5, 3, 20, 12}, coir_rgb(255, 0, 0), 0);
    finish(scene, texture);
}

// How many corners of the painter are exactly there.
static int corners_at(const CoirPainter *painter, float x, float y)
{
    int count = 0;
    for (int i = 0; i < painter->vertex_count; i++)
        count += painter->vertices[i].x == x && painter->vertices[i].y == y;
    return count;
}

static void parts_of_a_turned_node_share_their_corners_exactly(void **state)
{
    Scene scene = open_scene();
    CoirTexture *texture = whole_picture();
    CoirFrame frame = coir_frame_whole(texture);
    CoirPainter *painter = scene.painter;
    (void)state;
    for (int i = 0; i < 100; i++) {
        float turn = 0.1f + 0.014f * (float)i, c = cosf(turn), s = sinf(turn);
        int shared[5] = {0};
        assert_true(coir_painter_begin(painter, upwards, WIDTH, HEIGHT));
        set_view(scene, c, s, s, -c, 20, 15);
        coir_painter_nine_slice(painter, &frame, coir_insets_all(3), coir_rect(-10.1f, -8.7f, 20.3f, 15.9f));
        assert_int_equal(painter->vertex_count, 36);
        for (int k = 0; k < painter->vertex_count; k++)
            shared[corners_at(painter, painter->vertices[k].x, painter->vertices[k].y)]++;
        assert_true(shared[1] == 4 && shared[2] == 16 && shared[4] == 16);
    }
    finish(scene, texture);
}

// Checks that corners which are as good as in the same place are exactly there.
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
    Scene scene = open_scene();
    CoirFrame frame = coir_frame_whole(scene.texture);
    (void)state;
    for (int i = 0; i < 50; i++) {
        assert_true(coir_painter_begin(scene.painter, upwards, WIDTH, HEIGHT));
        set_view(scene, 0.15f, 0.05f, 0.05f, -0.15f, 20, 15);
        coir_painter_tiles(scene.painter, &frame, coir_rect(-97.3f, -1.1f, 197.7f, 2.3f), coir_vec2(3.37f, 9),
                           coir_vec2(0.173f * (float)i, 0));
        assert_true(scene.painter->vertex_count > 200);
        assert_no_splits(scene.painter);
    }
    finish(scene, NULL);
}

// Mistakes -----------------------------------------------------------------------------------------------------------

static void assert_nothing_drawn(Scene scene)
{
    assert_int_equal(scene.painter->vertex_count + scene.painter->run_count, 0);
}

static void bad_insets_are_mistakes(void **state)
{
    const CoirInsets bad[] = {{-1, 0, 0, 0}, {0, -1, 0, 0},   {0, 0, -1, 0},         {0, 0, 0, -1},
                              {3, 0, 2, 0},  {0, 2, 0, 0.5f}, {(float)NAN, 0, 0, 0}, {0, 0, 0, INFINITY}};
    Scene scene = open_scene();
    CoirFrame frame = coir_frame_whole(scene.texture);
    (void)state;
    for (int i = 0; i < 8; i++) {
        coir_painter_nine_slice(scene.painter, &frame, bad[i], coir_rect(0, 0, 20, 20));
        assert_mistake("do not fit a picture of 4 x 2");
        assert_nothing_drawn(scene);
    }
    finish(scene, NULL);
}

static void bad_tiles_are_mistakes(void **state)
{
    Scene scene = open_scene();
    CoirFrame frame = coir_frame_whole(scene.texture);
    CoirRect where = coir_rect(0, 0, 20, 20);
    CoirVec2 none = coir_vec2(0, 0);
    (void)state;
    coir_painter_tiles(scene.painter, &frame, where, coir_vec2(-1, 1), none);
    assert_mistake("a tile of -1 x 1");
    coir_painter_tiles(scene.painter, &frame, where, coir_vec2(1, INFINITY), none);
    assert_mistake("a tile of 1 x inf");
    coir_painter_tiles(scene.painter, &frame, where, none, coir_vec2((float)NAN, 0));
    assert_mistake("offset");
    coir_painter_tiles(scene.painter, &frame, where, coir_vec2(0.01f, 0.01f), none);
    assert_mistake("at most 1000000");
    coir_painter_tiles(scene.painter, &frame, where, coir_vec2(1e-45f, 1e-45f), none);
    assert_mistake("at most 1000000");
    assert_nothing_drawn(scene);
    finish(scene, NULL);
}

static void bad_rectangles_and_frames_are_mistakes(void **state)
{
    Scene scene = open_scene();
    CoirPainter *painter = scene.painter;
    CoirFrame frame = coir_frame_whole(scene.texture), outside = {.texture = scene.texture, .region = {3, 0, 2, 2}};
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
    assert_nothing_drawn(scene);
    finish(scene, NULL);
}

static void nothing_and_emptiness_are_drawn_as_nothing(void **state)
{
    Scene scene = open_scene();
    CoirPainter *painter = scene.painter;
    CoirFrame frame = coir_frame_whole(scene.texture);
    CoirVec2 none = coir_vec2(0, 0);
    (void)state;
    coir_painter_frame(painter, &no_frame, coir_rect(0, 0, 20, 20));
    coir_painter_nine_slice(painter, &no_frame, coir_insets_all(3), coir_rect(0, 0, 20, 20));
    coir_painter_tiles(painter, &no_frame, coir_rect(0, 0, 20, 20), none, none);
    coir_painter_nine_slice(painter, &frame, coir_insets_all(0), coir_rect(0, 0, 0, 20));
    coir_painter_nine_slice(painter, &frame, coir_insets_all(1), coir_rect(0, 0, 20, -5));
    coir_painter_tiles(painter, &frame, coir_rect(0, 0, -20, 20), none, none);
    assert_nothing_drawn(scene);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    finish(scene, NULL);
}

// Extremes -----------------------------------------------------------------------------------------------------------

static void any_numbers_are_survived(void **state)
{
    const float values[] = {0, 1e-45f, 1e-6f, 0.3f, 7, 1e7f, 3e38f};
    Scene scene = open_scene();
    CoirFrame frame = coir_frame_whole(scene.texture);
    (void)state;
    for (int i = 0; i < 7 * 7 * 7 * 7; i++) {
        float a = values[i % 7], b = values[i / 7 % 7], c = values[i / 49 % 7], d = values[i / 343];
        assert_true(coir_painter_begin(scene.painter, upwards, WIDTH, HEIGHT));
        set_view(scene, a, i % 2 ? b : 0, 0, -b, c, -d);
        coir_painter_nine_slice(scene.painter, &frame, coir_insets(1, 1, 2, 0), coir_rect(-c, d, b, a));
        if (a > 1e-6f && b > 1e-6f)
            coir_painter_tiles(scene.painter, &frame, coir_rect(-d, c, a, b), coir_vec2(b, 7), coir_vec2(d, -a));
        coir_painter_end(scene.painter);
    }
    finish(scene, NULL);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(a_frame_leaves_its_cut_borders_empty),
        support_test(a_frame_that_lies_turned_is_turned_back),
        support_test(a_nine_slice_keeps_its_corners),
        support_test(insets_are_left_top_right_bottom),
        support_test(corners_shrink_evenly_where_there_is_no_room),
        support_test(slices_meet_at_any_scale),
        support_test(what_is_transparent_is_drawn_once),
        support_test(cut_and_turned_frames_are_sliced_as_whole_ones),
        support_test(neighbours_of_one_texture_are_one_run),
        support_test(tiles_repeat_and_are_cut_off_at_the_edges),
        support_test(one_side_of_a_tile_may_be_left_to_the_picture),
        support_test(cut_frames_are_tiled_as_whole_ones),
        support_test(turned_frames_are_tiled_as_whole_ones),
        support_test(tiles_meet_at_any_scale),
        support_test(less_than_a_pixel_of_a_picture_is_no_plain_colour),
        support_test(tiles_outside_the_clip_are_not_made),
        support_test(a_turned_node_has_turned_tiles_where_they_belong),
        support_test(parts_of_a_turned_node_share_their_corners_exactly),
        support_test(tiles_of_a_turned_node_share_their_corners_exactly),
        support_test(bad_insets_are_mistakes),
        support_test(bad_tiles_are_mistakes),
        support_test(bad_rectangles_and_frames_are_mistakes),
        support_test(nothing_and_emptiness_are_drawn_as_nothing),
        support_test(any_numbers_are_survived),
        support_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("slices", tests, folder_setup, folder_teardown);
}
