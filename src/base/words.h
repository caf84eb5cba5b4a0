// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Text of any length for a caller's buffer of a given size: what does not fit is counted, not written.

#ifndef COIR_WORDS_H
#define COIR_WORDS_H

#include <stddef.h>

#include "coir/api.h"

typedef struct CoirWords {
    char *text;
    size_t size, length; // `length` counts what did not fit, too
} CoirWords;

// Begins with nothing said. `text`: may be NULL, for the length alone.
CoirWords coir_words(char *text, size_t size);

void coir_say(CoirWords *words, const char *format, ...) COIR_PRINTF(2, 3);

#endif
