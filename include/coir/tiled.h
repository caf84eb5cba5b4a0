// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Tiled pictures: a picture that is repeated until it fills an area, for example a scrolling background.
//
//     CoirTiled *sky = coir_tiled_add(scene, "sky.png", 480, 270);
//     sky->node.size = coir_vec2(960, 540);
//     ...
//     sky->offset.x -= 30 * (float)dt; // scrolls to the left without end
//
// A tiled picture is a sprite: you can show another picture (coir_sprite_set_file(&sky->sprite, ...)), run an
// animation, flip each tile, and set a blend mode.

#ifndef COIR_TILED_H
#define COIR_TILED_H

#include "coir/frame.h"
#include "coir/geometry.h"
#include "coir/node_class.h"
#include "coir/sprite.h"

// You may write the fields at any time; see coir_painter_tiles for their effect. The default size of the node is the
// size of the picture. Unlike a plain sprite, the node keeps its size when another picture is shown, unless its size
// is (0, 0).
typedef struct CoirTiled {
    COIR_INHERIT(CoirSprite, sprite);
    CoirVec2 tile;   // size of one copy in points; default (0, 0): one point a pixel
    CoirVec2 offset; // points by which the copies are moved to the right and up; the node does not move
} CoirTiled;

COIR_API_DATA const CoirNodeClass CoirTiled_class;

// Makes a tiled picture of a file (see coir_texture_load). The node is yours until you add it to a parent. Returns
// NULL if there is no such picture, or if there is no memory.
#define coir_tiled_new(path) coir_tiled_make_from_file((path), __FILE__, __LINE__)

// Makes a tiled picture of a file with its middle at `x`, `y` in the parent's points, and adds the node to `parent`,
// which then owns the node. Also returns NULL for a NULL or destroyed parent, or a position that is not finite.
#define coir_tiled_add(parent, path, x, y) coir_tiled_make_in(COIR_NODE(parent), (path), (x), (y), __FILE__, __LINE__)

// Make a tiled picture of a texture, or of a frame; the frame is copied. Return NULL in the cases of
// coir_sprite_with_texture and coir_sprite_with_frame.
#define coir_tiled_with_texture(texture) coir_tiled_make_from_texture((texture), __FILE__, __LINE__)
#define coir_tiled_with_frame(... /* frame */) coir_tiled_make_from_frame(__VA_ARGS__, __FILE__, __LINE__)

// The macros call these functions with the caller's `file` and `line`.
COIR_API CoirTiled *coir_tiled_make_from_file(const char *path, const char *file, int line);
COIR_API CoirTiled *coir_tiled_make_in(CoirNode *parent, const char *path, float x, float y, const char *file,
                                       int line);
COIR_API CoirTiled *coir_tiled_make_from_texture(CoirTexture *texture, const char *file, int line);
COIR_API CoirTiled *coir_tiled_make_from_frame(const CoirFrame *frame, const char *file, int line);

#endif
