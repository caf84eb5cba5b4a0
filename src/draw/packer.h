// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Packing rectangles into a larger one, and taking them out again.

#ifndef COIR_DRAW_PACKER_H
#define COIR_DRAW_PACKER_H

#include <stdbool.h>

typedef struct CoirPackedRect {
    int x, y, width, height;
} CoirPackedRect;

typedef struct CoirPacker {
    int width, height;
    CoirPackedRect *free; // what is not used, disjoint
    int free_count, free_capacity, used_count;
    long used_area;
} CoirPacker;

// An empty packer of this size, which owns nothing yet; coir_packer_clear frees what it has come to own.
CoirPacker coir_packer(int width, int height);
void coir_packer_clear(CoirPacker *packer);

// Sees that there is memory for one more place. False: none, said.
bool coir_packer_reserve(CoirPacker *packer);

// Finds a place of this size; wants coir_packer_reserve before it. False: there is no room.
bool coir_packer_put(CoirPacker *packer, int width, int height, CoirPackedRect *place);

// Gives back a place that was put.
void coir_packer_remove(CoirPacker *packer, CoirPackedRect place);

#endif
