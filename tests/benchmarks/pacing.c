// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pacing without vsync, and idling.
//
// 1. pacing: n is the frame rate. An item is a frame. The error of a frame is the time by which the frame is longer or
//    shorter than 1 / n seconds. The cost is the median of the errors.
// 2. idle: a title screen on which nothing moves. An item is a second. The cost is processor time. n is 1 with
//    CoirDirectorDef.idle, and 2 without: then 60 frames a second are drawn.

#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "app/pacing.h"
#include "coir/coir.h"

#define SECONDS 4

// Returns the processor time that this process has used since `before`, divided by `count`, in nanoseconds.
static double used_for_each(clock_t before, int count)
{
    return (double)(clock() - before) / CLOCKS_PER_SEC * 1e9 / count;
}

static void pacing(BenchRow *row)
{
    int frames = row->n * SECONDS;
    double *errors = bench_alloc((size_t)frames, sizeof *errors);
    CoirPacing pacing = coir_pacing_start(row->n);
    clock_t before = clock();
    for (int i = 0; i < frames; i++)
        errors[i] = fabs(coir_pacing_wait(&pacing) - 1.0 / row->n) * 1e9;
    row->ns_per_item = row->ns_per_frame = bench_median(errors, frames); // sorts `errors`
    row->parts[0] = (BenchPart){"99th percentile", errors[frames * 99 / 100]};
    row->parts[1] = (BenchPart){"longest", errors[frames - 1]};
    row->parts[2] = (BenchPart){"processor's time in a frame", used_for_each(before, frames)};
    free(errors);
}

static void end(CoirNode *node, void *director)
{
    (void)node;
    coir_director_end(director);
}

static CoirNode *title_screen(CoirDirector *director)
{
    CoirNode *scene = coir_node_new();
    coir_label_add(scene, "A title", 480, 400);
    for (int i = 0; i < 5; i++)
        coir_label_add(scene, "An entry of its menu", 480, (float)(300 - 40 * i));
    coir_node_once_after(scene, SECONDS, end, director);
    return scene;
}

static void idle(BenchRow *row)
{
    CoirDirectorDef def = {.title = "bench", .frame_rate = 60, .idle = row->n == 1};
    CoirDirector *director = coir_director_create(&def);
    bench_expect(row, director, "%s", coir_error());
    if (!director)
        return;
    CoirNode *scene = title_screen(director);
    clock_t before = clock();
    bench_expect(row, coir_director_run(director, scene), "%s", coir_error());
    row->ns_per_item = used_for_each(before, SECONDS);
    row->ns_per_frame = used_for_each(before, (int)coir_director_frame_count(director));
    coir_director_destroy(director);
}

const Bench bench_pacing[] = {
    {"pacing", pacing, {60, 144}, {0}},
    {"idle", idle, {1, 2}, {0}},
    {0},
};
