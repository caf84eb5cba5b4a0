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

// Returns false if the region of the frame is not inside the texture. A region with all fields 0 becomes the whole
// texture.
static bool complete_region(CoirFrame *frame, int width, int height)
{
    CoirRect *r = &frame->region;
    if (r->x != 0 || r->y != 0 || r->width != 0 || r->height != 0)
        return is_inside(*r, (float)width, (float)height);
    *r = coir_rect(0, 0, (float)width, (float)height);
    return true;
}

// Returns the size that the region has in the picture: a rotated frame is stored turned by 90 degrees.
static CoirVec2 unrotated_size(const CoirFrame *frame)
{
    return frame->rotated ? coir_vec2(frame->region.height, frame->region.width)
                          : coir_vec2(frame->region.width, frame->region.height);
}

static CoirRect part_of_picture(const CoirFrame *frame)
{
    CoirVec2 size = unrotated_size(frame);
    return coir_rect(frame->offset.x, frame->offset.y, size.x, size.y);
}

// Returns false if the region is not inside the picture from which the frame was cut. A size of (0, 0) becomes the size
// of the region.
static bool complete_size(CoirFrame *frame)
{
    bool is_uncut = frame->size.x == 0 && frame->size.y == 0;
    if (is_uncut)
        frame->size = unrotated_size(frame);
    return (is_uncut && frame->offset.x == 0 && frame->offset.y == 0) ||
           (isfinite(frame->size.x) && isfinite(frame->size.y) &&
            is_inside(part_of_picture(frame), frame->size.x, frame->size.y));
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
    const CoirRect *r = &full->region;
    if (!complete_region(full, width, height))
        return MISTAKE("%s: the part %g, %g, %g x %g is not inside the texture of %d x %d pixels", function,
                       (double)r->x, (double)r->y, (double)r->width, (double)r->height, width, height);
    if (!complete_size(full)) {
        CoirRect part = part_of_picture(full);
        return MISTAKE("%s: a frame of %g x %g at %g, %g is not inside the picture of %g x %g from which the frame was "
                       "cut; all numbers must be finite",
                       function, (double)part.width, (double)part.height, (double)part.x, (double)part.y,
                       (double)full->size.x, (double)full->size.y);
    }
    return true;
}

CoirRect coir_frame_trimmed_rect(const CoirFrame *frame, bool flip_x, bool flip_y)
{
    CoirRect part = part_of_picture(frame);
    if (flip_x)
        part.x = frame->size.x - part.x - part.width;
    if (!flip_y)
        part.y = frame->size.y - part.y - part.height;
    return part;
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

// Returns the begin of a cell along a side.
static float cell_begin(const CoirGrid *grid, int index, float cell)
{
    return grid->margin + (float)index * (cell + grid->spacing);
}

// Returns the number of whole cells along a side.
static int cells_along(int side, float cell, const CoirGrid *grid)
{
    double room = (double)side - (double)grid->margin - (double)cell;
    int count = room < 0 ? 0 : (int)(1 + floor(room / ((double)cell + (double)grid->spacing)));
    while (count > 0 && cell_begin(grid, count - 1, cell) + cell > (float)side)
        count--; // floats are rounded
    return count;
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
                       "least one pixel, and a margin and a spacing are finite and at least 0",
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
    if (frames && (room < 0 || grid->count > room))
        return MISTAKE("coir_frames_grid: %d cells are wanted, there is room for %d", grid->count, room);
    int count = grid->count ? grid->count : cells - grid->first;
    return frames && count > room ? room : count;
}

static CoirFrame cell_at(CoirTexture *texture, const CoirGrid *grid, int column, int row)
{
    float x = cell_begin(grid, column, grid->width), y = cell_begin(grid, row, grid->height);
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
