// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Benchmarks: what a theme's file needs to describe and measure them.
//
// A theme is a file with a table, `const Bench bench_<theme>[]`, that ends with {0}. A benchmark is a line of it: its
// name, the function that measures one n, the n to go through, and the figures to reach. A new theme is declared below,
// listed in bench.c, and named in meson.build.

#ifndef COIR_TESTS_BENCH_H
#define COIR_TESTS_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/log.h"
#include "coir/node_class.h"
#include "coir/scheduler.h"
#include "coir/texture.h"

// A frame, in seconds: exact in binary and in nanoseconds, so that sums of it can be checked.
#define BENCH_DT (1.0 / 64)

// What is to be reached, for those n. What is 0 is not asked for.
typedef struct BenchFigure {
    int least_n, most_n;
    double ns_per_item, ns_per_frame, ratio, bytes_per_item;
    double ns_per_item_of_most; // instead, for most_n
} BenchFigure;

// More of what was measured, shown to people only. A row has room for so many.
#define BENCH_PARTS 5
typedef struct BenchPart {
    const char *name;
    double ns;
} BenchPart;

// What was measured, for one n.
typedef struct BenchRow {
    const char *name;
    int n;
    const BenchFigure *figure; // NULL: none for this n
    double ns_per_item, ns_per_frame;
    double floor_ns_per_item, bytes_per_item; // 0: there is none
    BenchPart parts[BENCH_PARTS];             // without a name: none
    double counted;                           // items of the frames whose instructions were counted
    bool failed;                              // it did not do what it says, or could not
} BenchRow;

typedef struct Bench {
    const char *name;
    void (*run)(BenchRow *row); // measures row->n and fills in the rest
    int sizes[5];               // each n; ends with a 0
    BenchFigure figure;
} Bench;

extern const Bench bench_scheduler[], bench_intervals[], bench_churn[], bench_memory[], bench_queues[];
extern const Bench bench_actions[], bench_runs[], bench_making[], bench_stages[], bench_sleepers[], bench_sprites[],
    bench_frame[];
extern const Bench bench_labels[];
extern const Bench bench_software[], bench_pacing[], bench_input[], bench_input_state[];
extern const Bench bench_voices[];

// Measuring ----------------------------------------------------------------------------------------------------------

// Two things that are measured in turn: `measured`, and by the same clock `floor`, the least that could do its work.
typedef struct BenchLoop {
    void *state;
    void (*measured)(void *state, int frames);
    void (*floor)(void *state, int frames); // NULL: there is none
    void (*prepare)(void *state);           // before each frame of `measured`, and not counted; NULL: nothing to do
    double items;                           // in a frame
    int warm_up;                            // how many frames go before
    int least_frames;                       // of a round; 0: one
    const int64_t *left_out;                // counts nanoseconds that are not to be measured; NULL: all are
    bool uneven;                            // the row also gets the first and the slowest frame of the warm-up
} BenchLoop;

// Fills the row's nanoseconds with medians.
void bench_measure(BenchRow *row, const BenchLoop *loop);

// From now on, bench_measure measures nothing, but does a few frames for a program that counts instructions (see
// instructions.sh), and says in the row of how many items they were.
void bench_count_instructions(void);

// The one in the middle, of at least one; sorts them.
double bench_median(double *values, int count);

// Nanoseconds since some moment.
int64_t bench_now(void);

// Says that a benchmark did not do what it says, unless `is_so`. Such a row is not shown, and the program's status
// is 1.
void bench_expect(BenchRow *row, bool is_so, const char *format, ...) COIR_PRINTF(3, 4);

// `count` times `size` zero bytes, to be freed. Ends the program when there is no memory.
void *bench_alloc(size_t count, size_t size);

// What is called -----------------------------------------------------------------------------------------------------

typedef struct BenchTarget {
    double seconds; // the sum of what it was called with
    int32_t tag, score;
} BenchTarget;

// A call as the floor makes it.
typedef struct BenchCall {
    CoirTickFn function;
    void *target, *user;
} BenchCall;

// The callback, read from where the compiler cannot see which one it is.
CoirTickFn bench_tick(void);

// When a timer is due first and how long it is between calls.
typedef struct BenchTimes {
    double delay, interval;
} BenchTimes;

// Times for `n` timers, of which n / 1000 are due in each frame: others each time, at no regular distance in memory.
// A fifth have an interval of 500 frames, two fifths one of 1000, two fifths one of 2000. To be freed.
#define BENCH_LONGEST 2000
BenchTimes *bench_times(int n);

// How often such a timer is called within `seconds`.
int64_t bench_calls_within(BenchTimes times, double seconds);

// The numbers from 0 to n - 1 in disorder, the same on every machine. To be freed.
int *bench_shuffled(int n);

// What is moved ------------------------------------------------------------------------------------------------------

// `n` nodes, each at a place of its own, and destroying them. Ends the program when there is no memory.
CoirNode **bench_nodes(int n);
void bench_destroy_nodes(CoirNode **nodes, int n);

// The x of node `i` at first.
float bench_x(int i);

// A picture of `size` * `size` pixels, partly transparent, and another one for another `number`; to be destroyed. Ends
// the program when there is no memory.
CoirTexture *bench_texture(int size, int number);

#endif
