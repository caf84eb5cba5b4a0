// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The file of levels of breaker: valid lines are read, and each wrong line is reported with its number and left out.

#include "../../demos/breaker/breaker.h"

#include <stdio.h>
#include <string.h>

#include "support/folder.h"
#include "support/support.h"

static Breaker breaker;
static char path[FOLDER_NAME_SIZE];

static bool read_bytes(const char *text, size_t length)
{
    breaker = (Breaker){0};
    snprintf(path, sizeof path, "%s", folder_write("levels.txt", text, length));
    return read_levels(&breaker, path);
}

static bool read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

// Checks that one warning was logged, with the number of the line, and no error.
static void assert_left_out(int line)
{
    char expected[FOLDER_NAME_SIZE + 40];
    snprintf(expected, sizeof expected, "%s:%d: left out", path, line);
    if (!strstr(support_last_message(), expected))
        fail_msg("expected \"%s\" in: %s", expected, support_last_message());
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    assert_int_equal(support_logged(COIR_LOG_ERROR), 0);
    support_forget_messages();
}

// Checks that no level was read, and that the one error contains the path of the file and `reason`.
static void assert_no_level(bool done, const char *reason)
{
    assert_false(done);
    assert_int_equal(breaker.level_count, 0);
    assert_int_equal(support_logged(COIR_LOG_ERROR), 1);
    assert_non_null(strstr(support_last_message(), path));
    assert_non_null(strstr(support_last_message(), reason));
    support_forget_messages();
}

static void levels_and_rows_are_read(void **state)
{
    assert_true(read_text("# a comment\n\nlevel 1: one\nabcdefWS....\n.a\n\nlevel 2: two\r\nf\r\n"));
    assert_int_equal(breaker.level_count, 2);
    assert_string_equal(breaker.names[0], "level 1: one");
    assert_string_equal(breaker.rows[0][0], "abcdefWS....");
    assert_string_equal(breaker.rows[0][1], ".a");
    assert_string_equal(breaker.rows[0][2], "");
    assert_string_equal(breaker.names[1], "level 2: two");
    assert_string_equal(breaker.rows[1][0], "f");
    assert_int_equal(support_logged(COIR_LOG_WARNING) + support_logged(COIR_LOG_ERROR), 0);
}

static void the_last_line_needs_no_end(void **state)
{
    assert_true(read_text("level a\nabc"));
    assert_string_equal(breaker.rows[0][0], "abc");
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
}

static void an_unknown_letter_is_reported_with_its_line(void **state)
{
    assert_true(read_text("level a\nabx\nabc\n"));
    assert_left_out(2);
    assert_string_equal(breaker.rows[0][0], "abc");
    assert_true(read_text("level a\nab c\n"));
    assert_left_out(2);
    assert_true(read_text("level a\nabc\nLEVEL b\n"));
    assert_left_out(3);
}

static void a_row_that_is_too_long_is_reported_with_its_line(void **state)
{
    assert_true(read_text("level a\naaaaaaaaaaaa\nbbbbbbbbbbbbb\n"));
    assert_left_out(3);
    assert_string_equal(breaker.rows[0][0], "aaaaaaaaaaaa");
    assert_string_equal(breaker.rows[0][1], "");
}

static void a_row_before_the_first_level_is_reported_with_its_line(void **state)
{
    assert_true(read_text("abc\nlevel a\n"));
    assert_left_out(1);
}

static void a_row_too_many_is_reported_with_its_line(void **state)
{
    assert_true(read_text("level a\na\nb\na\nb\na\nb\na\nb\na\nf\nc\n"));
    assert_left_out(12);
    assert_string_equal(breaker.rows[0][9], "f");
}

// The rows of a level that is left out must not be added to the previous level.
static void a_level_too_many_is_left_out_with_its_rows(void **state)
{
    char text[1000] = "";
    for (int i = 0; i < LEVELS; i++)
        strcat(text, "level a\na\n");
    strcat(text, "level b\n");
    assert_true(read_text(text));
    assert_left_out(2 * LEVELS + 1);
    strcat(text, "b\n");
    assert_true(read_text(text));
    assert_int_equal(support_logged(COIR_LOG_WARNING), 2);
    assert_int_equal(breaker.level_count, LEVELS);
    assert_string_equal(breaker.rows[LEVELS - 1][0], "a");
    assert_string_equal(breaker.rows[LEVELS - 1][1], "");
}

static void a_long_name_is_cut(void **state)
{
    assert_true(read_text("level 1: a name that is far too long to be shown beside the lives\na\n"));
    assert_int_equal(strlen(breaker.names[0]), sizeof breaker.names[0] - 1);
}

// The rest of a long line must not be read as a line of its own.
static void a_long_line_counts_as_one(void **state)
{
    char text[1300];
    for (int length = 190; length < 1190; length += length < 210 ? 1 : 7) {
        memset(text, 'a', sizeof text);
        memcpy(text, "level 1\n#", 9);
        strcpy(text + 8 + length, "\nx\nb\n");
        assert_true(read_text(text));
        assert_left_out(3);
        assert_string_equal(breaker.rows[0][0], "b");
        assert_string_equal(breaker.rows[0][1], "");
        text[8] = 'a';
        strcpy(text + 8 + length, "\nb\n");
        assert_true(read_text(text));
        assert_left_out(2);
        assert_string_equal(breaker.rows[0][0], "b");
    }
}

static void a_file_without_levels_is_an_error(void **state)
{
    assert_no_level(read_text(""), "there is no level");
    assert_no_level(read_text("\n\n# nothing\n"), "there is no level");
    assert_no_level(read_text("abc\n"), "there is no level");
}

static void a_missing_file_is_an_error(void **state)
{
    breaker = (Breaker){0};
    snprintf(path, sizeof path, "%s", folder_path("no such levels.txt"));
    assert_no_level(read_levels(&breaker, path), "cannot be opened");
    snprintf(path, sizeof path, "%s", folder.path); // a folder
    assert_no_level(read_levels(&breaker, path), path);
}

static void any_bytes_are_read_without_harm(void **state)
{
    CoirRandom random = coir_random(5);
    char bytes[3000];
    for (int i = 0; i < 300; i++) {
        int length = coir_random_int(&random, 0, sizeof bytes);
        for (int at = 0; at < length; at++)
            bytes[at] = (char)coir_random_int(&random, 0, 255);
        for (int at = 0; at + 20 < length && i % 2; at += coir_random_int(&random, 8, 100))
            memcpy(bytes + at, at % 2 ? "\nlevel " : "\nabc\n\0", 7);
        bool done = read_bytes(bytes, length);
        assert_true(done == (breaker.level_count > 0) && breaker.level_count <= LEVELS);
        for (int level = 0; level < LEVELS; level++)
            for (int row = 0; row < ROWS; row++)
                assert_int_equal(strspn(breaker.rows[level][row], "." BRICKS), strlen(breaker.rows[level][row]));
    }
    support_forget_messages();
}

// The game shows the names of levels. A name may be invalid UTF-8, and a % in a name must not be used as a format.
static void a_game_with_odd_names_of_levels_is_shown(void **state)
{
    coir_assets_set_folder(COIR_ASSETS);
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true});
    static const char level[] = "level %s%n \xff\xfe\x80 \x01\n";
    assert_true(breaker_begin(&breaker, director, folder_write("levels.txt", level, sizeof level - 1), 1));
    assert_true(coir_director_frame(director, 1.0 / 60)); // the title comes on stage
    assert_true(breaker_go(&breaker, make_game));
    for (int i = 0; i < 200; i++) // 3.3 s; a level without bricks ends after 1.4 s
        assert_true(coir_director_frame(director, 1.0 / 60));
    breaker_end(&breaker);
    coir_director_destroy(director);
    coir_assets_set_folder(NULL);
}

static void without_levels_there_is_no_game(void **state)
{
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true});
    assert_false(breaker_begin(&breaker, director, folder_path("no such levels.txt"), 1));
    assert_null(coir_director_scene(director));
    assert_int_equal(support_logged(COIR_LOG_ERROR), 1);
    breaker_end(&breaker);
    coir_director_destroy(director);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(levels_and_rows_are_read),
        support_test(the_last_line_needs_no_end),
        support_test(an_unknown_letter_is_reported_with_its_line),
        support_test(a_row_that_is_too_long_is_reported_with_its_line),
        support_test(a_row_before_the_first_level_is_reported_with_its_line),
        support_test(a_row_too_many_is_reported_with_its_line),
        support_test(a_level_too_many_is_left_out_with_its_rows),
        support_test(a_long_name_is_cut),
        support_test(a_long_line_counts_as_one),
        support_test(a_file_without_levels_is_an_error),
        support_test(a_missing_file_is_an_error),
        support_test(any_bytes_are_read_without_harm),
        support_test(a_game_with_odd_names_of_levels_is_shown),
        support_test(without_levels_there_is_no_game),
    };
    return cmocka_run_group_tests_name("breaker_levels", tests, folder_setup, folder_teardown);
}
