// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pools: blocks of one size, side by side in chunks, so that what is made together lies together and is walked fast.

#ifndef COIR_POOL_H
#define COIR_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct CoirPool CoirPool;
typedef struct CoirPoolChunk CoirPoolChunk;

// Returns the block of any pool that begins at this address: a block in use, or a block that was given back. Returns
// NULL if no block begins there.
void *coir_pools_find(const void *address);

// A pool of blocks of `size` bytes. NULL: no memory.
CoirPool *coir_pool_new(size_t size);

// A block, all zero, and the chunk that it lies in. NULL: no memory.
void *coir_pool_take(CoirPool *pool, CoirPoolChunk **chunk);

// Gives a block back. A chunk that is empty goes back to memory, save for one that is kept for the next block.
void coir_pool_give(CoirPoolChunk *chunk, void *block);

// Frees the pool and its kept chunk, if no block is in use. False otherwise.
bool coir_pool_free_if_empty(CoirPool *pool);

#endif
