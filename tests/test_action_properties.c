// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The values that actions give to the properties of a node: "to" and "by", several actions at once (rule 4.6), the
// range of opacity and colour (4.13), and the shorter way round (4.14).

#include "support/action_instants.h"

static void rule_4_6_a_to_starts_at_the_present_value_of_the_property(void **state)
{
    (void)state;
    play(
        coir_sequence(coir_delay(1), coir_spawn(coir_move_to(1, 100, -100), coir_scale_to(1, 3, 5), coir_fade_out(1))));
    step(0.5);
    node->position = coir_vec2(50, 100);
    step(1);
    assert_at(node->position.x, 75);
    assert_at(node->position.y, 0);
    assert_at(node->scale.x, 2);
    assert_at(node->scale.y, 3);
    assert_at(node->opacity, 0.5);
    step(0.5);
    assert_true(node->position.x == 100 && node->position.y == -100 && node->scale.x == 3 && node->opacity == 0);
}

static void rule_4_6_a_to_ends_exactly_at_its_target(void **state)
{
    (void)state;
    node->position = coir_vec2(1e20f, 0.1f);
    node->scale = coir_vec2(-1e-20f, 1e30f);
    play(coir_spawn(coir_move_to(1, 1, 0.3f), coir_scale_to(1, 0.7f, 1e-30f)));
    step(0.123);
    step(1);
    assert_true(node->position.x == 1 && node->position.y == 0.3f);
    assert_true(node->scale.x == 0.7f && node->scale.y == 1e-30f);
}

static void rule_4_6_two_bys_at_once_add_up(void **state)
{
    (void)state;
    play(coir_move_by(1, 100, 0));
    play(coir_move_by(2, 0, 50));
    play(coir_move_by(0.5, -20, 10));
    step(0.25);
    assert_at(node->position.x, 15);
    assert_at(node->position.y, 11.25);
    step(0.5);
    assert_at(node->position.x, 55);
    step(5);
    assert_at(node->position.x, 80);
    assert_at(node->position.y, 60);
}

static void rule_4_6_two_bys_in_one_run_add_up_at_every_moment(void **state)
{
    (void)state;
    play(coir_spawn(coir_move_by(1, 100, 0), coir_sequence(coir_move_by(0.5, 0, 80), coir_move_by(0.5, 0, -80)),
                    coir_repeat(2, coir_move_by(0.5, 10, 0)),
                    coir_ease(COIR_EASE_LINEAR, coir_repeat(1, coir_move_by(1, 0, 8)))));
    step(0.25);
    assert_at(node->position.x, 30);
    assert_at(node->position.y, 42);
    step(0.5);
    assert_at(node->position.x, 90);
    assert_at(node->position.y, 46);
    step(0.25);
    assert_true(node->position.x == 120 && node->position.y == 8);
}

static void rule_4_6_scale_by_multiplies_the_present_scale(void **state)
{
    (void)state;
    node->scale = coir_vec2(2, 3);
    play(coir_repeat(2, coir_scale_by(1, 2, 0.5f)));
    step(0.5);
    assert_at(node->scale.x, 3);
    assert_at(node->scale.y, 2.25);
    step(1);
    assert_at(node->scale.x, 6);
    step(1);
    assert_true(node->scale.x == 8 && node->scale.y == 0.75f);
}

static void rule_4_6_a_by_keeps_changes_by_other_code(void **state)
{
    (void)state;
    play(walk());
    step(0.5);
    node->position.x += 1000;
    step(0.25);
    assert_at(node->position.x, 1075);
    node->position.x = -10;
    step(0.25);
    assert_at(node->position.x, 15);
}

static void rule_4_6_n_loops_of_a_by_move_exactly_n_times_as_far(void **state)
{
    static const double steps[] = {1.0 / 60, 0.037, 3, 5000};
    (void)state;
    for (int i = 0; i < 4; i++) {
        node->position = coir_vec2(0, 0);
        CoirRun run = play(coir_repeat(2000, coir_ease(COIR_EASE_IN_OUT_SINE, coir_move_by(0.1, 0.1f, 3))));
        while (coir_run_is_running(run))
            step(steps[i]);
        assert_true(node->position.x == (float)(2000 * (double)0.1f));
        assert_true(node->position.y == 6000);
    }
}

static void repeat_of_move_by_100_once_moves_exactly_100(void **state)
{
    (void)state;
    CoirRun run = play(coir_repeat(1, coir_move_by(2, 100, 0)));
    while (coir_run_is_running(run))
        step(1.0 / 7);
    assert_true(node->position.x == 100);
}

static void rule_4_6_a_by_and_its_opposite_end_exactly_at_the_start_value(void **state)
{
    (void)state;
    node->position = coir_vec2(0.1f, 1e7f);
    node->rotation = 1.0f / 3;
    CoirRun run =
        play(coir_repeat(2, coir_sequence(coir_spawn(coir_move_by(0.3, 0.7f, 1e-3f), coir_rotate_by(0.3, 0.1f)),
                                          coir_spawn(coir_move_by(0.4, -0.7f, -1e-3f), coir_rotate_by(0.4, -0.1f)))));
    while (coir_run_is_running(run))
        step(0.011);
    assert_true(node->position.x == 0.1f && node->position.y == 1e7f && node->rotation == 1.0f / 3);
}

static void rule_4_6_small_steps_are_not_lost_on_a_large_value(void **state)
{
    (void)state;
    node->position.x = 1e6f; // floats of this size are 1/16 apart
    CoirRun run = play(coir_move_by(100, 10, 0));
    while (coir_run_is_running(run))
        step(0.01); // moves the node by a thousandth of a point
    assert_true(node->position.x == 1000010);
}

static void rule_4_6_where_two_meet_the_run_added_later_has_the_last_word(void **state)
{
    (void)state;
    play(coir_move_to(1, 100, 0));
    play(coir_move_to(1, -100, 0));
    step(0);
    step(0.5);
    assert_at(node->position.x, -50);
    step(0.5);
    assert_true(node->position.x == -100);
    node->position.x = 0;
    play(coir_move_by(1, 10, 0));
    play(coir_move_to(1, 100, 0));
    step(0);
    step(0.5);
    assert_at(node->position.x, 50);
    step(0.5);
    assert_true(node->position.x == 100);
    node->position.x = 0;
    play(coir_move_to(1, 100, 0));
    play(coir_move_by(1, 10, 0));
    step(0);
    step(0.5);
    assert_at(node->position.x, 55);
    step(0.5);
    assert_at(node->position.x, 105); // coir_move_to has overwritten the first half of the amount of coir_move_by
}

static void rule_4_13_opacity_stays_between_0_and_1(void **state)
{
    (void)state;
    node->opacity = 3;
    play(coir_fade_to(1, 0.5f));
    step(0.1);
    assert_true(node->opacity == 1);
    step(0.8);
    assert_at(node->opacity, 0.75);
    step(0.1);
    assert_true(node->opacity == 0.5f);
    node->opacity = -1;
    play(coir_fade_in(1));
    step(0.25);
    assert_true(node->opacity == 0);
    step(0.5);
    assert_at(node->opacity, 0.5);
    step(1);
    assert_true(node->opacity == 1);
}

static double far_out(double t, void *user)
{
    (void)user;
    return t == 1 ? 1 : 1e308;
}

// The sum of both leaves is not a number: infinity minus infinity.
static void rule_4_13_a_color_that_is_not_a_number_is_0(void **state)
{
    (void)state;
    node->color = coir_rgb(100, 100, 100);
    play(coir_spawn(coir_ease_function(far_out, NULL, coir_tint_by(1, 200, 0, 0)),
                    coir_ease_function(far_out, NULL, coir_tint_by(1, -200, 0, 0))));
    step(0.5);
    assert_int_equal(node->color.r, 0);
    step(0.5);
    assert_int_equal(node->color.r, 100);
}

static void rule_4_14_rotate_to_goes_the_shorter_way_round(void **state)
{
    static const float cases[][3] = {
        // from, to, angle half-way
        {0, 90, 45},      {0, -90, -45}, {350, 10, 0}, {10, 350, 360},  {0, 359, 359.5f}, {720, 90, 45},
        {-100, 100, 180}, {0, 180, 90},  {30, 30, 30}, {100000, 90, 5}, {1, 182, -88.5f},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        node->rotation = cases[i][0];
        play(coir_rotate_to(1, cases[i][1]));
        step(0.5);
        double off = remainder((double)node->rotation - (double)cases[i][2], 360);
        assert_true(fabs(off) < 1e-2);
        assert_true(fabs((double)node->rotation - (double)cases[i][0]) <= 90.001); // half of 180 degrees
        step(0.5);
        assert_true(node->rotation == cases[i][1]);
    }
}

static void rule_4_14_rotate_to_ends_at_the_angle_as_given(void **state)
{
    (void)state;
    node->rotation = 7;
    play(coir_rotate_to(1, 1000.1f));
    step(3);
    assert_true(node->rotation == 1000.1f);
}

TEST_FILE(action_properties)
{
    const struct CMUnitTest tests[] = {
        action_test(rule_4_6_a_to_starts_at_the_present_value_of_the_property),
        action_test(rule_4_6_a_to_ends_exactly_at_its_target),
        action_test(rule_4_6_two_bys_at_once_add_up),
        action_test(rule_4_6_two_bys_in_one_run_add_up_at_every_moment),
        action_test(rule_4_6_scale_by_multiplies_the_present_scale),
        action_test(rule_4_6_a_by_keeps_changes_by_other_code),
        action_test(rule_4_6_n_loops_of_a_by_move_exactly_n_times_as_far),
        action_test(repeat_of_move_by_100_once_moves_exactly_100),
        action_test(rule_4_6_a_by_and_its_opposite_end_exactly_at_the_start_value),
        action_test(rule_4_6_small_steps_are_not_lost_on_a_large_value),
        action_test(rule_4_6_where_two_meet_the_run_added_later_has_the_last_word),
        action_test(rule_4_13_opacity_stays_between_0_and_1),
        action_test(rule_4_13_a_color_that_is_not_a_number_is_0),
        action_test(rule_4_14_rotate_to_goes_the_shorter_way_round),
        action_test(rule_4_14_rotate_to_ends_at_the_angle_as_given),
    };
    return cmocka_run_group_tests_name("action_properties", tests, NULL, NULL);
}
