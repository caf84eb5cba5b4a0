// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What the two halves of the library as an engine share: library.c has time, library_actions.c nodes and runs, and
// library_spec.c makes descriptions.

#ifndef COIR_TESTS_TRACE_LIBRARY_H
#define COIR_TESTS_TRACE_LIBRARY_H

#include <uthash.h>

#include "coir/action.h"
#include "coir/scheduler.h"
#include "trace/engine.h"

typedef struct TraceName { // of what is called once it is posted, or by an action
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
    struct Queue *queues, *destroyed; // queues: those that are there

    struct TraceActions *actions; // NULL in trace_library
};

// An engine that goes by a scheduler, and freeing all of it but that.
TraceEngine *trace_engine_new(const TraceListener *calls, void *listener, CoirScheduler *scheduler);
void trace_engine_free(TraceEngine *engine);

// Remembers a name for as long as the engine is there.
TraceName *trace_find_name(TraceEngine *engine, const char *name);

// Makes the action that is described. NULL: it cannot be made.
CoirAction *trace_make_action(TraceEngine *engine, const TraceSpec *spec);

// The node with a number, or NULL; and the action that calls the listener with a name.
CoirNode *trace_find_node(TraceEngine *engine, int number);
CoirAction *trace_make_call(TraceEngine *engine, const char *name);

#endif
