// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The window of a director, and SDL's video part, which is started for the first window and stopped after the last.

#ifndef COIR_APP_WINDOW_H
#define COIR_APP_WINDOW_H

#include <stdbool.h>

#include "app/view.h"
#include "coir/window.h"
#include "draw/renderer.h"

struct SDL_Cursor;

struct CoirWindow {
    struct SDL_Window *sdl; // NULL: headless
    CoirRenderer *renderer;
    char *title;
    int stage_width, stage_height; // points
    CoirResolution resolution;
    CoirView told;                   // view that the scene was told of last
    int wanted_width, wanted_height; // size to take on when full screen ends, or (headless) drawing; 0: none
    bool drawing;                    // a picture is being drawn: the renderer must stay
    bool fullscreen, cursor_hidden;  // headless: what was set
    bool relative;                   // this window has set SDL's relative mode
    struct SDL_Cursor *cursor;       // own picture; NULL: the system's
};

// Opens a window, or makes a picture in memory, with its renderer. Returns NULL on failure; coir_error() says why.
CoirWindow *coir_window_create(const CoirDirectorDef *def);
void coir_window_destroy(CoirWindow *window);

// Returns the view as it is now.
CoirView coir_window_view(const CoirWindow *window);

// Sets the policy, and the size of the stage.
void coir_window_set_resolution(CoirWindow *window, CoirResolution resolution, int width, int height);

// Takes on a size that was asked for while the window was drawn. Returns true if the visible rectangle or the size in
// pixels has changed since the last call: then the scene must be told.
bool coir_window_has_changed(CoirWindow *window);

// Returns the refresh rate of the window's display in frames a second; 60 if the rate is not known.
double coir_window_refresh_rate(const CoirWindow *window);

// Shared by window.c, cursor.c and display.c -------------------------------------------------------------------------

// False, and a reported mistake in `function`'s name, for NULL.
bool coir_window_is_given(const CoirWindow *window, const char *function);

// As above. Also returns false for a headless director; the error is "FUNCTION: a headless director has no WHAT".
bool coir_window_is_real(const CoirWindow *window, const char *function, const char *what);

// Starts SDL's video part if there is a display. The error is SDL's. Every start needs its coir_video_stop.
bool coir_video_start(void);
void coir_video_stop(void);

// Gives the cursor of the system back.
void coir_window_reset_cursor(CoirWindow *window);

#endif
