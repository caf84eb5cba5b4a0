// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Idle mode: the run loop draws a frame only when something changes, but no time is lost.

#include "support/support.h"

#include <math.h>

#include <SDL.h>

#include "app/director.h"
#include "coir/coir.h"
#include "scene/stage.h"

static CoirDirector *director;
static int draws;

static void note_draw(CoirNode *node, CoirPainter *painter)
{
    (void)node;
    (void)painter;
    draws++;
}

typedef struct Picture {
    CoirNode node;
} Picture;

static COIR_NODE_CLASS(Picture, .draw = note_draw);

// Creates an idle director. Returns a node that counts its drawings; run() shows the node as a scene.
static CoirNode *open_with(double step, double max_dt)
{
    director = coir_director_create(&(CoirDirectorDef){
        .headless = true, .width = 8, .height = 8, .frame_rate = 1000, .idle = true, .step = step, .max_dt = max_dt});
    assert_non_null(director);
    draws = 0;
    CoirNode *node = &COIR_NEW(Picture)->node;
    return node;
}

static CoirNode *open(double step)
{
    return open_with(step, 0);
}

static void end(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    coir_director_end(director);
}

static void run(CoirNode *scene)
{
    assert_true(coir_director_run(director, scene));
    coir_director_destroy(director);
}

static CoirStage *stage(void)
{
    return coir_director_stage(director);
}

// How long the loop may sleep ----------------------------------------------------------------------------------------

static void assert_quiet_for(double seconds)
{
    double quiet = coir_stage_quiet_for(stage(), false);
    if (isinf(seconds))
        assert_true(isinf(quiet));
    else
        assert_float_equal(quiet, seconds, 1e-6);
}

static void tick(void *target, double dt, void *user)
{
    (void)target;
    (void)dt;
    (void)user;
}

static void show(CoirNode *scene)
{
    assert_true(coir_director_show(director, scene));
    assert_true(coir_director_frame(director, 0));
}

static void posted(void *user)
{
    (void)user;
}

static void a_stage_tells_when_a_timer_is_due(void **state)
{
    CoirNode *scene = open(0), *child = coir_node_new();
    (void)state;
    show(scene);
    assert_quiet_for(INFINITY);
    assert_true(coir_node_add(scene, child));
    assert_true(coir_node_once_after(child, 3, end, NULL));
    assert_quiet_for(3);
    assert_true(coir_director_frame(director, 0.25));
    assert_quiet_for(2.75);
    assert_true(coir_node_set_time_scale(child, 0.5));
    assert_quiet_for(5.5);
    assert_true(coir_node_pause_tree(child));
    assert_quiet_for(INFINITY);
    assert_true(coir_node_resume_tree(child));
    coir_node_pause(child);
    assert_quiet_for(INFINITY);
    coir_node_resume(child);
    assert_true(coir_scheduler_set_time_scale(coir_stage_scheduler(stage()), 2));
    assert_quiet_for(2.75);
    assert_true(coir_scheduler_set_time_scale(coir_stage_scheduler(stage()), 0));
    assert_quiet_for(INFINITY);
    coir_director_destroy(director);
}

static void nothing(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
}

static void a_timer_that_is_due_at_the_end_of_a_step_wakes_the_loop_for_this_step(void **state)
{
    CoirNode *scene = open(0.02);
    (void)state;
    show(scene);
    coir_node_every(scene, 0.14, nothing, NULL); // in doubles, 0.14 / 0.02 is more than 7
    assert_float_equal(coir_director_quiet_for(director), 0.14, 1e-9);
    coir_director_destroy(director);
}

static void a_stage_tells_when_an_action_wakes(void **state)
{
    CoirNode *scene = open(0), *child = coir_node_new();
    (void)state;
    show(scene);
    assert_true(coir_node_add(scene, child));
    assert_true(coir_node_set_time_scale(child, 0.5));
    coir_node_run(child, coir_sequence(coir_delay(2), coir_hide(), coir_delay(2)));
    assert_quiet_for(0); // no update has stepped the run yet
    assert_true(coir_director_frame(director, 0.25));
    assert_quiet_for(3.75);
    coir_node_run(scene, coir_sequence(coir_delay(2), coir_hide()));
    assert_true(coir_director_frame(director, 0.25));
    assert_quiet_for(1.75);
    assert_true(coir_scheduler_set_time_scale(coir_stage_scheduler(stage()), 2));
    assert_quiet_for(0.875);
    assert_true(coir_scheduler_set_time_scale(coir_stage_scheduler(stage()), 1e-12));
    assert_quiet_for(INFINITY); // longer than a clock can count
    coir_director_destroy(director);
}

static void an_object_that_moves_in_each_frame_leaves_no_quiet_time(void **state)
{
    CoirNode *scene = open(0), *other = coir_node_new();
    (void)state;
    show(scene);
    CoirRun run_ = coir_node_run(scene, coir_move_by(1, 10, 0));
    assert_quiet_for(0);
    coir_run_pause(run_);
    assert_true(coir_director_frame(director, 0.1));
    assert_quiet_for(INFINITY);
    assert_true(coir_node_every_frame(scene, tick, NULL, 0));
    assert_quiet_for(0);
    coir_node_pause(scene);
    assert_quiet_for(INFINITY);
    coir_node_resume(scene);
    assert_true(coir_node_every_frame(scene, NULL, NULL, 0));
    assert_true(coir_node_every(scene, 0, end, NULL));
    assert_quiet_for(0);
    coir_node_unschedule_all(scene);
    assert_quiet_for(INFINITY);
    assert_true(coir_scheduler_post(coir_stage_scheduler(stage()), posted, NULL));
    assert_quiet_for(0);
    assert_true(coir_director_frame(director, 0.1));
    assert_quiet_for(INFINITY);
    assert_true(coir_director_show(director, other));
    assert_quiet_for(0);
    coir_director_destroy(director);
}

static void actions_in_a_paused_tree_do_not_end_the_quiet(void **state)
{
    CoirNode *scene = open(0), *child = coir_node_new();
    (void)state;
    show(scene);
    assert_true(coir_node_add(scene, child));
    coir_node_run(child, coir_move_by(10, 100, 0));
    assert_true(coir_director_frame(director, 0.25));
    assert_quiet_for(0);
    assert_true(coir_node_pause_tree(child));
    assert_quiet_for(INFINITY);
    assert_true(coir_node_resume_tree(child));
    assert_quiet_for(0);
    coir_director_destroy(director);
}

static void timers_and_runs_of_the_interface_end_the_quiet(void **state)
{
    CoirNode *scene = open(0);
    (void)state;
    assert_true(coir_node_set_interface(scene, true));
    show(scene);
    assert_quiet_for(INFINITY);
    assert_true(coir_node_once_after(scene, 3, end, NULL));
    assert_quiet_for(3);
    coir_node_run(scene, coir_move_by(1, 10, 0));
    assert_quiet_for(0);
    coir_director_destroy(director);
}

static void a_node_on_its_way_between_two_steps_leaves_no_quiet(void **state)
{
    CoirNode *scene = open(0.01);
    (void)state;
    assert_true(coir_node_set_interpolated(scene, true));
    show(scene);
    assert_true(coir_director_frame(director, 0.01));
    scene->position.x = 5;
    assert_quiet_for(0);
    assert_true(coir_director_frame(director, 0.01));
    assert_quiet_for(INFINITY);
    coir_director_destroy(director);
}

static void a_frozen_director_is_quiet_until_a_change_of_scene_is_requested(void **state)
{
    (void)state;
    show(open(0));
    coir_director_pause(director);
    assert_true(isinf(coir_director_quiet_for(director)));
    assert_true(coir_director_show_with(director, coir_node_new(), coir_transition_cross_fade(1)));
    assert_true(coir_director_quiet_for(director) == 0);
    assert_true(coir_director_frame(director, 0.1));
    assert_true(isinf(coir_director_quiet_for(director))); // the transition waits, too
    coir_director_destroy(director);
}

// The loop -----------------------------------------------------------------------------------------------------------

static void a_timer_wakes_the_loop_in_time(void **state)
{
    const double steps[] = {0, 0.01};
    (void)state;
    for (int i = 0; i < 2; i++) {
        CoirNode *scene = open(steps[i]);
        assert_true(coir_node_once_after(scene, 1.2, end, NULL));
        run(scene);
        // A loop that is not idle would draw 1200 frames, at 1000 frames a second.
        assert_in_range(draws, 2, 6);
    }
}

// If the loop counted each of its sleeps as max_dt, the loop would take 15 frames, and the timer would be late.
static void with_a_small_max_dt_a_timer_wakes_the_loop_in_time(void **state)
{
    (void)state;
    CoirNode *scene = open_with(0, 0.01);
    assert_true(coir_node_once_after(scene, 0.4, end, NULL));
    run(scene);
    assert_in_range(draws, 2, 6);
}

// The game has an update in each frame, but a hold stops the game: the loop may sleep until a timer of the interface.
static void a_loop_sleeps_while_the_game_is_held(void **state)
{
    const double steps[] = {0, 0.01};
    (void)state;
    for (int i = 0; i < 2; i++) {
        CoirNode *scene = open(steps[i]), *hud = coir_node_new();
        assert_true(coir_node_add(scene, hud) && coir_node_set_interface(hud, true));
        assert_true(coir_node_every_frame(scene, tick, NULL, 0));
        assert_true(coir_node_once_after(hud, 0.4, end, NULL));
        assert_true(coir_director_hold(director, 60));
        run(scene);
        assert_in_range(draws, 2, 6);
    }
}

static void the_end_of_a_hold_wakes_the_loop_in_time(void **state)
{
    const double steps[] = {0, 0.01};
    (void)state;
    for (int i = 0; i < 2; i++) {
        CoirNode *scene = open(steps[i]);
        assert_true(coir_node_once_after(scene, 0.1, end, NULL));
        assert_true(coir_director_hold(director, 0.3));
        assert_true(coir_director_set_time_scale(director, 0.5));
        assert_true(coir_director_run(director, scene));
        assert_in_range(draws, 2, 8);
        assert_true(coir_director_hold_left(director) == 0);
        assert_int_equal(coir_director_dropped_steps(director), 0);
        coir_director_destroy(director);
    }
}

static void posted_end(void *user)
{
    (void)user;
    note("%g", coir_director_hold_left(director));
    coir_director_end(director);
}

// Called on a thread of SDL.
static Uint32 post_end(Uint32 interval, void *scheduler)
{
    (void)interval;
    coir_scheduler_post(scheduler, posted_end, NULL);
    return 0;
}

static void a_hold_passes_asleep_also_at_a_time_scale_of_0(void **state)
{
    (void)state;
    CoirNode *scene = open(0);
    assert_true(coir_director_set_time_scale(director, 0));
    assert_true(coir_director_hold(director, 0.1));
    assert_true(SDL_AddTimer(300, post_end, coir_stage_scheduler(stage())));
    run(scene);
    assert_in_range(draws, 2, 8);
    assert_trace("0");
}

static double times[2];

static void note_time(CoirNode *node, void *user)
{
    (void)node;
    *(double *)user = coir_scheduler_now(coir_stage_scheduler(stage()));
}

static void sleeping_loses_no_time(void **state)
{
    CoirNode *scene = open(0.01);
    (void)state;
    assert_true(coir_node_once_after(scene, 0.6, note_time, &times[0]));
    assert_true(coir_node_once_after(scene, 0.6, end, NULL));
    CoirDirector *ran = director;
    assert_true(coir_director_run(director, scene));
    assert_true(times[0] == 0.6);
    assert_int_equal(coir_director_dropped_steps(ran), 0);
    coir_director_destroy(director);
}

static void action_that_moves_is_drawn_in_each_frame(void **state)
{
    CoirNode *scene = open(0);
    (void)state;
    coir_node_run(scene, coir_sequence(coir_move_by(0.2, 10, 0), coir_call(end, NULL)));
    run(scene);
    assert_true(draws > 20);
}

static bool end_at_long_press(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)user;
    if (event->type == COIR_EVENT_LONG_PRESS) {
        note("long press");
        end(node, NULL);
    }
    return true;
}

static void end_late(CoirNode *node, void *user)
{
    note("late ");
    end(node, user);
}

static void a_long_press_needs_no_event(void **state)
{
    (void)state;
    assert_int_equal(SDL_InitSubSystem(SDL_INIT_EVENTS), 0);
    CoirNode *scene = open(0);
    scene->size = coir_vec2(8, 8);
    assert_true(coir_node_listen(scene, end_at_long_press, NULL));
    assert_true(coir_node_once_after(scene, 5, end_late, NULL));
    show(scene);
    SDL_Event press = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = 1, .state = SDL_PRESSED, .x = 4, .y = 4}};
    assert_int_equal(SDL_PushEvent(&press), 1);
    assert_true(coir_director_run(director, NULL));
    assert_trace("long press");
    coir_director_destroy(director);
    SDL_QuitSubSystem(SDL_INIT_EVENTS);
}

static int frames_left;

static void ask_again(CoirNode *node, CoirPainter *painter)
{
    note_draw(node, painter);
    if (--frames_left > 0)
        coir_director_redraw(director);
    else
        coir_director_end(director);
}

typedef struct Asking {
    CoirNode node;
} Asking;

static COIR_NODE_CLASS(Asking, .draw = ask_again);

static void a_frame_that_is_asked_for_is_drawn(void **state)
{
    (void)state;
    coir_node_destroy(open(0));
    frames_left = 10;
    run(&COIR_NEW(Asking)->node);
    assert_int_equal(draws, 10);
}

static bool end_at_key(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)event;
    note("key");
    end(node, user);
    return true;
}

static Uint32 window_of(const CoirDirector *of)
{
    return SDL_GetWindowID(coir_window_sdl(coir_director_window(of)));
}

// Called on a thread of SDL.
static Uint32 push_key(Uint32 interval, void *window)
{
    SDL_Event key = {.key = {.type = SDL_KEYDOWN, .windowID = *(const Uint32 *)window}};
    (void)interval;
    SDL_PushEvent(&key);
    return 0;
}

static Uint32 push_key_again(Uint32 interval, void *window)
{
    push_key(interval, window);
    return interval;
}

// The test draws no frame of `other`. So the events of the window of `other` stay in SDL's queue, and must not wake the
// loop of `director`.
static void events_of_another_directors_window_wake_nobody_else(void **state)
{
    CoirDirectorDef def = {.width = 8, .height = 8, .hidden = true};
    (void)state;
    CoirDirector *other = coir_director_create(&def);
    assert_non_null(other);
    def.frame_rate = 1000;
    def.idle = true;
    director = coir_director_create(&def);
    assert_non_null(director);
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    Uint32 id = window_of(director), other_id = window_of(other);
    push_key(0, &other_id);
    draws = 0;
    CoirNode *scene = &COIR_NEW(Picture)->node;
    assert_true(coir_node_once_after(scene, 0.6, end, NULL));
    assert_true(coir_director_run(director, scene));
    assert_in_range(draws, 2, 8);
    draws = 0;
    SDL_TimerID pushing = SDL_AddTimer(20, push_key_again, &other_id);
    assert_true(pushing && coir_node_once_after(scene, 0.6, end, NULL));
    assert_true(coir_director_run(director, NULL));
    assert_in_range(draws, 2, 8);
    assert_true(SDL_RemoveTimer(pushing));
    draws = 0;
    assert_true(coir_node_on(scene, COIR_EVENT_KEY_DOWN, end_at_key, NULL));
    assert_true(coir_node_once_after(scene, 5, end_late, NULL));
    SDL_TimerID timer = SDL_AddTimer(300, push_key, &id);
    assert_true(timer);
    assert_true(coir_director_run(director, NULL));
    assert_trace("key");
    assert_in_range(draws, 2, 8);
    assert_true(SDL_HasEvent(SDL_KEYDOWN));
    coir_director_destroy(director);
    coir_director_destroy(other);
}

TEST_FILE(idle)
{
    const struct CMUnitTest tests[] = {
        support_test(a_stage_tells_when_a_timer_is_due),
        support_test(a_stage_tells_when_an_action_wakes),
        support_test(a_timer_that_is_due_at_the_end_of_a_step_wakes_the_loop_for_this_step),
        support_test(an_object_that_moves_in_each_frame_leaves_no_quiet_time),
        support_test(actions_in_a_paused_tree_do_not_end_the_quiet),
        support_test(timers_and_runs_of_the_interface_end_the_quiet),
        support_test(a_node_on_its_way_between_two_steps_leaves_no_quiet),
        support_test(a_frozen_director_is_quiet_until_a_change_of_scene_is_requested),
        support_not_on_page(support_test, a_timer_wakes_the_loop_in_time),
        support_not_on_page(support_test, with_a_small_max_dt_a_timer_wakes_the_loop_in_time),
        support_not_on_page(support_test, a_loop_sleeps_while_the_game_is_held),
        support_not_on_page(support_test, the_end_of_a_hold_wakes_the_loop_in_time),
        support_not_on_page(support_test, a_hold_passes_asleep_also_at_a_time_scale_of_0),
        support_not_on_page(support_test, sleeping_loses_no_time),
        support_not_on_page(support_test, action_that_moves_is_drawn_in_each_frame),
        support_not_on_page(support_test, a_long_press_needs_no_event),
        support_not_on_page(support_test, a_frame_that_is_asked_for_is_drawn),
        support_not_on_page(support_test, events_of_another_directors_window_wake_nobody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
