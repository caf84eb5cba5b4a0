// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Does a script to the library and to the model, and compares them after each step.

#ifndef COIR_TESTS_MODEL_ACTION_WORLD_H
#define COIR_TESTS_MODEL_ACTION_WORLD_H

#include "model/action_script.h"

// Returns the number of steps done, the one in which they differ included.
int action_world_do(Script *script);

// What differed in the last script, in words; NULL: nothing.
const char *action_world_difference(void);

// What kind of difference that is: a text that all of the kind have in common.
const char *action_world_difference_kind(void);

#endif
