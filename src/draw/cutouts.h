// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Cutouts, for SDL's software renderer: a part of a page as a texture of its own, in the size, the way round and the
// tint in which it is drawn again and again. Drawing one costs a quarter of scaling, mirroring or tinting it anew.

#ifndef COIR_DRAW_CUTOUTS_H
#define COIR_DRAW_CUTOUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/color.h"
#include "draw/page.h"

// Bytes of pixels at most: three times what 1000 pictures of 50 x 50 pixels are.
#define COIR_CUTOUTS_BUDGET (32 << 20)

// How many parts of pages are known at a time; a power of two.
#define COIR_CUTOUTS_MOST 4096

// Which way round, in this order.
enum { COIR_CUT_MIRRORED = 1, COIR_CUT_UPSIDE_DOWN = 2, COIR_CUT_QUARTER_TURN = 4 }; // the turn is clockwise

// What is cut out, and how. Two are the same when all their bytes are.
typedef struct CoirCut {
    uint32_t stamp;          // the page's
    int x, y, width, height; // pixels of the page
    int to_width, to_height; // pixels of the target
    CoirColor tint;          // its alpha, too
    uint8_t form, turn;      // a CoirTextureForm, and flags of the above
    uint8_t margin;          // pixels around it: transparent, or its edges repeated if it is to be smooth
    bool smooth;             // when SDL turns it
} CoirCut;

typedef struct CoirCutout {
    CoirCut cut;
    uint32_t seen;               // the frame in which it was last asked for
    bool known;                  // asked for in more than one frame
    bool opaque;                 // every pixel is
    struct SDL_Texture *texture; // NULL: was not made
} CoirCutout;

typedef struct CoirCutouts CoirCutouts;

// For this renderer of SDL's, which stays the caller's, and must outlive it. NULL: no memory.
CoirCutouts *coir_cutouts_new(struct SDL_Renderer *device);
void coir_cutouts_destroy(CoirCutouts *cutouts);

// Drops all.
void coir_cutouts_reset(CoirCutouts *cutouts);

// A new frame begins. What is not drawn any more is dropped some time.
void coir_cutouts_begin(CoirCutouts *cutouts);

// What is known of a cut of `page`, whose copy on the device is `copy`: NULL when it is asked for in a first frame, so
// that nothing is made of what changes in every frame, or when there is no room. In a second frame the texture is made,
// unless the part of the page would do as it is, or something fails; `at_once`: in the first. Good until the next call.
// The copy's blend mode is another one afterwards.
const CoirCutout *coir_cutouts_find(CoirCutouts *cutouts, const CoirCut *cut, const CoirPage *page,
                                    struct SDL_Texture *copy, bool at_once);

// True if it is the part of the page as it is.
bool coir_cut_is_plain(const CoirCut *cut);

// Draws the part of the page as the cut says, without a cutout, in the copy's blend mode. False: SDL said why
// not.
bool coir_cut_draw(const CoirCut *cut, struct SDL_Renderer *device, struct SDL_Texture *copy, int x, int y);

// Bytes of pixels at present.
size_t coir_cutouts_bytes(const CoirCutouts *cutouts);

#endif
