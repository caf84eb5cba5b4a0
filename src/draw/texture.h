// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of a texture: decoded pixels, and their copies on the graphics device.

#ifndef COIR_DRAW_TEXTURE_H
#define COIR_DRAW_TEXTURE_H

#include <stdbool.h>

#include "base/hash.h"
#include "coir/texture.h"

struct SDL_Surface;
struct SDL_Texture;

// The device's copies: as it is, and with alpha multiplied in, which blending MULTIPLY wants. Each is made when it is
// first drawn.
typedef enum CoirTextureForm {
    COIR_TEXTURE_STRAIGHT,
    COIR_TEXTURE_PREMULTIPLIED,
    COIR_TEXTURE_FORMS,
} CoirTextureForm;

struct CoirTexture {
    char *path;                  // as it was found; NULL: from pixels
    struct SDL_Surface *surface; // ARGB8888, kept for uploading again
    int users;
    bool held;        // by the cache, or by the maker of one from pixels
    bool dying;       // in the list that coir_textures_sweep goes through
    bool hash_failed; // see base/hash.h
    CoirTexture *key; // itself
    UT_hash_handle hh;
    CoirTexture *next_dying;

    // Set by the renderer whose device has the copies; `link` is what points to this texture in its list.
    struct CoirRenderer *renderer;
    struct SDL_Texture *copies[COIR_TEXTURE_FORMS];
    CoirTexture **link, *next;
};

// One more, or one less, that shows the texture; NULL does nothing. One that is owned by nobody any more is freed by
// coir_textures_sweep, at the end of the frame, since the painter may still have it.
void coir_texture_retain(CoirTexture *texture);
void coir_texture_release(CoirTexture *texture);
void coir_textures_sweep(void);

// Frees the copies on the device, and takes the texture out of its renderer's list.
void coir_texture_drop_copies(CoirTexture *texture);

#endif
