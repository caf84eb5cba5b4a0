// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The first byte of a character tells how many bytes follow. Some first bytes also limit the second byte. So overlong
// forms, surrogates and code points above U+10FFFF are found at the second byte at the latest (table 3-7 of the
// Unicode standard).

#include "media/utf8.h"

#include <stddef.h>
#include <string.h>

#include "base/fail.h"

// Reads the character at `*at`, and moves `*at` past the character or the bad part. Returns false for a bad part.
static bool read(const unsigned char **at, const unsigned char *end, uint32_t *codepoint)
{
    unsigned char first = *(*at)++, low = 0x80, high = 0xbf;
    *codepoint = first;
    if (first < 0x80)
        return true;
    int more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
    if (more == 0)
        return false;
    if (first == 0xe0 || first == 0xf0)
        low = first == 0xe0 ? 0xa0 : 0x90; // smaller second bytes: overlong forms
    if (first == 0xed || first == 0xf4)
        high = first == 0xed ? 0x9f : 0x8f; // greater second bytes: surrogates, above U+10FFFF
    *codepoint = first & (0x3fu >> more);
    for (; more > 0; more--) {
        if (*at == end || **at < low || **at > high)
            return false;
        *codepoint = *codepoint << 6 | (*(*at)++ & 0x3fu);
        low = 0x80;
        high = 0xbf;
    }
    return true;
}

uint32_t coir_utf8_next(const char **at, const char *end)
{
    const unsigned char *from = (const unsigned char *)*at;
    uint32_t codepoint;
    bool good = read(&from, (const unsigned char *)end, &codepoint);
    *at = (const char *)from;
    return good ? codepoint : COIR_REPLACEMENT;
}

const char *coir_utf8_bad(const char *text, const char *end)
{
    const unsigned char *at = (const unsigned char *)text, *stop = (const unsigned char *)end;
    uint32_t codepoint;
    while (at != stop) {
        const unsigned char *from = at;
        if (!read(&at, stop, &codepoint))
            return (const char *)from;
    }
    return NULL;
}

bool coir_utf8_check(const char *text, const char *what, const char *function)
{
    const char *bad = coir_utf8_bad(text, text + strlen(text));
    if (!bad)
        return true;
    return MISTAKE("%s: %s is not UTF-8: byte 0x%02x at %d; convert the text first", function, what,
                   (unsigned)(unsigned char)*bad, (int)(bad - text));
}
