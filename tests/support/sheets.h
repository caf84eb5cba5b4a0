// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of sheets: the files of tests/fuzz/corpus_sheet, and whether this build of Coir can read sheets.

#ifndef COIR_TESTS_SHEETS_H
#define COIR_TESTS_SHEETS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

#if defined(COIR_TESTS_CJSON)
#define HAS_CJSON 1
#else
#define HAS_CJSON 0
#endif

#define SKIPPED 77 // exit status of a program that skips its tests, as meson expects

// Reads a file of tests/fuzz/corpus_sheet, at most 65535 bytes, and ends the text with a 0. The caller frees the text.
static inline char *corpus_read(const char *name, size_t *size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/fuzz/corpus_sheet/%s", COIR_TESTS, name);
    FILE *file = system_open(path, "rb");
    if (!file)
        fail_msg("%s is missing", path);
    char *text = calloc(1, 65536);
    *size = fread(text, 1, 65535, file);
    fclose(file);
    return text;
}

#endif
