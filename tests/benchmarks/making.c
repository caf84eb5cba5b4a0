// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nodes that come and go: n sprites of an existing texture are made and destroyed. A frame makes and destroys all
// sprites, the sweep at the end of the frame included. A stage exists, as in a game, but the sprites are not on stage.

#include "bench.h"

#include <stdlib.h>

#include "coir/sprite.h"
#include "coir/stage.h"

typedef struct State {
    CoirTexture *texture;
    CoirSprite **sprites;
    int n;
    int64_t passes, made, freed;
} State;

static void make_and_destroy(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++) {
        for (int i = 0; i < state->n; i++) {
            state->sprites[i] = coir_sprite_with_texture(state->texture);
            state->made += state->sprites[i] != NULL;
        }
        for (int i = 0; i < state->n; i++)
            coir_node_destroy(&state->sprites[i]->node);
        state->freed += coir_nodes_sweep();
    }
    state->passes += frames;
}

static void sprites(BenchRow *row)
{
    State state = {.n = row->n, .texture = bench_texture(32, 0)};
    CoirStage *stage = coir_stage_new();
    state.sprites = bench_alloc((size_t)row->n, sizeof *state.sprites);
    bench_measure(row, &(BenchLoop){.state = &state, .measured = make_and_destroy, .items = row->n, .warm_up = 3});
    bench_expect(row, state.made == state.passes * row->n && state.freed == state.made, "%lld made, %lld freed",
                 (long long)state.made, (long long)state.freed);
    bench_expect(row, coir_nodes_count() == 0, "%d nodes are left", coir_nodes_count());
    coir_stage_destroy(stage);
    coir_texture_destroy(state.texture);
    free(state.sprites);
}

const Bench bench_making[] = {
    {"sprites-make", sprites, {1000, 100000}, {100000, 100000, .ns_per_item = 150}},
    {0},
};
