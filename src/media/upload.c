// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Makes the copies of a page on the graphics device, and uploads pictures to the copies. Each picture is written with
// its padding, which overwrites the pixels of an earlier picture in the same place.

#include <stdint.h>

#include <SDL.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "media/page.h"
#include "media/texture.h"

#define FORMAT SDL_PIXELFORMAT_ARGB8888

static uint32_t channel(uint32_t pixel, int shift)
{
    return pixel >> shift & 255;
}

static uint32_t multiplied(uint32_t pixel)
{
    uint32_t alpha = pixel >> 24, result = alpha << 24;
    for (int shift = 0; shift < 24; shift += 8)
        result |= (channel(pixel, shift) * alpha + 127) / 255 << shift;
    return result;
}

static uint32_t divided(uint32_t pixel)
{
    uint32_t alpha = pixel >> 24, result = alpha << 24;
    for (int shift = 0; alpha && shift < 24; shift += 8) {
        uint32_t value = (channel(pixel, shift) * 255 + alpha / 2) / alpha;
        result |= (value < 255 ? value : 255) << shift;
    }
    return result;
}

static uint32_t in_form(uint32_t pixel, CoirTextureForm form)
{
    return form == COIR_TEXTURE_MULTIPLIED ? multiplied(pixel) : form == COIR_TEXTURE_DIVIDED ? divided(pixel) : pixel;
}

static int between(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

// Computes the pixels of the box of a place: the pixels of the picture, and in the padding the nearest pixel of the
// picture. A place without a texture is white.
static void fill(const CoirPlace *place, CoirTextureForm form, uint32_t *pixels)
{
    const SDL_Surface *surface = place->texture ? place->texture->surface : NULL;
    for (int y = 0; y < place->box.height; y++)
        for (int x = 0; x < place->box.width; x++, pixels++) {
            if (!surface) {
                *pixels = UINT32_MAX;
                continue;
            }
            int from_x = between(place->box.x + x - (int)place->x, 0, surface->w - 1);
            int from_y = between(place->box.y + y - (int)place->y, 0, surface->h - 1);
            const uint32_t *row = (const uint32_t *)((const uint8_t *)surface->pixels + from_y * surface->pitch);
            *pixels = in_form(row[from_x], form);
        }
}

static bool upload(CoirPlace *place, SDL_Texture *copy, CoirTextureForm form)
{
    SDL_Rect where = {place->box.x, place->box.y, place->box.width, place->box.height};
    const SDL_Surface *surface = place->texture ? place->texture->surface : NULL;
    bool is_as_it_is = !place->page->shared && form == COIR_TEXTURE_STRAIGHT;
    if (is_as_it_is)
        return SDL_UpdateTexture(copy, &where, surface->pixels, surface->pitch) == 0;
    uint32_t *pixels = coir_realloc(NULL, (size_t)where.w * (size_t)where.h * sizeof *pixels);
    if (!pixels)
        return false;
    fill(place, form, pixels);
    bool done = SDL_UpdateTexture(copy, &where, pixels, where.w * (int)sizeof *pixels) == 0;
    coir_free(pixels);
    return done;
}

static const char *name_of(const CoirPlace *place)
{
    const CoirTexture *texture = place->texture;
    return !texture ? "(white)" : place->page->canvas ? "(canvas)" : texture->path ? texture->path : "(from pixels)";
}

static bool complete(CoirPage *page, CoirTextureForm form)
{
    for (CoirPlace *place = page->places; place; place = place->next) {
        if (place->uploaded[form])
            continue;
        SDL_ClearError();
        if (!upload(place, page->copies[form], form)) {
            const char *why = SDL_GetError();
            return FAIL("the texture '%s' cannot be uploaded to the graphics device as %d x %d pixels: %s",
                        name_of(place), place->box.width, place->box.height, why[0] ? why : "out of memory");
        }
        place->uploaded[form] = true;
    }
    page->incomplete[form] = false;
    return true;
}

// Returns the access mode for new textures. Under sdl2-compat, SDL3's software renderer compresses a static texture,
// and unpacks the texture for nearly every kind of drawing that Coir does. So textures of software renderers are
// streaming.
static int access_on(SDL_Renderer *device)
{
    SDL_RendererInfo info = {0};
    SDL_GetRendererInfo(device, &info);
    return info.flags & SDL_RENDERER_SOFTWARE ? SDL_TEXTUREACCESS_STREAMING : SDL_TEXTUREACCESS_STATIC;
}

// Makes a texture of the device. The texture of a canvas has no alpha, like a window, so that quads with
// COIR_BLEND_NONE leave no holes.
static SDL_Texture *new_texture(const CoirPage *page, SDL_Renderer *device)
{
    if (page->canvas)
        return SDL_CreateTexture(device, SDL_PIXELFORMAT_RGB888, SDL_TEXTUREACCESS_TARGET, page->width, page->height);
    return SDL_CreateTexture(device, FORMAT, access_on(device), page->width, page->height);
}

static SDL_Texture *make_copy(const CoirPage *page, SDL_Renderer *device)
{
    SDL_ScaleMode mode = page->filter == COIR_FILTER_NEAREST ? SDL_ScaleModeNearest : SDL_ScaleModeLinear;
    SDL_Texture *copy = new_texture(page, device);
    if (copy && SDL_SetTextureScaleMode(copy, mode) == 0)
        return copy;
    FAIL("the graphics device has no room for a texture of %d x %d pixels (for '%s'): %s", page->width, page->height,
         name_of(page->places), SDL_GetError());
    if (copy)
        SDL_DestroyTexture(copy);
    return NULL;
}

SDL_Texture *coir_page_copy(CoirPage *page, SDL_Renderer *device, CoirTextureForm form)
{
    form = page->canvas ? COIR_TEXTURE_STRAIGHT : form; // a canvas is opaque: all forms are the same
    if (!page->copies[form])
        page->copies[form] = make_copy(page, device);
    if (!page->copies[form] || page->canvas)
        return page->copies[form];
    return !page->incomplete[form] || complete(page, form) ? page->copies[form] : NULL;
}

void coir_page_drop_copies(CoirPage *page)
{
    for (int form = 0; form < COIR_TEXTURE_FORMS; form++) {
        if (page->copies[form])
            SDL_DestroyTexture(page->copies[form]);
        page->copies[form] = NULL;
        page->incomplete[form] = true;
        for (CoirPlace *place = page->places; place; place = place->next)
            place->uploaded[form] = false;
    }
    if (page->link_on_device) {
        *page->link_on_device = page->next_on_device;
        if (page->next_on_device)
            page->next_on_device->link_on_device = page->link_on_device;
    }
    page->link_on_device = NULL;
    page->next_on_device = NULL;
}
