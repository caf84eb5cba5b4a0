// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "difference.h"

#include <stdlib.h>

#define EDGES_MOST 2.0      // per cent of the pixels that may be `beyond`: the demo with the most edges has 1.0
#define NOT_EDGES_MOST 0.02 // per cent of the pixels that may count in `not_edges`

// A pixel that is no edge (see difference_of) counts in `not_edges` if, among the pixel and its 8 neighbours, at least
// this number of pixels are no edges.
#define BESIDE_EACH_OTHER 3

static Uint8 *pixel(const SDL_Surface *picture, int x, int y)
{
    return (Uint8 *)picture->pixels + y * picture->pitch + x * 4;
}

// Returns the largest difference of two pixels in a channel.
static int most_of(const Uint8 *a, const Uint8 *b)
{
    int most = 0;
    for (int channel = 0; channel < 4; channel++) {
        int difference = abs(a[channel] - b[channel]);
        most = difference > most ? difference : most;
    }
    return most;
}

// Returns true if the colour of a pixel is between the colours at and around the same position in the other picture, in
// each channel, give or take `tolerance`.
static bool is_between(const SDL_Surface *picture, const SDL_Surface *other, int x, int y, int tolerance)
{
    for (int channel = 0; channel < 4; channel++) {
        int value = pixel(picture, x, y)[channel], low = 255, high = 0;
        for (int v = y > 0 ? y - 1 : 0; v <= y + 1 && v < other->h; v++)
            for (int u = x > 0 ? x - 1 : 0; u <= x + 1 && u < other->w; u++) {
                int near = pixel(other, u, v)[channel];
                low = near < low ? near : low;
                high = near > high ? near : high;
            }
        if (value < low - tolerance || value > high + tolerance)
            return false;
    }
    return true;
}

// Returns the number of marked pixels among a pixel and its neighbours.
static int marks_around(const bool *marks, int width, int height, int x, int y)
{
    int count = 0;
    for (int v = y > 0 ? y - 1 : 0; v <= y + 1 && v < height; v++)
        for (int u = x > 0 ? x - 1 : 0; u <= x + 1 && u < width; u++)
            count += marks[v * width + u];
    return count;
}

static long count_not_edges(const bool *marks, int width, int height)
{
    long count = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            count += marks[y * width + x] && marks_around(marks, width, height, x, y) >= BESIDE_EACH_OTHER;
    return count;
}

Difference difference_of(const SDL_Surface *a, const SDL_Surface *b, int tolerance)
{
    Difference result = {.pixels = (long)a->w * a->h};
    bool *not_edges = calloc((size_t)result.pixels, sizeof *not_edges);
    if (!not_edges)
        abort();
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < a->w; x++) {
            int most = most_of(pixel(a, x, y), pixel(b, x, y));
            result.differing += most > 0;
            result.beyond += most > tolerance;
            not_edges[y * a->w + x] =
                most > tolerance && !(is_between(a, b, x, y, tolerance) && is_between(b, a, x, y, tolerance));
            if (most > result.most) {
                result.most = most;
                result.x = x;
                result.y = y;
            }
        }
    result.not_edges = count_not_edges(not_edges, a->w, a->h);
    free(not_edges);
    return result;
}

static double percent_of(const Difference *difference, long pixels)
{
    return 100 * (double)pixels / (double)difference->pixels;
}

bool difference_is_small(const Difference *difference, double percent)
{
    return percent_of(difference, difference->beyond) <= percent;
}

bool difference_is_of_edges(const Difference *difference)
{
    return percent_of(difference, difference->beyond) <= EDGES_MOST &&
           percent_of(difference, difference->not_edges) <= NOT_EDGES_MOST;
}

void difference_show(SDL_Surface *a, const SDL_Surface *b)
{
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < a->w; x++) {
            Uint8 *to = pixel(a, x, y);
            const Uint8 *from = pixel(b, x, y);
            for (int channel = 0; channel < 3; channel++) {
                int difference = abs(to[channel] - from[channel]);
                to[channel] = (Uint8)(difference > 31 ? 255 : difference * 8);
            }
            to[3] = 255;
        }
}
