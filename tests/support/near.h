// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Comparison of numbers with a tolerance.

#ifndef COIR_TESTS_NEAR_H
#define COIR_TESTS_NEAR_H

#include "support/support.h"

#include <math.h>

// Checks that `value` and `expected` differ by at most `tolerance`.
#define assert_near(value, expected, tolerance) \
    assert_near_at((value), (expected), (tolerance), #value, __FILE__, __LINE__)

static inline void assert_near_at(double value, double expected, double tolerance, const char *what, const char *file,
                                  int line)
{
    if (fabs(value - expected) <= tolerance)
        return;
    print_error("%s is %.17g, not %.17g\n", what, value, expected);
    _fail(file, line);
}

#endif
