// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Each draw call of the painter becomes one geometry call, straight from the painter's arrays. For SDL's software
// renderer, software.c draws in another way. A page is uploaded to the device when the page is first drawn. The
// renderer has a list of the pages on the device, for coir_renderer_reset.

#include "draw/renderer.h"

#include <limits.h>
#include <stddef.h>

#include <SDL.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "draw/painter.h"
#include "draw/soft/software.h"
#include "media/picture.h"
#include "media/texture.h"

#define SAME_OFFSET(channel) (offsetof(SDL_Color, channel) == offsetof(CoirColor, channel))
_Static_assert(SAME_OFFSET(r) && SAME_OFFSET(g) && SAME_OFFSET(b) && SAME_OFFSET(a),
               "SDL is given pointers to CoirColor");
_Static_assert(sizeof(SDL_Color) == sizeof(CoirColor), "as above");

struct CoirRenderer {
    SDL_Renderer *device;
    SDL_Surface *picture; // target in memory; NULL: a window
    SDL_Window *window;   // NULL: a picture
    CoirPage *pages;      // pages with copies on this device
    int *pattern;         // indices of quads
    int pattern_count, pattern_capacity;
    CoirSoftware *software; // NULL: a graphics device
    SDL_Rect clip;          // in force if `clipped`
    CoirColor background;
    bool clipped, vsync;
    unsigned losses; // `losses` at the last frame
};

static unsigned losses; // number of calls of coir_renderers_lose_textures

// Making and destroying ----------------------------------------------------------------------------------------------

// Finds the abilities of the device. Returns false if there is no memory.
static bool set_up(CoirRenderer *renderer, SDL_Renderer *device)
{
    SDL_RendererInfo info = {0};
    SDL_GetRendererInfo(device, &info);
    renderer->device = device;
    bool is_software = info.flags & SDL_RENDERER_SOFTWARE;
    renderer->vsync = !is_software && info.flags & SDL_RENDERER_PRESENTVSYNC;
    if (!is_software)
        return true;
    SDL_RenderSetVSync(device, 0); // the software renderer always claims to wait for the display, and would sleep
    renderer->software = coir_software_new(device);
    return renderer->software;
}

// Makes the renderer, which owns `device` and `picture`. `device` is NULL if SDL has failed.
static CoirRenderer *make(SDL_Renderer *device, SDL_Surface *picture)
{
    CoirRenderer *renderer = NULL;
    if (!device)
        FAIL("no renderer could be made: %s", SDL_GetError());
    else
        renderer = coir_alloc(sizeof *renderer);
    if (renderer && set_up(renderer, device)) {
        renderer->picture = picture;
        return renderer;
    }
    coir_free(renderer);
    if (device)
        SDL_DestroyRenderer(device);
    SDL_FreeSurface(picture);
    return NULL;
}

CoirRenderer *coir_renderer_for_window(SDL_Window *window, bool vsync)
{
    if (!window)
        return MISTAKE("coir_renderer_for_window: the window is NULL"), NULL;
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1"); // otherwise a hint that names a driver turns batching off
    const char *system = SDL_GetCurrentVideoDriver();
    if (system && SDL_strcmp(system, "x11") == 0)
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0"); // otherwise the software renderer draws through OpenGL
    SDL_Renderer *device = SDL_CreateRenderer(window, -1, vsync ? SDL_RENDERER_PRESENTVSYNC : 0);
    if (!device && vsync)
        device = SDL_CreateRenderer(window, -1, 0);
    CoirRenderer *renderer = make(device, NULL);
    if (renderer)
        renderer->window = window;
    return renderer;
}

CoirRenderer *coir_renderer_for_memory(int width, int height)
{
    if (width < 1 || height < 1 || width > COIR_TEXTURE_SIZE_MAX || height > COIR_TEXTURE_SIZE_MAX)
        return MISTAKE("coir_renderer_for_memory: a size of %d x %d; each side must be 1 to %d", width, height,
                       COIR_TEXTURE_SIZE_MAX),
               NULL;
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_RGB888);
    if (!picture)
        return FAIL("no picture of %d x %d pixels could be made: %s", width, height, SDL_GetError()), NULL;
    return make(SDL_CreateSoftwareRenderer(picture), picture);
}

void coir_renderer_destroy(CoirRenderer *renderer)
{
    if (!renderer)
        return;
    coir_renderer_reset(renderer);
    coir_software_destroy(renderer->software);
    SDL_DestroyRenderer(renderer->device);
    SDL_FreeSurface(renderer->picture);
    coir_free(renderer->pattern);
    coir_free(renderer);
}

void coir_renderer_reset(CoirRenderer *renderer)
{
    while (renderer->pages)
        coir_page_drop_copies(renderer->pages);
    if (renderer->software)
        coir_software_reset(renderer->software);
}

void coir_renderers_lose_textures(void)
{
    losses++;
}

bool coir_renderer_renew(CoirRenderer *renderer)
{
    SDL_Window *window = renderer->window;
    coir_renderer_reset(renderer);
    coir_software_destroy(renderer->software);
    renderer->software = NULL;
    SDL_DestroyRenderer(renderer->device);
    renderer->device = SDL_CreateRenderer(window, -1, renderer->vsync ? SDL_RENDERER_PRESENTVSYNC : 0);
    if (!renderer->device)
        return FAIL("the graphics device could not be opened again: %s", SDL_GetError());
    return set_up(renderer, renderer->device);
}

// Questions ----------------------------------------------------------------------------------------------------------

void coir_renderer_size(const CoirRenderer *renderer, int *width, int *height)
{
    if (SDL_GetRendererOutputSize(renderer->device, width, height) != 0)
        *width = *height = 0;
}

bool coir_renderer_has_vsync(const CoirRenderer *renderer)
{
    return renderer->vsync;
}

bool coir_renderer_has_canvases(const CoirRenderer *renderer)
{
    return SDL_RenderTargetSupported(renderer->device);
}

struct SDL_Renderer *coir_renderer_sdl(const CoirRenderer *renderer)
{
    return renderer->device;
}

// Changing -----------------------------------------------------------------------------------------------------------

// SDL's software renderer does not wait for the display, but sleeps.
const char *coir_renderer_set_vsync(CoirRenderer *renderer, bool vsync)
{
    if (renderer->vsync == vsync)
        return NULL;
    if (renderer->software)
        return "there is no graphics device that could wait for the display";
    if (SDL_RenderSetVSync(renderer->device, vsync) != 0)
        return SDL_GetError();
    renderer->vsync = vsync;
    return NULL;
}

// SDL's software renderer cannot be given another surface.
bool coir_renderer_resize(CoirRenderer *renderer, int width, int height)
{
    CoirRenderer *other = coir_renderer_for_memory(width, height);
    if (!other)
        return false;
    coir_renderer_reset(renderer);
    CoirRenderer old = *renderer;
    renderer->device = other->device;
    renderer->picture = other->picture;
    renderer->software = other->software;
    other->device = old.device;
    other->picture = old.picture;
    other->software = old.software;
    coir_renderer_destroy(other);
    return true;
}

// Pages --------------------------------------------------------------------------------------------------------------

static void adopt(CoirRenderer *renderer, CoirPage *page)
{
    coir_page_drop_copies(page);
    page->renderer = renderer;
    page->link_on_device = &renderer->pages;
    page->next_on_device = renderer->pages;
    if (page->next_on_device)
        page->next_on_device->link_on_device = &page->next_on_device;
    renderer->pages = page;
}

// Returns the device's copy of a page, and uploads the page first if necessary. Returns NULL on failure; coir_error()
// says why.
static SDL_Texture *copy_of(CoirRenderer *renderer, CoirPage *page, CoirTextureForm form)
{
    if (!page->link_on_device || page->renderer != renderer)
        adopt(renderer, page);
    return coir_page_copy(page, renderer->device, form);
}

// Drawing ------------------------------------------------------------------------------------------------------------

// Makes the pattern long enough for a number of quads. The pattern never gets shorter.
static bool lengthen_pattern(CoirRenderer *renderer, int quads)
{
    static const int quad[6] = {0, 1, 2, 2, 3, 0};
    if (quads > INT_MAX / 6)
        return FAIL("%d quads are more than one call can draw", quads);
    int count = quads * 6, *pattern = coir_grow(renderer->pattern, &renderer->pattern_capacity, count, sizeof *pattern);
    if (!pattern)
        return false;
    renderer->pattern = pattern;
    for (; renderer->pattern_count < count; renderer->pattern_count++)
        pattern[renderer->pattern_count] = renderer->pattern_count / 6 * 4 + quad[renderer->pattern_count % 6];
    return true;
}

static bool set_clip(CoirRenderer *renderer, CoirClip clip)
{
    SDL_Rect rect = {clip.x, clip.y, clip.width, clip.height};
    if (renderer->clipped && SDL_RectEquals(&rect, &renderer->clip))
        return true;
    renderer->clip = rect;
    renderer->clipped = SDL_RenderSetClipRect(renderer->device, &rect) == 0;
    return renderer->clipped ? true : FAIL("the clip could not be set: %s", SDL_GetError());
}

// Sets the blend mode of the texture, or, without a texture, of SDL's renderer.
static bool set_blend(CoirRenderer *renderer, SDL_Texture *copy, CoirBlend blend)
{
    SDL_BlendMode mode = (SDL_BlendMode)coir_blend_mode(coir_device_blend(blend, renderer->software));
    int status = copy ? SDL_SetTextureBlendMode(copy, mode) : SDL_SetRenderDrawBlendMode(renderer->device, mode);
    return status == 0 ? true
                       : FAIL("this graphics device cannot draw with %s: %s", coir_blends[blend].name, SDL_GetError());
}

static bool submit(CoirRenderer *renderer, const CoirPainter *painter, const CoirDrawCall *call, SDL_Texture *copy)
{
    const CoirVertex *first = painter->vertices + call->first_vertex;
    const int *indices = call->indexed ? painter->indices + call->first_index : renderer->pattern;
    int count = call->indexed ? call->index_count : call->vertex_count / 4 * 6, stride = (int)sizeof *first;
    int status = SDL_RenderGeometryRaw(renderer->device, copy, &first->x, stride, (const SDL_Color *)&first->color,
                                       stride, &first->u, stride, call->vertex_count, indices, count, sizeof *indices);
    return status == 0 ? true : FAIL("%d vertices could not be drawn: %s", call->vertex_count, SDL_GetError());
}

// Calls the function of the user, and restores the state of the device. The function may change the scale and the
// viewport of the window even if a canvas is the target. So both are set back first, with the window as the target.
static bool draw_raw(CoirRenderer *renderer, const CoirDrawCall *call)
{
    SDL_Renderer *device = renderer->device;
    SDL_Texture *target = SDL_GetRenderTarget(device);
    if (!set_clip(renderer, call->clip))
        return false;
    call->raw(device, call->raw_user);
    renderer->clipped = false;
    if (SDL_SetRenderTarget(device, NULL) == 0 && SDL_RenderSetViewport(device, NULL) == 0 &&
        SDL_RenderSetScale(device, 1, 1) == 0 && SDL_SetRenderTarget(device, target) == 0)
        return true;
    return FAIL("the graphics device could not be set back after a function of coir_painter_raw: %s", SDL_GetError());
}

static bool clear(CoirRenderer *renderer)
{
    CoirColor color = renderer->background;
    renderer->clipped = false;
    return SDL_RenderSetClipRect(renderer->device, NULL) == 0 &&
           SDL_SetRenderDrawColor(renderer->device, color.r, color.g, color.b, 255) == 0 &&
           SDL_RenderClear(renderer->device) == 0;
}

// Makes a canvas the target. NULL: makes the window or picture the target again.
static bool set_target(CoirRenderer *renderer, CoirPage *canvas, bool clears)
{
    SDL_Texture *target = canvas ? copy_of(renderer, canvas, COIR_TEXTURE_STRAIGHT) : NULL;
    if (canvas && !target)
        return false;
    renderer->clipped = false;
    if (SDL_SetRenderTarget(renderer->device, target) == 0 && (!clears || clear(renderer)))
        return true;
    return FAIL("the graphics device could not change its target to a canvas, or back: %s", SDL_GetError());
}

static bool draw_call(CoirRenderer *renderer, const CoirPainter *painter, const CoirDrawCall *call)
{
    if (call->retargets)
        return set_target(renderer, call->canvas, call->clears);
    if (call->raw)
        return draw_raw(renderer, call);
    if (call->vertex_count == 0)
        return true;
    const CoirDeviceBlend *blend = coir_device_blend(call->blend, renderer->software);
    SDL_Texture *copy = call->page ? copy_of(renderer, call->page, blend->form) : NULL;
    if (call->page && !copy)
        return false;
    if (!set_clip(renderer, call->clip) || !set_blend(renderer, copy, call->blend))
        return false;
    if (renderer->software)
        return coir_software_draw(renderer->software, painter, call, copy);
    if (!call->indexed && !lengthen_pattern(renderer, call->vertex_count / 4))
        return false;
    return submit(renderer, painter, call, copy);
}

bool coir_renderer_begin(CoirRenderer *renderer, CoirColor background)
{
    renderer->background = background;
    if (renderer->losses != losses)
        coir_renderer_reset(renderer);
    renderer->losses = losses;
    if (renderer->software)
        coir_software_begin(renderer->software);
    if (clear(renderer))
        return true;
    return FAIL("the picture could not be cleared: %s", SDL_GetError());
}

bool coir_renderer_draw(CoirRenderer *renderer, const CoirPainter *painter)
{
    for (int i = 0; i < painter->call_count; i++)
        if (!draw_call(renderer, painter, &painter->calls[i])) {
            SDL_SetRenderTarget(renderer->device, NULL); // the target may be a canvas
            return false;
        }
    return true;
}

bool coir_renderer_sink(void *user, const CoirPainter *painter)
{
    return coir_renderer_draw(user, painter);
}

bool coir_renderer_end(CoirRenderer *renderer)
{
    return SDL_RenderFlush(renderer->device) == 0 ? true : FAIL("the picture could not be drawn: %s", SDL_GetError());
}

void coir_renderer_present(CoirRenderer *renderer)
{
    if (!renderer->picture)
        SDL_RenderPresent(renderer->device);
}

// Saving -------------------------------------------------------------------------------------------------------------

// Returns the pixels of the target without alpha, because a display has no alpha. Returns NULL on failure; coir_error()
// says why.
static SDL_Surface *read_back(CoirRenderer *renderer)
{
    int width, height;
    coir_renderer_size(renderer, &width, &height);
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 24, SDL_PIXELFORMAT_RGB24);
    Uint32 format = SDL_PIXELFORMAT_RGB24;
    if (surface && SDL_RenderReadPixels(renderer->device, NULL, format, surface->pixels, surface->pitch) == 0)
        return surface;
    SDL_FreeSurface(surface);
    return FAIL("the picture could not be read back: %s", SDL_GetError()), NULL;
}

bool coir_renderer_save(CoirRenderer *renderer, const char *path)
{
    if (!path)
        return MISTAKE("coir_renderer_save: the path is NULL");
    SDL_Surface *surface = read_back(renderer);
    if (!surface)
        return FAIL("'%s' was not written: %s", path, coir_error());
    bool done = coir_picture_save(surface, path);
    SDL_FreeSurface(surface);
    return done;
}
