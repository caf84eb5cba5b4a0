// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Very many nodes that share a description, very many runs, and descriptions that are very wide or very deep.

#include "support/action_instants.h"

static void one_description_runs_on_a_thousand_nodes_at_once(void **state)
{
    static CoirNode *nodes[1000];
    int count = 0;
    (void)state;
    CoirAction *action =
        coir_sequence(coir_move_by(1, 100, 0), coir_spawn(counting(&count), coir_repeat(2, coir_move_by(1, 0, 10))));
    for (int i = 0; i < 1000; i++) {
        nodes[i] = coir_node_new();
        nodes[i]->position.x = (float)i;
        assert_true(coir_node_add(scene, nodes[i]));
        act_on(nodes[i], coir_action_retain(action));
        if (i % 100 == 0)
            frame(0.01); // so the first node begins alone, then a hundred nodes every 0.01 s, at last 99
    }
    size_t blocks = support_blocks();
    coir_action_release(action);
    assert_int_equal(support_blocks(), blocks); // the runs own the description
    for (int i = 0; i < 1000; i++)
        if (i % 10 == 3)
            coir_node_destroy(nodes[i]);
    frame(0.95);
    assert_int_equal(count, 501 - 50); // nodes that began in the first 0.05 s, less the destroyed nodes
    frame(5);
    assert_int_equal(count, 900);
    for (int i = 0; i < 1000; i++)
        if (i % 10 != 3)
            assert_true(nodes[i]->position.x == (float)(i + 100) && nodes[i]->position.y == 20);
}

static void runs_that_end_leave_room_for_new_runs(void **state)
{
    (void)state;
    for (int ending = 0; ending < 40; ending++)
        for (int coming = 1; coming < 40; coming++) {
            CoirRun last = {0, 0};
            for (int i = 0; i < ending; i++)
                play(walk());
            step(1);
            for (int i = 0; i < coming; i++)
                last = play(walk());
            step(1);
            assert_false(coir_run_is_running(last));
            assert_int_equal(coir_action_manager_count(manager), 0);
        }
}

#define MANY 10000

static void a_sequence_of_ten_thousand_parts(void **state)
{
    static const double steps[] = {0.01, 0.5, 100};
    static CoirAction *parts[MANY];
    (void)state;
    for (int i = 0; i < 3; i++) {
        int count = 0;
        node->position.x = 0;
        for (int k = 0; k < MANY; k++)
            parts[k] = k % 2 ? counting(&count) : coir_move_by(0.001, 1, 0);
        CoirRun run = play(coir_sequence_of(parts, MANY));
        while (coir_run_is_running(run))
            step(steps[i]);
        assert_int_equal(count, MANY / 2);
        assert_true(node->position.x == MANY / 2);
    }
}

static void a_spawn_of_ten_thousand_parts(void **state)
{
    static CoirAction *parts[MANY];
    int count = 0;
    (void)state;
    for (int i = 0; i < MANY; i++)
        parts[i] = i % 2 ? loop_of(1, counting(&count)) : coir_rotate_to(1 + i % 3, 1);
    CoirRun run = play(coir_spawn_of(parts, MANY));
    for (int i = 0; i < 30; i++)
        step(0.1);
    assert_int_equal(count, MANY / 2);
    assert_false(coir_run_is_running(run));
}

static CoirAction *wrap(int kind, CoirAction *action)
{
    switch (kind) {
    case 0: return coir_sequence(action);
    case 1: return coir_spawn(action, coir_delay(0));
    case 2: return coir_repeat(1, action);
    case 3: return coir_repeat_forever(action);
    case 4: return coir_ease(COIR_EASE_LINEAR, action);
    default: return coir_ease(COIR_EASE_LINEAR, coir_sequence(action));
    }
}

#define LEVELS 1999 // levels of compositions around the innermost composition

static void thousands_of_compositions_inside_each_other(void **state)
{
    (void)state;
    for (int kind = 0; kind <= 5; kind++) {
        int count = 0;
        CoirAction *action = coir_sequence(walk(), counting(&count));
        node->position.x = 0;
        int levels = kind == 5 ? 200 : LEVELS; // kind 5 is slow: each ease searches all its contents for the next event
        for (int i = 0; i < levels; i++)
            action = wrap(kind, action);
        CoirRun run = play(action);
        step(0.25);
        assert_at(node->position.x, 25);
        step(0.75);
        assert_int_equal(count, 1);
        assert_true(node->position.x == 100);
        if (kind == 3)
            coir_run_stop(run);
        assert_false(coir_run_is_running(run));
    }
}

TEST_FILE(action_many)
{
    const struct CMUnitTest tests[] = {
        action_test(one_description_runs_on_a_thousand_nodes_at_once),
        action_test(runs_that_end_leave_room_for_new_runs),
        action_test(a_sequence_of_ten_thousand_parts),
        action_test(a_spawn_of_ten_thousand_parts),
        action_test(thousands_of_compositions_inside_each_other),
    };
    return cmocka_run_group_tests_name("action_many", tests, NULL, NULL);
}
