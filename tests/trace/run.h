// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What the parts of the reader share: operations, and the run of a script that they take place in.

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
    TraceMoment *moments; // those that have been, and those that carry operations, by name
    size_t left;          // so many operations and calls may still come
} TraceRun;

// One argument of an operation. Which field counts is said by the letter for it in the verb's pattern.
typedef struct TraceValue {
    int number;     // i: a whole number; b: 0 or 1; r: a whole number or `forever`; c: a CoirCatchUp, may be left out;
                    // l: 1 for `calls`, may be left out; P: a TraceProperty
    uint32_t mask;  // m: a set of bits
    double seconds; // s: a number
    const char *word; // w: a word; k: the key of a timer; o: a word that may be left out (then NULL)
    double set[3];    // P: the property's new numbers. It takes all words that are left, and so does
    TraceSpec *spec;  // S: the description of an action, owned by the operation
} TraceValue;

#define TRACE_VALUES 8

typedef struct TraceVerb {
    const char *word, *pattern;
    void (*run)(TraceRun *run, const TraceValue *values);
} TraceVerb;

// Tables end with a verb without a word.
extern const TraceVerb trace_time_verbs[];   // time_verbs.c: the Scheduler and timer queues
extern const TraceVerb trace_action_verbs[]; // action_verbs.c: nodes and actions

typedef struct TraceOperation {
    const TraceVerb *verb;
    bool acts; // it is one of trace_action_verbs
    TraceValue values[TRACE_VALUES];
    struct TraceOperation *next;
} TraceOperation;

typedef struct TraceOperations {
    char *text; // the words stand in it
    TraceOperation *first;
    struct TraceOperations *next;
} TraceOperations;

// Reads the words of `text` by a pattern, in place. False: too many, too few, or not what they should be. What values
// own is theirs in any case.
bool trace_read_values(const char *pattern, char *text, TraceValue *values);

// Prints what refuses an operation, and nothing else of it.
void trace_refuse_unless(TraceRun *run, bool done);

// Reads a property and its new numbers, to the end of the words.
bool trace_read_property(char *words, TraceValue *value);

// Reads operations with semicolons between them, or without `several` a single one. NULL when they cannot be read.
TraceOperations *trace_read_operations(const char *text, bool several);

void trace_run_operations(TraceRun *run, const TraceOperations *operations);
void trace_free_operations(TraceOperations *operations); // and those that follow

// Counts an operation or a call. False when there were enough, and nothing more is to happen.
bool trace_count(TraceRun *run);

#endif
