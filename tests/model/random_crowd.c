// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A crowd is many timers. Most of the timers share one interval, and are due at the same time, or spread over a few
// times. The interval is a few nanoseconds or microseconds, a part of a frame, a frame, about 1 or 16 slices of the
// library's timing wheel, or five seconds. Some timers are overdue when they are inserted into a queue: half of the
// timers if the interval is long. Clocks begin at zero, just before a slice ends, or so late that a double cannot hold
// single nanoseconds. In most scripts no clock runs faster than its parent's, since the library fires timers in another
// way below a fast clock.
//
// A script with an odd seed makes queues; a script with an even seed uses the Scheduler. Each script advances the
// clocks to their first reading, adds the crowd, and then lets time pass and changes the crowd. Callbacks change the
// crowd, too. In a lazy script no timer fires more than once in an advance, so that much time may pass at once, however
// short the interval is.

#include "model/random_script.h"

#include <stdbool.h>
#include <stddef.h>

#include "model/chance.h"

#define SLICE INT64_C(4194304) // nanoseconds of a slice in the first level of the wheel
#define FRAME 16666667
#define QUEUES 6
#define TIMERS 300

typedef struct Crowd {
    TraceText *text;
    Chance chance;
    int64_t unit;    // length of most intervals, in nanoseconds
    int64_t now;     // approximate reading of the root's clock
    bool lazy, fast; // `fast`: some clocks run faster than their parents'
    int size;        // number of timers
    int queues;
    double rates[QUEUES]; // initial scale of a queue's clock against the root's clock
    int queue_of[TIMERS];
    int targets;
} Crowd;

typedef void (*Write)(Crowd *crowd);

#define PICK(crowd, array) ((array)[chance_below(&(crowd)->chance, (int)(sizeof(array) / sizeof *(array)))])

// Times --------------------------------------------------------------------------------------------------------------

static void write_time(Crowd *crowd, int64_t time)
{
    if (time < 0)
        time = 0;
    trace_text_add(crowd->text, " %lld.%09d", (long long)(time / 1000000000), (int)(time % 1000000000));
}

static void write_interval(Crowd *crowd)
{
    const int64_t unit = crowd->unit;
    const int64_t intervals[] = {unit, unit,     unit,     unit,     unit,     unit,     unit,
                                 unit, 2 * unit, 3 * unit, unit + 1, unit + 1, 16 * unit};
    write_time(crowd, PICK(crowd, intervals));
}

// Returns a step of time in which a timer comes due at most about ten times if its clock is not faster than the root's.
// Now and then in a small crowd, the step is 1100 intervals long. In a lazy script, about one step in three may be much
// longer.
static int64_t some_step(Crowd *crowd)
{
    const int64_t unit = crowd->unit, frame = unit < SLICE / 2 ? unit : FRAME;
    const int64_t steps[] = {0, unit, unit, unit, unit / 2, 2 * unit, 7 * unit, frame, frame};
    const int64_t leaps[] = {SLICE, SLICE - 1, FRAME, FRAME, 60 * FRAME, 3600 * INT64_C(1000000000)};
    if (crowd->size <= 10 && chance_one_in(&crowd->chance, 16))
        return 1100 * unit;
    return crowd->lazy && chance_one_in(&crowd->chance, 3) ? PICK(crowd, leaps) : PICK(crowd, steps);
}

static void write_catch_up(Crowd *crowd)
{
    static const char *const words[] = {"", "", "", "", "", " all", " one", " restart"};
    static const char *const lazy_words[] = {" one", " one", " restart"};
    trace_text_add(crowd->text, "%s", crowd->lazy ? PICK(crowd, lazy_words) : PICK(crowd, words));
}

static int some_timer(Crowd *crowd)
{
    return chance_below(&crowd->chance, crowd->size);
}

// Timer queues -------------------------------------------------------------------------------------------------------

static int some_child(Crowd *crowd)
{
    return crowd->queues == 1 ? 0 : chance_between(&crowd->chance, 1, crowd->queues - 1);
}

static void insert_timer(Crowd *crowd, int timer)
{
    static const int units[] = {1, 1, 1, 1, 1, 1, 0, 2, 3, 40};
    int queue = crowd->queue_of[timer];
    int64_t start = (int64_t)((double)crowd->now * crowd->rates[queue]) + PICK(crowd, units) * crowd->unit;
    bool is_long = crowd->unit > 60 * (int64_t)FRAME;
    if (chance_one_in(&crowd->chance, is_long ? 2 : 8)) // overdue by some slices
        start = (int64_t)((double)crowd->now * crowd->rates[queue]) - chance_below(&crowd->chance, 64) * SLICE / 8;
    trace_text_add(crowd->text, "insert q%d i%d", queue, timer);
    write_time(crowd, start + (chance_one_in(&crowd->chance, 16) ? chance_between(&crowd->chance, -2, 2) : 0));
    if (chance_one_in(&crowd->chance, 12))
        write_time(crowd, 0);
    else
        write_interval(crowd);
    write_catch_up(crowd);
}

static void write_insert(Crowd *crowd)
{
    insert_timer(crowd, some_timer(crowd));
}

static void write_erase(Crowd *crowd)
{
    int timer = some_timer(crowd);
    trace_text_add(crowd->text, "erase q%d i%d", crowd->queue_of[timer], timer);
}

static void write_halt(Crowd *crowd)
{
    trace_text_add(crowd->text, "halt q%d", some_child(crowd));
}

static void write_go(Crowd *crowd)
{
    trace_text_add(crowd->text, "go q%d", some_child(crowd));
}

static double some_scale(Crowd *crowd)
{
    static const double scales[] = {1, 1, 1, 0.5, 0.5, 0.25, 0.75}, fast_scales[] = {1, 1, 0.5, 1.5, 2, 3};
    return crowd->fast ? PICK(crowd, fast_scales) : PICK(crowd, scales);
}

static void write_scale(Crowd *crowd)
{
    double scale = chance_one_in(&crowd->chance, 8) ? 0 : some_scale(crowd);
    trace_text_add(crowd->text, "scale q%d %g", some_child(crowd), scale);
}

static void write_destroy(Crowd *crowd)
{
    if (crowd->queues > 1 && chance_one_in(&crowd->chance, 4))
        trace_text_add(crowd->text, "destroy q%d", some_child(crowd));
    else
        write_erase(crowd);
}

static void write_advance(Crowd *crowd)
{
    int64_t step = some_step(crowd);
    trace_text_add(crowd->text, "advance q0");
    write_time(crowd, step);
    crowd->now += step;
}

static void write_tick_one(Crowd *crowd)
{
    trace_text_add(crowd->text, "tickone q0");
    write_time(crowd, crowd->now + some_step(crowd));
}

// The Scheduler ------------------------------------------------------------------------------------------------------

static void schedule_timer(Crowd *crowd, int timer)
{
    static const char *const repeats[] = {"forever", "forever", "forever", "forever", "forever", "0", "1", "5"};
    trace_text_add(crowd->text, "schedule %d k%d", timer % crowd->targets, timer / crowd->targets);
    write_interval(crowd);
    trace_text_add(crowd->text, " %s", PICK(crowd, repeats));
    write_time(crowd, chance_one_in(&crowd->chance, 4) ? crowd->unit : 0);
    trace_text_add(crowd->text, " 0");
    write_catch_up(crowd);
}

static void write_schedule(Crowd *crowd)
{
    schedule_timer(crowd, some_timer(crowd));
}

static void write_unschedule(Crowd *crowd)
{
    int timer = some_timer(crowd);
    trace_text_add(crowd->text, "unschedule %d k%d", timer % crowd->targets, timer / crowd->targets);
}

static void write_pause(Crowd *crowd)
{
    trace_text_add(crowd->text, "pause %d", chance_below(&crowd->chance, crowd->targets));
}

static void write_resume(Crowd *crowd)
{
    trace_text_add(crowd->text, "resume %d", chance_below(&crowd->chance, crowd->targets));
}

static void write_pause_all(Crowd *crowd)
{
    trace_text_add(crowd->text, "pauseallmin 0");
}

static void write_resume_paused(Crowd *crowd)
{
    trace_text_add(crowd->text, "resumepaused");
}

static void write_time_scale(Crowd *crowd)
{
    static const char *const scales[] = {"0.5", "1", "1", "2"};
    trace_text_add(crowd->text, "timescale %s", PICK(crowd, scales));
}

static void write_tick(Crowd *crowd)
{
    trace_text_add(crowd->text, "tick");
    write_time(crowd, some_step(crowd));
}

// The script ---------------------------------------------------------------------------------------------------------

static const Write queue_changes[] = {write_insert, write_insert, write_insert, write_erase, write_erase,
                                      write_halt,   write_go,     write_go,     write_scale, write_destroy};
static const Write queue_times[] = {write_advance, write_advance, write_advance, write_tick_one};
static const Write scheduler_changes[] = {write_schedule,      write_schedule,      write_schedule,  write_unschedule,
                                          write_pause,         write_resume,        write_resume,    write_pause_all,
                                          write_resume_paused, write_resume_paused, write_time_scale};
static const Write scheduler_times[] = {write_tick};

static void write_change(Crowd *crowd)
{
    if (crowd->queues > 0)
        PICK(crowd, queue_changes)(crowd);
    else
        PICK(crowd, scheduler_changes)(crowd);
}

static void write_passing_time(Crowd *crowd)
{
    if (crowd->queues > 0)
        PICK(crowd, queue_times)(crowd);
    else
        PICK(crowd, scheduler_times)(crowd);
}

static void write_moment(Crowd *crowd)
{
    int timer = some_timer(crowd), changes = chance_between(&crowd->chance, 1, 4);
    if (crowd->queues > 0)
        trace_text_add(crowd->text, "on-queue q%d i%d", crowd->queue_of[timer], timer);
    else
        trace_text_add(crowd->text, "on %d k%d", timer % crowd->targets, timer / crowd->targets);
    trace_text_add(crowd->text, " %d", chance_between(&crowd->chance, 1, 5));
    for (int i = 0; i < changes; i++) {
        trace_text_add(crowd->text, i == 0 ? ": " : "; ");
        write_change(crowd);
    }
    trace_text_add(crowd->text, "\n");
}

// Writes some changes of the crowd, and a step of time.
static void write_frame(Crowd *crowd)
{
    for (int changes = chance_below(&crowd->chance, 4); changes > 0; changes--) {
        write_change(crowd);
        trace_text_add(crowd->text, "\n");
    }
    write_passing_time(crowd);
    trace_text_add(crowd->text, "\n");
}

static void write_queues(Crowd *crowd)
{
    trace_text_add(crowd->text, "queue q0\n");
    crowd->rates[0] = 1;
    for (int i = 1; i < crowd->queues; i++) {
        int parent = chance_below(&crowd->chance, i);
        double scale = some_scale(crowd);
        trace_text_add(crowd->text, "queue q%d q%d\nscale q%d %g\n", i, parent, i, scale);
        crowd->rates[i] = crowd->rates[parent] * scale;
    }
}

static void write_crowd(Crowd *crowd)
{
    trace_text_add(crowd->text, crowd->queues > 0 ? "advance q0" : "tick");
    write_time(crowd, crowd->now);
    trace_text_add(crowd->text, "\n");
    for (int i = 0; i < crowd->size; i++) {
        if (crowd->queues > 0)
            insert_timer(crowd, i);
        else
            schedule_timer(crowd, i);
        trace_text_add(crowd->text, "\n");
    }
}

static int64_t some_begin(Crowd *crowd)
{
    const int64_t slice = SLICE * chance_between(&crowd->chance, 1, 3000), late = INT64_C(10000000000000000);
    const int64_t begins[] = {0, slice - 1, slice - 2 * crowd->unit, slice - 5 * crowd->unit};
    int64_t begin = chance_one_in(&crowd->chance, 10) ? late : PICK(crowd, begins);
    return begin > 0 ? begin : 0;
}

void random_crowd(uint64_t seed, TraceText *text)
{
    static const int64_t units[] = {1,         1,         3,         1000,  5000,      FRAME,     300 * (int64_t)FRAME,
                                    FRAME / 4, FRAME / 7, SLICE - 1, SLICE, SLICE + 1, 16 * SLICE};
    static const int sizes[] = {10, 20, 40, 80, TIMERS};
    Crowd crowd = {.text = text, .chance = {seed}};
    crowd.unit = PICK(&crowd, units);
    crowd.now = some_begin(&crowd);
    crowd.size = PICK(&crowd, sizes);
    crowd.lazy = chance_one_in(&crowd.chance, 3);
    crowd.fast = chance_one_in(&crowd.chance, 3);
    crowd.queues = seed % 2 == 0 ? 0 : chance_between(&crowd.chance, 1, QUEUES);
    crowd.targets = chance_between(&crowd.chance, 1, crowd.size);
    for (int i = 0; i < crowd.size && crowd.queues > 0; i++)
        crowd.queue_of[i] = chance_below(&crowd.chance, crowd.queues);
    int lines = chance_between(&crowd.chance, 5, 40), moments = chance_below(&crowd.chance, crowd.size / 3);
    for (int i = 0; i < moments; i++)
        write_moment(&crowd);
    if (crowd.queues > 0)
        write_queues(&crowd);
    write_crowd(&crowd);
    for (int i = 0; i < lines; i++)
        write_frame(&crowd);
}
