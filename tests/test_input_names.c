// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The names of keys, buttons, axes and event types.

#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "input/event.h"
#include "input/input.h"

static void every_name_finds_its_source(void **state)
{
    int count = 0;
    (void)state;
    for (Source source = 0; source < SOURCE_COUNT; source++) {
        const char *name = coir_source_name(source);
        if (!name)
            continue;
        count++;
        assert_int_equal(coir_source_from_name(name, strlen(name)), source);
        assert_int_equal(strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 "), strlen(name));
        if (source < COIR_KEY_COUNT)
            assert_int_equal(coir_key_from_name(name), source);
    }
    assert_int_equal(count, 120 + POINTER_BUTTONS + WHEEL_WAYS + COIR_BUTTON_COUNT + 10);
    assert_null(coir_source_name(SOURCE_COUNT));
    assert_null(coir_source_name(SOURCE_NONE));
}

static void only_keys_with_a_name_are_keys(void **state)
{
    (void)state;
    for (int key = -2; key < COIR_KEY_COUNT + 2; key++)
        assert_int_equal(coir_event_is_key(key), coir_key_name((CoirKey)key) != NULL);
}

// Reads the header: if a type is added there, this test fails until the type has a name in the table.
static void event_types_have_the_names_of_their_constants(void **state)
{
    FILE *header = fopen(COIR_TESTS "/../include/coir/event.h", "r");
    char line[200], name[200];
    int type = 0;
    (void)state;
    assert_non_null(header);
    while (type < COIR_EVENT_COUNT && fgets(line, sizeof line, header))
        if (sscanf(line, "    %199[A-Z_]", name) == 1 && strncmp(name, "COIR_EVENT_", 11) == 0)
            assert_string_equal(coir_event_name((CoirEventType)type++), name);
    fclose(header);
    assert_int_equal(type, COIR_EVENT_COUNT);
}

static void names_are_stable(void **state)
{
    (void)state;
    assert_string_equal(coir_key_name(COIR_KEY_A), "A");
    assert_string_equal(coir_key_name(COIR_KEY_0), "0");
    assert_string_equal(coir_key_name(COIR_KEY_LEFT), "Left");
    assert_string_equal(coir_key_name(COIR_KEY_LEFT_SHIFT), "Left Shift");
    assert_string_equal(coir_key_name(COIR_KEY_KEYPAD_1), "Keypad 1");
    assert_string_equal(coir_key_name(COIR_KEY_F12), "F12");
    assert_string_equal(coir_key_name(COIR_KEY_ISO_HASH), "ISO hash");
    assert_string_equal(coir_button_name(COIR_BUTTON_SOUTH), "Pad south");
    assert_string_equal(coir_button_name(COIR_BUTTON_UP), "Pad up");
    assert_string_equal(coir_button_name(COIR_BUTTON_TOUCHPAD), "Pad touchpad");
    assert_null(coir_key_name(COIR_KEY_NONE));
    assert_null(coir_key_name(COIR_KEY_COUNT));
    assert_null(coir_key_name((CoirKey)-1));
    assert_null(coir_button_name(COIR_BUTTON_COUNT));
}

static void upper_and_lower_case_are_the_same(void **state)
{
    (void)state;
    assert_int_equal(coir_key_from_name("left SHIFT"), COIR_KEY_LEFT_SHIFT);
    assert_int_equal(coir_key_from_name("  space\t"), COIR_KEY_SPACE);
    assert_int_equal(coir_button_from_name("PAD SOUTH"), COIR_BUTTON_SOUTH);
    assert_int_equal(coir_key_from_name("Pad south"), COIR_KEY_NONE);
    assert_int_equal(coir_key_from_name("Left stick left"), COIR_KEY_NONE);
    assert_int_equal(coir_button_from_name("Space"), COIR_BUTTON_COUNT);
    assert_int_equal(coir_button_from_name("Left stick left"), COIR_BUTTON_COUNT);
    const char *const bad[] = {"", " ", "Spac", "Spacee", "Space,", "Left  Shift", "\xc3\xa9"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(coir_key_from_name(bad[i]), COIR_KEY_NONE);
    assert_int_equal(coir_key_from_name(NULL), COIR_KEY_NONE);
    assert_int_equal(coir_button_from_name(NULL), COIR_BUTTON_COUNT);
}

static void keys_have_the_characters_of_a_us_keyboard(void **state)
{
    const struct {
        CoirKey key;
        char character;
    } keys[] = {
        {COIR_KEY_A, 'a'},
        {COIR_KEY_Z, 'z'},
        {COIR_KEY_1, '1'},
        {COIR_KEY_0, '0'},
        {COIR_KEY_SPACE, ' '},
        {COIR_KEY_BACKSLASH, '\\'},
        {COIR_KEY_SEMICOLON, ';'},
        {COIR_KEY_SLASH, '/'},
        {COIR_KEY_KEYPAD_0, '0'},
        {COIR_KEY_KEYPAD_PERIOD, '.'},
        {COIR_KEY_KEYPAD_PLUS, '+'},
        {COIR_KEY_ENTER, '\r'},
        {COIR_KEY_KEYPAD_EQUALS, '='},
        {COIR_KEY_KEYPAD_ENTER, 0},
        {COIR_KEY_LEFT, 0},
        {COIR_KEY_F1, 0},
        {COIR_KEY_CAPS_LOCK, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_int_equal(coir_key_character(keys[i].key), keys[i].character);
}

// Without a window there is no other keyboard layout than the US layout.
static void labels_have_the_text_that_is_printed_on_a_key(void **state)
{
    (void)state;
    assert_string_equal(coir_key_label(COIR_KEY_A), "A");
    assert_string_equal(coir_key_label(COIR_KEY_0), "0");
    assert_string_equal(coir_key_label(COIR_KEY_SEMICOLON), ";");
    assert_string_equal(coir_key_label(COIR_KEY_SPACE), "Space");
    assert_string_equal(coir_key_label(COIR_KEY_ENTER), "Enter");
    assert_string_equal(coir_key_label(COIR_KEY_ESCAPE), "Escape");
    assert_string_equal(coir_key_label(COIR_KEY_KEYPAD_1), "Keypad 1");
    assert_string_equal(coir_key_label(COIR_KEY_BACK), "Back");
    assert_null(coir_key_label(COIR_KEY_NONE));
    assert_null(coir_key_label(COIR_KEY_COUNT));
    assert_null(coir_key_label((CoirKey)-1));
}

TEST_FILE(input_names)
{
    const struct CMUnitTest tests[] = {
        support_test(every_name_finds_its_source),
        support_test(only_keys_with_a_name_are_keys),
        support_test(event_types_have_the_names_of_their_constants),
        support_test(names_are_stable),
        support_test(upper_and_lower_case_are_the_same),
        support_test(labels_have_the_text_that_is_printed_on_a_key),
        support_test(keys_have_the_characters_of_a_us_keyboard),
    };
    return cmocka_run_group_tests_name("input_names", tests, NULL, NULL);
}
