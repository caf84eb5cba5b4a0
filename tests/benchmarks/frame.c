// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A whole frame of a game, measured in parts. Each sprite moves there and back by an action. A tenth of the sprites
// have timers. For every hundred sprites there is a label with a number that changes in each frame. At the end every
// sprite must be where the elapsed time puts the sprite, and the timers together must have made as many calls as were
// due.

#include "screen.h"

#include <math.h>
#include <stdlib.h>

#include "coir/label.h"
#include "coir/node_time.h"
#include "coir/sprite.h"

#define START_FRAMES 128 // frames in which the actions begin: one loop of an action
#define MAX_FRAMES 10000

typedef struct State {
    BenchScreen screen;
    CoirTexture *texture;
    CoirSprite **sprites;
    int *begun; // number of frames before each action began
    CoirLabel **labels;
    int n, timers, label_count;
    int64_t frames, calls;
    double *ns[BENCH_FRAME_PARTS]; // for each part of a frame, the times of the first MAX_FRAMES frames
} State;

static void frames(void *data, int count)
{
    State *state = data;
    for (int i = 0; i < count; i++) {
        double ns[BENCH_FRAME_PARTS];
        bench_screen_frame(&state->screen, BENCH_DT, ns);
        for (int k = 0; k < BENCH_FRAME_PARTS && state->frames < MAX_FRAMES; k++)
            state->ns[k][state->frames] = ns[k];
        state->frames++;
    }
}

// The nodes on stage -------------------------------------------------------------------------------------------------

static void add_sprites(State *state)
{
    for (int i = 0; i < state->n; i++) {
        state->sprites[i] = coir_sprite_with_texture(state->texture);
        state->sprites[i]->node.position = coir_vec2(bench_x(i), (float)(20 + i % 500));
        coir_node_add(state->screen.scene, &state->sprites[i]->node);
    }
}

static int frames_between_calls(int i)
{
    return 6 + i % 97;
}

static void count_call(CoirNode *node, void *user)
{
    State *state = user;
    (void)node;
    state->calls++;
}

static void add_timers(State *state)
{
    for (int i = 0; i < state->timers; i++)
        coir_node_every(&state->sprites[i]->node, frames_between_calls(i) * BENCH_DT, count_call, state);
}

#define GLYPHS 11 // glyphs of a label

static void count_on_labels(void *target, double dt, void *user)
{
    const State *state = user;
    (void)target;
    (void)dt;
    for (int i = 0; i < state->label_count; i++)
        coir_label_set_format(state->labels[i], "score:%05d", (int)(state->frames + i) % 100000);
}

static void add_labels(State *state)
{
    for (int i = 0; i < state->label_count; i++) {
        state->labels[i] = coir_label_add(state->screen.scene, "score:", 80 + (float)(i % 8) * 120, 10 + (float)i * 5);
        if (!state->labels[i])
            exit(1);
    }
    coir_node_every_frame(state->screen.scene, count_on_labels, state, 0);
}

// Starts some actions in each frame, so that not all sprites turn back in the same frame.
static void run_actions(State *state)
{
    CoirAction *there = coir_move_by(1, 100, 0), *back = coir_move_by(1, -100, 0);
    CoirAction *action = coir_repeat_forever(coir_sequence(there, back));
    for (int frame = 1, i = 0; frame <= START_FRAMES; frame++) {
        for (; i < (int64_t)state->n * frame / START_FRAMES; i++) {
            coir_node_run(&state->sprites[i]->node, coir_action_retain(action));
            state->begun[i] = (int)state->frames;
        }
        frames(state, 1);
    }
    coir_action_release(action);
}

static void fill_stage(State *state)
{
    add_sprites(state);
    add_timers(state);
    add_labels(state);
    run_actions(state);
}

// Measuring ----------------------------------------------------------------------------------------------------------

static void expect_all_moved(BenchRow *row, const State *state)
{
    for (int i = 0; i < state->n; i++) {
        double time = fmod((double)(state->frames - state->begun[i]) * BENCH_DT, 2),
               x = state->sprites[i]->node.position.x;
        double expected = bench_x(i) + 100 * (time < 1 ? time : 2 - time);
        bench_expect(row, fabs(x - expected) < 0.01, "sprite %d is at %g instead of %g", i, x, expected);
    }
}

static void expect_all_called(BenchRow *row, const State *state)
{
    int64_t expected = 0;
    for (int i = 0; i < state->timers; i++)
        expected += state->frames / frames_between_calls(i);
    bench_expect(row, state->calls == expected, "timers were called %lld times instead of %lld",
                 (long long)state->calls, (long long)expected);
}

static void show_frame_parts(BenchRow *row, State *state)
{
    static const char *const names[BENCH_FRAME_PARTS] = {
        [BENCH_SCHEDULER] = "scheduler", [BENCH_ACTIONS] = "actions", [BENCH_VISIT] = "visit, batch",
        [BENCH_SUBMIT] = "submit",       [BENCH_PRESENT] = "present",
    };
    int64_t last = state->frames < MAX_FRAMES ? state->frames : MAX_FRAMES;
    for (int i = 0; i < BENCH_FRAME_PARTS; i++)
        row->parts[i] = (BenchPart){names[i], bench_median(state->ns[i] + START_FRAMES, (int)last - START_FRAMES)};
}

static void game(BenchRow *row)
{
    State state = {.n = row->n, .timers = row->n / 10, .label_count = row->n / 100};
    if (!bench_screen_open(&state.screen, row))
        return;
    state.texture = bench_texture(32, 0);
    state.sprites = bench_alloc((size_t)row->n, sizeof *state.sprites);
    state.begun = bench_alloc((size_t)row->n, sizeof *state.begun);
    state.labels = bench_alloc((size_t)state.label_count, sizeof *state.labels);
    for (int i = 0; i < BENCH_FRAME_PARTS; i++)
        state.ns[i] = bench_alloc(MAX_FRAMES, sizeof *state.ns[i]);
    fill_stage(&state);
    bench_measure(row, &(BenchLoop){.state = &state, .measured = frames, .items = row->n});
    show_frame_parts(row, &state);
    bench_screen_expect(row, &state.screen, row->n + state.label_count * GLYPHS, 2); // the font has a page of its own
    expect_all_moved(row, &state);
    expect_all_called(row, &state);
    coir_texture_destroy(state.texture);
    bench_screen_close(&state.screen);
    for (int i = 0; i < BENCH_FRAME_PARTS; i++)
        free(state.ns[i]);
    free(state.begun);
    free(state.labels);
    free(state.sprites);
}

const Bench bench_frame[] = {
    {"frame-game", game, {10000}, {.least_n = 10000, .most_n = 10000}},
    {0},
};
