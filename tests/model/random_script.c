// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A script consists of:
// 1. Operations that callbacks do later.
// 2. In a script for timer queues, operations that make the queues.
// 3. Operations that let time pass and change timers, with more operations for callbacks between.
// Operations are chosen from a table with two weights: the weight outside of callbacks, and the weight inside a
// callback.
//
// Most times in a script are small multiples of one unit, so that many timers are due at the same time. The writer of
// the script does not know when a timer is due. The writer only keeps an approximate reading of the clock, so that new
// timers start near this time.

#include "model/random_script.h"

#include <stdbool.h>
#include <stddef.h>

#include "model/chance.h"

typedef struct Maker {
    TraceText *text;
    Chance chance;
    double unit;   // unit of times, in seconds
    bool tiny;     // true if the unit is a nanosecond
    bool has_long; // true if hours pass at once now and then
    bool inside;   // true while operations of a callback are written
    double now;    // approximate reading of the clock
    int targets, keys, procs;
    int roots, queues; // the first `roots` queues are roots
} Maker;

typedef struct Operation {
    int outside, inside; // weights
    void (*write)(Maker *maker);
} Operation;

#define PICK(maker, array) ((array)[chance_below(&(maker)->chance, (int)(sizeof(array) / sizeof *(array)))])

static void write_operation(Maker *maker, const Operation *table)
{
    int sum = 0;
    for (const Operation *each = table; each->write; each++)
        sum += maker->inside ? each->inside : each->outside;
    int left = chance_below(&maker->chance, sum);
    while ((left -= maker->inside ? table->inside : table->outside) >= 0)
        table++;
    table->write(maker);
}

// Numbers ------------------------------------------------------------------------------------------------------------

// Once in 250 times, writes a mistake, or an odd number such as 4e-10, which is rounded to 0 ns. Returns true if a
// number was written.
static bool write_odd_number(Maker *maker)
{
    static const char *const odd[] = {"-1",    "nan",   "inf",    "-inf",       "1e300",       "-1e300", "-0",
                                      "4e-10", "6e-10", "-4e-10", "3155760001", "-3155760001", "-0.5"};
    if (!chance_one_in(&maker->chance, 250))
        return false;
    trace_text_add(maker->text, " %s", PICK(maker, odd));
    return true;
}

static void write_seconds(Maker *maker, double seconds)
{
    if (!write_odd_number(maker))
        trace_text_add(maker->text, " %.10g", seconds);
}

// Returns a time in seconds: a number of units, mostly few units. Sometimes the units are nanoseconds.
static double some_units(Maker *maker)
{
    static const int at_most[] = {4, 4, 8, 8, 16, 64, 64, 256};
    double units = chance_between(&maker->chance, 1, PICK(maker, at_most));
    if (!maker->tiny && chance_one_in(&maker->chance, 50))
        return units * 1e-9;
    return units * maker->unit;
}

static void write_interval(Maker *maker, int one_in_is_zero)
{
    double interval = some_units(maker);
    if (maker->has_long && chance_one_in(&maker->chance, 8))
        interval = chance_one_in(&maker->chance, 2) ? 0.001 : 60;
    write_seconds(maker, chance_one_in(&maker->chance, one_in_is_zero) ? 0 : interval);
}

static double some_dt(Maker *maker)
{
    static const double hours[] = {3600, 3600, 100000, 7, 1e6};
    if (maker->has_long && chance_one_in(&maker->chance, 25))
        return PICK(maker, hours);
    return chance_one_in(&maker->chance, 6) ? 0 : some_units(maker);
}

static double write_dt(Maker *maker)
{
    double dt = some_dt(maker);
    write_seconds(maker, dt);
    return dt;
}

static void write_catch_up(Maker *maker)
{
    static const char *const words[] = {"", "", "", " all", " one", " one", " restart", " restart"};
    trace_text_add(maker->text, "%s", PICK(maker, words));
}

// Operations of callbacks --------------------------------------------------------------------------------------------

static void write_operations(Maker *maker, const Operation *table)
{
    int count = chance_between(&maker->chance, 1, chance_one_in(&maker->chance, 4) ? 6 : 3);
    maker->inside = true;
    for (int i = 0; i < count; i++) {
        trace_text_add(maker->text, i == 0 ? ": " : "; ");
        write_operation(maker, table);
    }
    maker->inside = false;
    trace_text_add(maker->text, "\n");
}

static int some_call(Maker *maker)
{
    static const int at_most[] = {1, 2, 3, 6, 6, 12, 50};
    return chance_between(&maker->chance, 1, PICK(maker, at_most));
}

// The Scheduler ------------------------------------------------------------------------------------------------------

static int some_target(Maker *maker)
{
    return chance_between(&maker->chance, 1, maker->targets);
}

static void write_key(Maker *maker)
{
    int key = chance_below(&maker->chance, maker->keys);
    if (key < 26)
        trace_text_add(maker->text, " %c", "abcdefghijklmnopqrstuvwxyz"[key]);
    else
        trace_text_add(maker->text, " key%d", key);
}

static int some_priority(Maker *maker)
{
    static const int priorities[] = {-10, -1, 0, 0, 0, 0, 1, 1, 10, -2147483647 - 1, -2147483647, 2147483647};
    return PICK(maker, priorities);
}

// Returns a minimum priority, often above 0. Timers count as priority 0, so a minimum above 0 leaves timers out. In a
// script that always pauses everything, little would happen.
static int some_min_priority(Maker *maker)
{
    static const int priorities[] = {-10, 0, 0, 1, 1, 2, 10, 10, -2147483647 - 1, -2147483647, 2147483647};
    return PICK(maker, priorities);
}

static void write_target(Maker *maker, const char *verb)
{
    trace_text_add(maker->text, "%s %d", verb, some_target(maker));
}

static void write_paused(Maker *maker)
{
    trace_text_add(maker->text, " %d", chance_one_in(&maker->chance, 8));
}

static void write_tick(Maker *maker)
{
    trace_text_add(maker->text, "tick");
    maker->now += write_dt(maker);
}

static void write_update(Maker *maker)
{
    write_target(maker, "update");
    trace_text_add(maker->text, " %d", some_priority(maker));
    write_paused(maker);
}

static void write_schedule(Maker *maker)
{
    static const char *const repeats[] = {"0", "0", "1", "3", "6", "forever", "forever", "forever", "forever"};
    write_target(maker, "schedule");
    write_key(maker);
    write_interval(maker, 4);
    trace_text_add(maker->text, " %s", chance_one_in(&maker->chance, 250) ? "-1" : PICK(maker, repeats));
    write_interval(maker, chance_one_in(&maker->chance, 3) ? 2 : 1);
    write_paused(maker);
    write_catch_up(maker);
}

static void write_unupdate(Maker *maker)
{
    write_target(maker, "unupdate");
}

static void write_unschedule(Maker *maker)
{
    write_target(maker, "unschedule");
    write_key(maker);
}

static void write_unschedule_target(Maker *maker)
{
    write_target(maker, "unscheduleall");
}

static void write_unschedule_all(Maker *maker)
{
    trace_text_add(maker->text, "unscheduleallmin %d", some_min_priority(maker));
}

static void write_pause(Maker *maker)
{
    write_target(maker, "pause");
}

static void write_resume(Maker *maker)
{
    write_target(maker, "resume");
}

static void write_pause_all(Maker *maker)
{
    trace_text_add(maker->text, "pauseallmin %d", some_min_priority(maker));
}

static void write_resume_paused(Maker *maker)
{
    trace_text_add(maker->text, "resumepaused");
}

static void write_time_scale(Maker *maker)
{
    static const double scales[] = {0, 0.1, 0.25, 0.5, 1, 1, 1, 1, 1.5, 2, 3, 4, 7};
    trace_text_add(maker->text, "timescale");
    write_seconds(maker, PICK(maker, scales));
}

static void write_is_scheduled(Maker *maker)
{
    write_target(maker, "isscheduled");
    if (chance_one_in(&maker->chance, 3))
        trace_text_add(maker->text, " update");
    else
        write_key(maker);
}

static void write_is_paused(Maker *maker)
{
    write_target(maker, "ispaused");
}

static void write_post(Maker *maker)
{
    trace_text_add(maker->text, "post p%d", chance_below(&maker->chance, maker->procs));
}

static const Operation scheduler_operations[] = {
    {80, 1, write_tick},        {12, 14, write_update},          {40, 50, write_schedule},     {3, 6, write_unupdate},
    {5, 12, write_unschedule},  {2, 4, write_unschedule_target}, {1, 3, write_unschedule_all}, {5, 10, write_pause},
    {12, 18, write_resume},     {2, 5, write_pause_all},         {6, 9, write_resume_paused},  {3, 3, write_time_scale},
    {4, 8, write_is_scheduled}, {4, 8, write_is_paused},         {4, 8, write_post},           {0},
};

static void write_on(Maker *maker)
{
    write_target(maker, "on");
    if (chance_one_in(&maker->chance, 4))
        trace_text_add(maker->text, " update");
    else
        write_key(maker);
    trace_text_add(maker->text, " %d", some_call(maker));
    write_operations(maker, scheduler_operations);
}

static void write_proc(Maker *maker, int number)
{
    trace_text_add(maker->text, "proc p%d", number);
    write_operations(maker, scheduler_operations);
}

// Writes a hundred timers, of one target or of many targets.
static void write_crowd(Maker *maker)
{
    maker->targets = chance_one_in(&maker->chance, 2) ? 1 : 50;
    maker->keys = 80;
    for (int i = 0; i < 100; i++) {
        write_schedule(maker);
        trace_text_add(maker->text, "\n");
    }
}

static void write_scheduler_script(Maker *maker, int lines)
{
    int moments = chance_between(&maker->chance, 0, lines / 3);
    maker->targets = chance_between(&maker->chance, 1, 5);
    maker->keys = chance_between(&maker->chance, 1, 4);
    maker->procs = chance_between(&maker->chance, 1, 3);
    for (int i = 0; i < maker->procs; i++)
        write_proc(maker, i);
    for (int i = 0; i < moments; i++)
        write_on(maker);
    if (chance_one_in(&maker->chance, 40))
        write_crowd(maker);
    for (int i = 0; i < lines - moments; i++) {
        if (chance_one_in(&maker->chance, 20)) {
            write_on(maker);
            continue;
        }
        write_operation(maker, scheduler_operations);
        trace_text_add(maker->text, "\n");
    }
}

// Timer queues -------------------------------------------------------------------------------------------------------

static int some_queue(Maker *maker)
{
    return chance_below(&maker->chance, maker->queues);
}

static int some_child(Maker *maker)
{
    bool is_mistake = maker->queues == maker->roots || chance_one_in(&maker->chance, 40);
    return is_mistake ? some_queue(maker) : chance_between(&maker->chance, maker->roots, maker->queues - 1);
}

static int some_root(Maker *maker)
{
    return chance_one_in(&maker->chance, 80) ? some_queue(maker) : chance_below(&maker->chance, maker->roots);
}

// Writes a start near the reading of a queue's clock, which may run faster or slower than the root's clock. A few
// starts are a day before 0.
static void write_start(Maker *maker)
{
    static const double rates[] = {0, 0.25, 0.5, 1, 1, 1, 1, 1, 2, 4};
    double start = maker->now * PICK(maker, rates);
    start += chance_between(&maker->chance, -2, 40) * maker->unit;
    if (maker->tiny) // no fractions of nanoseconds
        start = (double)(int64_t)(start * 1e9) / 1e9;
    write_seconds(maker, chance_one_in(&maker->chance, 300) ? -86400 : start);
}

static void write_timer(Maker *maker, const char *verb)
{
    trace_text_add(maker->text, "%s q%d", verb, some_queue(maker));
    trace_text_add(maker->text, " i%d", chance_below(&maker->chance, 6));
}

static void write_insert(Maker *maker)
{
    write_timer(maker, "insert");
    write_start(maker);
    write_interval(maker, 3);
    write_catch_up(maker);
}

static void write_erase(Maker *maker)
{
    write_timer(maker, "erase");
}

// Destroys few roots, because a destroyed root ends many timers.
static void write_destroy(Maker *maker)
{
    bool any = chance_one_in(&maker->chance, 6);
    trace_text_add(maker->text, "destroy q%d", any ? some_queue(maker) : some_child(maker));
}

// Makes a queue with a random name. The engine refuses a name that is in use.
static void write_queue(Maker *maker)
{
    int queue = some_queue(maker);
    if (queue < maker->roots)
        trace_text_add(maker->text, "queue q%d", queue);
    else
        trace_text_add(maker->text, "queue q%d q%d", queue, chance_below(&maker->chance, queue));
}

// Writes a usual scale or a mistake, but no other odd number: with a huge scale the clock of the library stops at a
// hundred years, and the clock of the model does not.
static void write_scale(Maker *maker)
{
    static const char *const scales[] = {"0",   "0.1", "0.25", "0.333", "0.5", "0.75", "1", "1",
                                         "1.5", "2",   "2",    "3",     "4",   "7",    "10"};
    static const char *const mistakes[] = {"-1", "nan", "inf", "-0.5", "-4e-10"};
    bool is_mistake = chance_one_in(&maker->chance, 60);
    trace_text_add(maker->text, "scale q%d", some_child(maker));
    trace_text_add(maker->text, " %s", is_mistake ? PICK(maker, mistakes) : PICK(maker, scales));
}

static void write_halt(Maker *maker)
{
    trace_text_add(maker->text, "halt q%d", some_child(maker));
}

static void write_go(Maker *maker)
{
    trace_text_add(maker->text, "go q%d", some_child(maker));
}

static void write_advance(Maker *maker)
{
    trace_text_add(maker->text, "advance q%d", some_root(maker));
    double dt = write_dt(maker);
    if (!maker->inside)
        maker->now += dt / maker->roots;
}

static void write_tick_one(Maker *maker)
{
    trace_text_add(maker->text, "tickone q%d", some_root(maker));
    double ahead = some_units(maker);
    write_seconds(maker, maker->now + (chance_one_in(&maker->chance, 4) ? -ahead : ahead));
}

static const Operation queue_operations[] = {
    {60, 2, write_advance}, {25, 2, write_tick_one}, {40, 40, write_insert}, {4, 8, write_erase}, {1, 2, write_destroy},
    {4, 3, write_queue},    {8, 12, write_scale},    {4, 6, write_halt},     {8, 8, write_go},    {0},
};

static void write_on_queue(Maker *maker)
{
    write_timer(maker, "on-queue");
    trace_text_add(maker->text, " %d", some_call(maker));
    write_operations(maker, queue_operations);
}

static void write_tree(Maker *maker)
{
    for (int i = 0; i < maker->roots; i++)
        trace_text_add(maker->text, "queue q%d\n", i);
    for (int i = maker->roots; i < maker->queues; i++)
        trace_text_add(maker->text, "queue q%d q%d\n", i, chance_below(&maker->chance, i));
}

static void write_queue_script(Maker *maker, int lines)
{
    int moments = chance_between(&maker->chance, 0, lines / 3);
    maker->roots = chance_one_in(&maker->chance, 4) ? 2 : 1;
    maker->queues = maker->roots + chance_between(&maker->chance, 0, 5);
    double end = lines * some_units(maker) / 2;
    for (int i = 0; i < moments; i++) {
        maker->now = end * chance_below(&maker->chance, 64) / 64;
        write_on_queue(maker);
    }
    maker->now = 0;
    write_tree(maker);
    for (int i = 0; i < lines - moments; i++) {
        if (chance_one_in(&maker->chance, 12)) {
            write_on_queue(maker);
            continue;
        }
        write_operation(maker, queue_operations);
        trace_text_add(maker->text, "\n");
    }
}

// The script ---------------------------------------------------------------------------------------------------------

static int some_length(Maker *maker)
{
    static const int at_most[] = {20, 40, 60, 100, 200};
    return chance_one_in(&maker->chance, 100) ? 2000 : chance_between(&maker->chance, 10, PICK(maker, at_most));
}

void random_script(uint64_t seed, TraceText *text)
{
    static const double units[] = {1.0 / 64, 1.0 / 64, 1.0 / 128, 0.1, 0.3, 1.0 / 60, 0.001, 1e-9, 1e-9, 1e-9};
    Maker maker = {.text = text, .chance = {seed}};
    maker.unit = PICK(&maker, units);
    maker.tiny = maker.unit < 1e-8;
    maker.has_long = !maker.tiny && chance_one_in(&maker.chance, 6);
    if (seed % 2 == 0)
        write_scheduler_script(&maker, some_length(&maker));
    else
        write_queue_script(&maker, some_length(&maker));
}
