// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// An input with 32 named inputs of three bindings each: calls of coir_input_is_down, events of keys and sticks, and
// steps. A frame is n calls, n events or n steps.

#include "bench.h"

#include <stdio.h>

#include "coir/bindings.h"

#define NAMES 32

typedef struct State {
    CoirInput *input;
    char names[NAMES][20];
    int n;
    int64_t done, correct; // number of calls, events or steps, and number of right results
} State;

static State make(int n)
{
    State state = {.input = coir_input_new(), .n = n};
    coir_input_connect(state.input, 1, NULL);
    for (int i = 0; i < NAMES; i++) {
        char words[100];
        snprintf(state.names[i], sizeof state.names[i], "name %d", i);
        snprintf(words, sizeof words, "%s, %s, %s", coir_key_name((CoirKey)(COIR_KEY_A + i)),
                 coir_button_name((CoirButton)(i % COIR_BUTTON_COUNT)), i % 2 ? "Left stick up" : "Right trigger");
        coir_input_bind(state.input, state.names[i], words);
    }
    return state;
}

static void measure(BenchRow *row, void (*measured)(void *data, int frames))
{
    State state = make(row->n);
    bench_measure(row, &(BenchLoop){.state = &state, .measured = measured, .items = row->n, .warm_up = 3});
    bench_expect(row, state.done > 0 && state.correct == state.done, "%lld of %lld results were right",
                 (long long)state.correct, (long long)state.done);
    coir_input_destroy(state.input);
}

static void query(void *data, int frames)
{
    State *state = data;
    for (int i = 0; i < frames * state->n; i++) {
        state->done++;
        state->correct += !coir_input_is_down(state->input, state->names[i % NAMES]);
    }
}

static void query_names(BenchRow *row)
{
    measure(row, query);
}

// Sends events. Every third event moves a stick that is bound to 16 of the named inputs.
static void send(void *data, int frames)
{
    State *state = data;
    for (int i = 0; i < frames * state->n; i++) {
        CoirKey key = (CoirKey)(COIR_KEY_A + i / 3 % NAMES);
        if (i % 3 == 2)
            coir_input_axis(state->input, 1, COIR_AXIS_LEFT_Y, (float)(i % 7) / 7);
        else
            coir_input_key(state->input, key, i % 3 == 0);
        state->done++;
        state->correct += coir_input_is_key_down(state->input, key) == (i % 3 == 0);
    }
}

static void send_events(BenchRow *row)
{
    measure(row, send);
}

static void step(void *data, int frames)
{
    State *state = data;
    coir_input_key(state->input, COIR_KEY_A, true);
    for (int i = 0; i < frames * state->n; i++) {
        coir_input_step(state->input);
        state->done++;
        state->correct += coir_input_key_pressed(state->input, COIR_KEY_A) == (i == 0);
    }
    coir_input_key(state->input, COIR_KEY_A, false);
}

static void take_steps(BenchRow *row)
{
    measure(row, step);
}

const Bench bench_input_state[] = {
    {"input-query", query_names, {1000}, {1000, 1000, .ns_per_item = 60}},
    {"input-event", send_events, {1000}, {1000, 1000, .ns_per_item = 1500}},
    {"input-step", take_steps, {1000}, {1000, 1000, .ns_per_item = 1000}},
    {0},
};
