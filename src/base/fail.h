// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Macros by which the library reports errors. All macros set coir_error() and return false. So a function can end
// with `return FAIL(...)` or `return MISTAKE(...)`; a function that returns a pointer ends with `return FAIL(...),
// NULL`.
//
// The text of a mistake begins with the name of the public function that the user called, and ": ". A helper of
// several public functions takes this name as a parameter. Where the name is not known, the text begins without a name.

#ifndef COIR_FAIL_H
#define COIR_FAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/api.h"
#include "coir/callback.h"
#include "coir/error.h"
#include "coir/log.h"

// Reports a failure of the outside world. The text says what failed, where, and how to fix the cause.
#define FAIL(...) coir_fail(__VA_ARGS__)

// Reports a mistake of the caller. The mistake is logged the first time that this line of the library reports a mistake
// under the name of this public function.
#define MISTAKE(...) coir_mistake(__FILE__, __LINE__, __VA_ARGS__)

// Reports a mistake: an object of Coir, such as a node, is NULL, maybe because an earlier call failed. The text ends
// with the last error, if there is one. A NULL text, path or function is a plain MISTAKE, since the last error has
// nothing to do with the NULL.
#define MISSING(...) coir_missing(__FILE__, __LINE__, __VA_ARGS__)

bool coir_fail(const char *format, ...) COIR_PRINTF(1, 2);
bool coir_mistake(const char *file, int line, const char *format, ...) COIR_PRINTF(3, 4);
bool coir_missing(const char *file, int line, const char *format, ...) COIR_PRINTF(3, 4);

// Calls `function`, and then restores the last error: for user code that is called when a call has failed already.
void coir_keep_error(CoirUserFn function, void *user);

// Reports that an allocation of `size` bytes failed. Returns false.
bool coir_fail_memory(size_t size);

// Returns a number that grows with each error of this thread.
uint32_t coir_error_number(void);

// Makers of nodes have the file and line of their caller, and callers often use the result without a check. So makers
// log their errors, with the name, file and line of the macro that the user wrote:
//
//     coir_making();
//     CoirSprite *sprite = ...; // calls functions that report in other names; runs no user code
//     return coir_made(sprite, "coir_sprite_new", file, line);
//
// Between coir_making and coir_made mistakes set coir_error(), but are not logged. Makers may be nested: the outermost
// maker logs. coir_made returns `made`, and calls coir_not_made if `made` is NULL.
void coir_making(void);
void *coir_made(void *made, const char *macro, const char *file, int line);

// Puts the file, the line and the macro's name before the text of the last error. In a mistake the macro's name
// replaces the function's name. Logs a failure once for each text, and a mistake once for each file, line and macro.
// Does nothing inside another maker, or if the last error was logged already. Returns NULL.
void *coir_not_made(const char *macro, const char *file, int line);

// Logs the last error, once for each text. For failures after the user's call has returned, and for results that users
// may pass on without a check: a font that was not loaded is NULL, and a NULL font in a style means the built-in font.
void coir_log_failure(void);

// Returns true while this thread calls the log hook.
bool coir_log_is_calling(void);

// Logs a text, once for each text.
void coir_log_once(CoirLogLevel level, const char *format, ...) COIR_PRINTF(2, 3);

// Forgets which mistakes and texts were logged, so that they are logged again. For tests.
void coir_log_forget(void);

#endif
