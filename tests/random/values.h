// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#ifndef COIR_TESTS_RANDOM_VALUES_H
#define COIR_TESTS_RANDOM_VALUES_H

#include <stdbool.h>

#include "model/chance.h"

extern Chance chance;
extern bool careless; // true if the present call may have bad arguments

// Make and remove the folder with the files whose paths any_path and any_output (driver.h) return. values_begin returns
// false if there is no folder.
bool values_begin(void);
void values_end(void);

#endif
