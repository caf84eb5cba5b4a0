// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The insides of the model: what its three files share. Everything is a list that is searched from its beginning, and
// nothing is freed before the end, so that a callback may do what it likes to what is calling it.

#ifndef COIR_TESTS_MODEL_TIME_MODEL_H
#define COIR_TESTS_MODEL_TIME_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/engine.h"

#define CALLS_AT_MOST 1000 // 2.7: of one timer in one advance

typedef struct ModelQueue {
    struct ModelQueue *parent; // NULL: a root
    char *name;
    bool alive;
    int64_t base, parent_base; // 1.3
    double scale;
    bool halted;

    // Of a root only.
    int64_t now;
    bool advancing;
    const struct ModelQueue *firing; // 1.4: the queue whose timer fired last in this advance,
    int64_t firing_reads;            // and what it reads
} ModelQueue;

typedef struct ModelTimer {
    ModelQueue *queue;
    char *id;
    bool alive;
    int64_t start, interval, occurrence; // 2.1: next due at start + occurrence * interval
    CoirCatchUp catch_up;
    long order; // of insertion
    int calls;  // in this advance
    bool waits; // 2.4: for the next advance
} ModelTimer;

typedef struct ModelTarget {
    int number;
    bool paused;
    int64_t lag;     // while it runs, its clock reads the scheduler's minus this
    int64_t stopped; // while it is paused, its clock reads this
} ModelTarget;

typedef struct ModelUpdate {
    ModelTarget *target;
    bool alive;
    int priority;
    long order; // of scheduling
} ModelUpdate;

typedef struct ModelJob { // a timer of the scheduler
    ModelTarget *target;
    char *key;
    bool alive;
    bool timed;                          // it waits for a due time; otherwise it is called in each update (3.5)
    int64_t start, interval, occurrence; // as in ModelTimer, on the target's clock
    int64_t last;                        // what the target's clock read at the last call, or when it was scheduled
    int repeat;                          // calls after the next one
    CoirCatchUp catch_up;
    long order;      // of scheduling
    int calls;       // in this update
    long touched_in; // the update (counted from 1) in which it was scheduled or last called; 0: outside of all
} ModelJob;

// A list of pointers.
typedef struct ModelList {
    void **items;
    size_t count;
} ModelList;

struct TraceEngine {
    TraceListener calls;
    void *listener;
    long inserted; // counts insertions, in queues and in the scheduler

    ModelList queues, timers; // ModelQueue, ModelTimer

    ModelList targets, updates, jobs; // ModelTarget, ModelUpdate, ModelJob
    ModelList paused_set;             // ModelTarget
    ModelList posted;                 // texts
    double scale_of_time;
    int64_t clock;   // what running targets' clocks follow,
    int64_t logical; // and the logical time: they differ in the per-frame phase (3.1)
    bool updating;
    long update_number;
};

// Seconds to nanoseconds (1.1). False: a mistake.
bool model_time(double seconds, bool may_be_negative, int64_t *time);
double model_seconds(int64_t time);

// The time to which a clock that reads `time` is moved by `step`. False: a mistake, it is beyond what 1.1 allows.
bool model_time_after(int64_t time, int64_t step, int64_t *end);

// A new item of `size` bytes, all zero, at the end of a list; an item that is there already; and a copy of a text.
void *model_list_add(ModelList *list, size_t size);
void model_list_append(ModelList *list, void *item);
char *model_text(const char *text);

// When the first occurrence after `time` is: its number.
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
