// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Listeners: functions that receive events. A button:
//
//     static bool play(CoirNode *button, const CoirEvent *event, void *director)
//     {
//         coir_director_show(director, make_level());
//         return true; // swallows the event: nodes behind the button do not receive it
//     }
//
//     static bool glow(CoirNode *button, const CoirEvent *event, void *user)
//     {
//         coir_node_set_scale(button, event->type == COIR_EVENT_POINTER_ENTER ? 1.1f : 1);
//         return true;
//     }
//
//     CoirSprite *button = coir_sprite_add(scene, "play.png", 480, 270);
//     coir_node_on(button, COIR_EVENT_CLICK, play, director);
//     coir_node_on(button, COIR_EVENT_POINTER_ENTER, glow, NULL);
//     coir_node_on(button, COIR_EVENT_POINTER_LEAVE, glow, NULL);
//
// An event is received by the following listeners and nodes, until a listener returns true:
//
// 1. listeners with a priority below 0, lower priorities first;
// 2. the nodes on stage, the topmost node first, which is the reverse order of drawing. A node's listeners are called
//    in the order in which they were added, then the `event` hook of the node's class. A node that is not visible
//    receives nothing, and neither do its children and their children. If a listener hides the parent of its node, the
//    parent and the parent's other children still receive this event. A paused node receives events, because a pause
//    only stops time;
// 3. listeners with a priority of 0 or more.
//
// Events that coir/event.h marks with (at), for example POINTER_DOWN and CLICK, come only to nodes that are hit:
//
// 1. The function of coir_node_set_hit decides, or else the `hit` hook of the node's class.
// 2. Without both, a node is hit inside its box (coir_node_contains).
// 3. Without a size, a node is always hit. So a scene, or a node that only groups others, receives each event that its
//    children have not swallowed.
//
// A node that returns true for POINTER_DOWN, LONG_PRESS, DRAG_BEGIN, DRAG or a PINCH event captures the pointer: until
// the pointer goes up, no other node receives the events and gestures of the pointer, wherever the pointer is, even
// outside of the window. Listeners with a priority still receive them. A node captures each finger separately. If the
// node leaves the stage or becomes invisible, or the window loses the focus, the node receives POINTER_CANCEL instead
// of POINTER_UP. A drag or pinch in progress is cancelled, and its end comes before POINTER_CANCEL. A node that is
// destroyed receives nothing.
//
// A drag that no listener has swallowed may still end in a CLICK. If a drag must not click a button, the button
// returns true for DRAG_BEGIN.
//
// A listener may do anything: destroy its node, the scene, the stage or the director, remove any listener, and send
// events. A listener that is added during an event may still receive this event: on a node that the event reaches
// later, or with a priority of 0 or more. Events may be sent inside each other. An event is a mistake and is not sent
// if it is nested more than 100 deep, or if the events in progress have together gone down more than 1000 levels of
// nodes. Then no more events are sent until the outermost event has ended. A QUIT event that is not sent counts as
// refused.

#ifndef COIR_LISTENER_H
#define COIR_LISTENER_H

#include "coir/event.h"
#include "coir/node.h"

// A listener. Returns true to swallow the event: no other listener receives the event then.
typedef bool (*CoirListener)(CoirNode *node, const CoirEvent *event, void *user);
typedef bool (*CoirStageListener)(CoirStage *stage, const CoirEvent *event, void *user);

// A hit test. Returns true if `point`, in the node's own points, is on the node.
typedef bool (*CoirHitFn)(CoirNode *node, CoirVec2 point, void *user);

// Listening ----------------------------------------------------------------------------------------------------------

// Adds a listener for the events of one type. The listener receives events while the node is on stage. A node may have
// any number of listeners, which are removed with the node. Adding the same listener again, with the same `user`,
// changes nothing. Only listeners that this function adds receive the types POINTER_ENTER and POINTER_LEAVE. Returns
// false for a NULL or destroyed node, a NULL listener, an unknown type, or if there is no memory.
COIR_API bool coir_node_on(CoirNode *node, CoirEventType type, CoirListener listener, void *user);

// Adds a listener for the custom events with this name. `name` is not copied, and must stay valid as long as the
// listener exists. Returns false in the same cases as coir_node_on, and for a NULL name.
COIR_API bool coir_node_on_custom(CoirNode *node, const char *name, CoirListener listener, void *user);

// Adds a listener for all events that come to the node. Returns false in the same cases as coir_node_on.
COIR_API bool coir_node_listen(CoirNode *node, CoirListener listener, void *user);

// Adds a listener that receives all events before (`priority` < 0) or after (>= 0) the nodes: lower priorities first,
// equal priorities in the order in which the listeners came on stage. Events need not hit the node, and the node need
// not be visible. The listener receives events while the node is on stage, and is removed with the node. If the scene
// changes while a pointer is down, the listener receives no gestures of this press that begin after the change
// (coir/event.h). Returns false in the same cases as coir_node_on.
COIR_API bool coir_node_listen_with_priority(CoirNode *node, int priority, CoirListener listener, void *user);

// Removes all listeners of a node with this function and this `user`, at once, whatever their types. Returns false if
// the node has no such listener, which is no mistake.
COIR_API bool coir_node_unlisten(CoirNode *node, CoirListener listener, void *user);

// Add and remove a listener of a stage; `priority` is as for coir_node_listen_with_priority. The listener stays until
// you remove the listener, or until the stage is destroyed. Return false for a NULL or destroyed stage, a NULL
// listener, if there is no memory, or if there is no such listener to remove.
COIR_API bool coir_stage_listen(CoirStage *stage, int priority, CoirStageListener listener, void *user);
COIR_API bool coir_stage_unlisten(CoirStage *stage, CoirStageListener listener, void *user);

// Pointers -----------------------------------------------------------------------------------------------------------

// Sets a function that decides whether the node is hit. With NULL, the node's class or box decides again. Returns
// false for a NULL or destroyed node, or if there is no memory.
COIR_API bool coir_node_set_hit(CoirNode *node, CoirHitFn function, void *user);

// Returns true if a world point is on the node, by the same rules as for events. A node with a scale of 0 is never
// hit. A NULL or destroyed node is a mistake.
COIR_API bool coir_node_is_hit(CoirNode *node, CoirVec2 world_point);

// Captures a pointer that is down: from now on the node receives the events of the pointer. A node that had captured
// the pointer before receives POINTER_CANCEL, unless this other node captures the pointer again in the event that ends
// its drag or pinch. A scrolling list, for example, captures the pointer when a button in the list is dragged. `finger`
// is the field of an event; 0: the mouse. Returns false for a node that is not on stage, for a pointer that is not
// down, and if a listener that receives POINTER_CANCEL or the end of a drag or pinch prevents the capture, for example
// by destroying the node.
COIR_API bool coir_node_capture(CoirNode *node, int64_t finger);

// Returns the node that has captured a pointer; `finger` is as for coir_node_capture. Returns NULL if no node has
// captured the pointer, and for a NULL stage.
COIR_API CoirNode *coir_stage_captor(const CoirStage *stage, int64_t finger);

// Limits of gestures. A field that is 0 means the default. Gestures are timed by the real time of frames: a time
// scale or a pause of the director does not change them.
typedef struct CoirGestureDef {
    double long_press;   // seconds; 0: 0.5
    double double_click; // longest time in seconds from one press to the next, of a finger or of coir_input_pointer;
                         // 0: 0.4. No effect on a real mouse: the system counts the clicks of the mouse
    float drag_distance; // points; 0: 8
} CoirGestureDef;

// Sets the limits of gestures on a stage; NULL: the defaults. Returns false, and changes nothing, for a number that is
// not from 0 to 3 155 760 000 (in seconds, a hundred years).
COIR_API bool coir_stage_set_gestures(CoirStage *stage, const CoirGestureDef *def);

// Text ---------------------------------------------------------------------------------------------------------------
//
// A text field:
//
//     static bool type(CoirNode *node, const CoirEvent *event, void *stage)
//     {
//         CoirLabel *field = COIR_AS(CoirLabel, node);
//         char text[32];
//         snprintf(text, sizeof text, "%s", coir_label_text(field));
//         size_t length = strlen(text);
//         if (coir_stage_text_node(stage) != node)
//             return false; // no text input for this field: the keys are for others
//         if (event->type == COIR_EVENT_TEXT && length + strlen(event->text) < sizeof text)
//             strcat(text, event->text);
//         if (event->type == COIR_EVENT_KEY_DOWN && event->key == COIR_KEY_ENTER)
//             coir_stage_stop_text(stage);
//         if (event->type == COIR_EVENT_KEY_DOWN && event->key == COIR_KEY_BACKSPACE && length > 0) {
//             while (--length > 0 && (text[length] & 0xc0) == 0x80) // the last character may have several bytes
//                 continue;
//             text[length] = '\0';
//         }
//         coir_label_set_text(field, text);
//         return true; // takes all keys
//     }
//
//     CoirLabel *field = coir_label_add(scene, "", 480, 270);
//     coir_node_on(field, COIR_EVENT_TEXT, type, coir_director_stage(director));
//     coir_node_on(field, COIR_EVENT_KEY_DOWN, type, coir_director_stage(director));
//     coir_node_start_text(field); // when the scene is on stage: for instance, when the player clicks the field

// Starts text input for a node on stage, such as a text field, and ends text input for any other node. Until you call
// this function, no node gets text, and no keyboard covers the screen. During text input:
//
// 1. TEXT and TEXT_EDITING come to no other node. The window of an input method is below the node's box.
// 2. Key events come as always, but to this node before all other nodes. The node returns true for the keys that it
//    takes, so that a letter of the text that is also the key for a jump does not make the hero jump.
//
// Text input ends with coir_stage_stop_text, when the node leaves the stage, and when a transition begins to take the
// node's scene away, but not when the node becomes invisible: the node still receives text and keys. Returns false for
// a node that is not on stage, or is in a scene that a transition is taking away.
COIR_API bool coir_node_start_text(CoirNode *node);
COIR_API void coir_stage_stop_text(CoirStage *stage);

// Returns the node that text input was started for. Returns NULL if there is no text input, and for a NULL stage.
COIR_API CoirNode *coir_stage_text_node(const CoirStage *stage);

// Sending ------------------------------------------------------------------------------------------------------------

// Sends a custom event with a name and data to all listeners, at once. Returns true if a listener swallowed the
// event. `data` may be NULL; a NULL or destroyed stage and a NULL name are reported mistakes.
COIR_API bool coir_stage_send(CoirStage *stage, const char *name, void *data);

#endif
