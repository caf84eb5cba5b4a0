// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs that come and go: one description is run and stopped on each of n nodes. There are two shapes:
//
// 1. All runs are started, then all are stopped.
// 2. Each run is started and stopped before the next run, while n other nodes move. The update of the other nodes is
//    measured in turn, and its time is subtracted.
//
// The slower shape counts. A frame goes through all nodes once and has an update, because an update may free stopped
// runs. The floor does shape 1 on an array, in which the last element replaces an element that is removed.

#include "bench.h"

#include <stdlib.h>

#include "coir/action_manager.h"
#include "coir/node.h"

#define FRAME (1.0 / 60)
#define LONG 1e5 // seconds: longer than any measurement

// The floor's data of a node that moves.
typedef struct ByHand {
    CoirNode *node;
    CoirVec2 start, way;
    double time;
    int owner; // index of the node in `nodes`
} ByHand;

typedef struct State {
    CoirActionManager *manager;
    CoirNode **nodes, **others;
    CoirAction *action;
    CoirRun *runs;
    ByHand *by_hand;
    int *indices; // index of each node in `by_hand`
    int n;
    int64_t passes, started;
} State;

static void start(State *state, int n)
{
    size_t count = (size_t)n;
    *state = (State){.n = n, .manager = coir_action_manager_new(), .action = coir_move_by(LONG, 100, 50)};
    state->nodes = bench_nodes(n);
    state->others = bench_nodes(n);
    state->runs = bench_alloc(count, sizeof *state->runs);
    state->by_hand = bench_alloc(count, sizeof *state->by_hand);
    state->indices = bench_alloc(count, sizeof *state->indices);
}

static void end(State *state)
{
    coir_action_manager_destroy(state->manager);
    coir_action_release(state->action);
    bench_destroy_nodes(state->nodes, state->n);
    bench_destroy_nodes(state->others, state->n);
    free(state->runs);
    free(state->by_hand);
    free(state->indices);
}

static void start_one(State *state, int i)
{
    coir_action_retain(state->action);
    state->runs[i] = coir_action_manager_run(state->manager, state->nodes[i], state->action);
    state->started += state->runs[i].generation != 0;
}

static void all_then_all(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++) {
        for (int i = 0; i < state->n; i++)
            start_one(state, i);
        for (int i = 0; i < state->n; i++)
            coir_run_stop(state->runs[i]);
        coir_action_manager_update(state->manager, FRAME);
    }
    state->passes += frames;
}

static void pair_by_pair(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++) {
        for (int i = 0; i < state->n; i++) {
            start_one(state, i);
            coir_run_stop(state->runs[i]);
        }
        coir_action_manager_update(state->manager, FRAME);
    }
    state->passes += frames;
}

static void all_then_all_by_hand(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++) {
        int count = 0;
        for (int i = 0; i < state->n; i++) {
            CoirNode *node = state->nodes[i];
            state->indices[i] = count;
            state->by_hand[count++] = (ByHand){node, node->position, coir_vec2(100, 50), 0, i};
        }
        for (int i = 0; i < state->n; i++) {
            ByHand *hand = &state->by_hand[state->indices[i]];
            *hand = state->by_hand[--count];
            state->indices[hand->owner] = state->indices[i];
        }
    }
}

static void expect_none_left(BenchRow *row, const State *state, int others)
{
    int count = coir_action_manager_count(state->manager);
    bench_expect(row, count == others, "there are %d runs instead of %d", count, others);
    bench_expect(row, state->started == state->passes * state->n, "%lld started", (long long)state->started);
    for (int i = 0; i < state->n; i++)
        bench_expect(row, state->nodes[i]->position.x == bench_x(i), "node %d was moved", i);
}

static void measure_all_then_all(BenchRow *row)
{
    State state;
    start(&state, row->n);
    bench_measure(
        row,
        &(BenchLoop){
            .state = &state, .measured = all_then_all, .floor = all_then_all_by_hand, .items = row->n, .warm_up = 3});
    expect_none_left(row, &state, 0);
    end(&state);
}

static void update_others(void *data, int frames)
{
    const State *state = data;
    for (int frame = 0; frame < frames; frame++)
        coir_action_manager_update(state->manager, FRAME);
}

static void measure_pair_by_pair(BenchRow *row)
{
    State state;
    start(&state, row->n);
    for (int i = 0; i < row->n; i++)
        coir_action_manager_run(state.manager, state.others[i], coir_action_retain(state.action));
    bench_measure(
        row,
        &(BenchLoop){.state = &state, .measured = pair_by_pair, .floor = update_others, .items = row->n, .warm_up = 3});
    row->ns_per_item -= row->floor_ns_per_item;
    row->ns_per_frame = row->ns_per_item * row->n;
    expect_none_left(row, &state, row->n);
    end(&state);
}

static void start_and_stop(BenchRow *row)
{
    BenchRow pairs = *row;
    measure_all_then_all(row);
    measure_pair_by_pair(&pairs);
    row->failed = row->failed || pairs.failed;
    row->parts[0] = (BenchPart){"all, then all", row->ns_per_item};
    row->parts[1] = (BenchPart){"pair by pair", pairs.ns_per_item};
    if (pairs.ns_per_item > row->ns_per_item) {
        row->ns_per_item = pairs.ns_per_item;
        row->ns_per_frame = pairs.ns_per_frame;
    }
}

const Bench bench_runs[] = {
    {"actions-start", start_and_stop, {1000, 10000, 100000}, {100000, 100000, .ns_per_item = 120}},
    {0},
};
