// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Frames: parts of a texture as sprites show them, one picture each of an animation or of a sheet.
//
//     CoirFrame coin = {.texture = items, .region = {32, 0, 16, 16}};
//     CoirSprite *sprite = coir_sprite_with_frame(&coin);

#ifndef COIR_FRAME_H
#define COIR_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#include "coir/api.h"
#include "coir/geometry.h"
#include "coir/texture.h"

// What is left out is 0, and means the default.
typedef struct CoirFrame {
    CoirTexture *texture;
    CoirRect region;   // the part of the texture, in pixels from its upper left corner; all 0: the whole
    double delay;      // seconds that an animation shows it; 0: the animation's own delay
    bool rotated;      // it lies in the texture turned by 90 degrees clockwise; `region` is what it covers there
    CoirVec2 size;     // pixels of the picture before its transparent borders were cut off; (0, 0): none were
    CoirVec2 offset;   // where in that picture the region was, in pixels from its upper left corner
    const char *event; // told to an animation's on_event when it is shown; NULL: nothing. Not copied.
} CoirFrame;

// The whole of a texture.
static inline CoirFrame coir_frame_whole(CoirTexture *texture)
{
    CoirFrame frame = {texture, {0, 0, 0, 0}, 0, false, {0, 0}, {0, 0}, NULL};
    return frame;
}

// The cells of a texture that is divided evenly, counted along the rows from the upper left one, from 0. What is left
// out is 0, and means the default.
typedef struct CoirGrid {
    float width, height; // of a cell, pixels
    float margin;        // pixels before the first cell, from the left and from above
    float spacing;       // pixels between two cells
    int first, count;    // the first cell that is wanted, and how many; 0: all that follow
    double delay;        // of the frames, seconds
} CoirGrid;

// Cuts cells out of a texture, into the array `frames` with room for `room` of them; where all are wanted, as many as
// fit into it. NULL as `frames`: only counts them. Returns how many they are. 0, and a reported mistake: a NULL
// texture or grid, a number that is below 0 or not finite, cells that are larger than the texture, cells that it does
// not have, or a `count` beyond `room`; `frames` is then as it was.
COIR_API int coir_frames_grid(CoirTexture *texture, const CoirGrid *grid, CoirFrame *frames, int room);

#endif
