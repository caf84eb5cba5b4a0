// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Setting text: computes the glyphs of a string, and the rectangle of each glyph.

#ifndef COIR_DRAW_TEXT_H
#define COIR_DRAW_TEXT_H

#include <stddef.h>

#include "coir/text.h"
#include "media/font.h"

// A visible glyph of a text.
typedef struct CoirTextGlyph {
    const CoirFontGlyph *glyph;
    CoirRect place; // rectangle in points, from the lower left corner of the box
    uint32_t codepoint;
    int byte, line;
} CoirTextGlyph;

// The result of coir_text_set.
typedef struct CoirTextSet {
    CoirVec2 size; // width and height of the style's box, in points; where the style has 0, the size of the text
    int count, lines;
} CoirTextSet;

// Writes a style (NULL: the default style) to `full`, with the defaults of `scale` and `line_spacing`. Returns false,
// and reports a mistake under the name of `function`, if the style is wrong. The font is not checked.
bool coir_text_style(const CoirTextStyle *style, const char *function, CoirTextStyle *full);

// Returns the number of bytes of a text. Sets an error and returns -1 if the text is longer than INT_MAX / 2.
int coir_text_length(const char *text);

// Sets a text. `style` comes from coir_text_style, `font` has been prepared for the text (coir_font_prepare), and
// `glyphs` has room for `length` glyphs.
CoirTextSet coir_text_set(const CoirTextStyle *style, CoirFont *font, const char *text, int length,
                          CoirTextGlyph *glyphs);

// Moves the painter's transform to whole pixels, for upright text in a crisp font. Returns the transform before the
// move, which the caller sets again after drawing.
CoirAffine coir_text_align_to_pixels(CoirPainter *painter, const CoirFont *font);

// A part of a texture, and the rectangle in which the part is shown.
typedef struct CoirTextPicture {
    CoirTexture *texture;
    CoirRect region, where;
} CoirTextPicture;

// Returns the picture of a glyph, from the reduced texture if the glyph is drawn smaller than in the font. `where` is
// the rectangle of the glyph (CoirTextGlyph.place), in points of a node with the transform `m`.
CoirTextPicture coir_text_picture(const CoirAffine *m, const CoirFontGlyph *glyph, CoirRect where);

// Draws glyphs. Their pictures are multiplied with `color`.
void coir_text_draw(CoirPainter *painter, const CoirTextGlyph *glyphs, int count, CoirBlend blend, CoirColor color);

#endif
