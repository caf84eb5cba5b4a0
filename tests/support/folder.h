// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A folder for the files that a test program writes. The folder is made before the first test of the program, and
// removed with all its files after the last test. Pass folder_setup and folder_teardown to
// cmocka_run_group_tests_name.

#ifndef COIR_TESTS_FOLDER_H
#define COIR_TESTS_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/system.h"

#define FOLDER_FILES 64
#define FOLDER_NAME_SIZE 600

static struct {
    char path[512];
    char files[FOLDER_FILES][FOLDER_NAME_SIZE];
    int count;
} folder;

static inline int folder_setup(void **state)
{
    const char *parent = system_temporary_folder();
    (void)state;
    for (int i = 0; i < 100000; i++) {
        snprintf(folder.path, sizeof folder.path, "%s/coir_test_%d", parent, i);
        if (system_make_folder(folder.path)) // fails if the folder exists, so two programs never share a folder
            return 0;
    }
    fprintf(stderr, "no folder could be made in %s\n", parent);
    return 1;
}

static inline int folder_teardown(void **state)
{
    (void)state;
    for (int i = 0; i < folder.count; i++)
        system_remove(folder.files[i]);
    return system_remove(folder.path) ? 0 : 1;
}

// Returns the full path of a file in the folder. The file need not exist. The text stays valid until the program
// ends.
static inline const char *folder_path(const char *name)
{
    char path[FOLDER_NAME_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder.path, name);
    for (int i = 0; i < folder.count; i++)
        if (strcmp(folder.files[i], path) == 0)
            return folder.files[i];
    if (folder.count == FOLDER_FILES)
        abort();
    memcpy(folder.files[folder.count], path, sizeof path);
    return folder.files[folder.count++];
}

// Writes a file and returns its full path.
static inline const char *folder_write(const char *name, const void *bytes, size_t size)
{
    const char *path = folder_path(name);
    FILE *file = system_open(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        abort();
    return path;
}

// Reads a file of the folder into `bytes` and returns the number of bytes read.
static inline size_t folder_read(const char *name, void *bytes, size_t room)
{
    FILE *file = system_open(folder_path(name), "rb");
    if (!file)
        abort();
    size_t size = fread(bytes, 1, room, file);
    fclose(file);
    return size;
}

#endif
