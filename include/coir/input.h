// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Input: the state of the keyboard, the pointer and the controllers, and the way on which events reach the nodes.
// coir/bindings.h gives names to keys and buttons: a game asks for "jump", not for the space bar.
//
//     CoirInput *input = coir_director_input(director);
//     if (coir_input_key_pressed(input, COIR_KEY_SPACE))
//         jump(hero);
//
// Each event goes through coir_input_event, from the devices and from the program alike. So a test or a bot plays the
// game by calls:
//
//     coir_input_key(input, COIR_KEY_SPACE, true);
//     coir_director_frame(director, 1.0 / 60);
//
// "Pressed" and "released" are seen by exactly one step. A step is a fixed step of the director, or the updates of a
// frame if there are no fixed steps. A press waits while frames have no step. Of several steps in one frame only the
// first one sees the press. A key that goes down and up between two steps is pressed and released in the next step,
// and is not down. A press that is sent inside a step is seen by the next step. While the director holds the world
// (coir_director_hold) presses wait for the first step after the hold; events come at once.
//
// The state is the truth of the device: a key counts also if a node has dealt with its event. While a node takes text
// (coir_node_start_text), keys do not count for named inputs.
//
// When the window loses the focus, everything is released: nodes get the events, the next step sees "released".
//
// Nodes hear events also while the director is paused (coir_director_pause). A press that comes during the pause, or
// right before it, so that no step has seen the press yet, is seen by no step: nobody jumps when the game goes on. The
// same holds for moves of the pointer and turns of the wheel. The first step after the pause sees what was released.

#ifndef COIR_INPUT_H
#define COIR_INPUT_H

#include "coir/event.h"

#define COIR_CONTROLLERS 8 // controllers have the numbers 1 to 8
#define COIR_FINGERS 10    // most fingers that Coir knows the positions of

// The input of a director, or of a program without one. All functions take the input of a player (coir_input_player),
// too. Only the functions of coir/bindings.h tell players apart.
typedef struct CoirInput CoirInput;

// Makes an input that has no director and no nodes: for tests and servers. You destroy the input. Returns NULL if there
// is no memory.
COIR_API CoirInput *coir_input_new(void);

// Destroys an input that coir_input_new made; also inside its callbacks. NULL does nothing. The input of a director or
// of a player is a reported mistake.
COIR_API void coir_input_destroy(CoirInput *input);

// Begins a step of an input that coir_input_new made. Keys, buttons and pointers that were pressed, released or moved
// since the step before are now "pressed", "released" or "moved". A director begins the steps of its input itself: the
// input of a director is a reported mistake, and so is NULL.
COIR_API void coir_input_step(CoirInput *input);

// Sending events ------------------------------------------------------------------------------------------------------

// Takes an event: updates the state, then hands the event to the nodes that listen, topmost first. Returns true if
// somebody dealt with the event; false is no failure. The following events are reported mistakes: the function changes
// nothing and returns false. The same holds for NULL.
//
// 1. An event with a type, key, button, axis or controller that does not exist; an event of a controller that is not
//    connected; CONTROLLER_ADDED for a number that is in use. COIR_KEY_NONE is no mistake: a device may have a key that
//    Coir has no name for.
// 2. An event with a position or another number that is not finite, or farther from 0 than 1e12; with `scale`,
//    `clicks`, `cursor` or `selection` below 0.
// 3. An event without the text or name that its type has, or with typed text that is not UTF-8.
COIR_API bool coir_input_event(CoirInput *input, const CoirEvent *event);

// Send the usual events. Fields that are not given come from the state: the modifiers, the position of the pointer, the
// distance since the last position, the character that a US keyboard has on the key. `key`: COIR_KEY_NONE is a reported
// mistake here. `down`: true for a press, false for a release. `button`: of the mouse: 1 left, 2 middle, 3 right, 4 and
// 5 at the side. Return what coir_input_event returns.
COIR_API bool coir_input_key(CoirInput *input, CoirKey key, bool down);
COIR_API bool coir_input_pointer(CoirInput *input, int button, bool down);
COIR_API bool coir_input_pointer_move(CoirInput *input, float x, float y); // to a point of the world
COIR_API bool coir_input_wheel(CoirInput *input, float x, float y);        // lines; y > 0: away from the player

// Sends text that the player has typed, in UTF-8, to the node that takes text (coir_node_start_text). Keys send no
// text. Returns what coir_input_event returns; text that is NULL or not UTF-8 is a reported mistake.
COIR_API bool coir_input_text(CoirInput *input, const char *text);

// Put a finger (any number but 0) to a point of the world, or move the finger if the finger is down; and lift the
// finger. Return what coir_input_event returns. Finger 0, one finger more than COIR_FINGERS, and lifting a finger that
// is not down are reported mistakes.
COIR_API bool coir_input_touch(CoirInput *input, int64_t finger, float x, float y);
COIR_API bool coir_input_lift(CoirInput *input, int64_t finger);

// Connect and disconnect a controller that exists only here. `controller`: 1 to COIR_CONTROLLERS, a number that is
// free; to disconnect, a number that is connected. `name`: copied, NULL: "controller". Return false, and change
// nothing, for another number, or without memory.
COIR_API bool coir_input_connect(CoirInput *input, int controller, const char *name);
COIR_API bool coir_input_disconnect(CoirInput *input, int controller);

// Send events of a connected controller. `value`: -1..1, up and right being 1; triggers 0..1. A value beyond -1..1
// counts as -1 or 1. Return what coir_input_event returns.
COIR_API bool coir_input_button(CoirInput *input, int controller, CoirButton button, bool down);
COIR_API bool coir_input_axis(CoirInput *input, int controller, CoirAxis axis, float value);

// Releases everything that is down, and brings all axes to 0. Sends the events for the nodes.
COIR_API void coir_input_release_all(CoirInput *input);

// The state -----------------------------------------------------------------------------------------------------------
//
// The answers for a NULL input are false, 0 and NULL. A key, button or axis that does not exist is never down, and has
// the value 0. The number of a controller that cannot exist is a reported mistake.

// Tell whether a key is down, was pressed, was released.
COIR_API bool coir_input_is_key_down(const CoirInput *input, CoirKey key);
COIR_API bool coir_input_key_pressed(const CoirInput *input, CoirKey key);
COIR_API bool coir_input_key_released(const CoirInput *input, CoirKey key);

// Tell the same of a mouse button: 1 left, 2 middle, 3 right, 4 and 5 at the side. The first finger that goes down
// counts as the left button until this finger is lifted.
COIR_API bool coir_input_is_pointer_down(const CoirInput *input, int button);
COIR_API bool coir_input_pointer_pressed(const CoirInput *input, int button);
COIR_API bool coir_input_pointer_released(const CoirInput *input, int button);

// Returns where the mouse, or the first finger, is: in the world's points.
COIR_API CoirVec2 coir_input_pointer_position(const CoirInput *input);

// Return how far the pointer moved (points) and the wheel turned (lines) between the step before and this step.
COIR_API CoirVec2 coir_input_pointer_delta(const CoirInput *input);
COIR_API CoirVec2 coir_input_wheel_delta(const CoirInput *input);

// Returns how many fingers are down, at most COIR_FINGERS.
COIR_API int coir_input_finger_count(const CoirInput *input);

typedef struct CoirFinger {
    int64_t finger; // as in events; 0: there is no such finger
    CoirVec2 position;
} CoirFinger;

// Returns the finger `index` (from 0), in the order in which the fingers went down; a finger 0 for another index.
COIR_API CoirFinger coir_input_finger(const CoirInput *input, int index);

// Tell whether a button of a controller is down, was pressed, was released. Controller 0 stands for all controllers:
// the button of any controller.
COIR_API bool coir_input_is_button_down(const CoirInput *input, int controller, CoirButton button);
COIR_API bool coir_input_button_pressed(const CoirInput *input, int controller, CoirButton button);
COIR_API bool coir_input_button_released(const CoirInput *input, int controller, CoirButton button);

// Returns the value of an axis as the device reports it, without a dead zone. Controller 0: the value that is farthest
// from 0. Named inputs have dead zones: prefer them.
COIR_API float coir_input_axis_value(const CoirInput *input, int controller, CoirAxis axis);

// Tell whether an axis is down, was pressed, was released in one direction: `sign` 1 or -1; another number is a
// reported mistake. An axis is down from 0.5 on, and up again below 0.4.
COIR_API bool coir_input_is_axis_down(const CoirInput *input, int controller, CoirAxis axis, int sign);
COIR_API bool coir_input_axis_pressed(const CoirInput *input, int controller, CoirAxis axis, int sign);
COIR_API bool coir_input_axis_released(const CoirInput *input, int controller, CoirAxis axis, int sign);

// Controllers ---------------------------------------------------------------------------------------------------------
//
// A director with a window hears of all game controllers that SDL knows. A headless director hears of them if you have
// called SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER). A controller keeps its number while it is connected.

// Returns the name of a connected controller, NULL: there is none with this number. The input owns the name.
COIR_API const char *coir_input_controller_name(const CoirInput *input, int controller);

// Lets a controller rumble: `low` and `high` are the strengths (0..1) of its slow and its fast motor, `seconds` is the
// duration, 0 to 60. Another call replaces the rumble of this call; strengths of 0 end the rumble. Returns false for
// other numbers, and if the controller is not connected or cannot rumble.
COIR_API bool coir_input_rumble(CoirInput *input, int controller, double low, double high, double seconds);

// Reads a mappings file in SDL's format: a line for each type of controller. A relative path is counted from the folder
// of coir_assets_set_folder. Lines for other operating systems are skipped. The mappings count in the whole program.
// Call this function while there is a director with a window, or after SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER).
// Returns false if the file cannot be read or is larger than 16 MB. Also returns false if SDL refuses a line:
// coir_error() names the first such line, and the other lines count.
COIR_API bool coir_controllers_load_mappings(const char *path);

// Names ---------------------------------------------------------------------------------------------------------------

// Return the name that bindings and their files have for a key ("Space", "Left Shift", "Keypad 1") or a controller's
// button ("Pad south", "Pad left shoulder"). NULL: there is no such key or button.
COIR_API const char *coir_key_name(CoirKey key);
COIR_API const char *coir_button_name(CoirButton button);

// Returns the sign that is printed on a key in the player's keyboard layout, "Q" or ";", or the name of a key without a
// sign: for texts such as "press Q". Without a window the layout is that of a US keyboard. The text is valid until the
// next call. Returns NULL if there is no such key.
COIR_API const char *coir_key_label(CoirKey key);

// Find a key or a button by its name; upper and lower case are the same. Return COIR_KEY_NONE or COIR_BUTTON_COUNT for
// an unknown name.
COIR_API CoirKey coir_key_from_name(const char *name);
COIR_API CoirButton coir_button_from_name(const char *name);

#endif
