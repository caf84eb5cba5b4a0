// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "screen.h"

#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "app/window.h"
#include "coir/error.h"
#include "draw/painter.h"
#include "draw/renderer.h"
#include "media/texture.h"
#include "scene/stage.h"

// Opening and closing ------------------------------------------------------------------------------------------------

// Prints a warning, once, if the figures to reach (bench.h) are for other conditions: OpenGL, and a driver that draws
// nothing.
static void say_what_is_measured(SDL_Renderer *device)
{
    static bool said;
    SDL_RendererInfo info = {0};
    const char *noop = SDL_getenv("GALLIUM_NOOP");
    SDL_GetRendererInfo(device, &info);
    if (said)
        return;
    said = true;
    if (!info.name || strcmp(info.name, "opengl") != 0)
        fprintf(stderr, "bench: the renderer is \"%s\", and the figures are for \"opengl\"; see drawing.sh\n",
                info.name ? info.name : "");
    else if (!noop || strcmp(noop, "1") != 0)
        fputs("bench: GALLIUM_NOOP=1 is not set, so rasterising the picture is measured, too; see drawing.sh\n",
              stderr);
}

// Draws the painter's draw calls, and adds the time to `sink_ns`.
static bool sink(void *user, const CoirPainter *painter)
{
    BenchScreen *screen = user;
    int64_t start = bench_now();
    bool drawn = coir_renderer_draw(screen->renderer, painter);
    screen->sink_ns += bench_now() - start;
    return drawn;
}

static bool open_all(BenchScreen *screen)
{
    const CoirDirectorDef def = {
        .title = "bench", .width = BENCH_SCREEN_WIDTH, .height = BENCH_SCREEN_HEIGHT, .frame_rate = 60}; // no vsync
    screen->window = coir_window_create(&def);
    screen->renderer = screen->window ? screen->window->renderer : NULL;
    screen->device = coir_window_sdl_renderer(screen->window);
    screen->painter = screen->device ? coir_painter_new() : NULL;
    if (screen->painter)
        coir_painter_set_sink(screen->painter, sink, screen);
    screen->stage = screen->painter ? coir_stage_new() : NULL;
    screen->scene = screen->stage ? coir_node_new() : NULL;
    return screen->scene && coir_stage_show(screen->stage, screen->scene) && coir_stage_update(screen->stage, 0);
}

bool bench_screen_open(BenchScreen *screen, BenchRow *row)
{
    *screen = (BenchScreen){.window = NULL};
    if (open_all(screen)) {
        say_what_is_measured(screen->device);
        return true;
    }
    fprintf(stderr, "bench: %s cannot draw to a window: %s\nbench: run it as tests/benchmarks/drawing.sh %s\n",
            row->name, coir_error(), row->name);
    row->failed = true;
    bench_screen_close(screen);
    return false;
}

void bench_screen_close(BenchScreen *screen)
{
    coir_stage_destroy(screen->stage);
    coir_painter_destroy(screen->painter);
    coir_textures_sweep();
    coir_window_destroy(screen->window);
}

// The frame ----------------------------------------------------------------------------------------------------------

static bool visit(BenchScreen *screen)
{
    const CoirRect all = {0, 0, BENCH_SCREEN_WIDTH, BENCH_SCREEN_HEIGHT};
    const CoirAffine view = {1, 0, 0, -1, 0, BENCH_SCREEN_HEIGHT};
    screen->sink_ns = 0;
    if (!coir_renderer_begin(screen->renderer, COIR_BLACK) ||
        !coir_painter_begin(screen->painter, view, BENCH_SCREEN_WIDTH, BENCH_SCREEN_HEIGHT))
        return false;
    coir_painter_push_clip(screen->painter, all);
    coir_stage_draw(screen->stage, screen->painter);
    coir_painter_pop_clip(screen->painter);
    return coir_painter_end(screen->painter);
}

void bench_screen_present(BenchScreen *screen)
{
    int64_t start = bench_now();
    coir_renderer_present(screen->renderer);
    screen->present_ns += bench_now() - start;
}

void bench_screen_draw(BenchScreen *screen)
{
    bool drawn = visit(screen) && coir_renderer_end(screen->renderer);
    bench_screen_present(screen);
    screen->frames++;
    screen->failed += !drawn;
}

void bench_screen_frame(BenchScreen *screen, double dt, double ns[BENCH_FRAME_PARTS])
{
    int64_t start[BENCH_FRAME_PARTS + 1];
    coir_stage_begin(screen->stage);
    start[BENCH_SCHEDULER] = bench_now();
    coir_stage_step_scheduler(screen->stage, dt, "bench_screen_frame");
    start[BENCH_ACTIONS] = bench_now();
    coir_stage_step_actions(screen->stage);
    coir_stage_change_scene(screen->stage);
    start[BENCH_VISIT] = bench_now();
    bool drawn = visit(screen);
    start[BENCH_SUBMIT] = bench_now();
    drawn = drawn && coir_renderer_end(screen->renderer);
    start[BENCH_PRESENT] = bench_now();
    bench_screen_present(screen);
    start[BENCH_FRAME_PARTS] = bench_now();
    coir_stage_end(screen->stage);
    coir_textures_sweep();
    for (int i = 0; i < BENCH_FRAME_PARTS; i++)
        ns[i] = (double)(start[i + 1] - start[i]);
    ns[BENCH_VISIT] -= (double)screen->sink_ns;
    ns[BENCH_SUBMIT] += (double)screen->sink_ns;
    screen->frames++;
    screen->failed += !drawn;
}

void bench_screen_expect(BenchRow *row, const BenchScreen *screen, int quads, int calls)
{
    CoirPainterStats stats = coir_painter_stats(screen->painter);
    bench_expect(row, screen->failed == 0, "%lld of %lld frames could not be drawn: %s", (long long)screen->failed,
                 (long long)screen->frames, coir_error());
    bench_expect(row, stats.quads == quads, "%d quads were drawn instead of %d", stats.quads, quads);
    bench_expect(row, stats.calls == calls, "%d calls were made to the graphics device instead of %d", stats.calls,
                 calls);
}
