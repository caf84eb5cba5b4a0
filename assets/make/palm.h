// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#ifndef PALM_H
#define PALM_H

#include "canvas.h"

typedef struct Frond {
    Point root, bend, tip; // a quadratic curve
    float leaf;            // length of the longest leaflets
    float width;           // of a leaflet
    float sag;             // how much the leaflets hang
    int count;             // of leaflets on each side
} Frond;

typedef struct Palm {
    Point foot, bend, crown; // the trunk's curve
    float thick;             // of the trunk at its middle
    float reach;             // length of the fronds
    uint32_t seed;
    uint32_t dark, back; // front fronds and trunk; the fronds behind, farther into the light
    uint32_t rim;        // the light on the side of the sun
    float sun;           // -1: the sun is to the left, 1: to the right
} Palm;

void palm_frond(Canvas *c, const Frond *f, Dice *d); // adds to the path
void palm_tree(Canvas *c, const Palm *p);

#endif
