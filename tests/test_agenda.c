// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Compares the agenda and its wheel with a heap of the same timers. The heap has tests of its own. Time advances as
// in a timer queue: all timers that are due up to a limit are moved or removed, and then the limit is passed to the
// agenda.

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>

#include "coir/random.h"
#include "time/queue/agenda.h"

#define SECOND INT64_C(1000000000)
#define SLICE (INT64_C(1) << COIR_SLICE_BITS)
#define FEW COIR_AGENDA_FEW
#define MANY 10000
#define TIMERS (MANY + 2000)

typedef struct Entry {
    CoirTimer timer, twin; // the timer in the agenda, and its copy in the heap
    bool in, seen;
} Entry;

typedef struct Model {
    CoirAgenda agenda;
    CoirTimer *heap;
    Entry *entries;
    uint64_t order;
    int64_t now;
    int count;
} Model;

static Model start(void)
{
    Model model = {.entries = calloc(TIMERS, sizeof(Entry))};
    coir_agenda_init(&model.agenda);
    return model;
}

static Entry *entry_of(const CoirTimer *timer)
{
    return timer ? (Entry *)((char *)timer - offsetof(Entry, timer)) : NULL;
}

static Entry *first_in_heap(const Model *model)
{
    return model->heap ? (Entry *)((char *)model->heap - offsetof(Entry, twin)) : NULL;
}

static void insert(Model *model, Entry *entry, int64_t time)
{
    entry->timer.time = entry->twin.time = time;
    entry->timer.order = entry->twin.order = ++model->order;
    entry->in = true;
    model->count++;
    if (coir_agenda_needs_wheel(&model->agenda))
        coir_agenda_add_wheel(&model->agenda, model->now);
    coir_agenda_insert(&model->agenda, &entry->timer);
    coir_timer_heap_insert(&model->heap, &entry->twin);
}

static void take_out(Model *model, Entry *entry)
{
    entry->in = false;
    model->count--;
    coir_agenda_remove(&model->agenda, &entry->timer);
    coir_timer_heap_remove(&model->heap, &entry->twin);
}

static void move(Model *model, Entry *entry, int64_t time)
{
    coir_timer_heap_remove(&model->heap, &entry->twin);
    entry->twin.time = time;
    coir_timer_heap_insert(&model->heap, &entry->twin);
    coir_agenda_update(&model->agenda, &entry->timer, time, entry->timer.order);
}

// Moves the first timer of the batch to a time after the batch, as the queue does with a timer that repeats.
static void postpone(Model *model, Entry *entry, int64_t time)
{
    coir_timer_heap_remove(&model->heap, &entry->twin);
    entry->twin.time = time;
    coir_timer_heap_insert(&model->heap, &entry->twin);
    coir_agenda_postpone(&model->agenda, time);
}

// Checks that the agenda finds the earliest timer that is due up to `limit`, and returns its entry.
static Entry *check_due(Model *model, int64_t limit)
{
    Entry *first = first_in_heap(model), *due = entry_of(coir_agenda_due(&model->agenda, limit));
    assert_ptr_equal(due, first && first->timer.time <= limit ? first : NULL);
    return due;
}

static void check_earliest(Model *model)
{
    const CoirTimer *earliest = coir_agenda_earliest(&model->agenda);
    assert_int_equal(earliest != NULL, model->heap != NULL);
    if (earliest)
        assert_int_equal(earliest->time, model->heap->time);
}

static int mark(CoirTimer *timer)
{
    assert_true(entry_of(timer)->in);
    assert_false(entry_of(timer)->seen);
    entry_of(timer)->seen = true;
    return 1;
}

// Mark the timers of a list, and of a heap, and return their number.
static int mark_list(CoirTimer *first)
{
    int count = 0;
    for (CoirTimer *timer = first; timer; timer = timer->next) {
        assert_true(timer == first || *timer->link == timer);
        count += mark(timer);
    }
    return count;
}

static int mark_heap(CoirTimer *first)
{
    int count = 0;
    for (CoirTimer *timer = first; timer; timer = timer->heap.next)
        count += mark(timer) + mark_heap(timer->heap.child);
    return count;
}

static int mark_wheel(const CoirWheel *wheel)
{
    int count = 0;
    for (int i = 0; i < COIR_WHEEL_ALL; i++) {
        const CoirWheelList *list = &wheel->lists[i];
        int in_list = mark_list(list->first);
        assert_true(in_list == 0 || list->last->next == NULL);
        assert_true(i < COIR_WHEEL_NEAR || (int)wheel->counts[i - COIR_WHEEL_NEAR] == in_list);
        count += in_list;
    }
    return count;
}

// Checks that each timer is exactly once in the batch, the heap or the wheel.
static void check_places(Model *model)
{
    const CoirAgenda *agenda = &model->agenda;
    int count = mark_list(agenda->batch) + mark_heap(agenda->heap);
    if (agenda->wheel)
        count += mark_wheel(agenda->wheel);
    assert_int_equal(count, model->count);
    for (int i = 0; i < TIMERS; i++)
        model->entries[i].seen = false;
}

// Checks that no timer of the wheel is due up to `batch_end`. The slices up to this time have left the wheel.
static void check_bound(const Model *model)
{
    if (model->agenda.wheel)
        assert_true(model->agenda.wheel_bound > model->agenda.batch_end);
}

static void reach(Model *model, int64_t now)
{
    model->now = now;
    assert_null(check_due(model, now));
    coir_agenda_reach(&model->agenda, now);
    check_bound(model);
}

static void empty(Model *model)
{
    while (model->count)
        take_out(model, check_due(model, COIR_NEVER - 1));
    assert_null(coir_agenda_earliest(&model->agenda));
    assert_null(model->agenda.wheel);
    free(model->entries);
}

static void fill(Model *model, int count, int64_t time, int64_t step)
{
    for (int i = 0; i < count; i++)
        insert(model, &model->entries[i], time + i * step);
}

// The tests ----------------------------------------------------------------------------------------------------------

static void few_timers_need_no_wheel(void **state)
{
    Model model = start();
    size_t before = support_blocks();
    (void)state;
    fill(&model, FEW, 0, SECOND);
    assert_int_equal(support_blocks(), before);
    check_places(&model);
    empty(&model);
}

static void many_timers_are_found_in_order_from_all_structures(void **state)
{
    const int64_t steps[] = {0, 1, SLICE / 100, SLICE, -SLICE, 40 * SLICE, -3600 * SECOND, 3600 * SECOND};
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        Model model = start();
        fill(&model, MANY, 0, steps[i]);
        assert_non_null(model.agenda.wheel);
        check_places(&model);
        empty(&model);
    }
}

static void extreme_times_are_in_order(void **state)
{
    const int64_t times[] = {INT64_MIN, INT64_MAX - 1, -1,    INT64_MIN + 1, 1,
                             0,         -SLICE,        SLICE, -SLICE + 1,    INT64_MAX - 2};
    Model model = start();
    (void)state;
    fill(&model, MANY, 100 * SLICE, 1);
    for (int i = 0; i < 10; i++)
        insert(&model, &model.entries[MANY + i], times[i]);
    check_places(&model);
    empty(&model);
}

// The first timer is added when its time is far away, the other timers when the same time is nearer. So the timers come
// from different levels of the wheel.
static void timers_of_one_time_keep_their_order_in_all_structures(void **state)
{
    Model model = start();
    const int64_t time = 300000 * SLICE + 5;
    (void)state;
    fill(&model, MANY, 1000000 * SLICE, 1);
    insert(&model, &model.entries[MANY], time);
    for (int i = 1; i < 6; i++) {
        reach(&model, time - (SLICE << 3 * (6 - i)));
        insert(&model, &model.entries[MANY + i], time);
        check_earliest(&model);
    }
    reach(&model, time - 1);
    for (int i = 0; i < 6; i++) {
        assert_ptr_equal(check_due(&model, time), &model.entries[MANY + i]);
        take_out(&model, &model.entries[MANY + i]);
    }
    empty(&model);
}

// Adds timers just before a whole turn of each level ends. The timers are due in the last nanosecond of a slice or of a
// turn, or a nanosecond before or after.
static void borders_of_levels_lose_nothing(void **state)
{
    const struct {
        int64_t slice, lists;
    } levels[] = {{SLICE, COIR_WHEEL_NEAR},      {SLICE << 5, COIR_WHEEL_NEAR}, {SLICE << 10, COIR_WHEEL_FAR},
                  {SLICE << 15, COIR_WHEEL_FAR}, {SLICE << 20, COIR_WHEEL_FAR}, {SLICE << 25, COIR_WHEEL_FAR},
                  {SLICE << 30, COIR_WHEEL_FAR}};
    Model model = start();
    int n = FEW + 1;
    (void)state;
    fill(&model, FEW + 1, INT64_MAX / 4 * 3, SLICE);
    for (size_t level = 0; level < sizeof levels / sizeof *levels; level++) {
        int64_t slice = levels[level].slice, turn = slice * levels[level].lists;
        reach(&model, (model.now / turn + 2) * turn - 1);
        for (int i = -2; i <= 2; i++)
            for (int k = -1; k <= 1; k++) {
                insert(&model, &model.entries[n++], model.now + turn + i * slice + k);
                insert(&model, &model.entries[n++], model.now + (i + 3) * slice + k);
            }
        check_earliest(&model);
        check_places(&model);
        for (int64_t end = model.now + 2 * turn; model.now < end;) {
            int64_t limit = model.now + turn / 64 + 1;
            for (Entry *due; (due = check_due(&model, limit)) != NULL;)
                take_out(&model, due);
            reach(&model, limit);
            check_earliest(&model);
        }
    }
    empty(&model);
}

// The last nanosecond of a slice still belongs to the batch.
static void timers_at_the_end_of_a_slice_are_in_their_order(void **state)
{
    Model model = start();
    Entry *one = &model.entries[MANY], *other = &model.entries[MANY + 1];
    const int64_t time = 10 * SLICE - 1;
    (void)state;
    fill(&model, MANY, 1000 * SLICE, 1);
    insert(&model, one, time);
    insert(&model, other, time);
    assert_ptr_equal(check_due(&model, time), one);
    move(&model, one, time);
    check_bound(&model);
    assert_ptr_equal(check_due(&model, time), one);
    move(&model, one, time + 1);
    assert_ptr_equal(check_due(&model, time), other);
    empty(&model);
}

static void postponed_timers_come_out_in_order(void **state)
{
    const int64_t times[] = {SLICE, 3 * SLICE, 200 * SLICE, 1000 * SLICE, 300000 * SLICE};
    Model model = start();
    (void)state;
    fill(&model, MANY, SECOND, SLICE / 1000);
    for (int i = 0; i < 30000; i++) {
        Entry *first = check_due(&model, COIR_NEVER - 1);
        if (&first->timer == model.agenda.batch)
            postpone(&model, first, first->timer.time + times[i % 5]);
        else
            take_out(&model, first);
        check_bound(&model);
    }
    check_places(&model);
    empty(&model);
}

// The first timers wait in the heap. Some are due before the clock's slice, one in the slice, and some after the slice.
static void a_wheel_that_is_made_late_takes_the_timers_of_the_heap(void **state)
{
    Model model = start();
    (void)state;
    model.now = 100000 * SLICE + SLICE / 2;
    fill(&model, FEW, model.now - COIR_WHEEL_NEAR * SLICE, 2 * SLICE);
    assert_null(model.agenda.wheel);
    insert(&model, &model.entries[FEW], model.now + 5 * SLICE);
    assert_non_null(model.agenda.wheel);
    check_bound(&model);
    check_places(&model);
    empty(&model);
}

static void timers_of_soon_are_in_the_shortest_slices(void **state)
{
    Model model = start();
    (void)state;
    model.now = 100000 * SLICE;
    fill(&model, MANY, 1000000 * SLICE, SLICE);
    insert(&model, &model.entries[MANY], model.now + 5 * SLICE);
    assert_int_equal(model.entries[MANY].timer.level, 0);
    take_out(&model, &model.entries[MANY]);
    reach(&model, 200000 * SLICE);
    insert(&model, &model.entries[MANY], model.now + 5 * SLICE);
    assert_int_equal(model.entries[MANY].timer.level, 0);
    empty(&model);
}

static int count_in_level(const Model *model, int level)
{
    int count = 0;
    for (int i = 0; i < TIMERS; i++)
        count += model->entries[i].in && model->entries[i].timer.level == level;
    return count;
}

// No frame moves all timers of a slice of level 1, which is as long as 32 slices of level 0.
static void timers_of_a_long_slice_move_down_little_by_little(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, MANY, 1600 * SLICE, 1);
    int left = count_in_level(&model, 1);
    assert_true(left > MANY - FEW);
    for (int64_t slice = 1; slice < 1600; slice++) {
        int before = left;
        reach(&model, slice * SLICE);
        left = count_in_level(&model, 1);
        assert_in_range(before - left, 0, MANY / 32);
    }
    assert_in_range(left, 1, MANY / 32 + 1);
    empty(&model);
}

// coir_wheel_part computes with numbers only. So lists may have more timers than fit into memory, and time may jump by
// centuries.
static void the_part_that_moves_down_is_never_more_than_the_list(void **state)
{
    const uint32_t counts[] = {1, 2, 1000, 5000000, 20000000, UINT32_MAX};
    const int64_t slices[] = {1, 2, 16, 4096, INT64_C(1) << 20, INT64_C(1) << 33, INT64_C(1) << 41};
    (void)state;
    for (int count = 0; count < 6; count++)
        for (int passed = 0; passed < 7; passed++)
            for (int left = 0; left < 7; left++)
                assert_in_range(coir_wheel_part(counts[count], slices[passed], slices[left]), 1, counts[count]);
    assert_int_equal(coir_wheel_part(1000, 0, 16), 0);
    assert_int_equal(coir_wheel_part(1000, 1, 15), 63);
}

static void timers_that_are_added_behind_the_clock_are_due_first(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, MANY, 5000 * SLICE, SLICE / 50);
    reach(&model, 4000 * SLICE);
    for (int i = 0; i < 1000; i++)
        insert(&model, &model.entries[MANY + i], i * 6 * SLICE);
    for (int i = 0; i < 1000; i++)
        insert(&model, &model.entries[MANY + 1000 + i], i * 6 * SLICE + 1);
    check_places(&model);
    empty(&model);
}

// Asking for the earliest timer must not advance the wheel. Otherwise a timer that is added later, but due soon, would
// go to the slower heap.
static void asking_for_a_far_timer_does_not_move_the_wheel(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, MANY, 100000 * SECOND, SECOND);
    check_earliest(&model);
    assert_null(check_due(&model, SECOND));
    insert(&model, &model.entries[MANY], SECOND);
    check_earliest(&model);
    assert_true(model.entries[MANY].timer.level < COIR_AGENDA_HEAP);
    take_out(&model, &model.entries[MANY]);
    check_earliest(&model);
    empty(&model);
}

static void the_earliest_of_a_list_is_found_again_after_a_removal(void **state)
{
    Model model = start();
    (void)state;
    for (int i = 0; i < MANY; i++) // one list, not sorted
        insert(&model, &model.entries[i], 100000 * SECOND + i * 7919 % MANY);
    for (int i = 0; i < 20; i++) {
        check_earliest(&model);
        take_out(&model, first_in_heap(&model));
    }
    check_earliest(&model);
    empty(&model);
}

static void a_list_is_sorted_once_when_its_earliest_timer_is_asked_for(void **state)
{
    Model model = start();
    const CoirWheel *wheel;
    const uint64_t none[sizeof wheel->unsorted / sizeof *wheel->unsorted] = {0};
    (void)state;
    for (int i = 0; i < MANY; i++)
        insert(&model, &model.entries[i], 100000 * SECOND + i * 7919 % MANY);
    wheel = model.agenda.wheel;
    assert_memory_not_equal(wheel->unsorted, none, sizeof none);
    take_out(&model, first_in_heap(&model)); // the next earliest timer is found by sorting the list
    check_earliest(&model);
    assert_memory_equal(wheel->unsorted, none, sizeof none);
    check_places(&model);
    empty(&model);
}

// The earliest timer of a list that is not sorted moves to level 0, and then to a later time.
static void the_earliest_of_a_list_is_found_again_after_moving_down(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, FEW, 1000000 * SLICE, SLICE);
    insert(&model, &model.entries[FEW], 1600 * SLICE + 1);
    for (int i = 1; i < 1000; i++)
        insert(&model, &model.entries[FEW + i], 1600 * SLICE + i - 1);
    reach(&model, 1567 * SLICE);
    reach(&model, 1568 * SLICE);
    assert_int_equal(model.entries[FEW + 1].timer.level, 0);
    assert_int_equal(model.entries[FEW + 999].timer.level, 1);
    for (int i = FEW; i < FEW + 1000; i++)
        if (model.entries[i].timer.level == 0)
            move(&model, &model.entries[i], 2000000 * SLICE);
    check_earliest(&model);
    empty(&model);
}

// Random scripts -----------------------------------------------------------------------------------------------------

static int64_t random_time(CoirRandom *random, int64_t now)
{
    switch (coir_random_int(random, 0, 7)) {
    case 0: return now + coir_random_int(random, -3, 3);
    case 1: return now + SLICE * coir_random_int(random, -3, 3);
    case 2: return now + SLICE * (COIR_WHEEL_NEAR + coir_random_int(random, -3, 3));
    case 3: return now + 3600 * SECOND + coir_random_int(random, 0, 1000);
    case 4: // many timers at one time, and many at the end of a slice
        return (now / SLICE + coir_random_int(random, 0, 2 * COIR_WHEEL_NEAR)) * SLICE - coir_random_int(random, 0, 1);
    case 5: return now + (SECOND << coir_random_int(random, 0, 30));
    case 6: return now + 4 * SLICE; // 17 ms: like a timer that is due in the next frame
    default: return now + SECOND * 60 / 1000 * coir_random_int(random, 0, 1000);
    }
}

// Advances the time. Timers that are due are removed, or are moved to another time, mostly a later time, as timers that
// repeat.
static void advance(Model *model, CoirRandom *random)
{
    int64_t limit = model->now + SLICE * coir_random_int(random, 0, 300) / 16;
    if (coir_random_int(random, 0, 99) == 0)
        limit += SECOND * coir_random_int(random, 0, 10000);
    for (Entry *due; (due = check_due(model, limit)) != NULL;) {
        model->now = due->timer.time > model->now ? due->timer.time : model->now;
        int64_t next = random_time(random, model->now) + 1;
        if (coir_random_int(random, 0, 3) == 0)
            take_out(model, due);
        else if (&due->timer == model->agenda.batch && next > model->agenda.batch_end)
            postpone(model, due, next);
        else
            move(model, due, next);
    }
    reach(model, limit);
}

static void step(Model *model, CoirRandom *random, int range)
{
    Entry *entry = &model->entries[coir_random_int(random, 0, range - 1)];
    int what = coir_random_int(random, 0, 9);
    if (what == 0)
        advance(model, random);
    else if (what == 1)
        check_earliest(model);
    else if (!entry->in)
        insert(model, entry, random_time(random, model->now));
    else if (what < 7)
        move(model, entry, random_time(random, model->now));
    else
        take_out(model, entry);
}

// `range` is the number of timers. With few timers, the agenda becomes empty again and again. If `scarce`, the first
// allocation in every five steps fails.
static void agree(uint64_t seed, int range, bool scarce)
{
    CoirRandom random = coir_random(seed);
    Model model = start();
    fill(&model, MANY, SECOND, SLICE / 10);
    for (int i = range; i < MANY; i++)
        take_out(&model, &model.entries[i]);
    for (int i = 0; i < 40000; i++) {
        if (scarce && i % 5 == 0)
            support_fail_allocation(1);
        step(&model, &random, range);
        check_bound(&model);
        if (i % 5000 == 0)
            check_places(&model);
    }
    support_fail_allocation(0);
    empty(&model);
}

static void any_sequence_agrees_with_a_heap(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        agree(seed, TIMERS, false);
        agree(seed, 3, false);
        agree(seed, 600, false);
    }
}

static void without_memory_the_agenda_continues(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        agree(seed, 600, true);
        agree(seed, 300, true);
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
        check_earliest(&model);
    }
    insert(&model, &model.entries[MANY], 3600 * SECOND);
    assert_non_null(model.agenda.wheel);
    check_places(&model);
    empty(&model);
}

static void an_empty_agenda_frees_its_memory(void **state)
{
    Model model = start();
    size_t before = support_blocks();
    (void)state;
    fill(&model, MANY, 0, SECOND);
    assert_int_equal(support_blocks(), before + 1);
    for (int i = MANY - 1; i >= 0; i--)
        take_out(&model, &model.entries[i]);
    assert_int_equal(support_blocks(), before);
    empty(&model);
}

static void taking_all_timers_leaves_an_empty_agenda(void **state)
{
    Model model = start();
    int taken = 0;
    (void)state;
    fill(&model, MANY - 1, SECOND, SLICE / 4);
    check_due(&model, SECOND);
    insert(&model, &model.entries[MANY - 1], 0);
    assert_non_null(model.agenda.batch);
    assert_non_null(model.agenda.heap);
    for (const CoirTimer *timer = coir_agenda_take_all(&model.agenda); timer; timer = timer->next)
        taken++;
    assert_int_equal(taken, MANY);
    assert_null(coir_agenda_earliest(&model.agenda));
    assert_null(model.agenda.wheel);
    free(model.entries);
}

static void timers_of_an_agenda_need_no_more_memory(void **state)
{
    Model model = start();
    (void)state;
    fill(&model, MANY, 30 * SECOND, 1);
    support_fail_allocation(1);
    for (int i = 0; i < 3 * MANY; i++) {
        Entry *first = check_due(&model, first_in_heap(&model)->timer.time);
        move(&model, first, first->timer.time + (i < 2 * MANY ? 5 * SECOND : 100000 * SECOND));
    }
    assert_false(support_failed());
    support_fail_allocation(0);
    empty(&model);
}

TEST_FILE(agenda)
{
    const struct CMUnitTest tests[] = {
        support_test(few_timers_need_no_wheel),
        support_test(many_timers_are_found_in_order_from_all_structures),
        support_test(extreme_times_are_in_order),
        support_test(timers_of_one_time_keep_their_order_in_all_structures),
        support_test(borders_of_levels_lose_nothing),
        support_test(timers_at_the_end_of_a_slice_are_in_their_order),
        support_test(postponed_timers_come_out_in_order),
        support_test(a_wheel_that_is_made_late_takes_the_timers_of_the_heap),
        support_test(timers_of_soon_are_in_the_shortest_slices),
        support_test(timers_of_a_long_slice_move_down_little_by_little),
        support_test(the_part_that_moves_down_is_never_more_than_the_list),
        support_test(timers_that_are_added_behind_the_clock_are_due_first),
        support_test(asking_for_a_far_timer_does_not_move_the_wheel),
        support_test(the_earliest_of_a_list_is_found_again_after_a_removal),
        support_test(a_list_is_sorted_once_when_its_earliest_timer_is_asked_for),
        support_test(the_earliest_of_a_list_is_found_again_after_moving_down),
        support_test(any_sequence_agrees_with_a_heap),
        support_test(without_memory_the_agenda_continues),
        support_test(a_wheel_that_finds_no_memory_is_made_later),
        support_test(an_empty_agenda_frees_its_memory),
        support_test(taking_all_timers_leaves_an_empty_agenda),
        support_test(timers_of_an_agenda_need_no_more_memory),
    };
    return cmocka_run_group_tests_name("agenda", tests, NULL, NULL);
}
