// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What programs that play at random do when they die or hang: they print where they are.

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

// Ends the program by SIGABRT, so that a sanitizer or a debugger shows the place.
static inline void hang(int number)
{
    (void)number;
    fprintf(stderr, "the program hangs\n");
    abort();
}

// Calls `print` before the program dies: by a sanitizer, by a signal, or because it hangs.
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

// Lets the program hang after `seconds`, unless called again; 0: never.
static inline void watch(int seconds)
{
#if defined(_WIN32)
    (void)seconds;
#else
    alarm((unsigned)seconds);
#endif
}

#endif
