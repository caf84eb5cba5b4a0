// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A text of any length, written into a buffer of the caller. Bytes that do not fit are counted, but not written.

#ifndef COIR_WORDS_H
#define COIR_WORDS_H

#include <stddef.h>

#include "coir/api.h"

typedef struct CoirWords {
    char *text;
    size_t size, length; // size of the buffer `text`; bytes of the whole text, without the final zero
} CoirWords;

// Makes an empty text. `text` may be NULL; then the bytes are only counted.
CoirWords coir_words(char *text, size_t size);

// Appends formatted text, as printf does.
void coir_words_append(CoirWords *words, const char *format, ...) COIR_PRINTF(2, 3);

#endif
