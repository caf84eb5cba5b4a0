// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Tests tables of slots: a stale id must never become valid again.

#include "support/support.h"

#include <string.h>

#include "base/slots.h"
#include "coir/error.h"

static void a_slot_is_found_by_its_id_until_it_is_removed(void **state)
{
    CoirSlots slots = {0};
    CoirSlotId ids[100];
    int items[100];
    (void)state;
    for (int i = 0; i < 100; i++) {
        ids[i] = coir_slots_add(&slots, &items[i]);
        assert_int_not_equal(ids[i].generation, 0);
    }
    for (int i = 0; i < 100; i++)
        assert_ptr_equal(coir_slots_get(&slots, ids[i]), &items[i]);
    coir_slots_remove(&slots, ids[50]);
    assert_null(coir_slots_get(&slots, ids[50]));
    assert_ptr_equal(coir_slots_get(&slots, ids[49]), &items[49]);
    assert_ptr_equal(coir_slots_get(&slots, ids[51]), &items[51]);
    coir_slots_free(&slots);
    assert_null(coir_slots_get(&slots, ids[0]));
}

static void a_slot_used_again_has_another_generation(void **state)
{
    CoirSlots slots = {0};
    int a, b;
    (void)state;
    CoirSlotId first = coir_slots_add(&slots, &a);
    coir_slots_remove(&slots, first);
    CoirSlotId second = coir_slots_add(&slots, &b);
    assert_int_equal(second.index, first.index);
    assert_int_not_equal(second.generation, first.generation);
    assert_null(coir_slots_get(&slots, first));
    coir_slots_remove(&slots, first);
    assert_ptr_equal(coir_slots_get(&slots, second), &b);
    coir_slots_free(&slots);
}

static void removing_twice_frees_a_slot_once(void **state)
{
    CoirSlots slots = {0};
    int a, b, c;
    (void)state;
    CoirSlotId id = coir_slots_add(&slots, &a);
    coir_slots_remove(&slots, id);
    coir_slots_remove(&slots, id);
    CoirSlotId second = coir_slots_add(&slots, &b), third = coir_slots_add(&slots, &c);
    assert_int_not_equal(second.index, third.index);
    assert_ptr_equal(coir_slots_get(&slots, second), &b);
    assert_ptr_equal(coir_slots_get(&slots, third), &c);
    coir_slots_free(&slots);
}

static void ids_that_never_were_name_nothing(void **state)
{
    CoirSlots slots = {0};
    int a;
    (void)state;
    assert_null(coir_slots_get(&slots, (CoirSlotId){0, 0}));
    coir_slots_remove(&slots, (CoirSlotId){0, 0});
    CoirSlotId id = coir_slots_add(&slots, &a);
    assert_null(coir_slots_get(&slots, (CoirSlotId){0, 0}));
    assert_null(coir_slots_get(&slots, (CoirSlotId){id.index + 1, 1}));
    assert_null(coir_slots_get(&slots, (CoirSlotId){UINT32_MAX, 1}));
    coir_slots_remove(&slots, (CoirSlotId){UINT32_MAX, 1});
    assert_ptr_equal(coir_slots_get(&slots, id), &a);
    coir_slots_free(&slots);
}

static void a_slot_whose_generations_are_used_up_retires(void **state)
{
    CoirSlots slots = {0};
    int a, b;
    (void)state;
    CoirSlotId last = coir_slots_add(&slots, &a);
    slots.slots[last.index].generation = last.generation = UINT32_MAX;
    coir_slots_remove(&slots, last);
    assert_null(coir_slots_get(&slots, last));
    CoirSlotId next = coir_slots_add(&slots, &b);
    assert_int_not_equal(next.index, last.index);
    assert_null(coir_slots_get(&slots, (CoirSlotId){last.index, 0}));
    coir_slots_free(&slots);
}

static void ids_stay_stale_when_a_table_frees_its_memory(void **state)
{
    CoirSlots slots = {0};
    int a, b;
    (void)state;
    CoirSlotId before = coir_slots_add(&slots, &a);
    coir_slots_remove(&slots, before);
    coir_slots_trim(&slots);
    assert_int_equal(support_blocks(), 0);
    CoirSlotId after = coir_slots_add(&slots, &b);
    assert_null(coir_slots_get(&slots, before));
    assert_ptr_equal(coir_slots_get(&slots, after), &b);
    coir_slots_free(&slots);
}

static void a_table_near_the_last_generation_is_not_begun_again(void **state)
{
    (void)state;
    for (uint32_t generation = UINT32_MAX - 1; generation != 0; generation++) {
        CoirSlots slots = {0};
        int a, b;
        CoirSlotId last = coir_slots_add(&slots, &a);
        slots.slots[last.index].generation = last.generation = generation;
        coir_slots_remove(&slots, last);
        coir_slots_trim(&slots);
        CoirSlotId next = coir_slots_add(&slots, &b);
        assert_int_not_equal(next.generation, 0);
        assert_null(coir_slots_get(&slots, last));
        assert_ptr_equal(coir_slots_get(&slots, next), &b);
        coir_slots_free(&slots);
    }
}

static void slots_without_memory_report_this_and_keep_their_items(void **state)
{
    CoirSlots slots = {0};
    int item;
    CoirSlotId first = {0, 0};
    (void)state;
    support_fail_allocation(1);
    assert_int_equal(coir_slots_add(&slots, &item).generation, 0);
    assert_non_null(strstr(coir_error(), "out of memory"));
    first = coir_slots_add(&slots, &item);
    while (slots.used < slots.capacity)
        coir_slots_add(&slots, &item);
    support_fail_allocation(1);
    assert_int_equal(coir_slots_add(&slots, &item).generation, 0);
    assert_ptr_equal(coir_slots_get(&slots, first), &item);
    assert_int_not_equal(coir_slots_add(&slots, &item).generation, 0);
    coir_slots_free(&slots);
}

TEST_FILE(slots)
{
    const struct CMUnitTest tests[] = {
        support_test(a_slot_is_found_by_its_id_until_it_is_removed),
        support_test(a_slot_used_again_has_another_generation),
        support_test(removing_twice_frees_a_slot_once),
        support_test(ids_that_never_were_name_nothing),
        support_test(a_slot_whose_generations_are_used_up_retires),
        support_test(ids_stay_stale_when_a_table_frees_its_memory),
        support_test(a_table_near_the_last_generation_is_not_begun_again),
        support_test(slots_without_memory_report_this_and_keep_their_items),
    };
    return cmocka_run_group_tests_name("slots", tests, NULL, NULL);
}
