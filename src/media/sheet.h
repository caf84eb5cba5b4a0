// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of sheets. How their files are read stands in sheet_json.c, and in sheet_none.c where there is no cJSON.

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
    char *path;           // as it was found
    char *image;          // as the file says
    CoirTexture *texture; // held; NULL until coir_sheet_fit
    CoirFrame *frames;
    CoirSheetTag *tags;
    CoirSheetNames frame_names, tag_names;
    CoirSheet *older;
};

// Reads the text of a file, `size` bytes with a 0 behind them, into a sheet that has nothing but a path; coir_error()
// calls the file so. False: said, and there may be something in the sheet to be freed.
bool coir_sheet_parse(CoirSheet *sheet, const char *text, size_t size);

// Gives the frames their texture, which is retained. False: one of them is not inside it, said.
bool coir_sheet_fit(CoirSheet *sheet, CoirTexture *texture);

// Room for `count` (>= 1) names; the next name, which is copied and must not be there yet; and the one of a text, NULL
// if there is none. False: no memory, said.
bool coir_names_reserve(CoirSheetNames *names, int count);
bool coir_names_add(CoirSheetNames *names, const char *text);
const CoirSheetName *coir_names_find(const CoirSheetNames *names, const char *text);

// Frees a sheet that is not in the cache; NULL is nothing.
void coir_sheet_free(CoirSheet *sheet);

#endif
