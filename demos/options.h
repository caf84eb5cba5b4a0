// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The gallery's command line.

#ifndef DEMO_OPTIONS_H
#define DEMO_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Options {
    const char *name; // of the demo; NULL: the first
    const char *shot; // a PNG file for the last frame; NULL: none
    int64_t frames;   // 0: no end
    double dt;        // seconds, fixed; 0: the clock's
    uint64_t seed;
    bool headless, bench, list, help;
} Options;

// Reads the command line. False: it cannot be read; why has been printed.
bool options_read(Options *options, int count, char **words);

void options_print_help(void);

#endif
