// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "scene/frame.h"

#include "base/fail.h"

static bool is_inside(CoirRect part, float width, float height)
{
    return part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0 && part.x + part.width <= width &&
           part.y + part.height <= height;
}

bool coir_frame_complete(const CoirFrame *frame, const char *function, CoirFrame *full)
{
    if (!frame || !frame->texture)
        return MISTAKE("%s: the %s is NULL", function, frame ? "texture" : "frame");
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
        return MISTAKE("%s: a frame of %g x %g at %g, %g is not inside the picture of %g x %g that it was cut from",
                       function, (double)shown.width, (double)shown.height, (double)shown.x, (double)shown.y,
                       (double)full->size.x, (double)full->size.y);
    return true;
}

CoirRect coir_frame_rest(const CoirFrame *frame, bool flip_x, bool flip_y)
{
    float width = frame->rotated ? frame->region.height : frame->region.width;
    float height = frame->rotated ? frame->region.width : frame->region.height;
    float x = frame->offset.x, y = frame->offset.y;
    return coir_rect(flip_x ? frame->size.x - x - width : x, flip_y ? y : frame->size.y - y - height, width, height);
}

CoirRect coir_frame_place(const CoirFrame *frame, bool flip_x, bool flip_y, CoirRect where)
{
    CoirRect rest = coir_frame_rest(frame, flip_x, flip_y);
    if (rest.width == frame->size.x && rest.height == frame->size.y)
        return where;
    float x = where.width / frame->size.x, y = where.height / frame->size.y;
    return coir_rect(where.x + rest.x * x, where.y + rest.y * y, rest.width * x, rest.height * y);
}
