// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Fonts: the built-in font, bitmap fonts (BMFont's .fnt files in their text form), and TrueType through
// SDL2_ttf.
//
//     CoirFont *font = coir_font_load_truetype("assets/DejaVuSans.ttf", 32);
//     coir_label_add_with_style(scene, "Score", &(CoirTextStyle){.font = font}, 480, 270);
//
// If a font cannot be loaded, coir_error() is set, and the error is also logged, because a style with a NULL font
// shows the built-in font.
//
// Fonts are shared and belong to the library. A font is valid until coir_fonts_purge frees the font, or the last
// Director is destroyed. Using a purged font is a reported mistake.
//
// If a font has no glyph for a character, the font's U+FFFD is shown instead, or else the glyph with the id -1 of a
// .fnt file, or else '?', or else a gap. A space without a glyph is always a gap.

#ifndef COIR_FONT_H
#define COIR_FONT_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/api.h"

typedef struct CoirFont CoirFont;

#define COIR_FONT_SIZE_MAX 512 // pixels, of TrueType fonts

// Returns the built-in font: 16 pixels a line, printable ASCII and Latin-1, white. At whole multiples of its size the
// font is drawn pixel for pixel. The font stays valid after coir_fonts_purge. Returns NULL if there is no memory.
COIR_API CoirFont *coir_font_builtin(void);

// Returns the bitmap font of a .fnt file, from the cache if the font is there. A relative `path` starts in the assets
// folder; the paths of the font's pictures start in the folder of the .fnt file. Returns NULL if the file or a
// picture is missing or damaged (coir_error() names the file and the line), or if there is no memory.
COIR_API CoirFont *coir_font_load(const char *path);

// Returns a TrueType or OpenType font with an em of `pixels` (1 to COIR_FONT_SIZE_MAX). Glyphs are drawn when they
// are first needed. Path and cache are as for coir_font_load; each size is a font of its own. Returns NULL on the
// same errors, for a size out of range, and if Coir was built without SDL2_ttf.
COIR_API CoirFont *coir_font_load_truetype(const char *path, int pixels);

// Return the distance from line to line, and from the top of a line down to the baseline, in points at scale 1. NULL
// means the built-in font. Return 0 on error.
COIR_API float coir_font_line_height(const CoirFont *font);
COIR_API float coir_font_base(const CoirFont *font);

// Returns true if the font has a glyph for the character. NULL means the built-in font. Also returns false on error.
COIR_API bool coir_font_has(CoirFont *font, uint32_t codepoint);

// Frees the fonts that no label uses. The pictures of .fnt files stay in the texture cache until coir_textures_purge.
// Returns the number of freed fonts. The built-in font is counted if it was loaded, and is loaded again when it is
// needed.
COIR_API int coir_fonts_purge(void);

#endif
