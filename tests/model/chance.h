// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random numbers from a seed, for tests: Sebastiano Vigna's splitmix64. The same seed gives the same numbers on all
// systems.

#ifndef COIR_TESTS_MODEL_CHANCE_H
#define COIR_TESTS_MODEL_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Chance {
    uint64_t state; // at first the seed
} Chance;

static inline uint64_t chance_bits(Chance *chance)
{
    uint64_t z = chance->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Returns a number from 0 to count - 1.
static inline int chance_below(Chance *chance, int count)
{
    return (int)((chance_bits(chance) >> 32) % (uint64_t)count);
}

// Returns a number from low to high.
static inline int chance_between(Chance *chance, int low, int high)
{
    return low + chance_below(chance, high - low + 1);
}

// Returns true once in `count` times, on average.
static inline bool chance_one_in(Chance *chance, int count)
{
    return chance_below(chance, count) == 0;
}

#endif
