// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The table of all runs in a world. A CoirRun is the index and the generation of a record. Records lie in chunks that
// do not move. A record that has used all generations is not used again, so that a stale CoirRun never becomes valid.

#include "action/run/run.h"
#include "base/alloc.h"

static bool add_chunk(CoirRunTable *table)
{
    CoirRunChunk **chunks = coir_grow(table->chunks, &table->chunk_capacity, table->chunk_count + 1, sizeof *chunks);
    if (!chunks)
        return false;
    table->chunks = chunks;
    CoirRunChunk *chunk = coir_alloc(sizeof *chunk);
    if (!chunk)
        return false;
    for (uint32_t i = 0; i < COIR_RUNS_CHUNK; i++) {
        chunk->records[i].index = (uint32_t)table->chunk_count * COIR_RUNS_CHUNK + i;
        chunk->records[i].generation = table->first_generation + 1;
    }
    chunks[table->chunk_count++] = chunk;
    return true;
}

uint32_t coir_runs_take(void)
{
    CoirRunTable *table = coir_runs();
    uint32_t index = table->free;
    if (index != 0) {
        CoirRunRecord *run = coir_run_in(table, index);
        table->free = run->next;
        run->next = 0;
        table->count++;
        return index;
    }
    index = table->used + 1;
    if (index >= (uint32_t)table->chunk_count * COIR_RUNS_CHUNK && !add_chunk(table))
        return 0;
    table->used = index;
    table->count++;
    return index;
}

void coir_runs_give(uint32_t index)
{
    CoirRunTable *table = coir_runs();
    CoirRunRecord *run = coir_run_in(table, index);
    *coir_run_hot_in(table, index) = (CoirRunHot){0};
    bool is_spent = run->generation == 0;
    *run = (CoirRunRecord){.index = index, .generation = run->generation, .next = is_spent ? 0 : table->free};
    table->free = is_spent ? table->free : index;
    table->count--;
}

static void clear(CoirRunTable *table)
{
    uint32_t highest = table->first_generation;
    for (uint32_t i = 1; i <= table->used; i++) {
        uint32_t generation = coir_run_at(i)->generation;
        if (generation == 0 || generation == UINT32_MAX)
            return; // a new record would have to begin beyond the last generation
        highest = generation > highest ? generation : highest;
    }
    for (int i = 0; i < table->chunk_count; i++)
        coir_free(table->chunks[i]);
    coir_free(table->chunks);
    *table = (CoirRunTable){.first_generation = highest, .round = table->round};
}

CoirRunRecord *coir_runs_find(CoirRun run)
{
    const CoirRunTable *table = coir_runs();
    if (run.index == 0 || run.index > table->used)
        return NULL;
    CoirRunRecord *record = coir_run_in(table, run.index);
    const CoirNode *node = coir_run_hot_in(table, run.index)->node;
    bool is_alive = record->generation == run.generation && node && !node->dead_ && coir_run_is_alive(record);
    return is_alive ? record : NULL;
}

uint32_t coir_runs_next_order(void)
{
    return ++coir_runs()->last_order;
}

void coir_runs_clear_if_unused(void)
{
    CoirRunTable *table = coir_runs();
    if (table->manager_count > 0 || table->count > 0 || coir_nodes_count() > 0)
        return;
    coir_slots_free(&table->managers);
    coir_pool_clear_if_unused(&table->alarms);
    clear(table);
}
