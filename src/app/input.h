// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Translates SDL's events into events of Coir.

#ifndef COIR_APP_INPUT_H
#define COIR_APP_INPUT_H

#include <stdbool.h>

#include "coir/event.h"

union SDL_Event;

// Translates an event of SDL. Positions of pointers are in window units from the upper left corner of the window.
// Returns false for an event that is not sent to nodes.
bool coir_input_translate(const union SDL_Event *sdl, int window_width, int window_height, CoirEvent *event);

// Returns the modifier keys that are held, as COIR_MODIFIER_ bits.
int coir_input_modifiers(void);

// Makes SDL report the mouse outside of the window while a button is down. Does nothing from SDL 2.0.22 on, which
// reports the mouse there by itself.
void coir_input_follow_mouse(const union SDL_Event *sdl);

// Returns the id of the event's window; 0: the event has no window.
uint32_t coir_input_window(const union SDL_Event *sdl);

// Frees the text of an event for a dropped file, a dropped text or a long text that is being edited. SDL does not free
// the texts of these events.
void coir_input_free_text(union SDL_Event *sdl);

#endif
