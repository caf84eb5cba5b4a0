// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of the scheduler: a scheduler for each test, targets, and jobs, which are the user data of
// callbacks. A call is noted as "name elapsed@time ", with the time of the scheduler's clock.

#ifndef COIR_TESTS_JOBS_H
#define COIR_TESTS_JOBS_H

#include "support/support.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/error.h"
#include "coir/scheduler.h"
#include "time/scheduler/scheduled.h"

#define SECONDS_MAX 3155760000.0 // a hundred years

static CoirScheduler *scheduler;

// Only the addresses of the targets are used.
static int targets[1000];
static void *const a = &targets[0], *const b = &targets[1], *const c = &targets[2], *const d = &targets[3];

// The user data of a callback. The callback notes its call and then calls `act`.
typedef struct Job {
    const char *name; // NULL: calls are not noted
    void (*act)(struct Job *job);
    void *target; // target of the last call
    double elapsed;
    int calls;
    int at;      // number of the call in which `act` is called, from 1; 0: each call
    void *other; // used by `act`, like the fields below
    const char *key;
    struct Job *job;
    int priority;
    double number;
} Job;

static inline void run_job(void *target, double elapsed, void *user)
{
    Job *job = user;
    job->target = target;
    job->elapsed = elapsed;
    job->calls++;
    if (job->name)
        note("%s %.10g@%.10g ", job->name, elapsed, coir_scheduler_now(scheduler));
    if (job->act && (!job->at || job->at == job->calls))
        job->act(job);
}

// Does the same as run_job. A timer without a key has its callback as the key, so a target with two such timers needs
// two callbacks.
static inline void run_other_job(void *target, double elapsed, void *user)
{
    run_job(target, elapsed, user);
}

static inline void update(double dt)
{
    assert_true(coir_scheduler_update(scheduler, dt));
}

static inline void schedule(void *target, const char *key, Job *job, double interval, int repeat, double delay)
{
    CoirTimerDef def = {.tick = run_job, .user = job, .key = key, .interval = interval, .repeat = repeat};
    def.delay = delay;
    assert_true(coir_scheduler_schedule(scheduler, target, &def));
}

static inline void every(void *target, const char *key, Job *job, double interval)
{
    schedule(target, key, job, interval, COIR_FOREVER, 0);
}

static inline void each_frame(void *target, Job *job, int priority)
{
    assert_true(coir_scheduler_schedule_update(scheduler, target, run_job, job, priority, false));
}

static inline bool is_scheduled(const void *target, const char *key)
{
    return coir_scheduler_is_scheduled(scheduler, target, key);
}

// Values of Job.act --------------------------------------------------------------------------------------------------

static inline void act_schedule_job(Job *job)
{
    schedule(job->other ? job->other : job->target, job->key, job->job, job->number, 0, 0);
}

static inline void act_schedule_job_for_ever(Job *job)
{
    every(job->other ? job->other : job->target, job->key, job->job, job->number);
}

static inline void act_unschedule(Job *job)
{
    void *target = job->other ? job->other : job->target;
    assert_true(coir_scheduler_unschedule(scheduler, target, job->key));
    assert_false(is_scheduled(target, job->key));
    assert_false(coir_scheduler_unschedule(scheduler, target, job->key));
}

static inline void act_unschedule_target(Job *job)
{
    assert_true(coir_scheduler_unschedule_target(scheduler, job->other ? job->other : job->target));
}

static inline void act_pause(Job *job)
{
    assert_true(coir_scheduler_pause_target(scheduler, job->other ? job->other : job->target));
}

static inline void act_resume(Job *job)
{
    assert_true(coir_scheduler_resume_target(scheduler, job->other ? job->other : job->target));
}

static inline void act_update(Job *job)
{
    (void)job;
    assert_false(coir_scheduler_update(scheduler, 1));
    assert_mistake("inside an update");
}

// Setup and teardown -------------------------------------------------------------------------------------------------

static inline int make_scheduler(void **state)
{
    support_setup(state);
    scheduler = coir_scheduler_new();
    return scheduler ? 0 : 1;
}

static inline int destroy_scheduler(void **state)
{
    coir_scheduler_destroy(scheduler);
    scheduler = NULL;
    return support_teardown(state);
}

#define scheduler_test(function) cmocka_unit_test_setup_teardown(function, make_scheduler, destroy_scheduler)

#endif
