// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of a texture: decoded pixels, and where they lie on the graphics device.

#ifndef COIR_DRAW_TEXTURE_H
#define COIR_DRAW_TEXTURE_H

#include <stdbool.h>

#include "base/hash.h"
#include "coir/texture.h"
#include "draw/page.h"

struct SDL_Surface;

struct CoirTexture {
    CoirPlace place;             // first: it is what drawing looks at
    int width, height;           // pixels
    struct SDL_Surface *surface; // ARGB8888, kept for uploading again; NULL: a canvas
    char *path;                  // as it was found; NULL: from pixels
    int users;
    CoirFilter filter; // as it was set
    bool held;         // by the cache, or by the maker of one from pixels
    bool dying;        // in the list that coir_textures_sweep goes through
    bool hash_failed;  // see base/hash.h
    CoirTexture *key;  // itself
    UT_hash_handle hh;
    CoirTexture *next_dying;
    CoirTexture *next, **link; // all textures
};

// Does the work of coir_texture_load. Mistakes are reported in the name of `function`.
CoirTexture *coir_texture_load_for(const char *path, const char *function);

// Returns a row of a picture's pixels, ARGB8888; 0 is the top row. The texture must not be a canvas.
const uint32_t *coir_texture_row(const CoirTexture *texture, int row);

// One more, or one less, that shows the texture; NULL does nothing. One that is owned by nobody any more is freed by
// coir_textures_sweep, at the end of the frame, since the painter may still have it.
void coir_texture_retain(CoirTexture *texture);
void coir_texture_release(CoirTexture *texture);
void coir_textures_sweep(void);

// Purges and sweeps; inside coir_textures_each, when that is over.
void coir_textures_end(void);

// Returns the bytes of the pixels of all textures, canvases included.
int64_t coir_textures_bytes(void);

#endif
