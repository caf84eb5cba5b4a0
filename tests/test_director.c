// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The Director: the frame and its order, time, the loop, and that anything may be called from anywhere in it.

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "coir/coir.h"
#include "media/texture.h"
#include "support/folder.h"

#define WIDTH 64
#define HEIGHT 36

// The places of a frame from which the program of a user is called.
typedef enum Place {
    EVENT,
    TICK,
    UPDATE,
    TIMER,
    CALL,
    LEAVING,
    LEAVE,
    ENTER,
    ENTERED,
    DRAW,
    RAW,
    DESTROY,
    PLACES
} Place;

static const char *const place_names[PLACES] = {"event", "tick",  "update",  "timer", "call", "leaving",
                                                "leave", "enter", "entered", "draw",  "raw",  "destroy"};

static struct {
    CoirDirector *director;
    void (*act)(void); // what is done, once, at `place`
    Place place;
    int counts[PLACES];
    double dt;       // of the last update
    CoirEvent event; // the last one
} at;

// A node that tells where it is called -------------------------------------------------------------------------------

typedef struct Probe {
    COIR_INHERIT(CoirSprite, sprite);
} Probe;

static const CoirNodeClass Probe_class;

static void reach(const CoirNode *node, Place place)
{
    void (*act)(void) = at.place == place ? at.act : NULL;
    at.counts[place]++;
    note("%s%s.%s", noted()[0] ? " " : "", node->name, place_names[place]);
    if (!act)
        return;
    at.act = NULL;
    act();
}

// Events that SDL sends by itself when a window opens or closes.
static bool is_of_window(CoirEventType type)
{
    return type == COIR_EVENT_POINTER_AWAY || (type >= COIR_EVENT_RESIZED && type <= COIR_EVENT_QUIT);
}

static bool refuses_to_quit;

static bool probe_event(CoirNode *node, const CoirEvent *event)
{
    if (is_of_window(event->type))
        return refuses_to_quit && event->type == COIR_EVENT_QUIT;
    at.event = *event;
    reach(node, EVENT);
    return false;
}

static void probe_update(CoirNode *node, double dt)
{
    at.dt = dt;
    reach(node, UPDATE);
}

static void probe_leaving(CoirNode *node)
{
    reach(node, LEAVING);
}

static void probe_leave(CoirNode *node)
{
    reach(node, LEAVE);
}

static void probe_enter(CoirNode *node)
{
    reach(node, ENTER);
}

static void probe_entered(CoirNode *node)
{
    reach(node, ENTERED);
}

static void raw(struct SDL_Renderer *device, void *node)
{
    (void)device;
    reach(node, RAW);
}

static void probe_draw(CoirNode *node, CoirPainter *painter)
{
    coir_painter_rect(painter, coir_rect(0, 0, 8, 8), coir_rgb(250, 0, 0));
    if (at.act && at.place == RAW)
        coir_painter_raw(painter, raw, node);
    reach(node, DRAW);
}

static void probe_destroy(CoirNode *node)
{
    reach(node, DESTROY);
}

static COIR_NODE_CLASS(Probe, .super = &CoirSprite_class, .event = probe_event, .update = probe_update,
                       .leaving = probe_leaving, .leave = probe_leave, .enter = probe_enter, .entered = probe_entered,
                       .draw = probe_draw, .destroy = probe_destroy);

static CoirNode *probe(const char *name)
{
    Probe *made = COIR_NEW(Probe);
    assert_non_null(made);
    made->node.name = name;
    return &made->node;
}

static void on_tick(void *node, double dt, void *user)
{
    (void)dt;
    (void)user;
    reach(node, TICK);
}

static void on_timer(CoirNode *node, void *user)
{
    (void)user;
    reach(node, TIMER);
}

static void on_call(CoirNode *node, void *user)
{
    (void)user;
    reach(node, CALL);
}

// A probe that has all kinds of things going.
static CoirNode *busy_probe(const char *name)
{
    CoirNode *node = probe(name);
    assert_true(coir_node_every_frame(node, on_tick, NULL, -1));
    assert_true(coir_node_every(node, 0.1, on_timer, NULL));
    coir_node_run(node, coir_repeat_forever(coir_sequence(coir_delay(0.1), coir_call(on_call, NULL))));
    return node;
}

// Directors ----------------------------------------------------------------------------------------------------------

static int setup(void **state)
{
    memset(&at, 0, sizeof at);
    return support_setup(state) || SDL_InitSubSystem(SDL_INIT_EVENTS);
}

static int teardown(void **state)
{
    SDL_QuitSubSystem(SDL_INIT_EVENTS); // drops those that were not taken
    return support_teardown(state);
}

#define director_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

static CoirDirector *create(CoirDirectorDef def)
{
    def.width = def.width ? def.width : WIDTH;
    def.height = def.height ? def.height : HEIGHT;
    CoirDirector *director = coir_director_create(&def);
    if (!director)
        fail_msg("%s", coir_error());
    return director;
}

// A headless director whose scene is on stage; what was traced so far is forgotten.
static CoirDirector *open_director(CoirNode *scene)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true});
    assert_true(coir_director_show(director, scene));
    assert_true(coir_director_frame(director, 0));
    memset(at.counts, 0, sizeof at.counts);
    forget_trace();
    at.director = director;
    return director;
}

// What is pushed reaches the next frame.
static void push(SDL_Event event)
{
    assert_int_equal(SDL_PushEvent(&event), 1);
}

static SDL_Event key_down(SDL_Keycode key)
{
    return (SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = key}}};
}

// Creating -----------------------------------------------------------------------------------------------------------

static void what_is_left_out_is_the_default(void **state)
{
    (void)state;
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true});
    assert_non_null(director);
    assert_true(coir_director_size(director).x == 960 && coir_director_size(director).y == 540);
    assert_true(coir_director_time_scale(director) == 1);
    assert_false(coir_director_is_paused(director));
    assert_null(coir_director_scene(director));
    assert_int_equal(coir_director_frame_count(director), 0);
    assert_int_equal(coir_director_painter_stats(director).calls, 0);
    assert_true(coir_scheduler_now(coir_stage_scheduler(coir_director_stage(director))) == 0);
    assert_true(coir_director_frame(director, 0.1)); // nobody has started anything of SDL's
    assert_int_equal(SDL_WasInit(0), 0);
    coir_director_destroy(director);
    coir_director_destroy(NULL);
}

static void a_bad_description_is_refused(void **state)
{
    const CoirDirectorDef bad[] = {
        {.headless = true, .width = -1},        {.headless = true, .height = -1},
        {.headless = true, .width = 16385},     {.headless = true, .height = 16385},
        {.headless = true, .frame_rate = -1},   {.headless = true, .frame_rate = NAN},
        {.headless = true, .frame_rate = 1e5},  {.headless = true, .frame_rate = INFINITY},
        {.headless = true, .frame_rate = 1e-9}, {.headless = true, .frame_rate = 5e-324},
        {.headless = true, .max_dt = -0.1},     {.headless = true, .max_dt = NAN},
        {.headless = true, .max_dt = INFINITY},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_null(coir_director_create(&bad[i]));
        assert_mistake("coir_director_create");
    }
    assert_null(coir_director_create(NULL));
    assert_mistake("coir_director_create: the description is NULL; give a CoirDirectorDef, {0} for the defaults");
}

static void null_is_no_director(void **state)
{
    CoirNode *scene = coir_node_new();
    (void)state;
    assert_false(coir_director_run(NULL, scene));
    assert_mistake("coir_director_run");
    assert_false(coir_director_show(NULL, scene));
    assert_mistake("coir_director_show");
    assert_false(coir_director_frame(NULL, 0.1));
    assert_mistake("coir_director_frame");
    assert_false(coir_director_set_time_scale(NULL, 1));
    assert_mistake("coir_director_set_time_scale");
    assert_false(coir_director_screenshot(NULL, "x.png"));
    assert_mistake("coir_director_screenshot");
    coir_director_end(NULL);
    coir_director_pause(NULL);
    coir_director_resume(NULL);
    coir_director_next_dt_zero(NULL);
    assert_false(coir_director_is_paused(NULL));
    assert_true(coir_director_time_scale(NULL) == 0);
    assert_null(coir_director_stage(NULL));
    assert_null(coir_director_scene(NULL));
    assert_true(coir_director_size(NULL).x == 0);
    assert_int_equal(coir_director_frame_count(NULL), 0);
    assert_int_equal(coir_director_painter_stats(NULL).quads, 0);
    assert_true(coir_node_is(scene, &CoirNode_class)); // still the caller's
    coir_node_destroy(scene);
    coir_nodes_sweep();
    coir_stage_destroy(coir_stage_new()); // frees what is kept for the next node
}

static void creating_says_when_there_is_no_memory(void **state)
{
    (void)state;
    for (long nth = 1;; nth++) {
        support_fail_allocation(nth);
        CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 8, .height = 8});
        bool failed = support_failed();
        support_fail_allocation(0);
        coir_director_destroy(director);
        if (!failed)
            break;
        assert_null(director);
        assert_non_null(strstr(coir_error(), "out of memory"));
        assert_int_equal(support_blocks(), 0);
    }
}

// The frame ----------------------------------------------------------------------------------------------------------

static void show_second(void)
{
    assert_true(coir_director_show(at.director, probe("B")));
}

static void a_frame_has_its_order(void **state)
{
    CoirNode *scene = busy_probe("A"), *late = coir_node_new();
    (void)state;
    late->name = "late";
    assert_true(coir_node_add(scene, late));
    assert_true(coir_node_every_frame(late, on_tick, NULL, 1));
    CoirDirector *director = open_director(scene);
    push(key_down('x'));
    at.place = UPDATE;
    at.act = show_second;
    assert_true(coir_director_frame(director, 0.1));
    assert_trace(
        "A.event A.tick A.update late.tick A.timer A.call A.leaving A.leave B.enter B.entered B.draw A.destroy");
    assert_true(coir_director_frame(director, 0.1));
    assert_trace("B.update B.draw");
    assert_int_equal(coir_director_frame_count(director), 3);
    assert_string_equal(coir_director_scene(director)->name, "B");
    coir_director_destroy(director);
    assert_trace("B.leaving B.leave B.destroy");
}

static void the_last_scene_asked_for_in_a_frame_is_shown(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    assert_true(coir_director_show(director, probe("B")));
    assert_true(coir_director_show(director, probe("C")));
    assert_true(coir_director_frame(director, 0.1));
    assert_trace("A.update A.leaving A.leave C.enter C.entered C.draw A.destroy B.destroy");
    assert_true(coir_director_show(director, NULL));
    assert_true(coir_director_frame(director, 0.1));
    assert_trace("C.update C.leaving C.leave C.destroy");
    assert_null(coir_director_scene(director));
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
}

static void a_long_frame_counts_as_the_longest_allowed(void **state)
{
    const double allowed[][2] = {{0, 0.25}, {0.5, 0.5}, {0.01, 0.01}};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        CoirDirector *director = create((CoirDirectorDef){.headless = true, .max_dt = allowed[i][0]});
        assert_true(coir_director_show(director, probe("A")) && coir_director_frame(director, 0));
        assert_true(coir_director_frame(director, 100));
        assert_true(at.dt == allowed[i][1]);
        assert_true(coir_director_frame(director, 0.008));
        assert_true(at.dt == 0.008);
        coir_director_destroy(director);
    }
}

static void time_may_run_faster_and_slower(void **state)
{
    const double bad[] = {-1, NAN, INFINITY};
    CoirDirector *director = open_director(busy_probe("A"));
    CoirScheduler *scheduler = coir_stage_scheduler(coir_director_stage(director));
    (void)state;
    assert_true(coir_director_set_time_scale(director, 2));
    assert_true(coir_director_frame(director, 0.25));
    assert_true(at.dt == 0.5 && coir_scheduler_now(scheduler) == 0.5);
    assert_int_equal(at.counts[TIMER], 5);
    assert_int_equal(at.counts[CALL], 5);
    assert_true(coir_director_set_time_scale(director, 0.5));
    assert_true(coir_director_frame(director, 1)); // first the longest allowed, then the scale
    assert_true(at.dt == 0.125 && coir_scheduler_now(scheduler) == 0.625);
    assert_true(coir_director_set_time_scale(director, 0));
    assert_true(coir_director_frame(director, 0.1));
    assert_true(at.dt == 0 && coir_scheduler_now(scheduler) == 0.625);
    for (int i = 0; i < 3; i++) {
        assert_false(coir_director_set_time_scale(director, bad[i]));
        assert_mistake("coir_director_set_time_scale");
        assert_true(coir_director_time_scale(director) == 0);
    }
    coir_director_destroy(director);
}

static void a_bad_dt_is_refused_and_nothing_happens(void **state)
{
    const double bad[] = {-0.1, NAN, INFINITY, -INFINITY};
    CoirDirector *director = open_director(busy_probe("A"));
    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_false(coir_director_frame(director, bad[i]));
        assert_mistake("dt");
    }
    assert_trace("");
    assert_int_equal(coir_director_frame_count(director), 1);
    assert_true(coir_director_frame(director, 0));
    coir_director_destroy(director);
}

static void paused_it_draws_and_hears_and_stands_still(void **state)
{
    CoirDirector *director = open_director(busy_probe("A"));
    CoirScheduler *scheduler = coir_stage_scheduler(coir_director_stage(director));
    (void)state;
    coir_director_pause(director);
    coir_director_pause(director);
    assert_true(coir_director_is_paused(director));
    push(key_down('x'));
    assert_true(coir_director_frame(director, 0.2));
    assert_trace("A.event A.draw");
    assert_true(coir_director_show(director, busy_probe("B")));
    assert_true(coir_director_frame(director, 0.2));
    assert_trace("A.leaving A.leave B.enter B.entered B.draw A.destroy");
    coir_director_resume(director);
    coir_director_resume(director);
    assert_false(coir_director_is_paused(director));
    assert_true(coir_director_frame(director, 0.2)); // the time of the pause does not count
    assert_trace("B.tick B.update B.draw");
    assert_true(coir_scheduler_now(scheduler) == 0);
    assert_true(coir_director_frame(director, 0.1));
    assert_trace("B.tick B.update B.timer B.call B.draw");
    coir_director_destroy(director);
}

static void the_next_dt_may_be_zero(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    coir_director_next_dt_zero(director);
    assert_true(coir_director_frame(director, 0.2));
    assert_true(at.dt == 0);
    assert_true(coir_director_frame(director, 0.2));
    assert_true(at.dt == 0.2);
    coir_director_destroy(director);
}

static void a_frame_that_cannot_be_drawn_says_so(void **state)
{
    int refused = 0;
    (void)state;
    for (long nth = 1; nth < 100; nth++) {
        CoirDirector *director = create((CoirDirectorDef){.headless = true});
        assert_true(coir_director_show(director, probe("A")));
        support_fail_allocation(nth);
        bool done = coir_director_frame(director, 0.1), failed = support_failed();
        support_fail_allocation(0);
        if (!done) {
            refused++;
            assert_true(failed);
            assert_non_null(strstr(coir_error(), "out of memory"));
        }
        assert_true(coir_director_frame(director, 0.1)); // the next one has what it wants
        coir_director_destroy(director);
        if (!failed)
            break;
    }
    assert_true(refused > 0);
}

// Calls from callbacks -----------------------------------------------------------------------------------------------

static void end_it(void)
{
    coir_director_end(at.director);
}

static void destroy_it(void)
{
    coir_director_destroy(at.director);
    coir_director_destroy(at.director); // once more, in the same callback
    at.director = NULL;
}

static void one_more_frame(void)
{
    assert_false(coir_director_frame(at.director, 0.1));
    assert_mistake("inside a frame");
}

static void run_again(void)
{
    assert_false(coir_director_run(at.director, NULL));
    assert_mistake("inside a frame");
}

static void show_another(void)
{
    assert_true(coir_director_show(at.director, busy_probe("C")));
}

static void show_none(void)
{
    assert_true(coir_director_show(at.director, NULL));
}

static void take_picture(void)
{
    bool drawing = at.place == DRAW || at.place == RAW,
         done = coir_director_screenshot(at.director, folder_path("inside.png"));
    assert_int_equal(done, !drawing);
    if (drawing)
        assert_mistake("while drawing");
}

static void pause_and_resume(void)
{
    coir_director_pause(at.director);
    coir_director_resume(at.director);
}

static void destroy_the_scene(void)
{
    coir_node_destroy(coir_director_scene(at.director));
}

static void play_in_another_director(void)
{
    CoirDirector *mine = at.director, *other = create((CoirDirectorDef){.headless = true});
    assert_true(coir_director_show(other, probe("other")));
    assert_true(coir_director_frame(other, 0.1));
    coir_director_destroy(other);
    at.director = mine;
}

// Plays three frames in which everything happens once, with `act` at `place`.
static void play_with(void (*act)(void), Place place)
{
    CoirDirector *director = open_director(busy_probe("A"));
    at.act = act;
    at.place = place;
    for (int i = 0; i < 3 && at.director; i++) {
        if (at.act == NULL && act == end_it)
            break;
        push(key_down('x'));
        if (i == 1)
            assert_true(coir_director_show(director, busy_probe("B")));
        bool goes_on = coir_director_frame(director, 0.1);
        assert_int_equal(goes_on, at.act || (act != end_it && act != destroy_it));
    }
    if (at.act)
        fail_msg("nothing was called in %s", place_names[place]);
    if (at.director)
        coir_director_destroy(at.director);
    assert_int_equal(coir_nodes_count(), 0);
    assert_int_equal(support_blocks(), 0);
}

static void anything_may_be_called_from_every_callback(void **state)
{
    void (*const acts[])(void) = {
        end_it,    destroy_it,   one_more_frame,   run_again,         show_another,
        show_none, take_picture, pause_and_resume, destroy_the_scene, play_in_another_director};
    (void)state;
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        for (Place place = 0; place < PLACES; place++)
            play_with(acts[i], place);
}

// Outside of frames it is gone at once.
static void destroy_at_once(void)
{
    coir_director_destroy(at.director);
    at.director = NULL;
}

static void frame_outside(void)
{
    coir_director_frame(at.director, 0.1);
}

static void run_outside(void)
{
    coir_director_run(at.director, NULL);
}

static void show_outside(void)
{
    CoirNode *scene = probe("C");
    if (!coir_director_show(at.director, scene))
        coir_node_destroy(scene);
}

static void take_picture_outside(void)
{
    coir_director_screenshot(at.director, folder_path("inside.png"));
}

// The scene's last callbacks come when the director is being destroyed, and no frame is under way.
static void anything_may_be_called_while_the_director_is_destroyed(void **state)
{
    void (*const acts[])(void) = {end_it,       destroy_it,           frame_outside,    run_outside,
                                  show_outside, take_picture_outside, pause_and_resume, destroy_the_scene};
    const Place places[] = {LEAVE, DESTROY};
    (void)state;
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        for (int j = 0; j < 2; j++) {
            CoirDirector *director = open_director(busy_probe("A"));
            at.act = acts[i];
            at.place = places[j];
            coir_director_destroy(director);
            assert_null(at.act);
            assert_int_equal(coir_nodes_count(), 0);
            assert_int_equal(support_blocks(), 0);
        }
}

// A screenshot draws, and so calls `draw` hooks, where no frame is under way.
static void anything_may_be_called_while_a_screenshot_is_drawn(void **state)
{
    void (*const acts[])(void) = {end_it,       destroy_it,           frame_outside,    run_outside,
                                  show_outside, take_picture_outside, pause_and_resume, destroy_the_scene};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof acts / sizeof acts[0]; i++) {
        CoirDirector *director = open_director(busy_probe("A"));
        at.act = acts[i / 2];
        at.place = i % 2 ? RAW : DRAW;
        coir_director_screenshot(director, folder_path("outside.png"));
        assert_null(at.act);
        if (at.director)
            coir_director_destroy(at.director);
        assert_int_equal(coir_nodes_count(), 0);
        assert_int_equal(support_blocks(), 0);
    }
}

// The stage is a user's to drive, too.
static void anything_may_be_called_while_the_stage_is_driven_alone(void **state)
{
    void (*const acts[])(void) = {end_it,       destroy_at_once,      frame_outside,    run_outside,
                                  show_outside, take_picture_outside, pause_and_resume, destroy_the_scene};
    const Place places[] = {TICK, UPDATE, TIMER, CALL, EVENT};
    (void)state;
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        for (int j = 0; j < 5; j++) {
            CoirDirector *director = open_director(busy_probe("A"));
            at.act = acts[i];
            at.place = places[j];
            if (places[j] == EVENT && acts[i] == run_outside)
                at.act = NULL; // which runs, without an end
            if (places[j] == EVENT)
                coir_stage_event(coir_director_stage(director), &(CoirEvent){.type = COIR_EVENT_KEY_DOWN});
            else
                coir_stage_update(coir_director_stage(director), 0.1);
            assert_null(at.act);
            if (at.director)
                coir_director_destroy(at.director);
            assert_int_equal(coir_nodes_count(), 0);
            coir_stage_destroy(coir_stage_new());
            assert_int_equal(support_blocks(), 0);
        }
}

static CoirTexture *passing_texture;

static void draw_passing(CoirNode *node, CoirPainter *painter)
{
    const uint8_t blue[4] = {0, 0, 250, 255};
    (void)node;
    passing_texture = coir_texture_from_pixels(1, 1, blue);
    coir_painter_image(painter, passing_texture, coir_rect(0, 0, 8, 8));
    coir_texture_destroy(passing_texture);
    play_in_another_director();
}

typedef struct Passing {
    CoirNode node;
} Passing;

static COIR_NODE_CLASS(Passing, .draw = draw_passing);

static void a_frame_of_another_director_takes_nothing_away_from_this_one(void **state)
{
    Passing *scene = COIR_NEW(Passing);
    (void)state;
    CoirDirector *director = create((CoirDirectorDef){.headless = true});
    assert_true(coir_director_show(director, &scene->node));
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(coir_director_painter_stats(director).quads, 1);
    coir_director_destroy(director);
}

// Running ------------------------------------------------------------------------------------------------------------

// In a frame's own order of places; those that need a second scene or an event are above.
static void run_ends_in_the_frame_that_says_so(void **state)
{
    const Place places[] = {ENTER, ENTERED, DRAW, RAW, TICK, UPDATE, TIMER, CALL};
    (void)state;
    for (int i = 0; i < 8; i++) {
        CoirDirector *director = create((CoirDirectorDef){.headless = true, .frame_rate = 100});
        at.director = director;
        at.place = places[i];
        at.act = end_it;
        assert_true(coir_director_run(director, busy_probe("A")));
        assert_null(at.act);
        assert_int_equal(at.counts[places[i]], 1);
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
    at.place = TIMER; // after 0.1 s
    at.act = end_it;
    Uint64 start = SDL_GetPerformanceCounter();
    assert_true(coir_director_run(director, busy_probe("A")));
    double seconds = (double)(SDL_GetPerformanceCounter() - start) / (double)SDL_GetPerformanceFrequency();
    assert_true(seconds >= 0.0999 && seconds < 5);
    assert_true(coir_director_frame_count(director) <= 23); // 200 a second, never more
    coir_director_destroy(director);
}

static void it_may_run_twice(void **state)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true});
    (void)state;
    at.director = director;
    at.place = UPDATE;
    at.act = end_it;
    assert_true(coir_director_run(director, probe("A")));
    at.act = end_it;
    assert_true(coir_director_run(director, NULL)); // goes on with the same scene
    assert_string_equal(coir_director_scene(director)->name, "A");
    at.act = end_it;
    assert_true(coir_director_run(director, probe("B")));
    assert_trace("A.enter A.entered A.draw A.update A.draw A.update A.draw "
                 "A.update A.leaving A.leave B.enter B.entered B.draw A.destroy");
    coir_director_destroy(director);
}

// Pops the scene whose update this is, and each scene below in its own update.
static void pop_it(void)
{
    assert_true(coir_director_pop(at.director));
    at.act = pop_it;
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
    at.place = UPDATE;
    at.act = pop_it;
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
    at.place = TIMER;
    at.act = destroy_it;
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
    assert_non_null(strstr(coir_error(), "no such picture.png")); // why it could not be made
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
    assert_mistake("on a stage already");
    assert_int_equal(coir_director_frame_count(director), 1);
    coir_node_destroy(parent);
    coir_director_destroy(director);
}

// Pictures -----------------------------------------------------------------------------------------------------------

static void keep_picture(CoirDirector *director, const char *name)
{
    if (!coir_director_screenshot(director, folder_path(name)))
        fail_msg("%s", coir_error());
}

static bool looks_as(CoirDirector *director, const char *name)
{
    static unsigned char kept[100000], now[100000];
    keep_picture(director, "now.png");
    size_t size = folder_read("now.png", now, sizeof now);
    return size == folder_read(name, kept, sizeof kept) && memcmp(now, kept, size) == 0;
}

static CoirNode *scene_with_picture(void)
{
    CoirNode *scene = coir_node_new();
    assert_true(coir_assets_set_folder(COIR_ASSETS));
    if (!coir_sprite_add(scene, "bead.png", 30, 20))
        fail_msg("%s", coir_error());
    return scene;
}

static void close_director(CoirDirector *director)
{
    coir_director_destroy(director);
    assert_true(coir_assets_set_folder(NULL));
}

static void a_screenshot_is_what_the_scene_looks_like_now(void **state)
{
    CoirDirector *director = open_director(scene_with_picture());
    (void)state;
    keep_picture(director, "first.png");
    assert_true(coir_director_frame(director, 0.1));
    assert_true(looks_as(director, "first.png"));
    coir_node_first_child(coir_director_scene(director))->position.x += 3; // without a frame
    assert_false(looks_as(director, "first.png"));
    assert_int_equal(coir_director_frame_count(director), 2);
    close_director(director);
}

static void a_screenshot_that_cannot_be_written_says_so(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    assert_false(coir_director_screenshot(director, "/no/such/folder/x.png"));
    assert_non_null(strstr(coir_error(), "/no/such/folder/x.png"));
    assert_false(coir_director_screenshot(director, NULL));
    assert_mistake("path is NULL");
    assert_false(coir_director_screenshot(director, ""));
    assert_true(coir_director_screenshot(director, folder_path("fine.png")));
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
}

// Makes the device's copy of the picture black, as a device that was lost would.
static void spoil_the_texture(const CoirDirector *director)
{
    static const uint8_t black[COIR_PAGE_SIZE * COIR_PAGE_SIZE * 4];
    const CoirSprite *sprite = (const CoirSprite *)coir_node_first_child(coir_director_scene(director));
    SDL_Texture *copy = sprite->texture_->place.page->copies[COIR_TEXTURE_STRAIGHT];
    assert_non_null(copy);
    assert_int_equal(SDL_UpdateTexture(copy, NULL, black, COIR_PAGE_SIZE * 4), 0);
}

static void a_lost_device_gets_its_textures_again(void **state)
{
    const Uint32 types[] = {SDL_RENDER_DEVICE_RESET, SDL_RENDER_TARGETS_RESET};
    CoirDirector *director = open_director(scene_with_picture());
    (void)state;
    keep_picture(director, "before.png");
    for (int i = 0; i < 2; i++) {
        spoil_the_texture(director);
        assert_true(coir_director_frame(director, 0.1));
        assert_false(looks_as(director, "before.png"));
        push((SDL_Event){.type = types[i]});
        assert_true(coir_director_frame(director, 0.1));
        assert_true(looks_as(director, "before.png"));
    }
    close_director(director);
}

static void two_directors_share_pictures(void **state)
{
    CoirDirector *first = open_director(scene_with_picture()), *second = open_director(scene_with_picture());
    (void)state;
    keep_picture(first, "shared.png");
    for (int i = 0; i < 3; i++) {
        assert_true(coir_director_frame(first, 0.1) && coir_director_frame(second, 0.1));
        assert_true(looks_as(first, "shared.png") && looks_as(second, "shared.png"));
    }
    coir_director_destroy(first);
    assert_int_equal(coir_textures_each(NULL, NULL), 1); // the other one shows it
    assert_true(coir_director_frame(second, 0.1) && looks_as(second, "shared.png"));
    close_director(second);
    assert_int_equal(coir_textures_each(NULL, NULL), 0);
}

// What is left behind ------------------------------------------------------------------------------------------------

static void its_stage_is_not_destroyed_by_hand(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    coir_stage_destroy(coir_director_stage(director));
    assert_mistake("this stage belongs to a director");
    assert_true(coir_director_frame(director, 0.1));
    close_director(director);
}

static void nodes_that_live_on_are_reported_with_their_place(void **state)
{
    char place[200];
    CoirDirector *director = open_director(probe("A")), *other = create((CoirDirectorDef){.headless = true});
    (void)state;
    snprintf(place, sizeof place, "%s:%d", __FILE__, __LINE__ + 1);
    CoirNode *forgotten = coir_node_new();
    coir_director_destroy(other); // not the last one
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
    coir_director_destroy(director);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    assert_non_null(strstr(support_last_message(), place));
    coir_node_destroy(forgotten);
    coir_nodes_sweep();
    coir_stage_destroy(coir_stage_new());
}

// Windows ------------------------------------------------------------------------------------------------------------

// A window of SDL's driver that shows nothing, which Coir takes when the environment asks for it.
static CoirDirector *open_window(CoirNode *scene, CoirDirectorDef def)
{
    system_set_variable("SDL_VIDEODRIVER", "dummy");
    assert_true(coir_display_available());
    def.resizable = true;
    CoirDirector *director = create(def);
    assert_true(coir_director_show(director, scene));
    assert_true(coir_director_frame(director, 0));
    memset(at.counts, 0, sizeof at.counts);
    forget_trace();
    at.director = director;
    return director;
}

// The `nth` window that is open, from 0.
static SDL_Window *window(int nth)
{
    for (Uint32 id = 0; id < 10000; id++)
        if (SDL_GetWindowFromID(id) && nth-- == 0)
            return SDL_GetWindowFromID(id);
    fail_msg("there is no such window");
    return NULL;
}

static SDL_Event window_closed(int nth)
{
    return (SDL_Event){
        .window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_CLOSE, .windowID = SDL_GetWindowID(window(nth))}};
}

static void a_window_has_what_was_asked_for(void **state)
{
    int width, height;
    (void)state;
    CoirDirector *director = open_window(probe("A"), (CoirDirectorDef){.title = "A title", .hidden = true});
    SDL_GetWindowSize(window(0), &width, &height);
    assert_true(width == WIDTH && height == HEIGHT);
    assert_string_equal(SDL_GetWindowTitle(window(0)), "A title");
    assert_true(SDL_GetWindowFlags(window(0)) & SDL_WINDOW_HIDDEN);
    assert_true(SDL_GetWindowFlags(window(0)) & SDL_WINDOW_RESIZABLE);
    coir_director_destroy(director);
    assert_false(SDL_WasInit(SDL_INIT_VIDEO));
}

static void a_window_shows_what_memory_shows(void **state)
{
    CoirDirector *headless = open_director(scene_with_picture());
    (void)state;
    keep_picture(headless, "memory.png");
    close_director(headless);
    CoirDirector *director = open_window(scene_with_picture(), (CoirDirectorDef){0});
    assert_true(looks_as(director, "memory.png"));
    close_director(director);
}

static void closing_the_window_ends_the_run(void **state)
{
    CoirDirector *director = open_window(probe("A"), (CoirDirectorDef){0});
    (void)state;
    push(window_closed(0));
    assert_false(coir_director_frame(director, 0.1));
    assert_trace("A.update A.draw"); // the frame itself is a whole one
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
    assert_true(coir_director_frame(director, 0.1)); // no other one does
    coir_director_destroy(director);
}

static void a_window_belongs_to_one_director(void **state)
{
    CoirDirector *first = open_window(probe("A"), (CoirDirectorDef){0}),
                 *second = open_window(probe("B"), (CoirDirectorDef){0});
    CoirDirector *headless = create((CoirDirectorDef){.headless = true});
    SDL_Event key = key_down('x');
    (void)state;
    push(window_closed(1));
    key.key.windowID = SDL_GetWindowID(window(1));
    push(key);
    assert_true(coir_director_frame(headless, 0.1));
    assert_true(coir_director_frame(first, 0.1));
    assert_int_equal(at.counts[EVENT], 0);
    assert_false(coir_director_frame(second, 0.1));
    assert_int_equal(at.counts[EVENT], 1);
    key.key.windowID = SDL_GetWindowID(window(0));
    push(key);
    coir_director_destroy(first);
    assert_true(coir_director_show(second, probe("C")));
    assert_true(coir_director_frame(second, 0.1)); // nobody waits for what went to a window that is gone
    assert_true(coir_director_frame(headless, 0.1));
    assert_false(SDL_HasEvent(SDL_KEYDOWN));
    coir_director_destroy(second);
    coir_director_destroy(headless);
}

static void what_is_dropped_onto_the_window_is_told_and_let_go(void **state)
{
    CoirDirector *director = open_window(probe("A"), (CoirDirectorDef){0});
    SDL_version version;
    (void)state;
    SDL_GetVersion(&version);
    if (version.patch < 50) { // the SDL2 that stands on SDL3 crashes when one is pushed; test_input.c has the rest
        push((SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup("a file")}});
        push((SDL_Event){.drop = {.type = SDL_DROPTEXT, .file = SDL_strdup("a text")}});
    }
    push((SDL_Event){.drop = {.type = SDL_DROPBEGIN}});
    assert_true(coir_director_frame(director, 0.1)); // a sanitizer tells what is lost
    assert_int_equal(at.counts[EVENT], version.patch < 50 ? 3 : 1);
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

static bool note_click(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)user;
    note("%s ", event->type == COIR_EVENT_CLICK ? "click" : event->type == COIR_EVENT_DOUBLE_CLICK ? "double" : "up");
    return true;
}

static void a_window_that_loses_the_focus_clicks_nothing(void **state)
{
    CoirDirector *director = open_director(coir_node_new());
    CoirNode *scene = coir_director_scene(director);
    CoirInput *input = coir_director_input(director);
    (void)state;
    coir_node_on(scene, COIR_EVENT_CLICK, note_click, NULL);
    coir_node_on(scene, COIR_EVENT_DOUBLE_CLICK, note_click, NULL);
    coir_node_on(scene, COIR_EVENT_POINTER_UP, note_click, NULL);
    coir_input_pointer_move(input, 50, 50);
    for (int i = 0; i < 2; i++) {
        coir_input_pointer(input, 1, true);
        coir_input_pointer(input, 1, false);
    }
    assert_trace("up click up click double ");
    coir_input_pointer(input, 1, true);
    push((SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_LOST}});
    assert_true(coir_director_frame(director, 0.1));
    assert_trace("up ");
    assert_false(coir_input_is_pointer_down(input, 1));
    coir_director_destroy(director);
}

static void a_loop_that_has_ended_goes_on_with_a_new_scene_only(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    coir_director_end(director);
    for (int i = 0; i < 3; i++)
        assert_false(coir_director_frame(director, 0.1));
    assert_true(coir_director_set_overlay(director, probe("over"))); // is no scene
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
    coir_director_end(director); // in the same frame: the end counts
    assert_false(coir_director_frame(director, 0.1));
    assert_false(coir_director_frame(director, 0.1));
    coir_director_end(director);
    assert_true(coir_director_show(director, probe("E"))); // also after the end was asked for
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

static void end_director(void *director)
{
    coir_director_end(director);
}

static void a_loop_without_a_scene_to_come_does_not_begin(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    assert_true(coir_director_frame(director, 0.1));
    assert_true(coir_director_show(director, NULL));
    assert_true(coir_scheduler_post(coir_stage_scheduler(coir_director_stage(director)), end_director, director));
    assert_false(coir_director_run(director, NULL));
    assert_mistake("coir_director_run: the scene is NULL, and there is no scene to go on with");
    assert_non_null(coir_director_scene(director)); // nothing has changed
    assert_true(coir_director_run(director, probe("B")));
    assert_true(coir_director_pop(director)); // the last scene: the loop ends by itself
    assert_true(coir_director_run(director, NULL));
    forget_trace();
    coir_director_destroy(director);
}

// Whoever calls coir_director_run has to know whose the scene is after a failure.
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

static bool take_keys(const SDL_Event *event, void *user)
{
    ++*(int *)user;
    return event->type == SDL_KEYDOWN;
}

static void a_hook_sees_the_events_of_sdl_first(void **state)
{
    int count = 0;
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    coir_director_on_sdl_event(director, take_keys, &count);
    push(key_down('x'));
    push((SDL_Event){.type = SDL_USEREVENT});
    push((SDL_Event){.key = {.type = SDL_KEYUP}});
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(count, 3);
    assert_int_equal(at.counts[EVENT], 1);
    coir_director_on_sdl_event(director, NULL, NULL);
    push(key_down('x'));
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(count, 3);
    assert_int_equal(at.counts[EVENT], 2);
    coir_director_on_sdl_event(NULL, NULL, NULL);
    assert_mistake("coir_director_on_sdl_event");
    coir_director_destroy(director);
}

static void sdl_takes_text_only_while_a_node_wants_text(void **state)
{
    CoirDirector *director = open_window(probe("A"), (CoirDirectorDef){0});
    CoirNode *scene = coir_director_scene(director);
    (void)state;
    assert_false(SDL_IsTextInputActive());
    assert_true(coir_node_start_text(scene));
    assert_true(coir_director_frame(director, 0.1));
    assert_true(SDL_IsTextInputActive());
    scene->position.x = NAN; // an area that cannot be told
    assert_true(coir_director_frame(director, 0.1));
    assert_true(SDL_IsTextInputActive());
    assert_true(coir_director_show(director, coir_node_new()));
    assert_true(coir_director_frame(director, 0.1));
    assert_false(SDL_IsTextInputActive());
    assert_true(coir_node_start_text(coir_director_scene(director)));
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
    director = create((CoirDirectorDef){.headless = true}); // needs nothing of SDL
    assert_true(coir_director_show(director, coir_node_new()));
    assert_true(coir_director_frame(director, 0.1));
    assert_true(coir_node_start_text(coir_director_scene(director)));
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
}

// An event that is pushed while events are taken waits for the next frame: else this would not end.
static void push_one_more(void)
{
    push(key_down('x'));
    at.act = push_one_more;
}

static void events_that_make_events_do_not_hold_up_the_frame(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    at.place = EVENT;
    push_one_more();
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(at.counts[EVENT], 1);
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(at.counts[EVENT], 2);
    coir_director_destroy(director);
}

static void positions_are_the_scenes_in_a_window_of_any_size(void **state)
{
    CoirDirector *director = open_window(probe("A"), (CoirDirectorDef){.width = 100, .height = 50});
    const SDL_Event move = {.motion = {.type = SDL_MOUSEMOTION, .x = 70, .y = 90, .xrel = 4, .yrel = -6}};
    const SDL_Event down = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_RIGHT, .x = 250, .y = 0}};
    const SDL_Event finger = {
        .tfinger = {.type = SDL_FINGERMOTION, .fingerId = 3, .x = 0.5f, .y = 0.25f, .dx = 0.1f, .dy = 0.1f}};
    (void)state;
    push(down);
    assert_true(coir_director_frame(director, 0.1));
    assert_true(at.event.position.x == 250 && at.event.position.y == 50);
    SDL_SetWindowSize(window(0), 300, 100); // the scene is twice as large, 50 from the left
    push(move);
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(at.event.type, COIR_EVENT_POINTER_MOVE);
    assert_true(at.event.position.x == 10 && at.event.position.y == 5);
    assert_true(at.event.delta.x == 2 && at.event.delta.y == 3);
    push(down);
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(at.event.type, COIR_EVENT_POINTER_DOWN);
    assert_int_equal(at.event.button, 3);
    assert_true(at.event.position.x == 100 && at.event.position.y == 50); // the upper right corner
    push(finger);
    assert_true(coir_director_frame(director, 0.1));
    assert_true(at.event.position.x == 50 && at.event.position.y == 37.5f && at.event.finger == 4);
    assert_float_equal(at.event.delta.x, 15, 1e-4);
    assert_float_equal(at.event.delta.y, -5, 1e-4);
    push((SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.scancode = SDL_SCANCODE_SPACE}}});
    assert_true(coir_director_frame(director, 0.1));
    assert_true(at.event.type == COIR_EVENT_KEY_DOWN && at.event.key == COIR_KEY_SPACE);
    coir_director_destroy(director);
}

// How red a pixel is, counted from the upper left corner.
static int red_at(const char *name, int x, int y)
{
    SDL_Surface *picture = IMG_Load(folder_path(name));
    assert_non_null(picture);
    int red = ((const Uint8 *)picture->pixels)[y * picture->pitch + x * picture->format->BytesPerPixel];
    SDL_FreeSurface(picture);
    return red;
}

static void a_node_is_hit_where_it_is_drawn(void **state)
{
    CoirNode *scene = probe("A");
    (void)state;
    CoirDirector *director = open_window(scene, (CoirDirectorDef){.width = 100, .height = 50});
    scene->position = coir_vec2(20, 10);
    scene->size = coir_vec2(8, 8);
    scene->anchor = coir_vec2(0, 0);
    SDL_SetWindowSize(window(0), 100, 150); // the scene is 50 from above and below
    push((SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .button = 1, .x = 24, .y = 86}});
    assert_true(coir_director_frame(director, 0.1));
    assert_true(coir_node_contains(scene, at.event.position));
    keep_picture(director, "hit.png");
    coir_director_destroy(director);
    assert_int_equal(red_at("hit.png", 24, 86), 250);
}

static void what_is_beside_the_stage_is_not_seen(void **state)
{
    CoirNode *scene = probe("A");
    (void)state;
    CoirDirector *director = open_window(scene, (CoirDirectorDef){.width = 100, .height = 50});
    scene->anchor = coir_vec2(0, 0);
    scene->position = coir_vec2(-4, 20);   // half of it sticks out
    SDL_SetWindowSize(window(0), 200, 50); // the stage is 50 from the left and right
    assert_true(coir_director_frame(director, 0.1));
    keep_picture(director, "beside.png");
    coir_director_destroy(director);
    assert_int_equal(red_at("beside.png", 49, 25), 0);
    assert_int_equal(red_at("beside.png", 50, 25), 250);
}

static void a_window_may_be_closed_from_every_callback(void **state)
{
    (void)state;
    for (Place place = 0; place < PLACES; place++) {
        CoirDirector *director = open_window(busy_probe("A"), (CoirDirectorDef){0});
        at.act = destroy_it;
        at.place = place;
        push(key_down('x'));
        assert_true(coir_director_show(director, busy_probe("B")));
        if (place == EVENT || place == LEAVE)
            assert_true(coir_director_run(director, NULL));
        else
            assert_false(coir_director_frame(director, 0.1));
        assert_null(at.act);
        assert_false(SDL_WasInit(SDL_INIT_VIDEO));
    }
}

static void without_a_display_it_says_how_to_go_on(void **state)
{
    (void)state;
    system_set_variable("DISPLAY", NULL);
    system_set_variable("WAYLAND_DISPLAY", NULL);
    system_set_variable("XDG_RUNTIME_DIR", folder.path);
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            system_set_variable("SDL_VIDEODRIVER", NULL);
        else
            system_set_variable("SDL_VIDEODRIVER", ""); // asks for nothing
        if (i == 0 && coir_display_available())
            skip(); // its display cannot be hidden from it
        assert_false(coir_display_available());
        assert_null(coir_director_create(&(CoirDirectorDef){.width = WIDTH}));
        assert_non_null(strstr(coir_error(), "headless"));
        assert_false(SDL_WasInit(SDL_INIT_VIDEO));
    }
    system_set_variable("SDL_VIDEODRIVER", "no such driver");
    assert_null(coir_director_create(&(CoirDirectorDef){.width = WIDTH}));
    assert_non_null(strstr(coir_error(), "headless"));
    system_set_variable("SDL_VIDEODRIVER", NULL);
    CoirDirector *director = open_director(probe("A")); // which needs none
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
}

static void use_director(void *user)
{
    note("-timer ");
    assert_null(coir_director_scene(user));
    assert_false(coir_director_show(user, NULL));
    assert_non_null(coir_director_stage(user));
    support_forget_messages();
}

static void ignore_call(CoirNode *node, void *user)
{
    (void)node, (void)user;
}

static void timers_release_before_their_director_goes(void **state)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true});
    CoirNode *scene = coir_node_new();
    CoirTimerDef def = {.call = ignore_call, .interval = 1, .user = director, .release = use_director};
    (void)state;
    assert_true(coir_node_schedule(scene, &def) && coir_director_show(director, scene));
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
    assert_trace("-timer ");
}

static void actions_that_were_neither_run_nor_released_are_reported(void **state)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true});
    (void)state;
    CoirAction *lost = coir_sequence(coir_move_by(1, 10, 0), coir_delay(1)), *other = coir_fade_out(1);
    CoirNode *scene = coir_node_new();
    coir_node_run(scene, coir_sequence(coir_delay(1), coir_delay(2)));
    coir_director_show(director, scene);
    coir_director_destroy(director);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    assert_non_null(strstr(support_last_message(), "retained and not released: 2; the oldest is a sequence of 2 s"));
    coir_action_release(lost);
    coir_action_release(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(what_is_left_out_is_the_default),
        director_test(a_bad_description_is_refused),
        director_test(null_is_no_director),
        director_test(creating_says_when_there_is_no_memory),
        director_test(a_frame_has_its_order),
        director_test(the_last_scene_asked_for_in_a_frame_is_shown),
        director_test(a_long_frame_counts_as_the_longest_allowed),
        director_test(time_may_run_faster_and_slower),
        director_test(a_bad_dt_is_refused_and_nothing_happens),
        director_test(paused_it_draws_and_hears_and_stands_still),
        director_test(the_next_dt_may_be_zero),
        director_test(a_frame_that_cannot_be_drawn_says_so),
        director_test(anything_may_be_called_from_every_callback),
        director_test(anything_may_be_called_while_the_director_is_destroyed),
        director_test(anything_may_be_called_while_a_screenshot_is_drawn),
        director_test(anything_may_be_called_while_the_stage_is_driven_alone),
        director_test(a_frame_of_another_director_takes_nothing_away_from_this_one),
        support_not_on_page(director_test, run_ends_in_the_frame_that_says_so),
        support_not_on_page(director_test, run_goes_by_the_clock),
        support_not_on_page(director_test, it_may_run_twice),
        support_not_on_page(director_test, a_run_ends_with_the_pop_of_the_last_scene),
        director_test(without_a_director_no_scene_is_handed_over),
        support_not_on_page(director_test, a_run_whose_director_is_destroyed_ends),
        director_test(a_run_without_a_scene_is_refused),
        director_test(a_scene_that_is_none_is_refused),
        director_test(a_screenshot_is_what_the_scene_looks_like_now),
        director_test(a_screenshot_that_cannot_be_written_says_so),
        director_test(a_lost_device_gets_its_textures_again),
        director_test(two_directors_share_pictures),
        director_test(its_stage_is_not_destroyed_by_hand),
        director_test(nodes_that_live_on_are_reported_with_their_place),
        director_test(timers_release_before_their_director_goes),
        director_test(actions_that_were_neither_run_nor_released_are_reported),
        director_test(a_window_has_what_was_asked_for),
        director_test(a_window_shows_what_memory_shows),
        support_not_on_page(director_test, closing_the_window_ends_the_run),
        director_test(a_window_belongs_to_one_director),
        director_test(what_is_dropped_onto_the_window_is_told_and_let_go),
        director_test(a_listener_may_refuse_to_quit),
        support_not_on_page(director_test, a_loop_that_has_ended_goes_on_with_a_new_scene_only),
        support_not_on_page(director_test, a_loop_without_a_scene_to_come_does_not_begin),
        director_test(a_scene_that_cannot_be_run_stays_with_the_caller),
        director_test(a_refusal_to_quit_counts_for_events_of_the_program),
        director_test(a_window_that_loses_the_focus_clicks_nothing),
        director_test(closing_the_last_window_asks_once),
        director_test(a_hook_sees_the_events_of_sdl_first),
        director_test(sdl_takes_text_only_while_a_node_wants_text),
        director_test(events_that_make_events_do_not_hold_up_the_frame),
        director_test(positions_are_the_scenes_in_a_window_of_any_size),
        director_test(a_node_is_hit_where_it_is_drawn),
        director_test(what_is_beside_the_stage_is_not_seen),
        support_not_on_page(director_test, a_window_may_be_closed_from_every_callback),
        support_not_on_page(director_test, without_a_display_it_says_how_to_go_on),
    };
    return cmocka_run_group_tests_name("director", tests, folder_setup, folder_teardown);
}
