// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sorts lists of timers, and compares with qsort.

#include "support/support.h"

#include <stdlib.h>

#include "coir/random.h"
#include "time/queue/sort.h"

#define TIMERS 1000

static int compare(const void *a, const void *b)
{
    const CoirTimer *one = *(CoirTimer *const *)a, *other = *(CoirTimer *const *)b;
    return coir_timer_before(one, other) ? -1 : coir_timer_before(other, one);
}

// Sorts timers with these times, in the order of the array. Equal times have rising or falling insertion numbers.
static void check(const int64_t *times, int count, bool rising)
{
    CoirTimer *timers = calloc((size_t)count + 1, sizeof *timers), *expected[TIMERS];
    for (int i = 0; i < count; i++) {
        timers[i] = (CoirTimer){.time = times[i], .order = (uint64_t)(rising ? i : count - i)};
        timers[i].next = i + 1 < count ? &timers[i + 1] : NULL;
        timers[i].link = i > 0 ? &timers[i - 1].next : NULL;
        expected[i] = &timers[i];
    }
    qsort(expected, (size_t)count, sizeof *expected, compare);
    const CoirTimer *sorted = coir_sort_timers(count > 0 ? timers : NULL), *previous = NULL;
    for (int i = 0; i < count; i++) {
        assert_ptr_equal(sorted, expected[i]);
        if (previous)
            assert_ptr_equal(sorted->link, &previous->next);
        previous = sorted;
        sorted = sorted->next;
    }
    assert_null(sorted);
    free(timers);
}

static void an_empty_list_stays_empty(void **state)
{
    (void)state;
    check(NULL, 0, true);
}

static void lists_of_few_timers_are_sorted(void **state)
{
    const int64_t times[] = {3, 1, 2, 1, 0, 3, -4};
    (void)state;
    for (int count = 1; count <= 7; count++) {
        check(times, count, true);
        check(times, count, false);
    }
}

static void lists_of_one_run_and_of_many_are_sorted(void **state)
{
    int64_t times[TIMERS];
    (void)state;
    for (int spans = 1; spans <= TIMERS; spans *= 3) {
        for (int i = 0; i < TIMERS; i++)
            times[i] = i % (TIMERS / spans + 1);
        check(times, TIMERS, true);
        check(times, TIMERS, false);
    }
}

static void random_lists_are_sorted(void **state)
{
    CoirRandom random = coir_random(3);
    int64_t times[TIMERS];
    (void)state;
    for (int i = 0; i < 300; i++) {
        int count = coir_random_int(&random, 1, TIMERS), span = coir_random_int(&random, 0, 2000);
        for (int n = 0; n < count; n++)
            times[n] = coir_random_int(&random, -span, span);
        check(times, count, i % 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(an_empty_list_stays_empty),
        support_test(lists_of_few_timers_are_sorted),
        support_test(lists_of_one_run_and_of_many_are_sorted),
        support_test(random_lists_are_sorted),
    };
    return cmocka_run_group_tests_name("sort", tests, NULL, NULL);
}
