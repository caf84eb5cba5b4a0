// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The list of the calls of an update: indices, holes, order, and changes of the list during a walk. The last test
// compares the list with a model, which sorts the calls anew for each update.

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

#include "coir/random.h"
#include "time/scheduler/calls.h"
#include "time/scheduler/scheduled.h"

#define ITEMS 300

static CoirCallList list;
static CoirScheduledTimer *timers[ITEMS]; // each has its number in `calls_left`
static CoirScheduledUpdate updates[ITEMS];

static int begin(void **state)
{
    list = (CoirCallList){0};
    memset(updates, 0, sizeof updates);
    for (int i = 0; i < ITEMS; i++) {
        timers[i] = calloc(1, sizeof *timers[i]);
        assert_non_null(timers[i]);
        timers[i]->scheduled.calls_left = i;
        timers[i]->scheduled.kind = COIR_SCHEDULED_KEYED_TIMER;
        timers[i]->scheduled.address = timers[i];
        timers[i]->scheduled.user = &updates[i];
        timers[i]->timer.order = (uint64_t)i;
        updates[i].scheduled.kind = COIR_SCHEDULED_UPDATE;
    }
    return support_setup(state);
}

static int end(void **state)
{
    coir_call_list_free(&list);
    for (int i = 0; i < ITEMS; i++)
        free(timers[i]);
    return support_teardown(state);
}

#define list_test(function) cmocka_unit_test_setup_teardown(function, begin, end)

static void add(int i)
{
    assert_true(coir_call_list_add(&list, &timers[i]->scheduled, timers[i]->timer.order));
}

static void leave(int i)
{
    coir_call_list_remove(&list, timers[i]->timer.index);
}

// Notes the numbers of the timers in the list, and "." for a hole. Checks the index that each timer stores.
static void note_list(void)
{
    for (int i = 0; i < list.count; i++) {
        const CoirScheduledTimer *timer = (const CoirScheduledTimer *)list.calls[i].scheduled;
        if (!timer) {
            note(". ");
            continue;
        }
        note("%d ", timer->scheduled.calls_left);
        assert_int_equal(timer->timer.index, i);
    }
}

static void an_added_call_is_at_the_end_with_its_data(void **state)
{
    (void)state;
    add(0);
    add(7);
    note_list();
    assert_trace("0 7 ");
    assert_null(list.calls[1].tick);
    assert_ptr_equal(list.calls[1].address, timers[7]);
    assert_ptr_equal(list.calls[1].user, &updates[7]);
    assert_int_equal(list.calls[1].last, 0);
    assert_int_equal(list.limit, 0);
}

static void an_update_gets_its_index_too(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_true(coir_call_list_add(&list, &updates[i].scheduled, 0));
    coir_call_list_remove(&list, 1);
    coir_call_list_begin(&list);
    assert_int_equal(updates[0].index, 0);
    assert_int_equal(updates[2].index, 1);
    assert_ptr_equal(list.calls[1].scheduled, &updates[2]);
}

static void a_removed_call_leaves_a_hole_until_the_next_update_begins(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        add(i);
    coir_call_list_begin(&list);
    assert_int_equal(list.limit, 5);
    leave(1);
    leave(4);
    add(9); // after the limit: not called in this update
    note_list();
    assert_trace("0 . 2 3 . 9 ");
    assert_int_equal(list.limit, 5);
    assert_int_equal(list.holes, 2);
    assert_null(list.calls[1].tick);
    list.limit = 0;
    coir_call_list_begin(&list);
    note_list();
    assert_trace("0 2 3 9 ");
    assert_int_equal(list.limit, 4);
    assert_int_equal(list.holes, 0);
}

static void an_update_keeps_all_positions_through_many_additions_and_removals(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++)
        add(i);
    coir_call_list_begin(&list);
    for (int i = 0; i < 8; i += 2)
        leave(i);
    for (int i = 8; i < ITEMS; i++)
        add(i);
    for (int i = 1; i < 8; i += 2)
        assert_int_equal(timers[i]->timer.index, i);
    assert_int_equal(list.count, ITEMS);
    assert_int_equal(list.limit, 8);
}

static void calls_out_of_order_are_sorted_when_the_next_update_begins(void **state)
{
    (void)state;
    add(3);
    add(5);
    coir_call_list_begin(&list);
    add(4);
    add(1);
    add(6);
    leave(3);
    note_list();
    assert_trace(". 5 4 1 6 ");
    list.limit = 0;
    coir_call_list_begin(&list);
    note_list();
    assert_trace("1 4 5 6 ");
    assert_false(list.is_unsorted);
    add(2);
    add(7);
    coir_call_list_begin(&list);
    note_list();
    assert_trace("1 2 4 5 6 7 ");
}

static void a_call_that_moves_keeps_its_data(void **state)
{
    (void)state;
    add(2);
    add(1);
    add(0);
    for (int i = 0; i < 3; i++)
        list.calls[timers[i]->timer.index].last = 10 + i;
    leave(1);
    coir_call_list_begin(&list);
    assert_int_equal(list.calls[0].last, 10);
    assert_int_equal(list.calls[1].last, 12);
    assert_ptr_equal(list.calls[1].address, timers[2]);
}

static void calls_removed_and_added_again_between_updates_take_no_more_room(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++)
        add(i);
    for (int i = 0; i < 1000; i++) {
        leave(i % 8);
        timers[i % 8]->timer.order = (uint64_t)(100 + i);
        add(i % 8);
    }
    assert_in_range(list.capacity, 8, 16);
    coir_call_list_begin(&list);
    note_list();
    assert_trace("0 1 2 3 4 5 6 7 ");
}

static void an_empty_list_may_begin(void **state)
{
    (void)state;
    coir_call_list_begin(&list);
    assert_int_equal(list.limit, 0);
    add(0);
    leave(0);
    coir_call_list_begin(&list);
    assert_int_equal(list.count, 0);
    assert_int_equal(list.limit, 0);
}

static void without_memory_nothing_is_added(void **state)
{
    int refused = 0;
    (void)state;
    for (int i = 0; i < 50; i++) {
        support_fail_allocation(1);
        timers[i]->timer.index = -1;
        int count = list.count, capacity = list.capacity;
        if (coir_call_list_add(&list, &timers[i]->scheduled, (uint64_t)i))
            continue;
        assert_int_equal(list.count, count);
        assert_int_equal(list.capacity, capacity);
        assert_int_equal(timers[i]->timer.index, -1);
        refused++;
        add(i);
    }
    assert_in_range(refused, 2, 10);
    coir_call_list_begin(&list);
    assert_int_equal(list.limit, 50);
    for (int i = 0; i < 50; i++)
        assert_int_equal(timers[i]->timer.index, i);
}

static void freeing_a_list_keeps_its_priority(void **state)
{
    (void)state;
    list.priority = -5;
    add(0);
    add(1);
    leave(0);
    coir_call_list_free(&list);
    assert_int_equal(list.priority, -5);
    assert_null(list.calls);
    assert_int_equal(list.count + list.capacity + list.holes + list.limit, 0);
    add(1);
    coir_call_list_begin(&list);
    note_list();
    assert_trace("1 ");
}

// Against a model -----------------------------------------------------------------------------------------------------

typedef struct Model {
    bool in[ITEMS];
    int walked[ITEMS], walked_count; // calls of the present update; -1: removed
} Model;

// Lists the calls of an update in the order in which the update makes them.
static void begin_model(Model *model)
{
    model->walked_count = 0;
    for (uint64_t order = 0;;) {
        int next = -1;
        for (int i = 0; i < ITEMS; i++)
            if (model->in[i] && timers[i]->timer.order >= order &&
                (next < 0 || timers[i]->timer.order < timers[next]->timer.order))
                next = i;
        if (next < 0)
            return;
        model->walked[model->walked_count++] = next;
        order = timers[next]->timer.order + 1;
    }
}

static void change(Model *model, CoirRandom *random, uint64_t *orders)
{
    int i = coir_random_int(random, 0, ITEMS - 1);
    if (model->in[i]) {
        if (timers[i]->timer.index < list.limit)
            model->walked[timers[i]->timer.index] = -1;
        leave(i);
    } else {
        bool old_order = coir_random_int(random, 0, 3) == 0;
        timers[i]->timer.order = old_order ? timers[i]->timer.order : ++*orders;
        add(i);
    }
    model->in[i] = !model->in[i];
}

// Walks over the list as an update does, and changes the list at random on the way.
static void walk(Model *model, CoirRandom *random, uint64_t *orders)
{
    coir_call_list_begin(&list);
    begin_model(model);
    assert_int_equal(list.limit, model->walked_count);
    for (int i = 0; i < list.limit; i++) {
        const CoirScheduled *expected = model->walked[i] < 0 ? NULL : &timers[model->walked[i]]->scheduled;
        assert_ptr_equal(list.calls[i].scheduled, expected);
        if (coir_random_int(random, 0, 4) == 0)
            change(model, random, orders);
    }
    list.limit = 0;
}

static void random_changes_against_a_model(void **state)
{
    CoirRandom random = coir_random(7);
    Model model = {{0}, {0}, 0};
    uint64_t orders = ITEMS;
    (void)state;
    for (int round = 0; round < 2000; round++) {
        for (int i = coir_random_int(&random, 0, 20); i > 0; i--)
            change(&model, &random, &orders);
        walk(&model, &random, &orders);
        for (int i = 0; i < ITEMS; i++)
            if (model.in[i])
                assert_ptr_equal(list.calls[timers[i]->timer.index].scheduled, &timers[i]->scheduled);
    }
}

TEST_FILE(calls)
{
    const struct CMUnitTest tests[] = {
        list_test(an_added_call_is_at_the_end_with_its_data),
        list_test(an_update_gets_its_index_too),
        list_test(a_removed_call_leaves_a_hole_until_the_next_update_begins),
        list_test(an_update_keeps_all_positions_through_many_additions_and_removals),
        list_test(calls_out_of_order_are_sorted_when_the_next_update_begins),
        list_test(a_call_that_moves_keeps_its_data),
        list_test(calls_removed_and_added_again_between_updates_take_no_more_room),
        list_test(an_empty_list_may_begin),
        list_test(without_memory_nothing_is_added),
        list_test(freeing_a_list_keeps_its_priority),
        list_test(random_changes_against_a_model),
    };
    return cmocka_run_group_tests_name("calls", tests, NULL, NULL);
}
