// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Measuring: rounds of the floor (BenchLoop.floor) and of the measured function alternate, so that both find the
// machine and its caches in the same state. The result of each is the median of all rounds. A round has as many frames
// as the clock needs to be exact. If a benchmark defers work, its frames differ. Then a round has many frames, because
// the median of single frames would hide the slow frames.

#include "bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/system.h"

#define ROUND_NS 200000 // the shortest round
#define MAX_ROUNDS 2000
#define MAX_FRAMES 1000000
#define COUNTED_FRAMES 10

static bool counts_only;

int64_t bench_now(void)
{
    return system_now();
}

void bench_expect(BenchRow *row, bool is_so, const char *format, ...)
{
    if (is_so || row->failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "bench: %s with n %d did not do what it says: ", row->name, row->n);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    va_end(arguments);
    row->failed = true;
}

void *bench_alloc(size_t count, size_t size)
{
    void *block = calloc(count, size);
    if (!block) {
        fputs("bench: no memory\n", stderr);
        exit(1);
    }
    return block;
}

static int64_t measured_now(const BenchLoop *loop)
{
    return bench_now() - (loop->left_out ? *loop->left_out : 0);
}

// Returns the nanoseconds per frame.
static double timed(const BenchLoop *loop, void (*work)(void *state, int frames), int frames)
{
    int64_t start = measured_now(loop);
    work(loop->state, frames);
    return (double)(measured_now(loop) - start) / frames;
}

static double timed_both(const BenchLoop *loop, int frames)
{
    double floor = loop->floor ? timed(loop, loop->floor, frames) : 0;
    return floor + timed(loop, loop->measured, frames);
}

// Returns the number of frames of a round. A round with `prepare` is not extended, because only the first frame of a
// round is prepared.
static int frames_of_round(const BenchLoop *loop)
{
    int frames = loop->least_frames > 1 ? loop->least_frames : 1;
    while (!loop->prepare && frames < MAX_FRAMES && timed_both(loop, frames) * frames < ROUND_NS)
        frames *= 2;
    return frames;
}

static void warm_up(BenchRow *row, const BenchLoop *loop)
{
    double first = 0, slowest = 0;
    for (int i = 0; i < loop->warm_up; i++) {
        if (loop->prepare)
            loop->prepare(loop->state);
        if (loop->floor)
            loop->floor(loop->state, 1);
        double ns = timed(loop, loop->measured, 1);
        if (i == 0)
            first = ns;
        else if (ns > slowest)
            slowest = ns;
    }
    if (loop->uneven) {
        row->parts[0] = (BenchPart){"first frame", first};
        row->parts[1] = (BenchPart){"slowest later frame", slowest};
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

// callgrind counts everything that these two functions call. The functions are called through volatile pointers, so
// that the compiler inlines neither.
static void count_floor(const BenchLoop *loop)
{
    loop->floor(loop->state, 1);
}

static void count_measured(const BenchLoop *loop)
{
    loop->measured(loop->state, 1);
}

static void count(BenchRow *row, const BenchLoop *loop)
{
    static void (*volatile floor_of)(const BenchLoop *) = count_floor;
    static void (*volatile measured_of)(const BenchLoop *) = count_measured;
    for (int i = 0; i < COUNTED_FRAMES; i++) {
        if (loop->prepare)
            loop->prepare(loop->state);
        if (loop->floor)
            floor_of(loop);
        measured_of(loop);
    }
    row->counted += loop->items * COUNTED_FRAMES;
}

void bench_count_instructions(void)
{
    counts_only = true;
}

void bench_measure(BenchRow *row, const BenchLoop *loop)
{
    static double floors[MAX_ROUNDS], measured[MAX_ROUNDS];
    int rounds = 0, least = row->figure ? 15 : 3;
    int64_t enough = row->figure ? 1000000000 : 200000000;
    warm_up(row, loop);
    if (counts_only) {
        count(row, loop);
        return;
    }
    int frames = frames_of_round(loop);
    int64_t start = bench_now();
    while (rounds < least || (rounds < MAX_ROUNDS && bench_now() - start < enough)) {
        if (loop->prepare)
            loop->prepare(loop->state);
        if (loop->floor)
            floors[rounds] = timed(loop, loop->floor, frames);
        measured[rounds++] = timed(loop, loop->measured, frames);
    }
    row->ns_per_frame = bench_median(measured, rounds);
    row->ns_per_item = row->ns_per_frame / loop->items;
    if (loop->floor)
        row->floor_ns_per_item = bench_median(floors, rounds) / loop->items;
}
