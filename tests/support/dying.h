// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Lets a program of random tests print its state, such as the seed, when the program crashes or hangs.

#ifndef COIR_TESTS_DYING_H
#define COIR_TESTS_DYING_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#if !defined(_WIN32)
#include <unistd.h>
#endif

static void (*dying_print)(void);

#if defined(__GNUC__) && !defined(_WIN32) && !defined(__APPLE__)
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

static inline bool tell_sanitizer(void)
{
    if (!__sanitizer_set_death_callback)
        return false;
    __sanitizer_set_death_callback(dying_print);
    return true;
}
#else
static inline bool tell_sanitizer(void)
{
    return false;
}
#endif

static inline void die(int number)
{
    signal(number, SIG_DFL);
    dying_print();
    raise(number);
}

// Ends the program by SIGABRT, so that a sanitizer or a debugger shows where the program hangs.
static inline void hang(int number)
{
    (void)number;
    fprintf(stderr, "the program hangs\n");
    abort();
}

// Lets the program call `print` before a sanitizer or a signal ends the program, or when the program hangs.
static inline void print_when_dying(void (*print)(void))
{
    dying_print = print;
    signal(SIGABRT, die);
    if (!tell_sanitizer())
        signal(SIGSEGV, die);
#if !defined(_WIN32)
    signal(SIGALRM, hang);
#endif
}

// Treats the program as hanging after `seconds`, unless this function is called again before. 0 switches the watch off.
// Does nothing on Windows.
static inline void watch(int seconds)
{
#if defined(_WIN32)
    (void)seconds;
#else
    alarm((unsigned)seconds);
#endif
}

#endif
