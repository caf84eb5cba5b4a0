// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#ifndef COIR_TIME_SORT_H
#define COIR_TIME_SORT_H

#include "time/queue/timer.h"

// Sorts a list of timers linked by `next`, without memory. Returns the sorted list, whose `link` are set but for the
// first timer's.
CoirTimer *coir_sort_timers(CoirTimer *list);

#endif
