// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Ends of runs (rule 4.9): a run is done, a run is stopped, or its node is destroyed. A call of the run itself may
// cause the end.

#include "support/action_instants.h"

static void is_forgotten(CoirNode *of, void *run)
{
    note("%s%d ", coir_run_is_running(*(CoirRun *)run) ? "running" : "ended", coir_node_run_count(of));
}

static void rule_4_9_a_run_that_is_done_is_forgotten(void **state)
{
    CoirRun run;
    (void)state;
    run = play(coir_sequence(coir_delay(1), coir_call(is_forgotten, &run)));
    assert_int_equal(coir_action_manager_count(manager), 1);
    assert_int_equal(coir_node_run_count(node), 1);
    step(1);
    assert_trace("running1 "); // a run counts until its last call has returned
    assert_false(coir_run_is_running(run));
    assert_int_equal(coir_action_manager_count(manager), 0);
    assert_int_equal(coir_node_run_count(node), 0);
}

static void rule_4_9_a_stopped_run_changes_no_property(void **state)
{
    (void)state;
    CoirRun run = play(coir_spawn(walk(), coir_fade_out(1), coir_scale_to(1, 3, 3)));
    step(0.5);
    coir_run_stop(run);
    assert_false(coir_run_is_running(run));
    assert_int_equal(coir_action_manager_count(manager), 0);
    step(1);
    assert_at(node->position.x, 50);
    assert_at(node->opacity, 0.5);
    assert_at(node->scale.x, 2);
}

static void a_stale_run_names_nothing(void **state)
{
    static const CoirRun none = {0, 0}, wild = {123456, 7};
    (void)state;
    CoirRun run = play(walk());
    coir_run_stop(run);
    step(0);
    CoirRun next = play(walk()); // takes the slot of the stopped run
    assert_int_equal(next.index, run.index);
    assert_false(coir_run_is_running(run));
    coir_run_stop(run);
    coir_run_stop(none);
    coir_run_stop(wild);
    assert_false(coir_run_is_running(none));
    assert_false(coir_run_is_running(wild));
    assert_true(coir_run_is_running(next));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void a_stale_run_stays_stale_when_everything_was_freed(void **state)
{
    (void)state;
    CoirRun run = play(walk());
    destroy_stage_and_manager();
    assert_false(coir_run_is_running(run));
    setup_stage_and_manager(state);
    CoirRun next = play(walk());
    assert_false(coir_run_is_running(run));
    assert_true(coir_run_is_running(next));
}

static void destroy_node(CoirNode *of, void *user)
{
    coir_node_destroy(user ? user : of);
}

static void rule_4_9_a_node_destroyed_in_its_own_call_is_not_acted_on_any_more(void **state)
{
    (void)state;
    CoirRun run = act_on(hero, coir_sequence(say("a"), coir_call(destroy_node, NULL), say("b"), walk(), say("c")));
    CoirRun other = act_on(hero, say("d"));
    frame(10);
    assert_trace("a@0 ");
    assert_false(coir_run_is_running(run));
    assert_false(coir_run_is_running(other));
    assert_int_equal(coir_action_manager_count(coir_stage_actions(stage)), 0);
    assert_int_equal(coir_nodes_count(), 2);
}

static void rule_4_9_a_call_inside_loops_and_eases_may_destroy_its_node(void **state)
{
    (void)state;
    CoirAction *loop = coir_repeat(5, coir_sequence(coir_move_by(0.1, 1, 0), coir_call(destroy_node, NULL), say("b")));
    act_on(hero, coir_spawn(coir_ease(COIR_EASE_IN_SINE, coir_sequence(loop, say("c"))), coir_repeat_forever(walk())));
    frame(10);
    assert_trace("");
    play(coir_repeat_forever(coir_sequence(coir_repeat(3, coir_call(destroy_node, NULL)), say("d"))));
    step(1);
    assert_trace("");
    assert_null(coir_node_get(node_ref));
    assert_int_equal(coir_action_manager_count(manager), 0);
}

static void remove_self_destroys_the_node(void **state)
{
    CoirNodeRef ref = coir_node_ref(hero);
    (void)state;
    act_on(hero, coir_sequence(coir_fade_out(1), say("a"), coir_remove_self(), say("b")));
    frame(0.5);
    assert_ptr_equal(coir_node_get(ref), hero);
    frame(0.5);
    assert_trace("a@1 ");
    assert_null(coir_node_get(ref));
    assert_int_equal(coir_node_child_count(scene), 0);
}

static void a_parent_is_destroyed_in_its_childs_call(void **state)
{
    (void)state;
    act_on(hero, coir_sequence(coir_call(destroy_node, scene), say("a")));
    act_on(scene, say("b"));
    frame(1);
    assert_trace("");
    assert_null(coir_stage_scene(stage));
    assert_int_equal(coir_action_manager_count(coir_stage_actions(stage)), 0);
}

static void a_node_destroyed_in_anothers_call_takes_its_runs_along(void **state)
{
    (void)state;
    CoirRun before = act_on(hero, walk());
    act_on(scene, coir_call(destroy_node, hero));
    CoirRun after = act_on(hero, say("a"));
    frame(0.5);
    assert_trace("");
    assert_false(coir_run_is_running(before));
    assert_false(coir_run_is_running(after));
}

static void stop_run(CoirNode *of, void *run)
{
    (void)of;
    coir_run_stop(*(CoirRun *)run);
    assert_false(coir_run_is_running(*(CoirRun *)run));
}

static void a_run_stops_itself_in_its_own_call(void **state)
{
    CoirRun run, other;
    (void)state;
    other = play(walk());
    run =
        play(coir_spawn(coir_sequence(coir_delay(0.1), coir_call(stop_run, &run), say("a")), coir_move_by(1, 0, 100)));
    step(0.5);
    assert_trace("");
    assert_at(node->position.y, 10);
    assert_at(node->position.x, 50);
    assert_true(coir_run_is_running(other));
    assert_int_equal(coir_action_manager_count(manager), 1);
}

static void rule_4_10_a_run_stopped_before_its_turn_is_not_stepped(void **state)
{
    CoirRun first, last;
    (void)state;
    first = play(coir_repeat_forever(loop_of(1, say("first"))));
    play(coir_sequence(coir_delay(1), coir_call(stop_run, &first), coir_call(stop_run, &last)));
    last = play(coir_repeat_forever(loop_of(1, say("last"))));
    step(0.5);
    assert_trace("first@0 last@0 ");
    step(0.5);
    assert_trace("first@1 ");
    step(5);
    assert_trace("");
    assert_int_equal(coir_action_manager_count(manager), 0);
}

static void stop_all_and_start_anew(CoirNode *of, void *user)
{
    coir_node_stop_all(of);
    assert_int_equal(coir_node_run_count(of), 0);
    coir_action_manager_run(manager, of, user);
}

static void stop_all_then_run_a_new_one_in_a_call(void **state)
{
    (void)state;
    play(coir_repeat_forever(walk()));
    play(coir_sequence(coir_delay(0.1), coir_call(stop_all_and_start_anew, coir_sequence(coir_delay(0.2), say("new"))),
                       say("old")));
    step(0.2);
    assert_int_equal(coir_node_run_count(node), 1);
    assert_at(node->position.x, 20); // the call at 0.1 s stops a run that was already stepped to 0.2 s
    step(1);
    assert_trace("new@0.3 ");
    assert_at(node->position.x, 20);
}

static void stop_all_stops_the_runs_of_one_node(void **state)
{
    (void)state;
    CoirRun mine = act_on(hero, walk()), also = act_on(hero, walk()), others = act_on(scene, walk());
    coir_node_stop_all(hero);
    assert_false(coir_run_is_running(mine));
    assert_false(coir_run_is_running(also));
    assert_true(coir_run_is_running(others));
    coir_node_stop_all(hero);
    assert_int_equal(coir_node_run_count(hero), 0);
    assert_int_equal(coir_action_manager_count(coir_stage_actions(stage)), 1);
}

static void release_description(CoirNode *of, void *user)
{
    (void)of;
    CoirAction **action = user;
    coir_action_release(*action);
    *action = NULL;
}

static void a_description_is_released_in_its_own_call(void **state)
{
    CoirAction *action;
    (void)state;
    action = coir_sequence(coir_call(release_description, &action), coir_repeat(2, say("a")), walk(), say("b"));
    play(coir_action_retain(action));
    step(2);
    assert_trace("a@0 a@0 b@1 ");
    assert_null(action);
    CoirRun run;
    CoirAction *own = coir_sequence(coir_call(stop_run, &run), say("c")); // the run is the only owner
    run = play(own);
    step(1);
    assert_trace("");
}

static void run_on_the_dead(CoirNode *of, void *user)
{
    (void)user;
    coir_node_destroy(of);
    CoirRun run = coir_node_run(of, walk());
    assert_false(coir_run_is_running(run));
    assert_mistake("has been destroyed");
    coir_node_stop_all(of);
    coir_node_pause(of);
    coir_node_resume(of);
    assert_int_equal(coir_node_run_count(of), 0);
}

static void nothing_runs_on_a_destroyed_node(void **state)
{
    (void)state;
    act_on(hero, coir_call(run_on_the_dead, NULL));
    frame(1);
    assert_int_equal(coir_action_manager_count(coir_stage_actions(stage)), 0);
}

TEST_FILE(action_end)
{
    const struct CMUnitTest tests[] = {
        action_test(rule_4_9_a_run_that_is_done_is_forgotten),
        action_test(rule_4_9_a_stopped_run_changes_no_property),
        action_test(a_stale_run_names_nothing),
        action_test(a_stale_run_stays_stale_when_everything_was_freed),
        action_test(rule_4_9_a_node_destroyed_in_its_own_call_is_not_acted_on_any_more),
        action_test(rule_4_9_a_call_inside_loops_and_eases_may_destroy_its_node),
        action_test(remove_self_destroys_the_node),
        action_test(a_parent_is_destroyed_in_its_childs_call),
        action_test(a_node_destroyed_in_anothers_call_takes_its_runs_along),
        action_test(a_run_stops_itself_in_its_own_call),
        action_test(rule_4_10_a_run_stopped_before_its_turn_is_not_stepped),
        action_test(stop_all_then_run_a_new_one_in_a_call),
        action_test(stop_all_stops_the_runs_of_one_node),
        action_test(a_description_is_released_in_its_own_call),
        action_test(nothing_runs_on_a_destroyed_node),
    };
    return cmocka_run_group_tests_name("action_end", tests, NULL, NULL);
}
