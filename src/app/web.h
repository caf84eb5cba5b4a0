// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The web page around a game, under Emscripten. A page never waits: the browser calls a function for each refresh of
// the display. web.js is the half of this module that is written in JavaScript.

#ifndef COIR_APP_WEB_H
#define COIR_APP_WEB_H

#include <stdbool.h>

// Takes one frame. `now`: seconds on the clock of the display. Returns false when the game has ended.
typedef bool (*CoirWebFrame)(double now, void *user);

// Calls `frame` for each refresh of the display, and while the page is hidden as often as the browser allows. Does not
// return to the caller, whose local variables stay valid.
_Noreturn void coir_web_run(CoirWebFrame frame, void *user);

// Returns true while coir_web_run calls a function.
bool coir_web_is_running(void);

// Returns true while the browser has taken the graphics device away: nothing can be drawn.
bool coir_web_has_lost_device(void);

// Returns true once after the browser has given the graphics device back. All that was on the device is gone.
bool coir_web_device_is_back(void);

#endif
