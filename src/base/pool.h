// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pools: blocks of one size, for things that come and go often. Blocks are cut from chunks, so blocks that are taken
// one after the other lie side by side, and are walked fast. A block that was given back is taken again. There are two
// kinds of pools:
//
// 1. In a plain pool, the chunks are freed together. With a memory hook each block is an allocation of its own, so that
//    the hook sees when a block comes and goes, and may refuse each one.
// 2. In a findable pool, coir_pools_find finds a block by its address. The owner of a block stores the block's chunk,
//    which coir_pool_give_findable needs. A chunk without blocks in use is freed at once if another chunk has a free
//    block.

#ifndef COIR_BASE_POOL_H
#define COIR_BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct CoirPoolChunk CoirPoolChunk;

// A pool in which all fields but `block_size` are 0 is an empty plain pool.
typedef struct CoirPool {
    // Bytes of a block: at least the size of a pointer. Of a plain pool: also a multiple of the blocks' alignment.
    size_t block_size;

    bool is_findable; // false: a plain pool
    int used;         // blocks in use; in a plain pool with a memory hook: 0
    void *free;       // of a plain pool: first block that was given back

    // Of a plain pool: all chunks, the newest first. Of a findable pool: chunks with a free block.
    CoirPoolChunk *chunks;
} CoirPool;

// coir_pool_take takes a block of a plain pool. The bytes of the block are undefined. Without memory, returns NULL and
// sets coir_error(). coir_pool_give gives a block back.
void *coir_pool_take(CoirPool *pool);
void coir_pool_give(CoirPool *pool, void *block);

// coir_pool_take_findable takes a block of a findable pool, all zero, and stores the chunk of the block in `*chunk`.
// Without memory, returns NULL and sets coir_error(). The block size of the pool is rounded up so that any type is
// aligned. coir_pool_give_findable gives a block back. The last bytes of the block then link the blocks that were given
// back; all other bytes are zero.
void *coir_pool_take_findable(CoirPool *pool, CoirPoolChunk **chunk);
void coir_pool_give_findable(CoirPoolChunk *chunk, void *block);

// Returns the block of any findable pool of this thread's world that begins at this address: a block in use, or a block
// that was given back. Returns NULL if no block begins there.
void *coir_pools_find(const void *address);

// Frees all memory of the pool, if no block is in use. Returns false if a block is in use. With a memory hook, a plain
// pool has no memory of its own, and the function always returns true.
bool coir_pool_clear_if_unused(CoirPool *pool);

#endif
