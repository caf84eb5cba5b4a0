// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

//     compare_pictures EXPECTED ACTUAL DIFFERENCE [TOLERANCE [PERCENT [BLOCK]]]
//
// Two pictures are taken as equal when their sizes are, and no more than PERCENT (0.02) of the pixels differ by more
// than TOLERANCE (2) in a channel. With BLOCK the means of so many by so many pixels are compared: in those, edges that
// are smoothed in another way are nearly the same, but what is missing, or elsewhere, is not. Says what differs; when
// they are not equal it writes a picture of where, eight times as strong. The status is 0 for equal, 1 for not, 2 for
// an error.

#include <stdio.h>
#include <stdlib.h>

#include <SDL.h>
#include <SDL_image.h>

typedef struct Result {
    long differing, beyond; // pixels
    int most, x, y;         // the largest difference, and where
} Result;

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

// Frees `picture`, and hands over one whose pixels are the means of its blocks; what is beside whole ones is left out.
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

// The largest difference in a channel. The first picture is made into that of the differences.
static int compare_pixel(Uint8 *a, const Uint8 *b)
{
    int most = abs(a[3] - b[3]);
    for (int channel = 0; channel < 3; channel++) {
        int difference = abs(a[channel] - b[channel]);
        most = difference > most ? difference : most;
        a[channel] = (Uint8)(difference > 31 ? 255 : difference * 8);
    }
    a[3] = 255;
    return most;
}

static Result compare(SDL_Surface *a, const SDL_Surface *b, int tolerance)
{
    Result result = {0};
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < a->w; x++) {
            int difference = compare_pixel(pixel(a, x, y), pixel(b, x, y));
            result.differing += difference > 0;
            result.beyond += difference > tolerance;
            if (difference > result.most)
                result = (Result){result.differing, result.beyond, difference, x, y};
        }
    return result;
}

static int report(SDL_Surface *a, SDL_Surface *b, const char *path, int tolerance, double percent)
{
    if (a->w != b->w || a->h != b->h) {
        printf("the sizes differ: %d x %d, %d x %d\n", a->w, a->h, b->w, b->h);
        return 1;
    }
    Result result = compare(a, b, tolerance);
    double pixels = (double)a->w * a->h, beyond = 100 * (double)result.beyond / pixels;
    printf("%ld of %.0f pixels differ, %ld (%.4f %%) by more than %d; the most is %d, at %d, %d\n", result.differing,
           pixels, result.beyond, beyond, tolerance, result.most, result.x, result.y);
    if (beyond <= percent)
        return 0;
    if (IMG_SavePNG(a, path) != 0)
        fprintf(stderr, "compare_pictures: %s: %s\n", path, SDL_GetError());
    printf("not more than %g %% should; where they differ is in %s\n", percent, path);
    return 1;
}

int main(int count, char **words)
{
    if (count < 4 || count > 7) {
        fprintf(stderr, "compare_pictures EXPECTED ACTUAL DIFFERENCE [TOLERANCE [PERCENT [BLOCK]]]\n");
        return 2;
    }
    int block = count > 6 ? atoi(words[6]) : 1;
    SDL_Surface *a = shrink(load(words[1]), block), *b = shrink(load(words[2]), block);
    int tolerance = count > 4 ? atoi(words[4]) : 2;
    int status = a && b ? report(a, b, words[3], tolerance, count > 5 ? atof(words[5]) : 0.02) : 2;
    SDL_FreeSurface(a);
    SDL_FreeSurface(b);
    return status;
}
