// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Text: how it is set, how much room it takes, and drawing it at once. A node that shows text is a CoirLabel.
//
//     static const CoirTextStyle small = {.width = 200, .align = COIR_ALIGN_CENTER};
//     coir_painter_text(painter, &small, "Once upon a time", coir_vec2(20, 20), COIR_WHITE);
//
// Text is UTF-8; each bad part of it counts as one U+FFFD. '\n' (and "\r\n") ends a line, a tab is four spaces.

#ifndef COIR_TEXT_H
#define COIR_TEXT_H

#include <stdbool.h>

#include "coir/api.h"
#include "coir/color.h"
#include "coir/font.h"
#include "coir/geometry.h"
#include "coir/painter.h"

// Of lines in the width of their box; without one, in that of the widest line.
typedef enum CoirAlign { COIR_ALIGN_LEFT, COIR_ALIGN_CENTER, COIR_ALIGN_RIGHT } CoirAlign;

// Of all lines in the height of their box.
typedef enum CoirAlignVertical { COIR_ALIGN_TOP, COIR_ALIGN_MIDDLE, COIR_ALIGN_BOTTOM } CoirAlignVertical;

// How text is set. What is left out is 0, and means the default. Lines begin at whole pixels of the font, and lie whole
// pixels apart.
typedef struct CoirTextStyle {
    CoirFont *font;             // NULL: the built-in one
    float scale;                // points that a pixel of the font takes; 0: 1
    CoirAlign align;            // spaces at a line's end do not count
    CoirAlignVertical vertical; // in `height`
    float width;                // points of the box: lines are broken at spaces, and a longer word inside; 0: none
    float height;               // points of the box; text that is higher stands over; 0: none
    bool fit; // a smaller scale than `scale` if need be, the largest at which the text is inside its box, no word
              // broken; the built-in font's is then a whole number, unless it must be below 1
    float line_spacing; // from line to line, as a multiple of the font's line height; 0: 1
} CoirTextStyle;

// The size in points of a text without its box: its widest line, and its lines from the first one's top to the last
// one's bottom. NULL as style: the default; as text: a mistake. (0, 0) on error: a bad style, or no memory.
COIR_API CoirVec2 coir_text_size(const CoirTextStyle *style, const char *text);

// Draws a text in a `draw` hook, in the blend mode that was pushed last. `at` is the lower left corner of its box,
// where there is none, of the text. For text that stays a label is faster. NULL as style: the default; a NULL painter
// or text is a mistake.
COIR_API void coir_painter_text(CoirPainter *painter, const CoirTextStyle *style, const char *text, CoirVec2 at,
                                CoirColor color);

#endif
