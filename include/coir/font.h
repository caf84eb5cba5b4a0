// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Fonts: the built-in font, bitmap fonts (BMFont's .fnt files in their text form), and TrueType through
// SDL2_ttf.
//
// A font that cannot be loaded sets coir_error() and is logged as well: a style whose font is NULL shows the built-in
// font.
//
// Fonts are shared and belong to the library. A font is valid until you call coir_fonts_purge or the last Director is
// destroyed. Using a purged font is a reported mistake.
//
// If a font has no glyph for a character, the font's U+FFFD is shown instead, or else its '?', or else a gap.

#ifndef COIR_FONT_H
#define COIR_FONT_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/api.h"

typedef struct CoirFont CoirFont;

#define COIR_FONT_SIZE_MAX 512 // pixels, of TrueType fonts

// The font that is always there: 16 pixels a line, printable ASCII and Latin-1, white. At whole multiples of its size
// it is drawn pixel for pixel. It stays valid through coir_fonts_purge. NULL: no memory.
COIR_API CoirFont *coir_font_builtin(void);

// A bitmap font: a .fnt file, whose pictures are counted from the folder that it is in. A relative `path` is counted
// from the assets folder. From the cache if it is there. NULL: the file or one of its pictures is missing or damaged
// (coir_error() names the file and the line), or there is no memory.
COIR_API CoirFont *coir_font_load(const char *path);

// A TrueType or OpenType font with an em of `pixels` (1 to COIR_FONT_SIZE_MAX). Glyphs are drawn when they are first
// needed. Paths and the cache are as above; each size is a font of its own. NULL: as above, a size out of range, or
// this build of Coir is without SDL2_ttf.
COIR_API CoirFont *coir_font_load_truetype(const char *path, int pixels);

// From line to line, and from a line's top down to the baseline, in points at scale 1. NULL: of the built-in font. 0 on
// error.
COIR_API float coir_font_line_height(const CoirFont *font);
COIR_API float coir_font_base(const CoirFont *font);

// True when the font has a glyph of its own for the character. NULL: the built-in font. False on error, too.
COIR_API bool coir_font_has(CoirFont *font, uint32_t codepoint);

// Frees the fonts that no label uses; their pictures stay in the texture cache until coir_textures_purge. How many.
// (The built-in one is counted if it was in use, and comes back when it is needed.)
COIR_API int coir_fonts_purge(void);

#endif
