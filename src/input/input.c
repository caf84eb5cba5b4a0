// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The state of the devices. An event sets or clears the bit IS_DOWN at once, and notes a press or a release for the
// next step. coir_input_begin_step moves these notes into the bits of the present step. So exactly one step sees a
// press, however many steps a frame has.

#include "input/input.h"

#include <math.h>

#include "base/alloc.h"
#include "base/fail.h"

// Steps ---------------------------------------------------------------------------------------------------------------

// Moves the notes of all switches into the present step. The loop has no branches, and goes over less than a thousand
// bytes. So a compiler that optimizes can use instructions that change 16 or more switches at once.
static void step_switches(uint8_t *switches)
{
    for (int i = 0; i < SWITCH_COUNT; i++)
        switches[i] = (uint8_t)((switches[i] & (IS_DOWN | TAKEN)) | (switches[i] >> 2 & (PRESSED | RELEASED)));
}

void coir_input_begin_step(CoirInput *input)
{
    InputState *state = input->state;
    step_switches(state->switches);
    state->motion = state->next_motion;
    state->wheel = state->next_wheel;
    state->next_motion = state->next_wheel = coir_vec2(0, 0);
    coir_named_step(state);
}

void coir_input_step(CoirInput *input)
{
    const InputState *state = coir_input_state(input, "coir_input_step");
    if (state && state->owned)
        MISTAKE("coir_input_step: this input belongs to a director, which begins its steps; call coir_director_frame");
    else if (state)
        coir_input_begin_step(input);
}

void coir_input_step_held(CoirInput *input)
{
    InputState *state = input->state;
    for (int i = 0; i < SWITCH_COUNT; i++)
        state->switches[i] &= (uint8_t) ~(PRESSED | RELEASED);
    state->motion = state->wheel = coir_vec2(0, 0);
    coir_named_step_held(state);
}

void coir_input_forget_presses(CoirInput *input)
{
    InputState *state = input->state;
    for (int i = 0; i < SWITCH_COUNT; i++)
        state->switches[i] &= (uint8_t)~NEXT_PRESSED;
    state->next_motion = state->next_wheel = coir_vec2(0, 0);
    coir_named_forget_presses(state);
}

// Checking events -----------------------------------------------------------------------------------------------------

static bool is_in(int value, int first, int count)
{
    return value >= first && value < first + count;
}

static bool check_number(int controller, const char *function)
{
    if (is_in(controller, 1, COIR_CONTROLLERS))
        return true;
    return MISTAKE("%s: there is no controller %d; controllers have the numbers 1 to %d", function, controller,
                   COIR_CONTROLLERS);
}

bool coir_input_check_controller(const InputState *state, int controller, const char *function)
{
    if (!check_number(controller, function))
        return false;
    return state->pads[controller - 1].name
               ? true
               : MISTAKE("%s: controller %d is not connected; plug the controller in, or call coir_input_connect",
                         function, controller);
}

static bool check_added(const InputState *state, int controller, const char *function)
{
    if (!check_number(controller, function))
        return false;
    return !state->pads[controller - 1].name
               ? true
               : MISTAKE("%s: controller %d is connected already; take a number that is free, for which "
                         "coir_input_controller_name returns NULL",
                         function, controller);
}

bool coir_input_check(const InputState *state, const CoirEvent *event, const char *function)
{
    if (!coir_event_check(event, function))
        return false;
    switch (event->type) {
    case COIR_EVENT_BUTTON_DOWN:
    case COIR_EVENT_BUTTON_UP:
    case COIR_EVENT_AXIS:
    case COIR_EVENT_CONTROLLER_REMOVED: return coir_input_check_controller(state, event->controller, function);
    case COIR_EVENT_CONTROLLER_ADDED: return check_added(state, event->controller, function);
    default: return true;
    }
}

// Events write the state ----------------------------------------------------------------------------------------------

// Change of the state by an event. Named inputs that have one of the sources `first` to `last` must be updated; `last`
// 0: none. `pressed` is the source that went down (SOURCE_NONE: no source), on `controller`; controller 0: on the
// keyboard or the mouse. `taken` is true if the event belongs to a press that listening took earlier.
typedef struct Change {
    Source first, last, pressed;
    int controller;
    bool taken;
} Change;

static Change set_switch(InputState *state, Source source, int index, bool down)
{
    bool taken = state->switches[index] & TAKEN, pressed = coir_switch_set(&state->switches[index], down);
    return (Change){source, source, pressed ? source : SOURCE_NONE, 0, taken};
}

int coir_input_find_finger(const InputState *state, int64_t finger)
{
    for (int i = 0; i < state->finger_count; i++)
        if (state->fingers[i].finger == finger)
            return i;
    return -1;
}

static void add_finger(InputState *state, const CoirEvent *event)
{
    if (coir_input_find_finger(state, event->finger) >= 0 || state->finger_count == COIR_FINGERS)
        return;
    if (state->finger_count == 0)
        state->first_finger = event->finger;
    state->fingers[state->finger_count++] = (CoirFinger){event->finger, event->position};
}

static void remove_finger(InputState *state, int64_t finger)
{
    int at = coir_input_find_finger(state, finger);
    if (at < 0)
        return;
    state->finger_count--;
    for (int i = at; i < state->finger_count; i++)
        state->fingers[i] = state->fingers[i + 1];
    if (state->first_finger == finger)
        state->first_finger = 0;
}

static void move_pointer(InputState *state, const CoirEvent *event)
{
    int at = coir_input_find_finger(state, event->finger);
    if (at >= 0)
        state->fingers[at].position = event->position;
    if (event->finger != 0 && event->finger != state->first_finger)
        return;
    state->pointer = event->position;
    if (event->type == COIR_EVENT_POINTER_MOVE)
        state->next_motion = coir_vec2_add(state->next_motion, event->delta);
}

static Change press_pointer(InputState *state, const CoirEvent *event)
{
    bool down = event->type == COIR_EVENT_POINTER_DOWN;
    if (event->finger != 0 && down)
        add_finger(state, event);
    if (coir_event_has_position(event->type))
        move_pointer(state, event);
    if (event->finger != 0 && !down)
        remove_finger(state, event->finger);
    if (event->finger == 0 && event->button == 1)
        state->mouse_left = down;
    if (event->finger != 0 || event->button == 1) {
        Change change =
            set_switch(state, SOURCE_POINTER, SOURCE_POINTER, state->mouse_left || state->first_finger != 0);
        if (event->finger != 0)
            change.pressed = SOURCE_NONE, change.taken = false; // listening ignores touches
        else if (!down)
            state->switches[SOURCE_POINTER] &= (uint8_t)~TAKEN; // a finger may keep the switch down
        return change;
    }
    if (event->button == 0)
        return (Change){0}; // a cancel without a button
    Source source = (Source)(SOURCE_POINTER + event->button - 1);
    return set_switch(state, source, source, down);
}

// Handles a turn of the wheel. A turn has no duration, so each turn is a press and a release.
static void turn_wheel(InputState *state, int way)
{
    Source source = (Source)(SOURCE_WHEEL + way);
    set_switch(state, source, source, true);
    coir_named_update(state, source, source);
    set_switch(state, source, source, false);
    coir_named_update(state, source, source);
}

// Returns the source that listening binds after a turn of the wheel: for a diagonal turn, the direction with the
// greater part. SOURCE_NONE: the wheel was not turned.
static Source main_turn(CoirVec2 delta)
{
    if (delta.x == 0 && delta.y == 0)
        return SOURCE_NONE;
    int way = fabsf(delta.y) >= fabsf(delta.x) ? (delta.y > 0 ? 0 : 1) : (delta.x < 0 ? 2 : 3);
    return (Source)(SOURCE_WHEEL + way);
}

static void take_wheel(InputState *state, CoirVec2 delta)
{
    state->next_wheel = coir_vec2_add(state->next_wheel, delta);
    if (delta.y != 0)
        turn_wheel(state, delta.y > 0 ? 0 : 1);
    if (delta.x != 0)
        turn_wheel(state, delta.x < 0 ? 2 : 3);
}

// Sets an axis. Both axes of a stick share a dead zone, so a change of one axis concerns all four directions of the
// stick.
static Change move_axis(InputState *state, const CoirEvent *event)
{
    int first = SOURCE_AXIS + 2 * event->axis;
    float value = event->value;
    Change change = {(Source)first, (Source)(first + 1), SOURCE_NONE, event->controller, false};
    state->pads[event->controller - 1].axes[event->axis] = value;
    for (int half = 0; half < 2; half++) {
        uint8_t *bits = &state->switches[coir_pad_switch(event->controller, first + half)];
        float along = half ? value : -value;
        if (coir_switch_set(bits, along >= (*bits & IS_DOWN ? UP_BELOW : DOWN_FROM)))
            change.pressed = (Source)(first + half);
        change.taken |= *bits & TAKEN; // false after a release, so the nodes receive the value
    }
    if (event->axis < COIR_AXIS_LEFT_TRIGGER) {
        change.first = (Source)(SOURCE_AXIS + event->axis / 2 * 4);
        change.last = (Source)(change.first + 3);
    }
    return change;
}

static Change press_button(InputState *state, const CoirEvent *event)
{
    int source = SOURCE_BUTTON + event->button, index = coir_pad_switch(event->controller, source);
    Change change = set_switch(state, (Source)source, index, event->type == COIR_EVENT_BUTTON_DOWN);
    change.controller = event->controller;
    return change;
}

static Change write_state(InputState *state, const CoirEvent *event)
{
    switch (event->type) {
    case COIR_EVENT_KEY_DOWN:
    case COIR_EVENT_KEY_UP:
        return event->key == COIR_KEY_NONE
                   ? (Change){0}
                   : set_switch(state, (Source)event->key, (int)event->key, event->type == COIR_EVENT_KEY_DOWN);
    case COIR_EVENT_POINTER_DOWN:
    case COIR_EVENT_POINTER_UP:
    case COIR_EVENT_POINTER_CANCEL: return press_pointer(state, event);
    case COIR_EVENT_POINTER_MOVE: move_pointer(state, event); return (Change){0};
    case COIR_EVENT_WHEEL: take_wheel(state, event->delta); return (Change){0};
    case COIR_EVENT_BUTTON_DOWN:
    case COIR_EVENT_BUTTON_UP: return press_button(state, event);
    case COIR_EVENT_AXIS: return move_axis(state, event);
    default: return (Change){0};
    }
}

// Sending events ------------------------------------------------------------------------------------------------------

static bool hand_out(InputState *state, const CoirEvent *event)
{
    return state->sink && state->sink(state->sink_user, event);
}

// Updates `typing`: text input may have been started or stopped outside of events.
static void look_for_typing(InputState *state)
{
    if (state->is_typing)
        coir_input_set_typing(&state->views[0], state->is_typing(state->sink_user));
}

static bool take(InputState *state, const CoirEvent *event)
{
    look_for_typing(state);
    if (event->type == COIR_EVENT_WHEEL && coir_listening_take(state, main_turn(event->delta), 0))
        return true;
    Change change = write_state(state, event);
    if (change.pressed && coir_listening_take(state, change.pressed, change.controller))
        return true;
    if (change.last)
        coir_named_update(state, change.first, change.last);
    return change.taken || hand_out(state, event);
}

// Takes an axis event. Limits the value to the range of the axis: -1..1, for a trigger 0..1.
static bool take_axis(InputState *state, CoirEvent event)
{
    event.value = fmaxf(fminf(event.value, 1), event.axis < COIR_AXIS_LEFT_TRIGGER ? -1 : 0);
    return take(state, &event);
}

static bool send(InputState *state, const CoirEvent *event)
{
    coir_input_hold(state);
    bool done = event->type == COIR_EVENT_AXIS ? take_axis(state, *event) : take(state, event);
    coir_input_let_go_of(state);
    return done;
}

// Returns false if user code has destroyed the input or disconnected the controller, even if another controller has the
// same number now.
static bool is_same_pad(const InputState *state, const Pad *pad, uint32_t plugged)
{
    return !state->dead && pad->name && pad->plugged == plugged;
}

bool coir_input_release_pad(InputState *state, int controller, int modifiers)
{
    const Pad *pad = &state->pads[controller - 1];
    uint32_t plugged = pad->plugged;
    CoirEvent event = {.type = COIR_EVENT_BUTTON_UP, .modifiers = modifiers, .controller = controller};
    for (event.button = 0; is_same_pad(state, pad, plugged) && event.button < COIR_BUTTON_COUNT; event.button++)
        if (state->switches[coir_pad_switch(controller, SOURCE_BUTTON + event.button)] & IS_DOWN)
            send(state, &event);
    event = (CoirEvent){.type = COIR_EVENT_AXIS, .modifiers = modifiers, .controller = controller};
    for (event.axis = 0; is_same_pad(state, pad, plugged) && event.axis < COIR_AXIS_COUNT; event.axis++)
        if (pad->axes[event.axis] != 0)
            send(state, &event);
    return is_same_pad(state, pad, plugged);
}

static bool add_pad(InputState *state, const CoirEvent *event, bool is_real)
{
    CoirEvent sent = *event;
    sent.text = event->text ? event->text : "controller";
    char *name = coir_copy_text(sent.text);
    if (!name)
        return false;
    Pad *pad = &state->pads[event->controller - 1];
    *pad = (Pad){.name = name, .is_real = is_real, .player = pad->player, .plugged = ++state->plugged};
    return send(state, &sent);
}

void coir_input_add_real(InputState *state, const CoirEvent *event)
{
    add_pad(state, event, true);
}

// Disconnects a controller. Releases all its switches again, because a listener that received the releases may have
// pressed a button.
static void clear_pad(InputState *state, int controller)
{
    Pad *pad = &state->pads[controller - 1];
    for (int source = SOURCE_BUTTON; source < SOURCE_COUNT; source++)
        coir_switch_set(&state->switches[coir_pad_switch(controller, source)], false);
    coir_free(pad->name);
    *pad = (Pad){.player = pad->player};
    coir_named_update_all(state);
}

static bool remove_pad(InputState *state, const CoirEvent *event)
{
    bool done = false;
    coir_input_hold(state);
    if (coir_input_release_pad(state, event->controller, event->modifiers)) {
        clear_pad(state, event->controller);
        state->plugged++;
        done = send(state, event);
    }
    coir_input_let_go_of(state);
    return done;
}

// Sends the loss of the focus to the nodes, and then releases everything. The loss of the focus cancels pointers, so
// the release of a mouse button causes no click.
static bool lose_focus(const CoirInput *input, const CoirEvent *event)
{
    InputState *state = input->state;
    coir_input_hold(state);
    bool done = send(state, event);
    if (!state->dead)
        coir_input_release_all(&state->views[0]);
    coir_input_let_go_of(state);
    return done;
}

bool coir_input_send(const CoirInput *input, const CoirEvent *event, const char *function)
{
    InputState *state = coir_input_state(input, function);
    if (!state || !coir_input_check(state, event, function))
        return false;
    if (event->type == COIR_EVENT_CONTROLLER_ADDED)
        return add_pad(state, event, false);
    if (event->type == COIR_EVENT_CONTROLLER_REMOVED)
        return remove_pad(state, event);
    if (event->type == COIR_EVENT_FOCUS_LOST)
        return lose_focus(input, event);
    return send(state, event);
}

bool coir_input_event(CoirInput *input, const CoirEvent *event)
{
    if (!event)
        return MISTAKE("coir_input_event: the event is NULL; give the address of a CoirEvent");
    return coir_input_send(input, event, "coir_input_event");
}
