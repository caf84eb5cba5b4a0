// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Labels: nodes that show text.
//
//     CoirLabel *score = coir_label_add(scene, "Score: 0", 480, 500);
//     coir_label_set_format(score, "Score: %d", points); // cheap enough for every frame
//
// The node's tint and opacity apply to the text. At first the anchor is the middle. The size is the size of the text,
// or of the style's box. Upright text in the built-in font is drawn at whole pixels of the window. The pixels of the
// font are sharp; if they are smaller than the pixels of the window, they are mixed.

#ifndef COIR_LABEL_H
#define COIR_LABEL_H

#include "coir/node.h"
#include "coir/painter.h"
#include "coir/text.h"

// A glyph that is to be seen; spaces and line ends are none. The first fields say where it was placed, the last four
// are yours to change, for effects, until the text or the style changes.
typedef struct CoirGlyph {
    CoirRect place;     // in the label's points
    uint32_t codepoint; // U+FFFD for a bad part of the text
    int byte;           // where it begins in the text
    int line;           // from 0
    CoirVec2 offset;    // points; (0, 0)
    float scale;        // about its middle; 1
    float rotation;     // about its middle, degrees clockwise; 0
    CoirColor color;    // multiplied with the label's; white
} CoirGlyph;

// The fields without `_` may be read and written at any time.
typedef struct CoirLabel {
    CoirNode node;
    CoirBlend blend;
    bool has_effects_; // `effects_` is of this text
    int count_, capacity_, line_count_, effect_capacity_, length_, text_capacity_;
    struct CoirTextGlyph *glyphs_;
    CoirGlyph *effects_;
    char *text_;
    CoirFont *font_;
    CoirTextStyle style_;
} CoirLabel;

COIR_API_DATA const CoirNodeClass CoirLabel_class;

// A label in the default style, or in another one; the text and the style are copied. It is yours until it is added.
// NULL: a NULL text, a bad style, or no memory. `...` is what is wanted next; so the style may be a literal:
//     coir_label_new_with_style("Game over", &(CoirTextStyle){.scale = 4, .align = COIR_ALIGN_CENTER})
#define coir_label_new(text) coir_label_make((text), NULL, __FILE__, __LINE__)
#define coir_label_new_with_style(text, ... /* style */) coir_label_make((text), __VA_ARGS__, __FILE__, __LINE__)

// The same, placed at `x`, `y` of `parent`'s points and added to it, which owns it then.
#define coir_label_add(parent, text, x, y) \
    coir_label_make_in(COIR_NODE(parent), (text), NULL, (x), (y), __FILE__, __LINE__)
#define coir_label_add_with_style(parent, text, ... /* style, x, y */) \
    coir_label_make_in(COIR_NODE(parent), (text), __VA_ARGS__, __FILE__, __LINE__)

// Shows another text, which is copied, and sets the node's size. The same text again costs nothing. For types of your
// own that build on the label: call it in the `made` hook. False, and nothing changes: a NULL, or no memory.
COIR_API bool coir_label_set_text(CoirLabel *label, const char *text);

// The same with a text made as printf does.
COIR_API bool coir_label_set_format(CoirLabel *label, const char *format, ...) COIR_PRINTF(2, 3);

// Sets the text in another style, which is copied; NULL: the default. False, and nothing changes: a number in it that
// is below 0 or not finite, a purged font, or no memory.
COIR_API bool coir_label_set_style(CoirLabel *label, const CoirTextStyle *style);

// The text, which stands until it changes, and the style as it was set. "" and the default for NULL.
COIR_API const char *coir_label_text(const CoirLabel *label);
COIR_API CoirTextStyle coir_label_style(const CoirLabel *label);

// How many lines there are, at least 1 once a text was set; 0 for NULL.
COIR_API int coir_label_line_count(const CoirLabel *label);

// All glyphs, in the order of the text, and how many they are:
//     int count;
//     CoirGlyph *glyphs = coir_label_glyphs(label, &count);
//     for (int i = 0; i < count; i++)
//         glyphs[i].offset.y = 4 * sinf(time + (float)i);
// They stand until the text or the style changes; drawing the label then takes somewhat longer. NULL, and a count of 0:
// no glyphs, no memory, or a NULL label.
COIR_API CoirGlyph *coir_label_glyphs(CoirLabel *label, int *count);

// What the macros call; `file` and `line` are where the caller stands.
COIR_API CoirLabel *coir_label_make(const char *text, const CoirTextStyle *style, const char *file, int line);
COIR_API CoirLabel *coir_label_make_in(CoirNode *parent, const char *text, const CoirTextStyle *style, float x, float y,
                                       const char *file, int line);

#endif
