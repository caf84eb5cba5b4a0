// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Types and functions that the parts of the reader share: operations, and the state of a script while it is run.

#ifndef COIR_TESTS_TRACE_RUN_H
#define COIR_TESTS_TRACE_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/engine.h"
#include "trace/script.h"
#include "trace/words.h"

typedef struct TraceMoment TraceMoment;

typedef struct TraceRun {
    const TraceEngineClass *class;
    TraceEngine *engine;
    TraceText *output;
    TraceMoment *moments; // moments (script.c) that have operations or count calls, by name
    size_t left;          // number of operations and calls that may still come
} TraceRun;

// One argument of an operation. The letter of the argument in the verb's pattern selects the field.
typedef struct TraceValue {
    int number;     // i: a whole number; b: 0 or 1; r: a whole number or `forever`; c: a CoirCatchUp, may be left out;
                    // l: 1 for `calls`, may be left out; P: a TraceProperty
    uint32_t mask;  // m: a set of bits
    double seconds; // s: a number
    const char *word; // w: a word; k: the key of a timer (not `update`); o: a word that may be left out (NULL)
    double set[3];    // P: the new numbers of the property; takes all remaining words
    TraceSpec *spec;  // S: the description of an action, owned by the operation; takes all remaining words
} TraceValue;

#define TRACE_VALUES 8

typedef struct TraceVerb {
    const char *word, *pattern;
    void (*run)(TraceRun *run, const TraceValue *values);
} TraceVerb;

// The last verb of a table has no word.
extern const TraceVerb trace_time_verbs[];   // time_verbs.c: the Scheduler and timer queues
extern const TraceVerb trace_action_verbs[]; // action_verbs.c: nodes and actions

typedef struct TraceOperation {
    const TraceVerb *verb;
    bool acts; // true for a verb of trace_action_verbs
    TraceValue values[TRACE_VALUES];
    struct TraceOperation *next;
} TraceOperation;

typedef struct TraceOperations {
    char *text; // memory of the words
    TraceOperation *first;
    struct TraceOperations *next;
} TraceOperations;

// Reads the words of `text` by a pattern, and writes zeros into `text`. Returns false for too many words, too few words
// or wrong words. The caller frees TraceValue.spec in any case (trace_free_spec).
bool trace_read_values(const char *pattern, char *text, TraceValue *values);

// Prints `refused` if `done` is false. Nothing else may be printed for a refused operation.
void trace_refuse_unless(TraceRun *run, bool done);

// Reads a property and its new numbers, to the end of the words.
bool trace_read_property(char *words, TraceValue *value);

// Reads operations with semicolons between them if `several` is true, or else one operation. Returns NULL if an
// operation cannot be read.
TraceOperations *trace_read_operations(const char *text, bool several);

void trace_run_operations(TraceRun *run, const TraceOperations *operations);
void trace_free_operations(TraceOperations *operations); // also frees all operations that follow by `next`

// Counts an operation or a call. Returns false if the limit was reached before; nothing more may happen then.
bool trace_count(TraceRun *run);

#endif
