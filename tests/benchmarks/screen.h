// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A window with a stage in it, for the benchmarks of drawing: all that they need of the library's inside. A frame goes
// as the Director's does, without events.

#ifndef COIR_TESTS_SCREEN_H
#define COIR_TESTS_SCREEN_H

#include "bench.h"

#include "coir/node.h"
#include "coir/painter.h"
#include "coir/stage.h"

// Points, and pixels.
#define BENCH_SCREEN_WIDTH 960
#define BENCH_SCREEN_HEIGHT 540

struct SDL_Renderer;

// What a frame is made of.
typedef enum BenchStage {
    BENCH_SCHEDULER,
    BENCH_ACTIONS,
    BENCH_VISIT,
    BENCH_SUBMIT,
    BENCH_PRESENT,
    BENCH_STAGES
} BenchStage;

typedef struct BenchScreen {
    struct CoirWindow *window;
    struct SDL_Renderer *device; // the one that the library draws with, for floors
    struct CoirRenderer *renderer;
    CoirPainter *painter;
    CoirStage *stage;
    CoirNode *scene;
    int64_t sink_ns;        // of this frame: drawing what the painter had
    int64_t present_ns;     // of all frames: presenting them
    int64_t frames, failed; // drawn, and of those the ones where something failed
} BenchScreen;

// Opens a window with an empty scene on its stage. False where there is no display: it is said, and the row has failed.
bool bench_screen_open(BenchScreen *screen, BenchRow *row);

// Closes it; destroys the scene and frees the textures that have been given up.
void bench_screen_close(BenchScreen *screen);

// Presents what has been drawn. That is the driver's work (it copies the whole window), so it is no part of what
// drawing costs: a loop leaves `present_ns` out.
void bench_screen_present(BenchScreen *screen);

// Draws the scene and presents it.
void bench_screen_draw(BenchScreen *screen);

// A whole frame of `dt` seconds; `ns` gets what each stage took.
void bench_screen_frame(BenchScreen *screen, double dt, double ns[BENCH_STAGES]);

// Expects the last frame to have drawn so many quads, in so many calls to the graphics device.
void bench_screen_expect(BenchRow *row, const BenchScreen *screen, int quads, int calls);

#endif
