// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of fonts: glyphs by code point, each a part of a texture, and kerning. All numbers are pixels of the font,
// with y downwards from the line's top.

#ifndef COIR_DRAW_FONT_H
#define COIR_DRAW_FONT_H

#include <stddef.h>

#include "base/hash.h"
#include "coir/font.h"
#include "draw/painter.h"

typedef struct CoirFontGlyph {
    CoirTexture *texture; // NULL: the glyph is invisible
    CoirTexture *reduced; // texture for the glyph in a smaller size than its own; NULL: `texture`
    CoirRect region;      // part of `texture`; in `reduced` the part begins at y, too, but is as high as the line
    float left, top;      // position of the picture from the pen and the line's top
    float advance;        // of the pen
    uint32_t codepoint;   // code point of the glyph; UINT32_MAX: none
    bool kerned;          // true if the glyph is the first of a kerning pair
    bool hash_failed;     // see base/hash.h
    UT_hash_handle hh;
} CoirFontGlyph;

// Where the makers of a font put its glyphs: a few at a time, which do not move.
typedef struct CoirGlyphBlock CoirGlyphBlock;
typedef struct CoirKerning CoirKerning;

// A font that draws its glyphs when they are needed.
typedef struct CoirFontSource {
    // Adds the glyph that the file has for a code point, if it has one. False: said in coir_error().
    bool (*load)(CoirFont *font, uint32_t codepoint);
    float (*kerning)(CoirFont *font, uint32_t first, uint32_t second);
    void (*close)(CoirFont *font);
} CoirFontSource;

#define COIR_FONT_MISSING UINT32_MAX // the code point of a glyph that stands for those that are not there
#define COIR_FONT_DIRECT 256

struct CoirFont {
    float line_height, base;
    bool crisp;                              // drawn at whole pixels
    bool ready;                              // its glyphs are there, or can be had
    int users;                               // labels
    CoirFontGlyph *direct[COIR_FONT_DIRECT]; // by code point; NULL: not yet asked for
    CoirFontGlyph *missing;                  // what is shown for characters that it has not
    CoirFontGlyph blank;                     // as the last resort
    CoirFontGlyph *beyond;                   // code points from COIR_FONT_DIRECT on
    CoirGlyphBlock *blocks;
    CoirKerning *kernings;
    const CoirFontSource *source; // NULL: all glyphs are there
    void *file;                   // the source's
    char *path;                   // NULL: the built-in one
    int size;                     // of TrueType; else 0
    CoirFont *next;
};

// Making -------------------------------------------------------------------------------------------------------------

// An empty font, in no list. NULL: no memory.
CoirFont *coir_font_new(void);
void coir_font_free(CoirFont *font);

// Adds a glyph without a picture for a code point that has no glyph yet. Textures that the caller sets are released
// with the font. Returns NULL if there is no memory.
CoirFontGlyph *coir_font_add(CoirFont *font, uint32_t codepoint, float advance);

// Sets how far a pair's second glyph is moved. False: no memory. Pairs whose first glyph is not there are left out.
bool coir_font_add_kerning(CoirFont *font, uint32_t first, uint32_t second, float amount);

// Chooses what is shown for characters that are missing, when all glyphs are there (but for a source's).
void coir_font_finish(CoirFont *font);

// Puts a font with a path into the cache.
void coir_font_cache(CoirFont *font);

// The font of a path and size, from the cache, or a new one that `fill` fills: its `path` is where the file is, the
// other argument is what the user called it. NULL: said in coir_error(), a bad path as a mistake in the name of
// `function`.
CoirFont *coir_font_load_with(const char *path, int size, const char *function,
                              bool (*fill)(CoirFont *font, const char *path));

// Fills the built-in font. False: no memory, and it is empty.
bool coir_font_fill_builtin(CoirFont *font);

// Frees all that a font holds, and leaves it empty.
void coir_font_clear(CoirFont *font);

// Using --------------------------------------------------------------------------------------------------------------

// The font to use for `font`: NULL is the built-in one, which is filled. NULL: no memory, or it has been purged, which
// is a mistake in the name of `function`.
CoirFont *coir_font_use(CoirFont *font, const char *function);

// One more, or one less, label that uses it; NULL does nothing.
void coir_font_retain(CoirFont *font);
void coir_font_release(CoirFont *font);

// The glyph for a code point, NULL: there is none (yet).
CoirFontGlyph *coir_font_find(const CoirFont *font, uint32_t codepoint);

// Lets all glyphs of a text be there. False: said.
bool coir_font_prepare(CoirFont *font, const char *text, size_t length);

// What is shown for a code point; that of a prepared text.
const CoirFontGlyph *coir_font_shown(const CoirFont *font, uint32_t codepoint);

static inline const CoirFontGlyph *coir_font_glyph(const CoirFont *font, uint32_t codepoint)
{
    return codepoint < COIR_FONT_DIRECT ? font->direct[codepoint] : coir_font_shown(font, codepoint);
}

// How far `second` is moved behind `first`; 0 unless first->kerned.
float coir_font_kerning(CoirFont *font, const CoirFontGlyph *first, const CoirFontGlyph *second);

#endif
