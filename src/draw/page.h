// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pages: what the graphics device has as one texture. Small pictures share pages, since a change of texture between two
// quads costs fifteen times what a quad costs; a large one has a page of its own. A page has no pixels here: each
// texture keeps its own, and they are brought to the device from there.

#ifndef COIR_DRAW_PAGE_H
#define COIR_DRAW_PAGE_H

#include <stdint.h>

#include "coir/texture.h"
#include "draw/packer.h"

#define COIR_PAGE_SIZE 2048
#define COIR_PAGE_IMAGE_MAX 512 // pixels, either side, of a picture that shares a page
#define COIR_PAGE_PADDING 2     // pixels round each, in which its edges are repeated: smoothing looks beyond the edge

struct SDL_Renderer;
struct SDL_Texture;

// The device's copies: as the pixels are; with alpha multiplied in, which blending MULTIPLY wants; and divided by
// alpha, for PREMULTIPLIED where the device cannot blend so. Each is made when something is first drawn so.
typedef enum CoirTextureForm {
    COIR_TEXTURE_STRAIGHT,
    COIR_TEXTURE_MULTIPLIED,
    COIR_TEXTURE_DIVIDED,
    COIR_TEXTURE_FORMS,
} CoirTextureForm;

typedef struct CoirPage CoirPage;
typedef struct CoirPlace CoirPlace;

// Where a picture lies on a page.
struct CoirPlace {
    CoirPage *page;
    CoirTexture *texture; // NULL: the page's white spot
    float x, y;           // of the picture's upper left corner; whole numbers
    CoirPackedRect box;   // with the padding
    bool uploaded[COIR_TEXTURE_FORMS];
    CoirPlace *next, **link; // all places on the page
};

struct CoirPage {
    int width, height;
    float u, v; // of one pixel: 1 / width, 1 / height
    CoirFilter filter;
    CoirPacker packer;
    CoirPlace *places;
    CoirPlace white;        // of a shared page: a white pixel, for what has no picture
    bool shared;            // else it is one texture's
    bool canvas;            // drawn to by the device, and never uploaded (canvas.h); one texture's
    uint32_t stamp;         // another one for each page, and whenever a place is given back: what was drawn from the
                            // page before may not be what is there now
    CoirPage *next, **link; // all pages

    // Set by the renderer whose device has the copies.
    struct CoirRenderer *renderer;
    struct SDL_Texture *copies[COIR_TEXTURE_FORMS];
    bool incomplete[COIR_TEXTURE_FORMS]; // some places are not uploaded
    CoirPage *next_on_device, **link_on_device;
};

// Finds a place for the texture's picture, on a shared page if it is small enough. False: no memory, said.
bool coir_place_take(CoirPlace *place, CoirTexture *texture, int width, int height, CoirFilter filter);

// Finds a place on a canvas: a page of its own, of any size. False: no memory, said.
bool coir_place_take_canvas(CoirPlace *place, CoirTexture *texture, int width, int height, CoirFilter filter);

// Gives the place back, and the page if it was the last on it.
void coir_place_give(CoirPlace *place);

// Writes the place to another variable.
void coir_place_move(CoirPlace *to, CoirPlace *from);

// The device's copy of a page, with all pictures on it; of a canvas, the render target. NULL: said.
struct SDL_Texture *coir_page_copy(CoirPage *page, struct SDL_Renderer *device, CoirTextureForm form);

// Frees the copies on the device, and takes the page out of its renderer's list.
void coir_page_drop_copies(CoirPage *page);

#endif
