// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The pixels of finished frames, drawn into memory.

#include "support/canvas.h"

#include <string.h>

// Pixels -------------------------------------------------------------------------------------------------------------

static void an_empty_frame_is_the_background(void **state)
{
    Drawing drawing = open_drawing();
    int width = 0, height = 0;
    (void)state;
    coir_renderer_size(drawing.renderer, &width, &height);
    assert_int_equal(width, WIDTH);
    assert_int_equal(height, HEIGHT);
    assert_false(coir_renderer_has_vsync(drawing.renderer));
    assert_drawn(drawing, (SDL_Rect){0, 0, 0, 0}, background, 0);
    close_drawing(drawing);
}

static void the_background_is_opaque_with_any_alpha(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    assert_true(coir_painter_end(drawing.painter));
    assert_true(coir_renderer_begin(drawing.renderer, coir_rgba(200, 100, 50, 0)));
    assert_true(coir_renderer_draw(drawing.renderer, drawing.painter) && coir_renderer_end(drawing.renderer));
    SDL_Surface *picture = picture_of(drawing.renderer);
    assert_rectangle(picture, (SDL_Rect){0, 0, 0, 0}, background, 0);
    SDL_FreeSurface(picture);
    close_drawing(drawing);
}

static void a_rectangle_covers_the_right_pixels(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_rect(drawing.painter, coir_rect(3, 5, 10, 7), coir_rgb(1, 2, 3));
    assert_drawn(drawing, (SDL_Rect){3, HEIGHT - 12, 10, 7}, coir_rgb(1, 2, 3), 0);
    close_drawing(drawing);
}

static void a_quad_is_tinted(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    drawing.painter->tint = coir_rgb(128, 255, 0);
    coir_painter_rect(drawing.painter, coir_rect(3, 5, 10, 7), coir_rgb(200, 100, 50));
    assert_drawn(drawing, (SDL_Rect){3, HEIGHT - 12, 10, 7}, coir_rgb(100, 100, 0), 1);
    close_drawing(drawing);
}

static void assert_eight_pixels(const SDL_Surface *picture, int left, int top)
{
    for (int i = 0; i < 8; i++) {
        const uint8_t *p = eight_pixels + 4 * i;
        assert_pixel(picture, left + i % 4, top + i / 4, coir_rgb(p[0], p[1], p[2]), 0);
    }
}

static void a_texture_at_whole_positions_is_exact(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_image(drawing.painter, drawing.texture, coir_rect(7, 9, 4, 2));
    draw(drawing);
    SDL_Surface *picture = picture_of(drawing.renderer);
    assert_eight_pixels(picture, 7, HEIGHT - 11);
    assert_pixel(picture, 6, HEIGHT - 11, background, 0);
    assert_pixel(picture, 11, HEIGHT - 11, background, 0);
    assert_pixel(picture, 7, HEIGHT - 12, background, 0);
    assert_pixel(picture, 7, HEIGHT - 9, background, 0);
    SDL_FreeSurface(picture);
    close_drawing(drawing);
}

static void a_stretched_picture_is_smoothed(void **state)
{
    static const uint8_t pixels[8] = {0, 0, 0, 255, 255, 255, 255, 255};
    CoirTexture *texture = coir_texture_from_pixels(2, 1, pixels);
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_image(drawing.painter, texture, coir_rect(0, 0, WIDTH, HEIGHT));
    draw(drawing);
    SDL_Surface *picture = picture_of(drawing.renderer);
    assert_pixel(picture, 1, 15, COIR_BLACK, 10);
    assert_pixel(picture, WIDTH / 2, 15, coir_rgb(128, 128, 128), 40);
    assert_pixel(picture, WIDTH - 2, 15, COIR_WHITE, 10);
    SDL_FreeSurface(picture);
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

// SDL's software renderer may draw an upright rectangle as a copy of its picture, not as two triangles, and does not
// notice that the picture is turned (see is_copied_well in src/draw/soft/geometry.c). So the next tests draw rectangles
// with any order of corners, mirrored and turned.

static const CoirVec2 unit[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

// Returns corner `i` of a quad. `order` (0 to 7) selects the first corner of the quad and the direction of its corners.
static CoirVec2 corner_of(int order, int i)
{
    return unit[order < 4 ? (i + order) % 4 : (8 - i + order) % 4];
}

static void any_order_of_corners_and_any_mirroring_is_exact(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 8 * 4; i++) {
        int order = i / 4;
        bool flip_x = i % 2, flip_y = i / 2 % 2;
        CoirVertex corners[4];
        for (int c = 0; c < 4; c++) {
            CoirVec2 p = corner_of(order, c);
            CoirVertex vertex = {7 + 4 * p.x, 9 + 2 * p.y, COIR_WHITE, flip_x ? 1 - p.x : p.x, flip_y ? p.y : 1 - p.y};
            corners[c] = vertex;
        }
        assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
        coir_painter_quad(drawing.painter, drawing.texture, corners);
        draw(drawing);
        SDL_Surface *picture = picture_of(drawing.renderer);
        for (int p = 0; p < 8; p++) {
            const uint8_t *pixel = eight_pixels + 4 * p;
            int x = flip_x ? 3 - p % 4 : p % 4, y = flip_y ? 1 - p / 4 : p / 4;
            assert_pixel(picture, 7 + x, HEIGHT - 11 + y, coir_rgb(pixel[0], pixel[1], pixel[2]), 0);
        }
        SDL_FreeSurface(picture);
    }
    close_drawing(drawing);
}

// Returns a texture of 20 x 20 pixels in four quarters. Red is 10 and 20 in the upper row, 30 and 40 in the lower
// row.
static CoirTexture *quarters(void)
{
    uint8_t pixels[20 * 20 * 4];
    for (int i = 0; i < 20 * 20; i++) {
        const uint8_t pixel[4] = {(uint8_t)(10 + i % 20 / 10 * 10 + i / 200 * 20), 0, 0, 255};
        memcpy(pixels + 4 * i, pixel, 4);
    }
    return coir_texture_from_pixels(20, 20, pixels);
}

static void draw_turned(Drawing drawing, CoirTexture *texture, int order, bool meshed)
{
    static const int indices[6] = {0, 1, 2, 2, 3, 0};
    CoirVertex corners[4];
    for (int c = 0; c < 4; c++) {
        CoirVec2 p = corner_of(order, c);
        // The picture is turned: the upper left corner of the texture is drawn at the lower left.
        CoirVertex vertex = {4 + 20 * p.x, 4 + 20 * p.y, COIR_WHITE, p.y, p.x};
        corners[c] = vertex;
    }
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
    if (meshed)
        coir_painter_triangles(drawing.painter, texture, corners, 4, indices, 6);
    else
        coir_painter_quad(drawing.painter, texture, corners);
    draw(drawing);
}

static void a_quarter_turn_turns_the_picture(void **state)
{
    CoirTexture *texture = quarters();
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 16; i++) {
        draw_turned(drawing, texture, i / 2, i % 2);
        SDL_Surface *picture = picture_of(drawing.renderer);
        assert_pixel(picture, 9, 11, coir_rgb(20, 0, 0), 0); // the middle of each quarter
        assert_pixel(picture, 19, 11, coir_rgb(40, 0, 0), 0);
        assert_pixel(picture, 9, 21, coir_rgb(10, 0, 0), 0);
        assert_pixel(picture, 19, 21, coir_rgb(30, 0, 0), 0);
        SDL_FreeSurface(picture);
    }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

// Draws `width` pixels of a texture, from pixel `from` on. The texture coordinates come from a division, which is
// rounded.
static void draw_region(Drawing drawing, CoirTexture *texture, int from, int width)
{
    float size = (float)coir_texture_width(texture), right = (float)(3 + width);
    float u0 = (float)from / size, u1 = (float)(from + width) / size;
    const CoirVertex corners[4] = {
        {3, 6, COIR_WHITE, u0, 0},
        {right, 6, COIR_WHITE, u1, 0},
        {right, 5, COIR_WHITE, u1, 1},
        {3, 5, COIR_WHITE, u0, 1},
    };
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
    coir_painter_quad(drawing.painter, texture, corners);
    draw(drawing);
}

static CoirColor color_at(int i)
{
    return coir_rgb((uint8_t)(i % 256), (uint8_t)(i / 256), 77);
}

static void regions_of_any_texture_are_exact(void **state)
{
    static const int sizes[] = {7, 49, 100, 122, 333};
    CoirColor pixels[333];
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 333; i++)
        pixels[i] = color_at(i);
    for (int i = 0; i < 5; i++) {
        CoirTexture *texture = coir_texture_from_pixels(sizes[i], 1, &pixels[0].r);
        for (int from = 0; from < sizes[i]; from++) {
            int width = 1 + from % 5 < sizes[i] - from ? 1 + from % 5 : sizes[i] - from;
            draw_region(drawing, texture, from, width);
            SDL_Surface *picture = picture_of(drawing.renderer);
            for (int x = 0; x < width; x++)
                assert_pixel(picture, 3 + x, HEIGHT - 6, color_at(from + x), 0);
            SDL_FreeSurface(picture);
        }
        coir_texture_destroy(texture);
    }
    close_drawing(drawing);
}

static void a_tint_of_one_image_does_not_stay_for_the_next(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    drawing.painter->tint = coir_rgba(0, 0, 0, 128);
    coir_painter_image(drawing.painter, drawing.texture, coir_rect(7, 9, 4, 2));
    drawing.painter->tint = COIR_WHITE;
    coir_painter_image(drawing.painter, drawing.texture, coir_rect(20, 9, 4, 2));
    draw(drawing);
    SDL_Surface *picture = picture_of(drawing.renderer);
    assert_eight_pixels(picture, 20, HEIGHT - 11);
    assert_pixel(picture, 7, HEIGHT - 11, coir_rgb(100, 50, 25), 1);
    SDL_FreeSurface(picture);
    close_drawing(drawing);
}

static void triangles_are_drawn(void **state)
{
    static const CoirVertex corners[5] = {{-9, -9, {0, 0, 0, 0}, 0, 0},
                                          {5, 5, {9, 8, 7, 255}, 0, 0},
                                          {25, 5, {9, 8, 7, 255}, 0, 0},
                                          {25, 15, {9, 8, 7, 255}, 0, 0},
                                          {5, 15, {9, 8, 7, 255}, 0, 0}};
    static const int indices[6] = {1, 2, 3, 3, 4, 1};
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_rect(drawing.painter, coir_rect(0, 0, 1, 1), background); // its vertices come before the triangles
    coir_painter_triangles(drawing.painter, NULL, corners, 5, indices, 3);
    coir_painter_push_blend(drawing.painter, COIR_BLEND_NONE); // another draw call
    coir_painter_triangles(drawing.painter, NULL, corners, 5, indices + 3, 3);
    coir_painter_pop_blend(drawing.painter);
    draw(drawing);
    SDL_Surface *picture = picture_of(drawing.renderer);
    for (int y = 0; y < HEIGHT; y += 3) // without the edges, which renderers may round differently
        for (int x = 0; x < WIDTH; x += 3)
            if (x < 4 || x > 25 || y < 14 || y > 25)
                assert_pixel(picture, x, y, background, 0);
            else if (x > 5 && x < 24 && y > 15 && y < 24)
                assert_pixel(picture, x, y, coir_rgb(9, 8, 7), 1);
    SDL_FreeSurface(picture);
    close_drawing(drawing);
}

// Blending onto 200 100 50 -------------------------------------------------------------------------------------------

typedef struct Case {
    CoirBlend blend;
    CoirColor color, expected;
} Case;

static const Case cases[] = {
    {COIR_BLEND_ALPHA, {0, 200, 100, 255}, {0, 200, 100, 255}},
    {COIR_BLEND_ALPHA, {0, 200, 100, 128}, {100, 150, 75, 255}},
    {COIR_BLEND_ALPHA, {0, 200, 100, 0}, {200, 100, 50, 255}},
    {COIR_BLEND_ADD, {10, 20, 30, 255}, {210, 120, 80, 255}},
    {COIR_BLEND_ADD, {100, 20, 30, 128}, {250, 110, 65, 255}},
    {COIR_BLEND_ADD, {100, 200, 30, 255}, {255, 255, 80, 255}},
    {COIR_BLEND_MULTIPLY, {128, 255, 0, 255}, {100, 100, 0, 255}},
    {COIR_BLEND_MULTIPLY, {0, 0, 0, 128}, {100, 50, 25, 255}},
    {COIR_BLEND_MULTIPLY, {255, 255, 255, 128}, {200, 100, 50, 255}},
    {COIR_BLEND_MULTIPLY, {9, 99, 199, 0}, {200, 100, 50, 255}},
    {COIR_BLEND_NONE, {0, 200, 100, 255}, {0, 200, 100, 255}},
    {COIR_BLEND_NONE, {0, 200, 100, 128}, {0, 200, 100, 255}},
};

// Draws the rectangle 3, 5, 10, 7 as two triangles.
static void triangles(CoirPainter *painter, CoirBlend blend, CoirColor color)
{
    const CoirVertex corners[4] = {
        {3, 12, color, 0, 0}, {13, 12, color, 0, 0}, {13, 5, color, 0, 0}, {3, 5, color, 0, 0}};
    const int indices[6] = {0, 1, 2, 2, 3, 0};
    coir_painter_push_blend(painter, blend);
    coir_painter_triangles(painter, NULL, corners, 4, indices, 6);
    coir_painter_pop_blend(painter);
}

static void plain_colours_blend(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Drawing drawing = open_drawing();
        quad(drawing.painter, NULL, cases[i].blend, coir_rect(3, 5, 10, 7), cases[i].color);
        assert_drawn(drawing, (SDL_Rect){3, HEIGHT - 12, 10, 7}, cases[i].expected, 2);
        assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
        triangles(drawing.painter, cases[i].blend, cases[i].color);
        assert_drawn(drawing, (SDL_Rect){3, HEIGHT - 12, 10, 7}, cases[i].expected, 2);
        close_drawing(drawing);
    }
}

// The colour comes from the texture, the alpha from the vertices.
static void textures_blend(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CoirColor c = cases[i].color;
        const uint8_t pixels[16] = {c.r, c.g, c.b, 255, c.r, c.g, c.b, 255, c.r, c.g, c.b, 255, c.r, c.g, c.b, 255};
        CoirTexture *texture = coir_texture_from_pixels(2, 2, pixels);
        Drawing drawing = open_drawing();
        quad(drawing.painter, texture, cases[i].blend, coir_rect(3, 5, 2, 2), coir_rgba(255, 255, 255, c.a));
        assert_drawn(drawing, (SDL_Rect){3, HEIGHT - 7, 2, 2}, cases[i].expected, 2);
        coir_texture_destroy(texture);
        close_drawing(drawing);
    }
}

static void textures_with_alpha_of_their_own_blend(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CoirColor c = cases[i].color;
        const uint8_t pixels[8] = {c.r, c.g, c.b, c.a, c.r, c.g, c.b, c.a};
        CoirTexture *texture = coir_texture_from_pixels(2, 1, pixels);
        Drawing drawing = open_drawing();
        quad(drawing.painter, texture, cases[i].blend, coir_rect(3, 5, 2, 1), COIR_WHITE);
        assert_drawn(drawing, (SDL_Rect){3, HEIGHT - 6, 2, 1}, cases[i].expected, 2);
        coir_texture_destroy(texture);
        close_drawing(drawing);
    }
}

static void one_texture_is_drawn_in_all_blend_modes(void **state)
{
    static const CoirBlend blends[4] = {COIR_BLEND_ALPHA, COIR_BLEND_ADD, COIR_BLEND_MULTIPLY, COIR_BLEND_NONE};
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 8; i++)
        quad(drawing.painter, drawing.texture, blends[i % 4], coir_rect((float)(1 + 5 * i), 10, 4, 2), COIR_WHITE);
    draw(drawing);
    SDL_Surface *picture = picture_of(drawing.renderer);
    for (int i = 0; i < 8; i += 4) {
        assert_eight_pixels(picture, 1 + 5 * i, HEIGHT - 12);
        assert_pixel(picture, 1 + 5 * (i + 1), HEIGHT - 11, coir_rgb(210, 120, 80), 1);
        assert_pixel(picture, 1 + 5 * (i + 2), HEIGHT - 12, coir_rgb(200, 0, 0), 1);
        assert_eight_pixels(picture, 1 + 5 * (i + 3), HEIGHT - 12);
    }
    SDL_FreeSurface(picture);
    close_drawing(drawing);
}

// A picture with premultiplied alpha, drawn with COIR_BLEND_PREMULTIPLIED, looks like the same picture with straight
// alpha, drawn with COIR_BLEND_ALPHA.
static void premultiplied_alpha_looks_like_straight_alpha(void **state)
{
    static const int shades[] = {0, 1, 90, 254, 255};
    uint8_t straight[WIDTH * HEIGHT * 4], multiplied[WIDTH * HEIGHT * 4];
    (void)state;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int alpha = i * 255 / (WIDTH * HEIGHT - 1);
        for (int c = 0; c < 4; c++) {
            int value = c == 3 ? 255 : shades[(i + c * 2) % 5];
            straight[4 * i + c] = (uint8_t)(c == 3 ? alpha : value);
            multiplied[4 * i + c] = (uint8_t)((value * alpha + 127) / 255);
        }
    }
    CoirTexture *textures[] = {coir_texture_from_pixels(WIDTH, HEIGHT, straight),
                               coir_texture_from_pixels(WIDTH, HEIGHT, multiplied)};
    for (int tint = 0; tint < 3; tint++) {
        static const CoirColor tints[] = {{255, 255, 255, 255}, {255, 255, 255, 128}, {200, 100, 255, 77}};
        SDL_Surface *pictures[2];
        for (int i = 0; i < 2; i++) {
            Drawing drawing = open_drawing();
            quad(drawing.painter, textures[i], i ? COIR_BLEND_PREMULTIPLIED : COIR_BLEND_ALPHA,
                 coir_rect(0, 0, WIDTH, HEIGHT), tints[tint]);
            draw(drawing);
            pictures[i] = picture_of(drawing.renderer);
            close_drawing(drawing);
        }
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            const uint8_t *p = (const uint8_t *)pictures[0]->pixels + 4 * i; // blue, green, red
            assert_pixel(pictures[1], i % WIDTH, i / WIDTH, coir_rgb(p[2], p[1], p[0]), 2);
        }
        SDL_FreeSurface(pictures[0]);
        SDL_FreeSurface(pictures[1]);
    }
    coir_texture_destroy(textures[0]);
    coir_texture_destroy(textures[1]);
    coir_textures_sweep();
}

// Clips --------------------------------------------------------------------------------------------------------------

static void nothing_is_drawn_outside_the_clip(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (int frame = 0; frame < 2; frame++) {
        assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
        coir_painter_push_clip(drawing.painter, coir_rect(10, 10, 10, 5));
        coir_painter_rect(drawing.painter, coir_rect(0, 0, WIDTH, HEIGHT), COIR_BLACK);
        coir_painter_pop_clip(drawing.painter);
        assert_drawn(drawing, (SDL_Rect){10, HEIGHT - 15, 10, 5}, COIR_BLACK, 0);
    }
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT)); // a frame without a clip
    coir_painter_rect(drawing.painter, coir_rect(0, 0, WIDTH, HEIGHT), COIR_BLACK);
    assert_drawn(drawing, (SDL_Rect){0, 0, WIDTH, HEIGHT}, COIR_BLACK, 0);
    close_drawing(drawing);
}

static void drawing_after_a_clip_is_not_clipped(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_push_clip(drawing.painter, coir_rect(10, 10, 10, 5));
    coir_painter_rect(drawing.painter, coir_rect(0, 0, WIDTH, HEIGHT), COIR_BLACK);
    coir_painter_pop_clip(drawing.painter);
    coir_painter_rect(drawing.painter, coir_rect(2, 8, 30, 20), COIR_WHITE);
    assert_drawn(drawing, (SDL_Rect){2, HEIGHT - 28, 30, 20}, COIR_WHITE, 0);
    close_drawing(drawing);
}

TEST_FILE(pixels)
{
    const struct CMUnitTest tests[] = {
        support_test(an_empty_frame_is_the_background),
        support_test(the_background_is_opaque_with_any_alpha),
        support_test(a_rectangle_covers_the_right_pixels),
        support_test(a_quad_is_tinted),
        support_test(a_texture_at_whole_positions_is_exact),
        support_test(a_stretched_picture_is_smoothed),
        support_test(any_order_of_corners_and_any_mirroring_is_exact),
        support_test(a_quarter_turn_turns_the_picture),
        support_test(regions_of_any_texture_are_exact),
        support_test(a_tint_of_one_image_does_not_stay_for_the_next),
        support_test(triangles_are_drawn),
        support_test(plain_colours_blend),
        support_test(textures_blend),
        support_test(textures_with_alpha_of_their_own_blend),
        support_test(one_texture_is_drawn_in_all_blend_modes),
        support_test(premultiplied_alpha_looks_like_straight_alpha),
        support_test(nothing_is_drawn_outside_the_clip),
        support_test(drawing_after_a_clip_is_not_clipped),
    };
    return cmocka_run_group_tests_name("pixels", tests, folder_setup, folder_teardown);
}
