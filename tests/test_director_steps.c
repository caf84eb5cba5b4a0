// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Fixed steps of a director: callbacks inside a step, and equal results at any frame rate.

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/coir.h"

#define STEP 0.01

static CoirDirector *director;

static void open(CoirDirectorDef def, CoirNode *scene)
{
    def.headless = true;
    def.width = 16;
    def.height = 9;
    director = coir_director_create(&def);
    assert_non_null(director);
    assert_true(coir_director_show(director, scene));
    assert_true(coir_director_frame(director, 0));
}

static void open_with_steps(CoirNode *scene)
{
    open((CoirDirectorDef){.step = STEP, .max_steps = 100}, scene);
}

static void close(void)
{
    coir_director_destroy(director);
    director = NULL;
}

static void frame(double dt)
{
    assert_true(coir_director_frame(director, dt));
}

static double now(void)
{
    return coir_scheduler_now(coir_stage_scheduler(coir_director_stage(director)));
}

// A node that counts its updates -------------------------------------------------------------------------------------

typedef struct Counter {
    COIR_INHERIT(CoirNode, base);
    int updates, draws;
    double dt;
    int act_at; // number of the update that calls `act`
    void (*act)(CoirNode *node);
} Counter;

static const CoirNodeClass Counter_class;

static void counter_update(CoirNode *node, double dt)
{
    Counter *counter = COIR_AS(Counter, node);
    counter->dt = dt;
    counter->updates++;
    if (counter->act && counter->updates == counter->act_at)
        counter->act(node);
}

static void counter_draw(CoirNode *node, CoirPainter *painter)
{
    (void)painter;
    COIR_AS(Counter, node)->draws++;
}

static COIR_NODE_CLASS(Counter, .update = counter_update, .draw = counter_draw);

static Counter *new_counter(const char *name)
{
    Counter *counter = COIR_NEW(Counter);
    assert_non_null(counter);
    counter->node.name = name;
    return counter;
}

// Frames and steps ---------------------------------------------------------------------------------------------------

static void a_frame_takes_the_steps_that_its_time_makes_up(void **state)
{
    Counter *counter = new_counter("A");
    (void)state;
    open_with_steps(&counter->node);
    assert_int_equal(counter->updates, 0);
    frame(0.025);
    assert_int_equal(counter->updates, 2);
    assert_true(counter->dt == STEP);
    assert_true(now() == 0.02);
    frame(0.004);
    assert_int_equal(counter->updates, 2);
    frame(0.001);
    assert_int_equal(counter->updates, 3);
    assert_int_equal(counter->draws, 4); // each frame is drawn
    assert_int_equal(coir_director_step_count(director), 3);
    assert_int_equal(coir_director_dropped_steps(director), 0);
    close();
}

static void a_frame_takes_no_more_steps_than_are_allowed(void **state)
{
    Counter *counter = new_counter("A");
    (void)state;
    open((CoirDirectorDef){.step = STEP, .max_steps = 4, .max_dt = 1}, &counter->node);
    frame(0.1);
    assert_int_equal(counter->updates, 4);
    assert_int_equal(coir_director_dropped_steps(director), 6);
    close();
}

static void max_dt_comes_before_the_steps(void **state)
{
    Counter *counter = new_counter("A");
    (void)state;
    open((CoirDirectorDef){.step = STEP, .max_steps = 100, .max_dt = 0.05}, &counter->node);
    frame(7);
    assert_int_equal(counter->updates, 5);
    assert_int_equal(coir_director_dropped_steps(director), 0);
    close();
}

static void bad_steps_are_refused(void **state)
{
    const CoirDirectorDef bad[] = {
        {.headless = true, .step = -1},       {.headless = true, .step = NAN}, {.headless = true, .step = 1e-5},
        {.headless = true, .step = INFINITY}, {.headless = true, .step = 1.5}, {.headless = true, .max_steps = -1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(coir_director_create(&bad[i]));
        assert_mistake("coir_director_create");
    }
    assert_int_equal(coir_director_step_count(NULL), 0);
    assert_int_equal(coir_director_dropped_steps(NULL), 0);
}

// The same at any frame rate -----------------------------------------------------------------------------------------

static int64_t nanoseconds(void)
{
    return llround(now() * 1e9);
}

static void on_timer(void *target, double elapsed, void *user)
{
    (void)elapsed;
    note("%s@%lld ", (const char *)user, (long long)nanoseconds() / 1000);
    (void)target;
}

static void on_call(CoirNode *node, void *user)
{
    (void)user;
    note("call:%.0f@%lld ", (double)node->position.x, (long long)nanoseconds() / 1000);
}

static void slow_down(void *target, double elapsed, void *user)
{
    (void)target;
    (void)elapsed;
    (void)user;
    coir_director_set_time_scale(director, 0.5);
}

static CoirNode *second_scene(void)
{
    CoirNode *scene = coir_node_new();
    coir_scheduler_every(coir_stage_scheduler(coir_director_stage(director)), scene, 0.07, on_timer, "late");
    return scene;
}

static void show_second(void *target, double elapsed, void *user)
{
    (void)target;
    (void)elapsed;
    (void)user;
    assert_true(coir_director_show(director, second_scene()));
}

// Makes a scene with timers and actions, another time scale after 0.4 s, and another scene after 0.6 s.
static CoirNode *busy_scene(void)
{
    CoirNode *scene = coir_node_new();
    assert_true(coir_node_schedule(
        scene, &(CoirTimerDef){.key = "a", .tick = on_timer, .user = "a", .interval = 0.013, .repeat = 30}));
    assert_true(coir_node_schedule(
        scene, &(CoirTimerDef){.key = "b", .tick = on_timer, .user = "b", .interval = 0.11, .repeat = 30}));
    assert_true(coir_node_schedule(scene, &(CoirTimerDef){.key = "c", .tick = slow_down, .delay = 0.4}));
    assert_true(coir_node_schedule(scene, &(CoirTimerDef){.key = "d", .tick = show_second, .delay = 0.6}));
    CoirAction *hop = coir_sequence(coir_move_by(0.053, 10, 0), coir_call(on_call, NULL));
    coir_node_run(scene, coir_repeat_forever(hop));
    return scene;
}

// Plays two seconds of the busy scene, and notes all calls in the trace. With a seed of 0, each frame is 1 / `rate`
// seconds long; otherwise the lengths are random, from 0 to 2 / `rate` seconds.
static void play(double rate, uint64_t seed)
{
    CoirRandom random = coir_random(seed);
    open_with_steps(busy_scene());
    for (double time = 0; time < 2 - 1e-6;) {
        double dt = seed ? coir_random_range(&random, 0, 2 / rate) : 1 / rate;
        dt = dt > 2 - time ? 2 - time : dt;
        frame(dt);
        time += dt;
    }
    note("steps %lld", (long long)coir_director_step_count(director));
    close();
}

static void steps_do_the_same_at_any_frame_rate(void **state)
{
    const double rates[] = {10, 30, 60, 100, 144, 240, 1000};
    char first[TRACE_SIZE];
    (void)state;
    play(100, 0);
    snprintf(first, sizeof first, "%s", noted());
    assert_non_null(strstr(first, "late@"));
    assert_non_null(strstr(first, "steps 120"));
    forget_trace();
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            play(rates[i], seed);
            assert_trace(first);
        }
}

// The change of scene ------------------------------------------------------------------------------------------------

static void a_scene_is_changed_after_the_next_step(void **state)
{
    Counter *first = new_counter("A"), *second = new_counter("B");
    (void)state;
    open_with_steps(&first->node);
    frame(STEP / 2);
    assert_true(coir_director_show(director, &second->node));
    frame(STEP / 4);
    assert_ptr_equal(coir_director_scene(director), &first->node);
    frame(STEP * 2.5); // one step for A, two steps for B
    assert_ptr_equal(coir_director_scene(director), &second->node);
    assert_int_equal(second->updates, 2);
    close();
}

static void a_scene_is_changed_at_once_if_no_step_will_come(void **state)
{
    Counter *first = new_counter("A"), *second = new_counter("B"), *third = new_counter("C");
    (void)state;
    open_with_steps(&first->node); // A is shown on an empty stage, in a frame of 0 seconds
    assert_ptr_equal(coir_director_scene(director), &first->node);
    coir_director_pause(director);
    assert_true(coir_director_show(director, &second->node));
    frame(STEP);
    assert_ptr_equal(coir_director_scene(director), &second->node);
    coir_director_resume(director);
    assert_true(coir_director_set_time_scale(director, 0));
    assert_true(coir_director_show(director, &third->node));
    frame(STEP);
    assert_ptr_equal(coir_director_scene(director), &third->node);
    close();
}

// Ending a frame's steps ---------------------------------------------------------------------------------------------

static void pause_director(CoirNode *node)
{
    (void)node;
    coir_director_pause(director);
}

static void destroy_director(CoirNode *node)
{
    (void)node;
    coir_director_destroy(director);
}

static void a_step_that_pauses_the_director_is_the_last_of_the_frame(void **state)
{
    Counter *counter = new_counter("A");
    (void)state;
    counter->act = pause_director;
    counter->act_at = 3;
    open_with_steps(&counter->node);
    frame(STEP * 5.5);
    assert_int_equal(counter->updates, 3);
    frame(STEP * 5);
    assert_int_equal(counter->updates, 3);
    coir_director_resume(director);
    frame(STEP * 5); // the first frame after a pause counts as 0 seconds
    assert_int_equal(counter->updates, 3);
    frame(STEP * 5);
    assert_int_equal(counter->updates, 8);
    assert_int_equal(coir_director_dropped_steps(director), 0);
    close();
}

static void a_director_may_be_destroyed_inside_a_step(void **state)
{
    Counter *counter = new_counter("A");
    (void)state;
    counter->act = destroy_director;
    counter->act_at = 2;
    open_with_steps(&counter->node);
    assert_false(coir_director_frame(director, STEP * 5));
}

// Against a model ----------------------------------------------------------------------------------------------------

typedef struct Model {
    double waiting, scale, hold;
    bool is_paused, is_dt_zero;
    int steps, updates, dropped; // `updates`: steps in which no hold stopped the game
} Model;

static void take_model_step(Model *model)
{
    double seconds = STEP / model->scale;
    model->waiting -= STEP;
    model->steps++;
    if (model->hold == 0) {
        model->updates++;
        return;
    }
    model->hold -= seconds;
    if (model->hold < seconds / 2)
        model->hold = 0;
}

static void take_model_frame(Model *model, double dt, int max_steps)
{
    if (model->is_paused)
        return;
    double seconds = model->is_dt_zero ? 0 : dt > 0.25 ? 0.25 : dt;
    model->waiting += seconds * model->scale;
    model->is_dt_zero = false;
    if (model->scale == 0)
        model->hold = model->hold > seconds ? model->hold - seconds : 0;
    for (int i = 0; i < max_steps && model->waiting > STEP - 1e-9; i++)
        take_model_step(model);
    for (; model->waiting > STEP - 1e-9; model->waiting -= STEP)
        model->dropped++;
}

static void change_something(Model *model, CoirRandom *random)
{
    static const double scales[] = {0, 0.5, 1, 2, 3};
    double hold = coir_random_range(random, 0, 0.1);
    switch (coir_random_int(random, 0, 4)) {
    case 0:
        model->scale = scales[coir_random_int(random, 0, 4)];
        assert_true(coir_director_set_time_scale(director, model->scale));
        break;
    case 1:
        model->is_paused = true;
        coir_director_pause(director);
        break;
    case 2:
        model->is_dt_zero |= model->is_paused;
        model->is_paused = false;
        coir_director_resume(director);
        break;
    case 3:
        model->is_dt_zero = true;
        coir_director_next_dt_zero(director);
        break;
    default:
        model->hold = model->hold > hold ? model->hold : hold;
        assert_true(coir_director_hold(director, hold));
        break;
    }
}

static void random_frames_are_as_in_a_model(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        CoirRandom random = coir_random(seed);
        Counter *counter = new_counter("A");
        Model model = {.scale = 1};
        open((CoirDirectorDef){.step = STEP, .max_steps = 6}, &counter->node);
        for (int i = 0; i < 300; i++) {
            if (coir_random_int(&random, 0, 5) == 0)
                change_something(&model, &random);
            double dt = coir_random_range(&random, 0, i % 17 == 0 ? 0.4 : 0.03);
            frame(dt);
            take_model_frame(&model, dt, 6);
            assert_int_equal(coir_director_step_count(director), model.steps);
            assert_int_equal(coir_director_dropped_steps(director), model.dropped);
            assert_int_equal(counter->updates, model.updates);
            assert_float_equal(now(), model.updates * STEP, 1e-9);
            assert_float_equal(coir_director_hold_left(director), model.hold, 1e-9);
        }
        close();
    }
}

static void an_update_of_the_stage_by_the_program_is_not_held(void **state)
{
    (void)state;
    open((CoirDirectorDef){.step = 0}, coir_node_new());
    frame(0.02);
    double before = now();
    assert_true(coir_director_hold(director, 0.01));
    frame(0.02);
    assert_float_equal(now() - before, 0.01, 1e-9);
    assert_true(coir_stage_update(coir_director_stage(director), 0.005)); // shorter than the hold was
    assert_float_equal(now() - before, 0.015, 1e-9);
    assert_true(coir_director_hold(director, 0.1));
    frame(0.02);
    assert_true(coir_stage_update(coir_director_stage(director), 0.005));
    assert_float_equal(now() - before, 0.02, 1e-9);
    close();
}

static void a_frame_that_the_time_scale_makes_longer_than_a_hundred_years_counts_as_0(void **state)
{
    (void)state;
    open((CoirDirectorDef){.step = 0}, coir_node_new());
    assert_true(coir_director_set_time_scale(director, 1e12));
    frame(0.01);
    assert_mistake("coir_director_frame: dt 0.01 s, with the time scale 1e+12, is more than a hundred years");
    assert_true(now() == 0);
    assert_true(coir_director_set_time_scale(director, 1e300));
    frame(0.01);
    assert_mistake("with the time scale 1e+300");
    assert_true(coir_director_set_time_scale(director, 1));
    frame(0.01);
    assert_true(now() == 0.01);
    close();
    open_with_steps(coir_node_new());
    assert_true(coir_director_set_time_scale(director, 1e12));
    frame(0.01); // with steps of equal length, the steps beyond `max_steps` are dropped
    assert_string_equal(coir_error(), "");
    assert_int_equal(coir_director_step_count(director), 100);
    close();
}

TEST_FILE(director_steps)
{
    const struct CMUnitTest tests[] = {
        support_test(a_frame_takes_the_steps_that_its_time_makes_up),
        support_test(a_frame_takes_no_more_steps_than_are_allowed),
        support_test(max_dt_comes_before_the_steps),
        support_test(bad_steps_are_refused),
        support_test(a_frame_that_the_time_scale_makes_longer_than_a_hundred_years_counts_as_0),
        support_test(an_update_of_the_stage_by_the_program_is_not_held),
        support_test(steps_do_the_same_at_any_frame_rate),
        support_test(a_scene_is_changed_after_the_next_step),
        support_test(a_scene_is_changed_at_once_if_no_step_will_come),
        support_test(a_step_that_pauses_the_director_is_the_last_of_the_frame),
        support_test(a_director_may_be_destroyed_inside_a_step),
        support_test(random_frames_are_as_in_a_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
