// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The table of all runs, whichever manager they belong to, so that a CoirRun is a value. Records lie in chunks that do
// not move. A record that has used all generations is not used again, so that a stale CoirRun never becomes valid.

#include <string.h>

#include "action/run/run.h"
#include "base/alloc.h"

CoirRunTable coir_runs;
CoirSlots coir_managers;

static bool add_chunk(void)
{
    CoirRunChunk **chunks =
        coir_grow(coir_runs.chunks, &coir_runs.chunk_capacity, coir_runs.chunk_count + 1, sizeof *chunks);
    if (!chunks)
        return false;
    coir_runs.chunks = chunks;
    CoirRunChunk *chunk = coir_alloc(sizeof *chunk);
    if (!chunk)
        return false;
    for (uint32_t i = 0; i < COIR_RUNS_CHUNK; i++) {
        chunk->records[i].index = (uint32_t)coir_runs.chunk_count * COIR_RUNS_CHUNK + i;
        chunk->records[i].generation = coir_runs.first_generation + 1;
    }
    chunks[coir_runs.chunk_count++] = chunk;
    return true;
}

uint32_t coir_runs_take(void)
{
    uint32_t index = coir_runs.free;
    if (index != 0) {
        coir_runs.free = coir_run_at(index)->next;
        coir_run_at(index)->next = 0;
        coir_runs.count++;
        return index;
    }
    index = coir_runs.used + 1;
    if (index >= (uint32_t)coir_runs.chunk_count * COIR_RUNS_CHUNK && !add_chunk())
        return 0;
    coir_runs.used = index;
    coir_runs.count++;
    return index;
}

void coir_runs_give(uint32_t index)
{
    CoirRunRecord *run = coir_run_at(index);
    memset(coir_run_hot(run), 0, sizeof(CoirRunHot));
    bool is_spent = run->generation == 0;
    *run = (CoirRunRecord){.index = index, .generation = run->generation, .next = is_spent ? 0 : coir_runs.free};
    coir_runs.free = is_spent ? coir_runs.free : index;
    coir_runs.count--;
}

static void clear(void)
{
    uint32_t highest = coir_runs.first_generation;
    for (uint32_t i = 1; i <= coir_runs.used; i++) {
        uint32_t generation = coir_run_at(i)->generation;
        if (generation == 0 || generation == UINT32_MAX)
            return; // a new record would have to begin beyond the last generation
        highest = generation > highest ? generation : highest;
    }
    for (int i = 0; i < coir_runs.chunk_count; i++)
        coir_free(coir_runs.chunks[i]);
    coir_free(coir_runs.chunks);
    coir_runs = (CoirRunTable){.first_generation = highest};
}

CoirRunRecord *coir_runs_find(CoirRun run)
{
    if (run.index == 0 || run.index > coir_runs.used)
        return NULL;
    CoirRunRecord *record = coir_run_at(run.index);
    const CoirNode *node = coir_run_node_of(record);
    bool is_alive = record->generation == run.generation && node && !node->dead_ && coir_run_is_alive(record);
    return is_alive ? record : NULL;
}

uint32_t coir_runs_next_order(void)
{
    return ++coir_runs.orders;
}

void coir_runs_clear_if_unused(void)
{
    if (coir_runs.managers > 0 || coir_runs.count > 0)
        return;
    coir_slots_free(&coir_managers);
    coir_pool_clear_if_unused(&coir_runs.alarms);
    clear();
}
