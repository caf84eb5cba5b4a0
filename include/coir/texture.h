// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Textures: pictures that sprites show.
//
// A picture is decoded when it is loaded, so a bad file fails there, with its name. A picture is uploaded to the
// graphics device when it is first drawn, and again if the device was lost. A cache shares files by path. Pictures of
// up to 512 x 512 pixels are packed together on the device, so that sprites with different pictures are drawn in one
// call.

#ifndef COIR_TEXTURE_H
#define COIR_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/api.h"

typedef struct CoirTexture CoirTexture;

#define COIR_TEXTURE_SIZE_MAX 16384 // pixels, width or height

// Returns the picture in a file (PNG, JPEG, WebP, BMP or TGA, as SDL_image reads them), from the cache if the picture
// is there. The packages of demos/ship contain no decoder of WebP: a packed game uses the other formats. The cache owns
// the texture. The texture is valid until coir_textures_purge frees the texture, or the last Director is destroyed. A
// relative `path` starts in the assets folder. Returns NULL if the file is missing, is no picture or is too large, or
// if there is no memory; coir_error() gives the reason, and names the file unless there is no memory.
COIR_API CoirTexture *coir_texture_load(const char *path);

// Makes a texture of `width` * `height` pixels in memory: red, green, blue and alpha in one byte each, not multiplied
// with alpha, the top row first. The pixels are copied. You destroy the texture with coir_texture_destroy. Returns NULL
// for NULL pixels, a width or height that is not 1 to COIR_TEXTURE_SIZE_MAX, or if there is no memory.
COIR_API CoirTexture *coir_texture_from_pixels(int width, int height, const uint8_t *pixels);

// Destroys a texture that was made from pixels. Sprites that show the texture still show it. Destroying a texture of
// the cache is a mistake; NULL does nothing.
COIR_API void coir_texture_destroy(CoirTexture *texture);

// Return the size in pixels; 0 for NULL.
COIR_API int coir_texture_width(const CoirTexture *texture);
COIR_API int coir_texture_height(const CoirTexture *texture);

// How a picture is drawn if its pixels do not match the pixels of the window: by mixing neighbouring pixels, or with
// the nearest pixel. Without a graphics device, a turned picture takes 2.6 times as long with mixed pixels.
typedef enum CoirFilter {
    COIR_FILTER_DEFAULT, // the filter of coir_textures_set_filter
    COIR_FILTER_LINEAR,
    COIR_FILTER_NEAREST, // for pixel art
} CoirFilter;

// Sets the filter of a texture for all later drawing; a sprite that was drawn before in this frame keeps the old filter
// in this frame. Exception: the pictures of a CoirTransitionView change their filter in the next frame. Returns false
// for a NULL texture, an unknown filter, or if there is no memory.
COIR_API bool coir_texture_set_filter(CoirTexture *texture, CoirFilter filter);

// Returns the filter that was set for a texture; the default, also for NULL, is COIR_FILTER_DEFAULT.
COIR_API CoirFilter coir_texture_filter(const CoirTexture *texture);

// Sets the filter that COIR_FILTER_DEFAULT means, also for existing textures; the default is COIR_FILTER_LINEAR.
// COIR_FILTER_DEFAULT here means COIR_FILTER_LINEAR. Returns false, and changes nothing, for an unknown filter, or
// if there is no memory.
COIR_API bool coir_textures_set_filter(CoirFilter filter);

// Returns the path at which the texture's file was found; NULL for a texture from pixels, and for NULL. The text is
// valid as long as the texture.
COIR_API const char *coir_texture_path(const CoirTexture *texture);

// Sets the assets folder, in which relative paths start; the text is copied. NULL, the default, means no folder. A
// path that is relative even with the folder starts in the folder of the program (on macOS in the resources of its
// bundle) if the file is there, else in the working directory. So a game finds its files wherever it is started.
// Returns false if there is no memory.
COIR_API bool coir_assets_set_folder(const char *folder);

// Returns the path of a file in the assets folder, as the functions of Coir find the file. Use the function in code of
// your own that reads a file of the game. The text is valid until the next call. Returns NULL for NULL, if the returned
// path would have more than 4095 bytes, and if there is no memory. The function does not tell whether the file exists.
COIR_API const char *coir_assets_path(const char *path);

// Frees the cached textures that no sprite shows and that no action, sheet or font holds. Returns the number of freed
// textures. The function also frees textures that only your own `draw` hooks use: load such a texture again in the
// hook, or let a hidden sprite show the texture.
COIR_API int coir_textures_purge(void);

// A texture in the cache, as described by coir_textures_each.
typedef struct CoirTextureInfo {
    const char *path;
    int width, height; // pixels
    size_t bytes;      // bytes of decoded pixels
    int users;         // number of sprites, actions, sheets and fonts that hold the texture
} CoirTextureInfo;

// Calls `function` for each texture in the cache, in the order of loading; `function` must not load or purge
// textures. NULL only counts. Returns the number of textures.
COIR_API int coir_textures_each(void (*function)(const CoirTextureInfo *info, void *user), void *user);

// A page: a texture of the graphics device with pictures that are packed together.
typedef struct CoirPageInfo {
    int width, height; // pixels
    CoirFilter filter; // linear or nearest: each filter has its own pages
    int images;        // number of pictures on the page
    double fill;       // used fraction of the area, 0..1
} CoirPageInfo;

// Calls `function` for each page. NULL only counts. Returns the number of pages.
COIR_API int coir_pages_each(void (*function)(const CoirPageInfo *info, void *user), void *user);

#endif
