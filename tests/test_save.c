// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Saves: names, reading, writing, removing, and the folder. COIR_SAVES names the folder, except in the tests of the
// system's own folder.

#define _POSIX_C_SOURCE 200112L // symlink

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "coir/error.h"
#include "coir/memory.h"
#include "coir/save.h"
#include "media/disk.h"
#include "support/folder.h"

#if defined(SUPPORT_HAS_POSIX_FILES)
#include <unistd.h>
#endif

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static int setup(void **state)
{
    SDL_setenv("COIR_SAVES", folder.path, 1);
    return support_setup(state) == 0 && coir_saves_open("Ann", "Game") ? 0 : 1;
}

#define save_test(function) cmocka_unit_test_setup_teardown(function, setup, support_teardown)

// Before a folder is opened ------------------------------------------------------------------------------------------

static void without_a_folder_nothing_is_saved_and_the_message_names_the_call(void **state)
{
    char bytes[4] = "abc";
    (void)state;
    assert_false(coir_save_write("best", "1", 1));
    assert_mistake("coir_save_write: there is no folder for saves yet; call coir_saves_open first");
    assert_true(coir_save_read("best", bytes, 4) == -1);
    assert_mistake("coir_save_read");
    assert_string_equal(bytes, "abc");
    assert_false(coir_save_remove("best"));
    assert_mistake("coir_save_remove");
    assert_null(coir_save_path("best"));
    assert_mistake("coir_save_path");
}

// Files --------------------------------------------------------------------------------------------------------------

#if defined(SUPPORT_HAS_POSIX_FILES)
static void a_save_in_a_folder_that_cannot_be_entered_is_not_removed(void **state)
{
    (void)state;
    const char *loop = folder_path("loop");
    SDL_setenv("COIR_SAVES", loop, 1);
    assert_true(coir_saves_open("Ann", "Game"));
    assert_int_equal(rmdir(loop), 0);
    assert_int_equal(symlink(loop, loop), 0);
    assert_false(coir_save_remove("best"));
    assert_non_null(strstr(coir_error(), "could not be removed"));
    unlink(loop);
}
#endif

static void a_save_is_read_unchanged(void **state)
{
    static const char bytes[] = "\0\r\n\xff and more";
    char read[64] = {0};
    (void)state;
    folder_path("all");
    assert_true(coir_save_write("all", bytes, sizeof bytes));
    assert_true(coir_save_read("all", read, sizeof read) == (int64_t)sizeof bytes);
    assert_memory_equal(read, bytes, sizeof bytes);
    assert_true(coir_save_write("all", "x", 1)); // replaces the save
    assert_true(coir_save_read("all", NULL, 0) == 1);
}

static void a_part_of_a_save_is_read_and_the_whole_size_is_returned(void **state)
{
    char read[8] = "-------";
    (void)state;
    folder_path("part");
    assert_true(coir_save_write("part", "abcdef", 6));
    assert_true(coir_save_read("part", read, 3) == 6);
    assert_string_equal(read, "abc----");
}

static void a_save_may_be_empty(void **state)
{
    char read[8] = "-------";
    (void)state;
    folder_path("empty");
    assert_true(coir_save_write("empty", NULL, 0));
    assert_true(coir_save_read("empty", read, sizeof read) == 0);
    assert_string_equal(read, "-------");
}

static void a_missing_save_does_not_change_the_bytes(void **state)
{
    int best = 7;
    (void)state;
    assert_true(coir_save_read("missing", &best, sizeof best) == -1);
    assert_int_equal(best, 7);
    assert_non_null(strstr(coir_error(), "missing"));
}

static void a_save_may_be_removed_twice(void **state)
{
    (void)state;
    folder_path("gone");
    assert_true(coir_save_write("gone", "1", 1));
    assert_true(coir_save_remove("gone"));
    assert_true(coir_save_read("gone", NULL, 0) == -1);
    assert_true(coir_save_remove("gone"));
}

static void the_path_is_that_of_the_file_in_the_folder(void **state)
{
    char expected[600];
    (void)state;
    snprintf(expected, sizeof expected, "%s/keys.txt", folder.path);
    assert_string_equal(coir_save_path("keys.txt"), expected);
}

static void a_folder_in_the_place_of_a_save_is_an_error(void **state)
{
    (void)state;
    SDL_setenv("COIR_SAVES", COIR_TESTS, 1);
    assert_true(coir_saves_open("Ann", "Game"));
    assert_true(coir_save_read("support", NULL, 0) == -1);
    assert_non_null(strstr(coir_error(), "it is a folder, not a file"));
    assert_false(coir_save_write("support", "1", 1));
    assert_non_null(strstr(coir_error(), "it is a folder, not a file"));
    assert_false(coir_save_remove("support"));
    assert_non_null(strstr(coir_error(), "support' cannot be removed: it is a folder, not a file"));
}

static void an_empty_folder_in_the_place_of_a_save_is_not_removed(void **state)
{
    (void)state;
    assert_true(coir_disk_make_folder(folder_path("hollow")));
    assert_false(coir_save_remove("hollow"));
    assert_non_null(strstr(coir_error(), "hollow' cannot be removed: it is a folder, not a file"));
    assert_int_equal(coir_disk_kind(folder_path("hollow")), COIR_DISK_FOLDER);
    assert_true(system_remove(folder_path("hollow")));
}

// Names --------------------------------------------------------------------------------------------------------------

static void names_with_folders_devices_and_odd_letters_are_refused(void **state)
{
    static const char *const names[] = {
        "",    "..",  ".",       ".hidden",  "end.", "a/b",      "a\\b", "/etc/passwd", "a b", "caf\xc3\xa9",
        "con", "CON", "aux.txt", "Nul.save", "com1", "lpt9.txt", "a:b",  "a*",          "?",   "a\n"};
    char longest[66];
    (void)state;
    for (int i = 0; i < COUNT(names); i++) {
        assert_null(coir_save_path(names[i]));
        assert_mistake("coir_save_path: '");
    }
    assert_null(coir_save_path(NULL));
    assert_mistake("the name is NULL");
    memset(longest, 'x', sizeof longest);
    longest[65] = '\0';
    assert_null(coir_save_path(longest));
    assert_mistake("is no name of a save");
    longest[64] = '\0';
    assert_non_null(coir_save_path(longest));
    assert_non_null(coir_save_path("console.txt"));
    assert_non_null(coir_save_path("com.txt"));
    assert_non_null(coir_save_path("a.b-c_d.1"));
}

static void bytes_that_are_null_are_refused(void **state)
{
    (void)state;
    assert_false(coir_save_write("null", NULL, 3));
    assert_mistake("coir_save_write: the bytes of 'null' are NULL");
    assert_true(coir_save_read("null", NULL, 3) == -1);
    assert_mistake("coir_save_read: the bytes for 'null' are NULL");
}

// The folder ---------------------------------------------------------------------------------------------------------

static void names_of_games_that_are_no_names_are_refused_and_the_folder_stays(void **state)
{
    char before[600];
    (void)state;
    snprintf(before, sizeof before, "%s", coir_save_path("a"));
    assert_false(coir_saves_open("Ann", NULL));
    assert_mistake("coir_saves_open: the name of the game is NULL");
    assert_false(coir_saves_open("Ann", ""));
    assert_mistake("coir_saves_open: the name of the game is empty");
    assert_false(coir_saves_open("Ann", "\xff"));
    assert_mistake("coir_saves_open");
    assert_false(coir_saves_open("\xff", "Game"));
    assert_mistake("coir_saves_open");
    assert_string_equal(coir_save_path("a"), before);
}

static void the_folder_of_the_environment_is_made(void **state)
{
    char path[600];
    (void)state;
    snprintf(path, sizeof path, "%s", folder_path("new"));
    SDL_setenv("COIR_SAVES", path, 1);
    for (int run = 0; run < 2; run++) { // the second time the folder exists
        assert_true(coir_saves_open("Ann", "Game"));
        assert_true(coir_save_write("best", "1", 1));
    }
    assert_true(coir_save_remove("best"));
    assert_true(system_remove(path));
}

static void an_environment_that_names_a_file_is_an_error_and_the_folder_before_stays(void **state)
{
    char before[600];
    (void)state;
    snprintf(before, sizeof before, "%s", coir_save_path("a"));
    folder_write("file", "x", 1);
    SDL_setenv("COIR_SAVES", folder_path("file"), 1);
    assert_false(coir_saves_open("Ann", "Game"));
    assert_non_null(strstr(coir_error(), "coir_saves_open: COIR_SAVES names the folder"));
    assert_non_null(strstr(coir_error(), "could not be made: File exists"));
    assert_string_equal(coir_save_path("a"), before);
}

#if defined(__linux__)
static void the_systems_folder_is_made_and_its_name_has_no_separators(void **state)
{
    char expected[700], author[700];
    (void)state;
    SDL_setenv("COIR_SAVES", "", 1);
    SDL_setenv("XDG_DATA_HOME", folder.path, 1);
    assert_true(coir_saves_open("A/n:n", "../Game."));
    snprintf(expected, sizeof expected, "%s/A_n_n/_._Game_/best", folder.path);
    assert_string_equal(coir_save_path("best"), expected);
    assert_true(coir_save_write("best", "1", 1));
    assert_true(coir_save_remove("best"));
    snprintf(expected, sizeof expected, "%s/A_n_n/_._Game_", folder.path);
    snprintf(author, sizeof author, "%s/A_n_n", folder.path);
    assert_int_equal(remove(expected), 0);
    assert_int_equal(remove(author), 0);
}

static void a_folder_that_cannot_be_made_is_an_error_and_the_folder_before_stays(void **state)
{
    char before[600];
    (void)state;
    snprintf(before, sizeof before, "%s", coir_save_path("a"));
    folder_write("file", "x", 1);
    SDL_setenv("COIR_SAVES", "", 1);
    SDL_setenv("XDG_DATA_HOME", folder_path("file"), 1);
    assert_false(coir_saves_open("Ann", "Game"));
    assert_non_null(strstr(coir_error(), "the folder for the saves of 'Game' could not be made"));
    assert_string_equal(coir_save_path("a"), before);
}
#endif

// No memory ----------------------------------------------------------------------------------------------------------

static void each_allocation_may_fail(void **state)
{
    char bytes[4] = "---";
    bool done = false;
    (void)state;
    folder_path("memory");
    assert_true(coir_save_write("memory", "ab", 3));
    for (long nth = 1; !done; nth++) {
        support_fail_allocation(nth);
        done = coir_save_read("memory", bytes, 3) == 3;
        support_fail_allocation(0);
        assert_string_equal(bytes, done ? "ab" : "---");
        assert_true(done || strstr(coir_error(), "out of memory"));
    }
    done = false;
    for (long nth = 1; !done; nth++) {
        support_fail_allocation(nth);
        done = coir_save_write("memory", "xyz", 4);
        support_fail_allocation(0);
        assert_true(coir_save_read("memory", bytes, 4) == (done ? 4 : 3));
        assert_string_equal(bytes, done ? "xyz" : "ab");
    }
    done = false;
    for (long nth = 1; !done; nth++) {
        support_fail_allocation(nth);
        SDL_setenv("COIR_SAVES", "", 1);
        SDL_setenv("XDG_DATA_HOME", folder.path, 1);
        done = coir_saves_open("", "Game");
        support_fail_allocation(0);
        assert_true(done || strstr(coir_error(), "out of memory"));
    }
    char path[600];
    snprintf(path, sizeof path, "%s/Game", folder.path);
    remove(path);
}

TEST_FILE(save)
{
    static const struct CMUnitTest tests[] = {
        support_test(without_a_folder_nothing_is_saved_and_the_message_names_the_call),
        save_test(a_save_is_read_unchanged),
        save_test(a_part_of_a_save_is_read_and_the_whole_size_is_returned),
        save_test(a_save_may_be_empty),
        save_test(a_missing_save_does_not_change_the_bytes),
        save_test(a_save_may_be_removed_twice),
#if defined(SUPPORT_HAS_POSIX_FILES)
        save_test(a_save_in_a_folder_that_cannot_be_entered_is_not_removed),
#endif
        save_test(the_path_is_that_of_the_file_in_the_folder),
        save_test(a_folder_in_the_place_of_a_save_is_an_error),
        save_test(an_empty_folder_in_the_place_of_a_save_is_not_removed),
        save_test(names_with_folders_devices_and_odd_letters_are_refused),
        save_test(bytes_that_are_null_are_refused),
        save_test(names_of_games_that_are_no_names_are_refused_and_the_folder_stays),
        save_test(the_folder_of_the_environment_is_made),
        save_test(an_environment_that_names_a_file_is_an_error_and_the_folder_before_stays),
#if defined(__linux__)
        save_test(the_systems_folder_is_made_and_its_name_has_no_separators),
        save_test(a_folder_that_cannot_be_made_is_an_error_and_the_folder_before_stays),
#endif
        save_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("save", tests, folder_setup, folder_teardown);
}
