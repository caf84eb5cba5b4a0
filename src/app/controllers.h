// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// SDL's game controllers. SDL has one set of controllers for the program. So the inputs of all directors receive the
// events of all controllers.

#ifndef COIR_APP_CONTROLLERS_H
#define COIR_APP_CONTROLLERS_H

#include <stdbool.h>

#include "coir/input.h"

union SDL_Event;

// Start and stop SDL's game controller subsystem, for a director with a window. A failed start is logged, and is no
// error: the game runs without controllers. coir_controllers_stop may be called only after a successful start.
bool coir_controllers_start(void);
void coir_controllers_stop(void);

// coir_controllers_attach adds the connected controllers to an input, and sends later events of controllers to this
// input. After coir_controllers_detach, the input gets no more of these events. When the last input is detached, all
// controllers are closed.
void coir_controllers_attach(CoirInput *input);
void coir_controllers_detach(CoirInput *input);

// Removes the controllers that SDL has closed without an event, because the program has ended SDL's subsystem.
void coir_controllers_remove_closed(void);

// Handles an event of SDL. Returns false if the event is not an event of a controller.
bool coir_controllers_event(const union SDL_Event *sdl);

// Sets the axes of an input to SDL's present values. Needed when the window gets the focus back: losing the focus has
// set all axes to 0, and SDL reports only changes.
void coir_controllers_read(CoirInput *input);

#endif
