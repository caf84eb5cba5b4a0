// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#ifndef COIR_TIME_SORT_H
#define COIR_TIME_SORT_H

#include "time/queue/timer.h"

// Sorts a list of timers that is linked by `next` and `link`, without memory. Returns the sorted list, in which `link`
// of the first timer is undefined.
CoirTimer *coir_sort_timers(CoirTimer *list);

#endif
