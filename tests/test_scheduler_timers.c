// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timers of the scheduler (rules 3.4 to 3.7): repeats, delays, keys, timers that are called in each update, the elapsed
// time, and timers that are scheduled again.

#include "support/jobs.h"

static void rule_3_4_repeat_r_means_r_plus_1_calls(void **state)
{
    Job none = {.name = "0"}, two = {.name = "2"};
    (void)state;
    schedule(a, "0", &none, 1, 0, 0);
    schedule(a, "2", &two, 1, 2, 0);
    update(10);
    assert_trace("0 1@1 2 1@1 2 1@2 2 1@3 ");
    assert_false(is_scheduled(a, "0"));
    assert_false(is_scheduled(a, "2"));
}

static void rule_3_4_forever_has_no_end(void **state)
{
    Job timer = {0}, each = {0};
    (void)state;
    every(a, "timer", &timer, 1);
    every(a, "each", &each, 0);
    for (int i = 0; i < 3000; i++)
        update(1);
    assert_int_equal(timer.calls, 3000);
    assert_int_equal(each.calls, 3000);
    assert_int_equal(coir_find_timer(scheduler, a, "timer", NULL)->scheduled.calls_left, COIR_FOREVER);
    assert_int_equal(coir_find_timer(scheduler, a, "each", NULL)->scheduled.calls_left, COIR_FOREVER);
}

static void rule_3_4_the_first_call_comes_after_the_delay_then_every_interval(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    schedule(a, "job", &job, 0.5, 3, 1);
    update(10);
    assert_trace("job 1@1 job 0.5@1.5 job 0.5@2 job 0.5@2.5 ");
}

static void rule_3_4_a_key_or_the_callback_names_a_timer(void **state)
{
    Job x = {.name = "x"}, y = {.name = "y"}, first = {.name = "first"}, second = {.name = "second"};
    char key[] = "x";
    (void)state;
    every(a, key, &x, 1);
    key[0] = 'y';
    every(a, key, &y, 1);
    key[0] = 'z';
    assert_true(coir_scheduler_every(scheduler, a, 1, run_job, &first));
    assert_true(coir_scheduler_every(scheduler, a, 1, run_other_job, &second));
    assert_true(is_scheduled(a, "x") && is_scheduled(a, "y") && !is_scheduled(a, "z") && !is_scheduled(b, "x"));
    assert_true(coir_scheduler_is_callback_scheduled(scheduler, a, run_job));
    assert_false(coir_scheduler_is_callback_scheduled(scheduler, b, run_job));
    update(1);
    assert_trace("x 1@1 y 1@1 first 1@1 second 1@1 ");
    assert_true(coir_scheduler_unschedule_callback(scheduler, a, run_job));
    assert_false(coir_scheduler_unschedule_callback(scheduler, a, run_job));
    assert_false(coir_scheduler_is_callback_scheduled(scheduler, a, run_job));
    assert_true(coir_scheduler_unschedule(scheduler, a, "x"));
    assert_false(coir_scheduler_unschedule(scheduler, a, "x"));
    update(1);
    assert_trace("y 1@2 second 1@2 ");
}

static void rule_3_4_a_timer_scheduled_on_a_paused_target_counts_from_the_frozen_clock(void **state)
{
    Job job = {.name = "job"}, frame = {.name = "frame"};
    (void)state;
    each_frame(a, &frame, 0);
    update(3);
    coir_scheduler_pause_target(scheduler, a);
    update(4);
    every(a, "job", &job, 2);
    update(5);
    coir_scheduler_resume_target(scheduler, a); // at 12 s
    coir_scheduler_unschedule_update(scheduler, a);
    update(2);
    assert_trace("frame 3@3 job 2@14 ");
}

static void act_schedule_and_resume(Job *job)
{
    every(job->other, "job", job->job, 2);
    assert_true(coir_scheduler_resume_target(scheduler, job->other));
}

static void rule_3_4_a_paused_target_counts_from_its_frozen_clock_in_the_per_frame_phase_too(void **state)
{
    Job job = {.name = "job"}, kept = {.name = "kept"};
    Job frame = {.name = "frame", .act = act_schedule_and_resume, .other = b, .job = &job};
    (void)state;
    schedule(a, "frame", &kept, 100, 0, 0);
    schedule(b, "kept", &kept, 100, 0, 0);
    coir_scheduler_pause_target(scheduler, b);
    each_frame(a, &frame, 0);
    update(3); // the clock of b goes on from 0 within this update
    assert_trace("frame 3@3 job 2@2 ");
}

static void rule_3_4_skipped_occurrences_do_not_count(void **state)
{
    Job one = {.name = "one"}, all = {0};
    CoirTimerDef def = {.tick = run_job, .user = &one, .interval = 1, .repeat = 2, .catch_up = COIR_CATCH_UP_ONE};
    (void)state;
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    schedule(b, "all", &all, 1, 1999, 0);
    for (int i = 1; i <= 4; i++)
        update(1500.5);
    assert_trace("one 1@1 one 1500@1501 one 1501@3002 ");
    assert_int_equal(all.calls, 2000);
    assert_false(is_scheduled(b, "all"));
}

static void act_note_what_is_scheduled(Job *job)
{
    bool scheduled = job->key ? is_scheduled(job->target, job->key)
                              : coir_scheduler_is_callback_scheduled(scheduler, job->target, run_job);
    note("%s ", scheduled ? "scheduled" : "gone");
    note("%s ", coir_scheduler_pause_target(scheduler, job->target) ? "paused" : "forgotten");
}

static void rule_3_4_inside_its_last_call_a_timer_and_perhaps_its_target_are_forgotten(void **state)
{
    Job single = {.name = "single", .act = act_note_what_is_scheduled, .key = "single"}, frame = {0};
    Job each = {.name = "each", .act = act_note_what_is_scheduled};
    CoirTimerDef def = {.tick = run_job, .user = &each};
    (void)state;
    schedule(a, "single", &single, 1, 1, 0);
    update(1);
    assert_trace("single 1@1 scheduled paused ");
    coir_scheduler_resume_target(scheduler, a);
    update(1);
    assert_trace("single 1@2 gone forgotten ");
    assert_true(coir_scheduler_schedule(scheduler, b, &def));
    each_frame(b, &frame, 0);
    update(1);
    assert_trace("each 1@3 gone paused ");
}

static void rule_3_4_scheduling_in_the_last_call_starts_again(void **state)
{
    Job job = {.name = "job", .act = act_schedule_job, .key = "job", .number = 0.5};
    (void)state;
    job.job = &job;
    schedule(a, "job", &job, 1, 0, 0);
    update(2.25);
    assert_trace("job 1@1 job 0.5@1.5 job 0.5@2 ");
    assert_true(is_scheduled(a, "job"));
    update(0.25);
    assert_trace("job 0.5@2.5 ");
}

static void act_schedule_job_paused(Job *job)
{
    CoirTimerDef def = {.tick = run_job, .user = job->job, .key = "job", .interval = 1, .paused = true};
    assert_true(coir_scheduler_schedule(scheduler, job->target, &def));
}

static void rule_3_4_a_target_made_again_in_a_last_call_takes_the_paused_flag_of_its_def(void **state)
{
    Job second = {.name = "second"}, first = {.name = "first", .act = act_schedule_job_paused, .job = &second};
    (void)state;
    schedule(a, "job", &first, 1, 0, 0);
    update(5);
    assert_trace("first 1@1 ");
    assert_true(coir_scheduler_is_target_paused(scheduler, a));
    coir_scheduler_resume_target(scheduler, a);
    update(1);
    assert_trace("second 1@6 ");
}

static void timers_of_all_targets_fire_in_order_of_time_then_of_scheduling(void **state)
{
    Job jobs[] = {{.name = "0"}, {.name = "1"}, {.name = "2"}, {.name = "3"}};
    (void)state;
    schedule(b, "0", &jobs[0], 2, 1, 0);
    schedule(a, "1", &jobs[1], 1, 3, 0);
    schedule(b, "2", &jobs[2], 1, 3, 0);
    schedule(a, "3", &jobs[3], 4, 0, 0);
    update(4);
    assert_trace("1 1@1 2 1@1 0 2@2 1 1@2 2 1@2 1 1@3 2 1@3 0 2@4 1 1@4 2 1@4 3 4@4 ");
}

static void rule_3_5_interval_0_is_called_once_in_each_update_after_other_timers(void **state)
{
    Job each = {.name = "each"}, too = {.name = "too"}, timed = {.name = "timed"};
    (void)state;
    every(a, "each", &each, 0);
    every(b, "too", &too, 0);
    every(c, "timed", &timed, 1);
    update(2);
    assert_trace("timed 1@1 timed 1@2 each 2@2 too 2@2 ");
    update(0);
    assert_trace("each 0@2 too 0@2 ");
}

static void rule_3_5_after_a_delay_interval_0_is_called_in_the_order_of_scheduling(void **state)
{
    Job delayed = {.name = "delayed"}, each = {.name = "each"};
    (void)state;
    schedule(a, "delayed", &delayed, 0, 4, 3);
    every(b, "each", &each, 0);
    update(2);
    assert_trace("each 2@2 ");
    update(2);
    assert_trace("delayed 3@3 each 2@4 "); // `delayed` has its first call at 3 s, and no second call at 4 s
    update(2);
    assert_trace("delayed 3@6 each 2@6 ");
    for (int i = 0; i < 5; i++)
        update(0);
    assert_int_equal(delayed.calls, 5);
}

static void rule_3_5_interval_0_scheduled_in_an_update_is_called_in_the_next_update(void **state)
{
    Job from_frame = {.name = "from frame"}, from_timer = {.name = "from timer"}, from_each = {.name = "from each"};
    Job frame = {.act = act_schedule_job_for_ever, .at = 1, .other = c, .key = "1", .job = &from_frame};
    Job timer = {.act = act_schedule_job_for_ever, .at = 1, .other = c, .key = "2", .job = &from_timer};
    Job each = {.act = act_schedule_job_for_ever, .at = 1, .other = c, .key = "3", .job = &from_each};
    (void)state;
    each_frame(a, &frame, 0);
    every(a, "timer", &timer, 1);
    every(a, "each", &each, 0);
    update(2);
    assert_trace("");
    update(0.5);
    assert_trace("from frame 0.5@2.5 from timer 1.5@2.5 from each 0.5@2.5 ");
}

static void rule_3_5_one_of_two_removes_the_other(void **state)
{
    Job other = {.name = "other"}, job = {.name = "job", .act = act_unschedule, .at = 2, .other = b, .key = "other"};
    (void)state;
    every(a, "job", &job, 0);
    every(b, "other", &other, 0);
    update(1);
    update(1);
    update(1);
    assert_trace("job 1@1 other 1@1 job 1@2 job 1@3 ");
}

static void rule_3_6_in_all_mode_elapsed_is_the_interval_in_updates_of_any_length(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    schedule(a, "job", &job, 0.1, 5, 0);
    update(0.25);
    update(0.01);
    update(10);
    assert_trace("job 0.1@0.1 job 0.1@0.2 job 0.1@0.3 job 0.1@0.4 job 0.1@0.5 job 0.1@0.6 ");
}

static void rule_3_6_elapsed_includes_skipped_calls_and_excludes_pauses(void **state)
{
    Job one = {.name = "one"}, restart = {.name = "restart"}, all = {0};
    CoirTimerDef one_def = {.tick = run_job, .user = &one, .key = "one", .interval = 1, .repeat = COIR_FOREVER};
    CoirTimerDef restart_def = one_def;
    (void)state;
    one_def.catch_up = COIR_CATCH_UP_ONE;
    restart_def.user = &restart;
    restart_def.key = "restart";
    restart_def.catch_up = COIR_CATCH_UP_RESTART;
    assert_true(coir_scheduler_schedule(scheduler, a, &one_def));
    assert_true(coir_scheduler_schedule(scheduler, a, &restart_def));
    update(2.5);
    assert_trace("one 1@1 restart 1@1 ");
    coir_scheduler_pause_target(scheduler, a);
    update(10);
    coir_scheduler_resume_target(scheduler, a);
    update(1);
    assert_trace("one 2@13 restart 2.5@13.5 ");
    every(b, "all", &all, 1);
    update(1500);
    assert_int_equal(all.calls, 1000);
    update(1);
    assert_int_equal(all.calls, 1001);
    assert_true(all.elapsed == 501);
}

static void act_schedule_each_frame_and_pause(Job *job)
{
    every(job->other, "each", job->job, 0);
    assert_true(coir_scheduler_pause_target(scheduler, job->other));
}

static void rule_3_6_elapsed_counts_from_the_time_scheduled_at_on_the_targets_clock(void **state)
{
    Job each = {.name = "each"}, frame = {.act = act_schedule_each_frame_and_pause, .at = 1, .other = b, .job = &each};
    (void)state;
    each_frame(a, &frame, 0);
    update(1); // `each` is scheduled at 1 s, but the pause freezes the clock of b at 0 s (rule 3.9)
    coir_scheduler_resume_target(scheduler, b);
    update(3);
    assert_trace("each 2@4 ");
}

static void rule_3_7_scheduling_again_replaces_everything_and_counts_again(void **state)
{
    Job old = {.name = "old"}, new = {.name = "new"}, other = {.name = "other"};
    CoirTimerDef def = {.tick = run_other_job, .user = &new, .key = "key", .interval = 0.5, .repeat = 1};
    (void)state;
    def.delay = 1;
    schedule(a, "key", &old, 1, 1, 0);
    schedule(b, "other", &other, 1, 1, 0);
    update(1.25);
    assert_trace("old 1@1 other 1@1 ");
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    update(0.75);
    assert_trace("other 1@2 ");
    update(8);
    assert_trace("new 1@2.25 new 0.5@2.75 ");
    assert_false(is_scheduled(a, "key"));
}

static void rule_3_7_a_timer_scheduled_again_is_ordered_as_a_new_timer(void **state)
{
    Job first = {.name = "first"}, second = {.name = "second"};
    (void)state;
    every(a, "key", &first, 1);
    every(b, "key", &second, 1);
    every(a, "key", &first, 1);
    update(1);
    assert_trace("second 1@1 first 1@1 ");
    every(a, "key", &first, 0);
    every(b, "key", &second, 0);
    every(a, "key", &first, 0);
    update(1);
    assert_trace("second 1@2 first 1@2 ");
}

static void rule_3_7_the_target_keeps_its_clock_and_its_paused_state(void **state)
{
    Job job = {.name = "job"}, kept = {.name = "kept"};
    CoirTimerDef def = {.tick = run_job, .user = &job, .key = "key", .interval = 2, .paused = false};
    (void)state;
    every(a, "key", &job, 1);
    schedule(a, "kept", &kept, 5, 0, 0);
    update(0.5);
    coir_scheduler_pause_target(scheduler, a);
    update(1);
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    assert_true(coir_scheduler_is_target_paused(scheduler, a));
    update(10);
    coir_scheduler_resume_target(scheduler, a); // at 11.5 s; the clock of a reads 0.5 s
    update(5);
    assert_trace("job 2@13.5 kept 5@16 ");
}

static void act_replace_for_good(Job *job)
{
    every(job->target, job->key, job->job, 0.25);
}

static void rule_3_7_a_timer_replaces_itself_in_its_call(void **state)
{
    Job second = {.name = "second"};
    Job first = {.name = "first", .act = act_replace_for_good, .key = "key", .job = &second};
    (void)state;
    every(a, "key", &first, 1);
    update(1.5);
    assert_trace("first 1@1 second 0.25@1.25 second 0.25@1.5 ");
}

TEST_FILE(scheduler_timers)
{
    const struct CMUnitTest tests[] = {
        scheduler_test(rule_3_4_repeat_r_means_r_plus_1_calls),
        scheduler_test(rule_3_4_forever_has_no_end),
        scheduler_test(rule_3_4_the_first_call_comes_after_the_delay_then_every_interval),
        scheduler_test(rule_3_4_a_key_or_the_callback_names_a_timer),
        scheduler_test(rule_3_4_a_timer_scheduled_on_a_paused_target_counts_from_the_frozen_clock),
        scheduler_test(rule_3_4_a_paused_target_counts_from_its_frozen_clock_in_the_per_frame_phase_too),
        scheduler_test(rule_3_4_skipped_occurrences_do_not_count),
        scheduler_test(rule_3_4_inside_its_last_call_a_timer_and_perhaps_its_target_are_forgotten),
        scheduler_test(rule_3_4_scheduling_in_the_last_call_starts_again),
        scheduler_test(rule_3_4_a_target_made_again_in_a_last_call_takes_the_paused_flag_of_its_def),
        scheduler_test(timers_of_all_targets_fire_in_order_of_time_then_of_scheduling),
        scheduler_test(rule_3_5_interval_0_is_called_once_in_each_update_after_other_timers),
        scheduler_test(rule_3_5_after_a_delay_interval_0_is_called_in_the_order_of_scheduling),
        scheduler_test(rule_3_5_interval_0_scheduled_in_an_update_is_called_in_the_next_update),
        scheduler_test(rule_3_5_one_of_two_removes_the_other),
        scheduler_test(rule_3_6_in_all_mode_elapsed_is_the_interval_in_updates_of_any_length),
        scheduler_test(rule_3_6_elapsed_includes_skipped_calls_and_excludes_pauses),
        scheduler_test(rule_3_6_elapsed_counts_from_the_time_scheduled_at_on_the_targets_clock),
        scheduler_test(rule_3_7_scheduling_again_replaces_everything_and_counts_again),
        scheduler_test(rule_3_7_a_timer_scheduled_again_is_ordered_as_a_new_timer),
        scheduler_test(rule_3_7_the_target_keeps_its_clock_and_its_paused_state),
        scheduler_test(rule_3_7_a_timer_replaces_itself_in_its_call),
    };
    return cmocka_run_group_tests_name("scheduler_timers", tests, NULL, NULL);
}
