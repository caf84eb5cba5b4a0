// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sheets: a picture with many frames, and a JSON file that tells their places. TexturePacker ("JSON hash" or "JSON
// array", trimmed and rotated or not) and Aseprite (hash or array, with tags) write these files.
//
//     CoirSheet *sheet = coir_sheet_load("hero.json");
//     CoirSprite *hero = coir_sprite_with_frame(coir_sheet_find(sheet, "idle 0.png"));
//     CoirAnimation walk = coir_sheet_animation(sheet, "walk");
//     coir_node_run(hero, coir_repeat_forever(coir_animate(&walk)));
//
// Coir reads the files with cJSON; a Coir that was built without cJSON has no sheets. While a sheet is read, cJSON
// takes its memory from Coir (coir/memory.h), and afterwards from malloc: if your program gives hooks to cJSON, set
// your hooks again after each load.

#ifndef COIR_SHEET_H
#define COIR_SHEET_H

#include "coir/animation.h"
#include "coir/frame.h"

typedef struct CoirSheet CoirSheet;

// Returns the sheet of a JSON file, with its picture (coir_texture_load), from the cache if the sheet is there. A
// relative `path` is counted from the assets folder; the path of the picture, which the file names, from the folder of
// the file. The cache owns the sheet. The sheet is valid until you call coir_sheets_purge. Returns NULL if one of the
// two files is missing or broken, a frame is not inside the picture, there is no cJSON, or no memory; coir_error()
// names the file, the place in the file, and the value that belongs there.
COIR_API CoirSheet *coir_sheet_load(const char *path);

// In all functions below a NULL sheet is a reported mistake. The text of this mistake ends with the last error, so one
// check at the end is enough for the example above. A purged sheet is a mistake, too.

// Count the frames, and return a frame and its name by the frame's number in the file, from 0. Frames and names live as
// long as the sheet. A number out of range is a reported mistake, and NULL is returned.
COIR_API int coir_sheet_count(const CoirSheet *sheet);
COIR_API const CoirFrame *coir_sheet_frame(const CoirSheet *sheet, int index);
COIR_API const char *coir_sheet_name(const CoirSheet *sheet, int index);

// Return the frame with a name, of a sheet, or of all loaded sheets, the last one first. The frame lives as long as its
// sheet. NULL: no frame has this name; coir_error() says so.
COIR_API const CoirFrame *coir_sheet_find(const CoirSheet *sheet, const char *name);
COIR_API const CoirFrame *coir_frame_find(const char *name);

// Returns the frames of an Aseprite tag as an animation, with the tag's direction and the frames' durations; NULL as
// `tag`: all frames, in the order of the file.
//
// 1. The animation plays as often as the tag's "repeat" says, without "repeat" once. In a ping-pong Aseprite counts
// each
//    way: 1 is one way, other odd numbers are rounded up to full loops.
// 2. TexturePacker's files have no durations: set the `delay` of the animation.
// 3. The sheet owns the frames: to give events to frames, copy them.
// 4. If there is no such tag, a mistake is reported, and the `count` of the animation is 0, which coir_animate refuses.
COIR_API CoirAnimation coir_sheet_animation(const CoirSheet *sheet, const char *tag);

// Count the tags, and return the name of a tag by its number, from 0. A number out of range is a reported mistake, and
// NULL is returned.
COIR_API int coir_sheet_tag_count(const CoirSheet *sheet);
COIR_API const char *coir_sheet_tag_name(const CoirSheet *sheet, int index);

// Frees all sheets with their frames and names. Sprites and actions go on showing their pictures; coir_textures_purge
// frees the other pictures of the sheets. Returns the number of sheets. The last Director that is destroyed does this,
// too.
COIR_API int coir_sheets_purge(void);

#endif
