// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "media/frame.h"

#include <math.h>

#include "base/fail.h"
#include "base/world.h"
#include "time/nanoseconds.h"

static bool is_inside(CoirRect part, float width, float height)
{
    return part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0 && part.x + part.width <= width &&
           part.y + part.height <= height;
}

bool coir_frame_complete(const CoirFrame *frame, const char *function, CoirFrame *full)
{
    if (!coir_world_check(function))
        return false;
    if (!frame) // usually because the sheet is missing, or has no such frame
        return MISSING("%s: the frame is NULL", function);
    if (!frame->texture)
        return MISSING("%s: the texture is NULL", function);
    int width = coir_texture_width(frame->texture), height = coir_texture_height(frame->texture);
    *full = *frame;
    CoirRect *r = &full->region;
    if (r->x == 0 && r->y == 0 && r->width == 0 && r->height == 0)
        *r = coir_rect(0, 0, (float)width, (float)height);
    if (!is_inside(*r, (float)width, (float)height))
        return MISTAKE("%s: the part %g, %g, %g x %g is not inside the texture of %d x %d pixels", function,
                       (double)r->x, (double)r->y, (double)r->width, (double)r->height, width, height);
    CoirRect shown = coir_rect(full->offset.x, full->offset.y, full->rotated ? r->height : r->width,
                               full->rotated ? r->width : r->height);
    if (full->size.x == 0 && full->size.y == 0)
        full->size = coir_vec2(shown.width, shown.height);
    if (!is_inside(shown, full->size.x, full->size.y))
        return MISTAKE(
            "%s: a frame of %g x %g at %g, %g is not inside the picture of %g x %g from which the frame was cut",
            function, (double)shown.width, (double)shown.height, (double)shown.x, (double)shown.y, (double)full->size.x,
            (double)full->size.y);
    return true;
}

CoirRect coir_frame_trimmed_rect(const CoirFrame *frame, bool flip_x, bool flip_y)
{
    float width = frame->rotated ? frame->region.height : frame->region.width;
    float height = frame->rotated ? frame->region.width : frame->region.height;
    float x = frame->offset.x, y = frame->offset.y;
    return coir_rect(flip_x ? frame->size.x - x - width : x, flip_y ? y : frame->size.y - y - height, width, height);
}

CoirRect coir_frame_rect(const CoirFrame *frame, bool flip_x, bool flip_y, CoirRect where)
{
    CoirRect trimmed = coir_frame_trimmed_rect(frame, flip_x, flip_y);
    if (trimmed.width == frame->size.x && trimmed.height == frame->size.y)
        return where;
    float x = where.width / frame->size.x, y = where.height / frame->size.y;
    return coir_rect(where.x + trimmed.x * x, where.y + trimmed.y * y, trimmed.width * x, trimmed.height * y);
}

// Grids --------------------------------------------------------------------------------------------------------------

// Returns the number of whole cells along a side.
static int cells_along(int side, float cell, const CoirGrid *grid)
{
    double room = (double)side - (double)grid->margin - (double)cell;
    double count = room < 0 ? 0 : 1 + floor(room / ((double)cell + (double)grid->spacing));
    return (int)count;
}

static bool is_length(float length)
{
    return length >= 0 && isfinite(length);
}

static bool is_good_grid(const CoirGrid *grid)
{
    if (!grid)
        return MISTAKE("coir_frames_grid: the grid is NULL");
    if (!is_length(grid->margin) || !is_length(grid->spacing) || !(grid->width >= 1) || !(grid->height >= 1))
        return MISTAKE("coir_frames_grid: cells of %g x %g with a margin of %g and a spacing of %g; cells have at "
                       "least one pixel, and a margin and a spacing are at least 0",
                       (double)grid->width, (double)grid->height, (double)grid->margin, (double)grid->spacing);
    if (!(grid->delay >= 0 && grid->delay <= COIR_SECONDS_MAX))
        return MISTAKE("coir_frames_grid: a delay of %g s; it must be between 0 and a hundred years", grid->delay);
    return true;
}

// Returns the number of cells that the grid asks for, out of the `cells` in the texture; at most `room`, unless
// `frames` is NULL. Returns 0 after a mistake.
static int wanted(const CoirGrid *grid, int cells, const CoirFrame *frames, int room)
{
    if (grid->first < 0 || grid->count < 0 || grid->first >= cells || grid->count > cells - grid->first)
        return MISTAKE("coir_frames_grid: %d cells from cell %d on; the texture has %d cells, and the first is cell 0",
                       grid->count, grid->first, cells);
    if (room < 0 || (frames && grid->count > room))
        return MISTAKE("coir_frames_grid: %d cells are wanted, there is room for %d", grid->count, room);
    int count = grid->count ? grid->count : cells - grid->first;
    return frames && count > room ? room : count;
}

static CoirFrame cell_at(CoirTexture *texture, const CoirGrid *grid, int column, int row)
{
    float x = grid->margin + (float)column * (grid->width + grid->spacing);
    float y = grid->margin + (float)row * (grid->height + grid->spacing);
    CoirFrame frame = {.texture = texture, .region = coir_rect(x, y, grid->width, grid->height), .delay = grid->delay};
    return frame;
}

int coir_frames_grid(CoirTexture *texture, const CoirGrid *grid, CoirFrame *frames, int room)
{
    if (!texture)
        return MISSING("coir_frames_grid: the texture is NULL");
    if (!is_good_grid(grid))
        return 0;
    int width = coir_texture_width(texture), height = coir_texture_height(texture);
    int columns = cells_along(width, grid->width, grid), rows = cells_along(height, grid->height, grid);
    if (columns == 0 || rows == 0)
        return MISTAKE("coir_frames_grid: not one cell of %g x %g after a margin of %g is in the texture of %d x %d "
                       "pixels",
                       (double)grid->width, (double)grid->height, (double)grid->margin, width, height);
    int count = wanted(grid, columns * rows, frames, room);
    for (int i = 0; frames && i < count; i++)
        frames[i] = cell_at(texture, grid, (grid->first + i) % columns, (grid->first + i) / columns);
    return count;
}
