// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sprites: nodes that show a picture or a part of one.
//
//     CoirSprite *logo = coir_sprite_add(scene, "logo.png", 480, 300);

#ifndef COIR_SPRITE_H
#define COIR_SPRITE_H

#include "coir/frame.h"
#include "coir/node.h"
#include "coir/painter.h"
#include "coir/texture.h"

// The fields without `_` may be read and written at any time. Its node's size is at first its picture's, one point a
// pixel; another size stretches it. Its anchor is at first its middle.
typedef struct CoirSprite {
    CoirNode node;
    CoirTexture *texture_;
    CoirRect region_;
    CoirVec2 full_size_, offset_; // as in CoirFrame
    bool rotated_ : 1, trimmed_ : 1, keeps_size_ : 1;
    bool flip_x, flip_y; // mirrored left to right, upside down
    CoirBlend blend;
} CoirSprite;

COIR_API_DATA const CoirNodeClass CoirSprite_class;

// A sprite of a picture file (see coir_texture_load). It is yours until it is added. NULL: no such picture, or no
// memory.
#define coir_sprite_new(path) coir_sprite_make_from_file((path), __FILE__, __LINE__)

// The same, placed at `x`, `y` of `parent`'s points and added to it, which owns it then. NULL also for a position that
// is not finite.
#define coir_sprite_add(parent, path, x, y) coir_sprite_make_in(COIR_NODE(parent), (path), (x), (y), __FILE__, __LINE__)

// A sprite of a texture, or of a part of one in pixels, counted from the upper left corner as picture editors do. NULL
// for a NULL texture, a part that is not inside it, or no memory. `...` is what is wanted next; so that may be a
// literal, as (CoirRect){8, 0, 8, 8}, with commas that a macro would take for its own.
#define coir_sprite_with_texture(texture) coir_sprite_make_from_texture((texture), __FILE__, __LINE__)
#define coir_sprite_with_region(texture, ... /* region */) \
    coir_sprite_make_from_region((texture), __VA_ARGS__, __FILE__, __LINE__)

// A sprite of a frame, which is copied. NULL as above, or for a frame whose offset and size do not fit its region.
#define coir_sprite_with_frame(... /* frame */) coir_sprite_make_from_frame(__VA_ARGS__, __FILE__, __LINE__)

// The same, placed at `x`, `y` of `parent`'s points and added to it.
#define coir_sprite_add_frame(parent, ... /* frame, x, y */) \
    coir_sprite_make_frame_in(COIR_NODE(parent), __VA_ARGS__, __FILE__, __LINE__)

// Shows another file, texture, part of a texture or frame, and sets the size. For types of your own that build on the
// sprite: call one of them in the `made` hook. False, and nothing changes, as above. NULL as texture shows nothing.
COIR_API bool coir_sprite_set_file(CoirSprite *sprite, const char *path);
COIR_API bool coir_sprite_set_texture(CoirSprite *sprite, CoirTexture *texture);
COIR_API bool coir_sprite_set_region(CoirSprite *sprite, CoirTexture *texture, CoirRect region);
COIR_API bool coir_sprite_set_frame(CoirSprite *sprite, const CoirFrame *frame);

// What it shows; NULL, and a frame without a texture: nothing. The frame has no delay and no event.
COIR_API CoirTexture *coir_sprite_texture(const CoirSprite *sprite);
COIR_API CoirFrame coir_sprite_frame(const CoirSprite *sprite);
COIR_API CoirRect coir_sprite_region(const CoirSprite *sprite);

// What the macros call; `file` and `line` are where the caller stands.
COIR_API CoirSprite *coir_sprite_make_from_file(const char *path, const char *file, int line);
COIR_API CoirSprite *coir_sprite_make_in(CoirNode *parent, const char *path, float x, float y, const char *file,
                                         int line);
COIR_API CoirSprite *coir_sprite_make_frame_in(CoirNode *parent, const CoirFrame *frame, float x, float y,
                                               const char *file, int line);
COIR_API CoirSprite *coir_sprite_make_from_texture(CoirTexture *texture, const char *file, int line);
COIR_API CoirSprite *coir_sprite_make_from_region(CoirTexture *texture, CoirRect region, const char *file, int line);
COIR_API CoirSprite *coir_sprite_make_from_frame(const CoirFrame *frame, const char *file, int line);

#endif
