// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nine-slices: panels, buttons and speech bubbles of any size. The corners of the picture keep their size.
//
//     CoirNineSlice *panel = coir_nine_slice_add(scene, "panel.png", coir_insets_all(12), 480, 270);
//     panel->node.size = coir_vec2(300, 200);
//
// A nine-slice is a sprite: you can show another picture (coir_sprite_set_file(&panel->sprite, ...)), run an animation,
// flip the picture, and set a blend mode.

#ifndef COIR_NINE_SLICE_H
#define COIR_NINE_SLICE_H

#include "coir/frame.h"
#include "coir/geometry.h"
#include "coir/node_class.h"
#include "coir/sprite.h"

// `insets` are the sizes of the corners, in pixels of the whole picture (see coir_painter_nine_slice). You may write
// the field at any time. While the insets do not fit the picture, a mistake is reported, and nothing is drawn. The
// default size of the node is the size of the picture. Unlike a plain sprite, the node keeps its size when another
// picture is shown, unless its size is (0, 0).
typedef struct CoirNineSlice {
    COIR_INHERIT(CoirSprite, sprite);
    CoirInsets insets;
} CoirNineSlice;

COIR_API_DATA const CoirNodeClass CoirNineSlice_class;

// Makes a nine-slice of a picture file (see coir_texture_load). The node is yours until you add it to a parent.
// Returns NULL if there is no such picture, for insets that do not fit the picture, or if there is no memory.
#define coir_nine_slice_new(path, ... /* insets */) \
    coir_nine_slice_make_from_file((path), __VA_ARGS__, __FILE__, __LINE__)

// Makes a nine-slice of a picture file with its middle at `x`, `y` in the parent's points, and adds the node to
// `parent`, which then owns the node. Also returns NULL for a NULL or destroyed parent, or a position that is not
// finite.
#define coir_nine_slice_add(parent, path, ... /* insets, x, y */) \
    coir_nine_slice_make_in(COIR_NODE(parent), (path), __VA_ARGS__, __FILE__, __LINE__)

// Make a nine-slice of a texture, or of a frame, which is copied. Return NULL in the cases of coir_sprite_with_texture
// and coir_sprite_with_frame, and for insets that do not fit.
#define coir_nine_slice_with_texture(texture, ... /* insets */) \
    coir_nine_slice_make_from_texture((texture), __VA_ARGS__, __FILE__, __LINE__)
#define coir_nine_slice_with_frame(... /* frame, insets */) \
    coir_nine_slice_make_from_frame(__VA_ARGS__, __FILE__, __LINE__)

// The macros call these functions with the caller's `file` and `line`.
COIR_API CoirNineSlice *coir_nine_slice_make_from_file(const char *path, CoirInsets insets, const char *file, int line);
COIR_API CoirNineSlice *coir_nine_slice_make_in(CoirNode *parent, const char *path, CoirInsets insets, float x, float y,
                                                const char *file, int line);
COIR_API CoirNineSlice *coir_nine_slice_make_from_texture(CoirTexture *texture, CoirInsets insets, const char *file,
                                                          int line);
COIR_API CoirNineSlice *coir_nine_slice_make_from_frame(const CoirFrame *frame, CoirInsets insets, const char *file,
                                                        int line);

#endif
