// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of pages: textures of one colour, the list of all pages, and the picture of a texture, drawn with
// a Drawing of support/canvas.h.

#ifndef COIR_TESTS_PAGES_H
#define COIR_TESTS_PAGES_H

#include "support/canvas.h"

#include <string.h>

static inline CoirTexture *plain(int width, int height, CoirColor color)
{
    CoirColor *pixels = malloc((size_t)width * (size_t)height * sizeof *pixels);
    assert_non_null(pixels);
    for (int i = 0; i < width * height; i++)
        pixels[i] = color;
    CoirTexture *texture = coir_texture_from_pixels(width, height, &pixels->r);
    free(pixels);
    if (!texture)
        fail_msg("%s", coir_error());
    return texture;
}

static inline void destroy(CoirTexture *texture)
{
    coir_texture_destroy(texture);
    coir_textures_sweep();
}

typedef struct Pages {
    CoirPageInfo infos[8];
    int count;
} Pages;

static inline void see(const CoirPageInfo *info, void *user)
{
    Pages *pages = user;
    assert_in_range(pages->count, 0, 7);
    pages->infos[pages->count++] = *info;
}

static inline Pages look(void)
{
    Pages pages = {.count = 0};
    int count = coir_pages_each(see, &pages);
    assert_int_equal(count, pages.count);
    assert_int_equal(count, coir_pages_each(NULL, NULL));
    return pages;
}

static inline void begin(Drawing drawing)
{
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
}

// Draws `texture` alone over the whole target and returns the picture. The caller frees the surface.
static inline SDL_Surface *picture_with(Drawing drawing, CoirTexture *texture)
{
    begin(drawing);
    coir_painter_image(drawing.painter, texture, coir_rect(0, 0, WIDTH, HEIGHT));
    draw(drawing);
    return picture_of(drawing.renderer);
}

static inline void assert_shows(Drawing drawing, CoirTexture *texture, CoirColor color)
{
    SDL_Surface *picture = picture_with(drawing, texture);
    assert_rectangle(picture, (SDL_Rect){0, 0, WIDTH, HEIGHT}, color, 0);
    SDL_FreeSurface(picture);
}

#endif
