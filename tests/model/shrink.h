// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Makes a script of the trace language shorter and simpler while a condition stays true.

#ifndef COIR_TESTS_MODEL_SHRINK_H
#define COIR_TESTS_MODEL_SHRINK_H

#include <stdbool.h>

#include "trace/script.h"

// Returns true if `script` is still interesting. The text of the script ends with a zero.
typedef bool (*ShrinkTest)(const TraceText *script);

// Shrinks `script`, and calls `is_interesting` at most `tries` times. `is_interesting` must be true for the script
// before, and is true for the result.
void shrink(TraceText *script, ShrinkTest is_interesting, int tries);

#endif
