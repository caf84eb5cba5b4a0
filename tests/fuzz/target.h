// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What is fuzzed: a file fuzz_<name>.c, which libFuzzer and run_corpus.c call.

#ifndef COIR_TESTS_FUZZ_TARGET_H
#define COIR_TESTS_FUZZ_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// How run_corpus.c changes files of a kind.
typedef struct FuzzTarget {
    bool (*is_good)(const uint8_t *data, size_t size); // only good ones are changed, since bad ones are refused early
    size_t length_max;                                 // bytes
    const char *separators;                            // between words
    char open, close;                                  // around what makes sense in another file
    int lines, forms, words; // of a hundred edits, how many change these; the others change bytes
} FuzzTarget;

extern const FuzzTarget fuzz_target;

#endif
