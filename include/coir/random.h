// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random numbers from a seed: the same seed gives the same numbers on every machine.

#ifndef COIR_RANDOM_H
#define COIR_RANDOM_H

#include <stdint.h>

#include "coir/api.h"

// A generator is these 16 bytes: copy or store them to save its state. All zero is a valid state.
typedef struct CoirRandom {
    uint64_t state, stream;
} CoirRandom;

// A generator started from `seed`; any value is fine.
COIR_API CoirRandom coir_random(uint64_t seed);

// The next number, each of 0 .. 2^32 - 1 equally likely. `random` must not be NULL; that holds for all of them.
COIR_API uint32_t coir_random_bits(CoirRandom *random);

// A whole number from `low` to `high`, both included and all equally likely. With high < low the two change places.
COIR_API int coir_random_int(CoirRandom *random, int low, int high);

// A number from `low` up to, but without, `high`.
COIR_API double coir_random_range(CoirRandom *random, double low, double high);

#endif
