// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Questions to the scheduler: the remaining time of a timer, the timers of a target, and the dump.

#include "support/target_sets.h"

// Remaining time -----------------------------------------------------------------------------------------------------

static void remaining_decreases_with_time(void **state)
{
    Job job = {0};
    (void)state;
    update(1);
    every(a, "timer", &job, 2);
    schedule(a, "once", &job, 0, 0, 3);
    schedule(a, "delayed", &job, 2, 1, 0.5);
    assert_remaining(a, "timer", 2.0);
    assert_remaining(a, "once", 3.0);
    assert_remaining(a, "delayed", 0.5);
    update(0.5);
    assert_remaining(a, "timer", 1.5);
    assert_remaining(a, "once", 2.5);
    assert_remaining(a, "delayed", 2.0);
    update(1.5);
    assert_remaining(a, "timer", 2.0);
    assert_remaining(a, "once", 1.0);
    assert_remaining(a, "delayed", 0.5);
    update(1);
    assert_remaining(a, "once", -1.0);
    assert_remaining(a, "delayed", -1.0);
    assert_remaining(a, "timer", 1.0);
    every(a, "timer", &job, 5);
    assert_remaining(a, "timer", 5.0);
}

static void remaining_is_kept_by_a_paused_target(void **state)
{
    Job job = {0};
    (void)state;
    every(a, "timer", &job, 2);
    every(a, "each", &job, 0);
    update(0.5);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    assert_remaining(a, "timer", 1.5);
    update(10);
    assert_remaining(a, "timer", 1.5);
    assert_remaining(a, "each", 0.0);
    every(a, "new", &job, 3);
    assert_remaining(a, "new", 3.0);
    assert_true(coir_scheduler_resume_target(scheduler, a));
    update(0.5);
    assert_remaining(a, "timer", 1.0);
    assert_remaining(a, "new", 2.5);
}

static void remaining_of_a_timer_for_each_update_is_its_delay(void **state)
{
    Job job = {0};
    (void)state;
    schedule(a, "delayed", &job, 0, COIR_FOREVER, 2);
    every(a, "each", &job, 0);
    assert_remaining(a, "delayed", 2.0);
    assert_remaining(a, "each", 0.0);
    update(1.5);
    assert_remaining(a, "delayed", 0.5);
    assert_remaining(a, "each", 0.0);
    update(1);
    assert_remaining(a, "delayed", 0.0);
}

static void remaining_is_counted_on_the_targets_clock(void **state)
{
    Job job = {0};
    (void)state;
    every(a, "timer", &job, 2);
    assert_true(coir_scheduler_set_time_scale(scheduler, 4));
    assert_remaining(a, "timer", 2.0);
    update(0.25);
    assert_remaining(a, "timer", 1.0);
}

static void remaining_after_catching_up(void **state)
{
    static const double expected[] = {0.25, 0.25, 1.0}; // ALL, ONE, RESTART
    Job job = {0};
    (void)state;
    for (int i = 0; i < 3; i++) {
        CoirTimerDef def = {.tick = run_job, .user = &job, .key = "timer", .interval = 1, .repeat = COIR_FOREVER};
        def.catch_up = (CoirCatchUp)i;
        assert_true(coir_scheduler_schedule(scheduler, &targets[i], &def));
    }
    update(2.75);
    for (int i = 0; i < 3; i++)
        assert_remaining(&targets[i], "timer", expected[i]);
    assert_int_equal(job.calls, 4);
}

static void remaining_after_more_than_a_thousand_occurrences(void **state)
{
    Job job = {0};
    (void)state;
    every(a, "timer", &job, 1);
    update(2000.25);
    assert_int_equal(job.calls, 1000);
    assert_remaining(a, "timer", 0.75);
}

// Notes the remaining time that a callback gets for a timer, or "-" if there is no such timer.
static void act_tell_remaining(Job *job)
{
    double seconds;
    if (coir_scheduler_remaining(scheduler, job->other, job->key, &seconds))
        note("(%g) ", seconds);
    else
        note("(-) ");
}

static void remaining_in_the_call_of_the_timer_itself(void **state)
{
    Job timer = {.name = "timer", .act = act_tell_remaining, .other = a, .key = "timer"};
    (void)state;
    schedule(a, "timer", &timer, 0.5, 2, 0);
    update(1);
    assert_trace("timer 0.5@0.5 (0.5) timer 0.5@1 (0.5) ");
    update(1);
    assert_trace("timer 0.5@1.5 (-) ");
    schedule(a, "timer", &timer, 0, 1, 0);
    update(1);
    update(1);
    assert_trace("timer 1@3 (0) timer 1@4 (-) ");
}

static void remaining_in_calls_of_other_timers(void **state)
{
    Job timer = {.name = "timer"}, frame = {.name = "frame", .act = act_tell_remaining, .other = a, .key = "timer"};
    Job early = {.name = "early", .act = act_tell_remaining, .other = a, .key = "timer"};
    Job same = {.name = "same", .act = act_tell_remaining, .other = a, .key = "timer"};
    Job posted = {.name = "posted", .act = act_tell_remaining, .other = a, .key = "timer"};
    (void)state;
    schedule(b, "same", &same, 1, 0, 0);
    every(a, "timer", &timer, 1);
    schedule(b, "early", &early, 0.75, 0, 0);
    each_frame(c, &frame, 0);
    post(&posted);
    update(1.5); // in the per-frame phase the clocks of targets still read 0, the start of the update
    assert_trace("frame 1.5@1.5 (1) early 0.75@0.75 (0.25) same 1@1 (0) timer 1@1 posted 0@1.5 (0.5) ");
}

static void act_schedule_and_tell(Job *job)
{
    every(job->other, job->key, job->job, job->number);
    act_tell_remaining(job);
}

static void remaining_of_a_timer_scheduled_in_the_same_phase(void **state)
{
    Job new = {.name = "new"}, frame = {.name = "frame", .act = act_schedule_and_tell, .at = 1, .job = &new};
    Job timer = {.name = "timer", .act = act_schedule_and_tell, .at = 1, .job = &new, .number = 2, .other = b};
    (void)state;
    frame.key = timer.key = "new";
    frame.other = a;
    frame.number = 2;
    each_frame(c, &frame, 0);
    every(d, "timer", &timer, 0.5);
    update(1); // the timer that `frame` schedules is due at 1 + 2, while the clock of its target reads 0
    assert_trace("frame 1@1 (3) timer 0.5@0.5 (2) timer 0.5@1 ");
    assert_remaining(a, "new", 2.0);
    assert_remaining(b, "new", 1.5);
}

static void remaining_of_a_timer_without_a_key(void **state)
{
    Job job = {0};
    double seconds = -1;
    (void)state;
    assert_true(coir_scheduler_every(scheduler, a, 3, run_job, &job));
    assert_true(coir_scheduler_callback_remaining(scheduler, a, run_job, &seconds));
    assert_true(seconds == 3);
    assert_false(coir_scheduler_callback_remaining(scheduler, a, run_other_job, &seconds));
    assert_false(coir_scheduler_callback_remaining(scheduler, b, run_job, &seconds));
    every(a, "key", &job, 1); // with the same callback
    assert_true(coir_scheduler_callback_remaining(scheduler, a, run_job, &seconds));
    assert_true(seconds == 3);
    assert_remaining(a, "key", 1.0);
    update(1);
    assert_true(coir_scheduler_callback_remaining(scheduler, a, run_job, &seconds));
    assert_true(seconds == 2);
    assert_true(coir_scheduler_callback_remaining(scheduler, a, run_job, NULL));
}

static void remaining_of_no_timer(void **state)
{
    Job job = {0};
    double seconds = 42;
    (void)state;
    every(a, "timer", &job, 1);
    each_frame(b, &job, 0);
    assert_true(coir_scheduler_remaining(scheduler, a, "timer", NULL));
    assert_false(coir_scheduler_remaining(scheduler, a, "other", &seconds));
    assert_false(coir_scheduler_remaining(scheduler, a, "", &seconds));
    assert_false(coir_scheduler_remaining(scheduler, a, NULL, &seconds));
    assert_false(coir_scheduler_remaining(scheduler, b, "timer", &seconds));
    assert_false(coir_scheduler_remaining(scheduler, NULL, "timer", &seconds));
    assert_false(coir_scheduler_remaining(NULL, a, "timer", &seconds));
    assert_false(coir_scheduler_callback_remaining(scheduler, b, run_job, &seconds));
    assert_false(coir_scheduler_callback_remaining(scheduler, a, NULL, &seconds));
    assert_false(coir_scheduler_callback_remaining(scheduler, NULL, run_job, &seconds));
    assert_false(coir_scheduler_callback_remaining(NULL, a, run_job, &seconds));
    assert_true(seconds == 42);
}

// The timers of a target ---------------------------------------------------------------------------------------------

// Notes the keys of a target's timers, in the order in which the scheduler returns the timers.
static void note_timers(const void *target)
{
    CoirTimerInfo infos[100];
    int count = coir_scheduler_timers(scheduler, target, infos, 100);
    for (int i = 0; i < count; i++)
        note("%s ", infos[i].key ? infos[i].key : "-");
}

static void timers_are_listed_in_order_of_scheduling(void **state)
{
    Job job = {0};
    (void)state;
    each_frame(a, &job, 0);
    every(a, "third to fire", &job, 3);
    every(a, "each", &job, 0);
    schedule(a, "delayed each", &job, 0, COIR_FOREVER, 2);
    every(a, "first", &job, 1);
    assert_true(coir_scheduler_every(scheduler, a, 2, run_job, &job));
    every(b, "another's", &job, 1);
    note_timers(a);
    assert_trace("third to fire each delayed each first - ");
    update(2.5);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    note_timers(a);
    assert_trace("third to fire each delayed each first - ");
    assert_true(coir_scheduler_resume_target(scheduler, a));
    every(a, "each", &job, 0); // scheduled again
    assert_true(coir_scheduler_unschedule(scheduler, a, "delayed each"));
    note_timers(a);
    assert_trace("third to fire first - each ");
}

static void no_more_timers_are_written_than_there_is_room_for(void **state)
{
    Job job = {0};
    CoirTimerInfo infos[3];
    (void)state;
    every(a, "1", &job, 1);
    every(a, "2", &job, 1);
    every(a, "3", &job, 1);
    for (int capacity = -1; capacity <= 3; capacity++) {
        memset(infos, 0, sizeof infos);
        assert_int_equal(coir_scheduler_timers(scheduler, a, infos, capacity), 3);
        for (int i = 0; i < 3; i++)
            assert_int_equal(infos[i].key != NULL, i < capacity);
    }
    assert_string_equal(infos[2].key, "3");
    assert_int_equal(coir_scheduler_timers(scheduler, a, NULL, 0), 3);
    assert_int_equal(coir_scheduler_timers(scheduler, a, NULL, 3), 3);
    assert_int_equal(coir_scheduler_timers(scheduler, b, infos, 3), 0);
    assert_int_equal(coir_scheduler_timers(scheduler, NULL, infos, 3), 0);
    assert_int_equal(coir_scheduler_timers(NULL, a, infos, 3), 0);
    assert_string_equal(infos[2].key, "3");
    each_frame(b, &job, 0);
    assert_int_equal(coir_scheduler_timers(scheduler, b, infos, 3), 0);
}

static void all_fields_of_a_timer_are_written(void **state)
{
    Job job = {0}, other = {0};
    CoirTimerDef def = {.tick = run_other_job, .user = &other, .interval = 2, .repeat = 3, .delay = 0.5};
    CoirTimerInfo infos[2];
    (void)state;
    def.catch_up = COIR_CATCH_UP_RESTART;
    every(a, "key", &job, 1.5);
    assert_true(coir_scheduler_schedule(scheduler, a, &def));
    assert_int_equal(coir_scheduler_timers(scheduler, a, infos, 2), 2);
    assert_string_equal(infos[0].key, "key");
    assert_true(infos[0].tick == run_job && infos[0].user == &job);
    assert_true(infos[0].interval == 1.5 && infos[0].remaining == 1.5 && infos[0].repeat == COIR_FOREVER);
    assert_int_equal(infos[0].catch_up, COIR_CATCH_UP_ALL);
    assert_null(infos[1].key);
    assert_true(infos[1].tick == run_other_job && infos[1].user == &other);
    assert_true(infos[1].interval == 2 && infos[1].remaining == 0.5 && infos[1].repeat == 3);
    assert_int_equal(infos[1].catch_up, COIR_CATCH_UP_RESTART);
    update(1);
    assert_int_equal(coir_scheduler_timers(scheduler, a, infos, 2), 2);
    assert_true(infos[0].remaining == 0.5 && infos[0].repeat == COIR_FOREVER);
    assert_true(infos[1].remaining == 2 && infos[1].repeat == 2);
}

static void a_key_is_the_schedulers_own_copy(void **state)
{
    Job job = {0};
    char key[] = "key";
    CoirTimerInfo info;
    (void)state;
    every(a, key, &job, 1);
    strcpy(key, "no");
    assert_int_equal(coir_scheduler_timers(scheduler, a, &info, 1), 1);
    update(10);
    assert_string_equal(info.key, "key");
}

static void act_tell_timers(Job *job)
{
    CoirTimerInfo infos[4];
    int count = coir_scheduler_timers(scheduler, job->other, infos, 4);
    note("(");
    for (int i = 0; i < count; i++)
        note("%s:%g,%d ", infos[i].key, infos[i].remaining, infos[i].repeat);
    note(") ");
}

static void timers_are_listed_inside_their_calls(void **state)
{
    Job timer = {.name = "timer", .act = act_tell_timers, .other = a};
    Job frame = {.name = "frame", .act = act_tell_timers, .other = a};
    (void)state;
    schedule(a, "x", &timer, 1, 1, 0);
    schedule(a, "y", &timer, 0, 1, 0);
    each_frame(a, &frame, 0);
    update(1);
    assert_trace("frame 1@1 (x:1,1 y:0,1 ) timer 1@1 (x:1,0 y:0,1 ) timer 1@1 (x:1,0 y:0,0 ) ");
    update(1);
    assert_trace("frame 1@2 (x:1,0 y:0,0 ) timer 1@2 (y:0,0 ) timer 1@2 () ");
}

// Dumps --------------------------------------------------------------------------------------------------------------

// Headings of a dump. The lines of a heading follow the heading. A test notes the expected dump, then calls
// assert_dump.
#define UPDATES "per-frame updates, in this order:\n"
#define TIMERS "timers, by the time at which they are due:\n"
#define EACH "timers that are called in each update, in this order:\n"
#define FROZEN "frozen timers:\n"

static void act_dump(Job *job)
{
    char text[TEXT_SIZE];
    size_t length = coir_scheduler_dump(scheduler, text, sizeof text);
    (void)job;
    assert_true(length < sizeof text);
    assert_int_equal(strlen(text), length);
    note("%s", text);
}

// Compares the dump with the noted text.
static void assert_dump(void)
{
    char expected[TEXT_SIZE];
    snprintf(expected, sizeof expected, "%s", noted());
    forget_trace();
    act_dump(NULL);
    assert_trace(expected);
}

static void the_dump_of_nothing(void **state)
{
    (void)state;
    note("scheduler at 0 s, time scale 1, targets: 0\n" UPDATES TIMERS EACH FROZEN "posted functions: 0\n");
    assert_dump();
    assert_true(coir_scheduler_set_time_scale(scheduler, 0.5));
    update(3);
    note("scheduler at 1.5 s, time scale 0.5, targets: 0\n" UPDATES TIMERS EACH FROZEN "posted functions: 0\n");
    assert_dump();
}

static void the_dump_lists_updates_in_their_order(void **state)
{
    Job job = {0};
    (void)state;
    each_frame(a, &job, 3);
    each_frame(b, &job, -7);
    each_frame(c, &job, 3);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    note("scheduler at 0 s, time scale 1, targets: 3\n" UPDATES);
    note("  priority -7: target %p\n  priority 3: target %p, paused\n", b, a);
    note("  priority 3: target %p\n" TIMERS EACH FROZEN "posted functions: 0\n", c);
    assert_dump();
    each_frame(b, &job, 4);
    assert_true(coir_scheduler_unschedule_update(scheduler, a));
    note("scheduler at 0 s, time scale 1, targets: 2\n" UPDATES);
    note("  priority 3: target %p\n  priority 4: target %p\n", c, b);
    note(TIMERS EACH FROZEN "posted functions: 0\n");
    assert_dump();
}

static void the_dump_lists_timers_by_due_time(void **state)
{
    Job job = {0};
    (void)state;
    every(a, "slow", &job, 2.5);
    schedule(b, "one", &job, 1, 0, 0);
    schedule(b, "few", &job, 0.25, 3, 0.5);
    schedule(d, "delayed each", &job, 0, 1, 0.123456789);
    assert_true(coir_scheduler_every(scheduler, c, 1, run_job, &job));
    note("scheduler at 0 s, time scale 1, targets: 4\n" UPDATES TIMERS);
    note("  at 0.123456789 s: \"delayed each\" of target %p, 1 more after that\n", d);
    note("  at 0.5 s: \"few\" of target %p, every 0.25 s, 3 more after that\n", b);
    note("  at 1 s: \"one\" of target %p, the last call\n", b);
    note("  at 1 s: a timer without a key of target %p, every 1 s\n", c);
    note("  at 2.5 s: \"slow\" of target %p, every 2.5 s\n" EACH FROZEN "posted functions: 0\n", a);
    assert_dump();
}

static void the_dump_lists_updates_and_timers_of_each_update(void **state)
{
    Job job = {0};
    (void)state;
    every(a, "1", &job, 0);
    schedule(b, "2", &job, 0, 4, 0);
    every(c, "3", &job, 0);
    assert_true(coir_scheduler_pause_target(scheduler, c));
    note("scheduler at 0 s, time scale 1, targets: 3\n" UPDATES TIMERS EACH);
    note("  \"1\" of target %p\n  \"2\" of target %p, 4 more after that\n", a, b);
    note("  target paused: \"3\" of target %p\n" FROZEN "posted functions: 0\n", c);
    assert_dump();
    assert_true(coir_scheduler_unschedule(scheduler, a, "1"));
    update(1);
    note("scheduler at 1 s, time scale 1, targets: 2\n" UPDATES TIMERS EACH);
    note("  \"2\" of target %p, 3 more after that\n", b);
    note("  target paused: \"3\" of target %p\n" FROZEN "posted functions: 0\n", c);
    assert_dump();
}

static void the_dump_lists_the_order_of_the_next_update(void **state)
{
    Job job = {0};
    (void)state;
    schedule(a, "first", &job, 0, COIR_FOREVER, 1);
    every(b, "second", &job, 0);
    for (int i = 1; i <= 2; i++) {
        update(1);
        note("scheduler at %d s, time scale 1, targets: 2\n" UPDATES TIMERS EACH, i);
        note("  \"first\" of target %p\n  \"second\" of target %p\n" FROZEN "posted functions: 0\n", a, b);
        assert_dump();
    }
}

static void the_dump_lists_paused_timers_in_order_of_scheduling(void **state)
{
    Job job = {0};
    (void)state;
    every(d, "1", &job, 3);
    schedule(a, "2", &job, 1, 0, 0);
    every(b, "goes", &job, 1);
    every(d, "3", &job, 2);
    update(0.25);
    assert_true(coir_scheduler_pause_target(scheduler, a));
    assert_true(coir_scheduler_pause_target(scheduler, d));
    update(0.25);
    note("scheduler at 0.5 s, time scale 1, targets: 3\n" UPDATES TIMERS);
    note("  at 1 s: \"goes\" of target %p, every 1 s\n" EACH FROZEN, b);
    note("  target paused, 2.75 s to go: \"1\" of target %p, every 3 s\n", d);
    note("  target paused, 0.75 s to go: \"2\" of target %p, the last call\n", a);
    note("  target paused, 1.75 s to go: \"3\" of target %p, every 2 s\nposted functions: 0\n", d);
    assert_dump();
}

static void the_dump_counts_posted_functions(void **state)
{
    Job job = {0}, told = {.act = act_dump};
    (void)state;
    post(&told);
    post(&job);
    post(&job);
    note("scheduler at 0 s, time scale 1, targets: 0\n" UPDATES TIMERS EACH FROZEN "posted functions: 3\n");
    assert_dump();
    update(1); // the first posted function makes the dump
    assert_trace("scheduler at 1 s, time scale 1, targets: 0\n" UPDATES TIMERS EACH FROZEN "posted functions: 2\n");
}

static void the_dump_inside_an_update(void **state)
{
    Job first = {.act = act_dump}, job = {0};
    char expected[TEXT_SIZE];
    (void)state;
    each_frame(a, &first, 1);
    each_frame(b, &job, 2);
    every(c, "timer", &job, 1);
    note("scheduler at 0.75 s, time scale 1, targets: 3\n" UPDATES);
    note("  priority 1: target %p\n  priority 2: target %p\n" TIMERS, a, b);
    note("  at 1 s: \"timer\" of target %p, every 1 s\n" EACH FROZEN "posted functions: 0\n", c);
    snprintf(expected, sizeof expected, "%s", noted());
    forget_trace();
    update(0.75);
    assert_trace(expected);
}

static void act_change_priority_and_dump(Job *job)
{
    each_frame(job->other, job->job, job->priority);
    act_dump(job);
}

static void the_dump_lists_an_update_that_changes_its_priority_once(void **state)
{
    Job job = {0}, first = {.act = act_change_priority_and_dump, .other = b, .job = &job, .priority = 7};
    char expected[TEXT_SIZE];
    (void)state;
    each_frame(a, &first, 1);
    each_frame(b, &job, 2);
    note("scheduler at 1 s, time scale 1, targets: 2\n" UPDATES);
    note("  priority 1: target %p\n  priority 7: target %p\n" TIMERS EACH FROZEN "posted functions: 0\n", a, b);
    snprintf(expected, sizeof expected, "%s", noted());
    forget_trace();
    update(1);
    assert_trace(expected);
    assert_int_equal(job.calls, 1);
}

static void act_destroy_and_dump(Job *job)
{
    coir_scheduler_destroy(scheduler);
    act_dump(job);
}

static void the_dump_of_a_scheduler_destroyed_in_the_same_call(void **state)
{
    Job job = {.act = act_destroy_and_dump};
    (void)state;
    each_frame(a, &job, 1);
    every(b, "timer", &job, 1);
    every(b, "each", &job, 0);
    post(&job);
    update(1);
    scheduler = NULL;
    assert_trace("scheduler at 1 s, time scale 1, targets: 0\n" UPDATES TIMERS EACH FROZEN "posted functions: 0\n");
}

// Makes updates, timers of all kinds, paused targets and posted functions.
static void schedule_and_pause_targets(Job *job)
{
    schedule_all_kinds(job);
    assert_true(coir_scheduler_pause_target(scheduler, &targets[8]));
    assert_true(coir_scheduler_pause_target(scheduler, &targets[10]));
    post(job);
    update(0.5);
    post(job);
}

static void the_dump_is_cut_like_snprintf_does(void **state)
{
    Job job = {0};
    char whole[TEXT_SIZE], text[TEXT_SIZE];
    (void)state;
    schedule_and_pause_targets(&job);
    size_t length = coir_scheduler_dump(scheduler, whole, sizeof whole);
    assert_in_range(length, 500, sizeof whole - 1);
    for (size_t size = 0; size <= length + 1; size++) {
        memset(text, '#', sizeof text);
        assert_int_equal(coir_scheduler_dump(scheduler, text, size), length);
        if (size > 0) {
            assert_memory_equal(text, whole, size - 1);
            assert_int_equal(text[size - 1], '\0');
        }
        for (size_t i = size; i < sizeof text; i++)
            assert_int_equal(text[i], '#');
    }
    assert_int_equal(coir_scheduler_dump(scheduler, NULL, 0), length);
    assert_int_equal(coir_scheduler_dump(scheduler, NULL, 100), length);
}

static void the_dump_of_null_is_reported(void **state)
{
    char text[] = "text";
    (void)state;
    assert_int_equal(coir_scheduler_dump(NULL, text, sizeof text), 0);
    assert_mistake("coir_scheduler_dump: the scheduler is NULL");
    assert_string_equal(text, "");
    assert_int_equal(coir_scheduler_dump(NULL, NULL, 0), 0);
    assert_mistake("coir_scheduler_dump: the scheduler is NULL");
}

static void the_dump_without_memory_reports_this(void **state)
{
    Job job = {0};
    char whole[TEXT_SIZE], text[TEXT_SIZE];
    static const char *const parts[] = {
        "  4, not listed, since there is no memory\n", // timers that wait for their due times
        "  3, not listed, since there is no memory\n", // timers that are called in each update
        "  1, not listed, since there is no memory\n", // frozen timers
    };
    (void)state;
    schedule_and_pause_targets(&job);
    every(&targets[0], "one more", &job, 3);
    coir_scheduler_dump(scheduler, whole, sizeof whole);
    for (int i = 0; i < 3; i++) {
        support_fail_allocation(i + 1);
        size_t length = coir_scheduler_dump(scheduler, text, sizeof text);
        assert_true(support_failed());
        assert_int_equal(strlen(text), length);
        for (int part = 0; part < 3; part++)
            assert_int_equal(strstr(text, parts[part]) != NULL, part == i);
        assert_non_null(strstr(text, "posted functions: 1\n"));
    }
    support_fail_allocation(0);
    coir_scheduler_dump(scheduler, text, sizeof text);
    assert_string_equal(text, whole);
}

TEST_FILE(scheduler_queries)
{
    const struct CMUnitTest tests[] = {
        set_test(remaining_decreases_with_time),
        set_test(remaining_is_kept_by_a_paused_target),
        set_test(remaining_of_a_timer_for_each_update_is_its_delay),
        set_test(remaining_is_counted_on_the_targets_clock),
        set_test(remaining_after_catching_up),
        set_test(remaining_after_more_than_a_thousand_occurrences),
        set_test(remaining_in_the_call_of_the_timer_itself),
        set_test(remaining_in_calls_of_other_timers),
        set_test(remaining_of_a_timer_scheduled_in_the_same_phase),
        set_test(remaining_of_a_timer_without_a_key),
        set_test(remaining_of_no_timer),
        set_test(timers_are_listed_in_order_of_scheduling),
        set_test(no_more_timers_are_written_than_there_is_room_for),
        set_test(all_fields_of_a_timer_are_written),
        set_test(a_key_is_the_schedulers_own_copy),
        set_test(timers_are_listed_inside_their_calls),
        set_test(the_dump_of_nothing),
        set_test(the_dump_lists_updates_in_their_order),
        set_test(the_dump_lists_timers_by_due_time),
        set_test(the_dump_lists_updates_and_timers_of_each_update),
        set_test(the_dump_lists_the_order_of_the_next_update),
        set_test(the_dump_lists_paused_timers_in_order_of_scheduling),
        set_test(the_dump_counts_posted_functions),
        set_test(the_dump_inside_an_update),
        set_test(the_dump_lists_an_update_that_changes_its_priority_once),
        set_test(the_dump_of_a_scheduler_destroyed_in_the_same_call),
        set_test(the_dump_is_cut_like_snprintf_does),
        set_test(the_dump_of_null_is_reported),
        set_test(the_dump_without_memory_reports_this),
    };
    return cmocka_run_group_tests_name("scheduler_queries", tests, NULL, NULL);
}
