// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Tiled pictures: areas that one picture fills by being repeated, and backgrounds that scroll.
//
//     CoirTiled *sky = coir_tiled_add(scene, "sky.png", 480, 270);
//     sky->node.size = coir_vec2(960, 540);
//     ...
//     sky->offset.x -= 30 * (float)dt; // to the left, for ever
//
// A tiled picture is a sprite: it can show another picture (coir_sprite_set_file(&sky->sprite, ...)), play an
// animation, be flipped (each tile for itself), and have a blend mode.

#ifndef COIR_TILED_H
#define COIR_TILED_H

#include "coir/frame.h"
#include "coir/geometry.h"
#include "coir/node_class.h"
#include "coir/sprite.h"

// The fields may be written at any time; see coir_painter_tiles for what they do. Its node's size is at first its
// picture's. Other than with a plain sprite, it stays as it is when another picture is shown; a size of (0, 0) becomes
// that picture's.
typedef struct CoirTiled {
    COIR_INHERIT(CoirSprite, sprite);
    CoirVec2 tile;   // points of one copy; at first (0, 0): one point a pixel
    CoirVec2 offset; // points by which the copies are moved to the right and up; the node stays where it is
} CoirTiled;

COIR_API_DATA const CoirNodeClass CoirTiled_class;

// A tiled picture of a file (see coir_texture_load). It is yours until it is added. NULL: no such picture, or no
// memory.
#define coir_tiled_new(path) coir_tiled_make_from_file((path), __FILE__, __LINE__)

// The same, its middle placed at `x`, `y` of `parent`'s points and added to it, which owns it then. NULL also for a
// position that is not finite.
#define coir_tiled_add(parent, path, x, y) coir_tiled_make_in(COIR_NODE(parent), (path), (x), (y), __FILE__, __LINE__)

// A tiled picture of a texture or of a frame, which is copied. NULL for a NULL texture or frame, a frame that is not
// inside its texture, or no memory.
#define coir_tiled_with_texture(texture) coir_tiled_make_from_texture((texture), __FILE__, __LINE__)
#define coir_tiled_with_frame(... /* frame */) coir_tiled_make_from_frame(__VA_ARGS__, __FILE__, __LINE__)

// What the macros call; `file` and `line` are where the caller stands.
COIR_API CoirTiled *coir_tiled_make_from_file(const char *path, const char *file, int line);
COIR_API CoirTiled *coir_tiled_make_in(CoirNode *parent, const char *path, float x, float y, const char *file,
                                       int line);
COIR_API CoirTiled *coir_tiled_make_from_texture(CoirTexture *texture, const char *file, int line);
COIR_API CoirTiled *coir_tiled_make_from_frame(const CoirFrame *frame, const char *file, int line);

#endif
