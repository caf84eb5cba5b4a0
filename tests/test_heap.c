// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The heap against an array that is kept sorted.

#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "coir/random.h"
#include "time/heap.h"

#define ITEMS 200

typedef struct Model {
    CoirHeap heap;
    CoirHeapItem items[ITEMS];
    bool in[ITEMS];
    CoirHeapItem *sorted[ITEMS];
    int count;
} Model;

static void add_sorted(Model *model, CoirHeapItem *item)
{
    int at = model->count++;
    for (; at > 0 && coir_heap_item_before(item, model->sorted[at - 1]); at--)
        model->sorted[at] = model->sorted[at - 1];
    model->sorted[at] = item;
}

static void remove_sorted(Model *model, const CoirHeapItem *item)
{
    int at = 0;
    while (model->sorted[at] != item)
        at++;
    memmove(&model->sorted[at], &model->sorted[at + 1], sizeof *model->sorted * (size_t)(--model->count - at));
}

static void insert(Model *model, int i, int64_t time, uint64_t order)
{
    model->items[i].time = time;
    model->items[i].order = order;
    model->in[i] = true;
    add_sorted(model, &model->items[i]);
    coir_heap_insert(&model->heap, &model->items[i]);
}

static void take_out(Model *model, CoirHeapItem *item)
{
    remove_sorted(model, item);
    model->in[item - model->items] = false;
    coir_heap_remove(&model->heap, item);
}

static void set_time(Model *model, CoirHeapItem *item, int64_t time)
{
    remove_sorted(model, item);
    item->time = time;
    add_sorted(model, item);
    coir_heap_update(&model->heap, item);
}

static void check_all(const Model *model)
{
    bool seen[ITEMS] = {false};
    int count = 0;
    for (CoirHeapItem *item; (item = coir_heap_at(&model->heap, count)) != NULL; count++) {
        assert_false(seen[item - model->items]);
        seen[item - model->items] = true;
    }
    assert_int_equal(count, model->count);
    assert_memory_equal(seen, model->in, sizeof seen);
}

static void check_first(const Model *model)
{
    assert_ptr_equal(coir_heap_first(&model->heap), model->count ? model->sorted[0] : NULL);
}

static void empty(Model *model)
{
    while (model->count) {
        check_first(model);
        take_out(model, model->sorted[0]);
    }
    check_first(model);
    coir_heap_free(&model->heap);
}

static void an_item_alone_is_the_first(void **state)
{
    CoirHeap heap = {0};
    CoirHeapItem item = {.time = 3};
    (void)state;
    assert_null(coir_heap_first(&heap));
    coir_heap_insert(&heap, &item);
    assert_ptr_equal(coir_heap_first(&heap), &item);
    assert_ptr_equal(coir_heap_at(&heap, 0), &item);
    assert_null(coir_heap_at(&heap, 1));
    coir_heap_remove(&heap, &item);
    assert_null(coir_heap_first(&heap));
    coir_heap_free(&heap);
}

static void extreme_times_are_in_order(void **state)
{
    Model model = {0};
    (void)state;
    insert(&model, 0, INT64_MAX, 0);
    insert(&model, 1, INT64_MIN, UINT64_MAX);
    insert(&model, 2, INT64_MIN, 1);
    insert(&model, 3, 0, 7);
    empty(&model);
}

// Inserts `ITEMS` items whose n-th has the time `time(n)`, then takes them out, the first one first.
static void sort(int64_t (*time)(int n))
{
    Model model = {0};
    for (int i = 0; i < ITEMS; i++) {
        insert(&model, i, time(i), (uint64_t)i);
        check_first(&model);
    }
    check_all(&model);
    empty(&model);
}

static int64_t rising(int n)
{
    return n;
}

static int64_t falling(int n)
{
    return -n;
}

static int64_t equal(int n)
{
    (void)n;
    return 7;
}

static int64_t to_and_fro(int n)
{
    return n % 2 ? n : -n;
}

static void items_come_out_in_order(void **state)
{
    (void)state;
    sort(rising);
    sort(falling);
    sort(equal);
    sort(to_and_fro);
}

static void items_are_removed_from_the_middle(void **state)
{
    (void)state;
    for (int i = 0; i < ITEMS; i++) {
        Model model = {0};
        for (int n = 0; n < ITEMS; n++)
            insert(&model, n, (n * 37) % ITEMS, (uint64_t)n);
        take_out(&model, &model.items[i]);
        check_all(&model);
        empty(&model);
    }
}

static void step(Model *model, CoirRandom *random, uint64_t *order)
{
    int i = coir_random_int(random, 0, ITEMS - 1), what = coir_random_int(random, 0, 9);
    int64_t time = coir_random_int(random, -20, 20);
    if (what == 0 && model->count)
        take_out(model, model->sorted[0]);
    else if (!model->in[i])
        insert(model, i, time, (*order)++);
    else if (what < 5)
        set_time(model, &model->items[i], time);
    else
        take_out(model, &model->items[i]);
}

// `scarce`: every so often an allocation fails.
static void agree(uint64_t seed, bool scarce)
{
    CoirRandom random = coir_random(seed);
    Model model = {0};
    uint64_t order = 0;
    for (int i = 0; i < 5000; i++) {
        if (scarce && i % 5 == 0)
            support_fail_allocation(1);
        step(&model, &random, &order);
        if (coir_heap_first(&model.heap) != (model.count ? model.sorted[0] : NULL))
            fprintf(stderr, "seed %d, step %d\n", (int)seed, i);
        check_first(&model);
        if (i % 50 == 0)
            check_all(&model);
    }
    support_fail_allocation(0);
    empty(&model);
}

static void any_sequence_agrees_with_a_sorted_array(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++)
        agree(seed, false);
}

static void without_memory_all_goes_on(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++)
        agree(seed, true);
}

static void what_found_no_memory_is_in_the_right_order_and_comes_back_when_there_is_room(void **state)
{
    Model model = {0};
    (void)state;
    for (int i = 0; i < ITEMS; i++) {
        support_fail_allocation(1);
        insert(&model, i, (i * 37) % ITEMS, (uint64_t)i);
        check_first(&model);
    }
    assert_int_equal(model.heap.count, 0);
    set_time(&model, &model.items[100], -1);
    check_first(&model);
    support_fail_allocation(0);
    take_out(&model, &model.items[0]);
    insert(&model, 0, 0, ITEMS);
    assert_int_equal(model.heap.count, 1);
    for (int i = 1; i < 4; i++)
        take_out(&model, &model.items[i]);
    assert_int_equal(model.heap.count, 4);
    check_all(&model);
    while (model.heap.spilled)
        take_out(&model, model.sorted[0]);
    empty(&model);
}

static void room_that_was_made_is_enough_without_memory(void **state)
{
    Model model = {0};
    (void)state;
    assert_true(coir_heap_reserve(&model.heap, ITEMS));
    support_fail_allocation(1);
    for (int i = 0; i < ITEMS; i++)
        insert(&model, i, ITEMS - i, (uint64_t)i);
    assert_false(support_failed());
    assert_false(coir_heap_reserve(&model.heap, ITEMS + 1));
    assert_int_equal(model.heap.count, ITEMS);
    support_fail_allocation(0);
    empty(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(an_item_alone_is_the_first),
        support_test(extreme_times_are_in_order),
        support_test(items_come_out_in_order),
        support_test(items_are_removed_from_the_middle),
        support_test(any_sequence_agrees_with_a_sorted_array),
        support_test(without_memory_all_goes_on),
        support_test(what_found_no_memory_is_in_the_right_order_and_comes_back_when_there_is_room),
        support_test(room_that_was_made_is_enough_without_memory),
    };
    return cmocka_run_group_tests_name("heap", tests, NULL, NULL);
}
