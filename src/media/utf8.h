// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reading UTF-8.

#ifndef COIR_MEDIA_UTF8_H
#define COIR_MEDIA_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#define COIR_REPLACEMENT 0xfffdu // stands for what cannot be read

// The character at `*at`, which moves behind it; `*at` must be before `end`. A bad part gives COIR_REPLACEMENT, once
// for each maximal part that could have begun a character, as the Unicode standard (3.9, "U+FFFD Substitution of
// Maximal Subparts") and the decoder of the WHATWG's Encoding standard have it.
uint32_t coir_utf8_next(const char **at, const char *end);

// The first bad byte of what is between, NULL: there is none.
const char *coir_utf8_bad(const char *text, const char *end);

// Reports a text that is not UTF-8 as a mistake in the name of a public function, and returns false. `what`: the text's
// name, as in "the title".
bool coir_utf8_check(const char *text, const char *what, const char *function);

#endif
