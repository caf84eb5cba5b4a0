// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Drawing sprites, up to the driver: a frame visits the tree, makes draw calls and submits the draw calls. Moving the
// sprites and presenting are not measured. All sprites have 32 x 32 pixels and are children of 100 plain nodes.
//
// The floor, the code to compare with, draws to the same window. The floor keeps the positions of the sprites in an
// array, builds four vertices for each sprite, and passes all vertices to SDL in one call. If nothing moves, the floor
// builds no vertices in a frame. At the end the corners of every sprite must be where the floor's vertices are. Boxes
// are measured in the same way, with a floor without a picture. There are two exceptions: the floor of sprites-images
// is the library, drawing as many sprites of one image, and sprites-culled has no floor.

#include "screen.h"

#include <math.h>
#include <stdlib.h>

#include <SDL.h>

#include "coir/box.h"
#include "coir/sprite.h"

#define PARENTS 100
#define IMAGES 4
#define SIZE 32     // pixels
#define TURN 3.0f   // degrees a frame
#define SPEED 0.25f // points a frame: the slowest sprites

typedef struct Position {
    float x, y; // position of the middle, in points
    float rotation;
} Position;

// The sprites, or boxes, below a child of the scene.
typedef struct Crowd {
    CoirNode *root, *parents[PARENTS];
    CoirNode **nodes;
} Crowd;

typedef struct State {
    BenchScreen screen;
    CoirTexture *textures[IMAGES];
    Crowd crowd, other; // `other`: sprites of one image, for the floor of sprites-images
    Position *positions;
    SDL_Texture *picture;
    SDL_Vertex *vertices;
    int *indices;
    int n;
    int64_t scrolled;  // number of frames for which the parents have moved
    bool moves, turns; // true if the sprites move, and if they turn
    bool boxes;        // true for boxes, false for sprites
} State;

// Making -------------------------------------------------------------------------------------------------------------

static bool start(State *state, BenchRow *row)
{
    *state = (State){.n = row->n};
    if (!bench_screen_open(&state->screen, row))
        return false;
    for (int i = 0; i < IMAGES; i++)
        state->textures[i] = bench_texture(SIZE, i);
    state->positions = bench_alloc((size_t)row->n, sizeof *state->positions);
    for (int i = 0; i < row->n; i++)
        state->positions[i] = (Position){(float)(i % BENCH_SCREEN_WIDTH), (float)(i / 7 % BENCH_SCREEN_HEIGHT), 0};
    return true;
}

static void end(State *state)
{
    if (state->picture)
        SDL_DestroyTexture(state->picture);
    for (int i = 0; i < IMAGES; i++)
        coir_texture_destroy(state->textures[i]);
    bench_screen_close(&state->screen);
    free(state->crowd.nodes);
    free(state->other.nodes);
    free(state->positions);
    free(state->vertices);
    free(state->indices);
}

static CoirNode *parent_of(const State *state, const Crowd *crowd, int i)
{
    return crowd->parents[(int64_t)i * PARENTS / state->n];
}

static CoirNode *make_child(CoirNode *parent, float x, float y)
{
    CoirNode *node = coir_node_new();
    node->position = coir_vec2(x, y);
    coir_node_add(parent, node);
    return node;
}

static CoirNode *make_item(State *state, int image)
{
    if (state->boxes)
        return &coir_box_new(SIZE, SIZE, COIR_WHITE)->node;
    return &coir_sprite_with_texture(state->textures[image])->node;
}

static void make_crowd(State *state, Crowd *crowd, int images)
{
    crowd->root = make_child(state->screen.scene, 0, 0);
    crowd->nodes = bench_alloc((size_t)state->n, sizeof(CoirNode *));
    for (int i = 0; i < PARENTS; i++)
        crowd->parents[i] = make_child(crowd->root, (float)(i % 10), (float)(i / 10));
    for (int i = 0; i < state->n; i++) {
        CoirNode *parent = parent_of(state, crowd, i);
        crowd->nodes[i] = make_item(state, i % images);
        coir_node_add(parent, crowd->nodes[i]);
    }
}

// Moving -------------------------------------------------------------------------------------------------------------

static void set_positions(const State *state, const Crowd *crowd)
{
    for (int i = 0; i < state->n; i++) {
        const Position *position = &state->positions[i];
        CoirNode *node = crowd->nodes[i];
        CoirVec2 origin = parent_of(state, crowd, i)->position;
        node->position = coir_vec2(position->x - origin.x, position->y - origin.y);
        node->rotation = position->rotation;
    }
}

// Moves all positions and then all nodes. The nodes come last: they have many more bytes than the floor's array, so
// neither the library nor the floor finds its data in the nearest caches afterwards.
static void move(void *data)
{
    State *state = data;
    for (int i = 0; i < state->n; i++) {
        Position *position = &state->positions[i];
        position->x += SPEED * (float)(1 + i % 7);
        if (position->x >= BENCH_SCREEN_WIDTH)
            position->x -= BENCH_SCREEN_WIDTH;
        if (state->turns)
            position->rotation = position->rotation < 360 ? position->rotation + TURN : TURN;
    }
    set_positions(state, &state->crowd);
}

// The floor ----------------------------------------------------------------------------------------------------------

static void build(const State *state)
{
    const SDL_Color white = {255, 255, 255, 255};
    const float half = SIZE / 2;
    for (int i = 0; i < state->n; i++) {
        float x = state->positions[i].x, y = BENCH_SCREEN_HEIGHT - state->positions[i].y;
        SDL_Vertex *v = state->vertices + 4 * i;
        v[0] = (SDL_Vertex){{x - half, y - half}, white, {0, 0}};
        v[1] = (SDL_Vertex){{x + half, y - half}, white, {1, 0}};
        v[2] = (SDL_Vertex){{x + half, y + half}, white, {1, 1}};
        v[3] = (SDL_Vertex){{x - half, y + half}, white, {0, 1}};
    }
}

static void build_turned(const State *state)
{
    const SDL_Color white = {255, 255, 255, 255};
    const float half = SIZE / 2, radians_per_degree = 3.14159265f / 180;
    for (int i = 0; i < state->n; i++) {
        float x = state->positions[i].x, y = BENCH_SCREEN_HEIGHT - state->positions[i].y;
        float radians = state->positions[i].rotation * radians_per_degree;
        float c = half * cosf(radians), s = half * sinf(radians);
        SDL_Vertex *v = state->vertices + 4 * i;
        v[0] = (SDL_Vertex){{x - c + s, y - s - c}, white, {0, 0}};
        v[1] = (SDL_Vertex){{x + c + s, y + s - c}, white, {1, 0}};
        v[2] = (SDL_Vertex){{x + c - s, y + s + c}, white, {1, 1}};
        v[3] = (SDL_Vertex){{x - c - s, y - s + c}, white, {0, 1}};
    }
}

static void start_floor(State *state)
{
    size_t count = (size_t)state->n;
    state->vertices = bench_alloc(count * 4, sizeof *state->vertices);
    state->indices = bench_alloc(count * 6, sizeof *state->indices);
    for (int i = 0; i < state->n; i++) {
        const int corners[6] = {0, 1, 2, 2, 3, 0};
        for (int k = 0; k < 6; k++)
            state->indices[6 * i + k] = 4 * i + corners[k];
    }
    if (!state->boxes)
        state->picture =
            SDL_CreateTexture(state->screen.device, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, SIZE, SIZE);
    if (state->picture)
        SDL_SetTextureBlendMode(state->picture, SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawBlendMode(state->screen.device, SDL_BLENDMODE_BLEND); // for geometry without a picture
    build(state);
}

static void floor_frames(void *data, int frames)
{
    State *state = data;
    SDL_Renderer *device = state->screen.device;
    for (int i = 0; i < frames; i++) {
        if (state->turns)
            build_turned(state);
        else if (state->moves)
            build(state);
        SDL_SetRenderDrawColor(device, 0, 0, 0, 255);
        SDL_RenderClear(device);
        SDL_RenderGeometry(device, state->picture, state->vertices, state->n * 4, state->indices, state->n * 6);
        SDL_RenderFlush(device);
        bench_screen_present(&state->screen);
    }
}

// sprites-move, sprites-rotate, sprites-static, boxes-move -----------------------------------------------------------

static void draw_frames(void *data, int frames)
{
    State *state = data;
    for (int i = 0; i < frames; i++)
        bench_screen_draw(&state->screen);
}

static void expect_alike(BenchRow *row, const State *state)
{
    static const CoirVec2 corners[4] = {{0, SIZE}, {SIZE, SIZE}, {SIZE, 0}, {0, 0}};
    for (int i = 0; i < 4 * state->n; i++) {
        CoirVec2 corner = coir_node_to_world(state->crowd.nodes[i / 4], corners[i % 4]);
        SDL_FPoint floor = state->vertices[i].position;
        float x = corner.x, y = BENCH_SCREEN_HEIGHT - corner.y;
        bool is_near = fabsf(x - floor.x) < 0.01f && fabsf(y - floor.y) < 0.01f;
        bench_expect(row, is_near, "a corner of sprite %d is at %g, %g instead of %g, %g", i / 4, x, y, floor.x,
                     floor.y);
    }
}

static void measure(BenchRow *row, bool boxes, bool moves, bool turns)
{
    State state;
    if (!start(&state, row))
        return;
    state.boxes = boxes;
    state.moves = moves;
    state.turns = turns;
    make_crowd(&state, &state.crowd, 1);
    set_positions(&state, &state.crowd);
    start_floor(&state);
    bench_measure(row, &(BenchLoop){.state = &state,
                                    .measured = draw_frames,
                                    .floor = floor_frames,
                                    .prepare = moves ? move : NULL,
                                    .items = row->n,
                                    .warm_up = 5,
                                    .left_out = &state.screen.present_ns});
    bench_screen_expect(row, &state.screen, row->n, 1);
    expect_alike(row, &state);
    end(&state);
}

static void sprites_move(BenchRow *row)
{
    measure(row, false, true, false);
}

static void sprites_rotate(BenchRow *row)
{
    measure(row, false, true, true);
}

static void sprites_static(BenchRow *row)
{
    measure(row, false, false, false);
}

static void boxes_move(BenchRow *row)
{
    measure(row, true, true, false);
}

// sprites-images: neighbours have different images; all sprites of the floor have one image --------------------------

static void move_both(void *data)
{
    State *state = data;
    move(state);
    set_positions(state, &state->other);
}

static void draw_one_image(void *data, int frames)
{
    State *state = data;
    state->crowd.root->visible = false;
    state->other.root->visible = true;
    draw_frames(state, frames);
}

static void draw_images(void *data, int frames)
{
    State *state = data;
    state->crowd.root->visible = true;
    state->other.root->visible = false;
    draw_frames(state, frames);
}

static void sprites_images(BenchRow *row)
{
    State state;
    if (!start(&state, row))
        return;
    make_crowd(&state, &state.crowd, IMAGES);
    make_crowd(&state, &state.other, 1);
    bench_measure(row, &(BenchLoop){.state = &state,
                                    .measured = draw_images,
                                    .floor = draw_one_image,
                                    .prepare = move_both,
                                    .items = row->n,
                                    .warm_up = 5,
                                    .left_out = &state.screen.present_ns});
    bench_screen_expect(row, &state.screen, row->n, 1);
    end(&state);
}

// sprites-culled: all sprites are outside the window, on all sides, and their parents move ---------------------------

static void scroll(void *data)
{
    State *state = data;
    float shift = (float)(++state->scrolled % 10);
    for (int i = 0; i < PARENTS; i++)
        state->crowd.parents[i]->position = coir_vec2(shift, (float)(i % 10));
}

static CoirVec2 outside(int i)
{
    const float width = BENCH_SCREEN_WIDTH, height = BENCH_SCREEN_HEIGHT, way = 50 + (float)(i / 4 % 1000);
    switch (i % 4) {
    case 0: return coir_vec2(-way, (float)(i % 500));
    case 1: return coir_vec2(width + way, (float)(i % 500));
    case 2: return coir_vec2((float)(i % 900), -way);
    default: return coir_vec2((float)(i % 900), height + way);
    }
}

static void sprites_culled(BenchRow *row)
{
    State state;
    if (!start(&state, row))
        return;
    make_crowd(&state, &state.crowd, 1);
    for (int i = 0; i < row->n; i++)
        state.crowd.nodes[i]->position = outside(i);
    bench_measure(row, &(BenchLoop){.state = &state,
                                    .measured = draw_frames,
                                    .prepare = scroll,
                                    .items = row->n,
                                    .warm_up = 5,
                                    .left_out = &state.screen.present_ns});
    bench_screen_expect(row, &state.screen, 0, 0);
    end(&state);
}

const Bench bench_sprites[] = {
    {"sprites-move", sprites_move, {10000, 100000}, {100000, 100000, .ratio = 1.5}},
    {"sprites-rotate", sprites_rotate, {10000, 100000}, {100000, 100000, .ratio = 1.5}},
    {"sprites-static", sprites_static, {10000, 100000}, {100000, 100000, .ratio = 1.35}},
    {"sprites-images", sprites_images, {10000, 100000}, {100000, 100000, .ratio = 1.1}},
    {"boxes-move", boxes_move, {10000, 100000}, {10000, 100000, .ratio = 2.5}},
    {"sprites-culled", sprites_culled, {10000, 100000}, {100000, 100000, .ns_per_item = 20}},
    {0},
};
