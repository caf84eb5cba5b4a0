// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// How two pictures of one size differ, and whether that matters.

#ifndef COIR_TESTS_DIFFERENCE_H
#define COIR_TESTS_DIFFERENCE_H

#include <stdbool.h>

#include <SDL.h>

typedef struct Difference {
    long pixels;            // of a picture
    long differing, beyond; // pixels that differ at all, and by more than the tolerance in a channel
    long off;               // pixels of `beyond` that cannot be edges drawn elsewhere; see below
    int most, x, y;         // the largest difference, and where
} Difference;

// For two pictures in SDL_PIXELFORMAT_RGBA32.
//
// A pixel is one of an edge that was only rounded otherwise if its colour is between those around the same place in the
// other picture, and the other way round: else a thin line that is missing would be taken for one. Where both ways of
// rounding meet small patterns single pixels may miss that; so those count as `off` that have two others beside them.
Difference difference_of(const SDL_Surface *expected, const SDL_Surface *actual, int tolerance);

// No more than that many pixels are beyond the tolerance.
bool difference_is_small(const Difference *difference, double percent);

// For two ways to draw the same, with DIFFERENCE_OF_EDGES as the tolerance: edges may differ, nothing else.
#define DIFFERENCE_OF_EDGES 10 // blending is rounded, too: by up to 9 in what has several layers
bool difference_is_of_edges(const Difference *difference);

// Makes `expected` into a picture of where the two differ, eight times as strong.
void difference_show(SDL_Surface *expected, const SDL_Surface *actual);

#endif
