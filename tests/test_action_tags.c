// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Finding and stopping the runs of a node by tags and flags.

#include "support/actions.h"

#include "coir/node_time.h"

static CoirRun tagged(int tag, uint32_t flags, const char *name)
{
    CoirRun run = play(coir_delay(9));
    assert_true(coir_run_set_tag(run, tag) && coir_run_set_flags(run, flags));
    coir_run_on_done(run, note_end, (void *)name);
    return run;
}

static void tags_and_flags_are_0_at_first_and_as_set(void **state)
{
    (void)state;
    CoirRun run = play(walk());
    assert_true(coir_run_tag(run) == 0 && coir_run_flags(run) == 0);
    assert_true(coir_run_set_tag(run, -7) && coir_run_set_flags(run, 0x80000001));
    assert_true(coir_run_tag(run) == -7 && coir_run_flags(run) == 0x80000001);
    step(0.5);
    assert_near(node->position.x, 50);
    assert_true(coir_run_tag(run) == -7 && coir_run_flags(run) == 0x80000001);
}

static CoirRun heros;

static void tag_the_heros_run(CoirNode *of, void *user)
{
    (void)of, (void)user;
    assert_true(coir_run_set_tag(heros, 1));
}

static void a_tag_set_between_two_steps_loses_no_time_of_the_run(void **state)
{
    (void)state;
    heros = act_on(hero, coir_sequence(coir_move_by(0.5, 100, 0), coir_delay(1)));
    coir_node_once_after(hero, 0.9, tag_the_heros_run, NULL);
    frame(0.4);
    frame(0.55); // the tag is set at 0.9 s, after the end of the move
    assert_true(hero->position.x == 100);
    heros = act_on(hero, coir_move_to(0.5, 7, 0));
    coir_node_once_after(hero, 0.9, tag_the_heros_run, NULL);
    frame(0.25);
    frame(0.7);
    assert_true(hero->position.x == 7 && !coir_run_is_running(heros));
}

static void stop_tag_stops_the_first_and_stop_all_tag_all(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        tagged(1, 0, "a"), tagged(2, 0, "b"), tagged(1, 0, "c"), tagged(1, 0, "d");
    }
    assert_int_equal(coir_node_stop_tag(node, 1), 1);
    assert_trace("a:stopped ");
    assert_int_equal(coir_node_stop_all_tag(node, 1), 5);
    assert_trace("c:stopped d:stopped a:stopped c:stopped d:stopped ");
    assert_int_equal(coir_node_stop_tag(node, 1), 0);
    assert_int_equal(coir_node_stop_all_tag(node, 1), 0);
    assert_int_equal(coir_node_stop_all_tag(hero, 2), 0);
    assert_int_equal(coir_node_run_count(node), 2);
}

static void a_run_without_a_tag_has_tag_0(void **state)
{
    (void)state;
    play(walk());
    play(walk());
    tagged(3, 0, "c");
    assert_int_equal(coir_node_stop_all_tag(node, 0), 2);
    assert_int_equal(coir_node_run_count(node), 1);
}

static void stop_flags_stops_runs_with_any_of_the_bits(void **state)
{
    (void)state;
    tagged(0, 1, "a"), tagged(0, 6, "b"), tagged(0, 0, "c"), tagged(0, 0x80000000, "d"), play(walk());
    assert_int_equal(coir_node_stop_flags(node, 0), 0);
    assert_int_equal(coir_node_stop_flags(node, 8), 0);
    assert_int_equal(coir_node_stop_flags(node, 3), 2);
    assert_trace("a:stopped b:stopped ");
    assert_int_equal(coir_node_stop_flags(node, UINT32_MAX), 1);
    assert_trace("d:stopped ");
    assert_int_equal(coir_node_run_count(node), 2);
}

static void find_run_finds_the_first(void **state)
{
    (void)state;
    CoirRun a = tagged(5, 0, "a"), b = tagged(5, 0, "b");
    assert_int_equal(coir_node_find_run(node, 5).index, a.index);
    coir_run_stop(a);
    assert_true(coir_node_find_run(node, 5).index == b.index && coir_node_find_run(node, 5).generation == b.generation);
    CoirRun none = coir_node_find_run(node, 6);
    assert_true(none.index == 0 && none.generation == 0);
    none = coir_node_find_run(NULL, 5);
    assert_true(none.index == 0 && none.generation == 0);
    assert_int_equal(coir_node_run_count(NULL), 0);
}

// Starts a run with the tag 1 and the flag 1, whose end is noted.
static void start(const char *name)
{
    CoirRun run = coir_node_run(node, coir_delay(9));
    assert_true(coir_run_set_tag(run, 1) && coir_run_set_flags(run, 1));
    coir_run_on_done(run, note_end, (void *)name);
}

static void note_and_enter_the_stage(CoirNode *of, CoirRunEnd reason, void *user)
{
    note_end(of, reason, user);
    coir_node_add(scene, of);
    start("new");
}

static void a_node_that_enters_a_stage_while_its_runs_are_stopped_keeps_only_new_runs(void **state)
{
    (void)state;
    for (int way = 0; way < 3; way++) {
        coir_run_on_done(tagged(1, 1, "a"), note_and_enter_the_stage, "a");
        start("b");
        start("c");
        if (way == 0)
            coir_node_stop_all(node);
        else
            assert_int_equal(way == 1 ? coir_node_stop_all_tag(node, 1) : coir_node_stop_flags(node, 1), 3);
        assert_trace("a:stopped b:stopped c:stopped ");
        assert_int_equal(coir_node_stop_all_tag(node, 1), 1);
        assert_trace("new:stopped ");
        coir_node_detach(node);
    }
}

static CoirRun retagged;
static int new_tag;

static void note_and_retag(CoirNode *of, CoirRunEnd reason, void *user)
{
    note_end(of, reason, user);
    coir_run_set_tag(retagged, new_tag);
}

static void a_run_that_gets_another_tag_while_runs_are_stopped_goes_on(void **state)
{
    (void)state;
    coir_run_on_done(tagged(1, 0, "a"), note_and_retag, "a");
    retagged = tagged(1, 0, "b");
    coir_run_on_done(tagged(3, 0, "c"), note_and_retag, "c");
    new_tag = 2;
    assert_int_equal(coir_node_stop_all_tag(node, 1), 1);
    new_tag = 3;
    assert_int_equal(coir_node_stop_all_tag(node, 3), 1);
    assert_trace("a:stopped c:stopped ");
    assert_int_equal(coir_run_tag(retagged), 3);
}

static void note_and_stop_tag_3(CoirNode *of, CoirRunEnd reason, void *user)
{
    note_end(of, reason, user);
    assert_int_equal(coir_node_stop_all_tag(node, 3), 1);
}

static void all_runs_with_a_tag_stop_also_if_a_callback_stops_runs_with_another_tag(void **state)
{
    (void)state;
    coir_run_on_done(tagged(1, 0, "a"), note_and_stop_tag_3, "a");
    tagged(1, 0, "b"), tagged(3, 0, "c");
    assert_int_equal(coir_node_stop_all_tag(node, 1), 2);
    assert_trace("a:stopped c:stopped b:stopped ");
}

static void stopping_on_null_is_a_mistake(void **state)
{
    (void)state;
    assert_int_equal(coir_node_stop_tag(NULL, 1), 0);
    assert_mistake("coir_node_stop_tag");
    assert_int_equal(coir_node_stop_all_tag(NULL, 1), 0);
    assert_mistake("coir_node_stop_all_tag");
    assert_int_equal(coir_node_stop_flags(NULL, 1), 0);
    assert_mistake("coir_node_stop_flags");
    coir_node_stop_all(NULL);
    assert_mistake("coir_node_stop_all");
}

TEST_FILE(action_tags)
{
    const struct CMUnitTest tests[] = {
        action_test(tags_and_flags_are_0_at_first_and_as_set),
        action_test(a_tag_set_between_two_steps_loses_no_time_of_the_run),
        action_test(stop_tag_stops_the_first_and_stop_all_tag_all),
        action_test(a_run_without_a_tag_has_tag_0),
        action_test(stop_flags_stops_runs_with_any_of_the_bits),
        action_test(find_run_finds_the_first),
        action_test(a_node_that_enters_a_stage_while_its_runs_are_stopped_keeps_only_new_runs),
        action_test(a_run_that_gets_another_tag_while_runs_are_stopped_goes_on),
        action_test(all_runs_with_a_tag_stop_also_if_a_callback_stops_runs_with_another_tag),
        action_test(stopping_on_null_is_a_mistake),
    };
    return cmocka_run_group_tests_name("action_tags", tests, NULL, NULL);
}
