// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A texture exists while the texture is kept or has users. The cache keeps the textures of files, the maker of a
// texture from pixels keeps the texture until coir_texture_destroy, and a transition keeps its canvases. A texture that
// is not kept and has no users goes into the list `dying`. The next sweep frees the texture, unless the texture has a
// user again by then. Until the end of the frame, the painter may still draw the texture.
//
// Kept textures other than canvases are in two hash tables: `cache` by path, and `made` (textures from pixels) by
// address. So coir_texture_destroy detects a destroyed texture without reading its memory.

#include "media/texture.h"

#include <string.h>

#include <SDL.h>

#include "base/fail.h"
#include "base/world.h"
#include "media/file.h"
#include "media/picture.h"

// A place that a texture has left. Quads of this frame may still refer to the place.
typedef struct OldPlace {
    CoirPlace place;
    struct OldPlace *next;
} OldPlace;

static CoirTexture *cache, *made, *dying, *textures;
static OldPlace *old_places;
static int64_t pixel_count; // number of pixels of all textures
static CoirFilter default_filter = COIR_FILTER_LINEAR;
static bool walking;        // true while coir_textures_each is executing
static bool is_end_pending; // true if coir_textures_end was called in coir_textures_each

// Life and death -----------------------------------------------------------------------------------------------------

static CoirFilter meant_by(CoirFilter filter)
{
    return filter == COIR_FILTER_DEFAULT ? default_filter : filter;
}

static void link_texture(CoirTexture *texture)
{
    texture->link = &textures;
    texture->next = textures;
    if (texture->next)
        texture->next->link = &texture->next;
    textures = texture;
}

static void set_size(CoirTexture *texture, int width, int height)
{
    pixel_count += (int64_t)width * height - (int64_t)texture->width * texture->height;
    texture->width = width;
    texture->height = height;
}

static void begin_life(CoirTexture *texture, int width, int height)
{
    set_size(texture, width, height);
    texture->key = texture;
    texture->is_kept = true;
    link_texture(texture);
}

// Makes a texture. Takes ownership of `path` and `surface`, also on failure. Returns NULL if there is no memory, or if
// `surface` is NULL.
static CoirTexture *make(char *path, SDL_Surface *surface)
{
    CoirTexture *texture = surface ? coir_alloc(sizeof *texture) : NULL;
    if (!texture || !coir_place_take(&texture->place, texture, surface->w, surface->h, default_filter)) {
        coir_free(texture);
        SDL_FreeSurface(surface);
        coir_free(path);
        return NULL;
    }
    texture->path = path;
    texture->surface = surface;
    begin_life(texture, surface->w, surface->h);
    return texture;
}

static void free_texture(CoirTexture *texture)
{
    set_size(texture, 0, 0);
    *texture->link = texture->next;
    if (texture->next)
        texture->next->link = texture->link;
    coir_place_give(&texture->place);
    SDL_FreeSurface(texture->surface);
    coir_free(texture->path);
    coir_free(texture);
}

static void let_die(CoirTexture *texture)
{
    if (texture->is_kept || texture->users > 0 || texture->dying)
        return;
    texture->dying = true;
    texture->next_dying = dying;
    dying = texture;
}

static void sweep_old_places(void)
{
    while (old_places) {
        OldPlace *old = old_places;
        old_places = old->next;
        coir_place_give(&old->place);
        coir_free(old);
    }
}

void coir_textures_sweep(void)
{
    sweep_old_places();
    while (dying) {
        CoirTexture *texture = dying;
        dying = texture->next_dying;
        texture->dying = false;
        if (texture->users == 0)
            free_texture(texture);
    }
}

void coir_texture_retain(CoirTexture *texture)
{
    if (texture)
        texture->users++;
}

void coir_texture_release(CoirTexture *texture)
{
    if (!texture)
        return;
    if (texture->users == 0) {
        MISTAKE("a texture is released more often than it was retained");
        return;
    }
    texture->users--;
    let_die(texture);
}

// Filters ------------------------------------------------------------------------------------------------------------

static bool is_filter(CoirFilter filter)
{
    return (unsigned)filter <= COIR_FILTER_NEAREST;
}

static bool take_place(CoirPlace *place, CoirTexture *texture, int width, int height, CoirFilter filter)
{
    bool is_canvas = !texture->surface;
    return is_canvas ? coir_place_take_canvas(place, texture, width, height, filter)
                     : coir_place_take(place, texture, width, height, filter);
}

// Moves a texture to another place of this size, on a page with this filter. The next sweep frees the old place.
// Returns false if there is no memory.
static bool move_away(CoirTexture *texture, int width, int height, CoirFilter filter)
{
    OldPlace *old = coir_alloc(sizeof *old);
    CoirPlace place = {0};
    if (!old || !take_place(&place, texture, width, height, filter)) {
        coir_free(old);
        return false;
    }
    coir_place_move(&old->place, &texture->place);
    coir_place_move(&texture->place, &place);
    old->next = old_places;
    old_places = old;
    return true;
}

// Moves a texture to a page with this filter. A canvas stays on its page until coir_canvas_set_size, because the
// painter may have drawn to this page in this frame already.
static bool move_to(CoirTexture *texture, CoirFilter filter)
{
    bool is_canvas = !texture->surface;
    return is_canvas || texture->place.page->filter == filter ||
           move_away(texture, texture->width, texture->height, filter);
}

bool coir_texture_set_filter(CoirTexture *texture, CoirFilter filter)
{
    if (!coir_world_check("coir_texture_set_filter"))
        return false;
    if (!texture || !is_filter(filter))
        return texture ? MISTAKE("coir_texture_set_filter: %d is no filter", (int)filter)
                       : MISSING("coir_texture_set_filter: the texture is NULL");
    if (!move_to(texture, meant_by(filter)))
        return false;
    texture->filter = filter;
    return true;
}

CoirFilter coir_texture_filter(const CoirTexture *texture)
{
    return texture ? texture->filter : COIR_FILTER_DEFAULT;
}

// Moves textures back to their old places. `last` was the head of `old_places` before the textures moved.
static void move_back(const OldPlace *last)
{
    while (old_places != last) {
        OldPlace *old = old_places;
        CoirTexture *texture = old->place.texture;
        old_places = old->next;
        coir_place_give(&texture->place);
        coir_place_move(&texture->place, &old->place);
        coir_free(old);
    }
}

bool coir_textures_set_filter(CoirFilter filter)
{
    if (!coir_world_check("coir_textures_set_filter"))
        return false;
    if (!is_filter(filter))
        return MISTAKE("coir_textures_set_filter: %d is no filter", (int)filter);
    const OldPlace *last = old_places;
    filter = filter == COIR_FILTER_DEFAULT ? COIR_FILTER_LINEAR : filter;
    for (CoirTexture *texture = textures; texture; texture = texture->next)
        if (texture->filter == COIR_FILTER_DEFAULT && !move_to(texture, filter)) {
            move_back(last);
            return false;
        }
    default_filter = filter;
    return true;
}

// Files --------------------------------------------------------------------------------------------------------------

static CoirTexture *load(char *full, const char *path)
{
    CoirTexture *texture = make(full, coir_picture_load(full, coir_path_advice(path)));
    if (!texture)
        return NULL;
    HASH_ADD_KEYPTR(hh, cache, texture->path, strlen(texture->path), texture);
    if (!texture->hash_failed)
        return texture;
    free_texture(texture);
    return NULL;
}

CoirTexture *coir_texture_load_for(const char *path, const char *function)
{
    if (!coir_world_check(function))
        return NULL;
    if (!path || !path[0])
        return MISTAKE("%s: the path is %s; give the path of a file", function, path ? "empty" : "NULL"), NULL;
    if (walking)
        return MISTAKE("%s: '%s' is loaded inside coir_textures_each; load before or after coir_textures_each",
                       function, path),
               NULL;
    char *full = coir_path_resolve(path);
    if (!full)
        return NULL;
    CoirTexture *texture = NULL;
    HASH_FIND(hh, cache, full, strlen(full), texture);
    if (!texture)
        return load(full, path);
    coir_free(full);
    return texture;
}

CoirTexture *coir_texture_load(const char *path)
{
    return coir_texture_load_for(path, "coir_texture_load");
}

int coir_textures_purge(void)
{
    if (!coir_world_check("coir_textures_purge"))
        return 0;
    CoirTexture *texture, *next;
    int count = 0;
    if (walking) {
        MISTAKE("coir_textures_purge: called inside coir_textures_each; purge before or after coir_textures_each");
        return 0;
    }
    HASH_ITER(hh, cache, texture, next)
    {
        if (texture->users > 0)
            continue;
        HASH_DEL(cache, texture);
        texture->is_kept = false;
        let_die(texture);
        count++;
    }
    return count;
}

int coir_textures_each(void (*function)(const CoirTextureInfo *info, void *user), void *user)
{
    if (!coir_world_check("coir_textures_each"))
        return 0;
    int count = 0;
    bool outer = walking;
    walking = true;
    for (CoirTexture *texture = cache; texture; texture = texture->hh.next, count++) {
        SDL_Surface *surface = texture->surface;
        CoirTextureInfo info = {texture->path, surface->w, surface->h, (size_t)surface->pitch * (size_t)surface->h,
                                texture->users};
        if (function)
            function(&info, user);
    }
    walking = outer;
    if (is_end_pending && !walking)
        coir_textures_end();
    return count;
}

void coir_textures_end(void)
{
    is_end_pending = walking;
    if (walking)
        return;
    coir_textures_purge();
    coir_textures_sweep();
}

// From pixels --------------------------------------------------------------------------------------------------------

CoirTexture *coir_texture_from_pixels(int width, int height, const uint8_t *pixels)
{
    if (!coir_world_check("coir_texture_from_pixels"))
        return NULL;
    if (!pixels)
        return MISTAKE("coir_texture_from_pixels: the pixels are NULL"), NULL;
    if (width < 1 || height < 1 || width > COIR_TEXTURE_SIZE_MAX || height > COIR_TEXTURE_SIZE_MAX)
        return MISTAKE("coir_texture_from_pixels: a size of %d x %d; each side must be 1 to %d", width, height,
                       COIR_TEXTURE_SIZE_MAX),
               NULL;
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    if (!surface)
        return FAIL("no memory for a texture of %d x %d pixels: %s", width, height, SDL_GetError()), NULL;
    SDL_ConvertPixels(width, height, SDL_PIXELFORMAT_RGBA32, pixels, width * 4, SDL_PIXELFORMAT_ARGB8888,
                      surface->pixels, surface->pitch);
    CoirTexture *texture = make(NULL, surface);
    if (!texture)
        return NULL;
    HASH_ADD_PTR(made, key, texture);
    if (!texture->hash_failed)
        return texture;
    free_texture(texture);
    return NULL;
}

static bool is_cached(const CoirTexture *texture)
{
    const CoirTexture *each = cache;
    while (each && each != texture)
        each = each->hh.next;
    return each;
}

void coir_texture_destroy(CoirTexture *texture)
{
    CoirTexture *found = NULL;
    if (!texture || !coir_world_check("coir_texture_destroy"))
        return;
    HASH_FIND_PTR(made, &texture, found);
    if (!found) {
        if (is_cached(texture))
            MISTAKE("coir_texture_destroy: '%s' belongs to the cache; coir_textures_purge frees it", texture->path);
        else
            MISTAKE("coir_texture_destroy: this texture was not made from pixels, or has been destroyed already");
        return;
    }
    HASH_DEL(made, texture);
    texture->is_kept = false;
    let_die(texture);
}

// Canvases -----------------------------------------------------------------------------------------------------------

CoirTexture *coir_canvas_new(int width, int height)
{
    CoirTexture *texture = coir_alloc(sizeof *texture);
    if (!texture || !coir_place_take_canvas(&texture->place, texture, width, height, default_filter)) {
        coir_free(texture);
        return NULL;
    }
    begin_life(texture, width, height);
    return texture;
}

bool coir_canvas_set_size(CoirTexture *canvas, int width, int height)
{
    CoirFilter filter = meant_by(canvas->filter); // may have changed since the last frame
    if (canvas->width == width && canvas->height == height && canvas->place.page->filter == filter)
        return true;
    if (!move_away(canvas, width, height, filter))
        return false;
    set_size(canvas, width, height);
    return true;
}

void coir_canvas_destroy(CoirTexture *canvas)
{
    if (!canvas)
        return;
    canvas->is_kept = false;
    let_die(canvas);
}

// Questions ----------------------------------------------------------------------------------------------------------

int coir_texture_width(const CoirTexture *texture)
{
    return texture ? texture->width : 0;
}

int coir_texture_height(const CoirTexture *texture)
{
    return texture ? texture->height : 0;
}

int64_t coir_textures_bytes(void)
{
    return 4 * pixel_count;
}

const uint32_t *coir_texture_row(const CoirTexture *texture, int row)
{
    return (const uint32_t *)((const uint8_t *)texture->surface->pixels + row * texture->surface->pitch);
}

const char *coir_texture_path(const CoirTexture *texture)
{
    return texture ? texture->path : NULL;
}
