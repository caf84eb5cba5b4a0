// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// An array finds the glyphs of the first COIR_FONT_DIRECT code points, a hash table finds the other glyphs. Each glyph
// with a picture is a user of its texture. The cache is a list, because a game has few fonts.
//
// The built-in font is a variable of this file. The first use fills the built-in font. coir_fonts_purge empties the
// built-in font if no label uses it.

#include "media/font.h"

#include <string.h>

#include "base/fail.h"
#include "base/world.h"
#include "media/builtin_font.h"
#include "media/file.h"
#include "media/texture.h"
#include "media/utf8.h"

#define BLOCK 32

struct CoirGlyphBlock {
    CoirGlyphBlock *next;
    int count;
    CoirFontGlyph glyphs[BLOCK];
};

struct CoirKerning {
    struct {
        uint32_t first, second;
    } pair;
    float amount;
    bool hash_failed;
    UT_hash_handle hh;
};

static CoirFont builtin = {.line_height = COIR_BUILTIN_FONT_HEIGHT, .base = COIR_BUILTIN_FONT_BASE, .crisp = true};
static CoirFont *fonts;

// Making -------------------------------------------------------------------------------------------------------------

CoirFont *coir_font_new(void)
{
    return coir_alloc(sizeof(CoirFont));
}

static void release_textures(const CoirFontGlyph *glyph)
{
    coir_texture_release(glyph->texture);
    coir_texture_release(glyph->reduced);
}

static void free_glyphs(CoirFont *font)
{
    HASH_CLEAR(hh, font->beyond);
    for (CoirGlyphBlock *block = font->blocks, *next; block; block = next) {
        next = block->next;
        for (int i = 0; i < block->count; i++)
            release_textures(&block->glyphs[i]);
        coir_free(block);
    }
    font->blocks = NULL;
    font->missing = NULL;
    memset(font->direct, 0, sizeof font->direct);
}

static void free_kernings(CoirFont *font)
{
    CoirKerning *kerning, *next;
    HASH_ITER(hh, font->kernings, kerning, next)
    {
        HASH_DEL(font->kernings, kerning);
        coir_free(kerning);
    }
}

void coir_font_clear(CoirFont *font)
{
    if (font->source)
        font->source->close(font);
    font->source = NULL;
    free_glyphs(font);
    free_kernings(font);
    font->ready = false;
}

void coir_font_free(CoirFont *font)
{
    if (!font)
        return;
    coir_font_clear(font);
    coir_free(font->path);
    coir_free(font);
}

static CoirFontGlyph *new_glyph(CoirFont *font)
{
    CoirGlyphBlock *block = font->blocks;
    if (!block || block->count == BLOCK) {
        block = coir_alloc(sizeof *block);
        if (!block)
            return NULL;
        block->next = font->blocks;
        font->blocks = block;
    }
    return &block->glyphs[block->count++];
}

CoirFontGlyph *coir_font_add(CoirFont *font, uint32_t codepoint, float advance)
{
    CoirFontGlyph *glyph = new_glyph(font);
    if (!glyph)
        return NULL;
    glyph->codepoint = codepoint;
    glyph->advance = advance;
    if (codepoint < COIR_FONT_DIRECT) {
        font->direct[codepoint] = glyph;
        return glyph;
    }
    HASH_ADD(hh, font->beyond, codepoint, sizeof glyph->codepoint, glyph);
    return glyph->hash_failed ? NULL : glyph;
}

static CoirKerning *find_kerning(const CoirFont *font, uint32_t first, uint32_t second)
{
    CoirKerning key = {.pair = {first, second}}, *found = NULL;
    HASH_FIND(hh, font->kernings, &key.pair, sizeof key.pair, found);
    return found;
}

bool coir_font_add_kerning(CoirFont *font, uint32_t first, uint32_t second, float amount)
{
    CoirFontGlyph *glyph = coir_font_find(font, first);
    CoirKerning *kerning = find_kerning(font, first, second);
    if (!glyph)
        return true;
    if (!kerning) {
        kerning = coir_alloc(sizeof *kerning);
        if (!kerning)
            return false;
        kerning->pair.first = first;
        kerning->pair.second = second;
        HASH_ADD(hh, font->kernings, pair, sizeof kerning->pair, kerning);
        if (kerning->hash_failed) {
            coir_free(kerning);
            return false;
        }
    }
    kerning->amount = amount;
    return glyph->kerned = true;
}

void coir_font_finish(CoirFont *font)
{
    const CoirFontGlyph *space = coir_font_find(font, ' ');
    font->blank.codepoint = COIR_FONT_MISSING;
    font->blank.advance = space ? space->advance : font->line_height / 4;
    static const uint32_t signs[] = {COIR_REPLACEMENT, COIR_FONT_MISSING, '?'};
    font->missing = NULL;
    for (int i = 0; i < 3 && !font->missing; i++)
        font->missing = coir_font_find(font, signs[i]);
    if (!font->missing)
        font->missing = &font->blank;
    if (!space)
        font->direct[' '] = &font->blank;
    for (int i = 0; !font->source && i < COIR_FONT_DIRECT; i++)
        if (!font->direct[i])
            font->direct[i] = font->missing;
    font->ready = true;
}

// The cache ----------------------------------------------------------------------------------------------------------

void coir_font_cache(CoirFont *font)
{
    font->next = fonts;
    fonts = font;
}

static CoirFont *cached(const char *full, int size)
{
    CoirFont *font = fonts;
    while (font && (font->size != size || strcmp(font->path, full) != 0))
        font = font->next;
    return font;
}

// Takes ownership of `full`. Logs failures, because a NULL font in a style means the built-in font.
static CoirFont *load(char *full, const char *path, int size, bool (*fill)(CoirFont *font, const char *path))
{
    CoirFont *font = coir_font_new();
    if (!font) {
        coir_free(full);
        coir_log_failure();
        return NULL;
    }
    font->path = full;
    font->size = size;
    if (!fill(font, path)) {
        coir_font_free(font);
        coir_log_failure();
        return NULL;
    }
    coir_font_cache(font);
    return font;
}

CoirFont *coir_font_load_with(const char *path, int size, const char *function,
                              bool (*fill)(CoirFont *font, const char *path))
{
    if (!coir_world_check(function))
        return NULL;
    if (!path || !path[0])
        return MISTAKE("%s: the path is %s; give the path of a file", function, path ? "empty" : "NULL"), NULL;
    char *full = coir_path_resolve(path);
    if (!full)
        return coir_log_failure(), NULL;
    CoirFont *font = cached(full, size);
    if (!font)
        return load(full, path, size, fill);
    coir_free(full);
    return font;
}

static bool is_font(const CoirFont *font)
{
    const CoirFont *each = fonts;
    while (each && each != font)
        each = each->next;
    return each || font == &builtin;
}

static bool check(const CoirFont *font, const char *function)
{
    return is_font(font) || MISTAKE("%s: this font has been freed by coir_fonts_purge; load it again", function);
}

CoirFont *coir_font_use(CoirFont *font, const char *function)
{
    if (!coir_world_check(function))
        return NULL;
    font = font ? font : &builtin;
    if (!check(font, function))
        return NULL;
    return font->ready || coir_font_fill_builtin(font) ? font : NULL;
}

void coir_font_retain(CoirFont *font)
{
    if (font)
        font->users++;
}

void coir_font_release(CoirFont *font)
{
    if (font)
        font->users--;
}

int coir_fonts_purge(void)
{
    if (!coir_world_check("coir_fonts_purge"))
        return 0;
    int count = 0;
    for (CoirFont **link = &fonts, *font = fonts; font; font = *link) {
        if (font->users > 0) {
            link = &font->next;
            continue;
        }
        *link = font->next;
        coir_font_free(font);
        count++;
    }
    if (builtin.users > 0 || !builtin.ready)
        return count;
    coir_font_clear(&builtin);
    return count + 1;
}

CoirFont *coir_font_builtin(void)
{
    if (!coir_world_check("coir_font_builtin"))
        return NULL;
    return coir_font_use(NULL, "coir_font_builtin");
}

// Questions ----------------------------------------------------------------------------------------------------------

float coir_font_line_height(const CoirFont *font)
{
    font = font ? font : &builtin;
    return check(font, "coir_font_line_height") ? font->line_height : 0;
}

float coir_font_base(const CoirFont *font)
{
    font = font ? font : &builtin;
    return check(font, "coir_font_base") ? font->base : 0;
}

static bool prepare(CoirFont *font, uint32_t codepoint)
{
    if (coir_font_find(font, codepoint))
        return true;
    if (!font->source->load(font, codepoint))
        return false;
    if (codepoint < COIR_FONT_DIRECT && !font->direct[codepoint])
        font->direct[codepoint] = font->missing;
    return true;
}

bool coir_font_has(CoirFont *font, uint32_t codepoint)
{
    font = coir_font_use(font, "coir_font_has");
    if (!font || (font->source && !prepare(font, codepoint)))
        return false;
    const CoirFontGlyph *glyph = coir_font_find(font, codepoint);
    return glyph && glyph->codepoint == codepoint && codepoint != COIR_FONT_MISSING;
}

CoirFontGlyph *coir_font_find(const CoirFont *font, uint32_t codepoint)
{
    if (codepoint < COIR_FONT_DIRECT)
        return font->direct[codepoint];
    CoirFontGlyph *found = NULL;
    HASH_FIND(hh, font->beyond, &codepoint, sizeof codepoint, found);
    return found;
}

bool coir_font_prepare(CoirFont *font, const char *text, size_t length)
{
    const char *end = text + length;
    while (font->source && text != end)
        if (!prepare(font, coir_utf8_next(&text, end)))
            return false;
    return true;
}

const CoirFontGlyph *coir_font_shown(const CoirFont *font, uint32_t codepoint)
{
    const CoirFontGlyph *glyph = coir_font_find(font, codepoint);
    return glyph ? glyph : font->missing;
}

float coir_font_kerning(CoirFont *font, const CoirFontGlyph *first, const CoirFontGlyph *second)
{
    const CoirKerning *kerning = find_kerning(font, first->codepoint, second->codepoint);
    if (kerning || !font->source)
        return kerning ? kerning->amount : 0;
    float amount = font->source->kerning(font, first->codepoint, second->codepoint);
    // If there is no memory, the next call computes the amount again.
    coir_font_add_kerning(font, first->codepoint, second->codepoint, amount);
    return amount;
}
