// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal state of fonts: glyphs by code point, and kerning. Each glyph is a part of a texture. All numbers are pixels
// of the font, and y is counted downwards from the top of the line.

#ifndef COIR_MEDIA_FONT_H
#define COIR_MEDIA_FONT_H

#include <stddef.h>

#include "base/hash.h"
#include "coir/font.h"
#include "coir/geometry.h"
#include "coir/texture.h"

typedef struct CoirFontGlyph {
    CoirTexture *texture; // NULL: the glyph is invisible
    CoirTexture *reduced; // texture for text that is drawn smaller than the font; NULL: `texture`
    CoirRect region;      // part of `texture`; the part of `reduced` is the same, but as high as a whole line
    float left, top;      // position of the picture, from the pen and from the top of the line
    float advance;        // distance by which the pen moves to the next glyph
    uint32_t codepoint;   // code point of the glyph, or COIR_FONT_MISSING
    bool kerned;          // true if the glyph may be the first of a kerning pair
    bool hash_failed;     // see base/hash.h
    UT_hash_handle hh;
} CoirFontGlyph;

// A block of glyphs. Glyphs are allocated in blocks, so that pointers to glyphs stay valid.
typedef struct CoirGlyphBlock CoirGlyphBlock;
typedef struct CoirKerning CoirKerning;

// The functions of a font that draws each glyph when the glyph is first needed.
typedef struct CoirFontSource {
    // Adds the glyph for a code point, if the font file has such a glyph. Returns false on failure; coir_error() says
    // why.
    bool (*load)(CoirFont *font, uint32_t codepoint);
    float (*kerning)(CoirFont *font, uint32_t first, uint32_t second);
    void (*close)(CoirFont *font);
} CoirFontSource;

#define COIR_FONT_MISSING UINT32_MAX // code point of the glyph with the id -1 of a .fnt file, and of CoirFont.blank
#define COIR_FONT_DIRECT 256

struct CoirFont {
    float line_height, base;
    bool crisp;                              // true: glyphs are drawn at whole pixels
    bool ready;                              // false: the font is being loaded, or is the empty built-in font
    int users;                               // number of labels that use the font
    CoirFontGlyph *direct[COIR_FONT_DIRECT]; // glyphs by code point; NULL: not loaded yet
    CoirFontGlyph *missing;                  // glyph for characters that the font does not have
    CoirFontGlyph blank;                     // gap: shown for spaces if the font has no space; may be `missing`
    CoirFontGlyph *beyond;                   // hash table of the glyphs from code point COIR_FONT_DIRECT on
    CoirGlyphBlock *blocks;
    CoirKerning *kernings;
    const CoirFontSource *source; // NULL: all glyphs are loaded
    void *file;                   // data of the source
    char *path;                   // NULL: the built-in font
    int size;                     // pixels of an em of a TrueType font; else 0
    CoirFont *next;
};

// Making -------------------------------------------------------------------------------------------------------------

// Makes an empty font, which is not in the cache. Returns NULL if there is no memory.
CoirFont *coir_font_new(void);
void coir_font_free(CoirFont *font);

// Adds a glyph without a picture for a code point that has no glyph yet. The caller may give textures to the glyph, and
// then retains the textures; the font releases them. Returns NULL if there is no memory.
CoirFontGlyph *coir_font_add(CoirFont *font, uint32_t codepoint, float advance);

// Sets the distance by which the second glyph of a pair is moved. Does nothing, and returns true, if the font has no
// glyph for `first`. Returns false if there is no memory.
bool coir_font_add_kerning(CoirFont *font, uint32_t first, uint32_t second, float amount);

// Chooses the glyph for missing characters, and makes the font ready. Called after all glyphs were added, except for
// glyphs that the source of the font loads later.
void coir_font_finish(CoirFont *font);

// Puts a font with a path into the cache.
void coir_font_cache(CoirFont *font);

// Returns the cached font for a path and a size, or makes a font and calls `fill`. `fill` receives the font, whose
// `path` is the resolved path, and the path that the user gave. Returns NULL on failure; coir_error() says why. Reports
// a NULL or empty path as a mistake under the name of `function`.
CoirFont *coir_font_load_with(const char *path, int size, const char *function,
                              bool (*fill)(CoirFont *font, const char *path));

// Fills the built-in font. If there is no memory, returns false and leaves the font empty.
bool coir_font_fill_builtin(CoirFont *font);

// Frees the glyphs, the kernings and the source of a font. The font is empty afterwards, and keeps its path.
void coir_font_clear(CoirFont *font);

// Using --------------------------------------------------------------------------------------------------------------

// Returns `font`, or the filled built-in font for NULL. Returns NULL if there is no memory, and for a purged font,
// which is reported as a mistake under the name of `function`.
CoirFont *coir_font_use(CoirFont *font, const char *function);

// Add and remove a label that uses the font; NULL does nothing.
void coir_font_retain(CoirFont *font);
void coir_font_release(CoirFont *font);

// Returns the glyph for a code point; NULL if the glyph is not loaded yet. If the font has no such glyph, returns the
// glyph for missing characters (only below COIR_FONT_DIRECT; `blank` for a space) or NULL.
CoirFontGlyph *coir_font_find(const CoirFont *font, uint32_t codepoint);

// Loads all glyphs of a text. Returns false on failure; coir_error() says why.
bool coir_font_prepare(CoirFont *font, const char *text, size_t length);

// Return the glyph that is shown for a code point of a prepared text.
const CoirFontGlyph *coir_font_shown(const CoirFont *font, uint32_t codepoint);

static inline const CoirFontGlyph *coir_font_glyph(const CoirFont *font, uint32_t codepoint)
{
    return codepoint < COIR_FONT_DIRECT ? font->direct[codepoint] : coir_font_shown(font, codepoint);
}

// Returns the distance by which `second` is moved after `first`. Called only if first->kerned; otherwise the distance
// is 0.
float coir_font_kerning(CoirFont *font, const CoirFontGlyph *first, const CoirFontGlyph *second);

#endif
