// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A window with a stage, for the benchmarks that draw to a window. These benchmarks include no internal headers of the
// library; screen.c does. A frame of bench_screen_frame is like a frame of the director, without events.

#ifndef COIR_TESTS_SCREEN_H
#define COIR_TESTS_SCREEN_H

#include "bench.h"

#include "coir/node.h"
#include "coir/painter.h"
#include "coir/stage.h"

// Size of the window in points; a point is a pixel.
#define BENCH_SCREEN_WIDTH 960
#define BENCH_SCREEN_HEIGHT 540

struct SDL_Renderer;

// The parts of a frame that are measured.
typedef enum BenchFramePart {
    BENCH_SCHEDULER,
    BENCH_ACTIONS,
    BENCH_VISIT,
    BENCH_SUBMIT,
    BENCH_PRESENT,
    BENCH_FRAME_PARTS
} BenchFramePart;

typedef struct BenchScreen {
    struct CoirWindow *window;
    struct SDL_Renderer *device; // the SDL renderer of the library, for the functions BenchLoop.floor
    struct CoirRenderer *renderer;
    CoirPainter *painter;
    CoirStage *stage;
    CoirNode *scene;
    int64_t sink_ns;        // time of drawing the painter's draw calls, in this frame
    int64_t present_ns;     // time of presenting, in all frames
    int64_t frames, failed; // number of frames, and of frames in which a call failed
} BenchScreen;

// Opens a window, and shows an empty scene on a stage. If that fails, for example without a display, prints a message,
// marks the row as failed, and returns false.
bool bench_screen_open(BenchScreen *screen, BenchRow *row);

// Closes the window, destroys the scene, and frees the textures that were destroyed.
void bench_screen_close(BenchScreen *screen);

// Presents the picture, and adds the time to `present_ns`. Presenting is work of the driver, which copies the whole
// window. So benchmarks of drawing leave `present_ns` out (BenchLoop.left_out).
void bench_screen_present(BenchScreen *screen);

// Draws the scene and presents the picture.
void bench_screen_draw(BenchScreen *screen);

// Does a whole frame of `dt` seconds. Stores the nanoseconds of each part in `ns`.
void bench_screen_frame(BenchScreen *screen, double dt, double ns[BENCH_FRAME_PARTS]);

// Expects that the last frame has drawn `quads` quads in `calls` draw calls, and that no frame has failed.
void bench_screen_expect(BenchRow *row, const BenchScreen *screen, int quads, int calls);

#endif
