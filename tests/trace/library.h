// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Types and functions that the files of the library's engine share: library.c has time, library_actions.c has nodes and
// runs, and library_spec.c makes actions.

#ifndef COIR_TESTS_TRACE_LIBRARY_H
#define COIR_TESTS_TRACE_LIBRARY_H

#include <uthash.h>

#include "coir/action.h"
#include "coir/scheduler.h"
#include "trace/engine.h"

typedef struct TraceName { // name of a posted function, or of a function that an action calls
    char *name;
    TraceEngine *engine;
    UT_hash_handle hh;
} TraceName;

struct TraceEngine {
    const TraceListener *calls;
    void *listener;
    CoirScheduler *scheduler;
    CoirTargetSet *paused;
    struct Target *targets;
    TraceName *names;
    struct Queue *queues, *destroyed; // queues that exist, and destroyed queues, whose records are kept

    struct TraceActions *actions; // NULL in an engine of the class trace_library (engine.h)
};

// Makes an engine that uses `scheduler`.
TraceEngine *trace_engine_new(const TraceListener *calls, void *listener, CoirScheduler *scheduler);

// Frees an engine, but not the scheduler.
void trace_engine_free(TraceEngine *engine);

// Returns the record of a name. The record is kept as long as the engine exists.
TraceName *trace_find_name(TraceEngine *engine, const char *name);

// Makes the action that a script describes. Returns NULL if the action cannot be made.
CoirAction *trace_make_action(TraceEngine *engine, const TraceSpec *spec);

// Returns the node with this number, or NULL.
CoirNode *trace_find_node(TraceEngine *engine, int number);

// Makes the action that calls the listener with `name`.
CoirAction *trace_make_call(TraceEngine *engine, const char *name);

#endif
