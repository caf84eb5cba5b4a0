// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pictures of a sprite, one after the other. On a node that is no sprite these are reported mistakes that do nothing.

#ifndef COIR_ANIMATION_H
#define COIR_ANIMATION_H

#include "coir/action.h"
#include "coir/frame.h"

// Shows `count` (>= 1) frames, which are copied, one after the other, all of them `loops` (>= 1) times. `restore`: at
// the end the sprite shows again what it showed before. The textures must live as long as the action. NULL on error: a
// NULL texture, a part that is not inside it, a bad number, or no memory.
COIR_API CoirAction *coir_animate(const CoirFrame *frames, int count, int loops, bool restore);

// Shows a frame, at once. NULL on error, as above.
COIR_API CoirAction *coir_set_frame(const CoirFrame *frame);

#endif
