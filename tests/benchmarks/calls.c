// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The function that timers, updates and floors (BenchLoop.floor) call, and the times of the calls. The function has a
// file of its own, so that the compiler cannot inline the function into a floor's loop.

#include "bench.h"

#include <math.h>
#include <stdlib.h>

#include "coir/random.h"

static void tick(void *target, double elapsed, void *user)
{
    BenchTarget *self = target;
    (void)user;
    self->seconds += elapsed;
}

CoirTickFn bench_tick(void)
{
    static CoirTickFn volatile function = tick;
    return function;
}

int *bench_shuffled(int n)
{
    int *numbers = bench_alloc((size_t)n, sizeof *numbers);
    CoirRandom random = coir_random(1);
    for (int i = 0; i < n; i++) {
        int other = coir_random_int(&random, 0, i);
        numbers[i] = numbers[other];
        numbers[other] = i;
    }
    return numbers;
}

// The due times of the timers that share an interval are evenly spaced. The first due time is half a distance after 0:
// so no timer is due exactly at the end of a frame, where rounding could move the call to another frame.
BenchTimes *bench_times(int n)
{
    static const struct {
        int fifths, frames;
    } shares[] = {{1, 500}, {2, 1000}, {2, BENCH_LONGEST}};
    BenchTimes *times = bench_alloc((size_t)n, sizeof *times);
    int *order = bench_shuffled(n), done = 0;
    for (int i = 0; i < 3; i++) {
        int count = n / 5 * shares[i].fifths;
        double interval = shares[i].frames * BENCH_DT;
        for (int k = 0; k < count; k++)
            times[order[done++]] = (BenchTimes){(k + 0.5) * interval / count, interval};
    }
    free(order);
    return times;
}

int64_t bench_calls_within(BenchTimes times, double seconds)
{
    return seconds < times.delay ? 0 : 1 + (int64_t)floor((seconds - times.delay) / times.interval);
}
