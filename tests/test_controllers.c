// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Controllers of SDL and their events in directors. The tests plug virtual controllers in and out and press their
// buttons. If SDL has no virtual controllers, the tests are skipped.

#include "support/support.h"

#include <string.h>

#include <SDL.h>

#include "app/controllers.h"
#include "coir/coir.h"
#include "support/folder.h"

static CoirDirector *director;
static CoirDirector *other; // second director; NULL in most tests
static CoirInput *input;

static bool listen(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)user;
    switch (event->type) {
    case COIR_EVENT_BUTTON_DOWN: note("%d down %d\n", event->controller, event->button); break;
    case COIR_EVENT_BUTTON_UP: note("%d up %d\n", event->controller, event->button); break;
    case COIR_EVENT_AXIS: note("%d axis %d %.2f\n", event->controller, event->axis, event->value); break;
    case COIR_EVENT_CONTROLLER_ADDED: note("%d added\n", event->controller); break;
    case COIR_EVENT_CONTROLLER_REMOVED: note("%d removed\n", event->controller); break;
    default: break;
    }
    return false;
}

static CoirDirector *open_director(void)
{
    CoirDirector *made = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 16, .height = 16});
    CoirNode *scene = coir_node_new();
    coir_node_listen(scene, listen, NULL);
    coir_director_show(made, scene);
    coir_director_frame(made, 0);
    return made;
}

static int setup(void **state)
{
    support_setup(state);
    SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
    director = open_director();
    input = coir_director_input(director);
    return input ? 0 : -1;
}

static int teardown(void **state)
{
    coir_director_destroy(director);
    if (other)
        coir_director_destroy(other);
    director = other = NULL;
    SDL_Quit();
    return support_teardown(state);
}

#define controllers_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

static void frame(void)
{
    coir_director_frame(director, 0.01);
}

// A virtual controller ------------------------------------------------------------------------------------------------

typedef struct Virtual {
    int device;
    SDL_Joystick *joystick;
} Virtual;

// Plugs in a virtual controller. Skips the test if SDL has no virtual controllers.
static Virtual plug_in(void)
{
    int device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX, 15, 0);
    if (device < 0 || !SDL_IsGameController(device)) {
        print_message("SDL has no virtual controllers here: %s\n", SDL_GetError());
        skip();
    }
    return (Virtual){device, SDL_JoystickOpen(device)};
}

static void pull_out(Virtual *which)
{
    int device = 0;
    while (SDL_JoystickGetDeviceInstanceID(device) != SDL_JoystickInstanceID(which->joystick))
        device++;
    SDL_JoystickDetachVirtual(device);
    SDL_JoystickClose(which->joystick);
}

static void press(const Virtual *which, int button, bool down)
{
    SDL_JoystickSetVirtualButton(which->joystick, button, down);
    SDL_JoystickUpdate();
}

static void push(const Virtual *which, int axis, int value)
{
    SDL_JoystickSetVirtualAxis(which->joystick, axis, (Sint16)value);
    SDL_JoystickUpdate();
}

static bool note_modifiers(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)user;
    note("modifiers %d\n", event->modifiers);
    return false;
}

static void events_of_controllers_have_the_modifiers(void **state)
{
    (void)state;
    coir_node_on(coir_director_scene(director), COIR_EVENT_BUTTON_DOWN, note_modifiers, NULL);
    Virtual pad = plug_in();
    frame();
    forget_trace();
    SDL_SetModState(KMOD_LSHIFT);
    press(&pad, SDL_CONTROLLER_BUTTON_A, true);
    frame();
    SDL_SetModState(KMOD_NONE);
    assert_int_equal(COIR_MODIFIER_SHIFT, 1);
    assert_non_null(strstr(noted(), "modifiers 1\n"));
    forget_trace();
    pull_out(&pad);
    frame();
    forget_trace();
}

static void a_controller_is_pressed_removed_and_plugged_in_again(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Pad south");
    coir_input_bind(input, "up", "Left stick up");
    Virtual pad = plug_in();
    frame();
    assert_non_null(coir_input_controller_name(input, 1));
    forget_trace(); // the trace may also have the first events of the triggers
    press(&pad, SDL_CONTROLLER_BUTTON_A, true);
    push(&pad, SDL_CONTROLLER_AXIS_LEFTY, -32768);
    frame();
    assert_trace("1 down 0\n1 axis 1 1.00\n");
    assert_true(coir_input_pressed(input, "jump") && coir_input_button_pressed(input, 1, COIR_BUTTON_SOUTH));
    assert_true(coir_input_value(input, "up") == 1);
    frame();
    assert_true(coir_input_is_down(input, "jump") && !coir_input_pressed(input, "jump"));

    pull_out(&pad);
    frame();
    // Some versions of SDL release the buttons and axes before they report the removal, in an order of their own.
    assert_non_null(strstr(noted(), "1 up 0\n"));
    assert_non_null(strstr(noted(), "1 axis 1 0.00\n"));
    assert_string_equal(strstr(noted(), "1 removed\n"), "1 removed\n");
    forget_trace();
    assert_true(coir_input_released(input, "jump") && !coir_input_is_down(input, "jump"));
    assert_true(coir_input_value(input, "up") == 0);
    assert_null(coir_input_controller_name(input, 1));

    pad = plug_in();
    frame();
    assert_non_null(coir_input_controller_name(input, 1)); // the number is used again
    assert_false(coir_input_is_down(input, "jump"));
    press(&pad, SDL_CONTROLLER_BUTTON_A, true);
    frame();
    assert_true(coir_input_pressed(input, "jump"));
    pull_out(&pad);
}

static void a_button_that_goes_down_and_up_within_a_frame_is_seen(void **state)
{
    (void)state;
    Virtual pad = plug_in();
    frame();
    press(&pad, SDL_CONTROLLER_BUTTON_DPAD_LEFT, true);
    press(&pad, SDL_CONTROLLER_BUTTON_DPAD_LEFT, false);
    frame();
    assert_true(coir_input_button_pressed(input, 1, COIR_BUTTON_LEFT));
    assert_true(coir_input_button_released(input, 1, COIR_BUTTON_LEFT));
    assert_false(coir_input_is_button_down(input, 1, COIR_BUTTON_LEFT));
    pull_out(&pad);
}

static void an_axis_that_has_not_moved_is_no_news(void **state)
{
    (void)state;
    Virtual pad = plug_in();
    frame();
    push(&pad, SDL_CONTROLLER_AXIS_LEFTX, 32767);
    frame();
    forget_trace();
    SDL_ControllerAxisEvent moved = {.type = SDL_CONTROLLERAXISMOTION,
                                     .which = SDL_JoystickInstanceID(pad.joystick),
                                     .axis = SDL_CONTROLLER_AXIS_LEFTX,
                                     .value = 32767};
    SDL_PushEvent(&(SDL_Event){.caxis = moved});
    frame();
    assert_trace("");
    moved.value = -32768;
    SDL_PushEvent(&(SDL_Event){.caxis = moved});
    frame();
    assert_trace("1 axis 0 -1.00\n");
    pull_out(&pad);
}

static void a_number_stays_while_others_go(void **state)
{
    (void)state;
    Virtual first = plug_in();
    frame();
    Virtual second = plug_in();
    frame();
    pull_out(&first);
    frame();
    assert_null(coir_input_controller_name(input, 1));
    press(&second, SDL_CONTROLLER_BUTTON_B, true);
    frame();
    assert_true(coir_input_is_button_down(input, 2, COIR_BUTTON_EAST));
    Virtual third = plug_in();
    frame();
    assert_non_null(coir_input_controller_name(input, 1));
    pull_out(&second);
    pull_out(&third);
}

static void two_directors_get_the_event_of_a_controller(void **state)
{
    (void)state;
    other = open_director();
    Virtual pad = plug_in();
    frame();
    CoirDirector *late = open_director(); // made when the controller is already plugged in
    forget_trace();
    press(&pad, SDL_CONTROLLER_BUTTON_A, true);
    frame();
    assert_trace("1 down 0\n1 down 0\n1 down 0\n");
    assert_true(coir_input_is_button_down(coir_director_input(other), 1, COIR_BUTTON_SOUTH));
    coir_director_destroy(director); // the director that was made first
    director = other;
    other = NULL;
    press(&pad, SDL_CONTROLLER_BUTTON_A, false);
    frame();
    assert_trace("1 up 0\n1 up 0\n");
    coir_director_destroy(late);
    pull_out(&pad);
    frame();
    assert_trace("1 removed\n");
}

static CoirDirector *doomed;

static bool destroy_doomed(CoirNode *node, const CoirEvent *event, void *user)
{
    CoirDirector *last = doomed;
    (void)node;
    (void)event;
    (void)user;
    note("destroy\n");
    doomed = NULL;
    coir_director_destroy(last);
    return true;
}

static void a_listener_may_destroy_the_director_that_gets_the_event_next(void **state)
{
    (void)state;
    Virtual pad = plug_in();
    doomed = director;
    director = open_director(); // receives events first
    frame();
    forget_trace();
    coir_node_unlisten(coir_director_scene(director), listen, NULL);
    coir_node_listen(coir_director_scene(director), destroy_doomed, NULL);
    press(&pad, SDL_CONTROLLER_BUTTON_A, true);
    frame();
    assert_trace("destroy\n");
    pull_out(&pad);
}

// The director with a window is SDL's only user of controllers, so its end closes the controller.
static void a_listener_of_an_added_controller_may_destroy_the_last_user_of_controllers(void **state)
{
    (void)state;
    system_set_variable("SDL_VIDEODRIVER", "dummy");
    other = doomed = coir_director_create(&(CoirDirectorDef){.width = 16, .height = 16}); // receives events first
    assert_non_null(doomed);
    SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    assert_true(coir_director_show(doomed, coir_node_new()) && coir_director_frame(doomed, 0));
    coir_node_on(coir_director_scene(doomed), COIR_EVENT_CONTROLLER_ADDED, destroy_doomed, NULL);
    plug_in();
    other = NULL; // from now on, the listener destroys the director
    frame();
    assert_trace("destroy\n");
    assert_false(SDL_WasInit(SDL_INIT_GAMECONTROLLER));
    assert_null(coir_input_controller_name(input, 1));
}

static bool end_subsystem(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)event;
    (void)user;
    SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER); // frees SDL's name of the controller
    return false;
}

static bool compare_names(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)user;
    note("%s\n", strcmp(event->text, coir_input_controller_name(input, 1)) == 0 ? "same name" : event->text);
    return false;
}

static void the_name_of_an_added_controller_outlives_sdls_subsystem(void **state)
{
    (void)state;
    CoirNode *scene = coir_director_scene(director);
    coir_node_unlisten(scene, listen, NULL);
    coir_node_on(scene, COIR_EVENT_CONTROLLER_ADDED, end_subsystem, NULL);
    coir_node_on(scene, COIR_EVENT_CONTROLLER_ADDED, compare_names, NULL);
    plug_in();
    frame();
    assert_trace("same name\n");
}

static void a_stick_that_is_held_is_known_again_after_the_focus_was_lost(void **state)
{
    (void)state;
    Virtual pad = plug_in();
    frame();
    push(&pad, SDL_CONTROLLER_AXIS_RIGHTX, 32767);
    frame();
    coir_input_release_all(input);
    assert_true(coir_input_axis_value(input, 1, COIR_AXIS_RIGHT_X) == 0);
    coir_controllers_read(input);
    assert_true(coir_input_axis_value(input, 1, COIR_AXIS_RIGHT_X) == 1);
    pull_out(&pad);
}

static void the_end_of_sdls_subsystem_removes_the_controllers(void **state)
{
    (void)state;
    coir_controllers_start();
    plug_in();
    frame();
    assert_non_null(coir_input_controller_name(input, 1));
    SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    coir_controllers_stop(); // this was the last user of SDL's subsystem, so SDL ends the subsystem
    assert_null(coir_input_controller_name(input, 1));
    SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
    Virtual pad = plug_in();
    frame();
    assert_non_null(coir_input_controller_name(input, 1));
    pull_out(&pad);
}

// SDL posts no event for the controllers that it closes.
static void controllers_are_removed_when_the_program_ends_sdls_subsystem(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        plug_in();
        frame();
        assert_non_null(coir_input_controller_name(input, 1));
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
        if (i == 0)
            frame();
        assert_int_equal(SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER), 0);
        frame();
        assert_null(coir_input_controller_name(input, 1));
    }
}

// Controllers of the program, rumble, mappings ------------------------------------------------------------------------

static void a_controller_connected_by_the_program_keeps_its_number(void **state)
{
    (void)state;
    coir_input_connect(input, 1, "mine");
    Virtual pad = plug_in();
    frame();
    assert_string_equal(coir_input_controller_name(input, 1), "mine");
    assert_non_null(coir_input_controller_name(input, 2));
    pull_out(&pad);
}

static void a_controller_connected_by_the_program_gets_nothing_from_a_real_one_with_its_number(void **state)
{
    (void)state;
    Virtual pad = plug_in();
    frame();
    CoirInput *inputs[] = {input, coir_input_new()};
    assert_true(coir_input_disconnect(input, 1));
    for (int i = 0; i < 2; i++) {
        assert_true(coir_input_connect(inputs[i], 1, "mine"));
        assert_false(coir_input_rumble(inputs[i], 1, 1, 1, 1));
        assert_non_null(strstr(coir_error(), "controller 1 exists in this program only"));
    }
    press(&pad, SDL_CONTROLLER_BUTTON_A, true);
    push(&pad, SDL_CONTROLLER_AXIS_LEFTX, 32767);
    frame();
    coir_controllers_read(input);
    assert_false(coir_input_is_button_down(input, 1, COIR_BUTTON_SOUTH));
    assert_true(coir_input_axis_value(input, 1, COIR_AXIS_LEFT_X) == 0);
    pull_out(&pad);
    frame();
    assert_string_equal(coir_input_controller_name(input, 1), "mine");
    coir_input_destroy(inputs[1]);
}

static void a_controller_without_rumble_is_reported(void **state)
{
    (void)state;
    assert_false(coir_input_rumble(input, 1, 1, 1, 1));
    assert_mistake("coir_input_rumble: controller 1 is not connected");
    coir_input_connect(input, 1, NULL);
    assert_false(coir_input_rumble(input, 1, 1, 1, 1));
    assert_non_null(strstr(coir_error(), "controller 1 exists in this program only"));
    const double bad[][3] = {{-1, 0, 1}, {0, 2, 1}, {0, 0, -1}, {0, 0, 61}, {0, 0, 1e300}};
    for (int i = 0; i < 5; i++) {
        assert_false(coir_input_rumble(input, 1, bad[i][0], bad[i][1], bad[i][2]));
        assert_mistake("coir_input_rumble: strengths");
    }
    assert_false(coir_input_rumble(NULL, 1, 1, 1, 1));
    assert_mistake("coir_input_rumble");
}

#define GUID "03000000123456780000000000000000,Reef,"

static void mappings_are_read_and_wrong_lines_reported(void **state)
{
    static const char good[] = "# comment\n\n" GUID "a:b0,b:b1,\r\n" GUID "a:b7,b:b8,platform:Nowhere,\n";
    static const char bad[] = "# comment\nnonsense\n" GUID "a:b1,b:b0,";
    (void)state;
    assert_true(coir_controllers_load_mappings(folder_write("good.txt", good, sizeof good - 1)));
    SDL_JoystickGUID guid = SDL_JoystickGetGUIDFromString("03000000123456780000000000000000");
    char *mapping = SDL_GameControllerMappingForGUID(guid);
    assert_non_null(mapping);
    assert_non_null(strstr(mapping, "a:b0,b:b1"));
    SDL_free(mapping);
    assert_false(coir_controllers_load_mappings(folder_write("bad.txt", bad, sizeof bad - 1)));
    assert_non_null(strstr(coir_error(), "bad.txt', line 2 is no mapping: 'nonsense'"));
    mapping = SDL_GameControllerMappingForGUID(guid);
    assert_non_null(strstr(mapping, "a:b1,b:b0")); // the line after the wrong line was read
    SDL_free(mapping);
    assert_false(coir_controllers_load_mappings(folder_path("missing.txt")));
    assert_non_null(strstr(coir_error(), "missing.txt"));
    assert_false(coir_controllers_load_mappings(NULL));
    assert_mistake("coir_controllers_load_mappings");
    SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    assert_false(coir_controllers_load_mappings("x"));
    assert_mistake("coir_controllers_load_mappings");
}

TEST_FILE(controllers)
{
    const struct CMUnitTest tests[] = {
        controllers_test(a_controller_is_pressed_removed_and_plugged_in_again),
        controllers_test(a_button_that_goes_down_and_up_within_a_frame_is_seen),
        controllers_test(an_axis_that_has_not_moved_is_no_news),
        controllers_test(a_number_stays_while_others_go),
        controllers_test(two_directors_get_the_event_of_a_controller),
        controllers_test(a_listener_may_destroy_the_director_that_gets_the_event_next),
        controllers_test(a_listener_of_an_added_controller_may_destroy_the_last_user_of_controllers),
        controllers_test(the_name_of_an_added_controller_outlives_sdls_subsystem),
        controllers_test(a_stick_that_is_held_is_known_again_after_the_focus_was_lost),
        controllers_test(the_end_of_sdls_subsystem_removes_the_controllers),
        controllers_test(controllers_are_removed_when_the_program_ends_sdls_subsystem),
        controllers_test(a_controller_connected_by_the_program_keeps_its_number),
        controllers_test(a_controller_connected_by_the_program_gets_nothing_from_a_real_one_with_its_number),
        controllers_test(a_controller_without_rumble_is_reported),
        controllers_test(events_of_controllers_have_the_modifiers),
        controllers_test(mappings_are_read_and_wrong_lines_reported),
    };
    return cmocka_run_group_tests_name("controllers", tests, folder_setup, folder_teardown);
}
