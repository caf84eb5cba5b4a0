// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A trial of coir_director_run: a number of frames of 1/60 s, a picture, and the end of the run.

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "app/trial.h"
#include "coir/coir.h"
#include "support/folder.h"

static double passed;
static int updates;

static void count(void *target, double dt, void *user)
{
    (void)target, (void)user;
    passed += dt;
    updates++;
}

static CoirTrial wanted(const char *text)
{
    SDL_setenv("COIR_TRIAL", text, 1);
    CoirTrial trial = coir_trial_from_environment();
    return trial;
}

static void a_number_and_a_file_are_read(void **state)
{
    (void)state;
    assert_int_equal(wanted("").frames, 0);
    assert_int_equal(wanted("60").frames, 60);
    assert_string_equal(wanted("60").file, "");
    assert_string_equal(wanted("60,").file, "");
    assert_int_equal(wanted("7,a,b.png").frames, 7);
    assert_string_equal(wanted("7,a,b.png").file, "a,b.png");
    assert_int_equal(support_logged(COIR_LOG_ERROR), 0);
}

static void a_bad_number_of_frames_is_logged_and_starts_no_trial(void **state)
{
    static const char *const texts[] = {"x", "0", "-1", "1000001", "60x", ",a.png", "99999999999999999999"};
    char long_path[1100] = "1,";
    (void)state;
    for (int i = 0; i < 7; i++) {
        assert_int_equal(wanted(texts[i]).frames, 0);
        assert_int_equal(support_logged(COIR_LOG_ERROR), i + 1);
        assert_non_null(strstr(support_last_message(), "it must be a number of frames"));
    }
    memset(long_path + 2, 'x', 1023);
    assert_int_equal(wanted(long_path).frames, 1);
    long_path[1025] = 'x';
    assert_int_equal(wanted(long_path).frames, 0);
}

static void run_for(const char *trial, bool *done)
{
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 32, .height = 16});
    CoirNode *scene = coir_node_new();
    assert_non_null(director);
    coir_node_every_frame(scene, count, NULL, 0);
    SDL_setenv("COIR_TRIAL", trial, 1);
    passed = updates = 0;
    *done = coir_director_run(director, scene);
    SDL_setenv("COIR_TRIAL", "", 1);
    coir_director_destroy(director);
}

static void the_frames_are_sixtieths_and_the_picture_is_kept(void **state)
{
    char trial[700];
    uint8_t bytes[8];
    bool done;
    (void)state;
    snprintf(trial, sizeof trial, "31,%s", folder_path("trial.png"));
    run_for(trial, &done);
    assert_true(done);
    assert_int_equal(updates, 30); // in the first frame, the scene comes on stage after the updates
    assert_true(fabs(passed - 0.5) < 1e-9);
    assert_int_equal(folder_read("trial.png", bytes, 8), 8);
    assert_memory_equal(bytes, "\x89PNG\r\n\x1a\n", 8);
}

static void a_picture_that_cannot_be_written_is_an_error(void **state)
{
    char trial[700];
    bool done;
    (void)state;
    snprintf(trial, sizeof trial, "2,%s/no folder/trial.png", folder.path);
    run_for(trial, &done);
    assert_false(done);
    assert_int_equal(updates, 1);
    assert_non_null(strstr(coir_error(), "trial.png"));
}

TEST_FILE(trial)
{
    static const struct CMUnitTest tests[] = {
        support_test(a_number_and_a_file_are_read),
        support_test(a_bad_number_of_frames_is_logged_and_starts_no_trial),
        support_not_on_page(support_test, the_frames_are_sixtieths_and_the_picture_is_kept),
        support_not_on_page(support_test, a_picture_that_cannot_be_written_is_an_error),
    };
    return cmocka_run_group_tests_name("trial", tests, folder_setup, folder_teardown);
}
