// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Packing of rectangles: comparison with a map of used pixels, the fill of a page, and failing allocations.

#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "coir/error.h"
#include "coir/random.h"
#include "media/packer.h"

static bool put(CoirPacker *packer, int width, int height, CoirPackedRect *box)
{
    assert_true(coir_packer_reserve(packer));
    return coir_packer_put(packer, width, height, box);
}

// The model: a map of bytes, and a list of used rectangles -----------------------------------------------------------

#define SIDE 128
#define STEPS 1000000
#define WALK_EVERY 1000

static struct {
    CoirPacker packer;
    unsigned char map[SIDE][SIDE]; // 1: used; 2: free, while check_free counts
    CoirPackedRect used[SIDE * SIDE];
    int count;
    long area, refused;
} model;

static void paint(CoirPackedRect box, unsigned char from, unsigned char to)
{
    assert_true(box.x >= 0 && box.y >= 0 && box.x + box.width <= SIDE && box.y + box.height <= SIDE);
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++) {
            if (model.map[y][x] != from)
                fail_msg("pixel %d, %d of the box at %d, %d with %d x %d pixels has the wrong mark", x, y, box.x, box.y,
                         box.width, box.height);
            model.map[y][x] = to;
        }
}

// Checks that the free rectangles do not overlap each other or used rectangles, and cover the rest of the page. On an
// empty page the free rectangles are not checked: the packer makes them anew for the next rectangle.
static void check_free(void)
{
    long area = model.area;
    for (int i = 0; i < model.packer.free_count && model.count > 0; i++) {
        paint(model.packer.free[i], 0, 2);
        area += (long)model.packer.free[i].width * model.packer.free[i].height;
    }
    for (int i = 0; i < model.packer.free_count && model.count > 0; i++)
        paint(model.packer.free[i], 2, 0);
    assert_int_equal(area, model.count > 0 ? SIDE * SIDE : 0);
}

static void put_one(CoirRandom *random, int most)
{
    int width = coir_random_int(random, 1, most), height = coir_random_int(random, 1, most);
    CoirPackedRect box;
    if (!put(&model.packer, width, height, &box)) {
        assert_true(model.count > 0); // an empty page has room for all sizes
        model.refused++;
        return;
    }
    assert_int_equal(box.width, width);
    assert_int_equal(box.height, height);
    paint(box, 0, 1);
    model.used[model.count++] = box;
    model.area += (long)width * height;
}

static void remove_one(CoirRandom *random)
{
    int index = coir_random_int(random, 0, model.count - 1);
    CoirPackedRect box = model.used[index];
    paint(box, 1, 0);
    model.area -= (long)box.width * box.height;
    model.used[index] = model.used[--model.count];
    coir_packer_remove(&model.packer, box);
}

static void step(CoirRandom *random, int most, int puts)
{
    if (model.count == 0 || coir_random_int(random, 0, 99) < puts)
        put_one(random, most);
    else
        remove_one(random);
    assert_int_equal(model.packer.used_count, model.count);
    assert_int_equal(model.packer.used_area, model.area);
}

static void a_million_steps_agree_with_a_map(void **state)
{
    CoirRandom random = coir_random(1);
    int most = 1, puts = 50;
    (void)state;
    memset(&model, 0, sizeof model);
    model.packer = coir_packer(SIDE, SIDE);
    for (int i = 0; i < STEPS; i++) {
        if (i % WALK_EVERY == 0) { // changes whether the page fills or empties, and the sizes of rectangles
            most = coir_random_int(&random, 1, 40);
            puts = coir_random_int(&random, 20, 80);
            check_free();
        }
        step(&random, most, puts);
    }
    assert_true(model.refused > STEPS / 100);
    coir_packer_clear(&model.packer);
}

static void when_all_is_taken_out_the_whole_is_free_again(void **state)
{
    CoirRandom random = coir_random(2);
    (void)state;
    memset(&model, 0, sizeof model);
    model.packer = coir_packer(SIDE, SIDE);
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < 50; i++)
            put_one(&random, 20);
        while (model.count > 0)
            remove_one(&random);
        CoirPackedRect box;
        assert_int_equal(model.packer.used_area, 0);
        assert_true(put(&model.packer, SIDE, SIDE, &box));
        assert_false(put(&model.packer, 1, 1, &(CoirPackedRect){0}));
        coir_packer_remove(&model.packer, box);
    }
    coir_packer_clear(&model.packer);
}

// Neighbouring free rectangles are joined: after many changes, a large rectangle fits into the free room.
static void neighbours_that_are_taken_out_are_one_room(void **state)
{
    CoirPacker packer = coir_packer(40, 40);
    CoirPackedRect boxes[16], large;
    (void)state;
    for (int i = 0; i < 16; i++)
        assert_true(put(&packer, 10, 10, &boxes[i]));
    for (int i = 0; i < 16; i++)
        if (boxes[i].y >= 20) // the lower half
            coir_packer_remove(&packer, boxes[i]);
    assert_true(put(&packer, 40, 20, &large));
    assert_int_equal(large.y, 20);
    coir_packer_clear(&packer);
}

// Fill ---------------------------------------------------------------------------------------------------------------

// Returns the used part of a page in percent, when the first rectangle is refused.
static double fill_with(int low, int high, uint64_t seed)
{
    CoirRandom random = coir_random(seed);
    CoirPacker packer = coir_packer(2048, 2048);
    CoirPackedRect box;
    while (put(&packer, coir_random_int(&random, low, high) + 4, coir_random_int(&random, low, high) + 4, &box))
        continue;
    double fill = 100 * (double)packer.used_area / (2048 * 2048);
    coir_packer_clear(&packer);
    return fill;
}

static void pages_are_filled_well(void **state)
{
    static const struct {
        int low, high;
        double mean, least;
    } cases[] = {{8, 256, 83, 70}, {8, 128, 88, 84}, {8, 64, 89, 87}, {12, 12, 99, 99}};
    (void)state;
    for (int i = 0; i < 4; i++) {
        double sum = 0, least = 100;
        for (uint64_t seed = 1; seed <= 50; seed++) {
            double fill = fill_with(cases[i].low, cases[i].high, seed);
            sum += fill;
            least = fill < least ? fill : least;
        }
        printf("pictures of %d to %d pixels fill %.1f %% of a page before one is refused, at least %.1f %%\n",
               cases[i].low, cases[i].high, sum / 50, least);
        assert_true(sum / 50 >= cases[i].mean && least >= cases[i].least);
    }
}

static void a_picture_that_fits_exactly_is_taken_and_a_larger_picture_is_not(void **state)
{
    CoirPacker packer = coir_packer(30, 20);
    CoirPackedRect box;
    (void)state;
    assert_false(put(&packer, 31, 1, &box));
    assert_false(put(&packer, 1, 21, &box));
    assert_true(put(&packer, 30, 20, &box));
    assert_true(box.x == 0 && box.y == 0 && box.width == 30 && box.height == 20);
    assert_false(put(&packer, 1, 1, &box));
    coir_packer_clear(&packer);
    assert_int_equal(packer.width, 30);
    assert_true(put(&packer, 30, 20, &box)); // a cleared packer is like a new packer
    coir_packer_clear(&packer);
}

// Memory -------------------------------------------------------------------------------------------------------------

static void without_memory_for_the_list_rectangles_can_still_be_removed(void **state)
{
    CoirPacker packer = coir_packer(64, 64);
    CoirPackedRect boxes[200];
    int count = 0, removed = 0;
    (void)state;
    support_fail_allocation(1);
    assert_false(coir_packer_reserve(&packer));
    assert_non_null(strstr(coir_error(), "out of memory"));
    while (count < 200 && put(&packer, 4, 4, &boxes[count]))
        count++;
    assert_true(count > 100);
    int full = packer.free_capacity;
    for (int i = 0; i < count; i++) {
        if ((boxes[i].x + boxes[i].y) / 4 % 2)
            continue; // as on a chessboard, so that the freed places have no common sides and do not join
        removed++;
        support_fail_allocation(1);
        coir_packer_remove(&packer, boxes[i]);
        assert_false(support_failed());
    }
    assert_in_range(packer.free_count, removed, full);
    packer.free_capacity = packer.free_count; // as if the list of free rectangles were full
    support_fail_allocation(1);
    assert_false(coir_packer_reserve(&packer));
    packer.free_capacity = full;
    support_fail_allocation(0);
    assert_true(put(&packer, 4, 4, &boxes[0]));
    coir_packer_clear(&packer);
}

TEST_FILE(packer)
{
    const struct CMUnitTest tests[] = {
        support_test(a_million_steps_agree_with_a_map),
        support_test(when_all_is_taken_out_the_whole_is_free_again),
        support_test(neighbours_that_are_taken_out_are_one_room),
        support_test(pages_are_filled_well),
        support_test(a_picture_that_fits_exactly_is_taken_and_a_larger_picture_is_not),
        support_test(without_memory_for_the_list_rectangles_can_still_be_removed),
    };
    return cmocka_run_group_tests_name("packer", tests, NULL, NULL);
}
