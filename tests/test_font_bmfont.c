// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Files of BMFont (.fnt): good files in many spellings, broken files of all kinds, and each allocation failing in
// turn.

#include "support/support.h"

#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "coir/coir.h"
#include "media/font.h"
#include "media/font_bmfont.h"
#include "media/texture.h"
#include "support/folder.h"

static int tear_down(void **state)
{
    coir_nodes_sweep();
    coir_fonts_purge();
    coir_textures_purge();
    coir_textures_sweep();
    coir_assets_set_folder(NULL);
    return support_teardown(state);
}

#define bmfont_test(function) cmocka_unit_test_setup_teardown(function, support_setup, tear_down)

#define HEAD "info face=\"My Font\" size=32\ncommon lineHeight=36 base=29 scaleW=256 scaleH=256 pages=1 packed=0\n"
#define PAGE "page id=0 file=\"page.png\"\n"
#define CHAR_A "char id=65 x=10 y=20 width=18 height=23 xoffset=1 yoffset=6 xadvance=20 page=0 chnl=15\n"

// Reading from memory ------------------------------------------------------------------------------------------------

static char asked_for[200]; // names with which page_of was called, each with a ";"

// Returns a page of 256 x 256 pixels; of 8 x 8 pixels if its name begins with "small"; NULL if its name begins with
// "no".
static CoirTexture *page_of(const char *name, void *user)
{
    static const uint8_t pixels[256 * 256 * 4];
    CoirTexture **made = user;
    snprintf(asked_for + strlen(asked_for), sizeof asked_for - strlen(asked_for), "%s;", name);
    if (strncmp(name, "no", 2) == 0) {
        coir_texture_load("no such.png");
        return NULL;
    }
    int size = strncmp(name, "small", 5) == 0 ? 8 : 256;
    for (; *made; made++)
        if (coir_texture_width(*made) == size)
            return *made;
    return *made = coir_texture_from_pixels(size, size, pixels);
}

// Reads a font. Returns NULL if the text is broken. The caller frees the font.
static CoirFont *read_bytes(const char *text, size_t size)
{
    CoirTexture *made[3] = {NULL};
    CoirFont *font = coir_font_new();
    char *copy = malloc(size ? size : 1); // exactly this size, so that sanitizers see reads beyond the end
    assert_true(font && copy);
    memcpy(copy, text, size);
    asked_for[0] = '\0';
    coir_error_clear();
    bool done = coir_bmfont_read(font, "x.fnt", copy, size, page_of, made);
    free(copy);
    if (!done)
        coir_font_free(font);
    for (int i = 0; i < 3; i++)
        coir_texture_destroy(made[i]);
    coir_textures_sweep();
    return done ? font : NULL;
}

static CoirFont *read_good(const char *text)
{
    CoirFont *font = read_bytes(text, strlen(text));
    if (!font)
        fail_msg("%s", coir_error());
    return font;
}

static void drop(CoirFont *font)
{
    coir_font_free(font);
    coir_textures_sweep();
}

static void assert_a(const CoirFont *font)
{
    const CoirFontGlyph *a = coir_font_find(font, 'A');
    assert_true(a && a->codepoint == 'A' && a->advance == 20 && a->left == 1 && a->top == 6);
    assert_true(a->region.x == 10 && a->region.y == 20);
    assert_true(a->region.width == 18 && a->region.height == 23);
    assert_true(font->line_height == 36 && font->base == 29);
}

static void a_font_is_read(void **state)
{
    CoirFont *font = read_good(
        HEAD PAGE "chars count=4\n" CHAR_A "char id=32 x=0 y=0 width=0 height=0 xoffset=0 yoffset=0 xadvance=9 page=0\n"
                  "char id=8364 x=1 y=2 width=3 height=4 xoffset=-5 yoffset=-6 xadvance=7 page=0\n"
                  "char id=46 x=9 y=9 width=1 height=1 xadvance=2 page=0\n"
                  "kernings count=2\n"
                  "kerning first=65 second=65 amount=-3\n"
                  "kerning first=8364 second=65 amount=2\n");
    (void)state;
    assert_a(font);
    assert_string_equal(asked_for, "page.png;");
    const CoirFontGlyph *a = coir_font_find(font, 'A'), *euro = coir_font_glyph(font, 8364);
    assert_true(euro->left == -5 && euro->top == -6);
    assert_true(coir_font_find(font, ' ')->advance == 9 && !coir_font_find(font, ' ')->texture);
    assert_true(coir_font_find(font, '.')->texture == a->texture && coir_font_find(font, '.')->region.x == 9);
    assert_true(a->kerned && euro->kerned && !coir_font_find(font, ' ')->kerned);
    assert_true(coir_font_kerning(font, a, a) == -3 && coir_font_kerning(font, euro, a) == 2);
    assert_true(coir_font_kerning(font, a, euro) == 0);
    drop(font);
}

static void other_spellings_are_fine(void **state)
{
    static const char *const good[] = {
        HEAD PAGE CHAR_A,
        "\xef\xbb\xbf" HEAD PAGE CHAR_A,
        "\r\ncommon lineHeight=36 base=29\r\npage id=0 file=\"page.png\"\r\nchar  id=65\tx=10 y=20 \t width=18 "
        "height=23 "
        "xoffset=1 yoffset=6 xadvance=20 page=0\r\n\r\n",
        "  " HEAD "\t" PAGE "\n\n" CHAR_A "\n\n",
        CHAR_A PAGE HEAD,
        HEAD "page file=page.png id=0\nchar xadvance=20 id=65 x=10 y=20 width=18 height=23 xoffset=1 yoffset=6",
        HEAD PAGE "thing a=b=c \"quoted words\" id=65\nnothing\n=\n==\n" CHAR_A "char2 id=65\nkerning2\n",
        HEAD PAGE "char id=65.0 x=10.0 y=20 width=18 height=23 xoffset=1.00 yoffset=6. xadvance=20 letter=\" \" page=0",
        HEAD PAGE "char id=\"65\" x=\"10\" y=20 width=18 height=23 xoffset=1 yoffset=6 xadvance=20 letter=\"A",
        HEAD PAGE "chars count=1\n" CHAR_A "kernings count=0\n",
        HEAD PAGE "chars count=0\n" CHAR_A, // more lines than the count
        HEAD PAGE CHAR_A "kerning first=66 second=65 amount=1\nkerning first=-1 second=65 amount=1",
        HEAD PAGE CHAR_A "char id=-1 xadvance=5\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CoirFont *font = read_good(good[i]);
        assert_a(font);
        drop(font);
    }
}

static void the_glyph_for_missing_characters_is_shown(void **state)
{
    CoirFont *font = read_good(HEAD PAGE CHAR_A "char id=-1 xadvance=5\n");
    (void)state;
    assert_int_equal(coir_font_glyph(font, 'x')->codepoint, COIR_FONT_MISSING);
    assert_true(coir_font_glyph(font, 'x')->advance == 5);
    drop(font);
    font = read_good(HEAD PAGE CHAR_A "char id=-1 xadvance=5\nchar id=65533 xadvance=6\n");
    assert_true(coir_font_glyph(font, 'x')->advance == 6); // the replacement character of Unicode is preferred
    drop(font);
}

static void fonts_may_have_several_pages(void **state)
{
    CoirFont *font = read_good(HEAD "page id=7 file=\"a name with spaces.png\"\npage id=0 file=\"small.png\"\n"
                                    "char id=65 x=0 y=0 width=8 height=8 xadvance=9\n"
                                    "char id=66 x=0 y=0 width=256 height=256 xadvance=9 page=7\n");
    (void)state;
    assert_string_equal(asked_for, "a name with spaces.png;small.png;");
    assert_int_equal(coir_texture_width(coir_font_find(font, 'A')->texture), 8);
    assert_int_equal(coir_texture_width(coir_font_find(font, 'B')->texture), 256);
    drop(font);
}

// Broken files -------------------------------------------------------------------------------------------------------

typedef struct Broken {
    const char *text, *error;
} Broken;

static void broken_files_are_refused_with_file_and_line(void **state)
{
    static const Broken broken[] = {
        {"", "'x.fnt' is no .fnt file"},
        {"\n\n\n", "'x.fnt' is no .fnt file"},
        {"Hello, world\n", "'x.fnt' is no .fnt file"},
        {HEAD PAGE, "'x.fnt' has no lines \"char\""},
        {HEAD PAGE "chars count=2\n" CHAR_A, "'x.fnt' is cut off: it promises 2 lines \"char\" and has 1"},
        {HEAD PAGE "chars count=999999999\n" CHAR_A, "'x.fnt' is cut off"},
        {HEAD PAGE "chars count=99999999999999999999\n" CHAR_A, "'x.fnt', line 4: count=99999999999999999999 is no"},
        {HEAD PAGE "chars count=-1\n" CHAR_A, "'x.fnt', line 4: count=-1 is no number"},
        {HEAD PAGE CHAR_A "kernings count=1\n", "it promises 1 lines \"kerning\" and has 0"},
        {PAGE CHAR_A, "there is no line \"common\" with a lineHeight"},
        {"common base=3\n" PAGE CHAR_A, "there is no line \"common\" with a lineHeight"},
        {"common lineHeight=0\n" PAGE CHAR_A, "'x.fnt', line 1: lineHeight=0 is no number from 1 to 32768"},
        {"common lineHeight=nan\n" PAGE CHAR_A, "'x.fnt', line 1: lineHeight=nan"},
        {"common lineHeight=1e9\n" PAGE CHAR_A, "'x.fnt', line 1: lineHeight=1e9"},
        {"common lineHeight=\n" PAGE CHAR_A, "'x.fnt', line 1: lineHeight= is no number"},
        {"common lineHeight=9 base=x\n" PAGE CHAR_A, "'x.fnt', line 1: base=x is no number"},
        {"common lineHeight=9 packed=1\n" PAGE CHAR_A, "'x.fnt', line 1: its glyphs share pixels"},
        {HEAD "page id=0\n" CHAR_A, "'x.fnt', line 3: page id=0 has no file"},
        {HEAD "page id=0 file=\"\"\n" CHAR_A, "'x.fnt', line 3: page id=0 has no file"},
        {HEAD "page file=\"a.png\"\n" CHAR_A, "'x.fnt', line 3: there is no id"},
        {HEAD "page id=256 file=\"a.png\"\n" CHAR_A, "'x.fnt', line 3: id=256 is no number from 0 to 255"},
        {HEAD "page id=-1 file=\"a.png\"\n" CHAR_A, "'x.fnt', line 3: id=-1"},
        {HEAD "page id=0 file=\"a.png\n" CHAR_A, "'x.fnt', line 3: the text after file="},
        {HEAD "page id=0.5 file=\"a.png\"\n" CHAR_A, "'x.fnt', line 3: id=0.5 must be a whole number"},
        {HEAD PAGE PAGE CHAR_A, "'x.fnt', line 4: page id=0 comes a second time"},
        {HEAD "page id=0 file=\"none.png\"\n" CHAR_A, "'x.fnt', line 3: the picture 'no such.png' is missing"},
        {HEAD PAGE "char id=65 width=5 height=5 xadvance=3 page=1\n", "'x.fnt', line 4: there is no page 1"},
        {HEAD CHAR_A, "'x.fnt', line 3: there is no page 0"},
        {HEAD PAGE CHAR_A CHAR_A, "'x.fnt', line 5: char id=65 comes a second time"},
        {HEAD PAGE "char id=1048577 xadvance=8\nchar id=1048577 xadvance=8\n", "char id=1048577 comes a second time"},
        {HEAD PAGE "char id=-1 x=250 y=0 width=10 height=10 xadvance=8\n", "char id=-1: the part 250, 0, 10 x 10"},
        {HEAD PAGE "char id=65 x=250 y=0 width=7 height=5 xadvance=3\n",
         "'x.fnt', line 4: char id=65: the part 250, 0, 7 x 5 is not inside page 0 of 256 x 256 pixels"},
        {HEAD PAGE "char id=65 x=0 y=252 width=7 height=5 xadvance=3\n", "is not inside page 0"},
        {HEAD PAGE "char id=65 x=-1 width=7 height=5 xadvance=3\n", "'x.fnt', line 4: x=-1 is no number from 0"},
        {HEAD PAGE "char id=65 width=-7 height=5 xadvance=3\n", "'x.fnt', line 4: width=-7 is no number"},
        {HEAD PAGE "char id=65 width=9999999999999 height=5 xadvance=3\n",
         "'x.fnt', line 4: width=9999999999999 is no"},
        {HEAD PAGE "char id=65 xadvance=0x10\n", "'x.fnt', line 4: xadvance=0x10 is no number"},
        {HEAD PAGE "char id=65 xadvance=--1\n", "'x.fnt', line 4: xadvance=--1 is no number"},
        {HEAD PAGE "char id=65 xadvance=1,5\n", "'x.fnt', line 4: xadvance=1,5 is no number"},
        {HEAD PAGE "char id=65 xadvance=.\n", "'x.fnt', line 4: xadvance=. is no number"},
        {HEAD PAGE "char id=65 xadvance=-\n", "'x.fnt', line 4: xadvance=- is no number"},
        {HEAD PAGE "char id=65 x=1 y=2 wid", "'x.fnt', line 4: char id=65 has no xadvance; is the file cut off?"},
        {HEAD PAGE "char xadvance=5\n", "'x.fnt', line 4: there is no id"},
        {HEAD PAGE "char", "'x.fnt', line 4: there is no id"},
        {HEAD PAGE "char id=1114112 xadvance=5\n", "'x.fnt', line 4: id=1114112 is no number from -1 to 1114111"},
        {HEAD PAGE "char id=6.5 xadvance=5\n", "'x.fnt', line 4: id=6.5 must be a whole number"},
        {HEAD PAGE CHAR_A "kerning first=65\n", "'x.fnt', line 5: there is no second"},
        {HEAD PAGE CHAR_A "kerning first=65 second=x amount=1\n", "'x.fnt', line 5: second=x is no number"},
        {HEAD PAGE CHAR_A "kerning first=65 second=65 amount=99999\n", "'x.fnt', line 5: amount=99999 is no number"},
        {HEAD "page id=0 file=\"f\xfc.png\"\n" CHAR_A, "'x.fnt', line 3: the byte 0xfc is no text in UTF-8"},
        {"<?xml version=\"1.0\"?>\n<font>", "'x.fnt' is in BMFont's XML form; export it in the text form"},
        {"\xef\xbb\xbf\n<font>", "'x.fnt' is in BMFont's XML form"},
        {"BMF\3\1\16", "'x.fnt' is in BMFont's binary form; export it in the text form"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        assert_null(read_bytes(broken[i].text, strlen(broken[i].text)));
        if (!strstr(coir_error(), broken[i].error))
            fail_msg("file %zu: \"%s\" instead of \"%s\"", i, coir_error(), broken[i].error);
    }
    static const char with_nul[] = HEAD "page id=0 file=\"a\0.png\"\n" CHAR_A;
    assert_null(read_bytes(with_nul, sizeof with_nul - 1));
    assert_non_null(strstr(coir_error(), "'x.fnt', line 3: the byte 0x00 is no text"));
}

static void a_file_that_is_cut_off_anywhere_is_refused_or_whole(void **state)
{
    static const char text[] = HEAD PAGE "chars count=2\n" CHAR_A "char id=66 x=0 y=0 width=0 height=0 xadvance=9\n"
                                         "kernings count=1\nkerning first=65 second=66 amount=-2\n";
    int read = 0;
    (void)state;
    for (size_t size = 0; size < sizeof text - 1; size++) {
        CoirFont *font = read_bytes(text, size);
        assert_true(font || strstr(coir_error(), "x.fnt"));
        read += font != NULL;
        drop(font);
    }
    // A cut text can only be a font if the cut is in the last line, or between the last "char" and the count of
    // "kernings".
    assert_in_range(read, 1, 40);
}

// Loading ------------------------------------------------------------------------------------------------------------

static void write_page(const char *name)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, 64, 64, 32, SDL_PIXELFORMAT_ARGB8888);
    assert_non_null(surface);
    SDL_FillRect(surface, NULL, 0xffffffff);
    assert_int_equal(IMG_SavePNG(surface, folder_path(name)), 0);
    SDL_FreeSurface(surface);
}

static const char *write_font(const char *name)
{
    static const char text[] = "common lineHeight=20 base=16\npage id=0 file=\"page.png\"\n"
                               "char id=32 xadvance=5\nchar id=97 x=0 y=0 width=9 height=11 yoffset=5 xadvance=10\n"
                               "char id=98 x=9 y=0 width=9 height=11 yoffset=5 xadvance=10\n"
                               "kerning first=97 second=98 amount=-2\n";
    write_page("page.png");
    return folder_write(name, text, sizeof text - 1);
}

static void fonts_are_loaded_once(void **state)
{
    const char *path = write_font("a.fnt");
    CoirFont *font = coir_font_load(path);
    (void)state;
    if (!font)
        fail_msg("%s", coir_error());
    assert_ptr_equal(coir_font_load(path), font);
    assert_true(coir_font_line_height(font) == 20 && coir_font_base(font) == 16);
    assert_true(coir_font_has(font, 'a') && !coir_font_has(font, 'A'));
    assert_int_equal(coir_textures_purge(), 0); // the font holds its page
    assert_int_equal(coir_fonts_purge(), 1);
    assert_int_equal(coir_textures_purge(), 1);
}

static void paths_start_in_the_assets_and_beside_the_font(void **state)
{
    (void)state;
    write_font("a.fnt");
    assert_true(coir_assets_set_folder(folder.path));
    CoirFont *font = coir_font_load("a.fnt");
    assert_non_null(font);
    assert_ptr_equal(coir_font_load(folder_path("a.fnt")), font);
    assert_string_equal(coir_texture_path(coir_font_find(font, 'a')->texture), folder_path("page.png"));
}

static void files_that_are_missing_are_named(void **state)
{
    static const char no_page[] = "common lineHeight=20\npage id=0 file=\"gone.png\"\nchar id=65 xadvance=1\n";
    (void)state;
    assert_null(coir_font_load("no such.fnt"));
    assert_non_null(strstr(coir_error(), "the font 'no such.fnt' is missing"));
    assert_null(coir_font_load(folder_write("b.fnt", no_page, sizeof no_page - 1)));
    assert_non_null(strstr(coir_error(), "b.fnt', line 2: the picture '"));
    assert_non_null(strstr(coir_error(), "gone.png' is missing"));
    assert_null(coir_font_load(folder.path));
    assert_non_null(strstr(coir_error(), "it is a folder, not a file"));
    assert_null(coir_font_load(NULL));
    assert_mistake("the path is NULL");
    assert_null(coir_font_load(""));
    assert_mistake("the path is empty");
}

static void the_glyph_for_missing_characters_is_no_character(void **state)
{
    static const char text[] = "common lineHeight=20\npage id=0 file=\"page.png\"\nchar id=-1 xadvance=5\n";
    (void)state;
    write_page("page.png");
    CoirFont *font = coir_font_load(folder_write("missing.fnt", text, sizeof text - 1));
    assert_non_null(font);
    assert_false(coir_font_has(font, COIR_FONT_MISSING));
    assert_false(coir_font_has(font, 'x'));
}

static void labels_hold_a_font_and_change_to_another(void **state)
{
    CoirTextStyle style = {.font = coir_font_load(write_font("a.fnt"))};
    CoirLabel *label = coir_label_new_with_style("ab a", &style);
    (void)state;
    assert_true(label && label->node.size.x == 33 && label->node.size.y == 20); // 10 - 2 + 10 + 5 + 10
    coir_fonts_purge();
    assert_ptr_equal(coir_font_load(folder_path("a.fnt")), style.font);
    assert_true(coir_label_set_style(label, NULL));
    assert_int_equal(coir_fonts_purge(), 1);
    assert_false(coir_label_set_style(label, &style));
    assert_mistake("coir_fonts_purge");
    assert_null(coir_label_style(label).font);
    coir_node_destroy(&label->node);
}

static void every_failing_allocation_is_survived(void **state)
{
    const char *path = write_font("a.fnt");
    long nth = 0;
    (void)state;
    do {
        size_t blocks = support_blocks();
        coir_error_clear();
        support_fail_allocation(++nth);
        CoirTextStyle style = {.font = coir_font_load(path), .width = 30};
        CoirLabel *label = style.font ? coir_label_new_with_style("ab ab", &style) : NULL;
        assert_int_equal(label != NULL, !support_failed());
        assert_true(label || strstr(coir_error(), "out of memory"));
        coir_node_destroy(label ? &label->node : NULL);
        coir_nodes_sweep();
        coir_fonts_purge();
        coir_textures_purge();
        coir_textures_sweep();
        assert_int_equal(support_blocks(), blocks);
    } while (support_failed());
    support_fail_allocation(0);
    assert_true(nth > 15);
}

static void a_path_without_memory_is_logged(void **state)
{
    (void)state;
    support_fail_allocation(1);
    assert_null(coir_font_load("any.fnt"));
    support_fail_allocation(0);
    assert_non_null(strstr(support_last_message(), "out of memory"));
}

TEST_FILE(font_bmfont)
{
    const struct CMUnitTest tests[] = {
        bmfont_test(a_font_is_read),
        bmfont_test(other_spellings_are_fine),
        bmfont_test(the_glyph_for_missing_characters_is_shown),
        bmfont_test(fonts_may_have_several_pages),
        bmfont_test(broken_files_are_refused_with_file_and_line),
        bmfont_test(a_file_that_is_cut_off_anywhere_is_refused_or_whole),
        bmfont_test(fonts_are_loaded_once),
        bmfont_test(paths_start_in_the_assets_and_beside_the_font),
        bmfont_test(files_that_are_missing_are_named),
        bmfont_test(the_glyph_for_missing_characters_is_no_character),
        bmfont_test(labels_hold_a_font_and_change_to_another),
        bmfont_test(every_failing_allocation_is_survived),
        bmfont_test(a_path_without_memory_is_logged),
    };
    return cmocka_run_group_tests_name("font_bmfont", tests, folder_setup, folder_teardown);
}
