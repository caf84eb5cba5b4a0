// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls from the callbacks of a director: functions that end or destroy the director, run frames, change scenes and
// take screenshots.

#include "support/directed.h"

static void one_more_frame(void)
{
    assert_false(coir_director_frame(at.director, 0.1));
    assert_mistake("called inside a frame");
}

static void run_again(void)
{
    assert_false(coir_director_run(at.director, NULL));
    assert_mistake("called in a frame or loop");
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
    bool drawing = at.callback == DRAW || at.callback == RAW,
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

// Plays three frames, with an event and a change of scenes, and calls `act` in `callback`.
static void play_with(void (*act)(void), Callback callback)
{
    CoirDirector *director = open_director(busy_probe("A"));
    at.act = act;
    at.callback = callback;
    for (int i = 0; i < 3 && at.director; i++) {
        if (at.act == NULL && act == end_director)
            break;
        push(key_down('x'));
        if (i == 1)
            assert_true(coir_director_show(director, busy_probe("B")));
        bool goes_on = coir_director_frame(director, 0.1);
        assert_int_equal(goes_on, at.act || (act != end_director && act != destroy_director));
    }
    if (at.act)
        fail_msg("nothing was called in %s", callback_names[callback]);
    if (at.director)
        coir_director_destroy(at.director);
    assert_int_equal(coir_nodes_count(), 0);
    assert_int_equal(support_blocks(), 0);
}

static void anything_may_be_called_from_every_callback(void **state)
{
    void (*const acts[])(void) = {
        end_director, destroy_director, one_more_frame,   run_again,         show_another,
        show_none,    take_picture,     pause_and_resume, destroy_the_scene, play_in_another_director};
    (void)state;
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        for (Callback callback = 0; callback < CALLBACKS; callback++)
            play_with(acts[i], callback);
}

// Outside of a frame, the director is freed at once, and a second destroy would be a mistake.
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

// The last callbacks of the scene come while the director is being destroyed, outside of a frame.
static void anything_may_be_called_while_the_director_is_destroyed(void **state)
{
    void (*const acts[])(void) = {end_director, destroy_director,     frame_outside,    run_outside,
                                  show_outside, take_picture_outside, pause_and_resume, destroy_the_scene};
    const Callback callbacks[] = {LEAVE, DESTROY};
    (void)state;
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        for (int j = 0; j < 2; j++) {
            CoirDirector *director = open_director(busy_probe("A"));
            at.act = acts[i];
            at.callback = callbacks[j];
            coir_director_destroy(director);
            assert_null(at.act);
            assert_int_equal(coir_nodes_count(), 0);
            assert_int_equal(support_blocks(), 0);
        }
}

// A screenshot calls draw hooks outside of a frame.
static void anything_may_be_called_while_a_screenshot_is_drawn(void **state)
{
    void (*const acts[])(void) = {end_director, destroy_director,     frame_outside,    run_outside,
                                  show_outside, take_picture_outside, pause_and_resume, destroy_the_scene};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof acts / sizeof acts[0]; i++) {
        CoirDirector *director = open_director(busy_probe("A"));
        at.act = acts[i / 2];
        at.callback = i % 2 ? RAW : DRAW;
        coir_director_screenshot(director, folder_path("outside.png"));
        assert_null(at.act);
        if (at.director)
            coir_director_destroy(at.director);
        assert_int_equal(coir_nodes_count(), 0);
        assert_int_equal(support_blocks(), 0);
    }
}

// A user may update the stage of a director, too.
static void anything_may_be_called_while_the_program_updates_the_stage(void **state)
{
    void (*const acts[])(void) = {end_director, destroy_at_once,      frame_outside,    run_outside,
                                  show_outside, take_picture_outside, pause_and_resume, destroy_the_scene};
    const Callback callbacks[] = {TICK, UPDATE, TIMER, CALL, EVENT};
    (void)state;
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        for (int j = 0; j < 5; j++) {
            CoirDirector *director = open_director(busy_probe("A"));
            at.act = acts[i];
            at.callback = callbacks[j];
            if (callbacks[j] == EVENT && acts[i] == run_outside)
                at.act = NULL; // coir_director_run would run without end
            if (callbacks[j] == EVENT)
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

static void a_window_may_be_closed_from_every_callback(void **state)
{
    (void)state;
    for (Callback callback = 0; callback < CALLBACKS; callback++) {
        CoirDirector *director = open_window(busy_probe("A"), (CoirDirectorDef){0});
        at.act = destroy_director;
        at.callback = callback;
        push(key_down('x'));
        assert_true(coir_director_show(director, busy_probe("B")));
        if (callback == EVENT || callback == LEAVE)
            assert_true(coir_director_run(director, NULL));
        else
            assert_false(coir_director_frame(director, 0.1));
        assert_null(at.act);
        assert_false(SDL_WasInit(SDL_INIT_VIDEO));
    }
}

TEST_FILE(director_callbacks)
{
    const struct CMUnitTest tests[] = {
        director_test(anything_may_be_called_from_every_callback),
        director_test(anything_may_be_called_while_the_director_is_destroyed),
        director_test(anything_may_be_called_while_a_screenshot_is_drawn),
        director_test(anything_may_be_called_while_the_program_updates_the_stage),
        director_test(a_frame_of_another_director_takes_nothing_away_from_this_one),
        support_not_on_page(director_test, a_window_may_be_closed_from_every_callback),
    };
    return cmocka_run_group_tests_name("director_callbacks", tests, folder_setup, folder_teardown);
}
