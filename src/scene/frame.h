// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of frames.

#ifndef COIR_SCENE_FRAME_H
#define COIR_SCENE_FRAME_H

#include "coir/frame.h"

// Writes the frame with its defaults filled in to `full`. A region that is not inside the texture, a region that is not
// inside the picture that it was cut from, or no texture: false, and a mistake in `function`'s name.
bool coir_frame_complete(const CoirFrame *frame, const char *function, CoirFrame *full);

#endif
