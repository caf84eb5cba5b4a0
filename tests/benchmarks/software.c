// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Drawing with SDL's software renderer into memory; the time includes the pixels. The painter and the renderer draw a
// picture of 32 x 32 pixels 10 000 times: in this size, smaller (31 x 31) or larger (64 x 64). The floor is the fastest
// call that SDL has for each kind of picture:
//
// 1. A copy of a picture that was scaled, tinted or mirrored before, or of an opaque picture without blending.
// 2. A turned copy, smoothed or not.
// 3. A filled rectangle. SDL fills 8 x 8 and 128 x 128 pixels fastest without blending, 32 x 32 pixels with blending.

#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "coir/error.h"
#include "draw/painter.h"
#include "draw/renderer.h"

#define WIDTH 960 // pixels
#define HEIGHT 540
#define SIZE 32

// The kind of picture that the library and the floor draw.
typedef struct Way {
    int size; // pixels
    bool opaque, tinted, mirrored, turned;
    bool sharp;    // turned without smoothing
    bool coloured; // a filled rectangle instead of a picture; if `opaque`, the floor does not blend
} Way;

typedef struct State {
    Way way;
    int n;
    SDL_Point *positions;
    CoirTexture *texture;
    CoirRenderer *renderer;
    CoirPainter *painter;
    SDL_Surface *target;
    SDL_Renderer *device; // of the floor
    SDL_Texture *picture;
    bool failed;
} State;

static float angle_of(int i)
{
    return (float)(5 + i % 80);
}

// Returns a disc with a soft edge, or a square if `opaque`: size * size pixels of red, green, blue and alpha. The
// caller frees the pixels.
static uint8_t *make_pixels(int size, bool opaque)
{
    uint8_t *pixels = bench_alloc((size_t)size * (size_t)size, 4);
    for (int i = 0; i < size * size; i++) {
        float x = (float)(i % size) + 0.5f - (float)size / 2, y = (float)(i / size) + 0.5f - (float)size / 2;
        float inside = (float)size / 2 - SDL_sqrtf(x * x + y * y);
        float alpha = opaque || inside > 1 ? 1 : inside < 0 ? 0 : inside;
        const uint8_t pixel[4] = {(uint8_t)i, 128, 64, (uint8_t)(255 * alpha)};
        memcpy(pixels + 4 * i, pixel, 4);
    }
    return pixels;
}

static CoirTexture *make_texture(bool opaque)
{
    uint8_t *pixels = make_pixels(SIZE, opaque);
    CoirTexture *texture = coir_texture_from_pixels(SIZE, SIZE, pixels);
    free(pixels);
    return texture;
}

static bool start(State *state, BenchRow *row, Way way)
{
    *state = (State){.way = way, .n = row->n};
    state->positions = bench_alloc((size_t)row->n, sizeof *state->positions);
    for (int i = 0; i < row->n; i++) // keeps turned pictures inside, too: SDL draws nothing outside
        state->positions[i] = (SDL_Point){32 + i * 37 % (WIDTH - 128), 32 + i / 7 * 13 % (HEIGHT - 128)};
    state->texture = make_texture(way.opaque);
    coir_texture_set_filter(state->texture, way.sharp ? COIR_FILTER_NEAREST : COIR_FILTER_LINEAR);
    state->renderer = coir_renderer_for_memory(WIDTH, HEIGHT);
    state->painter = coir_painter_new();
    state->target = SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_RGB888);
    state->device = state->target ? SDL_CreateSoftwareRenderer(state->target) : NULL;
    if (state->device)
        state->picture =
            SDL_CreateTexture(state->device, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, way.size, way.size);
    bench_expect(row, state->texture && state->renderer && state->painter && state->picture, "nothing to draw with: %s",
                 coir_error());
    return !row->failed;
}

static void fill_picture(State *state)
{
    int size = state->way.size;
    uint8_t *pixels = make_pixels(size, state->way.opaque), *converted = bench_alloc((size_t)size * (size_t)size, 4);
    SDL_ConvertPixels(size, size, SDL_PIXELFORMAT_RGBA32, pixels, size * 4, SDL_PIXELFORMAT_ARGB8888, converted,
                      size * 4);
    SDL_UpdateTexture(state->picture, NULL, converted, size * 4);
    SDL_SetTextureBlendMode(state->picture, state->way.opaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(state->picture,
                            state->way.turned && !state->way.sharp ? SDL_ScaleModeLinear : SDL_ScaleModeNearest);
    free(converted);
    free(pixels);
}

static void end(State *state)
{
    coir_painter_destroy(state->painter);
    coir_renderer_destroy(state->renderer);
    coir_texture_destroy(state->texture);
    if (state->device)
        SDL_DestroyRenderer(state->device);
    SDL_FreeSurface(state->target);
    free(state->positions);
}

static void floor_frames(void *data, int frames)
{
    State *state = data;
    const Way *way = &state->way;
    for (int frame = 0; frame < frames; frame++) {
        SDL_SetRenderDrawColor(state->device, 0, 0, 0, 255);
        SDL_RenderClear(state->device);
        SDL_SetRenderDrawBlendMode(state->device, way->opaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
        SDL_SetRenderDrawColor(state->device, 9, 8, 7, 255);
        for (int i = 0; i < state->n; i++) {
            SDL_FRect to = {(float)state->positions[i].x, (float)state->positions[i].y, (float)way->size,
                            (float)way->size};
            if (way->coloured)
                SDL_RenderFillRectF(state->device, &to);
            else if (way->turned)
                SDL_RenderCopyExF(state->device, state->picture, NULL, &to, (double)angle_of(i), NULL, SDL_FLIP_NONE);
            else
                SDL_RenderCopyF(state->device, state->picture, NULL, &to);
        }
        SDL_RenderFlush(state->device);
    }
}

static void paint(const State *state, const CoirImage *image)
{
    const Way *way = &state->way;
    const CoirColor color = way->tinted ? coir_rgb(200, 150, 100) : COIR_WHITE;
    const float size = (float)way->size;
    for (int i = 0; i < state->n; i++) {
        float x = (float)state->positions[i].x, y = (float)state->positions[i].y;
        if (way->turned) {
            float radians = angle_of(i) * 3.14159265f / 180, c = SDL_cosf(radians), s = SDL_sinf(radians);
            state->painter->transform = (CoirAffine){c, s, s, -c, x, y};
            coir_painter_put(state->painter, image, coir_rect(0, -size, size, size), COIR_BLEND_ALPHA, color);
        } else if (way->coloured) {
            coir_painter_rect(state->painter, coir_rect(x, HEIGHT - y - size, size, size), coir_rgb(9, 8, 7));
        } else {
            coir_painter_put(state->painter, image, coir_rect(x, HEIGHT - y - size, size, size), COIR_BLEND_ALPHA,
                             color);
        }
    }
}

static void draw_frames(void *data, int frames)
{
    State *state = data;
    CoirImage image = coir_image(state->texture, coir_rect(0, 0, SIZE, SIZE), false);
    if (state->way.mirrored)
        image = coir_image_mirrored(image);
    for (int frame = 0; frame < frames; frame++) {
        const CoirAffine upwards = {1, 0, 0, -1, 0, HEIGHT};
        coir_painter_set_sink(state->painter, coir_renderer_sink, state->renderer);
        bool begun = coir_renderer_begin(state->renderer, COIR_BLACK) &&
                     coir_painter_begin(state->painter, upwards, WIDTH, HEIGHT);
        paint(state, &image);
        if (!begun || !coir_painter_end(state->painter) || !coir_renderer_end(state->renderer))
            state->failed = true;
    }
}

static void measure(BenchRow *row, Way way)
{
    State state;
    if (start(&state, row, way)) {
        fill_picture(&state);
        bench_measure(
            row, &(BenchLoop){
                     .state = &state, .measured = draw_frames, .floor = floor_frames, .items = row->n, .warm_up = 3});
        bench_expect(row, !state.failed, "%s", coir_error());
    }
    end(&state);
}

static void plain(BenchRow *row)
{
    measure(row, (Way){.size = SIZE});
}

static void opaque(BenchRow *row)
{
    measure(row, (Way){.size = SIZE, .opaque = true});
}

static void tinted(BenchRow *row)
{
    measure(row, (Way){.size = SIZE, .tinted = true});
}

static void smaller(BenchRow *row)
{
    measure(row, (Way){.size = SIZE - 1});
}

static void larger(BenchRow *row)
{
    measure(row, (Way){.size = 2 * SIZE});
}

static void mirrored(BenchRow *row)
{
    measure(row, (Way){.size = SIZE, .mirrored = true});
}

static void turned(BenchRow *row)
{
    measure(row, (Way){.size = SIZE, .turned = true});
}

static void turned_sharp(BenchRow *row)
{
    measure(row, (Way){.size = SIZE, .turned = true, .sharp = true});
}

static void coloured(BenchRow *row)
{
    measure(row, (Way){.size = SIZE, .coloured = true});
}

static void coloured_small(BenchRow *row)
{
    measure(row, (Way){.size = SIZE / 4, .opaque = true, .coloured = true});
}

static void coloured_large(BenchRow *row)
{
    measure(row, (Way){.size = 4 * SIZE, .opaque = true, .coloured = true});
}

const Bench bench_software[] = {
    {"software-plain", plain, {10000}, {10000, 10000, .ratio = 1.25}},
    {"software-opaque", opaque, {10000}, {10000, 10000, .ratio = 1.5}},
    {"software-tinted", tinted, {10000}, {10000, 10000, .ratio = 1.25}},
    {"software-smaller", smaller, {10000}, {10000, 10000, .ratio = 1.25}},
    {"software-larger", larger, {10000}, {10000, 10000, .ratio = 1.25}},
    {"software-mirrored", mirrored, {10000}, {10000, 10000, .ratio = 1.25}},
    {"software-turned", turned, {10000}, {10000, 10000, .ratio = 1.25}},
    {"software-turned-sharp", turned_sharp, {10000}, {10000, 10000, .ratio = 1.25}},
    {"software-coloured", coloured, {10000}, {10000, 10000, .ratio = 1.25}},
    {"software-coloured-small", coloured_small, {10000}, {10000, 10000, .ratio = 1.75}},
    {"software-coloured-large", coloured_large, {1000}, {1000, 1000, .ratio = 1.25}},
    {0},
};
