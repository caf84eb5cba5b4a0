// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Types and functions to describe and measure benchmarks.
//
// A theme is a file with a table, `const Bench bench_<theme>[]`, that ends with {0}. A line of the table is a
// benchmark: its name, the function that measures one n, the values of n, and the figures to reach. A new theme is
// declared below, listed in bench.c, and named in meson.build.

#ifndef COIR_TESTS_BENCH_H
#define COIR_TESTS_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/log.h"
#include "coir/node_class.h"
#include "coir/scheduler.h"
#include "coir/texture.h"

// A frame, in seconds: exact in binary and in nanoseconds, so that sums of frames can be checked.
#define BENCH_DT (1.0 / 64)

// Figures to reach, for n from `least_n` to `most_n`. A figure of 0 is not demanded.
typedef struct BenchFigure {
    int least_n, most_n;
    double ns_per_item, ns_per_frame, ratio, bytes_per_item; // ratio: time per item divided by the floor's
    double ns_per_item_of_most;                              // replaces ns_per_item if n is most_n
} BenchFigure;

// An additional measured time, shown in the table only. A row has room for BENCH_PARTS.
#define BENCH_PARTS 5
typedef struct BenchPart {
    const char *name;
    double ns;
} BenchPart;

// The results of a benchmark, for one n.
typedef struct BenchRow {
    const char *name;
    int n;
    const BenchFigure *figure; // NULL: none for this n
    double ns_per_item, ns_per_frame;
    double floor_ns_per_item, bytes_per_item; // 0: none
    BenchPart parts[BENCH_PARTS];             // ended by a part without a name, if not full
    double counted;                           // number of items in the frames in which instructions were counted
    bool failed;                              // true if the benchmark did not do its work
} BenchRow;

typedef struct Bench {
    const char *name;
    void (*run)(BenchRow *row); // measures the benchmark for row->n and fills in the results
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

// Two functions that are measured in turn, by one clock. `floor` is the work to compare `measured` with: mostly the
// least code that does the same.
typedef struct BenchLoop {
    void *state;
    void (*measured)(void *state, int frames);
    void (*floor)(void *state, int frames); // NULL: none
    void (*prepare)(void *state); // called before each round, not measured; rounds then have least_frames frames
    double items;                 // number of items in a frame
    int warm_up;                  // number of frames before measuring
    int least_frames;             // number of frames of the shortest round; 0: one frame
    const int64_t *left_out;      // sum of the nanoseconds that are not measured; NULL: none
    bool uneven;                  // true: also shows the first and the slowest later frame of the warm-up
} BenchLoop;

// Fills the row's nanoseconds with medians.
void bench_measure(BenchRow *row, const BenchLoop *loop);

// From now on, bench_measure measures no time. Instead bench_measure runs a few frames for a program that counts
// instructions (see instructions.sh), and stores the number of items of these frames in the row.
void bench_count_instructions(void);

// Sorts `values` and returns the median. `count` must be at least 1.
double bench_median(double *values, int count);

// Returns the nanoseconds since an arbitrary moment.
int64_t bench_now(void);

// Reports that a benchmark did not do its work, unless `is_so`. Only the first failure of a row is reported. A failed
// row is not shown, and the program's status is 1.
void bench_expect(BenchRow *row, bool is_so, const char *format, ...) COIR_PRINTF(3, 4);

// Returns `count` times `size` zero bytes. The caller frees the block. Ends the program when there is no memory.
void *bench_alloc(size_t count, size_t size);

// Calls --------------------------------------------------------------------------------------------------------------

typedef struct BenchTarget {
    double seconds; // sum of the elapsed times of all calls
    int32_t tag, score;
} BenchTarget;

// A call of the floor.
typedef struct BenchCall {
    CoirTickFn function;
    void *target, *user;
} BenchCall;

// Returns the function that timers, updates and floors call. The compiler cannot see which function is returned, so the
// calls are not inlined.
CoirTickFn bench_tick(void);

// The time up to the first call of a timer, and the time between calls.
typedef struct BenchTimes {
    double delay, interval;
} BenchTimes;

// Returns times for `n` timers. In each frame n / 1000 timers are due: different timers each time, at irregular
// distances in memory. A fifth of the timers has an interval of 500 frames, two fifths have 1000 frames, and two fifths
// have 2000. `n` must be a multiple of 5. The caller frees the array.
#define BENCH_LONGEST 2000
BenchTimes *bench_times(int n);

// Returns the number of calls of a timer within `seconds`.
int64_t bench_calls_within(BenchTimes times, double seconds);

// Returns the numbers from 0 to n - 1 in a random order, the same on every machine. The caller frees the array.
int *bench_shuffled(int n);

// Nodes and textures -------------------------------------------------------------------------------------------------

// Make and destroy `n` nodes, spread over 800 x 600 points. Making ends the program when there is no memory.
CoirNode **bench_nodes(int n);
void bench_destroy_nodes(CoirNode **nodes, int n);

// Returns the x of node `i` of bench_nodes, before the node moves.
float bench_x(int i);

// Returns a texture of `size` * `size` pixels, partly transparent. The pixels depend on `number`. The caller destroys
// the texture. Ends the program when there is no memory.
CoirTexture *bench_texture(int size, int number);

#endif
