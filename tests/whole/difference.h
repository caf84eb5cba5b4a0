// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Compares two pictures of the same size, and decides whether the differences matter.

#ifndef COIR_TESTS_DIFFERENCE_H
#define COIR_TESTS_DIFFERENCE_H

#include <stdbool.h>

#include <SDL.h>

typedef struct Difference {
    long pixels;            // number of pixels of each picture
    long differing, beyond; // pixels that differ; pixels that differ by more than the tolerance in a channel
    long not_edges;         // pixels of `beyond` that are no edges; see difference_of
    int most, x, y;         // largest difference in a channel, and its position
} Difference;

// Compares two pictures in SDL_PIXELFORMAT_RGBA32.
//
// A pixel belongs to an edge that was rounded differently if the pixel's colour in each picture is between the
// colours at and around the same position in the other picture. A check of one picture only would mistake a missing
// thin line for such an edge. In small patterns single pixels of an edge may fail this check. So a pixel that fails
// counts in `not_edges` only if at least two of its neighbours fail, too.
Difference difference_of(const SDL_Surface *expected, const SDL_Surface *actual, int tolerance);

// Returns true if at most `percent` per cent of the pixels are beyond the tolerance.
bool difference_is_small(const Difference *difference, double percent);

// Returns true if only edges differ: few pixels are beyond the tolerance, and hardly any of these pixels count in
// `not_edges`. For pictures of the same scene from different versions of SDL, compared with DIFFERENCE_OF_EDGES as the
// tolerance.
#define DIFFERENCE_OF_EDGES 10 // blending of several layers is rounded differently, too: by up to 9
bool difference_is_of_edges(const Difference *difference);

// Replaces `expected` by a picture of the differences, eight times as strong.
void difference_show(SDL_Surface *expected, const SDL_Surface *actual);

#endif
