// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Findable pools: blocks are zero, aligned and do not overlap, and chunks go back to memory. Plain pools: few
// allocations, and with a memory hook one allocation for each block.

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/pool.h"
#include "coir/error.h"

#define BLOCKS 1000

typedef struct Taken {
    unsigned char *block;
    CoirPoolChunk *chunk;
} Taken;

static Taken taken[BLOCKS];

// An empty findable pool.
#define findable(size) (&(CoirPool){.block_size = (size), .is_findable = true})

static Taken take(CoirPool *pool)
{
    Taken result;
    result.block = coir_pool_take_findable(pool, &result.chunk);
    assert_non_null(result.block);
    assert_non_null(result.chunk);
    return result;
}

static void take_all(CoirPool *pool, int count)
{
    for (int i = 0; i < count; i++)
        taken[i] = take(pool);
}

static void give_all(int count)
{
    for (int i = 0; i < count; i++)
        coir_pool_give_findable(taken[i].chunk, taken[i].block);
}

static void assert_all_are(const unsigned char *block, unsigned char value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        assert_int_equal(block[i], value);
}

static void reused_blocks_are_zero(void **state)
{
    CoirPool *pool = findable(56);
    (void)state;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < BLOCKS; i++) {
            taken[i] = take(pool);
            assert_all_are(taken[i].block, 0, 56);
            memset(taken[i].block, 0xab, 56);
        }
        give_all(BLOCKS);
    }
    assert_true(coir_pool_clear_if_unused(pool));
}

static void blocks_are_aligned_and_do_not_overlap(void **state)
{
    static const size_t sizes[] = {1, 8, 16, 17, 224, 5000, 100000};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        CoirPool *pool = findable(sizes[s]);
        for (int i = 0; i < 40; i++) {
            taken[i] = take(pool);
            assert_int_equal((uintptr_t)taken[i].block % 16, 0);
            memset(taken[i].block, i + 1, sizes[s]);
        }
        for (int i = 0; i < 40; i++)
            assert_all_are(taken[i].block, (unsigned char)(i + 1), sizes[s]);
        give_all(40);
        assert_true(coir_pool_clear_if_unused(pool));
    }
}

static void neighbours_lie_side_by_side(void **state)
{
    CoirPool *pool = findable(64);
    (void)state;
    take_all(pool, 20);
    for (int i = 1; i < 20; i++)
        assert_ptr_equal(taken[i].block, taken[i - 1].block + 64);
    give_all(20);
    assert_true(coir_pool_clear_if_unused(pool));
}

static void a_block_that_was_given_back_begins_with_zeros(void **state)
{
    CoirPool *pool = findable(64);
    (void)state;
    take_all(pool, 4);
    for (int i = 1; i < 4; i++) {
        memset(taken[i].block, 0xab, 64);
        coir_pool_give_findable(taken[i].chunk, taken[i].block);
        assert_all_are(taken[i].block, 0, 56); // a stale pointer to a node finds a node without a class
    }
    coir_pool_give_findable(taken[0].chunk, taken[0].block);
    assert_true(coir_pool_clear_if_unused(pool));
}

static void a_block_that_was_given_back_is_taken_first(void **state)
{
    CoirPool *pool = findable(64);
    (void)state;
    take_all(pool, 10);
    coir_pool_give_findable(taken[3].chunk, taken[3].block);
    coir_pool_give_findable(taken[7].chunk, taken[7].block);
    unsigned char *three = taken[3].block, *seven = taken[7].block;
    taken[3] = take(pool);
    taken[7] = take(pool);
    assert_ptr_equal(taken[3].block, seven);
    assert_ptr_equal(taken[7].block, three);
    give_all(10);
    assert_true(coir_pool_clear_if_unused(pool));
}

static void an_empty_chunk_is_kept_only_while_no_other_chunk_has_room(void **state)
{
    CoirPool *pool = findable(4096);
    (void)state;
    size_t before = support_blocks();
    Taken only = take(pool);
    assert_int_equal(support_blocks(), before + 2); // the chunk, and the list of chunks
    coir_pool_give_findable(only.chunk, only.block);
    assert_int_equal(support_blocks(), before + 2);
    take_all(pool, 100);
    size_t full = support_blocks();
    assert_true(full > before + 5);
    give_all(100);
    assert_int_equal(support_blocks(), before + 2);
    assert_true(coir_pool_clear_if_unused(pool));
    assert_int_equal(support_blocks(), before);
}

static void a_pool_in_use_is_not_freed(void **state)
{
    CoirPool *pool = findable(64);
    (void)state;
    Taken one = take(pool);
    memset(one.block, 0xab, 64);
    assert_false(coir_pool_clear_if_unused(pool));
    assert_all_are(one.block, 0xab, 64);
    coir_pool_give_findable(one.chunk, one.block);
    assert_true(coir_pool_clear_if_unused(pool));
}

static void a_pool_without_memory_reports_this_and_continues(void **state)
{
    CoirPoolChunk *chunk = NULL;
    (void)state;
    CoirPool *pool = findable(64);
    for (long nth = 1; nth <= 2; nth++) {
        support_fail_allocation(nth);
        assert_null(coir_pool_take_findable(pool, &chunk));
    }
    Taken one = take(pool);
    coir_pool_give_findable(one.chunk, one.block);
    assert_true(coir_pool_clear_if_unused(pool));
}

static void any_order_of_taking_and_giving_keeps_blocks_in_use(void **state)
{
    CoirPool *pool = findable(200);
    int count = 0;
    unsigned random = 1;
    (void)state;
    for (int i = 0; i < 200000; i++) {
        random = random * 1664525u + 1013904223u;
        bool grows = (i / 4000) % 2 == 0; // the pool grows to many blocks, then shrinks to few
        if (count < BLOCKS && (count == 0 || (random >> 8) % 10 < (grows ? 6u : 4u))) {
            Taken one = take(pool);
            assert_all_are(one.block, 0, 200);
            memset(one.block, (int)(random >> 24), 200);
            one.block[0] = one.block[199];
            taken[count++] = one;
        } else {
            int which = (int)((random >> 8) % (unsigned)count);
            Taken one = taken[which];
            assert_int_equal(one.block[0], one.block[199]);
            taken[which] = taken[--count];
            coir_pool_give_findable(one.chunk, one.block);
        }
    }
    give_all(count);
    assert_true(coir_pool_clear_if_unused(pool));
}

static void a_block_is_found_by_its_address_and_nothing_else_is(void **state)
{
    CoirPool *pools[] = {findable(112), findable(1000)};
    (void)state;
    assert_null(coir_pools_find(pools[0]));
    for (int i = 0; i < BLOCKS; i++) {
        assert_null(i > 0 ? coir_pools_find(taken[i - 1].block + 1) : NULL);
        taken[i] = take(pools[i % 2]);
    }
    for (int i = 0; i < BLOCKS; i++) {
        assert_ptr_equal(coir_pools_find(taken[i].block), taken[i].block);
        assert_null(coir_pools_find(taken[i].block - 1));
        assert_null(coir_pools_find(taken[i].block + 8));
    }
    assert_null(coir_pools_find(taken[BLOCKS - 1].block + 1008)); // a block that was never taken
    assert_null(coir_pools_find(&pools) || coir_pools_find(NULL) ? &pools : NULL);
    give_all(BLOCKS);
    assert_true(coir_pool_clear_if_unused(pools[0]) && coir_pool_clear_if_unused(pools[1]));
    assert_null(coir_pools_find(taken[0].block));
}

// Plain pools ---------------------------------------------------------------------------------------------------------

#define PLAIN_BLOCKS 5000
#define SIZE 48

static CoirPool plain = {.block_size = SIZE};
static unsigned char *blocks[PLAIN_BLOCKS];
static int64_t blocks_at_start;

static void take_plain(int i)
{
    blocks[i] = coir_pool_take(&plain);
    assert_non_null(blocks[i]);
    memset(blocks[i], i % 251, SIZE);
}

static void give_plain(int i)
{
    coir_pool_give(&plain, blocks[i]);
    blocks[i] = NULL;
}

// Removes the memory hook of the tests, because with a hook each block is an allocation of its own.
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
    coir_pool_clear_if_unused(&plain);
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
    for (int i = 0; i < PLAIN_BLOCKS; i++)
        take_plain(i);
    for (int i = 0; i < PLAIN_BLOCKS; i += 3)
        give_plain(i);
    for (int i = 0; i < PLAIN_BLOCKS; i += 6)
        take_plain(i);
    for (int i = 0; i < PLAIN_BLOCKS; i++)
        check(i);
    for (int i = 0; i < PLAIN_BLOCKS; i++)
        if (blocks[i])
            give_plain(i);
}

static void blocks_are_aligned_for_pointers_and_numbers(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        take_plain(i);
        assert_int_equal((uintptr_t)blocks[i] % 8, 0);
    }
    for (int i = 0; i < 100; i++)
        give_plain(i);
}

// Blocks of 64 and 192 bytes begin at a cache line of 64 bytes. Blocks of 128 and 256 bytes begin at a pair of cache
// lines in a findable pool, and at the second line of a pair in a plain pool.
static void blocks_of_whole_cache_lines_begin_with_one(void **state)
{
    CoirPool pools[80];
    unsigned char *first[80];
    CoirPoolChunk *chunks[80];
    (void)state;
    for (int i = 0; i < 80; i++) { // chunks at many addresses
        size_t size = 64 * (size_t)(i % 4 + 1);
        bool is_findable = i >= 40;
        CoirPoolChunk *chunk;
        pools[i] = (CoirPool){.block_size = size, .is_findable = is_findable};
        first[i] = is_findable ? coir_pool_take_findable(&pools[i], &chunks[i]) : coir_pool_take(&pools[i]);
        assert_int_equal((uintptr_t)first[i] % 64, 0);
        if (i % 2 == 1)
            assert_int_equal((uintptr_t)first[i] % 128, is_findable ? 0 : 64);
        unsigned char *second = is_findable ? coir_pool_take_findable(&pools[i], &chunk) : coir_pool_take(&pools[i]);
        assert_ptr_equal(second, first[i] + size);
        if (is_findable)
            coir_pool_give_findable(chunk, second);
        else
            coir_pool_give(&pools[i], second);
    }
    for (int i = 0; i < 80; i++) {
        if (i >= 40)
            coir_pool_give_findable(chunks[i], first[i]);
        else
            coir_pool_give(&pools[i], first[i]);
        assert_true(coir_pool_clear_if_unused(&pools[i]));
    }
}

static void many_blocks_take_few_allocations(void **state)
{
    (void)state;
    for (int i = 0; i < PLAIN_BLOCKS; i++)
        take_plain(i);
    assert_in_range(coir_memory_blocks() - blocks_at_start, 1, 16);
    int64_t blocks_now = coir_memory_blocks();
    for (int i = 0; i < PLAIN_BLOCKS; i++)
        give_plain(i);
    for (int i = 0; i < PLAIN_BLOCKS; i++) // blocks of all chunks are taken again
        take_plain(i);
    assert_int_equal(coir_memory_blocks(), blocks_now);
    for (int i = 0; i < PLAIN_BLOCKS; i++)
        give_plain(i);
}

static void a_block_of_a_plain_pool_is_not_found(void **state)
{
    (void)state;
    take_plain(0);
    assert_null(coir_pools_find(blocks[0]));
    give_plain(0);
}

static void blocks_that_were_given_back_are_taken_again(void **state)
{
    (void)state;
    take_plain(0);
    for (int i = 0; i < 10000; i++) {
        take_plain(1);
        give_plain(1);
    }
    assert_int_equal(coir_memory_blocks(), blocks_at_start + 1);
    give_plain(0);
}

static void all_memory_is_freed_once_no_block_is_in_use(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < PLAIN_BLOCKS; i++)
            take_plain(i);
        for (int i = PLAIN_BLOCKS - 1; i > 0; i--)
            give_plain(i);
        coir_pool_clear_if_unused(&plain);
        check(0);
        give_plain(0);
        coir_pool_clear_if_unused(&plain);
        assert_int_equal(coir_memory_blocks(), blocks_at_start);
    }
}

static void with_a_hook_each_block_is_an_allocation(void **state)
{
    support_setup(state);
    size_t before = support_blocks();
    take_plain(0);
    take_plain(1);
    assert_int_equal(support_blocks(), before + 2);
    support_fail_allocation(1);
    assert_null(coir_pool_take(&plain));
    assert_true(support_failed());
    assert_non_null(strstr(coir_error(), "out of memory"));
    give_plain(0);
    give_plain(1);
    assert_int_equal(support_blocks(), before);
    coir_memory_set_hook(NULL, NULL);
}

TEST_FILE(pool)
{
    const struct CMUnitTest tests[] = {
        support_test(reused_blocks_are_zero),
        support_test(a_block_is_found_by_its_address_and_nothing_else_is),
        support_test(blocks_are_aligned_and_do_not_overlap),
        support_test(neighbours_lie_side_by_side),
        support_test(a_block_that_was_given_back_begins_with_zeros),
        support_test(a_block_that_was_given_back_is_taken_first),
        support_test(an_empty_chunk_is_kept_only_while_no_other_chunk_has_room),
        support_test(a_pool_in_use_is_not_freed),
        support_test(a_pool_without_memory_reports_this_and_continues),
        support_test(any_order_of_taking_and_giving_keeps_blocks_in_use),
        cmocka_unit_test_setup_teardown(blocks_do_not_overlap, begin, end),
        cmocka_unit_test_setup_teardown(blocks_are_aligned_for_pointers_and_numbers, begin, end),
        cmocka_unit_test_setup_teardown(blocks_of_whole_cache_lines_begin_with_one, begin, end),
        cmocka_unit_test_setup_teardown(many_blocks_take_few_allocations, begin, end),
        cmocka_unit_test_setup_teardown(a_block_of_a_plain_pool_is_not_found, begin, end),
        cmocka_unit_test_setup_teardown(blocks_that_were_given_back_are_taken_again, begin, end),
        cmocka_unit_test_setup_teardown(all_memory_is_freed_once_no_block_is_in_use, begin, end),
        cmocka_unit_test_setup_teardown(with_a_hook_each_block_is_an_allocation, begin, end),
    };
    return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
