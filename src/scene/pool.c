// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "scene/pool.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"

#define CHUNK_BYTES 16384
#define BLOCK_ALIGNMENT 16
#define LINE 128 // bytes of two cache lines, which are fetched together; blocks of n * LINE bytes are aligned to LINE

struct CoirPoolChunk {
    CoirPool *pool;
    CoirPoolChunk *previous, *next; // neighbours in the list of chunks that have a free block
    void *free;                     // first block that was given back; NULL: none
    int used, fresh;                // number of blocks in use; number of blocks that were never taken
    unsigned char *blocks;          // first block, in `memory`
    unsigned char memory[];
};

struct CoirPool {
    size_t size;
    int per_chunk, used;
    CoirPoolChunk *with_room; // list of chunks that have a free block
};

// All chunks of all pools, sorted by address, for coir_pools_find.
static CoirPoolChunk **chunks;
static int chunk_count, chunk_capacity;

// Returns the number of chunks that begin at or before this address.
static int chunks_up_to(const void *address)
{
    int low = 0, high = chunk_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if ((uintptr_t)chunks[middle] <= (uintptr_t)address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool register_chunk(CoirPoolChunk *chunk)
{
    CoirPoolChunk **grown = coir_grow(chunks, &chunk_capacity, chunk_count + 1, sizeof *chunks);
    if (!grown)
        return false;
    chunks = grown;
    int place = chunks_up_to(chunk);
    memmove(chunks + place + 1, chunks + place, (size_t)(chunk_count++ - place) * sizeof *chunks);
    chunks[place] = chunk;
    return true;
}

static void free_chunk(CoirPoolChunk *chunk)
{
    int place = chunks_up_to(chunk);
    memmove(chunks + place - 1, chunks + place, (size_t)(chunk_count-- - place) * sizeof *chunks);
    coir_free(chunk);
    if (chunk_count > 0)
        return;
    coir_free(chunks);
    chunks = NULL;
    chunk_capacity = 0;
}

void *coir_pools_find(const void *address)
{
    int place = chunks_up_to(address);
    CoirPoolChunk *chunk = place > 0 ? chunks[place - 1] : NULL;
    if (!chunk || (uintptr_t)address < (uintptr_t)chunk->blocks)
        return NULL;
    size_t size = chunk->pool->size, offset = (uintptr_t)address - (uintptr_t)chunk->blocks;
    bool is_block = offset % size == 0 && offset / size < (size_t)(chunk->pool->per_chunk - chunk->fresh);
    return is_block ? chunk->blocks + offset : NULL;
}

CoirPool *coir_pool_new(size_t size)
{
    CoirPool *pool = coir_alloc(sizeof *pool);
    if (!pool)
        return NULL;
    pool->size = (size + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
    pool->per_chunk = pool->size < CHUNK_BYTES / 8 ? (int)(CHUNK_BYTES / pool->size) : 8;
    return pool;
}

static void link_chunk(CoirPoolChunk *chunk)
{
    CoirPool *pool = chunk->pool;
    chunk->previous = NULL;
    chunk->next = pool->with_room;
    if (chunk->next)
        chunk->next->previous = chunk;
    pool->with_room = chunk;
}

static void unlink_chunk(CoirPoolChunk *chunk)
{
    if (chunk->previous)
        chunk->previous->next = chunk->next;
    else
        chunk->pool->with_room = chunk->next;
    if (chunk->next)
        chunk->next->previous = chunk->previous;
}

static bool add_chunk(CoirPool *pool)
{
    size_t extra = pool->size % LINE == 0 ? LINE : BLOCK_ALIGNMENT;
    CoirPoolChunk *chunk = coir_realloc(NULL, sizeof *chunk + extra + pool->size * (size_t)pool->per_chunk);
    if (!chunk || !register_chunk(chunk))
        return coir_free(chunk), false;
    *chunk = (CoirPoolChunk){.pool = pool, .fresh = pool->per_chunk, .blocks = chunk->memory};
    chunk->blocks += (extra - (uintptr_t)chunk->memory % extra) % extra;
    link_chunk(chunk);
    return true;
}

// Returns the address of a free block's link to the next free block. The link is at the end of the block, so that a
// stale pointer to the block finds zeros at the beginning of the block.
static void **next_free(const CoirPool *pool, void *block)
{
    return (void **)((unsigned char *)block + pool->size - sizeof(void *));
}

void *coir_pool_take(CoirPool *pool, CoirPoolChunk **chunk_out)
{
    if (!pool->with_room && !add_chunk(pool))
        return NULL;
    CoirPoolChunk *chunk = pool->with_room;
    void *block = chunk->free;
    if (block)
        chunk->free = *next_free(pool, block);
    else
        block = chunk->blocks + pool->size * (size_t)(pool->per_chunk - chunk->fresh--);
    chunk->used++;
    pool->used++;
    if (chunk->used == pool->per_chunk)
        unlink_chunk(chunk);
    *chunk_out = chunk;
    return memset(block, 0, pool->size);
}

void coir_pool_give(CoirPoolChunk *chunk, void *block)
{
    CoirPool *pool = chunk->pool;
    memset(block, 0, pool->size); // so that a stale pointer to a node finds a node without a class
    *next_free(pool, block) = chunk->free;
    chunk->free = block;
    if (chunk->used == pool->per_chunk)
        link_chunk(chunk);
    chunk->used--;
    pool->used--;
    bool is_only_room = !chunk->previous && !chunk->next;
    if (chunk->used == 0 && !is_only_room) {
        unlink_chunk(chunk);
        free_chunk(chunk);
    }
}

bool coir_pool_free_if_empty(CoirPool *pool)
{
    if (pool->used > 0)
        return false;
    while (pool->with_room) {
        CoirPoolChunk *chunk = pool->with_room;
        unlink_chunk(chunk);
        free_chunk(chunk);
    }
    coir_free(pool);
    return true;
}
