// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The log: a hook that receives every message of Coir. Libraries below Coir may write to stderr on their own, as
// libpng does for a damaged picture.

#ifndef COIR_LOG_H
#define COIR_LOG_H

#include "coir/api.h"

typedef enum CoirLogLevel {
    COIR_LOG_DEBUG,
    COIR_LOG_INFO,
    COIR_LOG_WARNING, // something was left out, put off, lost or never freed, and the program goes on
    COIR_LOG_MISTAKE, // a mistake of the caller (coir/error.h); in a debug build, your hook may call abort() here
    COIR_LOG_ERROR,   // a failure of the outside world (coir/error.h)
} CoirLogLevel;

// Receives one message, without a line break at its end. The message is valid only during the call. `user` was given to
// coir_log_set_hook. The hook is called in the thread that causes the message: the main thread, another thread that
// calls coir_scheduler_post or coir_log, or a thread with a world of its own (coir/world.h). Several threads may call
// the hook at the same time. The hook may call all functions of Coir, as other callbacks may. Exception: when the last
// director is destroyed, the nodes and actions that are left are logged after the director was freed, so the hook must
// not use the director in these messages.
typedef void (*CoirLogHook)(CoirLogLevel level, const char *message, void *user);

// Sends messages to `hook` from now on, with `user`. NULL: the default hook, which writes to stderr or, on a web page,
// to the console of the browser.
COIR_API void coir_log_set_hook(CoirLogHook hook, void *user);

// Drops messages below `level`. The default is COIR_LOG_INFO.
COIR_API void coir_log_set_level(CoirLogLevel level);

// Logs a message, formatted as printf does. A message of more than 1023 bytes is cut. A NULL `format` logs nothing.
COIR_API void coir_log(CoirLogLevel level, const char *format, ...) COIR_PRINTF(2, 3);

#endif
