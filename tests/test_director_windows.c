// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Windows of directors: size, contents, events of several windows, positions in a resized window, and systems without a
// display.

#include "support/directed.h"

static void a_window_has_the_requested_settings(void **state)
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

static void a_window_shows_the_same_picture_as_memory(void **state)
{
    CoirDirector *headless = open_director(scene_with_picture());
    (void)state;
    keep_picture(headless, "memory.png");
    close_director(headless);
    CoirDirector *director = open_window(scene_with_picture(), (CoirDirectorDef){0});
    assert_true(looks_as(director, "memory.png"));
    close_director(director);
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
    assert_true(coir_director_frame(second, 0.1)); // drops the event of a window that is gone
    assert_true(coir_director_frame(headless, 0.1));
    assert_false(SDL_HasEvent(SDL_KEYDOWN));
    coir_director_destroy(second);
    coir_director_destroy(headless);
}

static bool count_event(const SDL_Event *event, void *count)
{
    (void)event;
    ++*(int *)count;
    return false;
}

// Opens a window that belongs to no director, and pushes events of this window: a press of a key, and an event that
// minimises and an event that closes the window.
static SDL_Window *push_events_of_a_window(void)
{
    SDL_Window *tool = SDL_CreateWindow("tool", 0, 0, WIDTH, HEIGHT, SDL_WINDOW_HIDDEN);
    SDL_Event key = key_down('x');
    SDL_Event minimised = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_MINIMIZED}};
    SDL_Event closed = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_CLOSE}};
    assert_non_null(tool);
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    key.key.windowID = minimised.window.windowID = closed.window.windowID = SDL_GetWindowID(tool);
    push(key);
    push(minimised);
    push(closed);
    return tool;
}

static void events_of_a_window_of_the_program_go_to_the_hook_alone(void **state)
{
    int count = 0;
    CoirDirector *director = open_window(probe("A"), (CoirDirectorDef){0});
    SDL_Window *tool = push_events_of_a_window();
    (void)state;
    coir_director_on_sdl_event(director, count_event, &count);
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(count, 3);
    assert_int_equal(at.counts[EVENT], 0);
    assert_int_equal(at.counts[UPDATE], 1); // not paused
    SDL_DestroyWindow(tool);
    coir_director_destroy(director);
}

static void a_headless_director_takes_the_events_of_a_window_of_the_program(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    system_set_variable("SDL_VIDEODRIVER", "dummy");
    assert_int_equal(SDL_InitSubSystem(SDL_INIT_VIDEO), 0);
    SDL_Window *window = push_events_of_a_window();
    assert_false(coir_director_frame(director, 0.1));
    assert_int_equal(at.counts[EVENT], 1);
    assert_int_equal(at.counts[UPDATE], 0); // paused
    SDL_DestroyWindow(window);
    coir_director_destroy(director);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

static void an_event_of_the_program_goes_to_its_window(void **state)
{
    int first_count = 0, second_count = 0;
    CoirDirector *first = open_window(probe("A"), (CoirDirectorDef){0}),
                 *second = open_window(probe("B"), (CoirDirectorDef){0});
    SDL_Event event = {.user = {.type = SDL_USEREVENT + 7, .windowID = SDL_GetWindowID(window(1))}};
    (void)state;
    assert_true(coir_director_frame(first, 0.1) && coir_director_frame(second, 0.1));
    coir_director_on_sdl_event(first, count_event, &first_count);
    coir_director_on_sdl_event(second, count_event, &second_count);
    push(event);
    event.user.windowID = 12345; // of no window
    push(event);
    assert_true(coir_director_frame(first, 0.1));
    assert_int_equal(first_count, 1);
    assert_true(coir_director_frame(second, 0.1));
    assert_int_equal(second_count, 1);
    coir_director_destroy(first);
    coir_director_destroy(second);
}

static void files_dropped_onto_the_window_are_dispatched_and_freed(void **state)
{
    CoirDirector *director = open_window(probe("A"), (CoirDirectorDef){0});
    SDL_version version;
    (void)state;
    SDL_GetVersion(&version);
    // SDL2 on top of SDL3 (patch 50 and above) crashes when the event of a dropped file or text is pushed. test_input.c
    // translates such events without pushing them.
    if (version.patch < 50) {
        push((SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup("a file")}});
        push((SDL_Event){.drop = {.type = SDL_DROPTEXT, .file = SDL_strdup("a text")}});
    }
    push((SDL_Event){.drop = {.type = SDL_DROPBEGIN}});
    assert_true(coir_director_frame(director, 0.1)); // a sanitizer reports a text that is not freed
    assert_int_equal(at.counts[EVENT], version.patch < 50 ? 3 : 1);
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
    scene->position.x = NAN; // the area of the text is unknown
    assert_true(coir_director_frame(director, 0.1));
    assert_true(SDL_IsTextInputActive());
    assert_true(coir_director_show(director, coir_node_new()));
    assert_true(coir_director_frame(director, 0.1));
    assert_false(SDL_IsTextInputActive());
    assert_true(coir_node_start_text(coir_director_scene(director)));
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
    director = create((CoirDirectorDef){.headless = true}); // needs no part of SDL
    assert_true(coir_director_show(director, coir_node_new()));
    assert_true(coir_director_frame(director, 0.1));
    assert_true(coir_node_start_text(coir_director_scene(director)));
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
}

// SDL has one text input for all windows.
static void text_input_lasts_while_a_node_of_any_window_wants_text(void **state)
{
    CoirDirector *first = open_window(probe("A"), (CoirDirectorDef){0});
    (void)state;
    assert_true(coir_node_start_text(coir_director_scene(first)));
    assert_true(coir_director_frame(first, 0.1));
    CoirDirector *second = open_window(probe("B"), (CoirDirectorDef){0});
    assert_true(SDL_IsTextInputActive());
    for (int i = 0; i < 2; i++) {
        assert_true(coir_node_start_text(coir_director_scene(second)));
        assert_true(coir_director_frame(second, 0.1));
        if (i == 0) {
            coir_stage_stop_text(coir_director_stage(second));
            assert_true(coir_director_frame(second, 0.1));
        } else {
            coir_director_destroy(second);
        }
        assert_true(SDL_IsTextInputActive());
    }
    coir_stage_stop_text(coir_director_stage(first));
    assert_true(coir_director_frame(first, 0.1));
    assert_false(SDL_IsTextInputActive());
    coir_director_destroy(first);
}

// Pushes an event while the director dispatches an event. The new event must wait for the next frame: otherwise the
// frame would never end.
static void push_one_more(void)
{
    push(key_down('x'));
    at.act = push_one_more;
}

static void events_that_make_events_do_not_hold_up_the_frame(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    at.callback = EVENT;
    push_one_more();
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(at.counts[EVENT], 1);
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(at.counts[EVENT], 2);
    coir_director_destroy(director);
}

static void positions_are_in_points_of_the_scene_in_a_window_of_any_size(void **state)
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
    SDL_SetWindowSize(window(0), 300, 100); // the scene is twice as large, 50 pixels from the left edge
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

// Returns the red value of a pixel. `x` and `y` are counted from the upper left corner.
static int red_at(const char *name, int x, int y)
{
    SDL_Surface *picture = IMG_Load(folder_path(name));
    assert_non_null(picture);
    int red = ((const Uint8 *)picture->pixels)[y * picture->pitch + x * picture->format->BytesPerPixel];
    SDL_FreeSurface(picture);
    return red;
}

static void a_node_is_hit_at_its_drawn_position(void **state)
{
    CoirNode *scene = probe("A");
    (void)state;
    CoirDirector *director = open_window(scene, (CoirDirectorDef){.width = 100, .height = 50});
    scene->position = coir_vec2(20, 10);
    scene->size = coir_vec2(8, 8);
    scene->anchor = coir_vec2(0, 0);
    SDL_SetWindowSize(window(0), 100, 150); // with bars of 50 pixels above and below the stage
    push((SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .button = 1, .x = 24, .y = 86}});
    assert_true(coir_director_frame(director, 0.1));
    assert_true(coir_node_contains(scene, at.event.position));
    keep_picture(director, "hit.png");
    coir_director_destroy(director);
    assert_int_equal(red_at("hit.png", 24, 86), 250);
}

static void nodes_outside_the_stage_are_not_drawn_on_the_bars(void **state)
{
    CoirNode *scene = probe("A");
    (void)state;
    CoirDirector *director = open_window(scene, (CoirDirectorDef){.width = 100, .height = 50});
    scene->anchor = coir_vec2(0, 0);
    scene->position = coir_vec2(-4, 20);   // half of the scene sticks out
    SDL_SetWindowSize(window(0), 200, 50); // with bars of 50 pixels to the left and right of the stage
    assert_true(coir_director_frame(director, 0.1));
    keep_picture(director, "beside.png");
    coir_director_destroy(director);
    assert_int_equal(red_at("beside.png", 49, 25), 0);
    assert_int_equal(red_at("beside.png", 50, 25), 250);
}

static void without_a_display_the_error_names_headless(void **state)
{
    (void)state;
    system_set_variable("DISPLAY", NULL);
    system_set_variable("WAYLAND_DISPLAY", NULL);
    system_set_variable("XDG_RUNTIME_DIR", folder.path);
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            system_set_variable("SDL_VIDEODRIVER", NULL);
        else
            system_set_variable("SDL_VIDEODRIVER", ""); // names no driver
        if (i == 0 && coir_display_available())
            skip(); // the display of this system cannot be hidden
        assert_false(coir_display_available());
        assert_null(coir_director_create(&(CoirDirectorDef){.width = WIDTH}));
        assert_non_null(strstr(coir_error(), "headless"));
        assert_false(SDL_WasInit(SDL_INIT_VIDEO));
    }
    system_set_variable("SDL_VIDEODRIVER", "no such driver");
    assert_null(coir_director_create(&(CoirDirectorDef){.width = WIDTH}));
    assert_non_null(strstr(coir_error(), "headless"));
    system_set_variable("SDL_VIDEODRIVER", NULL);
    CoirDirector *director = open_director(probe("A")); // needs no display
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
}

TEST_FILE(director_windows)
{
    const struct CMUnitTest tests[] = {
        director_test(a_window_has_the_requested_settings),
        director_test(a_window_shows_the_same_picture_as_memory),
        director_test(a_window_belongs_to_one_director),
        director_test(events_of_a_window_of_the_program_go_to_the_hook_alone),
        director_test(a_headless_director_takes_the_events_of_a_window_of_the_program),
        director_test(an_event_of_the_program_goes_to_its_window),
        director_test(files_dropped_onto_the_window_are_dispatched_and_freed),
        director_test(a_window_that_loses_the_focus_clicks_nothing),
        director_test(a_hook_sees_the_events_of_sdl_first),
        director_test(sdl_takes_text_only_while_a_node_wants_text),
        director_test(text_input_lasts_while_a_node_of_any_window_wants_text),
        director_test(events_that_make_events_do_not_hold_up_the_frame),
        director_test(positions_are_in_points_of_the_scene_in_a_window_of_any_size),
        director_test(a_node_is_hit_at_its_drawn_position),
        director_test(nodes_outside_the_stage_are_not_drawn_on_the_bars),
        support_not_on_page(director_test, without_a_display_the_error_names_headless),
    };
    return cmocka_run_group_tests_name("director_windows", tests, folder_setup, folder_teardown);
}
