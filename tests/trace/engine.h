// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// An engine does the operations of a script in the trace language. The library is one engine, the model is another. An
// engine prints nothing, but calls a listener for each callback. The operations that a script does inside a callback
// use the same functions of the engine, from inside the call of the listener.

#ifndef COIR_TESTS_TRACE_ENGINE_H
#define COIR_TESTS_TRACE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/run.h"
#include "coir/timer_queue.h"
#include "trace/spec.h"

typedef struct TraceEngine TraceEngine;

// The functions that an engine calls. `listener` is the pointer with which the engine was made. A text is valid as long
// as the timer, queue or function of this name exists.
typedef struct TraceListener {
    void (*update)(void *listener, int target, double dt);
    void (*fire)(void *listener, int target, const char *key, double elapsed);
    void (*posted)(void *listener, const char *name);
    void (*timer)(void *listener, const char *queue, const char *id);
} TraceListener;

// The functions that an engine calls for actions.
typedef struct TraceActionListener {
    void (*called)(void *listener, const char *name);
    void (*ended)(void *listener, const char *run, CoirRunEnd reason);
} TraceActionListener;

typedef enum TraceProperty {
    TRACE_POSITION,
    TRACE_SCALE,
    TRACE_ROTATION,
    TRACE_SKEW,
    TRACE_OPACITY, // 0..255, like the colour
    TRACE_COLOR,
    TRACE_VISIBLE,
    TRACE_PROPERTIES,
} TraceProperty;

// How many numbers the operation `props` prints for a node: position, scale, rotation, skew, opacity, colour,
// visibility, and whether the node is mirrored in x and in y.
#define TRACE_PROPS 14

// Actions. Nodes have numbers, and runs have names. Functions that return bool return false for a mistake. A missing
// node or run is no mistake: then the functions do nothing.
typedef struct TraceActionClass {
    void (*listen)(TraceEngine *engine, const TraceActionListener *calls); // called before all other functions
    double (*now)(TraceEngine *engine); // time of the manager's clock; during a call of an action, the time of the call
    bool (*step)(TraceEngine *engine, double dt);
    bool (*frame)(TraceEngine *engine, double dt);

    bool (*node)(TraceEngine *engine, int node);
    bool (*set)(TraceEngine *engine, int node, TraceProperty property, const double *numbers);
    void (*destroy_node)(TraceEngine *engine, int node);
    void (*offstage)(TraceEngine *engine, int node);
    void (*onstage)(TraceEngine *engine, int node);
    void (*pause_node)(TraceEngine *engine, int node);
    void (*resume_node)(TraceEngine *engine, int node);
    bool (*props)(TraceEngine *engine, int node, double props[TRACE_PROPS]); // false: there is no such node
    bool (*running)(TraceEngine *engine, int node, int *count);              // false: there is no such node

    bool (*run)(TraceEngine *engine, int node, const char *run, const TraceSpec *spec, bool paused);
    void (*stop)(TraceEngine *engine, const char *run);
    void (*tag)(TraceEngine *engine, const char *run, int tag);
    void (*flags)(TraceEngine *engine, const char *run, uint32_t flags);
    void (*pause_run)(TraceEngine *engine, const char *run);
    void (*resume_run)(TraceEngine *engine, const char *run);
    bool (*seek)(TraceEngine *engine, const char *run, double seconds, bool makes_calls);
    void (*reverse)(TraceEngine *engine, const char *run);
    bool (*speed)(TraceEngine *engine, const char *run, double speed);
    bool (*progress)(TraceEngine *engine, const char *run, double *time, bool *is_done); // false: no run had this name

    void (*stop_tag)(TraceEngine *engine, int node, int tag); // stops the first run with the tag
    void (*stop_all_tag)(TraceEngine *engine, int node, int tag);
    void (*stop_flags)(TraceEngine *engine, int node, uint32_t mask);
    void (*stop_node)(TraceEngine *engine, int node);
    void (*stop_everything)(TraceEngine *engine);
    void (*pause_running)(TraceEngine *engine);  // keeps the set of paused nodes
    void (*resume_running)(TraceEngine *engine); // resumes the nodes of the set, and empties the set
} TraceActionClass;

// An engine. A function that changes something and returns bool returns false for a mistake. After a mistake, nothing
// has changed.
typedef struct TraceEngineClass {
    TraceEngine *(*new)(const TraceListener *calls, void *listener);
    void (*destroy)(TraceEngine *engine); // not from a callback

    // The scheduler. `key` is never NULL.
    double (*now)(TraceEngine *engine); // reading of the scheduler's clock
    bool (*update)(TraceEngine *engine, int target, int priority, bool paused);
    void (*unupdate)(TraceEngine *engine, int target);
    bool (*schedule)(TraceEngine *engine, int target, const char *key, double interval, int repeat, double delay,
                     bool paused, CoirCatchUp catch_up); // repeat: COIR_FOREVER for no end
    void (*unschedule)(TraceEngine *engine, int target, const char *key);
    void (*unschedule_target)(TraceEngine *engine, int target);
    void (*unschedule_all)(TraceEngine *engine, int min_priority);
    void (*pause)(TraceEngine *engine, int target);
    void (*resume)(TraceEngine *engine, int target);
    int (*pause_all)(TraceEngine *engine, int min_priority); // keeps the set of paused targets, and returns their count
    void (*resume_paused)(TraceEngine *engine);              // resumes the targets of the set, and empties the set
    bool (*time_scale)(TraceEngine *engine, double scale);
    bool (*is_update_scheduled)(TraceEngine *engine, int target);
    bool (*is_scheduled)(TraceEngine *engine, int target, const char *key);
    bool (*is_paused)(TraceEngine *engine, int target);
    bool (*post)(TraceEngine *engine, const char *name);
    bool (*tick)(TraceEngine *engine, double dt);

    // Timer queues. `queue` is the name of a queue.
    bool (*queue)(TraceEngine *engine, const char *queue, const char *parent); // parent NULL: a root
    bool (*insert)(TraceEngine *engine, const char *queue, const char *id, double start, double interval,
                   CoirCatchUp catch_up);
    bool (*erase)(TraceEngine *engine, const char *queue, const char *id);
    bool (*destroy_queue)(TraceEngine *engine, const char *queue);
    bool (*scale)(TraceEngine *engine, const char *queue, double scale);
    bool (*halt)(TraceEngine *engine, const char *queue);
    bool (*go)(TraceEngine *engine, const char *queue);
    bool (*advance)(TraceEngine *engine, const char *queue, double dt);
    bool (*tick_one)(TraceEngine *engine, const char *queue, double now, bool *fired);
    double (*queue_now)(TraceEngine *engine, const char *queue); // reading of the queue's clock

    const TraceActionClass *actions; // NULL: the engine has no actions
} TraceEngineClass;

extern const TraceEngineClass trace_library; // tests/trace/library.c: the time half of Coir, coir_core
extern const TraceEngineClass trace_model;   // tests/model/time_model.c: the simplest implementation of the rules

const TraceEngineClass *trace_whole(void); // tests/trace/library_actions.c: all of Coir

#endif
