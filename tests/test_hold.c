// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Hold and interface: a hold stops the game, and nodes that are marked as interface keep moving.

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/coir.h"

#define STEP 0.01

static CoirDirector *director;
static CoirNode *world, *score; // the scene, and a child of the scene that is marked as interface

static void open(CoirDirectorDef def)
{
    def.headless = true;
    def.width = 16;
    def.height = 9;
    def.max_steps = 100;
    def.max_dt = 10;
    director = coir_director_create(&def);
    assert_non_null(director);
    world = coir_node_new();
    score = coir_node_new();
    assert_true(coir_node_set_interface(score, true));
    assert_true(coir_node_add(world, score));
    assert_true(coir_director_show(director, world));
    assert_true(coir_director_frame(director, 0));
}

static void open_with_steps(void)
{
    open((CoirDirectorDef){.step = STEP});
}

static void close(void)
{
    assert_true(coir_node_validate(world));
    coir_director_destroy(director);
    director = NULL;
    world = score = NULL;
}

static void frame(double dt)
{
    assert_true(coir_director_frame(director, dt));
}

static void hold(double seconds)
{
    assert_true(coir_director_hold(director, seconds));
}

// During a hold ------------------------------------------------------------------------------------------------------

// Lets the x of a node count the seconds of its clock, by an action.
static void count_by_action(CoirNode *node)
{
    node->position.x = 0;
    coir_node_run(node, coir_move_by(10000, 10000, 0));
}

static void add_dt(void *node, double dt, void *user)
{
    (void)user;
    ((CoirNode *)node)->position.y += (float)dt;
}

// Lets the y of a node count the seconds of its clock, by an update.
static void count_by_update(CoirNode *node)
{
    node->position.y = 0;
    assert_true(coir_node_every_frame(node, add_dt, NULL, 0));
}

static void count_calls(CoirNode *node, void *user)
{
    (void)node;
    ++*(int *)user;
}

static int world_calls, score_calls;

static void count_all(void)
{
    world_calls = score_calls = 0;
    count_by_action(world);
    count_by_update(world);
    count_by_action(score);
    count_by_update(score);
    assert_true(coir_node_every(world, STEP, count_calls, &world_calls));
    assert_true(coir_node_every(score, STEP, count_calls, &score_calls));
}

static void assert_counts(const CoirNode *node, int calls, double seconds)
{
    assert_float_equal(node->position.x, seconds, 1e-4);
    assert_float_equal(node->position.y, seconds, 1e-4);
    assert_int_equal(calls, (int)floor(seconds / STEP + 1e-6));
}

static void in_a_hold_the_game_stops_and_the_interface_continues(void **state)
{
    (void)state;
    open_with_steps();
    count_all();
    frame(0.05);
    hold(0.03);
    assert_true(coir_director_hold_left(director) == 0.03);
    frame(0.02);
    assert_counts(world, world_calls, 0.05);
    assert_counts(score, score_calls, 0.07);
    frame(0.04);
    assert_counts(world, world_calls, 0.08);
    assert_counts(score, score_calls, 0.11);
    assert_true(coir_director_hold_left(director) == 0);
    close();
}

static void a_frame_of_any_length_may_end_a_hold_in_its_middle(void **state)
{
    const double lengths[] = {0.007, 0.013, 0.05, 0.3};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        open((CoirDirectorDef){.headless = true});
        count_by_action(world);
        count_by_update(score);
        frame(0.1);
        hold(0.1);
        double passed = 0;
        for (; passed < 0.2; passed += lengths[i])
            frame(lengths[i]);
        assert_float_equal(world->position.x, passed, 1e-4); // plus 0.1 s before the hold, minus 0.1 s of hold
        assert_float_equal(score->position.y, 0.1 + passed, 1e-4);
        close();
    }
}

static void a_hold_lasts_the_nearest_number_of_whole_steps(void **state)
{
    const double holds[][3] = {{1.0 / 60, 0.1, 6}, {1.0 / 30, 0.1, 3}, {0.03, 0.1, 3},
                               {0.04, 0.1, 3},     {0.01, 0.001, 1},   {0.01, 0.0149, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof holds / sizeof *holds; i++) {
        double step = holds[i][0];
        open((CoirDirectorDef){.step = step});
        count_by_update(world);
        hold(holds[i][1]);
        frame(step * 10);
        assert_float_equal(world->position.y, step * (10 - holds[i][2]), 1e-4);
        close();
    }
}

static void zero_ends_a_hold(void **state)
{
    (void)state;
    open_with_steps();
    count_by_update(world);
    hold(1e300);
    frame(0.02);
    assert_true(world->position.y == 0);
    hold(0);
    assert_true(coir_director_hold_left(director) == 0);
    frame(0.02);
    assert_float_equal(world->position.y, 0.02, 1e-4);
    close();
}

static void the_longer_of_two_holds_counts(void **state)
{
    (void)state;
    open_with_steps();
    count_by_update(world);
    hold(0.05);
    hold(0.02);
    frame(0.02);
    hold(0.01);
    frame(0.02);
    assert_true(world->position.y == 0);
    frame(0.02);
    assert_float_equal(world->position.y, 0.01, 1e-4);
    close();
}

static void hold_by_call(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    hold(0.02);
}

static void a_hold_begins_with_the_next_step(void **state)
{
    (void)state;
    open_with_steps();
    count_all();
    assert_true(coir_node_once_after(world, 0.025, hold_by_call, NULL)); // inside the third step
    frame(0.1);
    assert_counts(world, world_calls, 0.08);
    assert_counts(score, score_calls, 0.1);
    close();
}

static void a_hold_counts_the_directors_time_at_any_scale(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        open((CoirDirectorDef){.step = whole ? STEP : 0});
        count_by_update(world);
        count_by_update(score);
        assert_true(coir_director_set_time_scale(director, 0.5));
        hold(0.1);
        for (int i = 0; i < 10; i++)
            frame(0.02);
        assert_float_equal(world->position.y, 0.05, 1e-4);
        assert_float_equal(score->position.y, 0.1, 1e-4);
        close();
    }
}

// As a double, 0.1 s is no sum of sixtieths. The remainder must neither make the hold longer nor shorten a frame.
static void a_hold_of_whole_frames_ends_exactly(void **state)
{
    const int rates[] = {30, 60, 90, 120, 240};
    (void)state;
    for (int i = 0; i < 5; i++) {
        double length = 1.0 / rates[i];
        open((CoirDirectorDef){.headless = true});
        count_by_update(world);
        hold(0.1);
        for (int frames = 0; frames < rates[i] / 10; frames++)
            frame(length);
        assert_true(coir_director_hold_left(director) == 0);
        assert_true(world->position.y == 0);
        frame(length);
        assert_true(world->position.y == (float)length);
        close();
    }
}

static void a_hold_passes_at_a_time_scale_of_0(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        open((CoirDirectorDef){.step = whole ? STEP : 0});
        count_by_update(world);
        assert_true(coir_director_set_time_scale(director, 0));
        hold(0.1);
        frame(0.04);
        assert_float_equal(coir_director_hold_left(director), 0.06, 1e-9);
        frame(0.06);
        assert_true(coir_director_hold_left(director) == 0);
        assert_true(coir_director_set_time_scale(director, 1));
        frame(0.02);
        assert_float_equal(world->position.y, 0.02, 1e-4);
        close();
    }
}

static void a_paused_director_delays_the_end_of_a_hold(void **state)
{
    (void)state;
    open_with_steps();
    hold(0.05);
    coir_director_pause(director);
    frame(1);
    assert_true(coir_director_hold_left(director) == 0.05);
    close();
}

static void note_posted(void *user)
{
    (void)user;
    note("posted");
}

static void posted_functions_are_called_during_a_hold(void **state)
{
    (void)state;
    open_with_steps();
    hold(1);
    assert_true(coir_scheduler_post(coir_stage_scheduler(coir_director_stage(director)), note_posted, NULL));
    frame(STEP);
    assert_trace("posted");
    close();
}

static void a_bad_hold_is_refused(void **state)
{
    const double bad[] = {-0.1, NAN, INFINITY};
    (void)state;
    open_with_steps();
    for (int i = 0; i < 3; i++) {
        assert_false(coir_director_hold(director, bad[i]));
        assert_mistake("coir_director_hold");
    }
    assert_false(coir_director_hold(NULL, 1));
    assert_mistake("coir_director_hold");
    assert_true(coir_director_hold_left(director) == 0);
    assert_true(coir_director_hold_left(NULL) == 0);
    assert_false(coir_node_set_interface((CoirNode *)NULL, true));
    assert_mistake("coir_node_set_interface");
    assert_false(coir_node_is_interface((CoirNode *)NULL));
    close();
}

// The mark -----------------------------------------------------------------------------------------------------------

static void clocks_above_do_not_reach_the_interface(void **state)
{
    (void)state;
    open_with_steps();
    count_all();
    assert_true(coir_node_set_time_scale(world, 0.5));
    frame(0.1);
    assert_counts(world, world_calls, 0.05);
    assert_counts(score, score_calls, 0.1);
    assert_true(coir_node_pause_tree(world));
    frame(0.1);
    assert_counts(world, world_calls, 0.05);
    assert_counts(score, score_calls, 0.2);
    assert_true(coir_node_set_time_scale(score, 2)); // the time scale of the node itself has an effect
    frame(0.1);
    assert_counts(score, score_calls, 0.4);
    close();
}

static void the_scale_of_the_stages_scheduler_does_not_reach_the_interface(void **state)
{
    (void)state;
    open_with_steps();
    count_all();
    assert_true(coir_scheduler_set_time_scale(coir_stage_scheduler(coir_director_stage(director)), 0.5));
    frame(0.1);
    assert_counts(world, world_calls, 0.05);
    assert_counts(score, score_calls, 0.1);
    close();
}

static void the_mark_counts_for_all_below(void **state)
{
    CoirNode *digit = coir_node_new();
    (void)state;
    open_with_steps();
    assert_true(coir_node_add(score, digit));
    count_by_action(digit);
    count_by_update(digit);
    hold(1);
    frame(0.1);
    assert_float_equal(digit->position.x, 0.1, 1e-4);
    assert_float_equal(digit->position.y, 0.1, 1e-4);
    assert_false(coir_node_is_interface(digit));
    assert_true(coir_node_is_interface(score));
    close();
}

static void the_mark_may_be_set_and_taken_at_any_time(void **state)
{
    (void)state;
    open_with_steps();
    count_all();
    frame(0.1);
    assert_true(coir_node_set_interface(world, true));
    hold(0.1);
    frame(0.1);
    assert_counts(world, world_calls, 0.2);
    assert_true(coir_node_set_interface(world, false));
    hold(0.1);
    frame(0.1);
    assert_counts(world, world_calls, 0.2);
    frame(0.1);
    assert_counts(world, world_calls, 0.3);
    assert_counts(score, score_calls, 0.4);
    assert_true(coir_node_set_interface(score, false));
    hold(0.1);
    frame(0.2);
    assert_counts(score, score_calls, 0.5);
    close();
}

static void a_moved_node_goes_by_its_new_parent(void **state)
{
    CoirNode *coin = coir_node_new();
    (void)state;
    open_with_steps();
    assert_true(coir_node_add(world, coin));
    count_by_update(coin);
    hold(0.1);
    frame(0.05);
    assert_true(coin->position.y == 0);
    assert_true(coir_node_set_parent(coin, score));
    assert_true(coir_node_validate(world));
    frame(0.05);
    assert_float_equal(coin->position.y, 0.05, 1e-4);
    assert_true(coir_node_set_parent(coin, world));
    hold(0.1);
    frame(0.05);
    assert_float_equal(coin->position.y, 0.05, 1e-4);
    coir_node_detach(coin);
    assert_true(coir_node_set_interface(coin, true)); // off stage
    assert_true(coir_node_add(world, coin));
    frame(0.05);
    assert_float_equal(coin->position.y, 0.1, 1e-4);
    close();
}

static void the_overlay_is_interface(void **state)
{
    CoirNode *overlay = coir_node_new(), *child = coir_node_new();
    (void)state;
    open_with_steps();
    assert_true(coir_node_add(overlay, child));
    count_by_update(overlay);
    count_by_action(child);
    assert_true(coir_stage_set_overlay(coir_director_stage(director), overlay));
    hold(1);
    frame(0.1);
    assert_float_equal(overlay->position.y, 0.1, 1e-4);
    assert_float_equal(child->position.x, 0.1, 1e-4);
    close();
}

static void change_mark(CoirNode *node, void *user)
{
    CoirNode *marked = user;
    (void)node;
    assert_true(coir_node_set_interface(marked, !coir_node_is_interface(marked)));
}

static void destroy_score(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    coir_node_destroy(score);
}

static void marks_may_change_inside_callbacks(void **state)
{
    CoirNode *child = coir_node_new();
    (void)state;
    open_with_steps();
    assert_true(coir_node_add(score, child));
    count_by_update(child);
    count_by_action(child);
    assert_true(coir_node_every(world, 0.013, change_mark, score));
    assert_true(coir_node_every(child, 0.017, change_mark, score));
    coir_node_run(child, coir_repeat_forever(coir_sequence(coir_delay(0.019), coir_call(change_mark, child))));
    for (int i = 0; i < 200; i++) {
        frame(STEP);
        assert_true(coir_node_validate(world));
    }
    coir_node_unschedule_all(world);
    assert_true(coir_node_once_after(child, 0.015, destroy_score, NULL));
    frame(0.1);
    close();
}

// Exact times --------------------------------------------------------------------------------------------------------

static void note_step(CoirNode *node, void *user)
{
    (void)node;
    note("%s:%d ", (const char *)user, (int)coir_director_step_count(director));
}

static void start_timers(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    assert_true(
        coir_node_schedule(score, &(CoirTimerDef){.key = "a", .call = note_step, .user = "a", .delay = 0.0025}));
    assert_true(coir_node_schedule(score, &(CoirTimerDef){.key = "b", .call = note_step, .user = "b", .delay = 0.011}));
}

static void start_runs(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    coir_node_run(score, coir_sequence(coir_delay(0.0025), coir_call(note_step, "c")));
    coir_node_run(score, coir_sequence(coir_delay(0.011), coir_call(note_step, "d")));
}

// Timers and runs are started at 0.0185 s of the game, and are due in the third step of the game: step 8, after a
// hold of five steps. Counted from the start of the second step of the game, "a" and "c" would be due in the second
// step. Counted from the end of the second step, "b" and "d" would be due in the fourth step.
static void timers_that_the_game_starts_for_the_interface_count_from_that_instant(void **state)
{
    (void)state;
    open_with_steps();
    assert_true(coir_node_once_after(world, 0.0185, start_timers, NULL));
    coir_node_run(world, coir_sequence(coir_delay(0.0185), coir_call(start_runs, NULL)));
    hold(0.05);
    frame(0.2);
    assert_trace("a:8 b:8 c:8 d:8 ");
    close();
}

// The same at any frame rate -----------------------------------------------------------------------------------------

static void hit(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    hold(0.035);
}

static void note_both(CoirNode *node, void *user)
{
    (void)node;
    note("%s%.3f/%.3f ", (const char *)user, (double)world->position.y, (double)score->position.y);
}

static void play(double rate)
{
    open_with_steps();
    count_by_update(world);
    count_by_update(score);
    assert_true(coir_node_every(world, 0.1, hit, NULL));
    assert_true(coir_node_every(world, 0.07, note_both, "w"));
    assert_true(coir_node_every(score, 0.11, note_both, "s"));
    for (int i = 0; i < (int)rate; i++)
        frame(1 / rate);
    close();
}

static void holds_are_the_same_at_any_frame_rate(void **state)
{
    const double rates[] = {10, 30, 60, 144, 1000};
    char first[TRACE_SIZE];
    (void)state;
    play(100);
    snprintf(first, sizeof first, "%s", noted());
    forget_trace();
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        play(rates[i]);
        assert_trace(first);
    }
}

// Against a model ----------------------------------------------------------------------------------------------------

enum { NODES = 10 };

typedef struct Model {
    CoirNode *node;
    int parent; // number of the parent; -1: `world`
    bool is_marked, is_paused;
    double scale, time;
} Model;

static Model models[NODES];

static bool is_below(int node, int above)
{
    while (node >= 0 && node != above)
        node = models[node].parent;
    return node == above;
}

// Returns the speed of the clock of a node.
static double rate_of(int node, bool is_held)
{
    double rate = 1;
    for (; node >= 0; node = models[node].parent) {
        rate *= models[node].is_paused ? 0 : models[node].scale;
        if (models[node].is_marked)
            return rate;
    }
    return is_held ? 0 : rate;
}

static void change_something(CoirRandom *random)
{
    static const double scales[] = {0, 0.5, 1, 2};
    int i = coir_random_int(random, 0, NODES - 1), parent = coir_random_int(random, -1, NODES - 1);
    Model *model = &models[i];
    switch (coir_random_int(random, 0, 4)) {
    case 0:
        model->is_marked = !model->is_marked;
        assert_true(coir_node_set_interface(model->node, model->is_marked));
        break;
    case 1:
        model->is_paused = !model->is_paused;
        assert_true(model->is_paused ? coir_node_pause_tree(model->node) : coir_node_resume_tree(model->node));
        break;
    case 2:
        model->scale = scales[coir_random_int(random, 0, 3)];
        assert_true(coir_node_set_time_scale(model->node, model->scale));
        break;
    case 3:
        if (is_below(parent, i))
            break;
        model->parent = parent;
        assert_true(coir_node_set_parent(model->node, parent < 0 ? world : models[parent].node));
        break;
    default:
        if (is_below(parent, i))
            break;
        model->parent = parent;
        coir_node_detach(model->node);
        assert_true(coir_node_add(parent < 0 ? world : models[parent].node, model->node));
        break;
    }
    assert_true(coir_node_validate(world));
}

static void add_up(void *node, double dt, void *user)
{
    (void)node;
    *(double *)user += dt;
}

typedef struct Seen {
    double updates, runs;
    int calls;
} Seen;

static Seen seen[NODES];

static void tell_run(void *node, double t, void *user)
{
    (void)node;
    ((Seen *)user)->runs = t;
}

static void begin_model(void)
{
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < NODES; i++) {
        CoirNode *node = coir_node_new();
        models[i] = (Model){.node = node, .parent = -1, .scale = 1};
        assert_true(coir_node_add(world, node));
        assert_true(coir_node_every_frame(node, add_up, &seen[i].updates, 0));
        assert_true(coir_node_every(node, STEP, count_calls, &seen[i].calls));
        coir_node_run(node, coir_each(1000, 0, 1000, tell_run, &seen[i]));
    }
}

static void random_marks_and_clocks_are_as_in_a_model(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        CoirRandom random = coir_random(seed);
        open_with_steps();
        begin_model();
        for (int step = 0, held = 0; step < 300; step++) {
            if (coir_random_int(&random, 0, 2) == 0)
                change_something(&random);
            if (coir_random_int(&random, 0, 20) == 0) {
                int steps = coir_random_int(&random, 1, 10);
                hold(steps * STEP);
                held = held > steps ? held : steps;
            }
            frame(STEP);
            for (int i = 0; i < NODES; i++)
                models[i].time += STEP * rate_of(i, held > 0);
            held -= held > 0;
            for (int i = 0; i < NODES; i++) {
                assert_float_equal(seen[i].updates, models[i].time, 1e-5);
                assert_float_equal(seen[i].runs, models[i].time, 1e-3);
                assert_true(fabs(seen[i].calls - models[i].time / STEP) < 1.001);
            }
        }
        close();
    }
}

// Counts the updates that see Space pressed, in the tag of the node.
static void count_presses(void *target, double dt, void *user)
{
    CoirNode *node = target;
    (void)dt, (void)user;
    node->tag += coir_input_key_pressed(coir_director_input(director), COIR_KEY_SPACE);
}

static void a_press_during_a_hold_waits_for_the_next_step_of_the_game(void **state)
{
    const double steps[] = {0, STEP}; // variable and fixed steps
    (void)state;
    for (int i = 0; i < 2; i++) {
        open((CoirDirectorDef){.step = steps[i]});
        assert_true(coir_node_every_frame(world, count_presses, NULL, 0));
        hold(5 * STEP);
        frame(STEP);
        coir_input_key(coir_director_input(director), COIR_KEY_SPACE, true);
        coir_input_key(coir_director_input(director), COIR_KEY_SPACE, false);
        for (int frames = 0; frames < 3; frames++) {
            frame(STEP);
            assert_int_equal(world->tag, 0);
        }
        for (int frames = 0; frames < 4; frames++)
            frame(STEP);
        assert_int_equal(world->tag, 1);
        close();
    }
}

// Counts the updates that see Space pressed, "jump" pressed and the wheel turned, in the tag of the node.
static void count_input(void *target, double dt, void *user)
{
    CoirNode *node = target;
    const CoirInput *input = coir_director_input(director);
    (void)dt, (void)user;
    node->tag += coir_input_key_pressed(input, COIR_KEY_SPACE) + coir_input_pressed(input, "jump") +
                 (coir_input_wheel_delta(input).y != 0);
}

static void a_press_before_a_hold_is_seen_by_one_step_of_the_interface(void **state)
{
    const double steps[] = {0, STEP}; // variable and fixed steps
    (void)state;
    for (int i = 0; i < 2; i++) {
        open((CoirDirectorDef){.step = steps[i]});
        CoirInput *input = coir_director_input(director);
        assert_true(coir_input_bind(input, "jump", "Space"));
        assert_true(coir_node_every_frame(score, count_input, NULL, 0));
        coir_input_key(input, COIR_KEY_SPACE, true);
        coir_input_wheel(input, 0, 1);
        frame(STEP);
        assert_int_equal(score->tag, 3);
        hold(5 * STEP);
        for (int frames = 0; frames < 8; frames++)
            frame(STEP);
        assert_int_equal(score->tag, 3);
        assert_true(coir_input_is_down(input, "jump"));
        close();
    }
}

TEST_FILE(hold)
{
    const struct CMUnitTest tests[] = {
        support_test(in_a_hold_the_game_stops_and_the_interface_continues),
        support_test(a_press_during_a_hold_waits_for_the_next_step_of_the_game),
        support_test(a_press_before_a_hold_is_seen_by_one_step_of_the_interface),
        support_test(a_frame_of_any_length_may_end_a_hold_in_its_middle),
        support_test(a_hold_lasts_the_nearest_number_of_whole_steps),
        support_test(the_longer_of_two_holds_counts),
        support_test(zero_ends_a_hold),
        support_test(a_hold_begins_with_the_next_step),
        support_test(a_hold_counts_the_directors_time_at_any_scale),
        support_test(a_hold_of_whole_frames_ends_exactly),
        support_test(a_hold_passes_at_a_time_scale_of_0),
        support_test(a_paused_director_delays_the_end_of_a_hold),
        support_test(posted_functions_are_called_during_a_hold),
        support_test(a_bad_hold_is_refused),
        support_test(clocks_above_do_not_reach_the_interface),
        support_test(the_scale_of_the_stages_scheduler_does_not_reach_the_interface),
        support_test(the_mark_counts_for_all_below),
        support_test(the_mark_may_be_set_and_taken_at_any_time),
        support_test(a_moved_node_goes_by_its_new_parent),
        support_test(the_overlay_is_interface),
        support_test(marks_may_change_inside_callbacks),
        support_test(timers_that_the_game_starts_for_the_interface_count_from_that_instant),
        support_test(holds_are_the_same_at_any_frame_rate),
        support_test(random_marks_and_clocks_are_as_in_a_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
