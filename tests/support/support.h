// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What all tests share: cmocka, an allocator that counts and can fail, and a log that remembers.

#ifndef COIR_TESTS_SUPPORT_H
#define COIR_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coir/log.h"

// Per-test setup and teardown for cmocka_unit_test_setup_teardown: all messages are remembered, every place reports its
// mistake anew, and the test fails if it leaves memory behind.
int support_setup(void **state);
int support_teardown(void **state);

#define support_test(function) cmocka_unit_test_setup_teardown(function, support_setup, support_teardown)

// Windows and Emscripten have no pipes, no sockets in folders, and no limit for the size of files.
#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)
#define SUPPORT_HAS_POSIX_FILES
#endif

// Defines a test that this system cannot run. The test says the reason, and is skipped.
#define SUPPORT_SKIPPED(function, reason)                      \
    static void function(void **state)                         \
    {                                                          \
        (void)state;                                           \
        print_message("skipped: %s: %s\n", #function, reason); \
        skip();                                                \
    }

// Makes a test that is skipped under Emscripten, where coir_director_run does not return, and only a page has a screen or a
// sound device. `make` is the macro for the other tests of the file.
#if defined(__EMSCRIPTEN__)
#define support_not_on_page(make, function)                        \
    {                                                              \
        #function, 0 ? (function) : support_skip, NULL, NULL, NULL \
    }
void support_skip(void **state);
#else
#define support_not_on_page(make, function) make(function)
#endif

// How many blocks and bytes Coir holds at present.
size_t support_blocks(void);
size_t support_bytes(void);

// Lets the `nth` allocation from now on fail (1: the next one), once; 0: none. support_failed: it has happened.
void support_fail_allocation(long nth);
bool support_failed(void);

// Runs `scenario`, whose calls are noted, with each of its allocations failing in turn, and checks that the same is
// called and nothing is left behind. Returns how many allocations there were.
long support_fail_each_allocation(void (*scenario)(void));

// How many messages of this level were logged in this test, the last message of any level, and forgetting them.
int support_logged(CoirLogLevel level);
const char *support_last_message(void);
void support_forget_messages(void);

// What was called: callbacks note their calls, and assert_trace checks all that was noted since the last time.
void note(const char *format, ...) COIR_PRINTF(1, 2);
#define assert_trace(expected) support_assert_trace(expected, __FILE__, __LINE__)
void support_assert_trace(const char *expected, const char *file, int line);

// What was noted, at most TRACE_SIZE - 1 bytes; and forgetting it.
#define TRACE_SIZE 4096
const char *noted(void);
void forget_trace(void);

// Checks that a mistake was reported since the last call, with `text` in coir_error(); then forgets it.
#define assert_mistake(text) support_assert_mistake(text, __FILE__, __LINE__)
void support_assert_mistake(const char *text, const char *file, int line);

#endif
