// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The properties of a sprite as numbers, in groups as leaves write them.

#ifndef COIR_TESTS_MODEL_ACTION_VALUES_H
#define COIR_TESTS_MODEL_ACTION_VALUES_H

#include "coir/node.h"
#include "model/action_tree.h"

extern const char *const action_group_names[GROUP_COUNT];

void action_values_read(const CoirNode *sprite, double values[][3]);
void action_values_write(CoirNode *sprite, const double values[][3]);

// True when the library's number is what the model says, save for rounding. NAN: the model does not say.
bool action_values_near(TreeGroup group, double model, double library);

#endif
