// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The pixels of text, in views of many scales.

#include "support/canvas.h"

#include <string.h>

#include "coir/text.h"
#include "media/font.h"

#define FRAMES 3 // from the second frame on, scaled copies of pictures are drawn (src/draw/soft/cutouts.h)

// Draws text in white on black. A pixel of the built-in font becomes `scale` pixels. The caller frees the picture.
static SDL_Surface *picture_at(Drawing drawing, const char *text, float scale)
{
    SDL_Surface *picture = NULL;
    for (int frame = 0; frame < FRAMES; frame++) {
        SDL_FreeSurface(picture);
        assert_true(coir_painter_begin(drawing.painter, (CoirAffine){scale, 0, 0, -scale, 0, HEIGHT}, WIDTH, HEIGHT));
        coir_painter_rect(drawing.painter, coir_rect(0, 0, 1000, 1000), COIR_BLACK);
        coir_painter_text(drawing.painter, NULL, text, coir_vec2(2, 1), COIR_WHITE);
        draw(drawing);
        picture = picture_of(drawing.renderer);
    }
    return picture;
}

static int brightness(const SDL_Surface *picture, int x, int y)
{
    return ((const Uint8 *)picture->pixels)[y * picture->pitch + x * 4];
}

// Returns the number of white pixels. A grey pixel counts by its brightness.
static float ink_at(Drawing drawing, const char *text, float scale)
{
    SDL_Surface *picture = picture_at(drawing, text, scale);
    int sum = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            sum += brightness(picture, x, y);
    SDL_FreeSurface(picture);
    return (float)sum / 255;
}

// The linear filter mixes two rows and two columns, so the smallest shapes lose ink, and shapes of two pixels gain ink.
// A character must have 50 % to 150 % of its ink at full size, times the square of the scale.
static void no_part_of_the_builtin_font_is_lost_in_a_smaller_view(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (char character = '!'; character <= '~'; character++) {
        const char text[2] = {character, 0};
        float full = ink_at(drawing, text, 1);
        for (float scale = 0.94f; scale > 0.52f; scale -= 0.06f) {
            float part = ink_at(drawing, text, scale) / (full * scale * scale);
            if (part < 0.5f || part > 1.5f)
                fail_msg("'%c' at %g has %.0f %% of its ink", character, (double)scale, 100 * (double)part);
        }
    }
    close_drawing(drawing);
}

static void the_builtin_font_is_sharp_at_full_size_and_larger(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (float scale = 1; scale < 2.2f; scale += 0.25f) {
        SDL_Surface *picture = picture_at(drawing, "Ag", scale);
        int lit = 0;
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                assert_true(brightness(picture, x, y) == 0 || brightness(picture, x, y) == 255);
                lit += brightness(picture, x, y) == 255;
            }
        assert_true(lit > 20);
        SDL_FreeSurface(picture);
    }
    close_drawing(drawing);
}

static void the_builtin_font_has_a_texture_for_each_filter(void **state)
{
    CoirFont *font = coir_font_use(NULL, "test");
    (void)state;
    assert_true(coir_font_prepare(font, "A", 1));
    const CoirFontGlyph *glyph = coir_font_shown(font, 'A');
    assert_int_equal(coir_texture_filter(glyph->texture), COIR_FILTER_NEAREST);
    assert_int_equal(coir_texture_filter(glyph->reduced), COIR_FILTER_LINEAR);
}

static int tear_down(void **state)
{
    coir_fonts_purge();
    coir_textures_sweep();
    return support_teardown(state);
}

#define text_test(function) cmocka_unit_test_setup_teardown(function, support_setup, tear_down)

TEST_FILE(text_pixels)
{
    const struct CMUnitTest tests[] = {
        text_test(no_part_of_the_builtin_font_is_lost_in_a_smaller_view),
        text_test(the_builtin_font_is_sharp_at_full_size_and_larger),
        text_test(the_builtin_font_has_a_texture_for_each_filter),
    };
    return cmocka_run_group_tests_name("text_pixels", tests, folder_setup, folder_teardown);
}
