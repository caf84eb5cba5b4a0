// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// coir_director_run: the start and the end of the loop, the frame rate of the loop, scenes that cannot be run, and
// requests to quit.

#include "support/directed.h"

// Callbacks that need a second scene or an event are tested in test_director_callbacks.c.
static void run_returns_after_the_frame_in_which_a_callback_ends_the_director(void **state)
{
    const Callback callbacks[] = {ENTER, ENTERED, DRAW, RAW, TICK, UPDATE, TIMER, CALL};
    (void)state;
    for (int i = 0; i < 8; i++) {
        CoirDirector *director = create((CoirDirectorDef){.headless = true, .frame_rate = 100});
        at.director = director;
        at.callback = callbacks[i];
        at.act = end_director;
        assert_true(coir_director_run(director, busy_probe("A")));
        assert_null(at.act);
        assert_int_equal(at.counts[callbacks[i]], 1);
        coir_director_destroy(director);
        forget_trace();
        memset(at.counts, 0, sizeof at.counts);
    }
}

static void run_goes_by_the_clock(void **state)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true, .frame_rate = 200});
    (void)state;
    at.director = director;
    at.callback = TIMER; // after 0.1 s
    at.act = end_director;
    Uint64 start = SDL_GetPerformanceCounter();
    assert_true(coir_director_run(director, busy_probe("A")));
    double seconds = (double)(SDL_GetPerformanceCounter() - start) / (double)SDL_GetPerformanceFrequency();
    assert_true(seconds >= 0.0999 && seconds < 5);
    assert_true(coir_director_frame_count(director) <= 23); // at most 200 frames a second
    coir_director_destroy(director);
}

static void a_director_may_run_twice(void **state)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true});
    (void)state;
    at.director = director;
    at.callback = UPDATE;
    at.act = end_director;
    assert_true(coir_director_run(director, probe("A")));
    at.act = end_director;
    assert_true(coir_director_run(director, NULL)); // goes on with the same scene
    assert_string_equal(coir_director_scene(director)->name, "A");
    at.act = end_director;
    assert_true(coir_director_run(director, probe("B")));
    assert_trace("A.enter A.entered A.draw A.update A.draw A.update A.draw "
                 "A.update A.leaving A.leave B.enter B.entered B.draw A.destroy");
    coir_director_destroy(director);
}

// Pops the scene that is being updated. The scene below is then popped in its own update.
static void pop_scene(void)
{
    assert_true(coir_director_pop(at.director));
    at.act = pop_scene;
}

static void a_run_ends_with_the_pop_of_the_last_scene(void **state)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true});
    (void)state;
    at.director = director;
    assert_true(coir_director_push(director, probe("A")));
    assert_true(coir_director_frame(director, 0));
    assert_true(coir_director_push(director, probe("B")));
    assert_true(coir_director_set_overlay(director, coir_node_new()));
    assert_true(coir_director_frame(director, 0));
    forget_trace();
    at.callback = UPDATE;
    at.act = pop_scene;
    assert_true(coir_director_run(director, NULL));
    at.act = NULL;
    assert_trace("B.update B.leaving B.leave A.enter A.entered A.draw B.destroy "
                 "A.update A.leaving A.leave A.destroy");
    coir_director_destroy(director);
}

static void without_a_director_no_scene_is_handed_over(void **state)
{
    CoirNode *scene = coir_node_new();
    (void)state;
    assert_false(coir_director_push(NULL, scene));
    assert_mistake("coir_director_push: the director is NULL");
    assert_false(coir_director_pop(NULL));
    assert_mistake("coir_director_pop: the director is NULL");
    assert_false(coir_director_pop_to_root(NULL));
    assert_mistake("coir_director_pop_to_root: the director is NULL");
    assert_false(coir_director_pop_to_level(NULL, 1));
    assert_mistake("coir_director_pop_to_level: the director is NULL");
    assert_false(coir_director_set_overlay(NULL, scene));
    assert_mistake("coir_director_set_overlay: the director is NULL");
    coir_node_destroy(scene);
    coir_nodes_sweep();
}

static void a_run_whose_director_is_destroyed_ends(void **state)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true, .frame_rate = 100});
    (void)state;
    at.director = director;
    at.callback = TIMER;
    at.act = destroy_director;
    assert_true(coir_director_run(director, busy_probe("A")));
    assert_int_equal(coir_nodes_count(), 0);
}

static void a_run_without_a_scene_is_refused(void **state)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true});
    (void)state;
    assert_false(coir_director_run(director, NULL));
    assert_non_null(strstr(coir_error(), "no scene"));
    coir_error_clear();
    assert_false(coir_director_run(director, (CoirNode *)coir_sprite_new("no such picture.png")));
    assert_non_null(strstr(coir_error(), "no such picture.png")); // the reason why there is no node
    assert_int_equal(coir_director_frame_count(director), 0);
    coir_director_destroy(director);
}

static void a_scene_that_is_none_is_refused(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    CoirNode *parent = coir_node_new(), *child = coir_node_new();
    (void)state;
    assert_true(coir_node_add(parent, child));
    assert_false(coir_director_run(director, child));
    assert_mistake("has a parent");
    assert_false(coir_director_show(director, child));
    assert_mistake("has a parent");
    assert_false(coir_director_show(director, coir_director_scene(director)));
    assert_mistake("already a scene or an overlay of a stage");
    assert_int_equal(coir_director_frame_count(director), 1);
    coir_node_destroy(parent);
    coir_director_destroy(director);
}

static void closing_the_window_ends_the_run(void **state)
{
    CoirDirector *director = open_window(probe("A"), (CoirDirectorDef){0});
    (void)state;
    push(window_closed(0));
    assert_false(coir_director_frame(director, 0.1));
    assert_trace("A.update A.draw"); // the last frame is a whole frame
    assert_true(coir_director_show(director, probe("B")));
    assert_true(coir_director_frame(director, 0.1));
    push((SDL_Event){.type = SDL_QUIT});
    assert_false(coir_director_frame(director, 0.1));
    push((SDL_Event){.type = SDL_QUIT});
    assert_true(coir_director_run(director, NULL));
    push(window_closed(0));
    coir_director_pause(director);
    assert_true(coir_director_run(director, NULL));
    assert_true(coir_director_show(director, probe("C")));
    push((SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_MINIMIZED}});
    assert_true(coir_director_frame(director, 0.1)); // no other event of a window ends the loop
    coir_director_destroy(director);
}

static void a_listener_may_refuse_to_quit(void **state)
{
    CoirDirector *director = open_window(probe("A"), (CoirDirectorDef){0});
    (void)state;
    refuses_to_quit = true;
    push(window_closed(0));
    push((SDL_Event){.type = SDL_QUIT});
    assert_true(coir_director_frame(director, 0.1));
    refuses_to_quit = false;
    assert_true(coir_director_frame(director, 0.1));
    push((SDL_Event){.type = SDL_QUIT});
    assert_false(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
}

static void an_ended_loop_continues_only_with_a_new_scene(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    coir_director_end(director);
    for (int i = 0; i < 3; i++)
        assert_false(coir_director_frame(director, 0.1));
    assert_true(coir_director_set_overlay(director, probe("over"))); // an overlay is no scene
    assert_false(coir_director_frame(director, 0.1));
    assert_true(coir_director_show(director, probe("B")));
    assert_true(coir_director_frame(director, 0.1));
    assert_true(coir_director_pop(director));
    for (int i = 0; i < 3; i++)
        assert_false(coir_director_frame(director, 0.1));
    assert_true(coir_stage_push(coir_director_stage(director), probe("C")));
    assert_true(coir_director_frame(director, 0.1));
    assert_true(coir_director_frame(director, 0.1));
    assert_true(coir_director_show(director, probe("D")));
    coir_director_end(director); // both before the same frame: the end counts
    assert_false(coir_director_frame(director, 0.1));
    assert_false(coir_director_frame(director, 0.1));
    coir_director_end(director);
    assert_true(coir_director_show(director, probe("E"))); // the end counts in this order, too
    assert_false(coir_director_frame(director, 0.1));
    assert_false(coir_director_frame(director, 0.1));
    coir_director_end(director);
    assert_true(coir_director_run(director, NULL));
    assert_false(coir_director_frame(director, 0.1));
    assert_true(coir_director_show(director, probe("E")));
    assert_true(coir_director_frame(director, 0.1));
    forget_trace();
    coir_director_destroy(director);
}

static void end_posted(void *director)
{
    coir_director_end(director);
}

static void a_loop_without_a_scene_to_come_does_not_begin(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    assert_true(coir_director_frame(director, 0.1));
    assert_true(coir_director_show(director, NULL));
    assert_true(coir_scheduler_post(coir_stage_scheduler(coir_director_stage(director)), end_posted, director));
    assert_false(coir_director_run(director, NULL));
    assert_mistake("coir_director_run: the scene is NULL, and there is no scene to go on with");
    assert_non_null(coir_director_scene(director)); // nothing has changed
    assert_true(coir_director_run(director, probe("B")));
    assert_true(coir_director_pop(director)); // the last scene: the loop ends by itself
    assert_true(coir_director_run(director, NULL));
    assert_true(coir_director_show(director, probe("C")) && coir_director_frame(director, 0.1));
    assert_true(coir_director_show_with(director, NULL, coir_transition_cross_fade(9)));
    assert_true(coir_director_frame(director, 0.1));
    assert_false(coir_director_run(director, NULL)); // the transition ends without a scene
    assert_mistake("coir_director_run: the scene is NULL, and there is no scene to go on with");
    forget_trace();
    coir_director_destroy(director);
}

// If coir_director_run refuses a scene, the scene still belongs to the caller.
static void a_scene_that_cannot_be_run_stays_with_the_caller(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    CoirNode *parent = coir_node_new(), *child = coir_node_new();
    (void)state;
    assert_true(coir_node_add(parent, child));
    assert_false(coir_director_run(director, child));
    assert_mistake("coir_director_run");
    assert_ptr_equal(coir_node_parent(child), parent);
    coir_node_destroy(parent);
    forget_trace();
    coir_director_destroy(director);
}

static void a_refusal_to_quit_counts_for_events_of_the_program(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    refuses_to_quit = true;
    assert_true(coir_input_event(coir_director_input(director), &(CoirEvent){.type = COIR_EVENT_QUIT}));
    assert_true(coir_director_frame(director, 0.1));
    refuses_to_quit = false;
    assert_false(coir_input_event(coir_director_input(director), &(CoirEvent){.type = COIR_EVENT_QUIT}));
    assert_false(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
}

static int quits;

static bool refuse_first(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)event;
    (void)user;
    return quits++ == 0;
}

static void closing_the_last_window_asks_once(void **state)
{
    CoirDirector *director = open_window(probe("A"), (CoirDirectorDef){0});
    (void)state;
    quits = 0;
    assert_true(coir_node_on(coir_director_scene(director), COIR_EVENT_QUIT, refuse_first, NULL));
    push(window_closed(0));
    push((SDL_Event){.type = SDL_QUIT});
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(quits, 1);
    push(window_closed(0));
    assert_false(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
}

TEST_FILE(director_run)
{
    const struct CMUnitTest tests[] = {
        support_not_on_page(director_test, run_returns_after_the_frame_in_which_a_callback_ends_the_director),
        support_not_on_page(director_test, run_goes_by_the_clock),
        support_not_on_page(director_test, a_director_may_run_twice),
        support_not_on_page(director_test, a_run_ends_with_the_pop_of_the_last_scene),
        director_test(without_a_director_no_scene_is_handed_over),
        support_not_on_page(director_test, a_run_whose_director_is_destroyed_ends),
        director_test(a_run_without_a_scene_is_refused),
        director_test(a_scene_that_is_none_is_refused),
        support_not_on_page(director_test, closing_the_window_ends_the_run),
        director_test(a_listener_may_refuse_to_quit),
        support_not_on_page(director_test, an_ended_loop_continues_only_with_a_new_scene),
        support_not_on_page(director_test, a_loop_without_a_scene_to_come_does_not_begin),
        director_test(a_scene_that_cannot_be_run_stays_with_the_caller),
        director_test(a_refusal_to_quit_counts_for_events_of_the_program),
        director_test(closing_the_last_window_asks_once),
    };
    return cmocka_run_group_tests_name("director_run", tests, NULL, NULL);
}
