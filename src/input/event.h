// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Facts about the types of events, and checks of events that a program sends.

#ifndef COIR_INPUT_EVENT_H
#define COIR_INPUT_EVENT_H

#include "coir/event.h"

#define POINTER_BUTTONS 5 // buttons of a mouse have the numbers 1 to 5

// Report a bad type, number or text of an event as a mistake in the name of a public function, and return false.
bool coir_event_check(const CoirEvent *event, const char *function);
bool coir_event_check_type(CoirEventType type, const char *function);

// Returns the name of the constant of an event type, for messages.
const char *coir_event_name(CoirEventType type);

// Returns true for the keys of coir/key.h, without COIR_KEY_NONE.
bool coir_event_is_key(int key);

// Returns true for events that are sent only to nodes at the position of the event.
bool coir_event_has_position(CoirEventType type);

// Returns true for the three events of drags.
bool coir_event_is_drag(CoirEventType type);

#endif
