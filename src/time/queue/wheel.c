// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A hierarchical timing wheel (G. Varghese and T. Lauck, "Hashed and hierarchical timing wheels", 1987). A timer is in
// the lowest level whose lists reach from `reached` to the timer's time. Adding and removing a timer takes no search
// and no memory.
//
// A list must be empty when `reached` enters its slice, and may have a million timers. So that no frame moves them all,
// the timers of the slice that comes next move to the level below little by little, with each slice of level 0: the
// level below has at least twice as many lists as fit into one slice.
//
// The slices of level 1 are short, so that the timers of one are still in the cache when they are sorted and called.

#include "time/queue/wheel.h"

#include <stddef.h>

#include "base/prefetch.h"
#include "time/nanoseconds.h"
#include "time/queue/sort.h"

#define AHEAD 4 // places in a list by which move_down asks for memory early

typedef struct Level {
    int shift;             // bits of a time within a slice
    unsigned first, lists; // number of the first list; count, a power of two
} Level;

static const Level levels[COIR_WHEEL_LEVELS] = {
    {COIR_SLICE_BITS, 0, COIR_WHEEL_NEAR},       // 4.2 ms a slice, 1.1 s in all
    {COIR_SLICE_BITS + 4, COIR_WHEEL_NEAR, 512}, // 67 ms, 34 s
    {COIR_SLICE_BITS + 12, 768, 256},            // 17 s, 73 min
    {COIR_SLICE_BITS + 19, 1024, 256},           // 37 min, 6.5 days
    {COIR_SLICE_BITS + 26, 1280, 256},           // 3.3 days, 2.3 years
    {COIR_SLICE_BITS + 33, 1536, 256},           // 1.1 years, 292 years
};

static int64_t slice_at(int level, int64_t time)
{
    return time >> levels[level].shift;
}

static unsigned number_of(int level, int64_t slice)
{
    return levels[level].first + ((unsigned)slice & (levels[level].lists - 1));
}

static CoirTimer *owner_of(CoirTimer **next)
{
    return (CoirTimer *)((char *)next - offsetof(CoirTimer, next));
}

// Called after a timer was appended to a list. Lets the timer AHEAD places before in the list name the new one, so that
// sorting the list, and moving its timers down, can ask for memory early: a walk from timer to timer waits for the
// memory of each. In a list, `child` has no other use, and names a timer that may be gone.
static void name_ahead(const CoirWheelList *list, CoirTimer *timer)
{
    CoirTimer *before = timer;
    for (int i = 0; i < AHEAD; i++) {
        if (before->link == &list->first)
            return;
        before = owner_of(before->link);
    }
    before->child = timer;
}

void coir_wheel_name_ahead(const CoirWheel *wheel, CoirTimer *timer)
{
    if (timer->level == 0)
        name_ahead(&wheel->lists[number_of(0, coir_slice_of(timer->time))], timer);
}

void coir_wheel_insert_far(CoirWheel *wheel, CoirTimer *timer)
{
    int level = 1;
    while (slice_at(level, timer->time) - slice_at(level, wheel->reached) >= levels[level].lists)
        level++;
    unsigned number = number_of(level, slice_at(level, timer->time));
    timer->level = (uint8_t)level;
    wheel->counts[number]++;
    coir_wheel_append(wheel, timer, number);
    name_ahead(&wheel->lists[number], timer);
}

static bool is_unsorted(const CoirWheel *wheel, unsigned number)
{
    return wheel->unsorted[number / COIR_WHEEL_BITS] & coir_wheel_bit(number);
}

void coir_wheel_note_disorder(CoirWheel *wheel, unsigned number)
{
    const CoirWheelList *list = &wheel->lists[number];
    CoirTimer **earliest = &wheel->earliest[number];
    if (!is_unsorted(wheel, number)) {
        wheel->unsorted[number / COIR_WHEEL_BITS] |= coir_wheel_bit(number);
        *earliest = list->first;
    }
    if (*earliest && list->last->time < (*earliest)->time)
        *earliest = list->last;
}

void coir_wheel_forget(CoirWheel *wheel, const CoirTimer *timer)
{
    unsigned number = number_of(timer->level, slice_at(timer->level, timer->time));
    CoirWheelList *list = &wheel->lists[number];
    if (list->last == timer)
        list->last = timer->link == &list->first ? NULL : owner_of(timer->link);
    if (wheel->earliest[number] == timer)
        wheel->earliest[number] = NULL;
    if (timer->level > 0)
        wheel->counts[number]--;
}

// Moves the first timers of a list to lower levels.
static void move_down(CoirWheel *wheel, unsigned number, uint32_t count)
{
    CoirWheelList *list = &wheel->lists[number];
    wheel->counts[number] -= count;
    for (; count > 0; count--) {
        CoirTimer *timer = list->first;
        coir_prefetch_to_write((uintptr_t)timer->child);
        coir_prefetch_to_write((uintptr_t)timer->child + sizeof *timer - 1);
        list->first = timer->next;
        if (wheel->earliest[number] == timer)
            wheel->earliest[number] = NULL;
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
    int64_t left = (next << (levels[level].shift - COIR_SLICE_BITS)) - coir_slice_of(wheel->reached);
    if (wheel->counts[number] > 0)
        move_down(wheel, number, coir_wheel_part(wheel->counts[number], passed, left));
}

// Empties a list of level 0, and returns its timers.
static CoirTimer *take(CoirWheel *wheel, unsigned number)
{
    CoirTimer *first = wheel->lists[number].first;
    wheel->lists[number] = (CoirWheelList){NULL, NULL};
    wheel->filled[number / COIR_WHEEL_BITS] &= ~coir_wheel_bit(number);
    return first;
}

CoirTimer *coir_wheel_reach(CoirWheel *wheel, int64_t time)
{
    int64_t passed = coir_slice_of(time) - coir_slice_of(wheel->reached);
    int64_t before = wheel->reached;
    wheel->reached = time;
    for (int level = COIR_WHEEL_LEVELS - 1; level > 0; level--) {
        unsigned number = number_of(level, slice_at(level, time));
        if (slice_at(level, time) != slice_at(level, before) && wheel->counts[number] > 0)
            move_down(wheel, number, wheel->counts[number]);
        move_part_down(wheel, level, passed);
    }
    unsigned number = number_of(0, slice_at(0, time));
    CoirTimer *slice = take(wheel, number);
    if (!slice)
        return NULL;
    wheel->has_sorted = is_unsorted(wheel, number);
    return wheel->has_sorted ? coir_sort_timers(slice) : slice;
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

// Returns the first list from number `from` on, before `end`, whose bit is set; `end`: there is none.
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

// Finds the first list of a level that is not empty, and stores its slice. Returns false if all lists are empty.
static bool find_list(CoirWheel *wheel, int level, int64_t *slice)
{
    int64_t next = slice_at(level, wheel->reached) + 1;
    unsigned begin = levels[level].first, start = number_of(level, next), lists = levels[level].lists;
    for (;;) {
        unsigned number = find_filled(wheel, start, begin + lists);
        if (number == begin + lists)
            number = find_filled(wheel, begin, start); // these lists come after the last one
        if (number == start && !(wheel->filled[start / COIR_WHEEL_BITS] & coir_wheel_bit(start)))
            return false;
        *slice = next + ((number - start) & (lists - 1));
        if (wheel->lists[number].first)
            return true;
        wheel->filled[number / COIR_WHEEL_BITS] &= ~coir_wheel_bit(number);
    }
}

// Returns the earliest timer of a list that is not empty; NULL: not known.
static CoirTimer *known_earliest(const CoirWheel *wheel, unsigned number)
{
    return is_unsorted(wheel, number) ? wheel->earliest[number] : wheel->lists[number].first;
}

int64_t coir_wheel_bound(CoirWheel *wheel)
{
    int64_t bound = COIR_NEVER, slice;
    for (int level = 0; level < COIR_WHEEL_LEVELS; level++) {
        if (!find_list(wheel, level, &slice))
            continue;
        const CoirTimer *earliest = known_earliest(wheel, number_of(level, slice));
        int64_t time = earliest ? earliest->time : slice << levels[level].shift;
        bound = time < bound ? time : bound;
    }
    return bound;
}

static CoirTimer *find_earliest(CoirWheel *wheel, unsigned number)
{
    CoirTimer *earliest = wheel->lists[number].first;
    for (CoirTimer *timer = earliest; timer; timer = timer->next)
        if (timer->time < earliest->time)
            earliest = timer;
    return wheel->earliest[number] = earliest;
}

CoirTimer *coir_wheel_earliest(CoirWheel *wheel)
{
    CoirTimer *earliest = NULL;
    int64_t slice;
    for (int level = 0; level < COIR_WHEEL_LEVELS; level++) {
        if (!find_list(wheel, level, &slice))
            continue;
        CoirTimer *timer = known_earliest(wheel, number_of(level, slice));
        if (!timer)
            timer = find_earliest(wheel, number_of(level, slice));
        if (!earliest || timer->time < earliest->time)
            earliest = timer;
    }
    return earliest;
}
