// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Schedulers inside schedulers. A per-frame update of the outer scheduler updates `scheduler`, the inner scheduler.

#include "support/target_sets.h"

static CoirScheduler *outer;

static void drive(void *inner, double dt, void *user)
{
    (void)user;
    assert_true(coir_scheduler_update(inner, dt));
}

static void drive_inner(void)
{
    outer = coir_scheduler_new();
    assert_non_null(outer);
    assert_true(coir_scheduler_schedule_update(outer, scheduler, drive, NULL, 0, false));
}

static void update_outer(double dt)
{
    assert_true(coir_scheduler_update(outer, dt));
}

static void the_time_scales_of_nested_schedulers_multiply(void **state)
{
    Job timer = {.name = "timer"}, frame = {.name = "frame"};
    (void)state;
    drive_inner();
    assert_true(coir_scheduler_set_time_scale(outer, 2));
    assert_true(coir_scheduler_set_time_scale(scheduler, 3));
    every(a, "timer", &timer, 4);
    each_frame(b, &frame, 0);
    update_outer(1);
    assert_true(coir_scheduler_now(outer) == 2);
    assert_true(coir_scheduler_now(scheduler) == 6);
    assert_trace("frame 6@6 timer 4@4 ");
    assert_true(coir_scheduler_set_time_scale(outer, 0));
    update_outer(1);
    assert_trace("frame 0@6 ");
    coir_scheduler_destroy(outer);
}

static void three_schedulers_one_inside_the_other(void **state)
{
    CoirScheduler *top = coir_scheduler_new();
    Job timer = {.name = "timer"};
    (void)state;
    drive_inner();
    assert_true(coir_scheduler_schedule_update(top, outer, drive, NULL, 0, false));
    assert_true(coir_scheduler_set_time_scale(top, 0.5));
    assert_true(coir_scheduler_set_time_scale(outer, 0.5));
    assert_true(coir_scheduler_set_time_scale(scheduler, 8));
    every(a, "timer", &timer, 1);
    assert_true(coir_scheduler_update(top, 0.5));
    assert_trace("timer 1@1 ");
    coir_scheduler_destroy(top);
    coir_scheduler_destroy(outer);
}

static void pausing_the_inner_scheduler_as_a_target_stops_the_inner_scheduler(void **state)
{
    Job timer = {.name = "timer"};
    (void)state;
    drive_inner();
    every(a, "timer", &timer, 2);
    update_outer(1.5);
    assert_true(coir_scheduler_pause_target(outer, scheduler));
    update_outer(5);
    assert_true(coir_scheduler_now(scheduler) == 1.5);
    assert_remaining(a, "timer", 0.5);
    paused = coir_scheduler_pause_all(outer, COIR_PRIORITY_SYSTEM);
    assert_false(is_in(scheduler)); // was paused before coir_scheduler_pause_all
    assert_true(coir_scheduler_resume_target(outer, scheduler));
    assert_false(is_paused(a)); // pausing the inner scheduler has paused none of its targets
    update_outer(0.5);
    assert_trace("timer 2@2 ");
    coir_scheduler_destroy(outer);
}

static void pausing_all_of_the_outer_scheduler_pauses_the_inner_one(void **state)
{
    Job timer = {.name = "timer"};
    (void)state;
    drive_inner();
    every(a, "timer", &timer, 1);
    paused = coir_scheduler_pause_all(outer, 0);
    assert_true(is_in(scheduler));
    assert_false(is_in(a));
    update_outer(1);
    assert_trace("");
    assert_true(coir_scheduler_resume_set(outer, paused));
    update_outer(1);
    assert_trace("timer 1@1 ");
    coir_scheduler_destroy(outer);
}

static void act_update_outer(Job *job)
{
    (void)job;
    assert_false(coir_scheduler_update(outer, 1));
    assert_mistake("inside an update");
}

static void the_inner_scheduler_cannot_update_the_outer_scheduler(void **state)
{
    Job job = {.name = "job", .act = act_update_outer};
    (void)state;
    drive_inner();
    every(a, "timer", &job, 1);
    each_frame(b, &job, 0);
    post(&job);
    update_outer(1);
    assert_trace("job 1@1 job 1@1 job 0@1 ");
    coir_scheduler_destroy(outer);
}

static void act_destroy_inner(Job *job)
{
    (void)job;
    assert_true(coir_scheduler_unschedule_target(outer, scheduler));
    coir_scheduler_destroy(scheduler);
}

static void act_destroy_outer(Job *job)
{
    (void)job;
    coir_scheduler_destroy(outer);
}

static void act_destroy_both(Job *job)
{
    CoirScheduler *const both[] = {scheduler, outer};
    coir_scheduler_destroy(both[job->priority]);
    coir_scheduler_destroy(both[1 - job->priority]);
}

// Ways of scheduling a job. The outer scheduler updates the inner scheduler with priority 0.
//
// 0. An update with priority -1.
// 1. An update with priority 1.
// 2. A timer.
// 3. A timer that is called in each update.
// 4. A posted function.
#define WAYS 5

static void schedule_in_some_way(CoirScheduler *in, int way, Job *job)
{
    CoirTimerDef def = {.tick = run_job, .user = job, .interval = way == 2 ? 0.5 : 0, .repeat = COIR_FOREVER};
    if (way < 2)
        assert_true(coir_scheduler_schedule_update(in, b, run_job, job, way == 0 ? -1 : 1, false));
    else if (way < 4)
        assert_true(coir_scheduler_schedule(in, b, &def));
    else
        assert_true(coir_scheduler_post(in, run_posted, job));
}

static void the_inner_scheduler_is_destroyed_by_the_outer_one(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Job destroy = {.act = act_destroy_inner, .at = 1}, timer = {0};
        drive_inner();
        every(a, "timer", &timer, 0.25);
        post(&timer);
        schedule_in_some_way(outer, way, &destroy);
        update_outer(1);
        update_outer(1);
        assert_int_equal(timer.calls, way == 0 ? 0 : 5);
        coir_scheduler_destroy(outer);
        scheduler = coir_scheduler_new();
    }
}

static void the_inner_scheduler_destroys_itself(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Job destroy = {.act = act_destroy_inner, .at = 1}, never = {0}, of_outer = {0};
        drive_inner();
        schedule_in_some_way(scheduler, way, &destroy);
        every(a, "timer", &never, 1.25);
        assert_true(coir_scheduler_every(outer, a, 1, run_job, &of_outer));
        update_outer(1);
        update_outer(1);
        assert_int_equal(destroy.calls, 1);
        assert_int_equal(never.calls, 0);
        assert_int_equal(of_outer.calls, 2);
        coir_scheduler_destroy(outer);
        scheduler = coir_scheduler_new();
    }
}

static void the_outer_scheduler_is_destroyed_by_the_inner_one(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Job destroy = {.act = act_destroy_outer, .at = 1}, timer = {0}, of_outer = {0};
        drive_inner();
        schedule_in_some_way(scheduler, way, &destroy);
        every(a, "timer", &timer, 0.25);
        post(&timer);
        assert_true(coir_scheduler_every(outer, a, 0.25, run_job, &of_outer));
        assert_true(coir_scheduler_post(outer, run_posted, &of_outer));
        assert_true(coir_scheduler_schedule_update(outer, c, run_job, &of_outer, 1, false));
        update_outer(1);
        assert_int_equal(timer.calls, 5); // the inner scheduler finishes its update
        assert_int_equal(of_outer.calls, 0);
        update(1);
        assert_int_equal(timer.calls, 9);
        coir_scheduler_destroy(scheduler);
        scheduler = coir_scheduler_new();
    }
}

static void both_schedulers_are_destroyed_by_the_inner_one(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * WAYS; i++) {
        Job destroy = {.act = act_destroy_both, .priority = i % 2}, never = {0};
        drive_inner();
        schedule_in_some_way(scheduler, i / 2, &destroy);
        every(a, "timer", &never, 1.25);
        assert_true(coir_scheduler_every(outer, a, 0.25, run_job, &never));
        assert_true(coir_scheduler_post(outer, run_posted, &never));
        update_outer(1);
        assert_int_equal(destroy.calls, 1);
        assert_int_equal(never.calls, 0);
        scheduler = coir_scheduler_new();
    }
}

TEST_FILE(scheduler_nested)
{
    const struct CMUnitTest tests[] = {
        set_test(the_time_scales_of_nested_schedulers_multiply),
        set_test(three_schedulers_one_inside_the_other),
        set_test(pausing_the_inner_scheduler_as_a_target_stops_the_inner_scheduler),
        set_test(pausing_all_of_the_outer_scheduler_pauses_the_inner_one),
        set_test(the_inner_scheduler_cannot_update_the_outer_scheduler),
        set_test(the_inner_scheduler_is_destroyed_by_the_outer_one),
        set_test(the_inner_scheduler_destroys_itself),
        set_test(the_outer_scheduler_is_destroyed_by_the_inner_one),
        set_test(both_schedulers_are_destroyed_by_the_inner_one),
    };
    return cmocka_run_group_tests_name("scheduler_nested", tests, NULL, NULL);
}
