// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// SDL's game controllers. SDL has one set of controllers for the program: all inputs hear of all controllers.

#ifndef COIR_APP_CONTROLLERS_H
#define COIR_APP_CONTROLLERS_H

#include <stdbool.h>

#include "coir/input.h"

union SDL_Event;

// Start and stop SDL's part for controllers, for a director with a window. A failure is logged, and is no error: the
// game goes on without controllers. coir_controllers_stop: only after a successful start.
bool coir_controllers_start(void);
void coir_controllers_stop(void);

// Lets an input hear of controllers, and of the controllers that are connected now; and ends that.
void coir_controllers_hear(CoirInput *input);
void coir_controllers_forget(CoirInput *input);

// Takes an event of SDL. Returns false if the event is not one of controllers.
bool coir_controllers_event(const union SDL_Event *sdl);

// Brings the axes of an input to where SDL has them: SDL reports only changes, and the input was released meanwhile.
void coir_controllers_look(CoirInput *input);

#endif
