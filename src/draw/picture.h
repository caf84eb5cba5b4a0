// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Picture files: reading and writing them.

#ifndef COIR_DRAW_PICTURE_H
#define COIR_DRAW_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct SDL_Surface;

// Decodes a file into ARGB8888. The surface is the caller's. NULL: said in coir_error(), which names the file; `advice`
// is put behind it when there is no such file.
struct SDL_Surface *coir_picture_load(const char *path, const char *advice);

// The same of a file that has been read, of at most INT_MAX bytes; `path` is what it is called.
struct SDL_Surface *coir_picture_decode(const char *path, const uint8_t *bytes, size_t size);

// Writes a picture of the format RGB24 to a PNG file, as a whole or not at all. False: said.
bool coir_picture_save(struct SDL_Surface *surface, const char *path);

#endif
