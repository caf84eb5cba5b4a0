// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Operations that tests need, and that C11 lacks or Windows does differently. Paths and variables are in UTF-8.

#ifndef COIR_TESTS_SYSTEM_H
#define COIR_TESTS_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// Returns the time of a clock in nanoseconds. Only differences between two times have a meaning.
int64_t system_now(void);

// Returns the folder for temporary files: TMPDIR or /tmp; on Windows the folder of the user, with slashes as separators
// and without a slash at the end.
const char *system_temporary_folder(void);

// Makes a folder that only the user of the program can enter (on Windows: with the permissions of the folder around).
// Returns false if the path exists, or on an error.
bool system_make_folder(const char *path);

// Opens a file as fopen does.
FILE *system_open(const char *path, const char *mode);

// Removes a file or an empty folder.
bool system_remove(const char *path);

// Sets a variable of the environment. Removes the variable if `value` is NULL.
void system_set_variable(const char *name, const char *value);

// Switches the standard input and the standard output to binary: Windows would change the ends of lines.
void system_keep_bytes(void);

#endif
