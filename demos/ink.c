// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Letters are drawn as rectangles, one for each run of pixels in rows that are alike, so that they stay sharp in a
// window of any size. The shapes are computed from their distance to each pixel, which smooths their edges.

#include "ink.h"

#include <ctype.h>
#include <string.h>

#define SIDE 32 // of a shape, in pixels
#define SHAPES (INK_MOON + INK_MOON_PHASES)

// Seven rows of five bits, from the top; the highest of the five is the leftmost pixel.
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+";
static const uint8_t rows[sizeof letters - 1][7] = {
    {0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11}, {0x1e, 0x11, 0x11, 0x1e, 0x11, 0x11, 0x1e}, // A B
    {0x0e, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0e}, {0x1e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x1e}, // C D
    {0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x1f}, {0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x10}, // E F
    {0x0e, 0x11, 0x10, 0x17, 0x11, 0x11, 0x0e}, {0x11, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11}, // G H
    {0x0e, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0e}, {0x07, 0x02, 0x02, 0x02, 0x02, 0x12, 0x0c}, // I J
    {0x11, 0x12, 0x14, 0x18, 0x14, 0x12, 0x11}, {0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1f}, // K L
    {0x11, 0x1b, 0x15, 0x15, 0x11, 0x11, 0x11}, {0x11, 0x11, 0x19, 0x15, 0x13, 0x11, 0x11}, // M N
    {0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}, {0x1e, 0x11, 0x11, 0x1e, 0x10, 0x10, 0x10}, // O P
    {0x0e, 0x11, 0x11, 0x11, 0x15, 0x12, 0x0d}, {0x1e, 0x11, 0x11, 0x1e, 0x14, 0x12, 0x11}, // Q R
    {0x0f, 0x10, 0x10, 0x0e, 0x01, 0x01, 0x1e}, {0x1f, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04}, // S T
    {0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}, {0x11, 0x11, 0x11, 0x11, 0x0a, 0x0a, 0x04}, // U V
    {0x11, 0x11, 0x11, 0x15, 0x15, 0x1b, 0x11}, {0x11, 0x11, 0x0a, 0x04, 0x0a, 0x11, 0x11}, // W X
    {0x11, 0x11, 0x0a, 0x04, 0x04, 0x04, 0x04}, {0x1f, 0x01, 0x02, 0x04, 0x08, 0x10, 0x1f}, // Y Z
    {0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e}, {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e}, // 0 1
    {0x0e, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1f}, {0x0e, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0e}, // 2 3
    {0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02}, {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e}, // 4 5
    {0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e}, {0x1f, 0x01, 0x02, 0x04, 0x04, 0x08, 0x08}, // 6 7
    {0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e}, {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c}, // 8 9
    {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x1f}, {0x00, 0x00, 0x00, 0x00, 0x00, 0x0c, 0x0c}, // _ .
    {0x01, 0x01, 0x02, 0x04, 0x08, 0x10, 0x10}, {0x00, 0x04, 0x04, 0x1f, 0x04, 0x04, 0x00}, // / +
};

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

// Text ---------------------------------------------------------------------------------------------------------------

static void draw_bits(CoirPainter *painter, unsigned bits, CoirRect row, CoirColor color)
{
    float pixel = row.width / 5;
    for (int from = 0; from < 5; from++) {
        int to = from;
        while (to < 5 && (bits & 16u >> to))
            to++;
        float width = (float)(to - from) * pixel;
        if (to > from)
            coir_painter_rect(painter, coir_rect(row.x + (float)from * pixel, row.y, width, row.height), color);
        from = to;
    }
}

static void draw_letter(CoirPainter *painter, const uint8_t letter[7], float x, float y, float pixel, CoirColor color)
{
    for (int from = 0, to; from < 7; from = to) {
        for (to = from + 1; to < 7 && letter[to] == letter[from];)
            to++;
        float height = (float)(to - from) * pixel;
        draw_bits(painter, letter[from], coir_rect(x, y + (float)(7 - to) * pixel, 5 * pixel, height), color);
    }
}

void ink_text(CoirPainter *painter, const char *text, float x, float y, float pixel, CoirColor color)
{
    for (; *text; text++, x += 6 * pixel) {
        const char *found = strchr(letters, toupper((unsigned char)*text));
        if (found)
            draw_letter(painter, rows[found - letters], x, y, pixel, color);
    }
}

float ink_text_width(const char *text, float pixel)
{
    return *text ? (float)(strlen(text) * 6 - 1) * pixel : 0;
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

// How much of a pixel at x, y (from the middle, y downwards) a disc covers.
static float disc(float x, float y, float radius)
{
    return clamp(radius - sqrtf(x * x + y * y) + 0.5f);
}

static Shade body(float x, float y)
{
    float dx = fmaxf(fabsf(x) - 7, 0), dy = fmaxf(fabsf(y) - 7, 0);
    return (Shade){1 - 0.22f * clamp((y + 13) / 26), clamp(6.5f - sqrtf(dx * dx + dy * dy))};
}

// A body that looks to the right, so that one sees how it is turned.
static Shade face(float x, float y)
{
    Shade shade = body(x, y);
    float eyes = fmaxf(disc(x + 1, y + 3, 2.2f), disc(x - 7, y + 3, 2.2f));
    float mouth = y > 3 ? disc(x - 3, y - 3, 4) : 0,
          gleam = fmaxf(disc(x + 0.3f, y + 4, 0.6f), disc(x - 7.7f, y + 4, 0.6f));
    shade.light = shade.light * (1 - 0.85f * fmaxf(eyes, mouth)) + 0.8f * gleam;
    return shade;
}

// The edge of the shadow is half an ellipse.
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
