// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// How the library reports what failed. Both forms set coir_error() and return false, so that a function can end with
// `return FAIL(...)` or `return MISTAKE(...)`; where it returns a pointer, with `(FAIL(...), NULL)` spelled as two
// lines.

#ifndef COIR_FAIL_H
#define COIR_FAIL_H

#include <stdbool.h>
#include <stddef.h>

#include "coir/api.h"
#include "coir/error.h"
#include "coir/log.h"

// The outside world failed: say what, where, and how to mend it.
#define FAIL(...) coir_fail(__VA_ARGS__)

// The caller made a mistake. It is logged the first time that this line of the library reports one.
#define MISTAKE(...) coir_mistake(__FILE__, __LINE__, __VA_ARGS__)

bool coir_fail(const char *format, ...) COIR_PRINTF(1, 2);
bool coir_mistake(const char *file, int line, const char *format, ...) COIR_PRINTF(3, 4);

// Says that `size` bytes were not to be had. Returns false.
bool coir_fail_memory(size_t size);

// Lets every place report its mistake anew; for tests.
void coir_mistakes_forget(void);

#endif
