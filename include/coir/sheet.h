// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sheets: a picture with many frames, and a JSON file that describes the frames. TexturePacker ("JSON hash" or "JSON
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
// relative `path` starts in the assets folder; the path of the picture, which the file names, starts in the folder of
// the file. The cache owns the sheet. The sheet is valid until you call coir_sheets_purge or the last Director is
// destroyed. Returns NULL if one of the two files is missing or broken, if a frame is not inside the picture, if there
// is no cJSON, or if there is no memory. coir_error() says why. If a value in the JSON file is wrong, the text has the
// file, the keys that lead to the value, such as frames["run 3"].frame.w, and the value that is expected there.
COIR_API CoirSheet *coir_sheet_load(const char *path);

// In all functions below a NULL sheet is a reported mistake. The text of this mistake ends with the last error, so
// one check at the end is enough for the example above. A purged sheet is a mistake, too.

// Return the number of frames, and a frame and its name by the frame's number in the file, from 0. Frames and names
// live as long as the sheet. For a number out of range, report a mistake and return NULL.
COIR_API int coir_sheet_count(const CoirSheet *sheet);
COIR_API const CoirFrame *coir_sheet_frame(const CoirSheet *sheet, int index);
COIR_API const char *coir_sheet_name(const CoirSheet *sheet, int index);

// Return the frame with a name: of one sheet, or of all loaded sheets, the latest sheet first. The frame lives as
// long as its sheet. Return NULL if no frame has this name; coir_error() then has a text.
COIR_API const CoirFrame *coir_sheet_find(const CoirSheet *sheet, const char *name);
COIR_API const CoirFrame *coir_frame_find(const char *name);

// Returns the frames of an Aseprite tag as an animation, with the tag's direction and the frames' durations. With
// NULL as `tag`, returns all frames, in the order of the file.
//
// 1. The animation is played as often as the tag's "repeat" says, without "repeat" once. In a ping-pong, Aseprite
//    counts each way: 1 is one way, other odd numbers are rounded up to full loops.
// 2. TexturePacker's files have no durations: set the `delay` of the animation.
// 3. The sheet owns the frames: to give events to frames, copy them.
// 4. If there is no such tag, a mistake is reported, and the `count` of the animation is 0, which coir_animate
//    refuses.
COIR_API CoirAnimation coir_sheet_animation(const CoirSheet *sheet, const char *tag);

// Return the number of tags, and the name of a tag by its number, from 0. For a number out of range, report a mistake
// and return NULL.
COIR_API int coir_sheet_tag_count(const CoirSheet *sheet);
COIR_API const char *coir_sheet_tag_name(const CoirSheet *sheet, int index);

// Frees all sheets with their frames and names. Sprites and actions still show their pictures; coir_textures_purge
// frees the other pictures of the sheets. Returns the number of sheets. Destroying the last Director frees all
// sheets, too.
COIR_API int coir_sheets_purge(void);

#endif
