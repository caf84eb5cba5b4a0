// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of drawing: a painter, a renderer in memory, a texture, and checks of the drawn pixels.
// Pictures are written into the folder of support/folder.h.

#ifndef COIR_TESTS_CANVAS_H
#define COIR_TESTS_CANVAS_H

#include "support/support.h"

#include <stdlib.h>

#include <SDL.h>
#include <SDL_image.h>

#include "coir/error.h"
#include "draw/painter.h"
#include "draw/renderer.h"
#include "media/texture.h"
#include "support/folder.h"

#define WIDTH 40
#define HEIGHT 30

static const CoirAffine upwards = {1, 0, 0, -1, 0, HEIGHT};
static const CoirColor background = {200, 100, 50, 255};

// 4 x 2 pixels of different colours; the upper left pixel is red.
static const uint8_t eight_pixels[32] = {255, 0,  0,  255, 0,   255, 0,   255, 0,  0,  255, 255, 255, 255, 0,  255,
                                         10,  20, 30, 255, 255, 255, 255, 255, 40, 50, 60,  255, 70,  80,  90, 255};

// What a test needs to draw a picture and to look at the picture.
typedef struct Drawing {
    CoirRenderer *renderer;
    CoirPainter *painter;
    CoirTexture *texture;
} Drawing;

static inline Drawing open_drawing(void)
{
    Drawing drawing = {coir_renderer_for_memory(WIDTH, HEIGHT), coir_painter_new(),
                       coir_texture_from_pixels(4, 2, eight_pixels)};
    assert_true(drawing.renderer && drawing.painter && drawing.texture);
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
    return drawing;
}

static inline void close_drawing(Drawing drawing)
{
    coir_painter_destroy(drawing.painter);
    coir_texture_destroy(drawing.texture);
    coir_textures_sweep();
    coir_renderer_destroy(drawing.renderer);
}

static inline void draw(Drawing drawing)
{
    assert_true(coir_painter_end(drawing.painter));
    if (!coir_renderer_begin(drawing.renderer, background) || !coir_renderer_draw(drawing.renderer, drawing.painter) ||
        !coir_renderer_end(drawing.renderer))
        fail_msg("%s", coir_error());
}

// Returns the picture that the renderer has drawn, saved to a file and loaded again. The caller frees the surface.
static inline SDL_Surface *picture_of(CoirRenderer *renderer)
{
    const char *path = folder_path("picture.png");
    if (!coir_renderer_save(renderer, path))
        fail_msg("%s", coir_error());
    SDL_Surface *loaded = IMG_Load(path), *picture = SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_ARGB8888, 0);
    assert_non_null(picture);
    SDL_FreeSurface(loaded);
    return picture;
}

// Draws, and empties the painter for the next picture. The caller frees the surface.
static inline SDL_Surface *take_picture(Drawing drawing)
{
    draw(drawing);
    SDL_Surface *picture = picture_of(drawing.renderer);
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
    return picture;
}

static inline void assert_nothing_drawn(Drawing drawing)
{
    assert_int_equal(drawing.painter->vertex_count + drawing.painter->call_count, 0);
}

// Checks red, green and blue of the pixel at (x, y), counted from the upper left corner. `tolerance` is the largest
// allowed error of each.
static inline void assert_pixel(const SDL_Surface *picture, int x, int y, CoirColor expected, int tolerance)
{
    Uint32 pixel = ((Uint32 *)picture->pixels)[y * picture->pitch / 4 + x];
    int r = (int)(pixel >> 16 & 255), g = (int)(pixel >> 8 & 255), b = (int)(pixel & 255);
    if (abs(r - expected.r) > tolerance || abs(g - expected.g) > tolerance || abs(b - expected.b) > tolerance)
        fail_msg("pixel %d, %d is %d %d %d, expected %d %d %d", x, y, r, g, b, expected.r, expected.g, expected.b);
}

// Checks that the pixels inside the rectangle (counted from the upper left corner) have the colour `inside`, and all
// other pixels exactly the colour of the background. `tolerance` is only for the pixels inside.
static inline void assert_rectangle(const SDL_Surface *picture, SDL_Rect where, CoirColor inside, int tolerance)
{
    for (int y = 0; y < picture->h; y++)
        for (int x = 0; x < picture->w; x++) {
            bool in = x >= where.x && y >= where.y && x < where.x + where.w && y < where.y + where.h;
            assert_pixel(picture, x, y, in ? inside : background, in ? tolerance : 0);
        }
}

static inline void assert_drawn(Drawing drawing, SDL_Rect where, CoirColor inside, int tolerance)
{
    draw(drawing);
    SDL_Surface *picture = picture_of(drawing.renderer);
    assert_rectangle(picture, where, inside, tolerance);
    SDL_FreeSurface(picture);
}

static inline void quad(CoirPainter *painter, CoirTexture *texture, CoirBlend blend, CoirRect r, CoirColor color)
{
    const CoirVertex corners[4] = {
        {r.x, r.y, color, 0, 1},
        {r.x + r.width, r.y, color, 1, 1},
        {r.x + r.width, r.y + r.height, color, 1, 0},
        {r.x, r.y + r.height, color, 0, 0},
    };
    coir_painter_push_blend(painter, blend);
    coir_painter_quad(painter, texture, corners);
    coir_painter_pop_blend(painter);
}

#endif
