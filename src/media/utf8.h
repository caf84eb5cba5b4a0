// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads and checks UTF-8.

#ifndef COIR_MEDIA_UTF8_H
#define COIR_MEDIA_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#define COIR_REPLACEMENT 0xfffdu // U+FFFD, which replaces bytes that are not UTF-8

// Returns the character at `*at`, and moves `*at` past the character. `*at` must be before `end`. Returns
// COIR_REPLACEMENT for each bad part: a truncated character, or a byte that begins no character. So do the Unicode
// standard (3.9, "U+FFFD Substitution of Maximal Subparts") and the decoder of the WHATWG's Encoding standard.
uint32_t coir_utf8_next(const char **at, const char *end);

// Returns the first byte of the first bad part between `text` and `end`, or NULL if the text is UTF-8.
const char *coir_utf8_bad(const char *text, const char *end);

// Returns true if a text is UTF-8. Otherwise reports a mistake under the name of `function`, and returns false. `what`
// is the name of the text, such as "the title".
bool coir_utf8_check(const char *text, const char *what, const char *function);

#endif
