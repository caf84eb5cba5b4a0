// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sorts lists, and compares with qsort.

#include "support/support.h"

#include <stdlib.h>

#include "base/sort.h"
#include "coir/random.h"

#define ITEMS 1000

typedef struct Item {
    int value, number; // number: index in the list before the list is sorted
    struct Item *next;
    void *link; // link that was last passed to `linked`
} Item;

static int comparisons;

static bool is_before(const void *one, const void *other)
{
    comparisons++;
    return ((const Item *)one)->value < ((const Item *)other)->value;
}

static void linked(void *item, void *link)
{
    ((Item *)item)->link = link;
}

static const CoirListKind kind = {offsetof(Item, next), is_before, NULL};
static const CoirListKind linked_kind = {offsetof(Item, next), is_before, linked};

static int compare(const void *a, const void *b)
{
    const Item *one = *(Item *const *)a, *other = *(Item *const *)b;
    return one->value != other->value ? (one->value > other->value) - (one->value < other->value)
                                      : one->number - other->number;
}

// Checks that a list has the items of an array in this order. `with_links`: also that each link was passed to `linked`.
static void check_list(const Item *list, Item *const *expected, int count, bool with_links)
{
    for (int i = 0; i < count; i++) {
        assert_ptr_equal(list, expected[i]);
        if (with_links && i > 0)
            assert_ptr_equal(list->link, &expected[i - 1]->next);
        list = list->next;
    }
    assert_null(list);
}

// Sorts a list of items with these values, and compares the order with the order of qsort.
static void check(const int *values, int count)
{
    for (int with_links = 0; with_links < 2; with_links++) {
        Item *items = calloc((size_t)count + 1, sizeof *items), *expected[ITEMS];
        for (int i = 0; i < count; i++) {
            items[i] = (Item){values[i], i, i + 1 < count ? &items[i + 1] : NULL, NULL};
            expected[i] = &items[i];
        }
        qsort(expected, (size_t)count, sizeof *expected, compare);
        const Item *sorted = coir_sort_list(count > 0 ? items : NULL, with_links ? &linked_kind : &kind);
        check_list(sorted, expected, count, with_links);
        free(items);
    }
}

static void an_empty_list_stays_empty(void **state)
{
    (void)state;
    check(NULL, 0);
}

static void lists_of_few_items_are_sorted_and_equal_items_keep_their_order(void **state)
{
    const int values[] = {3, 1, 2, 1, 0, 3, -4};
    (void)state;
    for (int count = 1; count <= 7; count++)
        check(values, count);
}

static void lists_of_one_stretch_and_of_many_are_sorted(void **state)
{
    int values[ITEMS];
    (void)state;
    for (int spans = 1; spans <= ITEMS; spans *= 3) {
        for (int i = 0; i < ITEMS; i++)
            values[i] = i % (ITEMS / spans + 1);
        check(values, ITEMS);
        for (int i = 0; i < ITEMS; i++)
            values[i] = -values[i];
        check(values, ITEMS);
    }
}

static void random_lists_are_sorted(void **state)
{
    CoirRandom random = coir_random(3);
    int values[ITEMS];
    (void)state;
    for (int i = 0; i < 300; i++) {
        int count = coir_random_int(&random, 1, ITEMS), span = coir_random_int(&random, 0, 2000);
        for (int n = 0; n < count; n++)
            values[n] = coir_random_int(&random, -span, span);
        check(values, count);
    }
}

static int comparisons_for(const int *values, int count)
{
    Item items[ITEMS];
    for (int i = 0; i < count; i++)
        items[i] = (Item){values[i], i, i + 1 < count ? &items[i + 1] : NULL, NULL};
    comparisons = 0;
    coir_sort_list(items, &kind);
    return comparisons;
}

static void a_list_of_few_stretches_takes_few_comparisons(void **state)
{
    int values[ITEMS];
    (void)state;
    for (int i = 0; i < ITEMS; i++)
        values[i] = i;
    assert_int_equal(comparisons_for(values, ITEMS), ITEMS - 1);
    for (int i = 0; i < ITEMS; i++)
        values[i] /= ITEMS / 2; // equal items are one stretch, too
    assert_int_equal(comparisons_for(values, ITEMS), ITEMS - 1);
    values[ITEMS / 2] = -1;
    assert_in_range(comparisons_for(values, ITEMS), ITEMS, 2 * ITEMS);
    for (int i = 0; i < ITEMS; i++)
        values[i] = i * 7919 % ITEMS;
    assert_in_range(comparisons_for(values, ITEMS), ITEMS, 11 * ITEMS); // the worst case: n times log2(n)
}

TEST_FILE(sort)
{
    const struct CMUnitTest tests[] = {
        support_test(an_empty_list_stays_empty),
        support_test(lists_of_few_items_are_sorted_and_equal_items_keep_their_order),
        support_test(lists_of_one_stretch_and_of_many_are_sorted),
        support_test(random_lists_are_sorted),
        support_test(a_list_of_few_stretches_takes_few_comparisons),
    };
    return cmocka_run_group_tests_name("sort", tests, NULL, NULL);
}
