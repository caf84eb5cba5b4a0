// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Clocks of subtrees, by number: a run's record has no room for an address.

#include "action/run.h"
#include "base/alloc.h"
#include "base/fail.h"

CoirClocks coir_clocks;

static bool add_entry(void)
{
    if (coir_clocks.count == COIR_CLOCKS_MAX)
        return FAIL(
            "no more than %d nodes can have a time of their own (coir_node_set_time_scale, coir_node_pause_tree)",
            COIR_CLOCKS_MAX);
    CoirClock *entries = coir_grow(coir_clocks.entries, &coir_clocks.capacity, coir_clocks.count + 1, sizeof *entries);
    if (!entries)
        return false;
    entries[coir_clocks.count++] = (CoirClock){.queue = NULL};
    coir_clocks.entries = entries;
    coir_clocks.first_free = (uint32_t)coir_clocks.count;
    return true;
}

uint32_t coir_clock_add(const CoirTimerQueue *queue)
{
    if (coir_clocks.first_free == 0 && !add_entry())
        return 0;
    uint32_t number = coir_clocks.first_free;
    CoirClock *clock = &coir_clocks.entries[number - 1];
    coir_clocks.first_free = clock->next_free;
    coir_clocks.used++;
    *clock = (CoirClock){.queue = queue};
    return number;
}

void coir_clock_remove(uint32_t number)
{
    CoirClock *clock = &coir_clocks.entries[number - 1];
    *clock = (CoirClock){.next_free = coir_clocks.first_free};
    coir_clocks.first_free = number;
    if (--coir_clocks.used > 0)
        return;
    coir_free(coir_clocks.entries);
    coir_clocks = (CoirClocks){.stamp = coir_clocks.stamp};
}
