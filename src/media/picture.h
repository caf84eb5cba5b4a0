// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads and writes picture files.

#ifndef COIR_MEDIA_PICTURE_H
#define COIR_MEDIA_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct SDL_Surface;

// Reads and decodes a file into ARGB8888. The caller frees the surface. Returns NULL if there is no memory. Returns
// NULL on any other failure: coir_error() then names the file, and ends with `advice` if the file is missing.
struct SDL_Surface *coir_picture_load(const char *path, const char *advice);

// Decodes the bytes of a file, at most INT_MAX, as coir_picture_load does. `path` is the name of the file in messages,
// and decides whether the file is a TGA (coir_picture_kind).
struct SDL_Surface *coir_picture_decode(const char *path, const uint8_t *bytes, size_t size);

// Writes a surface to a PNG file, completely or not at all. The surface must have the format RGB24. Returns false on
// failure; coir_error() says why.
bool coir_picture_save(struct SDL_Surface *surface, const char *path);

#endif
