// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pages: the textures of the graphics device. Small pictures share pages, since a change of texture between two quads
// costs fifteen times as much as a quad. A large picture has a page of its own. A page keeps no pixels in memory: each
// CoirTexture keeps the pixels of its picture, and coir_page_copy uploads these pixels.

#ifndef COIR_MEDIA_PAGE_H
#define COIR_MEDIA_PAGE_H

#include <stdint.h>

#include "coir/geometry.h"
#include "coir/texture.h"
#include "media/packer.h"

#define COIR_PAGE_SIZE 2048
#define COIR_PAGE_IMAGE_MAX 512 // greatest width and height of a picture that shares a page
#define COIR_PAGE_PADDING 2     // pixels around a picture on a shared page: copies of its edges, which smoothing reads

struct SDL_Renderer;
struct SDL_Texture;

// The device may have three copies of a page: 1. with unchanged colours, 2. with colours multiplied by alpha, 3. with
// colours divided by alpha. Each copy is made when a blend mode first needs the copy.
typedef enum CoirTextureForm {
    COIR_TEXTURE_STRAIGHT,
    COIR_TEXTURE_MULTIPLIED,
    COIR_TEXTURE_DIVIDED,
    COIR_TEXTURE_FORMS,
} CoirTextureForm;

typedef struct CoirPage CoirPage;
typedef struct CoirPlace CoirPlace;

// The rectangle of a picture on a page.
struct CoirPlace {
    CoirPage *page;
    CoirTexture *texture; // NULL: the white pixel of the page
    float x, y;           // upper left corner of the picture; whole numbers
    CoirPackedRect box;   // rectangle with the padding
    bool uploaded[COIR_TEXTURE_FORMS];
    CoirPlace *next, **link; // list of all places on the page
};

struct CoirPage {
    int width, height;
    float u, v; // size of a pixel in texture coordinates: 1 / width, 1 / height
    CoirFilter filter;
    CoirPacker packer;
    CoirPlace *places;
    CoirPlace white;        // white pixel of a shared page, for quads without a picture
    bool shared;            // false: the page of a single texture
    bool canvas;            // the device draws to the page, which is never uploaded (draw/canvas.h)
    uint32_t stamp;         // unique number. Cached results of drawing from the page contain the number. When a
                            // place is freed, the page gets another number, so the results are invalid
    CoirPage *next, **link; // list of all pages

    // The copies on the device of `renderer`. If `link_on_device` is NULL, there are no copies, and `renderer` may be
    // invalid.
    struct CoirRenderer *renderer;
    struct SDL_Texture *copies[COIR_TEXTURE_FORMS];
    bool incomplete[COIR_TEXTURE_FORMS]; // some places are not uploaded
    CoirPage *next_on_device, **link_on_device;
};

// Returns the u and v of the middle of the white pixel.
static inline CoirVec2 coir_page_white(const CoirPage *page)
{
    return coir_vec2((page->white.x + 0.5f) * page->u, (page->white.y + 0.5f) * page->v);
}

// Finds a place for the texture's picture, on a shared page if the picture is small enough. Returns false if there is
// no memory.
bool coir_place_take(CoirPlace *place, CoirTexture *texture, int width, int height, CoirFilter filter);

// Makes a page of any size for a canvas, and sets `place` to the whole page. Returns false if there is no memory.
bool coir_place_take_canvas(CoirPlace *place, CoirTexture *texture, int width, int height, CoirFilter filter);

// Frees the place, and also the page if no picture is left on the page.
void coir_place_give(CoirPlace *place);

// Moves a place to another variable, and empties `from`.
void coir_place_move(CoirPlace *to, CoirPlace *from);

// Returns the device's copy of a page, with all pictures uploaded; for a canvas, the render target. Returns NULL on
// failure; coir_error() says why.
struct SDL_Texture *coir_page_copy(CoirPage *page, struct SDL_Renderer *device, CoirTextureForm form);

// Frees the copies on the device, and takes the page out of its renderer's list.
void coir_page_drop_copies(CoirPage *page);

#endif
