// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Labels with a number that changes in every frame: making the text, setting the text, and drawing up to the driver.
// An item is a letter; each label has 20 letters.
//
// The floor draws as many rectangles of the letters' size from one texture to the same window. The floor builds four
// vertices for each rectangle and passes all vertices to SDL in one call.

#include "screen.h"

#include <stdlib.h>

#include <SDL.h>

#include "coir/error.h"
#include "coir/label.h"

#define LETTERS 20
#define SIZE 256 // pixels, of the floor's texture

typedef struct State {
    BenchScreen screen;
    CoirLabel **labels;
    SDL_Texture *picture;
    SDL_Vertex *vertices;
    int *indices;
    int n, number; // `number`: shown by the first label; the others show larger numbers
    bool failed;
} State;

static CoirVec2 position_of(int i)
{
    return coir_vec2((float)(i % 7 * 130), (float)(i / 7 * 3 % (BENCH_SCREEN_HEIGHT - 16)));
}

static bool start(State *state, BenchRow *row)
{
    *state = (State){.n = row->n, .number = 100000};
    if (!bench_screen_open(&state->screen, row))
        return false;
    state->labels = bench_alloc((size_t)row->n, sizeof *state->labels);
    for (int i = 0; i < row->n; i++) {
        CoirVec2 position = position_of(i);
        state->labels[i] = coir_label_add(state->screen.scene, "", position.x, position.y);
        bench_expect(row, state->labels[i] != NULL, "label %d cannot be made: %s", i, coir_error());
        if (!state->labels[i])
            return false;
        state->labels[i]->node.anchor = coir_vec2(0, 0);
    }
    return true;
}

static void measured(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++) {
        state->number = 100000 + (state->number + 1) % 800000;
        for (int i = 0; i < state->n; i++)
            state->failed |= !coir_label_set_format(state->labels[i], "Points of these: %d", state->number + i);
        bench_screen_draw(&state->screen);
    }
}

// The floor ----------------------------------------------------------------------------------------------------------

static void start_floor(State *state)
{
    size_t count = (size_t)state->n * LETTERS;
    state->vertices = bench_alloc(count * 4, sizeof *state->vertices);
    state->indices = bench_alloc(count * 6, sizeof *state->indices);
    for (size_t i = 0; i < count; i++) {
        const int corners[6] = {0, 1, 2, 2, 3, 0};
        for (size_t k = 0; k < 6; k++)
            state->indices[6 * i + k] = (int)(4 * i) + corners[k];
    }
    state->picture =
        SDL_CreateTexture(state->screen.device, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, SIZE, SIZE);
    SDL_SetTextureBlendMode(state->picture, SDL_BLENDMODE_BLEND);
}

static void build(SDL_Vertex *v, float x, float y, float u)
{
    const SDL_Color white = {255, 255, 255, 255};
    const float width = 6, height = 10;
    v[0] = (SDL_Vertex){{x, y}, white, {u, 0}};
    v[1] = (SDL_Vertex){{x + width, y}, white, {u + width / SIZE, 0}};
    v[2] = (SDL_Vertex){{x + width, y + height}, white, {u + width / SIZE, height / SIZE}};
    v[3] = (SDL_Vertex){{x, y + height}, white, {u, height / SIZE}};
}

static void floor_frames(void *data, int frames)
{
    State *state = data;
    SDL_Renderer *device = state->screen.device;
    int count = state->n * LETTERS;
    for (int frame = 0; frame < frames; frame++) {
        state->number++;
        for (int i = 0; i < count; i++) {
            CoirVec2 position = position_of(i / LETTERS);
            build(state->vertices + (ptrdiff_t)4 * i, position.x + (float)(i % LETTERS * 6), position.y,
                  (float)((state->number + i) % 16) / 32);
        }
        SDL_SetRenderDrawColor(device, 0, 0, 0, 255);
        SDL_RenderClear(device);
        SDL_RenderGeometry(device, state->picture, state->vertices, count * 4, state->indices, count * 6);
        SDL_RenderFlush(device);
        bench_screen_present(&state->screen);
    }
}

static void end(State *state)
{
    if (state->picture)
        SDL_DestroyTexture(state->picture);
    bench_screen_close(&state->screen);
    coir_fonts_purge();
    free(state->labels);
    free(state->vertices);
    free(state->indices);
}

static void labels(BenchRow *row)
{
    State state;
    if (!start(&state, row))
        return;
    start_floor(&state);
    bench_measure(row, &(BenchLoop){.state = &state,
                                    .measured = measured,
                                    .floor = floor_frames,
                                    .items = (double)row->n * LETTERS,
                                    .warm_up = 5,
                                    .left_out = &state.screen.present_ns});
    CoirLabel *last = state.labels[row->n - 1];
    int count;
    coir_label_glyphs(last, &count);
    bench_expect(row, !state.failed && count == LETTERS, "%d letters in \"%s\"", count, coir_label_text(last));
    bench_screen_expect(row, &state.screen, row->n * LETTERS, 1);
    end(&state);
}

const Bench bench_labels[] = {
    {"labels", labels, {100, 1000}, {1000, 1000, .ns_per_item = 60}},
    {0},
};
