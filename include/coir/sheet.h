// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sheets: many frames in one picture, and a JSON file that says where they are, as TexturePacker ("JSON hash" or
// "JSON array", trimmed and rotated or not) and Aseprite (hash or array, with tags) write it.
//
//     CoirSheet *sheet = coir_sheet_load("hero.json");
//     CoirSprite *hero = coir_sprite_with_frame(coir_sheet_find(sheet, "idle 0.png"));
//     CoirAnimation walk = coir_sheet_animation(sheet, "walk");
//     coir_node_run(hero, coir_repeat_forever(coir_animate(&walk)));
//
// They are read by cJSON; a Coir that was built without it has no sheets. While a sheet is read cJSON's memory comes
// from Coir's (coir/memory.h), afterwards from the C library's malloc: who gives cJSON hooks of their own sets them
// again.

#ifndef COIR_SHEET_H
#define COIR_SHEET_H

#include "coir/animation.h"
#include "coir/frame.h"

typedef struct CoirSheet CoirSheet;

// The sheet in a JSON file, from the cache if it is there, with its picture (coir_texture_load), whose path the file
// says, counted from the file's own folder. The cache owns it: use it as long as you like, until you call
// coir_sheets_purge. A relative `path` is counted from the assets folder. NULL: one of the two files is missing or
// broken, a frame is not inside the picture, there is no cJSON, or no memory; coir_error() says which, where in the
// file, and what should be there.
COIR_API CoirSheet *coir_sheet_load(const char *path);

// In all functions below a NULL sheet is a reported mistake. The text of this mistake ends with the last error, so that
// one check at the end is enough for the example above. A purged sheet is a mistake, too.

// How many frames there are, and each of them, by its place in the file from 0 on: what it shows, and its name. They
// live as long as the sheet. NULL, and a reported mistake, for a place that there is not.
COIR_API int coir_sheet_count(const CoirSheet *sheet);
COIR_API const CoirFrame *coir_sheet_frame(const CoirSheet *sheet, int index);
COIR_API const char *coir_sheet_name(const CoirSheet *sheet, int index);

// The frame of a name, in a sheet or in all that are loaded, the last loaded first. It lives as long as its sheet.
// NULL: there is none; coir_error() says so.
COIR_API const CoirFrame *coir_sheet_find(const CoirSheet *sheet, const char *name);
COIR_API const CoirFrame *coir_frame_find(const char *name);

// The frames of a tag of Aseprite's in its direction, with their durations, as often as its "repeat" says (without one:
// once; each way of a ping-pong counts there, an odd number of them is rounded up to full loops, 1 is one way). NULL as
// `tag`: all frames, in the order of the file. They stay the sheet's: to give them events, copy them. TexturePacker
// knows no durations: set the animation's `delay`. A `count` of 0, which coir_animate refuses, and a reported mistake:
// there is no such tag.
COIR_API CoirAnimation coir_sheet_animation(const CoirSheet *sheet, const char *tag);

// How many tags there are, and the name of each; NULL, and a reported mistake, for one that there is not.
COIR_API int coir_sheet_tag_count(const CoirSheet *sheet);
COIR_API const char *coir_sheet_tag_name(const CoirSheet *sheet, int index);

// Frees all sheets with their frames and names; sprites and animations go on showing what they show. Their pictures
// can then be freed by coir_textures_purge. How many sheets there were. It is done when the last Director goes.
COIR_API int coir_sheets_purge(void);

#endif
