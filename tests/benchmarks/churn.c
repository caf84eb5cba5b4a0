// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timers that come and go: a keyed timer is scheduled and unscheduled on each of n targets. There are two shapes:
//
// 1. All timers are scheduled, then all are unscheduled.
// 2. Each timer is scheduled and unscheduled before the next timer, while each target has another timer.
//
// The slower shape counts. A frame schedules and unschedules one timer on each target.

#include "bench.h"

#include <stdlib.h>

typedef struct State {
    CoirScheduler *scheduler;
    BenchTarget *targets;
    int n;
    int64_t frames, done; // number of frames, and of calls that reported success
} State;

static void start(State *state, int n)
{
    *state = (State){.scheduler = coir_scheduler_new(), .n = n};
    state->targets = bench_alloc((size_t)n, sizeof *state->targets);
}

static void end(State *state)
{
    coir_scheduler_destroy(state->scheduler);
    free(state->targets);
}

static bool schedule(State *state, int i, const char *key)
{
    CoirTimerDef def = {.tick = bench_tick(), .key = key, .repeat = COIR_FOREVER};
    def.interval = 1 + (i % 97) * 0.25;
    return coir_scheduler_schedule(state->scheduler, &state->targets[i], &def);
}

static bool unschedule(State *state, int i)
{
    return coir_scheduler_unschedule(state->scheduler, &state->targets[i], "spawn");
}

static void all_then_all(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++) {
        for (int i = 0; i < state->n; i++)
            state->done += schedule(state, i, "spawn");
        for (int i = 0; i < state->n; i++)
            state->done += unschedule(state, i);
    }
    state->frames += frames;
}

static void pair_by_pair(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++)
        for (int i = 0; i < state->n; i++) {
            state->done += schedule(state, i, "spawn");
            state->done += unschedule(state, i);
        }
    state->frames += frames;
}

// Measures one shape, with or without another timer on each target. Fills in the row, except for the parts.
static void measure(BenchRow *row, void (*measured)(void *state, int frames), bool with_other)
{
    State state;
    start(&state, row->n);
    for (int i = 0; i < row->n && with_other; i++)
        schedule(&state, i, "other");
    bench_measure(row, &(BenchLoop){.state = &state, .measured = measured, .items = row->n});
    bench_expect(row, state.done == 2 * state.frames * row->n, "%lld of %lld calls succeeded", (long long)state.done,
                 2 * (long long)state.frames * row->n);
    coir_scheduler_update(state.scheduler, 0.5);
    for (int i = 0; i < row->n; i++) {
        bench_expect(row, coir_scheduler_is_scheduled(state.scheduler, &state.targets[i], "other") == with_other,
                     "target %d has %s timer", i, with_other ? "lost its other" : "another");
        bench_expect(row, !coir_scheduler_is_scheduled(state.scheduler, &state.targets[i], "spawn"),
                     "target %d still has its timer", i);
    }
    end(&state);
}

static void churn(BenchRow *row)
{
    measure(row, all_then_all, false);
    BenchRow other = *row;
    measure(&other, pair_by_pair, true);
    row->failed = other.failed;
    row->parts[0] = (BenchPart){"all, then all", row->ns_per_item};
    row->parts[1] = (BenchPart){"pair by pair", other.ns_per_item};
    if (other.ns_per_item > row->ns_per_item) {
        row->ns_per_item = other.ns_per_item;
        row->ns_per_frame = other.ns_per_frame;
    }
}

const Bench bench_churn[] = {
    {"timers-churn", churn, {1000, 10000, 100000, 1000000}, {100000, 100000, .ns_per_item = 150}},
    {0},
};
