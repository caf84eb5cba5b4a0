// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Named inputs, players and rebinding.

#include "support/support.h"

#include <math.h>
#include <string.h>

#include "coir/bindings.h"
#include "coir/error.h"
#include "input/input.h"

static CoirInput *input, *one, *two;

static int setup(void **state)
{
    support_setup(state);
    input = coir_input_new();
    one = coir_input_player(input, 1);
    two = coir_input_player(input, 2);
    return one && two ? 0 : -1;
}

static int teardown(void **state)
{
    coir_input_destroy(input);
    return support_teardown(state);
}

#define bindings_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

// Returns three letters: "d" if an input is down, "p" if pressed, "r" if released in this step; else "-".
static const char *named(const CoirInput *of, const char *name)
{
    static char text[4];
    text[0] = coir_input_is_down(of, name) ? 'd' : '-';
    text[1] = coir_input_pressed(of, name) ? 'p' : '-';
    text[2] = coir_input_released(of, name) ? 'r' : '-';
    return text;
}

static void tap(CoirKey key)
{
    coir_input_key(input, key, true);
    coir_input_key(input, key, false);
}

static void assert_close(float value, double expected)
{
    if (!(fabs(value - expected) < 1e-5))
        fail_msg("%g is not %g", value, expected);
}

// Names and values ----------------------------------------------------------------------------------------------------

static void a_name_is_pressed_by_each_of_its_bindings(void **state)
{
    (void)state;
    assert_true(coir_input_bind(input, "jump", "Space, pad SOUTH , Mouse left"));
    coir_input_connect(input, 1, NULL);
    coir_input_key(input, COIR_KEY_SPACE, true);
    assert_string_equal(named(input, "jump"), "d--");
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "dp-");
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, true); // a second source is no second press
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "d--");
    coir_input_key(input, COIR_KEY_SPACE, false);
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "d--");
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, false);
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "--r");
    coir_input_pointer(input, 1, true);
    coir_input_pointer(input, 1, false);
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "-pr");
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "---");
}

static void a_turn_of_the_wheel_is_a_press_and_a_release(void **state)
{
    (void)state;
    coir_input_bind(input, "next", "Wheel up, Wheel right");
    coir_input_bind(input, "previous", "Wheel down, Wheel left");
    coir_input_wheel(input, 0, 1);
    coir_input_step(input);
    assert_string_equal(named(input, "next"), "-pr");
    assert_string_equal(named(input, "previous"), "---");
    coir_input_wheel(input, -1, 0);
    coir_input_step(input);
    assert_string_equal(named(input, "previous"), "-pr");
}

static void the_dead_zone_of_a_stick_is_a_circle(void **state)
{
    (void)state;
    coir_input_bind(input, "left", "Left stick left, A");
    coir_input_bind(input, "right", "Left stick right, D");
    coir_input_bind(input, "up", "Left stick up, W");
    coir_input_bind(input, "down", "Left stick down, S");
    coir_input_connect(input, 1, NULL);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, 0.14f);
    assert_close(coir_input_value(input, "right"), 0);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_Y, 0.14f); // the two values together are outside the circle
    double length = sqrt(2) * 0.14, along = (length - 0.15) / 0.85;
    assert_close(coir_input_value(input, "right"), along / sqrt(2));
    assert_close(coir_input_value(input, "up"), along / sqrt(2));
    assert_close(coir_input_value(input, "left"), 0);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, -1);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_Y, -1);
    CoirVec2 stick = coir_input_stick(input, "left", "right", "down", "up");
    assert_close(stick.x, -sqrt(0.5));
    assert_close(stick.y, -sqrt(0.5));
    coir_input_axis(input, 1, COIR_AXIS_LEFT_Y, 0);
    assert_close(coir_input_direction(input, "left", "right"), -1);
}

static void diagonals_of_keys_are_not_longer(void **state)
{
    (void)state;
    coir_input_bind(input, "left", "A");
    coir_input_bind(input, "right", "D");
    coir_input_bind(input, "up", "W");
    coir_input_bind(input, "down", "S");
    coir_input_key(input, COIR_KEY_D, true);
    coir_input_key(input, COIR_KEY_W, true);
    CoirVec2 stick = coir_input_stick(input, "left", "right", "down", "up");
    assert_close(stick.x, sqrt(0.5));
    assert_close(stick.y, sqrt(0.5));
    coir_input_key(input, COIR_KEY_A, true); // opposite to D
    assert_close(coir_input_stick(input, "left", "right", "down", "up").x, 0);
    assert_close(coir_input_stick(input, "left", "right", "down", "up").y, 1);
}

static void tuning_sets_dead_zone_and_curve(void **state)
{
    (void)state;
    coir_input_bind(input, "gas", "Right trigger");
    coir_input_bind(input, "aim", "Right stick up");
    coir_input_connect(input, 4, NULL);
    coir_input_axis(input, 4, COIR_AXIS_RIGHT_TRIGGER, 0.5f);
    assert_close(coir_input_value(input, "gas"), 0.35 / 0.85);
    assert_true(coir_input_tune(input, "gas", 0, 2));
    assert_close(coir_input_value(input, "gas"), 0.25);
    assert_true(coir_input_tune(input, NULL, 0.5, 1));
    assert_close(coir_input_value(input, "gas"), 0);
    coir_input_axis(input, 4, COIR_AXIS_RIGHT_Y, 0.75f);
    assert_close(coir_input_value(input, "aim"), 0.5);
    const double bad[][2] = {{-0.1, 1}, {0.95, 1}, {NAN, 1}, {0.1, 0}, {0.1, 11}, {0.1, NAN}};
    for (int i = 0; i < 6; i++) {
        assert_false(coir_input_tune(input, "gas", bad[i][0], bad[i][1]));
        assert_mistake("coir_input_tune");
    }
    assert_false(coir_input_tune(input, "brake", 0, 1));
    assert_mistake("coir_input_tune");
}

static void a_trigger_that_trembles_is_pressed_once(void **state)
{
    (void)state;
    coir_input_bind(input, "gas", "Right trigger");
    coir_input_tune(input, "gas", 0, 1);
    coir_input_connect(input, 1, NULL);
    const float values[] = {0.49f, 0.51f, 0.48f, 0.52f, 0.41f, 0.5f, 0.39f};
    const char *const expected[] = {"---", "dp-", "d--", "d--", "d--", "d--", "--r"};
    for (int i = 0; i < 7; i++) {
        coir_input_axis(input, 1, COIR_AXIS_RIGHT_TRIGGER, values[i]);
        coir_input_step(input);
        assert_string_equal(named(input, "gas"), expected[i]);
    }
}

static void bad_names_and_words_are_refused(void **state)
{
    const char *const names[] = {
        "", " a", "a ", "a=b", "a,b", "#a", "[a", "a]", "a\nb", "a\x7f", "a name that is longer than can be", "\xff"};
    const char *const words[] = {"Spac", "Space,", ",", "Space,,A", "Space A", "A,B,C,D,E,F,G,H,I"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_false(coir_input_bind(input, names[i], "A"));
        assert_mistake("coir_input_bind");
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_false(coir_input_bind(input, "jump", words[i]));
        assert_mistake("coir_input_bind: 'jump'");
    }
    assert_false(coir_input_bind(input, "jump", "Space,,A"));
    assert_mistake("coir_input_bind: 'jump' cannot be bound to 'Space,,A': there is no word ");
    assert_false(coir_input_bind(input, NULL, "A"));
    assert_mistake("coir_input_bind");
    assert_false(coir_input_bind(input, "jump", NULL));
    assert_mistake("coir_input_bind");
    assert_null(coir_input_name(input, 0)); // nothing was bound
    assert_true(coir_input_bind(input, "jump", ""));
    assert_true(coir_input_bind(input, "look \xc3\xa0 gauche", "  "));
    assert_string_equal(coir_input_name(input, 0), "jump");
    assert_string_equal(coir_input_name(input, 1), "look \xc3\xa0 gauche");
    assert_null(coir_input_name(input, 2));
    assert_null(coir_input_name(input, -1));
    assert_int_equal(coir_input_binding_count(input, "jump"), 0);
}

static void a_word_that_comes_twice_is_one_binding(void **state)
{
    (void)state;
    assert_true(coir_input_bind(input, "jump", "Space, A, space, Space, A"));
    assert_int_equal(coir_input_binding_count(input, "jump"), 2);
    assert_string_equal(coir_input_describe(input, "jump", 0), "Space");
    assert_string_equal(coir_input_describe(input, "jump", 1), "A");
    assert_true(coir_input_bind(input, "fire", "A, B, C, D, E, F, G, H, A")); // the second A does not count
    assert_int_equal(coir_input_binding_count(input, "fire"), 8);
}

static void unknown_names_are_mistakes(void **state)
{
    (void)state;
    assert_false(coir_input_is_down(input, "jmup"));
    assert_mistake("coir_input_is_down: there is no input 'jmup'");
    assert_false(coir_input_pressed(input, NULL));
    assert_mistake("coir_input_pressed");
    assert_false(coir_input_released(NULL, "jump"));
    assert_mistake("coir_input_released");
    assert_true(coir_input_value(input, "x") == 0);
    assert_mistake("coir_input_value");
    assert_true(coir_input_direction(input, "x", "y") == 0);
    assert_mistake("coir_input_direction");
    assert_true(coir_input_stick(input, "x", "y", "z", "w").x == 0);
    assert_mistake("coir_input_stick");
    assert_null(coir_input_describe(input, "x", 0));
    assert_mistake("coir_input_describe");
    assert_null(coir_input_conflict(input, "x", 0));
    assert_mistake("coir_input_conflict");
    assert_false(coir_input_rebind(input, "x", 0, "A"));
    assert_mistake("coir_input_rebind");
    assert_false(coir_input_listen_for(input, "x", 0, NULL, NULL));
    assert_mistake("coir_input_listen_for");
    assert_false(coir_input_reset(input, "x"));
    assert_mistake("coir_input_reset");
}

// Players -------------------------------------------------------------------------------------------------------------

static void players_share_bindings_and_have_controllers_of_their_own(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space, Pad south");
    coir_input_connect(input, 1, NULL);
    coir_input_connect(input, 2, NULL);
    coir_input_button(input, 2, COIR_BUTTON_SOUTH, true);
    assert_true(coir_input_is_down(input, "jump") && coir_input_is_down(one, "jump") &&
                coir_input_is_down(two, "jump"));
    assert_true(coir_input_assign(input, 1, 1) && coir_input_assign(input, 2, 2));
    assert_true(coir_input_is_down(two, "jump") && coir_input_is_down(input, "jump"));
    assert_false(coir_input_is_down(one, "jump"));
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, true);
    coir_input_button(input, 2, COIR_BUTTON_SOUTH, false);
    assert_true(coir_input_is_down(one, "jump") && coir_input_is_down(input, "jump"));
    assert_false(coir_input_is_down(two, "jump"));
    coir_input_disconnect(input, 1);
    coir_input_connect(input, 1, NULL);
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, true); // controller 1 still belongs to player 1
    assert_true(coir_input_is_down(one, "jump") && !coir_input_is_down(two, "jump"));
    assert_false(coir_input_assign(input, 0, 1));
    assert_mistake("coir_input_assign");
    assert_false(coir_input_assign(input, 1, 5));
    assert_mistake("coir_input_assign");
}

static void players_have_halves_of_the_keyboard(void **state)
{
    (void)state;
    coir_input_bind(one, "jump", "W");
    coir_input_bind(two, "jump", "Up");
    coir_input_bind(input, "pause", "P");
    coir_input_key(input, COIR_KEY_UP, true);
    coir_input_key(input, COIR_KEY_P, true);
    coir_input_step(input);
    assert_string_equal(named(one, "jump"), "---");
    assert_string_equal(named(two, "jump"), "dp-");
    assert_string_equal(named(input, "jump"), "dp-");
    assert_string_equal(named(two, "pause"), "dp-");
    assert_string_equal(coir_input_describe(two, "jump", 0), "Up");
    assert_null(coir_input_describe(input, "jump", 0)); // only players 1 and 2 have bindings of this name
    assert_ptr_equal(coir_input_player(two, 0), input);
    assert_ptr_equal(coir_input_player(two, 1), one);
    assert_null(coir_input_player(input, 5));
    assert_mistake("coir_input_player");
    assert_null(coir_input_player(input, -1));
    assert_mistake("coir_input_player");
}

static void quiet_inputs_read_as_released_until_a_new_press(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space");
    coir_input_bind(two, "jump", "Up");
    coir_input_key(input, COIR_KEY_SPACE, true);
    coir_input_step(input);
    coir_input_set_quiet(input, true);
    coir_input_step(input);
    assert_string_equal(named(one, "jump"), "--r");
    coir_input_key(input, COIR_KEY_UP, true);
    coir_input_set_quiet(input, false);
    coir_input_step(input);
    assert_string_equal(named(one, "jump"), "---"); // Space is still held; only a new press counts
    assert_string_equal(named(two, "jump"), "---");
    coir_input_key(input, COIR_KEY_SPACE, false);
    coir_input_key(input, COIR_KEY_SPACE, true);
    coir_input_step(input);
    assert_string_equal(named(one, "jump"), "dp-");
    coir_input_set_quiet(two, true);
    coir_input_key(input, COIR_KEY_UP, false);
    tap(COIR_KEY_UP);
    coir_input_step(input);
    assert_string_equal(named(one, "jump"), "d--");
    assert_string_equal(named(two, "jump"), "---");
}

// Connects controller 1 for player 1, and controller 2 for player 2.
static void give_controllers(void)
{
    for (int i = 1; i <= 2; i++) {
        assert_true(coir_input_connect(input, i, NULL));
        assert_true(coir_input_assign(input, i, i));
    }
}

static void ending_the_quiet_of_one_player_changes_no_other_player(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Pad south, Space");
    give_controllers();
    coir_input_set_quiet(one, true);
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, true);
    coir_input_button(input, 2, COIR_BUTTON_SOUTH, true);
    coir_input_step(input);
    coir_input_set_quiet(one, false);
    coir_input_step(input);
    assert_string_equal(named(one, "jump"), "---");
    assert_string_equal(named(two, "jump"), "d--");
    assert_string_equal(named(input, "jump"), "d--");
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, false);
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, true);
    coir_input_step(input);
    assert_string_equal(named(one, "jump"), "dp-");
}

static void text_input_silences_keys_only_until_a_new_press(void **state)
{
    (void)state;
    coir_input_bind(input, "left", "A, Left stick left");
    coir_input_bind(input, "fire", "F, Mouse left");
    coir_input_connect(input, 1, NULL);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, -1);
    coir_input_pointer(input, 1, true);
    coir_input_set_typing(input, true);
    coir_input_key(input, COIR_KEY_F, true);
    coir_input_step(input);
    coir_input_set_typing(input, false);
    coir_input_step(input);
    assert_string_equal(named(input, "left"), "d--");
    assert_string_equal(named(one, "fire"), "d--");
    coir_input_pointer(input, 1, false);
    coir_input_step(input);
    assert_string_equal(named(one, "fire"), "--r"); // F has been held since the text input, and does not count
}

// Rebinding -----------------------------------------------------------------------------------------------------------

static void bindings_are_shown_and_changed(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space, Pad south");
    coir_input_bind(input, "fire", "F");
    assert_int_equal(coir_input_binding_count(input, "jump"), 2);
    assert_string_equal(coir_input_describe(input, "jump", 1), "Pad south");
    assert_null(coir_input_describe(input, "jump", 2));
    assert_null(coir_input_describe(input, "jump", -1));
    assert_true(coir_input_rebind(input, "jump", 0, "f"));
    assert_string_equal(coir_input_describe(input, "jump", 0), "F");
    assert_string_equal(coir_input_conflict(input, "jump", 0), "fire");
    assert_string_equal(coir_input_conflict(input, "fire", 0), "jump");
    assert_null(coir_input_conflict(input, "jump", 1));
    assert_null(coir_input_conflict(input, "jump", 7));
    assert_true(coir_input_rebind(input, "jump", 7, "Left trigger"));
    assert_string_equal(coir_input_describe(input, "jump", 2), "Left trigger");
    assert_true(coir_input_rebind(input, "jump", 0, "Left trigger")); // the binding moves to slot 0
    assert_int_equal(coir_input_binding_count(input, "jump"), 2);
    assert_true(coir_input_rebind(input, "jump", 0, ""));
    assert_true(coir_input_rebind(input, "jump", 5, ""));
    assert_string_equal(coir_input_describe(input, "jump", 0), "Pad south");
    assert_int_equal(coir_input_binding_count(input, "jump"), 1);
    assert_true(coir_input_reset(input, "jump"));
    assert_string_equal(coir_input_describe(input, "jump", 0), "Space");
    assert_false(coir_input_rebind(input, "jump", -1, "A"));
    assert_mistake("coir_input_rebind");
    assert_false(coir_input_rebind(input, "jump", 0, "nonsense"));
    assert_mistake("'nonsense'");
    assert_false(coir_input_rebind(input, "jump", 0, NULL));
    assert_mistake("coir_input_rebind");
}

static void a_player_who_rebinds_gets_bindings_of_his_own(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space, Pad south");
    coir_input_rebind(two, "jump", 0, "Up");
    assert_string_equal(coir_input_describe(two, "jump", 0), "Up");
    assert_string_equal(coir_input_describe(two, "jump", 1), "Pad south");
    assert_string_equal(coir_input_describe(one, "jump", 0), "Space");
    coir_input_reset(two, NULL);
    assert_string_equal(coir_input_describe(two, "jump", 0), "Space");
    coir_input_rebind(two, "jump", 0, "Up");
    coir_input_rebind(input, "jump", 0, "J");
    coir_input_reset(input, NULL);
    assert_string_equal(coir_input_describe(two, "jump", 0), "Space");
    assert_string_equal(coir_input_describe(one, "jump", 0), "Space");
}

static void binding_again_keeps_the_players_choice(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space");
    coir_input_rebind(input, "jump", 0, "J");
    coir_input_bind(input, "jump", "space"); // the same default
    assert_string_equal(coir_input_describe(input, "jump", 0), "J");
    coir_input_bind(input, "jump", "K");
    assert_string_equal(coir_input_describe(input, "jump", 0), "K");
}

static void a_held_key_counts_for_a_new_name_only_after_its_release(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space");
    coir_input_key(input, COIR_KEY_J, true);
    coir_input_key(input, COIR_KEY_SPACE, true);
    coir_input_step(input);
    coir_input_rebind(input, "jump", 1, "J"); // Space still counts
    assert_string_equal(named(input, "jump"), "dp-");
    coir_input_rebind(input, "jump", 0, "");
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "--r");
    coir_input_key(input, COIR_KEY_J, false);
    tap(COIR_KEY_J);
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "-pr");
}

// Listening -----------------------------------------------------------------------------------------------------------

static void note_bound(CoirInput *of, const char *name, bool bound, void *user)
{
    assert_ptr_equal(user, input);
    const char *other = coir_input_conflict(of, name, 0);
    note("%s %s%s%s\n", name, bound ? coir_input_describe(of, name, 0) : "not bound", other ? ", also " : "",
         other ? other : "");
}

static void the_next_press_becomes_the_binding(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space");
    coir_input_bind(input, "fire", "F");
    coir_input_connect(input, 1, NULL);
    coir_input_key(input, COIR_KEY_SPACE, true); // held before the listening
    assert_true(coir_input_listen_for(input, "jump", 0, note_bound, input));
    assert_true(coir_input_is_listening(input));
    coir_input_key(input, COIR_KEY_SPACE, true); // the key repeats
    coir_input_key(input, COIR_KEY_SPACE, false);
    coir_input_step(input);
    coir_input_pointer_move(input, 1, 1);
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, 0.3f);
    assert_true(coir_input_is_listening(input));
    assert_true(coir_input_key(input, COIR_KEY_F, true));
    assert_false(coir_input_is_listening(input));
    assert_trace("jump F, also fire\n");
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "---");
    assert_string_equal(named(input, "fire"), "---");
    coir_input_key(input, COIR_KEY_F, false);
    coir_input_key(input, COIR_KEY_F, true);
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "dp-");
}

static void sticks_buttons_and_the_mouse_can_be_bound(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space");
    coir_input_connect(input, 1, NULL);
    coir_input_listen_for(input, "jump", 0, NULL, NULL);
    coir_input_axis(input, 1, COIR_AXIS_RIGHT_Y, -0.8f);
    assert_string_equal(coir_input_describe(input, "jump", 0), "Right stick down");
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "---");
    coir_input_axis(input, 1, COIR_AXIS_RIGHT_Y, 0);
    coir_input_axis(input, 1, COIR_AXIS_RIGHT_Y, -0.8f);
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "dp-");
    coir_input_listen_for(input, "jump", 1, NULL, NULL);
    coir_input_button(input, 1, COIR_BUTTON_PADDLE_4, true);
    assert_string_equal(coir_input_describe(input, "jump", 1), "Pad paddle 4");
    coir_input_listen_for(input, "jump", 2, NULL, NULL);
    coir_input_touch(input, 3, 1, 1); // a finger is no button
    assert_true(coir_input_is_listening(input));
    coir_input_lift(input, 3);
    coir_input_pointer(input, 4, true);
    assert_string_equal(coir_input_describe(input, "jump", 2), "Mouse 4");
}

static void a_turn_of_the_wheel_can_be_bound(void **state)
{
    (void)state;
    coir_input_bind(input, "next", "N, Wheel right");
    coir_input_listen_for(input, "next", 0, note_bound, input);
    assert_false(coir_input_wheel(input, 0, 0)); // no turn
    assert_true(coir_input_is_listening(input));
    assert_true(coir_input_wheel(input, 0.25f, -1)); // mostly down; no node receives the event
    assert_trace("next Wheel down\n");
    coir_input_step(input);
    assert_string_equal(named(input, "next"), "---");
    coir_input_wheel(input, 0, -1);
    coir_input_step(input);
    assert_string_equal(named(input, "next"), "-pr");
    coir_input_listen_for(input, "next", 1, note_bound, input);
    assert_true(coir_input_wheel(input, -2, 1));
    assert_trace("next Wheel down\n");
    assert_string_equal(coir_input_describe(input, "next", 1), "Wheel left");
}

static void each_button_axis_and_mouse_button_can_be_bound(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "");
    coir_input_connect(input, 8, NULL);
    for (int i = 0; i < COIR_BUTTON_COUNT; i++) {
        coir_input_listen_for(input, "jump", 0, NULL, NULL);
        assert_true(coir_input_button(input, 8, (CoirButton)i, true));
        assert_string_equal(coir_input_describe(input, "jump", 0), coir_button_name((CoirButton)i));
    }
    for (int i = 0; i < COIR_AXIS_COUNT; i++)
        for (int sign = i < COIR_AXIS_LEFT_TRIGGER ? -1 : 1; sign <= 1; sign += 2) {
            coir_input_listen_for(input, "jump", 0, NULL, NULL);
            assert_true(coir_input_axis(input, 8, (CoirAxis)i, (float)sign));
            assert_false(coir_input_is_listening(input));
            coir_input_axis(input, 8, (CoirAxis)i, 0);
        }
    assert_string_equal(coir_input_describe(input, "jump", 0), "Right trigger");
    for (int i = 1; i <= 5; i++) {
        coir_input_listen_for(input, "jump", 0, NULL, NULL);
        assert_true(coir_input_pointer(input, i, true));
    }
    assert_string_equal(coir_input_describe(input, "jump", 0), "Mouse 5");
}

static void a_list_of_words_is_no_word_for_one_binding(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space");
    assert_false(coir_input_rebind(input, "jump", 0, "Enter, Pad south"));
    assert_mistake("coir_input_rebind: 'Enter, Pad south' is a list of words; a slot takes one word: call "
                   "coir_input_rebind for each slot");
    assert_string_equal(coir_input_describe(input, "jump", 0), "Space");
    assert_int_equal(coir_input_binding_count(input, "jump"), 1);
}

static void escape_and_calls_end_listening(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space");
    coir_input_bind(input, "menu", "Escape");
    coir_input_listen_for(input, "jump", 0, note_bound, input);
    assert_true(coir_input_key(input, COIR_KEY_ESCAPE, true));
    assert_trace("jump not bound\n");
    coir_input_step(input);
    assert_string_equal(named(input, "menu"), "---"); // the press has only ended the listening
    coir_input_listen_for(input, "jump", 0, note_bound, input);
    coir_input_listen_for(input, "menu", 0, note_bound, input);
    assert_trace("jump not bound\n");
    coir_input_stop_listening(input);
    coir_input_stop_listening(input);
    assert_trace("menu not bound\n");
    assert_false(coir_input_listen_for(input, "jump", -1, NULL, NULL));
    assert_mistake("coir_input_listen_for");
    assert_string_equal(coir_input_describe(input, "jump", 0), "Space");
    coir_input_listen_for(input, "jump", 0, note_bound, input); // the teardown must not call note_bound
}

static void listen_again(CoirInput *of, const char *name, bool bound, void *user)
{
    note_bound(of, name, bound, user);
    coir_input_listen_for(of, "third", 0, note_bound, user);
}

static void each_listening_ends_with_a_call(void **state)
{
    (void)state;
    coir_input_bind(input, "first", "F");
    coir_input_bind(input, "second", "S");
    coir_input_bind(input, "third", "T");
    coir_input_listen_for(input, "first", 0, listen_again, input);
    coir_input_listen_for(input, "second", 0, note_bound, input);
    tap(COIR_KEY_Q);
    assert_trace("first not bound\nsecond not bound\nthird Q\n");
    assert_string_equal(coir_input_describe(input, "third", 0), "Q");
    assert_string_equal(coir_input_describe(input, "second", 0), "S");
}

static void again(CoirInput *of, const char *name, bool bound, void *user)
{
    note_bound(of, name, bound, user);
    if (!bound)
        coir_input_listen_for(of, name, 0, again, user);
}

static void two_callbacks_that_listen_again_come_to_an_end(void **state)
{
    (void)state;
    coir_input_bind(input, "first", "F");
    coir_input_listen_for(input, "first", 0, again, input);
    coir_input_listen_for(input, "first", 0, again, input);
    tap(COIR_KEY_Q);
    assert_string_equal(coir_input_describe(input, "first", 0), "Q");
    assert_false(coir_input_is_listening(input));
}

static void stop_again(CoirInput *of, const char *name, bool bound, void *user)
{
    note_bound(of, name, bound, user);
    coir_input_listen_for(of, name, 0, stop_again, user);
    coir_input_stop_listening(of);
}

static void a_callback_that_listens_and_stops_comes_to_an_end(void **state)
{
    (void)state;
    coir_input_bind(input, "first", "F");
    coir_input_listen_for(input, "first", 0, stop_again, input);
    tap(COIR_KEY_Q);
    assert_trace("first Q\nfirst not bound\n");
    assert_non_null(strstr(coir_error(), "coir_input_listen_for: "));
    assert_false(coir_input_is_listening(input));
}

static void more_bindings_than_there_may_be_are_refused(void **state)
{
    (void)state;
    coir_input_bind(input, "full", "A, B, C, D, E, F, G, H");
    assert_false(coir_input_rebind(input, "full", 8, "Z"));
    assert_mistake("has 8 bindings");
    assert_false(coir_input_listen_for(input, "full", 8, NULL, NULL));
    assert_mistake("has 8 bindings");
    assert_string_equal(coir_input_describe(input, "full", 7), "H");
    assert_true(coir_input_rebind(input, "full", 7, "Z"));
    assert_true(coir_input_rebind(input, "full", 8, "")); // there is nothing to remove
}

static void a_name_that_fills_up_while_a_player_chooses_keeps_eight_bindings(void **state)
{
    (void)state;
    coir_input_bind(input, "full", "A, B, C, D, E, F, G");
    assert_true(coir_input_listen_for(input, "full", 8, NULL, NULL)); // there is room for one more binding
    assert_true(coir_input_rebind(input, "full", 7, "H"));
    tap(COIR_KEY_Z);
    assert_int_equal(coir_input_binding_count(input, "full"), 8);
    assert_string_equal(coir_input_describe(input, "full", 6), "G");
    assert_string_equal(coir_input_describe(input, "full", 7), "Z");
}

static void a_player_listens_to_his_controllers(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space");
    coir_input_connect(input, 1, NULL);
    coir_input_connect(input, 2, NULL);
    coir_input_assign(input, 1, 1);
    coir_input_listen_for(two, "jump", 0, NULL, NULL);
    assert_false(coir_input_button(input, 1, COIR_BUTTON_NORTH, true));
    assert_true(coir_input_is_listening(input));
    assert_true(coir_input_button(input, 2, COIR_BUTTON_EAST, true));
    assert_string_equal(coir_input_describe(two, "jump", 0), "Pad east");
    assert_string_equal(coir_input_describe(one, "jump", 0), "Space");
}

static void a_listening_player_gets_keys_and_the_mouse_whatever_controller_the_event_names(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space");
    give_controllers();
    coir_input_listen_for(one, "jump", 0, NULL, NULL);
    assert_true(coir_input_event(
        input, &(CoirEvent){.type = COIR_EVENT_KEY_DOWN, .key = COIR_KEY_A, .controller = 2, .finger = 3}));
    assert_string_equal(coir_input_describe(one, "jump", 0), "A");
    coir_input_listen_for(one, "jump", 0, NULL, NULL);
    assert_true(coir_input_event(
        input, &(CoirEvent){.type = COIR_EVENT_POINTER_DOWN, .button = 2, .clicks = 1, .controller = 1000000000}));
    assert_string_equal(coir_input_describe(one, "jump", 0), "Mouse middle");
}

static void buttons_held_by_another_player_do_not_affect_a_binding(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Pad west");
    coir_input_bind(one, "fire", "Pad south");
    coir_input_bind(two, "fire", "Pad east");
    give_controllers();
    coir_input_button(input, 1, COIR_BUTTON_SOUTH, true);
    coir_input_button(input, 1, COIR_BUTTON_WEST, true);
    coir_input_step(input);
    coir_input_rebind(two, "fire", 0, "Pad south");
    coir_input_button(input, 2, COIR_BUTTON_SOUTH, true);
    coir_input_step(input);
    assert_string_equal(named(two, "fire"), "dp-");
    coir_input_listen_for(two, "fire", 1, NULL, NULL);
    assert_true(coir_input_button(input, 2, COIR_BUTTON_WEST, true));
    coir_input_step(input);
    assert_string_equal(named(one, "jump"), "d--");
    assert_string_equal(named(two, "jump"), "---"); // the press that was bound does not count
    assert_string_equal(named(one, "fire"), "d--");
    assert_string_equal(named(two, "fire"), "d--");
    coir_input_bind(input, "jump", "Pad south");
    coir_input_bind(input, "jump", "Pad west, Pad south");
    coir_input_step(input);
    assert_string_equal(named(one, "jump"), "--r"); // both were held before the binding, and do not count
    coir_input_button(input, 2, COIR_BUTTON_WEST, false);
    coir_input_button(input, 2, COIR_BUTTON_WEST, true);
    coir_input_step(input);
    assert_string_equal(named(one, "jump"), "---");
    assert_string_equal(named(two, "jump"), "dp-");
    assert_string_equal(named(input, "jump"), "dp-");
}

static void a_press_that_is_bound_releases_no_button_of_another_controller(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Pad west");
    coir_input_bind(input, "fire", "Pad south");
    coir_input_connect(input, 1, NULL);
    coir_input_connect(input, 2, NULL);
    coir_input_button(input, 1, COIR_BUTTON_WEST, true);
    coir_input_step(input);
    coir_input_listen_for(input, "fire", 0, NULL, NULL);
    assert_true(coir_input_button(input, 2, COIR_BUTTON_WEST, true));
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "d--");
    assert_string_equal(named(one, "jump"), "d--");
    assert_string_equal(named(input, "fire"), "---");
    coir_input_button(input, 1, COIR_BUTTON_WEST, false);
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "--r"); // the press that was bound does not count
    assert_string_equal(named(one, "jump"), "--r");
    coir_input_button(input, 1, COIR_BUTTON_WEST, true);
    coir_input_step(input);
    assert_string_equal(named(input, "jump"), "dp-");
    assert_string_equal(named(input, "fire"), "---"); // the button has been held since the binding
}

static void destroy(CoirInput *of, const char *name, bool bound, void *user)
{
    (void)of;
    (void)bound;
    (void)user;
    note("%s\n", name);
    coir_input_destroy(input);
    input = NULL;
}

static void the_input_may_be_destroyed_when_listening_ends(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "Space");
    coir_input_listen_for(input, "jump", 0, destroy, NULL);
    coir_input_key(input, COIR_KEY_A, true);
    assert_trace("jump\n");
    input = coir_input_new();
    coir_input_bind(input, "jump", "Space");
    coir_input_listen_for(input, "jump", 0, destroy, NULL);
    CoirInput *same = input;
    coir_input_listen_for(same, "jump", 0, note_bound, NULL);
    assert_trace("jump\n");
}

// The log hook is user code.
static void destroy_at_a_message(CoirLogLevel level, const char *message, void *user)
{
    (void)user;
    (void)level;
    (void)message;
    coir_input_destroy(input);
    input = NULL;
    coir_log_set_hook(NULL, NULL);
    coir_log_set_level(COIR_LOG_ERROR);
}

static void the_log_hook_may_destroy_the_input(void **state)
{
    (void)state;
    coir_log_set_hook(destroy_at_a_message, NULL);
    assert_true(coir_input_stick(input, "a", "b", "c", "d").x == 0);
    assert_null(input);
}

static void scenario(void)
{
    CoirInput *mine = coir_input_new();
    coir_input_bind(mine, "jump", "Space");
    coir_input_bind(mine, "fire", "F");
    coir_input_connect(mine, 1, "Red");
    coir_input_rebind(coir_input_player(mine, 1), "jump", 0, "A");
    coir_input_destroy(mine);
    note("done\n");
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    assert_true(support_fail_each_allocation(scenario) > 5);
}

static void a_trigger_that_was_bound_counts_only_after_it_was_released_also_with_a_curve(void **state)
{
    (void)state;
    coir_input_bind(input, "fire", "Space");
    assert_true(coir_input_tune(input, "fire", 0.15, 2)); // a trigger at 0.6 has a value below 0.3
    coir_input_connect(input, 1, "pad");
    assert_true(coir_input_listen_for(input, "fire", 0, NULL, NULL));
    for (int i = 0; i <= 10; i++) {
        coir_input_axis(input, 1, COIR_AXIS_RIGHT_TRIGGER, (float)i / 10);
        assert_false(coir_input_is_down(input, "fire"));
    }
    assert_string_equal(coir_input_describe(input, "fire", 0), "Right trigger");
    coir_input_axis(input, 1, COIR_AXIS_RIGHT_TRIGGER, 0);
    coir_input_axis(input, 1, COIR_AXIS_RIGHT_TRIGGER, 1);
    assert_true(coir_input_is_down(input, "fire"));
}

static void a_trigger_that_is_held_only_with_the_curve_is_not_pressed_by_the_end_of_a_silence(void **state)
{
    (void)state;
    coir_input_bind(input, "fire", "Right trigger");
    assert_true(coir_input_tune(input, "fire", 0, 0.5));
    coir_input_connect(input, 1, "pad");
    coir_input_axis(input, 1, COIR_AXIS_RIGHT_TRIGGER, 0.3F); // with the curve, 0.55
    coir_input_step(input);
    assert_true(coir_input_is_down(input, "fire"));
    coir_input_set_quiet(input, true);
    coir_input_step(input);
    coir_input_set_quiet(input, false);
    coir_input_step(input);
    assert_false(coir_input_is_down(input, "fire") || coir_input_pressed(input, "fire"));
}

TEST_FILE(bindings)
{
    const struct CMUnitTest tests[] = {
        bindings_test(a_name_is_pressed_by_each_of_its_bindings),
        bindings_test(a_turn_of_the_wheel_is_a_press_and_a_release),
        bindings_test(the_dead_zone_of_a_stick_is_a_circle),
        bindings_test(diagonals_of_keys_are_not_longer),
        bindings_test(tuning_sets_dead_zone_and_curve),
        bindings_test(a_trigger_that_trembles_is_pressed_once),
        bindings_test(bad_names_and_words_are_refused),
        bindings_test(a_word_that_comes_twice_is_one_binding),
        bindings_test(unknown_names_are_mistakes),
        bindings_test(players_share_bindings_and_have_controllers_of_their_own),
        bindings_test(players_have_halves_of_the_keyboard),
        bindings_test(quiet_inputs_read_as_released_until_a_new_press),
        bindings_test(ending_the_quiet_of_one_player_changes_no_other_player),
        bindings_test(text_input_silences_keys_only_until_a_new_press),
        bindings_test(bindings_are_shown_and_changed),
        bindings_test(a_player_who_rebinds_gets_bindings_of_his_own),
        bindings_test(binding_again_keeps_the_players_choice),
        bindings_test(a_held_key_counts_for_a_new_name_only_after_its_release),
        bindings_test(the_next_press_becomes_the_binding),
        bindings_test(a_trigger_that_was_bound_counts_only_after_it_was_released_also_with_a_curve),
        bindings_test(a_trigger_that_is_held_only_with_the_curve_is_not_pressed_by_the_end_of_a_silence),
        bindings_test(sticks_buttons_and_the_mouse_can_be_bound),
        bindings_test(a_turn_of_the_wheel_can_be_bound),
        bindings_test(each_button_axis_and_mouse_button_can_be_bound),
        bindings_test(a_list_of_words_is_no_word_for_one_binding),
        bindings_test(escape_and_calls_end_listening),
        bindings_test(each_listening_ends_with_a_call),
        bindings_test(two_callbacks_that_listen_again_come_to_an_end),
        bindings_test(a_callback_that_listens_and_stops_comes_to_an_end),
        bindings_test(more_bindings_than_there_may_be_are_refused),
        bindings_test(a_name_that_fills_up_while_a_player_chooses_keeps_eight_bindings),
        bindings_test(a_player_listens_to_his_controllers),
        bindings_test(a_listening_player_gets_keys_and_the_mouse_whatever_controller_the_event_names),
        bindings_test(buttons_held_by_another_player_do_not_affect_a_binding),
        bindings_test(a_press_that_is_bound_releases_no_button_of_another_controller),
        bindings_test(the_input_may_be_destroyed_when_listening_ends),
        bindings_test(the_log_hook_may_destroy_the_input),
        support_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("bindings", tests, NULL, NULL);
}
