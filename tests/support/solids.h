// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random solid shapes for tests of overlaps and sweeps, and a simple model of the shapes: the model describes a
// convex shape by the distance that the shape reaches in each direction.

#ifndef COIR_TESTS_SOLIDS_H
#define COIR_TESTS_SOLIDS_H

#include <float.h>
#include <math.h>

#include "coir/overlap.h"
#include "model/chance.h"

#define SOLID_CORNERS 8

typedef enum SolidKind { SOLID_RECT, SOLID_CIRCLE, SOLID_SEGMENT, SOLID_POLYGON, SOLID_KINDS } SolidKind;

// `points` are the corners, the middle of a circle, or the ends of a segment.
typedef struct Solid {
    SolidKind kind;
    CoirVec2 points[SOLID_CORNERS];
    int count;
    float radius;
    CoirRect rect;
} Solid;

// Returns a multiple of 1/8, so that floats add without an error.
static inline float solid_number(Chance *chance, int low, int high)
{
    return (float)chance_between(chance, low * 8, high * 8) / 8;
}

static inline CoirVec2 solid_position(Chance *chance)
{
    return coir_vec2(solid_number(chance, -20, 20), solid_number(chance, -20, 20));
}

static inline CoirRect solid_rect(Chance *chance)
{
    CoirVec2 at = solid_position(chance);
    return coir_rect(at.x, at.y, solid_number(chance, 0, 16) + 0.125f, solid_number(chance, 0, 16) + 0.125f);
}

static inline float solid_turn(CoirVec2 a, CoirVec2 b, CoirVec2 c)
{
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

// Appends a point to a chain of corners that turns left everywhere. To keep the left turns, first drops as many of
// the last corners as needed.
static inline int solid_append(CoirVec2 *corners, int count, int first, CoirVec2 point)
{
    while (count - first >= 2 && solid_turn(corners[count - 2], corners[count - 1], point) <= 0)
        count--;
    corners[count] = point;
    return count + 1;
}

// Makes the convex hull of a few random points, clockwise or anticlockwise. Returns the number of corners: fewer than 3
// if all points lie on a line.
static inline int solid_hull(Chance *chance, CoirVec2 *corners)
{
    CoirVec2 points[SOLID_CORNERS], both[2 * SOLID_CORNERS], middle = solid_position(chance);
    int wanted = chance_between(chance, 3, SOLID_CORNERS), count = 0;
    for (int i = 0; i < wanted; i++) {
        CoirVec2 p = {middle.x + solid_number(chance, -8, 8), middle.y + solid_number(chance, -8, 8)};
        int k = i;
        for (; k > 0 && (points[k - 1].x > p.x || (points[k - 1].x == p.x && points[k - 1].y > p.y)); k--)
            points[k] = points[k - 1];
        points[k] = p;
    }
    for (int i = 0; i < wanted; i++)
        count = solid_append(both, count, 0, points[i]);
    int first = count - 1;
    for (int i = wanted - 2; i >= 0; i--)
        count = solid_append(both, count, first, points[i]);
    count--;
    bool backwards = chance_one_in(chance, 2);
    for (int i = 0; i < count && i < SOLID_CORNERS; i++)
        corners[i] = both[backwards ? count - 1 - i : i];
    return count > SOLID_CORNERS ? 0 : count;
}

static inline Solid solid_any(Chance *chance, SolidKind kind)
{
    Solid solid = {.kind = kind, .count = 1};
    switch (kind) {
    case SOLID_RECT: {
        CoirRect r = solid.rect = solid_rect(chance);
        const CoirVec2 corners[4] = {
            {r.x, r.y}, {r.x + r.width, r.y}, {r.x + r.width, r.y + r.height}, {r.x, r.y + r.height}};
        solid.count = 4;
        for (int i = 0; i < 4; i++)
            solid.points[i] = corners[i];
        break;
    }
    case SOLID_CIRCLE:
        solid.points[0] = solid_position(chance);
        solid.radius = solid_number(chance, 0, 10) + 0.125f;
        break;
    case SOLID_SEGMENT:
        solid.count = 2;
        solid.points[0] = solid_position(chance);
        solid.points[1] = chance_one_in(chance, 50) ? solid.points[0] : solid_position(chance);
        break;
    default:
        do
            solid.count = solid_hull(chance, solid.points);
        while (solid.count < 3);
    }
    return solid;
}

static inline Solid solid_moved(Solid solid, CoirVec2 by)
{
    for (int i = 0; i < solid.count; i++)
        solid.points[i] = coir_vec2_add(solid.points[i], by);
    solid.rect.x += by.x;
    solid.rect.y += by.y;
    return solid;
}

// Returns how far a shape reaches in the direction (x, y), which has the length 1.
static inline double solid_reach(const Solid *solid, double x, double y)
{
    double most = -INFINITY;
    for (int i = 0; i < solid->count; i++)
        most = fmax(most, solid->points[i].x * x + solid->points[i].y * y);
    return most + solid->radius;
}

// Returns how far `a` has to be moved to touch `b` from outside, in the best of `count` directions. A result below 0
// means that the shapes are at least this far apart.
static inline double solid_depth(const Solid *a, const Solid *b, int count)
{
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        double angle = 2 * COIR_PI * i / count, x = cos(angle), y = sin(angle);
        least = fmin(least, solid_reach(b, x, y) + solid_reach(a, -x, -y));
    }
    return least;
}

// Returns the distance of a point from a shape; 0 if the point is inside. The result may be slightly too small, because
// only 360 directions are tried.
static inline double solid_outside(const Solid *solid, CoirVec2 p)
{
    Solid point = {.kind = SOLID_CIRCLE, .points = {p}, .count = 1};
    return fmax(-solid_depth(&point, solid, 360), 0);
}

#endif
