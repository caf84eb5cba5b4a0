// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The reader of the trace language: runs a script on an engine and writes down what happens. One operation a line; `#`
// starts a comment; words stand between blanks. T and PRIORITY are whole numbers, PAUSED is 0 or 1, KEY, NAME, Q and ID
// are any words.
//
//     update T PRIORITY PAUSED | unupdate T                          the per-frame update
//     schedule T KEY INTERVAL REPEAT|forever DELAY PAUSED [all|one|restart]
//     unschedule T KEY | unscheduleall T | unscheduleallmin PRIORITY
//     pause T | resume T | pauseallmin PRIORITY | resumepaused
//     timescale S | tick DT | post NAME
//     isscheduled T KEY|update | ispaused T
//
//     queue Q [PARENT] | destroy Q                                   timer queues
//     insert Q ID START INTERVAL [all|one|restart] | erase Q ID
//     scale Q S | halt Q | go Q | advance Q DT | tickone Q NOW
//
//     on T KEY|update N: OPERATION; ...                              done inside the Nth call since the script began
//     on-queue Q ID N: OPERATION; ...
//     proc NAME: OPERATION; ...                                      done when what was posted is called
//
// What is printed: `tick` and `advance` as they are written, before what they call; `update T DT`, `fire T KEY ELAPSED
// @NOW`, `timer Q ID @NOW` and `post NAME` for a call; `isscheduled T KEY 0|1`, `ispaused T 0|1`, `pauseall COUNT`,
// `tickone Q 0|1`; `refused` alone for a mistake, and `bad LINE` at the end for a line that cannot be read.

#ifndef COIR_TESTS_TRACE_SCRIPT_H
#define COIR_TESTS_TRACE_SCRIPT_H

#include <stddef.h>

#include "coir/api.h"
#include "trace/engine.h"

// A text that grows. All zero is an empty one; free(text) at the end.
typedef struct TraceText {
    char *text; // ends with a zero; NULL while nothing was written
    size_t length, capacity;
} TraceText;

void trace_text_add(TraceText *text, const char *format, ...) COIR_PRINTF(2, 3);
void trace_text_add_bytes(TraceText *text, const char *bytes, size_t count);
void trace_text_cut(TraceText *text, size_t length); // takes back what was added since it had this length

// Runs the `size` bytes of `script` (any bytes) on a new engine. What it prints is added to `output`. Returns the
// program's status: 0, or 2 after a line that cannot be read.
int trace_run(const TraceEngineClass *class, const char *script, size_t size, TraceText *output);

// The same, but it ends quietly after so many operations and calls: for scripts that nobody has looked at, since a
// few lines are enough to keep a program busy for a year.
int trace_run_limited(const TraceEngineClass *class, const char *script, size_t size, size_t limit, TraceText *output);

#endif
