// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The memory of a target with one keyed timer, of a run of an action, and of a sprite. The bytes are measured twice:
//
// 1. The bytes that the library requests through the memory hook.
// 2. Without a hook, the bytes in use that the C library's allocator reports, with the allocator's own overhead.
//
// The larger number counts. The nanoseconds are the time to schedule all timers, to start all runs, or to make all
// sprites.

#include "bench.h"

#include <stdlib.h>

#include "coir/action_manager.h"
#include "coir/memory.h"
#include "coir/node.h"
#include "coir/sprite.h"

#ifdef __GLIBC__
#if __GLIBC__ > 2 || __GLIBC_MINOR__ >= 33
#define HAS_MALLINFO2
#include <malloc.h>
#endif
#endif

// Memory in front of each block, for the size of the block: the hook does not get the size of a block that is freed.
// The block behind the header is aligned for every type.
typedef union Header {
    size_t size;
    long double number;
    void *pointer;
} Header;

static void *count_bytes(void *block, size_t size, void *user)
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

// Returns the bytes in use, large blocks included, or 0 if the C library does not report a number.
static size_t allocator_bytes(void)
{
#ifdef HAS_MALLINFO2
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

// timers-memory ------------------------------------------------------------------------------------------------------

static CoirScheduler *schedule_all(BenchRow *row, BenchTarget *targets)
{
    CoirScheduler *scheduler = coir_scheduler_new();
    CoirTimerDef def = {.tick = bench_tick(), .key = "spawn", .interval = 2, .repeat = COIR_FOREVER};
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

// actions-memory, actions-memory-loop --------------------------------------------------------------------------------
//
// All memory that the runs of one description on n nodes add: on the nodes, in the manager, and in tables.

#define FRAMES 5
#define FRAME_SECONDS 0.75 // FRAMES frames are longer than a loop of two seconds

typedef CoirAction *(*MakeFn)(void);

static size_t hook_bytes;

static size_t bytes_of_hook(void)
{
    return hook_bytes;
}

static CoirActionManager *run_all(BenchRow *row, CoirNode **nodes, MakeFn make)
{
    CoirActionManager *manager = coir_action_manager_new();
    CoirAction *action = make();
    int64_t start = bench_now();
    for (int i = 0; i < row->n; i++)
        coir_action_manager_run(manager, nodes[i], coir_action_retain(action));
    row->ns_per_frame = (double)(bench_now() - start);
    coir_action_release(action);
    return manager;
}

// Measures the bytes of the runs after the start and after each frame, and returns the greatest number. `held` returns
// the bytes in use.
static size_t bytes_of_runs(BenchRow *row, MakeFn make, size_t (*held)(void))
{
    CoirNode **nodes = bench_nodes(row->n);
    size_t before = held();
    CoirActionManager *manager = run_all(row, nodes, make);
    size_t most = held();
    for (int i = 0; i < FRAMES; i++) {
        coir_action_manager_update(manager, FRAME_SECONDS);
        size_t now = held();
        most = now > most ? now : most;
    }
    for (int i = 0; i < row->n; i++)
        bench_expect(row, nodes[i]->position.x == bench_x(i) + 25, "node %d is at %g", i, nodes[i]->position.x);
    coir_action_manager_destroy(manager);
    bench_destroy_nodes(nodes, row->n);
    return most > before ? most - before : 0;
}

static void memory_of_runs(BenchRow *row, MakeFn make)
{
    hook_bytes = 0;
    coir_memory_set_hook(count_bytes, &hook_bytes);
    size_t asked = bytes_of_runs(row, make, bytes_of_hook);
    coir_memory_set_hook(NULL, NULL);
    bench_expect(row, asked > 0 && hook_bytes == 0, "%zu bytes were held, and %zu at the end", asked, hook_bytes);
    size_t used = bytes_of_runs(row, make, allocator_bytes);
    row->ns_per_item = row->ns_per_frame / row->n;
    row->bytes_per_item = (double)(used > asked ? used : asked) / row->n;
}

static CoirAction *move(void)
{
    return coir_move_by(15, 100, 50);
}

static CoirAction *there_and_back(void)
{
    return coir_repeat_forever(coir_sequence(coir_move_by(1, 100, 50), coir_move_by(1, -100, -50)));
}

static void memory_of_move(BenchRow *row)
{
    memory_of_runs(row, move);
}

static void memory_of_loop(BenchRow *row)
{
    memory_of_runs(row, there_and_back);
}

// sprites-memory -----------------------------------------------------------------------------------------------------

static size_t bytes_of_sprites(BenchRow *row, CoirTexture *texture, size_t (*held)(void))
{
    CoirNode *parent = coir_node_new();
    size_t before = held();
    int64_t start = bench_now();
    for (int i = 0; i < row->n; i++)
        coir_node_add(parent, &coir_sprite_with_texture(texture)->node);
    row->ns_per_frame = (double)(bench_now() - start);
    size_t most = held();
    bench_expect(row, coir_node_child_count(parent) == row->n, "there are %d sprites", coir_node_child_count(parent));
    coir_node_destroy(parent);
    coir_nodes_sweep();
    return most > before ? most - before : 0;
}

static void memory_of_sprites(BenchRow *row)
{
    CoirTexture *texture = bench_texture(32, 0);
    hook_bytes = 0;
    coir_memory_set_hook(count_bytes, &hook_bytes);
    size_t asked = bytes_of_sprites(row, texture, bytes_of_hook);
    coir_memory_set_hook(NULL, NULL);
    bench_expect(row, asked > 0 && hook_bytes == 0, "%zu bytes were held, and %zu at the end", asked, hook_bytes);
    size_t used = bytes_of_sprites(row, texture, allocator_bytes);
    coir_texture_destroy(texture);
    coir_nodes_sweep(); // the texture must be freed before the next hook is set
    row->ns_per_item = row->ns_per_frame / row->n;
    row->bytes_per_item = (double)(used > asked ? used : asked) / row->n;
}

const Bench bench_memory[] = {
    {"timers-memory", memory, {1000, 10000, 100000, 1000000}, {100000, 1000000, .bytes_per_item = 160}},
    {"actions-memory", memory_of_move, {1000, 10000, 100000, 1000000}, {100000, 1000000, .bytes_per_item = 96}},
    {"actions-memory-loop", memory_of_loop, {1000, 10000, 100000, 1000000}, {100000, 1000000, .bytes_per_item = 160}},
    {"sprites-memory", memory_of_sprites, {1000, 10000, 100000}, {100000, 100000, .bytes_per_item = 320}},
    {0},
};
