// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// TrueType fonts, tested with a font of the system. Without SDL2_ttf only the error is tested. Without such a font
// the tests are skipped, with a message.

#include "support/canvas.h"

#include <string.h>

#if defined(COIR_TESTS_SDL_TTF)
#include <SDL_ttf.h>
#endif

#include "coir/coir.h"
#include "draw/text.h"
#include "media/font.h"
#include "media/utf8.h"

static int tear_down(void **state)
{
    coir_nodes_sweep();
    coir_fonts_purge();
    coir_textures_sweep();
    return support_teardown(state);
}

#define truetype_test(function) cmocka_unit_test_setup_teardown(function, support_setup, tear_down)

#if !defined(COIR_TESTS_SDL_TTF)

static void without_sdl_ttf_the_error_names_the_remedy(void **state)
{
    (void)state;
    assert_null(coir_font_load_truetype("some.ttf", 20));
    assert_non_null(strstr(coir_error(), "the font 'some.ttf' of 20 pixels cannot be loaded: this build of Coir is "
                                         "without SDL2_ttf; install SDL2_ttf"));
    assert_null(coir_font_load_truetype(NULL, 20));
    assert_mistake("the path is NULL");
}

TEST_FILE(font_truetype)
{
    const struct CMUnitTest tests[] = {truetype_test(without_sdl_ttf_the_error_names_the_remedy)};
    return cmocka_run_group_tests_name("font_truetype", tests, NULL, NULL);
}

#else

static const char *font_path; // NULL: no font was found

static void find_font(void)
{
    static const char *const places[] = {
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",   // Debian, Ubuntu
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", // Fedora
        "/usr/share/fonts/TTF/DejaVuSans.ttf",               // Arch
        "/System/Library/Fonts/Supplemental/Arial.ttf",      // macOS
        "/Library/Fonts/Arial.ttf",
    };
    for (size_t i = 0; !font_path && i < sizeof places / sizeof *places; i++) {
        FILE *file = fopen(places[i], "rb");
        font_path = file ? places[i] : NULL;
        if (file)
            fclose(file);
    }
}

static CoirFont *load(int pixels)
{
    CoirFont *font = coir_font_load_truetype(font_path, pixels);
    if (!font)
        fail_msg("%s", coir_error());
    return font;
}

static void a_font_is_loaded_once_for_each_size(void **state)
{
    CoirFont *font = load(20);
    (void)state;
    assert_ptr_equal(load(20), font);
    assert_ptr_not_equal(load(21), font);
    assert_true(coir_font_line_height(font) >= 20 && coir_font_line_height(font) < 40);
    assert_true(coir_font_base(font) > 10 && coir_font_base(font) < coir_font_line_height(font));
    assert_true(coir_font_has(font, 'A') && coir_font_has(font, 0xe4) && coir_font_has(font, 0x20ac));
    assert_false(coir_font_has(font, 0x10fffe));
    assert_false(coir_font_has(font, 7));
    assert_int_equal(coir_fonts_purge(), 2);
    assert_int_equal(TTF_WasInit(), 0);
}

static void a_font_that_cannot_be_loaded_is_reported(void **state)
{
    (void)state;
    assert_null(coir_font_load_truetype("no such.ttf", 20));
    assert_non_null(strstr(coir_error(), "the font 'no such.ttf' is missing"));
    assert_null(coir_font_load_truetype(folder_write("a.ttf", "nonsense", 8), 20));
    assert_non_null(strstr(coir_error(), "a.ttf' is damaged, or of a kind"));
    assert_null(coir_font_load_truetype(font_path, 0));
    assert_mistake("a size of 0 pixels; it must be 1 to 512");
    assert_null(coir_font_load_truetype(font_path, 513));
    assert_mistake("a size of 513 pixels");
    assert_null(coir_font_load_truetype(NULL, 20));
    assert_mistake("the path is NULL");
    assert_int_equal(TTF_WasInit(), 0);
}

static int glyphs_of(const CoirFont *font)
{
    int count = 0;
    for (int i = 0; i < COIR_FONT_DIRECT; i++)
        count += font->direct[i] && font->direct[i]->codepoint == (uint32_t)i;
    return count;
}

static void glyphs_are_drawn_when_they_are_needed(void **state)
{
    CoirFont *font = load(30);
    CoirTextStyle style = {.font = font};
    int before = glyphs_of(font);
    (void)state;
    assert_in_range(before, 1, 2); // the space and '?'
    assert_true(coir_text_size(&style, "abba").x > 0);
    assert_int_equal(glyphs_of(font), before + 2);
    coir_text_size(&style, "baab?");
    assert_int_equal(glyphs_of(font), before + 2);
}

static void characters_that_are_missing_are_replaced(void **state)
{
    CoirFont *font = load(30);
    CoirTextStyle style = {.font = font};
    CoirVec2 missing = coir_text_size(&style, "\xf4\x8f\xbf\xbe\x07"),
             replacement = coir_text_size(&style, "\xef\xbf\xbd");
    (void)state;
    assert_true(missing.x == 2 * replacement.x || !coir_font_has(font, 0xfffd));
}

// Returns by how many pixels the text reaches above the ascent of the font, at least 0. SDL_ttf's picture of the text
// begins so many pixels above the ascent.
static int above_line(TTF_Font *ttf, const char *text)
{
    int above = 0;
    for (const char *end = text + strlen(text); text != end;) {
        int top = 0;
        TTF_GlyphMetrics32(ttf, coir_utf8_next(&text, end), NULL, NULL, NULL, &top, NULL);
        above = SDL_max(above, top - TTF_FontAscent(ttf));
    }
    return above;
}

// Returns a black picture with the text as SDL_ttf draws whole texts, at the upper left corner. Stores the result of
// above_line in `*above`.
static SDL_Surface *reference(const char *text, int size, int width, int height, int *above)
{
    const SDL_Color white = {255, 255, 255, 255};
    assert_int_equal(TTF_Init(), 0);
    TTF_Font *ttf = TTF_OpenFont(font_path, size);
    SDL_Surface *drawn = TTF_RenderUTF8_Blended(ttf, text, white);
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    assert_true(drawn && picture);
    SDL_FillRect(picture, NULL, 0xff000000);
    SDL_BlitSurface(drawn, NULL, picture, NULL);
    SDL_FreeSurface(drawn);
    *above = above_line(ttf, text);
    TTF_CloseFont(ttf);
    TTF_Quit();
    return picture;
}

static void assert_same_text(const char *text, int size)
{
    enum { W = 300, H = 80 };
    CoirRenderer *renderer = coir_renderer_for_memory(W, H);
    CoirPainter *painter = coir_painter_new();
    CoirTextStyle style = {.font = load(size), .width = W, .height = H};
    int above;
    SDL_Surface *expected = reference(text, size, W, H, &above);
    assert_true(renderer && painter && coir_painter_begin(painter, (CoirAffine){1, 0, 0, -1, 0, H}, W, H));
    coir_painter_text(painter, &style, text, coir_vec2(0, (float)-above), COIR_WHITE);
    assert_true(coir_painter_end(painter));
    assert_int_equal(coir_painter_stats(painter).calls, 1);
    if (!(coir_renderer_begin(renderer, COIR_BLACK) && coir_renderer_draw(renderer, painter) &&
          coir_renderer_end(renderer)))
        fail_msg("%s", coir_error());
    SDL_Surface *picture = picture_of(renderer);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            Uint8 value = (Uint8)(((Uint32 *)expected->pixels)[y * expected->pitch / 4 + x] & 255);
            assert_pixel(picture, x, y, coir_rgb(value, value, value), 24);
        }
    SDL_FreeSurface(picture);
    SDL_FreeSurface(expected);
    coir_painter_destroy(painter);
    coir_renderer_destroy(renderer);
}

static void text_is_drawn_as_sdl_ttf_does(void **state)
{
    (void)state;
    assert_same_text("Hgjlo", 40);
    assert_same_text("\xc3\x84j\xc3\xbc,|_", 24);
    assert_same_text("iljf", 60);
    assert_same_text("A\xe1\xba\xa6\xe1\xb9\xb8", 40); // letters with two accents reach above the ascent
}

static void a_character_that_sdl_ttf_hides_does_not_hide_the_text(void **state)
{
    CoirTextStyle style = {.font = load(20)};
    CoirLabel *label = coir_label_new_with_style("co\xc2\xadoperate", &style); // with a soft hyphen
    (void)state;
    assert_non_null(label);
    coir_node_destroy(&label->node);
    assert_same_text("co\xc2\xadoperate", 40);
}

static void pairs_are_kerned(void **state)
{
    CoirTextStyle style = {.font = load(60)};
    (void)state;
    float pair = coir_text_size(&style, "AV").x, apart = coir_text_size(&style, "A").x + coir_text_size(&style, "V").x;
    assert_true(pair < apart);
    assert_true(coir_text_size(&style, "AV").x == pair);
}

static float two_less_after_a_space(CoirFont *font, uint32_t first, uint32_t second)
{
    (void)font, (void)second;
    return first == ' ' ? -2 : 0;
}

static void words_are_kerned_to_the_space_before_them(void **state)
{
    CoirFont *font = load(20);
    const CoirFontSource *source = font->source;
    CoirFontSource other = {source->load, two_less_after_a_space, source->close};
    CoirTextStyle style = {.font = font};
    (void)state;
    float apart = coir_text_size(&style, "A").x + coir_font_find(font, ' ')->advance;
    font->source = &other;
    float kerned = coir_text_size(&style, " A").x;
    font->source = source;
    assert_true(kerned == apart - 2);
}

static void labels_hold_the_font(void **state)
{
    CoirTextStyle style = {.font = load(20)};
    CoirLabel *label = coir_label_new_with_style("Text", &style);
    (void)state;
    assert_int_equal(coir_fonts_purge(), 0);
    int count;
    assert_non_null(coir_label_glyphs(label, &count));
    assert_int_equal(count, 4);
    coir_node_destroy(&label->node);
    coir_nodes_sweep();
    assert_int_equal(coir_fonts_purge(), 1);
}

static void every_failing_allocation_is_survived(void **state)
{
    long nth = 0;
    (void)state;
    do {
        size_t blocks = support_blocks();
        coir_error_clear();
        support_fail_allocation(++nth);
        CoirTextStyle style = {.font = coir_font_load_truetype(font_path, 20)};
        CoirLabel *label = style.font ? coir_label_new_with_style("ABBA \xe2\x82\xac", &style) : NULL;
        if (!support_failed())
            assert_non_null(label); // after a failure a label may exist, too: the font works without stored kerning
        else
            assert_non_null(strstr(coir_error(), "out of memory"));
        coir_node_destroy(label ? &label->node : NULL);
        coir_nodes_sweep();
        coir_fonts_purge();
        coir_textures_sweep();
        assert_int_equal(support_blocks(), blocks);
        assert_int_equal(TTF_WasInit(), 0);
    } while (support_failed());
    support_fail_allocation(0);
    assert_true(nth > 20);
}

TEST_FILE(font_truetype)
{
    const struct CMUnitTest tests[] = {
        truetype_test(a_font_is_loaded_once_for_each_size),
        truetype_test(a_font_that_cannot_be_loaded_is_reported),
        truetype_test(glyphs_are_drawn_when_they_are_needed),
        truetype_test(characters_that_are_missing_are_replaced),
        truetype_test(text_is_drawn_as_sdl_ttf_does),
        truetype_test(a_character_that_sdl_ttf_hides_does_not_hide_the_text),
        truetype_test(pairs_are_kerned),
        truetype_test(words_are_kerned_to_the_space_before_them),
        truetype_test(labels_hold_the_font),
        truetype_test(every_failing_allocation_is_survived),
    };
    find_font();
    if (!font_path) {
        puts("skipped: there is no TrueType font in the usual places (Debian: fonts-dejavu-core)");
        return 77;
    }
    return cmocka_run_group_tests_name("font_truetype", tests, folder_setup, folder_teardown);
}

#endif
