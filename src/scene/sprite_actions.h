// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The properties of sprites that actions change: flipping and the frame.

#ifndef COIR_SCENE_SPRITE_ACTIONS_H
#define COIR_SCENE_SPRITE_ACTIONS_H

#include "action/describe/property.h"

// The functions of the frame of a sprite (animation.c).
extern const CoirFrameTraits coir_sprite_frames;

// Sets coir_sprite_properties. Must be called before a description with a property of sprites is made.
void coir_sprite_use_properties(void);

#endif
