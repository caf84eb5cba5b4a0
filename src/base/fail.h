// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// How the library reports what failed. All forms set coir_error() and return false, so that a function can end with
// `return FAIL(...)` or `return MISTAKE(...)`; where it returns a pointer, with `(FAIL(...), NULL)` spelled as two
// lines.
//
// The text of a mistake begins with the name of the public function that the user called, and ": ". A function that
// serves several public ones is told the name.

#ifndef COIR_FAIL_H
#define COIR_FAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/api.h"
#include "coir/error.h"
#include "coir/log.h"

// The outside world failed: say what, where, and how to mend it.
#define FAIL(...) coir_fail(__VA_ARGS__)

// The caller made a mistake. It is logged the first time that this line of the library reports one in that public
// function's name.
#define MISTAKE(...) coir_mistake(__FILE__, __LINE__, __VA_ARGS__)

// The same for a NULL in place of a thing that a call before may have failed to make: the text ends with the last
// error.
#define MISSING(...) coir_missing(__FILE__, __LINE__, __VA_ARGS__)

bool coir_fail(const char *format, ...) COIR_PRINTF(1, 2);
bool coir_mistake(const char *file, int line, const char *format, ...) COIR_PRINTF(3, 4);
bool coir_missing(const char *file, int line, const char *format, ...) COIR_PRINTF(3, 4);

// Says that `size` bytes were not to be had. Returns false.
bool coir_fail_memory(size_t size);

// Goes up with each error.
uint32_t coir_error_number(void);

// Makers of nodes know where their caller stands, and their result is often used without a look. So they log what
// failed, with the macro that the user wrote and its place:
//
//     coir_making();
//     CoirSprite *sprite = ...; // functions that report in other names; no code of the user's runs
//     return coir_made(sprite, "coir_sprite_new", file, line);
//
// From coir_making to coir_made mistakes are kept in coir_error() and not logged. Makers nest: the outermost one logs.
// coir_made returns `made`; for a NULL it does what coir_not_made does.
void coir_making(void);
void *coir_made(void *made, const char *macro, const char *file, int line);

// Puts the place and the macro's name before the last error, instead of the function's name of a mistake. Each such
// text is logged once, unless the error was logged already. Returns NULL. Inside another maker this does nothing.
void *coir_not_made(const char *macro, const char *file, int line);

// Logs the last error, a failure, once for each such text: for a NULL that stands for something else afterwards.
void coir_log_failure(void);

// Lets every message be logged anew; for tests.
void coir_mistakes_forget(void);

#endif
