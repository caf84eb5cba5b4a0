// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs of nodes that move to another stage or manager, and runs during a change of scenes. The end of a stage must not
// end the runs of a node that has left the stage.

#include "support/action_instants.h"

static void destroy_stage(CoirNode *of, void *user)
{
    (void)of, (void)user;
    coir_stage_destroy(stage);
    stage = NULL;
}

static void a_stage_is_destroyed_in_a_call(void **state)
{
    (void)state;
    act_on(scene, walk());
    act_on(hero, coir_sequence(coir_delay(0.1), coir_call(destroy_stage, NULL), say("a")));
    act_on(hero, say("b"));
    frame(1);
    assert_trace("");
    assert_int_equal(coir_nodes_count(), 1);
}

static void a_node_waits_while_its_stage_is_destroyed_and_continues_on_another(void **state)
{
    (void)state;
    CoirRun run = act_on(node, walk());
    coir_node_add(scene, node);
    frame(0.25);
    coir_node_detach(node);
    coir_stage_destroy(stage);
    assert_true(coir_run_is_running(run)); // the run waits, as timers do
    stage = coir_stage_new();
    assert_true(coir_stage_update(stage, 5));
    node_ref = (CoirNodeRef){0, 0};
    assert_true(coir_stage_show(stage, node));
    frame(0);
    frame(0.25);
    assert_at(node->position.x, 50);
}

static void show_other(CoirNode *of, void *user)
{
    (void)of;
    assert_true(coir_stage_show(stage, user));
}

static void a_scene_is_changed_in_a_call(void **state)
{
    CoirNode *next = coir_node_new();
    (void)state;
    act_on(next, coir_sequence(say("next"), coir_delay(0.5), say("next")));
    act_on(hero, coir_sequence(coir_delay(0.1), coir_call(show_other, next), coir_delay(0.4), say("old")));
    frame(1);
    assert_trace("old@0.5 "); // the scene changes after all runs of the step
    assert_ptr_equal(coir_stage_scene(stage), next);
    frame(1);
    assert_trace("next@1 next@1.5 ");
    assert_int_equal(coir_action_manager_count(coir_stage_actions(stage)), 0);
}

static void move_to_stage(CoirNode *of, void *user)
{
    coir_node_detach(of);
    assert_true(coir_node_add(user, of));
}

static void a_node_moves_to_another_stage_in_its_own_call(void **state)
{
    CoirStage *other = coir_stage_new();
    CoirNode *other_scene = coir_node_new();
    (void)state;
    assert_true(coir_stage_show(other, other_scene) && coir_stage_update(other, 7));
    act_on(hero, coir_spawn(walk(), coir_sequence(coir_delay(0.1), coir_call(move_to_stage, other_scene), say("a"))));
    frame(0.5);
    assert_at(hero->position.x, 10);
    assert_int_equal(coir_action_manager_count(coir_stage_actions(stage)), 0);
    assert_true(coir_stage_update(other, 0.25));
    assert_at(hero->position.x, 35);
    assert_trace("a@7 ");
    coir_stage_destroy(other);
}

static void a_node_goes_from_a_manager_to_a_stage_and_keeps_its_time(void **state)
{
    (void)state;
    play(walk());
    step(0.25);
    frame(7);
    assert_true(coir_node_add(scene, node));
    assert_int_equal(coir_action_manager_count(manager), 0);
    step(0.25);
    assert_at(node->position.x, 25);
    frame(0.25);
    assert_at(node->position.x, 50);
    coir_node_detach(node);
    assert_false(coir_run_is_running(coir_action_manager_run(manager, node, walk())));
    assert_mistake("another manager");
}

// Off stage, the clock of the node belongs to no stage, and stands still.
static void the_manager_of_a_stage_runs_no_action_on_a_node_off_stage(void **state)
{
    (void)state;
    assert_true(coir_node_set_time_scale(node, 0.5));
    assert_false(coir_run_is_running(coir_action_manager_run(coir_stage_actions(stage), node, walk())));
    assert_mistake("coir_action_manager_run: this manager belongs to a stage");
    assert_int_equal(coir_action_manager_count(coir_stage_actions(stage)), 0);
}

TEST_FILE(action_stage)
{
    const struct CMUnitTest tests[] = {
        action_test(a_stage_is_destroyed_in_a_call),
        action_test(a_node_waits_while_its_stage_is_destroyed_and_continues_on_another),
        action_test(a_scene_is_changed_in_a_call),
        action_test(a_node_moves_to_another_stage_in_its_own_call),
        action_test(a_node_goes_from_a_manager_to_a_stage_and_keeps_its_time),
        action_test(the_manager_of_a_stage_runs_no_action_on_a_node_off_stage),
    };
    return cmocka_run_group_tests_name("action_stage", tests, NULL, NULL);
}
