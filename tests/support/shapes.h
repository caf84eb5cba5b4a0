// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Checks of drawn shapes: distances of vertices, and pixels that are drawn twice by a half transparent shape.

#ifndef COIR_TESTS_SHAPES_H
#define COIR_TESTS_SHAPES_H

#include "support/canvas.h"

#include <math.h>

#define RED coir_rgb(255, 0, 0)
#define HALF coir_rgba(0, 0, 0, 128)

static inline void empty(Drawing drawing)
{
    assert_true(coir_painter_end(drawing.painter));
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
}

// Finds the smallest and the largest distance from the position `from`, in pixels, to a vertex with the given alpha.
static inline void reach_of(const CoirPainter *painter, CoirVec2 from, int alpha, float *least, float *most)
{
    *least = INFINITY;
    *most = 0;
    for (int i = 0; i < painter->vertex_count; i++) {
        const CoirVertex *v = &painter->vertices[i];
        float distance = hypotf(v->x - from.x, v->y - from.y);
        if (v->color.a != alpha)
            continue;
        *least = fminf(*least, distance);
        *most = fmaxf(*most, distance);
    }
}

static inline void assert_reach(const CoirPainter *painter, CoirVec2 from, int alpha, float least, float most)
{
    float low, high;
    reach_of(painter, from, alpha, &low, &high);
    if (fabsf(low - least) > 0.01f || fabsf(high - most) > 0.01f)
        fail_msg("vertices with alpha %d are %g to %g away, expected %g to %g", alpha, (double)low, (double)high,
                 (double)least, (double)most);
}

// Checks that HALF covers no pixel twice: the red of the background is 200, or 100 under HALF. Returns the number of
// covered pixels. Frees the picture.
static inline int count_halves_and_free(SDL_Surface *picture)
{
    int count = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int red = (int)(((Uint32 *)picture->pixels)[y * picture->pitch / 4 + x] >> 16 & 255);
            if (red < 98)
                fail_msg("pixel %d, %d is drawn twice: %d", x, y, red);
            count += red < 102;
        }
    SDL_FreeSurface(picture);
    return count;
}

#endif
