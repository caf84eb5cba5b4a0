// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// User code in the functions of action classes (coir/action_class.h). User code may stop, destroy, seek and run
// anything.

#include "support/actions.h"

#include "coir/action_class.h"
#include "coir/action_timeline.h"

typedef enum Function { START = 1, UPDATE = 2, END = 4, UNDO = 8 } Function;

typedef struct Acting {
    unsigned functions; // functions that call `act`, as bits of Function
    void (*act)(CoirNode *of);
} Acting;

static int acted[UNDO + 1]; // number of calls of `act`, by Function

static void act_in(CoirNode *of, const void *parameters, void *memory, Function function)
{
    const Acting *self = parameters;
    ++*(int *)memory; // the state of the object must still be allocated
    if (!(self->functions & function))
        return;
    acted[function]++;
    self->act(of);
}

static void acting_start(CoirNode *of, const void *parameters, void *memory)
{
    act_in(of, parameters, memory, START);
}

static void acting_update(CoirNode *of, const void *parameters, void *memory, double t)
{
    assert_true(t >= 0 && t <= 1);
    act_in(of, parameters, memory, UPDATE);
}

static void acting_end(CoirNode *of, const void *parameters, void *memory, CoirRunEnd reason)
{
    (void)reason;
    act_in(of, parameters, memory, END);
}

static void acting_undo(CoirNode *of, const void *parameters, void *memory)
{
    act_in(of, parameters, memory, UNDO);
}

static const CoirActionClass acting_class = {"acting",      sizeof(Acting), sizeof(int), acting_start,
                                             acting_update, acting_end,     acting_undo, NULL};

static CoirAction *acting(double duration, unsigned functions, void (*act)(CoirNode *of))
{
    return coir_action_new(&acting_class, duration, &(Acting){functions, act});
}

static CoirRun watched;

static void stop_run(CoirNode *of)
{
    (void)of;
    coir_run_stop(watched);
}

static void stop_all(CoirNode *of)
{
    coir_node_stop_all(of);
}

static void destroy_node(CoirNode *of)
{
    coir_node_destroy(of);
}

static void destroy_scene(CoirNode *of)
{
    (void)of;
    coir_node_destroy(scene);
}

static void destroy_stage(CoirNode *of)
{
    (void)of;
    coir_stage_destroy(stage);
    stage = NULL;
}

static void seek_back(CoirNode *of)
{
    (void)of;
    coir_run_seek(watched, 0.25, COIR_SEEK_CALLS);
}

static void seek_ahead(CoirNode *of)
{
    (void)of;
    coir_run_seek_fraction(watched, 0.75, 0);
}

static void restart(CoirNode *of)
{
    (void)of;
    coir_run_restart(watched);
}

static void turn(CoirNode *of)
{
    (void)of;
    coir_run_reverse(watched);
}

static void run_another(CoirNode *of)
{
    coir_node_run(of, coir_sequence(acting(0.1, 0, NULL), coir_move_by(0.1, 1, 1)));
}

static void pause_node(CoirNode *of)
{
    coir_node_pause(of);
    coir_run_set_speed(watched, 2);
}

static void detach_node(CoirNode *of)
{
    CoirNode *kept = coir_node_detach(of);
    if (kept && stage)
        coir_node_add(scene, kept);
}

static void (*const acts[])(CoirNode *of) = {stop_run,      stop_all,    destroy_node, destroy_scene,
                                             destroy_stage, seek_back,   seek_ahead,   restart,
                                             turn,          run_another, pause_node,   detach_node};

static CoirAction *scenario(int shape, unsigned function, void (*act)(CoirNode *of))
{
    CoirAction *action = acting(0.3, function, act);
    switch (shape) {
    case 0: return coir_sequence(coir_delay(0.5), action, acting(0.3, 0, NULL));
    case 1: return coir_repeat(3, coir_spawn(acting(0.1, 0, NULL), action, coir_move_by(0.2, 1, 1)));
    case 2: return coir_yoyo(coir_ease(COIR_EASE_IN_OUT_BACK, coir_repeat(2, action)));
    case 3: return coir_sequence(coir_reverse_time(action), coir_blink(1, 3));
    default: return coir_timeline(acting(0, function, act), coir_at(0.1, action), coir_at(0.2, coir_hide()));
    }
}

static void run_scenario(int shape, unsigned function, void (*act)(CoirNode *of))
{
    watched = act_on(hero, scenario(shape, function, act));
    for (int i = 0; i < 6 && stage; i++)
        frame(0.13);
    coir_run_seek(watched, 0.1, 0);
    coir_run_seek(watched, 0.7, COIR_SEEK_CALLS);
    coir_run_restart(watched);
    coir_run_seek(watched, 0.2, 0);
    coir_run_stop(watched);
}

// No freed memory may be touched. A build with the address sanitizer finds more mistakes here.
static void user_code_in_every_function_of_an_action_class_may_do_anything(void **state)
{
    for (int shape = 0; shape < 5; shape++)
        for (unsigned function = START; function <= UNDO; function *= 2)
            for (int i = 0; i < COUNT(acts); i++) {
                run_scenario(shape, function, acts[i]);
                destroy_stage_and_manager();
                assert_int_equal(setup_stage_and_manager(state), 0);
            }
    for (unsigned function = START; function <= UNDO; function *= 2)
        assert_true(acted[function] > 20);
}

// Starts an action that calls `act` in each update, and plays a frame.
static void play_frame_with(void (*act)(CoirNode *of))
{
    acted[UPDATE] = 0;
    watched = act_on(hero, coir_sequence(coir_delay(0.5), acting(0.3, UPDATE, act)));
    frame(0.6);
    assert_in_range(acted[UPDATE], 900, 1100);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    assert_non_null(strstr(support_last_message(), "callbacks of an action of a "));
}

static void a_step_does_at_most_1000_seeks_of_its_own_callbacks(void **state)
{
    (void)state;
    play_frame_with(seek_ahead);
    frame(0.6);
    assert_in_range(acted[UPDATE], 1800, 2200);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
}

static void a_step_turns_at_most_1000_times_in_its_own_callbacks(void **state)
{
    (void)state;
    play_frame_with(turn);
}

static void take_away(CoirNode *of, CoirRunEnd reason, void *next)
{
    (void)of;
    assert_int_equal(reason, COIR_END_GONE);
    assert_false(coir_node_add(hero, next));
}

static void calls_at_the_end_of_a_pending_scene_find_the_next_scene_pending(void **state)
{
    CoirNode *pending = coir_node_new(), *next = coir_node_new();
    (void)state;
    assert_true(coir_stage_show(stage, pending));
    coir_run_on_done(coir_node_run(pending, coir_delay(1)), take_away, next);
    assert_true(coir_stage_show(stage, next));
    assert_true(coir_stage_update(stage, 0));
    assert_ptr_equal(coir_stage_scene(stage), next);
}

TEST_FILE(action_hooks)
{
    const struct CMUnitTest tests[] = {
        action_test(user_code_in_every_function_of_an_action_class_may_do_anything),
        action_test(a_step_does_at_most_1000_seeks_of_its_own_callbacks),
        action_test(a_step_turns_at_most_1000_times_in_its_own_callbacks),
        action_test(calls_at_the_end_of_a_pending_scene_find_the_next_scene_pending),
    };
    return cmocka_run_group_tests_name("action_hooks", tests, NULL, NULL);
}
