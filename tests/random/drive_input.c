// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of input.h and bindings.h.

#include "random/world.h"
#include "random/world_parts.h"

static Table inputs = {"input", .most = 3};

static CoirInput *take_input(void)
{
    return table_take(&inputs);
}

static void keep_input(CoirInput *input)
{
    if (table_is_full(&inputs))
        coir_input_destroy(take_input());
    if (!table_add(&inputs, input))
        coir_input_destroy(input);
}

void world_end_input(void)
{
    while (inputs.count > 0)
        coir_input_destroy(take_input());
}

// Returns an input, the input of a director, or the input of a player.
static CoirInput *any_input(void)
{
    CoirInput *input = one_in(2) ? coir_director_input(any_director()) : table_any(&inputs);
    return input && one_in(3) ? coir_input_player(input, below(COIR_PLAYERS + 1)) : input;
}

// Arguments ----------------------------------------------------------------------------------------------------------

static int any_controller(void)
{
    return badly() ? any_int() : 1 + below(3);
}

static CoirKey any_key_code(void)
{
    static const CoirKey keys[] = {COIR_KEY_A, COIR_KEY_SPACE, COIR_KEY_ESCAPE, COIR_KEY_LEFT_SHIFT, COIR_KEY_NONE};
    return badly() ? (CoirKey)any_int() : one_in(3) ? (CoirKey)below(COIR_KEY_COUNT) : keys[below(5)];
}

static CoirButton any_button(void)
{
    return (CoirButton)(badly() ? any_int() : below(COIR_BUTTON_COUNT));
}

static CoirAxis any_axis(void)
{
    return (CoirAxis)(badly() ? any_int() : below(COIR_AXIS_COUNT));
}

static int any_sign(void)
{
    return badly() ? any_int() : one_in(2) ? 1 : -1;
}

static int any_slot(void)
{
    return badly() ? any_int() : below(COIR_BINDINGS_MOST + 1);
}

static const char *any_name(void)
{
    static const char *const names[] = {"jump", "left", "right", "up", "down"};
    const char *name = badly() ? any_text() : names[below(5)];
    note_text(name);
    return name;
}

static const char *any_words(void)
{
    static const char *const words[] = {"Space, Pad south",
                                        "A",
                                        "Left stick left, Escape",
                                        "Wheel up",
                                        "Mouse left",
                                        "",
                                        "Right trigger, B, C, D, E, F, G, H",
                                        "nonsense"};
    return badly() ? any_text() : words[below(8)];
}

static CoirEvent any_event(void)
{
    CoirEvent event = {.type = (CoirEventType)(badly() ? any_int() : below(COIR_EVENT_COUNT)),
                       .position = any_vec2(),
                       .delta = any_vec2(),
                       .key = any_key_code(),
                       .finger = below(3),
                       .controller = any_controller(),
                       .axis = (int)any_axis(),
                       .value = any_float(),
                       .text = any_text(),
                       .button = one_in(2) ? 1 : (int)any_button()};
    return event;
}

static void bound(CoirInput *input, const char *name, bool was_bound, void *user)
{
    (void)user;
    note_text(name);
    if (was_bound)
        coir_input_describe(input, name, 0);
    inside(CB_bindings_CoirBoundFn);
}

// Reads a file that was just written, or a path that may be no file of bindings.
static void load(void)
{
    CoirInput *input = any_input();
    const char *path = any_output();
    if (one_in(2))
        coir_input_save_bindings(input, path);
    coir_input_load_bindings(input, path);
}

// Events -------------------------------------------------------------------------------------------------------------

static bool drive_events(Function function)
{
    CoirEvent event;
    switch (function) {
    case F_coir_input_event:
        event = any_event();
        coir_input_event(any_input(), badly() ? NULL : &event);
        return true;
    case F_coir_input_key: coir_input_key(any_input(), any_key_code(), any_bool()); return true;
    case F_coir_input_pointer:
        coir_input_pointer(any_input(), badly() ? any_int() : 1 + below(5), any_bool());
        return true;
    case F_coir_input_pointer_move: coir_input_pointer_move(any_input(), any_float(), any_float()); return true;
    case F_coir_input_wheel: coir_input_wheel(any_input(), any_float(), any_float()); return true;
    case F_coir_input_text: coir_input_text(any_input(), any_text()); return true;
    case F_coir_input_touch: coir_input_touch(any_input(), below(14), any_float(), any_float()); return true;
    case F_coir_input_lift: coir_input_lift(any_input(), below(14)); return true;
    case F_coir_input_connect: coir_input_connect(any_input(), any_controller(), any_text()); return true;
    case F_coir_input_disconnect: coir_input_disconnect(any_input(), any_controller()); return true;
    case F_coir_input_button: coir_input_button(any_input(), any_controller(), any_button(), any_bool()); return true;
    case F_coir_input_axis:
        coir_input_axis(any_input(), any_controller(), any_axis(),
                        badly() ? any_float() : (float)(below(21) - 10) / 10);
        return true;
    case F_coir_input_release_all: coir_input_release_all(any_input()); return true;
    default: return false;
    }
}

// The state ----------------------------------------------------------------------------------------------------------

static bool drive_state(Function function)
{
    switch (function) {
    case F_coir_input_is_key_down: coir_input_is_key_down(any_input(), any_key_code()); return true;
    case F_coir_input_key_pressed: coir_input_key_pressed(any_input(), any_key_code()); return true;
    case F_coir_input_key_released: coir_input_key_released(any_input(), any_key_code()); return true;
    case F_coir_input_is_pointer_down: coir_input_is_pointer_down(any_input(), any_int()); return true;
    case F_coir_input_pointer_pressed: coir_input_pointer_pressed(any_input(), any_int()); return true;
    case F_coir_input_pointer_released: coir_input_pointer_released(any_input(), any_int()); return true;
    case F_coir_input_pointer_position: coir_input_pointer_position(any_input()); return true;
    case F_coir_input_pointer_delta: coir_input_pointer_delta(any_input()); return true;
    case F_coir_input_wheel_delta: coir_input_wheel_delta(any_input()); return true;
    case F_coir_input_finger_count: coir_input_finger_count(any_input()); return true;
    case F_coir_input_finger: coir_input_finger(any_input(), any_int()); return true;
    default: return false;
    }
}

static bool drive_controllers(Function function)
{
    switch (function) {
    case F_coir_input_is_button_down:
        coir_input_is_button_down(any_input(), any_controller(), any_button());
        return true;
    case F_coir_input_button_pressed:
        coir_input_button_pressed(any_input(), any_controller(), any_button());
        return true;
    case F_coir_input_button_released:
        coir_input_button_released(any_input(), any_controller(), any_button());
        return true;
    case F_coir_input_axis_value: coir_input_axis_value(any_input(), any_controller(), any_axis()); return true;
    case F_coir_input_is_axis_down:
        coir_input_is_axis_down(any_input(), any_controller(), any_axis(), any_sign());
        return true;
    case F_coir_input_axis_pressed:
        coir_input_axis_pressed(any_input(), any_controller(), any_axis(), any_sign());
        return true;
    case F_coir_input_axis_released:
        coir_input_axis_released(any_input(), any_controller(), any_axis(), any_sign());
        return true;
    case F_coir_input_controller_name: coir_input_controller_name(any_input(), any_controller()); return true;
    case F_coir_input_rumble:
        coir_input_rumble(any_input(), any_controller(), any_number(), any_number(), any_seconds());
        return true;
    case F_coir_controllers_load_mappings: coir_controllers_load_mappings(any_path()); return true;
    default: return false;
    }
}

// Names --------------------------------------------------------------------------------------------------------------

static bool drive_names(Function function)
{
    switch (function) {
    case F_coir_key_name: coir_key_name(any_key_code()); return true;
    case F_coir_key_label: coir_key_label(any_key_code()); return true;
    case F_coir_button_name: coir_button_name(any_button()); return true;
    case F_coir_key_from_name: coir_key_from_name(any_text()); return true;
    case F_coir_button_from_name: coir_button_from_name(any_text()); return true;
    case F_coir_input_bind: coir_input_bind(any_input(), any_name(), any_words()); return true;
    case F_coir_input_is_down: coir_input_is_down(any_input(), any_name()); return true;
    case F_coir_input_pressed: coir_input_pressed(any_input(), any_name()); return true;
    case F_coir_input_released: coir_input_released(any_input(), any_name()); return true;
    case F_coir_input_value: coir_input_value(any_input(), any_name()); return true;
    case F_coir_input_direction: coir_input_direction(any_input(), any_name(), any_name()); return true;
    case F_coir_input_stick: coir_input_stick(any_input(), any_name(), any_name(), any_name(), any_name()); return true;
    case F_coir_input_tune:
        coir_input_tune(any_input(), one_in(3) ? NULL : any_name(), badly() ? any_number() : 0.3,
                        badly() ? any_number() : 2);
        return true;
    case F_coir_input_set_quiet: coir_input_set_quiet(any_input(), any_bool()); return true;
    default: return false;
    }
}

static bool drive_rebinding(Function function)
{
    switch (function) {
    case F_coir_input_listen_for:
        coir_input_listen_for(any_input(), any_name(), any_slot(), badly() ? NULL : bound, NULL);
        return true;
    case F_coir_input_is_listening: coir_input_is_listening(any_input()); return true;
    case F_coir_input_stop_listening: coir_input_stop_listening(any_input()); return true;
    case F_coir_input_rebind: coir_input_rebind(any_input(), any_name(), any_slot(), any_words()); return true;
    case F_coir_input_reset: coir_input_reset(any_input(), one_in(3) ? NULL : any_name()); return true;
    case F_coir_input_name: coir_input_name(any_input(), any_int()); return true;
    case F_coir_input_binding_count: coir_input_binding_count(any_input(), any_name()); return true;
    case F_coir_input_describe: coir_input_describe(any_input(), any_name(), any_slot()); return true;
    case F_coir_input_conflict: coir_input_conflict(any_input(), any_name(), any_slot()); return true;
    case F_coir_input_save_bindings: coir_input_save_bindings(any_input(), any_output()); return true;
    case F_coir_input_load_bindings: load(); return true;
    default: return false;
    }
}

bool drive_input(Function function)
{
    switch (function) {
    case F_coir_input_new: keep_input(coir_input_new()); return true;
    case F_coir_input_destroy: coir_input_destroy(take_input()); return true;
    case F_coir_input_step: coir_input_step(any_input()); return true;
    case F_coir_input_player: coir_input_player(any_input(), below(7) - 1); return true;
    case F_coir_input_assign: coir_input_assign(any_input(), any_controller(), below(6)); return true;
    case F_coir_director_input: coir_director_input(any_director()); return true;
    default:
        return drive_events(function) || drive_state(function) || drive_controllers(function) ||
               drive_names(function) || drive_rebinding(function);
    }
}
