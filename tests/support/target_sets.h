// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of the scheduler that pause or ask about several targets: a set of paused targets, posted jobs,
// and targets with timers and with updates of all priorities.

#ifndef COIR_TESTS_TARGET_SETS_H
#define COIR_TESTS_TARGET_SETS_H

#include "support/jobs.h"

#define TEXT_SIZE 4096 // room for a dump

static CoirTargetSet *paused; // set that pause_all has made; destroyed by resume_all or after the test

static inline void run_posted(void *user)
{
    run_job(NULL, 0, user);
}

static inline void post(Job *job)
{
    assert_true(coir_scheduler_post(scheduler, run_posted, job));
}

static inline bool is_paused(const void *target)
{
    return coir_scheduler_is_target_paused(scheduler, target);
}

static inline bool has_update(const void *target)
{
    return coir_scheduler_is_update_scheduled(scheduler, target);
}

static inline void pause_all(int min_priority)
{
    assert_null(paused);
    paused = coir_scheduler_pause_all(scheduler, min_priority);
    assert_non_null(paused);
}

static inline void resume_all(void)
{
    assert_true(coir_scheduler_resume_set(scheduler, paused));
    coir_target_set_destroy(paused);
    paused = NULL;
}

static inline bool is_in(const void *target)
{
    return coir_target_set_contains(paused, target);
}

// Returns the time until a timer fires, in seconds; -1: there is no such timer.
static inline double remaining(const void *target, const char *key)
{
    double seconds = -1;
    bool is_there = coir_scheduler_remaining(scheduler, target, key, &seconds);
    assert_int_equal(is_there, is_scheduled(target, key));
    assert_int_equal(is_there, seconds >= 0);
    return seconds;
}

#define assert_remaining(target, key, expected) assert_true(remaining(target, key) == (expected))

static inline int destroy_set_and_scheduler(void **state)
{
    coir_target_set_destroy(paused);
    paused = NULL;
    return destroy_scheduler(state);
}

#define set_test(function) cmocka_unit_test_setup_teardown(function, make_scheduler, destroy_set_and_scheduler)

// Kinds of targets ---------------------------------------------------------------------------------------------------

// A target with an update, with timers, or with both. `has_each`: a timer with an interval of 0.
typedef struct TargetKind {
    bool has_update, has_timer, has_each;
    int priority;
} TargetKind;

// Targets of each kind, for functions that select targets by a priority.
static const TargetKind kinds[] = {
    {.has_update = true, .priority = INT_MIN},
    {.has_update = true, .priority = COIR_PRIORITY_USER_MIN},
    {.has_update = true, .priority = -1},
    {.has_update = true, .priority = 0},
    {.has_update = true, .priority = 1},
    {.has_update = true, .priority = INT_MAX},
    {.has_timer = true},
    {.has_each = true},
    {.has_update = true, .has_timer = true, .priority = INT_MIN},
    {.has_update = true, .has_timer = true, .priority = -1},
    {.has_update = true, .has_each = true, .priority = 1},
    {.has_update = true, .has_timer = true, .has_each = true, .priority = INT_MAX},
};

#define KINDS (int)(sizeof kinds / sizeof *kinds)

static inline void schedule_all_kinds(Job *job)
{
    for (int i = 0; i < KINDS; i++) {
        if (kinds[i].has_timer)
            every(&targets[i], "timer", job, 1);
        if (kinds[i].has_update)
            each_frame(&targets[i], job, kinds[i].priority);
        if (kinds[i].has_each)
            every(&targets[i], "each", job, 0);
    }
}

#endif
