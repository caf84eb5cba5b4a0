// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Text of any length for a caller's buffer of a given size. The part that does not fit is counted, but not written.

#ifndef COIR_WORDS_H
#define COIR_WORDS_H

#include <stddef.h>

#include "coir/api.h"

typedef struct CoirWords {
    char *text;
    size_t size, length; // bytes of `text`, and of the whole text without the final zero
} CoirWords;

// Makes an empty text. `text` may be NULL, if only the length is wanted.
CoirWords coir_words(char *text, size_t size);

// Appends to a text, as printf.
void coir_say(CoirWords *words, const char *format, ...) COIR_PRINTF(2, 3);

#endif
