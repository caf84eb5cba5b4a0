// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Private declarations of sheets. sheet_json.c reads the files of sheets. Without cJSON, sheet_none.c replaces
// sheet_json.c.

#ifndef COIR_MEDIA_SHEET_H
#define COIR_MEDIA_SHEET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/hash.h"
#include "coir/sheet.h"

typedef struct CoirSheetName {
    char *text;
    int index;
    bool hash_failed; // see base/hash.h
    UT_hash_handle hh;
} CoirSheetName;

// The names of frames or of tags.
typedef struct CoirSheetNames {
    CoirSheetName *items; // by index
    CoirSheetName *table; // by text
    int count;
} CoirSheetNames;

typedef struct CoirSheetTag {
    int from, count, loops;
    CoirAnimationOrder order;
} CoirSheetTag;

struct CoirSheet {
    char *path;           // resolved path of the file
    char *image;          // path of the picture, as in the file
    CoirTexture *texture; // retained; NULL before coir_sheet_fit
    CoirFrame *frames;
    CoirSheetTag *tags;
    CoirSheetNames frame_names, tag_names;
    CoirSheet *older;
};

// Reads the text of a file, `size` bytes with a 0 after the text, into a sheet of which only `path` is set. Returns
// false on failure: coir_error() then says why, and names the path unless there is no memory. The caller frees the
// sheet, which may be partly filled.
bool coir_sheet_parse(CoirSheet *sheet, const char *text, size_t size);

// Sets and retains the texture of all frames. Returns false if a frame is not inside the texture; coir_error() names
// the frame.
bool coir_sheet_fit(CoirSheet *sheet, CoirTexture *texture);

// Allocates room for `count` (>= 1) names. Returns false if there is no memory; coir_error() says so.
bool coir_names_reserve(CoirSheetNames *names, int count);

// Adds a copy of a name that is not in `names` yet. Returns false if there is no memory; coir_error() says so.
bool coir_names_add(CoirSheetNames *names, const char *text);

// Returns the name with this text, or NULL if there is no such name.
const CoirSheetName *coir_names_find(const CoirSheetNames *names, const char *text);

// Frees a sheet that is not in the cache; NULL does nothing.
void coir_sheet_free(CoirSheet *sheet);

#endif
