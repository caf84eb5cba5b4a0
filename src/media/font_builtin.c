// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Makes a font of the shapes of the built-in font. All shapes are on one texture, in rows from left to right, without
// the empty rows of pixels above and below each shape. A second texture, with the linear filter, is for text in a
// smaller size: the nearest filter would leave out whole rows of pixels. The second texture keeps the empty rows, so
// that all shapes of a line are reduced in the same way.

#include "base/fail.h"
#include "media/builtin_font.h"
#include "media/font.h"
#include "media/texture.h"

#define WIDTH 256 // pixels of the texture
#define GAP 1     // pixels between shapes

typedef struct Shape {
    CoirBuiltinGlyph glyph;
    int top, height; // first row, and number of rows, without the empty rows above and below
} Shape;

typedef struct PagePosition {
    int x, y;
} PagePosition;

static Shape shape_of(int index)
{
    Shape shape = {.top = 0};
    int bottom = COIR_BUILTIN_FONT_HEIGHT;
    coir_builtin_glyph(coir_builtin_codepoint(index), &shape.glyph);
    while (bottom > 0 && !shape.glyph.rows[bottom - 1])
        bottom--;
    while (shape.top < bottom && !shape.glyph.rows[shape.top])
        shape.top++;
    shape.height = bottom - shape.top;
    return shape;
}

// Returns the position of a shape on the texture, and moves `next` to the position after the shape.
static PagePosition position_of(const Shape *shape, PagePosition *next)
{
    if (next->x + shape->glyph.width > WIDTH) {
        next->x = 0;
        next->y += COIR_BUILTIN_FONT_HEIGHT + GAP;
    }
    PagePosition position = *next;
    next->x += shape->glyph.width + GAP;
    return position;
}

static int texture_height(void)
{
    PagePosition next = {0, 0};
    for (int i = 0; i < coir_builtin_count(); i++) {
        Shape shape = shape_of(i);
        position_of(&shape, &next);
    }
    return next.y + COIR_BUILTIN_FONT_HEIGHT;
}

// Sets the alpha of the pixels of a shape, `top` rows below `position`. The colour is white everywhere, so that filters
// mix no dark pixels into the edges.
static void draw(uint8_t *pixels, const Shape *shape, PagePosition position, int top)
{
    for (int y = 0; y < shape->height; y++)
        for (int x = 0; x < shape->glyph.width; x++) {
            bool set = shape->glyph.rows[shape->top + y] & (0x8000u >> x);
            pixels[4 * ((position.y + top + y) * WIDTH + position.x + x) + 3] = set ? 255 : 0;
        }
}

static CoirTexture *make_texture(CoirFilter filter)
{
    int height = texture_height();
    size_t count = (size_t)WIDTH * (size_t)height;
    uint8_t *pixels = coir_realloc(NULL, 4 * count);
    PagePosition next = {0, 0};
    if (!pixels)
        return NULL;
    for (size_t i = 0; i < 4 * count; i++)
        pixels[i] = i % 4 == 3 ? 0 : 255;
    for (int i = 0; i < coir_builtin_count(); i++) {
        Shape shape = shape_of(i);
        draw(pixels, &shape, position_of(&shape, &next), filter == COIR_FILTER_LINEAR ? shape.top : 0);
    }
    CoirTexture *texture = coir_texture_from_pixels(WIDTH, height, pixels);
    coir_free(pixels);
    if (!texture || coir_texture_set_filter(texture, filter))
        return texture;
    coir_texture_destroy(texture);
    return NULL;
}

static bool add_all(CoirFont *font, CoirTexture *texture, CoirTexture *reduced)
{
    PagePosition next = {0, 0};
    for (int i = 0; i < coir_builtin_count(); i++) {
        Shape shape = shape_of(i);
        PagePosition position = position_of(&shape, &next);
        CoirFontGlyph *glyph = coir_font_add(font, coir_builtin_codepoint(i), (float)shape.glyph.advance);
        if (!glyph)
            return false;
        if (shape.height == 0)
            continue;
        glyph->texture = texture;
        glyph->reduced = reduced;
        glyph->region = coir_rect((float)position.x, (float)position.y, (float)shape.glyph.width, (float)shape.height);
        glyph->top = (float)shape.top;
        coir_texture_retain(texture);
        coir_texture_retain(reduced);
    }
    return true;
}

bool coir_font_fill_builtin(CoirFont *font)
{
    CoirTexture *texture = make_texture(COIR_FILTER_NEAREST), *reduced = make_texture(COIR_FILTER_LINEAR);
    bool done = texture && reduced && add_all(font, texture, reduced);
    coir_texture_destroy(texture); // the glyphs hold the textures now
    coir_texture_destroy(reduced);
    if (done)
        coir_font_finish(font);
    else
        coir_font_clear(font);
    return done;
}
