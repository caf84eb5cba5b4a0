// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Canvases: textures that a painter draws to, and that any painter function then draws as a picture. A canvas is
// opaque, since it is cleared with the background colour before it is drawn to.
//
// The device's target is made when the canvas is first drawn to, and again when the device has lost its textures: draw
// to a canvas in each frame in which you draw with it.

#ifndef COIR_DRAW_CANVAS_H
#define COIR_DRAW_CANVAS_H

#include "draw/painter.h"
#include "media/texture.h"

// What a painter goes back to behind a canvas.
typedef struct CoirCanvasBefore {
    CoirAffine view, transform;
    CoirColor tint;
    int clip_count, clip_floor, blend_count, blend_floor, pushed;
    CoirPage *canvas;
} CoirCanvasBefore;

// Lets a painter draw to a canvas until coir_painter_end_canvas, with another `view`: from the world's points to pixels
// of the canvas. May be nested. Returns false, and leaves the painter as it is, if there is no memory.
bool coir_painter_begin_canvas(CoirPainter *painter, CoirTexture *canvas, CoirAffine view, CoirCanvasBefore *before);
void coir_painter_end_canvas(CoirPainter *painter, const CoirCanvasBefore *before);

#endif
