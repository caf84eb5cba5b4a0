// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Targets of the scheduler (rules 3.8 to 3.10, 3.12 and 3.13): pauses, targets without anything scheduled, the reserved
// priority, a new object at the address of an old object, and targets that move to another scheduler.

#include "support/jobs.h"

static void rule_3_8_the_field_paused_counts_only_if_the_target_has_nothing_scheduled(void **state)
{
    Job job = {.name = "job"};
    CoirTimerDef def = {.tick = run_job, .user = &job, .key = "1", .interval = 1, .repeat = COIR_FOREVER};
    (void)state;
    def.paused = true;
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    assert_true(coir_scheduler_is_target_paused(scheduler, a));
    update(5);
    assert_trace("");
    coir_scheduler_resume_target(scheduler, a);
    def.key = "2";
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    assert_false(coir_scheduler_is_target_paused(scheduler, a));
    update(1);
    assert_trace("job 1@6 job 1@6 ");
    assert_true(coir_scheduler_schedule_update(scheduler, b, run_job, &job, 0, true));
    assert_true(coir_scheduler_is_target_paused(scheduler, b));
    coir_scheduler_unschedule_update(scheduler, b);
    assert_true(coir_scheduler_schedule_update(scheduler, b, run_job, &job, 0, false));
    assert_false(coir_scheduler_is_target_paused(scheduler, b));
}

static void rule_3_9_each_interval_keeps_its_remaining_time(void **state)
{
    Job job = {.name = "job"}, frame = {.name = "frame"}, each = {.name = "each"};
    (void)state;
    schedule(a, "job", &job, 10, 0, 0);
    each_frame(a, &frame, 0);
    every(a, "each", &each, 0);
    update(7);
    assert_trace("frame 7@7 each 7@7 ");
    coir_scheduler_pause_target(scheduler, a);
    coir_scheduler_pause_target(scheduler, a);
    assert_true(coir_scheduler_is_target_paused(scheduler, a));
    assert_false(coir_scheduler_is_target_paused(scheduler, b));
    update(7);
    assert_trace("");
    coir_scheduler_resume_target(scheduler, a);
    coir_scheduler_resume_target(scheduler, a);
    coir_scheduler_unschedule_update(scheduler, a);
    update(10);
    assert_trace("job 10@17 each 10@24 ");
}

static void rule_3_9_in_the_timer_phase_a_clock_stops_at_the_logical_time(void **state)
{
    Job job = {.name = "job", .act = act_pause, .at = 2}, long_one = {.name = "long"};
    Job other = {.name = "other", .act = act_resume, .at = 1, .other = a};
    (void)state;
    every(a, "job", &job, 1);
    every(a, "long", &long_one, 2.5);
    schedule(b, "other", &other, 6, 0, 0);
    update(7.5);
    assert_trace("job 1@1 job 1@2 other 6@6 long 2.5@6.5 job 1@7 ");
}

static void rule_3_9_in_the_per_frame_phase_a_clock_stops_at_the_time_of_the_last_update(void **state)
{
    Job timer = {.name = "timer"}, frame = {.name = "frame", .act = act_pause, .at = 2, .other = b};
    (void)state;
    each_frame(a, &frame, 0);
    every(b, "timer", &timer, 1.5);
    update(1);
    update(1); // the clock of b stops at 1
    assert_trace("frame 1@1 frame 1@2 ");
    coir_scheduler_resume_target(scheduler, b);
    update(0.5);
    assert_trace("frame 0.5@2.5 timer 1.5@2.5 ");
}

static void act_pause_and_resume(Job *job)
{
    act_pause(job);
    act_resume(job);
}

static void rule_3_9_pausing_and_resuming_at_once_changes_nothing(void **state)
{
    Job frame = {.act = act_pause_and_resume, .other = b}, timer = {.name = "timer", .act = act_pause_and_resume};
    (void)state;
    each_frame(a, &frame, 0);
    every(b, "timer", &timer, 1);
    update(2.5);
    update(0.5);
    assert_trace("timer 1@1 timer 1@2 timer 1@3 ");
}

static void rule_3_9_one_interval_0_timer_pauses_another(void **state)
{
    Job paused = {.name = "paused"}, pause = {.name = "pause", .act = act_pause, .at = 2, .other = b};
    Job resume = {.name = "resume", .act = act_resume, .at = 3, .other = b};
    (void)state;
    every(a, "pause", &pause, 0);
    every(b, "paused", &paused, 0);
    every(c, "resume", &resume, 0);
    for (int i = 0; i < 4; i++)
        update(1);
    assert_trace("pause 1@1 paused 1@1 resume 1@1 pause 1@2 resume 1@2 pause 1@3 resume 1@3 "
                 "pause 1@4 paused 2@4 resume 1@4 ");
}

static void rule_3_10_a_target_without_anything_scheduled_is_forgotten(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    // The calls for b allocate lists, the table of targets and the pool of timers, which stay when a is forgotten.
    every(b, "1", &job, 0);
    every(b, "2", &job, 1);
    each_frame(b, &job, 0);
    size_t before = support_blocks();
    every(a, "1", &job, 1);
    every(a, "2", &job, 0);
    each_frame(a, &job, 0);
    coir_scheduler_pause_target(scheduler, a);
    assert_true(coir_scheduler_unschedule(scheduler, a, "1"));
    assert_true(coir_scheduler_unschedule_update(scheduler, a));
    assert_false(coir_scheduler_unschedule_update(scheduler, a));
    assert_true(coir_scheduler_is_target_paused(scheduler, a));
    assert_true(coir_scheduler_unschedule(scheduler, a, "2"));
    assert_false(coir_scheduler_is_target_paused(scheduler, a));
    assert_false(coir_scheduler_pause_target(scheduler, a));
    assert_false(coir_scheduler_resume_target(scheduler, a));
    assert_int_equal(support_blocks(), before);
}

static void unscheduling_a_target_removes_all_its_timers_and_no_others(void **state)
{
    Job job = {.name = "job"}, other = {.name = "other"};
    (void)state;
    every(a, "1", &job, 1);
    every(a, "2", &job, 0);
    each_frame(a, &job, 0);
    schedule(b, "1", &other, 1, 0, 0);
    assert_true(coir_scheduler_is_update_scheduled(scheduler, a));
    assert_true(coir_scheduler_unschedule_target(scheduler, a));
    assert_false(coir_scheduler_unschedule_target(scheduler, a));
    assert_false(is_scheduled(a, "1") || is_scheduled(a, "2") || coir_scheduler_is_update_scheduled(scheduler, a));
    update(1);
    assert_trace("other 1@1 ");
}

static void rule_3_12_the_framework_comes_first(void **state)
{
    (void)state;
    assert_true(COIR_PRIORITY_SYSTEM == INT_MIN);
    assert_true(COIR_PRIORITY_USER_MIN == INT_MIN + 1);
}

static void act_become_another_object(Job *job)
{
    act_unschedule_target(job);
    schedule(job->target, "new", job->job, 0.5, 0, 0);
    each_frame(job->target, job->job, 0);
}

static void rule_3_13_a_new_object_at_the_same_address_starts_with_nothing(void **state)
{
    Job new = {.name = "new"}, old = {.name = "old"};
    Job frame = {.name = "frame", .act = act_become_another_object, .job = &new};
    (void)state;
    each_frame(a, &frame, 0);
    every(a, "old", &old, 0.25);
    update(1);
    assert_trace("frame 1@1 ");
    assert_false(is_scheduled(a, "old"));
    update(1);
    assert_trace("new 1@2 new 0.5@1.5 ");
}

static void rule_3_13_also_in_its_own_timer(void **state)
{
    Job new = {.name = "new"}, old = {.name = "old", .act = act_become_another_object, .job = &new};
    (void)state;
    every(a, "old", &old, 1);
    update(2);
    assert_trace("old 1@1 new 0.5@1.5 ");
    update(1);
    assert_trace("new 1@3 ");
}

static void move(CoirScheduler *from, CoirScheduler *to, void *address, bool paused)
{
    CoirTargetState state = {.clock = &to->clock, .paused = paused};
    coir_target_move(from, to, address, &state);
}

static void a_target_moved_to_another_scheduler_keeps_remaining_times(void **state)
{
    Job timer = {.name = "timer"}, each = {.name = "each"}, frame = {.name = "frame"}, class_update = {.name = "class"};
    CoirTimerDef timer_def = {.tick = run_job, .user = &timer, .key = "timer", .interval = 2};
    CoirTimerDef each_def = {.tick = run_job, .user = &each, .key = "each", .repeat = COIR_FOREVER};
    CoirScheduler *waiting = coir_scheduler_new();
    CoirTargetState begins = {.clock = &waiting->clock};
    (void)state;
    timer_def.repeat = COIR_FOREVER;
    assert_true(coir_schedule_timer(waiting, a, &begins, &timer_def));
    assert_true(coir_schedule_timer(waiting, a, &begins, &each_def));
    assert_true(coir_schedule_update(waiting, a, &begins, COIR_SCHEDULED_UPDATE, run_job, &frame, 0));
    assert_true(coir_schedule_update(waiting, a, &begins, COIR_SCHEDULED_CLASS_UPDATE, run_job, &class_update, 0));
    update(5);
    assert_trace("");
    move(waiting, scheduler, a, false);
    update(1.5);
    assert_trace("class 1.5@6.5 frame 1.5@6.5 each 1.5@6.5 ");
    move(scheduler, waiting, a, false);
    assert_true(coir_scheduler_is_scheduled(waiting, a, "timer"));
    assert_false(coir_scheduler_is_scheduled(scheduler, a, "timer"));
    update(10);
    assert_trace("");
    move(waiting, scheduler, a, true);
    update(10);
    assert_true(coir_scheduler_resume_target(scheduler, a));
    assert_trace("");
    update(0.5);
    assert_trace("class 0.5@27 frame 0.5@27 timer 2@27 each 0.5@27 ");
    coir_scheduler_destroy(waiting);
}

static void act_change_priority_of_other_and_move_other(Job *job)
{
    CoirScheduler *waiting = coir_scheduler_new();
    each_frame(job->other, job->job, -5);
    move(scheduler, waiting, job->other, false);
    move(waiting, scheduler, job->other, false);
    coir_scheduler_destroy(waiting);
}

static void a_priority_that_changed_before_the_turn_goes_along_to_another_scheduler(void **state)
{
    Job moved = {.name = "moved"},
        change = {.name = "change", .act = act_change_priority_of_other_and_move_other, .at = 1};
    (void)state;
    change.other = b;
    change.job = &moved;
    each_frame(a, &change, 0);
    each_frame(b, &moved, 1);
    update(1);
    assert_trace("change 1@1 ");
    update(1);
    assert_trace("moved 1@2 change 1@2 ");
}

static void moved_timers_keep_the_order_in_which_they_were_scheduled(void **state)
{
    static const char *const keys[] = {"0", "1", "2", "3", "4"};
    Job jobs[5];
    CoirScheduler *waiting = coir_scheduler_new();
    (void)state;
    for (int i = 0; i < 5; i++) {
        CoirTimerDef def = {.tick = run_job, .user = &jobs[i], .key = keys[i], .interval = i % 2, .repeat = 3};
        jobs[i] = (Job){.name = keys[i]};
        assert_true(coir_scheduler_schedule(waiting, a, &def));
    }
    move(waiting, scheduler, a, false);
    update(1);
    assert_trace("1 1@1 3 1@1 0 1@1 2 1@1 4 1@1 ");
    coir_scheduler_destroy(waiting);
}

TEST_FILE(scheduler_targets)
{
    const struct CMUnitTest tests[] = {
        scheduler_test(rule_3_8_the_field_paused_counts_only_if_the_target_has_nothing_scheduled),
        scheduler_test(rule_3_9_each_interval_keeps_its_remaining_time),
        scheduler_test(rule_3_9_in_the_timer_phase_a_clock_stops_at_the_logical_time),
        scheduler_test(rule_3_9_in_the_per_frame_phase_a_clock_stops_at_the_time_of_the_last_update),
        scheduler_test(rule_3_9_pausing_and_resuming_at_once_changes_nothing),
        scheduler_test(rule_3_9_one_interval_0_timer_pauses_another),
        scheduler_test(rule_3_10_a_target_without_anything_scheduled_is_forgotten),
        scheduler_test(unscheduling_a_target_removes_all_its_timers_and_no_others),
        scheduler_test(rule_3_12_the_framework_comes_first),
        scheduler_test(rule_3_13_a_new_object_at_the_same_address_starts_with_nothing),
        scheduler_test(rule_3_13_also_in_its_own_timer),
        scheduler_test(a_target_moved_to_another_scheduler_keeps_remaining_times),
        scheduler_test(a_priority_that_changed_before_the_turn_goes_along_to_another_scheduler),
        scheduler_test(moved_timers_keep_the_order_in_which_they_were_scheduled),
    };
    return cmocka_run_group_tests_name("scheduler_targets", tests, NULL, NULL);
}
