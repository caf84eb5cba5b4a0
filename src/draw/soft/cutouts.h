// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Cutouts, for SDL's software renderer. A cutout is a part of a page as a texture of its own, in the size, orientation
// and tint in which the part is drawn repeatedly. Drawing a cutout costs a quarter of tinting the part again, a third
// of scaling, and half of mirroring.

#ifndef COIR_DRAW_SOFT_CUTOUTS_H
#define COIR_DRAW_SOFT_CUTOUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/color.h"
#include "media/page.h"

// Largest number of bytes of pixels in all cutouts: three times the bytes of 1000 pictures of 50 x 50 pixels.
#define COIR_CUTOUTS_BUDGET (32 << 20)

// Number of slots for cutouts; a power of two.
#define COIR_CUTOUTS_MOST 4096

// Flags of CoirCut.turn, applied in this order. The quarter turn is clockwise.
enum { COIR_CUT_MIRRORED = 1, COIR_CUT_UPSIDE_DOWN = 2, COIR_CUT_QUARTER_TURN = 4 };

// A part of a page, and how the part is drawn. Two cuts are equal if all their bytes are equal.
typedef struct CoirCut {
    uint32_t stamp;          // stamp of the page
    int x, y, width, height; // the part, in pixels of the page
    int to_width, to_height; // size of the cutout without its margin, in pixels
    CoirColor tint;          // colour, with the alpha, that multiplies the pixels
    uint8_t form, turn;      // a CoirTextureForm; COIR_CUT_... flags
    uint8_t margin;          // pixels around the part: copies of the edges if `smooth`, else transparent
    bool smooth;             // true if SDL mixes pixels when turning the cutout
} CoirCut;

typedef struct CoirCutout {
    CoirCut cut;
    uint32_t seen;               // frame of the last request; 0: the slot is empty
    bool is_prepared;            // `opaque` is known: after a request in a second frame, or a request `at_once`
    bool opaque;                 // true if every pixel is opaque
    struct SDL_Texture *texture; // pixels of the cut; NULL: not made
} CoirCutout;

typedef struct CoirCutouts CoirCutouts;

// Creates the cutouts of an SDL renderer. The caller keeps the renderer, which must outlive the cutouts. Returns NULL
// if there is no memory.
CoirCutouts *coir_cutouts_new(struct SDL_Renderer *device);
void coir_cutouts_destroy(CoirCutouts *cutouts);

// Drops all cutouts.
void coir_cutouts_reset(CoirCutouts *cutouts);

// Begins a new frame. Cutouts that are no longer requested are dropped after some time.
void coir_cutouts_begin(CoirCutouts *cutouts);

// Returns the cutout for a cut of `page`; `copy` is the page's texture on the device. Returns NULL if the table has no
// room. Unless `at_once`, also returns NULL in the first frame that requests the cut, so that pictures that change in
// every frame make no cutouts. The result has a texture, unless the cut is unchanged (coir_cut_is_unchanged), or making
// the texture of this or another cutout has failed in this frame. The result is valid until the next call. The call may
// change the blend mode and the tint of `copy`.
const CoirCutout *coir_cutouts_find(CoirCutouts *cutouts, const CoirCut *cut, const CoirPage *page,
                                    struct SDL_Texture *copy, bool at_once);

// Returns true if the cut is an unchanged part of the page: same size, no turn, no margin, no tint.
bool coir_cut_is_unchanged(const CoirCut *cut);

// Draws the part of the page to the position (x, y) of the render target, in the size, orientation and tint of the cut,
// without a cutout or a margin, in the blend mode of `copy`. Changes the tint of `copy`. Returns false if SDL failed;
// SDL_GetError says why.
bool coir_cut_draw(const CoirCut *cut, struct SDL_Renderer *device, struct SDL_Texture *copy, int x, int y);

// Returns the bytes of pixels in all cutouts.
size_t coir_cutouts_bytes(const CoirCutouts *cutouts);

#endif
