// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#ifndef COIR_TESTS_RANDOM_VALUES_H
#define COIR_TESTS_RANDOM_VALUES_H

#include <stdbool.h>

#include "model/chance.h"

extern Chance chance;
extern bool careless; // the call that is being made may have bad arguments

// Makes the files that paths lead to, and removes them.
bool values_begin(void);
void values_end(void);

#endif
