// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What a script of the trace language drives: the library, or the model of it. An engine does what it is told and calls
// back; it prints nothing. Everything that a callback does comes back through the same functions, from inside.

#ifndef COIR_TESTS_TRACE_ENGINE_H
#define COIR_TESTS_TRACE_ENGINE_H

#include <stdbool.h>

#include "coir/timer_queue.h"

typedef struct TraceEngine TraceEngine;

// What an engine calls. `listener` is what it was made with. Texts are good as long as what they name is there.
typedef struct TraceListener {
    void (*update)(void *listener, int target, double dt);
    void (*fire)(void *listener, int target, const char *key, double elapsed);
    void (*posted)(void *listener, const char *name);
    void (*timer)(void *listener, const char *queue, const char *id);
} TraceListener;

// Functions that return bool return false when what they are asked is a mistake, and then nothing has changed.
typedef struct TraceEngineClass {
    TraceEngine *(*new)(const TraceListener *calls, void *listener);
    void (*destroy)(TraceEngine *engine); // not from a callback

    // The scheduler. `key` is never NULL.
    double (*now)(TraceEngine *engine); // its logical time
    bool (*update)(TraceEngine *engine, int target, int priority, bool paused);
    void (*unupdate)(TraceEngine *engine, int target);
    bool (*schedule)(TraceEngine *engine, int target, const char *key, double interval, int repeat, double delay,
                     bool paused, CoirCatchUp catch_up); // repeat: COIR_FOREVER for no end
    void (*unschedule)(TraceEngine *engine, int target, const char *key);
    void (*unschedule_target)(TraceEngine *engine, int target);
    void (*unschedule_all)(TraceEngine *engine, int min_priority);
    void (*pause)(TraceEngine *engine, int target);
    void (*resume)(TraceEngine *engine, int target);
    int (*pause_all)(TraceEngine *engine, int min_priority); // keeps the set, and returns how many are in it
    void (*resume_paused)(TraceEngine *engine);              // resumes that set, and empties it
    bool (*time_scale)(TraceEngine *engine, double scale);
    bool (*is_update_scheduled)(TraceEngine *engine, int target);
    bool (*is_scheduled)(TraceEngine *engine, int target, const char *key);
    bool (*is_paused)(TraceEngine *engine, int target);
    bool (*post)(TraceEngine *engine, const char *name);
    bool (*tick)(TraceEngine *engine, double dt);

    // Timer queues, known by name.
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
    double (*queue_now)(TraceEngine *engine, const char *queue); // what its clock reads
} TraceEngineClass;

extern const TraceEngineClass trace_library; // tests/trace/library.c: Coir
extern const TraceEngineClass trace_model;   // tests/model/time_model.c: the simplest right implementation of the rules

#endif
