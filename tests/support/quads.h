// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by tests that draw quads for several frames, with corners in pixels of the target.

#ifndef COIR_TESTS_QUADS_H
#define COIR_TESTS_QUADS_H

#include "support/canvas.h"

#include <math.h>
#include <string.h>

static const CoirVec2 unit[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

static const CoirAffine downwards = {1, 0, 0, 1, 0, 0}; // y goes down, as in pixels

// Draws the same quads in each of `frames` frames, and returns the last picture. `quads` has four corners for each of
// the `count` quads. The caller frees the picture.
static inline SDL_Surface *picture_after(Drawing drawing, int frames, CoirTexture *texture, CoirBlend blend,
                                         const CoirVertex *quads, int count)
{
    for (int frame = 0; frame < frames; frame++) {
        assert_true(coir_painter_begin(drawing.painter, downwards, WIDTH, HEIGHT));
        coir_painter_push_blend(drawing.painter, blend);
        for (int i = 0; i < count; i++)
            coir_painter_quad(drawing.painter, texture, quads + 4 * i);
        coir_painter_pop_blend(drawing.painter);
        draw(drawing);
    }
    return picture_of(drawing.renderer);
}

static inline CoirColor pixel_of(const SDL_Surface *picture, int x, int y)
{
    Uint32 pixel = ((Uint32 *)picture->pixels)[y * picture->pitch / 4 + x];
    return coir_rgb((uint8_t)(pixel >> 16), (uint8_t)(pixel >> 8), (uint8_t)pixel);
}

static inline void assert_same(const SDL_Surface *a, const SDL_Surface *b, int tolerance)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert_pixel(a, x, y, pixel_of(b, x, y), tolerance);
}

// Sets the corners of a quad that shows a whole texture in a rectangle of the target.
static inline void set_corners(CoirVertex q[4], float x, float y, float width, float height, CoirColor color)
{
    const CoirVertex corners[4] = {{x, y, color, 0, 0},
                                   {x + width, y, color, 1, 0},
                                   {x + width, y + height, color, 1, 1},
                                   {x, y + height, color, 0, 1}};
    memcpy(q, corners, sizeof corners);
}

// Makes a texture of SIDE * SIDE different pixels. All pixels have the given alpha, but the last pixel is opaque.
#define SIDE 12
static inline CoirTexture *make_texture(uint8_t alpha, CoirFilter filter)
{
    uint8_t pixels[SIDE * SIDE * 4];
    for (int i = 0; i < SIDE * SIDE; i++) {
        const uint8_t pixel[4] = {(uint8_t)(i % SIDE * 20), (uint8_t)(i / SIDE * 20), 99, alpha};
        memcpy(pixels + 4 * i, pixel, 4);
    }
    pixels[sizeof pixels - 1] = 255;
    CoirTexture *texture = coir_texture_from_pixels(SIDE, SIDE, pixels);
    assert_true(texture && coir_texture_set_filter(texture, filter));
    return texture;
}

// Returns the colour of the pixel at (x, y) in the texture of make_texture.
static inline CoirColor texel(int x, int y)
{
    return coir_rgb((uint8_t)(x * 20), (uint8_t)(y * 20), 99);
}

typedef struct Turn {
    float x, y, degrees; // position of the texture's upper left corner; clockwise angle
    bool mirrored;
    float scale;
} Turn;

// Returns the map from pixels of the texture to pixels of the target.
static inline CoirAffine affine_of(Turn turn)
{
    float radians = turn.degrees * 3.14159265f / 180, c = turn.scale * cosf(radians), s = turn.scale * sinf(radians);
    CoirAffine m = {c, s, -s, c, turn.x, turn.y};
    if (turn.mirrored) {
        m.a = -m.a;
        m.b = -m.b;
    }
    return m;
}

static inline void set_turned(CoirVertex q[4], CoirAffine m, float left, float top)
{
    for (int i = 0; i < 4; i++) {
        CoirVec2 p = coir_affine_apply(m, coir_vec2(left + SIDE * unit[i].x, top + SIDE * unit[i].y));
        CoirVertex vertex = {p.x, p.y, COIR_WHITE, unit[i].x, unit[i].y};
        q[i] = vertex;
    }
}

#endif
