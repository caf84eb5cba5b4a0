// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random numbers from a seed: the same seed gives the same numbers on every machine. If a game must be the same on
// every machine, draw each number in a statement of its own, because compilers evaluate the arguments of a function
// in different orders.

#ifndef COIR_RANDOM_H
#define COIR_RANDOM_H

#include <stdint.h>

#include "coir/api.h"

// A generator of random numbers. To save its state, copy or store its 16 bytes. All zero is a valid state.
typedef struct CoirRandom {
    uint64_t state, stream;
} CoirRandom;

// Returns a generator that starts from `seed`, any number.
COIR_API CoirRandom coir_random(uint64_t seed);

// Returns the next number, with each number in 0 .. 2^32 - 1 equally likely. `random` must not be NULL, here and
// below.
COIR_API uint32_t coir_random_bits(CoirRandom *random);

// Returns a whole number from `low` to `high`, both included, all equally likely. If `high` is below `low`, the two
// are swapped.
COIR_API int coir_random_int(CoirRandom *random, int low, int high);

// Returns a number from `low` to `high`, without `high` itself. `high` may be below `low`. If both are equal, returns
// `low`.
COIR_API double coir_random_range(CoirRandom *random, double low, double high);

#endif
