// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Makes a script of the trace language shorter and simpler as long as something stays true of it.

#ifndef COIR_TESTS_MODEL_SHRINK_H
#define COIR_TESTS_MODEL_SHRINK_H

#include <stdbool.h>

#include "trace/script.h"

// Asked at most `tries` times whether `script` (it ends with a zero) is still of interest.
typedef bool (*ShrinkTest)(const TraceText *script);

// Changes `script`, of which `is_interesting` must be true, and stays so.
void shrink(TraceText *script, ShrinkTest is_interesting, int tries);

#endif
