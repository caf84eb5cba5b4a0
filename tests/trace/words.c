// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Words have blanks between them. A word is cut out of a copy of the line by writing a zero after the word.

#include "trace/words.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *trace_allocate(void *block, size_t size)
{
    void *now = realloc(block, size);
    if (!now) {
        fprintf(stderr, "trace: out of memory\n");
        exit(1);
    }
    return now;
}

char *trace_copy(const char *bytes, size_t length)
{
    char *copy = trace_allocate(NULL, length + 1);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

static bool is_blank(char character)
{
    return character && strchr(TRACE_BLANKS, character);
}

void trace_trim(const char **line, size_t *length)
{
    const char *comment = *length ? memchr(*line, '#', *length) : NULL;
    if (comment)
        *length = (size_t)(comment - *line);
    while (*length && is_blank((*line)[*length - 1]))
        --*length;
    while (*length && is_blank(**line)) {
        ++*line;
        --*length;
    }
}

char *trace_next_word(char **rest)
{
    char *word = *rest + strspn(*rest, TRACE_BLANKS);
    if (!*word)
        return NULL;
    char *end = word + strcspn(word, TRACE_BLANKS);
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

bool trace_read_int(const char *word, int *number)
{
    char *end;
    errno = 0;
    long read = strtol(word, &end, 10);
    if (end == word || *end || errno == ERANGE || read < INT_MIN || read > INT_MAX)
        return false;
    *number = (int)read;
    return true;
}

bool trace_read_bits(const char *word, uint32_t *bits)
{
    bool is_hexadecimal = !strncmp(word, "0x", 2);
    const char *digits = word + (is_hexadecimal ? 2 : 0);
    if (!*digits || digits[strspn(digits, is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789")])
        return false;
    errno = 0;
    unsigned long long read = strtoull(digits, NULL, is_hexadecimal ? 16 : 10);
    if (errno == ERANGE || read > UINT32_MAX)
        return false;
    *bits = (uint32_t)read;
    return true;
}

bool trace_read_double(const char *word, double *number)
{
    char *end;
    double read = strtod(word, &end);
    if (end == word || *end)
        return false;
    *number = read;
    return true;
}
