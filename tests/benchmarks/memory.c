// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What a target with one keyed timer costs in memory: once as the bytes that are asked for through the memory hook, and
// once, without a hook, as those that the C library's allocator says are in use, its own overhead included. The larger
// number counts. The nanoseconds are those of scheduling, of one pass.

#include "bench.h"

#include <stdlib.h>

#include "coir/memory.h"

#ifdef __GLIBC__
#if __GLIBC__ > 2 || __GLIBC_MINOR__ >= 33
#define HAS_MALLINFO2
#include <malloc.h>
#endif
#endif

// Stands before each block, as the hook is not told how large one is that it takes back. What follows it is aligned for
// everything.
typedef union Header {
    size_t size;
    long double number;
    void *pointer;
} Header;

static void *count_bytes(void *user, void *block, size_t size)
{
    size_t *bytes = user;
    Header *header = block ? (Header *)block - 1 : NULL;
    size_t old_size = header ? header->size : 0;
    if (size == 0) {
        *bytes -= old_size;
        free(header);
        return NULL;
    }
    header = realloc(header, sizeof *header + size);
    if (!header)
        return NULL;
    *bytes += size - old_size;
    header->size = size;
    return header + 1;
}

// Bytes in use, large blocks included. 0 where the C library does not tell.
static size_t allocator_bytes(void)
{
#ifdef HAS_MALLINFO2
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

static CoirScheduler *schedule_all(BenchRow *row, BenchTarget *targets)
{
    CoirScheduler *scheduler = coir_scheduler_new();
    CoirTimerDef def = {.callback = bench_tick(), .key = "spawn", .interval = 2, .repeat = COIR_FOREVER};
    for (int i = 0; i < row->n; i++)
        coir_scheduler_schedule(scheduler, &targets[i], &def);
    return scheduler;
}

static void expect_calls(BenchRow *row, CoirScheduler *scheduler, const BenchTarget *targets)
{
    coir_scheduler_update(scheduler, 2);
    for (int i = 0; i < row->n; i++)
        bench_expect(row, targets[i].seconds == 2, "target %d was not called", i);
}

static size_t bytes_by_hook(BenchRow *row, BenchTarget *targets)
{
    size_t bytes = 0;
    coir_memory_set_hook(count_bytes, &bytes);
    CoirScheduler *scheduler = schedule_all(row, targets);
    size_t result = bytes;
    expect_calls(row, scheduler, targets);
    coir_scheduler_destroy(scheduler);
    coir_memory_set_hook(NULL, NULL);
    bench_expect(row, result > 0 && bytes == 0, "%zu bytes were held, and %zu at the end", result, bytes);
    return result;
}

static size_t bytes_by_allocator(BenchRow *row, BenchTarget *targets)
{
    size_t before = allocator_bytes();
    int64_t start = bench_now();
    CoirScheduler *scheduler = schedule_all(row, targets);
    row->ns_per_frame = (double)(bench_now() - start);
    size_t after = allocator_bytes();
    coir_scheduler_destroy(scheduler);
    return after > before ? after - before : 0;
}

static void memory(BenchRow *row)
{
    BenchTarget *targets = bench_alloc((size_t)row->n, sizeof *targets);
    size_t asked = bytes_by_hook(row, targets), used = bytes_by_allocator(row, targets);
    row->ns_per_item = row->ns_per_frame / row->n;
    row->bytes_per_item = (double)(used > asked ? used : asked) / row->n;
    free(targets);
}

const Bench bench_memory[] = {
    {"timers-memory", memory, {1000, 10000, 100000, 1000000}, {100000, 1000000, .bytes_per_item = 160}},
    {0},
};
