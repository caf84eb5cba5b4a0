// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Relative paths lead to the program's folder if the file is there, and otherwise to the working directory.

#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "base/alloc.h"
#include "coir/error.h"
#include "coir/texture.h"
#include "support/folder.h"

static char beside[1000]; // path of a file beside this program
static char name[64];     // name of the file, without the folder

static int make_file(void **state)
{
    char *base = SDL_GetBasePath();
    FILE *file = NULL;
    (void)state;
    for (int i = 0; base && !file && i < 1000; i++) { // another process may have made a file of this name
        snprintf(name, sizeof name, "test_file_%d.tmp", i);
        snprintf(beside, sizeof beside, "%s%s", base, name);
        file = fopen(beside, "wbx");
    }
    SDL_free(base);
    if (!file)
        return 1;
    return fclose(file);
}

static int remove_file(void **state)
{
    (void)state;
    coir_assets_set_folder(NULL);
    return remove(beside);
}

static void a_file_beside_the_program_is_found_from_every_working_directory(void **state)
{
    (void)state;
    assert_true(coir_assets_set_folder(NULL));
    assert_string_equal(coir_assets_path(name), beside);
    assert_true(coir_assets_set_folder("."));
    char expected[1100];
    snprintf(expected, sizeof expected, "%.*s./%s", (int)(strlen(beside) - strlen(name)), beside, name);
    assert_string_equal(coir_assets_path(name), expected);
    assert_true(coir_assets_set_folder(NULL));
}

static void another_file_is_counted_from_the_working_directory(void **state)
{
    (void)state;
    assert_string_equal(coir_assets_path("missing.png"), "missing.png");
    assert_true(coir_assets_set_folder("folder"));
    assert_string_equal(coir_assets_path("missing.png"), "folder/missing.png");
    assert_true(coir_assets_set_folder(NULL));
}

static void absolute_paths_and_folders_lead_nowhere_else(void **state)
{
    (void)state;
    assert_string_equal(coir_assets_path(beside), beside);
    assert_true(coir_assets_set_folder("/no folder"));
    char expected[100];
    snprintf(expected, sizeof expected, "/no folder/%s", name);
    assert_string_equal(coir_assets_path(name), expected);
    assert_true(coir_assets_set_folder(NULL));
}

static void the_message_for_a_missing_file_names_the_folders_that_were_searched(void **state)
{
    (void)state;
    assert_null(coir_texture_load("missing.png"));
    assert_non_null(strstr(coir_error(), "beside the program and in the working directory"));
    assert_true(coir_assets_set_folder("folder"));
    assert_null(coir_texture_load("missing.png"));
    assert_non_null(strstr(coir_error(), "looked for this folder beside the program and in the working directory"));
    assert_true(coir_assets_set_folder("/no folder"));
    assert_null(coir_texture_load("missing.png"));
    assert_non_null(strstr(coir_error(), "relative paths are counted from the folder"));
    assert_true(coir_assets_set_folder(NULL));
}

static void a_path_that_is_null_or_too_long_is_refused(void **state)
{
    static char path[5000];
    (void)state;
    assert_null(coir_assets_path(NULL));
    assert_mistake("coir_assets_path: the path is NULL");
    memset(path, 'x', sizeof path - 1);
    assert_null(coir_assets_path(path));
    assert_non_null(strstr(coir_error(), "coir_assets_path: a path of 4999 bytes"));
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    for (int there = 0; there < 2; there++) {
        const char *wanted = there ? name : "missing.png", *path = NULL;
        long count = 0;
        for (long nth = 1; !path; nth++, count++) {
            support_fail_allocation(nth);
            path = coir_assets_path(wanted);
            support_fail_allocation(0);
            assert_true(path || strstr(coir_error(), "out of memory"));
        }
        assert_true(count == 3); // two calls with a failed allocation, and the call that succeeded
    }
}

TEST_FILE(file)
{
    static const struct CMUnitTest tests[] = {
        support_test(a_file_beside_the_program_is_found_from_every_working_directory),
        support_test(another_file_is_counted_from_the_working_directory),
        support_test(absolute_paths_and_folders_lead_nowhere_else),
        support_test(the_message_for_a_missing_file_names_the_folders_that_were_searched),
        support_test(a_path_that_is_null_or_too_long_is_refused),
        support_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("file", tests, make_file, remove_file);
}
