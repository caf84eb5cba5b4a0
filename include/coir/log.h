// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The log: one hook that every message of Coir goes through.

#ifndef COIR_LOG_H
#define COIR_LOG_H

#include "coir/api.h"

typedef enum CoirLogLevel {
    COIR_LOG_DEBUG,
    COIR_LOG_INFO,
    COIR_LOG_WARNING, // something was left out or skipped, the program goes on
    COIR_LOG_MISTAKE, // a call that cannot be meant so; it did nothing. A debug build's hook may break here.
    COIR_LOG_ERROR,   // the outside world failed (see coir/error.h)
} CoirLogLevel;

// Receives one message without a line break at its end. `user` is what was given to coir_log_set_hook. It is called in
// the thread that made the call; other threads than the main one may only call coir_scheduler_post.
typedef void (*CoirLogHook)(CoirLogLevel level, const char *message, void *user);

// Sends messages to `hook` from now on, with `user` handed along; NULL: back to the default, which writes to stderr.
COIR_API void coir_log_set_hook(CoirLogHook hook, void *user);

// Drops messages below `level`. The default is COIR_LOG_INFO.
COIR_API void coir_log_set_level(CoirLogLevel level);

// Writes a message, formatted as printf does; longer than 1023 bytes is cut. NULL as `format` writes nothing.
COIR_API void coir_log(CoirLogLevel level, const char *format, ...) COIR_PRINTF(2, 3);

#endif
