// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Frames: parts of a texture as sprites show them, one picture each of an animation or of a sheet.
//
//     CoirFrame coin = {.texture = items, .region = {32, 0, 16, 16}};
//     CoirSprite *sprite = coir_sprite_with_frame(&coin);

#ifndef COIR_FRAME_H
#define COIR_FRAME_H

#include <stdbool.h>

#include "coir/api.h"
#include "coir/geometry.h"
#include "coir/texture.h"

// What is left out is 0, and means the default.
typedef struct CoirFrame {
    CoirTexture *texture;
    CoirRect region;   // the part of the texture, in pixels from its upper left corner; all 0: the whole
    double delay;      // seconds that an animation shows it
    bool rotated;      // it lies in the texture turned by 90 degrees clockwise; `region` is what it covers there
    CoirVec2 size;     // pixels of the picture before its transparent borders were cut off; (0, 0): none were
    CoirVec2 offset;   // where in that picture the region was, in pixels from its upper left corner
    const char *event; // told to an animation's on_event when it is shown; NULL: nothing. Not copied.
} CoirFrame;

// The whole of a texture.
static inline CoirFrame coir_frame_whole(CoirTexture *texture)
{
    CoirFrame frame = {.texture = texture};
    return frame;
}

#endif
