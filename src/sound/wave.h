// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Functions for computing samples, with the same result to the last bit on every machine. The C library's sin and exp2
// differ between machines in the last digits.

#ifndef COIR_SOUND_WAVE_H
#define COIR_SOUND_WAVE_H

#include <stdint.h>

// Returns the sine of an angle in turns: 0.25 gives 1. The error is below 1e-11 for angles up to 1000 turns.
double coir_wave_sine(double turns);

// Returns the tangent of an angle in turns, -0.24 to 0.24. The relative error is below 1e-9, except for angles between
// -1e-7 and 0.
double coir_wave_tangent(double turns);

// Returns 2 to the power of a number, -1000 to 1000. The relative error is below 1e-12.
double coir_wave_exp2(double power);

// Returns `number` minus the largest integer that is not above `number`: 0 <= part < 1. `number` is within +-2^62.
double coir_wave_part(double number);

// Returns a random level, -1 <= level < 1, which depends on `number` and `seed` only.
double coir_wave_noise(uint32_t number, uint32_t seed);

#endif
