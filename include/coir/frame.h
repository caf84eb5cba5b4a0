// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Frames: parts of a texture that sprites show. Each picture of an animation or of a sheet is a frame.
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

// A field that you leave out is 0, and means the default.
typedef struct CoirFrame {
    CoirTexture *texture;
    CoirRect region;   // part of the texture, in pixels from the upper left corner; all 0: the whole texture
    double delay;      // seconds that an animation shows the frame; 0: the animation's own delay
    bool rotated;      // the picture lies in the texture turned by 90 degrees clockwise; `region` is the place there
    CoirVec2 size;     // pixels of the picture before transparent borders were cut off; (0, 0): no borders were cut off
    CoirVec2 offset;   // place of `region` in the picture with its borders, in pixels from the upper left corner
    const char *event; // given to the animation's `on_event` when the frame is shown; NULL: no event. Not copied.
} CoirFrame;

// Returns a frame that is a whole texture.
static inline CoirFrame coir_frame_whole(CoirTexture *texture)
{
    CoirFrame frame = {texture, {0, 0, 0, 0}, 0, false, {0, 0}, {0, 0}, NULL};
    return frame;
}

// A texture that is divided into equal cells. The cells are counted from 0, from the upper left corner, along the rows.
// A field that you leave out is 0, and means the default.
typedef struct CoirGrid {
    float width, height; // of a cell, in pixels
    float margin;        // pixels before the first cell, from the left and from above
    float spacing;       // pixels between two cells
    int first, count;    // first cell, and number of cells; `count` 0: all cells that follow
    double delay;        // of the frames, in seconds
} CoirGrid;

// Stores the cells of a texture as frames in the array `frames`, which has room for `room` frames. With a `count` of 0
// in the grid, stores as many cells as there is room for. NULL as `frames`: counts only. Returns the number of frames.
// Returns 0, reports a mistake, and leaves `frames` alone for a NULL texture or grid, a number below 0 or not finite,
// cells that are larger than the texture, cells that the texture does not have, and a `count` larger than `room`.
COIR_API int coir_frames_grid(CoirTexture *texture, const CoirGrid *grid, CoirFrame *frames, int room);

#endif
