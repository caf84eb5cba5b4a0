// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Clocks of subtrees that runs go by, known by number: a run has no room for an address.

#include "action/run.h"
#include "base/alloc.h"

CoirClocks coir_clocks;

uint32_t coir_clock_add(const CoirTimerQueue *queue)
{
    int free = 0;
    while (free < coir_clocks.count && coir_clocks.entries[free].queue)
        free++;
    if (free == coir_clocks.count) {
        CoirClock *entries =
            coir_grow(coir_clocks.entries, &coir_clocks.capacity, coir_clocks.count + 1, sizeof *entries);
        if (!entries)
            return 0;
        coir_clocks.entries = entries;
        coir_clocks.count++;
    }
    coir_clocks.entries[free] = (CoirClock){.queue = queue};
    return (uint32_t)free + 1;
}

void coir_clock_remove(uint32_t number)
{
    coir_free(coir_clocks.entries[number - 1].sleepers.heap);
    coir_clocks.entries[number - 1] = (CoirClock){.queue = NULL};
    while (coir_clocks.count > 0 && !coir_clocks.entries[coir_clocks.count - 1].queue)
        coir_clocks.count--;
    if (coir_clocks.count > 0)
        return;
    coir_free(coir_clocks.entries);
    coir_clocks.entries = NULL;
    coir_clocks.capacity = 0;
}
