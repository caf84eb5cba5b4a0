// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Errors: the text of the last error, and the rules by which errors are reported.
//
// A function that can fail returns false or NULL and, unless its comment says otherwise, changes nothing. coir_error()
// then returns the reason. There are two kinds of errors:
//
// 1. Mistakes of the caller (a NULL node, a negative interval). A mistake sets coir_error() and is logged
//    (COIR_LOG_MISTAKE), with the name of the function that you called, and with advice. Some mistakes are logged
//    without this name, for example a bad field of a node that is drawn. The same mistake in calls of the same function
//    is logged only once. Mistakes in macros that pass your file and line, such as coir_sprite_add, are logged once for
//    each line of your code. If you pass a NULL that may be the result of an earlier failure, the text ends with the
//    last error.
// 2. Failures of the outside world (a missing file, no window). A failure sets coir_error() and is not logged: your
//    program decides whether to show the text. Some failures are logged as well (COIR_LOG_ERROR), once for each text,
//    because programs often use the results without a check: a node that could not be made, with the file and line of
//    your call ("game.c:12: coir_sprite_add: the picture 'logo.png' is missing ..."), a font that could not be loaded,
//    and a streamed sound whose file can no longer be read. A program that also logs coir_error() logs these texts
//    twice. Failures that none of your calls can return, such as a lack of memory in the middle of a frame, may be
//    logged, too.

#ifndef COIR_ERROR_H
#define COIR_ERROR_H

#include "coir/api.h"

// Returns the text of this thread's last error; "" if there was none. The text stays until the next error or
// coir_error_clear: read the text when a call has returned false or NULL. Coir owns the text; copy it to keep it.
COIR_API const char *coir_error(void);

// Forgets this thread's last error.
COIR_API void coir_error_clear(void);

#endif
