// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Blend modes. One table has the traits of all modes. To add a mode, add a constant to CoirBlend and a row to the
// table. COIR_BLEND_ALPHA, the default of all nodes, stays first.

#ifndef COIR_DRAW_BLEND_H
#define COIR_DRAW_BLEND_H

#include "coir/painter.h"
#include "media/page.h"

// A blend mode for one kind of device.
typedef struct CoirDeviceBlend {
    int mode;             // SDL_BlendMode; SDL_BLENDMODE_INVALID: composed of the factors
    int drawn, below;     // SDL_BlendFactors for the drawn colour and for the colour below; the products are added
    CoirTextureForm form; // form of the textures
} CoirDeviceBlend;

typedef struct CoirBlendTraits {
    const char *name;                   // constant of CoirBlend, for messages
    bool multiplies_colors;             // the painter multiplies red, green and blue of vertices by alpha
    bool divides_colors;                // software.c divides red, green and blue of vertices by alpha
    bool has_sharp_edges;               // shapes have no soft edges, since transparent pixels change the picture below
    CoirDeviceBlend graphics, software; // software: SDL's software renderer, which refuses composed modes
} CoirBlendTraits;

extern const CoirBlendTraits coir_blends[COIR_BLEND_COUNT];

// Returns false for a number that is not a blend mode, because a program may write any number to a field.
static inline bool coir_is_blend(CoirBlend blend)
{
    return (unsigned)blend < COIR_BLEND_COUNT;
}

static inline const CoirDeviceBlend *coir_device_blend(CoirBlend blend, bool is_software)
{
    return is_software ? &coir_blends[blend].software : &coir_blends[blend].graphics;
}

// Returns the SDL_BlendMode.
int coir_blend_mode(const CoirDeviceBlend *blend);

#endif
