// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The update of an action manager, and seeking. The floor is a loop, written by hand, over an array with the data of
// each node. The loop does the same arithmetic and writes to nodes of the same kind. The floor has its own nodes,
// because an action takes over the values that other code writes to its node. actions-loops, actions-calls,
// actions-calls-often and actions-delay have no floor.
//
// At the end every node must be where the floor's node is, and where a formula of the elapsed time puts the node. If
// the actions are calls, the calls are counted.

#include "bench.h"

#include <math.h>
#include <stdlib.h>

#include "coir/action_manager.h"
#include "coir/node.h"
#include "coir/node_time.h"
#include "coir/random.h"
#include "coir/stage.h"

// A frame in seconds, and the same frame rounded to nanoseconds.
#define FRAME (1.0 / 60)
#define FRAME_SECONDS 16666667e-9

#define LONG 1e5   // seconds: longer than a measurement of moving runs
#define LONGER 1e8 // seconds: longer than a measurement of sleeping runs, which has millions of frames
#define SPAWN 10.0 // seconds: duration of the runs of actions-seek

// The floor's data of a node on which one action after another runs.
typedef struct ByHand {
    CoirNode *node;
    CoirVec2 start, way; // value at the start, and change, of the property that the action changes
    double time;         // seconds since the action or the loop began
    int part;            // current action of actions-mixed: 0 moves, 1 fades, 2 scales
} ByHand;

// The floor's data of a node that moves, turns and scales at once.
typedef struct SpawnByHand {
    CoirNode *node;
    CoirVec2 position, scale; // at the start
    double time;
    float rotation;
} SpawnByHand;

typedef struct State {
    CoirStage *stage; // NULL: a manager alone
    CoirActionManager *manager;
    CoirNode **nodes, **floor_nodes;
    CoirRun *runs;
    int *begun; // number of frames before each run began
    ByHand *by_hand;
    SpawnByHand *spawns_by_hand;
    double *times; // times to seek to
    int n;
    int64_t frames, floor_frames;
} State;

// Making and measuring -----------------------------------------------------------------------------------------------

static void start(State *state, int n)
{
    size_t count = (size_t)n;
    *state = (State){.n = n, .manager = coir_action_manager_new()};
    state->nodes = bench_nodes(n);
    state->floor_nodes = bench_nodes(n);
    state->runs = bench_alloc(count, sizeof *state->runs);
    state->begun = bench_alloc(count, sizeof *state->begun);
    state->by_hand = bench_alloc(count, sizeof *state->by_hand);
}

static void end(State *state)
{
    coir_action_manager_destroy(state->manager);
    coir_stage_destroy(state->stage);
    bench_destroy_nodes(state->nodes, state->n);
    bench_destroy_nodes(state->floor_nodes, state->n);
    free(state->runs);
    free(state->begun);
    free(state->by_hand);
    free(state->spawns_by_hand);
    free(state->times);
}

static void update(void *data, int frames)
{
    State *state = data;
    for (int i = 0; i < frames; i++)
        if (state->stage)
            coir_stage_update(state->stage, FRAME);
        else
            coir_action_manager_update(state->manager, FRAME);
    state->frames += frames;
}

static void run(State *state, int i, CoirAction *action)
{
    coir_action_retain(action);
    if (state->stage)
        state->runs[i] = coir_node_run(state->nodes[i], action);
    else
        state->runs[i] = coir_action_manager_run(state->manager, state->nodes[i], action);
    state->begun[i] = (int)state->frames;
}

// Runs `action` on all nodes: on an equal share of the nodes in each of `frames` frames. Releases `action`.
static void run_all(State *state, CoirAction *action, int frames)
{
    for (int frame = 1, i = 0; frame <= frames; frame++) {
        for (; i < (int64_t)state->n * frame / frames; i++)
            run(state, i, action);
        update(state, 1);
    }
    coir_action_release(action);
}

// Starts the floor, and steps each of its nodes as often as the run with the same index has been stepped. The first
// action is a move by `x`, `y`.
static void move_all_by_hand(State *state, void (*step)(ByHand *hand), float x, float y)
{
    for (int i = 0; i < state->n; i++) {
        CoirNode *node = state->floor_nodes[i];
        state->by_hand[i] = (ByHand){.node = node, .start = node->position, .way = coir_vec2(x, y)};
        for (int64_t frame = state->begun[i]; frame < state->frames; frame++)
            step(&state->by_hand[i]);
    }
}

// Returns the seconds since the run of a node began.
static double seconds_of(const State *state, int i)
{
    return (double)(state->frames - state->begun[i]) * FRAME_SECONDS;
}

static bool is_near(double value, double expected)
{
    return fabs(value - expected) <= 1e-3 + 1e-6 * fabs(expected);
}

static void expect_x(BenchRow *row, const State *state, int i, double expected)
{
    double x = state->nodes[i]->position.x;
    bench_expect(row, is_near(x, expected), "node %d is at %.6f instead of %.6f", i, x, expected);
}

static void expect_alike(BenchRow *row, const State *state)
{
    for (int i = 0; i < state->n; i++) {
        const CoirNode *node = state->nodes[i], *other = state->floor_nodes[i];
        bool is_alike = is_near(node->position.x, other->position.x) && is_near(node->position.y, other->position.y) &&
                        is_near(node->scale.x, other->scale.x) && is_near(node->scale.y, other->scale.y) &&
                        is_near(node->rotation, other->rotation) && is_near(node->opacity, other->opacity);
        bench_expect(row, is_alike, "node %d at %.6f, %.6f differs from the floor's at %.6f, %.6f or looks otherwise",
                     i, node->position.x, node->position.y, other->position.x, other->position.y);
    }
}

// Measures rounds of at least ten frames. A frame of a game finds the data of the previous frame in the caches. But
// rounds of the actions and rounds of the floor take turns: the first frame of a round of the actions finds the data of
// the floor in the caches, and the other way round. With a million nodes one frame is enough, because the data fits in
// no cache.
static void measure_updates(BenchRow *row, State *state, void (*by_hand)(void *state, int frames))
{
    expect_alike(row, state); // also at the start: later loops of actions-mixed change neither opacity nor scale
    bench_measure(row, &(BenchLoop){.state = state,
                                    .measured = update,
                                    .floor = by_hand,
                                    .items = row->n,
                                    .warm_up = 5,
                                    .least_frames = row->n < 1000000 ? 10 : 1});
    expect_alike(row, state);
}

// actions-loop, actions-stage (the same on a stage): each node moves away in a second, and back in a second ----------

#define LOOP_FRAMES 60

static void step_loop(ByHand *hand)
{
    hand->time += FRAME_SECONDS;
    if (hand->time >= 2)
        hand->time -= 2;
    double t = hand->time < 1 ? hand->time : 2 - hand->time;
    hand->node->position.x = (float)(hand->start.x + hand->way.x * t);
    hand->node->position.y = (float)(hand->start.y + hand->way.y * t);
}

static void loop_by_hand(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++)
        for (ByHand *hand = state->by_hand; hand < state->by_hand + state->n; hand++)
            step_loop(hand);
}

static CoirAction *there_and_back(void)
{
    return coir_repeat_forever(coir_sequence(coir_move_by(1, 100, 50), coir_move_by(1, -100, -50)));
}

static void measure_loops(BenchRow *row, State *state)
{
    run_all(state, there_and_back(), LOOP_FRAMES);
    move_all_by_hand(state, step_loop, 100, 50);
    measure_updates(row, state, loop_by_hand);
    for (int i = 0; i < state->n; i++) {
        double time = fmod(seconds_of(state, i), 2);
        expect_x(row, state, i, bench_x(i) + 100 * (time < 1 ? time : 2 - time));
    }
}

static void loop(BenchRow *row)
{
    State state;
    start(&state, row->n);
    measure_loops(row, &state);
    end(&state);
}

static void stage(BenchRow *row)
{
    State state;
    start(&state, row->n);
    CoirNode *scene = coir_node_new();
    state.stage = coir_stage_new();
    coir_stage_show(state.stage, scene);
    coir_stage_update(state.stage, 0);
    for (int i = 0; i < row->n; i++)
        coir_node_add(scene, state.nodes[i]);
    measure_loops(row, &state);
    for (int i = 0; i < row->n; i++)
        coir_node_detach(state.nodes[i]);
    end(&state);
}

// actions-move -------------------------------------------------------------------------------------------------------

static void step_move(ByHand *hand)
{
    hand->time += FRAME_SECONDS;
    double t = hand->time / LONG;
    hand->node->position.x = (float)(hand->start.x + hand->way.x * t);
    hand->node->position.y = (float)(hand->start.y + hand->way.y * t);
}

static void move_by_hand(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++)
        for (ByHand *hand = state->by_hand; hand < state->by_hand + state->n; hand++)
            step_move(hand);
}

static void move(BenchRow *row)
{
    State state;
    start(&state, row->n);
    for (int i = 0; i < row->n; i++) // all nodes go the same way to the same position
        state.nodes[i]->position = state.floor_nodes[i]->position = coir_vec2(3, 4);
    run_all(&state, coir_move_to(LONG, 3 + 2e6f, 4 + 1e6f), 1);
    move_all_by_hand(&state, step_move, 2e6f, 1e6f);
    measure_updates(row, &state, move_by_hand);
    for (int i = 0; i < row->n; i++)
        expect_x(row, &state, i, 3 + seconds_of(&state, i) * 20);
    end(&state);
}

// actions-own, actions-different: a description for each run, as users write them -----------------------------------
//
// All descriptions are equal, or each moves its node `spread` points further than the previous description.

static void run_each(State *state, float spread)
{
    for (int i = 0; i < state->n; i++) {
        CoirAction *action = coir_move_to(LONG, 3 + 2e6f + spread * (float)i, 4 + 1e6f);
        run(state, i, action);
        coir_action_release(action);
    }
    update(state, 1);
}

static void move_each(BenchRow *row, float spread)
{
    State state;
    start(&state, row->n);
    for (int i = 0; i < row->n; i++)
        state.nodes[i]->position = state.floor_nodes[i]->position = coir_vec2(3, 4);
    run_each(&state, spread);
    move_all_by_hand(&state, step_move, 2e6f, 1e6f);
    for (int i = 0; i < row->n; i++) {
        state.by_hand[i].way.x += spread * (float)i;
        state.by_hand[i].time = 0;
        step_move(&state.by_hand[i]); // the first frame again
    }
    measure_updates(row, &state, move_by_hand);
    for (int i = 0; i < row->n; i++)
        expect_x(row, &state, i, 3 + seconds_of(&state, i) * (20 + (double)spread * i / LONG));
    end(&state);
}

static void own(BenchRow *row)
{
    move_each(row, 0);
}

static void different(BenchRow *row)
{
    move_each(row, 1);
}

// actions-mixed: moving, fading, and scaling with an ease, a second each, repeated -----------------------------------

#define MIXED_FRAMES 180 // frames in which the runs begin; then a third moves, a third fades, a third scales

static void begin_part(ByHand *hand)
{
    const CoirNode *node = hand->node;
    if (hand->part == 0) {
        hand->start = node->position;
        hand->way = coir_vec2(100, 50);
    } else if (hand->part == 1) {
        hand->start.x = node->opacity;
        hand->way.x = 0.25f - node->opacity;
    } else {
        hand->start = node->scale;
        hand->way = coir_vec2(2 - node->scale.x, 2 - node->scale.y);
    }
}

static void write_part(const ByHand *hand, double t)
{
    if (hand->part == 1) {
        hand->node->opacity = (float)(hand->start.x + hand->way.x * t);
        return;
    }
    if (hand->part == 2)
        t = t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
    CoirVec2 *value = hand->part == 0 ? &hand->node->position : &hand->node->scale;
    value->x = (float)(hand->start.x + hand->way.x * t);
    value->y = (float)(hand->start.y + hand->way.y * t);
}

static void step_mixed(ByHand *hand)
{
    hand->time += FRAME_SECONDS;
    if (hand->time >= 1) {
        write_part(hand, 1);
        hand->time -= 1;
        hand->part = hand->part == 2 ? 0 : hand->part + 1;
        begin_part(hand);
    }
    write_part(hand, hand->time);
}

static void mixed_by_hand(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++)
        for (ByHand *hand = state->by_hand; hand < state->by_hand + state->n; hand++)
            step_mixed(hand);
}

static void mixed(BenchRow *row)
{
    State state;
    start(&state, row->n);
    CoirAction *scale = coir_ease(COIR_EASE_IN_OUT_QUAD, coir_scale_to(1, 2, 2));
    CoirAction *sequence = coir_sequence(coir_move_by(1, 100, 50), coir_fade_to(1, 0.25f), scale);
    run_all(&state, coir_repeat_forever(sequence), MIXED_FRAMES);
    move_all_by_hand(&state, step_mixed, 100, 50);
    measure_updates(row, &state, mixed_by_hand);
    for (int i = 0; i < row->n; i++) {
        double time = seconds_of(&state, i), loops = floor(time / 3);
        expect_x(row, &state, i, bench_x(i) + 100 * (loops + fmin(time - 3 * loops, 1)));
    }
    end(&state);
}

// actions-parallel, actions-seek: moving, turning and scaling at once ------------------------------------------------

static void write_spawn(const SpawnByHand *hand, double t)
{
    CoirNode *node = hand->node;
    node->position.x = (float)(hand->position.x + 1e6 * t);
    node->position.y = (float)(hand->position.y + 2e6 * t);
    node->rotation = (float)(hand->rotation + 1e6 * t);
    node->scale.x = (float)(hand->scale.x + (1e6 - hand->scale.x) * t);
    node->scale.y = (float)(hand->scale.y + (2e6 - hand->scale.y) * t);
}

static void spawn_by_hand(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++)
        for (SpawnByHand *hand = state->spawns_by_hand; hand < state->spawns_by_hand + state->n; hand++) {
            hand->time += FRAME_SECONDS;
            write_spawn(hand, hand->time / LONG);
        }
}

static void run_spawns(State *state, double duration)
{
    CoirAction *move_by = coir_move_by(duration, 1e6f, 2e6f), *rotate_by = coir_rotate_by(duration, 1e6f);
    run_all(state, coir_spawn(move_by, rotate_by, coir_scale_to(duration, 1e6f, 2e6f)), 1);
    state->spawns_by_hand = bench_alloc((size_t)state->n, sizeof *state->spawns_by_hand);
    for (int i = 0; i < state->n; i++) {
        CoirNode *node = state->floor_nodes[i];
        state->spawns_by_hand[i] = (SpawnByHand){node, node->position, node->scale, 0, node->rotation};
    }
}

static void parallel(BenchRow *row)
{
    State state;
    start(&state, row->n);
    run_spawns(&state, LONG);
    spawn_by_hand(&state, 1);
    measure_updates(row, &state, spawn_by_hand);
    for (int i = 0; i < row->n; i++)
        expect_x(row, &state, i, bench_x(i) + 1e6 / LONG * seconds_of(&state, i));
    end(&state);
}

// Returns the time to seek to: another time in each frame.
static double time_of(const State *state, int64_t frame, int i)
{
    int index = (int)(frame % state->n) + i;
    return state->times[index < state->n ? index : index - state->n];
}

static void seek_all(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++, state->frames++)
        for (int i = 0; i < state->n; i++)
            coir_run_seek(state->runs[i], time_of(state, state->frames, i), 0);
}

static void seek_all_by_hand(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++, state->floor_frames++)
        for (int i = 0; i < state->n; i++)
            write_spawn(&state->spawns_by_hand[i], time_of(state, state->floor_frames, i) / SPAWN);
}

static void seek(BenchRow *row)
{
    State state;
    start(&state, row->n);
    run_spawns(&state, SPAWN);
    state.frames = state.floor_frames = 0;
    state.times = bench_alloc((size_t)row->n, sizeof *state.times);
    CoirRandom random = coir_random(1);
    for (int i = 0; i < row->n; i++)
        state.times[i] = coir_random_int(&random, 0, 1000000000) * 1e-9 * SPAWN;
    bench_measure(row, &(BenchLoop){.state = &state, .measured = seek_all, .floor = seek_all_by_hand, .items = row->n});
    expect_alike(row, &state);
    for (int i = 0; i < row->n; i++)
        expect_x(row, &state, i, bench_x(i) + 1e6 / SPAWN * time_of(&state, state.frames - 1, i));
    end(&state);
}

// actions-loops: one run with a loop for each node; the loops have different lengths ---------------------------------

#define WAY 10.0 // points in half a loop

static double half_of_loop(int i)
{
    return 0.5 + i * 1e-4;
}

static CoirAction *loop_of_node(State *state, int i)
{
    double half = half_of_loop(i);
    CoirAction *there = coir_move_by(half, (float)WAY, 0), *back = coir_move_by(half, (float)-WAY, 0);
    return coir_targeted(state->nodes[i], coir_repeat_forever(coir_sequence(there, back)));
}

static void loops(BenchRow *row)
{
    State state;
    start(&state, row->n);
    CoirAction **parts = bench_alloc((size_t)row->n, sizeof *parts);
    for (int i = 0; i < row->n; i++)
        parts[i] = loop_of_node(&state, i);
    coir_action_manager_run(state.manager, state.floor_nodes[0], coir_spawn_of(parts, row->n));
    bench_measure(row, &(BenchLoop){.state = &state, .measured = update, .items = row->n, .warm_up = 5});
    for (int i = 0; i < row->n; i++) {
        double half = half_of_loop(i), halves = fmod((double)state.frames * FRAME_SECONDS / half, 2);
        expect_x(row, &state, i, bench_x(i) + WAY * (halves < 1 ? halves : 2 - halves));
    }
    free(parts);
    end(&state);
}

// actions-delay ------------------------------------------------------------------------------------------------------

static void count_call(CoirNode *node, void *user)
{
    int *calls = user;
    (void)node;
    ++*calls;
}

static void delay(BenchRow *row)
{
    State state;
    int calls = 0;
    start(&state, row->n);
    run_all(&state, coir_sequence(coir_delay(LONGER), coir_call(count_call, &calls)), 1);
    bench_measure(row, &(BenchLoop){.state = &state, .measured = update, .items = row->n, .warm_up = 5});
    bench_expect(row, calls == 0, "%d calls came too soon", calls);
    coir_action_manager_update(state.manager, LONGER);
    bench_expect(row, calls == row->n, "there were %d calls", calls);
    end(&state);
}

// actions-calls, actions-calls-often: a call every 16 frames, and every 3 frames -------------------------------------

static void call_every(BenchRow *row, double seconds)
{
    State state;
    int calls = 0;
    start(&state, row->n);
    int64_t frames_of_loop = llround(seconds / FRAME_SECONDS);
    run_all(&state, coir_repeat_forever(coir_sequence(coir_delay(seconds), coir_call(count_call, &calls))),
            (int)frames_of_loop);
    bench_measure(row, &(BenchLoop){.state = &state, .measured = update, .items = row->n, .warm_up = 5});
    int64_t expected = 0;
    for (int i = 0; i < row->n; i++)
        expected += (int64_t)(seconds_of(&state, i) / seconds + 1e-6);
    bench_expect(row, calls == expected, "there were %d calls instead of %lld", calls, (long long)expected);
    end(&state);
}

static void calls_of_runs(BenchRow *row)
{
    call_every(row, 16 * FRAME_SECONDS);
}

static void frequent_calls(BenchRow *row)
{
    call_every(row, 3 * FRAME_SECONDS);
}

const Bench bench_actions[] = {
    {"actions-loop",
     loop,
     {1000, 10000, 100000, 1000000},
     {100000, 1000000, .ns_per_item = 15, .ns_per_item_of_most = 30}},
    {"actions-stage", stage, {1000, 100000}, {0}},
    {"actions-move",
     move,
     {1000, 10000, 100000, 1000000},
     {100000, 1000000, .ns_per_item = 10, .ns_per_item_of_most = 25}},
    {"actions-own", own, {1000, 10000, 100000, 1000000}, {100000, 100000, .ns_per_item = 10}},
    {"actions-different", different, {1000, 10000, 100000, 1000000}, {0}},
    {"actions-mixed", mixed, {1000, 10000, 100000}, {100000, 100000, .ns_per_item = 18}},
    {"actions-parallel", parallel, {1000, 100000}, {0}},
    {"actions-seek", seek, {1000, 100000}, {0}},
    {"actions-loops", loops, {100, 1000, 10000}, {10000, 10000, .ns_per_item = 200}},
    {"actions-calls", calls_of_runs, {1000, 10000, 100000}, {0}},
    {"actions-calls-often", frequent_calls, {1000, 10000, 100000}, {0}},
    {"actions-delay", delay, {1000, 100000, 1000000}, {1000000, 1000000, .ns_per_frame = 1000}},
    {0},
};
