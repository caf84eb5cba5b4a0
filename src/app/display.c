// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Displays, and the position of the window on the desktop.

#include <SDL.h>

#include "app/window.h"
#include "base/fail.h"
#include "base/world.h"

// Returns false for NULL, for a headless window, and on systems that do not let a program move its windows. On such
// systems SDL reports no error, and does not move the window.
static bool can_be_placed(const CoirWindow *window, const char *function)
{
    static const char *const systems[] = {"wayland", "emscripten", "Android", "uikit"};
    if (!coir_window_is_real(window, function, "place on a desktop"))
        return false;
    const char *driver = SDL_GetCurrentVideoDriver();
    for (size_t i = 0; driver && i < sizeof systems / sizeof *systems; i++)
        if (SDL_strcmp(driver, systems[i]) == 0)
            return FAIL("%s: this system (%s) places windows by itself", function, driver);
    return true;
}

bool coir_window_set_position(CoirWindow *window, int x, int y)
{
    if (!can_be_placed(window, "coir_window_set_position"))
        return false;
    if (SDL_WINDOWPOS_ISCENTERED(x) || SDL_WINDOWPOS_ISUNDEFINED(x) || SDL_WINDOWPOS_ISCENTERED(y) ||
        SDL_WINDOWPOS_ISUNDEFINED(y))
        return MISTAKE("coir_window_set_position: %d, %d is far beside all displays", x, y);
    SDL_SetWindowPosition(window->sdl, x, y);
    return true;
}

CoirVec2 coir_window_position(const CoirWindow *window)
{
    int x = 0, y = 0;
    if (window && window->sdl)
        SDL_GetWindowPosition(window->sdl, &x, &y);
    return coir_vec2((float)x, (float)y);
}

int coir_display_count(void)
{
    if (!coir_world_check("coir_display_count"))
        return 0;
    if (!coir_video_start())
        return 0;
    int count = SDL_GetNumVideoDisplays();
    coir_video_stop();
    return count > 0 ? count : 0;
}

static bool is_display(int display, const char *function)
{
    int count = SDL_GetNumVideoDisplays();
    if (display >= 0 && display < count)
        return true;
    return FAIL("%s: there is no display %d; the displays are 0 to %d", function, display, count - 1);
}

static void describe(int display, CoirDisplay *result)
{
    SDL_Rect bounds = {0}, usable;
    SDL_DisplayMode mode;
    const char *name = SDL_GetDisplayName(display);
    SDL_utf8strlcpy(result->name, name ? name : "", sizeof result->name);
    SDL_GetDisplayBounds(display, &bounds);
    if (SDL_GetDisplayUsableBounds(display, &usable) != 0)
        usable = bounds;
    result->x = bounds.x;
    result->y = bounds.y;
    result->width = bounds.w;
    result->height = bounds.h;
    result->usable_x = usable.x;
    result->usable_y = usable.y;
    result->usable_width = usable.w;
    result->usable_height = usable.h;
    if (SDL_GetCurrentDisplayMode(display, &mode) == 0 && mode.refresh_rate > 0)
        result->refresh_rate = mode.refresh_rate;
}

bool coir_display_describe(int display, CoirDisplay *result)
{
    if (!coir_world_check("coir_display_describe"))
        return false;
    if (!result)
        return MISTAKE("coir_display_describe: the result is NULL; give the address of a CoirDisplay");
    *result = (CoirDisplay){.name = ""};
    if (!coir_video_start())
        return FAIL("coir_display_describe: %s", SDL_GetError());
    bool found = is_display(display, "coir_display_describe");
    if (found)
        describe(display, result);
    coir_video_stop();
    return found;
}

bool coir_window_set_display(CoirWindow *window, int display)
{
    if (!can_be_placed(window, "coir_window_set_display") || !is_display(display, "coir_window_set_display"))
        return false;
    if (coir_window_display(window) == display)
        return true;
    bool fullscreen = coir_window_is_fullscreen(window); // SDL moves a window only after full screen has ended
    if (fullscreen && !coir_window_set_fullscreen(window, false))
        return false;
    int position = (int)SDL_WINDOWPOS_CENTERED_DISPLAY((unsigned)display);
    SDL_SetWindowPosition(window->sdl, position, position);
    return !fullscreen || coir_window_set_fullscreen(window, true);
}

int coir_window_display(const CoirWindow *window)
{
    return window && window->sdl ? SDL_GetWindowDisplayIndex(window->sdl) : -1;
}

double coir_window_refresh_rate(const CoirWindow *window)
{
    SDL_DisplayMode mode;
    int display = coir_window_display(window);
    if (display < 0 || SDL_GetCurrentDisplayMode(display, &mode) != 0 || mode.refresh_rate <= 0)
        return 60;
    return mode.refresh_rate;
}
