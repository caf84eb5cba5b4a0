// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Errors: what went wrong, where, and how to mend it.
//
// A function that can fail returns false or NULL, leaves everything as it was, and says why here. There are two kinds
// of errors:
//
// 1. A mistake of the caller (a NULL node, a negative interval). It is kept here and logged (COIR_LOG_MISTAKE), in the
//    name of the function that you called and with advice: once for each function, and for each place of yours where
//    that is known. Where a NULL was given in place of a thing that could not be made, the last error is told, too.
// 2. A failure of the outside world (a missing file, no window). It is kept here, and is yours to show: a call may be a
//    question. Two kinds of results are used so often without a look that they are logged, too (COIR_LOG_ERROR), once
//    for each text: a node that could not be made, with the place of the macro that was to make it
//    ("game.c:12: coir_sprite_add: the picture 'logo.png' is missing ..."), and a font that could not be loaded. A
//    program that shows coir_error() for these shows them twice.

#ifndef COIR_ERROR_H
#define COIR_ERROR_H

#include "coir/api.h"

// The text of this thread's last error, "" when there was none. It stands until the next error or coir_error_clear,
// so look at it when a call returned false or NULL, not before. The string is Coir's: copy it to keep it.
COIR_API const char *coir_error(void);

// Forgets this thread's last error.
COIR_API void coir_error_clear(void);

#endif
