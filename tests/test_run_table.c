// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The table of runs, and the memory of runs. Stale references stay stale. No block needs more alignment than its
// allocator guarantees.

#include "action/run/run.h" // first: support/actions.h has variables with the names of parameters in this header

#include <stdlib.h>

#include "coir/memory.h"
#include "coir/tween.h"
#include "support/actions.h"

static void make_manager_and_node(void)
{
    stage = coir_stage_new();
    manager = coir_action_manager_new();
    node = coir_node_new();
    node_ref = coir_node_ref(node);
}

// Stops a run. The step frees the record of the run.
static void stop(CoirRun run)
{
    assert_true(coir_run_stop(run));
    step(0);
}

// References ---------------------------------------------------------------------------------------------------------

static void a_run_that_has_ended_stays_stale_when_its_record_is_used_again(void **state)
{
    (void)state;
    CoirRun before = play(walk());
    stop(before);
    CoirRun after = play(walk());
    assert_int_equal(after.index, before.index);
    assert_false(coir_run_is_running(before));
    assert_true(coir_run_is_running(after));
}

static void a_record_whose_generations_are_used_up_is_not_used_again(void **state)
{
    (void)state;
    CoirRun first = play(walk());
    coir_run_at(first.index)->generation = UINT32_MAX;
    CoirRun last = {first.index, UINT32_MAX};
    stop(last);
    for (int i = 0; i < 3; i++) {
        CoirRun run = play(walk());
        assert_int_not_equal(run.index, first.index);
        stop(run);
    }
    assert_false(coir_run_is_running(last) || coir_run_is_running(first));
    assert_false(coir_run_is_running((CoirRun){first.index, 0}) || coir_run_is_running((CoirRun){first.index, 1}));
    coir_run_at(first.index)->generation = 1; // a table with used-up generations is never freed
}

static void used_up_generations_outlive_the_last_manager(void **state)
{
    (void)state;
    CoirRun run = play(walk());
    coir_run_at(run.index)->generation = UINT32_MAX - 1;
    stop((CoirRun){run.index, UINT32_MAX - 1});
    destroy_stage_and_manager();
    make_manager_and_node();
    for (int i = 0; i < 3; i++) {
        CoirRun next = play(walk());
        assert_true(next.generation != 0 && coir_run_is_running(next));
        stop(next);
        assert_false(coir_run_is_running(next));
    }
    coir_run_at(run.index)->generation = 1;
}

// Memory -------------------------------------------------------------------------------------------------------------

// Allocates blocks that are aligned to 8 bytes, but not to 16.
static void *allocate_odd(void *block, size_t size, void *user)
{
    char *old = block ? (char *)block - 8 : NULL;
    (void)user;
    if (size == 0)
        return free(old), NULL;
    char *now = realloc(old, size + 8);
    return now ? now + 8 : NULL;
}

static float held;

static void get(CoirNode *of, float *values)
{
    (void)of;
    values[0] = held;
}

static void set(CoirNode *of, const float *values)
{
    (void)of;
    held = values[0];
}

// The undefined behaviour sanitizer also reports accesses that are not aligned.
static void runs_ask_for_no_more_alignment_than_8(void **state)
{
    destroy_stage_and_manager();
    coir_memory_set_hook(allocate_odd, NULL);
    assert_true(_Alignof(CoirRunBlock) <= 8 && _Alignof(CoirRunChunk) <= 8 && _Alignof(CoirPlayhead) <= 8);
    make_manager_and_node();
    CoirField field = COIR_FIELD_FUNCTIONS(CoirNode, COIR_FIELD_FLOAT, get, set);
    CoirAction *both = coir_spawn(coir_tween_float(1, field, 3, 4), coir_move_to(1, 5, 5), coir_blink(1, 2));
    CoirRun run = play(coir_repeat(2, coir_yoyo(both)));
    const CoirRunBlock *block = coir_runs_find(run)->block;
    assert_int_equal(((uintptr_t)block->playhead - (uintptr_t)block) % 16, 0);
    for (int i = 0; i < 7; i++)
        step(0.25);
    assert_true(node->position.x == 1.25f && held == 3.25f);
    coir_run_seek(run, 0.5, 0);
    destroy_stage_and_manager();
    assert_int_equal(setup_stage_and_manager(state), 0);
}

// Creates 40000 managers, one after the other. A slot for a manager has fewer than 2^14 generations (see
// COIR_MANAGER_INDEX_BITS).
static void the_number_of_a_destroyed_manager_never_names_another(void **state)
{
    CoirActionManager *kept = coir_action_manager_new(), *gone = coir_action_manager_new();
    uint32_t number = gone->number;
    (void)state;
    assert_ptr_equal(coir_manager_find(number), gone);
    coir_action_manager_destroy(gone);
    for (int i = 0; i < 40000; i++) {
        CoirActionManager *another = coir_action_manager_new();
        assert_non_null(another);
        assert_null(coir_manager_find(number));
        assert_ptr_equal(coir_manager_find(another->number), another);
        coir_action_manager_destroy(another);
    }
    assert_ptr_equal(coir_manager_find(kept->number), kept);
    assert_null(coir_manager_find(0));
    coir_action_manager_destroy(kept);
}

// Destroys the only manager, and makes another manager.
static void replace_the_manager(void)
{
    coir_action_manager_destroy(manager);
    manager = coir_action_manager_new();
}

static void a_node_of_the_last_manager_is_in_no_later_manager(void **state)
{
    destroy_stage_and_manager();
    size_t blocks = support_blocks();
    manager = coir_action_manager_new();
    node = coir_node_new();
    for (int i = 0; i < 3; i++) {
        play(walk());
        replace_the_manager();
        coir_run_stop(coir_node_run(node, walk()));
        replace_the_manager();
        CoirRun waiting = coir_node_run(node, walk()); // the node is on no stage
        step(1);
        assert_true(coir_action_manager_count(manager) == 0 && node->position.x == 0);
        coir_run_stop(waiting);
    }
    coir_action_manager_destroy(manager);
    coir_node_destroy(node);
    coir_nodes_sweep();
    assert_int_equal(support_blocks(), blocks);
    assert_int_equal(setup_stage_and_manager(state), 0);
}

TEST_FILE(run_table)
{
    const struct CMUnitTest tests[] = {
        action_test(a_run_that_has_ended_stays_stale_when_its_record_is_used_again),
        action_test(a_record_whose_generations_are_used_up_is_not_used_again),
        action_test(used_up_generations_outlive_the_last_manager),
        action_test(runs_ask_for_no_more_alignment_than_8),
        action_test(the_number_of_a_destroyed_manager_never_names_another),
        action_test(a_node_of_the_last_manager_is_in_no_later_manager),
    };
    return cmocka_run_group_tests_name("run_table", tests, NULL, NULL);
}
