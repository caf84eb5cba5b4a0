// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A hierarchical timing wheel (G. Varghese and T. Lauck, "Hashed and hierarchical timing wheels", 1987). A timer is
// put into the lowest level that has a list for the timer's due time, counted from `reached`, and moves to lower
// levels later. Adding and removing a timer takes no search and no memory.
//
// A list above level 0 must be empty when `reached` enters its slice, and may have a million timers. So that no frame
// moves all these timers, the timers of the next slice of a level move to lower levels little by little, a part with
// each slice of level 0. There is always a list for these timers: the present and the next slice together have 2 * 32
// slices of the level below, and each level has at least 64 lists.

#include "time/queue/wheel.h"

#include <assert.h>
#include <stddef.h>

#include "base/prefetch.h"
#include "base/sort.h"
#include "time/nanoseconds.h"

typedef struct Level {
    uint8_t shift;       // a slice of this level has 2^shift slices of level 0
    uint16_t list_count; // a power of two
    uint16_t first;      // number of the first list
} Level;

static const Level levels[COIR_WHEEL_LEVELS] = {{0, 256, 0},   {5, 256, 256}, {10, 64, 512}, {15, 64, 576},
                                                {20, 64, 640}, {25, 64, 704}, {30, 64, 768}, {35, 64, 832}};
static_assert(COIR_WHEEL_NEAR == 256 && COIR_WHEEL_FAR == 64 && COIR_WHEEL_ALL == 832 + 64, "as in the table");

static int shift_of(int level)
{
    return levels[level].shift;
}

// Returns the slice of a level that contains a slice of level 0.
static int64_t slice_at(int level, int64_t slice)
{
    return slice >> shift_of(level);
}

static unsigned list_count(int level)
{
    return levels[level].list_count;
}

// Returns the number of the list of a slice.
static unsigned number_of(int level, int64_t slice)
{
    return levels[level].first + ((unsigned)slice & (list_count(level) - 1));
}

static unsigned number_at(int level, int64_t time)
{
    return number_of(level, slice_at(level, coir_slice_of(time)));
}

// Returns the time at which a slice begins.
static int64_t begin_of(int level, int64_t slice)
{
    return slice << (COIR_SLICE_BITS + shift_of(level));
}

static uint32_t *count_of(CoirWheel *wheel, unsigned number)
{
    return &wheel->counts[number - COIR_WHEEL_NEAR];
}

static CoirTimer *owner_of(CoirTimer **next)
{
    return (CoirTimer *)((char *)next - offsetof(CoirTimer, next));
}

// Called after a timer was appended to a list. Stores the timer as the `ahead` (timer.h) of the timer that is
// COIR_TIMERS_AHEAD places earlier in the list, if there is such a timer.
static void set_ahead(const CoirWheelList *list, CoirTimer *timer)
{
    CoirTimer *before = timer;
    for (int i = 0; i < COIR_TIMERS_AHEAD; i++) {
        if (before->link == &list->first)
            return;
        before = owner_of(before->link);
    }
    before->ahead = timer;
}

void coir_wheel_set_ahead(const CoirWheel *wheel, CoirTimer *timer)
{
    if (timer->level == 0)
        set_ahead(&wheel->lists[number_at(0, timer->time)], timer);
}

void coir_wheel_insert_far(CoirWheel *wheel, CoirTimer *timer)
{
    int64_t slice = coir_slice_of(timer->time);
    int level = 1;
    while (slice_at(level, slice) - slice_at(level, wheel->reached) >= list_count(level))
        level++;
    unsigned number = number_of(level, slice_at(level, slice));
    timer->level = (unsigned)level & 15;
    ++*count_of(wheel, number);
    coir_wheel_append(wheel, timer, number);
    set_ahead(&wheel->lists[number], timer);
}

void coir_wheel_forget(CoirWheel *wheel, const CoirTimer *timer)
{
    unsigned number = number_at(timer->level, timer->time);
    CoirWheelList *list = &wheel->lists[number];
    if (list->last == timer)
        list->last = timer->link == &list->first ? NULL : owner_of(timer->link);
    if (timer->level > 0)
        --*count_of(wheel, number);
}

// Moves the first `count` timers of a list to lower levels.
static void move_down(CoirWheel *wheel, unsigned number, uint32_t count)
{
    CoirWheelList *list = &wheel->lists[number];
    *count_of(wheel, number) -= count;
    for (; count > 0; count--) {
        CoirTimer *timer = list->first;
        // In a CoirScheduledTimer, the cache line before the timer has the fields that are read when the timer fires.
        coir_prefetch_to_write((uintptr_t)timer->ahead);
        coir_prefetch_to_write((uintptr_t)timer->ahead - 1);
        list->first = timer->next;
        coir_wheel_insert(wheel, timer);
    }
    if (list->first)
        list->first->link = &list->first;
    else
        list->last = NULL;
}

// Moves a part of the next list of a level to lower levels. Called when `passed` slices of level 0 have passed.
static void move_part_down(CoirWheel *wheel, int level, int64_t passed)
{
    int64_t next = slice_at(level, wheel->reached) + 1;
    unsigned number = number_of(level, next);
    uint32_t count = *count_of(wheel, number);
    if (count > 0)
        move_down(wheel, number, coir_wheel_part(count, passed, (next << shift_of(level)) - wheel->reached));
}

static bool is_unsorted(const CoirWheel *wheel, unsigned number)
{
    return wheel->unsorted[number / COIR_WHEEL_BITS] & coir_wheel_bit(number);
}

// Empties a list of level 0, and returns its timers. The list's bit in `unsorted` stays.
static CoirTimer *take(CoirWheel *wheel, unsigned number)
{
    CoirTimer *first = wheel->lists[number].first;
    wheel->lists[number] = (CoirWheelList){NULL, NULL};
    wheel->filled[number / COIR_WHEEL_BITS] &= ~coir_wheel_bit(number);
    return first;
}

static bool is_before(const void *one, const void *other)
{
    return coir_timer_before(one, other);
}

static void set_link(void *timer, void *link)
{
    coir_prefetch_to_write((uintptr_t)((CoirTimer *)timer)->ahead);
    ((CoirTimer *)timer)->link = link;
}

// Sorts a list, and returns its first timer, whose `link` is not valid.
static CoirTimer *sort(CoirTimer *list)
{
    return coir_sort_list(list, &(const CoirListKind){offsetof(CoirTimer, next), is_before, set_link});
}

CoirTimer *coir_wheel_reach(CoirWheel *wheel, int64_t time)
{
    int64_t slice = coir_slice_of(time), before = wheel->reached;
    wheel->reached = slice;
    for (int level = COIR_WHEEL_LEVELS - 1; level > 0; level--) {
        unsigned number = number_at(level, time);
        if (slice_at(level, slice) != slice_at(level, before) && *count_of(wheel, number) > 0)
            move_down(wheel, number, *count_of(wheel, number));
        move_part_down(wheel, level, slice - before);
    }
    unsigned number = number_of(0, slice);
    CoirTimer *timers = take(wheel, number);
    if (!timers)
        return NULL;
    wheel->has_sorted = is_unsorted(wheel, number);
    return wheel->has_sorted ? sort(timers) : timers;
}

// Returns the number of the lowest bit that is set in `bits`, which must not be 0.
static int lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    int number = 0;
    while (!(bits >> number & 1))
        number++;
    return number;
#endif
}

// Returns the number of the first list from `from` on, before `end`, that has a bit in `filled`; `end`: there is
// none.
static unsigned find_filled(const CoirWheel *wheel, unsigned from, unsigned end)
{
    while (from < end) {
        uint64_t bits = wheel->filled[from / COIR_WHEEL_BITS] >> from % COIR_WHEEL_BITS;
        if (bits)
            return from + (unsigned)lowest_bit(bits) < end ? from + (unsigned)lowest_bit(bits) : end;
        from = (from / COIR_WHEEL_BITS + 1) * COIR_WHEEL_BITS;
    }
    return end;
}

// Finds the first list of a level that is not empty, and stores the slice of this list. Clears the bits of empty lists
// on the way. Returns false if all lists are empty, or if the slice begins at `time` or later: then no timer of the
// level is due before `time`.
static bool find_list_before(CoirWheel *wheel, int level, int64_t time, int64_t *slice)
{
    int64_t next = slice_at(level, wheel->reached) + 1;
    unsigned begin = levels[level].first, end = begin + list_count(level), start = number_of(level, next);
    for (;;) {
        unsigned number = find_filled(wheel, start, end);
        if (number == end)
            number = find_filled(wheel, begin, start); // the lists of a level form a ring
        if (number == start && !(wheel->filled[start / COIR_WHEEL_BITS] & coir_wheel_bit(start)))
            return false;
        *slice = next + ((number - start) & (list_count(level) - 1));
        if (wheel->lists[number].first)
            return begin_of(level, *slice) < time;
        wheel->filled[number / COIR_WHEEL_BITS] &= ~coir_wheel_bit(number);
    }
}

int64_t coir_wheel_bound(CoirWheel *wheel)
{
    int64_t bound = COIR_NEVER, slice;
    for (int level = 0; level < COIR_WHEEL_LEVELS; level++)
        if (find_list_before(wheel, level, bound, &slice))
            bound = begin_of(level, slice);
    return bound;
}

// Sorts a list that is not empty, and returns its first timer.
static CoirTimer *sort_list(CoirWheel *wheel, unsigned number)
{
    CoirWheelList *list = &wheel->lists[number];
    if (!is_unsorted(wheel, number))
        return list->first;
    list->first = list->last = sort(list->first);
    list->first->link = &list->first;
    while (list->last->next)
        list->last = list->last->next;
    wheel->unsorted[number / COIR_WHEEL_BITS] &= ~coir_wheel_bit(number);
    return list->first;
}

CoirTimer *coir_wheel_earliest(CoirWheel *wheel)
{
    CoirTimer *earliest = NULL;
    int64_t slice;
    for (int level = 0; level < COIR_WHEEL_LEVELS; level++) {
        if (!find_list_before(wheel, level, earliest ? earliest->time : COIR_NEVER, &slice))
            continue;
        CoirTimer *timer = sort_list(wheel, number_of(level, slice));
        if (!earliest || timer->time < earliest->time)
            earliest = timer;
    }
    return earliest;
}
