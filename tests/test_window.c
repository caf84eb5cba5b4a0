// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The window while the program runs: headless, and with SDL's video driver "dummy", which shows nothing.
// tests/whole/window.sh tests a real window.

#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "app/window.h"
#include "base/fail.h"
#include "coir/coir.h"
#include "support/folder.h"

#define WIDTH 100
#define HEIGHT 50

// A scene that notes events of the window ----------------------------------------------------------------------------

typedef struct Ear {
    CoirNode node;
    CoirDirector *director;
    void (*act)(CoirDirector *director); // called once, in the `draw` hook
    CoirVec2 pointer;
} Ear;

static bool ear_event(CoirNode *node, const CoirEvent *event)
{
    Ear *ear = (Ear *)node;
    CoirRect seen = coir_director_visible(ear->director);
    CoirVec2 size = coir_window_size(coir_director_window(ear->director));
    if (event->type == COIR_EVENT_RESIZED)
        assert_true(event->size.x == size.x && event->size.y == size.y);
    if (event->type == COIR_EVENT_RESIZED)
        note("resized:%g,%g,%g,%g ", (double)seen.x, (double)seen.y, (double)seen.width, (double)seen.height);
    if (event->type == COIR_EVENT_POINTER_DOWN) {
        note("down ");
        ear->pointer = event->position;
    }
    return false;
}

static void ear_draw(CoirNode *node, CoirPainter *painter)
{
    Ear *ear = (Ear *)node;
    void (*act)(CoirDirector * director) = ear->act;
    CoirVec2 size = coir_window_pixel_size(coir_director_window(ear->director));
    coir_painter_rect(painter, coir_rect(-1e4f, -1e4f, 2e4f, 2e4f), coir_rgb(250, 0, 0));
    note("draw:%g,%g ", (double)size.x, (double)size.y);
    ear->act = NULL;
    if (act)
        act(ear->director);
}

static COIR_NODE_CLASS(Ear, .event = ear_event, .draw = ear_draw);

static Ear *ear; // scene of the last director that was opened

static CoirDirector *open_window(CoirDirectorDef def)
{
    def.width = WIDTH;
    def.height = HEIGHT;
    CoirDirector *director = coir_director_create(&def);
    if (!director)
        fail_msg("%s", coir_error());
    ear = COIR_NEW(Ear);
    assert_non_null(ear);
    ear->director = director;
    assert_true(coir_director_show(director, &ear->node));
    assert_true(coir_director_frame(director, 0));
    forget_trace();
    return director;
}

static CoirDirector *open_headless(void)
{
    return open_window((CoirDirectorDef){.headless = true});
}

static CoirDirector *open_dummy(void)
{
    system_set_variable("SDL_VIDEODRIVER", "dummy");
    return open_window((CoirDirectorDef){.resizable = true});
}

// Runs `check` on a headless director, and on a director with a window of the driver "dummy".
static void on_both(void (*check)(CoirDirector *director, CoirWindow *window))
{
    CoirDirector *(*const openers[])(void) = {open_headless, open_dummy};
    for (int i = 0; i < 2; i++) {
        CoirDirector *director = openers[i]();
        check(director, coir_director_window(director));
        coir_director_destroy(director);
        forget_trace();
    }
}

static void frame(CoirDirector *director)
{
    assert_true(coir_director_frame(director, 0.01));
}

static void assert_failed(const char *text)
{
    if (!strstr(coir_error(), text))
        fail_msg("'%s' is not in the error '%s'", text, coir_error());
    coir_error_clear();
}

static bool is_vec2(CoirVec2 v, float x, float y)
{
    return v.x == x && v.y == y;
}

// Title, icon, size --------------------------------------------------------------------------------------------------

static void check_title(CoirDirector *director, CoirWindow *window)
{
    char text[] = "A level";
    (void)director;
    assert_string_equal(coir_window_title(window), "Coir");
    assert_true(coir_window_set_title(window, text));
    memset(text, 'x', sizeof text - 1);
    assert_string_equal(coir_window_title(window), "A level");
    if (coir_window_sdl(window))
        assert_string_equal(SDL_GetWindowTitle(coir_window_sdl(window)), "A level");
    assert_true(coir_window_set_title(window, coir_window_title(window)));
    assert_string_equal(coir_window_title(window), "A level");
    support_fail_allocation(1);
    assert_false(coir_window_set_title(window, "Another one"));
    support_fail_allocation(0);
    assert_string_equal(coir_window_title(window), "A level");
    assert_false(coir_window_set_title(window, "K\xf6nig"));
    assert_mistake("coir_window_set_title: the title is not UTF-8: byte 0xf6 at 1");
    assert_string_equal(coir_window_title(window), "A level");
    assert_true(coir_window_set_title(window, NULL));
    assert_string_equal(coir_window_title(window), "Coir");
}

static void a_title_that_is_not_utf8_opens_no_window(void **state)
{
    (void)state;
    assert_null(coir_director_create(&(CoirDirectorDef){.title = "K\xf6nig", .headless = true}));
    assert_mistake("coir_director_create: the title is not UTF-8: byte 0xf6 at 1");
}

static void the_title_is_copied_and_kept(void **state)
{
    (void)state;
    on_both(check_title);
}

// SDL's driver "dummy" has no cursors in SDL 2.26, and has invisible cursors in SDL 2.32.
static void assert_cursor(const CoirWindow *window, bool done)
{
    assert_true(done || coir_window_sdl(window));
    if (!done)
        assert_failed("coir_window_set_cursor");
}

static void check_pictures(CoirDirector *director, CoirWindow *window)
{
    const uint8_t pixels[16] = {255, 255, 255, 255};
    CoirTexture *texture = coir_texture_from_pixels(2, 2, pixels);
    (void)director;
    assert_true(coir_assets_set_folder(COIR_ASSETS));
    assert_true(coir_window_set_icon(window, "coconut.png"));
    assert_true(coir_window_set_icon_texture(window, texture));
    assert_cursor(window, coir_window_set_cursor(window, "hand.png", 1, 1));
    assert_cursor(window, coir_window_set_cursor_texture(window, texture, 1, 0));
    coir_texture_destroy(texture); // the window has its own copy
    assert_true(coir_window_set_cursor(window, NULL, 0, 0));
    assert_false(coir_window_set_icon(window, "none.png"));
    assert_failed("none.png");
    assert_false(coir_window_set_cursor(window, "none.png", 0, 0));
    assert_failed("none.png");
    assert_true(coir_assets_set_folder(NULL));
}

static void icon_and_cursor_are_pictures(void **state)
{
    (void)state;
    on_both(check_pictures);
}

static void check_bad_pictures(CoirDirector *director, CoirWindow *window)
{
    const uint8_t pixels[8] = {255, 255, 255, 255};
    CoirTexture *texture = coir_texture_from_pixels(2, 1, pixels);
    (void)director;
    assert_false(coir_window_set_icon(window, NULL));
    assert_mistake("coir_window_set_icon: ");
    assert_false(coir_window_set_icon_texture(window, NULL));
    assert_mistake("coir_window_set_icon_texture: ");
    assert_false(coir_window_set_cursor_texture(window, NULL, 0, 0));
    assert_mistake("coir_window_set_cursor_texture: ");
    const int bad[][2] = {{-1, 0}, {0, -1}, {2, 0}, {0, 1}};
    for (int i = 0; i < 4; i++) {
        assert_false(coir_window_set_cursor_texture(window, texture, bad[i][0], bad[i][1]));
        assert_mistake("the hot spot");
        coir_log_forget();
    }
    coir_texture_destroy(texture);
}

static void a_bad_picture_is_refused(void **state)
{
    (void)state;
    on_both(check_bad_pictures);
}

static void check_size(CoirDirector *director, CoirWindow *window)
{
    assert_true(is_vec2(coir_window_size(window), WIDTH, HEIGHT));
    assert_true(coir_window_set_size(window, 300, 100));
    assert_true(is_vec2(coir_window_size(window), 300, 100));
    assert_true(is_vec2(coir_window_pixel_size(window), 300, 100));
    assert_true(coir_window_density(window) == 1);
    assert_true(is_vec2(coir_director_size(director), WIDTH, HEIGHT)); // the size of the stage stays
    assert_trace("");
    frame(director);
    assert_trace("resized:0,0,100,50 draw:300,100 ");
    frame(director);
    assert_trace("draw:300,100 ");
    const int bad[][2] = {{0, 10}, {10, 0}, {-1, 10}, {16385, 10}, {10, 16385}};
    for (int i = 0; i < 5; i++) {
        assert_false(coir_window_set_size(window, bad[i][0], bad[i][1]));
        assert_mistake("coir_window_set_size");
        coir_log_forget();
    }
    assert_true(is_vec2(coir_window_size(window), 300, 100));
}

static void a_new_size_is_dispatched_to_the_scene(void **state)
{
    (void)state;
    on_both(check_size);
}

static void enlarge(CoirDirector *director)
{
    assert_true(coir_window_set_size(coir_director_window(director), 64, 40));
}

static void check_size_while_drawing(CoirDirector *director, CoirWindow *window)
{
    ear->act = enlarge;
    frame(director);
    forget_trace();
    frame(director);
    assert_trace("resized:0,0,100,50 draw:64,40 ");
    assert_true(is_vec2(coir_window_size(window), 64, 40));
    ear->act = enlarge;
    assert_true(coir_director_screenshot(director, folder_path("size.png")));
    frame(director);
}

static void a_size_that_is_set_while_drawing_is_taken_on_before_the_next_frame(void **state)
{
    (void)state;
    on_both(check_size_while_drawing);
}

static void check_size_before_a_screenshot(CoirDirector *director, CoirWindow *window)
{
    assert_true(coir_window_set_size(window, 300, 100));
    assert_true(coir_director_screenshot(director, folder_path("new_size.png")));
    assert_trace("resized:0,0,100,50 draw:300,100 ");
    frame(director);
    assert_trace("draw:300,100 ");
}

static void the_scene_is_told_of_a_new_size_before_a_screenshot(void **state)
{
    (void)state;
    on_both(check_size_before_a_screenshot);
}

static bool change_size(CoirNode *node, const CoirEvent *event, void *window)
{
    (void)node;
    (void)event;
    assert_true(coir_window_set_size(window, 300, 100));
    return true;
}

static void check_size_in_long_press(CoirDirector *director, CoirWindow *window)
{
    CoirInput *input = coir_director_input(director);
    ear->node.size = coir_vec2(WIDTH, HEIGHT);
    ear->node.anchor = coir_vec2(0, 0);
    assert_true(coir_node_on(&ear->node, COIR_EVENT_LONG_PRESS, change_size, window));
    coir_input_pointer_move(input, 50, 25);
    coir_input_pointer(input, 1, true);
    forget_trace();
    assert_true(coir_director_frame(director, 10));
    assert_trace("resized:0,0,100,50 draw:300,100 ");
}

static void the_scene_is_told_of_a_size_that_a_long_press_sets_before_drawing(void **state)
{
    (void)state;
    on_both(check_size_in_long_press);
}

static void the_window_may_have_another_size_than_the_stage(void **state)
{
    CoirDirector *director = open_window((CoirDirectorDef){.headless = true, .window_width = 30, .window_height = 20});
    (void)state;
    assert_true(is_vec2(coir_window_size(coir_director_window(director)), 30, 20));
    assert_true(coir_director_screenshot(director, folder_path("small.png")));
    SDL_Surface *picture = IMG_Load(folder_path("small.png"));
    assert_true(picture && picture->w == 30 && picture->h == 20);
    SDL_FreeSurface(picture);
    coir_director_destroy(director);
    assert_null(coir_director_create(&(CoirDirectorDef){.headless = true, .window_width = -1}));
    assert_mistake("coir_director_create: window_width and window_height are -1 and 0; each must be from 1 to 16384, "
                   "or 0 for the default");
    assert_null(coir_director_create(&(CoirDirectorDef){.headless = true, .height = -2}));
    assert_mistake("coir_director_create: width and height are 0 and -2; each must be from 1 to 16384, or 0");
}

// In a window of the driver "dummy", a unit is one pixel. So the test replaces the renderer with a renderer that has
// twice the width and height.
static void a_window_unit_may_be_two_pixels(void **state)
{
    CoirDirector *director = open_dummy();
    CoirWindow *window = coir_director_window(director);
    CoirRenderer *own = window->renderer;
    SDL_Event down = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = 1, .x = 30, .y = 20}};
    (void)state;
    window->renderer = coir_renderer_for_memory(2 * WIDTH, 2 * HEIGHT);
    assert_non_null(window->renderer);
    assert_true(coir_window_density(window) == 2);
    assert_true(is_vec2(coir_window_size(window), WIDTH, HEIGHT));
    assert_true(is_vec2(coir_window_pixel_size(window), 2 * WIDTH, 2 * HEIGHT));
    SDL_PushEvent(&down);
    frame(director);
    assert_trace("resized:0,0,100,50 down draw:200,100 ");
    assert_true(is_vec2(ear->pointer, 30, 30));
    assert_true(is_vec2(coir_window_from_points(window, ear->pointer), 30, 20));
    coir_renderer_destroy(window->renderer);
    window->renderer = own;
    coir_director_destroy(director);
}

// A failed call leaves the picture at the old size.
static void a_picture_in_memory_that_cannot_change_stays(void **state)
{
    CoirDirector *director = open_headless();
    CoirWindow *window = coir_director_window(director);
    int refused = 0;
    (void)state;
    for (long nth = 1;; nth++) {
        support_fail_allocation(nth);
        bool done = coir_window_set_size(window, 200, 100);
        support_fail_allocation(0);
        if (done)
            break;
        refused++;
        assert_true(is_vec2(coir_window_size(window), WIDTH, HEIGHT));
        frame(director);
    }
    assert_true(refused > 0);
    frame(director);
    coir_director_destroy(director);
}

// Full screen and vsync ----------------------------------------------------------------------------------------------

static void check_fullscreen(CoirDirector *director, CoirWindow *window)
{
    assert_false(coir_window_is_fullscreen(window));
    assert_true(coir_window_set_fullscreen(window, true) && coir_window_set_fullscreen(window, true));
    assert_true(coir_window_is_fullscreen(window));
    frame(director);
    assert_true(coir_window_set_size(window, 80, 60)); // the size after full screen
    frame(director);
    assert_false(is_vec2(coir_window_size(window), 80, 60));
    assert_true(coir_window_set_fullscreen(window, false));
    assert_false(coir_window_is_fullscreen(window));
    assert_true(is_vec2(coir_window_size(window), 80, 60));
    frame(director);
}

static void full_screen_begins_and_ends(void **state)
{
    (void)state;
    on_both(check_fullscreen);
}

// In SDL for Windows, only Windows itself reports the size of a full screen. So the driver "dummy" has no full screen
// there.
#if defined(_WIN32)
#define FULLSCREEN_NEEDS_WINDOWS true
#else
#define FULLSCREEN_NEEDS_WINDOWS false
#endif

static void full_screen_shows_the_stage_in_the_displays_size(void **state)
{
    CoirDirector *director = open_dummy();
    CoirWindow *window = coir_director_window(director);
    CoirDisplay display;
    (void)state;
    assert_true(coir_display_describe(0, &display) && display.width > WIDTH);
    if (FULLSCREEN_NEEDS_WINDOWS) {
        coir_director_destroy(director);
        skip();
    }
    assert_true(coir_window_set_fullscreen(window, true));
    assert_true(is_vec2(coir_window_size(window), (float)display.width, (float)display.height));
    frame(director);
    assert_true(coir_window_set_fullscreen(window, false));
    assert_true(is_vec2(coir_window_size(window), WIDTH, HEIGHT));
    coir_director_destroy(director);
    director = open_window((CoirDirectorDef){.headless = true, .fullscreen = true});
    assert_true(coir_window_is_fullscreen(coir_director_window(director)));
    coir_director_destroy(director);
}

static void check_vsync(CoirDirector *director, CoirWindow *window)
{
    (void)director;
    assert_false(coir_window_has_vsync(window));
    assert_true(coir_window_set_vsync(window, false));
    assert_false(coir_window_set_vsync(window, true));
    assert_failed("coir_window_set_vsync: there is no graphics device");
    assert_false(coir_window_has_vsync(window));
}

static void without_a_device_nothing_waits_for_the_display(void **state)
{
    (void)state;
    on_both(check_vsync);
}

static void check_rate(CoirDirector *director, CoirWindow *window)
{
    (void)window;
    assert_null(coir_texture_load("none.png"));
    assert_true(coir_director_set_frame_rate(director, 0));
    assert_failed("none.png");
}

static void a_rate_that_the_display_cannot_keep_leaves_the_last_error(void **state)
{
    (void)state;
    on_both(check_rate);
}

// Resolution policies ------------------------------------------------------------------------------------------------

static void check_policies(CoirDirector *director, CoirWindow *window)
{
    assert_true(coir_window_set_size(window, 300, 100));
    assert_true(coir_director_set_resolution(director, COIR_RESOLUTION_FIXED_HEIGHT, 0, 0));
    CoirRect seen = coir_director_visible(director);
    assert_true(seen.x == 0 && seen.y == 0 && seen.width == 150 && seen.height == 50);
    frame(director);
    assert_trace("resized:0,0,150,50 draw:300,100 ");
    assert_true(coir_director_set_resolution(director, COIR_RESOLUTION_FIXED_WIDTH, 600, 0));
    assert_true(is_vec2(coir_director_size(director), 600, HEIGHT));
    frame(director);
    assert_trace("resized:0,0,600,200 draw:300,100 ");
    assert_true(coir_director_set_resolution(director, COIR_RESOLUTION_NO_BORDER, 100, 100));
    frame(director);
    assert_trace("resized:0,33.3333,100,33.3333 draw:300,100 ");
    assert_false(coir_director_set_resolution(director, (CoirResolution)6, 0, 0));
    assert_mistake("coir_director_set_resolution: 6 is no resolution policy; it must be a CoirResolution");
    assert_false(coir_director_set_resolution(director, COIR_RESOLUTION_SHOW_ALL, -1, 0));
    assert_mistake("coir_director_set_resolution: width and height are");
    frame(director);
    assert_trace("draw:300,100 ");
}

static void a_new_policy_is_dispatched_to_the_scene(void **state)
{
    (void)state;
    on_both(check_policies);
}

static void an_unknown_policy_is_refused(void **state)
{
    (void)state;
    assert_null(coir_director_create(&(CoirDirectorDef){.headless = true, .resolution = (CoirResolution)-1}));
    assert_mistake("coir_director_create: -1 is no resolution policy");
}

static void check_pointer(CoirDirector *director, CoirWindow *window)
{
    SDL_Event down = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = 1, .x = 150, .y = 25}};
    const float expected[][2] = {{50, 37.5f}, {50, 25 + 50 / 6.0f}, {50, 37.5f}, {50, 25}, {75, 37.5f}, {50, 37.5f}};
    SDL_InitSubSystem(SDL_INIT_EVENTS);
    assert_true(coir_window_set_size(window, 300, 100));
    for (int policy = 0; policy <= COIR_RESOLUTION_INTEGER_SCALE; policy++) {
        assert_true(coir_director_set_resolution(director, (CoirResolution)policy, 0, 0));
        SDL_PushEvent(&down);
        frame(director);
        assert_float_equal(ear->pointer.x, expected[policy][0], 1e-4);
        assert_float_equal(ear->pointer.y, expected[policy][1], 1e-4);
        CoirVec2 back = coir_window_from_points(window, ear->pointer);
        assert_float_equal(back.x, 150, 1e-4);
        assert_float_equal(back.y, 25, 1e-4);
        CoirVec2 there = coir_window_to_points(window, coir_vec2(150, 25));
        assert_true(is_vec2(there, ear->pointer.x, ear->pointer.y));
    }
    SDL_QuitSubSystem(SDL_INIT_EVENTS);
}

static void the_pointer_has_the_points_of_the_policy(void **state)
{
    (void)state;
    on_both(check_pointer);
}

// The scene receives the new size before the pointer is converted with the new view.
static void check_order(CoirDirector *director, CoirWindow *window)
{
    SDL_Event down = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = 1}};
    SDL_InitSubSystem(SDL_INIT_EVENTS);
    SDL_PushEvent(&down);
    assert_true(coir_window_set_size(window, 100, 100));
    assert_true(coir_director_set_resolution(director, COIR_RESOLUTION_FIXED_WIDTH, 0, 0));
    frame(director);
    assert_trace("resized:0,0,100,100 down draw:100,100 ");
    SDL_QuitSubSystem(SDL_INIT_EVENTS);
}

static void the_scene_gets_the_view_event_before_pointer_events(void **state)
{
    (void)state;
    on_both(check_order);
}

static void widen(void *node, double dt, void *user)
{
    (void)dt;
    (void)user;
    coir_window_set_size(coir_director_window(((Ear *)node)->director), 200, 50);
}

static void check_change_in_an_update(CoirDirector *director, CoirWindow *window)
{
    (void)window;
    assert_true(coir_director_set_resolution(director, COIR_RESOLUTION_FIXED_HEIGHT, 0, 0));
    assert_true(coir_node_every_frame(&ear->node, widen, NULL, 0));
    frame(director);
    assert_trace("resized:0,0,200,50 draw:200,50 ");
}

static void the_scene_gets_the_view_event_before_drawing(void **state)
{
    (void)state;
    on_both(check_change_in_an_update);
}

// Returns true if the pixel shows the scene, which is red everywhere.
static bool is_drawn_at(CoirDirector *director, int x, int y)
{
    assert_true(coir_director_screenshot(director, folder_path("look.png")));
    SDL_Surface *picture = IMG_Load(folder_path("look.png"));
    assert_non_null(picture);
    int red = ((const Uint8 *)picture->pixels)[y * picture->pitch + x * picture->format->BytesPerPixel];
    SDL_FreeSurface(picture);
    return red == 250;
}

static void check_bars(CoirDirector *director, CoirWindow *window)
{
    static const bool bars[] = {true, false, false, false, false, true};
    assert_true(coir_window_set_size(window, 321, 101));
    for (int policy = 0; policy <= COIR_RESOLUTION_INTEGER_SCALE; policy++) {
        assert_true(coir_director_set_resolution(director, (CoirResolution)policy, 0, 0));
        frame(director);
        assert_true(is_drawn_at(director, 160, 50));
        assert_true(is_drawn_at(director, 0, 0) == !bars[policy]);
        assert_true(is_drawn_at(director, 320, 100) == !bars[policy]);
        assert_true(is_drawn_at(director, 0, 100) == !bars[policy]);
    }
}

static void beside_the_visible_rectangle_nothing_is_drawn(void **state)
{
    (void)state;
    on_both(check_bars);
}

// Cursor, position, display ------------------------------------------------------------------------------------------

static void check_cursor_visible(CoirDirector *director, CoirWindow *window)
{
    (void)director;
    assert_true(coir_window_is_cursor_visible(window));
    assert_true(coir_window_set_cursor_visible(window, false));
    assert_false(coir_window_is_cursor_visible(window));
    if (coir_window_sdl(window))
        assert_int_equal(SDL_ShowCursor(SDL_QUERY), SDL_DISABLE);
    assert_true(coir_window_set_cursor_visible(window, true));
    assert_true(coir_window_is_cursor_visible(window));
    assert_true(coir_window_set_cursor_visible(window, false)); // until the window is destroyed
}

static void the_cursor_can_be_hidden(void **state)
{
    (void)state;
    on_both(check_cursor_visible);
}

static void a_closed_window_restores_the_cursor(void **state)
{
    CoirDirector *first = open_dummy(), *second = open_dummy();
    CoirWindow *window = coir_director_window(second);
    (void)state;
    assert_true(coir_window_set_cursor_visible(window, false));
    if (!coir_window_set_relative(window, true))
        coir_error_clear(); // the dummy driver of some systems has no relative mode
    coir_director_destroy(second);
    assert_int_equal(SDL_ShowCursor(SDL_QUERY), SDL_ENABLE);
    assert_false(SDL_GetRelativeMouseMode());
    coir_director_destroy(first);
}

// Checks the state of the mouse, as SDL and both windows report the state.
static void assert_mouse(CoirWindow *const *windows, bool visible, bool relative)
{
    assert_int_equal(SDL_ShowCursor(SDL_QUERY), visible);
    assert_int_equal(SDL_GetRelativeMouseMode(), relative);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(coir_window_is_cursor_visible(windows[i]), visible);
        assert_int_equal(coir_window_is_relative(windows[i]), relative);
    }
}

// Hides the cursor and turns the relative mode on, or undoes both. Returns false if there is no relative mode: the
// dummy driver of some systems has none.
static bool set_mouse(CoirWindow *window, bool is_hidden)
{
    assert_true(coir_window_set_cursor_visible(window, !is_hidden));
    bool is_set = coir_window_set_relative(window, is_hidden);
    coir_error_clear();
    return is_set;
}

static void the_last_call_for_the_mouse_counts_for_all_windows(void **state)
{
    CoirDirector *directors[] = {open_dummy(), open_dummy(), open_dummy()};
    CoirWindow *first = coir_director_window(directors[0]);
    CoirWindow *windows[] = {coir_director_window(directors[1]), coir_director_window(directors[2])};
    (void)state;
    bool is_relative = set_mouse(first, true);
    assert_mouse(windows, false, is_relative);
    set_mouse(windows[0], false);
    assert_mouse(windows, true, false);
    set_mouse(first, true);
    set_mouse(windows[0], true);
    coir_director_destroy(directors[0]); // undoes nothing, because a later call counts
    assert_mouse(windows, false, is_relative);
    coir_director_destroy(directors[1]);
    windows[0] = windows[1];
    assert_mouse(windows, true, false);
    coir_director_destroy(directors[2]);
}

static void a_window_can_be_moved_and_keep_the_pointer(void **state)
{
    CoirDirector *director = open_dummy();
    CoirWindow *window = coir_director_window(director);
    (void)state;
    assert_true(coir_window_set_position(window, 30, 40));
    assert_true(coir_window_set_display(window, 0)); // the window is on this display already
    assert_true(is_vec2(coir_window_position(window), 30, 40));
    assert_false(coir_window_set_position(window, (int)SDL_WINDOWPOS_CENTERED, 0));
    assert_mistake("coir_window_set_position");
    assert_true(coir_window_set_grabbed(window, true) && coir_window_is_grabbed(window));
    assert_true(coir_window_set_grabbed(window, false) && !coir_window_is_grabbed(window));
    bool relative = coir_window_set_relative(window, true);
    assert_int_equal(relative, coir_window_is_relative(window));
    assert_int_equal(relative, SDL_GetRelativeMouseMode());
    coir_director_destroy(director);
}

static void headless_functions_of_windows_report_the_missing_window(void **state)
{
    CoirDirector *director = open_headless();
    CoirWindow *window = coir_director_window(director);
    (void)state;
    assert_false(coir_window_set_position(window, 1, 2));
    assert_failed("coir_window_set_position: a headless director has no");
    assert_false(coir_window_set_display(window, 0));
    assert_failed("coir_window_set_display: a headless director has no");
    assert_false(coir_window_set_grabbed(window, true));
    assert_failed("coir_window_set_grabbed: a headless director has no");
    assert_false(coir_window_set_relative(window, true));
    assert_failed("coir_window_set_relative: a headless director has no");
    assert_true(is_vec2(coir_window_position(window), 0, 0));
    assert_int_equal(coir_window_display(window), -1);
    assert_false(coir_window_is_grabbed(window) || coir_window_is_relative(window));
    assert_null(coir_window_sdl(window));
    assert_non_null(coir_window_sdl_renderer(window));
    assert_int_equal(support_logged(COIR_LOG_ERROR) + support_logged(COIR_LOG_WARNING), 0); // these are no mistakes
    coir_director_destroy(director);
}

static void displays_can_be_asked(void **state)
{
    CoirDisplay display;
    (void)state;
    system_set_variable("SDL_VIDEODRIVER", "dummy");
    assert_int_equal(coir_display_count(), 1);
    assert_true(coir_display_describe(0, &display));
    assert_true(display.width > 0 && display.height > 0 && display.usable_width > 0 && display.name[0]);
    assert_false(coir_display_describe(1, &display));
    assert_failed("coir_display_describe: there is no display 1");
    assert_int_equal(display.width, 0);
    assert_false(coir_display_describe(-1, &display));
    assert_false(coir_display_describe(0, NULL));
    assert_mistake("coir_display_describe");
    assert_false(SDL_WasInit(SDL_INIT_VIDEO));
    CoirDirector *director = open_dummy();
    CoirWindow *window = coir_director_window(director);
    assert_int_equal(coir_window_display(window), 0);
    assert_true(coir_window_set_display(window, 0));
    assert_false(coir_window_set_display(window, 1));
    assert_failed("coir_window_set_display: there is no display 1");
    coir_director_destroy(director);
    system_set_variable("SDL_VIDEODRIVER", "no such driver");
    assert_int_equal(coir_display_count(), 0);
    assert_false(coir_display_describe(0, &display));
    assert_failed("coir_display_describe");
    system_set_variable("SDL_VIDEODRIVER", "dummy");
}

// The end of SDL 3's video part destroys the renderers of all windows.
static void a_headless_window_outlives_a_question_about_displays(void **state)
{
    (void)state;
    system_set_variable("SDL_VIDEODRIVER", "dummy");
    CoirDirector *director = open_headless();
    CoirWindow *window = coir_director_window(director);
    CoirVec2 size = coir_window_size(window);
    assert_int_equal(coir_display_count(), 1);
    coir_director_destroy(open_dummy());
    assert_float_equal(coir_window_size(window).x, size.x, 0);
    assert_float_equal(coir_window_size(window).y, size.y, 0);
    assert_true(size.x > 0 && size.y > 0);
    assert_true(coir_director_frame(director, 0.01));
    coir_director_destroy(director);
    assert_false(SDL_WasInit(SDL_INIT_VIDEO));
}

// SDL 2 counts the starts of a subsystem in 8 bits, so 300 starts would overflow the count.
static void displays_can_be_asked_any_number_of_times_beside_a_headless_window(void **state)
{
    (void)state;
    system_set_variable("SDL_VIDEODRIVER", "dummy");
    CoirDirector *headless = open_headless(), *shown = open_dummy();
    for (int i = 0; i < 300; i++) {
        assert_true(coir_display_available());
        assert_int_equal(coir_display_count(), 1);
    }
    assert_true(SDL_WasInit(SDL_INIT_VIDEO));
    assert_true(coir_director_frame(headless, 0.01));
    assert_true(coir_director_frame(shown, 0.01));
    coir_director_destroy(shown);
    coir_director_destroy(headless);
    assert_false(SDL_WasInit(SDL_INIT_VIDEO));
}

// NULL ---------------------------------------------------------------------------------------------------------------

static void null_is_no_window(void **state)
{
    (void)state;
    assert_null(coir_director_window(NULL));
    assert_false(coir_window_set_title(NULL, "x"));
    assert_mistake("coir_window_set_title: the window is NULL");
    assert_false(coir_window_set_icon(NULL, "x") || coir_window_set_icon_texture(NULL, NULL));
    assert_false(coir_window_set_size(NULL, 1, 1) || coir_window_set_fullscreen(NULL, true));
    assert_false(coir_window_set_vsync(NULL, true) || coir_window_set_position(NULL, 0, 0));
    assert_false(coir_window_set_display(NULL, 0) || coir_window_set_cursor(NULL, NULL, 0, 0));
    assert_false(coir_window_set_cursor_texture(NULL, NULL, 0, 0) || coir_window_set_cursor_visible(NULL, true));
    assert_false(coir_window_set_grabbed(NULL, true) || coir_window_set_relative(NULL, true));
    assert_mistake("coir_window_set_relative: the window is NULL");
    assert_null(coir_window_title(NULL));
    assert_true(is_vec2(coir_window_size(NULL), 0, 0) && is_vec2(coir_window_pixel_size(NULL), 0, 0));
    assert_true(coir_window_density(NULL) == 0 && is_vec2(coir_window_position(NULL), 0, 0));
    assert_false(coir_window_is_fullscreen(NULL) || coir_window_has_vsync(NULL) || coir_window_is_grabbed(NULL));
    assert_false(coir_window_is_cursor_visible(NULL) || coir_window_is_relative(NULL));
    assert_int_equal(coir_window_display(NULL), -1);
    assert_true(is_vec2(coir_window_to_points(NULL, coir_vec2(1, 1)), 0, 0));
    assert_true(is_vec2(coir_window_from_points(NULL, coir_vec2(1, 1)), 0, 0));
    assert_null(coir_window_sdl(NULL));
    assert_null(coir_window_sdl_renderer(NULL));
    assert_true(coir_director_visible(NULL).width == 0);
    assert_false(coir_director_set_resolution(NULL, COIR_RESOLUTION_SHOW_ALL, 0, 0));
    assert_mistake("coir_director_set_resolution: the director is NULL");
}

// Calls from callbacks -----------------------------------------------------------------------------------------------

static void change_everything(CoirDirector *director)
{
    CoirWindow *window = coir_director_window(director);
    static int size = 40;
    size = size % 100 + 7;
    coir_window_set_size(window, size, 2 * size);
    coir_window_set_title(window, "Inside");
    coir_window_set_fullscreen(window, true);
    coir_window_set_size(window, 2 * size, size);
    coir_window_set_fullscreen(window, false);
    coir_window_set_vsync(window, true);
    coir_window_set_position(window, size, size);
    coir_window_set_cursor_visible(window, size % 2);
    coir_window_set_grabbed(window, size % 2);
    coir_window_set_relative(window, size % 2);
    coir_director_set_resolution(director, (CoirResolution)(size % 6), size, 0);
}

static void change_inside_raw(struct SDL_Renderer *renderer, void *director)
{
    (void)renderer;
    change_everything(director);
}

static void raw_draw(CoirNode *node, CoirPainter *painter)
{
    (void)node;
    coir_painter_raw(painter, change_inside_raw, ear->director);
    coir_painter_rect(painter, coir_rect(0, 0, 50, 50), COIR_WHITE);
}

typedef struct Raw {
    CoirNode node;
} Raw;

static COIR_NODE_CLASS(Raw, .draw = raw_draw);

static void check_callbacks(CoirDirector *director, CoirWindow *window)
{
    Raw *raw = COIR_NEW(Raw);
    assert_true(coir_node_add(&ear->node, &raw->node));
    for (int i = 0; i < 30; i++) {
        ear->act = change_everything;
        if (i % 3 == 0)
            change_everything(director);
        frame(director);
        if (i % 5 == 0)
            assert_true(coir_director_screenshot(director, folder_path("inside.png")));
    }
    assert_string_equal(coir_window_title(window), "Inside");
    coir_error_clear();
}

static void everything_may_be_called_while_drawing(void **state)
{
    (void)state;
    on_both(check_callbacks);
}

TEST_FILE(window)
{
    const struct CMUnitTest tests[] = {
        support_test(a_title_that_is_not_utf8_opens_no_window),
        support_test(the_title_is_copied_and_kept),
        support_test(icon_and_cursor_are_pictures),
        support_test(a_bad_picture_is_refused),
        support_test(a_new_size_is_dispatched_to_the_scene),
        support_test(a_size_that_is_set_while_drawing_is_taken_on_before_the_next_frame),
        support_test(the_scene_is_told_of_a_new_size_before_a_screenshot),
        support_test(the_scene_is_told_of_a_size_that_a_long_press_sets_before_drawing),
        support_test(the_window_may_have_another_size_than_the_stage),
        support_test(a_window_unit_may_be_two_pixels),
        support_test(a_picture_in_memory_that_cannot_change_stays),
        support_test(full_screen_begins_and_ends),
        support_test(full_screen_shows_the_stage_in_the_displays_size),
        support_test(without_a_device_nothing_waits_for_the_display),
        support_test(a_rate_that_the_display_cannot_keep_leaves_the_last_error),
        support_test(a_new_policy_is_dispatched_to_the_scene),
        support_test(an_unknown_policy_is_refused),
        support_test(the_pointer_has_the_points_of_the_policy),
        support_test(the_scene_gets_the_view_event_before_pointer_events),
        support_test(the_scene_gets_the_view_event_before_drawing),
        support_test(beside_the_visible_rectangle_nothing_is_drawn),
        support_test(the_cursor_can_be_hidden),
        support_test(a_closed_window_restores_the_cursor),
        support_test(the_last_call_for_the_mouse_counts_for_all_windows),
        support_test(a_window_can_be_moved_and_keep_the_pointer),
        support_test(headless_functions_of_windows_report_the_missing_window),
        support_test(displays_can_be_asked),
        support_test(a_headless_window_outlives_a_question_about_displays),
        support_test(displays_can_be_asked_any_number_of_times_beside_a_headless_window),
        support_test(null_is_no_window),
        support_test(everything_may_be_called_while_drawing),
    };
    return cmocka_run_group_tests_name("window", tests, folder_setup, folder_teardown);
}
