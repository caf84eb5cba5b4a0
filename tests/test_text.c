// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Setting text: positions of glyphs, line breaks, alignment, and fitting. Random texts are compared with a simple
// model of line breaks.

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/coir.h"
#include "draw/painter.h"
#include "draw/text.h"
#include "media/texture.h"

// A font with simple measures, in pixels. Each glyph is 8 x 12, begins 1 right of the pen and 2 below the top of the
// line, and moves the pen by 10 ('W' by 21). The space moves the pen by 10, too. A line is 20 high. Kerning moves 'A'
// and 'V' closer by 3, a space after an 'A' closer by 2, and an 'a' after a space away by 5.
static CoirFont *font;

static bool fill_font(CoirTexture *texture)
{
    static const char characters[] = " abcdefghijklmnopqrstuvwxyzAVW?";
    font->line_height = 20;
    font->base = 15;
    font->path = coir_copy_text("round");
    for (const char *c = characters; font->path && *c; c++) {
        CoirFontGlyph *glyph = coir_font_add(font, (uint32_t)*c, *c == 'W' ? 21 : 10);
        if (!glyph)
            return false;
        if (*c == ' ')
            continue;
        glyph->texture = texture;
        glyph->region = coir_rect(0, 0, 8, 12);
        glyph->left = 1;
        glyph->top = 2;
        coir_texture_retain(texture);
    }
    bool done = coir_font_add_kerning(font, 'A', 'V', -3) && coir_font_add_kerning(font, 'V', 'A', -3) &&
                coir_font_add_kerning(font, 'A', ' ', -2) && coir_font_add_kerning(font, ' ', 'a', 5);
    coir_font_finish(font);
    coir_font_cache(font);
    return done;
}

static int set_up_font(void **state)
{
    static const uint8_t pixels[8 * 12 * 4];
    support_setup(state);
    CoirTexture *texture = coir_texture_from_pixels(8, 12, pixels);
    font = coir_font_new();
    bool done = texture && font && fill_font(texture);
    coir_texture_destroy(texture);
    return done ? 0 : 1;
}

static int tear_down_font(void **state)
{
    coir_fonts_purge();
    coir_textures_sweep();
    return support_teardown(state);
}

#define text_test(function) cmocka_unit_test_setup_teardown(function, set_up_font, tear_down_font)

// The last text that was set.
#define MOST 400
static CoirTextGlyph glyphs[MOST];
static CoirTextSet result;

static void set_in(CoirFont *in, const CoirTextStyle *style, const char *text)
{
    CoirTextStyle full;
    int length = coir_text_length(text);
    assert_in_range(length, 0, MOST);
    assert_true(coir_text_style(style, "test", &full));
    CoirFont *used = coir_font_use(in, "test");
    assert_non_null(used);
    result = coir_text_set(&full, used, text, length, glyphs);
}

static void set(const CoirTextStyle *style, const char *text)
{
    set_in(font, style, text);
}

static void assert_place(int index, float x, float y, float width, float height)
{
    CoirRect r = glyphs[index].place;
    if (r.x != x || r.y != y || r.width != width || r.height != height)
        fail_msg("glyph %d is at %g, %g (%g x %g) instead of %g, %g (%g x %g)", index, (double)r.x, (double)r.y,
                 (double)r.width, (double)r.height, (double)x, (double)y, (double)width, (double)height);
}

static void assert_result(float width, float height, int count, int lines)
{
    if (result.size.x != width || result.size.y != height || result.count != count || result.lines != lines)
        fail_msg("%g x %g, %d glyphs, %d lines", (double)result.size.x, (double)result.size.y, result.count,
                 result.lines);
}

// Returns the lines as text: a character for each 10 pixels, and a '|' between two lines.
static const char *lines_of(void)
{
    static char text[2 * MOST];
    char *to = text;
    int line = 0, column = 0;
    for (int i = 0; i < result.count; i++) {
        for (; line < glyphs[i].line; line++, column = 0)
            *to++ = '|';
        for (int at = (int)(glyphs[i].place.x - 1) / 10; column < at; column++)
            *to++ = ' ';
        *to++ = (char)glyphs[i].codepoint;
        column++;
    }
    for (; line < result.lines - 1; line++)
        *to++ = '|';
    *to = '\0';
    return text;
}

static void assert_lines(float width, const char *text, const char *expected)
{
    CoirTextStyle style = {.width = width};
    set(&style, text);
    assert_string_equal(lines_of(), expected);
}

// Positions ----------------------------------------------------------------------------------------------------------

static void glyphs_follow_each_other(void **state)
{
    (void)state;
    set(NULL, "ab c");
    assert_result(40, 20, 3, 1);
    assert_place(0, 1, 6, 8, 12);
    assert_place(1, 11, 6, 8, 12);
    assert_place(2, 31, 6, 8, 12);
    assert_true(glyphs[2].codepoint == 'c' && glyphs[2].byte == 3 && glyphs[2].line == 0);
}

static void lines_are_below_each_other(void **state)
{
    (void)state;
    set(NULL, "ab\nc\r\n\nd");
    assert_result(20, 80, 4, 4);
    assert_place(0, 1, 66, 8, 12);
    assert_place(2, 1, 46, 8, 12);
    assert_place(3, 1, 6, 8, 12);
    assert_true(glyphs[3].line == 3 && glyphs[3].byte == 7);
    set(NULL, "");
    assert_result(0, 20, 0, 1);
    set(NULL, "\n");
    assert_result(0, 40, 0, 2);
}

static void a_tab_is_four_spaces(void **state)
{
    (void)state;
    set(NULL, "a\tb");
    assert_place(1, 51, 6, 8, 12);
}

static void kerning_moves_pairs_and_is_lost_between_lines(void **state)
{
    (void)state;
    set(NULL, "AVAb");
    assert_result(34, 20, 4, 1);
    assert_place(1, 8, 6, 8, 12);
    assert_place(2, 15, 6, 8, 12);
    assert_place(3, 25, 6, 8, 12);
    set(NULL, "A\nV");
    assert_place(1, 1, 6, 8, 12);
    set(NULL, "b a");
    assert_place(1, 26, 6, 8, 12);
    CoirTextStyle narrow = {.width = 15};
    set(&narrow, "b a");
    assert_place(1, 1, 6, 8, 12); // not kerned with the space that ends the line
    CoirTextStyle one_more = {.width = 35};
    set(&one_more, "b ab"); // the same if the line has room for the 'a', but not for the 'b'
    assert_result(35, 40, 3, 2);
    assert_place(1, 1, 6, 8, 12);
    assert_place(2, 11, 6, 8, 12);
    set(&narrow, "AV");
    assert_int_equal(result.lines, 2);
    CoirTextStyle enough = {.width = 17};
    set(&enough, "AV");
    assert_int_equal(result.lines, 1);
}

static void kerning_moves_spaces(void **state)
{
    (void)state;
    set(NULL, "A b");
    assert_place(1, 19, 6, 8, 12);
    set(NULL, "A a");
    assert_place(1, 24, 6, 8, 12);
    set(NULL, "A  b");
    assert_place(1, 29, 6, 8, 12);
    set(NULL, "A\tb");
    assert_place(1, 49, 6, 8, 12);
    set(NULL, "A ");
    assert_result(10, 20, 1, 1); // a space at the end of a line takes no room
    CoirTextStyle enough = {.width = 28};
    set(&enough, "A b");
    assert_result(28, 20, 2, 1);
}

static void a_scale_makes_all_larger(void **state)
{
    CoirTextStyle style = {.scale = 2.5f};
    (void)state;
    set(&style, "ab\nc");
    assert_result(50, 100, 3, 2);
    assert_place(1, 27.5f, 65, 20, 30);
    assert_place(2, 2.5f, 15, 20, 30);
}

static void line_spacing_is_a_multiple_in_whole_pixels(void **state)
{
    CoirTextStyle style = {.line_spacing = 1.53f};
    (void)state;
    set(&style, "a\nb");
    assert_result(10, 51, 2, 2);
    assert_place(0, 1, 37, 8, 12);
    assert_place(1, 1, 6, 8, 12);
    style.line_spacing = 0.5f;
    style.scale = 2;
    set(&style, "a\nb");
    assert_result(20, 60, 2, 2);
}

static void bad_bytes_and_missing_characters_are_shown_as_such(void **state)
{
    (void)state;
    set(NULL, "a\x80"
              "b\xe4\xb8\x96"
              "c"); // a stray byte, and a character that the font lacks
    assert_int_equal(result.count, 5);
    assert_true(glyphs[1].codepoint == 0xfffd && glyphs[1].byte == 1);
    assert_true(glyphs[3].codepoint == 0x4e16 && glyphs[3].byte == 3);
    assert_ptr_equal(glyphs[1].glyph, coir_font_find(font, '?'));
    assert_ptr_equal(glyphs[3].glyph, coir_font_find(font, '?'));
    assert_int_equal(glyphs[4].byte, 6);
    set_in(NULL, NULL, "\xff");
    assert_int_equal(glyphs[0].glyph->codepoint, 0xfffd);
}

// Breaking lines -----------------------------------------------------------------------------------------------------

static void lines_are_broken_at_spaces(void **state)
{
    (void)state;
    assert_lines(50, "ab cd ef", "ab cd|ef");
    assert_lines(49, "ab cd ef", "ab|cd|ef");
    assert_lines(80, "ab cd ef", "ab cd ef");
    assert_lines(30, "ab   cd", "ab|cd");
    assert_lines(30, "abc def", "abc|def");
    assert_lines(50, "a b c d e f g", "a b c|d e f|g");
}

static void spaces_at_an_end_take_no_room(void **state)
{
    (void)state;
    assert_lines(20, "ab      ", "ab");
    assert_true(result.size.x == 20);
    assert_lines(20, "ab     \ncd", "ab|cd");
    CoirTextStyle style = {.width = 0};
    set(&style, "ab   ");
    assert_result(20, 20, 2, 1);
}

static void words_that_are_too_long_are_broken(void **state)
{
    (void)state;
    assert_lines(30, "abcdefgh", "abc|def|gh");
    assert_lines(30, "a bcdefgh", "a|bcd|efg|h");
    assert_lines(30, "abcdefg h", "abc|def|g h");
    assert_lines(1, "abc", "a|b|c"); // nothing is narrower than a glyph
    assert_lines(1, "a b", "a|b");
}

static void a_word_may_be_moved_and_broken_at_once(void **state)
{
    CoirTextStyle style = {.font = font, .width = 50};
    (void)state;
    assert_lines(50, "a bcdW", "a|bcd|W");
    assert_true(coir_text_size(&style, "a bcdW").x == 30);
}

static void indents_stay(void **state)
{
    (void)state;
    assert_lines(60, "  ab\n cd", "  ab| cd");
    assert_lines(20, "    ab", "ab"); // dropped: there is no room for the indent
    assert_lines(40, "  bcd", "  bc|d");
}

static void ends_of_lines_break_again(void **state)
{
    (void)state;
    assert_lines(30, "ab cd\nef gh", "ab|cd|ef|gh");
    assert_lines(30, "abc\n\ndef", "abc||def");
    assert_lines(30, "abc\n", "abc|");
}

// A simple model: breaks lines of glyphs that are one column wide.
static void model(const char *text, int columns, char *to)
{
    int column = 0;
    bool inked = false, in_word = false;
    char spaces[2 * MOST] = "";
    for (const char *at = text; *at; at++) {
        int word = (int)strcspn(at, " \n");
        if (*at == ' ' || *at == '\n')
            in_word = false;
        if (*at == ' ') {
            strcat(spaces, " ");
            column++;
            continue;
        }
        bool moves = word > 0 && !in_word && inked && column + word > columns;
        if (*at == '\n' || moves || column + 1 > columns) {
            if (*at == '\n' || inked)
                *to++ = '|';
            column = 0;
            inked = false;
            spaces[0] = '\0';
        }
        if (*at == '\n')
            continue;
        to += sprintf(to, "%s%c", spaces, *at);
        spaces[0] = '\0';
        in_word = inked = true;
        column++;
    }
    *to = '\0';
}

static void random_texts_are_broken_as_a_simple_model_does(void **state)
{
    static const char characters[] = "aabcde    \n";
    CoirRandom random = coir_random(7);
    (void)state;
    for (int round = 0; round < 20000; round++) {
        char text[64], expected[4 * MOST];
        int length = coir_random_int(&random, 0, 40), columns = coir_random_int(&random, 1, 12);
        for (int i = 0; i < length; i++)
            text[i] = characters[coir_random_int(&random, 0, (int)sizeof characters - 2)];
        text[length] = '\0';
        for (int i = 0; i + 1 < length; i++) // avoids the kerned pair: the model has no kerning
            if (text[i] == ' ' && text[i + 1] == 'a')
                text[i + 1] = 'b';
        model(text, columns, expected);
        CoirTextStyle style = {.width = (float)columns * 10};
        set(&style, text);
        if (strcmp(lines_of(), expected) != 0)
            fail_msg("\"%s\" in %d columns is \"%s\" instead of \"%s\"", text, columns, lines_of(), expected);
        style.font = font;
        CoirVec2 size = coir_text_size(&style, text);
        assert_true(size.y == result.size.y && size.x <= style.width);
    }
}

// Alignment ----------------------------------------------------------------------------------------------------------

static void lines_are_aligned_among_each_other(void **state)
{
    CoirTextStyle style = {.align = COIR_ALIGN_RIGHT};
    (void)state;
    set(&style, "abcd\na  ");
    assert_result(40, 40, 5, 2);
    assert_place(0, 1, 26, 8, 12);
    assert_place(4, 31, 6, 8, 12);
    style.align = COIR_ALIGN_CENTER;
    set(&style, "abcd\na  ");
    assert_place(4, 16, 6, 8, 12);
}

static void lines_are_aligned_in_their_box(void **state)
{
    CoirTextStyle style = {.width = 101, .height = 90, .align = COIR_ALIGN_CENTER};
    (void)state;
    set(&style, "ab\nc");
    assert_result(101, 90, 3, 2);
    assert_place(0, 42, 76, 8, 12); // 40.5 is rounded up to a whole pixel
    assert_place(2, 47, 56, 8, 12);
    style.vertical = COIR_ALIGN_MIDDLE;
    set(&style, "ab\nc");
    assert_place(0, 42, 51, 8, 12);
    style.vertical = COIR_ALIGN_BOTTOM;
    style.align = COIR_ALIGN_RIGHT;
    set(&style, "ab\nc");
    assert_place(0, 82, 26, 8, 12);
    assert_place(2, 92, 6, 8, 12);
}

static void aligned_lines_begin_at_whole_pixels_of_the_font(void **state)
{
    (void)state;
    for (int width = 1; width < 60; width++)
        for (int align = COIR_ALIGN_LEFT; align <= COIR_ALIGN_RIGHT; align++) {
            CoirTextStyle style = {.width = (float)width * 0.7f + 60, .align = (CoirAlign)align, .scale = 3};
            set_in(NULL, &style, "iI.\ni");
            for (int i = 0; i < result.count; i++)
                assert_true(fmodf(glyphs[i].place.x, 3) == 0 && fmodf(glyphs[i].place.y, 3) == 0);
        }
}

// Fitting ------------------------------------------------------------------------------------------------------------

static void text_is_fitted_into_its_box(void **state)
{
    CoirTextStyle style = {.height = 40, .scale = 4, .fit = true};
    (void)state;
    set(&style, "abc");
    assert_result(60, 40, 3, 1);
    style = (CoirTextStyle){.width = 45, .scale = 4, .fit = true};
    set(&style, "abc");
    assert_int_equal(result.lines, 1); // words are not broken
    assert_true(fabsf(glyphs[2].place.x + glyphs[2].place.width - 43.5f) < 0.01f);
    style = (CoirTextStyle){.width = 200, .height = 200, .fit = true};
    set(&style, "abc");
    assert_place(0, 1, 186, 8, 12); // fitting never enlarges
}

static void text_is_broken_where_a_line_break_allows_a_larger_size(void **state)
{
    CoirTextStyle style = {.font = font, .width = 100, .height = 97, .scale = 10, .fit = true};
    (void)state;
    set(&style, "ab cd");
    CoirVec2 size = coir_text_size(&style, "ab cd");
    assert_int_equal(result.lines, 2);
    assert_true(fabsf(size.y - 97) < 0.001f && fabsf(size.x - 48.5f) < 0.001f);
}

static void the_builtin_font_is_fitted_in_whole_multiples(void **state)
{
    CoirTextStyle style = {.height = 47.9f, .scale = 5, .fit = true};
    (void)state;
    set_in(NULL, &style, "x");
    assert_true(coir_text_size(&style, "x").y == 32);
    style.height = 48;
    assert_true(coir_text_size(&style, "x").y == 48);
    style.scale = 2.5f;
    assert_true(coir_text_size(&style, "x").y == 40); // fits, so the scale need not be whole
    style.height = 8;
    assert_true(coir_text_size(&style, "x").y == 8);
    style.height = 15.9f;
    assert_true(fabsf(coir_text_size(&style, "x").y - 15.9f) < 0.01f);
}

// Spaces at the start of a line are left out where they fill the line. So a text may fit at a scale, and not fit at a
// smaller scale.
static void a_fitted_text_in_the_builtin_font_breaks_no_word_after_leading_spaces(void **state)
{
    char text[64];
    (void)state;
    for (int spaces = 0; spaces < 40; spaces++)
        for (int width = 20; width < 400; width++) {
            CoirTextStyle style = {.width = (float)width, .scale = 4, .fit = true};
            snprintf(text, sizeof text, "%*s%s", spaces, "", "HHHHHHHHHHH");
            set_in(NULL, &style, text);
            if (result.count != 11 || glyphs[10].line != glyphs[0].line)
                fail_msg("%d spaces, width %d: a broken word", spaces, width);
            float scale = glyphs[0].place.height / glyphs[0].glyph->region.height;
            assert_true(scale < 1 || scale == floorf(scale));
        }
}

// Checks that a scale that is larger by 0.2 % does not fit. The library finds the scale by bisection, to 0.1 %.
static void random_texts_are_fitted_at_the_largest_size(void **state)
{
    static const char characters[] = "abcde   \n";
    CoirRandom random = coir_random(3);
    (void)state;
    for (int round = 0; round < 500; round++) {
        char text[32];
        int length = coir_random_int(&random, 1, 30);
        for (int i = 0; i < length; i++)
            text[i] = characters[coir_random_int(&random, 0, (int)sizeof characters - 2)];
        text[length] = '\0';
        text[0] = 'x';
        CoirTextStyle style = {.font = font, .scale = 8, .fit = true};
        style.width = (float)coir_random_int(&random, 5, 300);
        style.height = (float)coir_random_int(&random, 5, 300);
        set(&style, text);
        float scale = glyphs[0].place.width / 8;
        CoirVec2 size = coir_text_size(&style, text);
        assert_true(size.x <= style.width * 1.0001f && size.y <= style.height * 1.0001f);
        CoirTextStyle larger = style;
        larger.fit = false;
        larger.scale = scale * 1.002f;
        CoirVec2 over = coir_text_size(&larger, text);
        bool too_large = over.x > style.width || over.y > style.height;
        set(&larger, text);
        for (int i = 1; i < result.count; i++) // a scale that breaks a word is also too large
            too_large = too_large || (glyphs[i].line > glyphs[i - 1].line && glyphs[i].byte == glyphs[i - 1].byte + 1);
        if (scale < 8 && !too_large)
            fail_msg("\"%s\" in %g x %g at %g could be larger", text, (double)style.width, (double)style.height,
                     (double)scale);
    }
}

static void a_box_of_any_size_gives_finite_places(void **state)
{
    static const float sizes[] = {0, 1e-45f, 1e-37f, 1e-30f, 1e-9f, 1, 1e6f};
    const int count = (int)(sizeof sizes / sizeof sizes[0]);
    (void)state;
    for (int i = 0; i < count * count * 9; i++) {
        CoirTextStyle style = {.font = font, .scale = i % 2 ? 1 : 1e6f, .fit = true};
        style.width = sizes[i % count];
        style.height = sizes[i / count % count];
        style.align = (CoirAlign)(i / count / count % 3);
        style.vertical = (CoirAlignVertical)(i / count / count / 3);
        set(&style, "ab c\nd");
        CoirVec2 size = coir_text_size(&style, "ab c\nd");
        assert_true(isfinite(size.x) && isfinite(size.y) && isfinite(result.size.x) && isfinite(result.size.y));
        for (int k = 0; k < 4; k++) {
            CoirRect r = glyphs[k].place;
            if (!coir_rect_is_finite(r))
                fail_msg("%g x %g: glyph %d is at %g, %g (%g x %g)", (double)style.width, (double)style.height, k,
                         (double)r.x, (double)r.y, (double)r.width, (double)r.height);
        }
    }
}

// Sizes and mistakes -------------------------------------------------------------------------------------------------

static void a_size_is_that_of_the_text_without_its_box(void **state)
{
    CoirTextStyle style = {.font = font, .width = 55, .height = 500};
    (void)state;
    CoirVec2 size = coir_text_size(&style, "ab cd ef");
    assert_true(size.x == 50 && size.y == 40);
    size = coir_text_size(NULL, "a\n\nb");
    assert_true(size.y == 48);
    size = coir_text_size(&style, "");
    assert_true(size.x == 0 && size.y == 20);
}

static void a_text_fits_into_its_measured_box(void **state)
{
    CoirRandom random = coir_random(5);
    (void)state;
    for (int i = 0; i < 2000; i++) {
        CoirTextStyle style = {.scale = (float)coir_random_range(&random, 0.1, 5)};
        const char *text = "Some words, to be measured";
        style.width = coir_text_size(&style, text).x;
        set_in(NULL, &style, text);
        assert_int_equal(result.lines, 1);
    }
}

static void bad_styles_are_mistakes(void **state)
{
    const CoirTextStyle bad[] = {{.scale = -1},
                                 {.scale = (float)NAN},
                                 {.scale = INFINITY},
                                 {.scale = 1e-9f},
                                 {.width = -1},
                                 {.width = (float)NAN},
                                 {.height = 1e30f},
                                 {.line_spacing = -0.5f},
                                 {.align = (CoirAlign)3},
                                 {.align = (CoirAlign)-1},
                                 {.vertical = (CoirAlignVertical)3}};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CoirVec2 size = coir_text_size(&bad[i], "abc");
        assert_true(size.x == 0 && size.y == 0);
        assert_mistake("coir_text_size: ");
    }
    coir_text_size(NULL, NULL);
    assert_mistake("the text is NULL");
}

static void a_purged_font_is_a_mistake(void **state)
{
    CoirTextStyle style = {.font = font};
    (void)state;
    coir_fonts_purge();
    assert_true(coir_text_size(&style, "abc").x == 0);
    assert_mistake("has been freed by coir_fonts_purge");
    assert_true(coir_font_line_height(font) == 0 && coir_font_base(font) == 0 && !coir_font_has(font, 'a'));
    assert_mistake("has been freed by coir_fonts_purge");
}

// Drawing at once ----------------------------------------------------------------------------------------------------

static CoirPainter *begin_painter(void)
{
    CoirPainter *painter = coir_painter_new();
    assert_true(painter && coir_painter_begin(painter, (CoirAffine){1, 0, 0, -1, 0, 100}, 200, 100));
    return painter;
}

static void text_is_drawn_at_once(void **state)
{
    CoirPainter *painter = begin_painter();
    CoirTextStyle style = {.font = font};
    CoirColor red = {255, 0, 0, 128};
    (void)state;
    coir_painter_push_blend(painter, COIR_BLEND_ADD);
    coir_painter_text(painter, &style, "a b", coir_vec2(30, 40), red);
    coir_painter_text(painter, &style, "", coir_vec2(30, 40), red);
    coir_painter_pop_blend(painter);
    coir_painter_rect(painter, coir_rect(0, 0, 1, 1), red); // checks that the transform was restored
    assert_true(coir_painter_end(painter));
    assert_int_equal(coir_painter_stats(painter).quads, 3);
    const CoirVertex *v = painter->vertices;
    assert_true(v[0].x == 31 && v[0].y == 100 - 40 - 6 - 12 && v[2].x == 39 && v[4].x == 51);
    assert_memory_equal(&v[0].color, &red, sizeof red);
    assert_int_equal(painter->calls[0].blend, COIR_BLEND_ADD);
    assert_true(v[8].x == 0 && v[8].y == 99);
    coir_painter_destroy(painter);
}

static void log_on_painter(CoirLogLevel level, const char *message, void *user)
{
    (void)level;
    (void)message;
    coir_painter_text(user, NULL, "i\ni\ni\ni", coir_vec2(1000, -8), COIR_WHITE);
}

static void a_log_hook_may_draw_text_while_text_is_drawn(void **state)
{
    CoirPainter *painter = begin_painter();
    (void)state;
    painter->transform.d = -1e37f; // the upper lines are too high for a float, the last line is visible
    coir_log_set_hook(log_on_painter, painter);
    coir_painter_text(painter, NULL, "H\nH\nH\nH", coir_vec2(100, -8), COIR_WHITE);
    assert_mistake("not a finite number");
    assert_true(coir_painter_end(painter));
    assert_int_equal(coir_painter_stats(painter).quads, 1);
    assert_true(painter->vertices[1].x - painter->vertices[0].x > coir_text_size(NULL, "i").x);
    coir_painter_destroy(painter);
}

static void bad_calls_draw_nothing(void **state)
{
    CoirPainter *painter = begin_painter();
    CoirTextStyle bad = {.scale = -1}, stale = {.font = font};
    (void)state;
    coir_painter_text(NULL, NULL, "a", coir_vec2(0, 0), COIR_WHITE);
    assert_mistake("the painter is NULL");
    coir_painter_text(painter, NULL, NULL, coir_vec2(0, 0), COIR_WHITE);
    assert_mistake("the text is NULL");
    coir_painter_text(painter, &bad, "a", coir_vec2(0, 0), COIR_WHITE);
    assert_mistake("scale");
    coir_fonts_purge();
    coir_painter_text(painter, &stale, "a", coir_vec2(0, 0), COIR_WHITE);
    assert_mistake("coir_fonts_purge");
    coir_painter_text(painter, NULL, "a", coir_vec2((float)NAN, 0), COIR_WHITE);
    assert_mistake("not a finite number");
    assert_true(coir_painter_end(painter));
    assert_int_equal(coir_painter_stats(painter).quads, 0);
    coir_painter_destroy(painter);
}

static void a_failed_allocation_leaves_text_out_and_is_reported(void **state)
{
    (void)state;
    long nth = 0;
    do {
        coir_fonts_purge();
        CoirPainter *painter = begin_painter();
        support_fail_allocation(++nth);
        coir_painter_text(painter, NULL, "abc", coir_vec2(0, 0), COIR_WHITE);
        bool failed = support_failed();
        support_fail_allocation(0);
        coir_painter_text(painter, NULL, NULL, coir_vec2(0, 0), COIR_WHITE);
        assert_mistake("the text is NULL"); // a later error does not replace the reason
        assert_true(coir_painter_end(painter) != failed);
        assert_true(!failed || strstr(coir_error(), "out of memory"));
        coir_painter_destroy(painter);
        if (!failed)
            break;
    } while (true);
    assert_true(nth > 5);
}

TEST_FILE(text)
{
    const struct CMUnitTest tests[] = {
        text_test(glyphs_follow_each_other),
        text_test(lines_are_below_each_other),
        text_test(a_tab_is_four_spaces),
        text_test(kerning_moves_pairs_and_is_lost_between_lines),
        text_test(kerning_moves_spaces),
        text_test(a_scale_makes_all_larger),
        text_test(line_spacing_is_a_multiple_in_whole_pixels),
        text_test(bad_bytes_and_missing_characters_are_shown_as_such),
        text_test(lines_are_broken_at_spaces),
        text_test(spaces_at_an_end_take_no_room),
        text_test(words_that_are_too_long_are_broken),
        text_test(a_word_may_be_moved_and_broken_at_once),
        text_test(indents_stay),
        text_test(ends_of_lines_break_again),
        text_test(random_texts_are_broken_as_a_simple_model_does),
        text_test(lines_are_aligned_among_each_other),
        text_test(lines_are_aligned_in_their_box),
        text_test(aligned_lines_begin_at_whole_pixels_of_the_font),
        text_test(text_is_fitted_into_its_box),
        text_test(text_is_broken_where_a_line_break_allows_a_larger_size),
        text_test(the_builtin_font_is_fitted_in_whole_multiples),
        text_test(a_fitted_text_in_the_builtin_font_breaks_no_word_after_leading_spaces),
        text_test(random_texts_are_fitted_at_the_largest_size),
        text_test(a_box_of_any_size_gives_finite_places),
        text_test(a_size_is_that_of_the_text_without_its_box),
        text_test(a_text_fits_into_its_measured_box),
        text_test(bad_styles_are_mistakes),
        text_test(a_purged_font_is_a_mistake),
        text_test(text_is_drawn_at_once),
        text_test(a_log_hook_may_draw_text_while_text_is_drawn),
        text_test(bad_calls_draw_nothing),
        text_test(a_failed_allocation_leaves_text_out_and_is_reported),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
