// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The window of a director: opening and closing, title, icon, size and full screen. The cursor is in cursor.c, displays
// and the position are in display.c. SDL stores the size of a real window, and whether the window is in full screen.
// For a headless window, the renderer stores the size, and CoirWindow.fullscreen the state of full screen.

#include "app/window.h"

#include <string.h>

#include <SDL.h>

#include "app/text_input.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "media/texture.h"
#include "media/utf8.h"

// SDL's video part ---------------------------------------------------------------------------------------------------

// SDL 3, which sdl2-compat uses, destroys all renderers when its video subsystem ends, also the renderers of headless
// windows. So the video subsystem must not end while a headless window exists: `is_stop_delayed` is set when a stop is
// delayed until the last headless window is destroyed. One delayed stop is enough. Each further delayed stop would
// leave SDL's count of starts one higher; in SDL 2, the count has only 8 bits.
static int headless_windows;
static bool is_stop_delayed;

bool coir_video_start(void)
{
#if defined(SDL_HINT_WINDOWS_DPI_SCALING)
    SDL_SetHint(SDL_HINT_WINDOWS_DPI_SCALING, "1"); // otherwise Windows enlarges a picture with too few pixels
#endif
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0)
        return false;
    const char *driver = SDL_GetCurrentVideoDriver(), *wanted = SDL_getenv("SDL_VIDEODRIVER");
    // Without a display, SDL may fall back to drivers that show nothing. Such a driver counts as a failure here,
    // unless the user has chosen the driver with SDL_VIDEODRIVER.
    bool shows =
        driver && ((wanted && *wanted) || (SDL_strcmp(driver, "dummy") != 0 && SDL_strcmp(driver, "offscreen") != 0));
    if (shows)
        return true;
    SDL_SetError("no display: SDL offers only its driver \"%s\"", driver ? driver : "none");
    coir_video_stop();
    return false;
}

void coir_video_stop(void)
{
    if (headless_windows > 0 && !is_stop_delayed)
        is_stop_delayed = true;
    else
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

static void destroy_headless(CoirRenderer *renderer)
{
    coir_renderer_destroy(renderer);
    if (--headless_windows > 0)
        return;
    if (is_stop_delayed)
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
    is_stop_delayed = false;
}

bool coir_display_available(void)
{
    if (!coir_world_check("coir_display_available"))
        return false;
    bool available = coir_video_start();
    if (available)
        coir_video_stop();
    return available;
}

// Opening and closing ------------------------------------------------------------------------------------------------

static SDL_Window *open_sdl(const CoirDirectorDef *def, const char *title, int width, int height)
{
    Uint32 flags = SDL_WINDOW_ALLOW_HIGHDPI;
    flags |= def->resizable ? SDL_WINDOW_RESIZABLE : 0;
    flags |= def->fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0;
    flags |= def->hidden ? SDL_WINDOW_HIDDEN : 0;
    coir_text_input_prepare();
    if (!coir_video_start())
        return FAIL("no window can be opened here: %s. Without a display, run headless (CoirDirectorDef.headless; the "
                    "demos: --headless).",
                    SDL_GetError()),
               NULL;
    SDL_Window *sdl = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, flags);
    if (!sdl) {
        FAIL("the window of %d x %d could not be opened: %s", width, height, SDL_GetError());
        coir_video_stop();
    }
    coir_text_input_stop_default();
    return sdl;
}

static char *copy_title(const char *title)
{
    const char *text = title ? title : "Coir";
    char *copy = coir_alloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static bool open_window(CoirWindow *window, const CoirDirectorDef *def)
{
    int width = def->window_width ? def->window_width : def->width;
    int height = def->window_height ? def->window_height : def->height;
    window->title = copy_title(def->title);
    if (!window->title)
        return false;
    if (def->headless) {
        window->fullscreen = def->fullscreen;
        window->renderer = coir_renderer_for_memory(width, height);
        headless_windows += window->renderer != NULL;
        return window->renderer != NULL;
    }
    window->sdl = open_sdl(def, window->title, width, height);
    window->wanted_width = def->fullscreen ? width : 0;
    window->wanted_height = def->fullscreen ? height : 0;
    window->renderer = window->sdl ? coir_renderer_for_window(window->sdl, def->frame_rate == 0) : NULL;
    return window->renderer != NULL;
}

CoirWindow *coir_window_create(const CoirDirectorDef *def)
{
    CoirWindow *window = coir_alloc(sizeof *window);
    if (!window)
        return NULL;
    if (!open_window(window, def)) {
        coir_window_destroy(window);
        return NULL;
    }
    coir_window_set_resolution(window, def->resolution, def->width, def->height);
    window->sent = coir_window_view(window);
    return window;
}

void coir_window_destroy(CoirWindow *window)
{
    if (!window)
        return;
    if (window->sdl) {
        coir_renderer_destroy(window->renderer);
        coir_window_reset_cursor(window);
        SDL_DestroyWindow(window->sdl);
        coir_video_stop();
    } else if (window->renderer) {
        destroy_headless(window->renderer);
    }
    coir_free(window->title);
    coir_free(window);
}

// The view -----------------------------------------------------------------------------------------------------------

static CoirViewTarget target_of(const CoirWindow *window)
{
    CoirViewTarget target = {0};
    coir_renderer_size(window->renderer, &target.pixel_width, &target.pixel_height);
    target.unit_width = target.pixel_width;
    target.unit_height = target.pixel_height;
    if (window->sdl)
        SDL_GetWindowSize(window->sdl, &target.unit_width, &target.unit_height);
    return target;
}

CoirView coir_window_view(const CoirWindow *window)
{
    return coir_view(window->resolution, window->stage_width, window->stage_height, target_of(window));
}

void coir_window_set_resolution(CoirWindow *window, CoirResolution resolution, int width, int height)
{
    window->resolution = resolution;
    window->stage_width = width;
    window->stage_height = height;
}

// Resizes a headless window, if a new size is waiting and can be set now. A failure can only be logged, because the
// call that requested the size has already returned.
static void apply_wanted_size(CoirWindow *window)
{
    int width = window->wanted_width, height = window->wanted_height;
    if (!width || window->sdl || window->fullscreen || window->drawing)
        return;
    window->wanted_width = window->wanted_height = 0;
    if (!coir_renderer_resize(window->renderer, width, height))
        coir_log_failure();
}

static bool is_same_axis(const CoirViewAxis *a, const CoirViewAxis *b)
{
    return a->first == b->first && a->extent == b->extent && a->pixels == b->pixels;
}

bool coir_window_has_changed(CoirWindow *window)
{
    apply_wanted_size(window);
    CoirView view = coir_window_view(window);
    bool same = is_same_axis(&view.x, &window->sent.x) && is_same_axis(&view.y, &window->sent.y);
    window->sent = view;
    return !same;
}

CoirVec2 coir_window_to_points(const CoirWindow *window, CoirVec2 units)
{
    if (!window)
        return coir_vec2(0, 0);
    CoirView view = coir_window_view(window);
    return coir_view_to_points(&view, units);
}

CoirVec2 coir_window_from_points(const CoirWindow *window, CoirVec2 points)
{
    if (!window)
        return coir_vec2(0, 0);
    CoirView view = coir_window_view(window);
    return coir_view_to_units(&view, points);
}

// Checks -------------------------------------------------------------------------------------------------------------

bool coir_window_is_given(const CoirWindow *window, const char *function)
{
    if (!coir_world_check(function))
        return false;
    return window ? true : MISSING("%s: the window is NULL", function);
}

bool coir_window_is_real(const CoirWindow *window, const char *function, const char *what)
{
    if (!coir_window_is_given(window, function))
        return false;
    return window->sdl ? true : FAIL("%s: a headless director has no %s", function, what);
}

// Title and icon -----------------------------------------------------------------------------------------------------

bool coir_window_set_title(CoirWindow *window, const char *title)
{
    if (!coir_window_is_given(window, "coir_window_set_title"))
        return false;
    if (title && !coir_utf8_check(title, "the title", "coir_window_set_title"))
        return false;
    char *copy = copy_title(title);
    if (!copy)
        return false;
    coir_free(window->title);
    window->title = copy;
    if (window->sdl)
        SDL_SetWindowTitle(window->sdl, copy);
    return true;
}

const char *coir_window_title(const CoirWindow *window)
{
    return window ? window->title : NULL;
}

static bool set_icon(CoirWindow *window, const CoirTexture *texture)
{
    if (window->sdl && texture)
        SDL_SetWindowIcon(window->sdl, texture->surface);
    return texture;
}

bool coir_window_set_icon(CoirWindow *window, const char *path)
{
    return coir_window_is_given(window, "coir_window_set_icon") &&
           set_icon(window, coir_texture_load_for(path, "coir_window_set_icon"));
}

bool coir_window_set_icon_texture(CoirWindow *window, CoirTexture *texture)
{
    if (!coir_window_is_given(window, "coir_window_set_icon_texture"))
        return false;
    return texture ? set_icon(window, texture) : MISSING("coir_window_set_icon_texture: the texture is NULL");
}

// Size ---------------------------------------------------------------------------------------------------------------

// Returns true if Coir must restore the size of a window when full screen ends. SDL expects the window manager to do
// this. An X server may have no window manager, and the dummy driver has none.
static bool must_restore_size(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    return driver && (SDL_strcmp(driver, "x11") == 0 || SDL_strcmp(driver, "dummy") == 0);
}

// Resizes the picture of a headless window. The new size waits while the picture is being drawn, and until full
// screen ends.
static bool resize_memory(CoirWindow *window, int width, int height)
{
    bool later = window->drawing || window->fullscreen;
    if (!later && !coir_renderer_resize(window->renderer, width, height))
        return false;
    window->wanted_width = later ? width : 0;
    window->wanted_height = later ? height : 0;
    return true;
}

bool coir_window_set_size(CoirWindow *window, int width, int height)
{
    if (!coir_window_is_given(window, "coir_window_set_size"))
        return false;
    if (width < 1 || height < 1 || width > COIR_TEXTURE_SIZE_MAX || height > COIR_TEXTURE_SIZE_MAX)
        return MISTAKE("coir_window_set_size: a size of %d x %d; each side must be from 1 to %d", width, height,
                       COIR_TEXTURE_SIZE_MAX);
    if (!window->sdl)
        return resize_memory(window, width, height);
    if (coir_window_is_fullscreen(window) && must_restore_size()) {
        window->wanted_width = width;
        window->wanted_height = height;
    } else {
        SDL_SetWindowSize(window->sdl, width, height);
    }
    return true;
}

CoirVec2 coir_window_size(const CoirWindow *window)
{
    CoirViewTarget target = {0};
    if (window)
        target = target_of(window);
    return coir_vec2((float)target.unit_width, (float)target.unit_height);
}

CoirVec2 coir_window_pixel_size(const CoirWindow *window)
{
    CoirViewTarget target = {0};
    if (window)
        target = target_of(window);
    return coir_vec2((float)target.pixel_width, (float)target.pixel_height);
}

float coir_window_density(const CoirWindow *window)
{
    CoirVec2 units = coir_window_size(window), pixels = coir_window_pixel_size(window);
    if (!window)
        return 0;
    return units.x > 0 && pixels.x > 0 ? pixels.x / units.x : 1;
}

static void restore_size(CoirWindow *window)
{
    if (window->wanted_width && must_restore_size())
        SDL_SetWindowSize(window->sdl, window->wanted_width, window->wanted_height);
    window->wanted_width = window->wanted_height = 0;
}

static bool set_fullscreen(CoirWindow *window, bool fullscreen)
{
    int width, height;
    SDL_GetWindowSize(window->sdl, &width, &height);
    if (SDL_SetWindowFullscreen(window->sdl, fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0) != 0)
        return FAIL("coir_window_set_fullscreen: %s", SDL_GetError());
    if (fullscreen) {
        window->wanted_width = width;
        window->wanted_height = height;
    } else {
        restore_size(window);
    }
    return true;
}

bool coir_window_set_fullscreen(CoirWindow *window, bool fullscreen)
{
    if (!coir_window_is_given(window, "coir_window_set_fullscreen"))
        return false;
    if (coir_window_is_fullscreen(window) == fullscreen)
        return true;
    if (window->sdl)
        return set_fullscreen(window, fullscreen);
    window->fullscreen = fullscreen;
    apply_wanted_size(window);
    return true;
}

bool coir_window_is_fullscreen(const CoirWindow *window)
{
    if (!window || !window->sdl)
        return window && window->fullscreen;
    return SDL_GetWindowFlags(window->sdl) & SDL_WINDOW_FULLSCREEN;
}

bool coir_window_set_vsync(CoirWindow *window, bool vsync)
{
    if (!coir_window_is_given(window, "coir_window_set_vsync"))
        return false;
    const char *refusal = coir_renderer_set_vsync(window->renderer, vsync);
    return !refusal || FAIL("coir_window_set_vsync: %s", refusal);
}

bool coir_window_has_vsync(const CoirWindow *window)
{
    return window && coir_renderer_has_vsync(window->renderer);
}

// SDL ----------------------------------------------------------------------------------------------------------------

struct SDL_Window *coir_window_sdl(const CoirWindow *window)
{
    return window ? window->sdl : NULL;
}

struct SDL_Renderer *coir_window_sdl_renderer(const CoirWindow *window)
{
    return window ? coir_renderer_sdl(window->renderer) : NULL;
}
