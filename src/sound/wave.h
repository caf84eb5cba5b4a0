// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Functions for computing samples, which give the same bytes on every machine. The last digits of sin and exp2 of the C
// library differ between machines.

#ifndef COIR_SOUND_WAVE_H
#define COIR_SOUND_WAVE_H

#include <stdint.h>

// Returns the sine of an angle in turns: 0.25 gives 1. The error is below 1e-11 for angles up to 1000 turns.
double coir_wave_sine(double turns);

// Returns the tangent of an angle in turns, -0.24 to 0.24. The relative error is below 1e-9.
double coir_wave_tangent(double turns);

// Returns 2 to the power of a number, -1000 to 1000. The relative error is below 1e-12.
double coir_wave_exp2(double power);

// Returns the part of a number above the next whole number below: 0 <= part < 1. `number` is within +-2^62.
double coir_wave_part(double number);

// Returns a random level, -1 <= level < 1: for each number and seed always the same.
double coir_wave_noise(uint32_t number, uint32_t seed);

#endif
