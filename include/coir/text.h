// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Text: its style, its size, and a function that draws text directly. A node that shows text is a CoirLabel.
//
//     static const CoirTextStyle small = {.width = 200, .align = COIR_ALIGN_CENTER};
//     coir_painter_text(painter, &small, "Once upon a time", coir_vec2(20, 20), COIR_WHITE);
//
// Text is UTF-8; each invalid part of a text counts as one U+FFFD. '\n' (and "\r\n") ends a line, a tab is four
// spaces.

#ifndef COIR_TEXT_H
#define COIR_TEXT_H

#include <stdbool.h>

#include "coir/api.h"
#include "coir/color.h"
#include "coir/font.h"
#include "coir/geometry.h"
#include "coir/painter.h"

// Horizontal alignment of lines in the width of the box; without a box, in the width of the widest line.
typedef enum CoirAlign { COIR_ALIGN_LEFT, COIR_ALIGN_CENTER, COIR_ALIGN_RIGHT } CoirAlign;

// Vertical alignment of the lines in the height of the box.
typedef enum CoirAlignVertical { COIR_ALIGN_TOP, COIR_ALIGN_MIDDLE, COIR_ALIGN_BOTTOM } CoirAlignVertical;

// Style of a text. A field that you leave out is 0, and means the default. Lines begin at whole pixels of the font, and
// are whole pixels apart. A number below 0, above 1 000 000 or not finite, a scale between 0 and 0.001, an unknown
// alignment and a purged font are mistakes.
typedef struct CoirTextStyle {
    CoirFont *font;             // NULL: the built-in font
    float scale;                // size of a pixel of the font in points; 0: 1
    CoirAlign align;            // spaces at the end of a line do not count
    CoirAlignVertical vertical; // in `height`
    float width;  // of the box, points; lines are broken at spaces. A word is broken inside if the word, with the
                  // spaces at the start of its line, is longer than the box; spaces after which no letter fits
                  // are left out. 0: no box
    float height; // of the box, points; a higher text extends beyond the box. 0: no box
    bool fit;     // true: a text that is too large gets the largest scale at which the whole text is inside the box and
                  // no word is broken; for the built-in font a whole number, unless the scale must be below 1
    float line_spacing; // from line to line, as a multiple of the font's line height; 0: 1
} CoirTextStyle;

// Returns the size of the lines of a text, in points, not the size of the box: the width of the widest line, and the
// height from the top of the first line to the bottom of the last line. A NULL style is the default style. Returns
// (0, 0) for a NULL text or a bad style (mistakes), for a text of more than INT_MAX / 2 bytes, if a glyph of a TrueType
// font cannot be drawn, or if there is no memory.
COIR_API CoirVec2 coir_text_size(const CoirTextStyle *style, const char *text);

// Draws a text in a `draw` hook, in the blend mode that was pushed last. `at` is the lower left corner of the box;
// without a box, of the text. For a text that seldom changes, a label is faster. A NULL style is the default style; a
// NULL painter or text, or a bad style, is a mistake, and nothing is drawn.
COIR_API void coir_painter_text(CoirPainter *painter, const CoirTextStyle *style, const char *text, CoirVec2 at,
                                CoirColor color);

#endif
