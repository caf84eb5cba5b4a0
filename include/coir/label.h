// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Labels: nodes that show text.
//
//     CoirLabel *score = coir_label_add(scene, "Score: 0", 480, 500);
//     coir_label_set_format(score, "Score: %d", points); // cheap enough for every frame
//
// The node's tint and opacity apply to the text. The default anchor is the middle. The label sets the size of its
// node to the size of the text, or of the style's box. Upright text in the built-in font is drawn at whole pixels of
// the window. The pixels of the built-in font have sharp edges, unless they are smaller than the pixels of the
// window.

#ifndef COIR_LABEL_H
#define COIR_LABEL_H

#include "coir/node.h"
#include "coir/painter.h"
#include "coir/text.h"

// A visible glyph of a label. Spaces and line ends have no glyph. The first four fields describe the glyph and its
// position. Change the last four fields for effects; a new text or style resets them to the defaults.
typedef struct CoirGlyph {
    CoirRect place;     // rectangle of the glyph, in the label's points
    uint32_t codepoint; // Unicode character; U+FFFD for an invalid part of the text
    int byte;           // position of the character in the text, in bytes from 0
    int line;           // line number, from 0
    CoirVec2 offset;    // from `place`, in points; default (0, 0)
    float scale;        // about the middle of the glyph; default 1
    float rotation;     // about the middle of the glyph, in degrees clockwise; default 0
    CoirColor color;    // multiplied with the node's tint; default white
} CoirGlyph;

// You may read and write the fields without `_` at any time.
typedef struct CoirLabel {
    CoirNode node;
    CoirBlend blend;
    bool has_effects_; // true while `effects_` belongs to this text and style
    int count_, capacity_, line_count_, effect_capacity_, length_, text_capacity_;
    struct CoirTextGlyph *glyphs_;
    CoirGlyph *effects_;
    char *text_;
    CoirFont *font_;
    CoirTextStyle style_;
} CoirLabel;

COIR_API_DATA const CoirNodeClass CoirLabel_class;

// Make a label in the default style, or in a style of your own. The text and the style are copied. The label is yours
// until you add it to a parent. `...` is the style, which may be a literal:
//     coir_label_new_with_style("Game over", &(CoirTextStyle){.scale = 4, .align = COIR_ALIGN_CENTER})
// A NULL style is the default style. Return NULL for a NULL text, a bad style (coir_label_set_style), a text of more
// than INT_MAX / 2 bytes, if a glyph of a TrueType font cannot be drawn, or if there is no memory.
#define coir_label_new(text) coir_label_make((text), NULL, __FILE__, __LINE__)
#define coir_label_new_with_style(text, ... /* style */) coir_label_make((text), __VA_ARGS__, __FILE__, __LINE__)

// Make a label as above, set its position to `x`, `y` in the points of `parent`, and add the label to `parent`, which
// then owns the label. Also return NULL for a NULL or destroyed parent, or a position that is not finite.
#define coir_label_add(parent, text, x, y) \
    coir_label_make_in(COIR_NODE(parent), (text), NULL, (x), (y), __FILE__, __LINE__)
#define coir_label_add_with_style(parent, text, ... /* style, x, y */) \
    coir_label_make_in(COIR_NODE(parent), (text), __VA_ARGS__, __FILE__, __LINE__)

// Shows another text, which is copied, and sets the node's size. Setting the same text again costs nothing. In a node
// type of your own that is derived from CoirLabel, call this function in the `made` hook. Returns false, and changes
// nothing, for NULL, a text of more than INT_MAX / 2 bytes, if a glyph of a TrueType font cannot be drawn, or if there
// is no memory.
COIR_API bool coir_label_set_text(CoirLabel *label, const char *text);

// Shows another text, as coir_label_set_text does; the text is formatted as printf does. Also returns false if the
// format is wrong.
COIR_API bool coir_label_set_format(CoirLabel *label, const char *format, ...) COIR_PRINTF(2, 3);

// Shows the text in another style, which is copied; a NULL style is the default style. Returns false, and changes
// nothing, for a NULL label, a bad style (see CoirTextStyle), if a glyph of a TrueType font cannot be drawn, or if
// there is no memory.
COIR_API bool coir_label_set_style(CoirLabel *label, const CoirTextStyle *style);

// Return the text and the style of a label. The text is valid until the label gets another text. The style is the style
// that was given to the label. For a NULL label, return "" and the default style.
COIR_API const char *coir_label_text(const CoirLabel *label);
COIR_API CoirTextStyle coir_label_style(const CoirLabel *label);

// Returns the number of lines after long lines were broken. The text "" has 1 line. Returns 0 for a NULL label, and
// for a label that has been given neither a text nor a style.
COIR_API int coir_label_line_count(const CoirLabel *label);

// Returns all glyphs, in the order of the text, and writes their number to `count`, which may be NULL:
//     int count;
//     CoirGlyph *glyphs = coir_label_glyphs(label, &count);
//     for (int i = 0; i < count; i++)
//         glyphs[i].offset.y = 4 * sinf(time + (float)i);
// The label owns the glyphs. They are valid until the text or the style changes; until then, drawing the label takes
// somewhat longer. Returns NULL, and a count of 0, for a label without glyphs, for a NULL label, and if there is no
// memory.
COIR_API CoirGlyph *coir_label_glyphs(CoirLabel *label, int *count);

// The macros call these functions with the caller's `file` and `line`.
COIR_API CoirLabel *coir_label_make(const char *text, const CoirTextStyle *style, const char *file, int line);
COIR_API CoirLabel *coir_label_make_in(CoirNode *parent, const char *text, const CoirTextStyle *style, float x, float y,
                                       const char *file, int line);

#endif
