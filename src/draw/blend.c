// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "draw/blend.h"

#include <SDL.h>

#define ON_BOTH(MODE, FORM) \
    .graphics.mode = (MODE), .graphics.form = (FORM), .software.mode = (MODE), .software.form = (FORM)

const CoirBlendTraits coir_blends[COIR_BLEND_COUNT] = {
    [COIR_BLEND_ALPHA] = {.name = "COIR_BLEND_ALPHA", ON_BOTH(SDL_BLENDMODE_BLEND, COIR_TEXTURE_STRAIGHT)},
    [COIR_BLEND_ADD] = {.name = "COIR_BLEND_ADD", ON_BOTH(SDL_BLENDMODE_ADD, COIR_TEXTURE_STRAIGHT)},
    // The result is: picture below * (colour + 1 - alpha). The colour is multiplied by alpha, so transparent pixels
    // change nothing.
    [COIR_BLEND_MULTIPLY] = {.name = "COIR_BLEND_MULTIPLY",
                             .multiplies_colors = true,
                             ON_BOTH(SDL_BLENDMODE_MUL, COIR_TEXTURE_MULTIPLIED)},
    [COIR_BLEND_NONE] = {.name = "COIR_BLEND_NONE",
                         .has_sharp_edges = true,
                         ON_BOTH(SDL_BLENDMODE_NONE, COIR_TEXTURE_STRAIGHT)},
    [COIR_BLEND_PREMULTIPLIED] = {.name = "COIR_BLEND_PREMULTIPLIED",
                                  .multiplies_colors = true,
                                  .divides_colors = true,
                                  .graphics = {.mode = SDL_BLENDMODE_INVALID,
                                               .drawn = SDL_BLENDFACTOR_ONE,
                                               .below = SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA,
                                               .form = COIR_TEXTURE_STRAIGHT},
                                  .software = {.mode = SDL_BLENDMODE_BLEND, .form = COIR_TEXTURE_DIVIDED}},
};

int coir_blend_mode(const CoirDeviceBlend *blend)
{
    const SDL_BlendFactor drawn = (SDL_BlendFactor)blend->drawn, below = (SDL_BlendFactor)blend->below;
    if (blend->mode != SDL_BLENDMODE_INVALID)
        return blend->mode;
    return (int)SDL_ComposeCustomBlendMode(drawn, below, SDL_BLENDOPERATION_ADD, drawn, below, SDL_BLENDOPERATION_ADD);
}
