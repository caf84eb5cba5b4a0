// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Events: what the player does, as nodes get to know it.

#ifndef COIR_EVENT_H
#define COIR_EVENT_H

#include <stdint.h>

#include "coir/geometry.h"
#include "coir/node_class.h"

typedef enum CoirEventType {
    COIR_EVENT_KEY_DOWN,
    COIR_EVENT_KEY_UP,
    COIR_EVENT_POINTER_DOWN, // mouse button or finger
    COIR_EVENT_POINTER_UP,
    COIR_EVENT_POINTER_MOVE,
    COIR_EVENT_WHEEL,
} CoirEventType;

// The library's to give: do not keep it after the call.
struct CoirEvent {
    CoirEventType type;
    CoirVec2 position; // of the pointer, in the window's points: as coir_node_to_world gives them
    CoirVec2 delta;    // how far the pointer has moved, or the wheel has turned (y > 0: away from the user)
    int key;           // SDL's key code (SDLK_SPACE, 'a')
    int modifiers;     // SDL's KMOD_ bits
    int button;        // 1 left, 2 middle, 3 right; 1 for a finger
    int64_t finger;    // which finger; 0 for the mouse
    bool repeated;     // a key that is held down
};

// Asked about an event that no node above has dealt with. True: it is dealt with.
typedef bool (*CoirListener)(CoirNode *node, const CoirEvent *event, void *user);

// Lets `listener` hear of events while the node is on stage, before its type's `event` hook; it goes with the node. A
// node has one: another one replaces it; NULL ends it. False for a NULL or destroyed node.
COIR_API bool coir_node_listen(CoirNode *node, CoirListener listener, void *user);

#endif
