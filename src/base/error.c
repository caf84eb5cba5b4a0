// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Errors and the log. An error is kept per thread. A mistake is logged once for each place (a line of the library), so
// that a mistake made in every frame does not flood the log; which places have reported is kept in a small table that
// never grows: should it be full, further places report every time.

#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#include "base/fail.h"

#define TEXT_SIZE 1024
#define PLACES 1024

static _Thread_local char error_text[TEXT_SIZE];
static CoirLogHook log_hook;
static void *log_user;
static CoirLogLevel log_level = COIR_LOG_INFO;

static atomic_uintptr_t said[PLACES];

const char *coir_version(void)
{
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
    return TEXT(COIR_VERSION_MAJOR) "." TEXT(COIR_VERSION_MINOR) "." TEXT(COIR_VERSION_PATCH);
#undef TEXT
#undef TEXT_
}

const char *coir_error(void)
{
    return error_text;
}

void coir_error_clear(void)
{
    error_text[0] = '\0';
}

void coir_log_set_hook(CoirLogHook hook, void *user)
{
    log_hook = hook;
    log_user = user;
}

void coir_log_set_level(CoirLogLevel level)
{
    log_level = level;
}

static void deliver(CoirLogLevel level, const char *message)
{
    static const char *const names[] = {"debug", "info", "warning", "mistake", "error"};
    if (level < log_level || level < COIR_LOG_DEBUG || level > COIR_LOG_ERROR)
        return;
    if (log_hook)
        log_hook(log_user, level, message);
    else
        fprintf(stderr, level == COIR_LOG_INFO ? "%s%s\n" : "coir %s: %s\n", level == COIR_LOG_INFO ? "" : names[level],
                message);
}

void coir_log(CoirLogLevel level, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list arguments;
    if (!format)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    deliver(level, text);
}

bool coir_fail(const char *format, ...)
{
    char text[TEXT_SIZE]; // the arguments may point into error_text
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(error_text, sizeof error_text, "%s", text);
    return false;
}

bool coir_fail_memory(size_t size)
{
    return coir_fail("out of memory: %zu bytes could not be had; what was asked for was not done", size);
}

// True the first time that it is asked about this place. What tells places apart is one number, so that threads may ask
// at once.
static bool first_time(const char *file, int line)
{
    uintptr_t place = (uintptr_t)file + (uintptr_t)line * 65537;
    for (size_t i = 0; i < PLACES; i++) {
        uintptr_t there = 0;
        if (atomic_compare_exchange_strong(&said[(place + i) % PLACES], &there, place))
            return true;
        if (there == place)
            return false;
    }
    return true;
}

bool coir_mistake(const char *file, int line, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(error_text, sizeof error_text, "%s", text);
    if (first_time(file, line))
        deliver(COIR_LOG_MISTAKE, error_text);
    return false;
}

void coir_mistakes_forget(void)
{
    for (size_t i = 0; i < PLACES; i++)
        atomic_store(&said[i], 0);
}
