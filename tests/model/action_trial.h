// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs a script on the library and on the model, and compares both after each step.

#ifndef COIR_TESTS_MODEL_ACTION_TRIAL_H
#define COIR_TESTS_MODEL_ACTION_TRIAL_H

#include "model/action_script.h"

// Runs a script up to the first difference. Returns the number of steps done, without the step that destroys a node.
int action_trial_do(Script *script);

// Returns a text about the difference in the last script. NULL: none.
const char *action_trial_difference(void);

// Returns the kind of this difference: a text that all differences of the kind share.
const char *action_trial_difference_kind(void);

#endif
