// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Steps of any length through sequences, spawns and repeats (rules 4.2 to 4.4): each effect happens once, at its exact
// time and in order.

#include "support/action_instants.h"

static void note_rotation(CoirNode *of, void *name)
{
    (void)name;
    note("%.7g ", (double)of->rotation);
}

static void rule_4_2_the_rest_of_a_step_goes_to_the_next_part(void **state)
{
    (void)state;
    play(coir_sequence(coir_move_by(0.5, 50, 0), say_x("a"), coir_move_by(0.25, 100, 0), say_x("b"),
                       coir_move_by(1, 10, 0)));
    step(0.625);
    assert_trace("a@0.5:50 ");
    assert_at(node->position.x, 100);
    step(0.625);
    assert_trace("b@0.75:150 ");
    assert_at(node->position.x, 155);
}

static void rule_4_2_time_is_exact_for_steps_of_any_length(void **state)
{
    static const double steps[] = {0.001, 1.0 / 240, 1.0 / 144, 1.0 / 60, 1.0 / 30, 0.1, 1.0 / 3, 5};
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        coir_action_manager_destroy(manager);
        manager = coir_action_manager_new();
        node->position.x = 0;
        CoirRun run = play(coir_repeat(10, coir_sequence(coir_move_by(0.1, 1, 0), say_x(""), coir_delay(0.2))));
        while (coir_run_is_running(run))
            step(steps[i]);
        assert_trace("@0.1:1 @0.4:2 @0.7:3 @1:4 @1.3:5 @1.6:6 @1.9:7 @2.2:8 @2.5:9 @2.8:10 ");
    }
}

static void rule_4_3_a_leaf_that_a_step_jumps_over_has_its_effect(void **state)
{
    (void)state;
    play(coir_sequence(coir_fade_to(1, 0.25f), coir_move_by(1, 3, 4), coir_rotate_by(1, 5), coir_scale_by(1, 2, 3),
                       coir_delay(9)));
    step(7);
    assert_true(node->opacity == 0.25f && node->position.x == 3 && node->position.y == 4);
    assert_true(node->rotation == 5 && node->scale.x == 2 && node->scale.y == 3);
}

static void rule_4_3_parts_without_length_take_effect_once_in_order(void **state)
{
    (void)state;
    play(coir_sequence(say_x("a"), coir_move_by(0, 1, 0), say_x("b"), coir_move_to(0, 7, 0), say_x("c"),
                       coir_ease(COIR_EASE_IN_SINE, coir_move_by(0, 1, 0)), say_x("d"), coir_delay(0), say_x("e")));
    assert_trace("");
    step(0);
    assert_trace("a@0:0 b@0:1 c@0:7 d@0:8 e@0:8 ");
    assert_int_equal(coir_action_manager_count(manager), 0);
    step(1);
    assert_trace("");
}

static void rule_4_3_at_the_seams_of_steps_everything_happens_once(void **state)
{
    (void)state;
    play(coir_sequence(say("a"), coir_delay(0.5), say("b"), coir_delay(0.5), say("c"), coir_delay(0.5)));
    step(0);
    assert_trace("a@0 ");
    step(0.5);
    assert_trace("b@0.5 ");
    step(0);
    step(0.5);
    assert_trace("c@1 ");
    step(0.5);
    assert_trace("");
}

static void rule_4_4_leaves_in_progress_come_first_then_new_items_in_order(void **state)
{
    (void)state;
    play(coir_spawn(coir_sequence(coir_delay(1), say_x("a"), coir_move_by(0, 1000, 0)), coir_move_by(1, 10, 0),
                    coir_sequence(coir_delay(1), say_x("b")), coir_move_by(2, 20, 0)));
    step(3);
    assert_trace("a@1:20 b@1:1020 ");
    assert_at(node->position.x, 1030);
}

static void rule_4_4_a_call_in_a_repeat_finds_parallel_actions_at_its_instant(void **state)
{
    (void)state;
    play(coir_spawn(coir_repeat(4, coir_sequence(say_x("a"), coir_delay(0.25))), walk(),
                    coir_repeat(2, coir_sequence(coir_delay(0.125), say_x("b"), coir_delay(0.375)))));
    step(1);
    assert_trace("a@0:0 b@0.125:12.5 a@0.25:25 a@0.5:50 b@0.625:62.5 a@0.75:75 ");
}

static void rule_4_4_inner_items_are_in_the_order_of_the_description_too(void **state)
{
    (void)state;
    play(coir_spawn(coir_sequence(coir_delay(1), say("a")),
                    coir_repeat(2, coir_sequence(say("b"), coir_delay(0.5), say("c"))),
                    coir_ease(COIR_EASE_LINEAR, coir_sequence(coir_delay(0.5), say("d"), coir_delay(0.5), say("e"))),
                    coir_sequence(coir_delay(0.5), say("f"), coir_delay(0.5), say("g"))));
    step(2);
    assert_trace("b@0 c@0.5 b@0.5 d@0.5 f@0.5 a@1 c@1 e@1 g@1 ");
}

static void the_four_pairings_of_instant_and_interval_in_one_long_step(void **state)
{
    (void)state;
    play(coir_sequence(say("a"), say("b")));
    play(coir_sequence(say_x("c"), walk()));
    play(coir_sequence(walk(), say_x("d")));
    play(coir_sequence(walk(), walk()));
    step(100);
    assert_trace("a@0 b@0 c@0:0 d@1:200 ");
    assert_at(node->position.x, 400);
    assert_int_equal(coir_action_manager_count(manager), 0);
}

static void four_rotations_by_45_with_calls_between(void **state)
{
    static const double steps[] = {0.01, 1, 10};
    (void)state;
    for (int i = 0; i < 3; i++) {
        CoirAction *look = coir_call(note_rotation, NULL), *parts[9];
        for (int k = 0; k < 9; k++)
            parts[k] = k % 2 ? coir_rotate_by(0.25, 45) : coir_action_retain(look);
        coir_action_release(look);
        node->rotation = 0;
        CoirRun run = play(coir_sequence_of(parts, 9));
        while (coir_run_is_running(run))
            step(steps[i]);
        assert_trace("0 45 90 135 180 ");
    }
}

static void eight_calls_in_a_sequence_are_eight(void **state)
{
    int count = 0;
    (void)state;
    CoirAction *call = counting(&count), *parts[8];
    for (int i = 0; i < 8; i++)
        parts[i] = coir_action_retain(call);
    coir_action_release(call);
    play(coir_sequence_of(parts, 8));
    step(1.0 / 60);
    assert_int_equal(count, 8);
    step(1.0 / 60);
    assert_int_equal(count, 8);
}

static void a_spawn_of_two_instants_or_of_the_same_description_twice_has_two(void **state)
{
    int count = 0;
    (void)state;
    CoirAction *call = counting(&count);
    play(coir_spawn(call, coir_action_retain(call)));
    step(1);
    assert_int_equal(count, 2);
    CoirAction *later = loop_of(0.5, counting(&count));
    play(coir_spawn(later, coir_action_retain(later)));
    step(0);
    assert_int_equal(count, 4);
}

static void a_final_instant_is_called_if_and_only_if_the_run_is_done(void **state)
{
    int count = 0;
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(1), counting(&count)));
    step(0.999999999);
    assert_true(coir_run_is_running(run));
    assert_int_equal(count, 0);
    step(1e-9);
    assert_false(coir_run_is_running(run));
    assert_int_equal(count, 1);
    run = play(coir_sequence(coir_delay(1), counting(&count)));
    step(0.5);
    coir_run_stop(run);
    step(10);
    assert_int_equal(count, 1);
}

static void a_long_action_ends_within_one_frame_at_every_frame_rate(void **state)
{
    static const struct {
        double seconds;
        int rate;
    } cases[] = {{36000, 30}, {36000, 60}, {36000, 144}, {36000, 240}, {300000, 30}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        long frames = 0;
        node->position.x = 0;
        CoirRun run = play(coir_move_by(cases[i].seconds, 1000, 0));
        for (; coir_run_is_running(run); frames++)
            step(1.0 / cases[i].rate);
        assert_true(node->position.x == 1000);
        assert_true(fabs((double)frames - cases[i].seconds * cases[i].rate) <= 1);
    }
}

static void the_same_description_twice_on_one_node(void **state)
{
    (void)state;
    CoirAction *action = coir_repeat(2, coir_sequence(coir_move_by(1, 100, 0), say("a")));
    play(coir_action_retain(action));
    step(0.5);
    play(action);
    step(0.5);
    assert_at(node->position.x, 150);
    step(5);
    assert_at(node->position.x, 400);
    assert_trace("a@1 a@2 a@1.5 a@2.5 ");
}

TEST_FILE(action_order)
{
    const struct CMUnitTest tests[] = {
        action_test(rule_4_2_the_rest_of_a_step_goes_to_the_next_part),
        action_test(rule_4_2_time_is_exact_for_steps_of_any_length),
        action_test(rule_4_3_a_leaf_that_a_step_jumps_over_has_its_effect),
        action_test(rule_4_3_parts_without_length_take_effect_once_in_order),
        action_test(rule_4_3_at_the_seams_of_steps_everything_happens_once),
        action_test(rule_4_4_leaves_in_progress_come_first_then_new_items_in_order),
        action_test(rule_4_4_a_call_in_a_repeat_finds_parallel_actions_at_its_instant),
        action_test(rule_4_4_inner_items_are_in_the_order_of_the_description_too),
        action_test(the_four_pairings_of_instant_and_interval_in_one_long_step),
        action_test(four_rotations_by_45_with_calls_between),
        action_test(eight_calls_in_a_sequence_are_eight),
        action_test(a_spawn_of_two_instants_or_of_the_same_description_twice_has_two),
        action_test(a_final_instant_is_called_if_and_only_if_the_run_is_done),
        action_test(a_long_action_ends_within_one_frame_at_every_frame_rate),
        action_test(the_same_description_twice_on_one_node),
    };
    return cmocka_run_group_tests_name("action_order", tests, NULL, NULL);
}
