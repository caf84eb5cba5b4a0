// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Texts that grow by doubling.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "trace/run.h"

static void make_room(TraceText *text, size_t more)
{
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return;
    text->capacity = needed < 128 ? 256 : needed * 2;
    text->text = trace_allocate(text->text, text->capacity);
}

void trace_text_add(TraceText *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length > 0) {
        make_room(text, (size_t)length);
        vsnprintf(text->text + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

void trace_text_add_bytes(TraceText *text, const char *bytes, size_t count)
{
    make_room(text, count);
    memcpy(text->text + text->length, bytes, count);
    text->length += count;
    text->text[text->length] = '\0';
}

void trace_text_cut(TraceText *text, size_t length)
{
    if (length >= text->length)
        return;
    text->length = length;
    text->text[length] = '\0';
}
