// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal functions of frames: the defaults of a frame, and the rectangle that a frame covers.

#ifndef COIR_MEDIA_FRAME_H
#define COIR_MEDIA_FRAME_H

#include "coir/frame.h"

// Makes a complete frame: writes a copy of the frame to `full`, with the defaults of `region` and `size` if these are
// unset. Returns false, and reports a mistake under the name of `function`, if the frame or the texture is NULL, if the
// region is not inside the texture, or if the region is not inside the picture that the region was cut from.
bool coir_frame_complete(const CoirFrame *frame, const char *function, CoirFrame *full);

// Returns the rectangle of the picture that a complete frame shows: the picture without the borders that were cut off.
// The rectangle is in pixels from the lower left corner of the picture, after the picture is mirrored left to right
// (`flip_x`) and upside down (`flip_y`).
CoirRect coir_frame_trimmed_rect(const CoirFrame *frame, bool flip_x, bool flip_y);

// Returns the rectangle that a complete frame covers if the whole picture, mirrored by `flip_x` and `flip_y`, covers
// `where`.
CoirRect coir_frame_rect(const CoirFrame *frame, bool flip_x, bool flip_y, CoirRect where);

#endif
