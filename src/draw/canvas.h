// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Canvases: textures that a painter draws to, and that a painter draws like any other texture. A canvas is opaque:
// coir_painter_begin_canvas clears the canvas with the background colour.
//
// The renderer makes the texture on the device when the canvas is first drawn to, and again after the device has lost
// its textures. So draw to a canvas in each frame that shows the canvas.

#ifndef COIR_DRAW_CANVAS_H
#define COIR_DRAW_CANVAS_H

#include "draw/painter.h"
#include "media/texture.h"

// The state of a painter before coir_painter_begin_canvas. coir_painter_end_canvas restores this state.
typedef struct CoirCanvasBefore {
    CoirAffine view, transform;
    CoirColor tint;
    int clip_count, clip_floor, blend_count, blend_floor, pushed;
    CoirPage *canvas;
} CoirCanvasBefore;

// Makes a painter draw to a canvas until coir_painter_end_canvas. `view` maps points to pixels of the canvas. The clip
// is the whole canvas, the blend mode is COIR_BLEND_ALPHA, and the tint is white. Calls may be nested.
// Returns false if there is no memory: the painter then goes on drawing to the old target.
bool coir_painter_begin_canvas(CoirPainter *painter, CoirTexture *canvas, CoirAffine view, CoirCanvasBefore *before);
void coir_painter_end_canvas(CoirPainter *painter, const CoirCanvasBefore *before);

#endif
