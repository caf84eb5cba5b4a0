// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// TrueType fonts. SDL_ttf draws each glyph once, when the glyph is first needed. Each glyph becomes a small texture,
// and small textures share pages. The file is kept in memory, because SDL_ttf goes on reading the file.

#include <limits.h>

#include <SDL.h>
#include <SDL_ttf.h>

#include "base/fail.h"
#include "media/file.h"
#include "media/font.h"
#include "media/texture.h"

#define FILE_LIMIT ((size_t)256 << 20) // bytes

typedef struct File {
    TTF_Font *ttf;
    uint8_t *bytes;
} File;

static TTF_Font *ttf_of(const CoirFont *font)
{
    const File *file = font->file;
    return file->ttf;
}

// Glyphs -------------------------------------------------------------------------------------------------------------

static unsigned alpha_at(const SDL_Surface *surface, int x, int y)
{
    const Uint8 *row = (const Uint8 *)surface->pixels + (ptrdiff_t)y * surface->pitch;
    Uint32 pixel;
    SDL_memcpy(&pixel, row + 4 * (ptrdiff_t)x, sizeof pixel);
    return pixel >> 24; // ARGB8888
}

// Returns the smallest rectangle with all visible pixels. The width is 0 if no pixel is visible.
static SDL_Rect seen_part(const SDL_Surface *surface)
{
    int left = surface->w, top = surface->h, right = 0, bottom = 0;
    for (int y = 0; y < surface->h; y++)
        for (int x = 0; x < surface->w; x++) {
            if (alpha_at(surface, x, y) == 0)
                continue;
            left = SDL_min(left, x);
            top = SDL_min(top, y);
            right = SDL_max(right, x + 1);
            bottom = SDL_max(bottom, y + 1);
        }
    return right > left ? (SDL_Rect){left, top, right - left, bottom - top} : (SDL_Rect){0, 0, 0, 0};
}

static CoirTexture *cut_out(const SDL_Surface *surface, SDL_Rect part)
{
    uint8_t *pixels = coir_realloc(NULL, (size_t)part.w * (size_t)part.h * 4), *to = pixels;
    if (!pixels)
        return NULL;
    for (int y = 0; y < part.h; y++)
        for (int x = 0; x < part.w; x++) {
            to[0] = to[1] = to[2] = 255;
            to[3] = (uint8_t)alpha_at(surface, part.x + x, part.y + y);
            to += 4;
        }
    CoirTexture *texture = coir_texture_from_pixels(part.w, part.h, pixels);
    coir_free(pixels);
    return texture;
}

typedef struct Metrics {
    int min_x, max_y; // left and top edge of the shape, y upwards from the baseline
    int advance;
} Metrics;

// Adds a glyph that SDL_ttf has drawn. The left edge of the surface is at the pen, or at the shape if the shape begins
// left of the pen. The top edge is at the top of the line, or at the shape if the shape begins above the line.
static bool add_drawn(CoirFont *font, uint32_t codepoint, const Metrics *metrics, const SDL_Surface *surface)
{
    SDL_Rect part = seen_part(surface);
    CoirTexture *texture = part.w > 0 ? cut_out(surface, part) : NULL;
    CoirFontGlyph *glyph = texture || part.w == 0 ? coir_font_add(font, codepoint, (float)metrics->advance) : NULL;
    if (glyph && texture) {
        int before = SDL_max(0, -metrics->min_x), above = SDL_max(0, metrics->max_y - TTF_FontAscent(ttf_of(font)));
        glyph->texture = texture;
        glyph->region = coir_rect(0, 0, (float)part.w, (float)part.h);
        glyph->left = (float)(part.x - before);
        glyph->top = (float)(part.y - above);
        coir_texture_retain(texture);
    }
    coir_texture_destroy(texture); // the glyph holds the texture now
    if (glyph)
        glyph->kerned = TTF_GetFontKerning(ttf_of(font)) != 0;
    return glyph;
}

static bool fail_to_draw(const CoirFont *font, uint32_t codepoint)
{
    return FAIL("the font '%s' cannot draw U+%04X at %d pixels: %s", font->path, (unsigned)codepoint, font->size,
                TTF_GetError());
}

static void write_utf8(uint32_t codepoint, char text[5])
{
    static const uint32_t first[] = {0, 0xc0, 0xe0, 0xf0};
    int more = codepoint < 0x80 ? 0 : codepoint < 0x800 ? 1 : codepoint < 0x10000 ? 2 : 3;
    text[more + 1] = '\0';
    for (int i = more; i > 0; i--, codepoint >>= 6)
        text[i] = (char)(0x80 | (codepoint & 0x3f));
    text[0] = (char)(first[more] | codepoint);
}

// Returns the width of a text of one character, -1 on failure. The width is 0 for characters that SDL_ttf does not
// show. An SDL_ttf with HarfBuzz does not show a soft hyphen, although the soft hyphen has a shape and an advance.
static int shown_width(TTF_Font *ttf, uint32_t codepoint)
{
    char text[5];
    int width;
    write_utf8(codepoint, text);
    return TTF_SizeUTF8(ttf, text, &width, NULL) == 0 ? width : -1;
}

static bool load_glyph(CoirFont *font, uint32_t codepoint)
{
    const SDL_Color white = {255, 255, 255, 255};
    TTF_Font *ttf = ttf_of(font);
    Metrics m;
    if (!TTF_GlyphIsProvided32(ttf, codepoint))
        return true;
    int width = shown_width(ttf, codepoint);
    if (width == 0)
        return coir_font_add(font, codepoint, 0);
    if (width < 0 || TTF_GlyphMetrics32(ttf, codepoint, &m.min_x, NULL, NULL, &m.max_y, &m.advance) != 0)
        return fail_to_draw(font, codepoint);
    SDL_Surface *surface = TTF_RenderGlyph32_Blended(ttf, codepoint, white);
    if (!surface)
        return fail_to_draw(font, codepoint);
    bool done = add_drawn(font, codepoint, &m, surface);
    SDL_FreeSurface(surface);
    return done;
}

// Fonts --------------------------------------------------------------------------------------------------------------

static float kerning(CoirFont *font, uint32_t first, uint32_t second)
{
    return (float)TTF_GetFontKerningSizeGlyphs32(ttf_of(font), first, second);
}

static void close_font(CoirFont *font)
{
    File *file = font->file;
    if (file->ttf)
        TTF_CloseFont(file->ttf);
    TTF_Quit(); // SDL_ttf counts the calls of TTF_Init
    coir_free(file->bytes);
    coir_free(file);
    font->file = NULL;
}

static const CoirFontSource truetype = {load_glyph, kerning, close_font};

// Opens the file with SDL_ttf, which becomes the source of the font. Takes ownership of `bytes`. Returns false on
// failure: coir_error() then says why, and the caller frees the font.
static bool open_font(CoirFont *font, uint8_t *bytes, size_t size)
{
    File *file = coir_alloc(sizeof *file);
    if (!file || TTF_Init() != 0) {
        if (file)
            FAIL("SDL_ttf cannot be started: %s", TTF_GetError());
        coir_free(file);
        coir_free(bytes);
        return false;
    }
    file->bytes = bytes;
    font->file = file;
    font->source = &truetype;
    SDL_RWops *stream = SDL_RWFromConstMem(bytes, (int)size);
    file->ttf = stream ? TTF_OpenFontRW(stream, 1, font->size) : NULL;
    return file->ttf ||
           FAIL("the font '%s' is damaged, or of a kind that SDL_ttf cannot read: %s", font->path, TTF_GetError());
}

static bool fill(CoirFont *font, const char *path)
{
    size_t size = 0;
    uint8_t *bytes = coir_file_read("font", font->path, coir_path_advice(path), FILE_LIMIT, &size);
    if (!bytes || !open_font(font, bytes, size))
        return false;
    font->line_height = (float)TTF_FontLineSkip(ttf_of(font));
    font->base = (float)TTF_FontAscent(ttf_of(font));
    if (!load_glyph(font, ' ') || !load_glyph(font, 0xfffd) || !load_glyph(font, '?'))
        return false;
    coir_font_finish(font);
    return true;
}

CoirFont *coir_font_load_truetype(const char *path, int pixels)
{
    if (pixels < 1 || pixels > COIR_FONT_SIZE_MAX)
        return MISTAKE("coir_font_load_truetype: a size of %d pixels; it must be 1 to %d", pixels, COIR_FONT_SIZE_MAX),
               NULL;
    return coir_font_load_with(path, pixels, "coir_font_load_truetype", fill);
}
