// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// One event and n nodes with listeners, none of which swallows the event. A frame is one event, an item is a node. The
// floor is a loop that calls a listener for each of the n nodes.
//
// 1. input-key: n nodes receive an event of a key.
// 2. input-pointer: the mouse moves over all nodes, with n hit tests.
// 3. input-missed: the mouse moves beside all nodes, with n hit tests.
// 4. input-priority: n listeners with a priority receive an event of a key.
// 5. input-no-listeners: an event of a key finds n nodes without a listener.

#include "bench.h"

#include <stdlib.h>

#include "coir/listener.h"
#include "coir/stage.h"

typedef struct State {
    CoirStage *stage;
    CoirNode **nodes;
    CoirEvent event;
    int n;
    int64_t events, floor_events, received, floor_received;
} State;

static bool receive(CoirNode *node, const CoirEvent *event, void *user)
{
    State *state = user;
    (void)node;
    (void)event;
    state->received++;
    return false;
}

static bool receive_on_floor(CoirNode *node, const CoirEvent *event, void *user)
{
    State *state = user;
    state->floor_received += node && event;
    return false;
}

static CoirListener volatile floor_listener = receive_on_floor;

static void send(void *data, int frames)
{
    State *state = data;
    for (int i = 0; i < frames; i++)
        coir_stage_event(state->stage, &state->event);
    state->events += frames;
}

static void call_floor(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++)
        for (int i = 0; i < state->n; i++)
            floor_listener(state->nodes[i], &state->event, state);
    state->floor_events += frames;
}

static CoirNode *start(State *state, int n, CoirEvent event)
{
    *state = (State){.n = n, .event = event, .stage = coir_stage_new(), .nodes = bench_nodes(n)};
    CoirNode *scene = coir_node_new();
    coir_stage_show(state->stage, scene);
    for (int i = 0; i < n; i++) {
        state->nodes[i]->size = coir_vec2(10, 10);
        coir_node_add(scene, state->nodes[i]);
    }
    coir_stage_update(state->stage, 0);
    return scene;
}

// Measures, checks the calls of listeners, and frees everything. `received_by` is the number of listeners that receive
// an event.
static void finish(BenchRow *row, State *state, int received_by)
{
    bench_measure(row,
                  &(BenchLoop){.state = state, .measured = send, .floor = call_floor, .items = row->n, .warm_up = 3});
    bench_expect(row, state->received == state->events * received_by, "%lld calls for %lld events",
                 (long long)state->received, (long long)state->events);
    coir_stage_destroy(state->stage);
    coir_nodes_sweep();
    free(state->nodes);
}

static const CoirEvent key = {.type = COIR_EVENT_KEY_DOWN, .key = COIR_KEY_SPACE};

static void keys(BenchRow *row)
{
    State state;
    start(&state, row->n, key);
    for (int i = 0; i < row->n; i++)
        coir_node_on(state.nodes[i], COIR_EVENT_KEY_DOWN, receive, &state);
    finish(row, &state, row->n);
}

static void pointers(BenchRow *row)
{
    State state;
    start(&state, row->n, (CoirEvent){.type = COIR_EVENT_POINTER_MOVE, .position = {405, 305}});
    for (int i = 0; i < row->n; i++) {
        state.nodes[i]->position = coir_vec2(400, 300);
        coir_node_on(state.nodes[i], COIR_EVENT_POINTER_MOVE, receive, &state);
    }
    finish(row, &state, row->n);
}

static void missed(BenchRow *row)
{
    State state;
    start(&state, row->n, (CoirEvent){.type = COIR_EVENT_POINTER_MOVE, .position = {-100, -100}});
    for (int i = 0; i < row->n; i++)
        coir_node_on(state.nodes[i], COIR_EVENT_POINTER_MOVE, receive, &state);
    finish(row, &state, 0);
}

static void priorities(BenchRow *row)
{
    State state;
    start(&state, row->n, key);
    for (int i = 0; i < row->n; i++)
        coir_node_listen_with_priority(state.nodes[i], i % 7 - 3, receive, &state);
    finish(row, &state, row->n);
}

static void no_listeners(BenchRow *row)
{
    State state;
    start(&state, row->n, key);
    finish(row, &state, 0);
}

const Bench bench_input[] = {
    {"input-key", keys, {1000, 10000, 100000}, {10000, 10000, .ns_per_item = 40}},
    {"input-pointer", pointers, {1000, 10000, 100000}, {10000, 10000, .ns_per_item = 80}},
    {"input-missed", missed, {1000, 10000, 100000}, {10000, 10000, .ns_per_item = 60}},
    {"input-priority", priorities, {1000, 10000}, {10000, 10000, .ns_per_item = 20}},
    {"input-no-listeners", no_listeners, {1000, 10000, 100000}, {10000, 10000, .ns_per_frame = 1000}},
    {0},
};
