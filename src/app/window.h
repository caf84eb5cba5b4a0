// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The window of a director, and SDL's video subsystem. Headless windows do not start the video subsystem.

#ifndef COIR_APP_WINDOW_H
#define COIR_APP_WINDOW_H

#include <stdbool.h>

#include "app/view.h"
#include "coir/window.h"
#include "draw/renderer.h"

struct CoirWindow {
    struct SDL_Window *sdl; // NULL: headless
    CoirRenderer *renderer;
    char *title;
    int stage_width, stage_height; // points
    CoirResolution resolution;
    CoirView sent;                   // view at the last coir_window_has_changed; before: at the opening of the window
    int wanted_width, wanted_height; // size to set when full screen ends, or (headless) when drawing ends; 0: none
    bool drawing;                    // a picture is being drawn: the renderer must not change
    bool fullscreen, cursor_hidden;  // headless only: states that were set
};

// Opens a window, or makes a picture in memory, with its renderer. Returns NULL on failure; coir_error() gives the
// reason.
CoirWindow *coir_window_create(const CoirDirectorDef *def);
void coir_window_destroy(CoirWindow *window);

// Returns the present view.
CoirView coir_window_view(const CoirWindow *window);

// Sets the resolution policy, and the size of the stage.
void coir_window_set_resolution(CoirWindow *window, CoirResolution resolution, int width, int height);

// Resizes a headless window first, if a requested size had to wait until drawing ended. Returns true if the visible
// rectangle or the size in pixels has changed since the last call. The caller must then tell the scene.
bool coir_window_has_changed(CoirWindow *window);

// Returns the refresh rate of the window's display in frames per second; 60 if the rate is not known.
double coir_window_refresh_rate(const CoirWindow *window);

// Shared by window.c, cursor.c and display.c -------------------------------------------------------------------------

// Returns false for NULL, and in another world than the default world. Reports the mistake under the name of
// `function`.
bool coir_window_is_given(const CoirWindow *window, const char *function);

// Returns false if coir_window_is_given does, and for a headless window. The error of a headless window is "FUNCTION: a
// headless director has no WHAT".
bool coir_window_is_real(const CoirWindow *window, const char *function, const char *what);

// coir_video_start starts SDL's video subsystem if there is a display. Returns false on failure, with the error in
// SDL_GetError. Each successful start needs a coir_video_stop.
bool coir_video_start(void);
void coir_video_stop(void);

// Undoes the changes of the cursor for which the last call was for this window: ends the relative mouse mode, shows the
// cursor, and restores the cursor of the system.
void coir_window_reset_cursor(const CoirWindow *window);

#endif
