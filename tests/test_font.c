// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Fonts: the built-in font, the cache, replacements of missing characters, and kerning.

#include "support/support.h"

#include <string.h>

#include "coir/coir.h"
#include "media/builtin_font.h"
#include "media/font.h"
#include "media/texture.h"
#include "media/utf8.h"

static int tear_down(void **state)
{
    coir_fonts_purge();
    coir_textures_purge();
    coir_textures_sweep();
    return support_teardown(state);
}

#define font_test(function) cmocka_unit_test_setup_teardown(function, support_setup, tear_down)

// The built-in font --------------------------------------------------------------------------------------------------

static void the_builtin_font_has_ascii_and_latin_1(void **state)
{
    CoirFont *font = coir_font_builtin();
    (void)state;
    assert_non_null(font);
    assert_ptr_equal(coir_font_builtin(), font);
    assert_true(coir_font_line_height(font) == 16 && coir_font_base(font) == COIR_BUILTIN_FONT_BASE);
    assert_true(coir_font_line_height(NULL) == 16 && coir_font_base(NULL) == COIR_BUILTIN_FONT_BASE);
    for (uint32_t c = 0; c < 0x180; c++)
        assert_int_equal(coir_font_has(NULL, c), (c >= 0x20 && c < 0x7f) || (c >= 0xa0 && c < 0x100));
    assert_true(coir_font_has(font, 0xfffd));
    assert_false(coir_font_has(font, 0x10ffff));
    assert_false(coir_font_has(font, UINT32_MAX));
}

static void the_glyphs_of_the_builtin_font_have_its_shapes(void **state)
{
    const CoirFont *font = coir_font_builtin();
    (void)state;
    for (int i = 0; i < coir_builtin_count(); i++) {
        uint32_t codepoint = coir_builtin_codepoint(i);
        const CoirFontGlyph *glyph = coir_font_glyph(font, codepoint);
        CoirBuiltinGlyph shape;
        assert_true(coir_builtin_glyph(codepoint, &shape));
        assert_int_equal(glyph->codepoint, codepoint);
        assert_true(glyph->advance == (float)shape.advance);
        if (shape.width == 0)
            assert_null(glyph->texture);
        else
            assert_true(glyph->region.width == (float)shape.width && glyph->left == 0);
    }
}

static void all_glyphs_of_the_builtin_font_are_on_one_small_texture(void **state)
{
    const CoirFont *font = coir_font_builtin();
    const CoirTexture *texture = coir_font_glyph(font, 'A')->texture;
    (void)state;
    assert_true(coir_texture_width(texture) <= 512 && coir_texture_height(texture) <= 512);
    assert_int_equal(coir_texture_filter(texture), COIR_FILTER_NEAREST);
    for (int i = 0; i < coir_builtin_count(); i++) {
        const CoirFontGlyph *glyph = coir_font_glyph(font, coir_builtin_codepoint(i));
        assert_true(!glyph->texture || glyph->texture == texture);
    }
}

static void the_builtin_font_is_made_again_after_a_purge(void **state)
{
    CoirFont *font = coir_font_builtin();
    (void)state;
    assert_int_equal(coir_fonts_purge(), 1);
    assert_int_equal(coir_fonts_purge(), 0);
    assert_ptr_equal(coir_font_builtin(), font);
    coir_font_retain(font);
    assert_int_equal(coir_fonts_purge(), 0);
    coir_font_release(font);
    assert_int_equal(coir_fonts_purge(), 1);
    assert_true(coir_font_has(font, 'A'));
}

static void making_the_builtin_font_fails_cleanly_without_memory(void **state)
{
    long nth = 0;
    (void)state;
    do {
        coir_fonts_purge();
        coir_textures_sweep();
        coir_error_clear();
        size_t blocks = support_blocks();
        support_fail_allocation(++nth);
        CoirFont *font = coir_font_builtin();
        assert_int_equal(font != NULL, !support_failed());
        if (!font) {
            coir_textures_sweep();
            assert_int_equal(support_blocks(), blocks);
            assert_non_null(strstr(coir_error(), "out of memory"));
        }
    } while (support_failed());
    support_fail_allocation(0);
    assert_in_range(nth, 5, 100);
}

// Any font -----------------------------------------------------------------------------------------------------------

static CoirFont *font_of(const char *characters)
{
    CoirFont *font = coir_font_new();
    assert_non_null(font);
    font->line_height = 20;
    for (const char *end = characters + strlen(characters); characters != end;)
        assert_non_null(coir_font_add(font, coir_utf8_next(&characters, end), 7));
    return font;
}

static void missing_characters_are_replaced_by_fffd_or_question_mark_or_space(void **state)
{
    CoirFont *font = font_of("a ?\xef\xbf\xbd");
    (void)state;
    coir_font_finish(font);
    assert_int_equal(coir_font_glyph(font, 'x')->codepoint, 0xfffd);
    assert_int_equal(coir_font_glyph(font, 0x20ac)->codepoint, 0xfffd);
    coir_font_free(font);
    font = font_of("a ?");
    coir_font_finish(font);
    assert_int_equal(coir_font_glyph(font, 'x')->codepoint, '?');
    assert_int_equal(coir_font_glyph(font, 0x20ac)->codepoint, '?');
    coir_font_free(font);
    font = font_of("a ");
    coir_font_finish(font);
    assert_null(coir_font_glyph(font, 'x')->texture);
    assert_true(coir_font_glyph(font, 'x')->advance == 7 && coir_font_glyph(font, 0x20ac)->advance == 7);
    coir_font_free(font);
    font = font_of("");
    coir_font_finish(font);
    assert_true(coir_font_glyph(font, 'x')->advance == 5 && coir_font_glyph(font, ' ')->advance == 5);
    coir_font_free(font);
}

static void many_glyphs_are_found_by_their_code_points(void **state)
{
    CoirFont *font = font_of("");
    (void)state;
    for (uint32_t c = 10; c < 3000; c += 3)
        assert_non_null(coir_font_add(font, c, (float)c));
    coir_font_finish(font);
    for (uint32_t c = 0; c < 3000; c++)
        assert_true(c < 10 || c % 3 != 1 ? coir_font_glyph(font, c) == font->missing || c == ' '
                                         : coir_font_glyph(font, c)->advance == (float)c);
    coir_font_free(font);
}

static void pairs_are_kerned(void **state)
{
    CoirFont *font = font_of("AVT");
    (void)state;
    assert_true(coir_font_add_kerning(font, 'A', 'V', -2) && coir_font_add_kerning(font, 'A', 'T', -1) &&
                coir_font_add_kerning(font, 'A', 'V', -3) && coir_font_add_kerning(font, 'x', 'V', -9));
    coir_font_finish(font);
    const CoirFontGlyph *a = coir_font_glyph(font, 'A'), *v = coir_font_glyph(font, 'V');
    assert_true(a->kerned && !v->kerned);
    assert_true(coir_font_kerning(font, a, v) == -3);
    assert_true(coir_font_kerning(font, a, coir_font_glyph(font, 'T')) == -1);
    assert_true(coir_font_kerning(font, a, a) == 0);
    coir_font_free(font);
}

TEST_FILE(font)
{
    const struct CMUnitTest tests[] = {
        font_test(the_builtin_font_has_ascii_and_latin_1),
        font_test(the_glyphs_of_the_builtin_font_have_its_shapes),
        font_test(all_glyphs_of_the_builtin_font_are_on_one_small_texture),
        font_test(the_builtin_font_is_made_again_after_a_purge),
        font_test(making_the_builtin_font_fails_cleanly_without_memory),
        font_test(missing_characters_are_replaced_by_fffd_or_question_mark_or_space),
        font_test(many_glyphs_are_found_by_their_code_points),
        font_test(pairs_are_kerned),
    };
    return cmocka_run_group_tests_name("font", tests, NULL, NULL);
}
