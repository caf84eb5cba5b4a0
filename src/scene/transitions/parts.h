// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Functions for transitions, to draw the pictures of the two scenes, whole or in parts, moved, scaled and turned.

#ifndef COIR_SCENE_TRANSITIONS_PARTS_H
#define COIR_SCENE_TRANSITIONS_PARTS_H

#include <math.h>

#include "coir/transition.h"

static inline float coir_limited(float value, float low, float high)
{
    return value > low ? (value < high ? value : high) : low;
}

static inline CoirRect coir_whole(const CoirTransitionView *view)
{
    return coir_rect(0, 0, view->size.x, view->size.y);
}

static inline CoirColor coir_white(float alpha)
{
    return coir_rgba(255, 255, 255, (uint8_t)(coir_limited(alpha, 0, 1) * 255 + 0.5f));
}

// Returns a corner of a quad: the corner is at the point `at` of the area to draw, and shows the point `of` in a
// scene's picture.
static inline CoirVertex coir_corner(const CoirTransitionView *view, CoirVec2 at, CoirVec2 of, float alpha)
{
    CoirVertex corner = {at.x, at.y, coir_white(alpha), of.x / view->size.x, 1 - of.y / view->size.y};
    return corner;
}

// Draws the rectangle `part` of a scene's picture with the transform `way`.
static inline void coir_put_part(const CoirTransitionView *view, CoirPainter *painter, CoirTexture *picture,
                                 CoirRect part, CoirAffine way)
{
    float right = part.x + part.width, top = part.y + part.height;
    const CoirVec2 of[4] = {{part.x, top}, {right, top}, {right, part.y}, {part.x, part.y}};
    CoirVertex corners[4];
    for (int i = 0; i < 4; i++)
        corners[i] = coir_corner(view, coir_affine_apply(way, of[i]), of[i], 1);
    coir_painter_quad(painter, picture, corners);
}

// Returns the transform that moves by `x`, `y`.
static inline CoirAffine coir_moved(float x, float y)
{
    CoirAffine way = {1, 0, 0, 1, x, y};
    return way;
}

// Returns the transform that scales, and turns clockwise by `degrees`, about the point `about`, and then moves by
// `x`, `y`.
static inline CoirAffine coir_scaled(CoirVec2 about, float scale_x, float scale_y, float degrees, float x, float y)
{
    float radians = degrees * (float)(COIR_PI / 180), c = cosf(radians), s = sinf(radians);
    CoirAffine way = {c * scale_x, -s * scale_x, s * scale_y, c * scale_y, 0, 0};
    CoirVec2 moved = coir_affine_apply(way, about);
    way.tx = about.x - moved.x + x;
    way.ty = about.y - moved.y + y;
    return way;
}

// Rounds a coordinate to the nearest whole pixel, so that moving pictures are not blurred, and neighbours leave no
// gap.
static inline float coir_on_pixel(float points, float pixels_a_point)
{
    return roundf(points * pixels_a_point) / pixels_a_point;
}

static inline CoirVec2 coir_on_pixels(const CoirPainter *painter, float x, float y)
{
    CoirAffine way = coir_painter_transform(painter);
    return coir_vec2(coir_on_pixel(x, way.a), coir_on_pixel(y, -way.d));
}

#endif
