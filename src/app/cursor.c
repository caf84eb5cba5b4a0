// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The cursor. SDL has one cursor, one visibility of the cursor and one relative mouse mode for all windows. So the last
// call counts, and is undone when the window of this call closes.

#include <SDL.h>

#include "app/window.h"
#include "base/fail.h"
#include "media/texture.h"

static SDL_Cursor *picture; // picture that is shown as the cursor; NULL: cursor of the system

// Windows of the last calls: the window that has set the picture, has hidden the cursor, and has turned the relative
// mode on. NULL: no window has.
static const CoirWindow *picture_window, *hiding_window, *relative_window;

static void use_cursor(const CoirWindow *window, SDL_Cursor *cursor)
{
    SDL_Cursor *before = picture;
    picture = cursor;
    picture_window = cursor ? window : NULL;
    SDL_SetCursor(cursor ? cursor : SDL_GetDefaultCursor());
    if (before)
        SDL_FreeCursor(before);
}

static bool check_hot_spot(const CoirTexture *texture, int x, int y, const char *function)
{
    if (x >= 0 && y >= 0 && x < texture->width && y < texture->height)
        return true;
    return MISTAKE("%s: the hot spot %d, %d is not in the picture of %d x %d", function, x, y, texture->width,
                   texture->height);
}

static bool set_cursor(CoirWindow *window, const CoirTexture *texture, int x, int y, const char *function)
{
    if (!texture || !check_hot_spot(texture, x, y, function))
        return false;
    if (!window->sdl)
        return true;
    SDL_Cursor *cursor = SDL_CreateColorCursor(texture->surface, x, y);
    if (!cursor)
        return FAIL("%s: %s", function, SDL_GetError());
    use_cursor(window, cursor);
    return true;
}

bool coir_window_set_cursor(CoirWindow *window, const char *path, int x, int y)
{
    const char *function = "coir_window_set_cursor";
    if (!coir_window_is_given(window, function))
        return false;
    if (path)
        return set_cursor(window, coir_texture_load_for(path, function), x, y, function);
    if (window->sdl)
        use_cursor(window, NULL);
    return true;
}

bool coir_window_set_cursor_texture(CoirWindow *window, CoirTexture *texture, int x, int y)
{
    const char *function = "coir_window_set_cursor_texture";
    if (!coir_window_is_given(window, function))
        return false;
    return texture ? set_cursor(window, texture, x, y, function) : MISSING("%s: the texture is NULL", function);
}

bool coir_window_set_cursor_visible(CoirWindow *window, bool visible)
{
    if (!coir_window_is_given(window, "coir_window_set_cursor_visible"))
        return false;
    if (!window->sdl) {
        window->cursor_hidden = !visible;
        return true;
    }
    if (SDL_ShowCursor(visible ? SDL_ENABLE : SDL_DISABLE) < 0)
        return FAIL("coir_window_set_cursor_visible: %s", SDL_GetError());
    hiding_window = visible ? NULL : window;
    return true;
}

bool coir_window_is_cursor_visible(const CoirWindow *window)
{
    return window && (window->sdl ? !hiding_window : !window->cursor_hidden);
}

bool coir_window_set_grabbed(CoirWindow *window, bool grabbed)
{
    if (!coir_window_is_real(window, "coir_window_set_grabbed", "pointer"))
        return false;
    SDL_SetWindowMouseGrab(window->sdl, grabbed ? SDL_TRUE : SDL_FALSE);
    return true;
}

bool coir_window_is_grabbed(const CoirWindow *window)
{
    return window && window->sdl && (SDL_GetWindowFlags(window->sdl) & SDL_WINDOW_MOUSE_GRABBED);
}

bool coir_window_set_relative(CoirWindow *window, bool relative)
{
    if (!coir_window_is_real(window, "coir_window_set_relative", "pointer"))
        return false;
    if (SDL_SetRelativeMouseMode(relative ? SDL_TRUE : SDL_FALSE) != 0)
        return FAIL("coir_window_set_relative: %s", SDL_GetError());
    relative_window = relative ? window : NULL;
    return true;
}

bool coir_window_is_relative(const CoirWindow *window)
{
    return window && window->sdl && relative_window;
}

void coir_window_reset_cursor(const CoirWindow *window)
{
    if (relative_window == window) {
        SDL_SetRelativeMouseMode(SDL_FALSE);
        relative_window = NULL;
    }
    if (hiding_window == window) {
        SDL_ShowCursor(SDL_ENABLE);
        hiding_window = NULL;
    }
    if (picture_window == window)
        use_cursor(NULL, NULL);
}
