// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The window, and SDL's video part, which is started for the first window and stopped after the last.

#ifndef COIR_APP_WINDOW_H
#define COIR_APP_WINDOW_H

#include <stdbool.h>

#include "coir/director.h"

struct SDL_Window;

// NULL: no display; said in coir_error().
struct SDL_Window *coir_window_open(const CoirDirectorDef *def);
void coir_window_close(struct SDL_Window *window);

// The refresh rate of the display that it is on, in frames a second; 60 when it is not known.
double coir_window_refresh_rate(struct SDL_Window *window);

#endif
