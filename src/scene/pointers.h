// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pointers that are down, their captures and gestures, and the node under the mouse.

#ifndef COIR_SCENE_POINTERS_H
#define COIR_SCENE_POINTERS_H

#include <stdint.h>

#include "scene/dispatch.h"

#define COIR_POINTERS 11 // the mouse and ten fingers; further fingers have no captures and gestures

// A pointer that is down. Callbacks may end the press: who calls them keeps the number of the press and compares.
typedef struct CoirPointer {
    uint32_t press; // number of the press; 0: the pointer is up
    unsigned buttons;
    int64_t finger, pressed_at; // `pressed_at`: ns, see CoirStageInput.now
    CoirVec2 start, position;
    CoirVec2 press_before;     // where the press before went down, of a double click
    CoirNodeRef captor, scene; // `scene`: on stage when the pointer went down
    int clicks, modifiers;
    bool is_captured;
    bool recognises; // gestures are looked for
    bool clickable;  // no other gesture has been dealt with
    bool waits;      // for a long press
    bool dragging;
    bool is_ending;      // the pointer goes up, or is lost: no pinch begins with this finger
    bool is_late_drag;   // the drag began after the scene had changed
    bool is_from_before; // the scene has changed since the pointer went down
    // Of a pointer that counts as up: a node had captured the pointer, and no node hears POINTER_UP. The mark ends when
    // the finger goes down again, or when this place is needed for another finger and no other place is free of marks.
    bool is_cancelled;
} CoirPointer;

// Two fingers.
typedef struct CoirPinch {
    CoirPointer *fingers[2];
    uint32_t presses[2];           // numbers of the presses
    float distance, angle;         // where the pinch began, and radians
    float scale, rotation, turned; // as last sent; `turned`: radians at the last event
    CoirVec2 middle;
    CoirNodeRef hearer; // node that hears the pinch alone, since it has captured a finger
    bool has_hearer;    // false: the nodes that are hit hear the pinch
    bool ready, begun, dealt;
    bool is_late; // the pinch began after the scene had changed
} CoirPinch;

// An event of a gesture that is being sent. A callback may end the gesture; nobody else hears the event then. The ends
// of drags and pinches have no such record: all hear them.
typedef struct CoirSending {
    const struct CoirSending *outer; // in whose callbacks this event is sent
    const CoirEvent *event;
    const CoirPointer *pointer; // of a pinch: NULL
    uint32_t presses[2];        // numbers of the presses; of one pointer: the first
} CoirSending;

typedef struct CoirStageInput {
    CoirPointer pointers[COIR_POINTERS];
    uint32_t presses;
    int64_t now; // ns of real time that frames have taken
    CoirGestureDef gestures;
    int64_t last_press; // of which clicks are counted
    CoirVec2 last_place;
    CoirNodeRef last_scene;
    int last_button, last_clicks;
    bool last_is_mouse;
    CoirPinch pinch;
    const CoirSending *sending; // innermost one, or NULL
    CoirNodeRef hovered;
    CoirVec2 mouse;
    bool mouse_is_here;
} CoirStageInput;

CoirDealt coir_pointer_down(CoirStage *stage, const CoirEvent *event);
CoirDealt coir_pointer_move(CoirStage *stage, const CoirEvent *event);
CoirDealt coir_pointer_up(CoirStage *stage, const CoirEvent *event);
void coir_pointer_cancel(CoirStage *stage, int64_t finger);
void coir_pointers_cancel(CoirStage *stage);

// Sends an event of a pointer: to the node that has captured the pointer, else to the nodes that are hit. `pointer` may
// be NULL. A node that deals with an event of some types captures the pointer.
CoirDealt coir_pointer_send(CoirStage *stage, CoirPointer *pointer, const CoirEvent *event);

// Returns the node that has captured a pointer. A capture by a node that is gone or invisible ends here; the node hears
// POINTER_CANCEL.
CoirNode *coir_pointer_captor(CoirStage *stage, CoirPointer *pointer);
void coir_pointer_capture(CoirPointer *pointer, const CoirNode *node);

// Returns true if the scene that hears events has changed since the pointer went down. The player had not seen the
// present scene. Only the overlay, and a node that has captured the pointer, hear further gestures of the pointer.
// Listeners with a priority hear the rest of a drag or pinch that began before the change, and nothing of gestures that
// begin afterwards.
bool coir_pointer_is_from_before(const CoirStage *stage, const CoirPointer *pointer);

static inline bool coir_pointer_is_down(const CoirPointer *pointer, uint32_t press)
{
    return press != 0 && pointer->press == press;
}

// Returns true if a callback has ended the gesture whose event is being sent. False for events that are in no
// CoirSending.
bool coir_sending_is_over(const CoirStage *stage, const CoirEvent *event);

// Returns false once the pinch of these presses is over, also if the next pinch has begun.
bool coir_pinch_goes_on(const CoirStage *stage, const uint32_t presses[2]);

// Returns an event of a gesture of one pointer. Events of drags have further fields: delta, cancelled.
CoirEvent coir_gesture_event(const CoirPointer *pointer, CoirEventType type);

// Gestures of a pointer that went down, has moved, and went up or is lost.
void coir_gestures_begin(CoirStage *stage, CoirPointer *pointer, const CoirEvent *event);
void coir_gestures_move(CoirStage *stage, CoirPointer *pointer, const CoirEvent *event);
void coir_gestures_end(CoirStage *stage, CoirPointer *pointer, bool is_lost);

// Ends the gestures of a pointer, as cancelled, once the scene has changed, unless a node has captured the pointer.
void coir_gestures_follow_scene(CoirStage *stage, CoirPointer *pointer);
float coir_drag_distance(const CoirStage *stage);

// Ends the drag of a pointer, if there is a drag.
void coir_drag_end(CoirStage *stage, CoirPointer *pointer, bool is_cancelled);

void coir_pinch_begin(CoirStage *stage);
void coir_pinch_move(CoirStage *stage, CoirPointer *pointer);
void coir_pinch_end(CoirStage *stage, CoirPointer *pointer, bool is_cancelled);

// The node under the mouse: after an event of the mouse, in each frame, and when the mouse has left the window.
void coir_hover_move(CoirStage *stage, CoirVec2 position);
void coir_hover_step(CoirStage *stage);
void coir_hover_end(CoirStage *stage);

#endif
