// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Errors and the log. Each thread has a last error of its own. A mistake is logged once for each pair of a line of the
// library and a public function. A mistake in a maker is logged once for each line of the user's code (coir_not_made).
// So a mistake in every frame does not flood the log, and does not hide the mistakes of other functions. Tables of
// fixed size keep a hash for each logged message. Once a table is full, further messages are logged every time.

#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(__EMSCRIPTEN__)
#include <emscripten/console.h>
#endif

#include "base/fail.h"
#include "base/world.h"

#define TEXT_SIZE 1024
#define LOGGED_MAX 1024

typedef struct Error {
    char text[TEXT_SIZE];
    size_t cause; // offset in `text` at which the quotation of an earlier error begins (coir_missing); 0: none
    bool is_mistake, is_logged;
    uint32_t number; // grows with each error of this thread
} Error;

static _Thread_local Error error;
static _Thread_local int makers;    // nesting depth of makers (coir_making)
static _Thread_local int log_calls; // nesting depth of calls of the log hook
static CoirLogHook log_hook;
static void *log_user;
static CoirLogLevel log_level = COIR_LOG_INFO;

// Hashes of logged messages; 0: free. Messages that are compared by their text have a table of their own, so that many
// missing files do not fill the table of mistakes.
typedef atomic_uintptr_t LoggedTable[LOGGED_MAX];
static LoggedTable logged_mistakes, logged_texts;

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
    return error.text;
}

void coir_error_clear(void)
{
    error.text[0] = '\0';
}

void coir_log_set_hook(CoirLogHook hook, void *user)
{
    if (!coir_world_check("coir_log_set_hook"))
        return;
    log_hook = hook;
    log_user = user;
}

void coir_log_set_level(CoirLogLevel level)
{
    if (!coir_world_check("coir_log_set_level"))
        return;
    log_level = level;
}

// Writes a message to stderr, or to the console of a browser, which shows errors differently from other messages.
static void write_message(CoirLogLevel level, const char *name, const char *message)
{
    char line[TEXT_SIZE + 32];
    const char *before = level == COIR_LOG_INFO ? "" : "coir ", *between = level == COIR_LOG_INFO ? "" : ": ";
    snprintf(line, sizeof line, "%s%s%s%s", before, level == COIR_LOG_INFO ? "" : name, between, message);
#if defined(__EMSCRIPTEN__)
    if (level <= COIR_LOG_INFO)
        emscripten_console_log(line);
    else if (level == COIR_LOG_WARNING)
        emscripten_console_warn(line);
    else
        emscripten_console_error(line);
#else
    fprintf(stderr, "%s\n", line);
#endif
}

static bool is_dropped(CoirLogLevel level)
{
    return level < log_level || level < COIR_LOG_DEBUG || level > COIR_LOG_ERROR;
}

static void deliver(CoirLogLevel level, const char *message)
{
    static const char *const names[] = {"debug", "info", "warning", "mistake", "error"};
    if (is_dropped(level))
        return;
    if (!log_hook) {
        write_message(level, names[level], message);
        return;
    }
    log_calls++;
    log_hook(level, message, log_user);
    log_calls--;
}

bool coir_log_is_calling(void)
{
    return log_calls > 0;
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

// Errors -------------------------------------------------------------------------------------------------------------

static void set_error(const char *text, size_t cause, bool is_mistake)
{
    snprintf(error.text, sizeof error.text, "%s", text);
    error.cause = cause < strlen(error.text) ? cause : 0;
    error.is_mistake = is_mistake;
    error.is_logged = false;
    error.number++;
}

bool coir_fail(const char *format, ...)
{
    char text[TEXT_SIZE]; // a copy, since the arguments may point into the error's text
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    set_error(text, 0, false);
    return false;
}

bool coir_fail_memory(size_t size)
{
    return coir_fail("out of memory: %zu bytes could not be allocated; the call has failed", size);
}

uint32_t coir_error_number(void)
{
    return error.number;
}

void coir_keep_error(CoirUserFn function, void *user)
{
    Error kept = error;
    function(user);
    kept.number = error.number;
    error = kept;
}

// Logged once --------------------------------------------------------------------------------------------------------

#define HASH_START 14695981039346656037u // FNV-1a

static uint64_t hash(uint64_t before, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        before = (before ^ (unsigned char)text[i]) * 1099511628211u;
    return before;
}

// Returns true in the first call for a message. Returns false for a message that is dropped, which does not count as a
// call. Once the table is full, returns true in every call for a message that is not in the table. Each entry of the
// table is one atomic number, so several threads may call this function at the same time.
static bool first_time(CoirLogLevel level, LoggedTable logged, uint64_t message_hash)
{
    if (is_dropped(level))
        return false;
    uintptr_t key = (uintptr_t)(message_hash ^ message_hash >> 32);
    key += key == 0;
    for (size_t i = 0; i < LOGGED_MAX; i++) {
        uintptr_t there = 0;
        if (atomic_compare_exchange_strong(&logged[(key + i) % LOGGED_MAX], &there, key))
            return true;
        if (there == key)
            return false;
    }
    return true;
}

void coir_log_once(CoirLogLevel level, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (first_time(level, logged_texts, hash(HASH_START, text, strlen(text))))
        deliver(level, text);
}

void coir_log_forget(void)
{
    for (size_t i = 0; i < LOGGED_MAX; i++) {
        atomic_store(&logged_mistakes[i], 0);
        atomic_store(&logged_texts[i], 0);
    }
}

// Mistakes -----------------------------------------------------------------------------------------------------------

// Returns the hash of a mistake: of the library's file and line, and of the public function's name, which is the text
// up to the first ": ".
static uint64_t hash_of_mistake(const char *file, int line, const char *text)
{
    const char *who_end = strstr(text, ": ");
    uint64_t location = hash(HASH_START, file, strlen(file)) + (uint64_t)line;
    return hash(location, text, who_end ? (size_t)(who_end - text) : 0);
}

static CoirLogLevel level_of(const Error *of)
{
    return of->is_mistake ? COIR_LOG_MISTAKE : COIR_LOG_ERROR;
}

// Logs the last error. Restores the error afterwards, since the log hook may call any function of the library.
static void log_error(void)
{
    Error logged = error;
    logged.is_logged = true;
    deliver(level_of(&logged), logged.text);
    logged.number = error.number;
    error = logged;
}

void coir_log_failure(void)
{
    if (first_time(level_of(&error), logged_texts, hash(HASH_START, error.text, strlen(error.text))))
        log_error();
}

static bool report(const char *file, int line, const char *text, size_t cause)
{
    set_error(text, cause, true);
    if (makers == 0 && first_time(COIR_LOG_MISTAKE, logged_mistakes, hash_of_mistake(file, line, text)))
        log_error();
    return false;
}

bool coir_mistake(const char *file, int line, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return report(file, line, text, 0);
}

bool coir_missing(const char *file, int line, const char *format, ...)
{
    static const char because[] = ". The last error was: ";
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!error.text[0])
        return report(file, line, text, 0);
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "%s%s", because, error.text + error.cause);
    return report(file, line, text, length + sizeof because - 1);
}

bool coir_world_refuse(const char *function)
{
    return MISTAKE(
        "%s: this thread uses a world of its own; textures, fonts, sounds, windows and settings belong to the "
        "default world. Call this in the main thread, or after coir_world_use(NULL).",
        function);
}

// Makers -------------------------------------------------------------------------------------------------------------

void coir_making(void)
{
    makers++;
}

void *coir_made(void *made, const char *macro, const char *file, int line)
{
    makers--;
    return made ? made : coir_not_made(macro, file, line);
}

// Returns the length of the function name at the beginning of a mistake's text.
static size_t name_length(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
}

void *coir_not_made(const char *macro, const char *file, int line)
{
    char text[TEXT_SIZE];
    if (makers > 0 || error.is_logged)
        return NULL;
    size_t named = error.is_mistake ? name_length(error.text) : 0;
    int before = snprintf(text, sizeof text, "%s:%d: %s%s", file, line, macro, error.is_mistake ? "" : ": ");
    if (before < 0 || (size_t)before >= sizeof text)
        return NULL;
    snprintf(text + before, sizeof text - (size_t)before, "%s", error.text + named);
    set_error(text, error.cause ? error.cause - named + (size_t)before : 0, error.is_mistake);
    uint64_t place = hash(HASH_START, text, (size_t)before); // hash of file, line and macro
    if (!error.is_mistake)
        coir_log_failure();
    else if (first_time(COIR_LOG_MISTAKE, logged_mistakes, place))
        log_error();
    return NULL;
}
