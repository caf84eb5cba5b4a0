// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of timer queues: jobs, which are the user data of timers. A call is noted as "name@time ", with
// the time of the timer's queue.

#ifndef COIR_TESTS_TIMERS_H
#define COIR_TESTS_TIMERS_H

#include "support/support.h"

#include <math.h>
#include <string.h>

#include "coir/error.h"
#include "time/queue/timer_queue.h"

#define SECONDS_MAX 3155760000.0 // a hundred years
#define NANOSECOND 1e-9

// The user data of a timer. The callback notes its call and then calls `act`.
typedef struct Job {
    const char *name; // NULL: calls are not noted
    void (*act)(struct Job *job);
    CoirTimerQueue *queue; // queue of the last call
    CoirTimerId id;
    int calls;
    CoirTimerQueue *other; // used by `act`, like the fields below
    CoirTimerId other_id;
    struct Job *job;
    double number;
} Job;

static inline void run_job(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    Job *job = user;
    job->calls++;
    job->queue = queue;
    job->id = id;
    if (job->name)
        note("%s@%.10g ", job->name, coir_timer_queue_now(queue));
    if (job->act)
        job->act(job);
}

static inline CoirTimerId every(CoirTimerQueue *queue, double start, double interval, CoirCatchUp catch_up, Job *job)
{
    CoirTimerId id = coir_timer_queue_insert(queue, start, interval, catch_up, run_job, job);
    assert_int_not_equal(id.generation, 0);
    return id;
}

static inline CoirTimerId once(CoirTimerQueue *queue, double start, Job *job)
{
    return every(queue, start, 0, COIR_CATCH_UP_ALL, job);
}

static inline void advance(CoirTimerQueue *root, double dt)
{
    assert_true(coir_timer_queue_advance(root, dt));
}

static inline CoirTimerQueue *scaled(CoirTimerQueue *parent, double scale)
{
    CoirTimerQueue *queue = coir_timer_queue_new(parent);
    assert_true(coir_timer_queue_set_scale(queue, scale));
    return queue;
}

static inline long long nanoseconds(const CoirTimerQueue *queue)
{
    return llround(coir_timer_queue_now(queue) * 1e9);
}

#define assert_now(queue, seconds) assert_int_equal(nanoseconds(queue), llround((seconds)*1e9))

static inline void act_destroy_other(Job *job)
{
    coir_timer_queue_destroy(job->other);
}

static inline void act_scale_other(Job *job)
{
    assert_true(coir_timer_queue_set_scale(job->other, job->number));
}

static inline int new_trace(void **state)
{
    forget_trace();
    return support_setup(state);
}

#define queue_test(function) cmocka_unit_test_setup_teardown(function, new_trace, support_teardown)

#endif
