// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Functions that read the state of the devices.

#include <math.h>

#include "base/fail.h"
#include "input/input.h"

// Keys ----------------------------------------------------------------------------------------------------------------

static bool key_has(const CoirInput *input, CoirKey key, int bit, const char *function)
{
    const InputState *state = coir_input_state(input, function);
    return state && (int)key >= 0 && (int)key < COIR_KEY_COUNT && state->switches[key] & bit;
}

bool coir_input_is_key_down(const CoirInput *input, CoirKey key)
{
    return key_has(input, key, IS_DOWN, "coir_input_is_key_down");
}

bool coir_input_key_pressed(const CoirInput *input, CoirKey key)
{
    return key_has(input, key, PRESSED, "coir_input_key_pressed");
}

bool coir_input_key_released(const CoirInput *input, CoirKey key)
{
    return key_has(input, key, RELEASED, "coir_input_key_released");
}

// The pointer ---------------------------------------------------------------------------------------------------------

static bool pointer_has(const CoirInput *input, int button, int bit, const char *function)
{
    const InputState *state = coir_input_state(input, function);
    return state && button >= 1 && button <= POINTER_BUTTONS && state->switches[SOURCE_POINTER + button - 1] & bit;
}

bool coir_input_is_pointer_down(const CoirInput *input, int button)
{
    return pointer_has(input, button, IS_DOWN, "coir_input_is_pointer_down");
}

bool coir_input_pointer_pressed(const CoirInput *input, int button)
{
    return pointer_has(input, button, PRESSED, "coir_input_pointer_pressed");
}

bool coir_input_pointer_released(const CoirInput *input, int button)
{
    return pointer_has(input, button, RELEASED, "coir_input_pointer_released");
}

CoirVec2 coir_input_pointer_position(const CoirInput *input)
{
    return input ? input->state->pointer : coir_vec2(0, 0);
}

CoirVec2 coir_input_pointer_delta(const CoirInput *input)
{
    return input ? input->state->motion : coir_vec2(0, 0);
}

CoirVec2 coir_input_wheel_delta(const CoirInput *input)
{
    return input ? input->state->wheel : coir_vec2(0, 0);
}

int coir_input_finger_count(const CoirInput *input)
{
    return input ? input->state->finger_count : 0;
}

CoirFinger coir_input_finger(const CoirInput *input, int index)
{
    return input && index >= 0 && index < input->state->finger_count ? input->state->fingers[index] : (CoirFinger){0};
}

// Controllers ---------------------------------------------------------------------------------------------------------

static bool check_number(int controller, const char *function)
{
    return controller >= 0 && controller <= COIR_CONTROLLERS
               ? true
               : MISTAKE("%s: controller %d; controllers have the numbers 1 to %d, 0 stands for all", function,
                         controller, COIR_CONTROLLERS);
}

// Returns true if a switch of a controller has a bit. Controller 0: of any controller.
static bool pad_has(const CoirInput *input, int controller, int source, int bit, const char *function)
{
    const InputState *state = coir_input_state(input, function);
    if (!state || !check_number(controller, function))
        return false;
    int first = controller ? controller : 1, last = controller ? controller : COIR_CONTROLLERS, bits = 0;
    for (int i = first; i <= last; i++)
        bits |= state->switches[coir_pad_switch(i, source)];
    return bits & bit;
}

static bool button_has(const CoirInput *input, int controller, CoirButton button, int bit, const char *function)
{
    return (int)button >= 0 && button < COIR_BUTTON_COUNT &&
           pad_has(input, controller, SOURCE_BUTTON + (int)button, bit, function);
}

bool coir_input_is_button_down(const CoirInput *input, int controller, CoirButton button)
{
    return button_has(input, controller, button, IS_DOWN, "coir_input_is_button_down");
}

bool coir_input_button_pressed(const CoirInput *input, int controller, CoirButton button)
{
    return button_has(input, controller, button, PRESSED, "coir_input_button_pressed");
}

bool coir_input_button_released(const CoirInput *input, int controller, CoirButton button)
{
    return button_has(input, controller, button, RELEASED, "coir_input_button_released");
}

static bool is_axis(CoirAxis axis)
{
    return (int)axis >= 0 && axis < COIR_AXIS_COUNT;
}

float coir_input_axis_value(const CoirInput *input, int controller, CoirAxis axis)
{
    const InputState *state = coir_input_state(input, "coir_input_axis_value");
    float value = 0;
    if (!state || !is_axis(axis) || !check_number(controller, "coir_input_axis_value"))
        return 0;
    for (int i = 1; i <= COIR_CONTROLLERS; i++)
        if ((controller == 0 || controller == i) && fabsf(state->pads[i - 1].axes[axis]) > fabsf(value))
            value = state->pads[i - 1].axes[axis];
    return value;
}

static bool axis_has(const CoirInput *input, int controller, CoirAxis axis, int sign, int bit, const char *function)
{
    if (sign != 1 && sign != -1)
        return MISTAKE("%s: a sign of %d; it must be 1 or -1", function, sign);
    return is_axis(axis) && pad_has(input, controller, SOURCE_AXIS + 2 * (int)axis + (sign > 0), bit, function);
}

bool coir_input_is_axis_down(const CoirInput *input, int controller, CoirAxis axis, int sign)
{
    return axis_has(input, controller, axis, sign, IS_DOWN, "coir_input_is_axis_down");
}

bool coir_input_axis_pressed(const CoirInput *input, int controller, CoirAxis axis, int sign)
{
    return axis_has(input, controller, axis, sign, PRESSED, "coir_input_axis_pressed");
}

bool coir_input_axis_released(const CoirInput *input, int controller, CoirAxis axis, int sign)
{
    return axis_has(input, controller, axis, sign, RELEASED, "coir_input_axis_released");
}

const char *coir_input_controller_name(const CoirInput *input, int controller)
{
    return input && controller >= 1 && controller <= COIR_CONTROLLERS ? input->state->pads[controller - 1].name : NULL;
}
