// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Action classes of the user (coir/action_class.h): when each function of a class is called, and with which
// arguments.

#include "support/actions.h"

#include "coir/action_class.h"

// A spy notes a start and an undo as "name.start " and "name.undo ", an update as "name:t ", and an end by its reason,
// as "name.stopped ".
typedef struct Spy {
    const char *name;
} Spy;

typedef struct SpyState {
    double last;
    int starts, updates;
    CoirVec2 found;
} SpyState;

static CoirNode *expected_node; // node that each call must get; NULL: any node

static void called(CoirNode *of, const void *parameters, const char *what)
{
    if (expected_node)
        assert_ptr_equal(of, expected_node);
    note("%s%s ", ((const Spy *)parameters)->name, what);
}

static void spy_start(CoirNode *of, const void *parameters, void *memory)
{
    SpyState *self = memory;
    if (self->starts == 0)
        assert_true(self->last == 0 && self->updates == 0 && self->found.x == 0);
    self->starts++;
    self->found = of->position;
    called(of, parameters, ".start");
}

static void spy_update(CoirNode *of, const void *parameters, void *memory, double t)
{
    SpyState *self = memory;
    char what[32];
    assert_true(self->starts > 0);
    self->updates++;
    self->last = t;
    snprintf(what, sizeof what, ":%.6g", t);
    called(of, parameters, what);
}

static void spy_end(CoirNode *of, const void *parameters, void *memory, CoirRunEnd reason)
{
    static const char *const reasons[] = {".done", ".stopped", ".gone"};
    assert_true(((SpyState *)memory)->starts > 0);
    called(of, parameters, reasons[reason]);
}

static void spy_undo(CoirNode *of, const void *parameters, void *memory)
{
    SpyState *self = memory;
    assert_true(self->starts > 0);
    of->position = self->found;
    called(of, parameters, ".undo");
}

static const CoirActionClass spy_class;

static CoirAction *spy_reverse(const void *parameters, double duration)
{
    Spy spy = *(const Spy *)parameters;
    note("reverse:%g ", duration);
    if (spy.name[0] == '-')
        return NULL;
    spy.name = "back";
    return coir_action_new(&spy_class, duration, &spy);
}

static const CoirActionClass spy_class = {"spy",      sizeof(Spy), sizeof(SpyState), spy_start,
                                          spy_update, spy_end,     spy_undo,         spy_reverse};

static CoirAction *spy(const char *name, double duration)
{
    return coir_action_new(&spy_class, duration, &(Spy){name});
}

// When functions are called ------------------------------------------------------------------------------------------

static void an_object_is_started_and_updated_in_each_step_to_t_1(void **state)
{
    (void)state;
    expected_node = node;
    play(coir_sequence(coir_delay(1), spy("a", 1)));
    for (int i = 0; i < 9; i++)
        step(0.25);
    assert_trace("a.start a:0 a:0.25 a:0.5 a:0.75 a:1 ");
    expected_node = NULL;
}

static void an_object_that_a_step_jumps_over_gets_start_and_an_update_at_1(void **state)
{
    (void)state;
    play(coir_sequence(spy("a", 1), spy("b", 0), say("c"), spy("d", 1)));
    step(5);
    assert_trace("a.start a:1 b.start b:1 c@1 d.start d:1 ");
}

static void rule_4_4_objects_in_progress_are_at_the_instant_of_a_call(void **state)
{
    (void)state;
    play(coir_spawn(spy("a", 4), coir_sequence(coir_delay(1), say("c"), spy("b", 1))));
    step(1.5);
    assert_trace("a.start a:0.25 c@1 a:0.25 b.start a:0.375 b:0.5 ");
}

static void note_position(CoirNode *of, const void *parameters, void *memory, double t)
{
    (void)parameters, (void)memory;
    note("%.6g:%.6g ", t, (double)of->position.x);
}

static void note_first_position(CoirNode *of, const void *parameters, void *memory)
{
    note_position(of, parameters, memory, -1);
}

static void rule_4_4_updates_of_an_object_find_the_node_at_that_instant(void **state)
{
    static const CoirActionClass position_class = {"position", 0, 0, .start = note_first_position,
                                                   .update = note_position};
    (void)state;
    play(coir_spawn(coir_move_by(2, 200, 0),
                    coir_sequence(coir_delay(0.5), coir_action_new(&position_class, 0.5, NULL), coir_delay(1))));
    for (int i = 0; i < 4; i++)
        step(0.25);
    step(5);
    assert_trace("-1:50 0:50 0.5:75 1:100 ");
    node->position.x = 0;
    play(coir_spawn(coir_move_by(2, 200, 0),
                    coir_sequence(coir_delay(0.5), coir_action_new(&position_class, 0.5, NULL), coir_delay(1))));
    step(5);
    assert_trace("-1:50 1:100 ");
}

static void parameters_are_copied_and_state_is_of_each_run(void **state)
{
    CoirNode *other = child_of(scene);
    Spy parameters = {"x"};
    (void)state;
    CoirAction *action = coir_action_new(&spy_class, 1, &parameters);
    parameters.name = "never";
    act_on(hero, coir_action_retain(action));
    frame(0.5);
    act_on(other, action); // the state of the second run is zero at its start
    frame(0.25);
    assert_trace("x.start x:0.5 x:0.75 x.start x:0.25 ");
}

static void omitted_functions_are_not_called(void **state)
{
    static const CoirActionClass least = {
        .parameters_size = sizeof(Spy), .start = spy_start, .update = spy_update, .state_size = sizeof(SpyState)};
    (void)state;
    CoirRun run = play(coir_action_new(&least, 1, &(Spy){"a"}));
    step(0.5);
    coir_run_stop(run);
    assert_trace("a.start a:0.5 ");
}

// Ends ---------------------------------------------------------------------------------------------------------------

static void rule_4_9_end_is_called_for_objects_in_progress_with_the_reason(void **state)
{
    (void)state;
    CoirAction *action = coir_sequence(spy("a", 1), coir_spawn(spy("b", 1), spy("c", 2), spy("d", 2)), spy("e", 1));
    CoirRun run = act_on(hero, coir_action_retain(action));
    frame(2.5);
    forget_trace();
    coir_run_stop(run);
    assert_trace("c.stopped d.stopped ");
    act_on(hero, action);
    frame(2.5);
    forget_trace();
    coir_node_destroy(hero);
    assert_trace("c.gone d.gone ");
}

static void destroy_at_end(CoirNode *of, const void *parameters, void *memory, CoirRunEnd reason)
{
    (void)parameters, (void)memory;
    assert_int_equal(reason, COIR_END_STOPPED);
    coir_node_destroy(of);
}

static void do_nothing_yet(CoirNode *of, const void *parameters, void *memory, double t)
{
    (void)of, (void)parameters, (void)memory, (void)t;
}

static void callbacks_after_an_end_that_destroys_the_node_get_no_node(void **state)
{
    static const CoirActionClass class = {"last", 0, 0, .update = do_nothing_yet, .end = destroy_at_end};
    (void)state;
    CoirRun run = act_on(hero, coir_action_new(&class, 1, NULL));
    coir_run_on_done(run, note_end, "run");
    frame(0.5);
    coir_run_stop(run);
    assert_trace("run:gone ");
}

static void rule_4_9_an_object_that_is_done_or_was_never_stepped_gets_no_end(void **state)
{
    (void)state;
    play(spy("a", 1));
    step(1);
    assert_trace("a.start a:1 ");
    coir_run_stop(play(spy("b", 1)));
    assert_trace("");
    coir_run_stop(play(coir_sequence(coir_delay(1), spy("c", 1))));
    step(1);
    assert_trace("");
}

static void rule_4_9_the_manager_has_forgotten_the_run_when_end_is_called(void **state)
{
    (void)state;
    CoirRun run = play(spy("s", 1));
    coir_run_on_done(run, note_end, "last");
    step(0.5);
    coir_run_stop(run);
    assert_trace("s.start s:0.5 s.stopped last:stopped ");
    coir_run_on_done(play(spy("a", 1)), note_end, "last");
    step(0.5);
    coir_action_manager_destroy(manager);
    manager = NULL;
    assert_trace("a.start a:0.5 a.stopped last:stopped ");
}

static void a_run_reversed_past_an_object_undoes_the_object_and_is_done(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(1), spy("a", 1), coir_delay(1)));
    coir_run_on_done(run, note_end, "run");
    step(1.5);
    coir_run_reverse(run);
    step(0.25);
    forget_trace();
    step(0.5);
    assert_trace("a.undo ");
    step(5);
    assert_trace("run:done ");
}

// Seeks, loops, reverse ----------------------------------------------------------------------------------------------

static void rule_4_8_seeks_back_and_forth_through_an_object(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(1), spy("a", 1), coir_delay(1)));
    seek(run, 1.5);
    assert_trace("a.start a:0.5 ");
    seek(run, 1.25);
    assert_trace("a:0.25 ");
    seek(run, 2.5);
    assert_trace("a:1 ");
    seek(run, 0.5);
    assert_trace("a.undo ");
    seek(run, 1.5); // also calls `start`, which is not checked here
    assert_non_null(strstr(noted(), "a:0.5 "));
    forget_trace();
    seek(run, 0);
    assert_trace("a.undo ");
}

static void an_object_without_undo_is_updated_with_t_0(void **state)
{
    static const CoirActionClass plain = {"plain", sizeof(Spy), sizeof(SpyState), .start = spy_start,
                                          .update = spy_update};
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(1), coir_action_new(&plain, 1, &(Spy){"a"})));
    seek(run, 1.5);
    forget_trace();
    seek(run, 0.5);
    assert_trace("a:0 ");
}

static void after_undo_an_object_is_started_again_and_without_undo_is_not(void **state)
{
    static const CoirActionClass plain = {"plain", sizeof(Spy), sizeof(SpyState), .start = spy_start,
                                          .update = spy_update};
    (void)state;
    CoirRun run = play(coir_spawn(coir_sequence(coir_delay(1), coir_action_new(&plain, 1, &(Spy){"a"})),
                                  coir_sequence(coir_delay(1), spy("b", 1))));
    seek(run, 1.5);
    seek(run, 0.5);
    assert_trace("a.start a:0 b.start a:0.5 b:0.5 b.undo a:0 ");
    seek(run, 1.5);
    assert_trace("a:0 b.start a:0.5 b:0.5 ");
    seek(run, 0.5);
    assert_trace("b.undo a:0 ");
}

static void in_a_yoyo_ended_objects_stay_until_the_time_returns_to_them(void **state)
{
    (void)state;
    play(coir_yoyo(coir_sequence(spy("a", 1), spy("b", 0), spy("c", 1))));
    step(1.5);
    forget_trace();
    step(1);
    assert_trace("c:1 c:0.5 ");
    step(1);
    assert_trace("c.undo a:0.5 ");
    step(0.25);
    assert_trace("a:0.25 ");
}

static void in_a_yoyo_an_object_goes_back_into_an_earlier_loop_without_a_start(void **state)
{
    (void)state;
    CoirRun run = play(coir_yoyo(coir_repeat(2, spy("a", 1))));
    step(1.5);
    assert_trace("a.start a:1 a.start a:0.5 ");
    step(1.75);
    assert_trace("a:1 a:0.75 ");
    step(0.5);
    assert_trace("a:0.25 ");
    seek(run, 0);
    assert_trace("a.undo a.start a:0 ");
}

static void note_undo(CoirNode *of, const void *parameters, void *memory)
{
    (void)memory;
    called(of, parameters, ".undo");
}

static void no_undo(CoirNode *of, const void *parameters, void *memory)
{
    (void)of, (void)parameters, (void)memory;
}

static void in_a_replay_undone_objects_are_called_only_while_the_time_is_inside(void **state)
{
    static const CoirActionClass position_class = {
        "position", 0, 0, .start = note_first_position, .update = note_position, .undo = no_undo};
    static const CoirActionClass noting_class = {"noting",           sizeof(Spy),          sizeof(SpyState),
                                                 .start = spy_start, .update = spy_update, .undo = note_undo};
    CoirAction *both =
        coir_spawn(coir_action_new(&noting_class, 2, &(Spy){"b"}), coir_action_new(&position_class, 1, NULL));
    (void)state;
    // The inner yoyo ends after 6 s, and has then undone both objects. From 8 s on, the outer yoyo goes back.
    CoirAction *inner = coir_yoyo(coir_sequence(coir_delay(1), both));
    play(coir_yoyo(coir_spawn(coir_sequence(inner, coir_yoyo(coir_delay(1))), coir_move_by(8, 80, 0))));
    step(8.5);
    forget_trace();
    step(1);
    step(0.5);
    step(0.75); // the outer yoyo is back at 5.25 s, the inner yoyo at 0.75 s
    assert_trace("");
    step(3.75); // the outer yoyo is back at 1.5 s
    assert_trace("b.start -1:15 b:0.25 0.5:15 ");
    step(0.75);
    assert_trace("b.undo ");
}

static void an_object_undone_by_an_inner_reverse_time_gets_no_calls_on_the_way_back(void **state)
{
    (void)state;
    play(coir_yoyo(coir_sequence(coir_reverse_time(spy("a", 1)), spy("b", 1))));
    step(1.5);
    forget_trace();
    step(1);
    assert_trace("b:1 b:0.5 ");
}

static double forth_and_back(double t, void *user)
{
    (void)user;
    return t < 0.35 ? t : t < 0.55 ? 0.35 - (t - 0.35) * 1.5 : 0.05 + (t - 0.55) * 0.95 / 0.45;
}

static void in_a_loop_around_an_ease_that_goes_back_objects_of_the_earlier_loop_stay(void **state)
{
    (void)state;
    CoirAction *parts = coir_sequence(coir_delay(0.2), spy("a", 0.2), spy("b", 0.2), coir_delay(0.4));
    play(coir_repeat(2, coir_ease_function(forth_and_back, NULL, parts)));
    step(1.3);
    forget_trace();
    step(0.25);
    assert_trace("a.undo ");
}

static void back_between_two_loops_objects_end_in_the_order_of_their_ends(void **state)
{
    (void)state;
    play(coir_yoyo(coir_repeat(2, coir_sequence(coir_spawn(spy("a", 1), spy("b", 0.5)), coir_delay(1)))));
    step(5.75);
    forget_trace();
    step(0.75);
    assert_trace("b:1 a:1 ");
}

static void a_yoyo_that_goes_back_does_not_affect_parallel_objects(void **state)
{
    (void)state;
    play(coir_spawn(spy("b", 9), coir_yoyo(coir_sequence(spy("a", 1), spy("c", 1)))));
    step(2);
    forget_trace();
    step(1.5);
    assert_null(strstr(noted(), "b.undo"));
    assert_non_null(strstr(noted(), "c.undo"));
    forget_trace();
}

static void several_are_undone_from_the_last_to_the_first(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(1), spy("a", 1), spy("b", 0), coir_spawn(spy("c", 1), spy("d", 2))));
    seek(run, 2.5);
    forget_trace();
    node->position.x = 7;
    seek(run, 0.5);
    assert_trace("d.undo c.undo b.undo a.undo ");
    assert_true(node->position.x == 0);
    seek(run, 1.25);
    forget_trace();
    seek(run, 0.5);
    assert_trace("a.undo ");
}

static void in_a_loop_each_passing_starts_an_object_again(void **state)
{
    (void)state;
    play(coir_repeat(3, coir_sequence(spy("a", 1), coir_delay(1))));
    step(0.5);
    step(2);
    step(5);
    assert_trace("a.start a:0.5 a:1 a.start a:0.5 a:1 a.start a:1 ");
}

static void rule_4_7_reverse_is_asked_for_with_its_duration(void **state)
{
    static const CoirActionClass plain = {"plain", sizeof(Spy), sizeof(SpyState), .start = spy_start,
                                          .update = spy_update};
    (void)state;
    play(coir_reverse(coir_sequence(coir_delay(1), spy("a", 2))));
    step(1);
    assert_trace("reverse:2 back.start back:0.5 ");
    coir_error_clear();
    assert_null(coir_reverse(coir_sequence(spy("b", 1), spy("-", 2))));
    forget_trace();
    assert_null(coir_reverse(coir_action_new(&plain, 1, &(Spy){"a"})));
    assert_mistake("plain");
}

typedef CoirAction *(*MakeFn)(void);

static CoirAction *call_make(const void *parameters, double duration)
{
    (void)duration;
    return (*(const MakeFn *)parameters)();
}

// Returns an action of 1 s. `make` makes its opposite.
static CoirAction *with_opposite(MakeFn make)
{
    static const CoirActionClass any = {"any", sizeof(MakeFn), 0, .update = do_nothing_yet, .reverse = call_make};
    return coir_action_new(&any, 1, &make);
}

static CoirAction *three_seconds(void)
{
    return coir_move_by(3, 10, 0);
}

static CoirAction *no_end(void)
{
    return coir_repeat_forever(walk());
}

static CoirAction *twelve_turns(void)
{
    CoirAction *action = coir_sequence(walk(), coir_delay(0));
    for (int i = 0; i < 12; i++)
        action = coir_yoyo(action);
    return action;
}

static void a_reversed_composition_lasts_as_long_as_the_opposite_inside(void **state)
{
    CoirAction *wholes[] = {coir_targeted(node, with_opposite(three_seconds)),
                            coir_with_mark("a", with_opposite(three_seconds)),
                            coir_ease(COIR_EASE_IN_SINE, with_opposite(three_seconds)),
                            coir_repeat(2, with_opposite(three_seconds)),
                            coir_speed(0.5, with_opposite(three_seconds)),
                            coir_yoyo(with_opposite(three_seconds))};
    static const double durations[] = {3, 3, 3, 6, 6, 6}, middles[] = {5, 5, 2.928932, 10, 5, 10},
                        ends[] = {10, 10, 10, 20, 10, 0};
    (void)state;
    for (int i = 0; i < COUNT(wholes); i++) {
        CoirAction *opposite = coir_reverse(wholes[i]);
        assert_true(coir_action_duration(opposite) == durations[i]);
        node->position.x = 0;
        play(opposite);
        step(durations[i] / 2);
        assert_near(node->position.x, middles[i]);
        step(durations[i] / 2);
        assert_near(node->position.x, ends[i]);
    }
}

static void an_opposite_with_a_time_that_cannot_be_bent_is_refused(void **state)
{
    (void)state;
    assert_null(coir_reverse(coir_yoyo(with_opposite(no_end))));
    assert_mistake("coir_reverse: the action has no end");
    assert_null(coir_reverse(coir_ease(COIR_EASE_IN_SINE, with_opposite(no_end))));
    assert_mistake("coir_reverse: the action has no end");
    assert_null(coir_reverse(coir_reverse_time(with_opposite(twelve_turns))));
    assert_mistake("whose time may turn back");
    CoirAction *endless = coir_reverse(coir_speed(2, with_opposite(no_end)));
    assert_true(isinf(coir_action_duration(endless)));
    coir_action_release(endless);
}

// Inside time benders ------------------------------------------------------------------------------------------------

static void in_an_ease_t_is_eased(void **state)
{
    (void)state;
    play(coir_ease(COIR_EASE_IN_QUAD, spy("a", 1)));
    step(0.5);
    step(0.5);
    assert_trace("a.start a:0.25 a:1 ");
    play(coir_ease(COIR_EASE_IN_QUAD, coir_sequence(spy("b", 1), spy("c", 1))));
    step(1);
    step(1);
    assert_trace("b.start b:0.5 b:1 c.start c:1 ");
}

// Steps a quarter of a second. Checks that the trace ends with `expected`, and that `end` was not called with
// COIR_END_DONE.
static void assert_ends_with(const char *expected)
{
    step(0.25);
    size_t length = strlen(noted()), wanted = strlen(expected);
    assert_true(length >= wanted);
    assert_string_equal(noted() + length - wanted, expected);
    assert_null(strstr(noted(), ".done"));
    forget_trace();
}

static void in_reverse_time_and_yoyo_t_goes_back(void **state)
{
    (void)state;
    play(coir_reverse_time(spy("a", 1)));
    step(0);
    assert_non_null(strstr(noted(), "a.start"));
    forget_trace();
    assert_ends_with("a:0.75 ");
    assert_ends_with("a:0.5 ");
    assert_ends_with("a:0.25 ");
    assert_ends_with("a.undo ");
    play(coir_yoyo(spy("b", 1)));
    for (int i = 0; i < 4; i++)
        assert_ends_with(i == 0 ? "b:0.25 " : i == 1 ? "b:0.5 " : i == 2 ? "b:0.75 " : "b:1 ");
    assert_ends_with("b:0.75 "); // on the way back
    assert_ends_with("b:0.5 ");
    assert_ends_with("b:0.25 ");
    assert_ends_with("b.undo ");
}

static void an_object_on_a_target_gets_the_target_and_ends_with_the_run(void **state)
{
    CoirNode *target = child_of(scene);
    (void)state;
    expected_node = target;
    CoirRun run = act_on(hero, coir_targeted(target, spy("a", 2)));
    frame(1);
    coir_run_stop(run);
    assert_trace("a.start a:0.5 a.stopped ");
    act_on(hero, coir_sequence(coir_targeted(target, spy("b", 2)), coir_delay(9)));
    frame(1);
    coir_node_destroy(target);
    frame(0.5);
    coir_node_destroy(hero);
    assert_trace("b.start b:0.5 ");
    expected_node = NULL;
}

static CoirAction *spy_on_own(const void *own, double duration)
{
    return coir_targeted(*(CoirNode *const *)own, spy("a", duration));
}

static const CoirActionClass turns_to_own = {"turns_to_own", sizeof(CoirNode *), 0, .update = spy_update,
                                             .reverse = spy_on_own};

// A coir_targeted that names the node of the run gives the run a timeline of its own.
static void rule_4_9_an_object_beside_or_inside_a_targeted_of_its_own_node_ends_with_the_node(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        CoirNode *own = child_of(scene);
        expected_node = own;
        act_on(own, i == 0   ? coir_spawn(spy("a", 2), coir_targeted(own, walk()))
                    : i == 1 ? coir_repeat(2, coir_targeted(own, spy("a", 2)))
                             : coir_reverse(coir_repeat(2, coir_action_new(&turns_to_own, 2, &own))));
        frame(1);
        coir_node_destroy(own);
        assert_trace("a.start a:0.5 a.gone ");
    }
    expected_node = NULL;
}

static CoirRun sped_up;

static void speed_up_undo(CoirNode *of, const void *parameters, void *memory)
{
    (void)of, (void)parameters, (void)memory;
    coir_run_set_speed(sped_up, 2);
}

static void an_undo_that_changes_the_speed_of_the_run_does_not_stop_the_replay(void **state)
{
    static const CoirActionClass speeds_up = {"speeds_up",        sizeof(Spy),          sizeof(SpyState),
                                              .start = spy_start, .update = spy_update, .undo = speed_up_undo};
    (void)state;
    sped_up = act_on(
        hero, coir_spawn(spy("a", 2), coir_sequence(coir_delay(1), coir_action_new(&speeds_up, 1, &(Spy){"b"}))));
    frame(1.5);
    assert_true(coir_run_seek(sped_up, 0.75, 0));
    assert_float_equal(coir_run_elapsed(sped_up), 0.75, 1e-9);
    assert_true(coir_run_stop(sped_up));
    forget_trace();
}

static void double_start(CoirNode *of, const void *parameters, void *memory)
{
    (void)parameters;
    memcpy(memory, &of->rotation, sizeof of->rotation);
}

static void double_update(CoirNode *of, const void *parameters, void *memory, double t)
{
    (void)parameters;
    of->rotation = *(float *)memory * (float)(1 + t);
}

static void double_undo(CoirNode *of, const void *parameters, void *memory)
{
    (void)parameters;
    memcpy(&of->rotation, memory, sizeof of->rotation);
}

static const CoirActionClass double_class = {"double",           0, sizeof(float), double_start, double_update,
                                             .undo = double_undo};

// Starts a run that doubles the rotation in each loop, beginning with a rotation of 1.
static CoirRun doubling(int times)
{
    node->rotation = 1;
    return play(coir_repeat(times, coir_action_new(&double_class, 1, NULL)));
}

static void rule_4_8_each_loop_counts_in_a_seek_as_in_a_step(void **state)
{
    (void)state;
    CoirRun run = doubling(20);
    step(9.5);
    assert_true(node->rotation == 512 * 1.5);
    coir_run_stop(run);
    run = doubling(20);
    seek(run, 9.5);
    assert_true(node->rotation == 512 * 1.5);
    seek(run, 20);
    assert_true(node->rotation == 1 << 20);
    seek(run, 3);
    assert_true(node->rotation == 8);
    coir_run_reverse(run);
    step(1.5);
    assert_true(node->rotation == 3);
    coir_run_stop(run);
}

static int starts;

static void count_start(CoirNode *of, const void *parameters, void *memory)
{
    (void)of, (void)parameters, (void)memory;
    starts++;
}

static void do_nothing(CoirNode *of, const void *parameters, void *memory, double t)
{
    (void)of, (void)parameters, (void)memory, (void)t;
}

static void of_more_than_a_thousand_loops_in_a_seek_the_rest_is_left_out(void **state)
{
    static const CoirActionClass counting_class = {.name = "counting", .start = count_start, .update = do_nothing};
    (void)state;
    CoirRun run = play(coir_repeat(1000000000, coir_action_new(&counting_class, 1, NULL)));
    starts = 0;
    seek(run, 999999999.5);
    assert_in_range(starts, 1000, 1001);
    assert_true(coir_run_loops(run) == 999999999);
    coir_run_stop(run);
}

static void a_state_of_an_impossible_size_is_refused(void **state)
{
    static const CoirActionClass huge = {"huge", 0, SIZE_MAX / 2, .update = spy_update};
    (void)state;
    assert_null(coir_action_new(&huge, 1, NULL));
    assert_true(coir_error()[0] != '\0');
}

TEST_FILE(action_class)
{
    const struct CMUnitTest tests[] = {
        action_test(an_object_is_started_and_updated_in_each_step_to_t_1),
        action_test(an_object_that_a_step_jumps_over_gets_start_and_an_update_at_1),
        action_test(rule_4_4_objects_in_progress_are_at_the_instant_of_a_call),
        action_test(rule_4_4_updates_of_an_object_find_the_node_at_that_instant),
        action_test(parameters_are_copied_and_state_is_of_each_run),
        action_test(omitted_functions_are_not_called),
        action_test(rule_4_9_end_is_called_for_objects_in_progress_with_the_reason),
        action_test(callbacks_after_an_end_that_destroys_the_node_get_no_node),
        action_test(rule_4_9_an_object_that_is_done_or_was_never_stepped_gets_no_end),
        action_test(rule_4_9_the_manager_has_forgotten_the_run_when_end_is_called),
        action_test(a_run_reversed_past_an_object_undoes_the_object_and_is_done),
        action_test(rule_4_8_seeks_back_and_forth_through_an_object),
        action_test(an_object_without_undo_is_updated_with_t_0),
        action_test(after_undo_an_object_is_started_again_and_without_undo_is_not),
        action_test(in_a_yoyo_ended_objects_stay_until_the_time_returns_to_them),
        action_test(in_a_yoyo_an_object_goes_back_into_an_earlier_loop_without_a_start),
        action_test(back_between_two_loops_objects_end_in_the_order_of_their_ends),
        action_test(an_object_undone_by_an_inner_reverse_time_gets_no_calls_on_the_way_back),
        action_test(in_a_loop_around_an_ease_that_goes_back_objects_of_the_earlier_loop_stay),
        action_test(in_a_replay_undone_objects_are_called_only_while_the_time_is_inside),
        action_test(a_yoyo_that_goes_back_does_not_affect_parallel_objects),
        action_test(several_are_undone_from_the_last_to_the_first),
        action_test(in_a_loop_each_passing_starts_an_object_again),
        action_test(an_undo_that_changes_the_speed_of_the_run_does_not_stop_the_replay),
        action_test(rule_4_7_reverse_is_asked_for_with_its_duration),
        action_test(a_reversed_composition_lasts_as_long_as_the_opposite_inside),
        action_test(an_opposite_with_a_time_that_cannot_be_bent_is_refused),
        action_test(in_an_ease_t_is_eased),
        action_test(in_reverse_time_and_yoyo_t_goes_back),
        action_test(an_object_on_a_target_gets_the_target_and_ends_with_the_run),
        action_test(rule_4_9_an_object_beside_or_inside_a_targeted_of_its_own_node_ends_with_the_node),
        action_test(rule_4_8_each_loop_counts_in_a_seek_as_in_a_step),
        action_test(of_more_than_a_thousand_loops_in_a_seek_the_rest_is_left_out),
        action_test(a_state_of_an_impossible_size_is_refused),
    };
    return cmocka_run_group_tests_name("action_class", tests, NULL, NULL);
}
