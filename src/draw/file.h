// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Files of the game: where they are, reading and writing them.

#ifndef COIR_DRAW_FILE_H
#define COIR_DRAW_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Where the file is: a relative path is counted from the folder of coir_assets_set_folder. To be freed. NULL: no
// memory.
char *coir_path_resolve(const char *path);

// A path as it stands in the file at `path`: a relative one is counted from that file's folder. To be freed. NULL: no
// memory.
char *coir_path_beside(const char *path, const char *name);

// What to say behind "there is no such file", for the path as the user gave it.
const char *coir_path_advice(const char *path);

// All bytes of a file, with a 0 behind them, to be freed. NULL: said in coir_error(), which calls the file `what`,
// names its path and puts `advice` behind it when there is no such file. What is no file (a folder, a pipe) is refused
// without being opened; a file of no bytes, or of more than `limit`, is refused as well.
uint8_t *coir_file_read(const char *what, const char *path, const char *advice, size_t limit, size_t *size);

// Writes a file, as a whole or not at all: a file that has the path already stays as it was until then. False: said in
// coir_error(), which calls the file `what` and names its path.
bool coir_file_write(const char *what, const char *path, const void *bytes, size_t size);

#endif
