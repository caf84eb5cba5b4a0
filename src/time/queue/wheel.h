// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A timing wheel: timers in lists, each list for a slice of time. A list is sorted when its slice has come, and only if
// the timers were not added in their order.

#ifndef COIR_TIME_WHEEL_H
#define COIR_TIME_WHEEL_H

#include "time/queue/timer.h"

// A slice of level 0 has 4.2 ms: a frame at 240 Hz.
#define COIR_SLICE_BITS 22

// Level 0 has 256 lists, the next one 512, four more 256 each; these six levels reach to the end of time.
#define COIR_WHEEL_LEVELS 6
#define COIR_WHEEL_NEAR 256
#define COIR_WHEEL_ALL (COIR_WHEEL_NEAR + 512 + 4 * 256)
#define COIR_WHEEL_BITS 64 // in a word

typedef struct CoirWheelList {
    CoirTimer *first, *last;
} CoirWheelList;

typedef struct CoirWheel {
    int64_t reached;                                     // all timers are due after the slice of this time
    uint64_t filled[COIR_WHEEL_ALL / COIR_WHEEL_BITS];   // a bit for each list; the list may have become empty
    uint64_t unsorted[COIR_WHEEL_ALL / COIR_WHEEL_BITS]; // a bit for each list that is not sorted
    CoirWheelList lists[COIR_WHEEL_ALL];
    CoirTimer *earliest[COIR_WHEEL_ALL]; // of a list that is not sorted; NULL: not known, since a timer was removed
    uint32_t counts[COIR_WHEEL_ALL];     // timers in each list above level 0
    bool has_sorted;                     // the last slice with timers had to be sorted
} CoirWheel;

static inline int64_t coir_slice_of(int64_t time)
{
    return time >> COIR_SLICE_BITS;
}

static inline uint64_t coir_wheel_bit(unsigned number)
{
    return UINT64_C(1) << number % COIR_WHEEL_BITS;
}

// Called when a timer was added to a list behind a later one.
void coir_wheel_note_disorder(CoirWheel *wheel, unsigned number);

// Adds a timer to a list by number.
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
        coir_wheel_note_disorder(wheel, number);
}

// Adds a timer that is too late for level 0.
void coir_wheel_insert_far(CoirWheel *wheel, CoirTimer *timer);

// Adds a timer that is due after the slice of `reached`, and stores its level in `timer->level`.
static inline void coir_wheel_insert(CoirWheel *wheel, CoirTimer *timer)
{
    int64_t slice = coir_slice_of(timer->time);
    if (slice - coir_slice_of(wheel->reached) >= COIR_WHEEL_NEAR) {
        coir_wheel_insert_far(wheel, timer);
        return;
    }
    timer->level = 0;
    coir_wheel_append(wheel, timer, (unsigned)slice % COIR_WHEEL_NEAR);
}

// Called after a timer was added. Makes sorting the list faster, if the memory of its timers is not in the cache.
void coir_wheel_name_ahead(const CoirWheel *wheel, CoirTimer *timer);

// Called when a timer was unlinked from its list in the wheel, or from the sorted list of a slice that has left the
// wheel; `timer->link` and `timer->next` are as before.
void coir_wheel_forget(CoirWheel *wheel, const CoirTimer *timer);

// Returns how many of the `count` timers of a list move to lower levels. `passed` slices of level 0 have passed since
// the last timers moved, and `left` slices remain until the list's time comes.
static inline uint32_t coir_wheel_part(uint32_t count, int64_t passed, int64_t left)
{
    const int64_t most = INT64_C(1) << 20; // so that the product does not overflow
    if (passed > most)
        passed = most;
    return (uint32_t)((count * passed + left + passed - 1) / (left + passed));
}

// Moves `reached` to `time`, before which no timer is due. Returns the timers of the slice of `time`, which leave the
// wheel, as a sorted list.
CoirTimer *coir_wheel_reach(CoirWheel *wheel, int64_t time);

// Returns a time before which no timer is due; COIR_NEVER: the wheel is empty.
int64_t coir_wheel_bound(CoirWheel *wheel);

// Returns the earliest timer, and any of several with the same time; NULL: the wheel is empty.
CoirTimer *coir_wheel_earliest(CoirWheel *wheel);

#endif
