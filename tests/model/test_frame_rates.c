// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Checks that calls do not depend on frames. A random set of timers is stepped to the same end at 30, 60, 144 and 240
// frames a second, in leaping steps, and in one step. The callbacks add, pause and remove timers, and change scales. A
// new timer of a queue starts at a time after the clock's reading. The calls and their logical times must always be the
// calls and times of the model in one step.
//
// The sets leave out everything that may depend on frames: per-frame updates, timers that are called in each update,
// catch-up other than ALL, more than 1000 calls of a timer in one step, and starts that are not after a clock's
// reading.
//
//     test_frame_rates [--seed N] [--sets N]

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/log.h"
#include "coir/scheduler.h"
#include "model/chance.h"
#include "trace/engine.h"

#define TARGETS 4 // a callback that pauses all targets resumes target 0 at once, so that some timer goes on
#define KEYS 4
#define QUEUES 6 // queue 0 is the root
#define IDS 5
#define CALLS_MAX 20000

typedef struct Call {
    int who, which; // target and key, or queue and id
    int64_t now, elapsed;
} Call;

typedef struct Trial {
    const TraceEngineClass *class;
    TraceEngine *engine;
    bool has_queues; // false: the set uses a scheduler
    Chance chance;   // used in callbacks but not for frames, so the numbers are the same at each rate
    int64_t second;  // nanoseconds that count as a second: 1e9, or 1000, so that a frame is only a few nanoseconds
    int64_t end;
    Call *calls;
    size_t count;
} Trial;

static int64_t nanoseconds(double seconds)
{
    return llround(seconds * 1e9);
}

static double seconds(int64_t time)
{
    return (double)time / 1e9;
}

static int below(Trial *trial, int count)
{
    return chance_below(&trial->chance, count);
}

// Returns an interval with no more than 900 calls until the end, even on a clock that is nine times as fast.
static int64_t some_interval(Trial *trial)
{
    int64_t least = trial->end / 100 + 1;
    return least + below(trial, 50) * (least / 8 + 1);
}

// Returns a delay for a first call. Few delays are possible, so two timers are often due at the same time.
static int64_t some_delay(Trial *trial)
{
    return 1 + below(trial, 64) * (trial->second / 64);
}

// The Scheduler ------------------------------------------------------------------------------------------------------

static const char *const keys[KEYS] = {"a", "b", "c", "d"};

static void schedule(Trial *trial, int target)
{
    static const int repeats[] = {0, 1, 5, COIR_FOREVER, COIR_FOREVER};
    const char *key = keys[below(trial, KEYS)];
    double interval = seconds(some_interval(trial));
    double delay = below(trial, 2) ? seconds(some_delay(trial)) : 0;
    int repeat = repeats[below(trial, 5)];
    trial->class->schedule(trial->engine, target, key, interval, repeat, delay, below(trial, 8) == 0,
                           COIR_CATCH_UP_ALL);
}

static void change_targets(Trial *trial)
{
    const TraceEngineClass *class = trial->class;
    int target = 1 + below(trial, TARGETS - 1);
    switch (below(trial, 12)) {
    case 0: class->pause(trial->engine, target); break;
    case 1: class->unschedule(trial->engine, target, keys[below(trial, KEYS)]); break;
    case 2: class->unschedule_target(trial->engine, target); break;
    case 3:
        class->pause_all(trial->engine, 0);
        class->resume(trial->engine, 0);
        break;
    case 4: class->resume_paused(trial->engine); break;
    case 5:
    case 6: class->resume(trial->engine, target); break;
    default: schedule(trial, target);
    }
}

static void make_targets(Trial *trial)
{
    for (int i = 0; i < 12; i++)
        schedule(trial, i % TARGETS);
    trial->class->schedule(trial->engine, 0, keys[0], seconds(trial->end / 300 + 1), COIR_FOREVER, 0, false,
                           COIR_CATCH_UP_ALL);
}

// Timer queues -------------------------------------------------------------------------------------------------------

static const char *const queues[QUEUES] = {"0", "1", "2", "3", "4", "5"};
static const char *const parents[QUEUES] = {NULL, "0", "0", "1", "1", "2"};
static const char *const ids[IDS] = {"0", "1", "2", "3", "4"}; // no callback changes timer 0 of the root

static void insert(Trial *trial, int queue)
{
    const TraceEngineClass *class = trial->class;
    if (!parents[queue] || !class->queue(trial->engine, queues[queue], parents[queue])) {
        int64_t start = nanoseconds(class->queue_now(trial->engine, queues[queue])) + some_delay(trial);
        int64_t interval = below(trial, 3) ? some_interval(trial) : 0;
        class->insert(trial->engine, queues[queue], ids[below(trial, IDS)], seconds(start), seconds(interval),
                      COIR_CATCH_UP_ALL);
    }
}

static void change_queues(Trial *trial)
{
    static const double scales[] = {0, 0.25, 0.5, 1, 1.5, 2, 3};
    const TraceEngineClass *class = trial->class;
    const char *queue = queues[1 + below(trial, QUEUES - 1)];
    switch (below(trial, 16)) {
    case 0: class->halt(trial->engine, queue); break;
    case 1: class->destroy_queue(trial->engine, queue); break;
    case 2: class->erase(trial->engine, queue, ids[below(trial, IDS)]); break;
    case 3:
    case 4: class->scale(trial->engine, queue, scales[below(trial, 7)]); break;
    case 5:
    case 6: class->go(trial->engine, queue); break;
    default: insert(trial, below(trial, QUEUES));
    }
}

static void make_queues(Trial *trial)
{
    const TraceEngineClass *class = trial->class;
    class->queue(trial->engine, queues[0], NULL);
    class->insert(trial->engine, queues[0], ids[0], 0, seconds(trial->end / 300 + 1), COIR_CATCH_UP_ALL);
    for (int i = 0; i < 4 * QUEUES; i++)
        insert(trial, i % QUEUES);
    for (int i = 0; i < QUEUES; i++)
        change_queues(trial);
}

// Calls --------------------------------------------------------------------------------------------------------------

static void note(Trial *trial, Call call)
{
    if (trial->count < CALLS_MAX)
        trial->calls[trial->count] = call;
    trial->count++;
    int count = below(trial, 5) - 1;
    for (int i = 0; i < count; i++) {
        if (trial->has_queues)
            change_queues(trial);
        else
            change_targets(trial);
    }
}

static void on_update(void *listener, int target, double dt)
{
    (void)listener, (void)target, (void)dt;
}

static void on_posted(void *listener, const char *name)
{
    (void)listener, (void)name;
}

static void on_fire(void *listener, int target, const char *key, double elapsed)
{
    Trial *trial = listener;
    int64_t now = nanoseconds(trial->class->now(trial->engine));
    note(trial, (Call){target, key[0] - 'a', now, nanoseconds(elapsed)});
}

static void on_timer(void *listener, const char *queue, const char *id)
{
    Trial *trial = listener;
    int64_t now = nanoseconds(trial->class->queue_now(trial->engine, queue));
    note(trial, (Call){queue[0] - '0', id[0] - '0', now, 0});
}

// Frames -------------------------------------------------------------------------------------------------------------

enum { AT_ONCE = 0, LEAPING = -1 }; // special rates: one step; steps of random lengths

static int64_t leap(Chance *chance, int64_t second)
{
    const int64_t leaps[] = {0, 1, second / 60, second / 60, second / 60, second / 2, 7 * second, 3600 * second};
    return leaps[chance_below(chance, 8)];
}

// Returns the end of the frame with the number `frame`, from 0. The previous frame ended at `now`.
static int64_t frame_end(const Trial *trial, int rate, int64_t frame, int64_t now, Chance *chance)
{
    int64_t end = trial->end;
    if (rate > 0)
        end = (frame + 1) * trial->second / rate;
    else if (rate == LEAPING)
        end = now + leap(chance, trial->second);
    return end < trial->end ? end : trial->end;
}

static void step_to_end(Trial *trial, int rate, uint64_t seed)
{
    Chance chance = {seed};
    int64_t now = 0;
    for (int64_t frame = 0; now < trial->end; frame++) {
        int64_t next = frame_end(trial, rate, frame, now, &chance);
        if (trial->has_queues)
            trial->class->advance(trial->engine, queues[0], seconds(next - now));
        else
            trial->class->tick(trial->engine, seconds(next - now));
        now = next;
    }
}

// Makes the set of a seed, and steps the set to its end. Stores up to CALLS_MAX calls in `calls`, and returns the
// number of all calls.
static size_t run(const TraceEngineClass *class, uint64_t seed, int rate, Call *calls)
{
    static const TraceListener listener = {on_update, on_fire, on_posted, on_timer};
    static const int64_t lengths[] = {20, 60, 400, 4000}; // seconds
    Trial trial = {.class = class, .calls = calls, .chance = {seed}};
    trial.has_queues = below(&trial, 2);
    trial.second = below(&trial, 4) ? 1000000000 : 1000;
    trial.end = trial.second * lengths[below(&trial, below(&trial, 10) ? 2 : 4)];
    trial.engine = class->new (&listener, &trial);
    if (trial.has_queues)
        make_queues(&trial);
    else
        make_targets(&trial);
    step_to_end(&trial, rate, seed);
    class->destroy(trial.engine);
    return trial.count;
}

// The program --------------------------------------------------------------------------------------------------------

static bool is_same(const Call *a, const Call *b)
{
    return a->who == b->who && a->which == b->which && a->now == b->now && a->elapsed == b->elapsed;
}

static void print_call(const char *what, const Call *calls, size_t count, size_t index)
{
    const Call *call = &calls[index];
    if (index < count && index < CALLS_MAX)
        printf("%s: timer %d of target or queue %d at %.9f, elapsed %.9f\n", what, call->which, call->who,
               seconds(call->now), seconds(call->elapsed));
    else
        printf("%s: nothing\n", what);
}

static bool compare(uint64_t seed, int rate, const Call *expected, size_t expected_count)
{
    static Call calls[CALLS_MAX];
    size_t count = run(&trace_library, seed, rate, calls), i = 0;
    while (i < count && i < expected_count && is_same(&calls[i], &expected[i]))
        i++;
    if (i == count && i == expected_count)
        return true;
    printf("--seed %llu --sets 1: call %zu at %d frames a second (%d: at once, %d: leaping)\n",
           (unsigned long long)seed, i, rate, AT_ONCE, LEAPING);
    print_call("expected", expected, expected_count, i);
    print_call("called", calls, count, i);
    return false;
}

static bool run_set(uint64_t seed, size_t *calls)
{
    static const int rates[] = {AT_ONCE, LEAPING, 30, 60, 144, 240};
    static Call expected[CALLS_MAX];
    size_t count = run(&trace_model, seed, AT_ONCE, expected);
    if (count > CALLS_MAX) {
        printf("--seed %llu: too many calls\n", (unsigned long long)seed);
        return false;
    }
    bool same = true;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        same = compare(seed, rates[i], expected, count) && same;
    *calls += count;
    return same;
}

static void stay_quiet(CoirLogLevel level, const char *message, void *user)
{
    (void)user, (void)level, (void)message;
}

int main(int argc, char **argv)
{
    unsigned long long seed = 1, sets = 500;
    size_t calls = 0;
    bool same = true;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc || (strcmp(argv[i], "--seed") && strcmp(argv[i], "--sets"))) {
            fprintf(stderr, "usage: test_frame_rates [--seed N] [--sets N]\n");
            return 2;
        }
        *(strcmp(argv[i], "--seed") ? &sets : &seed) = strtoull(argv[i + 1], NULL, 10);
    }
    coir_log_set_hook(stay_quiet, NULL);
    for (unsigned long long i = 0; i < sets; i++)
        same = run_set(seed + i, &calls) && same;
    printf("seed %llu, %llu sets, %zu calls\n", seed, sets, calls);
    return same ? 0 : 1;
}
