// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Files of the game: resolves paths, reads and writes files.

#ifndef COIR_MEDIA_FILE_H
#define COIR_MEDIA_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Resolves a path. A relative path is counted from the folder of coir_assets_set_folder. If the result is still
// relative, the result is counted from the program's folder if the file exists there, else from the working directory.
// The caller frees the result. Returns NULL if there is no memory.
char *coir_path_resolve(const char *path);

// Resolves `name`, a path that was read from the file `path`: a relative name is counted from the folder of this file.
// The caller frees the result. Returns NULL if there is no memory.
char *coir_path_beside(const char *path, const char *name);

// Returns advice to append to the message about a missing file. `path` is the path that the user gave.
const char *coir_path_advice(const char *path);

struct SDL_RWops;

// Opens a file for reading. `what` is the word for the file in messages, such as "sheet". Returns NULL on failure: the
// message of coir_error() then contains `what` and the path, and ends with `advice` if the file is missing or cannot be
// opened. A folder or a pipe is refused without being opened.
struct SDL_RWops *coir_file_open(const char *what, const char *path, const char *advice);

// Reads all bytes of a file and appends a 0. `*size` is the number of bytes without the 0. The caller frees the bytes.
// Refuses an empty file, and a file of more than `limit` bytes. Returns NULL if there is no memory. Returns NULL on any
// other failure, with a message like that of coir_file_open.
uint8_t *coir_file_read(const char *what, const char *path, const char *advice, size_t limit, size_t *size);

// Writes a file completely or not at all: an existing file stays unchanged until the new file is complete. Returns
// false if there is no memory. Returns false on any other failure: the message of coir_error() then contains `what` and
// the path.
bool coir_file_write(const char *what, const char *path, const void *bytes, size_t size);

#endif
