// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Picture files, read and decoded.

#ifndef COIR_DRAW_PICTURE_H
#define COIR_DRAW_PICTURE_H

#include <stddef.h>
#include <stdint.h>

struct SDL_Surface;

// Decodes a file into ARGB8888. The surface is the caller's. NULL: said in coir_error(), which names the file; `advice`
// is put behind it when there is no such file.
struct SDL_Surface *coir_picture_load(const char *path, const char *advice);

// The same of a file that has been read, of at most INT_MAX bytes; `path` is what it is called.
struct SDL_Surface *coir_picture_decode(const char *path, const uint8_t *bytes, size_t size);

#endif
