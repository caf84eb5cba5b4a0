// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal state of textures: decoded pixels, and their places on the graphics device.

#ifndef COIR_MEDIA_TEXTURE_H
#define COIR_MEDIA_TEXTURE_H

#include <stdbool.h>

#include "base/hash.h"
#include "coir/texture.h"
#include "media/page.h"

struct SDL_Surface;

struct CoirTexture {
    CoirPlace place;             // the first field, at the address of the texture, since drawing reads the place
    int width, height;           // pixels
    struct SDL_Surface *surface; // ARGB8888 pixels, kept for uploading again; NULL: a canvas
    char *path;                  // path of the file; NULL: made from pixels, or a canvas
    int users;                   // sprites, actions, sheets and fonts that hold the texture
    CoirFilter filter;           // filter that the user has set
    bool is_kept;     // the texture is in the cache, or the program that made the texture has not destroyed it
    bool dying;       // true while the texture is in the list of coir_textures_sweep
    bool hash_failed; // see base/hash.h
    CoirTexture *key; // address of this texture, for the hash table
    UT_hash_handle hh;
    CoirTexture *next_dying;
    CoirTexture *next, **link; // list of all textures
};

// Does the work of coir_texture_load. Mistakes are reported under the name of `function`.
CoirTexture *coir_texture_load_for(const char *path, const char *function);

// Returns a row of ARGB8888 pixels; 0 is the top row. The texture must not be a canvas.
const uint32_t *coir_texture_row(const CoirTexture *texture, int row);

// Add and remove a user of the texture; NULL does nothing. A texture without users, and with `is_kept` false, is freed
// by coir_textures_sweep at the end of the frame: until then, the painter may still draw the texture. The sweep also
// frees the old places of textures that were moved to other places.
void coir_texture_retain(CoirTexture *texture);
void coir_texture_release(CoirTexture *texture);
void coir_textures_sweep(void);

// Purges and sweeps the textures. Inside coir_textures_each, the call takes effect when coir_textures_each is over.
void coir_textures_end(void);

// Returns the bytes of the pixels of all textures, canvases included.
int64_t coir_textures_bytes(void);

// Canvases: textures that are drawn to (draw/canvas.h) ---------------------------------------------------------------

// Makes a canvas of a size in pixels, each side 1 to COIR_TEXTURE_SIZE_MAX. You destroy the canvas. Returns NULL if
// there is no memory.
CoirTexture *coir_canvas_new(int width, int height);

// Changes the size of a canvas, in pixels. Also gives the page of the canvas the filter that is set now: a new filter
// of a canvas takes effect only here. In a frame, must be called before the canvas is drawn to. Returns false, and
// changes nothing, if there is no memory.
bool coir_canvas_set_size(CoirTexture *canvas, int width, int height);

// Frees the canvas at the end of the frame, or later, when no sprite shows the canvas any more. NULL does nothing.
void coir_canvas_destroy(CoirTexture *canvas);

#endif
