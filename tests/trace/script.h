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
//     node N | destroy-node N | offstage N | onstage N               nodes, on stage when they are made
//     set N pos X Y | scale X Y | rot A | skew X Y | opacity O | color R G B | visible 0|1
//     props N | running N | pausenode N | resumenode N
//     run N A SPEC | runpaused N A SPEC                              actions; A names the run, trace/spec.h has SPEC
//     stop A | tag A TAG | flags A MASK | pauserun A | resumerun A
//     seek A SECONDS [calls] | reverse A | speed A S | progress A
//     stopbytag N TAG | stopallbytag N TAG | stopbyflags N MASK | stopall N | stopeverything
//     pauserunning | resumerunning
//     step DT | frame DT                                             a script has either step, or tick and frame
//
//     on T KEY|update N: OPERATION; ...                              done inside the Nth call since the script began
//     on-queue Q ID N: OPERATION; ...
//     proc NAME: OPERATION; ...                                      done when what was posted, or an action, is called
//
// What is printed: `tick`, `advance`, `step` and `frame` as they are written, before what they call; `update T DT`,
// `fire T KEY ELAPSED @NOW`, `timer Q ID @NOW`, `post NAME` and `call NAME @NOW` for a call; `end A done|stopped|gone`
// when a run ends; `isscheduled T KEY 0|1`, `ispaused T 0|1`, `pauseall COUNT`, `tickone Q 0|1`; `props N` and all
// there is to see of the node (TRACE_PROPS), `running N COUNT`, `progress A LOCALTIME DONE`; `refused` alone for a
// mistake, and `bad LINE` at the end for a line that cannot be read.
//
// What the language leaves open: a node that is there and a run that has not ended keep their name, another one of that
// name is refused. The progress of a run that is done is its duration (0 if it was going backwards) and 1, that of one
// that has ended otherwise 0 and 0. A MASK may be written as 0xff. A script that is read by an engine without actions
// has all their operations refused.

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
