// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Types and functions that the three files of the model share. Everything is in lists, which are searched from the
// beginning. No timer and no queue is freed before the end, so a callback may erase or destroy the timer or queue that
// calls the callback.
//
// Numbers in comments, such as 2.4, name the rules of time in docs/rules.md.

#ifndef COIR_TESTS_MODEL_TIME_MODEL_H
#define COIR_TESTS_MODEL_TIME_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/engine.h"

#define CALLS_AT_MOST 1000 // maximum number of calls of one timer in one advance (2.7)

typedef struct ModelQueue {
    struct ModelQueue *parent; // NULL: a root
    char *name;
    bool alive;
    int64_t base, parent_base; // readings of this clock and the parent's at the last change of scale or pause (1.3)
    double scale;
    bool halted;

    // Only for roots.
    int64_t now;
    bool advancing;
    const struct ModelQueue *firing; // queue of the timer that fired last in this advance (1.4)
    int64_t firing_reads;            // reading of the clock of `firing`
} ModelQueue;

typedef struct ModelTimer {
    ModelQueue *queue;
    char *id;
    bool alive;
    int64_t start, interval, occurrence; // next due at start + occurrence * interval (2.1)
    CoirCatchUp catch_up;
    long order; // insertion number
    int calls;  // calls in this advance
    bool waits; // true if the timer waits for the next advance (2.4)
} ModelTimer;

typedef struct ModelTarget {
    int number;
    bool paused;
    int64_t lag;     // scheduler's clock minus the target's clock, while the target is running
    int64_t stopped; // reading of the target's clock, while the target is paused
} ModelTarget;

typedef struct ModelUpdate {
    ModelTarget *target;
    bool alive;
    int priority;
    long order; // insertion number
} ModelUpdate;

typedef struct ModelJob { // a timer of the scheduler
    ModelTarget *target;
    char *key;
    bool alive;
    bool timed;                          // true: has a due time; false: called in each update (3.5)
    int64_t start, interval, occurrence; // as in ModelTimer, on the target's clock
    int64_t last;                        // reading of the target's clock at the last call, or at the scheduling
    int repeat;                          // calls after the next call
    CoirCatchUp catch_up;
    long order;      // insertion number
    int calls;       // calls in this update
    long touched_in; // number, from 1, of the update in which the timer was scheduled or called last; 0: no update
} ModelJob;

// A list of pointers.
typedef struct ModelList {
    void **items;
    size_t count;
} ModelList;

struct TraceEngine {
    TraceListener calls;
    void *listener;
    long inserted; // next insertion number, for queues and the scheduler

    ModelList queues, timers; // ModelQueue, ModelTimer

    ModelList targets, updates, jobs; // ModelTarget, ModelUpdate, ModelJob
    ModelList paused_set;             // ModelTarget
    ModelList posted;                 // names, as texts
    double scale_of_time;
    int64_t clock;   // time that the clocks of running targets follow
    int64_t logical; // logical time; differs from `clock` in the per-frame phase (3.1)
    bool updating;
    long update_number;
};

// Converts seconds to nanoseconds (1.1). Returns false for seconds that are not finite, beyond a hundred years, or
// below 0 unless `may_be_negative`.
bool model_time(double seconds, bool may_be_negative, int64_t *time);
double model_seconds(int64_t time);

// Computes the reading `end` of a clock that moves from `time` by `step`. Returns false if `end` is beyond a hundred
// years (1.1).
bool model_time_after(int64_t time, int64_t step, int64_t *end);

// Makes an item of `size` bytes, all zero, and adds the item at the end of a list.
void *model_list_add(ModelList *list, size_t size);

// Adds an item that exists already at the end of a list.
void model_list_append(ModelList *list, void *item);

// Returns a copy of a text.
char *model_text(const char *text);

// Returns the number, from 0, of the first occurrence after `time`.
int64_t model_occurrence_after(int64_t start, int64_t interval, int64_t time);

// queue_model.c
bool model_queue(TraceEngine *engine, const char *queue, const char *parent);
bool model_insert(TraceEngine *engine, const char *queue, const char *id, double start, double interval,
                  CoirCatchUp catch_up);
bool model_erase(TraceEngine *engine, const char *queue, const char *id);
bool model_destroy_queue(TraceEngine *engine, const char *queue);
bool model_scale(TraceEngine *engine, const char *queue, double scale);
bool model_halt(TraceEngine *engine, const char *queue);
bool model_go(TraceEngine *engine, const char *queue);
bool model_advance(TraceEngine *engine, const char *queue, double dt);
bool model_tick_one(TraceEngine *engine, const char *queue, double now, bool *fired);
double model_queue_now(TraceEngine *engine, const char *queue);

// scheduler_model.c
double model_now(TraceEngine *engine);
bool model_update(TraceEngine *engine, int target, int priority, bool paused);
void model_unupdate(TraceEngine *engine, int target);
bool model_schedule(TraceEngine *engine, int target, const char *key, double interval, int repeat, double delay,
                    bool paused, CoirCatchUp catch_up);
void model_unschedule(TraceEngine *engine, int target, const char *key);
void model_unschedule_target(TraceEngine *engine, int target);
void model_unschedule_all(TraceEngine *engine, int min_priority);
void model_pause(TraceEngine *engine, int target);
void model_resume(TraceEngine *engine, int target);
int model_pause_all(TraceEngine *engine, int min_priority);
void model_resume_paused(TraceEngine *engine);
bool model_time_scale(TraceEngine *engine, double scale);
bool model_is_update_scheduled(TraceEngine *engine, int target);
bool model_is_scheduled(TraceEngine *engine, int target, const char *key);
bool model_is_paused(TraceEngine *engine, int target);
bool model_post(TraceEngine *engine, const char *name);
bool model_tick(TraceEngine *engine, double dt);

#endif
