// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Events: messages from the player, the window and the game to nodes. coir/listener.h has the order in which nodes
// receive an event.

#ifndef COIR_EVENT_H
#define COIR_EVENT_H

#include <stdint.h>

#include "coir/geometry.h"
#include "coir/key.h"
#include "coir/node_class.h"

// The comments name the fields that an event has beside `type` and `modifiers`. ENTER, LEAVE, RESIZED and CUSTOM have
// no `modifiers`. Events marked with (at) have a `position`, and come only to nodes that are hit (coir/listener.h). The
// other events come to all nodes that listen.
typedef enum CoirEventType {
    COIR_EVENT_KEY_DOWN, // key, character, repeated
    COIR_EVENT_KEY_UP,   // key, character

    // A pointer is the mouse or a finger; `finger` tells which of them.
    COIR_EVENT_POINTER_DOWN,   // (at) a mouse button or finger goes down: button, finger, clicks
    COIR_EVENT_POINTER_UP,     // (at) button, finger, clicks
    COIR_EVENT_POINTER_MOVE,   // (at) delta, finger
    COIR_EVENT_POINTER_CANCEL, // only to the node that had captured the pointer: finger
    COIR_EVENT_POINTER_ENTER,  // only to the node that the mouse has entered: position
    COIR_EVENT_POINTER_LEAVE,  // only to the node that the mouse has left: position
    COIR_EVENT_POINTER_AWAY,   // the mouse has left the window
    COIR_EVENT_WHEEL,          // (at) delta: lines; y > 0: away from the player

    // Gestures of a finger, or of the left mouse button. `start` is the point at which the pointer went down; for a
    // drag after a swallowed pinch, the position of the finger at the end of the pinch. All have `finger`.
    //
    // When the scene changes while a pointer is down:
    //
    // 1. A drag or pinch is cancelled, unless a node of the overlay (coir_stage_set_overlay) has captured the
    //    pointer.
    // 2. The new scene receives no gestures of this press, and no pinch with this finger. Only the overlay, and a node
    //    that captures the pointer afterwards, receive these gestures. A node of the new scene that captures the
    //    pointer receives no CLICK and no DOUBLE_CLICK.
    // 3. Listeners with a priority (coir_node_listen_with_priority) receive the end of a drag or pinch that began
    //    before the change, also if the drag or pinch is cancelled. They receive no gestures that begin after the
    //    change.
    //
    // After a change of scene, CLICK and DOUBLE_CLICK count anew: both clicks of a double click are in one scene.
    COIR_EVENT_CLICK,        // (at) the node is pressed and released; not after a swallowed drag or long press: clicks
    COIR_EVENT_DOUBLE_CLICK, // (at) after a second click on the node, soon and near the first; `start`: the first press
    COIR_EVENT_LONG_PRESS,   // (at) held down for half a second without moving
    COIR_EVENT_DRAG_BEGIN,   // (at `start`) the pressed pointer has moved by 8 points
    COIR_EVENT_DRAG,         // (at `start`) delta; the sum of all deltas is position - start
    COIR_EVENT_DRAG_END,     // (at `start`) cancelled

    // Gestures of two fingers. The position is the middle between the fingers.
    COIR_EVENT_PINCH_BEGIN, // (at) the fingers have changed their distance or turned
    COIR_EVENT_PINCH,       // (at) scale, rotation, delta
    COIR_EVENT_PINCH_END,   // (at) scale, rotation, cancelled

    // Of all nodes, only the node that takes text (coir_node_start_text) receives these two events.
    COIR_EVENT_TEXT,         // text that the player has typed: text
    COIR_EVENT_TEXT_EDITING, // text of an input method that is not final, "" at the end: text, cursor, selection

    COIR_EVENT_BUTTON_DOWN,        // of a controller: controller, button (CoirButton)
    COIR_EVENT_BUTTON_UP,          // controller, button
    COIR_EVENT_AXIS,               // controller, axis (CoirAxis), value
    COIR_EVENT_CONTROLLER_ADDED,   // controller, text (the name of the controller)
    COIR_EVENT_CONTROLLER_REMOVED, // controller

    COIR_EVENT_RESIZED, // the window has another size, or shows another part of the stage (coir_director_visible): size
    COIR_EVENT_FOCUS_GAINED,
    COIR_EVENT_FOCUS_LOST, // the window has lost the keyboard; pressed pointers are cancelled
    COIR_EVENT_MINIMIZED,
    COIR_EVENT_RESTORED, // the window is neither minimized nor maximized any more
    COIR_EVENT_SHOWN,
    COIR_EVENT_HIDDEN,
    COIR_EVENT_DISPLAY_CHANGED, // the window has moved to another display
    COIR_EVENT_QUIT,            // the player wants to close the window; a listener that returns true refuses

    COIR_EVENT_DROP_BEGIN,   // another program begins to drop files or texts on the window
    COIR_EVENT_FILE_DROPPED, // text: the path
    COIR_EVENT_TEXT_DROPPED, // text
    COIR_EVENT_DROP_END,     // all files and texts have been dropped

    COIR_EVENT_CUSTOM, // sent by the game with coir_stage_send: name, data

    COIR_EVENT_COUNT, // number of types
} CoirEventType;

// Buttons of a game controller, named by position; the letters on the buttons differ between makers.
typedef enum CoirButton {
    COIR_BUTTON_SOUTH, // A of an Xbox controller, the cross of a PlayStation controller
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

// Axes of a game controller. Sticks go from -1 to 1, where 1 is up and right; triggers go from 0 to 1.
typedef enum CoirAxis {
    COIR_AXIS_LEFT_X,
    COIR_AXIS_LEFT_Y,
    COIR_AXIS_RIGHT_X,
    COIR_AXIS_RIGHT_Y,
    COIR_AXIS_LEFT_TRIGGER,
    COIR_AXIS_RIGHT_TRIGGER,
    COIR_AXIS_COUNT
} CoirAxis;

// An event. The event that a listener is given, and the texts in the event, are valid only during the call. In this
// event, fields that CoirEventType does not name for the type may have any value. In an event that you make, leave
// these fields 0.
struct CoirEvent {
    CoirEventType type;
    CoirKey key;        // position of the key on the keyboard; COIR_KEY_NONE: a key without a name in Coir
    uint32_t character; // Unicode character of the key in the player's keyboard layout, in lower case; 0: none
    int modifiers;      // COIR_MODIFIER_ bits
    bool repeated;      // true for the repeated events of a key that is held down
    bool cancelled;     // true for an unfinished gesture: the pointer was lost or captured, or the scene has changed
    int button;         // mouse button: 1 left, 2 middle, 3 right, 4 and 5 at the side; 1 for a finger; or a CoirButton
    int clicks;         // 1: a single click, 2: a double click, ...; in an event that you make, 0 lets Coir count
    int64_t finger;     // number of the finger; 0: the mouse
    CoirVec2 position;  // of the pointer, in world points (coir_node_to_world)
    CoirVec2 start;     // of a gesture: the point where the pointer went down, in world points
    CoirVec2 delta;     // distance that the pointer has moved since the event before, in points; or the turn of the
                        // wheel, in lines
    float scale;        // of a pinch: distance of the fingers, divided by their distance at PINCH_BEGIN
    float rotation;     // of a pinch: degrees clockwise since PINCH_BEGIN
    CoirVec2 size;      // of the window, in window units
    int controller;     // 1 for the first controller; the number of a disconnected controller is used again
    int axis;           // CoirAxis
    float value;        // of the axis: -1..1, up and right are positive; triggers 0..1
    const char *text;   // UTF-8; but the path of a file and a dropped text are as the system gives them
    int cursor;         // characters before the cursor in a text that is being edited
    int selection;      // number of selected characters after the cursor
    const char *name;   // of a custom event
    void *data;         // of a custom event: the argument of coir_stage_send
};

#endif
