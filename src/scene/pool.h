// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pools of memory blocks. All blocks of a pool have the same size, and lie side by side in chunks. So objects that
// are made one after the other are neighbours in memory, and walking these objects is fast.

#ifndef COIR_POOL_H
#define COIR_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct CoirPool CoirPool;
typedef struct CoirPoolChunk CoirPoolChunk;

// Searches all pools for the block that begins at `address`. The block may be in use, or was given back. Returns NULL
// if no such block begins there.
void *coir_pools_find(const void *address);

// Makes a pool of blocks of `size` bytes. Returns NULL without memory.
CoirPool *coir_pool_new(size_t size);

// Takes a block, which is all zero, and sets `*chunk` to the chunk of the block. Returns NULL without memory.
void *coir_pool_take(CoirPool *pool, CoirPoolChunk **chunk);

// Gives a block back. Frees the chunk of the block if the chunk is now empty, and another chunk has a free block.
// Otherwise the chunk is kept for the next block.
void coir_pool_give(CoirPoolChunk *chunk, void *block);

// Frees the pool and its empty chunk. Returns false, and frees nothing, if a block is in use.
bool coir_pool_free_if_empty(CoirPool *pool);

#endif
