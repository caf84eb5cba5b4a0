// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Saves: small files that the game keeps for its next start, such as a high score, settings and bindings.
//
//     coir_saves_open("Ann", "Breaker"); // once, before the other functions
//
//     int best = 0;
//     coir_save_read("best", &best, sizeof best); // in the first run there is no file, and `best` stays 0
//     coir_save_write("best", &best, sizeof best);
//
// The files are in the folder that the system uses for a player's files: below ~/.local/share on Linux, AppData on
// Windows, Library/Application Support on macOS. On a web page the browser stores the files under the name of the game
// in Module.game, or else under the title of the page. The environment variable COIR_SAVES names another folder. If
// this folder does not exist, Coir makes the folder, but not the folders above.
//
// The name of a save is a plain name of a file: 1 to 64 letters, digits, '-', '_' and '.', without a folder, and
// without '.' at the start or the end. Names that Windows reserves for devices, such as "con", are refused on all
// systems.

#ifndef COIR_SAVE_H
#define COIR_SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/api.h"

// Chooses the folder of the saves by the names of the author and of the game, and makes the folder. Both names are
// UTF-8; characters that are not allowed in a folder's name become '_'. A NULL or empty `author` is left out. Returns
// false, and changes nothing, for a NULL or empty `game`, if the folder cannot be made, or if there is no memory.
COIR_API bool coir_saves_open(const char *author, const char *game);

// Writes a save of `size` bytes, completely or not at all: the old save stays until the new save is complete. `bytes`
// may be NULL if `size` is 0. Returns false, and changes nothing, for a bad name, if coir_saves_open has not been
// called, or if the file cannot be written.
COIR_API bool coir_save_write(const char *name, const void *bytes, size_t size);

// Reads the first `capacity` bytes of a save into `bytes`, and returns the size of the whole save. To ask for the
// size, pass NULL and 0. If the result differs from the size that your game writes, another version of your game has
// written the save. Returns -1, and leaves `bytes` unchanged, if there is no such save or if the save cannot be read;
// coir_error() gives the reason.
COIR_API int64_t coir_save_read(const char *name, void *bytes, size_t capacity);

// Removes a save. Returns true if there is no save of this name afterwards, even if there was none before. Returns
// false for a bad name, or if the save cannot be removed.
COIR_API bool coir_save_remove(const char *name);

// Returns the path of a save, for functions of Coir that take a path:
//
//     coir_input_load_bindings(input, coir_save_path("keys.txt"));
//
// On a web page, the browser keeps only the files that functions of Coir have written. The text is valid until the next
// call of a function of this header. Returns NULL for a bad name, or if coir_saves_open has not been called.
COIR_API const char *coir_save_path(const char *name);

#endif
