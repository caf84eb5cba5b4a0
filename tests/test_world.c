// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Worlds that one thread uses. test_world_threads.c has worlds that several threads use.

#include "base/world.h"

#include <stdio.h>
#include <string.h>

#include "action/describe/action.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "coir/coir.h"
#include "support/support.h"

static CoirWorld *world; // not in use at the beginning of each test

static int set_up(void **state)
{
    support_setup(state);
    world = coir_world_new();
    return world ? 0 : 1;
}

static int tear_down(void **state)
{
    bool is_destroyed = coir_world_destroy(world);
    bool is_default = coir_world_used() == NULL;
    coir_nodes_sweep();
    return is_destroyed && is_default ? support_teardown(state) : 1;
}

#define world_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

static void use(CoirWorld *wanted)
{
    assert_true(coir_world_use(wanted));
}

static void destroy_node(CoirNode *node)
{
    coir_node_destroy(node);
    coir_nodes_sweep();
}

// Using --------------------------------------------------------------------------------------------------------------

static void a_thread_begins_with_the_default_world(void **state)
{
    (void)state;
    assert_null(coir_world_used());
    use(NULL);
    assert_null(coir_world_used());
}

static void a_world_is_used_until_another_is(void **state)
{
    CoirWorld *other = coir_world_new();
    (void)state;
    use(world);
    assert_ptr_equal(coir_world_used(), world);
    use(world);
    use(other);
    assert_ptr_equal(coir_world_used(), other);
    use(NULL);
    assert_null(coir_world_used());
    use(world);
    assert_true(coir_world_destroy(other));
    assert_ptr_equal(coir_world_used(), world);
}

static void after_the_end_of_the_used_world_the_default_world_is_used(void **state)
{
    CoirWorld *other = coir_world_new();
    (void)state;
    use(other);
    assert_true(coir_world_destroy(other));
    assert_null(coir_world_used());
    assert_true(coir_world_destroy(NULL));
}

static CoirNode *switching(void)
{
    bool is_used = coir_world_use(coir_world_used() ? NULL : world);
    assert_false(is_used);
    assert_mistake("coir_world_use: called in a callback");
    note("refused ");
    return NULL;
}

static void switch_in_tick(void *target, double elapsed, void *user)
{
    (void)target, (void)elapsed, (void)user;
    switching();
}

static void switch_in_call(CoirNode *node, void *user)
{
    (void)node, (void)user;
    switching();
}

static void switch_in_release(void *user)
{
    (void)user;
    switching();
}

static void no_callback_may_switch_worlds(void **state)
{
    CoirScheduler *scheduler = coir_scheduler_new();
    CoirStage *stage = coir_stage_new();
    CoirNode *scene = coir_node_new();
    (void)state;
    coir_scheduler_once_after(scheduler, scheduler, 0, switch_in_tick, NULL);
    coir_scheduler_update(scheduler, 1);
    assert_trace("refused ");
    coir_stage_show(stage, scene);
    coir_node_once_after(scene, 0, switch_in_call, NULL);
    coir_node_run(scene, coir_call(switch_in_call, NULL));
    coir_stage_update(stage, 1);
    coir_stage_update(stage, 1);
    assert_trace("refused refused ");
    coir_node_each_child(scene, switch_in_call, NULL);
    coir_node_own(scene, scene, switch_in_release);
    coir_stage_destroy(stage);
    assert_trace("refused ");
    coir_action_release(coir_action_own(coir_delay(1), world, switch_in_release));
    assert_trace("refused ");
    coir_scheduler_destroy(scheduler);
}

// No scheduler and no node was made in the default world yet.
static void a_release_function_that_is_called_at_once_may_not_switch_worlds(void **state)
{
    (void)state;
    atomic_store(&coir_default_world.thread, NULL);
    assert_null(coir_action_own(NULL, world, switch_in_release));
    assert_trace("refused ");
}

static void destroy_used(void *target, double elapsed, void *user)
{
    (void)target, (void)elapsed, (void)user;
    assert_false(coir_world_destroy(coir_world_used()));
    assert_mistake("coir_world_destroy: called in a callback");
    note("refused ");
}

static void no_callback_may_destroy_its_world(void **state)
{
    (void)state;
    use(world);
    CoirScheduler *scheduler = coir_scheduler_new();
    coir_scheduler_once_after(scheduler, scheduler, 0, destroy_used, NULL);
    coir_scheduler_update(scheduler, 1);
    assert_trace("refused ");
    coir_scheduler_destroy(scheduler);
    use(NULL);
}

static void switch_in_log(CoirLogLevel level, const char *message, void *user)
{
    (void)level, (void)message, (void)user;
    coir_log_set_hook(NULL, NULL);
    bool is_used = coir_world_use(world);
    note(is_used ? "switched " : "refused ");
}

static void the_log_hook_may_not_switch_worlds(void **state)
{
    (void)state;
    coir_log_set_level(COIR_LOG_ERROR);
    coir_log_set_hook(switch_in_log, NULL);
    coir_log(COIR_LOG_ERROR, "a message");
    coir_log_set_level(COIR_LOG_INFO);
    assert_trace("refused ");
}

// Destroying ---------------------------------------------------------------------------------------------------------

// Checks that coir_world_destroy refuses the world, whether the thread uses the world or not.
static void assert_refused(const char *message)
{
    use(world);
    assert_false(coir_world_destroy(world));
    assert_mistake(message);
    assert_ptr_equal(coir_world_used(), world);
    use(NULL);
    assert_false(coir_world_destroy(world));
    assert_mistake(message);
    use(world);
}

static void a_world_with_nodes_is_not_destroyed(void **state)
{
    (void)state;
    use(world);
    CoirNode *node = coir_node_new();
    assert_refused("coir_world_destroy: the world still has nodes: 1");
    coir_node_destroy(node);
    assert_refused("call coir_nodes_sweep");
    coir_nodes_sweep();
    use(NULL);
}

static void a_world_with_a_stage_is_not_destroyed(void **state)
{
    (void)state;
    use(world);
    CoirStage *stage = coir_stage_new();
    assert_refused("coir_world_destroy: the world still has stages: 1");
    coir_stage_destroy(stage);
    use(NULL);
}

static void a_world_with_a_scheduler_is_not_destroyed(void **state)
{
    (void)state;
    use(world);
    CoirScheduler *scheduler = coir_scheduler_new();
    assert_refused("coir_world_destroy: the world still has schedulers: 1");
    coir_scheduler_destroy(scheduler);
    use(NULL);
}

static void a_world_with_a_manager_is_not_destroyed(void **state)
{
    (void)state;
    use(world);
    CoirActionManager *manager = coir_action_manager_new();
    assert_refused("coir_world_destroy: the world still has action managers: 1");
    coir_action_manager_destroy(manager);
    use(NULL);
}

static void a_world_with_an_action_is_not_destroyed(void **state)
{
    (void)state;
    use(world);
    CoirAction *action = coir_delay(1);
    assert_refused("coir_world_destroy: the world still has actions");
    coir_action_release(action);
    use(NULL);
}

static void the_memory_of_a_world_is_freed_with_the_world(void **state)
{
    size_t blocks = support_blocks();
    CoirWorld *other = coir_world_new();
    (void)state;
    use(other);
    destroy_node(coir_node_new());
    CoirNode *node = coir_node_new();
    coir_node_once_after(node, 1, switch_in_call, NULL);
    CoirActionManager *manager = coir_action_manager_new();
    coir_action_manager_run(manager, node, coir_move_by(1, 1, 1));
    destroy_node(node);
    coir_action_manager_destroy(manager);
    assert_true(coir_world_destroy(other));
    assert_int_equal(support_blocks(), blocks);
}

static void runs_without_a_manager_leave_no_memory(void **state)
{
    size_t blocks = support_blocks();
    CoirWorld *other = coir_world_new();
    (void)state;
    use(other);
    CoirNode *node = coir_node_new();
    coir_node_run(node, coir_move_by(1, 1, 1));
    destroy_node(node);
    assert_true(coir_world_destroy(other));
    assert_int_equal(support_blocks(), blocks);
}

// Sets a test up without the memory hook of the tests: with a hook, each block of a pool is an allocation.
static int without_hook(void **state)
{
    support_setup(state);
    coir_memory_set_hook(NULL, NULL);
    return 0;
}

// The action that is freed last is too large for a pool.
static void pools_of_actions_leave_no_memory(void **state)
{
    int64_t blocks = coir_memory_blocks();
    CoirWorld *other = coir_world_new();
    (void)state;
    use(other);
    CoirNode *node = coir_node_new();
    CoirAction *move = coir_move_by(1, 1, 1), *follow = coir_follow(node, coir_vec2(1, 1), (CoirRect){0});
    coir_action_release(move);
    coir_action_release(follow);
    destroy_node(node);
    assert_true(coir_world_destroy(other));
    assert_int_equal(coir_memory_blocks(), blocks);
}

static void a_node_that_is_not_made_leaves_no_memory(void **state)
{
    size_t blocks = support_blocks();
    CoirWorld *other = coir_world_new();
    (void)state;
    use(other);
    support_fail_allocation(3);
    assert_null(coir_node_new()); // no sweep follows
    assert_true(coir_world_destroy(other));
    assert_int_equal(support_blocks(), blocks);
}

static void make_and_destroy(void)
{
    CoirWorld *made = coir_world_new();
    if (made && coir_world_use(made)) {
        CoirNode *node = coir_node_new();
        coir_node_every(node, 1, switch_in_call, NULL);
        coir_node_destroy(node);
        coir_nodes_sweep();
        use(NULL);
    }
    assert_true(coir_world_destroy(made));
    coir_error_clear();
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    coir_log_set_level(COIR_LOG_ERROR + 1);
    assert_true(support_fail_each_allocation(make_and_destroy) >= 5);
    coir_log_set_level(COIR_LOG_INFO);
}

static void without_memory_there_is_no_world(void **state)
{
    (void)state;
    support_fail_allocation(1);
    assert_null(coir_world_new());
    assert_non_null(strstr(coir_error(), "out of memory"));
}

// What belongs to a world --------------------------------------------------------------------------------------------

static void tick_of_node(void *target, double dt, void *user)
{
    (void)target;
    (void)dt;
    (void)user;
}

static void a_set_of_nodes_is_resumed_in_its_own_world_only(void **state)
{
    CoirStage *stage = coir_stage_new();
    CoirNode *scene = coir_node_new();
    (void)state;
    assert_true(coir_stage_show(stage, scene) && coir_stage_update(stage, 0));
    coir_node_run(scene, coir_delay(1));
    CoirNodeSet *set = coir_action_manager_pause_all(coir_stage_actions(stage));
    assert_int_equal(coir_node_set_count(set), 1);
    use(world);
    assert_false(coir_node_set_resume(set));
    assert_mistake("coir_node_set_resume: the set belongs to another world");
    use(NULL);
    assert_true(coir_node_is_paused(scene));
    assert_true(coir_node_set_resume(set));
    assert_false(coir_node_is_paused(scene));
    coir_node_set_destroy(set);
    coir_stage_destroy(stage);
}

static void a_stage_works_in_its_own_world_only(void **state)
{
    CoirStage *stage = coir_stage_new();
    CoirNode *scene = coir_node_new();
    (void)state;
    assert_true(coir_stage_show(stage, scene));
    use(world);
    assert_false(coir_stage_update(stage, 1));
    assert_mistake("coir_stage_update: the stage belongs to another world");
    assert_false(coir_stage_event(stage, &(CoirEvent){.type = COIR_EVENT_FOCUS_GAINED}));
    assert_mistake("coir_stage_event: the stage belongs to another world");
    assert_false(coir_stage_show(stage, NULL));
    assert_mistake("coir_stage_show: the stage belongs to another world");
    coir_stage_destroy(stage);
    assert_mistake("coir_stage_destroy: the stage belongs to another world");
    assert_false(coir_stage_set_gestures(stage, NULL));
    assert_mistake("coir_stage_set_gestures: the stage belongs to another world");
    coir_stage_stop_text(stage);
    assert_mistake("coir_stage_stop_text: the stage belongs to another world");
    use(NULL);
    assert_true(coir_stage_update(stage, 1));
    assert_ptr_equal(coir_stage_scene(stage), scene);
    coir_stage_destroy(stage);
}

static void a_scheduler_works_in_its_own_world_only(void **state)
{
    CoirScheduler *scheduler = coir_scheduler_new();
    (void)state;
    use(world);
    assert_false(coir_scheduler_update(scheduler, 1));
    assert_mistake("coir_scheduler_update: the scheduler belongs to another world");
    assert_false(coir_scheduler_every(scheduler, world, 1, switch_in_tick, NULL));
    assert_mistake("coir_scheduler_every: the scheduler belongs to another world");
    coir_scheduler_destroy(scheduler);
    assert_mistake("coir_scheduler_destroy: the scheduler belongs to another world");
    use(NULL);
    coir_scheduler_destroy(scheduler);
}

static void count_post(void *user)
{
    ++*(int *)user;
}

static void functions_for_a_whole_scheduler_work_in_its_own_world_only(void **state)
{
    CoirScheduler *scheduler = coir_scheduler_new();
    int posts = 0, target;
    (void)state;
    assert_true(coir_scheduler_every(scheduler, &target, 1, switch_in_tick, NULL));
    assert_true(coir_scheduler_post(scheduler, count_post, &posts));
    CoirTargetSet *set = coir_scheduler_pause_all(scheduler, COIR_PRIORITY_SYSTEM);
    use(world);
    assert_false(coir_scheduler_set_time_scale(scheduler, 3));
    assert_mistake("coir_scheduler_set_time_scale: the scheduler belongs to another world");
    assert_null(coir_scheduler_pause_all(scheduler, COIR_PRIORITY_SYSTEM));
    assert_mistake("coir_scheduler_pause_all: the scheduler belongs to another world");
    assert_false(coir_scheduler_resume_set(scheduler, set));
    assert_mistake("coir_scheduler_resume_set: the scheduler belongs to another world");
    assert_false(coir_scheduler_unschedule_all(scheduler, COIR_PRIORITY_SYSTEM));
    assert_mistake("coir_scheduler_unschedule_all: the scheduler belongs to another world");
    assert_int_equal(coir_scheduler_unpost_all(scheduler), 0);
    assert_mistake("coir_scheduler_unpost_all: the scheduler belongs to another world");
    assert_null(coir_action_manager_new_on(scheduler));
    assert_mistake("coir_action_manager_new_on: the scheduler belongs to another world");
    use(NULL);
    assert_true(coir_scheduler_is_target_paused(scheduler, &target));
    assert_true(coir_scheduler_time_scale(scheduler) == 1);
    assert_true(coir_scheduler_update(scheduler, 1));
    assert_int_equal(posts, 1);
    coir_target_set_destroy(set);
    coir_scheduler_destroy(scheduler);
}

// In the three rounds, the other world has no node, one node and two nodes. So the index of the node's slot is at first
// beyond the table of the other world, and later names another node.
static void a_node_works_in_its_own_world_only(void **state)
{
    (void)state;
    CoirNode *node = coir_node_new();
    CoirNode *others[2];
    use(world);
    for (int i = 0; i < 3; i++) {
        CoirNode *parent = i > 0 ? others[i - 1] : NULL;
        coir_node_destroy(node);
        assert_mistake("coir_node_destroy: the CoirNode made at ");
        coir_node_destroy(node);
        assert_mistake(
            " belongs to another world than this thread uses; call coir_world_use first, with the world in ");
        assert_int_equal(coir_node_run(node, coir_delay(1)).index, 0);
        assert_mistake("coir_node_run: the CoirNode made at ");
        assert_false(coir_node_schedule(node, &(CoirTimerDef){.tick = tick_of_node, .repeat = COIR_FOREVER}));
        assert_mistake("coir_node_schedule: the CoirNode made at ");
        assert_null(coir_targeted(node, coir_delay(1)));
        assert_mistake("coir_targeted: the CoirNode made at ");
        assert_null(coir_follow(node, coir_vec2(1, 1), coir_rect(0, 0, 1, 1)));
        assert_mistake("coir_follow: the CoirNode made at ");
        if (parent) {
            assert_false(coir_node_add(parent, node));
            assert_mistake("coir_node_add (child): the CoirNode made at ");
            assert_false(coir_node_add(node, parent));
            assert_mistake("coir_node_add (parent): the CoirNode made at ");
        }
        if (i < 2)
            others[i] = coir_node_new();
    }
    coir_node_destroy(others[0]);
    destroy_node(others[1]);
    use(NULL);
    assert_int_equal(coir_node_child_count(node), 0);
    assert_true(coir_run_is_running(coir_node_run(node, coir_delay(1))));
    destroy_node(node);
}

// The other world has no node, so it has no scheduler for nodes off stage.
static void timers_of_a_node_are_scheduled_in_its_own_world_only(void **state)
{
    (void)state;
    CoirNode *node = coir_node_new();
    assert_true(coir_node_every(node, 1, switch_in_call, NULL));
    use(world);
    assert_false(coir_node_every(node, 1, switch_in_call, NULL));
    assert_mistake("coir_node_every: the CoirNode made at ");
    assert_false(coir_node_once_after(node, 1, switch_in_call, NULL));
    assert_mistake("coir_node_once_after: the CoirNode made at ");
    use(NULL);
    assert_int_equal(coir_node_timers(node, NULL, 0), 1);
    destroy_node(node);
}

// In the first round, the other world has neither a scheduler for nodes off stage nor a table of runs. In the second
// round, the other world has a run with the same index.
static void queries_of_a_node_off_stage_in_another_world_find_nothing(void **state)
{
    (void)state;
    CoirNode *node = coir_node_new(), *other = NULL;
    assert_true(coir_node_every(node, 1, switch_in_call, NULL));
    assert_true(coir_node_schedule(node, &(CoirTimerDef){.key = "key", .call = switch_in_call}));
    CoirRun run = coir_node_run(node, coir_delay(1));
    use(world);
    for (int i = 0; i < 2; i++) {
        assert_false(coir_node_is_scheduled(node, "key"));
        assert_false(coir_node_is_callback_scheduled(node, switch_in_call));
        assert_false(coir_node_remaining(node, "key", NULL));
        assert_false(coir_node_callback_remaining(node, switch_in_call, NULL));
        assert_int_equal(coir_node_timers(node, NULL, 0), 0);
        assert_int_equal(coir_node_run_count(node), 0);
        assert_int_equal(coir_node_find_run(node, 0).index, 0);
        if (i == 0) {
            other = coir_node_new();
            assert_int_equal(coir_node_run(other, coir_delay(1)).index, run.index);
        }
    }
    destroy_node(other);
    use(NULL);
    assert_int_equal(coir_node_timers(node, NULL, 0), 2);
    assert_int_equal(coir_node_run_count(node), 1);
    destroy_node(node);
}

static void a_manager_works_in_its_own_world_only(void **state)
{
    (void)state;
    CoirScheduler *scheduler = coir_scheduler_new();
    CoirActionManager *manager = coir_action_manager_new();
    CoirActionManager *on = coir_action_manager_new_on(scheduler);
    use(world);
    CoirNode *node = coir_node_new();
    for (int i = 0; i < 2; i++) { // other world: without a manager, then with a manager that has the same number
        CoirActionManager *other = i == 1 ? coir_action_manager_new() : NULL;
        assert_int_equal(coir_action_manager_run(manager, node, coir_delay(1)).index, 0);
        assert_mistake("coir_action_manager_run: the action manager belongs to another world");
        assert_false(coir_action_manager_update(manager, 1));
        assert_mistake("coir_action_manager_update: the action manager belongs to another world");
        assert_false(coir_action_manager_catch_up(on));
        assert_mistake("coir_action_manager_catch_up: the action manager belongs to another world");
        coir_action_manager_stop_all(manager);
        assert_mistake("coir_action_manager_stop_all: the action manager belongs to another world");
        assert_null(coir_action_manager_pause_all(manager));
        assert_mistake("coir_action_manager_pause_all: the action manager belongs to another world");
        assert_int_equal(coir_action_manager_dump(manager, NULL, 0), 0);
        assert_mistake("coir_action_manager_dump: the action manager belongs to another world");
        coir_action_manager_destroy(manager);
        assert_mistake("coir_action_manager_destroy: the action manager belongs to another world");
        coir_action_manager_destroy(other);
    }
    destroy_node(node);
    use(NULL);
    assert_true(coir_action_manager_update(manager, 1));
    coir_action_manager_destroy(on);
    coir_action_manager_destroy(manager);
    coir_scheduler_destroy(scheduler);
}

// Both worlds are new, so their nodes have slots with the same index. Only the first generations of the worlds differ.
static void a_reference_names_nothing_in_another_world(void **state)
{
    CoirWorld *second = coir_world_new();
    (void)state;
    use(second);
    CoirNode *node = coir_node_new();
    CoirNodeRef ref = coir_node_ref(node);
    use(world);
    CoirNode *other = coir_node_new();
    CoirNodeRef other_ref = coir_node_ref(other);
    assert_null(coir_node_get(ref));
    assert_ptr_equal(coir_node_get(other_ref), other);
    use(second);
    assert_null(coir_node_get(other_ref));
    assert_ptr_equal(coir_node_get(ref), node);
    destroy_node(node);
    use(world);
    assert_ptr_equal(coir_node_get(other_ref), other);
    destroy_node(other);
    use(NULL);
    assert_true(coir_world_destroy(second));
}

static CoirRun run_something(CoirNode *node, CoirActionManager *manager)
{
    CoirRun run = coir_action_manager_run(manager, node, coir_move_by(1, 10, 0));
    assert_true(coir_run_is_running(run));
    return run;
}

static void a_run_names_nothing_in_another_world(void **state)
{
    CoirWorld *second = coir_world_new();
    (void)state;
    use(second);
    CoirNode *node = coir_node_new();
    CoirActionManager *manager = coir_action_manager_new();
    CoirRun run = run_something(node, manager);
    use(world);
    CoirNode *other = coir_node_new();
    CoirActionManager *other_manager = coir_action_manager_new();
    CoirRun other_run = run_something(other, other_manager);
    assert_false(coir_run_is_running(run));
    assert_false(coir_run_stop(run));
    use(second);
    assert_false(coir_run_is_running(other_run));
    coir_action_manager_update(manager, 0.5);
    assert_float_equal(node->position.x, 5, 0);
    destroy_node(node);
    coir_action_manager_destroy(manager);
    use(world);
    assert_true(coir_world_destroy(second)); // although a run in `world` plays an equal action
    coir_action_manager_update(other_manager, 0.5);
    assert_float_equal(other->position.x, 5, 0);
    destroy_node(other);
    coir_action_manager_destroy(other_manager);
    use(NULL);
}

static void a_report_speaks_of_one_world(void **state)
{
    CoirNode *nodes[2] = {coir_node_new(), coir_node_new()};
    CoirAction *action = coir_delay(1);
    (void)state;
    use(world);
    assert_int_equal(coir_nodes_count(), 0);
    assert_int_equal(coir_nodes_report(), 0);
    coir_actions_report();
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
    CoirNode *node = coir_node_new();
    assert_int_equal(coir_nodes_report(), 1);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    use(NULL);
    assert_int_equal(coir_nodes_report(), 2);
    coir_actions_report();
    assert_int_equal(support_logged(COIR_LOG_WARNING), 4);
    coir_action_release(action);
    coir_node_destroy(nodes[0]);
    destroy_node(nodes[1]);
    use(world);
    destroy_node(node);
    use(NULL);
}

static void worlds_have_pools_of_their_own(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    use(world);
    CoirNode *other = coir_node_new();
    CoirSprite *sprite = COIR_NEW(CoirSprite); // a sprite without a picture
    assert_null(coir_pools_find(node));
    assert_ptr_equal(coir_pools_find(other), other);
    coir_node_destroy(&sprite->node);
    use(NULL);
    assert_null(coir_pools_find(other));
    assert_ptr_equal(coir_pools_find(node), node);
    destroy_node(node); // the last node of the default world: only this world frees the pool of the class
    use(world);
    assert_ptr_equal(coir_pools_find(other), other);
    destroy_node(other);
    use(NULL);
}

static void sweeping_one_world_leaves_the_others_alone(void **state)
{
    (void)state;
    use(world);
    CoirNode *node = coir_node_new();
    coir_node_destroy(node);
    use(NULL);
    assert_int_equal(coir_nodes_sweep(), 0);
    use(world);
    assert_int_equal(coir_nodes_sweep(), 1);
    use(NULL);
}

// Plays one second of a scene, and notes the position of the scene.
static void play(CoirStage *stage, const CoirNode *scene)
{
    for (int i = 0; i < 60; i++)
        assert_true(coir_stage_update(stage, 1.0 / 60));
    note("%g ", (double)scene->position.x);
}

static void note_call(CoirNode *node, void *user)
{
    (void)node;
    note("%s ", (const char *)user);
}

static CoirNode *show_scene(CoirStage *stage)
{
    CoirNode *scene = coir_node_new();
    assert_true(coir_stage_show(stage, scene));
    coir_node_every(scene, 0.5, note_call, "every");
    coir_node_run(scene, coir_repeat_forever(coir_sequence(coir_move_by(0.5, 8, 0), coir_call(note_call, "call"))));
    return scene;
}

static void two_worlds_take_turns(void **state)
{
    CoirStage *stage = coir_stage_new();
    CoirNode *scene = show_scene(stage);
    (void)state;
    use(world);
    CoirStage *other = coir_stage_new();
    CoirNode *other_scene = show_scene(other);
    for (int i = 0; i < 2; i++) {
        use(NULL);
        play(stage, scene);
        char *expected = coir_copy_text(noted());
        forget_trace();
        use(world);
        play(other, other_scene);
        assert_trace(expected);
        coir_free(expected);
    }
    coir_stage_destroy(other);
    use(NULL);
    coir_stage_destroy(stage);
}

// What belongs to the program ----------------------------------------------------------------------------------------

static void assert_of_program(const char *function)
{
    char text[100];
    snprintf(text, sizeof text, "%s: this thread uses a world of its own", function);
    assert_mistake(text);
}

#define refuses(call)                                    \
    do {                                                 \
        assert_false(call);                              \
        assert_of_program(strtok((char[]){#call}, "(")); \
    } while (0)

static void pictures_and_texts_belong_to_the_default_world(void **state)
{
    uint8_t pixel[4] = {255, 255, 255, 255};
    CoirTexture *texture = coir_texture_from_pixels(1, 1, pixel);
    CoirFrame frame = coir_frame_whole(texture);
    (void)state;
    use(world);
    refuses(coir_texture_load("nut.png"));
    refuses(coir_texture_from_pixels(1, 1, pixel));
    refuses(coir_texture_set_filter(texture, COIR_FILTER_NEAREST));
    refuses(coir_textures_purge());
    refuses(coir_font_builtin());
    refuses(coir_sheet_load("sheet.json"));
    refuses(coir_assets_set_folder("assets"));
    refuses(coir_set_frame(&frame));
    assert_null(coir_sprite_with_texture(texture));
    assert_non_null(strstr(coir_error(), "this thread uses a world of its own"));
    assert_null(coir_label_new("text"));
    assert_non_null(strstr(coir_error(), "this thread uses a world of its own"));
    coir_nodes_sweep();
    coir_texture_destroy(texture);
    assert_of_program("coir_texture_destroy");
    use(NULL);
    coir_texture_destroy(texture);
    coir_nodes_sweep();
}

static void sounds_belong_to_the_default_world(void **state)
{
    CoirSound *sound = coir_sound_tone(&(CoirTone){.hold = 0.1});
    (void)state;
    assert_non_null(sound);
    use(world);
    CoirNode *node = coir_node_new();
    refuses(coir_sound_load("sound.wav"));
    refuses(coir_sound_tone(&(CoirTone){.hold = 0.1}));
    refuses(coir_sound_play(sound).generation);
    refuses(coir_node_play(node, sound).generation);
    refuses(coir_play(sound));
    refuses(coir_volume_to(1, 0));
    refuses(coir_mixer_open(NULL));
    refuses(coir_voices_count(sound));
    refuses(coir_voice_run((CoirVoice){0, 1}, coir_delay(1)).index);
    assert_false(coir_voice_stop((CoirVoice){0, 1}));
    assert_of_program("coir_voice_stop");
    assert_false(coir_voice_is_playing((CoirVoice){0, 1}));
    assert_of_program("coir_voice_is_playing");
    coir_sound_destroy(sound);
    assert_of_program("coir_sound_destroy");
    destroy_node(node);
    use(NULL);
    coir_sound_destroy(sound);
    coir_mixer_close();
}

static void windows_and_settings_belong_to_the_default_world(void **state)
{
    CoirInput *input = coir_input_new();
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 8, .height = 8});
    (void)state;
    use(world);
    refuses(coir_director_create(NULL));
    refuses(coir_director_screenshot(director, "picture.png"));
    refuses(coir_director_statistics(director).blocks);
    coir_director_destroy(director);
    assert_of_program("coir_director_destroy");
    refuses(coir_input_new());
    refuses(coir_input_is_key_down(input, COIR_KEY_A));
    refuses(coir_saves_open("author", "game"));
    refuses(coir_display_count());
    coir_log_set_hook(NULL, NULL);
    assert_of_program("coir_log_set_hook");
    coir_memory_set_hook(NULL, NULL);
    assert_of_program("coir_memory_set_hook");
    use(NULL);
    coir_input_destroy(input);
    coir_director_destroy(director);
}

static void note_and_destroy_input(CoirLogLevel level, const char *message, void *user)
{
    CoirInput **input = user;
    (void)level;
    note("%.*s\n", (int)strcspn(message, ":"), message);
    coir_input_destroy(*input);
    *input = NULL;
}

static void a_key_in_another_world_is_one_mistake(void **state)
{
    CoirInput *input = coir_input_new();
    (void)state;
    coir_log_set_hook(note_and_destroy_input, &input);
    use(world);
    assert_false(coir_input_key(input, COIR_KEY_A, true));
    use(NULL);
    assert_trace("coir_input_key\n");
    assert_null(input);
    coir_log_set_hook(NULL, NULL);
}

static void a_stage_of_another_world_moves_no_sound_clock(void **state)
{
    double now = coir_sound_now();
    (void)state;
    use(world);
    CoirStage *stage = coir_stage_new();
    assert_true(coir_stage_update(stage, 1));
    coir_stage_destroy(stage);
    use(NULL);
    assert_true(coir_sound_now() == now);
}

TEST_FILE(world)
{
    const struct CMUnitTest tests[] = {
        world_test(a_thread_begins_with_the_default_world),
        world_test(a_world_is_used_until_another_is),
        world_test(after_the_end_of_the_used_world_the_default_world_is_used),
        world_test(no_callback_may_switch_worlds),
        world_test(a_release_function_that_is_called_at_once_may_not_switch_worlds),
        world_test(no_callback_may_destroy_its_world),
        world_test(the_log_hook_may_not_switch_worlds),
        world_test(a_world_with_nodes_is_not_destroyed),
        world_test(a_world_with_a_stage_is_not_destroyed),
        world_test(a_world_with_a_scheduler_is_not_destroyed),
        world_test(a_world_with_a_manager_is_not_destroyed),
        world_test(a_world_with_an_action_is_not_destroyed),
        world_test(the_memory_of_a_world_is_freed_with_the_world),
        world_test(runs_without_a_manager_leave_no_memory),
        cmocka_unit_test_setup_teardown(pools_of_actions_leave_no_memory, without_hook, support_teardown),
        world_test(a_node_that_is_not_made_leaves_no_memory),
        world_test(each_allocation_may_fail),
        world_test(without_memory_there_is_no_world),
        world_test(a_set_of_nodes_is_resumed_in_its_own_world_only),
        world_test(a_stage_works_in_its_own_world_only),
        world_test(a_scheduler_works_in_its_own_world_only),
        world_test(functions_for_a_whole_scheduler_work_in_its_own_world_only),
        world_test(a_node_works_in_its_own_world_only),
        world_test(timers_of_a_node_are_scheduled_in_its_own_world_only),
        world_test(queries_of_a_node_off_stage_in_another_world_find_nothing),
        world_test(a_manager_works_in_its_own_world_only),
        world_test(a_reference_names_nothing_in_another_world),
        world_test(a_run_names_nothing_in_another_world),
        world_test(a_report_speaks_of_one_world),
        world_test(worlds_have_pools_of_their_own),
        world_test(sweeping_one_world_leaves_the_others_alone),
        world_test(two_worlds_take_turns),
        world_test(pictures_and_texts_belong_to_the_default_world),
        world_test(sounds_belong_to_the_default_world),
        world_test(windows_and_settings_belong_to_the_default_world),
        world_test(a_key_in_another_world_is_one_mistake),
        world_test(a_stage_of_another_world_moves_no_sound_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
