// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads BMFont's .fnt files from memory.

#ifndef COIR_MEDIA_FONT_BMFONT_H
#define COIR_MEDIA_FONT_BMFONT_H

#include <stddef.h>

#include "media/font.h"

// Returns the texture for a page. `name` is the name of the picture file, as in the .fnt file. Returns NULL on failure;
// coir_error() says why.
typedef CoirTexture *(*CoirPageFn)(const char *name, void *user);

// Fills an empty font from the text of a file. The text need not end with a 0. Returns false on failure: coir_error()
// then gives the reason, for a wrong line with `path` and the number of the line. The caller then frees the font.
bool coir_bmfont_read(CoirFont *font, const char *path, const char *text, size_t size, CoirPageFn page, void *user);

#endif
