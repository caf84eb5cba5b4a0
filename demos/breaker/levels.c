// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include <stdio.h>
#include <string.h>

#include "breaker.h"

// Reads the levels of a file. Wrong lines are skipped and logged. Returns false if the file has no level.
bool read_levels(Breaker *breaker, const char *path)
{
    char line[200] = "";
    int row = ROWS, found; // `row` is ROWS if no row of bricks may come, as before the first level
    FILE *file = fopen(path, "r");
    for (int number = 1; file && (found = fscanf(file, "%199[^\n]%*[^\n]", line)) != EOF; number++, getc(file)) {
        size_t length = found ? strcspn(line, "\r") : 0;
        line[length] = '\0';
        bool is_level = strncmp(line, "level ", 6) == 0;
        if (is_level)
            row = breaker->level_count < LEVELS ? 0 : ROWS;
        if (is_level && row == 0)
            snprintf(breaker->names[breaker->level_count++], sizeof breaker->names[0], "%.39s", line);
        else if (row < ROWS && length > 0 && length <= COLUMNS && strspn(line, "." BRICKS) == length)
            memcpy(breaker->rows[breaker->level_count - 1][row++], line, length);
        else if (length > 0 && line[0] != '#')
            coir_log(COIR_LOG_WARNING,
                     "%s:%d: left out; too many levels, rows or bricks, or neither level NAME nor a row of ." BRICKS,
                     path, number);
    }
    if (file)
        fclose(file);
    if (breaker->level_count == 0)
        coir_log(COIR_LOG_ERROR, "%s: %s", path, file ? "there is no level" : "the file cannot be opened");
    return breaker->level_count > 0;
}
