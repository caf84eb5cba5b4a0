// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "support/support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "coir/memory.h"

static size_t blocks, bytes, blocks_at_start;
static int64_t counted_at_start; // coir_memory_blocks() at the start of the test
static long fail_at;
static bool failed;
static int logged[COIR_LOG_ERROR + 1];
static char last_message[1024], trace[TRACE_SIZE];

// Each block is preceded by its size, in a header that is long enough to keep the alignment.
#define HEADER 16

static void *allocate(void *block, size_t size, void *user)
{
    char *old = block ? (char *)block - HEADER : NULL;
    size_t old_size = 0;
    (void)user;
    if (old)
        memcpy(&old_size, old, sizeof old_size);
    if (size == 0) {
        if (old) {
            blocks--;
            bytes -= old_size;
            memset(block, 0xdd, old_size);
            free(old);
        }
        return NULL;
    }
    if (fail_at > 0 && --fail_at == 0) {
        failed = true;
        return NULL;
    }
    char *now = realloc(old, size + HEADER);
    if (!now)
        return NULL;
    memcpy(now, &size, sizeof size);
    blocks += old ? 0 : 1;
    bytes += size - old_size;
    return now + HEADER;
}

static void remember(CoirLogLevel level, const char *message, void *user)
{
    (void)user;
    logged[level]++;
    snprintf(last_message, sizeof last_message, "%s", message);
}

int support_setup(void **state)
{
    (void)state;
    coir_memory_set_hook(allocate, NULL);
    coir_log_set_hook(remember, NULL);
    coir_log_forget();
    coir_error_clear();
    support_forget_messages();
    support_fail_allocation(0);
    blocks_at_start = blocks;
    counted_at_start = coir_memory_blocks();
    forget_trace();
    return 0;
}

int support_teardown(void **state)
{
    int64_t counted = coir_memory_blocks() - counted_at_start;
    (void)state;
    if (blocks == blocks_at_start && counted == 0)
        return 0;
    fprintf(stderr, "%td blocks of memory were left behind; coir_memory_blocks counts %" PRId64 "\n",
            (ptrdiff_t)(blocks - blocks_at_start), counted);
    return 1;
}

size_t support_blocks(void)
{
    return blocks;
}

size_t support_bytes(void)
{
    return bytes;
}

void support_fail_allocation(long nth)
{
    fail_at = nth;
    failed = false;
}

bool support_failed(void)
{
    return failed;
}

int support_logged(CoirLogLevel level)
{
    return logged[level];
}

const char *support_last_message(void)
{
    return last_message;
}

void support_forget_messages(void)
{
    memset(logged, 0, sizeof logged);
    last_message[0] = '\0';
}

void note(const char *format, ...)
{
    size_t used = strlen(trace);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(trace + used, sizeof trace - used, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < sizeof trace - used);
}

void support_assert_trace(const char *expected, const char *file, int line)
{
    _assert_string_equal(trace, expected, file, line);
    forget_trace();
}

const char *noted(void)
{
    return trace;
}

void forget_trace(void)
{
    trace[0] = '\0';
}

void support_assert_mistake(const char *text, const char *file, int line)
{
    if (!strstr(coir_error(), text)) {
        fprintf(stderr, "expected a mistake with \"%s\", coir_error() is \"%s\"\n", text, coir_error());
        _fail(file, line);
    }
    coir_error_clear();
    coir_log_forget();
}

long support_fail_each_allocation(void (*scenario)(void))
{
    char expected[TRACE_SIZE];
    long nth = 0;
    scenario();
    memcpy(expected, noted(), TRACE_SIZE);
    size_t blocks_before = support_blocks();
    do {
        forget_trace();
        support_fail_allocation(++nth);
        scenario();
        assert_string_equal(noted(), expected);
        assert_int_equal(support_blocks(), blocks_before);
    } while (support_failed());
    return nth - 1;
}

#if defined(__EMSCRIPTEN__)
void support_skip(void **state)
{
    (void)state;
    skip();
}
#endif
