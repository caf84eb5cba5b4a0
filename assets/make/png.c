// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "canvas.h"

#include <SDL_image.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Number of transparent pixels around a sprite that get the colour of the sprite's edge.
enum { BLEED = 6 };

// Returns a number of a dither pattern. Dithering hides the bands of long gradients; this ordered pattern compresses
// better than noise.
static float pattern(int x, int y)
{
    static const int bayer[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
    return ((float)bayer[(y & 3) * 4 + (x & 3)] + 0.5f) / 16 - 0.5f;
}

static uint8_t to_byte(float v, float nudge)
{
    return (uint8_t)lroundf(clamp01(v + nudge / 255) * 255);
}

static void quantise(const Canvas *c, uint8_t *out, float dither)
{
    for (int y = 0; y < c->h; y++) {
        for (int x = 0; x < c->w; x++) {
            size_t i = ((size_t)y * (size_t)c->w + (size_t)x) * 4;
            const float *p = c->px + i;
            uint8_t alpha = to_byte(p[3], 0);
            out[i + 3] = alpha;
            for (size_t k = 0; k < 3 && alpha > 0; k++) {
                out[i + k] = to_byte(p[k] / p[3], pattern(x, y) * dither);
            }
        }
    }
}

// Stores in `rgb` the mean colour of the neighbours that have a colour. Returns false if no neighbour has a colour.
static bool borrow(const uint8_t *px, const uint8_t *known, int w, int h, int x, int y, uint8_t *rgb)
{
    int sum[3] = {0, 0, 0}, n = 0;
    for (int k = y - 1; k <= y + 1; k++) {
        for (int i = x - 1; i <= x + 1; i++) {
            if (i < 0 || k < 0 || i >= w || k >= h || !known[k * w + i]) {
                continue;
            }
            for (int j = 0; j < 3; j++) {
                sum[j] += px[(k * w + i) * 4 + j];
            }
            n++;
        }
    }
    for (int j = 0; j < 3 && n > 0; j++) {
        rgb[j] = (uint8_t)(sum[j] / n);
    }
    return n > 0;
}

static void bleed(uint8_t *px, int w, int h)
{
    size_t n = (size_t)w * (size_t)h;
    uint8_t *known = need(malloc(n)), *next = need(malloc(n));
    for (size_t i = 0; i < n; i++) {
        known[i] = px[i * 4 + 3] > 0;
    }
    for (int pass = 0; pass < BLEED; pass++) {
        memcpy(next, known, n);
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                if (!known[y * w + x] && borrow(px, known, w, h, x, y, px + (y * w + x) * 4)) {
                    next[y * w + x] = 1;
                }
            }
        }
        memcpy(known, next, n);
    }
    free(next);
    free(known);
}

bool cv_write(const Canvas *c, const char *folder, const char *name, float dither)
{
    char file[512];
    snprintf(file, sizeof file, "%s/%s", folder, name);
    uint8_t *out = need(calloc((size_t)c->w * (size_t)c->h, 4));
    quantise(c, out, dither);
    bleed(out, c->w, c->h);
    SDL_Surface *s = SDL_CreateRGBSurfaceWithFormatFrom(out, c->w, c->h, 32, c->w * 4, SDL_PIXELFORMAT_RGBA32);
    bool ok = s != NULL && IMG_SavePNG(s, file) == 0;
    if (!ok) {
        fprintf(stderr, "%s: %s\n", file, SDL_GetError());
    }
    SDL_FreeSurface(s);
    free(out);
    return ok;
}
