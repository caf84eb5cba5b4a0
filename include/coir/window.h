// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The window of a director while the program runs: title, icon, size, full screen, cursor, display.
//
//     CoirWindow *window = coir_director_window(director);
//     coir_window_set_title(window, "Level 2");
//     coir_window_set_cursor(window, "hand.png", 8, 3);
//     coir_window_set_fullscreen(window, !coir_window_is_fullscreen(window));
//
// A headless director has a window, too, so that games run the same code. This window is the picture in memory. The
// window keeps its title, size, full screen and the visibility of the cursor; these can be set and read. The pictures
// of icons and cursors are checked, but not shown. Functions that need a real window return false with a text in
// coir_error().
//
// Functions that change the window return true on success. They return false, and change nothing, for NULL, for a bad
// argument, and for changes that this system cannot make; coir_error() gives the reason. Functions that read the
// window return 0, false or NULL for NULL; coir_window_display returns -1.
//
// Sizes and positions are in window units. A unit may be more than one pixel on macOS and iOS, on Wayland, on the web,
// and on Windows with SDL 2.24 or newer: see coir_window_density. On X11 a unit is a pixel.

#ifndef COIR_WINDOW_H
#define COIR_WINDOW_H

#include "coir/director.h"

typedef struct CoirWindow CoirWindow;

struct SDL_Window;
struct SDL_Renderer;

// Returns the director's window, which exists as long as the director. Returns NULL for NULL.
COIR_API CoirWindow *coir_director_window(const CoirDirector *director);

// Sets the text in the title bar (copied). NULL: "Coir". Returns false, and changes nothing, for a text that is not
// UTF-8, and if there is no memory.
COIR_API bool coir_window_set_title(CoirWindow *window, const char *title);

// Returns the title, which belongs to the window and is valid until the next coir_window_set_title.
COIR_API const char *coir_window_title(const CoirWindow *window);

// Sets the picture in task bars, on macOS in the Dock. The path is as for coir_texture_load. Wayland shows the icon of
// the installed program instead; the web shows no icon. The functions return true there, too. The picture is copied:
// you may destroy `texture` afterwards.
COIR_API bool coir_window_set_icon(CoirWindow *window, const char *path);
COIR_API bool coir_window_set_icon_texture(CoirWindow *window, CoirTexture *texture);

// Size ---------------------------------------------------------------------------------------------------------------
//
// A window changes its size at once, or when the system allows the change. While a headless director is drawing, a new
// size waits: the size changes in the next frame or screenshot, before the stage is drawn. The scene receives
// COIR_EVENT_RESIZED before the stage is drawn in the new size: see coir_director_visible.

// Sets the size, 1 to COIR_TEXTURE_SIZE_MAX window units each. In full screen, the window gets this size when full
// screen ends. On the web this is the size of the canvas.
COIR_API bool coir_window_set_size(CoirWindow *window, int width, int height);

// Return the size in window units, and in pixels.
COIR_API CoirVec2 coir_window_size(const CoirWindow *window);
COIR_API CoirVec2 coir_window_pixel_size(const CoirWindow *window);

// Returns the number of pixels across a window unit: 1 for most windows, 2 for a window on a Retina display.
COIR_API float coir_window_density(const CoirWindow *window);

// Begins or ends full screen: the window fills its display, in the resolution of the desktop. On macOS the change is
// animated, and ends some frames later. On the web the change waits for the player's next key or click. On X11 a window
// manager must be running.
COIR_API bool coir_window_set_fullscreen(CoirWindow *window, bool fullscreen);
COIR_API bool coir_window_is_fullscreen(const CoirWindow *window);

// Sets whether each frame waits for the display. By default frames wait if CoirDirectorDef.frame_rate is 0. Without a
// graphics device, frames cannot wait, and `true` fails.
COIR_API bool coir_window_set_vsync(CoirWindow *window, bool vsync);
COIR_API bool coir_window_has_vsync(const CoirWindow *window);

// Position and display -----------------------------------------------------------------------------------------------

// Moves the upper left corner of the window to a position on the desktop, whose y axis goes down. Fails on systems
// that position windows themselves: Wayland, the web, phones.
COIR_API bool coir_window_set_position(CoirWindow *window, int x, int y);

// Returns the position on the desktop; (0, 0) on systems that do not report the position.
COIR_API CoirVec2 coir_window_position(const CoirWindow *window);

typedef struct CoirDisplay {
    char name[64];           // UTF-8
    int x, y, width, height; // position and size on the desktop, in window units
    int usable_x, usable_y;  // part without task bars and menu bars: its position on the desktop, and its size
    int usable_width, usable_height;
    double refresh_rate; // pictures a second; 0: not known
} CoirDisplay;

// Returns the number of displays; 0 if no window can be opened.
COIR_API int coir_display_count(void);

// Describes display number `display`, from 0. Returns false, and sets all to 0, if there is no such display.
COIR_API bool coir_display_describe(int display, CoirDisplay *result);

// Moves the window to the middle of another display; a window in full screen fills that display. Fails on the same
// systems as coir_window_set_position, and for a display that does not exist.
COIR_API bool coir_window_set_display(CoirWindow *window, int display);

// Returns the display with the middle of the window; -1 for NULL and headless.
COIR_API int coir_window_display(const CoirWindow *window);

// Cursor -------------------------------------------------------------------------------------------------------------
//
// A program has one cursor: with several windows the last call counts, for all windows. When the window of the last
// call is destroyed, the cursor of the system comes back.

// Shows a picture as the cursor: a pixel of the picture is as large as a window unit on macOS, Wayland and the web, and
// as a pixel of the display elsewhere. The picture is copied: you may destroy `texture` afterwards. The path is as for
// coir_texture_load; NULL: the arrow of the system. `x`, `y` is the pixel that points, counted from the upper left
// corner of the picture.
COIR_API bool coir_window_set_cursor(CoirWindow *window, const char *path, int x, int y);
COIR_API bool coir_window_set_cursor_texture(CoirWindow *window, CoirTexture *texture, int x, int y);

// Shows or hides the cursor inside the window.
COIR_API bool coir_window_set_cursor_visible(CoirWindow *window, bool visible);
COIR_API bool coir_window_is_cursor_visible(const CoirWindow *window);

// Keeps the pointer inside the window while the window has the keyboard. Fails for a headless director.
COIR_API bool coir_window_set_grabbed(CoirWindow *window, bool grabbed);
COIR_API bool coir_window_is_grabbed(const CoirWindow *window);

// Hides the cursor and lets the mouse move without limits, for example to turn a view. Use the `delta` of
// COIR_EVENT_POINTER_MOVE, because `position` has no meaning then. Fails for a headless director. On the web the
// change waits for the player's next click.
COIR_API bool coir_window_set_relative(CoirWindow *window, bool relative);
COIR_API bool coir_window_is_relative(const CoirWindow *window);

// Coordinates --------------------------------------------------------------------------------------------------------
//
// Events, nodes and coir_director_visible all use the points of the stage. These two functions are for calls of SDL.

// Convert a position between window units, from the upper left corner with y downwards, and points of the stage.
COIR_API CoirVec2 coir_window_to_points(const CoirWindow *window, CoirVec2 units);
COIR_API CoirVec2 coir_window_from_points(const CoirWindow *window, CoirVec2 points);

// SDL ----------------------------------------------------------------------------------------------------------------

// Returns SDL's own window; NULL for a headless director. Use it for settings that have no function here, such as the
// smallest size or the border. Do not destroy the window, and do not change its user data "CoirDirector".
COIR_API struct SDL_Window *coir_window_sdl(const CoirWindow *window);

// Returns SDL's own renderer, to query the device and to make textures. Draw with this renderer only inside
// coir_painter_raw, and do not destroy or present it. A headless director has a new renderer after a change of size. A
// web page has a new renderer after the browser has taken the graphics device away and given the device back.
COIR_API struct SDL_Renderer *coir_window_sdl_renderer(const CoirWindow *window);

#endif
