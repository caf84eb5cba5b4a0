// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Textures: pictures as sprites show them.
//
// A picture is decoded when it is asked for, so a bad file fails there, with its name; it goes to the graphics device
// when it is first drawn, and again should the device be lost. Files are shared by path in a cache. Pictures of up to
// 512 pixels are packed together on the device, so that sprites of many of them are drawn in one call.

#ifndef COIR_TEXTURE_H
#define COIR_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/api.h"

typedef struct CoirTexture CoirTexture;

#define COIR_TEXTURE_SIZE_MAX 16384 // pixels, either side

// Returns the picture in a file (PNG, JPEG, WebP, BMP or TGA, as SDL_image reads them), from the cache if the picture
// is there. The cache owns the texture. The texture is valid until you call coir_textures_purge or the last Director is
// destroyed. A relative `path` is counted from the assets folder. Returns NULL if the file is missing, no picture, or
// too large, or if there is no memory; coir_error() says which and names the file.
COIR_API CoirTexture *coir_texture_load(const char *path);

// A picture from memory: `width` * `height` pixels of red, green, blue, alpha (one byte each, alpha not multiplied in),
// the top row first. They are copied. The texture is yours: coir_texture_destroy. NULL: a size out of range, or no
// memory.
COIR_API CoirTexture *coir_texture_from_pixels(int width, int height, const uint8_t *pixels);

// Gives up a texture made from pixels. Sprites that show it go on showing it. One from the cache is a mistake; NULL is
// nothing.
COIR_API void coir_texture_destroy(CoirTexture *texture);

// Size in pixels; 0 for NULL.
COIR_API int coir_texture_width(const CoirTexture *texture);
COIR_API int coir_texture_height(const CoirTexture *texture);

// How a picture is drawn if its pixels are not exactly the pixels of the window: with mixed pixels, or with the nearest
// pixel. Without a graphics device a turned picture with mixed pixels costs 2.6 times as much.
typedef enum CoirFilter {
    COIR_FILTER_DEFAULT, // what coir_textures_set_filter said last
    COIR_FILTER_LINEAR,
    COIR_FILTER_NEAREST, // for pixel art
} CoirFilter;

// Sets how a texture is drawn, from the next frame on. False: a NULL or no such filter, or no memory.
COIR_API bool coir_texture_set_filter(CoirTexture *texture, CoirFilter filter);

// What was set for a texture: at first COIR_FILTER_DEFAULT.
COIR_API CoirFilter coir_texture_filter(const CoirTexture *texture);

// Sets what COIR_FILTER_DEFAULT means, COIR_FILTER_LINEAR until then and for COIR_FILTER_DEFAULT, also for the textures
// that are there. False, and nothing changes: no such filter, or no memory.
COIR_API bool coir_textures_set_filter(CoirFilter filter);

// The path that it was loaded from, NULL for one from pixels.
COIR_API const char *coir_texture_path(const CoirTexture *texture);

// Counts relative paths from `folder` (copied) from now on; NULL: from the working directory, which is the default.
// False: no memory.
COIR_API bool coir_assets_set_folder(const char *folder);

// Frees the cached textures that no sprite shows, and no action, sheet or font holds. What only a `draw` hook of your
// own draws is not known here: load it again in the hook, or let a sprite that is not visible show it. How many.
COIR_API int coir_textures_purge(void);

// What the cache holds of one file.
typedef struct CoirTextureInfo {
    const char *path;
    int width, height; // pixels
    size_t bytes;      // of decoded pixels
    int users;         // sprites, actions, sheets and fonts that hold it
} CoirTextureInfo;

// Calls `function` for each texture in the cache, in order of loading; it must not load or purge. NULL: only counts.
// How many there are.
COIR_API int coir_textures_each(void (*function)(const CoirTextureInfo *info, void *user), void *user);

// A page: pictures that are packed together.
typedef struct CoirPageInfo {
    int width, height; // pixels
    CoirFilter filter; // linear or nearest: each has pages of its own
    int images;
    double fill; // the part of it that is used, 0..1
} CoirPageInfo;

// Calls `function` for each page. NULL: only counts. How many there are.
COIR_API int coir_pages_each(void (*function)(const CoirPageInfo *info, void *user), void *user);

#endif
