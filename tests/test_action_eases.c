// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Eases around leaves and around compositions (rule 4.12): values, and the times and the number of calls.

#include "support/action_instants.h"

static void rule_4_12_an_eased_leaf_follows_its_ease(void **state)
{
    (void)state;
    for (int ease = 0; ease < COIR_EASE_COUNT; ease++) {
        node->position = coir_vec2(0, 0);
        CoirRun run = play(coir_ease((CoirEase)ease, coir_move_by(1, 100, 0)));
        for (int i = 1; i < 10; i++) {
            step(0.1);
            assert_at(node->position.x, 100 * coir_ease_at((CoirEase)ease, i / 10.0));
        }
        step(0.1);
        assert_true(node->position.x == 100);
        assert_false(coir_run_is_running(run));
    }
}

static void rule_4_12_eases_of_eases_bend_in_turn(void **state)
{
    (void)state;
    play(coir_ease(COIR_EASE_IN_OUT_QUAD, coir_ease(COIR_EASE_IN_SINE, coir_ease(COIR_EASE_LINEAR, walk()))));
    step(0.25);
    assert_at(node->position.x, 100 * coir_ease_at(COIR_EASE_IN_SINE, 0.125));
    CoirAction *parts = coir_sequence(coir_move_by(0.5, 0, 50), coir_move_by(0.5, 0, 50));
    play(coir_ease(COIR_EASE_IN_OUT_QUAD, coir_ease(COIR_EASE_IN_SINE, parts)));
    step(0.25);
    assert_at(node->position.y, 100 * coir_ease_at(COIR_EASE_IN_SINE, 0.125));
}

static void rule_4_12_the_parts_of_an_eased_composition_follow_the_eased_time(void **state)
{
    static const double steps[] = {0.01, 0.125, 1, 2};
    (void)state;
    for (int i = 0; i < 4; i++) {
        coir_action_manager_destroy(manager);
        manager = coir_action_manager_new();
        node->position.x = 0;
        CoirRun run = play(coir_ease(
            COIR_EASE_IN_OUT_QUAD, coir_sequence(say_x("a"), coir_move_by(0.25, 50, 0),
                                                 coir_repeat(2, coir_sequence(say_x("b"), coir_move_by(0.25, 100, 0))),
                                                 coir_delay(0.125), say_x("c"), coir_delay(0.125))));
        while (coir_run_is_running(run))
            step(steps[i]);
        assert_trace("a@0:0 b@0.353553391:50 b@0.5:150 c@0.75:250 ");
    }
}

static void rule_4_12_items_that_an_ease_puts_on_one_nanosecond_keep_their_order(void **state)
{
    (void)state;
    // In the middle of COIR_EASE_IN_OUT_QUAD and at the end of COIR_EASE_IN_SINE, more than a nanosecond of eased time
    // passes in one nanosecond.
    play(coir_ease(COIR_EASE_IN_OUT_QUAD,
                   coir_sequence(coir_delay(0.5), coir_move_by(1e-9, 10, 0), say_x("a"), coir_move_by(1e-9, 10, 0),
                                 say_x("b"), coir_delay(0.499999998))));
    step(1);
    assert_trace("a@0.500000001:10 b@0.500000001:20 ");
    play(coir_sequence(coir_ease(COIR_EASE_IN_SINE, coir_sequence(coir_delay(0.999999999), say_x("c"),
                                                                  coir_move_by(1e-9, 10, 0), say_x("d"))),
                       say_x("e")));
    step(1);
    assert_trace("c@2:20 d@2:30 e@2:30 ");
}

static void rule_4_12_each_instant_takes_effect_once(void **state)
{
    (void)state;
    for (int ease = 0; ease < COIR_EASE_COUNT; ease++)
        for (int frames = 1; frames < 100; frames += 7) {
            int count = 0, loops = 0, last = 0;
            CoirAction *loop = coir_sequence(counting(&count), coir_delay(0.1), counting(&count));
            CoirRun run = play(coir_sequence(
                coir_ease((CoirEase)ease, coir_spawn(coir_repeat(10, loop), loop_of(0, counting(&loops)))),
                counting(&last)));
            for (int i = 0; i <= frames && coir_run_is_running(run); i++)
                step(1.0 / frames);
            assert_false(coir_run_is_running(run));
            assert_int_equal(count, 20);
            assert_int_equal(loops, 1);
            assert_int_equal(last, 1);
        }
}

TEST_FILE(action_eases)
{
    const struct CMUnitTest tests[] = {
        action_test(rule_4_12_an_eased_leaf_follows_its_ease),
        action_test(rule_4_12_eases_of_eases_bend_in_turn),
        action_test(rule_4_12_the_parts_of_an_eased_composition_follow_the_eased_time),
        action_test(rule_4_12_items_that_an_ease_puts_on_one_nanosecond_keep_their_order),
        action_test(rule_4_12_each_instant_takes_effect_once),
    };
    return cmocka_run_group_tests_name("action_eases", tests, NULL, NULL);
}
