// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The reader of the trace language: runs a script on an engine and prints a trace. A line has one operation. `#` starts
// a comment. Words have blanks between them. T and PRIORITY are whole numbers, PAUSED is 0 or 1, KEY, NAME, Q and ID
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
//     set N pos X Y | scale X Y | rot R | skew X Y | opacity O | color R G B | visible 0|1
//     props N | running N | pausenode N | resumenode N
//     run N A SPEC | runpaused N A SPEC                              actions; A names the run, trace/spec.h has SPEC
//     stop A | tag A TAG | flags A MASK | pauserun A | resumerun A
//     seek A SECONDS [calls] | reverse A | speed A S | progress A
//     stopbytag N TAG | stopallbytag N TAG | stopbyflags N MASK | stopall N | stopeverything
//     pauserunning | resumerunning
//     step DT | frame DT                                             a script has either step, or tick and frame
//
//     on T KEY|update NTH: OPERATION; ...                            done inside the NTH call since the script began
//     on-queue Q ID NTH: OPERATION; ...
//     proc NAME: OPERATION; ...                                      done when a post or an action calls NAME
//
// The trace has these lines:
// 1. `tick DT`, `advance Q DT`, `step DT` and `frame DT`, before the calls that these operations make.
// 2. For a call: `update T DT`, `fire T KEY ELAPSED @NOW`, `timer Q ID @NOW`, `post NAME` and `call NAME @NOW`.
// 3. For the end of a run: `end A done|stopped|gone`.
// 4. For results: `isscheduled T KEY 0|1`, `ispaused T 0|1`, `pauseall COUNT`, `tickone Q 0|1`, `props N` with the
//    numbers of the node (TRACE_PROPS), `running N COUNT`, `progress A LOCALTIME DONE`.
// 5. `refused` alone for an operation that makes a mistake, and `bad LINE` at the end for a line that cannot be read.
//
// Also refused are: `node` with the number of a node that exists, `queue` with the name of a queue that exists,
// `insert` with the ID of a timer in the queue, and `run` with the name of a run that has not ended. The progress of a
// run that is done is its duration (0 if the run played backwards) and 1. The progress of a run that has ended
// otherwise is 0 and 0. A MASK may be written as 0xff. An engine without actions refuses all operations on nodes and
// actions.

#ifndef COIR_TESTS_TRACE_SCRIPT_H
#define COIR_TESTS_TRACE_SCRIPT_H

#include <stddef.h>

#include "coir/api.h"
#include "trace/engine.h"

// A text that grows. A TraceText of zeros is empty. `text` must be freed at the end.
typedef struct TraceText {
    char *text; // ends with a zero; NULL until something is written
    size_t length, capacity;
} TraceText;

void trace_text_add(TraceText *text, const char *format, ...) COIR_PRINTF(2, 3);
void trace_text_add_bytes(TraceText *text, const char *bytes, size_t count);
void trace_text_cut(TraceText *text, size_t length); // shortens the text to this length

// Runs the `size` bytes of `script` (any bytes) on a new engine, and adds the trace to `output`. Returns the status of
// the program: 0, or 2 after a line that cannot be read.
int trace_run(const TraceEngineClass *class, const char *script, size_t size, TraceText *output);

// Works like trace_run, but ends quietly after `limit` operations and calls. This is for random scripts, since a few
// lines are enough to keep a program busy for a year.
int trace_run_limited(const TraceEngineClass *class, const char *script, size_t size, size_t limit, TraceText *output);

#endif
