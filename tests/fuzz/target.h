// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A fuzz target is a file fuzz_<name>.c with the function and the constant below, for libFuzzer and run_corpus.c.

#ifndef COIR_TESTS_FUZZ_TARGET_H
#define COIR_TESTS_FUZZ_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// How run_corpus.c changes the files of a target.
typedef struct FuzzTarget {
    bool (*is_good)(const uint8_t *data, size_t size); // only good files are changed, as a bad file is refused early
    size_t length_max;                                 // a file of so many bytes gets no more edits
    const char *separators;                            // characters between words
    char open, close;                                  // brackets around a form, which may replace another form
    int lines, forms, words; // number of edits of each kind in a hundred edits; the other edits change bytes
} FuzzTarget;

extern const FuzzTarget fuzz_target;

#endif
