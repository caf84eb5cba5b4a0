// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The shapes of the built-in font, which shows text without a font file. The shapes are drawn pixel by pixel, in one
// size, for printable ASCII (U+0020 to U+007E), Latin-1 (U+00A0 to U+00FF) and the replacement sign U+FFFD.

#ifndef COIR_MEDIA_BUILTIN_FONT_H
#define COIR_MEDIA_BUILTIN_FONT_H

#include <stdbool.h>
#include <stdint.h>

#define COIR_BUILTIN_FONT_HEIGHT 16 // pixels from line to line
#define COIR_BUILTIN_FONT_BASE 13   // pixels from a line's top to the baseline

typedef struct CoirBuiltinGlyph {
    uint16_t rows[COIR_BUILTIN_FONT_HEIGHT]; // from the top; the highest bit is the leftmost pixel
    int width;                               // pixels of the shape; 0 for spaces
    int advance;                             // pixels to the left edge of the next glyph
} CoirBuiltinGlyph;

// Fills `glyph` for a code point. Returns false, and leaves `glyph` alone, if the font does not have the code point.
bool coir_builtin_glyph(uint32_t codepoint, CoirBuiltinGlyph *glyph);

// Returns the number of code points of the font.
int coir_builtin_count(void);

// Returns a code point of the font. `index` counts from 0, in rising order of the code points.
uint32_t coir_builtin_codepoint(int index);

#endif
