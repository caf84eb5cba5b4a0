// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "app/window.h"

#include <SDL.h>

#include "base/fail.h"

static bool start_video(void)
{
    // Where there is no display, SDL may fall back to drivers that show nothing: that is no window for a person.
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0)
        return false;
    const char *driver = SDL_GetCurrentVideoDriver(), *wanted = SDL_getenv("SDL_VIDEODRIVER");
    bool shows =
        driver && ((wanted && *wanted) || (SDL_strcmp(driver, "dummy") != 0 && SDL_strcmp(driver, "offscreen") != 0));
    if (shows)
        return true;
    SDL_SetError("no display: SDL offers only its driver \"%s\"", driver ? driver : "none");
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return false;
}

bool coir_display_available(void)
{
    bool available = start_video();
    if (available)
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return available;
}

SDL_Window *coir_window_open(const CoirDirectorDef *def)
{
    Uint32 flags = SDL_WINDOW_ALLOW_HIGHDPI;
    flags |= def->resizable ? SDL_WINDOW_RESIZABLE : 0;
    flags |= def->fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0;
    flags |= def->hidden ? SDL_WINDOW_HIDDEN : 0;
    if (!start_video())
        return FAIL("no window can be opened here: %s. Without a display, run headless (CoirDirectorDef.headless; the "
                    "demos: --headless).",
                    SDL_GetError()),
               NULL;
    SDL_Window *window = SDL_CreateWindow(def->title ? def->title : "Coir", SDL_WINDOWPOS_CENTERED,
                                          SDL_WINDOWPOS_CENTERED, def->width, def->height, flags);
    if (!window) {
        FAIL("the window of %d x %d could not be opened: %s", def->width, def->height, SDL_GetError());
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
    }
    return window;
}

void coir_window_close(SDL_Window *window)
{
    if (!window)
        return;
    SDL_DestroyWindow(window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

double coir_window_refresh_rate(SDL_Window *window)
{
    SDL_DisplayMode mode;
    int display = window ? SDL_GetWindowDisplayIndex(window) : -1;
    if (display < 0 || SDL_GetCurrentDisplayMode(display, &mode) != 0 || mode.refresh_rate <= 0)
        return 60;
    return mode.refresh_rate;
}
