// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What neither C nor SDL can do with a path: ask for its kind without opening it, and rename over an existing file.
// Paths are UTF-8.

#ifndef COIR_DRAW_DISK_H
#define COIR_DRAW_DISK_H

#include <stdbool.h>

typedef enum CoirDiskKind {
    COIR_DISK_UNKNOWN, // missing, or known to SDL alone (inside a package of the program)
    COIR_DISK_FILE,    // or a link to a file
    COIR_DISK_FOLDER,
    COIR_DISK_OTHER // a pipe, a socket or a device: opening or reading may never return
} CoirDiskKind;

CoirDiskKind coir_disk_kind(const char *path);

// Names a kind other than file, for messages: "a folder".
const char *coir_disk_kind_name(CoirDiskKind kind);

// Gives the file `from` the name `to`, and removes the file that had the name before. Both are in one folder. False:
// nothing has changed.
bool coir_disk_rename(const char *from, const char *to);

// Removes a file, if there is one.
void coir_disk_remove(const char *path);

#endif
