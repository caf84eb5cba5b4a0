// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A free list: blocks of memory of one size, for things that come and go often. Blocks are cut from chunks. The first
// block of a chunk starts at the boundary of a cache line. A block that is given back is used again; the chunks are
// freed together. With a memory hook each block is an allocation of its own, so that the hook sees when a block comes
// and goes, and may refuse each one.

#ifndef COIR_BASE_FREE_LIST_H
#define COIR_BASE_FREE_LIST_H

#include <stddef.h>

// All zero but `block_size` is an empty list.
typedef struct CoirFreeList {
    size_t block_size;               // bytes, a multiple of the alignment that the blocks need
    struct CoirFreeBlock *free;      // blocks that were given back
    struct CoirFreeListChunk *chunk; // the newest chunk
    char *rest;                      // blocks of the newest chunk that were never taken
    int rest_count;                  // number of these blocks
    int used, capacity;              // blocks that are in use; blocks in all chunks
} CoirFreeList;

// Returns a block whose bytes are undefined; NULL: no memory, said in coir_error().
void *coir_free_list_take(CoirFreeList *list);

// Gives a block back to the list that the block came from.
void coir_free_list_give(CoirFreeList *list, void *block);

// Frees all memory of the list, if no block is in use.
void coir_free_list_clear_if_unused(CoirFreeList *list);

#endif
