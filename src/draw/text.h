// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Setting text: from a string to glyphs, each in its place.

#ifndef COIR_DRAW_TEXT_H
#define COIR_DRAW_TEXT_H

#include <stddef.h>

#include "coir/text.h"
#include "media/font.h"

// A glyph that is to be seen.
typedef struct CoirTextGlyph {
    const CoirFontGlyph *glyph;
    CoirRect place; // points, from the lower left corner of the box
    uint32_t codepoint;
    int byte, line;
} CoirTextGlyph;

// What setting a text came to.
typedef struct CoirTextSet {
    CoirVec2 size; // points: the box's where the style has one, else the text's
    int count, lines;
} CoirTextSet;

// Checks a style (not its font) in the name of `function`, and fills in the defaults of its numbers.
bool coir_text_style(const CoirTextStyle *style, const char *function, CoirTextStyle *full);

// The number of bytes of a text. -1: it is longer than INT_MAX / 2, said.
int coir_text_length(const char *text);

// Sets a text in a full style and a font that is prepared for it. `glyphs` has room for `length` of them.
CoirTextSet coir_text_set(const CoirTextStyle *style, CoirFont *font, const char *text, int length,
                          CoirTextGlyph *glyphs);

// Upright text in a crisp font is drawn at whole pixels: moves the painter's transform there. What it was before, to be
// set again behind it.
CoirAffine coir_text_align_to_pixels(CoirPainter *painter, const CoirFont *font);

// A part of a texture, and the rectangle in which the part is shown.
typedef struct CoirTextPicture {
    CoirTexture *texture;
    CoirRect region, where;
} CoirTextPicture;

// Returns the picture of a glyph. `where` is the rectangle of the glyph's shape, in points of a node with the transform
// `m`.
CoirTextPicture coir_text_picture(const CoirAffine *m, const CoirFontGlyph *glyph, CoirRect where);

// Draws what has been set, in a colour that is multiplied with it.
void coir_text_draw(CoirPainter *painter, const CoirTextGlyph *glyphs, int count, CoirBlend blend, CoirColor color);

#endif
