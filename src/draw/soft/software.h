// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Drawing with SDL's software renderer, which is quick at other things than a graphics device.

#ifndef COIR_DRAW_SOFT_SOFTWARE_H
#define COIR_DRAW_SOFT_SOFTWARE_H

#include "draw/painter.h"

typedef struct CoirSoftware CoirSoftware;

// For this renderer of SDL's, which stays the caller's, and must outlive it. NULL: no memory.
CoirSoftware *coir_software_new(struct SDL_Renderer *device);
void coir_software_destroy(CoirSoftware *software);

// Gives up the textures that it has made.
void coir_software_reset(CoirSoftware *software);

// A new frame begins.
void coir_software_begin(CoirSoftware *software);

// Makes a draw call. `copy` is the device's copy of the page in the form that the blend mode wants; NULL: colours
// alone. The caller has set the clip and the blend mode. Returns false on failure; coir_error() says why.
bool coir_software_draw(CoirSoftware *software, const CoirPainter *painter, const CoirDrawCall *call,
                        struct SDL_Texture *copy);

#endif
