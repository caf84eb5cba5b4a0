// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pages: the textures of the graphics device. Small pictures share pages, since a change of texture between two quads
// costs fifteen times as much as a quad. A large picture has a page of its own. A page keeps no pixels in memory: each
// texture keeps its own pixels, and uploads them to the device.

#ifndef COIR_MEDIA_PAGE_H
#define COIR_MEDIA_PAGE_H

#include <stdint.h>

#include "coir/texture.h"
#include "media/packer.h"

#define COIR_PAGE_SIZE 2048
#define COIR_PAGE_IMAGE_MAX 512 // pixels, either side, of a picture that shares a page
#define COIR_PAGE_PADDING 2     // pixels round each, in which its edges are repeated: smoothing looks beyond the edge

struct SDL_Renderer;
struct SDL_Texture;

// The device may have three copies of a page. In the first copy, the colours of the pixels are not changed. In the
// second copy, they are multiplied by alpha, for COIR_BLEND_MULTIPLY. In the third copy, they are divided by alpha, for
// COIR_BLEND_PREMULTIPLIED on devices without this blend mode. Each copy is made when it is needed.
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
    CoirPlace white;        // of a shared page: a white pixel, for quads without a picture
    bool shared;            // false: the page of a single texture
    bool canvas;            // the device draws to the page, which is never uploaded (canvas.h)
    uint32_t stamp;         // unique number, new whenever a place is given back: then cached results of drawing from
                            // the page are no longer valid
    CoirPage *next, **link; // all pages

    // Set by the renderer whose device has the copies.
    struct CoirRenderer *renderer;
    struct SDL_Texture *copies[COIR_TEXTURE_FORMS];
    bool incomplete[COIR_TEXTURE_FORMS]; // some places are not uploaded
    CoirPage *next_on_device, **link_on_device;
};

// Finds a place for the texture's picture, on a shared page if the picture is small enough. Returns false without
// memory.
bool coir_place_take(CoirPlace *place, CoirTexture *texture, int width, int height, CoirFilter filter);

// Finds a place on a canvas: a page of its own, of any size. Returns false without memory.
bool coir_place_take_canvas(CoirPlace *place, CoirTexture *texture, int width, int height, CoirFilter filter);

// Gives the place back, and frees the page if no place is left.
void coir_place_give(CoirPlace *place);

// Writes the place to another variable.
void coir_place_move(CoirPlace *to, CoirPlace *from);

// Returns the device's copy of a page, with all pictures; of a canvas, the render target. NULL: coir_error() says why.
struct SDL_Texture *coir_page_copy(CoirPage *page, struct SDL_Renderer *device, CoirTextureForm form);

// Frees the copies on the device, and takes the page out of its renderer's list.
void coir_page_drop_copies(CoirPage *page);

#endif
