// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The version, coir_error, mistakes and the log.

#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "base/fail.h"

// Errors -------------------------------------------------------------------------------------------------------------

static void the_version_is_the_version_of_the_header(void **state)
{
    char expected[64];
    (void)state;
    snprintf(expected, sizeof expected, "%d.%d.%d", COIR_VERSION_MAJOR, COIR_VERSION_MINOR, COIR_VERSION_PATCH);
    assert_string_equal(coir_version(), expected);
}

static void an_error_stays_until_cleared(void **state)
{
    (void)state;
    assert_string_equal(coir_error(), "");
    assert_false(FAIL("no file '%s'", "coconut.png"));
    assert_string_equal(coir_error(), "no file 'coconut.png'");
    assert_string_equal(coir_error(), "no file 'coconut.png'");
    coir_error_clear();
    assert_string_equal(coir_error(), "");
}

static void a_later_error_takes_the_place_of_an_earlier_one(void **state)
{
    (void)state;
    FAIL("a long text that comes first");
    FAIL("short");
    assert_string_equal(coir_error(), "short");
}

static void an_error_may_quote_the_one_before(void **state)
{
    (void)state;
    FAIL("no such file");
    FAIL("level 1: %s", coir_error());
    assert_string_equal(coir_error(), "level 1: no such file");
    MISTAKE("twice: %s", coir_error());
    assert_string_equal(coir_error(), "twice: level 1: no such file");
}

static void an_error_is_not_logged_but_a_mistake_is(void **state)
{
    (void)state;
    FAIL("the disk is full");
    assert_string_equal(support_last_message(), "");
    assert_false(MISTAKE("the node is NULL"));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    assert_string_equal(support_last_message(), "the node is NULL");
    assert_string_equal(coir_error(), "the node is NULL");
}

static void a_long_error_is_cut(void **state)
{
    char text[3000];
    (void)state;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    FAIL("%s", text);
    assert_int_equal(strlen(coir_error()), 1023);
    MISTAKE("y%s", text);
    assert_int_equal(strlen(coir_error()), 1023);
    assert_int_equal(coir_error()[0], 'y');
}

static void a_mistake_is_logged_once_for_each_place_and_kept_every_time(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        coir_error_clear();
        assert_false(coir_mistake("node.c", 10, "mistake %d", i));
        assert_int_equal(coir_error()[8], '0' + i);
    }
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    coir_mistake("node.c", 11, "another line");
    coir_mistake("sprite.c", 10, "another file");
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 3);
    coir_log_forget();
    coir_mistake("node.c", 10, "anew");
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 4);
}

static void when_the_table_of_places_is_full_further_places_report_each_time(void **state)
{
    (void)state;
    for (int round = 0; round < 2; round++)
        for (int line = 1; line <= 1024; line++)
            coir_mistake("node.c", line, "mistake");
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1024);
    coir_mistake("node.c", 5000, "mistake");
    coir_mistake("node.c", 5000, "mistake");
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1026);
}

// The log ------------------------------------------------------------------------------------------------------------

typedef struct Logged {
    int count;
    CoirLogLevel level;
    char message[2048];
} Logged;

static void note_log(CoirLogLevel level, const char *message, void *user)
{
    Logged *logged = user;
    logged->count++;
    logged->level = level;
    snprintf(logged->message, sizeof logged->message, "%s", message);
}

static void the_log_hook_gets_its_user_the_level_and_the_formatted_text(void **state)
{
    Logged logged = {0};
    (void)state;
    coir_log_set_hook(note_log, &logged);
    coir_log(COIR_LOG_WARNING, "%d of %s", 3, "four");
    assert_int_equal(logged.count, 1);
    assert_int_equal(logged.level, COIR_LOG_WARNING);
    assert_string_equal(logged.message, "3 of four");
    assert_string_equal(coir_error(), "");
}

static void messages_below_the_level_are_dropped(void **state)
{
    Logged logged = {0};
    (void)state;
    coir_log_set_hook(note_log, &logged);
    coir_log(COIR_LOG_DEBUG, "debug is below the default");
    assert_int_equal(logged.count, 0);
    coir_log(COIR_LOG_INFO, "info is not");
    assert_int_equal(logged.count, 1);
    coir_log_set_level(COIR_LOG_ERROR);
    coir_log(COIR_LOG_MISTAKE, "too low now");
    MISTAKE("this too");
    assert_int_equal(logged.count, 1);
    coir_log(COIR_LOG_ERROR, "high enough");
    assert_int_equal(logged.count, 2);
    coir_log_set_level(COIR_LOG_DEBUG);
    coir_log(COIR_LOG_DEBUG, "all of it");
    assert_int_equal(logged.count, 3);
    coir_log_set_level(COIR_LOG_INFO);
}

static void report_each_way(void)
{
    coir_mistake("node.c", 10, "coir_node_pause: the node is NULL");
    coir_making();
    MISTAKE("coir_node_check: the node is NULL");
    coir_made(NULL, "coir_box_add", "game.c", 12);
    FAIL("the disk is full");
    coir_log_failure();
    coir_log_once(COIR_LOG_WARNING, "a sound is missing");
}

static void a_message_that_is_dropped_does_not_count_as_logged(void **state)
{
    (void)state;
    coir_log_set_level((CoirLogLevel)(COIR_LOG_ERROR + 1));
    report_each_way();
    assert_string_equal(support_last_message(), "");
    coir_log_set_level(COIR_LOG_INFO);
    for (int i = 0; i < 2; i++) {
        report_each_way();
        assert_int_equal(support_logged(COIR_LOG_MISTAKE), 2);
        assert_int_equal(support_logged(COIR_LOG_ERROR), 1);
        assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    }
}

static void no_format_and_no_such_level_write_nothing(void **state)
{
    Logged logged = {0};
    const char *none = NULL;
    (void)state;
    coir_log_set_hook(note_log, &logged);
    coir_log(COIR_LOG_ERROR, none, 0);
    coir_log((CoirLogLevel)(COIR_LOG_ERROR + 1), "no such level");
    coir_log_set_level(COIR_LOG_DEBUG);
    coir_log((CoirLogLevel)(COIR_LOG_DEBUG - 1), "no such level");
    coir_log_set_level(COIR_LOG_INFO);
    assert_int_equal(logged.count, 0);
}

static void a_long_message_is_cut(void **state)
{
    Logged logged = {0};
    (void)state;
    coir_log_set_hook(note_log, &logged);
    coir_log(COIR_LOG_ERROR, "%01500d", 7);
    assert_int_equal(strlen(logged.message), 1023);
}

TEST_FILE(error)
{
    const struct CMUnitTest tests[] = {
        support_test(the_version_is_the_version_of_the_header),
        support_test(an_error_stays_until_cleared),
        support_test(a_later_error_takes_the_place_of_an_earlier_one),
        support_test(an_error_may_quote_the_one_before),
        support_test(an_error_is_not_logged_but_a_mistake_is),
        support_test(a_long_error_is_cut),
        support_test(a_mistake_is_logged_once_for_each_place_and_kept_every_time),
        support_test(when_the_table_of_places_is_full_further_places_report_each_time),
        support_test(the_log_hook_gets_its_user_the_level_and_the_formatted_text),
        support_test(messages_below_the_level_are_dropped),
        support_test(a_message_that_is_dropped_does_not_count_as_logged),
        support_test(no_format_and_no_such_level_write_nothing),
        support_test(a_long_message_is_cut),
    };
    return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
