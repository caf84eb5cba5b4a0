// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs that wait for a time. A heap in which each has four below it: half as deep as one of two, and the four lie side
// by side. Those that were woken, ended or paused in between stay in it until their time.

#include "action/run.h"
#include "base/alloc.h"
#include "time/nanoseconds.h"

#define BELOW 4

static void sink(CoirSleeper *heap, int count, int place, CoirSleeper sleeper)
{
    for (;;) {
        int first = BELOW * place + 1, least = first;
        if (first >= count)
            break;
        for (int i = first + 1; i < first + BELOW && i < count; i++)
            if (heap[i].time < heap[least].time)
                least = i;
        if (heap[least].time >= sleeper.time)
            break;
        heap[place] = heap[least];
        place = least;
    }
    heap[place] = sleeper;
}

static void rise(CoirSleeper *heap, int place, CoirSleeper sleeper)
{
    for (; place > 0 && heap[(place - 1) / BELOW].time > sleeper.time; place = (place - 1) / BELOW)
        heap[place] = heap[(place - 1) / BELOW];
    heap[place] = sleeper;
}

static bool is_asleep(const CoirActionManager *manager, CoirSleeper sleeper)
{
    const CoirRunRecord *run = coir_run_at(sleeper.index);
    return run->generation == sleeper.generation && run->flags & COIR_RUN_ASLEEP &&
           run->node->manager_ == manager->number && run->base + run->since == sleeper.time;
}

static void forget_those_awake(CoirActionManager *manager)
{
    int kept = 0;
    for (int i = 0; i < manager->sleeper_count; i++)
        if (is_asleep(manager, manager->sleepers[i]))
            manager->sleepers[kept++] = manager->sleepers[i];
    manager->sleeper_count = kept;
    for (int i = (kept - 2) / BELOW; i >= 0 && kept > 1; i--)
        sink(manager->sleepers, kept, i, manager->sleepers[i]);
}

bool coir_manager_sleep(CoirActionManager *manager, uint32_t index)
{
    CoirRunRecord *run = coir_run_at(index);
    if (manager->sleeper_count > 2 * manager->count + 64)
        forget_those_awake(manager);
    if (run->since != COIR_NEVER) {
        CoirSleeper *sleepers =
            coir_grow(manager->sleepers, &manager->sleeper_capacity, manager->sleeper_count + 1, sizeof *sleepers);
        if (!sleepers)
            return false;
        manager->sleepers = sleepers;
        CoirSleeper sleeper = {run->base + run->since, index, run->generation};
        rise(sleepers, manager->sleeper_count++, sleeper);
    }
    run->flags &= ~(uint32_t)COIR_RUN_MOVING;
    run->flags |= COIR_RUN_ASLEEP;
    return true;
}

void coir_manager_wake_up(CoirActionManager *manager)
{
    CoirSleeper *heap = manager->sleepers;
    while (manager->sleeper_count > 0 && heap[0].time <= manager->time) {
        CoirSleeper sleeper = heap[0];
        manager->sleeper_count--;
        if (manager->sleeper_count > 0)
            sink(heap, manager->sleeper_count, 0, heap[manager->sleeper_count]);
        if (!is_asleep(manager, sleeper))
            continue;
        CoirRunRecord *run = coir_run_at(sleeper.index);
        run->flags &= ~(uint32_t)COIR_RUN_ASLEEP;
        run->flags |= COIR_RUN_MOVING;
        coir_manager_list(manager, sleeper.index);
    }
}
