// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The table of targets, with timers and updates that are in no scheduler. A million random operations are compared with
// arrays of the expected contents. The last test adds 40000 timers of one target to a scheduler. Addresses point into
// one large array and are never dereferenced. No test measures the time of a search for one key of many. A search that
// compares all keys would still be noticed: a_target_with_40000_timers would compare 20 billion keys.

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/random.h"
#include "time/scheduler/scheduled.h"
#include "time/scheduler/targets.h"

static char memory[1 << 24];
static void *const a = &memory[0], *const b = &memory[16];
static CoirTargets targets;
static int things; // number of timers and updates that are not freed

static int begin(void **state)
{
    coir_targets_init(&targets);
    things = 0;
    return support_setup(state);
}

static int end(void **state)
{
    coir_targets_free(&targets);
    return support_teardown(state) || things != 0;
}

#define targets_test(function) cmocka_unit_test_setup_teardown(function, begin, end)

static void callback_1(void *target, double elapsed, void *user)
{
    (void)target;
    (void)elapsed;
    (void)user;
}

static void callback_2(void *target, double elapsed, void *user)
{
    callback_1(target, elapsed, user);
}

// Timers and updates --------------------------------------------------------------------------------------------------

static CoirScheduled *add(void *address, CoirScheduledKind kind, const char *key, CoirTickFn tick)
{
    size_t key_size = key ? strlen(key) + 1 : 0;
    CoirScheduledTimer *timer = calloc(1, sizeof *timer + key_size);
    assert_non_null(timer);
    timer->scheduled.address = address;
    timer->scheduled.kind = (uint8_t)kind;
    timer->scheduled.callback = COIR_CALLBACK(tick);
    if (key)
        memcpy(timer->key, key, key_size);
    coir_targets_add(&targets, &timer->scheduled, coir_targets_find(&targets, timer->scheduled.address));
    things++;
    return &timer->scheduled;
}

static CoirScheduled *add_key(void *address, const char *key)
{
    return add(address, COIR_SCHEDULED_KEYED_TIMER, key, callback_1);
}

static CoirScheduled *add_callback(void *address, CoirTickFn callback)
{
    return add(address, COIR_SCHEDULED_TIMER, NULL, callback);
}

static CoirScheduled *add_update(void *address)
{
    return add(address, COIR_SCHEDULED_UPDATE, NULL, callback_1);
}

static void take_out(CoirScheduled *scheduled)
{
    coir_targets_remove(&targets, scheduled);
    memset(scheduled, 0xdd, sizeof *scheduled);
    free(scheduled);
    things--;
}

static void take_out_all(void)
{
    CoirScheduled *first;
    while ((first = coir_targets_next(&targets, NULL)) != NULL)
        take_out(first);
}

static void *find(const void *address, const char *key, CoirTickFn tick)
{
    CoirScheduled *first = coir_targets_find(&targets, address);
    return key ? coir_targets_find_key(&targets, first, key)
               : coir_targets_find_callback(&targets, first, (CoirAnyFn)tick);
}

// Returns the number of timers and updates of an address. Checks that each stores the address, and that only the first
// is marked as the first.
static int count_things(const void *address)
{
    int count = 0;
    for (const CoirScheduled *each = coir_targets_find(&targets, address); each; each = each->next) {
        assert_ptr_equal(each->address, address);
        assert_int_equal(each->is_first, count == 0);
        count++;
    }
    return count;
}

static int count_targets(void)
{
    int count = 0;
    for (const CoirScheduled *first = coir_targets_next(&targets, NULL); first;
         first = coir_targets_next(&targets, first)) {
        assert_ptr_equal(coir_targets_find(&targets, first->address), first);
        count++;
    }
    assert_int_equal(count, targets.count);
    return count;
}

// Few targets ---------------------------------------------------------------------------------------------------------

static void nothing_is_found_in_an_empty_table(void **state)
{
    (void)state;
    assert_null(coir_targets_find(&targets, a));
    assert_null(coir_targets_find(&targets, NULL));
    assert_null(find(a, "key", NULL));
    assert_null(find(a, NULL, callback_1));
    assert_null(coir_targets_next(&targets, NULL));
    assert_int_equal(count_targets(), 0);
}

static void a_target_exists_as_long_as_it_has_timers_or_updates(void **state)
{
    CoirScheduled *one;
    (void)state;
    for (int i = 0; i < 3; i++) {
        one = add_key(a, "one");
        assert_int_equal(count_targets(), 1);
        assert_ptr_equal(coir_targets_find(&targets, a), one);
        assert_null(coir_targets_find(&targets, b));
        take_out(one);
        assert_null(coir_targets_find(&targets, a));
        assert_int_equal(count_targets(), 0);
    }
}

// Removes two timers and an update of a target. The digits of `order` give the order, beginning with the last digit.
static void take_out_in_order(int order)
{
    CoirScheduled *three[3] = {add_key(a, "0"), add_update(a), add_key(a, "2")};
    CoirScheduled *other = add_key(b, "other");
    assert_int_equal(count_things(a), 3);
    for (int left = 2; left >= 0; left--, order /= 10) {
        take_out(three[order % 10]);
        three[order % 10] = NULL;
        assert_int_equal(count_things(a), left);
        assert_ptr_equal(find(a, "0", NULL), three[0]);
        assert_ptr_equal(find(a, "2", NULL), three[2]);
    }
    assert_int_equal(count_targets(), 1);
    assert_ptr_equal(coir_targets_find(&targets, b), other);
    take_out(other);
}

static void timers_and_updates_of_a_target_are_removed_in_any_order(void **state)
{
    static const int orders[] = {12, 21, 102, 120, 201, 210};
    (void)state;
    for (int i = 0; i < 6; i++)
        take_out_in_order(orders[i]);
}

static void a_timer_is_known_by_its_key_or_by_its_callback(void **state)
{
    (void)state;
    add_update(a);
    assert_null(find(a, NULL, callback_1)); // an update is no timer
    CoirScheduled *keyed = add_key(a, "key"), *first = add_callback(a, callback_1);
    CoirScheduled *second = add_callback(a, callback_2), *empty = add_key(a, ""), *of_b = add_key(b, "key");
    assert_ptr_equal(find(a, "key", NULL), keyed);
    assert_ptr_equal(find(a, "key", callback_2), keyed); // the key decides, not the callback
    assert_ptr_equal(find(a, "", NULL), empty);
    assert_ptr_equal(find(a, NULL, callback_1), first);
    assert_ptr_equal(find(a, NULL, callback_2), second);
    assert_ptr_equal(find(b, "key", NULL), of_b);
    assert_null(find(a, "ke", NULL));
    assert_null(find(a, "keys", NULL));
    assert_null(find(b, "", NULL));
    assert_null(find(b, NULL, callback_1));
    take_out_all();
}

// Many targets --------------------------------------------------------------------------------------------------------

#define MANY 5000

// Fills the table with addresses that are `distance` bytes apart.
static void check_targets_apart(size_t distance)
{
    int count = 0;
    for (size_t at = 0; at < sizeof memory && count < MANY; at += distance, count++) {
        add_key(&memory[at], "key");
        if (count % 3 == 0)
            add_update(&memory[at]);
    }
    assert_int_equal(count_targets(), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(count_things(&memory[(size_t)i * distance]), i % 3 == 0 ? 2 : 1);
        assert_non_null(find(&memory[(size_t)i * distance], "key", NULL));
    }
    assert_null(coir_targets_find(&targets, &memory[sizeof memory - 1]));
    take_out_all();
    assert_int_equal(count_targets(), 0);
}

static void many_targets_are_found_at_any_addresses(void **state)
{
    static const size_t distances[] = {1, 2, 3, 8, 16, 24, 48, 64, 100, 256, 1024, 4096, 65536, 65536 + 16, 1 << 20};
    (void)state;
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++)
        check_targets_apart(distances[i]);
}

// Returns how many targets a search looks at, in total, to find each target once.
static long count_steps(void)
{
    long steps = 0;
    for (size_t i = 0; i <= targets.mask; i++) {
        int length = 0;
        for (const CoirScheduled *first = targets.buckets[i]; first; first = first->chain)
            steps += ++length;
    }
    return steps;
}

static void chains_stay_short_for_usual_addresses(void **state)
{
    static const size_t distances[] = {1, 16, 24, 32, 48, 80, 112, 144, 208, 1024};
    (void)state;
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        for (size_t at = 0; at < MANY * distances[i]; at += distances[i])
            add_key(&memory[at], "key");
        assert_in_range(count_steps(), MANY, 5 * MANY);
        take_out_all();
    }
}

static void without_memory_the_table_does_not_grow_and_all_is_right(void **state)
{
    (void)state;
    for (int i = 0; i < MANY; i++) {
        support_fail_allocation(i < 2000 ? 1 : 0);
        add_key(&memory[i * 16], "key");
        if (i < 2000)
            assert_ptr_equal(targets.buckets, &targets.only);
    }
    support_fail_allocation(0);
    assert_int_equal(count_targets(), MANY);
    assert_in_range(targets.mask, 1023, 65535);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(count_things(&memory[i * 16]), 1);
    for (int i = 0; i < MANY; i += 2)
        take_out(coir_targets_find(&targets, &memory[i * 16]));
    assert_int_equal(count_targets(), MANY / 2);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(count_things(&memory[i * 16]), i % 2);
    take_out_all();
}

static void a_target_that_a_walk_has_passed_may_be_removed(void **state)
{
    (void)state;
    for (int i = 0; i < MANY; i++) {
        add_key(&memory[i * 16], "key");
        add_update(&memory[i * 16]);
    }
    int passed = 0;
    for (CoirScheduled *first = coir_targets_next(&targets, NULL), *next; first; first = next, passed++) {
        next = coir_targets_next(&targets, first);
        const void *address = first->address;
        if (passed % 3 == 0)
            continue;
        take_out(first);
        if (passed % 3 == 1)
            take_out(coir_targets_find(&targets, address));
    }
    assert_int_equal(passed, MANY);
    assert_int_equal(count_targets(), MANY - (MANY + 1) / 3);
    take_out_all();
}

static void walking_over_a_table_that_has_not_grown(void **state)
{
    (void)state;
    for (int i = 0; i < 40; i++) {
        support_fail_allocation(1);
        add_key(&memory[i * 16], "key");
    }
    assert_int_equal(count_targets(), 40);
    take_out_all();
}

// Many timers of one target -------------------------------------------------------------------------------------------

#define KEYS 40000

static CoirScheduled *by_number[KEYS]; // NULL where no timer has the number
static int order[KEYS];

static const char *key_of(int number)
{
    static char key[64];
    snprintf(key, sizeof key, "timer number %d of one target with many", number);
    return key;
}

static void shuffle(CoirRandom *random)
{
    for (int i = 0; i < KEYS; i++)
        order[i] = i;
    for (int i = KEYS - 1; i > 0; i--) {
        int other = coir_random_int(random, 0, i), number = order[i];
        order[i] = order[other];
        order[other] = number;
    }
}

static void check_key(int number)
{
    assert_ptr_equal(find(a, key_of(number), NULL), by_number[number]);
}

// Adds all keys. Searches for each key first, as a scheduler does. Lets an allocation fail at every `failing`th key;
// 0 means never.
static void add_keys(CoirRandom *random, int failing)
{
    shuffle(random);
    for (int i = 0; i < KEYS; i++) {
        if (failing && i % failing == 0)
            support_fail_allocation(coir_random_int(random, 1, 4));
        check_key(order[i]);
        by_number[order[i]] = add_key(a, key_of(order[i]));
    }
}

static void find_keys(CoirRandom *random, int times)
{
    for (int i = 0; i < times; i++)
        check_key(coir_random_int(random, 0, KEYS - 1));
}

static void take_out_keys(CoirRandom *random, int failing)
{
    shuffle(random);
    for (int i = 0; i < KEYS; i++) {
        if (failing && i % failing == 0)
            support_fail_allocation(coir_random_int(random, 1, 4));
        check_key(order[i]);
        take_out(by_number[order[i]]);
        by_number[order[i]] = NULL;
        check_key(order[coir_random_int(random, 0, KEYS - 1)]);
        if (i % (KEYS / 4) == 0)
            assert_int_equal(count_things(a), things - (coir_targets_find(&targets, b) != NULL));
    }
}

static void a_target_with_40000_timers(void **state)
{
    CoirRandom random = coir_random(1);
    (void)state;
    CoirScheduled *update = add_update(a), *other = add_key(b, key_of(5));
    add_keys(&random, 0);
    find_keys(&random, 1000000);
    assert_ptr_equal(find(b, key_of(5), NULL), other);
    assert_ptr_equal(coir_targets_find(&targets, b), other);
    take_out_keys(&random, 0);
    assert_int_equal(count_things(a), 1);
    take_out(update);
    assert_int_equal(count_targets(), 1);
    take_out(other);
}

static void a_target_with_40000_timers_and_little_memory(void **state)
{
    CoirRandom random = coir_random(2);
    (void)state;
    add_keys(&random, 500);
    find_keys(&random, 200000);
    take_out_keys(&random, 500);
    assert_int_equal(count_targets(), 0);
    support_fail_allocation(0);
}

// Searches for each key in vain, then adds its timer. With many timers, the search for a missing key makes an index.
static void add_some(void *address, int from, int to)
{
    for (int i = from; i < to; i++) {
        assert_null(find(address, key_of(i), NULL));
        add_key(address, key_of(i));
    }
}

static void the_last_timer_of_an_index_frees_the_index(void **state)
{
    size_t blocks = support_blocks();
    (void)state;
    for (int round = 0; round < 3; round++) {
        add_update(a);
        add_some(a, 0, 100);
        assert_true(support_blocks() > blocks + 100);
        while (things > 1)
            for (CoirScheduled *each = coir_targets_find(&targets, a), *next; each; each = next) {
                next = each->next;
                if (coir_is_timer(each))
                    take_out(each);
            }
        assert_int_equal(support_blocks(), blocks + 1); // the table of buckets
        assert_null(find(a, key_of(0), NULL));
        take_out_all();
    }
    add_some(a, 0, 100);
    add_some(b, 50, 150);
    take_out_all();
    assert_int_equal(support_blocks(), blocks + 1);
}

static void two_targets_with_an_index_have_their_own_keys(void **state)
{
    (void)state;
    add_some(a, 0, 100);
    add_some(b, 50, 150);
    for (int i = 0; i < 150; i++) {
        assert_int_equal(find(a, key_of(i), NULL) != NULL, i < 100);
        assert_int_equal(find(b, key_of(i), NULL) != NULL, i >= 50);
    }
    CoirScheduledTimer *first = find(a, key_of(60), NULL), *second = find(b, key_of(60), NULL);
    assert_ptr_equal(first->scheduled.address, a);
    assert_ptr_equal(second->scheduled.address, b);
    take_out(&first->scheduled);
    assert_null(find(a, key_of(60), NULL));
    assert_ptr_equal(find(b, key_of(60), NULL), second);
    take_out_all();
}

static void an_index_has_timers_without_a_key_and_no_updates(void **state)
{
    (void)state;
    add_update(a);
    CoirScheduled *before = add_callback(a, callback_1);
    add_some(a, 0, 100);
    CoirScheduled *after = add_callback(a, callback_2), *hook = add(a, COIR_SCHEDULED_CLASS_UPDATE, NULL, callback_1);
    assert_ptr_equal(find(a, NULL, callback_1), before);
    assert_ptr_equal(find(a, NULL, callback_2), after);
    take_out(before);
    assert_null(find(a, NULL, callback_1)); // updates with this callback are no timers
    take_out(hook);
    assert_int_equal(count_things(a), 102);
    take_out_all();
}

// The key has the same bytes as the callback.
static void an_index_distinguishes_keys_from_callbacks(void **state)
{
    CoirTickFn callback;
    char key[sizeof callback];
    (void)state;
    memset(key, 'k', sizeof key);
    key[sizeof key - 1] = '\0';
    memcpy(&callback, key, sizeof callback);
    add_some(a, 0, 100);
    CoirScheduled *keyed = add_key(a, key);
    assert_ptr_equal(find(a, key, NULL), keyed);
    assert_null(find(a, NULL, callback));
    CoirScheduled *unkeyed = add_callback(a, callback);
    assert_ptr_equal(find(a, NULL, callback), unkeyed);
    assert_ptr_equal(find(a, key, NULL), keyed);
    take_out(keyed);
    assert_null(find(a, key, NULL));
    assert_ptr_equal(find(a, NULL, callback), unkeyed);
    take_out_all();
}

// Adding timers without a search makes no index: the search for the callback is the first long search.
static void a_callback_is_found_behind_many_keys_without_an_index(void **state)
{
    (void)state;
    for (int fails = 0; fails < 2; fails++) {
        CoirScheduled *early = add_callback(a, callback_1), *late = NULL;
        for (int i = 0; i < 100; i++) {
            add_key(a, key_of(i));
            if (i == 50)
                late = add_callback(a, callback_2); // list, newest first: keys 99 to 51, `late`, keys 50 to 0, `early`
        }
        if (fails)
            support_fail_allocation(1);
        assert_ptr_equal(find(a, NULL, callback_1), early);
        assert_ptr_equal(find(a, NULL, callback_2), late);
        support_fail_allocation(0);
        assert_ptr_equal(find(a, NULL, callback_2), late);
        take_out(late);
        assert_null(find(a, NULL, callback_2));
        take_out_all();
    }
}

static void a_replaced_timer_is_found_again(void **state)
{
    (void)state;
    add_some(a, 0, 100);
    for (int i = 0; i < 100; i++) {
        take_out(find(a, key_of(i), NULL));
        assert_null(find(a, key_of(i), NULL));
        CoirScheduled *new = add_key(a, key_of(i));
        assert_ptr_equal(find(a, key_of(i), NULL), new);
    }
    take_out_all();
}

// Lets each allocation fail in turn.
static void an_index_may_lack_memory_at_any_time(void **state)
{
    bool failed = true;
    (void)state;
    for (long nth = 1; failed; nth++) {
        support_fail_allocation(nth);
        add_some(a, 0, 60);
        add_some(b, 0, 60);
        for (int i = 0; i < 60; i += 2)
            take_out(find(a, key_of(i), NULL));
        for (int i = 0; i < 60; i++) {
            assert_int_equal(find(a, key_of(i), NULL) != NULL, i % 2);
            assert_non_null(find(b, key_of(i), NULL));
        }
        failed = support_failed();
        take_out_all();
        coir_targets_free(&targets);
        assert_true(failed || nth > 100);
    }
    support_fail_allocation(0);
}

// Against a model -----------------------------------------------------------------------------------------------------

#define ADDRESSES 2000
#define HEAVY 3   // number of addresses with up to SLOTS timers and updates; each other address has up to FEW
#define SLOTS 100 // slot 0: an update; slot 1: a timer without a key; other slots: timers with keys
#define FEW 5

static CoirScheduled *model[ADDRESSES][SLOTS];

// Returns an address. Some addresses lie 16 bytes apart, some 7 bytes apart, and some far apart.
static void *address_of(int i)
{
    static const size_t distances[] = {16, 7, 8192};
    size_t at = (size_t)i / 3 * distances[i % 3] + (size_t)(i % 3) * (sizeof memory / 3);
    return &memory[at];
}

static void *find_slot(int i, int slot)
{
    if (slot == 1)
        return find(address_of(i), NULL, callback_2);
    return find(address_of(i), key_of(slot), NULL);
}

static CoirScheduled *add_slot(int i, int slot)
{
    if (slot == 0)
        return add_update(address_of(i));
    return slot == 1 ? add_callback(address_of(i), callback_2) : add_key(address_of(i), key_of(slot));
}

static int count_slots(int i)
{
    int count = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        count += model[i][slot] != NULL;
    return count;
}

static void check_against_model(void)
{
    int used = 0;
    for (int i = 0; i < ADDRESSES; i++) {
        int count = count_slots(i);
        used += count > 0;
        assert_int_equal(count_things(address_of(i)), count);
        for (int slot = 1; slot < (i < HEAVY ? SLOTS : FEW); slot++)
            assert_ptr_equal(find_slot(i, slot), model[i][slot]);
    }
    assert_int_equal(count_targets(), used);
}

// Selects one slot of the first `among` addresses at random. Fills the slot in `adds` of ten cases and empties the slot
// in the others. In one of 100 steps, lets an allocation that follows fail.
static void step(CoirRandom *random, int among, int adds)
{
    int i = coir_random_int(random, 0, among - 1), slot = coir_random_int(random, 0, (i < HEAVY ? SLOTS : FEW) - 1);
    CoirScheduled **thing = &model[i][slot];
    bool wanted = coir_random_int(random, 0, 9) < adds;
    if (slot > 0)
        assert_ptr_equal(find_slot(i, slot), *thing);
    if (*thing && !wanted) {
        take_out(*thing);
        *thing = NULL;
    } else if (!*thing && wanted) {
        *thing = add_slot(i, slot);
    }
    if (coir_random_int(random, 0, 99) == 0)
        support_fail_allocation(coir_random_int(random, 1, 5));
}

static void a_million_random_operations_against_a_model(void **state)
{
    static const struct {
        int among, adds;
    } phases[] = {{ADDRESSES, 8}, {ADDRESSES, 1}, {4, 9}, {200, 5}, {ADDRESSES, 5}, {HEAVY, 6}, {1, 5}, {ADDRESSES, 0}};
    CoirRandom random = coir_random(11);
    (void)state;
    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < 10000; i++)
            step(&random, phases[round % 8].among, phases[round % 8].adds);
        support_fail_allocation(0);
        check_against_model();
    }
    take_out_all();
    memset(model, 0, sizeof model);
}

// Many timers of one target in a scheduler ----------------------------------------------------------------------------

static int calls;

static void count_call(void *target, double elapsed, void *user)
{
    (void)target;
    (void)elapsed;
    (void)user;
    calls++;
}

static void a_scheduler_with_40000_timers_of_one_target(void **state)
{
    CoirRandom random = coir_random(3);
    CoirScheduler *scheduler = coir_scheduler_new();
    CoirTimerDef def = {.tick = count_call, .interval = 1, .repeat = COIR_FOREVER};
    (void)state;
    calls = 0;
    shuffle(&random);
    for (int i = 0; i < 2 * KEYS; i++) { // adds each key twice: the second timer replaces the first
        def.key = key_of(order[i % KEYS]);
        assert_true(coir_scheduler_schedule(scheduler, a, &def));
    }
    assert_int_equal(coir_scheduler_timers(scheduler, a, NULL, 0), KEYS);
    assert_true(coir_scheduler_update(scheduler, 1));
    assert_int_equal(calls, KEYS);
    shuffle(&random);
    for (int i = 0; i < KEYS; i += 2)
        assert_true(coir_scheduler_unschedule(scheduler, a, key_of(order[i])));
    for (int i = 0; i < KEYS; i++)
        assert_int_equal(coir_scheduler_is_scheduled(scheduler, a, key_of(order[i])), i % 2);
    assert_true(coir_scheduler_update(scheduler, 1));
    assert_int_equal(calls, KEYS + KEYS / 2);
    coir_scheduler_destroy(scheduler);
}

TEST_FILE(targets)
{
    const struct CMUnitTest tests[] = {
        targets_test(nothing_is_found_in_an_empty_table),
        targets_test(a_target_exists_as_long_as_it_has_timers_or_updates),
        targets_test(timers_and_updates_of_a_target_are_removed_in_any_order),
        targets_test(a_timer_is_known_by_its_key_or_by_its_callback),
        targets_test(many_targets_are_found_at_any_addresses),
        targets_test(chains_stay_short_for_usual_addresses),
        targets_test(without_memory_the_table_does_not_grow_and_all_is_right),
        targets_test(a_target_that_a_walk_has_passed_may_be_removed),
        targets_test(walking_over_a_table_that_has_not_grown),
        targets_test(a_target_with_40000_timers),
        targets_test(a_target_with_40000_timers_and_little_memory),
        targets_test(the_last_timer_of_an_index_frees_the_index),
        targets_test(two_targets_with_an_index_have_their_own_keys),
        targets_test(an_index_has_timers_without_a_key_and_no_updates),
        targets_test(an_index_distinguishes_keys_from_callbacks),
        targets_test(a_callback_is_found_behind_many_keys_without_an_index),
        targets_test(a_replaced_timer_is_found_again),
        targets_test(an_index_may_lack_memory_at_any_time),
        targets_test(a_million_random_operations_against_a_model),
        targets_test(a_scheduler_with_40000_timers_of_one_target),
    };
    return cmocka_run_group_tests_name("targets", tests, NULL, NULL);
}
