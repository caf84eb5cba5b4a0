// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// BMFont's .fnt files, read from memory.

#ifndef COIR_MEDIA_FONT_BMFONT_H
#define COIR_MEDIA_FONT_BMFONT_H

#include <stddef.h>

#include "media/font.h"

// The texture for a page, by its file's name as it stands there; NULL: said in coir_error().
typedef CoirTexture *(*CoirPageFn)(const char *name, void *user);

// Fills an empty font from the text of a file, which need not end with a 0. False, said with `path` and the line: the
// font is then to be freed.
bool coir_bmfont_read(CoirFont *font, const char *path, const char *text, size_t size, CoirPageFn page, void *user);

#endif
