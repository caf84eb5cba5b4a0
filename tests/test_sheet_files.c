// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Broken files of sheets. Each file is refused with an error that names the position, and no memory is kept.

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

#include "coir/error.h"
#include "media/sheet.h"
#include "media/texture.h"
#include "support/folder.h"
#include "support/sheets.h"

static CoirTexture *texture; // 64 x 64 pixels

static int make_texture(void **state)
{
    static const uint8_t pixels[64 * 64 * 4];
    support_setup(state);
    texture = coir_texture_from_pixels(64, 64, pixels);
    return texture ? 0 : 1;
}

static int free_texture(void **state)
{
    coir_texture_destroy(texture);
    coir_textures_sweep();
    return support_teardown(state);
}

#define files_test(function) cmocka_unit_test_setup_teardown(function, make_texture, free_texture)

static bool read_sheet(const char *name, const char *text, size_t size)
{
    CoirSheet *sheet = coir_alloc(sizeof *sheet);
    sheet->path = coir_copy_text(name);
    bool ok = coir_sheet_parse(sheet, text, size) && coir_sheet_fit(sheet, texture);
    coir_sheet_free(sheet);
    return ok;
}

static void assert_refused(const char *name, const char *text, size_t size, const char *why)
{
    size_t blocks = support_blocks();
    char start[100];
    coir_error_clear();
    if (read_sheet(name, text, size))
        fail_msg("%s is read", name);
    snprintf(start, sizeof start, "'%s'", name);
    if (strncmp(coir_error(), start, strlen(start)) != 0 || !strstr(coir_error(), why))
        fail_msg("%s: the error is \"%s\", expected \"%s\"", name, coir_error(), why);
    assert_int_equal(support_blocks(), blocks);
}

typedef struct Bad {
    const char *name, *why;
} Bad;

static const Bad bad[] = {
    {"truncated", "line 19, column"},
    {"only_space", "line 3, column"},
    {"no_json", "line 1, column 1"},
    {"text_behind", "line 3, column 1"},
    {"missing_comma", "line 1, column"},
    {"broken_escape", "line 1"},
    {"half_surrogate", "line 1"},
    {"long_number", "frames[\"run 3\"].frame.w: 1.11111e+79; it must be"},
    {"zero_byte", "frames[\"run 3\"].frame: this is missing"},
    {"utf16", "line 1, column 1"},
    {"array_outside", "frames: this is missing"},
    {"number_outside", "frames: this is missing"},
    {"empty_object", "frames: this is missing"},
    {"several_packs", "frames: this is missing"},
    {"frames_text", "frames: it must be an object or an array"},
    {"frames_empty", "frames: there are no frames"},
    {"frames_empty_array", "frames: there are no frames"},
    {"frame_is_number", "frames[\"run 3\"]: this is a number; it must be an object"},
    {"frame_missing", "frames[\"run 3\"].frame: this is missing"},
    {"frame_is_array", "frames[\"run 3\"].frame: this is an array; it must be an object"},
    {"width_missing", "frames[\"run 3\"].frame.w: this is missing"},
    {"width_text", "frames[\"run 3\"].frame.w: this is a text; it must be a number"},
    {"width_null", "frames[\"run 3\"].frame.w: this is null; it must be a number"},
    {"width_negative", "frames[\"run 3\"].frame.w: -4; it must be a whole number from 1"},
    {"width_zero", "frames[\"run 3\"].frame.w: 0; it must be a whole number from 1"},
    {"height_fraction", "frames[\"run 3\"].frame.h: 8.5; it must be a whole number"},
    {"x_huge", "frames[\"run 3\"].frame.x: 1e+300; it must be a whole number"},
    {"y_infinite", "frames[\"run 3\"].frame.y: inf; it must be a whole number"},
    {"y_nan", "line 1, column 43"},
    {"x_negative", "frames[\"run 3\"].frame.x: -1; it must be a whole number from 0"},
    {"right_of_picture", "the frame \"run 3\": the part 57, 0, 8 x 8 is not inside the picture 'sheet.png' of 64 x 64"},
    {"below_picture", "the frame \"run 3\": the part 0, 60, 8 x 8 is not inside"},
    {"rotated_outside", "the frame \"run 3\": the part 40, 0, 32 x 8 is not inside"},
    {"rotated_number", "frames[\"run 3\"].rotated: this is a number; it must be true or false"},
    {"source_missing", "frames[\"run 3\"].sourceSize: this is missing"},
    {"source_too_small", "frames[\"run 3\"].spriteSourceSize: 2, 0, 8 x 8; it is not inside"},
    {"source_other_size", "frames[\"run 3\"].spriteSourceSize: 7 x 8; it must be as large as the frame"},
    {"source_larger", "frames[\"run 3\"].spriteSourceSize: 9 x 9; it must be as large as the frame"},
    {"source_negative", "frames[\"run 3\"].spriteSourceSize.x: -2; it must be"},
    {"duration_text", "frames[\"run 3\"].duration: this is a text; it must be a number"},
    {"duration_negative", "frames[\"run 3\"].duration: -100; it must be a number from 0"},
    {"duration_huge", "frames[\"run 3\"].duration: 1e+300; it must be a number from 0"},
    {"name_missing", "frames[0].filename: this is missing"},
    {"name_number", "frames[1].filename: this is a number; it must be a text"},
    {"name_twice", "frames.a: the name 'a' is used twice"},
    {"name_twice_in_array", "frames[1]: the name 'a' is used twice"},
    {"no_meta", "meta: this is missing"},
    {"meta_array", "meta: this is an array; it must be an object"},
    {"no_image", "meta.image: this is missing"},
    {"image_number", "meta.image: this is a number; it must be a text"},
    {"image_empty", "meta: the image is empty"},
    {"tags_object", "meta.frameTags: it must be an array"},
    {"tag_number", "meta.frameTags[0]: this is a number; it must be an object"},
    {"tag_without_name", "meta.frameTags[0].name: this is missing"},
    {"tag_from_negative", "meta.frameTags[0].from: -1; it must be a whole number from 0 to 1"},
    {"tag_to_beyond", "meta.frameTags[0].to: 2; it must be a whole number from 0 to 1"},
    {"tag_turned", "meta.frameTags[0].to: 0; it must be a whole number from 1 to 1"},
    {"tag_fraction", "meta.frameTags[0].from: 0.5; it must be a whole number"},
    {"tag_twice", "meta.frameTags[1]: the name 't' is used twice"},
    {"tag_direction", "meta.frameTags[0].direction: 'sideways'; it must be forward"},
    {"tag_direction_number", "meta.frameTags[0].direction: this is a number"},
    {"tag_repeat", "meta.frameTags[0].repeat: 'many'; it must be"},
    {"tag_repeat_huge", "meta.frameTags[0].repeat: '99999999999999999999'; it must be"},
    {"tag_repeat_negative", "meta.frameTags[0].repeat: -1; it must be"},
};

static void each_broken_file_is_refused_with_the_position_of_the_fault(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(bad); i++) {
        char name[100];
        size_t size;
        snprintf(name, sizeof name, "bad_%s.json", bad[i].name);
        char *text = corpus_read(name, &size);
        assert_refused(name, text, size, bad[i].why);
        free(text);
    }
}

// Cuts a file off after every possible number of bytes.
static void files_that_end_too_early_are_refused(void **state)
{
    size_t size;
    char *text = corpus_read("aseprite_hash.json", &size);
    (void)state;
    assert_true(read_sheet("whole", text, size));
    while (text[size - 1] != '}')
        size--;
    while (--size > 0) {
        text[size] = '\0';
        assert_refused("cut", text, size, "line ");
    }
    free(text);
}

// The nested arrays are the whole file, the value of `frames`, or the value of `meta.frameTags`.
static void arrays_nested_deeply_are_refused(void **state)
{
    static const char *const before[] = {"", "{\"frames\": ", "{\"meta\": {\"frameTags\": "};
    static char text[2 * 10000 + 100];
    (void)state;
    for (int i = 0; i < COUNT(before); i++) {
        memset(text, 0, sizeof text);
        strcpy(text, before[i]);
        memset(text + strlen(text), '[', 10000);
        assert_refused("open", text, strlen(text), "line 1, column 1");
        memset(text + strlen(text), ']', 10000);
        strcat(text, i == 0 ? "" : i == 1 ? "}" : "}}");
        assert_refused("closed", text, strlen(text), "line 1, column 1");
        assert_non_null(strstr(coir_error(), "nested too deeply"));
    }
}

// If a key does not begin with a quotation mark, cJSON reports the position after the refused character.
static void line_and_column_are_counted_from_1(void **state)
{
    const char *text = "{\n  \"frames\": {\n    ?";
    (void)state;
    assert_refused("lines", text, strlen(text), "'lines', line 3, column 6: ");
}

static void an_error_of_long_names_is_cut_off(void **state)
{
    static char text[10000];
    (void)state;
    strcpy(text, "{\"frames\": {\"");
    memset(text + strlen(text), 'x', 8000);
    strcat(text, "\": {\"frame\": 1}}}");
    assert_refused("long", text, strlen(text), "frames.xxxxxxx");
}

static void files_that_are_missing_empty_or_huge_are_refused(void **state)
{
    (void)state;
    assert_null(coir_sheet_load(folder_path("none.json")));
    assert_non_null(strstr(coir_error(), "none.json' is missing"));
    assert_null(coir_sheet_load(folder_write("empty.json", "", 0)));
    assert_non_null(strstr(coir_error(), "empty.json' is an empty file"));
    assert_null(coir_sheet_load(folder.path));
    assert_non_null(strstr(coir_error(), "folder"));
    FILE *file = system_open(folder_path("huge.json"), "wb"); // a sparse file, which takes no room on the disk
    assert_int_equal(fseek(file, 65 << 20, SEEK_SET), 0);
    assert_int_equal(fputc(' ', file), ' ');
    fclose(file);
    assert_null(coir_sheet_load(folder_path("huge.json")));
    assert_non_null(strstr(coir_error(), "huge.json' cannot be read"));
    assert_non_null(strstr(coir_error(), "larger than 64 MB"));
}

TEST_FILE(sheet_files)
{
    const struct CMUnitTest tests[] = {
        files_test(each_broken_file_is_refused_with_the_position_of_the_fault),
        files_test(files_that_end_too_early_are_refused),
        files_test(arrays_nested_deeply_are_refused),
        files_test(line_and_column_are_counted_from_1),
        files_test(an_error_of_long_names_is_cut_off),
        files_test(files_that_are_missing_empty_or_huge_are_refused),
    };
    if (!HAS_CJSON)
        return SKIPPED;
    return cmocka_run_group_tests_name("sheet_files", tests, folder_setup, folder_teardown);
}
