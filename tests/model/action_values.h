// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads and writes the properties of a sprite as numbers: up to three numbers for each property (TreeGroup).

#ifndef COIR_TESTS_MODEL_ACTION_VALUES_H
#define COIR_TESTS_MODEL_ACTION_VALUES_H

#include "coir/node.h"
#include "model/action_tree.h"

extern const char *const action_group_names[GROUP_COUNT];

void action_values_read(const CoirNode *sprite, double values[][3]);
void action_values_write(CoirNode *sprite, const double values[][3]);

// Returns true if the library's number equals the model's, except for rounding. NAN, or a number beyond 1e30, in the
// model allows any number.
bool action_values_near(TreeGroup group, double model, double library);

#endif
