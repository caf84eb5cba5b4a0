// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The state of the devices, and how the events of the devices reach the nodes.

#include "support/support.h"

#include <math.h>
#include <string.h>

#include "coir/coir.h"
#include "input/input.h"

static CoirInput *input;

static int setup(void **state)
{
    support_setup(state);
    input = coir_input_new();
    return input ? 0 : -1;
}

static int teardown(void **state)
{
    coir_input_destroy(input);
    input = NULL;
    return support_teardown(state);
}

#define input_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

// Returns the state of a key as three characters, such as "dp-": d = down, p = pressed, r = released.
static const char *key(CoirKey which)
{
    static char text[4];
    text[0] = coir_input_is_key_down(input, which) ? 'd' : '-';
    text[1] = coir_input_key_pressed(input, which) ? 'p' : '-';
    text[2] = coir_input_key_released(input, which) ? 'r' : '-';
    return text;
}

static void a_press_is_seen_by_exactly_one_step(void **state)
{
    (void)state;
    coir_input_key(input, COIR_KEY_SPACE, true);
    assert_string_equal(key(COIR_KEY_SPACE), "d--"); // no step yet
    coir_input_step(input);
    assert_string_equal(key(COIR_KEY_SPACE), "dp-");
    coir_input_step(input);
    assert_string_equal(key(COIR_KEY_SPACE), "d--");
    coir_input_key(input, COIR_KEY_SPACE, false);
    assert_string_equal(key(COIR_KEY_SPACE), "---");
    coir_input_step(input);
    assert_string_equal(key(COIR_KEY_SPACE), "--r");
    coir_input_step(input);
    assert_string_equal(key(COIR_KEY_SPACE), "---");
    assert_string_equal(key(COIR_KEY_A), "---");
}

static void a_key_that_goes_down_and_up_between_steps_is_pressed_and_released(void **state)
{
    (void)state;
    coir_input_key(input, COIR_KEY_X, true);
    coir_input_key(input, COIR_KEY_X, false);
    coir_input_step(input);
    assert_string_equal(key(COIR_KEY_X), "-pr");
    coir_input_step(input);
    assert_string_equal(key(COIR_KEY_X), "---");

    coir_input_key(input, COIR_KEY_X, true);
    coir_input_step(input);
    coir_input_key(input, COIR_KEY_X, false);
    coir_input_key(input, COIR_KEY_X, true);
    coir_input_step(input);
    assert_string_equal(key(COIR_KEY_X), "dpr");
}

static void a_key_that_repeats_is_pressed_once(void **state)
{
    (void)state;
    coir_input_key(input, COIR_KEY_X, true);
    coir_input_step(input);
    coir_input_key(input, COIR_KEY_X, true);
    coir_input_step(input);
    assert_string_equal(key(COIR_KEY_X), "d--");
}

static void the_pointer_and_a_finger_may_move_from_one_limit_to_the_other(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        float x = i % 2 == 0 ? 1e12F : -1e12F;
        coir_input_pointer_move(input, x, 0);
        coir_input_touch(input, 7, x, 0);
        assert_true(coir_input_pointer_position(input).x == x);
    }
    assert_string_equal(coir_error(), "");
}

static void the_mouse_moves_and_its_buttons_go_down(void **state)
{
    (void)state;
    coir_input_pointer_move(input, 10, 20);
    coir_input_pointer_move(input, 13, 16);
    coir_input_pointer(input, 3, true);
    coir_input_step(input);
    assert_true(coir_input_pointer_position(input).x == 13 && coir_input_pointer_position(input).y == 16);
    assert_true(coir_input_pointer_delta(input).x == 13 && coir_input_pointer_delta(input).y == 16);
    assert_true(coir_input_is_pointer_down(input, 3) && coir_input_pointer_pressed(input, 3));
    assert_false(coir_input_is_pointer_down(input, 1));
    coir_input_pointer(input, 3, false);
    coir_input_step(input);
    assert_true(coir_input_pointer_delta(input).x == 0);
    assert_true(coir_input_pointer_released(input, 3));
    assert_false(coir_input_is_pointer_down(input, 3));
    assert_false(coir_input_is_pointer_down(input, 0) || coir_input_is_pointer_down(input, 6));
}

static void the_wheel_adds_up_until_the_next_step(void **state)
{
    (void)state;
    coir_input_wheel(input, 0, 1);
    coir_input_wheel(input, 0.5f, 1.5f);
    assert_true(coir_input_wheel_delta(input).y == 0);
    coir_input_step(input);
    assert_true(coir_input_wheel_delta(input).x == 0.5f && coir_input_wheel_delta(input).y == 2.5f);
    coir_input_step(input);
    assert_true(coir_input_wheel_delta(input).y == 0);
}

static void the_first_finger_is_the_pointer(void **state)
{
    (void)state;
    coir_input_touch(input, 7, 10, 10);
    coir_input_touch(input, 8, 50, 50);
    coir_input_touch(input, 7, 12, 11);
    coir_input_step(input);
    assert_int_equal(coir_input_finger_count(input), 2);
    assert_true(coir_input_finger(input, 0).finger == 7 && coir_input_finger(input, 0).position.x == 12);
    assert_true(coir_input_finger(input, 1).finger == 8);
    assert_true(coir_input_finger(input, 2).finger == 0 && coir_input_finger(input, -1).finger == 0);
    assert_true(coir_input_pointer_pressed(input, 1));
    assert_true(coir_input_pointer_position(input).x == 12);
    coir_input_lift(input, 7);
    assert_false(coir_input_is_pointer_down(input, 1)); // the second finger does not take over
    assert_int_equal(coir_input_finger_count(input), 1);
    assert_true(coir_input_finger(input, 0).finger == 8);
    assert_false(coir_input_lift(input, 7));
    assert_mistake("coir_input_lift");
    assert_false(coir_input_touch(input, 0, 1, 1));
    assert_mistake("coir_input_touch");
}

static void assert_pointer_at(float x, float y)
{
    CoirVec2 position = coir_input_pointer_position(input);
    if (position.x != x || position.y != y)
        fail_msg("the pointer is at %g, %g instead of %g, %g", position.x, position.y, x, y);
}

// A cancel names a finger, but no position.
static void a_pointer_that_is_cancelled_stays_at_its_position(void **state)
{
    (void)state;
    coir_input_pointer_move(input, 100, 50);
    coir_input_event(input, &(CoirEvent){.type = COIR_EVENT_POINTER_CANCEL});
    assert_pointer_at(100, 50);
    coir_input_touch(input, 7, 20, 30);
    coir_input_event(input, &(CoirEvent){.type = COIR_EVENT_POINTER_CANCEL, .finger = 7, .button = 1});
    assert_int_equal(coir_input_finger_count(input), 0);
    assert_pointer_at(20, 30);
}

static void the_mouse_and_a_finger_share_the_left_button(void **state)
{
    (void)state;
    coir_input_pointer(input, 1, true);
    coir_input_touch(input, 5, 1, 1);
    coir_input_pointer(input, 1, false);
    coir_input_step(input);
    assert_true(coir_input_is_pointer_down(input, 1));
    assert_false(coir_input_pointer_released(input, 1));
    coir_input_lift(input, 5);
    coir_input_step(input);
    assert_true(coir_input_pointer_released(input, 1));
}

static void more_fingers_than_have_a_state_do_no_harm(void **state)
{
    (void)state;
    for (int i = 1; i <= COIR_FINGERS; i++)
        coir_input_touch(input, i, 0, 0);
    assert_false(coir_input_touch(input, COIR_FINGERS + 1, 0, 0));
    assert_mistake("coir_input_touch: 10 fingers are down");
    coir_input_event(input, &(CoirEvent){.type = COIR_EVENT_POINTER_DOWN, .finger = COIR_FINGERS + 1, .button = 1});
    assert_int_equal(coir_input_finger_count(input), COIR_FINGERS);
    coir_input_release_all(input);
    assert_int_equal(coir_input_finger_count(input), 0);
}

static void a_controller_has_buttons_and_axes(void **state)
{
    (void)state;
    assert_null(coir_input_controller_name(input, 2));
    assert_true(coir_input_axis_value(input, 2, COIR_AXIS_LEFT_X) == 0);
    coir_input_connect(input, 2, "Blue");
    assert_string_equal(coir_input_controller_name(input, 2), "Blue");
    coir_input_button(input, 2, COIR_BUTTON_SOUTH, true);
    coir_input_axis(input, 2, COIR_AXIS_LEFT_Y, -0.75f);
    coir_input_step(input);
    assert_true(coir_input_is_button_down(input, 2, COIR_BUTTON_SOUTH));
    assert_true(coir_input_button_pressed(input, 0, COIR_BUTTON_SOUTH));
    assert_false(coir_input_is_button_down(input, 1, COIR_BUTTON_SOUTH));
    assert_true(coir_input_axis_value(input, 2, COIR_AXIS_LEFT_Y) == -0.75f);
    assert_true(coir_input_axis_value(input, 0, COIR_AXIS_LEFT_Y) == -0.75f);
    assert_true(coir_input_axis_value(input, 1, COIR_AXIS_LEFT_Y) == 0);
    assert_true(coir_input_axis_pressed(input, 2, COIR_AXIS_LEFT_Y, -1));
    assert_false(coir_input_is_axis_down(input, 2, COIR_AXIS_LEFT_Y, 1));
    coir_input_axis(input, 2, COIR_AXIS_LEFT_Y, -0.45f); // between the limits for down and up: still down
    coir_input_step(input);
    assert_true(coir_input_is_axis_down(input, 0, COIR_AXIS_LEFT_Y, -1));
    coir_input_axis(input, 2, COIR_AXIS_LEFT_Y, -0.35f);
    coir_input_step(input);
    assert_true(coir_input_axis_released(input, 2, COIR_AXIS_LEFT_Y, -1));
    coir_input_axis(input, 2, COIR_AXIS_LEFT_Y, 9);
    assert_true(coir_input_axis_value(input, 2, COIR_AXIS_LEFT_Y) == 1);
}

static void the_value_of_an_axis_stays_in_its_range(void **state)
{
    (void)state;
    coir_input_connect(input, 1, NULL);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_TRIGGER, -1);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_Y, -3);
    coir_input_axis(input, 1, COIR_AXIS_RIGHT_TRIGGER, 3);
    coir_input_step(input);
    assert_true(coir_input_axis_value(input, 1, COIR_AXIS_LEFT_TRIGGER) == 0);
    assert_true(coir_input_axis_value(input, 1, COIR_AXIS_LEFT_Y) == -1);
    assert_true(coir_input_axis_value(input, 1, COIR_AXIS_RIGHT_TRIGGER) == 1);
}

static void a_controller_that_is_removed_releases_all_its_buttons(void **state)
{
    (void)state;
    coir_input_connect(input, 1, NULL);
    assert_string_equal(coir_input_controller_name(input, 1), "controller");
    coir_input_button(input, 1, COIR_BUTTON_EAST, true);
    coir_input_axis(input, 1, COIR_AXIS_RIGHT_TRIGGER, 1);
    coir_input_step(input);
    coir_input_disconnect(input, 1);
    assert_false(coir_input_is_button_down(input, 1, COIR_BUTTON_EAST));
    assert_true(coir_input_axis_value(input, 1, COIR_AXIS_RIGHT_TRIGGER) == 0);
    coir_input_step(input);
    assert_true(coir_input_button_released(input, 1, COIR_BUTTON_EAST));
    assert_true(coir_input_axis_released(input, 1, COIR_AXIS_RIGHT_TRIGGER, 1));
    assert_null(coir_input_controller_name(input, 1));
    assert_false(coir_input_button(input, 1, COIR_BUTTON_EAST, true));
    assert_mistake("coir_input_button: controller 1 is not connected");
    coir_input_connect(input, 1, "again");
    assert_false(coir_input_is_button_down(input, 1, COIR_BUTTON_EAST));
    assert_false(coir_input_connect(input, 1, "twice"));
    assert_mistake("coir_input_connect");
}

static void bad_events_change_nothing(void **state)
{
    (void)state;
    const CoirEvent bad[] = {
        {.type = COIR_EVENT_POINTER_CANCEL, .button = 49087},
        {.type = COIR_EVENT_KEY_DOWN, .key = (CoirKey)COIR_KEY_COUNT},
        {.type = COIR_EVENT_KEY_DOWN, .key = (CoirKey)-1},
        {.type = COIR_EVENT_KEY_DOWN, .key = (CoirKey)102}, // a gap between two key codes
        {.type = COIR_EVENT_KEY_UP, .key = (CoirKey)3},
        {.type = COIR_EVENT_POINTER_DOWN, .button = -7},
        {.type = COIR_EVENT_POINTER_DOWN, .button = 77},
        {.type = COIR_EVENT_POINTER_DOWN},
        {.type = COIR_EVENT_POINTER_UP, .button = 6},
        {.type = COIR_EVENT_POINTER_DOWN, .finger = 3, .button = 2},
        {.type = COIR_EVENT_POINTER_DOWN, .button = 1, .clicks = -5},
        {.type = COIR_EVENT_PINCH, .scale = -3},
        {.type = COIR_EVENT_TEXT_EDITING, .text = "a", .cursor = -4},
        {.type = COIR_EVENT_TEXT_EDITING, .text = "a", .selection = -1},
        {.type = COIR_EVENT_POINTER_MOVE, .position = {NAN, 0}},
        {.type = COIR_EVENT_POINTER_MOVE, .delta = {0, INFINITY}},
        {.type = COIR_EVENT_WHEEL, .delta = {-INFINITY, 0}},
        {.type = COIR_EVENT_POINTER_MOVE, .position = {3e38f, 0}}, // the distance to -3e38 would be infinite
        {.type = COIR_EVENT_POINTER_DOWN, .position = {0, -3e38f}},
        {.type = COIR_EVENT_WHEEL, .delta = {1e30f, 0}},
        {.type = COIR_EVENT_DRAG, .start = {0, NAN}},
        {.type = COIR_EVENT_PINCH, .scale = NAN},
        {.type = COIR_EVENT_PINCH, .rotation = INFINITY},
        {.type = COIR_EVENT_RESIZED, .size = {NAN, 100}},
        {.type = COIR_EVENT_RESIZED, .size = {100, -INFINITY}},
        {.type = COIR_EVENT_AXIS, .controller = 1, .axis = COIR_AXIS_COUNT},
        {.type = COIR_EVENT_AXIS, .controller = 1, .value = NAN},
        {.type = COIR_EVENT_AXIS, .controller = 9},
        {.type = COIR_EVENT_BUTTON_DOWN, .controller = 1, .button = COIR_BUTTON_COUNT},
        {.type = COIR_EVENT_BUTTON_DOWN, .controller = 1, .button = -1},
        {.type = COIR_EVENT_BUTTON_DOWN, .controller = 0},
        {.type = COIR_EVENT_CONTROLLER_ADDED, .controller = 0},
        {.type = COIR_EVENT_CONTROLLER_ADDED, .controller = 1},
        {.type = COIR_EVENT_CONTROLLER_REMOVED, .controller = 2},
        {.type = COIR_EVENT_TEXT},
        {.type = COIR_EVENT_TEXT_EDITING},
        {.type = COIR_EVENT_FILE_DROPPED},
        {.type = COIR_EVENT_TEXT_DROPPED},
        {.type = COIR_EVENT_CUSTOM},
    };
    coir_input_connect(input, 1, NULL);
    uint8_t before[SWITCH_COUNT];
    memcpy(before, input->state->switches, sizeof before);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(coir_input_event(input, &bad[i]));
        assert_mistake("coir_input_event");
    }
    assert_memory_equal(before, input->state->switches, sizeof before);
    assert_false(coir_input_event(input, NULL));
    assert_mistake("coir_input_event");
    assert_false(coir_input_touch(input, 1, 3e38f, 0));
    assert_mistake("coir_input_touch: the position's x is ");
    assert_int_equal(coir_input_finger_count(input), 0);
    assert_false(coir_input_pointer_move(input, 0, -3e38f));
    assert_mistake("coir_input_pointer_move: the position's y is ");
    assert_true(coir_input_pointer_position(input).y == 0);
    assert_false(coir_input_pointer(input, 6, true));
    assert_mistake("coir_input_pointer");
    assert_false(coir_input_key(input, (CoirKey)102, true));
    assert_mistake("coir_input_key: there is no key 102");
    assert_false(coir_input_key(input, COIR_KEY_NONE, true));
    assert_mistake("coir_input_key: the key is COIR_KEY_NONE");
    assert_false(coir_input_is_axis_down(input, 1, COIR_AXIS_LEFT_X, 0));
    assert_mistake("coir_input_is_axis_down");
    assert_false(coir_input_is_button_down(input, 9, COIR_BUTTON_SOUTH));
    assert_mistake("coir_input_is_button_down");
}

static void a_device_may_send_a_key_without_a_name(void **state)
{
    CoirEvent event = {.type = COIR_EVENT_KEY_DOWN, .character = 'x'};
    (void)state;
    coir_input_event(input, &event);
    coir_input_step(input);
    assert_false(coir_input_key_pressed(input, COIR_KEY_NONE));
    assert_string_equal(coir_error(), "");
}

static void null_is_no_input(void **state)
{
    (void)state;
    assert_false(coir_input_key(NULL, COIR_KEY_A, true));
    assert_mistake("coir_input_key");
    assert_false(coir_input_touch(NULL, 1, 0, 0));
    assert_mistake("coir_input_touch");
    assert_false(coir_input_lift(NULL, 1));
    assert_mistake("coir_input_lift");
    assert_false(coir_input_is_key_down(NULL, COIR_KEY_A));
    assert_mistake("coir_input_is_key_down");
    coir_input_step(NULL);
    assert_mistake("coir_input_step");
    coir_input_release_all(NULL);
    assert_mistake("coir_input_release_all");
    assert_null(coir_input_player(NULL, 1));
    assert_mistake("coir_input_player");
    assert_int_equal(coir_input_finger_count(NULL), 0);
    assert_true(coir_input_pointer_position(NULL).x == 0);
    coir_input_destroy(NULL);
}

static void the_input_of_a_player_cannot_be_destroyed(void **state)
{
    (void)state;
    coir_input_destroy(coir_input_player(input, 1));
    assert_mistake("player 1");
    coir_input_key(input, COIR_KEY_A, true);
}

// With nodes ----------------------------------------------------------------------------------------------------------

static CoirDirector *director;
static bool deals;

static bool listen(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)user;
    switch (event->type) {
    case COIR_EVENT_KEY_DOWN:
    case COIR_EVENT_KEY_UP:
        note("key %s%s%s '%c' %d\n", coir_key_name(event->key), event->type == COIR_EVENT_KEY_UP ? " up" : "",
             event->repeated ? " again" : "", event->character >= ' ' ? (char)event->character : '-', event->modifiers);
        break;
    case COIR_EVENT_BUTTON_DOWN:
    case COIR_EVENT_BUTTON_UP:
        note("%d %s%s\n", event->controller, coir_button_name((CoirButton)event->button),
             event->type == COIR_EVENT_BUTTON_UP ? " up" : "");
        break;
    case COIR_EVENT_AXIS: note("%d axis %d %g\n", event->controller, event->axis, event->value); break;
    case COIR_EVENT_CONTROLLER_ADDED: note("%d added: %s\n", event->controller, event->text); break;
    case COIR_EVENT_CONTROLLER_REMOVED: note("%d removed\n", event->controller); break;
    case COIR_EVENT_FOCUS_LOST: note("focus lost\n"); break;
    case COIR_EVENT_TEXT: note("text %s\n", event->text); break;
    case COIR_EVENT_POINTER_UP: note("pointer %d up, finger %d\n", event->button, (int)event->finger); break;
    default: break;
    }
    return deals;
}

static int director_setup(void **state)
{
    support_setup(state);
    deals = false;
    director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 32, .height = 32});
    CoirNode *scene = coir_node_new();
    coir_node_listen(scene, listen, NULL);
    coir_director_show(director, scene);
    coir_director_frame(director, 0);
    input = coir_director_input(director);
    forget_trace();
    return input ? 0 : -1;
}

static int director_teardown(void **state)
{
    coir_director_destroy(director);
    return support_teardown(state);
}

#define director_test(function) cmocka_unit_test_setup_teardown(function, director_setup, director_teardown)

static void events_reach_the_nodes_with_all_fields(void **state)
{
    (void)state;
    assert_false(coir_input_key(input, COIR_KEY_LEFT_SHIFT, true));
    assert_false(coir_input_key(input, COIR_KEY_SEMICOLON, true));
    assert_false(coir_input_key(input, COIR_KEY_SEMICOLON, true));
    deals = true;
    assert_true(coir_input_key(input, COIR_KEY_SEMICOLON, false));
    assert_trace("key Left Shift '-' 1\nkey Semicolon ';' 1\nkey Semicolon again ';' 1\nkey Semicolon up ';' 1\n");
    assert_true(coir_input_is_key_down(input, COIR_KEY_LEFT_SHIFT)); // the state ignores the result of the listener
}

static void listen_for_jump(void)
{
    coir_input_bind(input, "jump", "Space");
    assert_true(coir_input_listen_for(input, "jump", 0, NULL, NULL));
    forget_trace();
}

static void nodes_receive_nothing_of_a_press_that_listening_took(void **state)
{
    (void)state;
    listen_for_jump();
    assert_true(coir_input_key(input, COIR_KEY_ESCAPE, true));
    assert_false(coir_input_key(input, COIR_KEY_X, true)); // another press
    coir_director_frame(director, 0.1);
    assert_true(coir_input_key(input, COIR_KEY_ESCAPE, true)); // the key repeats
    assert_true(coir_input_key(input, COIR_KEY_ESCAPE, false));
    assert_false(coir_input_key(input, COIR_KEY_X, false));
    assert_false(coir_input_key(input, COIR_KEY_ESCAPE, true)); // the next press
    assert_false(coir_input_key(input, COIR_KEY_ESCAPE, false));
    assert_trace("key X 'x' 0\nkey X up 'x' 0\nkey Escape '-' 0\nkey Escape up '-' 0\n");
    listen_for_jump();
    coir_input_connect(input, 2, "Blue");
    forget_trace();
    assert_true(coir_input_button(input, 2, COIR_BUTTON_SOUTH, true));
    coir_input_connect(input, 1, "Red");
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, true); // of another controller
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, false);
    assert_true(coir_input_button(input, 2, COIR_BUTTON_SOUTH, false));
    assert_trace("1 added: Red\n1 Pad south\n1 Pad south up\n");
}

static void nodes_receive_an_axis_that_listening_took_again_after_its_release(void **state)
{
    (void)state;
    coir_input_connect(input, 1, NULL);
    listen_for_jump();
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, 0.3f);
    assert_true(coir_input_axis(input, 1, COIR_AXIS_LEFT_X, 0.6f));
    assert_true(coir_input_axis(input, 1, COIR_AXIS_LEFT_X, 1));
    coir_input_axis(input, 1, COIR_AXIS_LEFT_Y, 1);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, 0.25f);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, 1);
    assert_trace("1 axis 0 0.3\n1 axis 1 1\n1 axis 0 0.25\n1 axis 0 1\n");
    listen_for_jump();
    assert_true(coir_input_axis(input, 1, COIR_AXIS_LEFT_X, -1));
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, 1); // the other direction is another press
    assert_trace("1 axis 0 1\n");
}

static void nodes_receive_touches_while_a_press_of_the_mouse_is_taken(void **state)
{
    (void)state;
    listen_for_jump();
    assert_true(coir_input_pointer(input, 1, true));
    coir_input_touch(input, 4, 1, 1);
    assert_true(coir_input_pointer(input, 1, false));
    coir_input_pointer(input, 1, true); // the finger still holds the button that both share
    coir_input_pointer(input, 1, false);
    coir_input_lift(input, 4);
    assert_trace("pointer 1 up, finger 0\npointer 1 up, finger 4\n");
}

static void a_node_that_got_a_press_gets_the_release(void **state)
{
    (void)state;
    coir_input_key(input, COIR_KEY_A, true);
    coir_input_pointer(input, 1, true);
    coir_input_pointer(input, 3, true);
    coir_input_touch(input, 4, 1, 1);
    coir_input_connect(input, 3, "Red");
    coir_input_button(input, 3, COIR_BUTTON_LEFT, true);
    coir_input_axis(input, 3, COIR_AXIS_RIGHT_X, 0.25f);
    forget_trace();
    coir_input_release_all(input);
    assert_trace("key A up 'a' 0\npointer 1 up, finger 0\npointer 3 up, finger 0\npointer 1 up, finger 4\n"
                 "3 Pad left up\n3 axis 2 0\n");
    coir_input_release_all(input);
    assert_trace("");
    coir_input_button(input, 3, COIR_BUTTON_LEFT, true);
    coir_input_disconnect(input, 3);
    assert_trace("3 Pad left\n3 Pad left up\n3 removed\n");
}

static bool note_modifiers(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)user;
    note("modifiers %d\n", event->modifiers);
    return false;
}

static void the_releases_of_a_controller_that_goes_have_the_modifiers(void **state)
{
    (void)state;
    coir_input_connect(input, 1, NULL);
    coir_input_key(input, COIR_KEY_LEFT_SHIFT, true);
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, true);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, 1);
    coir_node_on(coir_director_scene(director), COIR_EVENT_BUTTON_UP, note_modifiers, NULL);
    coir_node_on(coir_director_scene(director), COIR_EVENT_AXIS, note_modifiers, NULL);
    forget_trace();
    assert_int_equal(COIR_MODIFIER_SHIFT, 1);
    coir_input_disconnect(input, 1);
    assert_trace("1 Pad south up\nmodifiers 1\n1 axis 0 0\nmodifiers 1\n1 removed\n");
}

static void a_controller_without_a_name_has_a_name_for_listeners(void **state)
{
    (void)state;
    assert_true(coir_input_connect(input, 1, NULL));
    coir_input_event(input, &(CoirEvent){.type = COIR_EVENT_CONTROLLER_ADDED, .controller = 2});
    assert_trace("1 added: controller\n2 added: controller\n");
    assert_string_equal(coir_input_controller_name(input, 2), "controller");
}

static bool press_south(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)user;
    coir_input_button(input, event->controller, COIR_BUTTON_SOUTH, true);
    return false;
}

static void nodes_receive_the_value_of_an_axis_in_its_range(void **state)
{
    (void)state;
    coir_input_connect(input, 1, NULL);
    forget_trace();
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, 5);
    coir_input_axis(input, 1, COIR_AXIS_RIGHT_X, -5);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_TRIGGER, -1);
    assert_trace("1 axis 0 1\n1 axis 2 -1\n1 axis 4 0\n");
}

static void a_controller_that_goes_cannot_be_pressed_meanwhile(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Pad south");
    coir_input_connect(input, 1, NULL);
    coir_input_button(input, 1, COIR_BUTTON_START, true);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_Y, 1);
    coir_node_on(coir_director_scene(director), COIR_EVENT_AXIS, press_south, NULL);
    coir_input_disconnect(input, 1);
    assert_false(coir_input_is_button_down(input, 1, COIR_BUTTON_SOUTH));
    assert_false(coir_input_is_down(input, "jump"));
    assert_true(coir_input_connect(input, 1, NULL));
    assert_false(coir_input_is_down(input, "jump"));
    forget_trace();
}

// Disconnects the controller. Connects another controller with the same number, and presses a button on it.
static bool replace_controller(CoirNode *node, const CoirEvent *event, void *user)
{
    coir_node_unlisten(node, replace_controller, user);
    assert_true(coir_input_disconnect(input, event->controller));
    assert_true(coir_input_connect(input, event->controller, "Blue"));
    coir_input_button(input, event->controller, COIR_BUTTON_WEST, true);
    return false;
}

static void a_controller_that_comes_while_another_one_goes_stays(void **state)
{
    (void)state;
    const CoirEventType types[] = {COIR_EVENT_BUTTON_UP, COIR_EVENT_AXIS};
    for (int i = 0; i < 2; i++) {
        coir_input_connect(input, 1, "Red");
        coir_input_button(input, 1, COIR_BUTTON_START, true);
        coir_input_axis(input, 1, COIR_AXIS_LEFT_Y, 1);
        coir_node_on(coir_director_scene(director), types[i], replace_controller, NULL);
        assert_true(coir_input_disconnect(input, 1));
        assert_string_equal(coir_input_controller_name(input, 1), "Blue");
        assert_true(coir_input_is_button_down(input, 1, COIR_BUTTON_WEST));
        coir_input_disconnect(input, 1);
    }
    forget_trace();
}

static void releasing_all_spares_a_controller_that_comes_meanwhile(void **state)
{
    (void)state;
    coir_input_connect(input, 1, "Red");
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, true);
    coir_node_on(coir_director_scene(director), COIR_EVENT_BUTTON_UP, replace_controller, NULL);
    coir_input_release_all(input);
    assert_true(coir_input_is_button_down(input, 1, COIR_BUTTON_WEST));
    forget_trace();
}

static void a_finger_that_is_cancelled_is_up(void **state)
{
    (void)state;
    coir_input_touch(input, 4, 1, 1);
    coir_input_event(input, &(CoirEvent){.type = COIR_EVENT_POINTER_CANCEL, .finger = 4, .position = {1, 1}});
    assert_int_equal(coir_input_finger_count(input), 0);
    assert_false(coir_input_is_pointer_down(input, 1));
    assert_null(coir_stage_captor(coir_director_stage(director), 4));
    forget_trace();
}

static bool end_everything(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)event;
    (void)user;
    note("end\n");
    coir_director_destroy(director);
    director = NULL;
    return true;
}

static void end_at_the_next_event(void)
{
    coir_node_unlisten(coir_director_scene(director), listen, NULL);
    coir_node_listen(coir_director_scene(director), end_everything, NULL);
}

static void a_listener_may_destroy_the_director(void **state)
{
    (void)state;
    coir_input_key(input, COIR_KEY_A, true);
    coir_input_connect(input, 1, NULL);
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, true);
    coir_input_button(input, 1, COIR_BUTTON_EAST, true);
    forget_trace();
    end_at_the_next_event();
    assert_true(coir_input_disconnect(input, 1)); // true, as the controller ended with the input
    assert_trace("end\n");
}

static void a_listener_may_destroy_the_director_while_all_is_released(void **state)
{
    (void)state;
    coir_input_key(input, COIR_KEY_A, true);
    coir_input_key(input, COIR_KEY_B, true);
    coir_input_touch(input, 1, 1, 1);
    forget_trace();
    end_at_the_next_event();
    coir_input_release_all(input);
    assert_trace("end\n");
}

static void note_space(void *target, double dt, void *user)
{
    (void)target;
    (void)dt;
    (void)user;
    note("%s\n", key(COIR_KEY_SPACE));
}

// Here the key changes outside of frames. In the next test the key changes inside an update.
static void the_director_begins_a_step_before_the_updates(void **state)
{
    (void)state;
    coir_node_every_frame(coir_director_scene(director), note_space, NULL, 0);
    coir_input_key(input, COIR_KEY_SPACE, true);
    forget_trace();
    coir_director_frame(director, 0.1);
    coir_director_frame(director, 0.1);
    coir_input_key(input, COIR_KEY_SPACE, false);
    forget_trace();
    coir_director_frame(director, 0.1);
    assert_trace("--r\n");
}

static void press_space(void *target, double dt, void *user)
{
    (void)target;
    (void)dt;
    (void)user;
    if (!coir_input_is_key_down(input, COIR_KEY_SPACE))
        coir_input_key(input, COIR_KEY_SPACE, true);
}

static void a_press_from_inside_a_step_is_seen_by_the_next_step(void **state)
{
    (void)state;
    coir_node_every_frame(coir_director_scene(director), note_space, NULL, 0);
    CoirNode *bot = coir_node_new();
    coir_node_add(coir_director_scene(director), bot);
    coir_node_every_frame(bot, press_space, NULL, -1);
    forget_trace();
    deals = true;
    coir_director_frame(director, 0.1);
    coir_director_frame(director, 0.1);
    coir_director_frame(director, 0.1);
    assert_trace("key Space ' ' 0\nd--\ndp-\nd--\n");
}

// A frame without a step leaves the press for the next frame. If a frame has several steps, only the first step sees
// the press.
static void a_press_is_seen_by_exactly_one_fixed_step(void **state)
{
    (void)state;
    coir_director_destroy(director);
    director = coir_director_create(
        &(CoirDirectorDef){.headless = true, .width = 32, .height = 32, .step = 0.1, .max_steps = 5});
    CoirNode *scene = coir_node_new();
    coir_node_every_frame(scene, note_space, NULL, 0);
    coir_director_show(director, scene);
    coir_director_frame(director, 0.1);
    input = coir_director_input(director);
    forget_trace();
    coir_input_key(input, COIR_KEY_SPACE, true);
    coir_director_frame(director, 0.04);
    assert_trace("");
    coir_director_frame(director, 0.04);
    coir_input_key(input, COIR_KEY_SPACE, false);
    assert_trace("");
    coir_director_frame(director, 0.24);
    assert_trace("-pr\n---\n---\n");
}

static void a_paused_director_keeps_no_presses_for_later(void **state)
{
    (void)state;
    coir_input_key(input, COIR_KEY_LEFT, true);
    coir_director_frame(director, 0.1);
    coir_director_pause(director);
    coir_input_key(input, COIR_KEY_SPACE, true);
    coir_input_key(input, COIR_KEY_LEFT, false);
    coir_director_frame(director, 0.1);
    coir_director_resume(director);
    coir_director_frame(director, 0.1);
    assert_string_equal(key(COIR_KEY_SPACE), "d--");
    assert_string_equal(key(COIR_KEY_LEFT), "--r");
    forget_trace();
}

// A program with its own loop may ask for presses after each frame, and may toggle the pause.
static void a_press_that_a_step_has_seen_is_over_while_the_director_is_paused(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space");
    coir_input_key(input, COIR_KEY_SPACE, true);
    coir_input_key(input, COIR_KEY_LEFT, true);
    coir_input_pointer_move(input, 5, 0);
    coir_director_frame(director, 0.1);
    assert_true(coir_input_pressed(input, "jump"));
    coir_director_pause(director);
    coir_director_frame(director, 0.1);
    assert_false(coir_input_pressed(input, "jump"));
    assert_string_equal(key(COIR_KEY_SPACE), "d--");
    assert_true(coir_input_pointer_delta(input).x == 0);
    coir_input_key(input, COIR_KEY_LEFT, false);
    coir_input_pointer_move(input, 500, 500); // as in a pause menu
    coir_input_wheel(input, 0, 20);
    coir_director_frame(director, 0.1);
    coir_director_resume(director);
    coir_director_frame(director, 0.1);
    assert_string_equal(key(COIR_KEY_LEFT), "--r"); // the release waits for the first step after the pause
    assert_true(coir_input_pointer_delta(input).x == 0 && coir_input_wheel_delta(input).y == 0);
    forget_trace();
}

static bool pause_at_escape(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)user;
    if (event->key == COIR_KEY_ESCAPE)
        coir_director_pause(director);
    return false;
}

// The director is paused before a step has seen the press. Nodes receive the press at once. No step after the pause may
// see the press.
static void a_press_right_before_a_pause_is_dispatched_but_not_seen_after_the_pause(void **state)
{
    const double lengths[] = {0, 0.1}; // lengths of a step; 0: each frame is a step
    (void)state;
    for (int i = 0; i < 2; i++) {
        coir_director_destroy(director);
        director = coir_director_create(
            &(CoirDirectorDef){.headless = true, .width = 32, .height = 32, .step = lengths[i], .max_steps = 5});
        CoirNode *scene = coir_node_new();
        coir_node_listen(scene, listen, NULL);
        coir_node_on(scene, COIR_EVENT_KEY_DOWN, pause_at_escape, NULL);
        coir_node_every_frame(scene, note_space, NULL, 0);
        coir_director_show(director, scene);
        coir_director_frame(director, 0.1);
        input = coir_director_input(director);
        coir_input_bind(input, "jump", "Space");
        forget_trace();
        coir_input_key(input, COIR_KEY_SPACE, true);
        coir_input_key(input, COIR_KEY_ESCAPE, true);
        assert_trace("key Space ' ' 0\nkey Escape '-' 0\n");
        for (int frame = 0; frame < 20; frame++)
            coir_director_frame(director, 0.1);
        coir_director_resume(director);
        coir_director_frame(director, 0); // the first frame after the pause counts as 0 seconds
        assert_trace(lengths[i] > 0 ? "" : "d--\n");
        coir_director_frame(director, 0.1);
        assert_trace("d--\n");
        assert_false(coir_input_pressed(input, "jump"));
        coir_input_key(input, COIR_KEY_SPACE, false);
        forget_trace();
        coir_director_frame(director, 0.1);
        assert_trace("--r\n");
    }
}

static bool note_click(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)event;
    (void)user;
    note("click\n");
    return false;
}

static void losing_the_focus_releases_everything_and_clicks_nothing(void **state)
{
    (void)state;
    coir_node_on(coir_director_scene(director), COIR_EVENT_CLICK, note_click, NULL);
    coir_input_key(input, COIR_KEY_A, true);
    coir_input_pointer(input, 1, true);
    coir_director_frame(director, 0.1);
    forget_trace();
    coir_input_event(input, &(CoirEvent){.type = COIR_EVENT_FOCUS_LOST});
    assert_null(strstr(noted(), "click"));
    assert_string_equal(strstr(noted(), "key A"), "key A up 'a' 0\npointer 1 up, finger 0\n");
    assert_memory_equal(noted(), "focus lost\n", 11);
    forget_trace();
    coir_director_frame(director, 0.1);
    assert_string_equal(key(COIR_KEY_A), "--r");
}

static void a_listener_may_destroy_the_director_when_the_focus_is_lost(void **state)
{
    (void)state;
    coir_input_key(input, COIR_KEY_A, true);
    forget_trace();
    end_at_the_next_event();
    coir_input_event(input, &(CoirEvent){.type = COIR_EVENT_FOCUS_LOST});
    assert_trace("end\n");
}

static void a_listener_may_destroy_the_director_that_is_asked_to_quit(void **state)
{
    (void)state;
    end_at_the_next_event();
    coir_input_event(input, &(CoirEvent){.type = COIR_EVENT_QUIT});
    assert_trace("end\n");
}

static void a_sent_wish_to_quit_ends_the_loop_unless_a_node_refuses(void **state)
{
    (void)state;
    deals = true;
    coir_input_event(input, &(CoirEvent){.type = COIR_EVENT_QUIT});
    assert_true(coir_director_frame(director, 0.1));
    deals = false;
    coir_input_event(input, &(CoirEvent){.type = COIR_EVENT_QUIT});
    assert_false(coir_director_frame(director, 0.1));
}

static void keys_do_not_count_for_names_while_a_node_takes_text(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "J, Enter, Mouse left");
    coir_node_start_text(coir_director_scene(director));
    coir_director_frame(director, 0.1);
    forget_trace();
    coir_input_text(input, "j");
    assert_trace("text j\n");
    coir_input_key(input, COIR_KEY_J, true);
    coir_input_key(input, COIR_KEY_ENTER, true);
    coir_director_frame(director, 0.1);
    assert_true(coir_input_key_pressed(input, COIR_KEY_J)); // the state of the key does not depend on the text input
    assert_false(coir_input_is_down(input, "jump"));
    coir_input_pointer(input, 1, true);
    assert_true(coir_input_is_down(input, "jump"));
    coir_input_pointer(input, 1, false);
    coir_stage_stop_text(coir_director_stage(director));
    coir_director_frame(director, 0.1);
    assert_false(coir_input_is_down(input, "jump")); // Enter is still down from the time of the text input
    coir_input_key(input, COIR_KEY_ENTER, false);
    coir_input_key(input, COIR_KEY_ENTER, true);
    assert_true(coir_input_is_down(input, "jump"));
    assert_false(coir_input_text(input, NULL));
    assert_mistake("coir_input_text");
    assert_false(coir_input_text(input, "caf\xe9")); // Latin-1, not UTF-8
    assert_mistake("coir_input_text: the text of COIR_EVENT_TEXT is not UTF-8: byte 0xe9 at 3");
    forget_trace();
}

static void keys_do_not_count_from_the_call_that_starts_text_input(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "J");
    coir_node_start_text(coir_director_scene(director));
    coir_input_key(input, COIR_KEY_J, true);
    coir_director_frame(director, 0.1);
    assert_false(coir_input_is_down(input, "jump"));
    assert_false(coir_input_pressed(input, "jump"));
    coir_input_key(input, COIR_KEY_J, false);
    coir_stage_stop_text(coir_director_stage(director));
    coir_input_key(input, COIR_KEY_J, true);
    coir_director_frame(director, 0.1);
    assert_true(coir_input_pressed(input, "jump"));
    forget_trace();
}

static void keys_count_for_names_while_a_transition_takes_a_text_field_away(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "J");
    coir_node_start_text(coir_director_scene(director));
    coir_director_show_with(director, coir_node_new(), coir_transition_fade(1, COIR_BLACK));
    coir_director_frame(director, 0.1);
    coir_input_key(input, COIR_KEY_J, true);
    coir_director_frame(director, 0.1);
    assert_true(coir_input_pressed(input, "jump"));
    forget_trace();
}

static void an_input_of_a_director_cannot_be_destroyed(void **state)
{
    (void)state;
    coir_input_destroy(input);
    assert_mistake("coir_input_destroy");
    assert_null(coir_director_input(NULL));
}

static void a_director_alone_begins_the_steps_of_its_input(void **state)
{
    (void)state;
    coir_input_key(input, COIR_KEY_A, true);
    coir_input_step(input);
    assert_mistake("coir_input_step");
    coir_input_step(coir_input_player(input, 2));
    assert_mistake("coir_input_step");
    assert_false(coir_input_key_pressed(input, COIR_KEY_A));
    coir_director_frame(director, 0.1);
    assert_true(coir_input_key_pressed(input, COIR_KEY_A)); // the refused steps did not take the press
    forget_trace();
}

static CoirInput *doomed;

static bool destroy_doomed(void *user, const CoirEvent *event)
{
    (void)user;
    (void)event;
    coir_input_destroy(doomed);
    return true;
}

static void an_input_may_be_destroyed_inside_its_event(void **state)
{
    (void)state;
    doomed = coir_input_new();
    coir_input_set_sink(doomed, destroy_doomed, NULL);
    assert_true(coir_input_key(doomed, COIR_KEY_A, true)); // the leak check reports an input that is not freed
}

TEST_FILE(input_state)
{
    const struct CMUnitTest tests[] = {
        input_test(a_press_is_seen_by_exactly_one_step),
        input_test(a_key_that_goes_down_and_up_between_steps_is_pressed_and_released),
        input_test(a_key_that_repeats_is_pressed_once),
        input_test(the_mouse_moves_and_its_buttons_go_down),
        input_test(the_pointer_and_a_finger_may_move_from_one_limit_to_the_other),
        input_test(the_wheel_adds_up_until_the_next_step),
        input_test(the_first_finger_is_the_pointer),
        input_test(a_pointer_that_is_cancelled_stays_at_its_position),
        input_test(the_mouse_and_a_finger_share_the_left_button),
        input_test(more_fingers_than_have_a_state_do_no_harm),
        input_test(a_controller_has_buttons_and_axes),
        input_test(the_value_of_an_axis_stays_in_its_range),
        input_test(a_controller_that_is_removed_releases_all_its_buttons),
        input_test(bad_events_change_nothing),
        input_test(a_device_may_send_a_key_without_a_name),
        input_test(the_input_of_a_player_cannot_be_destroyed),
        input_test(null_is_no_input),
        input_test(an_input_may_be_destroyed_inside_its_event),
        director_test(events_reach_the_nodes_with_all_fields),
        director_test(nodes_receive_nothing_of_a_press_that_listening_took),
        director_test(nodes_receive_an_axis_that_listening_took_again_after_its_release),
        director_test(nodes_receive_touches_while_a_press_of_the_mouse_is_taken),
        director_test(a_node_that_got_a_press_gets_the_release),
        director_test(the_releases_of_a_controller_that_goes_have_the_modifiers),
        director_test(a_controller_without_a_name_has_a_name_for_listeners),
        director_test(nodes_receive_the_value_of_an_axis_in_its_range),
        director_test(a_controller_that_goes_cannot_be_pressed_meanwhile),
        director_test(a_controller_that_comes_while_another_one_goes_stays),
        director_test(releasing_all_spares_a_controller_that_comes_meanwhile),
        director_test(a_finger_that_is_cancelled_is_up),
        director_test(a_listener_may_destroy_the_director),
        director_test(a_listener_may_destroy_the_director_while_all_is_released),
        director_test(the_director_begins_a_step_before_the_updates),
        director_test(a_press_from_inside_a_step_is_seen_by_the_next_step),
        director_test(a_press_is_seen_by_exactly_one_fixed_step),
        director_test(a_paused_director_keeps_no_presses_for_later),
        director_test(a_press_that_a_step_has_seen_is_over_while_the_director_is_paused),
        director_test(a_press_right_before_a_pause_is_dispatched_but_not_seen_after_the_pause),
        director_test(losing_the_focus_releases_everything_and_clicks_nothing),
        director_test(a_listener_may_destroy_the_director_when_the_focus_is_lost),
        director_test(a_listener_may_destroy_the_director_that_is_asked_to_quit),
        director_test(a_sent_wish_to_quit_ends_the_loop_unless_a_node_refuses),
        director_test(keys_do_not_count_for_names_while_a_node_takes_text),
        director_test(keys_do_not_count_from_the_call_that_starts_text_input),
        director_test(a_director_alone_begins_the_steps_of_its_input),
        director_test(keys_count_for_names_while_a_transition_takes_a_text_field_away),
        director_test(an_input_of_a_director_cannot_be_destroyed),
    };
    return cmocka_run_group_tests_name("input_state", tests, NULL, NULL);
}
