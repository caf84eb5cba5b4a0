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
    CoirHeapItem *heap;
    CoirHeapItem items[ITEMS];
    bool in[ITEMS];
    CoirHeapItem *sorted[ITEMS];
    int count;
} Model;

static void insert(Model *model, int i, int64_t time, uint64_t order)
{
    CoirHeapItem *item = &model->items[i];
    int at = model->count++;
    item->time = time;
    item->order = order;
    for (; at > 0 && coir_heap_before(item, model->sorted[at - 1]); at--)
        model->sorted[at] = model->sorted[at - 1];
    model->sorted[at] = item;
    model->in[i] = true;
    coir_heap_insert(&model->heap, item);
}

static void take_out(Model *model, CoirHeapItem *item)
{
    int at = 0;
    while (model->sorted[at] != item)
        at++;
    memmove(&model->sorted[at], &model->sorted[at + 1], sizeof *model->sorted * (size_t)(--model->count - at));
    model->in[item - model->items] = false;
    coir_heap_remove(&model->heap, item);
    assert_true(!item->child && !item->next && !item->previous);
}

static void check_walk(const Model *model)
{
    bool seen[ITEMS] = {false};
    int count = 0;
    for (CoirHeapItem *item = model->heap; item; item = coir_heap_walk(item), count++) {
        assert_false(seen[item - model->items]);
        seen[item - model->items] = true;
    }
    assert_int_equal(count, model->count);
    assert_memory_equal(seen, model->in, sizeof seen);
}

static void check_top(const Model *model)
{
    assert_ptr_equal(model->heap, model->count ? model->sorted[0] : NULL);
}

static void earlier_comes_first_and_of_equal_times_the_lower_order(void **state)
{
    CoirHeapItem a = {.time = 1, .order = 5}, b = {.time = 2, .order = 3}, c = {.time = 2, .order = 4};
    (void)state;
    assert_true(coir_heap_before(&a, &b));
    assert_false(coir_heap_before(&b, &a));
    assert_true(coir_heap_before(&b, &c));
    assert_false(coir_heap_before(&c, &b));
    assert_false(coir_heap_before(&a, &a));
    CoirHeapItem past = {.time = INT64_MIN, .order = UINT64_MAX}, never = {.time = INT64_MAX, .order = 0};
    assert_true(coir_heap_before(&past, &never));
    assert_false(coir_heap_before(&never, &past));
}

static void an_item_alone_is_the_heap(void **state)
{
    CoirHeapItem item = {.time = 3}, *heap = NULL;
    (void)state;
    coir_heap_insert(&heap, &item);
    assert_ptr_equal(heap, &item);
    assert_null(coir_heap_walk(&item));
    coir_heap_remove(&heap, &item);
    assert_null(heap);
}

// Inserts `ITEMS` items whose n-th has the time `time(n)`, then takes them out from the top.
static void sort(int64_t (*time)(int n))
{
    Model model = {0};
    for (int i = 0; i < ITEMS; i++) {
        insert(&model, i, time(i), (uint64_t)i);
        check_top(&model);
    }
    check_walk(&model);
    while (model.count) {
        take_out(&model, model.heap);
        check_top(&model);
        check_walk(&model);
    }
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
        take_out(&model, model.heap); // now the items stand several levels deep
        if (model.in[i])
            take_out(&model, &model.items[i]);
        check_walk(&model);
        while (model.count) {
            check_top(&model);
            take_out(&model, model.heap);
        }
    }
}

static void any_sequence_agrees_with_a_sorted_array(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        CoirRandom random = coir_random(seed);
        Model model = {0};
        uint64_t order = 0;
        for (int step = 0; step < 5000; step++) {
            int i = coir_random_int(&random, 0, ITEMS - 1), what = coir_random_int(&random, 0, 9);
            if (what == 0 && model.count)
                take_out(&model, model.heap);
            else if (!model.in[i])
                insert(&model, i, coir_random_int(&random, -20, 20), order++);
            else
                take_out(&model, &model.items[i]);
            if (model.heap != (model.count ? model.sorted[0] : NULL))
                fprintf(stderr, "seed %d, step %d\n", (int)seed, step);
            check_top(&model);
            if (step % 50 == 0)
                check_walk(&model);
        }
        while (model.count) {
            check_top(&model);
            take_out(&model, model.heap);
        }
        assert_null(model.heap);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(earlier_comes_first_and_of_equal_times_the_lower_order),
        support_test(an_item_alone_is_the_heap),
        support_test(items_come_out_in_order),
        support_test(items_are_removed_from_the_middle),
        support_test(any_sequence_agrees_with_a_sorted_array),
    };
    return cmocka_run_group_tests_name("heap", tests, NULL, NULL);
}
