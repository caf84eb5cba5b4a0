// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pointers that are down, their captures and gestures, and the node under the mouse.

#ifndef COIR_SCENE_POINTERS_H
#define COIR_SCENE_POINTERS_H

#include <stdint.h>

#include "scene/dispatch.h"

#define COIR_POINTERS 11 // the mouse and ten fingers; further fingers have no captures and gestures

// Pointer that is down. Callbacks may end the press. So code that calls callbacks keeps the number of the press, and
// compares the number afterwards.
typedef struct CoirPointer {
    uint32_t press; // number of the press; 0: the pointer is up
    unsigned buttons;
    int64_t finger, pressed_at; // `pressed_at`: CoirStageInput.now when gestures of this press started
    CoirVec2 start, position;
    CoirVec2 press_before;     // of a double click: position of the first press
    CoirNodeRef captor, scene; // `scene`: scene that received events when gestures of this press started
    int clicks, modifiers;
    bool is_captured;
    bool recognises; // movement of the pointer may begin or continue a drag
    bool clickable;  // the press may end in a click: no other gesture has been dealt with
    bool waits;      // the press may still become a long press
    bool pinches;    // a pinch may begin with this finger: the press was not swallowed, and the finger stays down
    bool dragging;
    bool is_late_drag;   // the drag began after the scene had changed
    bool is_from_before; // the scene has changed since the pointer went down
    // True after a cancel: the node that had captured the pointer has received POINTER_CANCEL, so no node receives
    // POINTER_UP when the finger goes up. The entry is free, but keeps `finger`, until the finger goes down again, or
    // until another finger needs the entry because all free entries belong to cancelled pointers.
    bool is_cancelled;
} CoirPointer;

// Pinch: a gesture of two fingers.
typedef struct CoirPinch {
    CoirPointer *fingers[2];
    uint32_t presses[2];               // numbers of the presses
    float distance, angle;             // between the fingers when the pinch became ready; after the pinch has begun:
                                       // when the pinch began. `angle`: radians
    float scale, rotation, last_angle; // of the last event; `rotation`: degrees; `last_angle`: like `angle`, radians
    CoirVec2 middle;
    CoirNodeRef receiver;     // only node that receives the pinch: the node has captured a finger
    bool has_receiver;        // false: all nodes that are hit receive the pinch
    bool ready, begun, dealt; // two fingers are down; the pinch has begun; a node has dealt with the pinch
    bool is_late;             // the pinch began after the scene had changed
} CoirPinch;

// Event of a gesture that is being sent. If a callback ends the gesture, further listeners do not receive the event.
// DRAG_END and PINCH_END have no such record, because their gesture is over already.
typedef struct CoirSending {
    const struct CoirSending *outer; // outer event: one of its callbacks sends this event; NULL: none
    const CoirEvent *event;
    const CoirPointer *pointer; // NULL: the event belongs to a pinch
    uint32_t presses[2];        // numbers of the presses; an event of one pointer uses the first only
} CoirSending;

typedef struct CoirStageInput {
    CoirPointer pointers[COIR_POINTERS];
    uint32_t presses; // number of the newest press
    int64_t now;      // real time of all frames so far, ns
    CoirGestureDef gestures;
    int64_t last_press; // `now` at the last press; the fields `last_` serve to count clicks
    CoirVec2 last_position;
    CoirNodeRef last_scene;
    int last_button, last_clicks;
    bool counts_earlier_scene; // the count in the last event (CoirEvent.clicks) also had presses of an earlier scene
    bool last_is_mouse;
    CoirPinch pinch;
    const CoirSending *sending; // innermost event that is being sent; NULL: none
    CoirNodeRef hovered;
    CoirVec2 mouse;
    bool mouse_is_here;
} CoirStageInput;

CoirDealt coir_pointer_down(CoirStage *stage, const CoirEvent *event);
CoirDealt coir_pointer_move(CoirStage *stage, const CoirEvent *event);
CoirDealt coir_pointer_up(CoirStage *stage, const CoirEvent *event);
void coir_pointer_cancel(CoirStage *stage, int64_t finger);
void coir_pointers_cancel(CoirStage *stage);

// Sends an event of a pointer to the node that has captured the pointer. Without such a node, sends the event to the
// nodes that are hit; a node that deals with POINTER_DOWN, LONG_PRESS, DRAG_BEGIN or DRAG then captures the pointer.
// Listeners with a priority receive the event before and after the nodes. `pointer` may be NULL.
CoirDealt coir_pointer_send(CoirStage *stage, CoirPointer *pointer, const CoirEvent *event);

// Returns the node that has captured a pointer; NULL: none. If the node is destroyed, invisible or off stage, or a
// transition keeps events from the node, ends the capture and the gestures. A node that still exists then receives
// POINTER_CANCEL, unless the node captures the pointer again at the end of a gesture.
CoirNode *coir_pointer_captor(CoirStage *stage, CoirPointer *pointer);
void coir_pointer_capture(CoirPointer *pointer, const CoirNode *node);

// Returns true if the scene that receives events has changed since the pointer went down: the player had not seen the
// present scene. If the left button goes down while another button is held, only later changes count. Two rules hold
// for a pointer for which the function returns true:
//
// 1. Only the overlay, and a node that has captured the pointer, receive further gestures.
// 2. Listeners with a priority receive the rest of a drag or pinch that began before the change, and no gestures that
//    begin afterwards.
bool coir_pointer_is_from_before(const CoirStage *stage, const CoirPointer *pointer);

static inline bool coir_pointer_is_down(const CoirPointer *pointer, uint32_t press)
{
    return press != 0 && pointer->press == press;
}

// Returns true while both fingers of a pinch are down.
static inline bool coir_pinch_is_ready(const CoirPinch *pinch)
{
    return pinch->ready && coir_pointer_is_down(pinch->fingers[0], pinch->presses[0]) &&
           coir_pointer_is_down(pinch->fingers[1], pinch->presses[1]);
}

// Returns true if a callback has ended the gesture of an event that is being sent. Returns false for events without a
// CoirSending.
bool coir_sending_is_over(const CoirStage *stage, const CoirEvent *event);

// Returns true until the pinch of these presses is over. A newer pinch does not count.
bool coir_pinch_goes_on(const CoirStage *stage, const uint32_t presses[2]);

// Returns an event for a gesture of one pointer. For a drag, the caller sets the further fields `delta` and
// `cancelled`.
CoirEvent coir_gesture_event(const CoirPointer *pointer, CoirEventType type);

// Update the gestures of a pointer. coir_gestures_begin: the pointer went down. coir_gestures_move: the pointer has
// moved. coir_gestures_end: the pointer went up, or is lost.
void coir_gestures_begin(CoirStage *stage, CoirPointer *pointer, const CoirEvent *event);
void coir_gestures_move(CoirStage *stage, CoirPointer *pointer, const CoirEvent *event);
void coir_gestures_end(CoirStage *stage, CoirPointer *pointer, bool is_lost);

// Ends captures by nodes that are gone, and finds long presses. Called in each frame.
void coir_gestures_step(CoirStage *stage);

// Cancels the drag and the pinch of a pointer if the scene has changed since the pointer went down, unless a node of
// the overlay has captured the pointer.
void coir_gestures_follow_scene(CoirStage *stage, CoirPointer *pointer);

// Returns the distance that a pointer must exceed to begin a drag, in points.
float coir_drag_distance(const CoirStage *stage);

// Ends the drag of a pointer, if there is a drag.
void coir_drag_end(CoirStage *stage, CoirPointer *pointer, bool is_cancelled);

void coir_pinch_begin(CoirStage *stage);
void coir_pinch_move(CoirStage *stage, CoirPointer *pointer);
void coir_pinch_end(CoirStage *stage, CoirPointer *pointer, bool is_cancelled);

// Update the node under the mouse. coir_hover_move: after an event of the mouse. coir_hover_step: in each frame.
// coir_hover_end: when the mouse has left the window.
void coir_hover_move(CoirStage *stage, CoirVec2 position);
void coir_hover_step(CoirStage *stage);
void coir_hover_end(CoirStage *stage);

#endif
