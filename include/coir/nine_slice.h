// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nine-slices: panels, buttons and speech bubbles of any size, whose corners keep theirs.
//
//     CoirNineSlice *panel = coir_nine_slice_add(scene, "panel.png", coir_insets_all(12), 480, 270);
//     panel->node.size = coir_vec2(300, 200);
//
// A nine-slice is a sprite: it can show another picture (coir_sprite_set_file(&panel->sprite, ...)), play an animation,
// be flipped, and have a blend mode.

#ifndef COIR_NINE_SLICE_H
#define COIR_NINE_SLICE_H

#include "coir/frame.h"
#include "coir/geometry.h"
#include "coir/node_class.h"
#include "coir/sprite.h"

// `insets` cut off the corners, in pixels of the whole picture (see coir_painter_nine_slice), and may be written at any
// time; while they do not fit the picture a mistake is reported and nothing is drawn. Its node's size is at first its
// picture's. Other than with a plain sprite, it stays as it is when another picture is shown; a size of (0, 0) becomes
// that picture's.
typedef struct CoirNineSlice {
    COIR_INHERIT(CoirSprite, sprite);
    CoirInsets insets;
} CoirNineSlice;

COIR_API_DATA const CoirNodeClass CoirNineSlice_class;

// A nine-slice of a picture file (see coir_texture_load). It is yours until it is added. NULL: no such picture, insets
// that do not fit it, or no memory.
#define coir_nine_slice_new(path, ... /* insets */) \
    coir_nine_slice_make_from_file((path), __VA_ARGS__, __FILE__, __LINE__)

// The same, its middle placed at `x`, `y` of `parent`'s points and added to it, which owns it then. NULL also for a
// position that is not finite.
#define coir_nine_slice_add(parent, path, ... /* insets, x, y */) \
    coir_nine_slice_make_in(COIR_NODE(parent), (path), __VA_ARGS__, __FILE__, __LINE__)

// A nine-slice of a texture or of a frame, which is copied. NULL for a NULL texture or frame, a frame that is not
// inside its texture, insets that do not fit, or no memory.
#define coir_nine_slice_with_texture(texture, ... /* insets */) \
    coir_nine_slice_make_from_texture((texture), __VA_ARGS__, __FILE__, __LINE__)
#define coir_nine_slice_with_frame(... /* frame, insets */) \
    coir_nine_slice_make_from_frame(__VA_ARGS__, __FILE__, __LINE__)

// What the macros call; `file` and `line` are where the caller stands.
COIR_API CoirNineSlice *coir_nine_slice_make_from_file(const char *path, CoirInsets insets, const char *file, int line);
COIR_API CoirNineSlice *coir_nine_slice_make_in(CoirNode *parent, const char *path, CoirInsets insets, float x, float y,
                                                const char *file, int line);
COIR_API CoirNineSlice *coir_nine_slice_make_from_texture(CoirTexture *texture, CoirInsets insets, const char *file,
                                                          int line);
COIR_API CoirNineSlice *coir_nine_slice_make_from_frame(const CoirFrame *frame, CoirInsets insets, const char *file,
                                                        int line);

#endif
