// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Input: the state of the keyboard, the pointer and the controllers, and the path of events to the nodes.
// coir/bindings.h gives names to keys and buttons: a game asks for "jump", not for the space bar.
//
//     CoirInput *input = coir_director_input(director);
//     if (coir_input_key_pressed(input, COIR_KEY_SPACE))
//         jump(hero);
//
// All events of a Director go through coir_input_event, both from the devices and from the program. So a test or a bot
// plays the game with calls:
//
//     coir_input_key(input, COIR_KEY_SPACE, true);
//     coir_director_frame(director, 1.0 / 60);
//
// Exactly one step sees "pressed" and "released". A step is a whole step of the director (CoirDirectorDef.step) or,
// without whole steps, the updates of a frame. A press waits while frames have no step. If a frame has several steps,
// only the first step sees the press. A key that goes down and up between two steps is pressed and released in the next
// step, and is not down. A press that is sent inside a step is seen by the next step. During a hold of the director
// (coir_director_hold) presses wait for the first step after the hold; events come at once.
//
// The state always matches the device: a key counts even if a node has swallowed its event. While a node takes text
// (coir_node_start_text), keys do not count for named inputs.
//
// When the window loses the focus, everything is released: nodes get the events, the next step sees "released".
//
// Nodes also receive events while the director is paused (coir_director_pause). A press during the pause, or right
// before the pause so that no step has seen the press yet, is seen by no step: nobody jumps when the game goes on. The
// same holds for moves of the pointer and turns of the wheel. The first step after the pause sees releases.

#ifndef COIR_INPUT_H
#define COIR_INPUT_H

#include "coir/event.h"

#define COIR_CONTROLLERS 8 // controllers have the numbers 1 to 8
#define COIR_FINGERS 10    // greatest number of fingers with a known position

// The input of a director, or of a program without a director. All functions also take the input of a player
// (coir_input_player). Only the functions of coir/bindings.h tell players apart.
typedef struct CoirInput CoirInput;

// Makes an input without a director and without nodes, for tests and servers. You destroy the input. Returns NULL
// if there is no memory.
COIR_API CoirInput *coir_input_new(void);

// Destroys an input that coir_input_new made, and the inputs of its players. May be called inside the input's
// callbacks. NULL does nothing. The input of a director or of a player is a reported mistake.
COIR_API void coir_input_destroy(CoirInput *input);

// Begins a step of an input that coir_input_new made. Keys, buttons and pointers that were pressed, released or moved
// since the step before are now "pressed", "released" or "moved". A director begins the steps of its input itself:
// the input of a director is a reported mistake, and so is NULL.
COIR_API void coir_input_step(CoirInput *input);

// Sending events ------------------------------------------------------------------------------------------------------

// Takes an event: updates the state, then passes the event to the nodes that listen, the topmost node first. Returns
// true if a listener or coir_input_listen_for swallowed the event; false is no failure. The following events, and NULL,
// are reported mistakes: the function changes nothing and returns false.
//
// 1. An event with a type, key, button, axis or controller that does not exist; an event of a controller that is not
//    connected; CONTROLLER_ADDED for a number that is in use. COIR_KEY_NONE is no mistake: a device may have a key
//    without a name in Coir.
// 2. An event with a position or another number that is not finite, or farther from 0 than 1e12; with `scale`,
//    `clicks`, `cursor` or `selection` below 0.
// 3. An event without the text or name that its type has (CONTROLLER_ADDED needs no text), or with typed text that is
//    not UTF-8.
COIR_API bool coir_input_event(CoirInput *input, const CoirEvent *event);

// Send the usual events. Fields that are not given come from the state: the modifiers, the position of the pointer,
// the distance since the last position, the character that a US keyboard has on the key. COIR_KEY_NONE as `key` is a
// reported mistake here. `down` is true for a press, false for a release. `button` is a mouse button: 1 left, 2
// middle, 3 right, 4 and 5 at the side. Return the result of coir_input_event.
COIR_API bool coir_input_key(CoirInput *input, CoirKey key, bool down);
COIR_API bool coir_input_pointer(CoirInput *input, int button, bool down);
COIR_API bool coir_input_pointer_move(CoirInput *input, float x, float y); // to a world point
COIR_API bool coir_input_wheel(CoirInput *input, float x, float y);        // lines; y > 0: away from the player

// Sends text that the player has typed, in UTF-8, to the node that takes text (coir_node_start_text). Keys send no
// text. Returns the result of coir_input_event; text that is NULL or not UTF-8 is a reported mistake.
COIR_API bool coir_input_text(CoirInput *input, const char *text);

// Put a finger (any number but 0) on a world point, or move a finger that is down (coir_input_touch), and lift a
// finger (coir_input_lift). Return the result of coir_input_event. Finger 0, a finger beyond COIR_FINGERS fingers, and
// lifting a finger that is not down are reported mistakes.
COIR_API bool coir_input_touch(CoirInput *input, int64_t finger, float x, float y);
COIR_API bool coir_input_lift(CoirInput *input, int64_t finger);

// Connect and disconnect a controller that exists only in this input. `controller` is 1 to COIR_CONTROLLERS: a free
// number to connect, a connected number to disconnect. `name` is copied; NULL: "controller". Return false, and change
// nothing, for another number, or if there is no memory.
COIR_API bool coir_input_connect(CoirInput *input, int controller, const char *name);
COIR_API bool coir_input_disconnect(CoirInput *input, int controller);

// Send events of a connected controller. `value` is -1..1, where 1 is up and right; 0..1 for triggers. A value out of
// range counts as the nearer end of the range. Return the result of coir_input_event.
COIR_API bool coir_input_button(CoirInput *input, int controller, CoirButton button, bool down);
COIR_API bool coir_input_axis(CoirInput *input, int controller, CoirAxis axis, float value);

// Releases all keys, buttons and fingers, and sets all axes to 0. The nodes get the events. NULL is a reported
// mistake.
COIR_API void coir_input_release_all(CoirInput *input);

// The state -----------------------------------------------------------------------------------------------------------
//
// For a NULL input the functions return false, 0 and NULL. A key, button or axis that does not exist is never down,
// and has the value 0. The number of a controller that cannot exist is a reported mistake.

// Tell whether a key is down, was pressed, or was released.
COIR_API bool coir_input_is_key_down(const CoirInput *input, CoirKey key);
COIR_API bool coir_input_key_pressed(const CoirInput *input, CoirKey key);
COIR_API bool coir_input_key_released(const CoirInput *input, CoirKey key);

// Tell whether a mouse button is down, was pressed, or was released: 1 left, 2 middle, 3 right, 4 and 5 at the side.
// The first finger that goes down counts as the left button until this finger is lifted.
COIR_API bool coir_input_is_pointer_down(const CoirInput *input, int button);
COIR_API bool coir_input_pointer_pressed(const CoirInput *input, int button);
COIR_API bool coir_input_pointer_released(const CoirInput *input, int button);

// Returns the position of the mouse, or of the first finger, in world points.
COIR_API CoirVec2 coir_input_pointer_position(const CoirInput *input);

// Return how far the pointer moved (in points) and the wheel turned (in lines) between the step before and this step.
COIR_API CoirVec2 coir_input_pointer_delta(const CoirInput *input);
COIR_API CoirVec2 coir_input_wheel_delta(const CoirInput *input);

// Returns the number of fingers that are down, at most COIR_FINGERS.
COIR_API int coir_input_finger_count(const CoirInput *input);

typedef struct CoirFinger {
    int64_t finger; // number as in events; 0: there is no such finger
    CoirVec2 position;
} CoirFinger;

// Returns the finger at `index`, counted from 0 in the order in which the fingers went down. For another index, returns
// a CoirFinger whose `finger` is 0.
COIR_API CoirFinger coir_input_finger(const CoirInput *input, int index);

// Tell whether a button of a controller is down, was pressed, or was released. Controller 0 stands for all
// controllers: the button of any controller counts.
COIR_API bool coir_input_is_button_down(const CoirInput *input, int controller, CoirButton button);
COIR_API bool coir_input_button_pressed(const CoirInput *input, int controller, CoirButton button);
COIR_API bool coir_input_button_released(const CoirInput *input, int controller, CoirButton button);

// Returns the value of an axis as the device reports the value, without a dead zone. Controller 0 means all
// controllers: the value that is farthest from 0 counts. Named inputs have dead zones: prefer them.
COIR_API float coir_input_axis_value(const CoirInput *input, int controller, CoirAxis axis);

// Tell whether an axis is down, was pressed, or was released in one direction. `sign` is 1 or -1; another number is a
// reported mistake. An axis is down from 0.5 on, and up again below 0.4.
COIR_API bool coir_input_is_axis_down(const CoirInput *input, int controller, CoirAxis axis, int sign);
COIR_API bool coir_input_axis_pressed(const CoirInput *input, int controller, CoirAxis axis, int sign);
COIR_API bool coir_input_axis_released(const CoirInput *input, int controller, CoirAxis axis, int sign);

// Controllers ---------------------------------------------------------------------------------------------------------
//
// A director with a window uses all game controllers that SDL supports. A headless director uses the controllers only
// if you have called SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER). A controller keeps its number while it is connected.

// Returns the name of a connected controller; NULL if no controller has this number. The input owns the name, which is
// valid until the controller is disconnected.
COIR_API const char *coir_input_controller_name(const CoirInput *input, int controller);

// Makes a controller rumble. `low` and `high` are the strengths (0..1) of its slow and its fast motor, `seconds` is
// the duration, 0 to 60. Another call replaces the rumble of this call; strengths of 0 end the rumble. Returns false
// for other numbers, and if the controller is not connected or cannot rumble.
COIR_API bool coir_input_rumble(CoirInput *input, int controller, double low, double high, double seconds);

// Reads a mappings file in SDL's format: a line for each type of controller. A relative path starts in the assets
// folder (coir_assets_set_folder). Lines for other operating systems are skipped. The mappings apply to the whole
// program. Call this function while there is a director with a window, or after
// SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER). Returns false if the file cannot be read or is larger than 16 MB. Also
// returns false if SDL refuses a line: coir_error() names the first such line, and the other lines count.
COIR_API bool coir_controllers_load_mappings(const char *path);

// Names ---------------------------------------------------------------------------------------------------------------

// Return the name that bindings and their files use for a key ("Space", "Left Shift", "Keypad 1") or for a controller's
// button ("Pad south", "Pad left shoulder"). Return NULL if there is no such key or button.
COIR_API const char *coir_key_name(CoirKey key);
COIR_API const char *coir_button_name(CoirButton button);

// Returns the sign that is printed on a key in the player's keyboard layout, such as "Q" or ";", or the name of a key
// without a sign. Use the sign in texts such as "press Q". Without a window the layout is the US layout. The text is
// valid until the next call. Returns NULL if there is no such key.
COIR_API const char *coir_key_label(CoirKey key);

// Find a key or a button by its name; upper and lower case are the same. Return COIR_KEY_NONE or COIR_BUTTON_COUNT for
// an unknown name.
COIR_API CoirKey coir_key_from_name(const char *name);
COIR_API CoirButton coir_button_from_name(const char *name);

#endif
