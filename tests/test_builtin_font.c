// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Properties of the glyphs of the built-in font that code can check. The look of the glyphs must be judged by eye.

#include "support/support.h"

#include <string.h>

#include "media/builtin_font.h"

#define HEIGHT COIR_BUILTIN_FONT_HEIGHT
#define BASE COIR_BUILTIN_FONT_BASE

static bool in_font(uint32_t codepoint)
{
    return (codepoint >= 0x20 && codepoint <= 0x7e) || (codepoint >= 0xa0 && codepoint <= 0xff) || codepoint == 0xfffd;
}

static bool is_space(uint32_t codepoint)
{
    return codepoint == ' ' || codepoint == 0xa0;
}

static CoirBuiltinGlyph glyph_of(uint32_t codepoint)
{
    CoirBuiltinGlyph glyph;
    if (!coir_builtin_glyph(codepoint, &glyph))
        fail_msg("U+%04X is missing", (unsigned)codepoint);
    return glyph;
}

// Returns the columns that contain ink, as bits.
static unsigned columns_of(const CoirBuiltinGlyph *glyph)
{
    unsigned columns = 0;
    for (int row = 0; row < HEIGHT; row++)
        columns |= glyph->rows[row];
    return columns;
}

static int pixels_in(unsigned bits)
{
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static int pixels_of(uint32_t codepoint)
{
    CoirBuiltinGlyph glyph = glyph_of(codepoint);
    int count = 0;
    for (int row = 0; row < HEIGHT; row++)
        count += pixels_in(glyph.rows[row]);
    return count;
}

static void has_ascii_latin_1_and_the_replacement_sign_and_nothing_else(void **state)
{
    (void)state;
    CoirBuiltinGlyph before, glyph;
    memset(&before, 0x5a, sizeof before);
    for (uint32_t codepoint = 0; codepoint <= 0x110000; codepoint++) {
        glyph = before;
        if (coir_builtin_glyph(codepoint, &glyph) != in_font(codepoint))
            fail_msg("U+%04X", (unsigned)codepoint);
        if (!in_font(codepoint))
            assert_memory_equal(&glyph, &before, sizeof before);
    }
    assert_false(coir_builtin_glyph(UINT32_MAX, &glyph));
}

static void code_points_can_be_visited_in_order(void **state)
{
    (void)state;
    int index = 0;
    for (uint32_t codepoint = 0; codepoint <= 0xffff; codepoint++)
        if (in_font(codepoint))
            assert_int_equal(coir_builtin_codepoint(index++), codepoint);
    assert_int_equal(index, coir_builtin_count());
}

static void a_shape_fills_its_width_and_leaves_a_pixel_before_the_next(void **state)
{
    (void)state;
    for (int i = 0; i < coir_builtin_count(); i++) {
        uint32_t codepoint = coir_builtin_codepoint(i);
        CoirBuiltinGlyph glyph = glyph_of(codepoint);
        unsigned columns = columns_of(&glyph);
        bool fits = is_space(codepoint) ? !columns && glyph.width == 0
                                        : glyph.width >= 1 && glyph.width <= 16 && columns & 0x8000u &&
                                              columns & 0x10000u >> glyph.width && !(columns & 0xffffu >> glyph.width);
        if (!fits || glyph.advance <= glyph.width)
            fail_msg("U+%04X: width %d, advance %d", (unsigned)codepoint, glyph.width, glyph.advance);
    }
}

// The exceptions are the soft hyphen, which looks like a hyphen, and the two spaces.
static void all_shapes_differ(void **state)
{
    (void)state;
    for (int i = 0; i < coir_builtin_count(); i++)
        for (int j = 0; j < i; j++) {
            uint32_t a = coir_builtin_codepoint(j), b = coir_builtin_codepoint(i);
            CoirBuiltinGlyph left = glyph_of(a), right = glyph_of(b);
            bool same = memcmp(left.rows, right.rows, sizeof left.rows) == 0;
            if (same != ((is_space(a) && is_space(b)) || (a == '-' && b == 0xad)))
                fail_msg("U+%04X and U+%04X", (unsigned)a, (unsigned)b);
        }
}

static void similar_characters_differ_in_many_pixels(void **state)
{
    (void)state;
    static const char pairs[] = "IlI1Ijl1l|l!I|!|i!O0OQ0D5S2Z8B6G.,:;'`([({uvvyceoe";
    for (const char *pair = pairs; *pair; pair += 2) {
        CoirBuiltinGlyph left = glyph_of((unsigned char)pair[0]), right = glyph_of((unsigned char)pair[1]);
        int different = 0;
        for (int row = 0; row < HEIGHT; row++)
            different += pixels_in(left.rows[row] ^ (unsigned)right.rows[row]);
        if (different < 4)
            fail_msg("%.2s differ in %d pixels", pair, different);
    }
}

// This test also finds rows of the font's sheet that have slipped to the side.
static void symmetric_shapes_are_symmetric(void **state)
{
    (void)state;
    for (const char *at = "AHIMOTUVWXYovwx08!\"'*+-.:=^_|\244\246\250\257\260\267\327\367"
                          "\302\304\305\316\317\324\326\333\334\356\357\364\366";
         *at; at++) {
        CoirBuiltinGlyph glyph = glyph_of((unsigned char)*at);
        for (int row = 0; row < HEIGHT; row++)
            for (int x = 0; x < glyph.width; x++)
                if (!(glyph.rows[row] & 0x8000u >> x) != !(glyph.rows[row] & 0x8000u >> (glyph.width - 1 - x)))
                    fail_msg("U+%04X, row %d", (unsigned char)*at, row);
    }
}

static void digits_have_one_advance(void **state)
{
    (void)state;
    for (uint32_t digit = '1'; digit <= '9'; digit++)
        assert_int_equal(glyph_of(digit).advance, glyph_of('0').advance);
}

static void no_break_space_and_soft_hyphen_are_as_wide_as_space_and_hyphen(void **state)
{
    (void)state;
    assert_int_equal(glyph_of(0xa0).advance, glyph_of(' ').advance);
    assert_int_equal(glyph_of(0xad).advance, glyph_of('-').advance);
}

static int first_row(const CoirBuiltinGlyph *glyph)
{
    int row = 0;
    while (!glyph->rows[row])
        row++;
    return row;
}

static int last_row(const CoirBuiltinGlyph *glyph)
{
    int row = HEIGHT - 1;
    while (!glyph->rows[row])
        row--;
    return row;
}

static void assert_rows(const char *codes, int first, int last)
{
    for (; *codes; codes++) {
        CoirBuiltinGlyph glyph = glyph_of((unsigned char)*codes);
        if (first_row(&glyph) != first || last_row(&glyph) != last)
            fail_msg("U+%04X has rows %d to %d", (unsigned char)*codes, first_row(&glyph), last_row(&glyph));
    }
}

static void letters_are_on_the_baseline_and_equally_high(void **state)
{
    (void)state;
    assert_rows("ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789!?\306\320\330\336", BASE - 9, BASE - 1);
    assert_rows("acemnorsuvwxz\346", BASE - 7, BASE - 1);
    assert_rows("bdfhikl\337\360", BASE - 10, BASE - 1);
    assert_rows("gpqy\265", BASE - 7, BASE + 2);
    assert_rows("j\376", BASE - 10, BASE + 2);
}

// Checks that the glyph of `codepoint` is `letter` (an i: without its dot) with a mark above. Each row of the letter
// must have as many pixels in both glyphs. The mark must not touch the letter. Returns the number of pixels of the
// mark.
static int check_accented(uint32_t codepoint, uint32_t letter)
{
    CoirBuiltinGlyph plain = glyph_of(letter), glyph = glyph_of(codepoint);
    int top = letter == 'i' ? BASE - 7 : first_row(&plain), ink = 0;
    for (int row = 0; row < HEIGHT; row++) {
        bool is_letter = row >= top;
        if (is_letter && pixels_in(glyph.rows[row]) != pixels_in(plain.rows[row]))
            fail_msg("U+%04X has another letter in row %d", (unsigned)codepoint, row);
        ink += is_letter ? 0 : pixels_in(glyph.rows[row]);
    }
    if (ink == 0 || glyph.rows[top - 1])
        fail_msg("U+%04X has no accent, or its accent touches the letter", (unsigned)codepoint);
    return ink;
}

static void accents_are_whole_and_touch_nothing(void **state)
{
    (void)state;
    static const char *const letters[] = {"AEIOUaeiou", "AEIOUYaeiouy", "AEIOUaeiou", "AONaon", "AEIOUaeiouy", "Aa"};
    static const char *const with_mark[] = {
        "\300\310\314\322\331\340\350\354\362\371",     "\301\311\315\323\332\335\341\351\355\363\372\375",
        "\302\312\316\324\333\342\352\356\364\373",     "\303\325\321\343\365\361",
        "\304\313\317\326\334\344\353\357\366\374\377", "\305\345",
    };
    for (int mark = 0; mark < 6; mark++) {
        int ink = check_accented((unsigned char)with_mark[mark][0], (unsigned char)letters[mark][0]);
        for (size_t i = 1; letters[mark][i]; i++)
            assert_int_equal(check_accented((unsigned char)with_mark[mark][i], (unsigned char)letters[mark][i]), ink);
    }
}

static void a_cedilla_hangs_on_its_letter(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        CoirBuiltinGlyph plain = glyph_of("Cc"[i]), glyph = glyph_of(i == 0 ? 0xc7 : 0xe7);
        assert_memory_equal(glyph.rows, plain.rows, BASE * sizeof *glyph.rows);
        assert_int_equal(last_row(&glyph), HEIGHT - 1);
        assert_int_not_equal(glyph.rows[BASE] & glyph.rows[BASE - 1], 0);
    }
    assert_int_equal(pixels_of(0xc7) - pixels_of('C'), pixels_of(0xe7) - pixels_of('c'));
}

TEST_FILE(builtin_font)
{
    const struct CMUnitTest tests[] = {
        support_test(has_ascii_latin_1_and_the_replacement_sign_and_nothing_else),
        support_test(code_points_can_be_visited_in_order),
        support_test(a_shape_fills_its_width_and_leaves_a_pixel_before_the_next),
        support_test(all_shapes_differ),
        support_test(similar_characters_differ_in_many_pixels),
        support_test(symmetric_shapes_are_symmetric),
        support_test(digits_have_one_advance),
        support_test(no_break_space_and_soft_hyphen_are_as_wide_as_space_and_hyphen),
        support_test(letters_are_on_the_baseline_and_equally_high),
        support_test(accents_are_whole_and_touch_nothing),
        support_test(a_cedilla_hangs_on_its_letter),
    };
    return cmocka_run_group_tests_name("builtin_font", tests, NULL, NULL);
}
