// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The packer finds places for rectangles in a larger rectangle, and frees places.

#ifndef COIR_MEDIA_PACKER_H
#define COIR_MEDIA_PACKER_H

#include <stdbool.h>

typedef struct CoirPackedRect {
    int x, y, width, height;
} CoirPackedRect;

typedef struct CoirPacker {
    int width, height;
    CoirPackedRect *free; // unused rectangles, which do not overlap
    int free_count, free_capacity, used_count;
    long used_area;
} CoirPacker;

// Makes an empty packer of this size, which owns no memory yet. coir_packer_clear frees the memory of a packer.
CoirPacker coir_packer(int width, int height);
void coir_packer_clear(CoirPacker *packer);

// Allocates the memory for another place. Returns false if there is no memory; coir_error() says so.
bool coir_packer_reserve(CoirPacker *packer);

// Finds a place of this size. coir_packer_reserve must have been called before. Returns false if there is no room.
bool coir_packer_put(CoirPacker *packer, int width, int height, CoirPackedRect *place);

// Frees a place that coir_packer_put found.
void coir_packer_remove(CoirPacker *packer, CoirPackedRect place);

#endif
