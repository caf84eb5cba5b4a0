// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pools: blocks are zero, aligned and do not overlap, and chunks go back to memory.

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

#include "scene/pool.h"

#define BLOCKS 1000

typedef struct Taken {
    unsigned char *block;
    CoirPoolChunk *chunk;
} Taken;

static Taken taken[BLOCKS];

static Taken take(CoirPool *pool)
{
    Taken result;
    result.block = coir_pool_take(pool, &result.chunk);
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
        coir_pool_give(taken[i].chunk, taken[i].block);
}

static void assert_all_are(const unsigned char *block, unsigned char value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        assert_int_equal(block[i], value);
}

static void blocks_are_zero_also_when_they_are_used_anew(void **state)
{
    CoirPool *pool = coir_pool_new(56);
    (void)state;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < BLOCKS; i++) {
            taken[i] = take(pool);
            assert_all_are(taken[i].block, 0, 56);
            memset(taken[i].block, 0xab, 56);
        }
        give_all(BLOCKS);
    }
    assert_true(coir_pool_free_if_empty(pool));
}

static void blocks_are_aligned_and_do_not_overlap(void **state)
{
    static const size_t sizes[] = {1, 8, 16, 17, 224, 5000, 100000};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        CoirPool *pool = coir_pool_new(sizes[s]);
        for (int i = 0; i < 40; i++) {
            taken[i] = take(pool);
            assert_int_equal((uintptr_t)taken[i].block % 16, 0);
            memset(taken[i].block, i + 1, sizes[s]);
        }
        for (int i = 0; i < 40; i++)
            assert_all_are(taken[i].block, (unsigned char)(i + 1), sizes[s]);
        give_all(40);
        assert_true(coir_pool_free_if_empty(pool));
    }
}

static void neighbours_lie_side_by_side(void **state)
{
    CoirPool *pool = coir_pool_new(64);
    (void)state;
    take_all(pool, 20);
    for (int i = 1; i < 20; i++)
        assert_ptr_equal(taken[i].block, taken[i - 1].block + 64);
    give_all(20);
    assert_true(coir_pool_free_if_empty(pool));
}

static void a_block_that_was_given_back_begins_with_zeros(void **state)
{
    CoirPool *pool = coir_pool_new(64);
    (void)state;
    take_all(pool, 4);
    for (int i = 1; i < 4; i++) {
        memset(taken[i].block, 0xab, 64);
        coir_pool_give(taken[i].chunk, taken[i].block);
        assert_all_are(taken[i].block, 0, 56); // a stale pointer to a node finds a node without a class
    }
    coir_pool_give(taken[0].chunk, taken[0].block);
    assert_true(coir_pool_free_if_empty(pool));
}

static void what_is_given_back_is_used_first(void **state)
{
    CoirPool *pool = coir_pool_new(64);
    (void)state;
    take_all(pool, 10);
    coir_pool_give(taken[3].chunk, taken[3].block);
    coir_pool_give(taken[7].chunk, taken[7].block);
    unsigned char *three = taken[3].block, *seven = taken[7].block;
    taken[3] = take(pool);
    taken[7] = take(pool);
    assert_ptr_equal(taken[3].block, seven);
    assert_ptr_equal(taken[7].block, three);
    give_all(10);
    assert_true(coir_pool_free_if_empty(pool));
}

static void an_empty_chunk_is_kept_when_it_is_the_only_room_and_goes_back_when_there_is_other(void **state)
{
    CoirPool *pool = coir_pool_new(4096);
    (void)state;
    size_t before = support_blocks();
    Taken only = take(pool);
    assert_int_equal(support_blocks(), before + 2); // the chunk, and the list of chunks
    coir_pool_give(only.chunk, only.block);
    assert_int_equal(support_blocks(), before + 2);
    take_all(pool, 100);
    size_t full = support_blocks();
    assert_true(full > before + 5);
    give_all(100);
    assert_int_equal(support_blocks(), before + 2);
    assert_true(coir_pool_free_if_empty(pool));
    assert_int_equal(support_blocks(), before - 1);
}

static void a_pool_in_use_is_not_freed(void **state)
{
    CoirPool *pool = coir_pool_new(64);
    (void)state;
    Taken one = take(pool);
    memset(one.block, 0xab, 64);
    assert_false(coir_pool_free_if_empty(pool));
    assert_all_are(one.block, 0xab, 64);
    coir_pool_give(one.chunk, one.block);
    assert_true(coir_pool_free_if_empty(pool));
}

static void a_pool_without_memory_says_so_and_goes_on(void **state)
{
    CoirPoolChunk *chunk = NULL;
    (void)state;
    support_fail_allocation(1);
    assert_null(coir_pool_new(64));
    CoirPool *pool = coir_pool_new(64);
    for (long nth = 1; nth <= 2; nth++) {
        support_fail_allocation(nth);
        assert_null(coir_pool_take(pool, &chunk));
    }
    Taken one = take(pool);
    coir_pool_give(one.chunk, one.block);
    assert_true(coir_pool_free_if_empty(pool));
}

static void any_order_of_taking_and_giving_keeps_what_is_in_use(void **state)
{
    CoirPool *pool = coir_pool_new(200);
    int count = 0;
    unsigned random = 1;
    (void)state;
    for (int i = 0; i < 200000; i++) {
        random = random * 1664525u + 1013904223u;
        bool grows = (i / 4000) % 2 == 0; // grows to many chunks, then shrinks to none
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
            coir_pool_give(one.chunk, one.block);
        }
    }
    give_all(count);
    assert_true(coir_pool_free_if_empty(pool));
}

static void a_block_is_found_by_its_address_and_nothing_else_is(void **state)
{
    CoirPool *pools[] = {coir_pool_new(112), coir_pool_new(1000)};
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
    assert_true(coir_pool_free_if_empty(pools[0]) && coir_pool_free_if_empty(pools[1]));
    assert_null(coir_pools_find(taken[0].block));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(blocks_are_zero_also_when_they_are_used_anew),
        support_test(a_block_is_found_by_its_address_and_nothing_else_is),
        support_test(blocks_are_aligned_and_do_not_overlap),
        support_test(neighbours_lie_side_by_side),
        support_test(a_block_that_was_given_back_begins_with_zeros),
        support_test(what_is_given_back_is_used_first),
        support_test(an_empty_chunk_is_kept_when_it_is_the_only_room_and_goes_back_when_there_is_other),
        support_test(a_pool_in_use_is_not_freed),
        support_test(a_pool_without_memory_says_so_and_goes_on),
        support_test(any_order_of_taking_and_giving_keeps_what_is_in_use),
    };
    return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
