// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Drawing with SDL's software renderer. The software renderer and a graphics device are fast at different operations.

#ifndef COIR_DRAW_SOFT_SOFTWARE_H
#define COIR_DRAW_SOFT_SOFTWARE_H

#include "draw/painter.h"

typedef struct CoirSoftware CoirSoftware;

// Prepares drawing with an SDL renderer. The caller keeps `device`, which must outlive the result. Returns NULL if
// there is no memory.
CoirSoftware *coir_software_new(struct SDL_Renderer *device);
void coir_software_destroy(CoirSoftware *software);

// Frees all cutouts, the cached parts of pages (draw/soft/cutouts.h).
void coir_software_reset(CoirSoftware *software);

// Begins a new frame.
void coir_software_begin(CoirSoftware *software);

// Draws the quads or triangles of a draw call. `copy` is the device's copy of the page, in the form (CoirTextureForm)
// that the blend mode needs; NULL: the call has no page and draws only colours. The caller has set the clip and the
// blend mode. Returns false on failure; coir_error() says why.
bool coir_software_draw(CoirSoftware *software, const CoirPainter *painter, const CoirDrawCall *call,
                        struct SDL_Texture *copy);

#endif
