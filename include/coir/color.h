// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Colours: red, green, blue and alpha, each from 0 to 255. An alpha of 0 is transparent, 255 is opaque. Red, green
// and blue are not multiplied with alpha.

#ifndef COIR_COLOR_H
#define COIR_COLOR_H

#include <stdint.h>

typedef struct CoirColor {
    uint8_t r, g, b, a;
} CoirColor;

#define COIR_WHITE coir_rgb(255, 255, 255)
#define COIR_BLACK coir_rgb(0, 0, 0)

// Returns a colour with the channels `r`, `g`, `b` and `a`.
static inline CoirColor coir_rgba(uint8_t r, uint8_t g, uint8_t b, uint8_t a)
{
    CoirColor c = {r, g, b, a};
    return c;
}

// Returns an opaque colour.
static inline CoirColor coir_rgb(uint8_t r, uint8_t g, uint8_t b)
{
    return coir_rgba(r, g, b, 255);
}

// Returns `a` seen through a filter of colour `b`: each channel is a * b / 255, rounded.
static inline CoirColor coir_color_multiply(CoirColor a, CoirColor b)
{
    return coir_rgba((uint8_t)((a.r * b.r + 127) / 255), (uint8_t)((a.g * b.g + 127) / 255),
                     (uint8_t)((a.b * b.b + 127) / 255), (uint8_t)((a.a * b.a + 127) / 255));
}

// Returns the colour at the fraction `t` of the way from `a` (t = 0) to `b` (t = 1); `t` is clamped to 0..1.
static inline CoirColor coir_color_lerp(CoirColor a, CoirColor b, float t)
{
    float k = !(t > 0) ? 0 : t < 1 ? t : 1;
    return coir_rgba(
        (uint8_t)((float)a.r + (float)(b.r - a.r) * k + 0.5f), (uint8_t)((float)a.g + (float)(b.g - a.g) * k + 0.5f),
        (uint8_t)((float)a.b + (float)(b.b - a.b) * k + 0.5f), (uint8_t)((float)a.a + (float)(b.a - a.a) * k + 0.5f));
}

#endif
