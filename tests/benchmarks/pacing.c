// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pacing without a display that keeps the rate. n is the rate. An item is a frame, and costs the difference between its
// interval and the interval asked for, as a median.

#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "app/pacing.h"

#define SECONDS 4

// The part of the processor's time that this process has used since `before`, in nanoseconds a frame.
static double used_per_frame(clock_t before, int frames)
{
    return (double)(clock() - before) / CLOCKS_PER_SEC * 1e9 / frames;
}

static void pacing(BenchRow *row)
{
    int frames = row->n * SECONDS;
    double *errors = bench_alloc((size_t)frames, sizeof *errors), sum = 0;
    CoirPacing pacing = coir_pacing_start(row->n);
    clock_t before = clock();
    for (int i = 0; i < frames; i++) {
        double interval = coir_pacing_wait(&pacing);
        errors[i] = fabs(interval - 1.0 / row->n) * 1e9;
        sum += interval;
    }
    row->ns_per_item = row->ns_per_frame = bench_median(errors, frames); // sorts
    row->parts[0] = (BenchPart){"99th percentile", errors[frames * 99 / 100]};
    row->parts[1] = (BenchPart){"longest", errors[frames - 1]};
    row->parts[2] = (BenchPart){"processor's time in a frame", used_per_frame(before, frames)};
    bench_expect(row, fabs(sum - SECONDS) < 0.02, "%d frames took %g s", frames, sum);
    free(errors);
}

const Bench bench_pacing[] = {
    {"pacing", pacing, {60, 144}, {0}},
    {0},
};
