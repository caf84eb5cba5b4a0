// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Operations that neither C nor SDL offers on all systems: finding the kind of a path without opening the file, making
// a folder, replacing or removing a file, and reading variables of the environment. Paths and values are UTF-8.

#ifndef COIR_MEDIA_DISK_H
#define COIR_MEDIA_DISK_H

#include <stdbool.h>

typedef enum CoirDiskKind {
    COIR_DISK_UNKNOWN, // missing, not accessible, or visible to SDL only (inside a package of the program)
    COIR_DISK_FILE,    // a file, or a link to a file
    COIR_DISK_FOLDER,
    COIR_DISK_OTHER // a pipe, a socket or a device: opening or reading may never return
} CoirDiskKind;

// Returns the kind of a path, without opening the file.
CoirDiskKind coir_disk_kind(const char *path);

// Returns the name of COIR_DISK_FOLDER or COIR_DISK_OTHER, for messages: "a folder".
const char *coir_disk_kind_name(CoirDiskKind kind);

// Makes a folder inside an existing folder. Returns true if a folder with this path exists afterwards. Otherwise
// `errno` has the reason.
bool coir_disk_make_folder(const char *path);

// Renames the file `from` to `to`, and replaces an existing file `to`. Both paths must be in the same folder. On
// failure, returns false and changes nothing.
bool coir_disk_rename(const char *from, const char *to);

// Removes a file, if the file exists. Removes no folder. On failure, `errno` has the reason.
void coir_disk_remove(const char *path);

// Returns the value of a variable of the environment. Returns NULL if the variable does not exist; on Windows, also if
// the value is empty or has more than 4095 UTF-16 units. The text is valid until the next call.
const char *coir_disk_environment(const char *name);

#endif
