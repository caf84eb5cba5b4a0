// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of frames.

#ifndef COIR_MEDIA_FRAME_H
#define COIR_MEDIA_FRAME_H

#include "coir/frame.h"

// Writes the frame with its defaults filled in to `full`. A region that is not inside the texture, a region that is not
// inside the picture that it was cut from, or no texture: false, and a mistake in `function`'s name.
bool coir_frame_complete(const CoirFrame *frame, const char *function, CoirFrame *full);

// What is left of the picture that a complete frame was cut from, in pixels from the picture's lower left corner, the
// picture being mirrored left to right or upside down first.
CoirRect coir_frame_rest(const CoirFrame *frame, bool flip_x, bool flip_y);

// Where that lies when the whole picture would be over `where`.
CoirRect coir_frame_place(const CoirFrame *frame, bool flip_x, bool flip_y, CoirRect where);

#endif
