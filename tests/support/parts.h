// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A picture of nine parts, and checks of the drawn parts.

#ifndef COIR_TESTS_PARTS_H
#define COIR_TESTS_PARTS_H

#include "support/canvas.h"

#include <string.h>

// Returns the colour of a part. A picture has 9 x 9 pixels in nine parts of 3 x 3 pixels, each part with a colour of
// its own.
static inline CoirColor part_color(int column, int row)
{
    return coir_rgb((uint8_t)(30 + 100 * column), (uint8_t)(20 + 90 * row), (uint8_t)(250 - 60 * (column + row)));
}

// Makes a texture of `width` * `height` pixels, at most 16 * 16. Copies the rectangle `part` of a picture of nine parts
// to the same position; all other pixels are clear. If `turned`, turns the copy by 90 degrees clockwise and moves the
// copy into the upper right corner.
static inline CoirTexture *nine_parts(int width, int height, SDL_Rect part, bool turned)
{
    static uint8_t pixels[16 * 16 * 4];
    memset(pixels, 0, sizeof pixels);
    for (int y = 0; y < part.h; y++)
        for (int x = 0; x < part.w; x++) {
            CoirColor color = part_color((part.x + x) / 3, (part.y + y) / 3);
            int at = turned ? x * width + width - 1 - y : (part.y + y) * width + part.x + x;
            memcpy(pixels + 4 * at, &color, 4);
        }
    CoirTexture *texture = coir_texture_from_pixels(width, height, pixels);
    assert_non_null(texture);
    return texture;
}

static inline CoirTexture *whole_picture(void)
{
    return nine_parts(9, 9, (SDL_Rect){0, 0, 9, 9}, false);
}

// Checks that two pictures have the same colours, and frees both.
static inline void assert_same_and_free(SDL_Surface *a, SDL_Surface *b)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            Uint32 pixel = ((Uint32 *)a->pixels)[y * a->pitch / 4 + x];
            assert_pixel(b, x, y, coir_rgb((uint8_t)(pixel >> 16), (uint8_t)(pixel >> 8), (uint8_t)pixel), 0);
        }
    SDL_FreeSurface(a);
    SDL_FreeSurface(b);
}

// Checks the middle pixel of each of the nine parts. A part must be drawn if its middle is inside the rectangle `part`;
// elsewhere the background must show. Each part has `width` * `height` pixels; the upper left part is at (left, top).
// Only the middles are checked, because SDL's software renderer sometimes moves the pixels of a turned picture by one.
static inline void assert_middles(SDL_Surface *picture, int left, int top, int width, int height, SDL_Rect part)
{
    for (int i = 0; i < 9; i++) {
        int column = i % 3, row = i / 3, x = left + column * width + width / 2, y = top + row * height + height / 2;
        SDL_Point middle = {3 * column + 1, 3 * row + 1};
        bool drawn = SDL_PointInRect(&middle, &part);
        assert_pixel(picture, x, y, drawn ? part_color(column, row) : background, 0);
    }
}

// Sets the transform from the node's points, in which y goes up, to pixels.
static inline void set_view(Drawing drawing, float a, float b, float c, float d, float x, float y)
{
    drawing.painter->transform = (CoirAffine){a, b, c, d, x, y};
}

static inline void finish(Drawing drawing, CoirTexture *texture)
{
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

#endif
