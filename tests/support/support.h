// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by all tests: cmocka, an allocator that counts blocks and can fail, and a log that counts messages.

#ifndef COIR_TESTS_SUPPORT_H
#define COIR_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coir/log.h"

// Begins the function that runs the tests of tests/test_NAME.c. The main function (unit.c.in) calls this function.
#define TEST_FILE(name)    \
    int test_##name(void); \
    int test_##name(void)

// Setup and teardown of a test, for cmocka_unit_test_setup_teardown. Each test counts messages from 0. A mistake that
// an earlier test has reported is reported again. The test fails if memory is left behind.
int support_setup(void **state);
int support_teardown(void **state);

#define support_test(function) cmocka_unit_test_setup_teardown(function, support_setup, support_teardown)

// Windows and Emscripten have no pipes, no sockets in folders, and no limit for the size of files.
#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)
#define SUPPORT_HAS_POSIX_FILES
#endif

// Defines a test that this system cannot run. The test prints the reason and is skipped.
#define SUPPORT_SKIPPED(function, reason)                      \
    static void function(void **state)                         \
    {                                                          \
        (void)state;                                           \
        print_message("skipped: %s: %s\n", #function, reason); \
        skip();                                                \
    }

// Makes a test that is skipped under Emscripten. There coir_director_run does not return, and only a page has a
// screen or a sound device. `make` is the macro that makes the other tests of the file.
#if defined(__EMSCRIPTEN__)
#define support_not_on_page(make, function)                        \
    {                                                              \
        #function, 0 ? (function) : support_skip, NULL, NULL, NULL \
    }
void support_skip(void **state);
#else
#define support_not_on_page(make, function) make(function)
#endif

// Number of tries of a test with random numbers: `count`, or a tenth of `count` in a build that runs slowly.
// SUPPORT_STEP: distance between the cases that a long test tries, such as rows of pixels.
#if defined(COIR_TESTS_SLOW)
#define SUPPORT_TRIES(count) ((count) / 10)
#define SUPPORT_STEP 5
#else
#define SUPPORT_TRIES(count) (count)
#define SUPPORT_STEP 1
#endif

// Return the number of blocks and of bytes that Coir has allocated at present.
size_t support_blocks(void);
size_t support_bytes(void);

// Lets the `nth` allocation from now on fail, once (1: the next allocation; 0: none). support_failed returns true
// after the failure.
void support_fail_allocation(long nth);
bool support_failed(void);

// Runs `scenario` once without a failure, and then again and again, so that each allocation fails in turn. Checks that
// each run notes the same trace and leaves as many blocks as the first run. Returns the number of allocations.
long support_fail_each_allocation(void (*scenario)(void));

// Return the number of messages of a level in this test, and the last message of any level. support_forget_messages
// sets both back.
int support_logged(CoirLogLevel level);
const char *support_last_message(void);
void support_forget_messages(void);

// The trace: callbacks note their calls, and assert_trace checks everything that was noted since the last check.
void note(const char *format, ...) COIR_PRINTF(1, 2);
#define assert_trace(expected) support_assert_trace(expected, __FILE__, __LINE__)
void support_assert_trace(const char *expected, const char *file, int line);

// noted returns the trace, a text of at most TRACE_SIZE - 1 bytes. forget_trace clears the trace.
#define TRACE_SIZE 4096
const char *noted(void);
void forget_trace(void);

// Checks that coir_error() contains `text`. Then clears the error and forgets all mistakes, so that the same mistake is
// logged again.
#define assert_mistake(text) support_assert_mistake(text, __FILE__, __LINE__)
void support_assert_mistake(const char *text, const char *file, int line);

#endif
