// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Each pixel of a shape is computed from the distance between the pixel and the edge of the shape, which makes the
// edges smooth.

#include "ink.h"

#include <string.h>

#define SIDE 32 // width and height of a shape, in pixels
#define SHAPES (INK_MOON + INK_MOON_PHASES)

CoirColor ink_hue(float t)
{
    static const CoirColor hues[] = {{255, 111, 105, 255}, {255, 176, 84, 255}, {214, 222, 98, 255},
                                     {92, 214, 164, 255},  {80, 186, 246, 255}, {142, 138, 255, 255},
                                     {240, 128, 208, 255}};
    float place = fminf(fmaxf(t, 0), 1) * 6;
    int left = place < 5 ? (int)place : 5;
    return coir_color_lerp(hues[left], hues[left + 1], place - (float)left);
}

CoirColor ink_alpha(CoirColor color, float alpha)
{
    color.a = (uint8_t)(fminf(fmaxf(alpha, 0), 1) * 255 + 0.5f);
    return color;
}

// Surfaces -----------------------------------------------------------------------------------------------------------

void ink_backdrop(CoirPainter *painter)
{
    for (int i = 0; i < 27; i++)
        coir_painter_rect(painter, coir_rect(0, (float)i * 20, 960, 20),
                          coir_color_lerp(coir_rgb(24, 20, 44), coir_rgb(13, 19, 31), (float)i / 26));
}

static void chamfered(CoirPainter *painter, CoirRect r, float cut, CoirColor color)
{
    coir_painter_rect(painter, coir_rect(r.x + cut, r.y, r.width - 2 * cut, cut), color);
    coir_painter_rect(painter, coir_rect(r.x, r.y + cut, r.width, r.height - 2 * cut), color);
    coir_painter_rect(painter, coir_rect(r.x + cut, r.y + r.height - cut, r.width - 2 * cut, cut), color);
}

void ink_panel(CoirPainter *painter, CoirRect where, CoirColor fill, CoirColor frame)
{
    chamfered(painter, where, 2, frame);
    chamfered(painter, coir_rect(where.x + 1, where.y + 1, where.width - 2, where.height - 2), 2, fill);
}

// Shapes -------------------------------------------------------------------------------------------------------------

typedef struct Shade {
    float light, alpha; // 0..1
} Shade;

static float clamp(float value)
{
    return fminf(fmaxf(value, 0), 1);
}

// Returns the part of a pixel that a disc covers. `x` and `y` count from the middle of the disc, y downwards.
static float disc(float x, float y, float radius)
{
    return clamp(radius - sqrtf(x * x + y * y) + 0.5f);
}

static Shade body(float x, float y)
{
    float dx = fmaxf(fabsf(x) - 7, 0), dy = fmaxf(fabsf(y) - 7, 0);
    return (Shade){1 - 0.22f * clamp((y + 13) / 26), clamp(6.5f - sqrtf(dx * dx + dy * dy))};
}

// A body with a face that looks to the right, so that a rotation is visible.
static Shade face(float x, float y)
{
    Shade shade = body(x, y);
    float eyes = fmaxf(disc(x + 1, y + 3, 2.2f), disc(x - 7, y + 3, 2.2f));
    float mouth = y > 3 ? disc(x - 3, y - 3, 4) : 0,
          gleam = fmaxf(disc(x + 0.3f, y + 4, 0.6f), disc(x - 7.7f, y + 4, 0.6f));
    shade.light = shade.light * (1 - 0.85f * fmaxf(eyes, mouth)) + 0.8f * gleam;
    return shade;
}

// The moon. The edge of the shadow is half an ellipse.
static Shade moon(float x, float y, int phase)
{
    float half = sqrtf(fmaxf(144 - y * y, 0)), edge = half * cosf((float)(phase * 2 * COIR_PI / INK_MOON_PHASES));
    bool waxes = phase < INK_MOON_PHASES / 2;
    float lit = clamp((waxes ? x - edge : -edge - x) + 0.5f);
    return (Shade){0.22f + 0.78f * lit, disc(x, y, 12)};
}

static Shade shade_at(int shape, float x, float y)
{
    if (shape == INK_FACE)
        return face(x, y);
    if (shape == INK_BODY)
        return body(x, y);
    if (shape >= INK_MOON)
        return moon(x, y, shape - INK_MOON);
    float far = clamp(1 - sqrtf(x * x + y * y) / 15);
    return (Shade){1, shape == INK_DOT ? disc(x, y, 12) : far * far};
}

CoirTexture *ink_shapes(void)
{
    static uint8_t pixels[SIDE][SIDE * SHAPES][4];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE * SHAPES; x++) {
            Shade shade = shade_at(x / SIDE, (float)(x % SIDE) - 15.5f, (float)y - 15.5f);
            memset(pixels[y][x], (int)(clamp(shade.light) * 255 + 0.5f), 3);
            pixels[y][x][3] = (uint8_t)(shade.alpha * 255 + 0.5f);
        }
    return coir_texture_from_pixels(SIDE * SHAPES, SIDE, &pixels[0][0][0]);
}

CoirRect ink_region(int shape)
{
    return coir_rect((float)(shape * SIDE), 0, SIDE, SIDE);
}

void ink_shape(CoirPainter *painter, CoirTexture *shapes, int shape, CoirAffine place, CoirRect where, CoirColor color)
{
    CoirVertex corners[4];
    for (int i = 0; i < 4; i++) {
        bool right = i == 1 || i == 2, top = i >= 2;
        CoirVec2 p = coir_affine_apply(
            place, coir_vec2(where.x + (right ? where.width : 0), where.y + (top ? where.height : 0)));
        corners[i] = (CoirVertex){p.x, p.y, color, (float)(shape + right) / SHAPES, top ? 0 : 1};
    }
    coir_painter_quad(painter, shapes, corners);
}
