// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Blocks of memory: the hook, the count, growing, and requests that fail.

#include "support/support.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "coir/error.h"

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

static void no_memory_is_reported_and_the_block_stays(void **state)
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
        block = coir_realloc(block, 4096); // still one block
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

static void a_failing_grow_changes_nothing(void **state)
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

TEST_FILE(alloc)
{
    const struct CMUnitTest tests[] = {
        support_test(the_memory_hook_gets_every_request),
        support_test(new_memory_is_zero_and_a_resized_block_keeps_its_bytes),
        support_test(no_memory_is_reported_and_the_block_stays),
        support_test(blocks_are_counted_with_a_hook_and_without),
        support_test(an_allocation_that_fails_is_not_counted),
        support_test(grow_makes_room_by_doubling_and_keeps_the_items),
        support_test(a_failing_grow_changes_nothing),
    };
    return cmocka_run_group_tests_name("alloc", tests, NULL, NULL);
}
