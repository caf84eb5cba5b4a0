// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Events: what the player, the window and the game itself tell to nodes.

#ifndef COIR_EVENT_H
#define COIR_EVENT_H

#include <stdint.h>

#include "coir/geometry.h"
#include "coir/key.h"
#include "coir/node_class.h"

// The comments name the fields that an event has beside `type` and `modifiers`.
typedef enum CoirEventType {
    COIR_EVENT_KEY_DOWN, // key, character, repeated
    COIR_EVENT_KEY_UP,   // key, character

    COIR_EVENT_POINTER_DOWN, // a mouse button or finger goes down: position, button, finger, clicks
    COIR_EVENT_POINTER_UP,   // position, button, finger, clicks
    COIR_EVENT_POINTER_MOVE, // position, delta, finger
    COIR_EVENT_WHEEL,        // position, delta: lines; y > 0: away from the player

    COIR_EVENT_BUTTON_DOWN,        // of a controller: controller, button (CoirButton)
    COIR_EVENT_BUTTON_UP,          // controller, button
    COIR_EVENT_AXIS,               // controller, axis (CoirAxis), value
    COIR_EVENT_CONTROLLER_ADDED,   // controller, text: its name
    COIR_EVENT_CONTROLLER_REMOVED, // controller

    COIR_EVENT_RESIZED, // the window has another size, or shows another part of the stage (coir_director_visible): size

    COIR_EVENT_COUNT, // number of types
} CoirEventType;

// Buttons of a game controller, named by place; the letters on them differ between makers.
typedef enum CoirButton {
    COIR_BUTTON_SOUTH, // A of an Xbox controller, the cross of a PlayStation's
    COIR_BUTTON_EAST,
    COIR_BUTTON_WEST,
    COIR_BUTTON_NORTH,
    COIR_BUTTON_BACK,
    COIR_BUTTON_GUIDE,
    COIR_BUTTON_START,
    COIR_BUTTON_LEFT_STICK, // the stick pressed down
    COIR_BUTTON_RIGHT_STICK,
    COIR_BUTTON_LEFT_SHOULDER,
    COIR_BUTTON_RIGHT_SHOULDER,
    COIR_BUTTON_UP, // of the directional pad
    COIR_BUTTON_DOWN,
    COIR_BUTTON_LEFT,
    COIR_BUTTON_RIGHT,
    COIR_BUTTON_MISC,
    COIR_BUTTON_PADDLE_1,
    COIR_BUTTON_PADDLE_2,
    COIR_BUTTON_PADDLE_3,
    COIR_BUTTON_PADDLE_4,
    COIR_BUTTON_TOUCHPAD,
    COIR_BUTTON_COUNT
} CoirButton;

// Axes of a game controller. Sticks go from -1 to 1, up and right being 1; triggers from 0 to 1.
typedef enum CoirAxis {
    COIR_AXIS_LEFT_X,
    COIR_AXIS_LEFT_Y,
    COIR_AXIS_RIGHT_X,
    COIR_AXIS_RIGHT_Y,
    COIR_AXIS_LEFT_TRIGGER,
    COIR_AXIS_RIGHT_TRIGGER,
    COIR_AXIS_COUNT
} CoirAxis;

// The library's: an event and the texts in it are valid during the call only. Fields that a type does not have are 0.
struct CoirEvent {
    CoirEventType type;
    CoirKey key;        // the place on the keyboard
    uint32_t character; // the Unicode character of the key in the player's keyboard layout, in lower case; 0: none
    int modifiers;      // COIR_MODIFIER_ bits
    bool repeated;      // true for the further events of a key that is held down
    int button;         // of the mouse: 1 left, 2 middle, 3 right, 4 and 5 at the side; of a finger 1; or a CoirButton
    int clicks;         // 1: a single click, 2: a double click, ...
    int64_t finger;     // which finger; 0: the mouse
    CoirVec2 position;  // of the pointer, in the world's points: as coir_node_to_world gives them
    CoirVec2 delta;     // distance that the pointer has moved since the event before, or the wheel has turned
    CoirVec2 size;      // of the window, in window units
    int controller;     // 1 for the first controller; a number is used again after its controller has gone
    int axis;           // CoirAxis
    float value;        // of the axis
    const char *text;   // UTF-8
};

// Asked about an event that no node above has dealt with. Returns true if the event is dealt with.
typedef bool (*CoirListener)(CoirNode *node, const CoirEvent *event, void *user);

// Lets `listener` hear of events while the node is on stage, before its type's `event` hook; it goes with the node. A
// node has one: another one replaces it; NULL ends it. False for a NULL or destroyed node.
COIR_API bool coir_node_listen(CoirNode *node, CoirListener listener, void *user);

#endif
