// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Free lists.

#include "support/support.h"

#include <string.h>

#include "base/alloc.h"
#include "base/free_list.h"
#include "coir/error.h"

#define BLOCKS 5000
#define SIZE 48

static CoirFreeList list = {.block_size = SIZE};
static unsigned char *blocks[BLOCKS];
static int64_t blocks_at_start;

static void take(int i)
{
    blocks[i] = coir_free_list_take(&list);
    assert_non_null(blocks[i]);
    memset(blocks[i], i % 251, SIZE);
}

static void give(int i)
{
    coir_free_list_give(&list, blocks[i]);
    blocks[i] = NULL;
}

// Removes the memory hook of the tests: with a hook, each block is an allocation of its own.
static int begin(void **state)
{
    support_setup(state);
    coir_memory_set_hook(NULL, NULL);
    blocks_at_start = coir_memory_blocks();
    return 0;
}

static int end(void **state)
{
    (void)state;
    coir_free_list_clear_if_unused(&list);
    return coir_memory_blocks() != blocks_at_start;
}

static void check(int i)
{
    for (int byte = 0; blocks[i] && byte < SIZE; byte++)
        assert_int_equal(blocks[i][byte], i % 251);
}

static void blocks_do_not_overlap(void **state)
{
    (void)state;
    for (int i = 0; i < BLOCKS; i++)
        take(i);
    for (int i = 0; i < BLOCKS; i += 3)
        give(i);
    for (int i = 0; i < BLOCKS; i += 6)
        take(i);
    for (int i = 0; i < BLOCKS; i++)
        check(i);
    for (int i = 0; i < BLOCKS; i++)
        if (blocks[i])
            give(i);
}

static void blocks_are_aligned_for_pointers_and_numbers(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        take(i);
        assert_int_equal((uintptr_t)blocks[i] % 8, 0);
    }
    for (int i = 0; i < 100; i++)
        give(i);
}

static void blocks_of_whole_cache_lines_begin_with_one(void **state)
{
    CoirFreeList lines = {.block_size = 128};
    void *taken[100];
    (void)state;
    for (int i = 0; i < 100; i++) {
        taken[i] = coir_free_list_take(&lines);
        assert_int_equal((uintptr_t)taken[i] % 64, 0);
    }
    for (int i = 0; i < 100; i++)
        coir_free_list_give(&lines, taken[i]);
    coir_free_list_clear_if_unused(&lines);
}

static void many_blocks_take_few_allocations(void **state)
{
    (void)state;
    for (int i = 0; i < BLOCKS; i++)
        take(i);
    assert_in_range(coir_memory_blocks() - blocks_at_start, 1, 16);
    for (int i = 0; i < BLOCKS; i++)
        give(i);
}

static void blocks_that_were_given_back_are_taken_again(void **state)
{
    (void)state;
    take(0);
    for (int i = 0; i < 10000; i++) {
        take(1);
        give(1);
    }
    assert_int_equal(coir_memory_blocks(), blocks_at_start + 1);
    give(0);
}

static void all_memory_is_freed_once_no_block_is_in_use(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < BLOCKS; i++)
            take(i);
        for (int i = BLOCKS - 1; i > 0; i--)
            give(i);
        coir_free_list_clear_if_unused(&list);
        check(0);
        give(0);
        coir_free_list_clear_if_unused(&list);
        assert_int_equal(coir_memory_blocks(), blocks_at_start);
    }
}

static void with_a_hook_each_block_is_an_allocation(void **state)
{
    support_setup(state);
    size_t before = support_blocks();
    take(0);
    take(1);
    assert_int_equal(support_blocks(), before + 2);
    support_fail_allocation(1);
    assert_null(coir_free_list_take(&list));
    assert_true(support_failed());
    assert_non_null(strstr(coir_error(), "out of memory"));
    give(0);
    give(1);
    assert_int_equal(support_blocks(), before);
    coir_memory_set_hook(NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(blocks_do_not_overlap, begin, end),
        cmocka_unit_test_setup_teardown(blocks_are_aligned_for_pointers_and_numbers, begin, end),
        cmocka_unit_test_setup_teardown(blocks_of_whole_cache_lines_begin_with_one, begin, end),
        cmocka_unit_test_setup_teardown(many_blocks_take_few_allocations, begin, end),
        cmocka_unit_test_setup_teardown(blocks_that_were_given_back_are_taken_again, begin, end),
        cmocka_unit_test_setup_teardown(all_memory_is_freed_once_no_block_is_in_use, begin, end),
        cmocka_unit_test_setup_teardown(with_a_hook_each_block_is_an_allocation, begin, end),
    };
    return cmocka_run_group_tests_name("free_list", tests, NULL, NULL);
}
