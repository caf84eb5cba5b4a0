// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Equal descriptions: the conditions for equality, and that runs of equal descriptions share a timeline and nothing
// else.

#include "support/actions.h"

#include "action/play/timeline.h"
#include "coir/action_class.h"
#include "coir/action_timeline.h"
#include "coir/random.h"
#include "coir/tween.h"

static int calls;

static void call(CoirNode *of, void *user)
{
    (void)of, (void)user;
    calls++;
}

static void other_call(CoirNode *of, void *user)
{
    (void)of, (void)user;
}

static void count_release(void *user)
{
    ++*(int *)user;
}

static double curve(double t, void *user)
{
    (void)user;
    return t;
}

static CoirAction *move(float x)
{
    return coir_move_by(1, x, 2);
}

// Makes descriptions that are all different. Many of the descriptions differ in one parameter only.
static CoirAction *make(int number)
{
    switch (number) {
    case 0: return coir_move_by(1, 1, 2);
    case 1: return coir_move_by(1, 1, 3);
    case 2: return coir_move_by(2, 1, 2);
    case 3: return coir_move_to(1, 1, 2);
    case 4: return coir_size_by(1, 1, 2);
    case 5: return coir_scale_by(1, 1, 2);
    case 6: return coir_sequence(move(1), coir_delay(1));
    case 7: return coir_sequence(move(1), coir_delay(2));
    case 8: return coir_sequence(coir_delay(1), move(1));
    case 9: return coir_sequence(move(1), coir_delay(1), move(1));
    case 10: return coir_spawn(move(1), coir_delay(1));
    case 11: return coir_spawn(coir_move_by(1, 1, 2), coir_rotate_by(1, 5));
    case 12: return coir_timeline(coir_at(0, move(1)), coir_at(0, coir_delay(1)));
    case 13: return coir_timeline(coir_at(0.5, move(1)), coir_at(0, coir_delay(1)));
    case 14: return coir_timeline(coir_at(0, move(1)), coir_after(0, coir_delay(1)));
    case 15: return coir_repeat(2, move(1));
    case 16: return coir_repeat(3, move(1));
    case 17: return coir_repeat_forever(move(1));
    case 18: return coir_speed(2, move(1));
    case 19: return coir_speed(0.5, move(1));
    case 20: return coir_ease(COIR_EASE_IN_SINE, move(1));
    case 21: return coir_ease(COIR_EASE_OUT_SINE, move(1));
    case 22: return coir_ease_with(COIR_EASE_IN_OUT, 2, move(1));
    case 23: return coir_ease_with(COIR_EASE_IN_OUT, 3, move(1));
    case 24: return coir_ease_bezier(0.1, 0, 1, 1, move(1));
    case 25: return coir_ease_bezier(0.2, 0, 1, 1, move(1));
    case 26: return coir_ease_function(curve, NULL, move(1));
    case 27: return coir_ease_function(curve, &calls, move(1));
    case 28: return coir_yoyo(move(1));
    case 29: return coir_reverse_time(move(1));
    case 30: return coir_call(call, NULL);
    case 31: return coir_call(call, &calls);
    case 32: return coir_call(other_call, NULL);
    case 33: return coir_targeted(hero, move(1));
    case 34: return coir_targeted(scene, move(1));
    case 35: return coir_fade_in(1);
    case 36: return coir_fade_out(1);
    case 37: return coir_remove_self();
    case 38: return coir_delay(1);
    case 39: return coir_show();
    case 40: return coir_hide();
    case 41: return coir_toggle_visibility();
    case 42: return coir_blink(1, 3);
    case 43: return coir_blink(1, 4);
    case 44: return coir_flip_x(true);
    case 45: return coir_flip_y(true);
    case 46: return coir_set_z(1);
    case 47: return coir_set_z(65536);
    default: return NULL;
    }
}

#define MAKERS 48

// Makes descriptions that equal no other description: an object, a leaf with a path, a mark, a description that owns a
// pointer, a call with parameters, and a leaf that changes a field.
static CoirAction *make_unequal(int number)
{
    switch (number) {
    case 0: return coir_follow(hero, coir_vec2(1, 1), (CoirRect){0});
    case 1: return coir_jump_by(1, 1, 2, 3, 1);
    case 2: return coir_timeline(coir_mark("a"), coir_at(0, move(1)));
    case 3: return coir_sequence(coir_action_own(coir_delay(1), malloc(1), free), move(1));
    case 4: return coir_action_make_call(call, &(int64_t){1}, sizeof(int64_t));
    case 5: return coir_tween_float(1, COIR_FIELD(CoirNode, rotation), 0, 1);
    default: return NULL;
    }
}

#define UNEQUAL_MAKERS 6

// Runs a description on a new node. The run takes the description over, and is the only owner of a description that the
// caller has not retained.
static CoirRun hold(CoirAction *action)
{
    return act_on(child_of(scene), action);
}

static void descriptions_are_equal_if_all_their_parts_are(void **state)
{
    (void)state;
    for (int i = 0; i < MAKERS; i++) {
        CoirAction *one = make(i);
        uint32_t hash = coir_action_hash(one);
        CoirRun run = hold(one);
        assert_int_not_equal(hash, 0);
        for (int j = 0; j < MAKERS; j++) {
            CoirAction *other = make(j);
            if (coir_action_may_borrow(other, one) != (i == j))
                fail_msg("descriptions %d and %d", i, j);
            if (i == j)
                assert_int_equal(coir_action_hash(other), hash);
            coir_action_release(other);
        }
        coir_run_stop(run);
    }
}

static void actions_with_parameters_or_pointers_equal_no_other(void **state)
{
    (void)state;
    for (int i = 0; i < UNEQUAL_MAKERS; i++) {
        CoirAction *one = make_unequal(i);
        assert_int_equal(coir_action_hash(one), 0);
        coir_action_release(one);
    }
}

// As long as the user holds the description, the user may let it own a pointer. If another run used the timeline, the
// pointer would be released too late: at the end of the other run.
static void a_description_that_the_user_holds_lends_no_timeline(void **state)
{
    static int released;
    CoirAction *held = move(1), *part = coir_delay(1);
    (void)state;
    released = 0;
    CoirRun run = hold(coir_action_retain(held));
    CoirAction *other = move(1);
    CoirRun other_run = hold(other);
    assert_null(coir_action_original(other));
    coir_action_own(held, &released, count_release);
    coir_run_stop(run);
    coir_action_release(held);
    assert_int_equal(released, 1);
    coir_run_stop(other_run);
    hold(coir_sequence(coir_action_retain(part), move(1)));
    CoirAction *whole = coir_sequence(coir_delay(1), move(1));
    hold(whole);
    assert_null(coir_action_original(whole));
    coir_action_release(part);
}

static void a_description_that_owns_a_pointer_does_not_hide_an_equal_description(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        CoirAction *owner = coir_action_own(move(1), malloc(1), free), *plain = move(1);
        hold(owner);
        hold(plain);
        assert_null(coir_action_original(owner));
        assert_int_equal(coir_action_original(plain) != NULL, i > 0);
    }
}

static void equal_descriptions_share_one_timeline(void **state)
{
    (void)state;
    for (int i = 0; i < MAKERS; i++) {
        CoirAction *one = make(i), *other = make(i);
        CoirRun run = hold(one);
        const CoirTimeline *timeline = coir_action_timeline(one);
        assert_ptr_equal(coir_action_timeline(other), timeline);
        assert_ptr_equal(coir_action_original(other), one);
        assert_null(coir_action_original(one));
        coir_run_stop(run); // `other` keeps the timeline
        assert_ptr_equal(coir_action_timeline(other), timeline);
        coir_action_release(other);
    }
}

static void a_run_continues_after_the_run_of_the_equal_description_has_ended(void **state)
{
    CoirNode *second = coir_node_new();
    (void)state;
    CoirRun one = play(coir_sequence(coir_move_by(1, 10, 0), coir_call(call, NULL), coir_move_by(1, 0, 10)));
    coir_action_manager_update(manager, 0.5);
    CoirRun other = coir_action_manager_run(
        manager, second, coir_sequence(coir_move_by(1, 10, 0), coir_call(call, NULL), coir_move_by(1, 0, 10)));
    coir_run_stop(one);
    calls = 0;
    coir_action_manager_update(manager, 1.5);
    assert_float_equal(second->position.x, 10, 0);
    assert_float_equal(second->position.y, 5, 0);
    assert_int_equal(calls, 1);
    coir_action_manager_update(manager, 0.5);
    assert_false(coir_run_is_running(other));
    assert_float_equal(node->position.x, 5, 0);
    coir_node_destroy(second);
}

// A description must keep the original, and not the latest copy. Otherwise the third copy would keep the second, the
// second would keep the first, and so on.
static void an_equal_description_keeps_the_original_only(void **state)
{
    CoirAction *original = move(1), *copies[3];
    (void)state;
    CoirRun run = hold(original);
    for (int i = 0; i < 3; i++) {
        copies[i] = move(1);
        coir_action_timeline(copies[i]);
        assert_ptr_equal(coir_action_original(copies[i]), original);
    }
    coir_run_stop(run);
    size_t before = support_blocks();
    coir_action_release(copies[0]);
    coir_action_release(copies[1]);
    assert_int_equal(support_blocks(), before - 2);
    coir_action_release(copies[2]);
    assert_int_equal(support_blocks(), before - 5); // the original and its timeline are freed, too
}

static void a_freed_timeline_is_not_found_again(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        CoirAction *action = move(1);
        assert_non_null(coir_action_timeline(action));
        assert_null(coir_action_original(action));
        coir_action_release(action);
    }
}

static void pointers_are_released_with_the_description_that_owns_the_pointers(void **state)
{
    CoirNode *second = child_of(scene);
    static int released;
    (void)state;
    released = 0;
    hold(coir_sequence(coir_delay(1), move(1)));
    CoirAction *owner = coir_sequence(coir_delay(1), move(1));
    coir_action_own(owner, &released, count_release);
    CoirRun run = act_on(second, owner);
    assert_int_equal(released, 0);
    coir_run_stop(run);
    assert_int_equal(released, 1);
}

static void mistakes_with_an_equal_description_are_still_reported(void **state)
{
    CoirNode *second = child_of(scene);
    (void)state;
    hold(move(1));
    CoirAction *action = move(1);
    act_on(second, action);
    coir_action_release(action);
    assert_mistake("release only an action that you have retained");
    assert_false(coir_run_is_running(coir_action_manager_run(manager, node, action)));
    assert_mistake("the action runs already");
}

// The hashes of the two descriptions have the same index in the table of 1024 entries.
static void a_timeline_that_was_replaced_in_the_table_does_not_remove_its_successor(void **state)
{
    CoirAction *one = move(0), *other = move(1);
    uint32_t place = coir_action_hash(one) % 1024;
    (void)state;
    for (int x = 2; coir_action_hash(other) % 1024 != place; x++) {
        coir_action_release(other);
        other = move((float)x);
    }
    CoirAction *equal = coir_move_by(1, other->value[0], 2);
    CoirRun run = hold(one);
    hold(other);
    coir_run_stop(run);
    coir_action_timeline(equal);
    assert_ptr_equal(coir_action_original(equal), other);
    coir_action_release(equal);
}

static void more_descriptions_than_are_remembered_run_as_well(void **state)
{
    static CoirAction *actions[5000];
    (void)state;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < COUNT(actions); i++) {
            if (round == 0)
                hold(actions[i] = move((float)i));
            CoirAction *equal = move((float)i);
            const CoirTimeline *timeline = coir_action_timeline(actions[i]), *other = coir_action_timeline(equal);
            assert_int_equal(timeline->length, other->length);
            assert_true(timeline->items[0].value[0] == (float)i && other->items[0].value[0] == (float)i);
            coir_action_release(equal);
        }
}

// With 27 uses on each of five levels, there are 14 million parts.
static void a_part_that_is_used_many_times_is_not_walked_through_each_time(void **state)
{
    CoirAction *whole = coir_delay(1e-9);
    (void)state;
    for (int level = 0; level < 5; level++) {
        CoirAction *parts[27];
        for (int i = 0; i < 27; i++)
            parts[i] = i > 0 ? coir_action_retain(whole) : whole;
        whole = coir_spawn_of(parts, 27);
        assert_non_null(whole);
    }
    assert_int_equal(coir_action_hash(whole), 0);
    CoirRun run = play(whole);
    coir_run_stop(run);
}

// Random descriptions: runs that borrow a timeline, and runs with a timeline of their own ----------------------------

#define RANDOM_DESCRIPTIONS 3000

static int counts[3]; // calls of the run that borrows a timeline, of the run with its own timeline, of the original

static void count(CoirNode *of, void *user)
{
    (void)user;
    counts[of->z]++;
}

static CoirAction *random_leaf(CoirRandom *random)
{
    double duration = coir_random_int(random, 0, 4) * 0.25;
    float value = (float)coir_random_int(random, -3, 3);
    switch (coir_random_int(random, 0, 7)) {
    case 0: return coir_move_by(duration, value, 1);
    case 1: return coir_move_to(duration, value, 1);
    case 2: return coir_rotate_to(duration, value * 50);
    case 3: return coir_scale_by(duration, value, 2);
    case 4: return coir_fade_to(duration, (value + 3) / 6);
    case 5: return coir_delay(duration);
    case 6: return coir_show();
    default: return coir_call(count, NULL);
    }
}

static CoirAction *random_description(CoirRandom *random, int levels)
{
    int kind = levels > 0 ? coir_random_int(random, 0, 8) : 0;
    CoirAction *one = kind > 0 ? random_description(random, levels - 1) : NULL;
    switch (kind) {
    case 1: return coir_sequence(one, random_description(random, levels - 1));
    case 2: return coir_spawn(one, random_description(random, levels - 1));
    case 3: return coir_repeat(coir_random_int(random, 1, 3), one);
    case 4: return coir_ease((CoirEase)coir_random_int(random, 0, COIR_EASE_COUNT - 1), one);
    case 5: return coir_speed(coir_random_int(random, 1, 4) * 0.5, one);
    case 6: return coir_yoyo(one);
    case 7: return coir_reverse_time(one);
    case 8: return coir_sequence(one, random_leaf(random), random_leaf(random));
    default: return random_leaf(random);
    }
}

static CoirAction *description_of(uint64_t seed)
{
    CoirRandom random = coir_random(seed);
    return random_description(&random, 3);
}

static void assert_alike(const CoirNode *one, const CoirNode *other, uint64_t seed)
{
    bool is_alike = one->position.x == other->position.x && one->position.y == other->position.y &&
                    one->rotation == other->rotation && one->scale.x == other->scale.x &&
                    one->scale.y == other->scale.y && one->opacity == other->opacity && one->visible == other->visible;
    if (!is_alike || counts[0] != counts[1])
        fail_msg("description %d: %g %g and %g %g", (int)seed, (double)one->position.x, (double)one->position.y,
                 (double)other->position.x, (double)other->position.y);
}

// Brings two runs to the same random times, and compares their nodes.
static void play_alike(CoirRandom *random, const CoirRun *runs, CoirNode *const *actors, uint64_t seed)
{
    for (int step = 0; step < 12; step++) {
        double seconds = coir_random_int(random, 0, 20) * 0.0625, place = coir_random_int(random, 0, 40) * 0.0625;
        bool seeks = coir_random_int(random, 0, 3) == 0;
        for (int i = 0; i < 2 && seeks; i++)
            coir_run_seek(runs[i], place, 0);
        coir_action_manager_update(manager, seconds);
        assert_int_equal(coir_run_is_running(runs[0]), coir_run_is_running(runs[1]));
        assert_alike(actors[0], actors[1], seed);
    }
}

static void runs_that_borrow_a_timeline_do_the_same_as_others(void **state)
{
    CoirRandom random = coir_random(5);
    int borrowing = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= RANDOM_DESCRIPTIONS; seed++) {
        CoirNode *actors[] = {coir_node_new(), coir_node_new()}, *first = coir_node_new();
        CoirRun original = coir_action_manager_run(manager, first, description_of(seed));
        actors[1]->z = 1;
        first->z = 2;
        counts[0] = counts[1] = 0;
        CoirAction *equal = description_of(seed), *owner = coir_action_own(description_of(seed), malloc(1), free);
        CoirRun runs[2] = {coir_action_manager_run(manager, actors[0], equal)};
        borrowing += coir_action_original(equal) != NULL;
        runs[1] = coir_action_manager_run(manager, actors[1], owner);
        if (seed % 2)
            coir_run_stop(original);
        play_alike(&random, runs, actors, seed);
        coir_node_destroy(actors[0]);
        coir_node_destroy(actors[1]);
        coir_node_destroy(first);
    }
    assert_true(borrowing > RANDOM_DESCRIPTIONS / 2);
}

TEST_FILE(equal)
{
    const struct CMUnitTest tests[] = {
        action_test(descriptions_are_equal_if_all_their_parts_are),
        action_test(actions_with_parameters_or_pointers_equal_no_other),
        action_test(a_description_that_the_user_holds_lends_no_timeline),
        action_test(a_description_that_owns_a_pointer_does_not_hide_an_equal_description),
        action_test(equal_descriptions_share_one_timeline),
        action_test(a_run_continues_after_the_run_of_the_equal_description_has_ended),
        action_test(an_equal_description_keeps_the_original_only),
        action_test(a_freed_timeline_is_not_found_again),
        action_test(pointers_are_released_with_the_description_that_owns_the_pointers),
        action_test(mistakes_with_an_equal_description_are_still_reported),
        action_test(a_timeline_that_was_replaced_in_the_table_does_not_remove_its_successor),
        action_test(more_descriptions_than_are_remembered_run_as_well),
        action_test(runs_that_borrow_a_timeline_do_the_same_as_others),
        action_test(a_part_that_is_used_many_times_is_not_walked_through_each_time),
    };
    return cmocka_run_group_tests_name("equal", tests, NULL, NULL);
}
