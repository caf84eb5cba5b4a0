// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Actions, runs, managers and stages while each allocation fails in turn.

#include "support/actions.h"

static void assert_out_of_memory(void)
{
    assert_non_null(strstr(coir_error(), "out of memory"));
    coir_error_clear();
}

// Runs an action on `on`, and tries again until there is memory. A failure must report the reason and leave nothing
// behind.
static CoirRun stubborn_run(CoirActionManager *of, CoirNode *on, int *count)
{
    for (;;) {
        size_t blocks = support_blocks();
        CoirAction *action =
            coir_sequence(coir_spawn(coir_move_by(0.5, 10, 0), coir_rotate_by(0.5, 10), coir_scale_by(0.5, 2, 2)),
                          coir_ease(COIR_EASE_IN_SINE, coir_sequence(counting(count), coir_fade_out(0.5))),
                          coir_repeat(2, coir_sequence(counting(count), coir_repeat(2, coir_move_by(0.25, 0, 1)))));
        if (!action) {
            assert_out_of_memory();
            assert_int_equal(support_blocks(), blocks);
            continue;
        }
        CoirRun run = of ? coir_action_manager_run(of, on, action) : coir_node_run(on, action);
        if (run.generation)
            return run;
        assert_out_of_memory();
        assert_int_equal(coir_node_run_count(on), 0);
    }
}

static void run_another_stubbornly(CoirNode *of, void *user)
{
    coir_node_stop_all(of);
    stubborn_run(NULL, of, user);
}

// Returns the object of the first attempt, or of the second if the first found no memory.
static void *stubbornly(void *made, void *again)
{
    if (made)
        return made;
    assert_out_of_memory();
    return again;
}

// Makes actions, runs them on stage, off stage and with a manager alone, steps the runs and stops them. Repeats each
// call that fails.
static void play_scenario(void)
{
    int count = 0;
    stage = coir_stage_new();
    stage = stubbornly(stage, stage ? NULL : coir_stage_new());
    manager = coir_action_manager_new();
    manager = stubbornly(manager, manager ? NULL : coir_action_manager_new());
    scene = coir_node_new();
    scene = stubbornly(scene, scene ? NULL : coir_node_new());
    node = coir_node_new();
    node = stubbornly(node, node ? NULL : coir_node_new());
    node_ref = coir_node_ref(node);
    CoirNode *alone = coir_node_new();
    alone = stubbornly(alone, alone ? NULL : coir_node_new());
    assert_true(coir_stage_show(stage, scene));
    CoirRun waiting = stubborn_run(NULL, node, &count);
    frame(0);
    CoirRun on_stage = stubborn_run(NULL, scene, &count);
    stubborn_run(manager, alone, &count);
    for (int i = 0; i < 4; i++) {
        step(0.5);
        frame(0.5);
    }
    assert_int_equal(count, 3 + 3);
    assert_false(coir_run_is_running(on_stage));
    assert_true(coir_node_add(scene, node));
    frame(0.75);
    assert_int_equal(count, 7);
    coir_run_stop(waiting);
    CoirAction *call = coir_call(run_another_stubbornly, &count);
    call = stubbornly(call, call ? NULL : coir_call(run_another_stubbornly, &count));
    coir_action_retain(call);
    if (!coir_node_run(scene, call).generation) {
        assert_out_of_memory();
        coir_node_run(scene, coir_action_retain(call));
    }
    coir_action_release(call);
    frame(0.5);
    frame(0.9);
    assert_int_equal(count, 9);
    coir_node_destroy(alone);
    destroy_stage_and_manager();
}

static void each_allocation_may_fail(void **state)
{
    long nth = 0;
    (void)state;
    destroy_stage_and_manager();
    play_scenario();
    size_t blocks = support_blocks();
    do {
        support_fail_allocation(++nth);
        play_scenario();
        assert_int_equal(support_blocks(), blocks);
    } while (support_failed());
    assert_true(nth > 80);
}

TEST_FILE(action_memory)
{
    const struct CMUnitTest tests[] = {
        action_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("action_memory", tests, NULL, NULL);
}
