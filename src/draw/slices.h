// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nine slices and tiles: drawing for coir_painter_nine_slice, for coir_painter_tiles, and for the nodes of these
// kinds.

#ifndef COIR_DRAW_SLICES_H
#define COIR_DRAW_SLICES_H

#include "draw/painter.h"

// A complete frame (media/frame.h), with flips and a blend mode.
typedef struct CoirFace {
    CoirFrame frame;
    bool flip_x, flip_y;
    CoirBlend blend;
} CoirFace;

// Do the work of the public functions. Mistakes are reported under the name of `function`.
void coir_face_slice(CoirPainter *painter, const CoirFace *face, CoirInsets insets, CoirRect where,
                     const char *function);
void coir_face_tile(CoirPainter *painter, const CoirFace *face, CoirRect where, CoirVec2 tile, CoirVec2 offset,
                    const char *function);

// Returns true if no inset is below 0 and the insets fit a picture of this size. Otherwise reports a mistake under the
// name of `function`, and returns false.
bool coir_insets_fit(CoirInsets insets, CoirVec2 size, const char *function);

#endif
