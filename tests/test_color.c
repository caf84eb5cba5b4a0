// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Colours: making, multiplying and mixing.

#include "support/support.h"

#include <math.h>

#include "coir/color.h"

static void assert_color(CoirColor c, int r, int g, int b, int a)
{
    assert_int_equal(c.r, r);
    assert_int_equal(c.g, g);
    assert_int_equal(c.b, b);
    assert_int_equal(c.a, a);
}

static void colours_are_made_and_multiplied(void **state)
{
    CoirColor c = coir_rgba(10, 128, 200, 77);
    (void)state;
    assert_color(coir_rgb(1, 2, 3), 1, 2, 3, 255);
    assert_color(COIR_WHITE, 255, 255, 255, 255);
    assert_color(COIR_BLACK, 0, 0, 0, 255);
    assert_color(coir_color_multiply(c, COIR_WHITE), 10, 128, 200, 77);
    assert_color(coir_color_multiply(COIR_WHITE, c), 10, 128, 200, 77);
    assert_color(coir_color_multiply(c, COIR_BLACK), 0, 0, 0, 77);
    for (int i = 0; i < 256; i++)
        for (int j = 0; j < 256; j++)
            assert_int_equal(coir_color_multiply(coir_rgb((uint8_t)i, 0, 0), coir_rgb((uint8_t)j, 0, 0)).r,
                             (int)lround(i * j / 255.0));
}

static void a_colour_between_two_is_rounded_and_clamped(void **state)
{
    CoirColor a = coir_rgba(0, 255, 100, 10), b = coir_rgba(255, 0, 101, 20);
    (void)state;
    assert_color(coir_color_lerp(a, b, 0), 0, 255, 100, 10);
    assert_color(coir_color_lerp(a, b, 1), 255, 0, 101, 20);
    assert_color(coir_color_lerp(a, b, 0.5f), 128, 128, 101, 15);
    assert_color(coir_color_lerp(a, b, 0.25f), 64, 191, 100, 13);
    assert_color(coir_color_lerp(a, b, -3), 0, 255, 100, 10);
    assert_color(coir_color_lerp(a, b, 7), 255, 0, 101, 20);
    assert_color(coir_color_lerp(a, b, INFINITY), 255, 0, 101, 20);
    assert_color(coir_color_lerp(a, b, NAN), 0, 255, 100, 10);
}

TEST_FILE(color)
{
    const struct CMUnitTest tests[] = {
        support_test(colours_are_made_and_multiplied),
        support_test(a_colour_between_two_is_rounded_and_clamped),
    };
    return cmocka_run_group_tests_name("color", tests, NULL, NULL);
}
