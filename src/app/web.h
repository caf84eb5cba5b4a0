// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The web page of a game, under Emscripten. Code on a page must never wait: the browser calls a function for each
// refresh of the display. web.js is the JavaScript part of this module.

#ifndef COIR_APP_WEB_H
#define COIR_APP_WEB_H

#include <stdbool.h>

// Takes a frame, if a frame is due. `now`: seconds on the clock of the display. Returns false when the game has ended.
typedef bool (*CoirWebFrame)(double now, void *user);

// Calls `frame` for each refresh of the display. While the page is hidden, calls `frame` at most 15 times per second;
// browsers may allow fewer calls. Does not return. The caller's local variables stay valid.
_Noreturn void coir_web_run(CoirWebFrame frame, void *user);

// Returns true while the loop of coir_web_run is running.
bool coir_web_is_running(void);

// Returns true while the browser has taken the graphics device away: nothing can be drawn.
bool coir_web_has_lost_device(void);

// Returns true once after the browser has given the graphics device back. Everything that was on the device is lost.
bool coir_web_device_is_back(void);

#endif
