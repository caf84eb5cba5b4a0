// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Action managers: updates, several managers, pausing and stopping all runs, dumps, managers on a scheduler, the list
// of runs during an update, and very many runs.

#include "support/action_instants.h"

#include <stdlib.h>

// Updates (rule 4.10) ------------------------------------------------------------------------------------------------

static void rule_4_10_runs_are_stepped_in_the_order_in_which_they_were_added(void **state)
{
    (void)state;
    act_on(scene, coir_sequence(say("a"), coir_delay(1), say("a")));
    act_on(hero, coir_sequence(say("b"), coir_delay(0.5), say("b")));
    act_on(scene, coir_sequence(say("c"), coir_delay(0.2), say("c")));
    frame(1);
    assert_trace("a@0 a@1 b@0 b@0.5 c@0 c@0.2 ");
}

static void run_another(CoirNode *of, void *user)
{
    coir_action_manager_run(manager, of, coir_call(run_another, user));
    ++*(int *)user;
}

static void rule_4_10_a_run_that_a_call_starts_waits_for_the_next_update(void **state)
{
    int count = 0;
    (void)state;
    play(coir_call(run_another, &count));
    play(coir_delay(100)); // added before the new run, and not yet stepped when the new run is added
    for (int i = 1; i <= 5; i++) {
        step(1);
        assert_int_equal(count, i);
    }
}

static CoirRun added;

static void add_walk(CoirNode *of, void *user)
{
    (void)user;
    added = coir_action_manager_run(manager, of, walk());
}

static void rule_4_10_a_run_added_in_an_update_is_first_stepped_in_the_next(void **state)
{
    (void)state;
    play(coir_sequence(coir_delay(0.25), coir_call(add_walk, NULL)));
    play(coir_delay(100));
    step(0.75);
    assert_at(node->position.x, 0);
    assert_true(coir_run_is_running(added));
    step(0);
    assert_at(node->position.x, 50);
}

static void update_inside(CoirNode *of, void *user)
{
    (void)of;
    assert_false(coir_action_manager_update(user, 1));
    assert_mistake("inside an update");
}

static void rule_4_10_an_update_inside_an_update_is_a_mistake(void **state)
{
    (void)state;
    play(coir_sequence(coir_call(update_inside, manager), say("a")));
    step(0.5);
    assert_trace("a@0 ");
    assert_at(coir_to_seconds(manager->time), 0.5);
}

static void update_other(CoirNode *of, void *user)
{
    (void)of;
    assert_true(coir_action_manager_update(user, 3));
}

static void another_manager_may_be_updated_in_a_call(void **state)
{
    CoirActionManager *other = coir_action_manager_new();
    (void)state;
    assert_true(coir_run_is_running(coir_action_manager_run(other, hero, say("x"))) == false); // hero is on a stage
    assert_mistake("on a stage");
    CoirNode *loner = coir_node_new();
    assert_true(coir_run_is_running(coir_action_manager_run(other, loner, coir_sequence(coir_delay(2), say("inner")))));
    play(coir_sequence(coir_delay(0.25), say("a"), coir_call(update_other, other), say("b")));
    step(1);
    assert_trace("a@0.25 inner@2 b@0.25 ");
    coir_node_destroy(loner);
    coir_action_manager_destroy(other);
}

static void a_bad_dt_is_a_mistake(void **state)
{
    static const double bad[] = {-1, -1e-12, NAN, INFINITY, -INFINITY, COIR_SECONDS_MAX * 1.001};
    (void)state;
    play(walk());
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(coir_action_manager_update(manager, bad[i]));
        assert_mistake("hundred years");
        assert_false(coir_stage_update(stage, bad[i]));
        assert_mistake("hundred years");
    }
    assert_false(coir_action_manager_update(NULL, 1));
    assert_mistake("NULL");
    step(0.5);
    assert_at(node->position.x, 50);
    step(COIR_SECONDS_MAX - 1);
    assert_false(coir_action_manager_update(manager, 1));
    assert_mistake("hundred years");
}

static void a_stages_manager_is_updated_by_its_stage(void **state)
{
    (void)state;
    act_on(hero, walk());
    assert_false(coir_action_manager_update(coir_stage_actions(stage), 1));
    assert_mistake("update the stage");
    assert_at(hero->position.x, 0);
}

// Destroyed managers and mistakes ------------------------------------------------------------------------------------

static void destroy_manager(CoirNode *of, void *user)
{
    (void)of, (void)user;
    coir_action_manager_destroy(manager);
    manager = NULL;
}

static void a_manager_is_destroyed_in_a_call(void **state)
{
    (void)state;
    CoirRun first = play(walk());
    CoirRun run = play(coir_sequence(coir_delay(0.1), coir_call(destroy_manager, NULL), say("a")));
    CoirRun last = play(say("b"));
    step(1);
    assert_trace("");
    assert_false(coir_run_is_running(first) || coir_run_is_running(run) || coir_run_is_running(last));
    assert_int_equal(coir_node_run_count(node), 0);
    assert_true(coir_node_add(scene, node)); // the node is free for another manager
    act_on(node, say("c"));
    frame(1);
    assert_trace("c@0 ");
}

static void destroy_manager_and_use_the_manager(CoirNode *of, void *user)
{
    CoirActionManager *dead = manager;
    destroy_manager(of, user);
    coir_action_manager_destroy(dead);
    assert_int_equal(coir_action_manager_count(dead), 0);
    assert_false(coir_action_manager_update(dead, 1));
    CoirRun run = coir_action_manager_run(dead, of, walk());
    assert_false(coir_run_is_running(run));
    assert_mistake("destroyed");
}

static void a_manager_destroyed_in_a_call_runs_nothing_more(void **state)
{
    (void)state;
    play(coir_call(destroy_manager_and_use_the_manager, NULL));
    step(1);
    assert_int_equal(coir_node_run_count(node), 0);
}

static void running_nothing_is_reported_and_harmless(void **state)
{
    (void)state;
    CoirRun runs[5];
    runs[0] = coir_node_run(hero, coir_sequence(walk(), coir_delay(-1)));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 2); // from coir_delay and from coir_node_run
    assert_non_null(strstr(support_last_message(), "coir_delay"));
    runs[1] = coir_node_run(NULL, walk());
    assert_mistake("the node is NULL");
    runs[2] = coir_action_manager_run(NULL, node, walk());
    assert_mistake("the manager is NULL");
    runs[3] = coir_action_manager_run(manager, NULL, walk());
    assert_mistake("the node is NULL");
    runs[4] = coir_action_manager_run(manager, node, NULL);
    for (int i = 0; i < 5; i++)
        assert_true(runs[i].index == 0 && runs[i].generation == 0);
    assert_int_equal(coir_action_manager_count(manager), 0);
    assert_int_equal(coir_action_manager_count(NULL), 0);
    assert_int_equal(coir_node_run_count(NULL), 0);
    coir_action_manager_destroy(NULL);
}

static CoirNode *nodes[4]; // nodes with runs of `manager`; the tests destroy the nodes

static void make_nodes(void)
{
    for (int i = 0; i < COUNT(nodes); i++)
        nodes[i] = coir_node_new();
}

static void destroy_nodes(void)
{
    for (int i = 0; i < COUNT(nodes); i++)
        coir_node_destroy(nodes[i]);
}

static CoirRun run_on(int i, CoirAction *action)
{
    CoirRun run = coir_action_manager_run(manager, nodes[i], action);
    assert_true(coir_run_is_running(run));
    return run;
}

static void note_places(void)
{
    for (int i = 0; i < COUNT(nodes); i++)
        note("%.6g ", (double)nodes[i]->position.x);
}

// All runs -----------------------------------------------------------------------------------------------------------

static void rule_4_11_pause_all_returns_exactly_the_nodes_that_were_paused_by_the_call(void **state)
{
    (void)state;
    make_nodes();
    for (int i = 0; i < 3; i++)
        run_on(i, walk()), run_on(i, coir_delay(9));
    coir_node_pause(nodes[1]);
    step(0.25);
    CoirNodeSet *set = coir_action_manager_pause_all(manager);
    assert_int_equal(coir_node_set_count(set), 2);
    note("%d%d%d%d", coir_node_set_contains(set, nodes[0]), coir_node_set_contains(set, nodes[1]),
         coir_node_set_contains(set, nodes[2]), coir_node_set_contains(set, nodes[3]));
    assert_trace("1010");
    run_on(3, walk()); // added after the pause: not in the set, so the node moves
    step(0.25);
    note_places();
    assert_trace("25 0 25 25 ");
    assert_true(coir_node_set_resume(set));
    step(0.25);
    note_places();
    assert_trace("50 0 50 50 ");
    assert_true(coir_node_is_paused(nodes[1]));
    coir_node_set_destroy(set);
    destroy_nodes();
}

static void a_node_whose_runs_are_all_paused_is_not_in_the_set(void **state)
{
    (void)state;
    make_nodes();
    CoirRun paused = run_on(0, walk());
    coir_run_pause(paused);
    coir_run_pause(run_on(1, walk()));
    run_on(1, walk());
    CoirNodeSet *set = coir_action_manager_pause_all(manager);
    assert_int_equal(coir_node_set_count(set), 1);
    assert_false(coir_node_is_paused(nodes[0]));
    assert_true(coir_node_is_paused(nodes[1]));
    CoirNodeSet *second = coir_action_manager_pause_all(manager);
    assert_int_equal(coir_node_set_count(second), 0);
    assert_true(coir_node_set_resume(second));
    assert_true(coir_node_is_paused(nodes[1]));
    coir_node_set_destroy(second);
    coir_node_set_destroy(set);
    destroy_nodes();
}

static void a_sleeping_run_counts_as_moving(void **state)
{
    (void)state;
    make_nodes();
    run_on(0, coir_sequence(coir_delay(100), walk()));
    step(1);
    CoirNodeSet *set = coir_action_manager_pause_all(manager);
    assert_true(coir_node_set_contains(set, nodes[0]));
    step(1000);
    coir_node_set_resume(set);
    coir_node_set_destroy(set);
    step(99.5);
    assert_near(nodes[0]->position.x, 50);
    destroy_nodes();
}

static void nodes_of_a_set_may_be_destroyed_and_the_set_outlives_its_manager(void **state)
{
    (void)state;
    make_nodes();
    for (int i = 0; i < 4; i++)
        run_on(i, walk());
    CoirNodeSet *set = coir_action_manager_pause_all(manager);
    coir_node_destroy(nodes[2]);
    coir_nodes_sweep();
    nodes[2] = coir_node_new(); // may get the slot of the old node
    assert_false(coir_node_set_contains(set, nodes[2]) || coir_node_set_contains(set, NULL));
    coir_action_manager_destroy(manager);
    manager = NULL;
    assert_true(coir_node_set_resume(set));
    assert_false(coir_node_is_paused(nodes[3]));
    coir_node_set_destroy(set);
    destroy_nodes();
}

static CoirNodeSet *set_made;

static void pause_everything(CoirNode *of, void *user)
{
    (void)of, (void)user;
    set_made = coir_action_manager_pause_all(manager);
}

// The second run is paused before its first step. Its node shows the instant of the call, too.
static void all_are_paused_in_a_call_at_that_instant(void **state)
{
    (void)state;
    make_nodes();
    run_on(0, coir_spawn(walk(), coir_sequence(coir_delay(0.25), coir_call(pause_everything, NULL), say("no"))));
    run_on(1, walk());
    step(0.5);
    note_places();
    step(1);
    note_places();
    assert_trace("25 25 0 0 25 25 0 0 ");
    assert_int_equal(coir_node_set_count(set_made), 2);
    coir_node_set_resume(set_made);
    coir_node_set_destroy(set_made);
    step(0.5);
    note_places();
    assert_trace("no@1.5 75 75 0 0 ");
    destroy_nodes();
}

static void nulls_are_mistakes_or_empty(void **state)
{
    (void)state;
    assert_null(coir_action_manager_pause_all(NULL));
    assert_mistake("coir_action_manager_pause_all");
    assert_false(coir_node_set_resume(NULL));
    assert_mistake("coir_node_set_resume");
    coir_action_manager_stop_all(NULL);
    assert_mistake("coir_action_manager_stop_all");
    assert_null(coir_action_manager_new_on(NULL));
    assert_mistake("coir_action_manager_new_on");
    assert_false(coir_action_manager_update(NULL, 1));
    assert_mistake("coir_action_manager_update");
    assert_false(coir_action_manager_catch_up(NULL));
    assert_mistake("coir_action_manager_catch_up");
    support_forget_messages();
    coir_node_set_destroy(NULL);
    coir_action_manager_destroy(NULL);
    assert_int_equal(coir_node_set_count(NULL), 0);
    assert_false(coir_node_set_contains(NULL, node));
    assert_int_equal(coir_action_manager_count(NULL), 0);
    assert_true(coir_action_manager_now(NULL) == 0);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void stop_all_stops_every_run_in_insertion_order(void **state)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    (void)state;
    make_nodes();
    CoirRun before[] = {run_on(0, walk()), run_on(0, walk())};
    for (int i = 0; i < 2; i++)
        coir_run_stop(before[i]); // so that the slots of the next runs are not in insertion order
    step(0);
    for (int i = 3; i >= 0; i--)
        coir_run_on_done(run_on(i, i == 2 ? coir_sequence(coir_delay(100), walk()) : walk()), note_end,
                         (void *)names[i]);
    coir_run_on_done(act_on(hero, walk()), note_end, "never");
    step(0.25);
    coir_node_pause(nodes[1]);
    assert_int_equal(coir_action_manager_count(manager), 4);
    coir_action_manager_stop_all(manager);
    assert_trace("d:stopped c:stopped b:stopped a:stopped ");
    assert_int_equal(coir_action_manager_count(manager), 0);
    assert_int_equal(coir_node_run_count(hero), 1);
    step(1000);
    destroy_nodes();
}

static void stop_and_run(CoirNode *of, void *user)
{
    (void)user;
    coir_action_manager_stop_all(manager);
    coir_action_manager_run(manager, of, coir_sequence(say("new"), walk()));
}

static void stop_all_in_a_call_then_run_a_new_one(void **state)
{
    (void)state;
    make_nodes();
    run_on(0, coir_sequence(coir_delay(0.25), coir_call(stop_and_run, NULL), say("no")));
    run_on(1, coir_sequence(coir_delay(0.25), say("no")));
    step(0.5);
    assert_int_equal(coir_action_manager_count(manager), 1);
    step(0.25);
    assert_trace("new@0.25 ");
    assert_near(nodes[0]->position.x, 50);
    destroy_nodes();
}

// Dumps --------------------------------------------------------------------------------------------------------------

static void the_dump_lists_runs_with_their_nodes_and_times(void **state)
{
    char text[1024];
    (void)state;
    make_nodes();
    nodes[0]->name = "ship";
    CoirRun run = run_on(0, coir_move_by(4, 1, 1));
    step(1);
    coir_run_set_speed(run, 0.5);
    coir_run_set_tag(run, 7);
    coir_run_reverse(run);
    CoirRun loop = run_on(1, coir_repeat_forever(coir_delay(0.5)));
    step(1);
    coir_run_pause(loop);
    coir_node_pause(nodes[0]);
    size_t length = coir_action_manager_dump(manager, text, sizeof text);
    assert_int_equal(length, strlen(text));
    static const char *const words[] = {"2 runs at 2 s", "\"ship\"",    "move",      "0.5 of 4 s",     "12 %",
                                        "speed 0.5",     "tag 7",       "backwards", "node is paused", __FILE__,
                                        "repeat",        "without end", "2 loops",   ", paused"};
    for (int i = 0; i < COUNT(words); i++)
        if (!strstr(text, words[i]))
            fail_msg("\"%s\" is not in \"%s\"", words[i], text);
    assert_int_equal(coir_action_manager_dump(manager, NULL, 0), length);
    destroy_nodes();
}

static void dump_is_cut_where_there_is_no_room(void **state)
{
    char whole[512], text[512];
    (void)state;
    play(walk());
    size_t length = coir_action_manager_dump(manager, whole, sizeof whole);
    for (size_t size = 1; size <= length + 1; size++) {
        memset(text, '#', sizeof text);
        assert_int_equal(coir_action_manager_dump(manager, text, size), length);
        assert_int_equal(strlen(text), size - 1);
        assert_memory_equal(text, whole, size - 1);
        assert_int_equal(text[size], '#');
    }
    strcpy(text, "#");
    assert_int_equal(coir_action_manager_dump(NULL, text, sizeof text), 0);
    assert_mistake("coir_action_manager_dump");
    assert_string_equal(text, "");
}

// Several managers ---------------------------------------------------------------------------------------------------

static void two_managers_do_not_touch_each_other(void **state)
{
    CoirActionManager *other = coir_action_manager_new();
    (void)state;
    make_nodes();
    coir_action_manager_run(other, nodes[1], walk());
    run_on(0, walk());
    step(0.5);
    assert_true(coir_action_manager_update(other, 0.25));
    assert_true(coir_action_manager_now(manager) == 0.5 && coir_action_manager_now(other) == 0.25);
    coir_action_manager_stop_all(manager);
    coir_node_set_destroy(coir_action_manager_pause_all(manager));
    assert_true(coir_action_manager_count(manager) == 0 && coir_action_manager_count(other) == 1);
    assert_true(coir_action_manager_update(other, 0.25));
    note_places();
    assert_trace("50 50 0 0 ");
    coir_action_manager_destroy(other);
    destroy_nodes();
}

static void a_node_belongs_to_one_manager_as_long_as_it_has_runs(void **state)
{
    CoirActionManager *other = coir_action_manager_new();
    (void)state;
    CoirRun run = play(walk());
    CoirRun refused = coir_action_manager_run(other, node, walk());
    assert_true(refused.index == 0 && refused.generation == 0);
    assert_mistake("coir_action_manager_run");
    assert_int_equal(coir_node_run_count(node), 1);
    coir_run_stop(run);
    assert_true(coir_run_is_running(coir_action_manager_run(other, node, walk())));
    coir_action_manager_destroy(other);
}

// On a scheduler -----------------------------------------------------------------------------------------------------

static CoirActionManager *by_scheduler;

static void run_on_target(void *target, double elapsed, void *user)
{
    (void)elapsed, (void)user;
    coir_action_manager_run(by_scheduler, target, coir_sequence(say("a"), walk()));
    note("%.10g ", coir_action_manager_now(by_scheduler));
}

static void with_a_scheduler_a_run_started_by_a_timer_begins_at_the_due_time(void **state)
{
    CoirScheduler *scheduler = coir_scheduler_new();
    (void)state;
    assert_true(coir_scheduler_update(scheduler, 2));
    by_scheduler = coir_action_manager_new_on(scheduler);
    assert_true(coir_action_manager_now(by_scheduler) == 2);
    coir_scheduler_once_after(scheduler, node, 0.25, run_on_target, NULL);
    assert_true(coir_scheduler_update(scheduler, 1));
    assert_true(coir_action_manager_now(by_scheduler) == 3);
    assert_true(node->position.x == 0);
    assert_true(coir_action_manager_catch_up(by_scheduler));
    assert_near(node->position.x, 75);
    assert_true(coir_action_manager_catch_up(by_scheduler)); // no time has passed
    assert_near(node->position.x, 75);
    assert_non_null(strstr(noted(), "2.25 "));
    coir_action_manager_destroy(by_scheduler);
    coir_scheduler_destroy(scheduler);
}

static void a_scheduler_in_slow_motion_slows_its_managers_and_no_other(void **state)
{
    CoirScheduler *slow = coir_scheduler_new(), *fast = coir_scheduler_new();
    CoirActionManager *managers[] = {coir_action_manager_new_on(slow), coir_action_manager_new_on(slow),
                                     coir_action_manager_new_on(fast)};
    (void)state;
    make_nodes();
    coir_scheduler_set_time_scale(slow, 0.5);
    for (int i = 0; i < 3; i++)
        coir_action_manager_run(managers[i], nodes[i], walk());
    coir_scheduler_update(slow, 1);
    coir_scheduler_update(fast, 0.75);
    for (int i = 0; i < 3; i++)
        assert_true(coir_action_manager_catch_up(managers[i]));
    note_places();
    assert_trace("50 50 75 0 ");
    for (int i = 0; i < 3; i++)
        coir_action_manager_destroy(managers[i]);
    coir_scheduler_destroy(slow);
    coir_scheduler_destroy(fast);
    destroy_nodes();
}

static void catch_up_again(CoirNode *of, void *user)
{
    (void)of, (void)user;
    assert_false(coir_action_manager_catch_up(by_scheduler));
    assert_mistake("update");
}

static void only_a_manager_alone_is_updated_and_only_one_on_a_scheduler_catches_up(void **state)
{
    CoirScheduler *scheduler = coir_scheduler_new();
    (void)state;
    by_scheduler = coir_action_manager_new_on(scheduler);
    assert_false(coir_action_manager_update(by_scheduler, 1));
    assert_mistake("coir_action_manager_catch_up");
    assert_false(coir_action_manager_catch_up(manager));
    assert_mistake("use coir_action_manager_update");
    assert_false(coir_action_manager_catch_up(coir_stage_actions(stage)));
    assert_mistake("update the stage");
    coir_action_manager_run(by_scheduler, node, coir_call(catch_up_again, NULL));
    assert_true(coir_action_manager_catch_up(by_scheduler));
    coir_action_manager_destroy(by_scheduler);
    coir_scheduler_destroy(scheduler);
}

static void a_manager_without_a_scheduler_of_the_users_is_not_reported_with_an_earlier_error(void **state)
{
    CoirActionManager *managers[] = {manager, coir_stage_actions(stage)};
    (void)state;
    for (int i = 0; i < COUNT(managers); i++) {
        assert_null(coir_action_manager_new_on(NULL));
        assert_false(coir_action_manager_catch_up(managers[i]));
        assert_null(strstr(coir_error(), "coir_action_manager_new_on"));
        assert_mistake("coir_action_manager_catch_up");
    }
}

static void note_now(CoirNode *of, void *user)
{
    (void)of, (void)user;
    note("%.10g ", coir_action_manager_now(manager));
}

static void now_is_the_time_of_the_instant_in_a_call_and_of_the_frame_afterwards(void **state)
{
    (void)state;
    play(coir_sequence(coir_delay(0.1), coir_call(note_now, NULL), coir_delay(0.2), coir_call(note_now, NULL)));
    step(1);
    note_now(node, NULL);
    step(0);
    note_now(node, NULL);
    assert_trace("0.1 0.3 1 1 ");
}

// The list in an update ----------------------------------------------------------------------------------------------

// Starts two runs that end in the second step, then another run if `has_other`, then a run that calls `function` in
// the third step. By then the entries of the first two runs have left the list, and the other entries have moved up.
// Returns the other run.
static CoirRun run_behind_ended_ones(bool has_other, CoirCallFn function)
{
    CoirRun run = {0, 0};
    make_nodes();
    run_on(0, coir_move_by(1, 1, 0));
    run_on(1, coir_move_by(1, 1, 0));
    if (has_other)
        run = run_on(2, coir_move_by(100, 100, 0));
    run_on(3, coir_sequence(coir_delay(1.5), coir_call(function, NULL), coir_delay(100)));
    step(0.5);
    step(0.75);
    step(0.5);
    return run;
}

static void add_to_stage(CoirNode *of, void *user)
{
    (void)of, (void)user;
    assert_true(coir_node_add(scene, nodes[2]));
}

static void a_run_that_a_call_gives_to_another_manager_leaves_the_list(void **state)
{
    (void)state;
    CoirRun run = run_behind_ended_ones(true, add_to_stage);
    assert_near(nodes[2]->position.x, 1.75);
    step(50);
    assert_near(nodes[2]->position.x, 1.75);
    assert_true(coir_stage_update(stage, 10));
    assert_near(nodes[2]->position.x, 11.75);
    assert_true(coir_run_is_running(run));
    destroy_nodes();
}

static CoirActionManager *second;
static CoirNode *late[2];
static CoirRun late_run;

static void destroy_the_manager(CoirNode *of, void *user)
{
    (void)of, (void)user;
    late_run = coir_action_manager_run(second, late[0], walk()); // takes the slot of a run that has ended
    coir_action_manager_destroy(manager);
    manager = NULL;
}

static void a_manager_that_a_call_destroys_leaves_the_runs_of_others_alone(void **state)
{
    CoirActionManager *third = coir_action_manager_new();
    (void)state;
    second = coir_action_manager_new();
    late[0] = coir_node_new();
    late[1] = coir_node_new();
    run_behind_ended_ones(false, destroy_the_manager);
    coir_run_stop(late_run);
    coir_action_manager_run(third, late[1], walk());
    for (int i = 0; i < 4; i++)
        assert_true(coir_action_manager_update(second, 0.25));
    assert_true(late[1]->position.x == 0);
    assert_true(coir_action_manager_update(third, 0.5));
    assert_near(late[1]->position.x, 50);
    coir_action_manager_destroy(second);
    coir_action_manager_destroy(third);
    coir_node_destroy(late[0]);
    coir_node_destroy(late[1]);
    destroy_nodes();
}

// Tens of thousands --------------------------------------------------------------------------------------------------

#define MANY 24000
#define KINDS 4

static CoirNode *crowd[MANY];
static CoirRun runs[MANY];

// Takes the next two nodes of the same kind: stops the run of the first node, and destroys the second node.
static void cull(CoirNode *of, void *user)
{
    int i = (int)((CoirNode **)user - crowd);
    assert_ptr_equal(of, crowd[i]);
    assert_true(coir_run_stop(runs[i + KINDS]));
    coir_node_destroy(crowd[i + 2 * KINDS]);
}

static CoirAction *of_kind(int i)
{
    switch (i % KINDS) {
    case 0: return coir_move_to(10, 100, 200);
    case 1: return coir_repeat_forever(coir_sequence(coir_move_by(0.5, 10, 0), coir_move_by(0.5, 0, 10)));
    case 2: return coir_sequence(coir_move_by(1, 10, 10), coir_fade_to(0.5, 0.5f), coir_delay(1));
    default:
        return i / KINDS % 3 == 0 ? coir_sequence(coir_move_by(0.7, 7, 0), coir_call(cull, &crowd[i]), coir_delay(1))
                                  : coir_sequence(coir_delay(0.3), coir_move_by(10, 100, 0));
    }
}

static void check_crowd(double time)
{
    for (int i = 0; i < MANY; i++) {
        int third = i / KINDS % 3;
        if (i % KINDS == 3 && third == 2 && time > 0.7)
            continue; // the node was destroyed
        double loop = fmod(time, 1), x[] = {10 * time, 10 * floor(time) + fmin(20 * loop, 10), fmin(10 * time, 10),
                                            third == 0 ? fmin(10 * time, 7) : fmax(0, 10 * (fmin(time, 0.7) - 0.3))};
        if (i % KINDS == 3 && third == 1 && time > 0.7)
            x[3] = 2; // reached in the last step before the run was stopped
        if (fabs((double)crowd[i]->position.x - x[i % KINDS]) > 1e-3)
            fail_msg("at %g node %d is at %g, not %g", time, i, (double)crowd[i]->position.x, x[i % KINDS]);
    }
}

static void tens_of_thousands_end_stop_and_go_as_a_few_do(void **state)
{
    (void)state;
    for (int i = 0; i < MANY; i++) {
        crowd[i] = coir_node_new();
        runs[i] = coir_action_manager_run(manager, crowd[i], of_kind(i));
    }
    for (int frame = 1; frame <= 20; frame++) {
        step(0.25);
        check_crowd(0.25 * frame);
    }
    assert_int_equal(coir_action_manager_count(manager), MANY / KINDS * 2);
    for (int i = 0; i < MANY; i++)
        if (!(i % KINDS == 3 && i / KINDS % 3 == 2))
            coir_node_destroy(crowd[i]);
}

TEST_FILE(action_manager)
{
    const struct CMUnitTest tests[] = {
        action_test(rule_4_10_runs_are_stepped_in_the_order_in_which_they_were_added),
        action_test(rule_4_10_a_run_that_a_call_starts_waits_for_the_next_update),
        action_test(rule_4_10_a_run_added_in_an_update_is_first_stepped_in_the_next),
        action_test(rule_4_10_an_update_inside_an_update_is_a_mistake),
        action_test(another_manager_may_be_updated_in_a_call),
        action_test(a_bad_dt_is_a_mistake),
        action_test(a_stages_manager_is_updated_by_its_stage),
        action_test(a_manager_is_destroyed_in_a_call),
        action_test(a_manager_destroyed_in_a_call_runs_nothing_more),
        action_test(running_nothing_is_reported_and_harmless),
        action_test(rule_4_11_pause_all_returns_exactly_the_nodes_that_were_paused_by_the_call),
        action_test(a_node_whose_runs_are_all_paused_is_not_in_the_set),
        action_test(a_sleeping_run_counts_as_moving),
        action_test(nodes_of_a_set_may_be_destroyed_and_the_set_outlives_its_manager),
        action_test(all_are_paused_in_a_call_at_that_instant),
        action_test(nulls_are_mistakes_or_empty),
        action_test(stop_all_stops_every_run_in_insertion_order),
        action_test(stop_all_in_a_call_then_run_a_new_one),
        action_test(the_dump_lists_runs_with_their_nodes_and_times),
        action_test(dump_is_cut_where_there_is_no_room),
        action_test(two_managers_do_not_touch_each_other),
        action_test(a_node_belongs_to_one_manager_as_long_as_it_has_runs),
        action_test(with_a_scheduler_a_run_started_by_a_timer_begins_at_the_due_time),
        action_test(a_scheduler_in_slow_motion_slows_its_managers_and_no_other),
        action_test(only_a_manager_alone_is_updated_and_only_one_on_a_scheduler_catches_up),
        action_test(a_manager_without_a_scheduler_of_the_users_is_not_reported_with_an_earlier_error),
        action_test(tens_of_thousands_end_stop_and_go_as_a_few_do),
        action_test(now_is_the_time_of_the_instant_in_a_call_and_of_the_frame_afterwards),
        action_test(a_run_that_a_call_gives_to_another_manager_leaves_the_list),
        action_test(a_manager_that_a_call_destroys_leaves_the_runs_of_others_alone),
    };
    return cmocka_run_group_tests_name("action_manager", tests, NULL, NULL);
}
