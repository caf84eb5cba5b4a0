// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Compares the heap with a sorted array.

#include "support/support.h"

#include <string.h>

#include "coir/random.h"
#include "time/queue/heap.h"

#define TIMERS 200

typedef struct Model {
    CoirTimer *heap;
    CoirTimer timers[TIMERS];
    bool in[TIMERS];
    CoirTimer *sorted[TIMERS];
    int count;
} Model;

static void add_sorted(Model *model, CoirTimer *timer)
{
    int at = model->count++;
    for (; at > 0 && coir_timer_before(timer, model->sorted[at - 1]); at--)
        model->sorted[at] = model->sorted[at - 1];
    model->sorted[at] = timer;
}

static void remove_sorted(Model *model, const CoirTimer *timer)
{
    int at = 0;
    while (model->sorted[at] != timer)
        at++;
    memmove(&model->sorted[at], &model->sorted[at + 1], sizeof *model->sorted * (size_t)(--model->count - at));
}

static void insert(Model *model, int i, int64_t time, uint64_t order)
{
    model->timers[i].time = time;
    model->timers[i].order = order;
    model->in[i] = true;
    add_sorted(model, &model->timers[i]);
    coir_heap_insert(&model->heap, &model->timers[i]);
}

static void take_out(Model *model, CoirTimer *timer)
{
    remove_sorted(model, timer);
    model->in[timer - model->timers] = false;
    coir_heap_remove(&model->heap, timer);
}

// Marks the timers of a list of trees.
static void mark(const Model *model, const CoirTimer *list, bool *seen)
{
    for (const CoirTimer *timer = list; timer; timer = timer->next) {
        assert_false(seen[timer - model->timers]);
        seen[timer - model->timers] = true;
        mark(model, timer->child, seen);
    }
}

static void check_all(const Model *model)
{
    bool seen[TIMERS] = {false};
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

static void a_timer_alone_is_the_first(void **state)
{
    CoirTimer *heap = NULL, timer = {.time = 3};
    (void)state;
    coir_heap_insert(&heap, &timer);
    assert_ptr_equal(heap, &timer);
    coir_heap_remove(&heap, &timer);
    assert_null(heap);
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

static void timers_come_out_in_order_however_they_were_added(void **state)
{
    int64_t (*const times[])(int) = {rising, falling, equal, mixed};
    (void)state;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        Model model = {0};
        for (int n = 0; n < TIMERS; n++)
            insert(&model, n, times[i](n), (uint64_t)(i % 2 ? n : TIMERS - n));
        check_all(&model);
        empty(&model);
    }
}

static void a_timer_is_removed_from_anywhere(void **state)
{
    Model model = {0};
    CoirRandom random = coir_random(7);
    (void)state;
    for (int i = 0; i < 20000; i++) {
        int n = coir_random_int(&random, 0, TIMERS - 1);
        if (model.in[n])
            take_out(&model, &model.timers[n]);
        else
            insert(&model, n, coir_random_int(&random, 0, 50), (uint64_t)i);
        check_first(&model);
        if (i % 100 == 0)
            check_all(&model);
    }
    empty(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(a_timer_alone_is_the_first),
        support_test(extreme_times_are_in_order),
        support_test(timers_come_out_in_order_however_they_were_added),
        support_test(a_timer_is_removed_from_anywhere),
    };
    return cmocka_run_group_tests_name("heap", tests, NULL, NULL);
}
