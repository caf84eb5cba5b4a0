// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pictures in parts: what coir_painter_nine_slice and coir_painter_tiles, and the nodes of that kind, draw with.

#ifndef COIR_DRAW_SLICES_H
#define COIR_DRAW_SLICES_H

#include "draw/painter.h"

// A complete frame (media/frame.h), and how it is shown.
typedef struct CoirFace {
    CoirFrame frame;
    bool flip_x, flip_y;
    CoirBlend blend;
} CoirFace;

// As the public functions; mistakes are reported in `function`'s name.
void coir_face_slice(CoirPainter *painter, const CoirFace *face, CoirInsets insets, CoirRect where,
                     const char *function);
void coir_face_tile(CoirPainter *painter, const CoirFace *face, CoirRect where, CoirVec2 tile, CoirVec2 offset,
                    const char *function);

// False, and a mistake in `function`'s name, if they are below 0 or do not fit a picture of this size.
bool coir_insets_fit(CoirInsets insets, CoirVec2 size, const char *function);

#endif
