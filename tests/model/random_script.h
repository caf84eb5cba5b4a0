// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random scripts of the trace language.

#ifndef COIR_TESTS_MODEL_RANDOM_SCRIPT_H
#define COIR_TESTS_MODEL_RANDOM_SCRIPT_H

#include <stdint.h>

#include "trace/script.h"

// Adds a script to `text`: for the Scheduler if the seed is even, for timer queues if the seed is odd. The same seed
// always gives the same script.
void random_script(uint64_t seed, TraceText *text);

// The same for a script with many timers, most of which have one interval and come due together.
void random_crowd(uint64_t seed, TraceText *text);

#endif
