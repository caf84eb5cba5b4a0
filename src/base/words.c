// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "base/words.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

CoirWords coir_words(char *text, size_t size)
{
    CoirWords words = {text, text ? size : 0, 0};
    if (words.size > 0)
        text[0] = '\0';
    return words;
}

void coir_words_append(CoirWords *words, const char *format, ...)
{
    bool fits = words->length < words->size;
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(fits ? words->text + words->length : NULL, fits ? words->size - words->length : 0, format, arguments);
    va_end(arguments);
    words->length += length > 0 ? (size_t)length : 0;
}
