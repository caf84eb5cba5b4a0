// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The time from which a run counts (rule 4.1) when the run begins, or when its node is paused and resumed: between
// frames, in a per-frame update, in a timer and in a call of an action, on stage and off stage.

#include "support/action_instants.h"

static void start_hero(CoirNode *target, void *user)
{
    (void)target;
    act_on(user, walk());
}

static void start_hero_once(void *target, double dt, void *user)
{
    (void)dt;
    coir_node_every_frame(target, NULL, NULL, 0);
    start_hero(target, user);
}

static void rule_4_1_between_frames_a_run_begins_at_the_last_frames_time(void **state)
{
    (void)state;
    frame(0.5);
    act_on(hero, walk());
    assert_at(hero->position.x, 0);
    frame(0.25);
    assert_at(hero->position.x, 25);
}

static void rule_4_1_a_run_started_in_a_per_frame_update_begins_at_the_frames_time(void **state)
{
    (void)state;
    coir_node_every_frame(scene, start_hero_once, hero, 0);
    frame(0.5);
    assert_int_equal(coir_node_run_count(hero), 1);
    assert_at(hero->position.x, 0);
    frame(0.25);
    assert_at(hero->position.x, 25);
}

static void rule_4_1_a_run_started_in_a_timer_begins_at_the_due_time(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.1, start_hero, hero);
    frame(0.5);
    assert_at(hero->position.x, 40);
    frame(0.25);
    assert_at(hero->position.x, 65);
}

static void walk_anew(CoirNode *of, void *user)
{
    (void)of;
    act_on(user, walk());
}

static void rule_4_1_a_run_started_in_a_call_begins_at_the_calls_instant(void **state)
{
    (void)state;
    act_on(scene, coir_sequence(coir_delay(0.1), coir_call(walk_anew, hero)));
    frame(0.5);
    assert_at(hero->position.x, 0); // the next update is the first to step the new run (4.10)
    frame(0.25);
    assert_at(hero->position.x, 65);
}

static void rule_4_1_in_a_call_inside_a_repeat_and_an_ease_too(void **state)
{
    (void)state;
    act_on(scene,
           coir_sequence(coir_delay(0.1), coir_repeat(1, coir_sequence(coir_delay(0.1), coir_call(walk_anew, hero)))));
    frame(0.5);
    frame(0.25);
    assert_at(hero->position.x, 55);
    hero->position.x = 0;
    coir_node_stop_all(hero);
    CoirAction *inner = coir_sequence(coir_delay(0.5), coir_call(walk_anew, hero), coir_delay(0.5));
    act_on(scene, coir_ease(COIR_EASE_IN_SINE, inner)); // half of the way at two thirds of the time
    frame(0.75);
    frame(0.25);
    assert_at(hero->position.x, 100.0 / 3);
}

static void rule_4_1_a_run_started_off_stage_begins_when_the_node_enters(void **state)
{
    (void)state;
    CoirRun run = act_on(node, walk());
    frame(0.5);
    assert_at(node->position.x, 0);
    assert_true(coir_run_is_running(run));
    assert_int_equal(coir_node_run_count(node), 1);
    assert_true(coir_node_add(scene, node));
    frame(0.25);
    assert_at(node->position.x, 25);
    frame(0.75);
    assert_at(node->position.x, 100);
    assert_false(coir_run_is_running(run));
}

static void enter_stage(CoirNode *target, void *user)
{
    (void)user;
    assert_true(coir_node_add(target, node));
}

static void enter_stage_once(void *target, double dt, void *user)
{
    (void)dt;
    coir_node_every_frame(target, NULL, NULL, 0);
    enter_stage(target, user);
}

static void rule_4_1_entering_in_a_per_frame_update_or_a_timer_counts_as_beginning_there(void **state)
{
    (void)state;
    act_on(node, walk());
    coir_node_every_frame(scene, enter_stage_once, NULL, 0);
    frame(0.5);
    assert_at(node->position.x, 0);
    frame(0.25);
    assert_at(node->position.x, 25);
    coir_node_detach(node);
    frame(7);
    coir_node_once_after(scene, 0.1, enter_stage, NULL);
    frame(0.3);
    assert_at(node->position.x, 45);
}

static void rule_4_1_a_run_started_on_a_paused_node_begins_when_the_node_resumes(void **state)
{
    (void)state;
    coir_node_pause(hero);
    CoirRun run = act_on(hero, walk());
    frame(0.5);
    assert_at(hero->position.x, 0);
    assert_true(coir_run_is_running(run));
    coir_node_resume(hero);
    frame(0.25);
    assert_at(hero->position.x, 25);
}

static void rule_4_1_a_run_begins_when_its_node_is_resumed_and_on_stage(void **state)
{
    (void)state;
    coir_node_pause(node);
    act_on(node, walk());
    coir_node_add(scene, node);
    frame(0.5);
    assert_at(node->position.x, 0);
    coir_node_detach(node);
    coir_node_resume(node);
    frame(0.5);
    assert_at(node->position.x, 0);
    coir_node_add(scene, node);
    frame(0.5);
    assert_at(node->position.x, 50);
}

static void pause_target(CoirNode *target, void *user)
{
    (void)target;
    coir_node_pause(user);
}

static void resume_target(CoirNode *target, void *user)
{
    (void)target;
    coir_node_resume(user);
}

static void pause_and_resume_target(CoirNode *target, void *user)
{
    pause_target(target, user);
    resume_target(target, user);
}

static void pause_in_frame(void *target, double dt, void *user)
{
    (void)dt;
    pause_target(target, user);
}

static void pause_and_resume_in_frame(void *target, double dt, void *user)
{
    (void)dt;
    pause_and_resume_target(target, user);
}

static void rule_4_1_a_pause_keeps_the_rest_of_a_run(void **state)
{
    (void)state;
    act_on(hero, walk());
    frame(0.25);
    coir_node_pause(hero);
    assert_true(coir_node_is_paused(hero));
    frame(10);
    assert_at(hero->position.x, 25);
    coir_node_resume(hero);
    frame(0.25);
    assert_at(hero->position.x, 50);
}

static void rule_4_1_a_pause_in_a_timer_counts_from_its_due_time(void **state)
{
    (void)state;
    act_on(hero, walk());
    coir_node_once_after(scene, 0.1, pause_target, hero);
    coir_node_once_after(scene, 0.6, resume_target, hero);
    frame(0.5);
    frame(0.25);
    assert_at(hero->position.x, 25); // 0.1 s before the pause, 0.15 s after the pause
}

static void rule_4_1_a_pause_that_is_over_at_once_changes_nothing(void **state)
{
    (void)state;
    act_on(hero, walk());
    coir_node_every_frame(scene, pause_and_resume_in_frame, hero, 0);
    coir_node_every(scene, 0.07, pause_and_resume_target, hero);
    for (int i = 1; i <= 4; i++) {
        frame(0.2);
        coir_node_pause(hero);
        coir_node_resume(hero);
        assert_at(hero->position.x, 20 * i);
    }
}

static void rule_4_1_time_never_counts_twice_where_a_timer_ends_a_pause_of_the_same_frame(void **state)
{
    (void)state;
    act_on(hero, walk());
    frame(0.25);
    coir_node_every_frame(scene, pause_in_frame, hero, 0);
    coir_node_once_after(scene, 0.1, resume_target, hero);
    frame(0.25);
    coir_node_every_frame(scene, NULL, NULL, 0);
    assert_true(hero->position.x <= 50);
    frame(0.25);
    assert_true(hero->position.x <= 75);
}

static void rule_4_1_a_manager_alone_has_a_clock_of_its_own(void **state)
{
    (void)state;
    step(5);
    play(walk());
    frame(1);
    assert_at(node->position.x, 0);
    step(0.25);
    assert_at(node->position.x, 25);
    step(0);
    assert_at(node->position.x, 25);
}

static void detach_node(CoirNode *of, void *user)
{
    (void)user;
    assert_ptr_equal(coir_node_detach(of), of);
}

static void pause_node(CoirNode *of, void *user)
{
    (void)user;
    coir_node_pause(of);
}

static void pause_and_resume_node(CoirNode *of, void *user)
{
    (void)user;
    coir_node_pause(of);
    coir_node_resume(of);
}

// Runs an action on `hero` that calls `stop` at 0.1 s. After `go_on` at 3.5 s, the run must continue from its time of
// 0.1 s.
static void stop_in_own_call(CoirCallFn stop, void (*go_on)(void))
{
    act_on(hero, coir_sequence(
                     coir_spawn(walk(), coir_sequence(coir_delay(0.1), say_x("a"), coir_call(stop, NULL), say_x("b"))),
                     say_x("c")));
    frame(0.5);
    assert_trace("a@0.1:10 ");
    assert_at(hero->position.x, 10);
    frame(3);
    go_on();
    frame(0.25);
    assert_trace("b@3.5:10 ");
    assert_at(hero->position.x, 35);
    frame(1);
    assert_trace("c@4.4:100 ");
}

static void go_on_by_resuming(void)
{
    coir_node_resume(hero);
}

static void go_on_by_adding(void)
{
    assert_true(coir_node_add(scene, hero));
}

static void rule_4_1_a_node_paused_in_its_own_call_is_frozen_at_that_instant(void **state)
{
    (void)state;
    stop_in_own_call(pause_node, go_on_by_resuming);
}

static void rule_4_1_a_node_detached_in_its_own_call_is_frozen_at_that_instant(void **state)
{
    (void)state;
    stop_in_own_call(detach_node, go_on_by_adding);
}

static void rule_4_1_the_same_inside_loops_and_eases(void **state)
{
    (void)state;
    CoirAction *loop = coir_sequence(coir_call(pause_node, NULL), say("a"), coir_repeat(2, coir_call(pause_node, NULL)),
                                     say("b"), coir_move_by(0.5, 50, 0));
    act_on(hero, coir_sequence(coir_ease(COIR_EASE_LINEAR, coir_repeat(2, coir_repeat(2, loop))), say_x("end")));
    for (int i = 0; i < 12; i++) { // three pauses in each of the four loops
        frame(1);
        assert_true(coir_node_is_paused(hero));
        coir_node_resume(hero);
    }
    assert_trace("a@1 b@3 a@4 b@6 a@7 b@9 a@10 ");
    frame(1);
    assert_trace("b@12 end@12.5:200 ");
}

static void rule_4_1_a_pause_in_an_own_call_that_is_over_at_once_changes_nothing(void **state)
{
    (void)state;
    act_on(hero,
           coir_spawn(walk(), coir_repeat(9, coir_sequence(coir_delay(0.1), coir_call(pause_and_resume_node, NULL)))));
    frame(0.55);
    assert_at(hero->position.x, 55);
    frame(0.25);
    assert_at(hero->position.x, 80);
}

static void pause_other(CoirNode *of, void *other)
{
    (void)of;
    coir_node_pause(other);
}

static void pause_and_resume_other(CoirNode *of, void *other)
{
    (void)of;
    coir_node_pause(other);
    coir_node_resume(other);
}

static void rule_4_1_a_run_stopped_by_the_call_of_another_run_never_goes_back(void **state)
{
    (void)state;
    act_on(hero, walk()); // stepped first: has reached the end of the frame when the other run pauses `hero`
    act_on(scene, coir_sequence(coir_delay(0.1), coir_call(pause_and_resume_other, hero), coir_delay(0.5),
                                coir_call(pause_other, hero)));
    frame(0.25);
    assert_at(hero->position.x, 25);
    frame(0.25);
    assert_at(hero->position.x, 50);
    frame(0.25);
    assert_at(hero->position.x, 75);
    coir_node_resume(hero);
    frame(0.125);
    assert_at(hero->position.x, 87.5);
}

static void rule_4_1_a_run_paused_by_another_runs_call_before_its_turn_shows_that_instant(void **state)
{
    (void)state;
    act_on(scene, coir_sequence(coir_delay(0.1), coir_call(pause_other, hero)));
    act_on(hero, walk());
    frame(0.25);
    coir_node_resume(hero);
    frame(0.25);
    assert_at(hero->position.x, 35);
}

TEST_FILE(action_begin)
{
    const struct CMUnitTest tests[] = {
        action_test(rule_4_1_between_frames_a_run_begins_at_the_last_frames_time),
        action_test(rule_4_1_a_run_started_in_a_per_frame_update_begins_at_the_frames_time),
        action_test(rule_4_1_a_run_started_in_a_timer_begins_at_the_due_time),
        action_test(rule_4_1_a_run_started_in_a_call_begins_at_the_calls_instant),
        action_test(rule_4_1_in_a_call_inside_a_repeat_and_an_ease_too),
        action_test(rule_4_1_a_run_started_off_stage_begins_when_the_node_enters),
        action_test(rule_4_1_entering_in_a_per_frame_update_or_a_timer_counts_as_beginning_there),
        action_test(rule_4_1_a_run_started_on_a_paused_node_begins_when_the_node_resumes),
        action_test(rule_4_1_a_run_begins_when_its_node_is_resumed_and_on_stage),
        action_test(rule_4_1_a_pause_keeps_the_rest_of_a_run),
        action_test(rule_4_1_a_pause_in_a_timer_counts_from_its_due_time),
        action_test(rule_4_1_a_pause_that_is_over_at_once_changes_nothing),
        action_test(rule_4_1_time_never_counts_twice_where_a_timer_ends_a_pause_of_the_same_frame),
        action_test(rule_4_1_a_manager_alone_has_a_clock_of_its_own),
        action_test(rule_4_1_a_node_paused_in_its_own_call_is_frozen_at_that_instant),
        action_test(rule_4_1_a_node_detached_in_its_own_call_is_frozen_at_that_instant),
        action_test(rule_4_1_the_same_inside_loops_and_eases),
        action_test(rule_4_1_a_pause_in_an_own_call_that_is_over_at_once_changes_nothing),
        action_test(rule_4_1_a_run_stopped_by_the_call_of_another_run_never_goes_back),
        action_test(rule_4_1_a_run_paused_by_another_runs_call_before_its_turn_shows_that_instant),
    };
    return cmocka_run_group_tests_name("action_begin", tests, NULL, NULL);
}
