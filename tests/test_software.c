// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The quick ways of drawing with SDL's software renderer (draw/soft/software.c). A picture that is drawn in one way in
// the first frame and in another way later must look the same. test_cutouts.c checks which cutouts are kept.

#include "support/quads.h"

static SDL_malloc_func sdl_malloc;
static SDL_calloc_func sdl_calloc;
static SDL_realloc_func sdl_realloc;
static SDL_free_func sdl_free;
static size_t sdl_most; // largest block that SDL's malloc may allocate, in bytes

static void *limited_malloc(size_t size)
{
    return size > sdl_most ? NULL : sdl_malloc(size);
}

// Makes SDL's malloc fail for blocks of more than `most` bytes, until unlimit_sdl. SDL's calloc and realloc have no
// limit.
static void limit_sdl(size_t most)
{
    SDL_GetMemoryFunctions(&sdl_malloc, &sdl_calloc, &sdl_realloc, &sdl_free);
    sdl_most = most;
    assert_int_equal(SDL_SetMemoryFunctions(limited_malloc, sdl_calloc, sdl_realloc, sdl_free), 0);
}

static void unlimit_sdl(void)
{
    assert_int_equal(SDL_SetMemoryFunctions(sdl_malloc, sdl_calloc, sdl_realloc, sdl_free), 0);
}

// Upright ------------------------------------------------------------------------------------------------------------

// Sets the corners of a quad. `way` (0 to 7) turns and mirrors u and v; `order` (0 to 7) is the order of the corners.
static void set_way_round(CoirVertex q[4], int way, int order, float x, float y, float size)
{
    for (int i = 0; i < 4; i++) {
        CoirVec2 p = unit[order < 4 ? (i + order) % 4 : (8 - i + order) % 4];
        float u = way & 1 ? 1 - p.x : p.x, v = way & 2 ? 1 - p.y : p.y;
        CoirVertex vertex = {x + size * p.x, y + size * p.y, COIR_WHITE, way & 4 ? v : u, way & 4 ? u : v};
        q[i] = vertex;
    }
}

// Checks a picture that was drawn with this `way`, `scale` times as large.
static void assert_way_round(const SDL_Surface *picture, int way, int left, int top, int scale)
{
    for (int y = 0; y < SIDE * scale; y++)
        for (int x = 0; x < SIDE * scale; x++) {
            int u = way & 1 ? SIDE - 1 - x / scale : x / scale, v = way & 2 ? SIDE - 1 - y / scale : y / scale;
            assert_pixel(picture, left + x, top + y, way & 4 ? texel(v, u) : texel(u, v), 0);
        }
}

static void any_way_round_is_exact_in_every_frame(void **state)
{
    CoirTexture *texture = make_texture(255, COIR_FILTER_NEAREST);
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 2 * 8 * 8; i++)
        for (int frames = 1; frames <= 3; frames++) {
            CoirVertex q[4];
            int scale = 1 + i % 2, way = i / 2 % 8;
            set_way_round(q, way, i / 16, 5, 4, (float)(SIDE * scale));
            SDL_Surface *picture = picture_after(drawing, 1, texture, COIR_BLEND_ALPHA, q, 1);
            assert_way_round(picture, way, 5, 4, scale);
            SDL_FreeSurface(picture);
        }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

// Regions that begin inside a pixel are drawn as geometry, which cuts off fractions of pixels.
static void fractions_of_pixels_are_rounded_either_way(void **state)
{
    CoirTexture *texture = make_texture(255, COIR_FILTER_NEAREST);
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 8 * 8; i++) {
        CoirVertex q[4];
        int way = i % 8;
        set_way_round(q, way, i / 8, 5, 4, 2 * SIDE);
        for (int k = 0; k < 4; k++) {
            q[k].u = q[k].u > 0 ? 11.5f / SIDE : 0.5f / SIDE;
            q[k].v = q[k].v > 0 ? 11.5f / SIDE : 0.5f / SIDE;
        }
        SDL_Surface *picture = picture_after(drawing, 1, texture, COIR_BLEND_ALPHA, q, 1);
        for (int y = 2; y < 2 * SIDE; y += 5)
            for (int x = 2; x < 2 * SIDE; x += 5) {
                int u = way & 1 ? SIDE - 1 - x / 2 : x / 2, v = way & 2 ? SIDE - 1 - y / 2 : y / 2;
                assert_pixel(picture, 5 + x, 4 + y, way & 4 ? texel(v, u) : texel(u, v), 40); // tolerance: two texels
            }
        SDL_FreeSurface(picture);
    }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

// Draws one quad in three frames, for each blend mode with several tints, alphas and sizes, also mirrored.
static void later_frames_are_as_the_first(void **state)
{
    static const CoirColor colors[] = {
        {255, 255, 255, 255}, {200, 100, 50, 255}, {255, 255, 255, 128}, {90, 180, 20, 60}};
    static const float sizes[] = {SIDE, SIDE - 1, 2 * SIDE, 7.5f};
    (void)state;
    for (int i = 0; i < 2 * COIR_BLEND_COUNT * 4 * 4 * 2; i++) {
        CoirTexture *texture = make_texture(i % 2 ? 255 : 130, COIR_FILTER_LINEAR);
        Drawing drawing = open_drawing();
        CoirVertex q[4];
        CoirBlend blend = (CoirBlend)(i / 32 % COIR_BLEND_COUNT);
        bool mirrored = i / 32 >= COIR_BLEND_COUNT;
        float size = sizes[i / 8 % 4], width = mirrored ? -size : size;
        set_corners(q, mirrored ? 30.3f : 5.3f, 4.6f, width, size, colors[i / 2 % 4]);
        SDL_Surface *first = picture_after(drawing, 1, texture, blend, q, 1);
        SDL_Surface *later = picture_after(drawing, 2, texture, blend, q, 1);
        assert_same(later, first, 3);
        SDL_FreeSurface(first);
        SDL_FreeSurface(later);
        coir_texture_destroy(texture);
        close_drawing(drawing);
    }
}

static void faded_pictures_look_as_without_a_cutout(void **state)
{
    static const CoirBlend blends[] = {COIR_BLEND_ALPHA, COIR_BLEND_ADD, COIR_BLEND_MULTIPLY, COIR_BLEND_PREMULTIPLIED};
    (void)state;
    for (int i = 0; i < 4 * 3; i++) {
        CoirTexture *texture = make_texture(255, COIR_FILTER_NEAREST);
        Drawing drawing = open_drawing(), fresh = open_drawing();
        for (int alpha = 250; alpha > 0; alpha -= 30) {
            CoirVertex q[4];
            const CoirColor color = coir_rgba(255, 255, i % 3 == 1 ? 100 : 255, (uint8_t)alpha);
            set_corners(q, 5, 4, i % 3 ? 2 * SIDE : SIDE, SIDE, color);
            SDL_Surface *later = picture_after(drawing, 1, texture, blends[i / 3], q, 1);
            SDL_Surface *first = picture_after(fresh, 1, texture, blends[i / 3], q, 1);
            assert_same(later, first, 2);
            SDL_FreeSurface(later);
            SDL_FreeSurface(first);
            coir_renderer_reset(fresh.renderer);
        }
        close_drawing(fresh);
        coir_texture_destroy(texture);
        close_drawing(drawing);
    }
}

static void upright_pictures_are_on_whole_pixels(void **state)
{
    static const struct {
        float x;
        int pixel;
    } places[] = {{5, 5}, {5.3f, 5}, {5.49f, 5}, {5.5f, 5}, {5.52f, 6}, {5.7f, 6}, {-0.3f, 0}, {-3.5f, -4}};
    CoirTexture *texture = make_texture(255, COIR_FILTER_LINEAR);
    Drawing drawing = open_drawing();
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        CoirVertex q[4];
        set_corners(q, places[i].x, places[i].x, SIDE, SIDE, COIR_WHITE);
        SDL_Surface *picture = picture_after(drawing, 3, texture, COIR_BLEND_ALPHA, q, 1);
        int from = places[i].pixel < 0 ? 0 : places[i].pixel, to = places[i].pixel + SIDE - 1;
        assert_pixel(picture, from, from, texel(from - places[i].pixel, from - places[i].pixel), 0);
        assert_pixel(picture, to, to, texel(SIDE - 1, SIDE - 1), 0);
        assert_pixel(picture, to + 1, to, background, 0);
        SDL_FreeSurface(picture);
        set_corners(q, places[i].x, places[i].x, SIDE, SIDE, COIR_BLACK); // the same without a picture
        picture = picture_after(drawing, 1, NULL, COIR_BLEND_ALPHA, q, 1);
        assert_rectangle(picture, (SDL_Rect){from, from, to - from + 1, to - from + 1}, COIR_BLACK, 0);
        SDL_FreeSurface(picture);
    }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

static void upright_neighbours_have_no_gap_and_no_overlap(void **state)
{
    const CoirColor half = coir_rgba(0, 0, 0, 128);
    CoirTexture *texture = coir_texture_from_pixels(1, 1, (const uint8_t[4]){0, 0, 0, 255});
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 40; i++) {
        CoirVertex quads[9 * 4];
        float size = 4 + 0.1f * (float)(i % 20), from = 2.5f + 0.37f * (float)(i % 5);
        for (int k = 0; k < 9; k++)
            set_corners(quads + 4 * k, from + (float)(k % 3) * size, from + (float)(k / 3) * size, size, size, half);
        SDL_Surface *picture = picture_after(drawing, 3, i < 20 ? texture : NULL, COIR_BLEND_ALPHA, quads, 9);
        for (int y = (int)from + 1; y < (int)(from + 3 * size - 1); y++) // no gap, and no pixel drawn twice
            for (int x = (int)from + 1; x < (int)(from + 3 * size - 1); x++)
                assert_pixel(picture, x, y, coir_rgb(100, 50, 25), 1);
        SDL_FreeSurface(picture);
    }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

// A picture of less than two pixels of the texture in one direction is a gradient, or one colour.
static void a_part_of_a_texel_is_drawn_as_a_picture(void **state)
{
    static const float parts[][2] = {{6.5f, 6.5f}, {6.1f, 6.3f}, {6.3f, 6.1f}, {7.3f, 6.4f}, {6.4f, 7.3f}}; // texels
    CoirTexture *texture = make_texture(255, COIR_FILTER_LINEAR);
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 5 * 2; i++) {
        CoirVertex q[4];
        set_corners(q, 5, 4, 2 * SIDE, 2 * SIDE, COIR_WHITE);
        for (int k = 0; k < 4; k++)
            *(i % 2 ? &q[k].u : &q[k].v) = parts[i / 2][(i % 2 ? unit[k].x : unit[k].y) > 0] / SIDE;
        SDL_Surface *picture = picture_after(drawing, 1, texture, COIR_BLEND_ALPHA, q, 1);
        for (int y = 0; y < 2 * SIDE; y++)
            for (int x = 0; x < 2 * SIDE; x++)
                assert_pixel(picture, 5 + x, 4 + y, i % 2 ? texel(6, y / 2) : texel(x / 2, 6), 20); // one texel
        SDL_FreeSurface(picture);
    }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

// A rectangle that is turned by a fraction of a pixel covers the same pixels as an upright rectangle.
static void a_slightly_turned_rectangle_keeps_its_blend_mode(void **state)
{
    (void)state;
    for (int i = 0; i < COIR_BLEND_COUNT; i++) {
        Drawing drawing = open_drawing();
        CoirVertex q[4];
        set_corners(q, 5, 4, 24, 16, coir_rgba(50, 60, 70, 128));
        SDL_Surface *upright = picture_after(drawing, 1, NULL, (CoirBlend)i, q, 1);
        q[1].y += 0.2f;
        q[2].y += 0.2f;
        SDL_Surface *turned = picture_after(drawing, 1, NULL, (CoirBlend)i, q, 1);
        assert_same(turned, upright, 1);
        SDL_FreeSurface(upright);
        SDL_FreeSurface(turned);
        close_drawing(drawing);
    }
}

static void a_thin_line_is_drawn_and_an_empty_quad_is_not(void **state)
{
    Drawing drawing = open_drawing();
    CoirVertex q[4];
    (void)state;
    set_corners(q, 5.6f, 3, 0.2f, 7, COIR_BLACK);
    SDL_Surface *picture = picture_after(drawing, 1, NULL, COIR_BLEND_ALPHA, q, 1);
    assert_rectangle(picture, (SDL_Rect){6, 3, 1, 7}, COIR_BLACK, 0);
    SDL_FreeSurface(picture);
    set_corners(q, 3, 5.6f, 7, 0.2f, COIR_BLACK);
    picture = picture_after(drawing, 1, NULL, COIR_BLEND_ALPHA, q, 1);
    assert_rectangle(picture, (SDL_Rect){3, 6, 7, 1}, COIR_BLACK, 0);
    SDL_FreeSurface(picture);
    set_corners(q, 5, 3, 0, 7, COIR_BLACK);
    picture = picture_after(drawing, 1, NULL, COIR_BLEND_ALPHA, q, 1);
    assert_rectangle(picture, (SDL_Rect){0, 0, 0, 0}, COIR_BLACK, 0);
    SDL_FreeSurface(picture);
    picture = picture_after(drawing, 3, drawing.texture, COIR_BLEND_ALPHA, q, 1);
    assert_rectangle(picture, (SDL_Rect){0, 0, 0, 0}, COIR_BLACK, 0);
    SDL_FreeSurface(picture);
    close_drawing(drawing);
}

static void huge_pictures_are_drawn(void **state)
{
    static const float sizes[] = {1000, 12000, 1e9f}; // pixels; SDL can scale, and fill triangles, up to about 16000
    CoirTexture *texture = coir_texture_from_pixels(1, 1, (const uint8_t[4]){0, 0, 0, 255});
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 6; i++) {
        CoirVertex q[4];
        float size = sizes[i % 3];
        set_corners(q, -size / 2, -size / 2, size, size, COIR_BLACK);
        limit_sdl(64 << 20); // a whole copy of 12000 x 12000 pixels would have 576 MB
        SDL_Surface *picture = picture_after(drawing, 2, i < 3 ? NULL : texture, COIR_BLEND_ALPHA, q, 1);
        unlimit_sdl();
        assert_rectangle(picture, (SDL_Rect){0, 0, WIDTH, HEIGHT}, COIR_BLACK, 0);
        SDL_FreeSurface(picture);
    }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

static void one_transparent_pixel_keeps_its_transparency(void **state)
{
    static uint8_t pixels[SIDE * SIDE * 4];
    (void)state;
    for (int i = 0; i < 3; i++) {
        memset(pixels, 255, sizeof pixels);
        memset(pixels + 4 * (i == 0 ? 0 : i == 1 ? SIDE * SIDE - 1 : 50), 0, 4);
        CoirTexture *texture = coir_texture_from_pixels(SIDE, SIDE, pixels);
        Drawing drawing = open_drawing();
        CoirVertex q[4];
        set_corners(q, 0, 0, SIDE, SIDE, COIR_WHITE);
        SDL_Surface *picture = picture_after(drawing, 3, texture, COIR_BLEND_ALPHA, q, 1);
        int at = i == 0 ? 0 : i == 1 ? SIDE * SIDE - 1 : 50;
        assert_pixel(picture, at % SIDE, at / SIDE, background, 0);
        SDL_FreeSurface(picture);
        coir_texture_destroy(texture);
        close_drawing(drawing);
    }
}

// One page and several ways of drawing -------------------------------------------------------------------------------

// The settings of one quad must not affect the next quad.
static void quads_of_all_ways_do_not_disturb_each_other(void **state)
{
    CoirTexture *texture = make_texture(255, COIR_FILTER_NEAREST);
    Drawing drawing = open_drawing();
    CoirVertex quads[6 * 4];
    (void)state;
    set_corners(quads, 0, 0, 20, 9, coir_rgba(9, 8, 7, 100));    // scaled and tinted
    set_corners(quads + 4, 0, 10, 5, 5, coir_rgb(1, 2, 3));      // geometry, because
    quads[4].color = coir_rgb(99, 2, 3);                         // one corner has another colour
    set_corners(quads + 8, 25, 16, SIDE, SIDE, COIR_WHITE);      // plain, opaque
    set_corners(quads + 12, 30, 0, 6, 6, coir_rgba(0, 0, 0, 0)); // invisible
    set_turned(quads + 16, affine_of((Turn){8, 18, 45, false, 0.4f}), 0, 0);
    set_corners(quads + 20, 22, 3, SIDE, SIDE, COIR_WHITE);
    SDL_Surface *first = picture_after(drawing, 1, texture, COIR_BLEND_ALPHA, quads, 6);
    for (int frame = 0; frame < 3; frame++) {
        SDL_Surface *picture = picture_after(drawing, 1, texture, COIR_BLEND_ALPHA, quads, 6);
        assert_way_round(picture, 0, 22, 3, 1);
        assert_way_round(picture, 0, 25, 16, 1);
        for (int y = 0; y < 15; y++)
            for (int x = 0; x < 20; x++)
                assert_pixel(picture, x, y, pixel_of(first, x, y), 2);
        SDL_FreeSurface(picture);
    }
    SDL_FreeSurface(first);
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

// An opaque picture is not blended, but the pictures after it must be.
static void pictures_after_an_opaque_picture_are_blended(void **state)
{
    CoirTexture *texture = make_texture(255, COIR_FILTER_NEAREST);
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 5; i++) {
        Drawing fresh = open_drawing();
        const CoirColor half = coir_rgba(255, 255, 255, (uint8_t)(120 + i));
        CoirVertex quads[4 * 4];
        set_corners(quads, 0, 0, SIDE, SIDE, COIR_WHITE);
        set_corners(quads + 4, 0, 13, SIDE, SIDE, half);
        quads[4].color = COIR_WHITE; // drawn as geometry
        set_corners(quads + 8, 13, 0, SIDE, SIDE, COIR_WHITE);
        set_corners(quads + 12, 13, 13, SIDE, SIDE, half); // with another opacity in each frame
        SDL_Surface *later = picture_after(drawing, 1, texture, COIR_BLEND_ALPHA, quads, 4);
        SDL_Surface *first = picture_after(fresh, 1, texture, COIR_BLEND_ALPHA, quads, 4);
        assert_same(later, first, 1);
        SDL_FreeSurface(first);
        SDL_FreeSurface(later);
        close_drawing(fresh);
    }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

static void each_blend_mode_has_pictures_of_its_own(void **state)
{
    CoirTexture *texture = make_texture(100, COIR_FILTER_NEAREST);
    Drawing drawing = open_drawing();
    SDL_Surface *first = NULL;
    (void)state;
    for (int frame = 0; frame < 3; frame++) {
        assert_true(coir_painter_begin(drawing.painter, downwards, WIDTH, HEIGHT));
        for (int i = 0; i < COIR_BLEND_COUNT; i++)
            quad(drawing.painter, texture, (CoirBlend)i, coir_rect((float)(7 * i), 3, 6, 6), COIR_WHITE);
        draw(drawing);
        SDL_Surface *picture = picture_of(drawing.renderer);
        if (first)
            assert_same(picture, first, 2);
        SDL_FreeSurface(first);
        first = picture;
    }
    SDL_FreeSurface(first);
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

static CoirTexture *grey(uint8_t value)
{
    uint8_t pixels[SIDE * SIDE * 4];
    memset(pixels, value, sizeof pixels);
    for (int i = 0; i < SIDE * SIDE; i++)
        pixels[4 * i + 3] = 255;
    return coir_texture_from_pixels(SIDE, SIDE, pixels);
}

static void a_reused_place_on_a_page_shows_the_new_picture(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 4; i++) {
        CoirVertex q[4];
        CoirTexture *old = grey(10);
        CoirPlace place = old->place;
        if (i == 3)
            set_turned(q, affine_of((Turn){20, 4, 40, false, 1}), 0, 0);
        else
            set_corners(q, 14, 6, i == 1 ? 20 : SIDE, SIDE, i == 2 ? coir_rgb(100, 100, 100) : COIR_WHITE);
        SDL_FreeSurface(picture_after(drawing, 3, old, COIR_BLEND_ALPHA, q, 1));
        coir_texture_destroy(old);
        coir_textures_sweep();
        CoirTexture *fresh = grey(200);
        assert_ptr_equal(fresh->place.page, place.page);
        assert_int_equal(fresh->place.x, place.x);
        assert_int_equal(fresh->place.y, place.y);
        SDL_Surface *picture = picture_after(drawing, 1, fresh, COIR_BLEND_ALPHA, q, 1);
        uint8_t value = i == 2 ? 78 : 200;
        assert_pixel(picture, 20, 12, coir_rgb(value, value, value), 1);
        SDL_FreeSurface(picture);
        coir_texture_destroy(fresh);
        coir_textures_sweep();
    }
    close_drawing(drawing);
}

// Failures -----------------------------------------------------------------------------------------------------------

// SDL has no memory for a cutout. The picture must still be drawn.
static void without_memory_for_cutouts_the_same_is_drawn(void **state)
{
    CoirTexture *texture = make_texture(255, COIR_FILTER_NEAREST);
    Drawing drawing = open_drawing();
    CoirVertex q[4];
    (void)state;
    set_corners(q, 5, 4, 2 * SIDE, 2 * SIDE, COIR_WHITE);
    SDL_FreeSurface(picture_after(drawing, 1, texture, COIR_BLEND_ALPHA, q, 1));
    limit_sdl(SIDE * SIDE * 4);
    assert_true(coir_painter_begin(drawing.painter, downwards, WIDTH, HEIGHT));
    coir_painter_quad(drawing.painter, texture, q);
    draw(drawing);
    unlimit_sdl();
    SDL_Surface *picture = picture_of(drawing.renderer);
    assert_way_round(picture, 0, 5, 4, 2);
    SDL_FreeSurface(picture);
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

// Draws several frames in all ways. Returns true if everything succeeded.
static bool whole_scenario(void)
{
    CoirTexture *texture = coir_texture_from_pixels(4, 2, eight_pixels);
    CoirPainter *painter = coir_painter_new();
    CoirRenderer *renderer = coir_renderer_for_memory(WIDTH, HEIGHT);
    bool ok = texture && painter && renderer;
    for (int frame = 0; ok && frame < 3; frame++) {
        CoirVertex q[4];
        ok = coir_painter_begin(painter, downwards, WIDTH, HEIGHT);
        for (int i = 0; ok && i < 6; i++) {
            set_turned(q, affine_of((Turn){10, 10, (float)(i * 30), i % 2, 1}), 0, 0);
            coir_painter_quad(painter, i ? texture : NULL, q);
        }
        ok = ok && coir_painter_end(painter) && coir_renderer_begin(renderer, background) &&
             coir_renderer_draw(renderer, painter) && coir_renderer_end(renderer);
    }
    coir_renderer_destroy(renderer);
    coir_painter_destroy(painter);
    coir_texture_destroy(texture);
    coir_textures_sweep();
    return ok;
}

static void every_failing_allocation_is_survived(void **state)
{
    size_t blocks = support_blocks();
    long nth = 1;
    (void)state;
    for (bool failed = true; failed; nth++) {
        support_fail_allocation(nth);
        bool ok = whole_scenario();
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(ok, !failed);
        assert_int_equal(support_blocks(), blocks);
    }
    assert_true(nth > 10);
}

TEST_FILE(software)
{
    const struct CMUnitTest tests[] = {
        support_test(any_way_round_is_exact_in_every_frame),
        support_test(fractions_of_pixels_are_rounded_either_way),
        support_test(later_frames_are_as_the_first),
        support_test(faded_pictures_look_as_without_a_cutout),
        support_test(upright_pictures_are_on_whole_pixels),
        support_test(upright_neighbours_have_no_gap_and_no_overlap),
        support_test(a_part_of_a_texel_is_drawn_as_a_picture),
        support_test(a_slightly_turned_rectangle_keeps_its_blend_mode),
        support_test(a_thin_line_is_drawn_and_an_empty_quad_is_not),
        support_test(huge_pictures_are_drawn),
        support_test(one_transparent_pixel_keeps_its_transparency),
        support_test(quads_of_all_ways_do_not_disturb_each_other),
        support_test(pictures_after_an_opaque_picture_are_blended),
        support_test(each_blend_mode_has_pictures_of_its_own),
        support_test(a_reused_place_on_a_page_shows_the_new_picture),
        support_test(without_memory_for_cutouts_the_same_is_drawn),
        support_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests_name("software", tests, folder_setup, folder_teardown);
}
