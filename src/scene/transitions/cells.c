// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Transitions that uncover the incoming scene cell by cell: tiles that turn off, and a mask.

#include "base/alloc.h"
#include "base/fail.h"
#include "media/texture.h"
#include "scene/transitions/parts.h"

// Tiles ---------------------------------------------------------------------------------------------------------------

#define TILES_MOST 250 // limit of the number of tiles in each direction
#define TILE_SIDE 40.0f

typedef struct Tiles {
    float side; // side of a tile in points; 0: TILE_SIDE
    uint32_t seed;
} Tiles;

static bool tiles_made(void *parameters)
{
    const Tiles *tiles = parameters;
    if (tiles->side >= 0 && isfinite(tiles->side))
        return true;
    return MISTAKE("coir_transition_turn_off_tiles: a side of %g points; it must be a finite number of at least 0",
                   (double)tiles->side);
}

// Returns the progress at which a tile turns off: 0 or more, and below 1. The multipliers are odd, and
// their set bits are spread out, so that neighbours get unrelated numbers.
static float turn_of(uint32_t column, uint32_t row, uint32_t seed)
{
    uint32_t hash = seed * 0x9e3779b1u ^ column * 0x85ebca77u ^ row * 0xc2b2ae3du;
    hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
    hash = (hash ^ hash >> 12) * 0x297a2d39u;
    return (float)((hash ^ hash >> 15) >> 8) / (float)(1 << 24);
}

static void tiles_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    const Tiles *tiles = view->parameters;
    float least = fmaxf(view->size.x, view->size.y) / TILES_MOST;
    float side = fmaxf(tiles->side > 0 ? tiles->side : TILE_SIDE, least);
    int columns = (int)ceilf(view->size.x / side), rows = (int)ceilf(view->size.y / side);
    coir_painter_image(painter, view->to, coir_whole(view));
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            CoirVec2 low = coir_on_pixels(painter, (float)column * side, (float)row * side);
            CoirVec2 high = coir_on_pixels(painter, (float)(column + 1) * side, (float)(row + 1) * side);
            high = coir_vec2(fminf(high.x, view->size.x), fminf(high.y, view->size.y));
            if (turn_of((uint32_t)column, (uint32_t)row, tiles->seed) >= view->progress)
                coir_put_part(view, painter, view->from, coir_rect(low.x, low.y, high.x - low.x, high.y - low.y),
                              coir_moved(0, 0));
        }
}

static const CoirTransitionClass tiles_class = {
    .name = "turn_off_tiles", .size = sizeof(Tiles), .made = tiles_made, .draw = tiles_draw};

CoirTransition coir_transition_turn_off_tiles(double duration, float side, uint32_t seed)
{
    return coir_transition_of(&tiles_class, duration, &(Tiles){side, seed});
}

// Mask ----------------------------------------------------------------------------------------------------------------
//
// The area is divided into a mesh of cells. `brightness` has the brightness of the picture at the corners of the
// cells. The incoming scene is drawn cell by cell. The alpha at each corner depends on the brightness there and on
// the progress. Opaque cells beside each other in a row are drawn as one quad.

#define COLUMNS 96
#define ROWS 54

typedef struct Mask {
    const char *path;
    float softness;
    float *brightness; // (ROWS + 1) * (COLUMNS + 1) numbers, 0..1, the bottom row first
} Mask;

static float brightness_of(uint32_t pixel)
{
    float r = (float)(pixel >> 16 & 255), g = (float)(pixel >> 8 & 255), b = (float)(pixel & 255);
    return (0.299f * r + 0.587f * g + 0.114f * b) * (float)(pixel >> 24) / (255 * 255);
}

// Returns the mean brightness of the pixels around a corner, up to half a cell to each side.
static float mean_at(const CoirTexture *picture, float x, float y)
{
    float width = (float)picture->width, height = (float)picture->height, sum = 0;
    float half_x = width / COLUMNS / 2, half_y = height / ROWS / 2;
    int left = (int)coir_limited(x * width - half_x, 0, width - 1);
    int right = (int)coir_limited(x * width + half_x, (float)left, width - 1);
    int top = (int)coir_limited(y * height - half_y, 0, height - 1);
    int bottom = (int)coir_limited(y * height + half_y, (float)top, height - 1);
    for (int row = top; row <= bottom; row++) {
        const uint32_t *pixels = coir_texture_row(picture, row);
        for (int column = left; column <= right; column++)
            sum += brightness_of(pixels[column]);
    }
    return sum / (float)((right - left + 1) * (bottom - top + 1));
}

static bool mask_made(void *parameters)
{
    Mask *mask = parameters;
    mask->brightness = NULL; // `destroy` frees this field, also if this function fails
    if (!(mask->softness >= 0 && mask->softness <= 1))
        return MISTAKE("coir_transition_mask: a softness of %g; it goes from 0 to 1", (double)mask->softness);
    CoirTexture *texture = coir_texture_load_for(mask->path, "coir_transition_mask");
    if (texture)
        mask->brightness = coir_alloc((ROWS + 1) * (COLUMNS + 1) * sizeof *mask->brightness);
    if (!mask->brightness)
        return false;
    float *to = mask->brightness;
    for (int row = 0; row <= ROWS; row++)
        for (int column = 0; column <= COLUMNS; column++)
            *to++ = mean_at(texture, (float)column / COLUMNS, 1 - (float)row / ROWS);
    return true;
}

static void mask_destroy(void *parameters)
{
    Mask *mask = parameters;
    coir_free(mask->brightness);
}

static float alpha_at(const Mask *mask, float progress, int column, int row)
{
    float brightness = mask->brightness[row * (COLUMNS + 1) + column], softness = fmaxf(mask->softness, 1.0f / 256);
    return coir_limited((progress * (1 + softness) - brightness) / softness, 0, 1);
}

// Computes the alphas at the corners of a cell: upper left, upper right, lower right, lower left. Returns the sum of
// the alphas.
static float find_alphas(const Mask *mask, float progress, int column, int row, float alphas[4])
{
    alphas[0] = alpha_at(mask, progress, column, row + 1);
    alphas[1] = alpha_at(mask, progress, column + 1, row + 1);
    alphas[2] = alpha_at(mask, progress, column + 1, row);
    alphas[3] = alpha_at(mask, progress, column, row);
    return alphas[0] + alphas[1] + alphas[2] + alphas[3];
}

// Draws `count` cells of a row as one quad.
static void put_cells(const CoirTransitionView *view, CoirPainter *painter, int column, int count, int row,
                      const float alphas[4])
{
    CoirVec2 low = coir_on_pixels(painter, view->size.x * (float)column / COLUMNS, view->size.y * (float)row / ROWS);
    CoirVec2 high = coir_on_pixels(painter, view->size.x * (float)(column + count) / COLUMNS,
                                   view->size.y * (float)(row + 1) / ROWS);
    const CoirVec2 points[4] = {{low.x, high.y}, high, {high.x, low.y}, low};
    CoirVertex corners[4];
    for (int i = 0; i < 4; i++)
        corners[i] = coir_corner(view, points[i], points[i], alphas[i]);
    coir_painter_quad(painter, view->to, corners);
}

static void mask_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    static const float opaque[4] = {1, 1, 1, 1};
    const Mask *mask = view->parameters;
    coir_painter_image(painter, view->from, coir_whole(view));
    for (int row = 0; row < ROWS; row++) {
        int first = 0; // column of the first opaque cell that is not drawn yet
        for (int column = 0; column <= COLUMNS; column++) {
            float alphas[4], sum = column < COLUMNS ? find_alphas(mask, view->progress, column, row, alphas) : 0;
            if (sum >= 4)
                continue;
            if (column > first)
                put_cells(view, painter, first, column - first, row, opaque);
            if (sum > 0)
                put_cells(view, painter, column, 1, row, alphas);
            first = column + 1;
        }
    }
}

static const CoirTransitionClass mask_class = {
    .name = "mask", .size = sizeof(Mask), .made = mask_made, .draw = mask_draw, .destroy = mask_destroy};

CoirTransition coir_transition_mask(double duration, const char *path, float softness)
{
    return coir_transition_of(&mask_class, duration, &(Mask){path, softness, NULL});
}
