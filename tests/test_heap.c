// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Compares the heap with a sorted array.

#include "support/support.h"

#include <string.h>

#include "base/heap.h"
#include "coir/random.h"

#define ITEMS 200

typedef struct Item {
    int64_t value;
    uint64_t order; // order of items with equal values
    CoirHeapLinks links;
} Item;

typedef struct Model {
    Item *heap;
    Item items[ITEMS];
    bool in[ITEMS];
    Item *sorted[ITEMS];
    int count;
} Model;

static bool is_before(const void *one, const void *other)
{
    const Item *a = one, *b = other;
    return a->value != b->value ? a->value < b->value : a->order < b->order;
}

static const CoirHeapKind kind = {offsetof(Item, links), is_before};

static void add_sorted(Model *model, Item *item)
{
    int at = model->count++;
    for (; at > 0 && is_before(item, model->sorted[at - 1]); at--)
        model->sorted[at] = model->sorted[at - 1];
    model->sorted[at] = item;
}

static void remove_sorted(Model *model, const Item *item)
{
    int at = 0;
    while (model->sorted[at] != item)
        at++;
    memmove(&model->sorted[at], &model->sorted[at + 1], sizeof *model->sorted * (size_t)(--model->count - at));
}

static void insert(Model *model, int i, int64_t value, uint64_t order)
{
    model->items[i].value = value;
    model->items[i].order = order;
    model->in[i] = true;
    add_sorted(model, &model->items[i]);
    model->heap = coir_heap_insert(model->heap, &model->items[i], &kind);
}

static void take_out(Model *model, Item *item)
{
    remove_sorted(model, item);
    model->in[item - model->items] = false;
    model->heap = coir_heap_remove(model->heap, item, &kind);
}

// Marks the items of a list of trees.
static void mark(const Model *model, const Item *list, bool *seen)
{
    for (const Item *item = list; item; item = item->links.next) {
        assert_false(seen[item - model->items]);
        seen[item - model->items] = true;
        mark(model, item->links.child, seen);
    }
}

static void check_all(const Model *model)
{
    bool seen[ITEMS] = {false};
    mark(model, model->heap, seen);
    assert_memory_equal(seen, model->in, sizeof seen);
}

static void check_first(const Model *model)
{
    assert_ptr_equal(model->heap, model->count ? model->sorted[0] : NULL);
}

static void empty(Model *model)
{
    while (model->count) {
        check_first(model);
        take_out(model, model->sorted[0]);
    }
    check_first(model);
}

static void an_item_alone_is_the_first(void **state)
{
    Item item = {.value = 3}, *heap = coir_heap_insert(NULL, &item, &kind);
    (void)state;
    assert_ptr_equal(heap, &item);
    heap = coir_heap_remove(heap, &item, &kind);
    assert_null(heap);
}

static void extreme_values_are_in_order(void **state)
{
    Model model = {0};
    (void)state;
    insert(&model, 0, INT64_MAX, 0);
    insert(&model, 1, INT64_MIN, UINT64_MAX);
    insert(&model, 2, INT64_MIN, 1);
    insert(&model, 3, 0, 7);
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
    return 5;
}

static int64_t mixed(int n)
{
    return n * 7919 % 61;
}

static void items_are_removed_in_order_whatever_the_order_of_adding(void **state)
{
    int64_t (*const values[])(int) = {rising, falling, equal, mixed};
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        Model model = {0};
        for (int n = 0; n < ITEMS; n++)
            insert(&model, n, values[i](n), (uint64_t)(i % 2 ? n : ITEMS - n));
        check_all(&model);
        empty(&model);
    }
}

static void an_item_is_removed_from_anywhere(void **state)
{
    Model model = {0};
    CoirRandom random = coir_random(7);
    (void)state;
    for (int i = 0; i < 20000; i++) {
        int n = coir_random_int(&random, 0, ITEMS - 1);
        if (model.in[n])
            take_out(&model, &model.items[n]);
        else
            insert(&model, n, coir_random_int(&random, 0, 50), (uint64_t)i);
        check_first(&model);
        if (i % 100 == 0)
            check_all(&model);
    }
    empty(&model);
}

TEST_FILE(heap)
{
    const struct CMUnitTest tests[] = {
        support_test(an_item_alone_is_the_first),
        support_test(extreme_values_are_in_order),
        support_test(items_are_removed_in_order_whatever_the_order_of_adding),
        support_test(an_item_is_removed_from_anywhere),
    };
    return cmocka_run_group_tests_name("heap", tests, NULL, NULL);
}
