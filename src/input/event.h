// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Names and properties of event types, and checks of events. Events of devices and events of the program are checked
// alike.

#ifndef COIR_INPUT_EVENT_H
#define COIR_INPUT_EVENT_H

#include "coir/event.h"

#define POINTER_BUTTONS 5 // buttons of a mouse have the numbers 1 to 5

// Return true if an event, or the type of an event, is valid. Otherwise report a mistake under the name of `function`,
// the public function that the user called, and return false.
bool coir_event_check(const CoirEvent *event, const char *function);
bool coir_event_check_type(CoirEventType type, const char *function);

// Returns the name of the constant of a valid event type, for messages.
const char *coir_event_name(CoirEventType type);

// Returns true for the keys of coir/key.h, without COIR_KEY_NONE.
bool coir_event_is_key(int key);

// Returns true for the events that coir/event.h marks with (at), and with (at `start`): these events come only to nodes
// that are hit.
bool coir_event_has_position(CoirEventType type);

// Returns true for the three events of drags.
bool coir_event_is_drag(CoirEventType type);

#endif
