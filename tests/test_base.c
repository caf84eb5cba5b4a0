// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "support/support.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "coir/color.h"
#include "coir/geometry.h"
#include "coir/random.h"

// Errors -------------------------------------------------------------------------------------------------------------

static void the_version_is_the_headers(void **state)
{
    char expected[64];
    (void)state;
    snprintf(expected, sizeof expected, "%d.%d.%d", COIR_VERSION_MAJOR, COIR_VERSION_MINOR, COIR_VERSION_PATCH);
    assert_string_equal(coir_version(), expected);
}

static void an_error_stands_until_it_is_cleared(void **state)
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
    coir_mistakes_forget();
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

typedef struct Heard {
    int count;
    CoirLogLevel level;
    char message[2048];
} Heard;

static void hear(CoirLogLevel level, const char *message, void *user)
{
    Heard *heard = user;
    heard->count++;
    heard->level = level;
    snprintf(heard->message, sizeof heard->message, "%s", message);
}

static void the_log_hook_gets_its_user_the_level_and_the_formatted_text(void **state)
{
    Heard heard = {0};
    (void)state;
    coir_log_set_hook(hear, &heard);
    coir_log(COIR_LOG_WARNING, "%d of %s", 3, "four");
    assert_int_equal(heard.count, 1);
    assert_int_equal(heard.level, COIR_LOG_WARNING);
    assert_string_equal(heard.message, "3 of four");
    assert_string_equal(coir_error(), "");
}

static void messages_below_the_level_are_dropped(void **state)
{
    Heard heard = {0};
    (void)state;
    coir_log_set_hook(hear, &heard);
    coir_log(COIR_LOG_DEBUG, "debug is below the default");
    assert_int_equal(heard.count, 0);
    coir_log(COIR_LOG_INFO, "info is not");
    assert_int_equal(heard.count, 1);
    coir_log_set_level(COIR_LOG_ERROR);
    coir_log(COIR_LOG_MISTAKE, "too low now");
    MISTAKE("this too");
    assert_int_equal(heard.count, 1);
    coir_log(COIR_LOG_ERROR, "high enough");
    assert_int_equal(heard.count, 2);
    coir_log_set_level(COIR_LOG_DEBUG);
    coir_log(COIR_LOG_DEBUG, "all of it");
    assert_int_equal(heard.count, 3);
    coir_log_set_level(COIR_LOG_INFO);
}

static void no_format_and_no_such_level_write_nothing(void **state)
{
    Heard heard = {0};
    const char *none = NULL;
    (void)state;
    coir_log_set_hook(hear, &heard);
    coir_log(COIR_LOG_ERROR, none, 0);
    coir_log((CoirLogLevel)(COIR_LOG_ERROR + 1), "no such level");
    coir_log_set_level(COIR_LOG_DEBUG);
    coir_log((CoirLogLevel)(COIR_LOG_DEBUG - 1), "no such level");
    coir_log_set_level(COIR_LOG_INFO);
    assert_int_equal(heard.count, 0);
}

static void a_long_message_is_cut(void **state)
{
    Heard heard = {0};
    (void)state;
    coir_log_set_hook(hear, &heard);
    coir_log(COIR_LOG_ERROR, "%01500d", 7);
    assert_int_equal(strlen(heard.message), 1023);
}

// Memory -------------------------------------------------------------------------------------------------------------

typedef struct Asked {
    int calls;
    void *block;
    size_t size;
} Asked;

static void *ask(void *block, size_t size, void *user)
{
    Asked *asked = user;
    asked->calls++;
    asked->block = block;
    asked->size = size;
    if (size)
        return realloc(block, size);
    free(block);
    return NULL;
}

static void the_memory_hook_gets_every_request(void **state)
{
    Asked asked = {0};
    (void)state;
    coir_memory_set_hook(ask, &asked);
    char *block = coir_alloc(24);
    assert_non_null(block);
    assert_null(asked.block);
    assert_int_equal(asked.size, 24);
    char *grown = coir_realloc(block, 48);
    assert_ptr_equal(asked.block, block);
    assert_int_equal(asked.size, 48);
    coir_free(grown);
    assert_ptr_equal(asked.block, grown);
    assert_int_equal(asked.size, 0);
    assert_int_equal(asked.calls, 3);
    coir_free(NULL);
    assert_int_equal(asked.calls, 3);
    coir_memory_set_hook(NULL, NULL);
    coir_free(coir_alloc(24));
    assert_int_equal(asked.calls, 3);
}

static void new_memory_is_zero_and_a_resized_block_keeps_its_bytes(void **state)
{
    static const char zero[64];
    (void)state;
    char *block = coir_alloc(sizeof zero);
    assert_memory_equal(block, zero, sizeof zero);
    strcpy(block, "coconut");
    block = coir_realloc(block, 4096);
    assert_string_equal(block, "coconut");
    coir_free(block);
}

static void no_memory_is_said_and_the_block_stays(void **state)
{
    (void)state;
    char *block = coir_copy_text("coconut");
    assert_string_equal(block, "coconut");
    support_fail_allocation(1);
    assert_null(coir_realloc(block, 1000));
    assert_non_null(strstr(coir_error(), "out of memory"));
    assert_non_null(strstr(coir_error(), "1000"));
    assert_string_equal(block, "coconut");
    coir_error_clear();
    support_fail_allocation(1);
    assert_null(coir_alloc(10));
    assert_non_null(strstr(coir_error(), "out of memory"));
    coir_error_clear();
    support_fail_allocation(1);
    assert_null(coir_copy_text(block));
    assert_non_null(strstr(coir_error(), "out of memory"));
    coir_free(block);
}

static void blocks_are_counted_with_a_hook_and_without(void **state)
{
    int64_t before = coir_memory_blocks();
    Asked asked = {0};
    (void)state;
    for (int i = 0; i < 2; i++) {
        coir_memory_set_hook(i == 0 ? NULL : ask, &asked);
        char *block = coir_alloc(24), *other = coir_realloc(NULL, 24);
        assert_int_equal(coir_memory_blocks() - before, 2);
        block = coir_realloc(block, 4096); // the same block
        assert_int_equal(coir_memory_blocks() - before, 2);
        coir_free(block);
        coir_free(NULL);
        assert_int_equal(coir_memory_blocks() - before, 1);
        coir_free(other);
        assert_int_equal(coir_memory_blocks() - before, 0);
    }
}

static void an_allocation_that_fails_is_not_counted(void **state)
{
    int64_t before = coir_memory_blocks();
    (void)state;
    char *block = coir_copy_text("coconut");
    for (int i = 0; i < 4; i++) {
        int capacity = 0;
        support_fail_allocation(1);
        assert_null(i == 0   ? coir_alloc(10)
                    : i == 1 ? coir_realloc(block, 1000)
                    : i == 2 ? coir_grow(NULL, &capacity, 1, 4)
                             : coir_copy_text(block));
        assert_true(support_failed());
        assert_int_equal(coir_memory_blocks() - before, 1);
    }
    coir_free(block);
    assert_int_equal(coir_memory_blocks() - before, 0);
}

static void grow_makes_room_by_doubling_and_keeps_the_items(void **state)
{
    int *items = NULL, capacity = 0;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        int before = capacity;
        items = coir_grow(items, &capacity, i + 1, sizeof *items);
        assert_non_null(items);
        assert_true(capacity > i);
        assert_true(capacity == before || (i == before && capacity >= 2 * before));
        items[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    assert_ptr_equal(coir_grow(items, &capacity, capacity, sizeof *items), items);
    items = coir_grow(items, &capacity, 5000, sizeof *items);
    assert_int_equal(capacity, 5000);
    coir_free(items);
}

static void grow_that_fails_leaves_all_as_it_was(void **state)
{
    int capacity = 0, before;
    (void)state;
    int *items = coir_grow(NULL, &capacity, 1, sizeof *items);
    items[0] = 7;
    before = capacity;
    support_fail_allocation(1);
    assert_null(coir_grow(items, &capacity, before + 1, sizeof *items));
    assert_non_null(strstr(coir_error(), "out of memory"));
    assert_int_equal(capacity, before);
    assert_int_equal(items[0], 7);
    coir_error_clear();
    assert_null(coir_grow(items, &capacity, INT_MAX, SIZE_MAX / 16));
    assert_non_null(strstr(coir_error(), "out of memory"));
    assert_int_equal(capacity, before);
    coir_free(items);
}

// Geometry -----------------------------------------------------------------------------------------------------------

#define NEAR 1e-5f

static void assert_vec2(CoirVec2 v, float x, float y)
{
    assert_float_equal(v.x, x, NEAR);
    assert_float_equal(v.y, y, NEAR);
}

static void assert_rect(CoirRect r, float x, float y, float width, float height)
{
    assert_vec2(coir_vec2(r.x, r.y), x, y);
    assert_vec2(coir_vec2(r.width, r.height), width, height);
}

static void vectors_are_added_scaled_and_measured(void **state)
{
    CoirVec2 a = coir_vec2(3, 4), b = coir_vec2(1, -2);
    (void)state;
    assert_vec2(coir_vec2_add(a, b), 4, 2);
    assert_vec2(coir_vec2_sub(a, b), 2, 6);
    assert_vec2(coir_vec2_scale(a, -2), -6, -8);
    assert_float_equal(coir_vec2_dot(a, b), -5, NEAR);
    assert_float_equal(coir_vec2_length(a), 5, NEAR);
    assert_float_equal(coir_vec2_distance(a, coir_vec2(0, 0)), 5, NEAR);
    assert_float_equal(coir_vec2_distance(b, coir_vec2(4, 2)), 5, NEAR);
    assert_vec2(coir_vec2_normalize(a), 0.6f, 0.8f);
    assert_vec2(coir_vec2_normalize(coir_vec2(0, 0)), 0, 0);
    assert_vec2(coir_vec2_lerp(a, b, 0), 3, 4);
    assert_vec2(coir_vec2_lerp(a, b, 0.5f), 2, 1);
    assert_vec2(coir_vec2_lerp(a, b, 1), 1, -2);
}

static void angles_are_degrees_clockwise(void **state)
{
    (void)state;
    assert_vec2(coir_vec2_rotate(coir_vec2(1, 0), 90), 0, -1);
    assert_vec2(coir_vec2_rotate(coir_vec2(0, 2), 90), 2, 0);
    assert_vec2(coir_vec2_rotate(coir_vec2(1, 2), -180), -1, -2);
    assert_float_equal(coir_vec2_angle(coir_vec2(5, 0)), 0, NEAR);
    assert_float_equal(coir_vec2_angle(coir_vec2(0, 5)), -90, NEAR);
    assert_float_equal(coir_vec2_angle(coir_vec2(0, -5)), 90, NEAR);
    assert_float_equal(coir_vec2_angle(coir_vec2(0, 0)), 0, NEAR);
    for (float degrees = -170; degrees < 180; degrees += 10)
        assert_float_equal(coir_vec2_angle(coir_vec2_rotate(coir_vec2(2, 0), degrees)), degrees, 1e-3f);
}

static void a_rectangle_contains_its_lower_and_left_edge_only(void **state)
{
    CoirRect r = coir_rect(1, 2, 3, 4);
    (void)state;
    assert_true(coir_rect_contains(r, coir_vec2(1, 2)));
    assert_true(coir_rect_contains(r, coir_vec2(3.9f, 5.9f)));
    assert_false(coir_rect_contains(r, coir_vec2(4, 3)));
    assert_false(coir_rect_contains(r, coir_vec2(2, 6)));
    assert_false(coir_rect_contains(r, coir_vec2(0.9f, 3)));
    assert_false(coir_rect_contains(r, coir_vec2(2, 1.9f)));
}

static void rectangles_overlap_intersect_and_unite(void **state)
{
    CoirRect a = coir_rect(0, 0, 4, 4), b = coir_rect(2, 1, 4, 2);
    CoirRect beside = coir_rect(4, 0, 1, 1), above = coir_rect(0, 9, 1, 1);
    (void)state;
    assert_true(coir_rect_overlaps(a, b));
    assert_true(coir_rect_overlaps(b, a));
    assert_false(coir_rect_overlaps(a, beside));
    assert_false(coir_rect_overlaps(beside, a));
    assert_false(coir_rect_overlaps(a, above));
    assert_false(coir_rect_overlaps(above, a));
    assert_rect(coir_rect_intersection(a, b), 2, 1, 2, 2);
    assert_rect(coir_rect_intersection(b, a), 2, 1, 2, 2);
    CoirRect none = coir_rect_intersection(above, beside);
    assert_float_equal(none.width, 0, 0);
    assert_float_equal(none.height, 0, 0);
    assert_rect(coir_rect_union(a, b), 0, 0, 6, 4);
    assert_rect(coir_rect_union(above, beside), 0, 0, 5, 10);
}

static void transforms_apply_multiply_and_invert(void **state)
{
    CoirAffine turn = {0, -1, 1, 0, 0, 0}, move = {1, 0, 0, 1, 10, 20}, m = {2, 1, -1, 3, 5, -7};
    (void)state;
    assert_vec2(coir_affine_apply(coir_affine_identity(), coir_vec2(3, 4)), 3, 4);
    assert_vec2(coir_affine_apply(turn, coir_vec2(1, 0)), 0, -1);
    assert_vec2(coir_affine_apply(m, coir_vec2(1, 2)), 5, 0);
    assert_vec2(coir_affine_apply(coir_affine_multiply(move, turn), coir_vec2(1, 0)), 10, 19);
    assert_vec2(coir_affine_apply(coir_affine_multiply(turn, move), coir_vec2(1, 0)), 20, -11);
    assert_vec2(coir_affine_apply(coir_affine_multiply(m, turn), coir_vec2(3, 4)), 2 * 4 + 3 + 5, 4 - 9 - 7);
    assert_vec2(coir_affine_apply(coir_affine_inverse(m), coir_affine_apply(m, coir_vec2(8, 9))), 8, 9);
    assert_vec2(coir_affine_apply(m, coir_affine_apply(coir_affine_inverse(m), coir_vec2(8, 9))), 8, 9);
}

static void a_flat_transform_has_no_inverse(void **state)
{
    static const CoirAffine zero;
    CoirAffine flat = {1, 2, 2, 4, 5, 6}, infinite = {INFINITY, 0, 0, 1, 0, 0};
    (void)state;
    flat = coir_affine_inverse(flat);
    infinite = coir_affine_inverse(infinite);
    assert_memory_equal(&flat, &zero, sizeof zero);
    assert_memory_equal(&infinite, &zero, sizeof zero);
}

static void a_transformed_rectangle_is_the_upright_box_around_it(void **state)
{
    CoirAffine turn = {0, -1, 1, 0, 0, 0}, mirror = {-2, 0, 0, 1, 10, 0}, shear = {1, 0, -1, 1, 0, 0};
    CoirRect r = coir_rect(1, 2, 3, 4);
    (void)state;
    assert_rect(coir_affine_apply_rect(coir_affine_identity(), r), 1, 2, 3, 4);
    assert_rect(coir_affine_apply_rect(turn, r), 2, -4, 4, 3);
    assert_rect(coir_affine_apply_rect(mirror, r), 2, 2, 6, 4);
    assert_rect(coir_affine_apply_rect(shear, r), -5, 2, 7, 4);
}

// Colours ------------------------------------------------------------------------------------------------------------

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

// Random numbers -----------------------------------------------------------------------------------------------------

static void the_generator_gives_the_published_numbers(void **state)
{
    // Seed 42, stream 54, as in the demonstration program of the generator's authors.
    static const uint32_t expected[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
    CoirRandom random = {0, 54 << 1 | 1};
    (void)state;
    coir_random_bits(&random);
    random.state += 42;
    coir_random_bits(&random);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(coir_random_bits(&random), expected[i]);
}

static void a_seed_stands_for_its_sequence(void **state)
{
    CoirRandom a = coir_random(1), b = coir_random(1), c = coir_random(2);
    int different = 0;
    (void)state;
    for (int i = 0; i < 100; i++) {
        uint32_t bits = coir_random_bits(&a);
        assert_int_equal(bits, coir_random_bits(&b));
        different += bits != coir_random_bits(&c);
    }
    assert_true(different > 90);
    CoirRandom saved = a;
    uint32_t next = coir_random_bits(&a);
    assert_int_equal(coir_random_bits(&saved), next);
}

static void neighbouring_seeds_begin_differently(void **state)
{
    uint32_t first[64];
    (void)state;
    for (uint64_t seed = 0; seed < 64; seed++) {
        CoirRandom random = coir_random(seed);
        first[seed] = coir_random_bits(&random);
        for (uint64_t i = 0; i < seed; i++)
            assert_int_not_equal(first[i], first[seed]);
    }
}

static void all_zero_is_a_valid_state(void **state)
{
    CoirRandom random = {0, 0};
    int different = 0;
    (void)state;
    uint32_t last = coir_random_bits(&random);
    for (int i = 0; i < 100; i++) {
        uint32_t bits = coir_random_bits(&random);
        different += bits != last;
        last = bits;
    }
    assert_true(different > 90);
}

static void whole_numbers_cover_their_range_evenly(void **state)
{
    CoirRandom random = coir_random(7);
    int counts[6] = {0};
    (void)state;
    for (int i = 0; i < 60000; i++) {
        int n = i % 2 ? coir_random_int(&random, -2, 3) : coir_random_int(&random, 3, -2);
        assert_in_range(n + 2, 0, 5);
        counts[n + 2]++;
    }
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 9500, 10500);
    assert_int_equal(coir_random_int(&random, 5, 5), 5);
}

static void whole_numbers_of_large_ranges_are_not_skewed(void **state)
{
    CoirRandom random = coir_random(9);
    int low_half = 0, negative = 0;
    (void)state;
    for (int i = 0; i < 30000; i++) {
        low_half += coir_random_int(&random, 0, INT_MAX) < 0x40000000;
        negative += coir_random_int(&random, INT_MIN, INT_MAX) < 0;
    }
    assert_in_range(low_half, 14500, 15500);
    assert_in_range(negative, 14500, 15500);
    // The remainder of 32 random bits would put half of all numbers into the first third of 3 * 2^30.
    int first_third = 0;
    for (int i = 0; i < 30000; i++)
        first_third += coir_random_int(&random, INT_MIN, INT_MIN + 0x7fffffff + 0x40000000) < INT_MIN + 0x40000000;
    assert_in_range(first_third, 9500, 10500);
}

static void numbers_of_a_range_stay_below_its_end(void **state)
{
    CoirRandom random = coir_random(11);
    double sum = 0, least = 1, next = nextafter(1e9, 2e9);
    (void)state;
    for (int i = 0; i < 10000; i++) {
        double x = coir_random_range(&random, -1, 3);
        assert_true(x >= -1 && x < 3);
        sum += x;
        least = x < least ? x : least;
        assert_true(coir_random_range(&random, 1e9, next) == 1e9); // rounding must not give `next`
    }
    assert_float_equal(sum / 10000, 1, 0.05);
    assert_true(least < -0.99);
    assert_true(coir_random_range(&random, 4, 4) == 4);
}

TEST_FILE(base)
{
    const struct CMUnitTest tests[] = {
        support_test(the_version_is_the_headers),
        support_test(an_error_stands_until_it_is_cleared),
        support_test(a_later_error_takes_the_place_of_an_earlier_one),
        support_test(an_error_may_quote_the_one_before),
        support_test(an_error_is_not_logged_but_a_mistake_is),
        support_test(a_long_error_is_cut),
        support_test(a_mistake_is_logged_once_for_each_place_and_kept_every_time),
        support_test(when_the_table_of_places_is_full_further_places_report_each_time),
        support_test(the_log_hook_gets_its_user_the_level_and_the_formatted_text),
        support_test(messages_below_the_level_are_dropped),
        support_test(no_format_and_no_such_level_write_nothing),
        support_test(a_long_message_is_cut),
        support_test(the_memory_hook_gets_every_request),
        support_test(new_memory_is_zero_and_a_resized_block_keeps_its_bytes),
        support_test(no_memory_is_said_and_the_block_stays),
        support_test(blocks_are_counted_with_a_hook_and_without),
        support_test(an_allocation_that_fails_is_not_counted),
        support_test(grow_makes_room_by_doubling_and_keeps_the_items),
        support_test(grow_that_fails_leaves_all_as_it_was),
        support_test(vectors_are_added_scaled_and_measured),
        support_test(angles_are_degrees_clockwise),
        support_test(a_rectangle_contains_its_lower_and_left_edge_only),
        support_test(rectangles_overlap_intersect_and_unite),
        support_test(transforms_apply_multiply_and_invert),
        support_test(a_flat_transform_has_no_inverse),
        support_test(a_transformed_rectangle_is_the_upright_box_around_it),
        support_test(colours_are_made_and_multiplied),
        support_test(a_colour_between_two_is_rounded_and_clamped),
        support_test(the_generator_gives_the_published_numbers),
        support_test(a_seed_stands_for_its_sequence),
        support_test(neighbouring_seeds_begin_differently),
        support_test(all_zero_is_a_valid_state),
        support_test(whole_numbers_cover_their_range_evenly),
        support_test(whole_numbers_of_large_ranges_are_not_skewed),
        support_test(numbers_of_a_range_stay_below_its_end),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
