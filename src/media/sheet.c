// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A game has few sheets with many frames. So the sheets are in a list, with the last loaded sheet first, and the
// names of each sheet are in a hash table.

#include "media/sheet.h"

#include <string.h>

#include "base/fail.h"
#include "base/world.h"
#include "media/file.h"
#include "media/texture.h"

#define FILE_SIZE_MAX ((size_t)64 << 20)

static CoirSheet *newest;

// Names --------------------------------------------------------------------------------------------------------------

bool coir_names_reserve(CoirSheetNames *names, int count)
{
    names->items = coir_alloc((size_t)count * sizeof *names->items);
    return names->items;
}

bool coir_names_add(CoirSheetNames *names, const char *text)
{
    CoirSheetName *name = &names->items[names->count];
    name->text = coir_copy_text(text);
    if (!name->text)
        return false;
    name->index = names->count++;
    HASH_ADD_KEYPTR(hh, names->table, name->text, strlen(name->text), name);
    return !name->hash_failed;
}

const CoirSheetName *coir_names_find(const CoirSheetNames *names, const char *text)
{
    CoirSheetName *name = NULL;
    HASH_FIND(hh, names->table, text, strlen(text), name);
    return name;
}

static void free_names(CoirSheetNames *names)
{
    HASH_CLEAR(hh, names->table);
    for (int i = 0; i < names->count; i++)
        coir_free(names->items[i].text);
    coir_free(names->items);
}

// Loading ------------------------------------------------------------------------------------------------------------

void coir_sheet_free(CoirSheet *sheet)
{
    if (!sheet)
        return;
    coir_texture_release(sheet->texture);
    free_names(&sheet->frame_names);
    free_names(&sheet->tag_names);
    coir_free(sheet->frames);
    coir_free(sheet->tags);
    coir_free(sheet->image);
    coir_free(sheet->path);
    coir_free(sheet);
}

bool coir_sheet_fit(CoirSheet *sheet, CoirTexture *texture)
{
    float width = (float)coir_texture_width(texture), height = (float)coir_texture_height(texture);
    for (int i = 0; i < sheet->frame_names.count; i++) {
        CoirRect r = sheet->frames[i].region;
        if (r.x + r.width > width || r.y + r.height > height)
            return FAIL("'%s': the frame \"%s\": the part %g, %g, %g x %g is not inside the picture '%s' of %g x %g "
                        "pixels; do the two files come from one export?",
                        sheet->path, sheet->frame_names.items[i].text, (double)r.x, (double)r.y, (double)r.width,
                        (double)r.height, sheet->image, (double)width, (double)height);
    }
    for (int i = 0; i < sheet->frame_names.count; i++)
        sheet->frames[i].texture = texture;
    coir_texture_retain(texture);
    sheet->texture = texture;
    return true;
}

static bool read_file(CoirSheet *sheet, const char *advice)
{
    size_t size;
    char *text = (char *)coir_file_read("sheet", sheet->path, advice, FILE_SIZE_MAX, &size);
    bool ok = text && coir_sheet_parse(sheet, text, size);
    coir_free(text);
    return ok;
}

// Loads the picture of a sheet. `path` is the path of the sheet that the user gave, not the resolved path:
// coir_texture_load_for resolves the path of the picture.
static bool read_picture(CoirSheet *sheet, const char *path)
{
    char *image = coir_path_beside(path, sheet->image);
    if (!image)
        return false;
    CoirTexture *texture = coir_texture_load_for(image, "coir_sheet_load");
    coir_free(image);
    if (!texture)
        return FAIL("'%s': meta.image: %s", sheet->path, coir_error());
    return coir_sheet_fit(sheet, texture);
}

// Takes ownership of `full`.
static CoirSheet *load(char *full, const char *path)
{
    CoirSheet *sheet = coir_alloc(sizeof *sheet);
    if (!sheet) {
        coir_free(full);
        return NULL;
    }
    sheet->path = full;
    if (!read_file(sheet, coir_path_advice(path)) || !read_picture(sheet, path)) {
        coir_sheet_free(sheet);
        return NULL;
    }
    sheet->older = newest;
    newest = sheet;
    return sheet;
}

CoirSheet *coir_sheet_load(const char *path)
{
    if (!coir_world_check("coir_sheet_load"))
        return NULL;
    if (!path || !path[0])
        return MISTAKE("coir_sheet_load: the path is %s", path ? "empty" : "NULL"), NULL;
    char *full = coir_path_resolve(path);
    if (!full)
        return NULL;
    CoirSheet *sheet = newest;
    while (sheet && strcmp(sheet->path, full) != 0)
        sheet = sheet->older;
    if (!sheet)
        return load(full, path);
    coir_free(full);
    return sheet;
}

int coir_sheets_purge(void)
{
    if (!coir_world_check("coir_sheets_purge"))
        return 0;
    int count = 0;
    for (; newest; count++) {
        CoirSheet *sheet = newest;
        newest = sheet->older;
        coir_sheet_free(sheet);
    }
    return count;
}

// Questions ----------------------------------------------------------------------------------------------------------

// Checks that a sheet is in the list. The sheet is not read, because a purged sheet is freed memory.
static bool usable(const CoirSheet *sheet, const char *function)
{
    if (!coir_world_check(function))
        return false;
    const CoirSheet *each = newest;
    if (!sheet)
        return MISSING("%s: the sheet is NULL", function);
    while (each && each != sheet)
        each = each->older;
    return each || MISTAKE("%s: this sheet has been purged", function);
}

int coir_sheet_count(const CoirSheet *sheet)
{
    return usable(sheet, "coir_sheet_count") ? sheet->frame_names.count : 0;
}

const CoirFrame *coir_sheet_frame(const CoirSheet *sheet, int index)
{
    if (!usable(sheet, "coir_sheet_frame"))
        return NULL;
    if (index >= 0 && index < sheet->frame_names.count)
        return &sheet->frames[index];
    return MISTAKE("coir_sheet_frame: '%s' has %d frames, there is no number %d", sheet->path, sheet->frame_names.count,
                   index),
           NULL;
}

static const char *name_at(const CoirSheet *sheet, const CoirSheetNames *names, int index, const char *function)
{
    if (index >= 0 && index < names->count)
        return names->items[index].text;
    return MISTAKE("%s: '%s' has %d names, there is no number %d", function, sheet->path, names->count, index), NULL;
}

const char *coir_sheet_name(const CoirSheet *sheet, int index)
{
    if (!usable(sheet, "coir_sheet_name"))
        return NULL;
    return name_at(sheet, &sheet->frame_names, index, "coir_sheet_name");
}

int coir_sheet_tag_count(const CoirSheet *sheet)
{
    return usable(sheet, "coir_sheet_tag_count") ? sheet->tag_names.count : 0;
}

const char *coir_sheet_tag_name(const CoirSheet *sheet, int index)
{
    if (!usable(sheet, "coir_sheet_tag_name"))
        return NULL;
    return name_at(sheet, &sheet->tag_names, index, "coir_sheet_tag_name");
}

static const CoirFrame *find(const CoirSheet *sheet, const char *text)
{
    const CoirSheetName *name = coir_names_find(&sheet->frame_names, text);
    return name ? &sheet->frames[name->index] : NULL;
}

const CoirFrame *coir_sheet_find(const CoirSheet *sheet, const char *name)
{
    if (!usable(sheet, "coir_sheet_find"))
        return NULL;
    if (!name)
        return MISTAKE("coir_sheet_find: the name is NULL"), NULL;
    const CoirFrame *frame = find(sheet, name);
    if (!frame)
        FAIL("'%s' has no frame '%s'; the first frame is '%s'", sheet->path, name, sheet->frame_names.items[0].text);
    return frame;
}

const CoirFrame *coir_frame_find(const char *name)
{
    if (!coir_world_check("coir_frame_find"))
        return NULL;
    const CoirFrame *frame = NULL;
    if (!name)
        return MISTAKE("coir_frame_find: the name is NULL"), NULL;
    for (const CoirSheet *sheet = newest; sheet && !frame; sheet = sheet->older)
        frame = find(sheet, name);
    if (!frame)
        FAIL("no sheet that is loaded has a frame '%s'%s", name,
             newest ? "" : "; no sheet is loaded, see coir_sheet_load");
    return frame;
}

CoirAnimation coir_sheet_animation(const CoirSheet *sheet, const char *tag)
{
    CoirAnimation animation = {0};
    if (!usable(sheet, "coir_sheet_animation"))
        return animation;
    const CoirSheetName *name = tag ? coir_names_find(&sheet->tag_names, tag) : NULL;
    if (tag && !name) {
        MISTAKE("coir_sheet_animation: '%s' has no tag '%s'%s%s", sheet->path, tag,
                sheet->tag_names.count ? "; the first tag is " : "; the sheet has no tags",
                sheet->tag_names.count ? sheet->tag_names.items[0].text : "");
        return animation;
    }
    CoirSheetTag all = {.count = sheet->frame_names.count}, part = name ? sheet->tags[name->index] : all;
    animation.frames = sheet->frames + part.from;
    animation.count = part.count;
    animation.loops = part.loops;
    animation.order = part.order;
    return animation;
}
