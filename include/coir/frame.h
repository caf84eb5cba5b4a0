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
    CoirTexture *texture; // not owned; only sprites, actions and sheets keep it from coir_textures_purge
    CoirRect region;      // part of the texture, in pixels from the upper left corner; all 0: the whole texture
    double delay;         // seconds for which an animation shows the frame; 0: the animation's own delay
    bool rotated;      // true: the picture is stored turned by 90 degrees clockwise; `region` is the turned rectangle
    CoirVec2 size;     // pixels of the picture before transparent borders were cut off; (0, 0): no borders were cut off
    CoirVec2 offset;   // position of `region` in the picture with its borders, in pixels from the upper left corner
    const char *event; // passed to the animation's `on_event` when the frame is shown, not copied; NULL: no event
} CoirFrame;

// Returns a frame that shows a whole texture.
static inline CoirFrame coir_frame_whole(CoirTexture *texture)
{
    CoirFrame frame = {texture, {0, 0, 0, 0}, 0, false, {0, 0}, {0, 0}, NULL};
    return frame;
}

// A grid that divides a texture into equal cells. The cells are counted from 0, from the upper left corner, along the
// rows. A field that you leave out is 0, and means the default.
typedef struct CoirGrid {
    float width, height; // of a cell, in pixels, at least 1; there is no default
    float margin;        // pixels to the left of and above the first cell
    float spacing;       // pixels between two cells
    int first, count;    // first cell, and number of cells; `count` 0: all cells from `first` on
    double delay;        // delay of each frame, in seconds
} CoirGrid;

// Stores the cells of a texture as frames in the array `frames`, which has room for `room` frames. With a `count` of 0
// in the grid, stores as many cells as there is room for. With NULL as `frames`, only counts. Returns the number of
// frames. Returns 0, reports a mistake, and leaves `frames` unchanged for a NULL texture or grid, cells smaller than a
// pixel, a number below 0 or not finite, cells that are larger than the texture, cells outside the texture, and, with
// an array, a `count` larger than `room`.
COIR_API int coir_frames_grid(CoirTexture *texture, const CoirGrid *grid, CoirFrame *frames, int room);

#endif
