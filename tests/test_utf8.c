// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reading UTF-8: all characters, and the replacement of bad bytes.

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "media/utf8.h"

// Reads a copy in a block of exactly this size, so that a sanitizer detects a read beyond the end.
static void assert_read(const char *bytes, size_t size, const char *expected)
{
    char *copy = malloc(size ? size : 1);
    char result[200] = "";
    size_t used = 0;
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    for (const char *at = copy; at != copy + size;)
        used += (size_t)snprintf(result + used, sizeof result - used, used ? " %X" : "%X",
                                 (unsigned)coir_utf8_next(&at, copy + size));
    free(copy);
    assert_string_equal(result, expected);
}

#define assert_reads(literal, expected) assert_read(literal, sizeof literal - 1, expected)

static size_t encode(uint32_t c, char *bytes)
{
    if (c < 0x80)
        return bytes[0] = (char)c, 1;
    if (c < 0x800)
        return bytes[0] = (char)(0xc0 | c >> 6), bytes[1] = (char)(0x80 | (c & 0x3f)), 2;
    if (c < 0x10000) {
        bytes[0] = (char)(0xe0 | c >> 12);
        bytes[1] = (char)(0x80 | (c >> 6 & 0x3f));
        return bytes[2] = (char)(0x80 | (c & 0x3f)), 3;
    }
    bytes[0] = (char)(0xf0 | c >> 18);
    bytes[1] = (char)(0x80 | (c >> 12 & 0x3f));
    bytes[2] = (char)(0x80 | (c >> 6 & 0x3f));
    return bytes[3] = (char)(0x80 | (c & 0x3f)), 4;
}

static void every_character_is_read(void **state)
{
    (void)state;
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        char bytes[4];
        const char *at = bytes;
        if (c >= 0xd800 && c < 0xe000)
            continue;
        size_t size = encode(c, bytes);
        uint32_t got = coir_utf8_next(&at, bytes + size);
        if (got != c || at != bytes + size || coir_utf8_bad(bytes, bytes + size))
            fail_msg("U+%04X is read as U+%04X", (unsigned)c, (unsigned)got);
    }
}

static void surrogates_are_bad(void **state)
{
    (void)state;
    for (uint32_t c = 0xd800; c < 0xe000; c++) {
        char bytes[4];
        assert_int_equal(encode(c, bytes), 3);
        assert_ptr_equal(coir_utf8_bad(bytes, bytes + 3), bytes);
        assert_read(bytes, 3, "FFFD FFFD FFFD");
    }
}

// The first text is from table 3-8 of Unicode 6.0, the other texts are from tables 3-8 to 3-11 of Unicode 15.0.
static void bad_parts_are_replaced_as_the_unicode_standard_shows(void **state)
{
    (void)state;
    assert_reads("\x61\xf1\x80\x80\xe1\x80\xc2\x62\x80\x63\x80\xbf\x64", "61 FFFD FFFD FFFD 62 FFFD 63 FFFD FFFD 64");
    assert_reads("\xc0\xaf\xe0\x80\xbf\xf0\x81\x82\x41", "FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD 41");
    assert_reads("\xed\xa0\x80\xed\xbf\xbf\xed\xaf\x41", "FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD 41");
    assert_reads("\xf4\x91\x92\x93\xff\x41\x80\xbf\x42", "FFFD FFFD FFFD FFFD FFFD 41 FFFD FFFD 42");
    assert_reads("\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41", "FFFD FFFD FFFD FFFD 41");
}

static void a_truncated_sequence_is_one_bad_part(void **state)
{
    (void)state;
    assert_reads("", "");
    assert_reads("a\xc3", "61 FFFD");
    assert_reads("\xe2\x82", "FFFD");
    assert_reads("\xf0\x9f\x98", "FFFD");
    assert_reads("\xf0\x9f\x98\x80", "1F600");
    assert_reads("\xfe\xff", "FFFD FFFD");
}

static void overlong_forms_and_too_large_code_points_are_bad(void **state)
{
    (void)state;
    assert_reads("\xc1\xbf", "FFFD FFFD");
    assert_reads("\xe0\x9f\xbf", "FFFD FFFD FFFD");
    assert_reads("\xf0\x8f\xbf\xbf", "FFFD FFFD FFFD FFFD");
    assert_reads("\xf4\x8f\xbf\xbf", "10FFFF");
    assert_reads("\xf4\x90\x80\x80", "FFFD FFFD FFFD FFFD");
    assert_reads("\xf5\x80\x80\x80", "FFFD FFFD FFFD FFFD");
}

static void the_first_bad_byte_is_found(void **state)
{
    static const char text[] = "ab\xc3\xa4\xef\xbf\xbd"
                               "c\x80z";
    (void)state;
    assert_ptr_equal(coir_utf8_bad(text, text + sizeof text - 1), text + 8);
    assert_null(coir_utf8_bad(text, text + 8)); // U+FFFD itself is good
    assert_null(coir_utf8_bad(text, text));
}

TEST_FILE(utf8)
{
    const struct CMUnitTest tests[] = {
        support_test(every_character_is_read),
        support_test(surrogates_are_bad),
        support_test(bad_parts_are_replaced_as_the_unicode_standard_shows),
        support_test(a_truncated_sequence_is_one_bad_part),
        support_test(overlong_forms_and_too_large_code_points_are_bad),
        support_test(the_first_bad_byte_is_found),
    };
    return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
