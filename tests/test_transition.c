// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Transitions: time, events, transitions of a game's own class, drawing, and errors. test_scene.c tests the order of
// hooks.

#include "scene/stage.h"
#include "support/staged.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "coir/coir.h"
#include "support/folder.h"

#define WIDTH 32
#define HEIGHT 18

// A transition that notes its calls ----------------------------------------------------------------------------------

typedef struct Noter {
    int number;
    bool fails;
    void (*act)(void); // called in `made` and in `draw`
} Noter;

static int living; // number of noters that were made and not destroyed

static bool noter_made(void *parameters)
{
    Noter *noter = parameters;
    living++;
    note("made%d ", noter->number);
    noter->number += 10; // changes the transition's own copy
    if (noter->act)
        noter->act();
    return !noter->fails;
}

static void noter_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    const Noter *noter = view->parameters;
    note("draw%d@%.3g ", noter->number, (double)view->progress);
    coir_painter_image(painter, view->progress < 0.5f ? view->from : view->to,
                       coir_rect(0, 0, view->size.x, view->size.y));
    if (noter->act)
        noter->act();
}

static void noter_destroy(void *parameters)
{
    living--;
    note("destroy%d ", ((Noter *)parameters)->number);
}

static const CoirTransitionClass Noter_class = {"Noter", sizeof(Noter), noter_made, noter_draw, noter_destroy};

static CoirTransition noter(double duration, Noter parameters)
{
    return coir_transition_of(&Noter_class, duration, &parameters);
}

static CoirStage *endless_stage;

static bool refuse(void *parameters)
{
    (void)parameters;
    return false;
}

static void request_again(void *parameters);

static const CoirTransitionClass Endless_class = {
    .name = "Endless", .made = refuse, .draw = noter_draw, .destroy = request_again};

static void request(void)
{
    CoirNode *scene = coir_node_new();
    assert_false(coir_stage_show_with(endless_stage, scene, coir_transition_of(&Endless_class, 1, NULL)));
    coir_node_destroy(scene);
}

static void request_again(void *parameters)
{
    (void)parameters;
    if (endless_stage)
        request();
}

static void a_transition_that_requests_itself_when_it_is_destroyed_does_not_hang_the_sweep(void **state)
{
    (void)state;
    endless_stage = coir_stage_new();
    request();
    coir_stage_update(endless_stage, 0.1);
    assert_mistake("coir_nodes_sweep: `destroy` hooks or release functions have destroyed further nodes, or ended");
    coir_stage_destroy(endless_stage);
    endless_stage = NULL;
    coir_nodes_sweep();
}

static double measured; // progress of the frame that was drawn last

static void meter_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    (void)painter;
    measured = (double)view->progress;
}

static CoirTransition progress_meter(void)
{
    static const CoirTransitionClass Meter_class = {.name = "Meter", .draw = meter_draw};
    return coir_transition_of(&Meter_class, 1, NULL);
}

// Time ---------------------------------------------------------------------------------------------------------------

static void a_transition_lasts_its_duration_of_the_schedulers_time(void **state)
{
    (void)state;
    show(stage, scene_new("a"));
    assert_true(coir_stage_show_with(stage, scene_new("b"), coir_transition_cross_fade(1)));
    forget_trace();
    assert_true(coir_stage_update(stage, 5)); // the transition begins after the updates
    assert_trace("a.leaving b.enter ");
    assert_true(coir_stage_update(stage, 0.999999999));
    assert_trace("");
    assert_true(coir_stage_is_changing(stage));
    assert_true(coir_stage_update(stage, 0));
    assert_trace("");
    assert_true(coir_stage_update(stage, 0.000000001));
    assert_trace("a.leave b.entered a.destroy ");
    assert_false(coir_stage_is_changing(stage));
}

static void a_duration_of_0_changes_the_scene_at_once(void **state)
{
    static const double durations[] = {0, 4e-10}; // durations are rounded to nanoseconds
    (void)state;
    for (int i = 0; i < 2; i++) {
        show(stage, scene_new("a"));
        forget_trace();
        assert_true(coir_stage_show_with(stage, scene_new("b"), noter(durations[i], (Noter){.number = 1})));
        step(stage);
        assert_trace("a.leaving a.leave b.enter b.entered a.destroy ");
        assert_int_equal(living, 0);
    }
}

static void both_scenes_run_on_and_only_the_overlay_gets_input(void **state)
{
    const CoirEvent event = {.type = COIR_EVENT_KEY_DOWN};
    const unsigned noted_hooks = PROBE_UPDATE | PROBE_EVENT;
    (void)state;
    show(stage, &ear_new(NULL, "a", noted_hooks)->node);
    assert_true(coir_stage_set_overlay(stage, &ear_new(NULL, "overlay", noted_hooks)->node));
    assert_true(coir_stage_push_with(stage, &ear_new(NULL, "b", noted_hooks)->node, coir_transition_cross_fade(1)));
    step(stage);
    forget_trace();
    assert_false(coir_stage_event(stage, &event));
    assert_trace("overlay.event ");
    step(stage);
    assert_non_null(strstr(noted(), "a.update "));
    assert_non_null(strstr(noted(), "b.update "));
    assert_true(coir_stage_update(stage, 1));
    forget_trace();
    assert_false(coir_stage_event(stage, &event));
    assert_trace("overlay.event b.event ");
}

static void both_scenes_get_events_that_are_no_input_of_the_player(void **state)
{
    const CoirEventType types[] = {COIR_EVENT_RESIZED, COIR_EVENT_QUIT, COIR_EVENT_CONTROLLER_REMOVED};
    (void)state;
    show(stage, &ear_new(NULL, "a", PROBE_EVENT)->node);
    assert_true(coir_stage_push_with(stage, &ear_new(NULL, "b", PROBE_EVENT)->node, coir_transition_cross_fade(1)));
    step(stage);
    forget_trace();
    for (int i = 0; i < 3; i++) {
        assert_false(coir_stage_event(stage, &(CoirEvent){.type = types[i]}));
        assert_trace("b.event a.event ");
    }
    assert_false(coir_stage_send(stage, "hello", NULL));
    assert_trace("b.event a.event ");
}

// Several at once ----------------------------------------------------------------------------------------------------

static void each_transition_is_made_and_destroyed_once(void **state)
{
    (void)state;
    show(stage, scene_new("a"));
    forget_trace();
    assert_true(coir_stage_show_with(stage, coir_node_new(), noter(1, (Noter){.number = 1})));
    assert_true(coir_stage_show_with(stage, coir_node_new(), noter(1, (Noter){.number = 2}))); // replaces 1
    assert_trace("made1 made2 ");
    step(stage);
    assert_trace("a.leaving destroy11 ");
    assert_true(coir_stage_pop_with(stage, noter(1, (Noter){.number = 3}))); // ends 2
    step(stage);
    assert_trace("made3 a.leave destroy12 a.destroy ");
    coir_stage_destroy(stage);
    stage = NULL;
    assert_trace("destroy13 ");
    assert_int_equal(living, 0);
}

static void a_pop_that_changes_nothing_needs_no_transition(void **state)
{
    (void)state;
    show(stage, scene_new("a"));
    forget_trace();
    assert_true(coir_stage_pop_to_level_with(stage, 1, noter(1, (Noter){.number = 1})));
    assert_false(coir_stage_is_changing(stage));
    step(stage);
    assert_trace("made1 destroy11 ");
}

static void scenes_may_be_destroyed_during_a_transition(void **state)
{
    (void)state;
    show(stage, scene_new("a"));
    assert_true(coir_stage_push_with(stage, scene_new("b"), coir_transition_cross_fade(1)));
    step(stage);
    forget_trace();
    coir_node_destroy(coir_stage_scene(stage)); // `a`, kept below `b`, comes back
    assert_trace("b.leave ");
    step(stage);
    assert_trace("a.leave a.enter a.entered b.destroy ");
    assert_true(coir_stage_push_with(stage, scene_new("c"), coir_transition_cross_fade(1)));
    step(stage);
    forget_trace();
    coir_node_destroy(coir_stage_scene_at(stage, 1));
    assert_trace("a.leave ");
    assert_true(coir_stage_update(stage, 1));
    assert_trace("c.entered a.destroy ");
    assert_int_equal(coir_stage_level(stage), 1);
}

static void act_destroy_stage(Probe *probe)
{
    (void)probe;
    coir_stage_destroy(stage);
    stage = NULL;
}

static void the_stage_may_be_destroyed_in_every_hook_of_a_transition(void **state)
{
    static const ProbeHook hooks[] = {PROBE_LEAVING, PROBE_LEAVE, PROBE_ENTER, PROBE_ENTERED, PROBE_DESTROY};
    (void)state;
    for (int i = 0; i < 10; i++) {
        Probe *a = probe_new(NULL, "a", 0), *b = probe_new(NULL, "b", SCENE_HOOKS);
        bool is_of_b = hooks[i % 5] == PROBE_ENTER || hooks[i % 5] == PROBE_ENTERED;
        show(stage, &a->node);
        probe_acts(is_of_b ? b : a, hooks[i % 5], act_destroy_stage, NULL);
        assert_true(i < 5 ? coir_stage_show_with(stage, &b->node, coir_transition_cross_fade(FRAME))
                          : coir_stage_push_with(stage, &b->node, noter(FRAME, (Noter){.number = 1})));
        step(stage);
        if (stage)
            step(stage);
        if (stage)
            act_destroy_stage(NULL);
        assert_null(strstr(noted(), "b.entered b.entered"));
        coir_nodes_sweep();
        assert_int_equal(coir_nodes_count(), 0);
        assert_int_equal(living, 0);
        stage = coir_stage_new();
        forget_trace();
    }
}

static void act_show(Probe *probe)
{
    assert_true(coir_stage_show(stage, probe->other));
}

static void a_pop_of_the_last_scene_ends_nothing_if_another_scene_was_asked_for(void **state)
{
    Probe *a = probe_new(NULL, "a", 0);
    (void)state;
    show(stage, &a->node);
    probe_acts(a, PROBE_LEAVE, act_show, scene_new("b"));
    assert_true(coir_stage_pop_with(stage, coir_transition_cross_fade(FRAME)));
    step(stage);
    step(stage);
    assert_false(stage->over);
    step(stage);
    assert_trace("b.enter b.entered ");
    assert_true(coir_stage_pop_with(stage, coir_transition_cross_fade(FRAME)));
    step(stage);
    assert_false(stage->over);
    step(stage);
    assert_true(stage->over);
    forget_trace();
}

// Errors -------------------------------------------------------------------------------------------------------------

static void bad_transitions_are_reported_and_take_no_scene(void **state)
{
    static const CoirTransitionClass drawless = {.name = "drawless"};
    static const CoirTransitionClass large = {.name = "large", .size = COIR_TRANSITION_BYTES + 1, .draw = noter_draw};
    CoirNode *scene = scene_new("scene");
    CoirTransition fade = coir_transition_cross_fade(1);
    (void)state;
    assert_false(coir_stage_show_with(stage, scene, coir_transition_cross_fade(-1)));
    assert_mistake("coir_stage_show_with: a transition of -1 s; it must last from 0 s to a hundred years");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_cross_fade(1e10)));
    assert_mistake("a transition of 1e+10 s; it must last from 0 s to a hundred years");
    assert_false(coir_stage_push_with(stage, scene, coir_transition_cross_fade(NAN)));
    assert_mistake("coir_stage_push_with: a transition of ");
    assert_false(coir_stage_push_with(stage, scene, coir_transition_cross_fade(INFINITY)));
    assert_mistake("coir_stage_push_with: a transition of inf s");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_of(&drawless, 1, NULL)));
    assert_mistake("drawless has no function `draw`; set the field of its CoirTransitionClass");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_of(&large, 1, "")));
    assert_mistake("large has 65 bytes of parameters; 64 are possible: allocate more in `made`");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_with_ease(fade, COIR_EASE_COUNT)));
    assert_mistake("; it must be a CoirEase below COIR_EASE_COUNT");
    fade.ease = COIR_EASE_STEPS;
    fade.ease_parameter = 0.5;
    assert_false(coir_stage_show_with(stage, scene, fade));
    assert_mistake("ease_parameter 0.5, which its ease does not take; 0 means the ease's usual parameter");
    fade.ease = COIR_EASE_LINEAR; // an ease without a parameter
    fade.ease_parameter = NAN;
    assert_false(coir_stage_show_with(stage, scene, fade));
    assert_mistake("ease_parameter nan, which its ease does not take; 0 means the ease's usual parameter");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_split_rows(1, 0)));
    assert_mistake("coir_transition_split_rows: 0 rows");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_split_columns(1, 1001)));
    assert_mistake("coir_transition_split_columns: 1001 columns");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_turn_off_tiles(1, NAN, 1)));
    assert_mistake("coir_transition_turn_off_tiles: a side of ");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_move_in(1, (CoirSide)9)));
    assert_mistake("coir_transition_move_in: 9 is no side; it must be a CoirSide");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_slide(1, (CoirSide)9)));
    assert_mistake("coir_transition_slide: 9 is no side");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_progress(1, (CoirProgress)9)));
    assert_mistake("coir_transition_progress: 9 is no kind of progress; it must be a CoirProgress");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_mask(1, NULL, 0)));
    assert_mistake("coir_transition_mask: the path is NULL");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_mask(1, "egg.png", 2)));
    assert_mistake("coir_transition_mask: a softness of 2");
    assert_false(coir_stage_show_with(stage, scene, coir_transition_mask(1, "no such picture.png", 0)));
    assert_non_null(strstr(coir_error(), "no such picture.png"));
    assert_false(coir_stage_is_changing(stage));
    coir_node_destroy(scene);
    coir_nodes_sweep();
    forget_trace();
}

static void a_transition_that_cannot_be_made_refuses_the_change(void **state)
{
    CoirNode *scene = scene_new("scene");
    (void)state;
    assert_false(coir_stage_show_with(stage, scene, noter(1, (Noter){.number = 1, .fails = true})));
    assert_non_null(strstr(coir_error(), "the `made` function of the transition Noter returned false"));
    assert_false(coir_stage_is_changing(stage));
    step(stage);
    assert_trace("made1 destroy11 ");
    support_fail_allocation(1); // no memory for the transition; the stack of scenes has room already
    assert_false(coir_stage_show_with(stage, scene, noter(1, (Noter){.number = 2})));
    assert_non_null(strstr(coir_error(), "out of memory"));
    support_fail_allocation(0);
    assert_trace("");
    show(stage, scene);
    forget_trace();
}

static CoirNode *wanted;

static void destroy_wanted(void)
{
    coir_node_destroy(wanted);
}

static void show_wanted(void)
{
    assert_true(coir_stage_show(stage, wanted));
}

static void destroy_the_stage(void)
{
    coir_stage_destroy(stage);
}

static void a_transition_may_do_anything_when_it_is_made(void **state)
{
    (void)state;
    wanted = coir_node_new();
    assert_false(coir_stage_show_with(stage, wanted, noter(1, (Noter){.act = destroy_wanted})));
    assert_mistake("destroyed already");
    coir_nodes_sweep();
    wanted = coir_node_new();
    assert_false(coir_stage_show_with(stage, wanted, noter(1, (Noter){.act = show_wanted})));
    assert_mistake("already a scene or an overlay of a stage");
    step(stage);
    assert_ptr_equal(coir_stage_scene(stage), wanted);
    wanted = coir_node_new();
    assert_false(coir_stage_show_with(stage, wanted, noter(1, (Noter){.act = destroy_the_stage})));
    assert_mistake("the stage has been destroyed");
    stage = NULL;
    coir_node_destroy(wanted);
    coir_nodes_sweep();
    assert_int_equal(living, 0);
    forget_trace();
}

// Drawing ------------------------------------------------------------------------------------------------------------

typedef struct Fill {
    COIR_INHERIT(Probe, probe);
    CoirColor fill;
} Fill;

static void fill_draw(CoirNode *node, CoirPainter *painter)
{
    coir_painter_rect(painter, coir_rect(0, 0, WIDTH, HEIGHT), ((Fill *)node)->fill);
    coir_painter_push_clip(painter, coir_rect(0, 0, 4, 4));
    coir_painter_rect(painter, coir_rect(0, 0, WIDTH, HEIGHT), COIR_WHITE);
    coir_painter_pop_clip(painter);
    probe_hook(node, PROBE_DRAW, "draw");
}

static COIR_NODE_CLASS(Fill, .super = &Probe_class, .draw = fill_draw);

static CoirNode *fill_new(CoirColor color)
{
    Fill *fill = COIR_NEW(Fill);
    assert_non_null(fill);
    fill->fill = color;
    fill->probe.acts_left = -1;
    return &fill->node;
}

static const CoirColor red = {200, 0, 0, 255}, blue = {0, 0, 200, 255};

static CoirDirector *open_director(CoirTransition transition)
{
    CoirDirector *director =
        coir_director_create(&(CoirDirectorDef){.headless = true, .width = WIDTH, .height = HEIGHT, .max_dt = 9});
    assert_non_null(director);
    assert_true(coir_director_show(director, fill_new(red)));
    assert_true(coir_director_frame(director, 0));
    assert_true(coir_director_push_with(director, fill_new(blue), transition));
    assert_true(coir_director_frame(director, 0));
    return director;
}

static SDL_Color pixel_at(CoirDirector *director, int x, int y)
{
    const char *path = folder_path("transition.png");
    assert_true(coir_director_screenshot(director, path));
    SDL_Surface *loaded = IMG_Load(path), *picture = SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_ARGB8888, 0);
    uint32_t pixel = ((uint32_t *)((uint8_t *)picture->pixels + y * picture->pitch))[x];
    SDL_FreeSurface(loaded);
    SDL_FreeSurface(picture);
    return (SDL_Color){pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255, 255};
}

static void assert_pixel(CoirDirector *director, int x, int y, CoirColor expected)
{
    SDL_Color pixel = pixel_at(director, x, y);
    if (abs(pixel.r - expected.r) > 2 || abs(pixel.g - expected.g) > 2 || abs(pixel.b - expected.b) > 2)
        fail_msg("at %d, %d: %d %d %d, not %d %d %d", x, y, pixel.r, pixel.g, pixel.b, expected.r, expected.g,
                 expected.b);
}

static void a_transition_draws_with_pictures_of_both_scenes(void **state)
{
    CoirDirector *director = open_director(noter(4, (Noter){.number = 1}));
    (void)state;
    assert_trace("made1 draw11@0 ");
    assert_pixel(director, 9, 9, red);
    assert_pixel(director, 1, HEIGHT - 2, COIR_WHITE);
    forget_trace();
    assert_true(coir_director_frame(director, 1));
    assert_true(coir_director_frame(director, 2));
    assert_trace("draw11@0.25 draw11@0.75 ");
    assert_pixel(director, 9, 9, blue);
    assert_pixel(director, 1, HEIGHT - 2, COIR_WHITE);
    forget_trace();
    assert_true(coir_director_frame(director, 1));
    assert_trace("destroy11 ");
    assert_pixel(director, 9, 9, blue);
    coir_director_destroy(director);
}

static void a_cross_fade_mixes_the_scenes_and_an_ease_bends_its_time(void **state)
{
    CoirDirector *director = open_director(coir_transition_cross_fade(4));
    (void)state;
    assert_true(coir_director_frame(director, 1));
    assert_pixel(director, 9, 9, coir_rgb(150, 0, 50));
    coir_director_destroy(director);
    director = open_director(coir_transition_with_ease(coir_transition_cross_fade(4), COIR_EASE_IN));
    assert_true(coir_director_frame(director, 2));
    assert_pixel(director, 9, 9, coir_rgb(150, 0, 50));
    coir_director_destroy(director);
    CoirTransition cubic = coir_transition_with_ease(coir_transition_cross_fade(4), COIR_EASE_IN);
    cubic.ease_parameter = 3;
    director = open_director(cubic);
    assert_true(coir_director_frame(director, 2));
    assert_pixel(director, 9, 9, coir_rgb(175, 0, 25));
    coir_director_destroy(director);
}

static double squared(double t, void *user)
{
    return t * t * *(const double *)user;
}

static void a_curve_of_the_game_replaces_the_ease(void **state)
{
    double factor = 1;
    CoirTransition how = coir_transition_cross_fade(4);
    (void)state;
    how.curve = squared;
    how.curve_user = &factor;
    CoirDirector *director = open_director(how);
    assert_true(coir_director_frame(director, 2));
    assert_pixel(director, 9, 9, coir_rgb(150, 0, 50));
    factor = NAN; // the time without the curve counts
    assert_pixel(director, 9, 9, coir_rgb(100, 0, 100));
    assert_true(coir_director_frame(director, 2));
    assert_pixel(director, 9, 9, blue);
    coir_director_destroy(director);
}

static void act_push_b(Probe *probe)
{
    CoirNode *b = &probe_new(NULL, "b", SCENE_HOOKS | PROBE_UPDATE)->node;
    assert_true(coir_stage_push_with(probe->node.stage_, b, coir_transition_fade(0.1, COIR_BLACK)));
}

// Notes the hooks in 20 steps of 1/60 s, in frames of `dt` seconds. `a` pushes `b` in the next update.
static void play_steps(double dt)
{
    CoirDirector *director =
        coir_director_create(&(CoirDirectorDef){.headless = true, .width = WIDTH, .height = HEIGHT, .step = 1.0 / 60});
    Probe *a = probe_new(NULL, "a", SCENE_HOOKS | PROBE_UPDATE);
    assert_true(coir_director_show(director, &a->node));
    assert_true(coir_director_frame(director, 0));
    probe_acts(a, PROBE_UPDATE, act_push_b, NULL);
    while (coir_director_step_count(director) < 20)
        assert_true(coir_director_frame(director, dt));
    coir_director_destroy(director);
}

static void in_whole_steps_a_transition_is_the_same_at_any_frame_rate(void **state)
{
    char expected[TRACE_SIZE];
    (void)state;
    play_steps(1.0 / 60);
    snprintf(expected, sizeof expected, "%s", noted());
    assert_non_null(strstr(expected, "a.leave b.entered "));
    forget_trace();
    play_steps(1.0 / 240);
    assert_trace(expected);
    play_steps(1.0 / 30);
    assert_trace(expected);
    play_steps(1.0 / 12);
    assert_trace(expected);
}

// Draws a transition of 1 s in steps of 1/60 s, in frames of `dt` seconds. In each frame, the progress must grow by the
// time of the frame. Returns the greatest error. The first frame does not count: the transition begins with a step, in
// the middle of a frame.
static double transition_unevenness(double dt, double time_scale)
{
    CoirDirector *director =
        coir_director_create(&(CoirDirectorDef){.headless = true, .width = WIDTH, .height = HEIGHT, .step = 1.0 / 60});
    CoirNode *b = coir_node_new();
    double most = 0, before = -1;
    assert_true(coir_director_show(director, coir_node_new()));
    assert_true(coir_director_frame(director, 0));
    assert_true(coir_scheduler_set_time_scale(coir_stage_scheduler(coir_director_stage(director)), time_scale));
    assert_true(coir_director_show_with(director, b, progress_meter()));
    while (coir_director_scene(director) != b)
        assert_true(coir_director_frame(director, dt));
    for (int frame = 0; frame < 100; frame++) {
        double expected = fmin(before + dt * time_scale, 1);
        assert_true(coir_director_frame(director, dt));
        if (!coir_stage_is_changing(coir_director_stage(director)))
            break;
        if (before >= 0)
            most = fmax(most, fabs(measured - expected));
        before = measured;
    }
    coir_director_destroy(director);
    return most;
}

static void in_whole_steps_a_transition_moves_evenly_at_any_frame_rate(void **state)
{
    (void)state;
    assert_true(transition_unevenness(1.0 / 144, 1) < 0.0001);
    assert_true(transition_unevenness(1.0 / 240, 1) < 0.0001);
    assert_true(transition_unevenness(1.0 / 100, 1) < 0.0001);
    assert_true(transition_unevenness(1.0 / 50, 1) < 0.0001);
    assert_true(transition_unevenness(1.0 / 144, 0.5) < 0.0001);
}

static void a_paused_director_holds_its_transition(void **state)
{
    CoirDirector *director = open_director(coir_transition_cross_fade(4));
    (void)state;
    coir_director_pause(director);
    assert_true(coir_director_frame(director, 4));
    assert_pixel(director, 9, 9, red);
    assert_true(coir_stage_is_changing(coir_director_stage(director)));
    coir_director_resume(director);
    assert_true(coir_director_frame(director, 4));
    assert_true(coir_director_frame(director, 4));
    assert_false(coir_stage_is_changing(coir_director_stage(director)));
    coir_director_destroy(director);
}

static void a_lost_device_changes_nothing(void **state)
{
    CoirDirector *director = open_director(coir_transition_cross_fade(4));
    SDL_Event lost = {.type = SDL_RENDER_TARGETS_RESET};
    (void)state;
    assert_int_equal(SDL_InitSubSystem(SDL_INIT_EVENTS), 0);
    assert_true(coir_director_frame(director, 1));
    SDL_PushEvent(&lost);
    assert_true(coir_director_frame(director, 0));
    assert_pixel(director, 9, 9, coir_rgb(150, 0, 50));
    SDL_QuitSubSystem(SDL_INIT_EVENTS);
    coir_director_destroy(director);
}

// The window has another shape than the stage. The stage is drawn twice as large. Nine rows of pixels above the stage
// and nine rows below stay empty.
static void a_window_of_another_size_shows_the_transition_in_its_stage(void **state)
{
    CoirDirector *director = open_director(coir_transition_cross_fade(4));
    (void)state;
    assert_true(coir_director_frame(director, 1));
    assert_true(coir_window_set_size(coir_director_window(director), 2 * WIDTH, 3 * HEIGHT));
    assert_true(coir_director_frame(director, 0));
    assert_pixel(director, 18, 27, coir_rgb(150, 0, 50));
    assert_pixel(director, 2, 9 + 2 * HEIGHT - 2, COIR_WHITE);
    assert_pixel(director, 18, 9, coir_rgb(150, 0, 50));
    assert_pixel(director, 18, 8, COIR_BLACK);
    assert_pixel(director, 18, 9 + 2 * HEIGHT, COIR_BLACK);
    coir_director_destroy(director);
}

static CoirSprite *keeper;

static void keeper_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    (void)painter;
    coir_sprite_set_texture(keeper, view->from);
    assert_true(coir_texture_set_filter(view->from, COIR_FILTER_NEAREST));
    coir_texture_destroy(view->to); // the user does not own this texture
    assert_mistake("coir_texture_destroy");
}

static void a_picture_of_a_transition_may_be_kept_by_a_sprite(void **state)
{
    static const CoirTransitionClass keeping = {.name = "keeping", .draw = keeper_draw};
    (void)state;
    keeper = coir_sprite_new(COIR_ASSETS "/egg.png");
    CoirDirector *director = open_director(coir_transition_of(&keeping, 1, NULL));
    assert_true(coir_node_add(coir_director_scene(director), &keeper->node));
    for (int i = 0; i < 4; i++)
        assert_true(coir_director_frame(director, 0.5));
    assert_float_equal(keeper->node.size.x, WIDTH, 0);
    coir_director_destroy(director);
}

static CoirDirector *drawn; // director of the transition that draws

static void update_the_stage(void)
{
    coir_stage_update(coir_director_stage(drawn), 9);
}

static void show_another(void)
{
    assert_true(coir_director_show_with(drawn, fill_new(blue), coir_transition_cross_fade(1)));
}

static void destroy_the_scenes(void)
{
    CoirStage *its = coir_director_stage(drawn);
    coir_node_destroy(its->outgoing);
    coir_node_destroy(its->scene);
}

static void pop_all(void)
{
    coir_director_pop_to_level(drawn, 0);
}

static void sweep(void)
{
    coir_nodes_sweep();
}

static void destroy_the_director(void)
{
    coir_director_destroy(drawn);
    drawn = NULL;
}

static void (*act_in_draw)(void);

static void actor_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    coir_painter_push_clip(painter, coir_rect(0, 0, 5, 5));
    if (drawn && act_in_draw)
        act_in_draw();
    coir_painter_image(painter, view->from, coir_rect(0, 0, 5, 5));
    coir_painter_image(painter, view->to, coir_rect(0, 0, 5, 5));
}

// Draws in a frame and in a screenshot. The screenshot is outside of frames, where the stage may be updated.
static void a_transition_may_do_anything_when_it_draws(void **state)
{
    static const CoirTransitionClass actor = {.name = "actor", .draw = actor_draw};
    void (*const acts[])(void) = {update_the_stage, show_another, destroy_the_scenes,
                                  pop_all,          sweep,        destroy_the_director};
    (void)state;
    for (int i = 0; i < 12; i++) {
        act_in_draw = NULL;
        drawn = open_director(coir_transition_of(&actor, 4, NULL));
        act_in_draw = acts[i / 2];
        if (i % 2)
            coir_director_screenshot(drawn, folder_path("transition.png"));
        else
            coir_director_frame(drawn, 1);
        for (int frame = 0; drawn && frame < 3; frame++)
            coir_director_frame(drawn, 3);
        coir_director_destroy(drawn);
        if (coir_nodes_count() > 0)
            fail_msg("%d nodes are left of act %d", coir_nodes_count(), i);
    }
    assert_mistake("coir_painter_push_clip: in actor, called more often than coir_painter_pop_clip");
}

TEST_FILE(transition)
{
    const struct CMUnitTest tests[] = {
        stage_test(a_transition_lasts_its_duration_of_the_schedulers_time),
        stage_test(a_duration_of_0_changes_the_scene_at_once),
        stage_test(both_scenes_run_on_and_only_the_overlay_gets_input),
        stage_test(both_scenes_get_events_that_are_no_input_of_the_player),
        stage_test(each_transition_is_made_and_destroyed_once),
        stage_test(a_pop_that_changes_nothing_needs_no_transition),
        stage_test(scenes_may_be_destroyed_during_a_transition),
        stage_test(the_stage_may_be_destroyed_in_every_hook_of_a_transition),
        stage_test(a_pop_of_the_last_scene_ends_nothing_if_another_scene_was_asked_for),
        stage_test(bad_transitions_are_reported_and_take_no_scene),
        stage_test(a_transition_that_cannot_be_made_refuses_the_change),
        stage_test(a_transition_may_do_anything_when_it_is_made),
        support_test(a_transition_draws_with_pictures_of_both_scenes),
        support_test(a_cross_fade_mixes_the_scenes_and_an_ease_bends_its_time),
        support_test(a_curve_of_the_game_replaces_the_ease),
        support_test(in_whole_steps_a_transition_is_the_same_at_any_frame_rate),
        support_test(in_whole_steps_a_transition_moves_evenly_at_any_frame_rate),
        support_test(a_paused_director_holds_its_transition),
        support_test(a_lost_device_changes_nothing),
        support_test(a_window_of_another_size_shows_the_transition_in_its_stage),
        support_test(a_picture_of_a_transition_may_be_kept_by_a_sprite),
        support_test(a_transition_may_do_anything_when_it_draws),
        support_test(a_transition_that_requests_itself_when_it_is_destroyed_does_not_hang_the_sweep),
    };
    return cmocka_run_group_tests_name("transition", tests, folder_setup, folder_teardown);
}
