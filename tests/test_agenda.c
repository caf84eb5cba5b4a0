// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The agenda against a heap of the same items, which has tests of its own.

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>

#include "coir/random.h"
#include "time/agenda.h"

#define SECOND INT64_C(1000000000)
#define FEW 8192 // are in a heap alone
#define MANY 10000
#define ITEMS (MANY + 2000)      // that may be in
#define SLICE (INT64_C(1) << 26) // what the wheel has one set of lists for
#define SLICES 1024

typedef struct Entry {
    CoirHeapItem item, twin; // in the agenda, and in the heap
    bool in, seen;
} Entry;

typedef struct Model {
    CoirAgenda agenda;
    CoirHeap heap;
    Entry *entries;
    uint64_t order;
    int64_t now;
    int count;
} Model;

static Model start(void)
{
    return (Model){.entries = calloc(ITEMS, sizeof(Entry))};
}

static Entry *entry_of(const CoirHeapItem *item)
{
    return item ? (Entry *)((char *)item - offsetof(Entry, item)) : NULL;
}

static Entry *first_in_heap(const Model *model)
{
    CoirHeapItem *twin = coir_heap_first(&model->heap);
    return twin ? (Entry *)((char *)twin - offsetof(Entry, twin)) : NULL;
}

static void insert(Model *model, Entry *entry, int64_t time)
{
    entry->item.time = entry->twin.time = time;
    entry->item.order = entry->twin.order = model->order++;
    entry->in = true;
    model->count++;
    coir_agenda_insert(&model->agenda, &entry->item);
    coir_heap_insert(&model->heap, &entry->twin);
}

static void take_out(Model *model, Entry *entry)
{
    entry->in = false;
    model->count--;
    coir_agenda_remove(&model->agenda, &entry->item);
    coir_heap_remove(&model->heap, &entry->twin);
}

static void move(Model *model, Entry *entry, int64_t time)
{
    entry->twin.time = time;
    coir_agenda_update(&model->agenda, &entry->item, time, entry->item.order);
    coir_heap_update(&model->heap, &entry->twin);
}

static void check_first(const Model *model)
{
    assert_ptr_equal(entry_of(coir_agenda_first(&model->agenda)), first_in_heap(model));
}

static void check_walk(Model *model)
{
    int count = 0;
    CoirHeapItem *item;
    for (CoirAgendaWalk walk = {0}; (item = coir_agenda_walk(&model->agenda, &walk)) != NULL; count++) {
        assert_true(entry_of(item)->in);
        assert_false(entry_of(item)->seen);
        entry_of(item)->seen = true;
    }
    assert_int_equal(count, model->count);
    for (int i = 0; i < ITEMS; i++)
        model->entries[i].seen = false;
}

static void empty(Model *model)
{
    while (model->count) {
        check_first(model);
        take_out(model, first_in_heap(model));
    }
    check_first(model);
    assert_null(model->agenda.wheel);
    coir_agenda_free(&model->agenda);
    coir_heap_free(&model->heap);
    free(model->entries);
}

static void fill(Model *model, int count, int64_t time, int64_t step)
{
    for (int i = 0; i < count; i++)
        insert(model, &model->entries[i], time + i * step);
}

// The tests ----------------------------------------------------------------------------------------------------------

static void few_items_need_no_wheel(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, 1000, 0, SECOND);
    assert_null(model.agenda.wheel);
    check_walk(&model);
    empty(&model);
}

static void many_items_come_out_in_order_wherever_they_wait(void **state)
{
    const int64_t steps[] = {0, 1, SLICE / 100, SLICE, -SLICE, 40 * SLICE, -3600 * SECOND, 3600 * SECOND};
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        Model model = start();
        fill(&model, MANY, 0, steps[i]);
        assert_non_null(model.agenda.wheel);
        check_first(&model);
        check_walk(&model);
        empty(&model);
    }
}

static void extreme_times_are_in_order(void **state)
{
    const int64_t times[] = {INT64_MAX, INT64_MIN, INT64_MAX - 1, -1, INT64_MIN + 1, 1, 0, -SLICE, SLICE, -SLICE + 1};
    Model model = start();
    (void)state;
    fill(&model, MANY, 100 * SLICE, 1);
    for (int i = 0; i < 10; i++)
        insert(&model, &model.entries[MANY + i], times[i]);
    check_walk(&model);
    empty(&model);
}

// The first one was put in when it was far away, the next ones when it was not.
static void items_of_one_time_are_in_their_order_wherever_they_waited(void **state)
{
    Model model = start();
    const int64_t time = 3000 * SLICE + 5;
    (void)state;
    fill(&model, MANY, 10000 * SLICE, 1);
    insert(&model, &model.entries[MANY], time);
    for (int i = 1; i < 4; i++) {
        model.agenda.reached = (1000 * i) * SLICE;
        insert(&model, &model.entries[MANY + 2 * i], time);
        insert(&model, &model.entries[MANY + 2 * i + 1], time);
    }
    for (int i = 0; i < 7; i++) {
        check_first(&model);
        assert_ptr_equal(first_in_heap(&model), &model.entries[i == 0 ? MANY : MANY + 1 + i]);
        take_out(&model, first_in_heap(&model));
    }
    empty(&model);
}

// What is due in the slices before and after the last one that has lists, seen from each of two turns of the wheel.
static void the_end_of_the_wheel_is_no_border(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, MANY, 100000 * SLICE, 1);
    for (int64_t present = SLICES - 3; present < 2 * SLICES + 3; present++) {
        model.agenda.reached = present * SLICE + 1;
        for (int i = -2; i <= 2; i++) {
            insert(&model, &model.entries[MANY + 2 + i], (present + SLICES + i) * SLICE);
            insert(&model, &model.entries[MANY + 12 + i], (present + SLICES + i) * SLICE - 1);
            insert(&model, &model.entries[MANY + 22 + i], (present + i) * SLICE + 1);
        }
        check_walk(&model);
        for (int i = 0; i < 15; i++) {
            check_first(&model);
            take_out(&model, first_in_heap(&model));
        }
    }
    empty(&model);
}

static void a_clock_that_is_ahead_of_what_is_due_loses_nothing(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, MANY, 10 * SLICE, SLICE / 50);
    model.agenda.reached = 5000 * SLICE; // the items have not been taken out
    for (int i = 0; i < 1000; i++)
        insert(&model, &model.entries[MANY + i], i * 6 * SLICE);
    model.agenda.reached = 20 * SLICE; // nor does it go back
    for (int i = 0; i < 1000; i++)
        insert(&model, &model.entries[MANY + 1000 + i], i * 6 * SLICE + 1);
    check_walk(&model);
    empty(&model);
}

static void check_place(Model *model, int64_t time, CoirAgendaPlace place)
{
    Entry *entry = &model->entries[MANY];
    insert(model, entry, time);
    assert_int_equal(entry->item.place, place);
    check_first(model);
    move(model, entry, INT64_MAX);
    assert_int_equal(entry->item.place, COIR_AGENDA_FAR);
    move(model, entry, time);
    assert_int_equal(entry->item.place, place);
    take_out(model, entry);
}

// Whatever was put in and taken out before, and though what is due first is due in an hour.
static void what_is_due_in_the_next_minute_waits_in_lists(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, MANY, 3600 * SECOND, SECOND);
    for (int64_t now = 0; now < 1000 * SECOND; now += 7 * SECOND) {
        model.agenda.reached = now;
        check_place(&model, now + 2 * SECOND, COIR_AGENDA_NEAR); // it is the first
        insert(&model, &model.entries[MANY + 1], now + SECOND / 10);
        check_place(&model, now + SECOND / 10, COIR_AGENDA_NEAR);
        check_place(&model, now + SECOND, COIR_AGENDA_LATER);
        check_place(&model, now + 68 * SECOND, COIR_AGENDA_LATER);
        check_place(&model, now + 69 * SECOND, COIR_AGENDA_FAR);
        insert(&model, &model.entries[MANY + 2], now - 7200 * SECOND); // what is overdue is sorted at once
        check_place(&model, now - 3600 * SECOND, COIR_AGENDA_FAR);
        take_out(&model, &model.entries[MANY + 2]);
        check_walk(&model);
        take_out(&model, &model.entries[MANY + 1]);
    }
    empty(&model);
}

// Each is put back a minute later. What is in the heap is what is due in the slice of the first.
static void few_items_are_in_the_heap_at_any_time(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, MANY, 0, 60 * SECOND / MANY);
    for (int i = 0; i < 10 * MANY; i++) {
        Entry *first = first_in_heap(&model);
        model.agenda.reached = first->item.time;
        move(&model, first, first->item.time + 60 * SECOND);
        check_first(&model);
        assert_true(model.agenda.near.count <= 12);
    }
    empty(&model);
}

// Random scripts -----------------------------------------------------------------------------------------------------

static int64_t random_time(CoirRandom *random, int64_t now)
{
    switch (coir_random_int(random, 0, 6)) {
    case 0: return now + coir_random_int(random, -3, 3);
    case 1: return now + SLICE * coir_random_int(random, -3, 3);
    case 2: return now + SLICE * (SLICES + coir_random_int(random, -3, 3));
    case 3: return now + 3600 * SECOND + coir_random_int(random, 0, 1000);
    case 4: return (now / SLICE + coir_random_int(random, 0, 2 * SLICES)) * SLICE; // many at once
    case 5: return coir_random_int(random, 0, 999) == 0 ? INT64_MAX : now + SECOND;
    default: return now + SECOND * 60 / 1000 * coir_random_int(random, 0, 1000);
    }
}

// Time goes on to what is due first, which is put back as a timer is, or is over.
static void call_first(Model *model, CoirRandom *random)
{
    Entry *first = first_in_heap(model);
    if (!first || first->item.time > model->now + 600 * SECOND)
        return;
    if (first->item.time > model->now)
        model->now = first->item.time;
    model->agenda.reached = model->now;
    if (coir_random_int(random, 0, 9) == 0)
        take_out(model, first);
    else
        move(model, first, random_time(random, model->now));
}

static void step(Model *model, CoirRandom *random, int range)
{
    Entry *entry = &model->entries[coir_random_int(random, 0, range - 1)];
    int what = coir_random_int(random, 0, 9);
    if (what < 6)
        call_first(model, random);
    else if (!entry->in)
        insert(model, entry, random_time(random, model->now));
    else if (what < 8)
        move(model, entry, random_time(random, model->now));
    else
        take_out(model, entry);
}

// `range`: how many items there are in all; small ones let the agenda run empty again and again. `scarce`: every so
// often an allocation fails.
static void agree(uint64_t seed, int range, bool scarce)
{
    CoirRandom random = coir_random(seed);
    Model model = start();
    fill(&model, MANY, SECOND, SLICE / 10);
    for (int i = range; i < MANY; i++)
        take_out(&model, &model.entries[i]);
    for (int i = 0; i < 60000; i++) {
        if (scarce && i % 5 == 0)
            support_fail_allocation(1);
        step(&model, &random, range);
        if (entry_of(coir_agenda_first(&model.agenda)) != first_in_heap(&model))
            fprintf(stderr, "seed %d, step %d\n", (int)seed, i);
        check_first(&model);
        if (i % 5000 == 0)
            check_walk(&model);
    }
    support_fail_allocation(0);
    empty(&model);
}

static void any_sequence_agrees_with_a_heap(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        agree(seed, ITEMS, false);
        agree(seed, 3, false);
        agree(seed, 100, false);
    }
}

static void without_memory_all_goes_on(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        agree(seed, ITEMS, true);
        agree(seed, 100, true);
    }
}

// Memory -------------------------------------------------------------------------------------------------------------

static void a_wheel_that_finds_no_memory_is_made_later(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, FEW, 0, SECOND);
    for (int i = 0; i < 10; i++) {
        support_fail_allocation(1);
        insert(&model, &model.entries[FEW + i], i * SECOND);
        assert_true(support_failed());
        support_fail_allocation(0);
        assert_null(model.agenda.wheel);
        check_first(&model);
    }
    insert(&model, &model.entries[MANY], 3600 * SECOND);
    assert_non_null(model.agenda.wheel);
    check_walk(&model);
    empty(&model);
}

static void what_has_found_no_memory_is_still_there_with_a_wheel(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, FEW / 2, SECOND, SECOND);
    support_fail_allocation(1);
    insert(&model, &model.entries[MANY], 0);
    assert_true(support_failed());
    support_fail_allocation(0);
    for (int i = FEW / 2; i < MANY; i++)
        insert(&model, &model.entries[i], i * SECOND);
    assert_non_null(model.agenda.wheel);
    check_first(&model);
    check_walk(&model);
    empty(&model);
}

static void an_empty_agenda_gives_its_memory_back(void **state)
{
    Model model = start();
    size_t before = support_blocks();
    (void)state;
    for (int count = 100; count <= MANY; count += MANY - 100) { // without a wheel, and with one
        fill(&model, count, 0, SECOND);
        for (int i = count - 1; i >= 0; i--)
            take_out(&model, &model.entries[i]);
        coir_heap_free(&model.heap);
        assert_int_equal(support_blocks(), before);
    }
    empty(&model);
}

static void a_few_items_that_come_and_go_take_memory_once(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, 10, 0, SECOND);
    for (int i = 0; i < 10; i++)
        take_out(&model, &model.entries[i]);
    support_fail_allocation(1);
    fill(&model, 10, 0, SECOND);
    assert_false(support_failed());
    support_fail_allocation(0);
    empty(&model);
}

// Nothing is in a list of those that found no room: with many there, each step would take long.
static void what_is_in_needs_no_more_memory(void **state)
{
    Model model = start();
    int failures = 0;
    (void)state;
    fill(&model, MANY / 2, 30 * SECOND, 1); // in one slice
    for (int i = MANY / 2; i < MANY; i++)
        insert(&model, &model.entries[i], i * SLICE / 20); // in many, and beyond the wheel
    for (int i = 0; i < 3 * MANY; i++) {
        Entry *first = first_in_heap(&model);
        int64_t interval = i < 2 * MANY ? 5 * SECOND : 100 * SECOND;
        model.agenda.reached = first->item.time;
        support_fail_allocation(1);
        move(&model, first, first->item.time + interval);
        if (support_failed() && interval > 69 * SECOND) { // the heap of what is far away has found no room
            assert_int_not_equal(first->item.place, COIR_AGENDA_FAR);
            failures++;
        }
        support_fail_allocation(0);
        check_first(&model);
        assert_null(model.agenda.near.spilled);
    }
    assert_true(failures > 0);
    empty(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(few_items_need_no_wheel),
        support_test(many_items_come_out_in_order_wherever_they_wait),
        support_test(extreme_times_are_in_order),
        support_test(items_of_one_time_are_in_their_order_wherever_they_waited),
        support_test(the_end_of_the_wheel_is_no_border),
        support_test(a_clock_that_is_ahead_of_what_is_due_loses_nothing),
        support_test(what_is_due_in_the_next_minute_waits_in_lists),
        support_test(few_items_are_in_the_heap_at_any_time),
        support_test(any_sequence_agrees_with_a_heap),
        support_test(without_memory_all_goes_on),
        support_test(a_wheel_that_finds_no_memory_is_made_later),
        support_test(what_has_found_no_memory_is_still_there_with_a_wheel),
        support_test(what_is_in_needs_no_more_memory),
        support_test(a_few_items_that_come_and_go_take_memory_once),
        support_test(an_empty_agenda_gives_its_memory_back),
    };
    return cmocka_run_group_tests_name("agenda", tests, NULL, NULL);
}
