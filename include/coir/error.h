// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Errors: what went wrong, where, and how to mend it.
//
// A function that can fail returns false or NULL, leaves everything as it was, and says why here. Mistakes of the
// caller (a NULL node, a negative interval) are kept here too, and besides are reported once for each place through
// the log hook, with advice.

#ifndef COIR_ERROR_H
#define COIR_ERROR_H

#include "coir/api.h"

// The text of this thread's last error, "" when there was none. It stands until the next error or coir_error_clear,
// so look at it when a call returned false or NULL, not before. The string is Coir's: copy it to keep it.
COIR_API const char *coir_error(void);

// Forgets this thread's last error.
COIR_API void coir_error_clear(void);

#endif
