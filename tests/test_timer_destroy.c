// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Queues that are destroyed in a callback (rule 2.6): the firing queue, its parent, its child, another queue or the
// root; and queues that are destroyed between advances.

#include "support/timers.h"

static void act_insert_for_now_and_destroy_other(Job *job)
{
    once(job->queue, 0, job->job);
    coir_timer_queue_destroy(job->other);
}

// Makes the queues root -> parent -> firing -> child, and `uncle` below the root. Each queue has a timer that fires
// once a second. `killer` is a timer of `firing` that is due at 2 s, and is called first of the timers that are due
// then. `killer->other` becomes the queue whose name is in `destroys`.
static CoirTimerQueue *plant(Job *killer, const char *destroys)
{
    static Job jobs[] = {
        {.name = "root"}, {.name = "parent"}, {.name = "firing"}, {.name = "child"}, {.name = "uncle"},
    };
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *parent = coir_timer_queue_new(root);
    CoirTimerQueue *firing = coir_timer_queue_new(parent), *child = coir_timer_queue_new(firing);
    CoirTimerQueue *queues[] = {root, parent, firing, child, coir_timer_queue_new(root)};
    once(firing, 2, killer);
    for (int i = 0; i < 5; i++) {
        every(queues[i], 1, 1, COIR_CATCH_UP_ALL, &jobs[i]);
        if (!strcmp(jobs[i].name, destroys))
            killer->other = queues[i];
    }
    return root;
}

static void rule_2_6_the_firing_queue_may_be_destroyed(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "firing");
    (void)state;
    advance(root, 2);
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 root@2 parent@2 uncle@2 ");
    coir_timer_queue_destroy(root);
}

static void act_destroy_own_queue_and_make_another(Job *job)
{
    coir_timer_queue_destroy(job->queue);
    job->queue = coir_timer_queue_new(job->other);
    assert_now(job->queue, 0);
    once(job->queue, 1, job->job);
}

static void rule_2_6_a_queue_made_in_place_of_the_firing_one_starts_at_0(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job after = {.name = "after"};
    Job job = {.name = "job", .act = act_destroy_own_queue_and_make_another, .other = root, .job = &after};
    (void)state;
    once(coir_timer_queue_new(root), 2, &job);
    advance(root, 5);
    assert_trace("job@2 after@1 ");
    assert_now(job.queue, 3);
    coir_timer_queue_destroy(root);
}

static void rule_2_6_the_parent_of_the_firing_queue_may_be_destroyed(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "parent");
    (void)state;
    advance(root, 2);
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 root@2 uncle@2 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_6_a_child_of_the_firing_queue_may_be_destroyed(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "child");
    (void)state;
    advance(root, 2);
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 root@2 parent@2 firing@2 uncle@2 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_6_a_queue_elsewhere_may_be_destroyed(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "uncle");
    (void)state;
    advance(root, 2);
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 root@2 parent@2 firing@2 child@2 ");
    coir_timer_queue_destroy(root);
}

static void rule_2_6_the_root_may_be_destroyed_and_the_advance_ends(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "root");
    (void)state;
    assert_true(coir_timer_queue_advance(root, 9));
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 ");
}

static void rule_2_6_the_root_may_be_destroyed_in_tick_one(void **state)
{
    Job killer = {.name = "killer", .act = act_destroy_other};
    CoirTimerQueue *root = plant(&killer, "root");
    (void)state;
    for (int i = 0; i < 6; i++)
        assert_true(coir_timer_queue_tick_one(root, 9));
    assert_trace("root@1 parent@1 firing@1 child@1 uncle@1 killer@2 ");
}

static void rule_2_6_timers_that_wait_for_the_next_advance_are_freed_with_their_queue(void **state)
{
    static const char *const who[] = {"firing", "parent", "root"};
    Job waiting = {.name = "waiting"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        Job killer = {.name = "killer", .act = act_insert_for_now_and_destroy_other, .job = &waiting};
        CoirTimerQueue *root = plant(&killer, who[i]);
        forget_trace();
        advance(root, 9);
        assert_null(strstr(noted(), "waiting"));
        assert_non_null(strstr(noted(), "killer@2"));
        if (i < 2) {
            forget_trace();
            advance(root, 1);
            assert_trace(i == 0 ? "root@10 parent@10 uncle@10 " : "root@10 uncle@10 ");
            coir_timer_queue_destroy(root);
        }
    }
}

static void act_use_the_destroyed_root(Job *job)
{
    CoirTimerQueue *root = job->queue, *stranger = coir_timer_queue_new(NULL);
    CoirTimerId none;
    coir_timer_queue_destroy(root);
    none = coir_timer_queue_insert(root, 5, 0, COIR_CATCH_UP_ALL, run_job, job);
    assert_int_equal(none.generation, 0);
    assert_mistake("destroyed");
    assert_null(coir_timer_queue_new(root));
    assert_mistake("destroyed");
    assert_false(coir_timer_queue_set_parent(stranger, root));
    assert_mistake("destroyed");
    coir_timer_queue_destroy(root);
    assert_mistake("destroyed");
    assert_false(coir_timer_queue_advance(root, 1));
    assert_mistake("inside a callback");
    assert_false(coir_timer_queue_erase(root, job->other_id));
    assert_false(coir_timer_queue_contains(root, job->other_id));
    assert_int_equal(coir_timer_queue_count(root), 0);
    assert_false(coir_timer_queue_next_due(root, NULL));
    assert_now(root, 1);
    coir_timer_queue_destroy(stranger);
}

static void rule_2_6_a_destroyed_root_takes_nothing_in_until_its_advance_ends(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL);
    Job other = {.name = "other"}, job = {.name = "job", .act = act_use_the_destroyed_root};
    (void)state;
    once(root, 1, &job);
    job.other_id = once(root, 1, &other);
    advance(root, 2);
    assert_trace("job@1 ");
}

static void rule_2_6_a_queue_destroyed_between_advances_destroys_its_timers_and_children(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *player = coir_timer_queue_new(root);
    CoirTimerQueue *spell = coir_timer_queue_new(player);
    Job lost = {.name = "lost"}, kept = {.name = "kept"};
    (void)state;
    for (int i = 0; i < 1000; i++)
        once(i % 2 ? player : spell, 1 + i % 7, &lost);
    once(root, 3, &kept);
    size_t all = support_blocks();
    coir_timer_queue_destroy(player);
    assert_int_equal(support_blocks(), all - 1000 - 6); // two queues, their tables of ids and their wheels
    advance(root, 10);
    assert_trace("kept@3 ");
    coir_timer_queue_destroy(root);
    coir_timer_queue_destroy(NULL);
}

TEST_FILE(timer_destroy)
{
    const struct CMUnitTest tests[] = {
        queue_test(rule_2_6_the_firing_queue_may_be_destroyed),
        queue_test(rule_2_6_a_queue_made_in_place_of_the_firing_one_starts_at_0),
        queue_test(rule_2_6_the_parent_of_the_firing_queue_may_be_destroyed),
        queue_test(rule_2_6_a_child_of_the_firing_queue_may_be_destroyed),
        queue_test(rule_2_6_a_queue_elsewhere_may_be_destroyed),
        queue_test(rule_2_6_the_root_may_be_destroyed_and_the_advance_ends),
        queue_test(rule_2_6_the_root_may_be_destroyed_in_tick_one),
        queue_test(rule_2_6_timers_that_wait_for_the_next_advance_are_freed_with_their_queue),
        queue_test(rule_2_6_a_destroyed_root_takes_nothing_in_until_its_advance_ends),
        queue_test(rule_2_6_a_queue_destroyed_between_advances_destroys_its_timers_and_children),
    };
    return cmocka_run_group_tests_name("timer_destroy", tests, NULL, NULL);
}
