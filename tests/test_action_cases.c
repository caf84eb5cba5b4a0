// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Cases from the test programs and bug trackers of other engines, from which users come to Coir. Each test has one
// case. More cases are in test_action_order.c and test_action_loops.c.

#include "support/actions.h"

static void stop_by_tag(CoirNode *of, void *user)
{
    assert_int_equal(coir_node_stop_tag(of, 7), 1);
    note("stopped %d ", *(int *)user);
}

static void stop_yourself_by_tag_from_your_own_call(void **state)
{
    int number = 1;
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(0.5), coir_call(stop_by_tag, &number), say("no"), walk()));
    coir_run_set_tag(run, 7);
    coir_run_on_done(run, note_end, "end");
    step(5);
    assert_trace("end:stopped stopped 1 ");
    assert_true(node->position.x == 0);
}

static void remove_your_child_and_your_sibling_from_your_own_call(void **state)
{
    CoirNode *child = child_of(hero), *sibling = child_of(scene);
    CoirNodeRef refs[] = {coir_node_ref(child), coir_node_ref(sibling)};
    (void)state;
    act_on(hero, coir_sequence(coir_targeted(child, coir_remove_self()), coir_targeted(sibling, coir_remove_self()),
                               say("on")));
    act_on(child, say("no"));
    act_on(sibling, say("no"));
    frame(0);
    assert_null(coir_node_get(refs[0]));
    assert_null(coir_node_get(refs[1]));
    assert_trace("on@0 ");
}

static void repeat_forever_of_a_tenth_of_a_second_makes_ten_loops_in_a_second(void **state)
{
    int count = 0;
    (void)state;
    play(coir_repeat_forever(coir_sequence(coir_delay(0.1), counting(&count))));
    for (int second = 1; second <= 5; second++) {
        step(1);
        assert_int_equal(count, 10 * second);
    }
}

static void an_action_of_300000_seconds_ends_within_one_frame(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(coir_move_by(300000, 100, 0), say("a")));
    seek(run, 300000 - 1.0 / 144);
    step(1.0 / 240);
    assert_true(coir_run_is_running(run));
    step(1.0 / 240);
    assert_false(coir_run_is_running(run));
    assert_true(node->position.x == 100);
}

static void repeat_n_of_an_instant_makes_n_calls_also_for_0_and_1(void **state)
{
    (void)state;
    for (int n = 0; n < 4; n++) {
        int count = 0;
        CoirRun run = play(coir_repeat(n, counting(&count)));
        step(0.1);
        step(0.1);
        assert_int_equal(count, n);
        assert_false(coir_run_is_running(run));
    }
}

static void a_spawn_of_two_instants_makes_each_once(void **state)
{
    (void)state;
    play(coir_spawn(say("a"), say("b")));
    step(0.5);
    step(0.5);
    assert_trace("a@0 b@0 ");
}

static void reverse_of_a_fade_begun_later(void **state)
{
    (void)state;
    node->opacity = 0.75f;
    play(coir_sequence(coir_delay(1), coir_reverse(coir_fade_in(1)), coir_delay(1), coir_reverse(coir_fade_out(1))));
    step(0.5);
    assert_true(node->opacity == 0.75f);
    step(1);
    assert_near(node->opacity, 0.375);
    step(1);
    assert_true(node->opacity == 0);
    step(1);
    assert_near(node->opacity, 0.5);
    step(1);
    assert_true(node->opacity == 1);
}

static void repeat_of_a_blink_ends_as_found(void **state)
{
    (void)state;
    for (int visible = 0; visible < 2; visible++)
        for (int i = 0; i < 3; i++) {
            static const double steps[] = {0.1, 0.34, 5};
            int shown = 0, hidden = 0;
            node->visible = visible != 0;
            CoirRun run = play(coir_repeat(3, coir_blink(1, 2)));
            while (coir_run_is_running(run)) {
                step(steps[i]);
                shown += node->visible;
                hidden += !node->visible;
            }
            assert_int_equal(node->visible, visible);
            assert_true(i == 2 || (shown > 2 && hidden > 2));
        }
}

static const CoirVec2 points[] = {{0, 0}, {10, 30}, {50, -20}, {80, 0}};

// Plays a repeat forwards, and then backwards with coir_reverse_time. At equal inner times, the node must look the
// same.
static void reverse_time_of_a_repeat_of_a_skew_or_a_spline_begins_at_the_end_and_ends_at_the_begin(void **state)
{
    CoirAction *parts[] = {coir_skew_by(1, 10, -5), coir_skew_to(1, 33, 44), coir_catmull_rom_by(1, points, 4),
                           coir_cardinal_spline_to(1, 0.2f, points, 4)};
    (void)state;
    for (int i = 0; i < COUNT(parts); i++) {
        dress(node, odd_looks);
        CoirAction *repeat = coir_repeat(3, parts[i]);
        play(coir_action_retain(repeat));
        step(2.25);
        Looks there = looks_of(node);
        step(0.75);
        Looks end = looks_of(node);
        dress(node, odd_looks);
        play(coir_reverse_time(repeat));
        step(0);
        assert_near(node->position.x, (double)end.position.x);
        assert_near(node->skew.x, (double)end.skew.x);
        step(0.75);
        assert_near(node->position.x, (double)there.position.x);
        assert_near(node->skew.y, (double)there.skew.y);
        step(3);
        // Played backwards, coir_cardinal_spline_to ends at its first point. Other properties are as before the action.
        Looks expected = odd_looks;
        if (i == 3)
            expected.position = points[0];
        assert_looks(node, expected);
    }
}

static void an_elastic_or_back_ease_over_a_repeat_swings_and_ends_exactly(void **state)
{
    static const CoirEase eases[] = {COIR_EASE_IN_ELASTIC, COIR_EASE_OUT_ELASTIC, COIR_EASE_IN_OUT_BACK,
                                     COIR_EASE_OUT_BACK};
    (void)state;
    for (int i = 0; i < COUNT(eases); i++) {
        int count = 0;
        node->position.x = 0.1f;
        CoirAction *loop = coir_sequence(coir_move_by(0.25, 10, 0), counting(&count));
        CoirRun run = play(coir_ease(eases[i], coir_repeat(4, loop)));
        while (coir_run_is_running(run)) {
            step(1.0 / 60);
            assert_true(node->position.x >= 0.1f && node->position.x <= 40.1f); // clamped to the length of the repeat
        }
        assert_int_equal(count, 4);
        assert_near(node->position.x, 40.1);
    }
}

static void a_back_ease_over_a_spline_overshoots_and_ends_at_its_last_point(void **state)
{
    (void)state;
    CoirRun run = play(coir_ease(COIR_EASE_IN_OUT_BACK, coir_catmull_rom_by(1, points, 4)));
    while (coir_run_is_running(run)) {
        step(1.0 / 60);
        assert_true(isfinite(node->position.x) && fabsf(node->position.x) < 200);
    }
    assert_true(node->position.x == 80 && node->position.y == 0);
}

static void an_elastic_or_back_ease_over_a_fade_or_a_tint_does_not_wrap(void **state)
{
    static const CoirEase eases[] = {COIR_EASE_IN_ELASTIC, COIR_EASE_OUT_ELASTIC, COIR_EASE_IN_BACK,
                                     COIR_EASE_OUT_BACK};
    (void)state;
    for (int i = 0; i < COUNT(eases); i++) {
        bool is_out = i % 2 == 1;
        node->opacity = 0;
        node->color = COIR_BLACK;
        CoirRun run = play(coir_ease(eases[i], coir_spawn(coir_fade_in(1), coir_tint_to(1, COIR_WHITE))));
        play(coir_ease(eases[i], coir_tint_by(1, 0, 255, 0)));
        for (int k = 0; coir_run_is_running(run); k++) {
            step(1.0 / 60);
            assert_true(node->opacity >= 0 && node->opacity <= 1);
            if (k == 3 && !is_out)
                assert_true(node->color.r < 100);
            if (k == 50 && is_out)
                assert_true(node->color.r > 200);
        }
        assert_true(node->opacity == 1 && node->color.r == 255 && node->color.g == 255);
    }
}

static void a_stopped_blink_leaves_the_node_visible_as_found(void **state)
{
    (void)state;
    CoirRun first = play(coir_blink(10, 1));
    step(1);
    assert_false(node->visible);
    coir_run_stop(first);
    assert_true(node->visible);
    coir_node_stop_all(node);
    play(coir_blink(1, 1));
    step(0.1);
    coir_node_destroy(node); // the blink ends, and writes to the node: the memory must still be valid
    coir_nodes_sweep();
}

static void a_blink_in_a_targeted_of_its_own_node_is_a_blink_of_the_node(void **state)
{
    (void)state;
    play(coir_targeted(node, coir_blink(1, 2)));
    step(0.1);
    assert_false(node->visible);
    play(coir_blink(0.5, 2));
    step(0.5);
    assert_true(node->visible);
}

static void removing_a_child_while_pausing_and_resuming_everything(void **state)
{
    CoirNode *children[6];
    (void)state;
    for (int i = 0; i < 6; i++) {
        children[i] = child_of(i < 3 ? scene : children[i - 3]);
        act_on(children[i], coir_repeat_forever(coir_sequence(walk(), say("x"))));
    }
    frame(0.5);
    CoirNodeSet *first = coir_action_manager_pause_all(coir_stage_actions(stage));
    coir_node_destroy(children[4]);
    CoirNodeSet *second = coir_action_manager_pause_all(coir_stage_actions(stage));
    coir_node_destroy(children[2]);
    frame(0.25);
    coir_node_set_resume(second);
    coir_node_set_resume(first);
    coir_node_destroy(children[3]);
    frame(0.25);
    assert_near(children[0]->position.x, 75);
    assert_near(children[1]->position.x, 75);
    assert_int_equal(coir_action_manager_count(coir_stage_actions(stage)), 2);
    assert_true(coir_node_validate(scene));
    coir_node_set_destroy(first);
    coir_node_set_destroy(second);
}

// Released and destroyed ---------------------------------------------------------------------------------------------

static void a_description_is_released_by_all_its_owners_while_it_runs(void **state)
{
    CoirAction *action = coir_repeat(3, coir_sequence(walk(), say("a")));
    (void)state;
    CoirRun run = play(coir_action_retain(action));
    CoirRun second = play(coir_action_retain(action));
    step(0.5);
    coir_action_release(action);
    coir_run_stop(second);
    step(9);
    assert_trace("a@1 a@2 a@3 ");
    assert_false(coir_run_is_running(run));
}

static void a_target_destroyed_in_the_middle_does_not_end_the_composition(void **state)
{
    CoirNode *target = child_of(scene);
    (void)state;
    CoirAction *its =
        coir_targeted(target, coir_spawn(walk(), coir_blink(1, 3), coir_sequence(coir_delay(0.5), say("no"))));
    CoirRun run = act_on(hero, coir_spawn(coir_sequence(its, say("on")), walk()));
    frame(0.25);
    assert_near(target->position.x, 25);
    coir_node_destroy(target);
    frame(0.5);
    assert_near(hero->position.x, 75);
    seek(run, 0.1); // backwards
    assert_near(hero->position.x, 10);
    frame(2);
    assert_trace("on@1.65 ");
    assert_false(coir_run_is_running(run));
}

static void destroy_user(CoirNode *of, void *user)
{
    (void)of;
    coir_node_destroy(user);
}

static void a_target_destroyed_in_a_call_of_the_run(void **state)
{
    CoirNode *target = child_of(scene);
    (void)state;
    act_on(hero, coir_sequence(coir_targeted(target, coir_sequence(walk(), coir_call(destroy_user, target), say("no"),
                                                                   coir_move_by(1, 0, 1))),
                               say("on")));
    frame(5);
    assert_trace("on@2 ");
}

static void the_node_is_destroyed_in_the_middle_while_its_target_lives(void **state)
{
    CoirNode *target = child_of(scene);
    (void)state;
    act_on(hero, coir_targeted(target, coir_blink(1, 1)));
    frame(0.25);
    assert_false(target->visible);
    coir_node_destroy(hero);
    assert_true(target->visible); // a blink that ends shows the node again
    frame(1);
    assert_true(target->visible);
}

TEST_FILE(action_cases)
{
    const struct CMUnitTest tests[] = {
        action_test(stop_yourself_by_tag_from_your_own_call),
        action_test(remove_your_child_and_your_sibling_from_your_own_call),
        action_test(repeat_forever_of_a_tenth_of_a_second_makes_ten_loops_in_a_second),
        action_test(an_action_of_300000_seconds_ends_within_one_frame),
        action_test(repeat_n_of_an_instant_makes_n_calls_also_for_0_and_1),
        action_test(a_spawn_of_two_instants_makes_each_once),
        action_test(reverse_of_a_fade_begun_later),
        action_test(repeat_of_a_blink_ends_as_found),
        action_test(reverse_time_of_a_repeat_of_a_skew_or_a_spline_begins_at_the_end_and_ends_at_the_begin),
        action_test(an_elastic_or_back_ease_over_a_repeat_swings_and_ends_exactly),
        action_test(a_back_ease_over_a_spline_overshoots_and_ends_at_its_last_point),
        action_test(an_elastic_or_back_ease_over_a_fade_or_a_tint_does_not_wrap),
        action_test(a_stopped_blink_leaves_the_node_visible_as_found),
        action_test(a_blink_in_a_targeted_of_its_own_node_is_a_blink_of_the_node),
        action_test(removing_a_child_while_pausing_and_resuming_everything),
        action_test(a_description_is_released_by_all_its_owners_while_it_runs),
        action_test(a_target_destroyed_in_the_middle_does_not_end_the_composition),
        action_test(a_target_destroyed_in_a_call_of_the_run),
        action_test(the_node_is_destroyed_in_the_middle_while_its_target_lives),
    };
    return cmocka_run_group_tests_name("action_cases", tests, NULL, NULL);
}
