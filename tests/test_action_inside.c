// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// User code inside steps and seeks: calls, ease functions, and functions of action classes and fields may update
// managers and stages, stop the run, destroy its node and seek. A run must never be stepped inside a step of the same
// run, and must end at the instant at which user code stops the run.

#include "support/actions.h"

#include "coir/action_class.h"
#include "coir/sprite.h"
#include "coir/tween.h"

static CoirRun watched;
static int asked; // calls of the ease function so far

static int forget(void **state)
{
    watched = (CoirRun){0, 0};
    asked = 0;
    return setup_stage_and_manager(state);
}

#define inside_test(function) cmocka_unit_test_setup_teardown(function, forget, teardown_stage_and_manager)

// Updates inside a seek ----------------------------------------------------------------------------------------------

static void update_manager(CoirNode *of, void *user)
{
    (void)of, (void)user;
    assert_true(coir_action_manager_update(manager, 0.25));
}

static void update_and_destroy(CoirNode *of, void *user)
{
    update_manager(of, user);
    coir_node_destroy(of);
}

static void update_stage(CoirNode *of, void *user)
{
    (void)of, (void)user;
    assert_true(coir_stage_update(stage, 0.25));
}

static void destroy_and_update_stage(CoirNode *of, void *user)
{
    coir_node_destroy(of);
    update_stage(of, user);
}

static CoirAction *with_call(CoirCallFn function)
{
    return coir_sequence(coir_delay(1), say("a"), coir_call(function, NULL), say("b"), coir_move_by(1, 4, 4));
}

static void a_seek_continues_after_an_update_of_its_manager(void **state)
{
    (void)state;
    CoirRun run = play(with_call(update_manager)), other = play(coir_move_by(1, 0, 0));
    assert_true(coir_run_seek(run, 1.5, COIR_SEEK_CALLS));
    assert_trace("a@0 b@0.25 ");
    assert_true(node->position.x == 2);
    assert_near(coir_run_elapsed(run), 1.5);
    assert_near(coir_run_elapsed(other), 0.25);
    step(0.25);
    assert_true(node->position.x == 3);
    assert_trace("");
}

static void a_seek_ends_with_its_node_after_an_update_of_its_manager(void **state)
{
    (void)state;
    CoirRun run = play(with_call(update_and_destroy));
    assert_true(coir_run_seek(run, 1.5, COIR_SEEK_CALLS));
    assert_trace("a@0 ");
    assert_false(coir_run_is_running(run));
    step(1);
    assert_null(coir_node_get(node_ref));
}

static void a_frame_inside_a_seek_frees_no_node_that_is_in_use(void **state)
{
    CoirNodeRef ref = coir_node_ref(hero);
    (void)state;
    CoirRun run = act_on(hero, with_call(destroy_and_update_stage));
    coir_run_on_done(run, note_end, "end");
    assert_true(coir_run_seek(run, 1.5, COIR_SEEK_CALLS));
    assert_trace("a@0 end:gone ");
    assert_null(coir_node_get(ref));
    frame(1);
}

static void note_now(CoirNode *of, void *user)
{
    (void)of, (void)user;
    note("%g ", coir_action_manager_now(coir_stage_actions(stage)));
}

static void a_timer_inside_a_seek_is_at_its_own_time(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.125, note_now, NULL);
    CoirRun run = act_on(hero, with_call(update_stage));
    assert_true(coir_run_seek(run, 1.5, COIR_SEEK_CALLS));
    assert_trace("a@0 0.125 b@0.25 ");
    assert_near(coir_run_elapsed(run), 1.5);
}

static void stop_and_update(CoirNode *of, CoirRunEnd reason, void *user)
{
    (void)reason;
    update_manager(of, user);
    note("%d ", coir_action_manager_count(manager));
}

static void an_update_inside_a_done_hook_steps_the_others(void **state)
{
    (void)state;
    CoirRun run = play(walk()), other = play(walk());
    coir_run_on_done(run, stop_and_update, NULL);
    step(0.25);
    assert_true(coir_run_stop(run));
    assert_trace("1 ");
    assert_near(coir_run_elapsed(other), 0.5);
}

static void update_dying_manager(CoirNode *of, CoirRunEnd reason, void *user)
{
    (void)of, (void)reason, (void)user;
    assert_false(coir_action_manager_update(manager, 1));
    assert_mistake("destroyed");
}

static void a_manager_that_is_being_destroyed_is_not_updated(void **state)
{
    (void)state;
    coir_run_on_done(play(walk()), update_dying_manager, NULL);
    coir_run_on_done(play(walk()), update_dying_manager, NULL);
    coir_action_manager_destroy(manager);
    manager = NULL;
}

static void use_watched(CoirNode *of, CoirRunEnd reason, void *user)
{
    (void)of, (void)reason, (void)user;
    assert_false(coir_run_is_running(watched));
    assert_false(coir_run_seek(watched, 1.5, COIR_SEEK_CALLS));
    step(2);
}

static void the_other_runs_of_a_destroyed_node_are_stale_at_once(void **state)
{
    (void)state;
    coir_run_on_done(play(walk()), use_watched, NULL);
    watched = play(coir_sequence(coir_delay(1), say("never")));
    coir_run_on_done(watched, note_end, "watched");
    coir_node_destroy(node);
    assert_trace("watched:gone ");
}

static CoirNode *neighbour;

static void destroy_and_sweep(CoirNode *of, CoirRunEnd reason, void *user)
{
    (void)reason, (void)user;
    coir_node_destroy(of);
    coir_stage_update(stage, 0);
}

static void a_frame_inside_a_done_hook_frees_no_node_that_is_in_use(void **state)
{
    (void)state;
    neighbour = child_of(scene);
    for (int i = 0; i < 3; i++)
        coir_run_on_done(act_on(neighbour, walk()), destroy_and_sweep, NULL);
    coir_node_stop_all(neighbour);
    frame(0);
}

// Seeks inside a seek ------------------------------------------------------------------------------------------------

static void seek_watched(CoirNode *of, void *time)
{
    (void)of;
    assert_true(coir_run_seek(watched, *(double *)time, 0));
}

static void a_seek_inside_a_seek_is_done_when_the_call_is_over(void **state)
{
    double time = 0.5;
    (void)state;
    watched = play(coir_sequence(coir_move_by(1, 4, 4), coir_call(seek_watched, &time), say("never"), coir_delay(1)));
    assert_true(coir_run_seek(watched, 1.5, COIR_SEEK_CALLS));
    assert_near(coir_run_elapsed(watched), 0.5);
    assert_true(node->position.x == 2);
    assert_trace("");
}

static void seek_and_detach(CoirNode *of, void *time)
{
    seek_watched(of, time);
    neighbour = coir_node_detach(of);
}

static void a_call_seeks_its_run_and_takes_its_node_off_stage(void **state)
{
    double time = 0.25;
    (void)state;
    watched = act_on(hero, coir_sequence(coir_move_by(1, 4, 4), coir_call(seek_and_detach, &time), coir_delay(1)));
    frame(1.5);
    assert_near(coir_run_elapsed(watched), 0.25);
    assert_true(neighbour->position.x == 1);
    assert_true(coir_node_add(scene, neighbour));
    frame(0.25);
    assert_true(neighbour->position.x == 2);
}

static void note_elapsed(CoirNode *of, void *user)
{
    (void)of, (void)user;
    note("%g ", coir_run_elapsed(watched));
}

static void in_a_call_of_a_seek_off_stage_elapsed_is_the_time_of_the_instant(void **state)
{
    (void)state;
    neighbour = coir_node_new();
    watched = act_on(neighbour, coir_sequence(coir_delay(1), coir_call(note_elapsed, NULL), coir_delay(1)));
    assert_true(coir_run_seek(watched, 1.5, COIR_SEEK_CALLS));
    assert_trace("1 ");
    coir_node_destroy(neighbour);
}

// Ease functions -----------------------------------------------------------------------------------------------------

typedef void (*Deed)(void);

static double do_deed(double t, void *deed)
{
    if (++asked == 1)
        (*(Deed *)deed)();
    return t;
}

static void destroy_node(void)
{
    coir_node_destroy(coir_node_get(node_ref));
}

static void stop_run(void)
{
    assert_true(coir_run_stop(watched));
}

static void pause_run(void)
{
    assert_true(coir_run_pause(watched));
}

static void update_all(void)
{
    coir_action_manager_update(manager, 0.25);
}

static void update_all_and_destroy(void)
{
    update_all();
    destroy_node();
}

static CoirAction *late_call(void)
{
    return coir_sequence(coir_delay(0.5), say("late"), coir_delay(0.5));
}

static void after_an_ease_function_that_ends_the_run_no_call_is_made(void **state)
{
    Deed deeds[] = {destroy_node, stop_run, update_all_and_destroy};
    for (int i = 0; i < COUNT(deeds); i++) {
        asked = 0;
        watched = play(coir_ease_function(do_deed, &deeds[i], late_call()));
        coir_action_manager_update(manager, 0.7);
        assert_int_equal(asked, 1);
        assert_false(coir_run_is_running(watched));
        assert_trace("");
        destroy_stage_and_manager();
        assert_int_equal(setup_stage_and_manager(state), 0);
    }
}

static void once_the_ease_function_of_a_leaf_has_ended_the_run_nothing_is_written_or_called(void **state)
{
    Deed deed = stop_run;
    (void)state;
    watched = play(coir_spawn(coir_ease_function(do_deed, &deed, coir_move_by(1, 4, 4)), late_call()));
    step(0.7);
    assert_true(node->position.x == 0);
    assert_trace("");
}

static void of_two_eases_the_second_is_not_asked_after_the_first_has_ended_the_run(void **state)
{
    Deed deed = stop_run;
    (void)state;
    watched = play(coir_ease_function(do_deed, &deed, coir_ease_function(do_deed, &deed, coir_move_by(1, 4, 4))));
    step(0.5);
    assert_int_equal(asked, 1);
    assert_true(node->position.x == 0);
}

static void after_an_ease_function_that_pauses_the_run_the_rest_follows_on_resume(void **state)
{
    Deed deed = pause_run;
    (void)state;
    watched = play(coir_spawn(coir_ease_function(do_deed, &deed, coir_move_by(1, 4, 4)), late_call()));
    step(0.7);
    assert_trace("");
    step(0.1);
    assert_true(node->position.x == 0);
    assert_true(coir_run_resume(watched));
    step(0.25);
    assert_near(coir_run_elapsed(watched), 0.75);
    assert_true(node->position.x == 3);
    assert_trace("late@0.8 ");
}

static void an_ease_function_in_a_seek_may_update_the_manager(void **state)
{
    Deed deeds[] = {update_all, update_all_and_destroy, stop_run};
    for (int i = 0; i < COUNT(deeds); i++) {
        asked = 0;
        watched = play(coir_sequence(coir_ease_function(do_deed, &deeds[i], late_call()), coir_move_by(1, 4, 4)));
        assert_true(coir_run_seek(watched, 1.5, COIR_SEEK_CALLS));
        assert_int_equal(coir_run_is_running(watched), i == 0);
        assert_trace(i == 0 ? "late@0.25 " : "");
        assert_true(i > 0 || node->position.x == 2);
        destroy_stage_and_manager();
        assert_int_equal(setup_stage_and_manager(state), 0);
    }
}

static double note_time(double t, void *user)
{
    (void)user;
    note("%.3g ", coir_run_elapsed(watched));
    return t;
}

static void in_an_ease_function_elapsed_is_the_time_of_the_instant(void **state)
{
    (void)state;
    watched = play(coir_spawn(coir_ease_function(note_time, NULL, coir_move_by(2, 4, 4)), late_call()));
    step(0.25);
    assert_trace("0.25 ");
    step(0.5);
    assert_trace("0.5 late@0.5 0.75 ");
}

// Functions of action classes and fields -----------------------------------------------------------------------------

static void silent(CoirNode *of, const void *parameters, void *memory)
{
    (void)of, (void)parameters, (void)memory;
}

static void note_update(CoirNode *of, const void *parameters, void *memory, double t)
{
    (void)of, (void)memory;
    note("%s:%.2g ", *(const char *const *)parameters, t);
}

static void pause_at_the_end(CoirNode *of, const void *parameters, void *memory, double t)
{
    note_update(of, parameters, memory, t);
    if (t == 1)
        pause_run();
}

static const CoirActionClass noting_class = {"noting", sizeof(char *), 0, silent, .update = note_update};
static const CoirActionClass pausing_class = {"pausing", sizeof(char *), 0, silent, .update = pause_at_the_end};

static CoirAction *named_action(const CoirActionClass *class, double duration, const char *name)
{
    return coir_action_new(class, duration, &name);
}

static void actions_that_end_beside_an_update_that_pauses_the_run_end_on_resume(void **state)
{
    (void)state;
    CoirAction *both =
        coir_spawn(named_action(&pausing_class, 0.5, "p"), named_action(&noting_class, 0.5, "n"), coir_delay(1));
    watched = play(coir_repeat(2, both));
    step(0.75);
    assert_trace("p:0 p:1 ");
    assert_true(coir_run_resume(watched));
    step(0.125);
    assert_trace("n:1 ");
    step(0.625);
    assert_trace("p:0 p:0.5 n:0.5 ");
}

static void actions_that_end_beside_a_pausing_update_end_also_when_resumed_backwards(void **state)
{
    (void)state;
    watched =
        play(coir_spawn(named_action(&pausing_class, 0.5, "p"), named_action(&noting_class, 0.5, "n"), coir_delay(1)));
    step(0.75);
    assert_trace("p:0 p:1 ");
    assert_true(coir_run_reverse(watched));
    assert_true(coir_run_resume(watched));
    step(0.125);
    assert_trace("n:1 n:0 p:0 p:0 p:0.75 n:0.75 ");
}

static float field_value; // value that the field's functions get and set

static void get_and_update(CoirNode *of, float *values)
{
    (void)of;
    update_all();
    values[0] = field_value;
}

static void set_and_destroy(CoirNode *of, const float *values)
{
    field_value = values[0];
    update_all();
    coir_node_destroy(of);
}

static void the_functions_of_a_field_in_a_seek_may_update_the_manager_and_destroy_the_node(void **state)
{
    (void)state;
    CoirField field = COIR_FIELD_FUNCTIONS(CoirNode, COIR_FIELD_FLOAT, get_and_update, set_and_destroy);
    watched = play(coir_spawn(coir_tween_float(1, field, 3, 4), coir_blink(1, 2), late_call()));
    assert_true(coir_run_seek(watched, 0.75, COIR_SEEK_CALLS));
    assert_false(coir_run_is_running(watched));
    assert_trace("");
}

static void note_start(CoirNode *of, const void *parameters, void *memory)
{
    (void)of, (void)memory;
    note("%s.start ", *(const char *const *)parameters);
}

static const CoirActionClass undone_class = {"undone",   sizeof(char *),        0,
                                             note_start, .update = note_update, .undo = silent};

static void stop_at_a_quarter(CoirNode *of, const float *values)
{
    (void)of;
    if (values[0] == 3.25f)
        stop_run();
}

static void get_value(CoirNode *of, float *values)
{
    (void)of;
    values[0] = 0;
}

// When the time turns back, the field is set to the new time, and then the undone action begins again.
static void rule_4_10a_no_undone_action_begins_again_after_a_field_has_ended_the_run(void **state)
{
    CoirField field = COIR_FIELD_FUNCTIONS(CoirNode, COIR_FIELD_FLOAT, get_value, stop_at_a_quarter);
    (void)state;
    watched = play(coir_reverse_time(
        coir_spawn(coir_reverse_time(named_action(&undone_class, 0.5, "u")), coir_tween_float(1, field, 3, 4))));
    step(0);
    forget_trace();
    step(0.75);
    assert_false(coir_run_is_running(watched));
    assert_trace("");
}

static void pause_hero(void)
{
    coir_node_pause(hero);
}

static void stop_clock_of_hero(void)
{
    assert_true(coir_node_set_time_scale(hero, 0));
}

static void (*const ways_to_freeze[])(void) = {pause_run, pause_hero, stop_clock_of_hero};
static int way_to_freeze;

static void freeze_in_undo(CoirNode *of, const void *parameters, void *memory)
{
    (void)of, (void)parameters, (void)memory;
    note("undo@%g ", coir_run_elapsed(watched));
    ways_to_freeze[way_to_freeze]();
}

static const CoirActionClass freezing_class = {"freezing", sizeof(char *),        0,
                                               silent,     .update = note_update, .undo = freeze_in_undo};

// Plays an action for 1.5 s that moves the hero by 100 in each second. The action of `freezing_class` begins at 1 s. A
// replay to an earlier time starts the action of `undone_class`.
static void play_freezing_action(void)
{
    hero = child_of(scene);
    assert_true(coir_node_set_time_scale(hero, 0.5) && coir_node_set_time_scale(hero, 1)); // gives the hero a clock
    watched = act_on(hero, coir_spawn(say("a"), coir_move_by(2, 200, 0), named_action(&undone_class, 2, "n"),
                                      coir_sequence(coir_delay(1), named_action(&freezing_class, 1, "f"))));
    frame(1.5);
    assert_near(hero->position.x, 150);
    forget_trace();
}

static void thaw_hero(void)
{
    coir_run_resume(watched);
    coir_node_resume(hero);
    assert_true(coir_node_set_time_scale(hero, 1));
}

static void assert_hero_at(double seconds)
{
    assert_near(coir_run_elapsed(watched), seconds);
    assert_near(hero->position.x, 100 * seconds);
}

static void rule_4_10a_a_run_that_an_undo_freezes_in_a_step_backwards_stays_at_the_end_of_the_step(void **state)
{
    (void)state;
    for (way_to_freeze = 0; way_to_freeze < COUNT(ways_to_freeze); way_to_freeze++) {
        play_freezing_action();
        assert_true(coir_run_reverse(watched));
        frame(0.75);
        assert_non_null(strstr(noted(), "undo@0.75 n.start "));
        assert_hero_at(0.75);
        frame(1);
        assert_hero_at(0.75);
        thaw_hero();
        frame(0.25);
        assert_hero_at(0.5);
    }
}

static void rule_4_10a_a_run_that_an_undo_freezes_in_a_seek_goes_on_from_the_goal(void **state)
{
    (void)state;
    for (way_to_freeze = 0; way_to_freeze < COUNT(ways_to_freeze); way_to_freeze++) {
        play_freezing_action();
        assert_true(coir_run_seek(watched, 0.75, 0));
        assert_non_null(strstr(noted(), "undo@0.75 n.start "));
        assert_hero_at(0.75);
        thaw_hero();
        frame(0.125);
        assert_hero_at(0.875);
        assert_null(strstr(noted(), "a@"));
    }
}

static void a_restart_in_which_an_undo_freezes_the_run_shows_the_start(void **state)
{
    (void)state;
    for (way_to_freeze = 0; way_to_freeze < COUNT(ways_to_freeze); way_to_freeze++) {
        play_freezing_action();
        assert_true(coir_run_restart(watched));
        assert_hero_at(0);
        thaw_hero();
        forget_trace();
        frame(0.25);
        assert_hero_at(0.25);
        assert_non_null(strstr(noted(), "a@"));
    }
}

static void destroy_on_message(CoirLogLevel level, const char *text, void *user)
{
    (void)user, (void)level, (void)text;
    destroy_node();
}

static void a_log_hook_that_destroys_the_node_in_a_step_ends_the_run(void **state)
{
    int count = 0, never = 0;
    (void)state;
    play(coir_sequence(coir_repeat(5000, coir_sequence(counting(&count), coir_delay(0.001))), counting(&never)));
    coir_log_set_hook(destroy_on_message, NULL);
    step(10); // logs a warning after the calls of 1000 loops
    assert_int_equal(count, 1000);
    assert_int_equal(never, 0);
}

static void pause_on_message(CoirLogLevel level, const char *text, void *user)
{
    (void)user, (void)level, (void)text;
    pause_run();
}

static void a_log_hook_that_pauses_the_run_in_a_step_keeps_the_run_at_the_instant_of_the_mistake(void **state)
{
    (void)state;
    watched = play(coir_sequence(coir_delay(0.25), coir_flip_x(true), coir_delay(0.25), say("late"), coir_delay(1)));
    coir_log_set_hook(pause_on_message, NULL);
    step(1); // the node is no sprite
    assert_trace("");
    assert_near(coir_run_elapsed(watched), 0.25);
    assert_true(coir_run_resume(watched));
    for (int i = 0; i < 10; i++)
        step(0.0625);
    assert_trace("late@1.25 ");
}

TEST_FILE(action_inside)
{
    const struct CMUnitTest tests[] = {
        inside_test(a_seek_continues_after_an_update_of_its_manager),
        inside_test(a_seek_ends_with_its_node_after_an_update_of_its_manager),
        inside_test(a_frame_inside_a_seek_frees_no_node_that_is_in_use),
        inside_test(a_timer_inside_a_seek_is_at_its_own_time),
        inside_test(an_update_inside_a_done_hook_steps_the_others),
        inside_test(a_manager_that_is_being_destroyed_is_not_updated),
        inside_test(the_other_runs_of_a_destroyed_node_are_stale_at_once),
        inside_test(a_frame_inside_a_done_hook_frees_no_node_that_is_in_use),
        inside_test(a_seek_inside_a_seek_is_done_when_the_call_is_over),
        inside_test(a_call_seeks_its_run_and_takes_its_node_off_stage),
        inside_test(in_a_call_of_a_seek_off_stage_elapsed_is_the_time_of_the_instant),
        inside_test(after_an_ease_function_that_ends_the_run_no_call_is_made),
        inside_test(once_the_ease_function_of_a_leaf_has_ended_the_run_nothing_is_written_or_called),
        inside_test(of_two_eases_the_second_is_not_asked_after_the_first_has_ended_the_run),
        inside_test(after_an_ease_function_that_pauses_the_run_the_rest_follows_on_resume),
        inside_test(an_ease_function_in_a_seek_may_update_the_manager),
        inside_test(in_an_ease_function_elapsed_is_the_time_of_the_instant),
        inside_test(actions_that_end_beside_an_update_that_pauses_the_run_end_on_resume),
        inside_test(actions_that_end_beside_a_pausing_update_end_also_when_resumed_backwards),
        inside_test(the_functions_of_a_field_in_a_seek_may_update_the_manager_and_destroy_the_node),
        inside_test(rule_4_10a_no_undone_action_begins_again_after_a_field_has_ended_the_run),
        inside_test(rule_4_10a_a_run_that_an_undo_freezes_in_a_step_backwards_stays_at_the_end_of_the_step),
        inside_test(rule_4_10a_a_run_that_an_undo_freezes_in_a_seek_goes_on_from_the_goal),
        inside_test(a_restart_in_which_an_undo_freezes_the_run_shows_the_start),
        inside_test(a_log_hook_that_destroys_the_node_in_a_step_ends_the_run),
        inside_test(a_log_hook_that_pauses_the_run_in_a_step_keeps_the_run_at_the_instant_of_the_mistake),
    };
    return cmocka_run_group_tests_name("action_inside", tests, NULL, NULL);
}
