// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A timing wheel: timers in lists, each list for a slice of time. A list whose timers were not added in the order of
// their due times is sorted when its slice comes, or when the earliest timer of the wheel is needed.

#ifndef COIR_TIME_WHEEL_H
#define COIR_TIME_WHEEL_H

#include "time/queue/timer.h"

// A slice of level 0 is 4.2 ms long: a frame at 240 Hz. A slice of each other level is 32 times as long as a slice of
// the level below. The first two levels have 256 lists each, so that a timer of the next 34 seconds moves at most
// once. Each other level has 64 lists. The last level reaches to the end of time.
#define COIR_SLICE_BITS 22
#define COIR_WHEEL_LEVELS 8
#define COIR_WHEEL_NEAR 256
#define COIR_WHEEL_FAR 64
#define COIR_WHEEL_ALL (2 * COIR_WHEEL_NEAR + (COIR_WHEEL_LEVELS - 2) * COIR_WHEEL_FAR)
#define COIR_WHEEL_BITS 64 // bits in a word of `filled` and of `unsorted`

typedef struct CoirWheelList {
    CoirTimer *first, *last;
} CoirWheelList;

typedef struct CoirWheel {
    int64_t reached;                                     // slice of level 0; all timers are due after this slice
    uint64_t filled[COIR_WHEEL_ALL / COIR_WHEEL_BITS];   // a bit for each list; 0: the list is empty
    uint64_t unsorted[COIR_WHEEL_ALL / COIR_WHEEL_BITS]; // a bit for each list that is not sorted
    CoirWheelList lists[COIR_WHEEL_ALL];
    uint32_t counts[COIR_WHEEL_ALL - COIR_WHEEL_NEAR]; // timers in each list above level 0
    bool has_sorted;                                   // the last slice with timers had to be sorted
} CoirWheel;

static inline int64_t coir_slice_of(int64_t time)
{
    return time >> COIR_SLICE_BITS;
}

static inline uint64_t coir_wheel_bit(unsigned number)
{
    return UINT64_C(1) << number % COIR_WHEEL_BITS;
}

// Appends a timer to the list with this number.
static inline void coir_wheel_append(CoirWheel *wheel, CoirTimer *timer, unsigned number)
{
    CoirWheelList *list = &wheel->lists[number];
    CoirTimer *last = list->last;
    timer->next = NULL;
    list->last = timer;
    if (!last) {
        list->first = timer;
        timer->link = &list->first;
        wheel->filled[number / COIR_WHEEL_BITS] |= coir_wheel_bit(number);
        wheel->unsorted[number / COIR_WHEEL_BITS] &= ~coir_wheel_bit(number);
        return;
    }
    last->next = timer;
    timer->link = &last->next;
    if (coir_timer_before(timer, last))
        wheel->unsorted[number / COIR_WHEEL_BITS] |= coir_wheel_bit(number);
}

// Adds a timer that is too late for level 0.
void coir_wheel_insert_far(CoirWheel *wheel, CoirTimer *timer);

// Adds a timer that is due after the slice `reached`, and stores its level in `timer->level`.
static inline void coir_wheel_insert(CoirWheel *wheel, CoirTimer *timer)
{
    int64_t slice = coir_slice_of(timer->time);
    if (slice - wheel->reached >= COIR_WHEEL_NEAR) {
        coir_wheel_insert_far(wheel, timer);
        return;
    }
    timer->level = 0;
    coir_wheel_append(wheel, timer, (unsigned)slice % COIR_WHEEL_NEAR);
}

// Called after a timer was added to the wheel of an agenda whose timers do not fit into a near cache. If the timer is
// in a list of level 0, stores the timer as the `ahead` (timer.h) of an earlier timer of the list. In lists of higher
// levels, coir_wheel_insert has done so.
void coir_wheel_set_ahead(const CoirWheel *wheel, CoirTimer *timer);

// Called after a timer was unlinked from its list in the wheel, or from the sorted list of a slice that has left the
// wheel. `timer->link` and `timer->next` still have the old values.
void coir_wheel_forget(CoirWheel *wheel, const CoirTimer *timer);

// Returns how many of the `count` timers of a list move to lower levels now. `passed`: number of slices of level 0 that
// have passed since timers moved last. `left`: number of slices of level 0 before the time of the list comes.
static inline uint32_t coir_wheel_part(uint32_t count, int64_t passed, int64_t left)
{
    const int64_t most = INT64_C(1) << 20; // so that the product does not overflow
    if (passed > most)
        passed = most;
    return (uint32_t)((count * passed + left + passed - 1) / (left + passed));
}

// Moves `reached` to the slice of `time`. No timer of the wheel may be due before `time`. The timers of this slice
// leave the wheel. Returns these timers as a sorted list, in which the `link` of the first timer is not valid.
CoirTimer *coir_wheel_reach(CoirWheel *wheel, int64_t time);

// Returns the start of a slice before which no timer is due; COIR_NEVER: the wheel is empty.
int64_t coir_wheel_bound(CoirWheel *wheel);

// Returns the earliest timer; if several timers have the earliest time, any of these timers. NULL: the wheel is empty.
// Sorts the lists that may have this timer.
CoirTimer *coir_wheel_earliest(CoirWheel *wheel);

#endif
