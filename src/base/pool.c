// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Each chunk of a findable pool has a list of its blocks that were given back. In a plain pool nobody stores the chunk
// of a block, so the pool has one such list for all its chunks.

#include "base/pool.h"

#include <stdint.h>
#include <string.h>

#include <utlist.h>

#include "base/alloc.h"
#include "base/inline.h"
#include "base/world.h"

#define CHUNK_BYTES 16384 // bytes of the blocks of a chunk of a findable pool
#define CHUNK_LEAST 8     // least number of blocks of a chunk
#define CHUNK_MOST 1024   // greatest number of blocks of a chunk of a plain pool
#define ALIGNMENT 16
#define LINE 64   // bytes of a cache line
#define LINES 128 // bytes of two cache lines, which processors fetch together

struct CoirPoolChunk {
    CoirPool *pool;
    CoirPoolChunk *previous, *next; // in the pool's list
    void *free;                     // of a findable pool: first block that was given back, linked by next_free
    unsigned char *blocks, *fresh;  // first block, in `memory`; first block that was never taken
    int fresh_count, used;          // blocks that were never taken; in a findable pool: blocks in use
    unsigned char memory[];
};

// Finding ------------------------------------------------------------------------------------------------------------

// Returns the number of chunks of findable pools that begin at or before this address.
static int chunks_up_to(const CoirWorld *world, const void *address)
{
    int low = 0, high = world->chunk_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if ((uintptr_t)world->chunks[middle] <= (uintptr_t)address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool register_chunk(CoirPoolChunk *chunk)
{
    CoirWorld *world = coir_world();
    CoirPoolChunk **chunks = coir_grow(world->chunks, &world->chunk_capacity, world->chunk_count + 1, sizeof *chunks);
    if (!chunks)
        return false;
    world->chunks = chunks;
    int index = chunks_up_to(world, chunk);
    memmove(chunks + index + 1, chunks + index, (size_t)(world->chunk_count++ - index) * sizeof *chunks);
    chunks[index] = chunk;
    return true;
}

static void unregister_chunk(const CoirPoolChunk *chunk)
{
    CoirWorld *world = coir_world();
    CoirPoolChunk **chunks = world->chunks;
    int index = chunks_up_to(world, chunk);
    memmove(chunks + index - 1, chunks + index, (size_t)(world->chunk_count-- - index) * sizeof *chunks);
    if (world->chunk_count > 0)
        return;
    coir_free(chunks);
    world->chunks = NULL;
    world->chunk_capacity = 0;
}

void *coir_pools_find(const void *address)
{
    const CoirWorld *world = coir_world();
    int index = chunks_up_to(world, address);
    CoirPoolChunk *chunk = index > 0 ? world->chunks[index - 1] : NULL;
    if (!chunk || (uintptr_t)address < (uintptr_t)chunk->blocks || (uintptr_t)address >= (uintptr_t)chunk->fresh)
        return NULL;
    size_t offset = (uintptr_t)address - (uintptr_t)chunk->blocks;
    return offset % chunk->pool->block_size == 0 ? chunk->blocks + offset : NULL;
}

// Chunks -------------------------------------------------------------------------------------------------------------

// Returns the number of blocks of a new chunk. A new chunk of a plain pool has as many blocks as are in use, up to
// CHUNK_MOST. So the pool has few chunks, which matters because only blocks of one chunk lie side by side.
static size_t blocks_of_chunk(const CoirPool *pool)
{
    size_t count = pool->is_findable ? CHUNK_BYTES / pool->block_size : (size_t)pool->used;
    count = !pool->is_findable && count > CHUNK_MOST ? CHUNK_MOST : count;
    return count < CHUNK_LEAST ? CHUNK_LEAST : count;
}

// Returns the address of the first block of a chunk. In a findable pool, the address is a multiple of LINES. If the
// block size is a multiple of LINES, too, all blocks have such addresses, and lie in as few pairs of cache lines as
// possible. In a plain pool, the address is one cache line higher. With each block, the processor then fetches a part
// of the next block, which is mostly used next: 100 000 timers of one frame fire in 0.93 of the time.
static unsigned char *first_block(CoirPoolChunk *chunk, bool is_findable)
{
    return chunk->memory + (-(uintptr_t)chunk->memory & (LINES - 1)) + (is_findable ? 0 : LINE);
}

static CoirPoolChunk *add_chunk(CoirPool *pool)
{
    if (pool->is_findable)
        pool->block_size = (pool->block_size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    size_t size = pool->block_size, count = blocks_of_chunk(pool);
    CoirPoolChunk *chunk = coir_realloc(NULL, sizeof *chunk + LINES + LINE + size * count);
    if (!chunk || (pool->is_findable && !register_chunk(chunk)))
        return coir_free(chunk), NULL;
    unsigned char *blocks = first_block(chunk, pool->is_findable);
    *chunk = (CoirPoolChunk){.pool = pool, .blocks = blocks, .fresh = blocks, .fresh_count = (int)count};
    DL_PREPEND2(pool->chunks, chunk, previous, next);
    return chunk;
}

// Unlinks and frees a chunk.
static void free_chunk(CoirPoolChunk *chunk)
{
    CoirPool *pool = chunk->pool;
    DL_DELETE2(pool->chunks, chunk, previous, next);
    if (pool->is_findable)
        unregister_chunk(chunk);
    coir_free(chunk);
}

static bool has_room(const CoirPoolChunk *chunk)
{
    return chunk->free || chunk->fresh_count > 0;
}

// Returns a chunk with a free block. Makes a chunk if there is none. Returns NULL if there is no memory.
static CoirPoolChunk *chunk_with_room(CoirPool *pool)
{
    return pool->chunks && has_room(pool->chunks) ? pool->chunks : add_chunk(pool);
}

// Returns the address of a block's link in the list of blocks of a findable pool that were given back. The link is at
// the end of the block, so that a stale pointer to the block finds zeros at the beginning.
static void **next_free(const CoirPool *pool, void *block)
{
    return (void **)((unsigned char *)block + pool->block_size - sizeof(void *));
}

// Takes a fresh block of a chunk: a block that was never taken.
static void *take_fresh(CoirPoolChunk *chunk)
{
    void *block = chunk->fresh;
    chunk->fresh += chunk->pool->block_size;
    chunk->fresh_count--;
    return block;
}

// Blocks -------------------------------------------------------------------------------------------------------------

// Takes a fresh block of a plain pool. Called if the pool has no block that was given back.
static COIR_NOINLINE void *take_fresh_of_pool(CoirPool *pool)
{
    CoirPoolChunk *chunk = chunk_with_room(pool);
    if (!chunk)
        return NULL;
    pool->used++;
    return take_fresh(chunk);
}

void *coir_pool_take(CoirPool *pool)
{
    if (coir_memory_hook)
        return coir_realloc(NULL, pool->block_size);
    void *block = pool->free;
    if (!block)
        return take_fresh_of_pool(pool);
    pool->free = *(void **)block;
    pool->used++;
    return block;
}

void coir_pool_give(CoirPool *pool, void *block)
{
    if (coir_memory_hook) {
        coir_free(block);
        return;
    }
    *(void **)block = pool->free;
    pool->free = block;
    pool->used--;
}

void *coir_pool_take_findable(CoirPool *pool, CoirPoolChunk **chunk)
{
    *chunk = chunk_with_room(pool);
    if (!*chunk)
        return NULL;
    void *block = (*chunk)->free;
    if (block)
        (*chunk)->free = *next_free(pool, block);
    else
        block = take_fresh(*chunk);
    (*chunk)->used++;
    pool->used++;
    if (!has_room(*chunk))
        DL_DELETE2(pool->chunks, *chunk, previous, next);
    return memset(block, 0, pool->block_size);
}

void coir_pool_give_findable(CoirPoolChunk *chunk, void *block)
{
    CoirPool *pool = chunk->pool;
    memset(block, 0, pool->block_size); // a stale pointer to a node finds a node without a class
    if (!has_room(chunk))
        DL_PREPEND2(pool->chunks, chunk, previous, next);
    *next_free(pool, block) = chunk->free;
    chunk->free = block;
    chunk->used--;
    pool->used--;
    bool is_only_room = pool->chunks == chunk && !chunk->next;
    if (chunk->used == 0 && !is_only_room)
        free_chunk(chunk);
}

bool coir_pool_clear_if_unused(CoirPool *pool)
{
    if (pool->used > 0)
        return false;
    while (pool->chunks)
        free_chunk(pool->chunks);
    pool->free = NULL;
    return true;
}
