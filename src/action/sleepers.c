// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sleepers: runs that wait for a time. There is a heap for the clock of each manager, and for the clock of each
// subtree. An entry of a heap has four children: so the heap is half as deep as with two, and the children lie side by
// side. The entries of runs that were woken, ended or paused stay in the heap until their time.

#include "action/run.h"
#include "base/alloc.h"
#include "time/nanoseconds.h"
#include "time/scheduler/scheduled.h"

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
           coir_run_is_of(run, manager->number) && coir_run_hot(run)->since == sleeper.time;
}

static void forget_those_awake(const CoirActionManager *manager, CoirSleepers *sleepers)
{
    CoirSleeper *heap = sleepers->heap;
    int kept = 0;
    for (int i = 0; i < sleepers->count; i++)
        if (is_asleep(manager, heap[i]))
            heap[kept++] = heap[i];
    sleepers->count = kept;
    for (int i = (kept - 2) / BELOW; i >= 0 && kept > 1; i--)
        sink(heap, kept, i, heap[i]);
}

static bool add(CoirSleepers *sleepers, CoirSleeper sleeper)
{
    CoirSleeper *heap = coir_grow(sleepers->heap, &sleepers->capacity, sleepers->count + 1, sizeof *heap);
    if (!heap)
        return false;
    sleepers->heap = heap;
    rise(heap, sleepers->count++, sleeper);
    return true;
}

bool coir_manager_sleep(CoirActionManager *manager, uint32_t index, int64_t time)
{
    CoirRunRecord *run = coir_run_at(index);
    CoirSleepers *sleepers = run->clock ? &coir_clocks.entries[run->clock - 1].sleepers : &manager->sleepers;
    bool is_reached = time <= COIR_TIME_MAX;
    if (sleepers->count > 2 * manager->count + 64)
        forget_those_awake(manager, sleepers);
    if (is_reached && !add(sleepers, (CoirSleeper){time, index, run->generation}))
        return false;
    coir_run_hot(run)->since = is_reached ? time : COIR_RUN_BEFORE_ALL;
    run->flags &= ~(uint32_t)COIR_RUN_MOVING;
    run->flags |= COIR_RUN_ASLEEP;
    return true;
}

static void wake(CoirActionManager *manager, CoirSleepers *sleepers, int64_t time)
{
    CoirSleeper *heap = sleepers->heap;
    while (sleepers->count > 0 && heap[0].time <= time) {
        CoirSleeper sleeper = heap[0];
        sleepers->count--;
        if (sleepers->count > 0)
            sink(heap, sleepers->count, 0, heap[sleepers->count]);
        if (!is_asleep(manager, sleeper))
            continue;
        CoirRunRecord *run = coir_run_at(sleeper.index);
        run->flags &= ~(uint32_t)COIR_RUN_ASLEEP;
        run->flags |= COIR_RUN_MOVING;
        coir_manager_list(manager, sleeper.index);
    }
}

void coir_manager_wake_up(CoirActionManager *manager)
{
    wake(manager, &manager->sleepers, manager->time);
    for (int i = 0; i < coir_clocks.count && manager->scheduler; i++) {
        CoirClock *clock = &coir_clocks.entries[i];
        if (clock->sleepers.count > 0 && coir_timer_queue_root(clock->queue) == &manager->scheduler->clock)
            wake(manager, &clock->sleepers, coir_timer_queue_reads_at(clock->queue, manager->time));
    }
}

static int64_t time_of_first(const CoirSleepers *sleepers)
{
    return sleepers->count > 0 ? sleepers->heap[0].time : COIR_NEVER;
}

static int64_t next_wake_time(const CoirActionManager *manager)
{
    int64_t next = time_of_first(&manager->sleepers);
    for (int i = 0; i < coir_clocks.count && manager->scheduler; i++) {
        const CoirClock *clock = &coir_clocks.entries[i];
        if (clock->sleepers.count == 0 || coir_timer_queue_root(clock->queue) != &manager->scheduler->clock)
            continue;
        int64_t time = coir_timer_queue_root_time(clock->queue, time_of_first(&clock->sleepers));
        next = time < next ? time : next;
    }
    return next;
}

static bool is_moving(const CoirRunRecord *run)
{
    return run->flags & COIR_RUN_MOVING && coir_run_moves(run);
}

int64_t coir_manager_quiet_for(const CoirActionManager *manager)
{
    for (int i = 0; i < manager->listed; i++)
        if (manager->list[i] && is_moving(coir_run_at(manager->list[i])))
            return 0;
    int64_t next = manager->has_lost ? 0 : next_wake_time(manager);
    if (next == COIR_NEVER)
        return COIR_NEVER;
    return next > manager->time ? next - manager->time : 0;
}
