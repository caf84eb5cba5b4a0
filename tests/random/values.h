// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#ifndef COIR_TESTS_RANDOM_VALUES_H
#define COIR_TESTS_RANDOM_VALUES_H

#include <stdbool.h>

#include "model/chance.h"

extern Chance chance;
extern bool careless; // true if the present call may have bad arguments

// Make and remove the files of any_path and any_output.
bool values_begin(void);
void values_end(void);

#endif
