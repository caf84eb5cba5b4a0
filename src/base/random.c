// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// PCG-XSH-RR 64/32: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
// Random Number Generation", 2014.

#include "coir/random.h"

#include <math.h>

CoirRandom coir_random(uint64_t seed)
{
    CoirRandom random = {0, 0x5851f42d4c957f2dULL ^ (seed << 1)};
    coir_random_bits(&random);
    random.state += seed;
    coir_random_bits(&random);
    return random;
}

uint32_t coir_random_bits(CoirRandom *random)
{
    uint64_t state = random->state;
    random->state = state * 6364136223846793005ULL + (random->stream | 1);
    uint32_t folded = (uint32_t)(((state >> 18) ^ state) >> 27), turn = (uint32_t)(state >> 59);
    return (folded >> turn) | (folded << ((32 - turn) & 31));
}

int coir_random_int(CoirRandom *random, int low, int high)
{
    if (high < low) {
        int swap = low;
        low = high;
        high = swap;
    }
    uint64_t count = (uint64_t)((int64_t)high - low) + 1; // up to 2^32
    uint64_t even = ((uint64_t)1 << 32) / count * count;  // numbers from `even` on would favour small results
    uint64_t bits;
    do
        bits = coir_random_bits(random);
    while (bits >= even);
    return (int)(low + (int64_t)(bits % count));
}

double coir_random_range(CoirRandom *random, double low, double high)
{
    uint64_t upper = coir_random_bits(random) >> 5, lower = coir_random_bits(random) >> 6;
    double part = (double)(upper * 67108864 + lower) / 9007199254740992.0, range = high - low;
    double number = isfinite(range) ? low + range * part : low * (1 - part) + high * part;
    return number == high ? nextafter(high, low) : number; // rounding can reach `high`
}
