// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Short functions that send events, for tests, bots and the loss of the focus.

#include <inttypes.h>
#include <math.h>

#include "base/fail.h"
#include "input/input.h"

static bool is_held(const InputState *state, CoirKey key, const CoirEvent *event)
{
    if (event->key == key && event->type == COIR_EVENT_KEY_DOWN)
        return true;
    if (event->key == key && event->type == COIR_EVENT_KEY_UP)
        return false;
    return state->switches[key] & IS_DOWN;
}

// Returns the modifiers after an event, as SDL does: a press of Shift is sent with the modifier Shift.
static int modifiers(const InputState *state, const CoirEvent *event)
{
    static const struct {
        CoirKey left, right;
        int bit;
    } keys[] = {
        {COIR_KEY_LEFT_SHIFT, COIR_KEY_RIGHT_SHIFT, COIR_MODIFIER_SHIFT},
        {COIR_KEY_LEFT_CTRL, COIR_KEY_RIGHT_CTRL, COIR_MODIFIER_CTRL},
        {COIR_KEY_LEFT_ALT, COIR_KEY_RIGHT_ALT, COIR_MODIFIER_ALT},
        {COIR_KEY_LEFT_GUI, COIR_KEY_RIGHT_GUI, COIR_MODIFIER_GUI},
    };
    int bits = 0;
    for (int i = 0; i < 4; i++)
        if (is_held(state, keys[i].left, event) || is_held(state, keys[i].right, event))
            bits |= keys[i].bit;
    return bits;
}

static bool send_short(const CoirInput *input, CoirEvent event, const char *function)
{
    if (input)
        event.modifiers = modifiers(input->state, &event);
    return coir_input_send(input, &event, function);
}

bool coir_input_key(CoirInput *input, CoirKey key, bool down)
{
    CoirEvent event = {.type = down ? COIR_EVENT_KEY_DOWN : COIR_EVENT_KEY_UP, .key = key};
    if (key == COIR_KEY_NONE)
        return MISTAKE("coir_input_key: the key is COIR_KEY_NONE; give a key of coir/key.h. Did coir_key_from_name "
                       "not find a name?");
    event.character = coir_key_character(key);
    event.repeated = down && input && coir_event_is_key((int)key) && input->state->switches[key] & IS_DOWN;
    return send_short(input, event, "coir_input_key");
}

bool coir_input_pointer(CoirInput *input, int button, bool down)
{
    CoirEvent event = {.type = down ? COIR_EVENT_POINTER_DOWN : COIR_EVENT_POINTER_UP, .button = button};
    event.position = coir_input_pointer_position(input);
    return send_short(input, event, "coir_input_pointer");
}

// Returns the movement from one position to another, within the limits of events.
static CoirVec2 delta_between(CoirVec2 from, CoirVec2 to)
{
    CoirVec2 delta = coir_vec2_sub(to, from);
    return coir_vec2(fminf(fmaxf(delta.x, -COIR_EVENT_NUMBER_MOST), COIR_EVENT_NUMBER_MOST),
                     fminf(fmaxf(delta.y, -COIR_EVENT_NUMBER_MOST), COIR_EVENT_NUMBER_MOST));
}

bool coir_input_pointer_move(CoirInput *input, float x, float y)
{
    CoirEvent event = {.type = COIR_EVENT_POINTER_MOVE, .position = coir_vec2(x, y)};
    event.delta = delta_between(coir_input_pointer_position(input), event.position);
    return send_short(input, event, "coir_input_pointer_move");
}

bool coir_input_wheel(CoirInput *input, float x, float y)
{
    CoirEvent event = {.type = COIR_EVENT_WHEEL, .delta = coir_vec2(x, y)};
    event.position = coir_input_pointer_position(input);
    return send_short(input, event, "coir_input_wheel");
}

bool coir_input_touch(CoirInput *input, int64_t finger, float x, float y)
{
    CoirEvent event = {.type = COIR_EVENT_POINTER_DOWN, .position = coir_vec2(x, y), .finger = finger};
    int at = input ? coir_input_find_finger(input->state, finger) : -1;
    if (finger == 0)
        return MISTAKE("coir_input_touch: finger 0 is the mouse; give another number, or call coir_input_pointer_move");
    if (at < 0) {
        if (input && input->state->finger_count == COIR_FINGERS)
            return MISTAKE("coir_input_touch: %d fingers are down, and no more are possible; lift a finger first, with "
                           "coir_input_lift",
                           COIR_FINGERS);
        event.button = 1;
    } else {
        event.type = COIR_EVENT_POINTER_MOVE;
        event.delta = delta_between(input->state->fingers[at].position, event.position);
    }
    return send_short(input, event, "coir_input_touch");
}

bool coir_input_lift(CoirInput *input, int64_t finger)
{
    CoirEvent event = {.type = COIR_EVENT_POINTER_UP, .finger = finger, .button = 1};
    int at = input ? coir_input_find_finger(input->state, finger) : -1;
    if (at >= 0)
        event.position = input->state->fingers[at].position;
    else if (input)
        return MISTAKE("coir_input_lift: finger %" PRId64
                       " is not down; put the finger down first, with coir_input_touch",
                       finger);
    return send_short(input, event, "coir_input_lift");
}

// Connects or disconnects a controller. Returns true on success, even if no node dealt with the event.
static bool plug(CoirInput *input, CoirEvent event, const char *function)
{
    InputState *state = coir_input_state(input, function);
    if (!state || !coir_input_check(state, &event, function))
        return false;
    coir_input_hold(state);
    uint32_t before = state->plugged;
    send_short(input, event, function);
    bool done = state->dead || state->plugged != before; // a destroyed input has no controllers any more
    coir_input_let_go_of(state);
    return done;
}

bool coir_input_text(CoirInput *input, const char *text)
{
    CoirEvent event = {.type = COIR_EVENT_TEXT, .text = text};
    if (!text)
        return MISTAKE("coir_input_text: the text is NULL; give a text in UTF-8");
    return send_short(input, event, "coir_input_text");
}

bool coir_input_connect(CoirInput *input, int controller, const char *name)
{
    CoirEvent event = {.type = COIR_EVENT_CONTROLLER_ADDED, .controller = controller, .text = name};
    return plug(input, event, "coir_input_connect");
}

bool coir_input_disconnect(CoirInput *input, int controller)
{
    CoirEvent event = {.type = COIR_EVENT_CONTROLLER_REMOVED, .controller = controller};
    return plug(input, event, "coir_input_disconnect");
}

bool coir_input_button(CoirInput *input, int controller, CoirButton button, bool down)
{
    CoirEvent event = {.type = down ? COIR_EVENT_BUTTON_DOWN : COIR_EVENT_BUTTON_UP, .controller = controller};
    event.button = (int)button;
    return send_short(input, event, "coir_input_button");
}

bool coir_input_axis(CoirInput *input, int controller, CoirAxis axis, float value)
{
    CoirEvent event = {.type = COIR_EVENT_AXIS, .controller = controller, .axis = (int)axis, .value = value};
    return send_short(input, event, "coir_input_axis");
}

void coir_input_release_all(CoirInput *input)
{
    InputState *state = coir_input_state(input, "coir_input_release_all");
    if (!state)
        return;
    coir_input_hold(state);
    for (int key = 0; !state->dead && key < COIR_KEY_COUNT; key++)
        if (state->switches[key] & IS_DOWN)
            coir_input_key(input, (CoirKey)key, false);
    for (int button = 1; !state->dead && button <= POINTER_BUTTONS; button++)
        if (button == 1 ? state->mouse_left : state->switches[SOURCE_POINTER + button - 1] & IS_DOWN)
            coir_input_pointer(input, button, false);
    for (int count = state->finger_count; !state->dead && count > 0 && state->finger_count > 0; count--)
        coir_input_lift(input, state->fingers[0].finger);
    for (int controller = 1; !state->dead && controller <= COIR_CONTROLLERS; controller++)
        coir_input_release_pad(state, controller, 0); // all keys are up
    coir_input_let_go_of(state);
}
