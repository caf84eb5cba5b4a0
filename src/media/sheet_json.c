// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// TexturePacker and Aseprite write the same format: "frames" and "meta". "frames" is an object with the frames by
// name, or an array of frames with a "filename". Frames of Aseprite have a "duration", and its "meta" may have
// "frameTags".

#include <stdlib.h>

#include "base/fail.h"
#include "coir/texture.h"
#include "media/json.h"
#include "media/sheet.h"
#include "time/nanoseconds.h"

#define REPEAT_MAX 65535 // Aseprite stores the number in 16 bits

typedef struct Box {
    int x, y, width, height;
} Box;

static bool read_size(const CoirJson *json, Box *box)
{
    return coir_json_whole(json, "w", 1, COIR_TEXTURE_SIZE_MAX, &box->width) &&
           coir_json_whole(json, "h", 1, COIR_TEXTURE_SIZE_MAX, &box->height);
}

static bool read_box(const CoirJson *json, Box *box)
{
    return coir_json_whole(json, "x", 0, COIR_TEXTURE_SIZE_MAX, &box->x) &&
           coir_json_whole(json, "y", 0, COIR_TEXTURE_SIZE_MAX, &box->y) && read_size(json, box);
}

// Removes Aseprite's inner padding from a frame. Aseprite counts this padding, which is equal on all sides, as part
// of the frame.
static bool leave_out_padding(const CoirJson *json, Box *frame, const Box *inner)
{
    int padding = (frame->width - inner->width) / 2;
    if (padding < 0 || frame->width != inner->width + 2 * padding || frame->height != inner->height + 2 * padding)
        return coir_json_fail(json, "%d x %d; it must be as large as the frame, which is %d x %d", inner->width,
                              inner->height, frame->width, frame->height);
    *frame = (Box){frame->x + padding, frame->y + padding, inner->width, inner->height};
    return true;
}

// Reads the size of the picture before its borders were cut off, and the position of the frame in this picture. Takes
// Aseprite's padding off `box`.
static bool read_source(const CoirJson *json, Box *box, CoirFrame *frame)
{
    CoirJson inner_json, full_json;
    Box inner, full;
    if (!coir_json_has(json, "spriteSourceSize", &inner_json))
        return true;
    if (!read_box(&inner_json, &inner) || !coir_json_object(json, "sourceSize", &full_json) ||
        !read_size(&full_json, &full) || !leave_out_padding(&inner_json, box, &inner))
        return false;
    if (inner.x + inner.width > full.width || inner.y + inner.height > full.height)
        return coir_json_fail(&inner_json, "%d, %d, %d x %d; it is not inside the sourceSize, which is %d x %d",
                              inner.x, inner.y, inner.width, inner.height, full.width, full.height);
    frame->size = coir_vec2((float)full.width, (float)full.height);
    frame->offset = coir_vec2((float)inner.x, (float)inner.y);
    return true;
}

static bool read_delay(const CoirJson *json, CoirFrame *frame)
{
    CoirJson duration;
    double milliseconds = 0;
    if (coir_json_has(json, "duration", &duration) &&
        !coir_json_number(json, "duration", 0, COIR_SECONDS_MAX * 1000, &milliseconds))
        return false;
    frame->delay = milliseconds / 1000;
    return true;
}

static bool read_frame(const CoirJson *json, CoirFrame *frame)
{
    CoirJson box_json;
    Box box;
    if (!coir_json_object(json, "frame", &box_json) || !read_box(&box_json, &box) ||
        !coir_json_flag(json, "rotated", &frame->rotated) || !read_source(json, &box, frame))
        return false;
    // The file stores the size of the frame without the quarter turn.
    int width = frame->rotated ? box.height : box.width, height = frame->rotated ? box.width : box.height;
    frame->region = coir_rect((float)box.x, (float)box.y, (float)width, (float)height);
    return read_delay(json, frame);
}

static bool add_name(CoirSheetNames *names, const CoirJson *json, const char *text)
{
    if (coir_names_find(names, text))
        return coir_json_fail(json, "the name '%s' is used twice; each name must be unique", text);
    return coir_names_add(names, text);
}

static bool read_frames(CoirSheet *sheet, const CoirJson *all)
{
    CoirJson frames, item;
    if (!coir_json_has(all, "frames", &frames))
        return coir_json_fail(&frames, "this is missing; it must be an object or an array of frames, as TexturePacker "
                                       "(JSON hash or array) and Aseprite write it");
    if (!coir_json_is_object(&frames) && !coir_json_is_array(&frames))
        return coir_json_fail(&frames, "it must be an object or an array of frames");
    int count = coir_json_count(&frames);
    if (count == 0)
        return coir_json_fail(&frames, "there are no frames");
    sheet->frames = coir_alloc((size_t)count * sizeof *sheet->frames);
    if (!sheet->frames || !coir_names_reserve(&sheet->frame_names, count))
        return false;
    for (bool more = coir_json_first(&frames, &item); more; more = coir_json_next(&item)) {
        const char *name = item.key;
        if (!read_frame(&item, &sheet->frames[item.index]) || (!name && !coir_json_text(&item, "filename", &name)) ||
            !add_name(&sheet->frame_names, &item, name))
            return false;
    }
    return true;
}

// Tags ---------------------------------------------------------------------------------------------------------------

static bool read_direction(const CoirJson *json, CoirSheetTag *tag)
{
    // In the order of CoirAnimationOrder.
    static const char *const names[] = {"forward", "reverse", "pingpong", "pingpong_reverse"};
    CoirJson direction;
    const char *name = names[0];
    if (coir_json_has(json, "direction", &direction) && !coir_json_text(json, "direction", &name))
        return false;
    for (int i = 0; i < 4; i++)
        if (strcmp(name, names[i]) == 0)
            return tag->order = (CoirAnimationOrder)i, true;
    return coir_json_fail(&direction, "'%s'; it must be forward, reverse, pingpong or pingpong_reverse", name);
}

// Reads the number of repeats. Aseprite writes the number as a text.
static bool read_repeat(const CoirJson *json, int *repeat)
{
    CoirJson member;
    const char *text;
    if (!coir_json_has(json, "repeat", &member))
        return true;
    if (!coir_json_is_text(&member))
        return coir_json_whole(json, "repeat", 0, REPEAT_MAX, repeat);
    if (!coir_json_text(json, "repeat", &text))
        return false;
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end || number < 0 || number > REPEAT_MAX)
        return coir_json_fail(&member, "'%s'; it must be a whole number from 0 to %d", text, REPEAT_MAX);
    *repeat = (int)number;
    return true;
}

// Sets the loops of a tag. In a ping-pong, Aseprite counts each direction as a repeat, and a loop of Coir has both
// directions. A ping-pong with one repeat becomes a loop in one direction.
static void count_loops(CoirSheetTag *tag, int repeat)
{
    tag->loops = repeat;
    if (tag->order < COIR_ANIMATION_PING_PONG)
        return;
    tag->loops = (repeat + 1) / 2;
    if (repeat == 1)
        tag->order = tag->order == COIR_ANIMATION_PING_PONG ? COIR_ANIMATION_FORWARD : COIR_ANIMATION_REVERSE;
}

static bool read_tag(const CoirJson *json, int frames, CoirSheetTag *tag)
{
    int to, repeat = 0;
    if (!coir_json_whole(json, "from", 0, frames - 1, &tag->from) ||
        !coir_json_whole(json, "to", tag->from, frames - 1, &to) || !read_direction(json, tag) ||
        !read_repeat(json, &repeat))
        return false;
    tag->count = to - tag->from + 1;
    count_loops(tag, repeat);
    return true;
}

static bool read_tags(CoirSheet *sheet, const CoirJson *meta)
{
    CoirJson tags, item;
    const char *name;
    if (!coir_json_has(meta, "frameTags", &tags))
        return true;
    if (!coir_json_is_array(&tags))
        return coir_json_fail(&tags, "it must be an array of tags");
    int count = coir_json_count(&tags);
    if (count == 0)
        return true;
    sheet->tags = coir_alloc((size_t)count * sizeof *sheet->tags);
    if (!sheet->tags || !coir_names_reserve(&sheet->tag_names, count))
        return false;
    for (bool more = coir_json_first(&tags, &item); more; more = coir_json_next(&item))
        if (!coir_json_text(&item, "name", &name) || !add_name(&sheet->tag_names, &item, name) ||
            !read_tag(&item, sheet->frame_names.count, &sheet->tags[item.index]))
            return false;
    return true;
}

static bool read_meta(CoirSheet *sheet, const CoirJson *all)
{
    CoirJson meta;
    const char *image;
    if (!coir_json_object(all, "meta", &meta) || !coir_json_text(&meta, "image", &image))
        return false;
    if (!image[0])
        return coir_json_fail(&meta, "the image is empty; it must be the path of the picture");
    sheet->image = coir_copy_text(image);
    return sheet->image && read_tags(sheet, &meta);
}

bool coir_sheet_parse(CoirSheet *sheet, const char *text, size_t size)
{
    CoirJson all;
    if (!coir_json_parse(&all, sheet->path, text, size))
        return false;
    bool ok = read_frames(sheet, &all) && read_meta(sheet, &all);
    coir_json_free(&all);
    return ok;
}
