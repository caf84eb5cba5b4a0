// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sprites: nodes that show a picture or a part of a picture.
//
//     CoirSprite *logo = coir_sprite_add(scene, "logo.png", 480, 300);

#ifndef COIR_SPRITE_H
#define COIR_SPRITE_H

#include "coir/frame.h"
#include "coir/node.h"
#include "coir/painter.h"
#include "coir/texture.h"

// You may read and write the fields without `_` at any time. The default size of the node is the size of the picture,
// one point a pixel, and the default anchor is the middle. Another size stretches the picture.
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

// Makes a sprite of a picture file (see coir_texture_load). The sprite is yours until you add it to a parent. Returns
// NULL if there is no such picture, or if there is no memory.
#define coir_sprite_new(path) coir_sprite_make_from_file((path), __FILE__, __LINE__)

// Makes a sprite of a picture file at `x`, `y` in the parent's points, and adds the sprite to `parent`, which then
// owns the sprite. Also returns NULL for a NULL or destroyed parent, or a position that is not finite.
#define coir_sprite_add(parent, path, x, y) coir_sprite_make_in(COIR_NODE(parent), (path), (x), (y), __FILE__, __LINE__)

// Make a sprite of a texture, or of a region of a texture, in pixels from the upper left corner. Return NULL for a
// NULL texture, a region that is not inside the texture, or if there is no memory. The macro takes the region as `...`,
// so that the region may be a literal: coir_sprite_with_region(texture, (CoirRect){8, 0, 8, 8}).
#define coir_sprite_with_texture(texture) coir_sprite_make_from_texture((texture), __FILE__, __LINE__)
#define coir_sprite_with_region(texture, ... /* region */) \
    coir_sprite_make_from_region((texture), __VA_ARGS__, __FILE__, __LINE__)

// Makes a sprite of a frame, which is copied. Returns NULL for a NULL frame or texture, a region that is not inside the
// texture, an offset and size that do not fit the region, or if there is no memory.
#define coir_sprite_with_frame(... /* frame */) coir_sprite_make_from_frame(__VA_ARGS__, __FILE__, __LINE__)

// Makes a sprite of a frame at `x`, `y` in the parent's points, and adds the sprite to `parent`, which then owns the
// sprite. Returns NULL on the errors of coir_sprite_with_frame and coir_sprite_add.
#define coir_sprite_add_frame(parent, ... /* frame, x, y */) \
    coir_sprite_make_frame_in(COIR_NODE(parent), __VA_ARGS__, __FILE__, __LINE__)

// Show another file, texture, region of a texture, or frame, and set the node's size, unless the sprite keeps its size
// (coir/tiled.h, coir/nine_slice.h). In a node type of your own that is derived from CoirSprite, call one of these
// functions in the `made` hook. Return false, and change nothing, on the errors above. Exception:
// coir_sprite_set_texture with a NULL texture is no error; the sprite then shows nothing.
COIR_API bool coir_sprite_set_file(CoirSprite *sprite, const char *path);
COIR_API bool coir_sprite_set_texture(CoirSprite *sprite, CoirTexture *texture);
COIR_API bool coir_sprite_set_region(CoirSprite *sprite, CoirTexture *texture, CoirRect region);
COIR_API bool coir_sprite_set_frame(CoirSprite *sprite, const CoirFrame *frame);

// Return the texture, the frame and the region that the sprite shows. If the sprite shows nothing, the texture is
// NULL, and the frame has no texture. The frame has no delay and no event. A NULL sprite counts as a sprite that shows
// nothing.
COIR_API CoirTexture *coir_sprite_texture(const CoirSprite *sprite);
COIR_API CoirFrame coir_sprite_frame(const CoirSprite *sprite);
COIR_API CoirRect coir_sprite_region(const CoirSprite *sprite);

// The macros call these functions with the caller's `file` and `line`.
COIR_API CoirSprite *coir_sprite_make_from_file(const char *path, const char *file, int line);
COIR_API CoirSprite *coir_sprite_make_in(CoirNode *parent, const char *path, float x, float y, const char *file,
                                         int line);
COIR_API CoirSprite *coir_sprite_make_frame_in(CoirNode *parent, const CoirFrame *frame, float x, float y,
                                               const char *file, int line);
COIR_API CoirSprite *coir_sprite_make_from_texture(CoirTexture *texture, const char *file, int line);
COIR_API CoirSprite *coir_sprite_make_from_region(CoirTexture *texture, CoirRect region, const char *file, int line);
COIR_API CoirSprite *coir_sprite_make_from_frame(const CoirFrame *frame, const char *file, int line);

#endif
