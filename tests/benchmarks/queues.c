// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timer queues as a server uses them: one root, and for each of n players a child with ten timers. `queues` advances
// the root, with one timer of a thousand firing in each frame; an item is a timer that fires. `queues-destroy` destroys
// one player of each hundred in a frame, chosen at random; an item is a player that is destroyed.

#include "bench.h"

#include <stdlib.h>

#include "coir/random.h"
#include "coir/timer_queue.h"

#define TIMERS 10 // of each player

typedef struct State {
    CoirTimerQueue *root;
    CoirTimerQueue **players; // NULL: destroyed
    BenchTarget *targets;     // one target per player; each call of the player's timers adds BENCH_DT seconds
    BenchTimes *times;
    int n;
    int64_t frames;
    CoirRandom random;
    int *leaving, leavers; // indices of the players that are destroyed in the next frame, and their number
} State;

static void tick(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    BenchTarget *target = user;
    (void)queue, (void)id;
    target->seconds += BENCH_DT;
}

static void add_player(State *state, int player)
{
    CoirTimerQueue *queue = coir_timer_queue_new(state->root);
    state->players[player] = queue;
    for (int i = 0; i < TIMERS; i++) {
        BenchTimes times = state->times[player * TIMERS + i];
        coir_timer_queue_insert(queue, times.delay, times.interval, COIR_CATCH_UP_ALL, tick, &state->targets[player]);
    }
}

static void start(State *state, int n)
{
    *state = (State){.root = coir_timer_queue_new(NULL), .n = n, .random = coir_random(2), .leavers = n / 100};
    state->players = bench_alloc((size_t)n, sizeof *state->players);
    state->targets = bench_alloc((size_t)n, sizeof *state->targets);
    state->leaving = bench_alloc((size_t)state->leavers, sizeof *state->leaving);
    state->times = bench_times(n * TIMERS);
    for (int i = 0; i < n; i++)
        add_player(state, i);
}

static void end(State *state)
{
    coir_timer_queue_destroy(state->root);
    free(state->players);
    free(state->targets);
    free(state->times);
    free(state->leaving);
}

// queues -------------------------------------------------------------------------------------------------------------

static void advance(void *data, int frames)
{
    State *state = data;
    for (int i = 0; i < frames; i++)
        coir_timer_queue_advance(state->root, BENCH_DT);
    state->frames += frames;
}

// Checks the number of calls of a player that was added at time 0.
static void expect_calls(BenchRow *row, const State *state, int player)
{
    int64_t expected = 0, calls = (int64_t)(state->targets[player].seconds / BENCH_DT);
    for (int i = 0; i < TIMERS; i++)
        expected += bench_calls_within(state->times[player * TIMERS + i], (double)state->frames * BENCH_DT);
    bench_expect(row, calls == expected, "player %d got %lld calls instead of %lld", player, (long long)calls,
                 (long long)expected);
}

static void queues(BenchRow *row)
{
    State state;
    start(&state, row->n);
    bench_measure(row, &(BenchLoop){.state = &state,
                                    .measured = advance,
                                    .items = row->n * (TIMERS / 1000.0),
                                    .warm_up = BENCH_LONGEST, // by then each timer has fired and been inserted again
                                    .least_frames = 100,
                                    .uneven = true});
    for (int i = 0; i < row->n; i++)
        expect_calls(row, &state, i);
    end(&state);
}

// queues-destroy -----------------------------------------------------------------------------------------------------

// Adds the destroyed players again, and chooses the players to destroy next.
static void choose(void *data)
{
    State *state = data;
    for (int i = 0; i < state->leavers; i++)
        if (!state->players[state->leaving[i]])
            add_player(state, state->leaving[i]);
    for (int i = 0; i < state->leavers; i++) { // one player of each hundred, so no player twice
        int low = i * 100;
        state->leaving[i] = coir_random_int(&state->random, low, low + 99);
    }
}

static void destroy(void *data, int frames)
{
    State *state = data;
    for (int i = 0; i < state->leavers; i++) {
        coir_timer_queue_destroy(state->players[state->leaving[i]]);
        state->players[state->leaving[i]] = NULL;
    }
    state->frames += frames;
}

// Checks that the timers of the players that are left fire, and that no other timer fires. Before the call, no timer
// has fired.
static void expect_left(BenchRow *row, State *state)
{
    bench_expect(row, state->frames > 0, "nobody was destroyed");
    state->frames = 200;
    coir_timer_queue_advance(state->root, 200 * BENCH_DT);
    for (int i = 0; i < state->n; i++) {
        if (state->players[i])
            expect_calls(row, state, i);
        else
            bench_expect(row, state->targets[i].seconds == 0, "player %d was called, but is destroyed", i);
    }
}

static void queues_destroy(BenchRow *row)
{
    State state;
    start(&state, row->n);
    bench_measure(
        row,
        &(BenchLoop){.state = &state, .measured = destroy, .prepare = choose, .items = state.leavers, .warm_up = 3});
    expect_left(row, &state);
    end(&state);
}

const Bench bench_queues[] = {
    {"queues", queues, {1000, 10000, 100000}, {0}},
    {"queues-destroy", queues_destroy, {1000, 10000, 100000}, {0}},
    {0},
};
