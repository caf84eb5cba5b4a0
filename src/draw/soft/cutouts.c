// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Cutouts are in a table of fixed size, so that no table grows while drawing. The hash of a cut selects a few
// neighbouring slots. A new cutout takes the slot that was not requested for the longest time. A cutout that was
// requested in this frame or in the previous frame is kept: otherwise a frame that needs more cutouts than the table
// can hold would drop the cutouts that the next frame needs.
//
// A cutout is a texture with a part of a page, as SDL draws this part. The cut contains the page's stamp, so that the
// cutout of an old picture is not used for a new picture at the same position on the page.

#include "draw/soft/cutouts.h"

#include <string.h>

#include <SDL.h>

#include "base/alloc.h"
#include "media/texture.h"

#define FORMAT SDL_PIXELFORMAT_ARGB8888
#define NEIGHBOURS 8
#define UNUSED_FRAMES 600  // frames without a request after which a cutout is dropped
#define SLOTS_PER_FRAME 16 // slots that are searched for unused cutouts in each frame

struct CoirCutouts {
    SDL_Renderer *device;
    uint32_t frame;
    int next;        // slot that is searched next for unused cutouts
    bool has_failed; // true if making a cutout failed in this frame
    size_t bytes;
    CoirCutout slots[COIR_CUTOUTS_MOST];
};

CoirCutouts *coir_cutouts_new(SDL_Renderer *device)
{
    CoirCutouts *cutouts = coir_alloc(sizeof *cutouts);
    if (cutouts)
        cutouts->device = device;
    return cutouts;
}

void coir_cutouts_destroy(CoirCutouts *cutouts)
{
    if (cutouts)
        coir_cutouts_reset(cutouts);
    coir_free(cutouts);
}

size_t coir_cutouts_bytes(const CoirCutouts *cutouts)
{
    return cutouts->bytes;
}

static size_t bytes_of(const CoirCut *cut)
{
    return (size_t)(cut->to_width + 2 * cut->margin) * (size_t)(cut->to_height + 2 * cut->margin) * 4;
}

// Dropping -----------------------------------------------------------------------------------------------------------

static void drop(CoirCutouts *cutouts, CoirCutout *cutout)
{
    if (cutout->texture) {
        SDL_DestroyTexture(cutout->texture);
        cutouts->bytes -= bytes_of(&cutout->cut);
    }
    memset(cutout, 0, sizeof *cutout);
}

void coir_cutouts_reset(CoirCutouts *cutouts)
{
    for (int i = 0; i < COIR_CUTOUTS_MOST; i++)
        drop(cutouts, &cutouts->slots[i]);
}

// Returns the number of frames since the last request. An empty slot is the oldest.
static uint32_t age_of(const CoirCutouts *cutouts, const CoirCutout *cutout)
{
    return cutout->seen ? cutouts->frame - cutout->seen : UINT32_MAX;
}

void coir_cutouts_begin(CoirCutouts *cutouts)
{
    cutouts->has_failed = false;
    cutouts->frame += cutouts->frame == UINT32_MAX ? 2 : 1; // skips 0, which marks an empty slot
    for (int i = 0; i < SLOTS_PER_FRAME; i++) {
        CoirCutout *cutout = &cutouts->slots[cutouts->next];
        cutouts->next = (cutouts->next + 1) % COIR_CUTOUTS_MOST;
        if (cutout->texture && age_of(cutouts, cutout) > UNUSED_FRAMES)
            drop(cutouts, cutout);
    }
}

// Drops old cutouts until there is room for `bytes`: first cutouts that were not requested for 256 frames, then for 128
// frames, and so on down to 2 frames. Returns false if there is still no room.
static bool make_room(CoirCutouts *cutouts, size_t bytes)
{
    for (uint32_t age = 256; age > 1 && cutouts->bytes + bytes > COIR_CUTOUTS_BUDGET; age /= 2)
        for (int i = 0; i < COIR_CUTOUTS_MOST; i++)
            if (cutouts->slots[i].texture && age_of(cutouts, &cutouts->slots[i]) >= age)
                drop(cutouts, &cutouts->slots[i]);
    return cutouts->bytes + bytes <= COIR_CUTOUTS_BUDGET;
}

// Making -------------------------------------------------------------------------------------------------------------

bool coir_cut_is_unchanged(const CoirCut *cut)
{
    return cut->to_width == cut->width && cut->to_height == cut->height && !cut->turn && !cut->margin &&
           (cut->tint.r & cut->tint.g & cut->tint.b & cut->tint.a) == 255;
}

bool coir_cut_draw(const CoirCut *cut, SDL_Renderer *device, SDL_Texture *copy, int x, int y)
{
    const SDL_Rect from = {cut->x, cut->y, cut->width, cut->height};
    SDL_FRect to = {(float)x, (float)y, (float)cut->to_width, (float)cut->to_height};
    bool quarter = cut->turn & COIR_CUT_QUARTER_TURN;
    int flip = (cut->turn & COIR_CUT_MIRRORED ? SDL_FLIP_HORIZONTAL : 0) |
               (cut->turn & COIR_CUT_UPSIDE_DOWN ? SDL_FLIP_VERTICAL : 0);
    SDL_SetTextureColorMod(copy, cut->tint.r, cut->tint.g, cut->tint.b);
    SDL_SetTextureAlphaMod(copy, cut->tint.a);
    if (!cut->turn)
        return SDL_RenderCopyF(device, copy, &from, &to) == 0;
    if (quarter) { // `to` is the rectangle before the turn; the turn about `centre` brings `to` to x, y
        to.w = (float)cut->to_height;
        to.h = (float)cut->to_width;
    }
    const SDL_FPoint centre = {to.h / 2, to.h / 2};
    return SDL_RenderCopyExF(device, copy, &from, &to, quarter ? 90 : 0, &centre, (SDL_RendererFlip)flip) == 0;
}

// Returns the cut before its turn.
static CoirCut straight(const CoirCut *cut)
{
    CoirCut result = *cut;
    result.turn = 0;
    if (cut->turn & COIR_CUT_QUARTER_TURN) {
        result.to_width = cut->to_height;
        result.to_height = cut->to_width;
    }
    return result;
}

// Creates a texture for the cut with its margin. `access` is an SDL_TextureAccess.
static SDL_Texture *new_texture(SDL_Renderer *device, const CoirCut *cut, int access)
{
    int width = cut->to_width + 2 * cut->margin, height = cut->to_height + 2 * cut->margin;
    SDL_Texture *texture = SDL_CreateTexture(device, FORMAT, access, width, height);
    if (texture)
        SDL_SetTextureScaleMode(texture, cut->smooth ? SDL_ScaleModeLinear : SDL_ScaleModeNearest);
    return texture;
}

// Draws the cut nine times: shifted by one pixel to each side and corner, and last at the right position. So the margin
// of one pixel repeats the edges of the cut. When SDL draws the cutout smoothly, the edges mix with this margin.
static bool draw_with_margin(const CoirCut *cut, SDL_Renderer *device, SDL_Texture *copy)
{
    static const int shifts[3] = {0, 2, 1};
    for (int i = 0; i < 9; i++)
        if (!coir_cut_draw(cut, device, copy, shifts[i % 3], shifts[i / 3]))
            return false;
    return true;
}

// Sets a target again, and also its clip, because SDL forgets the clip of a canvas. An empty `clip` means no clip.
static bool go_back(SDL_Renderer *device, SDL_Texture *target, const SDL_Rect *clip)
{
    return SDL_SetRenderTarget(device, target) == 0 &&
           (!target || SDL_RenderSetClipRect(device, SDL_RectEmpty(clip) ? NULL : clip) == 0);
}

// Draws the cut into `texture`, and reads the result into `pixels` if `pixels` is not NULL. SDL carries out its queued
// drawing before the render target changes.
static bool draw_to(SDL_Texture *texture, const CoirCut *cut, SDL_Renderer *device, SDL_Texture *copy,
                    SDL_Surface *pixels)
{
    SDL_Texture *target = SDL_GetRenderTarget(device);
    SDL_Rect clip;
    SDL_RenderGetClipRect(device, &clip);
    if (SDL_SetRenderTarget(device, texture) != 0)
        return false;
    bool done = SDL_SetRenderDrawColor(device, 0, 0, 0, 0) == 0 && SDL_RenderClear(device) == 0 &&
                SDL_SetTextureBlendMode(copy, SDL_BLENDMODE_NONE) == 0 &&
                (cut->smooth ? draw_with_margin(cut, device, copy)
                             : coir_cut_draw(cut, device, copy, cut->margin, cut->margin)) &&
                (!pixels || SDL_RenderReadPixels(device, NULL, FORMAT, pixels->pixels, pixels->pitch) == 0);
    return go_back(device, target, &clip) && done;
}

static SDL_Texture *make_straight(SDL_Renderer *device, const CoirCut *cut, SDL_Texture *copy, SDL_Surface *pixels)
{
    SDL_Texture *texture = new_texture(device, cut, SDL_TEXTUREACCESS_TARGET);
    if (!texture || draw_to(texture, cut, device, copy, pixels))
        return texture;
    SDL_DestroyTexture(texture);
    return NULL;
}

// Writes the pixels `from` of the straight cut to `to`, mirrored and turned as the cut says.
static void turn(const CoirCut *cut, const SDL_Surface *from, uint8_t *to, int pitch)
{
    int width = cut->to_width + 2 * cut->margin, height = cut->to_height + 2 * cut->margin;
    bool quarter = cut->turn & COIR_CUT_QUARTER_TURN;
    for (int y = 0; y < height; y++, to += pitch)
        for (int x = 0; x < width; x++) {
            int u = quarter ? y : x, v = quarter ? from->h - 1 - x : y;
            u = cut->turn & COIR_CUT_MIRRORED ? from->w - 1 - u : u;
            v = cut->turn & COIR_CUT_UPSIDE_DOWN ? from->h - 1 - v : v;
            ((uint32_t *)to)[x] = ((const uint32_t *)((const uint8_t *)from->pixels + v * from->pitch))[u];
        }
}

static SDL_Texture *turned(SDL_Renderer *device, const CoirCut *cut, const SDL_Surface *pixels)
{
    SDL_Texture *texture = new_texture(device, cut, SDL_TEXTUREACCESS_STREAMING);
    void *to = NULL;
    int pitch = 0;
    if (!texture || SDL_LockTexture(texture, NULL, &to, &pitch) != 0) {
        if (texture)
            SDL_DestroyTexture(texture);
        return NULL;
    }
    turn(cut, pixels, to, pitch);
    SDL_UnlockTexture(texture);
    return texture;
}

// Makes the texture of a turned cut. The pixels are turned here, not by SDL: SDL3 (under sdl2-compat) multiplies the
// colours of a turned picture by the alpha, even without blending.
static SDL_Texture *make_turned(SDL_Renderer *device, const CoirCut *cut, SDL_Texture *copy)
{
    const CoirCut before = straight(cut);
    int width = before.to_width + 2 * before.margin, height = before.to_height + 2 * before.margin;
    SDL_Surface *pixels = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, FORMAT);
    SDL_Texture *drawn = pixels ? make_straight(device, &before, copy, pixels) : NULL, *texture = NULL;
    if (drawn) {
        texture = turned(device, cut, pixels);
        SDL_DestroyTexture(drawn);
    }
    SDL_FreeSurface(pixels);
    return texture;
}

static SDL_Texture *make(CoirCutouts *cutouts, const CoirCut *cut, SDL_Texture *copy)
{
    SDL_Renderer *device = cutouts->device;
    if (!make_room(cutouts, bytes_of(cut)))
        return NULL;
    return cut->turn ? make_turned(device, cut, copy) : make_straight(device, cut, copy, NULL);
}

// Returns true if the cut is inside one picture, and every pixel of the cut is opaque in the picture's own pixels.
static bool is_opaque(const CoirPage *page, const CoirCut *cut)
{
    const CoirPlace *place = page->places;
    while (place && (cut->x < place->box.x || cut->y < place->box.y || cut->x >= place->box.x + place->box.width ||
                     cut->y >= place->box.y + place->box.height))
        place = place->next;
    const SDL_Surface *surface = place && place->texture ? place->texture->surface : NULL;
    int left = surface ? cut->x - place->x : 0, top = surface ? cut->y - place->y : 0;
    if (!surface || left < 0 || top < 0 || left + cut->width > surface->w || top + cut->height > surface->h)
        return false;
    for (int y = top; y < top + cut->height; y++) {
        const uint32_t *row = (const uint32_t *)((const uint8_t *)surface->pixels + y * surface->pitch);
        for (int x = left; x < left + cut->width; x++)
            if (row[x] >> 24 != 255)
                return false;
    }
    return true;
}

// Prepares a cutout that is drawn: finds out whether its pixels are opaque, and makes its texture.
static void prepare(CoirCutouts *cutouts, CoirCutout *cutout, const CoirPage *page, SDL_Texture *copy)
{
    const CoirCut *cut = &cutout->cut;
    if (!cutout->is_prepared)
        cutout->opaque = cut->tint.a == 255 && !cut->margin && is_opaque(page, cut);
    cutout->is_prepared = true;
    if (cutout->texture || cutouts->has_failed || coir_cut_is_unchanged(cut))
        return;
    cutout->texture = make(cutouts, cut, copy);
    if (cutout->texture)
        cutouts->bytes += bytes_of(cut);
    else
        cutouts->has_failed = true;
}

// Finding ------------------------------------------------------------------------------------------------------------

// Returns the FNV-1a hash of the cut, word by word.
static uint32_t hash_of(const CoirCut *cut)
{
    uint32_t words[sizeof *cut / sizeof(uint32_t)], hash = 2166136261u;
    memcpy(words, cut, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = (hash ^ words[i]) * 16777619u;
    return hash ^ hash >> 16; // the multiplications bring the words' higher bits only into the higher bits of `hash`
}

// Returns the slot of a cut. A new cut takes the oldest of its neighbouring slots. Returns NULL if all these slots were
// requested in this frame or in the previous frame.
static CoirCutout *slot_of(CoirCutouts *cutouts, const CoirCut *cut)
{
    uint32_t hash = hash_of(cut);
    CoirCutout *oldest = &cutouts->slots[hash % COIR_CUTOUTS_MOST];
    for (uint32_t i = 0; i < NEIGHBOURS; i++) {
        CoirCutout *slot = &cutouts->slots[(hash + i) % COIR_CUTOUTS_MOST];
        if (slot->seen && memcmp(&slot->cut, cut, sizeof *cut) == 0)
            return slot;
        if (age_of(cutouts, slot) > age_of(cutouts, oldest))
            oldest = slot;
    }
    if (age_of(cutouts, oldest) < 2)
        return NULL;
    drop(cutouts, oldest);
    oldest->cut = *cut;
    oldest->seen = cutouts->frame;
    return oldest;
}

const CoirCutout *coir_cutouts_find(CoirCutouts *cutouts, const CoirCut *cut, const CoirPage *page, SDL_Texture *copy,
                                    bool at_once)
{
    CoirCutout *cutout = slot_of(cutouts, cut);
    if (!cutout)
        return NULL;
    if (cutout->seen != cutouts->frame || (at_once && !cutout->is_prepared))
        prepare(cutouts, cutout, page, copy);
    cutout->seen = cutouts->frame;
    return cutout->is_prepared ? cutout : NULL;
}
