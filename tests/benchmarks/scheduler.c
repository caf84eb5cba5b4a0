// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The frame of a scheduler: timers that wait (timers-idle, without a floor), and timers and updates that are called.
// The floor is a loop over an array. The loop makes as many calls as the scheduler, to the same targets.
//
// Each target sums up the elapsed times of its calls. At the end, the sums show how often the scheduler and the floor
// have called the targets.

#include "bench.h"

#include <math.h>
#include <stdlib.h>

typedef struct State {
    CoirScheduler *scheduler;
    BenchTarget *targets;
    BenchTimes *times;      // NULL: none
    BenchCall *calls;       // calls of the floor
    int n, per_frame, next; // number of targets, calls of the floor in a frame, and index of the floor's next call
    int64_t frames, floor_frames;
} State;

static void start(State *state, int n, int per_frame)
{
    *state = (State){.n = n, .per_frame = per_frame};
    state->scheduler = coir_scheduler_new();
    state->targets = bench_alloc((size_t)n, sizeof *state->targets);
    state->calls = bench_alloc((size_t)n, sizeof *state->calls);
    for (int i = 0; i < n; i++)
        state->calls[i] = (BenchCall){bench_tick(), &state->targets[i], NULL};
}

static void end(State *state)
{
    coir_scheduler_destroy(state->scheduler);
    free(state->targets);
    free(state->calls);
    free(state->times);
}

static void update(void *data, int frames)
{
    State *state = data;
    for (int i = 0; i < frames; i++)
        coir_scheduler_update(state->scheduler, BENCH_DT);
    state->frames += frames;
}

static void call_floor(void *data, int frames)
{
    State *state = data;
    for (int i = 0; i < frames; i++) {
        const BenchCall *call = state->calls + state->next, *last = call + state->per_frame;
        for (; call < last; call++)
            call->function(call->target, BENCH_DT, call->user);
        state->next = (state->next + state->per_frame) % state->n;
    }
    state->floor_frames += frames;
}

// Returns the seconds that the floor has added to the target of its call number `i`.
static double floor_seconds(const State *state, int i)
{
    int64_t calls = state->floor_frames * state->per_frame;
    return (double)(calls / state->n + (i < calls % state->n)) * BENCH_DT;
}

static void expect_time(BenchRow *row, const State *state)
{
    double now = coir_scheduler_now(state->scheduler), expected = (double)state->frames * BENCH_DT;
    bench_expect(row, fabs(now - expected) < 1e-6, "the time is %.9f s instead of %.9f s", now, expected);
}

static void expect_seconds(BenchRow *row, const State *state, int i, double expected)
{
    double seconds = state->targets[i].seconds;
    bench_expect(row, fabs(seconds - expected) < BENCH_DT / 2, "target %d was called with %.6f s instead of %.6f s", i,
                 seconds, expected);
}

// timers-idle --------------------------------------------------------------------------------------------------------

static void idle(BenchRow *row)
{
    State state;
    start(&state, row->n, 1);
    int *order = bench_shuffled(row->n);
    for (int i = 0; i < row->n; i++) // due in three years and later
        coir_scheduler_every(state.scheduler, &state.targets[i], 1e8 + 1000.0 * order[i], bench_tick(), NULL);
    free(order);
    bench_measure(row, &(BenchLoop){.state = &state, .measured = update, .items = row->n, .warm_up = 10});
    expect_time(row, &state);
    for (int i = 0; i < row->n; i++) {
        expect_seconds(row, &state, i, 0);
        bench_expect(row, coir_scheduler_is_callback_scheduled(state.scheduler, &state.targets[i], bench_tick()),
                     "target %d has no timer", i);
    }
    end(&state);
}

// timers-some --------------------------------------------------------------------------------------------------------

// Returns the time of the last call of target `i`. This time is also the sum of the elapsed times of its calls.
static double last_call(const State *state, int i)
{
    BenchTimes times = state->times[i];
    int64_t calls = bench_calls_within(times, (double)state->frames * BENCH_DT);
    return calls ? times.delay + (double)(calls - 1) * times.interval : 0;
}

// Shuffles the calls of the floor: the scheduler does not call in the order of memory either.
static void shuffle_calls(State *state)
{
    int *order = bench_shuffled(state->n);
    for (int i = 0; i < state->n; i++)
        state->calls[i].target = &state->targets[order[i]];
    free(order);
}

static void expect_last_calls(BenchRow *row, State *state)
{
    for (int i = 0; i < state->n; i++) {
        BenchTarget *target = state->calls[i].target;
        target->seconds -= floor_seconds(state, i);
    }
    for (int i = 0; i < state->n; i++)
        expect_seconds(row, state, i, last_call(state, i));
}

static void some(BenchRow *row)
{
    State state;
    start(&state, row->n, row->n / 1000);
    shuffle_calls(&state);
    state.times = bench_times(row->n);
    for (int i = 0; i < row->n; i++) {
        CoirTimerDef def = {.tick = bench_tick(), .repeat = COIR_FOREVER};
        def.delay = state.times[i].delay;
        def.interval = state.times[i].interval;
        coir_scheduler_schedule(state.scheduler, &state.targets[i], &def);
    }
    bench_measure(row, &(BenchLoop){.state = &state,
                                    .measured = update,
                                    .floor = call_floor,
                                    .items = row->n / 1000,
                                    .warm_up = BENCH_LONGEST, // by then each timer has fired and been inserted again
                                    .least_frames = 100,
                                    .uneven = true});
    expect_time(row, &state);
    expect_last_calls(row, &state);
    end(&state);
}

// timers-all, updates ------------------------------------------------------------------------------------------------

static void measure_each_frame(BenchRow *row, State *state)
{
    bench_measure(
        row, &(BenchLoop){.state = state, .measured = update, .floor = call_floor, .items = row->n, .warm_up = 20});
    expect_time(row, state);
    for (int i = 0; i < row->n; i++)
        expect_seconds(row, state, i, (double)state->frames * BENCH_DT + floor_seconds(state, i));
}

static void all(BenchRow *row)
{
    State state;
    start(&state, row->n, row->n);
    for (int i = 0; i < row->n; i++)
        coir_scheduler_every(state.scheduler, &state.targets[i], 0, bench_tick(), NULL);
    measure_each_frame(row, &state);
    end(&state);
}

static void updates(BenchRow *row)
{
    State state;
    start(&state, row->n, row->n);
    for (int i = 0; i < row->n; i++)
        coir_scheduler_schedule_update(state.scheduler, &state.targets[i], bench_tick(), NULL, 0, false);
    measure_each_frame(row, &state);
    end(&state);
}

const Bench bench_scheduler[] = {
    {"timers-idle", idle, {1000, 10000, 100000, 1000000}, {1000000, 1000000, .ns_per_frame = 1000}},
    {"timers-some", some, {1000, 10000, 100000, 1000000}, {1000000, 1000000, .ns_per_item = 500}},
    {"timers-all", all, {1000, 10000, 100000, 1000000}, {100000, 100000, .ns_per_item = 10}},
    {"updates", updates, {1000, 10000, 100000, 1000000}, {100000, 100000, .ns_per_item = 8, .ratio = 3}},
    {0},
};
