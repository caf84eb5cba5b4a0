// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timers as games use them, which fire often: `timers-frame` in every frame, `timers-frames` every 4 to 7 frames,
// `timers-second` every 0.25 to 1 s. An item is a timer that exists, whether the timer fires in a frame or not. The
// floor walks an array of timers in each frame and adds the frame's time to each, as cocos2d-x does.

#include "bench.h"

#include <math.h>
#include <stdlib.h>

typedef struct FloorTimer {
    BenchCall call;
    double elapsed, interval;
} FloorTimer;

typedef struct State {
    CoirScheduler *scheduler;
    BenchTarget *targets, *floor_targets;
    FloorTimer *floor_timers;
    int64_t frames;
    int n;
} State;

static void update(void *data, int frames)
{
    State *state = data;
    for (int i = 0; i < frames; i++)
        coir_scheduler_update(state->scheduler, BENCH_DT);
    state->frames += frames;
}

static void walk(void *data, int frames)
{
    State *state = data;
    for (int i = 0; i < frames; i++) {
        for (FloorTimer *timer = state->floor_timers; timer < state->floor_timers + state->n; timer++) {
            timer->elapsed += BENCH_DT;
            if (timer->elapsed < timer->interval)
                continue;
            timer->call.function(timer->call.target, timer->interval, timer->call.user);
            timer->elapsed -= timer->interval;
        }
    }
}

// Measures timers with intervals of `least` frames to `least + spread - 1` frames.
static void measure(BenchRow *row, int least, int spread)
{
    State state = {.scheduler = coir_scheduler_new(), .n = row->n};
    state.targets = bench_alloc((size_t)row->n, sizeof *state.targets);
    state.floor_targets = bench_alloc((size_t)row->n, sizeof *state.floor_targets);
    state.floor_timers = bench_alloc((size_t)row->n, sizeof *state.floor_timers);
    for (int i = 0; i < row->n; i++) {
        double interval = (least + (int)(i * INT64_C(7919) % spread)) * BENCH_DT;
        coir_scheduler_every(state.scheduler, &state.targets[i], interval, bench_tick(), NULL);
        state.floor_timers[i] = (FloorTimer){{bench_tick(), &state.floor_targets[i], NULL}, 0, interval};
    }
    bench_measure(row, &(BenchLoop){.state = &state,
                                    .measured = update,
                                    .floor = walk,
                                    .items = row->n,
                                    .warm_up = 2 * (least + spread),
                                    .least_frames = least + spread});
    for (int i = 0; i < row->n; i++) {
        double interval = state.floor_timers[i].interval, now = (double)state.frames * BENCH_DT;
        double expected = floor(now / interval + 1e-9) * interval;
        bench_expect(row, fabs(state.targets[i].seconds - expected) < BENCH_DT / 2,
                     "target %d was called with %.6f s instead of %.6f s", i, state.targets[i].seconds, expected);
    }
    coir_scheduler_destroy(state.scheduler);
    free(state.targets);
    free(state.floor_targets);
    free(state.floor_timers);
}

static void each_frame(BenchRow *row)
{
    measure(row, 1, 1);
}

static void some_frames(BenchRow *row)
{
    measure(row, 4, 4);
}

static void up_to_a_second(BenchRow *row)
{
    measure(row, 16, 48);
}

const Bench bench_intervals[] = {
    {"timers-frame",
     each_frame,
     {1000, 10000, 100000, 1000000},
     {1000, 100000, .ns_per_item = 5, .ns_per_item_of_most = 10}},
    {"timers-frames", some_frames, {1000, 10000, 100000, 1000000}, {100000, 100000, .ns_per_frame = 500000}},
    {"timers-second", up_to_a_second, {1000, 10000, 100000, 1000000}, {100000, 100000, .ns_per_frame = 120000}},
    {0},
};
