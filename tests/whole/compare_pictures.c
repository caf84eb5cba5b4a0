// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

//     compare_pictures EXPECTED ACTUAL DIFFERENCE [TOLERANCE [PERCENT [BLOCK]]]
//     compare_pictures EXPECTED ACTUAL DIFFERENCE golden
//
// Compares two pictures. The pictures are equal if their sizes are equal, and at most PERCENT (default 0.02) per cent
// of the pixels differ by more than TOLERANCE (default 2, of 255) in a channel. With BLOCK the means of blocks of BLOCK
// x BLOCK pixels are compared. A block hides different smoothing of edges, but shows shapes that are missing or at
// another position.
//
// With "golden", EXPECTED is a picture of tests/golden. SDL2 itself drew the golden pictures, on an x86. With SDL2
// itself on an x86, the rule above applies. sdl2-compat (SDL2 on top of SDL3) and other processors round differently:
// then edges may differ, and nothing else (difference.h).
//
// Prints the differences. If pictures of equal size are not equal, writes a picture of the differences, eight times as
// strong, to DIFFERENCE. The status is 0 for equal pictures, 1 for different pictures, 2 for an error.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL_image.h>

#include "difference.h"

static SDL_Surface *load(const char *path)
{
    SDL_Surface *loaded = IMG_Load(path);
    SDL_Surface *picture = loaded ? SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_RGBA32, 0) : NULL;
    if (!picture)
        fprintf(stderr, "compare_pictures: %s: %s\n", path, SDL_GetError());
    SDL_FreeSurface(loaded);
    return picture;
}

static Uint8 *pixel(const SDL_Surface *picture, int x, int y)
{
    return (Uint8 *)picture->pixels + y * picture->pitch + x * 4;
}

static Uint8 mean(const SDL_Surface *picture, int left, int top, int channel, int block)
{
    int sum = 0;
    for (int i = 0; i < block * block; i++)
        sum += pixel(picture, left + i % block, top + i / block)[channel];
    return (Uint8)((sum + block * block / 2) / (block * block));
}

// Returns a picture of the means of the blocks of `picture`, and frees `picture`. Incomplete blocks at the edges are
// left out.
static SDL_Surface *shrink(SDL_Surface *picture, int block)
{
    if (!picture || block <= 1)
        return picture;
    SDL_Surface *small =
        SDL_CreateRGBSurfaceWithFormat(0, picture->w / block, picture->h / block, 32, SDL_PIXELFORMAT_RGBA32);
    for (int y = 0; small && y < small->h; y++)
        for (int x = 0; x < small->w; x++)
            for (int channel = 0; channel < 4; channel++)
                pixel(small, x, y)[channel] = mean(picture, x * block, y * block, channel, block);
    SDL_FreeSurface(picture);
    return small;
}

// Returns true if SDL rounds as in the golden pictures: SDL2 itself, on an x86. sdl2-compat has a patch version of 50
// or more.
static bool draws_as_golden(void)
{
#if defined(__i386__) || defined(__x86_64__) || defined(_M_IX86) || defined(_M_X64)
    SDL_version version;
    SDL_GetVersion(&version);
    return version.patch < 50;
#else
    return false;
#endif
}

static int report(SDL_Surface *a, SDL_Surface *b, const char *path, int tolerance, double percent, bool of_edges)
{
    if (a->w != b->w || a->h != b->h) {
        printf("the sizes differ: %d x %d, %d x %d\n", a->w, a->h, b->w, b->h);
        return 1;
    }
    Difference d = difference_of(a, b, tolerance);
    printf("%ld of %ld pixels differ, %ld (%.4f %%) by more than %d, %ld of these are no edges; the most is %d, at %d, "
           "%d\n",
           d.differing, d.pixels, d.beyond, 100 * (double)d.beyond / (double)d.pixels, tolerance, d.not_edges, d.most,
           d.x, d.y);
    if (of_edges ? difference_is_of_edges(&d) : difference_is_small(&d, percent))
        return 0;
    difference_show(a, b);
    if (IMG_SavePNG(a, path) != 0)
        fprintf(stderr, "compare_pictures: %s: %s\n", path, SDL_GetError());
    if (of_edges)
        printf("only edges may differ; ");
    else
        printf("at most %g %% of the pixels may differ; ", percent);
    printf("the picture of the differences is %s\n", path);
    return 1;
}

int main(int count, char **words)
{
    if (count < 4 || count > 7) {
        fprintf(stderr, "compare_pictures EXPECTED ACTUAL DIFFERENCE [golden | TOLERANCE [PERCENT [BLOCK]]]\n");
        return 2;
    }
    bool golden = count > 4 && strcmp(words[4], "golden") == 0, of_edges = golden && !draws_as_golden();
    int block = count > 6 ? atoi(words[6]) : 1;
    SDL_Surface *a = shrink(load(words[1]), block), *b = shrink(load(words[2]), block);
    int tolerance = of_edges ? DIFFERENCE_OF_EDGES : count > 4 && !golden ? atoi(words[4]) : 2;
    int status = a && b ? report(a, b, words[3], tolerance, count > 5 ? atof(words[5]) : 0.02, of_edges) : 2;
    SDL_FreeSurface(a);
    SDL_FreeSurface(b);
    return status;
}
